"""Times of impact by hand, in awkward places, and under swap, motion, turn and scale."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

from geometry import Convex, Outcome, Pose, Sweep, box, capsule, circle, convex, point, rounded, segment
from geometry.minkowski.difference import minkowski_difference
from geometry.minkowski.gjk import GjkDistance
from geometry.outcome import Miss
from geometry.time_of_impact.angular_bound import ArcMeasured, angular_bound
from geometry.time_of_impact.bilateral_advancement import (
    AxisChosen,
    DeepestFound,
    PushBack,
    RootTried,
    bilateral_advancement,
)
from geometry.time_of_impact.conservative_advancement import Advanced, conservative_advancement
from geometry.time_of_impact.discrete import discrete_steps, tunnelling
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, gjk_ray_cast
from geometry.time_of_impact.impact import TimeOfImpact, lengths
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.time_of_impact.linear_cast_steps import CornerTested, FaceTested, FeatureHit
from geometry.time_of_impact.separation_function import AxisFrame, separation_function
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.vector import readonly
from tests.geometry.strategies import scaled
from tests.geometry.sweeps import random_sweeps

Vector = tuple[float, float]
ADVANCEMENTS = (conservative_advancement, bilateral_advancement)
CASTS = (linear_cast, gjk_ray_cast)
SQUARE = box(2, 2)
BAR = box(6, 0.1)
SLIVER = convex([(-0.5, 0), (0.5, 0), (0, 1e-9)])


class Straight(NamedTuple):
    """Shapes in the world that move without turning, and what is right."""

    why: str
    a: Convex
    motion_a: Vector
    b: Convex
    motion_b: Vector
    outcome: Outcome
    fraction: float = 1.0


APART, HIT, OVERLAPPED = Outcome.SEPARATED, Outcome.HIT, Outcome.OVERLAPPED
STRAIGHT = (
    Straight("head-on, faces parallel", SQUARE, (8, 0), SQUARE.moved((4, 0)), (0, 0), HIT, 0.25),
    Straight("both move", SQUARE, (2, 0), SQUARE.moved((4, 0)), (-2, 0), HIT, 0.5),
    Straight("same motion", SQUARE, (5, 1), SQUARE.moved((4, 0)), (5, 1), APART),
    Straight("no motion at all", SQUARE, (0, 0), SQUARE.moved((4, 0)), (0, 0), APART),
    Straight("receding", SQUARE, (-3, 0), SQUARE.moved((4, 0)), (0, 0), APART),
    Straight("sideways", SQUARE, (0, 9), SQUARE.moved((4, 0)), (0, 0), APART),
    Straight("touching, and moving apart", SQUARE, (-3, 0), SQUARE.moved((2, 0)), (0, 0), OVERLAPPED, 0),
    Straight("touching at a corner", SQUARE, (1, 1), SQUARE.moved((2, 2)), (0, 0), OVERLAPPED, 0),
    Straight("coincident", SQUARE, (1, 1), SQUARE, (0, 0), OVERLAPPED, 0),
    Straight("contained, and no motion", box(6, 6), (0, 0), SQUARE, (0, 0), OVERLAPPED, 0),
    Straight("touches at the very end", SQUARE, (2, 0), SQUARE.moved((4, 0)), (0, 0), HIT, 1),
    Straight("stops just short", SQUARE, (2 - 1e-9, 0), SQUARE.moved((4, 0)), (0, 0), APART),
    Straight("slides in along the other's line", SQUARE, (6, 0), SQUARE.moved((5, 2)), (0, 0), HIT, 0.5),
    Straight("corner to corner, exactly", SQUARE, (6, 6), SQUARE.moved((5, 5)), (0, 0), HIT, 0.5),
    Straight("corner past corner", SQUARE, (6, -6), SQUARE.moved((5, -1)), (0, 0), HIT, 0.5),
    Straight("rounded corner to rounded corner", rounded(SQUARE, 1), (4, 4),
             rounded(SQUARE, 1).moved((2 + 2 / math.sqrt(2) + 2, 2 + 2 / math.sqrt(2) + 2)), (0, 0), HIT, 0.5),
    Straight("circles", circle(1), (8, 0), circle(1, (6, 0)), (0, 0), HIT, 0.5),
    Straight("circles that graze", circle(1), (8, 0), circle(1, (4, 2)), (0, 0), HIT, 0.5),
    Straight("circles that just miss", circle(1), (8, 0), circle(1, (4, 2 + 1e-2)), (0, 0), APART),
    Straight("circle and corner", circle(1, (-3, -3)), (4 / math.sqrt(2), 4 / math.sqrt(2)), SQUARE, (0, 0), HIT,
             (2 * math.sqrt(2) - 1) / 4),
    Straight("capsules end to end", capsule((0, 0), (1, 0), 0.5), (4, 0), capsule((4, 0), (5, 0), 0.5), (0, 0),
             HIT, 0.5),
    Straight("capsules side by side", capsule((0, 0), (0, 1), 0.5), (4, 0), capsule((3, 0), (3, 1), 0.5), (0, 0),
             HIT, 0.5),
    Straight("segments end to end", segment((0, 0), (1, 0)), (4, 0), segment((3, 0), (4, 0)), (0, 0), HIT, 0.5),
    Straight("segments across", segment((0, -1), (0, 1)), (4, 0), segment((2, 0), (3, 0)), (0, 0), HIT, 0.5),
    Straight("parallel segments", segment((0, -1), (0, 1)), (4, 0), segment((2, 0), (2, 1)), (0, 0), HIT, 0.5),
    Straight("points head-on", point((0, 0)), (2, 0), point((2, 0)), (-2, 0), HIT, 0.5),
    Straight("points that pass", point((0, 0)), (2, 0), point((2, 0.1)), (-2, 0), APART),
    Straight("a point meets an edge", point((0, 0)), (4, 0), SQUARE.moved((3, 0.3)), (0, 0), HIT, 0.5),
    Straight("slivers", SLIVER, (0, 2), SLIVER.moved((0, 1 + 1e-9)), (0, 0), HIT, 0.5),
    Straight("much too small for where it is", circle(1, (1e13, 0)), (-2e13, 0), capsule((0, 0), (1e-6, 0), 1),
             (0, 0), HIT, 0.5),
    Straight("a bullet through a wall", circle(0.01, (-500, 0)), (1000, 0), box(0.1, 10), (0, 0), HIT, 0.49994),
)  # fmt: skip


def answers(case: Straight, change: Callable[[Convex], Convex], size: float, turn: float) -> dict[str, TimeOfImpact]:
    """All four routines, on shapes that were changed, and with motions scaled and turned."""
    c, s = math.cos(turn) * size, math.sin(turn) * size
    (ax, ay), (bx, by) = case.motion_a, case.motion_b
    motion_a, motion_b = (c * ax - s * ay, s * ax + c * ay), (c * bx - s * by, s * bx + c * by)
    a, b = change(case.a), change(case.b)
    found: dict[str, TimeOfImpact] = {run.__name__: run(a, motion_a, b, motion_b) for run in CASTS}
    return found | {run.__name__: run(*swept(a, motion_a), *swept(b, motion_b)) for run in ADVANCEMENTS}


def swept(shape: Convex, motion: Vector) -> tuple[Convex, Sweep]:
    """A shape in the world as a local one about its first vertex."""
    start = Pose(shape.points[0])
    return shape.moved(-shape.points[0]), Sweep(start, start.moved(motion))


CHANGES: dict[str, tuple[Callable[[Convex], Convex], float, float]] = {
    "as it is": (lambda s: s, 1.0, 0.0),
    "turned": (lambda s: s.at(Pose((0.3, -0.2), 0.7)), 1.0, 0.7),
    "turned half round": (lambda s: s.at(Pose((0, 0), math.pi)), 1.0, math.pi),
    "far away": (lambda s: s.moved((1e6, -1e6)), 1.0, 0.0),
    "tiny": (lambda s: scaled(s, 1e-6), 1e-6, 0.0),
    "huge": (lambda s: scaled(s, 1e6), 1e6, 0.0),
    "huge and turned": (lambda s: scaled(s, 1e6).at(Pose((0, 0), 2.0)), 1e6, 2.0),
}
# Where a hair decides, turning the scene or moving it far away may decide otherwise. And the advancements take a near
# miss for a hit: they stop at the target's gap.
BY_A_HAIR = {"corner past corner", "much too small for where it is", "slivers", "stops just short"}
NEAR_MISS = {"stops just short"}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("case", STRAIGHT, ids=lambda case: case.why)
def test_straight(case: Straight, change: str) -> None:
    if case.why in BY_A_HAIR and change not in ("as it is", "tiny", "turned half round"):
        return
    for name, found in answers(case, *CHANGES[change]).items():
        exact = name in ("linear_cast", "gjk_ray_cast")
        assert found.outcome is case.outcome or (not exact and case.why in NEAR_MISS), name
        if found.outcome is APART:
            assert (found.fraction, found.separation, found.normal) == (1.0, None, None)
            assert found.miss is not None
            continue
        # Far away rounding moves a gap by 1e-9; where a path grazes, or slides, time moves by the root of that.
        if exact:
            assert found.fraction == pytest.approx(case.fraction, abs=1e-4 if change == "far away" else 1e-6), name
        elif case.outcome is HIT and case.why not in NEAR_MISS:
            assert case.fraction - 0.05 < found.fraction <= case.fraction + 1e-4, name


def test_why_they_miss() -> None:
    reasons = {case.why: answers(case, *CHANGES["as it is"]) for case in STRAIGHT if case.outcome is APART}
    for name in ("no motion at all", "same motion"):
        assert {found.miss for found in reasons[name].values()} == {Miss.NO_MOTION}
    for name in ("receding", "sideways"):
        assert {found.miss for found in reasons[name].values()} == {Miss.RECEDING}
    assert {found.iterations for found in reasons["receding"].values()} == {0, 1}  # at once
    assert reasons["points that pass"]["linear_cast"].miss is Miss.PASSING


def test_a_face_and_a_corner_are_named() -> None:
    face = next(s for s in linear_cast.trace(SQUARE, (8, 0), SQUARE.moved((4, 0.5))) if isinstance(s, FeatureHit))
    assert face.corner is None
    assert face.normal.tolist() == [1.0, 0.0]
    assert face.place.tolist() == [-2.0, 0.0]  # the origin moves by v_B - v_A
    trace = linear_cast.trace(circle(1), (8, 0), SQUARE.moved((4, 1.5)))
    corner = next(s for s in trace if isinstance(s, FeatureHit))
    assert corner.face is None
    tested = [s for s in trace if isinstance(s, CornerTested)]
    assert [s.corner for s in tested] == [0, 1, 2, 3]
    assert min(s.first for s in tested if s.first is not None) == corner.fraction


def test_back_faces_are_skipped() -> None:
    tested = [s for s in linear_cast.trace(SQUARE, (8, 1), SQUARE.moved((4, 0.5))) if isinstance(s, FaceTested)]
    assert sorted(s.is_back for s in tested) == [False, False, True, True]
    for step in tested:
        assert step.is_back == (step.approach >= 0.0) == (step.fraction is None) == (step.place is None)
    assert [s.on_face for s in tested if s.is_last][-1]


def test_the_rays_direction_is_that_of_b_as_seen_from_a() -> None:
    """The article's sign, with its own difference turned round, misses this one."""
    assert linear_cast(SQUARE, (4, 0), SQUARE.moved((5, 0))).fraction == 0.75
    assert linear_cast(SQUARE.moved((5, 0)), (-4, 0), SQUARE).fraction == 0.75
    assert linear_cast(SQUARE, (0, 0), SQUARE.moved((5, 0)), (-4, 0)).fraction == 0.75


