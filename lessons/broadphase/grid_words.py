"""What the lesson on grids says: the ideas of its stages, its faulty rules, and what is known at a step."""

from __future__ import annotations

import math
from collections.abc import Sequence

from geometry.broadphase.structure import Pair
from geometry.broadphase.uniform_grid import CellCompared, CellsEntered, Span, cell_count
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.boxes import Crowd, contacts, touching
from lessons.broadphase.grid_state import CENTRE, TRUNCATED, TWICE, Gridded, cell_name, known, spans_by, table_of
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import counted, fixed, listed, sentence, tint

INSERT = (
    "A **uniform grid** has square **cells** of size $c$, in columns $i$ and rows $j$. Divide a box's coordinates "
    "by $c$ and round down: it gets an entry in every cell it meets."
)
HASHED = (
    "Columns and rows may be negative: −0.3 is rounded **down**, to −1. A **spatial hash** keeps a table of the "
    "cells in use alone, found by $i$ and $j$: the world needs no border."
)
CELL = (
    "Boxes that overlap share a point, and that point lies in a cell. So compare only boxes of the same cell: $k$ "
    "boxes make $k(k-1)/2$ pairs."
)
SHARED = (
    "A pair that shares several cells would be compared in each: a **duplicate pair**. Compare it once, in the lower "
    "left one of the cells that it shares."
)
SIZE = "Small cells: many entries. Large cells: many pairs. The cost is their sum. Drag $c$ to where it is least."
EVEN = (
    "Small cells: many entries. Large cells: many pairs. Of boxes of about one size the least cost lies at one to "
    "two times their side. Drag $c$."
)
FOUND = (
    "The rows with two boxes or more give the pairs, each of them once. No overlap is missed: the two boxes have an "
    "entry in the cell of a shared point."
)
TOUCHING = (
    "A side on a line also gets an entry in the cell beyond it. So boxes that only touch on a line share a cell, and "
    "they are compared."
)
FAULTS = {
    CENTRE: "**Cell of the centre**: each box gets one entry, in the cell of its centre. Boxes that overlap across a "
    "line of the grid are never compared: hits are missed.",
    TWICE: "**Pairs not made unique**: each pair is compared, and reported, in every cell that it shares. Such a "
    "pair is pushed apart several times.",
    TRUNCATED: "**Truncation for floor**: rounding towards zero takes −0.3 to 0. The columns on both sides of 0 "
    "become one of double width, and so do the rows.",
}


def run_of(word: str, first: int, last: int) -> str:
    """Columns from one to another."""
    told = f"{word} {first}" if first == last else f"{word}s {first} to {last}"
    return told.replace("-", "−")


def covers(name: str, span: Span, x: str = "", y: str = "") -> str:
    """Which cells a box gets an entry in."""
    left, bottom, right, top = span
    wide, tall = right - left + 1, top - bottom + 1
    return (
        f"Box {tint(f'**{name}**', Ink.EXAMINED)} covers {run_of('column', left, right)}{x} and "
        f"{run_of('row', bottom, top)}{y}: {wide} · {tall} = "
        f"**{wide * tall}** {'cell' if wide * tall == 1 else 'cells'}."
    )


def by_rule(moment: Moment[Gridded], id: int) -> str:
    """Which cells a faulty rule enters a box in; nothing where it is no other ones."""
    scene, (left, bottom, right, top) = moment.scene, spans_by(moment.scene, moment.compare)[id]
    if (left, bottom, right, top) == scene.spans[id]:
        return ""
    cells, right_ones = cell_count((left, bottom, right, top)), cell_count(scene.spans[id])
    name = tint(f"**{scene.names[id]}**", Ink.EXAMINED)
    return (
        f"By this rule box {name} covers {run_of('column', left, right)} and {run_of('row', bottom, top)}: "
        f"{tint(counted(cells, 'cell'), Ink.FAULTY)} instead of {right_ones}."
    )


def cell_by_rule(moment: Moment[Gridded], cell: CellCompared) -> str:
    """What a cell holds by a faulty rule; nothing where it is the same."""
    scene = moment.scene
    if moment.compare == TWICE and cell.elsewhere and not scene.is_crowd:
        count = len(cell.ids) * (len(cell.ids) - 1) // 2
        return f"By this rule cell {cell_name(cell.cell)} reports {counted(count, 'pair')} again."
    ids = table_of(spans_by(scene, moment.compare)).get(cell.cell, ())
    if ids == cell.ids or scene.is_crowd:
        return ""
    told = listed([scene.names[i] for i in ids]) + " alone" * (len(ids) == 1) if ids else "no box"
    return (
        f"By this rule cell {cell_name(cell.cell)} holds {tint(told, Ink.FAULTY)}, not "
        f"{listed([scene.names[i] for i in cell.ids])}."
    )


def of_size(scene: Gridded) -> str:
    """What the size of the cells means for this scene."""
    best, least = scene.least
    if scene.kind is Crowd.ONE_HUGE and scene.is_crowd:
        own, entries = cell_count(scene.spans[-1]), sum(map(cell_count, scene.spans))
        return (
            f"The huge box alone has {own:,} of the {entries:,} entries, as every cell under it holds one. Larger "
            f"cells give it fewer, but cost the small boxes more pairs."
        )
    if scene.kind is Crowd.HEAP and scene.is_crowd:
        return (
            f"Cells in the middle of a heap hold many boxes. Even the best size, $c$ = {fixed(best)}, leaves a cost "
            f"of {least:,}: {len(scene.overlapping):,} pairs do overlap, and none of them may be left out."
        )
    return EVEN if scene.is_crowd else SIZE


