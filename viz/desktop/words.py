"""Tinted text in ImGui: wrapped, with numbers in the colour of what they measure."""

from __future__ import annotations

import re
from functools import lru_cache

from imgui_bundle import imgui

from viz.desktop.look import ink_color
from viz.ink import Ink
from viz.text import plain, runs
from viz.theme import Theme

LINE_SPACING = 1.25  # in heights of a line of text
_NUMERIC = frozenset("+−(0123456789")


@lru_cache(maxsize=4096)
def is_number(text: str) -> bool:
    """Whether a cell begins as numbers do: numbers stand in columns, in letters of one width; words do not."""
    return plain(text)[:1] in _NUMERIC


def width_of(words: str) -> float:
    """Of words in the current font; kept, as most of them stand for many frames."""
    return _width(words, imgui.get_font_size(), id(imgui.get_font()))


@lru_cache(maxsize=1024)
def _width(words: str, _size: float, _font: int) -> float:
    return imgui.calc_text_size(words).x


def tinted(text: str, theme: Theme, wrap: float, color: int | None = None) -> float:
    """Text at the cursor, wrapped to `wrap` pixels; `color` for the words that have no ink of their own. Returns its
    height."""
    draw, start = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    pieces, width, height = _laid_out(text, wrap)
    usual = ink_color(theme, None) if color is None else color
    for x, y, piece, ink in pieces:
        draw.add_text((start.x + x, start.y + y), usual if ink is None else ink_color(theme, ink), piece)
    imgui.dummy((width, height))
    return height


_Layout = tuple[list[tuple[float, float, str, Ink | None]], float, float]
_layouts: dict[tuple[str, float, float, int], _Layout] = {}
_MOST_LAYOUTS = 1024


def _laid_out(text: str, wrap: float) -> _Layout:
    """Where each run of one ink and line goes, and the size of it all; kept, as most texts stand for many frames."""
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
    _layouts[key] = placed, min(widest, wrap), y + line_height
    return _layouts[key]


def _words(text: str) -> list[tuple[str, list[tuple[str, Ink | None]]]]:
    """Words with their trailing blanks, each in pieces of one ink: a word may join tinted and plain pieces."""
    words: list[tuple[str, list[tuple[str, Ink | None]]]] = []
    open_word = False
    for run, ink in runs(text):
        for match in re.finditer(r"\S+|\s+", run):
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
