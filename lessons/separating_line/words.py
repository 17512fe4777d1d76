"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome, separating_axis
from geometry.sat.separating_axis import projections_along
from geometry.sat.separating_line import LineVerdict, SideMeasured
from lessons.first_edition import axis_captions
from lessons.first_edition.axis_captions import gap_or_overlap
from lessons.separating_line.explanations import IMPOSSIBLE, MIXED_UP, SEPARATES, SIDES, TRY_AGAIN
from lessons.separating_line.scene import ShapesAndLine
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import NOISE, amount, signed, tint


def explain(moment: Moment[ShapesAndLine]) -> str:
    step = moment.step
    if isinstance(step, SideMeasured):
        return SIDES
    if moment.scene.mixed_up:
        return MIXED_UP
    if step.separates:
        return SEPARATES
    apart = separating_axis(moment.scene.a.world, moment.scene.b.world).outcome is Outcome.SEPARATED
    return TRY_AGAIN if apart else IMPOSSIBLE


def _mixed_up(scene: ShapesAndLine, verdict: LineVerdict) -> str:
    """What shadows on the line itself say, beside those on the axis across it."""
    wrong, right = (projections_along(scene.a.world, scene.b.world, n) for n in (scene.line.vector, verdict.normal))
    (wrong_ink, on_line), (ink, on_axis) = gap_or_overlap(wrong), gap_or_overlap(right)
    said = f"shadows on the line itself: {tint(on_line, Ink.FAULTY if wrong_ink is not ink else wrong_ink)}"
    return f"On the axis across the line: {tint(on_axis, ink)}; {said}. The line separates, the axis receives."


def question(moment: Moment[ShapesAndLine]) -> Question | None:
    """Whether it can be done at all: asked at first sight."""
    if moment.index:
        return None
    best = separating_axis(moment.scene.a.world, moment.scene.b.world, early_out=False).best
    ink, words = gap_or_overlap(best)
    because = f"At best: {tint(words, ink)}, on the axis of {axis_captions.feature(best.axis)}."
    answer = "yes" if best.is_gap else "no"
    return Question("Is there any line that separates A from B?", frozenset((answer,)), because, ("yes", "no"))


def caption(moment: Moment[ShapesAndLine]) -> str:
    step = moment.step
    if isinstance(step, SideMeasured):
        left, right = tint(signed(step.left), Ink.GAP), tint(signed(step.right), Ink.OVERLAP)
        return f"The points of {step.owner.value} lie from {right} to {left}: more is further left of the line."
    if moment.scene.mixed_up:
        return _mixed_up(moment.scene, step)
    if step.separates:
        return f"All of A on one side, all of B on the other: {tint(amount(step.room), Ink.GAP)} of room."
    if abs(step.room) < NOISE:
        return f"It does not separate them: {amount(abs(step.room))} of room, and touching counts as contact."
    return f"It does not separate them: {tint(amount(-step.room), Ink.OVERLAP)} is on the wrong side."


def situation(moment: Moment[ShapesAndLine]) -> str:
    apart = separating_axis(moment.scene.a.world, moment.scene.b.world).outcome is Outcome.SEPARATED
    if isinstance(moment.step, LineVerdict) and moment.step.separates:
        return "This line separates A and B, so they cannot touch."
    if isinstance(moment.step, LineVerdict) and not apart:
        return "A and B touch: no line separates them, wherever you put it."
    return "Drag the ends of the line. Can it have A on one side and B on the other?"


def table(moment: Moment[ShapesAndLine]) -> Table:
    rows = []
    for i, ink in enumerate((Ink.A, Ink.B)):
        side = moment.trace.steps[i]
        cells = signed(side.right), signed(side.left)
        rows.append(step_row(i, moment.index, side.owner.value, *cells, ink=ink))
    return Table(("shape", "from", "to"), tuple(rows))
