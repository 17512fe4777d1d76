"""Times of impact against dense sampling of shapely's distances: 5,000 sweeps with turns and 5,000 without.

SEPARATRIX_SWEEPS=20000 in the environment runs more.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from geometry import Convex, Outcome, Pose, Sweep
from geometry.time_of_impact.bilateral_advancement import BILATERAL_ITERATIONS, bilateral_advancement
from geometry.time_of_impact.conservative_advancement import CONSERVATIVE_ITERATIONS, conservative_advancement
from geometry.time_of_impact.discrete import discrete_steps
from geometry.time_of_impact.gjk_ray_cast import RAY_CAST_ITERATIONS, gjk_ray_cast
from geometry.time_of_impact.impact import Lengths, TimeOfImpact, lengths
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.vector import length
from tests.geometry.oracles import signed_distance
from tests.geometry.sweeps import SAMPLES, GapOracle, Moving, random_sweeps

SWEEPS = int(os.environ.get("SEPARATRIX_SWEEPS", "5000"))
FEW = 24  # samples
ALLOWED = 1e-11  # of a gap, for lengths of about 10
ADVANCEMENTS = {"conservative": conservative_advancement, "bilateral": bilateral_advancement}
CASTS = {"linear": linear_cast, "gjk": gjk_ray_cast}
CAPS = {"conservative": CONSERVATIVE_ITERATIONS, "bilateral": BILATERAL_ITERATIONS, "gjk": RAY_CAST_ITERATIONS}


@cache
def cases(turning: bool) -> tuple[list[Moving], GapOracle, list[Lengths]]:
    moving = list(random_sweeps(81 + turning, SWEEPS, turning=turning))
    return moving, GapOracle(moving), [lengths(*case[:4], None, None) for case in moving]


@cache
def answers(method: str, turning: bool) -> list[TimeOfImpact]:
    moving = cases(turning)[0]
    if method in ADVANCEMENTS:
        return [ADVANCEMENTS[method](*case[:4]) for case in moving]
    run: Callable[..., TimeOfImpact] = CASTS[method]
    return [
        run(a.at(sweep_a.start), sweep_a.motion, b.at(sweep_b.start), sweep_b.motion)
        for a, sweep_a, b, sweep_b, _ in moving
    ]


def column(name: str, turning: bool) -> np.ndarray:
    return np.array([getattr(decisive, name) for decisive in cases(turning)[2]])


def are(found: list[TimeOfImpact], outcome: Outcome) -> np.ndarray:
    return np.array([f.outcome is outcome for f in found])


@pytest.mark.parametrize("turning", [True, False])
@pytest.mark.parametrize("method", ADVANCEMENTS)
def test_advancement(method: str, turning: bool) -> None:
    """A hit has the target's gap; before it nothing comes nearer than that, less the tolerance; a miss misses."""
    _, oracle, _ = cases(turning)
    found = answers(method, turning)
    fraction = np.array([f.fraction for f in found])
    target, tolerance = column("target", turning), column("tolerance", turning)
    hit, apart = are(found, Outcome.HIT), are(found, Outcome.SEPARATED)
    at_start, at_hit = oracle.gap(np.zeros(oracle.n)), oracle.gap(fraction)
    least = oracle.least_before(fraction, samples=SAMPLES if turning else FEW)
    sure = np.abs(at_start) > ALLOWED
    assert ((at_start <= 0.0) == are(found, Outcome.OVERLAPPED))[sure].all()
    assert (at_hit <= target + tolerance + ALLOWED)[hit].all()  # not before time
    assert (least >= np.minimum(target - tolerance, at_start) - ALLOWED)[hit].all()  # not late
    assert (least > -ALLOWED)[apart].all()  # none missed
    assert (least > 0.0)[are(found, Outcome.FAILED)].all()
    separation = np.array([np.nan if f.separation is None else f.separation for f in found])
    assert separation[hit] == pytest.approx(at_hit[hit], abs=ALLOWED)

    assert max(f.iterations for f in found) <= CAPS[method]
    failed = are(found, Outcome.FAILED)
    assert (np.array([f.iterations for f in found]) == CAPS[method])[failed].all()
    assert failed.sum() <= (0.002 * SWEEPS if method == "conservative" else 0)
    assert min(hit.sum(), apart.sum(), are(found, Outcome.OVERLAPPED).sum()) > 0.05 * SWEEPS


@pytest.mark.parametrize("turning", [True, False])
def test_where_it_is_met(turning: bool) -> None:
    """The normal parts the shapes by the separation; the witness points lie on them, that far apart along it."""
    moving = cases(turning)[0]
    for method in ADVANCEMENTS if turning else (*ADVANCEMENTS, *CASTS):
        for case, found in list(zip(moving, answers(method, turning), strict=True))[::5]:
            if found.outcome is not Outcome.HIT:
                continue
            assert found.normal is not None
            assert found.on_a is not None
            assert found.on_b is not None
            assert found.separation is not None
            a, b = case.a.at(case.sweep_a.at(found.fraction)), case.b.at(case.sweep_b.at(found.fraction))
            assert length(found.normal) == pytest.approx(1.0, abs=1e-12)
            parted = (b.points @ found.normal).min() - (a.points @ found.normal).max() - a.radius - b.radius
            assert parted == pytest.approx(found.separation, abs=ALLOWED)
            assert found.on_b - found.on_a == pytest.approx(found.separation * found.normal, abs=1e-7)
            for shape, place in ((a, found.on_a), (b, found.on_b)):
                assert signed_distance(shape, Convex([place])) == pytest.approx(0.0, abs=1e-7)


