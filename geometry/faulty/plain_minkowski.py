"""GJK, EPA and the Minkowski difference on plain numbers, each wrong in one line.

grown_by_b         A grown by B as it stands, not by B reflected (Collision detection for dummies, error 6)
gjk_until_equal    stops only where a vertex comes again to the last bit, and has no cap (issue threads)
epa_strict         a new vertex need only be farther out, by whatever rounding leaves (issue threads)
epa_after_edge     the new vertex is inserted after the edge that it splits (a common slip)
one_support_vertex one support vertex where two are equally far (SAT explained, error 16; Collision detection for
                   dummies, error 12)
"""

from __future__ import annotations

import math
from collections.abc import Callable

from geometry.faulty.plain import (
    Disc,
    Outline,
    Run,
    add,
    centre,
    cross,
    dot,
    edges,
    hull,
    nearest_on,
    outward,
    separation_from,
    size,
    sub,
    unit,
)
from geometry.vector import XY

TOLERANCE = 1e-9  # of EPA's end, world units


def grown_by_b(a: Outline, b: Outline) -> tuple[float, list[XY]]:
    """The separation of two polygons: how far B's centre is outside of A grown by B, and that figure."""
    x, y = centre(b)
    cloud = []
    for ax, ay in a:
        for bx, by in b:
            cloud.append((ax + (bx - x), ay + (by - y)))
    grown = hull(cloud)
    return separation_from(grown, (x, y)), grown


def gjk_until_equal(a: Outline, b: Disc) -> Run[float]:
    """The distance of a polygon and a circle, 0 where they overlap."""
    simplex = [support_of_disc(a, b, (1.0, 0.0))]
    while True:
        yield
        v, simplex = nearest_to_origin(simplex)
        if size(v) == 0.0:
            return 0.0
        w = support_of_disc(a, b, (-v[0], -v[1]))
        if w in simplex:
            return size(v)
        simplex.append(w)


def epa_strict(a: Outline, b: Disc) -> Run[float]:
    """How deep a polygon and a circle overlap."""
    polytope = first_polytope(lambda d: support_of_disc(a, b, d))
    while True:
        yield
        i, normal, distance = nearest_face(polytope)
        w = support_of_disc(a, b, normal)
        if dot(w, normal) <= distance:
            return distance
        polytope.insert(i + 1, w)


def epa_after_edge(a: Outline, b: Outline) -> Run[float]:
    """How deep two polygons overlap."""
    polytope = first_polytope(lambda d: support(a, b, d))
    while True:
        yield
        i, normal, distance = nearest_face(polytope)
        w = support(a, b, normal)
        if dot(w, normal) <= distance + TOLERANCE:
            return distance
        polytope.insert(i + 2, w)


def one_support_vertex(a: Outline, b: Outline) -> tuple[XY, XY]:
    """The closest points of two polygons that are apart: the one of A, and the one of B."""
    found = []
    for u, v in edges(a):
        normal = outward(u, v)
        w = min(b, key=lambda p: dot(p, normal))
        found.append((nearest_on(w, u, v), w))
    for u, v in edges(b):
        normal = outward(u, v)
        w = min(a, key=lambda p: dot(p, normal))
        found.append((w, nearest_on(w, u, v)))
    return min(found, key=lambda pair: size(sub(*pair)))


def support(a: Outline, b: Outline, d: XY) -> XY:
    """The point of A − B that is farthest along d."""
    return sub(max(a, key=lambda p: dot(p, d)), min(b, key=lambda p: dot(p, d)))


def support_of_disc(a: Outline, b: Disc, d: XY) -> XY:
    """`support` of a polygon and a disc."""
    centre, radius = b
    return add(sub(max(a, key=lambda p: dot(p, d)), centre), unit(d), radius)


def nearest_to_origin(simplex: list[XY]) -> tuple[XY, list[XY]]:
    """The point of a simplex of one to three vertices that is nearest to the origin, and the vertices it lies on."""
    if len(simplex) == 3 and _contains_origin(simplex):
        return (0.0, 0.0), simplex
    sides = [simplex] if len(simplex) < 3 else [[simplex[0], simplex[2]], [simplex[1], simplex[2]]]
    return min((_on_side(side) for side in sides), key=lambda found: size(found[0]))


def _on_side(side: list[XY]) -> tuple[XY, list[XY]]:
    if len(side) == 1:
        return side[0], side
    v = nearest_on((0.0, 0.0), *side)
    return v, [v] if v in side else side


def _contains_origin(triangle: list[XY]) -> bool:
    turns = [cross(u, v) for u, v in edges(triangle)]
    return min(turns) >= 0.0 or max(turns) <= 0.0


def first_polytope(farthest: Callable[[XY], XY]) -> list[XY]:
    """The points of A − B that are farthest along +x, +y, −x, −y, each once."""
    ways = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    return list(dict.fromkeys(farthest(d) for d in ways))


def nearest_face(polytope: list[XY]) -> tuple[int, XY, float]:
    """The face whose line is least far in front of the origin: its number, outward normal and distance."""
    best = (-1, (0.0, 0.0), math.inf)
    for i, (u, v) in enumerate(edges(polytope)):
        if u != v:
            normal = outward(u, v)
            if dot(u, normal) < best[2]:
                best = i, normal, dot(u, normal)
    return best
