"""What the table of routines asks: the cell that answers a pair, and which way the normal goes; and its goals."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import separation
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kind_table import KINDS, BodiesPaired, Kind, KindAdded, StoredFirst, kind_of
from lessons.pairs.dispatch_charts import ROUTINES
from lessons.pairs.dispatch_counts import BEGUN, asks_growth, name_of, pairs_of, routines_of
from lessons.pairs.dispatch_faulty import CHANCE, KEPT
from lessons.pairs.dispatch_figure import is_cell_asked, square
from lessons.pairs.dispatch_pair import ARROW
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import counted, fixed

TURNS = np.radians(80.0 + 5.0 * np.arange(73))  # from the routine's normal, at which the ring does not lie at first
AROUND = np.stack((np.cos(TURNS), np.sin(TURNS)))
ACROSS = np.stack((-np.sin(TURNS), np.cos(TURNS)))
NEAR = 15.0  # degrees that a direction may be off
CLEARLY = 0.05  # overlap: where a wrong push can be seen
DOWN = 10.0  # degrees that a normal straight down may be off
MANY = 50  # bodies


def question(moment: Moment[Any]) -> Prediction | None:
    """How the table grows; of shapes that have to be swapped the cells; if they overlap, the normal."""
    match moment.step:
        case _ if moment.compare:
            return None
        case KindAdded() if asks_growth(moment):
            return _growth(moment)
        case KindAdded() if is_cell_asked(moment):
            return _look_up(moment)
        case StoredFirst() as step if step.swapped and step.answered.separation < -CLEARLY:
            return _normal(moment)
    return None


def _growth(moment: Moment[Any]) -> Place:
    """How many routines a full table takes, asked of its first kinds, on the chart."""
    k: int = moment.scene.kinds
    every, (x, top) = int(routines_of(k)), xy(ROUTINES.at(k, ROUTINES.top))
    foot = xy(ROUTINES.at(k, 0.0))

    def number(at: tuple[float, float]) -> int:
        return round(at[1] / top * ROUTINES.top)

    def judge(points: Points) -> Verdict:
        found = number(points[0])
        is_right = abs(found - every) <= 1
        draw = partial(_draw_growth, xy(ROUTINES.at(k, every)) if is_right else points[0], every, is_right)
        if is_right:
            adds = " + ".join(f"{i}" for i in range(BEGUN + 1, k + 1))
            so_far = f"{routines_of(BEGUN):.0f} so far"
            why = f"{so_far}. Each new kind meets every earlier kind and itself: {adds} more. In all {every}."
            return Verdict(True, why, draw=draw)
        why = _too_many(found, k) if found > every else _too_few(found, k)
        told = (Remark(points[0], counted(found, "pair")),)
        return Verdict(False, why, "Too many" if found > every else "Too few", told, draw=draw)

    text = f"3 kinds need 6 pair routines. Drag the ring to the number of pair routines that {k} kinds need."
    return Place(
        text,
        judge,
        (xy(ROUTINES.at(k, 10.0)),),
        (xy(ROUTINES.at(k, every)),),
        "world",
        ((foot, (x, top)),),
        (lambda at: f"{number(at)}",),
    )


def _too_many(found: int, kinds: int) -> str:
    """Of more pairs than there are: than even the whole square has cells, or not."""
    again = "above the diagonal the same two kinds meet again, in the other order."
    if found > kinds * kinds:
        return f"The whole table has only {kinds} · {kinds} = {kinds * kinds} cells, and {again}"
    return f"Each pair is stored once: {again}"


def _too_few(found: int, kinds: int) -> str:
    """Of fewer pairs: what the kinds to come would add then, and what they do add."""
    now = int(routines_of(BEGUN))
    more, one = found - now, BEGUN + 1
    if more <= 0:
        return f"{BEGUN} kinds have {now} pairs already, and kind {one} adds a row of {one} cells."
    added = counted(more, "pair")
    if more <= one:
        return f"Then kinds {one} to {kinds} together add {added}. But kind {one} alone adds a row of {one} cells."
    return (
        f"Then kinds {one} to {kinds} together add {added}. But each row is one cell longer than the row before it."
    )


def _draw_growth(tip: tuple[float, float], every: int, is_right: bool, canvas: Canvas, pane: str) -> None:
    """A straight way to a wrong answer, beside the curve; the number at a right one."""
    if pane != "world":
        return
    if is_right:
        canvas.label(f"{every}", tip, Ink.ANSWER, toward=(-1.0, 0.6), style=TextStyle.BOLD)
    else:
        canvas.stroke((xy(ROUTINES.at(BEGUN, routines_of(BEGUN))), tip), Ink.FAULTY, line=Line.DOTTED)


def _look_up(moment: Moment[Any]) -> Place:
    """Where a pair that comes in the other order is looked up, and the mirrored cell, whose routine answers it."""
    a, b = (kind_of(each.world) for each in (moment.scene.a, moment.scene.b))
    kinds: int = moment.scene.kinds
    ours = KINDS.index(a), KINDS.index(b)  # the row of the earlier kind, the column of the later one
    stored = ours[::-1]

    def names(cell: tuple[int, int]) -> str:
        return f"{name_of(KINDS[cell[0]])} first and {name_of(KINDS[cell[1]])} second"

    def judge(points: Points) -> Verdict:
        cells = [(math.floor(-y), math.floor(x)) for x, y in points]
        if not all(0 <= n < kinds for cell in cells for n in cell):
            return Verdict(False, "Drag both rings into cells of the table.", "Not a cell")
        first, second = cells
        draw = partial(_draw_cells, (first, first == ours), (second, second == stored))
        if first != ours:
            there = " and ".join(f"{body} is {name_of(KINDS[i])}" for body, i in zip("AB", first, strict=True))
            why = f"In that cell {there}. Here A is the {name_of(a)} and B the {name_of(b)}."
            return Verdict(False, why, "Not our cell", draw=draw)
        if second == stored:
            why = f"The cell of A and B is empty. The routine in its mirrored cell expects {names(stored)}."
            return Verdict(True, why, draw=draw)
        if second[0] < second[1]:
            why = "The cell at ring 2 is empty: it has no routine."
        else:
            why = f"This routine expects {names(second)}: other kinds than {name_of(a)} and {name_of(b)}."
        return Verdict(False, why, "Not this routine", draw=draw)

    text = "Row: A, column: B. Drag ring 1 to the cell of A and B, and ring 2 to the cell whose routine answers."
    start = tuple((x * kinds, -kinds - 0.4) for x in (0.25, 0.65))
    right = tuple((j + 0.5, -i - 0.5) for i, j in (ours, stored))
    return Place(text, judge, start, right, "table", names=("1", "2"))


def _draw_cells(first: tuple[Any, bool], second: tuple[Any, bool], canvas: Canvas, pane: str) -> None:
    if pane == "table":
        for cell, is_right in (first, second):
            ink, line = (Ink.ANSWER, Line.FEATURE) if is_right else (Ink.FAULTY, Line.DOTTED)
            canvas.area(square(*cell), ink, opacity=0.14)
            canvas.stroke(square(*cell), ink, closed=True, line=line)


def _normal(moment: Moment[Any]) -> Place:
    step, a, b = moment.step, moment.scene.a.world, moment.scene.b.world
    depth, at = -step.answered.separation, step.answered.point
    right = xy(at - ARROW * step.answered.normal)
    names = name_of(kind_of(a)), name_of(kind_of(b))
    c, s = step.answered.normal.tolist()
    path = tuple(zip(*(at[:, None] + ARROW * (c * AROUND + s * ACROSS)).tolist(), strict=True))

    def judge(points: Points) -> Verdict:
        way = np.subtract(points[0], at)
        way /= max(math.hypot(*way), 1e-9)
        cosine = float(-(way @ step.answered.normal))
        pushed = b.moved(depth * way)
        left, is_right = -separation(a, pushed), cosine >= math.cos(math.radians(NEAR))
        draw = partial(_draw_push, pushed, xy(at), right if is_right else xy(points[0]), is_right)
        if is_right:
            why = f"From A, the {names[0]}, to B: pushed by {fixed(depth)} along $\\hat n_{{AB}}$, B just touches A."
            return Verdict(True, why, draw=draw)
        why = f"B was {fixed(depth)} deep in A. Pushed by {fixed(depth)} in this direction, it is {fixed(left)} deep."
        if cosine < -math.cos(math.radians(NEAR)):
            why += f" This is the routine's own normal, from its first shape, the {names[1]}, to the {names[0]}."
        else:
            why += " A push by the depth along $\\hat n_{AB}$ makes B just touch A."
        return Verdict(False, why, "Still an overlap", (Remark(xy(points[0]), f"{fixed(left)} deep"),), draw=draw)

    text = r"The call was swapped: the routine took B first. Drag the ring to the tip of $\hat n_{AB}$, from A to B."
    return Place(text, judge, start=(path[0],), right=(right,), pane="world", along=(path,), names=("tip",))


def _draw_push(pushed: Any, start: Any, tip: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The direction, and B pushed along it."""
    if pane == "world":
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        marks.ghost(canvas, pushed, ink, line)
        canvas.arrow(start, tip, ink)


