"""What the lesson says about two circles, reckoned by hand."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.primitives.circle_circle import DistanceFound, NormalFound, OffsetFound, RadiiSummed, SeparationFound
from geometry.primitives.contact import PairResult
from tests.lessons.pages import PRESETS, Preset, name_of
from tests.lessons.reckoning import at_step, marks, of
from viz.lesson.canvas import Dot, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.text import amount, pair, plain, signed

LESSON = of("circle-circle")
MINE = [page for page in PRESETS if page.lesson is LESSON]
PLAIN = [page for page in MINE if page.name not in ("Equal centres", "Backwards goes deeper")]


@pytest.mark.parametrize("page", PLAIN, ids=name_of)
def test_every_number(page: Preset) -> None:
    a, b = page.scene.a.world, page.scene.b.world
    d = b.points[0] - a.points[0]
    distance, radii = float(np.hypot(*d)), a.radius + b.radius
    n = d / distance
    middle = (a.points[0] + a.radius * n + b.points[0] - b.radius * n) / 2.0
    value = distance - radii
    close = 0.0 if abs(value) < 1e-12 else value
    said = {OffsetFound: pair(d), DistanceFound: amount(distance), RadiiSummed: amount(radii),
            SeparationFound: signed(close), NormalFound: pair(n), PairResult: pair(middle)}  # fmt: skip
    for moment in page.moments():
        assert said[type(moment.step)] in plain(LESSON.caption(moment))
        assert said[type(moment.step)] in plain(LESSON.table(moment).rows[moment.index].cells[1])
    assert page.moments()[-1].step.point == pytest.approx(middle)


@pytest.mark.parametrize("page", PLAIN, ids=name_of)
def test_the_number_line_lays_the_radii_end_to_end(page: Preset) -> None:
    a, b = page.scene.a.world, page.scene.b.world
    recording = Recording(0.01)
    LESSON.draw_line(recording, at_step("circle-circle", page.name, SeparationFound))
    strokes = {m.ink: m.points for m in recording.marks if isinstance(m, Stroke)}
    assert (strokes[Ink.SHADOW_A][0][0], strokes[Ink.SHADOW_A][1][0]) == pytest.approx((0.0, a.radius))
    assert (strokes[Ink.SHADOW_B][0][0], strokes[Ink.SHADOW_B][1][0]) == pytest.approx(
        (a.radius, a.radius + b.radius)
    )
    distance = float(np.hypot(*(b.points[0] - a.points[0])))
    assert strokes[Ink.VECTOR_P][1][0] == pytest.approx(distance)


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_contact_is_drawn_halfway(page: Preset) -> None:
    last = page.moments()[-1]
    a, b = page.scene.a.world, page.scene.b.world
    dots = [np.array(m.at) for m in marks("circle-circle", last, Dot, Ink.RESULT)]
    assert len(dots) == 1
    tie = 1e-9 * max(1.0, float(np.abs(dots[0]).max()))
    to_a = float(np.hypot(*(dots[0] - a.points[0]))) - a.radius
    to_b = float(np.hypot(*(dots[0] - b.points[0]))) - b.radius
    if page.name not in ("One inside the other", "Equal centres"):
        assert to_a == pytest.approx(to_b, abs=tie)
    assert abs(to_a) <= abs(last.step.separation) / 2.0 + tie or page.name == "One inside the other"


@pytest.mark.parametrize(
    ("name", "answer"),
    [("Overlapping", "an overlap"), ("Apart", "a gap"), ("Touching", "they just touch"),
     ("One inside the other", "an overlap")],
)  # fmt: skip
def test_the_question_and_nothing_beside_it_that_tells(name: str, answer: str) -> None:
    moment = at_step("circle-circle", name, DistanceFound)
    assert LESSON.question(moment).answers == {answer}
    assert LESSON.goal(moment) is None, "its number would tell"
    assert LESSON.goal(at_step("circle-circle", name, OffsetFound)) is not None
    assert answer.split()[-1] not in plain(LESSON.situation(moment))
