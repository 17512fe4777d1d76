"""The shape of an AABB tree: where a leaf goes, what happens when it leaves, and how the tree is kept shallow."""

from __future__ import annotations

from geometry.broadphase.aabb_tree_node import Descended, LeafPut, LeafTaken, Node, Refitted, Rotated, TreeStep
from geometry.broadphase.boxes import Box, joined, perimeter
from geometry.trace import Steps, steppable_method


class BoxTree:
    """A binary tree of boxes. `rotations`: whether grandchildren and uncles change places on the way to the root."""

    def __init__(self, rotations: bool) -> None:
        self.root: Node | None = None
        self.rotations = rotations
        self._numbers = 0

    @steppable_method
    def put(self, body: int, box: Box) -> Steps[TreeStep, Node]:
        """A new leaf for a body, beside the neighbour that costs the least perimeter."""
        leaf = self._node(box, body)
        if self.root is None:
            self.root = leaf
            yield LeafPut(body, leaf.number, box, None, None)
            return leaf
        neighbour = yield from self._best_neighbour.steps(self.root, box)
        above = neighbour.parent
        parent = self._node(box, None)
        if above is None:
            self.root = parent
        else:
            above.exchange(neighbour, parent)
        parent.adopt(neighbour, leaf)
        yield LeafPut(body, leaf.number, box, neighbour.number, parent.number)
        yield from self._refit.steps(parent)
        return leaf

    @steppable_method
    def take(self, leaf: Node) -> Steps[TreeStep, None]:
        """Take a leaf out: its neighbour takes their parent's place."""
        assert leaf.body is not None
        parent = leaf.parent
        if parent is None:
            self.root = None
            yield LeafTaken(leaf.body, leaf.number, None, None)
            return
        (neighbour,) = (child for child in parent.children if child is not leaf)
        above = parent.parent
        neighbour.parent = above
        if above is None:
            self.root = neighbour
        else:
            above.exchange(parent, neighbour)
        yield LeafTaken(leaf.body, leaf.number, neighbour.number, parent.number)
        yield from self._refit.steps(above)

    @steppable_method
    def _best_neighbour(self, root: Node, box: Box) -> Steps[TreeStep, Node]:
        """Down from the root, by the growth of the sum of all perimeters.

        A new parent around node N and the leaf b adds p(N + b). To put b somewhere below N makes N itself grow, by
        p(N + b) - p(N), and then asks of the child C at least its growth, or p(C + b) where C is a leaf. What the
        nodes above N grow by is the same for all of these. Equal costs: the child with fewer levels below it.
        """
        node = root
        while node.left is not None and node.right is not None:
            left, right = node.left, node.right
            here = perimeter(joined(node.box, box))
            growth = here - perimeter(node.box)
            with_left, with_right = perimeter(joined(left.box, box)), perimeter(joined(right.box, box))
            growth_left, growth_right = with_left - perimeter(left.box), with_right - perimeter(right.box)
            cost_left = growth + (with_left if left.body is not None else growth_left)
            cost_right = growth + (with_right if right.body is not None else growth_right)
            is_left = cost_left < cost_right or (cost_left == cost_right and left.height <= right.height)
            chosen = left if is_left else right
            stays = here < min(cost_left, cost_right)
            costs = growth_left, growth_right, here, cost_left, cost_right
            yield Descended(
                node.number, node.box, left.number, right.number, *costs, None if stays else chosen.number
            )
            if stays:
                break
            node = chosen
        return node

    @steppable_method
    def _refit(self, start: Node | None) -> Steps[TreeStep, None]:
        """From a node up to the root: its box is worked out again, and a rotation is tried."""
        node = start
        while node is not None:
            before = node.box
            node.refit()
            if node.box != before:
                yield Refitted(node.number, before, node.box)
            if self.rotations:
                yield from self._rotate.steps(node)
            node = node.parent

    @steppable_method
    def _rotate(self, node: Node) -> Steps[TreeStep, None]:
        """Let a grandchild and its uncle change places, if the child between node and grandchild shrinks by it, or
        stays as large and the tree has fewer levels then. The best of up to four; the first of equals."""
        best = (0.0, 0)  # gain of perimeter, gain of levels
        found: tuple[Node, Node, Node, Node] | None = None
        for uncle, between in (node.children, node.children[::-1]) if node.children else ():
            for grandchild, stays in (between.children, between.children[::-1]) if between.children else ():
                gain = perimeter(between.box) - perimeter(joined(uncle.box, stays.box))
                height = 1 + max(grandchild.height, 1 + max(uncle.height, stays.height))
                if (gain, node.height - height) > best:
                    best, found = (gain, node.height - height), (uncle, between, grandchild, stays)
        if found is None:
            return
        uncle, between, grandchild, stays = found
        before = between.box
        node.exchange(uncle, grandchild)
        between.exchange(grandchild, uncle)
        between.refit()
        node.refit()
        yield Rotated(node.number, uncle.number, grandchild.number, between.number, before, between.box, best[0])

    def _node(self, box: Box, body: int | None) -> Node:
        self._numbers += 1
        return Node(self._numbers, box, body)
