"""The scene of both advancements: two bodies on their way, and the gap that a search in time steers for."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry import Pose
from lessons.motion.sweeps import TwoSweeps
from viz.lesson.scene import Body, slider

TOLERANCE = 1.0 / 3.0  # of the target gap
INSET = (300.0, 240.0)  # pixels, for difference space beside the bounds


@dataclass(frozen=True, eq=False)
class Advancing(TwoSweeps):
    """Two bodies on their way, and the gap that the search steers for."""

    target: float = slider("target gap s₀", 0.02, 0.20, 0.06)


def scene(a: Body, a_end: Body, b: Body, b_end: Body, degrees: float = 0.0) -> Advancing:
    """Both motions, turned as a whole: a pane is higher than it is wide."""
    return Advancing(*turned(degrees, a, a_end, b, b_end))


def turned(degrees: float, a: Body, a_end: Body, b: Body, b_end: Body) -> tuple[Body, Body, Body, Body]:
    """All bodies turned as a whole about the origin."""
    turn = Pose((0.0, 0.0), math.radians(degrees))

    def moved(each: Body) -> Body:
        return each.placed(Pose(turn.place(each.pose.position), each.pose.angle + turn.angle))

    return moved(a), moved(a_end), moved(b), moved(b_end)
