"""Concave shapes in contact: every pair, push, difference, contact, question and mark against shapely and the scene's
vertices."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from shapely import LineString, Point, box, convex_hull
from shapely import Polygon as Judge
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from geometry.concave.contacts import PolygonManifold
from geometry.concave.pairs import PairsTested, PairTested
from geometry.concave.translation import PieceDifference, PolygonTranslation
from geometry.dynamics.step import Stepped
from geometry.faulty.concave_pushes import PiecePush, PiecePushes
from lessons.concave.concave_collision import ConcaveCollision
from lessons.concave.concave_collision_asked import ENDLESS, TIMES
from lessons.concave.concave_collision_difference import clipped, cut
from lessons.concave.concave_collision_figure import piece
from lessons.concave.concave_collision_scene import SLOP, TIME_STEPS, Compound
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Label, Stroke, Symbol
from viz.lesson.outline import Outline
from viz.lesson.prediction import Choose, Click, Place
from viz.lesson.text import fixed, plain

LESSON = ConcaveCollision()
SCENES = LESSON.presets
APART, SEAM = "Linked, apart", "Over a seam"
OVERLAPPING = [name for name in SCENES if name != APART]
each_scene = pytest.mark.parametrize("name", SCENES)
each_overlap = pytest.mark.parametrize("name", OVERLAPPING)


def moments(name: str, compare: str = "") -> list[Moment[Compound]]:
    return moments_of(LESSON, SCENES[name].scene, compare)


def at(name: str, kind: type, compare: str = "") -> Moment[Compound]:
    """The last moment of a kind."""
    return [moment for moment in moments(name, compare) if isinstance(moment.step, kind)][-1]


def drawn(moment: Moment[Compound], pane: int) -> list[Any]:
    canvas = Canvas(0.01)
    LESSON.panes[pane].draw(canvas, moment)
    return canvas.marks


def labels(marks: list[Any], ink: Ink) -> list[str]:
    return [plain(mark.text) for mark in marks if isinstance(mark, Label) and mark.ink is ink]


def solid(outline: Outline, move: Any = (0.0, 0.0)) -> Judge:
    rings = [ring + np.asarray(move) for ring in outline.rings]
    return Judge(rings[0], rings[1:])


def pieces(scene: Compound, owner: str) -> list[Judge]:
    return [Judge(each.points) for each in scene.polygons[owner].pieces]


def difference(a: Judge, b: Judge) -> BaseGeometry:
    """Of convex outlines: the hull of the differences of their vertices."""
    p, q = np.array(a.exterior.coords), np.array(b.exterior.coords)
    return convex_hull(Judge((p[:, None] - q[None]).reshape(-1, 2)).boundary)


def union(scene: Compound) -> BaseGeometry:
    parts = [difference(p, q) for p in pieces(scene, "A") for q in pieces(scene, "B")]
    return unary_union(parts).buffer(1e-9, join_style="mitre").buffer(-1e-9, join_style="mitre")


def depth(scene: Compound, move: Any) -> float:
    """How far B, moved, must go to be free; negative: the distance to A."""
    whole = union(scene)
    far = whole.boundary.distance(Point(move))
    return far if whole.contains(Point(move)) else -far


def least_push(a: Judge, b: Judge) -> tuple[float, np.ndarray]:
    """Of convex outlines: the point of their difference's boundary nearest to the origin."""
    ring = np.array(difference(a, b).exterior.coords)
    found = []
    for p, q in itertools.pairwise(ring):
        t = min(max(-(p @ (q - p)) / ((q - p) @ (q - p)), 0.0), 1.0)
        found.append(p + t * (q - p))
    nearest = min(found, key=lambda each: math.hypot(*each))
    return math.hypot(*nearest), nearest


@each_scene
def test_pieces_fill_both_shapes_and_every_pair_is_told(name: str) -> None:
    found, scene = moments(name), SCENES[name].scene
    counts = []
    for owner, outline in (("A", scene.a), ("B", scene.b)):
        parts = pieces(scene, owner)
        assert unary_union(parts).symmetric_difference(solid(outline)).area < 1e-9
        assert all(part.convex_hull.area - part.area < 1e-9 for part in parts)
        counts.append(len(parts))
    k, m = counts
    words = plain(LESSON.page(found[0]).sentence)
    assert f"A has {k} convex pieces, B has {m}: {k} · {m} = {k * m} pairs" in words
    assert sum(isinstance(moment.step, PairTested) for moment in found) == k * m


