"""Every tolerance of the package, each derived from a named root and with its reason.

Two roots: what rounding can do to a coordinate (nothing can be decided below it), and what an eye can see
(nothing needs to be decided below it).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from geometry.shape import Convex

EPSILON = float(np.finfo(np.float64).eps)  # one unit in the last place of 1.0

# A length that matters to the physics and not to the eye, for shapes of about unit size (after Box2D, where
# shapes are about a metre and the slop is half a centimetre). Contacts may keep this much overlap.
LINEAR_SLOP = 0.005

# Projecting a point takes two products and a sum, each rounded, on coordinates that were rounded themselves
# when the shape was placed; comparing two projections doubles that. Sixteen units in the last place of the
# largest coordinate cover it with room to spare. Smaller gaps cannot be told from touching.
ROUNDING = 16.0 * EPSILON

# Two directions count as parallel below this sine. The error of taking one for the other is this fraction of
# the shapes' extent: a thousandth of the 1e-9 that the package promises.
PARALLEL = 1e-12

# A vertex nearer than this fraction of the outline's size to the line through its neighbours (plus rounding)
# carries no corner: the outline makers drop it.
COLLINEAR = 1e-12

# A search for a time of impact steers for a gap of this fraction of the smaller shape's size, a fifth of the slop:
# invisible, and wide enough to have a normal.
TARGET_DISTANCE = 0.2 * LINEAR_SLOP

# Near enough to that gap, as a fraction of it (after Box2D).
TARGET_TOLERANCE = 0.25


def rounding(a: Convex, b: Convex | None = None) -> float:
    """The length below which a separation of one shape, or between two, cannot be told from 0 (touching)."""
    return ROUNDING * (a.max_coordinate if b is None or a.max_coordinate >= b.max_coordinate else b.max_coordinate)


_SKIPPING = 2.0 * math.sqrt(2.0) * PARALLEL / ROUNDING


def skipping(a: Convex, b: Convex) -> float:
    """What skipping a parallel axis may cost a separation. Both shapes lie within sqrt(2) times their largest
    coordinate of the origin, so each of two projections shifts by at most that times the sine."""
    return _SKIPPING * rounding(a, b)


# A contact that was found may keep further points this fraction of the smaller shape's size above the reference face
# (one slop, for shapes of unit size): a box that stands on a corner by an invisible tilt rests on its whole edge.
CONTACT_MARGIN = LINEAR_SLOP

# An edge that was the reference before stays it until another is better by this fraction of the smaller shape's size:
# a tenth of the slop, far above the noise of a resting pair and far below what is seen (after Box2D).
REFERENCE_HYSTERESIS = 0.1 * LINEAR_SLOP

# A contact normal this many radians beside the cone of the outer edges at a corner counts as in it (Box2D's angular
# slop, 2 degrees): a box that rests with an invisible tilt has its own edge's normal, not the floor's.
CONE_SLACK = math.radians(2.0)


def smaller_size(a: Convex, b: Convex) -> float:
    """The size of the smaller of two shapes."""
    return min(a.size, b.size)
