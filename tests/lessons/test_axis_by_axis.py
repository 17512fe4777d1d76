"""Axis by axis: the numbers of its scenes against a reckoning of the tests, what is lit, named and drawn where, what
is asked, and what faulty searches cost."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest
import shapely

from geometry import Convex, box, circle, convex, manifold, point
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.containment import contains
from geometry.sat.closest_points import closest_points
from geometry.sat.separating_axis import AxisSkipped, AxisTested, Decided
from lessons.separating_axes.axis_by_axis import AxisByAxis, Searched
from lessons.separating_axes.axis_by_axis_faulty import RAW
from lessons.separating_axes.axis_by_axis_question import NONE
from tests.lessons.figures import set_up
from tests.lessons.roboto import lines
from tests.lessons.second_edition import Told, moments_of
from viz.lesson.canvas import Area, Arrow, Canvas, Dot, Label, Stroke, Symbol
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click
from viz.lesson.scene import at
from viz.lesson.text import plain, runs

LESSON = AxisByAxis()
(WORLD,) = LESSON.panes
PIXEL, PANEL = 0.01, 344.0
SCENES = list(LESSON.presets)
FIRST_SCENE = "Corner in front of an edge"
TRIANGLES = Searched(  # no two edges are parallel, and the last axis shows the only gap
    at(convex(((-1.95, -0.1), (1.08, 0.07), (-2.07, 0.99))), -0.78, 0.34),
    at(convex(((-0.59, -0.5), (2.38, -1.13), (3.13, 0.38))), 1.8, -0.46),
)
PLACED = (  # where both shapes meet the challenge: x, y and degrees
    ("Corner in an edge", (-0.5, 1.2, 165), (3.0, 0.3, 205)),
    ("Two quadrilaterals", (0.4, -0.9, 295), (3.2, -1.2, 325)),
    (FIRST_SCENE, (-0.5, 0.1, 130), (3.4, -0.5, 215)),
    ("Box on a slab", (1.1, 0.8, 215), (-1.0, 0.4, 55)),
    ("Just touching", (-0.6, -0.0, 235), (1.8, -0.1, 40)),
    ("Parallel edges", (1.5, -0.1, 225), (-0.3, 1.0, 185)),
    ("Contained", (1.5, 0.3, 165), (0.4, -1.3, 305)),
    ("No early out", (-0.9, -1.6, 350), (1.2, -0.1, 175)),
)


def moments(name: str, compare: str | None = None) -> list[Moment[Searched]]:
    preset = LESSON.presets[name]
    return moments_of(LESSON, preset.scene, preset.compare if compare is None else compare)


def edge(owner: str, index: int) -> FeatureRef:
    return FeatureRef(owner, FeatureKind.EDGE, index)


def said(moment: Moment[Searched]) -> str:
    return plain(LESSON.page(moment).sentence)


def drawn(moment: Moment[Searched]) -> Canvas:
    return Told.draw(WORLD, moment)


def strokes(canvas: Canvas, line: Line, ink: Ink | None = None) -> list[Any]:
    found = [mark for mark in canvas.marks if isinstance(mark, Stroke) and mark.line is line]
    return [np.array(mark.points) for mark in found if ink is None or mark.ink is ink]


def words(canvas: Canvas, style: TextStyle | None = None, ink: Ink | None = None) -> list[str]:
    labels = [mark for mark in canvas.marks if isinstance(mark, Label)]
    return [m.text for m in labels if (style is None or m.style is style) and (ink is None or m.ink is ink)]


class Own(NamedTuple):
    """A direction from A to B, both projections along it, and the separation, from the vertices alone."""

    n: Any
    a: tuple[float, float]
    b: tuple[float, float]
    s: float


def own(scene: Searched, direction: Any) -> Own:
    a, b, n = scene.a.world, scene.b.world, np.asarray(direction)

    def ends(shape: Any, n: Any) -> tuple[float, float]:
        along = [float(p @ n) for p in shape.points]
        return min(along) - shape.radius, max(along) + shape.radius

    (a1, a2), (b1, b2) = ends(a, n), ends(b, n)
    if a1 - b2 > b1 - a2 + 1e-9:  # the other way is shorter
        n = -n
        (a1, a2), (b1, b2) = ends(a, n), ends(b, n)
    return Own(n, (a1, a2), (b1, b2), b1 - a2)


def the_test(moment: Moment[Searched]) -> AxisTested:
    """The test that a step is about, by its owner's edge alone."""
    step: Any = moment.step
    if isinstance(step, AxisSkipped):
        return next(t for t in moment.trace.result.tests if t.axis is step.same_as)
    found: AxisTested = moment.trace.result.best if isinstance(step, Decided) else step
    return found


def reckoned(moment: Moment[Searched]) -> Own:
    """The axis of a step, from the edge's ends; of the closest points from the circle's middle."""
    axis = the_test(moment).axis
    if axis.edge is None:
        circle_, shape = moment.scene.b.world.points[0], moment.scene.a.world
        corner = min(shape.points, key=lambda p: float(np.hypot(*(p - circle_))))
        return own(moment.scene, (circle_ - corner) / np.hypot(*(circle_ - corner)))
    (x, y), (u, v) = getattr(moment.scene, axis.owner.value.lower()).world.edges[axis.edge]
    size = math.hypot(u - x, v - y)
    mine = own(moment.scene, ((v - y) / size, (x - u) / size))
    if float(mine.n @ the_test(moment).normal) < 0.0:  # both ways are equally long
        mine = Own(-mine.n, tuple(-each for each in mine.a[::-1]), tuple(-each for each in mine.b[::-1]), mine.s)  # type: ignore[arg-type]
    return mine


def ink_of(s: float) -> Ink:
    """Where shapes just touch it is neither a gap nor an overlap."""
    return Ink.GAP if s > 1e-9 else Ink.OVERLAP if s < -1e-9 else Ink.ANSWER


def two(value: float) -> str:
    return f"{value + 0.0:.2f}".replace("-0.00", "0.00").replace("-", "−")


ALL = [pytest.param(m, id=f"{name} {m.index}") for name in SCENES for m in moments(name, "")]
each_step = pytest.mark.parametrize("moment", ALL)


@each_step
def test_the_numbers_said_and_written_are_the_vertices(moment: Moment[Searched]) -> None:
    mine, page = reckoned(moment), LESSON.page(moment)
    assert the_test(moment).separation == pytest.approx(mine.s, abs=1e-9)
    sign = ink_of(mine.s)
    if not isinstance(moment.step, AxisSkipped):
        numbers = {run.text.removeprefix(" = "): run.ink for run in runs(page.sentence) if run.ink is sign}
        assert {two(mine.s), two(abs(mine.s))} & set(numbers)
    macro, ends = sign.value, (mine.b[0], mine.a[1])
    total = f"{{{two(mine.s)}}}".replace("−", "-")
    gaps = sum(test.is_gap for test in moment.trace.result.tests)
    if moment.is_last and gaps != 1:  # one gap need not be the greatest of the axes that were not tested
        against = ">0" if mine.s > 1e-9 else "<0" if mine.s < -1e-9 else r"\le0"
        assert page.formula == rf"\max_{{\hat n}}\,\{macro}{{s}}=\{macro}{total}{against}"
    else:
        low, high = (two(each).replace("−", "-") for each in ends)
        high = f"({high})" if high.startswith("-") else high
        said_so = rf"\{macro}{{s}}=\B{{\min_B}}-\A{{\max_A}}=\B{{{low}}}-\A{{{high}}}=\{macro}{total}"
        assert page.formula == said_so
    for row in page.rows:
        assert row.cells[1:] == (
            f"{two(mine.a[0])} … {two(mine.a[1])}",
            f"{two(mine.b[0])} … {two(mine.b[1])}",
            row.cells[3],
        )
        assert plain(row.cells[3]) == two(mine.s)
        assert {run.ink for run in runs(row.cells[3])} == {sign}
        assert row.ink is {"A": Ink.A, "B": Ink.B}.get(the_test(moment).axis.owner.value)
    assert len(page.rows) == 1


def beside(mine: Own, scene: Searched) -> tuple[Any, float]:
    """From the shapes to their axis: to the left of a steep one, below any other; and how far they reach that way."""
    side = np.array((-mine.n[1], mine.n[0]))
    is_other = side[0] > 0.0 if abs(mine.n[0]) < 0.6 else side[1] > 0.0
    aside = -side if is_other else side
    return aside, max(float((s.points @ aside).max()) + s.radius for s in (scene.a.world, scene.b.world))


