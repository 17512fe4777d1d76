"""How the AABB tree is built inside: a tree after any life, shallow, refitted, and cheap to ask."""

from __future__ import annotations

import random

import pytest

from geometry import Aabb, AabbTree, aabb_tree, all_pairs, point
from geometry.broadphase.aabb_tree_node import Descended, NodeTested, Refitted, Rotated
from geometry.broadphase.boxes import contains, joined, perimeter
from geometry.broadphase.structure import BodyCast
from tests.geometry.crowds import UNIT, aabb, crowd, filled, random_box, sides


def check_tree(tree: AabbTree) -> None:
    """Every box is the box around its children, every height right, every leaf around its body."""
    nodes = {node.number: node for node in tree.nodes()}
    assert len(nodes) == max(0, 2 * len(tree) - 1)
    assert {node.body for node in nodes.values() if node.body is not None} == set(tree.boxes)
    for node in nodes.values():
        for child in (node.left, node.right):
            assert child is None or nodes[child].parent == node.number
        if node.left is None or node.right is None:
            assert node.body is not None
            assert node.height == 0
            assert contains(sides(tree.fat_box(node.body)), tree.boxes[node.body])
            assert sides(node.box) == sides(tree.fat_box(node.body))
        else:
            left, right = nodes[node.left], nodes[node.right]
            assert sides(node.box) == joined(sides(left.box), sides(right.box))
            assert node.height == 1 + max(left.height, right.height)


@pytest.mark.parametrize("margin", [0.0, 0.1])
@pytest.mark.parametrize("rotations", [True, False])
def test_the_tree_stays_a_tree(margin: float, rotations: bool) -> None:
    draw, tree = random.Random(9), AabbTree(margin, rotations=rotations)
    for step in range(400):
        body, box = draw.randrange(40), random_box(draw, "mixed")
        if body not in tree:
            tree.insert(body, box)
        elif draw.random() < 0.3:
            tree.remove(body)
        else:
            tree.move(body, box)
        if step % 10 == 0:
            check_tree(tree)


def test_a_sorted_row_stays_shallow_with_rotations() -> None:
    row = [aabb(i, 0, i + 1.2, 1) for i in range(64)]
    heights = []
    for rotations in (True, False):
        tree = AabbTree(rotations=rotations)
        filled(tree, row)
        heights.append(tree.height)
    assert heights == [7, 62]
    same = AabbTree()
    filled(same, [UNIT] * 64)  # nothing to choose by but the levels
    assert same.height <= 10


def test_each_rotation_shrinks_a_box_or_the_height() -> None:
    steps = [step for step in aabb_tree.trace(crowd("even", 100)) if isinstance(step, Rotated)]
    assert len(steps) > 20
    for step in steps:
        assert step.gain == pytest.approx(perimeter(sides(step.before)) - perimeter(sides(step.box)))
        assert step.gain >= 0.0


def test_a_descent_goes_where_it_costs_least() -> None:
    tree, boxes = AabbTree(), crowd("even", 80)
    for i, each in enumerate(boxes):
        nodes = {node.number: node for node in tree.nodes()}
        for step in tree.insert.trace(i, each):
            if isinstance(step, Descended):
                left, right, new = sides(nodes[step.left].box), sides(nodes[step.right].box), sides(each)
                assert step.growth_left == perimeter(joined(left, new)) - perimeter(left)
                assert step.growth_right == perimeter(joined(right, new)) - perimeter(right)
                assert step.cost_here == perimeter(joined(sides(step.box), new))
                least = min(step.cost_here, step.cost_left, step.cost_right)
                chosen = {None: step.cost_here, step.left: step.cost_left, step.right: step.cost_right}
                assert chosen[step.chosen] == least
            if isinstance(step, Refitted):
                assert perimeter(sides(step.box)) > perimeter(sides(step.before))


def test_a_query_compares_two_nodes_for_each_that_it_meets() -> None:
    tree, draw = AabbTree(), random.Random(1)
    filled(tree, crowd("even", 100))
    for _ in range(50):
        trace = tree.query.trace(random_box(draw, "even"))
        nodes = [step for step in trace if isinstance(step, NodeTested)]
        inner = sum(step.meets and step.id is None for step in nodes)
        assert trace.result.tested == len(nodes) == 2 * inner + 1
    assert tree.query(aabb(99, 99, 100, 100)).tested == 1


def test_fat_boxes_save_changes_and_report_no_more_pairs() -> None:
    draw = random.Random(1)
    changes = []
    for margin in (0.0, 0.1, 0.4):
        tree, boxes, changed = AabbTree(margin), crowd("even", 100), 0
        filled(tree, boxes)
        for i in range(300):
            body, by = i % 100, draw.uniform(-0.05, 0.05)
            before = tree.fat_box(body)
            moved = Aabb(boxes[body].low + by, boxes[body].high + by)
            boxes[body] = moved
            tree.move(body, moved)
            changed += sides(tree.fat_box(body)) != sides(before)
        assert tree.pairs().pairs == all_pairs(boxes).pairs
        changes.append(changed)
    assert changes[0] == 300
    assert changes[0] > changes[1] > changes[2]


def test_a_body_that_shrinks_leaves_its_old_box() -> None:
    for margin in (0.0, 0.2):
        tree = AabbTree(margin)
        filled(tree, [aabb(0, 0, 10, 10), aabb(8, 8, 9, 9)])
        tree.move(0, aabb(0, 0, 1, 1))
        assert tree.pairs().pairs == ()
        assert sides(tree.fat_box(0))[2] == 1 + margin


def test_a_cast_asks_no_body_behind_the_best_hit() -> None:
    tree = AabbTree()
    filled(tree, [aabb(4 * i, 0, 4 * i + 1, 1) for i in range(40)])
    trace = tree.cast.trace(point((-1, 0.5)), (400, 0))
    assert trace.result.id == 0
    assert [step.id for step in trace if isinstance(step, BodyCast)] == [0]
    assert trace.result.tested < 20
