"""What the GJK ray cast says, and its symbols: each the same in idea, formula, task and figure."""

from __future__ import annotations

from geometry.time_of_impact.gjk_ray_cast import SimplexKept

V, N, X, W = (
    r"\examined{\boldsymbol{v}}",
    r"\examined{\hat n}",
    r"\answer{\boldsymbol{x}}",
    r"\examined{\boldsymbol{w}}",
)
Y = r"\examined{\boldsymbol{y}}"  # the simplex's point nearest to x
SPEED = rf"{V}\cdot{N}"
BARE_X, BARE_Y, BARE_W = r"\boldsymbol{x}", r"\boldsymbol{y}", r"\boldsymbol{w}"  # in tasks, which have one ink
BARE_SPEED = r"\boldsymbol{v}\cdot\hat n"
V_A, V_B = r"\boldsymbol{v}_A", r"\boldsymbol{v}_B"

START = (
    f"We want the first $t$ at which A and B meet. The origin moves along a **ray** to ${X}$. A line with ${X}$ in "
    f"front and all of A − B behind it proves that ${X}$ has not met A − B."
)
LINE = (
    f"${W}=\\boldsymbol{{a}}-\\boldsymbol{{b}}$ is the support point along ${N}$: all of A − B is behind its "
    f"**supporting line**. ${X}$ approaches the line at speed ${SPEED}$: $t+\\Delta t$ is a **lower bound** of the "
    "time of impact."
)
ARRIVED = f"Now ${X}$ lies on the **simplex**, the segment of support points that is kept. No distance is left."
ROUND = (
    f"A round shape is a **core** with a radius around it. ${W}$ is the support point of the cores; A − B reaches "
    f"$R=r_A+r_B$ further along ${N}$: there is the **supporting line**."
)
AGAIN_ROUND = (
    f"The core of A − B is one point here, so ${Y}={W}$ at each line. The next ${N}$ points from ${Y}$ to ${X}$, "
    "where it is now: the lines turn around A − B."
)
STAYS = (
    f"${X}$ is not in front of this line, so $t$ stays. But ${W}$ joins the **simplex**, the points that are kept: "
    "the next line turns."
)
FACING = (
    f"All of A − B is behind this line, and ${X}$ is in front of it. The sign of ${SPEED}$ says whether ${X}$ comes "
    "nearer to it."
)
COMPARING = (
    f"All of A − B is behind this line, and ${X}$ is in front of it. By $t$ = 1, ${X}$ closes "
    rf"$(1-t)\,{SPEED}$ of the distance $\gap{{g}}$."
)
SEVERAL = (
    "Each line gives a **lower bound** of the time of impact. At a round corner the lines turn a little each time, "
    "and the steps become small."
)
SIMPLEX = (
    f"${W}$ joins the **simplex**, the points kept. ${Y}$ is its point nearest to ${X}$: the next ${N}$ points from "
    f"${Y}$ to ${X}$."
)
ANSWER = (
    f"${X}$ has met the simplex, which is part of A − B. All of A − B was behind every line, so ${X}$ never went too "
    "far: $t$ is the time of impact."
)
ANSWER_ROUND = (
    f"The distance from ${X}$ to ${Y}$, a point of the core, is $R$: ${X}$ has met A − B. All of A − B was behind "
    f"every line, so ${X}$ never went too far."
)
OVERLAP = "The simplex contains the origin at the start, or touches it. So A and B are in contact: $t$ = 0."
NEVER = (
    f"${X}$ is in front of this line and never comes nearer to it. All of A − B is behind it: **one** line proves "
    "that A and B never meet."
)
PASSED = (
    f"From now on, ${X}$ is in front of this line and never comes nearer to it. All of A − B is behind it. Up to "
    "now, the earlier lines rule out contact."
)
TOO_FAR = (
    f"${X}$ is still in front of this line at $t$ = 1, and all of A − B is behind it. **One** line proves that A and "
    "B do not meet up to then."
)
NORMAL = rf"{N}=\frac{{{X}-{Y}}}{{\lVert {X}-{Y}\rVert}}"
GAP = rf"\gap{{g}}={N}\cdot({X}-{W})"
ADVANCE = rf"\Delta t=\frac{{\gap{{g}}}}{{{SPEED}}},\qquad {GAP}"
LEADS_AWAY = rf"\gap{{g}}>0,\qquad {SPEED}\le 0"
ENDS_BEFORE = rf"\gap{{g}}>(1-t)\,{SPEED}"


def again(kept: SimplexKept | None, *, is_one_core: bool) -> str:
    """What a further line is made from; `kept`: the simplex after it."""
    if is_one_core:
        return AGAIN_ROUND
    if kept is not None and kept.arrived:
        return ARRIVED
    is_point = kept is not None and len(kept.simplex.vertices) == 1
    best = "the point" if is_point else "the segment"
    stays = f"Only {best} nearest to ${X}$ is kept: it is the **simplex**."
    return f"${W}$ is one more known point. {stays} The rest is dropped."
