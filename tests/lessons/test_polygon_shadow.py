"""Shadow of a shape: ends, widths, corners and answers, against numpy and the fine outline of the shape."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from geometry import box, circle, convex
from geometry.faulty.projection import position_forgotten, radius_forgotten
from geometry.feature import FeatureKind, FeatureRef
from geometry.interval import Interval
from geometry.sat.projection import EndFound, ShapeProjected
from geometry.sat.support import DirectionTaken
from geometry.shape import boundary
from lessons.shadows.polygon_shadow import NO_PLACE, NO_RADIUS, PolygonShadow, ShapeAndAxis
from lessons.shadows.polygon_shadow_asked import both_ends
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Mark, Stroke, Unbounded
from viz.lesson.prediction import Adjust, Click, Place, Points, Verdict
from viz.lesson.scene import Arrow as Axis
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = PolygonShadow()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)


def moments(name: str, compare: str = "") -> list[Moment[ShapeAndAxis]]:
    return [replace(m, time=1.0) for m in moments_of(LESSON, SCENES[name].scene, compare)]


def drawn(moment: Moment[ShapeAndAxis], pane: int = 0) -> list[Mark]:
    return Told.draw(LESSON.panes[pane], moment).marks


def labels(moment: Moment[ShapeAndAxis], pane: int = 0) -> list[str]:
    return [plain(mark.text) for mark in drawn(moment, pane) if isinstance(mark, Label)]


def strokes(moment: Moment[ShapeAndAxis], ink: Ink, line: Line, pane: int = 0) -> list[np.ndarray]:
    found = drawn(moment, pane)
    return [np.array(m.points) for m in found if isinstance(m, Stroke) and m.ink is ink and m.line is line]


def edge_normal(p: np.ndarray, q: np.ndarray) -> float:
    """The angle of an edge's outward normal."""
    return math.atan2(p[0] - q[0], q[1] - p[1])


def direction(scene: ShapeAndAxis) -> np.ndarray:
    v = scene.axis.end - scene.axis.start
    return np.asarray(v / np.hypot(*v))


def ends(scene: ShapeAndAxis, turn: float | None = None) -> tuple[float, float]:
    """Of the projection, by the vertices of the core."""
    n = direction(scene) if turn is None else np.array((math.cos(turn), math.sin(turn)))
    values, r = scene.a.world.points @ n, scene.a.world.radius
    return float(values.min()) - r, float(values.max()) + r


def told_at(moment: Moment[ShapeAndAxis], y: np.ndarray | float) -> np.ndarray | float:
    """The place or the width that stands at a height of the chart, by the numbers at its ticks."""
    ticks = [m for m in drawn(moment, 1) if isinstance(m, Label) and re.fullmatch(r"−?[0-9.]+", m.text)]
    values = [float(m.text.replace("−", "-")) for m in ticks]
    heights = [m.at[1] for m in ticks]
    slope = (values[-1] - values[0]) / (heights[-1] - heights[0])
    return values[0] + slope * (y - heights[0])


def narrowest(scene: ShapeAndAxis) -> str:
    """What is told of the least width: nothing where several directions share it, nor where it is asked for."""
    edges = scene.a.world.edges
    widths = [float(np.subtract(*ends(scene, edge_normal(p, q))[::-1])) for p, q in edges]
    least = [i for i, w in enumerate(widths) if w <= min(widths) + 1e-9]
    if len(least) != 1:
        return ""
    return f" It is narrowest along the normal of e_{least[0]}: {fixed(min(widths))}."


