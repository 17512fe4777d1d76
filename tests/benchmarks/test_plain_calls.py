"""What a call costs, plain and traced, and how many times as fast as in the first edition it is.

    python -m pytest tests/benchmarks/test_plain_calls.py --benchmark-enable -n 0

Every case is timed in the same seconds as a fixed load of plain work, whose multiple it is: the machine may be busy.
The bar: at up to a dozen vertices at least four times as fast plain, and traced no slower; at 1,000 vertices no
slower. Beside other libraries: `test_plain_peers`.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.benchmarks.plain_cases import Case, plain_cases
from tests.benchmarks.plain_work import plain_work

CASES = plain_cases()

# The first edition (commit 73ceaf0), in multiples of the plain work: plain, traced. Measured by CPU time on Python
# 3.11, both editions and the work in turn within each millisecond; medians. None: it has no trace.
FIRST_EDITION: dict[tuple[str, str], tuple[float, float | None]] = {
    ("separating_axis", "regular hexagons, overlapping"): (2.8, 3.37),
    ("gjk", "regular hexagons, overlapping"): (2.69, 2.71),
    ("manifold", "regular hexagons, overlapping"): (5.54, 9.08),
    ("separating_axis", "regular hexagons, apart"): (1.43, 1.68),
    ("gjk", "regular hexagons, apart"): (1.96, 2.48),
    ("manifold", "regular hexagons, apart"): (1.04, 1.43),
    ("ray_cast", "regular hexagons"): (7.33, 8.53),
    ("separating_axis", "irregular hexagons, overlapping"): (4.39, 4.71),
    ("gjk", "irregular hexagons, overlapping"): (2.03, 2.54),
    ("manifold", "irregular hexagons, overlapping"): (5.54, 9.2),
    ("separating_axis", "irregular hexagons, apart"): (1.38, 1.55),
    ("gjk", "irregular hexagons, apart"): (2.44, 3.23),
    ("manifold", "irregular hexagons, apart"): (0.996, 1.51),
    ("ray_cast", "irregular hexagons"): (6.29, 7.94),
    ("separating_axis", "rounded hexagons, overlapping"): (3.85, 4.34),
    ("gjk", "rounded hexagons, overlapping"): (2.11, 2.62),
    ("manifold", "rounded hexagons, overlapping"): (4.7, 8.39),
    ("separating_axis", "rounded hexagons, apart"): (1.36, 1.54),
    ("gjk", "rounded hexagons, apart"): (2.06, 2.53),
    ("manifold", "rounded hexagons, apart"): (0.828, 1.22),
    ("ray_cast", "rounded hexagons"): (6.76, 7.38),
    ("separating_axis", "dozen vertices, overlapping"): (5.9, 7.12),
    ("gjk", "dozen vertices, overlapping"): (2.31, 3.33),
    ("manifold", "dozen vertices, overlapping"): (8.66, 15.6),
    ("separating_axis", "dozen vertices, apart"): (2.58, 2.79),
    ("gjk", "dozen vertices, apart"): (2.55, 2.97),
    ("manifold", "dozen vertices, apart"): (1.36, 2.15),
    ("ray_cast", "dozen vertices"): (11.2, 11.5),
    ("separating_axis", "dozen vertices, rounded, overlapping"): (6.54, 7.33),
    ("gjk", "dozen vertices, rounded, overlapping"): (2.52, 3.04),
    ("manifold", "dozen vertices, rounded, overlapping"): (8.37, 13.7),
    ("separating_axis", "dozen vertices, rounded, apart"): (2.77, 2.85),
    ("gjk", "dozen vertices, rounded, apart"): (2.63, 2.84),
    ("manifold", "dozen vertices, rounded, apart"): (1.21, 1.92),
    ("ray_cast", "dozen vertices, rounded"): (9.22, 11),
    ("gjk", "1000 vertices, overlapping"): (1.43, 1.57),
    ("manifold", "1000 vertices, overlapping"): (312, 449),
    ("separating_axis", "1000 vertices, apart"): (11.1, 11.9),
    ("gjk", "1000 vertices, apart"): (1.69, 2.22),
    ("manifold", "1000 vertices, apart"): (0.366, 0.365),
    ("ray_cast", "1000 vertices"): (60.4, 82),
    ("gjk", "1000 vertices, rounded, overlapping"): (1.8, 1.71),
    ("manifold", "1000 vertices, rounded, overlapping"): (458, 461),
    ("separating_axis", "1000 vertices, rounded, apart"): (12.3, 12.7),
    ("gjk", "1000 vertices, rounded, apart"): (2.48, 2.7),
    ("manifold", "1000 vertices, rounded, apart"): (0.31, 0.294),
    ("ray_cast", "1000 vertices, rounded"): (62.6, 86.3),
    ("epa", "irregular hexagons, overlapping"): (8.06, 8.42),
    ("minimum_translation", "irregular hexagons, overlapping"): (4.78, 6.47),
    ("push_apart", "irregular hexagons, overlapping"): (5.2, None),
    ("separation", "irregular hexagons, overlapping"): (4.49, None),
    ("overlaps", "irregular hexagons, overlapping"): (4.73, None),
    ("collide", "irregular hexagons, overlapping"): (6.34, 7.92),
    ("minkowski_sum", "irregular hexagons, overlapping"): (3.58, 5.07),
    ("minkowski_difference", "irregular hexagons, overlapping"): (3.65, 5.08),
    ("closest_points", "irregular hexagons, apart"): (1.5, None),
    ("separation", "irregular hexagons, apart"): (8.14, None),
    ("overlaps", "irregular hexagons, apart"): (1.25, None),
    ("collide", "irregular hexagons, apart"): (9.85, 11.4),
    ("point_query", "irregular hexagons"): (2, 3.2),
    ("circle_cast", "irregular hexagons"): (13.2, 14.4),
    ("linear_cast", "irregular hexagons"): (17.1, 18),
    ("gjk_ray_cast", "irregular hexagons"): (8.76, 10.2),
    ("conservative_advancement", "irregular hexagons"): (40.8, 36.7),
    ("bilateral_advancement", "irregular hexagons"): (29.6, 30.3),
    ("tunnelling", "irregular hexagons"): (82.1, 90.9),
    ("angular_bound", "irregular hexagons"): (1.67, 2.11),
    ("epa", "rounded hexagons, overlapping"): (7.5, 8.85),
    ("minimum_translation", "rounded hexagons, overlapping"): (4.24, 5.44),
    ("push_apart", "rounded hexagons, overlapping"): (5.33, None),
    ("separation", "rounded hexagons, overlapping"): (4.79, None),
    ("overlaps", "rounded hexagons, overlapping"): (4.3, None),
    ("collide", "rounded hexagons, overlapping"): (6.29, 7.94),
    ("minkowski_sum", "rounded hexagons, overlapping"): (3.37, 4.61),
    ("minkowski_difference", "rounded hexagons, overlapping"): (3.03, 4.83),
    ("closest_points", "rounded hexagons, apart"): (1.3, None),
    ("separation", "rounded hexagons, apart"): (6.67, None),
    ("overlaps", "rounded hexagons, apart"): (1.09, None),
    ("collide", "rounded hexagons, apart"): (8.85, 11.1),
    ("point_query", "rounded hexagons"): (2.3, 3.51),
    ("circle_cast", "rounded hexagons"): (10.5, 11.9),
    ("linear_cast", "rounded hexagons"): (15.8, 18),
    ("gjk_ray_cast", "rounded hexagons"): (8.07, 8.55),
    ("conservative_advancement", "rounded hexagons"): (31.9, 33.1),
    ("bilateral_advancement", "rounded hexagons"): (24.2, 29.2),
    ("tunnelling", "rounded hexagons"): (81.8, 76.5),
    ("angular_bound", "rounded hexagons"): (2.17, 1.89),
    ("epa", "dozen vertices, overlapping"): (8.45, 10.1),
    ("minimum_translation", "dozen vertices, overlapping"): (6.03, 8.38),
    ("push_apart", "dozen vertices, overlapping"): (6.92, None),
    ("separation", "dozen vertices, overlapping"): (6.03, None),
    ("overlaps", "dozen vertices, overlapping"): (6.27, None),
    ("collide", "dozen vertices, overlapping"): (7.56, 10.4),
    ("minkowski_sum", "dozen vertices, overlapping"): (4.91, 7.26),
    ("minkowski_difference", "dozen vertices, overlapping"): (4.86, 7.54),
    ("closest_points", "dozen vertices, apart"): (1.86, None),
    ("separation", "dozen vertices, apart"): (8.53, None),
    ("overlaps", "dozen vertices, apart"): (2.03, None),
    ("collide", "dozen vertices, apart"): (10, 13.1),
    ("point_query", "dozen vertices"): (4.5, 5.91),
    ("circle_cast", "dozen vertices"): (15.2, 16.8),
    ("linear_cast", "dozen vertices"): (23.3, 25.2),
    ("gjk_ray_cast", "dozen vertices"): (9.8, 11.9),
    ("conservative_advancement", "dozen vertices"): (35.2, 34.3),
    ("bilateral_advancement", "dozen vertices"): (29.4, 33.1),
    ("tunnelling", "dozen vertices"): (96.8, 103),
    ("angular_bound", "dozen vertices"): (2.7, 2.89),
    ("circle_circle", "circles, overlapping"): (0.444, 0.664),
    ("collide", "circles, overlapping"): (0.513, 0.999),
    ("box_box", "boxes, overlapping"): (4.43, 4.99),
    ("collide", "boxes, overlapping"): (5.52, 6.39),
    ("circle_obb", "a box and a circle, overlapping"): (2.36, 2.95),
    ("collide", "a box and a circle, overlapping"): (2.55, 3.7),
    ("circle_aabb", "a box and a circle, overlapping"): (0.92, 1.47),
    ("circle_circle", "circles, apart"): (0.425, 0.619),
    ("collide", "circles, apart"): (0.514, 0.998),
    ("box_box", "boxes, apart"): (4.18, 4.88),
    ("collide", "boxes, apart"): (4.71, 6.4),
    ("circle_obb", "a box and a circle, apart"): (2.13, 2.72),
    ("collide", "a box and a circle, apart"): (2.66, 3.85),
    ("circle_aabb", "a box and a circle, apart"): (0.904, 1.27),
    ("swept_circle_circle", "hit"): (0.188, 0.265),
    ("swept_circle_point", "hit"): (0.155, 0.207),
    ("swept_circle_segment", "hit"): (0.275, 0.366),
    ("swept_point_segment", "hit"): (0.341, 0.322),
}


def test_every_case_has_its_number() -> None:
    assert {(algorithm, shapes) for algorithm, shapes, _ in CASES} == set(FIRST_EDITION)


@pytest.mark.benchmark(timer=time.thread_time)
@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_a_call(benchmark: Any, case: Case) -> None:
    algorithm, shapes, form = case
    benchmark.group = f"{algorithm}, {form}"
    work = []

    def beside() -> None:  # before each round, and not part of it
        start = time.thread_time()
        plain_work()
        work.append(time.thread_time() - start)

    is_large = shapes.startswith("1000")
    benchmark.pedantic(CASES[case], setup=beside, rounds=5 if is_large else 200, warmup_rounds=1 if is_large else 10)
    if benchmark.stats is None:  # benchmarks are off: the call was made once, to see that it can be
        return
    before = FIRST_EDITION[algorithm, shapes][form == "traced"]
    assert before is not None
    now = benchmark.stats.stats.median / sorted(work)[len(work) // 2]
    benchmark.extra_info |= {"multiple of plain work": now, "times as fast as the first edition": before / now}
    benchmark.stats.name = f"{shapes}: {before / now:.1f} times as fast"
