"""GJK stepped into from a search in time: the same pictures and words as on its own, with the shapes where that
iteration has them."""

from __future__ import annotations

from typing import Any

from geometry import Pose
from geometry.minkowski.gjk import GjkDistance, SimplexReduced, SimplexStarted, SupportTaken
from lessons.first_edition.difference import Subtracted
from lessons.first_edition.sweeps import TwoSweeps
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body

STEPS = (SimplexStarted, SupportTaken, SimplexReduced, GjkDistance)


def posed(scene: TwoSweeps, pose_a: Pose, pose_b: Pose) -> Subtracted:
    """A and B as they stand at one time."""
    return Subtracted(Body(scene.a.shape, pose_a), Body(scene.b.shape, pose_b))


def gjk_moment(moment: Moment[Any], pose_a: Pose, pose_b: Pose) -> Moment[Any]:
    """A moment of GJK in a nested trace, as the lesson on GJK would have it."""
    return Moment(posed(moment.scene, pose_a, pose_b), moment.trace, moment.index)
