"""The idea and the formula of each stage."""

from __future__ import annotations

from collections.abc import Mapping

from geometry.primitives.circle_aabb import (
    Clamped,
    FaceMeasured,
    OutsideMeasured,
    RadiusCompared,
    RegionFound,
)
from geometry.primitives.contact import PairResult
from viz.lesson.text import explained

EXPLAINED: Mapping[type, str] = {
    Clamped: explained(
        """Hold the centre between the sides, **one axis at a time**: too far left becomes the left side, and so
        on. That is the nearest point of the box, as long as the centre is outside.""",
        r"p_x = \min(\max(c_x,\ low_x),\ high_x)",
    ),
    RegionFound: explained(
        """The sides divide the plane into **nine regions**. Beside a face only one coordinate was clamped;
        beyond a corner both; inside none, and then the clamped point is the centre itself.""",
        r"3 \times 3 = 9",
    ),
    OutsideMeasured: explained(
        """From the closest point to the centre: its direction is the **normal**, its length the distance of the
        centre from the box.""",
        r"\vec d = \vec c - \vec p",
    ),
    FaceMeasured: explained(
        """Inside, clamping gives the centre back and the distance is 0: no direction, and dividing would give
        NaN. Measure to **all four faces** instead; the nearest is the way out.""",
        r"\min(high_x - c_x,\ c_x - low_x,\ high_y - c_y,\ c_y - low_y)",
    ),
    RadiusCompared: explained(
        """The circle reaches its radius towards the box. Distance less radius is the **separation**; from
        inside the distance counts as negative.""",
        r"s = d - r",
    ),
    PairResult: explained(
        """The contact: a point halfway between both surfaces, the normal from the box to the circle, and the
        separation. Touching counts as contact.""",
        r"\vec b\,' = \vec b - s\,\hat n",
    ),
}
BY_SIDE = explained(
    """Beyond a corner **no side gives the normal**: the way from the corner to the centre does. A side's normal sees
    only part of the distance, and finds contacts that are none.""",
    r"\hat n = \frac{\vec c - \vec p}{|\vec c - \vec p\,|}",
)
