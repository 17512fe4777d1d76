"""Seven bodies in step, each stopped where its method believes that the impact is; and the gap over time."""

from __future__ import annotations

import math

import numpy as np

from geometry import Convex, Outcome, gjk
from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import boundary
from geometry.time_of_impact.comparison import MethodAsked, MethodsCompared, MotionMethod, Verdict
from geometry.vector import Vector
from lessons.motion.all_methods_scene import CASTS, NAMES, Compared
from viz.lesson import charts, marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

FAINT = 0.025  # opacity of each copy of a swept body
EDGE = 14.0  # pixels between a cell's frame and the middle of its words
SAME = 0.02  # of the time: methods that stop this near to each other are named together
WORTH = {
    Verdict.RIGHT: "right",
    Verdict.LATE: "late",
    Verdict.EARLY: "early",
    Verdict.MISSED: "missed",
    Verdict.IMAGINED: "false hit",
    Verdict.UNKNOWN: "not known",
}


def ink_of(asked: MethodAsked) -> Ink:
    return Ink.ANSWER if asked.verdict is Verdict.RIGHT else Ink.FAULTY


def reached(moment: Moment[Compared]) -> list[MethodAsked]:
    return [step for step in moment.seen if isinstance(step, MethodAsked)]


def draw_board(canvas: Canvas, moment: Moment[Compared]) -> None:
    """The motion in the first cell, and one cell for each method."""
    scene, t = moment.scene, moment.time
    asked = reached(moment)
    _motion(canvas, scene, t)
    for index, method in enumerate(MotionMethod, start=1):
        is_known = index <= len(asked)
        title = NAMES[method]
        if is_known:
            each = asked[index - 1]
            time = "no hit" if each.fraction is None else f"t = {fixed(each.fraction)}"
            title = f"{title}: {tint(time, ink_of(each))}"
        _frame(canvas, scene, index, title, is_known, is_newest=is_known and moment.step is asked[index - 1])
        if is_known:
            _cell(canvas, moment, index, asked[index - 1])
        else:
            a, b = scene.at(0.0)
            marks.ghost(canvas, a.moved(scene.shift(index)), Ink.A, Line.START)
            marks.ghost(canvas, b.moved(scene.shift(index)), Ink.B, Line.START)


def _frame(canvas: Canvas, scene: Compared, index: int, title: str, is_known: bool, *, is_newest: bool) -> None:
    (x, y), (w, h) = scene.cell[0] + scene.shift(index), scene.cell[1]
    pad = 2.0 * canvas.pixel
    corners = [(x + pad, y + pad), (x + w - pad, y + pad), (x + w - pad, y + h - pad), (x + pad, y + h - pad)]
    canvas.stroke(corners, Ink.EXAMINED if is_newest else Ink.CONSTRUCTION, closed=True, line=Line.THIN,
                  opacity=1.0 if is_newest else 0.35)  # fmt: skip
    style = TextStyle.BOLD if is_known else TextStyle.CAPTION
    at = (x + w / 2.0, y + h - EDGE * canvas.pixel)
    canvas.label(title, at, Ink.TEXT if is_known else Ink.QUIET, style=style, fixed=True)


def _motion(canvas: Canvas, scene: Compared, t: float) -> None:
    """Both bodies on their way, with the start and the end of each."""
    _frame(canvas, scene, 0, "The motion", True, is_newest=False)
    for body, end, ink in ((scene.a, scene.a_end, Ink.A), (scene.b, scene.b_end, Ink.B)):
        if body.pose.angle != end.pose.angle or (body.pose.position != end.pose.position).any():
            marks.ghost(canvas, body.world, ink, Line.START)
            marks.ghost(canvas, end.world, ink)
    a, b = scene.at(t)
    marks.shape(canvas, a, Ink.A, "A", numbered=False)
    marks.shape(canvas, b, Ink.B, "B", numbered=False)
    (x, y), (w, _) = scene.cell
    turn = math.degrees(scene.sweep_b.turn)
    words = f"B turns by {fixed(abs(turn), 0)}°" if turn else "no turn"
    canvas.label(words, (x + w / 2.0, y + EDGE * canvas.pixel), Ink.B, fixed=True)


