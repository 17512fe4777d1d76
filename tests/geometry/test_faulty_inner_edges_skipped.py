"""Inner edges left out as axes: a box trips all the same, or is pushed through the floor."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import Stepped, StepRules, box, capsule, circle, convex, rectangle, rigid_body, simulate
from geometry.contact.manifold import manifold
from geometry.dynamics.body import RigidBody
from geometry.faulty.inner_edges_skipped import skipping_inner_edges
from tests.geometry.test_rigid_step_seams import SLOP, TILES, TRIANGLES, speeds


def slide(floor: RigidBody, start: float, count: int = 40, *, with_own: bool = True) -> tuple[Stepped, ...]:
    """A box of side 0.6 that stands in the floor by the slop and moves to the right."""
    body = rigid_body(box(0.6, 0.6, (start, 0.3 - SLOP)), velocity=(3.0, 0.0))
    rule = skipping_inner_edges(floor.placed, with_own=with_own)
    return simulate([floor, body], count, StepRules(slop=SLOP, drop_inner=False, rule=rule))


def test_on_tiles_the_own_side_takes_over_and_the_box_trips_all_the_same() -> None:
    """As it does where inner edges are axes: see test_rigid_step_seams."""
    trips = slide(TILES, -1.998)
    assert speeds(trips)[:14] == pytest.approx([3.0] * 14)
    after = trips[14].bodies[1]
    assert (*after.velocity, after.spin) == pytest.approx((1.06, 1.07, -3.58), abs=0.005)
    reference = [found.reference for _, found in trips[14].memory.manifolds][-1]
    assert reference is not None
    assert reference.owner.name == "B"
    assert tuple(reference.normal) == pytest.approx((1.0, 0.0), abs=1e-6), "its right side, as it leads"


def test_on_a_triangulated_floor_the_own_side_takes_over_as_well() -> None:
    assert speeds(slide(TRIANGLES, -2.298))[0] == pytest.approx(1.05, abs=0.005)


def test_a_triangle_that_points_up_pushes_the_box_down_through_the_floor() -> None:
    """Its only outer edge is its bottom: 1.395 down. A step takes a fifth of what is beyond the slop: 0.28."""
    rule = skipping_inner_edges(TRIANGLES.placed, with_own=False)
    up = next(piece for piece in TRIANGLES.placed if np.allclose(piece.points.max(axis=0), (-1.5, 0.0)))
    body = box(0.6, 0.6, (-2.298, 0.3 - SLOP))
    found = rule(up, body, None)
    assert tuple(found.normal) == pytest.approx((0.0, -1.0))
    assert found.separation == pytest.approx(-(0.8 + 0.6 - SLOP))
    rules = StepRules(slop=SLOP)
    assert rules.share * (-found.separation - rules.slop) == pytest.approx(0.28, abs=0.005)
    falls = slide(TRIANGLES, -2.298, with_own=False)
    heights = [float(step.bodies[1].pose.position[1]) - (0.3 - SLOP) for step in falls]
    assert min(heights[:5]) < -0.28
    assert min(heights) < -0.8, "it has sunk through the whole floor"


def test_where_all_edges_are_outer_it_is_the_manifold() -> None:
    """A tile alone: the same normal, depth and points."""
    tile = rectangle((0.0, 0.0), (1.0, 1.0))
    rule = skipping_inner_edges([tile])
    random = np.random.default_rng(3)
    touching = 0
    for _ in range(60):
        body = box(0.6, 0.6, random.uniform(-0.4, 1.4, 2), float(random.uniform(0.0, 6.0)))
        found, right = rule(tile, body, None), manifold(tile, body)
        assert found.outcome is right.outcome
        if not right.points or right.separation > -1e-3:
            continue
        touching += 1
        assert found.separation == pytest.approx(right.separation)
        assert tuple(found.normal) == pytest.approx(tuple(right.normal))
        assert [tuple(p.point) for p in found.points] == [pytest.approx(tuple(p.point)) for p in right.points]
    assert touching > 10


def test_inner_edges_all_around_leave_the_edges_of_b() -> None:
    middle = rectangle((-0.5, -0.5), (0.5, 0.5))
    ring = [
        middle.moved((x, y))
        for x, y in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
    ]
    found = skipping_inner_edges(ring, with_own=False)(ring[0], box(0.4, 0.4, (0.6, 0.0)), None)
    assert found.reference is not None
    assert found.reference.owner.name == "B"


def test_refusals() -> None:
    tile = rectangle((0.0, 0.0), (1.0, 1.0))
    for other in (circle(1.0), convex(tile.points, radius=0.1)):
        with pytest.raises(ValueError, match="must be sharp"):
            skipping_inner_edges([other])
    rule = skipping_inner_edges([tile])
    with pytest.raises(ValueError, match="its own pieces"):
        rule(tile.moved((1.0, 0.0)), tile, None)
    with pytest.raises(ValueError, match="its own pieces"):
        rule(tile, capsule((0, 0), (1, 0), 0.1), None)
