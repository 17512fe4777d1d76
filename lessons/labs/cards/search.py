"""From a card's random scenes to its smallest example: what the lab's control and the measured file both do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from geometry.counterexample.shrink import shrink_data
from lessons.labs.cards.card import AGREE, Card
from lessons.labs.cards.parts import Arguments, Kind

VISIBLE = 0.1  # a shrunk example differs by as much, where the one that was found did
RINGS = frozenset((Kind.POLYGON, Kind.OUTLINE))


class Found(NamedTuple):
    """A scene on which the answers differ, and how many were tried to find it."""

    scene: Arguments
    tried: int


def scenes(card: Card, seed: int) -> Iterator[Arguments]:
    """The card's random scenes, those left out that it does not take."""
    random = Random(seed)
    while True:
        arguments = card.generate(random)
        try:
            card.refuse(arguments)
        except ValueError:
            continue
        yield arguments


def find(card: Card, seed: int, most: int) -> Found | None:
    """The first scene on which the answers differ; None where so many agree."""
    for tried, arguments in enumerate(islice(scenes(card, seed), most), start=1):
        if card.differs(arguments):
            return Found(arguments, tried)
    return None


def shrunk(card: Card, arguments: Arguments, most_asked: int = 4000) -> list[Arguments]:
    """Simpler and simpler scenes on which the answers still differ; the last is the smallest. `most_asked`: times
    that the routines are run at most."""
    enough = max(min(VISIBLE, card.ask(*arguments).error), AGREE * 2.0)
    asked = 0

    def fails(candidate: Arguments) -> bool:
        nonlocal asked
        asked += 1
        if asked > most_asked:
            return False
        try:
            return card.ask(*frozen(candidate)).error >= enough
        except ValueError:
            return False

    def accepts(candidate: Arguments) -> None:
        card.refuse(frozen(candidate))

    opened = tuple(
        list(value) if part.kind in RINGS else value for part, value in zip(card.parts, arguments, strict=True)
    )
    places = tuple(i for i, part in enumerate(card.parts) if part.kind is not Kind.VELOCITY)
    return [frozen(each) for each in shrink_data(opened, accepts, fails, places)]


def frozen(value: Any) -> Any:
    """Nested lists as tuples, numbers as floats."""
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else float(value)
