"""Words and numbers about axis tests: names of axes, what the shadows on them do, and the table of all axes.

Shared by every lesson on separating axes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from geometry import Convex, Owner, SeparatingAxis, Trace
from geometry.sat.separating_axis import Axis, AxisSkipped, AxisTested, Decided, edge_axes
from viz.lesson.first_edition import Goal, Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.text import amount, sentence, signed, tint

COLUMNS = ("axis", "from", "to", "separation", "")
_INKS = {Owner.A: Ink.A, Owner.B: Ink.B, Owner.CLOSEST: Ink.REFERENCE, Owner.ANY: Ink.REFERENCE}


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


def standing_so_far(tested: AxisTested) -> str:
    """One sentence on both shapes while axes are still being tested."""
    where = along(tested.axis)
    if tested.is_gap:
        return f"A and B are apart. Widest gap so far: {size(tested)} {where}."
    if tested.is_touching:
        return f"No gap so far: the shadows {tint('just touch', Ink.OVERLAP)} {where}."
    return f"No gap so far. Smallest overlap yet: {size(tested)} {where}."


def tested_caption(step: AxisTested, *, ends: bool) -> str:
    """One sentence on a tested axis. `ends`: its gap ends the search."""
    text = f"{sentence(_named(step.axis))}: the shadows {_do(step)}"
    before = step.best
    if ends:
        return f"{text}. One gap is proof enough."
    if before is None:
        return f"{text}."
    if step.is_best:
        return f"{text}, the {'widest' if step.is_gap else 'least'} so far."
    ink, words = gap_or_overlap(before)
    return f"{text}. Still the best: {feature(before.axis)}, {tint(words, ink)}."


def skipped_caption(step: AxisSkipped) -> str:
    """One sentence on an axis that repeats another."""
    this, other = sentence(_named(step.axis)), _named(step.same_as)
    if step.axis.edge is None:
        return f"{this} is the axis of {other} again: it would cast the same shadows, so it is skipped."
    return f"{this} is parallel to {other}: it would cast the same shadows, so it is skipped."


def best_axis_question(trace: Trace[Any, Any], found: SeparatingAxis, text: str) -> Question | None:
    """Which edge owns the axis of greatest separation: any of those that are equally good will do, skipped ones too.
    None where no edge owns it."""
    best = found.best
    least = best.separation - best.tolerance
    equal = [t.axis for t in found.tests if t.separation >= least and t.axis.edge is not None]
    twins = [s.axis for s in trace if isinstance(s, AxisSkipped) and s.same_as in equal]
    kind = "widest gap" if best.is_gap else "least overlap"
    because = f"The {kind} is {size(best)}, {along(best.axis)}."
    answers = frozenset(feature(axis) for axis in (*equal, *twins) if axis.edge is not None)
    return Question(text, answers, because) if answers else None


def _do(step: AxisTested) -> str:
    if step.is_touching:
        return tint("just touch", Ink.OVERLAP)
    return f"leave a gap of {size(step)}" if step.is_gap else f"overlap by {size(step)}"


def touching_goal(separation: float, a: Convex) -> Goal:
    """Bring two shapes to within a fiftieth of the size of A of touching."""
    reached = abs(separation) <= 0.02 * float(a.bounds().extent.max())
    return Goal("Make A and B just touch.", reached, f"Separation {signed(separation)}.")


def axes_table(trace: Trace[Any, Any], index: int, a: Convex, b: Convex) -> Table:
    """Every axis, with what is known of it at step `index` (any step that has a `best_so_far`)."""
    step_of = {_key(step.axis): i for i, step in enumerate(trace) if isinstance(step, AxisTested | AxisSkipped)}
    axes = list(dict.fromkeys([*map(_key, edge_axes(a, b)), *step_of]))
    is_decided = any(isinstance(step, Decided) for step in trace.steps[: index + 1])
    rows = []
    for owner, edge in axes:
        at = step_of.get((owner, edge))
        name = owner.value if edge is None else f"{owner.value} edge {edge}"
        named = _feature(owner, edge)
        cells = () if at is None else _cells(trace.steps[at], trace.steps[index].best_so_far)
        unknown = "not needed" if is_decided else "not tested yet"
        rows.append(step_row(at, index, name, *cells, ink=_INKS[owner], feature=named, unknown=unknown))
    return Table(COLUMNS, tuple(rows))


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
