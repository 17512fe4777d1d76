"""What `wrong-side` says of each rule and step."""

from __future__ import annotations

from geometry.dynamics.starts import Remedy
from lessons.bodies.wrong_side_scene import LAST_NORMAL, MARGIN, ONE_SIDED, RATE, SUBSTEPS

REMEDIES = {  # stage, idea, formula of the part that is stopped
    Remedy.LEAST_PUSH: (
        "All starts",
        "All starts (places of sample 0) are **equally likely**, so the first sample past the touch lies anywhere on "
        "a length $d$. On its first $(w+T)/2$ the box is pushed back.",
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
        f"A **speculative contact** acts across a gap up to $m$ = {MARGIN:.2f}: it removes only the speed beyond "
        "what reaches the wall. Its cost: ghost contacts.",
        r"\gap{p_{\mathrm{stopped}}}=\min\left(1,\ \frac{(\B{w}+\A{T})/2+\interface{m}}{\examined{d}}\right)",
    ),
    Remedy.LAST_NORMAL: (
        "Last normal",
        r"**History**: push along the **last normal** $\hat n$. A box that no sample finds in the wall "
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
    r"After the push $v$ points out of the wall: $v_n$ is positive. A contact stops only motion into the wall, so "
    "there is no impulse, and the box moves on."
)
STOPS = (
    r"The velocity $v$ points into the wall, against $\hat n$. The impulse takes exactly this part away. What is "
    "left runs along the wall."
)
CHOSEN = {
    LAST_NORMAL: r"**Last normal**: push along $\hat n$ of the gap one sample ago, until the projections on it no "
    "longer overlap. Past a corner, this direction is no longer the shortest.",
    ONE_SIDED: "**One-sided edge**: this naive rule pushes every box to the left, also one that came from the right. "
    "Engines ignore contacts from behind, and the box passes.",
}
RULES = {  # of where a faulty rule pushes
    LAST_NORMAL: r"\faulty{\text{push}}=h_{\A{\mathrm{wall}}}(\hat n)+h_{\B{\mathrm{box}}}(-\hat n)",
    ONE_SIDED: r"\faulty{\text{push}}=\text{left}=\frac{\B{w}+\A{T}}{2}+\B{x}",
}
NAMED = {
    Remedy.SUBSTEPS: f"{SUBSTEPS} substeps",
    Remedy.MARGIN: f"a margin of {MARGIN:.2f}",
    Remedy.LAST_NORMAL: "the last normal",
    Remedy.SWEEP: "a sweep",
}