@each_step
def test_bars_slab_and_rings_stand_where_the_vertices_project(moment: Moment[Searched]) -> None:
    mine, canvas, scene = reckoned(moment), drawn(moment), moment.scene
    (aside, reach), lanes = beside(mine, scene), []
    for ink, shape, ends in ((Ink.A, scene.a.world, mine.a), (Ink.B, scene.b.world, mine.b)):
        (bar,) = strokes(canvas, Line.BAR, ink)
        assert bar @ mine.n == pytest.approx(ends)
        assert np.ptp(bar @ aside) == pytest.approx(0.0)
        lanes.append(float(bar[0] @ aside))
        dots = {m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is ink}
        for dot in dots:
            assert min(abs(float(np.dot(dot, mine.n)) - end) for end in ends) < 1e-9
            assert min(math.dist(dot, p) for p in shape.points) <= shape.radius + 1e-9
        assert len(dots) == 2
    assert reach + 0.2 < lanes[0] < lanes[1] < reach + 0.5, "A’s bar next to the shapes"
    sign = ink_of(mine.s)
    (world,) = (np.array(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is sign)
    shared = sorted((mine.b[0], mine.a[1]))  # what s measures, also where one lies inside the other
    assert ((world @ mine.n).min(), (world @ mine.n).max()) == pytest.approx(shared, abs=1e-9)
    assert float((world @ aside).max()) == pytest.approx(reach + 0.64), "beyond both bars"
    corners = np.vstack([s.points for s in (scene.a.world, scene.b.world)])
    within = corners[(corners @ mine.n >= shared[0] - 1e-6) & (corners @ mine.n <= shared[1] + 1e-6)]
    if len(within) and not scene.b.world.radius:
        assert float((world @ aside).min()) == pytest.approx(float((within @ aside).min()) - 0.12)


@each_step
def test_s_is_measured_beyond_the_bars_and_every_end_has_its_number(moment: Moment[Searched]) -> None:
    mine, canvas = reckoned(moment), drawn(moment)
    aside, reach = beside(mine, moment.scene)
    sign = ink_of(mine.s)
    far = [p for p in strokes(canvas, Line.MEASURE, sign) if p @ aside == pytest.approx([reach + 0.64] * 2)]
    (over,) = far
    assert sorted(over @ mine.n) == pytest.approx(sorted((mine.a[1], mine.b[0])), abs=1e-9)
    assert words(canvas, TextStyle.PILL) == [f"$s$ = {two(mine.s)}"]
    (pill,) = [m for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.PILL]
    assert pill.ink is sign
    assert pill.at == pytest.approx(tuple(over.mean(axis=0)))
    outward = 1.0 if mine.s > 1e-9 else -1.0  # at the ends of what is measured, not within it
    expected = {
        ("min_A", Ink.A): (mine.a[0], -1.0),
        ("max_A", Ink.A): (mine.a[1], -outward),
        ("min_B", Ink.B): (mine.b[0], outward),
        ("max_B", Ink.B): (mine.b[1], 1.0),
    }
    labels = [m for m in canvas.marks if isinstance(m, Label) and m.text.startswith((r"$\min", r"$\max"))]
    assert {(plain(m.text)[:5], m.ink) for m in labels} == set(expected), "named as in the formula"
    assert len(labels) == 4
    for m in labels:
        name, number = plain(m.text).split(" = ")
        value, way = expected[name, m.ink]
        assert number == two(value)
        assert float(np.dot(m.at, mine.n)) == pytest.approx(value, abs=1e-9)
        assert math.copysign(1.0, float(np.dot(m.toward or (0.0, 0.0), mine.n))) == way


@each_step
def test_the_axis_has_an_arrow_head_at_its_positive_end_and_a_mark_at_0(moment: Moment[Searched]) -> None:
    mine, canvas = reckoned(moment), drawn(moment)
    (line,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.CONSTRUCTION]
    start, end = (float(np.dot(p, mine.n)) for p in (line.start, line.end))
    low, high = min(mine.a[0], mine.b[0]), max(mine.a[1], mine.b[1])
    assert start < low
    assert high < end
    assert r"axis $\hat n$" in words(canvas, TextStyle.CAPTION)
    assert not [m for m in canvas.marks if isinstance(m, Label) and m.text == "0" and m.style is not TextStyle.NUMBER]
    zero = [m for m in canvas.marks if isinstance(m, Label) and m.text == "0.00" and m.style is TextStyle.CAPTION]
    aside, reach = beside(mine, moment.scene)
    of_s, of_end = 0.3 if abs(mine.n[0]) < 0.6 else 0.6, 0.24  # what is so near to 0 takes the room
    is_free = abs(mine.a[1] + mine.b[0]) / 2.0 > of_s and min(abs(mine.a[1]), abs(mine.b[0])) > of_end
    assert [float(np.dot(m.at, mine.n)) for m in zero] == pytest.approx(
        [0.0] if start < 0.0 < end and is_free else [], abs=1e-9
    ), "not like the number of an edge, and clear of s and its ends"
    for m in zero:
        assert m.toward == pytest.approx(tuple(aside)), "always on the side of s"
        assert float(np.dot(m.at, aside)) > reach + 0.34 + 0.12
    wholes = [
        p for p in strokes(canvas, Line.THIN, Ink.CONSTRUCTION) if p @ aside == pytest.approx(reach + 0.34, abs=0.14)
    ]
    assert sorted(float(p[0] @ mine.n) for p in wholes) == pytest.approx(
        [float(i) for i in range(-9, 9) if start < i < end], abs=1e-9
    ), "a mark at each whole number"


@each_step
def test_what_is_named_is_what_is_lit_and_n_runs_from_a_to_b(moment: Moment[Searched]) -> None:
    mine, canvas = reckoned(moment), drawn(moment)
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink in (Ink.EXAMINED, Ink.ANSWER)]
    way = np.subtract(arrow.end, arrow.start)
    assert way / np.hypot(*way) == pytest.approx(mine.n, abs=1e-9)
    assert [m.latex for m in canvas.marks if isinstance(m, Symbol)] == [r"\hat n"]
    ink = Ink.ANSWER if moment.is_last else Ink.EXAMINED
    assert arrow.ink is ink
    broad = strokes(canvas, Line.FEATURE, ink)
    assert len(strokes(canvas, Line.FEATURE)) == len(broad)
    names = words(canvas, TextStyle.BOLD)
    if isinstance(moment.step, AxisSkipped) and moment.step.axis.edge is not None:
        assert not broad
        before = [said(m) for m in map(moment.at, range(moment.index))]
        owner = moment.step.axis.owner.value
        for each in names:
            again, first = each.removeprefix("edge ").split(": same axis as edge ")
            first, _, other = first.partition(" of ")
            assert not any(f"dge {again} of {owner}:" in told for told in before), "it was not tested"
            assert any(
                f"dge {first} of {other or owner}{told}" in each for each in before for told in (":", " faces")
            )
            normals = [
                getattr(moment.scene, k.lower()).world.normals[int(i)]
                for k, i in ((owner, again), (other or owner, first))
            ]
            assert abs(float(normals[0] @ normals[1])) == pytest.approx(1.0)
        firsts = [each.split(": same")[0].removeprefix("edge ") for each in names]
        assert said(moment).startswith(f"Edge {firsts[0]} of {owner} is parallel to ")
        assert all(f", edge {each} to edge " in said(moment) for each in firsts[1:])
        return
    (name,) = names
    if the_test(moment).axis.edge is None:
        circle_ = moment.scene.b.world
        corners = list(moment.scene.a.world.points)
        nearest = min(range(len(corners)), key=lambda i: math.dist(corners[i], circle_.points[0]))
        assert name == f"vertex {nearest} to centre"
        (ends,) = broad
        assert (ends[1] - ends[0]) @ mine.n == pytest.approx(mine.s)
        circle_ = moment.scene.b.world
        assert math.dist(ends[1], circle_.points[0]) == pytest.approx(circle_.radius)
        return
    scene = moment.scene
    facing = [
        (owner, i)
        for owner, shape, sign in (("A", scene.a.world, 1.0), ("B", scene.b.world, -1.0))
        for i, n in enumerate(shape.normals)
        if float(n @ mine.n) * sign > 1.0 - 1e-9
    ]
    if facing:
        owner, i = facing[0]
        (ends,) = broad
        assert ends == pytest.approx(getattr(scene, owner.lower()).world.edges[i])
        assert name == f"edge {i} of {owner}"
        assert name[1:] in said(moment)
        assert "faces away" not in said(moment)
        assert arrow.start == pytest.approx(ends.mean(axis=0))
    else:
        axis = the_test(moment).axis
        assert not broad
        assert name == f"edge {axis.edge} of {axis.owner.value} faces away"
        assert "faces away" in said(moment) or moment.is_last
        inside = mine.a[0] < mine.b[0] < mine.b[1] < mine.a[1]
        ideas = [plain(LESSON.page(m).idea) for m in map(moment.at, range(moment.index + 1))]
        is_told = any("inside" in idea for idea in ideas) if inside else any("faces away" in idea for idea in ideas)
        assert moment.is_last or is_told or "B’s edges offer axes too" in ideas[-1]


def test_the_figure_keeps_its_scale_from_axis_to_axis() -> None:
    assert not LESSON.frames_stages


def test_parallel_edges_that_follow_one_another_are_one_step() -> None:
    for name in SCENES:
        skipped = [m for m in moments(name) if isinstance(m.step, AxisSkipped) and m.step.axis.edge is not None]
        assert len({m.step.axis.owner for m in skipped}) == len(skipped), "one a shape at most"
    scene = LESSON.presets["Corner in an edge"].scene
    told = [said(m) for m in moments("Corner in an edge") if isinstance(m.step, AxisSkipped)]
    assert told == ["Edge 2 of B is parallel to edge 0, edge 1 to edge 3: the same axes, not tested again."]
    for i, j in ((2, 0), (1, 3)):
        assert abs(float(scene.b.world.normals[i] @ scene.b.world.normals[j])) == pytest.approx(1.0)
    both = Searched(at(box(2.0, 1.0), 0.0, 0.0), at(box(1.0, 1.0), 1.0, 0.5))
    told = [said(m) for m in moments_of(LESSON, both) if isinstance(m.step, AxisSkipped)]
    assert len(told) == 2
    assert told[0] == "Edge 0 of A is parallel to edge 2, edge 3 to edge 1: the same axes, not tested again."
    assert told[1] == "Edges 0, 1, 2 and 3 of B are parallel to edges tested before: the same axes."
    tilted = Searched(at(box(2.0, 1.0), 0.0, 0.0), at(convex(((-1.0, -0.5), (1.0, -0.5), (0.3, 0.8))), 0.4, 0.5))
    told = [said(m) for m in moments_of(LESSON, tilted) if isinstance(m.step, AxisSkipped)]
    assert told[1] == "Edge 0 of B is parallel to edge 2 of A: the same axis, not tested again."


@pytest.mark.parametrize(
    ("name", "sentence", "count"),
    [
        ("Corner in an edge", "6 axes, no gap. The least overlap is 0.32, on the axis of edge 0 of B.", 8),
        ("Two quadrilaterals", "Axis 4 (edge 3 of A) shows a gap: s = 0.35. A and B are apart.", 5),
        (FIRST_SCENE, "Axis 5 (edge 0 of B) shows a gap: s = 0.42. A and B are apart.", 6),
        ("Box on a slab", "4 axes, no gap. The least overlap is 0.31, on the axis of edge 1 of A.", 7),
        ("Just touching", "5 axes, no gap. The greatest is s = 0.00, on the axis of edge 1 of A.", 8),
        ("Parallel edges", "Axis 2 (edge 1 of A) shows a gap: s = 0.42. A and B are apart.", 3),
        ("Contained", "6 axes, no gap. The greatest is s = −1.26, on the axis of edge 2 of A.", 8),
        ("Box and circle", "Axis 3 (vertex 1 to centre) shows a gap: s = 0.26. A and B are apart.", 5),
        ("No early out", "6 axes, 2 gaps. The greatest, of edge 2 of B: s = 0.66. A and B are apart.", 9),
    ],
)
def test_what_the_search_finds(name: str, sentence: str, count: int) -> None:
    assert said(moments(name)[-1]) == sentence
    assert len(moments(name)) == count


