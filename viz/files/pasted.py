"""Outlines out of whatever somebody has copied: an engine's print-out, a list, a table of numbers.

    [(0, 0), (2, 0), (2, 1)]      Vector2(0, 0), Vector2(2, 0), ...      {"x": 0, "y": 0}, ...
    POLYGON ((0 0, 2 0, 2 1))     b2Vec2(0.f, 0.f), ...                  0 0 and so on, a line each

A point is a bracket with two numbers (or with three, the last the same in all). An outline is a row of at least three
points: in one bracket, in one line, or down to a line without numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from geometry.vector import Points, readonly
from viz.files.values import MOST_VERTICES

LONGEST = 200_000  # letters
_NUMBER = r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?=[fFdDlL]?(?![\w.]))"
_TOKEN = re.compile(rf"(?P<number>{_NUMBER})|(?P<open>[(\[{{])|(?P<close>[)\]}}])|(?P<line>\n)")
_FEWEST = 3  # points of an outline
Pair = tuple[float, ...]


@dataclass
class _Group:
    """What stands in a bracket, or in the whole text: numbers, groups, and None where a line ends."""

    parts: list[float | _Group | None] = field(default_factory=list)

    @property
    def groups(self) -> list[_Group]:
        return [part for part in self.parts if isinstance(part, _Group)]

    @property
    def numbers(self) -> list[float]:
        return [part for part in self.parts if isinstance(part, float)]

    @property
    def point(self) -> Pair | None:
        """The numbers of a point; None for anything else."""
        return tuple(self.numbers) if not self.groups and len(self.numbers) in (2, 3) else None


def outlines(text: str, *, y_down: bool = False) -> list[Points]:
    """The outlines in a text, in order, as they are listed: shape (n, 2) each. `y_down`: they are of a screen whose y
    points down, and are mirrored. Raises ValueError for a text without any, and for points with a third number that
    is not the same in all."""
    if len(text) > LONGEST:
        raise ValueError(f"this is too long to be pasted: {len(text)} letters, at most {LONGEST}")
    rows = [row for row in _rows(_parsed(text)) if len(row) >= _FEWEST]
    if not rows:
        raise ValueError(
            "there is no outline in what was copied: a row of at least three points, such as [(0, 0), …]"
        )
    return [_outline(row, y_down) for row in rows]


def _parsed(text: str) -> _Group:
    """Brackets as groups. One that is not opened or not closed does not matter."""
    whole = _Group()
    open_ones = [whole]
    for token in _TOKEN.finditer(text):
        if token["number"]:
            open_ones[-1].parts.append(float(token["number"]))
        elif token["open"]:
            open_ones[-1].parts.append(inner := _Group())
            open_ones.append(inner)
        elif token["line"]:
            open_ones[-1].parts.append(None)
        elif len(open_ones) > 1:
            open_ones.pop()
    return whole


def _rows(whole: _Group) -> Iterator[list[Pair]]:
    """All rows of points, in order, without recursion: brackets may be as deep as they like."""
    waiting = [whole]
    while waiting:
        group = waiting.pop()
        if any(part.point is not None for part in group.groups):
            yield from _rows_of_points(group, is_whole=group is whole)
        elif not group.groups and group.point is None:
            yield from _rows_of_numbers(group, is_whole=group is whole)
        waiting += [part for part in reversed(group.groups) if part.point is None]


def _rows_of_points(group: _Group, *, is_whole: bool) -> Iterator[list[Pair]]:
    """Points in brackets. In the whole text a line with three or more is an outline of its own."""
    lines: list[list[Pair]] = [[]]
    for part in group.parts:
        if part is None:
            lines.append([])
        elif isinstance(part, _Group) and part.point is not None:
            lines[-1].append(part.point)
    if not is_whole:
        yield [point for line in lines for point in line]
    elif any(len(line) >= _FEWEST for line in lines):
        yield from lines
    else:
        yield from _runs(lines)


def _rows_of_numbers(group: _Group, *, is_whole: bool) -> Iterator[list[Pair]]:
    """Numbers without brackets of their own: x and y in turn, or a point a line."""
    lines: list[list[float]] = [[]]
    for part in group.parts:
        if part is None:
            lines.append([])
        elif isinstance(part, float):
            lines[-1].append(part)
    counts = {len(line) for line in lines if line}
    if counts <= {2} or counts <= {3}:
        yield from _runs([[tuple(line)] if line else [] for line in lines])
        return
    for numbers in lines if is_whole else [group.numbers]:
        if len(numbers) % 2 == 0:
            yield list(zip(numbers[::2], numbers[1::2], strict=True))


def _runs(lines: Sequence[list[Pair]]) -> Iterator[list[Pair]]:
    """The points of consecutive lines; a line without any ends a run."""
    run: list[Pair] = []
    for line in [*lines, []]:
        if line:
            run += line
        elif run:
            yield run
            run = []


def _outline(row: list[Pair], y_down: bool) -> Points:
    if len({point[2] for point in row if len(point) == 3}) > 1:
        raise ValueError("these points have three numbers each that all change: an outline is flat")
    points = np.array([point[:2] for point in row])
    if len(points) > _FEWEST and np.array_equal(points[0], points[-1]):
        points = points[:-1]  # closed: the first is repeated
    if len(points) > MOST_VERTICES:
        raise ValueError(f"an outline here has at most {MOST_VERTICES} points, not {len(points)}")
    if not np.isfinite(points).all():
        raise ValueError("an outline has finite points")
    return readonly(points * (1.0, -1.0) if y_down else points)