@each_scene
def test_each_pair_says_how_near_its_pieces_are(name: str) -> None:
    scene, nearest, hits, spared = SCENES[name].scene, math.inf, 0, 0
    a, b = pieces(scene, "A"), pieces(scene, "B")
    for number, moment in enumerate(m for m in moments(name) if isinstance(m.step, PairTested)):
        i, j = divmod(number, len(b))
        apart = box(*a[i].bounds).distance(box(*b[j].bounds))
        page = LESSON.page(moment)
        cells = [plain(cell) for cell in page.rows[0].cells]
        names = [o if len(p) == 1 else f"{o}{n + 1}" for o, n, p in (("A", i, a), ("B", j, b))]
        assert cells[0] == ", ".join(names)
        assert cells[1] == (fixed(apart) if apart else "overlap")
        digits = 3 if name == SEAM else 2
        if apart > max(nearest, 0.0):
            assert cells[2] == "not tested"
            assert f"are {fixed(apart)} apart" in plain(page.sentence)
            spared += 1
            continue
        far = a[i].distance(b[j]) or -least_push(a[i], b[j])[0]
        nearest, hits = min(nearest, far), hits + (far < 0.0)
        assert cells[2] == fixed(far, digits)
        word = "are apart by" if far > 0.0 else "overlap by"
        assert f"{' and '.join(names)} {word} {fixed(abs(far), digits)}." in plain(page.sentence)
        told = LESSON.situation(moment)
        assert told.startswith(f"{number + 1} of {len(a) * len(b)} pairs done: {number + 1 - spared} tested")
        assert (f", {spared} ruled out by" in told) is (spared > 0)
        assert told.endswith(f"; {hits or 'none'} {'overlaps' if hits < 2 else 'overlap'}.")
    whole = at(name, PairsTested)
    assert bool(hits) is solid(scene.a).intersects(solid(scene.b))
    if not hits:
        assert f"s = {fixed(solid(scene.a).distance(solid(scene.b)))}" in plain(LESSON.page(whole).sentence)
        assert LESSON.situation(whole) == f"A and B are {fixed(nearest)} apart."
    else:
        assert f" {hits} of {len(a) * len(b)} pairs" in LESSON.situation(whole)


def test_shapes_that_are_linked_are_found_apart() -> None:
    """SAT on the outlines' hulls would say: overlap."""
    scene = SCENES[APART].scene
    assert solid(scene.a).convex_hull.intersects(solid(scene.b).convex_hull)
    last = moments(APART)[-1]
    assert isinstance(last.step, PairsTested)
    assert labels(drawn(last, 0), Ink.GAP) == labels(drawn(last, 1), Ink.GAP) == ["0.19"]
    assert depth(scene, (0.0, 0.0)) == pytest.approx(-last.step.distance)


@each_overlap
def test_the_pushes_of_the_pieces_add_up(name: str) -> None:
    """Each is the least that parts its pair, of those that overlap still, in the order of the pairs."""
    scene, told = SCENES[name].scene, [m for m in moments(name) if isinstance(m.step, PiecePush)]
    a, b = pieces(scene, "A"), scene.b.points
    moved, expected = np.zeros(2), []
    for _ in range(3):
        for i, part in enumerate(a):
            far, push = least_push(part, Judge(b + moved))
            if part.intersection(Judge(b + moved)).area > 1e-9:
                moved = moved + push
                expected.append((i, far, math.hypot(*moved)))
    for number, (moment, (i, far, so_far)) in enumerate(zip(told, expected, strict=False), start=1):
        row = LESSON.page(moment).rows[0]
        assert [plain(cell) for cell in row.cells] == [str(number), f"A{i + 1}", fixed(far), fixed(so_far)]
        assert f"Push {number}: {fixed(far)} out of A{i + 1}" in plain(LESSON.page(moment).sentence)
        text = f"B moved {fixed(so_far)}" + (f" after {number} pushes" if number > 1 else "")
        assert text in labels(drawn(moment, 0), Ink.FAULTY)
        symbols = {m.latex: m.at for m in drawn(moment, 0) if isinstance(m, Symbol)}
        half = scene.b.middle + moment.step.moved - 0.5 * moment.step.push
        assert symbols == ({rf"\faulty{{p_{{{number}}}}}": pytest.approx(tuple(half))} if far > 0.14 else {})
    assert bool(told) is (len(expected) > 1 and name != SEAM)


