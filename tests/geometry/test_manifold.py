"""Contact manifolds: by hand, the errata of the article, the tie rules, and what every run shows."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from geometry import (
    Convex,
    Outcome,
    Owner,
    Pose,
    box,
    capsule,
    circle,
    convex,
    manifold,
    point,
    rectangle,
    rounded,
    segment,
    separation,
)
from geometry.contact.clipping import Clipped, ClipStarted, FaceCompared, PointCut, PointKept, SidePlane
from geometry.contact.manifold_points import CenterQueried, CornersMeasured, Manifold, ManifoldKind
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.faulty.manifold_by_crossing import EdgesCompared, manifold_by_crossing
from geometry.feature import Feature, edge, vertex
from tests.geometry.awkward import AWKWARD, DIAMOND, SQUARE
from tests.geometry.oracles import signed_distance, tolerance
from tests.geometry.strategies import KINDS, random_pairs, relabelled

E, C, CC, CIRCLE = (
    ManifoldKind.EDGE_EDGE,
    ManifoldKind.EDGE_CORNER,
    ManifoldKind.CORNER_CORNER,
    ManifoldKind.CIRCLE,
)
HALF = math.sqrt(0.5)
Point = tuple[tuple[float, float], tuple[float, float], float, tuple[Feature, Feature]]  # on a, on b, separation, id

# a, b, kind, normal, points
BY_HAND: dict[str, tuple[Convex, Convex, ManifoldKind, tuple[float, float], list[Point]]] = {
    "box on a wider box": (rectangle((-3, -2), (3, 0)), rectangle((-1, -0.1), (1, 1)), E, (0, 1), [
        ((1, 0), (1, -0.1), -0.1, (edge(2), vertex(1))), ((-1, 0), (-1, -0.1), -0.1, (edge(2), vertex(0)))]),
    "box on a narrower box": (rectangle((-1, -2), (1, 0)), rectangle((-3, -0.1), (3, 1)), E, (0, 1), [
        ((1, 0), (1, -0.1), -0.1, (vertex(2), edge(0))), ((-1, 0), (-1, -0.1), -0.1, (vertex(3), edge(0)))]),
    "box hanging over": (rectangle((-3, -2), (0, 0)), rectangle((-1, -0.1), (2, 1)), E, (0, 1), [
        ((0, 0), (0, -0.1), -0.1, (vertex(2), edge(0))), ((-1, 0), (-1, -0.1), -0.1, (edge(2), vertex(0)))]),
    "corner into an edge": (rectangle((-3, -2), (3, 0)), DIAMOND.moved((0.5, 0.75)), C, (0, 1), [
        ((0.5, 0), (0.5, -0.25), -0.25, (edge(2), vertex(0)))]),
    "touching edges": (SQUARE, box(2, 2, (2, 0.5)), E, (1, 0), [
        ((1, -0.5), (1, -0.5), 0, (edge(1), vertex(0))), ((1, 1), (1, 1), 0, (vertex(2), edge(3)))]),
    "touching corners": (SQUARE, box(2, 2, (2, 2)), C, (1, 0), [((1, 1), (1, 1), 0, (edge(1), vertex(0)))]),
    "rounded, edges face": (rounded(SQUARE, 0.5), rounded(SQUARE.moved((2.75, 0.5)), 0.5), E, (1, 0), [
        ((1.5, -0.5), (1.25, -0.5), -0.25, (edge(1), vertex(0))),
        ((1.5, 1), (1.25, 1), -0.25, (vertex(2), edge(3)))]),
    "rounded, corners face": (rounded(SQUARE, 3), rounded(rectangle((4, 5), (6, 7)), 3), CC, (0.6, 0.8), [
        ((2.8, 3.4), (2.2, 2.6), -1, (vertex(2), vertex(0)))]),
    "capsule standing on a box": (SQUARE, capsule((0.5, 1.4), (0.5, 3), 0.5), C, (0, 1), [
        ((0.5, 1), (0.5, 0.9), -0.1, (edge(2), vertex(0)))]),
    "capsule lying on a box": (SQUARE, capsule((-0.5, 1.4), (4, 1.4), 0.5), E, (0, 1), [
        ((1, 1), (1, 0.9), -0.1, (vertex(2), edge(0))), ((-0.5, 1), (-0.5, 0.9), -0.1, (edge(2), vertex(0)))]),
    "collinear capsules, end to end": (capsule((-3, 0), (-1, 0), 1), capsule((0.5, 0), (3, 0), 1), CC, (1, 0), [
        ((0, 0), (-0.5, 0), -0.5, (vertex(1), vertex(0)))]),
    "circles": (circle(2), circle(1, (2.5, 0)), CIRCLE, (1, 0), [((2, 0), (1.5, 0), -0.5, (vertex(0), vertex(0)))]),
    "circles about one centre": (circle(2), circle(1), CIRCLE, (1, 0), [
        ((2, 0), (-1, 0), -3, (vertex(0), vertex(0)))]),
    "circle on a box": (SQUARE, circle(0.5, (0.25, 1.25)), CIRCLE, (0, 1), [
        ((0.25, 1), (0.25, 0.75), -0.25, (edge(2), vertex(0)))]),
    "box on a circle": (circle(0.5, (0.25, 1.25)), SQUARE, CIRCLE, (0, -1), [
        ((0.25, 0.75), (0.25, 1), -0.25, (vertex(0), edge(2)))]),
    "a small circle within a box (erratum S0.2)": (SQUARE, circle(0.2, (0.5, 0)), CIRCLE, (1, 0), [
        ((1, 0), (0.3, 0), -0.7, (edge(1), vertex(0)))]),
    "a point in a box": (SQUARE, point((0.5, 0)), CIRCLE, (1, 0), [((1, 0), (0.5, 0), -0.5, (edge(1), vertex(0)))]),
    "a segment along an edge": (SQUARE, segment((-0.5, 1), (0.5, 1)), E, (0, 1), [
        ((0.5, 1), (0.5, 1), 0, (edge(2), vertex(1))), ((-0.5, 1), (-0.5, 1), 0, (edge(2), vertex(0)))]),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
def test_by_hand(name: str) -> None:
    a, b, kind, normal, points = BY_HAND[name]
    found = manifold(a, b)
    assert found.outcome is Outcome.OVERLAPPED
    assert found.kind is kind
    assert found.normal == pytest.approx(normal, abs=1e-15)
    assert found.separation == pytest.approx(min(p[2] for p in points), abs=1e-15)
    assert len(found.points) == len(points)
    for one in found.points:
        (match,) = (p for p in points if p[3] == one.id)
        assert one.on_a == pytest.approx(match[0], abs=1e-15)
        assert one.on_b == pytest.approx(match[1], abs=1e-15)
        assert one.separation == pytest.approx(match[2], abs=1e-15)
        assert one.point == pytest.approx((np.array(match[0]) + match[1]) / 2.0, abs=1e-15)


APART: dict[str, tuple[Convex, Convex, float]] = {
    "boxes": (SQUARE, box(2, 2, (2.25, 0)), 0.25),
    "rounded corners": (rounded(SQUARE, 2), rounded(rectangle((4, 5), (6, 7)), 2), 1),
    "collinear capsules": (capsule((0, 0), (1, 0), 0.3), capsule((5, 0), (6, 0), 0.3), 3.4),
    "circle and corner": (SQUARE, circle(4, (4, 5)), 1),
    "collinear segments": (segment((0, 0), (1, 0)), segment((3, 0), (4, 0)), 2),
}


@pytest.mark.parametrize("name", APART)
def test_apart(name: str) -> None:
    a, b, gap = APART[name]
    for found in (manifold(a, b), manifold_by_crossing(a, b)):
        assert found.outcome is Outcome.SEPARATED
        assert found.separation == pytest.approx(gap)
        assert (found.kind, found.points, found.reference) == (None, (), None)


@pytest.mark.parametrize("row", AWKWARD, ids=lambda row: row.name)
@pytest.mark.parametrize("routine", [manifold, manifold_by_crossing])
def test_awkward_pairs(row, routine) -> None:
    """Contact exactly when the separation by hand is not above 0; the depth and the ends of the points are right."""
    for a, b in ((row.a, row.b), (row.b, row.a)):
        found, allowed = routine(a, b), tolerance(a, b)
        assert bool(found.points) == (found.outcome is Outcome.OVERLAPPED) == (row.separation <= 0.0)
        if found.points:
            assert found.separation == pytest.approx(row.separation, abs=allowed, rel=0.0)
            assert min(p.separation for p in found.points) == pytest.approx(row.separation, abs=allowed, rel=0.0)
            for p in found.points:
                assert (p.on_b - p.on_a) @ found.normal == pytest.approx(p.separation, abs=allowed, rel=0.0)


# The article's own steps find nothing here. The least overlap is an edge of A; B's outer edge that faces it most lies
# beside it; and the inner edges' ends are 0.97 apart, more than both radii, because they are that deep in each other.
LOST = Convex([(-1, -2), (1, -2), (1.5, 0), (1.5, 2)], 0.25), capsule((0.5, 0), (2, 0), 0.5)


def test_a_deep_corner_whose_outer_edge_passes_by() -> None:
    """Erratum S0.5: outer edges that do not overlap sideways, cores that do."""
    a, b = LOST
    trace = manifold.trace(a, b)
    (started,) = [s for s in trace if isinstance(s, ClipStarted)]
    reference, incident = started.reference, started.incident
    beside = [reference.along(p) for p in (incident.start, incident.end)]
    assert min(beside) > reference.length
    deep = incident.deep_inner
    assert 0.0 < reference.along(deep) < reference.length  # its nearest point on the inner edge lies straight above
    below = -(reference.height(deep) + a.radius)
    assert below == pytest.approx(0.9701425)
    assert below > a.radius + b.radius
    assert trace.result.separation == pytest.approx(signed_distance(a, b), abs=1e-12)
    assert trace.result.points
    assert {p.id[1] for p in trace.result.points} == {vertex(0), edge(1)}  # the corner, and its circle at the plane


def test_corners_are_asked_before_the_clip() -> None:
    """Outer edges that overlap sideways, one behind the other, though two corners are nearest: by the edge's normal
    the contact would seem deeper than it is."""
    a, b = rounded(rectangle((-2, -1), (0, 0)), 1), rounded(convex([(0.4, 0.3), (3, 3), (0.2, 3)]), 1)
    found = manifold(a, b)
    assert found.kind is CC
    assert found.separation == pytest.approx(0.5 - 2.0) == signed_distance(a, b)
    assert found.normal == pytest.approx((0.8, 0.6))
    assert found.reference.separation < found.separation - 0.05


def test_an_invisible_tilt_keeps_two_points() -> None:
    """Erratum S4.2, S0.11: a box on the ground, tilted either way by 1e-9 about a corner that just touches."""
    ground = rectangle((-9, -2), (9, 0))
    for tilt in (-1e-9, 0.0, 1e-9, 1e-3):
        lying = box(2, 1, (0, 0), tilt)
        lying = lying.moved((0, -lying.points[:, 1].min()))
        assert len(manifold(ground, lying).points) == 2
        assert len(manifold_by_crossing(ground, lying).points) == (2 if tilt == 0.0 else 1)
        assert len(manifold(ground, lying, margin=0.0).points) == (2 if tilt == 0.0 else 1)
    steep = box(2, 1, (0, 0), 0.1)
    assert len(manifold(ground, steep.moved((0, -steep.points[:, 1].min()))).points) == 1


def test_the_two_rules_agree_but_for_the_margin() -> None:
    for a, b, kinds in random_pairs(seed=81, n=4000):
        one, other = manifold_by_crossing(a, b), manifold(a, b, margin=0.0)
        assert one.outcome is other.outcome, kinds
        assert one.kind is other.kind, kinds
        assert [p.id for p in one.points] == [p.id for p in other.points], kinds


def test_tie_rule() -> None:
    """A's edges in order, then B's; and the first of two equally opposed ones."""
    found = manifold(SQUARE, box(2, 2, (1.5, 1.5)))
    assert (found.reference.owner, found.reference.edge) == (Owner.A, 1)
    assert [(t.owner, t.edge) for t in found.reference.ties] == [(Owner.A, 2), (Owner.B, 0), (Owner.B, 3)]
    assert found.incident.edge == 3
    into = manifold(rectangle((-3, -2), (3, 0)), DIAMOND.moved((0, 0.5)))
    assert into.incident.dots == pytest.approx((-HALF, HALF, HALF, -HALF))
    assert into.incident.edge == 0


def test_the_reference_edge_is_kept_while_nearly_the_best() -> None:
    """A pair that trembles about a tie flips from frame to frame, and does not with the frame before at hand."""

    def frame(k: int) -> Convex:
        return box(2, 2, (1.5, 1.5 + 1e-4 * (-1) ** k))

    free = [manifold(SQUARE, frame(k)) for k in range(6)]
    assert len({m.reference.edge for m in free}) == 2
    kept = [free[0]]
    for k in range(1, 6):
        kept.append(manifold(SQUARE, frame(k), previous=kept[-1]))
    assert len({(m.reference.owner, m.reference.edge) for m in kept}) == 1
    assert sorted(m.reference.is_kept for m in kept) == [False] * 3 + [True] * 3
    for m in kept:
        assert m.separation == pytest.approx(-0.5, abs=2e-4)
    far = manifold(SQUARE, box(2, 2, (1.5, 1.6)), previous=manifold(SQUARE, box(2, 2, (1.6, 1.5))))
    assert not far.reference.is_kept  # better by 0.1: no hesitation


def test_every_step_is_there() -> None:
    """Each edge, each normal, both planes with both points, both points against the face."""
    trace = manifold.trace(rectangle((-3, -2), (0, 0)), box(3, 1, (0.5, 0.45), 0.1))
    kinds = [type(s) for s in trace]
    assert kinds[:15] == [EdgeMeasured] * 8 + [ReferenceEdge] + [NormalCompared] * 4 + [IncidentEdge, ClipStarted]
    assert kinds[15:] == [SidePlane, PointKept, PointKept, SidePlane, PointKept, PointCut, FaceCompared, FaceCompared,
                          Clipped, Manifold] or kinds.count(PointCut) == 1  # fmt: skip
    assert kinds.count(SidePlane) == kinds.count(FaceCompared) == 2
    measured = [s for s in trace if isinstance(s, EdgeMeasured)]
    for before, after in pairwise(measured):
        assert after.best is before.best_so_far
    (cut,) = [s for s in trace if isinstance(s, PointCut)]
    assert cut.inside < 0.0
    assert cut.cut.along == cut.plane.along
    crossing = [type(s) for s in manifold_by_crossing.trace(SQUARE, box(2, 2, (1.5, 1.0), 0.2))]
    assert EdgesCompared in crossing
    assert [type(s) for s in manifold.trace(SQUARE, circle(1))] == [CenterQueried, Manifold]
    assert CornersMeasured in [type(s) for s in manifold.trace(rounded(SQUARE, 1), rounded(SQUARE.moved((3, 3)), 1))]


def test_dots_are_listed_and_the_least_wins() -> None:
    for a, b, kinds in random_pairs(seed=82, n=1000, kinds=KINDS[1:7]):
        found = manifold(a, b)
        if found.reference is None:
            continue
        other = b if found.reference.owner is Owner.A else a
        assert found.incident.dots == pytest.approx(other.normals @ found.reference.normal, abs=1e-15), kinds
        assert found.incident.dot <= min(found.incident.dots) + 1e-12, kinds


def test_counting_vertices_from_another_one() -> None:
    for a, b, kinds in random_pairs(seed=83, n=1500):
        found, again = manifold(a, b), manifold(relabelled(a, 1), relabelled(b, 2))
        assert found.outcome is again.outcome, kinds
        if found.points:
            assert found.separation == pytest.approx(again.separation, abs=1e-12), kinds
        if found.points and separation(a, b) < -1e-9 and np.allclose(found.normal, again.normal):
            assert len(found.points) == len(again.points), kinds
            ours = sorted(tuple(np.round(p.point, 9) + 0.0) for p in found.points)
            theirs = sorted(tuple(np.round(p.point, 9) + 0.0) for p in again.points)
            assert np.allclose(ours, theirs, atol=1e-7), kinds


def test_refusals() -> None:
    for routine in (manifold, manifold_by_crossing):
        with pytest.raises(ValueError, match="takes two Convex; A is no Convex but of type str"):
            routine("a", SQUARE)
        with pytest.raises(ValueError, match="takes two Convex; B is no Convex but of type NoneType"):
            routine(SQUARE, None)
    with pytest.raises(ValueError, match="margin must be >= 0"):
        manifold(SQUARE, SQUARE, margin=-0.1)
    with pytest.raises(ValueError, match="previous must be a Manifold"):
        manifold(SQUARE, SQUARE, previous=(Owner.A, 0))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="margin must be finite"):
        manifold(SQUARE, SQUARE, margin=math.nan)


def test_scales() -> None:
    """From 1e-6 to 1e6 and far from the origin, the same points."""
    a, b = rounded(SQUARE, 0.3), box(2, 1, (0.4, 1.6), 0.2)
    plain = manifold(a, b)
    for factor, place in ((1e-6, (0, 0)), (1e6, (0, 0)), (1, (1e6, -1e6)), (1e-3, (1e3, 1e3))):

        def put(shape: Convex, factor: float = factor, place: tuple[float, float] = place) -> Convex:
            return Convex(shape.points * factor, shape.radius * factor).at(Pose(place))

        found = manifold(put(a), put(b))
        assert [p.id for p in found.points] == [p.id for p in plain.points]
        for p, q in zip(found.points, plain.points, strict=True):
            assert (p.point - place) / factor == pytest.approx(q.point, abs=1e-9)
            assert p.separation / factor == pytest.approx(q.separation, abs=1e-9)
