"""Bodies with masses that are pushed apart: three, or a stack of four on the ground."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from operator import attrgetter
from typing import Any, NamedTuple, Self

from geometry import Convex, Trace, Vector, box
from geometry.contact.relaxation import (
    OverlapFound,
    PairPushed,
    Pile,
    PileSettled,
    RoundDone,
    frames,
    resolve_overlaps,
)
from geometry.contact.ways import NO_MOVE
from geometry.faulty.pushes import halves_for_static
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, TwoShapes, at, body, choice, slider
from viz.lesson.text import fixed

NONE, ONE, TWO = "none", "A", "A and C"
OFF, DRAGGING = "off", "on"
HALVES, OVER = "halves for static bodies too", "0.51 each"
States = tuple[tuple[float, tuple[Vector, ...]], ...]  # greatest overlap and moves: from the start on


class Item(NamedTuple):
    name: str
    ink: Ink
    body: Body
    weight: float  # inverse mass; 0 for a static body
    field: str

    @property
    def mass(self) -> str:
        return f"mass {fixed(1.0 / self.weight)}" if self.weight else "static"

    @property
    def latex(self) -> str:
        return r"\mathrm{ground}" if self.field == "ground" else self.name

    @property
    def symbol(self) -> str:
        return r"w_{\mathrm{g}}" if self.field == "ground" else f"w_{self.name}"


class OneFrame(NamedTuple):
    """The first frame, push by push: how deep its first pair is."""

    pair: tuple[int, int]
    turns: tuple[tuple[int, int], ...]  # all that are pushed in it; each takes as much of an iteration on the axis
    depths: tuple[float, ...]  # after the fall, and then after the turn of each pair, in each iteration

    @property
    def at(self) -> tuple[float, ...]:
        """Where on that axis each of them is known."""
        return tuple(k / len(self.turns) for k in range(len(self.depths)))


class Overlap(NamedTuple):
    first: int
    second: int
    depth: float
    normal: Vector


@dataclass(frozen=True, eq=False, kw_only=True)
class Controls(TwoShapes):
    mass: float = slider("Mass of B", 0.25, 4.0, 1.0)
    static: str = choice("Make static", (NONE, ONE, TWO), NONE)
    slop: float = slider("Slop", 0.0, 0.2, 0.01)
    push: str = choice("Push while dragging", (OFF, DRAGGING), OFF)
    rounds: int = 10
    fall: float = 0.0  # of every free body, before each iteration: then it is a frame


@dataclass(frozen=True, eq=False)
class Bodies(Controls):
    """A, B and C."""

    c: Body = body(Ink.A, "C")

    @cached_property
    def items(self) -> tuple[Item, ...]:
        of_a, of_c = float(self.static == NONE), float(self.static != TWO)
        return (
            Item("A", Ink.A, self.a, of_a, "a"),
            Item("B", Ink.B, self.b, 1.0 / self.mass, "b"),
            Item("C", Ink.A, self.c, of_c, "c"),
        )

    @cached_property
    def shapes(self) -> tuple[Convex, ...]:
        return tuple(item.body.world for item in self.items)

    @property
    def fixed(self) -> tuple[bool, ...]:
        return tuple(item.weight == 0.0 for item in self.items)

    @property
    def word(self) -> str:
        return "frame" if self.fall else "iteration"

    @property
    def chart_top(self) -> float:
        """Up to where the chart goes at least: of a pile that falls, no hint at its end."""
        return 5.0 * self.fall or 0.05

    def resolved(self, share: float = 0.5) -> Trace[Any, PileSettled]:
        weights = [item.weight or 1.0 for item in self.items]
        return resolve_overlaps.trace(
            self.shapes, self.fixed, weights=weights, share=share, slop=self.slop, rounds=self.rounds, fall=self.fall
        )

    @property
    def iterations(self) -> int:
        """Of the same pile beside this one, in each frame; 1 for no other pile."""
        return 1

    @cached_property
    def others(self) -> States:
        """What the pile beside this one comes to; empty where there is none."""
        return ()

    @cached_property
    def full(self) -> Trace[Any, PileSettled]:
        """Every pair of every iteration."""
        return self.resolved()

    @cached_property
    def first(self) -> OverlapFound | None:
        """The first pair that is pushed."""
        return next((step for step in self.full if isinstance(step, OverlapFound)), None)

    @cached_property
    def frame(self) -> OneFrame | None:
        """Of two piles that fall, their first frame; None where it pushes no pair."""
        return None

    @cached_property
    def order(self) -> dict[tuple[int, int], int]:
        """The pairs that are ever pushed, numbered from 1 in the order in which an iteration visits them."""
        pairs = sorted({(step.first, step.second) for step in self.full if isinstance(step, OverlapFound)})
        return {pair: k for k, pair in enumerate(pairs, 1)}

    @cached_property
    def halves(self) -> States:
        """What the rule that loses a half comes to."""
        return halves_for_static(self.shapes, self.fixed, slop=self.slop, rounds=self.rounds, fall=self.fall)

    @cached_property
    def too_far(self) -> States:
        """What 0.51 each comes to."""
        trace = self.resolved(0.51)
        done = (step.moved for step in trace if isinstance(step, RoundDone))
        return tuple(zip(trace.result.left, ((NO_MOVE,) * len(self.shapes), *done), strict=True))

    def pair(self, i: int, j: int) -> str:
        return f"{self.items[i].name} and {self.items[j].name}"

    @cached_property
    def _piles(self) -> dict[bytes, tuple[list[Convex], list[Overlap]]]:
        return {}

    def pile(self, moved: tuple[Vector, ...]) -> tuple[list[Convex], list[Overlap]]:
        """Where these moves put the bodies, and what overlaps there, the deepest first."""
        key = b"".join(by.tobytes() for by in moved)
        if key not in self._piles:
            pile = Pile(self.shapes)
            for i, by in enumerate(moved):
                pile.move(i, by)
            found = [Overlap(i, j, *pile.overlap(i, j, 0.0)[::2]) for i, j in combinations(range(len(moved)), 2)]
            deep = sorted((each for each in found if each.depth > 1e-6), key=lambda each: -each.depth)
            self._piles[key] = pile.placed, deep
        return self._piles[key]

    def placed(self, moved: tuple[Vector, ...]) -> list[Convex]:
        return self.pile(moved)[0]

    def overlaps(self, moved: tuple[Vector, ...]) -> list[Overlap]:
        return self.pile(moved)[1]

    def depth_of(self, pair: tuple[int, int], moved: tuple[Vector, ...]) -> float:
        return next((each.depth for each in self.overlaps(moved) if each[:2] == pair), 0.0)

    def dragged_after(self, shown: Self, name: str) -> Self:
        """With the push on: the others stay where they have been pushed, and are pushed on."""
        if self.push == OFF:
            return self
        scene = shown.with_field(name, getattr(self, name))
        moves = scene.resolved().result.moved
        pushed: dict[str, Any] = {
            item.field: item.body.moved(by) for item, by in zip(scene.items, moves, strict=True)
        }
        return replace(scene, **pushed)


@dataclass(frozen=True, eq=False)
class Stack(Bodies):
    """Four bodies, and the ground below them."""

    d: Body = body(Ink.B, "D")
    ground: Body = body(Ink.CONSTRUCTION, "ground")
    beside: float = slider("Iterations a frame", 1.0, 10.0, 1.0, decimals=0)

    @property
    def iterations(self) -> int:
        return max(1, round(self.beside)) if self.fall else 1

    @cached_property
    def others(self) -> States:
        if self.iterations == 1:
            return ()
        weights, count = [item.weight for item in self.items], self.iterations
        return frames(self.shapes, weights, slop=self.slop, fall=self.fall, count=self.rounds, iterations=count)

    @cached_property
    def frame(self) -> OneFrame | None:
        done = next((step for step in self.full if isinstance(step, RoundDone)), None)
        if not self.others or done is None or not done.pushed or self.first is None:
            return None
        fallen = [
            shape.moved((0.0, -self.fall * bool(item.weight)))
            for item, shape in zip(self.items, self.shapes, strict=True)
        ]
        weights, watched = [item.weight or 1.0 for item in self.items], (self.first.first, self.first.second)
        trace = resolve_overlaps.trace(fallen, self.fixed, weights=weights, slop=self.slop, rounds=self.iterations)
        pushes = [step for step in trace if isinstance(step, PairPushed)]
        pushed = {(step.first, step.second) for step in pushes if step.move_first.any() or step.move_second.any()}
        if watched not in pushed:
            return None  # two static ones
        pile = Pile(fallen)
        depths = [pile.overlap(*watched, 0.0)[0]]
        for step in pushes:
            pile.move(step.first, step.move_first)
            pile.move(step.second, step.move_second)
            if (step.first, step.second) in pushed:
                depths.append(pile.overlap(*watched, 0.0)[0])
        return OneFrame(watched, tuple(sorted(pushed)), tuple(depths))

    @cached_property
    def items(self) -> tuple[Item, ...]:
        ground = Item("the ground", Ink.CONSTRUCTION, self.ground, 0.0, "ground")
        return (ground, *Bodies.items.func(self), Item("D", Ink.B, self.d, 1.0, "d"))  # type: ignore[attr-defined]


OFF_A_TIE = 0.0001  # apart at the start: no depth of a frame lies half way between two of those told
SIZES = ((1.7, 0.95), (1.4, 0.8), (1.2, 0.7), (0.9, 0.65))


def stack(**more: Any) -> Stack:
    """Boxes on each other, the lowest on the ground, whose top is at 0."""
    bodies, low = [], OFF_A_TIE
    for (wide, high), x in zip(SIZES, (0.0, 0.1, -0.05, 0.05), strict=True):
        bodies.append(at(box(wide, high), x, low + high / 2.0))
        low += high + OFF_A_TIE
    a, b, c, d = bodies
    return Stack(a, b, c, d, at(box(3.5, 0.44), 0.0, -0.22), **more)


RULES: dict[str, Callable[[Bodies], States]] = {HALVES: attrgetter("halves"), OVER: attrgetter("too_far")}
