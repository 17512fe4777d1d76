"""What the lesson says about a moving circle and a wall."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point

from geometry import Miss, Outcome, swept_circle_segment
from geometry.swept_circle.circle_point import RootsFound
from geometry.swept_circle.circle_segment import SlabCrossed, WallMeasured
from geometry.swept_circle.steps import Approached, SegmentFeature
from geometry.vector import vector
from lessons.swept_circle_segment import SweptCircleSegment, time_picture
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
from viz.lesson.canvas import Area, Dot, FeatureMark, Label, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

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


@pytest.mark.parametrize("name", ["Centre on the wall's line", "Along the wall"])
def test_a_centre_in_the_slab_is_not_led_towards_a_face(name: str) -> None:
    moments = preset(LESSON.id, name).moments()
    moment = next(m for m in moments if isinstance(m.step, Approached) and m.step.cap is None)
    assert "no face can be met" in plain(LESSON.caption(moment))
    assert moments[-1].step.feature is not SegmentFeature.FACE


@pytest.mark.parametrize(
    ("name", "right"),
    [("Onto the face", "on the wall"), ("Around an end", "before c"), ("A unit direction", "past d")],
)
def test_where_the_slab_is_entered_is_asked_before(name: str, right: str) -> None:
    moments = preset(LESSON.id, name).moments()
    slab = next(m for m in moments if isinstance(m.step, SlabCrossed))
    question = LESSON.question(moments[slab.index - 1])
    assert question is not None
    assert question.answers == {right}
    scene = slab.scene
    along = (
        (scene.center + slab.step.enter * scene.motion - scene.c)
        @ scene.case.wall
        / (scene.case.wall @ scene.case.wall)
    )
    assert right == ("before c" if along < 0.0 else "past d" if along > 1.0 else "on the wall")


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
    grown = Recording(0.01)
    LESSON.draw_grown(grown, moment)
    (area,) = [m for m in grown.marks if isinstance(m, Area) and m.ink is Ink.VECTOR_P]
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


def test_the_height_on_the_timeline_is_straight_and_enters_the_slab_at_both_roots() -> None:
    moments = preset(LESSON.id, "Onto the face").moments()
    moment = next(m for m in moments if isinstance(m.step, SlabCrossed))
    time = Recording(0.01)
    LESSON.draw_time(time, moment)
    (line,) = [m for m in time.marks if isinstance(m, Stroke) and m.ink is Ink.VECTOR_P]
    (x, y), (x2, y2) = line.points
    rims = [m.points[0][1] for m in time.marks if isinstance(m, Stroke) and m.ink is Ink.CONSTRUCTION]
    wide = time_picture.unit_of_time(moment)
    crossings = [(x + (rim - y) * (x2 - x) / (y2 - y)) / wide for rim in rims]
    assert crossings == pytest.approx(roots(moment.scene.case, moment.scene.radius))
    assert [m.at[0] / wide for m in time.marks if isinstance(m, Dot)] == pytest.approx(crossings)


def test_the_centre_enters_the_grown_wall_on_its_outline() -> None:
    for name in ("Onto the face", "Around an end", "A wall of no length"):
        moment = last(name)
        scene = moment.scene
        grown = Recording(0.001)
        LESSON.draw_grown(grown, moment)
        (outline,) = [m for m in grown.marks if isinstance(m, Stroke) and m.ink is Ink.LANDED_B]
        at = Point(scene.center + moment.step.fraction * scene.motion)
        assert LineString([*outline.points, outline.points[0]]).distance(at) < 1e-3
        assert (at.x, at.y) in [
            pytest.approx(m.at) for m in grown.marks if isinstance(m, Dot) and m.ink is Ink.RESULT
        ]


def test_a_press_on_the_timeline_sets_the_time() -> None:
    moment = last("Onto the face")
    follow = LESSON.take_time(moment, np.zeros(2))
    assert follow is not None
    middle = np.array((0.5 * time_picture.unit_of_time(moment), 0.0))
    assert follow(moment.scene, np.zeros(2), middle).time == pytest.approx(0.5)
    assert follow(moment.scene, np.zeros(2), np.array((-1e6, 0.0))).time == 0.0


def test_what_recedes_is_let_go_without_a_root_unless_it_overlaps() -> None:
    scene = preset(LESSON.id, "Onto the face").scene
    away = scene.with_field("a_to", scene.center + np.array((0.6, 0.9)))
    moment = Moment(away, LESSON.run(away), 3)
    assert moment.step.miss is Miss.RECEDING
    assert "no root is needed" in plain(LESSON.caption(moment))
    grown = Recording(0.01)
    LESSON.draw_grown(grown, moment)
    assert f"away: {-moment.step.closing:.2f}" in [m.text for m in grown.marks if isinstance(m, Label)]
    over = preset(LESSON.id, "Overlapping: exit reported").scene
    off = over.with_field("a_to", over.center + np.array((1.0, 0.0)))
    assert LESSON.run(off).result.fraction == 0.0
    assert faulty_fraction(LISTING, off.case) is None


@pytest.mark.parametrize(("name", "kind"), [("Onto the face", SlabCrossed), ("Around an end", RootsFound)])
def test_both_moments_light_up_in_the_table_the_grown_wall_and_the_timeline(name: str, kind: type) -> None:
    moment = next(m for m in preset(LESSON.id, name).moments() if isinstance(m.step, kind))
    names = {
        LESSON.feature_of(field, 0.5) for field in ("enter", "leave", "first", "last") if hasattr(moment.step, field)
    }
    assert len(names) == 2
    grown, time = Recording(0.01), Recording(0.01)
    LESSON.draw_grown(grown, moment)
    LESSON.draw_time(time, moment)
    for marks in (grown.marks, time.marks):
        assert names <= {m.feature for m in marks if isinstance(m, FeatureMark)}
    assert names <= {row.feature for row in LESSON.table(moment).rows}
