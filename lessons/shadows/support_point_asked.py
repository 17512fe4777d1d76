"""What support point asks: the vertex that the line meets first, and the support value of A after a move."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from geometry import SupportPoint, Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.vector import left_of, length
from lessons.shadows.ruler import vertex_name
from lessons.shadows.support_point_figure import draw_line
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.screen import point_at
from viz.lesson.text import equation, fixed

D, M = r"$\examined{\hat d}$", r"$\boldsymbol m$"
MD = r"$\boldsymbol m\cdot{\hat d}$"
NEAR = 0.06  # world length by which a placed support value may be off
MOVE = 0.32  # of A's size: how far A is moved
TURN = math.radians(125.0)  # from the direction to the move
LEVEL = 1e-9


def first_met(scene: Any) -> Click | None:
    """Which vertex the line meets first; of one vertex nothing is asked."""
    if len(scene.values) == 1:
        return None
    greatest = max(scene.values)
    core, it = ("core ", "the core") if scene.a.shape.radius > 0.0 else ("", "A")
    right = frozenset(_vertex(i) for i, value in enumerate(scene.values) if value >= greatest - LEVEL)

    def judge(clicked: FeatureRef | str) -> Verdict:
        if not isinstance(clicked, FeatureRef) or clicked.kind is not FeatureKind.VERTEX:
            return Verdict(False, "A line from outside always meets a vertex first, or two at once.", "Not a vertex")
        i = clicked.index
        at = scene.a.world.points[i]
        place = (float(at[0]), float(at[1]))
        draw = partial(_draw_level, scene, i, clicked in right)
        if clicked in right:
            because = f"All of {it} lies behind the line through {vertex_name(i)}: no vertex is farther along {D}."
            return Verdict(True, because, remarks=(Remark(place, "met first", right=True),), draw=draw)
        stands = f"The line through {vertex_name(i)} cuts {it}."
        because = f"{stands} The part in front of it lies farther along {D}."
        if scene.values[i] <= min(scene.values) + LEVEL:
            stands = f"All of {it} lies in front of the line through {vertex_name(i)}."
            because = f"{stands[:-1]}, farther along {D}."
        tip = scene.direction.end
        if math.dist(at, tip) <= min(math.dist(each, tip) for each in scene.a.world.points) + LEVEL:
            because = f"{vertex_name(i)} is nearest to the arrow, but {D} has no place. "
            because += stands
        return Verdict(False, because, "Not the first", (Remark(place, f"{it} in front"),), draw=draw)

    text = (
        f"Picture a line perpendicular to {D} that moves in against it. Click the {core}vertex that it meets first."
    )
    return Click(text, judge, right, kinds=frozenset((FeatureKind.VERTEX,)))


def _vertex(index: int) -> FeatureRef:
    return FeatureRef("A", FeatureKind.VERTEX, index)


def _draw_level(scene: Any, i: int, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The line through a vertex, and what of A lies in front of it."""
    at, d = scene.a.world.points[i], scene.direction.vector
    if is_right:  # the line itself has moved in
        draw_line(canvas, scene, scene.values[i])
        return
    canvas.unbounded(at, left_of(d), Ink.FAULTY, line=Line.DOTTED)
    part = cut(scene.a.world.points.tolist(), d, scene.values[i])
    if len(part) > 2:
        canvas.area(part, Ink.FAULTY, opacity=0.3)


def cut(outline: list[list[float]], d: Vector, level: float) -> list[tuple[float, float]]:
    """The part of a convex outline that lies farther along d than a level."""
    x, y = d.tolist()
    found: list[tuple[float, float]] = []
    for (px, py), (qx, qy) in zip(outline, outline[1:] + outline[:1], strict=True):
        p, q = px * x + py * y - level, qx * x + qy * y - level
        if p >= 0.0:
            found.append((px, py))
        if p * q < 0.0:
            t = p / (p - q)
            found.append((px + t * (qx - px), py + t * (qy - py)))
    return found


def moved(scene: Any, tie: SupportPoint) -> Place:
    """Where on the ruler the support value lies after a move of A, drawn as an arrow."""
    ruler, d, size = scene.ruler, scene.direction.vector, MOVE * scene.a.world.size
    # A change of whole hundredths: the sum is right as it is printed.
    m = round(size * math.cos(TURN), 2) * d + size * math.sin(TURN) * left_of(d)
    part, end = float(m @ d), tie.value + float(m @ d)

    def judge(points: Points) -> Verdict:
        place = ruler.place(points[0])
        is_right = abs(place - end) <= NEAR
        draw = partial(_draw_drop, scene, tie.point + m, place, is_right)
        if is_right:
            sum_ = equation("{h} − {part} = {result}", lambda h, part: h - part, h=tie.value, part=-part)
            because = f"{MD} = {fixed(part)} is added to every dot product: $h$ = {sum_}."
            remarks = (Remark(ruler.at(end), f"h = {fixed(end)}", right=True),)
            return Verdict(True, because, remarks=remarks, draw=draw)
        because = f"Every vertex moves by {M}. Go from the moved support point perpendicular to the ruler."
        if abs(abs(place - tie.value) - length(m)) <= NEAR:
            because = f"{M} is {fixed(length(m))} long, but does not point along {D}. Only {MD} changes $h$."
        elif abs(place - tie.value) <= NEAR:
            because = f"The support vertex stays the same, but it moves: its dot product changes by {MD}."
        return Verdict(
            False, because, "Not there", (Remark(ruler.at(place), f"here it is {fixed(place)}"),), draw=draw
        )

    return Place(
        f"A moves by {M}. Drag the mark to the new support value $h$ of A on the ruler.",
        judge,
        start=(ruler.at(tie.value),),
        right=(ruler.at(end),),
        pane="world",
        along=(ruler.path,),
        names=("h",),
        draw=partial(_draw_moved, scene, tie, m),
    )


def _draw_moved(scene: Any, tie: SupportPoint, m: Vector, canvas: Canvas, pane: str) -> None:
    marks.ghost(canvas, scene.a.world.moved(m), Ink.INTERFACE, Line.DOTTED)
    measures.vector_arrow(canvas, tie.point, m, Ink.INTERFACE, r"\boldsymbol m")


def _draw_drop(scene: Any, point: Vector, place: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """A line through the mark, perpendicular to the direction, as long as it takes to pass the moved point."""
    ruler, side = scene.ruler, left_of(scene.direction.vector)
    foot = ruler.at(place)
    far = float((point - foot) @ side)
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    canvas.stroke((foot, point_at(foot, side, far)), ink, line=line)
    canvas.dot(point, ink if is_right else Ink.INTERFACE)
