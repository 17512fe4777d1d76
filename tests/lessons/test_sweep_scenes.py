"""Two bodies in motion: both ends stay the same shape, and turns are counted."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import box, circle
from lessons.motion.sweeps import TwoSweeps, still, to
from viz.lesson.grip import Grip, Part
from viz.lesson.scene import Body, at
from viz.session.grips import dragged, turned
from viz.session.reshape import ShapeKind, kind_of, with_kind


def scene() -> TwoSweeps:
    a, b = at(box(1.4, 0.6), -1.0, 0.0, 10), at(circle(0.5), 1.5, 0.5)
    return TwoSweeps(a, to(a, 1.0, 0.4, 130), b, still(b))


def test_both_ends_are_edited_together() -> None:
    corner = scene().a.world.points[2]
    after = dragged(scene(), Grip("a", Part.VERTEX, 2), corner, corner + (0.3, 0.2))
    assert after.a.shape is after.a_end.shape
    # What has not been dragged stays where it was, at the other end too.
    for body_before, body_after in ((scene().a, after.a), (scene().a_end, after.a_end)):
        before, now = body_before.world.points, body_after.world.points
        assert now[[0, 1, 3]] == pytest.approx(before[[0, 1, 3]], abs=1e-12)
    rounder = scene().with_field("a_end", with_kind(scene().a_end, ShapeKind.CIRCLE))
    assert kind_of(rounder.a.shape) is ShapeKind.CIRCLE
    assert rounder.a.pose is scene().a.pose or np.allclose(rounder.a.pose.position, scene().a.pose.position)


def test_the_end_counts_full_turns_and_the_start_does_not() -> None:
    now = scene()
    for _ in range(50):
        now = turned(turned(now, Grip("a_end", Part.WHOLE), 0.3), Grip("a", Part.WHOLE), 0.3)
    assert now.a_end.pose.angle == pytest.approx(math.radians(130.0) + 15.0)
    assert abs(now.a.pose.angle) <= math.pi


def test_an_edit_that_changes_nothing_moves_nothing() -> None:
    now = scene()
    same = Body(box(1.4, 0.6).moved(-box(1.4, 0.6).centroid), now.a.pose.moved((0.5, 0.0)))
    after = now.with_field("a", same)
    assert after.a_end.pose.position == pytest.approx(now.a_end.pose.position)
