"""What the lesson says about the Minkowski sum, against shapely's hull of all vertex sums."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
import shapely

from geometry import Pose, Sum
from geometry.minkowski.sum import EdgeLaid, StartFound
from lessons.minkowski_sum import MinkowskiSum
from lessons.minkowski_sum.scene import Swept
from lessons.minkowski_sum.sweep import COPIES, along, outline_of, trail
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Area, Arrow, FeatureMark, Label, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import Arrow as Held
from viz.lesson.scene import Body
from viz.lesson.text import amount, plain, signed

LESSON = MinkowskiSum()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
each = pytest.mark.parametrize("page", MINE, ids=name_of)


def hull_of_sums(scene: Swept) -> shapely.Geometry:
    """All vertices of A plus all of B, B counted from its reference point, and the layer of the radii."""
    a, b = scene.a.world, scene.b.world
    every = (a.points[:, None, :] + b.points[None, :, :] - scene.reference).reshape(-1, 2)
    return shapely.buffer(shapely.MultiPoint(every).convex_hull, a.radius + b.radius, quad_segs=64)


def last(page: Preset) -> Moment[Swept]:
    return page.moments()[-1]


def named(page: str) -> Moment[Swept]:
    return last(preset(LESSON.id, page))


def labels(moment: Moment[Swept]) -> set[str]:
    return {mark.text for mark in draw(LESSON, moment).marks if isinstance(mark, Label)}


@each
def test_the_area_drawn_is_the_hull_of_all_sums(page: Preset) -> None:
    moment = last(page)
    areas = [np.array(m.points) for m in draw(LESSON, moment, 0.001).marks if isinstance(m, Area)]
    drawn = shapely.Polygon(max(areas, key=lambda points: shapely.Polygon(points).area))
    truth = hull_of_sums(moment.scene)
    assert shapely.hausdorff_distance(drawn, truth) < 2e-3


@each
def test_the_boundary_drawn_goes_all_the_way_round(page: Preset) -> None:
    """Edges and arcs, each in the ink of its shape, have the length of the hull's outline."""
    moment = last(page)
    recording = Recording(0.001)
    LESSON.draw(recording, moment)
    truth = (
        hull_of_sums(moment.scene).exterior if moment.trace.result.radius > 0 else hull_of_sums(moment.scene).boundary
    )
    hots = [m for m in recording.marks if isinstance(m, FeatureMark) and m.feature.startswith("edge")]
    figure = moment.trace.result
    straight = sum(float(np.hypot(*(edge.end - edge.start))) for edge in figure.edges)
    assert straight + math.tau * figure.radius == pytest.approx(truth.length, rel=1e-3)
    for edge in figure.edges:
        name = f"edge {edge.of_a} of A" if edge.of_a is not None else f"edge {edge.of_b} of B"
        out = figure.radius * np.array(((edge.end - edge.start)[1], -(edge.end - edge.start)[0]))
        out = out / np.hypot(*(edge.end - edge.start))
        want = np.array((edge.start + out, edge.end + out))
        assert any(h.feature == name and np.allclose(h.points, want) for h in hots)


@each
def test_reaches_add_and_the_numbers_shown_do(page: Preset) -> None:
    """h(A + B) = h(A) + h(B), each measured on its own, in the sentence, on the axis and on the bars."""
    moment = last(page)
    scene, n = moment.scene, moment.scene.direction
    a = float((scene.a.world.points @ n).max() - scene.a.pose.position @ n) + scene.a.shape.radius
    b = float(((scene.b.world.points - scene.reference) @ n).max()) + scene.b.shape.radius
    a_points, b_points = scene.a.world.points, scene.b.world.points
    every = a_points[:, None, :] + (b_points[None, :, :] - scene.reference) - scene.a.pose.position
    whole = float((every @ n).max()) + scene.a.shape.radius + scene.b.shape.radius
    assert whole == pytest.approx(a + b, abs=1e-8)
    found = scene.reaches(moment.trace.result, n)
    assert found == pytest.approx((a, b, whole), abs=1e-8)
    assert round(100 * a) + round(100 * b) == round(100 * whole), "a learner adds up what is shown"
    if not scene.hole:
        said = plain(LESSON.situation(moment))
        assert f"A reaches {signed(a)}, B {signed(b)}, and the sum {signed(whole)}" in said
        assert {f"A {signed(a)}", f"sum {signed(whole)}"} <= labels(moment)
    strip = Recording(0.01)
    LESSON.draw_reaches(strip, moment)
    assert f"sum {amount(whole)}" in {m.text for m in strip.marks if isinstance(m, Label)}
    bars = [m for m in strip.marks if isinstance(m, Stroke) and m.ink in (Ink.SHADOW_A, Ink.SHADOW_B, Ink.RESULT)]
    ends = [(m.points[0][0], m.points[1][0]) for m in bars[:3]]
    assert ends == [pytest.approx((0.0, a)), pytest.approx((a, a + b), abs=1e-8), pytest.approx((0.0, whole))]


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_turning_the_axis_keeps_the_reaches_adding(degrees: int) -> None:
    scene = preset(LESSON.id, "Polygon and polygon").scene
    way = np.array((math.cos(math.radians(degrees)), math.sin(math.radians(degrees))))
    scene = scene.with_field("axis", Held(scene.axis.start, scene.axis.start + way))
    a, b, whole = scene.reaches(LESSON.run(scene).result, scene.direction)
    assert whole == pytest.approx(a + b, abs=1e-12)


