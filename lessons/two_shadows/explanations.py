"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

CAST = explained(
    """Both shapes cast a shadow on the same axis: **two intervals** on one line. Drag the tip of the arrow to
    turn the axis, and watch the point run along the curve below.""",
    r"I_A = [\,\min A,\ \max A\,] \qquad I_B = [\,\min B,\ \max B\,]",
)


COMPARED = explained(
    """While there is overlap the curve **sags between edge normals**, so its peak sits at one of them. A gap
    may peak in between, on the line of two closest corners, but then an edge normal shows a gap too. Only round
    corners need that line as well.""",
    r"s(\hat n) = \max(\min B - \max A,\ \min A - \max B)",
)
