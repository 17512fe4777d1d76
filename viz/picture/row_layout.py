"""Laying names out in a row: each as near as it can be to where it wants to stand, none over another."""

from __future__ import annotations

from collections.abc import Sequence


def lay_out(
    wanted: Sequence[float], widths: Sequence[float], right: float, gap: float, keep: int
) -> list[float | None]:
    """Left ends for names that want to begin at `wanted` (ascending) and must end before `right`.

    Names are pushed left from the right end, as little as needed. Where there is no room for all, those furthest in
    the row from name `keep` go first: None.
    """
    shown = list(range(len(wanted)))
    while len(shown) > 1 and sum(widths[i] + gap for i in shown) - gap > right - wanted[shown[0]]:
        shown.remove(max(shown, key=lambda i: abs(i - keep)))
    places: list[float | None] = [None] * len(wanted)
    least = wanted[0] if wanted else 0.0
    for i in shown:
        places[i] = least = max(wanted[i], least)
        least += widths[i] + gap
    most = right
    for i in reversed(shown):
        at = min(places[i] or 0.0, most - widths[i])
        places[i] = at
        most = at - gap
    return places
