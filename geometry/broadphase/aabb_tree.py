"""A binary tree of boxes: a leaf holds a body, an inner node the box around both its children.

A query that misses a node's box misses all below it. So small boxes are good boxes: a line at random meets a box with
a chance proportional to its perimeter (its surface, in three dimensions: the *surface-area heuristic*), and the sum
of all perimeters is what each change of the tree keeps small. A new leaf is put where that sum grows least; on the
way back to the root, wherever a grandchild and its uncle had better change places, they do.

A leaf's box is *fat*, larger than the body's by a margin: while the body stays inside, the tree does not change.
Which pairs are reported is decided by the bodies' own boxes, never by the fat ones.

After Box2D's dynamic tree (Catto, "Dynamic bounding volume hierarchies", 2019).
"""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from geometry.broadphase.aabb_tree_node import (
    BodyAsked,
    Node,
    NodeSeen,
    NodeTested,
    StayedInside,
    TreeStep,
)
from geometry.broadphase.box_tree import BoxTree
from geometry.broadphase.boxes import Box, aabb_of, box_of, contains, fattened, overlap
from geometry.broadphase.casting import Ask, Nearest, moving, nearer
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
from geometry.vector import number

# A leaf's box that has become this many margins too large (its body has shrunk) is replaced.
MOST_MARGINS = 4.0


@steppable
def aabb_tree(
    boxes: Sequence[Aabb], *, margin: float = 0.0, rotations: bool = True
) -> Steps[TreeStep, CandidatePairs]:
    """The pairs (i, j), i < j, of boxes that touch or overlap, by a tree built in the order of the boxes.

    See `AabbTree` for the arguments. Raises ValueError for a bad margin and a box that is NaN, infinite or turned.
    """
    tree = AabbTree(margin, rotations=rotations)
    for i, box in enumerate(listed("aabb_tree", "Aabb", boxes)):
        yield from tree.insert.steps(i, box)
    return (yield from tree.pairs.steps())


class AabbTree(Bodies):
    """A tree that is kept while bodies move. See `Broadphase` for what each call does.

    `margin` >= 0, world units: by how much a leaf's box is larger than its body's on each side. `rotations`: whether
    grandchildren and uncles change places; without it only the order of insertion shapes the tree.
    """

    def __init__(self, margin: float = 0.0, *, rotations: bool = True) -> None:
        super().__init__()
        self.margin = number(margin, "margin")
        if self.margin < 0.0:
            raise ValueError(f"margin must be >= 0, not {margin:g}")
        self.tree = BoxTree(rotations)
        self.leaves: dict[int, Node] = {}

    @steppable_method
    def insert(self, body: int, box: Aabb) -> Steps[TreeStep, None]:
        body = self._new(body)
        self.boxes[body] = body_box(body, box)
        self.leaves[body] = yield from self.tree.put.steps(body, fattened(self.boxes[body], self.margin))

    @steppable_method
    def move(self, body: int, box: Aabb) -> Steps[TreeStep, None]:
        body = self._known(body)
        self.boxes[body] = body_box(body, box)
        if self._fits(body):
            yield StayedInside(body, self.boxes[body], self.leaves[body].box)
            return
        yield from self.tree.take.steps(self.leaves[body])
        self.leaves[body] = yield from self.tree.put.steps(body, fattened(self.boxes[body], self.margin))

    @steppable_method
    def remove(self, body: int) -> Steps[TreeStep, None]:
        body = self._known(body)
        yield from self.tree.take.steps(self.leaves.pop(body))
        del self.boxes[body]

    @steppable_method
    def pairs(self) -> Steps[TreeStep, CandidatePairs]:
        """One query a body. `tested` counts the inner nodes and fat boxes that it was compared with, and its
        comparisons with the bodies' own boxes where fat ones overlap."""
        found: list[Pair] = []
        tested = 0
        for body in sorted(self.boxes):
            ids, cost = self._meeting(self.boxes[body])
            hits = [other for other in ids if other > body]
            tested += cost
            found += [(body, other) for other in hits]
            yield BodyAsked(body, tuple(hits), tested)
        answer = CandidatePairs(tuple(found), tested)
        yield answer
        return answer

    @steppable_method
    def query(self, box: Aabb) -> Steps[TreeStep | BodyCompared | Candidates, Candidates]:
        ids, tested = yield from self._meeting.steps(box_of(box, "the box of the query"))
        answer = Candidates(tuple(ids), tested)
        yield answer
        return answer

    @steppable_method
    def cast(
        self, start: Aabb | Convex, translation: ArrayLike, ask: Ask | None = None
    ) -> Steps[TreeStep | BodyCast | FirstHit, FirstHit]:
        path = moving(start, translation)
        best: Nearest | None = None
        tested = 0
        stack = [self.tree.root] if self.tree.root is not None else []
        while stack:
            node = stack.pop()
            entered = path.entry(node.box)
            tested += 1
            meets = entered is not None and (best is None or entered <= best[0])
            yield NodeTested(node.number, node.box, node.body, meets, entered, tested)
            if not meets:
                continue
            if node.body is not None:
                own = self.boxes[node.body]
                entry = path.entry(own)
                best = nearer(best, node.body, entry, ask)
                tested += own != node.box
                yield BodyCast(node.body, own, entry, best)
            entries = [(path.entry(child.box), place, child) for place, child in enumerate(node.children)]
            ways = sorted((1.0 if entry is None else entry, place, child) for entry, place, child in entries)
            stack += [child for _, _, child in reversed(ways)]  # the nearer one is looked at first
        answer = first_hit(best, tested)
        yield answer
        return answer

    def _fits(self, body: int) -> bool:
        """Whether the leaf's box can stay: it contains the body, and is no larger than a few margins around it."""
        leaf, own = self.leaves[body].box, self.boxes[body]
        return contains(leaf, own) and contains(fattened(own, MOST_MARGINS * self.margin), leaf)

    @steppable_method
    def _meeting(self, box: Box) -> Steps[TreeStep | BodyCompared, tuple[list[int], int]]:
        """The bodies whose own boxes overlap a box, by id, and the comparisons that it took."""
        found: list[int] = []
        tested = 0
        stack = [self.tree.root] if self.tree.root is not None else []
        while stack:
            node = stack.pop()
            meets = overlap(box, node.box)
            tested += 1
            yield NodeTested(node.number, node.box, node.body, meets, None, tested)
            if not meets:
                continue
            if node.left is not None and node.right is not None:
                stack += (node.right, node.left)
            elif node.body is not None:
                own = self.boxes[node.body]
                is_fat = own != node.box
                hit = not is_fat or overlap(box, own)
                tested += is_fat
                yield BodyCompared(node.body, own, hit)
                if hit:
                    found.append(node.body)
        return sorted(found), tested

    @property
    def height(self) -> int:
        """Levels below the root; 0 for one leaf and for none."""
        return self.tree.root.height if self.tree.root is not None else 0

    def fat_box(self, body: int) -> Aabb:
        """The box of a body's leaf. Raises ValueError for an id that is not in."""
        return aabb_of(*self.leaves[self._known(body)].box)

    def nodes(self) -> tuple[NodeSeen, ...]:
        """The tree as it is now: every node before its children, the left one first."""
        found: list[NodeSeen] = []
        stack = [(self.tree.root, 0)] if self.tree.root is not None else []
        while stack:
            node, depth = stack.pop()
            parent, left, right = (None if n is None else n.number for n in (node.parent, node.left, node.right))
            found.append(NodeSeen(node.number, node.box, node.body, parent, left, right, node.height, depth))
            stack += [(child, depth + 1) for child in reversed(node.children)]
        return tuple(found)
