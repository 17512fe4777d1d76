"""The idea and the formula of each stage."""

from __future__ import annotations

from geometry import (
    Owner,
)
from viz.lesson.text import explained

EDGES = explained(
    """A circle casts a shadow of **length 2r** on every axis, about the shadow of its centre. That is easy.
    What it does not have is edges, so the edges of the other shape are all that is offered.""",
    r"I_B = [\,\vec c \cdot \hat n - r,\ \vec c \cdot \hat n + r\,]",
)


EXPLAINED = {
    Owner.CLOSEST: explained(
        """At a corner none of the edges looks the right way. **One more axis** is needed, and only one: from
        the closest point of the other shape's core to the centre.""",
        r"\hat n = \frac{\vec c - \vec p}{|\vec c - \vec p\,|}",
    ),
    Owner.ANY: explained(
        """Both centres lie on one point, so there is no line between them. Two discs look the same from
        everywhere: **any axis** will do.""",
        r"\mathrm{separation} = -(r_A + r_B)",
    ),
}


APART = explained(
    """There is a gap. When the centre lies **outside**, the closest-point axis always shows the true distance;
    the edges may see less of it, or none.""",
    r"\mathrm{separation} = |\vec c - \vec p\,| - r",
)


TOUCHING = explained(
    """No axis shows a gap, so the shapes touch. A centre **inside or on the boundary** of the other core has no
    line to a closest point; then that core's edge normals, if it has any, are enough.""",
    r"\mathrm{depth} = -\max_i\ \mathrm{separation}_i",
)
BOUNDARY = explained(
    """The closest point of the **boundary** may be further away than the radius while the circle lies wholly inside.
    Ask first whether the centre is inside; only then the distance.""",
    r"\mathrm{hit} = \vec c \in A \ \lor\ |\vec c - \vec p\,| \le r",
)
