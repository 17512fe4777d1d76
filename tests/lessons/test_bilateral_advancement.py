"""What the lesson on bilateral advancement says: the answer, its curve, its proof."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from geometry import Outcome, conservative_advancement, separation
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, PushBack, RootTried
from lessons.bilateral_advancement import BilateralAdvancement
from lessons.bilateral_advancement.others import conservative, unproved
from lessons.bilateral_advancement.picture import function_of
from tests.lessons.pages import PRESETS, Preset, name_of, preset
from tests.lessons.test_contract import check_page
from viz.lesson.canvas import Label, Recording
from viz.lesson.first_edition import RowState
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, plain

LESSON = BilateralAdvancement()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
each = pytest.mark.parametrize("page", MINE, ids=name_of)


def drawn(moment: Moment[Any], pane: str) -> Recording:
    recording = Recording(0.01)
    next(p for row in LESSON.panes() for p in row if p.name == pane).draw(recording, moment)
    return recording


@each
def test_both_searches_give_one_answer(page: Preset) -> None:
    last = page.moments()[-1]
    other = conservative_advancement(*page.scene.sweeps)
    assert last.step.outcome is other.outcome
    if other.outcome is Outcome.HIT:
        assert last.step.fraction == pytest.approx(other.fraction, abs=0.01)
        assert f"against {other.iterations} of conservative" in plain(LESSON.caption(last))
    assert conservative(page.scene).answer.fraction == other.fraction


@each
def test_the_gap_along_the_axis_is_never_more_than_the_gap(page: Preset) -> None:
    for moment in page.moments():
        if isinstance(moment.step, AxisChosen):
            function = function_of(page.scene, moment.step)
            for t in np.linspace(0.0, 1.0, 13).tolist():
                assert function.deepest(t).separation <= separation(*page.scene.at(t)) + 1e-9


@each
def test_the_floor_lies_under_the_gap_along_the_axis(page: Preset) -> None:
    axis: AxisChosen | None = None
    for moment in page.moments():
        step = moment.step
        axis = step if isinstance(step, AxisChosen) else axis
        if isinstance(step, DeepestFound):
            assert axis is not None
            function = function_of(page.scene, axis)
            for t in np.linspace(step.first.fraction, step.last.fraction, 9).tolist():
                assert function.deepest(t).separation >= step.floor - 1e-9
            if step.decision is not PushBack.ROOT:
                assert amount(step.floor) in plain(LESSON.caption(moment))


@each
def test_rows_wait_until_their_iteration(page: Preset) -> None:
    moments = page.moments()
    for moment in moments:
        table = LESSON.table(moment)
        for row in table.rows:
            if row.step is None:
                assert (row.state is RowState.DONE) == moment.is_last
    assert all(row.state is not RowState.PENDING for row in LESSON.table(moments[-1]).rows)


@each
def test_gjk_can_be_stepped_into_from_an_axis(page: Preset) -> None:
    above = next((m for m in page.moments() if m.trace.children(m.index)), None)
    if above is None:
        return
    ((field, trace),) = above.trace.children(above.index)
    for index in range(len(trace)):
        check_page(LESSON, Moment(page.scene, trace, index, above, field))


def test_without_the_proof_a_thin_bar_gets_through() -> None:
    page = preset(LESSON.id, "Open at both ends: wrong")
    last = page.moments()[-1]
    assert not unproved(page.scene).hit
    assert last.step.outcome is Outcome.HIT
    assert page.scene.graph.values.min() < -0.2, "they really overlap on the way"
    assert "Without the proof: no contact." in plain(LESSON.caption(last))
    labels = {m.text for m in drawn(last, "curve").marks if isinstance(m, Label) and m.ink is Ink.FAULTY}
    assert labels == {"without the proof: no contact"}


@pytest.mark.parametrize("name", ["A bar that turns", "Head-on", "Ping-pong of features"])
def test_without_the_proof_it_mostly_finds_the_same(name: str) -> None:
    page = preset(LESSON.id, name)
    assert unproved(page.scene).hit
    assert unproved(page.scene).fraction == pytest.approx(page.moments()[-1].step.fraction, abs=0.01)


def test_ping_pong_changes_the_body_that_the_axis_turns_with() -> None:
    moments = preset(LESSON.id, "Ping-pong of features").moments()
    frames = [m.step.frame for m in moments if isinstance(m.step, AxisChosen)]
    assert len(set(frames)) >= 2
    assert sum(one is not other for one, other in itertools.pairwise(frames)) >= 4


def test_the_bound_needs_many_more_queries_where_it_is_slow() -> None:
    page = preset(LESSON.id, "Slow for the bound")
    goal = LESSON.goal(page.moments()[0])
    assert goal is not None
    assert goal.is_reached
    assert any(isinstance(m.step, RootTried) for m in page.moments())