def test_the_edge_that_is_named_is_chapter_5_s_reference_edge() -> None:
    for name in ("Corner in an edge", "Box on a slab", "Contained"):
        moment = moments(name)[-1]
        found = manifold(moment.scene.a.world, moment.scene.b.world).reference
        assert f"edge {found.edge} of {found.owner.value}" in said(moment)


def test_the_steps_of_scene_1_in_words() -> None:
    told = [said(moment) for moment in moments("Corner in an edge")]
    assert told[0] == "Edge 0 of A: the projections overlap by 0.60. The separation is s = −0.60."
    assert (
        told[2]
        == "Edge 2 of A faces away. The projections overlap by 0.77. The least overlap is still 0.60, of edge 0 of A."
    )
    assert told[4] == "Edge 0 of B: overlap 0.32, the least so far."
    stages = [LESSON.page(moment).stage for moment in moments("Corner in an edge")]
    assert stages == ["Edges of A"] * 4 + ["Edges of B"] * 3 + ["Answer"]
    assert LESSON.page(moments("Box and circle")[3]).stage == "Vertex axis"


def test_terms_are_introduced_where_they_are_needed() -> None:
    ideas = [plain(LESSON.page(moment).idea) for moment in moments("Corner in an edge")]
    assert "candidate axis" in ideas[0]
    assert ideas[0].startswith("Project A and B onto a candidate axis, the normal n̂ of an edge."), "what is done"
    assert "from max_A, where A’s projection ends, to min_B, where B’s starts. s > 0 is a gap." in ideas[0]
    assert "Separating axis theorem (SAT)" in ideas[7], "its name goes with the half that needs a proof"
    assert "If the projections overlap, the separation s is negative" in ideas[1]
    assert "the least overlap is the greatest s" in ideas[1]
    assert "Of the two directions of a normal, n̂ is the one with the greater s." in ideas[2], "which one n̂ is"
    assert "Edge 2 of A faces away from B: its outward normal is −n̂." in ideas[2]
    assert "A’s edges alone do not suffice" in ideas[3]
    assert "facing edge" in ideas[4]
    assert "every candidate axis must be tested" in ideas[5]
    assert len(set(ideas)) == len(ideas), "each step has an idea of its own"
    assert "one of their edge normals shows a gap" in ideas[7]
    assert "early out: 4 edges were never tested" in plain(LESSON.page(moments("Two quadrilaterals")[-1]).idea)
    assert "early out" not in plain(LESSON.page(moments("No early out")[-1]).idea)
    one = moments_of(LESSON, TRIANGLES)
    alone = plain(LESSON.page(one[-1]).idea)
    assert "early out" not in alone
    assert "Only this axis shows a gap: one is enough. Separating axis theorem (SAT)" in alone
    assert [t.is_gap for t in one[-1].trace.result.tests] == [False] * 5 + [True]
    assert len(one) == 7
    first = [plain(LESSON.page(moment).idea) for moment in moments(FIRST_SCENE)]
    assert "faces away from B" in first[1]
    assert "Separating axis theorem (SAT)" in first[2], "why an overlap does not end the search"
    assert "A’s edges alone do not suffice" in first[3]
    assert "One gap is enough" in first[4]
    assert "early out: 2 edges were never tested" in first[5], "edge 2 of B shares its axis with edge 0"
    assert "nearest vertex to the circle’s centre" in plain(LESSON.page(moments("Box and circle")[-2]).idea)
    assert "just touch" in plain(LESSON.page(moments("Just touching")[-1]).idea)


def test_one_projection_inside_the_other_takes_more_than_the_shared_part() -> None:
    for moment in moments("Contained")[:6]:
        mine = reckoned(moment)
        if isinstance(moment.step, AxisTested):
            assert mine.a[0] < mine.b[0] < mine.b[1] < mine.a[1]
            assert f"s = {two(mine.s)}" in said(moment)
            assert "overlap by" not in said(moment)
            assert -mine.s > mine.b[1] - mine.b[0]
            of_b = "B’s edges offer axes too" in plain(LESSON.page(moment).idea)
            shared = min(mine.a[1], mine.b[1]) - max(mine.a[0], mine.b[0])
            told = f"until the projections just touch: {two(-mine.s)}. They share only {two(shared)}."
            assert of_b or plain(LESSON.page(moment).idea).endswith(told), "the shapes may come apart before"
            assert of_b == (moment.index == 4)
            assert of_b or "inside" in plain(LESSON.page(moment).idea)
    swapped = LESSON.presets["Contained"].scene
    first = moments_of(LESSON, Searched(swapped.b, swapped.a))[0]
    assert said(first).endswith("the separation is s = −1.94.")
    assert said(moments("Contained")[2]) == "Edge 2 of A: s = −1.26, the greatest so far."


def test_the_table_names_every_edge_of_an_axis_and_marks_the_least() -> None:
    table = LESSON.table(moments("Corner in an edge")[5])
    assert table is not None
    assert [row.cells[0] for _, row in table.rows] == [
        *(f"A {i}" for i in range(4)),
        "B 0, 2",
        "B 1, 3",
    ]
    marks = [row.mark for _, row in table.rows]
    assert marks == ["", "", "", "", "least overlap so far", ""], "nothing is the least of one"
    assert [row.feature for _, row in table.rows[-2:]] == [edge("B", 0), edge("B", 3)]
    assert [plain(each) for each in table.columns] == ["axis", "projection of A", "projection of B", "separation"]
    for name, index, mark in (
        ("Box on a slab", 1, "least overlap = greatest s: axis of A 1, 3"),
        ("Just touching", 1, "just touching: axis of A 1, 3"),
        ("Two quadrilaterals", 3, "the first gap: axis of A 3"),
        ("No early out", 4, "greatest s: axis of B 0, 2"),
    ):
        table = LESSON.table(moments(name, "")[-1])
        assert table is not None
        assert table.current == {index}
        assert table.rows[index][1].mark == mark
    for name, index, mark in (("Just touching", 1, "just touching"), ("Contained", 1, "greatest s so far")):
        (row,) = LESSON.page(moments(name, "")[index]).rows
        assert row.mark == mark
    assert LESSON.page(moments("Contained", "")[-1]).rows[0].mark == "greatest s: axis of A 2"
    for name, cells in (
        ("Parallel edges", ["A 0, 2 = B 0, 2", "A 1, 3 = B 1, 3"]),
        ("Just touching", ["A 0, 2", "A 1, 3 = B 3"]),
    ):
        found = LESSON.table(moments(name, "")[-1])
        assert found is not None
        assert [row.cells[0] for _, row in found.rows][:2] == cells
    again = LESSON.table(moments("Corner in an edge")[6])
    assert again is not None
    assert again.current == {5}, "the row of the axis that is not tested again"
    rows = LESSON.table(moments("No early out", "")[-1])
    assert rows is not None
    assert sum(not plain(row.cells[3]).startswith("−") for _, row in rows.rows) == 2
    assert [row.cells[0] for _, row in LESSON.table(moments("Box and circle")[-1]).rows][-1] == (  # type: ignore[union-attr]
        "v1 to centre"
    )


def test_the_line_that_fits_between_stands_in_the_middle_of_the_gap() -> None:
    moment = moments("Two quadrilaterals")[-1]
    mine = reckoned(moment)
    middle = (mine.a[1] + mine.b[0]) / 2.0

    def drawn_at(step: Moment[Searched]) -> list[Any]:
        return [p for p in strokes(drawn(step), Line.MEASURE, Ink.GAP) if p @ mine.n == pytest.approx([middle] * 2)]

    assert len(drawn_at(moment)) == 1
    assert not drawn_at(moments("Two quadrilaterals")[-2]), "where the search stops is told at its end"


def asked(name: str) -> Click | None:
    found = LESSON.page(moments(name, "")[0]).prediction
    assert found is None or isinstance(found, Click)
    return found


OTHER_TASKS = (
    "Box on a slab",
    "Just touching",
    "Parallel edges",
)  # no edge with a gap or the greatest s is asked for


