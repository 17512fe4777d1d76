"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import AxisTested, Owner, edge_axes
from geometry.sat.separating_axis import ProjectionOf, cast_on, separation_along
from lessons.first_edition import axis_captions
from lessons.first_edition.axis_captions import gap_or_overlap
from lessons.two_shadows.explanations import CAST, COMPARED
from lessons.two_shadows.scene import TURNS, ShapesAndAxis
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, signed, tint


def explain(moment: Moment[ShapesAndAxis]) -> str:
    return COMPARED if isinstance(moment.step, AxisTested) else CAST


def caption(moment: Moment[ShapesAndAxis]) -> str:
    step = moment.step
    if isinstance(step, ProjectionOf):
        low, high = signed(step.projection.low), signed(step.projection.high)
        ink = Ink.SHADOW_A if step.owner is Owner.A else Ink.SHADOW_B
        return f"On this axis the shadow of {step.owner.value} runs from {tint(low, ink)} to {tint(high, ink)}."
    ink, words = gap_or_overlap(step)
    greatest = float(separation_along(moment.scene.a.world, moment.scene.b.world, TURNS).max())
    return f"On this axis: {tint(words, ink)}. The greatest separation of any axis is {amount(greatest)}."


def situation(moment: Moment[ShapesAndAxis]) -> str:
    step = moment.step
    if isinstance(step, ProjectionOf):
        return "Turn the axis by its tip. On which axes do the shadows leave a gap?"
    if step.is_gap:
        return f"A gap of {axis_captions.size(step)} on this axis: a line fits between A and B."
    touch = "just touch" if step.is_touching else "overlap"
    return f"No gap on this axis: the shadows {touch}. Another may have one."


def question(moment: Moment[ShapesAndAxis]) -> Question | None:
    """Which edge's normal is the best axis: asked before anything is compared. Those that tie will all do."""
    a, b = moment.scene.a.world, moment.scene.b.world
    tests = [cast_on(a, b, axis) for axis in edge_axes(a, b)]
    if moment.index or not tests:
        return None
    greatest = max(tested.separation for tested in tests)
    best = [tested for tested in tests if tested.separation >= greatest - tested.tolerance]
    names = [axis_captions.feature(tested.axis) for tested in best]
    because = f"The axis of {names[0]} shows {signed(greatest)}: no other edge's shows more."
    return Question("Which edge's normal gives the greatest separation?", frozenset(names), because)


def table(moment: Moment[ShapesAndAxis]) -> Table:
    rows = []
    for i, name in enumerate(("shadow of A", "shadow of B")):
        shadow, ink = moment.trace.steps[i].projection, (Ink.A, Ink.B)[i]
        rows.append(step_row(i, moment.index, name, signed(shadow.low), signed(shadow.high), ink=ink))
    return Table(("", "min", "max"), tuple(rows))
