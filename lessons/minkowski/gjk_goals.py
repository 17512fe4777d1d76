"""The goals of the scenes of GJK: each about what its own scene shows."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import GjkDistance, Outcome
from geometry.minkowski.gjk import SimplexReduced, SupportTaken, Termination
from geometry.minkowski.simplex import SimplexRegion
from geometry.vector import unit
from lessons.stories.gjk_figure import DECIMALS
from lessons.stories.gjk_known import Known, known_after
from lessons.stories.grouping import apart
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

CLOSE, LATER, HALF, SIDES, AT_ONCE, WARM = "bounds close", "later triangle", "half", "both sides", "at once", "warm"
NEAR = 0.5  # bounds that are this near after one iteration
NOT_WARM = 3  # iterations of a warm start that has to search
FIRST = r"$\examined{\hat d_0}$"


def goal(moment: Moment[Any]) -> Challenge:
    """Of shapes with cores that are points or segments, else of the scene."""
    found: GjkDistance = moment.trace.result
    count = [len(shape.points) for shape in (moment.scene.a.world, moment.scene.b.world)]
    if min(count) < 3:
        return _of_rounds(found, are_circles=max(count) == 1)
    by_scene = {
        CLOSE: _close, LATER: _later, HALF: _half, SIDES: _sides, AT_ONCE: _at_once, WARM: _warm,
    }  # fmt: skip
    return by_scene.get(moment.scene.goal, _vertex)(moment)


def _is_apart(moment: Moment[Any]) -> bool:
    return bool(moment.trace.result.outcome is Outcome.SEPARATED)


def _reduced(moment: Moment[Any]) -> list[SimplexReduced]:
    return [step for step in apart(moment.trace) if isinstance(step, SimplexReduced)]


def _vertex(moment: Moment[Any]) -> Challenge:
    part, is_apart = moment.trace.result.simplex.region, _is_apart(moment)
    ends = "an edge" if part is SimplexRegion.EDGE else "one vertex"
    return Challenge(
        "Place two polygons so that GJK ends with a simplex of a single vertex.",
        is_apart and part is SimplexRegion.VERTEX,
        f"it ends with {ends}" if is_apart else "A and B are not apart",
        "The nearest points have to be two vertices.",
    )


def _close(moment: Moment[Any]) -> Challenge:
    """Both bounds after the first iteration."""
    after: Known = next(
        (known for known in known_after(moment) if known.iteration == 1 and len(known.uppers) == 2),
        known_after(moment)[0],
    )
    low, high = after.lower, after.upper
    return Challenge(
        f"Turn {FIRST} at the start so that one iteration leaves less than {fixed(NEAR)} between the bounds.",
        _is_apart(moment) and 0.0 < low < high < low + NEAR,
        f"{fixed(low, DECIMALS)} to {fixed(high, DECIMALS)}",
        f"Let {FIRST} point away from the origin: the next direction then leads straight to it.",
    )


def _later(moment: Moment[Any]) -> Challenge:
    """Of an overlap the triangles until one contains the origin."""
    found = moment.trace.result.termination is Termination.CONTAINS_ORIGIN
    count = sum(len(step.candidates) == 3 for step in _reduced(moment))
    return Challenge(
        "Keep A and B overlapping, but let the first triangle not contain the origin.",
        found and count > 1,
        f"triangles: {count}" if found else "A and B do not overlap",
        "Move B so that the origin lies near the outline of A − B.",
    )


def _half(moment: Moment[Any]) -> Challenge:
    """How much of A's edge has points of B opposite, where the nearest edges are parallel."""
    share = shared_part(moment)
    return Challenge(
        "Move B so that at most half of A’s nearest edge lies opposite B’s parallel edge.",
        0.0 < share <= 0.5,
        f"{round(100.0 * share)} % of it" if share > 0.0 else "no part of it",
        "Move B along its nearest edge.",
    )


def shared_part(moment: Moment[Any]) -> float:
    """Of A's edge that is parallel to one of B's and as near to it as A is to B; 0 where there is none."""
    found: GjkDistance = moment.trace.result
    a, b = moment.scene.operands
    if not _is_apart(moment) or not moment.scene.operands.has_parallel_edges_at(found.simplex):
        return 0.0
    out = -unit(found.simplex.closest)  # from A to B
    along = np.array((-out[1], out[0]))
    slack = 1e-9 * (a.size + b.size)
    ends = []
    for shape, sign in ((a, 1.0), (b, -1.0)):
        far = sign * (shape.points @ out)
        ends.append(shape.points[far >= far.max() - slack] @ along)
    of_a, of_b = ends
    both = min(of_a.max(), of_b.max()) - max(of_a.min(), of_b.min())
    return max(float(both / np.ptp(of_a)), 0.0)


def _sides(moment: Moment[Any]) -> Challenge:
    """On which sides of an edge with the origin on it a touching is looked for."""
    is_touching = moment.trace.result.termination is Termination.TOUCHING
    count = sum(isinstance(step, SupportTaken) and step.is_across for step in apart(moment.trace))
    return Challenge(
        f"Turn {FIRST} at the start so that GJK looks on both sides of the edge with the origin.",
        is_touching and count > 1,
        f"sides: {count}" if is_touching else "A and B do not just touch",
        "GJK has to look first on the side where A − B goes on.",
    )


def _at_once(moment: Moment[Any]) -> Challenge:
    """What the last triangle loses."""
    triangles = [step for step in _reduced(moment) if len(step.candidates) == 3]
    lost = len(triangles[-1].dropped) if triangles else 0
    return Challenge(
        "Place A and B apart, so that two vertices of the last triangle are dropped at once.",
        _is_apart(moment) and lost > 1,
        f"it drops {lost}" if triangles else "no triangle",
        "The origin has to lie in the region of the triangle’s newest vertex.",
    )


def _warm(moment: Moment[Any]) -> Challenge:
    found: GjkDistance = moment.trace.result
    count = found.iterations
    return Challenge(
        "Switch warm start on, and move B to where GJK still needs 3 iterations or more.",
        bool(moment.scene.warm) and _is_apart(moment) and count >= NOT_WARM,
        f"{count} iteration{'' if count == 1 else 's'}, {'warm' if moment.scene.warm else 'cold'}",
        "The nearest edge or vertex has to change from frame to frame.",
    )


def _of_rounds(found: GjkDistance, *, are_circles: bool) -> Challenge:
    """Of shapes whose cores are points: a core distance between 0 and the sum of the radii; of others 0."""
    if are_circles:
        text = "Move B so that the circles overlap, and GJK still finds a core distance above 0."
        reached = found.core_distance > 0.0 and found.outcome is not Outcome.SEPARATED
        return Challenge(
            text, reached, f"now {fixed(found.separation or 0.0, 3)}", "Bring the circles closer together."
        )
    text = "Move B so that the cores overlap as well: then GJK can give no depth."
    reached, now = found.core_distance == 0.0, f"core distance {fixed(found.core_distance, 3)}"
    return Challenge(text, reached, now, "Move the dashed line of one core over the other core.")
