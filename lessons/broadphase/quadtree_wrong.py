"""The quadtree as a faulty rule makes it: its cells, who is compared in them, and which pairs it misses."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from geometry.broadphase.boxes import Box, overlap
from geometry.broadphase.quadtree_cell import CellCompared, CellSplit, Kept
from geometry.broadphase.structure import CandidatePairs, Pair, pair_of
from geometry.faulty.broadphase import FaultyPairs, cells_by, closed_quarter, quarter_of_the_centre
from lessons.broadphase.quadtree_state import Node, Parted, Tree
from viz.lesson.lesson import Moment

CENTRE, CLOSED, STALE, ENDLESS = "leaf of the centre", "≤ on both sides", "not reinserted", "no depth limit"
RULES = {CENTRE: quarter_of_the_centre, CLOSED: closed_quarter}


class Wrong(NamedTuple):
    """What a faulty rule has made of the boxes up to a step."""

    tree: Tree
    compared: tuple[Pair, ...]
    hits: tuple[Pair, ...]
    missed: tuple[Pair, ...]


def frame_of(moment: Moment[Parted]) -> int:
    """The number of the frame that a step ends, from 0."""
    return sum(isinstance(step, CandidatePairs) for step in moment.seen) - 1


def found(moment: Moment[Parted]) -> list[Pair]:
    """The pairs that are known to overlap at this step."""
    if isinstance(moment.step, CandidatePairs):
        return list(moment.step.pairs)
    if not isinstance(moment.step, CellCompared):
        return []
    seen = moment.scene.whole.steps[: moment.scene.kept[moment.index] + 1]
    return [pair for step in seen if isinstance(step, CellCompared) for pair in step.hits]


def wrong_of(moment: Moment[Parted], *, by_clock: bool = False) -> Wrong | None:
    """Where the comparison that is switched on misses pairs: its cells at this step, or at the time of the clock."""
    if not isinstance(moment.faulty, FaultyPairs) or not moment.faulty.missed:
        return None
    scene, k = moment.scene, frame_of(moment)
    now = scene.frames[max(k, 0)] if not by_clock or k < 1 else scene.at(moment.time)
    if moment.compare in RULES:
        is_early = isinstance(moment.step, Kept | CellSplit)
        nodes = scene.trees[moment.index].nodes.values()
        seen = sorted({i for node in nodes for i in node.ids}) if is_early else [*range(scene.count)]
        is_whole = is_early and scene.trees[moment.index].nodes[scene.trees[moment.index].root].lines is None
        tree = scene.trees[moment.index] if is_whole else _tree_of(now, seen, moment.compare)
        compared = tuple(pair for box in tree.nodes for pair in pairs_in(tree, box))
    elif moment.compare == STALE and scene.moving and k > 0:
        tree = scene.frames[0].own[0]
        first = itertools.takewhile(lambda step: not isinstance(step, CandidatePairs), scene.whole)
        compared = tuple(pair for step in first if isinstance(step, CellCompared) for pair in step.compared)
    else:
        return None
    hits = {pair for pair in compared if overlap(now.boxes[pair[0]], now.boxes[pair[1]])}
    missed = tuple(pair for pair in now.overlapping if pair not in hits)
    return Wrong(tree, compared, tuple(sorted(hits)), missed)


def _tree_of(scene: Parted, seen: list[int], rule: str) -> Tree:
    """The cells of a faulty rule for some of the boxes."""
    root = (*scene.root.low.tolist(), *scene.root.high.tolist())
    cells = cells_by([scene.boxes[i] for i in seen], root, RULES[rule], scene.capacity, scene.depth)
    nodes = {
        cell.box: Node(cell.level, frozenset(seen[i] for i in cell.own), _lines(cell.box) if cell.is_split else None)
        for cell in cells
    }
    return Tree(root, nodes)


def _lines(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0


def above_of(tree: Tree, box: Box) -> list[int]:
    """The boxes that are kept in the cells above a cell."""
    level = tree.nodes[box].level
    x, y = _lines(box)
    around = (
        node
        for cell, node in tree.nodes.items()
        if node.level < level and cell[0] < x < cell[2] and cell[1] < y < cell[3]
    )
    return sorted(i for node in around for i in node.ids)


def pairs_in(tree: Tree, box: Box) -> list[Pair]:
    """The pairs that are compared at a cell."""
    own = sorted(tree.nodes[box].ids)
    above = above_of(tree, box) if own else []
    return [*itertools.combinations(own, 2), *(pair_of(a, b) for a in own for b in above)]


def tells(moment: Moment[Any]) -> bool:
    """Whether the steps of the faulty rule are told: those of few boxes in the order of the right ones."""
    return moment.compare in RULES and not moment.scene.is_crowd and wrong_of(moment) is not None
