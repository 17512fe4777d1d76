"""Separating line: signed distances, pieces on the wrong side, axes and room to turn, against the vertices."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from geometry import Convex, box, circle, rounded
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.point_query import point_query
from lessons.separating_axes.separating_line import ON_THE_LINE, SeparatingLine, ShapesAndLine
from lessons.separating_axes.separating_line_figure import shared_point
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Light, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Adjust, Click, Place
from viz.lesson.scene import Arrow as Vector
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = SeparatingLine()
each_scene = pytest.mark.parametrize("name", LESSON.presets)


def moments(name: str, compare: str = "") -> list[Moment[ShapesAndLine]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def drawn(moment: Moment[ShapesAndLine], pane: int = 0) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def fine(shape: Convex) -> np.ndarray:
    """Points all around a shape."""
    turns = np.linspace(0.0, math.tau, 2049)
    ring = shape.radius * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    return (shape.points[:, None, :] + ring[None, :, :]).reshape(-1, 2)


def distances(scene: ShapesAndLine) -> tuple[np.ndarray, np.ndarray]:
    """Of both shapes, positive on the side that B lies on: its middle beyond A's."""
    d = scene.line.vector
    n = np.array((-d[1], d[0])) / np.hypot(*d)
    a, b = ((fine(body.world) - scene.line.start) @ n for body in (scene.a, scene.b))
    sign = 1.0 if b.min() + b.max() > a.min() + a.max() else -1.0
    return sign * a, sign * b


@each_scene
def test_the_table_and_sentences_are_the_least_and_greatest_distances(name: str) -> None:
    found = moments(name)
    for moment, of, owner in zip(found[:2], distances(found[0].scene), "AB", strict=True):
        low, high = fixed(float(of.min())), fixed(float(of.max()))
        page = LESSON.page(moment)
        assert plain(page.sentence).startswith(f"On {owner} δ goes from {low} to {high}: ")
        assert [plain(cell).strip("*") for cell in page.rows[0].cells] == [
            *(owner, low, high),
            high if owner == "A" else low,
        ]
        clause = plain(page.sentence).split(": ")[1]
        wrong = float(of.max() if owner == "A" else -of.min())
        beyond, touches = wrong > 1e-6, abs(wrong) < 1e-6
        assert (f"a piece of {owner}" in clause) is beyond
        assert ("touches" in clause) is touches
        labels = [plain(m.text) for m in drawn(moment).marks if isinstance(m, Label) and m.style is TextStyle.BOLD]
        assert any(text.endswith(f"= {high if owner == 'A' else low}") for text in labels), labels


@each_scene
def test_the_verdict_and_what_it_says(name: str) -> None:
    moment = moments(name)[2]
    a, b = distances(moment.scene)
    separates = bool(a.max() < -1e-6 and b.min() > 1e-6)
    page = LESSON.page(moment)
    assert moment.step.separates is separates
    assert ("the line separates A and B" in plain(page.sentence)) is separates
    first, last = page.formula.split("0")
    assert first == r"\A{\max_A\delta}" + (r"\overlap{\nless}" if a.max() > -1e-6 else "<")
    assert last == (r"\overlap{\nless}" if b.min() < 1e-6 else "<") + r"\B{\min_B\delta}"
    is_apart = moment.scene.apart > 0.0
    assert ("**no line** separates" in page.idea) is not is_apart
    lines = [m for m in drawn(moment).marks if isinstance(m, Unbounded)]
    assert [m.ink for m in lines] == [Ink.GAP if separates else Ink.EXAMINED]


