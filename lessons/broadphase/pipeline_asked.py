"""What the frame asks: which count depends on the broadphase, and which stage loses a pair that meets."""

from __future__ import annotations

from geometry.feature import FeatureKind, FeatureRef
from lessons.broadphase.pipeline_figure import (
    BOX_TEST,
    BROAD,
    MANIFOLD,
    NARROW,
    ROWS,
    SOLVER,
    WIDE,
    band,
    counts_of,
    draw_grid,
    outline_of,
    passed,
    top_of,
)
from lessons.broadphase.pipeline_scene import RATE, Framed
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Click, Prediction, Remark, Verdict
from viz.lesson.text import fixed


def question(moment: Moment[Framed]) -> Prediction | None:
    """One a scene at most."""
    if moment.compare:
        return None
    if moment.scene.is_crowd:
        return _coarser(moment) if moment.index == BOX_TEST else None
    return _lost(moment) if moment.index == MANIFOLD else None


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
        elif pane == "funnel":
            canvas.stroke(outline_of(BROAD, counts, coarse), Ink.EXAMINED, closed=True, line=Line.DASHED)

    def judge(answer: FeatureRef | str) -> Verdict:
        row = bands.get(answer) if isinstance(answer, FeatureRef) else None
        if row is None:
            return Verdict(False, "Click one of the rows of pairs, the funnel.", "Not a count of pairs")
        at = (-0.54 * WIDE, top_of(row) - 40.0)
        if row == BROAD:
            why = f"More pairs share a larger cell: {coarse:,} do. Later counts follow from the shapes alone."
            return Verdict(True, why, remarks=(Remark(at, f"{coarse:,}", True),), draw=draw)
        why = "All pairs are counted from n alone, before there is any grid."
        if row > BROAD:
            why = f"Any broadphase must list every pair of boxes that overlap. These {counts[BOX_TEST]:,} stay, and "
            why += "so does all that follows from them."
        return Verdict(False, why, "Not this count", (Remark(at, "does not change"),))

    text = "The cells become twice as large. Click the row of the funnel whose count changes."
    return Click(text, judge, frozenset((band(BROAD),)), kinds=frozenset((FeatureKind.PART,)))


def _lost(moment: Moment[Framed]) -> Choose | None:
    met, scene = passed(moment), moment.scene
    if met is None:
        return None
    a, b = scene.names[met.i], scene.names[met.j]
    options = tuple(ROWS[i].stage for i in (BROAD, NARROW, MANIFOLD, SOLVER))

    def draw(canvas: Canvas, pane: str) -> None:
        for i in (met.i, met.j) if pane == "world" else ():
            start, way = scene.rigid[i].pose.position, moment.trace.steps[SOLVER].after[i].velocity / RATE
            if way.any():
                canvas.stroke((start, start + way), Ink.FAULTY, line=Line.DASHED)

    def judge(answer: str) -> Verdict:
        if answer == options[0]:
            why = f"Boxes of the start share no cell. Boxes around the whole way would: t = {fixed(met.t)}."
            return Verdict(True, why, draw=draw)
        why = f"{answer} only gets the pairs that the stages before it have kept, and {a} {b} is no candidate."
        return Verdict(False, why, "An earlier stage", draw=draw)

    text = f"{a} and {b} will meet within this frame, and nothing stops them. Which stage loses the pair?"
    return Choose(text, judge, options, frozenset(options[:1]))
