"""What the situation tells of two boxes, up to the verdict."""

from __future__ import annotations

from typing import Any

from geometry import Aabb, Convex
from geometry.primitives.aabb import Enclosed, SidesCompared, VertexTaken
from geometry.sat.separating_axis import Owner
from geometry.tolerance import rounding
from lessons.pairs.aabb_figure import AXES, growing, nested, taken_before
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

FINISHED = "The finished AABB of A touches A on all four sides."  # true while it still grows, too
TO_COME = "%s of A %s still to come; the box so far is around the others."


def known_at_all_times(moment: Moment[Any]) -> str:
    """What stands under the figure while a question is open: the box of A may still grow."""
    step = moment.step
    if isinstance(step, Enclosed) and step.owner is Owner.A:
        return FINISHED
    left = len(moment.scene.a.world.points) - 1 - step.index if isinstance(step, VertexTaken) else 0
    if left > 0:
        return TO_COME % (("1 vertex", "is") if left == 1 else (f"{left} vertices", "are"))
    return known(moment)


def known(moment: Moment[Any]) -> str:
    """What the steps up to the verdict tell: of the boxes alone."""
    match moment.step:
        case VertexTaken() as taken:
            return _outside(moment.scene.a.world, growing(moment, Aabb(taken.low, taken.high)))
        case Enclosed(Owner.A) as done if moment.time < 1.0:
            return _outside(moment.scene.a.world, growing(moment, done.box))
        case Enclosed(Owner.A):
            return "A lies in its AABB and touches all four sides of it."
        case Aabb():
            return "The union contains both AABBs."
        case SidesCompared(axis) as compared:
            seen = [each for each in moment.seen if isinstance(each, SidesCompared)]
            if axis and any(each.is_gap for each in seen):
                return "The AABBs are apart."
            if axis and max(each.separation for each in seen) < -compared.tolerance:
                return "On both axes the intervals overlap."
            if both := nested(compared):
                return f"On the {AXES[axis]} axis the interval of {both[0]} contains that of {both[1]}."
            return f"On the {AXES[axis]} axis the intervals {stands(compared.separation, compared.tolerance)}."
    return "Each shape lies in its AABB and touches all four sides of it."


def _outside(shape: Convex, so_far: Aabb) -> str:
    """What the box so far lacks."""
    if shape.radius:
        return "The AABB of A is not known yet."
    near = rounding(shape, shape)
    inside = ((shape.points >= so_far.low - near) & (shape.points <= so_far.high + near)).all(axis=1)
    count = len(shape.points) - int(inside.sum())
    if not count:
        return "No vertex of A lies outside of the box so far."
    return f"{count} {'vertex of A lies' if count == 1 else 'vertices of A lie'} outside of the box so far."


def stands(s: float, tolerance: float) -> str:
    return (
        "just touch" if abs(s) <= tolerance else f"have a gap of {fixed(s)}" if s > 0.0 else f"overlap by {fixed(-s)}"
    )


def widens(moment: Moment[Any], box: Aabb) -> bool:
    """Whether the vertices of this step change the box."""
    old = taken_before(moment)[1]
    return bool((old.low != box.low).any() or (old.high != box.high).any())
