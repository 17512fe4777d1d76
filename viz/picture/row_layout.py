"""Names in a row, each at its own place: which of them can be shown without one standing over another."""

from __future__ import annotations

from collections.abc import Sequence


def names_that_fit(lefts: Sequence[float], widths: Sequence[float], gap: float, keep: int) -> list[int]:
    """The places of the names that are shown, in order: `keep` always, then the last, the first and the others as far
    as they leave `gap` between each other. `lefts`: where each name begins, ascending."""
    last = len(lefts) - 1
    shown: list[int] = []
    for i in dict.fromkeys((keep, last, *range(last))):
        if all(lefts[i] + widths[i] + gap <= lefts[j] or lefts[j] + widths[j] + gap <= lefts[i] for j in shown):
            shown.append(i)
    return sorted(shown)
