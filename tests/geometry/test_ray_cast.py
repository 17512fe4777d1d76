"""Rays and moving circles: by hand, against closed forms and shapely, and as properties."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest
import shapely

from geometry import (
    Convex,
    Miss,
    Outcome,
    Pose,
    Ray,
    RayKind,
    box,
    capsule,
    circle,
    circle_cast,
    convex,
    point,
    ray_cast,
    rounded,
    segment,
)
from geometry.feature import Feature, edge, vertex
from geometry.query.ray_cast import extended_outline
from geometry.query.ray_steps import (
    ArcTested,
    EndTested,
    FaceConsidered,
    Facing,
    OriginTested,
    OvershootTested,
    RayCast,
)
from tests.geometry.awkward import AWKWARD, SQUARE
from tests.geometry.oracles import core, distance, tolerance
from tests.geometry.strategies import KINDS, random_shape, scaled

CASES = int(os.environ.get("SEPARATRIX_PAIRS", "20000"))
LINE, HALF_LINE, SEGMENT = RayKind.LINE, RayKind.HALF_LINE, RayKind.SEGMENT
ROUND = rounded(SQUARE, 1)  # corners at 1, edges at 2
CAPSULE = capsule((-2, 0), (2, 0), 1)

# shape, ray, fraction, normal, feature
HITS: dict[str, tuple[Convex, Ray, float, tuple[float, float], Feature]] = {
    "an edge, half-way": (SQUARE, Ray((-3, 0.5), (4, 0)), 0.5, (-1, 0), edge(3)),
    "an edge, by a half-line": (SQUARE, Ray((-3, 0.5), (1, 0), HALF_LINE), 2, (-1, 0), edge(3)),
    "an edge, by a line from behind": (SQUARE, Ray((3, 0.5), (1, 0), LINE), -4, (-1, 0), edge(3)),
    "a line's start inside": (SQUARE, Ray((0, 0), (2, 0), LINE), -0.5, (-1, 0), edge(3)),
    "a segment that ends on the edge": (SQUARE, Ray((-3, 0), (2, 0)), 1, (-1, 0), edge(3)),
    "grazing an edge": (SQUARE, Ray((-3, 1), (4, 0)), 0.5, (-1, 0), edge(3)),
    "grazing a corner": (SQUARE, Ray((0, 2), (2, -2)), 0.5, (0, 1), edge(2)),
    "rounded, an edge": (ROUND, Ray((0.5, 6), (0, -8)), 0.5, (0, 1), edge(2)),
    "rounded, a corner": (ROUND, Ray((5, 5), (-1, -1), HALF_LINE), 4 - math.sqrt(0.5), (math.sqrt(0.5),) * 2,
                          vertex(2)),
    "rounded, a corner by 3-4-5": (ROUND, Ray((1.6, 5), (0, -1), HALF_LINE), 3.2, (0.6, 0.8), vertex(2)),
    "rounded, from the pocket under a mitre": (ROUND, Ray((1.9, 1.9), (-0.4, -0.4)),
                                               (0.9 - math.sqrt(0.5)) / 0.4, (math.sqrt(0.5),) * 2, vertex(2)),
    "rounded, grazing a corner circle": (ROUND, Ray((0, 2 + math.sqrt(2)), (1, -1), HALF_LINE),
                                         1 + math.sqrt(0.5), (math.sqrt(0.5),) * 2, vertex(2)),
    "circle": (circle(1), Ray((-3, 0.6), (1, 0), HALF_LINE), 2.2, (-0.8, 0.6), vertex(0)),
    "circle, grazing": (circle(1), Ray((-3, 1), (1, 0), HALF_LINE), 3, (0, 1), vertex(0)),
    "capsule, its side": (CAPSULE, Ray((1, 3), (0, -4)), 0.5, (0, 1), edge(1)),
    "capsule, its other side": (CAPSULE, Ray((1, -3), (0, 4)), 0.5, (0, -1), edge(0)),
    "capsule, its end, along its core": (CAPSULE, Ray((5, 0), (-4, 0)), 0.5, (1, 0), vertex(1)),
    "capsule, its end, beside its core": (CAPSULE, Ray((5, 0.6), (-1, 0), HALF_LINE), 2.2, (0.8, 0.6), vertex(1)),
    "capsule, grazing its side": (CAPSULE, Ray((-5, 1), (1, 0), HALF_LINE), 3, (0, 1), vertex(0)),
    "capsule, its end, from above": (CAPSULE, Ray((2.6, 5), (0, -1), HALF_LINE), 4.2, (0.6, 0.8), vertex(1)),
    "segment, across": (segment((-1, 0), (1, 0)), Ray((0, 2), (0, -4)), 0.5, (0, 1), edge(1)),
    "segment, along": (segment((-1, 0), (1, 0)), Ray((-3, 0), (4, 0)), 0.5, (-1, 0), vertex(0)),
    "a point": (point((2, 0)), Ray((0, 0), (4, 0)), 0.5, (-1, 0), vertex(0)),
}  # fmt: skip

MISSES: dict[str, tuple[Convex, Ray, Miss]] = {
    "S0.3: past the box, and away": (SQUARE, Ray((3, 0), (1, 0), HALF_LINE), Miss.RECEDING),
    "too short": (SQUARE, Ray((-3, 0), (1.5, 0)), Miss.TOO_FAR),
    "beside": (SQUARE, Ray((-3, 1.5), (9, 0)), Miss.PASSING),
    "beside, as a line": (SQUARE, Ray((0, 9), (9, 9), LINE), Miss.PASSING),
    "through a mitre": (ROUND, Ray((0, 3.5), (1, -1), HALF_LINE), Miss.PASSING),
    "out of the pocket under a mitre": (ROUND, Ray((1.9, 1.9), (1, -0.9)), Miss.PASSING),
    "out of the pocket, away from the shape": (ROUND, Ray((1.9, 1.9), (1, 1), HALF_LINE), Miss.RECEDING),
    "ends in front of a corner": (ROUND, Ray((1.9, 1.9), (-0.1, -0.1)), Miss.TOO_FAR),
    "ends under a mitre, in the shadow of the shape": (ROUND, Ray((1.95, 9), (0, -7.1)), Miss.TOO_FAR),
    "a circle behind": (circle(1), Ray((3, 0), (1, 0), HALF_LINE), Miss.RECEDING),
    "past a capsule's end": (CAPSULE, Ray((2.9, 3), (0.2, -3), HALF_LINE), Miss.PASSING),
}


@pytest.mark.parametrize("name", HITS)
def test_hits_by_hand(name: str) -> None:
    shape, ray, fraction, normal, feature = HITS[name]
    found = ray_cast(shape, ray)
    assert found.outcome is Outcome.HIT
    assert found.miss is None
    assert found.fraction == pytest.approx(fraction, abs=1e-7 if "grazing" in name else 1e-14)
    assert found.point == pytest.approx(ray.at(fraction), abs=1e-7 if "grazing" in name else 1e-14)
    assert found.normal == pytest.approx(normal, abs=1e-7 if "grazing" in name else 1e-14)
    if "grazing" not in name:
        assert found.feature == feature


@pytest.mark.parametrize("name", MISSES)
def test_misses_by_hand(name: str) -> None:
    shape, ray, why = MISSES[name]
    found = ray_cast(shape, ray)
    assert (found.outcome, found.miss) == (Outcome.SEPARATED, why)
    assert (found.fraction, found.point, found.normal, found.feature) == (None, None, None, None)


@pytest.mark.parametrize("reach", [SEGMENT, HALF_LINE])
def test_an_origin_inside_or_touching(reach: RayKind) -> None:
    """An outcome of its own, at fraction 0, whichever way the ray points."""
    for shape, origin in ((SQUARE, (0.5, 0.2)), (SQUARE, (1.0, 0.2)), (ROUND, (1.5, 0)), (circle(1), (0, 0))):
        for translation in ((9, 0), (-9, 0), (0, 0.1)):
            found = ray_cast(shape, Ray(origin, translation, reach))
            assert found.outcome is Outcome.OVERLAPPED
            assert found.fraction == found.distance == 0.0
            assert found.point == pytest.approx(origin)
            assert found.normal == pytest.approx((1, 0))


def first_crossing(shape: Convex, origin: np.ndarray, d: np.ndarray) -> float:
    """Distance along the whole ray (from 0) to the first crossing of the boundary: every edge by Cramer's rule, every
    corner circle by its quadratic, none left out. Infinite for none."""
    p, r, n = shape.points, shape.radius, len(shape.points)
    found = [math.inf]
    if r > 0.0:
        offset = origin - p
        half_b, c = offset @ d, (offset * offset).sum(axis=1) - r * r
        square = half_b * half_b - c
        found += [float(t) for t in (-half_b - np.sqrt(np.maximum(square, 0.0)))[square >= 0.0]]
    if n > 1:
        e = np.roll(p, -1, axis=0) - p
        start = p + r * np.stack((e[:, 1], -e[:, 0]), axis=1) / np.hypot(e[:, 0], e[:, 1])[:, None]
        determinant = d[0] * e[:, 1] - d[1] * e[:, 0]
        safe = np.where(determinant == 0.0, 1.0, determinant)
        between = start - origin
        t = (between[:, 0] * e[:, 1] - between[:, 1] * e[:, 0]) / safe
        s = (between[:, 0] * d[1] - between[:, 1] * d[0]) / safe
        found += t[(determinant != 0.0) & (s >= 0.0) & (s <= 1.0)].tolist()
    return min((t for t in found if t >= 0.0), default=math.inf)


def random_ray(random: np.random.Generator, shape: Convex) -> Ray:
    """From somewhere around, aimed near the shape: hits, misses, starts inside and short segments all occur."""
    origin = shape.centroid + random.normal(0.0, 1.8, 2)
    aim = shape.centroid + random.normal(0.0, 1.0, 2) - origin
    if random.random() < 0.15:
        aim = -aim
    reach = (SEGMENT, HALF_LINE)[int(random.integers(2))]
    return Ray(origin, aim * random.uniform(0.3, 1.7), reach)


def check(shape: Convex, ray: Ray, kinds: str) -> RayCast:
    found, allowed = ray_cast(shape, ray), tolerance(shape, point(ray.origin))
    start = distance(shape, point(ray.origin))  # negative inside a sharp core only by its radius: 0 there
    if start <= 0.0:
        assert found.outcome is Outcome.OVERLAPPED, kinds
        assert found.fraction == 0.0, kinds
        return found
    true = first_crossing(shape, ray.origin, ray.direction)
    if true > (ray.length if ray.kind is SEGMENT else math.inf):
        true = math.inf
    if found.outcome is Outcome.HIT:
        at = shapely.Point(found.point)
        outline = shapely.boundary(core(shape)) if len(shape.points) > 2 else core(shape)
        assert shapely.distance(outline, at) == pytest.approx(shape.radius, abs=allowed), kinds
        slope = max(abs(float(found.normal @ ray.direction)), 1e-4)  # a graze is met anywhere along it
        if true < math.inf:
            assert found.distance == pytest.approx(true, abs=allowed / slope, rel=0.0), kinds
        else:
            assert slope < 1e-3, kinds
        assert found.point == pytest.approx(ray.at(found.fraction), abs=allowed), kinds
        assert float(found.normal @ ray.direction) <= 1e-9, kinds
        assert math.hypot(*found.normal) == pytest.approx(1.0, abs=1e-12), kinds
    else:
        assert found.outcome is Outcome.SEPARATED, kinds
        assert true == math.inf, kinds
    return found


def test_closed_forms() -> None:
    random = np.random.default_rng(71)
    outcomes = dict.fromkeys(Outcome, 0)
    for i in range(CASES):
        kind = KINDS[i % len(KINDS)]
        shape = random_shape(random, kind)
        outcomes[check(shape, random_ray(random, shape), f"case {i}: {kind}").outcome] += 1
    assert min(outcomes[o] for o in (Outcome.HIT, Outcome.SEPARATED, Outcome.OVERLAPPED)) > 0.05 * CASES


def test_shapely_on_sharp_polygons() -> None:
    random = np.random.default_rng(72)
    hits = 0
    for i in range(CASES // 4):
        shape = random_shape(random, ("box", "triangle", "convex polygon", "regular polygon")[i % 4])
        ray = random_ray(random, shape)
        found = ray_cast(shape, Ray(ray.origin, ray.translation))
        line = shapely.LineString([ray.origin, ray.at(1.0)])
        met = shapely.intersection(line, core(shape))
        assert met.is_empty == (found.outcome is Outcome.SEPARATED)
        if found.outcome is Outcome.HIT:
            hits += 1
            assert found.distance == pytest.approx(shapely.distance(shapely.Point(ray.origin), met), abs=1e-9)
    assert hits > 0.1 * CASES // 4


def test_a_moving_circle_first_touches_there() -> None:
    """By the definition, with shapely's distance: at the hit it just touches, on the way there it is apart."""
    random = np.random.default_rng(73)
    hits = 0
    for i in range(CASES):
        kind = KINDS[i % len(KINDS)]
        shape, radius = random_shape(random, kind), float(random.uniform(0.0, 1.0))
        ray = random_ray(random, shape)
        found = circle_cast(shape, ray, radius)
        grown = Convex(shape.points, shape.radius + radius)
        plain = ray_cast(grown, ray)
        assert (found.outcome, found.fraction) == (plain.outcome, plain.fraction), kind
        allowed = tolerance(grown, point(ray.origin))

        def gap(fraction: float, shape: Convex = shape, ray: Ray = ray, radius: float = radius) -> float:
            return distance(shape, point(ray.at(fraction))) - radius

        if found.outcome is Outcome.HIT:
            hits += 1
            assert gap(found.fraction) == pytest.approx(0.0, abs=allowed), kind
            assert math.dist(found.center, found.point) == pytest.approx(radius, abs=allowed), kind
            assert distance(shape, point(found.point)) == pytest.approx(0.0, abs=allowed), kind
            assert all(gap(found.fraction * k / 3) > -allowed for k in range(3)), kind
        elif found.outcome is Outcome.SEPARATED:
            end = 1.0 if ray.kind is SEGMENT else 20.0
            assert all(gap(end * k / 3) > -allowed for k in range(4)), kind
        else:
            assert gap(0.0) <= allowed, kind
    assert 0.2 * CASES < hits < 0.9 * CASES


