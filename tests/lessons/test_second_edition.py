"""What holds for every lesson of the second edition: claims, words that fit their slots, predictions, challenges,
comparisons. Random edits of every scene stand beside the presets."""

from __future__ import annotations

import math
import os
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.transform import Pose
from tests.lessons.roboto import lines, text_width
from tests.lessons.second_edition import LESSONS, SCENES, Told, answers_of, moments_of, name_of, nested
from viz.lesson.lesson import Comparison, Lesson, Moment, panes_of
from viz.lesson.outline import Outline
from viz.lesson.page import Page
from viz.lesson.prediction import Adjust, Choose, Click, Place, Verdict
from viz.lesson.scene import Arrow, Body, Choice, Handle, Scene, Slider, Toggle
from viz.lesson.text import plain

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
each_scene = pytest.mark.parametrize("told", SCENES, ids=name_of)

PANEL, TASK = 344.0, 318.0  # widths of the slots in pixels, text at 14 and 13.5
EDITS = int(os.environ.get("SEPARATRIX_EXAMPLES", "15"))  # of each scene in the ordinary suite; a campaign takes 200


def check_claims(lesson: Lesson[Any], moment: Moment[Any]) -> None:
    page = lesson.page(moment)
    for claim in page.claims:
        error = claim.error()
        assert error <= claim.tolerance, (
            f"{claim.what}: {claim.left()} is not {claim.right()}, step {moment.index} ({page.stage})"
        )


@each_scene
def test_every_claim_holds_at_every_step(told: Told) -> None:
    claimed = 0
    for moment in (*told.moments(), *nested(told.lesson, told.moments())):
        check_claims(told.lesson, moment)
        claimed += len(told.lesson.page(moment).claims)
    assert claimed, "a scene whose words claim nothing"


@each_scene
def test_a_stage_told_without_its_page_is_the_page_s(told: Told) -> None:
    for moment in (*told.moments(), *nested(told.lesson, told.moments())):
        told_alone = told.lesson.story_of(moment).stage(moment)
        assert told_alone in ("", told.lesson.page(moment).stage)


@each_scene
def test_pages_that_are_known_already_change_nothing(told: Told) -> None:
    """Whoever has made all pages hands them in, so that the table and the stages need not make them again."""
    lesson, scene = told.lesson, told.lesson.presets[told.name].scene
    moment = Moment(scene, lesson.run(scene), 0)
    pages = lesson.pages(moment)
    assert lesson.stage_names(moment, pages) == lesson.stage_names(moment)
    assert lesson.table(moment, pages) == lesson.table(moment)


