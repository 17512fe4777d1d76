"""What the lesson says about the Minkowski difference, against shapely's hull of all vertex differences."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Pose, separation
from geometry.minkowski.sum import EdgeLaid, StartFound
from lessons.first_edition.difference import A_MINUS_B, B_MINUS_A, solid, take_difference
from lessons.minkowski_difference import MinkowskiDifference
from lessons.minkowski_difference.scene import Compared
from tests.lessons.pages import PRESETS, Preset, draw, name_of, preset
from viz.lesson.canvas import Area, Arrow, FeatureMark, Label, Recording, Stroke
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body, at
from viz.lesson.text import plain

LESSON = MinkowskiDifference()
MINE = [page for page in PRESETS if page.lesson.id == LESSON.id]
each = pytest.mark.parametrize("page", MINE, ids=name_of)
both_orders = pytest.mark.parametrize("order", [A_MINUS_B, B_MINUS_A])


def at_end(scene: Compared) -> Moment[Compared]:
    trace = LESSON.run(scene)
    return Moment(scene, trace, len(trace) - 1)


def scene_of(name: str, order: str = A_MINUS_B) -> Compared:
    return preset(LESSON.id, name).scene.with_field("order", order)


def beside(moment: Moment[Compared], pixel: float = 0.01) -> Recording:
    recording = Recording(pixel)
    LESSON.draw_difference(recording, moment)
    return recording


def texts(recording: Recording) -> set[str]:
    return {mark.text for mark in recording.marks if isinstance(mark, Label)}


def truth_of(scene: Compared) -> shapely.Geometry:
    a, b = scene.a.world, scene.b.world
    every = (a.points[:, None, :] - b.points[None, :, :]).reshape(-1, 2) * (1.0 if scene.order == A_MINUS_B else -1.0)
    hull = shapely.MultiPoint(every).convex_hull
    return hull.buffer(a.radius + b.radius, quad_segs=64) if a.radius + b.radius > 0 else hull


def signed_distance(scene: Compared) -> float:
    return distance_of_origin(truth_of(scene))


def distance_of_origin(figure: shapely.Geometry) -> float:
    origin = shapely.Point(0.0, 0.0)
    return float(figure.distance(origin)) or -float(figure.boundary.distance(origin))


@both_orders
@each
def test_the_area_drawn_is_the_hull_of_all_differences(page: Preset, order: str) -> None:
    scene = page.scene.with_field("order", order)
    (area,) = [m for m in beside(at_end(scene), 0.001).marks if isinstance(m, Area)]
    assert shapely.hausdorff_distance(shapely.Polygon(area.points), truth_of(scene)) < 2e-3
    assert order in texts(beside(at_end(scene)))


@both_orders
@each
def test_the_numbers_are_the_distance_of_the_origin(page: Preset, order: str) -> None:
    scene = page.scene.with_field("order", order).with_field("unturned", False)
    moment = at_end(scene)
    distance = signed_distance(scene)
    said, shown = plain(LESSON.situation(moment)), texts(beside(moment))
    if abs(distance) < 1e-9:
        assert "touching counts as contact" in said
        assert "touching" in plain(LESSON.caption(moment))
        return
    assert f"{abs(distance):.2f}" in said
    assert ("outside" in said) == (distance > 0.0)
    assert f"{'gap' if distance > 0.0 else 'depth'} {abs(distance):.2f}" in shown


@both_orders
@each
def test_the_arrow_drawn_in_the_world_parts_the_shapes(page: Preset, order: str) -> None:
    scene = page.scene.with_field("order", order)
    moment = at_end(scene)
    moves = [
        np.subtract(m.end, m.start)
        for m in draw(LESSON, moment).marks
        if isinstance(m, Arrow) and m.ink is Ink.RESULT
    ]
    if signed_distance(scene) > -1e-9:
        assert moves == []
        return
    (move,) = moves
    assert separation(scene.a.world, scene.b.world.moved(move)) == pytest.approx(0.0, abs=1e-8)
    assert np.hypot(*move) == pytest.approx(-signed_distance(scene), abs=1e-3)
    # In Minkowski space it is the way from the origin to the boundary: along B's move in A - B, against it in B - A.
    (arrow,) = [m for m in beside(moment).marks if isinstance(m, Arrow) and m.ink is Ink.OVERLAP]
    sign = 1.0 if order == A_MINUS_B else -1.0
    assert np.subtract(arrow.end, arrow.start) * sign == pytest.approx(move, abs=1e-8)
    assert arrow.start == (0.0, 0.0)


def test_the_gap_in_the_world_is_as_long_as_in_minkowski_space() -> None:
    moment = at_end(scene_of("Apart"))
    line = next(m for m in draw(LESSON, moment).marks if isinstance(m, Stroke) and m.ink is Ink.GAP)
    assert np.hypot(*np.subtract(*line.points)) == pytest.approx(signed_distance(moment.scene))
    assert f"gap {signed_distance(moment.scene):.2f}" in texts(draw(LESSON, moment))


@both_orders
@each
def test_every_edge_names_the_edge_it_came_from(page: Preset, order: str) -> None:
    """A hovered edge of the difference lights the edge of A or B of the same name, and the corner it is made with."""
    moment = at_end(page.scene.with_field("order", order))
    scene, sign = moment.scene, 1.0 if order == A_MINUS_B else -1.0
    world = [m for m in draw(LESSON, moment).marks if isinstance(m, FeatureMark)]
    for hot in beside(moment).marks:
        if not isinstance(hot, FeatureMark) or not hot.feature.startswith("edge"):
            continue
        letter = hot.feature[-1]
        shape = scene.a.world if letter == "A" else scene.b.world
        own = shape.edges[int(hot.feature.split()[1])]
        along = (own[1] - own[0]) * (sign if letter == "A" else -sign)
        way = np.subtract(hot.points[1], hot.points[0])
        assert float(way @ along) > 0.0
        assert abs(way[0] * along[1] - way[1] * along[0]) < 1e-9
        same = [m for m in world if m.feature == hot.feature]
        assert any(np.allclose(m.points, own) for m in same)
        corners = [m.points[1] for m in same if len(m.points) == 3]
        if corners:
            other = scene.b.world if letter == "A" else scene.a.world
            core = (
                np.array(shape.edges[int(hot.feature.split()[1])][0])
                - shape.radius * shape.normals[int(hot.feature.split()[1])]
            )
            start = sign * (core - corners[0]) if letter == "A" else sign * (np.array(corners[0]) - core)
            assert truth_of(scene).buffer(1e-6).contains(shapely.Point(start))
            assert any(np.allclose(corners[0], vertex) for vertex in other.points)


@both_orders
@pytest.mark.parametrize("name", ["Overlapping", "Round corners", "Two circles", "Far from the origin"])
def test_dragging_the_difference_moves_b_so_that_it_follows(name: str, order: str) -> None:
    scene = scene_of(name, order)
    moment = at_end(scene)
    inside = solid(moment.trace.result).centroid
    (pane,) = [pane for row in LESSON.panes() for pane in row if pane.take is not None]
    assert pane.take is take_difference
    follow = take_difference(moment, inside)
    assert follow is not None
    by = np.array((0.25, -0.5))
    moved = follow(scene, inside, inside + by)
    assert LESSON.run(moved).result.points == pytest.approx(moment.trace.result.points + by, abs=1e-8)
    assert moved.a is scene.a
    assert moved.b.pose.position - scene.b.pose.position == pytest.approx(-by if order == A_MINUS_B else by)
    assert take_difference(moment, inside + (50.0, 0.0)) is None


def test_dragging_holds_figures_without_area() -> None:
    from geometry import capsule, circle, segment

    for a, b in (
        (at(capsule((-1, 0), (1, 0), 0.3), 0, 0), at(circle(0.2), 0.5, 0.1)),
        (at(segment((-1, 0), (1, 0)), 0, 0), at(segment((-0.5, 0), (0.5, 0)), 0.2, 0.0)),
        (at(circle(0.2), 0, 0), at(circle(0.2), 0.1, 0.1)),
    ):
        scene = Compared(a, b)
        moment = at_end(scene)
        assert take_difference(moment, a.pose.position - b.pose.position) is not None


def test_the_other_order_is_the_same_figure_turned_half_round() -> None:
    here, there = (LESSON.run(scene_of("Overlapping", order)).result for order in (A_MINUS_B, B_MINUS_A))
    ours, theirs = shapely.Polygon(here.points), shapely.Polygon(-there.points)
    assert ours.equals_exact(theirs, 1e-12, normalize=True)
    moment = Moment(scene_of("Overlapping", B_MINUS_A), LESSON.run(scene_of("Overlapping", B_MINUS_A)), 0)
    assert "The article takes B − A" in LESSON.explain(moment)
    assert LESSON.caption(moment) == "The lowest point of B − A: the lowest of B minus the highest of A."
    assert LESSON.table(moment).columns[1:3] == ("B next", "−A next")
    assert LESSON.feature_in(moment, "edge.of_a", 2) == "edge 2 of B"


def test_touching_counts_as_contact_where_the_article_has_no_answer() -> None:
    moment = at_end(scene_of("Touching"))
    assert signed_distance(moment.scene) == 0.0
    assert moment.scene.nearest(moment.trace.result).separation == 0.0
    assert "no answer here" in LESSON.explain(moment)
    assert "touching" in texts(draw(LESSON, moment))
    assert not [m for m in draw(LESSON, moment).marks if isinstance(m, Arrow)]


def in_words(distance: float) -> str:
    return f"{'apart by' if distance > 0.0 else 'overlap of'} {abs(distance):.2f}"


@both_orders
def test_forgetting_to_turn_it_round_is_wrong_with_triangles(order: str) -> None:
    moment = at_end(scene_of("Not turned round", order))
    scene = moment.scene
    first, second = scene.shapes
    grown = (first.points[:, None, :] + second.points[None, :, :] - 2.0 * second.centroid).reshape(-1, 2)
    wrong = shapely.MultiPoint(grown).convex_hull
    right, apart = signed_distance(scene), distance_of_origin(wrong)
    assert abs(right - apart) > 0.1
    if order == A_MINUS_B:
        assert right < -0.1 < 0.1 < apart, "the faulty routine sees no contact"
    said = plain(LESSON.situation(moment))
    assert said == f"Right: {in_words(right)}. Not turned round: {in_words(apart)}."
    outline = next(m for m in beside(moment).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY)
    assert shapely.hausdorff_distance(shapely.Polygon(outline.points), wrong) < 1e-9


def test_it_does_not_matter_for_boxes() -> None:
    scene = scene_of("Parallel edges join").with_field("unturned", True)
    said = plain(LESSON.situation(at_end(scene)))
    right, wrong = said.split(". ")[:2]
    assert right.removeprefix("Right: ") == wrong.removeprefix("Not turned round: ").rstrip(".")


def test_parallel_edges_join_with_both_parents() -> None:
    page = preset(LESSON.id, "Parallel edges join")
    for moment in page.moments():
        if isinstance(moment.step, EdgeLaid):
            edge = moment.step.edge
            assert edge.of_a is not None
            assert edge.of_b is not None
            a, b = moment.scene.a.world, moment.scene.b.world
            sizes = [float(np.hypot(*np.subtract(*s.edges[i]))) for s, i in ((a, edge.of_a), (b, edge.of_b))]
            assert np.hypot(*(edge.end - edge.start)) == pytest.approx(sum(sizes))
            names = {m.feature for m in beside(moment).marks if isinstance(m, FeatureMark)}
            assert {f"edge {edge.of_a} of A", f"edge {edge.of_b} of B"} <= names
            assert "join into one" in plain(LESSON.caption(moment))


@both_orders
@each
def test_questions_are_answered_by_what_comes_next(page: Preset, order: str) -> None:
    scene = page.scene.with_field("order", order)
    trace = LESSON.run(scene)
    moments = [Moment(scene, trace, i) for i in range(len(trace))]
    assert isinstance(moments[0].step, StartFound)
    for moment, following in itertools.pairwise(moments):
        question = LESSON.question(moment)
        if question is None:
            continue
        hots = {m.feature for m in [*draw(LESSON, moment).marks, *beside(moment).marks] if isinstance(m, FeatureMark)}
        assert question.answers <= hots, "what is asked for can be clicked"
        if isinstance(following.step, EdgeLaid):
            edge = following.step.edge
            assert len(question.answers) == (edge.of_a is not None) + (edge.of_b is not None)
            continue
        lines = [shapely.LineString((edge.start, edge.end)) for edge in trace.result.edges]
        distances = [line.distance(shapely.Point(0, 0)) for line in lines]
        for edge, distance in zip(trace.result.edges, distances, strict=True):
            parents = zip((edge.of_a, edge.of_b), scene.letters, strict=True)
            names = {f"edge {i} of {letter}" for i, letter in parents if i is not None}
            assert (names == question.answers) == (distance < min(distances) + 1e-9)


def test_the_goal_is_reached_by_turning_b_until_edges_join() -> None:
    scene = scene_of("Overlapping")
    assert not goal(scene).is_reached
    for degrees in range(360):
        pose = Pose(scene.b.pose.position, np.radians(degrees))
        now = scene.with_field("b", Body(scene.b.shape, pose))
        edges = truth_of(now)
        # shapely keeps no vertex in the middle of a joined edge, up to rounding
        count = len(edges.simplify(1e-9).exterior.coords) - 1
        assert goal(now).is_reached is (count < 7)
        assert goal(now).now == f"Now {count}."


def goal(scene: Compared) -> Any:
    found = LESSON.goal(at_end(scene))
    assert found is not None
    return found


def test_circles_have_no_edges_to_join() -> None:
    assert LESSON.goal(at_end(scene_of("Two circles"))) is None
