"""What the lesson on tunnelling says, draws and asks."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Pose, circle, separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.discrete import MomentTested
from lessons.motion import tunnelling_figure as figure
from lessons.motion.tunnelling import BOX, TunnellingLesson
from lessons.motion.tunnelling_scene import Stepped, shared
from tests.lessons.figures import set_up
from tests.lessons.second_edition import Told, moments_of, nested
from viz.lesson.canvas import Area, Arrow, Canvas, Dot, FeatureMark, Label, Light, Stroke
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Adjust, Choose, Click, Place
from viz.lesson.scene import at
from viz.lesson.text import plain

LESSON = TunnellingLesson()
SAMPLED, CONTINUOUS, CURVE = LESSON.panes
STAGES = ["Samples", "Seen", "Between", "Why", "Substeps", "Continuous", "Answer"]
FIRST, MANY, CHANCE, LATE, SPIN, BOTH, PAST, LARGE, START = LESSON.presets


def moments(name: str, compare: str = "") -> list[Moment[Any]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def stage(name: str, wanted: str, compare: str = "") -> Moment[Any]:
    return next(m for m in moments(name, compare) if LESSON.page(m).stage == wanted)


def said(name: str, wanted: str) -> str:
    return plain(LESSON.page(stage(name, wanted)).sentence)


def situation(name: str, wanted: str) -> str:
    return plain(LESSON.situation(stage(name, wanted)))


def gap(scene: Stepped, t: float) -> float:
    return float(separation(*scene.at(t)))


def labels(canvas: Canvas, ink: Ink) -> dict[str, tuple[float, float]]:
    return {plain(m.text): m.at for m in canvas.marks if isinstance(m, Label) and m.ink is ink}


def outlines(canvas: Canvas, ink: Ink, line: Line = Line.OUTLINE) -> list[np.ndarray]:
    return [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and m.ink is ink and m.line is line]


def middle(outline: np.ndarray) -> tuple[float, float]:
    x, y = (outline.min(axis=0) + outline.max(axis=0)) / 2.0
    return float(x), float(y)


def spans(name: str) -> list[tuple[float, float]]:
    """Where a fine look finds an overlap, and halving its ends."""
    scene = LESSON.presets[name].scene
    edges = []
    for t, u in pairwise(np.linspace(0.0, 1.0, 201).tolist()):
        first = gap(scene, t) > 0.0
        if first != (gap(scene, u) > 0.0):
            for _ in range(30):
                t, u = ((t + u) / 2.0, u) if (gap(scene, (t + u) / 2.0) > 0.0) is first else (t, (t + u) / 2.0)
            edges.append(u)
    return list(zip(edges[::2], edges[1::2], strict=True))


# What is said.


@pytest.mark.parametrize("name", LESSON.presets)
def test_both_answers_are_those_of_a_fine_look(name: str) -> None:
    scene = LESSON.presets[name].scene
    gaps = [gap(scene, t) for t in np.linspace(0.0, 1.0, 1201)]
    samples = [gap(scene, k / scene.count) for k in range(scene.count + 1)]
    found = next((k / scene.count for k, s in enumerate(samples) if s <= 0.0), None)
    first = next((i / 1200 for i, s in enumerate(gaps) if s <= 0.0), None)
    assert scene.found == found
    impact = scene.impact or 0.0
    assert scene.impact == (None if first is None else pytest.approx(first, abs=2e-3))
    assert scene.verdict.tunnelled is (first is not None and found is None)
    words = said(name, "Answer")
    if first is None:
        assert words.startswith("Sampled: no overlap seen")
    elif found is None:
        on = "turns" if name == SPIN else "flies"
        assert words == f"Sampled: missed, A {on} on. Continuous: A is stopped at t = {scene.impact:.2f}."
    elif found == 0.0:
        assert words.startswith("Sampled and continuous: t = 0.00.")
    else:
        assert words.startswith(f"Sampled: A stops at t = {found:.2f}, {found - impact:.2f} late.")
        assert words.endswith(f"Continuous: A stops at t = {scene.impact:.2f}.")


@pytest.mark.parametrize("name", LESSON.presets)
def test_stages(name: str) -> None:
    assert [LESSON.story.stage(m) for m in moments(name)] == STAGES
    assert [LESSON.page(m).stage for m in moments(name)] == STAGES


def test_the_sentences_of_the_first_scene() -> None:
    assert [plain(LESSON.page(m).sentence) for m in moments(FIRST)] == [
        "n = 2 time steps of Δt = 0.50: 3 samples. A moves at speed ‖v‖ = 3.00.",
        "The samples show gaps of 1.68, 0.18 and 0.12: no collision is reported.",
        "Overlap from t = 0.56 to 0.96, 0.60 deep. No sample falls in it.",
        "0.90 + 0.30 = 1.20 is less than 1.50: A can jump over B.",
        "3.00 / 1.20 = 2.50: 3 steps are enough on this line. Over a corner of B more are needed.",
        "A moves straight at B, so the gap shrinks at the speed ‖v‖: t = 1.68 / 3.00 = 0.56.",
        "Sampled: missed, A flies on. Continuous: A is stopped at t = 0.56.",
    ]
    touch = "Continuous: they just touch at t = 0.56."
    passed = f"Sampled: A has passed through B; they are 0.12 apart at t = 1.00. {touch}"
    inside = f"Sampled: between two samples A and B overlap by 0.60 at t = 0.76. {touch}"
    assert [plain(LESSON.situation(m)) for m in moments(FIRST)] == [
        "A and B are 1.68 apart at t = 0.00.",
        *(passed, inside),
        *["A and B just touch at t = 0.56, between two samples."] * 3,
        passed,
    ]


def test_what_is_said_of_other_motions() -> None:
    deep = f"{-gap(scene_of(MANY), 0.4):.2f}"
    assert said(MANY, "Seen") == f"Sample 2 at t = 0.40 shows an overlap of {deep}: found. The program stops A there."
    ((begin, _),) = spans(MANY)
    assert f"{0.4 - begin:.2f}" == f"{0.4 - round(begin, 2):.2f}", "so that all can do the subtraction"
    late = f"The overlap begins at t = {begin:.2f}. Sample 2 finds it at t = 0.40, {0.4 - begin:.2f} later."
    assert said(MANY, "Between") == late
    way = 3.5 * sum(end - begin for begin, end in spans(MANY))
    assert way == pytest.approx(2.0 * 0.42 + 2.0 * 0.65, abs=1e-4), "over the whole of both extents"
    over = f"0.84 + 1.30 = {way:.2f} is not less than 0.70: on this line A cannot pass B unseen."
    assert said(MANY, "Why") == over
    for name in (MANY, LARGE):
        page, scene = LESSON.page(stage(name, "Why")), scene_of(name)
        assert plain(page.idea).endswith("a sample must fall in the overlap.")
        assert "cannot tunnel here" in page.formula, "not at a corner"
        for off in np.linspace(0.0, scene.widths.step, 23):
            assert not set_back(scene, off).verdict.tunnelled
    for name in (BOTH,):
        length = 3.8 * sum(end - begin for begin, end in spans(name))
        n = math.ceil(3.8 / length)
        over = f"Here A overlaps B over a length of L = {length:.2f}."
        each = f"In each of {n} steps it moves 3.80 / {n} = {3.8 / n:.2f}: a sample falls in it."
        assert said(name, "Substeps") == f"{over} {each}"
        assert "{L}" in LESSON.page(stage(name, "Substeps")).formula
    assert situation(MANY, "Answer").startswith(
        f"Sampled: A and B overlap by {deep} at t = 0.40. Continuous: they just"
    )
    assert situation(LATE, "Answer").startswith(f"Sampled: A and B overlap by {-gap(scene_of(LATE), 2 / 3):.2f} at t")
    ((begin, end),) = spans(SPIN)
    depth = -min(gap(scene_of(SPIN), t) for t in np.linspace(0.4, 0.6, 201))
    between = f"Overlap from t = {begin:.2f} to {end:.2f}, {depth:.2f} deep. No sample falls in it."
    assert said(SPIN, "Between") == between
    assert said(BOTH, "Samples").startswith("n = 1 time step of Δt = 1.00: 2 samples. B moves too")
    ((meet, _),) = spans(BOTH)
    first = f"The gap {gap(scene_of(BOTH), 0.0):.2f} becomes 0 for the first time at t = {meet:.2f}."
    assert said(BOTH, "Continuous") == first
    least = min((gap(scene_of(PAST), t), t) for t in np.linspace(0.0, 1.0, 1201))
    assert said(PAST, "Between") == f"The gap stays above 0. It is least at t = {least[1]:.2f}: {least[0]:.2f}."
    assert (
        said(PAST, "Why")
        == said(PAST, "Substeps")
        == ("A's path misses B: s(t) stays above 0, and no number of samples changes the answer.")
    )
    assert said(PAST, "Continuous") == "The gap never becomes 0: there is no impact."
    bare = moments_of(LESSON, scene_of(PAST))[-1]
    assert plain(LESSON.page(moments(PAST, BOX)[-1]).sentence).endswith("a false positive.")
    assert plain(LESSON.page(bare).sentence).startswith("Sampled: no overlap seen. Continuous: no impact.")
    assert said(START, "Between").startswith("A and B overlap already at the start")
    assert said(START, "Why").startswith("A and B overlap already at the start")
    assert said(START, "Continuous").startswith("A and B overlap already at the start")
    ideas = {name: plain(LESSON.page(moments(name)[-1]).idea) for name in LESSON.presets}
    assert [name for name, idea in ideas.items() if "misses no hit" not in idea] == [START]
    assert ideas[START].startswith("Sample 0 finds every overlap at the start.")
    many = scene_of(PAST).with_field("steps", 8.0)
    assert plain(LESSON.page(moments_of(LESSON, many)[1]).sentence).startswith("Not one of the 9 samples")
    short = scene_of(LARGE).with_field("a_end", scene_of(LARGE).a_end.moved((-2.0, 0.0)))
    assert plain(LESSON.page(moments_of(LESSON, short)[4]).sentence).startswith("The motion ends in the overlap")
    ends = scene_of(FIRST).with_field("a_end", scene_of(FIRST).a_end.moved((0.9, 0.0))).with_field("width", 2.0)
    words = plain(LESSON.page(moments_of(LESSON, ends)[4]).sentence)
    assert words.startswith("3.90 / 2.90 = 1.34: 2 steps are enough on this line.")


def scene_of(name: str) -> Stepped:
    return LESSON.presets[name].scene


def set_back(scene: Stepped, off: float) -> Stepped:
    """The same motion, that begins and ends so much farther back."""
    way = -off * scene.velocity / scene.speed
    return replace(scene, a=scene.a.moved(way), a_end=scene.a_end.moved(way))


def starts(words: str) -> tuple[float, float]:
    """From which starts A is said to pass, farther back being positive."""
    low, high = (float(each) for each in words.split("starting ")[1].split(" farther")[0].split(" to "))
    return (low, high) if "farther back" in words else (-high, -low)


def test_what_is_found_by_chance_says_from_which_starts_it_is_missed() -> None:
    words = said(CHANCE, "Why")
    assert words.startswith("0.80 + 0.20 = 1.00 is less than 1.65. Found by chance: starting 0.12 to ")
    scene = scene_of(CHANCE)
    low, high = starts(words)
    assert high - low == pytest.approx(1.65 - 1.0), "what one step is longer than both extents"
    for off in np.linspace(low - 0.2, high + 0.2, 41).tolist():
        if min(abs(off - low), abs(off - high)) > 0.006:
            assert set_back(scene, off).verdict.tunnelled is (low < off < high)
    last = scene_of(FIRST).with_field("width", 0.58)  # found by its last sample
    words = plain(LESSON.page(moments_of(LESSON, last)[3]).sentence)
    assert words.endswith("Found by chance: from another start, A jumps over B.")
    assert "chance" not in said(FIRST, "Why") + said(MANY, "Why")


def test_a_corner_is_shorter_than_both_extents() -> None:
    words = [plain(LESSON.page(m).sentence) for m in moments_of(LESSON, over_a_corner())]
    assert words[3].endswith(", not 1.20. In one time step A moves 1.00, so it can jump over B.")
    times = np.linspace(0.0, 1.0, 4001)
    length = sum(gap(over_a_corner(), t) <= 0.0 for t in times) / 4000 * 3.0
    assert float(words[3].split("L = ")[1].split(",")[0]) == pytest.approx(length, abs=0.006)


def test_a_motion_that_ends_in_the_overlap_is_found() -> None:
    scene = scene_of(LARGE).with_field("a_end", scene_of(LARGE).a_end.moved((-2.0, 0.0)))
    words = [plain(LESSON.page(m).sentence) for m in moments_of(LESSON, scene)]
    assert scene.found is not None
    assert words[3].endswith("the motion ends in the overlap: it is found.")


def over_a_corner() -> Stepped:
    """Three steps are enough head-on, but not here."""
    scene = scene_of(FIRST)
    return replace(scene, a=scene.a.moved((-0.2, 0.85)), a_end=scene.a_end.moved((-0.2, 0.85)), steps=3.0)


def test_extents_are_spoken_of_only_where_they_say_something() -> None:
    radians = math.radians(140.0)
    arc = (0.9 + 0.09) * radians
    for name, words in (
        (
            SPIN,
            f"The path is at most 0.99 · {radians:.2f} = {arc:.2f}. s_0 + s_1 = 0.38 + 0.38",
        ),
        (PAST, "A's path"),
        (START, "A and B overlap"),
    ):
        page = LESSON.page(stage(name, "Why"))
        assert ("theta" in page.formula) is (name == SPIN)
        assert name == SPIN or not page.formula
        assert plain(page.sentence).startswith(words)
        assert LESSON.page(stage(name, "Substeps")).formula == ""
        arrows = [m for m in Told.draw(SAMPLED, stage(name, "Why")).marks if isinstance(m, Arrow)]
        wanted = {SPIN: {Ink.A}, PAST: set(), START: {Ink.EXAMINED}}[name]
        assert {m.ink for m in arrows} == wanted, "of the turn, or of the step"
    assert LESSON.page(stage(FIRST, "Why")).formula
    assert LESSON.page(stage(START, "Continuous")).formula == ""
    resting = scene_of(FIRST)
    resting = resting.with_field("a_end", resting.a)
    assert plain(LESSON.page(moments_of(LESSON, resting)[3]).sentence).startswith("Nothing moves")
    turned = scene_of(FIRST)
    turned = turned.with_field("b_end", turned.b_end.turned(-0.5))
    assert plain(LESSON.page(moments_of(LESSON, turned)[3]).sentence).startswith(
        "The path is at most 1.50 + 0.62 · 0.25 = 1.6"
    )


def test_the_table_has_a_row_a_sample_and_the_impact() -> None:
    table = LESSON.table(moments(FIRST)[-1])
    assert table is not None
    assert [[plain(c) for c in row.cells] for _, row in table.rows] == [
        ["0", "0.00", "+1.68", "apart"],
        ["1", "0.50", "+0.18", "apart"],
        ["2", "1.00", "+0.12", "apart"],
        ["TOI", "0.56", "0.00", "touch"],
    ]
    assert LESSON.table(moments(FIRST)[0]) is None
    found = LESSON.table(stage(MANY, "Seen"))
    assert found is not None
    row = found.rows[-1][1]
    assert (plain(row.cells[3]), row.ink, row.feature) == (
        "overlap",
        Ink.OVERLAP,
        FeatureRef("", FeatureKind.SAMPLE, 2),
    )
    assert "OVERLAP" in row.cells[2]
    assert "GAP" in found.rows[0][1].cells[2]
    ends = {name: LESSON.table(moments(name)[-1]).rows[-1][1].cells for name in (START, PAST)}  # type: ignore[union-attr]
    assert [plain(c) for c in ends[START]] == ["TOI", "0.00", "−0.25", "overlap"]
    assert [plain(c) for c in ends[PAST]] == ["TOI", "–", "", "no touch"]


# The two worlds and the curve.


def test_the_sampled_ball_is_at_samples_and_the_continuous_one_stops() -> None:
    last = moments(FIRST)[-1]
    for t, sampled, continuous in ((0.2, -1.5, -0.9), (0.75, 0.0, 0.18), (0.98, 0.0, 0.18), (0.503, 0.0, 0.0)):
        moment = replace(last, time=t)
        left, right = Told.draw(SAMPLED, moment), Told.draw(CONTINUOUS, moment)
        assert middle(outlines(left, Ink.A)[0]) == pytest.approx((sampled, 0.35), abs=2e-3)
        assert middle(outlines(right, Ink.A)[0]) == pytest.approx((continuous, 0.35), abs=2e-3)
        between = outlines(left, Ink.A, Line.THIN)
        assert len(between) == (t != 0.503), "so near to a sample the clock rests on it"
        assert not between or middle(between[0]) == pytest.approx((3.0 * t - 1.5, 0.35), abs=2e-3)
        red = [m for m in left.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
        assert len(red) == (t == 0.75)
        touched = [m.at for m in right.marks if isinstance(m, Dot) and m.point is Point.ANSWER]
        assert touched == ([] if t < 0.56 else [pytest.approx((0.63, 0.35), abs=2e-3)])
        assert ("missed" in labels(left, Ink.FAULTY)) is (t > 0.96)
        letters = {m.text: m.at for m in left.marks if isinstance(m, Label) and m.style is TextStyle.LETTER}
        assert letters["A"] == pytest.approx((sampled, 0.35), abs=2e-3)
        assert letters["B"] == pytest.approx((0.78, 0.2)), "within its outline"
    assert "TOI: t = 0.56" in labels(Told.draw(CONTINUOUS, last), Ink.ANSWER)
    x, y = labels(Told.draw(SAMPLED, last), Ink.FAULTY)["missed"]
    assert (x, y) == pytest.approx((1.5, -0.1), abs=5e-3)


@pytest.mark.parametrize("name", [FIRST, SPIN, BOTH])
def test_what_no_sample_has_seen_is_shown_in_the_end(name: str) -> None:
    last, scene = moments(name)[-1], scene_of(name)
    left = Told.draw(SAMPLED, last)
    red = [np.array(m.points) for m in left.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    between = outlines(left, Ink.A, Line.THIN)
    assert len(red) == len(between) == (name != BOTH), "of two that move, outlines would go through letters"
    if name != BOTH:
        deepest = scene.sweep_a.at(scene.dips.fraction).position
        assert middle(between[0]) == pytest.approx(deepest, abs=2e-3)
        assert float(separation(circle(1e-6).at(Pose(red[0].mean(axis=0))), scene.b.world)) < 0.0
    assert (f"t = {scene.dips.fraction:.2f}" in labels(left, Ink.OVERLAP)) is (name == FIRST)
    early = Told.draw(SAMPLED, replace(last, time=0.2))
    assert not [m for m in early.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP], "not before it has passed"


def test_what_is_swept_is_lit_behind_the_body() -> None:
    (light,) = (m for m in Told.draw(CONTINUOUS, moments(FIRST)[-1]).marks if isinstance(m, Light))
    swept = np.array(light.points)
    assert (*swept.min(axis=0), *swept.max(axis=0)) == pytest.approx((-1.95, -0.1, 0.63, 0.8), abs=5e-3)
    assert (light.ink, light.amount) == (Ink.A, 0.3)
    assert light.origin == pytest.approx((0.18, 0.35), abs=2e-3)
    assert light.toward == pytest.approx((-1.68, 0.0), abs=2e-3)
    lights = [m for m in Told.draw(CONTINUOUS, moments(BOTH)[-1]).marks if isinstance(m, Light)]
    assert [m.ink for m in lights] == [Ink.B, Ink.A]
    assert not [m for m in Told.draw(CONTINUOUS, moments(SPIN)[-1]).marks if isinstance(m, Light)]
    assert not [m for m in Told.draw(CONTINUOUS, moments(FIRST)[0]).marks if isinstance(m, Light)]
    crossed = np.diff(np.vstack((swept, swept[:1])), axis=0)
    turns = crossed[:-1, 0] * crossed[1:, 1] - crossed[:-1, 1] * crossed[1:, 0]
    assert (turns > -1e-9).all(), "its outline is convex"


def test_a_sample_that_finds_it_stops_the_sampled_body_too_late() -> None:
    canvas = Told.draw(SAMPLED, replace(moments(MANY)[-1], time=0.9))
    assert middle(outlines(canvas, Ink.A)[0]) == pytest.approx((2.3 - 1.4, 0.0), abs=2e-3)
    assert set(labels(canvas, Ink.OVERLAP)) == {"2: found"}
    assert set(labels(canvas, Ink.QUIET)) == {"0", "1"}
    (red,) = (np.array(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP)
    assert red[:, 0].min() == pytest.approx(2.3 - 1.4 - 0.42, abs=2e-3), "from A's foremost point"
    assert red[:, 0].max() == pytest.approx(0.65, abs=2e-3), "to B's vertex"
    asked = Told.draw(SAMPLED, replace(moments(MANY)[0], is_open=True, time=0.9))
    assert not [m for m in asked.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    assert not outlines(canvas, Ink.A, Line.THIN)
    ghosts = [middle(o)[0] for o in outlines(canvas, Ink.QUIET, Line.END)]
    assert ghosts == pytest.approx([2.3, 2.3 - 0.7], abs=2e-3)
    assert middle(outlines(canvas, Ink.OVERLAP, Line.END)[0])[0] == pytest.approx(2.3 - 1.4, abs=2e-3)
    assert middle(outlines(canvas, Ink.A, Line.END)[0])[0] == pytest.approx(-1.2, abs=2e-3)


def test_nothing_tells_the_answer_while_it_is_asked() -> None:
    first = replace(moments(MANY)[0], is_open=True)
    canvas = Told.draw(SAMPLED, replace(first, time=0.9))
    assert middle(outlines(canvas, Ink.A)[0])[0] == pytest.approx(2.3 - 0.7 * 4, abs=2e-3)
    assert not outlines(canvas, Ink.OVERLAP, Line.END) + outlines(canvas, Ink.QUIET, Line.END)
    places = {m.feature: m.points[0][0] for m in canvas.marks if isinstance(m, FeatureMark)}
    assert places == {FeatureRef("", FeatureKind.SAMPLE, k): pytest.approx(2.3 - 0.7 * k) for k in range(6)}
    assert len([m for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.QUIET]) == 6, "above the letter too"
    assert not [
        m for m in Told.draw(CONTINUOUS, replace(first, time=0.9)).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER
    ]
    chart = Told.draw(CURVE, first)
    told = [m for m in chart.marks if isinstance(m, Stroke | Dot) and m.ink in (Ink.GAP, Ink.OVERLAP)]
    assert [m.at for m in told if isinstance(m, Dot)] == [pytest.approx((0.0, gap(scene_of(MANY), 0.0)))]
    assert len(told) == 1, "only how things stand at the start"
    for name in (MANY, LATE, CHANCE):
        pills = ["late" in " ".join(labels(Told.draw(CURVE, m), Ink.FAULTY)) for m in moments(name)]
        assert pills == [False, False, True, True, True, False, False], "until the time of impact stands there"
    assert "none" not in labels(chart, Ink.INTERFACE)
    assert labels(chart, Ink.TEXT)["Δt = 0.20"][0] == pytest.approx(0.1)
    assert situation(MANY, "Samples") == f"A and B are {gap(scene_of(MANY), 0.0):.2f} apart at t = 0.00."
    later = replace(stage(MANY, "Why"), is_open=True)
    assert middle(outlines(Told.draw(SAMPLED, replace(later, time=0.9)), Ink.A)[0])[0] == pytest.approx(0.9, abs=2e-3)


def test_a_right_answer_shows_the_samples_on_the_curve_and_their_places() -> None:
    settled = moments(FIRST)[0]
    rings = [m.at for m in Told.draw(CURVE, settled).marks if isinstance(m, Dot) and m.ink is Ink.GAP]
    assert rings == [pytest.approx((k / 2, gap(scene_of(FIRST), k / 2))) for k in range(3)]
    places = {m.feature for m in Told.draw(SAMPLED, settled).marks if isinstance(m, FeatureMark)}
    assert places == {FeatureRef("", FeatureKind.SAMPLE, k) for k in range(3)}, "where the answer is marked"
    asked = Told.draw(CURVE, replace(settled, is_open=True))
    assert {"s > 0: apart", "s < 0: overlap"} <= set(labels(asked, Ink.GAP)) | set(labels(asked, Ink.OVERLAP))


@pytest.mark.parametrize("name", [LATE, SPIN])
def test_where_a_turns_a_spoke_shows_how_far(name: str) -> None:
    scene = scene_of(name)
    canvas = Told.draw(SAMPLED, replace(moments(name)[0], is_open=True))
    spokes: dict[int, np.ndarray] = {}
    for mark in canvas.marks:
        if isinstance(mark, FeatureMark) and isinstance(mark.feature, FeatureRef):
            spokes[mark.feature.index] = np.array(mark.points)
    first = spokes[0][1] - spokes[0][0]
    for k, (middle_of_a, tip) in spokes.items():
        t = k / scene.count
        start, end = scene.a.pose, scene.a_end.pose
        assert middle_of_a == pytest.approx((1.0 - t) * start.position + t * end.position)
        x, y = tip - middle_of_a
        turned = math.atan2(first[0] * y - first[1] * x, first[0] * x + first[1] * y)
        assert turned == pytest.approx(t * (end.angle - start.angle))
    (last,) = (m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.A and m.line is Line.END)
    assert last.opacity == (0.0 if name == SPIN else 0.5), "and where it ends, but where that is the answer"
    assert ("140°" in labels(canvas, Ink.A)) is (name == SPIN)
    assert "Δθ = 2.44 rad" in labels(Told.draw(SAMPLED, stage(SPIN, "Why")), Ink.A)
    assert "140°" not in labels(Told.draw(SAMPLED, moments(SPIN)[-1]), Ink.A)


def test_the_spokes_of_a_bar_go_from_its_pivot_to_its_tip() -> None:
    canvas = Told.draw(SAMPLED, replace(moments(SPIN)[0], is_open=True))
    lines = outlines(canvas, Ink.QUIET, Line.THIN)
    for line, angle in zip(lines, (70.0, -70.0), strict=True):
        x, y = 0.99 * math.cos(math.radians(angle)), 0.99 * math.sin(math.radians(angle))
        assert line[0] == pytest.approx((-0.705, 0.0))
        assert line[1] == pytest.approx((x - 0.705, y), abs=0.02)
    points = [m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Point.SMALL]
    assert points == [pytest.approx(tuple(line[1])) for line in lines]
    assert [m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Point.RING] == [
        pytest.approx((-0.705, 0.0))
    ]
    reason = Told.draw(SAMPLED, stage(SPIN, "Why"))
    assert "r = 0.99" in labels(reason, Ink.EXAMINED)
    both = Told.draw(SAMPLED, replace(moments(BOTH)[0], is_open=True))
    (place,) = (m.at for m in both.marks if isinstance(m, Dot) and m.ink is Ink.B)
    assert place == pytest.approx((-0.95, 0.2))


def test_only_what_both_have_in_common_is_red() -> None:
    square, tip = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)], [(1.0, 1.0), (4.0, 0.0), (4.0, 2.0)]
    assert sorted(shared(square, tip)) == [pytest.approx(p) for p in ((1.0, 1.0), (2.0, 2.0 / 3.0), (2.0, 4.0 / 3.0))]
    assert shared(square, [(3.0, 0.0), (4.0, 0.0), (4.0, 1.0)]) == []
    for name, pane in ((FIRST, SAMPLED), (BOTH, SAMPLED), (START, CONTINUOUS)):
        (red,) = (
            np.array(m.points)
            for m in Told.draw(pane, stage(name, "Answer" if name == START else "Between")).marks
            if isinstance(m, Area) and m.ink is Ink.OVERLAP
        )
        scene = scene_of(name)
        middle_of_red = circle(1e-6).at(Pose(red.mean(axis=0)))
        t = 0.0 if name == START else scene.dips.fraction
        assert all(float(separation(middle_of_red, body)) < 0.0 for body in scene.at(t))
        for corner in red:
            assert max(float(separation(circle(1e-6).at(Pose(corner)), body)) for body in scene.at(t)) < 0.01
    touch = [m for m in Told.draw(CONTINUOUS, moments(START)[-1]).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert not touch, "an overlap at the start has no first touch"


def test_samples_are_named_above_them() -> None:
    names = labels(Told.draw(SAMPLED, moments(FIRST)[1]), Ink.QUIET)
    assert names == {f"sample {k}": pytest.approx((1.5 * k - 1.5, 0.8), abs=5e-3) for k in range(3)}
    near = Canvas(1.0 / 70.0, 1.0 / 70.0)
    SAMPLED.draw(near, replace(moments(MANY)[0], is_open=True))
    heights = {text: y for text, (_, y) in labels(near, Ink.QUIET).items()}
    assert set(heights) == set("012345"), "too near for the word"
    assert [*heights.values()] == pytest.approx([0.65 * math.cos(math.pi / 6.0)] * 6), "above B, which is higher"
    crowd = scene_of(FIRST).with_field("steps", 9.0)
    assert not labels(Told.draw(SAMPLED, moments_of(LESSON, crowd)[1]), Ink.QUIET)


def test_samples_stand_on_the_curve_in_the_ink_of_what_they_show() -> None:
    canvas = Told.draw(CURVE, stage(MANY, "Seen"))
    scene = scene_of(MANY)
    gaps = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.GAP]
    depths = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.OVERLAP]
    assert gaps == [pytest.approx((k / 5, gap(scene, k / 5))) for k in range(2)]
    assert depths == [pytest.approx((0.4, gap(scene, 0.4)))]
    assert {f"+{gap(scene, k / 5):.2f}" for k in range(2)} == set(labels(canvas, Ink.GAP))
    assert {f"−{-gap(scene, 0.4):.2f}"} == set(labels(canvas, Ink.OVERLAP))
    ticks = {m.feature: m.points for m in canvas.marks if isinstance(m, FeatureMark)}
    assert {f.index: p[0][0] for f, p in ticks.items()} == {k: pytest.approx(k / 5) for k in range(6)}
    assert "sample 2 · 0.40" in labels(canvas, Ink.QUIET)
    sides = {
        m.text: m.toward
        for m in Told.draw(CURVE, stage(FIRST, "Seen")).marks
        if isinstance(m, Label) and "+" in m.text
    }
    assert [side[0] for side in sides.values() if side] == [1.0, 1.0, -1.0], "away from the curve"


def test_the_curve_comes_with_its_step_and_is_green_above_zero() -> None:
    for early in ("Samples", "Seen"):
        assert not outlines(Told.draw(CURVE, stage(FIRST, early)), Ink.GAP, Line.CURVE)
        assert not outlines(Told.draw(CURVE, stage(FIRST, early)), Ink.GAP, Line.DOTTED)
    between = stage(FIRST, "Between")
    canvas = Told.draw(CURVE, between)
    (dip,) = outlines(canvas, Ink.OVERLAP, Line.CURVE)
    assert dip[0] == pytest.approx((0.56, 0.0), abs=1e-3)
    assert dip[-1] == pytest.approx((0.96, 0.0), abs=1e-3)
    assert dip[:, 1].min() == pytest.approx(-0.6, abs=0.01)
    assert len(outlines(canvas, Ink.GAP, Line.CURVE)) == 2
    assert labels(canvas, Ink.OVERLAP)["0.60 deep, t = 0.56 to 0.96"] == pytest.approx((0.76, -0.6), abs=2e-3)
    assert 0.6 / (CURVE.axes(between).y[1] - CURVE.axes(between).y[0]) > 0.2, "the dip is seen"  # type: ignore[misc]
    late = Told.draw(CURVE, stage(MANY, "Between"))
    ((begin, _),) = spans(MANY)
    assert labels(late, Ink.FAULTY)[f"found {0.4 - begin:.2f} late"] == pytest.approx(
        ((0.4 + begin) / 2, 0.0), abs=2e-3
    )
    assert outlines(late, Ink.OVERLAP, Line.CURVE)[0][-1] == pytest.approx((0.4, gap(scene_of(MANY), 0.4)), abs=5e-3)
    assert outlines(late, Ink.GAP, Line.DOTTED), "what does not happen any more"
    low, high = CURVE.axes(between).y  # type: ignore[misc]
    assert low < -0.6
    assert high > 1.67
    head = outlines(Told.draw(CURVE, replace(between, time=0.25)), Ink.INTERFACE, Line.THIN)[0]
    assert [x for x, _ in head] == [0.25, 0.25]


def test_the_first_touch_lies_on_the_curve() -> None:
    def answers(name: str, wanted: str) -> list[tuple[float, float]]:
        marks = Told.draw(CURVE, stage(name, wanted)).marks
        return [m.at for m in marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]

    assert not answers(FIRST, "Substeps")
    assert answers(FIRST, "Continuous") == [pytest.approx((0.56, 0.0), abs=1e-3)]
    assert answers(START, "Continuous") == [pytest.approx((0.0, -0.25))]
    assert not labels(Told.draw(CURVE, stage(START, "Continuous")), Ink.ANSWER), "an overlap is no first touch"
    assert not answers(PAST, "Answer")


def test_lengths_are_drawn_at_one_scale_below_the_bodies() -> None:
    moment = stage(FIRST, "Why")
    canvas = Told.draw(SAMPLED, moment)
    (step,) = (m for m in canvas.marks if isinstance(m, Arrow))
    assert step.ink is Ink.EXAMINED
    assert (step.start[0], step.end[0]) == pytest.approx((0.0, 1.5)), "from sample 1 to sample 2"
    assert step.start[1] == step.end[1] < -0.4
    for ink, wanted in ((Ink.A, [(0.18, 0.63), (0.93, 1.38)]), (Ink.B, [(0.63, 0.93)])):
        bars = [o for o in outlines(canvas, ink, Line.MEASURE) if np.ptp(o[:, 0]) > 0.15]
        assert sorted(tuple(sorted(bar[:, 0])) for bar in bars) == [pytest.approx(ends) for ends in wanted], (
            "half of A, B below itself, and the other half of A"
        )
        assert all(step.start[1] < bar[0][1] < -0.4 for bar in bars), "between the bodies and the step"
    uprights = [o for o in outlines(canvas, Ink.CONSTRUCTION, Line.DASHED) if np.ptp(o[:, 0]) < 1e-9]
    assert sorted((o[:, 0].mean(), o[:, 1].max()) for o in uprights) == [
        pytest.approx((0.18, -0.1), abs=5e-3),
        pytest.approx((1.38, -0.1), abs=5e-3),
    ], "below the middle of A at its first touch and its last"
    touching = sorted(middle(o) for o in outlines(canvas, Ink.A, Line.DASHED))
    assert {round(x, 2) for x, _ in touching} == {0.18, 1.38}
    names = labels(canvas, Ink.A)
    assert names["first touch"][0] == pytest.approx(0.18)
    assert names["last touch"][0] == pytest.approx(1.38)
    ((words, place),) = labels(canvas, Ink.TEXT).items()
    assert words == "w_A + w_B = 0.90 + 0.30 = 1.20"
    assert place[0] == pytest.approx(0.78), "below the middle of both"
    assert any(each.endswith("= 1.50") for each in labels(canvas, Ink.EXAMINED))
    assert not outlines(Told.draw(SAMPLED, stage(FIRST, "Between")), Ink.A, Line.MEASURE)
    right = Told.draw(CONTINUOUS, stage(FIRST, "Continuous"))
    (whole,) = (m for m in right.marks if isinstance(m, Arrow))
    assert (whole.start[0], whole.end[0]) == pytest.approx((-1.05, 1.95)), "of A's foremost point"
    free = max(outlines(right, Ink.GAP, Line.MEASURE), key=lambda o: float(np.ptp(o[:, 0])))
    assert sorted(free[:, 0]) == pytest.approx([-1.05, 0.63])
    assert "s(0) = 1.68" in labels(right, Ink.GAP)
    assert LESSON.page(stage(FIRST, "Continuous")).formula.count("frac")
    assert not outlines(Told.draw(CONTINUOUS, stage(FIRST, "Substeps")), Ink.GAP, Line.MEASURE)
    oblique = Told.draw(CONTINUOUS, stage(BOTH, "Continuous"))
    assert any(each.endswith(f"= {3.8 * (scene_of(BOTH).impact or 0.0):.2f}") for each in labels(oblique, Ink.GAP))
    assert "frac" not in LESSON.page(stage(BOTH, "Continuous")).formula


@pytest.mark.parametrize("name", [SPIN, PAST, FIRST, CHANCE])
def test_letters_stand_in_bodies_or_beside_thin_ones(name: str) -> None:
    """Letters of bars and walls stand on their outlines, to be set beside them: A's to the left, B's to the right."""
    canvas = Told.draw(SAMPLED, moments(name)[0])
    letters = {m.text: m for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.LETTER}
    scene = scene_of(name)
    for letter, body, side in (("A", scene.a, -1.0), ("B", scene.b, 1.0)):
        label = letters[letter]
        away = float(separation(circle(1e-6).at(Pose(np.array(label.at))), body.world))
        if label.toward is None:
            assert away < -0.15
        else:
            assert away == pytest.approx(0.0, abs=2e-3)
            assert side * label.toward[0] > 0.9


def test_missed_stands_below_a_or_at_the_tip_of_a_bar_that_turns() -> None:
    places = {
        name: labels(Told.draw(SAMPLED, moments(name)[-1]), Ink.FAULTY)["missed"] for name in (FIRST, SPIN, BOTH)
    }
    assert places[FIRST] == pytest.approx((1.5, -0.1), abs=5e-3)
    x, y = 0.5 * 0.99 * math.cos(math.radians(110.0)), 0.5 * 0.99 * math.sin(math.radians(110.0))
    side = 0.09 * math.cos(math.radians(20.0)), 0.09 * math.sin(math.radians(20.0))
    assert places[SPIN] == pytest.approx((x - 0.705 - side[0], y - side[1]), abs=0.02), "left of its upper half"
    lowest = scene_of(BOTH).a_end.world.points[:, 1].min()
    assert places[BOTH][1] < lowest, "there the name of the sample comes first"


def test_lengths_of_two_movers_are_those_seen_from_b() -> None:
    canvas = Told.draw(SAMPLED, stage(BOTH, "Why"))
    (step,) = (m for m in canvas.marks if isinstance(m, Arrow))
    assert math.dist(step.start, step.end) == pytest.approx(3.8)
    bars = [o for ink in (Ink.A, Ink.B) for o in outlines(canvas, ink, Line.MEASURE) if np.ptp(o[:, 0]) > 0.2]
    assert [float(np.ptp(o[:, 0])) for o in bars] == pytest.approx([1.15, 1.15])
    for bar, body in zip(bars, (scene_of(BOTH).a, scene_of(BOTH).b), strict=True):
        assert sorted(bar[:, 0]) == pytest.approx([body.world.points[:, 0].min(), body.world.points[:, 0].max()])
    ends = [m.text for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.EXAMINED]
    assert all(each.endswith("as seen from B") for each in ends)


def test_both_views_keep_one_scale_at_every_stage() -> None:
    for name in (FIRST, CHANCE, LARGE):
        boxes = [Told.draw(pane, m).bounds(words=False) for m in moments(name) for pane in (SAMPLED, CONTINUOUS)]
        lows = np.array([box.low for box in boxes if box is not None])
        assert np.ptp(lows[:, 1]) < 0.12


def test_the_clock_runs_to_the_end_and_steps_have_their_time() -> None:
    clock = LESSON.clock(moments(FIRST)[0])
    assert clock is not None
    assert clock.impact is None
    assert clock.ticks == pytest.approx((0.0, 1.0, 0.76, *[0.56] * 3, 1.0), abs=1e-3)
    found = LESSON.clock(moments(MANY)[0])
    assert found is not None
    assert found.ticks[1:5] == (0.4,) * 4
    assert found.ticks[-1] == 0.4, "where the sampled body stands at the end"
    assert CURVE.follows_time


# Predictions.


@pytest.mark.parametrize(("name", "index"), [(FIRST, None), (CHANCE, 1), (LATE, 2), (LARGE, 1)])
def test_the_first_sample_that_finds_an_overlap_is_clicked(name: str, index: int | None) -> None:
    asked = LESSON.page(moments(name)[0]).prediction
    assert isinstance(asked, Click)
    right: set[FeatureRef | str] = {"none"} if index is None else {FeatureRef("", FeatureKind.SAMPLE, index)}
    assert asked.right == right
    assert asked.kinds == {FeatureKind.SAMPLE}, "clicked, whatever is right"
    for k in range(scene_of(name).count + 1):
        assert asked.judge(FeatureRef("", FeatureKind.SAMPLE, k)).right is (k == index)
    assert asked.judge("none").right is (index is None)
    assert not asked.judge(FeatureRef("B", FeatureKind.EDGE, 0)).right
    assert asked.buttons == ("none",)


def test_what_is_said_of_an_answer() -> None:
    def judged(name: str, answer: int | str) -> Any:
        asked = LESSON.page(moments(name)[0]).prediction
        assert isinstance(asked, Click)
        return asked.judge(FeatureRef("", FeatureKind.SAMPLE, answer) if isinstance(answer, int) else answer)

    early = judged(FIRST, 1)
    assert plain(early.because) == (
        "At sample 1 the gap is 0.18: A has not reached B. "
        "A sample finds an overlap only if A, drawn there, reaches B."
    )
    open_ = Told.draw(SAMPLED, replace(moments(FIRST)[0], is_open=True))
    points = {m.feature: m.points[0] for m in open_.marks if isinstance(m, FeatureMark)}
    for k, ends in ((0, (-1.05, 0.63)), (1, (0.45, 0.63)), (2, (0.93, 1.05))):
        assert points[FeatureRef("", FeatureKind.SAMPLE, k)] == pytest.approx((1.5 * k - 1.5, 0.35))
        wrong = Canvas()
        judged(FIRST, k).draw(wrong, "Continuous")
        assert not wrong.marks
        judged(FIRST, k).draw(wrong, "Sampled")
        (there,) = outlines(wrong, Ink.FAULTY, Line.DOTTED)
        assert middle(there) == pytest.approx((1.5 * k - 1.5, 0.35), abs=2e-3), "A where it is at that sample"
        gap_drawn = max(outlines(wrong, Ink.FAULTY, Line.MEASURE), key=lambda o: float(np.ptp(o[:, 0])))
        assert sorted(gap_drawn[:, 0]) == pytest.approx(ends)
        assert set(labels(wrong, Ink.FAULTY)) == {f"{ends[1] - ends[0]:.2f} apart"}
    assert early.head == "First overlap: not sample 1"
    assert plain(judged(FIRST, 2).because).startswith("At sample 2 the gap is 0.12: A has passed B.")
    none = judged(FIRST, "none")
    assert plain(none.because) == "None: at sample 1 A is 0.18 short of B, at sample 2 it has passed B by 0.12."
    drawn = Canvas()
    none.draw(drawn, "Continuous")
    assert not drawn.marks
    none.draw(drawn, "Sampled")
    assert labels(drawn, Ink.TEXT) == {
        "0.18 apart": pytest.approx((0.0, 0.35)),
        "0.12 apart": pytest.approx((1.5, 0.35)),
    }
    assert not none.remarks, "to which the first try would be joined"
    assert plain(judged(LARGE, 1).because) == "At sample 1 they overlap by 0.25, before it there is a gap."
    again = judged(LARGE, 2)
    assert plain(again.because).startswith(
        f"At sample 2 they overlap by {-gap(scene_of(LARGE), 2 / 3):.2f}, but an ear"
    )
    assert again.head == "First overlap: not sample 2"
    deep = Canvas()
    again.draw(deep, "Sampled")
    assert set(labels(deep, Ink.FAULTY)) == {f"{-gap(scene_of(LARGE), 2 / 3):.2f} deep"}
    away = judged(LARGE, 3)
    assert plain(away.because).startswith(f"At sample 3 the gap is {gap(scene_of(LARGE), 1.0):.2f}: A has passed B.")
    assert "at one sample or more" in judged(LARGE, "none").because
    assert judged(LARGE, "none").head == "A sample does find an overlap"
    assert LESSON.page(moments(START)[0]).prediction is None
    assert [bool(LESSON.page(m).prediction) for m in moments(PAST, BOX)] == [True] + [False] * 6, "asked first"
    asking = replace(moments(PAST, BOX)[0], is_open=True)
    pink = [m for m in Told.draw(CONTINUOUS, asking).marks if getattr(m, "ink", None) is Ink.FAULTY]
    assert [isinstance(m, Stroke) and m.line for m in pink] == [Line.DOTTED, False], (
        "the box and its name alone: it tells no sample"
    )


def test_the_least_thickness_is_one_step_less_the_ball() -> None:
    scene = scene_of(FIRST)
    asked = LESSON.page(stage(FIRST, "Between")).prediction
    assert isinstance(asked, Adjust)
    assert LESSON.page(stage(FIRST, "Why")).prediction is None, "whose formula tells it"
    assert asked.field == "width"
    right = asked.right(scene)
    assert right.width == pytest.approx(1.5 - 0.9)
    assert asked.judge(right).right
    assert plain(asked.judge(right).because).startswith(
        "0.90 + 0.60 = 1.50; in one time step A moves 1.50. Thinner than 0.60"
    )
    near = asked.judge(scene.with_field("width", 0.64))
    assert near.right
    assert plain(near.because).startswith("0.90 + 0.64 = 1.54; in one time step A moves 1.50. Thinner than 0.60"), (
        "not 0.64"
    )
    assert not asked.judge(scene.with_field("width", 0.66)).right
    wide = asked.judge(scene.with_field("width", 0.81))
    assert (wide.right, wide.head) == (False, "Too thick")
    assert plain(wide.because).startswith("Even 0.21 less is enough")
    assert asked.judge(scene).because.startswith("At this thickness A still passes")
    said = [verdict.remarks[0] for verdict in (asked.judge(right), wide, asked.judge(scene))]
    assert [(each.words, each.right) for each in said] == [
        ("0.60 thick", True),
        ("0.21 too thick", False),
        ("too thin", False),
    ]
    assert all(each.at == pytest.approx((0.78, -0.1)) for each in said), "in the lower half of B"
    chance = scene_of(CHANCE)
    thin = LESSON.page(stage(CHANCE, "Between")).prediction
    assert isinstance(thin, Adjust)
    verdict = thin.judge(chance)
    assert (verdict.right, verdict.head) == (False, "Too thin")
    found = scene.with_field("width", 0.545)
    assert found.found == 1.0, "by the last sample: it passes from starts farther on"
    for each, width in ((chance, 0.65), (found, 0.055)):
        low, high = starts(plain(asked.judge(each).because))
        assert high - low == pytest.approx(width, abs=0.011)
        assert set_back(each, (low + high) / 2.0).verdict.tunnelled, "from there it really passes"
        assert not any(set_back(each, off).verdict.tunnelled for off in (low - 0.01, high + 0.01))
    assert LESSON.page(stage(SPIN, "Between")).prediction is None
    corner = over_a_corner()
    assert LESSON.page(moments_of(LESSON, corner)[2]).prediction is None


def test_each_scene_asks_about_its_own_idea() -> None:
    asked = {name: [type(LESSON.page(m).prediction) for m in moments(name)] for name in LESSON.presets}
    kinds = {name: [kind for kind in each if kind is not type(None)] for name, each in asked.items()}
    assert kinds == {
        FIRST: [Click, Adjust],
        MANY: [Adjust],
        CHANCE: [Click, Adjust],
        LATE: [Click],
        SPIN: [Place],
        BOTH: [Place],
        PAST: [Choose],
        LARGE: [Click],
        START: [],
    }


def test_the_least_number_of_steps_is_set() -> None:
    scene = scene_of(MANY)
    asked = LESSON.page(stage(MANY, "Between")).prediction
    assert isinstance(asked, Adjust)
    assert asked.field == "steps"
    assert asked.right(scene).count == 2
    for n in range(1, 7):
        now = scene.with_field("steps", float(n))
        again = LESSON.page(moments_of(LESSON, now)[2]).prediction
        assert isinstance(again, Adjust), "the same question for every number of steps"
        verdict = again.judge(now)
        assert verdict.right is (n == 2)
        assert verdict.head == ("" if n == 2 else "Too few" if n < 2 else "Fewer are enough")
        assert f"moves {3.5 / n:.2f}" in verdict.because
        passes = any(set_back(now, off).verdict.tunnelled for off in np.linspace(0.0, now.widths.step, 41))
        assert passes is (n < 2)


@pytest.mark.parametrize("name", [SPIN, BOTH])
def test_a_time_between_both_samples_is_found(name: str) -> None:
    scene = scene_of(name)
    asked = LESSON.page(moments(name)[0]).prediction
    assert isinstance(asked, Place)
    assert asked.pane == "Curve"
    assert not asked.judge(asked.start).right
    assert asked.judge(asked.right).right
    ((begin, end),) = spans(name)
    for t in (0.0, begin - 0.02, begin + 0.02, end - 0.02, end + 0.02, 1.0):
        verdict, s = asked.judge(((t, 0.0),)), gap(scene, t)
        assert verdict.right is (begin < t < end)
        assert f"{abs(s):.2f}" in plain(verdict.because)
        assert verdict.head == ("" if verdict.right else "Too early" if t < begin else "Too late")
        canvas = Canvas()
        assert verdict.draw is not None
        verdict.draw(canvas, "Curve")
        assert not canvas.marks
        verdict.draw(canvas, "Sampled")
        ink, line = (Ink.A, Line.THIN) if verdict.right else (Ink.FAULTY, Line.DOTTED)
        there = outlines(canvas, ink, line)[-1]
        assert shapely.Polygon(there).centroid.distance(shapely.Point(scene.sweep_a.at(t).position)) < 0.02
        assert set(labels(canvas, Ink.OVERLAP if verdict.right else Ink.FAULTY)) == {
            f"{abs(s):.2f} {'deep' if verdict.right else 'apart'}"
        }


def test_bodies_that_pass_never_touch() -> None:
    asked, scene = LESSON.page(moments(PAST)[0]).prediction, scene_of(PAST)
    assert isinstance(asked, Choose)
    least, t = min((gap(scene, t), t) for t in np.linspace(0.0, 1.0, 1201))
    verdicts = {option: asked.judge(option) for option in asked.options}
    assert {option for option, each in verdicts.items() if each.right} == asked.right == {"no"}
    assert f"t = {t:.2f}: {least:.2f}" in plain(verdicts["no"].because)
    assert verdicts["yes"].draw is None
    canvas = Canvas()
    verdicts["no"].draw(canvas, "Continuous")
    assert not canvas.marks
    verdicts["no"].draw(canvas, "Sampled")
    bar = max(outlines(canvas, Ink.GAP, Line.MEASURE), key=lambda o: math.dist(o[0], o[1]))
    assert math.dist(*bar) == pytest.approx(least, abs=1e-3)
    assert set(labels(canvas, Ink.GAP)) == {f"{least:.2f} apart"}


def test_substeps_are_shown_where_they_find_what_was_missed() -> None:
    """With as many steps as are enough: one step below the bodies, its samples on the curve, A in B at the first."""
    for name, n in ((FIRST, 3), (BOTH, 4)):
        scene, moment = scene_of(name), stage(name, "Substeps")
        assert scene.enough == n
        step = scene.widths.travel / n
        canvas = Told.draw(SAMPLED, moment)
        assert f"‖v‖ / {n} = {step:.2f}" in " ".join(labels(canvas, Ink.EXAMINED))
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        assert math.dist(arrow.start, arrow.end) == pytest.approx(step)
        assert step <= scene.overlap_length + 1e-9
        k = next(k for k in range(n + 1) if gap(scene, k / n) <= 0.0)
        assert f"n = {n}: found" in labels(canvas, Ink.OVERLAP)
        thin = outlines(canvas, Ink.A, Line.THIN)
        assert len(thin) == 1
        assert shapely.Polygon(thin[0]).centroid.distance(shapely.Point(scene.sweep_a.at(k / n).position)) < 0.02
        rings = [m.at for m in Told.draw(CURVE, moment).marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
        assert rings == [pytest.approx((i / n, gap(scene, i / n)), abs=1e-6) for i in range(1, n)]
        place = labels(Told.draw(CURVE, moment), Ink.OVERLAP)[f"n = {n}: −{-gap(scene, k / n):.2f}"]
        assert place == pytest.approx((k / n, gap(scene, k / n)), abs=1e-6)
        assert not [m for m in Told.draw(CURVE, stage(name, "Why")).marks if getattr(m, "ink", None) is Ink.EXAMINED]
    for name in (MANY, CHANCE, LARGE):
        assert scene_of(name).found
        assert scene_of(name).rescue is None, "a sample finds it already"
        canvas = Told.draw(SAMPLED, stage(name, "Substeps"))
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        n = scene_of(name).enough
        assert n is not None
        assert math.dist(arrow.start, arrow.end) == pytest.approx(scene_of(name).widths.travel / n)
    for name in (LATE, SPIN, PAST, START):
        assert scene_of(name).enough is None


# The comparison, the challenge, the controls.


def test_swept_boxes_report_a_hit_where_there_is_none() -> None:
    comparison = LESSON.comparison(BOX)
    assert comparison is not None
    assert [name for name in LESSON.presets if comparison.differs(moments(name, BOX)[-1])] == [PAST]
    for moment in moments(PAST, BOX):
        canvas = Told.draw(CONTINUOUS, moment)
        boxes = outlines(canvas, Ink.FAULTY, Line.DOTTED)
        assert [(b.min(axis=0).tolist(), b.max(axis=0).tolist()) for b in boxes] == [
            (pytest.approx([-2.15, -0.45]), pytest.approx([2.15, 1.35])),
        ], "B's is its outline"
        (common,) = (np.array(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.FAULTY)
        assert (*common.min(axis=0), *common.max(axis=0)) == pytest.approx((0.25, -0.45, 0.55, -0.3))
        assert "false positive" in labels(canvas, Ink.FAULTY)
        assert ("least gap 0.34" in labels(canvas, Ink.GAP)) is (LESSON.page(moment).stage not in STAGES[:2])
        assert "faulty" not in Told.draw(SAMPLED, moment).transcript(), "it bounds the whole motion, no samples"
    canvas = Told.draw(CONTINUOUS, moments(FIRST, BOX)[-1])
    assert not [each for each in labels(canvas, Ink.FAULTY) if "positive" in each], "a true hit is no error"


def test_the_challenge_is_to_jump_over_a_corner_or_by_turning() -> None:
    challenge = LESSON.challenge(moments_of(LESSON, over_a_corner())[0])
    assert challenge.reached
    assert challenge.now == "extents 1.20, step 1.00"
    assert LESSON.challenge(moments(PAST)[0]).now == "A misses B"
    spin = LESSON.challenge(moments(SPIN)[0])
    assert (spin.now, spin.reached) == ("n = 1", False)
    fast = scene_of(SPIN)
    fast = replace(fast, b=fast.b.moved((0.28, 0.0)), b_end=fast.b_end.moved((0.28, 0.0)), steps=4.0)
    fast = fast.with_field("a_end", fast.a_end.turned(-math.radians(60.0)))
    assert min(gap(fast, t) for t in np.linspace(0.0, 1.0, 801)) < 0.0 < min(gap(fast, k / 4) for k in range(5))
    assert LESSON.challenge(moments_of(LESSON, fast)[0]).reached


def test_speed_and_thickness_follow_the_bodies_and_move_them() -> None:
    scene = scene_of(FIRST)
    assert (scene.speed, scene.width) == pytest.approx((3.0, 0.3))
    fast = scene.with_field("speed", 9.0)
    assert fast.a_end.pose.position == pytest.approx((7.5, 0.35))
    assert fast.speed == pytest.approx(9.0)
    wide = scene.with_field("width", 0.9)
    assert np.ptp(wide.b.shape.points, axis=0) == pytest.approx((0.9, 1.2))
    assert wide.b_end.shape is wide.b.shape
    dragged = scene.with_field("a_end", scene.a_end.moved((1.0, 0.0)))
    assert dragged.speed == pytest.approx(4.0)
    assert dragged.width == scene.width
    both = scene_of(BOTH)
    assert both.with_field("speed", both.speed / 2).b_end.pose.position == pytest.approx((0.0, 0.2))
    with pytest.raises(ValueError, match="nothing moves"):
        replace(scene, a_end=scene.a).with_field("speed", 2.0)
    with pytest.raises(ValueError, match="thickness"):
        Stepped(scene.a, scene.a_end, at(circle(0.2), 0, 0), at(circle(0.2), 0, 0)).with_field("width", 1.0)


def test_samples_can_be_stepped_through_one_by_one() -> None:
    inside = [m for m in nested(LESSON, moments(FIRST)) if isinstance(m.step, MomentTested)]
    gaps = [gap(scene_of(FIRST), k / 2) for k in range(3)]
    assert [plain(LESSON.page(m).sentence) for m in inside] == [
        f"Sample {k} at t = {k / 2:.2f} shows a gap of {gaps[k]:.2f}." for k in range(3)
    ]
    places = [middle(outlines(Told.draw(SAMPLED, m), Ink.A)[0])[0] for m in inside]
    assert places == pytest.approx([-1.5, 0.0, 1.5], abs=2e-3)
    rings = [sum(isinstance(x, Dot) and x.ink is Ink.GAP for x in Told.draw(CURVE, m).marks) for m in inside]
    assert rings == [1, 2, 3]
    assert math.isclose(float(inside[1].step.fraction), 1 / 2)


def test_the_gaps_beside_b_are_measured_where_no_sample_finds_it() -> None:
    for early in STAGES[:2]:
        bars = outlines(Told.draw(SAMPLED, stage(FIRST, early)), Ink.GAP, Line.MEASURE)
        level = sorted(sorted(o[:, 0]) for o in bars if np.ptp(o[:, 1]) < 1e-6)
        assert level == [pytest.approx([0.45, 0.63]), pytest.approx([0.93, 1.05])]
    assert not outlines(Told.draw(SAMPLED, replace(stage(FIRST, "Samples"), is_open=True)), Ink.GAP, Line.MEASURE)
    assert not outlines(Told.draw(SAMPLED, stage(MANY, "Seen")), Ink.GAP, Line.MEASURE)


def test_both_movers_are_named_at_their_samples() -> None:
    canvas = Told.draw(SAMPLED, replace(moments(BOTH)[0], is_open=True))
    assert set(labels(canvas, Ink.B)) == {"B", "B, sample 0", "B, sample 1"}
    assert set(labels(canvas, Ink.A)) == {"A", "A, sample 0", "A, sample 1"}


def test_the_time_of_impact_is_named_where_it_is_explained() -> None:
    for name, words in ((FIRST, "TOI: t = 0.56"), (CHANCE, "TOI: t = 0.46")):
        for wanted in STAGES:
            canvas = Told.draw(CONTINUOUS, stage(name, wanted))
            assert (words in labels(canvas, Ink.ANSWER)) is (wanted in STAGES[5:])


def test_a_body_that_turns_moves_no_point_farther_than_is_said() -> None:
    """Against many points of its outline, and the gaps at both samples."""
    assert "not excluded" in LESSON.page(stage(SPIN, "Why")).formula, "the bound is only necessary"
    for name, k in ((LATE, 0), (SPIN, 0)):
        scene = scene_of(name)
        page = LESSON.page(stage(name, "Why"))
        bound = float(plain(page.sentence).split(" = ")[1].split(".  ")[0].split(". ")[0])
        ring = [scene.a.shape.points + scene.a.shape.radius * np.array((math.cos(q), math.sin(q))) for q in range(7)]
        for t, u in pairwise(np.linspace(0.0, 1.0, scene.count + 1).tolist()):
            paths = np.zeros(len(np.vstack(ring)))
            for v, w in pairwise(np.linspace(t, u, 41).tolist()):
                here, there = (scene.sweep_a.at(each).place(np.vstack(ring)) for each in (v, w))
                paths += np.hypot(*(there - here).T)
            assert paths.max() < bound + 0.01
        both = gap(scene, k / scene.count) + gap(scene, (k + 1) / scene.count)
        assert f"= {both:.2f}" in plain(page.sentence)
        assert (both > bound) is ("no touch" in plain(page.sentence)) is (">" in page.formula)
    inside = [gap(scene_of(LATE), t) for t in np.linspace(0.0, 1.0 / 3.0, 101)]
    assert min(inside) > 0.0, "as it says of the samples 0 and 1"
    for name in (LATE, SPIN):
        canvas, scene = Told.draw(CURVE, stage(name, "Why")), scene_of(name)
        for i in (0, 1):
            place = i / scene.count, gap(scene, i / scene.count)
            assert labels(canvas, Ink.GAP)[f"s_{i} = {place[1]:.2f}"] == pytest.approx(place, abs=1e-6)
        assert "A touch in between needs a path of s_0 + s_1" in plain(LESSON.page(stage(name, "Why")).idea)
    _, height = labels(Told.draw(SAMPLED, stage(LATE, "Seen")), Ink.OVERLAP)["2: found"]
    assert height == pytest.approx(1.9 / 2.0), "above B, not on its hatch"
    assert "s_0 + s_1" in said(LATE, "Why")


def test_radius_and_angle_are_drawn_from_the_sample_that_is_spoken_of() -> None:
    scene = scene_of(LATE)
    canvas = Told.draw(SAMPLED, stage(LATE, "Why"))
    radius = max(outlines(canvas, Ink.EXAMINED, Line.MEASURE), key=lambda o: math.dist(o[0], o[1]))
    assert radius[0] == pytest.approx(scene.a.pose.position)
    assert math.dist(*radius) == pytest.approx(0.55)
    assert min(math.dist(radius[1], corner) for corner in scene.a.world.points) < 1e-9
    assert f"Δθ = {math.radians(27.0):.2f} rad" in labels(canvas, Ink.A)
    (step,) = (m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED)
    assert math.dist(step.start, step.end) == pytest.approx(math.hypot(2.9, 0.2) / 3.0)
    assert {"r", f"‖v‖Δt = {math.hypot(2.9, 0.2) / 3.0:.2f}"} <= set(labels(canvas, Ink.EXAMINED))


def test_the_length_of_the_overlap_is_drawn_where_it_decides() -> None:
    for scene, wanted, speed in ((over_a_corner(), "Why", 3.0), (scene_of(BOTH), "Substeps", 3.8)):
        moment = next(m for m in moments_of(LESSON, scene) if LESSON.page(m).stage == wanted)
        canvas = Told.draw(SAMPLED, moment)
        times = [t for t in np.linspace(0.0, 1.0, 4001) if gap(scene, t) <= 0.0]
        length = (times[-1] - times[0]) * speed
        bar = max(outlines(canvas, Ink.OVERLAP, Line.MEASURE), key=lambda o: math.dist(o[0], o[1]))
        assert math.dist(*bar) == pytest.approx(length, abs=3e-3)
        assert f"L = {length:.2f}" in labels(canvas, Ink.OVERLAP)
        assert "{L}" in LESSON.page(moment).formula
    assert not outlines(Told.draw(SAMPLED, stage(LARGE, "Why")), Ink.OVERLAP, Line.MEASURE)
    assert ("ge" in LESSON.page(stage(LARGE, "Why")).formula) is (1.8 > 1.3)


def test_where_a_turns_its_turn_is_set_in_the_place_of_its_speed() -> None:
    for name in LESSON.presets:
        scene = scene_of(name)
        shown = {each[0] for each in scene.controls()}
        assert ("turn" in shown) is (name in (LATE, SPIN)) is ("speed" not in shown)
    spin = scene_of(SPIN)
    assert spin.turn == pytest.approx(140.0)
    more = spin.with_field("turn", 200.0)
    assert math.degrees(more.a_end.pose.angle - more.a.pose.angle) == pytest.approx(-200.0), "the same way round"
    assert more.turn == pytest.approx(200.0)
    assert more.a_end.pose.position == pytest.approx(spin.a_end.pose.position)


def test_both_views_stand_level() -> None:
    from viz.picture.framing import frame

    for name in LESSON.presets:
        for moment in moments(name):
            left, right = (
                frame(pane, moment, (440.0, 310.0), steps=range(moment.index, moment.index + 1))
                for pane in (SAMPLED, CONTINUOUS)
            )
            if name not in (SPIN,):
                assert left.scale == pytest.approx(right.scale, rel=0.02), (name, moment.index)
                assert left.center[1] == pytest.approx(right.center[1], abs=2.5 / left.scale), (name, moment.index)


def test_between_two_samples_the_sampled_view_says_which_outline_is_which() -> None:
    """Where A's filled outline is not where A truly is, and a thin one is."""
    told = set()
    for name in LESSON.presets:
        for moment in moments(name):
            title, note = SAMPLED.head(moment)
            is_between = note == "filled: last sample; thin outline: true place now"
            assert (title, is_between) == ("Sampled", note != "tested at samples only")
            canvas = Canvas(0.01)
            SAMPLED.draw(canvas, moment)
            if is_between:
                at_now = moment.scene.a.shape.at(moment.scene.sweep_a.at(figure.now(moment))).points
                place = (at_now.min(axis=0) + at_now.max(axis=0)) / 2.0
                filled, thin = outlines(canvas, Ink.A)[0], outlines(canvas, Ink.A, Line.THIN)
                assert any(same_place(middle(each), place) for each in thin), "thin: where A truly is"
                assert moment.scene.sweep_a.turn or not same_place(middle(filled), place), "filled: elsewhere"
            told.add((is_between, LESSON.page(moment).stage))
    assert {(True, "Why"), (False, "Samples"), (False, "Substeps")} <= told


