"""The figure of the table of routines: its cells, the funnel of a generic routine, the pair, and pairs of bodies."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, box, capsule, circle, regular_polygon
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kind_table import KINDS, BodiesPaired, GenericCounted, KindAdded, StoredFirst, kind_of
from geometry.shape import boundary
from geometry.transform import Pose
from lessons.pairs.dispatch_charts import draw_routines
from lessons.pairs.dispatch_counts import bodies_in, grown, name_of, pairs_of
from lessons.pairs.dispatch_faulty import CHANCE
from lessons.pairs.dispatch_pair import draw_pair
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair

Place = tuple[int, int]  # row and column of a cell
LOOKED_UP = (StoredFirst, TurnedRound, GenericCounted)  # while the pair is on screen its cell is marked
Array = NDArray[np.float64]
MANY = 20  # bodies: of more the threads of one are bright, all others faint
NAME = 60.0  # pixels that the bold name of a kind takes, with air
CELL = 70.0  # pixels of a cell from which its heads keep their distance
ICONS = (
    circle(0.2),
    box(0.42, 0.3),
    box(0.42, 0.28).at(Pose(np.zeros(2), 0.6)),
    regular_polygon(5, 0.23),
    capsule((-0.14, -0.07), (0.14, 0.07), 0.09),
    Convex(regular_polygon(3, 0.17).points, 0.07),
)
AIR = 0.5  # above the heads
ON_HEAD = 0.8  # size of a kind's picture over its column, where names have no room
HATCH = 0.085  # between the lines over a B in a cell
CORNER = 0.1  # from the corners of cells to the ends of the arrow between them
IN_CELL = ((0.33, -0.56), (0.67, -0.44))  # of A, the row's kind, and of B, the column's


def square(i: int, j: int, air: float = 0.03) -> tuple[Pair, ...]:
    """The cell in row i, column j."""
    return (
        (j + air, -i - 1.0 + air),
        (j + 1.0 - air, -i - 1.0 + air),
        (j + 1.0 - air, -i - air),
        (j + air, -i - air),
    )


def fan(outline: Array) -> tuple[Array, Array]:
    """A convex outline as segments and triangles."""
    ring = np.stack((outline, np.roll(outline, -1, axis=0)), axis=1)
    first = np.broadcast_to(outline[0], (len(outline) - 2, 2))
    return ring, np.stack((first, outline[1:-1], outline[2:]), axis=1)


def many(outlines: Iterable[Array]) -> tuple[Array, Array]:
    rings, fans = zip(*map(fan, outlines), strict=True)
    return np.concatenate(rings), np.concatenate(fans)


@lru_cache(maxsize=1)
def kind_outlines() -> tuple[Array, ...]:
    return tuple(boundary(each, 0.003) for each in ICONS)


@lru_cache(maxsize=8)
def _hatching(kind: int) -> Array:
    """Lines at 45 degrees over a B in a cell, around its middle."""
    outline = kind_outlines()[kind]
    start, end = outline, np.roll(outline, -1, axis=0)
    lines = []
    for level in HATCH * np.arange(-9, 10) * math.sqrt(2.0):
        u, v = start.sum(axis=1) - level, end.sum(axis=1) - level
        crossed = (u <= 0.0) != (v <= 0.0)
        if crossed.any():
            t = (u / np.where(crossed, u - v, 1.0))[crossed, None]
            lines.append(start[crossed] + t * (end - start)[crossed])
    return np.array(lines)


@lru_cache(maxsize=64)
def _icons(places: tuple[Place, ...], which: int) -> tuple[Array, Array]:
    """The shapes of the rows or of the columns in some cells."""
    return many(kind_outlines()[place[which]] + np.add(IN_CELL[which], (place[1], -place[0])) for place in places)


@lru_cache(maxsize=64)
def _hatched(places: tuple[Place, ...], which: int) -> Array:
    """The hatching of B in some cells."""
    found = [_hatching(place[which]) + np.add(IN_CELL[which], (place[1], -place[0])) for place in places]
    return np.concatenate(found)


@lru_cache(maxsize=64)
def _pairs(k: int, newest: int, called: Place | None) -> tuple[tuple[Array, Array, Array], ...]:
    """Segments, with how much of each is seen, and triangles: of A, and of B with its hatching."""
    every = tuple((i, j) for i in range(k) for j in range(i + 1) if i < k - 1 or j < newest)
    orders = (tuple(place for place in every if place != called), (0, 1)), ((called,) if called else (), (1, 0))
    found = []
    for ink in (Ink.A, Ink.B):
        lines, seen, inside = [], [], []
        for places, order in orders:
            if places:
                which = order[ink is Ink.B]
                segments, triangles = _icons(places, which)
                hatches = _hatched(places, which) if ink is Ink.B else segments[:0]
                lines += [segments, hatches]
                seen += [np.ones(len(segments)), np.full(len(hatches), 0.45)]
                inside.append(triangles)
        found.append((np.concatenate(lines), np.concatenate(seen), np.concatenate(inside)))
    return tuple(found)


def _draw_pairs(canvas: Canvas, k: int, newest: int, called: Place | None) -> None:
    """A and B in every cell that has come; in the cell of a swapped call B goes in first."""
    for ink, (segments, seen, triangles) in zip((Ink.A, Ink.B), _pairs(k, newest, called), strict=True):
        canvas.crowd(ink, segments=segments, triangles=triangles, opacity=seen, fill=0.25)


@lru_cache(maxsize=16)
def _squares(rows: int) -> tuple[Array, Array]:
    """The cells of some rows, from their left to the diagonal."""
    return many(np.array(square(i, j)) for i in range(rows) for j in range(i + 1))


@lru_cache(maxsize=64)
def _row(i: int, count: int) -> tuple[Array, Array]:
    """So many cells of a row, from its left."""
    return many(np.array(square(i, j)) for j in range(count))


@lru_cache(maxsize=64)
def _mirrored(kinds: int, told: Place | None) -> Array:
    """Above the diagonal: the borders of the cells, each empty one struck out but the one that says more."""
    cells = tuple(itertools.combinations(range(kinds), 2))
    borders = [fan(np.array(square(*cell)))[0] for cell in cells]
    struck = [((j + 0.42, -i - 0.58), (j + 0.58, -i - 0.42)) for i, j in cells if (i, j) != told]
    return np.concatenate((*borders, np.array(struck).reshape(-1, 2, 2)))


@lru_cache(maxsize=64)
def _cells(lit: int, kinds: int, told: Place | None) -> tuple[Array, Array, Array]:
    """Of so many rows the cells, and above the diagonal those of all kinds: segments, with how much of each is seen,
    and triangles."""
    segments, triangles = _squares(lit)
    mirrored = _mirrored(kinds, told)
    seen = np.repeat((0.4, 0.25), (len(segments), len(mirrored)))
    return np.concatenate((segments, mirrored)), seen, triangles


def _swap(moment: Moment[Any]) -> Place | None:
    """The cell of a pair that comes in the other order than its routine takes: once that has been asked."""
    step, (i, j) = moment.step, _stored_cell(moment)
    if isinstance(step, KindAdded):
        is_told = is_cell_asked(moment) and moment.time == 1.0 and not moment.is_open and not moment.compare
    else:
        is_told = j < i < moment.scene.kinds
    return (j, i) if is_told else None


def draw_table(canvas: Canvas, moment: Moment[Any]) -> None:
    """The cells so far; in the last stage the pairs of bodies instead."""
    step, scene = moment.step, moment.scene
    if isinstance(step, BodiesPaired):
        _bodies(canvas, moment)
        return
    k, newest = grown(moment) if isinstance(step, KindAdded) else (scene.kinds, scene.kinds)
    lit = k - 1 if isinstance(step, KindAdded) else k
    swap = _swap(moment)
    segments, seen, triangles = _cells(lit, k, swap)
    canvas.crowd(Ink.QUIET, segments=segments, triangles=triangles, opacity=seen, fill=0.12)
    if lit < k:
        for j in range(newest, k):
            canvas.stroke(square(lit, j), Ink.GHOST, closed=True, line=Line.DOTTED)
        segments, triangles = _row(lit, newest)
        canvas.crowd(Ink.EXAMINED, segments=segments, triangles=triangles, line=Line.MEASURE, fill=0.2)
    _draw_way(canvas, moment, swap)  # behind the pictures
    _draw_pairs(canvas, k, newest, _called(moment))
    near = _heads(canvas, scene.kinds, k, lit, newest)
    if swap is not None:
        canvas.label("swap", (swap[1] + 0.5, -swap[0] - 0.5), Ink.TEXT, style=TextStyle.LABEL, fixed=True)
    for letter, ink, at, start, end in (
        ("A", Ink.A, (-0.8, 0.12), (-0.8, -0.03), (-0.8, -0.28)),
        ("B", Ink.B, (-0.35, 0.2), (-0.2, 0.2), (0.1, 0.2)),
    ):
        canvas.label(letter, np.multiply(near, at), ink, style=TextStyle.BOLD, fixed=True)
        canvas.arrow(np.multiply(near, start), np.multiply(near, end), ink, line=Line.THIN)
    if isinstance(step, KindAdded) and k < scene.kinds:
        canvas.crowd(Ink.GHOST, triangles=_around(k, scene.kinds), fill=0.1)
    if isinstance(step, LOOKED_UP):
        _looked_up(canvas, moment)
    if moment.compare == CHANCE and moment.has_seen(StoredFirst):
        for i, j in itertools.combinations_with_replacement(range(k), 2):
            ink = Ink.TEXT if j else Ink.FAULTY
            canvas.label("≤" if j else "<", (i + 0.14, -j - 0.15), ink, style=TextStyle.BOLD, fixed=True)


def _heads(canvas: Canvas, most: int, k: int, lit: int, newest: int) -> float:
    """The kinds of A beside their rows, while they are counted with what each added; those of B over their columns.
    Returns how near they stand: where cells are large they keep their distance."""
    near, has_room, is_counted = min(1.0, CELL * canvas.pixel), NAME * canvas.pixel <= 1.0, lit < k
    canvas.stroke(
        ((0.0, 0.0), (0.0, AIR * near)), Ink.TEXT, line=Line.THIN, opacity=0.0
    )  # below what can be compared
    for i in range(most):
        name, style = name_of(KINDS[i]), TextStyle.BOLD if i == lit else TextStyle.CAPTION
        new = Ink.QUIET if i >= k else Ink.EXAMINED
        over, beside = (i + 0.5, 0.2 * near), (-4.0 * canvas.pixel, -i - 0.5 + 0.13 * near * is_counted)
        if has_room:
            canvas.label(name, over, Ink.B if i < lit else new, style=style, fixed=True)
            canvas.label(name, beside, Ink.A if i < lit else new, toward=(-1.0, 0.0), style=style, fixed=True)
        else:  # names of neighbours would meet: their pictures
            for at, ink in ((over, Ink.B), ((-0.3, -i - 0.5), Ink.A)):
                canvas.stroke(
                    ON_HEAD * kind_outlines()[i] + at, ink if i < lit else new, closed=True, line=Line.MEASURE
                )
        if is_counted and i < k:
            told, ink = f"+{newest if i == lit else i + 1}", new if i == lit else Ink.QUIET
            at = (beside[0], beside[1] - 0.29 * near) if has_room else (-0.55, -i - 0.5)
            canvas.label(told, at, ink, toward=(-1.0, 0.0), style=style, fixed=True)
    return near


@lru_cache(maxsize=16)
def _around(k: int, most: int) -> Array:
    """The cells of the rows and columns that come after the first k, filled."""
    return many(np.array(square(i, j)) for i, j in itertools.product(range(most), repeat=2) if max(i, j) >= k)[1]


def is_cell_asked(moment: Moment[Any]) -> bool:
    """Whether the table is full, and the pair comes in the other order than its routine takes."""
    i, j = _stored_cell(moment)
    k: int = moment.scene.kinds
    return isinstance(moment.step, KindAdded) and moment.step.kinds == k and j < i < k


def _stored_cell(moment: Moment[Any]) -> Place:
    """Of a pair whose A is the earlier kind: the row of B, the column of A."""
    i, j = (KINDS.index(kind_of(each.world)) for each in (moment.scene.b, moment.scene.a))
    return i, j


def _called(moment: Moment[Any]) -> Place | None:
    """The cell of a swapped call, from when it has been made."""
    stored = moment.latest(StoredFirst)
    if stored is None or not (stored.swapped and stored.in_table):
        return None
    is_made = moment.time == 1.0 or not isinstance(moment.step, StoredFirst)
    return (KINDS.index(stored.first), KINDS.index(stored.second)) if is_made else None


def _looked_up(canvas: Canvas, moment: Moment[Any]) -> None:
    """The cell of the pair; if it comes the other way round, the frame that goes there from the mirrored one."""
    stored = moment.latest(StoredFirst)
    assert stored is not None
    i, j, k = KINDS.index(stored.first), KINDS.index(stored.second), moment.scene.kinds
    if not stored.in_table:
        told = f"no cell for {name_of(stored.first)} and {name_of(stored.second)}"
        canvas.label(told, (k / 2.0, -k - 0.2), Ink.EXAMINED, style=TextStyle.BOLD, fixed=True)
        return
    t = moment.time if isinstance(moment.step, StoredFirst) else 1.0
    ink = Ink.QUIET if isinstance(moment.step, GenericCounted) else Ink.EXAMINED
    if t == 1.0 or not stored.swapped:
        canvas.area(square(i, j), ink, opacity=0.2)
        canvas.stroke(square(i, j), ink, closed=True, line=Line.FEATURE)


def _draw_way(canvas: Canvas, moment: Moment[Any], swap: Place | None) -> None:
    """Of a pair that comes in the other order: its empty cell, the diagonal that mirrors the cells, and straight
    across it the arrow to the cell that has the routine."""
    step, stored = moment.step, moment.latest(StoredFirst)
    if swap is None or not (stored is None or (stored.swapped and stored.in_table)):
        return
    (j, i), k = swap, moment.scene.kinds
    is_over = isinstance(step, GenericCounted)
    ink = Ink.ANSWER if isinstance(step, KindAdded) else Ink.QUIET if is_over else Ink.EXAMINED
    canvas.area(square(j, i), ink, opacity=0.1)
    canvas.stroke(square(j, i), ink, closed=True, line=Line.DOTTED)
    if is_over:
        return
    if isinstance(step, KindAdded):  # later it is known, and would run through pictures
        canvas.stroke(((0.0, 0.0), (k, -k)), Ink.QUIET, line=Line.DASHED)
    start, end = np.array((i + CORNER, -j - 1.0 + CORNER)), np.array((j + 1.0 - CORNER, -i - CORNER))
    t = moment.time if isinstance(step, StoredFirst) else 1.0
    canvas.arrow(start, start + (0.1 + 0.9 * t) * (end - start), ink, line=Line.OUTLINE)


def draw_beside(canvas: Canvas, moment: Moment[Any]) -> None:
    """The pair where it is the matter; else how the routines grow."""
    if shows_pair(moment):
        draw_pair(canvas, moment)
    else:
        draw_routines(canvas, moment)


def shows_pair(moment: Moment[Any]) -> bool:
    """Whether A and B are shown: while they are looked up. Before, the words are about the kinds."""
    return isinstance(moment.step, LOOKED_UP)


def _bodies(canvas: Canvas, moment: Moment[Any]) -> None:
    """The bodies that have come, on a ring, with a thread for each pair; of many, those of one body are bright."""
    n, now = moment.step.bodies, bodies_in(moment)
    angles = math.pi / 2.0 + math.tau * np.arange(n) / n
    ring = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    i, j = np.triu_indices(now, 1)
    lines = np.stack((ring[i], ring[j]), axis=1)
    is_many = n > MANY
    seen = np.where(i == 0, 0.8, 0.07) if is_many else 0.8 - 0.02 * n
    canvas.crowd(Ink.EXAMINED, segments=lines, opacity=seen)
    for each in ring[:now]:
        canvas.dot(each, Ink.TEXT, Point.SMALL if is_many else Point.FILLED)
    told = f"{now} bodies: **{pairs_of(now):,}** {'pair' if now == 2 else 'pairs'}"
    canvas.label(told, (0.0, -1.08), Ink.EXAMINED, toward=(0.0, -1.0), style=TextStyle.LABEL)
    if is_many and now > 2:
        canvas.label(f"{now - 1} of one body", ring[0], Ink.EXAMINED, toward=(0.0, 1.0), style=TextStyle.CAPTION)
