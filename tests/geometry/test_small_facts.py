"""Small facts that a mutation run found untold: each was changed on purpose, and no other test noticed."""

from __future__ import annotations

import dataclasses
import importlib
import math
import pkgutil

import pytest

import geometry
from geometry import Owner, Pose, Sweep, box, circle, momentum, point_query, rectangle, rigid_body, static_body
from geometry.contact.reference import find_reference
from geometry.dynamics.contacts import find_contacts, find_manifold
from geometry.feature import edge
from geometry.minkowski.simplex import SimplexVertex, nearest
from geometry.sat.edge_shadows import edge_shadows
from geometry.sat.separation_curve import angle_of
from geometry.shape import Aabb
from geometry.time_of_impact.discrete import measure_widths
from geometry.tolerance import REFERENCE_HYSTERESIS, smaller_size


def dataclasses_of_geometry() -> list[type]:
    found: dict[type, None] = {}
    for each in pkgutil.walk_packages(geometry.__path__, "geometry."):
        module = importlib.import_module(each.name)
        found |= {
            kind: None
            for kind in vars(module).values()
            if isinstance(kind, type) and dataclasses.is_dataclass(kind) and not kind.__name__.startswith("_")
        }
    return list(found)


def test_nothing_that_geometry_tells_can_be_changed() -> None:
    loose = [kind.__qualname__ for kind in dataclasses_of_geometry() if not kind.__dataclass_params__.frozen]  # type: ignore[attr-defined]
    assert loose == []


def test_the_middle_of_a_box() -> None:
    assert Aabb((1.0, -2.0), (4.0, 2.0)).center.tolist() == [2.5, 0.0]


def test_momentum_has_the_x_of_velocities_in_its_x() -> None:
    bodies = [rigid_body(box(1, 2), velocity=(3.0, -1.0)), rigid_body(circle(1.0), velocity=(0.5, 4.0))]
    expected = sum(each.mass * each.velocity for each in bodies)
    assert momentum(bodies) == pytest.approx(expected)
    assert momentum([*bodies, static_body(box(9, 9))]) == pytest.approx(expected)


@pytest.mark.parametrize(("axis", "angle"), [((0, 1), 90.0), ((-1, 0), 0.0), ((1, -1), 135.0), ((-1, -1), 45.0)])
def test_the_angle_of_an_axis(axis: tuple[int, int], angle: float) -> None:
    assert math.degrees(angle_of(axis)) == pytest.approx(angle)


def test_what_does_not_move_cannot_tunnel() -> None:
    still = measure_widths(box(1, 1), Sweep(Pose((5, 0))), box(1, 1), Sweep(Pose()), 1)
    assert (still.can_tunnel, still.turns) == (False, False)


def test_screens_with_a_gap_are_counted() -> None:
    """Two boxes side by side: of their two screens one has a gap; of two that overlap none; of two across both."""
    for at, gaps in (((3, 0), 1), ((0.5, 0.5), 0), ((3, 3), 2)):
        assert edge_shadows(box(1, 1), box(1, 1, at), (1, 2)).gaps == gaps


def test_contacts_on_inner_edges_are_dropped_unless_they_are_asked_for() -> None:
    """A box that has sunk into two tiles touches the left side of the right one, too."""
    floor = static_body([rectangle((x, -1), (x + 1, 0)) for x in (-1, 0)])
    told = []
    for depth in (0.02, 0.1):
        bodies = [floor, rigid_body(box(0.6, 0.6, (-0.28, 0.3 - depth)))]
        usual = find_contacts(bodies, {}, find_manifold)
        dropped, every = (find_contacts(bodies, {}, find_manifold, drop_inner=drop) for drop in (True, False))
        told.append([len(each.contacts) for each in (usual, dropped, every)])
    assert all(usual == dropped for usual, dropped, _ in told)
    assert any(dropped < every for _, dropped, every in told)


def edge_with_normal(shape: geometry.Convex, x: float, y: float) -> int:
    return max(range(len(shape.points)), key=lambda i: float(shape.normals[i] @ (x, y)))


@pytest.mark.parametrize(("part", "is_kept"), [(0.9, True), (1.1, False)])
def test_the_reference_edge_of_before_stays_within_its_hysteresis(part: float, is_kept: bool) -> None:
    a = box(2, 2)
    better = part * REFERENCE_HYSTERESIS * smaller_size(a, a)
    b = box(2, 2, (1.9, 1.9 - better))  # along x it is less deep by as much as along y
    top = edge_with_normal(a, 0, 1)
    found = find_reference(a, b, (Owner.A, top))
    assert (found.is_kept, found.owner) == (is_kept, Owner.A)  # type: ignore[union-attr]
    assert found.edge == (top if is_kept else edge_with_normal(a, 1, 0))  # type: ignore[union-attr]


def test_the_reference_edge_of_before_is_left_by_what_slides_past_its_end() -> None:
    a, half = box(2, 2), math.sqrt(2.0)
    top = edge_with_normal(a, 0, 1)

    def standing_at(x: float, y: float) -> geometry.Convex:
        """On its corner, which is at (x, y)."""
        return box(2, 2, (x, y + half), math.pi / 4)

    over = find_reference(a, standing_at(1 - 1e-5, 1 - 1e-4), (Owner.A, top))
    beside = find_reference(a, standing_at(1 + 1e-5, 1 - 1e-4), (Owner.A, top))
    assert (over.owner, over.edge) == (Owner.A, top)  # type: ignore[union-attr]
    assert (beside.is_kept, beside.owner) == (False, Owner.B)  # type: ignore[union-attr]


@pytest.mark.parametrize("k", range(12))
def test_of_sides_as_near_up_to_rounding_the_first_is_the_way_out(k: int) -> None:
    at = (0.1 + 0.37 * k, -0.2 * k)
    assert point_query(box(2, 2, at, 0.3 * k), at).feature == edge(0)


def test_the_way_to_the_origin_from_a_denormal_distance_has_length_1() -> None:
    w = 1e-323, -1.5e-323  # two and three of the smallest numbers: their hypotenuse is rounded to four
    toward = nearest([SimplexVertex(w, w, (0.0, 0.0), 0, 0)]).direction
    assert toward == pytest.approx((-2 / math.sqrt(13), 3 / math.sqrt(13)), abs=1e-12)
