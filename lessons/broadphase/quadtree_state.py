"""What the lesson on quadtrees tells of a scene besides its steps: the tree as it stands at each of them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry import Aabb, Trace
from geometry.broadphase.boxes import Box, aabb_of
from geometry.broadphase.quadtree import Quadtree, quadtree_frames
from geometry.broadphase.quadtree_cell import (
    CellCompared,
    CellsJoined,
    CellSplit,
    Keep,
    Kept,
    RootGrown,
    TakenOut,
    quarters_of,
)
from geometry.broadphase.structure import CandidatePairs
from geometry.feature import FeatureKind, FeatureRef
from lessons.broadphase.boxes import Boxes, center, sides_of
from viz.lesson.ink import Ink
from viz.lesson.mark import Pair as XY
from viz.lesson.scene import Control, choice, slider

FRAMES = 4  # of a moving crowd
CELLS = 5  # of the pairs that are steps in a scene of few boxes
QUARTERS = ("lower left", "lower right", "upper left", "upper right")
_WORLD = 16.0  # width of the world in which a crowd moves
_MARGIN = 0.25  # of the root around a crowd's centres


class Node(NamedTuple):
    """A cell as it stands at some step."""

    level: int
    ids: frozenset[int]
    lines: XY | None  # where it has been split; None for a leaf


class Tree(NamedTuple):
    """All cells as they stand at some step."""

    root: Box
    nodes: dict[Box, Node]

    @property
    def leaves(self) -> list[Box]:
        return [box for box, node in self.nodes.items() if node.lines is None]

    @property
    def levels(self) -> int:
        return 1 + max(node.level for node in self.nodes.values()) - self.nodes[self.root].level

    @property
    def split(self) -> dict[Box, XY]:
        """The cells that have been split, and where."""
        return {box: node.lines for box, node in self.nodes.items() if node.lines is not None}

    def quarters(self, box: Box) -> tuple[Box, ...]:
        lines = self.nodes[box].lines
        return () if lines is None else quarters_of(box, lines)

    def cells_of(self, body: int) -> list[Box]:
        """The cells that keep a body."""
        return [box for box, node in self.nodes.items() if body in node.ids]

    def name(self, box: Box) -> str:
        """Of the root and its quarters by their place, of a deeper cell by its level."""
        if box == self.root:
            return "root"
        quarters = self.quarters(self.root)
        level = self.nodes[box].level - self.nodes[self.root].level
        return QUARTERS[quarters.index(box)] if box in quarters else f"level {level}"

    def feature(self, box: Box) -> FeatureRef:
        """A cell as something to click."""
        name = self.name(box)
        return named_cell(f"{name}, cell {list(self.nodes).index(box)}" if name.startswith("level") else name)


def named_cell(name: str) -> FeatureRef:
    return FeatureRef(name, FeatureKind.PART)


@dataclass(frozen=True, eq=False)
class Parted(Boxes):
    """Boxes, and how the tree takes them; `moving`: a crowd that crosses a wide world in some frames."""

    n: int = slider("Boxes n", 12, 300, 300, decimals=0)
    capacity: int = slider("Capacity", 1, 8, 2, decimals=0)
    depth: int = slider("Depth limit", 1, 6, 6, decimals=0)
    keep: str = choice("Keep a box in", [each.value for each in Keep], Keep.CELL.value)
    moving: bool = False
    time: float = 0.0  # of a moving crowd, from 0 to 1

    def __post_init__(self) -> None:
        """Raises ValueError as a scene of boxes does."""
        super().__post_init__()
        for name in ("capacity", "depth"):
            object.__setattr__(self, name, round(getattr(self, name)))

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        """Without n where the crowd moves: the table of frames takes its room."""
        return (each for each in super().controls() if not (self.moving and each[0] == "n"))

    def sketched(self) -> list[tuple[Ink, NDArray[np.float64]]]:
        """Of a crowd: the first split and some of the boxes, as points."""
        if not self.is_crowd:
            return []
        (left, bottom), (right, top) = self.root.low, self.root.high
        x, y = (left + right) / 2.0, (bottom + top) / 2.0
        lines = (((x, bottom), (x, top)), ((left, y), (right, y)))
        points = [np.array((center(box),)) for box in self.boxes[:: max(self.n // 48, 1)]]
        return [*((Ink.QUIET, np.array(ends)) for ends in lines), *((Ink.A, at) for at in points)]

    @property
    def leaves_only(self) -> bool:
        return self.keep == Keep.LEAVES.value

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        return tuple(moving_crowd(self.n, self.time)) if self.moving else super().boxes

    @property
    def root(self) -> Aabb:
        """The first root: of few boxes 8 by 8, of a crowd what it needs."""
        if self.moving:
            return aabb_of(0.0, 0.0, _WORLD, _WORLD)
        side = 10.0 * math.sqrt(self.n / 300.0) + _MARGIN
        return aabb_of(-_MARGIN, -_MARGIN, side, side) if self.is_crowd else aabb_of(0.0, 0.0, 8.0, 8.0)

    def at(self, time: float) -> Parted:
        """A moving crowd at another time: one of its frames, or between them."""
        k = time * (FRAMES - 1)
        if abs(k - round(k)) < 1e-6:
            return self.frames[round(k)]
        if time not in self._between:
            self._between.clear()
            self._between[time] = replace(self, time=time)
        return self._between[time]

    @cached_property
    def _between(self) -> dict[float, Parted]:
        """The newest one: a figure and its words ask for the same."""
        return {}

    @property
    def rule(self) -> dict[str, Any]:
        return {"capacity": self.capacity, "depth": self.depth, "keep": Keep(self.keep)}

    @cached_property
    def frames(self) -> tuple[Parted, ...]:
        """The scene in each frame."""
        return tuple(replace(self, time=k / (FRAMES - 1)) for k in range(FRAMES)) if self.moving else (self,)

    @cached_property
    def whole(self) -> Trace[Any, CandidatePairs]:
        """Every step of the tree."""
        return quadtree_frames.trace([each.aabbs for each in self.frames], self.root, **self.rule)

    @cached_property
    def kept(self) -> list[int]:
        """Which of these are steps of the lesson: see `chosen`."""
        return chosen(self)

    @cached_property
    def trees(self) -> tuple[Tree, ...]:
        """The tree after each step of the lesson."""
        root = self.root
        now = Tree((*root.low.tolist(), *root.high.tolist()), {})
        now.nodes[now.root] = Node(0, frozenset(), None)
        found, wanted = [], set(self.kept)
        for i, step in enumerate(self.whole):
            now = _after(now, step)
            if i in wanted:
                found.append(Tree(now.root, dict(now.nodes)))
        return tuple(found)

    @cached_property
    def own(self) -> tuple[Tree, CandidatePairs]:
        """The tree of the boxes as they are, made at once, and its pairs."""
        tree = Quadtree(self.root, **self.rule)
        for i, box in enumerate(self.aabbs):
            tree.insert(i, box)
        nodes = {
            cell.box: Node(cell.level, frozenset(cell.ids), cell.lines if cell.quarters else None)
            for cell in tree.cells()
        }
        return Tree(tree.root.box, nodes), tree.pairs()

    @cached_property
    def other_count(self) -> int:
        """How many pairs the other way to keep a box compares."""
        rule = {**self.rule, "keep": Keep.CELL if self.leaves_only else Keep.LEAVES}
        return quadtree_frames([self.aabbs], self.root, **rule).tested


def straddling(tree: Tree) -> list[int]:
    """The boxes on the lines of the root."""
    return sorted(tree.nodes[tree.root].ids) if tree.nodes[tree.root].lines is not None else []


def crossing(box: Box, lines: Sequence[float]) -> tuple[tuple[XY, XY], tuple[XY, XY]]:
    """The two lines that split a cell."""
    x, y = lines
    return ((x, box[1]), (x, box[3])), ((box[0], y), (box[2], y))


def _after(tree: Tree, step: Any) -> Tree:
    """The tree after one more step, in place."""
    nodes = tree.nodes
    match step:
        case Kept() | TakenOut():
            for cell in step.cells:
                ids = nodes[cell].ids
                nodes[cell] = nodes[cell]._replace(ids=ids | {step.id} if isinstance(step, Kept) else ids - {step.id})
        case CellSplit():
            x, y = step.lines.tolist()
            nodes[sides_of(step.cell)] = Node(step.level, frozenset(step.stayed), (x, y))
            _add(nodes, quarters_of(sides_of(step.cell), (x, y)), step.level + 1, step.quarters)
        case CellsJoined():
            for quarter in tree.quarters(sides_of(step.cell)):
                del nodes[quarter]
            nodes[sides_of(step.cell)] = Node(step.level, frozenset(step.ids), None)
        case RootGrown():
            new, old = sides_of(step.cell), tree.root
            line = tuple(old[k] if old[k] != new[k] else old[k + 2] for k in (0, 1))
            nodes[new] = Node(step.level, frozenset(), (line[0], line[1]))
            _add(nodes, [q for q in quarters_of(new, (line[0], line[1])) if q != old], step.level + 1, ((),) * 3)
            return Tree(new, nodes)
    return tree


def _add(nodes: dict[Box, Node], boxes: Sequence[Box], level: int, ids: Iterable[Iterable[int]]) -> None:
    nodes.update({box: Node(level, frozenset(each), None) for box, each in zip(boxes, ids, strict=True)})


def chosen(scene: Parted) -> list[int]:
    """Inserts up to the first split, the last insert, some cells of the first frame, the answer of each frame."""
    steps = scene.whole.steps
    ends = [i for i, step in enumerate(steps) if isinstance(step, CandidatePairs)]
    first = range(ends[0])
    inserts = [i for i in first if isinstance(steps[i], Kept)]
    splits = [i for i in first if isinstance(steps[i], CellSplit)]
    cells = [i for i in first if isinstance(steps[i], CellCompared) and steps[i].compared]
    until = splits[0] if splits else ends[0]
    early = [i for i in inserts if i < until]
    if scene.is_crowd:
        full = max(cells, key=lambda i: len(steps[i].compared), default=None)
        return sorted({early[-1], *splits[:1], inserts[-1], *([] if full is None else [full]), *ends})
    deep = [i for i in splits if i > until][:1]
    later = [i for i in inserts if i > until]
    return sorted({*early[:1], *early[-2:], *splits[:1], *deep, *later[:1], *later[-1:], *cells[:CELLS], ends[0]})


def moving_crowd(n: int, time: float, seed: int = 3) -> list[Box]:
    """Five of six boxes in a crowd that crosses the world on an arc, each turning around its middle, the others at
    rest."""
    draw, u = random.Random(seed), 1.0 - time
    middle = [u * u * a + 2.0 * u * time * b + time * time * c for a, b, c in ((4.0, 13.5, 11.0), (12.0, 13.0, 4.0))]
    found: list[Box] = []
    for i in range(n):
        x, y, off = draw.uniform(0.4, 15.6), draw.uniform(0.4, 15.6), 3.3 * draw.random() ** 0.7
        spin, turn, half = draw.uniform(-4.0, 4.0), draw.uniform(0.0, math.tau), draw.uniform(0.13, 0.23)
        if i % 6:
            x, y = (c + off * f(turn + spin * time) for c, f in zip(middle, (math.cos, math.sin), strict=True))
        found.append((x - half, y - half, x + half, y + half))
    return found
