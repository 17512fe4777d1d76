"""The chosen pair of the board, enlarged: what its contact knows, and where a push takes B."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from geometry import circle, manifold, separation
from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.faulty.kind_table import NotReversed
from geometry.feature import Feature
from geometry.shape import Aabb, Convex, boundary
from geometry.vector import Vector
from lessons.contact.contact_info_scene import Known, known_of
from lessons.stories.advancement_figure import within
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.screen import xy
from viz.lesson.text import fixed

LENS = (270.0, 230.0)  # pixels, of what is enlarged
NAMES = (110.0, 112.0)  # pixels of it, for its title and for the names around what it shows
SEEN = 45.0  # pixels: the names at the ends of a shorter separation crowd
LARGER = 1.25  # times: less is not worth a lens
NAME = 30.0  # pixels from an edge to the middle of its name
OUT = 10.0  # pixels that a name of something buried stands outside of both shapes
LEVEL = 0.4  # so much longer counts a level way: names are broad, and the pane is not
TURNS = np.radians(np.arange(0.0, 360.0, 15.0))
PARTS = (0.2, 0.35, 0.5, 0.65, 0.8, 0.1, 0.9)  # of an edge: where its name may stand
NAMED = circle(0.12)  # world: about what a name takes
ALIKE = (2.4, 2.98)  # world widths of a pair that is about as large as the board's cells: these views share a scale
ALONG = 1e-6  # two separations that differ by less: an edge lies along another
TOLD_AT = 0.25  # of the touching edge, from its last point: clear of a push from its middle
TITLE = 12.0  # pixels above the pair that its title may take
BELOW = 6.0  # pixels between it and the pair


def draw_pair(canvas: Canvas, moment: Moment[Any]) -> None:
    """The chosen pair, with what is known of it."""
    scene, known, stage = moment.scene, moment.scene.known, type(moment.step).__name__
    name = (scene.row, scene.column)
    kept = scene.unflipped.get(name) if moment.compare else None
    way = known.normal if kept is None else kept.normal
    end = scene.cell.b.moved(scene.depths[name] * way).bounds()
    canvas.stroke((end.low, end.high), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)  # in view from the start
    _leave_the_board(canvas, (scene.cell.a.bounds(), scene.cell.b.bounds(), end))
    if _in_lens(canvas, known, all_of_them=True) or is_narrow(
        canvas, known
    ):  # the lens has its place at every step, so that the pair does not move
        boxes = scene.cell.a.bounds(), scene.cell.b.bounds(), end
        low = min(box.low[1] for box in boxes) - (LENS[1] + BELOW) * canvas.pixel
        high = max(box.high[1] for box in boxes) + TITLE * canvas.pixel
        spots = ((known.middle[0], low), (known.middle[0], high))
        canvas.stroke(spots, Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)
    if stage == "Pushed":
        _draw_pushed(canvas, moment)
        return
    a, b = scene.cell.a, scene.cell.b
    _draw_bodies(canvas, moment, b, stage)
    if stage == "Directed" or (stage == "Seen" and known.points and not moment.is_open):
        unit_arrow(canvas, known.middle, way, r"\hat n", Ink.EXAMINED if kept is None else Ink.FAULTY)
    if stage == "Measured":
        _draw_measured(canvas, scene, tells_s=True)
    if stage == "Flipped":
        _draw_flipped(canvas, moment, known.middle)
    if isinstance(moment.step, Manifold):
        _name_features(canvas, scene)
        if not known.points:
            _draw_measured(canvas, scene)
        _draw_points(canvas, scene, (a.centroid + b.centroid) / 2.0)


def _leave_the_board(canvas: Canvas, boxes: Sequence[Aabb]) -> None:
    """Room that makes a pair about as large as the board's cells a little smaller: views of nearly one scale share
    the smaller one, and the board is to have one place in all scenes."""
    low, high = min(float(box.low[0]) for box in boxes), max(float(box.high[0]) for box in boxes)
    if ALIKE[0] < high - low < ALIKE[1]:
        y, middle, half = float(boxes[0].high[1]), (low + high) / 2.0, ALIKE[1] / 2.0
        canvas.stroke(((middle - half, y), (middle + half, y)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)


def is_narrow(canvas: Canvas, known: Known) -> bool:
    """Whether the points of a separation lie so near to each other that their names need a lens."""
    return 0.005 <= abs(known.separation) < SEEN * canvas.pixel


def _in_lens(canvas: Canvas, known: Known, *, all_of_them: bool) -> list[int]:
    """The contact points that a lens shows: all, where it is larger than the figure, else the deepest one, where that
    is small; none where the figure has room for the names."""
    points = known.points
    if (
        all_of_them
        and points
        and LARGER * _scale_of([p.on_a for p in points] + [p.on_b for p in points]) < canvas.pixel
    ):
        return list(range(len(points)))
    deepest = min(range(len(points)), key=lambda k: points[k].separation, default=None)
    return [deepest] if deepest is not None and is_narrow(canvas, known) else []


def _scale_of(places: Sequence[Vector]) -> float:
    """How long a pixel is in a lens that holds these places with their names."""
    room = np.subtract(LENS, NAMES)
    return float((np.ptp(places, axis=0) / room).max())


def _draw_points(canvas: Canvas, scene: Any, middle: Vector) -> None:
    """The contact points, each midway between the ends of the separation that the table has; their names, in the
    lens where they would crowd."""
    known = scene.known
    shown, count = _in_lens(canvas, known, all_of_them=True), len(known.points)
    for k, p in enumerate(known.points):
        _draw_ends(canvas, p, k, count, is_named=not shown)
        marks.answer(canvas, p.point)
        canvas.symbol(f"p_{k + 1}", p.point, Ink.ANSWER, toward=p.point - middle)
    if not shown:
        return
    points = [known.points[k] for k in shown]
    small = _small(scene, [at for p in points for at in (p.on_a, p.on_b)], scene.cell.b)
    for k, p in zip(shown, points, strict=True):
        _draw_ends(small, p, k, count, is_named=True)
        small.dot(p.point, Ink.ANSWER)
        small.symbol(f"p_{k + 1}", p.point, Ink.ANSWER, toward=(known.normal[1], -known.normal[0]))
    canvas.inset("bottom right", LENS, "The overlap, enlarged", small.marks)


def _draw_ends(canvas: Canvas, point: ManifoldPoint, k: int, count: int, *, is_named: bool) -> None:
    """A separation of the table, and its ends on A and on B."""
    measure(canvas, point.on_a, point.on_b, separation_ink(point.separation))
    for at, other, ink in ((point.on_a, point.on_b, Ink.A), (point.on_b, point.on_a, Ink.B)):
        canvas.dot(at, ink, Point.RING if is_named else Point.SMALL)
        if is_named:
            own = f"p_{{{ink.name},{k + 1}}}" if count > 1 else f"p_{ink.name}"
            canvas.symbol(own, at, ink, toward=at - other)


def _draw_measured(canvas: Canvas, scene: Any, *, tells_s: bool = False) -> None:
    """From A's surface to B's, along the normal; enlarged where it is short."""
    known = scene.known
    if not is_narrow(canvas, known):
        _name_measured(canvas, known, tells_s=tells_s)
        return
    measure(canvas, known.on_a, known.on_b, separation_ink(known.separation))
    small = _small(scene, (known.on_a, known.on_b), scene.cell.b)
    _name_measured(small, known, tells_s=tells_s)
    canvas.inset("bottom right", LENS, f"The {'gap' if known.separation > 0.0 else 'overlap'}, enlarged", small.marks)


def _small(scene: Any, places: Sequence[Vector], b: Convex) -> Canvas:
    """What a lens shows of A and B around some places, the latter where it is now."""
    low, high = np.min(places, axis=0), np.max(places, axis=0)
    small = Canvas(_scale_of(places))
    middle, half = (low + high) / 2.0, 0.5 * small.pixel * np.subtract(LENS, (16.0, 40.0))
    box = (*xy(middle - half), *xy(middle + half))
    for shape, ink in ((scene.cell.a, Ink.A), (b, Ink.B)):
        inside = within(boundary(shape, small.pixel).tolist(), box)
        if len(inside) < 3:
            continue
        small.area(inside, ink)
        for p, q in itertools.pairwise((*inside, *inside[:1])):
            if not any(p[i % 2] == q[i % 2] == side for i, side in enumerate(box)):
                small.stroke((p, q), ink, line=Line.OUTLINE)
    return small


def _name_measured(canvas: Canvas, known: Known, *, tells_s: bool) -> None:
    ink, n = separation_ink(known.separation), known.normal
    measure(canvas, known.on_a, known.on_b, ink)
    for at, own, symbol, side in ((known.on_a, Ink.A, "p_A", 1.0), (known.on_b, Ink.B, "p_B", -1.0)):
        canvas.dot(at, own)
        canvas.symbol(symbol, at, own, toward=side * math.copysign(1.0, -known.separation) * n)
    if tells_s:
        middle = (known.on_a + known.on_b) / 2.0
        canvas.label(f"$s$ = {fixed(known.separation)}", middle, ink, toward=(-n[1], n[0]), leader=True)


def _name_features(canvas: Canvas, scene: Any) -> None:
    """The edges, vertices and arcs that the table lists, outside of both shapes."""
    for i, (shape, ink) in enumerate(((scene.cell.a, Ink.A), (scene.cell.b, Ink.B))):
        other = (scene.cell.b, scene.cell.a)[i]
        for feature in dict.fromkeys(p.id[i] for p in scene.known.points):
            if len(shape.points) == 1:
                continue
            at, toward = shape.points[feature.index], shape.centroid - shape.points[feature.index]
            if feature.is_vertex and shape.radius:  # its leader ends at the arc, of which it is the centre
                at = at - shape.radius * toward / np.hypot(*toward)
            if not feature.is_vertex:
                start, end = shape.edges[feature.index]
                toward = np.array((end[1] - start[1], start[0] - end[0]))
                beyond = NAME * canvas.pixel * toward / np.hypot(*toward)
                places = [start + part * (end - start) for part in PARTS]
                at = _clearest(sorted(places, key=_away_from(scene.known.middle)), beyond, other)
            told, is_led = named(shape, feature), True
            if other.contains(at):
                way, far = _way_out(at, (shape, other))
                spot = at + (far + OUT * canvas.pixel) * way
                canvas.stroke((at, spot), ink, line=Line.THIN)
                at, toward, is_led = spot, way, False
            canvas.label(told, at, ink, toward=toward, style=TextStyle.LABEL, leader=is_led)


def _away_from(middle: Vector) -> Callable[[Vector], float]:
    """What sorts places by how far they are from that one, the farthest first."""
    return lambda place: -math.dist(place, middle)


def _way_out(at: Vector, shapes: Sequence[Convex]) -> tuple[Vector, float]:
    """The shortest of some ways from a place out of both shapes, a unit vector, and its length."""
    ways, far = np.stack((np.cos(TURNS), np.sin(TURNS)), axis=1), np.zeros(len(TURNS))
    for shape in shapes:
        outline = boundary(shape, 0.01)
        along = np.roll(outline, -1, axis=0) - outline
        outward = np.stack((along[:, 1], -along[:, 0]), axis=1)
        speed, left = ways @ outward.T, ((outline - at) * outward).sum(axis=1).clip(0.0)
        far = np.maximum(far, np.where(speed > 1e-9, left / np.where(speed > 1e-9, speed, 1.0), np.inf).min(axis=1))
    away = ways @ (at - shapes[0].centroid)  # of ways that are as short, the one that leads away from its shape
    best = int((far * (1.0 + LEVEL * np.abs(ways[:, 0])) - 0.02 * away).argmin())
    return ways[best], float(far[best])


def _clearest(places: Sequence[Vector], beyond: Vector, other: Convex) -> Vector:
    """The first of some places on an edge where its name, which stands beyond it, lies outside of the other shape;
    else the one where it lies nearest to its outside."""
    outside = [separation(NAMED.moved(at + beyond), other) for at in places]
    return next((at for at, gap in zip(places, outside, strict=True) if gap > 0.0), places[int(np.argmax(outside))])


def named(shape: Convex, feature: Feature) -> str:
    """A vertex of a rounded shape is the centre of an arc."""
    if len(shape.points) == 1:
        return "circle"
    return f"{'arc' if shape.radius and feature.is_vertex else feature.kind.value} {feature.index}"


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
        _draw_measured(canvas, scene, tells_s=True)
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
    small = _small(scene, (known.on_a, known.on_b), now)
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
