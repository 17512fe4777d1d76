"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

PROJECTED = explained(
    """Round corners come last: the query works on the **inner polygon**. Drop p on the line of one edge; the foot
    is so far **along** it, and p so far above it.""",
    r"u = (\vec p - \vec a) \cdot \hat t \qquad h = (\vec p - \vec a) \cdot \hat n",
)
CLAMPED = explained(
    """The line is endless, the edge is not. **Clamp** the foot to the edge: before its start it becomes the first
    corner, beyond its end the second. Keep the nearest foot of all edges.""",
    r"\vec f = \vec a + \min(\max(u,\ 0),\ |\vec b - \vec a\,|)\ \hat t",
)
CENTRE = explained(
    """A circle is a point that was rounded: its inner polygon is its **centre**, and that is the foot.""",
    r"\vec f = \vec c",
)
INSIDE = explained(
    """The nearest foot does not say on which **side** p lies. p is inside a convex polygon exactly when it is behind
    every edge: one height above 0 is enough to be outside.""",
    r"\max_i\ (\vec p - \vec a_i) \cdot \hat n_i \ \le\ 0",
)
PUSHED = explained(
    """Now the radius: push the foot **out** by it. From an edge that is along the edge's normal, from a corner
    towards p.""",
    r"\vec c = \vec f + r\, \hat n",
)
ON_THE_FOOT = explained(
    """Often the direction is taken from p and its foot. On the inner boundary they are **one point**: 0 divided by
    0, or rounding noise blown up to length 1. An edge's own **normal** is always there; a corner has the middle of
    its two.""",
    r"\frac{\vec p - \vec f}{|\vec p - \vec f\,|} = \frac{\vec 0}{0}",
)
ANSWER = explained(
    """The distance to the foot counts negative inside the inner polygon; take the radius off it. Between the inner
    polygon and the boundary p is inside too, and **touching counts as inside**.""",
    r"s = \pm |\vec p - \vec f\,| - r",
)
