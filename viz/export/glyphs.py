"""Text of a picture as outlines of its letters, so that it looks the same where the fonts are missing. Needs
fontTools, of the extra `pictures`; the fonts are those of the window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from viz.export.tex import n
from viz.picture.text_width import text_width

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_KEPT = ("fill", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "opacity")
_MATH, _MONO = "latex/latinmodern-math.otf", "Inconsolata-Medium.ttf"
_SPARE = Path(__file__).parents[1] / "assets" / "DejaVuSans.ttf"


def outlined(svg: str) -> str:
    """The picture with every text as paths. Raises ValueError without fontTools."""
    try:
        import fontTools.ttLib  # noqa: F401  # whether it is there
    except ImportError:
        raise ValueError("letters as outlines need fontTools: python -m pip install fonttools") from None
    return _TEXT.sub(lambda found: _paths(dict(_ATTRIBUTE.findall(found[1])), unescape(found[2])), svg)


class _Glyph(NamedTuple):
    """What draws a letter, in the units of its font, and its advance and the unit, both for a font size of 1."""

    strokes: tuple[tuple[str, tuple[Any, ...]], ...]
    width: float
    unit: float


def _paths(told: dict[str, str], text: str) -> str:
    """A row of letters."""
    size, x, y = float(told["font-size"]), float(told["x"]), float(told["y"])
    family = told.get("font-family", "")
    face = _face(told.get("font-weight", ""), told.get("font-style", ""))
    face = _MATH if "Math" in family else _MONO if "Inconsolata" in family else face
    kept = "".join(f' {name}="{told[name]}"' for name in _KEPT if name in told)
    return f"<g{kept}>{''.join(_placed(text, face, x, y, size))}</g>"


def _placed(text: str, face: str, x: float, y: float, size: float) -> Iterator[str]:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    for letter in text:
        glyph = _glyph(face, letter)
        if glyph.strokes:
            drawn, recorded = SVGPathPen(None, ntos=n), RecordingPen()
            recorded.value = list(glyph.strokes)
            recorded.replay(TransformPen(drawn, (size * glyph.unit, 0.0, 0.0, -size * glyph.unit, x, y)))
            yield f'<path d="{drawn.getCommands()}"/>'
        x += glyph.width * size


def _face(weight: str, style: str) -> str:
    return {
        (False, False): "Roboto/Roboto-Regular.ttf",
        (True, False): "Roboto/Roboto-Bold.ttf",
        (False, True): "Roboto/Roboto-RegularItalic.ttf",
        (True, True): "Roboto/Roboto-BoldItalic.ttf",
    }[weight == "bold", style == "italic"]


@cache
def _font(face: str) -> Any:
    from fontTools.ttLib import TTFont

    found = find_spec("imgui_bundle")  # not imported: it wants the libraries of a display
    folder = (
        Path(found.submodule_search_locations[0]) if found and found.submodule_search_locations else _SPARE.parent
    )
    path = folder / "assets" / "fonts" / face
    return TTFont(path if path.is_file() else _SPARE)


@cache
def _glyph(face: str, letter: str) -> _Glyph:
    """The letter in that face; in one that has every sign where the face lacks it."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    font: TTFont = _font(face)
    name = font.getBestCmap().get(ord(letter))
    if name is None:
        font = _font("")
        name = font.getBestCmap().get(ord(letter))
        if name is None:
            return _Glyph((), text_width(letter, 1.0), 1.0)
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)  # an accented letter is put together from others
    glyphs[name].draw(pen)
    unit = 1.0 / font["head"].unitsPerEm
    return _Glyph(tuple(pen.value), glyphs[name].width * unit, unit)
