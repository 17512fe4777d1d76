"""The drawing verbs: what they record, for any numbers and at any scale."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from geometry.feature import FeatureKind, FeatureRef
from geometry.interval import Interval
from geometry.shape import box, capsule, circle, hull, regular_polygon, rounded
from viz.lesson import marks, measures, projections, regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.mark import Area, Arrow, Dot, FeatureMark, Glow, Label, Region, Stroke, Symbol, Unbounded

numbers = st.floats(-10.0, 10.0)
pairs = st.tuples(numbers, numbers)


def of(canvas: Canvas, kind: type) -> list:
    return [mark for mark in canvas.marks if isinstance(mark, kind)]


def labels(canvas: Canvas, style: TextStyle) -> list[str]:
    return [mark.text for mark in of(canvas, Label) if mark.style is style]


def test_a_shape_names_its_edges_outside_and_its_vertices_inside() -> None:
    canvas = Canvas()
    square = box(2.0, 2.0)
    marks.shape(canvas, square, Ink.A, "A")
    assert labels(canvas, TextStyle.LETTER) == ["A"]
    assert labels(canvas, TextStyle.NUMBER) == ["0", "1", "2", "3"]
    assert labels(canvas, TextStyle.VERTEX) == ["v0", "v1", "v2", "v3"]
    for mark in of(canvas, Label):
        if mark.style is TextStyle.NUMBER:
            assert np.dot(mark.toward, mark.at) > 0.0  # outward, as the square is around the origin
            assert mark.feature == FeatureRef("A", FeatureKind.EDGE, int(mark.text))
        elif mark.style is TextStyle.VERTEX:
            assert np.dot(mark.toward, mark.at) < 0.0
    found = {mark.feature for mark in of(canvas, FeatureMark)}
    assert len(found) == 8


def test_names_of_vertices_stand_outside_where_lines_start_inside() -> None:
    canvas = Canvas(0.01)
    shape = rounded(box(2.0, 1.0), 0.2)
    marks.shape(canvas, shape, Ink.A, "A", names_outside=True)
    names = [mark for mark in of(canvas, Label) if mark.style is TextStyle.VERTEX]
    assert len(names) == 4
    for mark in names:
        assert mark.toward is not None
        assert not shape.contains(np.add(mark.at, 0.01 * np.array(mark.toward)))


def test_shapes_with_many_vertices_and_round_ones_have_no_numbers() -> None:
    for shape in (regular_polygon(13, 1.0), circle(1.0), capsule((0, 0), (1, 0), 0.5)):
        canvas = Canvas()
        marks.shape(canvas, shape, Ink.B, "B")
        assert not labels(canvas, TextStyle.NUMBER)
        assert len(of(canvas, FeatureMark)) == len(shape.points) + len(shape.edges)
    canvas = Canvas()
    marks.shape(canvas, rounded(box(2.0, 2.0), 0.5), Ink.A, "A")
    at = next(mark.at for mark in of(canvas, Label) if mark.text == "v0")
    assert math.hypot(*at) == pytest.approx(math.sqrt(2.0) + 0.5)  # in the middle of the arc


def test_the_edge_in_use_is_broad_and_named() -> None:
    canvas = Canvas()
    feature = FeatureRef("A", FeatureKind.EDGE, 3)
    marks.highlight_edge(canvas, ((0, 0), (0, 2)), name="edge 3 of A", feature=feature)
    assert of(canvas, Stroke)[0].line is Line.FEATURE
    (label,) = of(canvas, Label)
    assert (label.style, label.feature, label.leader) == (TextStyle.BOLD, feature, True)
    assert label.toward == (2.0, 0.0)  # to the right of the way from its start to its end: outward
    assert label.at[1] > 1.0
    assert of(canvas, Glow)


@given(start=pairs, end=pairs, pixel=st.floats(1e-3, 1.0), stretch=st.floats(0.1, 10.0), off=st.floats(-40.0, 40.0))
def test_end_ticks_are_as_long_at_any_scale(
    start: tuple[float, float], end: tuple[float, float], pixel: float, stretch: float, off: float
) -> None:
    assume(math.dist(start, end) > 0.1)
    canvas = Canvas(pixel, pixel * stretch)
    measures.measure(canvas, start, end, Ink.GAP, "s", off=off)
    line, *ticks = [mark for mark in of(canvas, Stroke) if mark.ink is Ink.GAP]
    scale = np.array((pixel, pixel * stretch))
    way = (np.subtract(*line.points[::-1])) / scale
    for tick in ticks:
        across = np.subtract(*tick.points) / scale
        assert math.hypot(*across) == pytest.approx(2.0 * measures.TICK)
        assert float(across @ way) == pytest.approx(0.0, abs=1e-6 * math.hypot(*way) * 14.0)
    moved = (np.array(line.points[0]) - start) / scale
    assert math.hypot(*moved) == pytest.approx(abs(off), abs=1e-6)


@given(direction=pairs, at_most=st.floats(0.01, 10.0), pixel=st.floats(1e-3, 0.1))
def test_an_arrow_of_a_unit_vector_is_short(direction: tuple[float, float], at_most: float, pixel: float) -> None:
    assume(math.hypot(*direction) > 0.1)
    canvas = Canvas(pixel)
    measures.unit_arrow(canvas, (1.0, 2.0), direction, at_most=at_most)
    (arrow,) = of(canvas, Arrow)
    long = math.dist(arrow.start, arrow.end)
    assert long == pytest.approx(min(48.0 * pixel, at_most / 2.0))
    assert len(of(canvas, Symbol)) == 1


def test_no_vector_no_arrow() -> None:
    canvas = Canvas()
    measures.vector_arrow(canvas, (1, 1), (0, 0), Ink.EXAMINED, "v")
    measures.angle_arc(canvas, (0, 0), 1.0, 1.0, Ink.EXAMINED, "θ")
    marks.circle(canvas, (0, 0), 0.0, Ink.GAP)
    assert not canvas.marks


def test_an_angle_ends_where_it_should_also_with_an_arrow() -> None:
    for start, end in ((0.3, 2.0), (2.0, 0.3), (-1.0, -1.2)):
        for arrow in (False, True):
            canvas = Canvas(0.01)
            measures.angle_arc(canvas, (1, 1), start, end, Ink.EXAMINED, "ω", arrow=arrow)
            points = of(canvas, Stroke)[0].points
            tip = of(canvas, Arrow)[0].end if arrow else points[-1]
            assert points[0] == pytest.approx((1.0 + 0.34 * math.cos(start), 1.0 + 0.34 * math.sin(start)))
            assert tip == pytest.approx((1.0 + 0.34 * math.cos(end), 1.0 + 0.34 * math.sin(end)))


@pytest.mark.parametrize("normal", [(0.6, 0.8), (0.8, 0.6), (-0.8, 0.6)])
def test_the_slab_between_two_projections(normal: tuple[float, float]) -> None:
    canvas = Canvas()
    projections.slab(canvas, normal, Interval(-1.0, 2.0), Ink.GAP, along=Interval(-3.0, 4.0))
    heights = np.array(of(canvas, Area)[0].points) @ normal
    assert (heights.min(), heights.max()) == pytest.approx((-1.0, 2.0))
    canvas = Canvas()
    projections.slab(canvas, normal, Interval(-1.0, 2.0), Ink.GAP)
    (region,) = of(canvas, Region)
    for inside in (-0.9, 1.9):
        assert all(np.dot(np.multiply(inside, normal) - p, n) < 0 for p, n in zip(*region[:2], strict=True))
    for outside in (-1.1, 2.1):
        assert any(np.dot(np.multiply(outside, normal) - p, n) > 0 for p, n in zip(*region[:2], strict=True))
    assert len(of(canvas, Unbounded)) == 2


intervals = st.tuples(numbers, st.floats(0.1, 5.0)).map(lambda p: Interval(p[0], p[0] + p[1]))


@given(a=intervals, b=intervals)
def test_what_lies_between_two_projections_is_as_long_as_their_separation(a: Interval, b: Interval) -> None:
    assert projections.facing_ends(a, b).length == pytest.approx(abs(a.separation(b)))


def test_bars_stand_beside_their_axis_and_projectors_end_on_them() -> None:
    canvas = Canvas(0.01)
    projections.projection(canvas, (0, 0), (0, 1), Interval(1.0, 3.0), Ink.A, lane=10.0, supports=((2, 1), None))
    bar = next(mark for mark in of(canvas, Stroke) if mark.line is Line.BAR)
    assert bar.points == (pytest.approx((-0.1, 1.0)), pytest.approx((-0.1, 3.0)))
    (projector,) = (mark for mark in of(canvas, Stroke) if mark.line is Line.DASHED)
    assert projector.points == ((2.0, 1.0), bar.points[0])
    assert len(of(canvas, Dot)) == 1


def test_a_stacked_bar_is_as_long_as_its_parts() -> None:
    canvas = Canvas(0.01)
    parts = [projections.Part(1.0, Ink.EXAMINED, "1.00"), projections.Part(2.5, Ink.EXAMINED, "2.50", 0.6)]
    projections.stacked_bar(canvas, (0, 0), parts)
    areas = of(canvas, Area)
    assert max(x for x, _ in areas[1].points) == pytest.approx(3.5, abs=0.02)
    assert min(x for x, _ in areas[1].points) == pytest.approx(1.0)


clouds = st.lists(pairs, min_size=3, max_size=6, unique=True)


@given(cloud=clouds, at=pairs)
def test_regions_tell_what_is_nearest(cloud: list[tuple[float, float]], at: tuple[float, float]) -> None:
    try:
        corners = hull(cloud).points
    except ValueError:
        assume(False)
    edges = [(corners[i], corners[(i + 1) % len(corners)]) for i in range(len(corners))]

    def distance(p: np.ndarray, q: np.ndarray) -> float:
        t = float(np.clip(np.dot(at - p, q - p) / np.dot(q - p, q - p), 0.0, 1.0))
        return float(np.hypot(*(p + t * (q - p) - at)))

    inside = all((q - p)[0] * (at - p)[1] - (q - p)[1] * (at - p)[0] >= 0.0 for p, q in edges)
    assume(not inside)
    least = min(distance(p, q) for p, q in edges)
    holding = [
        region
        for region in regions.nearest_regions(corners)
        if all(np.dot(np.subtract(at, p), n) <= 1e-9 for p, n in zip(region.through, region.normals, strict=True))
    ]
    assert holding
    for region in holding:
        ends = [corners[i] for i in region.vertices]
        found = distance(*ends) if len(ends) == 2 else float(np.hypot(*(ends[0] - at)))
        assert found == pytest.approx(least, abs=1e-6)


@pytest.mark.parametrize("points", [[(0, 0)], [(0, 0), (1, 1)], [(0, 0), (2, 0), (0, 1)], [(0, 1), (2, 0), (0, 0)]])
def test_a_simplex_of_any_size_and_winding_has_its_regions(points: list[tuple[float, float]]) -> None:
    found = regions.simplex_regions(points)
    assert len(found) == {1: 0, 2: 3, 3: 6}[len(points)]
    of_pq = [region for ends, region in found if ends == {0, 1}]
    assert len(of_pq) == (len(points) > 1)
    for ends, region in found:
        middle = np.mean([points[i] for i in ends], axis=0)
        for p, n in zip(region.through, region.normals, strict=True):
            assert np.dot(middle - p, n) <= 1e-9, "on its own border, or in it"
        if len(points) == 3:
            assert not shapely.Polygon(points).contains(shapely.Point(region.middle)), "outwards of either winding"


def test_bounds_are_a_ring() -> None:
    canvas = Canvas(0.01)
    regions.ring_of_bounds(canvas, (1, 0), 0.5, 0.8)
    radii = np.concatenate([np.hypot(*(np.array(mark.points) - (1, 0)).T) for mark in of(canvas, Area)])
    assert (radii.min(), radii.max()) == pytest.approx((0.5, 0.8))
    canvas = Canvas(0.01)
    regions.ring_of_bounds(canvas, (1, 0), 0.5, math.inf)
    assert not of(canvas, Area)


def test_a_wedge_lies_between_its_sides() -> None:
    canvas = Canvas()
    regions.wedge(canvas, (1, 1), (1, 0), (0, 1), Ink.GAP)
    (region,) = of(canvas, Region)
    for at, inside in (((2, 2), True), ((0, 2), False), ((2, 0), False)):
        behind = [np.dot(np.subtract(at, p), n) <= 0.0 for p, n in zip(*region[:2], strict=True)]
        assert all(behind) is inside
    canvas = Canvas()
    regions.half_plane(canvas, (0, 1), (0, 1), Ink.GAP)
    assert len(of(canvas, Unbounded)) == 1


def test_the_small_verbs_draw_what_they_say() -> None:
    canvas = Canvas(0.01)
    marks.answer(canvas, (0, 0), "first touch")
    marks.cross(canvas, (1, 0), "cut off")
    marks.highlight_vertex(canvas, (2, 0), name="v2")
    marks.pill(canvas, (0, 0), "gap 0.30", Ink.GAP)
    marks.ghost(canvas, box(1, 1), Ink.B, Line.DOTTED)
    marks.disc(canvas, (0, 0), 5.0, Ink.INTERFACE)
    marks.sweep(canvas, [box(1, 1, (0.1 * i, 0)).points for i in range(20)], Ink.B)
    measures.right_angle(canvas, (0, 0), (1, 0), (0, 1))
    measures.bracket(canvas, (0, 0), (1, 0), Ink.OVERLAP, "d")
    projections.axis(canvas, (0, 0), (1, 0), Interval(-1, 1), "n")
    projections.length_bar(canvas, (0, 0), 2.0, Ink.OVERLAP, "2.00")
    projections.dimension(canvas, (0, 0), (1, 0), Interval(0, 1), Ink.OVERLAP, "1.00", off=-14.0)
    regions.isolines(canvas, (0, 0), (0.5, 1.0), Ink.GAP)
    assert [mark.point for mark in of(canvas, Dot)] == [Point.ANSWER, Point.CROSS, Point.RING]
    faint = [mark.opacity for mark in of(canvas, Area) if mark.ink is Ink.B]
    assert all(0.015 <= opacity <= 0.03 for opacity in faint)
    assert labels(canvas, TextStyle.PILL) == ["gap 0.30", "1.00"]
