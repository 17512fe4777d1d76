"""What a moving point and a wall are told with: the stages, their ideas and formulas."""

from __future__ import annotations

import re

from geometry import Miss, SweptImpact
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, FractionFound, HeightMeasured, LinesMet
from geometry.swept_circle.steps import RelativeMotion, StartMeasured

P, Q, C, V = (rf"$\boldsymbol{{{name}}}$" for name in "pqcv")
P_C_E = r"(\boldsymbol{p}-\boldsymbol{c})\times(\boldsymbol{q}-\boldsymbol{p})"
V_E = r"\boldsymbol{v}\times(\boldsymbol{q}-\boldsymbol{p})"
P_C_V = r"(\boldsymbol{p}-\boldsymbol{c})\times\boldsymbol{v}"
V_V = r"\boldsymbol{v}\cdot\boldsymbol{v}"
MOVES = (
    rf"The point moves from {C} to $\boldsymbol{{c}}+\boldsymbol{{v}}$ while $t$ goes from 0 to 1. The wall from {P} "
    f"to {Q} stands still."
)


def bold(text: str) -> str:
    """The vectors of a text, which are the letters in an ink of their own, in bold."""
    return re.sub(r"\\(A|B|examined)\{([cpqv])\}", r"\\\1{\\boldsymbol{\2}}", text)


E = bold(r"\B{q}-\B{p}")
C_P = bold(r"\A{c}-\B{p}")
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
_IDEAS: dict[type, str] = {
    RelativeMotion: (
        r"To find where a path meets a wall (**segment–segment intersection**), we want two fractions: $t$ of the "
        r"path, counted from $\A{c}$, and $f$ of the wall, counted from $\B{p}$."
    ),
    StartMeasured: (
        r"$\gap{A_t}$ = 0: $\A{c}$ lies on the wall’s line. $f$ is between 0 and 1: $\A{c}$ lies between $\B{p}$ and "
        r"$\B{q}$, so on the wall. No division is needed."
    ),
    HeightMeasured: (
        r"Cross both sides with $\B{q}-\B{p}$: as $(\B{q}-\B{p})\times(\B{q}-\B{p})$ = 0, $f$ drops out. The **cross "
        r"product** $\gap{A_t}$ is a **signed area**: positive if $\B{q}-\B{p}$ points to the left of $\B{p}-\A{c}$."
    ),
    CrossProducts: (
        r"The left side is $t\,\examined{A_v}$: $\examined{v}$ and the same base span $\examined{A_v}$. Its height "
        r"$\examined{h_v}$ is how far the motion goes perpendicular to the wall: towards it if $\gap{h}$ has "
        r"the same sign."
    ),
    FractionFound: (
        r"Same base, so the areas have the ratio of the heights. In time 1 the motion covers $\examined{h_v}$. The "
        r"point is on the wall’s line when it has covered $\gap{h}$: at time $t$."
    ),
    LinesMet: (
        r"Now cross both sides with $\examined{v}$: $t$ drops out. Over the base $\examined{v}$, drawn at "
        r"$\B{p}$, the whole wall covers $\B{h_q}$. It meets the path when it has covered $\gap{h_f}$: "
        r"at the part $f$."
    ),
    CapChosen: (
        r"Path and wall are **collinear** (on one line): **every** $t$ solves $t\,\examined{A_v}=\gap{A_t}$. A "
        r"motion towards the wall meets the nearer end first. Its $t$ is a ratio of lengths along $\examined{v}$."
    ),
    SweptImpact: (
        "$t$ tells whether the path reaches the wall’s line, $f$ whether this is on the wall. A hit needs both "
        "between 0 and 1. Neither needs a square root."
    ),
}
IDEAS = {kind: bold(text) for kind, text in _IDEAS.items()}
AT_START = bold(
    r"$\gap{A_t}$ = 0 and $f$ is between 0 and 1: the point is in contact at the start, so $t$ = 0, whatever "
    r"$\examined{v}$ is."
)
FLAT = bold(
    r"$\examined{v}$ and $\B{q}-\B{p}$ are **parallel**: the second parallelogram is flat. The height $\gap{h}$ "
    r"stays. $t\,\examined{A_v}=\gap{A_t}$ cannot be divided by $\examined{A_v}$ = 0."
)
BOTH_FLAT = bold(
    r"$\examined{v}$ and $\B{p}-\A{c}$ both lie along the wall’s line: both areas are 0. Then "
    r"$t\,\examined{A_v}=\gap{A_t}$ says 0 = 0 for **every** $t$: the areas cannot tell which."
)
NO_T = bold(
    r"With $\examined{A_v}$ = 0 the left side of $t\,\examined{A_v}=\gap{A_t}$ is 0 for every $t$, the right side is "
    r"not: **no** $t$ solves it. The height $\gap{h}$ stays."
)
NO_BASE = bold(
    r"$\B{p}=\B{q}$: a **degenerate** wall has no base for an area. First test whether $\B{p}$ is on the path’s "
    r"line: area 0. Then $t$ is a ratio of lengths along $\examined{v}$."
)
_FORMULAS: dict[type, str] = {
    StartMeasured: rf"\gap{{A_t}}=(\B{{p}}-\A{{c}})\times({E})=0,\quad 0\le f\le 1",
    RelativeMotion: r"\A{c}+t\,\examined{v}=\B{p}+f\,(\B{q}-\B{p})",
    HeightMeasured: rf"t\,\examined{{v}}\times({E})=(\B{{p}}-\A{{c}})\times({E})=\gap{{A_t}}",
    CrossProducts: (
        rf"\examined{{A_v}}=\examined{{v}}\times({E}),\quad\examined{{h_v}}=\frac{{\examined{{A_v}}}}{{\lVert{E}\rVert}}"
    ),
    FractionFound: (
        r"t\,\examined{A_v}=\gap{A_t}\quad\Rightarrow\quad t=\frac{\gap{A_t}}{\examined{A_v}}"
        r"=\frac{\gap{h}}{\examined{h_v}}"
    ),
    LinesMet: (
        r"\gap{A_f}=(\B{p}-\A{c})\times\examined{v},\quad f=\frac{\gap{A_f}}{\examined{A_v}}"
        r"=\frac{\gap{h_f}}{\B{h_q}}"
    ),
    SweptImpact: r"0\le t\le 1\quad\text{and}\quad 0\le f\le 1",
}
FORMULAS = {kind: bold(text) for kind, text in _FORMULAS.items()}
WHY = {
    Miss.RECEDING: "{t} is below 0: the point moves away from the wall’s line.",
    Miss.TOO_FAR: "{t} is above 1: the motion ends before the wall’s line.",
    Miss.PASSING: "{f} is not between 0 and 1: the point passes the wall beyond {end}.",
}


def along(end: str) -> str:
    """When the point is at an end of the wall, as a formula of lengths along the motion."""
    return bold(rf"t=\frac{{(\B{{{end}}}-\A{{c}})\cdot\examined{{v}}}}{{\examined{{v}}\cdot\examined{{v}}}}")


def through(end: str) -> str:
    """The same of a wall without length, behind the test that its point lies on the path's line."""
    return bold(rf"(\B{{{end}}}-\A{{c}})\times\examined{{v}}=0,\quad ") + along(end)
