"""What of a moment is shown: its steps by name, how far a ball has come, what a compared rule does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geometry.vector import Vector
from lessons.bodies.speculative_scene import Met, TwoFlights
from viz.lesson.lesson import Moment

GAP, CLOSING, IMPULSE, END, NEXT = range(5)


def hides_gap(moment: Moment[Any]) -> bool:
    """While the margin is asked for, nothing may tell it."""
    return moment.is_open and moment.index == GAP


def frames_of(moment: Moment[Any], met: Met) -> float:
    """How far the ball has come: to the start of the frame; while the next one is asked for, to the end of it."""
    if moment.index < END:
        return float(met.k)
    frames: float = moment.scene.frames(met, moment.time)
    return min(frames, met.frame_end) if moment.is_open else frames


def is_next(moment: Moment[Any], met: Met) -> bool:
    """Whether the ball is in a frame after the one that is looked at; where two meet, the step decides."""
    frames = frames_of(moment, met)
    return frames >= met.k + 1 - 1e-9 if moment.index == NEXT else frames > met.frame_end + 1e-9


def touched(scene: TwoFlights) -> list[int]:
    """The balls that have a contact."""
    return [i for i, each in enumerate(scene.both) if each.contact is not None]


def shown(moment: Moment[Any], which: int) -> Moment[Any]:
    """The moment of the lesson's own trace that shows a ball: of an impulse that is stepped into the step before it,
    until it is applied."""
    if moment.parent is None:
        return moment
    balls = touched(moment.scene)
    is_applied = which not in balls or moment.index > 2 * balls.index(which)
    return replace(moment.parent.at(IMPULSE if is_applied else CLOSING), is_open=False)


def faulty_way(moment: Moment[Any], which: int) -> Vector:
    """How far the rule that is compared moves a ball in the frame that is looked at."""
    met: Met = moment.scene.both[which]
    run = moment.faulty[which]
    return met.centre(met.k + 1, run) - met.centre(met.k, run)
