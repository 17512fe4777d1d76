"""What the lesson says about upright boxes around shapes."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import Aabb, AabbOverlap, Owner, boundary
from geometry.primitives.aabb import Enclosed, SidesCompared, VertexTaken
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import at_step, faulty, gap, marks, moments, of
from viz.lesson.canvas import FeatureMark, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.text import amount, pair, plain, signed

LESSON = of("aabb")
MINE = [page for page in PRESETS if page.lesson is LESSON]


def sides(page: Preset, name: str) -> tuple[np.ndarray, np.ndarray]:
    outline = boundary(getattr(page.scene, name).world, 1e-7)
    return outline.min(axis=0), outline.max(axis=0)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_boxes_are_those_of_the_outlines(page: Preset) -> None:
    for owner, name, ink in ((Owner.A, "a", Ink.PROJECTOR_A), (Owner.B, "b", Ink.PROJECTOR_B)):
        moment = next(m for m in page.moments() if isinstance(m.step, Enclosed) and m.step.owner is owner)
        low, high = sides(page, name)
        assert f"The box around {owner.value} is {pair(high - low)} large." in plain(LESSON.caption(moment))
        row = next(row for row in LESSON.table(moment).rows if row.step == moment.index)
        assert row.cells == (f"box of {owner.value}", pair(low), pair(high))
        size = max(1.0, float(np.abs(high).max()))
        drawn = np.array(marks("aabb", moment, Stroke, ink)[-1].points)
        assert drawn.min(axis=0) == pytest.approx(low, abs=1e-5, rel=1e-12 * size)
        assert drawn.max(axis=0) == pytest.approx(high, abs=1e-5, rel=1e-12 * size)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_joined_and_compared_by_axes(page: Preset) -> None:
    (low_a, high_a), (low_b, high_b) = sides(page, "a"), sides(page, "b")
    both = next(m for m in page.moments() if isinstance(m.step, Aabb))
    extent = np.maximum(high_a, high_b) - np.minimum(low_a, low_b)
    assert f"The box around both is {pair(extent)} large." in plain(LESSON.caption(both))
    values = np.maximum(low_b - high_a, low_a - high_b)
    for moment in (m for m in page.moments() if isinstance(m.step, SidesCompared)):
        value = float(values[moment.step.axis])
        text = plain(LESSON.caption(moment))
        if abs(value) > 1e-6:
            assert text.endswith(f"{'leave a gap of' if value > 0.0 else 'overlap by'} {amount(abs(value))}.")
            assert signed(value) in {plain(row.cells[-1]) for row in LESSON.table(moment).rows}
        else:
            assert text.endswith("just touch.")
    last = page.moments()[-1]
    assert isinstance(last.step, AabbOverlap)
    apart = float(values.max()) > 1e-6
    assert plain(LESSON.situation(last)).startswith("The boxes are apart" if apart else "The boxes meet")
    if apart:
        assert gap(page.scene.a.world, page.scene.b.world) > 0.0, "boxes apart prove it"


def test_the_box_grows_as_vertices_are_taken() -> None:
    grown = [m for m in moments("aabb", "Overlapping") if isinstance(m.step, VertexTaken)]
    for moment in grown:
        assert ("lies within" in plain(LESSON.caption(moment))) == (not moment.step.grew)
    assert {m.step.grew for m in grown} == {True, False}


def test_a_turned_shape_gets_another_box() -> None:
    scene = moments("aabb", "Overlapping")[0].scene
    turned = scene.with_field("a", scene.a.turned(0.4))
    before, after = (LESSON.run(s).result.box_a for s in (scene, turned))
    assert after.extent.tolist() != pytest.approx(before.extent.tolist())
    assert after.low == pytest.approx(boundary(turned.a.world, 1e-7).min(axis=0))


def test_a_kept_box_misses_the_contact() -> None:
    enclosed = at_step("aabb", "A kept box is wrong", Enclosed)
    scene = enclosed.scene
    middle, half = scene.a.world.centroid, np.ptp(scene.a.shape.points, axis=0) / 2.0
    points = scene.a.world.points
    out = float(max((middle - half - points.min(axis=0)).max(), (points.max(axis=0) - middle - half).max()))
    assert faulty("aabb", enclosed) == [amount(out)]
    verdict = moments("aabb", "A kept box is wrong")[-1]
    low_b, high_b = (np.array(side) for side in (scene.b.world.bounds().low, scene.b.world.bounds().high))
    apart = float(np.maximum(low_b - (middle + half), (middle - half) - high_b).max())
    assert apart > 0.0
    assert gap(scene.a.world, scene.b.world) == 0.0
    assert faulty("aabb", verdict) == [f"{amount(apart)} apart"]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_questions(page: Preset) -> None:
    first = page.moment(0)
    points = page.scene.a.world.points
    tie = 1e-9
    near = (np.minimum(points - points.min(axis=0), points.max(axis=0) - points) <= tie).any(axis=1)
    question = LESSON.question(first)
    if near.all():
        assert question is None
    else:
        assert question.answers == {f"vertex {i} of A" for i in np.flatnonzero(near)}
        recording = Recording(0.01)
        LESSON.draw(recording, first)
        assert question.answers <= {m.feature for m in recording.marks if isinstance(m, FeatureMark)}
    second = next(m for m in page.moments() if isinstance(m.step, Enclosed) and m.step.owner is Owner.B)
    (low_a, high_a), (low_b, high_b) = sides(page, "a"), sides(page, "b")
    meet = float(np.maximum(low_b - high_a, low_a - high_b).max()) <= 1e-6
    assert LESSON.question(second).answers == {"yes" if meet else "no"}
    assert LESSON.goal(second) is None


def test_the_goal_is_a_false_alarm() -> None:
    reached = {page.name: LESSON.goal(page.moments()[-1]).is_reached for page in MINE}
    assert {name for name, is_reached in reached.items() if is_reached} == {"Boxes meet, shapes do not"}
