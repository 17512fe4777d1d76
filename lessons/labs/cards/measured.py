"""What has been measured of each card, kept in `measured.json`; `python -m tests.tools.cards` renews it.

For each card: of how many random scenes how many differ, where a sample of them puts B beside A, and one failure from
as it was found to the smallest example, in a few states.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from lessons.labs.cards.card import Card
from lessons.labs.cards.clarity import Clarity, clarity
from lessons.labs.cards.parts import Arguments, Kind, decimals, middle, vertices
from lessons.labs.cards.search import find, frozen, scenes, shrunk

FILE = Path(__file__).with_name("measured.json")
SCENES, SAMPLE, STATES, TRIES = 10_000, 150, 4, 16
LOOKED_AT = 200  # random scenes of a try: the first failure and the clearest one among them are shrunk


class Measured(NamedTuple):
    """Of one card."""

    scenes: int
    differs: int  # so many of them
    sample: tuple[tuple[float, float, bool], ...]  # where the mover is beside the first part, and whether it differs
    states: tuple[Arguments, ...]  # from the scene that was found to the smallest; the answers differ on each

    @property
    def rate(self) -> float:
        return self.differs / self.scenes

    @property
    def smallest(self) -> Arguments:
        return self.states[-1]

    @property
    def deviation(self) -> float:
        """The standard deviation of the share of one random scene that differs."""
        return math.sqrt(self.rate * (1.0 - self.rate))


@cache
def _read() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def is_measured(number: int) -> bool:
    """Whether the file has the card."""
    return str(number) in _read()


@cache
def measured_of(number: int) -> Measured:
    """Of a card by its number. Raises ValueError where it has not been measured."""
    told = _read().get(str(number))
    if told is None:
        raise ValueError(f"card {number} has not been measured: python -m tests.tools.cards {number}")
    sample = tuple((float(x), float(y), bool(z)) for x, y, z in told["sample"])
    return Measured(told["scenes"], told["differs"], sample, tuple(map(frozen, told["states"])))


def measure(card: Card) -> Measured:
    """Run the card's random scenes, and find its example."""
    flags, sample = 0, []
    for i, arguments in enumerate(islice(scenes(card, card.number), SCENES)):
        differs = card.differs(arguments)
        flags += differs
        if i < SAMPLE:
            x, y = beside(card, arguments)
            sample.append((round(x, 3), round(y, 3), differs))
    return Measured(SCENES, flags, tuple(sample), example(card))


def example(card: Card) -> tuple[Arguments, ...]:
    """Some of the failures are shrunk, and the simplest of all is kept: of equally simple ones the clearest, of
    equally clear ones the one that was found first."""
    best: list[Arguments] = []
    for found in _failures(card):
        states = [frozen(found), *shrunk(card, found)]
        best = min((each for each in (best, states) if each), key=lambda each: _price(card, each[-1]))
    if not best:
        raise ValueError(f"card {card.number}: no scene of its family differs")
    return tuple(_spread(best))


def _failures(card: Card) -> Iterator[Arguments]:
    """Of each try the first random scene on which the answers differ; then of each the clearest of many scenes."""
    tries = [1000 * card.number + seed for seed in range(TRIES)]
    firsts = [found.scene for seed in tries if (found := find(card, seed, SCENES)) is not None]
    yield from firsts
    for seed in tries:
        failing = (each for each in islice(scenes(card, seed), LOOKED_AT) if card.differs(each))
        clearest = max(failing, key=lambda each: sum(_clarity(card, each)), default=None)
        if clearest is not None and clearest not in firsts:
            yield clearest


def _clarity(card: Card, arguments: Arguments) -> Clarity:
    return clarity(card, arguments, card.ask(*arguments), lambda scene: card.ask(*scene))


def beside(card: Card, arguments: Arguments) -> tuple[float, float]:
    """Where the part that the map moves is, seen from the first part."""
    mover = mover_of(card)
    x, y = middle(card.parts[mover].kind, arguments[mover])
    u, v = middle(card.parts[0].kind, arguments[0])
    return (x - u, y - v) if mover else arguments[0][0]


def mover_of(card: Card) -> int:
    """The part that the map of failures moves: the last one that has a place."""
    return max((i for i, part in enumerate(card.parts) if part.kind is not Kind.VELOCITY), default=0)


def _price(card: Card, arguments: Arguments) -> tuple[float, ...]:
    count = sum(vertices(part.kind, value) for part, value in zip(card.parts, arguments, strict=True))
    size = max(abs(x) for x in _flat(arguments))
    return float(decimals(arguments)), float(count), -round(sum(_clarity(card, arguments)), 2), size


def _flat(value: Any) -> list[float]:
    return [x for each in value for x in _flat(each)] if isinstance(value, tuple) else [value]


def _spread(states: Sequence[Arguments]) -> list[Arguments]:
    """A few of them, evenly, the first and the last included."""
    if len(states) <= STATES:
        return list(states)
    return [states[round(i * (len(states) - 1) / (STATES - 1))] for i in range(STATES)]


def write(found: Mapping[int, Measured]) -> None:
    """Keep what has been measured, a card a line, with what stays of the others."""
    _read.cache_clear()
    measured_of.cache_clear()
    kept = {**_read(), **{str(number): each._asdict() for number, each in found.items()}}
    lines = [f"{json.dumps(number)}: {json.dumps(kept[number])}" for number in sorted(kept, key=int)]
    _read.cache_clear()
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