@each_overlap
def test_no_pair_loses_all_its_contacts_but_at_a_seam(name: str) -> None:
    """Else the contacts would move B as a faulty rule does."""
    for moment in moments(name):
        if isinstance(moment.step, PolygonManifold) and name != SEAM:
            hits = {(pair.of_a, pair.of_b) for pair in moment.scene.whole.result.pairs.overlapping}
            assert {(each.of_a, each.of_b) for each in moment.step.points} == hits


def test_a_push_says_which_piece_it_leads_into() -> None:
    first = next(m for m in moments("Box on a star") if isinstance(m.step, PiecePush))
    scene, step = first.scene, first.step
    before, after = (
        [least_push(p, Judge(scene.b.points + move))[0] for p in pieces(scene, "A")] for move in (0.0, step.moved)
    )
    body = Judge(scene.b.points + step.moved)
    deeper = [
        (after[i] - before[i], i) for i, part in enumerate(pieces(scene, "A")) if part.intersection(body).area > 1e-9
    ]
    _, i = max(deeper)
    told = f"but deeper into A{i + 1}: from {fixed(before[i])} to {fixed(after[i])}."
    assert plain(LESSON.page(first).sentence).endswith(told)
    second = [m for m in moments("Box on a star") if isinstance(m.step, PiecePush)][1]
    body, moved = Judge(scene.b.points + step.moved), Judge(scene.b.points + second.step.moved)
    words = plain(LESSON.page(second).sentence)
    (into,) = [k for k, p in enumerate(pieces(scene, "A")) if words.find(f", but into A{k + 1}, by") >= 0]
    p = pieces(scene, "A")[into]
    assert p.intersection(body).area < 1e-9, "B was apart from it"
    assert words.endswith(f", but into A{into + 1}, by {fixed(least_push(p, moved)[0])}.")


def test_one_push_a_piece_goes_too_far_or_never_ends() -> None:
    star, slot = at("Box on a star", PiecePushes), at("Too wide for the slot", PiecePushes)
    words = plain(LESSON.page(star).sentence)
    assert "5 pushes of 2.50 in all have moved B by 2.13. No pair overlaps any more." in words
    assert not solid(star.scene.b, star.step.moved).intersection(solid(star.scene.a)).area > 1e-9
    assert depth(star.scene, (0.0, 0.0)) == pytest.approx(0.8212, abs=1e-4)
    assert "add up" in LESSON.page(star).idea
    assert "never ends" in LESSON.page(slot).idea
    assert "after 60 rounds" in LESSON.page(slot).idea
    assert solid(slot.scene.b, slot.step.moved).intersection(solid(slot.scene.a)).area > 0.05
    assert np.ptp(slot.scene.b.points[:, 0]) == pytest.approx(2.2), "over a slot 2 wide"
    luck = at("Inner corner", PiecePushes)
    assert "luck" in LESSON.page(luck).idea
    assert math.hypot(*luck.step.moved) == pytest.approx(depth(luck.scene, (0.0, 0.0)))


