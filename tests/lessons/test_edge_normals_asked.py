"""What edge normals asks, and how its answers are judged: against the list turned round."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from shapely import Polygon

from geometry.sat.edge_normals import QuarterTurned, edge_normal
from lessons.separating_axes.edge_normals import REVERSED, Listed
from tests.lessons.test_edge_normals import LESSON, each_scene, moment_at, true_normals
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.mark import Arrow, Glow, Label, Symbol
from viz.lesson.prediction import Place, Verdict
from viz.lesson.text import fixed, plain


def asked(moment: Moment[Listed]) -> Place:
    prediction = LESSON.page(moment).prediction
    assert isinstance(prediction, Place)
    return prediction


def answered(moment: Moment[Listed], at: np.ndarray) -> Verdict:
    return asked(moment).judge(((float(at[0]), float(at[1])),))


@each_scene
def test_the_question_is_where_a_normal_of_the_next_edge_ends_in_the_opposite_order(name: str) -> None:
    moment = moment_at(name, "Winding")
    scene, question = moment.scene, asked(moment)
    count, out = len(scene.listed), "left" if scene.order == REVERSED else "right"
    edge = (scene.chosen + 1) % count
    listed = scene.mirrored(scene.listed)
    begin = (listed[edge] + listed[(edge + 1) % count]) / 2.0
    (right,) = question.right
    tip = np.array(right) - begin
    inward = -true_normals(scene)[edge]
    length = math.dist(listed[edge], listed[(edge + 1) % count])
    assert tip == pytest.approx(length * inward), "into A, as long as the edge"
    # The reversed list, asked by itself: the same edge, its other way round.
    back = edge_normal.trace(scene.listed[::-1].copy(), (count - 2 - edge) % count)
    turned = next(step for step in back if isinstance(step, QuarterTurned))
    way = turned.left if out == "left" else turned.right
    assert tip == pytest.approx(scene.mirrored(way))
    told = f"In the opposite order e’ is the edge from vertex {(edge + 1) % count} to {edge}."
    assert question.text == f"{told} Drag the ring to the tip of {out}(e’)."
    verdict = question.judge(question.right)
    pairs = [f"({fixed(x)}, {fixed(y)})" for x, y in (turned.e, way)]
    assert verdict.right
    area = Polygon(scene.listed[::-1]).area * (1.0 if out == "left" else -1.0)
    told = f"Now {out}(e’) is {pairs[1]}. In this order S = {fixed(area)}: {out}(e’) points into A on every edge."
    assert plain(verdict.because) == told
    (remark,) = verdict.remarks
    assert remark.at == pytest.approx(right)
    assert remark.words == rf"$\mathrm{{{out}}}(\boldsymbol e')$", "set as the names of the other arrows"
    order = ", ".join(f"a_{k}" for k in reversed(range(count)))
    assert plain(LESSON.page(moment).known) == f"The opposite order of A's list is {order}."
    other = answered(moment, begin - tip)
    assert not other.right
    told = f"That is {out}(e) of this edge in this order. Now turn e’ = {pairs[0]} to the {out}."
    assert other.because == told
    assert not question.judge(question.start).right, "the ring does not lie right at first"


def test_a_placed_normal_is_judged_by_its_direction_its_way_and_its_length() -> None:
    moment = moment_at("Triangle", "Winding")
    begin = np.array((0.25, 0.3))  # the middle of edge 1, walked from (-0.7, 1.2) to (1.2, -0.6)
    tip = np.array((-1.8, -1.9))  # right(e) of e = (1.90, -1.80)
    for angle, length, right in ((0.0, 1.0, True), (7.0, 1.15, True), (-7.0, 0.85, True), (10.0, 1.0, False)):
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        at = begin + length * np.array((c * tip[0] - s * tip[1], s * tip[0] + c * tip[1]))
        assert answered(moment, at).right is right
    short = answered(moment, begin + 0.5 * tip)
    assert (short.right, short.head) == (False, "Another length")
    assert short.because.endswith("as long as the edge, 2.62, this arrow 1.31.")
    along = answered(moment, begin + np.array((1.9, -1.8)))
    assert (along.right, along.head) == (False, "Not perpendicular")
    assert along.because.endswith("Yours has 6.85 with e’ = (1.90, −1.80).")
    assert not answered(moment, begin).right, "no arrow has no direction"
    for wrong in (short, along, answered(moment, begin - tip)):
        assert wrong.draw is not None
        assert wrong.features == frozenset()
    canvas = Canvas(0.01)
    assert short.draw is not None
    short.draw(canvas, "world")
    (arrow,) = canvas.marks
    assert isinstance(arrow, Arrow)
    assert np.array((arrow.start, arrow.end)) == pytest.approx(np.array((begin, begin + 0.5 * tip)))
    assert arrow.ink is Ink.FAULTY


def test_while_the_question_is_open_the_figure_leaves_out_what_belongs_to_the_other_edge() -> None:
    moment = moment_at("Triangle", "Winding")
    for is_open in (False, True):
        canvas = Canvas(0.01)
        LESSON.panes[0].draw(canvas, replace(moment, is_open=is_open))
        words = [mark.text for mark in canvas.marks if isinstance(mark, Label)]
        assert any("(1.20, −0.60)" in text for text in words), "the coordinates that e takes"
        named = [mark for mark in canvas.marks if isinstance(mark, Symbol) and mark.latex == r"\boldsymbol e"]
        assert bool(named) is not is_open, "one e at a time: that of the question"
        for pane in (1, 2):
            small = Canvas(0.01)
            LESSON.panes[pane].draw(small, replace(moment, is_open=is_open))
            found = [mark for mark in small.marks if isinstance(mark, Arrow) and mark.ink is Ink.EXAMINED]
            assert bool(found) is not is_open, "no normal of either list before the answer"
            told = [plain(mark.text) for mark in small.marks if isinstance(mark, Label)]
            assert any("on every edge" in text for text in told) is not is_open
        examined = [m for m in canvas.marks if isinstance(m, Arrow | Glow) and m.ink is Ink.EXAMINED]
        assert bool(examined) is not is_open, "the edge of this step is quiet while another one is asked about"


def test_the_edge_that_is_asked_about_is_lit_and_runs_the_other_way_in_the_reversed_list() -> None:
    question = asked(moment_at("Triangle", "Winding"))
    assert question.draw is not None
    canvas = Canvas(0.01)
    for pane in ("world", "backwards"):
        canvas = Canvas()
        question.draw(canvas, pane)
        (arrow,) = [mark for mark in canvas.marks if isinstance(mark, Arrow)]
        symbols = [mark.latex for mark in canvas.marks if isinstance(mark, Symbol)]
        assert symbols == ([r"\boldsymbol e'"] if pane == "world" else []), "not the e of this step's edge"
        assert np.array((arrow.start, arrow.end)) == pytest.approx(np.array(((-0.7, 1.2), (1.2, -0.6))))
    for name, is_open, count in (("Winding", True, 0), ("Winding", False, 0), ("Outward", False, 1)):
        canvas = Canvas(0.01)
        LESSON.panes[0].draw(canvas, replace(moment_at("Triangle", name), is_open=is_open))
        ways = [np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow)]
        along = [np.allclose(way / np.hypot(*way), np.array((-1.9, 1.8)) / 2.617, atol=1e-3) for way in ways]
        assert sum(along) == count, "no head against the arrow of the question, which stays beside the answer"
