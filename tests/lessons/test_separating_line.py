"""Separating line: signed distances, pieces on the wrong side, axes and room to turn, against the vertices."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Convex, box, circle
from geometry.feature import FeatureKind, FeatureRef
from lessons.separating_axes.separating_line import ON_THE_LINE, SeparatingLine, ShapesAndLine
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Region, Stroke, Unbounded
from viz.lesson.prediction import Click, Place
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
        assert plain(page.sentence).startswith(f"{owner} lies from {low} to {high}: ")
        assert [plain(cell).strip("*") for cell in page.rows[0].cells] == [owner, low, high]
        clause = plain(page.sentence).split(": ")[1]
        wrong = float(of.max() if owner == "A" else -of.min())
        beyond, touches = wrong > 1e-6, abs(wrong) < 1e-6
        assert ("a piece of it" in clause) is beyond
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
    assert (r"\A{\max_A\delta}\ge 0" in page.formula) is bool(a.max() > -1e-6)
    assert (r"\B{\min_B\delta}\le 0" in page.formula) is bool(b.min() < 1e-6)
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
def test_the_axis_is_perpendicular_and_shows_the_gap(name: str) -> None:
    moment = moments(name)[3]
    a, b = distances(moment.scene)
    s = float(b.min() - a.max())
    word = "a gap of" if s > 1e-6 else "overlap by"
    assert f"{word} {fixed(abs(s))}" in plain(LESSON.page(moment).sentence)
    inside = "The line is a point in it" in plain(LESSON.page(moment).sentence)
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
    slabs = [m for m in drawn(moment).marks if isinstance(m, Region)]
    assert bool(slabs) is bool(degrees)
    for slab in slabs:
        (p, q), (n, m) = np.array(slab.through), np.array(slab.normals)
        for body in (scene.a, scene.b):
            outline = fine(body.world)
            beyond = np.maximum((outline - p) @ n, (outline - q) @ m)
            assert beyond.min() >= -1e-4


@each_scene
def test_b_moved_nearer_leaves_a_part_of_the_gap(name: str) -> None:
    moment = moments(name)[4]
    apart = moment.scene.apart
    told = [[plain(m.text) for m in drawn(moment, i).marks if isinstance(m, Label)][-1] for i in (1, 2)]
    for text, part in zip(told, (0.4, 0.0), strict=True):
        gap = apart * part
        assert text.startswith(f"overlap {fixed(-gap)}" if gap < 0.0 else f"gap {fixed(gap)}: "[:-2])
        assert ("no line fits" in text) is (gap <= 0.0)
    if apart > 0.0:
        room = int(told[0].split(": ")[1].split("°")[0])
        assert math.degrees(moment.step.turn) > room > 0


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
    assert not asked.judge(FeatureRef("A", FeatureKind.VERTEX, 0)).right
    assert LESSON.page(moments("Round shapes")[0]).prediction is None, "a rounded shape has no deciding vertex"


def test_an_axis_is_asked_for_where_the_line_s_own_shows_none() -> None:
    asked_of = {name for name in LESSON.presets if LESSON.page(moments(name)[2]).prediction is not None}
    assert asked_of == {"Leaning line", "Narrow gap", "Round shapes", "Line taken for the axis"}
    moment = moments("Narrow gap")[2]
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
    assert f"a gap of {fixed(gap)}, but" in plain(LESSON.page(moment).idea)
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
    assert "an overlap of" in plain(LESSON.page(right).idea)
    assert "but the line separates them" in plain(LESSON.page(right).idea)
    comparison = LESSON.comparison(ON_THE_LINE)
    assert comparison is not None
    assert comparison.differs(right)
    assert not comparison.differs(moments("Overlap", ON_THE_LINE)[2])


def test_the_challenge_can_be_met() -> None:
    scene = ShapesAndLine(at(box(2, 2), -1.05, 0.0), at(box(2, 2), 1.05, 0.0), Vector((0, -1), (0, 1)))
    found = moments_of(LESSON, scene)
    assert LESSON.challenge(found[0]).reached, LESSON.challenge(found[0]).now
    touching = ShapesAndLine(at(box(2, 2), -1.0, 0.0), at(box(2, 2), 1.0, 0.0), Vector((0, -1), (0, 1)))
    assert not LESSON.challenge(moments_of(LESSON, touching)[0]).reached


def test_a_line_of_no_length_is_refused() -> None:
    with pytest.raises(ValueError, match="two different points"):
        ShapesAndLine(at(circle(1.0), -2.0, 0.0), at(circle(1.0), 2.0, 0.0), Vector((0.0, 0.0), (0.0, 0.0)))