@pytest.mark.parametrize("method", CASTS)
def test_casts(method: str) -> None:
    """Exact up to rounding: touching at the hit, nothing before it, nothing missed, nothing invented."""
    _, oracle, _ = cases(False)
    found = answers(method, False)
    fraction = np.array([f.fraction for f in found])
    hit, apart = are(found, Outcome.HIT), are(found, Outcome.SEPARATED)
    at_start, at_hit = oracle.gap(np.zeros(oracle.n)), oracle.gap(fraction)
    least = oracle.least_before(np.where(hit, np.maximum(fraction - 1e-6, 0.0), fraction), samples=FEW)
    sure = np.abs(at_start) > ALLOWED
    assert ((at_start <= 0.0) == are(found, Outcome.OVERLAPPED))[sure].all()
    assert (at_hit <= ALLOWED)[hit].all()
    assert (least > 0.0)[(hit & (fraction > 1e-6)) | apart].all()  # not late by a millionth, and none missed
    assert not are(found, Outcome.FAILED).any()
    assert min(hit.sum(), apart.sum(), are(found, Outcome.OVERLAPPED).sum()) > 0.05 * SWEEPS
    assert max(f.iterations for f in found) <= 20


def test_all_four_agree_without_turns() -> None:
    """The advancements stop before the casts' touch by the target's gap; the two casts are one."""
    target, tolerance = column("target", False), column("tolerance", False)
    counts: Counter[tuple[Outcome, ...]] = Counter()
    for i in range(SWEEPS):
        linear, gjk, conservative, bilateral = (answers(m, False)[i] for m in (*CASTS, *ADVANCEMENTS))
        counts[linear.outcome, conservative.outcome] += 1
        assert linear.outcome is gjk.outcome
        assert linear.fraction == pytest.approx(gjk.fraction, abs=1e-9)
        assert conservative.outcome is bilateral.outcome or Outcome.FAILED is conservative.outcome
        assert (conservative.miss is None) == (bilateral.miss is None) or Outcome.FAILED is conservative.outcome
        if linear.outcome is Outcome.HIT:
            for found in (conservative, bilateral):
                assert found.outcome in (Outcome.HIT, Outcome.FAILED)
                assert found.fraction <= linear.fraction + 1e-12
        elif conservative.outcome is Outcome.HIT:  # it passes within the target's gap
            assert conservative.separation is not None
            assert conservative.separation <= target[i] + tolerance[i]
    assert counts[Outcome.SEPARATED, Outcome.HIT] < 0.01 * SWEEPS


def test_both_advancements_agree_with_turns() -> None:
    slower = 0
    for conservative, bilateral in zip(answers("conservative", True), answers("bilateral", True), strict=True):
        if Outcome.FAILED in (conservative.outcome, bilateral.outcome):
            continue
        slower += conservative.iterations - bilateral.iterations
        if conservative.outcome is Outcome.OVERLAPPED or bilateral.outcome is Outcome.OVERLAPPED:
            assert conservative.outcome is bilateral.outcome
    agree = [
        x.outcome is y.outcome for x, y in zip(answers("conservative", True), answers("bilateral", True), strict=True)
    ]
    assert sum(agree) > 0.995 * SWEEPS
    assert slower > SWEEPS


def test_discrete_steps_may_be_late_and_never_early() -> None:
    late = missed = 0
    for case, found in list(zip(cases(True)[0], answers("bilateral", True), strict=True))[: SWEEPS // 10]:
        seen = discrete_steps(*case[:4], 4)
        if seen.outcome is Outcome.HIT:
            assert found.outcome is Outcome.HIT
            assert seen.fraction >= found.fraction
            late += seen.fraction > found.fraction
        missed += found.outcome is Outcome.HIT and seen.outcome is Outcome.SEPARATED
    assert late > 0.05 * SWEEPS // 10
    assert missed > 0


def test_the_curve() -> None:
    """Signed, against the hull of all differences; the vectorised routine and the oracle share nothing."""
    t = np.linspace(0.0, 1.0, 9)
    for a, sweep_a, b, sweep_b, kinds in cases(True)[0][: SWEEPS // 10]:
        curve = separation_over_time(a, sweep_a, b, sweep_b, t)
        for fraction, value in zip(t, curve, strict=True):
            placed = a.at(sweep_a.at(fraction)), b.at(sweep_b.at(fraction))
            assert value == pytest.approx(signed_distance(*placed), abs=ALLOWED), kinds


def test_the_oracle_can_tell() -> None:
    """It sees a thin bar that sweeps past a point, and that the answer a little later would be late."""
    bar, target = Convex([(-3, -0.01), (3, -0.01), (3, 0.01), (-3, 0.01)]), Convex([(0, 2.9)])
    case = Moving(bar, Sweep(Pose(), Pose((0, 0), 3.0)), target, Sweep(Pose()), "bar")
    oracle = GapOracle([case])
    found = bilateral_advancement(*case[:4])
    assert oracle.least_before(np.array([1.0]))[0] == 0.0
    assert oracle.least_before(np.array([found.fraction]))[0] > 0.0
    assert oracle.least_before(np.array([found.fraction + 0.01]))[0] == 0.0
