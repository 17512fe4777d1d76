"""What the GJK ray cast asks: how far the first line lets x go, and which vertex bears the next line."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, SimplexKept
from geometry.vector import left_of, length
from lessons.motion.casts import ORIGIN
from lessons.motion.gjk_ray_cast_figure import OWNER
from lessons.stories.grouping import apart
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 0.05  # of time: so far from the right place an answer may be
TIED = 1e-6  # world length: vertices that reach as far as each other


def first_advance(moment: Moment[Any]) -> Place | None:
    """The time to which the first line lets the estimate advance."""
    plane = next((step for step in apart(moment.trace) if isinstance(step, PlaneFound)), None)
    if moment.compare or is_reflected(moment.scene) or plane is None or not 0.1 < plane.next_fraction < 0.9:
        return None
    v = moment.scene.velocity
    x, y = (-v).tolist()
    t = plane.next_fraction
    return Place(
        r"The first line touches A − B, perpendicular to $\hat n$. Drag the ring to where $x$ meets it.",
        partial(_judge_advance, moment.scene, plane),
        start=((0.8 * x, 0.8 * y) if t < 0.5 else (0.2 * x, 0.2 * y),),
        right=((t * x, t * y),),
        pane="space",
        along=((ORIGIN, (x, y)),),
        names=("x",),
    )


def _judge_advance(scene: Any, plane: PlaneFound, points: Points) -> Verdict:
    """The line through the placed point says itself whether A − B is behind it."""
    v, n, figure = scene.velocity, plane.normal, scene.figure
    t, right = length(np.array(points[0])) / length(v), plane.next_fraction
    is_right = abs(t - right) <= NEAR
    left = float(n @ points[0] - (figure.points @ n).max()) - figure.radius
    because = "A − B does not touch this line: it ends {} behind it, so $x$ may go further."
    if left < 0.0:
        because = "A − B reaches {} in front of this line: $x$ has gone too far."
    because = because.format(fixed(abs(left)))
    if is_right:
        because = f"$g$ = {fixed(plane.gap)} and $v\\cdot\\hat n$ = {fixed(plane.closing)}: "
        because += f"{fixed(plane.gap)} / {fixed(plane.closing)} = {fixed(right)}."
    remark = Remark(points[0], f"t = {fixed(t)}", right=is_right)

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space":
            at = -right * v if is_right else np.array(points[0])
            canvas.unbounded(at, left_of(n), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED)

    return Verdict(is_right, because, "" if is_right else "Not the supporting line", remarks=(remark,), draw=draw)


def next_support(moment: Moment[Any]) -> Click | None:
    """The vertex of A − B that bears the next line."""
    rest = list(apart(moment.trace.steps[moment.index + 1 :]))
    plane, points = rest[0], moment.scene.figure.points
    kept = moment.step.last
    if is_reflected(moment.scene):
        return None
    if moment.compare or moment.index != 1 or not isinstance(plane, PlaneFound) or not isinstance(kept, SimplexKept):
        return None
    reach = points @ plane.normal
    right = np.flatnonzero(reach > reach.max() - TIED)
    if len(right) > 1 or len(points) < 3 or moment.scene.figure.radius > 0.0:
        return None
    return Click(
        "The next line is perpendicular to the arrow at $x$. Through which vertex of A − B does it go? Click it.",
        partial(_judge_support, points, plane.normal),
        frozenset((FeatureRef(OWNER, FeatureKind.VERTEX, int(right[0])),)),
    )


def _judge_support(points: Any, n: Any, answer: FeatureRef | str) -> Verdict:
    if not isinstance(answer, FeatureRef) or answer.owner != OWNER:
        return Verdict(False, "A supporting line goes through a vertex of A − B: click one of them.", "No vertex")
    reach = points @ n
    k = int(answer.index)
    is_right = bool(reach[k] > reach.max() - TIED)
    ahead = float(reach.max() - reach[k])
    because = "No vertex of A − B reaches further along the arrow, so none is in front of this line."
    if not is_right:
        because = f"A − B reaches {fixed(ahead)} further along the arrow than this vertex. "
        because += "All of it must lie behind the line."

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "space":
            canvas.unbounded(points[k], left_of(n), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED)

    words = "support point" if is_right else "A − B is in front"
    remark = Remark(tuple(points[k].tolist()), words, right=is_right)
    return Verdict(is_right, because, "" if is_right else "Not the support point", remarks=(remark,), draw=draw)
