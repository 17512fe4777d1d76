"""What the lesson says about projecting a vector on a vector, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.sat.projection import ScalarFound, UnitTaken, VectorProjected, VectorsDotted
from tests.lessons.pages import PRESETS, Preset, draw, name_of
from tests.lessons.reckoning import at_step, caption, marks, moments, of
from viz.lesson.canvas import Arrow, Label, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair

LESSON = of("vector-projection")
MINE = [page for page in PRESETS if page.lesson is LESSON and page.name != "b has no length"]


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_every_number_is_numpys(page: Preset) -> None:
    dotted, unit, scalar, projected = page.moments()
    a, b = page.scene.a - page.scene.o, page.scene.b - page.scene.o
    size = float(np.linalg.norm(b))
    said = {VectorsDotted: amount(a @ b), UnitTaken: pair(b / size), ScalarFound: amount(a @ b / size),
            VectorProjected: pair((a @ b / size**2) * b)}  # fmt: skip
    for moment in (dotted, unit, scalar, projected):
        assert said[type(moment.step)] in caption("vector-projection", moment)
        row = LESSON.table(moment).rows[moment.index]
        assert said[type(moment.step)] in row.cells[1]
    assert f"b is {amount(size)} long" in caption("vector-projection", unit)


@pytest.mark.parametrize(
    ("name", "sign", "words"),
    [("Leaning together", 1, "leans the way b points"), ("Leaning apart", -1, "leans against b"),
     ("Right angle", 0, "stands across b")],
)  # fmt: skip
def test_the_sign_past_a_right_angle(name: str, sign: int, words: str) -> None:
    moment = at_step("vector-projection", name, ScalarFound)
    a, b = moment.scene.a - moment.scene.o, moment.scene.b - moment.scene.o
    assert np.sign(round(float(a @ b), 12)) == sign
    assert words in caption("vector-projection", moment)


def test_the_rest_stands_across() -> None:
    moment = moments("vector-projection", "Leaning together")[-1]
    (line,) = marks("vector-projection", moment, Stroke, Ink.PROJECTOR_A)
    start, end = np.array(line.points)
    assert abs(float((end - start) @ (moment.scene.b - moment.scene.o))) < 1e-12


def test_without_the_unit_the_arrow_grows_with_b() -> None:
    lengths = []
    for stretch in (1.0, 2.0):
        scene = moments("vector-projection", "Skipping the unit")[0].scene
        scene = scene.with_field("b", scene.o + stretch * (scene.b - scene.o))
        trace = LESSON.run(scene)
        moment = type(moments("vector-projection", "Skipping the unit")[0])(scene, trace, len(trace) - 1)
        (wrong,) = marks("vector-projection", moment, Arrow, Ink.FAULTY)
        lengths.append(float(np.hypot(*(np.array(wrong.end) - wrong.start))))
        assert {m.text for m in draw(LESSON, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY}
    assert lengths[1] == pytest.approx(2.0 * lengths[0])


@pytest.mark.parametrize("page", MINE, ids=name_of)
def test_the_question_is_about_the_scalar_to_come(page: Preset) -> None:
    moment = at_step("vector-projection", page.name, UnitTaken)
    a, b = page.scene.a - page.scene.o, page.scene.b - page.scene.o
    scalar, size = float(a @ b / np.linalg.norm(b)), float(np.linalg.norm(b))
    if abs(scalar) < 1e-9:
        answer = "nowhere"
    else:
        answer = (
            "the other way" if scalar < 0 else "beyond the tip of b" if scalar > size else "not beyond the tip of b"
        )
    assert LESSON.question(moment).answers == {answer}
    assert [LESSON.question(m) for m in page.moments() if m.index != 1] == [None] * 3


def test_beyond_the_tip_is_told_from_short_of_it() -> None:
    moment = at_step("vector-projection", "Leaning together", UnitTaken)
    for stretch, answer in ((0.5, "not beyond the tip of b"), (1.5, "beyond the tip of b")):
        scene = moment.scene.with_field(
            "a", moment.scene.o + stretch * (moment.scene.b - moment.scene.o) + (0.0, 0.1)
        )
        assert LESSON.question(Moment(scene, LESSON.run(scene), 1)).answers == {answer}
