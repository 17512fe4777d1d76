"""All pairs, grid and sweep on arrays: the pairs, and the comparisons, of their steppable twins."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from geometry import (
    Aabb,
    BoxPairs,
    CandidatePairs,
    all_box_pairs,
    all_pairs,
    grid_pairs,
    sweep_and_prune,
    sweep_pairs,
    tree_pairs,
    uniform_grid,
)
from geometry.batch import box_pairs
from geometry.batch import tree_pairs as tree_module
from geometry.batch.tree_pairs import box_tree
from tests.geometry.crowds import BOXES, aabb, crowd, eight_boxes, pairs_by_definition, random_box, scaled_box


def bounds(boxes: list[Aabb]) -> np.ndarray:
    return np.array([[*box.low, *box.high] for box in boxes]).reshape(-1, 4).T


def same(found: BoxPairs, known: CandidatePairs) -> bool:
    pairs = tuple(zip(found.first.tolist(), found.second.tolist(), strict=True))
    return pairs == known.pairs and found.tested == known.tested


@pytest.mark.parametrize("kind", ["even", "heap", "column", "huge"])
def test_the_crowds(kind: str) -> None:
    boxes = crowd(kind)
    for size in (0.2, 0.5, 3.0, 50.0):
        assert same(grid_pairs(bounds(boxes), size), uniform_grid(boxes, size))
    assert same(all_box_pairs(bounds(boxes)), all_pairs(boxes))
    for axis in (0, 1):
        assert same(sweep_pairs(bounds(boxes), axis), sweep_and_prune(boxes, axis))
    tree, known = tree_pairs(bounds(boxes)), sweep_and_prune(boxes)
    assert tuple(zip(tree.first.tolist(), tree.second.tolist(), strict=True)) == known.pairs
    if kind == "even":
        assert tree.tested < 7588  # what the steppable tree takes, both ways


@pytest.mark.parametrize("seed", range(60))
def test_random_scenes(seed: int) -> None:
    draw = random.Random(seed)
    kind, n = draw.choice(BOXES), draw.randrange(40)
    boxes = [scaled_box(random_box(draw, kind), 1.0, draw.choice((0.0, -5.0, 1e9))) for _ in range(n)]
    known = pairs_by_definition(dict(enumerate(boxes)))
    many = bounds(boxes)
    for found in (
        all_box_pairs(many),
        grid_pairs(many, 0.7),
        sweep_pairs(many, 0),
        sweep_pairs(many, 1),
        tree_pairs(many),
    ):
        assert tuple(zip(found.first.tolist(), found.second.tolist(), strict=True)) == known


def test_pieces_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = crowd("heap", 80)
    every, grid, sweep = all_pairs(boxes), uniform_grid(boxes, 0.5), sweep_and_prune(boxes, 0)
    for piece in (1, 7, 1000):
        monkeypatch.setattr(box_pairs, "PIECE", piece)
        assert same(all_box_pairs(bounds(boxes)), every)
        assert same(grid_pairs(bounds(boxes), 0.5), grid)
        assert same(sweep_pairs(bounds(boxes), 0), sweep)
        monkeypatch.setattr(tree_module, "TOGETHER", piece)
        assert tree_pairs(bounds(boxes)).first.tolist() == [i for i, _ in sweep.pairs]


def test_none_and_one() -> None:
    for boxes in ([], eight_boxes()[:1]):
        assert len(grid_pairs(bounds(boxes), 1.0).first) == 0
        assert all_box_pairs(bounds(boxes)).tested == 0
        assert sweep_pairs(bounds(boxes), 0).tested == 0
        assert len(tree_pairs(bounds(boxes)).first) == 0


def test_bad_input_is_refused() -> None:
    good = bounds(eight_boxes())
    nan, turned = good.copy(), good.copy()
    nan[1, 3], turned[0, 2] = np.nan, 99.0
    for bad, reason in (
        (nan, "box 3 must be finite"),
        (turned, "box 2 must have low <= high"),
        (good.T, r"shape \(4, n\)"),
        ([["a"]] * 4, r"shape \(4, n\)"),
    ):
        with pytest.raises(ValueError, match=reason):
            all_box_pairs(bad)
        with pytest.raises(ValueError, match=reason):
            grid_pairs(bad, 1.0)
        with pytest.raises(ValueError, match=reason):
            sweep_pairs(bad, 0)
        with pytest.raises(ValueError, match=reason):
            tree_pairs(bad)
    for size in (0.0, -1.0, np.nan, "a"):
        with pytest.raises(ValueError, match="cell size must be"):
            grid_pairs(good, size)  # type: ignore[arg-type]
    for axis in (2, True, None):
        with pytest.raises(ValueError, match="the axis must be 0 for x or 1 for y"):
            sweep_pairs(good, axis)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"box 0 is .* cells wide"):
        grid_pairs(bounds([aabb(0, 0, 2e3, 2e3)]), 1e-3)
    with pytest.raises(ValueError, match=r"the boxes lie in 90,440,100 cells of size 0\.1 in all"):
        grid_pairs(bounds([aabb(0, 0, 95, 95)] * 100), 0.1)
    for size in (1e-12, 1e-300):
        with pytest.raises(ValueError, match="the boxes spread over more than"):
            grid_pairs(bounds([aabb(0, 0, 0, 0), aabb(1e9, 0, 1e9, 0)]), size)


def test_a_box_tree_holds_what_is_below_it() -> None:
    """Every node's box is the one around its children's, the leaves are the boxes, and asking the tree again is the
    same as asking the boxes."""
    random = np.random.default_rng(12)
    for n in (1, 2, 3, 7, 64, 100):
        low = random.uniform(-5.0, 5.0, (2, n))
        boxes = np.concatenate((low, low + random.uniform(0.0, 2.0, (2, n))))
        tree = box_tree(boxes)
        assert len(tree) == n
        for above, below in itertools.pairwise(tree.levels):
            left, right = below[:, 0::2], below[:, 1::2]
            assert (above[:2] == np.minimum(left[:2], right[:2])).all()
            assert (above[2:] == np.maximum(left[2:], right[2:])).all()
        leaves = tree.levels[-1][:, tree.order >= 0]
        assert (leaves == boxes[:, tree.order[tree.order >= 0]]).all()
        assert sorted(tree.order[tree.order >= 0].tolist()) == list(range(n))
        ours, theirs = tree_pairs(tree), tree_pairs(boxes)
        assert ours.tested == theirs.tested
        assert (ours.first == theirs.first).all()
        assert (ours.second == theirs.second).all()
