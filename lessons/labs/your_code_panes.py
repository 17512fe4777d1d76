"""The panes of the lesson: the scene as it is now, and three small ones below it that follow the check."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from geometry.counterexample.search import Row
from lessons.labs.checking.words import words_of
from lessons.labs.your_code_check import SEED, Checked
from lessons.labs.your_code_figure import BOTH, RIGHT, YOURS, draw_answer, draw_arguments, middle_of, pill
from lessons.labs.your_code_reading import NOTHING, read_or_none, right_of, vertices
from lessons.labs.your_code_routines import Routine
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import Compared, Spoken, Tried, found_of, is_point, values_of
from viz.lesson import measures
from viz.lesson.canvas import Canvas, Label, Symbol
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment

RoutineOf = Callable[[Asked], Routine]
CARDS = 3
MOST_DRAWN = 6  # values of a call


def world_head(moment: Moment[Asked]) -> tuple[str, str]:
    found = found_of(moment)
    if moment.parent is not None:
        return "One call of your routine on this scene", ""
    if not isinstance(moment.step, Compared):
        return "The smallest scene of the check: it can be dragged", ""
    return (
        "A small scene on which your routine fails" if found.why else "A scene on which your routine is right"
    ), ""


def draw_world(canvas: Canvas, moment: Moment[Asked]) -> None:
    scene = moment.scene
    draw_arguments(canvas, scene)
    if moment.parent is not None:
        _values(canvas, moment)
    elif isinstance(moment.step, Compared):
        compare(canvas, scene, moment.step)


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
            found = _rows(checked)
        case Tried():
            found = _families(checked)
        case _:
            found = _frames(checked)
    return (*found, *_clear(checked))[:CARDS]


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
    return tuple(Card("clear scene", "", asked(checked, checked.asks.clear(rng))) for _ in range(CARDS))


def card_head(routine_of: RoutineOf, index: int, moment: Moment[Asked]) -> tuple[str, str]:
    card = cards(routine_of, moment)[index]
    return card.title, card.note


def draw_card(routine_of: RoutineOf, index: int, canvas: Canvas, moment: Moment[Asked]) -> None:
    """Shapes and answers without words."""
    card = cards(routine_of, moment)[index]
    drawn = Canvas(canvas.pixel, canvas.pixel_y)
    draw_arguments(drawn, card.scene, small=True)
    if card.answer is not None and isinstance(moment.step, Spoken | Compared):
        checked = routine_of(moment.scene).checked
        spoken = checked.conventions
        value, trouble = card.answer
        is_failure = isinstance(moment.step, Compared) and bool(checked.failures)
        if is_failure:
            draw_answer(drawn, card.scene, right_of(card.scene), RIGHT)
        yours = read_or_none(card.scene, value, spoken) if trouble is None else None
        if yours is not None:
            draw_answer(drawn, card.scene, yours, YOURS if is_failure else BOTH)
    canvas.marks.extend(mark for mark in drawn.marks if not isinstance(mark, Label | Symbol))
