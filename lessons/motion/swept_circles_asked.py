"""What two moving circles ask: where A ends as seen from B, and where they touch in the world."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.outcome import Outcome
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.steps import SweptImpact
from geometry.trace import Grouped
from geometry.vector import length
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import coords, fixed

NEAR = 0.12  # world length that a place may be off
FREE = 1.5  # of A's radius: so far from its centre the ring waits, away from the rim
CLEAR = 0.5  # world length: B moves at least so far, where it is asked what its motion does


def where_seen(moment: Moment[Any]) -> Place | None:
    """The end of the relative motion, in the view from B; of two circles that both move, if only alike. Not where a
    later step asks of this scene something of its own."""
    scene, found = moment.scene, moment.trace.result
    if min(length(scene.v), length(scene.v_b)) < CLEAR:
        return None
    has_own = _passes(scene, found) or (found.outcome is Outcome.HIT and scene.crossing is None)
    if has_own:
        return None
    start, below = (xy(scene.c + (0.0, sign * FREE * scene.r_a)) for sign in (1.0, -1.0))
    right = xy(scene.against.at(1.0))
    return Place(
        "At the right the camera moves with B. Where is A at the end, as seen from B? Drag its centre there.",
        partial(_judge_seen, scene),
        start=(start if math.dist(start, right) > 2.0 * NEAR else below,),  # where it is wrong
        right=(right,),
        pane="seen",
        names=("end of A",),
    )


def _judge_seen(scene: Any, points: Points) -> Verdict:
    at = points[0]
    right, world, added = (xy(scene.c + v) for v in (scene.against.v, scene.v, scene.v + scene.v_b))
    if math.dist(at, right) <= NEAR:
        a, b, v = map(coords, (scene.v, scene.v_b, scene.against.v))
        why = f"Go along A's path in the world, then back along B's path: {a} − {b} = {v}."
        return Verdict(True, why, remarks=(Remark(right, "end of A", True),), draw=partial(_sum, scene, -1.0))
    if math.dist(at, added) <= NEAR:
        why = "That adds both motions. If both moved alike, A would have to stand still as seen from B."
        return Verdict(False, why, "Added", (Remark(at, "sum of both"),), draw=partial(_sum, scene, 1.0))
    if math.dist(at, world) <= NEAR:
        why = "A ends there in the world. But B has moved as well: seen from B, A has another place."
        return Verdict(False, why, "The end in the world", (Remark(at, "A in the world"),))
    gap, far = math.dist(scene.end, scene.end_b), math.dist(at, scene.against.p)
    why = (
        f"In the world the centres end {fixed(gap)} apart. Here they would end {fixed(far)} apart. A distance is the "
    )
    why += "same for every observer."
    head = "Wrong distance from B"
    if abs(gap - far) <= NEAR:
        head = "Wrong direction from B"
        why = f"So far apart, {fixed(gap)}, the centres do end. But in the world A ends in another direction from B."
    remark = Remark(at, f"{fixed(far)} from B", to=xy(scene.against.p))
    return Verdict(False, why, head, (remark,), draw=partial(_ends_apart, scene))


def _ends_apart(scene: Any, canvas: Canvas, pane: str) -> None:
    """How far apart the centres end in the world: as far as seen from B."""
    if pane == "world":
        measures.measure(
            canvas, scene.end_b, scene.end, Ink.ANSWER, f"**{fixed(math.dist(scene.end, scene.end_b))}**"
        )


def _sum(scene: Any, sign: float, canvas: Canvas, pane: str) -> None:
    """Both motions head to tail, the second one backwards where it is subtracted."""
    if pane == "seen":
        tip = scene.c + scene.v
        ink = Ink.ANSWER if sign < 0.0 else Ink.FAULTY
        measures.vector_arrow(canvas, scene.c, scene.v, Ink.A, r"\boldsymbol{v}_A")
        name = ("-" if sign < 0.0 else "") + r"\boldsymbol{v}_B"
        measures.vector_arrow(canvas, tip, sign * scene.v_b, Ink.B, name, side=-1.0 if sign < 0.0 else 1.0)
        if scene.against.v.any() or sign > 0.0:
            canvas.arrow(scene.c, tip + sign * scene.v_b, ink, line=Line.MEASURE)


def _passes(scene: Any, found: SweptImpact) -> bool:
    """Whether the line of v passes p too far away, and c comes nearest to p on the way."""
    at = scene.against
    if found.outcome is not Outcome.SEPARATED or at.alpha < CLEAR**2 or at.passing <= at.radius:
        return False
    return bool(CLEAR < -at.beta / at.alpha * length(at.v) < length(at.v) - CLEAR)


def where_nearest(moment: Moment[Any]) -> Place | None:
    """The place on the line of v that is nearest to p, of circles that pass."""
    step, found = moment.step, moment.trace.result
    if not isinstance(step, Grouped) or not isinstance(step.last, QuadraticFormed):
        return None
    scene: Any = moment.scene
    if not _passes(scene, found):
        return None
    at, t = scene.against, -scene.against.beta / scene.against.alpha
    return Place(
        r"Seen from B, where does $\A{\boldsymbol{c}}$ come nearest to $\B{\boldsymbol{p}}$? Drag the ring along "
        r"$\examined{\boldsymbol{v}}$.",
        partial(_judge_nearest, scene),
        start=(xy(at.at(0.9 if t < 0.6 else 0.1)),),
        right=(xy(at.at(t)),),
        pane="seen",
        along=((xy(at.c), xy(at.at(1.0))),),
        names=("nearest",),
    )


def _judge_nearest(scene: Any, points: Points) -> Verdict:
    at, seen = scene.against, points[0]
    t = float((np.array(seen) - at.c) @ at.v) / at.alpha
    off = (t + at.beta / at.alpha) * length(at.v)
    is_right, far = abs(off) <= NEAR, math.dist(seen, at.p)
    draw = partial(_to_p, scene, seen, is_right)
    if is_right:
        m = fixed(at.passing)
        why = f"Here the line to p is perpendicular to v, and $m$ = {m} long: more than $R$ = {fixed(at.radius)}."
        return Verdict(True, why, remarks=(Remark(xy(at.at(-at.beta / at.alpha)), f"m = {m}", True),), draw=draw)
    way = abs(math.degrees(math.atan2(abs(at.passing), -off)))
    still = "c still comes nearer" if off < 0.0 else "c has been nearer before"
    why = f"Here the angle between v and the line to p is {way:.0f}°, not 90°: {still}."
    return Verdict(False, why, "Too early" if off < 0.0 else "Too late", (Remark(seen, fixed(far)),), draw=draw)


def _to_p(scene: Any, seen: tuple[float, float], is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "seen":
        at = scene.against
        near = at.at(-at.beta / at.alpha) if is_right else np.array(seen)
        canvas.stroke((near, at.p), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE)
        if is_right:
            measures.right_angle(canvas, near, -at.v, at.p - near)


def where_touching(moment: Moment[Any]) -> Place | None:
    """The contact point in the world, of circles that meet while B moves clearly."""
    step, found = moment.step, moment.trace.result
    if not isinstance(step, Grouped) or not isinstance(step.last, RootsFound) or found.point is None:
        return None
    scene: Any = moment.scene
    if found.fraction * length(scene.v_b) < CLEAR:
        return None
    start = xy((scene.c + scene.against.p) / 2.0)
    if math.dist(start, found.point) <= 2.0 * NEAR:  # there it would be right at once
        start = xy(scene.c)
    return Place(
        r"Now both circles move again until $t_1$. Where do they touch? Drag the ring in the left view.",
        partial(_judge_touching, scene, found),
        start=(start,),
        right=(xy(found.point),),
        pane="world",
        names=("contact",),
    )


def _judge_touching(scene: Any, found: SweptImpact, points: Points) -> Verdict:
    at, t = points[0], found.fraction
    a, b = (shape.points[0] for shape in (scene.a_at(t), scene.b_at(t)))
    point = np.asarray(found.point)
    right, seen = xy(point), xy(point - t * scene.v_b)
    if math.dist(at, right) <= NEAR:
        why = f"At $t_1$ = {fixed(t)} both circles have come this far: they touch on the line of their centres."
        return Verdict(True, why, remarks=(Remark(right, "contact", True),), draw=partial(_both, scene, t))
    if math.dist(at, seen) <= NEAR:
        moved = fixed(t * length(scene.v_b))
        why = f"They touch there as seen from B. But until $t_1$ B itself moves by {moved} in the world."
        return Verdict(False, why, "In the view from B", (Remark(at, "seen from B"),))
    off_a, off_b = math.dist(at, a) - scene.r_a, math.dist(at, b) - scene.r_b
    why = f"At $t_1$ = {fixed(t)} this place is {_side(off_a)} A and {_side(off_b)} B. A contact point is on both."
    return Verdict(False, why, "Not on both circles", (Remark(at, f"at t = {fixed(t)}"),))


def _side(off: float) -> str:
    return f"{fixed(abs(off))} {'outside' if off > 0.0 else 'inside'}"


def _both(scene: Any, t: float, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        for shape in (scene.a_at(t), scene.b_at(t)):
            marks.ghost(canvas, shape, Ink.ANSWER, Line.END)
