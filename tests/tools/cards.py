"""Measure the cards of *Spot the bug* anew: `python -m tests.tools.cards [--examples] [NUMBER...]`.

Without a number all of them. `--examples`: search their examples alone, and keep what random scenes have told.
"""

from __future__ import annotations

import sys

from lessons.labs.cards import CARDS
from lessons.labs.cards.measured import example, measure, measured_of, write


def main() -> None:
    wanted = {int(each) for each in sys.argv[1:] if each.isdecimal()}
    for card in CARDS:
        if not wanted or card.number in wanted:
            is_counted = "--examples" in sys.argv
            found = measured_of(card.number)._replace(states=example(card)) if is_counted else measure(card)
            write({card.number: found})
            print(
                f"{card.number} {card.title}: {found.differs} of {found.scenes}; smallest {found.smallest}",
                flush=True,
            )


if __name__ == "__main__":
    main()
