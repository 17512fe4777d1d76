"""Spot the bug: a routine with one wrong line beside the right one, a card each; find a scene, then the line."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from geometry import Trace
from lessons.labs.cards import CARDS
from lessons.labs.cards.card import AGREE, Asked, Card
from lessons.labs.cards.goals import GOALS, goal_met
from lessons.labs.cards.measured import is_measured, mover_of
from lessons.labs.cards.parts import numbers
from lessons.labs.spot_the_bug_asked import goal_key, until_they_differ, wrong_line
from lessons.labs.spot_the_bug_example import changes_told, is_earlier_drawn, place_told
from lessons.labs.spot_the_bug_figure import draw_second, draw_world, head_of_second
from lessons.labs.spot_the_bug_scene import CardScene, rate_told, scene_of, size_of
from lessons.labs.spot_the_bug_steps import Answered, LineAsked, LineTold, Mapped, Shrunk, trace_of
from lessons.labs.spot_the_bug_table import run_table
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import counted, tint

PINK = tint("pink", Ink.FAULTY)
IDEAS = {
    Answered: (
        "Two routines answer the same question. The solid answer is right; the {PINK} routine has a bug. Drag until "
        "the answers differ."
    ),
    Mapped: "One failure shows a bug. A dot is another, random scene, {PINK} if its answers differ. {CELLS}",
    Shrunk: (
        "**Shrinking** removes vertices, scales the scene, rounds its numbers and moves them towards 0. The answers "
        "must still differ clearly. {BEFORE}"
    ),
    LineAsked: (
        "Here is the source of the {PINK} routine. One line is wrong. Read it with the values of the smallest "
        "example."
    ),
    LineTold: "",
}


OF_STAGE = {
    "Found": "Random scenes are tried until the answers differ. A scene found at random is hard to read.",
    "Smallest": (
        "This is the **minimal example**: shrinking has found no simpler scene on which the answers differ as "
        "clearly. Work through it by hand."
    ),
}


NAMES = ("Found", "Shrunk once", "Shrunk twice")  # of the states before the smallest example


class SpotTheBugStory(Story):
    columns = ("scene", "right", PINK)
    stages: ClassVar[Mapping[type, str]] = {
        Answered: "Two answers",
        Mapped: "Failures",
        LineAsked: "The line",
        LineTold: "The line",
    }

    def stage(self, moment: Moment[Any]) -> str:
        """Each state of the shrinking has a stage of its own: it fills its pane."""
        step = moment.step
        if isinstance(step, Shrunk):
            return "Smallest" if step.is_last else _name_of(step)
        return self.stages[type(step)]

    def page(self, moment: Moment[CardScene]) -> Page:
        scene, step, stage = moment.scene, moment.step, self.stage(moment)
        idea = OF_STAGE.get(stage, IDEAS[type(step)])
        idea = idea.replace("{CELLS}", _cells(scene)).replace("{BEFORE}", _before(scene.card, step))
        page = Page(stage, idea.replace("{PINK}", PINK).strip())
        match step:
            case Answered():
                return _answered(page, moment)
            case Mapped():
                return _mapped(page, scene)
            case Shrunk():
                return _shrunk(page, scene.card, step)
            case LineAsked():
                right, faulty = scene.card.both_said(step.asked)
                told = f"The right answer is {right}; pink answers {tint(faulty, Ink.FAULTY)}."
                page = page.says(told)
                return page.claiming(_differs(scene.card, step.arguments)).asks(wrong_line(moment))
        return _told(page, moment)

    def draw(self, canvas: Canvas, moment: Moment[CardScene]) -> None:
        draw_world(canvas, moment)


def _answered(page: Page, moment: Moment[CardScene]) -> Page:
    scene, step = moment.scene, moment.step
    right, faulty = scene.card.both_said(scene.asked)
    faulty = tint(faulty, Ink.FAULTY) if step.error > AGREE else faulty
    page = page.row("your scene", right, faulty, key="your scene")
    both = Claim("the same right answer", lambda: _size(scene.asked.right), lambda: _size(_again(scene)))
    return page.says(_compared(scene)).claiming(both).asks(until_they_differ(moment))


def _compared(scene: CardScene) -> str:
    """Both answers on the learner's scene."""
    asked, card = scene.asked, scene.card
    return _both_said(card, asked) if asked.differs else f"Both answer: **{card.said(asked.right)}**."


def _again(scene: CardScene) -> Any:
    return scene.card.right(*scene.arguments)


def _size(answer: Any) -> float:
    """One number that stands for an answer."""
    if answer is None or isinstance(answer, bool | str):
        return float(answer is not None and bool(answer))
    try:
        return math.fsum(abs(x) for x in numbers(answer))
    except (TypeError, ValueError):
        return 0.0


def _differs(card: Card, arguments: Any) -> Claim:
    return Claim("the answers differ", lambda: card.ask(*arguments).error > AGREE, lambda: True)


def _cells(scene: CardScene) -> str:
    """What the map of failures shows, where a card has one."""
    mover = mover_of(scene.card)
    place = place_told(scene.card.parts[mover].name)
    return f"The area is {PINK} where {place} makes those of your scene differ." if mover else ""


def _before(card: Card, step: Any) -> str:
    """What is dashed."""
    is_drawn = isinstance(step, Shrunk) and step.before and is_earlier_drawn(card, step.before, step.arguments)
    return "Dashed: the state before." if is_drawn else ""


