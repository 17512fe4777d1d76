"""Concave shapes by the thousand: triangulations against exact fractions, pairs against shapely.

    pytest -m campaign -n0 -s tests/campaigns/test_concave.py

mapbox-earcut is timed beside it, and judged by the same proof, where it is installed.
"""

from __future__ import annotations

import importlib
import math
import time
from collections import Counter
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Outcome, Polygon, ear_clipping, polygon_pairs, polygon_translation
from tests.geometry.outlines import check_triangulation, noisy, random_rings, solid
from tests.geometry.test_polygon_pairs import check_parts, core, random_solid, true_push

SEED = 20261122


def earcut() -> Any:
    try:
        return importlib.import_module("mapbox_earcut").triangulate_float64
    except ImportError:
        return None


def theirs(triangulate: Any, polygon: Polygon) -> tuple[float, int]:
    """By how much the areas of mapbox-earcut's triangles miss the polygon's, as a fraction of it; and how many
    of them there are too few (it drops straight vertices)."""
    ends = np.cumsum([len(polygon.outline), *(len(hole) for hole in polygon.holes)]).astype(np.uint32)
    found = np.asarray(triangulate(polygon.points.copy(), ends)).reshape(-1, 3)
    p = polygon.points[found] - polygon.points[found[:, :1]]
    areas = 0.5 * np.abs(p[:, 1, 0] * p[:, 2, 1] - p[:, 1, 1] * p[:, 2, 0])
    due = len(polygon.points) + 2 * len(polygon.holes) - 2
    return abs(float(areas.sum()) - polygon.area) / polygon.area, due - len(found)


def test_five_thousand_triangulations() -> None:
    random = np.random.default_rng(SEED)
    triangulate = earcut()
    kinds: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    ours = other = 0.0
    deviating: Counter[str] = Counter()
    largest = holes_seen = shapely_invalid = 0
    while sum(kinds.values()) < 5000:
        n = int(3 * (2000 / 3) ** random.uniform(0.0, 1.0) ** 1.5)
        offset = float(random.choice((0.0, 10.0 ** random.uniform(0, 6))))
        kind, (outline, holes) = random_rings(random, n, offset=offset)
        if random.integers(10) == 0:
            outline = np.array(outline)
            outline[random.integers(len(outline))] += random.normal(0.0, 0.3, 2) * np.ptp(outline, axis=0)
        is_valid = shapely.Polygon(outline, holes).is_valid
        begin = time.process_time()
        fault = Polygon.fault(outline, holes)
        if fault is not None:
            shapely_invalid += not is_valid
            reasons[
                ("shapely: valid; " if is_valid else "") + fault.reason.split(" at ")[0].translate(NO_DIGITS)
            ] += 1
            assert not is_valid or "repeats" in fault.reason or "touches" in fault.reason, fault.reason
            continue
        assert is_valid
        polygon = Polygon(outline, holes)
        found = ear_clipping(polygon)
        ours += time.process_time() - begin
        check_triangulation(polygon, found.triangles)
        kinds[kind] += 1
        largest, holes_seen = max(largest, len(polygon.points)), holes_seen + len(holes)
        if triangulate is not None:
            begin = time.process_time()
            missed, lost = theirs(triangulate, polygon)
            other += time.process_time() - begin
            deviating[f"area, {kind}"] += missed > 1e-9
            deviating[f"vertices lost, {kind}"] += lost > 0
    print(
        f"\nseed {SEED}: {dict(kinds)}, up to {largest} vertices, {holes_seen} holes; refused {sum(reasons.values())}"
    )
    print(f"ours {ours:.1f} s (two validations), mapbox-earcut {other:.1f} s, deviating there {dict(+deviating)}")
    print(f"invalid for shapely too: {shapely_invalid}")
    for reason, count in reasons.most_common(12):
        print(f"  {count:5d} {reason}")


NO_DIGITS = str.maketrans("", "", "0123456789")


def test_five_thousand_pairs() -> None:
    random = np.random.default_rng(SEED + 1)
    outcomes: Counter[str] = Counter()
    worst_distance = worst_push = 0.0
    for i in range(5000):
        radius = 0.0 if i % 5 else float(random.uniform(0.01, 0.2))
        a = random_solid(random, int(random.integers(3, 30)), radius=radius)
        b = random_solid(random, int(random.integers(3, 20)), reach=1.5)
        if i % 7 == 0:
            far = random.uniform(-1e6, 1e6, 2)
            a, b = a.moved(far), b.moved(far)
        room = 1e-9 if i % 7 else 1e-7
        distance = float(shapely.distance(core(a), core(b))) - radius
        found = polygon_pairs(a, b)
        worst_distance = max(worst_distance, abs(found.distance - max(distance, 0.0)))
        assert found.distance == pytest.approx(max(distance, 0.0), abs=room)
        if found.outcome is not Outcome.OVERLAPPED:
            outcomes["apart"] += 1
            assert distance > 0.0
            continue
        push = polygon_translation(a, b)
        outcomes["rounded, overlapping" if radius else "sharp, overlapping"] += 1
        check_parts(a, b, room)
        if radius == 0.0:
            true = true_push(a, b)
            worst_push = max(worst_push, abs(-push.separation - true))
            assert -push.separation == pytest.approx(true, abs=room)
    print(f"\nseed {SEED + 1}: {dict(outcomes)}")
    print(f"greatest difference from shapely: distance {worst_distance:.1e}, push {worst_push:.1e}")


@pytest.mark.parametrize("name", ["noisy", "lobes", "comb", "spiral"])
def test_ten_thousand_vertices(name: str) -> None:
    """Under one second for validation and result alone."""
    angle = np.arange(10_000) * math.tau / 10_000
    way = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    turn = np.linspace(0.0, 40.0 * math.pi, 5000)
    arm = np.stack((np.cos(turn), np.sin(turn)), axis=1)
    reach = (1.0 + 0.7 * turn / math.tau)[:, None]
    teeth = np.stack((np.arange(9998)[::-1] * 1e-3, np.where(np.arange(9998) % 2, 3.0, 0.2)), axis=1)
    outline = {
        "noisy": noisy(np.random.default_rng(1), 10_000),
        "lobes": (1.0 + 0.2 * np.cos(7 * angle))[:, None] * way,
        "comb": np.concatenate(([(0.0, 0.0), (9.997, 0.0)], teeth)),
        "spiral": np.concatenate((reach * arm, ((reach - 0.35) * arm)[::-1])),
    }[name]
    Polygon([(0, 0), (1, 0), (0, 1)]).triangulation  # noqa: B018  # loads what is loaded once
    times = []
    for _ in range(3):
        begin = time.process_time()
        found = ear_clipping(Polygon(outline))
        times.append(time.process_time() - begin)
    print(f"\n{name}: {min(times):.2f} s")
    assert len(found.triangles) == 9998
    assert min(times) < 1.0


def test_shapes_of_many_pieces() -> None:
    """55 x 55 pieces, exact: against shapely's union."""
    teeth = [p for i in range(39, -1, -1) for p in ((i + 0.9, 3.0), (i + 0.05, 1.0 + 0.01 * (i % 3)))]
    a = Polygon([(0, 0), (40, 0), *teeth])
    for by in ((0.3, 0.4), (3.7, 1.9), (0.45, 2.5)):
        b = a.moved(by)
        begin = time.process_time()
        found = polygon_translation(a, b)
        print(f"\n{len(a.pieces)} pieces each: {found.separation:.4f}, {time.process_time() - begin:.2f} s")
        assert -found.separation == pytest.approx(true_push(a, b), abs=1e-9)
        assert solid(a).is_valid
