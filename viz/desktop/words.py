"""Tinted text in ImGui: wrapped, with numbers in the colour of what they measure."""

from __future__ import annotations

import re
from typing import NamedTuple

from imgui_bundle import imgui

from viz.desktop.look import ink_color
from viz.lesson.ink import Ink
from viz.lesson.text import runs
from viz.picture.theme import Theme

LINE_SPACING = 1.25  # in heights of a line of text
_NUMERIC = frozenset("+−(0123456789")


def begins_as_number(words: str) -> bool:
    """Whether plain words begin as numbers do: numbers stand in columns, in letters of one width; words do not."""
    return words[:1] in _NUMERIC


def width_of(words: str, font: imgui.ImFont | None = None) -> float:
    """Of words in a font (the current one unless it is given) at the current size; kept, as most words stand for many
    frames."""
    key = (words, imgui.get_font_size(), id(imgui.get_font() if font is None else font))
    if (width := _widths.get(key)) is None:
        if len(_widths) > _MOST_WIDTHS:  # numbers change for ever while dragging
            _widths.clear()
        if font is not None:
            imgui.push_font(font, 0.0)
        width = _widths[key] = imgui.calc_text_size(words).x
        if font is not None:
            imgui.pop_font()
    return width


_widths: dict[tuple[str, float, int], float] = {}
_MOST_WIDTHS = 2048


def tinted(text: str, theme: Theme, wrap: float, color: int | None = None) -> float:
    """Text at the cursor, wrapped to `wrap` pixels; `color` for the words that have no ink of their own. Returns its
    height."""
    laid, start = lay_out(text, wrap), imgui.get_cursor_screen_pos()
    laid.draw(imgui.get_window_draw_list(), start.x, start.y, theme, color)
    imgui.dummy((laid.width, laid.height))
    return laid.height


class Laid(NamedTuple):
    """Text laid out in lines, in the font and size that were current."""

    runs: list[tuple[float, float, str, Ink | None]]  # where each run of one ink and line goes
    width: float
    height: float

    def draw(self, draw: imgui.ImDrawList, left: float, top: float, theme: Theme, color: int | None = None) -> None:
        """Draw it with its top left there; `color` for the words that have no ink of their own."""
        usual = ink_color(theme, None) if color is None else color
        for x, y, piece, ink in self.runs:
            draw.add_text((left + x, top + y), usual if ink is None else ink_color(theme, ink), piece)


_layouts: dict[tuple[str, float, float, int], Laid] = {}
_MOST_LAYOUTS = 1024


def lay_out(text: str, wrap: float) -> Laid:
    """Tinted text wrapped to `wrap` pixels; kept, as most texts stand for many frames."""
    key = (text, wrap, imgui.get_font_size(), id(imgui.get_font()))
    if key in _layouts:
        return _layouts[key]
    if len(_layouts) > _MOST_LAYOUTS:  # numbers change for ever while dragging
        _layouts.clear()
    line_height = imgui.get_text_line_height() * LINE_SPACING
    placed: list[tuple[float, float, str, Ink | None]] = []
    x = y = widest = 0.0
    for word, pieces in _words(text):
        width = imgui.calc_text_size(word.rstrip()).x
        if x > 0.0 and x + width > wrap:
            x, y = 0.0, y + line_height
        for piece, ink in pieces:
            if placed and placed[-1][1] == y and placed[-1][3] is ink and x > 0.0:
                left, _, before, _ = placed.pop()
                placed.append((left, y, before + piece, ink))
            else:
                placed.append((x, y, piece, ink))
            x += imgui.calc_text_size(piece).x
        widest = max(widest, x)
    _layouts[key] = Laid(placed, min(widest, wrap), y + line_height)
    return _layouts[key]


def _words(text: str) -> list[tuple[str, list[tuple[str, Ink | None]]]]:
    """Words with their trailing blanks, each in pieces of one ink: a word may join tinted and plain pieces."""
    words: list[tuple[str, list[tuple[str, Ink | None]]]] = []
    open_word = False
    for run in runs(text):
        ink = run.ink
        for match in re.finditer(r"\S+|\s+", run.plain):
            piece = match[0]
            if piece.isspace():
                if words:
                    word, pieces = words[-1]
                    words[-1] = (word + " ", [*pieces, (" ", None)])
                open_word = False
            elif open_word:
                word, pieces = words[-1]
                words[-1] = (word + piece, [*pieces, (piece, ink)])
            else:
                words.append((piece, [(piece, ink)]))
                open_word = True
    return words
