"""Manifolds against Box2D on 5,000 overlapping pairs, without its skin: normal, number and places of points, depths.

Every pair on which Box2D's answer is not ours is explained by one entry of DISAGREEMENTS, which is a check, not a
label: it computes from raw points what Box2D's rule gives there, and that is what Box2D has answered. Circles and
capsules agree throughout, with rounded polygons too; sharp polygons do where the rule for the reference edge does.

Box2D 2.3 has no capsules of its own: its edges collide with polygons from one side and with a fixed radius, and not
with each other. Capsules are asked against circles only.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import shapely

from geometry import Convex, manifold
from geometry.contact.manifold_points import Manifold, ManifoldKind
from geometry.sat.separating_axis import Owner
from tests.geometry.box2d_oracle import NEAR, TheirManifold, TheirPoint, collide, is_asked
from tests.geometry.oracles import core, distance
from tests.geometry.strategies import Pair
from tests.geometry.test_manifold_oracles import pairs

PAIRS = int(os.environ.get("SEPARATRIX_PAIRS", "5000"))
ASKED = ("circle", "box", "regular polygon", "convex polygon", "triangle", "rounded polygon", "capsule")
TOUCHING = 1e-4  # well above single precision: nearer to touching it is not asked

# B's edge becomes Box2D's reference edge where its separation is more than this much of A's, plus this.
RELATIVE, ABSOLUTE = 0.98, 0.001


class TheirRule(NamedTuple):
    """An edge that Box2D may take for the reference edge, by cores alone."""

    of_b: bool
    normal: np.ndarray  # outward
    start: np.ndarray
    end: np.ndarray
    separation: float
    best: float  # the greatest separation that any edge of the same shape shows


def outward(shape: Convex) -> tuple[np.ndarray, np.ndarray]:
    """The second ends of the core's edges, and their unit normals."""
    ends = np.roll(shape.points, -1, axis=0)
    across = (ends - shape.points)[:, ::-1] * (1.0, -1.0)
    return ends, across / np.hypot(*across.T)[:, None]


def climbed(one: Convex, other: Convex, of_b: bool) -> TheirRule:
    """Box2D's edge of one shape: from the one that faces the other's middle most, to the neighbour that shows more,
    and on the same way until the next one shows less."""
    ends, normals = outward(one)
    shown = [float(((other.points - p) @ n).min()) for p, n in zip(one.points, normals, strict=True)]
    middles = shapely.get_coordinates(shapely.centroid([core(one), core(other)]))
    k, n = int((normals @ (middles[1] - middles[0])).argmax()), len(shown)
    step = -1 if shown[k - 1] > max(shown[k], shown[(k + 1) % n]) else 1
    while shown[(k + step) % n] > shown[k]:
        k = (k + step) % n
    return TheirRule(of_b, normals[k], one.points[k], ends[k], shown[k], max(shown))


def their_edge(pair: Pair) -> tuple[TheirRule, TheirRule]:
    """Box2D's reference edge, and the edge of the other shape that it was preferred to."""
    of_a, of_b = climbed(pair.a, pair.b, of_b=False), climbed(pair.b, pair.a, of_b=True)
    return (of_b, of_a) if of_b.separation > RELATIVE * of_a.separation + ABSOLUTE else (of_a, of_b)


def their_points(pair: Pair, edge: TheirRule) -> list[TheirPoint]:
    """Box2D cuts the incident *core's* edge, at side planes that are both radii further out, and lays both discs
    along the normal. Without two ends left there are no points."""
    one, other = (pair.b, pair.a) if edge.of_b else (pair.a, pair.b)
    radii = one.radius + other.radius
    ends, normals = outward(other)
    k = int((normals @ edge.normal).argmin())
    p, q = other.points[k], ends[k]
    tangent = (edge.end - edge.start) / np.hypot(*(edge.end - edge.start))
    u, v = (p - edge.start) @ tangent, (q - edge.start) @ tangent
    cuts = np.array((-radii, (edge.end - edge.start) @ tangent + radii))
    first, last = np.sort((cuts - u) / (v - u))
    if first > 1.0 or last < 0.0:
        return []
    left = [p + t * (q - p) for t in (max(first, 0.0), min(last, 1.0))]
    heights = [float((c - edge.start) @ edge.normal) for c in left]
    return [
        TheirPoint(c + (one.radius - other.radius - h) / 2.0 * edge.normal, h - radii)
        for c, h in zip(left, heights, strict=True)
        if h <= radii
    ]


def follows(pair: Pair, theirs: TheirManifold | None) -> bool:
    """Whether Box2D's answer is what its rule gives from raw points."""
    edge, _ = their_edge(pair)
    expected = their_points(pair, edge)
    if theirs is None or not expected:
        return theirs is None and not expected
    normal = -edge.normal if edge.of_b else edge.normal
    is_near = bool(np.abs(normal - theirs.normal).max() <= NEAR)
    return is_near and edge.of_b == theirs.of_b and same(expected, theirs.points)