def test_a_ray_at_a_corner_does_not_fall_between_two_faces() -> None:
    """Aimed at one vertex of the difference after another, it is met there at the latest, at half time."""
    edges_on = 0
    for i, case in enumerate(random_sweeps(11, 1500, turning=False)):
        a, b = case.a.at(case.sweep_a.start), case.b.at(case.sweep_b.start)
        points = minkowski_difference(a, b).points
        motion = readonly(2.0 * points[i % len(points)])
        for run in CASTS:
            found = run(a, (0, 0), b, motion)
            assert found.outcome is not APART, (run.__name__, case.kinds)
            assert found.fraction <= 0.5 + 1e-9
        edges_on += found.fraction == pytest.approx(0.5, abs=1e-9)
    assert edges_on > 100


def test_planes_of_the_ray_cast_only_go_forward() -> None:
    for case in list(random_sweeps(7, 300, turning=False)):
        a, b = case.a.at(case.sweep_a.start), case.b.at(case.sweep_b.start)
        planes = [s for s in gjk_ray_cast.trace(a, case.sweep_a.motion, b, case.sweep_b.motion)
                  if isinstance(s, PlaneFound)]  # fmt: skip
        fractions = [f for s in planes for f in (s.fraction, s.next_fraction)]
        assert fractions == sorted(fractions)


