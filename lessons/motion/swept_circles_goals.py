"""What the scenes of two moving circles ask to construct: each its own, and the faulty rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from geometry.outcome import Outcome
from geometry.swept_circle.steps import SweptImpact
from geometry.vector import Vector, cross, dot, length
from lessons.motion.quadratic import least_gap
from lessons.stories.grouping import whole
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import coords, fixed

V_A, V_B, V = r"$\A{\boldsymbol{v}_A}$", r"$\B{\boldsymbol{v}_B}$", r"$\examined{\boldsymbol{v}}$"
P = r"$\B{\boldsymbol{p}}$"
ADDED = "velocities added"
GRAZE, SAME_V, OPPOSITE, CENTRAL = "graze", "same v", "opposite", "central"
EQUAL, STAYING = "equal gaps", "staying in contact"
STARTS = "in contact at the start: does not count"
AWAY = 0.3  # at which A must at least move away from B
KEPT, GRAZED = 0.02, 0.03  # how far off a motion that is kept may be; R over m
OWN, SAME = 0.5, 0.03  # how far B must move to the left; how far off v may be
NEAR, MIDDLE, STILL = 0.1, 0.05, 0.03  # a small gap, a small m, equal gaps
LONG = 1.0  # of a motion that is to be clear
TIME = 0.01  # that the rule's time may be off where it is right


class Found(NamedTuple):
    """A scene and what the search found."""

    scene: Any
    result: SweptImpact
    t: float | None  # of the faulty rule

    @property
    def is_hit(self) -> bool:
        return self.result.outcome is Outcome.HIT

    @property
    def is_start(self) -> bool:
        return self.result.outcome is Outcome.OVERLAPPED

    @property
    def ends(self) -> str:
        return "contact at the start" if self.is_start else "an impact" if self.is_hit else "no impact"

    @property
    def passing(self) -> float:
        """m, of the line of v."""
        at = self.scene.against
        speed = length(at.v)
        return abs(cross(at.v, at.offset)) / speed if speed > 0.0 else math.inf


def goal(moment: Moment[Any]) -> Challenge | None:
    """A case to construct, once the answer is there: before, its state would tell it."""
    if moment.parent is not None or not isinstance(moment.step, SweptImpact):
        return None
    found = Found(moment.scene, whole(moment).trace.result, getattr(moment.faulty, "fraction", None))
    if moment.compare == ADDED and moment.scene.goal != OPPOSITE:  # there a goal of the same motions
        return _mirrored(found)
    return _GOALS.get(moment.scene.goal, _behind)(found)


def _behind(found: Found) -> Challenge:
    scene = found.scene
    at = scene.against
    away = dot(scene.v, at.offset) / max(length(at.offset), 1e-9)
    way = f"A moves {fixed(abs(away))} {'away from' if away > 0.0 else 'towards'} B’s start"
    return Challenge(
        f"Let B hit A from behind: A must move at least {fixed(AWAY)} away from B’s start.",
        found.is_hit and away >= AWAY,
        way if found.is_hit else STARTS if found.is_start else f"{way}, no impact",
        f"Measure {V_A} along the line from B to A, both at their starts. B must be faster than A.",
    )


def _graze(found: Found) -> Challenge:
    scene, m = found.scene, found.passing
    moved = max(math.dist(scene.v, (3.6, 2.2)), math.dist(scene.v_b, (-1.1, 2.3)))
    return Challenge(
        f"Keep both motions. Choose radii so that A and B only graze: $R$ at most {fixed(GRAZED)} more than $m$.",
        moved < KEPT and found.is_hit and 0.0 <= scene.against.radius - m <= GRAZED,
        f"R = {fixed(scene.against.radius)}, m = {fixed(m)}" if moved < KEPT else "a motion has changed",
        "Only the sum of the radii counts.",
    )


def _same_v(found: Found) -> Challenge:
    scene = found.scene
    v = scene.against.v
    is_same = math.dist(v, (0.3, 0.0)) < SAME
    return Challenge(
        f"Let B move to the left by {fixed(OWN)} or more, and keep {V} = (0.30, 0.00).",
        is_same and scene.v_b[0] <= -OWN,
        f"v = {coords(v)}, B moves {coords(scene.v_b)}",
        f"{V_A} must change by as much as {V_B}.",
    )


def _opposite(found: Found) -> Challenge:
    scene, gap = found.scene, least_gap(found.scene.against)
    a, b = scene.v, scene.v_b
    is_opposite = dot(a, b) < -0.95 * length(a) * length(b) and min(length(a), length(b)) >= LONG
    return Challenge(
        f"Let A and B pass each other in opposite directions, at a least gap below {fixed(NEAR)}.",
        is_opposite and 0.0 < gap < NEAR and 0.0 < scene.against.nearest() < 1.0,
        f"least gap {fixed(gap)}" if gap > 0.0 else found.ends,
        "Seen from B, the line of v must pass p at a little more than R.",
    )


def _central(found: Found) -> Challenge:
    m = found.passing
    return Challenge(
        f"Let A hit B in the middle: the line of {V} leads through {P}, with $m$ below {fixed(MIDDLE)}.",
        found.is_hit and m < MIDDLE,
        f"m = {fixed(m)}, {found.ends}" if math.isfinite(m) else "v = 0",
        "Turn one of the two motions: v is their difference.",
    )


def _equal(found: Found) -> Challenge:
    scene = found.scene
    at = scene.against
    first, last, is_kept = at.gap(0.0), at.gap(1.0), math.dist(scene.v_b, (2.5, 0.3)) < KEPT
    return Challenge(
        "Keep B’s motion. Give A one with equal gaps at t = 0 and t = 1, less between them, and no impact.",
        is_kept
        and found.result.outcome is Outcome.SEPARATED
        and length(at.v) >= LONG
        and abs(first - last) < STILL
        and least_gap(at) < first - STILL,
        f"{fixed(first)} and {fixed(last)}, {found.ends}" if is_kept else "B has changed",
        "Seen from B, c must end as far from p as it starts, on another side.",
    )


def _staying(found: Found) -> Challenge:
    scene = found.scene
    least = min(length(scene.v), length(scene.v_b))
    last = scene.against.gap(1.0)
    return Challenge(
        f"Let A and B overlap all the time, although each of them moves by {fixed(LONG)} or more.",
        found.is_start and last <= 0.0 and least >= LONG,
        f"at t = 1: {'overlap' if last <= 0.0 else 'apart'} by {fixed(abs(last))}",
        "Seen from B, A must hardly move.",
    )


def _mirrored(found: Found) -> Challenge:
    is_right = found.is_hit and found.t is not None and abs(found.t - found.result.fraction) < TIME
    b: Vector = found.scene.v_b
    told = "no impact" if found.t is None else f"t = {fixed(found.t)}"
    true = f"t = {fixed(found.result.fraction)}" if found.is_hit else found.ends
    return Challenge(
        f"Let B move by {fixed(LONG)} or more, and find an impact at the time that this rule reports.",
        is_right and length(b) >= LONG,
        f"rule: {told}, world: {true}",
        "Move A along the line of both centres, and B perpendicular to it.",
    )


_GOALS: Mapping[str, Callable[[Found], Challenge]] = {
    GRAZE: _graze,
    SAME_V: _same_v,
    OPPOSITE: _opposite,
    CENTRAL: _central,
    EQUAL: _equal,
    STAYING: _staying,
}
