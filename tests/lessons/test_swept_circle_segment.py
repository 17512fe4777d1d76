"""What the lesson says about a moving circle and a wall."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point

from geometry import Outcome, SegmentFeature, swept_circle_segment
from geometry.swept_circle.circle_segment import SlabCrossed, WallMeasured
from geometry.vector import vector
from lessons.swept_circle_segment import SweptCircleSegment
from lessons.swept_circle_segment.faulty import (
    CENTRE,
    LISTING,
    NONE,
    UNIT,
    UNSQUARED,
    Case,
    centre_tested,
    faulty_fraction,
    listing,
    radius_not_squared,
    roots,
    unit_direction,
)
from lessons.swept_circle_segment.scene import CircleAndWall
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.canvas import Area, Label
from viz.ink import Ink
from viz.lesson import Moment
from viz.text import plain

LESSON = SweptCircleSegment()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


def case(center: Any, radius: float, motion: Any, c: Any, d: Any) -> Case:
    return Case(vector(center), radius, vector(motion), vector(c), vector(d))


def right(of: Case) -> float | None:
    found = swept_circle_segment(of.center, of.radius, of.motion, of.c, of.d)
    return None if found.outcome is Outcome.SEPARATED else found.fraction


def gap(scene: CircleAndWall, t: float) -> float:
    """By shapely."""
    wall = LineString([scene.c, scene.d])
    return float(wall.distance(Point(scene.center + t * scene.motion))) - scene.radius


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_first_touch_is_shapelys(page: Preset) -> None:
    moment = page.moments()[-1]
    found, scene = moment.step, page.scene
    if found.outcome is Outcome.OVERLAPPED:
        assert gap(scene, 0.0) <= 1e-12
        return
    until = 1.0 if found.outcome is Outcome.SEPARATED else found.fraction
    assert min(gap(scene, t) for t in np.linspace(0.0, until, 400)[:-1]) > 0.0
    if found.outcome is Outcome.HIT:
        assert gap(scene, found.fraction) == pytest.approx(0.0, abs=1e-9)
        assert f"{found.fraction:.2f}" in plain(LESSON.caption(moment))
        assert f"{found.fraction:.2f}" in plain(LESSON.situation(moment))
        assert f"A at t = {found.fraction:.2f}" in [
            m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)
        ]


@pytest.mark.parametrize("page", [page for page in MINE if page.scene.rule != NONE], ids=name_of)
def test_each_faulty_preset_is_wrong_and_says_so(page: Preset) -> None:
    moment = page.moments()[-1]
    said, found = faulty_fraction(page.scene.rule, page.scene.case), moment.step
    truth = None if found.outcome is Outcome.SEPARATED else found.fraction
    assert said is None or truth is None or abs(said - truth) > 0.05
    assert said is not truth
    words = "no contact" if said is None else f"t = {said:.2f}"
    assert [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY] == [
        f"{page.scene.rule}: {words}"
    ]
    assert f"By the rule beside it: {words}." in plain(LESSON.caption(moment))


def test_the_opening_agrees_with_three_of_the_rules() -> None:
    scene = preset(LESSON.id, "Onto the face").scene
    truth = LESSON.run(scene).result.fraction
    assert faulty_fraction(UNIT, scene.case) == pytest.approx(truth)
    assert faulty_fraction(CENTRE, scene.case) == pytest.approx(truth)
    assert faulty_fraction(LISTING, scene.case) == pytest.approx(truth)
    assert faulty_fraction(UNSQUARED, scene.case) != pytest.approx(truth)


def test_the_article_s_own_numbers() -> None:
    """Errata S1.1, S1.4, S1.5, S1.6, S1.9: each as it was found."""
    tall = case((0.0, 5.0), 2.0, (0.0, -5.0), (-1.5, 0.0), (1.5, 0.0))
    assert right(tall) == pytest.approx(3.0 / 5.0)
    assert radius_not_squared(tall) == pytest.approx(3.586 / 5.0, abs=1e-4)
    assert centre_tested(tall) is None, "the wall is shorter than the circle is wide"
    overlapping = case((1.0, 0.5), 1.0, (4.0, -1.0), (0.0, 0.0), (10.0, 0.0))
    assert right(overlapping) == 0.0
    assert listing(overlapping) == pytest.approx(1.5)
    beyond = case((40.0, 3.0), 1.0, (0.0, -4.0), (0.0, 0.0), (10.0, 0.0))
    assert right(beyond) is None
    assert unit_direction(beyond) == pytest.approx(0.5)
    on_line = case((-3.0, 0.0), 1.0, (4.0, 0.0), (0.0, 0.0), (10.0, 0.0))
    assert right(on_line) == pytest.approx(0.5)
    assert listing(on_line) is None


def test_the_discriminant_is_a_perfect_square() -> None:
    """Erratum S1.7: and the slab is entered and left at the quadratic's roots."""
    moments = preset(LESSON.id, "Onto the face").moments()
    moment = next(m for m in moments if isinstance(m.step, SlabCrossed))
    of = moment.scene.case
    e = of.wall
    badc = float(of.motion[0] * e[1] - of.motion[1] * e[0])
    acdc = float((of.center - of.c)[0] * e[1] - (of.center - of.c)[1] * e[0])
    squared = float(e @ e)
    discriminant = (2.0 * badc * acdc) ** 2 - 4.0 * badc**2 * (acdc**2 - of.radius**2 * squared)
    root = 2.0 * abs(badc) * of.radius * np.sqrt(squared)
    assert discriminant == pytest.approx(root**2)
    assert f"{root:.2f} squared" in plain(LESSON.caption(moment))
    assert roots(of, of.radius) == pytest.approx((moment.step.enter, moment.step.leave))


def test_the_area_is_the_parallelogram_s() -> None:
    moments = preset(LESSON.id, "Onto the face").moments()
    moment = next(m for m in moments if isinstance(m.step, WallMeasured))
    (area,) = [m for m in draw(LESSON, moment).marks if isinstance(m, Area) and m.ink is Ink.VECTOR_P]
    x, y = np.array(area.points).T
    size = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2.0
    assert size == pytest.approx(moment.step.height * moment.step.wall_length)
    assert f"area of {size:.2f}" in plain(LESSON.caption(moment))


def test_an_end_is_reached_by_slab_then_cap() -> None:
    moment = last("Around an end")
    slab = next(s for s in moment.trace if isinstance(s, SlabCrossed))
    assert slab.feature is SegmentFeature.START
    assert moment.step.feature is SegmentFeature.START
    assert LESSON.goal(moment).is_reached
    question = LESSON.question(Moment(moment.scene, moment.trace, 0))
    assert question is not None
    assert question.answers == {"end c of the wall"}


def test_a_motion_along_the_wall_at_the_radius_touches() -> None:
    moment = last("Along the wall")
    assert moment.step.outcome is Outcome.HIT
    assert listing(moment.scene.case) is None
