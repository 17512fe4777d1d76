"""Box2D 2.3.10 as an oracle: its own shapes from raw points and radii, asked for manifolds, distances and impacts.

It computes in single precision. Its shapes take any radius: 0 for polygons here, so that its skin of two slops is
off, and an edge or a polygon with a radius is a capsule or a rounded polygon to its distances and impacts.
"""

from __future__ import annotations

import importlib
import math
import os
import platform
import sys
import warnings
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from geometry import Convex, Sweep

HAS_WHEEL = sys.version_info < (3, 14) and sys.platform == "linux" and platform.machine() == "x86_64"

LINEAR_SLOP = 0.005  # its b2_linearSlop
WELD = LINEAR_SLOP / 2.0  # vertices nearer than this are one to its polygons
NEAR = 2e-5  # lengths of about 10 in single precision, after some dozen operations


@cache
def box2d() -> ModuleType:
    """The module. Skips the test where there is no wheel; where CI promises one, that is a failure.

    Its bindings warn while they are imported, and crash the interpreter if that is an error.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module("Box2D")
        except ImportError as error:
            reason = f"no Box2D: {error}"
    if HAS_WHEEL and os.environ.get("SEPARATRIX_REQUIRE_DISPLAY"):
        pytest.fail(f"SEPARATRIX_REQUIRE_DISPLAY is set, but {reason}")
    pytest.skip(reason)


def is_asked(shape: Convex) -> bool:
    """Whether Box2D keeps the shape's every vertex as it is."""
    return len(shape.points) <= 2 or (
        len(shape.points) <= box2d().b2_maxPolygonVertices
        and min(math.dist(p, q) for p, q in zip(shape.points, np.roll(shape.points, 1, axis=0), strict=True))
        > 2.0 * WELD
    )


def as_box2d(shape: Convex) -> Any:
    """The same core and radius: a circle, an edge or a polygon."""
    corners = [(float(x), float(y)) for x, y in shape.points]
    if len(corners) == 1:
        return box2d().b2CircleShape(pos=corners[0], radius=shape.radius)
    made = box2d().b2EdgeShape(vertices=corners) if len(corners) == 2 else box2d().b2PolygonShape(vertices=corners)
    made.radius = shape.radius
    assert made.vertexCount == len(corners)
    return made


def identity() -> Any:
    """The transform that leaves points where they are (a new one holds whatever was there before)."""
    transform = box2d().b2Transform()
    transform.SetIdentity()
    return transform


class TheirPoint(NamedTuple):
    point: np.ndarray  # halfway between the surfaces
    separation: float


class TheirManifold(NamedTuple):
    normal: np.ndarray  # unit, from A to B
    points: list[TheirPoint]
    of_b: bool  # whether B has the reference edge


class TheirMass(NamedTuple):
    mass: float
    center: np.ndarray
    inertia: float  # about the body's origin, not about the centre


def mass(shape: Convex, density: float) -> TheirMass:
    """Of a circle or a polygon, in a body at the origin."""
    world, made = box2d().b2World(), as_box2d(shape)  # kept: its bindings free what nobody names
    body = world.CreateDynamicBody()
    fixture = body.CreateFixture(shape=made, density=density)
    data = fixture.massData
    center = data.center
    return TheirMass(float(data.mass), np.array((center.x, center.y)), float(data.I))


def collide(a: Convex, b: Convex) -> TheirManifold | None:
    """Its manifold of two sharp or rounded polygons, or circles, or of a capsule and a circle; None without points.

    Asked in its order, the circle last. The world's normal and points are its own; the separations, which it
    computes on the way and forgets, follow from the two surface points of each.
    """
    swapped = len(b.points) > 1 and len(a.points) < len(b.points) and len(a.points) <= 2
    first, second = (b, a) if swapped else (a, b)
    made, other = as_box2d(first), as_box2d(second)
    ask = {1: "b2CollideCircles", 2: "b2CollideEdgeAndCircle"}.get(len(first.points), "b2CollidePolygonAndCircle")
    if len(second.points) > 2:
        ask = "b2CollidePolygons"
    local, world, here = box2d().b2Manifold(), box2d().b2WorldManifold(), identity()
    getattr(box2d(), ask)(local, made, here, other, here)
    if local.pointCount == 0:
        return None
    world.Initialize(local, here, made.radius, here, other.radius)
    normal, plane = np.array(world.normal), np.array(local.localPoint)
    from_b = local.type_ == box2d().b2Manifold.e_faceB
    outward = -normal if from_b else normal
    radii = first.radius + second.radius
    points = []
    for k in range(local.pointCount):
        height = float((np.array(local.points[k].localPoint) - plane) @ outward)
        points.append(TheirPoint(np.array(world.points[k]), height - radii))
    return TheirManifold(-normal if swapped else normal, points, from_b != swapped)


class TheirDistance(NamedTuple):
    distance: float
    on_a: np.ndarray
    on_b: np.ndarray


def distance(a: Convex, b: Convex) -> TheirDistance:
    """Its distance and witness points, radii included; 0 and one point twice for discs that overlap."""
    found = box2d().b2Distance(
        shapeA=as_box2d(a), shapeB=as_box2d(b), transformA=identity(), transformB=identity(), useRadii=True
    )
    return TheirDistance(float(found.distance), np.array(found.pointA), np.array(found.pointB))


class TheirImpact(NamedTuple):
    state: str  # failed, overlapped, touching or separated
    fraction: float


def time_of_impact(a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep) -> TheirImpact:
    output = box2d().b2TOIOutput
    names = {getattr(output, f"e_{name}"): name for name in ("failed", "overlapped", "touching", "separated")}
    state, fraction = box2d().b2TimeOfImpact(
        shapeA=as_box2d(a), shapeB=as_box2d(b), sweepA=as_sweep(sweep_a), sweepB=as_sweep(sweep_b), tMax=1.0
    )
    return TheirImpact(names[state], float(fraction))


def impact_target(radii: float) -> float:
    """The distance of the cores that its search for a time steers for."""
    return max(LINEAR_SLOP, radii - 3.0 * LINEAR_SLOP)


def as_sweep(sweep: Sweep) -> Any:
    (x0, y0), (x, y) = sweep.start.position.tolist(), sweep.end.position.tolist()
    return box2d().b2Sweep(
        localCenter=(0.0, 0.0), c0=(x0, y0), c=(x, y), a0=sweep.start.angle, a=sweep.end.angle, alpha0=0.0
    )
