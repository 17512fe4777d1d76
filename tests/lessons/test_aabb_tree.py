"""AABB tree: what a query, an insertion, a move and a cast tell and draw, against shapely and a plain recursion."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
import pytest
from shapely import LineString
from shapely import box as rectangle

from geometry.broadphase.aabb_tree import AabbTree
from geometry.broadphase.aabb_tree_node import Descended, LeafPut, LeafTaken, NodeTested, Refitted, StayedInside
from geometry.broadphase.boxes import Box, aabb_of, joined, perimeter
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.aabb_tree import AabbTreeLesson
from lessons.broadphase.aabb_tree_state import CAST, QUERY, Diagram, Treed, sides_of
from lessons.broadphase.aabb_tree_story import CHAIN, STALE, THIN
from lessons.broadphase.boxes import body_of, corners
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Crowd, Dot, Glow, Label
from viz.lesson.prediction import Choose, Click, Place
from viz.lesson.scene import Arrow
from viz.lesson.text import plain

LESSON = AabbTreeLesson()
FIRST = "Scattered shapes"
QUERIES = [name for name, preset in LESSON.presets.items() if preset.scene.does == QUERY]


def written(canvas: Canvas) -> list[tuple[str, object]]:
    return [(plain(mark.text), mark.at) for mark in canvas.marks if isinstance(mark, Label)]


def last(name: str, compare: str = "") -> Moment[Treed]:
    return moments(LESSON, name, compare)[-1]


def walked(tree: Diagram, box: Box, number: int) -> Iterator[tuple[int, bool]]:
    """The query as the storyboard has it: a plain recursion over the nodes, by shapely's boxes."""
    node = tree.by_number[number]
    meets = rectangle(*sides_of(node.box)).intersects(rectangle(*box))
    yield number, meets
    if meets:
        for child in tree.children(node):
            yield from walked(tree, box, child.number)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_tests_the_nodes_of_a_plain_recursion(name: str) -> None:
    moment = last(name)
    scene, tree = moment.scene, moment.scene.states[-1]
    path = list(walked(tree, scene.asks, tree.root.number))
    assert [(each.node, each.meets) for each in scene.visits] == path
    hits = {i for i, b in enumerate(scene.boxes) if rectangle(*b).intersects(rectangle(*scene.asks))}
    assert set(moment.trace.result.ids) == hits
    inner = sum(meets and tree.by_number[n].body is None for n, meets in path)
    assert f"2 · {inner} + 1 = {len(path)} of {len(tree.nodes)} nodes" in plain(LESSON.page(moment).sentence)
    assert plain(LESSON.situation(moment)) == (
        f"The query has tested {len(path)} of {len(tree.nodes)} nodes and found {len(hits)} of {scene.count} boxes."
    )
    met = sum(meets for _, meets in path)
    told = labels(drawn(LESSON, "tree", moment))
    assert f"{met} tested: overlap Q" in told
    assert f"{len(path) - met} tested: gap, skipped" in told
    assert f"without the tree: {scene.count} tests" in told
    assert f"{len(tree.nodes) - len(path)} never tested" in told
    table = LESSON.table(moment)
    assert table is not None
    *rows, everything = [[plain(cell) for cell in row.cells] for _, row in table.rows]
    assert everything == ["all", f"{len(tree.nodes)}", f"{len(path)}", f"{met}"]
    assert [i for i, (step, _) in enumerate(table.rows) if step == moment.index] == [len(rows)], (
        "the newest row alone"
    )
    numbers = [[int(cell) for cell in row] for row in rows]
    for depth, boxes, tested, overlap in numbers:
        here = [meets for n, meets in path if tree.by_number[n].depth == depth]
        assert (boxes, tested, overlap) == (sum(n.depth == depth for n in tree.nodes), len(here), sum(here))
    assert sum(row[2] for row in numbers) == len(path)