@each_overlap
def test_the_push_of_the_whole_is_the_nearest_boundary_point(name: str) -> None:
    moment = at(name, PolygonTranslation)
    scene, push = moment.scene, moment.step.translation
    assert math.hypot(*push) == pytest.approx(depth(scene, (0.0, 0.0)), abs=1e-7)
    assert solid(scene.a).intersection(solid(scene.b, push)).area < 1e-9
    assert union(scene).boundary.distance(Point(push)) < 1e-7
    digits = 3 if name == SEAM else 2
    words = plain(LESSON.page(moment).sentence)
    assert f"{fixed(math.hypot(*push), digits)} long" in words
    assert LESSON.situation(moment) == f"A and B overlap; one push of {fixed(math.hypot(*push), digits)} parts them."
    for pane, start in ((0, scene.b.middle), (1, np.zeros(2))):
        arrows = [m for m in drawn(moment, pane) if isinstance(m, Arrow) and m.ink is Ink.ANSWER]
        assert [(m.start, m.end) for m in arrows] == [
            (pytest.approx(tuple(start)), pytest.approx(tuple(start + push)))
        ] or (name == SEAM and pane == 0)
    assert f"one push: {fixed(math.hypot(*push), digits)}" in labels(drawn(moment, 0), Ink.ANSWER)
    assert any(isinstance(m, Symbol) and m.latex == r"\answer{d}" for m in drawn(moment, 1))


def test_the_idea_of_the_whole_is_true_of_the_scene() -> None:
    for name in OVERLAPPING:
        moment = at(name, PolygonTranslation)
        scene, push = moment.scene, moment.step.translation
        idea, whole = LESSON.page(moment).idea, union(scene)
        ring = [hole for hole in getattr(whole, "interiors", []) if hole.distance(Point(push)) < 1e-7]
        assert ("**hole**" in idea) is bool(ring) is (name == "Wall of a room")
        corners = [np.array(r.coords)[:-1] for r in (whole.exterior, *whole.interiors)]
        at_corner = any((np.hypot(*(c - push).T) < 1e-6).any() for c in corners)
        assert ("reflex corner" in idea) is at_corner


@each_overlap
def test_the_union_is_drawn_with_its_outline(name: str) -> None:
    """Of the seam through the lens: a square around the origin."""
    moment = at(name, PieceDifference)
    scene, marks = moment.scene, drawn(moment, 1)
    bold = unary_union([LineString(m.points) for m in marks if isinstance(m, Stroke) and m.line is Line.CURVE])
    window = box(-0.02, -0.02, 0.02, 0.02) if name == SEAM else box(-99, -99, 99, 99)
    outline = union(scene).boundary.intersection(window)
    assert bold.hausdorff_distance(outline) < 1e-6
    filled = unary_union([Judge(m.points) for m in marks if isinstance(m, Area)])
    assert filled.symmetric_difference(union(scene).intersection(window)).area < 1e-6
    hits = [difference(p, q).contains(Point(0, 0)) for p in pieces(scene, "A") for q in pieces(scene, "B")]
    told = f"{len(hits)} differences; {sum(hits)} of them {'contains' if sum(hits) == 1 else 'contain'} the origin."
    assert plain(LESSON.page(moment).sentence).startswith(told)


def test_a_pair_s_difference_is_red_where_it_contains_the_origin() -> None:
    for name in SCENES:
        for moment in moments(name):
            if not isinstance(moment.step, PairTested):
                continue
            (now,) = [m for m in drawn(moment, 1) if isinstance(m, Area) and m.opacity == 0.3]
            assert now.ink is (Ink.OVERLAP if Judge(now.points).contains(Point(0, 0)) else Ink.GAP)


def test_what_lies_in_the_lens() -> None:
    random = np.random.default_rng(5)
    for _ in range(60):
        points = np.array(convex_hull(Judge(random.uniform(-2, 2, (3, 2))).boundary).exterior.coords)[:-1]
        part, inside = clipped(points, 1.0), Judge(points).intersection(box(-1, -1, 1, 1))
        assert (Judge(part).area if len(part) > 2 else 0.0) == pytest.approx(inside.area)
        ends = cut(points[0], points[1], 1.0)
        length = 0.0 if ends is None else math.dist(*ends)
        assert length == pytest.approx(LineString(points[:2]).intersection(box(-1, -1, 1, 1)).length)
    assert cut(np.array((0.0, 0.5)), np.array((0.0, 2.0)), 1.0) is not None
    assert cut(np.array((1.5, 0.0)), np.array((1.5, 1.0)), 1.0) is None


