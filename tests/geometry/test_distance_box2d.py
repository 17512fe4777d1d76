"""Distances and times of impact against Box2D: 5,000 pairs that are apart, 2,000 sweeps with turns, of all shapes.

Its search for a time steers the cores for a distance of max(slop, radii - 3 slop), so that discs may overlap a
little; ours is asked for the same: radii 4 slops smaller together, where there are as many, and a target of a slop.
The two are then the same question, with the same tolerance of a quarter of the slop.

Every pair or sweep on which the answers differ is explained by one entry of DISAGREEMENTS or MISTAKES: a check by
shapely's distances, not a label.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pytest
import shapely

from geometry import Convex, GjkDistance, Outcome, Pose, Sweep, gjk
from geometry.time_of_impact.bilateral_advancement import BILATERAL_ITERATIONS, bilateral_advancement
from geometry.time_of_impact.conservative_advancement import CONSERVATIVE_ITERATIONS, conservative_advancement
from geometry.time_of_impact.impact import TimeOfImpact
from tests.geometry.box2d_oracle import (
    LINEAR_SLOP,
    NEAR,
    TheirDistance,
    TheirImpact,
    distance,
    impact_target,
    is_asked,
    time_of_impact,
)
from tests.geometry.families import family_pairs
from tests.geometry.oracles import core
from tests.geometry.oracles import distance as true_distance
from tests.geometry.strategies import Pair
from tests.geometry.sweeps import GapOracle, Moving, random_sweeps

PAIRS = int(os.environ.get("SEPARATRIX_PAIRS", "5000"))
SWEEPS = int(os.environ.get("SEPARATRIX_SWEEPS", "2000"))
TOUCHING = 1e-4  # well above single precision: nearer to touching it is not asked
TOLERANCE = 0.25 * LINEAR_SLOP  # of both searches


def apart(pairs: Iterator[Pair]) -> Iterator[tuple[Pair, float]]:
    """The pairs that Box2D can be asked, with shapely's distance."""
    for pair in pairs:
        if is_asked(pair.a) and is_asked(pair.b) and (gap := true_distance(pair.a, pair.b)) > TOUCHING:
            yield pair, gap


def off_surface(shape: Convex, p: np.ndarray) -> float:
    """Of a point that is outside of the core, or on it."""
    return abs(float(shapely.distance(core(shape), shapely.Point(p))) - shape.radius)


def _facing(pair: Pair, ours: GjkDistance, theirs: TheirDistance) -> bool:
    """Its witness points are ours, slid along both surfaces together, across the gap."""
    slid_a, slid_b = theirs.on_a - ours.on_a, theirs.on_b - ours.on_b
    off = max(off_surface(pair.a, theirs.on_a), off_surface(pair.b, theirs.on_b))
    return ours.normal is not None and max(off, np.abs(slid_a - slid_b).max(), abs(slid_a @ ours.normal)) <= NEAR


DISAGREEMENTS = {"parallel edges: any two points that face each other are the nearest": _facing}


