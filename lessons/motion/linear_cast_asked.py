"""What the linear cast asks: which way the origin moves, which line it crosses first, and which vertex meets the edge
of the entry face."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.linear_cast_steps import FeatureHit
from geometry.vector import left_of, length
from lessons.motion.casts import beside
from lessons.motion.linear_cast_faces import ends_of, height
from lessons.motion.linear_cast_words import face_name
from lessons.stories.outlines import Part, named, outward, parts
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

TURNED = 12.0  # degrees: so far from the right direction an answer may be
RING = 0.25  # of the size of A − B: radius of the circle on which the direction is placed
CLEAR = 0.35  # of the arrow of an answer: so far from the middle of A − B its own arrow starts
APART = 0.03  # of the motion: between the first line crossed and the second, that the first can be told
OWNER = "A − B"
TIED = 1e-6  # world length: vertices that reach as far as each other


def origins_way(moment: Moment[Any]) -> Place | None:
    """The direction in which the origin moves, if A − B is held still: placed on a circle around it."""
    v, figure = moment.scene.velocity, moment.scene.figure
    if length(v) < TIED or moment.trace.result.fraction == 0.0:
        return None
    size = RING * float(np.ptp(figure.points, axis=0).max())
    ring = tuple((size * math.cos(a), size * math.sin(a)) for a in np.linspace(0.0, math.tau, 73).tolist())
    way = -size * v / length(v)
    return Place(
        "Hold A − B still. In which direction does the origin move then? Drag the ring there.",
        partial(_judge_way, moment.scene, size),
        start=((float(-way[1]), float(way[0])),),
        right=((float(way[0]), float(way[1])),),
        pane="space",
        along=(ring,),
        names=("direction",),
    )


def _judge_way(scene: Any, size: float, points: Points) -> Verdict:
    at, v = np.array(points[0]), scene.velocity
    by_a, by_b = scene.sweep_a.motion, scene.sweep_b.motion
    off = _angle(at, -v)
    is_right, is_opposite = off <= TURNED, off >= 180.0 - TURNED
    if is_right:
        x, y = (fixed(float(each)) for each in v)
        because = f"A − B moves with $v$ = $v_A$ − $v_B$ = ({x}, {y}). Seen from it, the origin moves by −$v$."
    elif is_opposite:
        because = (
            "So moves A − B, with $v_A$ − $v_B$. If A − B is held still, the origin moves in the other direction."
        )
    elif length(by_b) > TIED and _angle(at, -by_a) <= TURNED:
        because = "So it moves if only A moves. But B moves too: add $v_B$ at the tip of your arrow."
    elif length(by_a) > TIED and _angle(at, by_b) <= TURNED:
        because = "So it moves if only B moves. But A moves too: add $-v_A$ at the tip of your arrow."
    else:
        because = (
            "Your direction would be right if A − B moved along the pink arrow. But A − B moves by $v_A$ − $v_B$: "
            "draw $-v_B$ from the tip of $v_A$."
        )
    head = "" if is_right else "The direction of A − B" if is_opposite else "Another direction"
    remarks = () if is_right else (Remark(points[0], "not this direction"),)

    def draw(canvas: Canvas, pane: str) -> None:
        if pane != "space":
            return
        if not is_right:
            canvas.arrow((0.0, 0.0), at, Ink.FAULTY, line=Line.DOTTED)
            middle = scene.figure.points.mean(axis=0)  # where A − B would then have to go, clear of its name
            canvas.arrow(middle - CLEAR * at, middle - (1.0 + CLEAR) * at, Ink.FAULTY, line=Line.DOTTED)
            return
        canvas.arrow((0.0, 0.0), at, Ink.ANSWER, line=Line.FEATURE)
        canvas.symbol(r"-\boldsymbol v", at, Ink.ANSWER, toward=at)  # beyond the tip: clear of axes and v
        _draw_relative(canvas, by_a, by_b, size / length(v))

    return Verdict(is_right, because, head, remarks=remarks, draw=draw)


def _angle(one: Vector, other: Vector) -> float:
    """Degrees between two vectors; 180 where one is none."""
    sizes = length(one) * length(other)
    return math.degrees(math.acos(max(-1.0, min(1.0, float(one @ other) / sizes)))) if sizes > 0.0 else 180.0


def _draw_relative(canvas: Canvas, by_a: Vector, by_b: Vector, scale: float) -> None:
    """v_A and −v_B end to end, and the relative velocity that they make."""
    tip, end = scale * by_a, scale * (by_a - by_b)
    side = 1.0 if float(left_of(end) @ tip) >= 0.0 else -1.0
    if length(by_a) > TIED and length(by_b) > TIED:
        measures.vector_arrow(canvas, (0.0, 0.0), tip, Ink.A, r"\boldsymbol v_A", side=side)
        measures.vector_arrow(canvas, tip, end - tip, Ink.B, r"-\boldsymbol v_B", side=side)
    measures.vector_arrow(canvas, (0.0, 0.0), end, Ink.EXAMINED, r"\boldsymbol v", side=-side)


def first_line(moment: Moment[Any]) -> Click | None:
    """The face whose line the origin crosses first: it is not the one that it enters."""
    scene, hit = moment.scene, moment.first(FeatureHit)
    times = [_crossing(scene, i) for i in range(len(scene.figure.edges))]
    ahead = sorted((t, i) for i, t in enumerate(times) if t is not None and t > 0.0)
    if moment.compare or is_reflected(scene) or hit is None or hit.face is None or len(ahead) < 2:
        return None
    (t, first), (second, _) = ahead[:2]
    if second - t < APART or first == hit.face:
        return None
    return Click(
        "A face’s line goes on beyond its ends. Which line does the origin cross first? Click its face in A − B.",
        partial(_judge_line, scene, times, first),
        frozenset((_face_ref(first),)),
        owner=OWNER,
    )


def clickable_faces(canvas: Canvas, scene: Any) -> None:
    """All faces of A − B."""
    for i, edge in enumerate(scene.figure.edges):
        canvas.feature(ends_of(scene, i), _face_ref(i), Ink.B if edge.of_a is None else Ink.A)


def _face_ref(index: int) -> FeatureRef:
    return FeatureRef(OWNER, FeatureKind.EDGE, index)


def _crossing(scene: Any, face: int) -> float | None:
    """When the origin crosses the line of a front face; None for a back face."""
    closing = float(outward(scene.figure.edges[face]) @ scene.velocity)
    return height(scene, face) / closing if closing > TIED else None


def _judge_line(scene: Any, times: Sequence[float | None], first: int, answer: FeatureRef | str) -> Verdict:
    assert isinstance(answer, FeatureRef)
    face, t = answer.index, times[answer.index]
    is_right, name = face == first, face_name(scene, face)
    if t is None or t <= 0.0:
        because = f"The origin starts behind the line of {name}, so it cannot enter A − B through that face."
        return Verdict(False, because, "Behind this line", draw=partial(_draw_line, scene, face, None, is_right))
    at = -t * scene.velocity
    because = "In your mind, extend the other faces beyond both ends: one of their lines is crossed before this one."
    if is_right:
        others = [face_name(scene, i) for i, at_t in enumerate(times) if at_t is not None and at_t > t]
        because = (
            f"{name}’s line. But the origin is then still in front of {' and '.join(others)}: it is outside of A − B."
        )
    draw = partial(_draw_line, scene, face, at, is_right)
    return Verdict(is_right, because, "" if is_right else "Not the first line", draw=draw)


def _draw_line(scene: Any, face: int, at: Vector | None, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The line of the face that was clicked."""
    if pane != "space":
        return
    edge, ink = scene.figure.edges[face], Ink.ANSWER if is_right else Ink.FAULTY
    ends = ends_of(scene, face)
    canvas.unbounded(ends[0], ends[1] - ends[0], ink, line=Line.DASHED)
    marks.highlight_edge(canvas, ends, ink, face_name(scene, face), outward=-outward(edge), glow=False)
    if at is not None:
        v = scene.velocity
        place, toward = beside(canvas, v, at, scene.figure.points.mean(axis=0))
        canvas.dot(at, ink, Point.HOLLOW)
        canvas.label(f"$t$ = {fixed(-float(at @ v) / float(v @ v))}", place, ink, toward=toward)


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
        partial(_judge_vertex, other, letter, part, way),
        frozenset((FeatureRef(letter, FeatureKind.VERTEX, right[0]),)),
    )