@pytest.mark.parametrize("name", [name for name in SCENES if name not in OTHER_TASKS])
def test_every_edge_is_judged_by_its_own_separation(name: str) -> None:
    question, scene = asked(name), LESSON.presets[name].scene
    assert question is not None
    shapes = {"A": scene.a.world, "B": scene.b.world}
    seps = {edge(k, i): own(scene, n) for k, shape in shapes.items() for i, n in enumerate(shape.normals)}
    is_apart = name in ("Two quadrilaterals", FIRST_SCENE, "Box and circle", "No early out")
    best, widest = max(each.s for each in seps.values()), name == "No early out"
    any_gap = is_apart and not widest
    right: set[Any] = {r for r, each in seps.items() if (each.s > 0.0 if any_gap else each.s > best - 1e-9)} or {NONE}
    has_later = name == "Two quadrilaterals"  # with two gaps: which of them ends the search?
    if has_later:
        assert {r.owner for r in right} == {"A", "B"}
        right = {r for r in right if r.owner == "A"}
    assert question.right == right
    assert question.buttons == ((NONE,) if any_gap else ())
    assert question.hides_end == is_apart, "the search ends at its first gap"
    asks_for = (
        "the widest gap"
        if widest
        else "ends the search"
        if has_later
        else "gap"
        if is_apart
        else "greatest s"
        if name == "Contained"
        else "least overlap."
    )
    assert asks_for in question.text
    for ref, mine in seps.items():
        verdict = question.judge(ref)
        assert verdict.right == (ref in right)
        assert two(abs(mine.s)) in plain(verdict.because)
        middle = shapes[ref.owner].edges[ref.index].mean(axis=0)
        is_shown = ref == edge("A", 0)
        assert ("The search ends there." in verdict.because) == (has_later and verdict.right)
        if verdict.right:
            assert not verdict.remarks, "the slab of its axis shows it"
            (facing,) = verdict.features
            normal, sign = shapes[facing.owner].normals[facing.index], 1.0 if facing.owner == "A" else -1.0
            assert float(normal @ mine.n) * sign == pytest.approx(1.0) or facing == ref
            twins = [r.index for r in seps if r.owner == ref.owner and abs(seps[r].n @ mine.n) > 1.0 - 1e-9]
            shared = f"he axis of edge{'s' if len(twins) > 1 else ''} {' and '.join(map(str, sorted(twins)))}"
            assert f"{shared} of {ref.owner}" in plain(verdict.because)
            others = sorted(r.index for r in seps if r.owner != ref.owner and abs(seps[r].n @ mine.n) > 1.0 - 1e-9)
            also = f" and edge{'s' if len(others) > 1 else ''} {' and '.join(map(str, others))} of "
            assert (also in plain(verdict.because)) == bool(others), "every edge that offers the axis"
            assert ("the widest gap" in plain(verdict.because)) == widest
        else:
            later = "The search ends earlier, at another gap." if has_later else "Another axis shows a wider one."
            assert (later in plain(verdict.because)) == (mine.s > 1e-9)
            if is_shown:  # its normal stands in the middle
                low, high = sorted(shapes[ref.owner].edges[ref.index].tolist(), key=lambda end: end[1])
                middle = 0.36 * np.array(low) + 0.64 * np.array(high)
            (remark,) = verdict.remarks
            assert not remark.right
            assert remark.words == ("tested already" if is_shown else f"$s$ = {two(mine.s)}")
            assert remark.at == pytest.approx(tuple(middle))
            assert verdict.head == f"Edge {ref.index} of {ref.owner}: s = {two(mine.s)}"
        told = plain(verdict.because)
        assert ("just touch" in told) == (abs(mine.s) < 1e-9)
        x, y = shapes["A"].normals[0]
        if not verdict.right and abs(x * mine.n[1] - y * mine.n[0]) < 1e-9:
            assert told.startswith(f"That is the axis just tested, s = {two(mine.s)}."), "the step has shown it"
        elif mine.s <= -1e-9 and scene.b.world.radius:
            assert "min_B is at the first point of B along n̂, max_A at vertex" in told
        elif verdict.right and mine.s <= -1e-9:  # from the vertex to the line of the edge that faces it
            i, owner, j = int(told.split("vertex ")[1][0]), told[-2], int(told.split("behind edge ")[1][0])
            corner, ends = shapes["BA"[owner == "B"]].points[i], shapes[owner].edges[j]
            assert float((ends.mean(axis=0) - corner) @ mine.n) * (-1.0 if owner == "A" else 1.0) == pytest.approx(
                mine.s
            )
        elif mine.s <= -1e-9:
            is_inside = (mine.a[0] < mine.b[0]) == (mine.b[1] < mine.a[1])
            assert told.startswith(f"On its axis {'s = ' if is_inside else 'the projections overlap by '}")
            j, i = (int(told.split(" vertex ")[k][0]) for k in (1, 2))
            assert f"min_B is at vertex {j} of B, max_A at vertex {i} of A." in told
            apart = float((shapes["B"].points[j] - shapes["A"].points[i]) @ mine.n)
            assert abs(apart) == pytest.approx(-mine.s)


def test_scene_6_asks_for_the_number_of_axes() -> None:
    question, scene = asked("Parallel edges"), LESSON.presets["Parallel edges"].scene
    assert question is not None
    normals = [n for k in "ab" for n in getattr(scene, k).world.normals]
    different = {tuple(np.round(n * (1.0 if (n[0], n[1]) > (1e-9, 0.0) else -1.0), 6)) for n in normals}
    assert len(normals) == 8
    assert question.right == {str(len(different))} == {"2"}
    assert question.hides_end, "the number of steps tells it"
    assert question.buttons == ("1", "2", "4", "8")
    assert plain(question.judge("2").because) == (
        "One axis each: edges 0 and 2 of A and edges 0 and 2 of B; edges 1 and 3 of A and edges 1 and 3 of B."
    )
    for few, reason in (("1", "not parallel"), ("4", "Parallel edges offer the same"), ("8", "Parallel edges")):
        assert not question.judge(few).right
        assert reason in question.judge(few).because
    assert not question.kinds, "no click on an edge answers it"
    assert not question.judge(edge("A", 0)).counts


def test_the_first_axis_has_one_name_while_the_number_of_axes_is_asked() -> None:
    told = moments("Parallel edges", "")
    tables = [LESSON.table(moment) for moment in told]
    assert [[row.cells[0] for _, row in table.rows] for table in tables if table is not None] == [
        ["A 2"],
        ["A 0, 2 = B 0, 2", "A 1, 3 = B 1, 3"],
        ["A 0, 2 = B 0, 2", "A 1, 3 = B 1, 3"],
    ]
    assert "arallel" not in plain(LESSON.page(told[0]).idea), "which edges share an axis is what is asked"
    assert "the 8 edges offer only 2 axes" in plain(LESSON.page(told[-1]).idea)


def test_scene_4_asks_where_b_s_projection_begins_on_the_next_axis() -> None:
    question, told = asked("Box on a slab"), moments("Box on a slab", "")
    assert question is not None
    assert "the axis of edge 1 of A" in question.text
    mine, b = reckoned(told[1]), told[0].scene.b.world
    values = [float(p @ mine.n) for p in b.points]
    assert question.right == {FeatureRef("B", FeatureKind.VERTEX, int(np.argmin(values)))}
    assert question.kinds == {FeatureKind.VERTEX}
    for i, value in enumerate(values):
        verdict = question.judge(FeatureRef("B", FeatureKind.VERTEX, i))
        assert verdict.right == (value == min(values) == pytest.approx(mine.b[0]))
        assert two(value) in plain(verdict.because)
        (remark,) = verdict.remarks
        assert (remark.words, remark.right) == (two(value), verdict.right)
        assert remark.at == pytest.approx(tuple(b.points[i]))
    for other in (FeatureRef("A", FeatureKind.VERTEX, 0), edge("B", 0), NONE):
        assert not question.judge(other).right


def test_scene_5_asks_which_edge_of_b_shares_its_axis_with_a() -> None:
    question, scene = asked("Just touching"), LESSON.presets["Just touching"].scene
    assert question is not None
    a, b = scene.a.world.normals, scene.b.world.normals
    sines = [[abs(float(n[0] * m[1] - n[1] * m[0])) for m in a] for n in b]
    assert question.right == {edge("B", i) for i, each in enumerate(sines) if min(each) < 1e-9} == {edge("B", 3)}
    right = question.judge(edge("B", 3))
    assert plain(right.because) == "It is parallel to edges 1 and 3 of A: the same axis, tested only once."
    assert right.features == {edge("A", 1), edge("A", 3)}
    for i, each in enumerate(sines[:3]):
        verdict = question.judge(edge("B", i))
        angle = math.degrees(math.asin(min(each)))
        assert not verdict.right
        assert f"It is {angle:.1f}° from parallel to edge {each.index(min(each))} of A" in verdict.because
        assert verdict.remarks[0].words == f"{angle:.1f}° off"
    assert not question.judge(edge("A", 1)).right
    tip = convex(((0.0, 0.0), (1.0, -1.1), (1.2, 1.3)))  # it touches A, and shares no axis with it
    touching = Searched(at(box(2.0, 2.0), -1.0, 0.0), at(tip, *tip.centroid.tolist()))
    other = LESSON.page(moments_of(LESSON, touching)[0]).prediction
    assert isinstance(other, Click)
    assert "nearest to a gap" in other.text
    told = [plain(other.judge(answer).because) for answer in other.right if isinstance(answer, FeatureRef)]
    assert told == ["On the axis of edges 1 and 3 of A the projections just touch, s = 0.00."] * 2


def test_no_two_scenes_ask_the_same() -> None:
    told = [found.text for found in map(asked, SCENES) if found is not None]
    assert len(told) == len(SCENES) == len(set(told))


def test_the_table_shows_what_raw_normals_compare() -> None:
    told = moments("Box on a slab", RAW)
    first, last = LESSON.table(told[0]), LESSON.table(told[-1])
    assert first is not None
    assert last is not None
    assert first.columns[-1] == "separation", "the rule waits for the prediction"
    assert last.columns[-1] == "ℓ · s"
    shapes = {"A": told[0].scene.a.world, "B": told[0].scene.b.world}
    for _, row in last.rows:
        owner, index = row.cells[0][0], int(row.cells[0][2])
        product = own(told[0].scene, shapes[owner].normals[index]).s * math.dist(*shapes[owner].edges[index])
        assert plain(row.cells[3]) == two(product)
    assert [plain(row.cells[3]) for _, row in last.rows] == ["−0.57", "−0.81", "−0.86", "−0.74"]
    lengths = {m.text: m.ink for m in drawn(told[-1]).marks if isinstance(m, Label) and "ℓ = " in m.text}
    assert lengths == {"edge 0: ℓ = 0.90": Ink.FAULTY, "ℓ = 2.60": Ink.ANSWER}, "only the faulty answer is pink"
    assert "the axis of edge 0 of A is chosen, because that edge is short." in LESSON.page(told[-1]).idea
    for compare in ("", "A’s edges only"):
        table = LESSON.table(moments("Box on a slab", compare)[-1])
        assert table is not None
        assert table.columns[-1] == "separation"
    circle_ = LESSON.table(moments("Box and circle", RAW)[-1])
    assert circle_ is not None
    assert circle_.rows[-1][1].cells[3] == "–", "no edge offers it"
    shared = moments("Parallel edges", RAW)[-1]  # edges of 1.8 and 1.5 offer one axis: the greatest product is kept
    both = LESSON.table(shared)
    assert both is not None
    s = own(shared.scene, shared.scene.a.world.normals[0]).s
    assert plain(both.rows[0][1].cells[3]) == two(1.5 * s) != two(1.8 * s)
    untested = LESSON.table(moments("Two quadrilaterals", RAW)[-1])  # the edge of greatest ℓ s comes after the gap
    assert untested is not None
    (row,) = [row for _, row in untested.rows if row.faulty]
    scene = LESSON.presets["Two quadrilaterals"].scene
    raw = max(
        own(scene, n).s * math.dist(*ends)
        for k in "ab"
        for n, ends in zip(getattr(scene, k).world.normals, getattr(scene, k).world.edges, strict=True)
    )
    assert plain(row.cells[3]) == two(raw)


