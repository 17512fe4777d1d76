"""The idea and the formula of each kind of step."""

from __future__ import annotations

from viz.lesson.text import explained

MEASURED = explained(
    """Conservative advancement creeps, because a bound of the speed is far above the speed. Another way: watch the
    gap along **one axis**, and go straight to where it closes: a **root** of a function of time. The lengths that
    decide are the same.""",
    r"s(t) = s_\mathrm{target}",
)
AXIS = explained(
    """The normal between the closest features is the **axis**. Held in the world where two corners face each other,
    turning with the body whose edge is in it. The gap along it is never more than the distance: while it is open
    there is no contact.""",
    r"s(t) = \min_{b \in B} \hat n(t) \cdot \vec b - \max_{a \in A} \hat n(t) \cdot \vec a",
)
OPEN = explained(
    """At the end of the interval the gap along the axis is open, and the **floor** under the curve is above zero. So
    it was open all the time: a miss, proved from two ends at once.""",
    r"s \ \ge\ \mathrm{chord} - K h^2 / 8 \ >\ 0",
)
ADVANCE = explained(
    """At t2 the gap along the axis is down to the target, and **proved** open all the way there. So t1 moves up to
    t2, and GJK gives the next axis. One such step does the work of many of conservative advancement.""",
    r"t_1 \leftarrow t_2",
)
DEEPER = explained(
    """At t2 the deepest vertices are **past** the target along the axis. Somewhere before that their own gap, a
    smooth curve, comes down to the target: look for that root, and push t2 back to it.""",
    r"g_{ij}(t) = \hat n(t) \cdot (\vec b_j - \vec a_i)",
)
HALVE = explained(
    """At t2 the gap is open, but two ends say nothing about the **middle**: a thin bar that turns fast is through and
    away in between. The curve bends by no more than K, and that is not enough here, so t2 moves halfway back. Box2D
    leaves this proof out.""",
    r"s \ \ge\ \mathrm{chord} - K\, u (h - u) / 2",
)
ROOT = explained(
    """The root of one pair's gap, between a time where it is more than the target and one where it is less. The
    **secant** guesses where the chord meets the target: quick on a curve that is nearly straight. Every other guess
    is the **middle**: sure.""",
    r"t = t_l + \frac{s_\mathrm{target} - g_l}{g_h - g_l}\,(t_h - t_l)",
)
HIT = explained(
    """The distance itself is down to the **target**: a hit, at the same time that conservative advancement finds, up
    to the tolerance. It takes far fewer distance queries, and the slower the bound creeps the more it gains.""",
    r"s \le s_\mathrm{target} + \varepsilon",
)
MISSED = explained(
    """There is **no contact** in the whole interval. It is proved, not sampled: either the gap along one axis stays
    open, or the bound of the motion says that it cannot close.""",
    r"s(t) > 0 \quad \mathrm{for\ all}\ t",
)
IN_TOUCH = explained(
    """GJK finds **no gap**: they touch or overlap before they move. An outcome of its own.""",
    r"s(0) \le 0",
)
