"""The figure of support point: the line that moves in, and the dot products as bars along a ruler."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Interval, Vector
from geometry.faulty.support import FaultySupport
from geometry.sat.support import DirectionTaken, RadiusAdded, SupportFound, VertexMeasured
from geometry.vector import left_of, right_of
from lessons.shadows.ruler import draw_ruler, draw_shape, vertex_name
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import point_at
from viz.lesson.text import fixed, tint

TIE = 1e-9  # of two dot products: what rounding leaves between equal ones
AHEAD = 0.55  # world length that the line stands in front of A before it moves in
PIECE = 0.4  # world length of the piece of the line on the direction, to each side
ARC = 30.0  # pixels from the tail of the direction to the arc of its angle
LIT = 1.1  # world length over which the light in front of the line fades
BEYOND_H = 95.0  # pixels from the bars to how far a faulty search is off: the support value stands between
FIRST, LANE = 15.0, 16.0  # pixels from the ruler to the first bar, and from bar to bar


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A, the direction, the line in front of A, and what has been measured on the ruler. The answer stands there from
    when the line has come."""
    scene, step, ruler = moment.scene, moment.step, moment.scene.ruler
    a, d = scene.a.world, scene.direction.vector
    is_first = isinstance(step, DirectionTaken)
    ahead = 0.0 if has_come(moment) else 1.0 - moment.time
    place = ruler.place(moment.trace.result[0].point) + AHEAD * ahead
    if is_first and not moment.compare:  # else its own marks stand there
        draw_start(canvas, scene)
    elif moment.is_last:
        draw_line(canvas, scene, place)
    elif (latest := moment.latest(VertexMeasured)) is not None:  # through the vertex that is farthest so far
        canvas.unbounded(a.points[latest.best], left_of(d), Ink.EXAMINED, line=Line.DASHED)
    draw_vertices(canvas, moment)
    canvas.arrow(scene.direction.start, scene.direction.end, Ink.EXAMINED, line=Line.MEASURE)
    x, y = d.tolist()
    words = rf"$\examined{{\hat d}}$ = ({fixed(x)}, {fixed(y)})"
    canvas.label(words, scene.direction.end, Ink.EXAMINED, toward=d, style=TextStyle.BOLD)
    if is_first:
        draw_unit(canvas, scene)
    if is_first and a.radius > 0.0:
        draw_layer(canvas, a)
    if is_first and not moment.compare:
        return
    lanes = FIRST + LANE * (len(a.points) + (isinstance(step, RadiusAdded) and max(scene.values) < 0.0))
    draw_ruler(canvas, ruler, r"ruler along $\hat d$", lanes)
    draw_bars(canvas, moment)
    if isinstance(step, RadiusAdded):
        draw_radius(canvas, moment, step)
    if moment.is_last:
        draw_value(canvas, moment, place, lanes + (46.0 if a.radius > 0.0 else 12.0))
    if isinstance(moment.faulty, FaultySupport):
        draw_faulty(canvas, moment, moment.faulty, (lanes + BEYOND_H) * canvas.pixel)


def has_come(moment: Moment[Any]) -> bool:
    """Whether the line has come to A: beside a faulty search at once."""
    return moment.is_last and (bool(moment.compare) or moment.time >= 1.0)


def draw_vertices(canvas: Canvas, moment: Moment[Any]) -> None:
    """A, its vertex in use with its coordinates, and the support vertex as such."""
    a, step = moment.scene.a.world, moment.step
    notes: dict[int, str] = {}
    if isinstance(step, VertexMeasured):
        x, y = a.points_xy[step.index]
        notes = {step.index: f"({fixed(x)}, {fixed(y)})"}
    elif isinstance(step, SupportFound) and (has_come(moment) or not moment.is_last):
        notes = dict.fromkeys((tie.index for tie in step.ties), tint("support vertex", Ink.ANSWER))
    draw_shape(canvas, a, notes, tuple(notes))