@pytest.mark.parametrize(("family", "n"), [("plain", PAIRS), ("parallel", PAIRS // 5)])
def test_distance(family: str, n: int) -> None:
    asked, explained = 0, Counter[str]()
    for pair, gap in apart(family_pairs(family, seed=31, n=3 * n)):
        ours, theirs = gjk(pair.a, pair.b), distance(pair.a, pair.b)
        asked += 1
        assert theirs.distance == pytest.approx(gap, abs=NEAR), pair.kinds
        assert ours.distance == pytest.approx(theirs.distance, abs=NEAR), pair.kinds
        if max(math.dist(ours.on_a, theirs.on_a), math.dist(ours.on_b, theirs.on_b)) > NEAR:
            names = [name for name, check in DISAGREEMENTS.items() if check(pair, ours, theirs)]
            assert names, (pair, ours.on_a, ours.on_b, theirs)
            explained[names[0]] += 1
        if asked == n:
            break
    assert asked == n
    assert set(explained) == (set(DISAGREEMENTS) if family == "parallel" else set())


class Answers(NamedTuple):
    """Of one sweep: what both say, and what shapely says of it. The gaps are measured from Box2D's target."""

    ours: TimeOfImpact
    theirs: TheirImpact
    at_start: float  # gap
    before_theirs: float  # least gap up to Box2D's fraction: in the whole interval where that is 1
    before_ours: float
    at_ours: float
    at_theirs: float
    least_between: float  # the two fractions
    most_between: float
    cap: int  # of our iterations


def same_impact(x: Answers) -> bool:
    """At the start, or never; or in between, where the gap stays within the tolerance from the one to the other."""
    at_start = x.theirs.state == "overlapped" or (x.theirs.state == "touching" and x.theirs.fraction == 0.0)
    if at_start or x.ours.outcome is Outcome.OVERLAPPED:
        return at_start and x.ours.fraction == 0.0 and x.at_start <= TOLERANCE + NEAR
    if x.theirs.state == "separated" or x.ours.outcome is Outcome.SEPARATED:
        is_open = x.before_theirs >= -TOLERANCE - NEAR
        return x.theirs.state == "separated" and x.ours.outcome is Outcome.SEPARATED and is_open
    is_hit = x.ours.outcome is Outcome.HIT and x.theirs.state == "touching"
    return is_hit and _is_right(x) and max(-x.least_between, x.most_between) <= TOLERANCE + NEAR


def _is_right(x: Answers) -> bool:
    """Ours: the gap is the target, and has never been less, each up to the tolerance."""
    at_hit = x.ours.outcome is Outcome.HIT and abs(x.at_ours) <= TOLERANCE + NEAR
    return at_hit and x.before_ours >= -TOLERANCE - NEAR


def _missed(x: Answers) -> bool:
    is_open = x.theirs.state == "separated" and x.at_theirs > TOLERANCE - NEAR
    return is_open and x.before_theirs < -TOLERANCE - NEAR and _is_right(x)


def _late(x: Answers) -> bool:
    is_later = x.theirs.state == "touching" and x.theirs.fraction > x.ours.fraction
    return is_later and abs(x.at_theirs) <= TOLERANCE + NEAR and x.before_theirs < -TOLERANCE - NEAR and _is_right(x)


def _grazed(x: Answers) -> bool:
    """One takes a place within the tolerance of the target for a hit, the other for a pass: neither is wrong."""
    is_hit = _is_right(x) or x.theirs.state == "touching"
    least = x.before_theirs if x.theirs.fraction > x.ours.fraction else x.before_ours
    return is_hit and abs(least) <= TOLERANCE + NEAR


def _never_touching(x: Answers) -> bool:
    """Our shapes, to which the target is a gap of one slop, come nearer than that, but do not meet: a gap that cannot
    close is no hit."""
    is_near = -LINEAR_SLOP < x.before_ours < -TOLERANCE
    return x.ours.outcome is Outcome.SEPARATED and x.ours.fraction == 1.0 and is_near


def _given_up(x: Answers) -> bool:
    """At our cap, short of Box2D's fraction, and before anything came nearer than the target."""
    at_cap = x.ours.outcome is Outcome.FAILED and x.ours.iterations == x.cap
    return at_cap and x.ours.fraction <= x.theirs.fraction and x.before_ours >= -TOLERANCE - NEAR


MISTAKES: dict[str, Callable[[Answers], bool]] = {
    "Box2D finds the end of the sweep open and misses what comes nearer than the target before": _missed,
    "Box2D is late: they have been nearer than the target before": _late,
    "they pass each other within the tolerance of the target": _grazed,
    "ours says that they stay apart: they come nearer than the target, but its bound shows that they never touch": (
        _never_touching
    ),
    "conservative advancement gives up at its cap": _given_up,
}


def turned_less(case: Moving, share: float) -> Moving:
    def less(sweep: Sweep) -> Sweep:
        return Sweep(sweep.start, Pose(sweep.end.position, sweep.start.angle + share * sweep.turn))

    return case._replace(sweep_a=less(case.sweep_a), sweep_b=less(case.sweep_b))


def with_their_target(case: Moving) -> tuple[Convex, Sweep, Convex, Sweep]:
    """Our shapes, so that a target of one slop is Box2D's."""
    radii = case.a.radius + case.b.radius
    left = (impact_target(radii) - LINEAR_SLOP) / radii if radii > 0.0 else 0.0
    a, b = (Convex(shape.points, left * shape.radius) for shape in (case.a, case.b))
    return a, case.sweep_a, b, case.sweep_b


METHODS = {
    "conservative": (conservative_advancement, CONSERVATIVE_ITERATIONS),
    "bilateral": (bilateral_advancement, BILATERAL_ITERATIONS),
}


def compared(share: float, n: int) -> Iterator[tuple[str, Answers]]:
    """Every answer of both methods on `n` sweeps that turn by this share of up to 12 radians."""
    source = random_sweeps(86, 2 * n, turning=True)
    asked = [turned_less(case, share) for case in source if is_asked(case.a) and is_asked(case.b)][:n]
    assert len(asked) == n
    oracle = GapOracle(asked)
    target = np.array([impact_target(radii) - radii for radii in oracle.radius])
    theirs = [time_of_impact(*case[:4]) for case in asked]
    until = np.array([found.fraction for found in theirs])
    at_start, before_theirs = oracle.gap(np.zeros(n)) - target, oracle.least_before(until) - target
    for method, (advancement, cap) in METHODS.items():
        ours = [advancement(*with_their_target(case), target=LINEAR_SLOP, tolerance=TOLERANCE) for case in asked]
        fraction = np.array([found.fraction for found in ours])
        between = [oracle.gap(fraction + (until - fraction) * s) - target for s in np.linspace(0.0, 1.0, 17)]
        before_ours = oracle.least_before(fraction) - target
        gaps = at_start, before_theirs, before_ours, between[0], between[-1], np.min(between, 0), np.max(between, 0)
        for found, other, *measured in zip(ours, theirs, *gaps, strict=True):
            yield method, Answers(found, other, *measured, cap)


def test_time_of_impact() -> None:
    """Half of the sweeps turn by up to 12 radians, of which Box2D misses some; half by up to 1.5, where it seldom
    does."""
    everywhere = Counter[str]()
    for share, wrong in ((1.0, 0.15), (0.125, 0.02)):
        states, explained = Counter[str](), Counter[str]()
        for method, x in compared(share, SWEEPS // 2):
            states[x.theirs.state] += 1
            if not same_impact(x):
                names = [name for name, check in MISTAKES.items() if check(x)]
                assert names, (method, x)
                explained[names[0]] += 1
        assert min(states[state] for state in ("touching", "overlapped", "separated")) > 0.03 * SWEEPS
        assert sum(explained.values()) <= wrong * SWEEPS, explained
        everywhere += explained
    assert set(everywhere) == set(MISTAKES)  # an entry that explains nothing goes
