"""The board below the two views of `conventions`: six switches, and every number as both engines tell it. Its
coordinates are those of a sheet 872 x 172; a press flips a switch, or marks a number while that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from geometry.vector import Vector
from lessons.labs.conventions_scene import (
    MEANINGS,
    NAMES,
    NUMBERS,
    ON_CARD,
    SYMBOLS,
    UNKNOWN,
    Spoken,
    is_changed,
    number,
)
from viz.lesson.canvas import Canvas
from viz.lesson.engines import SWITCHES
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Follow, Moment
from viz.lesson.text import tint

WIDE, GAP, GUTTER = 872.0, 6.0, 46.0
HIGH, ROW, TOP = 48.0, 57.0, 56.0  # of a switch, of a number, of the numbers' first row
LINE = 17.0  # between two lines of a cell
COLUMNS = 5
NAME, VALUE = 36.0, 0.7  # the middle of a number's name; of its values, as a part of the width
ASKED_BEFORE = 3  # the step that shows which way the normal points
MARKED_AT_FIRST = 0  # the step at which numbers are marked


class Cell(NamedTuple):
    """A switch or a number and its box on the sheet."""

    name: str
    left: float
    top: float  # y of its upper side: 0 or below
    width: float
    height: float

    def has(self, x: float, y: float) -> bool:
        return self.left <= x <= self.left + self.width and self.top - self.height <= y <= self.top

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        right, low = self.left + self.width, self.top - self.height
        return (self.left, self.top), (self.left, low), (right, low), (right, self.top)


def switches() -> Iterator[Cell]:
    width = (WIDE - GAP * (len(NAMES) - 1)) / len(NAMES)
    for i, name in enumerate(NAMES):
        yield Cell(name, i * (width + GAP), 0.0, width, HIGH)


def numbers() -> Iterator[Cell]:
    width = (WIDE - GUTTER - GAP * (COLUMNS - 1)) / COLUMNS
    for i, name in enumerate(NUMBERS):
        row, column = divmod(i, COLUMNS)
        yield Cell(name, GUTTER + column * (width + GAP), -TOP - row * (ROW + GAP), width, ROW)


def take(moment: Moment[Any], at: Vector) -> Follow | None:
    """A press on a switch flips it; on a number, while these are asked for, marks it."""
    x, y = float(at[0]), float(at[1])
    for cell in switches():
        if cell.has(x, y):
            return lambda scene, start, now, name=cell.name: scene.flipped(name)  # type: ignore[misc]
    if moment.scene.asks and moment.index == MARKED_AT_FIRST:
        for cell in numbers():
            if cell.has(x, y):
                return lambda scene, start, now, name=cell.name: scene.with_mark(name)  # type: ignore[misc]
    return None


def draw_board(canvas: Canvas, moment: Moment[Any]) -> None:
    for cell in switches():
        _draw_switch(canvas, moment, cell)
    for cell in numbers():
        _draw_number(canvas, moment, cell)
    for row in range(2):
        top = -TOP - row * (ROW + GAP)
        for i, word in enumerate(_lines(moment)):
            if row == 0 or word != "card":
                at = GUTTER / 2.0 - 2.0, top - _line(moment, i)
                canvas.label(word, at, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def _lines(moment: Moment[Any]) -> tuple[str, ...]:
    return ("here", "there", "card") if shows_card(moment) else ("here", "there")


def shows_card(moment: Moment[Any]) -> bool:
    """At the end, where the whole answer of the other engine is known."""
    return moment.is_last and moment.scene.asks and moment.scene.can_be_read and not moment.compare


def _line(moment: Moment[Any], i: int) -> float:
    """From the top of a cell to the middle of one of its lines."""
    return ROW / 2.0 + LINE * (i - (len(_lines(moment)) - 1) / 2.0)


def _draw_switch(canvas: Canvas, moment: Moment[Any], cell: Cell) -> None:
    scene: Spoken = moment.scene
    title, off, on = SWITCHES[cell.name]
    has_come, is_known = _has_come(moment, cell.name), cell.name not in scene.is_not_checked
    is_on, is_now = cell.name in scene.there, cell.name in moment.step.turned
    is_lit = is_on and has_come
    if is_lit:
        canvas.area(cell.outline, Ink.INTERFACE, opacity=0.16)
    ink = Ink.EXAMINED if is_now else Ink.INTERFACE if is_lit else Ink.CONSTRUCTION
    line = Line.OUTLINE if is_now else Line.THIN if has_come else Line.DASHED
    canvas.stroke(cell.outline, ink, closed=True, line=line)
    middle = cell.left + cell.width / 2.0
    named = title if has_come else f"{title}, later"
    canvas.label(named, (middle, -13.0), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    said = Ink.TEXT if is_lit or is_now else Ink.QUIET
    words, style = (on if is_on else off), TextStyle.BOLD if has_come else TextStyle.CAPTION
    canvas.label(words if is_known else "not checked", (middle, -33.0), said, style=style, fixed=True)


def _has_come(moment: Moment[Any], name: str) -> bool:
    """Whether a step up to this one set a switch; the y axis is spoken of by the question before it too."""
    if moment.scene.asks and name == "y_down":
        return True
    return any(name in step.turned for step in moment.trace.steps[: moment.index + 1])


def _texts(moment: Moment[Any], name: str) -> tuple[str, str]:
    """A number here and there; of what is asked for later only which sign changes."""
    if moment.scene.asks and moment.index < ASKED_BEFORE and name in ("normal", "nearest"):
        return "(x, y)", "(x, −y)" if moment.step.so_far.y_down else "(x, y)"
    return number(name, getattr(moment.scene.here, name)), moment.scene.told_there(name, moment.step.told)


def _draw_number(canvas: Canvas, moment: Moment[Any], cell: Cell) -> None:
    """Its name, as it is told here and there; bright where this step has changed it, with light that fades."""
    scene, step, name = moment.scene, moment.step, cell.name
    here, there = scene.here, step.told
    before = moment.trace.steps[max(moment.index - 1, 0)].told
    is_asked = scene.asks and moment.index == MARKED_AT_FIRST
    is_new = is_changed(name, before, there) and not scene.is_unknown(name)
    is_marked = is_asked and name in scene.marked
    if is_marked:
        canvas.area(cell.outline, Ink.INTERFACE, opacity=0.2)
    if is_new and moment.time < 1.0:
        canvas.area(cell.outline, Ink.EXAMINED, opacity=0.3 * (1.0 - moment.time))
    else:
        canvas.area(cell.outline, Ink.CONSTRUCTION, opacity=0.1)
    if is_marked or is_new:
        canvas.stroke(cell.outline, Ink.INTERFACE if is_marked else Ink.EXAMINED, closed=True, line=Line.THIN)
    canvas.label(SYMBOLS[name], (cell.left + NAME, cell.top - ROW / 2.0 + 8.0), Ink.TEXT, fixed=True)
    meant = (cell.left + NAME + 2.0, cell.top - ROW / 2.0 - 11.0)
    canvas.label(MEANINGS[name], meant, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    middle = cell.left + VALUE * cell.width
    ours, theirs = _texts(moment, name)
    canvas.label(ours, (middle, cell.top - _line(moment, 0)), Ink.QUIET, fixed=True)
    if moment.index > 0:
        is_other = is_changed(name, here, there) and theirs != UNKNOWN
        told = tint(f"**{theirs}**", Ink.EXAMINED) if is_new else theirs
        canvas.label(told, (middle, cell.top - _line(moment, 1)), Ink.TEXT if is_other else Ink.QUIET, fixed=True)
    if shows_card(moment) and name in ON_CARD:
        printed = number(name, getattr(scene.printed, name))
        canvas.label(printed, (middle, cell.top - _line(moment, 2)), Ink.INTERFACE, fixed=True)
