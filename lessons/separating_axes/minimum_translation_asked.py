"""What minimum translation asks: the shortest move that frees B, and A's half of it."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from geometry import Convex, Vector, separation
from geometry.tolerance import rounding
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Place, Points, Remark, Verdict
from viz.lesson.scene import Arrow
from viz.lesson.text import fixed

NEAR = 0.1  # of the depth: a move may be so much too long, or so much too short
ALONG = 0.99  # cosine: a move this near to the line of the centres is along it


def shortest_move(moment: Moment[Any]) -> Adjust | None:
    """The learner drags the arrow at B's middle: the ghost goes along."""
    (a, b), m = moment.scene.shapes, moment.trace.result.translation
    depth = math.hypot(*m)
    if depth <= rounding(a, b):
        return None

    def judge(scene: Any) -> Verdict:
        v, ghost = scene.push.vector, scene.b.world.moved(scene.push.vector)
        length, left = math.hypot(*v), separation(scene.a.world, ghost)
        shown = partial(_draw_ghost, ghost)
        at = (float(scene.push.end[0]), float(scene.push.end[1]))
        if left < -NEAR * depth:
            because = f"After this move the projections still overlap on every axis, by {fixed(-left)} at the least."
            return Verdict(False, because, "Not free yet", (Remark(at, f"overlap {fixed(-left)}"),), draw=shown)
        if length > (1.0 + NEAR) * depth:
            centres = scene.b.world.centroid - scene.a.world.centroid
            because = f"B is free, but the move is {fixed(length)} long. A shorter one is perpendicular to an edge."
            if float(centres @ v) > ALONG * length * math.hypot(*centres):
                because = "You moved along the line of the centres. The shortest move is perpendicular to an edge."
            return Verdict(False, because, "Free, but too long", (Remark(at, f"length {fixed(length)}"),), draw=shown)
        facing = moment.trace.result.found.best.facing
        past = f", perpendicular to {facing}" if facing is not None else ""
        because = f"Your move is {fixed(length)} long. The shortest is {fixed(depth)}{past}."
        return Verdict(True, because, remarks=(Remark(at, "short enough", True),), draw=partial(_draw_right, ghost))

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


def _draw_ghost(shape: Convex, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, shape, Ink.FAULTY, Line.DOTTED)


def _draw_right(shape: Convex, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, shape, Ink.ANSWER)


def _draw_centre(centre: Vector, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        canvas.dot(centre, Ink.INTERFACE)
        canvas.label("centre of A", centre, Ink.INTERFACE, toward=(-1.0, -0.3))
