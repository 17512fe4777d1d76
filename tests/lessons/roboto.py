"""How wide a text is in the window's own face: measured with Pillow, for tests of what fits a slot."""

from __future__ import annotations

import functools
import importlib.util
import re
from pathlib import Path

from PIL import ImageFont

from viz.lesson.text import Run, runs

SYMBOL = 1.0  # em: what a short inline formula takes


@functools.cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    spec = importlib.util.find_spec("imgui_bundle")
    assert spec is not None
    assert spec.submodule_search_locations
    fonts = Path(spec.submodule_search_locations[0]) / "assets" / "fonts" / "Roboto"
    return ImageFont.truetype(str(fonts / f"Roboto-{'Bold' if bold else 'Regular'}.ttf"), 200)


def text_width(text: str, size: float) -> float:
    """Of one line of marked-up text, in pixels."""
    return sum(_width(run, size) for run in runs(text))


def _width(run: Run, size: float) -> float:
    if run.is_formula:
        letters = re.sub(r"\\[a-zA-Z]+|[{}_^$ ]", "", run.text)
        return size * (0.55 * len(letters) + 0.3)
    return _font(run.bold).getlength(run.text) * size / 200.0


def lines(text: str, size: float, width: float) -> int:
    """How many lines a text takes where lines break between words, within a tint and bold words too."""
    space = _font(False).getlength(" ") * size / 200.0
    count, used, word = 1, 0.0, 0.0
    for run in (*runs(text), None):
        parts = [""] if run is None else [run.text] if run.is_formula else re.split(r"( )", run.text)
        for part in parts:
            if part == " " or run is None:
                if used and used + word > width:
                    count, used = count + 1, 0.0
                used, word = used + word + space, 0.0
            elif run is not None:
                word += _width(run._replace(text=part), size)
    return count
