"""The faulty routines of cards 21 to 46 on named scenes: the wrong number by hand, and the right one elsewhere.

Errata numbers are those of the sources (WHAT-TO-SHOW-AND-ERRATA); what is right comes from another routine.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from geometry import Convex, box, circle, epa, gjk, minkowski_difference, separation
from geometry.faulty import spot_bodies, spot_contact, spot_minkowski, spot_motion, spot_queries

UNIT = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
FOUR = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
TRIANGLE = ((0.0, 0.0), (3.0, 0.0), (0.0, 3.0))


def moved(ring: Any, x: float, y: float) -> Any:
    return tuple((u + x, v + y) for u, v in ring)


def ended(run: Any, most: int = 1000) -> Any:
    """What a generator returns; None if it still runs after so many iterations."""
    for _ in range(most):
        try:
            next(run)
        except StopIteration as end:
            return end.value
    return None


def test_a_grown_by_b_is_right_for_what_is_its_own_reflection() -> None:
    """S3.6, S3.8."""
    for b in (moved(UNIT, 5.0, 0.5), moved(UNIT, 0.5, -0.25), moved(FOUR, 1.0, 2.0)):
        s, ring = spot_minkowski.grown_separation(TRIANGLE, b)
        true = separation(Convex(TRIANGLE), Convex(b))
        assert s == pytest.approx(true if true <= 0.0 else gjk(Convex(TRIANGLE), Convex(b)).separation)
        figure = minkowski_difference(Convex(TRIANGLE), Convex(moved(b, *(-x for x in spot_minkowski.middle(b)))))
        assert Convex(ring).points == pytest.approx(figure.points)
    hidden = moved(TRIANGLE, 2.0, 2.0)
    assert gjk(Convex(TRIANGLE), Convex(hidden)).separation == pytest.approx(math.sqrt(0.5))
    assert spot_minkowski.grown_separation(TRIANGLE, hidden)[0] == pytest.approx(math.sqrt(2.0)), "two triangles"


def test_gjk_without_a_cap_runs_on_against_a_circle_off_the_face() -> None:
    assert ended(spot_minkowski.gjk_distance(FOUR, ((7.0, 2.0), 1.0))) == pytest.approx(2.0)
    assert ended(spot_minkowski.gjk_distance(FOUR, ((2.0, 2.0), 1.0))) == 0.0
    assert ended(spot_minkowski.gjk_distance(FOUR, ((7.3, 7.9), 1.0))) is None
    assert gjk(Convex(FOUR), circle(1.0, (7.3, 7.9))).separation == pytest.approx(math.hypot(3.3, 3.9) - 1.0)


def test_epa_with_a_strict_comparison_runs_on_about_a_corner() -> None:
    assert ended(spot_minkowski.epa_depth(FOUR, ((4.0, 2.0), 1.0))) == pytest.approx(1.0)
    assert ended(spot_minkowski.epa_depth(((0.0, 0.0), (-1.0, 0.0), (0.0, -1.0)), ((0.0, 0.0), 1.0))) is None


def test_epa_with_the_vertex_in_the_wrong_place() -> None:
    flat = moved(FOUR, 3.0, 1.0)
    assert ended(spot_minkowski.epa_polygons(FOUR, flat)) == pytest.approx(1.0)
    wrong = 0
    for k in range(24):
        b = box(2.0, 1.0, (1.5, 1.0), 0.1 + k * math.tau / 24.0)
        true = -epa(Convex(TRIANGLE), b).separation
        found = ended(spot_minkowski.epa_polygons(TRIANGLE, b.points_xy))
        wrong += found is None or abs(found - true) > 1e-9
    assert wrong >= 12


def test_one_support_vertex_of_two() -> None:
    """S2.16, S3.12: on parallel edges the pair may be an edge's length too long."""
    pair = spot_minkowski.closest_pair(FOUR, ((3.0, 5.0), (4.5, 6.0), (4.0, 7.0)))
    assert math.dist(*pair) == pytest.approx(1.0)
    a, b = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (0.0, 1.0)), ((-2.0, 2.0), (1.0, 2.0), (1.0, 3.0), (-2.0, 3.0))
    assert gjk(Convex(a), Convex(b)).separation == pytest.approx(1.0)
    assert math.dist(*spot_minkowski.closest_pair(a, b)) == pytest.approx(math.sqrt(2.0))


def test_normal_on_the_boundary() -> None:
    """S0.7."""
    assert spot_contact.closest_and_normal(FOUR, (5.0, 1.0)) == ((4.0, 1.0), (1.0, 0.0))
    assert spot_contact.closest_and_normal(FOUR, (3.5, 1.0)) == ((4.0, 1.0), (1.0, 0.0))
    with pytest.raises(ZeroDivisionError):
        spot_contact.closest_and_normal(FOUR, (4.0, 1.0))


