"""What the lesson on grids asks of few boxes: the cell of a corner, the cells of two boxes, what is to be built."""

from __future__ import annotations

import itertools

from geometry.broadphase.structure import Pair
from geometry.broadphase.uniform_grid import Cell, CellCompared, CellsEntered, cells_of
from geometry.faulty.broadphase import cell_of_the_centre, not_made_unique
from geometry.feature import FeatureRef
from lessons.broadphase.boxes import corners
from lessons.broadphase.grid_state import (
    CENTRE,
    TRUNCATED,
    TWICE,
    Gridded,
    cell_feature,
    cell_name,
    in_vain,
    shared,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge, Click, Remark, Verdict
from viz.lesson.text import counted, fixed, listed

NO_CELL = Verdict(False, "Click a cell of the grid.", "Not a cell")


def asked_box(scene: Gridded) -> int:
    """The box that the first question is about: the first that ends on a line of the grid, else the last one."""
    ends = (i for i in range(2, scene.count) if not scene.is_crowd and (scene.boxes[i][2] / scene.c).is_integer())
    return next(ends, scene.count - 1)


def insert_question(moment: Moment[Gridded], entered: CellsEntered) -> Click | None:
    """At a box that is inserted: what the next one enters, or, after the last, what is compared in vain."""
    scene = moment.scene
    if moment.compare or scene.is_crowd:
        return None
    if scene.count == 2:
        return _both_question(scene) if entered.id == 0 else None
    if entered.id + 1 == asked_box(scene):
        return _corner_question(scene)
    return _vain_question(scene) if isinstance(moment.next, CellCompared) and scene.weighs_size else None


def _corner_question(scene: Gridded) -> Click:
    """Before a box is inserted: the cell of its upper right corner, or of the lower left one left of the origin."""
    asked, c = asked_box(scene), scene.c
    sides, span = scene.boxes[asked], scene.spans[asked]
    is_low = sides[2] < 0.0 and sides[3] < 0.0
    x, y = sides[:2] if is_low else sides[2:]
    name, wanted = scene.names[asked], span[:2] if is_low else span[2:]
    at_corner = f"({fixed(x)}, {fixed(y)})"

    def judge(answer: FeatureRef | str) -> Verdict:
        cell = _cell(scene, answer)
        if cell is None:
            return NO_CELL
        (i, j), right = cell, cell == wanted
        over = f"{fixed(x)}/{fixed(c)} = {fixed(x / c)}", f"{fixed(y)}/{fixed(c)} = {fixed(y / c)}"

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                low = scene.area[0] * c, scene.area[1] * c
                canvas.stroke(((x, low[1]), (x, y), (low[0], y)), Ink.EXAMINED, line=Line.DASHED)
                _framed(canvas, scene, cell, right=right)

        remark = (Remark(_middle(scene, cell), cell_name(cell), right),)
        if right:
            because = f"Rounded down, {over[0]} is column {i} and {over[1]} is row {j}.".replace("-", "−")
            return Verdict(True, because, remarks=remark, draw=draw)
        ends = [_side(k, *each, c) for k, each in enumerate(((i, wanted[0]), (j, wanted[1]))) if each[0] != each[1]]
        why = f"{name} ends at x = {fixed(x)}, on a line: {over[0]}, and column {wanted[0]} begins there."
        if is_low or not ((x / c).is_integer() and i == wanted[0] - 1) or j != wanted[1]:
            why = (
                f"Cell {cell_name(cell)} {' and '.join(ends)}. The corner is at {at_corner}: divide by c and round "
                "down."
            )
        return Verdict(False, why, "Not this cell", remark, draw=draw)

    which = "lower left" if is_low else "upper right"
    text = f"Box {name} comes next. Click the cell of its {which} corner, {at_corner}."
    return Click(text, judge, frozenset((cell_feature(wanted),)))


def _both_question(scene: Gridded) -> Click | None:
    """Before the second of two boxes is inserted: a cell that will hold both."""
    a, b = scene.spans
    both = {cell for cell, ids in scene.held.items() if len(ids) == 2}
    if not both:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        cell = _cell(scene, answer)
        if cell is None:
            return NO_CELL
        right, c, (i, _) = cell in both, scene.c, cell
        remark = (Remark(_middle(scene, cell), cell_name(cell), right),)

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                _framed(canvas, scene, cell, right=right)

        if right:
            end = scene.boxes[0][2]
            why = f"Both have an entry in cell {cell_name(cell)}."
            if (end / c).is_integer() and a[2] == i:
                over = f"{fixed(end)}/{fixed(c)} = {fixed(end / c)}"
                why = f"A ends at x = {fixed(end)}, and {over} is column {i} already."
            return Verdict(True, why, remarks=remark, draw=draw)
        held = scene.held.get(cell, ())
        only = f"Cell {cell_name(cell)} holds {scene.names[held[0]]} alone" if held else "Neither box meets this cell"
        where = [
            _side(k, cell[k], b[k] if cell[k] < b[k] else b[k + 2], c)
            for k in (0, 1)
            if not b[k] <= cell[k] <= b[k + 2]
        ]
        more = f": it {' and '.join(where)}, and B does not reach it" if held == (0,) and where else ""
        return Verdict(False, f"{only}{more}. Round the ends of the boxes down.", "Not this cell", remark, draw=draw)

    text = "Box B comes next. Click a cell that will then hold both A and B."
    return Click(text, judge, frozenset(map(cell_feature, both)))


def _vain_question(scene: Gridded) -> Click | None:
    """When all boxes are inserted: a cell in which a pair is compared that does not overlap."""
    hits = set(scene.overlapping)
    vain = {
        cell: [pair for pair in itertools.combinations(ids, 2) if pair not in hits]
        for cell, ids in scene.held.items()
    }
    right_ones = {cell for cell, pairs in vain.items() if pairs}
    if not right_ones:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        cell = _cell(scene, answer)
        if cell is None:
            return NO_CELL
        ids, right = scene.held.get(cell, ()), cell in right_ones
        remark = (Remark(_middle(scene, cell), cell_name(cell), right),)

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                _framed(canvas, scene, cell, right=right)

        told = f"Cell {cell_name(cell)} holds {listed([scene.names[i] for i in ids]) if ids else 'no box'}"
        if right:
            return Verdict(True, f"{told}{_on_line(scene, cell, vain[cell][0])}.", remarks=remark, draw=draw)
        more = ": one box makes no pair" if len(ids) == 1 else ", and they overlap" if ids else ""
        return Verdict(False, f"{told}{more}.", "Not this cell", remark, draw=draw)

    text = "One cell holds two boxes that do not overlap: the grid compares them in vain. Click it."
    if len(right_ones) > 1:
        text = "Click a cell that holds two boxes that do not overlap: the grid compares them in vain."
    return Click(text, judge, frozenset(map(cell_feature, right_ones)))


def _on_line(scene: Gridded, cell: Cell, pair: Pair) -> str:
    """Why two boxes share a cell: one of them ends on its lower or left line."""
    for id in pair:
        for k in (0, 1):
            end = scene.boxes[id][k + 2]
            if end == cell[k] * scene.c:
                word = ("column", "row")[k]
                return f": {scene.names[id]} ends on the line {'xy'[k]} = {fixed(end)}, where {word} {cell[k]} begins"
    return ": both reach into it, apart from each other"


def _cell(scene: Gridded, answer: FeatureRef | str) -> Cell | None:
    cells = {cell_feature((i, j)): (i, j) for i, j in cells_of(scene.area)}
    return cells.get(answer) if isinstance(answer, FeatureRef) else None


def _middle(scene: Gridded, cell: Cell) -> tuple[float, float]:
    return (cell[0] + 0.5) * scene.c, (cell[1] + 0.5) * scene.c


def _framed(canvas: Canvas, scene: Gridded, cell: Cell, *, right: bool) -> None:
    """The cell that was clicked."""
    (i, j), c, ink = cell, scene.c, Ink.ANSWER if right else Ink.FAULTY
    square = corners((i * c, j * c, (i + 1) * c, (j + 1) * c))
    canvas.area(square, ink, opacity=0.25)
    canvas.stroke(square, ink, closed=True, line=Line.MEASURE if right else Line.DOTTED)


def _side(k: int, cell: int, wanted: int, c: float) -> str:
    """Which side of a cell keeps the corner out of it."""
    return (
        f"ends at {'xy'[k]} = {fixed((cell + 1) * c)}"
        if cell < wanted
        else f"begins at {'xy'[k]} = {fixed(cell * c)}"
    )


def goal(moment: Moment[Gridded]) -> Challenge | None:
    """What is to be built of few boxes: with a faulty rule switched on a scene that shows what it does."""
    scene = moment.scene
    if scene.is_crowd:
        return None
    if moment.compare == CENTRE:
        missed, hits = len(cell_of_the_centre(scene.aabbs, scene.c).missed), len(scene.overlapping)
        return Challenge(
            "Drag boxes so that this rule finds half of the overlapping pairs or more, but not all.",
            hits <= 2 * (hits - missed) < 2 * hits,
            f"{hits - missed} of {hits} found",
            "A pair is found where both centres lie in one cell.",
        )
    if moment.compare == TWICE:
        found = not_made_unique(scene.aabbs, scene.c)
        again, hits = len(found.reported) - len(scene.overlapping), len(scene.overlapping)
        return Challenge(
            "Drag boxes so that two pairs or more overlap, and this rule reports none of them again.",
            hits >= 2 and not again,
            f"{counted(hits, 'overlap')}, {again} reported again",
            "Two boxes that overlap by their ends alone can share one cell.",
        )
    if moment.compare == TRUNCATED:
        vain = len(in_vain(scene))
        return Challenge(
            "Drag boxes so that this rule compares just one pair too many.",
            vain == 1,
            f"{vain} too many",
            "Two boxes in the double column or row, and no third one with them.",
        )
    if scene.count == 2:
        return None
    count, apart = shared(*scene.spans[:2]), (0, 1) not in scene.overlapping
    return Challenge(
        "Drag A and B so that they share two cells and do not overlap.",
        count == 2 and apart,
        f"{counted(count, 'shared cell')}, "
        f"{'apart' if apart else 'touching' if scene.just_touch((0, 1)) else 'overlapping'}",
        "Let both reach across the same line of the grid, one above the other.",
    )
