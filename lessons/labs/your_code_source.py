"""The source of the routine beside the scene: a few lines around the one that counts, and the values that it has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lessons.labs.your_code_cause import Fault, fault_of
from lessons.labs.your_code_live import Live, last_values, live_of
from lessons.labs.your_code_reading import owner
from lessons.labs.your_code_routines import BY_CENTRES, Routine
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import Compared, Shrunk, Walked, found_of, head_of, values_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import tint
from viz.session.source import CodeLine, Kind, function_lines, wrapped

WIDE, ROWS = 20.6, 24.2  # of the pane, in rows of source
GUTTER, COLUMNS = 1.7, 43  # where the code begins, in rows, and the letters of one that fit
MOST_ROWS, LEAST_LINES = 19, 3  # of a routine: rows of its lines, and lines however many values stand below
TOP = -1.9  # where the lines begin, below the title
BELOW_LINES, ABOVE_LIVE, LIVE_HEAD, LIVE_ROW = 0.8, 1.2, 1.2, 1.1  # heights of what stands below the lines
VALUE = 10.6  # where values stand, in rows
_INKS = {Kind.KEYWORD: Ink.INTERFACE, Kind.NAME: Ink.EXAMINED, Kind.STRING: Ink.QUIET}


def is_told(moment: Moment[Asked]) -> bool:
    """Whether the answer, and so the fault, is known at the step."""
    return moment.parent is not None or isinstance(moment.step, Compared | Walked)


def source_head(routine: Routine, moment: Moment[Asked]) -> tuple[str, str]:
    whose = "An example routine" if owner(routine.scene) == "example" else "Your routine"
    return f"{whose}: {routine.subject.function}", ""


def excerpt(routine: Routine, around: int, room: float = MOST_ROWS) -> tuple[CodeLine | None, ...]:
    """The function that a line is in: its head, and the lines around that one, as many as have room, in rows; None
    where some are left out."""
    rows = routine.subject.text.splitlines()
    heads = [(i, found[1]) for i, row in enumerate(rows, 1) if (found := re.match(r"def (\w+)\(", row))]
    name = next((name for i, name in reversed(heads) if i <= around), routine.subject.function)
    try:
        lines = function_lines(str(routine.subject.file), name)
    except ValueError:
        return ()
    code = [line for line in lines if line.text.strip() and not line.is_folded and not _is_prose(line)]
    at = next((k for k, line in enumerate(code) if line.number >= around), 0)
    most = LEAST_LINES
    while most < len(code) and _rows_of(_some(code, at, most + 1)) <= min(room, MOST_ROWS):
        most += 1
    return _some(code, at, most)


def _some(code: Sequence[CodeLine], at: int, most: int) -> tuple[CodeLine | None, ...]:
    """The head, and so many lines with it around line number `at` of these."""
    if len(code) <= most:
        return tuple(code)
    first = max(1, min(at - 3, len(code) - most + 1))
    return (code[0], *([None] if first > 1 else []), *code[first : first + most - 1])


def _rows_of(lines: Sequence[CodeLine | None]) -> int:
    return sum(1 if each is None else len(wrapped(each, COLUMNS)) for each in lines)


def _is_prose(line: CodeLine) -> bool:
    return line.text.strip().startswith(('"""', "'''"))


def draw_source(canvas: Canvas, routine: Routine, moment: Moment[Asked]) -> None:
    """The lines, the one that is at fault or about to run on a ground of its own, and the values below."""
    found = found_of(moment)
    fault = fault_of(moment.scene, found, routine.subject.text)
    line, ink = marked(routine, moment, fault)
    around = (
        fault.line if fault is not None and moment.parent is None else line or found.line or head_of(routine.subject)
    )
    live = live_at(moment, found, fault) if is_told(moment) else Live(())
    low = _lines(canvas, excerpt(routine, around, ROWS + TOP - BELOW_LINES - _height(live)), line, ink)
    _live(canvas, low - ABOVE_LIVE, live, line)
    corners = ((0.0, 0.0), (WIDE, 0.0), (WIDE, -ROWS), (0.0, -ROWS))
    canvas.area(corners, Ink.CONSTRUCTION, opacity=0.0)  # one size at all steps


