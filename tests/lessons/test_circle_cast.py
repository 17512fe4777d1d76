"""What the lesson says about casting a circle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import CircleCast, Outcome, RayCast, point, separation
from geometry.query.ray_steps import ArcTested
from lessons.circle_cast import CircleCastLesson
from lessons.circle_cast.faulty import centre_alone
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Dot, Label, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = CircleCastLesson()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_circle_touches_where_it_is_drawn(page: Preset) -> None:
    """By sampling the way: clear before the hit, touching at it; clear all the way for a miss."""
    moment = page.moments()[-1]
    scene, answer = page.scene, moment.step
    assert isinstance(answer, CircleCast)
    a, b, way = scene.a.world, scene.b.world, scene.to - scene.center
    until = 1.0 if answer.fraction is None else answer.fraction
    gaps = [separation(a, b.moved(t * way)) for t in np.linspace(0.0, until, 200)[:-1]]
    if answer.outcome is Outcome.OVERLAPPED:
        assert separation(a, b) < 0.0
        assert "at the start" in plain(LESSON.caption(moment))
        return
    assert min(gaps) > 0.0
    if answer.outcome is Outcome.HIT:
        assert separation(a, b.moved(answer.fraction * way)) == pytest.approx(0.0, abs=1e-9)
        dots = [m.at for m in draw(LESSON, moment).marks if isinstance(m, Dot) and m.ink is Ink.RESULT]
        assert dots == [pytest.approx(tuple(answer.point))]
        assert f"after {answer.fraction:.2f} of its way" in plain(LESSON.situation(moment))
    else:
        assert "nowhere" in plain(LESSON.caption(moment))


def test_the_centre_alone_misses_what_the_circle_hits() -> None:
    moment = last("The centre alone misses")
    assert centre_alone(moment.scene.a.world, moment.scene.ray).outcome is Outcome.SEPARATED
    assert moment.step.outcome is Outcome.HIT
    faulty = [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert faulty == ["centre alone: no hit"]


def test_the_centre_alone_is_late_by_about_the_radius() -> None:
    moment = last("The centre alone is late")
    scene, wrong = moment.scene, centre_alone(moment.scene.a.world, moment.scene.ray)
    assert wrong.distance is not None
    assert wrong.distance - moment.step.cast.distance > 0.9 * scene.radius
    depth = -separation(scene.a.world, scene.b.world.moved(wrong.distance * scene.ray.direction))
    assert depth > 0.9 * scene.radius
    assert f"{wrong.distance:.2f}" in plain(LESSON.caption(moment))


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Around a corner", {"no hit"}),
        ("The centre alone is late", {"a later hit"}),
        ("Passing by", {"no hit", "the same"}),
        ("Overlaps at the start", {"a later hit"}),
    ],
)
def test_what_the_centre_alone_reports_is_asked(name: str, right: set[str]) -> None:
    moment = next(m for m in preset(LESSON.id, name).moments() if isinstance(m.step, RayCast))
    question = LESSON.question(moment)
    assert question is not None
    assert question.answers == right
    ray = moment.scene.ray
    steps = np.linspace(0.0, ray.length, 2001)
    apart = [separation(moment.scene.a.world, point(ray.origin + at * ray.direction)) > 0.0 for at in steps]
    assert ("no hit" in right) is all(apart), "by walking the centre along"


def test_the_opening_goes_around_a_corner() -> None:
    moment = last("Around a corner")
    assert any(isinstance(s, ArcTested) for s in moment.trace)
    assert moment.step.cast.feature.is_vertex
    question = LESSON.question(Moment(moment.scene, moment.trace, 0))
    assert question is not None
    assert question.answers == {f"vertex {moment.step.cast.feature.index} of A"}


@pytest.mark.parametrize("name", ["Around a corner", "The centre alone is late", "Onto a capsule's end"])
def test_what_is_added_to_a_is_the_radius_of_b(name: str) -> None:
    moment = preset(LESSON.id, name).moment(0)
    recording = Recording(0.01)
    LESSON.draw_grown(recording, moment)
    bars = [m for m in recording.marks if isinstance(m, Stroke) and m.ink is Ink.B]
    assert [np.hypot(*np.subtract(*bar.points)) for bar in bars] == [pytest.approx(moment.scene.radius)]
    discs = [m for m in recording.marks if isinstance(m, Stroke) and m.ink is Ink.GHOST]
    assert len(discs) == len(moment.scene.a.world.points)
    assert separation(moment.scene.grown, point(bars[0].points[1])) == pytest.approx(0.0, abs=1e-9)


def test_a_miss_is_of_the_grown_shape() -> None:
    assert "beside the grown shape" in plain(LESSON.situation(last("Passing by")))


def test_without_motion_the_start_is_all_there_is_to_ask() -> None:
    scene = preset(LESSON.id, "On a face").scene
    still = scene.with_field("to", scene.center)
    trace = LESSON.run(still)
    assert trace.result.separation == pytest.approx(separation(still.a.world, still.b.world))


def test_the_end_of_the_way_touches() -> None:
    moment = last("Touches at the very end")
    assert moment.step.fraction == pytest.approx(1.0)
    assert LESSON.goal(moment).is_reached
    assert not LESSON.goal(last("On a face")).is_reached


def test_only_a_circle_is_cast() -> None:
    scene = preset(LESSON.id, "On a face").scene
    with pytest.raises(ValueError, match="circle"):
        scene.with_field("b", scene.a)