def test_contacts_on_inner_edges_are_dropped() -> None:
    moment = at(SEAM, PolygonManifold)
    scene, found = moment.scene, moment.step
    assert plain(LESSON.page(moment).sentence) == "2 contact points stay, 2 are dropped."
    outer = solid(scene.a).boundary
    for each in found.dropped:  # their normal points along the floor, out of a side that is no side of A
        assert abs(each.normal[0]) == pytest.approx(1.0)
        assert outer.intersection(box(-1e-6, -0.5, 1e-6, -0.05)).is_empty
    assert all(each.normal == pytest.approx((0.0, 1.0)) for each in found.points)
    marks = drawn(moment, 0)
    crosses = {m.at for m in marks if isinstance(m, Dot) and m.ink is Ink.FAULTY}
    assert crosses == {tuple(each.contact.point) for each in found.dropped}
    rows = [[plain(cell) for cell in row.cells] for row in LESSON.page(moment).rows]
    assert [row[3] for row in rows] == ["stays", "stays", "dropped", "dropped"]
    assert [row[2] for row in rows] == ["0.005", "0.005", "0.002", "0.002"]
    none = at("Too wide for the slot", PolygonManifold)
    told = "All 4 points stay. They press B from both sides. Only d frees it."
    assert plain(LESSON.page(none).sentence) == told
    sideways = [each.normal[0] for each in none.step.points]
    assert min(sideways) < -0.99 < 0.99 < max(sideways)
    seam = [plain(row.cells[0]) for row in LESSON.page(moment).rows]
    assert len(set(seam)) == len(seam), "so many decimals that they can be told apart"
    assert not any(isinstance(m.step, PolygonManifold) for m in moments("Box on a star")), "all would be dropped"


def test_one_seam_slows_the_box_and_without_inner_edges_it_glides() -> None:
    moment = moments(SEAM)[-1]
    assert isinstance(moment.step, Stepped)
    words = plain(LESSON.page(moment).sentence)
    glides, trips = moment.scene.runs
    assert len(glides) == len(trips) == TIME_STEPS
    assert f"from 3.00 to {fixed(trips[0].bodies[1].velocity[0])}, {TIME_STEPS} steps to " in words
    assert words.endswith(f" to {fixed(trips[-1].bodies[1].velocity[0])}. Inner contacts dropped: 3.00.")
    assert trips[0].bodies[1].velocity[0] == pytest.approx(1.045, abs=5e-4)
    assert max(s.bodies[1].pose.position[1] for s in trips) - (0.3 - SLOP) == pytest.approx(0.128, abs=1e-3)
    assert all(s.bodies[1].velocity[0] == pytest.approx(3.0) for s in glides)
    assert glides[-1].bodies[1].pose.position[0] == pytest.approx(-0.298 + 3.0 * TIME_STEPS / 60.0, abs=1e-6)
    assert "ghost collision" in LESSON.page(moment).idea
    assert "B is 0.002 past the **inner edge** and 0.005 deep" in LESSON.page(moment).idea
    right, low = moment.scene.b.points.max(axis=0)[0], moment.scene.b.points.min(axis=0)[1]
    assert (right, low) == pytest.approx((0.002, -0.005))
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.plays_on_entry
    assert all(LESSON.clock(each) is None for each in moments(SEAM)[:-1])
    first, last = (
        labels(drawn(Moment(moment.scene, moment.trace, moment.index, time=t), 0), Ink.FAULTY) for t in (0.0, 1.0)
    )
    assert first == ["every contact counts: speed 3.00 after 0 steps"]
    assert last == [f"every contact counts: speed {fixed(trips[-1].bodies[1].velocity[0])} after {TIME_STEPS} steps"]


def test_a_box_that_does_not_meet_the_seam_glides_either_way() -> None:
    scene = SCENES[SEAM].scene
    moment = moments_of(LESSON, scene.with_field("b", scene.b.moved((-1.5, 0.0))))[-1]
    assert "alike" in LESSON.page(moment).idea
    assert moment.scene.runs[0] is moment.scene.runs[1]
    later = moments_of(LESSON, scene.with_field("b", scene.b.moved((-0.1, 0.0))))[-1]
    # The front corner starts at -0.098 and moves by 0.05 a step: 0.002 past the seam when step 3 begins.
    assert "In step 3 B is 0.002 past the **inner edge** and 0.005 deep" in LESSON.page(later).idea
    trips = later.scene.runs[1]
    assert [float(step.bodies[1].velocity[0]) < 2.0 for step in trips[:4]] == [False, False, True, True]


