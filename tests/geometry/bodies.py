"""Bodies for the tests of the rigid step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, RigidBody, StepRules, box, rectangle, rigid_body, rigid_step, static_body
from geometry.dynamics.step import GravityApplied
from tests.geometry.strategies import random_shape

FLOOR = static_body(rectangle((-50, -2), (50, 0)))
WEIGHTLESS = StepRules(gravity=(0, 0))


def of_mass(shape: Convex, mass: float = 1.0, **motion: Any) -> RigidBody:
    return rigid_body(shape, density=mass / rigid_body(shape).mass, **motion)


def standing(shape: Convex) -> Convex:
    """Just touching the floor."""
    return shape.moved((0.0, -shape.bounds().low[1]))


def crowd(random: np.random.Generator, count: int, kinds: Sequence[str]) -> list[RigidBody]:
    return [
        rigid_body(
            random_shape(random, str(random.choice(kinds)), spread=1.5),
            density=float(random.uniform(0.3, 3.0)),
            velocity=random.uniform(-4, 4, 2),
            spin=float(random.uniform(-5, 5)),
        )
        for _ in range(count)
    ]


KINDS = ("circle", "capsule", "box", "convex polygon", "rounded polygon")


def motions(bodies: Sequence[RigidBody]) -> tuple[Any, Any]:
    trace = rigid_step.trace(bodies, rules=WEIGHTLESS)
    first = trace[0]
    assert isinstance(first, GravityApplied)
    return first.motions[0], first.motions[1]


def stack(count: int) -> list[RigidBody]:
    return [FLOOR, *(rigid_body(box(1, 1, (0, 0.5 + i))) for i in range(count))]
