"""Manifolds against pymunk on 5,000 overlapping pairs, and against the definition on 20,000.

Every pair on which pymunk's points are not ours is explained by one entry of DISAGREEMENTS, which is a check, not a
label. All are about rounded shapes, whose cut points pymunk lays inside them; sharp polygons agree throughout. The
normal, the depth and the deepest point are pymunk's in every pair.

Box2D is asked in `test_manifold_box2d`.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pytest
import shapely

from geometry import Convex, Outcome, Pose, manifold
from geometry.contact.manifold_points import Manifold, ManifoldKind, ManifoldPoint
from geometry.tolerance import CONTACT_MARGIN, smaller_size
from tests.geometry.oracles import core, distance, gap_along, signed_distance, tolerance
from tests.geometry.strategies import KINDS, Pair, random_shape
from tests.geometry.test_oracle_pymunk import NEAR, as_pymunk

PAIRS = int(os.environ.get("SEPARATRIX_PAIRS", "5000"))
ASKED = ("circle", "capsule", "box", "regular polygon", "convex polygon", "triangle", "rounded polygon")


class Theirs(NamedTuple):
    """A point of pymunk's: its ends on A and on B, and the separation."""

    on_a: np.ndarray
    on_b: np.ndarray
    separation: float


def pairs(seed: int, n: int, kinds: tuple[str, ...], spread: float = 1.2) -> Iterator[Pair]:
    random = np.random.default_rng(seed)
    for i in range(n):
        first, second = kinds[i % len(kinds)], kinds[i // len(kinds) % len(kinds)]
        a, b = random_shape(random, first, spread), random_shape(random, second, spread)
        yield Pair(a, b, f"pair {i}: {first}, {second}")


def by_pymunk(a: Convex, b: Convex) -> tuple[np.ndarray, list[Theirs]] | None:
    """Normal from A to B and the points, the deepest first; asked in its own order of shapes."""
    swapped = min(len(a.points), 3) > min(len(b.points), 3)
    first, second = as_pymunk(b if swapped else a), as_pymunk(a if swapped else b)
    try:
        found = first.shapes_collide(second)
    except AssertionError:
        return None
    ends = [(np.array(p.point_a), np.array(p.point_b), p.distance) for p in found.points]
    points = [Theirs(q, p, d) if swapped else Theirs(p, q, d) for p, q, d in ends]
    normal = np.array(found.normal)
    return (-normal if swapped else normal), sorted(points, key=lambda p: p.separation)


def off_surface(shape: Convex, p: np.ndarray) -> float:
    """Distance of a point from the boundary, by shapely."""
    geometry, place = core(shape), shapely.Point(p)
    outside = float(shapely.distance(geometry, place))
    if outside == 0.0 and len(shape.points) > 2:
        return abs(-float(shapely.distance(shapely.boundary(geometry), place)) - shape.radius)
    return abs(outside - shape.radius)


def is_inside(pair: Pair, theirs: list[Theirs]) -> bool:
    """Whether one of pymunk's points has an end off the surface of its shape. Beside ours by NEAR along an edge that
    is tilted by t, it lies r (1 - cos t) inside: half of NEAR squared, at the least."""
    return any(max(off_surface(pair.a, p.on_a), off_surface(pair.b, p.on_b)) > 1e-13 for p in theirs)


def _laid_inside(pair: Pair, ours: Manifold, theirs: list[Theirs]) -> bool:
    return ours.kind is not ManifoldKind.CIRCLE and len(theirs) == 2 and is_inside(pair, theirs)


def _one_corner_twice(pair: Pair, ours: Manifold, theirs: list[Theirs]) -> bool:
    return (
        ours.kind is ManifoldKind.CORNER_CORNER
        and len(theirs) == 2
        and math.dist(theirs[0].on_a, theirs[1].on_a) < NEAR
        and math.dist(theirs[0].on_b, theirs[1].on_b) < NEAR
    )


def _cut_above(pair: Pair, ours: Manifold, theirs: list[Theirs]) -> bool:
    """Over the cut the incident core is r high at least, but the shape's own boundary is r / cos(tilt) below it."""
    if not (len(ours.points) == 2 and len(theirs) == 1) or ours.incident is None or ours.incident.radius == 0.0:
        return False
    shallow = max(p.separation for p in ours.points)
    return -shallow <= ours.incident.radius * (1.0 / -ours.incident.dot - 1.0) + NEAR


DISAGREEMENTS: dict[str, Callable[[Pair, Manifold, list[Theirs]], bool]] = {
    "pymunk lays the disc of a cut or far core point along the contact normal, inside the shape": _laid_inside,
    "pymunk tells one corner on a corner twice": _one_corner_twice,
    "pymunk lifts the cut of a tilted rounded edge above the face, where the boundary is behind it": _cut_above,
}


def same(ours: tuple[ManifoldPoint, ...], theirs: list[Theirs]) -> bool:
    if len(ours) != len(theirs):
        return False
    ordered = sorted(ours, key=lambda p: p.separation)
    straight = all(agrees(p, q) for p, q in zip(ordered, theirs, strict=True))
    return straight or all(agrees(p, q) for p, q in zip(ordered[::-1], theirs, strict=True))  # equally deep


def agrees(ours: ManifoldPoint, theirs: Theirs) -> bool:
    return bool(
        np.allclose(ours.on_a, theirs.on_a, atol=NEAR, rtol=0.0)
        and np.allclose(ours.on_b, theirs.on_b, atol=NEAR, rtol=0.0)
        and abs(ours.separation - theirs.separation) <= NEAR
    )


def test_pymunk() -> None:
    contacts, explained = 0, Counter[str]()
    for pair in pairs(seed=91, n=PAIRS * 4, kinds=ASKED):
        a, b, kinds = pair
        ours = manifold(a, b, margin=0.0)
        if abs(ours.separation) <= NEAR:
            continue
        theirs = by_pymunk(a, b)
        assert bool(ours.points) == (theirs is not None), kinds
        if theirs is None:
            continue
        contacts += 1
        normal, points = theirs
        assert ours.normal == pytest.approx(normal, abs=NEAR), kinds
        assert ours.separation == pytest.approx(points[0].separation, abs=NEAR), kinds
        assert any(agrees(p, q) for p in ours.points for q in points), kinds  # the deepest, at least
        if not same(ours.points, points):
            names = [name for name, check in DISAGREEMENTS.items() if check(pair, ours, points)]
            assert names, (kinds, ours.kind, ours.points, points)
            assert a.radius + b.radius > 0.0, kinds
            explained[names[0]] += 1
        if contacts == PAIRS:
            break
    assert contacts == PAIRS
    assert set(explained) == set(DISAGREEMENTS)  # an entry that explains nothing goes
    assert sum(explained.values()) < 0.25 * PAIRS


def check_points(a: Convex, b: Convex, found: Manifold, kinds: str) -> None:
    """By the definition, on raw points and radii: what a manifold says of itself is so."""
    allowed = tolerance(a, b)
    apart = distance(a, b)  # exact while the cores are apart
    depth = gap_along(a, b, found.normal)
    assert math.hypot(*found.normal) == pytest.approx(1.0, abs=1e-12), kinds
    assert (found.outcome is Outcome.OVERLAPPED) == bool(found.points) == (apart <= allowed), kinds
    if not found.points:
        assert found.separation <= apart + allowed, kinds
        return
    assert len(found.points) <= 2, kinds
    assert found.separation == pytest.approx(depth, abs=allowed), kinds
    assert min(p.separation for p in found.points) == pytest.approx(found.separation, abs=allowed), kinds
    margin = CONTACT_MARGIN * smaller_size(a, b)
    assert max(p.separation for p in found.points) <= max(margin, 0.0) + allowed, kinds
    for p in found.points:
        assert (p.on_b - p.on_a) == pytest.approx(p.separation * found.normal, abs=allowed), kinds
        assert p.point == pytest.approx((p.on_a + p.on_b) / 2.0, abs=1e-12), kinds
        assert off_surface(a, p.on_a) <= allowed, kinds
        assert off_surface(b, p.on_b) <= allowed, kinds
    if len({p.id for p in found.points}) < len(found.points):
        raise AssertionError(f"{kinds}: two points of one name")


def test_invariants() -> None:
    """Points on the surfaces, separations those of the geometry; swapped, the same contact from the other side; moved
    along by a rigid motion."""
    random = np.random.default_rng(92)
    contacts = 0
    for i, (a, b, kinds) in enumerate(pairs(seed=93, n=4 * PAIRS, kinds=KINDS, spread=1.6)):
        found = manifold(a, b)
        check_points(a, b, found, kinds)
        contacts += bool(found.points)
        if i % 4 == 0 and found.points:
            assert found.separation == pytest.approx(signed_distance(a, b), abs=tolerance(a, b)), kinds
        check_swapped(found, manifold(b, a), kinds)
        pose = Pose(random.uniform(-5.0, 5.0, 2), random.uniform(0.0, math.tau))
        check_moved(found, manifold(a.at(pose), b.at(pose)), pose, kinds)
    assert contacts > 0.3 * 4 * PAIRS


def check_swapped(found: Manifold, other: Manifold, kinds: str) -> None:
    assert other.outcome is found.outcome, kinds
    if not found.points:
        return  # another edge may show the gap
    assert other.kind is found.kind, kinds
    assert other.normal == pytest.approx(-found.normal, abs=1e-9), kinds
    assert other.separation == pytest.approx(found.separation, abs=1e-12), kinds
    theirs = {p.id[::-1]: p for p in other.points}
    assert theirs.keys() == {p.id for p in found.points}, kinds
    for p in found.points:
        assert theirs[p.id].point == pytest.approx(p.point, abs=1e-9), kinds
        assert theirs[p.id].on_a == pytest.approx(p.on_b, abs=1e-9), kinds
        assert theirs[p.id].separation == pytest.approx(p.separation, abs=1e-9), kinds


def check_moved(found: Manifold, other: Manifold, pose: Pose, kinds: str) -> None:
    assert other.outcome is found.outcome, kinds
    if not found.points:
        return
    assert other.normal == pytest.approx(Pose((0, 0), pose.angle).place(found.normal), abs=1e-9), kinds
    theirs = {p.id: p for p in other.points}
    assert theirs.keys() == {p.id for p in found.points}, kinds
    for p in found.points:
        assert theirs[p.id].point == pytest.approx(pose.place(p.point), abs=1e-9), kinds
        assert theirs[p.id].separation == pytest.approx(p.separation, abs=1e-9), kinds


# What may change from one small motion to the next; between such changes everything moves continuously.
CHANGES = ("contact begins or ends", "another reference edge", "another incident edge", "another kind of contact",
           "a point comes or goes at the margin", "a circle's centre passes to another feature")  # fmt: skip


def change(before: Manifold, after: Manifold, a: Convex, b: Convex, moved: float) -> str | None:
    """The name of the feature change between two manifolds; None where there is none."""
    if before.outcome is not after.outcome:
        return CHANGES[0]
    if before.kind is ManifoldKind.CIRCLE or before.reference is None or after.reference is None:
        return CHANGES[5] if before.points and before.points[0].id != after.points[0].id else None
    one, other = before.reference, after.reference
    if (one.owner, one.edge) != (other.owner, other.edge):
        return CHANGES[1]
    if before.incident.edge != after.incident.edge:
        return CHANGES[2]
    if len(before.points) != len(after.points):
        if ManifoldKind.CORNER_CORNER in (before.kind, after.kind):
            return CHANGES[3]
        shallow = max(p.separation for p in max(before.points, after.points, key=len))
        margin = CONTACT_MARGIN * smaller_size(a, b)
        steep = -1.0 / min(before.incident.dot, after.incident.dot, -1e-3)
        return CHANGES[4] if abs(shallow - margin) <= 20.0 * moved * steep else None
    return CHANGES[3] if before.kind is not after.kind else None


def test_continuous_but_for_named_changes() -> None:
    """20,000 small motions of B. The depth never jumps; the normal and the points do only at a feature change."""
    random = np.random.default_rng(94)
    seen = Counter[str]()
    steps, per_pair = 0, 25
    source = pairs(seed=95, n=4 * PAIRS, kinds=ASKED, spread=1.0)
    while steps < 4 * PAIRS:
        a, b, kinds = next(source)
        drift, spin = random.normal(0.0, 2e-3, 2), random.normal(0.0, 2e-3)
        before: Manifold | None = None
        for k in range(per_pair):
            after = manifold(a, b.at(Pose(k * drift, 0.0)).at(Pose((0, 0), k * spin)))
            if before is not None and (before.points or after.points):
                steps += 1
                moved = 20.0 * (float(np.hypot(*drift)) + abs(spin))  # of any point: all lie within some 10
                name = change(before, after, a, b, moved)
                if name != CHANGES[0]:
                    assert abs(after.separation - before.separation) <= moved, kinds
                if name is None and before.points:
                    check_continuous(before, after, moved, kinds)
                elif name is not None:
                    seen[name] += 1
            before = after
    assert all(seen[name] > 0 for name in CHANGES), seen
    assert sum(seen.values()) < 0.2 * steps


def check_continuous(before: Manifold, after: Manifold, moved: float, kinds: str) -> None:
    """With the same features the normal turns with its edge, and a cut on an edge tilted by t moves 1 / cos t as far.
    Between two corners, or a corner and a circle, the direction turns by the motion over their distance."""
    if before.kind in (ManifoldKind.CORNER_CORNER, ManifoldKind.CIRCLE):
        return check_corners(before, after, moved, kinds)
    assert after.normal == pytest.approx(before.normal, abs=moved), kinds
    steep = -1.0 / max(before.incident.dot, after.incident.dot)
    assert len(before.points) == len(after.points), kinds
    for p, q in zip(before.points, after.points, strict=True):
        assert q.point == pytest.approx(p.point, abs=3.0 * moved * steep), kinds
        assert abs(q.separation - p.separation) <= 3.0 * moved * steep, kinds


def check_corners(before: Manifold, after: Manifold, moved: float, kinds: str) -> None:
    turned = math.dist(before.normal, after.normal)
    (p,), (q,) = before.points, after.points
    assert math.dist(p.point, q.point) <= moved + 5.0 * turned, kinds
    assert abs(q.separation - p.separation) <= moved, kinds
