"""The idea and the formula of each stage."""

from __future__ import annotations

from collections.abc import Mapping

from geometry.sat.projection import AlongLine, Divided, Dotted, FootFound, Squared, ToPoint
from viz.lesson.text import explained

EXPLAINED: Mapping[type, str] = {
    ToPoint: explained(
        """Light falls square onto the line through a and b. To find the shadow of c, first write down the way
        to it **from a point of the line**.""",
        r"\vec p = \vec c - \vec a",
    ),
    AlongLine: explained(
        """The line's direction is the way from a to b. It need **not** have length 1: the division to come
        takes care of that.""",
        r"\vec q = \vec b - \vec a",
    ),
    Dotted: explained(
        """The **dot product** is an area: the length of q times the length of p's shadow on q. Its sign tells
        the angle: positive when acute, zero at a right angle, negative when obtuse.""",
        r"\vec p \cdot \vec q = p_x q_x + p_y q_y",
    ),
    Squared: explained(
        """q times itself is the **square on q**. The two areas share one side, so dividing them compares the
        shadow with q itself.""",
        r"|\vec q\,|^2 = \vec q \cdot \vec q",
    ),
    Divided: explained(
        """The **fraction** says where the shadow falls: 0 at a, 1 at b, less than 0 behind a, more than 1
        beyond b. No square root was needed.""",
        r"t = \frac{\vec p \cdot \vec q}{|\vec q\,|^2}",
    ),
    FootFound: explained(
        """Go that fraction of q from a: the **foot**, the point of the line nearest to c. From there to c is at
        a right angle to the line.""",
        r"\vec f = \vec a + t\,\vec q",
    ),
}
NAIVE = explained(
    """p · q alone is **no length**: it is the shadow's length times the length of q. Taken for a length it is
    right only when q has length 1. Drag b and see.""",
    r"\mathrm{length} = \frac{\vec p \cdot \vec q}{|\vec q\,|}",
)
REFUSED = explained(
    """**One point has no direction.** Every line through it is as good as any other, so the question has no
    answer, and dividing would give NaN, which spreads. The algorithm refuses, and says why.""",
    r"|\vec q\,|^2 = 0",
)
