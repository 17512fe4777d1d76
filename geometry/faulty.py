"""Faulty routines, as articles and engines have them, kept to be shown beside the right ones. None is used to decide.

Sources: SAT explained, Shapes and collision detection; what is wrong with each is said where it is defined. (The
flip by centres is beside `minimum_translation`.)
"""

from __future__ import annotations

import numpy as np

from geometry.minimum_translation import minimum_translation
from geometry.primitives.box_box import FaceTested
from geometry.separating_axis import AxisTested, cast_on, edge_axes, separating_axis
from geometry.shape import Convex
from geometry.vector import Vector, length, sealed


def translation_without_verdict(a: Convex, b: Convex) -> Vector:
    """The smallest |separation| of any axis, taken for an overlap without asking whether there is a gap.

    Shapes that overlap get their minimum translation. Apart, B is pulled towards A across the narrowest gap, or
    across an overlap that means nothing.
    """
    tests = separating_axis(a, b, early_out=False).tests
    least = min(tests, key=lambda tested: abs(tested.separation))
    return sealed(-least.separation * least.normal)


def translation_turned_twice(a: Convex, b: Convex) -> Vector | None:
    """The minimum translation, its direction turned once by the sign of the overlap and once more by hand.

    Right where the axis points from A to B as it is offered; where it has to be turned, B is moved deeper into A.
    None when the shapes are separated.
    """
    answer = minimum_translation(a, b)
    if answer.translation is None:
        return None
    is_turned = answer.found.normal is not answer.found.best.axis.direction
    return sealed(-answer.translation) if is_turned else answer.translation


def best_by_raw_normals(a: Convex, b: Convex) -> AxisTested | None:
    """The axis whose overlap *times the length of its edge* is least: what raw normals choose.

    Long edges look deep, so a short one may win although its overlap is greater. None when the shapes are separated
    or have no edges.
    """
    if separating_axis(a, b).best.is_gap:
        return None
    lengths = [length(end - start) for shape in (a, b) for start, end in shape.edges]
    tests = [cast_on(a, b, axis) for axis in edge_axes(a, b)]
    scaled = [-tested.separation * size for tested, size in zip(tests, lengths, strict=True)]
    return tests[int(np.argmin(scaled))] if tests else None


def best_of_two_directions(tests: tuple[FaceTested, ...]) -> FaceTested:
    """The greatest separation over two faces of each box, as if a box had two directions to test on one side only.

    A gap in front of one of the other four faces is missed.
    """
    return max((tested for tested in tests if tested.face < 2), key=lambda tested: tested.separation)


def strict_reference(tests: tuple[FaceTested, ...]) -> FaceTested:
    """The greatest separation by a bare comparison: among faces that tie, rounding decides, anew in every frame."""
    return max(tests, key=lambda tested: tested.separation)


def corner_contact(a: Convex, b: Convex, normal: Vector) -> Vector:
    """The corner of B that is deepest in A along `normal`, alone: where an edge of B rests flat, the tilt's rounding
    chooses the corner. Unit normal from A to B."""
    along = b.points @ normal
    return sealed(b.points[int(along.argmin())])


def circles_touch_strictly(a: Convex, b: Convex) -> bool:
    """d^2 < r^2: touching circles do not collide, while in the same article a touching box and circle do."""
    d = b.points[0] - a.points[0]
    return bool(d @ d < (a.radius + b.radius) ** 2)


def turned_wrongly(local: Vector, axis_x: Vector, axis_y: Vector) -> Vector:
    """A turn with one sign wrong: (x cos - y sin, x sin - y cos), where x_axis = (cos, sin), y_axis = (-sin, cos)."""
    return sealed(local[0] * axis_x + local[1] * np.array((axis_y[0], -axis_y[1])))
