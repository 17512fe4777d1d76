"""What the frame asks: which count depends on the broadphase, a pair that only its boxes keep, and who lost a hit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from geometry import separating_axis
from geometry.broadphase.boxes import overlap
from geometry.dynamics.frame import frame
from geometry.feature import FeatureKind, FeatureRef
from geometry.outcome import Outcome
from geometry.time_of_impact.linear_cast import linear_cast
from lessons.broadphase.boxes import center
from lessons.broadphase.boxes_figure import draw_outlines
from lessons.broadphase.pipeline_figure import BOX_TEST, BROAD, MANIFOLD, ROWS, SOLVER, band, counts_of, top_of
from lessons.broadphase.pipeline_scene import RATE, Framed
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Choose, Click, Prediction, Remark, Verdict
from viz.lesson.text import fixed


class Passed(NamedTuple):
    """Two bodies that meet during the frame, and that no stage has seen."""

    i: int
    j: int
    t: float


def passed(moment: Moment[Framed]) -> Passed | None:
    """The first such pair of few bodies, by a linear cast along their moves."""
    scene = moment.scene
    if scene.is_crowd:
        return None
    moves = [each.velocity / RATE for each in moment.trace.steps[SOLVER].after]
    for i in range(scene.count):
        for j in range(i + 1, scene.count):
            if np.hypot(*(moves[i] - moves[j])) > 0.5 and (i, j) not in moment.trace.steps[BROAD].pairs:
                hit = linear_cast(scene.shapes[i], moves[i], scene.shapes[j], moves[j])
                if hit.outcome is Outcome.HIT:
                    return Passed(i, j, hit.fraction)
    return None


def question(moment: Moment[Framed]) -> Prediction | None:
    """One a scene at most."""
    scene = moment.scene
    if moment.compare:
        return None
    if scene.is_crowd and moment.index == BOX_TEST:
        return _coarser(moment)
    if scene.count == 2 and moment.index == BOX_TEST - 2:
        return _only_boxes(scene)
    return _lost(moment) if moment.index == MANIFOLD else None


def _coarser(moment: Moment[Framed]) -> Click | None:
    scene, counts = moment.scene, counts_of(moment)
    coarse = len(frame.trace(scene.rigid, 2.0 * scene.c, rules=scene.rules).steps[BROAD].pairs)
    if coarse == counts[BROAD]:
        return None
    bands = {band(i): i for i in range(MANIFOLD + 1)}

    def judge(answer: FeatureRef | str) -> Verdict:
        row = bands.get(answer) if isinstance(answer, FeatureRef) else None
        if row is None:
            return Verdict(False, "Click one of the five upper rows of the funnel.", "Not a count of pairs")
        at, other = (0.0, top_of(row) - 12.0), f"{counts[BROAD]:,} candidates become {coarse:,}"
        if row == BROAD:
            why = f"{other}: more pairs share a larger cell. All counts below stay: they depend on the shapes alone."
            return Verdict(True, why, remarks=(Remark(at, f"{coarse:,}", True),))
        why = "All pairs are counted from n alone, before there is any grid."
        if row > BROAD:
            why = f"Any broadphase must list every pair of boxes that overlap. The {counts[BOX_TEST]:,} stay, and so "
            why += "does all that follows from them."
        return Verdict(False, why, "Not this count", (Remark(at, "does not depend on c"),))

    text = "The cells become twice as large. Click the row of the funnel whose count changes."
    return Click(text, judge, frozenset((band(BROAD),)), kinds=frozenset((FeatureKind.PART,)))


def _only_boxes(scene: Framed) -> Adjust | None:
    if scene.still or _kept(scene):
        return None

    def judge(now: Framed) -> Verdict:
        a, b = now.shapes
        gap = separating_axis(a, b, early_out=False).separation
        boxes = overlap(now.boxes[0], now.boxes[1])
        if boxes and gap > 0.0:
            return Verdict(True, f"The boxes overlap, and the shapes are apart by {fixed(gap)}: kept, then rejected.")
        why = f"The shapes overlap by {fixed(-gap)}: the narrowphase keeps this pair."
        if not boxes:
            why = "The boxes are apart: the box test drops this pair, and the narrowphase never sees it."

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                draw_outlines(canvas, now.boxes, Ink.FAULTY)
                canvas.stroke((center(now.boxes[0]), center(now.boxes[1])), Ink.FAULTY, line=Line.DOTTED)

        return Verdict(False, why, "Boxes overlap, shapes apart", draw=draw)

    text = "Drag B so that the box test keeps the pair and the narrowphase rejects it."
    return Adjust(text, judge, _corner_in, "box_b")


def _kept(scene: Framed) -> bool:
    return overlap(scene.boxes[0], scene.boxes[1])


def _corner_in(scene: Framed) -> Framed:
    """B moved until the corners of the boxes overlap a little: at one of the four corners the shapes are apart."""
    a, b = scene.boxes
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        by = (
            (a[2] - b[0] if x > 0 else a[0] - b[2]) - 0.05 * x,
            (a[3] - b[1] if y > 0 else a[1] - b[3]) - 0.05 * y,
        )
        moved = scene.with_field("box_b", scene.things[1].moved(by))
        if separating_axis(*moved.shapes, early_out=False).separation > 0.0 and _kept(moved):
            return moved
    return scene


def _lost(moment: Moment[Framed]) -> Choose | None:
    met, scene = passed(moment), moment.scene
    if met is None:
        return None
    a, b = scene.names[met.i], scene.names[met.j]
    options = tuple(ROWS[i].stage for i in (BROAD, BOX_TEST + 1, MANIFOLD, SOLVER))

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            for i in (met.i, met.j):
                way = moment.trace.steps[SOLVER].after[i].velocity / RATE
                start = np.array(center(scene.boxes[i]))
                canvas.stroke((start, start + way), Ink.ANSWER, line=Line.DASHED)

    def judge(answer: str) -> Verdict:
        if answer == options[0]:
            why = f"Boxes at the start of the frame share no cell. Boxes around the whole path would: they meet at t = {fixed(met.t)}."
            return Verdict(True, why, draw=draw)
        why = f"{answer} only gets pairs that the broadphase has listed, and {a} {b} is not among the candidates."
        return Verdict(False, why, "An earlier stage", draw=draw)

    text = f"{a} and {b} will meet within this frame, and nothing stops them. Which stage loses the pair?"
    return Choose(text, judge, options, frozenset(options[:1]))
