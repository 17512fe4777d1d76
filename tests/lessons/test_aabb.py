"""Axis-aligned boxes: corners, unions, intervals and verdicts, against shapely's bounds of the outlines."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import box, capsule, circle
from geometry.primitives.aabb import Enclosed, VertexTaken
from geometry.shape import boundary
from lessons.pairs.aabb import AabbLesson, Enclosing
from lessons.pairs.aabb_asked import BOTH, DECIDES, ENOUGH, OPEN, OTHER, PROVED
from lessons.pairs.aabb_figure import EITHER, STALE
from lessons.pairs.aabb_goals import WANTED
from tests.lessons import figures
from tests.lessons.figures import drawn, labels, regions, strokes, symbols
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.mark import Area, Dot, Label, Stroke, Unbounded
from viz.lesson.prediction import Choose, Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = AabbLesson()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)
FIRST, BOX_A, BOX_B, UNION, X, Y, VERDICT = range(7)


def moments(lesson: AabbLesson, name: str, compare: str = "") -> list[Any]:
    """The first step, and those from the finished box of A on."""
    found = [replace(each, time=1.0) for each in figures.moments(lesson, name, compare)]
    return [found[0], *found[-VERDICT:]]


def named_ends(canvas: Any, ink: Ink | None = None) -> dict[str, Label]:
    """The names of the ends of the bars."""
    found = [m for m in canvas.marks if isinstance(m, Label) and m.text.startswith(r"$\mathrm{")]
    return {m.text.strip("$"): m for m in found if ink in (None, m.ink)}


def growing(name: str) -> list[Any]:
    return [each for each in figures.moments(LESSON, name) if isinstance(each.step, VertexTaken)]


def outline(scene: Enclosing, owner: str) -> shapely.Polygon:
    return shapely.Polygon(boundary((scene.a if owner == "A" else scene.b).world, 1e-7))


def ends(scene: Enclosing, axis: int) -> tuple[tuple[float, float], tuple[float, float]]:
    found = [outline(scene, owner).bounds for owner in "AB"]
    (a0, a1), (b0, b1) = ((each[axis], each[axis + 2]) for each in found)
    return (a0, a1), (b0, b1)


def separations(scene: Enclosing) -> list[float]:
    found = []
    for axis in (0, 1):
        (a0, a1), (b0, b1) = ends(scene, axis)
        found.append(max(b0 - a1, a0 - b1))
    return found


def gap(scene: Enclosing) -> float:
    return float(outline(scene, "A").distance(outline(scene, "B")))


def span(points: object) -> tuple[float, ...]:
    rows = np.array(points)
    return (*rows.min(axis=0).tolist(), *rows.max(axis=0).tolist())


@each_scene
def test_each_box_is_the_bounds_of_its_shape(name: str) -> None:
    found = moments(LESSON, name)
    scene = found[0].scene
    for index, owner, ink, line in ((BOX_A, "A", Ink.A, Line.MEASURE), (BOX_B, "B", Ink.B, Line.MEASURE)):
        x0, y0, x1, y1 = outline(scene, owner).bounds
        page = LESSON.page(found[index])
        assert [row.cells for row in page.rows] == [
            (rf"$\mathrm{{low}}_{owner}$", f"({fixed(x0)}, {fixed(y0)})"),
            (rf"$\mathrm{{high}}_{owner}$", f"({fixed(x1)}, {fixed(y1)})"),
        ]
        sides = f"x from {fixed(x0)} to {fixed(x1)}, y from {fixed(y0)} to {fixed(y1)}."
        filled = 100.0 * outline(scene, owner).area / ((x1 - x0) * (y1 - y0))
        assert plain(page.sentence) == f"The AABB of {owner}: {sides} {owner} fills {filled:.0f} % of it."
        canvas = drawn(LESSON, "world", replace(found[index], time=1.0))
        (ring,) = [m for m in strokes(canvas, ink, line) if m.closed and len(m.points) == 4]
        others = [m.points for m in strokes(canvas, ink, Line.DASHED) if m.closed]
        is_round = len((scene.a if owner == "A" else scene.b).world.points) == 1
        assert len(others) == (0 if is_round else 2), "it changes with the angle, that of a circle does not"
        assert span(ring.points) == pytest.approx((x0, y0, x1, y1), abs=1e-6)
        assert f"AABB of {owner}" in labels(canvas)
        points = (scene.a if owner == "A" else scene.b).world.points
        deciding = {tuple(points[f]) for k in (0, 1) for f in (points[:, k].argmin(), points[:, k].argmax())}
        assert deciding == {m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is ink}
    first, b = drawn(LESSON, "world", found[FIRST]), scene.b.world
    assert not [m for m in strokes(first, Ink.B) if m.line is Line.MEASURE], "the box of B has a step of its own"
    names = [m for m in first.marks if isinstance(m, Label) and re.fullmatch(r"v\d+", m.text)]
    assert [m.text for m in names] == [f"v{i}" for i in range(len(scene.a.world.points))], "of A alone"
    for mark, vertex in zip(names, scene.a.world.points, strict=True):
        assert mark.at == pytest.approx(tuple(vertex))
        assert mark.style is TextStyle.LABEL, "read on a projector"
        assert mark.toward is not None
        assert np.dot(mark.toward, vertex - scene.a.world.centroid) > 0.0, "outside, nearest to its own vertex"
    assert not [m for m in first.marks if isinstance(m, Label) and m.style is TextStyle.NUMBER], "no edge is named"
    circle_formula = r"\B{\mathrm{low}_{B,x}}=\B{c_x}-r\qquad\B{\mathrm{high}_{B,x}}=\B{c_x}+r"
    assert (LESSON.page(found[BOX_B]).formula == circle_formula) is (b.radius > 0.0), "a circle has no vertices"
    assert ("no vertices" in LESSON.page(found[BOX_B]).idea) is (b.radius > 0.0)
    assert ("c" in symbols(drawn(LESSON, "world", found[BOX_B]), Ink.B)) is (b.radius > 0.0)
    assert ("r" in symbols(drawn(LESSON, "world", found[BOX_B]), Ink.B)) is (b.radius > 0.0)


def assert_ends_so_far(canvas: Canvas, sides: Any) -> None:
    """What is not yet the least or the greatest of all vertices bears no symbol of the formula."""
    assert not named_ends(canvas)
    told = labels(canvas)
    for k, word in enumerate(("low", "high")):
        for axis in (0, 1):
            name = f"{word} {fixed(sides[2 * k + axis])}"
            assert name in told, "the number that the words tell"
            places = [m.at[axis] for m in canvas.marks if isinstance(m, Label) and m.text == name]
            assert any(at == pytest.approx(sides[2 * k + axis]) for at in places)


@each_scene
def test_the_box_grows_from_vertex_to_vertex(name: str) -> None:
    found = growing(name)
    points = found[0].scene.a.world.points
    n = len(points)
    assert [each.step.index for each in found] == ([1] if n == 3 else [1, 2]), "the last vertex finishes the box"
    before = 0
    for moment in found:
        k = moment.step.index
        old, now = span(points[: before + 1]), span(points[: k + 1])
        for t in (0.0, 0.5, 1.0):
            canvas = drawn(LESSON, "world", replace(moment, time=t))
            assert not [m for m in strokes(canvas, Ink.A, Line.MEASURE) if m.closed], "dashed: not finished"
            (ring,) = [m for m in strokes(canvas, Ink.A, Line.END) if m.closed]
            assert span(ring.points) == pytest.approx((1.0 - t) * np.array(old) + t * np.array(now))
            assert "box so far" in labels(canvas), "not yet the AABB of A"
            assert_ends_so_far(canvas, (1.0 - t) * np.array(old) + t * np.array(now))
        feet = [m.points for m in strokes(canvas, Ink.EXAMINED, Line.DASHED)]
        assert [foot[0] for foot in feet] == [tuple(points[k])] * 2
        assert (feet[0][1][0], feet[1][1][1]) == tuple(points[k]), "on the x axis its x, on the y axis its y"
        (first, second) = strokes(canvas, Ink.A, Line.BAR)
        assert sorted(p[0] for p in first.points) == pytest.approx([now[0], now[2]]), "the bars grow with it"
        assert sorted(p[1] for p in second.points) == pytest.approx([now[1], now[3]])
        rings = {m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.A}
        sides = [[p for p in points[: k + 1] if p[i % 2] == now[i]] for i in range(4)]
        assert all(any(tuple(p) in rings for p in side) for side in sides), "each side has a vertex that decides it"
        page = LESSON.page(moment)
        told = plain(page.sentence)
        assert [row.cells for row in page.rows] == [
            ("low so far", f"({fixed(now[0])}, {fixed(now[1])})"),
            ("high so far", f"({fixed(now[2])}, {fixed(now[3])})"),
        ]
        x0, y0, x1, y1 = (fixed(v) for v in now)
        changed = [new for new, was in zip((x0, y0, x1, y1), old, strict=True) if new != fixed(was)]
        if old == now:
            assert told.endswith("inside: the box does not change.")
        else:
            assert told.endswith(f": x from {x0} to {x1}, y from {y0} to {y1}.")
            assert not before or {f"**{each}**" for each in changed} == set(re.findall(r"\*\*.*?\*\*", page.sentence))
        assert "low so far" in page.rows[0].cells
        assert LESSON.clock(moment) is not None
        before = k
    whole, now = moments(LESSON, name)[BOX_A], span(points)
    assert LESSON.clock(whole) is not None
    assert LESSON.clock(moments(LESSON, name)[BOX_B]) is None
    for t in (0.0, 0.5, 1.0):
        canvas = drawn(LESSON, "world", replace(whole, time=t))
        (ring,) = [m for m in strokes(canvas, Ink.A, Line.END if t < 1.0 else Line.MEASURE) if m.closed]
        grown = (1.0 - t) * np.array(span(points[: before + 1])) + t * np.array(now)
        assert span(ring.points) == pytest.approx(grown)
        named = {"box so far", "AABB of A"} & set(labels(canvas))
        assert named == ({"box so far"} if t < 1.0 else {"AABB of A"}), "on its way it is not yet the AABB"
        if t < 1.0:
            assert_ends_so_far(canvas, grown)
        else:
            assert len(named_ends(canvas)) == 4
        assert LESSON.situation(replace(whole, time=t)).startswith("A lies in its AABB") is (t == 1.0)
    others = [m.points for m in strokes(drawn(LESSON, "world", whole), Ink.A, Line.DASHED) if m.closed]
    rotated = [whole.scene.a.turned(math.radians(way * OTHER)).world.points for way in (1.0, -1.0)]
    least = min(rotated, key=lambda each: shapely.box(*span(each)).area)
    assert span(others[0]) == pytest.approx(span(least)), "the shape, too: to what angle the box belongs"
    assert span(others[1]) == pytest.approx(span(least))
    assert len(others[1]) == 4
    asked = drawn(LESSON, "world", replace(whole, is_open=True))
    assert not [m for m in strokes(asked, Ink.A, Line.DASHED) if m.closed], "one of them may be asked for"


def test_as_many_steps_at_every_angle() -> None:
    """While A is rotated at the verdict the steps stay where they are."""
    scene: Any = SCENES["Contained"].scene
    counts = {len(LESSON.run(scene.with_field("a", scene.a.turned(angle)))) for angle in (0.0, 0.3, 1.0, 2.0)}
    assert counts == {8}
    few = Enclosing(at(capsule((-0.5, -0.2), (0.5, 0.2), 0.3), 0.0, 0.0), scene.b)
    assert [type(m.step) for m in moments_of(LESSON, few)][:2] == [VertexTaken, Enclosed]
    one = Enclosing(at(circle(0.5), 0.0, 0.0), scene.b)
    first, *rest = moments_of(LESSON, one)
    assert plain(LESSON.page(first).sentence) == "The box starts at centre of A: low = high = (0.00, 0.00)."
    assert {"x = 0.00", "y = 0.00"} <= set(labels(drawn(LESSON, "world", first), Ink.EXAMINED))
    assert len(rest) == VERDICT


@each_scene
def test_each_symbol_of_a_box_stands_at_its_end_of_a_bar(name: str) -> None:
    found = moments(LESSON, name)
    for index, owner, ink in ((BOX_A, "A", Ink.A), (BOX_B, "B", Ink.B)):
        canvas = drawn(LESSON, "world", replace(found[index], time=1.0))
        bounds = outline(found[0].scene, owner).bounds
        for k, word in enumerate(("low", "high")):
            for axis, letter in enumerate("xy"):
                place = named_ends(canvas, ink)[rf"\mathrm{{{word}}}_{{{owner},{letter}}}"].at
                assert place[axis] == pytest.approx(bounds[2 * k + axis], abs=1e-6)
                (line,) = [m.points for m in strokes(canvas, ink, Line.THIN) if m.points[1] == place]
                assert line[0][axis] == place[axis], "a line leads from the end of the bar to its name"
                assert 0.0 < line[0][1 - axis] - place[1 - axis] < 40.0 * canvas.pixel, "and is short"
        (first, second) = [m for m in strokes(canvas, ink, Line.BAR) if m.opacity == 1.0]
        assert sorted(p[0] for p in first.points) == pytest.approx([bounds[0], bounds[2]], abs=1e-6)
        assert sorted(p[1] for p in second.points) == pytest.approx([bounds[1], bounds[3]], abs=1e-6)
        shape = (found[0].scene.a if owner == "A" else found[0].scene.b).world
        down = [m.points for m in strokes(canvas, ink, Line.DASHED) if not m.closed]
        assert len(down) == (0 if shape.radius else 4), "from the vertices that decide to the axes"
        for (x, y), (u, v) in down:
            assert x == u or y == v
            assert [x, y] in shape.points.tolist()
    for index in (UNION, X, Y, VERDICT):
        canvas = drawn(LESSON, "world", found[index])
        named = [*symbols(canvas), *named_ends(canvas)]
        wanted = {X: 4, Y: 4, UNION: 6, VERDICT: 2}
        assert len([latex for latex in named if "mathrm" in latex]) == wanted[index], (
            "the formula's, and at the end the two that make s"
        )


def test_words_stand_beside_the_borders_of_what_lies_between_two_ends() -> None:
    for name in SCENES:
        for index, letter in ((X, "x"), (Y, "y")):
            moment = moments(LESSON, name)[index]
            (a, b), canvas = ends(moment.scene, index - X), drawn(LESSON, "world", moment)
            low, high = sorted((a[1], b[0]) if b[0] - a[1] >= a[0] - b[1] else (b[1], a[0]))
            for text, mark in named_ends(canvas).items():
                if text.endswith(f",{letter}}}"):
                    assert mark.toward is not None
                    value, way = mark.at[index - X], mark.toward[index - X]
                    if abs(value - high) < 1e-6:
                        assert way > 0.0
                    elif abs(value - low) < 1e-6:
                        assert way < 0.0
    canvas = drawn(LESSON, "world", moments(LESSON, "Gap on x")[VERDICT])
    (told,) = [m for m in canvas.marks if isinstance(m, Label) and plain(m.text).startswith("s = s_x")]
    assert told.style is TextStyle.BOLD
    assert told.toward is not None
    assert told.toward[0] > 0.0, "a gap of 0.23 is narrower than its words"


def test_at_the_end_the_greater_separation_is_named_as_s() -> None:
    for name in SCENES:
        moment = moments(LESSON, name)[VERDICT]
        s = separations(moment.scene)
        told = labels(drawn(LESSON, "world", moment))
        best = int(s[1] > s[0])
        assert f"s = s_{'xy'[best]} = {fixed(s[best])}" in told
        assert f"s_{'xy'[1 - best]} = {fixed(s[1 - best])}" in told


def test_a_point_that_only_the_boxes_share() -> None:
    """Erratum S2.17, foretold in the figure."""
    moment = moments(LESSON, "Two slanted boxes")[Y]
    question = LESSON.page(moment).prediction
    assert isinstance(question, Place)
    shapes = {owner: outline(moment.scene, owner) for owner in "AB"}
    boxes = {owner: shapely.box(*shapes[owner].bounds) for owner in "AB"}
    right = shapely.Point(question.right[0])
    assert question.judge(question.right).right
    for owner in "AB":
        assert boxes[owner].contains(right)
        assert shapes[owner].distance(right) > 0.07
        assert boxes[owner].exterior.distance(right) > 0.07, "to be hit by hand"
    rng = np.random.default_rng(4)
    heads = set()
    for x, y in rng.uniform((-2.6, -1.6), (2.0, 1.6), (300, 2)).tolist():
        place = shapely.Point(x, y)
        verdict = question.judge(((x, y),))
        inside = [owner for owner in "AB" if shapes[owner].contains(place)]
        without = [owner for owner in "AB" if not boxes[owner].contains(place)]
        assert verdict.right is (not inside and not without)
        heads.add(verdict.head)
        words = verdict.remarks[0].words
        assert words == (
            f"in {inside[0]}" if inside else f"outside of {without[0]}'s AABB" if without else "in both AABBs"
        )
    assert heads == {"", "Not outside of both", "Not in both AABBs"}
    for other in SCENES:
        asked = LESSON.page(moments(LESSON, other)[Y]).prediction
        assert isinstance(asked, Place) is (other == "Two slanted boxes")
    flat = Enclosing(at(box(1.0, 1.0), 0.0, 0.0), at(circle(0.5), 0.98, 0.98))
    assert LESSON.page(moments_of(LESSON, flat)[Y]).prediction is None, "no room for it between these"


def test_a_rounded_shape_gets_its_radius_on_all_sides() -> None:
    scene = Enclosing(at(capsule((-1.0, -0.4), (1.0, 0.4), 0.3), 0.0, 0.0), at(box(1.0, 1.0), 1.5, 0.2))
    moment = replace(moments_of(LESSON, scene)[BOX_A], time=1.0)
    (ring,) = [m for m in strokes(drawn(LESSON, "world", moment), Ink.A, Line.MEASURE) if m.closed]
    assert span(ring.points) == pytest.approx((-1.3, -0.7, 1.3, 0.7))


@each_scene
def test_union_axes_and_verdict_have_their_numbers(name: str) -> None:
    found = moments(LESSON, name)
    scene = found[0].scene
    both = shapely.union_all([outline(scene, owner) for owner in "AB"]).bounds
    says = [plain(LESSON.page(m).sentence) for m in found]
    low, high = (f"({fixed(x)}, {fixed(y)})" for x, y in (both[:2], both[2:]))
    assert says[UNION] == (
        f"low = {low} and high = {high}: the union is {fixed(both[2] - both[0])} wide and "
        f"{fixed(both[3] - both[1])} high."
    ), "the formula's results, then its size"
    assert not LESSON.page(found[UNION]).rows, "the sentence has it: the table keeps the boxes and s"
    joined = drawn(LESSON, "world", found[UNION])
    (ring,) = [m for m in strokes(joined, Ink.EXAMINED) if m.closed]
    assert span(ring.points) == pytest.approx(both, abs=1e-6), "through its corners"
    own = [m for ink in (Ink.A, Ink.B) for m in strokes(joined, ink) if m.closed]
    assert all(joined.marks.index(ring) < joined.marks.index(m) for m in own), "below the sides that it shares"
    assert ring.opacity < 1.0
    corners = symbols(drawn(LESSON, "world", found[UNION]), Ink.EXAMINED)
    assert corners[r"\mathrm{low}"] == pytest.approx(both[:2], abs=1e-6)
    assert corners[r"\mathrm{high}"] == pytest.approx(both[2:], abs=1e-6)
    for owner, ink in (("A", Ink.A), ("B", Ink.B)):
        own, bounds = symbols(drawn(LESSON, "world", found[UNION]), ink), outline(scene, owner).bounds
        assert own[rf"\mathrm{{low}}_{owner}"] == pytest.approx(bounds[:2], abs=1e-6)
        assert own[rf"\mathrm{{high}}_{owner}"] == pytest.approx(bounds[2:], abs=1e-6)
    named = {f"AABB of {owner}" for owner in "AB"} & set(labels(drawn(LESSON, "world", found[UNION])))
    assert not named, "its corners name each box"
    dots = [m.at for m in drawn(LESSON, "world", found[UNION]).marks if isinstance(m, Dot)]
    bounds = [outline(scene, owner).bounds for owner in "AB"]
    wanted = {tuple(np.round(each[k : k + 2], 4)) for each in (*bounds, both) for k in (0, 2)}
    assert sorted(tuple(np.round(at_, 4)) for at_ in dots) == sorted(wanted), "each named corner has a ring"
    s = separations(scene)
    for index, letter in ((X, "x"), (Y, "y")):
        value = s[index - X]
        assert f"= {fixed(value)}: " in says[index]
        assert says[index].startswith(f"s_{letter} = max(")
        (a0, a1), (b0, b1) = ends(scene, index - X)
        is_nested = (a0 < b0 and b1 < a1) or (b0 < a0 and a1 < b1)
        if a0 < b0 and b1 < a1:
            assert says[index].endswith(f": B must move by {fixed(-value)} to leave the interval of A.")
        elif b0 < a0 and a1 < b1:
            assert says[index].endswith(f": A must move by {fixed(-value)} to leave the interval of B.")
        else:
            assert says[index].endswith(f"gap of {fixed(value)}." if value > 0.0 else f"overlap by {fixed(-value)}.")
        ink = Ink.GAP if value > 0.0 else Ink.OVERLAP
        canvas = drawn(LESSON, "world", found[index])
        (slab,) = regions(canvas)
        assert slab.ink is ink
        places = sorted(p[index - X] for p in slab.through)
        out = sorted((a1, b0) if b0 - a1 >= a0 - b1 else (b1, a0))
        common = [max(a0, b0), min(a1, b1)]
        assert places == pytest.approx(common if is_nested else out, abs=1e-6), "what both have in common, or the gap"
        measured = [m for m in strokes(canvas, ink, Line.MEASURE) if len(m.points) == 2]
        way = [m for m in measured if abs(m.points[1][index - X] - m.points[0][index - X]) > 0.3]
        assert len(way) == is_nested, "the way out is another length than what both have in common"
        for each in way:
            assert sorted(p[index - X] for p in each.points) == pytest.approx(out, abs=1e-6)
        assert out[1] - out[0] == pytest.approx(abs(value), abs=1e-6)
        for k in (-1, 0, 1):
            shown = [m for m in canvas.marks if isinstance(m, Label) and m.text == str(k).replace("-", "−")]
            is_there = any(m.at[index - X] == k for m in shown)
            in_reach = both[index - X] - 0.12 <= k <= both[index - X + 2] + 0.12
            names = [m.at[index - X] for text, m in named_ends(canvas).items() if f",{letter}}}" in text]
            has_room = min(abs(at - k) for at in names) > (0.88, 0.36)[index - X]  # of the canvas of these tests
            assert is_there <= in_reach
            assert is_there or not (in_reach and has_room), "each tick has its number, where no name takes its place"
        middle = labels(canvas, ink)[f"s_{letter} = {fixed(value)}"]
        wide = out[1] - out[0] > (0.76, 0.26)[index - X]  # of the canvas of these tests
        at_piece = sum(out) / 2.0 if wide else out[1]
        assert middle[index - X] == pytest.approx(at_piece, abs=1e-6), "at the piece that it measures"
        lines = [
            m
            for m in strokes(canvas, Ink.CONSTRUCTION, Line.THIN)
            if m.points[0][Y - index] == m.points[1][Y - index]
        ]
        assert (lines[-1].points[0][index - X], lines[-1].points[1][index - X]) == pytest.approx(
            (both[index - X] - 0.12, both[index - X + 2] + (0.4 if index == X else 0.12)), abs=1e-6
        ), "the axis reaches beyond both boxes"
        for owner, tint, interval in zip("AB", (Ink.A, Ink.B), ends(scene, index - X), strict=True):
            (bar,) = (
                [
                    m
                    for m in strokes(canvas, tint, Line.BAR)
                    if m.points[0][X - index + 1] == m.points[1][X - index + 1]
                ]
                if index == X
                else [m for m in strokes(canvas, tint, Line.BAR) if m.points[0][0] == m.points[1][0]]
            )
            assert sorted(p[index - X] for p in bar.points) == pytest.approx(sorted(interval), abs=1e-6)
            for word, place in zip(("low", "high"), interval, strict=True):
                at_ = named_ends(canvas, tint)[rf"\mathrm{{{word}}}_{{{owner},{letter}}}"].at
                assert at_[index - X] == pytest.approx(place, abs=1e-6)
    apart = max(s) > 0.0
    rest = "the AABBs are apart." if apart else "the AABBs overlap."
    if name == "Contained":
        rest = f"the AABB of B must move by {fixed(-max(s))} to leave that of A."
    assert says[VERDICT] == f"s = max({fixed(s[0])}, {fixed(s[1])}) = {fixed(max(s))}: {rest}"
    best = int(s[1] > s[0])
    (a0, a1), (b0, b1) = ends(scene, best)
    last = named_ends(drawn(LESSON, "world", found[VERDICT]))
    pairs = ((b0 - a1, ("A", "high"), ("B", "low")), (a0 - b1, ("A", "low"), ("B", "high")))
    made_of = [
        {rf"\mathrm{{{word}}}_{{{owner},{'xy'[best]}}}" for owner, word in words}
        for value, *words in pairs
        if value == pytest.approx(max(s), abs=1e-6)
    ]
    assert {latex for latex in last if "mathrm" in latex} in made_of, "the two ends whose difference is s"
    canvas = drawn(LESSON, "world", found[X])
    x_numbers = [m for m in canvas.marks if isinstance(m, Label) and m.text in "−1 0 1"]
    x_names = [m for text, m in named_ends(canvas).items() if ",x}" in text]
    assert len(x_names) == 4
    numbers = [m.at for m in x_numbers if m.toward and m.toward[1] < 0.0 and m.toward[0] == 0.0]
    assert numbers
    for mark in x_names:
        assert all(y - mark.at[1] > 20.0 * canvas.pixel for _, y in numbers), "a number keeps off a name: another row"
        assert all(abs(x - mark.at[0]) > 10.0 * canvas.pixel for x, _ in numbers), "and off the line at a bar's end"
    idea = LESSON.page(found[VERDICT]).idea
    assert ("A test of up-to-date boxes never misses an overlap." in idea) is apart, "one of a stale box may"
    assert ("**false positive**" in idea) is (not apart and gap(scene) > 0.0), "only where it is one"
    canvas = drawn(LESSON, "world", found[VERDICT])
    shared = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    boxes = [shapely.box(*outline(scene, owner).bounds) for owner in "AB"]
    assert len(shared) == (not apart)
    for area in shared:
        assert shapely.Polygon(area.points).area == pytest.approx(boxes[0].intersection(boxes[1]).area, rel=1e-5)


@each_scene
def test_the_situation_tells_boxes_from_shapes(name: str) -> None:
    """Erratum S2.17: overlapping boxes prove nothing."""
    moment = moments(LESSON, name)[VERDICT]
    s, distance = max(separations(moment.scene)), gap(moment.scene)
    says = plain(LESSON.situation(moment))
    if s > 0.0:
        assert says == "The AABBs are apart, so the shapes are."
        assert distance > 0.0
    elif distance > 0.0:
        assert says == f"The AABBs overlap; the shapes are {fixed(distance)} apart."
    elif name == "Contained":
        assert says == "A and its AABB contain B and its AABB."
    else:
        assert says == "The AABBs overlap, and so do the shapes."
    pieces = strokes(drawn(LESSON, "world", moment), Ink.GAP, Line.FEATURE)
    is_false_positive = s <= 0.0 < distance
    assert [math.dist(*m.points) for m in pieces] == pytest.approx([distance] if is_false_positive else [], abs=1e-5)
    for piece in pieces:
        for owner, point in zip("AB", piece.points, strict=True):
            assert outline(moment.scene, owner).exterior.distance(shapely.Point(point)) < 1e-5
    for early in moments(LESSON, name)[:VERDICT]:
        for told in (plain(LESSON.situation(early)), LESSON.page(early).known):
            is_of_boxes = any(word in told for word in ("AABB", "interval", "box so far"))
            assert not told or is_of_boxes, "the verdict tells of the shapes, not before"
            if "so far" in told:
                low, high = early.step.low, early.step.high
                points = early.scene.a.world.points
                outside = int(((points < low) | (points > high)).any(axis=1).sum())
                assert told.startswith(f"{outside} ")


def test_the_smallest_box_has_an_edge_along_an_axis() -> None:
    moment = moments(LESSON, "Two slanted boxes")[BOX_A]
    question = LESSON.page(moment).prediction
    assert isinstance(question, Place)
    a = moment.scene.a
    points, middle = a.world.points, a.pose.position
    k = int(points[:, 0].argmax())
    assert question.start == (pytest.approx(tuple(points[k])),)
    (path,) = question.along
    assert [math.dist(p, middle) for p in path] == pytest.approx([math.dist(points[k], middle)] * len(path))
    heads = {True: 0, False: 0}
    for degrees in np.arange(1.0, 360.0, 4.0).tolist():
        turned = a.turned(math.radians(degrees)).world
        verdict = question.judge((tuple(turned.points[k].tolist()),))
        off = abs(math.remainder(-38.0 + degrees, 90.0))
        assert verdict.right is (off <= 6.0), degrees
        heads[verdict.right] += 1
        x0, y0, x1, y1 = shapely.Polygon(turned.points).bounds
        filled = 100.0 if verdict.right else 100.0 * 2.5 * 0.84 / ((x1 - x0) * (y1 - y0))
        place = turned.points[k]
        if verdict.right:
            place = min((p for p in path), key=lambda p: math.dist(p, place))
        assert math.dist(verdict.remarks[0].at, place) < 0.15, "the mark lies where the learner dragged the vertex"
        assert f"fills {filled:.0f} % of its AABB" in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        ink = Ink.ANSWER if verdict.right else Ink.FAULTY
        shape, around = (m for m in canvas.marks if isinstance(m, Stroke) and m.ink is ink)
        assert list(labels(canvas, ink)) == [f"A fills {filled:.0f} %"], "at its box"
        assert span(around.points) == pytest.approx(span(shape.points)), "the box of the shape at that angle"
        assert verdict.right or span(around.points) == pytest.approx((x0, y0, x1, y1))
    assert min(heads.values()) > 5
    assert not question.judge(question.start).right


def test_the_corner_of_a_box_need_not_be_a_vertex() -> None:
    moment = moments(LESSON, "Two slanted boxes")[FIRST]
    question = LESSON.page(moment).prediction
    assert isinstance(question, Place)
    points = moment.scene.a.world.points
    assert question.right == (pytest.approx(tuple(points.max(axis=0))),)
    told = question.judge(question.right).because
    assert told == "The greatest x (vertex 2) and the greatest y (vertex 3): the corner itself need not be a vertex."
    for place in (points[2], points[3], question.start[0]):
        verdict = question.judge((tuple(place),))
        assert not verdict.right
        for value in points.max(axis=0):
            assert fixed(float(value)) not in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        right, above = regions(canvas)
        for part, inward in ((right, (-1.0, 0.0)), (above, (0.0, -1.0))):
            assert part.ink is Ink.FAULTY, "what the lines would cut off"
            assert part.through[0] == pytest.approx(tuple(place))
            assert part.normals[0] == inward
            assert np.array(part.through[1:]) == pytest.approx(points)


def test_the_corner_is_judged_by_what_it_cuts() -> None:
    bar = Enclosing(at(box(1.0, 1.0), -0.4, 0.0), at(capsule((-0.5, -0.3), (0.5, 0.1), 0.3), 0.6, 0.0, 30.0))
    question = LESSON.page(moments_of(LESSON, bar)[BOX_A - 1 - VERDICT]).prediction
    assert isinstance(question, Place)
    b = bar.b.world
    right = b.points.max(axis=0) + b.radius
    assert question.right == (pytest.approx(tuple(right)),)
    assert question.judge((tuple(right + 0.03),)).right
    cases = (
        (right - (0.3, 0.0), "would cut B"),
        (right - (0.0, 0.3), "would cut B"),
        (right + (0.4, 0.1), "a smaller box"),
        (b.points[b.points[:, 0].argmax()], "has not both"),
    )
    for at_, words in cases:
        verdict = question.judge((tuple(at_),))
        assert not verdict.right
        assert words in verdict.because
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        lines = [m for m in canvas.marks if isinstance(m, Unbounded)]
        assert [m.ink for m in lines] == [Ink.FAULTY] * 2
        assert all(m.through == pytest.approx(tuple(at_)) for m in lines)
    assert not question.judge(question.start).right


def test_of_a_round_shape_the_corner_is_outside() -> None:
    moment = moments(LESSON, "Polygon and circle")[BOX_A]
    question = LESSON.page(moment).prediction
    assert isinstance(question, Place)
    assert question.right == (pytest.approx((1.4, 1.1)),)
    assert plain(question.judge(question.right).because) == "From the centre it is r = 0.80 to the right and 0.80 up."
    on_it = 0.8 * math.sqrt(0.5)
    for at_, words in (((0.6 + on_it, 0.3 + on_it), "would cut B"), ((1.8, 1.2), "a smaller box")):
        verdict = question.judge((at_,))
        assert not verdict.right
        assert words in verdict.because
    round_bar = Enclosing(at(box(1.0, 1.0), -0.4, 0.0), at(capsule((-0.5, -0.2), (0.5, 0.2), 0.3), 0.6, 0.0))
    asked = LESSON.page(moments_of(LESSON, round_bar)[BOX_A - 1 - VERDICT]).prediction
    assert isinstance(asked, Place)
    assert asked.judge(asked.right).because.endswith("(vertex 1), and to both the radius is added.")


def test_one_gap_is_a_proof() -> None:
    moment = moments(LESSON, "Gap on x")[X]
    page = LESSON.page(moment)
    question = page.prediction
    assert isinstance(question, Choose)
    (_, high_a), (low_b, _) = ends(moment.scene, 0)
    assert page.known == f"On the x axis the intervals have a gap of {fixed(low_b - high_a)}."
    for option in (PROVED, BOTH, DECIDES):
        verdict = question.judge(option)
        assert verdict.right is (option == PROVED) is (option in question.right)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (line,) = [m for m in canvas.marks if isinstance(m, Unbounded)]
        assert line.through[0] == pytest.approx((high_a + low_b) / 2.0)
        assert line.ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
    assert fixed(low_b - high_a) in question.judge(PROVED).because
    kinds = {n: [type(p) for m in moments(LESSON, n) if (p := LESSON.page(m).prediction)] for n in SCENES}
    assert kinds == {
        "Two slanted boxes": [Place, Place, Place],
        "Polygon and circle": [Place],
        "Gap on x": [Choose],
        "Stale box": [Place],
        "Either axis is enough": [Choose],
        "Contained": [],
    }
    for name in ("Gap on x", "Contained"):  # two vertices tell a coordinate of the corner: it is not asked for
        first = growing(name)[0]
        assert (first.step.high == first.scene.a.world.points.max(axis=0)).any()
    for name in SCENES:
        assert all(LESSON.page(m).prediction is None for m in moments(LESSON, name, STALE))


def test_a_stale_box_misses_the_overlap() -> None:
    moment = moments(LESSON, "Stale box", STALE)[VERDICT]
    scene: Enclosing = moment.scene
    x, y = scene.a.pose.position.tolist()
    old = (x - 1.2, y - 0.3, x + 1.2, y + 0.3)
    b = outline(scene, "B").bounds
    missed = max(b[0] - old[2], old[0] - b[2], b[1] - old[3], old[1] - b[3])
    assert missed > 0.0
    assert outline(scene, "A").intersects(outline(scene, "B"))
    (ring,) = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
    assert span(ring.points) == pytest.approx(old)
    canvas = drawn(LESSON, "world", moment)
    bar = strokes(canvas, Ink.FAULTY, Line.MEASURE)[0]
    assert sorted(p[1] for p in bar.points) == pytest.approx([old[3], b[1]], abs=1e-5), "the gap is measured"
    middle = labels(canvas, Ink.FAULTY)[f"old box: a gap of {fixed(missed)}"]
    assert middle == pytest.approx(tuple(np.mean(bar.points, axis=0)))
    early = moments(LESSON, "Stale box", STALE)[X]
    assert list(labels(drawn(LESSON, "world", early), Ink.FAULTY)) == [], "the gap is on y"
    assert "stale" not in LESSON.situation(early)
    quiet, loud = (drawn(LESSON, "world", each) for each in (early, replace(early, faulty=None)))
    assert regions(quiet)[0].opacity < regions(loud)[0].opacity
    says = plain(LESSON.situation(moment))
    assert says.startswith(f"A stale box reports a gap of {fixed(missed)}. But the shapes overlap by ")
    page = LESSON.page(moment)
    assert r"\mathrm{old}" in page.formula, "its formula is the rule's own"
    assert f"before the rotation: a gap of {fixed(missed)}." in plain(page.sentence)
    assert LESSON.page(moment).idea.startswith("A stale box is computed once, and not again after A has rotated.")
    assert "stale box" not in LESSON.page(replace(moment, compare="", faulty=None)).idea
    assert fixed(missed) != says.split()[-1].rstrip("."), "two numbers that differ"
    assert [row.cells[-1] for row in LESSON.page(moment).rows if row.faulty] == [fixed(missed)]


def test_overlap_on_one_axis_is_no_hit() -> None:
    moment = moments(LESSON, "Either axis is enough", EITHER)[VERDICT]
    s = separations(moment.scene)
    assert s[0] < 0.0 < s[1]
    apart = fixed(gap(moment.scene))
    says = f"After one axis the rule reports a hit. But the shapes are {apart} apart."
    page = LESSON.page(moment)
    assert plain(page.sentence).endswith(f"a hit. It takes no notice of s_y = {fixed(s[1])}.")
    assert page.formula.startswith(r"\faulty{\mathrm{hit}"), "its formula is the rule's own"
    assert plain(LESSON.situation(moment)) == says
    assert "on either axis" in LESSON.page(moment).idea
    canvas = drawn(LESSON, "world", moment)
    assert "overlap on x: a hit" in labels(canvas, Ink.FAULTY)
    assert [m.ink for m in regions(canvas)] == [Ink.FAULTY, Ink.GAP], "the overlap that the rule goes by"
    for early, told in ((UNION, False), (X, True)):  # x overlaps
        assert ("After one axis" in LESSON.situation(moments(LESSON, "Either axis is enough", EITHER)[early])) is told
    assert "After one axis" not in LESSON.situation(moments(LESSON, "Gap on x", EITHER)[X])
    comparison = LESSON.comparison(EITHER)
    assert comparison is not None
    for name in SCENES:
        low, high = sorted(separations(SCENES[name].scene))
        assert comparison.differs(moments(LESSON, name, EITHER)[VERDICT]) is (low <= 0.0 < high)


def test_a_gap_on_y_is_a_proof_whatever_x_says() -> None:
    moment = moments(LESSON, "Either axis is enough")[Y]
    question = LESSON.page(moment).prediction
    assert isinstance(question, Choose)
    x, y = separations(moment.scene)
    assert x < 0.0 < y
    assert question.options == (PROVED, ENOUGH, OPEN)
    for option in question.options:
        verdict = question.judge(option)
        assert verdict.right is (option == PROVED)
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        (line,) = [m for m in canvas.marks if isinstance(m, Unbounded)]
        (low_a, high_a), (low_b, _) = ends(moment.scene, 1)
        assert low_a < high_a < low_b
        assert line.through[1] == pytest.approx((high_a + low_b) / 2.0, abs=1e-5)
        assert line.direction[0] != 0.0
        assert line.direction[1] == 0.0
    assert fixed(y) in question.judge(PROVED).because


def test_while_the_box_grows_nothing_tells_of_a_finished_one() -> None:
    assert LESSON.tells_time
    found = moments(LESSON, "Two slanted boxes")
    half, done = replace(found[BOX_A], time=0.5), found[BOX_A]
    points = half.scene.a.world.points
    old, now = span(points[:3]), span(points)
    mid = [(was + will) / 2.0 for was, will in zip(old, now, strict=True)]
    page = LESSON.page(half)
    assert [row.cells[0] for row in page.rows] == ["low so far", "high so far"]
    assert page.rows[1].cells[1] == f"({fixed(mid[2])}, {fixed(mid[3])})"
    says = plain(page.sentence)
    assert says.startswith("The box still widens: ")
    assert says.endswith(f"to {fixed(mid[3])}.")
    assert LESSON.situation(half) == "1 vertex of A lies outside of the box so far."
    assert LESSON.situation(done) == "A lies in its AABB and touches all four sides of it."
    assert page.known == "The finished AABB of A touches A on all four sides.", "true at every time"
    second = replace(growing("Two slanted boxes")[1], time=0.5)
    assert plain(LESSON.page(second).sentence) == "The box still widens: x from −2.09 to 0.14, y from −1.22 to 0.32."
    assert [row.cells[0] for row in LESSON.page(second).rows] == ["low so far", "high so far"]
    assert LESSON.page(second).rows[1].cells[1] == "(0.14, 0.32)"
    first = growing("Two slanted boxes")[0]
    for t in (0.0, 0.5, 1.0):
        known = LESSON.page(replace(first, time=t)).known
        told = "2 vertices of A are still to come; the box so far is around the others."
        assert known == told, "the page of time 0 stays while a question is open"
    assert LESSON.situation(second) == "2 vertices of A lie outside of the box so far."


def test_each_scene_and_rule_has_a_goal_of_its_own_that_none_meets() -> None:
    goals = {name: LESSON.challenge(moments(LESSON, name, SCENES[name].compare)[VERDICT]) for name in SCENES}
    assert len({goal.text for goal in goals.values()}) == len(SCENES)
    for name, goal in goals.items():
        assert not goal.reached, name

    def reached(name: str, **changed: Any) -> bool:
        preset = SCENES[name]
        scene = replace(preset.scene, **changed)
        return LESSON.challenge(moments_of(LESSON, scene, preset.compare)[-1]).reached

    ball, slab, disc = circle(0.8), box(1.5, 1.0), circle(0.6)
    assert reached("Polygon and circle", b=at(ball, 0.62, 0.93))
    assert not reached("Polygon and circle", b=at(ball, 0.9, 1.3)), "by less than 0.20"
    assert reached("Gap on x", b=at(slab, -0.5, 1.9, 20.0))
    assert not reached("Gap on x", b=at(slab, 1.1, 1.9, 20.0)), "both axes have a gap"
    assert reached("Stale box", b=at(disc, 1.2, -0.3))
    assert not reached("Stale box", b=at(disc, 0.6, -0.3)), "the AABBs overlap, too"
    assert reached("Either axis is enough", b=at(disc, 1.4, -0.8))
    assert not reached("Either axis is enough", b=at(disc, 1.4, 0.8)), "no overlap on y"
    inner = box(1.2, 0.6)
    assert reached("Contained", b=at(inner, -0.66, 0.9, 0.0))
    assert not reached("Contained", b=at(inner, -0.2, 0.5, 0.0)), "inside A"
    assert not reached("Contained", b=at(inner, -1.0, 0.9, 0.0)), "its AABB leaves that of A"


def test_the_challenge_wants_slanted_shapes() -> None:
    bar = capsule((-0.9, -0.75), (0.9, 0.75), 0.08)
    scene = Enclosing(at(bar, -0.5, 0.5), at(bar, 0.5, -0.5))
    found = moments_of(LESSON, scene)
    assert LESSON.challenge(found[-2]) is None
    goal = LESSON.challenge(found[-1])
    assert goal is not None
    assert goal.reached
    assert goal.now == f"s = {fixed(max(separations(scene)))}, shapes {fixed(gap(scene))} apart"
    for name in SCENES:
        plain_ = replace(SCENES[name].scene, goal="")
        now = LESSON.challenge(moments_of(LESSON, plain_)[-1]).now
        assert now.endswith("shapes overlap") is (gap(SCENES[name].scene) <= 0.0)
        assert "0.00 apart" not in now
    for x, y in ((0.0, 0.0), (1.0, -1.0)):
        other = LESSON.challenge(moments_of(LESSON, Enclosing(scene.a, at(bar, x, y)))[-1])
        assert other is not None
        assert not other.reached
    first: Any = SCENES["Two slanted boxes"].scene
    for angle, reached in ((30.0, False), (-38.0, True)):  # a drag alone is not enough
        b = at(box(1.5, 1.0), 0.0, 0.0, angle)
        x, y = first.a.world.bounds().high - WANTED - 0.01 - b.world.bounds().low
        turned = Enclosing(first.a, at(box(1.5, 1.0), x, y, angle))
        goal = LESSON.challenge(moments_of(LESSON, turned)[-1])
        assert goal is not None
        assert goal.reached is reached


@each_scene
def test_the_numbers_of_the_ticks_stand_at_them(name: str) -> None:
    """A number that a line would strike moves beside the line: none is read for another place, and none is struck."""
    for moment in moments(LESSON, name):
        canvas = drawn(LESSON, "world", moment)
        ticks = [m for m in canvas.marks if isinstance(m, Label) and m.text.replace("−", "").isdigit()]
        assert ticks
        assert all(mark.fixed for mark in ticks)
        for mark in ticks:
            value = float(mark.text.replace("−", "-"))
            assert mark.toward is not None
            axis = int(mark.toward[0] != 0.0)
            off, room = abs(mark.at[axis] - value), (11.0, 9.0)[axis] * canvas.pixel
            assert off < 2.0 * room, "by its tick: the next one is a unit away"
            assert off < 1e-9 or mark.at[axis] != pytest.approx(value, abs=1e-3)


def test_no_number_of_an_axis_is_lost() -> None:
    canvas = drawn(LESSON, "world", moments(LESSON, "Two slanted boxes")[VERDICT])
    numbers = [m for m in canvas.marks if isinstance(m, Label) and m.text.replace("−", "").isdigit()]
    y = {m.text: m.at[1] for m in numbers if m.toward is not None and m.toward[0] != 0.0}
    assert set(y) == {"−1", "0", "1"}
    border = moments(LESSON, "Two slanted boxes")[0].scene.a.world.points[:, 1].max()
    assert y["1"] - border == pytest.approx(9.0 * canvas.pixel), "clear of the border of the band at 0.98"


def test_numbers_of_the_axes_stay_where_symbols_come() -> None:
    """The symbols have a row of their own: a number goes only where the line of a bar's end would strike it."""
    found = moments(LESSON, "Two slanted boxes")
    points, canvas = found[FIRST].scene.a.world.points[:2], drawn(LESSON, "world", found[FIRST])
    told = [m for m in canvas.marks if isinstance(m, Label) and m.fixed and m.text not in ("$x$", "$y$")]
    for axis, room in ((0, 11.0), (1, 9.0)):
        ends_ = points[:, axis].tolist()
        whole = [k for k in (-1, 0, 1) if min(abs(k - end) for end in ends_) > room * canvas.pixel]
        shown = [m.text for m in told if m.toward is not None and m.toward[axis] == 0.0]
        assert {f"{k}".replace("-", "−") for k in whole} <= set(shown)
    canvas = drawn(LESSON, "world", moments(LESSON, "Either axis is enough")[VERDICT])
    pixel = canvas.pixel
    (s,) = [m for m in canvas.marks if isinstance(m, Label) and plain(m.text).startswith("s = s_y")]
    zero = next(m for m in canvas.marks if isinstance(m, Label) and m.text == "0" and abs(m.at[1]) < 1e-9)
    assert s.at[0] < zero.at[0] - 20.0 * pixel, "in its band, beside the number 0"
    low, high = sorted(ends(moments(LESSON, "Either axis is enough")[VERDICT].scene, 1)[k][1 - k] for k in (0, 1))
    assert s.at[1] == pytest.approx(0.5 * (low + high), abs=1e-6)


