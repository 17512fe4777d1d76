"""The same answers on every machine: a hash of 1,000 of them.

Each line of the text that is hashed is one pair: outcome, separation and normal, rounded to 9 significant digits,
-0 written as 0. The pairs are built from whole numbers by a generator of our own (numpy's streams may change with
its versions), so that nothing but our algorithms is in the hash. Where two normals tie, rounding may choose
differently on another machine: there the normal is left out.

When an algorithm is meant to answer differently, print the new hash with

    python -m tests.geometry.test_golden
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from geometry import Convex, hull, minimum_translation, separating_axis
from geometry.sat.minimum_translation import LeastOverlap

GOLDEN = "c2058498c6e32582cba286507b11823e73a987a9ab1c4dc6179d6307761ac36c"
ANSWERS = 1000


def whole_numbers(seed: int) -> Iterator[int]:
    """A linear congruential generator (Knuth's MMIX): the upper 31 bits."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def shape(numbers: Iterator[int]) -> Convex:
    """A disc, a capsule or a hull of up to 8 points with coordinates of thousandths, about 2 across."""
    x, y = (next(numbers) % 4000 / 1000.0 for _ in range(2))
    count = next(numbers) % 8 + 1
    cloud = [(x + next(numbers) % 2000 / 1000.0, y + next(numbers) % 2000 / 1000.0) for _ in range(count)]
    radius = max(0, next(numbers) % 900 - 300) / 1000.0
    return Convex(cloud, radius) if count < 3 else hull(cloud, radius)


def digits(value: float) -> str:
    return f"{value:.9g}" if abs(value) > 1e-12 else "0"


def line(a: Convex, b: Convex) -> str:
    found = separating_axis(a, b, early_out=False)
    least = next((s for s in minimum_translation.trace(a, b) if isinstance(s, LeastOverlap)), None)
    tied = least is not None and least.ties
    normal = "tied" if tied else " ".join(map(digits, found.normal.tolist()))
    return f"{found.outcome.name} {digits(found.separation)} {normal}"


def answers() -> str:
    numbers = whole_numbers(seed=2024)
    return "\n".join(line(shape(numbers), shape(numbers)) for _ in range(ANSWERS))


def test_a_thousand_answers() -> None:
    assert hashlib.sha256(answers().encode()).hexdigest() == GOLDEN


if __name__ == "__main__":
    print(hashlib.sha256(answers().encode()).hexdigest())
