"""The formula of a stage in its box: rendered at the size that it is shown at, in one row or in two."""

from __future__ import annotations

import math
import re

from viz.desktop import latex
from viz.desktop.look import packed
from viz.desktop.pen import Pen
from viz.desktop.places import Rect

_SIZE, _LEAST, _TWO_ROWS, _TINIEST = 18.0, 16.0, 15.0, 9.0
_PADDING = 8.0
_BREAKS = re.compile(r"\\\\(?![A-Za-z])|\\qquad(?![A-Za-z])|\\quad(?![A-Za-z])")


def formula_box(pen: Pen, at: Rect, tex: str) -> None:
    """Nothing for no formula: where there is none, there is no box."""
    if not tex:
        return
    pen.box(at, pen.theme.raised, 7.0)
    rows = _rows(pen, tex, at.width - 2.0 * _PADDING * pen.scale)
    room = at.height - 4.0 * pen.scale
    high = sum(row.height for row in rows)
    gap = min(4.0 * pen.scale, max(room - high, 0.0) / max(len(rows) - 1, 1))
    y = at.y + 0.5 * (at.height - high - gap * (len(rows) - 1))
    for row in rows:
        row.draw(pen.draw, at.x + 0.5 * (at.width - row.width), round(y) + row.baseline)
        y += row.height + gap


def formula_on_line(
    pen: Pen, right: float, baseline: float, tex: str, em: float, room: float, lowest: float = math.inf
) -> float:
    """A formula that ends at `right` on a baseline, smaller where `room` is too narrow, higher where it would reach
    below `lowest`; returns where it begins."""
    one = _BREAKS.sub(r"\\quad ", tex)
    drawn = _one(pen, one, em)
    if drawn.width > room:
        drawn = _one(pen, one, max(em * room / drawn.width, _TINIEST))
    drawn.draw(pen.draw, right - drawn.width, min(baseline, lowest - drawn.height + drawn.baseline))
    return right - drawn.width


def _one(pen: Pen, tex: str, em: float) -> latex.Formula:
    return latex.formula(rf"\displaystyle {pen.theme.tex(tex)}", em * pen.scale, packed(pen.theme.text))


def _rows(pen: Pen, tex: str, room: float) -> list[latex.Formula]:
    """One row at its size, or a little smaller; two rows of 15 px where there is a place to break; else as small as
    it takes."""
    one = _one(pen, _BREAKS.sub(r"\\quad ", tex), _SIZE)
    if one.width <= room and r"\\" not in tex:
        return [one]
    shrunk = _SIZE * room / one.width
    if shrunk >= _LEAST and r"\\" not in tex:
        return [_one(pen, _BREAKS.sub(r"\\quad ", tex), shrunk)]
    parts = [part.strip(" ,") for part in _BREAKS.split(tex) if part.strip(" ,")]
    if len(parts) == 1:
        return [_one(pen, tex, max(shrunk, _TINIEST))]
    rows = min((_joined(parts, i) for i in range(1, len(parts))), key=lambda pair: _widest(pen, pair))
    size = _TWO_ROWS * min(1.0, room / _widest(pen, rows))
    return [_one(pen, row, max(size, _TINIEST)) for row in rows]


def _joined(parts: list[str], place: int) -> tuple[str, str]:
    return r" \quad ".join(parts[:place]), r" \quad ".join(parts[place:])


def _widest(pen: Pen, rows: tuple[str, str]) -> float:
    return max(_one(pen, row, _TWO_ROWS).width for row in rows)
