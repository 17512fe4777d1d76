"""What the lesson says about a moving point and a wall."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point

from geometry import Miss, Outcome
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from lessons.ray_segment import RaySegment, time_picture
from lessons.ray_segment.faulty import ENDLESS, NEVER, NONE, SIDES, faulty_fraction
from lessons.ray_segment.scene import PointAndWall
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Dot, FeatureMark, Label, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import Arrow
from viz.lesson.text import plain

LESSON = RaySegment()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
WRONG = ["Past the wall's end", "The way is too short", "On the wall's line", "Starts on the wall"]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


def step(name: str, kind: type) -> Moment[Any]:
    return next(m for m in preset(LESSON.id, name).moments() if isinstance(m.step, kind))


def said(scene: PointAndWall) -> float | None:
    return faulty_fraction(scene.rule, scene.start, scene.motion, scene.c, scene.d)


def labels(moment: Moment[Any], ink: Ink) -> list[str]:
    return [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is ink]


def area(corners: Any) -> float:
    x, y = np.array(corners).T
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2.0


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_hit_is_shapelys(page: Preset) -> None:
    moment = page.moments()[-1]
    scene, found = page.scene, moment.step
    wall = LineString([scene.c - scene.start, scene.d - scene.start])
    path = LineString([(0.0, 0.0), scene.motion])
    if found.outcome is Outcome.SEPARATED:
        assert path.distance(wall) > 1e-9
        assert "No contact" in plain(LESSON.caption(moment))
        return
    assert wall.distance(Point(found.fraction * scene.motion)) == pytest.approx(0.0, abs=1e-9)
    before = [wall.distance(Point(t * scene.motion)) for t in np.linspace(0.0, found.fraction, 100)[:-1]]
    assert found.fraction == 0.0 or min(before) > 0.0
    assert any(text.endswith(f"t = {found.fraction:.2f}") for text in labels(moment, Ink.RESULT))
    if found.outcome is Outcome.HIT:
        assert f"{found.fraction:.2f}" in plain(LESSON.caption(moment))
        assert f"{found.fraction:.2f}" in plain(LESSON.situation(moment))


@pytest.mark.parametrize("name", WRONG)
def test_a_rule_that_asks_too_little_is_wrong_and_says_so(name: str) -> None:
    moment = last(name)
    wrong, found = said(moment.scene), moment.step
    truth = None if found.outcome is Outcome.SEPARATED else found.fraction
    assert (wrong is None) != (truth is None)
    words = "no contact" if wrong is None else f"t = {wrong:.2f}"
    assert labels(moment, Ink.FAULTY) == [f"{moment.scene.rule}: {words}"]
    assert f"By the rule beside it: {words}." in plain(LESSON.caption(moment))


@pytest.mark.parametrize("rule", [SIDES, ENDLESS, NEVER])
def test_in_the_opening_every_rule_is_right(rule: str) -> None:
    moment = last("Two fractions")
    assert moment.scene.rule == NONE
    assert said(moment.scene.with_field("rule", rule)) == pytest.approx(moment.step.fraction)


def test_the_ratios_of_the_areas_that_light_up_are_t_and_u() -> None:
    moment = step("Two fractions", CrossProducts)
    hot = {
        m.feature: area(m.points[:-1])
        for m in draw(LESSON, moment).marks
        if isinstance(m, FeatureMark) and "×" in m.feature
    }
    met = step("Two fractions", LinesMet).step
    assert hot["w × e"] / hot["r × e"] == pytest.approx(met.fraction)
    assert hot["w × r"] / hot["r × e"] == pytest.approx(met.place)
    assert hot["r × e"] == pytest.approx(abs(moment.step.across))
    rows = {row.cells[0]: row for row in LESSON.table(moment).rows}
    assert all(row.feature == name for name, row in rows.items() if "×" in name)
    assert {LESSON.feature_of(f, 0.0) for f in ("across", "of_wall", "of_path")} == set(hot)


def test_t_and_u_are_drawn_as_shapely_finds_them() -> None:
    moment = step("Two fractions", LinesMet)
    scene = moment.scene
    met = LineString([scene.start, scene.path.end]).intersection(LineString([scene.c, scene.d]))
    t = np.hypot(met.x - scene.start[0], met.y - scene.start[1]) / np.hypot(*scene.motion)
    u = np.hypot(met.x - scene.c[0], met.y - scene.c[1]) / np.hypot(*scene.wall)
    recording = Recording(0.01)
    LESSON.draw_time(recording, moment)
    wide = time_picture.unit_of_time(scene)
    assert [m.at[0] / wide for m in recording.marks if isinstance(m, Dot)] == pytest.approx([t, u])
    line = next(m for m in recording.marks if isinstance(m, Stroke) and m.ink is Ink.VECTOR_P)
    (x, y), (x2, y2) = line.points
    assert (x - y * (x2 - x) / (y2 - y)) / wide == pytest.approx(t), "the height is 0 there"
    assert f"t = {t:.2f} and u = {u:.2f}" in plain(LESSON.caption(moment))


def test_the_reason_for_a_miss_is_the_fraction_that_is_out() -> None:
    assert last("Past the wall's end").step.miss is Miss.PASSING
    assert step("Past the wall's end", LinesMet).step.place > 1.0
    assert last("The way is too short").step.miss is Miss.TOO_FAR
    assert step("The way is too short", LinesMet).step.fraction > 1.0
    assert last("Moving away").step.miss is Miss.RECEDING
    assert step("Moving away", LinesMet).step.fraction < 0.0


def test_along_the_wall_s_line_the_nearer_end_is_asked_for_and_met() -> None:
    moments = preset(LESSON.id, "On the wall's line").moments()
    assert moments[-1].step.point == pytest.approx(moments[-1].scene.c)
    (chosen,) = [i for i, m in enumerate(moments) if isinstance(m.step, CapChosen)]
    question = LESSON.question(moments[chosen - 1])
    assert question is not None
    (answer,) = question.answers
    assert draw(LESSON, moments[chosen - 1]).feature_at(moments[-1].step.point, 0.01) == answer


def test_a_press_on_the_timeline_sets_the_time() -> None:
    moment = last("Two fractions")
    follow = LESSON.take_time(moment, np.zeros(2))
    assert follow is not None
    middle = np.array((0.5 * time_picture.unit_of_time(moment.scene), 0.0))
    assert follow(moment.scene, np.zeros(2), middle).time == pytest.approx(0.5)
    assert follow(moment.scene, np.zeros(2), np.array((1e6, 0.0))).time == 1.0


def test_the_goal_is_late_on_both() -> None:
    moment = last("Two fractions")
    assert not LESSON.goal(moment).is_reached
    scene = moment.scene
    aim = scene.c + 0.95 * scene.wall
    aimed = scene.with_field("path", Arrow(scene.start, scene.start + (aim - scene.start) / 0.95))
    assert LESSON.goal(Moment(aimed, LESSON.run(aimed), 0)).is_reached


def test_lines_that_meet_far_off_are_said_and_not_drawn() -> None:
    scene = preset(LESSON.id, "Parallel").scene
    nearly = scene.with_field("path", Arrow(scene.start, scene.path.end + np.array((0.0, 1e-5))))
    for moment in Preset(LESSON, "nearly parallel", nearly).moments():
        bounds = draw(LESSON, moment).bounds()
        assert bounds is not None
        assert max(bounds.extent) < 10.0
        if isinstance(moment.step, LinesMet):
            (said_so,) = [text for text in labels(moment, Ink.GAP) if "far off" in text]
            assert said_so.startswith("the lines meet far off: t = ")


def test_pointing_at_a_fraction_in_the_table_lights_it_in_figure_and_timeline() -> None:
    moment = step("Two fractions", LinesMet)
    time = Recording(0.01)
    LESSON.draw_time(time, moment)
    for name in ("t", "u"):
        assert name in {row.feature for row in LESSON.table(moment).rows}
        for marks in (time.marks, draw(LESSON, moment).marks):
            assert name in {m.feature for m in marks if isinstance(m, FeatureMark)}


def test_a_way_too_short_to_divide_by_is_no_way() -> None:
    start, wall = np.zeros(2), (np.array((1.0, 1.0)), np.array((1.0, -1.0)))
    assert faulty_fraction(ENDLESS, start, np.array((5e-324, 0.0)), *wall) is None
    assert faulty_fraction(ENDLESS, start, np.array((1e-300, 0.0)), *wall) == pytest.approx(1e300)
