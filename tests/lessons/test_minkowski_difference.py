"""What the Minkowski difference shows and says, against shapely's hull of all differences of vertices."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely
import shapely.affinity
import shapely.ops

from geometry import Pose, separation
from geometry.faulty.minkowski_difference import not_reflected
from geometry.feature import FeatureRef
from lessons.minkowski.minkowski_difference_sort import carried
from lessons.stories.outlines import parts
from tests.lessons import figures
from tests.lessons.figures import drawn, labels, lesson_of, same, strokes, symbols
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Crowd, Dot, FeatureMark, Label, Stroke, Symbol
from viz.lesson.prediction import Click, Place
from viz.lesson.scene import Body
from viz.lesson.text import fixed, plain

LESSON = lesson_of("minkowski-difference")
INKS = (Ink.A, Ink.B)
POLYGONS = [name for name in LESSON.presets if name != "Two circles"]
each_scene = pytest.mark.parametrize("name", LESSON.presets)
each_polygon = pytest.mark.parametrize("name", POLYGONS)


def moments(name: str, compare: str = "") -> list[Moment[Any]]:
    return [replace(moment, time=1.0) for moment in figures.moments(LESSON, name, compare)]


def at_stage(name: str, stage: str, compare: str = "") -> Moment[Any]:
    return [m for m in moments(name, compare) if LESSON.story.stage(m) == stage][-1]


def hull_of(scene: Any) -> Any:
    a, b = scene.a.world, scene.b.world
    every = (a.points[:, None] - b.points).reshape(-1, 2)
    return shapely.buffer(shapely.MultiPoint(every).convex_hull, a.radius + b.radius, quad_segs=64)


@each_scene
def test_the_differences_come_one_by_one_and_are_vectors_in_both_spaces(name: str) -> None:
    moment = at_stage(name, "Differences")
    a, b = moment.scene.a.world.points, moment.scene.b.world.points
    every = [(p, q) for p in a for q in b]
    told = f"convex: A − B is the convex hull of the {len(every)} differences of vertices"
    if name == "Two circles":
        told = "All differences fill the disc around c_A − c_B, of radius 0.90 + 0.60 = 1.50."
    assert told in plain(LESSON.page(moment).sentence)
    for k in {0, len(every) // 2, len(every) - 1}:
        now = replace(moment, time=(k + 0.5) / len(every))
        p, q = every[k]
        (world,) = [m for m in drawn(LESSON, "world", now).marks if isinstance(m, Arrow)]
        assert same((world.start, world.end), (q, p)), "from b to a"
        space = drawn(LESSON, "space", now)
        (arrow,) = [m for m in space.marks if isinstance(m, Arrow)]
        assert same((arrow.start, arrow.end), ((0.0, 0.0), p - q))
        dots = [m.at for m in space.marks if isinstance(m, Dot) and m.ink in (Ink.QUIET, Ink.EXAMINED)]
        assert same(dots, [p - q for p, q in every[: k + 1]])


@each_scene
def test_b_turns_about_the_origin_by_half_a_turn(name: str) -> None:
    moment = at_stage(name, "Reflect B")
    b = moment.scene.b.world
    k, page = max(range(len(b.points)), key=lambda i: math.hypot(*b.points[i])), LESSON.page(moment)
    x, y = b.points[k].tolist()
    told = f"from ({fixed(x)}, {fixed(y)}) to ({fixed(-x)}, {fixed(-y)})"
    assert told in plain(page.sentence)
    assert plain(page.sentence).startswith("The centre" if name == "Two circles" else f"Vertex {k} of B")
    for time, turn in ((0.0, 1.0), (1.0, -1.0)):
        canvas = drawn(LESSON, "space", replace(moment, time=time))
        filled = [np.array(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.B]
        assert same(filled[0].mean(axis=0), turn * b.points.mean(axis=0), 1e-6)
        assert ("−B" in labels(canvas)) is (time == 1.0)
        rings = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.B]
        assert time < 1.0 or same(rings, [(x, y), (-x, -y)]), "the vertex that the sentence tells"


@each_polygon
def test_the_edges_of_a_and_of_minus_b_close_into_the_hull_of_all_differences(name: str) -> None:
    moment = at_stage(name, "Sort")
    scene = moment.scene
    truth = hull_of(scene)
    assert shapely.Polygon(scene.figure.points).equals_exact(truth.normalize(), 1e-9, normalize=True) or same(
        shapely.Polygon(scene.figure.points).symmetric_difference(truth).area, 0.0
    )
    whole = drawn(LESSON, "space", at_stage(name, "Origin"))
    around = [shapely.LinearRing(shape.world.points).length for shape in (scene.a, scene.b)]
    blue = [m for m in strokes(whole, Ink.A, Line.OUTLINE) if len(m.points) == 2]
    orange = strokes(whole, Ink.B, Line.DASHED)
    assert [sum(math.dist(*m.points) for m in each) for each in (blue, orange)] == pytest.approx(around)
    ring = truth.exterior
    assert max(ring.distance(shapely.Point(p)) for m in (*blue, *orange) for p in m.points) < 1e-9
    cards = labels(drawn(LESSON, "cards", moment))
    thetas = []
    for owner, points in (("A", scene.a.world.points), ("B", -scene.b.world.points)):
        for i, e in enumerate(np.roll(points, -1, axis=0) - points):
            assert f"{owner}{i}" in cards
            thetas.append(round(math.degrees(math.atan2(e[1], e[0])) % 360.0) % 360)
    shown = [
        text for text in (m.text for m in drawn(LESSON, "cards", moment).marks if hasattr(m, "text")) if "°" in text
    ]
    degrees = [int(text[:-1]) for text in shown]
    assert sorted(degrees) == sorted(thetas)
    assert degrees == sorted(degrees) or degrees[:-1] == sorted(degrees[:-1])
    assert not strokes(drawn(LESSON, "cards", moment), Ink.EXAMINED, Line.OUTLINE), "all are laid: none is the newest"
    for earlier in [m for m in moments(name) if LESSON.story.stage(m) == "Sort"][:-1]:
        rings = len(strokes(drawn(LESSON, "cards", earlier), Ink.EXAMINED, Line.OUTLINE))
        assert rings == sum(k is not None for k in (earlier.step.edge.of_a, earlier.step.edge.of_b))


@each_polygon
def test_while_edges_are_laid_both_shapes_are_seen_where_their_points_are_vectors(name: str) -> None:
    moment = at_stage(name, "Sort")
    scene = moment.scene
    canvas = drawn(LESSON, "space", moment)
    for ink, points in ((Ink.A, scene.a.world.points), (Ink.B, -scene.b.world.points)):
        (ghost,) = strokes(canvas, ink, Line.END)
        assert same(ghost.points, points)
        assert 0.4 < 0.75 * ghost.opacity < 0.55, "seen, and behind the faces"
    cards = drawn(LESSON, "cards", moment)
    angles = [m.at for m in cards.marks if isinstance(m, Label) and "°" in m.text]
    rows = sorted({round(y, 6) for _, y in angles}, reverse=True)
    assert [round(y, 6) for _, y in angles] == sorted((round(y, 6) for _, y in angles), reverse=True), "downwards"
    assert len(rows) == (1 if len(angles) <= 4 else 2)
    boxes = [np.array(m.points) for m in cards.marks if isinstance(m, Area)]
    assert all(
        (box.min(axis=0) < at).all() and (at < box.max(axis=0)).all() for box, at in zip(boxes, angles, strict=True)
    )


def test_at_the_end_of_the_time_all_differences_are_shown_and_a_long_one_as_a_vector() -> None:
    moment = at_stage("Overlap", "Differences")
    a, b = moment.scene.a.world.points, moment.scene.b.world.points
    canvas = drawn(LESSON, "space", moment)
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    assert same(arrow.end, a[2] - b[1])
    assert math.hypot(*arrow.end) == pytest.approx(max(np.hypot(*(a[2] - b).T)))
    assert len([m for m in canvas.marks if isinstance(m, Dot) and m.ink is not Ink.ANSWER]) == len(a) * len(b)
    assert {text.replace(" ", "") for text in labels(canvas, Ink.EXAMINED)} == {"a_2−b_1"}
    board = drawn(LESSON, "cards", moment)
    (ring,) = strokes(board, Ink.EXAMINED, Line.OUTLINE)
    cells = [np.array(m.points) for m in board.marks if isinstance(m, Area)]
    assert same(ring.points, cells[2 * len(b) + 1]), "row 2, column 1"
    (every,) = [m for m in drawn(LESSON, "space", moment).marks if isinstance(m, Area)]
    assert same(shapely.Polygon(every.points).area, hull_of(moment.scene).area), "the points between them too"
    early = drawn(LESSON, "space", replace(moment, time=0.9)).marks
    assert not any(isinstance(m, Area) for m in early), "before, only what has been taken"
    (region,) = [m for m in drawn(LESSON, "space", at_stage("Overlap", "Sort")).marks if isinstance(m, Area)]
    assert same(shapely.Polygon(region.points).area, hull_of(moment.scene).area)


@each_scene
def test_a_point_of_both_stands_for_the_origin(name: str) -> None:
    moment = at_stage(name, "Differences")
    a, b, at = moment.scene.a.world, moment.scene.b.world, moment.scene.shared
    whites = [m.at for m in drawn(LESSON, "world", moment).marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
    assert ("origin:\na − b = 0" in labels(drawn(LESSON, "space", moment))) is bool(whites)
    if separation(a, b) > 1e-9:
        assert at is None
        assert not whites
        return
    assert at is not None
    assert same(whites[0], at)
    for shape in (a, b):
        core = shapely.Polygon(shape.points) if len(shape.points) > 2 else shapely.Point(shape.points[0])
        assert core.distance(shapely.Point(at)) <= shape.radius + 1e-9


def test_the_outline_starts_at_the_lowest_difference() -> None:
    first = next(m for m in moments("Overlap") if LESSON.story.stage(m) == "Sort")
    a, b = first.scene.a.world.points, first.scene.b.world.points
    every = (a[:, None] - b).reshape(-1, 2)
    lowest = every[every[:, 1].argmin()]
    assert same(symbols(drawn(LESSON, "space", first))[r"\boldsymbol w_0"], lowest)
    assert same(lowest, a[0] - b[2])


@each_polygon
def test_edges_fly_from_a_and_from_minus_b(name: str) -> None:
    first = next(m for m in moments(name) if LESSON.story.stage(m) == "Sort")
    scene = first.scene
    start = drawn(LESSON, "space", replace(first, time=0.0)).marks
    arrows = [m for m in start if isinstance(m, Arrow) and m.line in (Line.FEATURE,) and m.ink is not Ink.EXAMINED]
    assert arrows
    for mark in arrows:
        home = scene.a.world.points if mark.ink is Ink.A else -scene.b.world.points
        assert any(same((mark.start, mark.end), (home[i], home[(i + 1) % len(home)])) for i in range(len(home)))


@each_scene
def test_while_b_shrinks_a_grows_and_nothing_of_the_answer_changes(name: str) -> None:
    moment = at_stage(name, "Shrink B")
    a, b = moment.scene.a.world, moment.scene.b.world
    s = separation(a, b)
    for part in (0.0, 0.3, 0.8, 1.0):
        canvas = drawn(LESSON, "space", replace(moment, time=part))
        (grown,) = [shapely.Polygon(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.A]
        left = [shapely.Polygon(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.B]
        every = (a.points[:, None] - part * b.points).reshape(-1, 2)
        truth = shapely.buffer(shapely.MultiPoint(every).convex_hull, a.radius + part * b.radius, quad_segs=64)
        assert grown.symmetric_difference(truth).area < 3e-3 * truth.length, "A plus what B has lost"
        assert len(left) == (part < 1.0), "at the end B is the origin"
        if left:
            core = shapely.MultiPoint((1.0 - part) * b.points).convex_hull
            truth = shapely.buffer(core, (1.0 - part) * b.radius, quad_segs=64)
            assert left[0].symmetric_difference(truth).area < 3e-3 * truth.length
        if s > 1e-9:
            assert grown.distance(left[0] if left else shapely.Point(0.0, 0.0)) == pytest.approx(s, abs=1e-3)
        told = ("apart" if s > 0.0 else "overlap") if abs(s) > 1e-9 else "just touching"
        assert told in labels(canvas)
        assert ("A − B" in labels(canvas)) is (part == 1.0)
    said = plain(LESSON.page(moment).sentence)
    assert ("overlap by as much as A and B" in said) is (s < -1e-9)
    assert ("are as far apart as A and B" in said) is (s > 1e-9)
    assert fixed(abs(s)) not in said, "the length is asked for"
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.plays_on_entry
    assert clock.told is not None
    assert clock.told(0.25) == "s = 0.25"


@each_scene
def test_the_origin_and_the_nearest_point_tell_what_the_shapes_do(name: str) -> None:
    last = moments(name)[-1]
    scene = last.scene
    s, truth = separation(scene.a.world, scene.b.world), hull_of(scene)
    origin = at_stage(name, "Origin")
    (filled,) = [m for m in drawn(LESSON, "space", origin).marks if isinstance(m, Area)]
    touching = abs(s) < 1e-9
    assert (filled.ink is Ink.OVERLAP) is (s < -1e-9), "grey where there is no depth"
    assert (
        any(isinstance(m, Crowd) for m in drawn(LESSON, "space", origin).marks if m.ink is Ink.OVERLAP) is (s < -1e-9)
        or name not in POLYGONS
    )
    discs = [m for m in drawn(LESSON, "space", last).marks if isinstance(m, Area) and m.ink is Ink.GAP]
    assert len(discs) == (s > 1e-9), "green is the gap"
    verdict = "just touch" if touching else "are apart" if s > 0.0 else "overlap"
    assert plain(LESSON.page(origin).sentence).endswith(f"A and B {verdict}.")
    if touching:
        assert plain(LESSON.situation(last)) == "A and B just touch."
        return
    v = scene.nearest.point
    assert np.hypot(*v) == pytest.approx(abs(s))
    assert truth.exterior.distance(shapely.Point(v)) < 1e-3
    assert separation(scene.a.world, scene.b.world.moved(v)) == pytest.approx(0.0, abs=1e-9)
    for pane in ("space", "world"):
        (arrow,) = [m for m in drawn(LESSON, pane, last).marks if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
        assert same(np.subtract(arrow.end, arrow.start), v), "the same vector in both spaces"
    told = f"({fixed(v[0])}, {fixed(v[1])}), {fixed(abs(s))} long"
    assert told in plain(LESSON.page(last).sentence) or last.compare
    where = "outside" if s > 0.0 else "inside"
    assert plain(LESSON.situation(last)).endswith(f"The origin lies {fixed(abs(s))} {where} A − B.")
    rows = LESSON.page(last).rows
    faces = scene.figure.edges
    told = [fixed(shapely.LineString((e.start, e.end)).distance(shapely.Point(0, 0))) for e in faces]
    if len(told) > 7:
        *rows, note = rows
        assert note.cells == (f"{len(told) - 6} more, farther from the origin",)
    shown = [plain(row.cells[2]) for row in rows]
    assert shown == told if len(told) <= 7 else sorted(map(float, shown)) == sorted(map(float, told))[:6]
    assert {plain(row.cells[2]) for row in rows if row.ink is Ink.ANSWER} == ({fixed(abs(s))} if rows else set())
    if rows:
        table = LESSON.table(last)
        assert table is not None
        assert {plain(table.rows[i][1].cells[2]) for i in table.current} == {fixed(abs(s))}, "only it is raised"
    assert all(row.cells[1].endswith("°") for row in rows)
    for time in (0.5, 1.0):
        moved = strokes(drawn(LESSON, "space", replace(last, time=time)), Ink.QUIET, Line.END)
        assert len(moved) == 1, "A − B moves against B, and stays there"
        assert (
            shapely.Polygon(moved[0].points)
            .symmetric_difference(shapely.affinity.translate(truth, *(-time * v)))
            .area
            < 3e-2
        )
    on = shapely.LinearRing(moved[0].points)
    assert on.distance(shapely.Point(0, 0)) < 2e-3, "then the origin lies on the outline"
    ringed = strokes(drawn(LESSON, "cards", last), Ink.ANSWER, Line.OUTLINE)
    assert bool(ringed) is (scene.nearest.edge is not None)
    (ghost,) = strokes(drawn(LESSON, "world", last), Ink.B, Line.END)
    assert shapely.Polygon(ghost.points).centroid.distance(shapely.Point(scene.b.world.centroid + v)) < 1e-6


def test_a_minus_b_goes_left_when_b_goes_right() -> None:
    moment = at_stage("Overlap", "Sort")
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    scene = moment.scene
    moved = scene.with_field("b", scene.b.moved((0.6, 0.0)))
    before, after = np.array(hull_of(scene).exterior.coords), np.array(hull_of(moved).exterior.coords)
    top = [p[p[:, 1].argmax()] for p in (before, after)]
    assert same(asked.start[0], top[0])
    assert same(asked.right[0], top[1])
    right = asked.judge(asked.right)
    assert right.right
    for name, leaves in (("Overlap", True), ("Apart", False), ("Contained", False)):
        other = at_stage(name, "Sort")
        question = LESSON.page(other).prediction
        assert isinstance(question, Place)
        a, b = (shapely.Polygon(shape.world.points) for shape in (other.scene.a, other.scene.b))
        assert leaves is (a.intersects(b) and not a.intersects(shapely.affinity.translate(b, 0.6, 0.0)))
        told = "After the move the origin would lie outside."
        assert question.judge(question.right).because.endswith(told) is leaves
    canvas = drawn(LESSON, "space", moment)
    right.draw(canvas, "space")
    assert shapely.Polygon(canvas.marks[-1].points).equals_exact(hull_of(moved), 1e-9, normalize=True)
    x, y = top[0].tolist()
    for at, words in (((x + 0.6, y), "as for a + b"), ((x, y), "not moved"), ((x - 0.3, y - 0.5), "not by B’s move")):
        verdict = asked.judge((at,))
        assert not verdict.right
        assert verdict.remarks[0].words == words
    world = drawn(LESSON, "world", moment)
    asked.draw(world, "world")
    assert same(world.marks[-1].end, np.array(world.marks[-1].start) + (0.6, 0.0))
    assert LESSON.page(at_stage("Overlap", "Sort", "A moved by v")).prediction is None


@pytest.mark.parametrize("name", ["Overlap", "Apart", "Parallel edges", "Contained", "Two circles"])
def test_the_point_that_comes_to_the_origin_is_the_nearest_one(name: str) -> None:
    moment = at_stage(name, "Origin")
    scene = moment.scene
    a, b, outline = scene.a.world, scene.b.world, hull_of(scene).exterior
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert asked.pane == "space"
    s, origin = separation(a, b), shapely.Point(0.0, 0.0)
    assert outline.distance(origin) == pytest.approx(abs(s), abs=1e-3)
    (path,) = asked.along
    assert shapely.LinearRing(path).hausdorff_distance(outline) < 2e-2, "all of the outline can be chosen"
    assert math.hypot(*asked.right[0]) == pytest.approx(abs(s))
    assert separation(a, b.moved(asked.right[0])) == pytest.approx(0.0, abs=1e-9)
    right = asked.judge(asked.right)
    assert right.right
    assert fixed(abs(s)) in right.because
    for pane, shape, move in (("world", b, 1.0), ("space", None, -1.0)):
        canvas = drawn(LESSON, pane, moment)
        right.draw(canvas, pane)
        centre = shape.centroid if shape is not None else hull_of(scene).centroid.coords[0]
        moved = shapely.Polygon(canvas.marks[-1].points).centroid.coords[0]
        assert same(moved, np.add(centre, move * np.array(asked.right[0])), 1e-3)
        assert canvas.marks[-1].ink is Ink.ANSWER
    wrong = asked.judge(asked.start)
    far = math.hypot(*asked.start[0])
    assert not wrong.right
    assert far > abs(s) + 0.3
    assert fixed(far) in wrong.because
    assert wrong.remarks[0].words == f"{fixed(far)} away"
    assert separation(a, b.moved(asked.start[0])) == pytest.approx(0.0, abs=2e-2), "a longer move that just touches"
    assert fixed(abs(s)) not in plain(LESSON.situation(moment)), "the length is not told before"
    canvas = drawn(LESSON, "world", moment)
    wrong.draw(canvas, "world")
    assert canvas.marks[-1].ink is Ink.FAULTY, "B where the longer move takes it"
    moved = shapely.Polygon(canvas.marks[-1].points).centroid.coords[0]
    assert same(moved, np.add(b.centroid, asked.start[0]), 1e-3)


def test_a_drag_in_difference_space_moves_b_against_it() -> None:
    moment = moments("Overlap")[-1]
    take = next(pane.take for pane in LESSON.panes if pane.name == "space")
    assert take is not None
    assert take(moment, np.array((9.0, 0.0))) is None
    follow = take(moment, np.zeros(2))
    assert follow is not None
    moved = follow(moment.scene, np.zeros(2), np.array((0.3, -0.2)))
    assert same(moved.figure.points, moment.scene.figure.points + (0.3, -0.2))


def test_triangles_that_are_not_reflected_seem_apart() -> None:
    moment = moments("Two triangles", "B not reflected")[-1]
    scene = moment.scene
    a, b = scene.a.world.points, scene.b.world.points
    c = scene.b.world.centroid
    wrong = shapely.MultiPoint((a[:, None] + b - 2.0 * c).reshape(-1, 2)).convex_hull
    gap = wrong.distance(shapely.Point(0.0, 0.0))
    assert round(gap, 2) == 0.15
    assert f"gives a gap of {fixed(gap)}" in plain(LESSON.situation(moment))
    canvas = drawn(LESSON, "space", moment)
    (pink,) = strokes(canvas, Ink.FAULTY, Line.DOTTED)
    assert shapely.Polygon(pink.points).symmetric_difference(wrong).area < 1e-9
    assert f"A⊕ B', B not reflected:\napart by {fixed(gap)}" in labels(canvas, Ink.FAULTY)
    (tested,) = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
    assert shapely.Polygon(tested.points).distance(shapely.Polygon(a)) == pytest.approx(gap), "between A and −B"
    page, table = LESSON.page(moment), LESSON.table(moment)
    assert "tests A against B rotated by 180° about B’s centre" in plain(page.idea)
    assert r"\neq" in page.formula
    truth = -separation(scene.a.world, scene.b.world)
    said = f"The origin lies {fixed(gap)} outside A⊕ B'. In truth A and B overlap by {fixed(truth)}."
    assert plain(page.sentence) == said
    assert table is not None
    assert [[plain(cell) for cell in row.cells[1:]] for _, row in table.rows] == [
        ["inside", fixed(truth)],
        ["outside", fixed(gap)],
    ]
    assert not any(isinstance(m, Crowd) and m.ink is Ink.OVERLAP for m in canvas.marks), (
        "the depth of the right one is quiet"
    )
    assert "adds B in place of −B; B′ is B, moved to the centre of −B." in plain(page.idea), (
        "its own name: A ⊕ B lies elsewhere"
    )
    tested = shapely.MultiPoint((a[:, None] + (b - 2.0 * c)).reshape(-1, 2)).convex_hull
    assert shapely.Polygon(pink.points).symmetric_difference(tested).area < 1e-9
    sum_of_both = shapely.MultiPoint((a[:, None] + b).reshape(-1, 2)).convex_hull
    assert shapely.Polygon(pink.points).symmetric_difference(sum_of_both).area > 1.0
    every = "".join((page.formula, page.sentence, page.idea, LESSON.situation(moment), *table.rows[1][1].cells))
    assert every.count(r"\oplus B'") == 4
    assert r"\oplus B" not in every.replace(r"\oplus B'", ""), "no A ⊕ B, which is not drawn"
    goal = LESSON.challenge(moment)
    assert not goal.reached
    for by, reached in (((0.75, -0.75), True), ((0.0, 0.0), False), ((2.0, -2.0), False)):
        placed = scene.with_field("b", scene.b.moved(by))
        wrong_there = not_reflected(placed.a.world, placed.b.world)
        told = replace(last_of(placed), compare="B not reflected", faulty=wrong_there)
        assert LESSON.challenge(told).reached is reached
        is_missed = separation(placed.a.world, placed.b.world) > 0.05 and wrong_there.separation < -0.05
        assert is_missed is reached
    comparison = LESSON.comparison("B not reflected")
    assert comparison is not None
    assert not comparison.differs(moments("Overlap", "B not reflected")[-1]), "a box hides it"


@pytest.mark.parametrize(("name", "compare"), [("Two triangles", "B not reflected"), ("Contained", "A moved by v")])
def test_a_faulty_idea_waits_until_its_step(name: str, compare: str) -> None:
    first, *_, last = moments(name, compare)
    for moment, is_told in ((first, False), (last, True)):
        assert ("B was not reflected" in plain(LESSON.situation(moment))) is (is_told and name == "Two triangles")
        assert any(strokes(drawn(LESSON, p, moment), Ink.FAULTY) for p in ("space", "world")) is is_told


def test_before_they_are_sorted_the_edges_stand_as_on_their_shapes() -> None:
    names = ["A0", "A1", "A2", "B0", "B1", "B2", "B3"]
    assert list(labels(drawn(LESSON, "cards", at_stage("Overlap", "Reflect B")))) == names


@each_polygon
def test_the_board_holds_each_difference_of_vertices(name: str) -> None:
    moment = at_stage(name, "Differences")
    a, b = (shape.world.points for shape in (moment.scene.a, moment.scene.b))
    every = (a[:, None] - b).reshape(-1, 2)
    board = drawn(LESSON, "cards", moment)
    cells = [np.array(m.points) for m in board.marks if isinstance(m, Area)]
    assert len(cells) == len(every)
    arrows = {
        tuple(np.add(m.start, m.end) / 2.0): np.subtract(m.end, m.start) for m in board.marks if isinstance(m, Arrow)
    }
    longest = np.hypot(*every.T).max()
    for cell, w in zip(cells, every, strict=True):
        found = [to for at, to in arrows.items() if (cell.min(axis=0) < at).all() and (at < cell.max(axis=0)).all()]
        assert len(found) == (np.hypot(*w) > 0.12 * longest)
        assert all(same(to / np.hypot(*to), w / np.hypot(*w)) for to in found), "at its true direction"
    half = drawn(LESSON, "cards", replace(moment, time=0.5))
    assert len([m for m in half.marks if isinstance(m, Arrow)]) <= len(every) // 2 + 1, "one by one"


def yellow(canvas: Any) -> list[Any]:
    """The vectors that are drawn in the ink of what is examined."""
    return [np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]


@each_polygon
def test_a_face_is_what_is_farthest_along_its_normal(name: str) -> None:
    told = [m for m in moments(name) if LESSON.story.stage(m) == "Sort"]
    for count, moment in enumerate(told[:-1], start=1):
        scene, edge = moment.scene, moment.step.edge
        canvas = drawn(LESSON, "space", moment)
        found = list(carried(scene, edge, scene.figure.vertices[count - 1]))
        normals = yellow(canvas)
        at = 1 + len(found)
        assert len(normals) == at, "at the face, and at what carries it; of a merged one on both edges"
        n = normals[0] / np.hypot(*normals[0])
        assert same([m / np.hypot(*m) for m in normals], [n] * at)
        assert abs(n @ (edge.end - edge.start)) < 1e-9
        whole = np.array(hull_of(scene).exterior.coords) @ n
        assert same((edge.start @ n, edge.end @ n), (whole.max(), whole.max())), "farthest of A − B"
        for ink, points in ((Ink.A, scene.a.world.points), (Ink.B, -scene.b.world.points)):
            far = {tuple(np.round(p, 9) + 0.0) for p in points[(points @ n) > (points @ n).max() - 1e-9]}
            rings = {tuple(np.round(m.at, 9) + 0.0) for m in canvas.marks if isinstance(m, Dot) and m.ink is ink}
            assert rings == far, "an edge, or a support vertex"
            broad = [m.points for m in strokes(canvas, ink, Line.FEATURE)]
            assert [set(map(tuple, np.round(ends, 9) + 0.0)) for ends in broad] == ([far] if len(far) == 2 else [])
            named = {tuple(np.round(at, 9) + 0.0) for at in symbols(canvas, ink).values()}
            assert named == far, "each has its name"
        carriers = [
            m for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.THIN and m.ink is not Ink.EXAMINED
        ]
        if len(found) == 1:
            (vector,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.MEASURE and m.ink in INKS]
            assert vector.ink is not found[0].part.ink, "the other shape's vertex carries"
            assert same(vector.start, (0.0, 0.0))
            by = np.array(vector.end)
            assert same([np.subtract(m.end, m.start) for m in carriers], [by, by]), "the same arrow at both ends"
        assert same([carriers[0].end, carriers[-1].end], [edge.start, edge.end]), "from the edge to its face"
        names = [m.latex for m in canvas.marks if isinstance(m, Symbol)]
        page = LESSON.page(moment)
        assert all(rf"\boldsymbol w_{{{k}}}" in names or rf"\boldsymbol w_{k}" in names for k in (count - 1, count))
        every = {f"a_{{{i}}}": p for i, p in enumerate(scene.a.world.points)}
        every |= {f"b_{{{i}}}": p for i, p in enumerate(scene.b.world.points)}
        told = re.findall(r"w_\{(\d+)\}=.*?(a_\{\d+\}).*?(b_\{\d+\})", page.formula)
        assert [int(k) for k, *_ in told] == [count - 1, count]
        assert same([every[p] - every[q] for _, p, q in told], [edge.start, edge.end]), "both ends are differences"
        world = {m.latex for m in drawn(LESSON, "world", moment).marks if isinstance(m, Symbol)}
        assert world >= {rf"\boldsymbol {each}" for _, *pair in told for each in pair}
        assert {
            name.replace("{a}", " a").replace("{b}", " b") for name in names if "w" not in name and "hat" not in name
        } == {name if " a_" in name else f"-{name}" for name in world}, "the same vertices in both spaces"


@each_polygon
def test_the_table_tells_what_carries_each_edge(name: str) -> None:
    told = [m for m in moments(name) if LESSON.story.stage(m) in ("Sort", "Origin", "Shrink B")]
    scene = told[0].scene
    a, b = scene.a.world.points, scene.b.world.points
    for moment in told:
        table = LESSON.table(moment)
        assert table is not None
        assert table.columns == ("face", "added support point", "direction θ")
        laid = moment.step.laid if LESSON.story.stage(moment) == "Sort" else scene.figure.edges
        assert len(table.rows) == len(laid)
        for (_, row), edge in zip(table.rows, laid, strict=True):
            at = edge.start
            names, carriers, turned = (plain(cell) for cell in row.cells)
            for part, by in zip(names.split(), carriers.split(","), strict=True):
                i, k = int(part[1:]), int(re.findall(r"\d+", by)[0])
                assert ("b" in by) is (part[0] == "A") is ("−" in by)
                points, other = (a, -b[k]) if part[0] == "A" else (-b, a[k])
                assert same(points[i] + other, at), "the edge, carried, starts where the face does"
                at = points[(i + 1) % len(points)] + other
            assert same(at, edge.end)
            (x, y) = edge.end - edge.start
            assert int(turned[:-1]) == round(math.degrees(math.atan2(y, x)) % 360.0) % 360
    assert len(LESSON.table(told[0]).current) == 1
    assert not LESSON.table(told[-1]).current


@each_polygon
def test_the_normal_rotates_once_and_marks_what_is_farthest(name: str) -> None:
    told = [m for m in moments(name) if LESSON.story.stage(m) == "Sort"]
    scene, turned, last = told[0].scene, 0.0, -math.pi / 2.0
    for moment in told:
        for time in np.arange(0.0, 1.0, 0.05):
            canvas = drawn(LESSON, "space", replace(moment, time=float(time)))
            (n,) = [
                np.subtract(m.end, m.start) for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED
            ]
            now = math.atan2(n[1], n[0])
            turn = (now - last + 1e-9) % math.tau
            assert turn < 2.5, "counter-clockwise, never back"
            turned, last = turned + turn, now
            for ink, points in ((Ink.A, scene.a.world.points), (Ink.B, -scene.b.world.points)):
                (at,) = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is ink]
                assert float(np.array(at) @ n) == pytest.approx((points @ n).max())
    final = scene.figure.edges[-1]
    x, y = final.end - final.start
    assert turned == pytest.approx(math.atan2(y, x) % math.tau, abs=1e-5), "from straight down to the last edge"


def test_depth_falls_off_inwards() -> None:
    for name in ("Overlap", "Contained", "Two circles"):
        moment = at_stage(name, "Origin")
        whole = hull_of(moment.scene)
        canvas = drawn(LESSON, "space", moment)
        (bands,) = (m for m in canvas.marks if isinstance(m, Crowd) and len(m.triangles))
        corners, fills = bands.triangles.reshape(-1, 3, 2), np.asarray(bands.fill)
        deep = [whole.exterior.distance(shapely.Point(middle)) for middle in corners.mean(axis=1)]
        of_fill = [np.array(deep)[fills == fill] for fill in np.unique(fills)[::-1]]
        assert len(of_fill) > 10
        assert (np.diff([depths.mean() for depths in of_fill]) > 0.0).all()
        (ax, ay), (bx, by) = (corners[:, 1] - corners[:, 0]).T, (corners[:, 2] - corners[:, 0]).T
        area = float(np.abs(ax * by - ay * bx).sum() / 2.0)
        rings = [shapely.Polygon(m.points) for m in strokes(canvas, Ink.OVERLAP, Line.THIN)]
        assert len(rings) == 2
        for ring in rings:
            deep = whole.exterior.distance(shapely.Point(ring.exterior.coords[0]))
            truth = whole.buffer(-deep, quad_segs=64)
            assert ring.symmetric_difference(truth).area < 1e-2 * whole.area, "a line of equal depth"
        assert 0.6 * whole.area < area < whole.area + 1e-6, "the bands do not overlap"


def test_a_moved_by_v_ends_deeper() -> None:
    moment = moments("Contained", "A moved by v")[-1]
    scene = moment.scene
    left = separation(scene.a.world.moved(scene.nearest.point), scene.b.world)
    assert left < -0.5
    told = f"B moved by v: they just touch. A moved by v: they overlap by {fixed(-left)}."
    assert plain(LESSON.situation(moment)) == told
    canvas = drawn(LESSON, "world", moment)
    (pink,) = strokes(canvas, Ink.FAULTY, Line.DOTTED)
    assert same(pink.points, scene.a.world.points + scene.nearest.point)
    assert f"A moved by v:\noverlap {fixed(-left)}" in labels(canvas, Ink.FAULTY)
    (pink,) = strokes(drawn(LESSON, "space", moment), Ink.FAULTY, Line.DOTTED)
    moved = shapely.Polygon(pink.points)
    assert moved.exterior.distance(shapely.Point(0.0, 0.0)) == pytest.approx(-left)
    assert moved.covers(shapely.Point(0.0, 0.0)), "A − B goes the wrong way"
    assert f"lies {fixed(-left)} inside" in plain(LESSON.page(moment).sentence)
    assert "A − B moves by v, not by −v" in plain(LESSON.page(moment).idea)
    table = LESSON.table(moment)
    assert table is not None
    assert [[plain(cell) for cell in row.cells] for _, row in table.rows] == [
        ["B", "on the outline", "0.00"],
        ["A", "inside", fixed(-left)],
    ]


def last_of(scene: Any) -> Moment[Any]:
    trace = LESSON.run(scene)
    return Moment(scene, trace, len(trace) - 1)


def test_the_challenge_is_met_by_edges_that_merge() -> None:
    moment = moments("Overlap")[-1]
    assert LESSON.challenge(moment).now == "now 7 faces"
    for degrees, reached in ((0.0, True), (90.0, True), (15.0, False)):
        b = Body(moment.scene.b.shape, Pose(moment.scene.b.pose.position, math.radians(degrees)))
        scene = moment.scene.with_field("b", b)
        assert LESSON.challenge(last_of(scene)).reached is reached


def placed(name: str, b: Body) -> Any:
    scene = moments(name)[-1].scene.with_field("b", b)
    return LESSON.challenge(last_of(scene))


def test_every_scene_has_a_goal_that_it_does_not_meet() -> None:
    for name in LESSON.presets:
        goal = LESSON.challenge(moments(name)[-1])
        assert goal is not None
        assert LESSON.challenge(moments(name)[0]) is None, "faces are not known yet"
        if name in POLYGONS:
            laid = [LESSON.challenge(m) is not None for m in moments(name) if LESSON.story.stage(m) == "Sort"]
            assert laid == [False] * (len(laid) - 1) + [True]
        assert not goal.reached, name
    b = moments("Two triangles")[-1].scene.b
    assert placed("Two triangles", Body(b.shape, Pose(b.pose.position, math.pi))).reached, "−B stands as A does"
    scene = moments("Just touching")[-1].scene
    onto = scene.a.world.points[1] - scene.b.world.points[3]
    assert placed("Just touching", scene.b.moved(onto)).reached
    assert not placed("Just touching", scene.b.moved(onto + (0.05, 0.0))).reached
    scene = moments("Two circles")[-1].scene
    assert placed("Two circles", scene.b.moved(scene.a.pose.position - scene.b.pose.position)).reached
    scene = moments("Contained")[-1].scene
    reached = []
    for x in np.arange(-0.4, 0.4, 0.004):
        moved = scene.with_field("b", scene.b.moved((x, 0.0)))
        faces = [shapely.LineString((e.start, e.end)) for e in moved.figure.edges]
        first, second = sorted(face.distance(shapely.Point(0.0, 0.0)) for face in faces)[:2]
        reached.append(placed("Contained", scene.b.moved((x, 0.0))).reached)
        assert reached[-1] is (second - first < 0.02)
    assert {True, False} == set(reached)


def test_no_two_scenes_share_a_goal_and_no_preset_meets_one() -> None:
    scenes = {name: moments(name)[-1].scene for name in LESSON.presets}
    assert len({LESSON.challenge(last_of(scene)).text for scene in scenes.values()}) == len(scenes)
    for asks in {scene.asks for scene in scenes.values()}:
        assert not any(LESSON.challenge(last_of(replace(each, asks=asks))).reached for each in scenes.values())


def test_the_goals_of_the_scenes_apart_and_with_parallel_edges_can_be_met() -> None:
    scene = moments("Apart")[-1].scene
    seen = set()
    for x in np.arange(-1.0, 1.01, 0.25):
        for y in np.arange(-1.0, 1.01, 0.25):
            b = scene.b.moved((x, y))
            a, moved = (shapely.Polygon(each.world.points) for each in (scene.a, b))
            p, q = shapely.ops.nearest_points(a, moved)
            ends = [min(math.dist((at.x, at.y), v) for v in body.world.points) for at, body in ((p, scene.a), (q, b))]
            are_vertices = a.distance(moved) > 0.03 and max(ends) < 1e-6
            seen.add(are_vertices)
            assert placed("Apart", b).reached is are_vertices
    assert seen == {True, False}
    scene = moments("Parallel edges")[-1].scene
    onto = scene.a.world.centroid - scene.b.world.centroid
    assert placed("Parallel edges", scene.b.moved(onto)).reached, "in the middle of A"
    for angle in np.arange(0.0, 6.2, 0.3):
        by = onto + 0.5 * np.array((math.cos(angle), math.sin(angle)))
        deepest, here = (-separation(scene.a.world, scene.b.moved(way).world) for way in (onto, by))
        assert placed("Parallel edges", scene.b.moved(by)).reached is (here > deepest - 0.03)


@each_polygon
def test_the_second_face_is_asked_for(name: str) -> None:
    asked = LESSON.page(moments(name)[2]).prediction
    assert isinstance(asked, Place)
    figure = moments(name)[-1].scene.figure
    w1, w2 = figure.edges[1].start, figure.edges[1].end
    assert same(asked.start, [w1])
    assert same(asked.right, [w2])
    verdict = asked.judge(((float(w2[0]) + 0.1, float(w2[1])),))
    assert verdict.right
    for part in parts(figure.edges[1], moments(name)[0].scene.a.world.points):
        assert part.name in plain(verdict.because)
    canvas = Canvas(0.01)
    assert verdict.draw is not None
    verdict.draw(canvas, "space")
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
    assert arrow.ink is Ink.ANSWER
    assert same([arrow.start], [w1])
    back = tuple((2.0 * w1 - w2).tolist())
    assert "reversed" in asked.judge((back,)).because
    other = figure.edges[2]
    if math.dist(other.end - other.start, w2 - w1) > 0.2:
        later = tuple((w1 + other.end - other.start).tolist())
        assert asked.judge((later,)).remarks[0].words == "laid later"
    assert not asked.judge(asked.start).right
    assert LESSON.page(moments(name)[3]).prediction is None


@pytest.mark.parametrize(
    ("name", "says", "of_a", "of_b"),
    [
        ("Overlap", "B moves right", (0.0, 0.0), (0.6, 0.0)),
        ("Apart", "A moves right", (0.6, 0.0), (0.0, 0.0)),
        ("Just touching", "B moves up", (0.0, 0.0), (0.0, 0.6)),
        ("Parallel edges", "A and B both move right", (0.6, 0.0), (0.6, 0.0)),
    ],
)
def test_where_a_vertex_goes_is_that_of_the_moved_shapes(
    name: str, says: str, of_a: tuple[float, float], of_b: tuple[float, float]
) -> None:
    moment = moments(name)[4]
    asked, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    assert asked.text.startswith(f"{says} by 0.60.")
    after = replace(scene, a=scene.a.moved(of_a), b=scene.b.moved(of_b)).figure.points
    assert min(math.dist(asked.right[0], p) for p in after) == pytest.approx(0.0, abs=1e-9)
    right = asked.judge(asked.right)
    assert right.right
    assert not asked.judge(asked.start).right
    wrong = [asked.judge(((asked.right[0][0] + x, asked.right[0][1] + y),)) for x, y in ((1.2, 0.0), (-0.6, 0.0))]
    assert not any(each.right for each in wrong)


def test_stages_and_faces_are_told_by_their_edges() -> None:
    told = moments("Overlap")
    assert [LESSON.story.stage(m) for m in told] == [
        "Differences", "Reflect B", *["Sort"] * 3, "Origin", "Shrink B", "Nearest",
    ]  # fmt: skip
    words = [plain(LESSON.page(m).sentence) for m in told[2:5]]
    assert words[:2] == [
        "The least θ is 0°: A0 of A. Along its normal n̂ the support point of −B is −b_2: add it to both ends.",
        "The next larger θ is 24°: B2 of −B. Along its normal n̂ the support point of A is a_1: add it to both ends.",
    ]
    assert words[2] == "The 7 edges, in the order of θ, sum to 0: the outline closes and has 7 faces."
    assert [LESSON.page(m).formula for m in told[3:5]] == [
        r"\boldsymbol w_{1}=\A{\boldsymbol a_{1}}-\B{\boldsymbol b_{2}},\qquad "
        r"\boldsymbol w_{2}=\A{\boldsymbol a_{1}}-\B{\boldsymbol b_{3}}",
        r"\boldsymbol w_{7}=\boldsymbol w_0",
    ]
    merged = [plain(LESSON.page(m).sentence) for m in moments("Parallel edges")[2:5]]
    assert merged[0] == "A0 and B2 are parallel, θ = 10°. They merge into one face; its length is the sum of both."
    assert (
        merged[-1]
        == "The 8 edges, in the order of θ, sum to 0: the outline closes. As parallel edges merge, it has 4 faces."
    )


@each_polygon
def test_at_the_end_each_face_has_its_name_outside(name: str) -> None:
    last = moments(name)[-1]
    scene, told = last.scene, drawn(LESSON, "space", last)
    named = {m.text: m for m in told.marks if isinstance(m, Label) and m.text[1:].isdigit()}
    shapes = (("A", scene.a.world.points), ("B", -scene.b.world.points))
    assert set(named) == {f"{owner}{i}" for owner, points in shapes for i in range(len(points))}
    outline = hull_of(scene)
    moved = shapely.affinity.translate(outline, *(-scene.nearest.point))
    for mark in named.values():
        assert min(each.exterior.distance(shapely.Point(mark.at)) for each in (outline, moved)) < 1e-9
        assert outline.exterior.distance(shapely.Point(mark.at)) < 0.5, "beside its face"
        assert not outline.covers(shapely.Point(np.add(mark.at, 0.01 * np.array(mark.toward))))


def test_two_boxes_that_just_touch_share_a_segment() -> None:
    last = moments("Just touching")[-1]
    a, b = (shapely.Polygon(shape.world.points) for shape in (last.scene.a, last.scene.b))
    truth = a.intersection(b)
    assert truth.length > 0.5
    (shared,) = strokes(drawn(LESSON, "world", last), Ink.ANSWER, Line.FEATURE)
    assert shapely.LineString(shared.points).hausdorff_distance(truth) < 1e-9


def test_two_discs_show_their_radii_end_to_end() -> None:
    first, *_, last = moments("Two circles")
    a, b = first.scene.a.world, first.scene.b.world
    center = a.points[0] - b.points[0]
    space = drawn(LESSON, "space", first)
    assert "c_A−c_B" in {text.replace(" ", "") for text in labels(space)}
    assert set(symbols(drawn(LESSON, "world", first))) == {r"\boldsymbol c_A", r"\boldsymbol c_B"}
    for moment, pane, start, way in (
        (first, "space", center, (0.0, 1.0)),
        (first, "cards", np.zeros(2), (1.0, 0.0)),
        (last, "cards", np.zeros(2), (1.0, 0.0)),
    ):
        canvas = drawn(LESSON, pane, moment)
        (blue,), (orange,) = (strokes(canvas, ink, Line.FEATURE) for ink in (Ink.A, Ink.B))
        assert same(blue.points, [start, start + a.radius * np.array(way)]), pane
        assert same(orange.points, [blue.points[1], start + (a.radius + b.radius) * np.array(way)]), pane
        told = {plain(text) for text in labels(canvas)}
        assert {f"r_A = {fixed(a.radius)}", f"r_B = {fixed(b.radius)}"} <= told
        assert (f"r_A + r_B = {fixed(a.radius + b.radius)}" in told) is (pane == "cards")
    rings = [m for m in drawn(LESSON, "cards", first).marks if isinstance(m, Stroke) and m.closed]
    assert not rings, "the disc is in difference space, once"


def test_the_last_step_names_the_edges_in_world_as_the_faces_are_named() -> None:
    for name in POLYGONS:
        last = moments(name)[-1]
        canvas = drawn(LESSON, "world", last)
        scene = last.scene
        every = {
            f"{owner}{i}" for owner, shape in (("A", scene.a), ("B", scene.b)) for i in range(len(shape.world.points))
        }
        found = [m for m in canvas.marks if isinstance(m, Label) and m.text[1:].isdigit()]
        assert len({m.text for m in found}) == len(found), "each once"
        assert (every == {m.text for m in found}) is (len(every) <= 8), name
        moved = scene.b.world.points + scene.nearest.point
        ghost = shapely.LinearRing(moved)
        for mark in found if len(every) <= 8 and not scene.is_touching else ():
            way = np.array(mark.toward) / np.hypot(*mark.toward)
            beside = shapely.Point(np.array(mark.at) + 14.0 * canvas.pixel * way)
            assert mark.text[0] == "A" or ghost.distance(beside) > 6.0 * canvas.pixel, (name, mark.text)


def test_the_moved_difference_is_seen_while_it_moves_and_after() -> None:
    for name in ("Contained", "Overlap"):
        last = moments(name)[-1]
        for time in (0.5, 1.0):
            canvas = drawn(LESSON, "space", replace(last, time=time))
            ghosts = [m for m in strokes(canvas, Ink.QUIET, Line.END) if m.opacity > 0.0]
            (ghost,) = ghosts
            (x, y), found = np.min(ghost.points, axis=0), last.scene.figure.points - time * last.scene.nearest.point
            assert same((x, y), found.min(axis=0)), (name, time)
            named = any(isinstance(m, Label) and plain(m.text) == "A − B after the move" for m in canvas.marks)
            assert named is (time == 1.0)
    names = [m for m in drawn(LESSON, "space", moments("Contained")[-1]).marks if isinstance(m, Label)]
    hull = hull_of(moments("Contained")[-1].scene)
    for mark in names:
        if mark.text[1:].isdigit():
            assert hull.exterior.distance(shapely.Point(mark.at)) < 1e-6, "each name at its own face"


def test_the_first_words_do_not_deny_what_the_figure_shows() -> None:
    for name in LESSON.presets:
        first = moments(name)[0]
        said = plain(LESSON.situation(first))
        assert "Not tested" not in said, "a = b stands beside it"
        a, b = (shapely.MultiPoint(each.world.points).convex_hull for each in (first.scene.a, first.scene.b))
        gap = a.distance(b) - first.scene.a.world.radius - first.scene.b.world.radius
        assert said.startswith("A and B share a point: there" if gap < 1e-9 else "A and B share no point: no arrow")


def test_time_passes_only_where_something_moves() -> None:
    for name in LESSON.presets:
        for compare in ("", "B not reflected"):
            for moment in moments(name, compare):
                clock = LESSON.clock(moment)
                early, late = (
                    [drawn(LESSON, pane.name, replace(moment, time=t)).transcript() for pane in LESSON.panes]
                    for t in (0.02, 0.98)
                )
                assert (clock is not None) is (early != late), (name, compare, moment.index)


def test_no_name_of_a_face_stands_where_the_outline_passes() -> None:
    last = moments("Overlap")[-1]
    names = [f"{owner}{i}" for owner, count in (("A", 3), ("B", 4)) for i in range(count)]
    assert set(names) <= set(labels(drawn(LESSON, "space", last)))
    assert set(names) - set(labels(drawn(LESSON, "space", replace(last, time=0.6)))) == {"B1"}, "it passes one"
    for name in ("Overlap", "Contained"):
        last = moments(name)[-1]
        whole, v = hull_of(last.scene), last.scene.nearest.point
        hidden = 0
        kept = {m.text for m in drawn(LESSON, "space", replace(last, time=0.6)).marks if isinstance(m, Label)}
        canvas = drawn(LESSON, "space", last)
        for mark in [m for m in canvas.marks if isinstance(m, Label) and m.text[1:].isdigit()]:
            beside = np.add(mark.at, 14.0 * canvas.pixel * np.array(mark.toward) / np.hypot(*mark.toward))
            way = shapely.LineString((beside, beside + v))
            assert (mark.text in kept) is (whole.distance(way) > 7.0 * canvas.pixel), mark.text
            hidden += mark.text not in kept
        assert hidden, "where it passes"


@each_polygon
def test_while_an_edge_flies_its_carrier_is_drawn_as_far_as_it_has_come(name: str) -> None:
    edges = [m for m in moments(name) if LESSON.story.stage(m) == "Sort"]
    for moment in edges:
        for time in (0.23, 0.67):
            canvas = drawn(LESSON, "space", replace(moment, time=time))
            arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink in INKS]
            flying = [(m.start, m.end) for m in arrows if m.line in (Line.FEATURE, Line.MEASURE)]
            (vector,) = [m for m in arrows if m.line is Line.MEASURE and same(m.start, (0.0, 0.0))]
            trail = [m for m in arrows if m.line is Line.THIN]
            assert len(trail) == 2, "from both ends of the edge"
            assert any(same([m.end for m in trail], ends) for ends in flying), "to where it is now"
            part = [np.subtract(m.end, m.start) @ vector.end / np.square(vector.end).sum() for m in trail]
            assert 0.0 < part[0] < 1.0
            assert same(np.subtract(trail[0].end, trail[0].start), part[0] * np.array(vector.end))


def test_the_switch_says_what_it_does_and_the_cards_how_many_faces_there_are() -> None:
    for order, note in (("A − B", ""), ("B − A", "A − B reflected through the origin")):
        scene = LESSON.presets["Overlap"].scene.with_field("order", order)
        told = figures.moments_of(LESSON, scene)
        space, cards = (next(p for p in LESSON.panes if p.name == name) for name in ("space", "cards"))
        assert space.head(told[3])[1] == note
        heads = [cards.head(m)[0] for m in told[2:5]]
        assert heads == [f"Edges of A and −B by direction θ: {k} of 7 faces" for k in (1, 2, 7)]
    assert [pane.name for pane in LESSON.panes] == ["world", "cards", "space"]
    assert "cards" in str(LESSON.presented), "the cards stay on a wall"


@each_polygon
def test_names_of_faces_keep_clear_of_the_outline_after_the_move(name: str) -> None:
    last = moments(name)[-1]
    canvas = drawn(LESSON, "space", last)
    ghosts = [shapely.LinearRing(m.points) for m in strokes(canvas, Ink.QUIET, Line.END)]
    face = {m.text: m for m in canvas.marks if isinstance(m, Label) and m.text[1:].isdigit()}
    for mark in face.values():
        way = np.array(mark.toward) / np.hypot(*mark.toward)
        name_of = shapely.LineString((np.array(mark.at) + 0.005 * way, np.array(mark.at) + 0.1 * way))
        assert all(ghost.distance(name_of) > 1e-3 for ghost in ghosts), mark.text


def test_all_vertices_of_the_board_have_their_names_in_world() -> None:
    for name in POLYGONS:
        moment = at_stage(name, "Differences")
        for time in (0.4, 1.0):
            canvas = drawn(LESSON, "world", replace(moment, time=time))
            loud = {text.replace(r"\boldsymbol ", ""): at for text, at in symbols(canvas).items()}
            quiet = {m.text: m.at for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.NUMBER}
            assert len(loud) == 2, "the pair in use"
            every = loud | {plain(text).strip(): at for text, at in quiet.items()}
            assert len(every) == len(loud) + len(quiet), "each once"
            every = {text.replace("{", "").replace("}", ""): at for text, at in every.items()}
            for letter, points in (("a", moment.scene.a.world.points), ("b", moment.scene.b.world.points)):
                for i, p in enumerate(points):
                    assert same(every.pop(f"{letter}_{i}"), p)
            assert not every


@pytest.mark.parametrize(("name", "stage"), [("Overlap", "Sort"), ("Parallel edges", "Sort"), ("Overlap", "Nearest")])
def test_the_name_of_an_edge_in_world_does_not_stand_on_the_other_shape(name: str, stage: str) -> None:
    first = next(m for m in moments(name) if LESSON.story.stage(m) == stage)
    canvas = drawn(LESSON, "world", first)
    shapes = {"A": shapely.Polygon(first.scene.b.world.points), "B": shapely.Polygon(first.scene.a.world.points)}
    names = [m for m in canvas.marks if isinstance(m, Label) and m.text[1:].isdigit()]
    assert {"A1"} <= {m.text for m in names}
    for mark in names:
        beside = np.add(mark.at, 14.0 * canvas.pixel * np.array(mark.toward) / np.hypot(*mark.toward))
        other = shapes[mark.text[0]]
        assert mark.text != "A1" or not other.contains(shapely.Point(beside)), mark.text


def test_the_pill_leads_to_v_and_is_left_out_where_another_move_is_told() -> None:
    for name in ("Overlap", "Parallel edges", "Two circles"):
        last = moments(name)[-1]
        v = last.scene.nearest.point
        (pill,) = [
            m for m in drawn(LESSON, "space", last).marks if isinstance(m, Label) and m.style is TextStyle.PILL
        ]
        assert same(pill.at, v)
        assert same(pill.toward, v), "beyond v, along it"
        assert pill.leader
    canvas = drawn(LESSON, "space", moments("Overlap", "A moved by v")[-1])
    assert not any(isinstance(m, Label) and m.style is TextStyle.PILL for m in canvas.marks)


def test_the_letter_of_a_stands_between_its_outline_and_b_inside() -> None:
    scene = LESSON.presets["Contained"].scene
    canvas = drawn(LESSON, "world", moments("Contained")[-1])
    a, b = (shapely.Polygon(shape.world.points) for shape in (scene.a, scene.b))
    at = shapely.Point(labels(canvas)["A"])
    assert a.covers(at)
    assert min(b.distance(at), a.exterior.distance(at)) > 0.25


@each_scene
def test_how_the_shapes_stand_is_not_told_before_the_origin_is_tested(name: str) -> None:
    verdicts = ("overlap", "touch", "apart", "contains")
    for moment in moments(name):
        said, stage = plain(LESSON.situation(moment)), LESSON.story.stage(moment)
        is_early = stage in ("Differences", "Reflect B", "Sort")
        assert any(word in said for word in verdicts) is not is_early
        if stage == "Sort":
            is_whole = len(moment.step.laid) == len(moment.scene.figure.edges)
            assert ("is closed." in said) is is_whole


@each_polygon
def test_the_names_of_the_edges_of_minus_b_are_told_where_it_is_made(name: str) -> None:
    told = plain(LESSON.page(at_stage(name, "Reflect B")).sentence)
    assert told.endswith("Each edge is reversed and keeps its name.")
    scene = at_stage(name, "Reflect B").scene
    edges = np.roll(scene.b.world.points, -1, axis=0) - scene.b.world.points
    for part in (part for edge in scene.figure.edges for part in parts(edge, scene.a.world.points)):
        assert part.ink is Ink.A or same(part.end - part.start, -edges[int(part.name[1:])]), "by the same number"


def test_the_set_of_the_tips_is_said() -> None:
    assert "the tips fill the **Minkowski difference** A − B" in LESSON.page(moments("Overlap")[0]).idea


def test_the_highest_difference_is_asked_for_on_the_board() -> None:
    for name in LESSON.presets:
        first = moments(name)[0]
        asked, scene = LESSON.page(first).prediction, first.scene
        a, b = scene.a.world.points, scene.b.world.points
        if len(a) == 1:
            assert asked is None
            continue
        assert isinstance(asked, Click)
        cells = {m.feature for m in drawn(LESSON, "cards", first).marks if isinstance(m, FeatureMark)}
        assert len(cells) == len(a) * len(b)
        assert asked.right < cells
        axis, letter = (0, "x") if name == "Apart" else (1, "y")
        assert ("farthest right" if axis == 0 else "highest") in asked.text
        top = max(p[axis] - q[axis] for p in a for q in b)
        for cell in cells:
            assert isinstance(cell, FeatureRef)
            i, j = (int(part[1:]) for part in cell.owner.split(" − "))
            verdict, y = asked.judge(cell), a[i][axis] - b[j][axis]
            assert verdict.right == bool(y > top - 1e-6)
            assert f"{letter} = {fixed(y)}." in verdict.because or f"{letter}, {fixed(y)}:" in verdict.because
            assert asked.wants(cell)
            canvas = Canvas(0.01)
            assert verdict.draw is not None
            verdict.draw(canvas, "space")
            (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow)]
            assert arrow.end == pytest.approx(tuple(a[i] - b[j]))
    assert LESSON.page(moments("Overlap", "A moved by v")[0]).prediction is None


def test_a_tie_of_two_highest_differences_is_told() -> None:
    asked = LESSON.page(moments("Just touching")[0]).prediction
    assert isinstance(asked, Click)
    assert len(asked.right) == 4
    for cell in asked.right:
        assert "3 others are as high." in asked.judge(cell).because
