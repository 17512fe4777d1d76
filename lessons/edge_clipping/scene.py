"""Two shapes, how far above the face a point is kept, and the box that is set down under either rule."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry import Manifold, PointRule, box, convex, manifold_by_crossing, rectangle, regular_polygon, rest, rounded
from geometry.tolerance import CONTACT_MARGIN, smaller_size
from viz.lesson.scene import TwoShapes, at, slider, toggle

GROUND = rectangle((-4, -1), (4, 0))
WIDTH, HEIGHT = 1.5, 1.0  # of the box that is set down
TIME_STEPS = 40


class Settled(NamedTuple):
    """A box on level ground under one rule."""

    times: NDArray[np.float64]
    tilts: NDArray[np.float64]  # degrees, counter-clockwise
    swing: float  # degrees, in the last quarter
    rests: bool


@dataclass(frozen=True, eq=False)
class Clipped(TwoShapes):
    margin: float = slider("Keep points above the face up to", 0.0, 10.0, 100.0 * CONTACT_MARGIN, "% of size", 1)
    crossing: bool = toggle("Beside it: one point where edges cross", True)
    tilt: float = slider("Tilt of the box set down", -5.0, 5.0, 2.0, "°", 1)

    @property
    def height(self) -> float:
        """The margin as a length."""
        return self.margin / 100.0 * smaller_size(self.a.world, self.b.world)

    def by_crossing(self) -> Manifold:
        return manifold_by_crossing(self.a.world, self.b.world)

    def set_down(self, rule: PointRule) -> Settled:
        return _set_down(round(self.tilt, 1), rule)


@lru_cache(maxsize=256)
def _set_down(degrees: float, rule: PointRule) -> Settled:
    """A box let go with its lower corner on the ground."""
    start = math.radians(degrees)
    turned = box(WIDTH, HEIGHT, (0.0, 0.0), start)
    lowest = float(turned.points[:, 1].min())
    found = rest(turned.moved((0.0, -lowest)), GROUND, rule, count=TIME_STEPS)
    tilts = np.degrees(np.concatenate(((0.0,), found.angles)) + start)
    return Settled(np.concatenate(((0.0,), found.times)), tilts, math.degrees(found.swing), found.rests)


def presets() -> Mapping[str, Clipped]:
    floor, crate = box(3.4, 0.9), box(2.0, 0.9)
    wedge = convex(((-0.9, -0.6), (1.0, -0.6), (0.1, 1.1)))
    soft = rounded(box(1.8, 0.5), 0.2)
    return {
        "Cut at a side plane": Clipped(at(floor, 0.0, -0.45), at(crate, 1.3, 0.28, 9)),
        "One point is discarded": Clipped(at(floor, 0.0, -0.45), at(crate, 0.2, 0.45, 14)),
        "All but flat": Clipped(at(floor, 0.0, -0.45), at(crate, 0.4, 0.455, 0.8), margin=2.0),
        "Lying flat": Clipped(at(floor, 0.0, -0.45), at(crate, 0.3, 0.43)),
        "Cut at both side planes": Clipped(at(box(1.6, 0.9), 0.1, -0.45), at(box(3.4, 0.8), 0.0, 0.2)),
        "A corner": Clipped(at(floor, 0.0, -0.45), at(wedge, 0.2, 0.75, 150)),
        "Rounded": Clipped(at(soft, -0.45, -0.4), at(soft, 0.6, 0.32, 12)),
        "Touching": Clipped(at(floor, 0.0, -0.45), at(crate, 0.6, 0.45)),
        "Far from the origin": Clipped(
            at(floor, 1e6, 1e6 - 0.5), at(regular_polygon(5, 1.0), 1e6 + 1.2, 1e6 + 0.6, 4)
        ),
    }
