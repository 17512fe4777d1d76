"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from geometry import Vector
from geometry.primitives.circle_aabb import OutsideMeasured
from geometry.primitives.contact import PairResult
from geometry.vector import readonly
from lessons.circle_aabb.scene import BoxAndCircle
from lessons.first_edition import box_captions
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import pair, signed, tint


class BySide(NamedTuple):
    """What the normal of a side says at a corner."""

    closest: Vector  # the corner
    normal: Vector  # unit, of the side that sees more of the distance
    separation: float  # along it


def by_side(moment: Moment[BoxAndCircle]) -> BySide | None:
    """The faulty answer at a corner; None where it is not shown, or where no corner is nearest."""
    outside = next((s for s in moment.trace if isinstance(s, OutsideMeasured)), None)
    if not moment.scene.side_normal or outside is None or not outside.region.is_corner:
        return None
    side = int(np.abs(outside.offset).argmax())
    normal = readonly(np.sign(outside.offset) * np.eye(2)[side])
    radius = moment.scene.b.shape.radius
    return BySide(outside.closest, normal, float(outside.offset @ normal) - radius)


def caption(moment: Moment[BoxAndCircle]) -> str:
    wrong = by_side(moment)
    if wrong is None or not isinstance(moment.step, PairResult):
        return box_captions.caption(moment.step)
    right = tint(signed(moment.step.separation), separation_ink(moment.step.separation))
    said = tint(f"{signed(wrong.separation)} along {pair(wrong.normal)}", Ink.FAULTY)
    return f"From the corner: {right} along {pair(moment.step.normal)}; by the side's normal {said}."
