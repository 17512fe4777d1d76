"""The front faces that a linear cast has tested, and the one whose line is crossed last."""

from __future__ import annotations

from typing import Any

from geometry.time_of_impact.linear_cast_steps import FaceTested
from lessons.stories.grouping import apart
from viz.lesson.lesson import Moment


def front_faces(moment: Moment[Any]) -> list[FaceTested]:
    """Those tested up to this step that can be entered."""
    return [step for step in apart(moment.seen) if isinstance(step, FaceTested) and step.fraction is not None]


def crossed_at(step: FaceTested) -> float:
    """When the origin crosses the line of a front face."""
    assert step.fraction is not None
    return step.fraction


def last_crossed(moment: Moment[Any]) -> FaceTested | None:
    """The front face whose line is crossed last."""
    return max(front_faces(moment), key=crossed_at, default=None)
