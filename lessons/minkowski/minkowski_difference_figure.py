"""The Minkowski difference drawn: the world, and difference space."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, boundary, closest_points
from geometry.faulty.minkowski_difference import FaultyDifference
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.sum import EdgeLaid, SumEdge
from geometry.query.nearest import NearestBoundary
from geometry.query.origin import OriginTested, Reflected, VerticesSubtracted
from geometry.vector import left_of, length, right_of, unit
from lessons.minkowski.minkowski_difference_asked import SHIFT
from lessons.minkowski.minkowski_difference_scene import difference_named, pair_at
from lessons.minkowski.minkowski_difference_shrunk import Shrunk, draw_shrunk
from lessons.stories.outlines import direction, draw_arcs, draw_edges, draw_laid, outward, parts, solid
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

ORIGIN = (0.0, 0.0)
V = r"\boldsymbol v"
AWAY = 76.0  # pixels: so far from the origin the letters A − B stand
LEAST_ANGLE = 0.5  # degrees that can be seen as an arc
SHORT = 80.0  # pixels: a v that is shorter leaves no room for words within the circle around the origin
MOST_NAMED = 12  # vertices of a difference whose points are drawn


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B, and of them what this step takes."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    for shape, ink, name in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        marks.shape(canvas, shape, ink, name, numbered=False)
        if isinstance(step, EdgeLaid):
            _edge_names(canvas, shape, ink)
    if isinstance(step, VerticesSubtracted):
        i, j = pair_at(moment)
        for at, name, ink, other in ((a.points[i], f"a_{{{i}}}", Ink.A, b), (b.points[j], f"b_{{{j}}}", Ink.B, a)):
            canvas.dot(at, ink)
            canvas.symbol(rf"\boldsymbol {name}", at, ink, toward=at - other.centroid)
        ends = (a.points[i], b.points[j]) if is_reflected(scene) else (b.points[j], a.points[i])
        canvas.arrow(*ends, Ink.EXAMINED, line=Line.MEASURE)
        if (shared := scene.shared) is not None:
            marks.answer(canvas, shared, "a = b", toward=(1.0, -0.4))
    elif isinstance(step, EdgeLaid):
        canvas.stroke(b.points + SHIFT, Ink.B, line=Line.THIN, opacity=0.0)  # room for the move that is asked about
        _light_edges(canvas, a, b, step.edge, glow=True)
    elif isinstance(step, OriginTested):
        canvas.stroke(b.points + scene.nearest.point, Ink.B, line=Line.THIN, opacity=0.0)  # and for the shortest one
    elif isinstance(step, NearestBoundary) and not _is_unreflected(moment):
        _move_of_b(canvas, moment, step)
    if isinstance(moment.faulty, FaultyDifference):
        _fault_in_world(canvas, moment)


def _is_unreflected(moment: Moment[Any]) -> bool:
    return isinstance(moment.faulty, FaultyDifference) and not moment.faulty.move.any()


def _edge_names(canvas: Canvas, shape: Convex, ink: Ink) -> None:
    """The edges by the names that cards, outline and table give them."""
    if len(shape.points) > 2:
        for i, ends in enumerate(shape.edges):
            (dx, dy), feature = ends[1] - ends[0], FeatureRef(ink.name, FeatureKind.EDGE, i)
            name, middle = f"{ink.name}{i}", ends.mean(axis=0)
            canvas.label(name, middle, ink, toward=(dy, -dx), style=TextStyle.NUMBER, feature=feature)


def _light_edges(canvas: Canvas, a: Convex, b: Convex, edge: SumEdge, *, glow: bool = False) -> None:
    for part in parts(edge, a.points):
        ends = np.array((a if part.ink is Ink.A else b).edge(part.number))
        feature = FeatureRef(part.ink.name, FeatureKind.EDGE, part.number)
        marks.highlight_edge(canvas, ends, part.ink, part.name, feature=feature, glow=glow)


def _fault_in_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A where v would take it, or, where B was not reflected, the shape that is tested in its place."""
    a, b, faulty = moment.scene.a.world, moment.scene.b.world, moment.faulty
    if _is_unreflected(moment):
        if not isinstance(moment.step, VerticesSubtracted):
            tested = Convex(2.0 * b.centroid - b.points, b.radius)
            marks.ghost(canvas, tested, Ink.FAULTY, Line.DOTTED)
            low = tested.points[int(tested.points[:, 1].argmin())]
            canvas.label("tested in place of B", low, Ink.FAULTY, toward=(0.0, -1.0))
    elif isinstance(moment.step, NearestBoundary):
        moved, left = a.moved(faulty.move), faulty.separation
        marks.ghost(canvas, moved, Ink.FAULTY, Line.DOTTED)
        text = f"A moved by v:\n{'overlap' if left < 0.0 else 'gap'} {fixed(abs(left))}"
        high = moved.points[int(moved.points[:, 1].argmax())]
        canvas.label(text, high, Ink.FAULTY, toward=(0.0, 1.0))


