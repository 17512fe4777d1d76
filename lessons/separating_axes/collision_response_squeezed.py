"""What is asked of a body between two static ones: where the pushes leave it."""

from __future__ import annotations

from functools import partial
from typing import Any

from lessons.separating_axes.collision_response_gap import squeezed
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.text import counted, fixed

NEAR = 0.06  # of the width of B: a place may be so far off


def squeezed_end(moment: Moment[Any]) -> Place | None:
    """Where B ends: the last push is one out of C, whatever the first one does."""
    scene, end = moment.scene, moment.trace.result
    found = squeezed(scene, end.moved)
    if found is None:
        return None
    width, _, n = found
    b, slop = scene.shapes[1], scene.slop
    right, near = float(end.moved[1] @ n), NEAR * width
    left = {pair: scene.depth_of(pair, end.moved) for pair in ((0, 1), (1, 2))}
    if abs(left[1, 2] - slop) > 1e-3 or abs(right - moment.step.push) < 2.0 * near or right < 2.0 * near:
        return None

    def place(along: float) -> Points:
        x, y = b.centroid + along * n
        return ((float(x), float(y)),)

    def judge(points: Points) -> Verdict:
        along = float((points[0] - b.centroid) @ n)
        is_right = abs(along - right) <= near
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        because = f"The last push leaves B in C by the slop, {fixed(slop)}. "
        because += f"B and A overlap by {fixed(left[0, 1])} then: the overlap has only moved."
        if not is_right:
            deep = scene.depth_of((1, 2), (0.0 * n, along * n, 0.0 * n))
            there = f"overlap by {fixed(deep)}" if deep else "do not overlap"
            because = f"Here B and C {there}. But the last push of each iteration leaves them the slop, "
            because += f"{fixed(slop)}."
        words = Remark(points[0], f"moved {fixed(along)}", is_right)
        head = "" if is_right else "Not where B ends"
        return Verdict(is_right, because, head, (words,), draw=partial(_draw_ghost, b.moved(along * n), ink))

    text = "Each iteration pushes B out of A, then out of C. Drag the ring to the centre of B after "
    text += f"{counted(end.rounds, 'iteration')}."
    path = (*place(-0.2 * width), *place(0.5 * width))
    return Place(text, judge, place(0.0), place(right), "world", (path,), ("B",))


def _draw_ghost(shape: Any, ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, shape, ink, Line.DOTTED if ink is Ink.FAULTY else Line.END)
