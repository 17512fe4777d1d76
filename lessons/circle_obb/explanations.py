"""The idea and the formula of each stage."""

from __future__ import annotations

from collections.abc import Mapping

from geometry.primitives.circle_obb import (
    BackInWorld,
    BoxSpace,
    Translated,
    Unturned,
)
from geometry.primitives.contact import PairResult
from viz.lesson.text import explained

INSIDE = explained(
    """Here the box is upright, so everything is as in the lesson before: clamp, region, distance or nearest
    face, radius. Nothing has to be thought of twice.""",
    r"p_x = \min(\max(c_x,\ -h_x),\ h_x)",
)


EXPLAINED: Mapping[type, str] = {
    BoxSpace: explained(
        """A turned box is upright **for itself**. Take its middle as the origin and its sides as the axes; all
        that is left of it are its half extents.""",
        r"\hat x,\ \hat y,\ \vec h",
    ),
    Translated: explained(
        """First move: the box's middle becomes the origin. **Then** turn; the other way round the circle would
        land elsewhere.""",
        r"\vec d = \vec c - \vec m",
    ),
    Unturned: explained(
        """Turning back is easy: the columns of a rotation are the box's axes, so its inverse is its
        **transpose**, and the coordinates are two dot products.""",
        r"\vec c\,' = R^T \vec d = (\vec d \cdot \hat x,\ \vec d \cdot \hat y)",
    ),
    BackInWorld: explained(
        """The answer is in the box's terms. Turn it, then move it: points by both, **directions by the turn
        alone**. A separation is the same in both.""",
        r"\vec p = R\,\vec p\,' + \vec m \qquad \hat n = R\,\hat n'",
    ),
    PairResult: explained(
        """The contact in the world: halfway between both surfaces, the normal from the box to the circle.
        Turning both shapes together turns the contact, and changes nothing else.""",
        r"\vec b\,' = \vec b - s\,\hat n",
    ),
}
