"""What the lesson says about the shadow of a shape, against its fine outline."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.sat.projection import ShapeProjected
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import marks, moments, of, shadow
from viz.lesson.canvas import Stroke
from viz.lesson.ink import Ink
from viz.lesson.text import amount, plain, signed

LESSON = of("polygon-shadow")
MINE = [page for page in PRESETS if page.lesson is LESSON]


def axis(page: Preset) -> np.ndarray:
    return np.asarray(page.scene.axis.vector / np.hypot(*page.scene.axis.vector))


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_two_ends_make_the_interval(page: Preset) -> None:
    far, near, cast = page.moments()
    low, high = shadow(page.scene.a.world, axis(page))
    assert signed(high) in plain(LESSON.caption(far))
    assert signed(low) in plain(LESSON.caption(near))
    assert isinstance(cast.step, ShapeProjected)
    assert f"from {signed(low)} to {signed(high)}: {amount(high - low)} long" in plain(LESSON.caption(cast))
    (bar,) = marks("polygon-shadow", cast, Stroke, Ink.SHADOW_A)
    assert sorted((np.array(bar.points) @ axis(page)).tolist()) == pytest.approx([low, high], rel=1e-9, abs=1e-5)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_projectors_fall_square_on_the_axis(page: Preset) -> None:
    lines = marks("polygon-shadow", page.moments()[-1], Stroke, Ink.PROJECTOR_A)
    assert len(lines) == 2
    for line in lines:
        start, end = np.array(line.points)
        size = max(1.0, float(np.abs(start).max()))
        assert abs(float((end - start) @ axis(page))) < 1e-12 * size


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_other_end_is_asked_for(page: Preset) -> None:
    points = page.scene.a.world.points
    question = LESSON.question(page.moment(0))
    if len(points) == 1:
        assert question is None
        return
    values = points @ axis(page)
    tie = 1e-9 * max(1.0, float(np.abs(values).max()) * 1e-3)
    assert question.answers == {f"vertex {i} of A" for i in np.flatnonzero(values <= values.min() + tie)}


def test_the_shortest_shadow_lies_along_an_edge() -> None:
    scene = moments("polygon-shadow", "Pentagon")[0].scene
    turns = []
    for degrees in np.linspace(0.0, 72.0, 73):
        turned = scene.with_field("a", scene.a.turned(np.radians(degrees)))
        trace = LESSON.run(turned)
        moment = type(moments("polygon-shadow", "Pentagon")[0])(turned, trace, len(trace) - 1)
        turns.append((trace.result.length, LESSON.goal(moment).is_reached))
    least = min(turns)
    assert least[1]
    assert not max(turns)[1]
