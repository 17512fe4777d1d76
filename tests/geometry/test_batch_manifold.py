"""Contact manifolds of many pairs at once: each is the scalar function's, pair by pair, features included."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from geometry import (
    Convex,
    Manifold,
    Manifolds,
    Outcome,
    Owner,
    Shapes,
    box,
    capsule,
    circle,
    convex,
    manifold,
    manifolds,
    point,
    rectangle,
    rounded,
    segment,
    separations,
)
from geometry.batch.manifold import KINDS
from geometry.contact.manifold_points import ManifoldKind
from geometry.feature import Feature, edge, vertex
from geometry.tolerance import rounding, skipping
from tests.geometry.strategies import random_pairs
from tests.geometry.test_batch import CROWDS, Pairs, packed, random_crowd
from tests.geometry.test_manifold import BY_HAND


def resting() -> Pairs:
    """Boxes and capsules that lie on one another, nearly level, sharp and rounded."""
    random = np.random.default_rng(21)
    pairs = []
    for k in range(600):
        tilt, along = (
            random.choice((0.0, 1e-13, 1e-9, 1e-4, 0.01)) * random.choice((-1, 1)),
            random.uniform(-3.5, 3.5),
        )
        deep = random.choice((0.0, 1e-15, -1e-15, 1e-3, 0.05, -0.002))
        r, s = random.choice((0.0, 0.2, 1.0), 2)
        turn = random.uniform(0.0, math.tau) if k % 2 else 0.0
        floor = Convex(box(4.0, 1.0).points, r)
        top = box(2.0, 1.0, (along, 1.0 + r + s - deep), tilt).points
        body = Convex(top if k % 3 else top[:2], s)
        c, si = math.cos(turn), math.sin(turn)
        turned = [Convex(shape.points @ np.array(((c, si), (-si, c))), shape.radius) for shape in (floor, body)]
        pairs.append((turned[0], turned[1]) if k % 5 else (turned[1], turned[0]))
    return pairs


def corners() -> Pairs:
    """Rounded shapes whose corners face each other."""
    random = np.random.default_rng(22)
    pairs = []
    for _ in range(600):
        r, s = random.uniform(0.0, 1.0, 2)
        away, far = random.uniform(0.0, math.tau), random.uniform(0.9, 1.05)
        at = np.array((1.0, 1.0)) + far * (r + s) * np.array((math.cos(away), math.sin(away)))
        other = box(1.0, 1.0, at + (0.5, 0.5), 0.0)
        pairs.append((Convex(box(2.0, 2.0).points, r), Convex(other.points, s)))
    return pairs


def beside_their_edges() -> Pairs:
    """Two edges that tie, all but in line, and the other shape deep behind the second."""
    pairs = []
    for side, outline in (
        (-1.0, [(1, 0), (0, 4e-12), (-1, 0), (0, -1)]),
        (1.0, [(0, 4e-12), (-1, 0), (0, -1), (1, 0)]),
    ):
        for depth in (1e-4, 1e-5):
            tip = side * 4e-4
            small = convex([(tip, -depth), (tip + 1e-4, 1e-3), (tip - 1e-4, 1e-3)])
            pairs += [(Convex(outline), small), (small, Convex(outline))]
    return pairs


def on_features() -> Pairs:
    """Circles and points whose centres lie on vertices, on edges, in the middle, inside and outside."""
    shapes = [box(2, 2), capsule((-1, 0), (1, 0), 0.5), segment((-1, 0), (1, 0)), circle(1), point((0, 0))]
    shapes += [rounded(convex([(0, 0), (2, 0), (1, 2)]), 0.3), convex([(0, 0), (1, 0), (0.5, 1e-9)])]
    places = [*(tuple(p) for shape in shapes for p in shape.points), (0, 0), (1, 0), (0, 1), (0.3, 1e-12), (0, 1.25)]
    discs = [circle(0.5, at) for at in places] + [point(at) for at in places]
    return [pair for shape in shapes for disc in discs for pair in ((shape, disc), (disc, shape))]


MORE: dict[str, Callable[[], Pairs]] = {
    **CROWDS,
    "by hand": lambda: [(a, b) for a, b, *_ in BY_HAND.values()] + [(b, a) for a, b, *_ in BY_HAND.values()],
    "resting": resting,
    "corners": corners,
    "on features": on_features,
    "beside their edges": beside_their_edges,
    "more random": lambda: random_crowd(31, 1500),
    "solids": lambda: [(a, b) for a, b, _ in random_pairs(32, 1500, ("box", "rounded polygon", "capsule"))],
}


@cache
def made(crowd: str) -> Pairs:
    return MORE[crowd]()


def test_of_two_edges_that_tie_the_one_under_the_other_shape_is_the_reference() -> None:
    """The first of them was, and clipping left nothing of what lies behind the second."""
    found = manifolds(*packed(beside_their_edges()))
    fallen = (found.kind == KINDS.index(ManifoldKind.EDGE_CORNER)) & (found.vertex_of_a & found.vertex_of_b)[0]
    assert not fallen.any()


def feature(found: Manifolds, side: str, slot: int, k: int) -> Feature:
    index, is_vertex = getattr(found, f"of_{side}")[slot, k], getattr(found, f"vertex_of_{side}")[slot, k]
    return vertex(int(index)) if is_vertex else edge(int(index))


def names(found: Manifolds, k: int) -> tuple[object, ...]:
    """Everything about a pair that is not a measure."""
    points = tuple((feature(found, "a", i, k), feature(found, "b", i, k)) for i in range(found.count[k]))
    edges = (found.owner[k], found.reference[k], found.incident[k])
    return (KINDS[found.kind[k]] if found.kind[k] >= 0 else None, points, *edges)


def known_names(known: Manifold) -> tuple[object, ...]:
    reference, incident = known.reference, known.incident
    if reference is None or incident is None:
        return known.kind, tuple(p.id for p in known.points), -1, -1, -1
    owner = 0 if reference.owner is Owner.A else 1
    return known.kind, tuple(p.id for p in known.points), owner, reference.edge, incident.edge


def is_same(found: Manifolds, k: int, known: Manifold, tie: float) -> bool:
    if names(found, k) != known_names(known):
        return False
    normal = (found.normal_x[k], found.normal_y[k])
    near = abs(found.separation[k] - known.separation) <= tie and math.dist(normal, known.normal) <= 1e-9
    for i, p in enumerate(known.points):
        near &= abs(found.depths[i, k] - p.separation) <= tie
        for row, place in ((found.on_a, p.on_a), (found.on_b, p.on_b), (found.points, p.point)):
            near &= math.dist(row[i, :, k], place) <= tie
    return near


@pytest.mark.parametrize("crowd", MORE)
def test_each_is_that_of_the_scalar_function(crowd: str) -> None:
    pairs = made(crowd)
    with np.errstate(all="raise", under="ignore"):
        found = manifolds(*packed(pairs))
    others = []
    for k, (a, b) in enumerate(pairs):
        known, tie = manifold(a, b), 16.0 * rounding(a, b) + skipping(a, b)
        assert found.tolerance[k] == known.tolerance
        if not is_same(found, k, known, tie):
            others.append((k, a, b, names(found, k), known_names(known), found.separation[k], known.separation))
    assert not others, (len(others), len(pairs), others[:3])


def test_the_crowds_meet_every_branch() -> None:
    """All kinds, gaps between edges and between corners, points of every making."""
    pairs = [pair for crowd in MORE for pair in made(crowd)]
    a, b = packed(pairs)
    found = manifolds(a, b)
    assert min(np.bincount(found.kind + 1)) > 100
    is_point = np.arange(2)[:, None] < found.count
    for of_a, of_b in ((True, True), (True, False), (False, True)):
        assert (is_point & (found.vertex_of_a == of_a) & (found.vertex_of_b == of_b)).sum() > 100
    has_edges = (a.count > 1) & (b.count > 1)
    normals = np.stack([found.normal_x, found.normal_y])
    along_edge = np.abs(a.normal_x * normals[0] + a.normal_y * normals[1] - 1.0).min(axis=0) < 1e-12
    along_edge |= np.abs(b.normal_x * normals[0] + b.normal_y * normals[1] + 1.0).min(axis=0) < 1e-12
    assert (has_edges & ~found.overlapped & ~along_edge).sum() > 20  # a gap between corners


@pytest.mark.parametrize("margin", [0.0, 0.3, 100.0])
def test_margin(margin: float) -> None:
    pairs = random_crowd(33, 300) + resting()[:300]
    found = manifolds(*packed(pairs), margin=margin)
    for k, (a, b) in enumerate(pairs):
        known = manifold(a, b, margin=margin)
        assert is_same(found, k, known, 16.0 * rounding(a, b) + skipping(a, b)), (k, a, b)


def test_they_overlap_where_separations_do() -> None:
    a, b = packed(random_crowd(34, 1500))
    found, axes = manifolds(a, b), separations(a, b)
    near = np.abs(axes.separation) <= 4.0 * axes.tolerance
    assert (found.overlapped == axes.overlapped)[~near].all()
    cores = found.overlapped & (axes.owner < 2)
    assert found.separation[cores] == pytest.approx(axes.separation[cores], abs=1e-12)


def test_an_answer_does_not_depend_on_its_neighbours() -> None:
    pairs = random_crowd(35, 500) * 40
    a, b = packed(pairs)
    whole = manifolds(a, b)
    for k in range(0, 20000, 797):
        alone = manifolds(Shapes.of([pairs[k][0]]), Shapes.of([pairs[k][1]]))
        for name in Manifolds.__slots__:
            assert (getattr(alone, name)[..., 0] == getattr(whole, name)[..., k]).all(), (k, name)


def test_placed_shapes_keep_their_size() -> None:
    shapes = [a for a, _ in random_crowd(36, 90)]
    pack = Shapes.of(shapes)
    placed = pack.at(1.0, -2.0, np.linspace(0.0, 6.0, 90)).take(np.arange(90)[::-1])
    for i, shape in enumerate(shapes):
        assert pack.size[i] == pytest.approx(shape.size, rel=1e-14)
        assert placed.size[89 - i] == pytest.approx(placed.shape(89 - i).size, rel=1e-13)


def test_no_pairs_and_bad_input() -> None:
    nothing, one, two = Shapes.of([]), Shapes.of([box(1, 1)]), Shapes.of([box(1, 1), circle(1)])
    assert manifolds(nothing, nothing).on_a.shape == (2, 2, 0)
    with pytest.raises(ValueError, match="as many shapes A as B, not 1 and 2"):
        manifolds(one, two)
    with pytest.raises(ValueError, match="takes two Shapes, not Shapes and Convex"):
        manifolds(one, box(1, 1))  # type: ignore[arg-type]
    for bad in (-1e-9, math.nan, math.inf):
        with pytest.raises(ValueError, match="margin must be"):
            manifolds(one, one, margin=bad)


def test_answers_are_sealed_and_apart_is_zero() -> None:
    far = rectangle((5, 5), (6, 6))
    found = manifolds(*packed([(box(1, 1), far), (far, far)]))
    assert manifold(box(1, 1), far).outcome is Outcome.SEPARATED
    assert found.overlapped.tolist() == [False, True]
    for name in Manifolds.__slots__:
        assert not getattr(found, name).flags.writeable
    assert not found.on_a[..., 0].any()
    assert found.kind[0] == found.owner[0] == found.reference[0] == found.incident[0] == -1
