"""What the scenes of the GJK ray cast ask to construct, each its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from geometry import Miss, Outcome
from geometry.faulty.gjk_ray_cast import distance_as_time
from geometry.time_of_impact.gjk_ray_cast import PlaneFound
from lessons.motion.casts import Translating
from lessons.motion.gjk_ray_cast_words import BARE_SPEED, BARE_X, V_A, V_B
from lessons.motion.gjk_ray_cast_wrong import DISTANCE, NO_MISS
from lessons.stories.grouping import apart, steps_so_far, whole
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import counted, fixed

TURNED = "turn until line 1 is no proof"  # the goal beside the missing test of a miss
NEARLY, ONE, TWO = "distance nearly as time", "too slow by line 1", "past by line 2"
FEWER = MORE = 4  # lines of the goal for circles, and of that for a box
OFF = 0.01  # of the motion: as good as the true time


class Found(NamedTuple):
    """What the cast of a scene has found: its lines, and how it ends."""

    scene: Translating
    lines: list[PlaneFound]
    result: Any
    now: str  # how many lines, told as far as they are known

    @property
    def meets(self) -> bool:
        return self.result.outcome is Outcome.HIT


def goal(moment: Moment[Translating]) -> Challenge:
    """The challenge of a scene, by its `goal` or its shapes."""
    above, scene = whole(moment), moment.scene
    lines = [step for step in apart(above.trace) if isinstance(step, PlaneFound)]
    seen = sum(isinstance(step, PlaneFound) for step in steps_so_far(moment))
    result = above.trace.result
    now = f"impact after {counted(len(lines), 'line')}" if result.outcome is Outcome.HIT else "no impact"
    if not above.is_last:
        now = f"{counted(seen, 'line')} so far"
    elif result.miss in (Miss.PASSING, Miss.TOO_FAR):
        now = f"line {len(lines)} is the proof"
    found = Found(scene, lines, result, now)
    if scene.goal == TURNED and moment.compare == NO_MISS:
        return _turned(found)
    if scene.goal in _GOALS:
        return _GOALS[scene.goal](found)
    if len(scene.a.shape.points) == 4:
        return _box(found)
    return _circles(found) if len(scene.figure.points) == 1 else _first(found)


def _first(found: Found) -> Challenge:
    return Challenge(
        "Find a motion for which the **first** line already gives the time of impact.",
        found.meets and len(found.lines) == 1,
        found.now,
        rf"One way: make $\hat n$ perpendicular to an edge of A − B, and let ${BARE_X}$ meet that edge.",
    )


def _box(found: Found) -> Challenge:
    return Challenge(
        f"Find an impact of box A that needs {MORE} lines or more. A line that adds nothing counts too.",
        found.meets and len(found.lines) >= MORE,
        found.now,
        f"A line that ${BARE_X}$ is not in front of does not move it, and yet turns the next line.",
    )


def _circles(found: Found) -> Challenge:
    return Challenge(
        f"Find an impact of the circles after 2 to {FEWER} lines: not head-on, but less grazing.",
        found.meets and 2 <= len(found.lines) <= FEWER,
        found.now,
        f"The closer the ray leads to the centre of A − B, the less the lines turn, and the fewer ${BARE_X}$ needs.",
    )


def _turned(found: Found) -> Challenge:
    passes = bool(found.lines) and found.lines[0].miss is None
    return Challenge(
        rf"Turn ${V_A}$ or ${V_B}$ until line 1 no longer proves a miss, and A and B meet.",
        passes and found.meets,
        "line 1 is no proof" if passes else "line 1 is a proof" if found.lines else "no line",
        f"${BARE_X}$ has to come nearer to line 1: ${BARE_SPEED}$ > 0.",
    )


def _nearly(found: Found) -> Challenge:
    wrong = distance_as_time(*found.scene.cast).fraction
    off = abs(wrong - found.result.fraction) if found.meets and wrong is not None else None
    now = "no impact" if not found.meets else "this rule finds no hit"
    return Challenge(
        f"Find an impact for which **{DISTANCE}** gives the true $t$.",
        off is not None and off < OFF,
        now if off is None else f"off by {fixed(off)}",
        "At which speed does a distance of 1 take the time 1?",
    )


def _one(found: Found) -> Challenge:
    return Challenge(
        "Let line **1** alone prove that A and B do not meet up to $t$ = 1, though they come nearer.",
        found.result.miss is Miss.TOO_FAR and len(found.lines) == 1,
        found.now,
        f"The speed ${BARE_SPEED}$ has to be less than the distance $g$ of line 1.",
    )


def _two(found: Found) -> Challenge:
    return Challenge(
        "Let A and B pass each other so that line **2** already proves that they never meet again.",
        found.result.miss is Miss.PASSING and len(found.lines) == 2,
        found.now,
        f"When ${BARE_X}$ has come to line 1, it must already move away from A − B.",
    )


_GOALS = {NEARLY: _nearly, ONE: _one, TWO: _two}
