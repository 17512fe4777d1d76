"""Two bodies that move and turn, and whether the search without its proof runs beside ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box, convex, regular_polygon
from lessons.first_edition.sweeps import TwoSweeps, still, to
from viz.lesson.scene import at, toggle


@dataclass(frozen=True, eq=False)
class Rooted(TwoSweeps):
    unproved: bool = toggle("Show the search without its proof", False)


def presets() -> Mapping[str, Rooted]:
    five, bar, slab = regular_polygon(5, 1.0), box(2.0, 0.45), box(1.2, 1.0)
    wedge = convex(((-0.8, -0.6), (0.9, -0.5), (-0.2, 0.8)))
    a, spun, head = at(five, -1.2, -0.4, 9), at(bar, 1.7, 1.5, 20), at(slab, 2.0, -0.4)
    slow, sweeps, deep = at(bar, 1.9, 1.9, 100), at(bar, 2.1, 1.15, 10), at(bar, -0.6, 0.1, 30)
    ping, pong = at(wedge, -1.2, -0.4, 59), at(bar, 1.4, -0.4, 70)
    block, needle = at(slab, -0.9, 0.0), at(box(2.0, 0.16), 0.4, 0.0, 90)
    floor, skims = at(box(3.2, 0.6), 0.0, -0.8), at(box(1.2, 0.5), -1.0, 0.2, -20)
    return {
        "A bar that turns": Rooted(a, still(a), spun, to(spun, -0.6, -0.9, 130)),
        "Slow for the bound": Rooted(a, still(a), slow, to(slow, -0.2, 0.9, 460)),
        "Ping-pong of features": Rooted(ping, to(ping, -1.2, -0.4, 73), pong, to(pong, -0.2, 0.6, -145)),
        "Open at both ends: wrong": Rooted(block, still(block), needle, to(needle, 0.4, 0.0, 270), unproved=True),
        "Spins and sweeps past": Rooted(a, still(a), sweeps, to(sweeps, -2.6, 1.9, 370)),
        "Head-on": Rooted(a, still(a), head, to(head, -0.6, -0.4)),
        "Apart along one axis": Rooted(floor, still(floor), skims, to(skims, 1.0, 0.1, 25)),
        "Starts overlapping": Rooted(a, still(a), deep, to(deep, 2.0, 1.0, 90)),
        "No motion at all": Rooted(a, still(a), spun, still(spun)),
    }
