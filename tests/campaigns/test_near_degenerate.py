"""100,000 cases of nearly parallel edges, and as many of almost flat vertices, for every routine that answers the
same question; each answer certified by its residuals in extended precision (see `tests.geometry.certificates`).

    python -m pytest tests/campaigns/test_near_degenerate.py -m campaign -n 0 -s

SEPARATRIX_CASES asks for another number, SEPARATRIX_SEED for other cases.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from tests.geometry.certificates import Faults, cast_faults, pair_faults, ray_faults, swept_faults
from tests.geometry.near_degenerate import FAMILIES, Case, cases, dwarfed

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
    judged("radii that dwarf their cores", pair_faults, (dwarfed(SEED, number) for number in range(COUNT)))


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
