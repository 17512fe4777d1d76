"""A box on the ground, stepped with impulses at the contact points of one rule or the other: it rests, or it rocks.

No engine, but the least that shows what a manifold is for: one body, gravity, no friction, no bounce. Each step

    velocity += gravity * step
    impulses  at every contact point, until its normal velocity is 0, or so great that a point above the face lands
    push      at every contact point, until the overlap that the step began with is gone; it leaves no velocity
    position += velocity * step + push, angle likewise               (semi-implicit Euler)

Impulses and pushes are found one point after the other, a fixed number of rounds (sequential impulses). At a point
with the arm r from the centre of mass, one unit of impulse along n changes the normal velocity there by
1 / mass + (r x n)^2 / inertia; the sum of a point's impulses is kept at 0 or more, since contacts do not pull.

A point that is left out of the manifold is not held. With one point, at the lower corner, the box turns about it
until the other corner has sunk in; then that one is held, and the first is free. A box that stands on a corner with
the other less than a step's fall above the ground rocks for ever. One that lands with both sunk in may rest.
"""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold
from geometry.faulty.clipping import manifold_without_face_test, manifold_without_side_planes
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.record import record
from geometry.shape import Convex
from geometry.tolerance import CONTACT_MARGIN, smaller_size
from geometry.trace import Steps, steppable
from geometry.transform import Pose
from geometry.vector import Points, Vector, cross, dot, number, readonly

MOST_STEPS = 10_000
ROUNDS = 20  # of sequential impulses a step: two points of one body have settled to some digits by then
REST_ANGLE = 1e-6  # radians: a body that tilts to and fro by less than this rests


class PointRule(Enum):
    """Which manifold holds the body."""

    TWO_POINTS = "two points"  # `manifold`
    CROSSING = "crossing"  # `manifold_by_crossing`: one point where the edges cross
    ANY_HEIGHT = "any height"  # `manifold_without_face_test`: its points are held as if they touched
    UNCUT = "uncut"  # `manifold_without_side_planes`: both ends of the edge


@record
class Mass:
    """Of a sharp polygon of density 1."""

    mass: float  # the area
    center: Vector  # of mass
    inertia: float  # second moment about the centre


@record
class TimeStepped:
    """The body at the end of one time step."""

    time: float
    pose: Pose  # of `Resting.shape`: the centre of mass, and the turn since the start
    velocity: Vector
    spin: float  # radians per unit of time, counter-clockwise
    contact: Manifold  # of the ground and the body, at the start of the step
    impulses: tuple[float, ...]  # at its points, along its normal


@record
class Resting:
    """The whole run, and the last step. `swing` is how far the angle went to and fro in its last quarter."""

    shape: Convex  # of the body, about its centre of mass
    times: NDArray[np.float64]  # (n,)
    positions: Points  # (n, 2), of the centre of mass
    angles: NDArray[np.float64]  # (n,), radians, from the body as it was placed
    counts: NDArray[np.int64]  # (n,), contact points in each step
    swing: float  # radians
    rests: bool  # whether that is at most REST_ANGLE


@steppable
def rest(
    body: Convex,
    ground: Convex,
    rule: PointRule,
    *,
    count: int = 300,
    step: float = 1.0 / 60.0,
    gravity: float = 10.0,
) -> Steps[TimeStepped | Resting, Resting]:
    """Let `body`, as placed, go on the fixed `ground` for `count` time steps, and see whether it comes to rest.

    Same input, same output. Raises ValueError for a body that is no sharp polygon, a rule that is none, a count
    outside [1, MOST_STEPS], a step that is not > 0 or a gravity < 0.
    """
    step, gravity = number(step, "step"), number(gravity, "gravity")
    _check(rule, count, step, gravity)
    of_body = mass_of(body)
    shape = Convex(body.points - of_body.center)
    pose, velocity, spin = Pose(of_body.center), np.zeros(2), 0.0
    done = []
    for k in range(count):
        placed = shape.at(pose)
        contact = _contact(ground, placed, rule)
        velocity = velocity + (0.0, -gravity * step)
        separations = np.array([p.separation for p in contact.points])
        landing = -np.maximum(separations, 0.0) / step * (rule is not PointRule.ANY_HEIGHT)
        velocity, spin, impulses = _hold(contact, of_body, pose.position, velocity, spin, landing)
        push, turn, _ = _hold(contact, of_body, pose.position, np.zeros(2), 0.0, np.maximum(-separations, 0.0))
        pose = Pose(pose.position + step * velocity + push, pose.angle + step * spin + turn)
        done.append(TimeStepped((k + 1) * step, pose, readonly(velocity.copy()), spin, contact, impulses))
        yield done[-1]
    answer = _resting(shape, done)
    yield answer
    return answer


