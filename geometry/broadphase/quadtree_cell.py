"""A cell of a quadtree, and what the tree's steps say of it."""

from __future__ import annotations

from enum import Enum

from geometry.broadphase.boxes import Box, BoxField
from geometry.broadphase.structure import CandidatePairs, Pair
from geometry.record import VectorField, record
from geometry.vector import XY

# Levels below the first root, at most: a cell of level 16 is 1 / 65,536 of it wide.
DEEPEST = 16

# A box this many times as wide or as high as a leaf does not make the leaf split.
MOST_ACROSS = 8.0


class Keep(Enum):
    """Where a quadtree keeps a box."""

    CELL = "smallest cell"  # that contains it: once
    LEAVES = "all leaves"  # that it overlaps: as often as that


class Cell:
    """One cell: [left, right) x [bottom, top), its bodies, and its quarters if it has been split.

    The split lines are kept, not worked out again: a root that has grown is split along the sides of the old one.
    """

    __slots__ = ("box", "ids", "level", "lines", "parent", "quarters")

    def __init__(self, box: Box, level: int, parent: Cell | None, lines: XY | None = None) -> None:
        left, bottom, right, top = box
        self.box = box
        self.level = level  # 0 for the first root, below 0 for those that grew over it
        self.parent = parent
        self.lines = lines if lines is not None else (left + (right - left) / 2.0, bottom + (top - bottom) / 2.0)
        self.ids: set[int] = set()
        self.quarters: tuple[Cell, ...] = ()  # lower left, lower right, upper left, upper right

    def __repr__(self) -> str:
        return f"Cell({self.box}, level {self.level}, {sorted(self.ids)}, {len(self.quarters)} quarters)"

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in this cell, and so in no other of its level."""
        return self.box[0] <= x < self.box[2] and self.box[1] <= y < self.box[3]

    def contains(self, box: Box) -> bool:
        """Whether all of a box lies in this cell."""
        return self.holds(box[0], box[1]) and self.holds(box[2], box[3])

    def is_small_for(self, box: Box) -> bool:
        """Whether a box is so many cells wide or high that splitting the cell for it makes more copies than it
        saves comparisons. It also bounds the cells: every box asks for a bounded number of splits on each level."""
        width, height = MOST_ACROSS * (self.box[2] - self.box[0]), MOST_ACROSS * (self.box[3] - self.box[1])
        return box[2] - box[0] > width or box[3] - box[1] > height

    def split(self) -> None:
        """Give it its four quarters, empty."""
        self.quarters = tuple(Cell(box, self.level + 1, self) for box in quarters_of(self.box, self.lines))

    def quarter_around(self, box: Box) -> Cell | None:
        """The quarter that contains a box of this cell; None where the box straddles a line, or there are none."""
        if not self.quarters:
            return None
        (x, y), place = self.lines, 0
        if box[0] >= x:
            place = 1
        elif box[2] >= x:
            return None
        if box[1] >= y:
            place += 2
        elif box[3] >= y:
            return None
        return self.quarters[place]

    def quarters_under(self, box: Box) -> list[Cell]:
        """The quarters that a box, which overlaps this cell, overlaps."""
        if not self.quarters:
            return []
        x, y = self.lines
        columns = [column for column, is_under in ((0, box[0] < x), (1, box[2] >= x)) if is_under]
        rows = [row for row, is_under in ((0, box[1] < y), (2, box[3] >= y)) if is_under]
        return [self.quarters[row + column] for row in rows for column in columns]


def quarters_of(box: Box, lines: XY) -> tuple[Box, Box, Box, Box]:
    """Lower left, lower right, upper left, upper right."""
    (left, bottom, right, top), (x, y) = box, lines
    return (left, bottom, x, y), (x, bottom, right, y), (left, y, x, top), (x, y, right, top)


def room_for(root: Cell, box: Box) -> Cell:
    """A root twice as wide and as high, grown towards a box that lies outside; the old root is one quarter of it."""
    left, bottom, right, top = root.box
    width, height = right - left, top - bottom
    to_left, to_bottom = box[0] < left, box[1] < bottom
    x, y = left if to_left else right, bottom if to_bottom else top
    outer = (left - width, bottom - height, right, top)
    grown = Cell(
        (
            outer[0] if to_left else left,
            outer[1] if to_bottom else bottom,
            right if to_left else right + width,
            top if to_bottom else top + height,
        ),
        root.level - 1,
        None,
        (x, y),
    )
    grown.split()
    place = int(to_left) + 2 * int(to_bottom)  # grown to the left, the old one is the right half
    grown.quarters = tuple(root if i == place else quarter for i, quarter in enumerate(grown.quarters))
    root.parent = grown
    return grown


def first_shared(a: Box, b: Box) -> XY:
    """The low corner of what two boxes share, if they do: it lies in one leaf, where the pair is compared."""
    return max(a[0], b[0]), max(a[1], b[1])


def require_depth(depth: int) -> int:
    """Raises ValueError unless it is a whole number from 0 to DEEPEST."""
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise ValueError(f"the depth limit must be a whole number from 0 to {DEEPEST}, not {depth!r}")
    return depth


@record
class RootGrown:
    """A box lies outside: the root has doubled, and the old root is one of its quarters."""

    cell: BoxField
    level: int


@record
class Kept:
    """A body went into the cells that keep it: one, or every leaf that it overlaps."""

    id: int
    box: BoxField
    cells: tuple[Box, ...]
    level: int  # of the first of these cells


@record
class CellSplit:
    """A cell with too many bodies was split along two lines."""

    cell: BoxField
    level: int
    lines: VectorField  # x of the upright line, y of the level one
    stayed: tuple[int, ...]  # the bodies that straddle a line; none where leaves keep copies
    quarters: tuple[tuple[int, ...], ...]  # the bodies of each quarter: lower left, lower right, upper left, right


@record
class TakenOut:
    """A body was taken out of the cells that kept it."""

    id: int
    cells: tuple[Box, ...]


@record
class CellsJoined:
    """Four quarters with few bodies left were joined to one cell again."""

    cell: BoxField
    level: int
    ids: tuple[int, ...]


@record
class CellCompared:
    """The bodies of one cell, compared with each other and with those kept in the cells around it."""

    cell: BoxField
    level: int
    ids: tuple[int, ...]
    above: tuple[int, ...]  # the bodies kept in the cells around it, up to the root
    compared: tuple[Pair, ...]  # where leaves keep copies, without the pairs that another leaf compares
    hits: tuple[Pair, ...]  # those that touch or overlap
    tested: int  # comparisons so far, this cell's included


@record
class CellTested:
    """A query's box, or a moving one, compared with a cell."""

    cell: BoxField
    level: int
    meets: bool  # whether what lies within is looked at
    tested: int  # comparisons so far, this one included


QuadtreeStep = RootGrown | Kept | CellSplit | TakenOut | CellsJoined | CellCompared | CellTested | CandidatePairs
