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
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Crowd, Dot, FeatureMark, Label
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain

LESSON = lesson_of("epa")
each_scene = pytest.mark.parametrize("name", LESSON.presets)
FIRST = "Heptagon and pentagon"


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
            f"Nearest face: {fixed(lower, 3)}. Support point along n̂_f: "
            f"w = a{step.vertex.index_a} − b{step.vertex.index_b}, "
        )
        idea = plain(LESSON.page(moment).idea)
        if step.is_last:
            assert "Both bounds are one number, the depth." in idea
        else:
            assert "The disc up to the nearest face lies in A − B: depth ≥ d_f." in idea, "why each bound holds"
            assert "beyond the line through w parallel to the face: depth ≤ w · n̂_f." in idea
        assert fixed(upper, 3) in told or step.is_last
        assert ("the bounds meet" in told.lower()) is (upper - lower < 1e-9)
        row = [plain(cell) for cell in LESSON.page(moment).rows[0].cells]
        assert row[2:] == [fixed(lower, 3), fixed(min(uppers), 3)]
        assert lower - 1e-9 <= -scene.separation <= min(uppers) + 1e-9
        space = drawn(LESSON, "space", moment)
        (line,) = [m for m in unbounded(space, Ink.OVERLAP) if abs(float(np.array(m.direction) @ n)) < 1e-9]
        assert float(np.array(line.through) @ n) == pytest.approx(upper)
        beyond = [m.points for m in space.marks if isinstance(m, Area) and m.ink is Ink.EXAMINED]
        if upper - lower > 1e-9:
            assert same(beyond[0], (ends(step.face)[0], step.vertex.w, ends(step.face)[1])), "that much at least"
        else:
            assert not beyond
        at = {" ".join(words.split()): place for words, place in labels(space, Ink.OVERLAP).items()}
        if step.is_last:
            assert f"d_f = w · n̂_f = {fixed(lower, 3)}" in at
        else:
            assert f"d_f = {fixed(lower, 3)}" in at
            beside = np.array(at[f"w · n̂_f = {fixed(upper, 3)}"])
            assert float(beside @ n) == pytest.approx(upper), "at the line"
            assert float(beside @ e) * float(step.vertex.w @ e) <= 1e-9, "on the other side than w"
            measured = [np.array(m.points) for m in strokes(space, Ink.OVERLAP, Line.DOTTED) if len(m.points) == 2]
            along = [np.ptp(ends_ @ n) for ends_ in measured]
            assert max(along) == pytest.approx(upper), "it has both its ends: the origin's level and the line"
        (bound,) = [m.text for m in space.marks if isinstance(m, Label) and "cdot" in m.text]
        for inked in (r"\examined{\boldsymbol w}", r"\examined{\hat n_f}"):
            assert inked in bound, "in the inks of the formula"
            assert inked in LESSON.page(moment).formula
        assert (f"The upper bound stays {fixed(min(uppers), 3)}." in told) is (min(uppers) < upper - 1e-9)
        discs = [figures.radius(m) for m in strokes(space, Ink.OVERLAP, Line.OUTLINE)]
        assert discs == ([pytest.approx(lower)] if lower > 1e-9 else [])
        chart = drawn(LESSON, "bounds", moment)
        for area in (m for m in chart.marks if isinstance(m, Area)):
            low, high = area.points[0], area.points[-1]
            assert low[0] == high[0], "one iteration wide each"
            assert all(lo - 1e-9 <= -scene.separation <= hi + 1e-9 for (_, lo), (_, hi) in ((low, high),))
            assert shapely.Polygon(area.points).is_valid
        newest = {round(m.at[0]) for m in chart.marks if isinstance(m, Dot) and m.point is Point.FILLED}
        assert newest == {len(uppers)}
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
            f"Two faces replace one: there are {len(step.faces)}. The nearest is now {fixed(nearest, 3)} away"
            in sentence
        )
        assert f"A and B overlap by {fixed(nearest, 3)} at least" in plain(LESSON.situation(moment))
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
        discs = [figures.radius(strokes(c, Ink.OVERLAP, Line.OUTLINE)[0]) for c in (start, end)]
        assert discs == [pytest.approx(far(before.step.face)), pytest.approx(nearest)], "the disc grows"
        for canvas, corner in zip((start, middle, end), corners, strict=True):
            (gained,) = [m.points for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.EXAMINED]
            assert same(gained, (ends(before.step.face)[0], corner, ends(before.step.face)[1])), "what it grows by"
        chart = drawn(LESSON, "bounds", moment)
        (ahead,) = [m for m in chart.marks if isinstance(m, Dot) and same(m.at, (step.iteration + 1, nearest))]
        assert ahead.point is Point.RING, "the table has no row of it yet"
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
        arrows = [m for m in drawn(LESSON, pane, last).marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
        assert same(np.subtract(arrows[-1].end, arrows[-1].start), by)
        if pane == "space":
            way = np.subtract(arrows[0].end, arrows[0].start)
            assert same(way / math.hypot(*way), found.normal)
    for time in (0.0, 0.4):
        early = drawn(LESSON, "space", replace(last, time=time))
        (moved,) = [m for m in early.marks if isinstance(m, Crowd) and m.ink is Ink.QUIET]
        assert not moved.framed, "the difference is as large as before"
        outline = hull_of(scene.with_field("b", scene.b.moved(time * by)))
        assert shapely.Polygon(moved.segments[:, :2]).symmetric_difference(outline).area < 1e-9, (
            "B's push moves A − B too"
        )
    space = drawn(LESSON, "space", last)
    assert not [m for m in space.marks if isinstance(m, Crowd) and m.ink is Ink.QUIET], "arrived"
    there = hull_of(scene.with_field("b", scene.b.moved(by))).exterior
    assert there.distance(shapely.Point(0.0, 0.0)) < 1e-9, "the push brings the outline to the origin"
    assert same(labels(space)[f"depth {fixed(-s, 3)}"], -by), "at the disc, where the normal is not"
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
        assert ("Two faces of A − B are equally near" in told) is (equal == 2)
        others = strokes(space, Ink.ANSWER, Line.DASHED)
        assert len(others) == equal - 1
        for line in others:
            assert math.hypot(*line.points[1]) == pytest.approx(-s)
            assert hull_of(scene).exterior.distance(shapely.Point(line.points[1])) < 1e-9
        assert (equal > 1) is (name == "Two equal depths")


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


@each_scene
def test_the_first_page_says_what_is_wanted_and_not_which_face_comes_first(name: str) -> None:
    moment = moments(name)[0]
    page = LESSON.page(moment)
    assert page.idea.startswith("We want the **penetration depth**")
    assert page.formula == "", "the least distance is the answer to the question"
    assert "shortest push" in page.idea
    assert page.sentence.startswith("The **expanding polytope algorithm** (EPA) grows a **polytope** in A − B")
    assert plain(page.sentence).endswith("at first GJK’s triangle.")
    assert "A push by v moves A − B by −v, " in plain(page.idea), "the other way"
    assert "has to reach from the origin to its outline" in page.idea
    assert all(
        hull_of(moment.scene).buffer(1e-9).covers(shapely.LineString(ends(face))) for face in moment.step.faces
    )
    for word in ("nearest", "least", "nearer"):
        assert word not in plain(page.idea) + plain(page.sentence)
    for later in moments(name):
        if isinstance(later.step, FaceSplit):
            assert later.step.faces
            assert r"\text{depth}\ \ge\ \min_f" in LESSON.page(later).formula


@each_scene
def test_the_outline_is_named_where_the_polytope_is_far_from_it(name: str) -> None:
    for moment in moments(name):
        named = {text: at for text, at in labels(drawn(LESSON, "space", moment)).items() if "outline" in text}
        assert list(named) == ["outline of A − B,\nnot known to EPA"] * isinstance(moment.step, PolytopeStarted)
        for place in named.values():
            corners = np.array(hull_of(moment.scene).simplify(1e-9).exterior.coords)[:-1]
            known = np.array([face.start.w for face in moment.step.faces])
            far_off = [min(math.dist(p, w) for w in known) for p in corners]
            assert min(math.dist(place, w) for w in known) == pytest.approx(max(far_off))
            assert hull_of(moment.scene).exterior.distance(shapely.Point(place)) < 1e-9


def rings_of(canvas: Canvas) -> list[tuple[float, np.ndarray]]:
    """The lines of equal distance, each with its opacity, the innermost (and brightest) first."""
    (crowd,) = (m for m in canvas.marks if isinstance(m, Crowd) and m.ink is Ink.OVERLAP)
    opacities = np.asarray(crowd.opacity)
    return [(o, crowd.segments[opacities == o]) for o in np.unique(opacities)[::-1].tolist()]


@each_scene
def test_the_lines_of_equal_distance_are_evenly_spaced_and_end_at_the_outline(name: str) -> None:
    moment = moments(name)[0]
    rings = rings_of(drawn(LESSON, "space", moment))
    hull = hull_of(moment.scene)
    for k, (_, ring) in enumerate(rings, start=1):
        ends = ring.reshape(-1, 2)
        assert np.hypot(*ends.T) == pytest.approx(0.2 * k, rel=1e-3)
        assert all(hull.buffer(1e-8).covers(shapely.Point(end)) for end in ends)
        whole = shapely.Point(0.0, 0.0).buffer(0.2 * k, quad_segs=256).exterior.intersection(hull.buffer(1e-9)).length
        assert float(np.hypot(*(ring[:, 2:] - ring[:, :2]).T).sum()) == pytest.approx(whole, abs=0.15)
    farthest = float(np.hypot(*np.array(hull.exterior.coords).T).max())
    assert 0.2 * len(rings) < farthest <= 0.2 * (len(rings) + 1)
    for later in moments(name)[1:]:
        quiet = rings_of(drawn(LESSON, "space", later))
        assert len(quiet) == len(rings)
        assert all(p < 0.5 * q for (p, _), (q, _) in zip(quiet, rings, strict=True)), "behind the one circle"


def test_a_large_difference_has_no_more_lines_of_equal_distance() -> None:
    scene = moments(FIRST)[0].scene.with_field("b", at(box(40.0, 30.0), 3.0, 0.0))
    assert 12 <= len(rings_of(drawn(LESSON, "space", Moment(scene, LESSON.run(scene), 0)))) <= 24


def test_no_lines_of_equal_distance_around_an_origin_outside() -> None:
    scene = moments(FIRST)[0].scene.with_field("b", at(box(1.0, 1.0), 3.0, 0.0))
    assert not [m for m in drawn(LESSON, "space", Moment(scene, LESSON.run(scene), 0)).marks if isinstance(m, Crowd)]


def test_the_face_that_is_expanded_first_is_the_nearest() -> None:
    moment = moments(FIRST)[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    said = "The polytope is a convex polygon, its edges are called faces."
    assert asked.text.startswith(said), "said before it is asked"
    faces = moment.step.faces
    waiting = replace(moment, is_open=True)
    space = drawn(LESSON, "space", waiting)
    marked = {m.feature: m.points for m in space.marks if isinstance(m, FeatureMark)}
    assert len(marked) == 3
    assert not [m for m in drawn(LESSON, "world", waiting).marks if isinstance(m, FeatureMark)]
    least = min(far(face) for face in faces)
    for i, face in enumerate(faces):
        feature = FeatureRef("the polytope", FeatureKind.EDGE, i)
        assert same(marked[feature], ends(face))
        verdict = asked.judge(feature)
        assert verdict.right is (far(face) == pytest.approx(least))
        assert f"{fixed(far(face), 3)} away" in verdict.because
        if verdict.right:
            continue
        assert verdict.remarks[0].words == f"{fixed(far(face), 3)} away"
        canvas = drawn(LESSON, "space", moment)
        verdict.draw(canvas, "space")
        assert figures.radius(canvas.marks[-2]) == pytest.approx(far(face))
        assert canvas.marks[-1].ink is Ink.FAULTY
    told = (plain(LESSON.page(moment).sentence), LESSON.page(moment).known, plain(LESSON.situation(waiting)))
    assert fixed(least, 3) not in "".join((*told, *labels(space, Ink.OVERLAP)))
    assert not strokes(space, Ink.OVERLAP, Line.OUTLINE)
    assert not [m for m in drawn(LESSON, "bounds", waiting).marks if isinstance(m, Dot)]
    after = drawn(LESSON, "space", moment)
    assert f"d_f = {fixed(least, 3)}" in labels(after, Ink.OVERLAP)
    assert figures.radius(strokes(after, Ink.OVERLAP, Line.OUTLINE)[0]) == pytest.approx(least)


def test_of_a_contained_shape_the_nearest_point_of_the_outline_is_asked_for() -> None:
    moment = moments("Contained")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    ring = hull_of(moment.scene).exterior
    least = ring.distance(shapely.Point(0.0, 0.0))
    assert ring.distance(shapely.Point(asked.right[0])) < 1e-9
    assert math.hypot(*asked.right[0]) == pytest.approx(least)
    assert asked.judge(asked.right).right
    assert not asked.judge(asked.start).right
    for t in np.linspace(0.0, 1.0, 60):
        p = ring.interpolate(float(t), normalized=True)
        at = (p.x, p.y)
        verdict = asked.judge((at,))
        assert verdict.right is (math.hypot(*at) < least + 0.02)
        assert verdict.right or fixed(least, 3) not in verdict.because
        canvas = drawn(LESSON, "space", moment)
        verdict.draw(canvas, "space")
        assert figures.radius(canvas.marks[-2]) == pytest.approx(math.hypot(*at))


def test_of_equal_ways_out_each_push_is_right() -> None:
    moment = moments("Two equal depths")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    scene, start = moment.scene, np.array(asked.start[0])
    deep = -scene.separation
    for move in ((deep, 0.0), (0.0, deep)):
        verdict = asked.judge((tuple(start + move),))
        assert verdict.right
        assert f"a push of {fixed(deep, 3)}. There are two" in verdict.because
    assert math.dist(asked.right[0], start) == pytest.approx(deep)
    for move, head in (((0.0, 0.0), "Not apart"), ((0.3, 0.0), "Not apart"), ((0.9, 0.0), "Not the shortest")):
        verdict = asked.judge((tuple(start + move),))
        assert (verdict.right, verdict.head) == (False, head)
        left = -separation(scene.a.world, scene.b.world.moved(np.array(move)))
        assert (f"overlap by {fixed(left, 3)}" in verdict.because) is (left > 0.0)
        canvas = drawn(LESSON, "world", moment)
        verdict.draw(canvas, "world")
        assert same(canvas.marks[-1].points, scene.b.world.points + move)


def test_of_touching_shapes_no_face_is_replaced() -> None:
    moment = moments("Just touching")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    assert asked.judge("none").right
    assert not any(isinstance(step, FaceSplit) for step in moment.trace)
    for i, face in enumerate(moment.step.faces):
        verdict = asked.judge(FeatureRef("the polytope", FeatureKind.EDGE, i))
        assert not verdict.right
        assert (verdict.head == "Not replaced") is (far(face) < 1e-9)
    assert LESSON.page(moment).known == "A and B are in contact: the origin lies on a face of the polytope."
    assert plain(LESSON.situation(moment)) == "A and B just touch."


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
        assert verdict.right or verdict.remarks[0].words == f"at {fixed(float(np.array(p) @ n), 3)}"
        canvas = drawn(LESSON, "space", moment)
        verdict.draw(canvas, "space")
        assert same(canvas.marks[-1].through, p)
        assert abs(float(np.array(canvas.marks[-1].direction) @ n)) < 1e-9
    assert LESSON.page(moments(FIRST, "nearest vertex")[2]).prediction is None
    asked_at = {
        name: [m.index for m in moments(name) if LESSON.page(m).prediction is not None] for name in LESSON.presets
    }
    assert asked_at["Contained"] == [0], "no scene asks what another has asked"


def test_the_triangle_alone_pushes_the_wrong_way() -> None:
    moment = moments("Triangle far inside A − B", "GJK’s triangle only")[-1]
    scene, started = moment.scene, moment.trace[0]
    assert isinstance(started, PolytopeStarted)
    face = min(started.faces, key=far)
    e = ends(face)[1] - ends(face)[0]
    move = far(face) * np.array((e[1], -e[0])) / math.hypot(*e)
    left = -separation(scene.a.world, scene.b.world.moved(move))
    assert left > -scene.separation
    deep, short, remaining = fixed(-scene.separation, 3), fixed(far(face), 3), fixed(left, 3)
    assert plain(LESSON.situation(moment)) == (
        f"A and B overlap by {deep}. After the faulty push they overlap by {remaining}."
    )
    page = LESSON.page(moment)
    assert page.idea.startswith("**GJK’s triangle only**: the nearest face of the triangle is taken for the outline")
    way = move / math.hypot(*move) @ moment.trace.result.normal
    assert way < 0.999
    assert page.idea.endswith("It is not on the outline: its distance $\\faulty{d_0}$ and its normal are both wrong.")
    assert "too short" not in page.idea, "a longer push that way is worse"
    assert plain(page.sentence) == (
        f"After the push of {short} A and B still overlap by {remaining}, more than the {deep} before."
    )
    least = rf"\faulty{{d_0}}=\faulty{{{short}}}"
    assert page.formula == rf"{least}\ <\ \text{{depth}}=\overlap{{{deep}}}"
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
    before = moments("Triangle far inside A − B", "GJK’s triangle only")[0]
    assert fixed(left, 3) not in LESSON.situation(before), "the end is not told before it is reached"
    assert not labels(drawn(LESSON, "world", before), Ink.FAULTY)
    assert f"takes the nearest face, {short} away" in plain(LESSON.page(before).sentence)
    for each in (before, moment):
        at = labels(drawn(LESSON, "space", each), Ink.FAULTY)
        assert same(at[f"GJK’s triangle only:\nd_0 = {short}"], move), "the formula’s symbol stands at its mark"
    for each in moments("Triangle far inside A − B", "GJK’s triangle only"):
        shown = [text for text in labels(drawn(LESSON, "space", each)) if "d_f =" in text]
        assert len(shown) <= 1, "one symbol has one value"


def test_the_nearest_vertex_is_farther_than_the_nearest_face() -> None:
    moment = moments("Distant vertices", "nearest vertex")[-1]
    scene = moment.scene
    corners = np.array(hull_of(scene).simplify(1e-6).exterior.coords)
    least = float(np.hypot(*corners.T).min())
    deep = -separation(scene.a.world, scene.b.world)
    assert least > 2.0 * deep
    page = LESSON.page(moment)
    assert page.idea.startswith("**Nearest vertex**: B is pushed to the vertex of A − B nearest to the origin.")
    assert plain(page.sentence) == (
        f"The push of {fixed(least, 3)} ends the overlap, but a face of A − B has a point only {fixed(deep, 3)} away."
    )
    shown = rf"\min\,\faulty{{\Vert\boldsymbol w\Vert}}=\faulty{{{fixed(least, 3)}}}"
    assert page.formula == rf"{shown}\ >\ \text{{depth}}=\overlap{{{fixed(deep, 3)}}}"
    assert plain(LESSON.situation(moment)) == (
        f"A and B overlap by {fixed(deep, 3)}. The faulty push is {fixed(least - deep, 3)} too long."
    )
    before = moments("Distant vertices", "nearest vertex")[0]
    assert f"takes this vertex, {fixed(least, 3)} away" in plain(LESSON.page(before).sentence)
    named = labels(drawn(LESSON, "space", moment), Ink.FAULTY)
    assert any(text.startswith("nearest vertex:") and text.endswith(f"= {fixed(least, 3)}") for text in named)
    assert f"pushed {fixed(least, 3)}" in labels(drawn(LESSON, "world", moment), Ink.FAULTY)
    apart = box(1.0, 1.0), regular_polygon(5, 1.0, (4.0, 0.0))
    assert not nearest_vertex(*apart).move.any()
    assert not triangle_only(*apart).move.any()


def test_stages_and_shapes_that_are_apart() -> None:
    names = [LESSON.story.stage(moment) for moment in moments(FIRST)]
    twice = [f"Iteration {i}" for i in range(1, 5) for _ in range(2)]
    assert names == ["Triangle", *twice, "Iteration 5", "Depth"]
    scene = moments(FIRST)[0].scene.with_field("b", at(box(1.0, 1.0), 3.0, 0.0))
    (moment,) = [Moment(scene, LESSON.run(scene), i) for i in range(len(LESSON.run(scene)))]
    assert LESSON.story.stage(moment) == "Apart"
    gap = separation(scene.a.world, scene.b.world)
    assert f"{fixed(gap, 3)} apart" in plain(LESSON.page(moment).sentence)
    with pytest.raises(ValueError, match="B is a polygon"):
        scene.with_field("b", at(circle(1.0), 0.0, 0.0))


def test_the_challenge_is_met_by_a_shallow_overlap() -> None:
    rule = "GJK’s triangle only"
    start = moments("Triangle far inside A − B", rule)[0]
    assert LESSON.challenge(start).now == "now 3 iterations, wanted 1"
    first = start.scene.with_field("a", at(regular_polygon(5, 1.1), -0.6, 0.0, 9))
    found = []
    for angle in range(0, 90, 5):
        for x in np.linspace(1.2, 1.5, 7):
            scene = first.with_field("b", at(box(1.7, 1.2), float(x), 0.2, angle))
            trace = LESSON.run(scene)
            challenge = LESSON.challenge(replace(start, scene=scene, trace=trace))
            is_met = (
                scene.separation < -0.1 and trace.result.iterations == 1 and len(getattr(trace[0], "faces", ())) == 3
            )
            assert challenge.reached is is_met
            found.append(is_met)
    assert any(found)
    assert not all(found)


def challenge(name: str, x: float, y: float, degrees: float, compare: str = "") -> Any:
    """After B is moved there."""
    start = moments(name, compare)[0]
    body = start.scene.b
    scene = start.scene.with_field(
        "b", replace(body, pose=replace(body.pose, position=np.array((x, y)), angle=math.radians(degrees)))
    )
    return LESSON.challenge(replace(start, scene=scene, trace=LESSON.run(scene)))


def edge_distances(scene: Any) -> list[float]:
    """Of the edges of A − B from the origin, by shapely."""
    ring = np.array(hull_of(scene).simplify(1e-9).exterior.coords)
    far_on = [shapely.LineString((p - 50 * (q - p), q + 50 * (q - p))) for p, q in itertools.pairwise(ring)]
    return sorted(line.distance(shapely.Point(0.0, 0.0)) for line in far_on)


def test_inside_a_the_goal_is_a_place_with_two_shortest_pushes() -> None:
    told = LESSON.challenge(moments("Contained")[0])
    assert (told.reached, told.now) == (False, "now 1, wanted 2")
    assert "inside A, until two faces" in told.text
    start = moments("Contained")[0].scene
    seen = set()
    for x in np.linspace(-0.9, 0.9, 13):
        for y in np.linspace(-0.9, 0.9, 13):
            there = challenge("Contained", float(x), float(y), 20.0)
            scene = start.with_field("b", at(box(0.9, 0.6), float(x), float(y), 20))
            is_inside = shapely.Polygon(scene.a.world.points).covers(shapely.Polygon(scene.b.world.points))
            far_off = edge_distances(scene)
            two = is_inside and far_off[1] - far_off[0] < 0.05
            assert there.reached is two
            assert (there.now == "B is not inside A") is not is_inside
            seen.add((is_inside, two))
    assert seen == {(True, True), (True, False), (False, False)}


def test_of_two_equal_squares_the_goal_is_four_shortest_pushes() -> None:
    told = LESSON.challenge(moments("Two equal depths")[0])
    assert (told.reached, told.now) == (False, "now 2, wanted 4")
    for x, y, degrees, ways in (
        (-0.5, -0.5, 0.0, 4),
        (-0.48, -0.51, 0.0, 4),
        (-0.44, -0.5, 0.0, 1),
        (-0.5, -0.5, 45.0, 8),
        (-0.3, -0.3, 0.0, 2),
        (3.0, 0.0, 0.0, 0),
    ):
        there = challenge("Two equal depths", x, y, degrees)
        assert (there.reached, there.now) == (ways >= 4, f"now {ways}, wanted 4")


def test_beside_the_nearest_vertex_the_goal_is_to_make_it_right() -> None:
    compare, name = "nearest vertex", "Distant vertices"
    told = LESSON.challenge(moments(name, compare)[0])
    assert not told.reached
    assert "nearest vertex is right, to 0.02" in told.text
    assert "an edge of B" in LESSON.challenge(moments(name)[0]).text, "of the rule, not of the shapes"
    found = set()
    for x in np.linspace(-1.5, 1.5, 31):
        for y in np.linspace(-0.4, 1.4, 10):
            there = challenge(name, float(x), float(y), 40.0, compare)
            scene = moments(name)[0].scene
            scene = scene.with_field("b", replace(scene.b, pose=replace(scene.b.pose, position=np.array((x, y)))))
            deep = -separation(scene.a.world, scene.b.world)
            least = float(np.hypot(*np.array(hull_of(scene).simplify(1e-9).exterior.coords).T).min())
            assert there.reached is (deep > 0.1 and least - deep < 0.02)
            assert there.now == (f"now {fixed(least - deep)} too long" if deep > 0.0 else "A and B do not overlap")
            found.add((deep > 0.0, there.reached))
    assert found == {(True, True), (True, False), (False, False)}
    nearly = challenge(name, 1.5, 0.1, 40.0, compare)
    assert (nearly.reached, nearly.now) == (False, "now 0.03 too long")


@each_scene
def test_no_scene_reaches_its_goal_by_itself(name: str) -> None:
    for compare in ("", *(each.name for each in LESSON.compare)):
        assert not LESSON.challenge(moments(name, compare)[0]).reached


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


def test_of_a_triangle_whose_nearest_face_is_parallel_to_the_right_one_only_the_distance_is_wrong() -> None:
    last = moments("Triangle far inside A − B", "GJK’s triangle only")[-1]
    n = last.trace.result.normal
    parallel = replace(last, faulty=replace(last.faulty, move=0.5 * last.trace.result.depth * n))
    assert LESSON.page(parallel).idea.endswith("It is not on the outline: its distance $\\faulty{d_0}$ is wrong.")


@each_scene
def test_the_chart_comes_with_the_first_iteration_and_does_not_tell_how_many_come(name: str) -> None:
    ends_at = []
    for moment in moments(name):
        shown = [pane.name for pane in panes_of(LESSON.layout_at(moment))]
        tested = [step for step in moment.seen if isinstance(step, FaceTested)]
        has_curve = bool(tested) and not tested[0].is_last
        assert shown == (["world", "bounds", "space"] if has_curve else ["world", "space"])
        if has_curve:
            over = LESSON.bounds_axes(moment).x[1]
            assert over == max(len(tested) + (not tested[-1].is_last), 2)
            ends_at.append(over)
    assert ends_at == sorted(ends_at)


def test_the_normal_does_not_end_at_the_line_of_the_upper_bound() -> None:
    seen = set()
    for name in LESSON.presets:
        for moment in moments(name):
            if not isinstance(moment.step, FaceTested):
                continue
            for scale in (60.0, 80.0, 98.0, 120.0):  # pixels a unit
                canvas, n = Canvas(1.0 / scale), moment.step.face.normal
                LESSON.draw_space(canvas, moment)
                (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
                left = scale * (moment.step.upper - float(np.array(arrow.end) @ n))
                assert abs(left) >= 16.0 - 1e-6
                assert float(np.subtract(arrow.end, arrow.start) @ n) * scale >= 16.0 - 1e-6
                seen.add(left > 16.0 + 1e-6)
    assert seen == {True, False}, "some would end there"


def test_the_goal_is_a_nearest_face_that_is_an_edge_of_b() -> None:
    told = LESSON.challenge(moments(FIRST)[0])
    assert (told.reached, told.now) == (False, "now an edge of A")
    first, seen = moments(FIRST)[0].scene, set()
    both = first.with_field("a", at(regular_polygon(6, 1.2), -0.6, 0.0, 30)).with_field(
        "b", at(box(1.6, 2), 0.9, 0.0)
    )
    assert LESSON.challenge(Moment(both, LESSON.run(both), 0)).now == "now edges of both"
    for angle in range(0, 72, 6):
        for x in (0.9, 1.1, 3.5):
            scene = first.with_field("b", at(regular_polygon(5, 1.1), x, 0.35, angle))
            there = LESSON.challenge(Moment(scene, LESSON.run(scene), 0))
            a, b = scene.a.world, scene.b.world
            by_a = min(float((a.points @ n).max() - (b.points @ n).min()) for n in a.normals)
            by_b = min(float((a.points @ -n).max() - (b.points @ -n).min()) for n in b.normals)
            if abs(by_a - by_b) < 1e-6:
                continue
            depth = min(by_a, by_b)
            assert there.reached is (by_b < by_a and depth > 0.1)
            assert (there.now == "now no overlap") is (depth < 0.0)
            seen.add((there.reached, there.now))
    assert len(seen) >= 3


def test_of_two_boxes_the_goal_is_a_longer_search() -> None:
    scene = moments("Just touching")[0].scene

    def goal(x: float, y: float, degrees: float) -> Any:
        there = scene.with_field("b", scene.b.moved((x, y)).turned(math.radians(degrees)))
        return LESSON.challenge(Moment(there, LESSON.run(there), 0)), there

    told, _ = goal(0.0, 0.0, 0.0)
    assert (told.reached, told.now) == (False, "now 1 iteration")
    assert told.text != LESSON.challenge(moments(FIRST)[0]).text
    assert goal(2.0, 0.0, 20.0)[0].now == "now no overlap"
    seen = set()
    for x, y, degrees in itertools.product((-0.2, -0.5, -0.9, -1.3), (-0.6, -0.2, 0.3), (0.0, 20.0, 35.0, 60.0)):
        found, there = goal(x, y, degrees)
        steps = [step for step in there.trace if isinstance(step, FaceTested)]
        if there.separation < -0.1:
            assert found.reached is (len(steps) >= 4)
            assert not (found.reached and degrees == 0.0), "as the hint says"
            seen.add(found.reached)
    assert seen == {True, False}


def test_the_bounds_are_named_at_the_ends_of_their_curves() -> None:
    for name in LESSON.presets:
        for moment in moments(name):
            lowers = [step.lower for step in moment.seen if isinstance(step, FaceTested)]
            marks = [m for m in drawn(LESSON, "bounds", moment).marks if isinstance(m, Label)]
            for label in (m for m in marks if m.text == "lower bound" and len(lowers) > 1):
                assert label.at[0] >= 2, "not where the curve begins, at the axis"
                assert label.toward[1] < 0.0, "below a curve that rises"


def test_w_is_named_at_its_arrow_in_the_world() -> None:
    for name in LESSON.presets:
        for moment in moments(name):
            if isinstance(moment.step, FaceTested):
                middle = 0.5 * (moment.step.vertex.on_a + moment.step.vertex.on_b)
                named = [
                    m.at for m in drawn(LESSON, "world", moment).marks if getattr(m, "latex", "") == r"\boldsymbol w"
                ]
                assert any(same(at_, middle) for at_ in named)


def test_the_nearest_face_says_whose_edge_it_is_and_the_pushed_difference_its_name() -> None:
    last = moments(FIRST)[-1]
    (told,) = [m for m in drawn(LESSON, "space", last).marks if isinstance(m, Label) and "edge of" in m.text]
    (i, j), (k, m) = last.trace.result.face.pairs
    assert (i != k, j) == (True, m)
    assert plain(told.text) == f"edge of A − b{j}", "as the goal says, and as its ends are named"
    turned = replace(last, scene=last.scene.with_field("order", "B − A"))
    space = next(pane for pane in LESSON.panes if pane.name == "space")
    canvas = Canvas(0.01)
    space.draw(canvas, turned)
    assert f"b{j} − edge of A" in [plain(m.text) for m in canvas.marks if isinstance(m, Label)]
    assert LESSON.challenge(last).now == "now an edge of A"
    tied = drawn(LESSON, "space", moments("Two equal depths")[-1]).marks
    assert not [m for m in tied if isinstance(m, Label) and "edge of" in m.text], "of both"
    pushed = replace(last, time=0.5)
    named = [m for m in drawn(LESSON, "space", pushed).marks if isinstance(m, Label) and m.text == "A − B, pushed"]
    v = last.trace.result.depth * last.trace.result.normal
    assert min(math.dist(named[0].at, p - 0.5 * v) for p in last.scene.figure.points) < 1e-9
