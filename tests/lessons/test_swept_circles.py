"""What the lesson says about two moving circles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import Miss, Outcome, box
from geometry.swept_circle.circle_point import QuadraticFormed
from geometry.swept_circle.steps import RelativeMotion, StartMeasured
from lessons.swept_circles import SweptCircles
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Arrow, Label, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = SweptCircles()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


def gaps(scene: Any, times: np.ndarray) -> np.ndarray:
    """Between the circles, by where they are in the world."""
    a = scene.center + times[:, None] * scene.motion
    b = scene.center_b + times[:, None] * scene.motion_b
    return np.hypot(*(a - b).T) - scene.radius - scene.radius_b


def faulty(moment: Moment[Any]) -> list[str]:
    recording = Recording(0.01)
    LESSON.draw(recording, moment)
    LESSON.draw_seen(recording, moment)
    return [m.text for m in recording.marks if isinstance(m, Label) and m.ink is Ink.FAULTY]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_first_touch_is_where_the_gap_first_closes(page: Preset) -> None:
    moment = page.moments()[-1]
    scene, found = page.scene, moment.step
    if found.outcome is Outcome.SEPARATED:
        assert gaps(scene, np.linspace(0.0, 1.0, 1001)).min() > 0.0
        assert "No contact" in plain(LESSON.caption(moment))
        return
    assert gaps(scene, np.array([found.fraction]))[0] == pytest.approx(0.0, abs=1e-9) or found.fraction == 0.0
    assert (gaps(scene, np.linspace(0.0, found.fraction, 1001))[:-1] > 0.0).all() or found.fraction == 0.0
    if found.outcome is Outcome.HIT:
        assert f"{found.fraction:.2f}" in plain(LESSON.situation(moment))
        assert f"A at t = {found.fraction:.2f}" in [
            m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)
        ]


def test_the_relative_motion_that_is_drawn_is_the_difference() -> None:
    moments = preset(LESSON.id, "Ways that cross").moments()
    moment = next(m for m in moments if isinstance(m.step, RelativeMotion))
    recording = Recording(0.01)
    LESSON.draw_seen(recording, moment)
    (seen,) = [m for m in recording.marks if isinstance(m, Arrow) and m.ink is Ink.VECTOR_P]
    scene = moment.scene
    expected = (scene.a_to - scene.center) - (scene.b_to - scene.center_b)
    assert np.subtract(seen.end, seen.start) == pytest.approx(expected)
    assert f"({expected[0]:.2f}, {expected[1]:.2f})".replace("-", "−") in plain(LESSON.caption(moment))


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_seen_from_b_the_gap_runs_from_the_point_to_the_ring(page: Preset) -> None:
    moment = next(m for m in page.moments() if isinstance(m.step, StartMeasured))
    recording, scene = Recording(0.01), page.scene
    LESSON.draw_seen(recording, moment)
    inks = (Ink.GAP, Ink.OVERLAP)
    ((start, rim),) = [m.points for m in recording.marks if isinstance(m, Stroke) and m.ink in inks]
    assert start == pytest.approx(tuple(scene.center))
    assert np.hypot(*(rim - scene.center_b)) == pytest.approx(scene.radius + scene.radius_b)
    assert np.hypot(*np.subtract(rim, start)) == pytest.approx(abs(moment.step.separation))


def test_both_radii_end_to_end_reach_the_ring() -> None:
    moment = preset(LESSON.id, "Ways that cross").moment(0)
    recording, scene = Recording(0.01), moment.scene
    LESSON.draw_seen(recording, moment)
    bars = {m.ink: m.points for m in recording.marks if isinstance(m, Stroke) and len(m.points) == 2}
    assert bars[Ink.B][0] == pytest.approx(tuple(scene.center_b))
    assert bars[Ink.B][1] == pytest.approx(bars[Ink.A][0])
    assert np.hypot(*(bars[Ink.A][1] - scene.center_b)) == pytest.approx(moment.step.radius)


def test_adding_the_velocities_invents_a_hit_and_loses_one() -> None:
    moment = last("Added: a hit that is none")
    assert moment.step.outcome is Outcome.SEPARATED
    assert gaps(moment.scene, np.linspace(0.0, 1.0, 1001)).min() > 0.1
    wrong = moment.scene.wrong()
    assert wrong.outcome is Outcome.HIT
    assert f"velocities added: t = {wrong.fraction:.2f}" in faulty(moment)
    moment = last("Added: a hit is missed")
    assert moment.step.outcome is Outcome.HIT
    assert moment.scene.wrong().outcome is Outcome.SEPARATED
    assert "velocities added: no contact" in faulty(moment)


def test_adding_is_right_while_b_stands_still() -> None:
    scene = preset(LESSON.id, "Ways that cross").scene
    still = scene.with_field("b_to", scene.center_b)
    assert still.wrong().fraction == LESSON.run(still).result.fraction


def test_the_same_motion_is_none() -> None:
    assert last("The same motion").step.miss is Miss.NO_MOTION


def test_crossing_ways_are_no_contact() -> None:
    moment = last("Ways cross, no contact")
    assert moment.step.outcome is Outcome.SEPARATED
    assert LESSON.goal(moment).is_reached
    assert not LESSON.goal(last("Ways that cross")).is_reached


def test_how_many_roots_count_is_asked_before_they_are_found() -> None:
    moments = preset(LESSON.id, "Ways that cross").moments()
    formed = next(m for m in moments if isinstance(m.step, QuadraticFormed))
    question, roots = LESSON.question(formed), moments[formed.index + 1].step
    assert question is not None
    assert question.answers == {"both"}
    assert 0.0 < roots.first < roots.last < 1.0
    assert f"{roots.last:.2f}" in question.because
    grazing = next(m for m in preset(LESSON.id, "Grazing").moments() if isinstance(m.step, QuadraticFormed))
    assert LESSON.question(grazing) is None, "its roots are one"


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_what_passes_by_does_so_in_the_numbers_shown_too(page: Preset) -> None:
    """A path at 0.70 from a ring of 0.70 would be no miss to a reader."""
    for moment in page.moments():
        if isinstance(moment.step, QuadraticFormed) and moment.step.passes:
            assert moment.step.passing > page.scene.radius + page.scene.radius_b + 0.05


def test_only_circles() -> None:
    with pytest.raises(ValueError, match="B is a moving circle"):
        last("Grazing").scene.with_field("b", at(box(1.0, 1.0), 0.0, 0.0))
