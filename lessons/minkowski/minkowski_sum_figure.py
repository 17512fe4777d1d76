"""The Minkowski sum drawn: B carried along the outline of A, the edges that fly to their places, support values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, Sum, Vector, boundary, hull, support
from geometry.faulty.minkowski_sum import FaultySum
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.vector import left_of
from lessons.minkowski.minkowski_sum_asked import LOW
from lessons.minkowski.minkowski_sum_scene import END, MOVED
from lessons.stories.outlines import (
    Part,
    direction,
    draw_arcs,
    draw_edges,
    draw_laid,
    laid_before,
    outward,
    parts,
    solid,
    turning,
)
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.charts import round_ticks, tick_text
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.screen import xy
from viz.lesson.text import coords, fixed

_TICKS = 9  # at most, on the direction from the origin
COPIES = 24  # that a whole tour leaves behind
COVERED = 0.12  # opacity of what the copy has covered along an edge
ROUGH = 0.4  # pixels that a copy left behind may stray from round
BEYOND = 0.12  # of where the sum ends the tip of a direction that turns: it stays in the view
PAST = 28.0  # pixels that the line of an end goes on beyond the farthest point
ORIGIN = (0.0, 0.0)
SUM = r"$\A{A}\oplus\B{B}$"
OF_SUM = r"$h_{A\oplus B}$"
D = r"\hat d"
A_PLUS_B = r"$\A{\boldsymbol a}+\B{\boldsymbol b}$"
H_A, H_B = r"h_A", r"h_B"


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A, B where it is held, and what this stage says of their sum."""
    scene, step, figure = moment.scene, moment.step, moment.trace.result
    a, b = scene.a.world, scene.b.world
    if isinstance(step, Sum):
        canvas.area(boundary(solid(figure), marks.SMOOTH * canvas.pixel), Ink.ANSWER, opacity=0.05)
    if isinstance(step, StartFound) and not _asks_moved(moment):
        _tour(canvas, moment)
    marks.shape(canvas, a, Ink.A, "A", numbered=False)
    beside = np.array((0.0, 0.0)) if scene.is_moved else b.centroid - (0.0, 16.0 * canvas.pixel)
    marks.shape(canvas, b, Ink.B, "B", numbered=False, letter_at=b.centroid if scene.is_moved else beside)
    if isinstance(step, EdgeLaid):
        for shape, ink in ((a, Ink.A), (b, Ink.B)):
            _edge_names(canvas, shape, ink)
    canvas.dot(scene.reference, Ink.B)
    low = np.array((0.0, -1.0))
    canvas.label("reference point", scene.reference, Ink.B, toward=low, style=TextStyle.CAPTION, leader=True)
    if isinstance(step, EdgeLaid) and figure.edges:
        _edges(canvas, moment)
    elif isinstance(step, Sum):
        draw_edges(canvas, figure.edges, a.points, figure.radius, bold=True)
        draw_arcs(canvas, figure, Ink.B, figure.radius)
        if moment.time < 1.0:
            canvas.stroke(scene.traced(moment.time), Ink.ANSWER, line=Line.CURVE)
    if uses_direction(moment):
        _ruler(canvas, moment)
    if scene.is_moved and not isinstance(step, EdgeLaid):
        _other_reference(canvas, moment)
    if isinstance(moment.faulty, FaultySum) and not is_on_the_way(moment):
        draw_faulty(canvas, moment.faulty, scene.moving)


def uses_direction(moment: Moment[Any]) -> bool:
    """Whether this picture speaks of the direction from the origin: where the sum's end is asked for, and of support
    values; beside a fault nothing else is told."""
    if isinstance(moment.step, StartFound):
        return moment.scene.asks == END and not moment.scene.is_moved and not moment.compare
    return isinstance(moment.step, Sum) and not differs(moment)


def _asks_moved(moment: Moment[Any]) -> bool:
    """Whether the place of the moved sum is still asked for."""
    return moment.is_open and moment.scene.asks == MOVED and moment.scene.is_moved


