"""Quadtree: cells, pairs, copies and answers against shapely and a tree made by recursion."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from shapely import box as rectangle

from geometry.broadphase.quadtree import Quadtree
from geometry.broadphase.quadtree_cell import CellCompared, CellSplit, Kept
from geometry.broadphase.structure import CandidatePairs
from lessons.broadphase.boxes import Boxes, corners
from lessons.broadphase.quadtree import QuadtreeLesson
from lessons.broadphase.quadtree_asked import APART, LIMIT, ONCE, ROOT
from lessons.broadphase.quadtree_figure import level_feature
from lessons.broadphase.quadtree_state import Parted, moving_crowd, named_cell
from lessons.broadphase.quadtree_wrong import CENTRE, CLOSED, ENDLESS, STALE
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Crowd, Dot, Stroke
from viz.lesson.prediction import Choose, Click
from viz.lesson.text import plain

LESSON = QuadtreeLesson()
FIRST, MOVING, CROWD, COLUMN = list(LESSON.presets)[:4]
ACROSS, TOUCHING, TWICE = list(LESSON.presets)[4:]
Box = tuple[float, float, float, float]


class Cell(NamedTuple):
    box: Box
    ids: list[int]
    above: list[int]
    is_leaf: bool
    level: int


def tree_of(scene: Parted, boxes: tuple[Box, ...]) -> list[Cell]:
    """The cells of a tree of the boxes, which all lie in the root, from the top down."""

    def cells(box: Box, ids: list[int], above: list[int], level: int) -> list[Cell]:
        left, bottom, right, top = box
        if len(ids) <= scene.capacity or level >= scene.depth:
            return [Cell(box, ids, above, True, level)]
        x, y = (left + right) / 2.0, (bottom + top) / 2.0
        quarters = ((left, bottom, x, y), (x, bottom, right, y), (left, y, x, top), (x, y, right, top))

        def goes(i: int, k: int) -> bool:
            b, column, row = boxes[i], k % 2, k // 2
            if scene.leaves_only:
                return (b[2] >= x if column else b[0] < x) and (b[3] >= y if row else b[1] < y)
            return (b[0] >= x if column else b[2] < x) and (b[1] >= y if row else b[3] < y)

        into = [[i for i in ids if goes(i, k)] for k in range(4)]
        stay = [] if scene.leaves_only else [i for i in ids if not any(i in each for each in into)]
        inner = [cells(quarters[k], into[k], [*above, *stay], level + 1) for k in range(4)]
        return [Cell(box, stay, above, False, level), *itertools.chain(*inner)]

    root = scene.root
    return cells((*root.low.tolist(), *root.high.tolist()), [*range(len(boxes))], [], 0)


def compared(scene: Parted, boxes: tuple[Box, ...]) -> set[tuple[int, int]]:
    """The pairs in one cell, or one above the other; in leaves those that share a leaf in which their common part
    begins."""
    found = set()
    for cell in tree_of(scene, boxes):
        pairs = {*itertools.combinations(sorted(cell.ids), 2)}
        if scene.leaves_only:
            low = {(i, j): np.maximum(boxes[i][:2], boxes[j][:2]) for i, j in pairs}
            pairs = {p for p in pairs if (low[p] >= cell.box[:2]).all() and (low[p] < cell.box[2:]).all()}
        found |= pairs | {(min(i, j), max(i, j)) for i in cell.ids for j in cell.above}
    return found


def true_pairs(boxes: tuple[Box, ...]) -> set[tuple[int, int]]:
    shapes = [rectangle(*each) for each in boxes]
    return {(i, j) for i, j in itertools.combinations(range(len(shapes)), 2) if shapes[i].intersects(shapes[j])}


def last(name: str, compare: str = "") -> Moment[Parted]:
    return moments(LESSON, name, compare)[-1]


def answers(name: str) -> list[Moment[Parted]]:
    return [m for m in moments(LESSON, name) if isinstance(m.step, CandidatePairs)]


@pytest.mark.parametrize("name", LESSON.presets)
def test_the_tree_told_is_the_tree_made_by_recursion(name: str) -> None:
    for k, moment in enumerate(answers(name)):
        scene = moment.scene
        boxes = scene.frames[k].boxes
        cells, tree = tree_of(scene, boxes), scene.trees[moment.index]
        assert {cell.box: frozenset(cell.ids) for cell in cells} == {b: node.ids for b, node in tree.nodes.items()}
        assert {*tree.leaves} == {cell.box for cell in cells if cell.is_leaf}
        assert moment.step.tested == len(compared(scene, boxes))
        assert {*moment.step.pairs} == true_pairs(boxes)
        told = plain(LESSON.situation(moment))
        deepest, hits = max(cell.level for cell in cells), len(true_pairs(boxes))
        assert told.startswith(f"{len(tree.leaves)} leaves, deepest level {deepest}: {moment.step.tested:,} of ")
        assert told.endswith(f", {hits} {'touches' if name == TOUCHING else 'overlaps' if hits == 1 else 'overlap'}.")


def test_a_tree_stays_told_when_a_box_leaves_the_root() -> None:
    scene = LESSON.presets[FIRST].scene.with_box(0, (-3.0, 8.5, -2.0, 9.5))
    last_of = moments_of(LESSON, scene)[-1]
    tree = Quadtree(scene.root, capacity=2, depth=6)
    for i, each in enumerate(scene.aabbs):
        tree.insert(i, each)
    told = scene.trees[last_of.index]
    assert told.root == tree.root.box == (-8.0, 0.0, 8.0, 16.0)
    assert {cell.box: frozenset(cell.ids) for cell in tree.cells()} == {b: node.ids for b, node in told.nodes.items()}
    assert {cell.box for cell in tree.cells() if not cell.quarters} == {*told.leaves}


def test_the_counts_of_the_storyboard() -> None:
    assert last(FIRST).step.tested == 10
    assert LESSON.presets[FIRST].scene.other_count == 4
    assert [plain(cell) for page in LESSON.pages(last(FIRST)) for row in page.rows for cell in row.cells] == [
        *("lower left", "A and B", "1", "3", "lower right", "D and H", "1", "3"),
        *("upper left", "G", "1", "1", "upper right", "E and F", "1", "3"),
    ]


@pytest.mark.parametrize("name", [FIRST, CROWD, COLUMN])
def test_the_border_tells_who_straddles_the_root_and_what_that_costs(name: str) -> None:
    moment, scene = last(name), LESSON.presets[name].scene
    (left, bottom), (right, top) = scene.root.low, scene.root.high
    lines = rectangle((left + right) / 2, bottom, (left + right) / 2, top).union(
        rectangle(left, (bottom + top) / 2, right, (bottom + top) / 2)
    )
    on = [i for i, box in enumerate(scene.boxes) if rectangle(*box).intersects(lines)]
    cost = sum(i in on or j in on for i, j in itertools.combinations(range(scene.count), 2))
    told = plain(LESSON.page(moment).sentence)
    assert told.startswith(f"s = {len(on)} box")
    assert f"; {'it costs' if len(on) == 1 else 'they cost'} {cost:,} of {moment.step.tested:,} comparisons." in told
    if scene.is_crowd:
        rows = [[plain(cell) for cell in row.cells] for row in LESSON.page(moment).rows]
        rest = scene.count - len(on), moment.step.tested - cost
        assert rows == [["root", f"{len(on)}", "0", f"{cost:,}"], ["below", f"{rest[0]}", "–", f"{rest[1]:,}"]]
    other = scene.with_field("keep", "all leaves")
    assert told.endswith(f"With copies in leaves: {len(compared(other, other.boxes)):,} in all.")
    outlined = strokes(drawn(LESSON, "world", moment), Ink.EXAMINED, Line.OUTLINE)
    assert {s.points[0] for s in outlined} == {scene.boxes[i][:2] for i in on}


def test_each_insert_lights_its_cell_and_gives_the_reason() -> None:
    told = [plain(LESSON.page(m).sentence) for m in moments(LESSON, FIRST)[:6]]
    assert told == [
        "A goes into the root: 1 of at most 2.",
        "B goes into the root: 2 of at most 2.",
        "C goes into the root: 3 boxes, more than 2, so the root must split.",
        "A and B go lower left. C straddles a line and stays.",
        "D fits into lower right: x_min = 4.40 ≥ 4.00, and y_max = 1.80 < 4.00.",
        "H fits into lower right: x_min = 5.00 ≥ 4.00, and y_max = 3.80 < 4.00.",
    ]
    for moment in moments(LESSON, FIRST):
        if isinstance(moment.step, Kept):
            cell = rectangle(*moment.step.cells[0])
            assert cell.contains(rectangle(*moment.scene.boxes[moment.step.id]))
            lit = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Area) and m.opacity == 0.07]
            assert [np.ptp(m.points, axis=0).tolist() for m in lit] == [[cell.bounds[2] - cell.bounds[0]] * 2]
        if isinstance(moment.step, CellSplit):
            crossed = strokes(drawn(LESSON, "world", moment), Ink.EXAMINED, Line.MEASURE)
            assert {s.points for s in crossed} >= {((4.0, 0.0), (4.0, 8.0)), ((0.0, 4.0), (8.0, 4.0))}


@pytest.mark.parametrize("name", [FIRST, CROWD, ACROSS])
def test_each_cell_step_is_a_cell_with_what_lies_above(name: str) -> None:
    scene = LESSON.presets[name].scene
    cells = {cell.box: cell for cell in tree_of(scene, scene.boxes)}
    for moment in moments(LESSON, name):
        if isinstance(moment.step, CellCompared):
            cell = cells[(*moment.step.cell.low.tolist(), *moment.step.cell.high.tolist())]
            k, a = len(cell.ids), len(cell.above)
            told = plain(LESSON.page(moment).sentence)
            assert f"{k * (k - 1) // 2:,} + {k} · {a} = {k * (k - 1) // 2 + k * a:,} comparison" in told
            own = {
                tuple(sorted(p))
                for p in (*itertools.combinations(cell.ids, 2), *itertools.product(cell.ids, cell.above))
            }
            assert f", {len(own & true_pairs(scene.boxes))} overlap" in told
            if scene.is_crowd:
                continue
            assert f"P = {len(own)}" in labels(drawn(LESSON, "tree", moment))
            bold = [
                s for s in drawn(LESSON, "world", moment).marks if isinstance(s, Stroke) and s.line is Line.FEATURE
            ]
            inks = {s.points[0]: s.ink for s in bold}
            above = dict.fromkeys((scene.boxes[i][:2] for i in cell.above), Ink.ANSWER)
            assert inks == {**above, **dict.fromkeys((scene.boxes[i][:2] for i in cell.ids), Ink.EXAMINED)}


def test_copies_are_dots_in_the_leaves() -> None:
    scene = LESSON.presets[FIRST].scene.with_field("keep", "all leaves")
    moment = moments_of(LESSON, scene)[-1]
    leaves = [cell for cell in tree_of(scene, scene.boxes) if cell.is_leaf]
    entries = [sum(i in cell.ids for cell in leaves) for i in range(8)]
    dots = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Dot) and m.point is Point.SMALL]
    assert len(dots) == sum(count for count in entries if count > 1)
    told, full = plain(LESSON.page(moment).sentence), sum(bool(cell.ids) for cell in leaves)
    assert told.startswith(f"8 boxes have {sum(entries)} entries in {full} of {len(leaves)} leaves: 4 comparisons.")
    assert told.endswith("With smallest cells: 10.")


def test_the_crowd_moves_and_the_cells_follow() -> None:
    before: set[Box] = set()
    for k, moment in enumerate(answers(MOVING)):
        scene, page = moment.scene, LESSON.page(moment)
        cells = tree_of(scene, scene.frames[k].boxes)
        split = {cell.box for cell in cells if not cell.is_leaf}
        row = [plain(cell) for cell in page.rows[0].cells]
        deepest, leaves = max(c.level for c in cells), sum(c.is_leaf for c in cells)
        assert row == [str(v) for v in (k + 1, leaves, deepest, moment.step.tested, len(moment.step.pairs))]
        if k:
            clock = LESSON.clock(moment)
            assert clock is not None
            assert clock.ticks[moment.index] == pytest.approx(k / 3)
            told = plain(page.sentence)
            assert f"{len(split - before)} cells are newly split, {len(before - split)} are joined." in told
            tree = Quadtree(scene.root, **scene.rule)
            for i, each in enumerate(scene.frames[k - 1].aabbs):
                tree.insert(i, each)
            left = sum(len(tree.move.trace(i, each)) > 1 for i, each in enumerate(scene.frames[k].aabbs))
            assert told.startswith(f"Frame {k + 1}: {left} of 84 boxes left their cells")
            assert f"{leaves} leaves" in labels(drawn(LESSON, "tree", answers(MOVING)[min(k + 1, 3)])) or k == 3
            new = strokes(drawn(LESSON, "world", moment), Ink.EXAMINED, Line.MEASURE)
            assert len(new) == 2 * len(split - before)
        before = split
    crowds = [m for m in drawn(LESSON, "world", last(MOVING)).marks if isinstance(m, Crowd)]
    (trail,) = (m for m in crowds if not len(m.triangles))
    assert len(trail.segments) == 70  # five of six move


def test_the_levels_show_who_is_kept_where() -> None:
    moment = last(CROWD)
    cells = tree_of(moment.scene, moment.scene.boxes)
    for level in range(1 + max(cell.level for cell in cells)):
        kept = sum(len(cell.ids) for cell in cells if cell.level == level)
        assert f"level {level}: {kept} boxes" in labels(drawn(LESSON, "tree", moment))


def test_who_straddles_is_asked_before_the_split() -> None:
    moment = moments(LESSON, FIRST)[2]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    assert asked.right == {ROOT}
    assert "both sides of x = 4.00" in asked.judge(ROOT).because
    wrong = asked.judge(named_cell("lower right"))
    assert not wrong.right
    assert wrong.because == "C begins at x = 3.60, left of the line x = 4.00."
    assert wrong.draw is not None
    wrong.draw(canvas := drawn(LESSON, "world", moment), "world")
    assert strokes(canvas, Ink.FAULTY)[0].points == ((4.0, 0.0), (8.0, 0.0), (8.0, 4.0), (4.0, 4.0))
    assert labels(canvas, Ink.FAULTY) == {**labels(canvas, Ink.FAULTY), "begins at 3.60": (3.6, 1.0)}
    assert "C reaches to x = 4.60" in asked.judge(named_cell("lower left")).because
    moved = moments_of(LESSON, moment.scene.with_box(2, (2.5, 0.6, 3.5, 1.4)))[2]
    asked = LESSON.page(moved).prediction
    assert isinstance(asked, Click)
    assert asked.right == {named_cell("lower left")}
    assert not asked.judge(ROOT).right


def test_who_is_compared_with_the_first_cell_is_asked() -> None:
    moment = moments(LESSON, FIRST)[5]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    for i, name in enumerate("ABCDEFGH"):
        verdict = asked.judge(Boxes.feature(moment.scene, i))
        assert verdict.right == (name == "C")
        assert verdict.because.startswith(name if name in "ABC" else f"All of {name} lies in another cell")


def test_the_dearest_level_is_asked_of_an_even_crowd() -> None:
    moment = moments(LESSON, CROWD)[-2]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    scene = moment.scene
    level = {i: cell.level for cell in tree_of(scene, scene.boxes) for i in cell.ids}
    cost = {n: sum(min(level[i], level[j]) == n for i, j in compared(scene, scene.boxes)) for n in range(5)}
    assert max(cost, key=lambda n: cost[n]) == 0
    for n, count in cost.items():
        verdict = asked.judge(level_feature(n))
        assert verdict.right == (n == 0)
        assert f"{list(level.values()).count(n)} boxes, {count:,} comparisons" in verdict.because
        if verdict.draw is not None:
            verdict.draw(canvas := Canvas(), "world")
            wrong = {s.points for s in strokes(canvas, Ink.FAULTY, Line.DOTTED) if s.closed}
            assert wrong == {corners(scene.boxes[i]) for i in level if level[i] == n}


def test_splits_at_one_place_end_at_the_limit() -> None:
    asks = [m for m in moments(LESSON, TWICE) if LESSON.page(m).prediction]
    (asked,) = [LESSON.page(m).prediction for m in asks]
    assert isinstance(asked, Choose)
    assert [asked.judge(answer).right for answer in (ONCE, APART, LIMIT)] == [False, False, True]
    split = next(m for m in moments(LESSON, TWICE) if isinstance(m.step, CellSplit))
    everywhere = "A and B go lower left, lower right, upper left and upper right."
    assert plain(LESSON.page(split).sentence) == everywhere
    page = LESSON.page(last(TWICE))
    assert page.stage == "Limit"
    assert "depth limit" in page.idea
    over = last(TWICE, ENDLESS)
    both = [c for c in tree_of(over.scene, over.scene.boxes) if c.is_leaf and len(c.ids) == 2]
    deeper = tree_of(over.scene.with_field("depth", 6), over.scene.boxes)
    full = [c for c in deeper if c.is_leaf and len(c.ids) == 2]
    assert len(over.faulty.split) == len(both) + len(full)
    told = plain(LESSON.situation(over))
    assert f"{sum(c.is_leaf for c in deeper) + 3 * len(full)} leaves, and {over.faulty.full}" in told
    assert [m for m in drawn(LESSON, "world", over).marks if isinstance(m, Crowd) and m.ink is Ink.FAULTY]


def test_faulty_rules_miss_pairs() -> None:
    centre = last(ACROSS, CENTRE)
    middles = [((b[0] + b[2]) / 2.0 >= 4.0, (b[1] + b[3]) / 2.0 >= 4.0) for b in centre.scene.boxes]
    apart = {(i, j) for i, j in true_pairs(centre.scene.boxes) if middles[i] != middles[j]}
    assert {*centre.faulty.missed} == apart == {(0, 1)}
    assert plain(LESSON.situation(centre)) == "Leaf of the centre: 1 of 2 overlapping pairs is missed."
    touching = last(TOUCHING, CLOSED)
    a, b = touching.scene.boxes[:2]
    assert a[2] == b[0] == 4.0
    assert touching.faulty.missed == ((0, 1),)
    assert plain(LESSON.page(touching).sentence) == (
        "≤ on both sides: 0 comparisons, 0 of 1 pair found. The right rule: 2 comparisons, none missed."
    )
    for moment in (centre, touching):
        a, b = moment.scene.boxes[:2]
        middle = np.mean([a[0], a[2], b[0], b[2]])
        assert labels(drawn(LESSON, "world", moment), Ink.FAULTY)["missed"] == (
            pytest.approx(middle),
            max(a[3], b[3]),
        )
    for name, rule in ((ACROSS, CENTRE), (TOUCHING, CLOSED)):
        for moment in moments(LESSON, name, rule):
            split = moment.scene.trees[moment.index].nodes[(0.0, 0.0, 8.0, 8.0)].lines is not None
            names = labels(drawn(LESSON, "tree", moment), Ink.FAULTY)
            moved = {"A", "B"} if rule == CENTRE else {"A"}  # B, which begins on the line, goes right by either rule
            assert moved <= {*names} or not split
            assert LESSON.page(moment).idea.startswith(f"**{rule[0].upper()}{rule[1:]}") or not split
            assert ("missed" in labels(drawn(LESSON, "world", moment))) == (
                "1 missed" in LESSON.situation(moment)
            ) or (moment.is_last)
    rows = [plain(row.cells[0]) for page in LESSON.pages(last(ACROSS, CENTRE)) for row in page.rows if row.faulty]
    assert rows == ["root", "lower left", "lower right"]
    told = plain(LESSON.page(last(ACROSS, CENTRE)).sentence)
    assert told.startswith("Leaf of the centre: 1 comparison, 1 of 2 pairs found.")
    stale = last(MOVING, STALE)
    table = [plain(row.cells[4]) for page in LESSON.pages(stale) for row in page.rows if row.faulty]
    known = compared(stale.scene, stale.scene.frames[0].boxes)
    assert table == [f"{len(true_pairs(frame.boxes) & known)}" for frame in stale.scene.frames[1:]]
    first, end = stale.scene.frames[0].boxes, stale.scene.frames[-1].boxes
    assert {*stale.faulty.missed} == true_pairs(end) - compared(stale.scene, first)
    assert len(stale.faulty.missed) > 5


def test_the_challenge_can_be_met() -> None:
    scene = LESSON.presets[FIRST].scene
    for i, sides in ((1, (3.5, 2.0, 4.7, 3.0)), (3, (3.6, 4.4, 4.4, 5.2)), (4, (3.5, 6.0, 4.5, 7.0))):
        scene = scene.with_box(i, sides)
    found = LESSON.challenge(moments_of(LESSON, scene)[-1])
    assert found is not None
    assert found.reached
    assert not true_pairs(scene.boxes)
    assert len(compared(scene, scene.boxes)) >= 20


@pytest.mark.parametrize("time", [0.2, 0.5])
def test_between_frames_figure_and_situation_follow_the_clock(time: float) -> None:
    moment = replace(last(MOVING), time=time)
    boxes = tuple(moving_crowd(84, time))
    leaves = sum(cell.is_leaf for cell in tree_of(moment.scene, boxes))
    told = plain(LESSON.situation(moment))
    assert told.startswith(f"{leaves} leaves, deepest level ")
    assert f": {len(compared(moment.scene, boxes)):,} of 3,486 pairs compared" in told
    (crowd,) = (m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Crowd) and len(m.triangles))
    around = crowd.segments[:, :2].reshape(4, -1, 2).transpose(1, 0, 2).tolist()
    assert {corners(box) for box in boxes} == {tuple(map(tuple, each)) for each in around}
