"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

SIDES = explained(
    """Every point has a **signed distance** from the line: positive on its left, negative on its right. A shape
    lies on one side when all its points have the same sign; its furthest points decide.""",
    r"d(\vec x) = (\vec x - \vec p) \cdot \hat n",
)


SEPARATES = explained(
    """Nothing of A is where B is, so they **cannot touch**. The line separates; the axis that receives the
    shadows is the perpendicular one. The two are often mixed up.""",
    r"\max_A d < 0 < \min_B d",
)


TRY_AGAIN = explained(
    """This line does not do it, but **there is one** that does. Turning a line by hand is slow; the next lesson
    tries only a few directions and is sure.""",
    r"\max_A d \ge \min_B d",
)


IMPOSSIBLE = explained(
    """The shapes touch, so **no line** has one on each side: two convex shapes can be separated exactly when
    they have no point in common.""",
    r"A \cap B \ne \emptyset",
)
MIXED_UP = explained(
    """Cast on the line itself, shadows say nothing about it: they may overlap although it separates. **Line and
    axis are two things**, at a right angle: the line runs between the shapes, the axis receives the shadows.""",
    r"\hat n \perp \vec q - \vec p",
)
