"""Small facts that a mutation run found untold: each was changed on purpose, and no other test noticed."""

from __future__ import annotations

import dataclasses
import importlib
import math
import pkgutil

import pytest

import geometry
from geometry import Pose, Sweep, box, circle, momentum, rectangle, rigid_body, static_body
from geometry.dynamics.contacts import find_contacts, find_manifold
from geometry.sat.edge_shadows import edge_shadows
from geometry.sat.separation_curve import angle_of
from geometry.shape import Aabb
from geometry.time_of_impact.discrete import measure_widths


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
