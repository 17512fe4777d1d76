"""The Minkowski difference drawn: the world, and difference space."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, boundary, closest_points, separation, support
from geometry.faulty.minkowski_difference import FaultyDifference
from geometry.minkowski.sum import EdgeLaid, SumEdge
from geometry.query.nearest import NearestBoundary
from geometry.query.origin import OriginTested, Reflected, VerticesSubtracted
from geometry.vector import left_of, length, right_of, unit
from lessons.minkowski.depths import GROUND, draw_depths
from lessons.minkowski.minkowski_difference_cards import draw_radii
from lessons.minkowski.minkowski_difference_faulty import SUM
from lessons.minkowski.minkowski_difference_names import BETWEEN, NAME, edge_names, light_edges, lit, names_edges
from lessons.minkowski.minkowski_difference_scene import farthest, pair_at, points_named
from lessons.minkowski.minkowski_difference_shrunk import Shrunk, draw_shrunk
from lessons.minkowski.minkowski_difference_sort import draw_in_space, draw_in_world
from lessons.stories.outlines import draw_arcs, draw_edges, outward, parts, solid
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

ORIGIN = (0.0, 0.0)
V = r"\boldsymbol v"
AWAY = 76.0  # pixels: so far from the origin the letters A − B stand
NARROW = 60.0  # pixels: a part of B beside v that is no broader has no room for its letter
CLEAR = 14.0  # pixels of room for the line from v to its pill
PILL = (84.0, 30.0)  # pixels that a pill takes there
SHORT = 80.0  # pixels: a v that is shorter leaves no room for words within the circle around the origin
MOST_NAMED = 12  # vertices of a difference whose points are drawn, of a shape that are named
MACRO = {Ink.A: r"\A", Ink.B: r"\B"}


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A and B, and of them what this step takes."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    for shape, ink, name in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        if shape is b and _is_filled_by_v(canvas, moment):
            side = left_of(scene.nearest.point)
            marks.shape(canvas, shape, ink)
            marks.features(canvas, shape, ink, name, numbered=False)
            canvas.label(name, support(shape, side).point, ink, toward=side, style=TextStyle.LETTER)
        else:
            at = _clear_of(a, b) if shape is a and moment.scene.is_contained else None
            marks.shape(canvas, shape, ink, name, numbered=False, letter_at=at)
        if isinstance(step, EdgeLaid) or names_edges(moment):
            v = scene.nearest.point if shape is b and names_edges(moment) else None
            edge_names(canvas, shape, b if shape is a else a, ink, lit(moment), v)
    if isinstance(step, Reflected):  # −B is B rotated about it
        canvas.dot(ORIGIN, Ink.QUIET, Point.SMALL)
        canvas.label("origin", ORIGIN, Ink.QUIET, toward=(-1.0, -1.0), style=TextStyle.CAPTION)
    if isinstance(step, VerticesSubtracted):
        i, j = pair_at(moment)
        of_a, of_b = points_named(scene, i, j)
        _vertex_names(canvas, a, Ink.A, i)
        _vertex_names(canvas, b, Ink.B, j)
        for at, name, ink, other in ((a.points[i], of_a, Ink.A, b), (b.points[j], of_b, Ink.B, a)):
            canvas.dot(at, ink)
            canvas.symbol(name, at, ink, toward=at - other.centroid)
        ends = (a.points[i], b.points[j]) if is_reflected(scene) else (b.points[j], a.points[i])
        canvas.arrow(*ends, Ink.EXAMINED, line=Line.MEASURE)
        if (shared := scene.shared) is not None:
            marks.answer(canvas, shared, "a = b", toward=(1.0, -0.4))
    elif isinstance(step, EdgeLaid):
        draw_in_world(canvas, moment)
    elif isinstance(step, OriginTested):
        canvas.stroke(b.points + scene.nearest.point, Ink.B, line=Line.THIN, opacity=0.0)  # and for the shortest one
    elif isinstance(step, NearestBoundary) and not _is_unreflected(moment):
        _move_of_b(canvas, moment, step)
    if isinstance(moment.faulty, FaultyDifference):
        _fault_in_world(canvas, moment)


def _clear_of(a: Convex, b: Convex) -> Any:
    """A place in A, for its letter, between B inside and the side of A that is farthest from B."""
    away = a.centroid - b.centroid
    away = away if length(away) > 1e-9 else np.array((-1.0, 0.0))
    return (support(a, away).point + support(b, away).point) / 2.0


def _is_filled_by_v(canvas: Canvas, moment: Moment[Any]) -> bool:
    """Whether v leaves no room for a letter inside B."""
    found, b = moment.scene.nearest, moment.scene.b.world
    if not _is_shown_moving(moment) or not isinstance(moment.step, NearestBoundary) or found.separation > 0.0:
        return False
    side = left_of(found.point) / length(found.point)
    return bool((support(b, side).point - _start_of_v(moment.scene)) @ side < NARROW * canvas.pixel)


def _is_shown_moving(moment: Moment[Any]) -> bool:
    """Whether the last step shows B moved by v."""
    return not moment.scene.is_touching and not _is_unreflected(moment)


def _start_of_v(scene: Any) -> Any:
    """The point of B that goes deepest; apart, the one nearest to A."""
    b, found = scene.b.world, scene.nearest
    if found.separation > 0.0:
        return closest_points(scene.a.world, b).on_b
    return b.points[int((b.points @ found.normal).argmin())] - b.radius * found.normal


def _is_unreflected(moment: Moment[Any]) -> bool:
    return isinstance(moment.faulty, FaultyDifference) and not moment.faulty.move.any()


def _vertex_names(canvas: Canvas, shape: Convex, ink: Ink, taken: int) -> None:
    """The vertices by the names of the board, quietly; not the one that is in use."""
    for k, at in enumerate(shape.points if 1 < len(shape.points) <= MOST_NAMED else ()):
        if k != taken:
            name = rf"${MACRO[ink]}{{\boldsymbol {ink.name.lower()}_{{{k}}}}}$"
            canvas.label(name, at, ink, toward=at - shape.centroid, style=TextStyle.NUMBER)


def _fault_in_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A where v would take it, or, where B was not reflected, the shape that is tested in its place."""
    a, b, faulty = moment.scene.a.world, moment.scene.b.world, moment.faulty
    if _is_unreflected(moment):
        if not isinstance(moment.step, VerticesSubtracted):
            tested = Convex(2.0 * b.centroid - b.points, b.radius)
            marks.ghost(canvas, tested, Ink.FAULTY, Line.DOTTED)
            low = tested.points[int(tested.points[:, 1].argmin())]
            canvas.label("B rotated by 180°:\ntested in place of B", low, Ink.FAULTY, toward=(0.0, -1.0))
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
        light_edges(canvas, a, b, moment.scene.figure.edges[found.edge])
    start = _start_of_v(moment.scene)
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
        draw_in_space(canvas, moment)
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
        canvas.area(boundary(wrong, marks.SMOOTH * canvas.pixel), Ink.FAULTY, opacity=0.12)
        marks.ghost(canvas, wrong, Ink.FAULTY, Line.DOTTED)
        s = moment.faulty.separation
        text = f"{SUM}, B not reflected:\n{'apart by' if s > 0.0 else 'overlap'} {fixed(abs(s))}"
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
        "origin", ORIGIN, Ink.QUIET, toward=-v, style=TextStyle.BOLD, leader=length(v) < SHORT * canvas.pixel
    )


