"""What bilateral advancement is told with."""

from __future__ import annotations

from geometry.time_of_impact.separation_function import AxisFrame

TURNS = {
    AxisFrame.WORLD: r"Two vertices are nearest: $\hat n$ keeps its direction.",
    AxisFrame.A: r"An edge of A is nearest: $\hat n$ is its normal and moves with A.",
    AxisFrame.B: r"An edge of B is nearest: $\hat n$ is its normal and moves with B.",
}

FIX = (
    r"Distance queries are expensive. Each gives an axis $\examined{\hat n}$, and we keep it: the gap along it, "
    r"$\gap{g(t)}$, costs little at any $t$, and A and B are at least that far apart."
)
ANEW = (
    r"$t_1$ has jumped to $t_2$. At this time other features are nearest: the true gap $s$ is above $\gap{g}$. Take "
    r"the axis between them, with its own curve $\gap{g}$."
)
KEPT = (
    r"The **lower bound** stopped $t_2$ early. At the new $t_1$ the same features are nearest, so $s$ = $\gap{g}$: "
    r"the axis is kept, and $t_2$ begins at 1 again."
)
SEARCHED = r"At gap 0 a query gives no $\hat n$: we stop a little earlier, at a small **target gap** $s_0$."
GAP = (
    r"\gap{g(t)}=\min_{\B{B}}\,\examined{\hat n}\cdot\B{\boldsymbol{b}}"
    r"-\max_{\A{A}}\,\examined{\hat n}\cdot\A{\boldsymbol{a}}"
)
BACK = r"$\gap{g(t_2)}$ is below $s_0$: **secant** and **bisection** move $t_2$ back to a **root** of $\gap{g}=s_0$."
ROOT = (
    r"The **bracket** reaches from $t_1$ to $t_2$ = 1, where $\gap{g}$ is below $s_0$. So $t_2$ moves back to a "
    r"**root** of $\gap{g}=s_0$, by trials: **secant** and **bisection** in turn."
)
CURVES = (
    r"To dip between both ends $\gap{g}$ must curve upwards. $K$ bounds how strongly: $\gap{g''}\le K$. So "
    r"$\gap{g}$ cannot fall below this parabola, a **lower bound**."
)
DEEPER = r"Along this axis $K$ is larger: $\gap{g}$ may curve upwards more strongly. "
TOO_LOW = r"Below $s_0-\varepsilon$ the **lower bound** proves nothing. In a shorter bracket it is less deep."
PROVING = "The larger $K$ is, the deeper the **lower bound** lies below the chord."
PROVES = r"The **lower bound** is nowhere below $s_0-\varepsilon$: A and B are apart in all of the bracket."
SHALLOWER = (
    r"Halving the bracket leaves a quarter of the depth of the **lower bound** below the chord. Now it is nowhere "
    r"below $s_0-\varepsilon$: A and B are apart in all of the bracket."
)
SHORTER = (
    r"In a shorter bracket the **lower bound** is less far below the chord. Now it is nowhere below "
    r"$s_0-\varepsilon$: A and B are apart in all of the bracket."
)
PROVED = r"\gap{g(t)}\ \ge\ \examined{\mathrm{lower\ bound}}\ \ge\ s_0-\varepsilon\quad(t_1\le t\le t_2)"
OPEN = (
    r"$\gap{g}$ is above $s_0$ at $t_1$ and at 1, and the **lower bound** shows that it does not fall below "
    r"$s_0-\varepsilon$ in between: this one axis proves a miss."
)
FLOOR = r"\gap{g(t)}\ \ge\ \examined{\mathrm{chord}(t)-\tfrac{K}{2}(t-t_1)(t_2-t)}"
AT_ROOT = r"|\gap{g(t_2)}-s_0|\ \le\ \varepsilon"
LATER = (
    "Each bracket brings $t_1$ nearer to the impact or to 1. A new axis is needed where other features of A and B "
    "become the nearest."
)
ARRIVED = (
    r"At the last $t_1$ the true gap $s$ is down to the target, within the tolerance $\varepsilon$: the **time of "
    r"impact**. It took few distance queries, and many cheap values of $\gap{g}$."
)
BENDS = (
    r"Each pair of vertices has a smooth gap, and radii and speeds bound its second derivative by $K$. $\gap{g}$ is "
    r"the least of these gaps: where two cross it bends down, so $\gap{g''}\le K$ still holds for the bound."
)
BOUND = {
    AxisFrame.WORLD: r"K=r_A\,\omega_A^2+r_B\,\omega_B^2",
    AxisFrame.A: r"K=r_B\,(\omega_B-\omega_A)^2+d\,\omega_A^2+2\,v\,|\omega_A|",
    AxisFrame.B: r"K=r_A\,(\omega_A-\omega_B)^2+d\,\omega_B^2+2\,v\,|\omega_B|",
}
STAYS = (
    r"\gap{s(t)}\ \ge\ \gap{g(t)}\ \ge\ \examined{\mathrm{lower\ bound}}\ \ge\ s_0-\varepsilon\quad(t_1\le t\le 1)"
)
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
