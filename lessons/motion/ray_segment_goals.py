"""What the scenes of a moving point and a wall ask to construct: each its own, and each faulty test."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from geometry import Outcome
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from lessons.motion.ray_segment_faulty import ENDLESS, PARALLEL, SIDES, is_wrong
from lessons.motion.ray_segment_figure import off_wall
from lessons.motion.ray_segment_words import C, P, Q, V
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

LONGER, NEARER, SLOWLY, OFF_LINE = "longer wall", "same motion", "slowly away", "off the line"
JUST, IN_MIDDLE, BACK = "just reached", "in the middle", "back along the path"
BELOW = -0.1  # t and f are below this where the first challenge is met
CLOSE = 0.10  # world length: so far from a hit a motion may be where the goal of a faulty test is met
KEPT = 0.02  # how far off a time or a place that is to be kept may be
LATE, SLOW = 0.9, -3.0  # a time just before the end; one long before the start
MIDDLE = 0.45, 0.55
LONG = 1.0  # the least length of a wall that has been given one


def goal(moment: Moment[Any]) -> Challenge:
    """A case to construct: while a faulty test is compared, one that shows where it goes wrong or right."""
    met = moment.latest(LinesMet)
    if moment.compare == PARALLEL:
        return _close_parallel(moment.latest(CrossProducts))
    if met is not None and moment.compare in (SIDES, ENDLESS):
        return _near_miss(moment, met)
    t, f, told = _solved(moment, met)
    is_hit = moment.trace.result.outcome is not Outcome.SEPARATED
    return _GOALS.get(moment.scene.goal, _behind)(moment.scene, t, f, is_hit, told)


def _solved(moment: Moment[Any], met: LinesMet | None) -> tuple[float, float, str]:
    """t and f as far as there are any, and how they are told."""
    found, scene = moment.trace.result, moment.scene
    if met is not None:
        return met.fraction, met.place, f"t = {fixed(met.fraction)}, f = {fixed(met.place)}"
    if found.outcome is Outcome.OVERLAPPED and scene.e.any():
        f = float((scene.c - scene.p) @ scene.e / (scene.e @ scene.e))
        return 0.0, f, f"t = 0.00, f = {fixed(f)}"
    return math.nan, math.nan, "parallel: no t and no f" if scene.e.any() else "p = q: no f"


def _behind(_: Any, t: float, f: float, is_hit: bool, told: str) -> Challenge:
    return Challenge(
        "Find a motion for which $t$ and $f$ are both below 0.",
        not is_hit and max(t, f) < BELOW,
        told,
        f"Drawn backwards, the path must meet the wall’s line, and there beyond {P}.",
    )


def _longer(scene: Any, t: float, f: float, is_hit: bool, told: str) -> Challenge:
    """The wall's line alone tells t."""
    is_kept = math.dist(scene.c, (-1.6, 0.3)) + math.dist(scene.path.end, (1.4, 1.0)) < KEPT
    return Challenge(
        f"Make the point hit the wall, still at $t$ = 0.73: move only {P} and {Q}.",
        is_kept and is_hit and 0.0 < f < 1.0 and abs(t - 0.735) < KEPT,
        told if is_kept else "the motion has changed",
        "The wall’s line tells t. Which end must move along this line?",
    )


def _nearer(scene: Any, t: float, f: float, is_hit: bool, told: str) -> Challenge:
    """With the same h_v a smaller h."""
    is_kept = math.dist(scene.v, (1.6, 0.4)) < KEPT
    return Challenge(
        rf"Keep {V} as it is, and let the point hit the wall near the end of its motion: $t$ above {fixed(LATE)}.",
        is_kept and is_hit and t > LATE,
        told if is_kept else "v has changed",
        f"Drag the arrow by its shaft: the height h must be a little less than the height of {V}.",
    )


