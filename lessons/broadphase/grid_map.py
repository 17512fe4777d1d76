"""The table of a grid: a row for each cell in use, and in it the boxes that have an entry there. A faulty rule's
table has the rows that the rule makes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from geometry.broadphase.uniform_grid import Cell, CellCompared, CellsEntered, cells_of
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.boxes import corners
from lessons.broadphase.grid_crowd import is_asked
from lessons.broadphase.grid_state import (
    CENTRE,
    TRUNCATED,
    TWICE,
    Gridded,
    cell_feature,
    cell_name,
    spans_by,
    table_of,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import counted

ROWS = 15  # of a table; of a larger one those beside the present cells
_KEY, _FIRST = -40.0, 32.0  # pixels from the chart's left edge to a cell's name, and to its first entry
_ENTRY, _AIR = 22.0, 4.0  # pixels: the side of an entry, and between two
_WIDEST = 140.0  # pixels that all entries of a row take


def map_axes(moment: Moment[Gridded]) -> Axes:
    return Axes((0.0, 1.0), (-float(ROWS), 0.0))


def map_head(moment: Moment[Gridded]) -> tuple[str, str]:
    """Title and note of the table."""
    rule = moment.compare
    if rule in {CENTRE, TRUNCATED}:
        return f"Table of cells by {rule}", ""
    return "Table of cells and their boxes", ""


def map_ink(moment: Moment[Gridded]) -> Ink | None:
    return Ink.FAULTY if moment.compare in {CENTRE, TRUNCATED} else None


def draw_map(canvas: Canvas, moment: Moment[Gridded]) -> None:
    scene, step = moment.scene, moment.step
    spans = spans_by(scene, moment.compare)
    done = step.id + 1 if isinstance(step, CellsEntered) else scene.count
    held = scene.held if spans is scene.spans else table_of(spans)
    if len(held) > ROWS:  # else each row has its place from the first step on
        held = table_of(spans[:done])
    now = _present(moment)
    most = max(map(len, held.values()), default=1)
    side = min(_ENTRY, _WIDEST / most - min(_AIR, 0.2 * _WIDEST / most))
    for row, cell in enumerate(_rows(list(held), now)):
        if isinstance(cell, int):
            at = _KEY * canvas.pixel, -row - 0.5
            words = f"… {counted(cell, 'cell')} …"
            canvas.label(words, at, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
        elif ids := [i for i in held[cell] if i < done]:
            _row(canvas, moment, row, cell, ids, side, in_use=cell in now)


def _present(moment: Moment[Gridded]) -> set[Cell]:
    """The cells that this step is about."""
    match moment.step:
        case CellsEntered() as entered:
            return set(cells_of(spans_by(moment.scene, moment.compare)[entered.id]))
        case CellCompared() as compared:
            return {compared.cell}
    return set()


def _rows(cells: Sequence[Cell], now: set[Cell]) -> Sequence[Cell | int]:
    """Which cells are shown: the present ones, and as many beside them as there is room for. A number stands for so
    many cells that are left out."""
    if len(cells) <= ROWS:
        return cells
    places = [place for place, cell in enumerate(cells) if cell in now] or [0]
    found = _with_gaps(cells, places[: ROWS // 2])
    for reach in range(ROWS):
        near = {min(max(place + d, 0), len(cells) - 1) for place in places for d in range(-reach, reach + 1)}
        wider = _with_gaps(cells, sorted(near))
        if len(wider) > ROWS:
            break
        found = wider
    return found


def _with_gaps(cells: Sequence[Cell], places: Sequence[int]) -> list[Cell | int]:
    rows: list[Cell | int] = []
    for before, place in itertools.pairwise((-1, *places, len(cells))):
        if place - before > 1:
            rows.append(place - before - 1)
        if place < len(cells):
            rows.append(cells[place])
    return rows


def _row(
    canvas: Canvas,
    moment: Moment[Gridded],
    row: int,
    cell: Cell,
    ids: Sequence[int],
    side: float,
    *,
    in_use: bool,
) -> None:
    """A cell's name, its entries, and what came of its pairs."""
    scene, step, y = moment.scene, moment.step, -row - 0.5
    if in_use:
        canvas.area(corners(((_KEY - 8.0) * canvas.pixel, y - 0.5, 1.0, y + 0.5)), Ink.EXAMINED, opacity=0.13)
    ink, style = (Ink.EXAMINED, TextStyle.BOLD) if in_use else (Ink.QUIET, TextStyle.LABEL)
    feature = None if scene.is_crowd else cell_feature(cell)
    at = _KEY * canvas.pixel, y
    canvas.label(cell_name(cell), at, ink, toward=(1.0, 0.0), style=style, fixed=True, feature=feature)
    if feature is not None:
        x = (_KEY - 6.0) * canvas.pixel  # beside the name: what is highlighted lies over nothing
        canvas.feature(((x, y - 0.35), (x, y + 0.35)), feature, Ink.EXAMINED)
    wide, tall = side * canvas.pixel, 0.5 * min(side, _ENTRY) * canvas.pixel_y
    pitch = (side + min(_AIR, 0.25 * side)) * canvas.pixel
    for place, i in enumerate(ids):
        left = _FIRST * canvas.pixel + place * pitch
        is_new = isinstance(step, CellsEntered) and i == step.id
        own = Ink.EXAMINED if is_new or (in_use and isinstance(step, CellCompared)) else Ink.A
        square = corners((left, y - tall, left + wide, y + tall))
        canvas.area(square, own, opacity=(0.3 if own is Ink.EXAMINED else 0.18) + 0.35 * scene.is_crowd)
        if not scene.is_crowd:
            canvas.stroke(square, own, closed=True, line=Line.THIN)
            canvas.label(scene.names[i], (left + wide / 2.0, y), own, style=TextStyle.BOLD, fixed=True)
    words, ink = _outcome(moment, cell, ids)
    if words:
        style = TextStyle.BOLD if in_use else TextStyle.CAPTION
        at = 1.0 - 8.0 * canvas.pixel, y
        canvas.label(words, at, ink, toward=(-1.0, 0.0), style=style, fixed=True)


def _outcome(moment: Moment[Gridded], cell: Cell, ids: Sequence[int]) -> tuple[str, Ink]:
    """What the pairs of a row come to, once the row is reached."""
    step, scene = moment.step, moment.scene
    pairs = math.comb(len(ids), 2)
    if isinstance(step, CellsEntered) or not pairs or (isinstance(step, CellCompared) and cell > step.cell):
        return "", Ink.QUIET
    in_use = isinstance(step, CellCompared) and cell == step.cell
    ink = Ink.EXAMINED if in_use else Ink.TEXT
    if moment.compare in {CENTRE, TRUNCATED}:
        return counted(pairs, "pair"), Ink.FAULTY
    first = sum(scene.first_shared((a, b)) == cell for k, a in enumerate(ids) for b in ids[k + 1 :])
    if first == pairs:
        return counted(pairs, "pair"), ink
    if moment.compare == TWICE and isinstance(moment.faulty, FaultyPairs):
        return (f"{pairs - first} again" if pairs > 1 else "again"), Ink.FAULTY
    skipped = f"{pairs - first} skipped" if pairs > 1 else "skipped"
    return (f"{counted(first, 'pair')}, {skipped}" if first else skipped), ink if in_use else Ink.QUIET


def is_table_shown(moment: Moment[Gridded]) -> bool:
    """Whether the table stands beside the boxes; else the chart of the cost does."""
    scene = moment.scene
    if moment.compare and not scene.is_crowd:
        return True
    return not (is_asked(moment) or (moment.is_last and scene.weighs_size))