def test_the_outward_normal_is_drawn_wherever_n_is_its_opposite() -> None:
    turned = {"A": 0, "B": 0}
    for name in SCENES:
        for moment in moments(name, ""):
            canvas, mine = drawn(moment), reckoned(moment)
            grey = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.QUIET]
            is_outward = True
            if the_test(moment).axis.edge is not None:  # the edge that n̂ starts at
                (n,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink in (Ink.EXAMINED, Ink.ANSWER)]
                owner, outward = next(
                    (k, shape.normals[i])
                    for k, shape in (("A", moment.scene.a.world), ("B", moment.scene.b.world))
                    for i, ends in enumerate(shape.edges)
                    if n.start == pytest.approx(tuple(ends.mean(axis=0)))
                    and abs(float(shape.normals[i] @ mine.n)) > 1.0 - 1e-9
                )
                is_outward = float(outward @ mine.n) > 0.0
                turned[owner] += not is_outward
            is_outward = is_outward or moment.is_last  # told by then, and in the way of the gap
            assert len(grey) == (not is_outward)
            assert [m.at for m in canvas.marks if isinstance(m, Label) and m.text == "outward"] == [
                arrow.end for arrow in grey
            ]
            for arrow in grey:
                way = np.subtract(arrow.end, arrow.start)
                assert way / np.hypot(*way) == pytest.approx(-mine.n, abs=1e-9)
    assert min(turned.values()) > 3, "at edges of B that face A too"


def test_no_name_of_a_vertex_stands_on_the_other_shape() -> None:
    for name in SCENES:
        for moment in moments(name, ""):
            shapes, canvas = {"A": moment.scene.b.world, "B": moment.scene.a.world}, drawn(moment)
            faint = [m for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.VERTEX]
            assert faint or name == "Box and circle"
            for m in faint:
                assert isinstance(m.feature, FeatureRef)
                assert not contains(shapes[m.feature.owner], point(m.at))


@each_step
def test_the_names_of_b_s_vertices_stand_off_its_hatch(moment: Moment[Searched]) -> None:
    mine, b, a = reckoned(moment), moment.scene.b.world, moment.scene.a.world
    low, high = sorted((mine.a[1], mine.b[0]))
    inks = Ink.EXAMINED, Ink.ANSWER
    tips = [m.end for m in drawn(moment).marks if isinstance(m, Arrow) and m.ink in inks]
    for m in drawn(moment).marks:
        if isinstance(m, Label) and m.style is TextStyle.VERTEX and m.ink is Ink.B:
            assert m.toward is not None
            middle = np.add(m.at, 18.0 * PIXEL * np.asarray(m.toward))
            assert not contains(b, point(middle))
            assert min(math.dist(middle, p) for p in a.points) > 0.22, "nor at a vertex of A"
            assert not low - 0.1 < float(middle @ mine.n) < high + 0.1, "nor on the slab"
            assert all(math.dist(middle, tip) > 0.43 for tip in tips), "nor below n̂"
            for p, q in strokes(drawn(moment), Line.DASHED):
                assert min(math.dist(middle, p + t * (q - p)) for t in np.linspace(0.0, 1.0, 400)) > 0.1


def test_what_else_can_be_answered() -> None:
    gap, none, least = asked("Two quadrilaterals"), asked("Box and circle"), asked("Corner in an edge")
    assert gap is not None
    assert none is not None
    assert least is not None
    wrong = gap.judge(NONE)
    assert not wrong.right
    assert not wrong.remarks, "nothing in the figure tells the right edge"
    assert "edge 3" not in plain(wrong.because)
    assert none.judge(NONE).right
    (nearest,) = none.judge(NONE).remarks
    assert nearest.right
    assert plain(nearest.words) == "s = −0.12"
    assert any(
        nearest.at == pytest.approx(tuple(end))
        for end in LESSON.presets["Box and circle"].scene.a.world.edges[1::2].mean(axis=1)
    )
    assert "s = −0.12" in plain(none.judge(NONE).because)
    assert least.right == {edge("B", 0), edge("B", 2)}
    for question in (gap, none, least):
        assert not question.judge(FeatureRef("A", FeatureKind.VERTEX, 0)).right
    assert plain(least.judge(edge("B", 2)).because) == (
        "The least overlap, on the axis of edges 0 and 2 of B: vertex 1 of A lies 0.32 behind edge 0 of B."
    )
    assert least.judge(edge("B", 2)).features == {edge("B", 0)}, "the one that faces A"
    assert plain(least.judge(edge("A", 0)).because) == (
        "That is the axis just tested, s = −0.60. Look for an edge behind which the other shape is less deep."
    )


def test_it_is_asked_at_the_first_step_alone_and_only_where_that_leaves_something_open() -> None:
    for name in SCENES:
        pages = [LESSON.page(moment) for moment in moments(name, "")]
        assert all(page.prediction is None for page in pages[1:])
    assert LESSON.page(moments("Box on a slab", RAW)[0]).prediction is not None, "with a comparison as well"
    scene = LESSON.presets["Two quadrilaterals"].scene.with_field("b", at(box(1.0, 1.0), 4.0, 0.0))
    assert LESSON.page(moments_of(LESSON, scene)[0]).prediction is None
    assert LESSON.page(moments("Two quadrilaterals", "")[0]).known == "On the first axis the projections overlap."


@pytest.mark.parametrize(
    ("preset", "compare", "settles_on", "error"),
    [
        ("Corner in an edge", "A’s edges only", ("A", 0), 0.28),
        ("Box on a slab", RAW, ("A", 0), 0.32),
        (FIRST_SCENE, "A’s edges only", ("A", 3), 0.81),
        (FIRST_SCENE, "first overlap decides", ("A", 0), 1.18),
        ("Parallel edges", "first overlap decides", ("A", 2), 1.20),
        ("Two quadrilaterals", "first overlap decides", ("A", 0), 1.59),
    ],
)
def test_what_faulty_searches_cost(preset: str, compare: str, settles_on: tuple[str, int], error: float) -> None:
    moment = moments(preset, compare)[-1]
    owner, index = settles_on
    shape = getattr(moment.scene, owner.lower()).world
    mine = own(moment.scene, shape.normals[index])
    shapes = (moment.scene.a.world, moment.scene.b.world)
    truth = max(own(moment.scene, n).s for each in shapes for n in each.normals)
    truth = reckoned(moment).s if truth > 0.0 else truth  # the search has stopped at the first gap
    assert truth - mine.s == pytest.approx(error, abs=0.006)
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    assert comparison.differs(moment)
    canvas = drawn(moment)
    stops = "stops at" if compare == "first overlap decides" else "finds"
    cost = f"{stops} overlap {two(-mine.s)}" if truth > 0.0 else f"{two(-mine.s)}, not {two(-truth)}"
    (strip,) = [m for m in canvas.marks if isinstance(m, Label) and m.text == cost]
    assert strip.ink is Ink.FAULTY
    assert min(mine.b[0], mine.a[1]) <= float(np.dot(strip.at, mine.n)) <= max(mine.b[0], mine.a[1])
    missed = [m for m in canvas.marks if isinstance(m, Label) and m.text == f"gap {two(truth)} missed"]
    gap = reckoned(moment)
    inside = [gap.a[1] < float(np.dot(m.at, gap.n)) < gap.b[0] for m in missed]
    assert inside == ([True] if truth > 0.0 else []), "it stands at the gap that it names"
    told, row = plain(LESSON.page(moment).idea), LESSON.page(moment).rows[-1]
    assert not words(drawn(moment.at(0)), ink=Ink.FAULTY), "nothing before the answer"
    opens = LESSON.page(moment.at(0))
    assert opens.prediction is not None
    assert opens.idea == LESSON.page(moments(preset, "")[0]).idea
    ends_next = preset == "Parallel edges"  # at the second step the gap is explained
    first = "" if ends_next else plain(LESSON.page(moment.at(1)).idea)
    if ends_next:
        assert LESSON.page(moment.at(1)).idea == LESSON.page(moments(preset, "")[1]).idea
    elif compare != "first overlap decides":
        picked = index if preset != FIRST_SCENE else 0  # a better one comes later
        assert f"So far it picks edge {picked} of {owner}." in first
    assert two(abs(truth)) not in first, "nothing tells how the search ends"
    if compare == RAW:
        scaled = [words(drawn(moment.at(i)), ink=Ink.FAULTY) for i in range(moment.index)]
        assert scaled[0] == []
        assert scaled[1:] == [["ℓ · $s$ = 0.90 · (−0.63) = −0.57"]] * (len(scaled) - 1)
    else:
        so_far = (
            own(moment.scene, shape.normals[0]).s if (preset, compare) == (FIRST_SCENE, "A’s edges only") else mine.s
        )
        assert words(drawn(moment.at(1)), ink=Ink.FAULTY) == [f"$s$ = {two(so_far)}"]
    assert ("The verdict is overlap" in first) == (compare == "first overlap decides" and not ends_next)
    assert (
        told.lower()
        .removeprefix("a ")
        .startswith(compare.lower().removesuffix("s") if compare == RAW else compare.lower())
    )
    assert two(abs(truth)) in (f"{LESSON.page(moment).formula}" if compare == RAW else told)
    assert row.faulty
    assert row.mark.split(":")[0] == ("the gap is missed" if truth > 0.0 else compare)
    table = LESSON.table(moment)
    assert table is not None
    assert [
        r.cells[0].startswith(f"{owner} {index % 2 if ends_next else index}") for _, r in table.rows if r.faulty
    ] == [True]
    assert len({r.cells[0] for _, r in table.rows}) == len(table.rows), "tinted in its place"
    assert plain(row.cells[3]) == two(mine.s)
    assert row.cells[1:3] == tuple(f"{two(low)} … {two(high)}" for low, high in (mine.a, mine.b))
    if compare == RAW:
        lengths = {
            (k, i): math.dist(*s.edges[i]) for k, s in zip("AB", shapes, strict=True) for i in range(len(s.edges))
        }
        raw = {
            key: own(moment.scene, shapes["AB".index(key[0])].normals[key[1]]).s * size
            for key, size in lengths.items()
        }
        assert max(raw, key=lambda key: raw[key]) == settles_on
        least = next(r for r in lengths if own(moment.scene, shapes["AB".index(r[0])].normals[r[1]]).s > truth - 1e-9)
        for key, s in ((settles_on, mine.s), (least, truth)):
            product = rf"{two(lengths[key])}\cdot({two(s)})={two(s * lengths[key])}".replace("−", "-")
            assert product in LESSON.page(moment).formula
    *borders, ghost = strokes(canvas, Line.DOTTED, Ink.FAULTY)
    assert ghost == pytest.approx(shape.edges[index])
    ends = sorted((mine.a[1], mine.b[0]))
    assert sorted(float(p[0] @ mine.n) for p in borders) == pytest.approx(ends)
    assert [float(np.ptp(p @ mine.n)) for p in borders] == pytest.approx([0.0, 0.0], abs=1e-9)