def test_where_inner_edges_are_skipped_the_own_side_takes_over() -> None:
    """Compared at the slide: B trips as it does where every contact counts, by its own right side."""
    name = "inner edges skipped"
    comparison, last = LESSON.comparison(name), moments(SEAM, name)[-1]
    assert comparison is not None
    assert comparison.differs(last)
    run = last.faulty
    assert float(run[0].bodies[1].velocity[0]) == pytest.approx(1.05, abs=0.01)
    normals = {tuple(np.round(found.normal, 6)) for _, found in run[0].memory.manifolds}
    assert normals == {(0.0, 1.0), (-1.0, 0.0)}, "up, and back from the seam"
    owners = {found.reference.owner.name for _, found in run[0].memory.manifolds if found.normal[0] < -0.5}
    assert owners == {"B"}
    page = LESSON.page(last)
    assert page.idea.startswith("**Inner edges skipped**")
    words = plain(page.sentence)
    assert f"from 3.00 to {fixed(run[0].bodies[1].velocity[0])}" in words
    assert words.endswith(f"{fixed(run[-1].bodies[1].velocity[0])}. Inner contacts dropped: 3.00.")
    shown = labels(
        drawn(Moment(last.scene, last.trace, last.index, time=1.0, compare=name, faulty=run), 0), Ink.FAULTY
    )
    assert shown == [f"{name}: speed {fixed(run[-1].bodies[1].velocity[0])} after {TIME_STEPS} steps"]
    away = last.scene.with_field("b", last.scene.b.moved((-1.5, 0.0)))
    assert not comparison.differs(moments_of(LESSON, away, name)[-1])
    for other in SCENES:
        assert (comparison.run(SCENES[other].scene) is None) is (other != SEAM)


def test_the_deepest_pair_s_push_leaves_another_overlap() -> None:
    assert SCENES["Deepest pair only"].compare == "deepest pair only"
    comparison = LESSON.comparison("deepest pair only")
    assert comparison is not None
    for name in OVERLAPPING:
        moment = at(name, PolygonTranslation, "deepest pair only")
        scene, moved = moment.scene, moment.faulty.moved
        far = [
            least_push(p, q)[0] if p.intersects(q) else 0.0 for p in pieces(scene, "A") for q in pieces(scene, "B")
        ]
        assert math.hypot(*moved) == pytest.approx(max(far))
        left = depth(scene, moved)
        assert comparison.differs(moment) is (left > 1e-6)
        rows = {row.cells[0]: [plain(cell) for cell in row.cells] for row in LESSON.page(moment).rows}
        assert rows["deepest"][2] == fixed(max(far), 3 if name == SEAM else 2)
        table = LESSON.table(moment)
        assert table is not None
        assert [row.cells[0] for _, row in table.rows] == ["deepest", "whole"]
        words = f"still overlaps by {fixed(left)}" if left > 1e-6 else "no overlap left"
        assert f"deepest pair only: {words}" in labels(drawn(moment, 0), Ink.FAULTY)
        assert LESSON.page(moment).idea.startswith("**Deepest pair only**") is (left > 1e-6)
    assert comparison.differs(at(APART, PairsTested, "deepest pair only")) is False


