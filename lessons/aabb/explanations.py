"""The idea and the formula of each stage."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import Aabb, AabbOverlap
from geometry.primitives.aabb import Enclosed, HighJoined, LowJoined, RadiusAdded, SidesCompared, VertexTaken
from viz.lesson.text import explained

JOINED = explained(
    """The box around two boxes needs no vertex: the **lower of the lows and the higher of the highs**, each axis by
    itself. Trees of boxes are built in this way.""",
    r"low_{AB} = \min(low_A,\ low_B)",
)
EXPLAINED: Mapping[type, str] = {
    VertexTaken: explained(
        """An upright box is four numbers: the least and the greatest x, the least and the greatest y. Look at
        **every vertex once**, and let it push the sides outward where it lies beyond them.""",
        r"low_x = \min_i\ x_i \qquad high_x = \max_i\ x_i",
    ),
    RadiusAdded: explained(
        """A rounded shape reaches its **radius** beyond its vertices, in every direction alike: all four sides move
        out by it. A sharp shape has none.""",
        r"low - r \qquad high + r",
    ),
    Enclosed: explained(
        """The box belongs to the shape **as it stands now**. Moved, it can be moved along; turned, the shape needs
        another: turn it with A and D, and the box is built anew.""",
        r"low \le \vec v_i \le high",
    ),
    LowJoined: JOINED,
    HighJoined: JOINED,
    Aabb: JOINED,
    SidesCompared: explained(
        """On each axis the sides are **intervals**, and these are compared like any two shadows. They are shadows:
        upright boxes have only two directions to test, x and y.""",
        r"s_x = \max(low_B - high_A,\ low_A - high_B)",
    ),
    AabbOverlap: explained(
        """A gap on either axis proves the **shapes** apart: they lie within their boxes. Boxes that overlap prove
        nothing about the shapes, and a closer test has to follow.""",
        r"s = \max(s_x,\ s_y)",
    ),
}
NO_TEST = explained(
    """The boxes overlap on both axes, and yet the shapes are **apart**: a test of boxes is no test of what is in
    them. It may only say which pairs need no closer look.""",
    r"\mathrm{boxes\ meet} \not\Rightarrow \mathrm{shapes\ meet}",
)
KEPT = explained(
    """Here A keeps the box that it had **before it was turned**. A sticks out of it, and whatever it meets out there
    is missed.""",
    r"\exists\, i:\ \vec v_i \notin box",
)