@each_scene
def test_both_ends_and_the_width_are_told(name: str) -> None:
    scene = SCENES[name].scene
    low, high = ends(scene)
    fine = boundary(scene.a.world, 1e-6) @ direction(scene)
    assert (fine.min(), fine.max()) == pytest.approx((low, high), abs=1e-5)
    first, upper, lower, last = moments(name)
    angle = math.degrees(math.atan2(*direction(scene)[::-1]))
    x, y = direction(scene)
    assert plain(LESSON.page(first).sentence) == f"θ = {angle:.0f}°, so n̂ = ({fixed(x)}, {fixed(y)})."
    values = scene.a.world.points @ direction(scene)
    for moment, value, core in ((upper, high, values.max()), (lower, low, values.min())):
        words = plain(LESSON.page(moment).sentence)
        casters = [int(i) for i in re.findall(r"\d+", words.split(" cast")[0])]
        assert casters == np.flatnonzero(abs(values - core) < 1e-9).tolist()
        if "=" in words:
            told = words.split(": ", 1)[1].replace("−", "-").replace("·", "*").split(" = ")
            assert eval(told[0]) == pytest.approx(value, abs=0.02)
            assert float(told[1][:-1]) == pytest.approx(value, abs=0.006)
        else:
            assert f"at {fixed(value)}: their edge is perpendicular to n̂." in words
        word = "max" if moment is upper else "min"
        assert f"{word}_A = {fixed(value)}" in labels(moment)
        assert f"{word}_A = {fixed(value)}" in labels(moment, 1)
        feet = [m.at for m in drawn(moment) if isinstance(m, Dot) and m.ink is Ink.A and m.point is Point.FILLED]
        assert any(float(np.array(p) @ direction(scene)) == pytest.approx(value) for p in feet)
        radii = [m for m in drawn(moment) if isinstance(m, Arrow) and m.ink is Ink.A]
        assert all(math.dist(m.start, m.end) == pytest.approx(scene.a.world.radius) for m in radii)
        assert bool(radii) == (scene.a.world.radius > 0.0), "r is drawn"
        (unit,) = [
            m for m in drawn(moment) if isinstance(m, Arrow) and m.ink is Ink.EXAMINED and m.line is Line.MEASURE
        ]
        assert np.subtract(unit.end, unit.start) == pytest.approx(direction(scene)), "of length 1"
        casts = [m.at for m in drawn(moment) if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
        here = [p for p in casts if float(np.array(p) @ direction(scene)) == pytest.approx(value)]
        assert len(here) == len(casters)
    words = plain(LESSON.page(last).sentence)
    assert words.endswith(f"= {fixed(high - low)}.")
    shown = [float(x) for x in re.findall(r"-?\d+\.\d+", words.replace("−(−", "- (-").replace("(−", "(-"))]
    assert shown == pytest.approx([high, low, high - low], abs=0.006)
    assert f"w = {fixed(high - low)}" in labels(last)
    table = LESSON.table(last)
    assert table is not None
    assert [plain(row.cells[-1]) for _, row in table.rows] == [fixed(high), fixed(low), fixed(high - low)]
    assert plain(LESSON.situation(upper)) == f"The projection of A ends at {fixed(high)}."
    told = f"Along the axis at {angle:.0f}°, A is {fixed(high - low)} wide."
    assert plain(LESSON.situation(last)) == told + narrowest(scene)


@each_scene
def test_the_bar_is_as_long_as_the_lines_are_apart(name: str) -> None:
    scene = SCENES[name].scene
    n, (low, high) = direction(scene), ends(scene)
    last = moments(name)[-1]
    (bar,) = strokes(last, Ink.A, Line.BAR)
    assert sorted(bar @ n) == pytest.approx([low, high])
    lines = strokes(last, Ink.EXAMINED, Line.DASHED)
    assert sorted(float(line[0] @ n) for line in lines) == pytest.approx([low, high])
    side = np.array((-n[1], n[0]))
    across = scene.a.world.points @ side
    for line in lines:
        assert np.ptp(line @ n) == pytest.approx(0.0, abs=1e-9), "perpendicular to the axis"
        assert (line @ side).min() < across.min() - scene.a.world.radius
        assert (line @ side).max() > across.max() + scene.a.world.radius
    slab = next(m for m in drawn(last) if isinstance(m, Area))
    assert sorted(np.round(np.array(slab.points) @ n, 6)) == pytest.approx([low, low, high, high], abs=1e-5)
    assert slab.opacity >= 0.12, "seen in both themes"
    width = strokes(last, Ink.ANSWER, Line.MEASURE)[0]
    assert sorted(width @ n) == pytest.approx([low, high])
    assert strokes(moments(name)[1], Ink.A, Line.BAR) == []
    axis = next(m for m in drawn(last) if isinstance(m, Arrow) and m.ink is Ink.EXAMINED)
    assert axis.start == pytest.approx(tuple(scene.axis.start))
    zero = next(m for m in strokes(last, Ink.CONSTRUCTION, Line.DASHED) if np.allclose(m[0], 0.0))
    assert float(zero[1] @ n) == pytest.approx(0.0, abs=1e-9)


@each_scene
def test_the_curves_are_the_ends_and_settle_as_the_width(name: str) -> None:
    scene = SCENES[name].scene
    _, upper, lower, last = moments(name)
    (top,) = strokes(upper, Ink.A, Line.CURVE, 1)
    assert len(strokes(lower, Ink.A, Line.CURVE, 1)) == 2
    (under, above) = strokes(lower, Ink.A, Line.CURVE, 1)
    assert above == pytest.approx(top)
    for t in (0.0, 0.25, 0.5, 0.6):
        low, high = strokes(replace(last, time=t), Ink.A, Line.CURVE, 1)
        for (x, y), (_, z) in zip(low[::5], high[::5], strict=True):
            first, second = ends(scene, math.radians(x))
            assert y == pytest.approx((1.0 - t / 0.6) * first, abs=1e-9)
            assert z - y == pytest.approx(second - first), "as long as the shadow while it slides"
        (bar,) = strokes(replace(last, time=t), Ink.A, Line.BAR, 1)
        assert np.ptp(bar[:, 1]) == pytest.approx(np.ptp(ends(scene)))
    for t in (0.7, 0.85, 1.0):
        low, high = strokes(replace(last, time=t), Ink.A, Line.CURVE, 1)
        assert np.ptp(low[:, 1]) == pytest.approx(0.0, abs=1e-9), "one zero line"
        widths = np.array([np.ptp(ends(scene, math.radians(x))) for x in high[:, 0]])
        ratio = (high[:, 1] - low[:, 1]) / widths
        assert ratio == pytest.approx(np.full(len(ratio), ratio[0])), "they grow together"
        (bar,) = strokes(replace(last, time=t), Ink.A, Line.BAR, 1)
        assert np.ptp(bar[:, 1]) == pytest.approx(ratio[0] * np.ptp(ends(scene)))
    bottom, ceiling = LESSON.panes[1].axes(last).y  # type: ignore[misc]
    assert low[0, 1] == pytest.approx(bottom)
    assert high[:, 1].max() - bottom > 0.9 * (ceiling - bottom), "the widths fill the chart"
    assert told_at(last, high[:, 1]) == pytest.approx(widths)
    titles = [LESSON.panes[1].axes(replace(last, time=t)).y_label for t in (0.0, 0.1, 1.0)]  # type: ignore[misc]
    assert titles == ["place on the axis", "", ""], "while they slide they are at no place"
    assert not [text for text in labels(replace(last, time=0.4), 1) if re.fullmatch(r"−?[0-9.]+", text)]
    growing = replace(last, time=0.8)
    (_, high) = strokes(growing, Ink.A, Line.CURVE, 1)
    assert told_at(growing, high[:, 1]) == pytest.approx(widths), "the scale grows with the widths"
    for x, y in under[::7]:
        assert y == pytest.approx(ends(scene, math.radians(x))[0])
    for x, y in top[::7]:
        assert y == pytest.approx(ends(scene, math.radians(x))[1])
    for moment in (upper, lower, last):
        axes = LESSON.panes[1].axes
        assert axes is not None
        _, (low_, high_) = axes(moment)[:2]
        for curve in strokes(moment, Ink.A, Line.CURVE, 1):
            assert low_ <= curve[:, 1].min()
            assert curve[:, 1].max() <= high_
    w = ends(scene)[1] - ends(scene)[0]
    (answer,) = [m.at for m in drawn(last, 1) if isinstance(m, Dot) and m.point is Point.ANSWER]
    assert (answer[0], told_at(last, answer[1])) == pytest.approx((math.degrees(scene.angle), w))
    for moment, (a, b) in ((lower, ends(scene)), (last, (0.0, w))):
        (bar,) = strokes(moment, Ink.A, Line.BAR, 1)
        assert sorted(told_at(moment, bar[:, 1])) == pytest.approx([a, b], abs=1e-9)
        assert bar[:, 0] == pytest.approx(math.degrees(scene.angle))
    assert LESSON.clock(last) is not None
    assert LESSON.clock(upper) is None


@each_scene
def test_a_corner_lies_where_an_edge_is_perpendicular_to_the_axis(name: str) -> None:
    scene = SCENES[name].scene
    edges = scene.a.world.edges
    for angle, found in scene.corners.items():
        n = np.array((math.cos(angle), math.sin(angle)))
        for i in found:
            assert float((edges[i][1] - edges[i][0]) @ n) == pytest.approx(0.0, abs=1e-8)
        w = [np.subtract(*ends(scene, angle + d)[::-1]) for d in (-1e-4, 0.0, 1e-4)]
        assert w[0] + w[2] - 2.0 * w[1] > 1e-6, "the slope jumps"
    assert sorted(i for found in scene.corners.values() for i in found) == list(range(len(edges)))
    texts = labels(moments(name)[-1], 1)
    for found in scene.corners.values():
        assert ", ".join(f"e_{i}" for i in found) in texts


@each_scene
def test_the_ends_are_placed_on_the_axis(name: str) -> None:
    scene = SCENES[name].scene
    low, high = ends(scene)
    asked = LESSON.page(moments(name)[0]).prediction
    if name == "Steep axis":  # a triangle: test_a_vertex_of_a_triangle_is_made_to_cast_an_end
        asked = both_ends(scene)
    assert isinstance(asked, Place)
    n, zero = (
        direction(scene),
        np.array(asked.start[0]) - float(np.array(asked.start[0]) @ direction(scene)) * direction(scene),
    )

    def at(*places: float) -> Points:
        return tuple((float(p[0]), float(p[1])) for p in (zero + t * n for t in places))

    def told(*places: float) -> Verdict:
        verdict = asked.judge(at(*places))
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "curve")
        assert canvas.marks == []
        verdict.draw(canvas, "world")
        lines = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is not Line.BAR]
        assert [float(np.array(m.points[0]) @ n) for m in lines] == pytest.approx(sorted(places))
        (bar,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.BAR]
        assert [float(np.array(p) @ n) for p in bar.points] == pytest.approx(sorted(places)), "the learner's shadow"
        assert bar.ink is (Ink.A if verdict.right else Ink.FAULTY)
        pieces = [np.array(m.points) @ n for m in canvas.marks if isinstance(m, Area)]
        left, right = sorted(places)
        wide = 0.05 * (high - low)
        cut = [pair for pair in ((low, left), (right, high)) if pair[1] - pair[0] > wide]
        assert [(piece.min(), piece.max()) for piece in pieces] == [pytest.approx(each, abs=0.02) for each in cut]
        near = 0.05 * (high - low)
        fine = [abs(t - end) <= near for t, end in zip(sorted(places), (low, high), strict=True)]
        assert [m.ink for m in lines] == [Ink.ANSWER if ok else Ink.FAULTY for ok in fine]
        assert [r.right for r in verdict.remarks] == fine
        return verdict

    assert [float(np.array(p) @ n) for p in asked.right] == pytest.approx([low, high])
    assert not asked.judge(asked.start).right
    w = high - low
    for places in ((low, high), (high, low), (low + 0.04 * w, high - 0.04 * w)):
        assert told(*places).right
    right = told(low, high).because
    values = scene.a.world.points @ n
    for i in np.flatnonzero((values == values.min()) | (values == values.max())):
        assert f"a_{i}" in plain(right)
    out = told(low, high + 0.3 * w)
    assert (out.head, out.remarks[1].words) == ("Place both ends: 1 of 2", "misses A")
    assert "misses A" in out.because
    assert told(low - 0.3 * w, high).remarks[0].words == "misses A"
    inner = sorted(v for v in values if low + 0.12 * w < v < high - 0.12 * w)
    free = next(t for t in np.linspace(low + 0.1 * w, high - 0.1 * w, 50) if all(abs(values - t) > 0.06 * w))
    between = told(low, free)
    assert between.remarks[1].words == "cuts A"
    assert "casts its shadow beyond it" in between.because
    if scene.a.world.radius > 0.0:
        assert plain(told(values.min(), high).because).startswith("This is the end of the core.")
        assert f"reaches {fixed(scene.a.world.radius)} farther" in told(values.min(), high).because
    elif inner:
        k = int(np.flatnonzero(abs(values - inner[0]) <= 0.05 * w)[0])
        words = plain(told(inner[0], high).because)
        assert words == f"a_{k} casts its shadow here. Another vertex reaches {fixed(values[k] - low)} farther."


