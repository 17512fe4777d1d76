"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

PUSH = explained(
    """Move both along the normal, **half of the depth each**: then they just touch. Nothing has to be known
    about masses; only the displacement is least, not any work.""",
    r"\vec t_A = -\tfrac12 d\,\hat n \qquad \vec t_B = +\tfrac12 d\,\hat n",
)


FIXED = explained(
    """Ground and walls do not give way. A **fixed shape takes nothing**, and the other takes all of the
    depth.""",
    r"\vec t_A = 0 \qquad \vec t_B = d\,\hat n",
)


OVERSHOOT = explained(
    """Some code moves each by **0.51** of the depth, to be on the safe side. That leaves a gap of 2 % of the
    depth; the next frame the shapes fall together again, and the pile trembles.""",
    r"0.51 + 0.51 = 1.02",
)


SETTLED = explained(
    """Parting one pair may push a shape **into another**, so the rounds are repeated until nothing is pushed. A
    shape wedged between two fixed ones never comes free: the number of rounds is capped.""",
    r"d_{ij} \le 0 \quad \text{for all } i < j",
)


SLOP = explained(
    """A little overlap is **left standing**, so that the contact is found again in the next frame instead of
    coming and going. Eyes do not see it.""",
    r"t = \max(0,\ d - \mathrm{slop})",
)
PIECES = explained(
    """A concave shape is cut into convex pieces. Push out of **one piece after another**, and the cuts between them
    act as walls: the pushes add up to more than the least move out of the whole.""",
    r"|\vec t_1 + \vec t_2\,| \ge |\vec t\,|",
)
