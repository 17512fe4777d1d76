"""What the frame asks: which count depends on the broadphase, where the solver pushes hardest, and which stage drops
a pair that meets."""

from __future__ import annotations

import math

from geometry.feature import FeatureKind, FeatureRef
from lessons.broadphase.pipeline_figure import (
    BOX_TEST,
    BROAD,
    MANIFOLD,
    NARROW,
    ROWS,
    SOLVER,
    contact_mark,
    counts_of,
    draw_grid,
    passed,
)
from lessons.broadphase.pipeline_funnel import HIGH, WIDE, band, outline_of, top_of
from lessons.broadphase.pipeline_scene import RATE, Framed
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Prediction, Remark, Verdict
from viz.lesson.text import fixed


def question(moment: Moment[Framed]) -> Prediction | None:
    """One a scene at most."""
    if moment.compare:
        return None
    if moment.scene.is_crowd:
        return _coarser(moment) if moment.index == BOX_TEST else None
    if moment.index != MANIFOLD:
        return None
    return _hardest(moment) if moment.scene.gravity else _lost(moment)


def _coarser(moment: Moment[Framed]) -> Click | None:
    scene, counts = moment.scene, counts_of(moment)
    coarse = len(scene.with_field("c", 2.0 * scene.c).frame.steps[BROAD].pairs)
    if coarse == counts[BROAD]:
        return None
    bands = {band(i): i for i in range(NARROW + 1)}

    def draw(canvas: Canvas, pane: str) -> None:
        """The doubled grid, and the row with the new count."""
        if pane == "world":
            draw_grid(canvas, scene, 2.0 * scene.c, Ink.EXAMINED)
            left, *_, high = scene.around
            at = (left, 2.0 * scene.c * math.ceil(high / (2.0 * scene.c)))
            canvas.label(f"c = {fixed(2.0 * scene.c)}", at, Ink.EXAMINED, toward=(0.0, 1.0))
        elif pane == "funnel":
            then = [coarse if i == BROAD else count for i, count in enumerate(counts)]
            canvas.stroke(outline_of(BROAD, then), Ink.EXAMINED, closed=True, line=Line.DASHED)

    def judge(answer: FeatureRef | str) -> Verdict:
        row = bands.get(answer) if isinstance(answer, FeatureRef) else None
        if row is None:
            return Verdict(False, "Click one of the rows of pairs, the funnel.", "Not a count of pairs")
        at = (-0.38 * WIDE, top_of(row) - 0.5 * HIGH)
        if row == BROAD:
            why = f"More pairs share a larger cell: {coarse:,} do. Later counts follow from the shapes alone."
            return Verdict(True, why, remarks=(Remark(at, f"{coarse:,}", True),), draw=draw)
        why = "All pairs are counted from n alone, before there is any grid."
        if row > BROAD:
            why = f"Any broadphase must list every pair of boxes that overlap. These {counts[BOX_TEST]:,} stay, and "
            why += "so does all that follows from them."
        return Verdict(False, why, "Not this count", (Remark(at, "same"),))

    text = "The cells become twice as large. Click the row of the funnel whose count changes."
    return Click(text, judge, frozenset((band(BROAD),)), kinds=frozenset((FeatureKind.PART,)))


def _hardest(moment: Moment[Framed]) -> Click | None:
    """Of bodies that stand on each other."""
    contacts, impulses = moment.step.contacts, moment.trace.result.impulses
    sums: dict[object, float] = {}
    for each, impulse in zip(contacts, impulses, strict=True):
        sums[each.id.pair] = sums.get(each.id.pair, 0.0) + impulse.normal
    if len(sums) < 3:
        return None
    most = max(sums.values())
    marks = {contact_mark(i): each.id.pair for i, each in enumerate(contacts)}
    right = frozenset(mark for mark, pair in marks.items() if sums[pair] == most)

    def judge(answer: FeatureRef | str) -> Verdict:
        pair = marks.get(answer) if isinstance(answer, FeatureRef) else None
        if pair is None:
            return Verdict(False, "Click one of the white points in the stack.", "Not a contact point", counts=False)
        total = fixed(sums[pair])
        if answer in right:
            why = f"The weight of all bodies above presses on this pair: its impulses add up to {total}, the most."
            return Verdict(True, why, features=right)
        why = f"The impulses of this pair add up to {total} only: less weight presses on it from above."
        return Verdict(False, why, "Another pair carries more")

    text = "The bodies are at rest. Click a contact point of the pair that needs the largest impulses."
    return Click(text, judge, right, kinds=frozenset((FeatureKind.PART,)))


def _lost(moment: Moment[Framed]) -> Click | None:
    met, scene = passed(moment), moment.scene
    if met is None:
        return None
    a, b = scene.names[met.i], scene.names[met.j]
    bands = {band(i): i for i in range(MANIFOLD + 1)}

    def draw(canvas: Canvas, pane: str) -> None:
        for i in (met.i, met.j) if pane == "world" else ():
            start, way = scene.rigid[i].pose.position, moment.trace.steps[SOLVER].after[i].velocity / RATE
            if way.any():
                canvas.stroke((start, start + way), Ink.FAULTY, line=Line.DASHED)

    def judge(answer: FeatureRef | str) -> Verdict:
        row = bands.get(answer) if isinstance(answer, FeatureRef) else None
        if row is None:
            return Verdict(False, "Click one of the rows of the funnel.", "Not a stage", counts=False)
        if row == BROAD:
            why = f"At the start their boxes share no cell. Boxes around the whole move would: t = {fixed(met.t)}."
            return Verdict(True, why, draw=draw)
        why = f"{ROWS[row].stage} only gets pairs that the stage before has kept, and {a} {b} is no candidate."
        if row < BROAD:
            why = f"Here every pair is still counted, {a} {b} as well. A later stage drops it."
        return Verdict(False, why, "Another stage drops it", draw=draw)

    text = f"{a} and {b} will meet within this frame, and nothing stops them. Click the stage that drops this pair."
    return Click(text, judge, frozenset((band(BROAD),)), kinds=frozenset((FeatureKind.PART,)))
