"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

ENDS = explained(
    """No need to project every point. The ends of the shadow are cast by the **support points** along the axis,
    one each way; every other point falls between.""",
    r"\max_i\ \vec v_i \cdot \hat n \qquad \min_i\ \vec v_i \cdot \hat n",
)


CAST = explained(
    """A shape's shadow is an **interval**: two numbers, measured along the axis. Two dimensions have become
    one, and intervals are easy to compare.""",
    r"I = [\,\min_i \vec v_i \cdot \hat n,\ \max_i \vec v_i \cdot \hat n\,]",
)