def _contact(ground: Convex, placed: Convex, rule: PointRule) -> Manifold:
    match rule:
        case PointRule.CROSSING:
            return manifold_by_crossing(ground, placed)
        case PointRule.ANY_HEIGHT:
            return manifold_without_face_test(ground, placed)
        case PointRule.UNCUT:
            margin = CONTACT_MARGIN * smaller_size(ground, placed)
            return manifold_without_side_planes(ground, placed, margin)
        case _:
            return manifold(ground, placed)


def mass_of(shape: Convex) -> Mass:
    """Area, centre and second moment of a sharp polygon, as a fan of triangles from vertex 0.

    A triangle with sides p and q from its first corner has the area p x q / 2, its centre at (p + q) / 3, and the
    second moment (p . p + p . q + q . q) / 6 times its area about that corner. Raises ValueError for other shapes.
    """
    if not isinstance(shape, Convex) or len(shape.points) < 3 or shape.radius > 0.0:
        raise ValueError("the body must be a polygon with sharp corners")
    p = shape.points[1:-1] - shape.points[0]
    q = shape.points[2:] - shape.points[0]
    area = 0.5 * (p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0])
    mass = float(area.sum())
    center = (area[:, None] * (p + q)).sum(axis=0) / (3.0 * mass)
    moment = float((area * ((p * p).sum(axis=1) + (p * q).sum(axis=1) + (q * q).sum(axis=1))).sum()) / 6.0
    return Mass(mass, readonly(shape.points[0] + center), moment - mass * dot(center, center))


def _hold(
    contact: Manifold, body: Mass, center: Vector, velocity: Vector, spin: float, targets: NDArray[np.float64]
) -> tuple[Vector, float, tuple[float, ...]]:
    """Velocity and spin with at least the target velocity along the normal at every point, and the impulses."""
    n = contact.normal
    total = [0.0] * len(contact.points)
    for _ in range(ROUNDS if total else 0):
        for i, point in enumerate(contact.points):
            lever = cross(point.point - center, n)
            speed = dot(velocity, n) + spin * lever
            wanted = (float(targets[i]) - speed) / (1.0 / body.mass + lever * lever / body.inertia)
            kept = max(0.0, total[i] + wanted)
            change, total[i] = kept - total[i], kept
            velocity = velocity + (change / body.mass) * n
            spin += change * lever / body.inertia
    return velocity, spin, tuple(total)


def _resting(shape: Convex, done: list[TimeStepped]) -> Resting:
    angles = np.array([s.pose.angle for s in done])
    counts = np.array([len(s.contact.points) for s in done], dtype=np.int64)
    counts.setflags(write=False)
    swing = float(np.ptp(angles[-max(1, len(done) // 4) :]))
    return Resting(
        shape,
        readonly(np.array([s.time for s in done])),
        readonly(np.array([s.pose.position for s in done])),
        readonly(angles),
        counts,
        swing,
        swing <= REST_ANGLE,
    )


def _check(rule: object, count: int, step: float, gravity: float) -> None:
    if not isinstance(rule, PointRule):
        raise ValueError(f"rule must be one of the members of PointRule, not {rule!r}")
    if int(number(count, "count")) != count or not 1 <= count <= MOST_STEPS:
        raise ValueError(f"count must be a whole number in [1, {MOST_STEPS}], not {count}")
    if step <= 0.0:
        raise ValueError(f"step must be > 0, not {step:g}")
    if gravity < 0.0:
        raise ValueError(f"gravity must be >= 0, not {gravity:g}")
