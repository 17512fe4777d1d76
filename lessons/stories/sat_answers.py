"""What an answer, or a faulty rule, adds to the picture of a separating axis test: what its own axis measures."""

from __future__ import annotations

from collections.abc import Sequence

from geometry.feature import FeatureRef
from lessons.stories.sat_figure import OVER, Laid, opacity_of
from viz.lesson import marks, measures
from viz.lesson.canvas import Area, Arrow, Canvas, FeatureMark, Glow, Label, Mark, Stroke, Symbol
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.mark import Pair
from viz.lesson.screen import midway
from viz.lesson.text import fixed

FAINT = 0.3  # opacity of the slab that the step shows, beside that of a right answer


def draw_names(canvas: Canvas, _: str, *, decide: Sequence[tuple[FeatureRef, Pair]]) -> None:
    """The names of the vertices that an answer speaks of."""
    named = {mark.feature for mark in canvas.marks if isinstance(mark, Label) and mark.style is TextStyle.LABEL}
    for vertex, place in decide:
        if vertex not in named:
            ink = Ink.A if vertex.owner == "A" else Ink.B
            canvas.label(f"v{vertex.index}", place, ink, toward=(0.0, 1.0), feature=vertex, leader=True)


def draw_right(
    canvas: Canvas,
    pane: str,
    *,
    axis: Laid,
    found: float,
    decide: Sequence[tuple[FeatureRef, Pair]],
    edge: FeatureRef,
    ends: tuple[Pair, Pair],
) -> None:
    """What the axis of a right answer measures, from a vertex to the line of the edge that is named. What the step
    itself tests is faint, its edge and normal gone."""
    draw_names(canvas, pane, decide=decide)
    named = {vertex for vertex, _ in decide}
    canvas.marks[:] = [
        _faded(mark)
        for mark in canvas.marks
        if not (isinstance(mark, Arrow | Symbol | Label | Glow | Stroke) and mark.ink is Ink.EXAMINED)
        and not (isinstance(mark, Label) and mark.style is TextStyle.LABEL and mark.feature not in {None, *named})
    ]
    ink = separation_ink(found)
    bracket = _draw_between(canvas, axis, ink, Line.DASHED, opacity_of(axis))
    canvas.stroke(bracket, ink, line=Line.MEASURE)
    away = -axis.aside[0], -axis.aside[1]
    canvas.label(f"$s$ = {fixed(found)}", midway(*bracket), ink, toward=away, style=TextStyle.PILL)
    if found:
        measures.measure(canvas, *ends, ink)
    outline = next(mark.points for mark in canvas.marks if isinstance(mark, FeatureMark) and mark.feature == edge)
    marks.highlight_edge(canvas, outline, Ink.ANSWER, str(edge), feature=edge, glow=False)


def _faded(mark: Mark) -> Mark:
    """A mark of the axis that the step shows, quiet beside a right answer: its bars, their ends and lines, and its
    separation."""
    if isinstance(mark, Stroke) and mark.line in (Line.BAR, Line.DASHED) and mark.ink in (Ink.A, Ink.B):
        return mark._replace(opacity=FAINT * mark.opacity)
    if isinstance(mark, Label) and mark.text.startswith(("min ", "max ")):
        return mark._replace(ink=Ink.QUIET, style=TextStyle.CAPTION)
    if isinstance(mark, Area | Stroke | Label) and mark.ink in (Ink.GAP, Ink.OVERLAP):
        if isinstance(mark, Label):
            return mark._replace(style=TextStyle.LABEL)
        return mark._replace(opacity=FAINT * (1.0 if mark.opacity is None else mark.opacity))
    return mark


def _draw_between(canvas: Canvas, axis: Laid, ink: Ink, line: Line, opacity: float) -> tuple[Pair, Pair]:
    """What lies between the projections' ends along an axis that is not drawn, as far as the vertices there reach.
    Returns the corners of its end behind them."""
    over = OVER * canvas.pixel
    first, second = (
        (axis.at(each, -axis.behind - over), axis.at(each, axis.front + over)) for each in (axis.a.high, axis.b.low)
    )
    canvas.area((*first, *second[::-1]), ink, opacity=opacity)
    for ends in (first, second):
        canvas.stroke(ends, ink, line=line)
    return first[0], second[0]


def draw_wrong(
    canvas: Canvas,
    pane: str,
    *,
    axis: Laid,
    decide: Sequence[tuple[FeatureRef, Pair]] = (),
) -> None:
    """What a wrong rule or answer measures along its axis, between two dotted lines."""
    draw_names(canvas, pane, decide=decide)
    _draw_between(canvas, axis, Ink.FAULTY, Line.DOTTED, 0.08)