def draw_start(canvas: Canvas, scene: Any) -> None:
    """While it is asked what the line meets first: a piece of it on the direction, and where it goes."""
    d, middle = scene.direction.vector, scene.direction.start + 0.62 * scene.direction.vector
    side = left_of(d)
    canvas.stroke((middle - PIECE * side, middle + PIECE * side), Ink.EXAMINED, line=Line.THIN)
    measures.right_angle(canvas, middle, d, -side, Ink.EXAMINED)
    down = side if side[1] < 0.0 else -side
    start = middle + 0.85 * PIECE * down
    canvas.arrow(start, start - 0.22 * d, Ink.QUIET)
    canvas.label("the line moves in", start - 0.11 * d, Ink.QUIET, toward=down)


def draw_unit(canvas: Canvas, scene: Any) -> None:
    """The length of the direction, and its angle from the x axis."""
    d, start = scene.direction.vector, scene.direction.start
    turn = math.atan2(d[1], d[0])
    side = left_of(d) if turn >= 0.0 else right_of(d)
    canvas.label(r"$\lVert\examined{\hat d}\rVert$ = 1", start + 0.25 * d, Ink.EXAMINED, toward=side)
    canvas.stroke((start, start + (1.5 * ARC * canvas.pixel, 0.0)), Ink.CONSTRUCTION, line=Line.DASHED)
    measures.angle_arc(canvas, start, 0.0, turn, Ink.EXAMINED, f"{fixed(math.degrees(turn), 0)}°", radius=ARC)


def draw_layer(canvas: Canvas, shape: Convex) -> None:
    """How thick the layer around the core is."""
    start, out = np.array(shape.points[0]), np.array((0.8, 0.6))
    if len(shape.points) > 1:
        out = shape.normals[-1]
        start = (shape.points[-1] + shape.points[0]) / 2.0
    end = start + shape.radius * out
    canvas.arrow(start, end, Ink.A)
    canvas.label(rf"$\A{{r}}$ = {fixed(shape.radius)}", end, Ink.A, toward=out)


def draw_radius(canvas: Canvas, moment: Moment[Any], added: RadiusAdded) -> None:
    """The radius from the support vertex on, in A and on the ruler."""
    scene, ruler, d = moment.scene, moment.scene.ruler, moment.scene.direction.vector
    r, core, words = added.radius, max(scene.values), rf"$\A{{r}}$ = {fixed(added.radius)}"
    for tie in added.ties:
        vertex = scene.a.world.points[tie.index]
        canvas.arrow(vertex, tie.point, Ink.A, line=Line.MEASURE)
        canvas.label(words, (vertex + tie.point) / 2.0, Ink.A, toward=left_of(d))
        if has_come(moment):
            canvas.label("support point", tie.point, Ink.ANSWER, toward=d, style=TextStyle.BOLD)
    # Of a negative value the bar ends at 0, and the radius goes back along it: in a lane of its own.
    lane = FIRST + LANE * (added.ties[0].index if core >= 0.0 else len(scene.values))
    projections.projection(canvas, ruler.zero, ruler.along, Interval(core, core + r), Ink.A, lane=-lane)
    canvas.label(words, ruler.at(core + r / 2.0, lane * canvas.pixel), Ink.A, toward=right_of(d), fixed=False)


def draw_value(canvas: Canvas, moment: Moment[Any], place: float, off: float) -> None:
    """How far from 0 the line lies on the ruler; where it meets A, the support value and the point."""
    ruler, come = moment.scene.ruler, has_come(moment)
    ends = ruler.at(0.0, off * canvas.pixel), ruler.at(place, off * canvas.pixel)
    words = rf"$\answer{{h}}$ = **{fixed(place)}**" if come else fixed(place)
    measures.measure(canvas, *ends, Ink.ANSWER if come else Ink.EXAMINED, words, side=-1.0)
    for tie in moment.trace.result if come else ():
        marks.answer(canvas, tie.point)


def across(scene: Any, place: float) -> tuple[Pair, Vector]:
    """The line perpendicular to the direction at a place of the ruler: a point and its way."""
    return scene.ruler.at(place), left_of(scene.direction.vector)


