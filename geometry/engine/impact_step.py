"""A frame that goes from impact to impact: what an engine does that looks for times of impact.

    cast       the part of the frame after which the bodies touch (`linear_cast`)
    impulse    along the normal there, with restitution and without friction
    again      with the rest of the frame

No margin, no ghost hits, and the whole frame is used; the price is a search for every pair, and for every impact
another one. Source: time of impact substeps as in Box2D, for discs that do not spin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from geometry import vector
from geometry.dynamics.body import RigidBody, kinetic_energy
from geometry.dynamics.rules import BOUNCE_SPEED, StepRules
from geometry.dynamics.step import StepMemory, Stepped
from geometry.outcome import Outcome
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.vector import array_of, dot, length

MOST_IMPACTS = 8  # in one frame
_RESTING = 1e-9  # of the speed: slower approaches are rounding


def impact_step(
    bodies: Sequence[RigidBody], memory: StepMemory, rules: StepRules, *, keeps_rest: bool = True
) -> Stepped:
    """Move the second body, a disc without spin, on by one frame beside the first one, which is static; gravity does
    not act. `keeps_rest`: whether it goes on after an impact, or waits there for the next frame. Raises ValueError
    for other bodies."""
    if len(bodies) != 2 or not bodies[0].is_static or bodies[1].is_static or bodies[1].spin != 0.0:
        raise ValueError("an impact step takes a static body and one that moves without spin")
    (wall,), (disc,) = bodies[0].placed, bodies[1].placed
    if len(disc.points) > 1:
        raise ValueError("an impact step moves a disc")
    left, v, way = rules.dt, bodies[1].velocity, array_of(0.0, 0.0)
    for _ in range(MOST_IMPACTS):
        found = linear_cast(wall, (0.0, 0.0), disc.moved(way), left * v)
        if found.outcome is Outcome.SEPARATED or found.normal is None:
            break
        approach = dot(v, found.normal)
        if approach >= -_RESTING * length(v):
            break
        way = way + found.fraction * left * v
        restitution = rules.restitution if approach < -BOUNCE_SPEED else 0.0
        v = v - (1.0 + restitution) * approach * found.normal
        left = (1.0 - found.fraction) * left if keeps_rest else 0.0
    moved = replace(bodies[1], pose=bodies[1].pose.moved(way + left * v), velocity=vector.vector(v, "velocity"))
    answer = (bodies[0], moved)
    return Stepped(answer, StepMemory(), (), (), (), kinetic_energy(answer), 0.0, 0.0)
