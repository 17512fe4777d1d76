"""What the lesson on the angular bound says, against points that really turn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from lessons.angular_bound import AngularBoundLesson
from lessons.angular_bound.picture import LANE, is_too_small
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Label
from viz.lesson.first_edition import FirstEdition
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, plain
from viz.picture.framing import frame
from viz.picture.layout import lay_out

LESSON = AngularBoundLesson()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
each = pytest.mark.parametrize("page", MINE, ids=name_of)


def walked(page: Preset, steps: int = 4000) -> list[float]:
    """The length of every core vertex's way, by many short straight steps."""
    ways = []
    for vertex in page.scene.a.world.points:
        angles = np.radians(page.scene.turn) * np.linspace(0.0, 1.0, steps)
        x, y = vertex - page.scene.pivot
        path = np.stack((x * np.cos(angles) - y * np.sin(angles), x * np.sin(angles) + y * np.cos(angles)), axis=1)
        ways.append(float(np.hypot(*np.diff(path, axis=0).T).sum()))
    return ways


@each
def test_arcs_and_bound_are_the_ways_that_vertices_go(page: Preset) -> None:
    moments = page.moments()
    ways = walked(page)
    rows = LESSON.table(moments[-1]).rows
    for row, way in zip(rows, ways, strict=True):
        assert float(plain(row.cells[2]).replace("−", "-")) == pytest.approx(way, abs=0.006)
    assert moments[-1].step.bound == pytest.approx(max(ways), rel=1e-5, abs=1e-9)


@each
def test_a_search_for_the_furthest_vertex_is_answered_by_it(page: Preset) -> None:
    question = LESSON.question(page.moments()[0])
    ways = walked(page)
    if question is None:
        assert len(ways) == 1 or max(ways) == 0.0
        return
    for i, way in enumerate(ways):
        assert question.is_right(f"vertex {i} of A") == math.isclose(way, max(ways), rel_tol=1e-6)


@pytest.mark.parametrize("name", ["From the centroid: wrong", "A pivot outside", "A capsule on an arm"])
def test_the_centroid_s_radius_is_really_too_small(name: str) -> None:
    page = preset(LESSON.id, name)
    last: Moment[Any] = page.moments()[-1]
    middle = page.scene.a.world.centroid
    naive = max(float(np.hypot(*(p - middle))) for p in page.scene.a.world.points)
    reach = naive * math.radians(abs(page.scene.turn))
    assert is_too_small(last.step)
    assert reach < max(walked(page)) - 0.1
    texts = {m.text for m in draw(LESSON, last).marks if isinstance(m, Label)}
    assert f"the centroid's bound ends here: {amount(reach)}" in texts
    assert amount(reach) in plain(LESSON.caption(last))


def test_about_its_centroid_both_are_the_same() -> None:
    assert not is_too_small(preset(LESSON.id, "About its centroid").moments()[-1].step)


@each
def test_what_is_said_of_every_point_holds_for_every_point(page: Preset) -> None:
    """A rim around a core may go further than the bound: the words then speak of the core alone."""
    last = page.moments()[-1]
    shape, middle = page.scene.a.world, page.scene.pivot
    angles = np.linspace(0.0, math.tau, 720)
    rim = shape.points[:, None] + shape.radius * np.stack((np.cos(angles), np.sin(angles)), axis=1)
    furthest = float(np.hypot(*(rim.reshape(-1, 2) - middle).T).max()) * math.radians(abs(page.scene.turn))
    words = f"{LESSON.situation(last)} {LESSON.caption(last)} {LESSON.explain(page.moments()[0])}"
    assert ("core" in words) == (shape.radius > 0.0)
    if shape.radius == 0.0:
        assert furthest <= last.step.bound * (1.0 + 1e-9)


def test_names_of_the_laid_arcs_have_room_beside_them() -> None:
    """At the size that a window opens with, every name stands at its own arc."""
    page = preset(LESSON.id, "Off its centre")
    places = lay_out(FirstEdition(LESSON).layout, 896.0, 592.0).places
    (place,) = (p for p in places if p.pane.name == "arcs")
    view = frame(place.pane, page.moments()[-1], (place.width, place.height))
    longest = max(row.arc for row in page.moments()[-1].trace.steps[:-1])
    assert LANE * longest * view.scale > 18.0
