"""The board below the two views of `conventions`: six switches, and every number as both engines tell it. Its
coordinates are those of a sheet 872 x 172; a press flips a switch, or marks a number while that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from geometry.vector import Vector
from lessons.labs.conventions_scene import (
    ASKED,
    MEANINGS,
    NAMES,
    NUMBERS,
    ON_CARD,
    SYMBOLS,
    Spoken,
    is_changed,
    number,
    reached_by,
)
from viz.lesson.canvas import Canvas
from viz.lesson.engines import SWITCHES
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Follow, Moment
from viz.lesson.text import tint

WIDE, GAP, GUTTER = 872.0, 6.0, 46.0
HIGH, ROW, TOP = 48.0, 57.0, 56.0  # of a switch, of a number, of the numbers' first row
LINE = 17.0  # between two lines of a cell
COLUMNS = (186.0, 135.0, 202.0, 126.0, 153.0)  # how wide: pairs need more room
EDGE = 4.0  # from a cell's side to where its words begin
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
    for i, name in enumerate(NUMBERS):
        row, column = divmod(i, len(COLUMNS))
        left = GUTTER + sum(COLUMNS[:column]) + column * GAP
        yield Cell(name, left, -TOP - row * (ROW + GAP), COLUMNS[column], ROW)


def take(moment: Moment[Any], at: Vector) -> Follow | None:
    """A press on a switch flips it; on a number, while these are asked for, marks it."""
    x, y = float(at[0]), float(at[1])
    for cell in switches():
        if cell.has(x, y):
            return lambda scene, start, now, name=cell.name: scene.flipped(name)  # type: ignore[misc]
    if moment.scene.asks and moment.index == MARKED_AT_FIRST:
        for cell in numbers():
            if cell.has(x, y) and cell.name in ASKED:
                return lambda scene, start, now, name=cell.name: scene.with_mark(name)  # type: ignore[misc]
    return None


def draw_board(canvas: Canvas, moment: Moment[Any]) -> None:
    low = -TOP - 2.0 * ROW - GAP
    sheet = (0.0, 0.0), (0.0, low), (WIDE, low), (WIDE, 0.0)
    canvas.stroke(sheet, Ink.CONSTRUCTION, closed=True, line=Line.THIN, opacity=0.0)
    for cell in switches():
        _draw_switch(canvas, moment, cell)
    for cell in numbers():
        _draw_number(canvas, moment, cell)
    if shows_card(moment):
        top = -TOP - _line(moment, 2) + LINE / 2.0
        band = (0.0, top), (0.0, top - LINE), (WIDE, top - LINE), (WIDE, top)
        canvas.stroke(band, Ink.INTERFACE, closed=True, line=Line.THIN)
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


def draw_told(canvas: Canvas, cell: Cell, text: str, ink: Ink, down: float = ROW / 2.0 + LINE / 2.0) -> None:
    """A value at the right of its cell; as it is told there, where nothing else is said."""
    at = cell.left + cell.width - EDGE, cell.top - down
    canvas.label(text, at, ink, toward=(-1.0, 0.0), fixed=True)


def _draw_switch(canvas: Canvas, moment: Moment[Any], cell: Cell) -> None:
    scene: Spoken = moment.scene
    title, off, on = SWITCHES[cell.name]
    has_come, is_known = _has_come(moment, cell.name), cell.name not in scene.is_not_checked
    is_on, is_now = cell.name in scene.there, cell.name in moment.step.turned
    is_lit = is_on and has_come
    ink = Ink.EXAMINED if is_now else Ink.INTERFACE if is_lit else Ink.CONSTRUCTION
    line = Line.OUTLINE if is_now or is_lit else Line.THIN if has_come else Line.DASHED
    canvas.stroke(cell.outline, ink, closed=True, line=line)
    middle = cell.left + cell.width / 2.0
    named = title if has_come else f"{title}, later"
    canvas.label(named, (middle, -13.0), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    said = Ink.TEXT if is_lit or is_now else Ink.QUIET
    words, style = (on if is_on else off), TextStyle.BOLD if has_come else TextStyle.CAPTION
    if not is_known:
        words = "your choice" if cell.name in scene.is_free else "not checked"
    canvas.label(words, (middle, -33.0), said, style=style, fixed=True)


def _has_come(moment: Moment[Any], name: str) -> bool:
    """Whether a step up to this one set a switch; the y axis is spoken of by the question before it too."""
    if moment.scene.asks and name == "y_down":
        return True
    return any(name in step.turned for step in moment.trace.steps[: moment.index + 1])


def _is_hidden(moment: Moment[Any], name: str) -> bool:
    """Whether a number would answer what is asked later."""
    return moment.scene.asks and moment.index < ASKED_BEFORE and name not in ASKED


def _draw_number(canvas: Canvas, moment: Moment[Any], cell: Cell) -> None:
    """Its name, as it is told here, and there once all switches that it follows are set; bright where this step has
    changed it."""
    scene, name = moment.scene, cell.name
    is_marked = scene.asks and moment.index == MARKED_AT_FIRST and name in scene.marked
    is_hidden, has_come = _is_hidden(moment, name), reached_by(name) <= moment.index
    theirs = scene.told_there(name, moment.step.told)
    is_other = is_changed(name, scene.here, moment.step.told) and not scene.unknown(name)
    is_new = is_other and reached_by(name) == moment.index
    if is_marked or (is_new and not shows_card(moment)):
        canvas.stroke(cell.outline, Ink.INTERFACE if is_marked else Ink.EXAMINED, closed=True, line=Line.OUTLINE)
    elif scene.asks and moment.index == MARKED_AT_FIRST:  # what can be clicked
        canvas.stroke(cell.outline, Ink.CONSTRUCTION, closed=True, line=Line.DASHED if is_hidden else Line.THIN)
    named, meant = ((cell.left + EDGE, cell.top - _line(moment, i)) for i in (0, 1))
    ink = Ink.QUIET if is_hidden else Ink.TEXT
    canvas.label(SYMBOLS[name], named, ink, toward=(1.0, 0.0), fixed=True)
    canvas.label(MEANINGS[name], meant, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
    if is_hidden:
        draw_told(canvas, cell, "later", Ink.QUIET, ROW / 2.0)
        return
    draw_told(canvas, cell, number(name, getattr(scene.here, name)), Ink.QUIET, _line(moment, 0))
    if has_come:
        told = tint(f"**{theirs}**", Ink.EXAMINED) if is_new else theirs
        draw_told(canvas, cell, told, Ink.TEXT if is_other else Ink.QUIET, _line(moment, 1))
    if shows_card(moment) and name in ON_CARD:
        agrees = "✓ " if name in scene.agreeing else ""
        printed = f"{agrees}{number(name, getattr(scene.printed, name))}"
        draw_told(canvas, cell, printed, Ink.INTERFACE, _line(moment, 2))
