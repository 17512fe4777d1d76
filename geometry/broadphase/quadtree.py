"""A cell that holds too many boxes splits into four quarters; a box goes down where it fits.

What becomes of a box on the border of two quarters? There are two answers (`Keep`):

    CELL    it stays in the smallest cell that contains it, and is compared with everything below that cell
    LEAVES  it goes, as a copy, into every leaf that it overlaps, and is compared within each leaf only

Cells are half open, one side of each split line is strict: a box that ends on the line lies left of nothing (it
straddles), one that begins there lies to the right. With both sides closed those two would lie in different quarters,
and a pair that touches would be missed.
"""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from geometry.broadphase.boxes import Box, aabb_of, box_of, overlap, overlapping
from geometry.broadphase.casting import Ask, Nearest, moving, nearer
from geometry.broadphase.quadtree_cell import (
    Cell,
    CellCompared,
    CellsJoined,
    CellSplit,
    CellTested,
    Keep,
    Kept,
    QuadtreeStep,
    RootGrown,
    TakenOut,
    first_shared,
    require_depth,
    room_for,
)
from geometry.broadphase.structure import (
    Bodies,
    BodyCast,
    BodyCompared,
    CandidatePairs,
    Candidates,
    FirstHit,
    Pair,
    body_box,
    first_hit,
)
from geometry.guards import listed
from geometry.shape import Aabb, Convex
from geometry.trace import Steps, steppable, steppable_method


@steppable
def quadtree(
    boxes: Sequence[Aabb], area: Aabb, *, capacity: int = 4, depth: int = 6, keep: Keep = Keep.CELL
) -> Steps[QuadtreeStep, CandidatePairs]:
    """The pairs (i, j), i < j, of boxes that touch or overlap, by a quadtree; see `Quadtree` for its arguments.

    Raises ValueError for a bad argument and for a box that is NaN, infinite or turned.
    """
    tree = Quadtree(area, capacity=capacity, depth=depth, keep=keep)
    for i, box in enumerate(listed("quadtree", "Aabb", boxes)):
        yield from tree.insert.steps(i, box)
    return (yield from tree.pairs.steps())


@steppable
def quadtree_frames(
    frames: Sequence[Sequence[Aabb]], area: Aabb, *, capacity: int = 4, depth: int = 6, keep: Keep = Keep.CELL
) -> Steps[QuadtreeStep, CandidatePairs]:
    """The pairs of the last of several frames, at least one, each with a box for every body: those of the first are
    inserted, later ones moved. Each frame ends with its own `CandidatePairs`.

    Raises ValueError as `quadtree` does.
    """
    tree = Quadtree(area, capacity=capacity, depth=depth, keep=keep)
    for i, box in enumerate(frames[0]):
        yield from tree.insert.steps(i, box)
    answer = yield from tree.pairs.steps()
    for boxes in frames[1:]:
        for i, box in enumerate(boxes):
            yield from tree.move.steps(i, box)
        answer = yield from tree.pairs.steps()
    return answer


