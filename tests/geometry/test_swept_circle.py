"""Swept circles and points: against a numeric oracle that knows only distances, and by hand.

The distance of a moving point from a convex set (a point, a segment) is a convex function of time: the oracle finds
its least value by ternary search, then bisects for the first touch. 20,000 cases a routine.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable

import numpy as np
import pytest

from geometry import Outcome
from geometry.outcome import Miss
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound, swept_circle_circle, swept_circle_point
from geometry.swept_circle.circle_segment import CapChosen, FootPlaced, SlabCrossed, swept_circle_segment
from geometry.swept_circle.point_segment import swept_point_segment
from geometry.swept_circle.steps import Approached, SegmentFeature, StartMeasured, SweptImpact
from geometry.vector import length

CASES = int(os.environ.get("SEPARATRIX_SWEEPS", "20000"))
Rows = np.ndarray

ROUTINES: dict[str, Callable[..., SweptImpact]] = {
    "circle_point": lambda c, r, m, p, _q, s, _k: swept_circle_point(c, r, m, p, s),
    "circle_circle": lambda c, r, m, p, _q, s, k: swept_circle_circle(c, r, m, p, k, s),
    "circle_segment": lambda c, r, m, p, q, s, _k: swept_circle_segment(c, r, m, p, q, s),
    "point_segment": lambda c, _r, m, p, q, s, _k: swept_point_segment(c, m, p, q, s),
}


def distances(center: Rows, p: Rows, q: Rows) -> Rows:
    """Of points from segments p q (or points, p = q), row by row."""
    edge = q - p
    squared = (edge**2).sum(axis=1)
    along = ((center - p) * edge).sum(axis=1) / np.where(squared > 0.0, squared, 1.0)
    return np.hypot(*(center - p - np.clip(along, 0.0, 1.0)[:, None] * edge).T)


class Cases:
    """Random ones, then families: overlapping, along the wall, grazing, degenerate, at rest, whole numbers."""

    def __init__(self, routine: str, seed: int, n: int) -> None:
        random = np.random.default_rng(seed)
        self.center, self.p, self.motion_b = (random.uniform(-3.0, 3.0, (n, 2)) for _ in range(3))
        self.q = self.p + random.uniform(-3.0, 3.0, (n, 2))
        self.motion_a = random.uniform(-8.0, 8.0, (n, 2))
        self.radius, self.other = random.uniform(0.0, 1.5, n), random.uniform(0.0, 1.5, n)
        family = np.arange(n) % 10
        aimed = (family == 1) | (family == 2)
        self.motion_a[aimed] = (self.p - self.center + self.motion_b)[aimed] * random.uniform(0.8, 3.0, (n, 1))[aimed]
        rows = family == 3  # along the wall, touching its line from outside, within or exactly at the radius
        edge = self.q - self.p
        along = edge / np.hypot(*edge.T)[:, None]
        across = np.stack((-along[:, 1], along[:, 0]), axis=1)
        height = self.radius * random.choice((0.0, 0.5, 1.0, 1.01), n)
        place = random.choice((-4.0, 6.0), n)
        beside = self.p + place[:, None] * along + height[:, None] * across
        self.center[rows] = beside[rows]
        self.motion_a[rows] = (self.motion_b - random.uniform(-2.0, 9.0, (n, 1)) * np.sign(place)[:, None] * along)[
            rows
        ]
        self.q[family == 4] = self.p[family == 4]
        self.motion_a[family == 5] = self.motion_b[family == 5]
        for name in ("center", "p", "q", "motion_a", "motion_b"):
            getattr(self, name)[family == 6] = np.round(getattr(self, name)[family == 6])
        self.radius[family == 6] = np.round(self.radius[family == 6])
        self.other[family == 6] = np.round(self.other[family == 6])
        self.center[family == 7] = (self.p + random.uniform(-1.0, 1.0, (n, 2)))[family == 7]
        self.radius[family == 8] = 0.0
        if routine in ("circle_point", "circle_circle"):
            self.q = self.p.copy()
        self.reach = {"circle_circle": self.radius + self.other, "point_segment": 0.0 * self.radius}.get(
            routine, self.radius
        )

    def gap(self, fraction: Rows) -> Rows:
        moved = self.center + fraction[:, None] * (self.motion_a - self.motion_b)
        return distances(moved, self.p, self.q) - self.reach

    def first_within(self, allowed: float) -> Rows:
        """The first fraction at which the gap is at most `allowed`; infinity where it never is."""
        n = len(self.center)
        low, high = np.zeros(n), np.ones(n)
        for _ in range(120):  # a convex function: a third without its least value goes
            first, second = low + (high - low) / 3.0, high - (high - low) / 3.0
            falling = self.gap(first) > self.gap(second)
            low, high = np.where(falling, first, low), np.where(falling, high, second)
        ends = np.stack((np.zeros(n), (low + high) / 2.0, np.ones(n)))
        gaps = np.stack([self.gap(t) for t in ends])
        least = ends[gaps.argmin(axis=0), np.arange(n)]
        low, high = np.zeros(n), least.copy()
        for _ in range(60):
            middle = (low + high) / 2.0
            inside = self.gap(middle) <= allowed
            low, high = np.where(inside, low, middle), np.where(inside, middle, high)
        first_touch = np.where(self.gap(np.zeros(n)) <= allowed, 0.0, high)
        return np.where(gaps.min(axis=0) <= allowed, first_touch, np.inf)

    def answers(self, routine: str) -> list[SweptImpact]:
        run = ROUTINES[routine]
        rows = zip(self.center, self.radius, self.motion_a, self.p, self.q, self.motion_b, self.other, strict=True)
        return [run(*row) for row in rows]


ALLOWED = 1e-12  # of a gap, for lengths of about 10: the oracle rounds too, and a graze is decided by a hair


@pytest.mark.parametrize("routine", ROUTINES)
def test_against_the_oracle(routine: str) -> None:
    """A hit never before the gap is `ALLOWED`, nor after it is `-ALLOWED`; none missed, none invented."""
    cases = Cases(routine, seed=71, n=CASES)
    found = cases.answers(routine)
    soonest, latest = cases.first_within(ALLOWED), cases.first_within(-ALLOWED)
    if routine == "point_segment":  # a point is never deeper than 0 in a wall, so that only a clear graze is late
        latest = cases.first_within(0.1 * ALLOWED) + 1e-10
    fractions = np.array([f.fraction if f.outcome is not Outcome.SEPARATED else np.inf for f in found])
    assert np.flatnonzero(fractions < soonest - 1e-15).tolist() == []
    assert np.flatnonzero(fractions > latest + 1e-15).tolist() == []
    start = cases.gap(np.zeros(CASES))
    for i, answer in enumerate(found):
        if abs(start[i]) > ALLOWED:
            assert (answer.outcome is Outcome.OVERLAPPED) == (start[i] < 0.0), i
        if answer.outcome is Outcome.SEPARATED:
            assert (answer.fraction, answer.normal, answer.point) == (1.0, None, None)
            assert answer.miss is not None
    counts = {outcome: sum(f.outcome is outcome for f in found) for outcome in Outcome}
    assert min(counts[Outcome.HIT], counts[Outcome.SEPARATED]) > 0.1 * CASES
    assert counts[Outcome.OVERLAPPED] > (0.003 if routine == "point_segment" else 0.05) * CASES


@pytest.mark.parametrize("routine", ROUTINES)
def test_where_and_which_way(routine: str) -> None:
    """At a hit the touched point lies on B, and a radius away from A's centre, against the normal."""
    cases = Cases(routine, seed=72, n=4000)
    hits = 0
    for i, answer in enumerate(cases.answers(routine)):
        if answer.outcome is not Outcome.HIT:
            continue
        assert answer.normal is not None
        assert answer.point is not None
        hits += 1
        t = answer.fraction
        center = cases.center[i] + t * cases.motion_a[i]
        inner = cases.radius[i] if routine != "point_segment" else 0.0
        assert answer.point == pytest.approx(center + inner * answer.normal, abs=1e-9)
        on_b = (answer.point - t * cases.motion_b[i])[None]
        outer = cases.other[i] if routine == "circle_circle" else 0.0
        assert distances(on_b, cases.p[i : i + 1], cases.q[i : i + 1])[0] == pytest.approx(outer, abs=1e-9)
        assert length(answer.normal) == pytest.approx(1.0, abs=1e-12)
        assert answer.normal @ (cases.motion_a[i] - cases.motion_b[i]) > -1e-5  # never away from what is met
    assert hits > 400


