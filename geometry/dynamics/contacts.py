"""The contact points between bodies, with what an impulse there does: lever arms and effective masses.

At a contact with the normal n (from A to B) and the arms l_A, l_B from the centres of mass to the point, a unit of
impulse along a direction d (n itself, or the tangent) changes the relative speed of the two points along d by

    K = 1 / m_A + 1 / m_B + (l_A x d)^2 / I_A + (l_B x d)^2 / I_B,

one over the effective mass: the point yields the more easily, the longer its lever arm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.contact.neighbours import is_ghost
from geometry.dynamics.body import RigidBody
from geometry.feature import Feature
from geometry.guards import listed
from geometry.record import VectorField, XYField, record
from geometry.shape import Convex
from geometry.vector import XY, xy_of

# What finds the contact points of two pieces; the last is their manifold of the step before, if there was one.
ContactRule = Callable[[Convex, Convex, Manifold | None], Manifold]


class PairId(NamedTuple):
    """Two pieces of two bodies, by their numbers."""

    body_a: int
    body_b: int
    piece_a: int
    piece_b: int


class ContactId(NamedTuple):
    """The name by which a contact point is known again in the next step."""

    pair: PairId
    of_a: Feature  # of the piece
    of_b: Feature


@record
class Motion:
    """How a body moves."""

    velocity: VectorField  # of its centre of mass
    spin: float

    velocity_xy = XYField("velocity")


@record
class ContactAxis:
    """One direction at a contact in which impulses act: on B along it, on A against it."""

    direction: VectorField  # unit
    lever_a: float  # l_A x direction
    lever_b: float
    yielding: float  # K: what a unit of impulse adds to the relative speed; 1 / effective mass

    direction_xy = XYField("direction")

    def speed(self, a: Motion, b: Motion) -> float:
        """Of B's point as seen from A's, along the direction."""
        (dx, dy), (ax, ay), (bx, by) = self.direction_xy, a.velocity_xy, b.velocity_xy
        return (bx - ax) * dx + (by - ay) * dy + b.spin * self.lever_b - a.spin * self.lever_a

    def corrected(self, total: float, speed: float, target: float, low: float, high: float) -> float:
        """The sum of the impulses along this axis that makes the speed the target, kept between low and high."""
        return min(max(total - (speed - target) / self.yielding, low), high)


@record
class BodyContact:
    """One contact point of two bodies."""

    id: ContactId
    point: VectorField  # world, halfway between the two surfaces
    separation: float  # along the normal; negative when overlapping
    arm_a: VectorField  # from A's centre of mass to the point
    arm_b: VectorField
    normal: ContactAxis  # from A to B
    tangent: ContactAxis  # the normal turned left
    contact: ManifoldPoint


def apply_impulse(
    motions: list[Motion], bodies: Sequence[RigidBody], contact: BodyContact, axis: ContactAxis, impulse: float
) -> None:
    """B gets the impulse along the axis, A the opposite one."""
    x, y = axis.direction_xy
    a, b = contact.id.pair.body_a, contact.id.pair.body_b
    for i, part, lever in ((a, -impulse, axis.lever_a), (b, impulse, axis.lever_b)):
        (vx, vy), body = motions[i].velocity_xy, bodies[i]
        gain = part / body.mass  # 0 for a static body
        motions[i] = Motion((vx + gain * x, vy + gain * y), motions[i].spin + part * lever / body.inertia)


@record
class ContactsFound:
    """All contacts of a step, pair by pair, and those on inner edges that were dropped."""

    contacts: tuple[BodyContact, ...]
    dropped: tuple[BodyContact, ...]
    manifolds: tuple[tuple[PairId, Manifold], ...]  # of the pieces that touch


def find_manifold(a: Convex, b: Convex, previous: Manifold | None) -> Manifold:
    """The contact rule of every step unless another one is asked for."""
    return manifold(a, b, previous=previous)


def find_contacts(
    bodies: Sequence[RigidBody],
    known: dict[PairId, Manifold],
    rule: ContactRule,
    *,
    margin: float = 0.0,
    drop_inner: bool = True,
    pairs: Iterable[tuple[int, int]] | None = None,
) -> ContactsFound:
    """The contacts of every two bodies of which one moves at least, in the order of their numbers; or of those
    `pairs` (i, j), i < j, alone that a broadphase has left.

    `margin` >= 0: the gap across which bodies have (speculative) contacts too. One shape is grown by it, so they
    are found as all others are; the gap is what is left when the margin is taken off again.

    `drop_inner`: without those on inner edges (see `geometry.contact.neighbours`); where a pair of bodies has no
    others, it is too deep for that, and they count.
    """
    contacts: list[BodyContact] = []
    dropped: list[BodyContact] = []
    manifolds = []
    for i, j in combinations(range(len(bodies)), 2) if pairs is None else pairs:
        if bodies[i].is_static and bodies[j].is_static:
            continue
        kept: list[BodyContact] = []
        ghosts: list[BodyContact] = []
        for pair in _near_pieces(bodies, i, j, margin):
            a, b = bodies[i].placed[pair.piece_a], bodies[j].placed[pair.piece_b]
            found = rule(a, Convex(b.points, b.radius + margin) if margin > 0.0 else b, known.get(pair))
            if found.points:
                manifolds.append((pair, found))
            for point in found.points:
                among = bodies[i].among(pair.piece_a), bodies[j].among(pair.piece_b)
                is_dropped = drop_inner and is_ghost(found, point, *among)
                (ghosts if is_dropped else kept).append(_contact(bodies, pair, found, point, margin))
        contacts += kept or ghosts
        dropped += ghosts if kept else ()
    return ContactsFound(tuple(contacts), tuple(dropped), tuple(manifolds))


def checked_pairs(pairs: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Pairs of `count` bodies. Raises ValueError for numbers of none, and unless they ascend, each once."""
    found: list[tuple[int, int]] = []
    for pair in listed("a step", "pairs (i, j)", pairs):
        if not (
            isinstance(pair, list | tuple | np.ndarray)
            and len(pair) == 2
            and all(isinstance(each, int | np.integer) for each in pair)
            and 0 <= pair[0] < pair[1] < count
        ):
            raise ValueError(f"a pair must be two numbers of bodies, 0 <= i < j < {count}, not {pair!r}")
        found.append((int(pair[0]), int(pair[1])))
        if found[:-1] and found[-2] >= found[-1]:
            raise ValueError(f"pairs must be in ascending order, each once: {found[-1]} comes after {found[-2]}")
    return found