def _cloud(canvas: Canvas, moment: Moment[Any], step: VerticesSubtracted) -> None:
    """The differences of vertices taken so far, the newest as a vector."""
    i, j = pair_at(moment)
    newest = i * len(moment.scene.b.world.points) + j
    taken = len(step.points) if moment.time == 1.0 else newest + 1
    if len(step.points) == 1 and moment.scene.figure.radius > 0.0:
        marks.circle(canvas, tuple(step.points[0]), moment.scene.figure.radius, Ink.CONSTRUCTION, Line.DASHED)
        draw_radii(canvas, moment.scene, step.points[0], np.array((0.0, 1.0)))
    low, high = step.points.min(axis=0), step.points.max(axis=0)
    canvas.stroke((low, high), Ink.QUIET, line=Line.THIN, opacity=0.0)  # keeps the frame
    whole = boundary(solid(moment.scene.figure), marks.SMOOTH * canvas.pixel)
    if len(whole) > 2 and (moment.time == 1.0 or len(step.points) == 1):
        canvas.area(whole, Ink.QUIET, opacity=0.14)  # the differences between those of the vertices
    for k, at in enumerate(step.points[:taken]):
        canvas.dot(at, Ink.EXAMINED if k == newest else Ink.QUIET, Point.FILLED if k == newest else Point.RING)
    w = step.points[newest]
    if w.any():
        canvas.arrow(ORIGIN, w, Ink.EXAMINED, line=Line.MEASURE)
    of_a, of_b = points_named(moment.scene, i, j)
    named = rf"$\A{{{of_a}}}-\B{{{of_b}}}$"
    canvas.label(named, w, Ink.EXAMINED, toward=w if w.any() else (0.0, 1.0))


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
        k = farthest(b)
        at, name = b.points[k], r"\boldsymbol b" + (f"_{{{k}}}" if len(b.points) > 1 else "")
        for p in b.points:
            canvas.stroke((p, -p), Ink.CONSTRUCTION, line=Line.DASHED)
        for sign, minus in ((1.0, ""), (-1.0, "-")):
            canvas.dot(sign * at, Ink.B)
            canvas.symbol(minus + name, sign * at, Ink.B, toward=sign * at)
    marks.ghost(canvas, moment.scene.a.world, Ink.A, Line.START)
    canvas.label("A", moment.scene.a.world.centroid, Ink.A, style=TextStyle.LETTER)