def is_on_the_way(moment: Moment[Any]) -> bool:
    """Whether B is still carried along the outline alone: what it leaves uncovered is seen at the end."""
    faulty = moment.faulty
    is_outline = isinstance(faulty, FaultySum) and faulty.factor == 1.0
    return is_outline and isinstance(moment.step, StartFound) and moment.time < 1.0


def _tour(canvas: Canvas, moment: Moment[Any]) -> None:
    """B carried along the outline of A as far as the clock says: its trail, and the outline that it leaves behind."""
    scene, way = moment.scene, moment.scene.way(moment)
    local = boundary(scene.moving, ROUGH * canvas.pixel)
    places = [scene.carried(k / COPIES) for k in range(COPIES + 1) if k / COPIES <= way]
    copies = [local + place for place in places]
    closed = [np.stack((copy, np.roll(copy, -1, axis=0)), axis=1) for copy in copies]
    fans = [np.stack((np.broadcast_to(c[0], c.shape), c, np.roll(c, -1, axis=0)), axis=1) for c in copies]
    for p, q in itertools.pairwise(scene.visited(way)):
        canvas.area(hull(np.concatenate((local + p, local + q))).points, Ink.B, opacity=COVERED)
    canvas.crowd(Ink.B, segments=np.concatenate(closed), triangles=np.concatenate(fans), opacity=0.2, fill=0.03)
    line = scene.left_behind(way)
    canvas.stroke(line, Ink.ANSWER, line=Line.CURVE)
    pieces = [ends for ends in itertools.pairwise(line) if math.dist(*ends) > 60.0 * canvas.pixel][:2]
    first, second = max(
        pieces or [line[:2]], key=lambda ends: round(math.dist((ends[0] + ends[1]) / 2.0, scene.reference), 6)
    )
    middle = (first + second) / 2.0
    canvas.label(f"outline of {SUM}", middle, Ink.ANSWER, toward=-left_of(second - first), style=TextStyle.CAPTION)
    if way == 1.0:
        return
    here, tip = scene.carried(way), scene.left_behind(way)[-1]
    riding = scene.moving.moved(here)
    marks.shape(canvas, riding, Ink.B, opacity=0.2)
    if math.dist(here, tip) > 1e-9:
        canvas.arrow(here, tip, Ink.B, line=Line.MEASURE)
        canvas.symbol(r"\boldsymbol b", (here + tip) / 2.0, Ink.B, toward=left_of(tip - here))
    canvas.dot(here, Ink.A)
    canvas.symbol(r"\boldsymbol a", here, Ink.A, toward=here - tip)
    marks.answer(canvas, tip)
    canvas.label(A_PLUS_B, tip, Ink.ANSWER, toward=tip - here)


def _edge_names(canvas: Canvas, shape: Convex, ink: Ink) -> None:
    """Each edge by the name that it has in the table and among the directions."""
    if 2 < len(shape.points) <= marks.MOST_NUMBERED:
        for i, ((p, q), normal) in enumerate(zip(shape.edges, shape.normals, strict=True)):
            feature = FeatureRef(ink.name, FeatureKind.EDGE, i)
            name = f"{ink.name}{i}"
            canvas.label(name, (p + q) / 2.0, ink, toward=normal, style=TextStyle.NUMBER, feature=feature)


