"""The idea and the formula of each kind of step."""

from __future__ import annotations

from viz.lesson.text import explained

MEASURED = explained(
    """How can a gap close? The centres **approach** along its normal, and the bodies **turn**. A body that turns by
    the angle θ moves none of its points further than its furthest one, along an arc of length r θ. Whatever the
    normal, the turns close no more than both arcs.""",
    r"\mathrm{arcs} = r_A |\theta_A| + r_B |\theta_B|",
)
ADVANCED = explained(
    """Measure the gap and its normal. Nothing closes it faster than the **bound**: the approach of the centres along
    the normal, plus the arcs. So it is safe to advance by gap over bound: the line of that slope stays **below the
    curve**, and nothing is ever stepped through.""",
    r"\Delta t = \frac{s}{b} \qquad b = -\hat n \cdot (\vec v_B - \vec v_A) + r_A |\theta_A| + r_B |\theta_B|",
)
HIT = explained(
    """The gap is down to the **target distance**, up to the tolerance: a hit. The target is a little more than
    nothing, so that there is still a normal, and rounding cannot carry one shape into the other.""",
    r"s \le s_\mathrm{target} + \varepsilon",
)
TOO_FAR = explained(
    """Let the gap close as fast as the bound allows, all the way to the **end of the motion**: something is still
    left. There is no contact, and that is proved for every moment in between.""",
    r"s - (1 - t)\, b > 0",
)
RECEDING = explained(
    """The bound is **not above zero**: along this normal the gap can never close again, so the search ends. The
    article's listing divides by the bound whatever its sign: it goes **back in time**, and for some pairs to and fro
    for ever.""",
    r"b \le 0 \ \Rightarrow\ \mathrm{no\ contact}",
)
STILL = explained(
    """Neither body moves or turns as seen from the other, so the bound is **zero**. Gap over bound would divide by
    zero; the answer is plain without it.""",
    r"b = 0",
)
IN_TOUCH = explained(
    """GJK finds **no gap**: the shapes touch or overlap already. There is nothing to advance over. That is an outcome
    of its own, and the routines for contacts take over: which way out, and how deep.""",
    r"s(0) \le 0",
)
FAILED = explained(
    """Where shapes only graze each other the steps **shorten** for ever, so there is a cap. The answer says so: until
    this time nothing touches, and about the rest nothing is known. Bilateral advancement needs far fewer rounds.""",
    r"k = k_\mathrm{max}",
)
ANSWER = explained(
    """Every step stopped **short of the contact**, so the last one is before it by no more than the target distance.
    That is what conservative means: never late, and never through.""",
    r"t_{k+1} = t_k + \frac{s_k - s_\mathrm{target}}{b_k}",
)
