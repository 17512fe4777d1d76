"""From a card's random scenes to its smallest example: what the lab's control and the measured file both do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from geometry.counterexample.shrink import shrink_data
from lessons.labs.cards.card import AGREE, Asked, Card
from lessons.labs.cards.clarity import clarity
from lessons.labs.cards.parts import Arguments, Kind
from lessons.labs.cards.running import mended

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


def shrunk(
    card: Card, arguments: Arguments, most_asked: int = 4000, budget_s: float | None = None
) -> list[Arguments]:
    """Simpler and simpler scenes on which the answers still differ, because of the wrong line, and as clearly as they
    did if it was no more than clear; the last is the smallest. `most_asked`: times that the routines are run at most.
    `budget_s`: no scene is tried after so many seconds."""
    runs, routine = 0, mended(card)
    with_right_line = card if routine is None else replace(card, faulty=routine)

    def ask(scene: Arguments) -> Asked:
        nonlocal runs
        runs += 1
        return card.ask(*scene)

    first = ask(arguments)
    enough = max(min(VISIBLE, first.error), AGREE * 2.0)
    least = clarity(card, arguments, first, ask)

    def fails(candidate: Arguments) -> bool:
        if runs >= most_asked:
            return False
        scene = frozen(candidate)
        try:
            asked = ask(scene)
        except ValueError:
            return False
        is_clear = asked.error >= enough and clarity(card, scene, asked, ask).holds(least)
        return is_clear and (routine is None or with_right_line.ask(*scene).error <= AGREE)

    def accepts(candidate: Arguments) -> None:
        card.refuse(frozen(candidate))

    opened = tuple(
        list(value) if part.kind in RINGS else value for part, value in zip(card.parts, arguments, strict=True)
    )
    places = tuple(i for i, part in enumerate(card.parts) if part.kind is not Kind.VELOCITY)
    return [frozen(each) for each in shrink_data(opened, accepts, fails, places, budget_s)]


def frozen(value: Any) -> Any:
    """Nested lists as tuples, numbers as floats."""
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else float(value)