def draw_line(canvas: Canvas, scene: Any, place: float) -> None:
    """The line that moves in, and its light in front of it."""
    d, (at, side) = scene.direction.vector, across(scene, place)
    corners = [point_at(point_at(at, side, far), d, off) for far, off in ((-9, 0), (9, 0), (9, LIT), (-9, LIT))]
    canvas.light(corners, at, LIT * d, Ink.EXAMINED, 0.28)
    canvas.unbounded(at, side, Ink.EXAMINED, line=Line.MEASURE)


def draw_bars(canvas: Canvas, moment: Moment[Any]) -> None:
    """From the zero of the ruler a bar for every vertex that has been measured, the greatest so far bright; from the
    vertex in use a projector to its bar's end."""
    scene, ruler = moment.scene, moment.scene.ruler
    latest = moment.latest(VertexMeasured)
    if latest is None:
        return
    is_round = isinstance(moment.step, RadiusAdded)
    is_found = is_round or (isinstance(moment.step, SupportFound) and (has_come(moment) or not moment.is_last))
    for i, value in enumerate(scene.values[: latest.index + 1]):
        lane = FIRST + LANE * i
        is_best = i == latest.best
        ink, opacity = (
            (Ink.ANSWER if is_best and is_found else Ink.A),
            1.0 if is_best else 0.5,
        )
        span = Interval(min(value, 0.0), max(value, 0.0))
        projections.projection(canvas, ruler.zero, ruler.along, span, ink, lane=-lane, opacity=opacity)
        end = ruler.at(value, lane * canvas.pixel)
        toward = ruler.along if value >= 0.0 else -ruler.along
        if is_round and is_best and value >= 0.0:  # the radius follows
            end, toward = ruler.at(0.0, lane * canvas.pixel), -ruler.along
        if moment.step is latest and i == latest.index:
            canvas.stroke((scene.a.world.points[i], end), Ink.A, line=Line.DASHED)
        canvas.label(vertex_name(i), end, ink, toward=toward, fixed=False)


def draw_faulty(canvas: Canvas, moment: Moment[Any], found: FaultySupport, aside: float) -> None:
    """The point that a faulty search answers, and once the true one is known, so far `aside` of the ruler, how much
    farther that lies."""
    scene, d = moment.scene, moment.scene.direction.vector
    at, side = across(scene, found.value)
    is_compared = moment.latest(SupportFound) is not None and abs(found.error) > TIE
    end = scene.ruler.at(found.value, aside) if is_compared else point_at(at, side, -0.3)
    canvas.stroke((np.array(end), found.point), Ink.FAULTY, line=Line.DOTTED)
    if found.index is not None:
        canvas.stroke((scene.direction.end, found.point), Ink.FAULTY, line=Line.DOTTED)
    where = scene.ruler.zero if found.index is None else found.point  # without a vertex it has the value 0 only
    marks.cross(canvas, where, f"{moment.compare}", Ink.FAULTY, toward=-d)
    if is_compared:
        wrong, true = (scene.ruler.at(place, aside) for place in (found.value, max(scene.values)))
        way = -1.0 if found.error > 0.0 else 1.0  # away from the bars
        measures.measure(canvas, wrong, true, Ink.FAULTY, f"error {fixed(abs(found.error))}", side=way)


def fault_told(moment: Moment[Any]) -> str:
    """What a faulty search answers."""
    found, step = moment.faulty, moment.step
    if found.index is None:
        if isinstance(step, SupportFound | RadiusAdded):
            error = fixed(-found.error)
            nothing = "The search starts from 0, and no dot product exceeds 0"
            return f"{nothing}: no vertex is found, and 0 is {error} too great."
        return "This search starts from the maximum 0: only a greater dot product replaces it."
    if moment.compare.startswith("max"):
        return "This search begins with the maximum 0: here a dot product exceeds it, and the answer is right."
    nearest = vertex_name(found.index)
    if moment.latest(SupportFound) is None:
        return f"This search takes the vertex nearest to the tip of the arrow, {nearest}."
    told = f"{fixed(found.error)} short" if abs(found.error) > TIE else "here also the farthest"
    moved = r"Drag the arrow: the vertex can change, $\examined{\hat d}$ does not."
    return f"The vertex nearest to the tip, {nearest}, is {told}. {moved}"
