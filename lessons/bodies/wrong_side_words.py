"""What `wrong-side` says of each rule and step."""

from __future__ import annotations

from geometry.dynamics.starts import Remedy
from lessons.bodies.wrong_side_scene import LAST_NORMAL, MARGIN, ONE_SIDED, RATE, SUBSTEPS

REMEDIES = {  # stage, idea, formula of the part that is stopped
    Remedy.LEAST_PUSH: (
        "All starts",
        "The first sample after the touch is **equally likely** anywhere on a length $d$. Before the middle, on the "
        "first $(w+T)/2$, the least push goes back.",
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
        f"A **speculative contact** acts before the touch, across a gap up to $m$ = {MARGIN:.2f}. It slows the box "
        "so that it just reaches the wall. Its cost: ghost contacts.",
        r"\gap{p_{\mathrm{stopped}}}=\min\left(1,\ \frac{(\B{w}+\A{T})/2+\interface{m}}{\examined{d}}\right)",
    ),
    Remedy.LAST_NORMAL: (
        "History",
        r"**History**: the engine keeps $\hat n$, the **last normal** before the contact, and pushes along it. "
        "A box that no sample finds still passes. Past a corner $\\hat n$ is wrong (scene 5).",
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
    "The least push, the **minimum translation vector (MTV)**, knows the place, not the path. Past the middle, a "
    "**deep penetration**, it points out of the far side."
)
PRESSED = (
    "A heavy press moves on at speed $v$. In each frame the wall pushes the box out, and the press moves it in "
    "again, by $d$ more."
)
FRAMES = (
    f"An engine moves the box once a **frame**, $\\Delta t$ = 1/{RATE} s, and tests it only then: at the "
    "**samples**. $x$ is the place of its centre, from the middle of the wall."
)
IN_PLANE = FRAMES.replace(
    "$x$ is the place of its centre, from the middle of the wall.", "Its centre is measured from (0, 0)."
)
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
    LAST_NORMAL: r"**Last normal**, a remedy in scene 1: push along $\hat n$ of the gap one sample ago, until the "
    "projections on it are apart. Past a corner this is not the shortest way.",
    ONE_SIDED: "**One-sided edge**: this naive rule pushes every box to the left, also one that came from the right. "
    "Such a box crosses the whole wall.",
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
