"""What the Minkowski sum shows and says, against shapely's hull of all sums of vertices."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Pose, box, convex, overlaps, point
from geometry.faulty.minkowski_sum import outline_only, scaled
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.sum import EdgeLaid
from lessons.minkowski.minkowski_sum import ON, on_right_lines
from lessons.minkowski.minkowski_sum_figure import COVERED
from lessons.stories.outlines import solid
from tests.lessons import figures
from tests.lessons.figures import drawn, labels, lesson_of, same, strokes, symbols
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Crowd, Dot, Glow, Label, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Choose, Click, Place
from viz.lesson.scene import Body
from viz.lesson.text import fixed, plain

LESSON = lesson_of("minkowski-sum")
each_scene = pytest.mark.parametrize("name", LESSON.presets)


def moments(name: str, compare: str = "") -> list[Moment[Any]]:
    return figures.moments(LESSON, name, compare)


def hull_of_sums(scene: Any) -> Any:
    every = (scene.a.world.points[:, None] + scene.b.world.points - scene.reference).reshape(-1, 2)
    return shapely.buffer(shapely.MultiPoint(every).convex_hull, scene.b.shape.radius, quad_segs=64)


def angles(shape: Any) -> list[int]:
    e = np.roll(shape.points, -1, axis=0) - shape.points
    return [round(math.degrees(math.atan2(y, x)) % 360.0) % 360 for x, y in e.tolist()]


@each_scene
def test_the_line_that_the_tour_leaves_is_the_outline_of_all_sums(name: str) -> None:
    scene = LESSON.presets[name].scene
    line = scene.left_behind(1.0)
    assert shapely.hausdorff_distance(shapely.Polygon(line), hull_of_sums(scene)) < 2e-3
    assert same(line[0], line[-1]), "it closes"
    for way in (0.1, 0.5, 0.73):
        done = scene.left_behind(way)
        here, tip = scene.carried(way), done[-1]
        on = shapely.LinearRing(scene.a.world.points)
        assert on.distance(shapely.Point(here)) < 1e-9
        assert on.project(shapely.Point(here)) == pytest.approx(way * on.length)
        copy = shapely.buffer(shapely.MultiPoint(scene.moving.points + here).convex_hull, scene.b.shape.radius)
        assert copy.distance(shapely.Point(tip)) < 3e-3, "the tip lies on the copy"
        assert hull_of_sums(scene).exterior.distance(shapely.Point(tip)) < 1e-3
        assert shapely.LineString(done).length < shapely.LineString(line).length


@each_scene
def test_the_copies_lie_in_the_sum_and_the_white_line_is_where_they_have_been(name: str) -> None:
    moment = replace(moments(name)[0], time=0.5)
    canvas = drawn(LESSON, "world", moment)
    truth = hull_of_sums(moment.scene).buffer(1e-2)
    (trail,) = [mark for mark in canvas.marks if isinstance(mark, Crowd)]
    assert truth.covers(shapely.MultiPoint(trail.segments.reshape(-1, 2)))
    assert truth.covers(shapely.MultiPoint(trail.triangles.reshape(-1, 2)))
    assert len(trail.segments) % 13 == 0, "a copy every 24th of the way, at both ends too"
    (white,) = strokes(canvas, Ink.ANSWER, Line.CURVE)
    assert same(white.points, moment.scene.left_behind(0.5))
    (b,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.B]
    assert same(b.start, moment.scene.carried(0.5))
    assert same(b.end, white.points[-1])
    says = plain(LESSON.page(moment).sentence)
    compared = plain(LESSON.page(replace(moment, compare="scaled A")).sentence)
    is_asked = LESSON.page(moment).prediction is not None
    assert is_asked is not ("%" in says), "while the end is asked for the copy may stand elsewhere than the time says"
    assert "50 %" in compared or moment.scene.is_moved


@each_scene
def test_the_outline_at_the_end_has_the_length_of_the_sum_s(name: str) -> None:
    moment = moments(name)[-1]
    scene = moment.scene
    canvas = drawn(LESSON, "world", moment)
    a, b = scene.a.world, scene.b.world
    own = [a.points, scene.b.world.points]
    (filled,) = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.ANSWER]
    assert shapely.Polygon(filled.points).area == pytest.approx(hull_of_sums(scene).area, rel=2e-3)
    edges = [m for m in strokes(canvas, Ink.A, Line.OUTLINE) if len(m.points) == 2]
    assert sum(math.dist(*m.points) for m in edges) == pytest.approx(shapely.LinearRing(own[0]).length)
    if len(b.points) > 1:
        dashed = strokes(canvas, Ink.B, Line.DASHED)
        assert sum(math.dist(*m.points) for m in dashed) == pytest.approx(shapely.LinearRing(own[1]).length)
        count = len(hull_of_sums(scene).normalize().exterior.simplify(1e-9).coords) - 1
        assert (
            f"has {count} edges, made of {len(a.points)} of A and {len(b.points)} of B"
            + (": parallel ones merged." if name == "Parallel edges" else ".")
            in plain(LESSON.situation(moments(name)[-1]))
            or moment.compare
        )


@each_scene
def test_support_values_add_in_the_words_on_the_ruler_and_as_bars(name: str) -> None:
    moment = moments(name)[-1]
    scene, d = moment.scene, moment.scene.tip / math.hypot(*moment.scene.tip)
    h_a = float((scene.a.world.points @ d).max())
    h_b = float(((scene.b.world.points - scene.reference) @ d).max()) + scene.b.shape.radius
    numbers = [float(x.replace("−", "-")) for x in re.findall(r"−?\d+\.\d+", plain(LESSON.page(moment).sentence))]
    assert numbers[:3] == pytest.approx([h_a, h_b, h_a + h_b], abs=0.0051)
    canvas = drawn(LESSON, "world", moment)
    bars = [np.array(m.points) @ d for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR]
    assert bars == [pytest.approx([0.0, h_a]), pytest.approx([h_a, h_a + h_b])]
    lines = strokes(canvas, Ink.A, Line.DASHED) + strokes(canvas, Ink.ANSWER, Line.DASHED)
    assert [m.ink for m in lines] == [Ink.A, Ink.ANSWER]
    assert not [m for m in canvas.marks if isinstance(m, Unbounded)], "only from the bar to the farthest point"
    for line, h, points in zip(
        lines, (h_a, h_a + h_b), (scene.a.world.points, hull_of_sums(scene).exterior.coords), strict=True
    ):
        (foot, end), farthest = np.array(line.points), max(np.array(points), key=lambda p: float(p @ d))
        assert foot == pytest.approx(h * d)
        assert float(end @ d) == pytest.approx(h)
        assert math.dist(foot, end) == pytest.approx(math.dist(foot, farthest) + 0.28, abs=0.03)
    told = labels(canvas)
    for words, ink in ((f"h_A = {fixed(h_a)}", Ink.A), (f"h_B = {fixed(h_b)}", Ink.B)):
        assert words in labels(canvas, ink), told
    assert told[f"h_A⊕ B = {fixed(h_a + h_b)}"] == pytest.approx((h_a + h_b) * d)
    for part in (0.0, 0.2, 0.61):
        turning = replace(moment, time=part)
        angle = math.atan2(scene.tip[1], scene.tip[0]) + math.tau * part
        d = np.array((math.cos(angle), math.sin(angle)))
        reach = float((np.array(hull_of_sums(scene).exterior.coords) @ d).max())
        shown = plain(LESSON.page(turning).sentence)
        assert abs(float(shown.split(" = ")[1].split(":")[0].replace("−", "-")) - reach) < 0.006, "in every direction"
        marks = drawn(LESSON, "world", turning).marks
        (end,) = [np.array(m.at) for m in marks if isinstance(m, Dot) and m.point is Point.ANSWER]
        assert float(end @ d) == pytest.approx(reach, abs=2e-4)
        lines = [m.points for m in marks if isinstance(m, Stroke) and m.ink is Ink.CONSTRUCTION]
        assert [float(np.array(p[1]) @ d) for p in lines] == [pytest.approx(reach + 0.12, abs=1e-3)], "in the view"
        across = np.array((-d[1], d[0]))
        yellow = [m for m in marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        (unit_d,) = [m for m in yellow if abs(float(np.array(m.start) @ across)) < 1e-9]
        low, high = float(np.array(unit_d.start) @ d), float(np.array(unit_d.end) @ d)
        assert 0.1 < high - low < 0.6, "not as long as its ruler"
        assert low >= reach - 1e-3, "beyond the bars"
        (white,) = strokes(drawn(LESSON, "world", turning), Ink.ANSWER, Line.CURVE)
        ring = hull_of_sums(scene).exterior
        assert max(ring.distance(shapely.Point(p)) for p in white.points) < 1e-3, "along the outline"


@pytest.mark.parametrize("name", ["Pentagon and triangle", "Similar triangles", "Parallel edges", "−B fits inside A"])
def test_the_direction_is_the_normal_of_the_edge_that_is_laid(name: str) -> None:
    """Where it starts the shape ends along it; and the edge of the sum is those two places added."""
    for moment in moments(name)[1:-1]:
        scene, edge = moment.scene, moment.step.edge
        canvas = drawn(LESSON, "world", moment)
        arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        assert len(arrows) == 2
        way = edge.end - edge.start
        for arrow, shape in zip(arrows, (scene.a.world, scene.b.world), strict=True):
            d = np.subtract(arrow.end, arrow.start)
            assert abs(float(d @ way)) < 1e-9 * math.hypot(*d)
            assert float(d[0] * way[1] - d[1] * way[0]) > 0.0, "outward of a counter-clockwise outline"
            assert float(np.array(arrow.start) @ d) == pytest.approx(float((shape.points @ d).max()))
        middle = arrows[0].start + np.array(arrows[1].start) - scene.reference
        assert shapely.LineString((edge.start, edge.end)).distance(shapely.Point(middle)) < 1e-9
        held = next(pane for pane in panes_of(LESSON.layout_at(moment)) if pane.is_world)
        assert held.idle(moment) == ("tip",), "no ring where the direction was"
        names = [text for text in labels(canvas) if re.fullmatch(r"[AB]\d+", text)]
        rows = {plain(row.cells[0]) for at in moments(name) for row in LESSON.page(at).rows}
        assert set(names) == rows, "one name in the figure and in the table"


def test_the_words_are_true_in_both_themes_and_of_any_reference_point() -> None:
    for name in LESSON.presets:
        first, last = moments(name)[0], moments(name)[-1]
        for compare in ("", "scaled A"):
            said = plain(LESSON.page(replace(first, compare=compare)).sentence)
            assert "white" not in said
        assert "over all of A" in LESSON.page(first).idea, "its outline alone leaves a hole"
        end = next(pane for pane in panes_of(LESSON.layout_at(last)) if pane.is_world)
        assert end.idle(last) == (("tip",) if LESSON.presets[name].compare and last.compare else ())
        assert end.idle(replace(last, time=0.4)) == ("tip",), "the ring does not stay where the direction was"


@each_scene
def test_b_stands_clear_of_the_sum(name: str) -> None:
    scene = LESSON.presets[name].scene
    b = shapely.buffer(shapely.MultiPoint(scene.b.world.points).convex_hull, scene.b.shape.radius)
    assert hull_of_sums(scene).distance(b) > 0.12


def test_a_disc_moves_edges_out_and_opens_corners_to_arcs() -> None:
    moment = moments("Disc around a triangle")[1]
    scene, r = moment.scene, 0.45
    whole = hull_of_sums(scene)
    around = shapely.LinearRing(scene.a.world.points).length
    assert whole.exterior.length == pytest.approx(around + math.tau * r, rel=1e-3)
    told = plain(LESSON.page(moment).sentence)
    assert f"{fixed(around)} + {fixed(math.tau * r)} = {fixed(around + math.tau * r)}" in told
    canvas = drawn(LESSON, "world", replace(moment, time=1.0))
    arcs = [np.array(m.points) for m in strokes(canvas, Ink.B, Line.OUTLINE) if len(m.points) > 7 and not m.closed]
    assert len(arcs) == 3
    for arc in arcs:
        assert min(np.hypot(*(arc - p).T).max() for p in scene.a.world.points) == pytest.approx(r)
    named = [m.at for m in canvas.marks if isinstance(m, Symbol) and m.latex == "r"]
    triangle = shapely.Polygon(scene.a.world.points)
    assert [triangle.distance(shapely.Point(p)) for p in named] == pytest.approx([r / 2.0] * 3), "in the layer"
    moved = [np.array(m.points) for m in strokes(canvas, Ink.A, Line.OUTLINE) if len(m.points) == 2]
    ring = shapely.LinearRing(scene.a.world.points)
    assert [ring.distance(shapely.Point(p)) for edge in moved for p in edge] == pytest.approx([r] * 6)
    shown = angles(scene.a.world)
    turned = [f"{(q - p) % 360}°" for p, q in zip(shown, np.roll(shown, -1), strict=True)]
    table = LESSON.table(moment)
    assert table is not None
    assert table.columns == ("edge", "length"), "a disc has no edges to sort"
    grown = drawn(LESSON, "world", replace(moment, time=0.5))
    moved = [np.array(m.points) for m in strokes(grown, Ink.A, Line.OUTLINE) if len(m.points) == 2]
    assert {round(ring.distance(shapely.Point(p)), 6) for edge in moved for p in edge} == {r / 2.0}
    rows = [[plain(cell) for cell in row.cells] for row in LESSON.page(moment).rows]
    assert rows[0] == ["A0", "2.30"]
    assert rows[-1] == ["arcs, together", fixed(math.tau * r)]
    sectors = [shapely.Polygon(m.points) for m in canvas.marks if isinstance(m, Area) and m.opacity == 0.22]
    assert sum(each.area for each in sectors) == pytest.approx(math.pi * r * r, rel=1e-2), "together the disc"
    off = scene.with_field("reference", scene.reference + (0.2, 0.0))
    assert "by its centre, its **reference point**" in LESSON.page(moments("Disc around a triangle")[0]).idea
    assert "centre" not in LESSON.page(Moment(off, LESSON.run(off), 0)).idea, "no longer carried by it"
    assert "reference point" in labels(drawn(LESSON, "world", moment), Ink.B), "named before it is spoken of"
    page = LESSON.page(Moment(off, LESSON.run(off), 1))
    assert "not B’s centre" in page.idea
    assert "not B’s centre" not in LESSON.page(moment).idea
    corners = {text: at for text, at in labels(canvas, Ink.B).items() if text.endswith("°")}
    compared = drawn(LESSON, "world", moments("Disc around a triangle", "scaled A")[1])
    assert not [text for text in labels(compared, Ink.B) if text.endswith("°")], "room for what is compared"
    assert sorted(corners) == sorted(turned), "each arc has its turn"
    for text, at in corners.items():
        near = int(np.hypot(*(scene.a.world.points - at).T).argmin())  # the corner between two edges
        assert text == f"{(shown[near] - shown[near - 1]) % 360}°"
        assert math.dist(at, scene.a.world.points[near]) == pytest.approx(r)


def is_carried(scene: Any, arrow: Arrow) -> bool:
    """Whether an arrow goes from an end of an edge of A outwards, and not along it."""
    starts = any(math.dist(arrow.start, p) < 1e-9 for p in scene.a.world.points)
    return starts and not any(math.dist(arrow.end, p) < 1e-9 for p in scene.a.world.points)


@pytest.mark.parametrize("name", ["Pentagon and triangle", "Similar triangles", "Parallel edges"])
def test_edges_are_laid_by_direction_and_fly_from_their_shape(name: str) -> None:
    told = moments(name)
    scene = told[0].scene
    thetas = sorted({*angles(scene.a.world), *angles(scene.b.world)})
    shown: list[str] = []
    for moment in told[1:-1]:
        page = LESSON.page(moment)
        shown += [plain(row.cells[1]) for row in page.rows]
        n = len(moment.step.laid)
        rest = rf"\theta:\theta>\theta_{{{n - 2}}}" if n > 1 else r"\theta"
        assert page.formula.startswith(rf"\theta_{{{n - 1}}}=\min\,"), "the last laid"
        assert rest in page.formula, "and the rule that has chosen it"
        assert page.formula.endswith(f"={thetas[n - 1]}^\\circ"), "with its direction"
        assert min(t for t in thetas if n == 1 or t > thetas[n - 2]) == thetas[n - 1]
        told_now = plain(LESSON.situation(moment))
        assert told_now.endswith(" is laid.") == (n == 1)
        assert told_now.startswith(f"{n} of the {len(thetas)} edges" if n < len(thetas) else "A⊕B has"), told_now
        start = drawn(LESSON, "world", replace(moment, time=0.0))
        arrows = [m for m in start.marks if isinstance(m, Arrow) and m.ink in (Ink.A, Ink.B)]
        for mark in arrows:
            own = (scene.a if mark.ink is Ink.A else scene.b).world
            assert any(same((mark.start, mark.end), own.edge(i)) for i in range(len(own.points))), "at home"
        end = drawn(LESSON, "world", replace(moment, time=1.0))
        carried = [m for m in end.marks if isinstance(m, Arrow) and m.ink is Ink.B and is_carried(scene, m)]
        edge = moment.step.edge
        if edge.of_b is None and math.dist(edge.start, scene.a.world.points[edge.of_a]) > 0.3:
            moved = edge.start - scene.a.world.points[edge.of_a]
            assert len(carried) == 2, "b goes from both ends of the edge of A"
            assert all(same(np.subtract(m.end, m.start), moved) for m in carried)
        for mark in [m for m in end.marks if isinstance(m, Arrow) and m.ink in (Ink.A, Ink.B) and m not in carried]:
            ring = hull_of_sums(scene).exterior
            assert max(ring.distance(shapely.Point(p)) for p in (mark.start, mark.end)) < 1e-9
        glows = [m for m in end.marks if isinstance(m, Glow)]
        own = [body.world.edge(i) for body in (scene.a, scene.b) for i in range(len(body.world.points))]
        lit = [edge for edge in own if any(same(m.points, edge) for m in glows)]
        newest = [moment.step.edge.of_a, moment.step.edge.of_b]
        assert len(lit) == sum(each is not None for each in newest), "lit on its shape too"
        fan = drawn(LESSON, "fan", moment)
        bold = [m for m in fan.marks if isinstance(m, Arrow) and m.line is Line.MEASURE]
        assert len(bold) == sum(1 for e in moment.step.laid for k in (e.of_a, e.of_b) if k is not None)
        assert all(same(m.start, (0.0, 0.0)) for m in bold)
    assert [int(text[:-1]) for text in shown] == sorted(angles(scene.a.world) + angles(scene.b.world))
    first = plain(LESSON.page(told[1]).sentence)
    if name == "Parallel edges":
        assert first == "Edges A0 and B0 are parallel: they merge into one."
        assert plain(LESSON.page(told[3]).sentence) == (
            "8 edges of A and B make 4 edges: parallel ones merge. The outline closes."
        )
    else:
        for moment, word, theta in ((told[1], "least", thetas[0]), (told[2], "next", thetas[1])):
            edge = moment.step.edge
            owner, number, other = ("A", edge.of_a, "B") if edge.of_b is None else ("B", edge.of_b, "A")
            said = f"The {word} direction is {theta}°: edge {owner}{number}, "
            said += f"moved by the vertex {other.lower()} of {other}."
            assert plain(LESSON.page(moment).sentence) == said
            letters = symbols(drawn(LESSON, "world", replace(moment, time=0.0)))
            assert rf"\boldsymbol {other.lower()}" in letters, "the vertex has its letter"
        assert len(told[3].step.laid) == len(thetas)


def test_the_tick_belongs_one_radius_beyond_the_end_of_a() -> None:
    moment = moments("Disc around a triangle")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    scene = moment.scene
    d = scene.tip / math.hypot(*scene.tip)
    h_a = float((scene.a.world.points @ d).max())
    assert same(asked.right[0], (h_a + 0.45) * d)
    for t, words in ((h_a, "A ends here"), (h_a + 0.9, "two radii from A"), (0.3, "inside the sum"), (2.1, "beyond")):
        verdict = asked.judge((tuple((t * d).tolist()),))
        assert not verdict.right
        assert words in verdict.remarks[0].words
    assert f"{fixed(h_a)} + 0.45 = {fixed(h_a + 0.45)}" in asked.judge(asked.right).because
    assert asked.judge((tuple(((h_a + 0.5) * d).tolist()),)).right, "nearly will do"
    assert not asked.judge((tuple(((h_a + 0.55) * d).tolist()),)).right
    canvas = Canvas(0.01)
    verdict = asked.judge(asked.right)
    assert verdict.draw is not None
    verdict.draw(canvas, "world")
    numbers = [fixed(h_a + 0.45), "r = 0.45", fixed(h_a)]
    assert list(labels(canvas)) == numbers, "each number of the sum stands at its length"
    remark = verdict.remarks[0]
    assert hull_of_sums(scene).exterior.distance(shapely.Point(remark.at)) < 1e-3, (
        "a point of the sum, not of the ruler"
    )
    assert float(np.array(remark.at) @ d) == pytest.approx(h_a + 0.45)
    near = asked.judge((tuple((0.3 * d).tolist()),))
    assert "Your ring is at 0.30." in near.because
    assert fixed(h_a) not in near.because, "the first try does not tell the number"
    lengths = [
        math.dist(*s.points) for s in strokes(canvas, Ink.A, Line.MEASURE) + strokes(canvas, Ink.B, Line.MEASURE)
    ]
    assert max(lengths) == pytest.approx(h_a)
    waiting = drawn(LESSON, "world", replace(moment, time=1.0, is_open=True))
    (white,) = strokes(waiting, Ink.ANSWER, Line.CURVE)
    assert float((np.array(white.points) @ d).max()) < h_a + 0.45 - 0.1, "the tour stops before the answer"
    assert LESSON.page(moments("Disc around a long box", "scaled A")[0]).prediction is None


@each_scene
def test_the_end_of_the_sum_is_asked_for_of_any_b_and_not_to_be_seen_before(name: str) -> None:
    moment = moments(name)[0]
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert (asked is None) == (scene.asks in ("next edge", "count of edges"))
    if not isinstance(asked, Place) or scene.is_moved:
        return
    canvas = Canvas(0.01)
    assert asked.follow is not None
    asked.follow(canvas, asked.start)
    (line,) = strokes(canvas, Ink.INTERFACE, Line.DASHED)
    assert float(np.subtract(*line.points) @ scene.tip) == pytest.approx(0.0, abs=1e-9), "all behind it ends there"
    assert np.mean(line.points, axis=0) == pytest.approx(asked.start[0])
    d = scene.tip / math.hypot(*scene.tip)
    over = np.array(hull_of_sums(scene).exterior.coords) @ d
    assert float(np.array(asked.right[0]) @ d) == pytest.approx(over.max(), abs=2e-4)
    assert asked.judge(asked.right).right
    assert not asked.judge(asked.start).right
    h_a = float((scene.a.world.points @ d).max())
    width = np.ptp(scene.b.world.points @ d) + 2.0 * scene.b.shape.radius
    for t, words in ((h_a, "A ends here"), (h_a + width, "from A"), (h_a + 1.2 * width, "beyond every copy")):
        verdict = asked.judge((tuple((t * d).tolist()),))
        assert not verdict.right
        assert words in verdict.remarks[0].words
    open_ = drawn(LESSON, "world", replace(moment, time=1.0, is_open=True))
    (white,) = strokes(open_, Ink.ANSWER, Line.CURVE)
    assert float((np.array(white.points) @ d).max()) < over.max() - 0.03
    shown = [m.segments.reshape(-1, 2) @ d for m in open_.marks if isinstance(m, Crowd)]
    assert max(values.max() for values in shown) < over.max() - 0.03, "no copy has come there"


@pytest.mark.parametrize("name", ["Pentagon and triangle", "Similar triangles", "Parallel edges"])
def test_the_next_edge_is_the_one_that_turns_least(name: str) -> None:
    scene = LESSON.presets[name].scene.with_field("asks", "next edge")
    moment = Moment(scene, LESSON.run(scene), 1)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    own = {
        FeatureRef(owner, FeatureKind.EDGE, i): angle
        for owner, shape in (("A", moment.scene.a.world), ("B", moment.scene.b.world))
        for i, angle in enumerate(angles(shape))
    }
    second = sorted(set(own.values()))[1]
    assert asked.right == {feature for feature, angle in own.items() if angle == second}
    for feature, angle in own.items():
        verdict = asked.judge(feature)
        assert verdict.remarks[0].words == f"{angle}°"
        assert verdict.right is (feature in asked.right)
        if verdict.head != "Laid already":
            assert f"{angle}°: {angle - min(own.values())}° counter-clockwise" in plain(verdict.because), (
                "its own reason"
            )
        ink = Ink.ANSWER if verdict.right else Ink.FAULTY
        canvas = drawn(LESSON, "fan", replace(moment, is_open=True))
        before = len(canvas.marks)
        verdict.draw(canvas, "fan")
        (arrow, *_) = [m for m in canvas.marks[before:] if isinstance(m, Arrow)]
        assert arrow.ink is ink
        assert round(math.degrees(math.atan2(arrow.end[1], arrow.end[0])) % 360.0) % 360 == angle
    waiting = [m for m in drawn(LESSON, "fan", replace(moment, is_open=True)).marks if isinstance(m, Arrow)]
    assert len(waiting) == len(LESSON.page(moment).rows), "the others are not shown yet"


def test_directions_that_look_equal_are_equal() -> None:
    """Where the table shows one number twice the edges merge; and it has room for all rows."""
    for name in LESSON.presets:
        last = moments(name)[-1]
        if not last.scene.is_disc:
            rows = [row for moment in moments(name) for row in LESSON.page(moment).rows]
            assert len({row.cells[1] for row in rows}) == len(last.trace.result.edges)
            assert len(rows) <= 8


def test_a_scale_is_drawn_while_the_end_is_asked_for_and_theta_at_the_edge_that_is_laid() -> None:
    first = moments("Disc around a triangle")[0]
    d = first.scene.direction
    asked = drawn(LESSON, "world", replace(first, is_open=True))
    ticks = {
        m.text: float(np.array(m.at) @ d) for m in asked.marks if isinstance(m, Label) and m.text[1:] in (".0", ".5")
    }
    assert ticks == {text: pytest.approx(float(text), abs=1e-6) for text in ("0.5", "1.0", "1.5")}
    assert "1.0" not in labels(drawn(LESSON, "world", first))
    for name in ("Pentagon and triangle", "Parallel edges"):
        fan = drawn(LESSON, "fan", moments(name)[1])
        assert [m.latex for m in fan.marks if isinstance(m, Symbol)] == [r"\theta"]


def test_the_farthest_points_have_their_letters() -> None:
    for name in LESSON.presets:
        canvas, scene = drawn(LESSON, "world", moments(name)[-1]), LESSON.presets[name].scene
        d = scene.direction
        at = {m.latex: np.array(m.at) for m in canvas.marks if isinstance(m, Symbol) and "bold" in m.latex}
        (total,) = [np.array(m.at) for m in canvas.marks if isinstance(m, Label) and "+" in m.text]
        b = at[r"\boldsymbol b"] - scene.reference
        assert same(total, at[r"\boldsymbol a"] + b)
        assert total @ d == pytest.approx(sum(scene.support_values))


def test_another_reference_point_moves_the_sum_and_nothing_else() -> None:
    moment = moments("Another reference point")[0]
    scene = moment.scene
    central = scene.with_field("reference", scene.b.world.centroid)
    by = scene.b.world.centroid - scene.reference
    assert same(LESSON.run(scene).result.points, LESSON.run(central).result.points + by)
    canvas = drawn(LESSON, "world", moment)
    (ghost,) = strokes(canvas, Ink.QUIET, Line.DOTTED)
    assert shapely.Polygon(ghost.points).equals_exact(hull_of_sums(central), 1e-9, normalize=True)
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    assert same(np.subtract(arrow.end, arrow.start), by)
    x, y = (-by).tolist()
    assert f"lies ({fixed(x)}, {fixed(y)}) from B’s centre" in plain(LESSON.page(moment).sentence)
    moved = scene.with_field("b", scene.b.moved((0.7, -0.3)))
    assert same(moved.reference, scene.reference + (0.7, -0.3))
    assert same(LESSON.run(moved).result.points, LESSON.run(scene).result.points)
    shaped = scene.with_field("b", scene.b.with_vertex(0, scene.b.world.points[0] + (-0.1, -0.1)))
    assert shaped.reference is scene.reference


def test_a_scaled_box_is_right_at_its_long_edge_and_too_far_at_its_ends() -> None:
    moment = moments("Disc around a long box", "scaled A")[0]
    scene = moment.scene
    factor = (0.45 + 0.45) / 0.45
    c = scene.a.world.centroid
    outline = c + factor * (scene.a.world.points - c)
    error = max(hull_of_sums(scene).distance(shapely.Point(p)) for p in outline)
    assert moment.faulty.error == pytest.approx(error, abs=2e-4)
    assert plain(LESSON.situation(moment)) == (
        f"A scaled by {fixed(factor)}: 2 edges lie on the right lines, but a vertex {fixed(error)} too far out."
    )
    ends = [shapely.LineString(e) for e in zip(outline, np.roll(outline, -1, axis=0), strict=True)]
    assert sum(hull_of_sums(scene).exterior.distance(e.centroid) < 1e-3 for e in ends) == 2, (
        "both long edges are right"
    )
    canvas = drawn(LESSON, "world", moment)
    (pink,) = strokes(canvas, Ink.FAULTY, Line.DOTTED)
    assert same(pink.points, outline)
    assert f"error {fixed(error)}" in labels(canvas, Ink.FAULTY)
    (measured, *_) = strokes(canvas, Ink.FAULTY, Line.MEASURE)
    assert math.dist(*measured.points) == pytest.approx(error, abs=2e-4)
    last = moments("Disc around a long box", "scaled A")[-1]
    page = LESSON.page(last)
    assert page.idea.startswith("**Scaled A**")
    assert page.formula == rf"\faulty{{k\,A}}\ \ne\ {ON},\quad k=\faulty{{{fixed(factor)}}}"
    assert plain(page.sentence) == (
        f"Only 2 edges lie on the right lines, but {fixed(factor)} times as long as in A. "
        f"A vertex lies {fixed(error)} too far out."
    )
    assert max(e.length for e in ends) == pytest.approx(factor * 2.4), "on the line, but not where the sum’s edge is"
    single = scene.with_field("a", moments("Disc around a triangle")[0].scene.a)
    told = Moment(single, LESSON.run(single), 0, compare="scaled A", faulty=scaled(single.a.world, single.moving))
    assert on_right_lines(told) == 1
    for name in LESSON.presets:
        compared = moments(name, "scaled A")[0]
        figure, wrong = hull_of_sums(compared.scene).exterior, compared.faulty.outline
        lines = [shapely.LineString(e) for e in zip(wrong, np.roll(wrong, -1, axis=0), strict=True)]
        sides = [shapely.LineString(e) for e in itertools.pairwise(figure.coords)]
        on = [any(line.intersection(side.buffer(1e-6)).length > 1e-3 for side in sides) for line in lines]
        assert on_right_lines(compared) == sum(on), "of equally near edges only those that B reaches as far beyond"
    assert symbols(drawn(LESSON, "world", last), Ink.FAULTY)[r"k\,A"] in [tuple(p) for p in pink.points]
    assert not strokes(drawn(LESSON, "world", last), Ink.A, Line.BAR), "no support values beside a fault"
    none = moments("Disc around a long box", "outline only")[-1]
    assert strokes(drawn(LESSON, "world", none), Ink.A, Line.BAR), "where nothing is wrong the step's own figure"
    assert plain(LESSON.page(none).idea).startswith("The support value")


def test_the_hole_is_what_no_copy_covers() -> None:
    moment = moments("−B fits inside A", "outline only")[0]
    scene = moment.scene
    local, ring = scene.moving.points, scene.a.world.points
    swept = shapely.union_all(
        [
            shapely.MultiPoint(np.concatenate((local + p, local + q))).convex_hull
            for p, q in zip(ring, np.roll(ring, -1, axis=0), strict=True)
        ]
    )
    free = shapely.Polygon(ring).difference(swept).area
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.ticks[0] == moment.time == 1.0, "it opens where the tour has left the hole"
    early = replace(moment, time=0.9)
    assert not [m for m in drawn(LESSON, "world", early).marks if getattr(m, "ink", None) is Ink.FAULTY]
    assert "area" not in plain(LESSON.situation(early)), "seen, then told"
    assert f"leaves an area of {fixed(free)}" in plain(LESSON.situation(moment))
    last = moments("−B fits inside A", "outline only")[-1]
    page = LESSON.page(last)
    assert plain(page.sentence) == (
        f"No copy of B on the outline covers the pink area, {fixed(free)}. Each of its points is a sum a + b."
    )
    hole = shapely.Polygon(ring).difference(swept)
    assert hull_of_sums(scene).buffer(1e-9).covers(hole)
    assert page.idea.startswith("**Outline only**")
    assert "Where −B" in page.idea, "B alone may fit and leave nothing"
    (fits,) = strokes(drawn(LESSON, "world", last), Ink.B, Line.DOTTED)
    assert shapely.Polygon(ring).buffer(1e-9).covers(shapely.Polygon(fits.points)), "−B, drawn where it fits"
    at = np.mean(fits.points, axis=0) + np.mean(local, axis=0)
    assert min(math.dist(at, corner) for corner in last.faulty.outline) < 1e-9, "its reference point is at a corner"
    assert any(same(m.at, at) for m in drawn(LESSON, "world", last).marks if isinstance(m, Dot)), "and is shown"
    sides = [shapely.LineString(each) for each in zip(ring, np.roll(ring, -1, axis=0), strict=True)]
    touched = [side for side in sides if side.distance(shapely.Polygon(fits.points)) < 1e-9]
    assert len(touched) >= 2, "−B touches the sides of A that meet there, so pink is not where −B lies"
    assert r"\faulty{\mathrm{outline}(A)}" in page.formula
    (pink,) = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
    assert shapely.Polygon(pink.points).area == pytest.approx(free)
    comparison = LESSON.comparison("outline only")
    assert comparison is not None
    assert not comparison.differs(moments("Disc around a long box", "outline only")[0])


@pytest.mark.parametrize(("k", "is_left"), [(0.9, False), (0.55, False), (0.45, True), (-0.9, True)])
def test_what_must_fit_inside_a_is_b_reflected(k: float, is_left: bool) -> None:
    """B, the same triangle as A at 0.9, fits inside A; −B does not, and every point is covered."""
    a = LESSON.presets["Similar triangles"].scene.a.world.points
    faulty = outline_only(convex(a), convex(k * (a - a.mean(axis=0))))
    assert (faulty.error > 1e-9) == is_left
    middle, b = np.array(faulty.worst), k * (a - a.mean(axis=0))
    assert shapely.Polygon(a).buffer(1e-9).covers(shapely.Polygon(middle - b)) is is_left


def test_a_disc_against_a_is_a_point_against_the_sum() -> None:
    """What the first picture says that the sum is for."""
    scene = moments("Disc around a triangle")[0].scene
    says = plain(LESSON.page(moments("Disc around a triangle")[0]).sentence)
    assert says == "The disc B is in contact with A exactly when its centre lies in A⊕B."
    other = LESSON.page(moments("Pentagon and triangle")[0])
    assert "exactly when" not in plain(other.idea + other.sentence), "of a triangle it is false"
    triangle = moments("Pentagon and triangle")[0].scene
    wrong = [
        (x, y)
        for x, y in np.random.default_rng(5).uniform(-2.2, 2.2, (300, 2)).tolist()
        if overlaps(triangle.a.world, triangle.b.world.moved((x, y) - triangle.reference))
        is not overlaps(solid(triangle.trace.result), point((x, y)))
    ]
    assert wrong
    for x, y in np.random.default_rng(3).uniform(-2.2, 2.2, (300, 2)).tolist():
        there = scene.b.world.moved((x, y) - scene.reference)
        assert overlaps(scene.a.world, there) is overlaps(solid(scene.trace.result), point((x, y)))


def test_the_challenges_are_met_by_what_their_hints_say() -> None:
    told = moments("Similar triangles")[-1]
    assert LESSON.challenge(told).now == "now 6 edges"
    turned = told.scene.with_field("b", Body(told.scene.b.shape, Pose(told.scene.b.pose.position, 0.0)))
    assert LESSON.challenge(Moment(turned, LESSON.run(turned), 4)).reached
    half = told.scene.with_field("b", Body(told.scene.b.shape, Pose(told.scene.b.pose.position, math.pi)))
    assert not LESSON.challenge(Moment(half, LESSON.run(half), 4)).reached
    disc = moments("Disc around a triangle")[-1]
    assert not LESSON.challenge(disc).reached
    for by, outside in ((0.4, False), (0.5, True)):
        scene = disc.scene.with_field("reference", disc.scene.reference + (by, 0.0))
        assert LESSON.challenge(Moment(scene, LESSON.run(scene), 2)).reached is outside
        assert hull_of_sums(scene).buffer(1e-6).covers(shapely.Polygon(scene.a.world.points)) is not outside


def test_a_scene_has_a_goal_of_its_own() -> None:
    def goal(scene: Any, compare: str = "") -> Any:
        comparison = LESSON.comparison(compare)
        faulty = comparison.run(scene) if comparison is not None else None
        trace = LESSON.run(scene)
        return LESSON.challenge(Moment(scene, trace, len(trace) - 1, compare=compare, faulty=faulty))

    five = LESSON.presets["Pentagon and triangle"].scene
    assert goal(five).now == "now B0"
    for degrees, first in ((-10.0, "A4"), (10.0, "B0")):
        turned = five.with_field("b", five.b.turned(math.radians(degrees)))
        every = [
            (theta, f"{n}{i}")
            for n, s in (("A", turned.a), ("B", turned.b))
            for i, theta in enumerate(angles(s.world))
        ]
        assert min(every)[1] == first
        assert (goal(turned).now, goal(turned).reached) == (f"now {first}", first == "A4")
    boxes = LESSON.presets["Parallel edges"].scene
    assert (goal(boxes).now, goal(boxes).reached) == ("now 4 edges", False)
    assert not goal(boxes.with_field("b", boxes.b.turned(0.2))).reached, "8 edges"
    corner = boxes.b.world.points[0] - (0.15, 0.1)
    assert goal(boxes.with_field("b", boxes.b.with_vertex(0, corner))).reached
    long = LESSON.presets["Disc around a long box"].scene
    assert goal(long, "scaled A").now == "now 0.83"
    square = goal(long.with_field("a", long.a.shaped(box(1.2, 1.2))), "scaled A")
    assert (square.now, square.reached) == (f"now {fixed(0.45 * (math.sqrt(2.0) - 1.0))}", True)
    hole = LESSON.presets["−B fits inside A"].scene
    assert goal(hole, "outline only").now == "now an area of 2.06"
    assert goal(hole.with_field("a", hole.a.shaped(convex(0.2 * hole.a.shape.points))), "outline only").reached
    assert (
        len({LESSON.challenge(moments(name, LESSON.presets[name].compare)[-1]).text for name in LESSON.presets}) == 6
    )


def test_no_support_value_is_named_before_its_step() -> None:
    for name in ("Disc around a triangle", "Similar triangles"):
        moment = moments(name)[0]
        verdict = LESSON.page(moment).prediction.judge(LESSON.page(moment).prediction.right)
        canvas = Canvas(0.01)
        verdict.draw(canvas, "world")
        assert not any("h_" in words for words in labels(canvas))


def test_the_area_that_is_never_covered_is_named_below_the_letter_of_a() -> None:
    for moment in moments("−B fits inside A", "outline only"):
        (label,) = [
            m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Label) and "never covered" in m.text
        ]
        assert label.at[1] < moment.scene.a.world.centroid[1] - 0.2


def test_the_clock_rolls_b_around_and_lets_edges_fly() -> None:
    scene = LESSON.presets["Pentagon and triangle"].scene.with_field("asks", "end")
    told = [Moment(scene, LESSON.run(scene), i) for i in range(5)]
    first, edges = LESSON.clock(told[0]), LESSON.clock(told[1])
    assert first is not None
    assert edges is not None
    assert first.ticks == (pytest.approx(told[0].scene.before_support), 1.0, 1.0, 1.0, 1.0), "as far as it may come"
    opening = LESSON.clock(moments("Disc around a triangle")[0])
    assert opening is not None
    assert opening.ticks[0] == 0.5
    assert not first.plays_on_entry
    assert edges.plays_on_entry
    assert set(edges.ticks) == {1.0}
    assert [LESSON.story.stage(moment) for moment in told] == ["Sweep", *["Edges"] * 3, "Support"]
    assert [isinstance(moment.step, EdgeLaid) for moment in told] == [False, True, True, True, False]
    assert [LESSON.story.stage(m) for m in moments("Disc around a triangle")] == ["Sweep", "The layer", "Support"]


@each_scene
def test_the_directions_stand_beside_the_world_where_edges_are_sorted(name: str) -> None:
    for moment in moments(name):
        shown = [pane.name for pane in panes_of(LESSON.layout_at(moment))]
        is_sorted = isinstance(moment.step, EdgeLaid) and not moment.scene.is_disc
        assert shown == (["world", "fan"] if is_sorted else ["world"])


@each_scene
def test_what_is_covered_is_filled_as_far_as_the_copy_has_come(name: str) -> None:
    for way in (0.3, 0.8):
        moment = replace(moments(name)[0], time=way)
        filled = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Area) and m.ink is Ink.B]
        covered = shapely.union_all([shapely.Polygon(m.points) for m in filled if m.opacity == COVERED])
        scene = moment.scene
        tour = [scene.carried(t) for t in np.linspace(0.0, way, 200)]
        copy = shapely.buffer(shapely.MultiPoint(scene.moving.points).convex_hull, scene.b.shape.radius)
        every = shapely.union_all([shapely.affinity.translate(copy, *p) for p in tour])
        assert covered.symmetric_difference(every).area < 0.02 * every.area


def test_the_sums_on_the_screen_are_those_of_the_numbers_shown() -> None:
    for name in LESSON.presets:
        for moment in (moments(name)[-1], *(m for m in moments(name)[1:2] if m.scene.is_disc)):
            p, q, total = [float(x) for x in re.findall(r"\d+\.\d\d", plain(LESSON.page(moment).sentence))[:3]]
            assert p + q == pytest.approx(total, abs=1e-9), name


@each_scene
def test_each_picture_shows_what_its_stage_speaks_of_and_no_more(name: str) -> None:
    told = moments(name)
    scene, d = told[0].scene, told[0].scene.direction
    at = labels(drawn(LESSON, "world", told[0]))["outline of A⊕B"]
    assert shapely.LineString(scene.left_behind(1.0)).distance(shapely.Point(at)) < 1e-9, "at the line itself"
    for moment in told[1:-1]:
        assert "origin" not in labels(drawn(LESSON, "world", moment)), "no direction from the origin"
        held = next(pane for pane in panes_of(LESSON.layout_at(moment)) if pane.is_world)
        assert held.idle(moment) == ("tip",)
        if not scene.is_disc:
            for is_open in (False, True):
                marks = drawn(LESSON, "world", replace(moment, is_open=is_open)).marks
                pale = [m for m in marks if isinstance(m, Area) and m.ink is Ink.ANSWER]
                assert len(pale) == (not is_open), "the sum that was swept, but not while its next edge is asked for"
                assert all(same(m.points, moment.trace.result.points) for m in pale)
    assert math.hypot(*scene.tip) > sum(scene.support_values) + 0.1, "the handle stands beyond the bars"
    asked = LESSON.page(told[0]).prediction
    if isinstance(asked, Place) and not scene.is_moved:
        (shown,) = asked.names
        assert callable(shown)
        assert shown(tuple((0.7 * d).tolist())) == "0.70", "the ring says where it is"


def test_what_cannot_be_swept_is_refused() -> None:
    scene = LESSON.presets["Disc around a triangle"].scene
    with pytest.raises(ValueError, match="A is a polygon"):
        scene.with_field("a", scene.b)
    with pytest.raises(ValueError, match="needs a length"):
        scene.with_field("tip", np.zeros(2))


def test_the_ruler_has_few_ticks_however_long_its_direction_is() -> None:
    opened = [replace(at, is_open=True) for name in LESSON.presets for at in moments(name)]
    asked = [at for at in opened if ruler(at)]
    assert asked, "a scene asks for a place on the direction"
    for at in asked:
        assert 3 <= len(ruler(at)) <= 9
        for factor in (0.01, 40.0, 1e4):
            tip = tuple(factor * x for x in at.scene.tip)
            assert 1 <= len(ruler(replace(at, scene=replace(at.scene, tip=tip)))) <= 9


def ruler(moment: Moment[Any]) -> list[str]:
    """The numbers along the direction, each as far out as it says; without that of the origin."""
    numbers = {
        text: at for text, at in labels(drawn(LESSON, "world", moment)).items() if re.fullmatch(r"[0-9.]+", text)
    }
    d = moment.scene.direction
    return [t for t, at in numbers.items() if t != "0" and math.isclose(np.dot(at, d), float(t), rel_tol=1e-6)]


def test_each_scene_asks_something_of_its_own() -> None:
    asked = {}
    for name, preset in LESSON.presets.items():
        if not preset.compare:
            found = [(m.index, LESSON.page(m).prediction) for m in moments(name)]
            asked[name] = [(i, type(each).__name__) for i, each in found if each is not None]
    assert asked == {
        "Disc around a triangle": [(0, "Place")],
        "Pentagon and triangle": [(1, "Click")],
        "Similar triangles": [(0, "Place")],
        "Parallel edges": [(1, "Choose")],
        "Another reference point": [(0, "Place")],
    }


def test_the_count_of_edges_is_that_of_the_directions() -> None:
    moment = moments("Parallel edges")[1]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    count = len(set(angles(moment.scene.a.world)) | set(angles(moment.scene.b.world)))
    assert asked.right == {str(count)}
    assert str(2 * count) in asked.options
    for option in asked.options:
        assert asked.judge(option).right is (option == str(count))
    off = moment.scene.with_field("b", moment.scene.b.turned(0.3))
    assert LESSON.page(Moment(off, LESSON.run(off), 1)).prediction is None, "no pair is parallel"


def test_the_corner_of_the_moved_sum_goes_the_other_way() -> None:
    moment = moments("Another reference point")[0]
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    by = scene.b.world.centroid - scene.reference
    assert np.subtract(asked.right[0], asked.start[0]) == pytest.approx(by)
    assert hull_of_sums(scene).exterior.distance(shapely.Point(asked.right[0])) < 1e-9
    assert asked.judge(asked.right).right
    start = np.array(asked.start[0])
    for at, words in (
        (start, "carried by its centre"),
        (start - by, "the other way"),
        (start + 2.0 * by, "as far as"),
    ):
        verdict = asked.judge((tuple(at.tolist()),))
        assert not verdict.right
        assert words in verdict.because
    says = plain(LESSON.page(moment).sentence)
    assert "opposite" not in says
    hidden = drawn(LESSON, "world", replace(moment, is_open=True))
    assert not [m for m in hidden.marks if m.__class__ is Arrow or getattr(m, "ink", None) is Ink.ANSWER], "not yet"
    assert "moved by (0.30, 0.20)" in labels(drawn(LESSON, "world", moment), Ink.EXAMINED)


def test_no_direction_is_drawn_where_none_is_spoken_of() -> None:
    for name, compare, spoken in (
        ("Disc around a long box", "scaled A", False),
        ("−B fits inside A", "outline only", False),
        ("Pentagon and triangle", "", False),
        ("Disc around a triangle", "", True),
    ):
        first, last = moments(name, compare)[0], moments(name, compare)[-1]
        assert ("origin" in labels(drawn(LESSON, "world", first))) is spoken
        assert ("origin" in labels(drawn(LESSON, "world", last))) is not bool(compare)
        pane = next(pane for pane in panes_of(LESSON.layout_at(first)) if pane.is_world)
        assert pane.idle(first) == (() if spoken else ("tip",))
