"""Contacts at a distance (speculative ones): what they stop, and what they hit that is not there."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import (
    StepRules,
    box,
    circle,
    rectangle,
    rigid_body,
    rigid_step,
    simulate,
    static_body,
)
from geometry.dynamics.contacts import BodyContact, ContactsFound
from tests.geometry.bodies import KINDS, WEIGHTLESS, crowd, motions


def test_a_contact_at_a_distance_stops_a_fast_ball_at_the_surface() -> None:
    wall = static_body(box(0.1, 4))
    ball = rigid_body(circle(0.1, (-2.45, 0)), velocity=(60, 0))
    found = simulate([wall, ball], 4, StepRules(gravity=(0, 0), margin=0.5))
    assert [float(s.bodies[1].pose.position[0]) for s in found] == pytest.approx([-1.45, -0.45, -0.15, -0.15])
    assert [float(s.bodies[1].velocity[0]) for s in found] == pytest.approx([60, 60, 18, 0], abs=1e-9)
    for margin in (0.0, 0.2):
        (*_, through) = simulate([wall, ball], 4, StepRules(gravity=(0, 0), margin=margin))
        assert through.bodies[1].pose.position[0] > 1.0, "a margin below the way of a step misses the wall"


def test_a_contact_at_a_distance_hits_what_is_not_there() -> None:
    """Past a corner the path is free by 0.10, but the ball ends on the plane through the corner."""
    block = static_body(rectangle((0, -2), (3, 0)))
    ball = rigid_body(circle(0.2, (-1, 0.3)), velocity=(30, 0))
    _, found = simulate([block, ball], 2, StepRules(gravity=(0, 0), margin=0.5))
    (contact,) = found.contacts
    gap = contact.contact.on_b - contact.contact.on_a
    assert gap == pytest.approx(contact.separation * contact.normal.direction), "its ends lie on both surfaces"
    assert contact.separation == pytest.approx(0.383, abs=5e-4)
    assert contact.normal.speed(*motions([block, ball])) == pytest.approx(-25.72, abs=0.01)
    assert found.bodies[1].velocity == pytest.approx((27.65, 1.41), abs=0.005)
    speed = float(contact.normal.direction @ found.bodies[1].velocity)
    assert contact.separation + speed / 60.0 == pytest.approx(0.0, abs=1e-12)


def test_a_flat_box_meets_a_wall_with_both_corners() -> None:
    """Its sample would lie behind the wall's middle, and the least push lead out of the far side."""
    wall, body = static_body(box(0.2, 4)), rigid_body(box(0.5, 0.5, (-0.95, 0)), velocity=(30, 0))
    found = simulate([wall, body], 3, StepRules(gravity=(0, 0), margin=0.5))
    assert [float(s.bodies[1].pose.position[0]) for s in found] == pytest.approx([-0.45, -0.35, -0.35])
    assert [float(s.bodies[1].velocity[0]) for s in found] == pytest.approx([30, 6, 0], abs=1e-9)
    assert len(found[1].contacts) == 2
    (*_, lost) = simulate([wall, body], 30, WEIGHTLESS)
    assert lost.bodies[1].velocity[0] == pytest.approx(30.0)
    assert lost.bodies[1].pose.position[0] > 10.0


def test_a_margin_changes_nothing_where_bodies_overlap() -> None:
    random = np.random.default_rng(204)
    touching = 0
    for _ in range(100):
        bodies = crowd(random, 2, KINDS)
        plain, wide = (rigid_step.trace(bodies, rules=StepRules(margin=m))[1] for m in (0.0, 0.3))
        assert isinstance(plain, ContactsFound)
        assert isinstance(wide, ContactsFound)
        if not plain.contacts:
            continue
        touching += 1
        ours, theirs = min(plain.contacts, key=_depth), min(wide.contacts, key=_depth)
        assert theirs.separation == pytest.approx(ours.separation, abs=1e-12)
        assert theirs.normal.direction == pytest.approx(ours.normal.direction, abs=1e-12)
        assert theirs.point == pytest.approx(ours.point, abs=1e-9)
    assert touching > 30


def _depth(contact: BodyContact) -> float:
    return contact.separation
