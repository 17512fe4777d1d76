"""Pairs worked out by hand, the steps that lead to them, and the tie rules."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple

import numpy as np
import pytest

from geometry import Aabb, Convex, Outcome, Owner, Pose, Trace, box, circle, point, rectangle
from geometry.primitives.box_box import CornersTested, FaceTested, ReferenceFound, box_box
from geometry.primitives.circle_aabb import (
    BoxFace,
    Clamped,
    FaceMeasured,
    OutsideMeasured,
    RadiusCompared,
    Region,
    RegionFound,
    circle_aabb,
    region_of,
)
from geometry.primitives.circle_circle import NormalFound, OffsetFound, SeparationFound, circle_circle
from geometry.primitives.circle_obb import BackInWorld, BoxSpace, Translated, Unturned, circle_obb
from geometry.primitives.contact import PairResult
from geometry.primitives.dispatch import collide

SQUARE = box(2.0, 2.0)
ROOT = math.sqrt(0.5)


class Golden(NamedTuple):
    name: str
    a: Convex
    b: Convex
    point: Sequence[float]
    normal: Sequence[float]
    separation: float


CIRCLES = (
    Golden("apart", circle(1), circle(2, (6, 8)), (2.7, 3.6), (0.6, 0.8), 7),
    Golden("touching", circle(2), circle(3, (3, 4)), (1.2, 1.6), (0.6, 0.8), 0),
    Golden("overlapping", circle(1), circle(1, (1.5, 0)), (0.75, 0), (1, 0), -0.5),
    Golden("contained", circle(3), circle(1, (0, -1)), (0, -1.5), (0, -1), -3),
    Golden("equal centres", circle(2, (5, 5)), circle(1, (5, 5)), (5.5, 5), (1, 0), -3),
    Golden("equal points", point((3, 4)), point((3, 4)), (3, 4), (1, 0), 0),
    Golden("point on a circle", circle(5), point((3, 4)), (3, 4), (0.6, 0.8), 0),
)
BOX_AND_CIRCLE = (
    Golden("beside a face", SQUARE, circle(1, (0.3, 3)), (0.3, 1.5), (0, 1), 1),
    Golden("into a face", SQUARE, circle(1, (-1.5, 0.5)), (-0.75, 0.5), (-1, 0), -0.5),
    Golden("off a corner", SQUARE, circle(2, (4, 5)), (2.8 - 0.9, 1 + 1.2), (0.6, 0.8), 3),
    Golden("touching a corner", SQUARE, circle(5, (-4, -5)), (-1, -1), (-0.6, -0.8), 0),
    Golden("centre inside", SQUARE, circle(0.5, (0.2, -0.7)), (0.2, -0.6), (0, -1), -0.8),
    Golden("centre in the middle: +x", SQUARE, circle(0.5), (0.25, 0), (1, 0), -1.5),
    Golden("as near to -x as to +y: -x", SQUARE, circle(0.5, (-0.5, 0.5)), (-0.5, 0.5), (-1, 0), -1),
    Golden("as near to +y as to -y: +y", rectangle((-3, -1), (3, 1)), circle(1), (0, 0), (0, 1), -2),
    Golden("centre on +x", SQUARE, circle(0.5, (1, 0.3)), (0.75, 0.3), (1, 0), -0.5),
    Golden("centre on -y", SQUARE, circle(0.5, (0.3, -1)), (0.3, -0.75), (0, -1), -0.5),
    Golden("centre on a corner: the x face", SQUARE, circle(0.5, (-1, -1)), (-0.75, -1), (-1, 0), -0.5),
    Golden("a point on a face", SQUARE, point((0.5, 1)), (0.5, 1), (0, 1), 0),
    Golden("a point on a corner: the x face", SQUARE, point((1, 1)), (1, 1), (1, 0), 0),
    Golden("the circle around the box", SQUARE, circle(10, (1.5, 0)), (-3.75, 0), (1, 0), -9.5),
)
TURNED_BOX_AND_CIRCLE = (
    Golden("a corner of a diamond", box(2, 2, angle=math.pi / 4), circle(0.5, (2, 0)),
           ((math.sqrt(2) + 1.5) / 2, 0), (1, 0), 1.5 - math.sqrt(2)),
    Golden("a face of a diamond", box(2, 2, (5, 5), math.pi / 4), circle(1, (6, 6)),
           (5 + ROOT * math.sqrt(2) / 2, 5 + ROOT * math.sqrt(2) / 2), (ROOT, ROOT), math.sqrt(2) - 2),
    Golden("a quarter turned: +x is up", box(2, 2, angle=math.pi / 2), circle(0.5), (0, 0.25), (0, 1), -1.5),
)  # fmt: skip
BOXES = (
    # S4's own listing puts the first of these 2 x depth off the surface, at y = 0.6.
    Golden("the example of S4", box(4, 2), box(2, 2, (1, 1.8)), (1, 0.9), (0, 1), -0.2),
    Golden("the same, B first", box(2, 2, (1, 1.8)), box(4, 2), (1, 0.9), (0, -1), -0.2),
    Golden("faces apart", SQUARE, box(2, 2, (3, 1)), (1.5, 0.5), (1, 0), 1),
    Golden("corners apart", SQUARE, rectangle((4, 5), (6, 7)), (2.5, 3), (0.6, 0.8), 5),
    Golden("a corner into a face", box(10, 2), box(2, 2, (0.5, 2), math.pi / 4), (0.5, (3 - math.sqrt(2)) / 2),
           (0, 1), 1 - math.sqrt(2)),
    Golden("a face onto a corner", box(2, 2, (0.5, 2), math.pi / 4), box(10, 2), (0.5, (3 - math.sqrt(2)) / 2),
           (0, -1), 1 - math.sqrt(2)),
    Golden("corner on corner: A's +x comes before +y", SQUARE, box(2, 2, (2, 2)), (1, 1), (1, 0), 0),
    Golden("resting flat, overhanging", box(4, 2), box(4, 2, (3, 2)), (1.5, 1), (0, 1), 0),
    Golden("coincident: the first face of A", SQUARE, SQUARE, (0, 0), (0, -1), -2),
    Golden("contained", box(4, 4), box(1, 1, (1, 0)), (1.25, 0), (1, 0), -1.5),
)  # fmt: skip
ALL = (*CIRCLES, *BOX_AND_CIRCLE, *TURNED_BOX_AND_CIRCLE, *BOXES)


def expect(found: PairResult, case: Golden) -> None:
    assert found.separation == pytest.approx(case.separation, abs=1e-14)
    assert found.normal == pytest.approx(case.normal, abs=1e-14)
    assert found.point == pytest.approx(case.point, abs=1e-14)
    assert (found.outcome is Outcome.SEPARATED) == (case.separation > 0.0)
    assert found.is_touching == (case.separation == 0.0)


def named(case: Golden) -> str:
    return case.name


@pytest.mark.parametrize("case", CIRCLES, ids=named)
def test_circle_circle(case: Golden) -> None:
    expect(circle_circle(case.a, case.b), case)


@pytest.mark.parametrize("case", BOX_AND_CIRCLE, ids=named)
def test_circle_aabb(case: Golden) -> None:
    expect(circle_aabb(case.a.bounds(), case.b), case)


@pytest.mark.parametrize("case", [*BOX_AND_CIRCLE, *TURNED_BOX_AND_CIRCLE], ids=named)
def test_circle_obb(case: Golden) -> None:
    expect(circle_obb(case.a, case.b), case)


@pytest.mark.parametrize("case", BOXES, ids=named)
def test_box_box(case: Golden) -> None:
    expect(box_box(case.a, case.b), case)


@pytest.mark.parametrize("case", ALL, ids=named)
def test_collide(case: Golden) -> None:
    expect(collide(case.a, case.b), case)
    if len(case.a.points) != len(case.b.points):  # asked the other way round: the same, turned
        expect(collide(case.b, case.a), case._replace(normal=[-x for x in case.normal]))


def traces(case: Golden) -> list[Trace[Any, Any]]:
    routine: dict[tuple[int, int], Any] = {(1, 1): circle_circle, (4, 1): circle_obb, (4, 4): box_box}
    own = routine[len(case.a.points), len(case.b.points)].trace(case.a, case.b)
    every = [own, collide.trace(case.a, case.b), collide.trace(case.b, case.a)]
    return every if case not in BOX_AND_CIRCLE else [*every, circle_aabb.trace(case.a.bounds(), case.b)]


@pytest.mark.parametrize("case", ALL, ids=named)
def test_steps_are_sealed_and_end_with_the_answer(case: Golden) -> None:
    for trace in traces(case):
        assert trace.steps[-1] is trace.result
        for step in trace:
            readonly(step)


def readonly(record: Any) -> None:
    """Frozen, slotted, compared by identity, finite, and every array in it read-only."""
    assert type(record).__dataclass_params__.frozen
    assert not hasattr(record, "__dict__")
    assert type(record).__eq__ is object.__eq__
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if isinstance(value, np.ndarray):
            assert not value.flags.writeable, f"{type(record).__name__}.{field.name}"
            assert np.isfinite(value).all()
        elif dataclasses.is_dataclass(value) and not isinstance(value, Enum) and hasattr(value, "__slots__"):
            if type(value).__module__.startswith("geometry.primitives"):
                readonly(value)
        else:
            assert not isinstance(value, float) or math.isfinite(value)


def test_stages_of_two_circles() -> None:
    offset, distance, radii, separation, normal, answer = circle_circle.trace(circle(1, (1, 1)), circle(2, (7, 9)))
    assert isinstance(offset, OffsetFound)
    assert offset.offset.tolist() == [6.0, 8.0]
    assert (distance.distance, radii.radii) == (10.0, 3.0)  # type: ignore[union-attr]
    assert isinstance(separation, SeparationFound)
    assert separation.separation == 7.0
    assert isinstance(normal, NormalFound)
    assert normal.owner is Owner.CLOSEST
    assert isinstance(answer, PairResult)
    equal = circle_circle.trace(circle(1), circle(2)).steps[-2]
    assert isinstance(equal, NormalFound)
    assert equal.owner is Owner.ANY


REGIONS = {
    (-2, -2): Region.BELOW_LEFT, (0, -2): Region.BELOW, (2, -2): Region.BELOW_RIGHT,
    (-2, 0): Region.LEFT, (0, 0): Region.INSIDE, (2, 0): Region.RIGHT,
    (-2, 2): Region.ABOVE_LEFT, (0, 2): Region.ABOVE, (2, 2): Region.ABOVE_RIGHT,
    (1, 0): Region.INSIDE, (1, 1): Region.INSIDE, (-1, 2): Region.ABOVE, (2, -1): Region.RIGHT,
}  # fmt: skip


@pytest.mark.parametrize("center", REGIONS)
def test_nine_regions(center: tuple[int, int]) -> None:
    region = REGIONS[center]
    around = SQUARE.bounds()
    assert region_of(around.low, around.high, np.array(center, dtype=float)) is region
    steps = circle_aabb.trace(around, circle(0.5, center)).steps
    found, clamped = steps[:2]
    assert isinstance(clamped, Clamped)
    assert clamped.closest.tolist() == [min(max(x, -1), 1) for x in center]
    assert isinstance(found, RegionFound)
    assert found.region is region
    measured = [type(step) for step in steps[2:-2]]
    assert measured == ([FaceMeasured] * 4 if region is Region.INSIDE else [OutsideMeasured])
    assert isinstance(steps[-2], RadiusCompared)
    assert region.is_corner == (abs(center[0]) == abs(center[1]) == 2)


def test_the_faces_are_measured_in_order() -> None:
    steps = circle_aabb.trace(SQUARE.bounds(), circle(0.5, (0.25, 0.5))).steps
    faces = [step for step in steps if isinstance(step, FaceMeasured)]
    assert [step.face for step in faces] == list(BoxFace)
    assert [step.depth for step in faces] == [0.75, 1.25, 0.5, 1.5]
    assert [step.is_best for step in faces] == [True, False, True, False]
    assert [step.best for step in faces] == [BoxFace.RIGHT, BoxFace.RIGHT, BoxFace.ABOVE, BoxFace.ABOVE]


def test_into_the_space_of_a_box_and_back() -> None:
    pose = Pose((3, 1), math.pi / 6)
    turned, disc = box(4, 2).at(pose), circle(0.5, pose.place(np.array((1.0, 3.0))))
    steps = circle_obb.trace(turned, disc).steps
    space, translated, unturned = steps[:3]
    assert isinstance(space, BoxSpace)
    assert space.middle == pytest.approx((3, 1))
    assert space.axis_x == pytest.approx((math.cos(math.pi / 6), math.sin(math.pi / 6)))
    assert space.half == pytest.approx((2, 1))
    assert isinstance(translated, Translated)
    assert translated.offset == pytest.approx(disc.points[0] - (3, 1))
    assert isinstance(unturned, Unturned)
    assert unturned.local == pytest.approx((1, 3))
    back = steps[-2]
    assert isinstance(back, BackInWorld)
    assert back.local.normal.tolist() == [0.0, 1.0]
    assert back.local.point == pytest.approx((1, 1.75))
    assert back.point == pytest.approx(pose.place(np.array((1.0, 1.75))))


def test_the_eight_faces_of_two_boxes() -> None:
    a, b = box(4, 2), box(2, 2, (1, 1.8))
    trace = box_box.trace(a, b)
    faces = [step for step in trace if isinstance(step, FaceTested)]
    assert [(step.owner, step.face) for step in faces] == [(o, i) for o in (Owner.A, Owner.B) for i in range(4)]
    assert [step.separation for step in faces] == pytest.approx([-3.8, -2, -0.2, -4, -0.2, -4, -3.8, -2])
    assert [step.is_best for step in faces] == [True, True, True, False, False, False, False, False]
    assert faces[2].support.index in (0, 1)
    assert [step.best_separation for step in faces] == pytest.approx([-3.8, -2] + [-0.2] * 6)
    (reference,) = [step for step in trace if isinstance(step, ReferenceFound)]
    assert reference.reference is faces[2]
    assert (reference.face_length, reference.first, reference.last) == (4.0, 0.0, 2.0)  # from (2, 1) leftward
    assert reference.along == 1.0
    assert not any(isinstance(step, CornersTested) for step in trace)


def test_corners_are_asked_only_beyond_a_face() -> None:
    apart = box_box.trace(SQUARE, rectangle((4, 5), (6, 7)))
    (corners,) = [step for step in apart if isinstance(step, CornersTested)]
    assert corners.separation == pytest.approx(5.0)
    assert corners.is_best
    (reference,) = [step for step in apart if isinstance(step, ReferenceFound)]
    assert reference.reference.separation == pytest.approx(4.0)
    assert reference.overhang == pytest.approx(3.0)
    beside = box_box.trace(SQUARE, box(2, 2, (1, 4)))
    assert not any(isinstance(step, CornersTested) for step in beside)


def test_a_box_at_rest_has_its_contact_in_the_middle_until_it_tilts() -> None:
    """One point cannot hold a box: tilted by a hair, it jumps to one corner or the other (chapter 5's subject)."""
    floor = box(10, 2)
    assert box_box(floor, box(2, 2, (0, 2))).point[0] == pytest.approx(0.0, abs=1e-14)
    for tilt in (1e-9, -1e-9):
        tilted = box_box(floor, box(2, 2, (0, 2), tilt))
        assert abs(tilted.point[0]) == pytest.approx(1.0, abs=1e-8)
        assert (tilted.point[0] < 0.0) == (tilt > 0.0)


def test_a_flat_box() -> None:
    """The box around a level segment has no height, and takes circles all the same."""
    flat = Aabb(np.array((-1.0, 2.0)), np.array((1.0, 2.0)))
    found = circle_aabb(flat, circle(1, (0, 2.5)))
    assert (found.separation, found.normal.tolist()) == (-0.5, [0.0, 1.0])
    assert circle_aabb(flat, circle(1, (0.5, 2))).normal.tolist() == [0.0, 1.0]
    assert circle_aabb(flat, circle(1, (1, 2))).normal.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_ties_do_not_flicker(offset: float) -> None:
    """A centre within rounding of the middle or of a corner, on either side of it, leaves the same way."""
    for place in ((0.0, 0.0), (1.0, 1.0)):
        ways = set()
        for hair in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
            center = np.array(place) + offset + 2.0 * np.spacing(1.0 + offset) * np.array(hair)
            square = SQUARE.moved((offset, offset))
            ways.add(tuple(circle_obb(square, circle(0.5, center)).normal.tolist()))
        assert ways == {(1.0, 0.0)}, place