def _cell(canvas: Canvas, moment: Moment[Compared], index: int, asked: MethodAsked) -> None:
    """The bodies at this time, or where the method stops them; then what its answer is worth."""
    scene, stop = moment.scene, 1.0 if asked.fraction is None else asked.fraction
    shift, now, ink = scene.shift(index), min(moment.time, stop), ink_of(asked)
    (x, y), (w, h) = scene.cell[0] + shift, scene.cell[1]
    is_right = asked.verdict is Verdict.RIGHT
    if is_right and isinstance(moment.step, MethodsCompared):
        canvas.area(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), Ink.ANSWER, opacity=0.06)
    a, b = (shape.moved(shift) for shape in scene.at(now))
    start = scene.at(0.0)[1].moved(shift)
    is_done = moment.time >= stop
    trail = ink if is_done and not is_right else Ink.B
    times, outlines = scene.trail
    canvas.crowd(trail, triangles=_fans(outlines[times < now] + shift), fill=FAINT)
    marks.ghost(canvas, start, Ink.B, Line.START)
    marks.shape(canvas, a, Ink.A)
    _looked_at(canvas, scene, asked, now, shift, is_newest=asked is moment.step)
    if not is_done:
        marks.shape(canvas, b, Ink.B)
        return
    outline = boundary(b, marks.SMOOTH * canvas.pixel)
    canvas.area(outline, Ink.B if is_right else Ink.FAULTY, hatched=is_right)
    line = Line.OUTLINE if is_right else Line.DOTTED
    canvas.stroke(outline, ink, closed=True, line=line)
    canvas.feature((b.centroid,), feature(asked.method), ink)
    if is_right and asked.outcome is Outcome.HIT:
        found = gjk(*scene.at(now))
        if found.on_a is not None and found.on_b is not None:
            canvas.dot((found.on_a + found.on_b) / 2.0 + shift, Ink.ANSWER, Point.ANSWER)
    words = f"{tint(WORTH[asked.verdict], ink)}, cost {asked.cost}"
    canvas.label(words, (x + w / 2.0, y + EDGE * canvas.pixel), Ink.QUIET, fixed=True)


def _fans(outlines: np.ndarray) -> np.ndarray:
    """Convex outlines as triangles around their first point."""
    first = np.broadcast_to(outlines[:, :1], outlines[:, 2:].shape)
    return np.stack((first, outlines[:, 1:-1], outlines[:, 2:]), axis=2)


def feature(method: MotionMethod) -> FeatureRef:
    return FeatureRef(NAMES[method], FeatureKind.PART)


def _looked_at(
    canvas: Canvas, scene: Compared, asked: MethodAsked, now: float, shift: Vector, *, is_newest: bool
) -> None:
    """What the method sees of the motion: samples, a ray, or B without its turn."""
    match asked.method:
        case MotionMethod.SUB_STEPS:
            for k in range(1, scene.count):
                if k / scene.count < now and k <= 12:
                    marks.ghost(canvas, scene.at(k / scene.count)[1].moved(shift), Ink.B, Line.START, opacity=0.6)
        case MotionMethod.RAY:
            start, way = scene.b.pose.position + shift, scene.sweep_b.motion
            canvas.stroke((start, start + way), Ink.EXAMINED, line=Line.DASHED)
            canvas.dot(start + now * way, Ink.EXAMINED)
            if is_newest:
                canvas.symbol(r"\boldsymbol{c}_B", start, Ink.EXAMINED, toward=(0.0, 1.0))
                canvas.symbol(r"\boldsymbol{x}", start + now * way, Ink.EXAMINED, toward=(0.0, -1.0))
        case method if method in CASTS and scene.turns:
            marks.ghost(canvas, scene.slid(now)[1].moved(shift), Ink.EXAMINED, Line.DASHED)


def axes_of(moment: Moment[Compared]) -> Axes:
    values = moment.scene.gaps[1]
    high, low = float(values.max()), float(values.min())
    size = max(high - min(low, 0.0), 0.1)
    return Axes((0.0, 1.0), (min(low, 0.0) - 0.22 * size, max(high, 0.0) + 0.18 * size), "time t")


def draw_curve(canvas: Canvas, moment: Moment[Compared]) -> None:
    """The true gap, with a ring where each method stops."""
    scene, axes = moment.scene, axes_of(moment)
    charts.chart_axes(canvas, axes)
    charts.curve(canvas, *scene.gaps)
    charts.play_head(canvas, moment.time, axes)
    groups: list[list[tuple[float, MethodAsked]]] = []
    found = [(each.fraction, each) for each in reached(moment) if each.fraction is not None]
    for t, each in sorted(found, key=lambda place: place[0]):
        last = groups[-1][-1] if groups else None
        if last is not None and last[1].verdict is each.verdict and t - last[0] < SAME:
            groups[-1].append((t, each))
        else:
            groups.append([(t, each)])
    for i, group in enumerate(groups):
        (t, first), ink = group[0], ink_of(group[0][1])
        at = (t, first.gap)
        canvas.dot(at, ink, Point.ANSWER if ink is Ink.ANSWER else Point.RING)
        words = ", ".join(NAMES[each.method] for _, each in group)
        side = -1.0 if t > 0.6 else 1.0
        style = TextStyle.BOLD if ink is Ink.ANSWER else TextStyle.LABEL
        canvas.label(words, at, ink, toward=(side * 0.6, 1.0 if i % 2 == 0 else -1.0), style=style, leader=True)


def slid_ghost(canvas: Canvas, scene: Compared, t: float, ink: Ink) -> None:
    """B as a cast moves it, in the cell of the motion."""
    shape: Convex = scene.slid(t)[1]
    marks.ghost(canvas, shape, ink, Line.DOTTED if ink is Ink.FAULTY else Line.OUTLINE)
