"""The board below the two views of `conventions`: one table. Its columns are the numbers, each below the switch that
changes it; its rows are what each engine tells, and its name of the field or what the card says. Its coordinates are
those of a sheet 872 wide; a press flips a switch, or marks a number while that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from operator import methodcaller
from typing import Any, NamedTuple

from geometry.vector import Vector
from lessons.labs.conventions_scene import (
    ASKED,
    MEANINGS,
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
from viz.lesson.scene import Switch
from viz.lesson.text import tint

ON_SCREEN = "winding on screen"  # not in the numbers: with y down these turn the other way
NEVER = ""  # the group of the numbers that no switch changes
GROUPS = {  # a switch, and the columns below it with their widths
    "y_down": {"vertex": 97.0, "angle": 55.0, "spin": 51.0},
    "clockwise": {"area": 126.0},
    "normal_b_to_a": {"normal": 92.0},
    "b_minus_a": {"nearest": 92.0},
    "depth_negative": {"depth": 73.0},
    "touching_is_apart": {"touching": 84.0},
    NEVER: {"distance": 75.0, "energy": 59.0},
}
GUTTER, GAP, EDGE = 47.0, 6.0, -5.0  # left of the columns, between groups, from a cell's side to a word's place
WIDE = GUTTER + sum(sum(columns.values()) + GAP for columns in GROUPS.values()) - GAP
HIGH, TOP, LOW = 40.0, 45.0, 148.0  # of a switch; the numbers' upper and lower side
HEAD, CAPTION, RULE = 57.0, 73.0, 84.0  # down to the middle of the symbols and of what they mean, and to the line
HERE, THERE, THIRD = 96.0, 116.0, 136.0  # and to the middle of each row
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


def _groups() -> Iterator[Cell]:
    """What stands above the columns: the switches, and a last one that is none."""
    left = GUTTER
    for name, columns in GROUPS.items():
        width = sum(columns.values())
        yield Cell(name, left, 0.0, width, HIGH)
        left += width + GAP


# While it is asked which numbers y down changes, the switches do not stand above theirs: one is above the middle.
_ALONE = Cell("y_down", GUTTER + (WIDE - GUTTER - 208.0) / 2.0, 0.0, 208.0, HIGH)


def switches() -> Iterator[Cell]:
    return (cell for cell in _groups() if cell.name != NEVER)


def numbers() -> Iterator[Cell]:
    """In the order of NUMBERS."""
    for group in _groups():
        left = group.left
        for name, width in GROUPS[group.name].items():
            yield Cell(name, left + 2.0, -TOP, width - 4.0, LOW - TOP)
            left += width


assert tuple(cell.name for cell in numbers()) == NUMBERS


def take(moment: Moment[Any], at: Vector) -> Follow | None:
    """A press on a switch flips it; on a number, while these are asked for, marks it."""
    x, y = float(at[0]), float(at[1])
    if _is_asked(moment):
        for cell in numbers():
            if cell.has(x, y) and cell.name in ASKED:
                return Switch(methodcaller("with_mark", cell.name))
        return None
    for cell in switches():
        if cell.has(x, y):
            return Switch(methodcaller("flipped", cell.name))
    return None


def _is_asked(moment: Moment[Any]) -> bool:
    return bool(moment.scene.asks) and moment.index == MARKED_AT_FIRST


def draw_board(canvas: Canvas, moment: Moment[Any]) -> None:
    sheet = (0.0, 0.0), (0.0, -LOW), (WIDE, -LOW), (WIDE, 0.0)
    canvas.stroke(sheet, Ink.CONSTRUCTION, closed=True, line=Line.THIN, opacity=0.0)
    for cell in (_ALONE,) if _is_asked(moment) else _groups():
        _draw_switch(canvas, moment, cell)
    canvas.stroke(((0.0, -RULE), (WIDE, -RULE)), Ink.CONSTRUCTION, line=Line.THIN)
    for cell in numbers():
        _draw_number(canvas, moment, cell)
    third = "card" if shows_card(moment) else "field" if _fields(moment) else ""
    if shows_card(moment):
        canvas.area(_row(THIRD), Ink.INTERFACE, opacity=0.16)
    for word, down in (("here", HERE), ("y down" if _is_asked(moment) else "there", THERE), (third, THIRD)):
        ink = Ink.INTERFACE if word == "card" else Ink.QUIET
        if word:
            canvas.label(word, (-9.0, -down), ink, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)


def _row(down: float) -> tuple[tuple[float, float], ...]:
    top, low = 10.0 - down, -10.0 - down
    return (0.0, top), (0.0, low), (WIDE, low), (WIDE, top)


def _fields(moment: Moment[Any]) -> bool:
    return any(moment.scene.field(name) for name in NUMBERS)


def shows_card(moment: Moment[Any]) -> bool:
    """At the end, where the whole answer of the other engine is known."""
    return moment.is_last and moment.scene.asks and moment.scene.can_be_read and not moment.compare


def draw_told(canvas: Canvas, cell: Cell, text: str, ink: Ink, down: float = THERE) -> None:
    """A value at the right of its cell; as it is told there, where nothing else is said."""
    canvas.label(text, (cell.left + cell.width - EDGE, -down), ink, toward=(-1.0, 0.0), fixed=True)


def _draw_switch(canvas: Canvas, moment: Moment[Any], cell: Cell) -> None:
    middle = cell.left + cell.width / 2.0
    if cell.name == NEVER:
        canvas.label("lengths, energy", (middle, -12.0), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
        canvas.label("never change", (middle, -28.0), Ink.QUIET, fixed=True)
        return
    scene: Spoken = moment.scene
    title, off, on = SWITCHES[cell.name]
    has_come, is_known = _has_come(moment, cell.name), cell.name not in scene.is_not_checked
    is_on, is_now = cell.name in scene.there, cell.name in moment.step.turned
    is_lit = is_on and has_come
    ink = Ink.EXAMINED if is_now else Ink.INTERFACE if is_lit else Ink.CONSTRUCTION
    line = Line.OUTLINE if is_now or is_lit else Line.THIN if has_come else Line.DASHED
    canvas.stroke(cell.outline, ink, closed=True, line=line)
    title = ON_SCREEN if cell.name == "clockwise" else title
    canvas.label(title, (middle, -12.0), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    said = Ink.TEXT if is_lit or is_now else Ink.QUIET
    words, style = (on if is_on else off), TextStyle.BOLD if has_come else TextStyle.CAPTION
    canvas.label(words if is_known else "none", (middle, -28.0), said, style=style, fixed=True)


def _has_come(moment: Moment[Any], name: str) -> bool:
    """Whether a step up to this one set a switch; the y axis is spoken of by the question before it too."""
    if moment.scene.asks and name == "y_down":
        return True
    return any(name in step.turned for step in moment.trace.steps[: moment.index + 1])


def _is_hidden(moment: Moment[Any], name: str) -> bool:
    """Whether a number is not spoken of yet, or would answer what is asked later."""
    is_early = moment.index < min(ASKED_BEFORE, reached_by(name))
    return moment.scene.asks and is_early and name not in ASKED


def _draw_number(canvas: Canvas, moment: Moment[Any], cell: Cell) -> None:
    """Its name, as it is told here, and there once all switches that it follows are set; bright where this step has
    changed it."""
    scene, name = moment.scene, cell.name
    is_hidden = _is_hidden(moment, name)
    is_other = is_changed(name, scene.here, moment.step.told) and not scene.unknown(name)
    is_new = is_other and reached_by(name) == moment.index
    if _is_asked(moment) and not is_hidden:  # what can be clicked
        is_marked = name in scene.marked
        ink, line = (Ink.INTERFACE, Line.OUTLINE) if is_marked else (Ink.CONSTRUCTION, Line.THIN)
        canvas.stroke(cell.outline, ink, closed=True, line=line)
    draw_told(canvas, cell, SYMBOLS[name], Ink.QUIET if is_hidden else Ink.TEXT, HEAD)
    _caption(canvas, cell, MEANINGS[name], CAPTION)
    if is_hidden:
        return
    draw_told(canvas, cell, number(name, getattr(scene.here, name)), Ink.QUIET, HERE)
    if reached_by(name) <= moment.index:
        theirs = scene.told_there(name, moment.step.told)
        told = tint(f"**{theirs}**", Ink.EXAMINED) if is_new else theirs
        draw_told(canvas, cell, told, Ink.TEXT if is_other else Ink.QUIET)
    if shows_card(moment):
        if name in ON_CARD:
            agrees = "✓ " if name in scene.agreeing else ""
            draw_told(canvas, cell, f"{agrees}{number(name, getattr(scene.printed, name))}", Ink.INTERFACE, THIRD)
    elif scene.field(name):
        _caption(canvas, cell, scene.field(name), THIRD, Ink.TEXT)


def _caption(canvas: Canvas, cell: Cell, text: str, down: float, ink: Ink = Ink.QUIET) -> None:
    at = cell.left + cell.width - EDGE, -down
    canvas.label(text, at, ink, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