def test_a_vertex_of_a_triangle_is_made_to_cast_an_end() -> None:
    scene = SCENES["Steep axis"].scene
    asked = LESSON.page(moments("Steep axis")[0]).prediction
    assert isinstance(asked, Adjust)
    assert plain(asked.text) == "Turn the axis until a_1 casts an end of the shadow."
    assert not asked.judge(scene).right, "not as it opens"
    assert asked.judge(asked.right(scene)).right
    seen = set()
    for turn in range(1, 180, 7):
        now = scene.turned_to(math.radians(turn))
        values, verdict = now.a.world.points @ direction(now), asked.judge(now)
        is_end = values[1] in (values.min(), values.max())
        assert verdict.right is is_end
        seen.add(is_end)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (line,) = [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke)]
        assert line @ direction(now) == pytest.approx([values[1]] * 2), "through the vertex"
        assert verdict.remarks[0].words == (fixed(values[1]) if is_end else "cuts A")
        told = plain(verdict.because)
        if is_end:
            assert told.endswith(f"a_1 casts the {'upper' if values[1] == values.max() else 'lower'} end.")
        else:
            assert told.startswith("a_0 and a_2" if values[0] < values[2] else "a_2 and a_0")
        again = LESSON.page(moments_of(LESSON, now)[0]).prediction
        assert isinstance(again, Adjust)
        assert again.text == asked.text, "one question, wherever the axis is turned"
    assert seen == {True, False}


