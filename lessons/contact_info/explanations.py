"""The idea for each kind of answer."""

from __future__ import annotations

from viz.lesson.text import explained

APART = explained(
    """**Apart**: no contact, but the same three things are known. The point halfway between the nearest places, the
    normal from A to B, and a positive separation.""",
    r"\vec p_B - \vec p_A = s\,\hat n, \qquad s > 0",
)
ONE = explained(
    """A contact is told by **where, which way and how deep**: a point, the normal from A to B, and the separation,
    which is negative. Move B by minus the separation along the normal, and the two just touch.""",
    r"\vec t_B = -s\,\hat n, \qquad s \le 0",
)
TWO = explained(
    """Where edges lie on each other, **one point is not enough**: always a corner, it would jump from one end to
    the other with the least tilt. Both ends of what the edges have in common are given.""",
    r"(\vec p_1, s_1), \quad (\vec p_2, s_2), \quad \hat n",
)
UNTURNED = explained(
    """A table of routines has one routine for **box and circle**. Asked for circle and box, it takes them the other
    way round, and its normal points from B to A. Whoever forgets to turn it back pulls the two together.""",
    r"\hat n_{AB} = -\hat n_{BA}",
)