@pytest.mark.parametrize("routine", ROUTINES)
def test_scale_place_and_turn(routine: str) -> None:
    """A power of 2 changes nothing at all; a turn, or a place 1e6 away, rounding only."""
    cases = Cases(routine, seed=73, n=2000)
    c, s = math.cos(1.0), math.sin(1.0)
    turn = np.array(((c, s), (-s, c)))
    plain = cases.answers(routine)
    gaps = np.abs([cases.gap(np.full(2000, f.fraction))[i] for i, f in enumerate(plain)])
    lengths = ("center", "p", "q", "motion_a", "motion_b")
    for change in ("scale", "turn", "far"):
        moved = Cases(routine, seed=73, n=2000)
        for name in lengths + ("radius", "other"):
            value = getattr(moved, name)
            if change == "scale":
                setattr(moved, name, value * 2.0**-20)
            elif change == "turn" and value.ndim == 2:
                setattr(moved, name, value @ turn)
            elif change == "far" and name in lengths[:3]:
                setattr(moved, name, value + (1e6, -1e6))
        for i, (before, after) in enumerate(zip(plain, moved.answers(routine), strict=True)):
            if change == "scale":
                assert (after.outcome, after.fraction, after.miss) == (before.outcome, before.fraction, before.miss)
            elif gaps[i] > 1e-6 or before.outcome is Outcome.HIT:
                # a graze may turn into a miss, and its time is uncertain by the root of the rounding
                sure = before.outcome is after.outcome
                assert not sure or after.fraction == pytest.approx(before.fraction, abs=3e-4), i
        if change != "scale":
            same = [f.outcome is g.outcome for f, g in zip(plain, moved.answers(routine), strict=True)]
            assert sum(same) > 0.85 * len(same)