@each_scene
def test_the_edge_of_a_corner_is_asked(name: str) -> None:
    scene = SCENES[name].scene
    last = moments(name)[-1]
    asked = LESSON.page(last).prediction
    if len(scene.corners) < 2:
        assert asked is None
        return
    assert isinstance(asked, Click)
    widths = {angle: np.subtract(*ends(scene, angle)[::-1]) for angle in scene.corners}
    angle = math.radians(float(re.findall(r"(\d+)°", asked.text)[0]))
    assert min(abs(angle - each) for each in widths) < 0.01
    wanted = min(widths, key=lambda each: abs(each - angle))
    assert widths[wanted] >= min(widths.values()), "the challenge's is not shown"
    opened = replace(last, is_open=True)
    assert any(f"corner at {math.degrees(wanted):.0f}°" == text for text in labels(opened, 1))
    (ring,) = [m.at for m in drawn(opened, 1) if isinstance(m, Dot) and m.ink is Ink.INTERFACE]
    assert (ring[0], told_at(last, ring[1])) == pytest.approx((math.degrees(wanted), widths[wanted]))
    assert abs(math.remainder(wanted - scene.angle, math.pi)) > 0.1, "the axis does not stand there: then it is seen"
    for i, (p, q) in enumerate(scene.a.world.edges):
        verdict = asked.judge(FeatureRef("A", FeatureKind.EDGE, i))
        normal = math.atan2(p[0] - q[0], q[1] - p[1]) % math.pi
        is_right = abs(math.remainder(normal - wanted, math.pi)) < 1e-6
        assert verdict.right is is_right
        assert f"normal at {math.degrees(normal):.0f}°" == verdict.remarks[0].words
        for pane in ("world", "curve"):
            canvas = Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, pane)
            assert all(m.ink is (Ink.ANSWER if is_right else Ink.FAULTY) for m in canvas.marks)
            if pane == "curve":
                dot = next(m for m in canvas.marks if isinstance(m, Dot))
                w = np.subtract(*ends(scene, normal)[::-1])
                assert (dot.at[0], told_at(last, dot.at[1])) == pytest.approx((math.degrees(normal), w), abs=1e-4)
            else:
                (line,) = [m for m in canvas.marks if isinstance(m, Unbounded)]
                assert line.through == pytest.approx(tuple(p))
                assert line.direction == pytest.approx(tuple(q - p))
        if is_right:
            before, after = (
                max(range(len(scene.a.world.points)), key=lambda k: float(scene.a.world.points[k] @ n))
                for turn in (-1e-4, 1e-4)
                for n in [np.array((math.cos(edge_normal(p, q) + turn), math.sin(edge_normal(p, q) + turn)))]
            )
            told = plain(verdict.because).split(". Just before, ")[1]
            assert re.findall(r"a_(\d)", told) == [str(before), str(after)]
    assert not asked.judge(FeatureRef("A", FeatureKind.VERTEX, 0)).right


