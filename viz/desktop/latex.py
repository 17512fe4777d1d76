"""Formulas as pictures, rendered at the size at which they are shown; the locale without which half of them fail."""

from __future__ import annotations

import ctypes
import itertools
import math
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import imgui_bundle
import numpy as np
from imgui_bundle import imgui, imgui_microtex

from viz.desktop.textures import Image, picture

_ASSETS = Path(imgui_bundle.__file__).parent / "assets" / "fonts" / "latex"
_UTF8_LOCALES = (Path("/usr/lib/locale/C.utf8"), Path("/usr/lib/locale/C.UTF-8"))
_ALL_CATEGORIES = 0x1FBF  # LC_ALL_MASK of glibc


def prepare() -> None:
    """Make formulas renderable; call once, with a GL context, before the first one."""
    with _locale():
        imgui_microtex.init(str(_ASSETS / "latinmodern-math.clm1"), str(_ASSETS / "latinmodern-math.otf"))
        imgui_microtex.render("a=b", 18.0)  # takes the locale up; it stays loaded


class Halo(NamedTuple):
    """A ground around letters, so that they can be read on lines."""

    color: int  # packed, as ImGui has it
    reach: float  # logical pixels
    opacity: float = 0.75


_Key = tuple[str, float, int, Halo | None, float]


class Formula(NamedTuple):
    """A formula as a picture, at the size at which it is shown. Logical pixels."""

    tex: str
    em: float
    color: int
    halo: Halo | None
    scale: float  # of the display
    width: float  # of its letters
    height: float
    baseline: float  # below its top
    margin: float  # of the picture around the letters

    def draw(self, draw: imgui.ImDrawList, x: float, baseline: float, opacity: float = 1.0) -> None:
        """Draw it from `x` on a baseline, both on the screen."""
        left = (round(x * self.scale) / self.scale) - self.margin
        top = (round((baseline - self.baseline) * self.scale) / self.scale) - self.margin
        far = (left + self.width + 2.0 * self.margin, top + self.height + 2.0 * self.margin)
        tone = round(255.0 * opacity) << 24 | 0xFFFFFF
        key = self.tex, self.em, self.color, self.halo, self.scale
        shown = picture(key, lambda: _waiting.pop(key) if key in _waiting else _render(*key)[0])
        draw.add_image(shown.ref, (left, top), far, shown.at(0.0, 0.0), shown.at(1.0, 1.0), tone)


def formula(tex: str, em: float, color: int, *, halo: Halo | None = None) -> Formula:
    """A formula whose letters are `em` logical pixels large; its own colours (`Theme.tex`) go before `color`."""
    scale = imgui.get_io().display_framebuffer_scale.x
    key = tex, em, color, halo, scale
    if (known := _known.get(key)) is None:
        if len(_known) > _MOST_KNOWN:  # sizes change while a window is resized
            _known.clear()
            _waiting.clear()
        image, baseline = _render(*key)
        margin = _margin(halo, scale)
        height, width = (size / scale - 2.0 * margin for size in image.shape[:2])
        known = _known[key] = Formula(*key, width, height, baseline / scale - margin, margin)
        _waiting[key] = image
        while len(_waiting) > _MOST_WAITING:  # what is measured only is never shown: the oldest goes
            del _waiting[next(iter(_waiting))]
    return known


def rows(tex: str, width: float, em: float = 18.0, least: float = 15.0, *, color: int = 0xFFFFFFFF) -> list[Formula]:
    """A formula in a box: one row, or two rows of `least` where one would be wider than `width`, broken where the
    formula says (`\\\\`), else at the wide space nearest to its middle."""
    whole = formula(_BREAK.sub(lambda _: r" \quad ", tex), em, color)
    if whole.width <= width:
        return [whole]
    breaks = list(_BREAK.finditer(tex)) or list(_SPACE.finditer(tex))
    if not breaks:
        return [formula(tex, least, color)]
    split = min(breaks, key=lambda found: abs(found.start() - len(tex) / 2.0))
    return [formula(part, least, color) for part in (tex[: split.start()], tex[split.end() :])]


