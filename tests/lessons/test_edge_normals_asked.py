"""What edge normals asks, and how its answers are judged: against the list turned round."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry.sat.edge_normals import QuarterTurned, edge_normal
from lessons.separating_axes.edge_normals import REVERSED, Listed
from tests.lessons.test_edge_normals import LESSON, each_scene, moment_at, true_normals
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow
from viz.lesson.prediction import Place, Verdict
from viz.lesson.text import fixed


def asked(moment: Moment[Listed]) -> Place:
    prediction = LESSON.page(moment).prediction
    assert isinstance(prediction, Place)
    return prediction


def answered(moment: Moment[Listed], at: np.ndarray) -> Verdict:
    return asked(moment).judge(((float(at[0]), float(at[1])),))


@each_scene
def test_the_question_is_where_half_of_a_normal_of_the_next_edge_ends_in_the_reversed_list(name: str) -> None:
    moment = moment_at(name, "Outward")
    scene, question = moment.scene, asked(moment)
    count, out = len(scene.listed), "left" if scene.order == REVERSED else "right"
    edge = (scene.chosen + 1) % count
    listed = scene.mirrored(scene.listed)
    middle = (listed[edge] + listed[(edge + 1) % count]) / 2.0
    (right,) = question.right
    tip = np.array(right) - middle
    inward = -true_normals(scene)[edge]
    length = math.dist(listed[edge], listed[(edge + 1) % count]) / 2.0
    assert tip == pytest.approx(length * inward), "into A, as long as half of the edge"
    # The reversed list, asked by itself: the same edge, its other way round.
    back = edge_normal.trace(scene.listed[::-1].copy(), (count - 2 - edge) % count)
    turned = next(step for step in back if isinstance(step, QuarterTurned))
    way = turned.left if out == "left" else turned.right
    assert 2.0 * tip == pytest.approx(scene.mirrored(way))
    told = f"Reverse the list: edge {edge} then runs from vertex {(edge + 1) % count} to vertex {edge}."
    assert question.text == f"{told} Drag the ring to the tip of its ½ {out}(e)."
    verdict = question.judge(question.right)
    pairs = [f"({fixed(x)}, {fixed(y)})" for x, y in (turned.e, way)]
    assert verdict.right
    listed_at = scene.listed[edge]  # any point of the edge
    products = [float((vertex - listed_at) @ way) for vertex in scene.listed]
    front = products.index(max(products))
    told = f"{out}(e) is now {pairs[1]}: vertex {front} has product {fixed(max(products))}, so it points into A."
    assert verdict.because == told
    assert verdict.remarks[0].at == pytest.approx(right)
    other = answered(moment, middle - tip)
    assert not other.right
    assert other.because == f"That is ½ {out}(e) of this list. Reversed, e = {pairs[0]}: turn this one to the {out}."
    assert not question.judge(question.start).right, "the ring does not lie right at first"


def test_a_placed_normal_is_judged_by_its_direction_its_way_and_its_length() -> None:
    moment = moment_at("Triangle", "Outward")
    middle = np.array((0.25, 0.3))  # of edge 1, from (1.2, -0.6) to (-0.7, 1.2)
    tip = np.array((-0.9, -0.95))  # half of right(e) of e = (1.90, -1.80)
    for angle, length, right in ((0.0, 1.0, True), (7.0, 1.15, True), (-7.0, 0.85, True), (10.0, 1.0, False)):
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        at = middle + length * np.array((c * tip[0] - s * tip[1], s * tip[0] + c * tip[1]))
        assert answered(moment, at).right is right
    short = answered(moment, middle + 0.5 * tip)
    assert (short.right, short.head) == (False, "Another length")
    assert short.because.endswith("as long as half the edge, 1.31, this arrow 0.65.")
    along = answered(moment, middle + np.array((0.95, -0.9)))
    assert (along.right, along.head) == (False, "Not perpendicular")
    assert along.because.endswith("Twice your arrow, dot e = (1.90, −1.80), is 6.85.")
    assert not answered(moment, middle).right, "no arrow has no direction"
    for wrong in (short, along, answered(moment, middle - tip)):
        assert wrong.draw is not None
        assert wrong.features == frozenset()
    canvas = Canvas(0.01)
    assert short.draw is not None
    short.draw(canvas, "world")
    (arrow,) = canvas.marks
    assert isinstance(arrow, Arrow)
    assert np.array((arrow.start, arrow.end)) == pytest.approx(np.array((middle, middle + 0.5 * tip)))
    assert arrow.ink is Ink.FAULTY


def test_the_edge_that_is_asked_about_is_lit_and_runs_the_other_way_in_the_reversed_list() -> None:
    question = asked(moment_at("Triangle", "Outward"))
    assert question.draw is not None
    canvas = Canvas(0.01)
    question.draw(canvas, "backwards")
    (arrow,) = [mark for mark in canvas.marks if isinstance(mark, Arrow)]
    assert np.array((arrow.start, arrow.end)) == pytest.approx(np.array(((-0.7, 1.2), (1.2, -0.6))))
