"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

MOTION = explained(
    """A is a **point**: it has no radius that the wall could grow by. Path and wall are two straight lines, each with
    a **fraction** of its own: t says how far along the path, u how far along the wall.""",
    r"\vec a + t\,\vec r = \vec c + u\,\vec e",
)
START = explained(
    """Look at the **start** first. A point on the wall touches at t = 0, whichever way it moves, and along the wall
    too, where no cross product could say so.""",
    r"|\vec a - \mathrm{clamp}(\vec a)| = 0 \ \Rightarrow\ t = 0",
)
CROSS = explained(
    """Cross both sides **with e** and u drops out; **with r**, and t does. Each cross product is the area of a
    parallelogram. The two for t stand on the same side e, so their ratio is one of **heights**: how far to the
    wall's line, and how far altogether.""",
    r"t = \frac{\vec w \times \vec e}{\vec r \times \vec e} \qquad u = \frac{\vec w \times \vec r}{\vec r \times "
    r"\vec e} \qquad \vec w = \vec c - \vec a",
)
MET = explained(
    """**Both** must lie between 0 and 1: t, or the lines meet before or after the way; u, or they meet beside the
    wall. Two divisions, no square and **no root**.""",
    r"0 \le t \le 1 \quad \mathrm{and} \quad 0 \le u \le 1",
)
PARALLEL = explained(
    """The cross product of path and wall is 0: the height over the wall's line **never changes**. Who is off the line
    stays off it. Who is on it meets the nearer **end** first.""",
    r"\vec r \times \vec e = 0",
)
END = explained(
    """The end is a point, and so is A: the circle of the other lessons with **radius 0**. What is under its root is
    then 0 as well: first and last touch are the same moment.""",
    r"t = \frac{\vec r \cdot (\vec c - \vec a)}{\vec r \cdot \vec r} \qquad \vec r \times (\vec c - \vec a) = 0",
)
IMPACT = explained(
    """The normal is the wall's own, on the side that the path does not come from. At an end that is run into along
    the wall it is the direction of the path.""",
    r"\hat n \perp \vec e \qquad \hat n \cdot \vec r > 0",
)
SIDES = explained(
    """A and A′ lie on different **sides** of the wall's line: that says that the line is crossed, not that the wall
    is. The path may go past an end. Ask u as well.""",
    r"0 \le t \le 1 \ \not\Rightarrow\ 0 \le u \le 1",
)
ENDLESS = explained(
    """A ray has no end; a **motion** has. Whoever does not ask whether t is at most 1 stops the point at a wall that
    it will not reach in this time step.""",
    r"t \le 1",
)
NEVER = explained(
    """A cross product of 0 is taken for a **miss**, to save the division. It is one only beside the wall's line. On
    the line, the path runs straight into an end of the wall, or starts on it.""",
    r"\vec r \times \vec e = 0 \ \not\Rightarrow\ \mathrm{no\ contact}",
)