def test_the_world_and_the_tree_show_what_is_met_left_and_idle() -> None:
    for moment in moments(LESSON, FIRST):
        scene, tree = moment.scene, moment.scene.states[0]
        seen = scene.visits[: moment.step.tested]
        met, skipped = ({v.node for v in seen if v.meets is meets} for meets in (True, False))
        world, diagram = drawn(LESSON, "world", moment), drawn(LESSON, "tree", moment)
        lines = Line.MEASURE, Line.FEATURE, Line.DASHED
        boxes, first, gap = ([s for s in strokes(world, Ink.EXAMINED, line) if s.closed] for line in lines)
        assert len(boxes) + len(first) == len(met)
        gone = strokes(world, Ink.CONSTRUCTION, Line.DASHED)
        assert len(gone) + len(gap) == len(skipped)
        if isinstance(moment.step, NodeTested):
            (at,) = first or gap  # the node under test, by itself
            assert at.points == pytest.approx(np.array(corners(sides_of(moment.step.box))))
        ends = {tuple(np.round((*np.min(s.points, axis=0), *np.max(s.points, axis=0)), 9)) for s in boxes + gone}
        assert ends <= {tuple(np.round(sides_of(node.box), 9)) for node in tree.nodes}, "every box at its true place"
        (idle,) = (m for m in world.marks if isinstance(m, Crowd))
        inner = {n.number for n in tree.nodes if n.body is None}
        dark = {n for n in tree.by_number if set(tree.path(n)[1:]) & skipped}
        assert len(idle.segments) == 4 * len(inner - met - skipped - dark)
        quiet = {text for text, mark in labels(world, Ink.QUIET).items() if text in scene.names}
        assert quiet == {scene.names[i] for n in skipped for i in tree.below[n]}
        assert quiet == {text for text in labels(diagram, Ink.QUIET) if text in scene.names}
        assert {f"{len(tree.below[n])} shapes skipped" for n in skipped & inner} <= set(labels(world))
        glows = {m.points[0] for m in diagram.marks if isinstance(m, Glow)}
        assert glows == {tree.places[n] for n in met}
        ways = strokes(diagram, Ink.EXAMINED, Line.MEASURE)
        assert sum(not way.closed for way in ways) == len(met) - 1
        rings = [np.mean(way.points, axis=0) for way in ways if way.closed]
        now = [tree.places[moment.step.node]] if isinstance(moment.step, NodeTested) else []
        assert rings == [pytest.approx(at, abs=1e-9) for at in now]
        crosses = {m.at for m in diagram.marks if isinstance(m, Dot) and m.ink is Ink.GHOST}
        assert crosses == {tree.places[n] for n in skipped}


def test_each_test_tells_the_overlap_or_the_gap() -> None:
    for moment in moments(LESSON, FIRST):
        step, scene = moment.step, moment.scene
        if not isinstance(step, NodeTested):
            continue
        node, q = rectangle(*sides_of(step.box)), rectangle(*scene.asks)
        told = plain(LESSON.page(moment).sentence)
        if not moment.index:
            assert told == "The root and Q overlap: test both children."
        elif step.meets:
            left, bottom, right, top = node.intersection(q).bounds
            assert f"w = {right - left:.2f} and h = {top - bottom:.2f}" in told
            shown = labels(drawn(LESSON, "world", moment))
            assert {f"w = {right - left:.2f}", f"h = {top - bottom:.2f}"} <= set(shown)
        else:
            gap = min(node.distance(q), math.inf)
            value = float(told.split(" = ")[1].split(" <")[0].replace("−", "-"))
            assert 0.0 < -value <= gap + 0.005
        assert told.endswith("is found.") == (step.meets and step.id is not None)


