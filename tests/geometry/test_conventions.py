"""What is said of Box2D and pymunk is what they do here; the mapping is its own inverse."""

from __future__ import annotations

import itertools

import numpy as np
import pymunk
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.conventions import Conventions, Quantity, changed_by
from geometry.outline import signed_area
from tests.geometry.box2d_oracle import box2d
from viz.lesson.engines import ENGINES

ALL = [Conventions(*switched) for switched in itertools.product((False, True), repeat=6)]
numbers = st.floats(-1e6, 1e6)


@given(st.sampled_from(ALL), st.sampled_from(list(Quantity)), numbers, numbers)
def test_mapping_twice_gives_the_original(there: Conventions, kind: Quantity, x: float, y: float) -> None:
    for value in (np.array((x, y)), np.array(((x, y), (y, x)))):
        assert np.array_equal(there.value(kind, there.value(kind, value)), value)
    outline = np.array(((x, y), (y, x), (x + 1.0, y - 2.0), (0.0, 0.0)))
    assert np.array_equal(there.outline(there.outline(outline)), outline)


@given(st.sampled_from(ALL), st.lists(st.tuples(numbers, numbers), min_size=3, max_size=6))
def test_the_signed_area_of_the_list_there_is_the_mapped_one(
    there: Conventions, listed: list[tuple[float, float]]
) -> None:
    """The order and the mirror act on the list itself as the sign says."""
    mapped = there.value(Quantity.AREA, signed_area(np.array(listed)))
    size = 1.0 + float(np.abs(listed).max()) ** 2
    assert signed_area(there.outline(listed)) == pytest.approx(mapped, abs=1e-9 * size)


def test_a_length_knows_no_convention_and_a_point_only_y() -> None:
    assert changed_by(Quantity.LENGTH) == ()
    assert changed_by(Quantity.POINT) == changed_by(Quantity.TURN) == ("y_down",)
    assert changed_by(Quantity.AREA) == ("y_down", "clockwise")
    assert changed_by(Quantity.NORMAL) == ("y_down", "normal_b_to_a")


def test_touching_counts_or_not_up_to_the_tolerance() -> None:
    ours, strict = Conventions(), Conventions(touching_is_apart=True)
    assert [ours.is_contact(s) for s in (-0.1, 0.0, 0.1)] == [True, True, False]
    assert [strict.is_contact(s) for s in (-0.1, 0.0, 0.1)] == [True, False, False]
    assert ours.is_contact(1e-12, 1e-9)
    assert not strict.is_contact(-1e-12, 1e-9)


def said(engine: str, switch: str) -> bool:
    """What the row of an engine says of a switch, which must be known from a run."""
    row = ENGINES[engine]
    assert "run" in row.known[switch]
    return bool(getattr(row.conventions, switch))


def test_pymunk_is_as_said() -> None:
    a, b = pymunk.Body(1, 1), pymunk.Body(1, 1)
    first, second = pymunk.Poly.create_box(a, (2, 2)), pymunk.Poly.create_box(b, (2, 2))
    b.position = (1.5, 0.25)
    for shape in (first, second):
        shape.cache_bb()
    found = first.shapes_collide(second)
    assert (found.normal.x < 0.0) is said("Chipmunk, pymunk", "normal_b_to_a")
    assert (found.points[0].distance < 0.0) is said("Chipmunk, pymunk", "depth_negative")
    assert abs(found.points[0].distance) == pytest.approx(0.5)
    b.position = (2.0, 0.25)
    second.cache_bb()
    touches = len(first.shapes_collide(second).points) > 0
    assert touches is not said("Chipmunk, pymunk", "touching_is_apart")
    clockwise = ((0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0))
    listed = np.array(pymunk.Poly(a, clockwise).get_vertices())
    assert (signed_area(listed) < 0.0) is said("Chipmunk, pymunk", "clockwise")


def test_box2d_is_as_said() -> None:
    engine = box2d()
    world = engine.b2World(gravity=(0, 0))
    a, b = (world.CreateDynamicBody(position=(x, 0.0)) for x in (0.0, 1.5))
    first, second = (body.CreatePolygonFixture(box=(1, 1), density=1) for body in (a, b))
    manifold = engine.b2Manifold() if hasattr(engine, "b2Manifold") else None
    assert manifold is not None
    engine.b2CollidePolygons(manifold, first.shape, a.transform, second.shape, b.transform)
    assert manifold.pointCount == 2
    assert (manifold.localNormal[0] < 0.0) is said("Box2D", "normal_b_to_a")
    frame = engine.b2Transform()
    frame.SetIdentity()
    beside = engine.b2Transform()
    beside.SetIdentity()
    beside.position = (2.0, 0.0)
    touches = engine.b2TestOverlap(first.shape, 0, second.shape, 0, frame, beside)
    assert bool(touches) is not said("Box2D", "touching_is_apart")
    clockwise = ((0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0))
    listed = np.array(engine.b2PolygonShape(vertices=list(clockwise)).vertices)
    assert (signed_area(listed) < 0.0) is said("Box2D", "clockwise")
    assert first.shape.radius == pytest.approx(0.01), "the skin that the lesson tells of"
    assert hasattr(manifold, ENGINES["Box2D"].fields["touching"])
    assert hasattr(engine.b2WorldManifold, ENGINES["Box2D"].fields["normal"])
    for gap, points in ((0.019, 2), (0.021, 0)):  # between the skins of two polygons
        b.position = (2.0 + gap, 0.0)
        engine.b2CollidePolygons(manifold, first.shape, a.transform, second.shape, b.transform)
        assert manifold.pointCount == points
