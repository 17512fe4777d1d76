"""What the linear cast asks: which way the origin moves, and which vertex meets the edge of the entry face."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.vector import length
from lessons.stories.outlines import named, parts
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

TURNED = 12.0  # degrees: so far from the right direction an answer may be
RING = 0.25  # of the size of A − B: radius of the circle on which the direction is placed
TIED = 1e-6  # world length: vertices that reach as far as each other


def origins_way(moment: Moment[Any]) -> Place | None:
    """The direction in which the origin moves, if A − B is held still: placed on a circle around it."""
    v, figure = moment.scene.velocity, moment.scene.figure
    if length(v) < TIED or moment.compare or moment.trace.result.fraction == 0.0:
        return None
    size = RING * float(np.ptp(figure.points, axis=0).max())
    ring = tuple((size * math.cos(a), size * math.sin(a)) for a in np.linspace(0.0, math.tau, 73).tolist())
    way = -size * v / length(v)
    return Place(
        "Hold A − B still. In which direction does the origin move then? Drag the ring there.",
        partial(_judge_way, v, size),
        start=((float(-way[1]), float(way[0])),),
        right=((float(way[0]), float(way[1])),),
        pane="space",
        along=(ring,),
        names=("direction",),
    )


def _judge_way(v: Vector, size: float, points: Points) -> Verdict:
    at = np.array(points[0])
    off = math.degrees(math.acos(max(-1.0, min(1.0, float(-v @ at) / (length(v) * length(at))))))
    is_right = off <= TURNED
    x, y = (fixed(float(each)) for each in v)
    if is_right:
        because = f"A − B moves with $v_A$ − $v_B$ = ({x}, {y}). Seen from it, the origin moves the opposite way."
    elif off >= 180.0 - TURNED:
        because = (
            "So moves A − B, with $v_A$ − $v_B$. If A − B is held still, the origin moves in the other direction."
        )
    else:
        because = f"A moves with $v_A$, B with $v_B$. A − B moves with $v_A$ − $v_B$. You are {fixed(off, 0)}° off."
    head = "" if is_right else "The direction of A − B" if off >= 180.0 - TURNED else "Another direction"
    remarks = () if is_right else (Remark(points[0], "not this direction"),)

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space":
            canvas.arrow((0.0, 0.0), at, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.FEATURE)

    return Verdict(is_right, because, head, remarks=remarks, draw=draw)


def vertex_met(moment: Moment[Any]) -> Click | None:
    """The vertex that meets the edge which the entry face comes from."""
    scene, hit = moment.scene, moment.step
    edge = scene.figure.edges[hit.face]
    (part, *more) = parts(edge, scene.a.world.points)
    other, letter = (scene.b.world, "B") if part.ink is Ink.A else (scene.a.world, "A")
    way = hit.normal if letter == "A" else -hit.normal
    reach = other.points @ way
    right = [k for k, r in enumerate(reach.tolist()) if r > reach.max() - TIED]
    if moment.compare or more or len(right) > 1 or len(reach) < 3 or scene.figure.radius > 0.0:
        return None
    return Click(
        f"Which vertex of {letter} will meet {named(part)}? Click it in the world.",
        partial(_judge_vertex, other, letter, way),
        frozenset((FeatureRef(letter, FeatureKind.VERTEX, right[0]),)),
    )


def _judge_vertex(shape: Any, letter: str, way: Vector, answer: FeatureRef | str) -> Verdict:
    if not isinstance(answer, FeatureRef) or (answer.owner, answer.kind) != (letter, FeatureKind.VERTEX):
        return Verdict(
            False,
            f"The entry face is an edge of one shape, and one vertex of {letter}. Click that vertex.",
            "No vertex of " + letter,
        )
    reach = (shape.points @ way).tolist()
    k = int(answer.index)
    is_right, n = max(reach) - reach[k] <= TIED, r"$\hat n$" if letter == "A" else r"$-\hat n$"
    at = tuple(shape.points[k].tolist())
    if is_right:
        because = f"No vertex of {letter} has a greater extent along {n}: the face is the edge, met by vertex {k}."
    else:
        most = reach.index(max(reach))
        because = (
            f"Vertex {most} of {letter} has a greater extent along {n} than vertex {k}: it would be inside already."
        )

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            canvas.unbounded(at, (-way[1], way[0]), ink, line=Line.DASHED)
            measures.unit_arrow(canvas, at, way, n.strip("$"), ink)

    remark = Remark(at, "greatest extent" if is_right else "not the greatest extent", right=is_right)
    return Verdict(is_right, because, "" if is_right else "Another vertex", remarks=(remark,), draw=draw)
