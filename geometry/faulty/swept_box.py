"""The boxes around two whole motions, taken for the motions themselves.

Two boxes that hold everything that the shapes sweep over are apart: so are the shapes, always. That they overlap says
only that the pair has to be looked at; taken for a hit it finds many that never happen. Source: Collision detection
for dummies (its broadphase, read as a result).
"""

from __future__ import annotations

import numpy as np

from geometry.guards import require_convex
from geometry.record import record
from geometry.shape import Aabb, Convex
from geometry.time_of_impact.moving import turning_radius
from geometry.transform import Sweep


@record
class SweptBoxes:
    """The boxes of both motions."""

    box_a: Aabb
    box_b: Aabb
    is_hit: bool  # what the faulty rule answers: whether they overlap


def swept_boxes(a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep) -> SweptBoxes:
    """The boxes, and whether they overlap (touching counts). Raises ValueError for anything but two Convex."""
    require_convex("swept_boxes", "two Convex with a Sweep each", a, "A")
    require_convex("swept_boxes", "two Convex with a Sweep each", b, "B")
    box_a, box_b = _around(a, sweep_a), _around(b, sweep_b)
    apart = (box_a.low > box_b.high).any() or (box_b.low > box_a.high).any()
    return SweptBoxes(box_a, box_b, not apart)


def _around(shape: Convex, sweep: Sweep) -> Aabb:
    """All that the motion sweeps over lies in it: a body that turns, as a disc."""
    corners = []
    for pose in (sweep.start, sweep.end):
        if sweep.turn != 0.0:
            reach = turning_radius(shape) + shape.radius
            corners += [pose.position - reach, pose.position + reach]
        else:
            bounds = shape.at(pose).bounds()
            corners += [bounds.low, bounds.high]
    return Aabb(np.min(corners, axis=0), np.max(corners, axis=0))
