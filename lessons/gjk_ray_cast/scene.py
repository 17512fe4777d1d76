"""Two shapes that slide, and whether the time is taken for a distance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box, convex, regular_polygon, rounded
from viz.scene import Body, at, toggle
from viz.sweeps import TwoSlides, still, to


@dataclass(frozen=True, eq=False)
class RayCast(TwoSlides):
    by_distance: bool = toggle("Step by the distance alone", False)


def _by(start: Body, x: float, y: float) -> Body:
    """The end of the way of a body that moves by (x, y)."""
    return Body(start.shape, start.pose.moved((x, y)), counts_turns=True)


def presets() -> Mapping[str, RayCast]:
    five, slab, many = regular_polygon(5, 0.9), box(1.4, 0.8), regular_polygon(24, 0.9)
    wedge = convex(((-0.8, -0.6), (0.9, -0.5), (-0.2, 0.8)))
    soft = rounded(box(0.8, 0.5), 0.25)
    a, b = at(five, -1.6, -0.5, 9), at(wedge, 1.4, 1.1, 20)
    wheel, other = at(many, -1.6, -0.2), at(many, 1.4, 1.0, 3)
    block, beside = at(slab, -1.2, 0.0), at(slab, 0.9, 0.3)
    round_a, round_b = at(soft, -1.6, -0.3, 20), at(soft, 1.5, 0.9, -15)
    graze = at(slab, 1.6, 1.16)
    deep = at(wedge, -1.0, 0.1, 20)
    far_a, far_b = a.moved((1e6, 1e6)), b.moved((1e6, 1e6))
    return {
        "Both move": RayCast(a, _by(a, 2.0, -0.1), b, _by(b, -2.0, -0.9)),
        "Many vertices": RayCast(wheel, _by(wheel, 1.6, 1.0), other, _by(other, -2.2, 0.2)),
        "Distance is not time": RayCast(block, still(block), beside, to(beside, -1.7, -0.1), by_distance=True),
        "Grazing": RayCast(wheel, still(wheel), graze, _by(graze, -4.0, 0.1)),
        "Passing by": RayCast(a, still(a), b, _by(b, -4.2, 0.6)),
        "Receding": RayCast(a, still(a), b, _by(b, 0.8, 0.6)),
        "Round corners": RayCast(round_a, _by(round_a, 2.2, 0.4), round_b, _by(round_b, -2.0, -0.6)),
        "Starts overlapping": RayCast(a, _by(a, 2.0, -0.1), deep, _by(deep, 1.4, 1.2)),
        "Far from the origin": RayCast(far_a, _by(far_a, 2.0, -0.1), far_b, _by(far_b, -2.0, -0.9)),
    }
