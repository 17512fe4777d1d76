"""Mass properties by ideas that are often met, each wrong in one of its numbers.

    mean of the vertices   taken for the centroid: many vertices in one corner pull it there, but they have no area
    radius left out        the moment of the core alone, at the mass of the whole: Chipmunk's `moment_for_poly`
                           accepts a radius and ignores it
    no parallel axis term  the terms' own moments are added, and their distances from the centre are forgotten
    about the origin       what Box2D's mass data report, taken for the moment about the centre: m |c|^2 too much

Source: Rounding collider corners announces these properties, and gives none of them.
"""

from __future__ import annotations

import math

import numpy as np

from geometry.dynamics.mass import MassProperties, TermKind, mass_properties
from geometry.polygon import Polygon
from geometry.record import VectorField, record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.vector import Vector


@record
class FaultyMass:
    """A wrong answer."""

    center: VectorField  # taken for the centroid
    about: VectorField  # the point that the moment is really about
    inertia: float
    error: float  # distance of the centre from the right one, or the moment's error as a part of the right one

    __repr__ = summary


def mean_of_vertices(shape: Convex | Polygon, density: float = 1.0) -> FaultyMass:
    """The mean of the core's vertices for the centroid; the moment is then taken about that point."""
    found, mean = mass_properties(shape, density), shape.points.mean(axis=0)
    off = float(np.hypot(*(mean - found.center)))
    return FaultyMass(mean, mean, found.inertia + found.mass * off * off, off)


def radius_left_out(shape: Convex | Polygon, density: float = 1.0) -> FaultyMass:
    """The core's moment for the whole mass; of a segment that of a rod, of a point none."""
    found = mass_properties(shape, density)
    core = [term for term in found.terms if term.kind in (TermKind.CORE, TermKind.HOLE)]
    if core:
        inner = mass_properties(shape if isinstance(shape, Polygon) else Convex(shape.points))
        return _turning(found, inner.inertia / inner.area * found.mass)
    length = math.dist(shape.points[0], shape.points[-1])
    return _turning(found, found.mass * length * length / 12.0)


def without_parallel_axis(shape: Convex | Polygon, density: float = 1.0) -> FaultyMass:
    """The sum of the terms' own moments."""
    found = mass_properties(shape, density)
    return _turning(found, density * math.fsum(term.own for term in found.terms))


def about_the_origin(shape: Convex | Polygon, density: float = 1.0) -> FaultyMass:
    """The moment about the origin of coordinates."""
    found, origin = mass_properties(shape, density), np.zeros(2)
    return _turning(found, found.inertia + found.mass * float(found.center @ found.center), origin)


def _turning(found: MassProperties, inertia: float, about: Vector | None = None) -> FaultyMass:
    error = abs(inertia - found.inertia) / found.inertia
    return FaultyMass(found.center, found.center if about is None else about, inertia, error)
