"""Nearly parallel edges and almost flat vertices: every answer certified in extended precision.

A sample of fixed seed; the campaign (tests/campaigns/test_near_degenerate.py) has 100,000 cases of each class. Then
the cases that were found first, each with what was wrong with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

import geometry as g
from geometry import Outcome
from tests.geometry.certificates import Faults, cast_faults, pair_faults, ray_faults, swept_faults
from tests.geometry.extended import Pair, off_boundary
from tests.geometry.near_degenerate import FAMILIES, FLAT_VERTICES, PARALLEL_EDGES, Case, case, cases, dwarfed

SAMPLE = 100


@pytest.mark.parametrize("family", FAMILIES)
def test_every_routine_knows_how_far_apart_two_shapes_are(family: str) -> None:
    assert [fault for each in cases(family, 17, 2 * SAMPLE) for fault in pair_faults(each).found] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_casts_are_certified_by_their_normals(family: str) -> None:
    assert [fault for each in cases(family, 17, SAMPLE) for fault in cast_faults(each).found] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_rays_and_circles_enter_where_they_say(family: str) -> None:
    assert [fault for each in cases(family, 17, SAMPLE) for fault in ray_faults(each).found] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_circles_meet_a_wall_where_they_say(family: str) -> None:
    assert [fault for each in cases(family, 17, SAMPLE) for fault in swept_faults(each).found] == []


# Cases of the campaign that were wrong in their turn: question, family, seed, numbers.
FOUND: list[tuple[Callable[[Case], Faults], str, int, tuple[int, ...]]] = [
    (pair_faults, FLAT_VERTICES, 1700, (269,)),  # the manifold's reference edge was the one beside the contact
    (pair_faults, PARALLEL_EDGES, 1700, (968, 972, 1190)),  # collide: an axis worse by less than rounding
    (pair_faults, FLAT_VERTICES, 2026, (27266,)),  # collide: of two such axes the one with less beside each other
    (pair_faults, PARALLEL_EDGES, 2026, (36615,)),
    (pair_faults, FLAT_VERTICES, 1700, (26136, 47926)),  # the reference edge, past whose end the deepest lies
    (pair_faults, FLAT_VERTICES, 99, (1040, 1426)),  # the manifold's two corners were not the nearest
    (pair_faults, FLAT_VERTICES, 99, (4687, 8538)),  # its incident edge was the one beside the contact
    (pair_faults, PARALLEL_EDGES, 99, (8606,)),  # two corners for a corner at an edge's very end: the normal turned
    (pair_faults, PARALLEL_EDGES, 1, (1203,)),  # gjk: a simplex that rounding keeps as it is
    (pair_faults, PARALLEL_EDGES, 1700, (39438,)),  # and one whose bound the corner's own direction knows better
    (pair_faults, FLAT_VERTICES, 1, (2635,)),  # a point within a corner by rounding, and its normal turned round
    (ray_faults, PARALLEL_EDGES, 1700, (513, 890, 1472)),  # the wrong one of two lines crossed at once
    (ray_faults, PARALLEL_EDGES, 1700, (12779, 46161)),  # it ends short of an arc: the normal of a later place
    (ray_faults, FLAT_VERTICES, 1700, (196, 726)),
    (cast_faults, PARALLEL_EDGES, 1, (753, 1112, 3035, 4361)),  # gjk_ray_cast: the same simplex for ever
    (cast_faults, FLAT_VERTICES, 1, (107, 3324, 3736)),
    (swept_faults, PARALLEL_EDGES, 1, (444, 2520)),  # the side of the wall, taken from where it is met
    (swept_faults, PARALLEL_EDGES, 1700, (114,)),  # along a wall: a fraction that was all rounding
]


@pytest.mark.parametrize("row", range(len(FOUND)))
def test_what_the_campaign_has_found(row: int) -> None:
    faults_of, family, seed, numbers = FOUND[row]
    assert [fault for number in numbers for fault in faults_of(case(family, seed, number)).found] == []


def test_radii_that_dwarf_their_cores() -> None:
    """The last four: of an incident edge shorter than rounding the far end was taken for the near one, and what was
    clipped between them lay off its corner's arc."""
    numbers = (*range(SAMPLE), 660, 3910, 21298, 41827)
    assert [fault for number in numbers for fault in pair_faults(dwarfed(1700, number)).found] == []


