"""The panes of the lesson: the scene as it is now, and three small ones below it that follow the check."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from geometry.counterexample.search import Row
from geometry.counterexample.statement import Conventions
from lessons.labs.checking.words import words_of
from lessons.labs.your_code_arguments import centres, draw_arguments, draw_centres, pair
from lessons.labs.your_code_check import SEED, Checked
from lessons.labs.your_code_figure import (
    BOTH,
    RIGHT,
    YOURS,
    corner_pill,
    draw_answer,
    middle_of,
    named,
    pill,
)
from lessons.labs.your_code_letters import Outlined
from lessons.labs.your_code_reading import NOTHING, decimals_told, owner, read_or_none, right_of, vertices
from lessons.labs.your_code_reason import (
    draw_left_over,
    draw_reason,
    draw_removed,
    room_for_moves,
    room_for_pills,
)
from lessons.labs.your_code_routines import BY_CENTRES, Routine
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import (
    Compared,
    NoFile,
    Shrunk,
    Spoken,
    Tried,
    Walked,
    compared,
    found_of,
    is_point,
    of_frame,
    values_of,
)
from viz.lesson import measures
from viz.lesson.canvas import Canvas, Label, Symbol
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow, Stroke

RoutineOf = Callable[[Asked], Routine]
CARDS = 3
MOST_DRAWN = 6  # values of a call
CARD_WIDTH, CARD_SHARE = 2.1, 0.7  # of a card's height; the part of its height that the picture has
HEADS = {
    "found": "Found: the first scene that fails",
    "fewer vertices": "Fewer vertices: it still fails. Grey: removed",
    "simple numbers": "Simple numbers: it still fails. Drag a shape",
    "smaller numbers": "Smaller numbers: it still fails. Drag a shape",
}


def world_head(routine_of: RoutineOf, moment: Moment[Asked]) -> tuple[str, str]:
    found, step = found_of(moment), moment.step
    if moment.parent is not None:
        return "One call on this scene", ""
    if isinstance(step, Compared | Walked):
        why = "A small scene on which it fails" if found.why else "A scene on which it is right"
        return why, ""
    if not is_smallest(routine_of, moment):
        return "A scene of your own", ""
    match step:
        case Shrunk():
            return HEADS[step.frame.name], ""
        case Spoken():
            return "A simple scene: its answer is certain", ""
        case Tried() if found.failed:
            return "The first scene that fails", ""
        case NoFile():
            return "The answer of the example, and the right one", ""
    return "A scene of the check. Drag a shape", ""


def is_smallest(routine_of: RoutineOf, moment: Moment[Asked]) -> bool:
    """Whether the scene is still the one that the check has ended with."""
    return moment.scene.arguments == routine_of(moment.scene).scene.arguments


def scene_at(routine_of: RoutineOf, moment: Moment[Asked]) -> Asked:
    """What the step of the check is about, as long as nobody has dragged the scene that it ends with; else that."""
    step, checked = moment.step, routine_of(moment.scene).checked
    if moment.parent is not None or not is_smallest(routine_of, moment):
        return moment.scene
    match step:
        case Shrunk():
            arguments = step.frame.arguments
        case Spoken():
            arguments = checked.rows[0].arguments if checked.rows else _clear(checked)[0].scene.arguments
        case NoFile() | Tried():
            arguments = checked.frames[0].arguments
        case _:
            return moment.scene
    return replace(moment.scene, arguments=arguments)


def shows_scene(routine_of: RoutineOf, moment: Moment[Asked]) -> bool:
    """Whether the step is about the scene that can be dragged."""
    return scene_at(routine_of, moment).arguments == moment.scene.arguments


def answer_at(routine_of: RoutineOf, moment: Moment[Asked]) -> Compared | None:
    """The answer that the figure of the step shows: of the scenes on the way to the small one that of the check; of
    the small one only once it has been asked for."""
    step, routine = moment.step, routine_of(moment.scene)
    if isinstance(step, Compared | Walked):
        return found_of(moment)
    if moment.parent is not None or not is_smallest(routine_of, moment) or not routine.checked.failures:
        return None
    frames = routine.checked.frames
    frame = frames[0] if isinstance(step, NoFile) else step.frame if isinstance(step, Shrunk) else None
    if frame is None or (isinstance(step, Shrunk) and frame is frames[-1]):
        return None
    return _answer_on(routine, frames.index(frame))


@lru_cache(maxsize=32)
def _answer_on(routine: Routine, index: int) -> Compared:
    frame = routine.checked.frames[index]
    return of_frame(replace(routine.scene, arguments=frame.arguments), routine.checked, frame)


def draw_world(routine_of: RoutineOf, canvas: Canvas, moment: Moment[Asked]) -> None:
    scene, step = scene_at(routine_of, moment), moment.step
    is_small = scene.arguments == moment.scene.arguments  # not on its way there: many numbers with many decimals
    by_centres = is_small and isinstance(step, Shrunk | Compared | Walked) and scene.routine == BY_CENTRES
    answers = Canvas(canvas.pixel, canvas.pixel_y)  # first: the letters keep clear of them
    _answers(routine_of, answers, moment, scene)
    marked: list[Outlined] = [(at,) for at in centres(scene)] if by_centres else []
    marked += [tuple(map(pair, m.points)) for m in answers.marks if isinstance(m, Stroke)]
    marked += [(m.start, m.end) for m in answers.marks if isinstance(m, Arrow)]
    has_moves = scene.question == "mtv" and isinstance(step, Spoken | Compared | Walked)  # arrows stand there
    if isinstance(step, Shrunk) and not is_small:
        draw_removed(canvas, routine_of(moment.scene).checked.frames[0].arguments, scene)
    draw_arguments(canvas, scene, numbered=is_small and not has_moves, clear_of=marked)
    if moment.parent is not None:
        _values(canvas, moment)
        return
    canvas.marks.extend(answers.marks)
    if scene.question in ("mtv", "overlap"):
        room_for_pills(canvas, answers)
    if by_centres:
        draw_centres(canvas, scene)
    if is_small and isinstance(step, Shrunk) and scene.question == "mtv":
        room_for_moves(canvas, scene, found_of(moment))


def _answers(routine_of: RoutineOf, canvas: Canvas, moment: Moment[Asked], scene: Asked) -> None:
    """Those that the step shows of the scene, and what makes them differ."""
    if moment.parent is not None:
        return
    if isinstance(moment.step, Spoken) and is_smallest(routine_of, moment):
        _spoken_answer(canvas, routine_of(scene), scene)
    found = answer_at(routine_of, moment)
    if found is not None:
        draw_left_over(canvas, scene, found)
        compare(canvas, scene, found)
        if found.why is not None and isinstance(moment.step, Compared | Walked):
            draw_reason(canvas, scene, found, is_last=isinstance(moment.step, Walked))


def _spoken_answer(canvas: Canvas, routine: Routine, scene: Asked) -> None:
    """The answer as the conventions read it; a vector also as it came. Where none fits, beside the right one."""
    checked = routine.checked
    if not checked.rows:
        if checked.contradiction and owner(scene) == "example" and (called := routine.subject.call(scene.given)):
            compare(canvas, scene, compared(scene, checked, called, is_old=False))
        return
    value = checked.rows[0].value
    read = read_or_none(scene, value, checked.conventions)
    if read is None:
        return
    draw_answer(canvas, scene, read, BOTH)
    _raw(canvas, scene, read_or_none(scene, value, Conventions()), read, "returned")


def _raw(canvas: Canvas, scene: Asked, raw: Any, read: Any, words: str = "") -> None:
    """A vector of another convention, at B's middle, beside the one that it is read as."""
    if scene.question != "mtv" or raw is None or read is None or math.dist(raw, read) < 1e-9:
        return
    start = np.array(scene.solids[1].middle)
    canvas.arrow(start, start + raw, Ink.EXAMINED, line=Line.DASHED)
    if words:
        canvas.label(words, start + raw, Ink.EXAMINED, toward=raw, style=TextStyle.BOLD)


