"""The panes of the lesson: the scene as it is now, and three small ones below it that follow the check."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from geometry.counterexample.search import Row
from lessons.labs.checking.words import words_of
from lessons.labs.your_code_check import SEED, Checked
from lessons.labs.your_code_figure import (
    BOTH,
    RIGHT,
    YOURS,
    draw_answer,
    draw_arguments,
    draw_centres,
    middle_of,
    pill,
)
from lessons.labs.your_code_reading import NOTHING, read_or_none, right_of, vertices
from lessons.labs.your_code_routines import BY_CENTRES, Routine
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import (
    Compared,
    NoFile,
    Shrunk,
    Spoken,
    Tried,
    Walked,
    found_of,
    is_point,
    values_of,
)
from viz.lesson import measures
from viz.lesson.canvas import Canvas, Label, Symbol
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment

RoutineOf = Callable[[Asked], Routine]
CARDS = 3
MOST_DRAWN = 6  # values of a call
HEADS = {
    "found": "Found: the first scene that fails",
    "fewer vertices": "Fewer vertices: it still fails",
    "round numbers": "Round numbers: it still fails",
}


def world_head(routine_of: RoutineOf, moment: Moment[Asked]) -> tuple[str, str]:
    found = found_of(moment)
    if moment.parent is not None:
        return "One call of your routine on this scene", ""
    if isinstance(moment.step, Shrunk) and is_smallest(routine_of, moment):
        is_last = moment.step.frame is routine_of(moment.scene).checked.frames[-1]
        return "The smallest scene of the check: it can be dragged" if is_last else HEADS[moment.step.frame.name], ""
    if not isinstance(moment.step, Compared | Walked):
        return "A scene of the check: it can be dragged", ""
    return (
        "A small scene on which your routine fails" if found.why else "A scene on which your routine is right"
    ), ""


def is_smallest(routine_of: RoutineOf, moment: Moment[Asked]) -> bool:
    """Whether the scene is still the one that the check has ended with."""
    return moment.scene.arguments == routine_of(moment.scene).scene.arguments


def scene_at(routine_of: RoutineOf, moment: Moment[Asked]) -> Asked:
    """While the check shrinks its scene that of the step, as long as nobody has dragged it; else the lesson's own."""
    if isinstance(moment.step, Shrunk) and is_smallest(routine_of, moment):
        return replace(moment.scene, arguments=moment.step.frame.arguments)
    return moment.scene


def draw_world(routine_of: RoutineOf, canvas: Canvas, moment: Moment[Asked]) -> None:
    scene, step = scene_at(routine_of, moment), moment.step
    is_small = scene.arguments == moment.scene.arguments  # not on its way there: many numbers with many decimals
    draw_arguments(canvas, scene, numbered=is_small)
    if moment.parent is not None:
        _values(canvas, moment)
        return
    if isinstance(step, Compared | Walked):
        compare(canvas, scene, found_of(moment))
    if is_small and isinstance(step, Shrunk | Compared | Walked) and scene.routine == BY_CENTRES:
        draw_centres(canvas, scene)


def compare(canvas: Canvas, scene: Asked, found: Compared) -> None:
    """Yours in pink and the right one in white; a right one of yours is both."""
    if found.why is None:
        draw_answer(canvas, scene, found.yours, BOTH)
        return
    draw_answer(canvas, scene, found.right, RIGHT)
    if found.yours is not None or (found.said and scene.problem in NOTHING):
        draw_answer(canvas, scene, found.yours, YOURS)
    else:
        pill(canvas, middle_of(scene), found.said or "no answer", YOURS)


def _values(canvas: Canvas, moment: Moment[Asked]) -> None:
    """Points and segments among the values of the call, under their names."""
    asked = {each.name for each in moment.scene.held}
    drawn = 0
    for name, value in reversed(list(values_of(moment.step).items())):
        if name in asked or drawn >= MOST_DRAWN:
            continue
        if getattr(value, "shape", ()) == (2,) and is_direction(name, value):
            start = middle_of(moment.scene)
            measures.unit_arrow(canvas, start, value, "")
            canvas.label(name, start, Ink.EXAMINED, toward=-value, style=TextStyle.BOLD, leader=True)
            drawn += 1
        elif getattr(value, "shape", ()) == (2,):
            canvas.dot(value, Ink.EXAMINED, Point.FILLED)
            canvas.label(name, value, Ink.EXAMINED, toward=(1.0, 1.0), style=TextStyle.BOLD, leader=True)
            drawn += 1
        elif isinstance(value, list | tuple) and len(value) == 2 and all(map(is_point, value)):
            canvas.stroke(value, Ink.EXAMINED, line=Line.MEASURE)
            middle = np.mean(value, axis=0)
            canvas.label(name, middle, Ink.EXAMINED, toward=(1.0, 1.0), style=TextStyle.BOLD, leader=True)
            drawn += 1


def is_direction(name: str, value: Any) -> bool:
    """Whether a value is a unit vector by its length and by its name: a point may lie as far from the origin."""
    return abs(float(np.hypot(*value)) - 1.0) < 1e-6 and bool(
        re.fullmatch(r"(.*_)?(n|d|normal|axis|dir\w*|tangent)", name)
    )


class Card(NamedTuple):
    """A small scene with its title, its note and the routine's answer, where it is shown."""

    title: str
    note: str
    scene: Asked
    answer: tuple[Any, str | None] | None = None  # value and trouble


