"""Two bodies that move and turn, and whether the article's listing runs beside ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box, regular_polygon
from lessons.first_edition.sweeps import TwoSweeps, still, to
from viz.lesson.scene import at, toggle


@dataclass(frozen=True, eq=False)
class Advancing(TwoSweeps):
    listing: bool = toggle("Show the article's listing", False)


def presets() -> Mapping[str, Advancing]:
    five, bar, slab = regular_polygon(5, 1.0), box(2.0, 0.45), box(1.2, 1.0)
    a = at(five, -1.2, -0.4, 9)
    spun = at(bar, 1.7, 1.5, 20)
    head = at(slab, 2.0, -0.4)
    slant = at(slab, 2.2, 1.35)
    sweeps = at(bar, 2.1, 1.15, 10)
    leaves = at(bar, -1.9, -2.5, 151)
    middle = at(five, 0.0, 0.0, 1)
    block = at(slab, -0.6, 0.0)
    touching = at(slab, 0.6, 0.3)
    deep = at(bar, 0.4, 0.3, 30)
    slow = at(bar, 1.9, 1.9, 100)
    return {
        "A bar that turns": Advancing(a, still(a), spun, to(spun, -0.6, -0.9, 130)),
        "Head-on": Advancing(a, still(a), head, to(head, -0.6, -0.4)),
        "Glancing": Advancing(a, still(a), slant, to(slant, -2.6, 0.9, 0)),
        "Spins and sweeps past": Advancing(a, still(a), sweeps, to(sweeps, -2.6, 1.9, 370)),
        "Receding: listing loops": Advancing(middle, still(middle), leaves, to(leaves, -1.6, 2.4, 118), listing=True),
        "Starts touching": Advancing(block, still(block), touching, to(touching, 2.0, 1.0, 60)),
        "Starts overlapping": Advancing(block, still(block), deep, to(deep, 2.0, 1.0, 90)),
        "Slow convergence": Advancing(a, still(a), slow, to(slow, -0.2, 0.9, 460)),
        "No motion at all": Advancing(a, still(a), spun, still(spun)),
    }
