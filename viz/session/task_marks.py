"""What a prediction adds to the picture: the learner's points before the check, and what an answer says of places."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from geometry.feature import FeatureRef
from viz.lesson import measures
from viz.lesson.canvas import Area, Canvas, Feature, FeatureMark
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.prediction import Click, Place, Prediction, Remark, Verdict
from viz.session.answer import Answer
from viz.session.task import Task

RING = 9.0  # pixels: the dotted ring around a wrong place
TRIED = 6.0  # pixels: the small one around the place of the first try
NEAR = 24.0  # pixels: a feature so near to a remark is what it speaks of
BELOW = 17.0  # pixels from a remark to its second line
SMALL = 70.0  # pixels from a place to the rim of an area that words keep off
_SEEN = 0.1  # opacity of an area from which on it hinders reading
_DOTS = {Ink.ANSWER: Point.ANSWER, Ink.FAULTY: Point.CROSS, Ink.INTERFACE: Point.HOLLOW}


def draw_task(canvas: Canvas, task: Task, pane: str) -> None:
    """Add the marks of the present task to the picture of a pane, which the canvas holds already."""
    settled = task.settled
    if settled is None:
        return
    asked, answer = settled
    if task.prediction is asked and not answer.is_skipped:
        _meaning(canvas, asked, answer, pane)
    if answer.verdict is not None:
        _features(canvas, task.highlighted, _ink(answer.verdict))
    if isinstance(asked, Place) and task.pane == pane:
        _points(canvas, asked, answer)
    if answer.verdict is not None:
        own = task.pane == pane
        here = [each for each in answer.verdict.remarks if _is_here(canvas, each, answer, is_panes_own=own)]
        for remark in here:
            draw_remark(canvas, remark)
        places = [remark.at for remark in here if remark.right]
        if isinstance(asked, Click) and answer.verdict.right and places and not answer.is_shown:
            _first_try(canvas, answer, places)
    elif answer.is_open and task.pane == pane:
        for remark in answer.kept.values():
            draw_remark(canvas, remark)


def _meaning(canvas: Canvas, asked: Prediction, answer: Answer, pane: str) -> None:
    """At the step that asks: what the prediction is about and what its answer means, in whatever pane it is seen."""
    if isinstance(asked, Place) and asked.draw is not None:
        asked.draw(canvas, pane)
    if answer.verdict is not None and answer.verdict.draw is not None:
        answer.verdict.draw(canvas, pane)


def draw_remark(canvas: Canvas, remark: Remark) -> None:
    """A right place is white; a wrong one pink, dotted, with a cross. At most four words stand beside it."""
    ink, words = (Ink.ANSWER, Ink.TEXT) if remark.right else (Ink.FAULTY, Ink.FAULTY)
    canvas.glow((remark.at,), ink)
    if remark.to is not None:
        measures.measure(canvas, remark.at, remark.to, ink)
    if remark.right:
        canvas.dot(remark.at, ink, Point.ANSWER)
    else:
        canvas.dot(remark.at, ink, Point.CROSS)
        _ring(canvas, remark.at, RING, ink)
    if remark.words:
        canvas.label(remark.words, remark.at, words, toward=(1.0, -1.0), style=TextStyle.BOLD)
    if remark.note:
        x, y = remark.at
        below = (x, y - BELOW * canvas.pixel_y)
        canvas.label(remark.note, below, words, toward=(1.0, -1.0), style=TextStyle.CAPTION)


def _is_here(canvas: Canvas, remark: Remark, answer: Answer, *, is_panes_own: bool) -> bool:
    """Whether a remark speaks of a place of this pane. After a click on a feature that is wherever something of the
    same owner lies at that place; else it is the pane of the answer."""
    if not isinstance(answer.chosen, FeatureRef):
        return is_panes_own
    places = (remark.at,) if remark.to is None else (remark.at, remark.to)
    found = [canvas.feature_at(place, NEAR * canvas.pixel) for place in places]
    return any(isinstance(each, FeatureRef) and each.owner == answer.chosen.owner for each in found)


def _ink(verdict: Verdict) -> Ink:
    """White where right, pink where not; the learner's own where a wrong answer was foretold rightly, which white
    would call right."""
    if not verdict.right:
        return Ink.FAULTY
    return Ink.INTERFACE if verdict.foretells_wrong else Ink.ANSWER


def _features(canvas: Canvas, features: frozenset[Feature], ink: Ink) -> None:
    """The features that were clicked, wherever the picture has them; wrong ones dotted."""
    is_right = ink is not Ink.FAULTY
    for mark in [mark for mark in canvas.marks if isinstance(mark, FeatureMark) and mark.feature in features]:
        if len(mark.points) > 3 and mark.points[0] == mark.points[-1]:  # a closed line: what it surrounds
            canvas.area(mark.points[:-1], ink, opacity=0.22)
            canvas.stroke(mark.points, ink, line=Line.THIN if is_right else Line.DOTTED)
            continue
        canvas.glow(mark.points, ink)
        if len(mark.points) == 1:
            canvas.dot(mark.points[0], ink, _DOTS[ink])
        else:
            canvas.stroke(mark.points, ink, line=Line.FEATURE if is_right else Line.DOTTED)


def _points(canvas: Canvas, asked: Place, answer: Answer) -> None:
    """The learner's points while they are placed, and where the first try was once the answer is right."""
    if answer.is_open:
        if answer.verdict is None:
            for path in asked.along:
                canvas.stroke(path, Ink.INTERFACE, line=Line.DOTTED, opacity=0.5)
            if asked.follow is not None:
                asked.follow(canvas, answer.points)
        for index, at in enumerate(answer.points):
            if answer.verdict is None and index not in answer.kept:
                canvas.dot(at, Ink.INTERFACE, Point.HOLLOW)
                if index < len(asked.names):
                    name = asked.names[index]
                    words = name if isinstance(name, str) else name(at)
                    canvas.label(words, at, Ink.INTERFACE, toward=(1.0, 1.0))
        return
    if answer.verdict is None or not answer.verdict.right:
        return
    said, ink = {remark.at for remark in answer.verdict.remarks}, _ink(answer.verdict)
    for at in answer.points:
        if at not in said:
            if ink is Ink.ANSWER:
                canvas.glow((at,), ink)
            canvas.dot(at, ink, _DOTS[ink])
    if not answer.is_shown:
        _first_try(canvas, answer, answer.points)