def test_iterations_of_the_advancement() -> None:
    """The table of a lesson: t + step is the next t, the step is the gap less the target over the bound."""
    bar, wall = Sweep(Pose((-5, 0)), Pose((3, 0), 2.0)), Sweep(Pose((1, 0)))
    trace = conservative_advancement.trace(BAR, bar, SQUARE, wall)
    rows = [s for s in trace if isinstance(s, Advanced)]
    target = lengths(BAR, bar, SQUARE, wall, None, None).target
    assert target == pytest.approx(0.002)  # a thousandth of the smaller size
    assert len(rows) == trace.result.iterations > 3
    for row, following in pairwise(rows):
        assert row.step == (row.separation - target) / row.bound
        assert row.bound == row.closing + row.arcs
        assert following.fraction == row.fraction + row.step
        assert following.separation >= target - 1e-12
    assert rows[-1].hit
    for index in range(1, len(trace) - 1):
        ((name, query),) = trace.children(index)
        assert name == "query"
        assert isinstance(query.result, GjkDistance)
        assert np.array_equal(query.result.normal, trace.steps[index].normal)


def test_bilateral_advancement_pushes_back() -> None:
    trace = bilateral_advancement.trace(BAR, Sweep(Pose((-5, 0)), Pose((3, 0), 2.0)), SQUARE, Sweep(Pose((1, 0))))
    kinds = {type(s) for s in trace}
    assert {AxisChosen, DeepestFound, RootTried} <= kinds
    for step in trace:
        if isinstance(step, DeepestFound):
            assert step.floor <= min(step.first.separation, step.last.separation) + 1e-12
        if isinstance(step, RootTried):
            assert step.low <= step.fraction <= step.high
    assert any(s.decision is PushBack.ADVANCE for s in trace if isinstance(s, DeepestFound))