def same_place(one: Any, other: Any) -> bool:
    return math.dist(one, other) < 1e-3


def test_a_norm_has_two_bars_and_a_bold_vector() -> None:
    for name in LESSON.presets:
        for moment in moments(name):
            page = LESSON.page(moment)
            for words in (page.idea, page.sentence, page.formula):
                assert "$v$" not in words
                assert "|v" not in words


@pytest.mark.parametrize("name", LESSON.presets)
def test_the_signs_of_s_stand_within_the_last_time_step(name: str) -> None:
    """Above and below the axis; of a single step after its middle, where its length stands."""
    sides = {"s > 0: apart": (Ink.GAP, (0.0, 1.0)), "s < 0: overlap": (Ink.OVERLAP, (0.0, -1.0))}
    for moment in moments(name):
        n, canvas = moment.scene.count, Told.draw(CURVE, replace(moment, is_open=True))
        for label in [each for each in canvas.marks if isinstance(each, Label) and plain(each.text) in sides]:
            assert label.at == pytest.approx((1.0 - 0.5 / n if n > 1 else 0.8, 0.0))
            assert (label.ink, label.toward) == sides[plain(label.text)]


SET_UP = {  # perimeter, radius, x, y and degrees of each body
    "Ball and thin wall": (
        "a 0 0.45 -1.5 0.35 0; "
        "a_end 0 0.45 1.5 0.35 0; "
        "b 3 0 0.78 0.2 0; "
        "b_end 3 0 0.78 0.2 0; "
        "steps 2.0; "
        "speed 3.0; "
        "width 0.3"
    ),
    "Enough samples": (
        "a 0 0.42 2.3 0 0; a_end 0 0.42 -1.2 0 0; b 3.9 0 0 0 0; b_end 3.9 0 0 0 0; steps 5.0; speed 3.5; width 1.3"
    ),
    "Found by chance": (
        "a 3.2 0 -2.03 -0.1 0; a_end 3.2 0 1.27 -0.1 0; b 3 0 0 0 0; b_end 3 0 0 0 0; steps 2.0; speed 3.3; width 0.2"
    ),
    "Turned and found late": (
        "a 3.233 0 -1.5 0.2 0; "
        "a_end 3.233 0 1.4 0 81; "
        "b 6.2 0 0.89 0 0; "
        "b_end 6.2 0 0.89 0 0; "
        "steps 3.0; "
        "width 1.2; "
        "turn 81.0"
    ),
    "Spinning bar": (
        "a 3.6 0.09 -0.705 0 70; "
        "a_end 3.6 0.09 -0.705 0 -70; "
        "b 1.2 0 0 0 0; "
        "b_end 1.2 0 0 0 0; "
        "steps 1.0; "
        "width 0.3; "
        "turn 140.0"
    ),
    "Both move": (
        "a 3.37 0 -0.95 -0.25 0; "
        "a_end 3.37 0 0.95 -0.25 0; "
        "b 3.377 0 0.95 0.2 180; "
        "b_end 3.377 0 -0.95 0.2 180; "
        "steps 1.0; "
        "speed 3.8; "
        "width 1.15"
    ),
    "Past each other": (
        "a 0 0.45 -1.7 0 0; "
        "a_end 0 0.45 1.7 0.9 0; "
        "b 3 0 0.4 -0.9 0; "
        "b_end 3 0 0.4 -0.9 0; "
        "steps 3.0; "
        "speed 3.517101079013795; "
        "width 0.3"
    ),
    "Large ball": (
        "a 0 0.8 -1.95 0.1 0; "
        "a_end 0 0.8 1.95 0.1 0; "
        "b 5.2 0 0 0 0; "
        "b_end 5.2 0 0 0 0; "
        "steps 3.0; "
        "speed 3.9; "
        "width 0.2"
    ),
    "Overlap at the start": (
        "a 3.6 0 0.3 0.1 0; a_end 3.6 0 -1.8 0.1 0; b 5 0 0.8 0 0; b_end 5 0 0.8 0 0; steps 3.0; speed 2.1; width 0.5"
    ),
}


@pytest.mark.parametrize("name", SET_UP)
def test_a_scene_is_set_up_as_it_was_chosen(name: str) -> None:
    """A second entry of the numbers that make the scene: what it shows hangs on each."""
    assert set_up(LESSON, name) == SET_UP[name]


def test_every_scene_is_entered_twice() -> None:
    assert list(SET_UP) == list(LESSON.presets)
