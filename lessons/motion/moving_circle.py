"""A circle on its straight way: the scene of the lessons on moving circles, and its comparison with faulty rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, boundary, circle
from geometry.faulty.swept_circle import FaultyImpact
from geometry.outcome import Outcome
from geometry.swept_circle.steps import SweptImpact
from geometry.vector import Vector, readonly
from lessons.stories.grouping import whole
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body, Scene, body, handle, slider
from viz.lesson.text import fixed, tint


@dataclass(frozen=True, eq=False, kw_only=True)
class MovingCircle(Scene):
    """The circle A at t = 0, and where its centre is at t = 1. The radius belongs to the circle and to its slider,
    and each sets the other."""

    a: Body = body(Ink.A, "A")
    end: Vector = handle(Ink.A, "end of the path")
    r_a: float = slider("radius", 0.2, 2.0, 0.6)

    def __post_init__(self) -> None:
        """Raises ValueError unless A is a circle."""
        if self.a.shows_turns:
            raise ValueError("A is a moving circle here: other kinds have lessons of their own")
        object.__setattr__(self, "a", self.a.shaped(circle(self.r_a)))

    def with_field(self, name: str, value: Any) -> Self:
        radius = {"r_a": value.shape.radius} if name == "a" else {}
        return replace(self, **{name: value}, **radius)

    @property
    def c(self) -> Vector:
        return self.a.pose.position

    @property
    def v(self) -> Vector:
        return readonly(self.end - self.c)

    def sketched(self) -> list[tuple[Ink, NDArray[np.float64]]]:
        """The circle, and its path."""
        outline = boundary(self.a.world, 0.02 * self.r_a)
        return [(Ink.A, outline), (Ink.EXAMINED, np.array((self.c, self.end)))]

    def a_at(self, t: float) -> Convex:
        return self.a.world.moved(t * self.v)


def point(x: float, y: float) -> Vector:
    return readonly(np.array((x, y)))


def time_of(found: SweptImpact) -> float | None:
    return None if found.outcome is Outcome.SEPARATED else found.fraction


def differs(moment: Moment[Any]) -> bool:
    """Whether a faulty rule reports another time of impact than the right one, or none, or one that is none."""
    if not isinstance(moment.faulty, FaultyImpact):
        return False
    wrong, true = moment.faulty.fraction, time_of(whole(moment).trace.result)
    return wrong is not true if wrong is None or true is None else abs(wrong - true) > 1e-6


def fault(moment: Moment[Any], does: str) -> str:
    """What a faulty rule reports, and why that is wrong; "" where it is right."""
    if not differs(moment):
        return ""
    wrong = moment.faulty.fraction
    says = "no impact" if wrong is None else f"t = {fixed(wrong)}"
    true = time_of(whole(moment).trace.result)
    right = "there is no impact" if true is None else f"the impact is at t = {fixed(true)}"
    return tint(f"{moment.compare.capitalize()}: {says}, but {right}. {does}", Ink.FAULTY)


def now(moment: Moment[Any]) -> float:
    """The time on the clock; nothing moves while a prediction is open."""
    return 0.0 if moment.is_open else min(max(moment.time, 0.0), 1.0)
