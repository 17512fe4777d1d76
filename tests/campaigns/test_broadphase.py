"""Every structure's pairs are those of the definition: 10,000 random scenes with insertions, moves and removals, and
200 long ones.

    python -m pytest tests/campaigns/test_broadphase.py -m campaign -n 0 -s
"""

from __future__ import annotations

import pytest

from tests.geometry.test_broadphase import life, made


@pytest.mark.parametrize("first", range(100_000, 110_000, 1000))
def test_ten_thousand_scenes(first: int) -> None:
    compared = sum(life(seed, made(), 24) for seed in range(first, first + 1000))
    print(f"seeds {first} to {first + 999}: {compared} times all pairs of a scene, in {len(made())} structures each")
    assert compared == 5000


def test_long_lives() -> None:
    compared = sum(life(seed, made(), 300) for seed in range(200_000, 200_200))
    print(f"seeds 200000 to 200199: {compared} times all pairs of a scene, in {len(made())} structures each")
    assert compared == 200 * 44
