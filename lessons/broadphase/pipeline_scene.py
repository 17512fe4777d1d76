"""The scene of a frame: a few bodies with handles, or a crowd of rounded polygons, and how they move."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from geometry import Aabb, Convex, Trace
from geometry.broadphase.boxes import Box
from geometry.broadphase.structure import Pair
from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold
from geometry.dynamics.body import RigidBody, rigid_body, static_body
from geometry.dynamics.contacts import find_manifold
from geometry.dynamics.rules import StepRules
from geometry.dynamics.step import StepMemory, rigid_step
from geometry.engine import frame as engine
from geometry.shape import box, regular_polygon
from geometry.vector import xy_of
from lessons.broadphase.boxes import Boxes, side_of
from viz.lesson.mark import Pair as XY
from viz.lesson.scene import Control, slider

RATE = 60  # frames a second
_WARM = 12  # frames that bodies under gravity have stood for


@dataclass(frozen=True, eq=False)
class Framed(Boxes):
    """Bodies in the plane, seen from above; with gravity from the side."""

    n: int = slider("Shapes n", 2, 400, 300, decimals=0)
    c: float = slider("Cell size c", 0.25, 4.0, 0.5)
    slender: float = slider("Slenderness", 1.0, 30.0, 1.0, decimals=1)
    slant: float = slider("Slant", 0.0, 90.0, 0.0, "°", decimals=0)
    velocities: tuple[XY, ...] = ()  # of the things, 0 for those that are not told
    still: int = 0  # so many of the first things are static
    gravity: float = 0.0

    @cached_property
    def shapes(self) -> tuple[Convex, ...]:
        return tuple(body.placed[0] for body in self.rigid)

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        bounds = (each.bounds() for each in self.shapes)
        return tuple((*each.low.tolist(), *each.high.tolist()) for each in bounds)

    @cached_property
    def rigid(self) -> tuple[RigidBody, ...]:
        if self.is_crowd:
            return _crowd(self.n, self.slender, self.slant)
        moving = (*self.velocities, *[(0.0, 0.0)] * len(self.things))
        return tuple(
            static_body(each.world) if i < self.still else rigid_body(each.world, velocity=moving[i])
            for i, each in enumerate(self.things)
        )

    @cached_property
    def rules(self) -> StepRules:
        return StepRules(dt=1.0 / RATE, gravity=(0.0, -self.gravity))

    @cached_property
    def memory(self) -> StepMemory:
        """Of the frame before. Bodies under gravity have stood for some frames, the others meet just now."""
        memory = StepMemory()
        for _ in range(_WARM if self.gravity else 0):
            memory = rigid_step(self.rigid, memory, self.rules).memory
        return memory

    @cached_property
    def frame(self) -> Trace[Any, Any]:
        """The frame, step by step."""
        return engine.frame.trace(self.rigid, self.c, self.memory, self.rules)

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        return (each for each in super().controls() if self.is_crowd or each[0] not in ("slender", "slant"))


@lru_cache(maxsize=4)
def moved_by(scene: Framed, reported: tuple[Pair, ...]) -> tuple[RigidBody, ...]:
    """Where the bodies are after a frame whose solver is given these pairs, right or not."""
    rules = replace(scene.rules, rule=or_of_boxes)
    return rigid_step(scene.rigid, scene.memory, rules, tuple(sorted(reported))).bodies


def or_of_boxes(a: Convex, b: Convex, previous: Manifold | None) -> Manifold:
    """The contact points of two shapes; of their boxes where the shapes themselves are apart."""
    found = find_manifold(a, b, previous)
    return found if found.points else manifold(*(box_shape(each.bounds()) for each in (a, b)))


def box_shape(bounds: Aabb) -> Convex:
    """A box as a shape."""
    width, height = xy_of(bounds.high - bounds.low)
    return box(width, height, (bounds.low + bounds.high) / 2.0)


@lru_cache(maxsize=8)
def _crowd(n: int, slender: float, slant: float) -> tuple[RigidBody, ...]:
    """Rounded polygons of 3 to 6 sides and radius 0.12 to 0.25, stretched along one direction at the same area."""
    draw, side, turn, grow = random.Random(7), side_of(n), math.radians(slant), math.sqrt(slender)
    along = np.array((math.cos(turn), math.sin(turn)))
    stretch = np.eye(2) / grow + (grow - 1.0 / grow) * np.outer(along, along)
    found = []
    for _ in range(n):
        at = np.array((draw.uniform(0.0, 0.95 * side), draw.uniform(0.0, 1.05 * side)))
        reach, way, speed = draw.uniform(0.12, 0.25), draw.uniform(0.0, math.tau), draw.uniform(0.2, 2.0)
        core = regular_polygon(draw.randint(3, 6), 0.8 * reach, angle=draw.uniform(0.0, math.tau))
        shape = Convex(core.points @ stretch + at, 0.2 * reach / grow)
        found.append(rigid_body(shape, velocity=(speed * math.cos(way), speed * math.sin(way))))
    return tuple(found)