def _near_pieces(bodies: Sequence[RigidBody], i: int, j: int, margin: float) -> Iterator[PairId]:
    """The pairs of pieces whose axis-aligned boxes are at most the margin apart."""
    (left, low, right, high), (start, under, end, over) = bodies[i].around, bodies[j].around
    if left > end + margin or start - margin > right or low > over + margin or under - margin > high:
        return
    if len(bodies[i].pieces) == len(bodies[j].pieces) == 1:
        yield PairId(i, j, 0, 0)
        return
    (low_a, high_a), (low_b, high_b) = bodies[i].boxes, bodies[j].boxes
    near = (low_a[:, None] <= high_b + margin) & (low_b - margin <= high_a[:, None])
    for p, q in np.argwhere(near.all(axis=2)).tolist():
        yield PairId(i, j, p, q)


def _contact(
    bodies: Sequence[RigidBody], pair: PairId, found: Manifold, point: ManifoldPoint, margin: float
) -> BodyContact:
    a, b = bodies[pair.body_a], bodies[pair.body_b]
    if margin > 0.0:
        n, p = found.normal, point
        point = ManifoldPoint(p.point + 0.5 * margin * n, p.separation + margin, p.on_a, p.on_b + margin * n, p.id)
    arm_a, arm_b = point.point - a.pose.position, point.point - b.pose.position
    nx, ny = xy_of(found.normal)
    normal, tangent = (_axis(a, b, xy_of(arm_a), xy_of(arm_b), each) for each in ((nx, ny), (-ny, nx)))
    name = ContactId(pair, *point.id)
    return BodyContact(name, point.point, point.separation, arm_a, arm_b, normal, tangent, point)


def _axis(a: RigidBody, b: RigidBody, arm_a: XY, arm_b: XY, direction: XY) -> ContactAxis:
    x, y = direction
    lever_a, lever_b = arm_a[0] * y - arm_a[1] * x, arm_b[0] * y - arm_b[1] * x
    yielding = 1.0 / a.mass + 1.0 / b.mass + lever_a**2 / a.inertia + lever_b**2 / b.inertia  # 1 / inf is 0
    return ContactAxis(direction, lever_a, lever_b, yielding)