def test_a_rule_without_the_radius_is_short_at_both_ends() -> None:
    for moment in moments("Capsule", NO_RADIUS)[1:]:
        scene, n = moment.scene, direction(moment.scene)
        values = scene.a.world.points @ n
        assert (moment.faulty.low, moment.faulty.high) == pytest.approx((values.min(), values.max()))
        assert "error 0.50" in labels(moment)
        assert LESSON.situation(moment) == "This rule projects the core alone. Each end is 0.50 too far inside."
        bar = strokes(moment, Ink.FAULTY, Line.DOTTED)[0]
        assert sorted(bar @ n) == pytest.approx([values.min(), values.max()])
        error = strokes(moment, Ink.FAULTY, Line.MEASURE)[0]
        assert sorted(error @ n) == pytest.approx([values.max(), values.max() + 0.5])
    sharp = moments("Thin box", NO_RADIUS)[-1]
    assert "both ends are right" in LESSON.situation(sharp)
    assert not any("error" in text for text in labels(sharp))
    assert not any("error" in text for text in labels(moments("Capsule", NO_RADIUS)[0]))


def test_a_rule_without_the_place_is_off_by_where_the_centre_lies() -> None:
    last = moments("Circle", NO_PLACE)[-1]
    off = float(last.scene.a.world.points[0] @ direction(last.scene))
    r = last.scene.a.world.radius
    assert (last.faulty.low, last.faulty.high) == pytest.approx((-r, r))
    assert f"error {fixed(off)}" in labels(last)
    assert LESSON.situation(last).endswith(f"The length is right, the place is {fixed(off)} off.")
    wrong = strokes(moments("Circle", NO_PLACE)[1], Ink.FAULTY, Line.DOTTED, 1)
    assert [line[:, 1] for line in wrong] == [pytest.approx(r)], "the same on every axis"
    core = strokes(moments("Capsule", NO_RADIUS)[1], Ink.FAULTY, Line.DOTTED, 1)
    for x, y in core[0][::9]:
        n = np.array((math.cos(math.radians(x)), math.sin(math.radians(x))))
        assert y == pytest.approx(float((SCENES["Capsule"].scene.a.world.points @ n).max()))


