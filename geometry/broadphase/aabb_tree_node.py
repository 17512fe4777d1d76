"""A node of an AABB tree, and what the tree's steps say of it."""

from __future__ import annotations

from geometry.broadphase.boxes import Box, BoxField, joined
from geometry.broadphase.structure import CandidatePairs
from geometry.record import record


class Node:
    """A leaf holds one body, an inner node the box around its two children."""

    __slots__ = ("body", "box", "height", "left", "number", "parent", "right")

    def __init__(self, number: int, box: Box, body: int | None) -> None:
        self.number = number  # never used again, so that steps can speak of it
        self.box = box
        self.body = body  # id; None for an inner node
        self.parent: Node | None = None
        self.left: Node | None = None
        self.right: Node | None = None
        self.height = 0  # levels below it

    def __repr__(self) -> str:
        return f"Node({self.number}, {self.box}, body {self.body}, height {self.height})"

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right) if self.left is not None and self.right is not None else ()

    def adopt(self, left: Node, right: Node) -> None:
        """Take these two for children, with the box around them."""
        self.left, self.right = left, right
        left.parent = right.parent = self
        self.refit()

    def refit(self) -> None:
        """The box around both children, and the height, worked out again."""
        assert self.left is not None
        assert self.right is not None
        self.box = joined(self.left.box, self.right.box)
        self.height = 1 + max(self.left.height, self.right.height)

    def exchange(self, child: Node, other: Node) -> None:
        """Put another node where a child was."""
        if self.left is child:
            self.left = other
        else:
            self.right = other
        other.parent = self


@record
class NodeSeen:
    """One node as it is now: a tree is a tuple of these, each before its children, the left one first."""

    number: int
    box: BoxField  # of a leaf: fat
    body: int | None  # id; None for an inner node
    parent: int | None  # numbers of other nodes; None for the root
    left: int | None  # None for a leaf
    right: int | None
    height: int  # levels below it
    depth: int  # levels above it


@record
class Descended:
    """One level of the search for a neighbour: stay with this node, or go on to one of its children?

    Each cost is by how much the sum of all perimeters would grow: a new parent around this node and the leaf, or this
    node's own growth and then what the child asks at least.
    """

    node: int
    box: BoxField
    left: int
    right: int
    growth_left: float  # of the child's perimeter, if it took the leaf in
    growth_right: float
    cost_here: float
    cost_left: float
    cost_right: float
    chosen: int | None  # the child to go on with; None to stay


@record
class LeafPut:
    """A new leaf stands beside its neighbour, under a new parent."""

    id: int
    leaf: int
    box: BoxField  # fat
    neighbour: int | None  # None for the first leaf, which is the root
    parent: int | None


@record
class LeafTaken:
    """A leaf was taken out: its neighbour took their parent's place."""

    id: int
    leaf: int
    neighbour: int | None  # None for the last leaf
    parent: int | None  # the node that is gone with it


@record
class Refitted:
    """An ancestor's box, worked out again from its children."""

    node: int
    before: BoxField
    box: BoxField


@record
class Rotated:
    """A grandchild and its uncle have changed places: the box of the node between them shrinks."""

    node: int  # whose child and grandchild they were
    uncle: int  # was its child, is its grandchild
    grandchild: int  # was its grandchild, is its child
    between: int  # the child that has the uncle now
    before: BoxField  # of `between`
    box: BoxField
    gain: float  # of perimeter


@record
class StayedInside:
    """A body has moved and is still inside its fat box: the tree stays as it is."""

    id: int
    box: BoxField  # tight
    fat: BoxField


@record
class NodeTested:
    """A query's box, or a moving one, compared with the box of a node."""

    node: int
    box: BoxField
    id: int | None  # of the body, for a leaf
    meets: bool  # whether what lies within is looked at
    entry: float | None  # of a cast: the fraction at which the box is entered; None else
    tested: int  # comparisons so far, this one included


@record
class BodyAsked:
    """The query of one body is through: it was compared with the boxes of these many nodes and bodies."""

    id: int
    hits: tuple[int, ...]  # bodies of a greater id that it overlaps; the others have found it themselves
    tested: int  # comparisons so far


TreeStep = (
    Descended | LeafPut | LeafTaken | Refitted | Rotated | StayedInside | NodeTested | BodyAsked | CandidatePairs
)