def test_swapping_two_circles() -> None:
    cases = Cases("circle_circle", seed=74, n=2000)
    rows = zip(cases.center, cases.radius, cases.motion_a, cases.p, cases.other, cases.motion_b, strict=True)
    for c, r, m, p, k, s in rows:
        first, second = swept_circle_circle(c, r, m, p, k, s), swept_circle_circle(p, k, s, c, r, m)
        assert (first.outcome, first.miss) == (second.outcome, second.miss)
        assert first.fraction == pytest.approx(second.fraction, abs=1e-12)
        if first.outcome is Outcome.HIT and first.normal is not None and second.normal is not None:
            assert first.normal == pytest.approx(-second.normal, abs=1e-9)


def test_the_radius_counts_squared() -> None:
    """The article's coefficients give 0.8966: the radius is squared nowhere."""
    answer = swept_circle_segment((1.5, 5), 2, (0, -4), (0, 0), (3, 0))
    assert (answer.outcome, answer.fraction, answer.feature) == (Outcome.HIT, 0.75, SegmentFeature.FACE)
    assert answer.normal is not None
    assert answer.normal.tolist() == [0.0, -1.0]
    assert answer.point is not None
    assert answer.point.tolist() == [1.5, 0.0]


def test_a_wall_shorter_than_the_circle_is_wide() -> None:
    assert swept_circle_segment((0.5, 5), 2, (0, -4), (0, 0), (1, 0)).feature is SegmentFeature.FACE


def test_overlapping_already_is_no_time_in_the_future() -> None:
    answer = swept_circle_segment((1, 0.5), 1, (4, -1), (0, 0), (10, 0))
    assert (answer.outcome, answer.fraction, answer.feature) == (Outcome.OVERLAPPED, 0.0, SegmentFeature.FACE)


def test_far_beyond_the_end_of_the_wall() -> None:
    answer = swept_circle_segment((40, 5), 1, (0, -40), (0, 0), (10, 0))
    assert (answer.outcome, answer.miss) == (Outcome.SEPARATED, Miss.PASSING)