def test_rounded_contact_misses_a_deep_corner() -> None:
    """S0.5: rare; this one was found by the search, and shrunk."""
    assert spot_contact.rounded_contact(FOUR, moved(FOUR, 4.25, 1.0)), "the layers overlap, side by side"
    assert not spot_contact.rounded_contact(FOUR, moved(FOUR, 5.0, 1.0))
    a, b = ((1.0, 0.0), (-0.3, 0.1), (0.0, -1.0)), ((0.0, -0.5), (0.6, 0.4), (-0.5, 0.5))
    assert separation(Convex(a), Convex(b)) < -0.3, "not even the cores are apart"
    assert not spot_contact.rounded_contact(a, b)


def test_first_end_of_a_tilted_box() -> None:
    """S0.6."""
    floor = ((-3.0, -1.0), (3.0, -1.0), (3.0, 0.0), (-3.0, 0.0))
    depths = []
    for tilt in (0.1, -0.1):
        b = box(2.0, 1.0, (0.0, 0.3), tilt).points_xy
        ((_, y),) = spot_contact.deepest_point(floor, b)
        depths.append((-y, -min(v for _, v in b)))
    (low, deep), (also_low, also_deep) = depths
    assert sorted((low, also_low)) == pytest.approx([deep - 2.0 * math.sin(0.1), also_deep])
    assert spot_contact.deepest_point(floor, moved(UNIT, 0.0, 5.0)) == []


def test_side_planes_on_the_wrong_edge() -> None:
    floor = ((-3.0, -1.0), (3.0, -1.0), (3.0, 0.0), (-3.0, 0.0))
    assert sorted(spot_contact.clipped_edge(floor, moved(UNIT, 0.0, -0.25))) == [(0.0, -0.25), (1.0, -0.25)]
    beside = sorted(spot_contact.clipped_edge(floor, moved(UNIT, 2.5, -0.25)))
    assert beside == [(2.5, -0.25), (3.5, -0.25)], "half of the box hangs over, its corner 0.5 beside the floor"
    assert spot_contact.clipped_edge(floor, moved(UNIT, 0.0, 2.0)) == []


def test_rays() -> None:
    """S0.3: the box at the origin and the ray from (3, 0) along +x."""
    a = moved(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)), -1.0, -1.0)
    assert spot_queries.ray_hits(a, ((-3.0, 0.0), (1.0, 0.0)))
    assert not spot_queries.ray_hits(a, ((-3.0, 2.0), (1.0, 0.0)))
    assert spot_queries.ray_hits(a, ((3.0, 0.0), (1.0, 0.0))), "behind its start"
    assert spot_queries.ray_distance(a, ((-3.0, 0.0), (0.5, 0.0))) == pytest.approx(4.0), "the entry is at 2"
    assert spot_queries.ray_distance(a, ((-3.0, 2.0), (1.0, 0.0))) is None


def test_points() -> None:
    pentagon = ((0.0, 0.0), (4.0, 0.0), (5.0, 3.0), (2.0, 5.0), (-1.0, 3.0))
    assert spot_queries.point_in_outline(pentagon, (1.0, 2.0))
    assert not spot_queries.point_in_outline(pentagon, (9.0, 2.0))
    assert not spot_queries.point_in_outline(pentagon, (1.0, 3.0)), "inside, level with a vertex"
    assert spot_queries.point_in_triangle(TRIANGLE, (1.0, 0.0))
    assert spot_queries.point_in_triangle(TRIANGLE, (1.0, 1.0))
    assert not spot_queries.point_in_triangle(TRIANGLE, (1.5, 1.5)), "S2.13: on the third side"
    assert spot_queries.point_in_polygon(UNIT, (0.5, 0.5))
    assert not spot_queries.point_in_polygon(UNIT[::-1], (0.5, 0.5)), "S2.9: clockwise"


