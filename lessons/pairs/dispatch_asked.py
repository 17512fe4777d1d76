"""What the table of routines asks: the cell that answers a pair, and which way the normal goes; and its goals."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import separation
from geometry.faulty.kind_table import not_reversed
from geometry.feature import FeatureRef
from geometry.primitives.kind_table import KINDS, BodiesPaired, Kind, KindAdded, StoredFirst, kind_of
from lessons.pairs.dispatch_counts import name_of, pairs_of
from lessons.pairs.dispatch_figure import feature_of, is_cell_asked, square
from lessons.pairs.dispatch_pair import ARROW
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge, Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.scene import polar
from viz.lesson.screen import xy
from viz.lesson.text import counted, fixed

NEAR = 15.0  # degrees that a direction may be off
CLEARLY = 0.05  # overlap: where a wrong push can be seen
DEEP = 0.3  # overlap: where a push is needed
MANY = 50  # bodies


def question(moment: Moment[Any]) -> Prediction | None:
    """Of shapes that have to be swapped the cell; if they overlap, the normal."""
    match moment.step:
        case _ if moment.compare:
            return None
        case KindAdded() as step if is_cell_asked(moment):
            return _stored_cell(moment, step.kinds)
        case StoredFirst() as step if step.swapped and step.answered.separation < -CLEARLY:
            return _normal(moment)
    return None


def _stored_cell(moment: Moment[Any], kinds: int) -> Click:
    """Which cell answers a pair that comes in the other order: the mirrored one."""
    a, b = (kind_of(each.world) for each in (moment.scene.a, moment.scene.b))
    stored = KINDS.index(a), KINDS.index(b)  # the row of the earlier kind, the column of the later one
    cells = {feature_of(i, j): (i, j) for i in range(kinds) for j in range(kinds)}

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in cells:
            return Verdict(False, "Click a cell of the table.", "Not a cell")
        i, j = cells[answer]
        draw = partial(_draw_cell, (i, j), (i, j) == stored)
        if (i, j) == stored:
            why = f"The routine of both kinds takes the {name_of(b)} as its A: our A and B have to be swapped."
            return Verdict(True, why, draw=draw)
        if (j, i) == stored:
            why = f"Here A = {name_of(a)}, B = {name_of(b)}, but the cell says swap. Swap them, then look again."
        elif i > j:
            why = f"This cell has no routine, and it stands for A = {name_of(KINDS[j])}, B = {name_of(KINDS[i])}."
        else:
            why = f"This routine takes A = {name_of(KINDS[j])}, B = {name_of(KINDS[i])}. {_not_ours(i, j, stored)}"
        return Verdict(False, why, "Not this cell", draw=draw)

    text = (
        "Column: a routine's A, row: its B. Each pair is stored once, its later kind as A. Click our pair's routine."
    )
    return Click(text, judge, frozenset((feature_of(*stored),)))


def _not_ours(i: int, j: int, stored: tuple[int, int]) -> str:
    """Which kind of a cell is not in our pair."""
    others = [name_of(KINDS[k]) for k in dict.fromkeys((j, i)) if k not in stored]
    if not others:
        return "Our pair has two different kinds."
    return f"Our pair has no {' and no '.join(others)}."


def _draw_cell(cell: tuple[int, int], is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "table":
        ink, line = (Ink.ANSWER, Line.FEATURE) if is_right else (Ink.FAULTY, Line.DOTTED)
        canvas.area(square(*cell), ink, opacity=0.14)
        canvas.stroke(square(*cell), ink, closed=True, line=line)


def _normal(moment: Moment[Any]) -> Place:
    step, a, b = moment.step, moment.scene.a.world, moment.scene.b.world
    depth, at = -step.answered.separation, step.answered.point
    right = xy(at - ARROW * step.answered.normal)
    names = name_of(kind_of(a)), name_of(kind_of(b))
    start = math.degrees(math.atan2(*reversed(xy(step.answered.normal)))) + 80.0
    path = tuple(xy(at + polar(ARROW, start + 5.0 * i)) for i in range(73))

    def judge(points: Points) -> Verdict:
        way = np.subtract(points[0], at)
        way /= max(math.hypot(*way), 1e-9)
        cosine = float(-(way @ step.answered.normal))
        pushed = b.moved(depth * way)
        left, is_right = -separation(a, pushed), cosine >= math.cos(math.radians(NEAR))
        draw = partial(_draw_push, pushed, xy(at), right if is_right else xy(points[0]), is_right)
        if is_right:
            why = f"From our A, the {names[0]}, to our B: pushed by {fixed(depth)} along $\\hat n$, B just touches A."
            return Verdict(True, why, draw=draw)
        why = f"Pushed by {fixed(depth)} in this direction, B is still {fixed(left)} deep in A."
        if cosine < -math.cos(math.radians(NEAR)):
            why += f" This is the routine's own normal, from {names[1]} to {names[0]}: it has to be reversed."
        else:
            why += " The MTV is parallel to the dotted normal, but leads from our A to our B."
        return Verdict(False, why, "Still an overlap", (Remark(xy(points[0]), f"{fixed(left)} deep"),), draw=draw)

    text = r"The routine took our B as its A. Drag the ring to the tip of $\hat n$, from our A to our B."
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
    if {a, b} == {Kind.CAPSULE, Kind.POLYGON}:
        text = "Give the table just as many kinds as it needs for a cell of this pair."
        reached = scene.kinds == max(KINDS.index(a), KINDS.index(b)) + 1
        hint = "Both kinds need a row and a column. The kinds come in a fixed order."
        return Challenge(text, reached, f"now {counted(scene.kinds, 'kind')}", hint)
    if a in (Kind.AABB, Kind.OBB) and b is Kind.CIRCLE:
        hint = "An AABB has its sides parallel to the axes. Shift snaps a rotation."
        text = "Rotate A until the routine of another cell answers the pair."
        return Challenge(text, a is Kind.AABB, f"now {a.value} and {b.value}", hint)
    if a is Kind.CIRCLE and b in (Kind.CAPSULE, Kind.OBB):
        left = not_reversed(scene.a.world, scene.b.world).separation
        text = "Place B so that even the normal that is not reversed pushes it out of A."
        reached = scene.contact.separation < -DEEP and left > -CLEARLY
        hint = "A and B then overlap equally deep on two opposite sides."
        return Challenge(text, reached, f"now {fixed(max(-left, 0.0))} deep after the push", hint)
    return None


def _fewer(bodies: int) -> Challenge:
    every, now = pairs_of(MANY), pairs_of(bodies)
    text = f"Set the bodies so that about a quarter of the {every:,} pairs of {MANY} bodies is left."
    hint = "The number of pairs grows nearly with the square of the number of bodies."
    return Challenge(text, abs(now - every / 4) < every / 100, f"now {counted(now, 'pair')}", hint)