def of_found(scene: Gridded) -> str:
    """What the table of few boxes shows at the end."""
    return TOUCHING if touching(scene.boxes, scene.overlapping) else FOUND


def hits_of(scene: Gridded, cell: CellCompared) -> str:
    tested, hits = len(cell.compared), len(cell.hits)
    if tested == 1:
        return sentence(f"{_one(scene, cell.hits)}.")
    how = "One overlaps." if hits == 1 else f"{hits:,} overlap." if hits else "No pairs overlap."
    return tint(how, Ink.OVERLAP) if hits else how


def _one(scene: Gridded, hits: Sequence[Pair]) -> str:
    """What the only pair that is compared does."""
    if not hits:
        return "it does not overlap"
    return "it touches, which counts as contact" if scene.just_touch(hits[0]) else "it overlaps"


def so_far(moment: Moment[Gridded]) -> str:
    """What is known at this step."""
    scene, step = moment.scene, moment.step
    if isinstance(step, CellsEntered):
        done = step.id + 1
        count = sum(map(cell_count, scene.spans[:done]))
        return f"{done} of {scene.count} boxes {'is' if done == 1 else 'are'} inserted: {entries_of(count)}."
    hits, tested = len(moment.trace.result.pairs), step.tested
    if isinstance(step, CellCompared) and scene.is_crowd:
        tested, pairs = moment.trace.result.tested, scene.count * (scene.count - 1) // 2
        return f"All cells together: {tested:,} of {pairs:,} pairs are compared, {_of_them(hits)}."
    if isinstance(step, CellCompared):
        hits = len(known(moment))
        if tested == 1:
            return f"1 pair is compared so far: {_one(scene, known(moment))}."
        return f"{counted(tested, 'pair')} are compared so far, {_of_them(hits)}."
    if tested == 1:
        if scene.count == 2:
            return f"The only pair is compared: {_one(scene, moment.trace.result.pairs)}."
        every = counted(scene.count * (scene.count - 1) // 2, "pair")
        return f"{tint('1', Ink.EXAMINED)} of {every} is compared: {_one(scene, moment.trace.result.pairs)}."
    return f"{tint(f'{tested:,}', Ink.EXAMINED)} of {counted(scene.count * (scene.count - 1) // 2, 'pair')} " + (
        f"{'is' if tested == 1 else 'are'} compared, {_of_them(hits)}."
    )


def entries_of(count: int) -> str:
    return f"{count:,} {'entry' if count == 1 else 'entries'}"


def _of_them(hits: int) -> str:
    return f"{tint(f'{hits:,}', Ink.OVERLAP)} of them {'overlaps' if hits == 1 else 'overlap'}"


def found_in(scene: Gridded, tested: int) -> str:
    """What the table of few boxes gave."""
    count, every = sum(map(cell_count, scene.spans)), sum(math.comb(len(ids), 2) for ids in scene.held.values())
    skipped = every - tested
    more = f" {counted(skipped, 'duplicate')} {'is' if skipped == 1 else 'are'} skipped." if skipped else ""
    how = contacts(scene.boxes, scene.overlapping) if scene.overlapping else "none overlaps"
    if tested == 1:
        how = _one(scene, scene.overlapping)
    are = "is" if tested == 1 else "are"
    return (
        f"{sentence(entries_of(count))} in {counted(len(scene.held), 'cell')}. "
        f"{tint(counted(tested, 'pair'), Ink.EXAMINED)} {are} compared: {how}.{more}"
    )


def found_by_rule(moment: Moment[Gridded]) -> str:
    """What a faulty rule's table gave, and what the right one does; nothing where no rule is switched on."""
    scene, found, right = moment.scene, moment.faulty, moment.trace.result
    if not isinstance(found, FaultyPairs):
        return ""
    count = sum(map(cell_count, spans_by(scene, moment.compare)))
    return (
        f"By this rule: {entries_of(count)}, {tint(counted(found.tested, 'comparison'), Ink.FAULTY)}. By the grid's: "
        f"{entries_of(sum(map(cell_count, scene.spans)))}, {counted(right.tested, 'comparison')}."
    )


def differs(moment: Moment[Gridded]) -> bool:
    found = moment.faulty
    return isinstance(found, FaultyPairs) and (
        bool(found.missed) or found.surplus > 0 or found.tested != moment.trace.result.tested
    )


def told(moment: Moment[Gridded], found: FaultyPairs) -> str:
    """What a faulty rule does on this scene."""
    right, name = moment.trace.result, sentence(moment.compare)
    if moment.compare == CENTRE:
        missed = tint(f"**{len(found.missed):,}**", Ink.FAULTY)
        are = "is" if len(found.missed) == 1 else "are"
        return f"{name}: {missed} of {counted(len(right.pairs), 'overlapping pair')} {are} missed."
    if moment.compare == TWICE:
        much = tint(f"**{counted(len(found.reported), 'report')}**", Ink.FAULTY)
        return (
            f"{name}: {counted(found.tested, 'comparison')} for {counted(right.tested, 'pair')}, and {much} of "
            f"{counted(len(right.pairs), 'overlap')}."
        )
    much = tint(f"**{found.tested:,}**", Ink.FAULTY)
    return f"{name}: {much} instead of {counted(right.tested, 'comparison')}. All overlaps are found, only slower."
