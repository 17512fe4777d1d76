"""LaTeX symbols as textures, and the locale without which half of the formulas fail."""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import imgui_bundle
from imgui_bundle import imgui, imgui_microtex

from viz.desktop.look import BODY

_ASSETS = Path(imgui_bundle.__file__).parent / "assets" / "fonts" / "latex"
_UTF8_LOCALES = (Path("/usr/lib/locale/C.utf8"), Path("/usr/lib/locale/C.UTF-8"))
_ALL_CATEGORIES = 0x1FBF  # LC_ALL_MASK of glibc


def prepare() -> None:
    """Make formulas renderable; call once, with a GL context, before the first one."""
    with _locale():
        imgui_microtex.init(str(_ASSETS / "latinmodern-math.clm1"), str(_ASSETS / "latinmodern-math.otf"))
        imgui_microtex.render("a=b", BODY)  # takes the locale up; it stays loaded


def symbol(latex: str, size: float, color: int, scale: float) -> tuple[imgui.ImTextureRef, float, float]:
    """A formula's texture with its width and height in logical pixels. Microtex caches it by its arguments."""
    formula = imgui_microtex.render_to_texture(latex, size * scale, color)
    return imgui.ImTextureRef(formula.texture_id()), formula.width / scale, formula.height / scale


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