@each
def test_every_copy_of_the_sweep_lies_in_the_sum(page: Preset) -> None:
    scene = page.scene.with_field("sweep", 1.0)
    truth = hull_of_sums(scene).buffer(1e-2)
    places = list(trail(scene))
    assert len(places) == COPIES
    local = scene.b.world.points - scene.reference
    on = (
        shapely.LinearRing(outline_of(scene)) if len(outline_of(scene)) > 2 else shapely.LineString(outline_of(scene))
    )
    for place in places:
        assert on.distance(shapely.Point(place)) < 1e-8, "the reference point runs along the boundary of A"
        copy = shapely.MultiPoint(local + place).convex_hull
        if scene.b.shape.radius > 0.0:
            copy = copy.buffer(scene.b.shape.radius)
        assert truth.contains(copy)


def test_scrubbing_carries_the_copy_along() -> None:
    scene = preset(LESSON.id, "Polygon and polygon").scene
    sides = np.hypot(*(np.roll(scene.a.world.points, -1, axis=0) - scene.a.world.points).T)
    one = float(sides[0] / sides.sum())
    for fraction, corner in ((0.0, 0), (one, 1), (1.0, 0)):
        moved = scene.with_field("sweep", fraction)
        here = along(outline_of(moved), fraction)
        assert here == pytest.approx(scene.a.world.points[corner])
        trace = LESSON.run(moved)
        copies = [
            m for m in draw(LESSON, Moment(moved, trace, 0)).marks if isinstance(m, Stroke) and m.ink is Ink.LANDED_B
        ]
        assert np.array(copies[0].points) == pytest.approx(scene.b.world.points - scene.reference + here)


def test_a_disc_adds_one_layer() -> None:
    moment = named("A disc round a triangle")
    scene = moment.scene
    assert len(moment.step.edges) == 3
    assert f"one layer of 0.00 + 0.45 = {scene.b.shape.radius:.2f}" in plain(LESSON.caption(moment))
    whole = hull_of_sums(scene)
    triangle = shapely.Polygon(scene.a.world.points)
    r = scene.b.shape.radius
    assert whole.area == pytest.approx(triangle.area + r * triangle.length + math.pi * r * r, rel=1e-3)


def test_another_reference_point_moves_the_sum_and_nothing_else() -> None:
    moment = named("Another reference point")
    scene = moment.scene
    central = scene.with_field("reference", scene.b.world.centroid)
    here, there = LESSON.run(scene).result, LESSON.run(central).result
    by = scene.b.world.centroid - scene.reference
    assert np.hypot(*by) > 0.3
    assert here.points == pytest.approx(there.points + by)
    ghosts = [np.array(m.points) for m in draw(LESSON, moment).marks if isinstance(m, Stroke) and m.ink is Ink.GHOST]
    assert any(
        shapely.Polygon(g).equals_exact(shapely.Polygon(there.points), 1e-9, normalize=True)
        for g in ghosts
        if len(g) == len(there.points)
    )
    assert "with the centre of B as its reference" in labels(moment)


def test_moving_b_takes_its_reference_along_and_leaves_the_sum() -> None:
    scene = preset(LESSON.id, "Another reference point").scene
    before = LESSON.run(scene).result
    moved = scene.with_field("b", scene.b.moved((0.7, -0.3)))
    assert moved.reference == pytest.approx(scene.reference + (0.7, -0.3))
    assert LESSON.run(moved).result.points == pytest.approx(before.points)
    turned = scene.with_field("b", Body(scene.b.shape, Pose(scene.b.pose.position, scene.b.pose.angle + 1.0)))
    assert np.hypot(*(turned.reference - turned.b.pose.position)) == pytest.approx(
        np.hypot(*(scene.reference - scene.b.pose.position))
    )
    shaped = scene.with_field("b", scene.b.with_vertex(0, scene.b.world.points[0] + (-0.1, -0.1)))
    assert shaped.reference is scene.reference


