"""100,000 cases of nearly parallel edges, and as many of almost flat vertices, for every routine that answers the
same question; each answer certified by its residuals in extended precision (see `tests.geometry.certificates`).

    python -m pytest tests/campaigns/test_near_degenerate.py -m campaign -n 0 -s

SEPARATRIX_CASES asks for another number, SEPARATRIX_SEED for other cases.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import numpy as np
import pytest

import geometry as g
from geometry import Convex
from tests.geometry.certificates import Faults, cast_faults, pair_faults, ray_faults, swept_faults
from tests.geometry.near_degenerate import FAMILIES, Case, cases, log_uniform

COUNT = int(os.environ.get("SEPARATRIX_CASES", "100000"))
SEED = int(os.environ.get("SEPARATRIX_SEED", "1700"))
QUESTIONS = {
    "how far apart": pair_faults,
    "when two shapes touch": cast_faults,
    "where a ray or a circle enters": ray_faults,
    "when a circle meets a wall": swept_faults,
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("family", FAMILIES)
def test_every_answer_is_certified(family: str, question: str) -> None:
    judged(f"{family}: {question}", QUESTIONS[question], cases(family, SEED, COUNT))


def test_radii_that_dwarf_their_cores() -> None:
    judged("radii that dwarf their cores", pair_faults, (dwarfed(number) for number in range(COUNT)))


def judged(what: str, faults_of: Callable[[Case], Faults], given: object) -> None:
    """Ask and count; the first faults of each kind are shown."""
    start, asked, worst, faults = time.monotonic(), 0, 0.0, []
    for case in given:  # type: ignore[attr-defined]
        found = faults_of(case)
        asked, worst = asked + 1, max(worst, found.worst)
        new = [f"case {found.number}: {fault}" for fault in found.found]
        faults += new
        for each in new:
            print(f"{what}: {each}", flush=True)
    took = time.monotonic() - start
    print(f"{what}: seed {SEED}, {asked} cases, {len(faults)} faults, {worst:.2f} of the promise, {took:.0f} s")
    assert faults[:20] == []


def dwarfed(number: int) -> Case:
    """A capsule whose core is from 1e-9 to 1e-3 long and whose radius is 1, up to 1e6 from the origin, and another
    capsule, a box, or a rounded speck."""
    random = np.random.default_rng((SEED, number, 1))
    while True:
        way, at = (g.Pose(angle=random.uniform(0.0, 7.0)).place(np.eye(2))[0] for _ in range(2))
        place, other = log_uniform(random, 0.0, 6.0) * at, random.uniform(0.0, 7.0)
        near = place + random.uniform(1.0, 2.2) * random.choice((-1.0, 1.0), 2) * way
        try:
            a = g.capsule(place, place + log_uniform(random, -9.0, -3.0) * random.normal(size=2), 1.0)
            b: Convex
            match number % 3:
                case 0:
                    b = g.capsule(near, near + log_uniform(random, -9.0, 0.0) * random.normal(size=2), 1.0)
                case 1:
                    b = g.box(1, 1, near, other)
                case _:
                    b = g.rounded(g.box(1e-6, 1e-6, near, other), 0.5)
        except ValueError:  # as thin as the rounding of its place
            continue
        still = np.zeros(2)
        largest = max(a.max_coordinate, b.max_coordinate)
        return Case(number, a, b, still, still, a, b, max(a.size, b.size), largest)