def test_a_faulty_rule_tells_its_own_formula_sentence_and_rows() -> None:
    for name, compare in (
        ("Capsule", NO_RADIUS),
        ("Circle", NO_PLACE),
        ("Thin box", NO_PLACE),
        ("Capsule", NO_PLACE),
    ):
        told, right = moments(name, compare), moments(name)
        table = LESSON.table(told[-1])
        assert table is not None
        found: Interval = told[-1].faulty
        values = (found.high, found.low, found.length)
        assert [plain(row.cells[-1]) for _, row in table.rows] == [fixed(value) for value in values]
        assert all(row.faulty for _, row in table.rows)
        for moment, own, value in zip(told[1:], right[1:], values, strict=True):
            page, other = LESSON.page(moment), LESSON.page(own)
            assert page.idea.lower().startswith(f"**{compare}**")
            assert page.formula.startswith(r"\faulty{")
            assert page.formula != other.formula
            assert fixed(value) in plain(page.sentence)
            assert plain(page.sentence) != plain(other.sentence)
    ends = [plain(LESSON.page(m).sentence) for m in moments("Capsule", NO_RADIUS)[1:]]
    assert ends[0] == "The rule ends at a_1: 1.73. A ends at 2.23, 0.50 farther out."
    assert ends[2] == "w' = 1.73 − 0.34 = 1.39. A is 2.39 wide."
    ends = [plain(LESSON.page(m).sentence) for m in moments("Circle", NO_PLACE)[1:]]
    assert ends[1] == "The rule ends at −1.10. A ends at 0.22, 1.32 away."
    assert ends[2] == "w' = 1.10 − (−1.10) = 2.20. The length is right."
    assert LESSON.page(moments("Circle", NO_PLACE)[1]).formula == r"\faulty{\max'_A}=\A{r}"
    assert LESSON.page(moments("Circle", NO_PLACE)[2]).formula == r"\faulty{\min'_A}=-\A{r}"
    both = r"\faulty{\max'_A}=\A{r},\quad \faulty{\min'_A}=-\A{r}"
    assert LESSON.page(moments("Circle", NO_PLACE)[3]).formula == both, "its fault, at both ends"
    core = r"\%s_i\,\A{\boldsymbol{a}_i}\cdot\examined{\hat n}"
    without = LESSON.page(moments("Capsule", NO_RADIUS)[3]).formula
    assert without == r"\faulty{w'}=" + core % "max" + "-" + core % "min", "its fault: no radius"
    assert "centre at 1.32" in labels(moments("Circle", NO_PLACE)[3]), "one point, one name: a_0 stands there"
    for last in (moments("Circle", NO_PLACE)[3], moments("Capsule", NO_PLACE)[3]):
        wrong = strokes(last, Ink.FAULTY, Line.DOTTED, 1)
        assert len(wrong) == 2, "its places are wrong: the chart stays with them"
        assert {f"max_A = {fixed(last.trace.result.high)}", f"min_A = {fixed(last.trace.result.low)}"} <= {
            *labels(last, 1)
        }
        axes = LESSON.panes[1].axes
        assert axes is not None
        assert axes(last).y_label == "place on the axis"
        assert LESSON.clock(last) is None, "nothing settles"
    assert LESSON.clock(moments("Capsule", NO_RADIUS)[3]) is not None
    assert any(text.startswith("centre c at") for text in labels(moments("Capsule", NO_PLACE)[3]))
    for name, compare in (("Capsule", NO_RADIUS), ("Circle", NO_PLACE)):
        first = moments(name, compare)[0]
        assert not [m for m in drawn(first) if m.ink is Ink.FAULTY], "no end is found yet"
        assert LESSON.situation(first) == LESSON.situation(moments(name)[0])
    sharp = moments("Thin box", NO_RADIUS)
    for moment, own in zip(sharp, moments("Thin box"), strict=True):
        page, other = LESSON.page(moment), LESSON.page(own)
        assert (page.idea, page.formula, page.sentence) == (other.idea, other.formula, other.sentence), (
            "no difference"
        )


