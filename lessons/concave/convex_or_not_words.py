"""What is said of turns and of faulty rules in convex or not."""

from __future__ import annotations

import math
from typing import Any

from geometry.concave.convexity import Turn, Turned
from geometry.faulty.convexity import FaultyPush
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed


def turning_angle(step: Turned) -> float:
    """Radians, positive to the left."""
    return math.atan2(step.cross, float(step.before @ step.after))


def turn_told(step: Turned) -> str:
    """What the walker does there, after "you"."""
    if step.turn is Turn.STRAIGHT:
        return "go straight on"
    return f"turn {'left' if step.cross > 0.0 else 'right'} by {fixed(abs(math.degrees(turning_angle(step))), 0)}°"


def counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def fault_told(moment: Moment[Any]) -> str:
    """What a faulty rule makes of this scene, and why that is wrong."""
    found = moment.faulty
    if isinstance(found, FaultyPush):
        if not found.depth:
            return "SAT finds a gap here, so it pushes nothing."
        if not found.error:
            return f"SAT pushes B by {fixed(found.depth)}: A and B do overlap here."
        distance = fixed(found.error - found.depth)
        return f"SAT pushes B by **{fixed(found.depth)}**, but A and B are {distance} apart: no push is needed."
    count = len(found.wrong)
    if not found.angles:
        if not count:
            return "The list runs counter-clockwise, so its signs are right."
        size = len(moment.scene.a.points)
        return f"Walking clockwise reverses every cross product’s sign: **{count}** of {size} vertices are misjudged."
    if not count:
        return "arccos is right here: no inner angle is above 180°."
    return f"arccos is never above 180°, so it misses {counted(count, 'reflex vertex', 'reflex vertices')}."
