"""What the lesson on tunnelling says, draws and asks."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry import circle, separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.discrete import MomentTested
from lessons.motion.tunnelling import BOX, TunnellingLesson
from lessons.motion.tunnelling_scene import Stepped
from tests.lessons.second_edition import Told, moments_of, nested
from viz.lesson.canvas import Arrow, Canvas, Dot, FeatureMark, Label, Stroke
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Click
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = TunnellingLesson()
SAMPLED, CONTINUOUS, CURVE = LESSON.panes
STAGES = ["Samples", "Seen", "Between", "Why", "Substeps", "Continuous", "Answer"]
ANSWERS = {  # of the last step
    "Ball and thin wall": "Sampled: missed. Continuous: t = 0.37.",
    "Enough samples": "Sampled: found at t = 0.50, late by 0.13. Continuous: t = 0.37.",
    "Fewer samples, more luck": "Sampled: found at t = 0.50, late by 0.13. Continuous: t = 0.37.",
    "Found, but late": "Sampled: found at t = 0.67, late by 0.16. Continuous: t = 0.51.",
    "Spinning bar": "Sampled: missed. Continuous: t = 0.33.",
    "Both move": "Sampled: missed. Continuous: t = 0.36.",
    "Past each other": "Sampled: no overlap seen. Continuous: no impact.",
    "Thick wall": "Sampled: found at t = 0.33, late by 0.04. Continuous: t = 0.30.",
    "At rest": "Sampled: found at t = 0.00. Continuous: t = 0.00.",
}
FIRST = "Ball and thin wall"


def moments(name: str, compare: str = "") -> list[Moment[Any]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def stage(name: str, wanted: str, compare: str = "") -> Moment[Any]:
    return next(m for m in moments(name, compare) if LESSON.page(m).stage == wanted)


def said(name: str, wanted: str) -> str:
    return plain(LESSON.page(stage(name, wanted)).sentence)


def labels(canvas: Canvas, ink: Ink) -> dict[str, tuple[float, float]]:
    return {plain(m.text): m.at for m in canvas.marks if isinstance(m, Label) and m.ink is ink}


def middle(canvas: Canvas, ink: Ink) -> tuple[float, float]:
    """Of the solid body of an ink."""
    outline = next(
        np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and m.ink is ink and m.line is Line.OUTLINE
    )
    return tuple((outline.min(axis=0) + outline.max(axis=0)) / 2.0)


@pytest.mark.parametrize("name", ANSWERS)
def test_both_answers_are_those_of_a_fine_look(name: str) -> None:
    assert said(name, "Answer") == ANSWERS[name]
    scene = LESSON.presets[name].scene
    gaps = [separation(*scene.at(t)) for t in np.linspace(0.0, 1.0, 1201)]
    verdict = scene.trace.result
    seen = [separation(*scene.at(k / scene.count)) <= 0.0 for k in range(scene.count + 1)]
    assert verdict.tunnelled is (min(gaps) < 0.0 and not any(seen))
    if gaps[0] > 0.0 > min(gaps):
        first = next(i for i, gap in enumerate(gaps) if gap <= 0.0) / 1200
        assert verdict.continuous.fraction == pytest.approx(first, abs=2e-3)


@pytest.mark.parametrize("name", ANSWERS)
def test_stages(name: str) -> None:
    assert [LESSON.page(m).stage for m in moments(name)][1:] == STAGES[1:]


def test_the_sentences_of_the_first_scene() -> None:
    assert [plain(LESSON.page(m).sentence) for m in moments(FIRST)] == [
        "3 steps, so a test every 0.33.",
        "Samples at t = 0.00, 0.33, 0.67 and 1.00 show gaps of 1.56, 0.16, 0.36 and 1.76.",
        "Overlap from t = 0.37 to 0.58, 0.44 deep. No sample falls in it.",
        "0.62 + 0.26 = 0.88 is less than 1.40: A can jump over B.",
        "Head-on, 5 steps are enough for this motion.",
        "The gap 1.56 closes at speed 4.20: impact at t = 0.37.",
        "Sampled: missed. Continuous: t = 0.37.",
    ]
    assert [plain(LESSON.situation(m)) for m in moments(FIRST)] == [
        "A and B are 1.56 apart at t = 0.00.",
        "A and B are 1.76 apart at t = 1.00.",
        "A and B overlap by 0.44 at t = 0.48.",
        "A and B overlap by 0.44 at t = 0.48.",
        "A and B overlap by 0.44 at t = 0.48.",
        "A and B just touch at t = 0.37.",
        "A and B are 1.76 apart at t = 1.00. They have passed through each other.",
    ]


def test_what_is_said_of_other_motions() -> None:
    assert said("Enough samples", "Seen") == "Sample 3 at t = 0.50 shows an overlap of 0.34: found."
    assert said("Enough samples", "Between") == "Overlap from t = 0.37 to 0.58, 0.44 deep. A sample falls in it."
    assert said("Enough samples", "Why") == "0.62 + 0.26 = 0.88 is not less than 0.70: head-on A cannot jump over B."
    assert said("Found, but late", "Seen").endswith("an overlap of 0.59: found.")
    assert said("Spinning bar", "Between") == "Overlap from t = 0.33 to 0.67, 0.24 deep. No sample falls in it."
    assert said("Both move", "Continuous") == "The gap 2.44 becomes 0 for the first time at t = 0.36."
    assert said("Past each other", "Between") == "The gap stays above 0. It is least at t = 0.39: 0.47."
    assert said("Past each other", "Continuous") == "The gap never becomes 0: there is no impact."
    assert "overlap at the start" in said("At rest", "Continuous")
    many = LESSON.presets["Past each other"].scene.with_field("steps", 8.0)
    assert plain(LESSON.page(moments_of(LESSON, many)[1]).sentence).startswith("Not one of the 9 samples")


def test_widths_are_spoken_of_only_while_no_body_turns() -> None:
    page = LESSON.page(stage("Spinning bar", "Why"))
    assert page.formula == ""
    assert plain(page.sentence) == "A turns by 140°: its width changes on the way."
    assert LESSON.page(stage("Spinning bar", "Substeps")).formula == ""
    canvas = Told.draw(SAMPLED, stage("Spinning bar", "Why"))
    assert not [m for m in canvas.marks if isinstance(m, Arrow)]
    assert LESSON.page(stage(FIRST, "Why")).formula
    resting = LESSON.presets[FIRST].scene
    resting = resting.with_field("a_end", resting.a)
    assert plain(LESSON.page(moments_of(LESSON, resting)[3]).sentence).startswith("Nothing moves")


def test_the_table_has_a_row_a_sample_and_the_impact() -> None:
    table = LESSON.table(moments(FIRST)[-1])
    assert table is not None
    rows = [[plain(c) for c in row.cells] for _, row in table.rows]
    assert rows == [
        ["0", "0.00", "+1.56", "apart"],
        ["1", "0.33", "+0.16", "apart"],
        ["2", "0.67", "+0.36", "apart"],
        ["3", "1.00", "+1.76", "apart"],
        ["TOI", "0.37", "0.00", "first touch"],
    ]
    assert LESSON.table(moments(FIRST)[0]) is None
    found = LESSON.table(stage("Enough samples", "Seen"))
    assert found is not None
    row = found.rows[-1][1]
    assert plain(row.cells[3]) == "overlap"
    assert row.ink is Ink.OVERLAP
    assert "OVERLAP" in row.cells[2]
    assert "GAP" in found.rows[0][1].cells[2]
    assert row.feature == FeatureRef("", FeatureKind.SAMPLE, 3)


# The two worlds and the curve.


def test_the_sampled_ball_flies_on_and_the_continuous_one_stops() -> None:
    last = moments(FIRST)[-1]
    for t, sampled, continuous in ((0.2, -1.16, -1.16), (0.5, 0.1, -0.44), (0.9, 1.78, -0.44)):
        moment = replace(last, time=t)
        assert middle(Told.draw(SAMPLED, moment), Ink.A) == pytest.approx((sampled, 0.2), abs=2e-3)
        assert middle(Told.draw(CONTINUOUS, moment), Ink.A) == pytest.approx((continuous, 0.2), abs=2e-3)
        touched = [
            m.at for m in Told.draw(CONTINUOUS, moment).marks if isinstance(m, Dot) and m.point is Point.ANSWER
        ]
        assert touched == ([] if t < 0.37 else [pytest.approx((-0.13, 0.2), abs=2e-3)])
    assert "missed" in labels(Told.draw(SAMPLED, last), Ink.FAULTY)
    assert "first touch, t = 0.37" in labels(Told.draw(CONTINUOUS, last), Ink.ANSWER)
    assert not labels(Told.draw(CONTINUOUS, last), Ink.FAULTY)


def test_a_sample_that_finds_it_stops_the_sampled_body_too_late() -> None:
    last = moments("Enough samples")[-1]
    canvas = Told.draw(SAMPLED, replace(last, time=0.9))
    assert middle(canvas, Ink.A) == pytest.approx((0.1, 0.2))
    assert "found at t = 0.50, late by 0.13" in labels(canvas, Ink.OVERLAP)
    early = Told.draw(SAMPLED, replace(stage("Enough samples", "Seen"), time=0.9))
    assert "found at t = 0.50" in labels(early, Ink.OVERLAP)


def test_nothing_tells_the_answer_while_it_is_asked() -> None:
    first = replace(moments("Enough samples")[0], is_open=True)
    assert middle(Told.draw(SAMPLED, replace(first, time=0.9)), Ink.A)[0] == pytest.approx(1.78)
    names = labels(Told.draw(SAMPLED, first), Ink.QUIET)
    assert not [name for name in names if name.startswith("sample")]
    curve = [m for m in Told.draw(CURVE, first).marks if isinstance(m, Stroke) and m.ink in (Ink.GAP, Ink.OVERLAP)]
    assert not curve
    later = replace(stage("Enough samples", "Why"), is_open=True)
    assert middle(Told.draw(SAMPLED, replace(later, time=0.9)), Ink.A)[0] == pytest.approx(0.1)


def test_samples_stand_on_the_curve_in_the_ink_of_what_they_show() -> None:
    canvas = Told.draw(CURVE, stage("Enough samples", "Seen"))
    gaps = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.GAP]
    depths = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.OVERLAP]
    assert gaps == [pytest.approx((k / 6, 1.56 - 4.2 * k / 6)) for k in range(3)]
    assert depths == [pytest.approx((0.5, -0.34))]
    assert {"+1.56", "+0.86", "+0.16"} == set(labels(canvas, Ink.GAP))
    assert {"−0.34"} == set(labels(canvas, Ink.OVERLAP))
    ticks = {m.feature: m.points for m in canvas.marks if isinstance(m, FeatureMark)}
    assert {f.index: p[0][0] for f, p in ticks.items()} == {k: pytest.approx(k / 6) for k in range(7)}
    assert "sample 3 · 0.50" in labels(canvas, Ink.QUIET)


def test_the_curve_is_dotted_until_it_is_computed_and_green_above_zero() -> None:
    def lines(moment: Moment[Any], ink: Ink, line: Line) -> list[np.ndarray]:
        marks = Told.draw(CURVE, moment).marks
        return [np.array(m.points) for m in marks if isinstance(m, Stroke) and (m.ink, m.line) == (ink, line)]

    seen, between = stage(FIRST, "Seen"), stage(FIRST, "Between")
    assert not lines(seen, Ink.GAP, Line.CURVE)
    assert lines(seen, Ink.GAP, Line.DOTTED)
    (dip,) = lines(between, Ink.OVERLAP, Line.CURVE)
    assert dip[0] == pytest.approx((0.3714, 0.0), abs=1e-3)
    assert dip[-1] == pytest.approx((0.5810, 0.0), abs=1e-3)
    assert dip[:, 1].min() == pytest.approx(-0.44, abs=0.01)
    assert len(lines(between, Ink.GAP, Line.CURVE)) == 2
    pill = labels(Told.draw(CURVE, between), Ink.OVERLAP)["unseen for 0.21"]
    assert pill == pytest.approx((0.476, -0.44), abs=2e-3)
    assert "overlap for 0.21" in labels(Told.draw(CURVE, stage("Enough samples", "Between")), Ink.OVERLAP)
    answers = [
        m.at for m in Told.draw(CURVE, stage(FIRST, "Continuous")).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER
    ]
    assert answers == [pytest.approx((0.3713, 0.0), abs=1e-3)]
    low, high = CURVE.axes(between).y  # type: ignore[misc]
    assert low < -0.44
    assert high > 1.76
    head = next(
        m
        for m in Told.draw(CURVE, replace(between, time=0.25)).marks
        if isinstance(m, Stroke) and m.ink is Ink.INTERFACE
    )
    assert [x for x, _ in head.points] == [0.25, 0.25]


def test_both_lengths_are_drawn_at_one_scale_below_the_bodies() -> None:
    moment = stage(FIRST, "Why")
    canvas = Told.draw(SAMPLED, moment)
    (step,) = (m for m in canvas.marks if isinstance(m, Arrow))
    assert step.ink is Ink.EXAMINED
    assert (step.start[0], step.end[0]) == pytest.approx((-0.6, 0.8)), "from sample 1 to sample 2"
    level = [
        np.array(m.points)
        for m in canvas.marks
        if isinstance(m, Stroke) and m.ink is Ink.TEXT and m.line is Line.MEASURE and m.points[0][1] == m.points[1][1]
    ]
    (widths,) = (each for each in level if np.ptp(each[:, 0]) > 0.2)
    assert sorted(widths[:, 0]) == pytest.approx([-0.44, 0.44])
    assert step.start[1] < -0.9
    assert widths[0][1] < step.start[1]
    assert "|v| Δt = 1.40" in {
        each.replace("\\", "").replace(",", "") for each in labels(canvas, Ink.EXAMINED)
    } or any("1.40" in each for each in labels(canvas, Ink.EXAMINED))
    assert any(each.endswith("= 0.88") for each in labels(canvas, Ink.TEXT))
    assert not [m for m in Told.draw(CONTINUOUS, moment).marks if isinstance(m, Arrow)]
    assert not [m for m in Told.draw(SAMPLED, stage(FIRST, "Between")).marks if isinstance(m, Arrow)]


def test_the_clock_runs_to_the_end_and_steps_have_their_time() -> None:
    for moment in moments(FIRST):
        clock = LESSON.clock(moment)
        assert clock is not None
        assert clock.impact is None
        assert len(clock.ticks) == 7
    assert clock.ticks == pytest.approx((0.0, 1.0, 0.476, 0.476, 0.476, 0.3713, 1.0), abs=1e-3)
    found = LESSON.clock(moments("Enough samples")[0])
    assert found is not None
    assert found.ticks[1] == 0.5
    assert CURVE.follows_time


# Predictions.


@pytest.mark.parametrize(
    ("name", "index"), [(FIRST, None), ("Enough samples", 3), ("Thick wall", 1), ("Both move", None)]
)
def test_the_first_sample_that_finds_an_overlap_is_clicked(name: str, index: int | None) -> None:
    asked = LESSON.page(moments(name)[0]).prediction
    assert isinstance(asked, Click)
    right = "none" if index is None else FeatureRef("", FeatureKind.SAMPLE, index)
    assert asked.right == {right}
    assert asked.judge(right).right
    assert not asked.judge(FeatureRef("", FeatureKind.SAMPLE, 0)).right
    assert asked.judge("none").right is (index is None)
    assert asked.buttons == ("none",)


def test_what_is_said_of_a_wrong_sample() -> None:
    asked = LESSON.page(moments("Thick wall")[0]).prediction
    assert isinstance(asked, Click)
    assert (
        plain(asked.judge(FeatureRef("", FeatureKind.SAMPLE, 0)).because) == "At t = 0.00 they are still 1.24 apart."
    )
    right = asked.judge(FeatureRef("", FeatureKind.SAMPLE, 1)).because
    assert plain(right) == "At t = 0.33 A and B overlap by 0.16."
    later = LESSON.page(moments("Found, but late")[0]).prediction
    assert isinstance(later, Click)
    assert "earlier sample" in later.judge(FeatureRef("", FeatureKind.SAMPLE, 3)).because
    assert "in front of B or behind it" in LESSON.page(moments(FIRST)[0]).prediction.judge("none").because  # type: ignore[union-attr]
    assert LESSON.page(moments("At rest")[0]).prediction is None
    assert not any(LESSON.page(m).prediction for m in moments(FIRST, BOX))


def test_the_least_width_is_one_step_less_the_ball() -> None:
    scene = LESSON.presets[FIRST].scene
    asked = LESSON.page(stage(FIRST, "Why")).prediction
    assert isinstance(asked, Adjust)
    assert asked.field == "width"
    right = asked.right(scene)
    assert right.width == pytest.approx(1.4 - 0.62)
    assert asked.judge(right).right
    wide = asked.judge(scene.with_field("width", 0.99))
    assert (wide.right, wide.head) == (False, "Too wide")
    assert plain(wide.because) == "Here even 0.21 less would do."
    assert asked.judge(scene).because.startswith("At this width A still passes")
    thin = scene.with_field("width", 0.6)
    verdict = asked.judge(thin)
    assert not verdict.right
    back = float(plain(verdict.because).split()[1])
    moved = replace(thin, a=thin.a.moved((-back - 0.005, 0.0)), a_end=thin.a_end.moved((-back - 0.005, 0.0)))
    assert moved.trace.result.tunnelled, "from there it really passes"
    assert LESSON.page(stage("Spinning bar", "Why")).prediction is None


# The comparison, the challenge, the controls.


def test_swept_boxes_report_a_hit_where_there_is_none() -> None:
    comparison = LESSON.comparison(BOX)
    assert comparison is not None
    wrong = [name for name in ANSWERS if comparison.differs(moments(name, BOX)[-1])]
    assert wrong == ["Past each other"]
    for moment in moments("Past each other", BOX):
        for pane in (SAMPLED, CONTINUOUS):
            canvas = Told.draw(pane, moment)
            boxes = [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
            assert [(b.min(axis=0).tolist(), b.max(axis=0).tolist()) for b in boxes] == [
                (pytest.approx([-2.31, -0.11]), pytest.approx([2.51, 1.91])),
                (pytest.approx([-0.13, -1.2]), pytest.approx([0.13, 0.0])),
            ]
            assert "boxes overlap: a hit, error 0.47" in labels(canvas, Ink.FAULTY)
    canvas = Told.draw(SAMPLED, moments(FIRST, BOX)[-1])
    assert not [each for each in labels(canvas, Ink.FAULTY) if "error" in each], "a true hit is no error"


def test_the_challenge_is_to_jump_over_a_corner() -> None:
    scene = LESSON.presets[FIRST].scene
    high = replace(scene, a=scene.a.moved((0.0, 0.95)), a_end=scene.a_end.moved((0.0, 0.95)), steps=5.0)
    challenge = LESSON.challenge(moments_of(LESSON, high)[0])
    assert challenge is not None
    assert challenge.reached
    assert challenge.now == "0.88 against 0.84"
    assert LESSON.challenge(moments("Spinning bar")[0]).now == "A turns"  # type: ignore[union-attr]


def test_speed_and_width_follow_the_bodies_and_move_them() -> None:
    scene = LESSON.presets[FIRST].scene
    assert (scene.speed, scene.width) == pytest.approx((4.2, 0.26))
    fast = scene.with_field("speed", 8.4)
    assert fast.a_end.pose.position == pytest.approx((6.4, 0.2))
    assert fast.speed == pytest.approx(8.4)
    wide = scene.with_field("width", 0.9)
    assert np.ptp(wide.b.shape.points, axis=0) == pytest.approx((0.9, 1.8))
    assert wide.b_end.shape is wide.b.shape
    dragged = scene.with_field("a_end", scene.a_end.moved((1.0, 0.0)))
    assert dragged.speed == pytest.approx(5.2)
    assert dragged.width == scene.width
    both = LESSON.presets["Both move"].scene
    assert both.with_field("speed", both.speed / 2).b_end.pose.position == pytest.approx((0.0, 0.05))
    with pytest.raises(ValueError, match="nothing moves"):
        replace(scene, a_end=scene.a).with_field("speed", 2.0)
    with pytest.raises(ValueError, match="width"):
        Stepped(scene.a, scene.a_end, at(circle(0.2), 0, 0), at(circle(0.2), 0, 0)).with_field("width", 1.0)


def test_samples_can_be_stepped_through_one_by_one() -> None:
    inside = [m for m in nested(LESSON, moments(FIRST)) if isinstance(m.step, MomentTested)]
    assert [plain(LESSON.page(m).sentence) for m in inside] == [
        "Sample 0 at t = 0.00 shows a gap of 1.56.",
        "Sample 1 at t = 0.33 shows a gap of 0.16.",
        "Sample 2 at t = 0.67 shows a gap of 0.36.",
        "Sample 3 at t = 1.00 shows a gap of 1.76.",
    ]
    assert [middle(Told.draw(SAMPLED, m), Ink.A)[0] for m in inside] == pytest.approx(
        [-2.0, -0.6, 0.8, 2.2], abs=2e-3
    )
    rings = [sum(isinstance(x, Dot) and x.ink is Ink.GAP for x in Told.draw(CURVE, m).marks) for m in inside]
    assert rings == [1, 2, 3, 4]
    assert math.isclose(float(inside[1].step.fraction), 1 / 3)