def _move_of_b(canvas: Canvas, moment: Moment[Any], found: NearestBoundary) -> None:
    """B where v takes it, and v at the vertex that goes deepest; apart, v between the nearest points."""
    a, b = moment.scene.a.world, moment.scene.b.world
    if moment.scene.is_touching:
        _contact(canvas, a, b, None if found.edge is None else moment.scene.figure.edges[found.edge])
        return
    if found.edge is not None:
        _light_edges(canvas, a, b, moment.scene.figure.edges[found.edge])
    start = b.points[int((b.points @ found.normal).argmin())] - b.radius * found.normal
    if found.separation > 0.0:
        start = closest_points(a, b).on_b
    marks.ghost(canvas, b.moved(moment.time * found.point), Ink.B)
    canvas.arrow(start, start + found.point, Ink.ANSWER, line=Line.FEATURE)
    canvas.symbol(V, start + 0.5 * found.point, Ink.ANSWER, toward=left_of(found.point))


def _contact(canvas: Canvas, a: Convex, b: Convex, face: SumEdge | None) -> None:
    """Where both just touch: a point, or of two parallel edges what they share."""
    if face is None or face.of_a is None or face.of_b is None:
        marks.answer(canvas, closest_points(a, b).on_a)
        return
    start, end = a.edge(face.of_a)
    along = unit(end - start)
    other = sorted(float((p - start) @ along) for p in b.edge(face.of_b))
    low, high = max(0.0, other[0]), min(length(end - start), other[1])
    out = start + a.radius * right_of(along)
    ends = out + low * along, out + high * along
    canvas.glow(ends, Ink.ANSWER)
    canvas.stroke(ends, Ink.ANSWER, line=Line.FEATURE)


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """All differences, the reflected B, the outline as it is laid, the origin in it and the point nearest to that."""
    scene, step = moment.scene, moment.step
    if isinstance(step, VerticesSubtracted):
        _cloud(canvas, moment, step)
    elif isinstance(step, Reflected):
        _reflection(canvas, moment)
    elif isinstance(step, EdgeLaid):
        for shape, ink in ((scene.a.world, Ink.A), (Convex(-scene.b.world.points), Ink.B)):
            marks.ghost(canvas, shape, ink, Line.START, opacity=0.7)
        homes = {Ink.A: scene.a.world.points, Ink.B: -scene.b.world.points}
        before = scene.laid_before(step)
        is_closed = len(step.laid) == len(scene.figure.edges)
        if is_closed and len(scene.figure.points) > 2 and moment.time == 1.0:
            canvas.area(scene.figure.points, Ink.QUIET, opacity=0.1)
        draw_laid(canvas, step.laid, before, homes[Ink.A], lambda part: homes[part.ink][part.number], moment.time)
        canvas.stroke(scene.figure.points - SHIFT, Ink.QUIET, line=Line.THIN, opacity=0.0)  # room for what is asked
        if not is_closed:
            _start(canvas, scene, named=len(step.laid) == 1)
            if moment.time == 1.0:
                _angle(canvas, scene, step, before)
    elif isinstance(step, Shrunk):
        draw_shrunk(canvas, moment, touches=scene.is_touching)
    else:
        _whole(canvas, moment)
    told = isinstance(moment.faulty, FaultyDifference) and not isinstance(step, VerticesSubtracted)
    if told and moment.faulty.move.any() and isinstance(step, NearestBoundary):
        moved = solid(scene.figure).moved(moment.faulty.move)
        marks.ghost(canvas, moved, Ink.FAULTY, Line.DOTTED)
        high = moved.points[int(moved.points[:, 1].argmax())]
        canvas.label("A − B after A’s move", high, Ink.FAULTY, toward=(0.0, 1.0))
    elif told and not moment.faulty.move.any():
        wrong = solid(moment.faulty.figure)
        marks.ghost(canvas, wrong, Ink.FAULTY, Line.DOTTED)
        s = moment.faulty.separation
        text = f"B not reflected:\n{'apart by' if s > 0.0 else 'overlap'} {fixed(abs(s))}"
        high = wrong.points[int(wrong.points[:, 1].argmax())]
        canvas.label(text, high, Ink.FAULTY, toward=(0.0, 1.0))
    _origin(canvas, moment)