def test_the_floor_is_one() -> None:
    """Under every axis of every trace, between both ends: by samples of the function itself."""
    seen = 0
    for case in random_sweeps(8, 250, turning=True):
        trace = bilateral_advancement.trace(*case[:4])
        for step in trace:
            if isinstance(step, AxisChosen):
                t = step.state.fraction
                function = separation_function(*case[:4], t, step.state.query.result)
                assert function.deepest(t).separation == pytest.approx(step.state.separation, abs=1e-9)
            elif isinstance(step, DeepestFound):
                samples = np.linspace(step.first.fraction, step.last.fraction, 50)
                gaps = [function.deepest(float(u)).separation for u in samples]
                assert min(gaps) >= step.floor - 1e-9
                curve = separation_over_time(*case[:4], samples)
                assert (np.array(gaps) <= curve + 1e-9).all()  # never more than the true separation
                seen += 1
    assert seen > 150


@pytest.mark.parametrize("run", ADVANCEMENTS)
def test_a_bar_that_sweeps_past(run: Any) -> None:
    """Apart at the start and at the end, and at both ends of every step of a tenth: Box2D's open gap lies."""
    spin, still = Sweep(Pose(), Pose((0, 0), math.pi * 0.9)), Sweep(Pose((0.2, 2.8)))
    found = run(BAR, spin, circle(0.05), still)
    assert found.outcome is HIT
    expected = (math.atan2(2.8, 0.2) - math.asin(0.1 / math.hypot(0.2, 2.8))) / (math.pi * 0.9)
    assert found.fraction == pytest.approx(expected, abs=2e-4)
    assert found.fraction <= expected
    seen = tunnelling(BAR, spin, circle(0.05), still, 1)
    assert seen.tunnelled
    assert (seen.discrete.outcome, seen.tests, seen.late) == (APART, 2, None)


