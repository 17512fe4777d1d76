"""The step against pymunk's (Chipmunk's own sequential impulses): hits, sliding, bouncing and resting.

It moves bodies first and then solves, so that it is one step behind: its box slides as much farther than v^2 / 2 mu g
as ours falls short of it. It pushes overlaps out as we do, apart from the velocities; its friction and its elasticity
are the products of both shapes'. Rough: where a contact point lies between two surfaces is each one's own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pymunk
import pytest

from geometry import (
    Convex,
    Polygon,
    Pose,
    RigidBody,
    Stepped,
    StepRules,
    box,
    capsule,
    circle,
    rectangle,
    regular_polygon,
    rigid_body,
    rigid_step,
    rounded,
    simulate,
    static_body,
)
from geometry.dynamics.contacts import Motion
from tests.geometry.outlines import L_SHAPE

FLOOR = static_body(rectangle((-50, -2), (50, 0)))


def as_pymunk(bodies: Sequence[RigidBody], rules: StepRules) -> tuple[pymunk.Space, list[pymunk.Body]]:
    space = pymunk.Space()
    space.gravity = tuple(np.asarray(rules.gravity).tolist())
    space.iterations, space.collision_slop = rules.iterations, rules.slop
    made = []
    for body in bodies:
        if body.is_static:
            other = space.static_body
        else:
            other = pymunk.Body(body.mass, body.inertia)
            other.position, other.angle = tuple(body.pose.position.tolist()), body.pose.angle
            other.velocity, other.angular_velocity = tuple(body.velocity.tolist()), body.spin
            space.add(other)
        for piece in body.pieces:
            shape = _shape(piece, other)
            shape.friction, shape.elasticity = math.sqrt(rules.friction), math.sqrt(rules.restitution)
            space.add(shape)
        made.append(other)
    return space, made


def _shape(piece: Convex, body: pymunk.Body) -> pymunk.Shape:
    corners = [(float(x), float(y)) for x, y in piece.points]
    if len(corners) == 1:
        return pymunk.Circle(body, piece.radius, corners[0])
    if len(corners) == 2:
        return pymunk.Segment(body, *corners, piece.radius)
    return pymunk.Poly(body, corners, radius=piece.radius)


def _approach(stepped: Stepped, bodies: Sequence[RigidBody]) -> float:
    """Along the normal, before the step: negative towards each other."""
    a, b = (Motion(body.velocity, body.spin) for body in bodies)
    return float(stepped.contacts[0].normal.speed(a, b))


def test_single_hits() -> None:
    """A circle runs into a turned box: velocities and spins after it, with friction and without."""
    random = np.random.default_rng(401)
    hits = 0
    for k in range(200):
        angle = random.uniform(0.0, math.tau)
        target = box(*random.uniform(0.5, 2.0, 2))
        side = int(random.integers(0, 4))
        (start, end), normal = target.edge(side), target.normals[side]
        at = start + random.uniform(0.1, 0.9) * (end - start)
        radius = random.uniform(0.2, 0.6)
        ball = circle(radius, at + (radius - 1e-4) * normal)
        pose = Pose(random.uniform(-2, 2, 2), angle)
        motions = [(random.uniform(-3, 3, 2), random.uniform(-3, 3)) for _ in range(2)]
        density = random.uniform(0.3, 3.0, 2)
        bodies = [
            rigid_body(shape.at(pose), density=float(d), velocity=v, spin=float(w))
            for shape, d, (v, w) in zip((target, ball), density, motions, strict=True)
        ]
        rules = StepRules(
            dt=1e-6, gravity=(0, 0), restitution=(0.0, 0.5, 1.0)[k % 3], friction=(0.0, 0.4)[k % 2], iterations=60
        )
        ours = rigid_step(bodies, rules=rules)
        approach = _approach(ours, bodies)
        if -0.6 < approach < 0.0:
            continue  # below the speed at which ours bounces
        hits += approach < 0.0
        space, theirs = as_pymunk(bodies, rules)
        space.step(rules.dt)
        for mine, other in zip(ours.bodies, theirs, strict=True):
            assert mine.velocity == pytest.approx(tuple(other.velocity), abs=2e-3)
            assert mine.spin == pytest.approx(other.angular_velocity, abs=5e-3)
    assert hits > 70


def run_both(bodies: Sequence[RigidBody], count: int, rules: StepRules) -> tuple[np.ndarray, np.ndarray]:
    """x, y and angle of the moving bodies after every step: ours, and pymunk's."""
    ours = [
        [(*b.pose.position, b.pose.angle) for b in s.bodies if not b.is_static]
        for s in simulate(bodies, count, rules)
    ]
    space, made = as_pymunk(bodies, rules)
    theirs = []
    for _ in range(count):
        space.step(rules.dt)
        theirs.append([(*b.position, b.angle) for b in made if b is not space.static_body])
    return np.array(ours), np.array(theirs)


def test_a_box_slides_as_far() -> None:
    for mu, speed in ((0.3, 3.0), (0.7, 5.0)):
        body = rigid_body(box(2.0, 0.4, (0, 0.2)), velocity=(speed, 0))
        ours, theirs = run_both([FLOOR, body], 200, StepRules(friction=mu))
        assert ours[-1, 0] == pytest.approx(theirs[-1, 0] - (speed / 60.0, 0, 0), abs=0.005)
        assert 0.5 * (ours + theirs)[-1, 0, 0] == pytest.approx(speed**2 / (20.0 * mu), abs=0.002)


def test_a_ball_bounces_and_rolls_alike() -> None:
    ball = rigid_body(circle(0.5, (0, 2.0)), velocity=(2, 0))
    ours, theirs = run_both([FLOOR, ball], 200, StepRules(friction=0.5, restitution=0.5))
    assert ours[:, 0, 0] == pytest.approx(theirs[:, 0, 0], abs=0.12)
    assert ours[:, 0, 1] == pytest.approx(theirs[:, 0, 1], abs=0.2)
    assert ours[-1, 0, 2] == pytest.approx(theirs[-1, 0, 2], abs=0.25)


def test_rest_positions_agree_within_the_slop() -> None:
    """A stack, a tilted box, a capsule, a concave body, and rounded shapes on one another, 200 steps each."""
    rules = StepRules(friction=0.6)
    tilted = box(1.6, 0.8, (0, 0), 0.06)
    scenes = (
        [rigid_body(box(1, 1, (0, 0.5 + i))) for i in range(3)],
        [rigid_body(tilted.moved((0, -tilted.points[:, 1].min())))],
        [rigid_body(capsule((-0.8, 0.31), (0.8, 0.35), 0.3))],
        [rigid_body(Polygon(L_SHAPE))],
        [
            rigid_body(rounded(box(0.7, 0.7, (-1.0, 0.5)), 0.15)),
            rigid_body(rounded(regular_polygon(6, 0.45, (1.0, 0.45 * math.cos(math.pi / 6) + 0.1)), 0.1)),
            rigid_body(capsule((-1.5, 1.2), (1.5, 1.2), 0.2)),
        ],
    )
    for bodies in scenes:
        ours, theirs = run_both([FLOOR, *bodies], 200, rules)
        count = len(bodies)
        assert ours[-1, :, 1] == pytest.approx(theirs[-1, :, 1], abs=rules.slop * count + 1e-3)
        assert ours[-1, :, 0] == pytest.approx(theirs[-1, :, 0], abs=0.03)
        assert ours[-1, :, 2] == pytest.approx(theirs[-1, :, 2], abs=0.01)