def same_normal(ours: Manifold, theirs: TheirManifold) -> bool:
    return bool(np.abs(ours.normal - theirs.normal).max() <= NEAR)


def _climbed_too_low(pair: Pair, ours: Manifold, theirs: TheirManifold | None) -> bool:
    """Another normal, and one of the two edges that it compares is not the best of its shape: the overlap is deep."""
    is_lower = any(edge.best > edge.separation for edge in their_edge(pair))
    return is_lower and theirs is not None and not same_normal(ours, theirs)


def _nearly_as_good(pair: Pair, ours: Manifold, theirs: TheirManifold | None) -> bool:
    """Ours is the other shape's edge, and better, by less than it asks for."""
    chosen, other = their_edge(pair)
    if theirs is None or ours.reference is None or (ours.reference.owner is Owner.B) != other.of_b:
        return False
    return 0.0 <= other.separation - chosen.separation <= (1.0 - RELATIVE) * abs(chosen.separation) + ABSOLUTE


def _cut_away(pair: Pair, ours: Manifold, theirs: TheirManifold | None) -> bool:
    """Overlapping, but no part of the incident edge is in front of the edge that was kept."""
    return theirs is None and distance(pair.a, pair.b) <= 0.0 and their_edge(pair)[0].separation < 0.0


def _corners(pair: Pair, ours: Manifold, theirs: TheirManifold | None) -> bool:
    """The cores are apart, nearest at two corners: nearer than the radii, or not even that."""
    gap = distance(pair.a, pair.b)
    if theirs is None or gap + pair.a.radius + pair.b.radius <= 0.0:
        return False
    return ours.kind is ManifoldKind.CORNER_CORNER or (not ours.points and gap > 0.0)


def _cuts_cores(pair: Pair, ours: Manifold, theirs: TheirManifold | None) -> bool:
    """The same edge and the same depth, but other cuts."""
    if theirs is None or not ours.points or pair.a.radius + pair.b.radius == 0.0:
        return False
    deepest = min(p.separation for p in theirs.points)
    return same_normal(ours, theirs) and abs(ours.separation - deepest) <= NEAR


DISAGREEMENTS: dict[str, Callable[[Pair, Manifold, TheirManifold | None], bool]] = {
    "Box2D has no points where clipping leaves none of the incident edge of an overlapping pair": _cut_away,
    "Box2D climbs from edge to edge, and stops at one that is not the best": _climbed_too_low,
    "Box2D keeps A's edge, or takes B's, though the other is better by up to 2 % and a thousandth": _nearly_as_good,
    "Box2D has an edge's normal and depth where two rounded corners are nearest": _corners,
    "Box2D cuts the cores' edges, beyond the rounded shape's face, and lays the discs along the normal": _cuts_cores,
}
OF_SHARP_ONES = tuple(DISAGREEMENTS)[:3]


def same(ours: list[TheirPoint], theirs: list[TheirPoint]) -> bool:
    return len(ours) == len(theirs) and any(
        all(
            np.abs(p.point - q.point).max() <= NEAR and abs(p.separation - q.separation) <= NEAR
            for p, q in zip(ours, order, strict=True)
        )
        for order in (theirs, theirs[::-1])
    )


def agrees(ours: Manifold, theirs: TheirManifold | None) -> bool:
    if theirs is None:
        return not ours.points
    points = [TheirPoint(p.point, p.separation) for p in ours.points]
    return same_normal(ours, theirs) and same(points, theirs.points)


def asked() -> Iterator[Pair]:
    for pair in pairs(seed=97, n=8 * PAIRS, kinds=ASKED):
        corners = sorted((len(pair.a.points), len(pair.b.points)))
        if is_asked(pair.a) and is_asked(pair.b) and (corners[0] == 1 or 2 not in corners):
            yield pair


def test_box2d() -> None:
    contacts, sharp, explained = 0, 0, Counter[str]()
    for pair in asked():
        ours, theirs = manifold(pair.a, pair.b, margin=0.0), collide(pair.a, pair.b)
        if abs(ours.separation) <= TOUCHING or not (ours.points or theirs):
            continue
        contacts += 1
        is_sharp = min(len(pair.a.points), len(pair.b.points)) > 2 and pair.a.radius + pair.b.radius == 0.0
        sharp += is_sharp
        if not agrees(ours, theirs):
            assert min(len(pair.a.points), len(pair.b.points)) > 2, pair.kinds  # neither circles nor capsules
            names = [name for name, check in DISAGREEMENTS.items() if check(pair, ours, theirs)]
            assert names, (pair, ours.kind, ours.points, theirs)
            assert follows(pair, theirs), (pair, names, theirs)
            assert not is_sharp or names[0] in OF_SHARP_ONES, pair.kinds
            explained[names[0]] += 1
        if contacts == PAIRS:
            break
    assert contacts == PAIRS
    assert sharp > 0.3 * PAIRS
    assert set(explained) == set(DISAGREEMENTS)  # an entry that explains nothing goes
    assert sum(explained[name] for name in OF_SHARP_ONES) < 0.1 * PAIRS
    assert sum(explained.values()) < 0.3 * PAIRS
