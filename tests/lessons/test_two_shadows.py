"""Two shadows: the numbers of its scenes, the curve and its kinks, the prediction, what faulty searches cost."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import box
from geometry.sat.separation_curve import AtEdge, BestAxis, EveryDirection, angle_of
from lessons.shadows.separation_picture import ShapesAndAxis, greatest_separation, laid, separation_at, take_angle
from lessons.shadows.two_shadows import TwoShadows
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Area, Dot, FeatureMark, Label, Stroke
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust
from viz.lesson.scene import Arrow, at
from viz.lesson.text import plain

LESSON = TwoShadows()
WORLD, CURVE = LESSON.panes


def moments(name: str, compare: str | None = None) -> list[Moment[ShapesAndAxis]]:
    preset = LESSON.presets[name]
    return moments_of(LESSON, preset.scene, preset.compare if compare is None else compare)


def said(moment: Moment[ShapesAndAxis]) -> str:
    return plain(LESSON.page(moment).sentence)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Narrow gap", "The greatest separation is 0.27, at 8°, edge 2 of B."),
        ("Wide gap", "The greatest separation is 0.32, at 24°, edge 3 of B."),
        ("Corner to corner", "The greatest separation is 0.46, at 41°, between two edge normals."),
        ("Overlap", "The greatest separation is −0.50, at 24°"),
        ("Just touching", "The greatest separation is 0.00"),
        ("Contained", "The greatest separation is −1."),
        ("Two circles", "The greatest separation is 0.50, at 0°, between two edge normals."),
        ("Capsule and circle", "The greatest separation is 0.41, at 28°, between two edge normals."),
    ],
)
def test_the_top_of_the_curve(name: str, sentence: str) -> None:
    assert said(moments(name)[-1]).startswith(sentence)


def test_by_hand_the_numbers_are_those_of_the_axis_at_60_degrees() -> None:
    moment = moments("Narrow gap")[0]
    a, b = moment.scene.a.world, moment.scene.b.world
    s = separation_at(a, b, math.radians(60.0))
    assert said(moment) == f"At 60° the projections overlap by {-s:.2f}: s = −{-s:.2f}."
    assert [plain(cell) for cell in LESSON.page(moment).rows[0].cells] == ["by hand", "60°", f"−{-s:.2f}"]


def test_the_narrow_gap_is_seen_by_one_edge_normal() -> None:
    found = moments("Narrow gap")
    edges = [m.step for m in found if isinstance(m.step, AtEdge)]
    assert [str(each.edge) for each in edges if each.separation > 0.0] == ["edge 2 of B"]
    every = next(m.step for m in found if isinstance(m.step, EveryDirection))
    assert math.degrees(every.width) == pytest.approx(32.58, abs=0.01)
    for gap in every.gaps:
        for root in (gap.low, gap.high):
            if 0.0 < root < math.pi:
                assert separation_at(found[0].scene.a.world, found[0].scene.b.world, root) == pytest.approx(
                    0, abs=1e-9
                )


def test_the_slope_jumps_at_edges_that_face_and_not_at_the_others() -> None:
    for name in ("Narrow gap", "Wide gap", "Overlap", "Corner to corner"):
        for moment in moments(name):
            if isinstance(moment.step, AtEdge):
                a, b, angle, small = moment.scene.a.world, moment.scene.b.world, moment.step.angle, 1e-5
                before, here, after = (separation_at(a, b, angle + turn) for turn in (-small, 0.0, small))
                jump = abs((after - here) - (here - before)) / small
                assert (jump > 0.05) == moment.step.faces, moment.step.edge
                assert ("no kink" in said(moment)) != moment.step.faces
                assert ("faces away from" in said(moment)) != moment.step.faces


def test_the_axis_keeps_clear_of_the_shapes_and_keeps_its_direction() -> None:
    scene = LESSON.presets["Overlap"].scene
    for degrees in range(0, 180, 7):
        turned = scene.turned_to(math.radians(degrees))
        assert math.degrees(angle_of(turned.axis.vector)) == pytest.approx(degrees, abs=1e-6)
        n = turned.axis.vector / math.hypot(*turned.axis.vector)
        aside = np.array((n[1], -n[0]))
        for shape in (turned.a.world, turned.b.world):
            assert float((shape.points @ aside).max()) < float(turned.axis.start @ aside) - 0.2
            along = shape.points @ n
            assert float(turned.axis.start @ n) < along.min()
            assert along.max() < float(turned.axis.end @ n)
    with pytest.raises(ValueError, match="direction"):
        scene.with_field("axis", Arrow((1.0, 1.0), (1.0, 1.0)))


def test_what_is_drawn_between_the_projections() -> None:
    for name, ink in (("Overlap", Ink.OVERLAP), ("Narrow gap", Ink.GAP)):
        moment = moments(name)[-1]
        angle = moment.step.angle
        n = np.array((math.cos(angle), math.sin(angle)))
        slab = next(m for m in Told.draw(WORLD, moment).marks if isinstance(m, Area) and m.ink is ink)
        along = np.array(slab.points) @ n
        assert along.max() - along.min() == pytest.approx(abs(moment.step.separation))
        pill = next(m for m in Told.draw(WORLD, moment).marks if isinstance(m, Label) and m.style.value == "pill")
        word = "gap" if ink is Ink.GAP else "overlap"
        assert (pill.text, pill.ink) == (f"{word} {abs(moment.step.separation):.2f}", ink)


def test_bars_are_the_projections_of_the_shape_whose_ink_they_have() -> None:
    for moment in moments("Wide gap"):
        bars = {m.ink: m for m in Told.draw(WORLD, moment).marks if isinstance(m, Stroke) and m.line is Line.BAR}
        for ink, shape in ((Ink.A, moment.scene.a.world), (Ink.B, moment.scene.b.world)):
            start, end = map(np.array, bars[ink].points)
            n = (end - start) / math.hypot(*(end - start))
            along = shape.points @ n
            assert (float(start @ n), float(end @ n)) == pytest.approx((float(along.min()), float(along.max())))


def test_the_curve_is_hidden_while_the_axis_is_turned_by_hand() -> None:
    by_hand, every = (Told.draw(CURVE, moment) for moment in moments("Narrow gap")[:2])
    assert not [m for m in by_hand.marks if isinstance(m, Stroke) and m.line is Line.CURVE]
    curves = [m for m in every.marks if isinstance(m, Stroke) and m.line is Line.CURVE]
    assert {m.ink for m in curves} == {Ink.GAP, Ink.OVERLAP}
    for mark in curves:
        side = 1.0 if mark.ink is Ink.GAP else -1.0
        assert all(side * y >= -1e-9 for _, y in mark.points)
    a, b = moments("Narrow gap")[0].scene.a.world, moments("Narrow gap")[0].scene.b.world
    x, y = curves[1].points[7]
    assert y == pytest.approx(separation_at(a, b, math.radians(x)))


def test_rings_stand_on_the_curve_at_the_edges_seen_so_far() -> None:
    found = moments("Wide gap")
    for seen, moment in enumerate(found[2:-1], start=1):
        marks = Told.draw(CURVE, moment).marks
        assert len([m for m in marks if isinstance(m, FeatureMark)]) == seen
        rings = [m for m in marks if isinstance(m, Dot) and m.ink in (Ink.A, Ink.B)]
        assert len(rings) == sum(isinstance(step, AtEdge) and step.faces for step in moment.seen)
        for ring in rings:
            assert ring.at[1] == pytest.approx(
                separation_at(moment.scene.a.world, moment.scene.b.world, math.radians(ring.at[0]))
            )
    answer = [m for m in Told.draw(CURVE, found[-1]).marks if isinstance(m, Dot) and m.point is Point.ANSWER]
    assert answer[0].ink is Ink.ANSWER
    assert answer[0].at == pytest.approx((math.degrees(found[-1].step.angle), found[-1].step.separation))


def test_a_press_on_the_curve_turns_the_axis_there() -> None:
    moment = moments("Overlap")[1]
    follow = take_angle(moment, np.array((100.0, 0.0)))
    assert follow is not None
    turned = follow(moment.scene, np.array((100.0, 0.0)), np.array((130.0, 0.3)))
    assert math.degrees(angle_of(turned.axis.vector)) == pytest.approx(130.0)
    assert take_angle(moment, np.array((-30.0, 0.0))) is None


def test_the_greatest_separation_is_asked_for_and_judged_within_a_twentieth() -> None:
    moment = moments("Narrow gap")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Adjust)
    best: BestAxis = moment.trace.result
    for off, right in ((0.0, True), (0.01, True), (0.3, False)):
        scene = moment.scene.turned_to(best.angle + off)
        verdict = asked.judge(scene)
        assert verdict.right is right
        s = separation_at(scene.a.world, scene.b.world, best.angle + off)
        assert (best.separation - s <= 0.05) is right
        assert f"{abs(s):.2f}" in plain(verdict.because)
    assert LESSON.page(moments("A’s edges miss it")[0]).prediction is None
    overlap = LESSON.page(moments("Overlap")[0]).prediction
    assert isinstance(overlap, Adjust)
    assert "least overlap" in plain(overlap.judge(moments("Overlap")[0].scene).because)


@pytest.mark.parametrize(
    ("name", "compare", "error"),
    [
        ("Narrow gap", "edges of A only", 0.49),
        ("Narrow gap", "x and y only", 0.13),
        ("Overlap", "x and y only", None),
    ],
)
def test_what_faulty_searches_cost(name: str, compare: str, error: float | None) -> None:
    moment = moments(name, compare)[-1]
    best: BestAxis = moment.trace.result
    missed = best.separation - moment.faulty.separation
    if error is not None:
        assert missed == pytest.approx(error, abs=0.006)
    labels = [m for m in Told.draw(CURVE, moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    words = f"error {missed:.2f}" if comparison.differs(moment) else "no error here"
    assert [m.text for m in labels] == [f"{compare}: {words}"]
    cross = next(m for m in Told.draw(CURVE, moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY)
    assert cross.at[1] == pytest.approx(moment.faulty.separation)


def test_two_equal_tops_meet_the_challenge() -> None:
    square = box(1.6, 1.6)
    scene = ShapesAndAxis(at(square, -0.5, -0.5), at(square, 0.5, 0.5), Arrow((0.0, 0.0), (1.0, 0.2)))
    challenge = LESSON.challenge(moments_of(LESSON, scene)[0])
    assert challenge.reached
    assert challenge.now == "tops −0.60 and −0.60"
    apart = scene.with_field("b", at(square, 2.5, 2.5))
    assert not LESSON.challenge(moments_of(LESSON, apart)[0]).reached


def test_the_reckoned_top_agrees_with_the_search() -> None:
    for name in LESSON.presets:
        moment = moments(name)[-1]
        a, b = moment.scene.a.world, moment.scene.b.world
        assert greatest_separation(a, b) == pytest.approx(moment.step.separation, abs=1e-5)
        arrow = laid(a, b, moment.step.angle)
        assert angle_of(arrow.vector) == pytest.approx(moment.step.angle)
