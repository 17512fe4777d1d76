"""Convex or not: every number, side, ink and answer against shapely and the vertices of the scene."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from shapely import LineString
from shapely import Point as Place
from shapely import Polygon as Judge

from geometry import Vector, box
from geometry.concave.convexity import AxesProjected, HullFound, Turn, Turned
from geometry.feature import FeatureKind, FeatureRef
from lessons.concave.convex_or_not import ConvexOrNot, _turn_axis
from lessons.concave.convex_or_not_chart import chart_axes
from lessons.concave.convex_or_not_figure import is_rest
from lessons.concave.convex_or_not_predictions import NONE, vertex
from lessons.concave.convex_or_not_scene import Notched
from tests.geometry.outlines import star
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Glow, Label, Region, Stroke, Symbol, Unbounded
from viz.lesson.outline import Outline
from viz.lesson.prediction import Adjust, Click, Verdict
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = ConvexOrNot()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)
CONCAVE = [name for name in SCENES if name != "No reflex vertex"]
FIRST = "Box in the notch of a star"


def moment_at(name: str, stage: str, compare: str = "") -> Moment[Notched]:
    found = moments_of(LESSON, SCENES[name].scene, compare)
    return next(m for m in found if LESSON.story.stage(m) == stage)


def drawn(moment: Moment[Notched], pane: int = 0) -> Canvas:
    canvas = Canvas(0.01) if pane == 0 else Canvas(0.6, 0.005)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas


def labels(canvas: Canvas, ink: Ink | None = None) -> list[str]:
    return [plain(m.text) for m in canvas.marks if isinstance(m, Label) and ink in (None, m.ink)]


def solids(scene: Notched) -> tuple[Judge, Judge]:
    return Judge(scene.a.points), Judge(scene.b.world.points)


def separation(scene: Notched, n: Vector) -> float:
    """On one axis, from the vertices."""
    a, b = scene.a.points @ n, scene.b.world.points @ n
    return max(float(b.min() - a.max()), float(a.min() - b.max()))


def edges_of(scene: Notched) -> dict[FeatureRef, tuple[np.ndarray, float]]:
    """Every edge by what is clicked: its ends, and the separation on its normal."""
    found = {}
    for owner, ring in (("A", scene.a.points), ("B", scene.b.world.points)):
        for i, (p, q) in enumerate(zip(ring, np.roll(ring, -1, axis=0), strict=True)):
            n = np.array((q[1] - p[1], p[0] - q[0])) / math.hypot(*(q - p))
            found[FeatureRef(owner, FeatureKind.EDGE, i)] = (np.array((p, q)), separation(scene, n))
    return found


def turns(scene: Notched) -> dict[int, float]:
    """Cross products, the inside on the left."""
    p = scene.a.points
    sign = 1.0 if Judge(p).exterior.is_ccw else -1.0
    e, f = p - np.roll(p, 1, axis=0), np.roll(p, -1, axis=0) - p
    return dict(enumerate((sign * (e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0])).tolist()))


@each_scene
def test_the_first_page_tells_the_true_distance(name: str) -> None:
    moment = moment_at(name, "Distance")
    a, b = solids(moment.scene)
    d = a.distance(b)
    assert f"d = {fixed(d)}" in plain(LESSON.page(moment).sentence)
    shown = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.ANSWER]
    if d == 0.0:
        assert shown == []
        assert LESSON.situation(moment) == "A and B overlap."
        assert LESSON.page(moment).prediction is None
        return
    (segment,) = shown
    assert LineString(segment.points).length == pytest.approx(d)
    for place, solid, ink in zip(segment.points, (a, b), (Ink.A, Ink.B), strict=True):
        assert LineString([place, place]).distance(solid) == pytest.approx(0.0, abs=1e-9)
        (name_at,) = [m for m in drawn(moment).marks if isinstance(m, Symbol) and m.at == pytest.approx(place)]
        assert name_at.ink is ink
    assert plain(LESSON.situation(moment)) == f"A and B are {fixed(d)} apart."


@each_scene
def test_sat_s_answer_is_the_greatest_separation_and_is_not_believed(name: str) -> None:
    moment = moment_at(name, "SAT")
    scene = moment.scene
    every = edges_of(scene)
    ref, (ends, best) = max(every.items(), key=lambda item: item[1][1])
    a, b = solids(scene)
    words = plain(LESSON.page(moment).sentence)
    assert words.startswith(f"The greatest of {len(every)} separations is {fixed(best)}: SAT reports")
    assert ("false positive" in words) is (best <= 0.0 and a.distance(b) > 0.0)
    assert ("A gap is proof" in words) is (best > 0.0)
    said = plain(LESSON.situation(moment))
    assert said.endswith("and SAT finds a gap." if best > 0.0 else "SAT reports an overlap.")
    assert ("but SAT" in said) is (best <= 0.0 and a.distance(b) > 0.0)
    canvas = drawn(moment)
    ink = Ink.GAP if best > 0.0 else Ink.OVERLAP
    assert f"{'gap' if best > 0.0 else 'overlap'} {fixed(abs(best))}" in labels(canvas, ink)
    bars = {m.ink: m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR}
    (edge,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.line is Line.FEATURE]
    e = np.subtract(edge.points[0], edge.points[1])
    n = np.array((e[1], -e[0])) / math.hypot(*e)
    assert separation(scene, n) == pytest.approx(best)
    if sum(value > best - 1e-9 for _, value in every.values()) == 1:
        assert np.array(edge.points) == pytest.approx(ends), ref
    for ring, of in ((scene.a.points, Ink.A), (scene.b.world.points, Ink.B)):
        along = ring @ n
        shown = sorted(float(np.array(p) @ n) for p in bars[of].points)
        assert shown == pytest.approx([along.min(), along.max()])
    assert LineString(bars[ink].points).length == pytest.approx(abs(best))
    both = a.union(b)
    for bar in bars.values():
        assert LineString(bar.points).distance(both) > 0.3, "beside the shapes"
        assert float(np.mean(bar.points, axis=0) @ (1.0, 1.0)) > float(np.array(both.centroid.coords[0]) @ (0.5, 0.5))
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    way = np.subtract(arrow.end, arrow.start)
    assert abs(float(way @ n)) == pytest.approx(0.48), "48 pixels along the normal"
    assert not both.contains(Place(np.array(arrow.start) + 1e-3 * way)), "outward"
    assert [m.points for m in canvas.marks if isinstance(m, Glow)] == [edge.points]
    (slab,) = [m for m in canvas.marks if isinstance(m, Region)]
    width = abs(float((np.array(slab.through[1]) - slab.through[0]) @ n))
    assert width == pytest.approx(abs(best))
    assert slab.ink is ink


@each_scene
def test_the_chart_shows_every_axis_at_its_direction(name: str) -> None:
    moment = moment_at(name, "SAT")
    canvas = drawn(moment, 1)
    dots = [m for m in canvas.marks if isinstance(m, Dot) and m.point is Point.RING]
    every = edges_of(moment.scene)
    assert len(dots) == len(every)
    for mark, (ref, (_, value)) in zip(dots, every.items(), strict=True):
        angle = math.radians(mark.at[0])
        assert mark.at[1] == pytest.approx(value)
        assert separation(moment.scene, np.array((math.cos(angle), math.sin(angle)))) == pytest.approx(value)
        assert mark.ink is (Ink.A if ref.owner == "A" else Ink.B)
    best = max(value for _, value in every.values())
    assert any(text.endswith(f"= {fixed(best)}") for text in labels(canvas, Ink.GAP if best > 0.0 else Ink.OVERLAP))
    for each in (canvas, drawn(moment_at(name, "Distance"), 1)):
        names = [m for m in each.marks if isinstance(m, Label) and m.style is TextStyle.NUMBER]
        shown = [(m.ink is Ink.A, edge) for m in names for edge in plain(m.text).removeprefix("B ").split(" ")]
        assert sorted(shown) == sorted((ref.owner == "A", str(ref.index)) for ref in every), "each edge once"
        assert all((m.at[1] > 0.0) is (m.ink is Ink.A) for m in names)
    before = drawn(moment_at(name, "Distance"), 1)
    assert not [m for m in before.marks if isinstance(m, Dot)], "nothing gives the answer away"
    lines = [m for m in before.marks if isinstance(m, Stroke) and m.line is Line.DASHED]
    assert [m.points[0][0] for m in lines] == pytest.approx([m.at[0] for m in dots])


def test_the_curve_is_green_where_an_axis_shows_a_gap() -> None:
    moment = moment_at("Gap on one axis", "String")
    curves = [m for m in drawn(moment, 1).marks if isinstance(m, Stroke) and m.line is Line.CURVE]
    assert {m.ink for m in curves} == {Ink.GAP, Ink.OVERLAP}
    for mark in curves:
        for x, y in mark.points[1:-1]:
            angle = math.radians(x)
            assert y == pytest.approx(
                separation(moment.scene, np.array((math.cos(angle), math.sin(angle)))), abs=0.02
            )
            assert (y > 0.0) is (mark.ink is Ink.GAP)


def shown_by(verdict: Verdict, scene: Notched, ends: np.ndarray, value: float) -> None:
    """An answer on an edge draws both projections on its normal, and its separation in the chart."""
    assert verdict.draw is not None
    world, chart = Canvas(0.01), Canvas(0.6, 0.005)
    verdict.draw(world, "world")
    verdict.draw(chart, "chart")
    bars = {m.ink: m for m in world.marks if isinstance(m, Stroke) and m.line is Line.BAR}
    e = (ends[1] - ends[0]) / math.hypot(*(ends[1] - ends[0]))
    n = np.array((e[1], -e[0]))
    for ring, ink in ((scene.a.points, Ink.A), (scene.b.world.points, Ink.B)):
        along = sorted(float(np.array(p) @ n) for p in bars[ink].points)
        assert along == pytest.approx([(ring @ n).min(), (ring @ n).max()])
    assert LineString(bars[Ink.GAP if value > 0.0 else Ink.OVERLAP].points).length == pytest.approx(abs(value))
    angle = math.degrees(math.atan2(n[1], n[0]))
    found = [m.at for m in chart.marks if isinstance(m, Dot)]
    assert any(
        y == pytest.approx(value) and math.sin(math.radians(x - angle)) == pytest.approx(0.0) for x, y in found
    )


@each_scene
def test_the_first_question_is_which_normal_shows_a_gap(name: str) -> None:
    moment = moment_at(name, "Distance")
    question = LESSON.page(moment).prediction
    if question is None:
        assert name == "Real overlap"
        return
    assert isinstance(question, Click)
    every = edges_of(moment.scene)
    gaps = {ref for ref, (_, value) in every.items() if value > 0.0}
    assert question.right == (frozenset(gaps) if gaps else frozenset((NONE,)))
    for ref, (ends, value) in every.items():
        verdict = question.judge(ref)
        assert verdict.right is (ref in gaps)
        (remark,) = verdict.remarks
        assert remark.at == pytest.approx(tuple(ends.mean(axis=0)))
        assert remark.words == (f"gap {fixed(value)}" if value > 0.0 else "no gap")
        shown_by(verdict, moment.scene, ends, value)
        assert fixed(abs(value)) in verdict.because
        if value <= 0.0:
            e = (ends[1] - ends[0]) / math.hypot(*(ends[1] - ends[0]))
            along = [ring @ (e[1], -e[0]) for ring in (moment.scene.a.points, moment.scene.b.world.points)]
            reach = [f"{fixed(each.min())} to {fixed(each.max())}" for each in along]
            back = [f"{fixed(-each.max())} to {fixed(-each.min())}" for each in along]
            told = {f"A reaches from {a} and B from {b}: they overlap" for a, b in (reach, back)}
            assert any(each in verdict.because for each in told)
    assert question.judge(NONE).right is not bool(gaps)
    ends, best = max(every.values(), key=lambda item: item[1])
    verdict = question.judge(NONE)
    if gaps:
        assert verdict.draw is None, "the right edge is not given away"
    else:
        shown_by(verdict, moment.scene, ends, best)
    assert verdict.remarks == (), "no edge is marked: none was right"
    if not gaps:
        assert f"the projections overlap, by {fixed(-best)} or more: no gap." in verdict.because
        directions = {round(math.degrees(math.atan2(*(q - p))) % 180.0, 6) % 180.0 for (p, q), _ in every.values()}
        assert f"On all {len(every)} edge normals ({len(directions)} directions)" in verdict.because
        canvas = Canvas(0.6, 0.005)
        assert verdict.draw is not None
        verdict.draw(canvas, "chart")
        assert [text.split(": ")[1] for text in labels(canvas, Ink.OVERLAP)] == [fixed(best)]
        assert sorted(m.at[1] for m in canvas.marks if isinstance(m, Dot)) == pytest.approx(
            sorted(value for _, value in every.values())
        )
    assert not question.judge(vertex(0)).right


@pytest.mark.parametrize("name", CONCAVE)
def test_the_second_question_is_where_one_turns_right(name: str) -> None:
    moment = moment_at(name, "SAT")
    question = LESSON.page(moment).prediction
    assert isinstance(question, Click)
    cross = turns(moment.scene)
    assert question.right == {vertex(i) for i, value in cross.items() if value < 0.0}
    for i, value in cross.items():
        verdict = question.judge(vertex(i))
        assert verdict.right is (value < 0.0)
        assert f"you turn {'right' if value < 0.0 else 'left'} by" in verdict.because
        assert "cross product" not in verdict.because, "it is met with the next step"
        assert verdict.remarks[0].at == pytest.approx(tuple(moment.scene.a.points[i]))
        assert verdict.draw is not None
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        first, second = [m for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.FEATURE]
        assert first.end == second.start == pytest.approx(tuple(moment.scene.a.points[i]))
        assert any(text.startswith("right" if value < 0.0 else "left") for text in labels(canvas))
    for other in (FeatureRef("B", FeatureKind.VERTEX, 0), FeatureRef("A", FeatureKind.EDGE, 0), NONE):
        assert not question.judge(other).right
    before = [m for m in drawn(moment).marks if isinstance(m, Dot) and m.point is Point.DIAMOND]
    assert before == [], "no diamond before the answer"


@each_scene
def test_every_vertex_is_told_and_drawn_as_it_turns(name: str) -> None:
    scene = SCENES[name].scene
    cross, reflex = turns(scene), set()
    for moment in moments_of(LESSON, scene):
        step = moment.step
        if not isinstance(step, Turned) or is_rest(moment):
            continue
        value, page = cross[step.vertex], LESSON.page(moment)
        assert f"= {fixed(value)}" in plain(page.sentence) or f"{value:.3f}".replace("-", "−") in plain(page.sentence)
        p = scene.a.points
        before, after = (p[step.vertex] - step.before), (p[step.vertex] + step.after)
        neighbours = {tuple(p[step.vertex - 1]), tuple(p[(step.vertex + 1) % len(p)])}
        assert {tuple(np.round(before, 9)), tuple(np.round(after, 9))} == {tuple(np.round(q, 9)) for q in neighbours}
        angle = math.degrees(math.atan2(value, float(step.before @ step.after)))
        side = "left" if value > 0.0 else "right"
        assert f"You turn {side} by {fixed(abs(angle), 0)}°: {step.turn.value}." in plain(page.sentence)
        assert plain(LESSON.situation(moment)).startswith(f"At vertex {step.vertex} you turn {side} by")
        chords = [m.points for m in drawn(moment).marks if isinstance(m, Stroke) and m.ink is Ink.TEXT]
        assert chords == ([(tuple(before), tuple(p[step.vertex] + step.after))] if value < 0.0 else [])
        assert (step.turn is Turn.REFLEX) is (value < 0.0)
        if value < 0.0:
            reflex.add(step.vertex)
        canvas = drawn(moment)
        assert f"{side} {fixed(abs(angle), 0)}°" in labels(canvas, Ink.OVERLAP if value < 0.0 else Ink.A)
        arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.FEATURE]
        assert arrows[0].end == pytest.approx(arrows[1].start)
        (glow,) = [m for m in canvas.marks if isinstance(m, Glow)]
        assert glow.ink is Ink.EXAMINED
        assert np.array(glow.points) == pytest.approx(np.array((before, p[step.vertex], after)))
        for mark in (m for m in canvas.marks if isinstance(m, Symbol)):
            assert mark.toward is not None
            inside = Judge(p).contains(Place(np.array(mark.at) + 1e-3 * np.array(mark.toward)))
            assert inside is (value < 0.0), "the letters stand clear of the angle"
        diamonds = {m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Point.DIAMOND}
        assert diamonds == {tuple(p[i]) for i in reflex}
        chart = drawn(moment, 1)
        bar = [m for m in chart.marks if isinstance(m, Area)][moment.index - 2]
        heights = [y for _, y in bar.points]
        assert heights[-1] == pytest.approx(value)
        assert bar.ink is (Ink.OVERLAP if value < 0.0 else Ink.A)
        (told,) = [m for m in chart.marks if isinstance(m, Label) and m.ink is bar.ink]
        assert plain(told.text) == fixed(value)
        assert told.at == pytest.approx((step.vertex, value + math.copysign(14.0 * 0.005, value))), "beyond its end"
        assert plain(page.rows[0].cells[1]) == fixed(value)
        assert plain(page.rows[0].cells[2]) == f"{side}, {step.turn.value}"


@each_scene
def test_the_other_vertices_are_told_together(name: str) -> None:
    scene = SCENES[name].scene
    cross = turns(scene)
    told = [m for m in moments_of(LESSON, scene) if isinstance(m.step, Turned)]
    assert len(told) == 4
    assert [is_rest(m) for m in told] == [False, False, False, len(cross) > 4]
    rows = [plain(row.cells[0]) for m in told for row in LESSON.page(m).rows]
    assert sorted(rows, key=int) == [str(i) for i in cross]
    for moment in told:
        for row in LESSON.page(moment).rows:
            value = cross[int(row.cells[0])]
            assert plain(row.cells[1]) == fixed(value)
            assert plain(row.cells[2]) == ("left, convex" if value > 0.0 else "right, reflex")
    reflex = {i for i, value in cross.items() if value < 0.0}
    canvas, chart = drawn(told[-1]), drawn(told[-1], 1)
    assert len([m for m in chart.marks if isinstance(m, Area)]) == len(cross)
    chords = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.TEXT]
    p = scene.a.points
    shown = reflex if is_rest(told[-1]) else reflex & {told[-1].step.vertex}
    wanted = {frozenset((tuple(p[i - 1].round(9)), tuple(p[(i + 1) % len(p)].round(9)))) for i in shown}
    assert {frozenset(tuple(np.round(end, 9)) for end in chord) for chord in chords} == wanted
    for chord in chords:
        assert not Judge(p).buffer(1e-9).covers(LineString(chord)), "it leaves A"
    if not is_rest(told[-1]):
        return
    words = plain(LESSON.page(told[-1]).sentence)
    assert f"The other {len(cross) - 3} in the same way. You turn right at {len(reflex)} of {len(cross)}" in words
    said = plain(LESSON.situation(told[-1]))
    shape = "concave" if reflex else "convex"
    assert said == f"You turn right at {len(reflex)} of {len(cross)} vertices: A is {shape}."
    assert ("A is concave" in words) is bool(reflex)
    assert ("A is convex" in words) is (not reflex)
    assert [m for m in canvas.marks if isinstance(m, Arrow)] == []


def test_a_clockwise_list_is_walked_backwards() -> None:
    moment = moment_at("Clockwise list", "Turns")
    assert LESSON.page(moment).idea.startswith("This list runs clockwise")
    walk = [m.step.vertex for m in moments_of(LESSON, moment.scene) if isinstance(m.step, Turned)]
    assert walk == [0, 7, 6, 1], "the last one stands for 5, 4, 3, 2 and 1"
    assert LESSON.page(moment_at(FIRST, "Turns")).idea.startswith("A **convex** shape")


@each_scene
def test_the_string_is_the_hull(name: str) -> None:
    moment = moment_at(name, "String")
    scene = moment.scene
    a, _ = solids(scene)
    canvas = drawn(moment)
    rings = [m for m in canvas.marks if isinstance(m, Stroke) and m.closed and m.ink is Ink.ANSWER]
    assert Judge(rings[0].points).area == pytest.approx(a.convex_hull.area)
    pockets = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.CONSTRUCTION]
    assert sum(Judge(m.points).area for m in pockets) == pytest.approx(a.convex_hull.area - a.area)
    assert ("its own hull" in plain(LESSON.page(moment).idea)) is (name == "No reflex vertex")
    angle = math.radians(scene.axis)
    n = np.array((math.cos(angle), math.sin(angle)))
    low, high = (scene.a.points @ n).min(), (scene.a.points @ n).max()
    words = plain(LESSON.page(moment).sentence)
    assert words.startswith(f"At 126° A and its hull both reach from {fixed(low)} to {fixed(high)}.")
    for ink in (Ink.A, Ink.ANSWER):
        (bar,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR and m.ink is ink]
        assert sorted(float(np.array(p) @ n) for p in bar.points) == pytest.approx([low, high])
        assert LineString(bar.points).distance(a) > 0.3, "beside the shape"
    ends = {plain(m.text): m for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.A}
    for text, value, way in ((f"min {fixed(low)}", low, -n), (f"max {fixed(high)}", high, n)):
        assert float(np.array(ends[text].at) @ n) == pytest.approx(value)
        assert ends[text].toward == pytest.approx(tuple(way))


def test_the_string_tightens_from_a_circle_to_the_hull() -> None:
    moment = moment_at(FIRST, "String")
    hull = Judge(moment.scene.a.points).convex_hull
    areas = []
    for time in (0.01, 0.5, 0.99):
        (ring,) = [
            m for m in drawn(replace(moment, time=time)).marks if isinstance(m, Stroke) and m.line is Line.MEASURE
            and m.closed
        ]  # fmt: skip
        assert Judge(ring.points).buffer(1e-9).contains(hull.buffer(-1e-6))
        areas.append(Judge(ring.points).area)
    assert areas[0] > areas[1] > areas[2]
    assert areas[2] == pytest.approx(hull.area, rel=0.01)
    assert areas[0] == pytest.approx(math.pi * 4.0, rel=0.01)


@each_scene
def test_the_strips_share_what_the_figure_outlines(name: str) -> None:
    moment = moment_at(name, "Strips")
    scene = moment.scene
    a, _ = solids(scene)
    common = Judge([(-50, -50), (50, -50), (50, 50), (-50, 50)])
    for ref, (ends, _) in edges_of(scene).items():
        if ref.owner == "A":
            e = (ends[1] - ends[0]) / math.hypot(*(ends[1] - ends[0]))
            n = np.array((e[1], -e[0]))
            along = scene.a.points @ n
            corners = [s * n + t * e for s, t in ((along.min(), -200), (along.max(), -200), (along.max(), 200))]
            common = common.intersection(Judge([*corners, along.min() * n + 200 * e]))
    canvas = drawn(moment)
    (ring,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED]
    assert Judge(ring.points).area == pytest.approx(common.area)
    assert Judge(ring.points).symmetric_difference(common).area == pytest.approx(0.0, abs=1e-6)
    for end in (m for m in canvas.marks if isinstance(m, Unbounded)):
        n = np.array((-end.direction[1], end.direction[0]))
        along = scene.a.points @ n
        assert min(abs(float(np.array(end.through) @ n) - x) for x in (along.min(), along.max())) < 1e-9
    whole = a.convex_hull.area
    assert f"S: area {fixed(common.area)}" in labels(canvas, Ink.EXAMINED)
    assert f"hull H: area {fixed(whole)}" in labels(canvas, Ink.ANSWER)
    words = plain(LESSON.page(moment).sentence)
    sign = "=" if name == "No reflex vertex" else "≤"
    assert words.startswith(f"{fixed(a.area)} {sign} {fixed(whole)} {sign} {fixed(common.area)}:")
    if name != "No reflex vertex":
        assert words.endswith(f"S is {fixed(common.area / a.area)} times as large as A.")
    half = drawn(replace(moment, time=0.5))
    assert len([m for m in half.marks if isinstance(m, Unbounded)]) < len(
        [m for m in canvas.marks if isinstance(m, Unbounded)]
    )
    assert not [m for m in half.marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED]


def green_slab(verdict: Verdict, scene: Notched) -> float:
    """How wide the gap is that an answer draws: no point of A or B lies in it, and they lie on both sides."""
    assert verdict.draw is not None
    canvas = Canvas(0.01)
    verdict.draw(canvas, "world")
    (slab,) = [m for m in canvas.marks if isinstance(m, Region)]
    assert slab.ink is Ink.GAP
    across = np.subtract(slab.through[1], slab.through[0])
    width = math.hypot(*across)
    assert separation(scene, across / width) == pytest.approx(width)
    return width


@pytest.mark.parametrize("name", CONCAVE)
def test_the_third_question_has_an_answer_beside_the_string(name: str) -> None:
    moment = moment_at(name, "String")
    question = LESSON.page(moment).prediction
    assert isinstance(question, Adjust)
    there = question.right(moment.scene)
    assert isinstance(there, Notched)
    a, b = solids(there)
    assert a.convex_hull.distance(b) > 0.0
    assert max(value for _, value in edges_of(there).values()) < 0.0
    verdict = question.judge(there)
    assert verdict.right
    assert f"The hull is {fixed(a.convex_hull.distance(b))} away" in verdict.because
    assert green_slab(verdict, there) <= a.convex_hull.distance(b) + 1e-9
    inside = there.with_field("b", at(box(0.2, 0.2), *a.convex_hull.centroid.coords[0]))
    assert not question.judge(inside).right
    assert question.judge(inside).because.startswith("B meets the hull here.")
    assert question.judge(inside).remarks[0].at == pytest.approx(a.convex_hull.centroid.coords[0])
    far = question.judge(there.with_field("b", there.b.moved((50.0, 0.0))))
    assert not far.right
    assert "SAT is right: the normal of edge" in far.because
    beyond = there.with_field("b", there.b.moved((50.0, 0.0)))
    assert green_slab(far, beyond) == pytest.approx(max(value for _, value in edges_of(beyond).values()))


@each_scene
def test_the_answer_is_that_of_the_pieces(name: str) -> None:
    moment = moment_at(name, "Answer")
    scene = moment.scene
    a, b = solids(scene)
    count = sum(value < 0.0 for value in turns(scene).values())
    words = plain(LESSON.page(moment).sentence)
    pieces = [Judge(piece.points) for piece in scene.polygon.pieces]
    met = sum(piece.distance(b) == 0.0 for piece in pieces)
    assert min(piece.distance(b) for piece in pieces) == pytest.approx(a.distance(b))
    if not count:
        assert words.startswith("No reflex vertex")
    elif met:
        both = " and ".join(f"A_{k + 1}" for k, piece in enumerate(pieces) if piece.distance(b) == 0.0)
        assert f"But B meets {both}: d = 0.00" in words
    else:
        assert words.startswith(f"{count} reflex {'vertex' if count == 1 else 'vertices'}. B meets none of the")
        assert f"{len(pieces)} pieces: the nearest, A" in words
        ties = [f"A_{k + 1}" for k, piece in enumerate(pieces) if piece.distance(b) < a.distance(b) + 1e-9]
        verb = "is" if len(ties) == 1 else "are"
        assert words.endswith(f": the nearest, {' and '.join(ties)}, {verb} {fixed(a.distance(b))} away.")
    table = LESSON.table(moment)
    assert table is not None
    cells = [tuple(plain(cell).strip("*") for cell in row.cells[:2]) for _, row in table.rows]
    assert cells == [(f"A_{k + 1}", fixed(piece.distance(b))) for k, piece in enumerate(pieces)]
    least = {k for k, (_, row) in enumerate(table.rows) if row.cells[2]}
    assert least == {k for k, piece in enumerate(pieces) if piece.distance(b) < a.distance(b) + 1e-9}
    canvas = drawn(moment)
    reds = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    assert len(reds) == met
    assert all(Judge(m.points).distance(b) == 0.0 for m in reds)
    cuts = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED and m.ink is Ink.ANSWER]
    names = [m for m in canvas.marks if isinstance(m, Symbol) and m.latex.startswith("A_")]
    assert len(names) == len(pieces)
    assert all(a.boundary.intersection(LineString(m.points)).length < 1e-9 for m in cuts)
    assert len({m.points for m in cuts}) == len(pieces) - 1


@each_scene
def test_the_last_chart_shows_the_piece_that_decides(name: str) -> None:
    moment = moment_at(name, "Answer")
    scene = moment.scene
    a, b = solids(scene)
    chart = drawn(moment, 1)
    pieces = [Judge(piece.points) for piece in scene.polygon.pieces]
    k = moment.trace.result.pairs.nearest.of_a
    ring = scene.polygon.pieces[k].points
    for mark in (m for m in chart.marks if isinstance(m, Stroke) and m.line is Line.CURVE):
        for x, y in mark.points[1:-1]:
            n = np.array((math.cos(math.radians(x)), math.sin(math.radians(x))))
            own, other = ring @ n, scene.b.world.points @ n
            assert y == pytest.approx(max(other.min() - own.max(), own.min() - other.max()), abs=0.02)
            assert (y > 0.0) is (mark.ink is Ink.GAP)
    assert bool([m for m in chart.marks if isinstance(m, Stroke) and m.line is Line.DOTTED]) is (len(pieces) > 1)
    peaks = [m for m in chart.marks if isinstance(m, Dot)]
    if a.intersects(b):
        assert peaks == []
        assert [m for m in chart.marks if isinstance(m, Stroke) and m.ink is Ink.GAP] == []
        return
    (peak,) = peaks
    assert peak.at[1] == pytest.approx(a.distance(b))
    assert pieces[k].distance(b) == pytest.approx(a.distance(b))
    assert f"A{k + 1}: {fixed(a.distance(b))}" in [text.replace("_", "") for text in labels(chart, Ink.GAP)]
    axes = chart_axes(moment)
    assert axes.y[1] > peak.at[1], "within the chart"


def test_sat_on_the_outline_pushes_what_is_apart() -> None:
    moment = moment_at("Notch of an L", "SAT", "SAT on the outline")
    assert plain(LESSON.situation(moment)) == ("SAT pushes B by 1.30, but A and B are 0.70 apart: no push is needed.")
    canvas = drawn(moment)
    assert labels(canvas, Ink.FAULTY) == ["pushed by 1.30, should be 0"]
    (ghost,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.closed and m.ink is Ink.FAULTY]
    moved = np.array(ghost.points) - moment.scene.b.world.points
    assert moved == pytest.approx(np.tile(moved[0], (4, 1)))
    assert math.hypot(*moved[0]) == pytest.approx(1.3)
    right = moment_at("Real overlap", "SAT", "SAT on the outline")
    assert not LESSON.compare[0].differs(right)
    assert LESSON.situation(right).endswith("A and B do overlap here.")
    gap = moment_at("Gap on one axis", "SAT", "SAT on the outline")
    assert LESSON.situation(gap) == "SAT finds a gap here, so it pushes nothing."
    assert labels(drawn(gap), Ink.FAULTY) == []


def test_arccos_misses_every_reflex_vertex() -> None:
    moment = moment_at(FIRST, "Answer", "angle by arccos")
    assert LESSON.situation(moment) == "arccos is never above 180°, so it misses 5 reflex vertices."
    crosses = [m.at for m in drawn(moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
    points = moment.scene.a.points
    assert crosses == [tuple(points[i]) for i in (1, 3, 5, 7, 9)]
    inner = {i: round(180.0 + math.degrees(math.atan2(*_sides(points, i)))) for i in (1, 3, 5, 7, 9)}
    wanted = [f"{360 - angle}°, not {angle}°" for angle in inner.values()]
    assert labels(drawn(moment), Ink.FAULTY) == wanted
    right = moment_at("No reflex vertex", "Answer", "angle by arccos")
    assert not LESSON.compare[1].differs(right)
    assert LESSON.situation(right) == "arccos is right here: no inner angle is above 180°."


def _sides(points: np.ndarray, i: int) -> tuple[float, float]:
    """Sine and cosine, times lengths, of the turn to the right at a vertex."""
    e, f = points[i] - points[i - 1], points[(i + 1) % len(points)] - points[i]
    return float(f[0] * e[1] - f[1] * e[0]), float(e @ f)


def test_a_winding_that_is_not_checked_turns_every_sign() -> None:
    moment = moment_at("Clockwise list", "Answer", "winding not checked")
    told = plain(LESSON.situation(moment))
    assert told == "Walking clockwise reverses every cross product’s sign: 8 of 8 vertices are misjudged."
    cross = turns(moment.scene)
    named = [m for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    for mark in named:
        i = int(np.hypot(*(moment.scene.a.points - mark.at).T).argmin())
        assert plain(mark.text) == f"v_{i} {'“convex”' if cross[i] < 0.0 else '“reflex”'}"
    assert len(named) == 8
    walking = moment_at("Clockwise list", "Turns", "winding not checked")
    assert labels(drawn(walking), Ink.FAULTY)[0] == "v_0 “convex”", "with its name while vertices are told by it"
    table = LESSON.table(moment)
    assert table is not None
    assert table.columns[0] == "vertex", "turns are compared"
    right = moment_at(FIRST, "Answer", "winding not checked")
    assert not LESSON.compare[2].differs(right)
    assert LESSON.situation(right) == "The list runs counter-clockwise, so its signs are right."


def test_a_press_on_the_chart_turns_the_axis() -> None:
    moment = moment_at(FIRST, "String")
    follow = _turn_axis(moment, np.array((100.0, 0.0)))
    assert follow is not None
    for x, wanted in ((30.0, 30.0), (-5.0, 0.0), (200.0, 180.0)):
        scene = follow(moment.scene, np.array((100.0, 0.0)), np.array((x, 0.0)))
        assert isinstance(scene, Notched)
        assert scene.axis == wanted
    assert _turn_axis(moment_at(FIRST, "SAT"), np.array((100.0, 0.0))) is None


@pytest.mark.parametrize(
    ("name", "areas", "best", "distance"),
    [
        (FIRST, (5.51, 9.48, 10.16), -0.34, 0.24),
        ("Notch of an L", (5.0, 7.0, 9.0), -1.3, 0.7),
        ("Arrowhead", (6.0, 8.0, 10.0), -0.5, 0.36),
        ("Real overlap", (5.0, 7.0, 9.0), -0.87, 0.0),
        ("Gap on one axis", (6.26, 7.7, 8.79), 0.36, 0.6),
        ("Flat notch", (6.97, 8.52, 8.87), -0.48, 0.16),
        ("No reflex vertex", (5.8, 5.8, 5.8), 0.42, 0.42),
        ("Clockwise list", (5.2, 7.36, 9.52), -0.93, 0.27),
    ],
)
def test_each_scene_is_what_it_is_named(
    name: str, areas: tuple[float, float, float], best: float, distance: float
) -> None:
    found = LESSON.run(SCENES[name].scene).result
    assert found.areas == pytest.approx(areas, abs=0.006)
    assert found.tested.best.separation == pytest.approx(best, abs=0.006)
    assert found.pairs.distance == pytest.approx(distance, abs=0.006)


def test_the_clock_runs_where_something_moves() -> None:
    for moment in moments_of(LESSON, SCENES[FIRST].scene):
        assert (LESSON.clock(moment) is not None) is (LESSON.story.stage(moment) in ("String", "Strips"))


def test_the_challenge_is_met_by_a_pentagram_and_by_a_u_and_not_by_a_convex_shape() -> None:
    b = SCENES[FIRST].scene.b
    u = ((0, 0), (4, 0), (4, 3), (3, 3), (3, 1), (1, 1), (1, 3), (0, 3))
    square = ((0, 0), (4, 0), (4, 3), (0, 3))
    dent = ((0, 0), (4, 0), (4, 3), (2, 2.9), (0, 3))
    for outline, met in ((star(inner=0.7639), True), (u, True), (square, False), (dent, False), (star(), False)):
        *_, moment = moments_of(LESSON, Notched(Outline(outline), b))
        challenge = LESSON.challenge(moment)
        assert challenge is not None
        assert challenge.reached is met
    assert challenge is not None
    assert challenge.now == "hull / A = 1.80, strips / hull = 1.06"


def test_an_outline_that_crosses_itself_is_refused() -> None:
    scene = SCENES["Arrowhead"].scene
    with pytest.raises(ValueError, match="cross"):
        LESSON.run(scene.with_field("a", Outline(((0, 0), (4, 4), (4, 0), (0, 4)))))


def test_the_trace_holds_one_stage_of_each_kind() -> None:
    kinds = [type(step) for step in LESSON.run(SCENES[FIRST].scene)]
    assert kinds.count(Turned) == 4
    assert kinds.index(AxesProjected) == 1
    assert kinds.index(HullFound) == 6


def test_of_hundreds_of_vertices_only_those_in_use_are_named() -> None:
    """With 200 names a frame took 0.1 s while A was dragged, and at worst 2 s."""
    angle = np.arange(200) * math.tau / 200
    reach = 2.0 + 0.5 * np.cos(9.0 * angle)
    outline = Outline(np.stack((reach * np.cos(angle), reach * np.sin(angle)), axis=1))
    found = moments_of(LESSON, replace(SCENES[FIRST].scene, a=outline))
    for moment in found:
        marks = drawn(moment).marks
        assert sum(isinstance(m, Label | Symbol) for m in marks) < 12, LESSON.story.stage(moment)
    diamonds = {m.at for m in drawn(found[-1]).marks if isinstance(m, Dot) and m.point is Point.DIAMOND}
    assert diamonds == {tuple(outline.points[v].tolist()) for v in found[-1].scene.polygon.reflex}