@pytest.mark.parametrize("angle", [0.0, 1e-15, 2e-12, 1e-11, 1e-9, 1e-7, 1e-3])
@pytest.mark.parametrize("beside", [0.0, 0.5, 0.50001, 1.3])
def test_a_linear_cast_meets_a_nearly_parallel_edge(beside: float, angle: float) -> None:
    """Two faces are crossed at once, up to rounding: the last of them was not the one with the crossing on it."""
    a, b = g.box(2, 1, (0, 4)), g.box(1, 1, (beside, 0), angle)
    found, walked = g.linear_cast(a, (0, -8), b), g.gjk_ray_cast(a, (0, -8), b)
    assert found.outcome is walked.outcome is Outcome.HIT
    assert found.fraction == pytest.approx(walked.fraction, abs=1e-12)
    assert found.fraction == pytest.approx(0.375, abs=1e-4)


@pytest.mark.parametrize("far", [20.0, 100.0, 1e4, 1e6])
def test_where_a_point_from_afar_meets_a_wall(far: float) -> None:
    """Its place at the hit is rounded in proportion to the way: one end of the wall was left out of the contact."""
    random = np.random.default_rng(3)
    for _ in range(25):
        wall = g.box(2, 1, angle=random.uniform(0.0, math.tau))
        way = random.uniform(0.0, math.tau)
        start = far * np.array((math.cos(way), math.sin(way)))
        for routine in (g.linear_cast, g.gjk_ray_cast):
            found = routine(g.point(start), random.uniform(-0.3, 0.3, 2) - start, wall)
            assert found.on_a is not None
            assert found.on_b is not None
            assert off_boundary(wall, found.on_b) <= 1e-14 * far
            assert np.abs(found.on_a - found.on_b).max() <= 1e-14 * far


@pytest.mark.parametrize("far", [10.0, 1e3, 1e5])
def test_faces_that_meet_from_afar_touch_in_the_middle_of_what_they_share(far: float) -> None:
    """What of a face is left out for the rounding of the way shows as a contact at one of its ends."""
    for angle in (0.3, 1.0, 2.0):
        turn = g.Pose(angle=angle)
        up, beside, place = turn.place(np.array([(0.0, 1.0), (0.5, 0.0), (0.25, 0.5)]))
        fixed, moving = g.box(2, 1, angle=angle), g.box(1, 1, beside + far * up, angle)
        for routine in (g.linear_cast, g.gjk_ray_cast):
            found = routine(moving, -2.0 * far * up, fixed)
            assert found.on_b == pytest.approx(place + 0.5 * beside, abs=1e-9)


@pytest.mark.parametrize("height", [2e-12, 1e-11, 1e-9, 1e-8, 1e-3])
@pytest.mark.parametrize("radius", [0.0, 1e-6, 1e-4, 1.0])
def test_a_ray_meets_an_almost_flat_vertex(height: float, radius: float) -> None:
    """Both edges are crossed at once, up to rounding, and the arc between them is shorter than its own rounding."""
    flat = g.convex([(-1, -1), (1, -1), (1, 1), (0, 1 + height), (-1, 1)], radius)
    for x in (-0.0002, -1e-9, 0.0, 1e-7, 0.3):
        ray = g.Ray((x - 20.0, 21.0 + radius), (40, -40))
        found = g.ray_cast(flat, ray)
        assert found.outcome is Outcome.HIT
        assert found.normal is not None
        assert found.normal[1] > 0.9999
        assert off_boundary(flat, found.point) <= 1e-14
        assert abs(Pair(flat, g.point(found.point)).gap(found.normal)) <= 1e-13


def test_a_ray_that_ends_on_a_corner_meets_it_from_outside() -> None:
    """The end lay before the corner by rounding, and the way from there to the corner was taken for the normal."""
    for k in range(361):
        angle = math.radians(k / 2.0)
        for length in (0.7, 1.0, math.pi):
            origin = np.array((1.0 + length * math.cos(angle), 1.0 + length * math.sin(angle)))
            ray = g.Ray(origin, (1.0, 1.0) - origin)
            found = g.ray_cast(g.box(2, 2), ray)
            if found.outcome is Outcome.HIT:
                assert found.normal is not None
                assert found.normal @ ray.direction < 1e-12, (k, length)
                assert abs(Pair(g.box(2, 2), g.point(found.point)).gap(found.normal)) <= 1e-15


