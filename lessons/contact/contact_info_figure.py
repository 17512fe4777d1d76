"""The board of 25 live pairs, and the chosen pair enlarged."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.contact.manifold_points import Manifold
from geometry.faulty.kind_table import NotReversed
from geometry.feature import Feature
from geometry.shape import Convex, boundary
from geometry.transform import Pose
from geometry.vector import Vector
from lessons.contact.contact_info_scene import (
    GROUNDS,
    KINDS,
    SHAPES,
    SIDES,
    SPOTS,
    Known,
    around,
    middle_of,
    on_board,
)
from lessons.stories.advancement_figure import within
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Follow, Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.screen import xy
from viz.lesson.text import fixed
from viz.picture.hatch import hatch_lines

FINE = 0.003  # world length that an outline on the board may stray
INWARD = np.array((0.68, 0.83))  # of the way to that corner: a larger letter
LOW = -0.3  # a pushed B whose centre lies lower takes the lower corners of its cell
TINT = 0.04  # of a cell's ground
FRAME = ((-0.8, 0.5), (5.05, -5.05))  # of the board with the names of its rows and columns
ARROW = 0.22  # of a cell: the normals on the board
CORNER = (0.47, -0.36)  # of a cell: the right end of its number; above it where B goes down
HATCH = 8.0  # pixels
LENS = (260.0, 150.0)  # pixels, of a short separation enlarged
BELOW = 6.0  # pixels between it and the pair
SEEN = 45.0  # pixels: the names at the ends of a shorter one crowd
AROUND = (1.65, 0.9)  # of the separation: so far the lens reaches from its middle
Name = tuple[str, str]
Array = NDArray[np.float64]


def take(moment: Moment[Any], at: Vector) -> Follow | None:
    """A press on the board chooses a cell; dragged on, it moves B in all of them. A cell shows the middle between A
    and B, so that B runs twice as far to stay under the pointer."""
    kinds, column, row = list(KINDS), int(np.floor(at[0])), int(np.floor(-at[1]))
    if not (0 <= column < len(kinds) and 0 <= row < len(kinds)):
        return None

    def follow(scene: Any, start: Vector, now: Vector) -> Any:
        place = scene.place + 2.0 * (np.asarray(now) - start) / scene.view[1]
        return replace(scene, place=place, row=kinds[row], column=kinds[column])

    return follow


_COLUMNS = [np.array([SPOTS[row, column] for row in KINDS]) for column in KINDS]


@cache
def _outlines() -> list[Array]:
    """Of all five kinds about their own origin, as fine as a hatch needs."""
    return [boundary(shape, 4.0 * FINE) for shape in SHAPES.values()]


@cache
def _parts(is_row: bool) -> tuple[tuple[Array, Array, Array], ...]:
    """Of all five kinds about their own origin: the sides of their outlines, (n, 2, 2), and triangles, (m, 3, 2);
    for each the middles of the five cells that show it, (n or m, 5, 2), and the number of its kind."""
    steps = np.arange(len(SHAPES)) + 0.5
    rings: list[tuple[Array, Array, Array]] = []
    fans: list[tuple[Array, Array, Array]] = []
    for i, shape in enumerate(SHAPES.values()):
        outline, own = boundary(shape, FINE), np.full(len(SHAPES), i + 0.5)
        spots = np.stack((steps, -own) if is_row else (own, -steps), axis=1)
        first = np.broadcast_to(outline[0], (len(outline) - 2, 2))
        for found, part in (
            (rings, np.stack((outline, np.roll(outline, -1, axis=0)), axis=1)),
            (fans, np.stack((first, outline[1:-1], outline[2:]), axis=1)),
        ):
            found.append((part, np.broadcast_to(spots, (len(part), *spots.shape)), np.full(len(part), i)))
    return tuple(tuple(map(np.concatenate, zip(*found, strict=True))) for found in (rings, fans))  # type: ignore[misc]


def _crowd(canvas: Canvas, scene: Any, pose: Pose, ink: Ink, *, is_row: bool, moves: Array | None = None) -> None:
    """The same five shapes, all in one pose, in every column (or row) of the board, each at its place in its cell;
    `moves`: besides, how far every cell's own is pushed, (rows, columns, 2)."""
    middle, scale = scene.view
    found = []
    for part, spots, kind in _parts(is_row):
        at = spots if moves is None else spots + scale * moves.transpose(1, 0, 2)[kind]
        found.append(at[:, :, None] + scale * (pose.place_points(part) - middle)[:, None])
    sides, fans = found
    canvas.crowd(ink, segments=sides.reshape(-1, 4), triangles=fans.reshape(-1, 6), line=Line.OUTLINE, fill=0.22)


