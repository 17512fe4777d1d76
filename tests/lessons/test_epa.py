"""What EPA shows and says, against the vertices themselves, shapely's hull and the separating axis test."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import box, circle, regular_polygon, separation
from geometry.faulty.epa import nearest_vertex, triangle_only
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.epa import FaceSplit, FaceTested, PolytopeStarted
from tests.lessons import figures
from tests.lessons.figures import drawn, labels, lesson_of, same, strokes, unbounded
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, FeatureMark, Region
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = lesson_of("epa")
each_scene = pytest.mark.parametrize("name", LESSON.presets)
FIRST = "Pentagon and box"


def moments(name: str, compare: str = "") -> list[Moment[Any]]:
    return [replace(moment, time=1.0) for moment in figures.moments(LESSON, name, compare)]


def differences(scene: Any) -> Any:
    return (scene.a.world.points[:, None] - scene.b.world.points).reshape(-1, 2)


def hull_of(scene: Any) -> Any:
    return shapely.MultiPoint(differences(scene)).convex_hull


def ends(face: Any) -> Any:
    return np.array((face.start.w, face.end.w))


def far(face: Any) -> float:
    return float(shapely.LineString(ends(face)).distance(shapely.Point(0.0, 0.0)))


@each_scene
def test_the_polytope_lies_in_the_difference_and_grows_to_its_nearest_face(name: str) -> None:
    last_area = 0.0
    for moment in moments(name):
        canvas, scene, step = drawn(LESSON, "space", moment), moment.scene, moment.step
        truth = hull_of(scene).buffer(1e-9)
        areas = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.TEXT]
        assert areas or len(getattr(step, "faces", ())) == 2
        if areas:
            polytope = shapely.Polygon(areas[0].points)
            assert truth.covers(polytope)
            assert polytope.area >= last_area - 1e-9
            last_area = polytope.area
        if isinstance(step, FaceTested):
            least = min(far(face) for face in step.faces)
            assert far(step.face) == pytest.approx(least)
            (bright,) = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
            assert same(bright.points, ends(step.face))
    assert min(far(face) for face in step_faces(moments(name))) == pytest.approx(-scene.separation, abs=1e-9)


def step_faces(told: list[Moment[Any]]) -> Any:
    return [moment.step.faces for moment in told if hasattr(moment.step, "faces")][-1]


@each_scene
def test_each_test_tells_both_bounds_in_words_table_chart_and_figure(name: str) -> None:
    uppers: list[float] = []
    for moment in moments(name):
        step, scene = moment.step, moment.scene
        if not isinstance(step, FaceTested):
            continue
        e = ends(step.face)[1] - ends(step.face)[0]
        n = np.array((e[1], -e[0])) / math.hypot(*e)
        upper = float((differences(scene) @ n).max())
        lower = far(step.face)
        uppers.append(upper)
        told = plain(LESSON.page(moment).sentence)
        assert told.startswith(
            f"Nearest face: {fixed(lower, 3)}. w = a{step.vertex.index_a} − b{step.vertex.index_b} lies"
        )
        assert fixed(upper, 3) in told
        assert ("the bounds meet" in told.lower()) is (upper - lower < 1e-9)
        row = [plain(cell) for cell in LESSON.page(moment).rows[0].cells]
        assert row[2:] == [fixed(lower, 3), fixed(min(uppers), 3)]
        assert lower - 1e-9 <= -scene.separation <= min(uppers) + 1e-9
        space = drawn(LESSON, "space", moment)
        (line,) = [m for m in unbounded(space, Ink.OVERLAP) if abs(float(np.array(m.direction) @ n)) < 1e-9]
        assert float(np.array(line.through) @ n) == pytest.approx(upper)
        gap = [m for m in space.marks if isinstance(m, Region)]
        if upper - lower > 1e-9:
            assert sorted(float(np.array(p) @ n) for p in gap[0].through) == pytest.approx([lower, upper], abs=1e-6)
        else:
            assert not gap
        pills = labels(space, Ink.OVERLAP)
        assert (f"{fixed(lower, 3)} to {fixed(min(uppers), 3)}" in pills) is (upper - lower > 1e-9)
        assert (f"The upper bound stays the least: {fixed(min(uppers), 3)}." in told) is (min(uppers) < upper - 1e-9)
        chart = drawn(LESSON, "bounds", moment)
        for area in (m for m in chart.marks if isinstance(m, Area)):
            low, high = area.points[0], area.points[-1]
            assert low[0] == high[0], "one iteration wide each"
            assert all(lo - 1e-9 <= -scene.separation <= hi + 1e-9 for (_, lo), (_, hi) in ((low, high),))
            assert shapely.Polygon(area.points).is_valid
        dots = {(round(m.at[0]), round(m.at[1], 9)) for m in chart.marks if isinstance(m, Dot)}
        assert {(len(uppers), round(lower, 9)), (len(uppers), round(min(uppers), 9))} <= dots
        world = drawn(LESSON, "world", moment)
        (arrow,) = [m for m in world.marks if isinstance(m, Arrow)]
        assert same(np.subtract(arrow.end, arrow.start), step.vertex.w)
        assert same(arrow.end, scene.a.world.points[step.vertex.index_a])
        situation = plain(LESSON.situation(moment))
        assert fixed(lower, 3) in situation or scene.separation > -1e-9
        assert scene.separation > -1e-9 or ("The bounds meet" in situation) is (min(uppers) - lower < 1e-9)


def test_a_split_replaces_one_face_by_two_that_meet_in_w() -> None:
    told = moments(FIRST)
    for before, moment in itertools.pairwise(told):
        step = moment.step
        if not isinstance(step, FaceSplit):
            continue
        assert len(step.faces) == len(before.step.faces) + 1
        nearest = min(far(face) for face in step.faces)
        sentence = plain(LESSON.page(moment).sentence)
        assert (
            f"The face becomes two: {len(step.faces)} faces. Nearest to the origin is now one {fixed(nearest, 3)}"
            in sentence
        )
        start, middle, end = (drawn(LESSON, "space", replace(moment, time=t)) for t in (0.0, 0.5, 1.0))
        old = shapely.LineString(ends(before.step.face))
        corners = [np.array(strokes(c, Ink.TEXT, Line.MEASURE)[0].points[1]) for c in (start, middle, end)]
        assert old.distance(shapely.Point(corners[0])) < 1e-9, "it starts on the face"
        assert math.dist(corners[0], corners[2]) == pytest.approx(old.distance(shapely.Point(corners[2]))), (
            "at its foot"
        )
        assert same(corners[2], before.step.vertex.w)
        assert same(corners[1], (corners[0] + corners[2]) / 2.0)
        (bright,) = strokes(end, Ink.EXAMINED, Line.FEATURE)
        assert shapely.LineString(bright.points).distance(shapely.Point(0, 0)) == pytest.approx(nearest)
        (ghost,) = strokes(end, Ink.GHOST, Line.DASHED)
        assert same(ghost.points, ends(before.step.face))


@each_scene
def test_the_answer_is_the_minimum_translation_in_both_spaces(name: str) -> None:
    last = moments(name)[-1]
    scene, s = last.scene, separation(last.scene.a.world, last.scene.b.world)
    found = last.step
    assert found.depth == pytest.approx(-s, abs=1e-9)
    if found.depth < 1e-9:
        assert plain(LESSON.situation(last)) == "A and B just touch."
        return
    by = found.depth * found.normal
    assert separation(scene.a.world, scene.b.world.moved(by)) == pytest.approx(0.0, abs=1e-9)
    for pane in ("space", "world"):
        (arrow,) = [m for m in drawn(LESSON, pane, last).marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
        assert same(np.subtract(arrow.end, arrow.start), by)
    space = drawn(LESSON, "space", last)
    assert f"depth {fixed(-s, 3)}" in labels(space)
    assert any(figures.radius(m) == pytest.approx(-s) for m in strokes(space, Ink.OVERLAP, Line.OUTLINE))
    (bright,) = strokes(space, Ink.ANSWER, Line.FEATURE)
    assert max(hull_of(scene).exterior.distance(shapely.Point(p)) for p in bright.points) < 1e-9
    (ghost,) = strokes(drawn(LESSON, "world", last), Ink.B, Line.END)
    assert same(ghost.points, scene.b.world.points + by)
    if not last.compare:
        told = plain(LESSON.page(last).sentence)
        n = found.normal
        assert f"depth {fixed(-s, 3)}, n̂ = ({fixed(n[0])}, {fixed(n[1])})" in told
        assert fixed(-s, 3) in plain(LESSON.situation(last))
        ring = np.array(hull_of(scene).simplify(1e-9).exterior.coords)
        lines = [shapely.LineString((p - 50 * (q - p), q + 50 * (q - p))) for p, q in itertools.pairwise(ring)]
        equal = sum(abs(line.distance(shapely.Point(0.0, 0.0)) + s) < 1e-6 for line in lines)
        assert (f"{equal} faces of A − B are as near" in told) is (equal > 1)
        assert (equal > 1) is (name == "Two equal ways out")


def test_the_vertices_of_the_first_polytope_are_named_in_the_world() -> None:
    moment = moments(FIRST)[0]
    world = drawn(LESSON, "world", moment)
    for ink, letter, points in (
        (Ink.A, "a", moment.scene.a.world.points),
        (Ink.B, "b", moment.scene.b.world.points),
    ):
        named = {
            f"{letter}{i}": points[i]
            for face in moment.step.faces
            for i in ((face.start.index_a if letter == "a" else face.start.index_b),)
        }
        shown = {text: at for text, at in labels(world, ink).items() if text[1:].isdigit()}
        assert shown.keys() == named.keys()
        assert all(same(shown[text], named[text]) for text in named)


def test_the_lines_of_equal_distance_are_evenly_spaced() -> None:
    radii = sorted(
        figures.radius(m) for m in strokes(drawn(LESSON, "space", moments(FIRST)[0]), Ink.OVERLAP, Line.THIN)
    )
    assert radii == pytest.approx([0.2 * k for k in range(1, len(radii) + 1)])
    assert len(radii) >= 3


@pytest.mark.parametrize("name", [FIRST, "Contained"])
def test_the_face_that_is_expanded_first_is_the_nearest(name: str) -> None:
    moment = moments(name)[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    faces = moment.step.faces
    space = drawn(LESSON, "space", replace(moment, is_open=True))
    marked = {m.feature: m.points for m in space.marks if isinstance(m, FeatureMark)}
    assert len(marked) == 3
    assert not [m for m in drawn(LESSON, "world", replace(moment, is_open=True)).marks if isinstance(m, FeatureMark)]
    least = min(far(face) for face in faces)
    for i, face in enumerate(faces):
        feature = FeatureRef("the polytope", FeatureKind.EDGE, i)
        assert same(marked[feature], ends(face))
        verdict = asked.judge(feature)
        assert verdict.right is (far(face) == pytest.approx(least))
        assert verdict.remarks[0].words == f"{fixed(far(face), 3)} away"
        canvas = drawn(LESSON, "space", moment)
        verdict.draw(canvas, "space")
        assert figures.radius(canvas.marks[-2]) == pytest.approx(far(face))
        assert canvas.marks[-1].ink is (Ink.ANSWER if verdict.right else Ink.FAULTY)
    words = plain(LESSON.page(moment).sentence) + plain(LESSON.situation(moment))
    assert fixed(least, 3) not in words


def test_the_next_support_point_is_the_farthest_along_the_normal() -> None:
    moment = moments(FIRST)[2]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    face = min(moment.step.faces, key=far)
    e = ends(face)[1] - ends(face)[0]
    n = np.array((e[1], -e[0])) / math.hypot(*e)
    points = differences(moment.scene)
    w = points[int((points @ n).argmax())]
    assert same(asked.right[0], w)
    assert asked.judge(asked.right).right
    for p in asked.along[0]:
        verdict = asked.judge((p,))
        assert verdict.right is (math.dist(p, w) < 0.15)
        assert verdict.right or verdict.remarks[0].words == f"{fixed(float(np.array(p) @ n), 3)} out"
        canvas = drawn(LESSON, "space", moment)
        verdict.draw(canvas, "space")
        assert same(canvas.marks[-1].through, p)
        assert abs(float(np.array(canvas.marks[-1].direction) @ n)) < 1e-9
    assert LESSON.page(moments(FIRST, "nearest vertex")[2]).prediction is None


def test_the_triangle_alone_pushes_the_wrong_way() -> None:
    moment = moments("The triangle is too small", "GJK’s triangle only")[-1]
    scene, started = moment.scene, moment.trace[0]
    assert isinstance(started, PolytopeStarted)
    face = min(started.faces, key=far)
    e = ends(face)[1] - ends(face)[0]
    move = far(face) * np.array((e[1], -e[0])) / math.hypot(*e)
    left = -separation(scene.a.world, scene.b.world.moved(move))
    assert left > -scene.separation
    assert plain(LESSON.situation(moment)) == (
        f"The triangle’s face lies inside A − B: its push of {fixed(far(face), 3)} leaves an overlap of "
        f"{fixed(left, 3)}, more than before."
    )
    world = drawn(LESSON, "world", moment)
    (pink,) = strokes(world, Ink.FAULTY, Line.DOTTED)
    assert same(pink.points, scene.b.world.points + move)
    assert f"overlap left: {fixed(left, 3)}" in labels(world, Ink.FAULTY)
    space = drawn(LESSON, "space", moment)
    (cross,) = [m for m in space.marks if isinstance(m, Dot) and m.point is Point.CROSS]
    assert same(cross.at, move)
    (triangle,) = [m for m in strokes(space, Ink.FAULTY, Line.DOTTED) if m.closed]
    assert min(math.dist(ends(face)[0], p) for p in triangle.points) < 1e-9
    assert shapely.LinearRing(triangle.points).distance(shapely.Point(move)) < 1e-9, "the foot lies on its face"
    before = moments("The triangle is too small", "GJK’s triangle only")[0]
    assert fixed(left, 3) not in LESSON.situation(before), "the end is not told before it is reached"
    assert not labels(drawn(LESSON, "world", before), Ink.FAULTY)


def test_the_nearest_vertex_is_farther_than_the_nearest_face() -> None:
    moment = moments("A vertex is far away", "nearest vertex")[-1]
    scene = moment.scene
    corners = np.array(hull_of(scene).simplify(1e-6).exterior.coords)
    least = float(np.hypot(*corners.T).min())
    deep = -separation(scene.a.world, scene.b.world)
    assert least > 2.0 * deep
    assert plain(LESSON.situation(moment)) == (
        f"The nearest vertex of A − B is {fixed(least, 3)} away: "
        f"a push of {fixed(deep, 3)} along a face’s normal is enough."
    )
    assert f"nearest vertex:\n{fixed(least, 3)}" in labels(drawn(LESSON, "space", moment), Ink.FAULTY)
    assert f"pushed {fixed(least, 3)}" in labels(drawn(LESSON, "world", moment), Ink.FAULTY)
    apart = box(1.0, 1.0), regular_polygon(5, 1.0, (4.0, 0.0))
    assert not nearest_vertex(*apart).move.any()
    assert not triangle_only(*apart).move.any()


def test_stages_and_shapes_that_are_apart() -> None:
    names = [LESSON.story.stage(moment) for moment in moments(FIRST)]
    assert names == ["Triangle", *["Iteration 1"] * 2, *["Iteration 2"] * 2, "Iteration 3", "Depth"]
    scene = moments(FIRST)[0].scene.with_field("b", at(box(1.0, 1.0), 3.0, 0.0))
    (moment,) = [Moment(scene, LESSON.run(scene), i) for i in range(len(LESSON.run(scene)))]
    assert LESSON.story.stage(moment) == "Apart"
    gap = separation(scene.a.world, scene.b.world)
    assert f"{fixed(gap, 3)} apart" in plain(LESSON.page(moment).sentence)
    with pytest.raises(ValueError, match="B is a polygon"):
        scene.with_field("b", at(circle(1.0), 0.0, 0.0))


def test_the_challenge_is_met_by_a_shallow_overlap() -> None:
    assert LESSON.challenge(moments(FIRST)[0]).now == "now 3 iterations"
    first = moments(FIRST)[0].scene
    found = []
    for angle in range(0, 90, 5):
        for x in np.linspace(1.2, 1.5, 7):
            scene = first.with_field("b", at(box(1.7, 1.2), float(x), 0.2, angle))
            trace = LESSON.run(scene)
            challenge = LESSON.challenge(Moment(scene, trace, 0))
            is_met = (
                scene.separation < -0.1 and trace.result.iterations == 1 and len(getattr(trace[0], "faces", ())) == 3
            )
            assert challenge.reached is is_met
            found.append(is_met)
    assert any(found)
    assert not all(found)


@each_scene
def test_the_first_polytope_leads_into_the_search_that_found_it(name: str) -> None:
    first = moments(name)[0]
    if not isinstance(first.step, PolytopeStarted):
        return
    ((field, search),) = first.trace.children(0)
    assert [vertex.pair for vertex in search.result.simplex.vertices] == [v.pair for v in first.step.simplex.vertices]
    below = [Moment(first.scene, search, i, first, field) for i in range(len(search))]
    assert {type(LESSON.story_of(each)).__name__ for each in below} == {"GjkStory"}
    assert LESSON.page(below[-1]).stage == "End"
    for pane in LESSON.panes:
        assert drawn(LESSON, pane.name, below[-1]).marks
    assert LESSON.challenge(below[0]) == LESSON.challenge(first)
