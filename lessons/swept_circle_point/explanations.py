"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

MOTION = explained(
    """A goes straight from A to A′ while t runs from 0 to 1. It touches p when its **centre** is one radius away:
    when the centre meets the **ring** around p.""",
    r"|\vec c + t\,\vec v - \vec p\,| = R",
)
START = explained(
    """Look at the **start** first. Whoever touches at the start touches at t = 0, whichever way it moves; no root of
    any equation says so.""",
    r"|\vec c - \vec p\,| - R \le 0 \ \Rightarrow\ t = 0",
)
APPROACH = explained(
    """Then look which way it goes. What does not come **nearer** now never will, as the path is straight: no root is
    worked out. Nor is one when the whole motion is shorter than the gap.""",
    r"\vec v \cdot (\vec p - \vec c) \le 0 \ \Rightarrow\ \mathrm{receding}",
)
QUADRATIC = explained(
    """Squared, it is a **quadratic** in t. Its discriminant compares the ring's radius with the distance at which the
    path passes p: negative when it goes by.""",
    r"v^2 t^2 + 2\,(\vec d \cdot \vec v)\,t + d^2 - R^2 = 0",
)
ROOTS = explained(
    """A line enters the ring and leaves it: **two roots**. The smaller is the first touch, the larger the last, when
    A would let go of p on the far side, had it gone through.""",
    r"t_1 = \frac{c}{-b + \sqrt{b^2 - a c}}",
)
IMPACT = explained(
    """The first root counts if it lies **between 0 and 1**. The normal points from the centre to p.""",
    r"0 \le t_1 \le 1",
)
POSITIVE = explained(
    """Taking the **lowest positive root** sounds right. Inside the ring the first touch lies in the past, at a
    negative t, and the lowest positive root is the **exit**. Nor does it ask whether the way is that long.""",
    r"t_1 < 0 < t_2 \ \Rightarrow\ t = 0,\ \mathrm{not}\ t_2",
)
APPROACH_FIRST = explained(
    """Here the two questions are asked the other way round: who does not come nearer is let go **before** anybody has
    looked whether it overlaps. Circle and point are in contact, and nothing is reported.""",
    r"\vec v \cdot (\vec p - \vec c) \le 0 \ \not\Rightarrow\ \mathrm{no\ contact}",
)