def _edges(canvas: Canvas, moment: Moment[Any]) -> None:
    """The outline as far as it is laid; of a disc all of it, its edges moved out and its corners opened to arcs."""
    scene, step, figure = moment.scene, moment.step, moment.trace.result
    a = scene.a.world
    if scene.is_disc:
        radius = moment.time * figure.radius
        for i, edge in enumerate(figure.edges if radius > 0.0 else ()):  # what an arc and its corner bound
            points = marks.circle_points(canvas, edge.start, radius, *turning(figure, i))
            canvas.area(np.concatenate((points, edge.start[None])), Ink.B, opacity=0.22)
        canvas.area(scene.left_behind(1.0), Ink.B, opacity=0.05 + 0.06 * moment.time)
        draw_edges(canvas, figure.edges, a.points, radius, bold=True)
        draw_arcs(canvas, figure, Ink.B, radius)
        for edge in figure.edges:
            middle = edge.start + 0.5 * (edge.end - edge.start)
            if not moment.compare:
                _turn(canvas, moment, edge)
            if radius > 0.0:
                measures.measure(canvas, middle, middle + radius * outward(edge), Ink.B)
                canvas.symbol("r", middle + 0.5 * radius * outward(edge), Ink.B, toward=edge.end - edge.start)
        return
    if not moment.is_open:  # what it will be would tell which edge comes next
        canvas.area(figure.points, Ink.ANSWER, opacity=0.05)
    for part in parts(step.edge, a.points):  # where it comes from
        home = scene.edge_at_home(part)
        canvas.glow((home, home + part.end - part.start), Ink.EXAMINED)
    _farthest(canvas, scene, step)
    _moved_by_b(canvas, moment, tuple(parts(step.edge, a.points)))
    draw_laid(canvas, step.laid, laid_before(scene.trace, step), a.points, scene.edge_at_home, moment.time)
    canvas.dot(figure.points[0], Ink.ANSWER, Point.FILLED)


def _moved_by_b(canvas: Canvas, moment: Moment[Any], laid: Sequence[Part]) -> None:
    """An edge of A on its way to its place: b goes from both its ends."""
    for part in laid if len(laid) == 1 and laid[0].ink is Ink.A else ():
        home = moment.scene.edge_at_home(part)
        b, along = moment.time * (part.start - home), part.end - part.start
        if math.hypot(*b) > 24.0 * canvas.pixel:
            for end in (home, home + along):
                canvas.arrow(end, end + b, Ink.B, line=Line.MEASURE)
            canvas.symbol(r"\boldsymbol b", home + 0.5 * b, Ink.B, toward=-along)


def _turn(canvas: Canvas, moment: Moment[Any], edge: Any) -> None:
    """At the arc before an edge how far it turns."""
    figure = moment.trace.result
    first, turn = turning(figure, figure.edges.index(edge))
    way = np.array((math.cos(first + turn / 2.0), math.sin(first + turn / 2.0)))
    at = edge.start + moment.time * figure.radius * way
    canvas.label(f"{fixed(math.degrees(turn), 0)}°", at, Ink.B, toward=way)


def _farthest(canvas: Canvas, scene: Any, step: EdgeLaid) -> None:
    """The normal of the edge that is laid, on its shape and at the vertex of the other shape that is farthest along
    it: the edge of the sum is the one plus the other."""
    d = outward(step.edge)
    for body, number, ink, name in ((scene.a, step.edge.of_a, Ink.A, "a"), (scene.b, step.edge.of_b, Ink.B, "b")):
        if number is None:
            at = support(body.world, d).point
            canvas.dot(at, ink)
            canvas.symbol(rf"\boldsymbol {name}", at, ink, toward=-d)
        else:
            at = body.world.edges[number].mean(axis=0)
        measures.unit_arrow(canvas, at, d, "")
        canvas.symbol(D, at + measures.UNIT_ARROW * canvas.pixel * d, Ink.EXAMINED, toward=d)


def _ruler(canvas: Canvas, moment: Moment[Any]) -> None:
    """The direction from the origin; on it a scale while a place there is asked for, support values at the end."""
    scene = moment.scene.turned(moment.time) if isinstance(moment.step, Sum) else moment.scene
    d, (h_a, h_b) = scene.direction, scene.support_values
    tip = scene.tip if scene is moment.scene else (h_a + h_b + BEYOND) * d
    canvas.stroke((ORIGIN, tip), Ink.CONSTRUCTION)
    if scene is moment.scene:
        measures.unit_arrow(canvas, tip - (measures.UNIT_ARROW + 10.0) * canvas.pixel * d, d, "")  # before its handle
    else:
        measures.unit_arrow(canvas, (h_a + h_b) * d, d, "", at_most=2.0 * math.dist(tip, (h_a + h_b) * d))
    canvas.symbol(D, tip, Ink.EXAMINED, toward=d)
    canvas.dot(ORIGIN, Ink.CONSTRUCTION)
    canvas.label("origin", ORIGIN, Ink.QUIET, toward=-d, style=TextStyle.CAPTION)
    if isinstance(moment.step, Sum):
        _support(canvas, scene)
    elif moment.is_open:
        _scale(canvas, moment)


