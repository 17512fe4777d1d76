"""The edge that is named: it faces the other shape along the contact normal, and is the contact's reference edge."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import Convex, Outcome, box, circle, minimum_translation, regular_polygon, separating_axis
from geometry.contact.reference import EdgeMeasured, find_reference
from geometry.feature import FeatureKind, FeatureRef
from geometry.tolerance import PARALLEL
from tests.geometry.families import FAMILIES, family_pairs

SQUARE = box(2, 2)  # edges 0 to 3 look down, right, up, left


def edge(owner: str, index: int) -> FeatureRef:
    return FeatureRef(owner, FeatureKind.EDGE, index)


@pytest.mark.parametrize("family", FAMILIES)
def test_it_is_the_reference_edge(family: str) -> None:
    """Two routines, one name, however many edges are as good: coincident shapes, shared vertices, parallel edges."""
    named = 0
    for a, b, _ in family_pairs(family, seed=21, n=200):
        if min(len(a.points), len(b.points)) < 2:
            continue  # a contact with a circle has no reference edge
        found, reference = minimum_translation(a, b), find_reference(a, b)
        if found.outcome is Outcome.SEPARATED or isinstance(reference, EdgeMeasured) or found.facing is None:
            continue
        named += 1
        assert found.facing == edge(reference.owner.value, reference.edge)
    assert named > 10


@pytest.mark.parametrize("family", FAMILIES)
def test_its_normal_is_the_contact_normal(family: str) -> None:
    for a, b, _ in family_pairs(family, seed=22, n=40):
        for tested in separating_axis(a, b, early_out=False).tests:
            outward = np.concatenate((a.normals, -b.normals))  # of A's edges, then what B's stand for
            along = outward @ tested.normal
            beside = np.abs(outward @ (-tested.normal[1], tested.normal[0]))
            facing = np.flatnonzero((along > 0.0) & (beside <= PARALLEL))
            first = None
            if facing.size:
                i = int(facing[0])
                first = edge("A", i) if i < len(a.normals) else edge("B", i - len(a.normals))
            assert tested.facing == first


@pytest.mark.parametrize(
    ("why", "a", "b", "facing"),
    [
        ("past the far side", SQUARE, SQUARE.moved((0.2, 1.5)), edge("A", 2)),
        ("the axis is edge 0's, and it faces", SQUARE, SQUARE.moved((0.2, -1.5)), edge("A", 0)),
        ("up and right are as short: right has the lower number", SQUARE, SQUARE.moved((1.5, 1.5)), edge("A", 1)),
        ("all are as short", SQUARE, SQUARE, edge("A", 0)),
        ("only B has the edge", regular_polygon(3, 1.0, angle=1.0), box(9, 9, (5, 0)), edge("B", 3)),
        ("apart along the line between closest points", circle(1), SQUARE.moved((2, 2)), None),
        ("two circles", circle(1), circle(1), None),
    ],
)
def test_examples(why: str, a: Convex, b: Convex, facing: FeatureRef | None) -> None:
    assert separating_axis(a, b, early_out=False).facing == facing, why


def test_an_edge_that_offers_an_axis_may_face_away() -> None:
    """Left of A's right edge, B is parted by A's left one: the axis is the same, the edge is another."""
    tests = separating_axis(SQUARE, SQUARE.moved((-1.5, 0.2)), early_out=False).tests
    offered = tests[1]
    assert str(offered.axis) == "edge 1 of A"
    assert offered.is_turned
    assert offered.facing == edge("A", 3)
    assert str(offered.facing) == "edge 3 of A"


def test_without_an_edge_that_faces() -> None:
    """A triangle's edge looks down; the gap is above its tip, where no edge of either looks along the axis."""
    tip = regular_polygon(3, 1.0, angle=np.pi / 2.0)
    tests = separating_axis(tip, tip.moved((0.1, 4.0)), early_out=False).tests
    up = next(t for t in tests if np.allclose(t.normal, (0.0, 1.0)))
    assert up.is_gap
    assert up.facing == edge("B", 1)  # B's own lower edge faces A
    turned = regular_polygon(3, 1.0, (0.1, 4.0), -np.pi / 2.0)
    tests = separating_axis(turned.moved((0.0, -8.0)), tip, early_out=False).tests
    assert all(t.facing is not None for t in tests if t.axis.edge is not None and not t.is_turned)