@each_scene
def test_every_trace_that_can_be_stepped_into_is_drawn(told: Told) -> None:
    """First, middle and last step of each, in every pane, without a comparison and with each."""
    scene = told.lesson.presets[told.name].scene
    for name in ("", *(each.name for each in told.lesson.compare)):
        for moment in nested(told.lesson, moments_of(told.lesson, scene, name)):
            if moment.index in (0, len(moment.trace) // 2, len(moment.trace) - 1):
                for pane in panes_of(told.lesson.layout_at(moment)):
                    assert told.draw(pane, moment).marks, f"{pane.name}, {moment.field}, step {moment.index}"


@each_scene
def test_formulas_are_claimed(told: Told) -> None:
    """A formula on the screen is true of the numbers on the screen: each has a claim."""
    for moment in told.moments():
        page = told.lesson.page(moment)
        assert bool(page.formula) <= bool(page.claims), f"{page.stage}: a formula without a claim"


def edited(data: st.DataObject, scene: Scene) -> Scene:
    """The scene with everything that can be held and set moved about at random, coincidences included."""
    places = st.tuples(*[st.one_of(st.floats(-2.5, 2.5), st.sampled_from((0.0, 0.5, 1.0)))] * 2)
    for name, control, value in list(scene.controls()):
        try:
            match control, value:
                case Handle(), Body():
                    angle = data.draw(st.one_of(st.floats(-3.5, 3.5), st.sampled_from((0.0, math.pi / 2.0))))
                    scene = scene.with_field(name, value.placed(Pose(np.array(data.draw(places)), angle)))
                case Handle(), Arrow():
                    scene = scene.with_field(name, Arrow(data.draw(places), data.draw(places)))
                case Handle(), Outline():
                    index = data.draw(st.integers(0, len(value.vertices) - 1))
                    scene = scene.with_field(name, value.with_vertex(index, data.draw(places)))
                case Handle(), np.ndarray():
                    scene = scene.with_field(name, np.array(data.draw(places)))
                case Slider(_, low, high), float():
                    scene = scene.with_field(name, data.draw(st.floats(low, high)))
                case Slider(_, low, high), int():
                    scene = scene.with_field(name, data.draw(st.integers(math.ceil(low), math.floor(high))))
                case Toggle(), _:
                    scene = scene.with_field(name, data.draw(st.booleans()))
                case Choice(_, options), _:
                    scene = scene.with_field(name, data.draw(st.sampled_from(options)))
        except ValueError:
            continue  # a scene may refuse an edit, with its reason
    return scene


@each_lesson
@settings(deadline=None, max_examples=EDITS)
@given(data=st.data())
def test_claims_hold_and_everything_draws_on_random_edits(lesson: Lesson[Any], data: st.DataObject) -> None:
    preset = data.draw(st.sampled_from(list(lesson.presets.values())))
    scene = edited(data, preset.scene)
    try:
        trace = lesson.run(scene)
    except ValueError:
        return  # refused with a reason
    compare = data.draw(st.sampled_from(("", *(each.name for each in lesson.compare))))
    for moment in moments_of(lesson, scene, compare):
        check_claims(lesson, moment)
        check_words(lesson, moment)
        check_pictures(lesson, moment)
    assert len(trace) >= 1


def check_pictures(lesson: Lesson[Any], moment: Moment[Any]) -> None:
    for pane in lesson.panes:
        canvas = Told.draw(pane, moment)
        assert canvas.marks
        numbers = [x for mark in canvas.marks for x in Told.numbers(mark)]
        assert all(map(math.isfinite, numbers)), pane.name
        assert "nan" not in canvas.transcript()


def check_words(lesson: Lesson[Any], moment: Moment[Any]) -> None:
    page = lesson.page(moment)
    cells = [cell for row in page.rows for cell in row.cells]
    for text in (page.idea, page.sentence, page.stage, page.known, lesson.situation(moment), *cells):
        assert not re.search(r"\b(nan|inf|None|True|False)\b", plain(text)), text
        assert "e-" not in re.sub(r"[A-Za-z]e-", "", plain(text)), f"no scientific notation: {text}"
        assert not re.search(r"-\d", plain(text)), f"a true minus: {text}"


def words(lesson: Lesson[Any], moment: Moment[Any]) -> list[str]:
    page = lesson.page(moment)
    asked = [] if page.prediction is None else [page.prediction.text]
    return [page.idea, page.sentence, lesson.situation(moment), page.known, *asked]


@each_scene
def test_words_fit_their_slots(told: Told) -> None:
    for moment in told.moments():
        page = told.lesson.page(moment)
        assert 1 <= len(page.stage) <= 12, page.stage
        assert lines(page.idea, 14.0, PANEL) <= 3, page.idea
        assert lines(page.sentence, 14.0, PANEL) <= 2, page.sentence
        assert text_width(told.lesson.situation(moment), 14.5) <= 856.0, told.lesson.situation(moment)
        assert text_width(page.known, 14.5) <= 856.0
        if page.prediction is not None:
            assert lines(page.prediction.text, 13.5, TASK) <= 2, page.prediction.text
        challenge = told.lesson.challenge(moment)
        if challenge is not None:
            assert lines(challenge.text, 13.5, TASK) <= 2, challenge.text


@each_scene
def test_sentences_are_sentences(told: Told) -> None:
    for moment in told.moments():
        check_words(told.lesson, moment)
        page, situation = told.lesson.page(moment), plain(told.lesson.situation(moment))
        assert situation.endswith("."), situation
        assert "?" not in situation, "the situation states, it never asks"
        for text in (page.idea, page.sentence):
            bare = plain(text)
            assert not bare or bare.endswith((".", "!", ":", "?")), bare
            assert "  " not in bare, bare
        if page.prediction is not None:
            assert page.prediction.text != page.idea


@each_scene
def test_at_most_eight_steps_or_one_an_edge(told: Told) -> None:
    assert len(told.moments()) <= max(told.lesson.most_steps, 8)


@each_scene
def test_the_same_moment_gives_the_same_picture_and_words(told: Told) -> None:
    for first, second in zip(told.moments(), told.moments(), strict=True):
        assert words(told.lesson, first) == words(told.lesson, second)
        for pane in told.lesson.panes:
            assert Told.draw(pane, first).transcript() == Told.draw(pane, second).transcript()


def judged(lesson: Lesson[Any], page: Page, moment: Moment[Any]) -> list[tuple[object, bool, Verdict]]:
    """Every answer that the tests try: with whether it should be right."""
    asked = page.prediction
    match asked:
        case Click():
            answers = answers_of(lesson, moment, asked)
            return [(answer, answer in asked.right, asked.judge(answer)) for answer in answers]
        case Choose():
            return [(answer, answer in asked.right, asked.judge(answer)) for answer in asked.options]
        case Place():
            return [(asked.right, True, asked.judge(asked.right))]
        case Adjust():
            return [("shown", True, asked.judge(asked.right(moment.scene)))]
        case None:
            return []


@each_scene
def test_predictions_know_right_from_wrong(told: Told) -> None:
    for moment in told.moments():
        page = told.lesson.page(moment)
        for answer, right, verdict in judged(told.lesson, page, moment):
            assert verdict.right == right, f"{page.prediction}: {answer}"
            assert lines(verdict.because, 13.5, TASK) <= (2 if right else 3), verdict.because
            assert plain(verdict.because).endswith((".", "!")), verdict.because
            assert not right or verdict.head == "" or "1 of" not in verdict.head


@each_lesson
def test_a_lesson_asks_and_no_preset_meets_its_challenge(lesson: Lesson[Any]) -> None:
    asked = 0
    for preset in lesson.presets.values():
        moments = moments_of(lesson, preset.scene, preset.compare)
        asked += sum(lesson.page(moment).prediction is not None for moment in moments)
        for moment in moments:
            challenge = lesson.challenge(moment)
            assert challenge is None or not challenge.reached, "a task that a scene already solves"
    assert asked, "no scene asks for a prediction"
    assert any(lesson.challenge(m) for m in moments_of(lesson, next(iter(lesson.presets.values())).scene))


@each_lesson
def test_texts_of_tasks_are_the_lesson_s_own(lesson: Lesson[Any]) -> None:
    def tasks(each: Lesson[Any]) -> set[str]:
        found = set()
        for preset in each.presets.values():
            for moment in moments_of(each, preset.scene, preset.compare):
                page, challenge = each.page(moment), each.challenge(moment)
                found |= {page.prediction.text} if page.prediction is not None else set()
                found |= {challenge.text} if challenge is not None else set()
        return found

    mine = tasks(lesson)
    for other in LESSONS:
        assert other is lesson or not mine & tasks(other)


@each_lesson
def test_each_comparison_fails_on_a_preset_and_says_by_how_much(lesson: Lesson[Any]) -> None:
    for comparison in lesson.compare:
        wrong = 0
        for preset in lesson.presets.values():
            moments = moments_of(lesson, preset.scene, comparison.name)
            if comparison.differs(moments[-1]):
                wrong += 1
                assert shows_faulty(lesson, moments), f"{comparison.name} differs and nothing shows it"
        assert wrong, f"{comparison.name}: no preset makes it fail"


def shows_faulty(lesson: Lesson[Any], moments: list[Moment[Any]]) -> bool:
    """Whether something in the ink of faulty answers is drawn at some step."""
    ends = (moments[0], moments[-1])
    return any("faulty" in Told.draw(pane, moment).transcript() for moment in ends for pane in lesson.panes)


@each_lesson
def test_a_failing_scene_switches_its_comparison_on(lesson: Lesson[Any]) -> None:
    for preset in lesson.presets.values():
        if preset.compare:
            comparison = lesson.comparison(preset.compare)
            assert isinstance(comparison, Comparison)
            trace = lesson.run(preset.scene)
            opens = preset.opens_at(trace)
            assert 0 <= opens < len(trace)
            moments = moments_of(lesson, preset.scene, preset.compare)
            assert comparison.differs(moments[opens])
            assert lesson.page(moments[opens]).prediction is None, "a failing scene asks nothing"


@each_lesson
def test_a_lesson_introduces_itself(lesson: Lesson[Any]) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", lesson.id)
    assert lesson.summary.endswith(".")
    assert lesson.terms
    assert 4 <= len(lesson.presets) <= lesson.most_scenes, "a number key for each"
    assert all(len(name) <= 26 for name in lesson.presets)
    shown = [c for _, c, _ in next(iter(lesson.presets.values())).scene.controls() if not isinstance(c, Handle)]
    assert len(shown) <= 4, "at most four controls"