def goal(moment: Moment[Any]) -> Challenge | None:
    """A scene to construct: of bodies their number, else by the kinds of the pair, while it is shown."""
    if isinstance(moment.step, BodiesPaired):
        return _fewer(moment.scene.count)
    if not moment.has_seen(StoredFirst):
        return None
    scene = moment.scene
    a, b = (kind_of(each.world) for each in (scene.a, scene.b))
    if moment.compare == CHANCE and a is b is Kind.CIRCLE:
        return _disagree(moment)
    if moment.compare == KEPT and a is Kind.CIRCLE and b is not Kind.CIRCLE:
        return _less_than_twice(moment) if moment.has_seen(TurnedRound) else None
    if scene.is_counted:  # whatever kinds are given to A and B on the way
        return _no_swap(moment)
    if {a, b} == {Kind.CAPSULE, Kind.CIRCLE}:
        text = "Set the fewest kinds whose table has a cell for this pair."
        reached = scene.kinds == max(KINDS.index(a), KINDS.index(b)) + 1
        hint = "Both kinds need a row and a column. The kinds come in a fixed order."
        return Challenge(text, reached, f"now {counted(scene.kinds, 'kind')}", hint)
    if a in (Kind.AABB, Kind.OBB) and b is Kind.CIRCLE:
        hint = "An AABB has its sides parallel to the axes. Shift snaps a rotation."
        text = "Rotate A until the routine of another cell answers the pair."
        return Challenge(text, a is Kind.AABB, f"now {a.value} and {b.value}", hint)
    return None