def _mapped(page: Page, scene: CardScene) -> Page:
    found = scene.measured
    told = f"{found.differs:,} of {found.scenes:,} random scenes differ: **{rate_told(found.rate)}**."
    page = Page(page.stage, page.idea, r"\text{rate} = \faulty{k} / n").says(told)
    rate = Claim("rate", lambda: found.rate * found.scenes, lambda: found.differs)
    return page.claiming(rate)


def _shrunk(page: Page, card: Card, step: Shrunk) -> Page:
    count, places = size_of(card, step.arguments)
    told = "whole numbers" if places == 0 else "many decimals" if places > 2 else counted(places, "decimal")
    words = f"at most {count} vertices a shape, {told}" if count else told
    if step.before is None:
        text = f"A random scene on which the answers differ: {words}."
    else:
        text = changes_told(card, step.before, step.arguments)
    name = "smallest" if step.is_last else _name_of(step).lower()
    right, faulty = card.both_said(step.asked)
    page = page.says(text).claiming(_differs(card, step.arguments))
    return page.row(name, right, tint(faulty, Ink.FAULTY), key=name)


def _told(page: Page, moment: Moment[CardScene]) -> Page:
    card, step = moment.scene.card, moment.step
    idea = f"**Property** of a right answer: {card.decides}"
    there = Claim("the line in the source", lambda: step.line == card.wrong_line, lambda: True)
    return Page(page.stage, idea).says(f"Line {card.shown[step.line]}: {card.reason}").claiming(there)


class SpotTheBug(Lesson[CardScene]):
    id = "spot-the-bug"
    title = "Spot the bug"
    source = "the errata of all articles, and threads of engines' issues"
    summary = "A wrong routine beside the right one: find a scene on which they differ, then the wrong line."
    terms: ClassVar = ("counter-example", "minimal example", "property", "shrinking", "failure rate")
    builds_on: ClassVar = ("minimum-translation", "swept-circle-segment", "ear-clipping")
    most_scenes = 60
    presents = 0
    story = SpotTheBugStory()

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "Your scene", self.draw_told, is_world=True, share=0.5, headed=_head, held=_is_own),
            Pane("second", "The routine", draw_second, share=0.5, headed=head_of_second, is_to_scale=False),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Preset[CardScene]]:
        """By chapter, in the order in which the chapters come first."""
        chapters = list(dict.fromkeys(card.chapter for card in CARDS))
        told = sorted((card for card in CARDS if is_measured(card.number)), key=lambda c: chapters.index(c.chapter))
        return {
            f"{card.number} {card.title}": Preset(scene_of(card, card.opening), group=card.chapter) for card in told
        }

    def run(self, scene: CardScene) -> Trace[Any, Any]:
        return trace_of(scene)

    def situation(self, moment: Moment[CardScene]) -> str:
        scene = moment.scene
        asked, card = scene.asked, scene.card
        if isinstance(moment.step, Shrunk | LineAsked | LineTold):
            return _example_told(moment)
        found = _search_told(scene) + ("In your scene the" if isinstance(moment.step, Mapped) else "The")
        if not asked.differs:
            return f"{found} answers agree: {card.said(asked.right)}."
        return f"{found} answers differ. {_both_said(card, asked)}"

    def shows_controls(self, moment: Moment[CardScene]) -> bool:
        return _is_own(moment)  # the search fills the learner's scene

    def table(self, moment: Moment[CardScene], pages: Sequence[Page] | None = None) -> Table | None:
        """Scene by scene while they shrink; in the end what each routine made of the smallest."""
        if isinstance(moment.step, LineAsked | LineTold):
            return run_table(moment)
        return super().table(moment, pages)

    def challenge(self, moment: Moment[CardScene]) -> Challenge:
        scene = moment.scene
        goal = GOALS[scene.card.number]
        met = goal_met(goal, scene.arguments, scene.asked) and not scene.finds
        now = "found by the search: show one of your own" if scene.finds else _now_told(scene)
        opened_by = "" if isinstance(moment.step, LineTold) else goal_key(scene.card)
        return Challenge(f"In step 1: {goal.text}", met, now, goal.hint or scene.card.decides, opened_by)


def _now_told(scene: CardScene) -> str:
    return f"in your scene they {'differ' if scene.asked.differs else 'agree'}"


def _is_own(moment: Moment[CardScene]) -> bool:
    """Whether the large view has the learner's own scene in it; from the first failure on it has the example."""
    return isinstance(moment.step, Answered | Mapped)


def _head(moment: Moment[CardScene]) -> tuple[str, str]:
    card, step = moment.scene.card, moment.step
    note = f"{card.chapter}, difficulty {card.difficulty} of 3"
    match step:
        case Answered():
            return f"Card {card.number}: {card.question}", note
        case Mapped():
            return f"Your scene: {card.question}", note
        case Shrunk(is_last=False):
            return f"{_name_of(step)}: {card.question}", ""
    return f"Smallest example: {card.question}", ""


def _name_of(step: Shrunk) -> str:
    return "Smallest example" if step.is_last else NAMES[step.number]


def _example_told(moment: Moment[CardScene]) -> str:
    """Both answers on the example that the step is about, not on the learner's scene."""
    return _both_said(moment.scene.card, moment.step.asked)


def _both_said(card: Card, asked: Asked) -> str:
    right, faulty = card.both_said(asked)
    return f"Right: **{right}**. {tint('Pink', Ink.FAULTY)}: {tint(f'**{faulty}**', Ink.FAULTY)}."


def _search_told(scene: CardScene) -> str:
    if not scene.tried:
        return ""
    if scene.failed:
        return f"I searched {scene.tried:,} scenes and found none. "
    return f"I searched {counted(scene.tried, 'scene')} and found one. "