def differs(moment: Moment[Any]) -> bool:
    """Whether a faulty idea stands beside the sum and is wrong here."""
    return isinstance(moment.faulty, FaultySum) and moment.faulty.error > 1e-3


def _support(canvas: Canvas, scene: Any) -> None:
    """The points of A, of B and of the sum that are farthest along the direction; their support values end to end."""
    d, (h_a, h_b) = scene.direction, scene.support_values
    across = left_of(d)
    p = support(scene.a.world, d).point
    w = p + support(scene.moving, d).point
    for at, ink in ((p, Ink.A), (w, Ink.ANSWER)):  # from the end of its bar to the point, and a little beyond
        foot = float(at @ d) * d
        past = PAST * canvas.pixel * (1.0 if float((at - foot) @ across) >= 0.0 else -1.0) * across
        canvas.stroke((foot, at + past), ink, line=Line.DASHED)
    for start, end, ink, name in ((0.0, h_a, Ink.A, H_A), (h_a, h_a + h_b, Ink.B, H_B)):
        canvas.stroke((start * d, end * d), ink, line=Line.BAR)
        words = f"${name}$ = **{fixed(end - start)}**"
        side = across if name == H_B else -across  # the bar stands between them
        canvas.label(words, (start + end) / 2.0 * d, ink, toward=side, leader=True)
    total = f"{OF_SUM} = **{fixed(h_a + h_b)}**"
    canvas.label(total, (h_a + h_b) * d, Ink.ANSWER, toward=across, style=TextStyle.PILL, leader=True)
    canvas.dot(p, Ink.A)
    canvas.symbol(r"\boldsymbol a", p, Ink.A, toward=across - d)
    if math.dist(p, w) > 1e-9:
        canvas.arrow(p, w, Ink.B, line=Line.MEASURE)
    marks.answer(canvas, w)
    canvas.label(A_PLUS_B, w, Ink.ANSWER, toward=across + d)
    of_b = support(scene.b.world, d).point
    canvas.dot(of_b, Ink.B)
    canvas.symbol(r"\boldsymbol b", of_b, Ink.B, toward=d)
    if math.dist(of_b, scene.reference) > 1e-9:
        canvas.arrow(scene.reference, of_b, Ink.B, line=Line.MEASURE)


def _scale(canvas: Canvas, moment: Moment[Any]) -> None:
    """Ticks along the direction, at round numbers, while an answer on it is asked for."""
    scene, d = moment.scene, moment.scene.direction
    across = left_of(d)
    ticks = round_ticks(0.0, math.hypot(*scene.tip), _TICKS)[1:]
    for t, text in zip(ticks, tick_text(ticks), strict=True):
        at, half = t * d, 5.0 * canvas.pixel * across
        canvas.stroke((at - half, at + half), Ink.CONSTRUCTION, line=Line.MEASURE)
        canvas.label(text, at + half, Ink.QUIET, toward=across, style=TextStyle.CAPTION)


def _other_reference(canvas: Canvas, moment: Moment[Any]) -> None:
    """The sum that B's centre as its reference point gives, and how far this one lies from it."""
    scene, figure = moment.scene, solid(moment.trace.result)
    other = figure.moved(-scene.shift)
    marks.ghost(canvas, other, Ink.QUIET, Line.DOTTED)
    corner = support(other, LOW).point
    canvas.label("by B’s centre", corner, Ink.QUIET, toward=(1.0, -0.3), style=TextStyle.CAPTION)
    if _asks_moved(moment):
        return
    canvas.arrow(corner, corner + scene.shift, Ink.EXAMINED, line=Line.MEASURE)
    canvas.label(f"moved by {coords(scene.shift)}", corner + scene.shift, Ink.EXAMINED, toward=scene.shift)


