"""What an engine tells of two shapes, put into another engine's conventions one switch after the other."""

from __future__ import annotations

import math
from dataclasses import replace

from geometry.conventions import Conventions, Quantity
from geometry.dynamics.mass import mass_properties
from geometry.outline import signed_area
from geometry.record import record
from geometry.sat.closest_points import closest_points
from geometry.sat.minimum_translation import minimum_translation
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Points, Vector, readonly


@record
class Told:
    """An answer in the conventions of some engine."""

    outline: Points  # of A, as it is listed
    vertex: Vector  # the first of B's
    angle: float  # of B, radians
    spin: float  # of B, radians a second
    area: float  # signed, of A's list
    normal: Vector  # unit
    nearest: Vector  # the point of the difference that is nearest to the origin
    depth: float  # of the overlap; of a gap with the other sign
    touching: bool  # whether two shapes that just touch are a contact
    distance: float  # of the centres
    energy: float  # of B's spin, for a density of 1

    __repr__ = summary


KINDS = {
    "vertex": Quantity.POINT,
    "angle": Quantity.TURN,
    "spin": Quantity.TURN,
    "area": Quantity.AREA,
    "normal": Quantity.NORMAL,
    "nearest": Quantity.DIFFERENCE,
    "depth": Quantity.DEPTH,
    "distance": Quantity.LENGTH,
    "energy": Quantity.LENGTH,
}


TURNS = ("y_down", "clockwise", "normal_b_to_a", "b_minus_a", "depth_negative", "touching_is_apart")  # one a step


@record
class Translated:
    """The answer with some switches set, in their order."""

    turned: tuple[str, ...]  # the switch of this step; none where the answer was computed, in our conventions
    so_far: Conventions  # with all switches up to this step set as they are there
    told: Told  # in these conventions


def computed(a: Convex, b: Convex, angle: float = 0.0, spin: float = 0.0) -> Told:
    """All of it, in our own conventions. `angle` of B in radians, `spin` of B in radians a second."""
    found = minimum_translation(a, b)
    normal, separation = found.found.normal, found.found.separation
    if found.translation is None:
        pair = closest_points(a, b)
        way = pair.on_b - pair.on_a
        normal, separation = way / math.hypot(*way), math.hypot(*way) - a.radius - b.radius
    energy = 0.5 * mass_properties(b).inertia * spin * spin
    return Told(
        a.points,
        b.points[0],
        angle,
        spin,
        signed_area(a.points),
        readonly(normal + 0.0),
        readonly(-separation * normal + 0.0),
        -separation,
        Conventions().is_contact(0.0),
        math.dist(a.centroid, b.centroid),
        energy,
    )


def put_into(told: Told, conventions: Conventions) -> Told:
    """An answer of ours as an engine with these conventions tells it; of its telling, ours."""
    numbers = {name: conventions.value(kind, getattr(told, name)) for name, kind in KINDS.items()}
    touching = told.touching is not conventions.touching_is_apart
    return Told(outline=readonly(conventions.outline(told.outline)), touching=touching, **numbers)


@steppable
def translated(
    a: Convex, b: Convex, there: Conventions, angle: float = 0.0, spin: float = 0.0
) -> Steps[Translated, Told]:
    """What an engine with the conventions `there` tells of A and B: one switch after the other."""
    told = ours = computed(a, b, angle, spin)
    so_far = Conventions()
    yield Translated((), so_far, ours)
    for turned in TURNS:
        so_far = replace(so_far, **{turned: getattr(there, turned)})
        told = put_into(ours, so_far)
        yield Translated((turned,), so_far, told)
    return told
