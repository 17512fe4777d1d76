"""What the lesson on quadtrees says: its ideas, the situation, and how it counts and names."""

from __future__ import annotations

from typing import Any

from geometry.broadphase.quadtree_cell import CellCompared, CellSplit, Kept
from geometry.faulty.broadphase import FaultyPairs, SplitOn
from lessons.broadphase.boxes import contacts, sides_of, touching
from lessons.broadphase.quadtree_state import QUARTERS, Parted, Tree
from lessons.broadphase.quadtree_wrong import CENTRE, CLOSED, ENDLESS, STALE, found, frame_of, pairs_in, wrong_of
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed, listed, tint

COUNT = r"\mathrm{boxes}\le\mathrm{capacity}\,,\ \mathrm{else\ split}"
FITS = r"x_{\max}<x_c\ \mathrm{or}\ x_{\min}\ge x_c\,,\ \mathrm{the\ same\ in}\ y"
INSERT = (
    "$n$ boxes make $n(n-1)/2$ pairs, and most lie far apart: a **quadtree** rules them out. Its first cell, the "
    "**root**, keeps boxes up to its **capacity**."
)
FULL = (
    "Too many boxes: **split** the cell into four quarters. A box moves down if one quarter contains all of it. "
    "Otherwise it **straddles** a line and stays."
)
COPIED = (
    "Too many boxes: **split** the cell into four quarters. Each box goes into every quarter that it overlaps, as a "
    "**copy** where there are several."
)
DESCEND = (
    "The next boxes begin at the root and go down for as long as one quarter contains all of the box. A **leaf** is "
    "a cell that is not split."
)
DESCEND_COPIED = (
    "The next boxes begin at the root and go down into every quarter that they overlap, until they reach **leaves**: "
    "cells that are not split."
)
PAIRS = (
    "Boxes kept in two different quarters have no point in common. So compare a box with those of its own cell and "
    "of the cells above it."
)
PAIRS_COPIED = (
    "Boxes that overlap share a point, and it lies in one leaf. So compare within each leaf only. A pair in several "
    "leaves is compared in one of them."
)
BORDER = (
    "Even a small box on a line of the root stays at the top, and is compared with all others. The switch “all "
    "leaves” keeps copies in the **leaves** instead."
)
BORDER_COPIED = (
    "A box on a line has a copy in every leaf that it overlaps: a dot each. Copies need memory, but no box is "
    "compared with all others."
)
LIMIT = (
    "No line separates two boxes at the same place, so splits would never end. The **depth limit** ends them: a leaf "
    "at the limit keeps all its boxes."
)
MOVING = (
    "A box that has left its cells is taken out and inserted again. Full cells split, and quarters that have emptied "
    "are joined: the cells follow the crowd."
)
FAULTS = {
    CENTRE: "**Leaf of the centre**: each box is kept in the one leaf that contains its centre. Boxes that overlap "
    "across a line are never compared.",
    CLOSED: "**≤ on both sides**: with ≤ and ≥, a box that ends on a line goes left, one that begins there "
    "goes right. They touch, and are never compared.",
    STALE: "**Not reinserted**: the boxes move on, and their cells are still those of frame 1. Boxes that have come "
    "together since are never compared.",
    ENDLESS: "**No depth limit**: a leaf with too many boxes is split, however small it is. No line separates "
    "two boxes at one place: splits would never end.",
}


def is_overfull(scene: Parted, tree: Tree) -> bool:
    """Whether a leaf at the depth limit holds more boxes than the capacity."""
    if scene.is_crowd or not scene.leaves_only:
        return False
    deep = (node for node in tree.nodes.values() if node.level >= scene.depth)
    return any(len(node.ids) > scene.capacity for node in deep)


def by_rule(scene: Parted, cell: str, leaves: str) -> str:
    return leaves if scene.leaves_only else cell


def named(scene: Parted, ids: Any) -> str:
    return listed([scene.names[i] for i in ids])


def counted(count: int, word: str) -> str:
    many = {"box": "boxes", "leaf": "leaves"}.get(word, f"{word}s")
    return f"{count:,} {word if count == 1 else many}"


def leaves_of(tree: Tree) -> str:
    return counted(len(tree.leaves), "leaf")


def meets(box: Any, cell: Any) -> bool:
    return bool(box[0] < cell[2] and box[2] >= cell[0] and box[1] < cell[3] and box[3] >= cell[1])


def quarters_of_box(box: Any, x: float, y: float) -> int:
    """How many quarters a box overlaps."""
    columns, rows = (box[0] < x) + (box[2] >= x), (box[1] < y) + (box[3] >= y)
    return int(columns * rows)


