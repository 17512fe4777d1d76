"""The scene of a frame: a few bodies with handles, or a crowd of rounded polygons, and how they move."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from geometry import Convex, Pose, Trace
from geometry.broadphase.boxes import Box
from geometry.dynamics.body import RigidBody, rigid_body, static_body
from geometry.dynamics import frame as engine
from geometry.dynamics.rules import StepRules
from geometry.dynamics.step import StepMemory, rigid_step
from geometry.shape import boundary, regular_polygon
from geometry.vector import Points
from lessons.broadphase.boxes import Boxes, side_of
from viz.lesson.mark import Pair as XY
from viz.lesson.scene import Control, slider

ITERATIONS = 10
RATE = 60  # frames a second
_WARM = 4  # frames that a resting stack has stood for
_DEVIATION = 0.004  # of a drawn arc


@dataclass(frozen=True, eq=False)
class Framed(Boxes):
    """Bodies in the plane, seen from above; with gravity from the side."""

    velocities: tuple[XY, ...] = ()  # of the things, 0 for those that are not told
    still: int = 0  # so many of the first things are static
    gravity: float = 0.0
    lattice: bool = False  # of a crowd: no two shapes near each other
    n: int = slider("Shapes n", 2, 400, 300, decimals=0)
    c: float = slider("Cell size c", 0.25, 4.0, 0.5)
    slender: float = slider("Slenderness", 1.0, 30.0, 1.0, decimals=1)  # of a crowd
    slant: float = slider("Slant", 0.0, 90.0, 0.0, "°", decimals=0)

    @cached_property
    def _crowd(self) -> tuple[tuple[Convex, ...], tuple[RigidBody, ...]]:
        return _crowd(self.n, self.lattice, self.slender, self.slant)

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        for name, control, value in super().controls():
            if self.is_crowd or name not in ("slender", "slant"):
                yield name, control, value

    @cached_property
    def shapes(self) -> tuple[Convex, ...]:
        return self._crowd[0] if self.is_crowd else tuple(each.world for each in self.things)

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        bounds = [each.bounds() for each in self.shapes]
        return tuple((*each.low.tolist(), *each.high.tolist()) for each in bounds)

    @cached_property
    def rigid(self) -> tuple[RigidBody, ...]:
        if self.is_crowd:
            return self._crowd[1]
        moving = (*self.velocities, *[(0.0, 0.0)] * len(self.things))
        return tuple(
            static_body(each) if i < self.still else rigid_body(each, velocity=moving[i])
            for i, each in enumerate(self.shapes)
        )

    @cached_property
    def rules(self) -> StepRules:
        return StepRules(dt=1.0 / RATE, gravity=(0.0, -self.gravity), iterations=ITERATIONS)

    @cached_property
    def memory(self) -> StepMemory:
        """Of the frames before: bodies under gravity have stood where they are, the others meet for the first time."""
        memory = StepMemory()
        for _ in range(_WARM if self.gravity else 0):
            memory = rigid_step(self.rigid, memory, self.rules).memory
        return memory

    @cached_property
    def frame(self) -> Trace[Any, Any]:
        return engine.frame.trace(self.rigid, self.c, self.memory, self.rules)

    @cached_property
    def outlines(self) -> tuple[Points, ...]:
        return tuple(boundary(each, _DEVIATION) for each in self.shapes)

    @cached_property
    def moved(self) -> tuple[Points, ...]:
        """The outlines at the end of the frame."""
        return tuple(boundary(body.placed[0], _DEVIATION) for body in self.frame.result.bodies)


@lru_cache(maxsize=8)
def _crowd(
    n: int, lattice: bool, slender: float, slant: float
) -> tuple[tuple[Convex, ...], tuple[RigidBody, ...]]:
    """Rounded polygons of 3 to 6 sides and radius 0.12 to 0.25, stretched along one direction at the same area, each
    with a velocity of its own."""
    draw, side = random.Random(7), side_of(n)
    row, turn = math.ceil(math.sqrt(n)), math.radians(slant)
    along = np.array((math.cos(turn), math.sin(turn)))
    grow = math.sqrt(slender)
    stretch = np.eye(2) / grow + (grow - 1.0 / grow) * np.outer(along, along)
    shapes, bodies = [], []
    for i in range(n):
        at = np.array((draw.uniform(0.0, side), draw.uniform(0.0, side)))
        if lattice:
            at = 0.58 * np.array((i % row, i // row))
        reach = draw.uniform(0.12, 0.25)
        core = regular_polygon(draw.randint(3, 6), 0.8 * reach, angle=draw.uniform(0.0, math.tau))
        shapes.append(Convex(core.points @ stretch + at, 0.2 * reach / grow))
        way, speed = draw.uniform(0.0, math.tau), draw.uniform(0.2, 2.0)
        bodies.append(rigid_body(shapes[-1], velocity=(speed * math.cos(way), speed * math.sin(way))))
    return tuple(shapes), tuple(bodies)