def test_the_hole_is_what_no_copy_covers() -> None:
    moment = named("The sweep leaves a hole")
    scene = moment.scene
    local = scene.b.world.points - scene.reference
    ring = scene.a.world.points
    swept = shapely.union_all(
        [
            shapely.MultiPoint(np.concatenate((local + p, local + q))).convex_hull
            for p, q in zip(ring, np.roll(ring, -1, axis=0), strict=True)
        ]
    )
    free = shapely.Polygon(ring).difference(swept).area
    assert free > 1.0
    assert f"misses an area of {free:.2f} inside" in plain(LESSON.situation(moment))
    outline = next(m for m in draw(LESSON, moment).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY)
    assert shapely.Polygon(outline.points).area == pytest.approx(free)
    big = scene.with_field("b", Body(scene.a.shape, scene.b.pose))
    trace = LESSON.run(big)
    assert "leave no hole" in LESSON.situation(Moment(big, trace, len(trace) - 1))


def test_parallel_edges_join_and_segments_make_a_parallelogram() -> None:
    joined = named("Parallel edges join")
    assert len(joined.step.edges) == 4
    assert "4 joined to another" in plain(LESSON.caption(joined))
    segments = named("Two segments")
    a, b = segments.scene.a.world, segments.scene.b.world
    area = abs(float(np.cross(np.append(a.points[1] - a.points[0], 0), np.append(b.points[1] - b.points[0], 0))[2]))
    assert shapely.Polygon(segments.step.points).area == pytest.approx(area)
    assert "joined" not in plain(LESSON.caption(segments))


@each
def test_edges_are_laid_in_order_of_direction_and_the_words_say_which(page: Preset) -> None:
    for moment in page.moments():
        step = moment.step
        if not isinstance(step, EdgeLaid):
            continue
        edge = step.edge.end - step.edge.start
        angle = math.degrees(math.atan2(edge[1], edge[0])) % 360.0
        said = plain(LESSON.caption(moment))
        shown = [float(found) for found in re.findall(r"([\d.]+)°", said)]
        assert shown[0] == pytest.approx(angle, abs=0.0501) or shown[0] == pytest.approx(angle + 360.0, abs=0.0501)
        assert shown == sorted(shown), "it comes before the one that waits"
        (row,) = [row for row in LESSON.table(moment).rows if row.step == moment.index]
        assert f"{shown[0]:.1f}°" in {plain(cell) for cell in row.cells}
        arrow = next(
            m
            for m in draw(LESSON, moment).marks
            if isinstance(m, Arrow)
            and m.ink in (Ink.REFERENCE, Ink.INCIDENT)
            and m.start != tuple(moment.scene.axis.start)
        )
        assert np.subtract(arrow.end, arrow.start) == pytest.approx(edge, abs=1e-9)


def test_the_first_question_is_answered_by_the_edge_laid_first() -> None:
    for page in MINE:
        moments = page.moments()
        assert isinstance(moments[0].step, StartFound)
        question = LESSON.question(moments[0])
        if isinstance(moments[1].step, Sum):
            assert question is None, "two circles have no edges"
            continue
        edge = moments[1].step.edge
        wanted = {f"edge {i} of {letter}" for i, letter in ((edge.of_a, "A"), (edge.of_b, "B")) if i is not None}
        assert question is not None
        assert question.answers == wanted
        world = {m.feature for m in draw(LESSON, moments[0]).marks if isinstance(m, FeatureMark)}
        assert wanted <= world, "what is asked for can be clicked"


def test_the_goal_is_reached_when_b_no_longer_holds_its_reference() -> None:
    scene = preset(LESSON.id, "Polygon and polygon").scene
    for reference, reached in ((scene.reference, False), (scene.reference + (1.5, 0.0), True)):
        now = scene.with_field("reference", reference)
        sum_of = shapely.Polygon(LESSON.run(now).result.points)
        assert sum_of.buffer(1e-9).contains(shapely.Polygon(now.a.world.points)) is not reached
        assert LESSON.goal(Moment(now, LESSON.run(now), 0)).is_reached is reached


def test_features_of_a_step() -> None:
    assert LESSON.feature_of("edge.of_a", 2) == "edge 2 of A"
    assert LESSON.feature_of("vertex.of_b", 1) == "vertex 1 of B"
    assert LESSON.feature_of("of_a", 0) == "vertex 0 of A"
    assert LESSON.feature_of("edge.of_b", None) is None
    assert LESSON.feature_of("edge.start", np.zeros(2)) is None
