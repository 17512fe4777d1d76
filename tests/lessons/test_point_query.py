"""What the lesson says about the closest point of the boundary."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shapely import Point, Polygon

from geometry import boundary
from geometry.query.point_query import EdgeProjected, FootClamped, PushedOut
from lessons.point_query import PointQueryLesson
from lessons.point_query.faulty import pushed_along
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Dot, Label
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = PointQueryLesson()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_closest_point_that_is_drawn_is_shapelys(page: Preset) -> None:
    moment = page.moments()[-1]
    shape, p = page.scene.a.world, page.scene.p
    outline = Polygon(boundary(shape, 1e-7 * shape.bounds().extent.max()) - p)
    separation = outline.exterior.distance(Point(0.0, 0.0)) * (-1.0 if outline.contains(Point(0.0, 0.0)) else 1.0)
    assert moment.step.separation == pytest.approx(separation, abs=1e-5)
    dots = [np.array(m.at) for m in draw(LESSON, moment).marks if isinstance(m, Dot) and m.ink is Ink.RESULT]
    assert any(abs(float(np.hypot(*(dot - p))) - abs(separation)) < 1e-5 for dot in dots)
    number = f"{abs(separation):.2f}"
    assert number in plain(LESSON.situation(moment)) or "boundary" in LESSON.situation(moment)
    assert number in plain(LESSON.caption(moment))


@pytest.mark.parametrize("name", ["On the inner edge", "On an inner corner", "A circle's own centre"])
def test_a_push_along_p_and_its_foot_is_wrong_on_the_inner_boundary(name: str) -> None:
    moment = last(name)
    answer, radius = moment.step, moment.scene.a.world.radius
    wrong = pushed_along(answer, radius)
    faulty = [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    if wrong is None:
        assert np.array_equal(answer.foot, answer.point)
        assert faulty == ["0 / 0: no direction"]
        assert "0 / 0" in plain(LESSON.caption(moment))
    else:
        off = float(np.hypot(*(wrong - answer.closest)))
        assert off > 0.1, "the direction is rounding noise"
        assert faulty == [f"by p and its foot: off by {off:.2f}"]
        assert f"off by {off:.2f}" in plain(LESSON.caption(moment))


def test_elsewhere_the_push_is_the_same() -> None:
    for name in ("Beside an edge", "Beyond a corner", "Inside"):
        scene = preset(LESSON.id, name).scene.with_field("naive", True)
        trace = LESSON.run(scene)
        wrong = pushed_along(trace.result, scene.a.world.radius)
        assert wrong == pytest.approx(trace.result.closest)
        assert "would be the same" in plain(LESSON.caption(Moment(scene, trace, len(trace) - 1)))


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_signed_distance_is_asked_for_before_it_is_said(page: Preset) -> None:
    moments = page.moments()
    assert isinstance(moments[-2].step, PushedOut)
    question = LESSON.question(moments[-2])
    assert question is not None
    assert question.answers == {f"{moments[-1].step.separation:+.2f}".replace("-", "−")}
    assert len(set(question.options)) == len(question.options)


def test_between_the_inner_shape_and_the_boundary_p_is_inside() -> None:
    moment = last("A capsule")
    assert not moment.step.in_core
    assert moment.step.is_inside
    assert moment.step.separation < -0.1


def test_four_edges_as_near_are_four_right_answers() -> None:
    question = LESSON.question(preset(LESSON.id, "Four edges as near").moment(0))
    assert question is not None
    assert question.answers == {f"edge {i} of A" for i in range(4)}


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_table_holds_every_distance(page: Preset) -> None:
    moment = page.moments()[-1]
    table = LESSON.table(moment)
    assert table is not None
    clamped = [s for s in moment.trace if isinstance(s, FootClamped)]
    for step in clamped:
        row = next(r for r in table.rows if r.cells[0] == f"edge {step.projected.edge}")
        distance = float(np.hypot(*(page.scene.p - step.foot)))
        assert float(row.cells[2]) == pytest.approx(distance, abs=0.006)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_one_foot_at_most_is_called_the_nearest(page: Preset) -> None:
    """Of those seen so far; edges that were the nearest for a while no longer are."""
    for moment in page.moments():
        clamped = [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, FootClamped)]
        called = [row for row in LESSON.table(moment).rows if row.cells[-1] == "nearest"]
        assert len(called) == min(len(clamped), 1)
        if called:
            assert called[0].cells[2] == f"{min(s.distance for s in clamped):.2f}"


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_situation_follows_the_steps(page: Preset) -> None:
    for moment in page.moments()[:-1]:
        seen = [s.distance for s in moment.trace.steps[: moment.index + 1] if isinstance(s, FootClamped)]
        said = plain(LESSON.situation(moment))
        if not seen:
            assert said.endswith("is p inside?") or said.startswith("A's centre")
            continue
        assert f"{min(seen):.2f} from p" in said
        assert ("so far" in said) is isinstance(moment.step, FootClamped | EdgeProjected)


def test_a_tie_is_said_to_be_one() -> None:
    tied = [m for m in preset(LESSON.id, "Beyond a corner").moments() if isinstance(m.step, FootClamped)][2]
    assert tied.step.distance == pytest.approx(tied.step.nearest.distance)
    assert "0.87 away as well" in plain(LESSON.caption(tied))


def test_without_edges_the_goal_says_so() -> None:
    for name in ("A capsule", "A circle's own centre"):
        goal = LESSON.goal(last(name))
        assert not goal.is_reached
        assert goal.now == "A has no two edges to choose between."


def test_the_goal_is_reached_between_two_edges() -> None:
    scene = preset(LESSON.id, "Inside").scene
    assert not LESSON.goal(Moment(scene, LESSON.run(scene), 0)).is_reached
    middle = preset(LESSON.id, "Four edges as near").scene
    assert LESSON.goal(Moment(middle, LESSON.run(middle), 0)).is_reached