def compare(canvas: Canvas, scene: Asked, found: Compared) -> None:
    """Yours in pink and the right one in white; a right one of yours is both."""
    if found.why is None:
        draw_answer(canvas, scene, found.yours, BOTH)
        return
    draw_answer(canvas, scene, found.right, RIGHT)
    if found.yours is not None or (found.said and scene.question in NOTHING):
        draw_answer(canvas, scene, found.yours, YOURS)
        return
    if scene.question == "support" and found.said.isdigit() and int(found.said) < len(scene.outlines[0].value):
        at = scene.outlines[0].value[int(found.said)]  # the vertex that has the number: both are meant there
        pill(canvas, at, f"number {found.said}", named(scene, YOURS), (0.6, 1.0))
        return
    said = f"number {found.said}" if found.said.isdigit() else found.said or "no answer"
    corner_pill(canvas, scene, said, YOURS)


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
            return tuple(card._replace(note="a kind of scene") for card in _families(checked))
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
    if "normals" in row.question and checked.asks.question not in ("mtv", "manifold"):
        return "the answer has", words_of(checked.asks, "normal_b_to_a")[checked.conventions.normal_b_to_a]
    return row.question.replace("your answers count y", "y axis").replace("your ", "its "), row.read_as


@lru_cache(maxsize=32)
def _frames(checked: Checked) -> tuple[Card, ...]:
    return tuple(
        Card(
            each.name,
            vertices(each.vertices) if each.vertices else decimals_told(each.decimals),
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
    """Shapes and answers without words, in a card: that of the present step in the ink of the play head."""
    found = cards(routine_of, moment)
    drawn = Canvas(canvas.pixel, canvas.pixel_y)
    if index >= len(found):  # nothing is seen, but a view has something to hold
        canvas.area(((0.0, 0.0), (CARD_WIDTH, 0.0), (CARD_WIDTH, 1.0), (0.0, 1.0)), Ink.GHOST, opacity=0.0)
        return
    card, step = found[index], moment.step
    draw_arguments(drawn, card.scene, small=True)
    checked = routine_of(moment.scene).checked
    if card.answer is not None and isinstance(step, Spoken | Shrunk | Compared | Walked):
        _card_answer(drawn, card, checked, step, is_last=index == len(checked.frames) - 1)
    now = checked.frames.index(step.frame) if isinstance(step, Shrunk) else len(checked.frames) - 1
    is_now = isinstance(step, Shrunk | Compared | Walked) and bool(checked.failures) and index == now
    _frame(canvas, drawn, Ink.INTERFACE if is_now else Ink.GHOST)
    if not _is_later(routine_of, index, moment):
        canvas.marks.extend(mark for mark in drawn.marks if not isinstance(mark, Label | Symbol))


def _card_answer(drawn: Canvas, card: Card, checked: Checked, step: Any, *, is_last: bool) -> None:
    if isinstance(step, Shrunk) and is_last:
        return  # asked for at this step
    spoken, (value, trouble) = checked.conventions, card.answer or (None, None)
    is_failure = not isinstance(step, Spoken) and bool(checked.failures)
    if is_failure:
        draw_answer(drawn, card.scene, right_of(card.scene), RIGHT)
    yours = read_or_none(card.scene, value, spoken) if trouble is None else None
    if yours is not None:
        draw_answer(drawn, card.scene, yours, YOURS if is_failure else BOTH)
    if isinstance(step, Spoken):
        unturned = replace(spoken, normal_b_to_a=False) if "normals" in card.title else spoken
        unturned = replace(unturned, y_down=False) if "count y" in card.title else unturned
        _raw(drawn, card.scene, read_or_none(card.scene, value, unturned), yours)


def _frame(canvas: Canvas, drawn: Canvas, ink: Ink) -> None:
    """A card as wide as its pane, the small scene in its lower part: title and note stand above it."""
    box = drawn.bounds(words=False)
    if box is None:
        return
    (x, y), (right, top) = box.low, box.high
    high = max((top - y) / CARD_SHARE, (right - x) / (0.94 * CARD_WIDTH))
    wide = CARD_WIDTH * high
    middle_x, middle_y = (x + right) / 2.0, (y + top) / 2.0
    x, y = middle_x - 0.5 * wide, middle_y - (0.06 + 0.5 * CARD_SHARE) * high
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    canvas.area(corners, Ink.CONSTRUCTION, opacity=0.1)
    if ink is Ink.INTERFACE:
        canvas.stroke(corners, ink, closed=True, line=Line.THIN)
