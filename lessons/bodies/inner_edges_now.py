"""What a moment of the lesson shows: the frame that is reached, the run, and what a faulty rule drops."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from geometry.tolerance import CONE_SLACK
from lessons.bodies.inner_edges_scene import SKIPPED, UPWARD, Slide
from lessons.bodies.runs import Run
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair

FAR = 0.02  # metres: ends of runs that are farther apart differ
HARD = 0.25  # m/s along the floor, taken away by a hit
TRIP, SEAM, LEAST, HIT, OFTEN, COMPARED, RUNS = range(7)  # the steps


def is_solving(moment: Moment[Any]) -> bool:
    """Whether the impulses of the frame at the seam are stepped into."""
    return moment.parent is not None and moment.parent.index == HIT


def outer(moment: Moment[Any]) -> Moment[Any]:
    """The moment of the lesson's own trace that the figure shows: of an impulse the start of its frame, tile by tile,
    as no other rule is stepped into."""
    if moment.parent is None or not is_solving(moment):
        return moment.parent or moment
    start = moment.scene.frames / moment.scene.count
    return replace(moment.parent.at(LEAST), time=start, compare="", faulty=None, is_open=False)


def frames_at(moment: Moment[Any]) -> float:
    """Frames since the start; while it is asked which edge wins, the runs end before it is seen."""
    scene: Slide = moment.scene
    frames = min(max(moment.time, 0.0), 1.0) * scene.count
    return min(frames, float(scene.frames)) if moment.is_open and moment.index <= SEAM else frames


def reached(moment: Moment[Any]) -> int:
    """The frame that is going on, or has just ended: its velocity moves the body."""
    return math.ceil(frames_at(moment) - 1e-6)


def wrong_run(moment: Moment[Any]) -> Run:
    """By the faulty rule that is switched on, or tile by tile."""
    found: Run = moment.faulty if isinstance(moment.faulty, Run) else moment.scene.alone
    return found


def rule_of(moment: Moment[Any]) -> str:
    """By which the first run is made."""
    return moment.compare if isinstance(moment.faulty, Run) else "tile by tile"


def is_faulty(moment: Moment[Any]) -> bool:
    """Whether the first run may be wrong where it differs: at a real step, tile by tile, it hits rightly too."""
    scene: Slide = moment.scene
    return isinstance(moment.faulty, Run) or not scene.raised


def push(moment: Moment[Any]) -> tuple[Pair, float] | None:
    """Where a box is stopped in the frame at the seam, and by which impulse; None where it is not."""
    scene: Slide = moment.scene
    frame = wrong_run(moment).frame(scene.frames)
    pairs = zip(frame.contacts, frame.impulses, strict=True)
    found = [(j.normal, contact) for contact, j in pairs if contact.normal.direction[0] < -0.5]
    if scene.is_round or not found:
        return None
    (x, y) = max(found, key=lambda each: each[0])[1].contact.on_a.tolist()
    return (x, y), sum(j for j, _ in found)


def goes_wrong(moment: Moment[Any]) -> bool:
    """Whether it does, in the frames that are shown."""
    run, scene = wrong_run(moment), moment.scene
    ends = (each.bodies(scene.count)[1].pose.position for each in (run, scene.right))
    return is_faulty(moment) and math.dist(*ends) > FAR


def is_false(moment: Moment[Any], normal: Pair) -> bool:
    """Whether no contact of a flat floor can have this normal: it lies outside the cone."""
    scene: Slide = moment.scene
    return not scene.raised and not scene.cone.holds(normal, CONE_SLACK)


def own_side(moment: Moment[Any]) -> bool:
    """Whether a rule that skips the inner edge takes B's own side in its place."""
    scene: Slide = moment.scene
    return moment.compare == SKIPPED and isinstance(moment.faulty, Run) and scene.is_dropped


def let_through(moment: Moment[Any]) -> bool:
    """Whether "upward normals only" drops the contact: wrongly where the step is real."""
    return leaning(moment) and moment.scene.lean > 45.0


def acting(run: Run, k: int) -> int:
    """The frame whose contacts are shown after k frames: the one that has just hit, else the next."""
    if k == 0 or abs(float(run.bodies(k)[1].velocity[0] - run.bodies(k - 1)[1].velocity[0])) < HARD:
        return k
    return k - 1


def is_foretold(moment: Moment[Any]) -> bool:
    """Whether what comes of the runs is shown before they are run: where the lesson says what goes wrong, but not of
    a scene that is another one in every frame."""
    return moment.index == TRIP and not moment.hurried


def leaning(moment: Moment[Any]) -> bool:
    """Whether a faulty rule that asks how far a normal leans is shown in the enlarged corner."""
    return moment.compare == UPWARD and isinstance(moment.faulty, Run) and moment.scene.spot.is_side