def test_which_piece_cannot_overlap() -> None:
    for name in SCENES:
        moment = moments(name)[1]
        assert LESSON.page(moments(name)[0]).prediction is None, "boxes are told of at the first pair"
        question, scene = LESSON.page(moment).prediction, moment.scene
        b = pieces(scene, "B")
        apart = [not box(*p.bounds).intersects(box(*solid(scene.b).bounds)) for p in pieces(scene, "A")]
        assert isinstance(question, Click) is (name == "Box on a star")
        assert name != "Box on a star" or (len(b) == 1 and not apart[0] and 0 < sum(apart) < len(apart))
        if isinstance(question, Click):
            for i, right in enumerate(apart):
                verdict = question.judge(piece(f"A{i + 1}"))
                assert verdict.right is right
                shared = box(*pieces(scene, "A")[i].bounds).intersection(box(*solid(scene.b).bounds))
                canvas = Canvas(0.01)
                assert verdict.draw is not None
                verdict.draw(canvas, "world")
                pink = [Judge(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.FAULTY]
                assert len(pink) == (not right)
                assert right or pink[0].symmetric_difference(shared).area < 1e-9
                assert ("boxes overlap" in labels(canvas.marks, Ink.FAULTY)) is not right
            assert not question.judge(piece("B")).right


def test_where_the_first_push_leads() -> None:
    moment = at("Box on a star", PairsTested)
    question, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(question, Place)
    far, push = least_push(pieces(scene, "A")[0], solid(scene.b))
    assert question.right[0] == pytest.approx(tuple(scene.b.middle + push))
    assert not question.judge(question.start).right
    assert f"overlaps A1 (yellow) by {fixed(far)}" in question.judge(question.start).because
    beyond = tuple(scene.b.middle + 3.0 * push)
    assert f"moved by {fixed(3.0 * far)}" in question.judge((beyond,)).because


def test_how_often_the_slot_pushes() -> None:
    question = LESSON.page(at("Too wide for the slot", PairsTested)).prediction
    assert isinstance(question, Choose)
    verdict = question.judge(ENDLESS)
    assert verdict.right
    assert verdict.because.startswith("A2 pushes B by 0.10, then A3 pushes it by 0.20, into A2 again")
    assert not any(question.judge(each).right for each in TIMES)


@pytest.mark.parametrize("name", ["Box on a star", "Inner corner", "Wall of a room"])
def test_the_tip_of_the_least_push(name: str) -> None:
    moment = at(name, PieceDifference)
    question, scene = LESSON.page(moment).prediction, moment.scene
    assert isinstance(question, Place)
    whole, room = union(scene), 0.06 * scene.size
    least = whole.boundary.distance(Point(0, 0))
    random = np.random.default_rng(8)
    checked = set()
    for tip in random.uniform(-1.5, 1.5, (300, 2)):
        inside, far = depth(scene, tip), math.hypot(*tip)
        if min(abs(inside - room), abs(far - least - room)) < 1e-6:
            continue
        verdict = question.judge((tuple(tip),))
        assert verdict.right is (inside <= room and far <= least + room)
        checked.add(verdict.head)
        if not verdict.right:
            assert fixed(inside if inside > room else far) in verdict.because
    assert {"Still an overlap", "Not the least"} <= checked
    assert not question.judge(question.start).right
    assert question.judge((tuple(moment.scene.push),)).right


def test_the_challenge_is_met_by_a_place_on_the_star() -> None:
    scene = SCENES["Box on a star"].scene

    def told(x: float, y: float) -> tuple[bool, str]:
        challenge = LESSON.challenge(moments_of(LESSON, scene.with_field("b", scene.b.moved((x, y))))[-1])
        assert challenge is not None
        return challenge.reached, challenge.now

    assert told(0.0, 0.0) == (False, "now 2.6 times")
    assert told(0.0, 0.15) == (False, "now 3.1 times"), "it needs another star"
    assert told(0.0, 0.3) == (False, "now 3.7 times")
    tip = scene.a.points[0]  # of A1, half way down
    scene = scene.with_field("a", scene.a.with_vertex(0, tuple(0.5 * tip)))
    assert told(0.0, 0.3) == (True, "now 4.3 times")
    found = scene.with_field("b", scene.b.moved((0.0, 0.3)))
    assert found.pushes.result.pushes[0].push[1] < 0.0 < found.push[1], "A1 pushes down, the least push leads up"
    slot = LESSON.challenge(moments("Too wide for the slot")[-1])
    assert slot is not None
    assert (slot.reached, slot.now) == (False, "the pushes never end")
    assert LESSON.challenge(moments(APART)[-1]) is None


def test_one_table_at_a_time() -> None:
    found = moments("Inner corner")
    heads = []
    for moment in found:
        table = LESSON.table(moment)
        heads.append("" if table is None else table.columns[0])
        assert table is None or all(len(row.cells) == len(table.columns) for _, row in table.rows)
    assert list(dict.fromkeys(heads)) == ["", "pair", "push", "contact"]
    whole = LESSON.table(at("Box on a star", PolygonTranslation))
    assert whole is not None
    assert [row.cells[0] for _, row in whole.rows] == ["1", "2", "3", "4", "5", "whole"]
    assert whole.rows[-1][1].cells[3] == "0.82"


@pytest.mark.parametrize("time", [0.0, 0.5, 1.0])
def test_both_runs_are_drawn_in_step(time: float) -> None:
    """The same floor twice; on it each body where its run has it."""
    last = moments(SEAM)[-1]
    scene, marks = last.scene, drawn(Moment(last.scene, last.trace, last.index, time=time), 0)
    floors = [m for m in marks if isinstance(m, Stroke) and m.ink is Ink.A and m.closed]
    lifts = [np.array(m.points) - scene.a.points for m in floors]
    assert [each == pytest.approx(np.broadcast_to(each[0], each.shape)) for each in lifts] == [True, True]
    assert lifts[0][0][1] > 2.0 * np.ptp(scene.a.points[:, 1]) - 1e-9 > lifts[1][0][1] == 0.0
    shown = [Judge(m.points) for m in marks if isinstance(m, Area) and m.ink is Ink.B]
    for body, run, lift in zip(shown, scene.runs, lifts, strict=True):
        k = round(time * TIME_STEPS)
        pose = run[k - 1].bodies[1].pose if k else scene.sliding[1].pose
        c, s = math.cos(pose.angle), math.sin(pose.angle)
        off = scene.b.points - scene.b.points.mean(axis=0)
        expected = off @ np.array(((c, s), (-s, c))) + pose.position + lift[0]
        assert body.symmetric_difference(Judge(expected)).area < 1e-9
    arrows = [m for m in marks if isinstance(m, Arrow)]
    assert [m.ink for m in arrows] == [Ink.TEXT, Ink.FAULTY]
    assert all(m.end[0] > m.start[0] for m in arrows)


@each_scene
def test_both_shapes_are_drawn_in_their_own_ink(name: str) -> None:
    for moment in moments(name):
        if isinstance(moment.step, Stepped):
            continue
        marks = drawn(moment, 0)
        for ink, outline in ((Ink.A, moment.scene.a), (Ink.B, moment.scene.b)):
            areas = unary_union([Judge(m.points) for m in marks if isinstance(m, Area) and m.ink is ink])
            assert areas.symmetric_difference(solid(outline)).area < 1e-9
            rings = [m for m in marks if isinstance(m, Stroke) and m.ink is ink and m.line is Line.OUTLINE]
            assert [np.array(m.points) for m in rings] == [pytest.approx(ring) for ring in outline.rings]


def test_of_hundreds_of_pieces_only_those_in_use_are_named_and_stepped() -> None:
    """With 126 names, none of which could be read, a frame took 0.9 s while A was dragged; each pair was a step."""
    angle = np.arange(200) * math.tau / 200
    reach = 2.0 + 0.4 * np.cos(5.0 * angle) + np.random.default_rng(7).uniform(-0.24, 0.24, 200)
    outline = Outline(np.stack((reach * np.cos(angle), reach * np.sin(angle)), axis=1))
    found = moments_of(LESSON, SCENES["Box on a star"].scene.with_field("a", outline))
    assert len(found) <= 25
    for moment in found:
        for pane in (0, 1):
            marks = drawn(moment, pane)
            assert len(marks) < 700
            assert sum(isinstance(mark, Label | Symbol) for mark in marks) < 14, LESSON.story.stage(moment)
    told = [m for m in found if isinstance(m.step, PairTested)]
    pairs = found[0].scene.whole.result.pairs
    assert {m.step.pair.is_overlap for m in told} == {True, False}
    for moment in told:
        done = 1 + pairs.pairs.index(moment.step.pair)
        assert LESSON.situation(moment).startswith(f"{done} of {len(pairs.pairs)} pairs done")
