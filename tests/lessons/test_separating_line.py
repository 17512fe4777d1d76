"""What the lesson says about a line laid by hand, against the signed distances of fine outlines."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.vector import cross
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import gap, marks, moments, of, shadow
from viz.lesson.canvas import Unbounded
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import Arrow
from viz.lesson.text import amount, plain, signed

LESSON = of("separating-line")
MINE = [page for page in PRESETS if page.lesson is LESSON]


def reaches(page: Preset) -> tuple[tuple[float, float], tuple[float, float]]:
    """How far each shape reaches: right of the line (least), left of it (greatest)."""
    line = page.scene.line
    along = line.vector / np.hypot(*line.vector)
    n = np.array((-along[1], along[0]))
    at = float(line.start @ n)
    (low_a, high_a), (low_b, high_b) = shadow(page.scene.a.world, n), shadow(page.scene.b.world, n)
    return (low_a - at, high_a - at), (low_b - at, high_b - at)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_sides_and_verdict(page: Preset) -> None:
    *sides, verdict = page.moments()
    for moment, name, (right, left) in zip(sides, "AB", reaches(page), strict=True):
        said = f"The points of {name} lie from {signed(right)} to {signed(left)}: more is further left of the line."
        assert plain(LESSON.caption(moment)) == said
        assert [plain(cell) for cell in LESSON.table(moment).rows[moment.index].cells] == [
            name,
            signed(right),
            signed(left),
        ]
    (right_a, left_a), (right_b, left_b) = reaches(page)
    room = max(min(-left_a, right_b), min(right_a, -left_b))
    assert verdict.step.separates == (room > 1e-9)
    if not page.scene.mixed_up:
        assert amount(abs(room)) in plain(LESSON.caption(verdict))
    assert LESSON.goal(verdict).is_reached == (room > 1e-9)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_a_line_can_be_found_exactly_when_they_are_apart(page: Preset) -> None:
    a, b = page.scene.a.world, page.scene.b.world
    question = LESSON.question(page.moment(0))
    apart = gap(a, b) > 1e-6
    assert question.answers == {"yes" if apart else "no"}
    turns = np.linspace(0.0, np.pi, 721)
    widest = -np.inf
    for turn in turns:
        n = np.array((np.cos(turn), np.sin(turn)))
        (low_a, high_a), (low_b, high_b) = shadow(a, n), shadow(b, n)
        widest = max(widest, low_b - high_a, low_a - high_b)
    assert (widest > 1e-6) == apart


def test_the_axis_is_across_the_line() -> None:
    moment = moments("separating-line", "It separates")[-1]
    (axis,) = marks("separating-line", moment, Unbounded, Ink.AXIS)
    assert abs(float(np.array(axis.direction) @ moment.scene.line.vector)) < 1e-12
    (line,) = marks("separating-line", moment, Unbounded, Ink.GAP)
    assert cross(np.array(line.direction), moment.scene.line.vector) == pytest.approx(0.0, abs=1e-12)
    assert np.array(line.through) == pytest.approx(moment.scene.line.start)


def test_impossible_is_said_only_when_it_is() -> None:
    for name, said in (("Impossible", True), ("Nearly there", False)):
        moment = moments("separating-line", name)[-1]
        assert ("no line separates them" in plain(LESSON.situation(moment))) == said
        assert ("no line" in LESSON.explain(moment)) == said


def test_a_line_of_no_length_is_refused() -> None:
    scene = moments("separating-line", "Round")[0].scene
    with pytest.raises(ValueError, match="two different points"):
        scene.with_field("line", Arrow((0.0, 0.0), (0.0, 0.0)))
    turned = scene.with_field("line", Arrow(scene.line.end, scene.line.start))
    trace, other = LESSON.run(turned), LESSON.run(scene)
    assert trace.result.separates == other.result.separates
    assert trace.result.room == pytest.approx(other.result.room)
    assert plain(LESSON.caption(Moment(turned, trace, 2))) == plain(LESSON.caption(Moment(scene, other, 2)))