class Quadtree(Bodies):
    """A quadtree that is kept while bodies move. See `Broadphase` for what each call does.

    `area`: the first root, of width and height > 0; a box outside makes the root grow. `capacity` >= 1: a cell with
    more bodies splits, unless it is `depth` levels below the first root. `keep`: what becomes of a box on a border.
    """

    def __init__(self, area: Aabb, *, capacity: int = 4, depth: int = 6, keep: Keep = Keep.CELL) -> None:
        super().__init__()
        left, bottom, right, top = box_of(area, "the area of a quadtree")
        if left == right or bottom == top:
            raise ValueError("the area of a quadtree must have a width and a height")
        if isinstance(capacity, bool) or not isinstance(capacity, int) or capacity < 1:
            raise ValueError(f"the capacity must be a whole number of at least 1, not {capacity!r}")
        if not isinstance(keep, Keep):
            raise ValueError(f"keep must be one of the members of Keep, not {keep!r}")
        self.capacity, self.depth, self.keep = capacity, require_depth(depth), keep
        self.root = Cell((left, bottom, right, top), 0, None)

    @steppable_method
    def insert(self, body: int, box: Aabb) -> Steps[QuadtreeStep, None]:
        body = self._new(body)
        sides = body_box(body, box)
        yield from self._grow_root.steps(sides)
        self.boxes[body] = sides
        yield from self._put.steps(body)

    def fill(self, boxes: Sequence[Box]) -> None:
        """Take bodies 0, 1, 2, … into an empty tree, all before the first cell is split: the cells are those that
        `insert` ends with, for less. Raises ValueError for a tree with bodies, and for a box that is NaN, infinite,
        turned or not in the root."""
        if self.boxes:
            raise ValueError("only an empty quadtree can be filled")
        for body, sides in enumerate(boxes):
            if not (sides[0] <= sides[2] and sides[1] <= sides[3] and self.root.contains(sides)):  # nor is NaN
                body_box(body, aabb_of(*sides))
                raise ValueError(f"the box of body {body} must lie in the root")
        self.boxes = dict(enumerate(boxes))
        self.root.ids = set(self.boxes)
        self._split([self.root])

    @steppable_method
    def move(self, body: int, box: Aabb) -> Steps[QuadtreeStep, None]:
        body = self._known(body)
        sides, before = body_box(body, box), self.boxes[body]
        yield from self._grow_root.steps(sides)
        cells = self._homes(body)
        self.boxes[body] = sides
        if self._homes(body) == cells:
            yield Kept(body, sides, tuple(cell.box for cell in cells), cells[0].level)
            return
        self.boxes[body] = before
        yield from self._take.steps(body)
        self.boxes[body] = sides
        yield from self._put.steps(body)

    @steppable_method
    def remove(self, body: int) -> Steps[QuadtreeStep, None]:
        body = self._known(body)
        yield from self._take.steps(body)
        del self.boxes[body]

    @steppable_method
    def pairs(self) -> Steps[QuadtreeStep, CandidatePairs]:
        found: list[Pair] = []
        tested, boxes = 0, self.boxes
        stack: list[tuple[Cell, tuple[int, ...]]] = [(self.root, ())]  # a cell, and the bodies kept above it
        while stack:
            cell, above = stack.pop()
            ids = sorted(cell.ids)
            compared = [(a, b) for place, a in enumerate(ids) for b in ids[place + 1 :]]
            if self.keep is Keep.LEAVES:
                compared = [(a, b) for a, b in compared if cell.holds(*first_shared(self.boxes[a], self.boxes[b]))]
            compared += [(a, b) if a < b else (b, a) for a in ids for b in above]
            hits = overlapping(compared, boxes)
            tested += len(compared)
            found += hits
            if ids:
                yield CellCompared(cell.box, cell.level, tuple(ids), above, tuple(compared), tuple(hits), tested)
            stack += [(quarter, (*above, *ids)) for quarter in reversed(cell.quarters)]
        answer = CandidatePairs(tuple(sorted(found)), tested)
        yield answer
        return answer

    @steppable_method
    def query(self, box: Aabb) -> Steps[QuadtreeStep | BodyCompared | Candidates, Candidates]:
        asked = box_of(box, "the box of the query")
        found: set[int] = set()
        seen: set[int] = set()
        tested = 0
        stack = [self.root]
        while stack:
            cell = stack.pop()
            meets = overlap(asked, cell.box)
            tested += 1
            yield CellTested(cell.box, cell.level, meets, tested)
            if not meets:
                continue
            for body in sorted(cell.ids - seen):
                seen.add(body)
                tested += 1
                if overlap(asked, self.boxes[body]):
                    found.add(body)
                yield BodyCompared(body, self.boxes[body], body in found)
            stack += reversed(cell.quarters)
        answer = Candidates(tuple(sorted(found)), tested)
        yield answer
        return answer

    @steppable_method
    def cast(
        self, start: Aabb | Convex, translation: ArrayLike, ask: Ask | None = None
    ) -> Steps[QuadtreeStep | BodyCast | FirstHit, FirstHit]:
        path = moving(start, translation)
        best: Nearest | None = None
        seen: set[int] = set()
        tested = 0
        stack = [self.root]
        while stack:
            cell = stack.pop()
            entered = path.entry(cell.box)
            tested += 1
            meets = entered is not None and (best is None or entered <= best[0])
            yield CellTested(cell.box, cell.level, meets, tested)
            if not meets:
                continue
            for body in sorted(cell.ids - seen):
                entry = path.entry(self.boxes[body])
                best = nearer(best, body, entry, ask)
                seen.add(body)
                tested += 1
                yield BodyCast(body, self.boxes[body], entry, best)
            entries = [(path.entry(quarter.box), place, quarter) for place, quarter in enumerate(cell.quarters)]
            ways = sorted((entry, place, quarter) for entry, place, quarter in entries if entry is not None)
            stack += [quarter for _, _, quarter in reversed(ways)]  # the nearest is looked at first
        answer = first_hit(best, tested)
        yield answer
        return answer

    def cells(self) -> tuple[Cell, ...]:
        """All cells, each before its quarters: lower left, lower right, upper left, upper right."""
        found: list[Cell] = []
        stack = [self.root]
        while stack:
            cell = stack.pop()
            found.append(cell)
            stack += reversed(cell.quarters)
        return tuple(found)

    @steppable_method
    def _grow_root(self, box: tuple[float, float, float, float]) -> Steps[QuadtreeStep, None]:
        """Double the root, towards the box, until it contains the box: the old root becomes a quarter."""
        while not self.root.contains(box):
            self.root = room_for(self.root, box)
            yield RootGrown(self.root.box, self.root.level)
            yield from self._join.steps(self.root)

    @steppable_method
    def _put(self, body: int) -> Steps[QuadtreeStep, None]:
        """Note the body in its cells, and split those that hold too many then."""
        homes = self._homes(body)
        for cell in homes:
            cell.ids.add(body)
        yield Kept(body, self.boxes[body], tuple(cell.box for cell in homes), homes[0].level)
        yield from self._split.steps([cell for cell in homes if not cell.quarters])

    @steppable_method
    def _split(self, full: list[Cell]) -> Steps[QuadtreeStep, None]:
        """Split those of these cells that hold too many, and their quarters likewise."""
        while full:
            cell = full.pop()
            if len(self._counted(cell)) <= self.capacity or cell.level >= self.depth:
                continue
            cell.split()
            ids, cell.ids = sorted(cell.ids), set()
            for moved in ids:
                for home in self._homes(moved, cell):
                    home.ids.add(moved)
            quarters = tuple(tuple(sorted(quarter.ids)) for quarter in cell.quarters)
            yield CellSplit(cell.box, cell.level, cell.lines, tuple(sorted(cell.ids)), quarters)
            full += reversed(cell.quarters)

    @steppable_method
    def _take(self, body: int) -> Steps[QuadtreeStep, None]:
        """Take the body out of its cells, and join what has emptied."""
        homes = self._homes(body)
        for cell in homes:
            cell.ids.discard(body)
        yield TakenOut(body, tuple(cell.box for cell in homes))
        for cell in homes:
            yield from self._join.steps(cell)

    @steppable_method
    def _join(self, cell: Cell) -> Steps[QuadtreeStep, None]:
        """From this cell up: four quarters whose bodies would fit into their parent again are joined."""
        parent: Cell | None = cell
        while parent is not None:
            quarters = parent.quarters
            if quarters and not any(quarter.quarters for quarter in quarters):
                together = Cell(parent.box, parent.level, None)
                together.ids = parent.ids.union(*(quarter.ids for quarter in quarters))
                if len(self._counted(together)) <= self.capacity:
                    parent.ids, parent.quarters = together.ids, ()
                    yield CellsJoined(parent.box, parent.level, tuple(sorted(parent.ids)))
            parent = parent.parent

    def _homes(self, body: int, top: Cell | None = None) -> list[Cell]:
        """The cells that keep a body, from `top` (else the root) down."""
        box = self.boxes[body]
        found: list[Cell] = []
        stack = [top if top is not None else self.root]
        while stack:
            cell = stack.pop()
            if self.keep is Keep.CELL:
                into = cell.quarter_around(box)
                inner = [into] if into is not None else []
            else:
                inner = cell.quarters_under(box)
            if inner:
                stack += reversed(inner)
            else:
                found.append(cell)
        return found

    def _counted(self, cell: Cell) -> list[int]:
        """The bodies that count towards a cell's capacity."""
        if self.keep is Keep.CELL:
            return list(cell.ids)
        return [body for body in cell.ids if not cell.is_small_for(self.boxes[body])]
