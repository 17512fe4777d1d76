"""Words and numbers about axis tests: names of axes, what the shadows on them do, and the table of all axes.

Shared by every lesson on separating axes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from geometry import Owner
from geometry.sat.separating_axis import Axis, AxisSkipped, AxisTested
from viz.lesson.ink import Ink
from viz.lesson.text import amount, signed, tint


def feature(axis: Axis) -> str:
    """What offers the axis."""
    return _feature(axis.owner, axis.edge)


@lru_cache(maxsize=512)
def _feature(owner: Owner, edge: int | None) -> str:
    if edge is not None:
        return f"edge {edge} of {owner.value}"
    return "closest points" if owner is Owner.CLOSEST else "any direction"


def _named(axis: Axis) -> str:
    """The axis as the subject of a sentence."""
    return "the line of the closest points" if axis.owner is Owner.CLOSEST else feature(axis)


def feature_of(value: Any) -> str | None:
    """The feature that a value in a step stands for, where it is an axis or a test of one."""
    axis = value.axis if isinstance(value, AxisTested) else value
    return feature(axis) if isinstance(axis, Axis) else None


def gap_or_overlap(tested: AxisTested) -> tuple[Ink, str]:
    """The ink and the words for what is between two shadows: "gap 0.30", "overlap 0.34" or "touching"."""
    if tested.is_touching:
        return Ink.OVERLAP, "touching"
    if tested.is_gap:
        return Ink.GAP, f"gap {amount(tested.separation)}"
    return Ink.OVERLAP, f"overlap {amount(-tested.separation)}"


def along(axis: Axis) -> str:
    """The axis as a direction to move along."""
    if axis.edge is not None:
        return f"along the normal of {feature(axis)}"
    return "along the line of the closest points" if axis.owner is Owner.CLOSEST else "in every direction alike"


def standing(tested: AxisTested) -> str:
    """One sentence on both shapes, the verdict being known."""
    where = along(tested.axis)
    if tested.is_touching:
        return f"A and B {tint('just touch', Ink.OVERLAP)} {where}: touching counts as contact."
    if tested.is_gap:
        return f"A and B are apart: a gap of {size(tested)} {where}."
    return f"A and B overlap by {size(tested)} {where}."


def _cells(step: AxisTested | AxisSkipped, best: AxisTested) -> tuple[str, ...]:
    if isinstance(step, AxisSkipped):
        return (tint(f"same axis as {feature(step.same_as)}", Ink.QUIET),)
    ink, _ = gap_or_overlap(step)
    separation = 0.0 if step.is_touching else step.separation
    mark = tint("best", ink) if step is best else ""
    return signed(step.between.low), signed(step.between.high), tint(signed(separation), ink), mark


def size(tested: AxisTested) -> str:
    """The gap or the overlap as a number, tinted."""
    ink, _ = gap_or_overlap(tested)
    return tint(amount(abs(tested.separation)), ink)


def _key(axis: Axis) -> tuple[Owner, int | None]:
    return axis.owner, axis.edge
