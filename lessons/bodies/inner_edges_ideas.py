"""The ideas of the lesson on inner edges, by what the scene shows."""

from __future__ import annotations

from collections.abc import Mapping

from lessons.bodies import inner_edges_now as state
from lessons.bodies.inner_edges_now import COMPARED, HIT, LEAST, OFTEN, RUNS, SEAM, TRIP
from lessons.bodies.inner_edges_scene import UPWARD, Slide
from lessons.bodies.runs import Run
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

TILT = 0.05  # of a normal: along the floor
SMALL, LITTLE = 2.0, 0.01  # a speed and a depth below these are called small
IDEAS: Mapping[int, str] = {
    TRIP: "B slides without friction over a flat floor, so it should glide on. Tested tile by tile, B trips at the "
    "**seam**, where two tiles meet. Why?",
    SEAM: "Engines let a body sink by a small depth $\\overlap{h}$, the **slop**, so that its contact lasts. So "
    "B overlaps tile 2 past the seam from the side too.",
    LEAST: "SAT tests each tile alone and keeps the **least** overlap, here that of tile 2’s side. But this side is "
    "an **inner edge** (internal edge): tile 1 covers it.",
    HIT: "B moves against $\\faulty{\\hat n}$, so the contact pushes back: a **ghost collision**. The contacts "
    "stop B’s corner, so B turns about it and keeps KEEPS m/s.",
    OFTEN: "The first frame that ends past the seam ends between 0 and $v\\,Δt$ beyond it, with equal chance. B "
    "trips if that is less than $\\overlap{o_\\mathrm{top}}$.",
    COMPARED: "In a **chain** each edge stores its neighbour’s far end, a **ghost vertex**. So it knows both normals "
    "at the seam. A contact with a normal outside their **cone** is dropped.",
    RUNS: "With neighbours no contact at the seam has a normal outside the **cone**: B glides as on a floor of one "
    "piece.",
}
TILTED = (
    "Tile by tile, B turns on its corner. The normals are now those of its own turned edges, outside the "
    "**cone**. With neighbours the side’s contacts are dropped."
)
LUCK: Mapping[int, str] = {
    TRIP: "Floor and speed as before, but B starts elsewhere. Now it glides over the **seam** tile by tile too: it "
    "depends on where its frames end.",
    LEAST: "SAT keeps the **least** overlap. This frame ends so far past the seam that it is that of tile 2’s top: "
    "B is pushed up, not back.",
    HIT: "The normal points up, so nothing slows B along the floor. Other starts on the same floor, with the same "
    "speed, trip.",
    COMPARED: "In a **chain** each edge stores its neighbour’s far end, a **ghost vertex**. So it knows both normals "
    "at the seam. Both point up, and so does $\\hat n$.",
}
OUTLINE: Mapping[int, str] = {
    TRIP: "The floor is one **concave** outline. Its convex pieces are the tiles, and the cut between them is the "
    "**seam**. Tested tile by tile, B trips here too.",
    LEAST: "SAT tests each piece alone and keeps the **least** overlap, here that of tile 2’s side. But this side is "
    "an **inner edge** (internal edge): the cut.",
    COMPARED: "The outline is the **chain**: at the cut, tile 1’s top stores a **ghost vertex**, the far end of the "
    "outline’s next edge. A contact outside the **cone** is dropped.",
    RUNS: "With neighbours no contact at the cut has a normal outside the **cone** of the outline: B glides as on "
    "the whole.",
}
STEP: Mapping[int, str] = {
    TRIP: "Tile 2 is **raised**: here B should hit the step. A rule against false contacts at a seam must keep the "
    "contact with a real step.",
    LEAST: "SAT keeps the **least** overlap: that of tile 2’s side. Its upper part stands free over tile 1: there it "
    "is an **outer edge**, and B really hits it.",
    HIT: "B moves against this normal, $v_n$ < 0: it hits the step. This is no ghost, as tile 2 stands higher than "
    "tile 1.",
    OFTEN: "The first frame past the seam ends between 0 and $v\\,Δt$ beyond it. A raised tile makes "
    "$o_\\mathrm{top}$ greater, so B meets the step from more of these places.",
    COMPARED: "The normals of the outer edges here point left and up. The **cone** holds all between, and $\\hat n$ "
    "too. Only what **neighbours** cover is dropped.",
    RUNS: "In both runs B hits the real step: its contact is kept. With neighbours only the contact point that "
    "tile 1 covers is dropped.",
}
ROUND: Mapping[int, str] = {
    TRIP: "A **round body** has no corner that could catch on the side of tile 2. Tested tile by tile, it is slowed "
    "at the **seam** all the same.",
    SEAM: "B is $\\overlap{h}$ deep. The corner of tile 2 lies in it before its centre $c$ is over the seam: the "
    "overlap $\\overlap{o}$ is its radius less the distance of that corner.",
    LEAST: "On a corner the normal points from the corner to the centre $c$. It leans against the motion: a "
    "rounded body is not stopped, but thrown up.",
    HIT: "Only the part of the velocity along $\\hat n$ is taken away. So a round body loses less than a "
    "box, but it is slowed from MORE.",
    OFTEN: "The corner lies in the body while the centre moves by $w$, half a chord. If that is longer than the "
    "displacement of one frame, no start gets past it.",
    RUNS: "A round body is lifted by the seam and loses less than a box, but here it is slowed from MORE. With "
    "neighbours the floor is flat for it too.",
}
SLOW: Mapping[int, str] = {
    TRIP: "A small **slop** $\\overlap{h}$: B trips only if a frame ends less than $\\overlap{h}$ past the seam. But "
    "a slow B moves only WAY m in one frame, so still SHARE % of all starts trip.",
    RUNS: "Tile by tile, a slow B has too little energy to turn over its corner: it falls back and slides away from "
    "the seam. With neighbours the seam never stops it.",
}
STEP_TILTED = (
    "In both runs B hits the real step. With neighbours the covered point is dropped, later tilted normals on "
    "tile 1 too, so the runs differ a little."
)
REAL = "In both runs B hits the real step: the normal lies in the **cone** at its corner, so the contact is kept."
OWN_START = (
    "A rule that seems to help: an inner edge is **skipped** as an axis, so SAT never finds its normal. But B trips "
    "just the same."
)
OWN_SIDE = (
    "**Inner edges skipped**: SAT now finds B’s own side, with the same overlap and normal: B trips just the "
    "same. The axis must be tried, and its contact dropped."
)
UP_START = (
    "A rule that seems simpler: **upward normals only** drops the contacts whose normal leans by more than 45°. "
    "But tile 2 is a wall here."
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
    if state.own_side(moment) and step == TRIP:
        return OWN_START
    if moment.compare == UPWARD and scene.raised and step == TRIP:
        return UP_START
    if state.let_through(moment) and not scene.raised and step in (HIT, RUNS):
        return HELPS
    if moment.compare == UPWARD and differs(moment):
        if scene.raised and step in (HIT, RUNS):
            return NO_WALL
        if scene.is_round and step in (HIT, RUNS):
            return _kept(scene)
    if step == RUNS and not (scene.spot.is_side or scene.raised):
        return _lucky(scene)
    if step == RUNS and scene.raised and scene.is_round:
        return REAL
    if step == RUNS and scene.raised and drops_tilted(moment):
        return STEP_TILTED
    if step == RUNS and is_tilted(moment) and not scene.is_outline:
        return TILTED
    is_slow = scene.speed < SMALL and scene.depth < LITTLE and not (scene.is_round or scene.raised)
    turned = step != RUNS or float(scene.alone.bodies(scene.count)[1].velocity[0]) < 0.0
    kinds = (
        (LUCK, not scene.spot.is_side),
        (ROUND, scene.is_round and not (scene.raised and step == RUNS)),
        (STEP, scene.raised),
        (OUTLINE, scene.is_outline),
        (SLOW, is_slow and turned),
        (IDEAS, True),
    )
    found = next(ideas[step] for ideas, holds in kinds if holds and step in ideas)
    if "KEEPS" in found:
        found = found.replace("KEEPS", fixed(state.wrong_run(moment).bodies(scene.frames + 1)[1].velocity[0]))
    found = found.replace("SHARE", fixed(100.0 * scene.share, 0)).replace("WAY", fixed(scene.way, 3))
    return found.replace("MORE", "every start" if scene.share >= 1.0 else "more starts")


def _lucky(scene: Slide) -> str:
    told = f"Frame {scene.frames} ends {fixed(scene.past, 3)} m past the seam, where the top has the least overlap. "
    trip = f"{fixed(100.0 * scene.share, 0)} % of all starts trip"
    return f"{told}That was luck: {trip}. With neighbours none does."


def _kept(scene: Slide) -> str:
    return (
        "**Upward normals only** drops the contacts whose normal leans by more than 45°. This one leans by "
        f"{fixed(scene.lean, 0)}°, so it is kept, and B is slowed all the same."
    )


def differs(moment: Moment[Slide]) -> bool:
    """Whether a faulty rule leads elsewhere than the contacts of the floor."""
    return isinstance(moment.faulty, Run) and state.goes_wrong(moment)


def is_tilted(moment: Moment[Slide]) -> bool:
    """Whether at the end all contacts of the first run have normals that a flat floor cannot have."""
    run, count = state.wrong_run(moment), moment.scene.count
    found = [c.normal.direction_xy for c in run.frame(state.acting(run, count)).contacts]
    return bool(found) and all(state.is_false(moment, normal) for normal in found)


def drops_tilted(moment: Moment[Slide]) -> bool:
    """Whether after the hit the neighbours drop normals on tile 1 that do not point straight up."""
    scene = moment.scene

    def tilted(run: Run, k: int) -> bool:
        found = (c for c in run.frame(k).contacts if c.id.pair.piece_a == 0)
        return any(abs(c.normal.direction_xy[0]) > TILT for c in found)

    later = range(scene.frames + 1, scene.count)
    return any(tilted(scene.alone, k) and not tilted(scene.right, k) for k in later)