def test_circles_and_walls() -> None:
    """S1.1, S1.4 to S1.6, at the articles' own numbers: times over a whole step of five."""
    tall = ((0.0, 5.0), 2.0), (0.0, -5.0), ((-1.5, 0.0), (1.5, 0.0))
    assert spot_motion.placed_impact(*tall) == pytest.approx(3.0 / 5.0)
    assert spot_motion.squared_impact(*tall) == pytest.approx(3.586 / 5.0, abs=1e-4)
    on_an_end = (5.0 - math.sqrt(2.0**2 - 1.5**2)) / 5.0
    assert spot_motion.wall_impact(*tall) == pytest.approx(on_an_end), "shorter than the circle is wide: its ends"
    deep = ((1.0, 0.5), 1.0), (8.0, -2.0), ((0.0, 0.0), (10.0, 0.0))
    assert spot_motion.two_root_impact(*deep) == pytest.approx(0.75), "the exit, at 1.5 seconds of two, for 0"
    assert spot_motion.squared_impact(*deep) == 0.0
    far = ((40.0, 3.0), 1.0), (0.0, -4.0), ((0.0, 0.0), (10.0, 0.0))
    assert spot_motion.placed_impact(*far) == pytest.approx(0.5), "30 beyond the end"
    assert spot_motion.wall_impact(*far) is None
    plain = ((0.2, 3.0), 1.0), (0.4, -4.0), ((-4.0, 0.0), (4.0, 0.0))
    for routine in (spot_motion.squared_impact, spot_motion.wall_impact, spot_motion.two_root_impact):
        assert routine(*plain) == pytest.approx(0.5)


def test_relative_motion() -> None:
    """S3.7 and S1.10: unit boxes 3 apart."""
    b = moved(UNIT, 3.0, 0.0)
    assert spot_motion.polygons_meet(UNIT, (4.0, 0.0), b, (0.0, 0.0)) is None
    assert spot_motion.polygons_meet(UNIT, (-4.0, 0.0), b, (0.0, 0.0)) == pytest.approx(0.5)
    assert spot_motion.polygons_meet(UNIT, (0.0, 0.0), moved(UNIT, 0.5, 0.5), (0.0, 0.0)) == 0.0
    a, other = ((0.0, 0.0), 1.0), ((5.0, 0.0), 1.0)
    assert spot_motion.circles_meet(a, (6.0, 0.0), other, (0.0, 0.0)) == pytest.approx(0.5)
    assert spot_motion.circles_meet(a, (3.0, 0.0), other, (-3.0, 0.0)) is None, "they meet at 0.5"


def test_a_step_back_in_time_never_ends() -> None:
    """S3.1; found by the search and shrunk."""
    meet = ended(spot_motion.turning_bodies_meet(UNIT, (3.0, 0.0), moved(UNIT, 3.0, 0.0)))
    assert 0.5 < meet < 0.67, "2 apart, and the corners that turn towards each other come first"
    past = ((0.0, 3.0), (-1.0, 4.0), (0.0, 2.0)), (4.0, -4.0), ((1.0, 1.0), (0.0, 0.0), (1.0, 0.0))
    run = spot_motion.turning_bodies_meet(*past)
    assert ended(run) is None
    assert 0.0 < next(run) < 1.0, "it is still running"


def test_outlines() -> None:
    ell = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0))

    def area(triangles: Any) -> float:
        return sum(abs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2.0 for p, q, r in triangles)

    assert area(spot_bodies.ears(FOUR)) == 16.0
    assert area(spot_bodies.ears(ell)) > 5.0, "the L has an area of 5"
    assert spot_bodies.fan(TRIANGLE) == [], "S2.10"
    assert area(spot_bodies.fan(FOUR)) == 16.0
    assert spot_bodies.reflex_vertices(FOUR) == []
    assert spot_bodies.reflex_vertices(ell) == [], "vertex 3 is reflex"


def test_pairs_of_boxes() -> None:
    low, high, next_to_low = ((0.0, 0.0), (4.0, 1.0)), ((1.0, 3.0), (2.0, 4.0)), ((3.0, 0.0), (5.0, 1.0))
    assert spot_bodies.swept_pairs(low, next_to_low) == [(0, 1)]
    assert spot_bodies.swept_pairs(low, high, next_to_low) == [], "the one between ends the loop"
    assert spot_bodies.cell_pairs(((0.5, 0.5), (1.5, 1.5)), ((1.0, 1.0), (2.0, 2.0))) == [(0, 1)]
    assert spot_bodies.cell_pairs(((3.0, 0.5), (4.5, 1.5)), ((4.0, 1.0), (5.0, 2.0))) == [], "over a border of cells"


def test_bounce_without_lever_arm_gains_energy() -> None:
    diamond = ((0.0, 0.0), (1.0, 1.0), (0.0, 2.0), (-1.0, 1.0))
    assert spot_bodies.bounce(diamond, (1.0, -2.0)) == ((1.0, pytest.approx(1.0)), 0.0)
    assert spot_bodies.bounce(diamond, (1.0, 2.0)) == ((1.0, 2.0), 0.0)
    tilted = box(2.0, 1.0, (0.0, 2.0), 0.5)
    (_, up), spin = spot_bodies.bounce(tilted.points_xy, (0.0, -2.0))
    mass, inertia = 2.0, 2.0 * (2.0**2 + 1.0**2) / 12.0
    assert mass * up**2 + inertia * spin**2 > mass * 2.0**2, "e = 0.5, and yet more energy than before"
