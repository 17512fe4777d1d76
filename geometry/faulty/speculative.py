"""Frames that go wrong with a fast body, to be shown beside contacts at a distance. What is wrong:

    without_margin     contacts are made only where bodies overlap already: a fast body is never seen in the wall
    gap_ignored        a contact at a distance is solved as if the bodies touched: s / dt is left out of its target,
                       and the body stops in the air
    rest_lost          the body is moved to its time of impact and waits there: the rest of the frame is lost, along
                       the surface too

Sources: discrete engines; issue threads on speculative contacts; conservative time of impact handling as in Box2D.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.dynamics.body import RigidBody
from geometry.dynamics.contacts import find_manifold
from geometry.dynamics.rules import StepRules
from geometry.dynamics.step import StepMemory, Stepped, rigid_step
from geometry.engine.impact_step import impact_step
from geometry.shape import Convex


def without_margin(bodies: Sequence[RigidBody], memory: StepMemory, rules: StepRules) -> Stepped:
    """The step with contacts of bodies that overlap alone."""
    return rigid_step(bodies, memory, replace(rules, margin=0.0))


def gap_ignored(bodies: Sequence[RigidBody], memory: StepMemory, rules: StepRules) -> Stepped:
    """The step with every gap within the margin taken for 0."""

    def touching(a: Convex, b: Convex, previous: Manifold | None) -> Manifold:
        """B is grown by the margin already: a gap of 0 is a depth of the margin."""
        found = find_manifold(a, b, previous)
        points = tuple(
            ManifoldPoint(p.point, min(p.separation, -rules.margin), p.on_a, p.on_b, p.id) for p in found.points
        )
        return Manifold(
            found.outcome, found.kind, found.normal, found.separation, points, found.reference, found.incident,
            found.tolerance,
        )  # fmt: skip

    return rigid_step(bodies, memory, replace(rules, rule=touching))


def rest_lost(bodies: Sequence[RigidBody], memory: StepMemory, rules: StepRules) -> Stepped:
    """The step to the time of impact, of a static body and a disc, that ends there."""
    return impact_step(bodies, memory, rules, keeps_rest=False)
