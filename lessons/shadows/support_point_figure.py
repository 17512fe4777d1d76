"""The figure of support point: the line that moves in, and the dot products as bars along a ruler."""

from __future__ import annotations

from typing import Any

from geometry import Interval, Vector
from geometry.faulty.support import FaultySupport
from geometry.sat.support import DirectionTaken, RadiusAdded, SupportFound, VertexMeasured
from geometry.vector import left_of
from lessons.shadows.ruler import Ruler, draw_ruler, draw_shape, vertex_name
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import point_at
from viz.lesson.text import fixed, tint

AHEAD = 0.55  # world length that the line stands in front of A before it moves in
LIT = 1.1  # world length over which the light in front of the line fades
FIRST, LANE = 15.0, 16.0  # pixels from the ruler to the first bar, and from bar to bar


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A, the direction, the line in front of A, and what has been measured on the ruler."""
    scene, step, ruler = moment.scene, moment.step, moment.scene.ruler
    a, d = scene.a.world, scene.direction.vector
    lanes = FIRST + LANE * len(a.points)
    h = ruler.place(moment.trace.result[0].point)
    if not moment.is_open or not isinstance(step, DirectionTaken):
        ahead = 0.0 if moment.compare else 1.0 - moment.time
        draw_line(canvas, scene, h + AHEAD * (ahead if moment.is_last else 1.0), moves=not moment.is_last)
    notes: dict[int, str] = {}
    bright: tuple[int, ...] = ()
    if isinstance(step, VertexMeasured):
        x, y = a.points_xy[step.index]
        notes, bright = {step.index: f"({fixed(x)}, {fixed(y)})"}, (step.index,)
    elif isinstance(step, SupportFound):
        bright = tuple(tie.index for tie in step.ties)
        notes = dict.fromkeys(bright, tint("support vertex", Ink.ANSWER))
    draw_shape(canvas, a, notes, bright)
    canvas.arrow(scene.direction.start, scene.direction.end, Ink.EXAMINED, line=Line.MEASURE)
    x, y = d.tolist()
    words = rf"$\examined{{\hat d}}$ = ({fixed(x)}, {fixed(y)})"
    canvas.label(words, scene.direction.end, Ink.EXAMINED, toward=d, style=TextStyle.BOLD)
    if isinstance(step, DirectionTaken):
        return
    draw_ruler(canvas, ruler, r"ruler along $\hat d$", lanes)
    draw_bars(canvas, moment)
    for tie in moment.trace.result if moment.is_last else ():
        marks.answer(canvas, tie.point)
    if isinstance(step, RadiusAdded):
        for tie in step.ties:
            vertex = a.points[tie.index]
            canvas.arrow(vertex, tie.point, Ink.ANSWER, line=Line.MEASURE)
            canvas.symbol("r", (vertex + tie.point) / 2.0, Ink.ANSWER, toward=left_of(d))
            canvas.label("support point", tie.point, Ink.ANSWER, toward=d, style=TextStyle.BOLD)
    if moment.is_last:
        off = -(lanes + 12.0) * canvas.pixel
        ends = ruler.at(0.0, -off), ruler.at(h, -off)
        measures.measure(canvas, *ends, Ink.ANSWER, rf"$\answer{{h}}$ = **{fixed(h)}**", side=-1.0)
    if isinstance(moment.faulty, FaultySupport):
        draw_faulty(canvas, moment, moment.faulty)


def across(scene: Any, place: float) -> tuple[Pair, Vector]:
    """The line perpendicular to the direction at a place of the ruler: a point and its way."""
    return scene.ruler.at(place), left_of(scene.direction.vector)


def draw_line(canvas: Canvas, scene: Any, place: float, *, moves: bool) -> None:
    """The line that moves in, its light in front of it, and, as long as it is on its way, where it goes."""
    d, (at, side) = scene.direction.vector, across(scene, place)
    corners = [point_at(point_at(at, side, far), d, off) for far, off in ((-9, 0), (9, 0), (9, LIT), (-9, LIT))]
    canvas.light(corners, at, LIT * d, Ink.EXAMINED, 0.28)
    canvas.unbounded(at, side, Ink.EXAMINED, line=Line.MEASURE)
    if moves:
        middle = scene.a.world.centroid
        beside = 0.55 if float((middle - scene.direction.start) @ side) >= 0.0 else -0.55  # clear of the direction
        start = middle + (place - float(middle @ d)) * d + beside * side
        canvas.arrow(start, start - 0.28 * d, Ink.QUIET)
        canvas.label("moves in", start + 0.06 * d, Ink.QUIET, toward=d)


def draw_bars(canvas: Canvas, moment: Moment[Any]) -> None:
    """From the zero of the ruler a bar for every vertex that has been measured, the greatest so far bright; from the
    vertex in use a projector to its bar's end."""
    scene, ruler = moment.scene, moment.scene.ruler
    latest = moment.latest(VertexMeasured)
    if latest is None:
        return
    for i, value in enumerate(scene.values[: latest.index + 1]):
        lane = FIRST + LANE * i
        is_best = i == latest.best
        ink, opacity = (
            (Ink.ANSWER if is_best and moment.latest(SupportFound) is not None else Ink.A),
            1.0 if is_best else 0.5,
        )
        span = Interval(min(value, 0.0), max(value, 0.0))
        projections.projection(canvas, ruler.zero, ruler.along, span, ink, lane=-lane, opacity=opacity)
        end = ruler.at(value, lane * canvas.pixel)
        if moment.step is latest and i == latest.index:
            canvas.stroke((scene.a.world.points[i], end), Ink.A, line=Line.DASHED)
        toward = ruler.along if value >= 0.0 else -ruler.along
        canvas.label(vertex_name(i), end, ink, toward=toward, fixed=False)