_known: dict[_Key, Formula] = {}
_waiting: dict[_Key, Image] = {}  # measured but not yet shown, which only a frame can do
_MOST_KNOWN, _MOST_WAITING = 1024, 64
_BREAK = re.compile(r"\\\\")
_HAT_D = re.compile(r"\\hat ?d(?![A-Za-z])")
_OVER_D = r"\hat{\hspace{0mu}d}"  # in the middle: else it hangs over the stem, and a blank seems to follow
_SPACE = re.compile(r"\\q?quad(?![A-Za-z])")


def _margin(halo: Halo | None, scale: float) -> float:
    """Around the letters, in logical pixels: a whole number of the display's."""
    return (1.0 if halo is None else math.ceil(halo.reach * scale) + 1.0) / scale


def _render(tex: str, em: float, color: int, halo: Halo | None, scale: float) -> tuple[Image, float]:
    """The letters with their halo, cut to what is drawn, and the baseline below the picture's top."""
    tex = tex.replace(r"\|", r"\Vert ")  # it draws \| as one bar
    tex = _HAT_D.sub(lambda _: _OVER_D, tex)
    rendered = imgui_microtex.render(tex, em * scale, color)
    letters = rendered.pixels_as_array()
    columns, rows = np.flatnonzero(letters[..., 3].any(axis=0)), np.flatnonzero(letters[..., 3].any(axis=1))
    if not len(columns):  # nothing but space
        columns = rows = np.zeros(1, dtype=np.intp)
    left, right, top, bottom = columns[0], columns[-1] + 1, rows[0], rows[-1] + 1
    margin = round(_margin(halo, scale) * scale)
    image = np.pad(letters[top:bottom, left:right], ((margin, margin), (margin, margin), (0, 0)))
    if halo is not None:
        image = _with_halo(image, halo, halo.reach * scale)
    return image, float(rendered.baseline_y - top + margin)


def _with_halo(image: Image, halo: Halo, reach: float) -> Image:
    alpha = image[..., 3] / 255.0
    around = np.zeros_like(alpha)
    steps = range(-math.ceil(reach), math.ceil(reach) + 1)
    for down, across in itertools.product(steps, steps):
        part = min(1.0, reach + 0.5 - math.hypot(down, across))  # the rim's pixels are partly covered
        if part > 0.0:
            np.maximum(around, part * np.roll(alpha, (down, across), axis=(0, 1)), out=around)
    around *= halo.opacity
    total = alpha + around * (1.0 - alpha)
    share = np.divide(alpha, total, out=np.zeros_like(alpha), where=total > 0.0)[..., None]
    ground = np.array([halo.color >> shift & 255 for shift in (0, 8, 16)])
    mixed = np.empty_like(image)
    mixed[..., :3] = (share * image[..., :3] + (1.0 - share) * ground).round()
    mixed[..., 3] = (255.0 * total).round()
    return mixed


@contextmanager
def _locale() -> Iterator[None]:
    """MicroTeX asks for the locale en_US.UTF-8 by name, and every formula with an operator or a parenthesis
    fails where glibc lacks it (containers, most of the world). glibc looks in LOCPATH, so a link by that name
    to the C locale in UTF-8, which is always there, is enough; glibc keeps what it has loaded once."""
    source = next((path for path in _UTF8_LOCALES if path.is_dir()), None)
    if not sys.platform.startswith("linux") or source is None or _has_locale():
        yield
        return
    before = os.environ.get("LOCPATH")
    with tempfile.TemporaryDirectory(prefix="separatrix-locale-") as folder:
        Path(folder, "en_US.UTF-8").symlink_to(source)
        os.environ["LOCPATH"] = folder
        try:
            yield
        finally:
            del os.environ["LOCPATH"]
            if before is not None:
                os.environ["LOCPATH"] = before


def _has_locale() -> bool:
    libc = ctypes.CDLL(None)
    libc.newlocale.restype = ctypes.c_void_p
    libc.newlocale.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p]
    libc.freelocale.argtypes = [ctypes.c_void_p]
    found = libc.newlocale(_ALL_CATEGORIES, b"en_US.UTF-8", None)
    if found:
        libc.freelocale(found)
    return bool(found)
