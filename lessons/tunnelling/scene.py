"""Two shapes on their way, and how many steps are taken of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from geometry import box, capsule, circle, convex, regular_polygon
from geometry.time_of_impact.separation_over_time import separation_over_time
from lessons.first_edition.sweeps import TwoSweeps, still, to
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body, at, slider

MOST = 24


@dataclass(frozen=True, eq=False)
class Stepped(TwoSweeps):
    steps: float = slider("Steps", 1, MOST, 4, decimals=0)
    curve_width: ClassVar[float] = 9.0  # its pane is a low and wide one

    @property
    def count(self) -> int:
        """How many equal steps: the slider's number, whole."""
        return min(max(round(self.steps), 1), MOST)

    def sees(self, count: int) -> bool:
        """Whether so many steps show a contact, tested at the start and after each."""
        return bool((separation_over_time(*self.sweeps, np.linspace(0.0, 1.0, count + 1)) <= 0.0).any())


def outermost(moment: Moment[Stepped]) -> Moment[Stepped]:
    """The lesson's own moment, from within any trace that it was stepped into from."""
    while moment.parent is not None:
        moment = moment.parent
    return moment


def presets() -> Mapping[str, Stepped]:
    bullet, wall, post = circle(0.16), box(0.2, 1.7), box(0.3, 0.3)
    bar, block, wedge = (
        capsule((-0.9, 0.0), (0.9, 0.0), 0.09),
        box(1.2, 1.5),
        convex(((-0.5, -0.4), (0.6, 0.0), (-0.5, 0.4))),
    )
    shot, thin = at(bullet, -2.2, 0.25), at(wall, 0.0, 0.0, 6)
    stone, floor = at(box(0.9, 0.6), -0.4, 0.395), at(box(3.6, 0.2), 0.0, 0.0)
    spun, first, second = at(bar, -0.7, 0.0, 70), at(wedge, -2.0, -0.7), at(wedge, 1.9, -0.6, 180)
    five = at(regular_polygon(5, 0.55), -1.9, 0.2)
    far = 1e6
    away, target = at(bullet, far - 2.2, far + 0.25), at(wall, far, far, 6)
    return {
        "A bullet and a thin wall": _moving(shot, (2.0, -0.1), thin, steps=3),
        "Enough steps": _moving(shot, (2.0, -0.1), thin, steps=16),
        "Fewer steps, more luck": _moving(shot, (2.2, -0.1), thin, steps=2),
        "Seen, but late": _moving(five, (1.5, 0.0, 80), at(block, 0.9, 0.0), steps=3),
        "A spinning bar": _moving(spun, (-0.7, 0.0, -70), at(post, 0.0, 0.0), steps=1),
        "Both move": Stepped(first, to(first, 2.0, 0.5), second, to(second, -1.9, 0.7), steps=1),
        "Past each other": _moving(shot, (2.0, 1.3), at(wall, 0.0, -0.4, 6), steps=6),
        "Resting: nothing to gain": _moving(stone, (0.6, 0.395), floor, steps=4),
        "Far from the origin": _moving(away, (far + 2.0, far - 0.1), target, steps=3),
    }


def _moving(a: Body, end: tuple[float, ...], b: Body, *, steps: int) -> Stepped:
    """A moves to (x, y), turned to an angle in degrees where there is one; B stands still."""
    return Stepped(a, to(a, *end), b, still(b), steps=steps)