def cards(routine_of: RoutineOf, moment: Moment[Asked]) -> tuple[Card, ...]:
    """What the step's part of the check has to show, three at most."""
    while moment.parent is not None:
        moment = moment.parent
    checked = routine_of(moment.scene).checked
    match moment.step:
        case Spoken():
            return (*_rows(checked), *_clear(checked))[:CARDS]
        case Tried():
            return _families(checked)
        case NoFile():
            return tuple(card._replace(note="") for card in _families(checked))
        case _:
            more = () if checked.failures else _clear(checked)
            return (*_frames(checked), *more)[:CARDS]


@lru_cache(maxsize=32)
def _rows(checked: Checked) -> tuple[Card, ...]:
    return tuple(
        Card(*row_told(checked, row), asked(checked, row.arguments), (row.value, None)) for row in checked.rows
    )


def row_told(checked: Checked, row: Row) -> tuple[str, str]:
    """Question and answer of a clear scene; of a problem without normals in words of its own."""
    if "normals" in row.question and checked.problem not in ("mtv", "manifold"):
        return "your answer has", words_of(checked.asks, "normal_b_to_a")[checked.conventions.normal_b_to_a]
    return row.question, row.read_as


@lru_cache(maxsize=32)
def _frames(checked: Checked) -> tuple[Card, ...]:
    return tuple(
        Card(
            each.name,
            vertices(each.vertices) if each.vertices else "",
            asked(checked, each.arguments),
            (each.value, each.trouble),
        )
        for each in checked.frames
    )


def asked(checked: Checked, arguments: Any) -> Asked:
    return Asked(checked.problem, "", arguments)


def by_failures(checked: Checked) -> list[tuple[str, int]]:
    """The families with how many of their scenes were tried, those that fail most first."""
    return sorted(checked.tried.items(), key=lambda each: -checked.failed.get(each[0], 0))


@lru_cache(maxsize=32)
def _families(checked: Checked) -> tuple[Card, ...]:
    """Of each family a scene, those that fail most often first."""
    found = []
    for name, _ in by_failures(checked)[:CARDS]:
        arguments = checked.asks.families[name](random.Random(f"{checked.problem} {name} {SEED} 0"))
        failed = f"{checked.failed.get(name, 0)} of {checked.tried[name]} fail"
        found.append(Card(name, failed, asked(checked, arguments)))
    return tuple(found)


@lru_cache(maxsize=32)
def _clear(checked: Checked) -> tuple[Card, ...]:
    """Scenes on which only the convention is in question, where there is nothing else to show."""
    rng = random.Random(SEED)
    return tuple(Card("simple scene", "", asked(checked, checked.asks.clear(rng))) for _ in range(CARDS))


def card_head(routine_of: RoutineOf, index: int, moment: Moment[Asked]) -> tuple[str, str]:
    found = cards(routine_of, moment)
    if index >= len(found):
        return "", ""
    return found[index].title, "" if _is_later(routine_of, index, moment) else found[index].note


def _is_later(routine_of: RoutineOf, index: int, moment: Moment[Asked]) -> bool:
    """Whether the check comes to this card only at a later step."""
    step = moment.step
    return isinstance(step, Shrunk) and index > routine_of(moment.scene).checked.frames.index(step.frame)


def draw_card(routine_of: RoutineOf, index: int, canvas: Canvas, moment: Moment[Asked]) -> None:
    """Shapes and answers without words, in a frame: that of the present step in the ink of the play head."""
    found = cards(routine_of, moment)
    drawn = Canvas(canvas.pixel, canvas.pixel_y)
    if index >= len(found):
        draw_arguments(drawn, found[-1].scene, small=True)
        _frame(canvas, drawn, Ink.GHOST)
        return
    card, step = found[index], moment.step
    draw_arguments(drawn, card.scene, small=True)
    if card.answer is not None and isinstance(step, Spoken | Compared | Walked):
        checked = routine_of(moment.scene).checked
        spoken = checked.conventions
        value, trouble = card.answer
        is_failure = not isinstance(step, Spoken) and bool(checked.failures)
        if is_failure:
            draw_answer(drawn, card.scene, right_of(card.scene), RIGHT)
        yours = read_or_none(card.scene, value, spoken) if trouble is None else None
        if yours is not None:
            draw_answer(drawn, card.scene, yours, YOURS if is_failure else BOTH)
    checked = routine_of(moment.scene).checked
    now = checked.frames.index(step.frame) if isinstance(step, Shrunk) else len(checked.frames) - 1
    is_now = isinstance(step, Shrunk | Compared | Walked) and bool(checked.failures) and index == now
    _frame(canvas, drawn, Ink.INTERFACE if is_now else Ink.GHOST)
    if not _is_later(routine_of, index, moment):
        canvas.marks.extend(mark for mark in drawn.marks if not isinstance(mark, Label | Symbol))


def _frame(canvas: Canvas, drawn: Canvas, ink: Ink) -> None:
    """Around a small scene, clear of it: a card, wider than high."""
    box = drawn.bounds(words=False)
    if box is None:
        return
    (x, y), (right, top) = box.low, box.high
    room = 0.12 * max(top - y, 0.4 * (right - x))
    middle, half = (x + right) / 2.0, max((right - x) / 2.0 + room, 1.1 * (top - y))
    y, top = y - room, top + room
    corners = ((middle - half, y), (middle + half, y), (middle + half, top), (middle - half, top))
    canvas.stroke(corners, ink, closed=True, line=Line.THIN)
