"""What two shadows asks: which edge the top of the curve belongs to, and a scene to construct."""

from __future__ import annotations

import math

from geometry.feature import FeatureRef
from geometry.sat.separation_curve import AtEdge, ByHand, EveryDirection
from lessons.shadows.separation_picture import SAME, ShapesAndAxis, apart, degrees, measured, tops
from lessons.stories.standing import standing
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge, Click, Remark, Verdict
from viz.lesson.text import fixed, tint

NO_EDGE = "no edge"


def prediction(moment: Moment[ShapesAndAxis]) -> Click | None:
    """Which edge's normal the curve has its top at, while the icons that tell it are not drawn yet."""
    scene, best = moment.scene, moment.trace.result
    if not scene.edges:
        return None
    right = frozenset(edge for edge, angle in scene.edges.items() if apart(angle, best.angle) <= SAME)
    top = degrees(best.angle)

    def judge(given: FeatureRef | str) -> Verdict:
        angle = scene.edges.get(given) if isinstance(given, FeatureRef) else None
        if angle is None:
            if given == NO_EDGE and not right:
                return Verdict(True, f"No edge is perpendicular to the axis at {top}: there a vertex faces a vertex.")
            hint = f"One edge is perpendicular to the axis at {top}: turn the axis there and compare."
            return Verdict(False, hint, "Edge at the top: there is one")
        assert isinstance(given, FeatureRef)
        s = _number(scene, scene.separation_at(angle))
        if given in right:
            return Verdict(
                True, f"The normal of {given} lies at {degrees(angle)}, at the top of the curve: $s$ = {s}."
            )
        x, y = scene.shape_of(given).edges[given.index].mean(axis=0).tolist()
        told = f"The axis perpendicular to {given} lies at {degrees(angle)}. There $s$ = {s}. The top lies at {top}."
        return Verdict(False, told, "Edge at the top: not this one", (Remark((x, y), f"normal at {degrees(angle)}"),))

    what = "widest gap" if best.separation > scene.near else "least overlap"
    text = f"The top is the {what}. Which edge is perpendicular to its axis? Click that edge."
    return Click(text, judge, right or frozenset({NO_EDGE}), (NO_EDGE,))


def goal(moment: Moment[ShapesAndAxis]) -> Challenge:
    """At first to turn the axis; then a scene to construct, which depends on whether shapes are round."""
    scene, best = moment.scene, moment.trace.result
    if isinstance(moment.step, ByHand):
        s, hint = moment.step.separation, "The longest way through both shapes is not the axis to look for."
        now = f"now {measured(s, scene.near)}"
        if best.separation > scene.near:
            hint = "The axis is perpendicular to a line that fits between A and B."
            return Challenge("Turn the axis until the projections leave a gap.", s > scene.near, now, hint)
        least = s >= best.separation - 0.01
        return Challenge("Turn the axis until the projections overlap as little as possible.", least, now, hint)
    edges = [step.separation for step in moment.trace if isinstance(step, AtEdge)]
    if not edges:
        wide = next(step for step in moment.trace if isinstance(step, EveryDirection)).width
        text, hint = "Place B so that exactly half of all axes show a gap.", "The green part has to be 90° wide."
        return Challenge(text, abs(math.degrees(wide) - 90.0) <= 1.0, f"now {degrees(wide)} of 180°", hint)
    if is_round(scene):
        text, hint = "Move B until an edge normal shows a gap.", "Move B beside the straight side of A."
        return Challenge(text, max(edges) > scene.near, f"now {measured(max(edges), scene.near)}", hint)
    found = tops(moment)
    close = len(found) > 1 and found[0][1] - found[1][1] <= 0.02 and found[0][1] < -scene.near
    now = f"tops {fixed(found[0][1])} and {fixed(found[1][1])}" if len(found) > 1 else "now 1 top"
    now = "now apart" if best.separation > scene.near else now
    hint = "Move B until two edge normals show the same least overlap."
    return Challenge("Make A and B overlap so that two tops of the curve are equally high.", close, now, hint)


def situation(moment: Moment[ShapesAndAxis]) -> str:
    """How the shapes stand; how far, as soon as the curve tells it."""
    a, b, found = moment.scene.a.world, moment.scene.b.world, moment.trace.result.separation
    return standing(a, b, numbers=not isinstance(moment.step, ByHand), found=found)


def is_round(scene: ShapesAndAxis) -> bool:
    a, b = scene.a.world, scene.b.world
    return len(a.points) < 3 or len(b.points) < 3 or a.radius + b.radius > 0.0


def _number(scene: ShapesAndAxis, s: float) -> str:
    return tint(fixed(s), scene.ink_of(s))
