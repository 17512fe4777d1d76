"""What the scenes of the linear cast ask to construct, each its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Convex, Outcome, Trace, separation
from geometry.faulty.linear_cast import first_face, reversed_ray
from geometry.time_of_impact.linear_cast_steps import FeatureHit
from geometry.vector import left_of, length
from lessons.motion.casts import ORIGIN, Translating
from lessons.motion.linear_cast_faces import crossed_at, front_of
from lessons.motion.linear_cast_words import V
from lessons.stories.outlines import solid
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

B_ALONE, AGREES, PASS, LATER, SET_BACK = "B alone", "first is last", "other side", "after the lines", "set back"
PATH = (0.3, 2.9)  # v of the scene in which A alone moves
AT_REST, SAME = 0.1, 0.2  # world lengths: a motion as good as none, and two as good as one
NEAR = 0.1  # world length: so close A and B are to pass
SIDE = 1.0  # on which A − B lies of v at first, there: 1 for its left, -1 its right
AFTER = 0.15  # of the motion, from the last line to the circle
HALF, OFF = 0.5, 0.015  # when A and B are to meet, and how far off it may be
SAME_TIME = 1e-6  # of the motion; a shorter path is a point


def nearest(scene: Translating) -> float:
    """The least gap of the motion, of bodies that do not meet: from the origin's path to A − B."""
    return max(0.0, separation(path_of(scene), solid(scene.figure)))


def path_of(scene: Translating) -> Convex:
    """The path of the origin."""
    start, v = np.array(ORIGIN), scene.velocity
    return Convex([start, start - v] if length(v) > SAME_TIME else [start])


def goal(scene: Translating, trace: Trace[Any, Any]) -> Challenge:
    """The challenge of a scene, by its `goal`."""
    return _GOALS.get(scene.goal, _reversed)(scene, trace)


def _meeting(found: Any) -> str:
    if found.outcome is Outcome.OVERLAPPED:
        return "overlap at the start"
    return (
        "A and B do not meet" if found.outcome is Outcome.SEPARATED else f"they meet at t = {fixed(found.fraction)}"
    )


def _reversed(scene: Translating, trace: Trace[Any, Any]) -> Challenge:
    meet = trace.result.outcome is not Outcome.SEPARATED
    is_fooled = not meet and reversed_ray(*scene.cast).fraction is not None
    now = "A and B meet" if meet else "it reports a hit" if is_fooled else "the reversed ray: no hit either"
    return Challenge(
        f"Find a motion for which the **reversed ray** (along ${V}$, not $-{V}$) reports a hit, and A and B never "
        "meet.",
        is_fooled,
        now,
        "On which side of the origin would A − B have to lie for that?",
    )


def _b_alone(scene: Translating, trace: Trace[Any, Any]) -> Challenge:
    by_a, off = length(scene.sweep_a.motion), length(scene.velocity - np.array(PATH))
    rests = by_a < AT_REST
    return Challenge(
        "Let B move **instead of A**, so that the origin moves along the path that it has at first.",
        rests and off < SAME,
        f"the path’s end is {fixed(off)} off" if rests else f"A still moves by {fixed(by_a)}",
        f"${V}$ = $v_A$ − $v_B$ has to stay, with $v_A$ = 0.",
    )


def _agrees(scene: Translating, trace: Trace[Any, Any]) -> Challenge:
    found, rule = trace.result, first_face(*scene.cast).fraction
    agrees, now = False, _meeting(found)
    if found.outcome is Outcome.HIT and rule is not None:
        agrees = abs(rule - found.fraction) < SAME_TIME
        now = f"rule: t = {fixed(rule)}, true: t = {fixed(found.fraction)}"
    return Challenge(
        "Find a start for which the rule **first face crossed** gives the true $t$.",
        agrees,
        "the same t" if agrees else now,
        "In front of how many faces may the origin be?",
    )


def _pass(scene: Translating, trace: Trace[Any, Any]) -> Challenge:
    """On the other side than at first."""
    is_past, near = trace.result.outcome is Outcome.SEPARATED, nearest(scene)
    is_other = float(left_of(scene.velocity) @ scene.figure.points.mean(axis=0)) * SIDE < 0.0
    now = f"{fixed(near)} apart, on {'the other' if is_other else 'this'} side"
    return Challenge(
        f"Let A pass B on the **other side**, at a distance of less than {fixed(NEAR)}.",
        is_past and is_other and near < NEAR,
        now if is_past else _meeting(trace.result),
        "On which side of its path does the origin have A − B?",
    )


def _later(scene: Translating, trace: Trace[Any, Any]) -> Challenge:
    """The circle of a corner is met long after the last line is crossed."""
    hit = next((step for step in trace.steps if isinstance(step, FeatureHit)), None)
    times = [crossed_at(each) for each in front_of(trace.steps)]
    after = hit.fraction - max(times) if hit is not None and hit.face is None and times else None
    return Challenge(
        f"Let the origin enter an arc, with a $t$ that is at least {fixed(AFTER)} more than that of the last line.",
        after is not None and after >= AFTER,
        "it enters no arc" if after is None else f"{fixed(after)} more",
        "Let it move almost along one face, and slowly.",
    )


def _set_back(scene: Translating, trace: Trace[Any, Any]) -> Challenge:
    found = trace.result
    return Challenge(
        f"Place A so far back that A and B meet at $t$ = {fixed(HALF)}.",
        found.outcome is Outcome.HIT and abs(found.fraction - HALF) < OFF,
        _meeting(found),
        f"The height $h$ over the entry face must be half of ${V}\\cdot\\hat n$.",
    )


_GOALS = {B_ALONE: _b_alone, AGREES: _agrees, PASS: _pass, LATER: _later, SET_BACK: _set_back}