def _origin(canvas: Canvas, moment: Moment[Any]) -> None:
    """The origin and its name, away from v; by a leader where the circle around it is small."""
    if not isinstance(moment.step, NearestBoundary) or moment.scene.is_touching:
        is_meeting = isinstance(moment.step, VerticesSubtracted) and moment.scene.shared is not None
        marks.answer(canvas, ORIGIN, "origin:\na − b = 0" if is_meeting else "origin", toward=(-0.6, -1.0))
        return
    v = moment.scene.nearest.point
    marks.answer(canvas, ORIGIN)
    canvas.label(
        "origin", ORIGIN, Ink.ANSWER, toward=-v, style=TextStyle.BOLD, leader=length(v) < SHORT * canvas.pixel
    )


def _start(canvas: Canvas, scene: Any, *, named: bool) -> None:
    """Where the outline starts: the lowest vertex of A less the highest of B."""
    first = scene.figure.vertices[0]
    canvas.dot(first.point, Ink.QUIET)
    if named:
        name = difference_named(first.of_a, first.of_b)
        canvas.label(name, first.point, Ink.TEXT, toward=(-1.0, -0.6))


def _angle(canvas: Canvas, scene: Any, step: EdgeLaid, before: int) -> None:
    """The direction of the newest edge, from the horizontal at its start."""
    newest = step.laid[before:]
    if len(newest) != 1:
        return
    earlier = sum(len(list(parts(edge, scene.a.world.points))) for edge in step.laid[:before])
    here = len(list(parts(newest[0], scene.a.world.points)))
    name = " = ".join(rf"$\theta_{{{earlier + i}}}$" for i in range(here))
    degrees, at = direction(newest[0]), newest[0].start
    text = f"{name} = {fixed(degrees, 0)}°"
    if degrees < LEAST_ANGLE:
        canvas.label(text, newest[0].end, Ink.EXAMINED, toward=(1.0, 0.0))
        return
    canvas.stroke((at, at + (54.0 * canvas.pixel, 0.0)), Ink.EXAMINED, line=Line.DASHED)
    measures.angle_arc(canvas, at, 0.0, math.radians(degrees), Ink.EXAMINED)
    half = math.radians(min(degrees, 180.0) / 2.0)
    beside = at + 34.0 * canvas.pixel * np.array((math.cos(half), math.sin(half)))
    canvas.label(text, beside, Ink.EXAMINED, toward=(math.cos(half), math.sin(half)))


def _cloud(canvas: Canvas, moment: Moment[Any], step: VerticesSubtracted) -> None:
    """The differences of vertices taken so far, the newest as a vector."""
    i, j = pair_at(moment)
    newest = i * len(moment.scene.b.world.points) + j
    if len(step.points) == 1:
        marks.circle(canvas, step.points[0], moment.scene.figure.radius, Ink.CONSTRUCTION, Line.DASHED)
    low, high = step.points.min(axis=0), step.points.max(axis=0)
    canvas.stroke((low, high), Ink.QUIET, line=Line.THIN, opacity=0.0)  # keeps the frame
    whole = boundary(solid(moment.scene.figure), marks.SMOOTH * canvas.pixel)
    if moment.time == 1.0 and len(whole) > 2:
        canvas.area(whole, Ink.QUIET, opacity=0.14)  # the differences between those of the vertices
    for k, at in enumerate(step.points[: newest + 1]):
        canvas.dot(at, Ink.EXAMINED if k == newest else Ink.QUIET, Point.FILLED if k == newest else Point.RING)
    w = step.points[newest]
    if w.any():
        canvas.arrow(ORIGIN, w, Ink.EXAMINED, line=Line.MEASURE)
    canvas.label(difference_named(i, j), w, Ink.EXAMINED, toward=w if w.any() else (0.0, 1.0))


