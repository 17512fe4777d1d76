"""The scene of the lesson on AABB trees: what is stepped through, and the tree as it is at each step."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from geometry import Pose, Trace
from geometry.broadphase.aabb_tree import AabbTree
from geometry.broadphase.aabb_tree_node import NodeSeen, NodeTested, Refitted
from geometry.broadphase.boxes import Box, aabb_of, fattened, joined
from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import circle, point, regular_polygon
from lessons.broadphase.boxes import Boxes, body_of, sides_of
from viz.lesson.ink import Ink
from viz.lesson.mark import Pair as XY
from viz.lesson.scene import Arrow, Body, Control, Handle, choice, slider

QUERY, INSERT, MOVE, CAST = "query", "insert", "move", "cast"
STEPS = 10  # of a query or a cast, the last one among them; of more the first ones are shown
WIDE, TALL = 4.0, 5.0  # of the tree's diagram
_NAMED = 6  # shapes, up to which a box is called by their letters


@dataclass(frozen=True, eq=False)
class Diagram:
    """A tree at one step: its nodes by number, what lies below each, where each stands in the diagram."""

    nodes: tuple[NodeSeen, ...]
    top: float = 0.0  # of the diagram
    tall: float = TALL

    @cached_property
    def by_number(self) -> dict[int, NodeSeen]:
        return {node.number: node for node in self.nodes}

    @property
    def root(self) -> NodeSeen:
        return self.nodes[0]

    @property
    def height(self) -> int:
        """Branches from the root to the deepest leaf; nodes know their own only once they are refitted."""
        return max(node.depth for node in self.nodes)

    def children(self, node: NodeSeen) -> tuple[NodeSeen, ...]:
        if node.left is None or node.right is None:
            return ()
        return self.by_number[node.left], self.by_number[node.right]

    @cached_property
    def below(self) -> dict[int, tuple[int, ...]]:
        """The bodies below each node, in ascending order; of a leaf its own."""
        found: dict[int, tuple[int, ...]] = {}
        for node in reversed(self.nodes):  # children come after their parents
            own = () if node.body is None else (node.body,)
            found[node.number] = tuple(sorted(own + tuple(b for c in self.children(node) for b in found[c.number])))
        return found

    @cached_property
    def places(self) -> dict[int, XY]:
        """Leaves evenly along the width, each other node above the middle of its children."""
        leaves = [node.number for node in self.nodes if node.body is not None]
        x = {number: WIDE * (k + 0.5) / len(leaves) for k, number in enumerate(leaves)}
        for node in reversed(self.nodes):
            if node.body is None:
                x[node.number] = sum(x[child.number] for child in self.children(node)) / 2.0
        level = self.tall / max(self.height, 1)
        return {node.number: (x[node.number], self.top - level * node.depth) for node in self.nodes}

    def path(self, number: int | None) -> list[int]:
        """A node and all above it, the root last."""
        found = []
        while number is not None:
            found.append(number)
            number = self.by_number[number].parent
        return found


@dataclass(frozen=True, eq=False)
class Treed(Boxes):
    """Boxes in a tree, and what is done with it. The last box is the one that is inserted or has moved."""

    n: int = slider("Boxes n", 2, 400, 300, decimals=0)
    does: str = choice("Step through", (QUERY, INSERT, MOVE, CAST), QUERY)
    q: Body = body_of((0.0, 0.0, 1.0, 1.0))  # noqa: RUF009  # frozen
    moved: Body = body_of((0.0, 0.0, 1.0, 1.0))  # noqa: RUF009  # where the last box is now
    ray: Arrow = Arrow((0.0, 0.0), (1.0, 0.0))  # noqa: RUF009  # of the disc's centre
    radius: float = slider("Radius r", 0.0, 0.8, 0.3)
    margin: float = slider("Margin m", 0.0, 0.6, 0.3)

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        for name, control, value in super().controls():
            if name not in ("radius", "margin") or (name, self.does) in (("radius", CAST), ("margin", MOVE)):
                yield name, control, value
        if self.does == QUERY:
            yield "q", Handle(Ink.B, "Q"), self.q
        elif self.does == MOVE:
            yield "moved", Handle(Ink.B, f"{self.names[-1]}′"), self.moved
        elif self.does == CAST:
            yield "ray", Handle(Ink.B, "path"), self.ray

    @property
    def last(self) -> int:
        return self.count - 1

    @cached_property
    def asks(self) -> Box:
        """The box of the query."""
        return sides_of(self.q.world.bounds())

    @cached_property
    def target(self) -> Box:
        """The new box of the one that moves."""
        return sides_of(self.moved.world.bounds())

    @cached_property
    def mover(self) -> Box:
        """What the steps are about: the query's box, the new box, or the box of the disc at its start."""
        if self.does == CAST:
            x, y = self.ray.start.tolist()
            return x - self.radius, y - self.radius, x + self.radius, y + self.radius
        return {QUERY: self.asks, MOVE: self.target}.get(self.does, self.boxes[-1])

    @property
    def leaf(self) -> Box:
        """The box of the new leaf."""
        return fattened(self.mover, self.margin) if self.does == MOVE else self.mover

    def _tree(self) -> AabbTree:
        """A tree of its own, before what is stepped through."""
        known = self.boxes[:-1] if self.does == INSERT else self.boxes
        return built(known, self.margin if self.does == MOVE else 0.0)

    def _routine(self, tree: AabbTree) -> tuple[Any, tuple[Any, ...]]:
        match self.does:
            case "insert":
                return tree.insert, (self.last, self.aabbs[-1])
            case "move":
                return tree.move, (self.last, aabb_of(*self.target))
            case "cast":
                start = self.ray.start
                return tree.cast, (circle(self.radius, start) if self.radius else point(start), self.ray.vector)
        return tree.query, (aabb_of(*self.asks),)

    @cached_property
    def whole(self) -> Trace[Any, Any]:
        """Every step."""
        asked = self.does in (QUERY, CAST)  # these leave the tree as it is
        routine, given = self._routine(_kept(self.boxes) if asked else self._tree())
        trace: Trace[Any, Any] = routine.trace(*given)
        return trace

    @cached_property
    def before(self) -> Diagram:
        """The tree before what is stepped through."""
        return Diagram(self._tree().nodes())

    @cached_property
    def kept(self) -> list[int]:
        """The steps that are shown: of a query one a node, of a long one the first ones and the last."""
        steps = self.whole.steps
        if self.does in (QUERY, CAST):
            nodes = [i for i, step in enumerate(steps) if isinstance(step, NodeTested)]
            return [*(nodes if len(nodes) < STEPS else [*nodes[: STEPS - 2], nodes[-1]]), len(steps) - 1]
        shown = [i for i, step in enumerate(steps) if not isinstance(step, Refitted)]
        refits = [i for i, step in enumerate(steps) if isinstance(step, Refitted)]
        room = max(STEPS - len(shown), 1)
        return sorted([*shown[: STEPS + 1], *refits[-room:]])

    @cached_property
    def visits(self) -> tuple[NodeTested, ...]:
        """The nodes that a query or a cast compares, in order."""
        return tuple(step for step in self.whole if isinstance(step, NodeTested))

    @cached_property
    def states(self) -> tuple[Diagram, ...]:
        """The tree at each shown step."""
        if self.does in (QUERY, CAST):
            return (_seen(self.boxes),) * len(self.kept)
        tree = self._tree()
        routine, given = self._routine(tree)
        nodes = [tree.nodes() for _ in routine.steps(*given)]
        return tuple(Diagram(nodes[i]) for i in self.kept)

    def around_all(self, bodies: tuple[int, ...]) -> Box:
        """The box around these bodies, from the scene: what a node above them must have."""
        found = self.boxes[bodies[0]]
        for body in bodies[1:]:
            found = joined(found, self.boxes[body])
        return found

    def called(self, tree: Diagram, number: int) -> str:
        """A node, as a sentence calls it."""
        node, bodies = tree.by_number[number], tree.below[number]
        if node.body is not None:
            return f"leaf {self.names[node.body]}"
        if node.parent is None:
            return "the root"
        if self.is_crowd or len(bodies) > _NAMED:
            return f"the box of {len(bodies)} shapes"
        return f"box {''.join(self.names[b] for b in bodies)}"

    def node_feature(self, tree: Diagram, number: int) -> FeatureRef:
        """A node as something to click: a leaf is its shape."""
        node = tree.by_number[number]
        if node.body is not None:
            return self.feature(node.body)
        return FeatureRef(f"box {''.join(self.names[b] for b in tree.below[number])}", FeatureKind.PART)


def built(boxes: tuple[Box, ...], margin: float) -> AabbTree:
    tree = AabbTree(margin)
    for i, sides in enumerate(boxes):
        tree.insert(i, aabb_of(*sides))
    return tree


@lru_cache(maxsize=8)
def _kept(boxes: tuple[Box, ...]) -> AabbTree:
    return built(boxes, 0.0)


@lru_cache(maxsize=8)
def _seen(boxes: tuple[Box, ...]) -> Diagram:
    return Diagram(_kept(boxes).nodes())


def scattered(count: int, seed: int) -> tuple[Body, ...]:
    """Regular polygons that are clear of each other, in an area of 10 by 9."""
    draw, found = random.Random(seed), list[tuple[float, float, float]]()
    while len(found) < count:
        size, x, y = draw.uniform(0.38, 0.62), draw.uniform(0.7, 9.3), draw.uniform(0.7, 8.3)
        if all(math.hypot(x - u, y - v) > size + other + 0.25 for u, v, other in found):
            found.append((x, y, size))
    turns = random.Random(seed + 1)
    return tuple(
        Body(regular_polygon(turns.choice((3, 4, 5, 6)), size), Pose((x, y), turns.uniform(0.0, 2.0)))
        for x, y, size in found
    )
