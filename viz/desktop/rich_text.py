"""Sentences on the screen: wrapped, with bold words, words in the ink of what they measure, and formulas in the line.

Sizes are those of the letters (the em), as in the design; Dear ImGui counts from ascent to descent, a sixth more, and
rounds to whole pixels.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from imgui_bundle import imgui

from viz.desktop import latex
from viz.desktop.look import Fonts, ink_color, packed
from viz.lesson.ink import Ink
from viz.lesson.text import Run, runs
from viz.picture.theme import Theme, uncolored

_HEIGHT_OF_EM = 1.171875  # of Roboto, from ascent to descent
_ASCENT = 0.7917  # of that height
_FORMULA = 1.14  # a formula in a line, against the letters around it
_BESIDE = 0.06  # ems on both sides of a formula, whose picture ends where its ink does: letters have as much
_LOOSE, _CLOSER, _TIGHT = 1.45, 1.3, 1.2  # from line to line, in ems
_MOST_KEPT = 2048
_OPERATORS = frozenset("+−·×=≈≠<>≤≥")  # words that stay between their neighbours, where that is
_MOST_HELD = 0.5  # of the line at the most

_widths: dict[tuple[str, int, imgui.ImFont], float] = {}  # a font's id would be used again after it is gone
_layouts: dict[tuple[object, ...], Laid] = {}


@lru_cache(maxsize=512)
def pixels(em: float) -> int:
    """The size that ImGui counts by, of letters with that em."""
    return max(round(em * _HEIGHT_OF_EM), 6)


def width_of(words: str, font: imgui.ImFont, em: float) -> float:
    """Of plain words in a line; kept, as most words stand for many frames."""
    size = pixels(em)
    key = (words, size, font)
    if (width := _widths.get(key)) is None:
        if len(_widths) > _MOST_KEPT:  # numbers change for ever while dragging
            _widths.clear()
        imgui.push_font(font, size / imgui.get_style().font_scale_main)  # which push_font applies itself
        width = _widths[key] = imgui.calc_text_size(words).x
        imgui.pop_font()
    return width


def write(
    draw: imgui.ImDrawList, x: float, baseline: float, words: str, font: imgui.ImFont, em: float, color: int
) -> float:
    """Plain words from `x` on a baseline; returns where they end."""
    size = pixels(em)
    draw.add_text(font, float(size), (x, round(baseline - _ASCENT * size)), color, words)
    return x + width_of(words, font, em)


def shortened(words: str, font: imgui.ImFont, em: float, room: float) -> str:
    """The words, or as many of their letters as `room` has with an ellipsis behind them."""
    if width_of(words, font, em) <= room:
        return words
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if width_of(words[:middle] + "…", font, em) <= room else (low, middle - 1)
    return words[:low].rstrip() + "…" if low else ""


class Placed(NamedTuple):
    """Words of one look, or a formula, at a place on a baseline."""

    x: float
    baseline: float
    words: str
    ink: Ink | None
    bold: bool
    is_formula: bool


class Laid(NamedTuple):
    """A text in lines, from the top left of its box."""

    parts: tuple[Placed, ...]
    em: float
    width: float
    height: float
    lines: int

    def draw(
        self, draw: imgui.ImDrawList, left: float, top: float, theme: Theme, fonts: Fonts, color: int | None = None
    ) -> None:
        """From the top left of its box; `color`: of what has no ink of its own."""
        usual = packed(theme.text) if color is None else color
        size = pixels(self.em)
        for part in self.parts:
            shade = usual if part.ink is None else ink_color(theme, part.ink)
            x, baseline = left + part.x, top + part.baseline
            if part.is_formula:
                formula = latex.formula(theme.tex(part.words), _FORMULA * self.em, shade)
                formula.draw(draw, math.floor(x + _BESIDE * self.em), baseline)  # as ImGui does with letters
            else:
                font = fonts.bold if part.bold else fonts.regular
                draw.add_text(font, float(size), (x, round(baseline - _ASCENT * size)), shade, part.words)

    def draw_on(
        self, draw: imgui.ImDrawList, left: float, baseline: float, theme: Theme, fonts: Fonts, color: int
    ) -> None:
        """With its first line on a baseline."""
        if self.parts:
            self.draw(draw, left, baseline - self.parts[0].baseline, theme, fonts, color)


def one_line(text: str, fonts: Fonts, em: float) -> Laid:
    """A text that is never broken."""
    return lay_out(text, fonts, em, 1e9)


def lay_out(text: str, fonts: Fonts, em: float, wrap: float, spacing: float = _LOOSE) -> Laid:
    """A text wrapped to `wrap` pixels, and where it has a line break of its own; kept, as most texts stand for many
    frames."""
    key = (text, pixels(em), round(wrap, 1), spacing, fonts.regular)
    if (laid := _layouts.get(key)) is None:
        if len(_layouts) > _MOST_KEPT:
            _layouts.clear()
        laid = _layouts[key] = _lay_out(text, fonts, em, wrap, spacing)
    return laid


def fitted(text: str, fonts: Fonts, em: float, wrap: float, height: float, least: float) -> Laid:
    """A text in a box: with closer lines, then in smaller letters down to `least`, where it would be too high; where
    even that is not enough it ends with an ellipsis."""
    key = (text, pixels(em), round(wrap, 1), round(height, 1), pixels(least), fonts.regular)
    if (laid := _layouts.get(key)) is not None:
        return laid
    tried = em
    laid = _loosest(text, fonts, tried, wrap, height)
    while laid.height > height + 1.0 and tried > least:
        tried = max(tried - 0.5 * em / 14.0, least)
        laid = _loosest(text, fonts, tried, wrap, height)
    if laid.height > height + 1.0:
        laid = _cut(laid, fonts, wrap, max(int((height + 1.0) / (_TIGHT * tried)), 1))
    _layouts[key] = laid
    return laid


def _loosest(text: str, fonts: Fonts, em: float, wrap: float, height: float) -> Laid:
    """With lines as far apart as the height allows."""
    laid = lay_out(text, fonts, em, wrap)
    for spacing in (_CLOSER, _TIGHT):
        if laid.height > height + 1.0:
            laid = lay_out(text, fonts, em, wrap, spacing)
    return laid


def _cut(laid: Laid, fonts: Fonts, wrap: float, lines: int) -> Laid:
    """The first lines only, an ellipsis after them."""
    levels = sorted({part.baseline for part in laid.parts})[:lines]
    kept = [part for part in laid.parts if part.baseline in levels]
    dots = width_of("…", fonts.regular, laid.em)
    while kept and not kept[-1].is_formula and kept[-1].words:
        last = kept[-1]
        words = last.words.rstrip()
        font = fonts.bold if last.bold else fonts.regular
        if last.x + width_of(words, font, laid.em) + dots <= wrap:
            kept[-1] = last._replace(words=words + "…")
            break
        kept[-1] = last._replace(words=words.rpartition(" ")[0])
        if not kept[-1].words:
            kept.pop()
    return laid._replace(parts=tuple(kept), lines=len(levels), height=len(levels) * _TIGHT * laid.em)


def _lay_out(text: str, fonts: Fonts, em: float, wrap: float, spacing: float) -> Laid:
    step = spacing * em
    parts: list[Placed] = []
    x, line, widest = 0.0, 0, 0.0
    space = width_of(" ", fonts.regular, em)
    for pieces, blank, held in _held(text, lambda word: sum(_width(piece, fonts, em) for piece in word), space):
        widths = [_width(piece, fonts, em) for piece in pieces]
        room = held if held <= _MOST_HELD * wrap else sum(widths)
        if x > 0.0 and x + room > wrap:
            x, line = 0.0, line + 1
        # From the top of its box down to a baseline: half of what the line has more than its letters, and the ascent.
        baseline = line * step + 0.5 * (step - em * _HEIGHT_OF_EM) + _ASCENT * _HEIGHT_OF_EM * em
        for piece, width in zip(pieces, widths, strict=True):
            placed = Placed(x, baseline, piece.text, piece.ink, piece.bold, piece.is_formula)
            if parts and not piece.is_formula and _continues(parts[-1], placed):
                before = parts.pop()
                placed = before._replace(words=before.words + piece.text)
            parts.append(placed)
            x += width
        widest = max(widest, x)
        if blank:
            if parts and not parts[-1].is_formula:  # a blank belongs to what stands before it
                parts[-1] = parts[-1]._replace(words=parts[-1].words + " ")
            x += space
        if blank == "\n":
            x, line = 0.0, line + 1
    return Laid(tuple(parts), em, min(widest, wrap), (line + 1) * step if parts else 0.0, line + 1)


def _continues(before: Placed, after: Placed) -> bool:
    looks = before.baseline, before.ink, before.bold, before.is_formula
    return looks == (after.baseline, after.ink, after.bold, after.is_formula)


def _width(piece: Run, fonts: Fonts, em: float) -> float:
    if piece.is_formula:
        return latex.formula(uncolored(piece.text), _FORMULA * em, 0xFFFFFFFF).width + 2.0 * _BESIDE * em
    return width_of(piece.text, fonts.bold if piece.bold else fonts.regular, em)


def _held(text: str, width: Callable[[list[Run]], float], space: float) -> Iterator[tuple[list[Run], str, float]]:
    """The words, each with how wide it is with all that must not be parted from it: a line neither begins nor ends
    with an operator, "A − B" and "27 %" stay together."""
    words = list(_words(text))
    held = [width(word) for word, _ in words]
    for i in range(len(words) - 2, -1, -1):
        if _is_operator(words[i][0]) or _is_operator(words[i + 1][0]) or words[i + 1][0][0].text.startswith("%"):
            held[i] += space + held[i + 1]
    for (word, blank), room in zip(words, held, strict=True):
        yield word, blank, room


def _is_operator(word: list[Run]) -> bool:
    return len(word) == 1 and word[0].text in _OPERATORS


def _words(text: str) -> Iterator[tuple[list[Run], str]]:
    """Words in pieces of one look (a number may be bold and the full stop behind it not), and what follows: a blank,
    a line break, or nothing."""
    word: list[Run] = []
    for run in runs(text):
        if run.is_formula:
            word.append(run)
            continue
        for piece in re.findall(r"\S+|\s+", run.text):
            if not piece.isspace():
                word.append(run._replace(text=piece))
            elif word:
                yield word, "\n" if "\n" in piece else " "
                word = []
    if word:
        yield word, ""
