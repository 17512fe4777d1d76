"""What bilateral advancement is told with."""

from __future__ import annotations

from geometry.time_of_impact.separation_function import AxisFrame
from viz.lesson.text import fixed

NEAREST = {
    AxisFrame.WORLD: r"Two vertices are nearest: $\hat n$ keeps its direction.",
    AxisFrame.A: r"An edge of A is nearest: $\hat n$ is its normal",
    AxisFrame.B: r"An edge of B is nearest: $\hat n$ is its normal",
}


def nearest(frame: AxisFrame, *, turns: bool) -> str:
    """Which features a query has found, and whether the axis turns with them."""
    if frame is AxisFrame.WORLD:
        return NEAREST[frame]
    body = frame.value
    return f"{NEAREST[frame]} and turns with {body}." if turns else f"{NEAREST[frame]}. {body} does not turn."


FIX = (
    r"A distance query is expensive, so we keep its axis $\examined{\hat n}$. The gap along it, $\gap{g}$, is cheap "
    "at any time, and never above the true gap of A and B."
)
ANEW = (
    r"At the new $t_1$ other features of A and B are nearest, and the old $\gap{g}$ is below the true gap. A new "
    "query gives a new axis, with a new curve."
)
KEPT = "At the new $t_1$ the same features are nearest, so axis and curve stay. $t_2$ starts at 1 again."
KEPT_ALONE = (
    "At the new $t_1$ the same features are nearest, so the axis stays. $t_2$ starts at 1 and moves back to the root "
    "again. Now the **lower bound** proves the bracket."
)


def at_root(tolerance: float) -> str:
    """What a root is: here the tolerance is first needed, and has its number."""
    return rf"|\gap{{g(t_2)}}-s_0|\ \le\ \varepsilon={fixed(tolerance)}"


def searched(target: float) -> str:
    """Why the search ends before the gap is 0."""
    return rf"We stop at a small **target gap**, $s_0$ = {fixed(target)}: at gap 0 a query would give no axis."


GAP = (
    r"\gap{g(t)}=\min_{\B{B}}\,\examined{\hat n}\cdot\B{\boldsymbol{b}}"
    r"-\max_{\A{A}}\,\examined{\hat n}\cdot\A{\boldsymbol{a}}"
)
BACK = r"$\gap{g(t_2)}$ is below $s_0$: **secant** and **bisection** move $t_2$ back to a **root** of $\gap{g}=s_0$."
ROOT = (
    r"At the far end $\gap{g}$ is below $s_0$. Trials 1, 2, ... find the **root**, where $\gap{g}=s_0$: odd ones by "
    "a **secant**, which is quick, even ones by **bisection**, which is safe."
)
CURVES = (
    r"Between both ends $\gap{g}$ may sag below its chord. $K$ is the most that it can curve, so it is never below "
    "this parabola: a **lower bound**."
)
DEEPER = "Along this axis $K$ is larger: the **lower bound** is deeper. "
TOO_LOW = "Where it is below the limit, it proves nothing. In a shorter bracket it is less deep."
TOO_LOW_FIRST = (
    "Where the **lower bound** is below the limit, it proves nothing. In a shorter bracket it is less deep."
)
SAGS = (
    "The larger $K$ and the longer the bracket, the deeper is the **lower bound** below its chord. Below the limit "
    "it proves nothing."
)
PROVES = "The **lower bound** is nowhere below the limit: A and B are apart in all of the bracket."
SHALLOWER = (
    "In a bracket of half the length the **lower bound** is only a quarter as deep below its chord. Now it is "
    "nowhere below the limit: A and B stay apart."
)
SHORTER = (
    "In a shorter bracket the **lower bound** is less deep below its chord. Now it is nowhere below the limit: A and "
    "B are apart in all of the bracket."
)
PROVED = r"\gap{g(t)}\ \ge\ \gap{\mathrm{lower\ bound}}\ \ge\ \mathrm{limit}\quad(t_1\le t\le t_2)"
OPEN = (
    r"$\gap{g}$ is above the limit at both ends, and the **lower bound** shows that it is so in between: this one "
    "axis proves a miss."
)
FLOOR = r"\gap{g(t)}\ \ge\ \gap{\mathrm{chord}(t)-\tfrac{K}{2}(t-t_1)(t_2-t)}"
LATER = (
    "Each bracket brings $t_1$ nearer to the impact or to 1. A new axis is needed where other features of A and B "
    "become the nearest."
)
ARRIVED = (
    r"At the last $t_1$ the true gap has come down to the target gap, within the **tolerance** $\varepsilon$: this "
    "is the **time of impact**."
)
_TURNING = (
    r"Seen from {0}, {1} turns (radius $r_{1}$), circles (distance of centres $d$) and moves (speed $v$). Each part "
    "adds to $K$."
)
BENDS = {
    AxisFrame.WORLD: r"A vertex at radius $r$ accelerates by at most $r\,\omega^2$. So $\gap{g''}$ is at most $K$.",
    AxisFrame.A: _TURNING.format("A", "B"),
    AxisFrame.B: _TURNING.format("B", "A"),
}
BOUND = {
    AxisFrame.WORLD: r"K=r_A\,\omega_A^2+r_B\,\omega_B^2",
    AxisFrame.A: r"K=r_B\,(\omega_B-\omega_A)^2+d\,\omega_A^2+2\,v\,|\omega_A|",
    AxisFrame.B: r"K=r_A\,(\omega_A-\omega_B)^2+d\,\omega_B^2+2\,v\,|\omega_B|",
}
STAYS = r"\gap{s(t)}\ \ge\ \gap{g(t)}\ \ge\ \gap{\mathrm{lower\ bound}}\ \ge\ \mathrm{limit}\quad(t_1\le t\le 1)"
NO_MEETING = (
    "The earlier brackets prove A and B apart up to the last $t_1$. The last bracket proves them apart from there to "
    "1: this motion has no impact."
)
NO_MEETING_ALONE = (
    r"The lower bound proves A and B apart in all of the bracket, from $t_1$ = 0 to 1: this motion has no impact."
)
TOO_SLOW = "The bound of the closing speed, as in conservative advancement, already proves that A and B stay apart."
CAPPED = "The cap on the steps ended the search. Up to this time nothing has touched."
SECANT = (
    r"The **secant** runs from $g_l$ to $g_h$, the gaps of one pair of vertices at both ends, and meets $s_0$ at the "
    "next trial. It is fast where the curve is nearly straight."
)
BISECTION = "Every second trial is the middle of the bracket, a **bisection**: so the bracket always shrinks."
SECANT_FORMULA = r"t=t_l+\frac{s_0-g_l}{g_h-g_l}\,(t_h-t_l)"
