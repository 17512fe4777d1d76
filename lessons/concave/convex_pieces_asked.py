"""The questions of convex pieces, and what each answer is worth."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

import numpy as np

from geometry.concave.convex_decomposition import Decomposition, DiagonalTried, Edge, TrianglesTaken, join
from geometry.feature import FeatureRef
from geometry.polygon import Polygon
from lessons.concave.convex_pieces_figure import (
    MANY,
    Corner,
    Piece,
    asked_about,
    diagonal,
    draw_corner,
    is_crowd,
    pieces_at,
    vertex,
)
from lessons.concave.ear_clipping_asked import sees
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Click, Draw, Place, Points, Remark, Verdict
from viz.lesson.screen import midway
from viz.lesson.text import telling

NEAR = 0.06  # of the outline's size: an end of a cut so near to a vertex lies at it
FEW = 4  # diagonals: then it is asked which one stays in its turn
NEITHER = "neither"
MUST = (
    "Click a diagonal that must stay: if it alone is removed, its two triangles join to a piece that is not convex."
)
CUT = "Three pieces would do: two cuts that serve two reflex vertices each. Drag the ends of one of them there."


def question(moment: Moment[Any]) -> Click | Place | None:
    """What is asked at this step, if anything is."""
    answer, polygon = moment.step, moment.scene.polygon
    if moment.compare or is_crowd(moment):
        return None
    if isinstance(answer, TrianglesTaken) and len(must := moment.scene.staying) >= MANY:
        return Click(MUST, partial(_judge_diagonal, moment), frozenset(diagonal(*each) for each in must))
    if isinstance(answer, TrianglesTaken) and len(answer.diagonals) <= FEW:
        kept = moment.trace.result.kept
        order = ", ".join(f"{a}–{b}" for a, b in answer.diagonals)
        text = f"The diagonals are tried in this order: {order}. Click the one that will stay."
        right = frozenset(diagonal(*each) for each in kept)
        return Click(text, partial(_judge_diagonal, moment), right) if len(kept) == 1 else None
    if asked_about(moment) is not None:
        (a, b), step = moment.next.diagonal, moment.next
        text = f"Diagonal **{a}–{b}** is tried next. Click the end whose corner would be reflex."
        wanted = [v for v, cross in ((a, step.cross_first), (b, step.cross_second)) if cross < 0.0]
        return Click(text, partial(_judge_end, moment, step), frozenset(map(vertex, wanted)), (NEITHER,))
    if isinstance(answer, Decomposition) and answer.reflex == 4 and len(answer.pieces) > answer.least:
        return _cut_question(polygon)
    return None


def _without(polygon: Polygon, pieces: list[Piece], edge: Edge) -> tuple[dict[int, float], Draw]:
    """The cross products at the ends of a diagonal that were removed, and their picture."""
    found = join(pieces, edge)
    crosses = {c[1]: polygon.exact.cross(*c) for c in (found.corner_first, found.corner_second)}

    def draw(canvas: Canvas, _: str) -> None:
        canvas.area(polygon.points[list(found.joined)], Ink.EXAMINED, opacity=0.16)
        for corner, other in ((found.corner_first, edge[1]), (found.corner_second, edge[0])):
            draw_corner(canvas, polygon.points, corner, crosses[corner[1]], other, named=True)

    return crosses, draw


def _judge_diagonal(moment: Moment[Any], answer: FeatureRef | str) -> Verdict:
    polygon, taken = moment.scene.polygon, moment.trace.steps[0]
    clicked = next((each for each in taken.diagonals if diagonal(*each) == answer), None)
    if clicked is None:
        return Verdict(False, "Click one of the diagonals.")
    a, b = clicked
    is_turn = len(taken.diagonals) <= FEW  # then what counts is how the pieces are when it is tried
    place = taken.diagonals.index(clicked) if is_turn else 0
    crosses, draw = _without(polygon, pieces_at(moment.at(place)), clicked)
    at = min(crosses, key=lambda v: crosses[v])
    right, when = crosses[at] < 0.0, "In its turn, without" if is_turn else "Without"
    because = f"{when} {a}–{b} the cross product at vertex {at} is {telling(crosses[at])}: reflex."
    if not right:
        told = f"{telling(crosses[a])} at {a} and {telling(crosses[b])} at {b}"
        because = f"{when} {a}–{b} the cross products are {told}: both corners stay convex."
    x, y = polygon.points[[a, b]].mean(axis=0).tolist()
    remarks = (Remark((x, y), "must stay" if right else "can go", right),)
    return Verdict(right, because, "" if right else "It can go", remarks, draw=draw)


def _judge_end(moment: Moment[Any], step: DiagonalTried, answer: FeatureRef | str) -> Verdict:
    polygon, (a, b) = moment.scene.polygon, step.diagonal
    clicked = next((v for v in (a, b) if answer == vertex(v)), None)
    if clicked is None and answer != NEITHER:
        return Verdict(False, f"Only the corners at {a} and {b} change: click one of the two.", "Not an end")
    if clicked is None:
        because = "One of the two cross products is negative: go round the joined piece past both ends."
        return Verdict(False, because, "One end is reflex")
    corner, cross, other = (
        (step.corner_second, step.cross_second, a) if clicked == b else (step.corner_first, step.cross_first, b)
    )
    right = cross < 0.0

    def draw(canvas: Canvas, _: str) -> None:  # the other corner would tell the answer
        canvas.area(polygon.points[list(step.joined)], Ink.EXAMINED, opacity=0.16)
        draw_corner(canvas, polygon.points, corner, cross, other, named=True)

    what = "reflex" if right else "not reflex"
    because = f"Without {a}–{b} the corner at {clicked} is {what}: the cross product is {telling(cross)}."
    x, y = polygon.points[clicked].tolist()
    return Verdict(right, because, "" if right else "Not reflex", (Remark((x, y), "", right),), draw=draw)


def serves(polygon: Polygon, i: int, j: int) -> bool:
    """Whether a cut between two reflex vertices of the outline leaves neither of them reflex."""
    parts = _parts(polygon, i, j)
    if min(map(len, parts)) < 3 or not sees(polygon, i, j):
        return False
    corners: list[Corner] = [(p[k - 1], p[k], p[(k + 1) % len(p)]) for p in parts for k in (0, len(p) - 1)]
    return all(polygon.exact.turn(*corner) >= 0 for corner in corners)


def _parts(polygon: Polygon, i: int, j: int) -> tuple[Piece, Piece]:
    """Of the outline, on both sides of a cut."""
    ring = polygon.ordered[0]
    low, high = sorted((ring.index(i), ring.index(j)))
    return ring[low : high + 1], (*ring[high:], *ring[: low + 1])


def _plans(polygon: Polygon) -> dict[Edge, Edge]:
    """Of four reflex vertices, each cut that serves two and the one that serves the others."""
    found = {}
    for i, j in itertools.combinations(polygon.reflex, 2):
        k, m = (v for v in polygon.reflex if v not in (i, j))
        if serves(polygon, i, j) and serves(polygon, k, m) and any({k, m} <= {*p} for p in _parts(polygon, i, j)):
            found[i, j] = k, m
    return found


def _cut_question(polygon: Polygon) -> Place | None:
    """At the end: a cut of a solution with fewer pieces."""
    ring, plans = polygon.ordered[0], {} if polygon.holes else _plans(polygon)
    if not plans:
        return None
    path = tuple((x, y) for x, y in polygon.points[[*ring, ring[0]]].tolist())
    start = tuple(midway(path[k], path[k + 1]) for k in (0, len(ring) // 2))
    right = tuple(path[ring.index(v)] for v in next(iter(plans)))
    return Place(CUT, partial(_judge_cut, polygon), start, right, "world", (path, path), ("cut", "cut"))


def _vertex_at(polygon: Polygon, place: Pair) -> int:
    """The vertex that a place lies at; -1 for none."""
    far = np.hypot(*(polygon.points - place).T)
    nearest = int(far.argmin())
    return nearest if far[nearest] <= NEAR * float(np.ptp(polygon.points, axis=0).max()) else -1


def _judge_cut(polygon: Polygon, ends: Points) -> Verdict:
    i, j = sorted(_vertex_at(polygon, end) for end in ends)
    other = _plans(polygon).get((i, j))

    def draw(canvas: Canvas, _: str) -> None:
        canvas.stroke(
            ends, Ink.FAULTY if other is None else Ink.ANSWER, line=Line.DOTTED if other is None else Line.FEATURE
        )
        if other is not None:
            canvas.stroke(polygon.points[list(other)], Ink.ANSWER, line=Line.DASHED)

    if other is not None:
        because = f"Cut {i}–{j} serves {i} and {j}; with cut {other[0]}–{other[1]} only three pieces are left."
        return Verdict(True, because, draw=draw)
    missing = [end for end in ends if _vertex_at(polygon, end) not in polygon.reflex]
    if missing:
        remarks, head = tuple(Remark(end, "not reflex") for end in missing), f"{2 - len(missing)} of 2 ends"
        because = "A cut serves a vertex only if it ends there. Choose two reflex vertices (diamonds)."
        return Verdict(False, because, head, remarks, draw=draw)
    because = f"Cut {i}–{j} is no cut inside A that divides both corners."
    if i != j and serves(polygon, i, j):
        because = f"Cut {i}–{j} serves both, but no single cut serves the other two reflex vertices then."
    return Verdict(False, because, "Not three pieces", draw=draw)