@pytest.mark.parametrize("row", AWKWARD, ids=lambda row: row.name)
def test_awkward_shapes(row) -> None:
    """Aimed at, along and past every vertex and edge of the awkward shapes, from near and far."""
    for shape in (row.a, row.b):
        size = max(float(np.ptp(shape.points, axis=0).max()), shape.radius, 1e-9)
        middles = (shape.points + np.roll(shape.points, -1, axis=0)) / 2.0
        for target in [*shape.points, *middles]:
            for d in ((0.6, -0.8), (1.0, 0.0), (0.0, -1.0), *(middles[0] - shape.points[0])[None, :]):
                if math.hypot(*d) == 0.0:
                    continue
                step = np.array(d) / math.hypot(*d) * size
                for back in (3.0, 1000.0):
                    found = ray_cast(shape, Ray(target - back * step, step, HALF_LINE))
                    allowed = tolerance(shape, point(target - back * step)) * 4.0
                    assert found.outcome is Outcome.HIT, row.name  # the target belongs to the shape
                    assert abs(distance(shape, point(found.point))) <= allowed or len(shape.points) > 2
                    assert found.fraction <= back * (1.0 + 1e-6)
                    assert np.isfinite([found.fraction, *found.normal, *found.point]).all()


def test_moves_and_scales_along() -> None:
    random = np.random.default_rng(74)
    for i in range(2000):
        shape = random_shape(random, KINDS[i % len(KINDS)])
        ray = random_ray(random, shape)
        found = ray_cast(shape, ray)
        factor = 2.0 ** random.integers(-20, 20)
        large = ray_cast(scaled(shape, factor), Ray(ray.origin * factor, ray.translation * factor, ray.kind))
        assert (large.outcome, large.fraction, large.feature) == (found.outcome, found.fraction, found.feature)
        turn, by = random.uniform(0, 7), random.uniform(-9, 9, 2)
        pose = Pose(by, turn)
        moved = ray_cast(
            shape.at(pose), Ray(pose.place(ray.origin), Pose((0, 0), turn).place(ray.translation), ray.kind)
        )
        assert moved.outcome is found.outcome
        if found.outcome is Outcome.HIT:
            slope = max(abs(float(found.normal @ ray.direction)), 1e-4)
            assert moved.distance == pytest.approx(found.distance, abs=1e-12 / slope**2)


