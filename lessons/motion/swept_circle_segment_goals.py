"""What the scenes of a moving circle and a wall ask to construct: each its own, and each faulty rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from geometry.outcome import Outcome
from geometry.swept_circle.steps import SegmentFeature, SweptImpact
from geometry.vector import cross, length
from lessons.motion.moving_circle import differs
from lessons.motion.swept_circle_segment_scene import CENTRE, EXIT, UNIT, UNSQUARED, CircleAndWall, crosses
from lessons.stories.grouping import whole
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

C, P, Q, V = (rf"$\boldsymbol{{{name}}}$" for name in "cpqv")
GRAZE, SHORT, MIDDLE, CLOSELY, LIGHTLY = "graze", "short wall", "middle", "closely", "lightly"
OTHER, LATE, RISING = "other cap", "late", "rising"
GRAZED, HALF = 0.95, (0.45, 0.55)  # of r, that the path passes an end at; of the wall, that is its middle
TINY, NEAR, LIGHT = 1.0, 0.1, -0.05  # lengths of a short wall, of a small gap, and s of a light contact
STAYED, LAST, GROWS = 0.02, 0.9, -0.2  # how far c may move where it is to stay; a late time; v · n of a rise
NARROW, ONE = 2.5, 0.02  # a wall in lengths of r; how far off the length 1 may be


class Found(NamedTuple):
    """A motion and what the search found."""

    scene: CircleAndWall
    result: SweptImpact
    t: float | None  # that the faulty rule reports
    is_wrong: bool  # whether that is wrong

    @property
    def is_hit(self) -> bool:
        return self.result.outcome is Outcome.HIT

    @property
    def on_face(self) -> bool:
        return self.is_hit and self.result.feature is SegmentFeature.FACE

    @property
    def on_cap(self) -> bool:
        return self.is_hit and not self.on_face

    @property
    def is_start(self) -> bool:
        return self.result.outcome is Outcome.OVERLAPPED

    @property
    def part(self) -> str:
        """What is touched first, in words."""
        if self.is_start:
            return "contact at the start"
        if not self.is_hit:
            return "no impact"
        end = "q" if self.result.feature is SegmentFeature.END else "p"
        return "the face is hit" if self.on_face else f"the cap at {end} is hit"


def goal(moment: Moment[CircleAndWall]) -> Challenge | None:
    """A case to construct, once the answer is there: before, its state would tell it."""
    if moment.parent is not None or not isinstance(moment.step, SweptImpact):
        return None
    found = Found(moment.scene, whole(moment).trace.result, getattr(moment.faulty, "fraction", None), differs(moment))
    return _RULES.get(moment.compare, _GOALS.get(moment.scene.goal, _before_the_wall))(found)


def _before_the_wall(found: Found) -> Challenge:
    is_crossed = crosses(found.scene)
    return Challenge(
        "Let the circle hit an end cap first, on a path that crosses the wall.",
        is_crossed and found.on_cap,
        f"{found.part}, the path {'crosses' if is_crossed else 'does not cross'} the wall",
        "Come in at a flat angle, from beyond the end.",
    )


def _graze(found: Found) -> Challenge:
    scene = found.scene
    speed = length(scene.v)
    m = abs(cross(scene.v, scene.p - scene.c)) / speed if speed > 0.0 else math.inf
    return Challenge(
        f"Let the circle only graze {P}: hit its cap with a path that passes {P} at 0.95 $r$ or more.",
        found.on_cap and found.result.feature is SegmentFeature.START and m >= GRAZED * scene.r_a,
        f"{found.part}, {fixed(m / scene.r_a)} r from p" if speed > 0.0 else "no motion",
        f"The path must almost miss the circle of radius r around {P}.",
    )


def _short(found: Found) -> Challenge:
    return Challenge(
        "Make the wall shorter than 1.00, and let the circle still hit its **face**.",
        found.on_face and found.scene.length < TINY,
        f"length {fixed(found.scene.length)}, {found.part}",
        "At h(t) = r the foot must be between p and q.",
    )


def _middle(found: Found) -> Challenge:
    f = found.scene.foot(found.result.fraction)
    return Challenge(
        "Let the circle hit the middle of the face: $f$ from 0.45 to 0.55.",
        found.on_face and HALF[0] <= f <= HALF[1],
        f"f = {fixed(f)}" if found.on_face else found.part,
        "Where must the foot be at h(t) = r?",
    )


def _closely(found: Found) -> Challenge:
    scene, f = found.scene, found.scene.foot(found.scene.entry)
    is_beside = scene.closing > scene.height and not 0.0 <= f <= 1.0
    return Challenge(
        "Let the circle cross the wall’s line beside the wall, at a least gap below 0.10.",
        not found.is_hit and not found.is_start and is_beside and scene.least_gap < NEAR,
        f"least gap {fixed(scene.least_gap)}" if found.result.normal is None else found.part,
        "The path must pass the end at a little more than r.",
    )


def _lightly(found: Found) -> Challenge:
    s = found.scene.gap(0.0)
    return Challenge(
        "Let the circle start in the lightest contact, $s$ from −0.05 to 0, and move towards the wall.",
        found.is_start and s >= LIGHT and found.scene.closing > 0.0,
        f"s = {fixed(s)}",
        "s = 0 counts as contact: then the time of impact is 0.",
    )


def _other(found: Found) -> Challenge:
    is_inside = found.scene.height < found.scene.r_a
    return Challenge(
        f"Start with a height below $r$ once more, and hit the cap at {Q}.",
        is_inside and found.on_cap and found.result.feature is SegmentFeature.END,
        f"h = {fixed(found.scene.height)}, {found.part}",
        f"Such a start lies beyond {P} or beyond {Q}.",
    )


def _late(found: Found) -> Challenge:
    is_kept = math.dist(found.scene.c, (-1.9, 0.6)) < STAYED
    t = found.result.fraction
    return Challenge(
        rf"Keep {C} in place. Turn {V} until the face is hit late: $t_\mathrm{{face}}$ above 0.90.",
        is_kept and found.on_face and t > LAST,
        ("c has moved" if not is_kept else f"t = {fixed(t)}" if found.is_hit else found.part),
        "The height must fall by a little more than h − r.",
    )


def _rising(found: Found) -> Challenge:
    return Challenge(
        r"Find a hit of the wall while the height grows: $\boldsymbol{v}\cdot\hat n_w$ below −0.20.",
        found.is_hit and found.scene.closing < GROWS,
        rf"$\boldsymbol{{v}}\cdot\hat n_w$ = {fixed(found.scene.closing)}, {found.part}",
        "A centre that starts in the slab can meet an end cap.",
    )


def _square(found: Found) -> Challenge:
    return Challenge(
        "Choose a radius at which this rule finds the right time of a hit on the face.",
        found.on_face and found.t is not None and not found.is_wrong,
        f"√r = {fixed(math.sqrt(found.scene.r_a))}, r = {fixed(found.scene.r_a)}",
        "For which r is √r equal to r?",
    )


def _seen(found: Found) -> Challenge:
    wide = found.scene.length / found.scene.r_a
    return Challenge(
        "Let this rule find a hit on a wall that is not longer than 2.5 $r$.",
        found.on_face and found.t is not None and not found.is_wrong and wide <= NARROW,
        f"length {fixed(wide)} r" + (", the rule is wrong" if found.is_wrong else ""),
        "The angle at c(t) is widest over the wall’s middle. When can it be 90°?",
    )


def _one(found: Found) -> Challenge:
    scene = found.scene
    is_beside = not found.is_hit and not found.is_start and scene.closing > scene.height - scene.r_a > 0.0
    return Challenge(
        f"Choose a length of the wall for which this rule is right on every path, and let the circle pass {Q}.",
        is_beside and abs(scene.length - 1.0) < ONE and not found.is_wrong,
        f"length {fixed(scene.length)}, its square {fixed(scene.length**2)}",
        "Which length is equal to its square?",
    )


def _stays(found: Found) -> Challenge:
    return Challenge(
        "Start in contact, and let this rule report **no impact** at all.",
        found.is_start and found.t is None,
        f"{found.part}, t = {fixed(found.t)} for this rule" if found.t is not None else found.part,
        "The rule waits for the height to be r: the motion must end before.",
    )


_Goal = Callable[[Found], Challenge]
_RULES: Mapping[str, _Goal] = {UNSQUARED: _square, CENTRE: _seen, UNIT: _one, EXIT: _stays}
_GOALS: Mapping[str, _Goal] = {
    GRAZE: _graze,
    SHORT: _short,
    MIDDLE: _middle,
    CLOSELY: _closely,
    LIGHTLY: _lightly,
    OTHER: _other,
    LATE: _late,
    RISING: _rising,
}
