"""What the opening lesson promises: every shadow of both shapes at once, and the verdict that they give."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.sat.separating_axis import AxisTested
from tests.lessons.pages import PRESETS, Preset, draw, name_of
from tests.lessons.reckoning import between, gap, moments, of
from viz.lesson.canvas import Stroke
from viz.lesson.text import amount, plain

LESSON = of("two-polygons")
MINE = [page for page in PRESETS if page.lesson is LESSON]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_verdict_counts_the_gaps(page: Preset) -> None:
    moment = page.moments()[-1]
    a, b = moment.scene.a.world, moment.scene.b.world
    tests = [step for step in moment.trace if isinstance(step, AxisTested)]
    gaps = sum(between(a, b, t.axis.direction) > 1e-9 for t in tests)
    words = {0: "no gap", 1: "one gap"}.get(gaps, f"{gaps} gaps")
    assert plain(LESSON.caption(moment)) == f"{len(tests)} pairs of shadows: {words}."
    assert (gaps > 0) == (gap(a, b) > 1e-9), "one gap is enough, and none means contact"


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_all_shadows_are_there_from_the_first_step(page: Preset) -> None:
    first = page.moments()[0]
    a, b = first.scene.a.world, first.scene.b.world
    strokes = [np.array(m.points) for m in draw(LESSON, first).marks if isinstance(m, Stroke) and len(m.points) == 2]
    for tested in (step for step in first.trace if isinstance(step, AxisTested)):
        n = tested.axis.direction
        for shape in (a, b):
            low, high = float((shape.points @ n).min()), float((shape.points @ n).max())
            across = np.array((-n[1], n[0]))
            assert any(
                abs(float((s[1] - s[0]) @ across)) < 1e-9 and sorted((s @ n).tolist()) == pytest.approx([low, high])
                for s in strokes
            )


def test_one_gap_is_enough() -> None:
    moment = moments("two-polygons", "One gap is enough")[-1]
    assert LESSON.goal(moment).is_reached
    a, b = moment.scene.a.world, moment.scene.b.world
    (only,) = [t for t in moment.trace.result.tests if t.is_gap]
    assert only.separation == pytest.approx(between(a, b, only.axis.direction))
    assert f"gap of {amount(only.separation)} along the normal of edge {only.axis.edge}" in plain(
        LESSON.situation(moment)
    )


def test_the_best_edge_is_asked_for_and_not_named_before() -> None:
    moment = moments("two-polygons", "Overlapping")[0]
    question = LESSON.question(moment)
    a, b = moment.scene.a.world, moment.scene.b.world
    depths = {
        f"edge {i} of {name}": -between(a, b, n)
        for shape, name in ((a, "A"), (b, "B"))
        for i, n in enumerate(shape.normals)
    }
    assert question.answers == {min(depths, key=lambda name: depths[name])}
    assert not any(answer in plain(LESSON.situation(moment)) for answer in question.answers)
    shown = moments("two-polygons", "Overlapping")[-1]
    assert LESSON.question(shown) is None