def _first_try(canvas: Canvas, answer: Answer, right: Sequence[tuple[float, float]]) -> None:
    """Where the first try was wrong, with a dotted line to what is right; the furthest one says what it is."""
    lines = [(at, min(right, key=lambda p: math.dist(p, at))) for at in answer.missed]
    for at, nearest in lines:
        _ring(canvas, at, TRIED, Ink.FAULTY)
        canvas.stroke((at, nearest), Ink.FAULTY, line=Line.DOTTED)
    if lines:
        at, _ = max(lines, key=lambda line: math.dist(*line))
        canvas.label("first try", _rim(canvas, at), Ink.FAULTY, toward=(-1.0, 1.0), style=TextStyle.CAPTION)


def _rim(canvas: Canvas, at: tuple[float, float]) -> tuple[float, float]:
    """The place itself; within a small area, which would lie under the words, its end up and to the left."""
    x, y = at
    for mark in canvas.marks:
        if isinstance(mark, Area) and (mark.opacity is None or mark.opacity >= _SEEN):
            px, py = (np.array(mark.points) - at).T / ((canvas.pixel,), (canvas.pixel_y,))
            sizes = np.hypot(px, py)
            if sizes.max() <= SMALL and (np.diff(np.unwrap(np.arctan2(py, px)))).sum() > math.pi:
                far = float((py - px).max()) / 2.0
                x, y = min(x, at[0] - far * canvas.pixel), max(y, at[1] + far * canvas.pixel_y)
    return x, y


def _ring(canvas: Canvas, at: tuple[float, float], radius: float, ink: Ink) -> None:
    """A dotted circle of so many pixels."""
    angles = np.linspace(0.0, math.tau, 25)[:-1]
    ring = np.column_stack((np.cos(angles) * canvas.pixel, np.sin(angles) * canvas.pixel_y)) * radius
    canvas.stroke(ring + at, ink, closed=True, line=Line.DOTTED)
