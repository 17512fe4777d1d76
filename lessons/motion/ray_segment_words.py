"""What a moving point and a wall are told with: the stages, their ideas and formulas."""

from __future__ import annotations

from geometry import Miss, SweptImpact
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, FractionFound, HeightMeasured, LinesMet
from geometry.swept_circle.steps import RelativeMotion, StartMeasured

E = r"\B{q}-\B{p}"

STAGES = {
    RelativeMotion: "Unknowns",
    StartMeasured: "On the wall",
    HeightMeasured: "Height of c",
    CrossProducts: "Height of v",
    FractionFound: "Ratio t",
    LinesMet: "Ratio f",
    CapChosen: "Nearer end",
    SweptImpact: "Impact",
}
IDEAS = {
    RelativeMotion: (
        r"At time $t$ the point is at $\A{c}+t\,\examined{v}$. A place on the wall is $\B{p}+f(\B{q}-\B{p})$. "
        "Find **t** and **f** at which both are the same place."
    ),
    StartMeasured: (
        r"$\A{c}$ lies on the wall already. Contact at the start means $t$ = 0, whichever way $\examined{v}$ points."
    ),
    HeightMeasured: (
        r"A **cross product** is the area of a parallelogram. With $\B{q}-\B{p}$ as its base, its height $\gap{h}$ "
        r"is the distance of $\A{c}$ from the wall’s line, with a sign for the side."
    ),
    CrossProducts: (
        r"$\examined{v}$ and the same base span a second parallelogram. Its height $\examined{h_v}$ is how far the "
        r"motion goes perpendicular to the wall: towards its line if $\gap{h}$ and $\examined{h_v}$ have one sign."
    ),
    FractionFound: (
        "Same base, so the areas compare like the heights. **t** is the part of the motion that it takes to cover "
        r"the height $\gap{h}$."
    ),
    LinesMet: (
        r"The same with $\examined{v}$ as the base, at $\B{p}$. **f** compares the heights $\gap{k_c}$ of $\A{c}$ "
        r"and $\examined{k_q}$ of $\B{q}$: the part of the wall from $\B{p}$ to the path."
    ),
    CapChosen: (
        r"$t\,\examined{A_v}=\gap{A_t}$ reads $t$ · 0 = 0: **every** $t$ solves it, as path and wall lie on one "
        r"line. Areas cannot tell the first contact. Divide lengths along $\examined{v}$ instead."
    ),
    SweptImpact: (
        "$t$ in 0 … 1: the crossing happens during the motion. $f$ in 0 … 1: it lies on the wall. In both ratios the "
        "length of the base cancels: no square root."
    ),
}
FLAT = (
    r"$\examined{v}$ and $\B{q}-\B{p}$ are **parallel**: the second parallelogram is flat, so $\examined{A_v}$ = 0. "
    r"The motion changes no height, and a division by $\examined{A_v}$ has no single answer."
)
NO_T = (
    r"$t$ is what solves $t\,\examined{A_v}=\gap{A_t}$. With $\examined{A_v}$ = 0 the left side is 0 for every $t$, "
    r"the right side is not: **no** $t$ solves it. The height $\gap{h}$ stays."
)
NO_BASE = (
    r"$\B{p}=\B{q}$: the wall is a point and no base for an area. It is met only if it lies on the path. Divide "
    r"lengths along $\examined{v}$."
)
FORMULAS = {
    RelativeMotion: r"\A{c}+t\,\examined{v}=\B{p}+f\,(\B{q}-\B{p})",
    HeightMeasured: rf"\gap{{A_t}}=(\B{{p}}-\A{{c}})\times({E}),\quad\gap{{h}}=\gap{{A_t}}/\lVert{E}\rVert",
    CrossProducts: (
        rf"\examined{{A_v}}=\examined{{v}}\times({E}),\quad\examined{{h_v}}=\examined{{A_v}}/\lVert{E}\rVert"
    ),
    FractionFound: r"t=\frac{\gap{A_t}}{\examined{A_v}}=\frac{\gap{h}}{\examined{h_v}}",
    LinesMet: (
        r"\gap{A_f}=(\B{p}-\A{c})\times\examined{v},\quad f=\frac{\gap{A_f}}{\examined{A_v}}"
        r"=\frac{\gap{k_c}}{\examined{k_q}}"
    ),
    SweptImpact: r"0\le t\le 1\quad\text{and}\quad 0\le f\le 1",
}
WHY = {
    Miss.RECEDING: "{t} is below 0: the point moves away from the wall’s line.",
    Miss.TOO_FAR: "{t} is above 1: the motion ends before the wall’s line.",
    Miss.PASSING: "{f} is not in 0 … 1: the point passes the wall beyond {end}.",
}


def along(end: str) -> str:
    """When the point is at an end of the wall, as a formula of lengths along the motion."""
    return rf"t=\frac{{(\B{{{end}}}-\A{{c}})\cdot\examined{{v}}}}{{\examined{{v}}\cdot\examined{{v}}}}"
