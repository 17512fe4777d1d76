"""How wide a text is in the window's own face: measured with Pillow, for tests of what fits a slot."""

from __future__ import annotations

import functools
import importlib.util
import re
from pathlib import Path

from PIL import ImageFont

from viz.lesson.text import runs

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
    wide = 0.0
    for run in runs(text):
        if run.is_formula:
            letters = re.sub(r"\\[a-zA-Z]+|[{}_^$ ]", "", run.text)
            wide += size * (0.55 * len(letters) + 0.3)
        else:
            wide += _font(run.bold).getlength(run.text) * size / 200.0
    return wide


def lines(text: str, size: float, width: float) -> int:
    """How many lines a text takes where lines break between words."""
    count, used = 1, 0.0
    for word in text.split(" "):
        wide = text_width(word + " ", size)
        if used and used + wide - 0.25 * size > width:
            count, used = count + 1, 0.0
        used += wide
    return count
