"""The questions that learners ask: each leads to a scene that is there, and that shows the answer."""

from __future__ import annotations

import re

import pytest

from lessons import CURRICULUM
from lessons.reference import reference
from viz.lesson.curriculum import by_id
from viz.lesson.lesson import Moment
from viz.lesson.questions import Question, in_words, read_questions, search
from viz.session.player import Player

LESSONS = {name: entry.lesson for name, entry in by_id(CURRICULUM).items()}
QUESTIONS = reference().questions


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each.ask)
def test_each_opens_a_scene_that_shows_the_answer(question: Question) -> None:
    """Lesson, scene, stage and comparison exist; no prediction hides anything there; a comparison that is switched on
    goes wrong on this very scene."""
    lesson = LESSONS[question.lesson]
    scene, step = question.found_in(lesson)
    name, preset = list(lesson.presets.items())[scene]
    assert name == question.scene
    player = Player(lesson, preset)
    if question.compare:
        player.compare_with(question.compare)
    player.go(step)
    assert player.stage == question.stage
    assert player.page.prediction is None
    if player.compare:
        comparison = lesson.comparison(player.compare)
        assert comparison is not None
        moment = player.moment
        last = Moment(moment.scene, moment.trace, len(moment.trace) - 1, compare=moment.compare, faulty=moment.faulty)
        assert comparison.differs(last)


def test_there_are_enough_of_them_and_each_is_another() -> None:
    assert len(QUESTIONS) >= 25
    assert len({each.ask for each in QUESTIONS}) == len({each.answer for each in QUESTIONS}) == len(QUESTIONS)
    chapters = {c.number for c in CURRICULUM for e in c.lessons for each in QUESTIONS if e.id == each.lesson}
    assert chapters >= {1, 2, 3, 4, 5, 7, 8, 9, 10}


def test_words_are_plain_short_and_without_numbers_of_a_scene() -> None:
    for each in QUESTIONS:
        assert each.ask.startswith("Why ")
        assert each.ask.endswith("?")
        assert len(each.ask) <= 56
        sentences = re.split(r"(?<=[.]) (?=[A-Z])", each.answer)
        assert len(sentences) <= 2
        assert max(len(told.split()) for told in sentences) <= 29, each.answer
        assert not re.search(r"\d\.\d|\*\*|\$|'", each.ask + each.answer)


def test_every_word_of_a_question_finds_it_and_why_alone_finds_all() -> None:
    for each in QUESTIONS:
        assert search(QUESTIONS, each.ask)[0] is each
        assert each in search(QUESTIONS, each.ask.rstrip("?").split()[-1])
    assert search(QUESTIONS, "Why?") == search(QUESTIONS, "why ") == list(QUESTIONS)
    assert search(QUESTIONS, "") == search(QUESTIONS, "is") == search(QUESTIONS, "elephant") == []
    assert [each.ask for each in search(QUESTIONS, "why bullet")] == ["Why does my bullet fly through the wall?"]


def test_a_wrong_question_says_what_is_wrong() -> None:
    gjk = LESSONS["gjk"]
    with pytest.raises(ValueError, match="no scene 'Nowhere'"):
        Question("Why?", "So.", "gjk", "Nowhere", "End").found_in(gjk)
    with pytest.raises(ValueError, match="no stage 'Never'"):
        Question("Why?", "So.", "gjk", "Overlap", "Never").found_in(gjk)
    with pytest.raises(TypeError, match="stages"):
        read_questions('[[question]]\nask = ""\nstages = ""')


def test_a_question_in_words() -> None:
    told = in_words(3, Question("Why?", "So.", "gjk", "Overlap", "End"), str.upper)
    assert told == "3. Why?\n   So.\n   GJK: Overlap, End"