@each_scene
def test_light_falls_on_the_axis_before_anything_is_found(name: str) -> None:
    first, second = moments(name)[:2]
    n, (low, high) = direction(first.scene), ends(first.scene)
    rays = [
        m
        for m in drawn(first)
        if isinstance(m, Arrow) and m.ink is Ink.EXAMINED and abs(np.subtract(m.end, m.start) @ n) < 1e-9
    ]
    assert len(rays) == 5
    assert "light" in labels(first)
    for ray in rays:
        way = np.subtract(ray.end, ray.start)
        assert float(way @ n) == pytest.approx(0.0, abs=1e-9), "perpendicular to the axis"
        assert float(way @ np.subtract(first.scene.ruler.at(0.0), ray.start)) > 0.0, "towards it"
    places = [float(np.array(ray.start) @ n) for ray in rays]
    assert min(abs(place - end) for place in places for end in (low, high)) > 1e-3, "the ends are not told"
    assert "light" not in labels(second)
    assert not any(text.startswith("e_") for text in labels(first) + labels(second)), "no edge is asked for yet"
    assert sum(text.startswith("e_") for text in labels(moments(name)[-1])) == len(first.scene.a.world.edges)
    assert LESSON.layout_at(first) is LESSON.panes[0], "one picture, as long as the chart has nothing to show"
    assert LESSON.layout_at(second) is LESSON.layout
    assert not [m for m in drawn(second, 1) if isinstance(m, Arrow)], "one unit, on the axis itself"
    (here,) = strokes(second, Ink.EXAMINED, Line.THIN, 1)
    assert here[:, 0] == pytest.approx(math.degrees(first.scene.angle))
    idea = plain(LESSON.page(second).idea)
    assert first.scene.a.world.radius > 0.0 or "The graph shows it for every direction." in idea


def test_the_sums_of_the_scenes_come_out_as_shown() -> None:
    for name in SCENES:
        for moment in moments(name)[1:]:
            words = plain(LESSON.page(moment).sentence).replace("−", "-").replace("·", "*")
            found = re.search(r"((?:[(-]*\d+\.\d+\)* [*+-] )+\(?-?\d+\.\d+\)?) = (-?\d+\.\d+)", words)
            if found:
                assert f"{eval(found[1]):.2f}" == found[2], words


def test_the_faulty_rules() -> None:
    round_, square = circle(1.0, (3.0, 1.0)), box(2.0, 4.0).moved((1.0, 5.0))
    assert radius_forgotten(round_, (2.0, 0.0)) == Interval(3.0, 3.0)
    assert position_forgotten(round_, (2.0, 0.0)) == Interval(-1.0, 1.0)
    assert position_forgotten(square, (0.0, 1.0)) == Interval(-2.0, 2.0)
    assert radius_forgotten(square, (0.0, 1.0)) == Interval(3.0, 7.0)


def test_the_steps_are_the_axis_both_ends_and_the_width() -> None:
    kinds = [type(m.step) for m in moments("Four vertices")]
    assert kinds == [DirectionTaken, EndFound, EndFound, ShapeProjected]
    assert LESSON.stage_names(moments("Four vertices")[0]) == ["Axis", "Upper end", "Lower end", "Width"]


def test_the_axis_keeps_clear_of_the_shape_and_can_be_turned() -> None:
    scene = SCENES["Four vertices"].scene
    for turn in np.linspace(0.0, 179.0, 30):
        turned = scene.turned_to(math.radians(turn))
        assert math.degrees(turned.angle) == pytest.approx(turn)
        n = direction(turned)
        away = (turned.a.world.points - turned.axis.start) @ np.array((-n[1], n[0]))
        assert away.min() >= 0.3 - 1e-9
        low, high = ends(turned)
        assert float(turned.axis.start @ n) < low
        assert float(turned.axis.end @ n) > high
    with pytest.raises(ValueError, match="tip and its tail"):
        scene.with_field("axis", Axis((1.0, 1.0), (1.0, 1.0)))


