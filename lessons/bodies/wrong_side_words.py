"""What `wrong-side` says of each rule and step."""

from __future__ import annotations

from geometry.dynamics.starts import Remedy
from lessons.bodies.wrong_side_scene import LAST_NORMAL, MARGIN, ONE_SIDED, RATE, SUBSTEPS

REMEDIES = {  # stage, idea, formula of the part that is stopped
    Remedy.LEAST_PUSH: (
        "All starts",
        "All starts are **equally likely**. The sample before has not touched yet: the next lies at most $d$ past "
        "the touch. Left of $x$ = 0 it is pushed back.",
        r"\gap{p_{\mathrm{stopped}}}=\min\left(1,\ \frac{\B{w}+\A{T}}{2\,\examined{d}}\right)",
    ),
    Remedy.SUBSTEPS: (
        "Substeps",
        "Two **substeps** a frame, each of half the time: a step is only $d/2$. It costs twice the work, and "
        "a box of twice the speed is stopped only as often as before.",
        r"\gap{p_{\mathrm{stopped}}}=\min\left(1,\ \frac{\B{w}+\A{T}}{2\,(\examined{d}/2)}\right)",
    ),
    Remedy.MARGIN: (
        "Margin",
        "A **speculative contact** acts across a gap up to the margin $m$ and lets the box only reach the wall. So "
        "samples before the wall count too.",
        r"\gap{p_{\mathrm{stopped}}}=\min\left(1,\ \frac{(\B{w}+\A{T})/2+\interface{m}}{\examined{d}}\right)",
    ),
    Remedy.LAST_NORMAL: (
        "Normal",
        r"**History**: push along the **last separating normal** $\hat n$. A box that no sample finds in the wall "
        "still passes; and past a corner the normal is wrong (scene 5).",
        r"\gap{p_{\mathrm{stopped}}}=\min\left(1,\ \frac{\B{w}+\A{T}}{\examined{d}}\right)",
    ),
    Remedy.SWEEP: (
        "Sweep",
        "A **sweep** finds the first touch on the path itself. It stops every start at every speed, and costs one "
        "more query for each fast body.",
        r"\answer{x_{\mathrm{touch}}}=-\frac{\B{w}+\A{T}}{2}",
    ),
}
LEAST = (
    "The **minimum translation** depends on the position, not on the path. In a **deep penetration**, once the "
    "centre has passed the middle, it points forward, out of the far side."
)
PRESSED = (
    "A heavy press moves on at speed $v$. In each frame it undoes the wall's push and moves the box in by $d$ "
    "more, until the middle is passed."
)
FRAMES = (
    f"An engine moves the box once a **frame**, $\\Delta t$ = 1/{RATE} s, and tests only where it arrives: at the "
    "**samples**. $x$ is measured from the middle of the wall."
)
IN_PLANE = FRAMES.replace("$x$ is measured from the middle of the wall.", "Positions are measured from (0, 0).")
UNSEEN = "Both samples are apart from the wall, one on each side. The engine sees no overlap at all: **tunnelling**."
LEAVES = (
    r"After the push $v$ points out of the wall: $v\cdot\hat n>0$. A contact stops only what moves in, so there is "
    "no impulse, and the box moves on."
)
STOPS = (
    r"The velocity $v$ points into the wall, against $\hat n$. The impulse takes exactly this part away. What is "
    "left runs along the wall."
)
CHOSEN = {
    LAST_NORMAL: r"**Last separating normal**: push along the normal $\hat n$ of the gap one sample ago. Once the "
    "box has passed over a corner, that side is the wrong one.",
    ONE_SIDED: "**One-sided edge**: the wall pushes to its outer side only, here the left. A box that comes from "
    "the right is drawn through the whole wall.",
}
RULES = {  # of where a faulty rule pushes
    LAST_NORMAL: r"\faulty{\text{push}}\ \text{along}\ \hat n",
    ONE_SIDED: r"\faulty{\text{push}}=\text{left}=\frac{\B{w}+\A{T}}{2}+\B{x}",
}
NAMED = {
    Remedy.SUBSTEPS: f"{SUBSTEPS} substeps",
    Remedy.MARGIN: f"a margin of {MARGIN:.2f}",
    Remedy.LAST_NORMAL: "the last normal",
    Remedy.SWEEP: "a sweep",
}