def test_one_arc_at_most_and_every_face_in_order() -> None:
    random = np.random.default_rng(75)
    arcs = 0
    for i in range(1000):
        shape = random_shape(random, KINDS[i % len(KINDS)])
        trace = ray_cast.trace(shape, random_ray(random, shape))
        faces = [step for step in trace if isinstance(step, FaceConsidered)]
        assert [face.edge for face in faces] == list(range(len(faces)))
        assert len(faces) in (0, len(shape.edges))
        assert sum(isinstance(step, ArcTested) for step in trace) <= 1
        arcs += any(isinstance(step, ArcTested) for step in trace)
        over = [step for step in trace if isinstance(step, OvershootTested)]
        if over:
            ahead = [f.distance for f in faces if f.facing is Facing.TOWARDS]
            assert over[0].entry.distance == max(ahead)
        assert isinstance(trace.steps[-1], RayCast)
    assert arcs > 50


def test_the_child_trace_and_the_segments_end() -> None:
    trace = ray_cast.trace(box(20, 2), Ray((-9, 2), (2, -0.5)))
    (at,) = [i for i, step in enumerate(trace) if isinstance(step, OriginTested)]
    assert [name for name, _ in trace.children(at)] == ["query"]
    assert any(isinstance(step, EndTested) and not step.touches for step in trace)


