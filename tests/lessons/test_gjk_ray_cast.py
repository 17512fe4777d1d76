"""What the lesson on the GJK ray cast says: its planes and times, worked out anew."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from geometry import Outcome, minkowski_difference, separation
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept
from geometry.time_of_impact.linear_cast import linear_cast
from lessons.first_edition.sweep_captions import clock
from lessons.gjk_ray_cast import GjkRayCast
from lessons.gjk_ray_cast.naive import naive
from tests.lessons.pages import PRESETS, Preset, name_of, preset
from viz.lesson.canvas import Dot, FeatureMark, Label, Recording, Unbounded
from viz.lesson.first_edition import RowState
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, plain

LESSON = GjkRayCast()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
each = pytest.mark.parametrize("page", MINE, ids=name_of)


def drawn(moment: Moment[Any], pane: str) -> Recording:
    recording = Recording(0.01)
    next(p for row in LESSON.panes() for p in row if p.name == pane).draw(recording, moment)
    return recording


def planes(page: Preset) -> list[Moment[Any]]:
    return [m for m in page.moments() if isinstance(m.step, PlaneFound)]


@each
def test_nothing_of_the_difference_lies_beyond_a_drawn_plane(page: Preset) -> None:
    figure = minkowski_difference(page.scene.a.world, page.scene.b.world)
    for moment in planes(page):
        found = moment.step
        lines = [m for m in drawn(moment, "space").marks if isinstance(m, Unbounded) and m.ink is Ink.AXIS]
        (line,) = lines
        assert np.dot(line.direction, found.normal) == pytest.approx(0.0, abs=1e-12)
        beyond = figure.points @ found.normal + figure.radius - np.dot(line.through, found.normal)
        assert beyond.max() <= 1e-9


@each
def test_the_gap_of_a_plane_is_the_gap_of_the_shadows_at_that_time(page: Preset) -> None:
    for moment in planes(page):
        found = moment.step
        a, b = page.scene.at(found.fraction)
        along = (b.points @ found.normal).min() - (a.points @ found.normal).max() - a.radius - b.radius
        assert found.gap == pytest.approx(along, abs=1e-8)
        row = next(r for r in LESSON.table(moment).rows if r.state is RowState.CURRENT)
        assert plain(row.cells[1]) == clock(found.fraction)
        assert plain(row.cells[2]) == amount(found.gap)
        lines = [m.through for m in drawn(moment, "world").marks if isinstance(m, Unbounded) and m.ink is Ink.AXIS]
        first, second = (float(np.dot(at, found.normal)) for at in lines)
        assert second - first == pytest.approx(along, abs=1e-8), "the two lines in the world are the plane"


@each
def test_the_estimate_only_moves_on_and_never_past_the_contact(page: Preset) -> None:
    answer = linear_cast(*page.scene.cast)
    times = [step.fraction for step in page.moments()[-1].trace if isinstance(step, PlaneFound | SimplexKept)]
    assert all(later >= before for before, later in itertools.pairwise(times))
    if answer.outcome is Outcome.HIT:
        assert max(times) <= answer.fraction + 1e-8
    last = page.moments()[-1].step
    assert last.outcome is answer.outcome
    assert last.fraction == pytest.approx(answer.fraction, abs=1e-7)


@each
def test_earlier_estimates_are_lit_with_their_rows(page: Preset) -> None:
    moment = page.moments()[-1]
    rows = {row.feature for row in LESSON.table(moment).rows}
    for pane in ("world", "space"):
        named = {
            m.feature
            for m in drawn(moment, pane).marks
            if isinstance(m, FeatureMark) and m.feature.startswith("iteration")
        }
        assert named <= rows
    assert "iteration 1" in named or moment.step.fraction == 0.0 or moment.step.outcome is Outcome.SEPARATED


def test_the_presets_end_as_they_are_named() -> None:
    ends = {page.name: page.moments()[-1].step for page in MINE}
    assert ends["Receding: back in time"].outcome is ends["Passing beside"].outcome is Outcome.SEPARATED
    assert ends["Starts overlapping"].outcome is ends["Starts touching"].outcome is Outcome.OVERLAPPED
    assert ends["Grazing"].iterations > ends["Two circles"].iterations
    clips = [m.step for m in planes(preset(LESSON.id, "Both move")) if m.step.next_fraction > m.step.fraction]
    assert len(clips) >= 3, "the opening shows the ray clipped more than once"
    near = preset(LESSON.id, "Both move").moments()[-1].step
    assert ends["Far from the origin"].fraction == pytest.approx(near.fraction, abs=1e-8)


def test_a_distance_is_no_time() -> None:
    page = preset(LESSON.id, "Distance as time: wrong")
    wrong, last = naive(page.scene), page.moments()[-1]
    assert wrong is not None
    assert wrong.fraction == pytest.approx(separation(page.scene.a.world, page.scene.b.world))
    assert wrong.fraction > last.step.fraction
    assert wrong.separation == pytest.approx(separation(*page.scene.at(wrong.fraction)))
    assert wrong.separation < -0.1
    assert f"overlap {amount(-wrong.separation)}" in plain(LESSON.caption(last))
    labels = {m.text for m in drawn(last, "world").marks if isinstance(m, Label) and m.ink is Ink.FAULTY}
    assert labels == {f"distance as the time: overlap {amount(-wrong.separation)}"}


def test_without_the_test_for_a_miss_it_goes_back_in_time() -> None:
    page = preset(LESSON.id, "Receding: back in time")
    wrong, last = naive(page.scene), page.moments()[-1]
    assert wrong is not None
    assert wrong.fraction < 0.0
    (dot,) = [m for m in drawn(last, "space").marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    assert np.dot(dot.at, page.scene.ray) < 0.0, "behind the origin"
    assert "back in time" in plain(LESSON.caption(last))


@each
def test_questions_are_answered_by_the_next_plane(page: Preset) -> None:
    for moment in page.moments():
        question = LESSON.question(moment)
        if question is None:
            continue
        following = moment.trace.steps[moment.index + 1]
        if isinstance(moment.step, RayCastStarted):
            far = page.scene.a.world.points @ following.normal
            assert question.is_right(f"vertex {int(far.argmax())} of A")
            assert not question.is_right(f"vertex {int(far.argmin())} of A")
        else:
            onward = following.next_fraction > following.fraction
            assert question.is_right("It clips the ray: x moves on") == onward


def test_the_goal_counts_iterations() -> None:
    reached = {page.name: LESSON.goal(page.moments()[0]).is_reached for page in MINE}
    assert reached["Grazing"]
    assert not reached["Both move"]
