"""What support point asks: the vertex that the line meets first, and the support value of A after a move."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, SupportPoint, Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.vector import left_of, length
from lessons.shadows.ruler import vertex_name
from lessons.shadows.support_point_figure import draw_line
from lessons.shadows.support_point_goals import ALONE, ARROW, GREATEST, ORIGIN, SIDE
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.screen import point_at
from viz.lesson.text import equation, fixed

D, M = r"$\examined{\hat d}$", r"$\boldsymbol m$"
MD = r"$\boldsymbol m\cdot{\hat d}$"
NEAR = 0.06  # world length by which a placed support value may be off
MOVE = 0.32  # of A's size: how far A is moved
TURN = math.radians(125.0)  # from the direction to the move
LEVEL = 1e-9
BELOW, ASIDE = 34.0, 14.0  # pixels from the middle of a part to its words; from an arrow to where it has moved


def first_met(scene: Any) -> Click | None:
    """Which vertex the line meets first; of one vertex nothing is asked, and not of every scene the same."""
    if len(scene.values) == 1 or scene.task in (ORIGIN, ALONE):
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
        return Verdict(False, because, "Not the first", (Remark(place, ""),), draw=draw)

    text = (
        f"Picture a line perpendicular to {D} that moves in against it. Click the {core}vertex that it meets first."
    )
    if scene.task == ARROW:
        text = f"Click the vertex of A that lies farthest along {D}. Its line leaves nothing of A in front."
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
    it = "the core" if scene.a.shape.radius > 0.0 else "A"
    words = f"all of {it} in front" if scene.values[i] <= min(scene.values) + LEVEL else f"part of {it} in front"
    middle = np.mean(part, axis=0)
    if len(part) > 2:
        canvas.area(part, Ink.FAULTY, opacity=0.3)
    if math.dist(middle, scene.a.world.centroid) < BELOW * canvas.pixel:  # clear of the letter there
        middle = middle - (0.0, BELOW * canvas.pixel)
    canvas.label(words, middle, Ink.FAULTY, style=TextStyle.BOLD)


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


class Change(NamedTuple):
    """What changes, where on the ruler the answer then lies, and why."""

    words: str
    end: float
    point: Vector  # of A then, at that place
    because: str
    traps: tuple[tuple[float, str], ...]  # other places, and why not there
    otherwise: str
    start: float
    name: str = "h"
    draw: Callable[[Canvas, str], None] | None = None


def on_the_ruler(scene: Any, tie: SupportPoint) -> Place:
    """Where on the ruler the support value lies after a change; each kind of scene has its own."""
    asked = {ARROW: arrow_moved, ORIGIN: by_direction, SIDE: thicker, ALONE: other_end, GREATEST: thinner}
    change: Change = asked.get(scene.task, moved)(scene, tie)
    ruler = scene.ruler

    def judge(points: Points) -> Verdict:
        place = ruler.place(points[0])
        is_right = abs(place - change.end) <= NEAR
        draw = partial(_draw_drop, scene, change.point, place, is_right)
        if is_right:
            remarks = (Remark(ruler.at(change.end), f"{change.name} = {fixed(change.end)}", right=True),)
            return Verdict(True, change.because, remarks=remarks, draw=draw)
        because = next((why for at, why in change.traps if abs(place - at) <= NEAR), change.otherwise)
        remark = Remark(ruler.at(place), f"here it is {fixed(place)}")
        return Verdict(False, because, "Not there", (remark,), draw=draw)

    return Place(
        change.words,
        judge,
        start=(ruler.at(change.start),),
        right=(ruler.at(change.end),),
        pane="world",
        along=(ruler.path,),
        names=(change.name,),
        draw=change.draw,
    )


TO_H = "Drag the mark to the new support value $h$"


def moved(scene: Any, tie: SupportPoint) -> Change:
    """A moves by an arrow."""
    d, size, h = scene.direction.vector, MOVE * scene.a.world.size, tie.value
    # A change of whole hundredths: the sum is right as it is printed.
    m = round(size * math.cos(TURN), 2) * d + size * math.sin(TURN) * left_of(d)
    part, long = float(m @ d), length(m)
    sum_ = equation("{h} − {part} = {result}", lambda h, part: h - part, h=h, part=-part)
    along = f"{M} is {fixed(long)} long, but does not point along {D}. Only {MD} changes $h$."
    stays = f"The support vertex stays the same, but it moves: its dot product changes by {MD}."
    return Change(
        f"A moves by {M}. {TO_H} of A on the ruler.",
        h + part,
        tie.point + m,
        f"{MD} = {fixed(part)} is added to every dot product: $h$ = {sum_}.",
        ((h - long, along), (h + long, along), (h, stays)),
        f"Every vertex moves by {M}. Go from the moved support point perpendicular to the ruler.",
        h,
        draw=partial(_draw_moved, scene, tie, m, r"\boldsymbol m"),
    )


def arrow_moved(scene: Any, tie: SupportPoint) -> Change:
    """The arrow moves; a direction has no place."""
    m = -0.5 * scene.direction.vector
    return Change(
        f"The arrow moves by {M} and does not turn. {TO_H} on the ruler.",
        tie.value,
        tie.point,
        f"{D} is the same vector as before. No dot product changes: $h$ = {fixed(tie.value)}.",
        ((tie.value - 0.5, f"The arrow has moved, and A has not. A dot product does not know where {D} is drawn."),),
        f"A has not moved, and {D} has not turned. A dot product is made of these two only.",
        0.0,
        draw=partial(_draw_arrow_moved, scene, m),
    )


def by_direction(scene: Any, tie: SupportPoint) -> Change:
    """A moves along the direction, by its length."""
    d, h = scene.direction.vector, tie.value
    sum_ = equation("{h} + 1.00 = {result}", lambda h: h + 1.0, h=h)
    dd = r"$\examined{\hat d}\cdot\examined{\hat d}$"
    return Change(
        f"A moves by {D}. {TO_H} on the ruler.",
        h + 1.0,
        tie.point + d,
        f"{dd} = 1 is added to every dot product: $h$ = {sum_}.",
        ((h, f"The support vertex stays the same, but it moves: its dot product changes by {dd}."),),
        f"Every vertex moves along {D}, as far as {D} is long.",
        h,
        draw=partial(_draw_moved, scene, tie, d, r"\hat d"),
    )


def thicker(scene: Any, tie: SupportPoint) -> Change:
    """The layer grows by half."""
    return _layered(scene, tie, "The layer grows", round(1.5 * scene.a.world.radius, 2))


def thinner(scene: Any, tie: SupportPoint) -> Change:
    """A circle shrinks to about half its radius."""
    return _layered(scene, tie, "The circle shrinks", max(round(0.5 * scene.a.world.radius, 1), 0.1))


def _layered(scene: Any, tie: SupportPoint, what: str, r: float) -> Change:
    old, h = scene.a.world.radius, tie.value
    sum_ = equation("{core} + {r} = {result}", lambda core, r: core + r, core=h - old, r=r)
    scaled = h * r / old
    return Change(
        f"{what} to $r$ = {fixed(r)}. {TO_H} on the ruler.",
        h + r - old,
        tie.point + (r - old) * scene.direction.vector,
        f"The dot product of the core stays, only $r$ is another: $h$ = {sum_}.",
        (
            (h, "The core stays, but the support point moves: its layer has another thickness."),
            (scaled, "$h$ does not change in the ratio of $r$: the dot product of the core stays."),
        ),
        f"The support point moves along {D} by as much as $r$ changes: {fixed(abs(r - old))}.",
        h,
        draw=partial(_draw_layered, scene, r),
    )


def other_end(scene: Any, tie: SupportPoint) -> Change:
    """A line from the other side."""
    least, r = min(scene.values), scene.a.world.radius
    i = scene.values.index(least)
    sum_ = equation("{least} − {r} = {result}", lambda least, r: least - r, least=least, r=r)
    return Change(
        f"Another line moves in along {D}, from the other side. Drag the mark to where it stops, on the ruler.",
        least - r,
        scene.a.world.points[i] - r * scene.direction.vector,
        f"It comes to the layer of {vertex_name(i)}, which has the least dot product: {sum_}.",
        (
            (least, f"This is the place of {vertex_name(i)}. The line stops at its layer, $r$ before."),
            (-tie.value, "The origin is not in the middle of A: this end is not as far from it as the other."),
        ),
        f"It meets the layer of the vertex with the least dot product first, {vertex_name(i)}.",
        0.0,
        "place",
    )


def _draw_moved(scene: Any, tie: SupportPoint, m: Vector, name: str, canvas: Canvas, pane: str) -> None:
    marks.ghost(canvas, scene.a.world.moved(m), Ink.INTERFACE, Line.DOTTED)
    measures.vector_arrow(canvas, tie.point, m, Ink.INTERFACE, name)


def _draw_arrow_moved(scene: Any, m: Vector, canvas: Canvas, pane: str) -> None:
    """The arrow where it then stands, beside where it is: there it would lie over itself."""
    aside = ASIDE * canvas.pixel * left_of(scene.direction.vector)
    start, end = (each + aside for each in (scene.direction.start, scene.direction.end))
    canvas.arrow(start + m, end + m, Ink.INTERFACE, line=Line.THIN)
    measures.vector_arrow(canvas, end, m, Ink.INTERFACE, r"\boldsymbol m")


def _draw_layered(scene: Any, r: float, canvas: Canvas, pane: str) -> None:
    marks.ghost(canvas, Convex(scene.a.world.points, r), Ink.INTERFACE, Line.DOTTED)


def _draw_drop(scene: Any, point: Vector, place: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """A line through the mark, perpendicular to the direction, as long as it takes to pass the moved point."""
    ruler, side = scene.ruler, left_of(scene.direction.vector)
    foot = ruler.at(place)
    far = float((point - foot) @ side)
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    canvas.stroke((foot, point_at(foot, side, far)), ink, line=line)
    canvas.dot(point, ink if is_right else Ink.INTERFACE)
