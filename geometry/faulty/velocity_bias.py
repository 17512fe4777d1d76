"""Penetration undone by a bias in the velocity, as many first engines do it.

    right    push = share * max(0, -s - slop) into the positions, beside the velocities
    here     target = share * max(0, -s - slop) / dt: the contact has to part at that speed

The speed stays in the bodies when the overlap is gone: a body that starts deep is thrown up, and a stack shivers, as
each frame gives it speed that the next one takes away.
"""

from __future__ import annotations

from dataclasses import replace

from geometry.dynamics.contacts import BodyContact
from geometry.dynamics.rules import StepRules


def with_velocity_bias(rules: StepRules) -> StepRules:
    """The same step without its push, and with the bias of the same share."""

    def biased(contact: BodyContact, speed: float, now: StepRules) -> float:
        bias = rules.share * max(0.0, -contact.separation - now.slop) / now.dt
        return max(rules.target(contact, speed, now), bias) if bias > 0.0 else rules.target(contact, speed, now)

    return replace(rules, share=0.0, target=biased, limit_energy=False)
