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

from geometry.primitives.contact import Contact, PairResult, opposite
from geometry.primitives.kinds import require_box
from geometry.record import record
from geometry.sat.closest_points import ClosestPoints, closest_points
from geometry.sat.separating_axis import Owner
from geometry.sat.support import SupportPoint, support
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector, dot, length, readonly, unit


@record
class FaceTested:
    """One face against the nearest point of the other box."""

    owner: Owner  # A or B: the box that the face belongs to
    face: int  # index of the edge, from the vertex of the same index
    start: Vector  # first end of the face, world
    end: Vector  # second end of the face, world
    outward: Vector  # unit normal of the face, away from its owner
    support: SupportPoint  # of the other box along -outward; its value is measured that way
    separation: float  # outward . (support - start); negative when the support lies behind the face
    is_best: bool  # whether it is the greatest so far, by more than rounding
    best_separation: float  # the greatest so far, this one included


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
    normal: Vector  # unit, from A to B, from the one to the other
    separation: float  # of the boxes along normal
    is_best: bool  # whether it is no less than the reference face's, up to rounding


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
    for owner, box, other in ((Owner.A, a, b), (Owner.B, b, a)):
        for face, normal in enumerate(box.normals):
            outward, (start, end) = readonly(normal), box.edge(face)
            nearest = support(other, -outward)
            separation = dot(outward, nearest.point - start)
            is_best = best is None or separation > best.separation + tolerance
            greatest = separation if is_best or best is None else best.separation
            tested = FaceTested(owner, face, start, end, outward, nearest, separation, is_best, greatest)
            yield tested
            best = tested if is_best or best is None else best
    assert best is not None
    found = lay_along(best, b if best.owner is Owner.A else a, tolerance)
    yield found
    contact = contact_of_face(found)
    if best.separation > tolerance and found.overhang > tolerance:
        corners = between_corners(a, b, best.separation - tolerance)
        yield corners
        if corners.is_best:
            middle = readonly((corners.closest.on_a + corners.closest.on_b) / 2.0)
            contact = Contact(middle, corners.normal, corners.separation)
    result = PairResult.of(contact, tolerance)
    yield result
    return result


def lay_along(reference: FaceTested, other: Convex, tolerance: float) -> ReferenceFound:
    """Lay the vertices of the other box that are nearest to the face, two when they tie, along the face."""
    tangent = (reference.end - reference.start) / (face_length := length(reference.end - reference.start))
    across = (other.points - reference.start) @ reference.outward
    nearest = other.points[across <= across.min() + tolerance]
    along = (nearest - reference.start) @ tangent
    first, last = float(along.min()), float(along.max())
    middle = (min(max(first, 0.0), face_length) + min(max(last, 0.0), face_length)) / 2.0
    return ReferenceFound(reference, face_length, first, last, middle, max(first - face_length, -last))


def contact_of_face(found: ReferenceFound) -> Contact:
    """From the place on the reference face, half the separation outward: halfway to the other surface."""
    reference = found.reference
    tangent = (reference.end - reference.start) / found.face_length
    point = reference.start + found.along * tangent + 0.5 * reference.separation * reference.outward
    normal = reference.outward if reference.owner is Owner.A else opposite(reference.outward)
    return Contact(readonly(point), normal, reference.separation)


def between_corners(a: Convex, b: Convex, least: float) -> CornersTested:
    """The separation along the line between the closest points. It is no less than a face's, unless the gap is so
    small that the line's direction is noise: below `least` the face keeps its place."""
    closest = closest_points(a, b)
    normal = unit(closest.on_b - closest.on_a)
    nearest_b, furthest_a = (b.points - closest.on_a) @ normal, (a.points - closest.on_a) @ normal
    separation = float(nearest_b.min() - furthest_a.max())
    return CornersTested(closest, normal, separation, separation >= least)