def test_extended_outline() -> None:
    assert extended_outline(ROUND) == pytest.approx(np.array([(-2, -2), (2, -2), (2, 2), (-2, 2)]))
    assert extended_outline(CAPSULE) is extended_outline(circle(1)) is None
    sharp = convex([(0, 0), (4, 0), (0, 3)], 0.5)
    outline = extended_outline(sharp)
    for i in range(3):  # every tip lies on both lines
        for j in (i - 1, i):
            assert (outline[i] - sharp.points[i]) @ sharp.normals[j] == pytest.approx(0.5)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="translation has no direction"):
        Ray((0, 0), (0, 0))
    with pytest.raises(ValueError, match="too short to measure fractions in"):
        Ray((0, 0), (0, 2e-311), RayKind.LINE)
    for bad in ((math.nan, 0.0), (1.0,), "ab", None):
        with pytest.raises(ValueError, match="origin"):
            Ray(bad, (1, 0))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="translation"):
            Ray((1, 0), bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="kind must be"):
        Ray((0, 0), (1, 0), "half-line")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="radius must be >= 0"):
        circle_cast(SQUARE, Ray((9, 0), (1, 0)), -1.0)
    with pytest.raises(ValueError, match="radius must be finite"):
        circle_cast(SQUARE, Ray((9, 0), (1, 0)), math.inf)
    for cast in (ray_cast, lambda shape, ray: circle_cast(shape, ray, 1.0)):
        with pytest.raises(ValueError, match="takes a Convex and a Ray"):
            cast("square", Ray((0, 0), (1, 0)))
        with pytest.raises(ValueError, match="takes a Convex and a Ray"):
            cast(box(1, 1), ((0, 0), (1, 0)))


def test_a_ray_leaves_through_the_lines_of_back_faces_alone() -> None:
    shape = box(2.0, 2.0)
    faces = [s for s in ray_cast.trace(shape, Ray((-3.0, 0.5), (2.0, 0.5))) if isinstance(s, FaceConsidered)]
    for face in faces:
        assert (face.leaves_at is None) is (face.facing is not Facing.AWAY)
        if face.leaves_at is not None:
            at = np.array((-3.0, 0.5)) + face.leaves_at * np.array((2.0, 0.5)) / math.hypot(2.0, 0.5)
            assert (at - face.start) @ face.normal == pytest.approx(0.0)
    assert sum(face.leaves_at is not None for face in faces) == 2
