"""Labels and sentences as SVG: words of one look after another, formulas among them, ground around the letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from viz.export.tex import Formula, n, typeset
from viz.lesson.ink import TextStyle
from viz.lesson.mark import Label, Symbol
from viz.lesson.text import Run, runs
from viz.picture.labels import PlacedLabel, Text
from viz.picture.sizes import FORMULA_SIZE, HALO_OPACITY, PILL_PADDING, PILL_RING, SYMBOL_SIZE
from viz.picture.text_width import BOLD, MONO, text_width
from viz.picture.theme import FACES, Theme

_LINE = 1.2  # height of a line of text, in font sizes
_ASCENT = 0.94  # from its top to the baseline
_PADDING = 2.0


class Piece(NamedTuple):
    """Words of one look, or a formula, and their width."""

    run: Run
    width: float
    formula: Formula | None


def pieces(text: str, size: float, theme: Theme, color: str, *, weight: str = "") -> list[Piece]:
    """A line's runs at a font size; `color` where a run has no ink of its own."""
    found = []
    for run in runs(text):
        if run.is_formula:
            tone = color if run.ink is None else theme.color(run.ink)
            formula = typeset(theme.tex(run.text), FORMULA_SIZE * size, tone)
            found.append(Piece(run, formula.width, formula))
        else:
            factor = BOLD if weight == "bold" or run.bold else 1.0
            width = MONO * size * len(run.text) if weight == "mono" else factor * text_width(run.text, size)
            found.append(Piece(run, width, None))
    return found


def line(
    found: list[Piece],
    x: float,
    y: float,
    size: float,
    theme: Theme,
    color: str,
    *,
    weight: str = "",
    halo: float = 0.0,
    keeps: bool = False,
) -> str:
    """Pieces from x on a baseline; `weight`: of words that are not bold themselves; `halo`: how far ground reaches
    around the letters; `keeps`: no word is broader than it was measured, whatever font a reader has."""
    ground = (
        f' stroke="{theme.canvas}" stroke-width="{n(2.0 * halo)}" stroke-opacity="{HALO_OPACITY}" '
        f'stroke-linejoin="round"'
    )
    behind, before = [], []
    for i, (run, width, formula) in enumerate(found):
        if formula is not None:
            placed = formula.at(x, y)
            if halo:
                behind.append(re.sub(r"<text ", f"<text{ground} ", placed))
            before.append(placed)
        else:
            face = ' font-weight="bold"' if run.bold or weight == "bold" else ""
            face += ' font-style="italic"' if weight == "italic" else ""
            face += ' font-family="Inconsolata, monospace"' if weight == "mono" else ""
            if keeps or i + 1 < len(found):  # something stands after it
                face += f' textLength="{n(width)}" lengthAdjust="spacingAndGlyphs"'
            at = f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{face}'
            tone = color if run.ink is None else theme.color(run.ink)
            words = f'xml:space="preserve">{escape(run.text)}</text>'
            if halo:
                behind.append(f'{at}{ground} fill="none" {words}')
            before.append(f'{at} fill="{tone}" {words}')
        x += width
    return "".join((*behind, *before))


def measure(mark: Text, theme: Theme, scale: float) -> tuple[float, float]:
    """Width and height of a label's box."""
    if isinstance(mark, Symbol):
        symbol = _symbol(mark, theme, scale)
        return symbol.width + 2.0 * _PADDING, symbol.up + symbol.down + 2.0 * _PADDING
    size = FACES[mark.style].size * scale
    lines = _lines(mark, theme, size)
    across, down = _padding(mark, scale)
    width = max(sum(piece.width for piece in each) for each in lines)
    return width + 2.0 * across, _LINE * size * len(lines) + 2.0 * down


def label(placed: PlacedLabel, theme: Theme, scale: float) -> str:
    """A label in its place, with its leader."""
    mark, x, y = placed.mark, placed.x, placed.y
    color = theme.color(mark.ink)
    if isinstance(mark, Symbol):
        symbol = _symbol(mark, theme, scale)
        left = x + (placed.width - symbol.width) / 2.0
        alone = [Piece(Run(mark.latex, is_formula=True), symbol.width, symbol)]
        return line(alone, left, y + _PADDING + symbol.up, 0.0, theme, color, halo=2.4 * scale)
    face = FACES[mark.style]
    size = face.size * scale
    behind = ""
    if mark.style is TextStyle.PILL:
        behind = _capsule(placed, PILL_RING * scale, theme.canvas) + _capsule(placed, 0.0, color)
        color = theme.on_pill
    across, down = _padding(mark, scale)
    written = "".join(
        line(
            each, x + across, y + down + (_LINE * i + _ASCENT) * size, size, theme, color,
            weight=face.weight, halo=face.halo * scale, keeps=mark.style is TextStyle.PILL,
        )
        for i, each in enumerate(_lines(mark, theme, size))
    )  # fmt: skip
    faint = f'<g opacity="{face.opacity}">{written}</g>' if face.opacity < 1.0 else written
    return behind + faint


def _lines(mark: Label, theme: Theme, size: float) -> list[list[Piece]]:
    color = theme.on_pill if mark.style is TextStyle.PILL else theme.color(mark.ink)
    weight = FACES[mark.style].weight
    return [pieces(each, size, theme, color, weight=weight) for each in mark.text.split("\n")]


def _padding(mark: Label, scale: float) -> tuple[float, float]:
    if mark.style is TextStyle.PILL:
        return PILL_PADDING[0] * scale, PILL_PADDING[1] * scale
    return _PADDING, 0.0


def _capsule(placed: PlacedLabel, grown: float, color: str) -> str:
    x, y, width, height = placed.x - grown, placed.y - grown, placed.width + 2.0 * grown, placed.height + 2.0 * grown
    box = f'x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}"'
    return f'<rect {box} rx="{n(height / 2.0)}" fill="{color}"/>'


def _symbol(mark: Symbol, theme: Theme, scale: float) -> Formula:
    return typeset(theme.tex(mark.latex), SYMBOL_SIZE * scale, theme.color(mark.ink))


def wrapped(text: str, width: float, size: float, theme: Theme, color: str) -> list[list[Piece]]:
    """A sentence as lines that fit, broken at spaces."""
    lines: list[list[Piece]] = [[]]
    used = 0.0
    for piece in pieces(text, size, theme, color):
        for part in [piece] if piece.formula is not None else _split(piece, size):
            if used + part.width > width and lines[-1]:
                lines.append([])
                used = 0.0
            lines[-1].append(part)
            used += part.width
    return lines


def _split(piece: Piece, size: float) -> Iterator[Piece]:
    for word in re.findall(r"\S+\s*|\s+", piece.run.text):
        width = text_width(word, size) * (BOLD if piece.run.bold else 1.0)
        yield Piece(piece.run._replace(text=word), width, None)