@pytest.mark.parametrize("name", SCENES)
def test_what_a_comparison_says_fits_and_tells_whether_it_does_harm(name: str) -> None:
    for comparison in LESSON.compare:
        for moment in moments(name, comparison.name)[:: max(1, len(moments(name, "")) - 1)]:
            told = LESSON.page(moment).idea
            assert lines(told, 14.0, PANEL) <= 3, told
            if not moment.is_last:
                continue
            truth = max(own(moment.scene, n).s for s in "ab" for n in getattr(moment.scene, s).world.normals)
            truth = truth if comparison.name == RAW else max(truth, reckoned(moment).s)
            by_luck = comparison.name == "first overlap decides" and truth < 1e-9
            assert ("does no harm" in told) == (not comparison.differs(moment) and not by_luck)
            assert not (by_luck and comparison.differs(moment)), "it has a verdict and no depth"
            assert ("is missed: the verdict is overlap" in told) == (truth > 1e-9 and comparison.differs(moment))
            if "scene 1" in told:
                first = moments(SCENES[0], comparison.name)[-1]
                assert "is missed: the verdict is overlap" in plain(LESSON.page(first).idea)
            assert ("right by luck" in told) == by_luck


def test_where_a_faulty_search_costs_nothing_it_says_so() -> None:
    moment = moments("Just touching", "A’s edges only")[-1]
    comparison = LESSON.comparison("A’s edges only")
    assert comparison is not None
    assert not comparison.differs(moment)
    assert words(drawn(moment), ink=Ink.FAULTY) == ["no error here"]
    discs = Searched(at(circle(0.5), 0.0, 0.0), at(circle(0.5), 2.0, 0.0))
    assert comparison.run(discs) is None
    assert not comparison.differs(moments_of(LESSON, discs, comparison.name)[0])


def test_two_circles_have_only_the_axis_of_their_middles() -> None:
    for x, words_ in ((2.0, "gap: s = 1.00"), (0.7, "overlap is 0.30")):
        found = moments_of(LESSON, Searched(at(circle(0.5), 0.0, 0.0), at(circle(0.5), x, 0.0)))
        assert words_ in said(found[-1])
        assert drawn(found[-1]).marks


def test_no_scene_opens_with_a_rule_whose_name_answers_what_it_asks() -> None:
    assert {preset.compare for preset in LESSON.presets.values()} == {""}


def test_a_second_gap_is_compared_with_the_first() -> None:
    scene = LESSON.presets["No early out"].scene
    found = sorted({round(own(scene, n).s, 9) for k in "ab" for n in getattr(scene, k).world.normals})
    first, second = [m for m in moments("No early out") if isinstance(m.step, AxisTested) and m.step.is_gap]
    assert said(first).endswith(f"leave a gap, s = {two(found[-2])}. So A and B are apart.")
    assert said(second).endswith(f"a wider gap, s = {two(found[-1])}. The greatest before was s = {two(found[-2])}.")
    assert "One gap is enough" in plain(LESSON.page(first).idea)
    assert "The search goes on" in plain(LESSON.page(second).idea)


def test_the_facing_edge_is_introduced_where_it_is_first_named() -> None:
    for name in SCENES:
        scene, idea = LESSON.presets[name].scene, plain(LESSON.page(moments(name)[0]).idea)
        normals = scene.a.world.normals
        has_twin = any(abs(float(normals[0] @ n)) > 1.0 - 1e-9 for n in normals[1:])
        assert ("facing edge" in idea) == (has_twin and name != "Parallel edges"), "there it would tell what is asked"
        assert "from max_A, where A’s" in idea or name in ("Contained", "Parallel edges"), "what s is is told first"
    assert "normal of B alone" in plain(LESSON.page(moments_of(LESSON, TRIANGLES)[3]).idea)
    away = plain(LESSON.page(moments("Corner in an edge")[2]).idea)
    mine, shape = reckoned(moments("Corner in an edge")[2]), LESSON.presets["Corner in an edge"].scene.a.world
    assert mine.a[0] - mine.b[1] < mine.s, "along −n̂ the separation would be less"
    assert shape.normals[2] == pytest.approx(-mine.n)
    assert away.endswith("Edge 2 of A faces away from B: its outward normal is −n̂.")
    of_b = moments("Just touching")[3]
    assert of_b.scene.b.world.normals[0] == pytest.approx(reckoned(of_b).n)
    assert plain(LESSON.page(of_b).idea) == "Edge 0 of B faces away from A: its outward normal is n̂, not −n̂."


def gaps_of(scene: Searched) -> dict[str, list[int]]:
    """The edges of each shape that show a gap."""
    normals = {k: getattr(scene, k.lower()).world.normals for k in "AB"}
    return {k: [i for i, n in enumerate(each) if own(scene, n).s > 1e-9] for k, each in normals.items()}


def test_the_challenge_asks_for_a_gap_of_a_s_edges_alone() -> None:
    for name in SCENES:
        scene = LESSON.presets[name].scene
        found, told = gaps_of(scene), [LESSON.challenge(m) for m in moments(name)]
        of_b = "" if scene.b.world.radius else f" · B {', '.join(map(str, found['B'])) or 'none'}"
        counted = f"edges with a gap: A {', '.join(map(str, found['A'])) or 'none'}{of_b}"
        for task, moment in zip(told, moments(name), strict=True):
            is_known = moment.is_last or any(isinstance(step, AxisTested) and step.is_gap for step in moment.seen)
            assert task is not None
            assert task.now == (counted if is_known else ""), "it does not tell what the search has not found"
        assert all(task is not None and not task.reached for task in told)
    discs = Searched(at(circle(0.5), 0.0, 0.0), at(circle(0.5), 2.0, 0.0))
    assert LESSON.challenge(moments_of(LESSON, discs)[0]) is None


@pytest.mark.parametrize(("name", "a", "b"), PLACED)
def test_the_challenge_can_be_met_near_where_the_shapes_lie(name: str, a: Any, b: Any) -> None:
    scene = LESSON.presets[name].scene
    placed = scene.with_field("a", at(scene.a.shape, *a)).with_field("b", at(scene.b.shape, *b))
    task = LESSON.challenge(moments_of(LESSON, placed)[0])
    assert task is not None
    assert task.reached
    found = gaps_of(placed)
    assert found["A"]
    assert not found["B"]
    assert max(own(placed, n).s for n in placed.a.world.normals) > 0.1, "with room to spare"
    before = [getattr(scene, k).world.bounds() for k in "ab"]
    now = [getattr(placed, k).world.bounds() for k in "ab"]
    width = max(each.high[0] for each in before) - min(each.low[0] for each in before)
    for axis, spare in ((0, 0.3 * width), (1, 0.4)):
        assert min(e.low[axis] for e in now) > min(e.low[axis] for e in before) - spare
        assert max(e.high[axis] for e in now) < max(e.high[axis] for e in before) + spare


def test_the_challenge_of_a_circle_asks_for_a_gap_beyond_another_corner() -> None:
    preset = LESSON.presets["Box and circle"].scene
    placed = preset.with_field("a", at(preset.a.shape, 2.1, -0.1, 350)).with_field(
        "b", at(preset.b.shape, -0.8, -1.4)
    )
    for scene, is_met in ((preset, False), (placed, True)):
        circle_, corners = scene.b.world, scene.a.world.points
        far = [math.dist(corner, circle_.points[0]) - circle_.radius for corner in corners]
        task = LESSON.challenge(moments_of(LESSON, scene)[-1])
        assert task is not None
        assert "from vertex 0" in task.text
        assert task.reached == is_met
        assert gaps_of(scene) == {"A": [], "B": []}
        assert min(far) > 0.05
        assert (far.index(min(far)) == 0) == is_met
    apart = preset.with_field("b", at(preset.b.shape, -5.0, -1.4))
    task = LESSON.challenge(moments_of(LESSON, apart)[-1])
    assert task is not None
    assert not task.reached


def drawn_by(name: str, answer: FeatureRef) -> tuple[Canvas, list[Any]]:
    """The picture of the first step, and what the verdict on an answer adds to it."""
    question, canvas = asked(name), drawn(moments(name, "")[0])
    assert question is not None
    before, draw = len(canvas.marks), question.judge(answer).draw
    assert draw is not None
    draw(canvas, "World")
    return canvas, canvas.marks[before:]