@each_scene
def test_the_piece_on_the_wrong_side_is_red_and_nothing_else_is(name: str) -> None:
    moment = moments(name)[1]
    a, b = distances(moment.scene)
    pieces = [m for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    deep = [float(depth) for depth in (a.max(), -b.min()) if depth > 1e-6]
    assert len(pieces) == len(deep)
    assert {m.opacity for m in pieces} <= {0.45}, "it is seen, and what lies below it too"
    every = drawn(moment).marks
    line = next(i for i, m in enumerate(every) if isinstance(m, Unbounded))
    assert all(every.index(piece) < line for piece in pieces), "the line and its normal lie above it"
    n, start = moment.step.normal, moment.scene.line.start
    for piece, depth in zip(pieces, deep, strict=True):
        along = (np.array(piece.points) - start) @ n
        assert max(along.max(), -along.min()) == pytest.approx(depth, abs=1e-2)
        assert min(along.max(), -along.min()) == pytest.approx(0.0, abs=1e-9), "it ends at the line"


@each_scene
def test_the_measured_distances_stand_on_the_line(name: str) -> None:
    moment = moments(name)[2]
    start, n = moment.scene.line.start, moment.step.normal
    dots = [m for m in drawn(moment).marks if isinstance(m, Dot) and m.ink in (Ink.A, Ink.B)]
    for mark, value in zip(dots, (distances(moment.scene)[0].max(), distances(moment.scene)[1].min()), strict=True):
        assert float((np.array(mark.at) - start) @ n) == pytest.approx(value, abs=1e-5)
        feet = [
            np.array(m.points[0])
            for m in drawn(moment).marks
            if isinstance(m, Stroke) and m.line is Line.MEASURE and m.ink is mark.ink and m.points[1] == mark.at
        ]
        assert not feet or abs(float((feet[0] - start) @ n)) < 1e-9
    arrow = next(m for m in drawn(moment).marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED)
    assert arrow.start == pytest.approx(tuple(start))
    way = np.subtract(arrow.end, arrow.start)
    assert way == pytest.approx(float(way @ n) * n)
    assert float(way @ n) > 0.0


@each_scene
def test_the_vector_whose_part_along_the_normal_is_the_distance_is_drawn(name: str) -> None:
    for moment, value in zip(moments(name)[:2], (0, 1), strict=True):
        start, n = moment.scene.line.start, moment.step.normal
        wanted = float((distances(moment.scene)[0].max(), distances(moment.scene)[1].min())[value])
        found = drawn(moment).marks
        (arrow,) = [m for m in found if isinstance(m, Arrow) and m.ink is Ink.TEXT]
        assert arrow.start == pytest.approx(tuple(start))
        assert float(np.subtract(arrow.end, arrow.start) @ n) == pytest.approx(wanted, abs=1e-5)
        symbols = {m.latex: m.at for m in found if isinstance(m, Symbol)}
        assert symbols[r"\boldsymbol x"] == arrow.end
        assert symbols[r"\boldsymbol x_0"] == arrow.start
    assert not [m for m in drawn(moments(name)[2]).marks if isinstance(m, Arrow) and m.ink is Ink.TEXT]


@each_scene
def test_a_point_that_both_shapes_share_is_shown_where_no_line_can_separate(name: str) -> None:
    for moment in (moments(name)[2], moments(name)[4]):
        labels = [m for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.ANSWER]
        assert bool(labels) is (moment.scene.apart <= 0.0)
        for label in labels:
            assert plain(label.text) == "in A and in B"
            for body in (moment.scene.a, moment.scene.b):
                assert point_query(body.world, label.at).separation < 1e-9
    reds = [m for m in drawn(moments(name)[4]).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    for red in reds:
        for corner in red.points:
            assert all(point_query(b.world, corner).separation < 0.05 for b in (moment.scene.a, moment.scene.b))


def test_a_shared_point_is_found_however_round_shapes_overlap() -> None:
    rng = np.random.default_rng(5)
    seen = 0
    for x, y in rng.uniform(-1.6, 1.6, (60, 2)):
        scene = ShapesAndLine(
            at(rounded(box(1.2, 0.7), 0.2), 0.0, 0.0, 20), at(circle(0.6), x, y), Vector((0, -1), (0.1, 1))
        )
        if scene.apart < -0.02:
            seen += 1
            point = shared_point(scene, 0.01)
            assert max(point_query(b.world, point).separation for b in (scene.a, scene.b)) < 1e-9
    assert seen > 20


@each_scene
def test_the_axis_is_perpendicular_and_shows_the_gap(name: str) -> None:
    moment = moments(name)[3]
    a, b = distances(moment.scene)
    s = float(b.min() - a.max())
    word = f"a gap of {fixed(s)}" if s > 1e-6 else f"overlap by {fixed(-s)}" if s < -1e-6 else "just touch"
    assert word in plain(LESSON.page(moment).sentence)
    inside = "The line is a point in this gap" in plain(LESSON.page(moment).sentence)
    assert inside is bool(s > 1e-6 and a.max() < -1e-6 < 1e-6 < b.min())
    bars = {m.ink: np.array(m.points) for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.BAR}
    (white,) = [m for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    n, d = moment.step.normal, moment.scene.line.vector
    for ink, of in ((Ink.A, a), (Ink.B, b)):
        ends = (bars[ink] - white.at) @ n
        assert ends == pytest.approx((of.min(), of.max()), abs=1e-5)
        assert abs(float((bars[ink][1] - bars[ink][0]) @ d)) < 1e-9
    off = np.array(white.at) - moment.scene.line.start
    assert off[0] * d[1] - off[1] * d[0] == pytest.approx(0.0, abs=1e-9)
    assert any(plain(m.text) == f"s = {fixed(s)}" for m in drawn(moment).marks if isinstance(m, Label))
    symbols = {m.latex: np.array(m.at) for m in drawn(moment).marks if isinstance(m, Symbol)}
    for latex, value in ((r"\max_A\delta", a.max()), (r"\min_B\delta", b.min())):
        assert float((symbols[latex] - white.at) @ n) == pytest.approx(float(value), abs=1e-5)


@each_scene
def test_the_room_to_turn_is_counted_and_its_light_touches_no_shape(name: str) -> None:
    moment = moments(name)[4]
    scene = moment.scene
    turns = np.radians(np.arange(0.0, 180.0, 0.05))
    ways = np.stack((np.cos(turns), np.sin(turns)))
    a, b = (fine(body.world) @ ways for body in (scene.a, scene.b))
    free = np.maximum(b.min(axis=0) - a.max(axis=0), a.min(axis=0) - b.max(axis=0)) > 1e-6
    degrees = float(free.sum()) * 0.05
    challenge = LESSON.challenge(moment)
    assert challenge.now == f"now {fixed(degrees, 0)}°"
    assert not challenge.reached
    sentence = plain(LESSON.page(moment).sentence)
    assert (f"turn by {fixed(degrees, 0)}°" in sentence) is bool(degrees)
    found = drawn(moment).marks
    lights = [m for m in found if isinstance(m, Light)]
    assert len(lights) == bool(degrees)
    pills = [plain(m.text) for m in found if isinstance(m, Label) and m.style is TextStyle.PILL]
    assert pills == ([f"{fixed(degrees, 0)}°"] if degrees else [])
    assert "gap" not in sentence, "the gap of the axis is another length"
    assert (f"A and B are {fixed(scene.apart)} apart" in sentence) is bool(degrees)
    lines = [m for m in found if isinstance(m, Unbounded)]
    tested = moment.trace.result.separates
    assert [m.line for m in lines if m.ink is Ink.GAP].count(Line.CURVE) == (bool(degrees) and not tested)
    assert [m.line for m in lines if m.ink is Ink.EXAMINED] == ([] if tested else [Line.DASHED])
    corners = [fine(body.world) for body in (scene.a, scene.b)]
    for line in (m for m in lines if m.ink is Ink.GAP):
        n = np.array((-line.direction[1], line.direction[0])) / math.hypot(*line.direction)
        first, last = ((each - line.through) @ n for each in corners)
        assert min(last.min(), -first.max()) > -1e-5 or min(first.min(), -last.max()) > -1e-5
    for light in lights:
        check_light(light, corners, ways)


def check_light(light: Light, shapes: list[np.ndarray], ways: np.ndarray) -> None:
    """Light is where a separating line passes, and nowhere else."""
    outline, rng = np.array(light.points), np.random.default_rng(3)
    a, b = (shape @ ways for shape in shapes)
    low, high = (np.where(b.min(axis=0) > a.max(axis=0), *each) for each in (
        (a.max(axis=0), b.max(axis=0)), (b.min(axis=0), a.min(axis=0))))  # fmt: skip
    seen = set()
    for p in np.array(light.origin) + rng.uniform(-1.6, 1.6, (300, 2)):
        at = p @ ways
        room = float(np.minimum(at - low, high - at).max())
        if abs(room) > 0.02:
            assert inside(outline, p) is (room > 0.0), (p, room)
            seen.add(room > 0.0)
    assert True in seen
    assert False in seen


def inside(outline: np.ndarray, p: np.ndarray) -> bool:
    """By the edges that a ray to the right crosses."""
    crossed = 0
    for q, r in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if (q[1] > p[1]) != (r[1] > p[1]):
            crossed += bool(q[0] + (p[1] - q[1]) / (r[1] - q[1]) * (r[0] - q[0]) > p[0])
    return crossed % 2 == 1


@each_scene
def test_b_moved_nearer_leaves_a_part_of_the_gap(name: str) -> None:
    moment = moments(name)[4]
    apart = moment.scene.apart
    told = [[plain(m.text) for m in drawn(moment, i).marks if isinstance(m, Label)][-1] for i in (1, 2)]
    for i, (text, part) in enumerate(zip(told, (0.4, 0.0), strict=True), start=1):
        gap = apart * part if apart > 0.0 else 0.3 * (part > 0.0)
        assert text.startswith(f"{fixed(gap)} apart: "), "the gap of the axis is another length"
        assert ("no line fits" in text) is (gap <= 0.0)
        lights = [m for m in drawn(moment, i).marks if isinstance(m, Light)]
        assert len(lights) == (gap > 0.0)
        outlines = [np.array(m.points) for m in drawn(moment, i).marks if isinstance(m, Stroke) and m.closed]
        moved = outlines[1].mean(axis=0) - np.array(scene_b_outline(moment)).mean(axis=0)
        assert float(np.hypot(*moved)) == pytest.approx(abs(gap - moment.scene.best.separation), abs=1e-6)
    room = int(told[0].split(": ")[1].split("°")[0])
    assert room > 0
    if apart > 0.0:
        assert math.degrees(moment.step.turn) > room
    words = [plain(m.text) for m in drawn(moments(name)[0], 1).marks if isinstance(m, Label)][-1]
    assert words == f"{fixed(0.4 * apart if apart > 0.0 else 0.3)} apart, the same line"
    title = LESSON.panes[1].head(moment)[0]
    assert title == ("B moved nearer" if apart > 0.0 else "B moved away")


@each_scene
def test_the_line_in_a_gap_is_shown_after_it_was_looked_for_and_is_squeezed_out(name: str) -> None:
    def lines(moment: Moment[ShapesAndLine]) -> list[Ink]:
        found = []
        for pane in (1, 2):
            strokes = [m for m in drawn(moment, pane).marks if isinstance(m, Stroke) and m.line is Line.MEASURE]
            strokes = [m for m in strokes if m.ink in (Ink.GAP, Ink.OVERLAP) and len(m.points) == 2]
            shapes = [np.array(m.points) for m in drawn(moment, pane).marks if isinstance(m, Stroke) and m.closed]
            for line in strokes:
                d = np.subtract(line.points[1], line.points[0])
                n = np.array((d[1], -d[0])) / np.hypot(*d)
                a, b = sorted((((each - line.points[0]) @ n) for each in shapes), key=lambda each: float(each.mean()))
                assert a.max() == pytest.approx(-b.min(), abs=2e-2), "in the middle"
                assert bool(a.max() < -1e-3) is (line.ink is Ink.GAP)
            found += [line.ink for line in strokes]
        return found

    found = moments(name)
    needs_axis = LESSON.page(found[3]).prediction is not None
    assert [lines(moment) for moment in found[:2]] == [[], []]
    assert lines(found[2]) == ([] if needs_axis else [Ink.GAP, Ink.OVERLAP])
    assert lines(replace(found[3], is_open=True)) == []
    for moment in found[3:]:
        assert lines(moment) == [Ink.GAP, Ink.OVERLAP]


def scene_b_outline(moment: Moment[ShapesAndLine]) -> np.ndarray:
    return np.array(next(m.points for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.B))


def test_a_vertex_is_asked_for_and_judged_by_its_distance() -> None:
    moment = moments("Leaning line")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    b, n = moment.scene.b.world, moment.step.normal
    along = (b.points - moment.scene.line.start) @ n
    vertex = [FeatureRef("B", FeatureKind.VERTEX, i) for i in range(4)]
    assert asked.right == {vertex[int(along.argmin())]}
    for ref in vertex:
        verdict = asked.judge(ref)
        assert verdict.right is (ref.index == int(along.argmin()))
        assert fixed(float(along[ref.index])) in verdict.because
        assert verdict.remarks[0].at == pytest.approx(tuple(b.points[ref.index]))
    assert asked.wants(vertex[0])
    assert not asked.wants(FeatureRef("A", FeatureKind.VERTEX, 0)), "a click on a vertex of A selects it"
    assert LESSON.page(moments("Round shapes")[0]).prediction is None, "a rounded shape has no deciding vertex"


@each_scene
def test_a_line_is_asked_for_where_one_fits(name: str) -> None:
    moment = moments(name)[1]
    asked = LESSON.page(moment).prediction
    assert (asked is not None) is (moment.scene.apart > 0.0)
    if asked is None:
        return
    assert isinstance(asked, Adjust)
    assert not asked.judge(moment.scene).right, "it starts where it is wrong"
    shown = asked.right(moment.scene)
    a, b = distances(shown)
    assert asked.judge(shown).right
    assert -a.max() == pytest.approx(moment.scene.apart / 2.0, abs=1e-5)
    assert b.min() == pytest.approx(moment.scene.apart / 2.0, abs=1e-5)
    assert shown.a is moment.scene.a


def test_a_line_is_judged_by_its_distances() -> None:
    moment = moments("Leaning line")[1]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Adjust)
    good, heads = asked.right(moment.scene), set()
    d = good.line.vector
    n = np.array((-d[1], d[0])) / np.hypot(*d)
    for by in np.linspace(-0.6, 0.6, 41):
        scene = good.with_field("line", Vector(good.line.start + by * n, good.line.end + by * n))
        a, b = distances(scene)
        high, low = float(a.max()), float(b.min())
        verdict = asked.judge(scene)
        heads.add(verdict.head)
        assert verdict.right is (high < 0.0 < low and abs(high + low) <= 0.3 * (low - high))
        assert (verdict.head == "It does not separate") is (high >= 0.0 or low <= 0.0)
        nearer = "A" if -high < low else "B"
        assert (f"nearer to {nearer}" in verdict.because) is (verdict.head == "Not in the middle")
        words = {remark.words for remark in verdict.remarks}
        if high > 0.0:
            assert words == {f"{fixed(high)} in front"}
        elif low < 0.0:
            assert words == {f"{fixed(-low)} behind"}
        else:
            assert words == {fixed(-high), fixed(low)}
    assert heads == {"", "It does not separate", "Not in the middle"}
    assert "without turning" in asked.judge(moment.scene).because
    assert "Turn the line." in asked.judge(moments("Narrow gap")[1].scene).because


def test_an_axis_is_asked_for_where_the_line_s_own_shows_none() -> None:
    asked_of = {name for name in LESSON.presets if LESSON.page(moments(name)[3]).prediction is not None}
    assert asked_of == {"Narrow gap", "Round shapes", "Line taken for the axis"}
    moment = moments("Narrow gap")[3]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    shapes = [fine(body.world) for body in (moment.scene.a, moment.scene.b)]
    points = np.array(asked.along[0])
    centre = points[:-1].mean(axis=0)
    seen = set()
    for point in points:
        n = (point - centre) / np.hypot(*(point - centre))
        a, b = (shape @ n for shape in shapes)
        s = max(float(b.min() - a.max()), float(a.min() - b.max()))
        verdict = asked.judge((tuple(point),))
        assert verdict.right is (s > 1e-9)
        assert fixed(abs(s)) in verdict.because
        seen.add(verdict.right)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        inks = {m.ink for m in canvas.marks}
        assert (Ink.FAULTY in inks) is not verdict.right
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
        assert arrow.end == pytest.approx(tuple(point))
        bars = [np.array(m.points) @ n for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR]
        for bar, along in zip(bars, (a, b), strict=True):
            assert bar == pytest.approx((along.min(), along.max()), abs=1e-5)
    assert seen == {True, False}
    assert not asked.judge(asked.start).right, "it starts where it is wrong"


def test_shadows_on_the_line_are_wrong_about_the_line() -> None:
    moment = moments("Line taken for the axis", ON_THE_LINE)[2]
    t = moment.scene.line.vector / np.hypot(*moment.scene.line.vector)
    a, b = (fine(body.world) @ t for body in (moment.scene.a, moment.scene.b))
    gap = float(b.min() - a.max())
    assert gap > 0.0
    labels = [plain(m.text) for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert labels == ["A", "B", f"gap {fixed(gap)}"]
    assert f"leave a gap of {fixed(gap)}, but" in plain(LESSON.page(moment).idea)
    bars = [np.array(m.points) @ t for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.BAR]
    assert bars[0] == pytest.approx((a.min(), a.max()), abs=1e-5)
    assert bars[1] == pytest.approx((b.min(), b.max()), abs=1e-5)
    across = np.array((-t[1], t[0]))
    lanes = [
        np.array(m.points) @ across - moment.scene.line.start @ across
        for m in drawn(moment).marks
        if isinstance(m, Stroke) and m.line is Line.BAR
    ]
    assert lanes[0] == pytest.approx((0.065, 0.065)), "A's bar lies left of the line, 6.5 pixels off"
    assert lanes[1] == pytest.approx((-0.065, -0.065))
    right = moments("One above the other", ON_THE_LINE)[2]
    assert "shadows overlap by" in plain(LESSON.page(right).idea)
    assert "but the line separates A and B" in plain(LESSON.page(right).idea)
    comparison = LESSON.comparison(ON_THE_LINE)
    assert comparison is not None
    assert comparison.differs(right)
    assert not comparison.differs(moments("Overlap", ON_THE_LINE)[2])


@each_scene
def test_a_faulty_rule_tells_its_own_formula_and_answer_and_what_is_true(name: str) -> None:
    told, right = moments(name, ON_THE_LINE), moments(name)
    t = told[0].scene.line.vector / np.hypot(*told[0].scene.line.vector)
    a, b = (fine(body.world) @ t for body in (told[0].scene.a, told[0].scene.b))
    s = max(float(b.min() - a.max()), float(a.min() - b.max()))
    found = f"{'a gap' if s > 0.0 else 'an overlap'} of {fixed(abs(s))}"
    for moment, own in zip(told[:2], right[:2], strict=True):
        assert LESSON.page(moment).sentence == LESSON.page(own).sentence, "it has not answered yet"
        assert LESSON.situation(moment) == LESSON.situation(own)
    for moment, own in zip(told[2:], right[2:], strict=True):
        page = LESSON.page(moment)
        words = plain(page.sentence)
        assert found in words
        assert page.formula.startswith(r"\faulty{s}=")
        later = "B" if b.min() - a.max() >= a.min() - b.max() else "A"
        assert page.formula.index(rf"\min_{later}") < page.formula.index(r"\max_"), "of the shape that comes later"
        assert words != plain(LESSON.page(own).sentence)
        assert plain(LESSON.situation(moment)) == f"This rule projects A and B on the line itself, along t̂: {found}."
        arrow = next(m for m in drawn(moment).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY)
        assert arrow.start == pytest.approx(tuple(moment.scene.line.end))
        way = np.subtract(arrow.end, arrow.start)
        assert way == pytest.approx(np.hypot(*way) * t), "along the line"
    left, ahead = distances(told[0].scene)
    truth = plain(LESSON.page(told[2]).sentence)
    assert ("separates A and B" in truth) is bool(left.max() < -1e-6 and ahead.min() > 1e-6)
    on_axis = ahead.min() - left.max()
    meet = f"{'leave a gap of' if on_axis > 0.0 else 'overlap by'} {fixed(abs(on_axis))}"
    meet = "just touch" if abs(on_axis) < 1e-6 else meet
    assert plain(LESSON.page(told[3]).sentence).endswith(f"the projections {meet}.")
    assert f"proves {'that a line perpendicular' if s > 0.0 else 'nothing'}" in plain(LESSON.page(told[4]).sentence)
    table = LESSON.table(told[4])
    assert table is not None
    assert [plain(row.cells[-1]) for _, row in table.rows if row.faulty] == [fixed(s)]
    for moment, is_seen in ((told[3], True), (told[4], False)):  # the last picture has the room instead
        pieces = [
            m for m in drawn(moment).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP and m.opacity == 0.45
        ]
        assert len(pieces) == is_seen * (int(left.max() > 1e-6) + int(ahead.min() < -1e-6))


def test_projections_on_the_line_that_just_touch_leave_no_gap() -> None:
    scene = ShapesAndLine(at(box(2, 2), -1.0, 1.5), at(box(2, 2), 1.0, -1.5), Vector((-2.0, 0.0), (2.0, 0.0)))
    told = moments_of(LESSON, scene, ON_THE_LINE)[2:]
    assert "The shadows just touch, " in plain(LESSON.page(told[0]).idea)
    assert all("no gap" in plain(LESSON.page(moment).sentence) for moment in told)
    assert (
        plain(LESSON.page(told[2]).sentence)
        == "The rule finds no gap on the line. That proves nothing of the line itself."
    )


def test_a_gap_on_the_line_is_one_for_a_line_perpendicular_to_it() -> None:
    last = moments("Line taken for the axis", ON_THE_LINE)[4]
    lines = [m for m in drawn(last).marks if isinstance(m, Unbounded) and m.ink is Ink.GAP]
    assert [m.line for m in lines] == [Line.THIN, Line.THIN, Line.MEASURE]
    lines = lines[2:]
    t = last.scene.line.vector / np.hypot(*last.scene.line.vector)
    assert float(np.array(lines[0].direction) @ t) == pytest.approx(0.0, abs=1e-9)
    a, b = (fine(body.world) @ t for body in (last.scene.a, last.scene.b))
    assert a.max() < float(np.array(lines[0].through) @ t) < b.min()


@each_scene
def test_a_distance_on_the_wrong_side_is_told_on_the_other_side_of_the_line(name: str) -> None:
    moment = moments(name)[2]
    start, n, found = moment.scene.line.start, moment.step.normal, drawn(moment).marks
    for word, value, side in zip(
        ("max_A", "min_B"),
        (float(distances(moment.scene)[0].max()), float(distances(moment.scene)[1].min())),
        (1.0, -1.0),
        strict=True,
    ):
        label = next(m for m in found if isinstance(m, Label) and plain(m.text).startswith(word))
        at = float((np.array(label.at) - start) @ n)
        if side * value > 0.3:
            assert at == pytest.approx(0.0, abs=1e-9), "at the foot, off the piece"
            assert side * float(np.array(label.toward) @ n) < 0.0
        elif side * value < 0.0:
            assert at == pytest.approx(value, abs=1e-5)


def test_beside_the_faulty_bars_the_room_is_light_between_its_borders() -> None:
    marks = drawn(moments("One above the other", ON_THE_LINE)[4]).marks
    assert sum(isinstance(m, Light) for m in marks) == 1
    assert [m.line for m in marks if isinstance(m, Unbounded)] == [Line.THIN, Line.THIN, Line.FEATURE]


@each_scene
def test_the_gap_on_the_line_is_told_where_it_is_measured(name: str) -> None:
    for moment in moments(name, ON_THE_LINE)[2:]:
        t = moment.scene.line.vector / np.hypot(*moment.scene.line.vector)
        marks = drawn(moment).marks
        bars = [np.array(m.points) @ t for m in marks if isinstance(m, Stroke) and m.line is Line.BAR][:2]
        inner = sorted(np.concatenate(bars))[1:3]
        measured = max(
            (
                np.array(m.points)
                for m in marks
                if isinstance(m, Stroke) and m.ink is Ink.FAULTY and m.line is not Line.BAR
            ),
            key=lambda ends: abs(float((ends[1] - ends[0]) @ t)),
        )
        label = next(m for m in marks if isinstance(m, Label) and m.ink is Ink.FAULTY and "." in plain(m.text))
        if abs(moment.faulty.separation) < 0.5:
            assert sorted(measured @ t) == pytest.approx(inner, abs=1e-5)
        assert min(math.dist(label.at, end) for end in measured) < 1e-9, "at an end of what it measures"


@each_scene
def test_the_small_views_try_the_same_line_until_one_that_fits_is_known(name: str) -> None:
    for moment in moments(name):
        scene, n = moment.scene, moment.step.normal if moment.index == 0 else moments(name)[0].step.normal
        for pane in (1, 2):
            marks = drawn(moment, pane).marks
            tried = [np.array(m.points) for m in marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED]
            told = [plain(m.text) for m in marks if isinstance(m, Label)][-1]
            assert bool(tried) is told.endswith("the same line")
            for points in tried:
                assert (points - scene.line.start) @ n == pytest.approx((0.0, 0.0), abs=1e-9)
        assert bool(tried) >= (moment.index < 2), "from the first step on"
    far = Vector(scene.line.start + 50.0 * n, scene.line.end + 50.0 * n)
    moved = moments_of(LESSON, scene.with_field("line", far))[0]
    assert not [m for m in drawn(moved, 1).marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED]


def test_the_challenge_can_be_met() -> None:
    scene = ShapesAndLine(at(box(2, 2), -1.05, 0.0), at(box(2, 2), 1.05, 0.0), Vector((0, -1), (0, 1)))
    found = moments_of(LESSON, scene)
    assert LESSON.challenge(found[0]).reached, LESSON.challenge(found[0]).now
    touching = ShapesAndLine(at(box(2, 2), -1.0, 0.0), at(box(2, 2), 1.0, 0.0), Vector((0, -1), (0, 1)))
    assert not LESSON.challenge(moments_of(LESSON, touching)[0]).reached


def test_a_line_of_no_length_is_refused() -> None:
    with pytest.raises(ValueError, match="two different points"):
        ShapesAndLine(at(circle(1.0), -2.0, 0.0), at(circle(1.0), 2.0, 0.0), Vector((0.0, 0.0), (0.0, 0.0)))
