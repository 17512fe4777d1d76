"""What minimum translation asks: the shortest move that frees B, where it turns, and A's half of it."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Vector, minimum_translation, separation, support
from geometry.feature import FeatureRef
from geometry.tolerance import rounding
from lessons.separating_axes.minimum_translation_figure import shared
from lessons.stories.common import draw_common
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Place, Points, Remark, Verdict
from viz.lesson.scene import Arrow
from viz.lesson.text import fixed

TIED, ROUND = "tie", "round"  # scenes with a question of their own
UP = np.array((0.0, 1.0))
UPWARD = math.cos(math.radians(15.0))  # a push this near to straight up points up
NEAR = 0.1  # of the depth: a move may be so much too long, or so much too short
NamedEdge = tuple[np.ndarray, str]
ALONG = 0.99  # cosine: a move this near to the line of the centres is along it


def first_question(moment: Moment[Any]) -> Adjust | None:
    """What a scene asks before the overlaps are known."""
    match moment.scene.asks:
        case "":
            return shortest_move(moment)
        case tied if tied == TIED:
            return only_upward(moment)
        case rounded if rounded == ROUND:
            return past_an_edge(moment)
        case _:
            return None


def only_upward(moment: Moment[Any]) -> Adjust:
    """Of two pushes that are equally short, one is to become the shorter one."""

    def judge(scene: Any) -> Verdict:
        (a, b), answer = scene.shapes, minimum_translation(*scene.shapes)
        at, m = _middle(scene), answer.translation
        if m is None or math.hypot(*m) <= rounding(a, b):
            return _free(at)
        draw = partial(_pushed, b, m)
        first, *others = sorted(answer.found.tests, key=lambda test: -test.separation)
        least, size = -first.separation, math.hypot(*m)
        if others and -others[0].separation - least <= 1e-3:
            because = f"Both pushes are still {fixed(least)} long. A tie has no shortest push."
            return Verdict(False, because, "Still a tie", (Remark(at, "two pushes"),), draw=draw)
        next_best = f" The next one would be {fixed(-others[0].separation)}." if others else ""
        if m[1] < UPWARD * size:
            because = f"The shortest push is {fixed(size)} long and does not point up.{next_best}"
            return Verdict(False, because, "Another push", (Remark(at, "not up"),), draw=draw)
        because = f"The push up is {fixed(size)} long.{next_best} At a tie a tiny displacement of B decides."
        return Verdict(True, because, remarks=(Remark(at, "up", True),), draw=partial(draw, is_right=True))

    def shown(scene: Any) -> Any:
        """B a little higher: the way past A's top is the shortest then. A free B is put straight above A."""
        (a, b), m = scene.shapes, minimum_translation(*scene.shapes).translation
        depth = 0.0 if m is None else math.hypot(*m)
        way = float(support(a, UP).point[1]) - float(support(b, -UP).point[1])
        if depth > rounding(a, b):
            return scene.with_field("b", scene.b.moved((0.0, way - 0.8 * depth)))
        return scene.with_field("b", scene.b.moved((float(a.centroid[0] - b.centroid[0]), way - 0.2)))

    return Adjust("Two pushes are equally short. Drag B, so that only the push up is shortest.", judge, shown, "b")


def past_an_edge(moment: Moment[Any]) -> Adjust | None:
    """Rotate B until a flat side of it decides instead of a round corner; None for other shapes than a circle A and
    a rounded polygon B: their push has no round corner, or no centre of A, to tell of."""
    a, b = moment.scene.shapes
    if len(a.points) > 1 or b.radius == 0.0 or len(b.points) < 3:
        return None

    def judge(scene: Any) -> Verdict:
        (a, b), answer = scene.shapes, minimum_translation(*scene.shapes)
        at, m, best = _middle(scene), answer.translation, answer.found.best
        if m is None or math.hypot(*m) <= rounding(a, b):
            return _free(at)
        draw, size = partial(_pushed, b, m), fixed(math.hypot(*m))
        if best.facing is None:
            others = [test for test in answer.found.tests if test.facing is not None]
            least = max((test.separation for test in others), default=-math.inf)
            because = f"A round corner of B is nearest to A's centre: the push is {size}. "
            because += f"Perpendicular to an edge it is {fixed(-least)}." if others else ""
            return Verdict(False, because, "A corner decides", (Remark(at, "corner"),), draw=draw)
        because = f"Now {best.facing} is nearest to A's centre: the push is {size}, perpendicular to it."
        draw = partial(draw, is_right=True, edge=_facing_edge(scene, best.facing))
        return Verdict(True, because, remarks=(Remark(at, "edge", True),), draw=draw)

    def shown(scene: Any) -> Any:
        turned = (scene.with_field("b", scene.b.turned(math.radians(3.0 * i))) for i in range(120))
        return next((each for each in turned if judge(each).right), scene)

    return Adjust("Rotate B until the shortest push is perpendicular to an edge of B.", judge, shown, "b")