def marked(routine: Routine, moment: Moment[Asked], fault: Fault | None) -> tuple[int, Ink]:
    """The line that counts at a step: in a call the next one; of a wrong answer the one at fault, once it is told."""
    if moment.parent is not None:
        return moment.step.line, Ink.EXAMINED
    if fault is not None and is_told(moment):
        return fault.line, Ink.FAULTY
    is_asked = isinstance(moment.step, Shrunk) and moment.step.frame is routine.checked.frames[-1]
    if fault is not None and is_asked and routine.name == BY_CENTRES:
        return fault.line, Ink.EXAMINED  # the prediction speaks of it
    return 0, Ink.TEXT


def live_at(moment: Moment[Asked], found: Compared, fault: Fault | None) -> Live:
    if moment.parent is not None:
        return last_values(moment.scene, values_of(moment.step))
    call = next((step.call for step in moment.trace.steps if isinstance(step, Walked)), ())
    return live_of(moment.scene, found, fault, [(step.line, values_of(step)) for step in call])


def _lines(canvas: Canvas, lines: Sequence[CodeLine | None], line: int, ink: Ink) -> float:
    """Draws the lines, a row each. Returns where they end."""
    rows = [(each, wrapped(each, COLUMNS) if each is not None else [()]) for each in lines]
    low = TOP - BELOW_LINES - sum(len(some) for _, some in rows)
    canvas.area(((0.0, TOP), (WIDE, TOP), (WIDE, low), (0.0, low)), Ink.CONSTRUCTION, opacity=0.1)
    y = TOP - 0.9
    for each, some in rows:
        is_here = each is not None and each.number == line
        shade = ink if is_here else Ink.TEXT
        if is_here:
            top, end = y + 0.5, y + 0.5 - len(some)
            canvas.area(((0.0, top), (WIDE, top), (WIDE, end), (0.0, end)), ink, opacity=0.18)
            canvas.area(((0.0, top), (0.16, top), (0.16, end), (0.0, end)), ink, opacity=1.0)
        number = "⋮" if each is None else f"{each.number:>2}"
        _code(canvas, number, (0.35, y), Ink.QUIET)
        for i, row in enumerate(some):
            _code(canvas, "".join(_coloured(text, kind) for text, kind in row).rstrip(), (GUTTER, y - i), shade)
        y -= len(some)
    return low


def _code(canvas: Canvas, words: str, at: Any, ink: Ink) -> None:
    if words.strip():
        words = words.replace("**", f"*{tint('*', ink)}")  # a power, not the mark of bold words
        canvas.label(words, at, ink, toward=(1.0, 0.0), style=TextStyle.CODE, fixed=True)


def _coloured(text: str, kind: Kind) -> str:
    ink = _INKS.get(kind)
    return text if ink is None or not text.strip() else text.replace(text.strip(), tint(text.strip(), ink))


def _height(live: Live) -> float:
    """Of the values, in rows."""
    return ABOVE_LIVE + LIVE_HEAD + LIVE_ROW * (len(live.rows) + bool(live.so)) if live.rows else 0.0


def _live(canvas: Canvas, top: float, live: Live, line: int) -> None:
    """The values below the lines, and what they come to."""
    if not live.rows:
        return
    head = f"On this scene, at line {line}" if line else "On this scene, at the end"
    canvas.label(head, (0.35, top), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
    y = top - LIVE_HEAD
    value = VALUE if max(len(name) for name, _ in live.rows) > 8 else 0.55 * VALUE
    for name, words in live.rows:
        _code(canvas, name, (0.35, y), Ink.TEXT)
        _code(canvas, words, (value, y), Ink.EXAMINED)
        y -= LIVE_ROW
    if live.so:
        canvas.label(live.so, (0.35, y - 0.4), Ink.FAULTY, toward=(1.0, 0.0), style=TextStyle.BOLD, fixed=True)
