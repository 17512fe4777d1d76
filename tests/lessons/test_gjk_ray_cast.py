"""What the lesson on the GJK ray cast says: planes, estimates and the answer, against the linear cast."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import Outcome, linear_cast, minkowski_difference, separation
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, SimplexKept
from lessons.gjk_ray_cast import GjkRayCast
from lessons.gjk_ray_cast.picture import distance_taken
from tests.lessons.pages import PRESETS, Preset, name_of, preset
from viz.canvas import Dot, Recording
from viz.ink import Ink
from viz.lesson import Moment
from viz.sweep_words import clock
from viz.text import plain, signed

LESSON = GjkRayCast()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
each = pytest.mark.parametrize("page", MINE, ids=name_of)


def drawn(moment: Moment[Any], pane: str) -> Recording:
    recording = Recording(0.01)
    next(p for row in LESSON.panes() for p in row if p.name == pane).draw(recording, moment)
    return recording


@each
def test_it_answers_like_the_linear_cast(page: Preset) -> None:
    last = page.moments()[-1]
    other = linear_cast(*page.scene.cast)
    assert last.step.outcome is other.outcome
    if other.outcome is Outcome.HIT:
        assert last.step.fraction == pytest.approx(other.fraction, abs=1e-8)
        assert f"t = {clock(other.fraction)}" in plain(LESSON.caption(last))


@each
def test_nothing_of_the_difference_lies_beyond_a_plane(page: Preset) -> None:
    figure = minkowski_difference(page.scene.a.world, page.scene.b.world)
    for moment in page.moments():
        if isinstance(moment.step, PlaneFound):
            n = moment.step.normal
            assert float(((figure.points - moment.step.plane) @ n).max()) + figure.radius <= 1e-6


@each
def test_until_the_estimate_nothing_touches(page: Preset) -> None:
    for moment in page.moments():
        step = moment.step
        if isinstance(step, SimplexKept) and step.fraction > 0.0:
            for t in np.linspace(0.0, 0.999 * step.fraction, 7).tolist():
                assert separation(*page.scene.at(t)) > 0.0
            dots = [m.at for m in drawn(moment, "space").marks if isinstance(m, Dot) and m.ink is Ink.PENETRATION]
            assert any(np.allclose(dot, step.fraction * page.scene.ray) for dot in dots)


@each
def test_the_vertex_asked_for_is_the_plane_s(page: Preset) -> None:
    question = LESSON.question(page.moments()[0])
    if question is not None:
        found = page.moments()[1].step
        assert question.is_right(f"vertex {found.support.index_a} of A")


def test_the_distance_taken_for_a_time_is_too_late() -> None:
    moments = preset(LESSON.id, "Distance is not time").moments()
    moment = next(m for m in moments if isinstance(m.step, PlaneFound) and distance_taken(m.step) is not None)
    late = distance_taken(moment.step)
    assert late is not None
    assert moments[-1].step.fraction < late <= 1.0
    left = separation(*moment.scene.at(late))
    assert left < -0.2
    assert f"where the separation is {signed(left)}" in plain(LESSON.caption(moment))
    assert any(getattr(m, "ink", None) is Ink.FAULTY for m in drawn(moment, "space").marks)
