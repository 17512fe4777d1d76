"""What bilateral advancement is told with."""

from __future__ import annotations

from geometry.time_of_impact.separation_function import AxisFrame

TURNS = {
    AxisFrame.WORLD: r"Two vertices are nearest: $\hat n$ keeps its direction.",
    AxisFrame.A: r"An edge of A is nearest: $\hat n$ is its normal and moves with A.",
    AxisFrame.B: r"An edge of B is nearest: $\hat n$ is its normal and moves with B.",
}

FIX = (
    r"A distance query is expensive, so we keep its axis $\examined{\hat n}$. The gap along it, $\gap{g(t)}$, is "
    r"cheap at any $t$. The distance of A and B is at least $\gap{g(t)}$."
)
ANEW = (
    r"At the new $t_1$ other features are nearest: the true gap $s$ is above the old $\gap{g}$. A new query gives "
    r"the axis between them, with its own curve $\gap{g}$."
)
KEPT = (
    r"At the new $t_1$ the same features are nearest, so the axis is kept with its curve $\gap{g}$. $t_2$ begins at "
    r"1 again."
)
KEPT_ALONE = (
    "At the new $t_1$ the same features are nearest, so the axis is kept. $t_2$ moves from 1 back to the root, and "
    "now the **lower bound** proves the bracket."
)
SEARCHED = r"At gap 0 a query gives no $\hat n$: we stop a little earlier, at a small **target gap** $s_0$."
GAP = (
    r"\gap{g(t)}=\min_{\B{B}}\,\examined{\hat n}\cdot\B{\boldsymbol{b}}"
    r"-\max_{\A{A}}\,\examined{\hat n}\cdot\A{\boldsymbol{a}}"
)
BACK = r"$\gap{g(t_2)}$ is below $s_0$: **secant** and **bisection** move $t_2$ back to a **root** of $\gap{g}=s_0$."
ROOT = (
    r"The **bracket** reaches from $t_1$ to $t_2$ = 1, where $\gap{g}$ is below $s_0$. Trials move $t_2$ back to a "
    r"**root** of $\gap{g}=s_0$: odd ones are **secants**, even ones **bisections**."
)
CURVES = (
    r"Between both ends $\gap{g}$ may dip, but it curves upwards by at most $K$ ($\gap{g''}\le K$). So it is "
    r"never below this parabola, a **lower bound**."
)
DEEPER = "Along this axis $K$ is larger, so the **lower bound** is deeper. "
TOO_LOW = "Below the limit the **lower bound** proves nothing. In a shorter bracket it is less deep."
SAGS = (
    "The larger $K$ and the longer the bracket, the farther the **lower bound** sags below its chord. Below the "
    "limit it proves nothing."
)
PROVES = "The **lower bound** is nowhere below the limit: A and B are apart in all of the bracket."
SHALLOWER = (
    "In half the time the **lower bound** sags only a quarter as far below its chord. Now it is nowhere below the "
    "limit: A and B are apart in all of the bracket."
)
SHORTER = (
    "In less time the **lower bound** sags less far below its chord. Now it is nowhere below the limit: A and B are "
    "apart in all of the bracket."
)
PROVED = r"\gap{g(t)}\ \ge\ \examined{\mathrm{lower\ bound}}\ \ge\ \mathrm{limit}\quad(t_1\le t\le t_2)"
OPEN = (
    r"$\gap{g}$ is above $s_0$ at $t_1$ and at 1. The **lower bound** shows that it is nowhere below the limit in "
    "between: this one axis proves a miss."
)
FLOOR = r"\gap{g(t)}\ \ge\ \examined{\mathrm{chord}(t)-\tfrac{K}{2}(t-t_1)(t_2-t)}"
AT_ROOT = r"|\gap{g(t_2)}-s_0|\ \le\ \varepsilon"
LATER = (
    "Each bracket brings $t_1$ nearer to the impact or to 1. A new axis is needed where other features of A and B "
    "become the nearest."
)
ARRIVED = (
    r"At the last $t_1$ the true gap $s$ is down to the target, within the tolerance $\varepsilon$: this is the "
    r"**time of impact**."
)
_TURNING = (
    r"$r_{1}$ is the radius of {1}, $d$ the greatest distance of both centres, $v$ their relative speed. Seen from "
    r"{0}, they bound $\gap{{g''}}$ by $K$."
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
STAYS = r"\gap{s(t)}\ \ge\ \gap{g(t)}\ \ge\ \examined{\mathrm{lower\ bound}}\ \ge\ \mathrm{limit}\quad(t_1\le t\le 1)"
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