@pytest.mark.parametrize("center", [-5.0, 15.0])
def test_a_centre_on_the_line_of_the_wall(center: float) -> None:
    """No side to be on: only an end can be met."""
    answer = swept_circle_segment((center, 0), 1, (5 - center, 0), (0, 0), (10, 0))
    assert answer.outcome is Outcome.HIT
    assert answer.fraction == pytest.approx(0.4)
    assert answer.feature is (SegmentFeature.START if center < 0 else SegmentFeature.END)


@pytest.mark.parametrize(
    ("height", "outcome"), [(1.0, Outcome.HIT), (1 + 1e-9, Outcome.SEPARATED), (0.6, Outcome.HIT)]
)
def test_along_the_wall(height: float, outcome: Outcome) -> None:
    """Sliding on at exactly the radius touches the near end; its foot is then at the end, or before it."""
    answer = swept_circle_segment((-4, height), 1, (8, 0), (0, 0), (10, 0))
    assert answer.outcome is outcome
    if outcome is Outcome.HIT:
        assert answer.fraction == pytest.approx((4 - math.sqrt(1 - height**2)) / 8)
    assert swept_circle_segment((2, 3), 1, (8, 0), (0, 0), (10, 0)).miss is Miss.RECEDING


def test_slab_then_cap() -> None:
    trace = swept_circle_segment.trace((-2, 3), 1, (1.8, -4), (0, 0), (10, 0))
    crossed = next(s for s in trace if isinstance(s, SlabCrossed))
    assert (crossed.enter, crossed.leave) == (0.5, 1.0)
    placed = next(s for s in trace if isinstance(s, FootPlaced))
    assert (placed.fraction, placed.foot, placed.feature) == (0.5, pytest.approx(-1.1), SegmentFeature.START)
    assert any(isinstance(s, CapChosen) for s in trace)
    assert trace.result.feature is SegmentFeature.START


def test_the_steps_of_a_cap_say_so() -> None:
    """The gap is measured, and the approach, of the whole wall first and then of one end."""
    trace = swept_circle_segment.trace((-3.0, 1.5), 0.5, (4.0, -1.5), (0.0, 0.0), (4.0, 0.0))
    caps = [s.cap for s in trace if isinstance(s, StartMeasured | Approached)]
    assert caps == [None, None, SegmentFeature.START, SegmentFeature.START]


def test_only_the_relative_motion_counts() -> None:
    """Two circles that run side by side never meet, whatever the sum of their velocities."""
    assert swept_circle_circle((0, 0), 1, (5, 0), (3, 0), 1, (5, 0)).miss is Miss.NO_MOTION
    answer = swept_circle_circle((0, 0), 1, (4, 0), (6, 0), 1, (-4, 0))
    assert (answer.outcome, answer.fraction) == (Outcome.HIT, 0.5)
    assert answer.point is not None
    assert answer.point.tolist() == [3.0, 0.0]


def test_both_roots_are_kept() -> None:
    trace = swept_circle_point.trace((-4, 0), 2, (8, 0), (0, 0))
    formed, roots = (next(s for s in trace if isinstance(s, kind)) for kind in (QuadraticFormed, RootsFound))
    assert (formed.a, formed.b, formed.c) == (64.0, -32.0, 12.0)
    assert formed.discriminant == formed.b**2 - formed.a * formed.c
    assert (roots.first, roots.last, roots.within) == (0.25, 0.75, True)
    late = swept_circle_point.trace((-4, 0), 1, (2.5, 0), (0, 0))
    assert late.result.miss is Miss.TOO_FAR


@pytest.mark.parametrize("wall", [(0.5, 0), (0.5 + 1e-15, 0)])
def test_a_wall_of_no_length_is_a_point(wall: tuple[float, float]) -> None:
    assert swept_circle_segment((0.5, 5), 1, (0, -8), (0.5, 0), wall).fraction == pytest.approx(0.5)
    assert swept_point_segment((0.5, 4), (0, -8), (0.5, 0), wall).fraction == pytest.approx(0.5)


