"""What the lab asks: a scene on which the answers differ, and the wrong line."""

from __future__ import annotations

from typing import Any

from lessons.labs.cards.card import Card
from lessons.labs.cards.hints import HINTS
from lessons.labs.cards.parts import Arguments
from lessons.labs.cards.reading import readings
from lessons.labs.spot_the_bug_figure import feature_of
from lessons.labs.spot_the_bug_scene import CardScene, scene_of
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Click, Verdict
from viz.lesson.text import tint

FIND = "Find"  # nothing is foretold here


def until_they_differ(moment: Moment[CardScene]) -> Adjust:
    """Drag anything."""
    card, measured = moment.scene.card, moment.scene.measured

    def judge(scene: CardScene) -> Verdict:
        if scene.asked.differs:
            right, faulty = card.both_said(scene.asked)
            return Verdict(True, f"A **counter-example**. Right: {right}. Pink: {tint(faulty, Ink.FAULTY)}.")
        return Verdict(False, f"Both answer {card.said(scene.asked.right)} here. {HINTS[card.number]}")

    field = card.parts[-1].name
    return Adjust(
        "Drag shapes or vertices until the two answers differ.",
        judge,
        lambda _: scene_of(card, measured.smallest),
        field,
        head=FIND,
    )


def goal_key(card: Card) -> str:
    """The goal of a card would tell its wrong line: it waits until that has been asked for."""
    return f"card {card.number}"


def wrong_line(moment: Moment[CardScene]) -> Click:
    """A line of the source."""
    card, arguments = moment.scene.card, moment.step.arguments
    right = {f"line {number}" for number in card.accepted}

    def judge(chosen: Any) -> Verdict:
        return Verdict(True, card.reason) if chosen in right else Verdict(False, _is_right(card, arguments, chosen))

    return Click("Click the faulty line.", judge, frozenset(right), opens=goal_key(card), head=FIND)


def _is_right(card: Card, arguments: Arguments, chosen: Any) -> str:
    """What a line that is right does on the smallest example."""
    line = next((each for each in card.source if feature_of(each) == chosen), None)
    if line is None:
        return "This is part of the scene. Click a line of the code at the right."
    if line is card.source[0]:
        return "This line only names the routine and its arguments."
    found = readings(card, arguments).get(line.number)
    if found is None:
        return "On the smallest example this line is not even reached, or it computes nothing."
    if found.values and found.gives:
        return f"This line is right: with {found.values} it gives {found.gives}, as it should."
    if found.values or found.gives:
        return f"This line is right: {found.values or found.gives}, as it should be."
    return "This line is right: it does what it should on the smallest example."