def test_the_old_box_is_there_from_the_first_step() -> None:
    found = figures.moments(LESSON, "Stale box", STALE)
    rings = [strokes(drawn(LESSON, "world", each), Ink.FAULTY, Line.DOTTED) for each in found]
    assert all(len([m for m in ring if m.closed]) == 1 for ring in rings)
    (named,) = [m for m in drawn(LESSON, "world", found[0]).marks if getattr(m, "text", "") == "old box of A"]
    assert named.at[0] == pytest.approx(found[0].faulty.box.high[0]), "at the right, clear of the axis at the left"
    assert named.toward[0] > 0.0
    assert "old box of A" not in labels(drawn(LESSON, "world", found[-1])), "then it tells what it says"


def test_at_first_both_ends_of_a_bar_are_joined_to_their_vertices() -> None:
    moment = moments(LESSON, "Two slanted boxes")[FIRST]
    points = moment.scene.a.world.points[:2]
    down = [m.points for m in strokes(drawn(LESSON, "world", moment), Ink.A, Line.DASHED) if not m.closed]
    starts = sorted(tuple(line[0]) for line in down)
    assert starts == sorted([*map(tuple, points.tolist())] * 2), "two for each of the two vertices"
    for start, end in down:
        assert start[0] == pytest.approx(end[0]) or start[1] == pytest.approx(end[1])


def test_the_box_of_another_angle_has_a_name() -> None:
    for index in (BOX_A, BOX_B):
        moment = replace(moments(LESSON, "Two slanted boxes")[index], time=1.0)
        assert "at another angle" in labels(drawn(LESSON, "world", moment))
        assert "at another angle" not in labels(drawn(LESSON, "world", replace(moment, is_open=True)))
    disc = replace(moments(LESSON, "Polygon and circle")[BOX_B], time=1.0)
    assert "at another angle" not in labels(drawn(LESSON, "world", disc)), "that of a circle does not change"
