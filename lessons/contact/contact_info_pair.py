"""The chosen pair of the board, enlarged: what its contact knows, and where a push takes B."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from geometry import manifold
from geometry.contact.manifold_points import Manifold
from geometry.faulty.kind_table import NotReversed
from geometry.shape import Aabb, Convex
from geometry.vector import Vector
from lessons.contact.contact_info_lens import LENS, draw_list, draw_measured, draw_points, enlarged, is_narrow
from lessons.contact.contact_info_names import name_features
from lessons.contact.contact_info_scene import Known, known_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Inset
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.text import fixed

ALIKE = (2.4, 2.98)  # world widths of a pair that is about as large as the board's cells: these views share a scale
ALONG = 1e-6  # two separations that differ by less: an edge lies along another
TOLD_AT = 0.25  # of the touching edge, from its last point: clear of a push from its middle
TITLE = 40.0  # pixels above the pair: for names of its upper corners, clear of the title
BELOW = 6.0  # pixels between it and the pair


def draw_pair(canvas: Canvas, moment: Moment[Any]) -> None:
    """The chosen pair, with what is known of it; below, where nothing is enlarged, the whole as a list."""
    _draw_step(canvas, moment)
    if not any(isinstance(mark, Inset) for mark in canvas.marks):
        draw_list(canvas, moment)


def _draw_step(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, known, stage = moment.scene, moment.scene.known, type(moment.step).__name__
    name = (scene.row, scene.column)
    kept = scene.unflipped.get(name) if moment.compare else None
    way = known.normal if kept is None else kept.normal
    end = scene.cell.b.moved(scene.depths[name] * way).bounds()
    canvas.stroke((end.low, end.high), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)  # in view from the start
    boxes = scene.cell.a.bounds(), scene.cell.b.bounds(), end
    _leave_room(canvas, boxes)
    if stage == "Pushed":
        _draw_pushed(canvas, moment)
        return
    a, b = scene.cell.a, scene.cell.b
    _draw_bodies(canvas, moment, b, stage)
    if stage == "Directed" or (stage == "Seen" and known.points and not moment.is_open):
        unit_arrow(canvas, known.middle, way, r"\hat n", Ink.EXAMINED if kept is None else Ink.FAULTY)
    if stage == "Measured":
        draw_measured(canvas, scene, tells_s=True)
    if stage == "Flipped":
        _draw_flipped(canvas, moment, known.middle)
    if isinstance(moment.step, Manifold):
        name_features(canvas, scene)
        if not known.points:
            draw_measured(canvas, scene)
        draw_points(canvas, scene, (a.centroid + b.centroid) / 2.0)


def _leave_room(canvas: Canvas, boxes: Sequence[Aabb]) -> None:
    """For the title above, and for what stands below: at every step, so that the pair does not move. Besides, a pair
    about as large as the board's cells is made a little smaller: views of nearly one scale share the smaller one, and
    the board is to have one place in all scenes."""
    low, high = min(float(box.low[0]) for box in boxes), max(float(box.high[0]) for box in boxes)
    bottom = min(float(box.low[1]) for box in boxes) - (LENS[1] + BELOW) * canvas.pixel
    top = max(float(box.high[1]) for box in boxes) + TITLE * canvas.pixel
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    if ALIKE[0] < high - low < ALIKE[1]:
        half = ALIKE[1] / 2.0
    corners = ((middle - half, bottom), (middle + half, top))
    canvas.stroke(corners, Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)


def _draw_bodies(canvas: Canvas, moment: Moment[Any], b: Any, stage: str) -> None:
    """A and B, wherever B is; where a routine is called, which of them it takes first."""
    a, cell = moment.scene.cell.a, moment.scene.cell
    for shape, ink in ((a, Ink.A), (b, Ink.B)):
        marks.shape(canvas, shape, ink)
        away = shape.centroid - (b if shape is a else a).centroid
        at = shape.centroid + 0.3 * away
        canvas.label(ink.name, at, ink, style=TextStyle.LETTER)
        if stage in ("RoutineChosen", "Flipped"):
            order = "first" if (shape is b) is cell.swapped else "second"
            canvas.label(order, at - (0.0, 22.0 * canvas.pixel), ink, style=TextStyle.BOLD)


def _draw_flipped(canvas: Canvas, moment: Moment[Any], middle: Vector) -> None:
    scene, known, faulty = moment.scene, moment.scene.known, moment.faulty
    if isinstance(faulty, NotReversed):
        if scene.cell.swapped:
            unit_arrow(canvas, middle, faulty.normal, r"\hat n_{BA}", Ink.FAULTY)
            return
    elif scene.cell.swapped:
        unit_arrow(canvas, middle, moment.step.answered, r"\hat n_{BA}", Ink.ANSWER)
    unit_arrow(canvas, middle, known.normal, r"\hat n_{AB}")


def _draw_pushed(canvas: Canvas, moment: Moment[Any]) -> None:
    """B on its way out of A, from where it was; or on the way that a normal as it comes takes it."""
    scene, known, b = moment.scene, moment.scene.known, moment.scene.cell.b
    name = (scene.row, scene.column)
    moved = scene.moved(name, moment.time)
    kept = scene.unflipped.get(name) if moment.compare else None
    way = known.normal if kept is None else kept.normal
    if not known.points:  # nothing to push: why
        _draw_bodies(canvas, moment, b, "Pushed")
        draw_measured(canvas, scene, tells_s=True)
        return
    now = b.moved(moved * way)
    if not moved:
        _draw_bodies(canvas, moment, b, "Pushed")
        return
    _draw_bodies(canvas, moment, now, "Pushed")
    marks.ghost(canvas, b, Ink.B, Line.START)
    if kept is not None:
        marks.ghost(canvas, now, Ink.FAULTY, Line.DOTTED)
        s = scene.pushed_wrong(name, moment.time)
        told = f"overlap {fixed(-s)}" if s < 0.0 else f"gap {fixed(s)}"
        _draw_left(canvas, scene, now, told, way)
        right = b.centroid + moved * known.normal
        canvas.arrow(b.centroid, right, Ink.ANSWER, line=Line.DASHED)
        canvas.label("reversed", right, Ink.ANSWER, toward=known.normal)
    ink = Ink.EXAMINED if kept is None else Ink.FAULTY
    has_come = moved == scene.depths[name]
    if has_come and kept is None:
        _draw_touch(canvas, known)
    is_small = is_narrow(canvas, known) and kept is None
    _draw_push(canvas, b.centroid, now.centroid, way, ink, has_come=has_come, is_named=not is_small)
    if is_small:
        _enlarge_push(canvas, scene, now, moved)


def _draw_touch(canvas: Canvas, known: Known) -> None:
    """Where A and B touch after the push: in one point, or along an edge, if two points were equally deep."""
    ends = [p.on_a for p in known.points if p.separation - known.separation <= ALONG]
    for end in ends:
        canvas.dot(end, Ink.ANSWER, Point.ANSWER)
    if len(ends) > 1:
        canvas.stroke(ends, Ink.ANSWER, line=Line.FEATURE)
    canvas.label(
        "just touch", ends[-1] + TOLD_AT * (ends[0] - ends[-1]), Ink.ANSWER, toward=(1.0, 0.6), style=TextStyle.BOLD
    )


def _enlarge_push(canvas: Canvas, scene: Any, now: Convex, moved: float) -> None:
    """The push where it ends: it takes the deepest point of B to A's surface."""
    known = scene.known
    small = enlarged(scene, (known.on_a, known.on_b), now)
    there = known.on_b + moved * known.normal
    small.arrow(known.on_b, there, Ink.EXAMINED, line=Line.MEASURE)
    small.dot(known.on_b, Ink.B)
    small.dot(there, Ink.ANSWER if moved == scene.depths[scene.row, scene.column] else Ink.B)
    small.symbol("p_B", known.on_b, Ink.B, toward=-known.normal)
    side = (-known.normal[1], known.normal[0])
    small.symbol(r"-s\,\hat n", (known.on_a + known.on_b) / 2.0, Ink.EXAMINED, toward=side)
    canvas.inset("bottom right", LENS, "The push, enlarged", small.marks)


