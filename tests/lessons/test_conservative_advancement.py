"""What the lesson on conservative advancement says: its numbers, worked out anew, and GJK stepped into."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from geometry import Outcome, separation
from geometry.time_of_impact.conservative_advancement import Advanced
from lessons.conservative_advancement import ConservativeAdvancement
from lessons.conservative_advancement.listing import Ending, listing
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from tests.lessons.test_contract import check_page
from viz.lesson.canvas import Dot, Hot, Label, Recording, Stroke
from viz.lesson.first_edition import Moment, RowState, stages
from viz.lesson.ink import Ink
from viz.lesson.text import amount, plain

LESSON = ConservativeAdvancement()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
each = pytest.mark.parametrize("page", MINE, ids=name_of)


def drawn(moment: Moment[Any], pane: str) -> Recording:
    recording = Recording(0.01)
    next(p for row in LESSON.panes() for p in row if p.name == pane).draw(recording, moment)
    return recording


def iterations(page: Preset) -> list[Moment[Any]]:
    return [m for m in page.moments() if isinstance(m.step, Advanced)]


@each
def test_the_table_and_the_picture_have_the_true_gap(page: Preset) -> None:
    for moment in iterations(page):
        state = moment.step
        truth = separation(*page.scene.at(state.fraction))
        assert state.separation == pytest.approx(truth, abs=1e-9)
        row = next(r for r in LESSON.table(moment).rows if r.state is RowState.CURRENT)
        assert plain(row.cells[2]) == amount(truth)
        assert row.feature == f"iteration {state.iteration}"
        for pane in ("world", "space"):
            assert f"gap {amount(truth)}" in {m.text for m in drawn(moment, pane).marks if isinstance(m, Label)}


@each
def test_the_line_of_the_bound_stays_below_the_curve(page: Preset) -> None:
    graph = page.scene.graph
    for moment in iterations(page):
        for mark in drawn(moment, "curve").marks:
            if isinstance(mark, Stroke) and mark.ink is Ink.REFERENCE and len(mark.points) == 2:
                (x0, y0), (x1, y1) = mark.points
                times = np.linspace(x0, x1, 9) / graph.wide
                truth = np.array([separation(*page.scene.at(float(min(t, 1.0)))) for t in times])
                assert (np.linspace(y0, y1, 9) <= truth + 1e-9).all()


@each
def test_iterations_are_lit_in_every_view(page: Preset) -> None:
    moment = page.moments()[-1]
    rows = [row.feature for row in LESSON.table(moment).rows]
    curve = {m.name for m in drawn(moment, "curve").marks if isinstance(m, Hot)}
    world = {m.name for m in drawn(moment, "world").marks if isinstance(m, Hot)}
    space = {m.name for m in drawn(moment, "space").marks if isinstance(m, Hot)}
    for state in moment.trace:
        if isinstance(state, Advanced):
            name = f"iteration {state.iteration}"
            assert name in rows
            assert name in curve
            assert name in space
            if page.name != "No motion at all":
                assert name in world


@each
def test_gjk_of_every_iteration_can_be_stepped_into(page: Preset) -> None:
    for above in page.moments():
        for field, trace in above.trace.children(above.index):
            named = stages(LESSON, trace)
            assert len({name for name, _ in named}) == len(named)
            for index in range(len(trace)):
                inner = Moment(page.scene, trace, index, above, field)
                check_page(LESSON, inner)
                assert plain(LESSON.caption(inner)).endswith(".")
                # Both shapes are drawn where the iteration has them, not where the scene has.
                areas = [m for m in drawn(inner, "world").marks if type(m).__name__ == "Area"]
                b = page.scene.b.shape.at(above.step.pose_b)
                assert np.allclose(areas[1].points, b.points)


def test_the_presets_end_as_they_are_named() -> None:
    ends = {page.name: page.moments()[-1].step for page in MINE}
    assert ends["Head-on"].outcome is Outcome.HIT
    assert ends["Head-on"].iterations <= 2
    assert ends["Glancing"].outcome is Outcome.HIT
    assert ends["Spins and sweeps past"].outcome is Outcome.SEPARATED
    assert 0.0 < preset(LESSON.id, "Spins and sweeps past").scene.graph.values.min() < 0.2
    assert ends["Slow convergence"].iterations > 30
    assert ends["Starts touching"].outcome is ends["Starts overlapping"].outcome is Outcome.OVERLAPPED
    assert "just touching" in plain(LESSON.caption(preset(LESSON.id, "Starts touching").moments()[-1]))
    assert "bound is" not in plain(LESSON.caption(preset(LESSON.id, "No motion at all").moments()[-1]))


def test_the_article_s_listing_never_ends_where_ours_does() -> None:
    page = preset(LESSON.id, "Receding: listing loops")
    found = listing(page.scene)
    assert found.ending is Ending.NEVER
    assert any(later < earlier for earlier, later in itertools.pairwise(found.times))
    assert found.times[-1] == pytest.approx(found.times[-3], abs=1e-9), "to and fro between the same two"
    last = page.moments()[-1]
    assert last.step.outcome is Outcome.SEPARATED
    assert page.scene.graph.values.min() > 0.0
    assert any(isinstance(m, Dot) and m.ink is Ink.FAULTY for m in drawn(last, "curve").marks)
    assert "to and fro" in plain(LESSON.caption(last))


@each
def test_questions_are_answered_by_the_next_iteration(page: Preset) -> None:
    for moment in page.moments():
        question = LESSON.question(moment)
        if question is not None and isinstance(moment.step, Advanced):
            following = moment.trace.steps[moment.index + 1]
            assert question.is_right("As good as touching") == following.hit
            assert not question.is_right("Overlapping")


def test_a_near_miss_reaches_the_goal() -> None:
    page = preset(LESSON.id, "Spins and sweeps past")
    goal = LESSON.goal(page.moments()[0])
    assert goal is not None
    assert goal.is_reached == (page.scene.graph.values.min() < 0.1)
    assert not LESSON.goal(preset(LESSON.id, "Head-on").moments()[0]).is_reached  # type: ignore[union-attr]


def test_time_is_looked_at_without_a_new_answer() -> None:
    page = preset(LESSON.id, "A bar that turns")
    later = page.scene.with_field("time", 0.5)
    moments = Preset(LESSON, page.name, later).moments()
    assert moments[-1].step.fraction == page.moments()[-1].step.fraction
    _, b = later.at(0.5)
    outlines = [m.points for m in draw(LESSON, moments[0]).marks if isinstance(m, Stroke)]
    assert any(np.allclose(np.array(o), b.points) for o in outlines if len(o) == len(b.points))