def _hatch(canvas: Canvas, scene: Any, moves: Array) -> None:
    """B is hatched everywhere."""
    (middle, scale), found = scene.view, []
    size = canvas.pixel * np.array((1.0, -1.0))  # on a screen y runs down
    for j, outline in enumerate(_outlines()):
        placed = scale * (scene.pose.place_points(outline) - middle)
        lines = np.array(hatch_lines((placed / size).tolist(), HATCH)).reshape(-1, 1, 2, 2) * size
        spots = _COLUMNS[j] + scale * moves[:, j]
        found.append((lines + spots[:, None]).reshape(-1, 4))
    canvas.crowd(Ink.B, segments=np.concatenate(found), opacity=0.4)


def draw_board(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, stage = moment.scene, type(moment.step).__name__
    moves = scene.moves(moment.time if stage == "Pushed" else 0.0, keeps=bool(moment.compare))
    canvas.stroke(FRAME, Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)  # the names have room in every scene
    _tints(canvas, moment, stage)
    _crowd(canvas, scene, Pose(), Ink.A, is_row=True)
    _crowd(canvas, scene, scene.pose, Ink.B, is_row=False, moves=moves)
    _hatch(canvas, scene, moves)
    for i, kind in enumerate(KINDS):
        for chosen, at, toward, ink in (
            (scene.row, (-0.03, -i - 0.5), (-1.0, 0.0), Ink.A),
            (scene.column, (i + 0.5, 0.16), None, Ink.B),
        ):
            style = TextStyle.BOLD if kind == chosen else TextStyle.LABEL
            canvas.label(kind, at, ink, toward=toward, style=style, fixed=True)
    for name in scene.cells:
        _in_cell(canvas, moment, name, stage)
    canvas.stroke(around(scene.row, scene.column), Ink.INTERFACE, closed=True, line=Line.MEASURE)


def standing(moment: Moment[Any], name: Name) -> tuple[float, Ink]:
    """How far the two of a cell are apart while B is pushed, and the ink that tells how they stand."""
    scene, depth = moment.scene, moment.scene.depths[name]
    if not scene.cells[name].found.points:
        return scene.gaps[name], Ink.GAP
    done = scene.moved(name, moment.time)
    if moment.compare and name in scene.unflipped and moment.time:
        return scene.pushed_wrong(name, moment.time), Ink.FAULTY
    return done - depth, Ink.OVERLAP if done < depth else Ink.ANSWER


def _tints(canvas: Canvas, moment: Moment[Any], stage: str) -> None:
    """Every cell's ground tells how its pair stands; where the function is chosen, whether it is swapped."""
    scene = moment.scene
    inks = {name: Ink.OVERLAP if cell.found.points else Ink.GAP for name, cell in scene.cells.items()}
    if stage == "Pushed":
        inks = {name: standing(moment, name)[1] for name in scene.cells}
    if stage in ("RoutineChosen", "Flipped"):
        inks = {n: Ink.INTERFACE if cell.swapped else Ink.CONSTRUCTION for n, cell in scene.cells.items()}
    for ink in dict.fromkeys(inks.values()):
        names = [name for name in inks if inks[name] is ink]
        fill = 0.05 if ink in (Ink.CONSTRUCTION, Ink.ANSWER) else TINT
        canvas.crowd(
            ink,
            segments=np.concatenate([SIDES[name] for name in names]),
            triangles=np.concatenate([GROUNDS[name] for name in names]),
            opacity=0.25,
            fill=fill,
        )


def corner_of(scene: Any, name: Name, *, is_pushed: bool = False) -> Array:
    """Where the number of a cell stands: at the right, below, or above if B is below A or pushed down from it."""
    end = scene.place - is_pushed * min(scene.gaps[name], 0.0) * scene.cells[name].found.normal
    x, y = CORNER
    spot: Array = SPOTS[name] + (x, y if end[1] > LOW else -y)
    return spot


def _in_cell(canvas: Canvas, moment: Moment[Any], name: Name, stage: str) -> None:
    """What this stage tells of a cell."""
    scene, is_asked = moment.scene, moment.is_open and stage == "Seen"  # the normals of the others tell the answer
    is_moved = stage == "Pushed" or (stage == "Seen" and not is_asked)  # or an arrow points to where B is pushed
    corner, cell = corner_of(scene, name, is_pushed=is_moved), scene.cells[name]
    if is_asked and name == (scene.row, scene.column):
        canvas.label(
            "?", SPOTS[name] + (corner - SPOTS[name]) * INWARD, Ink.INTERFACE, style=TextStyle.LETTER, fixed=True
        )
        return
    if stage == "RoutineChosen" and cell.swapped:
        canvas.label("swap", corner, Ink.INTERFACE, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
    if stage == "RoutineChosen" and not {"circle", "box"} & set(name):
        canvas.label("any order", corner, Ink.CONSTRUCTION, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
    if stage in ("Seen", "Directed", "Flipped") and cell.found.points and not is_asked:
        at = on_board(scene, name, middle_of(cell.found.points))
        for way, ink in _normals(moment, name, stage):
            canvas.arrow(at, at + ARROW * way, ink, line=Line.MEASURE)
    if stage == "Manifold" and cell.found.points:
        ink = Ink.ANSWER if len(cell.found.points) > 1 else Ink.QUIET
        count = str(len(cell.found.points))
        canvas.label(count, corner, ink, toward=(-1.0, 0.0), style=TextStyle.BOLD, fixed=True)
    if stage in ("Seen", "Measured", "Pushed"):
        s, ink = standing(moment, name)
        canvas.label(fixed(s), corner, ink, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
    if stage in ("Seen", "Manifold"):
        for p in cell.found.points:
            canvas.dot(on_board(scene, name, p.point), Ink.ANSWER, Point.SMALL)


def _normals(moment: Moment[Any], name: Name, stage: str) -> list[tuple[Vector, Ink]]:
    """The arrows of a cell: where it is swapped, at the end also the one that its function answers."""
    scene = moment.scene
    right = scene.cells[name].found.normal, Ink.EXAMINED
    if not scene.cells[name].swapped or not (moment.compare or stage == "Flipped"):
        return [right]
    came: Vector = scene.unflipped[name].normal
    return [(came, Ink.FAULTY)] if moment.compare else [(came, Ink.ANSWER), right]


def draw_pair(canvas: Canvas, moment: Moment[Any]) -> None:
    """The chosen pair, with what is known of it."""
    scene, known, stage = moment.scene, moment.scene.known, type(moment.step).__name__
    name = (scene.row, scene.column)
    kept = scene.unflipped.get(name) if moment.compare else None
    way = known.normal if kept is None else kept.normal
    end = scene.cell.b.moved(scene.depths[name] * way).bounds()
    canvas.stroke((end.low, end.high), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)  # in view from the start
    if stage == "Pushed":
        _draw_pushed(canvas, moment)
        return
    a, b = scene.cell.a, scene.cell.b
    _draw_bodies(canvas, moment, b, stage)
    if stage == "Directed":
        unit_arrow(canvas, known.middle, way, r"\hat n", Ink.EXAMINED if kept is None else Ink.FAULTY)
    if stage == "Measured":
        _draw_measured(canvas, scene, tells_s=True)
    if stage == "Flipped":
        _draw_flipped(canvas, moment, known.middle)
    if isinstance(moment.step, Manifold):
        _name_features(canvas, scene)
        if len(known.points) < 2:
            _draw_measured(canvas, scene)
        for k, p in enumerate(known.points, start=1):
            if len(known.points) > 1:  # the separations of the table
                measure(canvas, p.on_a, p.on_b, separation_ink(p.separation))
            if len(known.points) > 1 or not is_narrow(canvas, known):
                marks.answer(canvas, p.point)
                canvas.symbol(f"p_{k}", p.point, Ink.ANSWER, toward=p.point - (a.centroid + b.centroid) / 2.0)


def is_narrow(canvas: Canvas, known: Known) -> bool:
    """Whether the points of a separation lie so near to each other that their names need a lens."""
    return 0.005 <= abs(known.separation) < SEEN * canvas.pixel


def _draw_measured(canvas: Canvas, scene: Any, *, tells_s: bool = False) -> None:
    """From A's surface to B's, along the normal; enlarged where it is short."""
    known = scene.known
    if not is_narrow(canvas, known):
        _name_measured(canvas, known, tells_s=tells_s)
        return
    measure(canvas, known.on_a, known.on_b, separation_ink(known.separation))
    low = min(shape.bounds().low[1] for shape in (scene.cell.a, scene.cell.b)) - (LENS[1] + BELOW) * canvas.pixel
    canvas.stroke(((known.on_a[0], low), known.on_a), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)  # room for it
    middle, half = (known.on_a + known.on_b) / 2.0, abs(known.separation) * np.array(AROUND)
    small, box = Canvas(2.0 * half[0] / LENS[0]), (*xy(middle - half), *xy(middle + half))
    for shape, ink in ((scene.cell.a, Ink.A), (scene.cell.b, Ink.B)):
        inside = within(boundary(shape, small.pixel).tolist(), box)
        small.area(inside, ink)
        for p, q in itertools.pairwise((*inside, *inside[:1])):
            if not any(p[i % 2] == q[i % 2] == side for i, side in enumerate(box)):
                small.stroke((p, q), ink, line=Line.OUTLINE)
    _name_measured(small, known, tells_s=tells_s)
    if not tells_s:
        for k, point in enumerate(known.points, start=1):
            small.dot(point.point, Ink.ANSWER)
            small.symbol(f"p_{k}", point.point, Ink.ANSWER, toward=(-known.normal[1], known.normal[0]))
    canvas.inset("bottom right", LENS, f"The {'gap' if known.separation > 0.0 else 'overlap'}, enlarged", small.marks)


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
    """The edges, vertices and arcs that the table lists."""
    for i, (shape, ink) in enumerate(((scene.cell.a, Ink.A), (scene.cell.b, Ink.B))):
        for feature in dict.fromkeys(p.id[i] for p in scene.known.points):
            if len(shape.points) == 1:
                continue
            at, toward = shape.points[feature.index], shape.centroid - shape.points[feature.index]
            if feature.is_vertex and shape.radius:  # its leader ends at the arc, of which it is the centre
                at = at - shape.radius * toward / np.hypot(*toward)
            if not feature.is_vertex:
                start, end = shape.edges[feature.index]
                toward = np.array((end[1] - start[1], start[0] - end[0]))
                at = (start + end) / 2.0
            canvas.label(named(shape, feature), at, ink, toward=toward, style=TextStyle.LABEL, leader=True)


def named(shape: Convex, feature: Feature) -> str:
    """A vertex of a rounded shape is the centre of an arc."""
    if len(shape.points) == 1:
        return "circle"
    return f"{'arc' if shape.radius and feature.is_vertex else feature.kind.value} {feature.index}"


def _draw_bodies(canvas: Canvas, moment: Moment[Any], b: Any, stage: str) -> None:
    """A and B, wherever B is; where a function is called, which of them it takes first."""
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
        box, side = now.bounds(), 1.0 if way[1] > 0.0 else -1.0  # where it goes to, clear of where it was
        at = (box.low[0] + box.high[0]) / 2.0, box.high[1] if side > 0.0 else box.low[1]
        canvas.label(told, at, Ink.FAULTY, toward=(0.0, side))
        right = b.centroid + moved * known.normal
        canvas.arrow(b.centroid, right, Ink.ANSWER, line=Line.DASHED)
        canvas.label("flipped", right, Ink.ANSWER, toward=known.normal)
    ink = Ink.EXAMINED if kept is None else Ink.FAULTY
    canvas.arrow(b.centroid, now.centroid, ink, line=Line.MEASURE)
    canvas.symbol(r"-s\,\hat n", 0.5 * (b.centroid + now.centroid), ink, toward=(way[1], -way[0]))
    canvas.dot(now.centroid, Ink.B)
    for at, symbol, side in ((b.centroid, "c_B", -1.0), (now.centroid, "c_B'", 1.0)):
        beyond = side * way if kept is None else (-way[1], way[0])  # an arrow may be short; two ways begin at c_B
        canvas.symbol(symbol, at, Ink.B, toward=beyond)
