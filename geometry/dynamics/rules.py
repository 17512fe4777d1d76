"""The parameters of a time step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry import vector
from geometry.dynamics.contacts import BodyContact, ContactRule, find_manifold
from geometry.record import copies_readonly
from geometry.tolerance import LINEAR_SLOP
from geometry.vector import number

BOUNCE_SPEED = 0.5  # metres a second: slower hits do not bounce, so that a resting body does not tremble
MOST_ITERATIONS = 1_000

# The least speed at which a contact may part: from its speed along the normal before the step's impulses.
TargetRule = Callable[[BodyContact, float, "StepRules"], float]
# The new sum of a contact's impulses along its normal: from the sum before, and the change that meets the target.
ClampRule = Callable[[float, float], float]


def least_speed(contact: BodyContact, speed: float, rules: StepRules) -> float:
    """The target rule of every step unless another one is asked for; see `rigid_step`."""
    if contact.separation > 0.0:
        return -contact.separation / rules.dt
    return -rules.restitution * speed if speed < -BOUNCE_SPEED else 0.0


def clamp_sum(before: float, change: float) -> float:
    """The clamp of every step unless another one is asked for: contacts push, and in all never pull."""
    return max(0.0, before + change)


@copies_readonly
@dataclass(frozen=True, eq=False)
class StepRules:
    """The parameters of a step. Raises ValueError for those out of range."""

    dt: float = 1.0 / 60.0  # > 0, seconds
    gravity: ArrayLike = (0.0, -10.0)
    iterations: int = 10
    friction: float = 0.0  # mu >= 0
    restitution: float = 0.0  # e in [0, 1]
    slop: float = LINEAR_SLOP  # >= 0: the overlap that is left standing
    share: float = 0.2  # in [0, 1]: of the overlap beyond it, what is pushed away in one step
    margin: float = 0.0  # >= 0: the gap across which bodies have contacts (speculative ones) already
    warm_start: bool = True
    last_first: bool = False  # whether an iteration goes from the last contact to the first
    drop_inner: bool = True  # whether contacts on inner edges are left out
    limit_energy: bool = True  # whether impulses without friction that would add kinetic energy are scaled back
    rule: ContactRule = find_manifold
    target: TargetRule = least_speed
    clamp: ClampRule = clamp_sum

    def __post_init__(self) -> None:
        for name in ("dt", "friction", "restitution", "slop", "share", "margin"):
            object.__setattr__(self, name, number(getattr(self, name), name))
        object.__setattr__(self, "gravity", vector.vector(self.gravity, "gravity"))
        if self.dt <= 0.0:
            raise ValueError(f"dt must be > 0, not {self.dt:g}")
        for name in ("friction", "slop", "margin"):
            if getattr(self, name) < 0.0:
                raise ValueError(f"{name} must be >= 0, not {getattr(self, name):g}")
        for name in ("restitution", "share"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must lie in [0, 1], not {getattr(self, name):g}")
        require_count(self.iterations, "iterations", MOST_ITERATIONS)
        for name, task in (
            ("rule", "find the manifold of two shapes"),
            ("target", "tell a speed"),
            ("clamp", "tell a sum"),
        ):
            if not callable(getattr(self, name)):
                raise ValueError(f"{name} must {task}, not be a {type(getattr(self, name)).__name__}")


def require_count(count: object, name: str, most: int) -> None:
    """Raises ValueError unless it is a whole number from 1 to the most."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or not 1 <= count <= most:
        raise ValueError(f"{name} must be a whole number in [1, {most}], not {count!r}")