@pytest.mark.parametrize("turn", [0.0, 0.3, 2.0])
@pytest.mark.parametrize("slope", [1e-9, 0.3, 1.0, 1.5])
def test_a_point_that_meets_the_end_of_a_wall_from_over_it(slope: float, turn: float) -> None:
    """The motion's own direction was taken for the normal: it leads into the wall, and not across it."""
    wall = g.segment((0, 0), (3, 0)).at(g.Pose(angle=turn))
    across = g.Pose(angle=turn).place(np.array([(0.0, 0.0), (0.0, -1.0)]))[1]
    for far in np.linspace(0.1, 2.9, 40):
        for end in (0, 1):
            height = far * math.tan(slope)
            from_over = g.Pose(angle=turn).place(np.array([(far if end == 0 else 3.0 - far, height)]))[0]
            motion = 1.5 * (wall.points[end] - from_over)
            for found in (
                g.swept_circle_segment(from_over, 0.0, motion, *wall.points),
                g.swept_point_segment(from_over, motion, *wall.points),
            ):
                assert found.outcome is Outcome.HIT
                assert found.normal == pytest.approx(across, abs=1e-12)


@pytest.mark.parametrize("height", [2e-12, 1e-9, 5e-7, 1e-5])
@pytest.mark.parametrize("tilt", [0.0, 1e-12, 5e-7])
def test_a_manifold_at_an_almost_flat_vertex(height: float, tilt: float) -> None:
    """Of two edges whose cosines agree to 1e-12 the one on the far side was taken for the incident one."""
    a = g.convex([(-1, -1), (1, -1), (1, 1), (0, 1.0 + height), (-1, 1)])
    for x in (-1.001, -1.0, -0.5, 0.0):
        b = g.capsule((x, 1.05), (x - 2.0, 1.05 - 2.0 * tilt), 0.1)
        truth = Pair(a, b).separation()
        for one, other in ((a, b), (b, a)):
            found = g.manifold(one, other)
            assert found.outcome is Outcome.OVERLAPPED
            assert min(p.separation for p in found.points) == pytest.approx(truth, abs=1e-12)
            for p in found.points:
                assert off_boundary(one, p.on_a) <= 1e-12
                assert off_boundary(other, p.on_b) <= 1e-12


@pytest.mark.parametrize("core", [1e-9, 1.1e-8, 1e-6])
def test_a_manifold_of_a_core_far_smaller_than_its_radius(core: float) -> None:
    """Of a core shorter than the rounding of its place either end may be called the deeper one."""
    random = np.random.default_rng(5)
    for _ in range(100):
        at, way, along = (random.uniform(0.0, math.tau) for _ in range(3))
        place = 1e6 * np.array((math.cos(at), math.sin(at)))
        near = place + 1.5 * np.array((math.cos(way), math.sin(way)))
        a = g.capsule(place, place + 1.5 * core * np.array((math.cos(along), math.sin(along))), 1.0)
        b = g.rounded(g.box(1e-5, 1e-6, near, along), 0.9)
        found = g.manifold(a, b)
        for p in found.points:
            assert off_boundary(a, p.on_a) <= 1e-8
            assert off_boundary(b, p.on_b) <= 1e-8
        assert found.separation == pytest.approx(Pair(a, b).separation(), abs=1e-8)


def test_more_turns_than_angles_can_tell_are_refused() -> None:
    """At 1e15 turns the gap of 0.8 counted as rounding, and the boxes as overlapping."""
    a, b, still = g.box(1, 1), g.box(1, 1), g.Sweep(g.Pose((1.8, 0)), g.Pose((1.8, 0)))
    for routine in (g.conservative_advancement, g.bilateral_advancement, g.tunnelling):
        for turns in (1e11, 1e15):
            spun = g.Sweep(g.Pose(), g.Pose(angle=turns * math.tau))
            with pytest.raises(ValueError, match="angles of at most 1e\\+11 radians"):
                routine(a, spun, b, still)
    for turns in (1.0, 1e6, 1e10):
        spun = g.Sweep(g.Pose(), g.Pose(angle=turns * math.tau))
        assert g.conservative_advancement(a, spun, b, still).outcome is not Outcome.OVERLAPPED