def _whole(canvas: Canvas, moment: Moment[Any]) -> None:
    """The outline, red inside where the origin tells an overlap; then the vector to its nearest point."""
    scene, found = moment.scene, moment.scene.nearest
    figure, whole = scene.figure, solid(scene.figure)
    ink = Ink.QUIET if scene.is_touching else separation_ink(found.separation)
    outline = boundary(whole, marks.SMOOTH * canvas.pixel)
    if len(outline) > 2:
        canvas.area(outline, ink if ink is Ink.OVERLAP else Ink.QUIET, opacity=GROUND if ink is Ink.OVERLAP else 0.1)
        if ink is Ink.OVERLAP and not isinstance(moment.faulty, FaultyDifference):
            draw_depths(canvas, scene.depths, ink)
    draw_edges(canvas, figure.edges, scene.a.world.points, figure.radius, bold=True)
    if figure.radius > 0.0:
        draw_arcs(canvas, figure, Ink.QUIET, figure.radius)
    if isinstance(moment.step, NearestBoundary):
        _faces(canvas, moment)
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
        away = moved.points[int((moved.points @ v).argmin())] - moved.radius * unit(v)
        if moment.time == 1.0:
            canvas.label("A − B after the move", away, Ink.QUIET, toward=-v, style=TextStyle.CAPTION, leader=True)
    canvas.arrow(ORIGIN, v, Ink.ANSWER, line=Line.FEATURE)
    side = left_of(v)
    canvas.symbol(V, 0.55 * v, Ink.ANSWER, toward=side)
    if not isinstance(moment.faulty, FaultyDifference) or not moment.faulty.move.any():
        _pill(canvas, v, ink)
    if found.edge is not None:
        measures.right_angle(canvas, v, -v, side, Ink.ANSWER)


def _pill(canvas: Canvas, v: Any, ink: Ink) -> None:
    """How long v is, beyond its end; of an overlap by a line, in room that the view makes."""
    if ink is Ink.GAP:
        marks.pill(canvas, v, f"distance {fixed(length(v))}", ink, toward=v)
        return
    along = unit(v)
    far = v + canvas.pixel * (CLEAR * along + np.array(PILL) * np.sign(along))
    canvas.stroke((far, far), ink, line=Line.THIN, opacity=0.0)
    marks.pill(canvas, v, f"depth {fixed(length(v))}", ink, toward=v, leader=True)


def _clear_of_origin(canvas: Canvas, whole: Convex) -> Any:
    """The middle, or where that is near to the origin a place farther from it."""
    middle = whole.centroid
    far = length(middle)
    away = middle / far if far > 1e-9 else np.array((0.0, -1.0))
    return max(far, AWAY * canvas.pixel) * away


def _faces(canvas: Canvas, moment: Moment[Any]) -> None:
    """Light on the face that is nearest to the origin; the names of all, as the table has them, that of the nearest
    clear of v; while A − B moves only those that it does not pass."""
    scene, is_resting = moment.scene, moment.time == 1.0 or not _is_shown_moving(moment)
    figure, v = scene.figure, scene.nearest.point
    for i, edge in enumerate(figure.edges):
        out = figure.radius * outward(edge)
        is_nearest = i == scene.nearest.edge and not scene.is_touching
        if is_nearest:
            canvas.glow((edge.start + out, edge.end + out), Ink.ANSWER)
        for part in parts(edge, scene.a.world.points):
            middle = (part.start + part.end) / 2.0
            if is_nearest:
                end = max(part.start, part.end, key=lambda p: length(p + out - v))
                middle = middle + 0.6 * (end - middle)
            style = TextStyle.BOLD if is_nearest else TextStyle.CAPTION
            at = out + middle + _room_after_move(canvas, moment, edge)
            name = at + NAME * canvas.pixel * outward(edge)
            if is_resting or not _is_passed(canvas, scene, name):
                canvas.label(part.name, at, part.ink, toward=outward(edge), style=style)


def _is_passed(canvas: Canvas, scene: Any, at: Any) -> bool:
    """Whether A − B comes over a name while it moves by −v: seen from A − B, the name moves by v."""
    v = scene.nearest.point
    if length(v) < canvas.pixel:
        return False
    return separation(solid(scene.figure), Convex((at, at + v))) < 0.5 * NAME * canvas.pixel


def _room_after_move(canvas: Canvas, moment: Moment[Any], edge: SumEdge) -> Any:
    """From a face to itself after the move, where there is no room for its name between the two: it stands beyond."""
    out = outward(edge)
    apart = -float(out @ moment.scene.nearest.point)
    is_shown = _is_shown_moving(moment) and not isinstance(moment.faulty, FaultyDifference)
    is_shown = is_shown and length(moment.scene.nearest.point) <= SHORT * canvas.pixel
    return apart * out if is_shown and 0.0 < apart < BETWEEN * canvas.pixel else np.zeros(2)
