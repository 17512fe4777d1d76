"""What the lesson says about a moving point and a wall."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point

from geometry import Miss, Outcome
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from lessons.ray_segment import RaySegment
from lessons.ray_segment.faulty import ENDLESS, LINE, crossing, faulty_fraction
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.canvas import Area, Dot, Label, Recording, Stroke
from viz.ink import Ink
from viz.lesson import Moment
from viz.text import plain

LESSON = RaySegment()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_hit_is_shapelys(page: Preset) -> None:
    moment = page.moments()[-1]
    scene, found = page.scene, moment.step
    wall, path = LineString([scene.c - scene.p, scene.d - scene.p]), LineString([(0.0, 0.0), scene.motion])
    if found.outcome is Outcome.SEPARATED:
        assert path.distance(wall) > 1e-9
        assert "No contact" in plain(LESSON.caption(moment))
        return
    at = found.fraction * scene.motion
    assert wall.distance(Point(at)) == pytest.approx(0.0, abs=1e-9)
    before = [wall.distance(Point(t * scene.motion)) for t in np.linspace(0.0, found.fraction, 100)[:-1]]
    assert found.fraction == 0.0 or min(before) > 0.0
    if found.outcome is Outcome.HIT:
        assert f"{found.fraction:.2f}" in plain(LESSON.caption(moment))
        assert f"p at t = {found.fraction:.2f}" in [
            m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)
        ]


def test_the_wall_s_whole_line_stops_a_point_in_the_air() -> None:
    moment = last("Past the wall")
    scene = moment.scene
    said = faulty_fraction(LINE, scene.p, scene.motion, scene.c, scene.d)
    assert said is not None
    assert moment.step.miss is Miss.PASSING
    wall = LineString([scene.c, scene.d])
    assert wall.distance(Point(scene.p + said * scene.motion)) > 0.3
    labels = [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert labels == [f"{LINE}: t = {said:.2f}"]
    assert f"a hit at t = {said:.2f}" in plain(LESSON.caption(moment))


def test_an_endless_path_hits_what_is_not_reached() -> None:
    moment = last("Stops short")
    scene = moment.scene
    said = faulty_fraction(ENDLESS, scene.p, scene.motion, scene.c, scene.d)
    assert said is not None
    assert said > 1.0
    assert moment.step.miss is Miss.TOO_FAR


def test_the_areas_that_are_drawn_have_the_ratio_t() -> None:
    moments = preset(LESSON.id, "Through the wall").moments()
    moment = next(m for m in moments if isinstance(m.step, CrossProducts))
    sizes = []
    for mark in draw(LESSON, moment).marks:
        if isinstance(mark, Area):
            x, y = np.array(mark.points).T
            sizes.append(abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2.0)
    across, of_wall = sizes
    assert of_wall / across == pytest.approx(moment.trace.result.fraction)
    assert (across, of_wall) == pytest.approx((abs(moment.step.across), abs(moment.step.of_wall)))


def test_t_and_u_are_drawn_as_shapely_finds_them() -> None:
    moments = preset(LESSON.id, "Through the wall").moments()
    moment = next(m for m in moments if isinstance(m.step, LinesMet))
    scene = moment.scene
    met = LineString([scene.p, scene.p_to]).intersection(LineString([scene.c, scene.d]))
    t = np.hypot(met.x - scene.p[0], met.y - scene.p[1]) / np.hypot(*scene.motion)
    u = np.hypot(met.x - scene.c[0], met.y - scene.c[1]) / np.hypot(*scene.wall)
    assert crossing(scene.p, scene.motion, scene.c, scene.d) == pytest.approx((t, u))
    recording = Recording(0.01)
    LESSON.draw_numbers(recording, moment)
    bar = next(m for m in recording.marks if isinstance(m, Stroke) and m.ink is Ink.SHADOW_A)
    wide = bar.points[1][0] - bar.points[0][0]
    assert [m.at[0] / wide for m in recording.marks if isinstance(m, Dot)] == pytest.approx([t, u])
    assert f"t = {t:.2f} and u = {u:.2f}" in plain(LESSON.caption(moment))


def test_along_the_wall_s_line_the_nearer_end_is_met() -> None:
    moment = last("Along the wall's line")
    assert moment.step.point == pytest.approx(moment.scene.c)
    assert "End" in {LESSON.stage(step) for step in moment.trace}


def test_the_goal_is_the_middle() -> None:
    moment = last("Through the wall")
    assert not LESSON.goal(moment).is_reached
    scene = moment.scene
    middle = (scene.c + scene.d) / 2.0
    aimed = scene.with_field("p_to", 2.0 * middle - scene.p)
    assert LESSON.goal(Moment(aimed, LESSON.run(aimed), 0)).is_reached
