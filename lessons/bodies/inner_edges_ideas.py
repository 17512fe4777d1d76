"""The ideas of the lesson on inner edges, by what the scene shows."""

from __future__ import annotations

import math
from collections.abc import Mapping

from lessons.bodies import inner_edges_now as state
from lessons.bodies.inner_edges_now import COMPARED, DEPTH, HIT, LEAST, OFTEN, RUNS, SEAM
from lessons.bodies.inner_edges_scene import UPWARD, Slide
from lessons.bodies.runs import Run
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

SMALL, LITTLE = 2.0, 0.01  # a speed and a depth below these are called small

IDEAS: Mapping[int, str] = {
    DEPTH: "Engines let a resting body sink into the floor by a small depth $h$, the **slop**, so that its contacts "
    "last. B slides without friction over two tiles.",
    SEAM: "A frame lasts $Δt$ = 1/60 s and moves B by $v\\,Δt$. So B’s front corner does not stop at the **seam**: "
    "a frame ends past it, and B overlaps tile 2 too.",
    LEAST: "SAT tests each tile alone and keeps the **least** overlap, here that of tile 2’s side. But this side is "
    "an **inner edge** (internal edge): tile 1 covers it.",
    HIT: "B moves against this normal: $v_n$ < 0. So the contact stops B’s corner, and B turns about it: a **ghost "
    "collision** with an edge inside a flat floor.",
    OFTEN: "The frame ends up to its displacement $v\\,Δt$ past the seam. If by less than $o_\\mathrm{top}$, B "
    "trips. Faster bodies step over this strip more often.",
    COMPARED: "In a **chain** each edge stores its neighbour’s far end, a **ghost vertex**. So it knows both normals "
    "at the seam. A contact with a normal outside their **cone** is dropped.",
    RUNS: "With neighbours no contact at the seam has a normal outside the **cone**: B glides as on a floor of one "
    "piece.",
}
TILTED = (
    "By frame COUNT B is tilted: its own sides give the normals at the seam, outside the **cone**, which is (0, 1) "
    "alone. With neighbours B never tilts."
)
LUCK: Mapping[int, str] = {
    DEPTH: "A flat floor of two tiles, and B a little deep in it by the **slop** $h$. Whether B trips is decided by "
    "its start: by where its frames end at the seam.",
    LEAST: "SAT keeps the **least** overlap. This frame ends so far past the seam that it is that of tile 2’s top: "
    "B is pushed up, not back.",
    HIT: "The normal points up, so nothing slows B along the floor. Other starts on the same floor, with the same "
    "speed, trip.",
    COMPARED: "In a **chain** each edge stores its neighbour’s far end, a **ghost vertex**. So it knows both normals "
    "at the seam. Both point up, and so does $\\hat n$.",
}
STEP: Mapping[int, str] = {
    DEPTH: "Tile 2 is **raised**: here B should hit the step. The rule about neighbours must keep the contact with "
    "a real step.",
    LEAST: "SAT keeps the **least** overlap: that of tile 2’s side. Its upper part stands free over tile 1: there it "
    "is an **outer edge**, and B really hits it.",
    HIT: "B moves against this normal, $v_n$ < 0: it hits the step. This is no ghost, as tile 2 stands higher than "
    "tile 1.",
    OFTEN: "The frame ends up to its displacement $v\\,Δt$ past the seam. A raised tile makes "
    "$o_\\mathrm{top}$ greater, so more starts meet the step.",
    COMPARED: "At the raised corner the outer edges point left and up. The **cone** holds all normals between, and "
    "$\\hat n$ too. Only what **neighbours** cover is dropped.",
    RUNS: "In both runs B hits the real step. With neighbours only the contact point is missing where tile 1 covers "
    "the step’s side.",
}
ROUND: Mapping[int, str] = {
    DEPTH: "A **round body** sinks into the floor by the slop $h$ too. It has no corner that could catch, "
    "but the corner of tile 2 can still push it.",
    SEAM: "A round body meets the corner of tile 2 before its centre $c$ is over the seam. The overlap $o$ is its "
    "radius less the distance of that corner.",
    LEAST: "On a corner the normal points from the corner to the centre $c$. It leans against the motion: a "
    "rounded body is not stopped, but thrown up.",
    HIT: "Only the part of the velocity along $\\hat n$ is taken away. So a round body loses less than a "
    "box, but it trips from MORE starts.",
    OFTEN: "The corner lies in the body while the centre moves by $w$, half a chord. If that is longer than the "
    "displacement of one frame, no start gets past it.",
    RUNS: "A round body is lifted by the seam and loses less than a box, but it trips from MORE starts. With "
    "neighbours the floor is flat for it too.",
}
SLOW: Mapping[int, str] = {
    DEPTH: "A small **slop** $h$ leaves little room behind the seam in which B can trip. But a slow body moves "
    "little in a frame: it does not easily step over that room.",
    RUNS: "Tile by tile, a slow B only tips: it has too little energy to turn over its corner, falls back, and "
    "slides away from the seam. With neighbours the seam never stops it.",
}
OWN_START = (
    "A rule that seems to help: an inner edge is **skipped** as an axis, so SAT never finds its normal. Does B now "
    "glide over the seam?"
)
OWN_SIDE = (
    "**Inner edges skipped**: SAT now finds B’s own side, with the same overlap and normal: B trips just the "
    "same. The axis must be tried, and its contact dropped."
)
HELPS = (
    "**Upward normals only** drops this contact as well, so B glides on. On a flat floor the rule helps; at a real "
    "step it fails."
)
NO_WALL = (
    "**Upward normals only**: the contact with the raised tile is dropped too. B enters the tile until the top has "
    "the least overlap, and ends on top of it."
)


