"""Contact points from EPA's normal: the manifold of the separating axis test."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import box, circle, epa, manifold, rounded
from geometry.contact.along_normal import ReferenceChosen, SupportEdge, manifold_along
from geometry.sat.separating_axis import Owner
from tests.geometry.strategies import random_shape


def test_epas_normal_gives_the_manifold_of_the_axes() -> None:
    random = np.random.default_rng(61)
    same = 0
    while same < 150:
        a, b = (random_shape(random, "convex polygon") for _ in range(2))
        b = b.moved(0.7 * (a.centroid - b.centroid) * random.uniform(0.3, 1.0))
        found, right = epa(a, b), manifold(a, b)
        if found.separation > -1e-3 or right.reference is None:
            continue
        along = manifold_along(a, b, found.normal)
        assert along.reference is not None
        assert along.reference.separation == pytest.approx(found.separation)
        if right.reference.ties:
            continue
        same += 1
        assert (along.reference.owner, along.reference.edge) == (right.reference.owner, right.reference.edge)
        assert along.incident is not None
        assert right.incident is not None
        assert along.incident.edge == right.incident.edge
        assert len(along.points) == len(right.points)
        for p, q in zip(along.points, right.points, strict=True):
            assert p.point == pytest.approx(q.point)
            assert p.separation == pytest.approx(q.separation)
            assert p.id == q.id


def test_support_edges_are_the_extreme_ones() -> None:
    random = np.random.default_rng(62)
    for _ in range(100):
        a, b = (random_shape(random, "rounded polygon") for _ in range(2))
        n = random.normal(size=2)
        n /= np.hypot(*n)
        steps = manifold_along.trace(a, b, 3.0 * n).steps
        of_a, of_b = [s for s in steps if isinstance(s, SupportEdge)]
        assert of_a.dot == pytest.approx((a.normals @ n).max())
        assert of_b.dot == pytest.approx((b.normals @ n).min())
        for edge, shape in ((of_a, a), (of_b, b)):
            assert (np.array((edge.start, edge.end)) == shape.edges[edge.edge]).all()
            assert (edge.normal == shape.normals[edge.edge]).all()
        (chosen,) = [s for s in steps if isinstance(s, ReferenceChosen)]
        assert (chosen.reference.owner is Owner.A) == (of_a.dot >= -of_b.dot)
        own, other = (a, b) if chosen.reference.owner is Owner.A else (b, a)
        heights = (other.points - own.points[chosen.reference.edge]) @ chosen.reference.normal
        assert chosen.reference.separation == pytest.approx(heights.min() - a.radius - b.radius)


def test_refusals_and_margin() -> None:
    floor = box(4, 1)
    with pytest.raises(ValueError, match="edges"):
        manifold_along(floor, circle(1), (0, 1))
    with pytest.raises(ValueError, match="two Convex"):
        manifold_along(floor, "box", (0, 1))  # type: ignore[arg-type]
    tilted = rounded(box(2, 1), 0.1)
    crate = box(2, 1, (0, 0.95), 0.1)
    assert len(manifold_along(floor, crate, (0, 1)).points) == 1
    assert len(manifold_along(floor, crate, (0, 1), margin=0.5).points) == 2
    assert manifold_along(floor, tilted.moved((0, 1.0)), (0, 1)).separation == pytest.approx(-0.1)
