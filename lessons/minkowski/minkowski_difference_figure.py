"""The Minkowski difference drawn: the world, the edges as cards sorted by direction, and difference space."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, boundary, closest_points
from geometry.faulty.minkowski_difference import FaultyDifference
from geometry.minkowski.sum import EdgeLaid
from geometry.query.nearest import NearestBoundary
from geometry.query.origin import Reflected, VerticesSubtracted
from geometry.vector import left_of
from lessons.minkowski.minkowski_difference_asked import SHIFT
from lessons.minkowski.minkowski_difference_shrunk import Shrunk, draw_shrunk
from lessons.stories.outlines import Part, direction, draw_arcs, draw_edges, draw_laid, outward, parts, solid
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

ORIGIN = (0.0, 0.0)
V = r"\boldsymbol v"
CARD = (1.0, 1.5)  # of which the columns and rows are so far apart:
PITCH = (1.1, 1.6)
MOST_NAMED = 12  # vertices of a difference whose points are drawn


def pair_at(moment: Moment[Any]) -> tuple[int, int]:
    """The vertices of A and of B whose difference is taken now."""
    n, m = (len(shape.world.points) for shape in (moment.scene.a, moment.scene.b))
    k = min(int(moment.time * n * m), n * m - 1)
    return k // m, k % m


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B, and of them what this step takes."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    for shape, ink, name in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        marks.shape(canvas, shape, ink, name, numbered=isinstance(step, EdgeLaid))
    if isinstance(step, VerticesSubtracted):
        i, j = pair_at(moment)
        for at, name, ink, other in ((a.points[i], f"a_{i}", Ink.A, b), (b.points[j], f"b_{j}", Ink.B, a)):
            canvas.dot(at, ink)
            canvas.symbol(rf"\boldsymbol {name}", at, ink, toward=at - other.centroid)
        ends = (a.points[i], b.points[j]) if is_reflected(scene) else (b.points[j], a.points[i])
        canvas.arrow(*ends, Ink.EXAMINED, line=Line.MEASURE)
    elif isinstance(step, EdgeLaid):
        canvas.stroke(b.points + SHIFT, Ink.B, line=Line.THIN, opacity=0.0)  # room for the move that is asked about
        for part in parts(step.edge, a.points):
            ends = (a if part.ink is Ink.A else b).edge(part.number)
            marks.highlight_edge(canvas, np.array(ends), part.ink)
    elif isinstance(step, NearestBoundary):
        _move_of_b(canvas, moment, step)
    told = isinstance(step, NearestBoundary) and isinstance(moment.faulty, FaultyDifference)
    if told and moment.faulty.move.any():
        moved = a.moved(moment.faulty.move)
        marks.ghost(canvas, moved, Ink.FAULTY, Line.DOTTED)
        left = moment.faulty.separation
        text = f"A moved by v:\n{'overlap' if left < 0.0 else 'gap'} {fixed(abs(left))}"
        high = moved.points[int(moved.points[:, 1].argmax())]
        canvas.label(text, high, Ink.FAULTY, toward=(0.0, 1.0))


def _move_of_b(canvas: Canvas, moment: Moment[Any], found: NearestBoundary) -> None:
    """B where v takes it, and v at the vertex that goes deepest; apart, v between the nearest points."""
    a, b = moment.scene.a.world, moment.scene.b.world
    if moment.scene.is_touching:
        marks.answer(canvas, closest_points(a, b).on_a)
        return
    start = b.points[int((b.points @ found.normal).argmin())] - b.radius * found.normal
    if found.separation > 0.0:
        start = closest_points(a, b).on_b
    marks.ghost(canvas, b.moved(moment.time * found.point), Ink.B)
    canvas.arrow(start, start + found.point, Ink.ANSWER, line=Line.FEATURE)
    canvas.symbol(V, start + 0.5 * found.point, Ink.ANSWER, toward=left_of(found.point))


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
        draw_laid(canvas, step.laid, before, homes[Ink.A], lambda part: homes[part.ink][part.number], moment.time)
    elif isinstance(step, Shrunk):
        draw_shrunk(canvas, moment, touches=scene.is_touching)
    else:
        _whole(canvas, moment)
    told = isinstance(moment.faulty, FaultyDifference) and not isinstance(step, VerticesSubtracted)
    if told and not moment.faulty.move.any():
        wrong = solid(moment.faulty.figure)
        marks.ghost(canvas, wrong, Ink.FAULTY, Line.DOTTED)
        s = moment.faulty.separation
        text = f"B not reflected:\n{'apart by' if s > 0.0 else 'overlap'} {fixed(abs(s))}"
        high = wrong.points[int(wrong.points[:, 1].argmax())]
        canvas.label(text, high, Ink.FAULTY, toward=(0.0, 1.0))
    marks.answer(canvas, ORIGIN, "origin", toward=(-0.6, -1.0))


def _cloud(canvas: Canvas, moment: Moment[Any], step: VerticesSubtracted) -> None:
    """The differences of vertices taken so far, the newest as a vector; at the end what lies between them."""
    i, j = pair_at(moment)
    newest = i * len(moment.scene.b.world.points) + j
    if moment.time == 1.0:
        canvas.area(boundary(solid(moment.scene.figure), marks.SMOOTH * canvas.pixel), Ink.QUIET, opacity=0.1)
    low, high = step.points.min(axis=0), step.points.max(axis=0)
    canvas.stroke((low, high), Ink.QUIET, line=Line.THIN, opacity=0.0)  # keeps the frame
    for k, at in enumerate(step.points[: newest + 1]):
        canvas.dot(at, Ink.EXAMINED if k == newest else Ink.QUIET, Point.FILLED if k == newest else Point.RING)
    w = step.points[newest]
    if w.any():
        canvas.arrow(ORIGIN, w, Ink.EXAMINED, line=Line.MEASURE)
    name = rf"$\A{{\boldsymbol a_{i}}}-\B{{\boldsymbol b_{j}}}$"
    canvas.label(name, w, Ink.EXAMINED, toward=w if w.any() else (0.0, 1.0))


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
    """The outline, tinted by what the origin tells; then the vector to its nearest point."""
    scene, found = moment.scene, moment.scene.nearest
    figure, whole = scene.figure, solid(scene.figure)
    ink = Ink.QUIET if scene.is_touching else separation_ink(found.separation)
    outline = boundary(whole, marks.SMOOTH * canvas.pixel)
    if len(outline) > 2:
        canvas.area(outline, ink, opacity=0.14)
    draw_edges(canvas, figure.edges, scene.a.world.points, figure.radius)
    if figure.radius > 0.0:
        draw_arcs(canvas, figure, Ink.QUIET, figure.radius)
    if isinstance(moment.step, NearestBoundary):
        _faces(canvas, scene)
    for at in figure.points if figure.radius == 0.0 and len(figure.points) <= MOST_NAMED else ():
        canvas.dot(at, Ink.QUIET)
    canvas.label("A − B", whole.centroid, Ink.TEXT, style=TextStyle.LETTER)
    if not isinstance(moment.step, NearestBoundary) or scene.is_touching:
        return
    v = found.point
    marks.circle(canvas, ORIGIN, abs(found.separation), ink, Line.DASHED)
    marks.ghost(canvas, whole.moved(-moment.time * v), Ink.QUIET, Line.END)
    canvas.arrow(ORIGIN, v, Ink.ANSWER, line=Line.FEATURE)
    side = left_of(v)
    canvas.symbol(V, 0.55 * v, Ink.ANSWER, toward=side)
    marks.pill(
        canvas, v, f"{'depth' if ink is Ink.OVERLAP else 'distance'} {fixed(abs(found.separation))}", ink, toward=v
    )
    if found.edge is not None:
        measures.right_angle(canvas, v, -v, side, Ink.ANSWER)


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


def draw_cards(canvas: Canvas, moment: Moment[Any]) -> None:
    """The edges of A and of −B in the order in which they are laid: cards with their directions, all to one scale."""
    scene, step = moment.scene, moment.step
    a = scene.a.world.points
    cards: list[tuple[int, Part]] = [
        (k, part) for k, edge in enumerate(scene.figure.edges) for part in parts(edge, a)
    ]
    if _is_early(step):  # in the order of their shapes, −B's once B is reflected
        cards.sort(key=lambda card: (card[1].ink is Ink.B, card[1].number))
    if not cards:
        canvas.label("two discs have no edges:\nA − B is a disc", ORIGIN, Ink.QUIET)
        marks.circle(canvas, ORIGIN, 1.0, Ink.CONSTRUCTION, Line.DASHED)
        return
    laid = len(step.laid) if isinstance(step, EdgeLaid) else 0 if _is_early(step) else len(cards)
    before = scene.laid_before(step) if isinstance(step, EdgeLaid) else laid
    columns = max(4, math.ceil(len(cards) / 2))
    longest = max(math.hypot(*(part.end - part.start)) for _, part in cards)
    for place, (k, part) in enumerate(cards):
        x, y = PITCH[0] * (place % columns), -PITCH[1] * (place // columns)
        box = ((x, y), (x + CARD[0], y), (x + CARD[0], y - CARD[1]), (x, y - CARD[1]))
        is_hidden = isinstance(step, VerticesSubtracted) and part.ink is Ink.B
        canvas.area(box, Ink.CONSTRUCTION, opacity=0.0 if is_hidden else 0.14)
        if is_hidden:
            continue
        newest = before <= k < laid
        if newest:
            canvas.stroke(box, Ink.EXAMINED, closed=True, line=Line.OUTLINE)
        elif isinstance(step, NearestBoundary) and k == step.edge and not scene.is_touching:
            canvas.stroke(box, Ink.ANSWER, closed=True, line=Line.OUTLINE)
        bright = k < laid or _is_early(step)
        middle = np.array((x + 0.5 * CARD[0], y - 0.5 * CARD[1]))
        half = 0.29 * (part.end - part.start) / longest
        canvas.arrow(middle - half, middle + half, part.ink, line=Line.MEASURE if bright else Line.THIN)
        canvas.label(part.name, (x + 0.26, y - 0.19), part.ink, style=TextStyle.CAPTION, fixed=True)
        if _is_early(step):
            continue
        corner = (x + 0.5 * CARD[0], y - CARD[1] + 0.19)
        canvas.label(f"θ = {fixed(direction(part), 0)}°", corner, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def _is_early(step: Any) -> bool:
    """Before the edges are sorted."""
    return isinstance(step, VerticesSubtracted | Reflected)