def idea(moment: Moment[Slide]) -> str:
    scene, step = moment.scene, moment.index
    if state.own_side(moment) and step in (LEAST, HIT, RUNS):
        return OWN_SIDE
    if state.own_side(moment) and step == DEPTH:
        return OWN_START
    if state.let_through(moment) and not scene.raised and step in (HIT, RUNS):
        return HELPS
    if moment.compare == UPWARD and differs(moment):
        if scene.raised and step in (HIT, RUNS):
            return NO_WALL
        if scene.is_round and step in (HIT, RUNS):
            return _kept(scene)
    if step == RUNS and not (scene.spot.is_side or scene.raised):
        return _lucky(scene)
    if step == RUNS and is_tilted(moment):
        return TILTED.replace("COUNT", str(scene.count))
    is_slow = scene.speed < SMALL and scene.depth < LITTLE and not (scene.is_round or scene.raised)
    turned = step != RUNS or float(scene.alone.bodies(scene.count)[1].velocity[0]) < 0.0
    kinds = (
        (LUCK, not scene.spot.is_side),
        (ROUND, scene.is_round and not (scene.raised and step == RUNS)),
        (STEP, scene.raised),
        (SLOW, is_slow and turned),
        (IDEAS, True),
    )
    found = next(ideas[step] for ideas, holds in kinds if holds and step in ideas)
    return found.replace("MORE", "all" if scene.share >= 1.0 else "more")


def _lucky(scene: Slide) -> str:
    told = f"This start ends {fixed(scene.past, 3)} past the seam, where the top has the least overlap. "
    trip = f"{fixed(100.0 * scene.share, 0)} % of all starts trip"
    return f"{told}That was luck: {trip}. With neighbours none does."


def _kept(scene: Slide) -> str:
    return (
        "**Upward normals only** drops the contacts whose normal leans by more than 45°. This one leans by "
        f"{fixed(scene.lean, 0)}°, so it is kept, and B trips all the same."
    )


def differs(moment: Moment[Slide]) -> bool:
    """Whether a faulty rule leads elsewhere than the contacts of the floor."""
    run, scene = moment.faulty, moment.scene
    if not isinstance(run, Run):
        return False
    return math.dist(*(each.bodies(scene.count)[1].pose.position for each in (run, scene.right))) > 0.02


def is_tilted(moment: Moment[Slide]) -> bool:
    """Whether at the end all contacts of the first run have normals that a flat floor cannot have."""
    run, count = state.wrong_run(moment), moment.scene.count
    found = [c.normal.direction_xy for c in run.frame(state.acting(run, count)).contacts]
    return bool(found) and all(state.is_false(moment, normal) for normal in found)
