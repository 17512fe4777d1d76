"""The board of 25 live pairs, and the chosen pair enlarged."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.contact.manifold_points import Manifold
from geometry.faulty.kind_table import NotReversed
from geometry.shape import boundary
from geometry.transform import Pose
from geometry.vector import Vector
from lessons.contact.contact_info_scene import KINDS, SHAPES, SIDES, SPOTS, around, on_board
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Follow, Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.text import fixed

FINE = 0.006  # world length that an outline on the board may stray
ARROW = 0.24  # of a cell: the normals on the board
Array = NDArray[np.float64]


def take(moment: Moment[Any], at: Vector) -> Follow | None:
    """A press on the board chooses a cell; dragged on, it moves B in all of them."""
    kinds, column, row = list(KINDS), int(np.floor(at[0])), int(np.floor(-at[1]))
    if not (0 <= column < len(kinds) and 0 <= row < len(kinds)):
        return None

    def follow(scene: Any, start: Vector, now: Vector) -> Any:
        place = scene.place + (np.asarray(now) - start) / scene.view[1]
        return replace(scene, place=place, row=kinds[row], column=kinds[column])

    return follow


@cache
def _parts(is_row: bool) -> tuple[tuple[Array, Array], ...]:
    """Of all five kinds about their own origin: the sides of their outlines, (n, 2, 2), and triangles, (m, 3, 2);
    for each the middles of the five cells that show it, (n or m, 5, 2)."""
    steps = np.arange(len(SHAPES)) + 0.5
    rings: list[tuple[Array, Array]] = []
    fans: list[tuple[Array, Array]] = []
    for i, shape in enumerate(SHAPES.values()):
        outline, own = boundary(shape, FINE), np.full(len(SHAPES), i + 0.5)
        spots = np.stack((steps, -own) if is_row else (own, -steps), axis=1)
        first = np.broadcast_to(outline[0], (len(outline) - 2, 2))
        for found, part in (
            (rings, np.stack((outline, np.roll(outline, -1, axis=0)), axis=1)),
            (fans, np.stack((first, outline[1:-1], outline[2:]), axis=1)),
        ):
            found.append((part, np.broadcast_to(spots, (len(part), *spots.shape))))
    return tuple(
        (np.concatenate([part for part, _ in found]), np.concatenate([spots for _, spots in found]))
        for found in (rings, fans)
    )


def _crowd(canvas: Canvas, scene: Any, pose: Pose, ink: Ink, *, is_row: bool) -> None:
    """The same five shapes, all in one pose, in every column (or row) of the board, each at its place in its cell."""
    middle, scale = scene.view
    sides, fans = (
        spots[:, :, None] + scale * (pose.place_points(part) - middle)[:, None] for part, spots in _parts(is_row)
    )
    canvas.crowd(ink, segments=sides.reshape(-1, 4), triangles=fans.reshape(-1, 6), line=Line.THIN, fill=0.22)


def draw_board(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, stage = moment.scene, type(moment.step).__name__
    _crowd(canvas, scene, Pose(), Ink.A, is_row=True)
    _crowd(canvas, scene, scene.pose, Ink.B, is_row=False)
    for ink in (Ink.GAP, Ink.OVERLAP):
        sides = [SIDES[n] for n, c in scene.cells.items() if bool(c.found.points) is (ink is Ink.OVERLAP)]
        if sides:
            canvas.crowd(ink, segments=np.concatenate(sides), opacity=0.55)
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


def _in_cell(canvas: Canvas, moment: Moment[Any], name: tuple[str, str], stage: str) -> None:
    """What this stage tells of a cell."""
    scene, corner = moment.scene, SPOTS[name] + (0.26, -0.35)
    cell = scene.cells[name]
    is_kept = bool(moment.compare) and cell.swapped
    is_turned = stage == "Exchanged" and not moment.compare
    if stage == "RoutineChosen" and cell.swapped:
        canvas.label("swap", corner, Ink.INTERFACE, style=TextStyle.CAPTION, fixed=True)
    if stage in ("Directed", "Exchanged") and cell.found.points:
        deepest = min(cell.found.points, key=lambda p: p.separation)
        at = on_board(scene, name, deepest.point)
        way = -cell.found.normal if is_kept or is_turned else cell.found.normal
        ink = Ink.FAULTY if is_kept else Ink.ANSWER if is_turned else Ink.EXAMINED
        canvas.arrow(at, at + ARROW * way, ink, line=Line.MEASURE)
    if stage in ("Measured", "Manifold"):
        s = scene.gaps[name]
        canvas.label(fixed(s), corner, separation_ink(s), style=TextStyle.CAPTION, fixed=True)
    if stage in ("Manifold", "Exchanged"):
        for p in cell.found.points:
            canvas.dot(on_board(scene, name, p.point), Ink.ANSWER, Point.SMALL)


def draw_pair(canvas: Canvas, moment: Moment[Any]) -> None:
    """The chosen pair, with what is known of it."""
    scene, known, stage = moment.scene, moment.scene.known, type(moment.step).__name__
    a, b, faulty = scene.cell.a, scene.cell.b, moment.faulty
    is_wrong = isinstance(faulty, NotReversed) and scene.cell.swapped and bool(known.points)
    for shape, ink in ((a, Ink.A), (b, Ink.B)):
        marks.shape(canvas, shape, ink)
        away = shape.centroid - (b if shape is a else a).centroid
        canvas.label(ink.name, shape.centroid + 0.3 * away, ink, style=TextStyle.LETTER)
    middle = (known.on_a + known.on_b) / 2.0
    if stage == "Directed":
        unit_arrow(canvas, middle, known.normal, r"\hat n")
    if stage in ("Measured", "Exchanged"):
        measure(canvas, known.on_a, known.on_b, separation_ink(known.separation))
        for at, ink, name, side in ((known.on_a, Ink.A, "p_A", 1.0), (known.on_b, Ink.B, "p_B", -1.0)):
            canvas.dot(at, ink)
            if stage == "Measured":
                canvas.symbol(name, at, ink, toward=side * known.normal)
    if stage == "Measured":
        across = np.array((-known.normal[1], known.normal[0]))
        canvas.label(
            f"$s$ = {fixed(known.separation)}", middle, separation_ink(known.separation), toward=across, leader=True
        )
    if stage == "Exchanged":
        unit_arrow(canvas, middle, known.normal, r"\hat n_{AB}")
        if not is_wrong:
            unit_arrow(canvas, middle, -known.normal, r"\hat n_{BA}", Ink.ANSWER)
    if isinstance(moment.step, Manifold):
        for k, p in enumerate(known.points, start=1):
            marks.answer(canvas, p.point)
            canvas.symbol(f"p_{k}", p.point, Ink.ANSWER, toward=p.point - (a.centroid + b.centroid) / 2.0)
    if is_wrong:
        marks.ghost(canvas, b.moved(faulty.move), Ink.FAULTY, Line.DOTTED)
        unit_arrow(canvas, middle, faulty.normal, "", Ink.FAULTY)
        at = b.moved(faulty.move).centroid
        words = f"pushed: {fixed(-faulty.separation)} deep" if faulty.separation < 0.0 else "pushed through"
        canvas.label(words, at, Ink.FAULTY, toward=faulty.normal)
