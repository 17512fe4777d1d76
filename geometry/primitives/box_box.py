"""Two boxes: every face's one-sided test with the support mapping.

A face with outward normal n leaves everything of its box behind it. How far the other box keeps in front of it is
decided by that box's support point in direction -n:

    separation = n . (support - start of the face)

The greatest over all eight faces is minus the depth when the boxes overlap. When they are apart it is their
distance if the support point lies in front of the face, and less beyond its end, where two corners are nearest.

Source: Shapes and collision detection, whose contact point lies off the surfaces by twice the depth for one box's
faces, and always at a corner, even where a box rests flat.
"""

from __future__ import annotations

import math

from geometry.primitives.contact import Contact, PairResult, opposite
from geometry.primitives.kinds import require_box
from geometry.record import VectorField, XYField, record
from geometry.sat.closest_points import ClosestPoints, closest_points
from geometry.sat.separating_axis import Owner
from geometry.sat.support import SupportPoint, furthest
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import unit_xy


@record
class FaceTested:
    """One face against the nearest point of the other box."""

    owner: Owner  # A or B: the box that the face belongs to
    face: int  # index of the edge, from the vertex of the same index
    start: VectorField  # first end of the face, world
    end: VectorField  # second end of the face, world
    outward: VectorField  # unit normal of the face, away from its owner
    support: SupportPoint  # of the other box along -outward; its value is measured that way
    separation: float  # outward . (support - start); negative when the support lies behind the face
    is_best: bool  # whether it is the greatest so far, by more than rounding
    best_separation: float  # the greatest so far, this one included

    start_xy = XYField("start")
    end_xy = XYField("end")
    outward_xy = XYField("outward")


@record
class ReferenceFound:
    """The face of greatest separation, and what of the other box is nearest to it, laid along it."""

    reference: FaceTested  # the face that won
    face_length: float  # from start to end
    first: float  # where the nearest part of the other box begins, measured from start towards end
    last: float  # where it ends; the same as first for a single corner
    along: float  # middle of what the two have in common; the face's nearest end if nothing
    overhang: float  # how far the nearest part lies beyond the face's end; 0 or less in front of it


@record
class CornersTested:
    """Apart, and the support point lies beyond the face's end: the direction between the closest points."""

    closest: ClosestPoints  # of the two boxes
    normal: VectorField  # unit, from A to B, from the one to the other
    separation: float  # of the boxes along normal
    is_best: bool  # whether it is no less than the reference face's, up to rounding

    normal_xy = XYField("normal")


BoxBoxStep = FaceTested | ReferenceFound | CornersTested | PairResult


@steppable
def box_box(a: Convex, b: Convex) -> Steps[BoxBoxStep, PairResult]:
    """The contact of two boxes of any turn.

    Tie rules: A's faces in order, then B's; a later one wins only when better by more than rounding. Where an edge
    faces the reference face the contact is the middle of what they share. Raises ValueError for other shapes.
    """
    require_box("box_box", "two boxes", a, "A")
    require_box("box_box", "two boxes", b, "B")
    tolerance = rounding(a, b)
    best: FaceTested | None = None
    greatest = -math.inf
    for owner, box, other in ((Owner.A, a, b), (Owner.B, b, a)):
        vertices = other.points_xy
        for face, ((x, y), (start, end)) in enumerate(zip(box.normals_xy, box.edges_xy, strict=True)):
            nearest, inward = furthest(other, -x, -y)
            vx, vy = vertices[nearest]
            separation = x * (vx - start[0]) + y * (vy - start[1])
            is_best = separation > greatest + tolerance
            greatest = separation if is_best else greatest
            carried = SupportPoint((vx, vy), nearest, inward)
            tested = FaceTested(owner, face, start, end, (x, y), carried, separation, is_best, greatest)
            yield tested
            best = tested if is_best else best
    assert best is not None
    found = lay_along(best, b if best.owner is Owner.A else a, tolerance)
    yield found
    contact = contact_of_face(found)
    if best.separation > tolerance and found.overhang > tolerance:
        corners = between_corners(a, b, best.separation - tolerance)
        yield corners
        if corners.is_best:
            (ax, ay), (bx, by) = corners.closest.on_a_xy, corners.closest.on_b_xy
            contact = Contact(((ax + bx) / 2.0, (ay + by) / 2.0), corners.normal_xy, corners.separation)
    result = PairResult.of(contact, tolerance)
    yield result
    return result


def lay_along(reference: FaceTested, other: Convex, tolerance: float) -> ReferenceFound:
    """Lay the vertices of the other box that are nearest to the face, two when they tie, along the face."""
    (x, y), (end_x, end_y), (nx, ny) = reference.start_xy, reference.end_xy, reference.outward_xy
    face_length = math.hypot(end_x - x, end_y - y)
    tx, ty = (end_x - x) / face_length, (end_y - y) / face_length
    across = [(px - x) * nx + (py - y) * ny for px, py in other.points_xy]
    level = min(across) + tolerance
    ends = zip(other.points_xy, across, strict=True)
    along = [(px - x) * tx + (py - y) * ty for (px, py), height in ends if height <= level]
    first, last = min(along), max(along)
    middle = (min(max(first, 0.0), face_length) + min(max(last, 0.0), face_length)) / 2.0
    return ReferenceFound(reference, face_length, first, last, middle, max(first - face_length, -last))


def contact_of_face(found: ReferenceFound) -> Contact:
    """From the place on the reference face, half the separation outward: halfway to the other surface."""
    reference = found.reference
    (x, y), (end_x, end_y), (nx, ny) = reference.start_xy, reference.end_xy, reference.outward_xy
    along, out = found.along / found.face_length, 0.5 * reference.separation
    point = (x + along * (end_x - x) + out * nx, y + along * (end_y - y) + out * ny)
    return Contact(point, (nx, ny) if reference.owner is Owner.A else opposite((nx, ny)), reference.separation)


def between_corners(a: Convex, b: Convex, least: float) -> CornersTested:
    """The separation along the line between the closest points. It is no less than a face's, unless the gap is so
    small that the line's direction is noise: below `least` the face keeps its place."""
    closest = closest_points(a, b)
    (ax, ay), (bx, by) = closest.on_a_xy, closest.on_b_xy
    nx, ny = unit_xy(bx - ax, by - ay)
    nearest_b = min([(px - ax) * nx + (py - ay) * ny for px, py in b.points_xy])
    furthest_a = max([(px - ax) * nx + (py - ay) * ny for px, py in a.points_xy])
    separation = nearest_b - furthest_a
    return CornersTested(closest, (nx, ny), separation, separation >= least)
