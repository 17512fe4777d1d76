"""Measure the cards of *Spot the bug* anew: `python -m tests.tools.cards [NUMBER...]`, all without a number."""

from __future__ import annotations

import sys

from lessons.labs.cards import CARDS
from lessons.labs.cards.measured import measure, write


def main() -> None:
    wanted = {int(each) for each in sys.argv[1:]}
    for card in CARDS:
        if not wanted or card.number in wanted:
            found = measure(card)
            write({card.number: found})
            print(f"{card.number} {card.title}: {found.differs} of {found.scenes}; smallest {found.smallest}")


if __name__ == "__main__":
    main()
