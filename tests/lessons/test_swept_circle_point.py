"""What the lesson says about a moving circle and a point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geometry import Outcome
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from lessons.first_edition.moving_picture import WIDE
from lessons.swept_circle_point import SweptCirclePoint
from lessons.swept_circle_point.faulty import APPROACH_FIRST, POSITIVE, both_roots, faulty_fraction
from lessons.swept_circle_point.scene import CircleAndPoint
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Dot, FeatureMark, Label, Recording
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = SweptCirclePoint()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]


def last(name: str) -> Moment[Any]:
    return preset(LESSON.id, name).moments()[-1]


def first_touch(scene: CircleAndPoint) -> float | None:
    """By sampling the gap and bisection."""

    def gap(t: float) -> float:
        return float(np.hypot(*(scene.center + t * scene.motion - scene.p))) - scene.radius

    squared = max(float(scene.motion @ scene.motion), 1e-300)
    nearest = float((scene.p - scene.center) @ scene.motion) / squared
    times = np.sort(np.append(np.linspace(0.0, 1.0, 5001), np.clip(nearest, 0.0, 1.0)))
    under = [t for t in times if gap(t) <= 1e-9]
    if not under:
        return None
    low, high = max(0.0, under[0] - 2e-4), under[0]
    for _ in range(60):
        middle = (low + high) / 2.0
        low, high = (low, middle) if gap(middle) <= 1e-9 else (middle, high)
    return float(high)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_first_touch_is_the_sampled_one(page: Preset) -> None:
    moment = page.moments()[-1]
    expected = first_touch(page.scene)
    if expected is None:
        assert moment.step.outcome is Outcome.SEPARATED
        assert "not touch" in plain(LESSON.situation(moment))
    else:
        assert moment.step.fraction == pytest.approx(expected, abs=2e-4)
        where = "at the start" if moment.step.outcome is Outcome.OVERLAPPED else f"{moment.step.fraction:.2f}"
        assert where in plain(LESSON.situation(moment))
        assert where in plain(LESSON.caption(moment))


def test_both_roots_are_on_the_timeline_and_in_the_table() -> None:
    moments = preset(LESSON.id, "Two roots").moments()
    moment = next(m for m in moments if isinstance(m.step, RootsFound))
    scene = moment.scene
    roots = both_roots(scene.center, scene.radius, scene.motion, scene.p)
    assert roots == pytest.approx((moment.step.first, moment.step.last))
    recording = Recording(0.01)
    LESSON.draw_time(recording, moment)
    drawn = sorted(m.at[0] for m in recording.marks if isinstance(m, Dot))
    curve = max((m for m in recording.marks if getattr(m, "ink", None) is Ink.VECTOR_P), key=lambda m: len(str(m)))
    crossings = [a[0] for a, b in zip(curve.points, curve.points[1:], strict=False) if (a[1] > 0.0) != (b[1] > 0.0)]
    assert drawn == pytest.approx(crossings, abs=0.01 * WIDE), "the roots lie where the curve crosses 0"
    table = LESSON.table(moment)
    assert table is not None
    cells = {row.cells[0]: plain(row.cells[1]) for row in table.rows}
    assert (cells["first touch"], cells["last touch"]) == (f"{roots[0]:.2f}", f"{roots[1]:.2f}")
    hot = {m.feature for m in recording.marks if isinstance(m, FeatureMark)}
    assert hot == {"first touch", "last touch"} == {LESSON.feature_of(name, 0.5) for name in ("first", "last")}


def test_the_last_touch_stays_on_the_timeline_beside_the_answer() -> None:
    moment = last("Two roots")
    scene = moment.scene
    roots = both_roots(scene.center, scene.radius, scene.motion, scene.p)
    assert roots is not None
    recording = Recording(0.01)
    LESSON.draw_time(recording, moment)
    labels = {m.text: m.ink for m in recording.marks if isinstance(m, Label)}
    assert labels[f"t = {roots[0]:.2f}"] is Ink.RESULT
    assert labels[f"last: {roots[1]:.2f}"] is Ink.QUIET
    grazing = Recording(0.01)
    LESSON.draw_time(grazing, last("Grazing"))
    assert not any(isinstance(m, Label) and m.text.startswith("last") for m in grazing.marks), "both are one"


def test_a_miss_is_written_in_the_figure() -> None:
    for name in ("Passing by", "Moving away", "The way is too short", "No motion"):
        labels = [m.text for m in draw(LESSON, last(name)).marks if isinstance(m, Label) and m.ink is Ink.GAP]
        assert labels == ["no contact"]


def test_the_lowest_positive_root_is_the_exit_of_a_circle_that_overlaps() -> None:
    moment = last("Inside: the exit is wrong")
    scene = moment.scene
    said = faulty_fraction(POSITIVE, scene.center, scene.radius, scene.motion, scene.p)
    assert moment.step.fraction == 0.0
    assert said is not None
    assert said > 0.2
    labels = [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert labels == [f"{POSITIVE}: t = {said:.2f}"]
    assert f"t = {said:.2f}" in plain(LESSON.caption(moment))


def test_the_lowest_positive_root_may_lie_beyond_the_way() -> None:
    scene = last("The way is too short").scene
    said = faulty_fraction(POSITIVE, scene.center, scene.radius, scene.motion, scene.p)
    assert said is not None
    assert said > 1.0


def test_asking_for_the_approach_first_lets_an_overlap_go() -> None:
    moment = last("Inside, moving away")
    scene = moment.scene
    assert faulty_fraction(APPROACH_FIRST, scene.center, scene.radius, scene.motion, scene.p) is None
    assert moment.step.outcome is Outcome.OVERLAPPED
    labels = [m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert labels == [f"{APPROACH_FIRST}: no contact"]


def test_the_opening_agrees_with_both_rules() -> None:
    scene = preset(LESSON.id, "Two roots").scene
    for rule in (POSITIVE, APPROACH_FIRST):
        said = faulty_fraction(rule, scene.center, scene.radius, scene.motion, scene.p)
        assert said == pytest.approx(LESSON.run(scene).result.fraction)


def test_a_press_on_the_timeline_sets_the_time() -> None:
    moment = preset(LESSON.id, "Two roots").moment(0)
    follow = LESSON.take_time(moment, np.zeros(2))
    assert follow is not None
    assert follow(moment.scene, np.zeros(2), np.array((1e6, 0.0))).time == 1.0
    assert follow(moment.scene, np.zeros(2), np.array((-5.0, 0.0))).time == 0.0


def test_how_many_roots_count_is_asked_before_they_are_found() -> None:
    moments = preset(LESSON.id, "Two roots").moments()
    formed = next(m for m in moments if isinstance(m.step, QuadraticFormed))
    question, roots = LESSON.question(formed), moments[formed.index + 1].step
    assert question is not None
    assert question.answers == {"both"}
    assert 0.0 < roots.first < roots.last < 1.0
    assert f"{roots.last:.2f}" in question.because
    grazing = next(m for m in preset(LESSON.id, "Grazing").moments() if isinstance(m.step, QuadraticFormed))
    assert LESSON.question(grazing) is None, "its roots are one"


def test_the_goal_is_a_graze() -> None:
    assert LESSON.goal(last("Grazing")).is_reached
    assert not LESSON.goal(last("Two roots")).is_reached
