"""The scene of concave shapes in contact, and the trace that is told of it."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry import Trace
from geometry.concave.contacts import polygon_manifold
from geometry.concave.convex_decomposition import convex_decomposition
from geometry.concave.pairs import PairTested, PiecePair
from geometry.concave.translation import PolygonTranslation, difference_of, polygon_separation, polygon_translation
from geometry.dynamics.body import RigidBody, rigid_body, static_body
from geometry.dynamics.rules import StepRules
from geometry.dynamics.step import Stepped, rigid_step, simulate
from geometry.faulty.concave_pushes import PiecePushes, one_push_a_piece
from geometry.faulty.inner_edges_skipped import skipping_inner_edges
from geometry.minkowski.difference import minkowski_difference
from geometry.outcome import Outcome
from geometry.polygon import Polygon
from geometry.shape import Convex
from geometry.vector import Points, Vector
from lessons.concave.concave_collision_names import MANY, box_sides, place_of_name
from viz.lesson.ink import Ink
from viz.lesson.outline import Outline
from viz.lesson.scene import Control, Scene, handle, slider

SHOWN = 6  # pushes of the pieces, a step each
MOST_PAIRS = 30  # pairs of pieces: of more not each has a step
MOST_MET = 5  # steps of pairs whose boxes overlap, then, and of pairs that overlap
TIME_STEPS, SLOP = 24, 0.005  # so few: both runs are made anew in every frame of a drag
SMALL = 0.02  # of B's size: so short a push is looked at through a lens


@dataclass(frozen=True, eq=False)
class Compound(Scene):
    """Two outlines, and the speed of B where it slides."""

    a: Outline = handle(Ink.A, "A")
    b: Outline = handle(Ink.B, "B")
    speed: float = slider("Speed of B", 0.5, 6.0, 0.0)

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        return (each for each in super().controls() if each[0] != "speed" or self.speed)

    @cached_property
    def polygons(self) -> Mapping[str, Polygon]:
        return {"A": self.a.polygon, "B": self.b.polygon}

    @cached_property
    def names(self) -> Mapping[str, list[str]]:
        """Of the pieces; a single one has the shape's name."""
        counts = {owner: len(polygon.pieces) for owner, polygon in self.polygons.items()}
        return {o: [o] if k == 1 else [f"{o}{i + 1}" for i in range(k)] for o, k in counts.items()}

    def place(self, owner: str, i: int) -> Vector:
        """Of a piece's name."""
        if (owner, i) not in self._places:
            self._places[owner, i] = self._place(owner, i)
        return self._places[owner, i]

    @cached_property
    def _places(self) -> dict[tuple[str, int], Vector]:
        return {}

    def _place(self, owner: str, i: int) -> Vector:
        a, b = (self.polygons[each].pieces for each in "AB")
        own = (a if owner == "A" else b)[i]
        boxed = [each for each in (a, b) if len(each) <= MANY]
        sides = [side for each in (own, *itertools.chain(*boxed)) for side in box_sides(each)]
        if owner == "A":
            return place_of_name(own, b if len(b) <= MANY else (), sides)
        middle = self.b.middle
        ways = [] if self.push is None else [self.push, *(each.push for each in self.pushes.result.pushes[:1])]
        lines = [(middle, middle + 1.3 * way) for way in ways]
        return place_of_name(own, (), lines if len(b) == 1 else lines + sides)

    def place_of_letter(self, owner: str) -> Vector:
        """Of a shape of many pieces: in the largest, beside the other shape."""
        others = self.polygons["B" if owner == "A" else "A"].pieces
        return place_of_name(
            self.polygons[owner].largest_piece, others if owner == "A" and len(others) <= MANY else (), ()
        )

    def pieces(self, pair: PiecePair) -> tuple[Convex, Convex]:
        return self.polygons["A"].pieces[pair.of_a], self.polygons["B"].pieces[pair.of_b]

    @cached_property
    def whole(self) -> Trace[Any, PolygonTranslation]:
        return polygon_translation.trace(self.polygons["A"], self.polygons["B"])

    @property
    def push(self) -> Vector | None:
        return self.whole.result.translation

    @cached_property
    def is_fine(self) -> bool:
        """Whether the push is too short to be seen beside the shapes."""
        return self.push is not None and 0.0 < math.hypot(*self.push) < SMALL * self.size

    @cached_property
    def size(self) -> float:
        """Of B."""
        return float(np.ptp(self.b.points, axis=0).max())

    @cached_property
    def pushes(self) -> Trace[Any, PiecePushes]:
        return one_push_a_piece.trace(self.polygons["A"].pieces, self.polygons["B"].pieces)

    def difference(self, i: int, j: int) -> Points:
        """Of one piece of A and one of B."""
        if (i, j) not in self._differences:
            a, b = (self.polygons[owner].pieces for owner in "AB")
            self._differences[i, j] = minkowski_difference(a[i], b[j]).points
        return self._differences[i, j]

    @cached_property
    def _differences(self) -> dict[tuple[int, int], Points]:
        return {}

    @property
    def differences(self) -> Mapping[tuple[int, int], Points]:
        pairs = itertools.product(*(range(len(self.names[owner])) for owner in "AB"))
        return {(i, j): self.difference(i, j) for i, j in pairs}

    def up_to(self, pair: PiecePair) -> tuple[PiecePair, ...]:
        """All pairs that are done with this one."""
        return self.whole.result.pairs.pairs[: pair.of_a * len(self.names["B"]) + pair.of_b + 1]

    @cached_property
    def boundary(self) -> NDArray[np.float64]:
        """Of A − B: segments, shape (n, 2, 2)."""
        return difference_of(self.polygons["A"], self.polygons["B"]).stretches()

    def left_after(self, move: Vector) -> float:
        """The overlap that is left when B is moved; negative for a gap."""
        return -polygon_separation(self.polygons["A"], self.polygons["B"].moved(move))

    @cached_property
    def sliding(self) -> tuple[RigidBody, RigidBody]:
        return _fixed(self.a), rigid_body(self.polygons["B"], velocity=(self.speed, 0.0))

    @cached_property
    def runs(self) -> tuple[tuple[Stepped, ...], tuple[Stepped, ...]]:
        """Without the contacts on inner edges, and with them: the same run, where none is dropped."""
        glides = simulate(self.sliding, TIME_STEPS, StepRules(slop=SLOP))
        if not any(step.dropped for step in glides):
            return glides, glides
        return glides, simulate(self.sliding, TIME_STEPS, StepRules(slop=SLOP, drop_inner=False))