def shortest_move(moment: Moment[Any]) -> Adjust | None:
    """The learner drags the arrow at B's middle: the ghost goes along."""
    (a, b), m = moment.scene.shapes, moment.trace.result.translation
    depth = math.hypot(*m)
    if depth <= rounding(a, b):
        return None

    def judge(scene: Any) -> Verdict:
        v, ghost = scene.push.vector, scene.b.world.moved(scene.push.vector)
        length, left = math.hypot(*v), separation(scene.a.world, ghost)
        shown = partial(_draw_deep, ghost, scene.a.world)
        at = (float(scene.push.end[0]), float(scene.push.end[1]))
        if left < -NEAR * depth:
            because = f"After this move the projections still overlap on every axis, by {fixed(-left)} at the least."
            inside = shared(scene.a.world, ghost)
            at = tuple(np.mean(inside, axis=0).tolist()) if inside else at
            return Verdict(False, because, "Not free yet", (Remark(at, "still inside A"),), draw=shown)
        if length > (1.0 + NEAR) * depth:
            centres = scene.b.world.centroid - scene.a.world.centroid
            because = f"B is free, but the move is {fixed(length)} long. A shorter one is perpendicular to an edge."
            if float(centres @ v) > ALONG * length * math.hypot(*centres):
                because = "You moved along the line of the centres. The shortest move is perpendicular to an edge."
            return Verdict(False, because, "Free, but too long", (Remark(at, f"length {fixed(length)}"),), draw=shown)
        facing = moment.trace.result.found.best.facing
        because = f"The shortest move is {fixed(depth)} long."
        if facing is not None:
            past = "an oblique move past this edge is longer"
            because = f"The shortest move, {fixed(depth)}, is perpendicular to {facing}: {past}."
        told = "just free" if left > -0.005 else "nearly free"
        draw = partial(_draw_right, ghost, edge=_facing_edge(moment.scene, facing))
        return Verdict(True, because, remarks=(Remark(at, told, True),), draw=draw)

    def shown(scene: Any) -> Any:
        return scene.with_field("push", Arrow((0.0, 0.0), m))

    return Adjust(
        "Drag the tip of the arrow: make the shortest move of B that frees it from A.", judge, shown, "push"
    )


def half_of_the_push(moment: Moment[Any], m: Vector) -> Place | None:
    """Where the middle of A ends if both move equally far."""
    a, b = moment.scene.shapes
    depth, centre = math.hypot(*m), a.centroid
    if moment.scene.moves != "both" or depth <= rounding(a, b):
        return None
    wanted, aside = centre - m / 2.0, (centre[0] - 0.9 * m[1], centre[1] + 0.9 * m[0])

    def judge(points: Points) -> Verdict:
        x, y = points[0]
        v = (x - float(centre[0]), y - float(centre[1]))
        left = separation(a.moved(v), b.moved(m / 2.0))
        draw = partial(_draw_ghost, a.moved(v))
        if math.dist(points[0], wanted) <= 0.25 * depth:
            because = f"A moves by −m/2 and B by m/2, {fixed(depth / 2.0)} each: together {fixed(depth)}."
            moved = a.moved(-m / 2.0)
            return Verdict(
                True, because, remarks=(Remark(points[0], "−m/2", True),), draw=partial(_draw_right, moved)
            )
        told = f"they overlap by {fixed(-left)}" if left < 0.0 else f"they are {fixed(left)} apart"
        because = f"With this move of A, and B's half, {told}. "
        along = v[0] * m[0] + v[1] * m[1]
        because += "A has to move **against** m." if along > 0.0 else "They should just touch, each moved as far."
        return Verdict(False, because, "Not A's half", (Remark(points[0], told),), draw=draw)

    text = "A and B now share the push equally. Drag the ring to where the centre of A ends."
    here, there = (float(aside[0]), float(aside[1])), (float(wanted[0]), float(wanted[1]))
    return Place(
        text, judge, start=(here,), right=(there,), pane="world", names=("A",), draw=partial(_draw_centre, centre)
    )


def _draw_deep(ghost: Convex, a: Convex, canvas: Canvas, pane: str) -> None:
    """The ghost of a wrong move, and what of it is still inside A."""
    _draw_ghost(ghost, canvas, pane)
    if pane == "world":
        draw_common(canvas, shared(a, ghost), Ink.FAULTY)


def _draw_ghost(shape: Convex, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, shape, Ink.FAULTY, Line.DOTTED)


def _middle(scene: Any) -> tuple[float, float]:
    x, y = scene.b.world.centroid.tolist()
    return x, y


def _free(at: tuple[float, float]) -> Verdict:
    return Verdict(False, "B is free: nothing has to be pushed.", "No overlap", (Remark(at, "free"),))


def _pushed(
    b: Convex, m: Vector, canvas: Canvas, pane: str, *, is_right: bool = False, edge: NamedEdge | None = None
) -> None:
    """The shortest push of B as it is now, and where it ends; the edge that it is perpendicular to."""
    if pane == "world":
        _draw_named(canvas, edge)
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        marks.ghost(canvas, b.moved(m), ink, Line.END if is_right else Line.DOTTED)
        canvas.arrow(b.centroid, b.centroid + m, ink)


def _facing_edge(scene: Any, facing: FeatureRef | None) -> NamedEdge | None:
    """The edge that the words name, and where it lies."""
    return None if facing is None else (scene.shapes["AB".index(facing.owner)].edges[facing.index], str(facing))


def _draw_named(canvas: Canvas, edge: NamedEdge | None) -> None:
    if edge is not None:
        marks.highlight_edge(canvas, edge[0], Ink.ANSWER, edge[1])


def _draw_right(shape: Convex, canvas: Canvas, pane: str, *, edge: NamedEdge | None = None) -> None:
    if pane == "world":
        _draw_named(canvas, edge)
        marks.ghost(canvas, shape, Ink.ANSWER)


def _draw_centre(centre: Vector, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        canvas.dot(centre, Ink.INTERFACE)
        canvas.label("centre of A", centre, Ink.INTERFACE, toward=(-1.0, -0.3))
