"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

RADII = explained(
    """Two circles touch when their centres are **one sum of radii** apart. So let B have both radii: A shrinks to its
    centre, a point, and B grows by as much.""",
    r"R = r_A + r_B",
)
MOTION = explained(
    """Sit on B: it stands still, and A moves by what it moves **more than B**. Only this difference can open or close
    the gap; what both have in common moves nobody nearer.""",
    r"\vec v = \vec v_A - \vec v_B",
)
ADDED = explained(
    """The radii are added, so why not the velocities? Because sitting on B, whatever runs **towards** B comes faster,
    and whatever B runs after comes slower. The sum is right only while B stands still.""",
    r"\vec v_A + \vec v_B \ \neq\ \vec v_A - \vec v_B",
)
START = explained(
    """Overlapping at the start is a touch at t = 0, even where the two are on their way apart.""",
    r"|\vec a - \vec b\,| - R \le 0 \ \Rightarrow\ t = 0",
)
APPROACH = explained(
    """The gap closes only if the **relative** motion leads towards B. Two that run the same way, equally fast, have
    no relative motion at all.""",
    r"\vec v \cdot (\vec b - \vec a) > 0",
)
QUADRATIC = explained(
    """What is left is the lesson before: a point on its way, and a ring of radius R around another. The ways may
    **cross** in the world and pass each other here, for crossing ways say nothing about being there at once.""",
    r"v^2 t^2 + 2\,(\vec d \cdot \vec v)\,t + d^2 - R^2 = 0",
)
ROOTS = explained(
    """The relative path enters the ring and leaves it. The smaller root is the first touch.""",
    r"t_1 = \frac{c}{-b + \sqrt{b^2 - a c}}",
)
IMPACT = explained(
    """Back in the world both have moved on by t. They touch on the line between their centres, **one radius** from
    each.""",
    r"\vec p = \vec b + t\,\vec v_B - r_B\,\hat n",
)
