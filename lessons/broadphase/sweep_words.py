"""What sweep and prune says: its ideas, the situation, and how it counts and names."""

from __future__ import annotations

from geometry.broadphase.structure import Pair
from geometry.broadphase.sweep_and_prune import Began, Sorted
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.boxes import contacts, touching
from lessons.broadphase.sweep_figure import seen_of
from lessons.broadphase.sweep_state import GAP, STALE, TOUCHING, Swept
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import listed, tint

INTERVALS = (
    "Project all boxes on one axis. Only boxes with overlapping intervals can overlap: compare no others. Sort the "
    "intervals by where they begin."
)
SWEEP = (
    "**Sweep** a line along the axis. A box is **active** from its beginning to its end. Compare each new box with "
    "the **active list** only."
)
OTHER = (
    "A new box costs one comparison for each active box. The axis with the greatest **spread** is usually best. "
    "Spread: standard deviation of the centres."
)
NEXT = (
    "**Temporal coherence**: the list stays nearly sorted, so **insertion sort** makes few swaps. A beginning that "
    "passes an end starts or ends a pair of intervals."
)
FAR = (
    "These boxes pass many others in a frame. **Insertion sort** makes one swap for each two ends that pass, up to "
    "about $2n^2$. Sort again from the start."
)
SWAPS = r"\mathrm{swaps}=\examined{\mathrm{crossings}}"
FAULTS = {
    GAP: "**Stop at the first gap**: after the first active box that is apart on the other axis the loop ends "
    "(“break”). The active boxes behind it are not tested.",
    TOUCHING: "**Touching dropped**: a box that ends exactly where the new one begins is dropped from the active "
    "list. Boxes that touch there are missed.",
    STALE: "**Last frame's order**: the list is not sorted again. The line jumps back and forth, and a box may be "
    "dropped before one that it meets has come.",
}


def idea_of(moment: Moment[Swept], idea: str) -> str:
    """What a faulty rule does wrong, in its place; last frame's order concerns the next frame only."""
    return FAULTS[moment.compare] if moment.compare and (moment.compare != STALE or moment.is_last) else idea


def few_pairs(scene: Swept, pairs: list[Pair]) -> str:
    if len(pairs) > 3:
        return f"{len(pairs)} pairs"
    return listed([f"{scene.names[i]} {scene.names[j]}" for i, j in pairs]) if pairs else "none"


def condition(moment: Moment[Swept]) -> str:
    """When a box is active at the beginning of another one."""
    axis, sign = moment.scene.axis, r"\faulty{>}" if moment.compare == TOUCHING else r"\ge"
    return rf"{axis}_{{\max}}(\A{{\mathrm{{active}}}}){sign} {axis}_{{\min}}(\examined{{\mathrm{{new}}}})"


def comparisons(count: int) -> str:
    return "comparison" if count == 1 else "comparisons"


def so_far(moment: Moment[Swept]) -> str:
    """What is known at this step."""
    scene, step = moment.scene, moment.step
    if isinstance(step, Sorted):
        n = scene.count
        if not moment.index:
            count = n * (n - 1) // 2
            return f"{n} boxes, {count:,} {'pair' if count == 1 else 'pairs'}, 0 comparisons so far."
        pairs = "pair" if step.swaps == 1 else "pairs"
        return f"{tint(f'{step.swaps:,}', Ink.EXAMINED)} {pairs} of ends changed their order."
    tested, seen = step.tested, set(seen_of(moment))
    hits = [pair for pair in moment.trace.result.pairs if set(pair) <= seen]
    over = contacts(scene.boxes, hits)
    if isinstance(step, Began):
        return f"{tested:,} {comparisons(tested)} along {scene.axis} so far, {over}."
    every = scene.count * (scene.count - 1) // 2
    return f"{tested:,} of {every:,} {'pair' if every == 1 else 'pairs'} compared along {scene.axis}, {over}."


def differs(moment: Moment[Swept]) -> bool:
    found = moment.faulty
    return isinstance(found, FaultyPairs) and bool(found.missed or found.surplus)


def told_wrong(moment: Moment[Swept], found: FaultyPairs) -> str:
    """What a faulty rule does on this scene."""
    missed, true = len(found.missed), len(found.reported) - found.surplus + len(found.missed)
    much = tint(f"**{missed:,}**", Ink.FAULTY)
    boxes = moment.scene.later if moment.compare == STALE else moment.scene.boxes
    kind = "pairs in contact" if touching(boxes, {*found.reported, *found.missed}) else "overlapping pairs"
    return (
        f"{moment.compare[0].upper()}{moment.compare[1:]}: {much} of {true:,} "
        f"{kind.replace('pairs', 'pair') if true == 1 else kind} {'is' if missed == 1 else 'are'} missed."
    )