def why_there(scene: Parted, tree: Tree, body: int) -> str:
    """Where a box is kept, by the last lines that it was held against."""
    box, cell = scene.boxes[body], tree.cells_of(body)[0]
    lines = tree.nodes[cell].lines
    if lines is not None:
        line = f"x = {fixed(lines[0])}" if box[0] < lines[0] <= box[2] else f"y = {fixed(lines[1])}"
        return f"straddles {line}: it stays in the {tree.name(cell)}{'' if cell == tree.root else ' cell'}."
    x, y = next(lines for around, lines in tree.split.items() if cell in tree.quarters(around))
    across, up = _beside("x", box[0], box[2], x), _beside("y", box[1], box[3], y)
    where = tree.name(cell) if tree.name(cell) in QUARTERS else f"a cell of {tree.name(cell)}"
    return f"fits into **{where}**: {across}, and {up}."


def _beside(axis: str, low: float, high: float, line: float) -> str:
    """On which side of a line a box lies."""
    end, sign = (r"\max", "<") if high < line else (r"\min", "≥")
    return f"${axis}_{{{end}}}$ = {fixed(high if high < line else low)} {sign} {fixed(line)}"


def so_far(moment: Moment[Parted]) -> str:
    """What is known at this step."""
    scene, tree, step = moment.scene, moment.scene.trees[moment.index], moment.step
    if isinstance(step, Kept | CellSplit):
        done = len({i for node in tree.nodes.values() for i in node.ids})
        many = f"{done:,} of {scene.count:,} boxes {'is' if done == 1 else 'are'} inserted"
        every = scene.count * (scene.count - 1) // 2
        if len(tree.nodes) == 1:
            return f"{many}, 1 cell. {counted(every, 'pair')} in all, 0 compared so far."
        return f"{many}: {counted(len(tree.nodes), 'cell')}, deepest level {tree.levels - 1}."
    hits = found(moment)
    if isinstance(step, CellCompared) and (wrong := wrong_of(moment)) is not None and not scene.is_crowd:
        cells = {sides_of(each.cell) for each in moment.seen if isinstance(each, CellCompared)}
        pairs = [pair for box in cells if box in wrong.tree.nodes for pair in pairs_in(wrong.tree, box)]
        lost = sum(pair in wrong.missed for pair in hits)
        known = contacts(scene.boxes, [pair for pair in pairs if pair in wrong.hits])
        missed = tint(f"{lost} missed", Ink.FAULTY) if lost else "none missed"
        return f"{counted(len(pairs), 'pair')} compared so far, {known}, {missed}."
    if isinstance(step, CellCompared):
        return f"{counted(step.tested, 'pair')} compared so far, {contacts(scene.boxes, hits)}."
    every = scene.count * (scene.count - 1) // 2
    if scene.moving and frame_of(moment):
        tree, step = scene.at(moment.time).own
        scene, hits = scene.at(moment.time), list(step.pairs)
    return (
        f"{tint(f'{len(tree.leaves)}', Ink.EXAMINED)} {'leaf' if len(tree.leaves) == 1 else 'leaves'}, deepest level "
        f"{tree.levels - 1}: {step.tested:,} of {counted(every, 'pair')} compared, {contacts(scene.boxes, hits)}."
    )


def faulty_told(moment: Moment[Parted]) -> str:
    """What a faulty rule does on this scene."""
    name, wrong, scene = moment.compare[0].upper() + moment.compare[1:], moment.faulty, moment.scene
    if isinstance(wrong, SplitOn):
        leaves = tint(f"**{wrong.leaves:,}**", Ink.FAULTY)
        return f"{name}: two levels deeper there are {leaves} leaves, and {wrong.full:,} of them are still too full."
    missed, every = len(wrong.missed), len(moment.trace.result.pairs)
    now = wrong_of(moment, by_clock=True)
    if now is not None and scene.moving and frame_of(moment) > 0:
        missed, every = len(now.missed), len(now.missed) + len(now.hits)
    much = tint(f"**{missed:,}**", Ink.FAULTY)
    kind = "pairs in contact" if touching(scene.boxes, moment.trace.result.pairs) else "overlapping pairs"
    of = f"{every:,} {kind.replace('pairs', 'pair') if every == 1 else kind}"
    when = ""
    if scene.moving:
        when = " in the last frame" if moment.time in (0.0, 1.0) and moment.is_last else " here"
    return f"{name}: {much} of {of} {'is' if missed == 1 else 'are'} missed{when}."


def differs(moment: Moment[Parted]) -> bool:
    wrong = moment.faulty
    return bool(
        wrong.missed if isinstance(wrong, FaultyPairs) else wrong.full if isinstance(wrong, SplitOn) else False
    )
