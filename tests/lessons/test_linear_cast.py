"""What the lesson on the linear cast says, against separations worked out anew."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import Outcome, separation
from geometry.time_of_impact.linear_cast import FaceTested, FeatureHit, OriginMeasured
from lessons.first_edition.cast_picture import take_space
from lessons.first_edition.sweep_captions import clock
from lessons.linear_cast import LinearCast
from lessons.linear_cast.picture import face_name
from tests.lessons.pages import PRESETS, Preset, name_of, preset
from tests.lessons.test_contract import check_page
from viz.lesson.canvas import Dot, FeatureMark, Recording
from viz.lesson.first_edition import Moment, stages
from viz.lesson.ink import Ink
from viz.lesson.text import plain

LESSON = LinearCast()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
each = pytest.mark.parametrize("page", MINE, ids=name_of)


def drawn(moment: Moment[Any], pane: str) -> Recording:
    recording = Recording(0.01)
    next(p for row in LESSON.panes() for p in row if p.name == pane).draw(recording, moment)
    return recording


@each
def test_the_answer_is_where_the_curve_reaches_zero(page: Preset) -> None:
    last = page.moments()[-1]
    answer, values = last.step, page.scene.graph.values
    if answer.outcome is Outcome.HIT:
        assert separation(*page.scene.at(answer.fraction)) == pytest.approx(0.0, abs=1e-6)
        before = values[: int(answer.fraction * 120)]
        assert (before > 0.0).all()
        assert f"t = {clock(answer.fraction)}" in plain(LESSON.caption(last))
    elif answer.outcome is Outcome.SEPARATED:
        assert values.min() > 0.0
    else:
        assert values[0] <= 1e-9


@each
def test_gap_and_crossings_are_drawn_where_they_are(page: Preset) -> None:
    for moment in page.moments():
        step = moment.step
        if isinstance(step, OriginMeasured):
            assert step.separation == pytest.approx(separation(page.scene.a.world, page.scene.b.world), abs=1e-6)
        if isinstance(step, FaceTested) and step.fraction is not None:
            dots = [m.at for m in drawn(moment, "space").marks if isinstance(m, Dot)]
            at = np.array(step.fraction * page.scene.ray)
            assert any(np.allclose(dot, at) for dot in dots)
            assert float(step.normal @ (at - step.start)) == pytest.approx(0.0, abs=1e-9)


@each
def test_back_faces_are_those_that_look_along_the_ray(page: Preset) -> None:
    for moment in page.moments():
        if isinstance(moment.step, FaceTested):
            step = moment.step
            looks_away = float(step.normal @ page.scene.ray) >= -1e-9
            caption = plain(LESSON.caption(moment))
            assert ("skipped" in caption) == looks_away == step.is_back
            is_level = abs(float(step.normal @ page.scene.ray)) <= 1e-9
            assert (" along the ray" in caption) == is_level
            assert ("looks away" in caption) <= (" and " not in caption), "two edges look away"


@each
def test_the_edge_asked_for_can_be_clicked(page: Preset) -> None:
    for moment in page.moments():
        question = LESSON.question(moment)
        if question is not None:
            hot = {m.feature for m in drawn(moment, "space").marks if isinstance(m, FeatureMark)}
            assert question.answers <= hot
            hit = next(step for step in moment.trace if isinstance(step, FeatureHit))
            assert question.is_right(entered(moment, hit))


def entered(moment: Moment[Any], hit: FeatureHit) -> str:
    assert hit.face is not None
    return face_name(moment, hit.face).split(" and ")[0]


@each
def test_the_difference_can_be_stepped_into(page: Preset) -> None:
    above = page.moments()[0]
    ((field, trace),) = above.trace.children(0)
    named = stages(LESSON, trace)
    assert len({name for name, _ in named}) == len(named)
    for index in range(len(trace)):
        check_page(LESSON, Moment(page.scene, trace, index, above, field))


def test_the_ray_the_other_way_round_misses_a_sure_hit() -> None:
    last = preset(LESSON.id, "The ray reversed: wrong").moments()[-1]
    assert last.step.outcome is Outcome.HIT
    assert last.step.fraction == pytest.approx(0.5)
    assert "The ray the other way round says no contact." in plain(LESSON.caption(last))
    assert any(getattr(m, "ink", None) is Ink.FAULTY for m in drawn(last, "space").marks)


def test_the_ray_and_the_difference_can_be_held() -> None:
    moment = preset(LESSON.id, "Both move").moments()[0]
    scene = moment.scene
    tip = scene.ray
    follow = take_space(moment, tip)
    assert follow is not None
    assert follow(scene, tip, tip + (0.3, 0.2)).ray == pytest.approx(tip + (0.3, 0.2))
    inside = scene.a.world.centroid - scene.b.world.centroid
    hold = take_space(moment, inside)
    assert hold is not None
    moved = hold(scene, inside, inside + (0.5, 0.0))
    assert moved.a.world.centroid - moved.b.world.centroid == pytest.approx(inside + (0.5, 0.0))
    assert moved.ray == pytest.approx(scene.ray)
    assert take_space(moment, np.array((9.0, 9.0))) is None


def test_turning_one_end_turns_the_other() -> None:
    scene = preset(LESSON.id, "Both move").scene
    turned = scene.with_field("b_to", scene.b_to.turned(0.7))
    assert turned.b.pose.angle == pytest.approx(turned.b_to.pose.angle)
    assert turned.a.pose.angle == scene.a.pose.angle


def test_sliding_along_in_touch_is_a_contact() -> None:
    """The ray runs along the difference's border: the tops and bottoms are level, and touch from the hit on."""
    page = preset(LESSON.id, "Along a face")
    last = page.moments()[-1]
    assert last.step.outcome is Outcome.HIT
    assert separation(*page.scene.at(1.0)) == pytest.approx(0.0, abs=1e-12)
    assert any("along the ray" in plain(LESSON.caption(m)) and m.step.separation == 0.0 for m in page.moments()[2:-2])
