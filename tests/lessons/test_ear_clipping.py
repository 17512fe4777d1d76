"""Ear clipping: every candidate, ear, blocker and area against shapely and the vertices of the scene."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from shapely import LinearRing as Ring
from shapely import LineString as Stretch
from shapely import Point as Place
from shapely import Polygon as Judge
from shapely.ops import unary_union

from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import Ear, TipTested, Triangulation
from lessons.concave.ear_clipping import Cut, EarClipping
from lessons.concave.ear_clipping_state import CROWD, faulty_clips, ring_before
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Arrow, Dot, Glow, Label, Stroke
from viz.lesson.outline import Outline
from viz.lesson.prediction import Click
from viz.lesson.text import plain

LESSON = EarClipping()
SCENES = {name: preset for name, preset in LESSON.presets.items() if len(preset.scene.outline.points) <= CROWD}
CLIPPED = [name for name in SCENES if name != "Triangle"]  # where there is an ear to clip
each_scene = pytest.mark.parametrize("name", CLIPPED)
WITHOUT_HOLE = [name for name in CLIPPED if len(SCENES[name].scene.outline.rings) == 1]


def moments(name: str, compare: str = "") -> list[Moment[Cut]]:
    return moments_of(LESSON, SCENES[name].scene, compare)


def drawn(moment: Moment[Cut]) -> Canvas:
    canvas = Canvas(0.01)
    LESSON.panes[0].draw(canvas, moment)
    return canvas


def asked(moment: Moment[Cut]) -> Click:
    prediction = LESSON.page(moment).prediction
    assert isinstance(prediction, Click)
    return prediction


def solid(scene: Cut) -> Judge:
    return Judge(scene.outline.points, [hole.tolist() for hole in scene.outline.rings[1:]])


def diamonds(points: np.ndarray, ring: list[int]) -> set[int]:
    """The vertices of a ring that do not turn left at one of their visits."""
    found = set()
    for k, v in enumerate(ring):
        e, f = points[v] - points[ring[k - 1]], points[ring[(k + 1) % len(ring)]] - points[v]
        if e[0] * f[1] - e[1] * f[0] <= 1e-12:
            found.add(v)
    return found


def true_ears(points: np.ndarray) -> set[int]:
    """Of an outline: the triangle lies in it, has area, and holds no further vertex."""
    outline, count, found = Judge(points), len(points), set()
    for i in range(count):
        corners = [(i - 1) % count, i, (i + 1) % count]
        triangle = Judge(points[corners])
        others = (k for k in range(count) if k not in corners)
        inside = any(triangle.covers(Place(points[k])) for k in others)
        if triangle.area > 1e-9 and not inside and outline.buffer(1e-9).covers(triangle):
            found.add(i)
    return found


@pytest.mark.parametrize("name", WITHOUT_HOLE)
def test_the_ears_at_the_start_are_those_of_the_definition(name: str) -> None:
    scene = SCENES[name].scene
    assert scene.ears == true_ears(scene.outline.points)


def test_the_cave_wall_is_searched_back_to_the_start_of_the_list() -> None:
    told = []
    for moment in moments("Cave wall"):
        step = moment.step
        if isinstance(step, TipTested):
            inside = f"({','.join(map(str, step.inside))})" if step.inside else ""
            told.append(f"{step.tip}{'r' if step.result is Ear.REFLEX else ''}{inside}")
    assert " ".join(told) == ("0 1 2r 3 2 4(6) 5 4 6(10,11,14) 7r 8 7 6(10,11,14) 9 6(14) 10 6(14) 11r 12 11r 13 11")


@each_scene
def test_a_stage_is_one_ear(name: str) -> None:
    found = moments(name)
    names = LESSON.stage_names(found[0])
    ears = sum(isinstance(m.step, TipTested) and m.step.is_ear for m in found)
    assert list(dict.fromkeys(names))[-ears - 1 :] == [*(f"Ear {k + 1}" for k in range(ears)), "Check"]
    for i, moment in enumerate(found):
        if isinstance(moment.step, TipTested):
            assert moment.step.is_ear == (names[i + 1] != names[i])


@each_scene
def test_the_clipped_and_what_is_left_make_up_the_outline(name: str) -> None:
    for moment in moments(name):
        if isinstance(moment.step, Triangulation):
            continue
        areas = [mark for mark in drawn(moment).marks if isinstance(mark, Area)]
        left = [mark for mark in areas if mark.ink is Ink.A]
        gone = [Judge(mark.points) for mark in areas if mark.ink is Ink.GHOST]
        assert len(left) == 1
        whole_ring = isinstance(moment.step, TipTested)
        assert len(left[0].points) == len(ring_before(moment) if whole_ring else moment.trace.result.ring)
        x, y = np.array(left[0].points).T
        remaining = 0.5 * float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())
        assert remaining + sum(each.area for each in gone) == pytest.approx(solid(moment.scene).area)


@each_scene
def test_the_triangles_fill_the_outline_and_their_tree_has_one_way_between_any_two(name: str) -> None:
    last = moments(name)[-1]
    canvas = drawn(last)
    triangles = [Judge(mark.points) for mark in canvas.marks if isinstance(mark, Area) and mark.ink is Ink.A]
    scene, outline = last.scene, solid(last.scene)
    assert len(triangles) == len(scene.outline.vertices) + 2 * (len(scene.outline.rings) - 1) - 2
    assert sum(each.area for each in triangles) == pytest.approx(outline.area)
    assert unary_union(triangles).symmetric_difference(outline).area == pytest.approx(0.0, abs=1e-9)
    tree = [mark for mark in canvas.marks if isinstance(mark, Stroke) and mark.ink is Ink.ANSWER]
    assert len(tree) == len(triangles) - 1
    reached, more = {tree[0].points[0]} if tree else set(), True
    while more:
        ends = {p for mark in tree for p in (mark.points[0], mark.points[-1]) if set(mark.points) & reached}
        more = not ends <= reached
        reached |= ends
    assert len(reached) == len(triangles)
    assert f"{len(triangles)} triangles" in plain(LESSON.page(last).sentence)
    outer = Judge(scene.outline.points).area
    less = f"outline less holes: {outer:.2f} − {outer - outline.area:.2f}"
    own = less if len(scene.outline.rings) > 1 else f"the outline has {outline.area:.2f}"
    assert f"add up to {outline.area:.2f}; {own}." in plain(LESSON.page(last).sentence)


@each_scene
def test_a_candidate_shows_its_edges_and_what_blocks_it(name: str) -> None:
    for moment in moments(name):
        step = moment.step
        if not isinstance(step, TipTested):
            continue
        canvas, points = drawn(moment), moment.scene.outline.vertices
        broad = [mark for mark in canvas.marks if isinstance(mark, Stroke) and mark.line is Line.FEATURE]
        (edges,) = (mark.points for mark in broad)
        assert np.array(edges) == pytest.approx(points[[step.before, step.tip, step.after]])
        (p, q, r) = (tuple(map(Fraction, each)) for each in edges)
        cross = (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0])
        row = LESSON.page(moment).rows[0]
        assert row.cells[0] == str(step.tip)
        assert row.cells[1].replace("−", "-") == f"{float(cross):.2f}".replace("-0.00", "0.00")
        tint = [mark for mark in canvas.marks if isinstance(mark, Area) and mark.ink is Ink.EXAMINED]
        assert len(tint) == (cross > 0)
        red = {mark.at for mark in canvas.marks if isinstance(mark, Dot) and mark.ink is Ink.OVERLAP}
        triangle = Judge(edges)
        corners = {tuple(each) for each in edges}
        ring = {tuple(points[k].tolist()) for k in ring_before(moment)} - corners
        every = {at for at in ring if triangle.covers(Place(at))} if cross > 0 else set()
        held = every & {tuple(points[k].tolist()) for k in diamonds(points, ring_before(moment))}
        assert red == held, "only diamonds are tested"
        assert bool(held) is bool(every), "and that is enough"
        words = plain(row.cells[-1])
        assert words == ("ear" if cross > 0 and not held else "not an ear" if held else words)
        assert (words in ("reflex", "straight")) is (cross <= 0)
        labels = {plain(mark.text) for mark in canvas.marks if isinstance(mark, Label)}
        sides = list(zip(edges, (*edges[1:], edges[0]), strict=True))
        for k, at in enumerate(map(tuple, points.tolist())):
            on_side = any(Stretch(side).distance(Place(at)) < 1e-9 for side in sides)
            word = f"{k}: on its side" if on_side else f"{k}: inside"
            assert (word in labels) is (at in held)
            assert at not in held or str(k) in plain(LESSON.page(moment).sentence)
        if not held and cross > 0:
            assert f"{triangle.area:.2f}" in plain(LESSON.page(moment).sentence)


@each_scene
def test_diamonds_stand_where_the_ring_does_not_turn_left(name: str) -> None:
    moment = moments(name)[-2]
    first = next(m for m in moments(name) if isinstance(m.step, TipTested))
    for each in (first, moment):
        ring, points = ring_before(each), each.scene.outline.vertices
        expected = {tuple(points[v].tolist()) for v in diamonds(points, ring)}
        shown = {m.at for m in drawn(each).marks if isinstance(m, Dot) and m.point is Point.DIAMOND}
        assert shown == expected


def test_the_arrows_run_as_the_list_is_walked() -> None:
    """The outline counter-clockwise, its holes clockwise: a left turn is convex everywhere."""
    for name in SCENES:
        moment = moments(name)[0]
        rings = list(moment.scene.outline.rings)
        for k, ring in enumerate(rings):
            if Ring(ring).is_ccw is (k > 0):
                rings[k] = np.concatenate((ring[:1], ring[:0:-1]))
        expected = [(ring[k], ring[(k + 1) % len(ring)]) for ring in rings for k in range(len(ring))]
        arrows = [mark for mark in drawn(moment).marks if isinstance(mark, Arrow)]
        assert len(arrows) == len(expected)
        for mark, (p, q) in zip(arrows, expected, strict=True):
            assert (np.array(mark.start) + mark.end) / 2.0 == pytest.approx((p + q) / 2.0)
            assert np.dot(np.subtract(mark.end, mark.start), q - p) > 0.99 * math.dist(
                mark.start, mark.end
            ) * math.dist(p, q)
    assert plain(LESSON.page(moments("Clockwise star")[0]).sentence) == (
        "Signed area S = −6.47 < 0: clockwise. "
        "Backwards we turn left at circles (convex), right at diamonds (reflex)."
    )
    assert plain(LESSON.page(moments("Outline with a hole")[0]).sentence) == (
        "Outline: S = 16.00, counter-clockwise. Hole: −4.91, clockwise."
    )


def test_a_hole_that_is_listed_the_other_way_is_walked_backwards() -> None:
    outer, hole = (ring.tolist() for ring in SCENES["Outline with a hole"].scene.outline.rings)
    moment = moments_of(LESSON, Cut(Outline(outer, hole[::-1])))[0]
    assert plain(LESSON.page(moment).sentence) == (
        "Outline: S = 16.00, counter-clockwise. Hole: 4.91, counter-clockwise. The arrows show how we walk."
    )
    arrows = [mark for mark in drawn(moment).marks if isinstance(mark, Arrow)][len(outer) :]
    middle = np.mean(hole, axis=0)
    for mark in arrows:
        (px, py), (qx, qy) = np.subtract(mark.start, middle), np.subtract(mark.end, middle)
        assert px * qy - py * qx < 0.0, "clockwise"


def test_a_hole_is_seen_from_the_first_step() -> None:
    moment = moments("Outline with a hole")[0]
    hole = [tuple(each) for each in moment.scene.outline.rings[1].tolist()]
    closed = [m.points for m in drawn(moment).marks if isinstance(m, Stroke) and m.closed and m.ink is Ink.A]
    assert {frozenset(each) for each in closed} >= {frozenset(hole)}
    shown = {m.at for m in drawn(moment).marks if isinstance(m, Dot) and m.point is Point.DIAMOND}
    assert shown == set(hole), "the solid turns right around a hole"
    assert LESSON.situation(moment) == "The outline has 4 vertices and its hole 4."


def test_the_bridge_joins_the_hole_by_two_edges() -> None:
    moment = next(m for m in moments("Outline with a hole") if isinstance(m.step, BridgeBuilt))
    says = plain(LESSON.page(moment).sentence)
    assert (
        says
        == "Vertex 7 of the hole sees vertex 1 of the outline. One ring of 10 vertices is left: these two come twice."
    )
    pair = [
        np.array(mark.points)
        for mark in drawn(moment).marks
        if isinstance(mark, Stroke) and mark.ink is Ink.EXAMINED and mark.line is Line.OUTLINE
    ]
    assert sum(pair) / 2.0 == pytest.approx(np.array(((3.2, 1.2), (4.2, 0.0))))
    assert LESSON.challenge(moment) is None


@each_scene
def test_where_a_vertex_forbids_an_ear_a_diamond_does(name: str) -> None:
    for moment in moments(name):
        if isinstance(moment.step, TipTested) and moment.step.inside:
            shown = {m.at for m in drawn(moment).marks if isinstance(m, Dot) and m.point is Point.DIAMOND}
            points = moment.scene.outline.vertices
            assert shown & {tuple(points[k].tolist()) for k in moment.step.inside}


def test_the_first_step_speaks_of_straight_vertices_where_there_are_any() -> None:
    told = [name for name in SCENES if "or not at all at diamonds" in LESSON.page(moments(name)[0]).sentence]
    assert told == ["Straight vertices"]


@pytest.mark.parametrize(
    ("name", "compare", "words"),
    [
        ("Cave wall", "no inside test", "4: clipped, 6 inside|T = 14 is right, but the area is 38.17, not 28.54"),
        ("Clockwise star", "no inside test", "4: clipped, 2 inside|T = 8 is right, but the area is 7.68, not 6.47"),
        ("Straight vertices", "no inside test", "no error here"),
        (
            "Cave wall",
            "wrong cross sign",
            "2: clipped, reflex|8 wrong clips, outside the outline; then no vertex passes",
        ),
        (
            "Clockwise star",
            "winding not checked",
            "0: clipped, reflex|5 wrong clips, outside the outline; then no vertex passes",
        ),
        ("Cave wall", "winding not checked", "no error here"),
        (
            "Vertex on the diagonal",
            "half-open triangle",
            "0: clipped, 3 on its side|both checks pass, but triangle 1, 3, 4 is flat",
        ),
    ],
)
def test_a_faulty_rule_says_what_comes_of_it(name: str, compare: str, words: str) -> None:
    culprit, _, words = words.rpartition("|")
    moment = moments(name, compare)[-1]
    labels = [plain(m.text) for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert labels == [f"{compare}: {words}", *([culprit] if culprit else [])]
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    idea = LESSON.page(moment).idea
    assert idea.startswith(f"**{compare.capitalize()}**"), "the fault is told, and the tree is not drawn"
    assert comparison.differs(moment) is (words != "no error here")
    marks = drawn(moment).marks
    filled = [Judge(m.points) for m in marks if isinstance(m, Area) and m.ink is Ink.FAULTY]
    dotted = [m.points for m in marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
    assert len(dotted) == len({frozenset(each) for each in dotted}), "each side once"
    assert bool(filled) is (words != "no error here")
    if "outside" in words:
        assert unary_union(filled).intersection(solid(moment.scene)).area == pytest.approx(0.0, abs=1e-9)
        assert len(filled) == len(moment.faulty.triangles) - 1
    elif "area" in words:
        assert moment.faulty.covered == pytest.approx(float(words.split()[-3].rstrip(",")), abs=0.005)
        assert sum(abs(Judge(moment.scene.outline.points[list(t)]).area) for t in moment.faulty.triangles) == (
            pytest.approx(moment.faulty.covered)
        )
    halos = [m for m in marks if isinstance(m, Glow) and m.ink is Ink.FAULTY]
    assert len(halos) == ("flat" in words), "a flat triangle has no area to fill"
    points = list(map(tuple, moment.scene.outline.vertices.tolist()))
    clips = [clip.triangle for clip in faulty_clips(moment)]
    theirs = {frozenset((points[i], points[j])) for t in clips for i, j in itertools.combinations(t, 2)}
    outline = {frozenset((points[k - 1], points[k])) for k in range(len(points))}
    assert {frozenset(each) for each in dotted} == theirs - outline, "its triangles, and none of the right ones"
    assert not [m for m in marks if isinstance(m, Stroke) and m.line is Line.THIN]
    table = LESSON.table(moment)
    assert table is not None
    assert table.columns == ("", "correct", compare)
    sums = [sum(Judge([points[k] for k in t]).area for t in each) for each in (moment.step.triangles, clips)]
    assert [[plain(cell) for cell in row.cells[1:]] for _, row in table.rows] == [
        [str(len(moment.step.triangles)), str(len(clips))],
        [f"{total:.2f}" for total in sums],
        *([["0", "1"]] if "flat" in words else []),
    ]


@pytest.mark.parametrize(
    ("name", "compare", "labels", "cells"),
    [
        (
            "Straight vertices",
            "straight vertex clipped",
            ["both checks pass, but triangle 0, 1, 5 is flat", "0: clipped, straight"],
            [("4", "4"), ("12.00", "12.00"), ("0", "1")],
        ),
        (
            "Cave wall",
            "own vertices tested",
            ["clips 0 of 14 triangles, then finds no ear"],
            [("14", "0"), ("28.54", "0.00")],
        ),
        ("Triangle", "triangle refused", ["no triangle, though T = 1"], [("1", "0"), ("6.00", "0.00")]),
        ("Triangle", "own vertices tested", ["no error here"], [("1", "1"), ("6.00", "6.00")]),
        ("Cave wall", "triangle refused", ["no error here"], [("14", "14"), ("28.54", "28.54")]),
        ("Cave wall", "cap of 1000 passes", ["no error here"], [("14", "14"), ("28.54", "28.54")]),
    ],
)
def test_the_other_slips_of_the_article(
    name: str, compare: str, labels: list[str], cells: list[tuple[str, str]]
) -> None:
    """Errors 10 to 12, and an ear's own corners tested: no wrong triangle, but a flat one or too few."""
    moment = moments(name, compare)[-1]
    marks = drawn(moment).marks
    told = [plain(m.text) for m in marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert told == [f"{compare}: {labels[0]}", *labels[1:]]
    assert not any(isinstance(m, Area) and m.ink is Ink.FAULTY for m in marks)
    comparison = LESSON.comparison(compare)
    assert comparison is not None
    assert comparison.differs(moment) is (labels != ["no error here"])
    assert LESSON.page(moment).idea.startswith(f"**{compare.capitalize()}**")
    table = LESSON.table(moment)
    assert table is not None
    assert [tuple(map(plain, row.cells[1:])) for _, row in table.rows] == cells


def test_a_triangle_is_told_as_one() -> None:
    moment = moments("Triangle")[-1]
    assert LESSON.situation(moment) == "The outline is one triangle: there is nothing to clip."
    assert "$T$ = 1 triangle. Its area is **6.00**" in LESSON.page(moment).sentence


def test_a_faulty_rule_is_followed_step_by_step_to_its_first_wrong_clip() -> None:
    found = moments("Cave wall", "no inside test")
    for moment in found[:-1]:
        tested = isinstance(moment.step, TipTested)
        done = sum(isinstance(s, TipTested) and s.is_ear for s in moment.seen[:-1])
        assert [clip.triangle for clip in faulty_clips(moment)] == (
            list(moment.faulty.triangles[: done + 1]) if tested else []
        )
        dotted = [m for m in drawn(moment).marks if isinstance(m, Stroke) and m.line is Line.DOTTED]
        assert bool(dotted) is (tested and done >= 4)
        assert not any(isinstance(m, Area) and m.ink is Ink.FAULTY for m in drawn(moment).marks)
    moment = next(m for m in found if isinstance(m.step, TipTested) and m.step.inside)
    labels = [plain(m.text) for m in drawn(moment).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert labels == ["no inside test: clips 4, though vertex 6 lies in its triangle"]


def test_the_situation_counts_what_is_drawn() -> None:
    found = moments("Cave wall")
    assert LESSON.situation(found[0]) == "The outline has 16 vertices."
    assert LESSON.situation(found[1]) == "No ear is clipped yet, 16 vertices remain; vertex 0 is the next ear."
    assert LESSON.situation(found[6]) == "4 ears are clipped, 12 vertices remain; vertex 4 is not an ear."
    assert LESSON.situation(found[-1]) == (
        "The outline is cut into 14 triangles along 13 diagonals, after 22 tests. "
        "The tree has 5 leaves; the outline has 8 ears."
    )
    last = moments("Outline with a hole")[-1]
    triangles = [list(t) for t in last.step.triangles]
    sides = {frozenset(p) for t in triangles for p in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0]))}
    own = {frozenset((k, k // 4 * 4 + (k + 1) % 4)) for k in range(8)}
    said = (
        f"The outline is cut into 8 triangles along {len(sides - own)} diagonals, 1 of them a bridge, after 11 tests."
    )
    assert LESSON.situation(last) == said


@pytest.mark.parametrize("name", WITHOUT_HOLE)
def test_the_leaves_of_the_tree_are_ears_of_the_outline(name: str) -> None:
    last = moments(name)[-1]
    canvas, points = drawn(last), last.scene.outline.points
    count = len(points)
    own = {frozenset((k, (k + 1) % count)) for k in range(count)}
    leaves = {}
    for triangle in last.step.triangles:
        sides = [frozenset(pair) for pair in itertools.combinations(triangle, 2) if frozenset(pair) in own]
        if len(sides) == 2:
            (tip,) = sides[0] & sides[1]
            leaves[tip] = frozenset(map(tuple, points[list(triangle)].tolist()))
    assert len(leaves) >= 2
    assert leaves.keys() <= true_ears(points)
    labels = [plain(mark.text) for mark in canvas.marks if isinstance(mark, Label) and mark.ink is Ink.ANSWER]
    assert labels == [f"{tip}: ear" for tip in sorted(leaves, key=last.scene.polygon.ordered[0].index)]
    told = f"The tree has {len(leaves)} leaves; the outline has {len(true_ears(points))} ears."
    assert LESSON.situation(last).endswith(told)
    table = LESSON.table(last)
    assert table is not None
    cells = [row.cells for _, row in table.rows]
    assert cells[-1] == ("**sum**", f"**{Judge(points).area:.2f}**")
    sizes = {" ".join(map(str, t)): f"{Judge(points[list(t)]).area:.2f}" for t in last.step.triangles}
    single = [(name, size) for name, size in cells[:-1] if "first" not in name]
    assert single == list(sizes.items())[-len(single) :]
    first = last.step.triangles[: len(sizes) - len(single)]
    for name, size in cells[: len(cells) - 1 - len(single)]:
        assert name == f"first {len(first)} triangles"
        assert size == f"{sum(Judge(points[list(t)]).area for t in first):.2f}"
    bright = {frozenset(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.ANSWER}
    assert bright == set(leaves.values())


def test_a_straight_vertex_is_tested_before_a_clip_makes_it_an_ear() -> None:
    tested = [m.step for m in moments("Straight vertices") if isinstance(m.step, TipTested)]
    assert [(step.tip, step.result) for step in tested[:3]] == [(0, Ear.STRAIGHT), (1, Ear.EAR), (0, Ear.EAR)]
    assert LESSON.page(moments("Straight vertices")[1]).rows[-1].cells[1:] == ("0.00", "–", "straight")
    star = [m.step.result for m in moments("Clockwise star") if isinstance(m.step, TipTested)]
    assert star[:3] == [Ear.REFLEX, Ear.EAR, Ear.EAR]


@each_scene
def test_the_tree_stays_in_the_outline(name: str) -> None:
    last = moments(name)[-1]
    inside = solid(last.scene).buffer(1e-9)
    for mark in drawn(last).marks:
        if isinstance(mark, Stroke) and mark.ink is Ink.ANSWER:
            assert inside.covers(Stretch(mark.points))
    assert not any(
        m.ink is Ink.ANSWER for m in drawn(moments(name, "no inside test")[-1]).marks if isinstance(m, Stroke)
    )


def test_a_bow_tie_is_refused_with_its_edges() -> None:
    with pytest.raises(ValueError, match=r"cross"):
        LESSON.run(Cut(Outline(((0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)))))