@pytest.mark.parametrize("run", ADVANCEMENTS)
def test_receding_and_circling_pairs_end(run: Any) -> None:
    """S3's listing steps back in time from such pairs, and to and fro for ever."""
    for turn in (0.0, 0.3, 3.0):
        away = Sweep(Pose((3, 0)), Pose((30, 0), turn))
        found = run(SQUARE, Sweep(Pose()), SQUARE, away)
        assert (found.outcome, found.miss, found.iterations) == (APART, Miss.RECEDING, 1)
    spin = Sweep(Pose(), Pose((0, 0), 40 * math.pi))
    assert run(circle(1), spin, circle(1, (0, 0)), Sweep(Pose((3, 0)), Pose((3, 0), 9.0))).miss is Miss.NO_MOTION
    past = run(SQUARE, spin, SQUARE, Sweep(Pose((3, 0))))  # its corners come as near as 0.59, 80 times
    assert past.outcome is (APART if run is bilateral_advancement else Outcome.FAILED)
    assert run(SQUARE, spin, SQUARE, Sweep(Pose((2.2, 0)))).outcome is HIT


@pytest.mark.parametrize("run", ADVANCEMENTS)
def test_the_caps_are_named_outcomes(run: Any) -> None:
    case = BAR, Sweep(Pose((-5, 0)), Pose((3, 0), 2.0)), SQUARE, Sweep(Pose((1, 0)))
    full = run(*case)
    for cap in range(1, full.iterations):
        cut = run(*case, cap=cap)
        assert cut.outcome is Outcome.FAILED
        assert cut.iterations == cap
        assert 0.0 <= cut.fraction < full.fraction
        assert cut.separation is not None
    assert run(*case, cap=full.iterations).outcome is HIT


def test_slow_convergence() -> None:
    """A long bar turns away from a wall as it nears it: the bound is many times the speed."""
    case = box(10, 0.2), Sweep(Pose((0, 5.2), math.pi / 2), Pose((0, 5.35), 2.6)), box(20, 0.2), Sweep(Pose((0, 0)))
    slow, quick = conservative_advancement(*case), bilateral_advancement(*case)
    assert slow.iterations > 3 * quick.iterations


@pytest.mark.parametrize("run", ADVANCEMENTS)
@pytest.mark.parametrize(("place", "depth"), [(0.5, 1.5), (2.0, 0.0)])
def test_contact_at_the_start(run: Any, place: float, depth: float) -> None:
    """Its GJK can be stepped into; the answer is the deepest contact."""
    trace = run.trace(SQUARE, Sweep(Pose()), SQUARE, Sweep(Pose((place, 0)), Pose((9, 0), 1.0)))
    assert [type(s).__name__ for s in trace] == ["SweepsMeasured", "InTouch", "TimeOfImpact"]
    ((_, query),) = trace.children(1)
    assert query.result.outcome is OVERLAPPED
    assert (trace.result.outcome, trace.result.fraction, trace.result.separation) == (OVERLAPPED, 0.0, -depth)
    assert trace.result.normal is not None
    assert trace.result.normal.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("run", ADVANCEMENTS)
def test_target_and_tolerance(run: Any) -> None:
    case = SQUARE, Sweep(Pose((-5, 0)), Pose((5, 0), 1.0)), circle(1), Sweep(Pose((3, 0.5)))
    fractions = []
    for target in (0.5, 0.1, 0.01, 1e-4, 1e-8):
        found = run(*case, target=target, tolerance=target / 8)
        assert found.outcome is HIT
        assert found.separation is not None
        assert 0.874 * target < found.separation < 1.126 * target
        fractions.append(found.fraction)
    assert fractions == sorted(fractions)


def test_the_gap_along_an_axis_at_many_times_is_that_at_each() -> None:
    times, frames = np.linspace(0.0, 1.0, 7), set()
    for case in random_sweeps(5, 60, turning=True):
        chosen = [step for step in bilateral_advancement.trace(*case[:4]) if isinstance(step, AxisChosen)]
        for step in chosen:
            function = separation_function(*case[:4], step.state.fraction, step.query.result)
            frames.add(function.frame)
            assert function.over(times) == pytest.approx([function.deepest(t).separation for t in times.tolist()])
    assert frames == set(AxisFrame)


def test_a_disc_turned_about_its_own_centre_looks_the_same() -> None:
    assert angular_bound(circle(2), Sweep(Pose(), Pose((0, 0), 9.0))).bound == 0.0
    eccentric = circle(2, (1, 0))
    assert angular_bound(eccentric, Sweep(Pose(), Pose((0, 0), 9.0))).bound == 9.0