def draw_faulty(canvas: Canvas, moment: Moment[Any], found: FaultySupport) -> None:
    """The point that a faulty search answers, and once the true one is known how much farther that lies."""
    scene, d = moment.scene, moment.scene.direction.vector
    at, side = across(scene, found.value)
    canvas.stroke([point_at(at, side, far) for far in (-0.3, 3.0)], Ink.FAULTY, line=Line.DOTTED)
    if found.index is not None:
        canvas.stroke((scene.direction.end, found.point), Ink.FAULTY, line=Line.DOTTED)
    marks.cross(canvas, found.point, f"{moment.compare}", Ink.FAULTY, toward=-d)
    if moment.latest(SupportFound) is not None and found.error:
        true = ruler_place(scene.ruler, max(scene.values), side)
        wrong = ruler_place(scene.ruler, found.value, side)
        measures.measure(canvas, wrong, true, Ink.FAULTY, f"error {fixed(abs(found.error))}")


def ruler_place(ruler: Ruler, place: float, side: Vector) -> Pair:
    return point_at(ruler.at(place), side, 0.12)


def fault_told(moment: Moment[Any]) -> str:
    """What a faulty search answers."""
    found, step = moment.faulty, moment.step
    told = "."
    if moment.latest(SupportFound) is not None:
        told = f": {fixed(found.error)} short of the farthest." if found.error else ", here also the farthest."
    if found.index is None:
        if isinstance(step, SupportFound | RadiusAdded):
            error = fixed(-found.error)
            nothing = "The search starts from 0, and no dot product exceeds it"
            return f"{nothing}: it returns 0 and no vertex, {error} too great."
        return "This search keeps a dot product only if it exceeds its first maximum, 0."
    if moment.compare.startswith("max"):
        return "This search begins with the maximum 0: here a dot product exceeds it, and the answer is right."
    moved = " Moving the arrow can change it, but not $\\examined{\\hat d}$." if moment.is_last else ""
    return f"This search takes the vertex nearest to the tip of the arrow, {vertex_name(found.index)}{told}{moved}"
