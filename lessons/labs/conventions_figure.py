"""The two views of `conventions`: one scene on the screen, and its numbers as each engine tells them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import minkowski_difference, separation
from geometry.conventions import Conventions, Quantity
from geometry.engine.told import Told
from geometry.faulty.conventions import FaultyTold
from geometry.shape import Convex, boundary
from geometry.vector import Vector, following
from lessons.labs.conventions_scene import Spoken, number
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.screen import scaled
from viz.lesson.text import coords, fixed

COMPUTED, AXIS, ORDER, NORMAL, DIFFERENCE, DEPTH, TOUCHING = range(7)  # the steps
CORNER = 0.4  # of the figure's width and height: what an inset takes
INSET = (168.0, 132.0)  # pixels, of the difference
COUNTING = (74.0, 88.0)  # and of the small axes
BESIDE = 0.1  # of the shapes' width: room for labels on both sides
HEAD = 9.0  # pixels, of an arrow head that shows the order of a list


def headed(moment: Moment[Any], *, is_there: bool) -> tuple[str, str]:
    """Title of a view: whose it is."""
    return (f"There: {moment.scene.title}" if is_there else "Here: Separatrix"), ""


def is_unchecked(moment: Moment[Any]) -> bool:
    """Whether nobody checked what this step is about."""
    return bool(moment.step.turned) and moment.scene.is_not_checked.issuperset(moment.step.turned)


def draw_here(canvas: Canvas, moment: Moment[Any]) -> None:
    _draw(canvas, moment, moment.scene.here, Conventions())
    if _shows_right(moment) and moment.index != TOUCHING:
        _draw_right(canvas, moment)


def draw_there(canvas: Canvas, moment: Moment[Any]) -> None:
    """Everything is drawn from the numbers that are told there, as the glass there shows them."""
    _draw(canvas, moment, moment.step.told, moment.step.so_far, is_there=True)
    if moment.index == AXIS and not is_unchecked(moment):
        _fold(canvas, moment)
    if isinstance(moment.faulty, FaultyTold):
        _draw_faulty(canvas, moment)


def on_glass(so_far: Conventions, value: Any) -> Any:
    """A point or vector that an engine tells, where its glass shows it."""
    return so_far.value(Quantity.POINT, value)


def _draw(canvas: Canvas, moment: Moment[Any], told: Told, so_far: Conventions, *, is_there: bool = False) -> None:
    scene, index = moment.scene, moment.index
    hidden = is_there and (index == COMPUTED or is_unchecked(moment))
    a, b = scene.shapes
    if index == TOUCHING and not hidden:
        marks.ghost(canvas, b, Ink.B, Line.DASHED)
        b = touching(scene)
    canvas.stroke(_frame(moment), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    has_axes = index in (COMPUTED, AXIS)
    if has_axes and not hidden:
        _axes(canvas, scene, so_far)
    for shape, ink, name in ((a, Ink.A, "A"), (b, Ink.B, "B")):
        letter = shape.centroid + (0.0, 34.0 * canvas.pixel) if has_axes and name == "B" else None
        marks.shape(canvas, shape, ink, name, numbered=False, letter_at=letter)
    if not has_axes or hidden:
        y_down = scene.conventions.y_down if hidden else so_far.y_down
        _counting(canvas, scene, y_down)
    if hidden:
        return
    if has_axes:
        _coordinates(canvas, scene, told, so_far)
    drawn = {ORDER: _order, NORMAL: _normal, DIFFERENCE: _normal, DEPTH: _depth}.get(index)
    if drawn is not None:
        drawn(canvas, moment, told, so_far)
    if index == DIFFERENCE:
        _difference(canvas, scene, told, so_far)
    if index == TOUCHING:
        _touching(canvas, scene, told)


def _frame(moment: Moment[Any]) -> Any:
    """Corners of what both views show: the shapes, with coordinates their mirror image and room for labels too."""
    scene, index = moment.scene, moment.index
    points = np.vstack([boundary(shape, 0.01) for shape in scene.shapes])
    if _shows_right(moment):
        moves = moved_by(scene, moment.faulty), scene.here.depth * scene.here.normal
        points = np.vstack([points, *(boundary(scene.shapes[1].moved(move), 0.01) for move in moves)])
    if index == TOUCHING:
        points = np.vstack([points, boundary(touching(scene), 0.01)])
    (left, low), (right, top) = points.min(axis=0), points.max(axis=0)
    high, wide = top - low, right - left
    if index not in (COMPUTED, AXIS):
        corner, room = CORNER if index == DIFFERENCE else 0.12, 0.06 * wide
        return (left - room, low - corner * high), (right + room, top + 0.06 * high)
    reach = max(float(np.abs(points[:, 1]).max()), 0.0)
    left, right = min(left, 0.0) - BESIDE * wide, max(right, 0.0) + BESIDE * wide
    return (left, -1.08 * reach), (right, 1.08 * reach)


def _axes(canvas: Canvas, scene: Spoken, so_far: Conventions) -> None:
    """Both axes, with an arrow the way that each counts, and B's angle."""
    points = np.vstack([shape.points for shape in scene.shapes] + [np.zeros((1, 2))])
    low, high = points.min(axis=0), points.max(axis=0)
    up = -1.0 if so_far.y_down else 1.0
    top, bottom = (high[1], low[1]) if up > 0.0 else (low[1], high[1])
    canvas.arrow((low[0], 0.0), (high[0], 0.0), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.arrow((0.0, bottom), (0.0, top), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.symbol("x", (high[0], 0.0), Ink.TEXT, toward=(1.0, 0.0))
    canvas.symbol("y", (0.0, top), Ink.TEXT, toward=(0.0, up))


def _counting(canvas: Canvas, scene: Spoken, y_down: bool) -> None:
    """Which way the axes count, small in a corner that nothing else is in."""
    small = Canvas(1.0 / 30.0)
    for name, end in (("x", (1.0, 0.0)), ("y", (0.0, -1.0 if y_down else 1.0))):
        small.arrow((0.0, 0.0), end, Ink.CONSTRUCTION, line=Line.OUTLINE)
        small.symbol(name, end, Ink.TEXT, toward=end)
    canvas.inset(_free_corner(scene), COUNTING, "y down" if y_down else "y up", small.marks)


def _coordinates(canvas: Canvas, scene: Spoken, told: Told, so_far: Conventions) -> None:
    """B's first vertex, and the angle of its own x axis."""
    b = scene.shapes[1]
    corner = b.points[0]
    words = rf"$\boldsymbol{{b}}_0$ {coords(so_far.value(Quantity.POINT, corner))}"
    canvas.label(words, corner, Ink.TEXT, toward=corner - b.centroid)
    canvas.dot(corner, Ink.B)
    x, y = b.centroid.tolist()
    angle, reach = scene.b.pose.angle, 58.0 * canvas.pixel
    canvas.stroke(((x, y), (x + reach, y)), Ink.EXAMINED, line=Line.THIN)
    canvas.arrow((x, y), (x + reach * math.cos(angle), y + reach * math.sin(angle)), Ink.EXAMINED, line=Line.OUTLINE)
    if abs(angle) > 0.02:
        words = rf"$\phi$ = {number('angle', told.angle)}"
        measures.angle_arc(canvas, (x, y), 0.0, angle, Ink.EXAMINED, words, radius=40.0)


def _fold(canvas: Canvas, moment: Moment[Any]) -> None:
    """The numbers of the other engine, drawn with y up, lie mirrored below the x axis; folded over it they lie on the
    shapes."""
    if not moment.step.so_far.y_down or moment.time >= 1.0:
        return
    part = -math.cos(math.pi * moment.time)
    for shape in moment.scene.shapes:
        outline = boundary(shape, marks.SMOOTH * canvas.pixel) * (1.0, part)
        canvas.stroke(outline, Ink.EXAMINED, closed=True, line=Line.DASHED)


def _order(canvas: Canvas, moment: Moment[Any], told: Told, so_far: Conventions) -> None:
    """The list: an arrow head on each edge, each vertex with its place, and the signed area."""
    listed = on_glass(so_far, told.outline)
    centre = moment.scene.shapes[0].centroid
    for i, (p, q) in enumerate(zip(listed, following(listed), strict=True)):
        dx, dy = scaled(canvas, q - p, HEAD)
        x, y = ((p + q) / 2.0).tolist()
        canvas.arrow((x - dx, y - dy), (x + dx, y + dy), Ink.EXAMINED, line=Line.OUTLINE)
        aside = centre - p if _contains(moment.scene.shapes[1], p) else p - centre  # not on B's hatch
        canvas.label(rf"$\boldsymbol{{a}}_{i}$", p, Ink.A, toward=aside, style=TextStyle.BOLD)
    x, y = centre.tolist()
    canvas.label(f"$S$ = **{fixed(told.area)}**", (x, y - 26.0 * canvas.pixel), Ink.TEXT, style=TextStyle.BOLD)


def _contains(shape: Convex, point: Vector) -> bool:
    """Whether a point lies inside a counter-clockwise outline."""
    return all(float((q - p)[0] * (point - p)[1] - (q - p)[1] * (point - p)[0]) > 0.0 for p, q in shape.edges)


def place_of_normal(scene: Spoken) -> Vector:
    """The middle of the overlap, or of the gap: between B's deepest point and where it leaves A."""
    n = scene.here.normal
    (a, b), half = scene.shapes, scene.here.depth / 2.0
    of_a, of_b = (shape.points[_furthest(shape, way)] for shape, way in ((a, n), (b, -n)))
    # A corner that meets an edge is the place; of two edges their middles are.
    place: Vector = of_b.mean(axis=0) + (half - b.radius) * n
    if len(of_a) < len(of_b):
        place = of_a.mean(axis=0) + (a.radius - half) * n
    return place


def _furthest(shape: Convex, way: Vector) -> Any:
    """Which vertices lie furthest along a direction: one, or both of an edge."""
    along = shape.points @ way
    return along >= along.max() - 1e-9


def _normal(canvas: Canvas, moment: Moment[Any], told: Told, so_far: Conventions) -> None:
    """The normal as the engine tells it, drawn on the glass, with its numbers; B moved out, the right way."""
    scene, start = moment.scene, place_of_normal(moment.scene)
    way = on_glass(so_far, told.normal)
    _overlap(canvas, scene)
    canvas.glow((start,), Ink.EXAMINED)
    measures.unit_arrow(canvas, start, way, "" if moment.index == NORMAL else r"\hat n")
    if moment.index == NORMAL:
        if scene.here.depth > 0.0 and not _shows_right(moment):
            against = r" against $\hat n$" if so_far.normal_b_to_a else ""
            move = scene.here.depth * scene.here.normal
            _moved(canvas, scene.shapes[1], move, f"B moved{against}: just touching", Ink.B)
        tip = start + np.array(scaled(canvas, way, measures.UNIT_ARROW))
        words = scene.told_there("normal", told) if so_far is moment.step.so_far else coords(told.normal)
        canvas.label(rf"$\hat n$ = **{words}**", tip, Ink.EXAMINED, toward=way)


def _overlap(canvas: Canvas, scene: Spoken) -> None:
    """The length of the overlap, or of the gap."""
    start, n, depth = place_of_normal(scene), scene.here.normal, scene.here.depth
    ink = Ink.OVERLAP if depth >= 0.0 else Ink.GAP
    measures.measure(canvas, start - depth / 2.0 * n, start + depth / 2.0 * n, ink)


def _difference(canvas: Canvas, scene: Spoken, told: Told, so_far: Conventions) -> None:
    """A − B, or B − A, as the engine's glass shows it: in a corner."""
    a, b = scene.shapes
    name, first, second = ("B − A", b, a) if so_far.b_minus_a else ("A − B", a, b)
    outline = minkowski_difference(first, second).points
    nearest = on_glass(so_far, told.nearest)
    size = float(np.ptp(np.vstack((outline, np.zeros((1, 2)))), axis=0).max())
    small = Canvas(size / 86.0)
    small.area(outline, Ink.A if first is a else Ink.B)
    small.stroke(outline, Ink.A if first is a else Ink.B, closed=True, line=Line.OUTLINE)
    small.arrow((0.0, 0.0), nearest, Ink.EXAMINED)
    small.dot((0.0, 0.0), Ink.ANSWER)
    small.symbol(r"\boldsymbol w", nearest, Ink.EXAMINED, toward=nearest)
    canvas.inset(_other_corner(scene), INSET, name, small.marks)


def _depth(canvas: Canvas, moment: Moment[Any], told: Told, so_far: Conventions) -> None:
    scene = moment.scene
    _overlap(canvas, scene)
    start, n = place_of_normal(scene), scene.here.normal
    if _shows_right(moment):
        return  # the arrows of a slip have that place
    name = scene.field("depth") if so_far is moment.step.so_far else ""
    words = f"$s$ = {fixed(-scene.here.depth)}"
    if moment.index == DEPTH:
        theirs = scene.told_there("depth", told) if name else fixed(told.depth)
        words += f", {name or 'depth'} {theirs}"
    marks.pill(
        canvas, start, words, Ink.OVERLAP if scene.here.depth >= 0.0 else Ink.GAP, toward=(-n[1], n[0]), leader=True
    )


def _other_corner(scene: Spoken) -> str:
    return "bottom left" if _free_corner(scene) == "bottom right" else "bottom right"


def _free_corner(scene: Spoken) -> str:
    """The lower corner that the shapes leave more room in."""
    rings = [boundary(shape, 0.05) for shape in scene.shapes]
    points = np.vstack([ring + t * (following(ring) - ring) for ring in rings for t in np.linspace(0.0, 0.9, 10)])
    start, end = points[:, 0].min(), points[:, 0].max()
    room = CORNER * (end - start)
    left, right = (points[side, 1].min() for side in (points[:, 0] <= start + room, points[:, 0] >= end - room))
    return "bottom left" if left >= right else "bottom right"


def touching(scene: Spoken) -> Convex:
    """B moved along the normal until it just touches A."""
    moved: Convex = scene.shapes[1].moved(scene.here.depth * scene.here.normal)
    return moved


def _touching(canvas: Canvas, scene: Spoken, told: Told) -> None:
    """Where B, moved out or in, meets A, a point or a part of an edge: white if that is a contact."""
    n, a, b = scene.here.normal, scene.shapes[0], touching(scene)
    t = np.array((-n[1], n[0]))
    of_a, of_b = (shape.points[_furthest(shape, way)] for shape, way in ((a, n), (b, -n)))
    low, high = max((of_a @ t).min(), (of_b @ t).min()), min((of_a @ t).max(), (of_b @ t).max())
    start, end = (along * t + (float(of_a[0] @ n) + a.radius) * n for along in (low, high))
    if told.touching and high - low > 1e-9:
        canvas.stroke((start, end), Ink.ANSWER, line=Line.FEATURE)
    elif told.touching:
        canvas.dot(start, Ink.ANSWER)
    said = "contact" if told.touching else "no contact"
    marks.pill(canvas, 0.5 * (start + end), f"$s$ = 0: **{said}**", Ink.TEXT, toward=t, leader=True)


def _draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """The normal of the slip, as the glass there shows it, its angle from the right one, and where it moves B."""
    scene, faulty = moment.scene, moment.faulty
    if not _shows_right(moment):
        return
    start, there = place_of_normal(scene), scene.conventions
    way = on_glass(there, faulty.told.normal)
    tip = start + np.array(scaled(canvas, way, 1.5 * measures.UNIT_ARROW))
    canvas.arrow(start, tip, Ink.FAULTY, line=Line.DOTTED)
    words = f"faulty $\\hat n$, **{fixed(math.degrees(faulty.error), 0)}°** off"
    canvas.label(words, tip, Ink.FAULTY, toward=way, style=TextStyle.BOLD)
    (a, b), move = scene.shapes, moved_by(scene, faulty)
    left = separation(a, b.moved(move))
    words = f"B moved: {fixed(abs(left))} {'deep' if left < 0.0 else 'apart'}"
    _moved(canvas, b, move, words, Ink.FAULTY)


def _shows_right(moment: Moment[Any]) -> bool:
    """Whether a slip is compared with what is right: from the step on that explains normals."""
    faulty = moment.faulty
    is_off = isinstance(faulty, FaultyTold) and faulty.error > 1e-9
    return is_off and moment.index >= NORMAL


def _draw_right(canvas: Canvas, moment: Moment[Any]) -> None:
    """Beside a slip: the right normal, and where it moves B."""
    scene = moment.scene
    if moment.index not in (NORMAL, DIFFERENCE):
        _right(canvas, place_of_normal(scene), scene.here.normal)
    _moved(canvas, scene.shapes[1], scene.here.depth * scene.here.normal, "B moved: just touching", Ink.ANSWER)


def _right(canvas: Canvas, start: Vector, way: Vector) -> None:
    right = np.array(scaled(canvas, way, measures.UNIT_ARROW))
    canvas.arrow(start, start + right, Ink.ANSWER, line=Line.OUTLINE)
    canvas.symbol(r"\hat n", start + right, Ink.ANSWER, toward=right)


def _moved(canvas: Canvas, b: Convex, move: Vector, words: str, ink: Ink) -> None:
    """B where a normal moves it, and what comes of it."""
    moved = b.moved(move)
    line = {Ink.FAULTY: Line.DOTTED, Ink.B: Line.END}.get(ink, Line.THIN)
    marks.ghost(canvas, moved, ink, line)
    up = 1.0 if ink is not Ink.ANSWER and move[1] > 0.0 else -1.0  # clear of the normal, which lies at the overlap
    at = moved.points[int((up * moved.points[:, 1]).argmax())]
    canvas.label(words, at, ink, toward=(0.0, up))


def moved_by(scene: Spoken, faulty: FaultyTold) -> Vector:
    """What an engine does to B with the normal of a slip: it reads it as its own."""
    move: Vector = scene.here.depth * faulty.shown
    return move