def skipped(scene: Compound) -> tuple[Stepped, ...] | None:
    """The slide by a faulty rule: inner edges are no axes. None without a slide."""
    if not scene.speed or scene.whole.result.outcome is not Outcome.OVERLAPPED:
        return None
    rule = skipping_inner_edges(scene.sliding[0].placed)
    return simulate(scene.sliding, TIME_STEPS, StepRules(slop=SLOP, drop_inner=False, rule=rule))


@functools.lru_cache(maxsize=8)  # while B is dragged, A stays the same outline
def _fixed(outline: Outline) -> RigidBody:
    return static_body(outline.polygon)


@functools.lru_cache(maxsize=8)
def _cut(outline: Outline) -> Trace[Any, Any]:
    """How A is cut: the same, wherever it is moved."""
    return convex_decomposition.trace(outline.polygon, outline.polygon.triangulation)


def _singly(tested: Sequence[PairTested]) -> Sequence[int]:
    """The pairs that have a step each: all, of many the first one and some whose boxes overlap, as many whose pieces
    do not as such that do."""
    if len(tested) <= MOST_PAIRS:
        return range(len(tested))
    met = [i for i, step in enumerate(tested) if step.pair.box_gap == 0.0 and i > 0]
    hits = [i for i in met if tested[i].pair.is_overlap]
    apart = [i for i in met if not tested[i].pair.is_overlap]
    return sorted((0, *apart[:MOST_MET], *hits[:MOST_MET]))


def told(scene: Compound) -> Trace[Any, Any]:
    """The pieces, their pairs, the pushes piece by piece, the push of the whole, the contacts, and the slide."""
    cut, whole = _cut(scene.a.unmoved), scene.whole
    tested = [step for step in whole if isinstance(step, PairTested)]  # the first steps; the answer follows
    parts: list[tuple[Trace[Any, Any], Sequence[int]]] = [
        (cut, (len(cut) - 1,)),
        (whole, (*_singly(tested), len(tested))),
    ]
    if whole.result.outcome is Outcome.OVERLAPPED:
        pushes = len(scene.pushes.result.pushes)
        if pushes > 1 and not scene.speed:
            parts.append((scene.pushes, (*range(min(pushes, SHOWN)), len(scene.pushes) - 1)))
        parts.append((whole, (len(whole) - 2, len(whole) - 1)))
        contacts = polygon_manifold.trace(scene.polygons["A"], scene.polygons["B"], known=whole.result)
        if not contacts.result.is_from_translation:
            parts.append((contacts, (len(contacts) - 1,)))
        if scene.speed:
            step = rigid_step.trace(scene.sliding, rules=StepRules(slop=SLOP))
            parts.append((step, (len(step) - 1,)))
    steps = [trace[i] for trace, kept in parts for i in kept]
    lines = [trace.lines[i] for trace, kept in parts for i in kept]
    steps = [replace(step, search=None) if isinstance(step, PairTested) else step for step in steps]
    return Trace(whole.function, tuple(steps), tuple(lines), None, steps[-1])
