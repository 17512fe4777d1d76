"""The goals of point on a line: each scene has another construction, and so has each faulty rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from lessons.shadows.point_on_line_arc import is_moving
from lessons.shadows.point_on_line_faulty import begun
from lessons.shadows.point_on_line_faulty import goal as goal_beside
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

ON_A, FAR = 0.02, 0.5  # |t| where the shadow is on a; world length that c must keep from a then
ON, NEAR = 0.05, 0.1  # world length: so near c still is on the line; area: so near p · q still is what it was
OFF, MANY = 2.0, 10.0  # world length that c is to be off the line; times q that the shadow is to be
BEHIND, EQUAL, KEPT, OPPOSITE, LARGE = "behind", "equal", "kept", "opposite", "large"
A, B, C = r"$\boldsymbol{a}$", r"$\boldsymbol{b}$", r"$\examined{\boldsymbol{c}}$"
P_Q, Q_Q = r"$\examined{\boldsymbol{p}}\cdot{\boldsymbol{q}}$", r"$\lVert\boldsymbol{q}\rVert^2$"
P, Q = r"$\examined{\boldsymbol{p}}$", r"$\boldsymbol{q}$"
WORDS = {
    BEHIND: (f"Move {A} until the shadow of {C} lies behind {A}.", f"{P} and {Q} must make more than 90°."),
    EQUAL: (
        f"Move {C} until {P_Q} is as large as the square on {Q}.",
        "Both have the same height, so their bases must be equal.",
    ),
    OPPOSITE: (f"Keep {C} on the line and move it until $t$ = −1.", f"{P} is then −{Q}."),
    LARGE: (f"Move {B} near to {A}, until $t$ is more than 10.", f"{Q} must point along {P}, and be short."),
    "": (
        f"Move {B} until the shadow of {C} falls on {A}.",
        f"The rectangle must vanish: {P_Q} = 0 where {P} and {Q} make a right angle.",
    ),
}


def goal(moment: Moment[Any]) -> Challenge | None:
    scene, found = moment.scene, moment.scene.found
    if found is None:
        return (
            Challenge(WORDS[LARGE][0], False, "now t has no value", WORDS[LARGE][1]) if scene.task == LARGE else None
        )
    if moment.compare and begun(moment):
        return goal_beside(moment)
    t, area = float(found.fraction), float(scene.p @ scene.q)
    if scene.task == KEPT:
        kept = fixed(scene.kept)
        return Challenge(
            f"Move {C} to {fixed(OFF)} or more from the line. {P_Q} must stay {kept}.",
            scene.height >= OFF and abs(area - scene.kept) <= NEAR,
            f"now {fixed(scene.height)} and {fixed(area)}",
            f"{P_Q} stays where the shadow of {C} stays.",
        )
    words, hint = WORDS[scene.task]
    done = {
        BEHIND: t <= -ON_A,
        EQUAL: abs(t - 1.0) <= ON_A,
        OPPOSITE: abs(t + 1.0) <= ON and scene.height <= ON,
        LARGE: t > MANY,
        "": abs(t) <= ON_A and float(np.hypot(*scene.p)) >= FAR,
    }[scene.task]
    now = f"{'at rest' if is_moving(moment) else 'now'} t = {fixed(t)}"
    return Challenge(words, done, now, hint)
