"""What holds for every lesson, every preset and every step."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry import Pose, Trace
from geometry.vector import SMALLEST_LENGTH
from lessons import CURRICULUM
from tests.lessons.pages import LESSONS, PRESETS, Preset, draw, name_of
from viz.export.svg import lesson_svg
from viz.lesson.canvas import Area, Arrow, Dot, FeatureMark, Label, Mark, Stroke, Symbol, Unbounded
from viz.lesson.curriculum import Entry
from viz.lesson.first_edition import Lesson, Moment, RowState, stages
from viz.lesson.scene import Arrow as Held
from viz.lesson.scene import Body, Choice, Handle, Scene, Toggle
from viz.lesson.text import plain
from viz.picture.theme import DARK, LIGHT

each_preset = pytest.mark.parametrize("page", PRESETS, ids=name_of)
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)


def coordinates(mark: Mark) -> list[tuple[float, float]]:
    match mark:
        case Stroke(points) | Area(points):
            return list(points)
        case Arrow(start, end):
            return [start, end]
        case Unbounded(through, direction):
            assert direction != (0.0, 0.0)
            return [through, direction]
        case Dot(at):
            return [at]
        case FeatureMark(points):
            return list(points)
        case Label(_, at, _, toward) | Symbol(_, at, _, toward):
            assert toward != (0.0, 0.0), "a label needs a side to stand on"
            return [at] if toward is None else [at, toward]


def words_of(lesson: Lesson[Any], moment: Moment[Any]) -> list[str]:
    table = lesson.table(moment)
    cells = [cell for row in table.rows for cell in row.cells] if table is not None else []
    return [lesson.explain(moment), lesson.caption(moment), lesson.situation(moment), *cells]


def check_page(lesson: Lesson[Any], moment: Moment[Any]) -> None:
    """The picture is drawn and finite, the words are there and hold no NaN."""
    recording = draw(lesson, moment, pixel=0.01)
    for row in lesson.panes():
        for pane in row:
            pane.draw(recording, moment)
    assert recording.marks
    for mark in recording.marks:
        assert all(math.isfinite(x) for pair in coordinates(mark) for x in pair), mark
    texts = [mark.text for mark in recording.marks if isinstance(mark, Label)]
    for text in [*texts, *words_of(lesson, moment)]:
        assert not re.search(r"\b(nan|inf)\b", plain(text)), text
    assert all(texts)


@each_preset
def test_every_step_is_drawn_and_explained(page: Preset) -> None:
    for moment in page.moments():
        check_page(page.lesson, moment)
        caption, situation = plain(page.lesson.caption(moment)), plain(page.lesson.situation(moment))
        assert caption.endswith(".")
        assert situation.endswith((".", "?"))
        assert len(situation) <= 96, "one line under the figure at 1280x720"
        for sentence in (caption, situation):
            assert "  " not in sentence
            assert sentence[0].isupper() or sentence[0] in "abcpq|0123456789−", sentence


@each_preset
def test_the_same_moment_gives_the_same_picture_and_words(page: Preset) -> None:
    for first, second in zip(page.moments(), page.moments(), strict=True):
        assert draw(page.lesson, first).transcript() == draw(page.lesson, second).transcript()
        assert words_of(page.lesson, first) == words_of(page.lesson, second)


@each_preset
def test_every_step_is_an_svg_picture(page: Preset) -> None:
    for moment in page.moments():
        text = lesson_svg(page.lesson, moment, (DARK, LIGHT)[moment.index % 2])
        assert "nan" not in text
        root = ElementTree.fromstring(text)
        said = "".join(root.itertext())
        assert page.lesson.title in said
        assert plain(page.lesson.situation(moment)) in said


@each_preset
def test_stages_are_runs_with_names_of_their_own(page: Preset) -> None:
    trace = page.lesson.run(page.scene)
    named = stages(page.lesson, trace)
    assert len({name for name, _ in named}) == len(named)
    assert [i for _, steps in named for i in steps] == list(range(len(trace)))


@each_preset
def test_tables_fit_their_columns_and_point_at_steps(page: Preset) -> None:
    for moment in page.moments():
        table = page.lesson.table(moment)
        if table is None:
            continue
        for row in table.rows:
            assert 1 <= len(row.cells) <= len(table.columns)
            assert row.step is None or 0 <= row.step < len(moment.trace)
            if row.state is RowState.CURRENT:
                assert row.step == moment.index
            if row.step is not None and row.step > moment.index:
                assert row.state is RowState.PENDING, "a number that the algorithm has not computed yet"


@each_lesson
def test_a_lesson_introduces_itself(lesson: Lesson[Any]) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", lesson.id)
    assert lesson.title
    assert lesson.summary.endswith(".")
    assert 4 <= len(lesson.presets()) <= 9, "a number key for each"
    assert all(len(name) <= 26 for name in lesson.presets())


def test_ids_are_unique() -> None:
    assert len({lesson.id for lesson in LESSONS}) == len(LESSONS)


@each_lesson
def test_explanations_are_short_and_their_formulas_few(lesson: Lesson[Any]) -> None:
    """Each formula is a texture that stays: numbers that change must not be in one."""
    formulas: set[str] = set()
    symbols: set[str] = set()
    for page in PRESETS:
        if page.lesson is lesson:
            for moment in page.moments():
                prose, *shown = lesson.explain(moment).split("$$")
                assert len(prose.split()) <= 60
                assert "$" not in prose
                formulas.update(shown[::2])
                symbols |= {m.latex for m in draw(lesson, moment).marks if isinstance(m, Symbol)}
    assert 1 <= len(formulas) <= 10
    assert len(symbols) <= 6


@each_lesson
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_whatever_is_dragged_is_drawn(lesson: Lesson[Any], data: st.DataObject) -> None:
    """Everything that can be held and set, moved about at random, coincidences included."""
    scene: Scene = data.draw(st.sampled_from(list(lesson.presets().values())))
    places = st.tuples(*[st.one_of(st.floats(-3.0, 3.0), st.sampled_from((0.0, 0.5, 1.0)))] * 2)
    for name, control, value in list(scene.controls()):
        match control, value:
            case Handle(), Body(shape):
                angle = data.draw(st.one_of(st.floats(-4.0, 4.0), st.sampled_from((0.0, math.pi / 2.0))))
                scene = scene.with_field(name, Body(shape, Pose(data.draw(places), angle)))
            case Handle(), Held():
                ends = data.draw(places), data.draw(places)
                try:
                    scene = scene.with_field(name, Held(*ends))
                except ValueError:
                    assert math.dist(*ends) <= SMALLEST_LENGTH, "only a direction of no length may be refused"
            case Handle(), np.ndarray():
                scene = scene.with_field(name, np.array(data.draw(places)))
            case Toggle(), _:
                scene = scene.with_field(name, data.draw(st.booleans()))
            case Choice(_, options), _:
                scene = scene.with_field(name, data.draw(st.sampled_from(options)))
    trace: Trace[Any, Any] = lesson.run(scene)
    for index in range(len(trace)):
        check_page(lesson, Moment(scene, trace, index))
    lesson_svg(lesson, Moment(scene, trace, len(trace) - 1), DARK)


@each_lesson
@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_tiny_and_huge_scenes_are_drawn(lesson: Lesson[Any], scale: float) -> None:
    scene = lesson.scene()
    for name, control, value in list(scene.controls()):
        if isinstance(control, Handle) and isinstance(value, Body):
            shape = replace(value.shape, points=value.shape.points * scale, radius=value.shape.radius * scale)
            scene = scene.with_field(name, Body(shape, Pose(value.pose.position * scale, value.pose.angle)))
        elif isinstance(control, Handle) and isinstance(value, Held):
            scene = scene.with_field(name, Held(value.start * scale, value.end * scale))
        elif isinstance(control, Handle):
            scene = scene.with_field(name, value * scale)
    trace = lesson.run(scene)
    small = lesson.run(lesson.scene())
    assert [lesson.stage(step) for step in trace] == [lesson.stage(step) for step in small]
    for index in range(len(trace)):
        moment = Moment(scene, trace, index)
        # Marks that need room, such as right angles, may be left out: a unit vector is long beside a tiny scene.
        usual = len(draw(lesson, Moment(lesson.scene(), small, index)).marks)
        assert 0.8 * usual <= len(draw(lesson, moment).marks) <= usual
        assert "nan" not in lesson_svg(lesson, moment, DARK)


@each_preset
def test_questions_have_answers_and_do_not_give_them_away(page: Preset) -> None:
    for moment in page.moments():
        question = page.lesson.question(moment)
        if question is not None:
            assert question.answers
            assert question.text.endswith("?")
            assert plain(question.because).endswith(".")
            assert not question.options or question.answers < set(question.options)
        goal = page.lesson.goal(moment)
        if goal is not None:
            assert goal.text.endswith(".")
            assert "nan" not in goal.now


@pytest.mark.parametrize("entry", [e for chapter in CURRICULUM for e in chapter.lessons], ids=lambda e: e.id)
def test_the_curriculum_says_what_the_lesson_says(entry: Entry) -> None:
    assert (entry.id, entry.title) == (entry.lesson.id, entry.lesson.title)


def test_opening_the_curriculum_imports_no_lesson() -> None:
    code = "import sys, lessons; print([m for m in sys.modules if m.startswith('lessons.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
