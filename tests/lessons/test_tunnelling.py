"""What the lesson says about discrete steps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import Outcome, separation
from geometry.time_of_impact.discrete import ContinuousAsked, MomentTested
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.tunnelling import TunnellingLesson
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Dot, Label, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = TunnellingLesson()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


def faulty(moment: Moment[Any]) -> list[str]:
    return [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]


def least(scene: Any, until: float = 1.0) -> float:
    """The least separation, by a fine look at the shapes themselves."""
    return min(separation(*scene.at(t)) for t in np.linspace(0.0, until, 1500))


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_verdict_is_that_of_a_fine_look(page: Preset) -> None:
    moment = page.moments()[-1]
    scene, verdict = page.scene, moment.step
    size = float(max(np.abs(scene.a.world.points).max(), 1.0))
    touches = least(scene) <= 1e-9 * size
    seen = any(separation(*scene.at(k / scene.count)) <= 1e-9 * size for k in range(scene.count + 1))
    assert verdict.tunnelled is (touches and not seen)
    assert (verdict.continuous.outcome is Outcome.SEPARATED) is not touches
    assert (verdict.discrete.outcome is Outcome.SEPARATED) is not seen
    if verdict.continuous.outcome is Outcome.HIT:
        assert least(scene, verdict.continuous.fraction) > -1e-9 * size, "nothing touches before"
        assert f"{verdict.continuous.fraction:.2f}" in plain(LESSON.situation(moment))
    assert ("Tunnelled" in plain(LESSON.caption(moment))) is verdict.tunnelled


@pytest.mark.parametrize("name", ["A bullet and a thin wall", "A spinning bar", "Both move"])
def test_what_tunnels_says_so(name: str) -> None:
    moment = last(name)
    assert moment.step.tunnelled
    assert "the steps: no contact" in faulty(moment)
    assert "miss it" in plain(LESSON.situation(moment))


def test_enough_steps_see_it_late() -> None:
    moment = last("Seen, but late")
    verdict = moment.step
    assert verdict.late is not None
    assert 0.0 < verdict.late < 1.0 / moment.scene.count
    depth = -separation(*moment.scene.at(verdict.discrete.fraction))
    assert depth > 0.1
    answered = next(m for m in preset(LESSON.id, "Seen, but late").moments() if isinstance(m.step, TimeOfImpact))
    assert f"{depth:.2f}" in plain(LESSON.caption(answered))
    assert faulty(moment) == [f"the steps: t = {verdict.discrete.fraction:.2f}"]


def test_one_step_more_may_see_less() -> None:
    fewer = last("Fewer steps, more luck")
    assert fewer.step.discrete.outcome is Outcome.HIT
    assert LESSON.goal(fewer).is_reached
    more = fewer.scene.with_field("steps", fewer.scene.count + 1.0)
    assert LESSON.run(more).result.tunnelled
    assert not LESSON.goal(last("Enough steps")).is_reached


def test_past_each_other_both_answers_agree_without_fault() -> None:
    moment = last("Past each other")
    assert faulty(moment) == []
    assert "agree" in plain(LESSON.caption(moment))


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_situation_counts_the_moments(page: Preset) -> None:
    for moment in page.moments():
        if isinstance(moment.step, MomentTested) and moment.index:
            said = plain(LESSON.situation(moment))
            assert said.startswith(f"{moment.index + 1} of {page.scene.count + 1} moments looked at: ")
            assert ("overlap" in said) is (separation(*page.scene.at(moment.step.fraction)) <= 0.0)


def test_every_moment_is_on_the_curve_and_in_the_table() -> None:
    moment = last("A bullet and a thin wall")
    recording = Recording(0.01)
    LESSON.draw_curve(recording, moment)
    wide = moment.scene.graph.wide
    tested = [s for s in moment.trace if isinstance(s, MomentTested)]
    dots = [m.at for m in recording.marks if isinstance(m, Dot) and m.ink is Ink.GAP]
    assert dots == [pytest.approx((s.fraction * wide, separation(*moment.scene.at(s.fraction)))) for s in tested]
    table = LESSON.table(moment)
    assert table is not None
    assert [row.cells[1] for row in table.rows[:-1]] == [f"{s.fraction:.2f}" for s in tested]


def test_moments_gone_by_are_drawn_of_what_moves_and_told_apart() -> None:
    moment = last("A bullet and a thin wall")
    names = {m.text: m.at for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.QUIET}
    assert set(names) == {"1", "2"}, "the start and the end have their letters"
    for name, at in names.items():
        assert at == pytest.approx(tuple(moment.scene.at(int(name) / 3)[0].centroid))
    marks = draw(LESSON, moment).marks
    assert sum(isinstance(m, Stroke) and m.ink is Ink.PROJECTOR_A for m in marks) == 2
    assert not any(isinstance(m, Stroke) and m.ink is Ink.PROJECTOR_B for m in marks), "B stands still"
    many = draw(LESSON, last("Enough steps"))
    assert not any(isinstance(m, Label) and m.text.isdigit() for m in many.marks), "too many to be read"


def test_a_moment_below_the_curve_says_that_it_is_deeper() -> None:
    moment = next(m for m in preset(LESSON.id, "Seen, but late").moments() if m.step.overlapped)
    recording = Recording(0.01)
    LESSON.draw_curve(recording, moment)
    depth = separation(*moment.scene.at(moment.step.fraction))
    assert depth < moment.scene.graph.low
    words = f"moment {moment.step.step}: {depth:.2f}, deeper than drawn".replace("-", "−")
    assert words in [m.text for m in recording.marks if isinstance(m, Label)]


def test_the_question_is_about_the_moments() -> None:
    for name, answer in (("A bullet and a thin wall", "no, none of them"), ("Enough steps", "yes, one of them")):
        question = LESSON.question(preset(LESSON.id, name).moment(0))
        assert question is not None
        assert question.answers == {answer}


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("A bullet and a thin wall", "yes"),
        ("Past each other", "no"),
        ("Enough steps", "earlier"),
    ],
)
def test_what_lies_between_the_moments_is_asked_and_not_drawn_before(name: str, right: str) -> None:
    moments = preset(LESSON.id, name).moments()
    moment = next(m for m in moments if isinstance(m.step, TimeOfImpact))
    question = LESSON.question(moment)
    assert question is not None
    assert question.answers == {right}
    assert (least(moment.scene) <= 0.0) is (right != "no")

    def curve(moment: Moment[Any]) -> list[Stroke]:
        recording = Recording(0.01)
        LESSON.draw_curve(recording, moment)
        return [m for m in recording.marks if isinstance(m, Stroke) and m.ink in (Ink.GAP, Ink.OVERLAP)]

    assert not any(curve(m) for m in moments[: moment.index + 1])
    assert not faulty(moment), "nor is it said whether the steps are right"
    assert all(curve(m) for m in moments[moment.index + 1 :])


def test_the_search_and_what_it_asks_can_be_stepped_into() -> None:
    above = next(m for m in preset(LESSON.id, "A spinning bar").moments() if isinstance(m.step, ContinuousAsked))
    levels = [above]
    while levels:
        parent = levels.pop()
        for index in range(len(parent.trace)):
            if parent is above and index != above.index:
                continue
            here = Moment(parent.scene, parent.trace, index, parent.parent, parent.field)
            for field, nested in parent.trace.children(index):
                moment = Moment(parent.scene, nested, 0, here, field)
                for k, step in enumerate(nested):
                    said = plain(LESSON.caption(Moment(parent.scene, nested, k, here, field)))
                    assert said.endswith(".")
                    assert type(step).__name__ not in said, "in words, not in the names of the source"
                assert LESSON.stage(moment.step)
                recording = draw(LESSON, moment)
                LESSON.draw_curve(recording, moment)
                LESSON.situation(moment), LESSON.explain(moment), LESSON.table(moment), LESSON.goal(moment)
                levels.append(moment)


def test_the_slider_is_a_whole_number_of_steps() -> None:
    scene = last("Enough steps").scene
    assert scene.with_field("steps", 7.4).count == 7
    assert scene.with_field("steps", 0.2).count == 1
