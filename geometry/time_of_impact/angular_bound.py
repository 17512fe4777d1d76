"""How far a turning body can move: the arc of its furthest point.

A point at distance d from the centre of rotation moves along an arc of length d |theta| when the body turns by
theta. Of a convex body every point lies between its vertices, so none moves further than the furthest vertex:

    r |theta|,    r = the largest distance of a vertex from the centre of rotation

The straight way from start to end is shorter, 2 d sin(|theta| / 2) up to half a turn, but a search needs the bound
for every part of the motion, and the arc is that. Measured from another point, the centroid say, the largest
distance may be smaller than the true radius, and the bound wrong.

Source: Collision detection for dummies (Figures 7 and 8), after Mirtich (1996); it measures from the origin of the
shape, which is right only where the shape turns about it. Here it does: a Pose turns about its position.
"""

from __future__ import annotations

import math

from geometry.guards import require_convex
from geometry.record import VectorField, record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.transform import Sweep
from geometry.vector import xy_of


@record
class TurnTaken:
    """What the body does: it turns about a point. Where that point moves too, the motion is added at the end."""

    center: VectorField  # of rotation, world, at fraction 0
    turn: float  # radians, signed, not wrapped


@record
class ArcMeasured:
    """One vertex, and how far the turn takes it."""

    index: int  # of the vertex
    start: VectorField  # world, at fraction 0, seen as if the body only turned
    end: VectorField  # world, at fraction 1, seen as if the body only turned
    distance: float  # of the vertex from the centre of rotation
    arc: float  # distance * |turn|: the length of its way
    chord: float  # of the straight line from start to end
    furthest: int  # index of the furthest vertex so far, this one included
    radius: float  # its distance


@record
class ArcUnrolled:
    """The furthest vertex' arc as a straight length: no point of the core moves further by the turn."""

    furthest: int  # index of the vertex
    radius: float  # its distance from the centre of rotation
    bound: float  # radius * |turn|


@record
class ChordTaken:
    """What the furthest vertex' chord hides: on the way the vertex may have been further from its start."""

    chord: float  # from its start to its end
    greatest: float  # its greatest distance from its start on the way: 2 radius from half a turn on
    fraction: float  # where on the way it first has that


@record
class AngularBound:
    """No point of the core moves further by the turn than this. The last step too."""

    center: VectorField  # of rotation, world, at fraction 0
    radius: float  # of the furthest vertex, from the centre of rotation
    furthest: int  # its index
    turn: float  # radians, signed, not wrapped
    bound: float  # radius * |turn|
    motion: float  # length of the straight motion of the centre, which adds to it
    total: float  # motion + bound: no point of the core moves further
    from_centroid: float  # the furthest vertex's distance from the centroid: too small where that is not the centre

    __repr__ = summary


AngularBoundStep = TurnTaken | ArcMeasured | ArcUnrolled | ChordTaken | AngularBound


@steppable
def angular_bound(shape: Convex, sweep: Sweep) -> Steps[AngularBoundStep, AngularBound]:
    """The arc of every vertex of a core, given in its local frame, and the longest of them.

    The radius around the core does not count: a disc looks the same however it turns about its own centre. Raises
    ValueError for anything but a shape and a sweep.
    """
    require_convex("angular_bound", "a Convex and its Sweep", shape, "the shape")
    if not isinstance(sweep, Sweep):
        raise ValueError(f"angular_bound takes a Convex and its Sweep, not {type(sweep).__name__}")
    center, turn = xy_of(sweep.start.position), sweep.turn
    yield TurnTaken(center, turn)
    furthest, radius = 0, 0.0
    for index, (x, y) in enumerate(shape.points_xy):
        distance = math.hypot(x, y)
        if distance > radius:
            furthest, radius = index, distance
        yield _arc(shape, sweep, index, distance, furthest, radius)
    reach = radius * abs(turn)
    yield ArcUnrolled(furthest, radius, reach)
    chord = 2.0 * radius * abs(math.sin(turn / 2.0))
    is_half = abs(turn) >= math.pi
    yield ChordTaken(chord, 2.0 * radius if is_half else chord, math.pi / abs(turn) if is_half else 1.0)
    middle_x, middle_y = xy_of(shape.centroid)
    from_centroid = max([math.hypot(x - middle_x, y - middle_y) for x, y in shape.points_xy])
    (x, y), (u, v) = center, xy_of(sweep.end.position)
    motion = math.hypot(u - x, v - y)
    bound = AngularBound(center, radius, furthest, turn, reach, motion, motion + reach, from_centroid)
    yield bound
    return bound


def _arc(shape: Convex, sweep: Sweep, index: int, distance: float, furthest: int, radius: float) -> ArcMeasured:
    """One vertex' way from start to end."""
    (px, py), (cx, cy) = shape.points_xy[index], xy_of(sweep.start.position)
    ends = []
    for angle in (sweep.start.angle, sweep.start.angle + sweep.turn):
        c, s = math.cos(angle), math.sin(angle)
        ends.append((c * px - s * py + cx, s * px + c * py + cy))
    (x, y), (u, v) = start, end = ends
    chord = math.hypot(u - x, v - y)
    return ArcMeasured(index, start, end, distance, distance * abs(sweep.turn), chord, furthest, radius)
