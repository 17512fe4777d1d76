"""The questions of convex pieces, and what each answer is worth."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from geometry.concave.convex_decomposition import Decomposition, DiagonalTried, Join, TrianglesTaken, join
from geometry.feature import FeatureRef
from geometry.polygon import Polygon
from lessons.concave.convex_pieces_figure import MANY, Piece, asked_about, diagonal, draw_corner, must_stay, vertex
from lessons.concave.ear_clipping_asked import sees
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.06  # of the outline's size: an end of a cut so near to a vertex lies at it
NEITHER = "neither"
MUST = (
    "Click a diagonal that must stay: if it alone is removed, its two triangles join to a piece that is not convex."
)
CUT = "One cut can serve two reflex vertices: no corner there stays above 180°. Drag both its ends there."


def question(moment: Moment[Any]) -> Click | Place | None:
    """What is asked at this step, if anything is."""
    must = must_stay(moment)
    if isinstance(moment.step, TrianglesTaken) and len(must) >= MANY:
        return Click(MUST, partial(_judge_diagonal, moment), frozenset(diagonal(*each) for each in must))
    if asked_about(moment) is not None:
        return _end_question(moment.scene.polygon, moment.next)
    answer = moment.step
    if isinstance(answer, Decomposition) and len(must) < MANY and len(answer.pieces) == answer.least + 1:
        return _cut_question(moment.scene.polygon) if not moment.compare else None
    return None


def _name(a: int, b: int) -> str:
    return f"{a}–{b}"


def _drawn(polygon: Polygon, found: Join, *, right: bool) -> Any:
    """What a diagonal's two pieces would be without it."""

    def draw(canvas: Canvas, _: str) -> None:
        canvas.area(polygon.points[list(found.joined)], Ink.ANSWER if right else Ink.FAULTY, opacity=0.16)
        for corner in (found.corner_first, found.corner_second):
            draw_corner(canvas, polygon.points, corner, polygon.exact.cross(*corner))

    return draw


def _judge_diagonal(moment: Moment[Any], answer: FeatureRef | str) -> Verdict:
    polygon, taken = moment.scene.polygon, moment.trace.steps[0]
    clicked = next((each for each in taken.diagonals if diagonal(*each) == answer), None)
    if clicked is None:
        return Verdict(False, "Click one of the diagonals.")
    found, cross = join(taken.triangulation.triangles, clicked), polygon.exact.cross
    (a, first), (b, second) = ((c[1], cross(*c)) for c in (found.corner_first, found.corner_second))
    x, y = polygon.points[[a, b]].mean(axis=0).tolist()
    right = clicked in must_stay(moment)
    if right:
        at, least = (a, first) if first < second else (b, second)
        because = (
            f"Without {_name(a, b)} the cross product at vertex {at} is {fixed(least)}: the piece is reflex there."
        )
    else:
        because = f"Without {_name(a, b)} the cross products are {fixed(first)} at {a} and {fixed(second)} at {b}: both convex."
    words = "must stay" if right else "can go"
    remarks = (Remark((x, y), words, right),)
    return Verdict(right, because, "" if right else "It can go", remarks, draw=_drawn(polygon, found, right=right))


def _end_question(polygon: Polygon, step: DiagonalTried) -> Click:
    """Before a diagonal that stays: where it is needed."""
    a, b = step.diagonal
    crosses = {a: step.cross_first, b: step.cross_second}
    wanted = {v for v, cross in crosses.items() if cross < 0.0}
    found = Join(((), ()), step.corner_first, step.corner_second, step.joined)

    def judge(answer: FeatureRef | str) -> Verdict:
        draw = _drawn(polygon, found, right=False)
        if answer == NEITHER:
            at = min(wanted)
            because = f"Without {_name(a, b)} the cross product at vertex {at} is {fixed(crosses[at])}: reflex."
            return Verdict(False, because, "One end is reflex", draw=draw)
        asked = next((v for v in crosses if answer == vertex(v)), None)
        if asked is None:
            return Verdict(False, f"Only the corners at {a} and {b} change: click one of the two.", "Not an end")
        right, (x, y) = asked in wanted, polygon.points[asked].tolist()
        because = (
            f"The joined piece turns {'right' if right else 'left'} at vertex {asked}: cross {fixed(crosses[asked])}."
        )
        if not right:
            because += " It is convex there."
        remarks = (Remark((x, y), "", right),)
        return Verdict(
            right, because, "" if right else "Convex there", remarks, draw=_drawn(polygon, found, right=right)
        )

    text = f"Diagonal **{_name(a, b)}** is tried next. Click the end at which the joined piece would be reflex."
    return Click(text, judge, frozenset(map(vertex, wanted)), (NEITHER,))


