"""What the table of routines asks: the last cell that a new kind needs, and which way the normal goes."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import separation
from geometry.feature import FeatureRef
from geometry.primitives.kind_table import KINDS, KindAdded, StoredFirst, kind_of
from lessons.pairs.dispatch_figure import ARROW, draw_icons, feature_of, name_of, square
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.scene import polar
from viz.lesson.screen import xy
from viz.lesson.text import fixed, sentence

ASKED = 4  # kinds in the table when the next one is asked about
NEAR = 15.0  # degrees that a direction may be off
CLEARLY = 0.05  # overlap: where a wrong push can be seen


def question(moment: Moment[Any]) -> Prediction | None:
    """Before the fifth kind, its last cell; of shapes that were swapped and overlap, the normal."""
    match moment.step:
        case _ if moment.compare:
            return None
        case KindAdded() as step if step.kinds == ASKED < moment.scene.kinds:
            return _last_cell()
        case StoredFirst() as step if step.swapped and step.answered.separation < -CLEARLY:
            return _normal(moment)
    return None


def _last_cell() -> Click:
    new, name = ASKED, name_of(KINDS[ASKED])
    cells = {feature_of(i, j): (i, j) for i in range(new + 1) for j in range(new + 1)}

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in cells:
            return Verdict(False, "Click a cell of the table.", "Not a cell")
        i, j = cells[answer]
        draw = partial(_draw_cells, (i, j))
        place = (j + 0.5, -i - 0.5)
        if i == j == new:
            why = f"{new} earlier kinds and the {name} itself: {new + 1} new routines."
            return Verdict(True, why, remarks=(Remark((j + 0.86, -i - 0.86), f"{new + 1} new", True),), draw=draw)
        if j < new and i < new:
            words = "mirrored" if i > j else "there already"
            both = f"{sentence(name_of(KINDS[j]))} and {name_of(KINDS[i])}" if i != j else f"Two {name_of(KINDS[i])}s"
            why = f"{both} have their routine already."
        elif i == new:
            words, why = "mirrored", f"{sentence(name_of(KINDS[j]))} and {name} are paired in the new column, "
            why += "A and B swapped: one routine serves both."
        else:
            words, why = "one is missing", f"Two {name}s can meet as well. Go on down the column to the diagonal."
            if i < new - 1:
                words, why = "not the last", f"The {name} also meets the kinds below, and another {name}."
        return Verdict(False, why, "Not this cell", (Remark(place, words),), draw=draw)

    text = f"Next comes the {name}. From the top of its column: click the last cell that needs a routine."
    return Click(text, judge, frozenset((feature_of(new, new),)))


def _draw_cells(cell: tuple[int, int], canvas: Canvas, pane: str) -> None:
    """The pairs of the new column of a right answer; the cell of a wrong one."""
    if pane == "table":
        is_right = cell == (ASKED, ASKED)
        for place in [(i, ASKED) for i in range(ASKED + 1)] if is_right else [cell]:
            ink = Ink.ANSWER if is_right else Ink.FAULTY
            if is_right:
                draw_icons(canvas, *place)
            else:
                canvas.area(square(*place), ink, opacity=0.3)
            canvas.stroke(square(*place), ink, closed=True, line=Line.MEASURE if is_right else Line.DOTTED)


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
            why += " The MTV lies along the dotted normal."
        return Verdict(False, why, "Still an overlap", (Remark(xy(points[0]), f"{fixed(left)} deep"),), draw=draw)

    text = r"The routine took our B as its A. Drag the ring to the tip of $\hat n$, from our A to our B."
    return Place(text, judge, start=(path[0],), right=(right,), pane="world", along=(path,), names=("tip",))


def _draw_push(pushed: Any, start: Any, tip: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The direction, and B pushed along it."""
    if pane == "world":
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        marks.ghost(canvas, pushed, ink, line)
        canvas.arrow(start, tip, ink)
