"""What the lesson says about projecting a point on a line, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.sat.projection import FootFound, Squared
from geometry.vector import cross
from lessons.point_on_line import PointOnLineLesson
from lessons.point_on_line.scene import PointAndLine
from tests.lessons.pages import draw, preset
from viz.lesson.canvas import Area, Arrow, Dot, Label, Stroke
from viz.lesson.first_edition import RowState
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import plain

LESSON = PointOnLineLesson()


def last(name: str) -> Moment[PointAndLine]:
    return preset("point-on-line", name).moments()[-1]


def at_step(name: str, stage: str) -> Moment[PointAndLine]:
    return next(m for m in preset("point-on-line", name).moments() if LESSON.stage(m.step) == stage)


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("Between a and b", "between a and b"),
        ("Beyond b", "beyond b"),
        ("Behind a", "behind a"),
        ("Right angle", "on a"),
    ],
)
def test_the_situation_says_where_the_shadow_falls(name: str, where: str) -> None:
    moment = last(name)
    scene = moment.scene
    q = scene.b - scene.a
    fraction = float((scene.c - scene.a) @ q / (q @ q))
    foot = scene.a + fraction * q
    assert isinstance(moment.step, FootFound)
    assert moment.step.foot == pytest.approx(foot)
    situation = plain(LESSON.situation(moment))
    assert f"falls {where};" in situation
    assert f"c is {np.hypot(*(scene.c - foot)):.2f} away" in situation


def test_the_products_are_areas_of_that_size() -> None:
    moment = at_step("Between a and b", "|q|²")
    assert isinstance(moment.step, Squared)
    areas = {mark.ink: np.array(mark.points) for mark in draw(LESSON, moment).marks if isinstance(mark, Area)}

    def area(outline: np.ndarray) -> float:
        return abs(sum(cross(p, q) for p, q in zip(outline, np.roll(outline, -1, axis=0), strict=True))) / 2.0

    assert area(areas[Ink.VECTOR_P]) == pytest.approx(abs(moment.step.p_dot_q))
    assert area(areas[Ink.VECTOR_Q]) == pytest.approx(moment.step.q_squared)


def test_the_projector_stands_at_a_right_angle() -> None:
    moment = last("Beyond b")
    projector = next(m for m in draw(LESSON, moment).marks if isinstance(m, Stroke) and m.ink is Ink.PROJECTOR_A)
    start, end = np.array(projector.points)
    assert abs(float((end - start) @ (moment.scene.b - moment.scene.a))) < 1e-12


def test_taking_the_dot_product_for_a_length_misses_the_foot() -> None:
    moment = last("p · q is no length")
    marks = draw(LESSON, moment).marks
    wrong = next(np.array(m.end) for m in marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY)
    foot = next(np.array(m.at) for m in marks if isinstance(m, Dot) and m.ink is Ink.RESULT)
    assert float(np.hypot(*(wrong - foot))) > 0.5
    assert np.hypot(*(wrong - moment.scene.a)) == pytest.approx(abs(moment.step.p_dot_q))


def test_a_line_of_no_length_is_refused_with_the_reason() -> None:
    moment = last("A line of no length")
    assert isinstance(moment.step, Squared)
    assert "The line has no direction: a and b coincide." in plain(LESSON.caption(moment))
    assert not any(isinstance(m, Arrow) and m.ink is Ink.VECTOR_Q for m in draw(LESSON, moment).marks)
    refused = [row for row in LESSON.table(moment).rows if "refused" in row.cells]
    assert [row.cells[0] for row in refused] == ["fraction", "foot"]
    assert all(row.state is RowState.PENDING for row in refused)


@pytest.mark.parametrize(
    ("c", "kind"), [((1.0, 1.0), "acute"), ((0.0, 1.0), "right angle"), ((-1.0, 1.0), "obtuse"), ((0.0, 0.0), None)]
)
def test_the_sign_is_named(c: tuple[float, float], kind: str | None) -> None:
    scene = PointAndLine(np.zeros(2), np.array((2.0, 0.0)), np.array(c))
    trace = LESSON.run(scene)
    moment = next(m for m in (Moment(scene, trace, i) for i in range(len(trace))) if LESSON.stage(m.step) == "p · q")
    texts = {m.text for m in draw(LESSON, moment).marks if isinstance(m, Label)}
    assert {"acute", "right angle", "obtuse"} & texts == ({kind} if kind else set())