def draw_faulty(canvas: Canvas, faulty: FaultySum, b: Convex) -> None:
    """What a faulty idea takes for the outline, or leaves uncovered, how wrong it is; −B where it just fits
    inside A, with its reference point at a corner of what stays uncovered."""
    if len(faulty.outline) < 3:
        return
    canvas.stroke(faulty.outline, Ink.FAULTY, closed=True, line=Line.DOTTED)
    if math.dist(faulty.worst, faulty.right) > 1e-9:
        away = faulty.worst - faulty.right
        measures.measure(canvas, faulty.right, faulty.worst, Ink.FAULTY)
        other = max(faulty.outline, key=lambda vertex: math.dist(vertex, faulty.worst))
        canvas.symbol(r"k\,A", other, Ink.FAULTY, toward=other - faulty.worst)
        canvas.label(f"error {fixed(faulty.error)}", faulty.worst, Ink.FAULTY, toward=away, style=TextStyle.BOLD)
    elif faulty.factor == 1.0 and faulty.error > 0.0:
        canvas.area(faulty.outline, Ink.FAULTY, opacity=0.16)
        corner = max(faulty.outline, key=lambda vertex: round(float(vertex[1]), 9))
        marks.ghost(canvas, Convex(corner - b.points, b.radius), Ink.B, Line.DOTTED)
        canvas.dot(corner, Ink.B)
        canvas.label("−B", corner - support(b, (0.0, 1.0)).point, Ink.B, toward=(1.0, 0.0), leader=True)
        text = f"never covered:\narea {fixed(faulty.error)}"
        below = faulty.worst - (0.0, 24.0 * canvas.pixel)  # of A's letter
        canvas.label(text, below, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.BOLD)


def draw_fan(canvas: Canvas, moment: Moment[Any]) -> None:
    """Every edge of A and of B from one point, at its true direction and to one scale, as they are laid."""
    scene, step, figure = moment.scene, moment.step, moment.trace.result
    everything = [part for edge in figure.edges for part in parts(edge, scene.a.world.points)]
    laid = len(figure.edges) if isinstance(step, Sum) else 0
    if isinstance(step, EdgeLaid):
        laid = len(step.laid)
    known = {part.name for edge in figure.edges[:laid] for part in parts(edge, scene.a.world.points)}
    shown = [part for part in everything if not moment.is_open or part.name in known]
    far = max(math.hypot(*(part.end - part.start)) for part in everything)
    marks.circle(canvas, ORIGIN, 1.06 * far, Ink.CONSTRUCTION, Line.DASHED, opacity=0.5)
    canvas.stroke((ORIGIN, (1.06 * far, 0.0)), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.label("0°", (1.06 * far, 0.0), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION)
    for part in shown:
        tip: Vector = part.end - part.start
        is_new = isinstance(step, EdgeLaid) and part.name in {p.name for p in parts(step.edge, scene.a.world.points)}
        if is_new:
            canvas.glow((np.zeros(2), tip), Ink.EXAMINED)
            if len(figure.edges) > laid and xy(part.start) == step.edge.start_xy:  # of the one edge that is laid now
                _theta(canvas, math.radians(direction(part)))
        canvas.arrow(ORIGIN, tip, part.ink, line=Line.MEASURE if part.name in known else Line.THIN)
        text = part.name
        if part.name in known and isinstance(step, EdgeLaid):
            text += f" {fixed(direction(part), 0)}°"
        canvas.label(text, tip, part.ink, toward=tip, style=TextStyle.CAPTION)
    canvas.dot(ORIGIN, Ink.CONSTRUCTION, Point.SMALL)


def _theta(canvas: Canvas, theta: float) -> None:
    """The direction of an edge, as an arc from 0°."""
    measures.angle_arc(canvas, ORIGIN, 0.0, theta, Ink.EXAMINED)
    middle = 34.0 * canvas.pixel * np.array((math.cos(theta / 2.0), math.sin(theta / 2.0)))
    canvas.symbol(r"\theta", middle, Ink.EXAMINED, toward=middle if theta > 0.6 else (0.0, -1.0))