def _slowly(scene: Any, t: float, f: float, is_hit: bool, told: str) -> Challenge:
    moved = (math.dist(*each) for each in ((scene.c, (0.3, 0.0)), (scene.p, (-0.9, -0.8)), (scene.q, (-0.5, 0.9))))
    is_kept = max(moved) < KEPT
    return Challenge(
        f"Keep {C} and the wall in place. Choose a {V} for which $t$ is below −3.",
        is_kept and not is_hit and t < SLOW,
        told if is_kept else "c or the wall has moved",
        "The point must move away from the wall’s line slowly: with a small height of v.",
    )


def _off_line(_: Any, t: float, f: float, is_hit: bool, told: str) -> Challenge:
    return Challenge(
        f"Move {C} off the wall’s line, and let the point hit the wall near {P}: $f$ below 0.10.",
        is_hit and t > 0.0 and 0.0 <= f < 0.1,
        told,
        f"The path must cross the wall’s line just behind {P}.",
    )


def _just(scene: Any, t: float, f: float, is_hit: bool, told: str) -> Challenge:
    is_kept = math.dist(scene.c, (-1.7, 0.2)) < KEPT
    return Challenge(
        f"Keep {C} in place. Turn {V} until the point just reaches the wall: a hit with $t$ above {fixed(LATE)}.",
        is_kept and is_hit and t > LATE,
        told if is_kept else "c has moved",
        "The motion must cover a little more than the height h.",
    )


def _in_middle(scene: Any, t: float, f: float, is_hit: bool, told: str) -> Challenge:
    size = math.hypot(*scene.e)
    return Challenge(
        f"Give the wall a length of at least {fixed(LONG)}, so that the path crosses it in its middle: $f$ from "
        f"{fixed(MIDDLE[0])} to {fixed(MIDDLE[1])}.",
        is_hit and size >= LONG and MIDDLE[0] <= f <= MIDDLE[1],
        told,
        f"Drag {P} to one side of the path and {Q} as far to the other side.",
    )


def _back(_: Any, t: float, f: float, is_hit: bool, told: str) -> Challenge:
    low, high = MIDDLE
    return Challenge(
        f"Pull {C} back so that motion and wall cross in the middle of both: $t$ and $f$ from {fixed(low)} to "
        f"{fixed(high)}.",
        is_hit and low <= t <= high and low <= f <= high,
        told,
        f"Move {C} straight away from $\\boldsymbol{{c}}+\\boldsymbol{{v}}$, as far again as the arrow is long.",
    )


def _close_parallel(products: CrossProducts | None) -> Challenge:
    """Beside a rule that is wrong on the wall's line alone: as near as that, and it is right."""
    h = 0.0 if products is None else abs(products.height)
    is_parallel = products is not None and products.parallel
    return Challenge(
        f"Find a parallel motion less than {fixed(CLOSE)} from the wall’s line for which this rule is right.",
        is_parallel and 0.01 < h < CLOSE,
        f"{fixed(h)} from the line" if is_parallel else "not parallel",
        f"Drag the arrow by its shaft: {V} stays as it is. Which area is no longer 0?",
    )


def _near_miss(moment: Moment[Any], met: LinesMet) -> Challenge:
    """What to construct of a faulty test: a motion that all but hits."""
    scene = moment.scene
    if moment.compare == SIDES:
        off = off_wall(scene, scene.at(met.fraction))
        text = f"Find a motion that misses the wall by less than {fixed(CLOSE)} and on which this rule is wrong."
        hint = "Which of $t$ and $f$ does this rule not ask for? Lead the path closely past that end."
        return Challenge(text, is_wrong(moment) and 0.0 < off < CLOSE, f"{fixed(off)} off the wall", hint)
    off = off_wall(scene, scene.path.end)
    text = f"Find a motion that ends less than {fixed(CLOSE)} before the wall and on which this rule is wrong."
    return Challenge(
        text, is_wrong(moment) and 0.0 < off < CLOSE, f"ends {fixed(off)} off", "$t$ must be just above 1."
    )


_GOALS: Mapping[str, Callable[[Any, float, float, bool, str], Challenge]] = {
    LONGER: _longer,
    NEARER: _nearer,
    SLOWLY: _slowly,
    OFF_LINE: _off_line,
    JUST: _just,
    IN_MIDDLE: _in_middle,
    BACK: _back,
}
