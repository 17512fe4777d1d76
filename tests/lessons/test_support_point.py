"""What the lesson says about support points, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.sat.support import SupportFound, VertexMeasured
from tests.lessons.pages import PRESETS, Preset, draw, name_of
from tests.lessons.reckoning import marks, moments, of
from viz.lesson.canvas import Dot, Label, Unbounded
from viz.lesson.first_edition import RowState
from viz.lesson.ink import Ink
from viz.lesson.text import pair, plain, signed

LESSON = of("support-point")
MINE = [page for page in PRESETS if page.lesson is LESSON]


def along(page: Preset) -> np.ndarray:
    direction = page.scene.direction.vector
    return np.asarray(page.scene.a.world.points @ (direction / np.hypot(*direction)))


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_every_vertex_is_measured_and_the_winner_marked(page: Preset) -> None:
    values = along(page)
    for moment in page.moments():
        if isinstance(moment.step, VertexMeasured):
            i = moment.step.index
            assert f"Vertex {i} lies {signed(values[i])} along" in plain(LESSON.caption(moment))
            best = int(values[: i + 1].argmax())
            leads = [row for row in LESSON.table(moment).rows if "furthest" in plain(row.cells[-1])]
            assert [row.feature for row in leads if row.state is not RowState.PENDING] == [f"vertex {best} of A"]
    last = page.moments()[-1]
    winners = {f"vertex {i} of A" for i in np.flatnonzero(values >= values.max() - 1e-9)}
    leads = [row for row in LESSON.table(last).rows if "furthest" in plain(row.cells[-1])]
    assert {row.feature for row in leads} == winners


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_point_is_on_the_boundary_and_nothing_is_further(page: Preset) -> None:
    moment = page.moments()[-1]
    a, direction = page.scene.a.world, page.scene.direction.vector
    n = direction / np.hypot(*direction)
    assert isinstance(moment.step, SupportFound)
    dots = [np.array(m.at) for m in marks("support-point", moment, Dot, Ink.RESULT)]
    values = along(page)
    for dot in dots:
        assert float(dot @ n) == pytest.approx(float(values.max()) + a.radius)
        assert float(np.hypot(*(a.points - dot).T).min()) == pytest.approx(a.radius)
    line = marks("support-point", moment, Unbounded, Ink.RESULT)[0]
    assert abs(float(np.array(line.direction) @ n)) < 1e-12, "square to the direction"
    assert len(dots) == len(moment.step.ties)


def test_a_tie_shows_both() -> None:
    moment = moments("support-point", "An edge faces it")[-1]
    labels = {m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)}
    assert {f"tie: vertex {tie.index}" for tie in moment.step.ties} <= labels
    assert LESSON.goal(moment).is_reached
    single = moments("support-point", "Polygon")[-1]
    assert pair(single.step.ties[0].point) in plain(LESSON.caption(single))
    assert not LESSON.goal(single).is_reached


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_winner_is_asked_for(page: Preset) -> None:
    values = along(page)
    question = LESSON.question(page.moment(0))
    if len(values) == 1:
        assert question is None
        return
    assert question.answers == {f"vertex {i} of A" for i in np.flatnonzero(values >= values.max() - 1e-9)}
    assert not question.options, "answered in the figure"
