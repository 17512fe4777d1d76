"""Taking hold of things, dragging and turning them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, Pose, box, circle, regular_polygon
from tests.viz.stand_in import everything
from viz.lesson.grip import Grip, Part, placed_grips, ring
from viz.lesson.scene import Arrow, Body, TwoShapes, at
from viz.session.grips import SNAP_ANGLE, SNAP_LENGTH, dragged, pick, turned

PIXEL = 0.01
places = st.tuples(*[st.floats(-5.0, 5.0)] * 2).map(np.array)


def test_everything_can_be_held() -> None:
    parts = [(p.grip.field, p.grip.part) for p in placed_grips(everything(), PIXEL)]
    assert parts == [
        ("box", Part.WHOLE), *[("box", Part.VERTEX)] * 4, ("box", Part.TURN),
        ("arrow", Part.WHOLE), ("arrow", Part.START), ("arrow", Part.END), ("point", Part.POINT),
    ]  # fmt: skip


@pytest.mark.parametrize("angle", [0.0, 0.7, -2.0])
def test_every_small_grip_is_picked_where_it_stands(angle: float) -> None:
    scene = everything(box=Body(regular_polygon(5, 1.0), Pose((0.2, 0.1), angle)))
    for placed in placed_grips(scene, PIXEL):
        if placed.grip.part is not Part.WHOLE:
            assert pick(scene, placed.at + (0.03, 0.0), PIXEL) == placed.grip


def test_inside_a_shape_the_shape_is_picked_and_outside_nothing() -> None:
    scene = everything()
    assert pick(scene, np.array((0.5, 0.2)), PIXEL) == Grip("box", Part.WHOLE)
    assert pick(scene, np.array((0.0, -3.0)), PIXEL) is None
    assert pick(scene, np.array((3.5, 0.52)), PIXEL) == Grip("arrow", Part.WHOLE)


def test_the_topmost_shape_wins() -> None:
    from tests.desktop.conftest import LESSONS

    scene = LESSONS["axis-by-axis"].presets["Contained"].scene
    assert pick(scene, scene.b.pose.position, PIXEL).field == "b"


@given(start=places, by=places, angle=st.floats(-3.0, 3.0))
def test_a_body_moves_by_as_much_as_the_pointer(start: np.ndarray, by: np.ndarray, angle: float) -> None:
    scene = everything(box=Body(regular_polygon(5, 1.0), Pose((0.3, 0.0), angle)))
    after = dragged(scene, Grip("box", Part.WHOLE), start, start + by)
    assert after.box.world.points == pytest.approx(scene.box.world.points + by)
    assert after.box.pose.angle == scene.box.pose.angle


def test_one_vertex_moves_and_the_others_stay() -> None:
    scene = everything(box=at(regular_polygon(5, 1.0), 0.4, 0.2, 30))
    before = scene.box.world.points
    after = dragged(scene, Grip("box", Part.VERTEX, 2), before[2], before[2] + (-0.2, 0.1)).box
    assert after.world.points[2] == pytest.approx(before[2] + (-0.2, 0.1))
    assert np.delete(after.world.points, 2, axis=0) == pytest.approx(np.delete(before, 2, axis=0))
    assert after.pose.position == pytest.approx(after.world.centroid)


def test_a_vertex_dragged_too_far_is_refused_by_name() -> None:
    scene = everything()
    corner = scene.box.world.points[1]
    with pytest.raises(ValueError, match="vertex"):
        dragged(scene, Grip("box", Part.VERTEX, 1), corner, -2.0 * corner)


@given(first=st.floats(-3.0, 3.0), second=st.floats(-3.0, 3.0))
def test_the_ring_turns_by_the_pointer_s_angle(first: float, second: float) -> None:
    scene = everything()
    start, now = (2.0 * np.array((math.cos(t), math.sin(t))) for t in (first, second))
    after = dragged(scene, Grip("box", Part.TURN), start, now).box
    assert math.remainder(after.pose.angle - (second - first), math.tau) == pytest.approx(0.0, abs=1e-9)
    assert after.pose.position == pytest.approx(scene.box.pose.position)


@given(at_=places)
def test_snapping_lands_on_the_grid(at_: np.ndarray) -> None:
    scene = everything()
    moved = dragged(scene, Grip("point", Part.POINT), scene.point, at_, snap=True).point
    assert moved / SNAP_LENGTH == pytest.approx(np.round(moved / SNAP_LENGTH))
    assert np.abs(moved - at_).max() <= SNAP_LENGTH / 2.0 + 1e-12


@given(angle=st.floats(-3.0, 3.0))
def test_snapped_turns_are_multiples_of_15_degrees(angle: float) -> None:
    scene = everything()
    now = np.array((math.cos(angle), math.sin(angle)))
    after = dragged(scene, Grip("box", Part.TURN), np.array((1.0, 0.0)), now, snap=True).box
    assert math.remainder(after.pose.angle, SNAP_ANGLE) == pytest.approx(0.0, abs=1e-9)


def test_arrows_are_dragged_by_tip_tail_and_shaft() -> None:
    scene, by = everything(), np.array((0.5, -0.25))
    tip = dragged(scene, Grip("arrow", Part.END), scene.arrow.end, scene.arrow.end + by).arrow
    tail = dragged(scene, Grip("arrow", Part.START), scene.arrow.start, scene.arrow.start + by).arrow
    whole = dragged(scene, Grip("arrow", Part.WHOLE), scene.point, scene.point + by).arrow
    assert (tip.start == scene.arrow.start).all()
    assert tip.end == pytest.approx(scene.arrow.end + by)
    assert tail.start == pytest.approx(scene.arrow.start + by)
    assert whole.vector == pytest.approx(scene.arrow.vector)
    assert whole.start == pytest.approx(scene.arrow.start + by)


def test_bodies_and_arrows_turn_and_points_stay() -> None:
    scene = everything()
    assert turned(scene, Grip("box", Part.WHOLE), 1.0).box.pose.angle == pytest.approx(1.0)
    assert turned(scene, Grip("point", Part.POINT), 1.0) is scene
    start, end, middle = scene.arrow.start, scene.arrow.end, (scene.arrow.start + scene.arrow.end) / 2.0
    for part, fixed, moved in ((Part.END, start, end), (Part.START, end, start), (Part.WHOLE, middle, end)):
        after = turned(scene, Grip("arrow", part), math.pi / 2.0).arrow
        there = {Part.END: after.start, Part.START: after.end}.get(part, (after.start + after.end) / 2.0)
        assert there == pytest.approx(fixed)
        way = moved - fixed
        assert (after.start if part is Part.START else after.end) - fixed == pytest.approx((-way[1], way[0]))


def test_the_ring_stands_off_the_shape() -> None:
    for body in (at(circle(1.0), 0.0, 0.0), at(regular_polygon(3, 1.0), 1.0, 2.0, 50)):
        stand = ring(body, PIXEL)
        nearest = np.hypot(*(body.world.points - stand).T).min() - body.shape.radius
        assert nearest > 0.3


def test_a_zero_length_arrow_can_be_picked_at_its_point() -> None:
    scene = everything(arrow=Arrow((3.0, 0.0), (3.0, 0.0)))
    grip = pick(scene, np.array((3.0, 0.05)), PIXEL)
    assert grip is not None
    assert grip.field == "arrow"


def test_turning_across_the_axis_of_the_arc_tangent_adds_no_full_turn() -> None:
    end = Body(box(1.0, 1.0), Pose((0.0, 0.0), 0.3), counts_turns=True)
    before, after = np.array((-1.0, 0.1)), np.array((-1.0, -0.1))
    moved = dragged(TwoShapes(end, end), Grip("a", Part.TURN), before, after)
    assert moved.a.pose.angle == pytest.approx(0.3 + 2.0 * math.atan(0.1))  # type: ignore[attr-defined]


def test_a_disc_about_its_own_centre_has_no_ring_to_turn_it() -> None:
    def parts(shape: Convex) -> list[Part]:
        scene = TwoShapes(Body(shape, Pose((0.5, 0.25))), Body(shape))
        return [placed.grip.part for placed in placed_grips(scene, PIXEL) if placed.grip.field == "a"]

    assert parts(circle(0.7)) == [Part.WHOLE]
    assert parts(circle(0.7, (0.3, 0.0))) == [Part.WHOLE, Part.TURN]  # turns about a pivot beside its centre
    assert Part.TURN in parts(box(1, 1))
