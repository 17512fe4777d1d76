"""What the lesson says about two shadows on a turned axis, and that the curve peaks where the summary says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import edge_axes
from lessons.two_shadows.picture import take_angle, width_of_a_radian
from tests.lessons.pages import PRESETS, Preset, name_of, preset
from tests.lessons.reckoning import between, gap, moments, of, shadow
from viz.lesson.canvas import Dot, Hot, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, plain, signed

LESSON = of("two-shadows")
MINE = [page for page in PRESETS if page.lesson is LESSON]


def axis(page: Preset) -> np.ndarray:
    return np.asarray(page.scene.axis.vector / np.hypot(*page.scene.axis.vector))


def curve(moment: Moment[object]) -> Recording:
    recording = Recording(0.01)
    LESSON.draw_curve(recording, moment)
    return recording


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_both_shadows_and_what_is_between(page: Preset) -> None:
    of_a, of_b, compared = page.moments()
    a, b, n = page.scene.a.world, page.scene.b.world, axis(page)
    for moment, shape in ((of_a, a), (of_b, b)):
        low, high = shadow(shape, n)
        assert f"from {signed(low)} to {signed(high)}." in plain(LESSON.caption(moment))
    value = between(a, b, n)
    word = f"gap {amount(value)}" if value > 0.0 else f"overlap {amount(-value)}"
    assert f"On this axis: {word}." in plain(LESSON.caption(compared))


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_curve_is_the_separation(page: Preset) -> None:
    a, b = page.scene.a.world, page.scene.b.world
    line = next(m for m in curve(page.moment(0)).marks if isinstance(m, Stroke) and m.ink is Ink.VECTOR_P)
    points = np.array(line.points)
    turns = points[:, 0] / points[-1, 0] * np.pi
    for turn, value in list(zip(turns, points[:, 1], strict=True))[::30]:
        assert value == pytest.approx(between(a, b, np.array((np.cos(turn), np.sin(turn)))), abs=1e-5)


@pytest.mark.parametrize("name", ["Overlapping", "Contained"])
def test_the_peak_sits_at_an_edge_normal(name: str) -> None:
    moment = moments("two-shadows", name)[-1]
    a, b = moment.scene.a.world, moment.scene.b.world
    fine = np.linspace(0.0, np.pi, 3601)
    peak = max(between(a, b, np.array((np.cos(t), np.sin(t)))) for t in fine)
    normals = max(between(a, b, axis.direction) for axis in edge_axes(a, b))
    assert peak <= normals + 1e-9
    assert peak == pytest.approx(normals, abs=5e-3)
    dots = [m for m in curve(moment).marks if isinstance(m, Dot) and m.ink in (Ink.A, Ink.B)]
    assert len(dots) == len(edge_axes(a, b)), "every edge normal is marked"
    assert max(m.at[1] for m in dots) == pytest.approx(normals)


def test_a_gap_may_peak_between_normals_yet_one_of_them_shows_it() -> None:
    found = []
    for page in MINE:
        a, b = page.scene.a.world, page.scene.b.world
        if a.radius == b.radius == 0.0 and gap(a, b) > 1e-9:
            found.append(max(between(a, b, axis.direction) for axis in edge_axes(a, b)))
    assert found
    assert min(found) > 0.0


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_best_edge_is_asked_for_and_can_be_clicked(page: Preset) -> None:
    a, b = page.scene.a.world, page.scene.b.world
    question = LESSON.question(page.moment(0))
    values = {f"edge {axis.edge} of {axis.owner.value}": between(a, b, axis.direction) for axis in edge_axes(a, b)}
    if not values:
        assert question is None
        return
    assert question.answers == {name for name, value in values.items() if value >= max(values.values()) - 1e-6}
    assert question.answers <= {m.name for m in curve(page.moment(0)).marks if isinstance(m, Hot)}


def test_turning_to_the_top_reaches_the_goal() -> None:
    moment = moments("two-shadows", "Overlapping")[0]
    a, b = moment.scene.a.world, moment.scene.b.world
    assert not LESSON.goal(moment).is_reached
    best = max(edge_axes(a, b), key=lambda axis: between(a, b, axis.direction))
    start = moment.scene.axis.start
    scene = moment.scene.with_field("axis", type(moment.scene.axis)(start, start + best.direction))
    turned = Moment(scene, LESSON.run(scene), 0)
    assert LESSON.goal(turned).is_reached


def test_the_curve_can_be_taken_hold_of() -> None:
    """A press at an angle of the curve turns the axis there; its tail and its length stay."""
    page = preset("two-shadows", "Apart")
    moment = page.moment(0)
    wide = width_of_a_radian(page.scene)
    follow = take_angle(moment, np.array((1.0 * wide, 0.0)))
    assert follow is not None
    for turn in (0.3, 1.0, 2.9):
        axis = follow(page.scene, np.zeros(2), np.array((turn * wide, 0.4))).axis
        before = page.scene.axis
        assert math.atan2(axis.vector[1], axis.vector[0]) == pytest.approx(turn)
        assert axis.start == pytest.approx(before.start)
        assert np.hypot(*axis.vector) == pytest.approx(np.hypot(*before.vector))
    assert take_angle(moment, np.array((-wide, 0.0))) is None
