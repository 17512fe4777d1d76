"""What the lesson on the anatomy of rounded shapes claims, against shapely's buffer."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from geometry import CornerArc, OuterEdge
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.canvas import Label, Recording, Stroke
from viz.ink import Ink
from viz.lesson import Moment
from viz.table import Table
from viz.text import amount, plain

MINE = [page for page in PRESETS if page.lesson.id == "rounded-anatomy"]


def table(moment: Moment) -> Table:  # type: ignore[type-arg]
    found = preset("rounded-anatomy", "Pentagon").lesson.table(moment)
    assert found is not None
    return found


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_totals_are_those_of_the_buffer(page: Preset) -> None:
    shape = page.scene.shape  # type: ignore[attr-defined]
    core = shapely.MultiPoint(shape.points - shape.points[0]).convex_hull
    grown = core.buffer(shape.radius, quad_segs=1024) if shape.radius > 0.0 else core
    last = page.moments()[-1]
    said = plain(page.lesson.caption(last))
    assert f"Perimeter {amount(grown.length)}, area {amount(grown.area)}" in said
    parts = [[plain(cell) for cell in row.cells] for row in table(last).rows]
    assert parts[-1][2:] == [amount(grown.length), amount(grown.area)]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_every_part_is_drawn_where_the_boundary_is(page: Preset) -> None:
    shape = page.scene.shape  # type: ignore[attr-defined]
    for moment in page.moments():
        if isinstance(moment.step, OuterEdge | CornerArc) and shape.radius > 0.0:
            ink = Ink.REFERENCE if isinstance(moment.step, OuterEdge) else Ink.INCIDENT
            part = next(m for m in draw(page.lesson, moment).marks if isinstance(m, Stroke) and m.ink is ink)
            core = shapely.MultiPoint(shape.points - shape.points[0]).convex_hull
            away = [core.distance(shapely.Point(np.array(p) - shape.points[0])) for p in part.points]
            assert away == pytest.approx([shape.radius] * len(away), abs=1e-6)


def test_the_boundary_laid_straight_is_as_long_as_the_boundary() -> None:
    page = preset("rounded-anatomy", "Tips instead of arcs")
    moment = page.moments()[-1]
    recording = Recording()
    pane = next(pane for row in page.lesson.panes() for pane in row if pane.name == "sums")
    pane.draw(recording, moment)
    pieces = [m for m in recording.marks if isinstance(m, Stroke) and m.ink in (Ink.SHADOW_A, Ink.SHADOW_B)]
    assert len(pieces) == 6
    assert math.fsum(math.dist(*m.points) for m in pieces) == pytest.approx(moment.step.perimeter)


def test_tips_reach_too_far() -> None:
    """At a corner whose normals turn by t the tip is r / cos(t / 2) away, and the outline through the tips too large."""
    page = preset("rounded-anatomy", "A sharp corner")
    moment = page.moments()[-1]
    answer, radius = moment.step, page.scene.radius  # type: ignore[attr-defined]
    sharpest = max(arc.turn for arc in answer.arcs)
    out = radius / math.cos(sharpest / 2.0)
    assert out > 5.0 * radius
    labels = [m.text for m in draw(page.lesson, moment).marks if isinstance(m, Label)]
    assert f"tip: {amount(out)} out" in labels
    assert answer.area_to_tips > 1.1 * answer.area
    assert amount(answer.area_to_tips) in plain(page.lesson.caption(moment))


def test_the_question_asks_for_the_sharpest_corner() -> None:
    page = preset("rounded-anatomy", "A sharp corner")
    asked = [q for moment in page.moments() if (q := page.lesson.question(moment)) is not None]
    assert [q.answers for q in asked] == [frozenset({"vertex 0 of A"})]
