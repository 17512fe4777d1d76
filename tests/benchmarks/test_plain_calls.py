"""What a call costs, plain and traced, and how many times as fast as in the first edition it is.

    python -m pytest tests/benchmarks/test_plain_calls.py --benchmark-enable -n 0

Every case is timed in the same seconds as a fixed load of plain work, whose multiple it is: the machine may be busy.
The bar: at up to a dozen vertices at least four times as fast plain, and twice traced; at 1,000 no slower.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.benchmarks.plain_cases import Case, plain_cases
from tests.benchmarks.plain_work import plain_work

CASES = plain_cases()

# The first edition (commit 73ceaf0), in multiples of the plain work: plain, traced. Measured by CPU time on Python
# 3.11, both editions and the work in turn within each millisecond; medians.
FIRST_EDITION: dict[tuple[str, str], tuple[float, float]] = {
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
    now = benchmark.stats.stats.median / sorted(work)[len(work) // 2]
    benchmark.extra_info |= {"multiple of plain work": now, "times as fast as the first edition": before / now}
    benchmark.stats.name = f"{shapes}: {before / now:.1f} times as fast"
