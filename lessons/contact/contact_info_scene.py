"""A and B, each of one of five kinds, in all 25 pairs: what is known of every pair, and of the chosen one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry import (
    Convex,
    boundary,
    box,
    capsule,
    circle,
    collide,
    manifold,
    regular_polygon,
    rounded,
    separation,
)
from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.faulty.kind_table import NotReversed, not_flipped
from geometry.primitives.dispatch import PAIR_ROUTINES
from geometry.primitives.kinds import shape_kind
from geometry.transform import Pose
from geometry.vector import Vector
from viz.lesson.ink import Ink
from viz.lesson.scene import Scene, choice, handle, slider
from viz.lesson.text import sentence, tint

SHAPES: Mapping[str, Convex] = {
    "circle": circle(0.6),
    "box": box(1.5, 1.0),
    "capsule": capsule((-0.45, 0.0), (0.45, 0.0), 0.35),
    "polygon": regular_polygon(5, 0.7),
    "rounded": rounded(box(0.8, 0.5), 0.25),
}  # about equally long: the longest one sets the scale of all cells
KINDS = tuple(SHAPES)
TOLD = 0.005  # an overlap below this is told as 0.00
SAME = 1e-6  # two depths that differ by less tie
ROOM = 0.05  # by such steps a cell shows more of the world, so that it stands still while B is dragged a little
FILLED = 0.46  # of a cell, to each side of its middle: what the shapes take
AIR = 0.03  # from a cell to the line between it and the next
Array = NDArray[np.float64]
SPOTS = {
    (row, column): np.array((j + 0.5, -i - 0.5)) for i, row in enumerate(KINDS) for j, column in enumerate(KINDS)
}
SQUARES = {
    name: spot + (0.5 - AIR) * np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
    for name, spot in SPOTS.items()
}


def whole(kind: str) -> str:
    """The name of a kind where a noun is needed."""
    return "rounded polygon" if kind == "rounded" else kind


def around(row: str, column: str) -> Array:
    """Around the frame of a cell, which stays to be seen."""
    spot = SPOTS[row, column]
    square: Array = spot + (SQUARES[row, column] - spot) * 0.5 / (0.5 - AIR)
    return square


SIDES = {name: np.stack((square, np.roll(square, -1, axis=0)), axis=1) for name, square in SQUARES.items()}
GROUNDS = {name: square[[(0, 1, 2), (0, 2, 3)]] for name, square in SQUARES.items()}
NUMBER = (0.36, 0.165)  # of a cell, from the lower right corner of what it shows: left free for its number
LEANS = np.linspace(0.0, 1.0, 5)  # from the middle of a cell to its left and upper sides
_ANGLES = np.radians(np.arange(0.0, 91.0, 15.0))
WAYS = np.vstack((np.stack((np.cos(_ANGLES), -np.sin(_ANGLES)), axis=1), ((-1.0, 0.0), (0.0, 1.0))))
# from rightward to downward, then leftward, upward: what lies before a corner in one of these is not in it
REACH_OF_A = np.array([(shape.points @ WAYS.T).max(axis=0) + shape.radius for shape in SHAPES.values()])


class Cell(NamedTuple):
    """A pair of kinds: A's row, B's column."""

    a: Convex
    b: Convex
    found: Manifold
    swapped: bool  # whether its pair routine expects the other order


class Known(NamedTuple):
    """What a contact knows."""

    normal: Vector  # from A to B
    separation: float
    on_a: Vector  # where it is measured: of the deepest point, or of the closest ones
    on_b: Vector
    points: tuple[ManifoldPoint, ...]

    @property
    def middle(self) -> Vector:
        """Where its normal is drawn."""
        return middle_of(self.points) if self.points else (self.on_a + self.on_b) / 2.0


def known_of(a: Convex, b: Convex, found: Manifold) -> Known:
    """What a contact knows; of two that are apart, too."""
    if found.points:
        deepest = min(found.points, key=lambda p: p.separation)
        return Known(found.normal, found.separation, deepest.on_a, deepest.on_b, found.points)
    contact = collide(a, b).contact
    half = 0.5 * contact.separation * contact.normal
    return Known(contact.normal, contact.separation, contact.point - half, contact.point + half, ())


def middle_of(points: Sequence[ManifoldPoint]) -> Vector:
    """Of contact points."""
    return sum((p.point for p in points[1:]), points[0].point) / len(points)


@dataclass(frozen=True, eq=False)
class Board(Scene):
    """A in the middle, of five kinds; B beside it, of five kinds; one pair of kinds is chosen."""

    place: Vector = handle(Ink.B, "B")
    row: str = choice("A", KINDS, "box")
    column: str = choice("B", KINDS, "circle")
    turn: float = slider("Rotate B by", -90.0, 90.0, 20.0, "°", 0)

    def sketched(self) -> Sequence[tuple[Ink, Any]]:
        return (Ink.A, boundary(self.cell.a, 0.02)), (Ink.B, boundary(self.cell.b, 0.02))

    @cached_property
    def view(self) -> tuple[Vector, float]:
        """What a cell of the board shows: its middle in the world, and how long a world unit is there. It has room
        for every A and B, also where its push takes it, along its normal or, after a swapped call, against it. Its
        lower right corner stays free in all cells: there stand their numbers."""
        reach = self._reach
        right, down, left, up = (float(reach[:, i].max()) for i in (0, -3, -2, -1))
        half = math.ceil(0.5 * max(right + left, up + down) / ROOM) * ROOM
        while True:  # a larger window has a larger corner, but more of it is spare
            spare = half - 0.5 * np.array((right + left, up + down))
            number = np.array(NUMBER) * half / FILLED
            for lean in LEANS:
                corner = np.array((right, down)) + spare * (1.0 + lean) - number
                before = corner[0] * WAYS[:-2, 0] - corner[1] * WAYS[:-2, 1]
                if (before >= reach[:, :-2]).any(axis=1).all():
                    middle = 0.5 * np.array((right - left, up - down)) + lean * spare * (1.0, -1.0)
                    return middle, FILLED / half
            half += ROOM

    @property
    def _reach(self) -> Array:
        """How far every A, and every B on its way, reaches in each of WAYS, (5 + 25, ways)."""
        of_b = [(shape.points @ WAYS.T).max(axis=0) + shape.radius for shape in self.shapes.values()]
        push = self.moves().reshape(-1, 2) @ WAYS.T
        back = np.where([[cell.swapped] for cell in self.cells.values()], -push, 0.0)
        return np.vstack((REACH_OF_A, np.tile(of_b, (len(SHAPES), 1)) + np.maximum(push, back).clip(0.0)))

    @cached_property
    def pose(self) -> Pose:
        """Of B."""
        return Pose(self.place, math.radians(self.turn))

    @cached_property
    def shapes(self) -> dict[str, Convex]:
        """B, of every kind."""
        return {kind: shape.at(self.pose) for kind, shape in SHAPES.items()}

    @cached_property
    def cells(self) -> dict[tuple[str, str], Cell]:
        return {
            (row, column): Cell(a, b, manifold(a, b), (shape_kind(a), shape_kind(b)) not in PAIR_ROUTINES)
            for row, a in SHAPES.items()
            for column, b in self.shapes.items()
        }

    @property
    def cell(self) -> Cell:
        return self.cells[self.row, self.column]

    @cached_property
    def gaps(self) -> dict[tuple[str, str], float]:
        """The separation of every pair."""
        return {
            name: cell.found.separation if cell.found.points else separation(cell.a, cell.b)
            for name, cell in self.cells.items()
        }

    @cached_property
    def depths(self) -> dict[tuple[str, str], float]:
        """How deep every pair overlaps; 0 of those that do not."""
        return {
            name: max(-cell.found.separation, 0.0) if cell.found.points else 0.0 for name, cell in self.cells.items()
        }

    @cached_property
    def deepest(self) -> float:
        return max(self.depths.values())

    def moved(self, name: tuple[str, str], time: float) -> float:
        """How far B of a pair is pushed at a time from 0 to 1: all at one speed, the deepest one to the end. One that
        would be left with an overlap that is told as 0.00 is pushed out."""
        depth, far = self.depths[name], time * self.deepest
        return depth if far > depth - TOLD else far

    @cached_property
    def unflipped(self) -> dict[tuple[str, str], NotReversed]:
        """The answers of the swapped pairs that overlap, taken as they come."""
        return {
            name: not_flipped(cell.a, cell.b)
            for name, cell in self.cells.items()
            if cell.swapped and cell.found.points
        }

    def pushed_wrong(self, name: tuple[str, str], time: float) -> float:
        """The separation of a swapped pair that is pushed along its normal as it comes."""
        way = self.moved(name, time) * self.unflipped[name].normal
        return separation(self.cells[name].a, self.cells[name].b.moved(way))

    def moves(self, time: float = 1.0, *, keeps: bool = False) -> Array:
        """Of every B at that time, (rows, columns, 2); `keeps`: the swapped pairs keep the normal as it comes."""
        wrong = self.unflipped if keeps else {}
        ways = [wrong[name].normal if name in wrong else cell.found.normal for name, cell in self.cells.items()]
        depths, far = np.array(list(self.depths.values())), time * self.deepest
        done = np.where(far > depths - TOLD, depths, far)  # as `moved`, of all
        moves: Array = (done[:, None] * np.array(ways)).reshape(len(KINDS), len(KINDS), 2)
        return moves

    @cached_property
    def known(self) -> Known:
        """Of the chosen pair."""
        a, b, found, _ = self.cell
        return known_of(a, b, found)

    @cached_property
    def returned(self) -> tuple[ManifoldPoint, ...]:
        """The contact points of the chosen pair as its swapped call returns them, B being the first shape, in the
        order of `known`; none if the call is not swapped, or picks another one of two equal pushes."""
        if not self.cell.swapped:
            return ()
        found = manifold(self.cell.b, self.cell.a)
        if found.normal @ self.known.normal > 0.0:
            return ()
        return tuple(min(found.points, key=lambda other: math.dist(other.point, p.point)) for p in self.known.points)

    @property
    def is_tie(self) -> bool:
        """Whether the opposite way out is as short, so that the routine picks one of the two."""
        s, n = self.known.separation, self.known.normal
        return s < 0.0 and abs(separation(self.cell.a, self.cell.b.moved(s * n))) <= SAME

    @property
    def name(self) -> str:
        return f"{tint(sentence(self.row), Ink.A)} and {tint(self.column, Ink.B)}"


def on_board(scene: Board, name: tuple[str, str], points: Any) -> Array:
    """Points of the world as they lie in a cell of the board."""
    middle, scale = scene.view
    placed: Array = SPOTS[name] + scale * (np.asarray(points) - middle)
    return placed
