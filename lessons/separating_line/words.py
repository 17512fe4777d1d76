"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome, separating_axis
from geometry.separating_line import LineVerdict, SideMeasured
from lessons.separating_line.explanations import IMPOSSIBLE, SEPARATES, SIDES, TRY_AGAIN
from lessons.separating_line.scene import ShapesAndLine
from viz.ink import Ink
from viz.lesson import Moment
from viz.table import Table, step_row
from viz.text import amount, signed, tint


def explain(moment: Moment[ShapesAndLine]) -> str:
    step = moment.step
    if isinstance(step, SideMeasured):
        return SIDES
    if step.separates:
        return SEPARATES
    apart = separating_axis(moment.scene.a.world, moment.scene.b.world).outcome is Outcome.SEPARATED
    return TRY_AGAIN if apart else IMPOSSIBLE


def caption(moment: Moment[ShapesAndLine]) -> str:
    step = moment.step
    if isinstance(step, SideMeasured):
        left, right = tint(signed(step.left), Ink.SEPARATION), tint(signed(step.right), Ink.PENETRATION)
        return f"{step.owner.value} reaches {left} to the left of the line and {right} on the other side."
    if step.separates:
        return f"All of A on one side, all of B on the other: {tint(amount(step.room), Ink.SEPARATION)} of room."
    return f"It does not separate them: {tint(amount(-step.room), Ink.PENETRATION)} is on the wrong side."


def situation(moment: Moment[ShapesAndLine]) -> str:
    apart = separating_axis(moment.scene.a.world, moment.scene.b.world).outcome is Outcome.SEPARATED
    if isinstance(moment.step, LineVerdict) and moment.step.separates:
        return "This line separates A and B, so they cannot touch."
    if isinstance(moment.step, LineVerdict) and not apart:
        return "A and B touch: no line separates them, wherever you put it."
    return "Drag the ends of the line. Can it have A on one side and B on the other?"


def table(moment: Moment[ShapesAndLine]) -> Table:
    rows = []
    for i, ink in enumerate((Ink.SHAPE_A, Ink.SHAPE_B)):
        side = moment.trace.steps[i]
        cells = signed(side.right), signed(side.left)
        rows.append(step_row(i, moment.index, side.owner.value, *cells, ink=ink))
    return Table(("shape", "from", "to"), tuple(rows))