def test_a_wrong_edge_shows_what_its_own_axis_measures() -> None:
    scene = LESSON.presets["Corner in an edge"].scene
    _, added = drawn_by("Corner in an edge", edge("A", 0))
    assert not any(isinstance(m, Stroke | Area) for m in added), "the step shows it already"
    for index in range(1, 4):
        mine = own(scene, scene.a.world.normals[index])
        _, added = drawn_by("Corner in an edge", edge("A", index))
        borders = [np.array(m.points) for m in added if isinstance(m, Stroke)]
        assert {m.ink for m in added if isinstance(m, Stroke | Area)} == {Ink.FAULTY}
        assert [float(np.ptp(p @ mine.n)) for p in borders] == pytest.approx([0.0, 0.0], abs=1e-9)
        assert [float(p[0] @ mine.n) for p in borders] == pytest.approx([mine.a[1], mine.b[0]])
        corners = np.vstack([each.points for each in (scene.a.world, scene.b.world)])
        along, side = corners @ mine.n, np.array((-mine.n[1], mine.n[0]))
        within = (corners @ side)[(along > mine.b[0] - 1e-9) & (along < mine.a[1] + 1e-9)]
        for border in borders:  # it ends above the bars, whose numbers it would cross
            assert sorted(border @ side) == pytest.approx([within.min() - 0.12, within.max() + 0.12])


@pytest.mark.parametrize("name", [name for name in SCENES if name not in (*OTHER_TASKS, "Box and circle")])
def test_a_right_edge_shows_what_its_own_axis_measures(name: str) -> None:
    question, scene = asked(name), LESSON.presets[name].scene
    assert question is not None
    for answer in question.right - {NONE}:
        assert isinstance(answer, FeatureRef)
        mine = own(scene, getattr(scene, answer.owner.lower()).world.normals[answer.index])
        canvas, before = drawn_by(name, answer)[0], drawn(moments(name, "")[0])
        ink = ink_of(mine.s)
        slab = [m for m in canvas.marks if isinstance(m, Area) and m.ink in (Ink.GAP, Ink.OVERLAP, Ink.ANSWER)][-1]
        along = np.array(slab.points) @ mine.n
        assert (along.min(), along.max()) == pytest.approx(sorted((mine.a[1], mine.b[0])), abs=1e-9)
        (pill,) = [m for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.PILL]
        assert (plain(pill.text), pill.ink) == (f"s = {two(mine.s)}", ink), "the one number that counts"
        assert float(np.dot(pill.at, mine.n)) == pytest.approx((mine.a[1] + mine.b[0]) / 2.0)
        assert not [m for m in canvas.marks if getattr(m, "ink", None) is Ink.EXAMINED]
        (facing,) = question.judge(answer).features
        shape, other = (getattr(scene, k).world for k in ("ab" if facing.owner == "A" else "ba"))
        foot = float(shape.edges[facing.index].mean(axis=0) @ mine.n)
        lengths = [p for p in strokes(canvas, Line.MEASURE, ink) if tuple(p[0]) in set(map(tuple, other.points))]
        assert len(lengths) == (abs(mine.s) > 1e-9)
        for p in lengths:
            assert float(p[1] @ mine.n) == pytest.approx(foot), "from a vertex to the line of the edge"
            assert math.dist(*p) == pytest.approx(abs(mine.s))
        (own_slab,) = [m for m in before.marks if isinstance(m, Area) and m.ink in (Ink.GAP, Ink.OVERLAP)]
        (faint,) = [m for m in canvas.marks if isinstance(m, Area) and m.points == own_slab.points]
        assert faint.opacity == pytest.approx(0.3 * (own_slab.opacity or 1.0)), "what the step tests is quiet"


def test_the_vertices_that_an_answer_speaks_of_are_named_once() -> None:
    for answer in (edge("A", 1), edge("A", 2)):
        canvas, _ = drawn_by("Corner in an edge", answer)
        question = asked("Corner in an edge")
        assert question is not None
        told = plain(question.judge(answer).because).split("vertex ")[1:]
        for i, owner in zip((int(re.split(r"\D", each)[0]) for each in told), "BA", strict=True):
            vertex = FeatureRef(owner, FeatureKind.VERTEX, i)
            labels = [m for m in canvas.marks if isinstance(m, Label) and m.feature == vertex]
            assert [m.text for m in labels if m.style is TextStyle.LABEL] == [f"v{i}"]
            assert {m.ink for m in labels} == {Ink.A if owner == "A" else Ink.B}


@each_step
def test_the_vertices_that_decide_are_named(moment: Moment[Searched]) -> None:
    mine, canvas = reckoned(moment), drawn(moment)
    slab = sorted((mine.b[0], mine.a[1]))
    for m in canvas.marks:
        if isinstance(m, Label) and m.style is TextStyle.LABEL and m.feature is not None:
            assert min(abs(float(np.dot(m.at, mine.n)) - end) for end in slab) < 1e-9
            vertex: Any = m.feature
            assert m.text == f"v{vertex.index}"
            assert m.at == pytest.approx(
                tuple(getattr(moment.scene, vertex.owner.lower()).world.points[vertex.index])
            )


def test_the_situation_tells_what_is_known() -> None:
    found = [plain(LESSON.situation(moment)) for moment in moments("Two quadrilaterals")]
    assert found[0] == "On the first axis the projections overlap."
    assert found[2] == "On the 3 axes tested so far the projections overlap."
    assert found[3] == "A and B are apart."
    assert found[4] == "A and B are apart, by at least 0.35."
    assert plain(LESSON.situation(moments("Contained")[-1])) == "A contains B. They overlap by 1.26."
    assert plain(LESSON.situation(moments("Just touching")[0])) == "On the first axis the projections overlap."
    assert plain(LESSON.situation(moments("Just touching")[2])) == (
        "On the 2 axes tested so far the projections touch or overlap."
    )


@each_step
def test_n_stays_within_the_shapes_and_clear_of_their_letters(moment: Moment[Searched]) -> None:
    mine, canvas = reckoned(moment), drawn(moment)
    if the_test(moment).axis.edge is None:
        return
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink in (Ink.EXAMINED, Ink.ANSWER)]
    narrow = min(mine.a[1] - mine.a[0], mine.b[1] - mine.b[0])
    assert math.dist(arrow.start, arrow.end) == pytest.approx(min(48.0 * PIXEL, 0.35 * narrow))
    if not isinstance(moment.step, AxisSkipped):
        symbol = np.add(arrow.start, 62.0 * PIXEL * mine.n)
        for m in canvas.marks:
            if isinstance(m, Label) and m.style is TextStyle.LETTER:
                assert math.dist(m.at, symbol) >= 56.0 * PIXEL - 1e-9


def test_the_letter_of_a_stands_clear_of_b_within_it() -> None:
    for moment in moments("Contained"):
        at_ = {m.text: m.at for m in drawn(moment).marks if isinstance(m, Label) and m.style is TextStyle.LETTER}
        inner = moment.scene.b.world
        assert contains(moment.scene.a.world, point(at_["A"]))
        assert min(math.dist(at_["A"], p) for p in inner.points) > 0.5
        assert not contains(inner, point(at_["A"]))


def test_the_greatest_separation_of_a_full_search_is_the_distance() -> None:
    box_ = box(1.0, 1.0)
    corners = Searched(at(box_, 0.0, 0.0), at(box_, 2.0, 1.8, 20.0), False)  # corner to corner
    last = moments_of(LESSON, corners)[-1]
    nearest = min(math.dist(p, q) for p in corners.a.world.points for q in corners.b.world.points)
    assert max(own(corners, n).s for s in (corners.a, corners.b) for n in s.world.normals) < nearest - 0.01
    assert "so the greatest s is the distance" in plain(LESSON.page(last).idea)
    for moment in (last, moments("No early out")[-1]):
        pair, n = closest_points(moment.scene.a.world, moment.scene.b.world), the_test(moment).normal
        between = np.subtract(pair.on_b_xy, pair.on_a_xy)
        assert between / np.hypot(*between) == pytest.approx(n), "the segment is parallel to n̂"
    assert f"s = {two(nearest)}. A and B are apart." in said(last)
    assert lines(LESSON.page(last).idea, 14.0, PANEL) <= 3


def test_a_clicked_vertex_and_a_comparison_on_circles_are_answered() -> None:
    question = asked(FIRST_SCENE)
    assert question is not None
    assert "offers no axis" in question.judge(FeatureRef("B", FeatureKind.VERTEX, 1)).because
    scene = Searched(at(circle(0.5), 0.0, 0.0), at(box(1.0, 1.0), 0.7, 0.0))
    for comparison in LESSON.compare:
        for moment in moments_of(LESSON, scene, comparison.name):
            assert drawn(moment).marks
            assert LESSON.page(moment).idea


@each_step
def test_the_name_of_an_edge_does_not_stand_on_the_other_shape(moment: Moment[Searched]) -> None:
    for label in drawn(moment).marks:
        if (
            not isinstance(label, Label)
            or label.style is not TextStyle.BOLD
            or not isinstance(label.feature, FeatureRef)
        ):
            continue
        owner, other = "ab" if label.feature.owner == "A" else "ba"
        mine, others = (getattr(moment.scene, each).world for each in (owner, other))
        outward = mine.normals[label.feature.index]
        beside = np.add(label.at, 36.0 * PIXEL * np.asarray(label.toward))
        assert not contains(others, point(beside)) or label.toward == pytest.approx(tuple(-outward))
        assert math.hypot(*label.toward) == pytest.approx(1.0)
        if contains(mine, point(beside)):
            assert contains(others, point(np.add(label.at, 36.0 * PIXEL * outward))), "outside where that is free"


@each_step
def test_the_long_name_of_an_edge_that_faces_away_keeps_off_its_outward_normal(moment: Moment[Searched]) -> None:
    for label in drawn(moment).marks:
        if isinstance(label, Label) and label.text.endswith("faces away"):
            assert isinstance(label.feature, FeatureRef)
            shape = getattr(moment.scene, label.feature.owner.lower()).world
            low, high = sorted(shape.edges[label.feature.index].tolist(), key=lambda end: end[1])
            is_free = float(np.dot(label.toward or (0.0, 0.0), shape.normals[label.feature.index])) > 0.0
            assert not is_free or float(np.dot(label.toward or (0.0, 0.0), np.subtract(high, low))) > 0.0