def _split(ring: Piece, i: int, j: int) -> tuple[Piece, Piece]:
    """A ring along a cut between two of its vertices."""
    low, high = sorted((ring.index(i), ring.index(j)))
    return ring[low : high + 1], (*ring[high:], *ring[: low + 1])


def corners_left(polygon: Polygon, i: int, j: int) -> list[tuple[int, int, int]]:
    """The corners at the ends of a cut, in both parts."""
    found = []
    for part in _split(polygon.ordered[0], i, j):
        for v in (i, j):
            k = part.index(v)
            found.append((part[k - 1], v, part[(k + 1) % len(part)]))
    return found


def serves(polygon: Polygon, i: int, j: int) -> bool:
    """Whether a cut between two reflex vertices leaves neither of them reflex."""
    if min(map(len, _split(polygon.ordered[0], i, j))) < 3 or not sees(polygon, i, j):
        return False
    return all(polygon.exact.turn(*corner) >= 0 for corner in corners_left(polygon, i, j))


def _cut_question(polygon: Polygon) -> Place | None:
    """At the end: a cut that serves two reflex vertices, where the diagonals have missed one."""
    pairs = [pair for pair in itertools.combinations(polygon.reflex, 2) if serves(polygon, *pair)]
    if not pairs or polygon.holes:
        return None
    outline = polygon.points[[*polygon.ordered[0], polygon.ordered[0][0]]]
    path = tuple((x, y) for x, y in outline.tolist())
    start = tuple((0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])) for p, q in (path[:2], path[len(path) // 2 :][:2]))
    right = tuple(path[polygon.ordered[0].index(v)] for v in pairs[0])
    return Place(CUT, partial(_judge_cut, polygon), start, right, "world", (path, path), ("cut", "cut"))


def _at(polygon: Polygon, place: Pair) -> int | None:
    """The vertex that a place lies at."""
    far = np.hypot(*(polygon.points - place).T)
    nearest = int(far.argmin())
    return nearest if far[nearest] <= NEAR * float(np.ptp(polygon.points, axis=0).max()) else None


def _judge_cut(polygon: Polygon, ends: Points) -> Verdict:
    places: Sequence[int | None] = [_at(polygon, end) for end in ends]
    (i, j), reflex = places, polygon.reflex
    missing = [end for end, v in zip(ends, places, strict=True) if v not in reflex]

    def draw(canvas: Canvas, _: str) -> None:
        canvas.stroke(ends, Ink.ANSWER if right else Ink.FAULTY, line=Line.FEATURE if right else Line.DOTTED)

    right = False
    if missing or i is None or j is None or i == j:
        remarks = tuple(Remark(end, "not reflex") for end in missing)
        return Verdict(
            False,
            "A cut serves a vertex only if it ends there: choose two reflex vertices (diamonds).",
            f"{2 - len(missing)} of 2 ends",
            remarks,
            draw=draw,
        )
    right = serves(polygon, i, j)
    if right:
        return Verdict(
            True,
            f"Cut {_name(i, j)} leaves no reflex corner at {i} or {j}: one cut where two would be needed.",
            draw=draw,
        )
    return Verdict(
        False,
        f"Cut {_name(i, j)} does not lie inside A, or leaves a corner above 180° at one of its ends.",
        "Not served",
        draw=draw,
    )
