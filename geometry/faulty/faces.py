"""Faces of the difference, each misused by one idea that is often met.

Source: Collision detection for dummies (its loop measures lines; error 12).
"""

from __future__ import annotations

import math

import numpy as np

from geometry.minkowski.faces import minkowski_faces
from geometry.outcome import Outcome
from geometry.record import record
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.swept_circle.circle_segment import nearest_on_segment
from geometry.vector import Vector, length, readonly, xy_of


@record
class FaultyFaces:
    """What the loop answers, and the faces that it has."""

    separation: float
    faces: tuple[tuple[Vector, Vector], ...]  # start and end of each
    error: float  # of the separation; or the length of outline that is missing
    nearest: Vector | None = None  # the point of the cut faces nearest to the origin, if that is outside of all


def face_value_as_distance(a: Convex, b: Convex) -> FaultyFaces:
    """The greatest separation of any face taken for the distance: that of a line, not of a face."""
    found = minkowski_faces(a, b)
    greatest = max(face.separation for face in found.faces)
    return FaultyFaces(greatest, (), max(found.separation - greatest, 0.0))


def one_support(a: Convex, b: Convex) -> FaultyFaces:
    """One support vertex where there are two: of parallel edges each face is as long as one edge alone, and only A's
    is kept, so that the outline stays open. A distance is then measured past the part that is missing."""
    found = minkowski_faces(a, b)
    faces, missing = [], 0.0
    for face in found.faces:
        if face.same_as is None and face.edge is not None:
            own = a if face.owner is Owner.A else b
            edge = own.edge(face.edge)
            long = length(edge[1] - edge[0]) / max(length(face.end - face.start), 1e-300)
            end = readonly(face.start + min(long, 1.0) * (face.end - face.start))
            faces.append((face.start, end))
            missing += length(face.end - end)
    if found.outcome is not Outcome.SEPARATED:
        return FaultyFaces(found.separation, tuple(faces), missing)
    places = [nearest_on_segment((xy_of(start), xy_of(end)), (0.0, 0.0))[0] for start, end in faces]
    nearest = min(places, key=lambda p: math.hypot(*p))
    return FaultyFaces(math.hypot(*nearest), tuple(faces), missing, readonly(np.array(nearest)))
