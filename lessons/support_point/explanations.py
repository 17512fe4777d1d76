"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

MEASURED = explained(
    """How far does the shape reach in a direction? Only **vertices** can be furthest, so take the dot product
    of each with the unit direction and keep the greatest.""",
    r"\max_i\ \vec v_i \cdot \hat d",
)


FOUND = explained(
    """The **support point** is the furthest point of the shape. The line through it, square to the direction,
    touches the shape and has all of it on one side.""",
    r"h(\hat d) = \max_{\vec v}\ \vec v \cdot \hat d",
)


TIES = explained(
    """Two vertices are **equally far**: an edge faces the direction. A routine that returns only one of
    them hides this, and it matters later: contacts rest on edges.""",
    r"\vec v_i \cdot \hat d = \vec v_j \cdot \hat d",
)


ROUND = explained(
    """A rounded shape is its core grown by a disc, so its support point is that of the core, **moved by the
    radius** in the direction. A circle is one point, grown.""",
    r"\vec s = \vec v + r\,\hat d",
)
