"""The board of 25 live pairs, and the chosen pair enlarged."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.shape import boundary
from geometry.transform import Pose
from geometry.vector import Vector
from lessons.contact.contact_info_scene import (
    GROUNDS,
    KINDS,
    SHAPES,
    SIDES,
    SPOTS,
    around,
    middle_of,
    on_board,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Follow, Moment
from viz.lesson.text import fixed
from viz.picture.hatch import hatch_lines

FINE = 0.003  # world length that an outline on the board may stray
LETTER = (0.32, -0.32)  # of a cell: the middle of a letter in its corner
TINT = 0.04  # of a cell's ground
FRAME = ((-0.72, 0.56), (5.04, -5.03))  # of the board with the names of its rows and columns
NAMED = 0.16  # above the board: its columns' names
HEADED = 40.0  # pixels from there to the top: room for the board's title, on a wall, where letters are large
ARROW = 0.2  # of a cell: the normals on the board
CORNER = (0.54, -0.39)  # of a cell: a gap to the right of its number, where no outline comes (Board.view)
HATCH = 8.0  # pixels
DOT = 2.5  # pixels from the middle of a contact point to its rim
HALO = (5.0, 0.2)  # the same of the light around it, and how strong it is
_RIM = np.array([(np.cos(turn), np.sin(turn)) for turn in np.arange(10) * np.pi / 5.0])
FAN = np.stack((np.zeros_like(_RIM), _RIM, np.roll(_RIM, -1, axis=0)), axis=1)  # triangles of a disc
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
    high = max(FRAME[0][1], NAMED + HEADED * canvas.pixel)
    canvas.stroke(
        ((FRAME[0][0], high), FRAME[1]), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0
    )  # the names have room in every scene
    _tints(canvas, moment, stage)
    _crowd(canvas, scene, Pose(), Ink.A, is_row=True)
    _crowd(canvas, scene, scene.pose, Ink.B, is_row=False, moves=moves)
    _hatch(canvas, scene, moves)
    for i, kind in enumerate(KINDS):
        for chosen, at, toward, ink in (
            (scene.row, (-0.03, -i - 0.5), (-1.0, 0.0), Ink.A),
            (scene.column, (i + 0.5, NAMED), None, Ink.B),
        ):
            style = TextStyle.BOLD if kind == chosen else TextStyle.LABEL
            canvas.label(kind, at, ink, toward=toward, style=style, fixed=True)
    for letter, ink, at, start, end in (  # as on the board of dispatch
        ("A", Ink.A, (-0.6, 0.08), (-0.6, -0.03), (-0.6, -0.25)),
        ("B", Ink.B, (-0.26, NAMED), (-0.16, NAMED), (0.06, NAMED)),
    ):
        canvas.label(letter, at, ink, style=TextStyle.BOLD, fixed=True)
        canvas.arrow(start, end, ink, line=Line.THIN)
    for name in scene.cells:
        _in_cell(canvas, moment, name, stage)
    if stage == "Manifold" or (stage == "Seen" and not moment.is_open):  # on a circle one point tells its normal
        _points(canvas, scene)
    canvas.stroke(around(scene.row, scene.column), Ink.INTERFACE, closed=True, line=Line.MEASURE)


def _points(canvas: Canvas, scene: Any) -> None:
    """All contact points, smaller than dots are: two of one cell lie near to each other."""
    found = [on_board(scene, name, p.point) for name, cell in scene.cells.items() for p in cell.found.points]
    if found:
        rims, fills = np.array((HALO, (DOT, 1.0))).T
        discs = np.array(found)[:, None, None] + rims[:, None, None, None, None] * canvas.pixel * FAN
        fill = np.repeat(fills, len(found) * len(FAN))
        canvas.crowd(Ink.ANSWER, triangles=discs.reshape(-1, 6), fill=fill)


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
    """Every cell's ground tells how its pair stands; where the routine is chosen, whether it is swapped."""
    scene = moment.scene
    inks = {name: Ink.OVERLAP if cell.found.points else Ink.GAP for name, cell in scene.cells.items()}
    if stage == "Pushed":
        inks = {name: standing(moment, name)[1] for name in scene.cells}
    if stage == "Flipped" and moment.is_open:  # which calls are swapped is asked
        inks = dict.fromkeys(scene.cells, Ink.CONSTRUCTION)
    elif stage in ("RoutineChosen", "Flipped"):
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


def fits_either_way(name: Name) -> bool:
    """Whether the order of the two does not matter: they are of one kind, or of kinds that share one routine."""
    return name[0] == name[1] or not {"circle", "box"} & set(name)


def _in_cell(canvas: Canvas, moment: Moment[Any], name: Name, stage: str) -> None:
    """What this stage tells of a cell."""
    scene, is_asked = moment.scene, moment.is_open and stage == "Seen"  # the normals of the others tell the answer
    corner, cell = SPOTS[name] + CORNER, scene.cells[name]
    if is_asked and name == (scene.row, scene.column):
        canvas.label("?", SPOTS[name] + LETTER, Ink.INTERFACE, style=TextStyle.LETTER, fixed=True)
        return
    if stage == "RoutineChosen" and cell.swapped:
        canvas.label("swap", corner, Ink.INTERFACE, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
    if stage == "RoutineChosen" and fits_either_way(name):
        canvas.label("any", corner, Ink.CONSTRUCTION, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
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


def _normals(moment: Moment[Any], name: Name, stage: str) -> list[tuple[Vector, Ink]]:
    """The arrows of a cell: where it is swapped, at the end also the one that its routine returns."""
    scene = moment.scene
    right = scene.cells[name].found.normal, Ink.EXAMINED
    if stage == "Flipped" and moment.is_open and not moment.compare and name != (scene.row, scene.column):
        came = scene.unflipped[name].normal if name in scene.unflipped else right[0]
        return [(came, Ink.ANSWER)]  # which of them are reversed is asked
    if not scene.cells[name].swapped or not (moment.compare or stage == "Flipped"):
        return [right]
    came = scene.unflipped[name].normal
    return [(came, Ink.FAULTY)] if moment.compare else [(came, Ink.ANSWER), right]
