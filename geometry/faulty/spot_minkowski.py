"""GJK, EPA and the Minkowski difference with one wrong line each, for *Spot the bug*. See `spot_axes`.

Sources: Collision detection for dummies, SAT explained, and issue threads of physics engines.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from geometry.faulty.spot_plain import XY, Ring, cross, dot, edges, middle, minus, nearest_on_edge, unit
from geometry.faulty.spot_shared import Disc, Run, hull, moved, outward, separation_from, size


def grown_separation(a: Ring, b: Ring) -> tuple[float, Ring]:
    """How far B's centre is outside of A grown by B, and A grown by B.

    Wrong: A is grown by B as it stands, and has to be grown by B reflected. (Collision detection for dummies, 6.)
    """
    cloud = []
    centre = middle(b)
    for corner in a:
        for p in b:
            arm = minus(p, centre)
            cloud.append(moved(corner, arm))
    grown = hull(cloud)
    return separation_from(grown, centre), grown


def gjk_distance(a: Ring, b: Disc) -> Run[float]:
    """The distance of a polygon and a circle; 0 where they overlap.

    Wrong: it ends only where a vertex comes again to the last bit, and has no cap; round shapes hardly ever do so.
    """
    simplex = [disc_support(a, b, (1.0, 0.0))]
    while True:
        yield tuple(simplex)
        v, simplex = nearest_to_origin(simplex)
        if size(v) == 0.0:
            return 0.0
        w = disc_support(a, b, (-v[0], -v[1]))
        if w in simplex:
            return size(v)
        simplex.append(w)


def epa_depth(a: Ring, b: Disc) -> Run[float]:
    """How deep a polygon and a circle overlap.

    Wrong: a vertex that is farther out by rounding alone is still added, so it need not end.
    """
    polytope = first_polytope(lambda d: disc_support(a, b, d))
    while True:
        i, normal, distance = nearest_face(polytope)
        yield normal, distance
        w = disc_support(a, b, normal)
        if dot(w, normal) <= distance:
            return distance
        polytope.insert(i + 1, w)


def epa_polygons(a: Ring, b: Ring) -> Run[float]:
    """How deep two polygons overlap.

    Wrong: the new vertex stands after the face's end, so the outline crosses itself.
    """
    polytope = first_polytope(lambda d: support(a, b, d))
    while True:
        i, normal, distance = nearest_face(polytope)
        yield normal, distance
        w = support(a, b, normal)
        if w in polytope:
            return distance
        polytope.insert(i + 2, w)


def closest_pair(a: Ring, b: Ring) -> tuple[XY, XY]:
    """The closest points of two polygons that are apart: on A, and on B.

    Wrong: one support vertex where two are equally far. (SAT explained, 16; Collision detection for dummies, 12.)
    """
    found = []
    for one, other in ((a, b), (b, a)):
        for p, q in edges(one):
            n = outward(p, q)
            w = min(other, key=lambda corner: dot(corner, n))
            on_edge = nearest_on_edge(w, p, q)
            found.append((on_edge, w) if one is a else (w, on_edge))
    return min(found, key=lambda pair: size(minus(*pair)))


def support(a: Ring, b: Ring, d: XY) -> XY:
    """The point of A − B that is farthest along d."""
    return minus(max(a, key=lambda p: dot(p, d)), min(b, key=lambda p: dot(p, d)))


def disc_support(a: Ring, b: Disc, d: XY) -> XY:
    """`support` of a polygon and a disc."""
    return moved(minus(max(a, key=lambda p: dot(p, d)), b[0]), unit(d), b[1])


def nearest_to_origin(simplex: list[XY]) -> tuple[XY, list[XY]]:
    """The point of a simplex of one to three vertices that is nearest to the origin, and the vertices it lies on."""
    if len(simplex) == 3 and _contains_origin(simplex):
        return (0.0, 0.0), simplex
    sides = [simplex] if len(simplex) < 3 else [[simplex[0], simplex[2]], [simplex[1], simplex[2]]]
    return min((_on_side(side) for side in sides), key=lambda found: size(found[0]))


def _on_side(side: list[XY]) -> tuple[XY, list[XY]]:
    if len(side) == 1:
        return side[0], side
    v = nearest_on_edge((0.0, 0.0), *side)
    return v, [v] if v in side else side


def _contains_origin(triangle: list[XY]) -> bool:
    turns = [cross(p, q) for p, q in edges(tuple(triangle))]
    return min(turns) >= 0.0 or max(turns) <= 0.0


def first_polytope(farthest: Callable[[XY], XY]) -> list[XY]:
    """The points of A − B that are farthest along +x, +y, −x, −y, each once."""
    ways = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    return list(dict.fromkeys(farthest(d) for d in ways))


def nearest_face(polytope: list[XY]) -> tuple[int, XY, float]:
    """The face whose line is least far in front of the origin: its number, outward normal and distance."""
    best = (-1, (0.0, 0.0), math.inf)
    for i, (p, q) in enumerate(edges(tuple(polytope))):
        if p != q:
            normal = outward(p, q)
            if dot(p, normal) < best[2]:
                best = i, normal, dot(p, normal)
    return best