def _judge_vertex(shape: Any, letter: str, part: Part, way: Vector, answer: FeatureRef | str) -> Verdict:
    n, face = r"$\hat n$" if letter == "A" else r"$-\hat n$", part.name
    if not isinstance(answer, FeatureRef) or (answer.owner, answer.kind) != (letter, FeatureKind.VERTEX):
        return Verdict(
            False,
            f"Face {face} is made of {named(part)} and one vertex of {letter}, the support vertex along {n}. Click "
            "it.",
            f"No vertex of {letter}",
        )
    reach = (shape.points @ way).tolist()
    k = int(answer.index)
    most, ahead = reach.index(max(reach)), max(reach) - reach[k]
    is_right, at, first = ahead <= TIED, shape.points[k], shape.points[most]
    because = f"Vertex {k} is the support vertex of {letter} along {n}: no other vertex lies as far along it."
    if not is_right:
        because = (
            f"When vertex {k} meets the line of {named(part)}, vertex {most} is already {fixed(ahead)} beyond it."
        )

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            canvas.unbounded(at, (-way[1], way[0]), ink, line=Line.DASHED)
            measures.unit_arrow(canvas, at, way, n.strip("$"), ink)
            if not is_right:
                measures.measure(canvas, first - ahead * way, first, ink, fixed(ahead))

    x, y = at.tolist()
    remark = Remark((x, y), "support vertex" if is_right else "not the support vertex", right=is_right)
    return Verdict(is_right, because, "" if is_right else "Another vertex", remarks=(remark,), draw=draw)