def _reflection(canvas: Canvas, moment: Moment[Any]) -> None:
    """B turned about the origin by half a turn: −B."""
    b = moment.scene.b.world
    turn = math.pi * moment.time
    rotate = np.array(((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))))
    marks.ghost(canvas, b, Ink.B, Line.START)
    canvas.label("B", b.centroid, Ink.B, style=TextStyle.LETTER)
    turned = Convex(b.points @ rotate, b.radius)
    marks.shape(canvas, turned, Ink.B)
    if moment.time == 1.0:
        canvas.label("−B", turned.centroid, Ink.B, style=TextStyle.LETTER)
        far = b.points[int(np.hypot(*b.points.T).argmax())]
        for p in b.points:
            canvas.stroke((p, -p), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.symbol(r"\boldsymbol b", far, Ink.B, toward=far)
        canvas.symbol(r"-\boldsymbol b", -far, Ink.B, toward=-far)
    marks.ghost(canvas, moment.scene.a.world, Ink.A, Line.START)
    canvas.label("A", moment.scene.a.world.centroid, Ink.A, style=TextStyle.LETTER)


def _whole(canvas: Canvas, moment: Moment[Any]) -> None:
    """The outline, red inside, where the origin would tell an overlap; then the vector to its nearest point."""
    scene, found = moment.scene, moment.scene.nearest
    figure, whole = scene.figure, solid(scene.figure)
    ink = Ink.QUIET if scene.is_touching else separation_ink(found.separation)
    outline = boundary(whole, marks.SMOOTH * canvas.pixel)
    if len(outline) > 2:
        canvas.area(outline, Ink.OVERLAP, opacity=0.14)  # the origin in it is an overlap
    draw_edges(canvas, figure.edges, scene.a.world.points, figure.radius, bold=True)
    if figure.radius > 0.0:
        draw_arcs(canvas, figure, Ink.QUIET, figure.radius)
    if isinstance(moment.step, NearestBoundary):
        _faces(canvas, scene)
    for at in figure.points if figure.radius == 0.0 and len(figure.points) <= MOST_NAMED else ():
        canvas.dot(at, Ink.QUIET)
    canvas.label("A − B", _clear_of_origin(canvas, whole), Ink.TEXT, style=TextStyle.LETTER)
    v = found.point
    if not isinstance(moment.step, NearestBoundary) or scene.is_touching:
        canvas.stroke(figure.points - v, Ink.QUIET, line=Line.THIN, opacity=0.0)  # room for the shortest move
        return
    if ink is Ink.GAP:
        canvas.area(marks.circle_points(canvas, ORIGIN, found.separation), ink, opacity=0.14)
    marks.circle(canvas, ORIGIN, abs(found.separation), ink, Line.DASHED)
    if not isinstance(moment.faulty, FaultyDifference):
        moved = whole.moved(-moment.time * v)
        marks.ghost(canvas, moved, Ink.QUIET, Line.END)
        away = moved.points[int((moved.points @ v).argmin())]
        if moment.time == 1.0:
            canvas.label("A − B after the move", away, Ink.QUIET, toward=-v, style=TextStyle.CAPTION)
    canvas.arrow(ORIGIN, v, Ink.ANSWER, line=Line.FEATURE)
    side = left_of(v)
    canvas.symbol(V, 0.55 * v, Ink.ANSWER, toward=side)
    marks.pill(
        canvas, v, f"{'depth' if ink is Ink.OVERLAP else 'distance'} {fixed(abs(found.separation))}", ink, toward=v
    )
    if found.edge is not None:
        measures.right_angle(canvas, v, -v, side, Ink.ANSWER)


def _clear_of_origin(canvas: Canvas, whole: Convex) -> Any:
    """The middle, or where that is near to the origin a place farther from it."""
    middle = whole.centroid
    far = length(middle)
    away = middle / far if far > 1e-9 else np.array((0.0, -1.0))
    return max(far, AWAY * canvas.pixel) * away


def _faces(canvas: Canvas, scene: Any) -> None:
    """The names of the faces, as the table has them, and light on the one that is nearest to the origin."""
    figure = scene.figure
    for i, edge in enumerate(figure.edges):
        out = figure.radius * outward(edge)
        if i == scene.nearest.edge and not scene.is_touching:
            canvas.glow((edge.start + out, edge.end + out), Ink.ANSWER)
        for part in parts(edge, scene.a.world.points):
            middle = out + (part.start + part.end) / 2.0
            canvas.label(part.name, middle, part.ink, toward=outward(edge), style=TextStyle.CAPTION)