def _no_swap(moment: Moment[Any]) -> Challenge:
    """Two kinds whose own cell is not empty, in a table that has both, and B so that the normal is told. Of a swapped
    call the direction is held back, as it is asked for."""
    scene, stored = moment.scene, moment.latest(StoredFirst)
    a, b = (kind_of(each.world) for each in (scene.a, scene.b))
    n, is_direct = scene.contact.normal, stored is not None and stored.in_table and not stored.swapped
    off = math.degrees(math.acos(max(-1.0, min(1.0, -float(n[1])))))
    overlaps = scene.contact.separation < -CLEARLY
    text = (
        r"Give A and B two unlike kinds (Edit) that need no swap. Let them overlap with $\hat n_{AB}$ straight down."
    )
    hint = "The kind of A has to come later in the table than that of B. B lies below A."
    now = f"now {name_of(a)} and {name_of(b)}"
    if is_direct and a is not b:
        now += f", {off:.0f}° off" if overlaps else ", no overlap"
    return Challenge(text, is_direct and a is not b and overlaps and off <= DOWN, now, hint)


def _disagree(moment: Moment[Any]) -> Challenge:
    """Another place at which < and <= differ: beside, above or below A, as its numbers are easily typed."""
    a, b = (each.world for each in (moment.scene.a, moment.scene.b))
    dx, dy = (abs(p - q) for p, q in zip(a.points_xy[0], b.points_xy[0], strict=True))
    text = "Set the centre of B (Edit) straight above or beside that of A, where the two rules disagree."
    hint = "At one distance of the centres only do < and ≤ differ: the sum of the radii."
    reached = moment.scene.touches and moment.faulty is False and min(dx, dy) < CLEARLY
    return Challenge(text, reached, f"centres {fixed(math.hypot(dx, dy))} apart", hint)


def _less_than_twice(moment: Moment[Any]) -> Challenge:
    """Where the push the wrong way brings another side of B nearer to A."""
    depth, left = -moment.scene.contact.separation, -moment.faulty.separation
    text = "The wrong push doubles the overlap. Move B deeper, until this push leaves less than double."
    hint = "After the push another side of B has to be the nearest way out."
    now = f"now {fixed(depth)}, then {fixed(left)}" if depth > 0.0 else "now no overlap"
    return Challenge(text, depth > CLEARLY and left < 2.0 * depth - CLEARLY, now, hint)


def _fewer(bodies: int) -> Challenge:
    every, now = pairs_of(MANY), pairs_of(bodies)
    text = f"{MANY} bodies make {every:,} pairs. Set the number of bodies that makes about a quarter of them."
    hint = "The number of pairs grows nearly with the square of the number of bodies."
    return Challenge(text, abs(now - every / 4) < every / 100, f"now {counted(now, 'pair')}", hint)
