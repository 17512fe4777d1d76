"""What the lesson says about the separating axis test."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import AxisSkipped, AxisTested, Decided, Outcome, Owner, project_on_axis
from lessons.axis_by_axis import AxisByAxis
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Label, Stroke, Unbounded
from viz.lesson.first_edition import RowState
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = AxisByAxis()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def page(name: str) -> Preset:
    return preset(LESSON.id, name)


def axes_of(name: str) -> list[AxisTested]:
    return [m.step for m in page(name).moments() if isinstance(m.step, AxisTested)]


def pills(moment: Moment[Any]) -> list[str]:
    marks = draw(LESSON, moment).marks
    return [m.text for m in marks if isinstance(m, Label) and m.style is TextStyle.PILL]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_bars_are_the_shadows(page: Preset) -> None:
    for moment in page.moments():
        if not isinstance(moment.step, AxisTested):
            continue
        n = moment.step.axis.direction
        for ink, body in ((Ink.SHADOW_A, moment.scene.a), (Ink.SHADOW_B, moment.scene.b)):
            bar = next(m for m in draw(LESSON, moment).marks if isinstance(m, Stroke) and m.ink is ink)
            low, high = sorted(np.array(bar.points) @ n)
            truth = project_on_axis(body.world, n)
            assert (low, high) == pytest.approx((truth.low, truth.high), abs=1e-9 * max(1.0, abs(truth.high)))


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_axis_is_drawn_clear_of_the_shapes(page: Preset) -> None:
    for moment in page.moments():
        lines = [m for m in draw(LESSON, moment).marks if isinstance(m, Unbounded) and m.ink is Ink.AXIS]
        across = np.array((-lines[0].direction[1], lines[0].direction[0]))
        line = float(np.array(lines[0].through) @ across)
        sides = {
            bool(float(p @ across) > line) for body in (moment.scene.a, moment.scene.b) for p in body.world.points
        }
        assert len(sides) == 1


def test_a_gap_is_found_on_the_last_axis_only() -> None:
    *others, last = axes_of("Gap on the last axis")
    assert len(others) == 5
    assert all(t.separation < -0.05 for t in others)
    assert (last.axis.owner, last.axis.edge) == (Owner.B, 2)
    assert last.separation > 0.1


def test_edges_alone_miss_the_gap_that_the_closest_points_see() -> None:
    *edges, closest = axes_of("Edges miss the gap")
    assert edges
    assert all(t.separation < 0.0 for t in edges)
    assert closest.axis.owner is Owner.CLOSEST
    assert closest.separation > 0.0


def test_early_out_spares_axes_and_says_so() -> None:
    early, full = page("Apart").moments(), page("Every edge, no early out").moments()
    assert len(early) < len(full)
    decided = early[-1].step
    assert isinstance(decided, Decided)
    assert f"{len(decided.untested)} axes need no test" in plain(LESSON.caption(early[-1]))
    rows = LESSON.table(early[-1]).rows
    spared = [row for row in rows if row.cells[-1] == "not needed"]
    assert len(spared) >= len(decided.untested) > 0
    assert all(row.state is RowState.PENDING for row in spared)
    assert not any(row.cells[-1] == "not needed" for row in LESSON.table(early[0]).rows)


def test_parallel_edges_are_skipped_and_said_so() -> None:
    skipped = [m for m in page("Parallel edges").moments() if isinstance(m.step, AxisSkipped)]
    assert len(skipped) == 6
    for moment in skipped:
        assert "so it is skipped" in LESSON.caption(moment)
        labels = {m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)}
        assert f"edge {moment.step.same_as.edge} of {moment.step.same_as.owner.value}: tested already" in labels


@pytest.mark.parametrize("name", ["Apart", "Gap on the last axis", "Edges miss the gap"])
def test_the_separating_line_separates(name: str) -> None:
    moment = page(name).moments()[-1]
    line = next(m for m in draw(LESSON, moment).marks if isinstance(m, Unbounded) and m.ink is Ink.GAP)
    across = np.array((-line.direction[1], line.direction[0]))
    offset = float(np.array(line.through) @ across)
    a, b = (project_on_axis(body.world, across) for body in (moment.scene.a, moment.scene.b))
    assert a.high < offset < b.low or b.high < offset < a.low


def test_touching_counts_as_contact() -> None:
    moment = page("Touching").moments()[-1]
    assert isinstance(moment.step, Decided)
    assert moment.step.found.outcome is Outcome.OVERLAPPED
    assert "just touch" in plain(LESSON.situation(moment))
    assert pills(moment) == ["touching"]


def test_one_inside_the_other_takes_the_shorter_way_out() -> None:
    moment = page("Contained").moments()[-1]
    best = moment.step.found.best
    assert best.between.length == pytest.approx(-best.separation)
    assert pills(moment) == [f"overlap {-best.separation:.2f}"]


def test_the_caption_compares_with_the_best_before() -> None:
    first, second, *_ = page("Overlapping").moments()
    assert "Still the best" in plain(LESSON.caption(second))
    assert f"{-first.step.separation:.2f}" in plain(LESSON.caption(second))


def test_the_words_follow_the_drag() -> None:
    scene = page("Overlapping").scene
    moved = scene.with_field("b", at(scene.b.shape, 4.0, 0.35, 18))
    trace = LESSON.run(moved)
    assert "are apart" in plain(LESSON.situation(Moment(moved, trace, len(trace) - 1)))
