"""What the lesson says about rays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shapely import LineString, Polygon

from geometry import Miss, Outcome, RayKind, boundary
from geometry.query.ray_steps import ArcTested, FaceConsidered, Facing, LineTested, OvershootTested
from geometry.vector import cross
from lessons.ray_cast import RayCastLesson
from lessons.ray_cast.faulty import AHEAD, NONE, PERPENDICULAR, faulty_distance
from lessons.ray_cast.scene import ShapeAndRay
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Label, Unbounded
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = RayCastLesson()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


def texts(moment: Moment[Any], ink: Ink) -> list[str]:
    return [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is ink]


def shapely_distance(scene: ShapeAndRay) -> float | None:
    """Where the ray first meets the filled shape."""
    ray, shape = scene.ray, scene.a.world
    low = -50.0 if ray.kind is RayKind.LINE else 0.0
    high = ray.length if ray.kind is RayKind.SEGMENT else 50.0
    path = LineString([low * ray.direction, high * ray.direction])
    met = path.intersection(Polygon(boundary(shape, 1e-9) - ray.origin).buffer(1e-12))
    if met.is_empty:
        return None
    return min(float(np.array(xy) @ ray.direction) for xy in met.coords)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_hit_is_shapelys(page: Preset) -> None:
    moment = page.moments()[-1]
    expected, found = shapely_distance(page.scene), moment.step.distance
    if expected is None:
        assert found is None
        assert texts(moment, Ink.GAP) == ["no hit"]
        assert "No hit" in plain(LESSON.caption(moment))
        return
    assert found == pytest.approx(expected, abs=1e-4)
    if moment.step.outcome is Outcome.HIT:
        number = f"{found:.2f}".replace("-", "−")
        assert f"hit at {number}" in texts(moment, Ink.RESULT)
        assert number in plain(LESSON.caption(moment))
        assert number in plain(LESSON.situation(moment))


@pytest.mark.parametrize("name", ["The box lies behind", "A segment falls short"])
def test_one_axis_alone_reports_what_the_ray_does_not_reach(name: str) -> None:
    moment = last(name)
    scene = moment.scene
    said = faulty_distance(PERPENDICULAR, scene.a.world, scene.ray)
    assert shapely_distance(scene) is None
    assert moment.step.miss in (Miss.RECEDING, Miss.TOO_FAR)
    assert said is not None
    assert said < 0.0 or said > scene.ray.length
    assert f"one axis alone: hit at {said:.2f}".replace("-", "−") in texts(moment, Ink.FAULTY)
    first = moment.trace.steps[0]
    assert isinstance(first, LineTested)
    assert not first.is_gap


def test_edges_ahead_alone_miss_the_arc_of_a_pocket() -> None:
    moment = last("From a corner's pocket")
    scene = moment.scene
    assert faulty_distance(AHEAD, scene.a.world, scene.ray) is None
    assert shapely_distance(scene) == pytest.approx(moment.step.distance, abs=1e-4)
    faces = [s for s in moment.trace if isinstance(s, FaceConsidered) and s.facing is Facing.TOWARDS]
    assert faces
    assert all(face.distance is not None and face.distance < 0.0 for face in faces)
    assert texts(moment, Ink.FAULTY) == ["edges ahead alone: no hit"]
    assert LESSON.goal(moment).is_reached
    assert not LESSON.goal(last("On an edge")).is_reached


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_elsewhere_the_faulty_rules_agree(page: Preset) -> None:
    """They look right on most scenes: nothing is drawn beside the answer then."""
    for rule in (PERPENDICULAR, AHEAD):
        scene = page.scene.with_field("faulty", rule)
        trace = LESSON.run(scene)
        said = faulty_distance(rule, scene.a.world, scene.ray)
        moment = Moment(scene, trace, len(trace) - 1)
        same = said is trace.result.distance or said == pytest.approx(trace.result.distance)
        assert bool(texts(moment, Ink.FAULTY)) is not same
    assert page.scene.faulty == NONE or page.scene.faulty in (PERPENDICULAR, AHEAD)


def test_the_opening_goes_past_its_edge_and_asks_one_circle() -> None:
    moments = preset(LESSON.id, "Past the edge, on the arc").moments()
    steps = moments[0].trace.steps
    overshoot = next(s for s in steps if isinstance(s, OvershootTested))
    assert overshoot.corner is not None
    assert overshoot.along > overshoot.edge_length or overshoot.along < 0.0
    assert sum(isinstance(s, ArcTested) for s in steps) == 1
    asked = [q for m in moments if (q := LESSON.question(m)) is not None]
    assert [q.answers for q in asked] == [{f"edge {overshoot.entry.edge} of A"}, {"after the extended edge"}]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_an_arc_comes_after_the_extended_edge_that_it_is_asked_about(page: Preset) -> None:
    for moment in page.moments():
        if isinstance(moment.step, OvershootTested) and (question := LESSON.question(moment)) is not None:
            arc = next(s for s in moment.trace if isinstance(s, ArcTested))
            assert question.answers == {"after the extended edge"}, "it lies behind both extensions"
            assert f"{arc.distance:.2f}".replace("-", "−") in question.because


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_one_way_in_at_most(page: Preset) -> None:
    """The table calls one line the way in: the last edge crossed so far, or the corner once that was overshot."""
    for moment in page.moments():
        called = [row for row in LESSON.table(moment).rows if row.cells[-1] == "way in"]
        assert len(called) <= 1
        if moment.is_last and moment.step.outcome is Outcome.HIT:
            assert called[0].cells[2] == f"{moment.step.distance:.2f}".replace("-", "−")
            assert f"fraction {moment.step.fraction:.2f}".replace("-", "−") in plain(LESSON.caption(moment))


def test_a_whole_line_has_no_start_to_put_in_a_pocket() -> None:
    moment = last("A whole line")
    assert any(isinstance(s, ArcTested) for s in moment.trace)
    assert not LESSON.goal(moment).is_reached
    pocket = last("From a corner's pocket").scene.with_field("kind", RayKind.LINE.value)
    trace = LESSON.run(pocket)
    assert not LESSON.goal(Moment(pocket, trace, len(trace) - 1)).is_reached


def test_the_pocket_lies_between_the_extended_edges_that_are_drawn() -> None:
    moment = last("From a corner's pocket")
    lines = [m for m in draw(LESSON, moment).marks if isinstance(m, Unbounded) and m.ink is Ink.GHOST]
    start, middle = moment.scene.ray.origin, moment.scene.a.pose.position
    assert len(lines) == 2
    for line in lines:
        sides = [cross(np.array(line.direction), np.subtract(at, line.through)) for at in (start, middle)]
        assert sides[0] * sides[1] > 0.0, "the start is on the shape's side of the extended edge"


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_situation_follows_the_crossings(page: Preset) -> None:
    for moment in page.moments()[:-1]:
        seen = moment.trace.steps[: moment.index + 1]
        crossed = [s for s in seen if isinstance(s, FaceConsidered) and s.distance is not None]
        said = plain(LESSON.situation(moment))
        if not crossed:
            assert said.endswith("first meet A?")
            continue
        latest = max(crossed, key=lambda face: face.distance)
        assert f"edge {latest.edge}, at {latest.distance:.2f}".replace("-", "−") in said
        assert ("so far" in said) is isinstance(moment.step, FaceConsidered)


def test_a_grazing_ray_touches() -> None:
    moment = preset(LESSON.id, "Grazing, far out").moment(0)
    assert "touches it" in plain(LESSON.caption(moment))
    assert LESSON.table(moment).rows[0].cells[1] == "touches"


def test_an_edge_hit_asks_no_circle() -> None:
    assert not any(isinstance(s, ArcTested) for s in last("On an edge").trace)


def test_the_point_query_of_the_start_can_be_stepped_into() -> None:
    moments = preset(LESSON.id, "Starts inside").moments()
    above = next(m for m in moments if m.trace.children(m.index))
    ((field, nested),) = above.trace.children(above.index)
    for index in range(len(nested)):
        moment = Moment(above.scene, nested, index, above, field)
        assert plain(LESSON.caption(moment)).endswith(".")
        assert LESSON.stage(moment.step) == "Point query"
        assert draw(LESSON, moment).marks
        LESSON.situation(moment), LESSON.explain(moment), LESSON.table(moment), LESSON.goal(moment)
