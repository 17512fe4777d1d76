"""All pairs: rows that pile up and add up, threads that cross no box, reports that push too far."""

from __future__ import annotations

import itertools
import math

import pytest
from shapely import LineString, Polygon
from shapely import box as rectangle

from geometry.broadphase.all_pairs import RowCompared, TableHalved
from geometry.broadphase.structure import CandidatePairs
from lessons.broadphase.all_pairs import ITSELF, ORDERED
from lessons.broadphase.boxes import Boxes
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.second_edition import moments_of
from tests.lessons.test_all_pairs import FIRST, LESSON, at, true_pairs
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area
from viz.lesson.text import plain


def test_no_thread_of_the_first_scene_crosses_a_third_box() -> None:
    scene = LESSON.presets[FIRST].scene
    shapes = [rectangle(*each) for each in scene.boxes]
    for i, j in set(itertools.combinations(range(8), 2)) - true_pairs(scene):
        thread = LineString((shapes[i].centroid, shapes[j].centroid))
        assert all(not thread.intersects(shapes[k]) for k in set(range(8)) - {i, j})


@pytest.mark.parametrize("name", LESSON.presets)
def test_the_rows_of_the_table_add_up(name: str) -> None:
    rows = [m for m in moments(LESSON, name) if isinstance(m.step, RowCompared)]
    cells = [LESSON.page(m).rows[0].cells for m in rows]
    scene = LESSON.presets[name].scene
    assert sum(int(each[1].replace(",", "")) for each in cells) == math.comb(scene.count, 2)
    assert sum(int(plain(each[2]).replace(",", "")) for each in cells) == len(true_pairs(scene))
    if not scene.is_crowd:
        assert [each[0] for each in cells] == list(scene.names[:-1])


def test_the_rows_pile_up_to_the_count_and_the_faulty_loop_s_beside_them() -> None:
    for rule, each in ((ORDERED, lambda i: 11), (ITSELF, lambda i: 12 - i), ("", None)):
        for moment in moments(LESSON, "Twelve in a ring", rule):
            if not isinstance(moment.step, RowCompared):
                continue
            row = moment.step.id
            chart = drawn(LESSON, "growth", moment)
            areas = [mark for mark in chart.marks if isinstance(mark, Area)]
            heights = [mark.points[2][1] - mark.points[0][1] for mark in areas if mark.ink is not Ink.FAULTY]
            assert heights == [11 - i for i in range(row + 1)]
            assert areas[row].ink is Ink.EXAMINED
            assert f"{sum(heights):,.0f}" in labels(chart)
            wrong = [mark.points[2][1] for mark in areas if mark.ink is Ink.FAULTY]
            assert wrong == ([] if each is None else [sum(each(i) for i in range(row + 1))])


def test_what_is_reported_too_often_is_pushed_too_far() -> None:
    scene = LESSON.presets[FIRST].scene
    pink = [rectangle(*Polygon(m.points).bounds) for m in faulty_areas(at(FIRST, CandidatePairs, ORDERED))]
    for k, (i, j) in enumerate(sorted(true_pairs(scene))):
        a, b = (rectangle(*scene.boxes[each]) for each in (i, j))
        left, low, right, high = (a & b).bounds
        depth = min(right - left, high - low)
        for own, ghost in zip((a, b), pink[2 * k : 2 * k + 2], strict=True):
            assert own.centroid.distance(ghost.centroid) == pytest.approx(depth)
        assert pink[2 * k].distance(pink[2 * k + 1]) == pytest.approx(depth)
    assert len(pink) == 6
    for moment in moments(LESSON, FIRST, ITSELF):
        ghosts = [Polygon(m.points) for m in faulty_areas(moment)]
        now = [moment.step.id] if isinstance(moment.step, RowCompared) else range(8)
        for i, ghost in zip(now, ghosts, strict=True):
            own = rectangle(*scene.boxes[i])
            assert own.intersection(ghost).area == pytest.approx(0.0)
            assert own.touches(ghost)


def test_only_a_pair_met_the_second_time_is_pushed_twice() -> None:
    """B's second meeting with A is in row B: the boxes pushed are those of the rows up to the present one."""
    for name in (FIRST, "Twelve in a ring"):
        scene = LESSON.presets[name].scene
        for moment in moments(LESSON, name, ORDERED):
            if not isinstance(moment.step, RowCompared):
                continue
            met = [pair for pair in sorted(true_pairs(scene)) if max(pair) <= moment.step.id]
            pushed = met if len(met) <= 3 else met[-1:]
            ghosts = [Polygon(m.points) for m in faulty_areas(moment)]
            assert len(ghosts) == 2 * len(pushed)
            for k, ghost in enumerate(ghosts):
                own = rectangle(*scene.boxes[pushed[k // 2][k % 2]])
                assert ghost.area == pytest.approx(own.area)
                assert 0.0 < ghost.centroid.distance(own.centroid) < 1.0


def test_only_pairs_have_a_frame_until_the_rest_is_left_out() -> None:
    for moment in moments(LESSON, FIRST):
        frames = [
            Polygon(s.points).centroid
            for s in strokes(drawn(LESSON, "table", moment), Ink.CONSTRUCTION, Line.THIN)
            if s.closed and len(s.points) == 4 and Polygon(s.points).area < 1.0
        ]
        cells = {(math.floor(-at.y), math.floor(at.x)) for at in frames}
        if isinstance(moment.step, RowCompared | CandidatePairs):
            assert cells == set(itertools.combinations(range(8), 2))
        elif isinstance(moment.step, TableHalved):
            assert cells == set(itertools.product(range(8), repeat=2))


def test_the_challenge_of_a_crowd_is_met_by_one_number_alone() -> None:
    met = []
    for n in (100, 140, 141, 142, 200):
        challenge = LESSON.challenge(moments_of(LESSON, Boxes(n=n))[-1])
        assert challenge is not None
        assert f"{len(list(itertools.combinations(range(n), 2))):,} pairs" in challenge.now
        met += [n] if challenge.reached else []
    assert met == [141]
    assert (
        len(list(itertools.combinations(range(141), 2))) < 10_000 <= len(list(itertools.combinations(range(142), 2)))
    )


def test_the_chart_of_twice_as_many_has_a_scale() -> None:
    chart = drawn(LESSON, "growth", at(FIRST, CandidatePairs))
    assert {"0", "50", "100", "150"} <= set(labels(chart))


def faulty_areas(moment: Moment[Boxes]) -> list[Area]:
    return [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Area) and m.ink is Ink.FAULTY]
