"""What the lesson on all methods says: each claim against the routine itself, and against the curve."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import Outcome, bilateral_advancement, linear_cast
from geometry.time_of_impact.comparison import MethodAsked, MethodsCompared, MotionMethod, Verdict
from geometry.time_of_impact.discrete import discrete_steps
from lessons.all_methods import AllMethods
from lessons.all_methods.picture import looked_at
from lessons.first_edition.sweep_captions import clock
from tests.lessons.pages import PRESETS, Preset, name_of, preset
from viz.lesson.canvas import Dot, Label, Recording
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = AllMethods()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
each = pytest.mark.parametrize("page", MINE, ids=name_of)


def drawn(moment: Moment[Any], pane: str, pixel: float = 0.01) -> Recording:
    recording = Recording(pixel)
    next(p for row in LESSON.panes() for p in row if p.name == pane).draw(recording, moment)
    return recording


def verdicts(page: Preset) -> dict[MotionMethod, Verdict]:
    found: MethodsCompared = page.moments()[-1].step
    return {asked.method: asked.verdict for asked in found.asked}


@each
def test_the_rows_say_what_the_routines_say(page: Preset) -> None:
    last = page.moments()[-1]
    rows = dict(zip(MotionMethod, LESSON.table(last).rows, strict=True))
    scene = page.scene
    for method, found in (
        (MotionMethod.SUB_STEPS, discrete_steps(*scene.sweeps, scene.steps)),
        (MotionMethod.LINEAR_CAST, linear_cast(*_slid(scene))),
        (MotionMethod.BILATERAL, bilateral_advancement(*scene.sweeps)),
    ):
        seen = found.outcome in (Outcome.HIT, Outcome.OVERLAPPED)
        assert plain(rows[method].cells[1]) == (clock(found.fraction) if seen else "none")
    labels = [m.text for m in drawn(last, "rows", 0.004).marks if isinstance(m, Label)]
    assert sum(f": {verdict.value}" in text for text in labels for verdict in set(verdicts(page).values())) == 7


def _slid(scene: Any) -> tuple[Any, Any, Any, Any]:
    return scene.a.world, scene.sweep_a.motion, scene.b.world, scene.sweep_b.motion


@each
def test_a_missed_contact_is_there(page: Preset) -> None:
    least = float(page.scene.graph.values.min())
    for verdict in verdicts(page).values():
        if verdict is Verdict.MISSED:
            assert least < -0.01
        if verdict is Verdict.IMAGINED:
            assert least > 0.0


@each
def test_moments_looked_at_lie_on_the_curve(page: Preset) -> None:
    for moment in page.moments():
        if isinstance(moment.step, MethodAsked):
            dots = [m.at for m in drawn(moment, "curve").marks if isinstance(m, Dot) and m.ink is Ink.REFERENCE]
            until = 1.0 if moment.step.fraction is None else moment.step.fraction
            times = [t for t in looked_at(page.scene, moment.step.method) if t <= until]
            assert [at[0] for at in dots] == pytest.approx([t * page.scene.graph.wide for t in times])


def test_the_presets_show_what_they_are_named_for() -> None:
    bullet = verdicts(preset(LESSON.id, "A bullet and a thin wall"))
    assert bullet[MotionMethod.END_ONLY] is Verdict.MISSED
    assert bullet[MotionMethod.LINEAR_CAST] is Verdict.RIGHT
    slides = verdicts(preset(LESSON.id, "Sliding boxes"))
    assert slides[MotionMethod.LINEAR_CAST] is slides[MotionMethod.GJK_RAY_CAST] is Verdict.RIGHT
    assert slides[MotionMethod.RAY] is Verdict.LATE
    past = verdicts(preset(LESSON.id, "A turn out of the way"))
    assert past[MotionMethod.LINEAR_CAST] is past[MotionMethod.GJK_RAY_CAST] is Verdict.IMAGINED
    turning = verdicts(preset(LESSON.id, "A bar that turns"))
    assert turning[MotionMethod.LINEAR_CAST] is not Verdict.RIGHT
    for page in MINE:
        assert verdicts(page)[MotionMethod.CONSERVATIVE] is verdicts(page)[MotionMethod.BILATERAL] is Verdict.RIGHT


def test_the_goal_is_reached_by_a_needle_and_not_at_the_opening() -> None:
    assert LESSON.goal(preset(LESSON.id, "A needle that turns").moments()[0]).is_reached
    assert not LESSON.goal(Moment(LESSON.scene(), LESSON.run(LESSON.scene()), 0)).is_reached


@each
def test_questions_are_answered_by_the_next_method(page: Preset) -> None:
    worth = {Verdict.RIGHT: "Right", Verdict.MISSED: "Misses the contact"}
    for moment in page.moments():
        question = LESSON.question(moment)
        if question is not None:
            following = moment.trace.steps[moment.index + 1]
            for verdict, option in worth.items():
                assert question.is_right(option) == (following.verdict is verdict)


def test_more_sub_steps_find_the_bullet() -> None:
    page = preset(LESSON.id, "A bullet and a thin wall")
    few = LESSON.run(page.scene.with_field("sub_steps", 2.0)).result
    many = LESSON.run(page.scene.with_field("sub_steps", 40.0)).result
    said = [found.asked[1] for found in (few, many)]
    assert said[0].fraction is None
    assert said[1].fraction is not None
    assert np.isclose(said[1].fraction * 40.0 % 1.0, 0.0)
    assert said[1].count > said[0].count


@each
def test_a_contact_at_the_start_is_named_once(page: Preset) -> None:
    for moment in page.moments():
        if isinstance(moment.step, MethodAsked):
            words = [m.text for m in drawn(moment, "world").marks if isinstance(m, Label) and "contact" in m.text]
            assert len(words) <= 1


def test_rows_without_room_leave_the_names_to_the_table() -> None:
    moment = preset(LESSON.id, "A bar that turns").moments()[4]
    assert {m.text for m in drawn(moment, "rows", 0.01).marks if isinstance(m, Label)} == {
        moment.step.method.value,
        f"t = {clock(moment.step.fraction)}: {moment.step.verdict.value}",
    }
