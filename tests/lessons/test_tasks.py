"""Questions and goals: every lesson of the first three chapters has both, and what is asked for can be clicked."""

from __future__ import annotations

from typing import Any

import pytest

from lessons import CURRICULUM
from tests.lessons.pages import PRESETS, Preset, name_of
from viz.lesson.canvas import FeatureMark, Recording
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

EARLY = {lesson.id for chapter in CURRICULUM if chapter.number <= 3 for lesson in chapter.lessons}
PAGES = [page for page in PRESETS if page.lesson.id in EARLY]  # of the first edition: its tasks are judged here
FIRST = {page.lesson.id for page in PAGES}


def hot(page: Preset, moment: Moment[Any]) -> set[str]:
    """What can be clicked, in any of the panes."""
    recording = Recording(0.01)
    for row in page.lesson.panes():
        for pane in row:
            pane.draw(recording, moment)
    return {mark.feature for mark in recording.marks if isinstance(mark, FeatureMark)}


@pytest.mark.parametrize("lesson", sorted(FIRST))
def test_a_lesson_asks_and_sets_a_goal(lesson: str) -> None:
    moments = [(page, moment) for page in PAGES if page.lesson.id == lesson for moment in page.moments()]
    assert any(page.lesson.question(moment) is not None for page, moment in moments)
    goals = [goal for page, moment in moments if (goal := page.lesson.goal(moment)) is not None]
    assert goals
    assert not all(goal.is_reached for goal in goals), "a goal that is reached everywhere is none"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_is_asked_for_can_be_clicked_and_something_else_too(page: Preset) -> None:
    for moment in page.moments():
        question = page.lesson.question(moment)
        if question is None or question.options:
            continue
        there = hot(page, moment)
        assert question.answers <= there
        kind = next(iter(question.answers)).split()[0]
        assert any(name.startswith(kind) for name in there - question.answers) or len(question.answers) > 1


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_words_of_a_step_do_not_answer_its_question(page: Preset) -> None:
    for moment in page.moments():
        question = page.lesson.question(moment)
        if question is None:
            continue
        because = plain(question.because)
        for said in (page.lesson.caption(moment), page.lesson.situation(moment)):
            assert because not in plain(said)