def _draw_left(canvas: Canvas, scene: Any, now: Convex, told: str, way: Vector) -> None:
    """What a wrong push has left, where it is measured: another shortest line than before, as B lies elsewhere."""
    a = scene.cell.a
    left = known_of(a, now, manifold(a, now))
    measure(canvas, left.on_a, left.on_b, Ink.FAULTY)
    middle = (left.on_a + left.on_b) / 2.0
    canvas.label(told, middle, Ink.FAULTY, toward=(0.0, 1.0 if way[1] > 0.0 else -1.0), leader=True)


def _draw_push(
    canvas: Canvas, start: Vector, end: Vector, way: Vector, ink: Ink, *, has_come: bool, is_named: bool
) -> None:
    """From B's centre to where it goes; on the way there the place has no name yet. Pink: along a normal that was not
    reversed."""
    is_kept = ink is Ink.FAULTY
    canvas.arrow(start, end, ink, line=Line.MEASURE)
    canvas.dot(end, Ink.B)
    canvas.dot(start, Ink.B)
    if has_come and is_named:
        canvas.symbol(r"-s\,\hat n", 0.5 * (start + end), ink, toward=(way[1], -way[0]))
    for at, symbol, side in ((start, "c_B", -1.0), (end, "c_B'", 1.0))[: 1 + has_come]:
        beyond = (-way[1], way[0]) if is_kept else side * way  # an arrow may be short; two ways begin at c_B
        canvas.symbol(symbol, at, Ink.B, toward=beyond)
