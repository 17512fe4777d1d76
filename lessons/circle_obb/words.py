"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Vector
from geometry.faulty.circle_obb import turned_wrongly
from geometry.primitives.circle_obb import (
    BackInWorld,
    BoxSpace,
    Translated,
    Unturned,
)
from geometry.vector import length, readonly
from lessons.circle_obb.explanations import EXPLAINED, INSIDE
from lessons.circle_obb.scene import BoxAndCircle
from lessons.first_edition import box_captions
from viz.lesson.first_edition import Question
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, tint

STAGES: Mapping[type, str] = {
    BoxSpace: "Box space", Translated: "Move", Unturned: "Turn", BackInWorld: "Back in the world",
}  # fmt: skip


def explain(moment: Moment[BoxAndCircle]) -> str:
    return EXPLAINED.get(type(moment.step), INSIDE)


def caption(moment: Moment[BoxAndCircle]) -> str:
    match moment.step:
        case BoxSpace():
            wide, high = (tint(amount(half), Ink.A) for half in moment.step.half)
            return f"From its middle A reaches {wide} along its x and {high} along its y, both ways."
        case Translated(_, _, offset):
            return f"From the middle of A to the centre of B: {tint(pair(offset), Ink.VECTOR_P)}."
        case Unturned(_, _, local):
            return f"Measured along the box's own axes that is {tint(pair(local), Ink.VECTOR_P)}."
        case BackInWorld():
            text = f"Turned and moved back, the contact lies at {tint(pair(moment.step.point), Ink.RESULT)}"
            if not moment.scene.wrong_turn:
                return f"{text}."
            wrong = turned_back_wrongly(moment.step)
            off = length(wrong - moment.step.point)
            return f"{text}; with a sign wrong at {tint(pair(wrong), Ink.FAULTY)}, off by {amount(off)}."
        case step:
            return box_captions.caption(step)


def turned_back_wrongly(back: BackInWorld) -> Vector:
    """Where the contact would lie after a turn with one sign wrong."""
    space = back.space
    return readonly(space.middle + turned_wrongly(back.local.point, space.axis_x, space.axis_y))


def question(moment: Moment[BoxAndCircle]) -> Question | None:
    return box_captions.question(moment.trace, moment.step)


def situation(moment: Moment[BoxAndCircle]) -> str:
    return box_captions.situation(moment.trace.result, is_last=moment.is_last)
