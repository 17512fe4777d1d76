"""Bodies on floors of several pieces: the seam of a flat floor stops a box whose contacts on inner edges count, and
does nothing where they are dropped."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import (
    Polygon,
    RigidBody,
    Stepped,
    StepRules,
    box,
    circle,
    convex,
    rectangle,
    rigid_body,
    simulate,
    static_body,
)

TILES = static_body([rectangle((x, -1), (x + 1, 0)) for x in range(-4, 4)])
# Triangles that point up own their bottom edge only; their top vertices are at the whole numbers.
TRIANGLES = static_body(
    [
        triangle
        for x in range(-6, 6)
        for triangle in (
            convex([(x, 0), (x + 0.5, -0.8), (x + 1, 0)]),
            convex([(x + 0.5, -0.8), (x + 1.5, -0.8), (x + 1, 0)]),
        )
    ]
)
SLOP = 0.005


def slide(
    floor: RigidBody, start: float, *, drop_inner: bool, speed: float = 3.0, slop: float = SLOP, count: int = 60
):
    """A box of side 0.6 that stands in the floor by the slop, at a speed to the right, without friction."""
    body = rigid_body(box(0.6, 0.6, (start, 0.3 - slop)), velocity=(speed, 0))
    return simulate([floor, body], count, StepRules(slop=slop, drop_inner=drop_inner))


def speeds(run: tuple[Stepped, ...]) -> list[float]:
    return [float(stepped.bodies[1].velocity[0]) for stepped in run]


def highest(run: tuple[Stepped, ...]) -> float:
    """Above the height at which it began."""
    return max(float(s.bodies[1].pose.position[1]) for s in run) - (0.3 - SLOP)


def test_a_box_trips_on_the_seam_of_a_triangulated_floor() -> None:
    """One seam slows it from 3.00 to 1.05 and throws it up; without inner edges it glides."""
    trips = slide(TRIANGLES, -2.298, drop_inner=False)
    assert speeds(trips)[0] == pytest.approx(1.045, abs=5e-4), "its front corner begins 0.002 behind the seam"
    assert highest(trips) == pytest.approx(0.128, abs=5e-4)
    assert not any(stepped.dropped for stepped in trips)
    glides = slide(TRIANGLES, -2.298, drop_inner=True)
    assert speeds(glides) == pytest.approx([3.0] * 60, abs=1e-6)
    assert highest(glides) < 1e-6
    assert glides[0].dropped


def test_a_box_trips_on_the_seam_of_tiles() -> None:
    """In step 15, when its front corner is 0.002 behind a seam: less than it stands in the floor."""
    trips = slide(TILES, -1.998, drop_inner=False)
    after = trips[14].bodies[1]
    assert speeds(trips)[:14] == pytest.approx([3.0] * 14)
    assert (*after.velocity, after.spin) == pytest.approx((1.06, 1.07, -3.58), abs=0.005)
    normal = trips[14].contacts[-1].normal.direction
    assert normal == pytest.approx((-1.0, 0.0), abs=1e-6), "the side of a tile that nothing can reach"
    glides = slide(TILES, -1.998, drop_inner=True)
    assert speeds(glides) == pytest.approx([3.0] * 60, abs=1e-6)
    assert slide(TILES, -1.98, drop_inner=False)[-1].bodies[1].velocity[0] == pytest.approx(3.0), "by luck"


def test_how_many_starts_trip() -> None:
    """The depth over the way of one step: 0.005 of 0.05 is one in ten; 0.02 is four. Dropped, none."""
    starts = -2.3 + 0.0037 * 7 * np.arange(28)
    count = {
        (slop, drop): sum(min(speeds(slide(TILES, x, drop_inner=drop, slop=slop, count=40))) < 2.7 for x in starts)
        for slop, drop in ((0.005, False), (0.02, False), (0.005, True), (0.02, True))
    }
    assert count[0.005, False] == pytest.approx(2.8, abs=2)
    assert count[0.02, False] == pytest.approx(11.2, abs=3)
    assert count[0.005, True] == count[0.02, True] == 0


def test_a_wheel_rolls_over_the_seams() -> None:
    rules = {"friction": 0.6, "slop": 0.02}
    wheel = rigid_body(circle(0.25, (-2.298, 0.23)), velocity=(6, 0), spin=-24.0)
    hops, rolls = (simulate([TRIANGLES, wheel], 60, StepRules(drop_inner=drop, **rules)) for drop in (False, True))
    assert speeds(rolls)[-1] == pytest.approx(5.92, abs=0.005), "what friction takes while it settles"
    assert max(float(s.bodies[1].pose.position[1]) for s in rolls) - 0.23 < 0.002
    assert speeds(hops)[-1] < 5.6
    assert max(float(s.bodies[1].pose.position[1]) for s in hops) - 0.23 > 0.05


@pytest.mark.parametrize(("raised", "slowest", "end"), [(0.05, 0.245, 1.42), (0.3, 0.0, 0.7)])
def test_a_real_step_is_felt(raised: float, slowest: float, end: float) -> None:
    """The side of a raised tile is an outer edge: a low one tips the box over on to it, a high one stops it."""
    tiles = [rectangle((x, -1), (x + 1, raised * (x >= 1))) for x in range(-4, 4)]
    run = slide(static_body(tiles), -1.998, drop_inner=True, count=180)
    assert min(speeds(run)) == pytest.approx(slowest, abs=0.002)
    assert run[-1].bodies[1].pose.position[0] == pytest.approx(end, abs=0.01)


def test_the_end_of_a_floor_is_felt() -> None:
    """From the side, at the end of the row: that edge is no inner one."""
    body = rigid_body(box(0.6, 0.6, (-4.5, -0.5)), velocity=(3, 0))
    run = simulate([TILES, body], 30, StepRules(gravity=(0, 0)))
    assert speeds(run)[-1] == pytest.approx(0.0, abs=1e-9)
    assert run[-1].bodies[1].pose.position[0] == pytest.approx(-4.3, abs=0.06)


def test_nothing_falls_through_a_seam() -> None:
    """Corner first, fast and deep: where only inner edges are met, they count, and the body stays on the floor."""
    random = np.random.default_rng(301)
    for floor in (TILES, TRIANGLES):
        for _ in range(6):
            body = rigid_body(
                box(0.5, 0.5, (random.uniform(-1.5, 1.5), random.uniform(0.4, 1.5)), random.uniform(0, 1.5)),
                velocity=(0, -random.uniform(0, 12)),
                spin=random.uniform(-5, 5),
            )
            run = simulate([floor, body], 180, StepRules(friction=0.5))
            assert run[-1].bodies[1].pose.position[1] > 0.2


def test_a_body_that_meets_inner_edges_only_is_held_by_them() -> None:
    """It sits within the floor, over a seam: left out, it would fall freely."""
    inside = rigid_body(box(0.1, 0.1, (0.03, -0.5)))
    (first,) = simulate([TILES, inside], 1)
    assert first.contacts
    assert not first.dropped
    assert {abs(round(float(c.normal.direction[0]), 6)) for c in first.contacts} == {1.0}


def test_a_box_slides_along_the_pieces_of_a_polygon() -> None:
    """A comb upside down: its flat top is cut where the teeth begin."""
    teeth = [(6, 0), (0, 0), (0, -2), (1, -2), (1, -1), (2, -1), (2, -2), (3, -2), (3, -1), (4, -1), (4, -2), (6, -2)]
    comb = static_body(Polygon(teeth))
    assert len(comb.pieces) > 2
    for start in 0.5 + 0.0037 * np.arange(0, 60, 4):
        run = slide(comb, float(start), drop_inner=True, speed=3.0, count=80)
        assert min(speeds(run)) > 2.999


def test_a_concave_body_on_a_floor_of_pieces() -> None:
    """Pieces on both sides: an L that slides does not trip either."""
    corner = Polygon([(0, 0), (0.9, 0), (0.9, 0.3), (0.3, 0.3), (0.3, 0.9), (0, 0.9)]).moved((-2.6, -SLOP))
    for shift in 0.0037 * np.arange(0, 60, 6):
        body = rigid_body(corner.moved((float(shift), 0)), velocity=(3, 0))
        run = simulate([TILES, body], 60)
        assert min(speeds(run)) > 2.99