def test_the_name_goes_up_where_its_outer_side_is_taken() -> None:
    for name, step, way in (
        ("Corner in an edge", 0, "inward"),
        ("Contained", 5, "upward"),
        ("Two quadrilaterals", 0, "outward"),
    ):
        moment = moments(name, "")[step]
        label = [m for m in drawn(moment).marks if isinstance(m, Label) and m.style is TextStyle.BOLD][-1]
        assert isinstance(label.feature, FeatureRef)
        x, y = getattr(moment.scene, label.feature.owner.lower()).world.normals[label.feature.index]
        expected = {"inward": (-x, -y), "outward": (x, y), "upward": np.divide((x, y + 1.0), math.hypot(x, y + 1.0))}
        assert label.toward == pytest.approx(tuple(expected[way]))


@each_step
def test_no_help_line_runs_through_the_number_of_an_edge(moment: Moment[Searched]) -> None:
    canvas = drawn(moment)
    lines_ = [end for end in strokes(canvas, Line.DASHED) if len(end) == 2]
    for label in canvas.marks:
        if isinstance(label, Label) and label.style is TextStyle.NUMBER and isinstance(label.feature, FeatureRef):
            shape = getattr(moment.scene, label.feature.owner.lower()).world
            start, end = shape.edges[label.feature.index]
            along = float(np.dot(np.subtract(label.at, start), end - start) / np.dot(end - start, end - start))
            assert np.asarray(label.at) == pytest.approx(start + along * (end - start))
            assert 0.1 < along < 0.9, "it stays at its edge"
            way = math.copysign(1.0, float(np.dot(label.toward or (0.0, 0.0), shape.normals[label.feature.index])))
            middle = label.at + way * 13.0 * PIXEL * shape.normals[label.feature.index]
            for p, q in lines_:
                far = min(math.dist(middle, p + t * (q - p)) for t in np.linspace(0.0, 1.0, 400))
                assert far > 10.5 * PIXEL


def test_the_axis_to_a_circle_s_centre_is_drawn_as_far_as_the_centre() -> None:
    for moment in moments("Box and circle")[-2:]:
        centre, mine, canvas = moment.scene.b.world.points[0], reckoned(moment), drawn(moment)
        ink = Ink.ANSWER if moment.is_last else Ink.EXAMINED
        assert [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is ink] == [pytest.approx(tuple(centre))]
        (line,) = [p for p in strokes(canvas, Line.MEASURE, ink) if p[1] == pytest.approx(centre)]
        assert (centre - line[0]) / 1.43 == pytest.approx(mine.n), "from the rim"
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is ink]
        assert arrow.start == pytest.approx(tuple(line[0])), "its direction stands on it"


def test_a_s_edges_alone_are_compared_with_all_in_the_formula() -> None:
    for name, ours, all_ in (
        ("Corner in an edge", r"\faulty{s}=\faulty{-0.60}", r"\overlap{s}=\overlap{-0.32}"),
        (FIRST_SCENE, r"\faulty{s}=\faulty{-0.39}", r"\gap{s}=\gap{0.42}"),
    ):
        formula = LESSON.page(moments(name, "A’s edges only")[-1]).formula
        assert formula == rf"\mathrm{{A}}:\,\max\,{ours}\quad \mathrm{{A,\ B}}:\,\max\,{all_}", (
            "not max_A, which is the end of a projection"
        )


def test_the_rule_that_stops_at_the_first_overlap_is_compared_by_its_own_axis() -> None:
    formula = LESSON.page(moments(FIRST_SCENE, "first overlap decides")[-1]).formula
    assert formula == r"\faulty{s_{1}}=\faulty{-0.76}<0,\quad\gap{s_{5}}=\gap{0.42}>0"
    pairs = [moments(FIRST_SCENE, name)[-1] for name in ("A’s edges only", "first overlap decides")]
    first, second = (LESSON.table(moment) for moment in pairs)
    assert first is not None
    assert second is not None
    assert [[i for i, (_, row) in enumerate(t.rows) if row.faulty] for t in (first, second)] == [[3], [0]], (
        "another axis: the two rules do not look alike"
    )


@pytest.mark.parametrize("name", SCENES)
def test_a_rule_that_does_harm_reports_and_then_the_truth_is_told(name: str) -> None:
    for comparison in LESSON.compare:
        moment = moments(name, comparison.name)[-1]
        told = said(moment)
        assert told.startswith(("This rule reports ", "This rule picks ")) == comparison.differs(moment)
        if comparison.differs(moment):
            found, best = moment.faulty, moment.trace.result.best
            number = "an overlap" if best.is_gap else two(-found.separation)  # type: ignore[union-attr]
            reports = "This rule picks " if comparison.name == RAW else f"This rule reports {number}. In truth "
            assert told.startswith(reports)
            assert f"{number}. In truth " in told
            assert lines(LESSON.page(moment).sentence, 14.0, PANEL) <= 2


def test_what_scenes_6_and_7_show_is_said_at_their_ends() -> None:
    last = moments("Parallel edges")[-1]
    edges_ = sum(len(getattr(last.scene, k).world.edges) for k in "ab")
    assert f"the {edges_} edges offer only {len(last.trace.result.tests)} axes." in plain(LESSON.page(last).idea)
    last = moments("Contained")[-1]
    mine = reckoned(last)
    told = plain(LESSON.page(last).idea)
    assert told.endswith(
        f"by −s = {two(-mine.s)} along n̂, more than B’s own projection, {two(mine.b[1] - mine.b[0])}."
    )
    assert -mine.s > mine.b[1] - mine.b[0]


def test_the_lesson_opens_with_shapes_that_are_apart_and_ends_at_their_only_gap() -> None:
    assert SCENES[0] == FIRST_SCENE
    shown = moments(FIRST_SCENE, "")
    assert [t.is_gap for t in shown[-1].trace.result.tests] == [False] * 4 + [True]
    assert {t.axis.owner.value for t in shown[-1].trace.result.tests} == {"A", "B"}
    facing = [t.separation for t in shown[-1].trace.result.tests if t.facing is not None]
    assert facing == sorted(facing), "from edge to edge less overlap, then the gap"
    assert comparisons_that_miss(FIRST_SCENE) == {"A’s edges only", "first overlap decides"}


def comparisons_that_miss(name: str) -> set[str]:
    told = {each.name: plain(LESSON.page(moments(name, each.name)[-1]).idea) for each in LESSON.compare}
    return {each for each, idea in told.items() if "is missed: the verdict is overlap" in idea}


@pytest.mark.parametrize("name", SCENES)
def test_a_reader_who_subtracts_the_shown_ends_gets_the_shown_separation(name: str) -> None:
    number = r"\(?(-?\d+\.\d+)\)?"
    shown = rf"=\\B{{{number}}}-\\A{{{number}}}=\\\w+{{{number}}}"
    for moment in moments(name, ""):
        for b, a, s in re.findall(shown, LESSON.page(moment).formula):
            assert round(float(b) - float(a), 2) == float(s), LESSON.page(moment).formula


def test_below_the_products_of_raw_normals_stands_which_column_is_meant() -> None:
    table = LESSON.table(moments("Box on a slab", RAW)[-1])
    assert table is not None
    rows = [row for _, row in table.rows]
    products = {row.cells[0]: float(plain(row.cells[3]).replace("−", "-")) for row in rows}
    assert max(products, key=lambda key: products[key]) == "A 0, 2"
    assert [row.mark for row in rows if "greatest" in row.mark] == ["greatest ℓ · s: A 0, 2; greatest s: A 1, 3"]


@pytest.mark.parametrize("name", ["Corner in an edge", "Box on a slab"])
def test_of_rounded_shapes_the_length_of_an_answer_starts_on_the_boundary(name: str) -> None:
    """In both directions: n̂ may have any slope."""
    scene = LESSON.presets[name].scene
    rounded = {key: Convex(0.9 * getattr(scene, key).shape.points, 0.15) for key in "ab"}
    scene = replace(scene, **{key: replace(getattr(scene, key), shape=shape) for key, shape in rounded.items()})
    (first, *_) = moments_of(LESSON, scene)
    question = LESSON.page(first).prediction
    assert isinstance(question, Click)
    checked = 0
    for answer in question.right:
        verdict = question.judge(answer)
        if not isinstance(verdict.draw, partial) or "ends" not in verdict.draw.keywords:
            continue
        (start, end), found = verdict.draw.keywords["ends"], verdict.draw.keywords["found"]
        shape = (scene.b if answer.owner == "A" else scene.a).world  # type: ignore[union-attr]
        core = shapely.Polygon(shape.points)
        assert core.exterior.distance(shapely.Point(start)) == pytest.approx(shape.radius)
        assert not core.contains(shapely.Point(start))
        assert math.dist(start, end) == pytest.approx(abs(found))
        checked += 1
    assert checked


SET_UP = {  # perimeter, radius, x, y and degrees of each body
    "Corner in front of an edge": ("a 10.404 0 0.005 0.08 0; b 9.8 0 3.2 0.05 -100; early_out True"),
    "Corner in an edge": ("a 10.041 0 -0.1 -0.2 0; b 8.2 0 2.32 0.9 -68; early_out True"),
    "Two quadrilaterals": ("a 8.859 0 -0.09 -0.2 12; b 8.6 0 2.29 -1.31 30; early_out True"),
    "Box on a slab": ("a 7 0 -0.3 0 90; b 6.2 0 1.18 1.078 8; early_out True"),
    "Just touching": ("a 6.4 0 -0.75 0 0; b 6.765 0 0.988 -0.34 0; early_out True"),
    "Parallel edges": ("a 6.2 0 -1 -0.2 12; b 5 0 0.95 0.6 12; early_out True"),
    "Contained": ("a 12.471 0 -0.23 -0.05 0; b 3.5 0 0.2 0.2 10; early_out True"),
    "Box and circle": ("a 9.2 0 -1 0 13; b 0 1.43 2.16 -1.19 0; early_out True"),
    "No early out": ("a 10.667 0 -0.09 -0.2 12; b 8 0 2.35 -1.76 38; early_out False"),
}


@pytest.mark.parametrize("name", SET_UP)
def test_a_scene_is_set_up_as_it_was_chosen(name: str) -> None:
    """A second entry of the numbers that make the scene: what it shows hangs on each."""
    assert set_up(LESSON, name) == SET_UP[name]


def test_every_scene_is_entered_twice() -> None:
    assert list(SET_UP) == list(LESSON.presets)
