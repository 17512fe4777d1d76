"""Vector on a vector: angles, shadows and answers, against complex numbers."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from geometry.faulty.scalar import raw_product, without_sign
from geometry.sat.projection import ScalarFound, UnitTaken, VectorProjected, VectorsDotted
from geometry.vector import vector
from lessons.shadows.vector_projection import NO_SIGN, RAW, TwoVectors, VectorProjection
from lessons.shadows.vector_projection_figure import draw_ruler
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, FeatureMark, Inset, Label, Mark, Stroke, Symbol
from viz.lesson.prediction import Place, Verdict
from viz.lesson.text import fixed, plain

LESSON = VectorProjection()
SCENES = LESSON.presets
NAMED_ALREADY = ("Right angle", "Opposite directions")  # one of the named angles is the present one
each_pair = pytest.mark.parametrize("name", [name for name in SCENES if name != "Zero vector"])


def moment_at(name: str, kind: type, compare: str = "") -> Moment[TwoVectors]:
    found = moments_of(LESSON, SCENES[name].scene, compare)
    return replace(next(m for m in found if isinstance(m.step, kind)), time=1.0)


def drawn(moment: Moment[TwoVectors]) -> list[Mark]:
    return Told.draw(LESSON.panes[0], moment).marks


def labels(moment: Moment[TwoVectors]) -> list[str]:
    return [plain(mark.text) for mark in drawn(moment) if isinstance(mark, Label)]


def said(moment: Moment[TwoVectors]) -> str:
    return plain(LESSON.page(moment).sentence)


def polar(scene: TwoVectors) -> tuple[float, float, float]:
    """Both lengths, and the angle from q to p in radians, by complex division."""
    p, q = complex(*(scene.tip_p - scene.o)), complex(*(scene.tip_q - scene.o))
    ratio = p / q
    return abs(p), abs(q), math.atan2(ratio.imag, ratio.real)


def shadow(scene: TwoVectors) -> float:
    p, _, turn = polar(scene)
    return p * math.cos(turn)


@each_pair
def test_the_numbers_of_every_stage(name: str) -> None:
    scene = SCENES[name].scene
    p, q, turn = polar(scene)
    dotted, value, degrees = p * q * math.cos(turn), p * math.cos(turn), math.degrees(abs(turn))
    first = moment_at(name, VectorsDotted)
    by_coordinates, words = said(first).removeprefix("p·q = ").removesuffix(".").replace("−", "-").split(". Also ")
    numbers, result = by_coordinates.replace("·", "*").split(" = ")
    assert eval(numbers) == pytest.approx(dotted, abs=0.03)
    assert float(result) == pytest.approx(dotted, abs=0.006)
    assert r"q_x" in LESSON.page(first).formula, "both formulas, side by side"
    assert r"\cos" in LESSON.page(first).formula
    numbers, result = words.split(" = ")
    shown = [float(part.strip("cos °")) for part in numbers.split(" · ")]
    assert shown[:2] == pytest.approx([p, q], abs=0.006)
    digits = len(numbers.removesuffix("°").split(".")[-1])
    assert shown[2] == pytest.approx(degrees, abs=0.51 * 10.0**-digits)
    assert digits == 1, "as in the figure and in the table, in every preset"
    assert math.prod((*shown[:2], math.cos(math.radians(shown[2])))) == pytest.approx(float(result), abs=0.0101)
    assert float(result) == pytest.approx(dotted, abs=0.006)
    for told in (f"‖p‖ = {fixed(p)}", f"‖q‖ = {fixed(q)}", f"θ = {fixed(degrees, 1)}°"):
        assert told in labels(first)
    x, y = scene.q / q
    assert said(moment_at(name, UnitTaken)) == f"q is {fixed(q)} long, so q̂ = ({fixed(x)}, {fixed(y)})."
    scalar = moment_at(name, ScalarFound)
    way = "vanishes" if abs(value) < 0.005 else "points along q" if value > 0.0 else "points against q"
    assert said(scalar).endswith(f": the shadow {way}.")
    numbers, result = said(scalar).removeprefix("ℓ = ").split(":")[0].replace("−", "-").replace("·", "*").split(" = ")
    assert eval(numbers) == pytest.approx(value, abs=0.03)
    assert float(result) == pytest.approx(value, abs=0.006)
    assert f"ℓ = {fixed(value)}" in labels(scalar)
    part = value * np.array((x, y))
    rest = scene.p - part
    along, across = (f"({fixed(v[0])}, {fixed(v[1])})" for v in (part, rest))
    assert said(moment_at(name, VectorProjected)) == f"Along q: {along}. The rest: {across}."
    table = LESSON.table(moment_at(name, VectorProjected))
    assert table is not None
    cells = [plain(row.cells[1]) for _, row in table.rows]
    both = [f"({fixed(v[0])}, {fixed(v[1])})" for v in (scene.tip_p - scene.o, scene.tip_q - scene.o)]
    assert cells[:4] == [*both, f"{fixed(degrees, 1)}°", fixed(dotted)]
    assert f"‖q‖ = {fixed(q)}" in labels(moment_at(name, UnitTaken))
    assert cells[5:] == [fixed(value), along, across]
    side = "less" if degrees < 90.0 else "more"
    told = plain(LESSON.situation(first))
    if name == "Right angle":
        assert told == "p and q are perpendicular."
    elif name == "Opposite directions":
        assert told == "p and q point in opposite directions."
    else:
        assert told == f"The angle between p and q is {fixed(degrees, 1)}°, {side} than 90°."


@each_pair
def test_the_shadow_is_drawn_at_its_length_forwards_or_backwards(name: str) -> None:
    scene = SCENES[name].scene
    value, unit = shadow(scene), scene.q / np.hypot(*scene.q)
    moment = moment_at(name, ScalarFound)
    bars = [m for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.BAR]
    own = [m for m in bars if m.opacity == 1.0]
    assert len(own) == (2 if abs(value) > 1e-6 else 0), "on the line, and lit among those at other angles"
    for bar in own:
        assert np.subtract(bar.points[1], bar.points[0]) == pytest.approx(value * unit)
        assert bar.ink is (Ink.ANSWER if value > 0.0 else Ink.OVERLAP)
    ghosts = [m for m in bars if m.opacity < 1.0]
    size = float(np.hypot(*scene.p))
    lengths = [float(np.subtract(m.points[1], m.points[0]) @ unit) for m in ghosts]
    expected = [size * math.cos(math.radians(turn)) for turn in range(0, 181, 15) if turn != 90]
    assert lengths == pytest.approx(expected), "shrinking to 0 at 90°, then growing backwards"
    assert [m.ink for m in ghosts] == [Ink.EXAMINED if t > 0.0 else Ink.OVERLAP for t in expected]
    assert len({"0°", "90°", "180°"} & set(labels(moment))) == (2 if name in NAMED_ALREADY else 3)
    assert labels(moment).count("θ") == 2, "at the arc and at its bar"
    assert "shadows of p every 15°" in labels(moment)
    if own:  # as far down as its angle is between those of the others
        down = np.array((unit[1], -unit[0])) * (-1.0 if scene.turn < 0.0 else 1.0)
        lanes = sorted(float(down @ (m.points[0] - scene.o)) for m in ghosts)
        lit = max(float(down @ (m.points[0] - scene.o)) for m in own)
        part = abs(polar(scene)[2]) / math.pi
        assert lit == pytest.approx(lanes[0] + part * (lanes[-1] - lanes[0]))
    (projector,) = [
        m for m in drawn(moment) if isinstance(m, Stroke) and m.ink is Ink.ANSWER and m.line is Line.DASHED
    ]
    assert projector.points[0] == pytest.approx(tuple(scene.tip_p))
    assert projector.points[1] == pytest.approx(tuple(scene.o + value * unit))
    left = np.array((-unit[1], unit[0]))
    height = float(left @ scene.p)
    if abs(height) > 1e-6:
        assert all(float(left @ (m.points[0] - scene.o)) * height < 0.0 for m in ghosts), "on the side without p"


@each_pair
def test_the_first_picture_shows_the_shadow_and_what_the_cosine_is(name: str) -> None:
    moment = moment_at(name, VectorsDotted)
    scene = moment.scene
    value, unit = shadow(scene), scene.q / np.hypot(*scene.q)
    bars = [m for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.BAR]
    if abs(value) > 1e-6:
        (bar,) = bars
        assert np.subtract(bar.points[1], bar.points[0]) == pytest.approx(value * unit)
        assert bar.ink is (Ink.ANSWER if value > 0.0 else Ink.OVERLAP)
        assert bar.opacity == 1.0
        beside = float(np.subtract(bar.points[0], scene.o) @ (-unit[1], unit[0]))
        assert abs(beside) > 0.1, "beside q, not under it"
        assert beside * scene.turn < 0.0, "on the side without p"
        assert "shadow of p" in labels(moment)
    (arrow,) = [m for m in drawn(moment) if isinstance(m, Arrow) and m.end == pytest.approx(tuple(scene.tip_q))]
    assert arrow.ink is Ink.QUIET, "the bar is the loud one"
    _, _, turn = polar(scene)
    for degrees, words in ((0.0, "1"), (90.0, "0"), (180.0, "−1")):
        found = [m for m in drawn(moment) if isinstance(m, Label) and plain(m.text) == f"cosθ = {words}"]
        assert len(found) == (abs(math.degrees(abs(turn)) - degrees) > 12.0), "not under p itself"
        for label in found:
            v = np.array(label.at) - scene.o
            cosine = float(v @ unit) / np.hypot(*v)
            assert cosine == pytest.approx(float(words.replace("−", "-")), abs=1e-9)
            assert np.hypot(*v) == pytest.approx(np.hypot(*scene.p)), "on the circle of p"


@each_pair
def test_every_symbol_of_the_scalar_projection_stands_in_the_figure(name: str) -> None:
    moment = moment_at(name, ScalarFound)
    marks = {m.feature.owner for m in drawn(moment) if isinstance(m, FeatureMark) and hasattr(m.feature, "owner")}
    assert {"p", "q", "q̂", "θ", "ℓ"} <= marks
    assert "θ" in labels(moment)
    unit = moment.scene.q / np.hypot(*moment.scene.q)
    arrow, own = sorted(
        (m for m in drawn(moment) if isinstance(m, Arrow) and m.ink is Ink.QUIET),
        key=lambda m: math.dist(m.end, moment.scene.tip_q),
        reverse=True,
    )
    assert own.end == pytest.approx(tuple(moment.scene.tip_q))
    assert np.subtract(arrow.end, arrow.start) == pytest.approx(unit)
    bars = [m for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.BAR and m.opacity == 1.0]
    for bar in bars:
        assert abs(float(np.subtract(arrow.start, bar.points[0]) @ (-unit[1], unit[0]))) > 0.05, "not on the shadow"


@each_pair
def test_p_swings_from_q_to_its_place(name: str) -> None:
    moment = moment_at(name, ScalarFound)
    scene = moment.scene
    end = abs(polar(scene)[2])
    for time in (0.0, 0.25, 0.5, 0.75, 1.0):
        arrows = [m for m in drawn(replace(moment, time=time)) if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        (arrow,) = arrows
        swung = TwoVectors(scene.o, vector(arrow.end), scene.tip_q)
        assert polar(swung)[0] == pytest.approx(polar(scene)[0])
        gone = end + time * 2.0 * math.pi  # to the longest shadow backwards, on to q, and back
        assert math.cos(polar(swung)[2]) == pytest.approx(math.cos(gone), abs=1e-6)
        assert time not in (0.0, 1.0) or arrow.end == pytest.approx(tuple(scene.tip_p)), "it starts where it stands"
        assert abs(math.sin(polar(swung)[2])) < 1e-6 or polar(swung)[2] * polar(scene)[2] > 0.0, "on its side of q"
        assert f"ℓ = {fixed(shadow(swung))}" in labels(replace(moment, time=time))
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.plays_on_entry
    assert LESSON.clock(moment_at(name, UnitTaken)) is None


@each_pair
def test_both_parts_close_the_triangle(name: str) -> None:
    moment = moment_at(name, VectorProjected)
    scene, value = moment.scene, shadow(moment.scene)
    foot = scene.o + value * scene.q / np.hypot(*scene.q)
    arrows = [(m.start, m.end) for m in drawn(moment) if isinstance(m, Arrow)]
    wanted = [(scene.o, foot), (foot, scene.tip_p)]
    if abs(value) < 1e-6 or math.dist(foot, scene.tip_p) < 1e-6:
        wanted = [each for each in wanted if math.dist(*each) > 1e-6]
    for start, end in wanted:
        moved = [np.subtract(a, start) for a, b in arrows if np.allclose(np.subtract(b, a), np.subtract(end, start))]
        lies_under = len(wanted) == 1
        assert any(math.hypot(*by) == pytest.approx(0.08 if lies_under else 0.0) for by in moved), (
            "beside p, not on it"
        )
    assert abs(value) < 1e-6 or f"ℓ = {fixed(value)}" in labels(moment)
    loud = Ink.ANSWER if value > -1e-6 else Ink.OVERLAP
    answer = [m for m in drawn(moment) if isinstance(m, Arrow) and m.ink in (Ink.ANSWER, Ink.TEXT, Ink.OVERLAP)]
    assert len(answer) == (abs(value) > 1e-6), "one answer"
    assert all(m.ink is loud for m in answer), "in the ink of its scalar"
    assert (r"\overlap{\ell}" in LESSON.page(moment).formula) is (loud is Ink.OVERLAP)
    strokes = [m for m in drawn(moment) if isinstance(m, Stroke)]
    assert not [m for m in strokes if m.line is Line.BAR], "quieter than the vectors"
    assert not [m for m in strokes if m.line in (Line.FEATURE, Line.MEASURE)], (
        "no other shadow, no copy of the length"
    )
    assert not [m for m in drawn(moment) if isinstance(m, Area)], "the sum of two vectors, and nothing else"
    unit = next(m for m in drawn(moment_at(name, UnitTaken)) if isinstance(m, Arrow) and m.line is Line.FEATURE)
    assert math.dist(unit.start, unit.end) == pytest.approx(1.0)
    assert np.subtract(unit.end, unit.start) @ scene.q == pytest.approx(np.hypot(*scene.q))


def test_every_quantity_can_be_pointed_at() -> None:
    moments = [replace(m, time=1.0) for m in moments_of(LESSON, SCENES["Acute angle"].scene)]
    table = LESSON.table(moments[-1])
    assert table is not None
    marks = {str(m.feature) for moment in moments for m in drawn(moment) if isinstance(m, FeatureMark)}
    assert {str(row.feature) for _, row in table.rows} - marks == {"p · q"}, "a number without a length of its own"


TURNED = {"Acute angle": 60.0, "Right angle": 120.0}  # the angle at which the shadow is as long as asked


@pytest.mark.parametrize("name", ["Acute angle", "Right angle", "Obtuse angle", "Sign left out"])
def test_p_is_turned_until_its_shadow_is_as_asked(name: str) -> None:
    scene = SCENES[name].scene
    asked = LESSON.page(moment_at(name, VectorsDotted)).prediction
    assert isinstance(asked, Place)
    p, _, turn = polar(scene)
    sign, base = -1.0 if turn < 0.0 else 1.0, math.atan2(scene.q[1], scene.q[0])
    right = TURNED.get(name, 180.0 - math.degrees(abs(turn)))
    if name == "Sign left out":
        right = math.degrees(math.acos(-math.cos(turn) / 2.0))

    def told(degrees: float) -> Verdict:
        at = base + sign * math.radians(degrees)
        point = (float(scene.o[0] + p * math.cos(at)), float(scene.o[1] + p * math.sin(at)))
        verdict = asked.judge((point,))
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        ink = Ink.ANSWER if verdict.right else Ink.FAULTY
        own = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR and m.opacity == 1.0]
        (bar,) = [m for m in own if m.ink is ink and math.dist(m.points[0], scene.o) < 1e-9]
        shadows = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR and m.opacity < 1.0]
        assert not shadows, "no shadow at an angle that nobody asked about"
        others = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.QUIET and m.line is Line.DOTTED]
        told_of = re.search(r"At (\d+)°, half", plain(verdict.because)) if verdict.right else None
        assert len(others) == (told_of is not None), "what the answer tells of is drawn"
        if told_of is not None:
            ray = np.subtract(others[0].points[0], scene.o)
            assert np.hypot(*ray) == pytest.approx(p)
            unit = scene.q / np.hypot(*scene.q)
            there, foot = (float(np.subtract(each, scene.o) @ unit) for each in others[0].points)
            assert there == pytest.approx(foot)
            assert foot == pytest.approx(p * math.cos(math.radians(float(told_of[1]))))
            (words,) = (plain(m.text) for m in canvas.marks if isinstance(m, Label) and "of p" in plain(m.text))
            assert words == f"{told_of[1]}°: 0.71 of p"
            assert "0.71 of p" in plain(verdict.because)
        there = math.radians(right if verdict.right else degrees)
        assert math.dist(*bar.points) == pytest.approx(abs(p * math.cos(there)))
        assert verdict.remarks[0].at == pytest.approx(bar.points[1])
        return verdict

    there = TwoVectors(scene.o, vector(asked.right[0]), scene.tip_q)
    assert there.degrees == pytest.approx(right)
    wanted = {"Acute angle": p / 2.0, "Right angle": -p / 2.0}.get(
        name, -shadow(scene) / (2.0 if name == "Sign left out" else 1.0)
    )
    assert shadow(there) == pytest.approx(wanted)
    (path,) = asked.along
    assert all(math.dist(point, scene.o) == pytest.approx(p) for point in path)
    assert polar(TwoVectors(scene.o, vector(path[20]), scene.tip_q))[2] * sign == pytest.approx(math.pi / 3.0)
    assert not asked.judge(asked.start).right
    assert told(right - 2.0).right
    assert told(right + 2.0).right
    against = told(180.0 - right)
    assert not against.right
    assert f"it points {'along' if right > 90.0 else 'against'} q: cos = " in plain(against.because)
    if right < 90.0:
        assert plain(told(45.0).because) == "At 45° the cosine is 0.71: the shadow is 0.71 times as long as p."
        assert plain(told(160.0).remarks[0].words) == "0.94 of p"
        assert plain(told(160.0).because).startswith("At 160° the cosine is −0.94: the shadow points against q")


@pytest.mark.parametrize(("name", "factor"), [("Long q", 0.5), ("Short q", 4.0), ("Opposite directions", 0.0)])
def test_the_end_of_a_shadow_is_placed(name: str, factor: float) -> None:
    scene = SCENES[name].scene
    asked = LESSON.page(moment_at(name, VectorsDotted)).prediction
    assert isinstance(asked, Place)
    unit, (p, q, turn) = scene.q / np.hypot(*scene.q), polar(scene)
    right = p * math.cos(turn) if factor else p * math.cos(math.radians(150.0))
    assert asked.right == (pytest.approx(tuple(scene.o + right * unit)),)

    def told(at: float) -> Verdict:
        verdict = asked.judge((tuple((scene.o + at * unit).tolist()),))
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        assert canvas.marks
        return verdict

    assert told(right).right
    assert not told(0.0).right
    if factor:
        assert float(scene.p @ (factor * scene.q)) / (factor * q) == pytest.approx(right), "whatever its length"
        assert "so is ‖q‖" in plain(told(factor * right).because)
        assert not told(factor * right).right
        assert "perpendicular" in plain(told(-right).because)
    else:
        assert f"{fixed(p * math.cos(math.radians(150.0)) / p)}: after a third of the turn to 90°" in plain(
            told(right).because
        )
        assert plain(told(-2.0 * p / 3.0).because) == "That is 0.67 of p. The shadow is ‖p‖ cos 150°."
        assert "still points against q" in plain(told(0.5).because)
        assert (told(0.0).head, "0.00" in told(0.0).because) == ("No shadow", False)


@each_pair
def test_both_turned_show_why_the_component_is_the_shadow(name: str) -> None:
    moment = moment_at(name, VectorsDotted)
    p, q, turn = polar(moment.scene)
    (inset,) = [m for m in drawn(moment) if isinstance(m, Inset)]
    tips = [m.end for m in inset.marks if isinstance(m, Arrow)]
    assert tips == [pytest.approx((q, 0.0)), pytest.approx((p * math.cos(turn), p * math.sin(turn)), abs=1e-9)]
    bars = [m for m in inset.marks if isinstance(m, Stroke) and m.line is Line.BAR]
    value = shadow(moment.scene)
    widths = [m.points[1][0] - m.points[0][0] for m in bars]
    assert widths == (pytest.approx([value]) if abs(value) > 1e-6 else [])
    symbols = {m.latex for m in inset.marks if isinstance(m, Symbol)}
    assert symbols == {r"\boldsymbol{p}", r"\boldsymbol{q}"}
    words = [m.text for m in inset.marks if isinstance(m, Label)]
    assert words == (["shadow"] if abs(value) > 1e-6 else [])
    title = plain(inset.title)
    assert not [m for m in drawn(moment_at(name, UnitTaken)) if isinstance(m, Inset)]
    assert title == f"both rotated: p·q = {'−' if value < -1e-6 else ''}shadow · ‖q‖"
    assert sum(widths) * q == pytest.approx(p * q * math.cos(turn), abs=1e-9), "true of what is drawn"
    idea = plain(LESSON.page(moment).idea)
    assert "Rotating both keeps lengths, angle and p·q. With q along x its y part is 0" in idea
    assert idea.endswith("p·q is the shadow times ‖q‖.")


@each_pair
def test_the_last_step_says_what_was_wanted(name: str) -> None:
    moment = moment_at(name, VectorProjected)
    value = shadow(moment.scene)
    told = plain(LESSON.situation(moment))
    if abs(value) < 1e-6:
        assert told == "p has no shadow on the line of q: they are perpendicular."
        assert "ℓ = 0.00, ℓq̂ = 0" in labels(moment), "a shadow of no length has its mark"
        assert "90°: no shadow" in labels(moment_at(name, VectorsDotted))
    else:
        way = "along" if value > 0.0 else "against"
        assert told == f"The shadow of p is {fixed(abs(value))} long and points {way} q."


@each_pair
def test_the_sectors_forwards_and_backwards_meet_where_there_is_no_shadow(name: str) -> None:
    moment = moment_at(name, ScalarFound)
    scene, marks = moment.scene, drawn(moment)
    unit = scene.q / np.hypot(*scene.q)
    areas = [m for m in marks if isinstance(m, Area)]
    assert [m.ink for m in areas] == [Ink.EXAMINED, Ink.OVERLAP]
    for area, sign in zip(areas, (1.0, -1.0), strict=True):
        along = (np.array(area.points) - scene.o) @ unit
        assert (sign * along > -1e-6).all()
        assert np.abs(along).max() == pytest.approx(np.hypot(*scene.p), abs=0.01)
    (border,) = [m for m in marks if isinstance(m, Stroke) and m.line is Line.DASHED and m.ink is Ink.TEXT]
    assert np.subtract(*border.points) @ unit == pytest.approx(0.0, abs=1e-9)
    named = [m for m in marks if isinstance(m, Label) and m.text == "90°: no shadow"]
    assert len(named) == (name != "Right angle"), "not where p is"
    for label in named:
        assert np.subtract(label.at, scene.o) @ unit == pytest.approx(0.0, abs=1e-9)


@each_pair
def test_p_and_q_are_symbols_in_every_answer(name: str) -> None:
    for kind in (VectorsDotted, ScalarFound):
        asked = LESSON.page(moment_at(name, kind)).prediction
        if asked is None:
            continue
        assert isinstance(asked, Place)
        (path,), (right,) = asked.along, asked.right
        for place in (right, *path, asked.start[0], (-right[0], -right[1])):
            verdict = asked.judge((place,))
            for words in (verdict.because, *(remark.words for remark in verdict.remarks)):
                bare = re.sub(r"\$[^$]*\$", "", words)
                assert not re.search(r"\b[pq]\b", bare), words


def test_the_answer_is_louder_than_what_it_answers() -> None:
    moment = moment_at("Acute angle", VectorsDotted)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    for place, is_right in ((asked.right[0], True), (asked.start[0], False)):
        canvas = Told.draw(LESSON.panes[0], moment)
        (before,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR]
        verdict = asked.judge((place,))
        assert verdict.right is is_right
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        same_bar = [m for m in canvas.marks if isinstance(m, Stroke) and m.points == before.points]
        assert [m.opacity for m in same_bar] == [0.4 if is_right else 1.0]
        old = "lVert", r"\theta$ = **", "shadow of"
        told = [m for m in canvas.marks if isinstance(m, Label) and any(each in m.text for each in old)]
        told = [m for m in told if "every" not in m.text]  # of the fan
        assert len(told) == (0 if is_right else 4), "they give way to the answer"


def test_the_unit_vector_is_named_on_its_own_side() -> None:
    """Where p leaves no room between, at its tip."""
    for name in ("Short q", "Acute angle"):
        moment = moment_at(name, VectorProjected)
        (symbol,) = [m for m in drawn(moment) if isinstance(m, Symbol) and m.latex == r"\hat q"]
        scene = moment.scene
        unit = scene.q / np.hypot(*scene.q)
        gap = float(np.subtract(symbol.at, scene.o) @ unit) * math.tan(scene.turn)
        assert gap > 0.4, "between the line of q and p"


def test_each_scene_asks_first_what_it_is_for() -> None:
    asked = {name: LESSON.page(moment_at(name, VectorsDotted)).prediction for name in SCENES if name != "Zero vector"}
    texts = [each.text for each in asked.values() if each is not None]
    assert len(set(texts)) == len(texts) == 7


def test_only_a_scene_made_for_a_comparison_opens_in_it() -> None:
    assert {name: each.compare for name, each in SCENES.items() if each.compare} == {
        "Long q": RAW,
        "Sign left out": NO_SIGN,
    }
    for name, compare in (("Long q", RAW), ("Sign left out", NO_SIGN), ("Obtuse angle", NO_SIGN)):
        for kind in (VectorsDotted, UnitTaken):
            moment = moment_at(name, kind, compare)
            assert "faulty" not in Told.draw(LESSON.panes[0], moment).transcript(), "nothing before ℓ exists"
            assert "This rule" not in LESSON.situation(moment)
        assert "faulty" in Told.draw(LESSON.panes[0], moment_at(name, ScalarFound, compare)).transcript()


@each_pair
def test_the_shadow_of_q_is_placed(name: str) -> None:
    scene = SCENES[name].scene
    asked = LESSON.page(moment_at(name, ScalarFound)).prediction
    p, q, turn = polar(scene)
    if not 0.02 < abs(math.cos(turn)) < 0.99:  # no shadow, or q itself
        assert asked is None
        return
    assert isinstance(asked, Place)
    unit, right = scene.p / p, q * math.cos(turn)
    assert asked.right == (pytest.approx(tuple(scene.o + right * unit)),)
    (path,) = asked.along
    for end in path:
        assert abs(float((np.array(end) - scene.o) @ unit)) > max(p, q), "on the line of p, as far as needed"
    verdict = asked.judge(asked.right)
    assert verdict.right
    assert f"= {fixed(right)}: the dot product is the same" in plain(verdict.because)
    canvas = Canvas(0.01)
    assert verdict.draw is not None
    verdict.draw(canvas, "world")
    assert fixed(abs(right)) in [m.text for m in canvas.marks if isinstance(m, Label)]
    (light,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED]
    foot = np.array(light.points[1]) - scene.o
    assert float((scene.q - foot) @ scene.p) == pytest.approx(0.0, abs=1e-9)
    first = abs(shadow(scene))
    wrong = {0.6 * right: "at a right angle", -right: "so the shadow points"}
    if abs(first - abs(right)) > 0.2:
        wrong = {**wrong, math.copysign(first, right): "Now divide by that of p."}
    for at, words in wrong.items():
        place = scene.o + at * unit
        each = asked.judge((tuple(place.tolist()),))
        if each.right or (abs(abs(at) - first) < 0.15 * q and "divide" not in words):
            continue
        assert words in plain(each.because), at
        assert fixed(abs(right)) not in each.because, "the number is not given away"
        canvas = Canvas(0.01)
        assert each.draw is not None
        each.draw(canvas, "world")
        assert all(m.ink is Ink.FAULTY for m in canvas.marks)
        assert each.remarks[0].at == pytest.approx(tuple(place)), "where the learner put it"


def test_the_angle_of_the_light_is_told() -> None:
    scene = TwoVectors(*(vector(v) for v in ((0.0, 0.0), (2.0, 0.0), (1.0, 1.0))))
    asked = LESSON.page(moments_of(LESSON, scene)[2]).prediction
    assert isinstance(asked, Place)
    assert plain(asked.judge(((0.0, 0.0),)).because).endswith("at a right angle to p. Here it is 45°.")
    assert "less than 90°" in asked.judge(((-0.4, 0.0),)).because


def test_at_a_right_angle_the_answer_says_that_there_is_no_shadow() -> None:
    asked = [LESSON.page(moments_of(LESSON, preset.scene)[0]).prediction for preset in LESSON.presets.values()]
    turned = [each for each in asked if isinstance(each, Place) and each.along and len(each.along[0]) == 61]
    assert len(turned) > 2
    for each in turned:
        verdict = each.judge((each.along[0][30],))  # at 90° from q
        assert not verdict.right
        assert (verdict.head, plain(verdict.because)) == ("No shadow", "At 90° the cosine is 0.00: p has no shadow.")


def test_a_raw_dot_product_is_no_length() -> None:
    moment = moment_at("Long q", ScalarFound, RAW)
    p, q, turn = polar(moment.scene)
    dotted = p * q * math.cos(turn)
    error = dotted - p * math.cos(turn)
    assert error > 1.0
    assert f"error {fixed(error)}" in labels(moment)
    told = f"This rule takes p·q = {fixed(dotted)} for the length of the shadow, however long q is"
    assert plain(LESSON.situation(moment)) == f"{told}: error {fixed(error)}."
    for step in (ScalarFound, VectorProjected):
        page = LESSON.page(moment_at("Long q", step, RAW))
        assert page.formula.startswith(r"\faulty"), "its formula and its words are the rule's own"
        assert page.idea.startswith("This rule")
        true = fixed(p * math.cos(turn))
        told = f"The rule says {fixed(dotted)}. The shadow is {fixed(dotted)} / {fixed(q)} = {true}."
        assert plain(page.sentence) == told
        assert not LESSON.page(moment_at("Acute angle", step)).idea.startswith("This rule")
    page = LESSON.page(moment_at("Obtuse angle", ScalarFound, NO_SIGN))
    assert page.formula.startswith(r"\faulty")
    assert plain(page.sentence).endswith("The shadow points against q: −0.92.")
    short = moment_at("Short q", ScalarFound, RAW)
    assert short.faulty.value < shadow(short.scene) - 0.5, "too short where q is short"
    for each in (moment, short):
        value = raw_product(each.scene.p, each.scene.q).value
        dotted_bar = next(m for m in drawn(each) if isinstance(m, Stroke) and m.ink is Ink.FAULTY)
        assert math.dist(*dotted_bar.points) == pytest.approx(abs(value))
        measured = next(
            m for m in drawn(each) if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.line is Line.MEASURE
        )
        assert math.dist(*measured.points) == pytest.approx(each.faulty.error)
    early = moment_at("Long q", UnitTaken, RAW)
    assert "error" not in LESSON.situation(early)
    assert not any("error" in text for text in labels(early))
    assert np.hypot(*moment.scene.q) > 1.5 * np.hypot(*SCENES["Acute angle"].scene.q), "it is long"


def test_a_length_without_its_sign_points_the_wrong_way() -> None:
    moment = moment_at("Obtuse angle", ScalarFound, NO_SIGN)
    value = shadow(moment.scene)
    assert value < 0.0
    assert f"error {fixed(-2.0 * value)}" in labels(moment)
    error = fixed(-2.0 * value)
    told = f"This rule takes the length {fixed(-value)} without its sign and lays it along q: error {error}."
    assert plain(LESSON.situation(moment)) == told
    assert moment_at("Acute angle", ScalarFound, NO_SIGN).faulty.error == pytest.approx(0.0)


def test_the_faulty_rules() -> None:
    assert (raw_product((2.0, 1.0), (3.0, 0.0)).value, raw_product((2.0, 1.0), (3.0, 0.0)).error) == (6.0, 4.0)
    assert (without_sign((-2.0, 1.0), (3.0, 0.0)).value, without_sign((-2.0, 1.0), (3.0, 0.0)).error) == (2.0, 4.0)
    with pytest.raises(ValueError, match="has no direction"):
        without_sign((1.0, 0.0), (0.0, 0.0))


def test_a_zero_vector_has_no_direction() -> None:
    moments = moments_of(LESSON, SCENES["Zero vector"].scene, RAW)
    assert [type(m.step) for m in moments] == [VectorsDotted]
    assert isinstance(moments[0].trace.refusal, ValueError)
    assert plain(LESSON.situation(moments[0])) == "q̂ = 0 / 0 has no value: q has no direction."
    assert "before you divide" in plain(LESSON.page(moments[0]).idea)
    assert LESSON.challenge(moments[0]) is None
    assert "no angle" in said(moments[0])
    assert LESSON.page(moments[0]).prediction is None, "with a comparison on"


def test_a_zero_vector_may_get_a_length_if_it_is_perpendicular() -> None:
    moment = moments_of(LESSON, SCENES["Zero vector"].scene)[0]
    page, scene = LESSON.page(moment), moment.scene
    asked = page.prediction
    assert isinstance(asked, Place)
    assert not asked.along, "anywhere in the plane"
    assert not asked.judge(asked.start).right
    assert asked.judge(asked.right).right
    p = float(np.hypot(*scene.p))
    across = np.array((-scene.p[1], scene.p[0])) / p
    for way in (
        across,
        -2.0 * across,
        across + 0.04 * scene.p / p,
        across + 0.1 * scene.p / p,
        0.1 * across,
        scene.p,
    ):
        verdict = asked.judge((tuple((scene.o + way).tolist()),))
        degrees = math.degrees(math.acos(max(-1.0, min(1.0, float(way @ scene.p) / p / float(np.hypot(*way))))))
        assert verdict.right is (abs(degrees - 90.0) < 3.0 and float(np.hypot(*way)) > 0.2 * p)
        if float(np.hypot(*way)) <= 0.2 * p:
            assert verdict.draw is None
            continue
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
        assert arrow.end == pytest.approx(tuple(scene.o + way))
        if not verdict.right:
            assert f"is {fixed(degrees, 0)}°" in verdict.because
            assert plain(verdict.because).endswith(f"p·q = {fixed(float(way @ scene.p))}.")
    none = TwoVectors(*(vector((0.0, 0.0)) for _ in range(3)))
    assert LESSON.page(moments_of(LESSON, none)[0]).prediction is None, "no p either"


@each_pair
def test_the_shadow_stays_while_q_becomes_the_unit_vector(name: str) -> None:
    scene = SCENES[name].scene
    bars = [
        [
            np.subtract(m.points[1], m.points[0])
            for m in drawn(moment_at(name, kind))
            if isinstance(m, Stroke) and m.line is Line.BAR
        ]
        for kind in (VectorsDotted, UnitTaken)
    ]
    assert len(bars[1]) == len(bars[0]) == (abs(shadow(scene)) > 1e-6)
    assert all(bar == pytest.approx(same) for bar, same in zip(*bars, strict=True))
    assert "radius 1" in labels(moment_at(name, UnitTaken))


@each_pair
def test_the_length_of_q_stands_beyond_its_tip(name: str) -> None:
    """Below q it would read as the length of the shadow."""
    moment = moment_at(name, VectorsDotted)
    scene = moment.scene
    (told,) = [m for m in drawn(moment) if isinstance(m, Label) and plain(m.text).startswith("‖q‖ =")]
    assert float((np.array(told.at) - scene.tip_q) @ scene.q) > 0.0


def test_each_faulty_rule_has_a_goal_of_its_own() -> None:
    def goal(p: tuple[float, float], q: tuple[float, float], compare: str) -> bool:
        scene = TwoVectors(*(vector(v) for v in ((0.0, 0.0), p, q)))
        moments = moments_of(LESSON, scene, compare)
        found = LESSON.challenge(moments[-1])
        assert found is not None
        early = LESSON.challenge(moments[0])
        assert early is not None
        assert "this rule" not in early.text, "before it is told of"
        assert "this rule" in found.text
        return found.reached

    for name, preset in SCENES.items():
        if name != "Zero vector":
            for compare in (RAW, NO_SIGN):
                assert not goal(tuple(preset.scene.p), tuple(preset.scene.q), compare)
    assert goal((-1.0, 1.0), (1.0, 0.0), RAW)
    assert not goal((1.0, 1.0), (1.0, 0.0), RAW)
    assert not goal((-1.0, 1.0), (1.2, 0.0), RAW)
    assert goal((-0.5, 2.0), (0.5, 2.0), NO_SIGN)
    assert not goal((0.5, 2.0), (0.5, 2.0), NO_SIGN)
    assert not goal((-1.0, 0.1), (0.5, 0.2), NO_SIGN)


def test_the_challenge_is_met_by_one_up_and_one_down() -> None:
    scene = SCENES["Acute angle"].scene

    def challenge(p: tuple[float, float], q: tuple[float, float]) -> bool:
        made = replace(scene, tip_p=vector(p), tip_q=vector(q))
        found = LESSON.challenge(moments_of(LESSON, made)[0])
        assert found is not None
        assert found.now == f"now p·q = {fixed(p[0] * q[0] + p[1] * q[1])}"
        return found.reached

    assert challenge((0.5, 2.0), (1.0, -1.0))
    assert not challenge((0.2, 2.0), (1.0, -1.0))
    assert not challenge((1.0, -1.0), (0.2, 2.0))
    assert not challenge((0.5, 2.0), (1.0, -0.3))


def test_a_ruler_of_long_vectors_has_few_ticks() -> None:
    class Long:
        p, q, o = np.array((250.0, 40.0)), np.array((1e6, 0.0)), np.zeros(2)

    canvas = Canvas(1e3)
    draw_ruler(canvas, Long(), 1.0)
    assert 3 <= len(canvas.marks) / 2 <= 21


@pytest.mark.parametrize("name", ["Long q", "Sign left out"])
def test_what_a_faulty_rule_says_has_a_symbol_and_a_row_of_its_own(name: str) -> None:
    compare = LESSON.presets[name].compare
    last = moments_of(LESSON, LESSON.presets[name].scene, compare)[-1]
    table = LESSON.table(last)
    assert table is not None
    shown = {plain(row.cells[0]): plain(row.cells[1]) for _, row in table.rows}
    value = shadow(last.scene)
    wrong = float(last.scene.p @ last.scene.q) if name == "Long q" else abs(value)
    assert (shown["ℓ'"], shown["ℓ"]) == (fixed(wrong), fixed(value))
    assert LESSON.page(last).formula.startswith(r"\faulty{\ell'=")
    right = LESSON.table(moments_of(LESSON, last.scene)[-1])
    assert right is not None
    assert "ℓ'" not in {plain(row.cells[0]) for _, row in right.rows}


@each_pair
def test_the_line_below_tells_the_angle_while_the_shadow_of_q_is_asked_for(name: str) -> None:
    page = LESSON.page(moment_at(name, ScalarFound))
    if page.prediction is not None:
        assert (
            fixed(polar(moment_at(name, ScalarFound).scene)[2] * 180.0 / math.pi, 1).lstrip("−") in page.known
            or "opposite" in page.known
        )


@each_pair
def test_the_line_below_follows_the_swing(name: str) -> None:
    moment = moment_at(name, ScalarFound)
    assert said(replace(moment, time=0.0)) == said(moment), "at rest before it starts"
    for time in (0.2, 0.3, 0.6, 0.9):
        now = replace(moment, time=time)
        (arrow,) = [m for m in drawn(now) if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        swung = TwoVectors(moment.scene.o, vector(arrow.end), moment.scene.tip_q)
        told = plain(LESSON.situation(now))
        angle, size = fixed(abs(math.degrees(polar(swung)[2])), 1), fixed(polar(moment.scene)[0])
        page = LESSON.page(now)
        assert plain(page.sentence) == f"Now ℓ = {size} · cos {angle}° = {fixed(shadow(swung))}."
        assert [plain(cell) for cell in page.rows[-1].cells] == ["ℓ", fixed(shadow(swung))]
        assert told == f"While p swings: at θ = {angle}° its scalar projection is {fixed(shadow(swung))}."
        table = LESSON.table(now)
        assert table is not None
        cells = {plain(row.cells[0]): plain(row.cells[1]) for _, row in table.rows}
        (px, py), (qx, qy), q_hat = swung.p, swung.q, swung.q / np.hypot(*swung.q)
        assert cells == {
            "p": f"({fixed(px)}, {fixed(py)})",
            "q": f"({fixed(qx)}, {fixed(qy)})",
            "θ": f"{angle}°",
            "p·q": fixed(px * qx + py * qy),
            "q̂": f"({fixed(q_hat[0])}, {fixed(q_hat[1])})",
            "ℓ": fixed(shadow(swung)),
        }, "one p in every row"
        assert LESSON.challenge(now) is None, "its number would be that of p at rest"
    assert "swings" not in LESSON.situation(moment)
    assert LESSON.tells_time


def test_without_a_length_p_has_no_angle_to_swing_through() -> None:
    scene = SCENES["Acute angle"].scene
    (found,) = [m for m in moments_of(LESSON, replace(scene, tip_p=scene.o)) if isinstance(m.step, ScalarFound)]
    now = replace(found, time=0.5)
    assert said(now) == said(found)
    assert "swings" not in LESSON.situation(now)
    assert LESSON.clock(now) is None


def test_p_swings_on_its_own_side_of_q() -> None:
    scene = SCENES["Acute angle"].scene
    down = replace(scene, tip_p=vector(scene.o + (1.4, -1.5)))
    (found,) = [m for m in moments_of(LESSON, down) if isinstance(m.step, ScalarFound)]
    (arrow,) = [m for m in drawn(replace(found, time=0.4)) if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    assert polar(TwoVectors(down.o, vector(arrow.end), down.tip_q))[2] < 0.0


@each_pair
def test_the_last_table_tells_the_scalar_at_rest(name: str) -> None:
    """Whatever the time on the clock: p swings at its own step alone."""
    start = moments_of(LESSON, SCENES[name].scene)[-1]
    for time in (0.0, 0.4, 1.0):
        table = LESSON.table(replace(start, time=time))
        assert table is not None
        (told,) = (plain(row.cells[1]) for _, row in table.rows if plain(row.cells[0]) == "ℓ")
        assert told == fixed(shadow(start.scene))


def test_a_zero_vector_has_room_around_it() -> None:
    scene = SCENES["Zero vector"].scene
    frame = Told.draw(LESSON.panes[0], moments_of(LESSON, scene)[0]).bounds()
    assert frame is not None
    p = float(np.hypot(*scene.p))
    assert min(np.subtract(frame.high, frame.low)) > 1.3 * p, "for every direction in which q may lie"


@each_pair
def test_the_last_picture_has_no_ticks_where_nothing_lies(name: str) -> None:
    moment = moment_at(name, VectorProjected)
    ends = (0.0, float(np.hypot(*moment.scene.q)), shadow(moment.scene))
    ticks = [int(text.replace("−", "-")) for text in labels(moment) if re.fullmatch(r"−?\d+", text)]
    assert ticks == list(range(math.ceil(min(ends) - 1e-9), math.floor(max(ends) + 1e-9) + 1))


@each_pair
def test_the_right_angle_of_the_sum_is_clear_of_the_arrow_heads(name: str) -> None:
    """The head of ℓq̂ lies before the foot, so the mark lies beyond it."""
    moment = moment_at(name, VectorProjected)
    scene, value, unit = moment.scene, shadow(moment.scene), moment.scene.q / np.hypot(*moment.scene.q)
    marks = [m for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.THIN and len(m.points) == 3]
    assert len(marks) == (name != "Opposite directions")
    for mark in marks:
        beyond = float(np.subtract(mark.points[1], scene.o) @ unit) - value
        assert beyond * (1.0 if value > 1e-9 else -1.0) > 0.0


@each_pair
def test_the_step_of_the_unit_vector_has_one_unit(name: str) -> None:
    """Its circle: a row of ticks without numbers beside it would be another."""
    texts = labels(moment_at(name, UnitTaken))
    assert "radius 1" in texts
    own = [m for m in drawn(moment_at(name, UnitTaken)) if isinstance(m, Stroke) and m.line is Line.THIN]
    unit = moment_at(name, UnitTaken).scene.q / np.hypot(*moment_at(name, UnitTaken).scene.q)
    start = moment_at(name, UnitTaken).scene.o
    on_line = [
        m
        for m in own
        if len(m.points) == 2 and abs(sum(np.subtract(p, start) @ (-unit[1], unit[0]) for p in m.points)) < 1e-9
    ]
    assert not on_line


@pytest.mark.parametrize("name", ["Long q", "Short q", "Opposite directions"])
def test_the_mark_of_an_end_is_seen_at_first(name: str) -> None:
    """Not on the ring of the origin, and on the other side of it than the end."""
    moment = moment_at(name, VectorsDotted)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    first, right = (np.subtract(each, moment.scene.o) for each in (asked.start[0], asked.right[0]))
    assert float(first @ right) < 0.0
    assert math.hypot(*first) > 0.3


def test_the_length_of_a_short_q_is_clear_of_the_bar() -> None:
    moment = moment_at("Short q", VectorsDotted)
    scene = moment.scene
    assert np.hypot(*scene.q) < shadow(scene)
    (told,) = [m for m in drawn(moment) if isinstance(m, Label) and plain(m.text).startswith("‖q‖ =")]
    (bar,) = [m for m in drawn(moment) if isinstance(m, Stroke) and m.line is Line.BAR]
    left = np.array((-scene.q[1], scene.q[0]))
    below = float(np.subtract(bar.points[0], scene.o) @ left)
    assert float(np.array(told.toward) @ left) * below < 0.0, "on the side without the shadow"