@pytest.mark.parametrize("tiny", [2.2250738585e-313, 1e-200, 1e-160, 1e-80])
@pytest.mark.parametrize("at", [0.0, 1.0])
def test_what_is_shorter_than_any_square_has_no_length(tiny: float, at: float) -> None:
    """Walls, motions, radii and gaps that a scene about the origin can hold and no quotient of squares can."""
    wall = (0.0, 0.0), (tiny, 0.0)
    for center, motion in (((0.0, at), (0.0, 0.0)), ((0.0, at), (0.0, -at)), ((0.0, at * tiny), (tiny, -tiny))):
        touched = at == 0.0 or motion != (0.0, 0.0)
        results = [
            swept_point_segment(center, motion, *wall),
            swept_circle_segment(center, 0.0, motion, *wall),
            swept_circle_segment(center, tiny, motion, *wall),
            swept_circle_point(center, tiny, motion, wall[0]),
        ]
        assert all((found.outcome is not Outcome.SEPARATED) == touched for found in results)
        assert all(0.0 <= found.fraction <= 1.0 for found in results)


def test_a_point_meets_a_wall_by_cross_products() -> None:
    trace = swept_point_segment.trace((0, 2), (4, -4), (0, 0), (4, 0), (0, 0))
    assert (trace.result.outcome, trace.result.fraction) == (Outcome.HIT, 0.5)
    assert [type(s).__name__ for s in trace] == [
        "RelativeMotion", "StartMeasured", "HeightMeasured", "CrossProducts", "FractionFound", "LinesMet",
        "SweptImpact",
    ]  # fmt: skip
    measured, found = trace.steps[2], trace.steps[4]
    assert (measured.area, measured.height) == (8.0, 2.0), "(0, -2) x (4, 0), which lies 2 below"
    assert (found.fraction, found.within) == (0.5, True)
    assert not swept_point_segment.trace((0, 2), (4, -1), (0, 0), (4, 0)).steps[4].within
    assert swept_point_segment((0, 2), (4, -4), (0, 0), (4, 0), (4, -4)).miss is Miss.NO_MOTION
    assert swept_point_segment((-2, 0), (4, 0), (0, 0), (4, 0)).fraction == 0.5
    assert swept_point_segment((-2, 0), (1, 0), (0, 0), (4, 0)).miss is Miss.TOO_FAR
    assert swept_point_segment((-2, 1e-9), (9, 0), (0, 0), (4, 0)).miss is Miss.PASSING
    assert swept_point_segment((1, 1), (0, 3), (0, 0), (4, 0)).miss is Miss.RECEDING
    assert swept_point_segment((1, 0), (0, 3), (0, 0), (4, 0)).outcome is Outcome.OVERLAPPED


def test_at_any_size() -> None:
    for size in (1e-60, 1e-6, 1.0, 1e6, 1e60):
        answer = swept_circle_segment((size, 5 * size), 2 * size, (0, -4 * size), (0, 0), (3 * size, 0))
        assert answer.fraction == pytest.approx(0.75)
        assert swept_circle_circle((-4 * size, 0), size, (8 * size, 0), (0, 0), size).fraction == pytest.approx(0.25)
        assert swept_point_segment((0, 2 * size), (4 * size, -4 * size), (0, 0), (4 * size, 0)).fraction == 0.5


@pytest.mark.parametrize("bad", [(math.nan, 0), (1e300, 0), (1, 2, 3), "here", None])
def test_bad_vectors_are_refused(bad: object) -> None:
    for run in (
        lambda v: swept_circle_point(v, 1, (1, 0), (3, 0)),
        lambda v: swept_circle_point((0, 0), 1, v, (3, 0)),
        lambda v: swept_circle_circle((0, 0), 1, (1, 0), v, 1),
        lambda v: swept_circle_segment((0, 0), 1, (1, 0), (3, 0), v),
        lambda v: swept_circle_segment((0, 0), 1, (1, 0), (3, 0), (4, 4), v),
        lambda v: swept_point_segment((0, 0), v, (3, 0), (4, 4)),
    ):
        with pytest.raises(ValueError, match="must"):
            run(bad)


@pytest.mark.parametrize("radius", [-1, -1e-300, math.nan, "1"])
def test_bad_radii_are_refused(radius: float) -> None:
    for run in (
        lambda r: swept_circle_point((0, 0), r, (1, 0), (3, 0)),
        lambda r: swept_circle_circle((0, 0), 1, (1, 0), (3, 0), r),
        lambda r: swept_circle_segment((0, 0), r, (1, 0), (3, 0), (4, 4)),
    ):
        with pytest.raises(ValueError, match="radius"):
            run(radius)