def test_an_arc_is_unrolled_and_its_chord_is_no_bound() -> None:
    for turn in (-7.0, -2.0, 0.0, 1.0, 3.0, 4.0, 6.5):
        steps = list(angular_bound.trace(SQUARE, Sweep(Pose((1, 0), 0.3), Pose((3, 0), 0.3 + turn))))
        taken, unrolled, chord, last = steps[0], *steps[-3:]
        assert (taken.turn, unrolled.bound, last.total) == pytest.approx(
            (turn, last.radius * abs(turn), 2.0 + last.bound)
        )
        away = 2.0 * last.radius * np.abs(np.sin(turn * np.linspace(0.0, 1.0, 2001) / 2.0))
        assert chord.chord == pytest.approx(away[-1])
        assert chord.greatest == pytest.approx(away.max(), abs=1e-5)
        assert 2.0 * last.radius * abs(math.sin(turn * chord.fraction / 2.0)) == pytest.approx(chord.greatest)
        assert (unrolled.furthest, unrolled.radius) == (last.furthest, last.radius)


def test_the_radius_is_measured_from_the_centre_of_rotation() -> None:
    lever = box(4, 0.5, (2, 0))  # turns about its end
    trace = angular_bound.trace(lever, Sweep(Pose((1, 1), 0.5), Pose((5, 1), 2.5)))
    answer = trace.result
    assert answer.radius == pytest.approx(math.hypot(4, 0.25))
    assert answer.from_centroid == pytest.approx(math.hypot(2, 0.25))
    assert answer.bound == pytest.approx(2 * answer.radius)
    assert answer.motion == 4.0
    arcs = [s for s in trace if isinstance(s, ArcMeasured)]
    assert max(s.chord for s in arcs) > 2 * answer.from_centroid - 0.7  # what the smaller radius would allow
    for step in arcs:
        assert step.chord == pytest.approx(2 * step.distance * math.sin(1.0))
        assert step.chord <= step.arc <= answer.bound


def test_no_point_moves_further_than_the_bound() -> None:
    for case in random_sweeps(9, 200, turning=True):
        answer = angular_bound(case.a, case.sweep_a)
        for t in (0.0, 0.2, 0.7):
            for step in (0.05, 0.3):
                before, after = (
                    case.sweep_a.at(t).place(case.a.points),
                    case.sweep_a.at(t + step).place(case.a.points),
                )
                moved = np.hypot(*(after - before).T).max()
                assert moved <= step * (answer.bound + answer.motion) + 1e-12


def test_tunnelling() -> None:
    bullet, wall = circle(0.1), box(0.2, 4)
    fast, still = Sweep(Pose((-5, 0)), Pose((5, 0))), Sweep(Pose((0.4, 0)))
    assert tunnelling(bullet, fast, wall, still, 4).tunnelled
    caught = tunnelling(bullet, fast, wall, still, 50)
    assert not caught.tunnelled
    assert caught.discrete.outcome is HIT
    assert caught.late is not None
    assert 0.0 < caught.late <= 1 / 50
    assert discrete_steps(bullet, fast, bullet, Sweep(Pose((-5, 0)))).outcome is OVERLAPPED
    with pytest.raises(ValueError, match="steps must be a whole number"):
        discrete_steps(bullet, fast, wall, still, 0)


@pytest.mark.parametrize("run", ADVANCEMENTS)
def test_swap_place_turn_and_scale(run: Any) -> None:
    agreed = 0
    for case in list(random_sweeps(10, 400, turning=True)):
        a, sweep_a, b, sweep_b, kinds = case
        found = run(a, sweep_a, b, sweep_b)
        swapped = run(b, sweep_b, a, sweep_a)
        far = run(a, sweep_a.moved((64.0, -32.0)), b, sweep_b.moved((64.0, -32.0)))
        turned = run(a, _turned(sweep_a, 1.0), b, _turned(sweep_b, 1.0))
        for other in (swapped, far, turned):
            if other.outcome is found.outcome:
                agreed += 1
                assert other.fraction == pytest.approx(found.fraction, abs=2e-3), kinds
        for k in (-20, 20):
            larger = run(scaled(a, 2.0**k), _scaled(sweep_a, 2.0**k), scaled(b, 2.0**k), _scaled(sweep_b, 2.0**k))
            assert (larger.outcome, larger.fraction, larger.miss) == (found.outcome, found.fraction, found.miss)
    assert agreed >= 1196


