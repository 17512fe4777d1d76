"""What the proof shows, against the hull of all differences."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry.minkowski.difference import Difference
from geometry.minkowski.sum import EdgeLaid, StartFound
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import gap, moments, of
from viz.lesson.canvas import Area, Arrow, FeatureMark, Recording
from viz.lesson.text import amount, plain

LESSON = of("why-it-works")
MINE = [page for page in PRESETS if page.lesson is LESSON]
SHARP = [page for page in MINE if page.name != "Round"]


def differences(page: Preset) -> shapely.Polygon:
    a, b = page.scene.a.world.points, page.scene.b.world.points
    return shapely.MultiPoint((a[:, None, :] - b[None, :, :]).reshape(-1, 2)).convex_hull


def second_pane(moment: object) -> Recording:
    recording = Recording(0.01)
    LESSON.draw_difference(recording, moment)
    return recording


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_outline_laid_is_the_hull_of_all_differences(page: Preset) -> None:
    last = page.moments()[-1]
    assert isinstance(last.step, Difference)
    drawn = next(m for m in second_pane(last).marks if isinstance(m, Area))
    assert shapely.Polygon(drawn.points).symmetric_difference(differences(page)).area < 1e-9


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_its_normals_are_those_of_a_and_of_b_turned_round(page: Preset) -> None:
    a, b = page.scene.a.world, page.scene.b.world
    for moment in page.moments():
        if not isinstance(moment.step, EdgeLaid):
            continue
        edge = moment.step.edge
        way = (edge.end - edge.start) / np.hypot(*(edge.end - edge.start))
        n = np.array((way[1], -way[0]))
        for index, normals in ((edge.of_a, a.normals), (edge.of_b, -b.normals)):
            if index is not None:
                assert normals[index] == pytest.approx(n, abs=1e-9)
                owner = "A" if normals is a.normals else "B"
                assert f"edge {index} of {owner}" in plain(LESSON.caption(moment))
    count = sum(isinstance(m.step, EdgeLaid) for m in page.moments())
    directions = {tuple(np.round(n, 9) + 0.0) for n in (*a.normals, *-b.normals)}
    assert count == len(directions), "no other edges than theirs; parallel ones join"


@pytest.mark.parametrize("page", SHARP, ids=name_of)
def test_the_origin_tells(page: Preset) -> None:
    last, distance = page.moments()[-1], gap(page.scene.a.world, page.scene.b.world)
    outline, origin = differences(page), shapely.Point(0.0, 0.0)
    said = plain(LESSON.situation(last))
    if distance > 1e-9:
        assert not outline.contains(origin)
        beyond = float(LESSON.goal(last).now.split()[1].rstrip(".").replace("−", "-"))
        assert 0.0 < beyond <= distance + 0.005
        assert said.startswith(f"The origin is outside, {amount(beyond)} beyond")
    else:
        depth = float(outline.exterior.distance(origin))
        assert said.startswith(f"The origin is {amount(depth)} within every edge")
    arrow = next(m for m in second_pane(last).marks if isinstance(m, Arrow))
    assert arrow.start == (0.0, 0.0)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_first_edge_is_asked_for(page: Preset) -> None:
    moment = page.moment(0)
    assert isinstance(moment.step, StartFound)
    a, b = page.scene.a.world, page.scene.b.world
    lowest = (a.points[:, None, :] - b.points[None, :, :]).reshape(-1, 2)
    assert moment.step.start[1] == pytest.approx(float(lowest[:, 1].min()))
    turn = {}
    for shape, sign, name in ((a, 1.0, "A"), (b, -1.0, "B")):
        for i, (start, end) in enumerate(zip(shape.points, np.roll(shape.points, -1, axis=0), strict=True)):
            x, y = sign * (end - start)
            angle = float(np.arctan2(y, x) % (2.0 * np.pi))
            turn[f"edge {i} of {name}"] = 0.0 if 2.0 * np.pi - angle < 1e-9 else angle
    least = min(turn.values())
    question = LESSON.question(moment)
    assert question.answers == {name for name, angle in turn.items() if angle <= least + 1e-9}
    recording = Recording(0.01)
    LESSON.draw(recording, moment)
    assert question.answers <= {m.feature for m in recording.marks if isinstance(m, FeatureMark)}


def test_rounding_adds_a_layer() -> None:
    last = moments("why-it-works", "Round")[-1]
    assert last.step.radius == pytest.approx(last.scene.a.shape.radius + last.scene.b.shape.radius)
    assert last.step.radius > 0.0