@each_scene
def test_each_kind_of_shape_has_its_own_goal(name: str) -> None:
    scene = SCENES[name].scene
    challenge = LESSON.challenge(moments(name)[-1])
    if not scene.corners:
        assert challenge is None
        return
    assert challenge is not None
    assert not challenge.reached
    assert not any(LESSON.challenge(moment) for moment in moments(name)[:-1]), "no width before its step"
    widths = {turn: np.subtract(*ends(scene, turn)[::-1]) for turn in np.linspace(0.0, math.pi, 3601)}
    points, now = scene.a.world.points, f"now {fixed(np.subtract(*ends(scene)[::-1]))}"
    least, most = min(widths, key=lambda turn: widths[turn]), max(widths, key=lambda turn: widths[turn])
    if name == "Regular hexagon":
        low, high = ends(scene)
        wanted, text, now = (
            math.atan2(*points.mean(axis=0)[::-1]) + math.pi / 2,
            "0 lies in the middle",
            (f"0 is {fixed(abs(low + high) / 2)} beside it"),
        )
    elif name == "Thin box":
        wanted, text = least, "the shortest"
        assert widths[least] == pytest.approx(0.35, abs=2e-3)
    elif name == "Edge perpendicular to axis":
        wanted, text = most, "diagonal"
        assert widths[most] == pytest.approx(math.dist(points[0], points[2]), abs=1e-4)
    elif name == "Capsule":
        wanted, text = least, "$2\\A{r}$"
        assert widths[least] == pytest.approx(1.0, abs=2e-3)
    elif name == "Steep axis":
        text = "Reshape A so that its width is the same at all three corners of the curve."
        assert challenge.text == text
        found = [np.subtract(*ends(scene, turn)[::-1]) for turn in scene.corners]
        assert challenge.now == f"now {fixed(min(found))} to {fixed(max(found))}"
        for r, is_met in ((0.0, True), (0.01, True), (0.2, False)):
            equal = convex([(math.cos(t) * (1.0 + r * (t == 0.0)), math.sin(t)) for t in (0.0, 2.0944, 4.18879)])
            goal = LESSON.challenge(moments_of(LESSON, replace(scene, a=at(equal, 0.3, 0.4)))[-1])
            assert goal is not None
            assert goal.reached is is_met
        return
    else:
        assert challenge.text == "Reshape A so that it is narrowest along 45°."
        assert challenge.now == f"now along {math.degrees(least):.0f}°"
        return
    assert text in challenge.text
    assert challenge.now == now
    reached = LESSON.challenge(moments_of(LESSON, scene.turned_to(wanted))[-1])
    assert reached is not None
    assert reached.reached
    off = LESSON.challenge(moments_of(LESSON, scene.turned_to(wanted + 0.6))[-1])
    assert off is not None
    assert not off.reached


def test_a_is_to_be_narrowest_along_a_direction() -> None:
    scene = SCENES["Four vertices"].scene

    def goal(dx: float, dy: float) -> tuple[bool, str]:
        body = scene.a.with_vertex(0, scene.a.world.points[0] + (dx, dy))
        found = LESSON.challenge(moments_of(LESSON, scene.with_field("a", body))[-1])
        assert found is not None
        return found.reached, found.now

    assert goal(0.0, 0.0) == (False, "now along 125°")
    assert goal(0.6, 0.0)[0] is False
    assert goal(0.6, 0.6) == (True, "now along 45°")
    assert goal(0.3, 0.0)[1] != "now along 45°"


@each_scene
def test_what_is_known_while_the_corner_is_asked_for(name: str) -> None:
    _, upper, _, last = moments(name)
    angle = math.degrees(SCENES[name].scene.angle)
    assert f"this axis: θ = {angle:.0f}°" in labels(upper, 1)
    page, told = LESSON.page(last), plain(LESSON.situation(last))
    assert page.prediction is None or plain(page.known) == told.removesuffix(narrowest(last.scene))
    assert bool(narrowest(last.scene)) is (name in ("Four vertices", "Steep axis"))


@pytest.mark.parametrize(("name", "compare"), [("Capsule", NO_RADIUS), ("Circle", NO_PLACE), ("Thin box", NO_PLACE)])
def test_one_symbol_has_one_value_while_a_rule_is_compared(name: str, compare: str) -> None:
    """What the rule finds has a prime, in the formula, the table and at its bar."""
    last = moments(name, compare)[-1]
    low, high = ends(last.scene)
    assert {f"max_A = {fixed(high)}", f"min_A = {fixed(low)}"} <= {*labels(last)}
    pink = [plain(m.text) for m in drawn(last) if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert {f"max'_A = {fixed(last.faulty.high)}", f"min'_A = {fixed(last.faulty.low)}"} <= {*pink}
    table = LESSON.table(last)
    assert table is not None
    assert [plain(row.cells[0]) for _, row in table.rows] == ["max'_A", "min'_A", "w'"]
    assert plain(LESSON.page(last).sentence).startswith("w' = ")
    assert LESSON.page(last).formula.startswith((r"\faulty{w'}", r"\faulty{\max'_A}"))
    first = moments(name, compare)[1]
    assert not any(text.startswith("min'") for text in labels(first)), "not before its step"


def test_no_word_is_said_of_a_shape_that_is_not_there() -> None:
    assert "Two shapes" not in LESSON.page(moments("Circle", NO_PLACE)[-1]).idea


def test_what_a_scene_is_called_tells_it_from_the_others() -> None:
    edges = [np.hypot(*np.diff(preset.scene.a.world.points, axis=0, append=preset.scene.a.world.points[:1]).T)
             for preset in SCENES.values()]  # fmt: skip
    regular = [name for name, found in zip(SCENES, edges, strict=True) if len(found) == 6 and np.ptp(found) < 1e-9]
    assert regular == ["Regular hexagon"]