def _turned(sweep: Sweep, by: float) -> Sweep:
    whole = Pose((0, 0), by)
    return Sweep(*(Pose(whole.place(pose.position), pose.angle + by) for pose in (sweep.start, sweep.end)))


def _scaled(sweep: Sweep, factor: float) -> Sweep:
    return Sweep(*(Pose(factor * pose.position, pose.angle) for pose in (sweep.start, sweep.end)))


def test_sweeps() -> None:
    sweep = Sweep(Pose((1, 2), 0.5), Pose((5, -2), 0.5 + 4 * math.pi))
    assert (sweep.at(0.0).position.tolist(), sweep.at(1.0).position.tolist()) == ([1, 2], [5, -2])
    assert sweep.at(0.25).angle == pytest.approx(0.5 + math.pi)
    assert sweep.turn == pytest.approx(4 * math.pi)
    assert sweep.motion.tolist() == [4, -4]
    assert sweep.at(0.5).position.tolist() == [3, 0]
    assert Sweep(Pose((1, 2))).motion.tolist() == [0, 0]
    awkward = Sweep(Pose((0.1, 1e6)), Pose((0.7, 1e-6), 0.3))
    assert awkward.at(1.0).position.tolist() == [0.7, 1e-6]
    assert awkward.at(1.0).angle == 0.3
    for bad in (-0.1, 1.1, math.nan, "0.5", None):
        with pytest.raises(ValueError, match="fraction"):
            sweep.at(bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="end of a sweep must be a Pose"):
        Sweep(Pose(), (1, 2))  # type: ignore[arg-type]


GOOD = SQUARE, Sweep(Pose()), SQUARE, Sweep(Pose((5, 0)), Pose((1, 0)))


@pytest.mark.parametrize("run", [*ADVANCEMENTS, discrete_steps, tunnelling])
@pytest.mark.parametrize("which", range(4))
def test_what_is_no_shape_and_no_sweep_is_refused(run: Any, which: int) -> None:
    for bad in (None, (1, 2), SQUARE if which % 2 else GOOD[1], "A"):
        arguments: list[Any] = list(GOOD)
        arguments[which] = bad
        with pytest.raises(ValueError, match="two Convex with a Sweep each"):
            run(*arguments)
        with pytest.raises(ValueError, match="two Convex with a Sweep each"):
            separation_over_time(*arguments, [0.5])


@pytest.mark.parametrize("run", ADVANCEMENTS)
def test_bad_lengths_and_caps_are_refused(run: Any) -> None:
    for target in (0.0, -1.0, 1e-16, math.nan, "1"):
        with pytest.raises(ValueError, match="target"):
            run(*GOOD, target=target)
    for tolerance in (0.0, -1.0, 2.0, math.nan):
        with pytest.raises(ValueError, match="tolerance"):
            run(*GOOD, target=1.0, tolerance=tolerance)
    for cap in (0, -1, 1.5, True, None):
        with pytest.raises(ValueError, match="cap must be a whole number"):
            run(*GOOD, cap=cap)


@pytest.mark.parametrize("run", CASTS)
def test_bad_casts_are_refused(run: Any) -> None:
    for arguments in ((None, (1, 0), SQUARE), (SQUARE, (1, 0), "B"), (SQUARE, (1, math.nan), SQUARE),
                      (SQUARE, (1, 0), SQUARE, (1, 2, 3)), (SQUARE, None, SQUARE)):  # fmt: skip
        with pytest.raises(ValueError, match=r"takes two Convex|must"):
            run(*arguments)


@pytest.mark.parametrize("fractions", [[-0.1], [1.1], [math.nan], 0.5, [[0.5]], ["a"], None])
def test_bad_fractions_are_refused(fractions: Any) -> None:
    with pytest.raises(ValueError, match="fractions"):
        separation_over_time(*GOOD, fractions)


def test_angular_bound_refuses() -> None:
    with pytest.raises(ValueError, match="takes a Convex"):
        angular_bound(SQUARE, Pose())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="takes a Convex"):
        angular_bound(None, Sweep(Pose()))  # type: ignore[arg-type]