def test_the_question_wants_a_leaf_that_is_tested_and_missed() -> None:
    moment = moments(LESSON, FIRST)[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    tree, scene = moment.scene.states[0], moment.scene
    path = dict(walked(tree, scene.asks, tree.root.number))
    leaves = [n for n in tree.nodes if n.body is not None]
    (wanted,) = (n for n in leaves if path.get(n.number) is False)
    assert asked.right == {scene.node_feature(tree, wanted.number)}
    for node in leaves:
        verdict = asked.judge(scene.node_feature(tree, node.number))
        if node is wanted:
            assert "Q overlaps its parent, box IMN" in verdict.because
            continue
        above = next((n for n in tree.path(node.number) if path.get(n) is False), node.number)
        if path.get(node.number):
            assert "the query finds it" in verdict.because
        else:
            assert scene.called(tree, above) in verdict.because
        assert verdict.draw is not None
        canvas = drawn(LESSON, "world", moment)
        verdict.draw(canvas, "world")
        (wrong,) = strokes(canvas, Ink.FAULTY)
        box = tree.by_number[above].box
        assert np.ptp(wrong.points, axis=0) == pytest.approx(box.high - box.low), "the box that is skipped"
    inner = next(n for n in tree.nodes if n.body is None)
    assert not asked.judge(scene.node_feature(tree, inner.number)).counts


def test_the_even_crowd_asks_for_the_number_of_tests() -> None:
    moment = moments(LESSON, "Even crowd of 300")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Choose)
    scene = moment.scene
    tested = len(list(walked(scene.states[0], scene.asks, scene.states[0].root.number)))
    assert asked.right == {"fewer than 100"}
    assert tested < 100
    assert all(f"It tests {tested}:" in asked.judge(each).because for each in asked.options)
    assert [asked.judge(each).right for each in asked.options] == [True, False, False]


def test_the_heap_costs_more_than_all_boxes() -> None:
    moment = last("Heap of 60")
    page = LESSON.page(moment)
    tested = len(moment.scene.visits)
    assert tested > moment.scene.count
    assert "more than half of the inner boxes" in page.idea
    inner = sum(v.meets and v.id is None for v in moment.scene.visits)
    assert inner > (moment.scene.count - 1) / 2
    assert "more than half" not in LESSON.page(last("Even crowd of 300")).idea


@pytest.mark.parametrize("name", ["Insert H", "Sorted staircase"])
def test_an_insertion_goes_where_perimeters_grow_least(name: str) -> None:
    for moment in moments(LESSON, name):
        step, scene, tree = moment.step, moment.scene, moment.scene.states[moment.index]
        if isinstance(step, Descended):
            new, here = scene.boxes[-1], perimeter(joined(sides_of(step.box), scene.boxes[-1]))
            costs = []
            for number in (step.left, step.right):
                child = tree.by_number[number]
                own = perimeter(joined(sides_of(child.box), new))
                own -= 0.0 if child.body is not None else perimeter(sides_of(child.box))
                costs.append(here - perimeter(sides_of(step.box)) + own)
            told = plain(LESSON.page(moment).sentence)
            assert f"= {costs[0]:.2f}, right" in told
            assert f"= {costs[1]:.2f}, a new parent here {here:.2f}" in told
            way = "Stop here" if here < min(costs) else "Go left" if costs[0] < costs[1] else "Go right"
            assert told.endswith(f"{way}.")
            assert {f"{cost:.2f}" for cost in (*costs, here)} <= set(labels(drawn(LESSON, "tree", moment)))
        levels = max(len(tree.path(node.number)) for node in tree.nodes)
        assert f"leaves on {levels} levels, {len(tree.nodes)} nodes" in plain(LESSON.situation(moment))
        if isinstance(step, LeafPut):
            beside = {tree.by_number[step.leaf].parent, tree.by_number[step.neighbour or 0].parent}
            assert beside == {step.parent}
            assert f"= {len(tree.nodes)} nodes" in plain(LESSON.page(moment).sentence)
        if isinstance(step, Refitted):
            assert sides_of(step.box) == scene.around_all(tree.below[step.node])


