"""What the GJK ray cast asks: how far the first line lets x go, and which vertex bears the next line."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, SimplexKept
from geometry.vector import left_of, length
from lessons.motion.casts import ORIGIN
from lessons.motion.gjk_ray_cast_figure import OWNER
from lessons.stories.grouping import apart
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.04  # of time: so far from the right place an answer may be
TIED = 1e-6  # world length: vertices that reach as far as each other


def first_advance(moment: Moment[Any]) -> Place | None:
    """The time to which the first line lets the estimate advance."""
    plane = next((step for step in apart(moment.trace) if isinstance(step, PlaneFound)), None)
    if moment.compare or plane is None or not 0.1 < plane.next_fraction < 0.9:
        return None
    v = moment.scene.velocity
    x, y = (-v).tolist()
    t = plane.next_fraction
    return Place(
        f"The first line is $g$ = {fixed(plane.gap)} away, and $v\\cdot\\hat n$ = {fixed(plane.closing)}. "
        "Drag the ring to where $x$ meets it.",
        partial(_judge_advance, v, plane),
        start=(ORIGIN,),
        right=((t * x, t * y),),
        pane="space",
        along=((ORIGIN, (x, y)),),
        names=("x",),
        draw=partial(_quarters, v),
    )


def _judge_advance(v: Vector, plane: PlaneFound, points: Points) -> Verdict:
    t, right = length(np.array(points[0])) / length(v), plane.next_fraction
    is_right = abs(t - right) <= NEAR
    because = f"In a time of {fixed(t)} the gap closes by {fixed(t)} · {fixed(plane.closing)} = "
    because += f"{fixed(t * plane.closing)}. It is $g$ = {fixed(plane.gap)}."
    if is_right:
        because = f"Gap / closing speed: {fixed(plane.gap)} / {fixed(plane.closing)} = {fixed(right)}."
    elif abs(t - plane.gap) <= NEAR:
        because = f"That is $g$ itself, taken as a time. {because}"
    remark = Remark(points[0], f"t = {fixed(t)}", right=is_right)

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space":
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            if is_right:
                canvas.unbounded(-right * v, left_of(plane.normal), ink, line=Line.DASHED)
            canvas.stroke((ORIGIN, points[0]), ink, line=Line.FEATURE)

    return Verdict(is_right, because, "" if is_right else "Another time", remarks=(remark,), draw=draw)


def _quarters(v: Vector, canvas: Canvas, pane: str) -> None:
    """A ruler of time beside the rail."""
    if pane == "space":
        side = 20.0 * canvas.pixel * left_of(v) / length(v)
        for k in range(1, 5):
            at = -0.25 * k * v
            canvas.stroke((at - 0.4 * side, at - side), Ink.QUIET, line=Line.THIN)
            canvas.label(f"{0.25 * k:.2f}", at - side, Ink.QUIET, toward=-side, style=TextStyle.CAPTION)


def next_support(moment: Moment[Any]) -> Click | None:
    """The vertex of A − B that bears the next line."""
    rest = list(apart(moment.trace.steps[moment.index + 1 :]))
    plane, points = rest[0], moment.scene.figure.points
    kept = moment.step.last
    if moment.compare or moment.index != 1 or not isinstance(plane, PlaneFound) or not isinstance(kept, SimplexKept):
        return None
    reach = points @ plane.normal
    right = np.flatnonzero(reach > reach.max() - TIED)
    if len(right) > 1 or len(points) < 3 or moment.scene.figure.radius > 0.0:
        return None
    return Click(
        "The next line looks along the arrow, to the new $x$. Through which vertex of A − B does it go? Click it.",
        partial(_judge_support, points, plane.normal),
        frozenset((FeatureRef(OWNER, FeatureKind.VERTEX, int(right[0])),)),
    )


def _judge_support(points: Any, n: Vector, answer: FeatureRef | str) -> Verdict:
    if not isinstance(answer, FeatureRef) or answer.owner != OWNER:
        return Verdict(
            False, "A supporting line goes through a vertex of A − B: click one of its corners.", "No vertex"
        )
    reach = points @ n
    k = int(answer.index)
    is_right = bool(reach[k] > reach.max() - TIED)
    ahead = float(reach.max() - reach[k])
    because = "No vertex of A − B reaches further along the arrow, so none is in front of this line."
    if not is_right:
        because = (
            f"A − B reaches {fixed(ahead)} further along the arrow than this vertex. It must lie behind the line."
        )

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space":
            canvas.unbounded(points[k], left_of(n), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED)

    words = "support point" if is_right else "A − B is in front"
    remark = Remark(tuple(points[k].tolist()), words, right=is_right)
    return Verdict(is_right, because, "" if is_right else "Not the support point", remarks=(remark,), draw=draw)
