"""Two shapes on their way: both ends stay the same shape, turns are counted, and time can be taken hold of."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import box, circle, separation
from lessons.first_edition.sweep_picture import separation_curve
from lessons.first_edition.sweeps import DEEPEST, TwoSlides, TwoSweeps, curve, still, take_time, to
from viz.lesson.canvas import Dot, Recording
from viz.lesson.grip import Grip, Part
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body, at
from viz.session.grips import dragged, turned
from viz.session.reshape import ShapeKind, kind_of, with_kind


def scene(**more: float) -> TwoSweeps:
    a, b = at(box(1.4, 0.6), -1.0, 0.0, 10), at(circle(0.5), 1.5, 0.5)
    return TwoSweeps(a, to(a, 1.0, 0.4, 130), b, still(b), **more)


def test_both_ends_are_edited_together() -> None:
    corner = scene().a.world.points[2]
    after = dragged(scene(), Grip("a", Part.VERTEX, 2), corner, corner + (0.3, 0.2))
    assert after.a.shape is after.a_to.shape
    # What has not been dragged stays where it was, at the other end too.
    for body_before, body_after in ((scene().a, after.a), (scene().a_to, after.a_to)):
        before, now = body_before.world.points, body_after.world.points
        assert now[[0, 1, 3]] == pytest.approx(before[[0, 1, 3]], abs=1e-12)
    rounder = scene().with_field("a_to", with_kind(scene().a_to, ShapeKind.CIRCLE))
    assert kind_of(rounder.a.shape) is ShapeKind.CIRCLE
    assert rounder.a.pose is scene().a.pose or np.allclose(rounder.a.pose.position, scene().a.pose.position)


def test_the_end_counts_full_turns_and_the_start_does_not() -> None:
    now = scene()
    for _ in range(50):
        now = turned(turned(now, Grip("a_to", Part.WHOLE), 0.3), Grip("a", Part.WHOLE), 0.3)
    assert now.a_to.pose.angle == pytest.approx(math.radians(130.0) + 15.0)
    assert abs(now.a.pose.angle) <= math.pi


def test_the_curve_is_the_separation_and_time_follows_the_pointer() -> None:
    values, wide = curve(scene())
    for t in (0.0, 0.25, 1.0):
        assert values[round(120 * t)] == pytest.approx(separation(*scene().at(t)), abs=1e-9)
    moment = Moment(scene(), None, 0)  # type: ignore[arg-type]  # no step is looked at
    follow = take_time(moment, np.array((0.5 * wide, 0.0)))
    assert follow is not None
    assert follow(scene(), np.zeros(2), np.array((0.75 * wide, 1.0))).time == pytest.approx(0.75)
    assert follow(scene(), np.zeros(2), np.array((9.0 * wide, 1.0))).time == 1.0
    assert take_time(moment, np.array((-0.5 * wide, 0.0))) is None
    recording = Recording()
    assert separation_curve(recording, scene(time=0.25)) == wide
    (dot,) = (mark for mark in recording.marks if isinstance(mark, Dot) and mark.ink is Ink.REFERENCE)
    assert dot.at == pytest.approx((0.25 * wide, separation(*scene().at(0.25))), abs=1e-3)


def test_deep_overlaps_are_cut_off_the_curve() -> None:
    a, b = at(box(1.4, 0.6), -1.0, 0.0), at(box(1.0, 1.0), 2.0, 0.0)
    graph = TwoSweeps(a, still(a), b, to(b, -3.0, 0.0)).graph
    assert graph.values.min() < graph.low
    assert graph.low == pytest.approx(-DEEPEST * graph.high)
    assert len(graph.shown) == 2, "into the overlap, and out of it"
    for run in graph.shown:
        assert (graph.values[run] >= graph.low).all()
    inside = TwoSweeps(a, still(a), at(box(0.2, 0.2), -1.0, 0.0), still(at(box(0.2, 0.2), -1.0, 0.0))).graph
    assert inside.low == inside.values.min() < 0.0 == inside.high


def test_no_motion_and_touching_all_the_way_have_a_curve_too() -> None:
    a, b = at(box(1.0, 1.0), 0.0, 0.0), at(box(1.0, 1.0), 1.0, 0.0)
    graph = TwoSweeps(a, still(a), b, still(b)).graph
    assert graph.wide > 0.0
    recording = Recording()
    separation_curve(recording, TwoSweeps(a, still(a), b, still(b)))
    assert recording.marks


def test_an_edit_that_changes_nothing_moves_nothing() -> None:
    now = scene()
    same = Body(box(1.4, 0.6).moved(-box(1.4, 0.6).centroid), now.a.pose.moved((0.5, 0.0)))
    after = now.with_field("a", same)
    assert after.a_to.pose.position == pytest.approx(now.a_to.pose.position)


def test_slides_keep_the_angle_of_both_ends() -> None:
    a, b = at(box(1.4, 0.6), -1.0, 0.0, 10), at(circle(0.5), 1.5, 0.5)
    slides = TwoSlides(a, to(a, 1.0, 0.4, 10), b, still(b))
    turned_end = turned(slides, Grip("a_to", Part.WHOLE), 0.4)
    assert turned_end.a.pose.angle == pytest.approx(turned_end.a_to.pose.angle)
    assert turned_end.ray == pytest.approx(slides.ray)
    assert slides.ray == pytest.approx((-2.0, -0.4))