def test_the_neighbour_is_found_by_the_walk_not_by_the_least_sum() -> None:
    moment = moments(LESSON, "Insert H")[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    tree = moment.scene.states[0]
    put = next(step for step in moment.scene.whole if isinstance(step, LeafPut))
    assert asked.right == {moment.scene.node_feature(tree, put.neighbour or 0)}
    (cd,) = (n for n in tree.nodes if tree.below[n.number] == (2, 3))
    told = asked.judge(moment.scene.node_feature(tree, cd.number)).because
    assert told == "Below the root, box ABCD costs 4.80, box EFG 4.00."
    assert "To stop at box EFG costs" in asked.judge(moment.scene.node_feature(tree, _above(tree, put))).because


def _above(tree: Diagram, put: LeafPut) -> int:
    return tree.by_number[put.neighbour or 0].parent or 0


def test_no_rotations_make_a_chain() -> None:
    moment = last("Sorted staircase", CHAIN)
    assert isinstance(moment.faulty, AabbTree)
    deep = moment.faulty.height
    assert deep > 2 * math.log2(13)
    tree = moment.scene.states[-1]
    told = f"{deep} branches deep, not {tree.root.height}"
    canvas = drawn(LESSON, "tree", moment)
    assert told in labels(canvas, Ink.FAULTY)
    letters = [text for text, _ in written(canvas) if text in moment.scene.names]
    assert len(letters) == 2 * 13, "both trees are drawn, the right one above"
    both = moment.faulty.nodes(), tree.nodes
    costs = [len(list(walked(Diagram(nodes), moment.scene.boxes[-1], nodes[0].number))) for nodes in both]
    assert costs[0] > costs[1]
    asked = f"A query with the box of M tests {costs[0]} nodes, not {costs[1]}."
    assert plain(LESSON.situation(moment)) == f"No rotations: {told}. {asked}"


def test_a_fat_box_keeps_the_tree_until_it_is_left() -> None:
    scene = LESSON.presets["Fat box"].scene
    left, bottom, right, top = scene.boxes[-1]
    for shift, kind in ((scene.margin - 0.01, StayedInside), (scene.margin + 0.01, LeafTaken)):
        now = scene.with_field("moved", body_of((left + shift, bottom, right + shift, top)))
        moment = moments_of(LESSON, now)[0]
        assert isinstance(moment.step, kind)
        assert f"{0.01:.2f}" in plain(LESSON.page(moment).sentence)
    asked = LESSON.page(moments(LESSON, "Fat box")[0]).prediction
    assert isinstance(asked, Place)
    ((x, y),) = asked.right
    centre = ((left + right) / 2.0, (bottom + top) / 2.0)
    assert max(abs(x - centre[0]), abs(y - centre[1])) == pytest.approx(scene.margin)
    assert asked.judge((centre,)).head == "Too short"
    assert asked.judge(asked.start).head == "Outside"


def test_the_fat_box_is_the_new_one_once_the_leaf_is_out() -> None:
    for moment in moments(LESSON, "Fat box"):
        scene, m = moment.scene, moment.scene.margin
        taken = isinstance(moment.step, LeafTaken)
        left, bottom, right, top = scene.boxes[-1] if taken else scene.target
        at = labels(drawn(LESSON, "world", moment))[f"fat box, m = {m:.2f}"]
        assert at == pytest.approx(((left + right) / 2.0, top + m))
        low, high = (left - m, bottom - m), (right + m, top + m)
        dashed = strokes(drawn(LESSON, "world", moment), Ink.B, Line.DASHED)
        ends = [(*np.min(s.points, axis=0), *np.max(s.points, axis=0)) for s in dashed]
        assert ends == [pytest.approx((*low, *high))]
        tree = labels(drawn(LESSON, "tree", moment))
        put = next(m.index for m in moments(LESSON, "Fat box") if isinstance(m.step, LeafPut))
        assert (scene.names[-1] in tree) is (taken or moment.index >= put)


def test_boxes_that_are_not_refitted_lose_pairs() -> None:
    moment = last("Moved onto others", STALE)
    assert isinstance(moment.faulty, FaultyPairs)
    scene = moment.scene
    sides = [*scene.boxes[:-1], scene.target]
    true = {
        (i, j)
        for i, j in itertools.combinations(range(8), 2)
        if rectangle(*sides[i]).intersects(rectangle(*sides[j]))
    }
    assert true - set(moment.faulty.missed) == set(moment.faulty.reported)
    assert moment.faulty.missed == ((2, 7), (3, 7))
    assert plain(LESSON.situation(moment)).endswith("queries miss the overlaps of C H and D H.")
    letters = [text for text, _ in written(drawn(LESSON, "tree", moment)) if text in scene.names]
    assert len(letters) == 2 * 8, "both trees are drawn, the right one above"
    parents = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
    assert parents
    assert not any(
        rectangle(*np.min(p.points, axis=0), *np.max(p.points, axis=0)).contains(rectangle(*scene.target))
        for p in parents
    )


@pytest.mark.parametrize("name", [n for n, p in LESSON.presets.items() if p.scene.does == CAST])
def test_a_cast_meets_the_first_grown_box(name: str) -> None:
    moment = last(name)
    scene, r = moment.scene, moment.scene.radius
    line = LineString((scene.ray.start, scene.ray.end))
    entries = {}
    for i, (left, bottom, right, top) in enumerate(scene.boxes):
        part = line.intersection(rectangle(left - r, bottom - r, right + r, top + r))
        if not part.is_empty:
            entries[i] = math.dist(scene.ray.start, part.coords[0]) / line.length
    first = min(entries, key=lambda i: entries[i])
    assert moment.trace.result.id == first
    assert moment.trace.result.fraction == pytest.approx(entries[first])
    told = plain(LESSON.page(moment).sentence)
    assert f"The box of {scene.names[first]} is met first, at t = {entries[first]:.2f}." in told
    assert f"t = {entries[first]:.2f}" in labels(drawn(LESSON, "world", moment))
    asked = LESSON.page(moments_of(LESSON, scene)[0]).prediction
    assert isinstance(asked, Place)
    assert asked.right[0] == pytest.approx(line.interpolate(entries[first], normalized=True).coords[0])
    early, late = (line.interpolate(entries[first] + d, normalized=True).coords[0] for d in (-0.1, 0.1))
    assert asked.judge((early,)).head == "Too early"
    assert asked.judge((late,)).head == "Too late"


def test_without_the_radius_the_disc_passes() -> None:
    moment = last("Disc past a box", THIN)
    assert moment.faulty.fraction is None
    line = LineString((moment.scene.ray.start, moment.scene.ray.end))
    assert not any(line.intersects(rectangle(*b)) for b in moment.scene.boxes)
    assert any(line.distance(rectangle(*b)) < moment.scene.radius for b in moment.scene.boxes)
    assert "no hit" in labels(drawn(LESSON, "world", moment), Ink.FAULTY)


def test_the_challenge_can_be_met() -> None:
    scene = LESSON.presets[FIRST].scene
    for x, y in itertools.product(np.arange(0.5, 9.5, 0.2), repeat=2):
        now = scene.with_field("q", body_of((x, y, x + 0.8, y + 0.8)))
        challenge = LESSON.challenge(moments_of(LESSON, now)[-1])
        assert challenge is not None
        free = not any(rectangle(*b).intersects(rectangle(*now.asks)) for b in now.boxes)
        tree = AabbTree()
        for i, b in enumerate(now.boxes):
            tree.insert(i, aabb_of(*b))
        if challenge.reached:
            assert free
            assert tree.query(aabb_of(*now.asks)).tested >= 9
            return
    raise AssertionError("nowhere")


def reached(name: str, field: str, value: object, compare: str = "") -> bool:
    before = LESSON.challenge(last(name, compare))
    assert before is not None
    assert not before.reached
    found = LESSON.presets[name].scene.with_field(field, value)
    trace = LESSON.run(found)
    after = LESSON.challenge(Moment(found, trace, len(trace) - 1, compare=compare))
    assert after is not None
    return after.reached


def test_the_other_goals_can_be_reached_and_are_not_at_first() -> None:
    rim = (body_of((x, x, x + 0.3, x + 0.3)) for x in np.arange(1.9, 0.2, -0.1))
    assert any(reached("Heap of 60", "q", each) for each in rim)
    assert reached("Insert H", "box_h", body_of((4.0, 5.2, 5.0, 6.0)))
    assert reached("Moved onto others", "moved", body_of((6.0, 5.4, 7.0, 6.2)), STALE)
    assert reached("Disc past a box", "ray", Arrow((4.4, 0.6), (6.2, 3.4)), THIN)
