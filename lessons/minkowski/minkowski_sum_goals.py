"""The goals of the Minkowski sum that belong to one scene."""

from __future__ import annotations

from typing import Any

from geometry.faulty.minkowski_sum import FaultySum
from lessons.minkowski.minkowski_sum_asked import SUM
from lessons.minkowski.minkowski_sum_scene import FIRST, OUTLINE_ONLY, SCALED, SIX
from lessons.stories.outlines import parts
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import counted, fixed

LITTLE = 0.4  # so far out a vertex of A scaled may lie at most


def own_goal(moment: Moment[Any]) -> Challenge | None:
    """What a scene asks for that no other one does; of a faulty idea only beside it."""
    goal, figure = moment.scene.goal, moment.trace.result
    if goal == FIRST:
        found = list(parts(figure.edges[0], moment.scene.a.world.points))
        text = "Turn B until the edge with the least direction θ, from 0° to 360°, is an edge of A."
        names = " and ".join(part.name for part in found)
        hint = "If B turns clockwise, its directions fall. Below 0° they go on at 360°."
        return Challenge(text, [part.ink for part in found] == [Ink.A], f"now {names}", hint)
    if goal == SIX:
        count = len(figure.edges)
        hint = "Turned, B has no edge in line with A’s. One vertex takes only two edges along."
        return Challenge(f"Change B until {SUM} has 6 edges.", count == 6, f"now {counted(count, 'edge')}", hint)
    if goal != moment.compare or not isinstance(moment.faulty, FaultySum):
        return None
    error = moment.faulty.error
    if goal == SCALED:
        text = f"Reshape A until no vertex of the scaled A is more than {fixed(LITTLE)} too far out."
        hint = "All edges of A have to be about equally far from its centre."
        return Challenge(text, error <= LITTLE, f"now {fixed(error)}", hint)
    if goal == OUTLINE_ONLY:
        text = "Reshape A or B until the sweep along the outline leaves nothing uncovered."
        return Challenge(text, error <= 1e-9, f"now an area of {fixed(error)}", "−B must no longer fit inside A.")
    return None
