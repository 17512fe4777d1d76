"""How wide a text is in the window's own face: measured with Pillow, for tests of what fits a slot."""

from __future__ import annotations

import functools
import importlib.util
import re
from pathlib import Path

from PIL import ImageFont

from viz.lesson.text import runs


@functools.cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    spec = importlib.util.find_spec("imgui_bundle")
    assert spec is not None
    assert spec.submodule_search_locations
    fonts = Path(spec.submodule_search_locations[0]) / "assets" / "fonts" / "Roboto"
    return ImageFont.truetype(str(fonts / f"Roboto-{'Bold' if bold else 'Regular'}.ttf"), 200)


def _width(text: str, size: float, bold: bool, is_formula: bool) -> float:
    if is_formula:
        letters = re.sub(r"\\[a-zA-Z]+|[{}_^$ ]", "", text)
        return size * (0.55 * max(len(letters), 1) + 0.15)
    return _font(bold).getlength(text) * size / 200.0


def text_width(text: str, size: float) -> float:
    """Of one line of marked-up text, in pixels."""
    return sum(_width(run.text, size, run.bold, run.is_formula) for run in runs(text))


def lines(text: str, size: float, width: float) -> int:
    """How many lines a text takes where lines break at spaces, and at line breaks of its own."""
    if "\n" in text:
        return sum(lines(each, size, width) for each in text.split("\n"))
    words: list[float] = [0.0]
    space = _width(" ", size, False, False)
    for run in runs(text):
        pieces = [run.text] if run.is_formula else run.text.split(" ")
        for i, piece in enumerate(pieces):
            if i:
                words.append(0.0)
            words[-1] += _width(piece, size, run.bold, run.is_formula)
    count, used = 1, -space
    for wide in words:
        if used + space + wide > width:
            count, used = count + 1, wide
        else:
            used += space + wide
    return count
