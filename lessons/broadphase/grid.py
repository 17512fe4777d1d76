"""Uniform grid: every box noted in the cells that it covers, and compared within its cells only."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Trace
from geometry.broadphase.structure import CandidatePairs, Pair
from geometry.broadphase.uniform_grid import CellCompared, CellsEntered, cell_count, uniform_grid
from geometry.faulty.broadphase import FaultyPairs, cell_of_the_centre, not_made_unique, truncated
from geometry.trace import picked
from lessons.broadphase.boxes import Crowd, eight_boxes, things
from lessons.broadphase.grid_asked import asked_box, corner_question, size_question
from lessons.broadphase.grid_figure import cost_axes, draw_cost, draw_world, take_size
from lessons.broadphase.grid_state import Gridded, cell_name, known, shared
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, at_last, beside
from viz.lesson.page import Claim, Page, Table, TableRow
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, listed, tint

CELLS = 6  # that are steps in a scene of few boxes; of a crowd two
SIZES = ("$c$", "entries", "pairs", "cost")  # columns of the last table
CENTRE, TWICE, TRUNCATED = "cell of the centre", "pairs not made unique", "truncation for floor"

INSERT = (
    "A **uniform grid** has square **cells** of size $c$, in columns $i$ and rows $j$. Divide a box's coordinates "
    "by $c$ and round down: it gets an entry in every cell it meets."
)
HASHED = (
    "Column and row may be negative: −0.3 is rounded **down**, to −1. A **spatial hash** keeps the cells in a table "
    "by these two numbers, so the world has no border."
)
CELL = (
    "Boxes that overlap share a point, and that point lies in a cell. So compare only boxes of the same cell: $k$ "
    "boxes make $k(k-1)/2$ pairs."
)
SHARED = (
    "A pair that shares several cells would be compared in each: a **duplicate pair**. Compare it only in the first, "
    "the cell of the point (greater left side, greater lower side)."
)
SIZE = (
    "Small cells: many entries. Large cells: many pairs. A common choice is about twice the side of a typical box. "
    "Drag $c$ to where the sum is least."
)
ALWAYS = "Here each pair shares a cell at every size, so only entries can be saved. "
RISES = ALWAYS + "Larger cells mostly save some; a line through the boxes costs some again. Drag $c$."
FALLS = ALWAYS + "The larger the cells, the fewer they are. Drag $c$ and see the cost fall."
FAULTS = {
    CENTRE: "**Cell of the centre**: each box is entered in one cell only. Boxes that overlap across a line "
    "of the grid "
    "are never compared: collisions are missed.",
    TWICE: "**Pairs not made unique**: each pair is compared, and reported, in every cell that it shares. "
    "Such a pair "
    "is pushed apart several times.",
    TRUNCATED: "**Truncation for floor**: rounding towards zero takes −0.3 to 0. The columns on both sides "
    "of 0 become "
    "one of double width, and so do the rows.",
}


class GridStory(Story):
    """Insert the boxes, compare within cells, skip what is shared, choose the size."""

    columns = ("cell", "boxes", "compared", "skipped", "in contact")

    def stage(self, moment: Moment[Gridded]) -> str:
        match moment.step:
            case CellsEntered():
                return "Insert"
            case CellCompared() as compared:
                return "Shared cells" if compared.elsewhere else "Cells"
        return "Cell size"

    def page(self, moment: Moment[Gridded]) -> Page:
        match moment.step:
            case CellsEntered() as entered:
                return self.entered(moment, entered)
            case CellCompared() as compared:
                return self.compared(moment, compared)
            case CandidatePairs() as answer:
                return self.size(moment, answer)
        raise TypeError(moment.step)

    def entered(self, moment: Moment[Gridded], entered: CellsEntered) -> Page:
        scene, (left, bottom, right, top) = moment.scene, entered.span
        sides, c = scene.boxes[entered.id], scene.c
        wide, tall = right - left + 1, top - bottom + 1
        x, y = "", ""
        if not scene.is_crowd:
            parts = [fixed(side / c).replace("-", "−") for side in sides]
            x, y = f" (x/c {parts[0]} to {parts[2]})", f" (y/c {parts[1]} to {parts[3]})"
        name = tint(f"**{scene.names[entered.id]}**", Ink.EXAMINED)
        says = (
            f"Box {name} covers {_run('column', left, right)}{x} and {_run('row', bottom, top)}{y}: "
            f"{wide} · {tall} = **{wide * tall}** {'cell' if wide * tall == 1 else 'cells'}."
        )
        idea = HASHED if min(scene.around[:2]) < -scene.c else INSERT
        page = (
            Page(self.stage(moment), idea, r"i=\lfloor x/c\rfloor\qquad j=\lfloor y/c\rfloor")
            .says(says)
            .claiming(
                Claim("span", lambda: entered.span, lambda: [math.floor(side / c) for side in sides]),
                Claim("covers", lambda: left * c <= sides[0] + 1e-9 and sides[2] <= (right + 1) * c, lambda: True),
            )
        )
        return page.asks(corner_question(moment, entered), _so_far(moment))

    def compared(self, moment: Moment[Gridded], cell: CellCompared) -> Page:
        scene, k = moment.scene, len(cell.ids)
        names = listed([scene.names[i] for i in cell.ids]) if not scene.is_crowd else f"{k} boxes"
        pairs, tested = len(cell.compared) + len(cell.elsewhere), len(cell.compared)
        where = tint(f"{cell_name(cell.cell)}", Ink.EXAMINED)
        says = f"Cell {where} holds {names}, $k$ = {k}: {counted(pairs, 'pair')}. {_hits(scene, cell)}"
        idea, formula = CELL, r"P_{\mathrm{cell}}=\frac{k\,(k-1)}{2}"
        if cell.elsewhere:
            idea = SHARED
            formula = r"(i,j)=(\lfloor\max x_{\min}/c\rfloor,\ \lfloor\max y_{\min}/c\rfloor)"
            says = (
                f"Cell {where} holds {names}, {counted(pairs, 'pair')}: {len(cell.elsewhere):,} compared in other "
                f"cells, {tested:,} here. {_hits(scene, cell) if tested else ''}"
            ).rstrip()
            if pairs == 1:
                ((i, j),) = cell.elsewhere
                first = cell_name(scene.first_shared((i, j)))
                says = (
                    f"Cell {where} holds {names}. They share {shared(scene.spans[i], scene.spans[j])} cells and were "
                    f"compared in the first, {first}: skip them here."
                )
        boxes, c = scene.boxes, scene.c

        def first_of(i: int, j: int) -> tuple[int, int]:
            a, b = boxes[i], boxes[j]
            return math.floor(max(a[0], b[0]) / c), math.floor(max(a[1], b[1]) / c)

        return (
            Page(self.stage(moment), idea, formula)
            .says(says)
            .claiming(
                Claim("pairs", lambda: pairs, lambda: k * (k - 1) / 2),
                Claim("first", lambda: all(first_of(*pair) == cell.cell for pair in cell.compared), lambda: True),
                Claim("else", lambda: any(first_of(*pair) == cell.cell for pair in cell.elsewhere), lambda: False),
                Claim("k", lambda: k, lambda: sum(_covers(each, cell.cell, c) for each in boxes)),
            )
            .row(
                cell_name(cell.cell),
                f"{k}" if scene.is_crowd else " ".join(scene.names[i] for i in cell.ids),
                f"{tested:,}",
                f"{len(cell.elsewhere):,}",
                tint(f"{len(cell.hits):,}", Ink.OVERLAP) if cell.hits else "0",
            )
            .asks(size_question(moment), _so_far(moment))
        )

    def size(self, moment: Moment[Gridded], answer: CandidatePairs) -> Page:
        scene = moment.scene
        entries = sum(map(cell_count, scene.spans))
        total = entries + answer.tested
        best, least = scene.least
        more = f", {fixed(total / least)} times the cost at $c$ = {fixed(best)}"
        if total <= least:
            more = ", the least found"
        if scene.is_always_shared:
            more = ""
        says = (
            f"$c$ = {fixed(scene.c)}: {tint(f'{entries:,}', Ink.A)} entries and "
            f"{tint(f'{answer.tested:,}', Ink.EXAMINED)} {'pair' if answer.tested == 1 else 'pairs'} "
            f"cost **{total:,}**{more}."
        )
        page = (
            Page(
                self.stage(moment),
                FAULTS.get(moment.compare, _of_size(scene)),
                r"\mathrm{cost}=\A{\mathrm{entries}}+\examined{\mathrm{pairs}}",
            )
            .says(says)
            .claiming(
                Claim("cost", lambda: total, lambda: scene.cost),
                Claim("none missed", lambda: len(answer.pairs), lambda: len(scene.overlapping)),
            )
        )
        if isinstance(found := moment.faulty, FaultyPairs):
            told = f"{found.tested:,}", "", f"{len(found.reported):,}"
            page = page.row(moment.compare, "", *told, key="faulty", faulty=True)
        return page

    def draw(self, canvas: Canvas, moment: Moment[Gridded]) -> None:
        draw_world(canvas, moment)


def _run(word: str, first: int, last: int) -> str:
    """Columns from one to another."""
    told = f"{word} {first}" if first == last else f"{word}s {first} to {last}"
    return told.replace("-", "−")


def _of_size(scene: Gridded) -> str:
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
    if scene.is_always_shared:
        return RISES if (np.diff(scene.costs.total) > 0).any() else FALLS
    return SIZE


def _hits(scene: Gridded, cell: CellCompared) -> str:
    tested, hits = len(cell.compared), len(cell.hits)
    if tested == 1:
        return f"{_one(scene, cell.hits)[0].upper()}{_one(scene, cell.hits)[1:]}."
    how = "One overlaps." if hits == 1 else f"{hits or 'No pairs'} overlap."
    return tint(how, Ink.OVERLAP) if hits else how


def _one(scene: Gridded, hits: Sequence[Pair]) -> str:
    """What the only pair that is compared does."""
    if not hits:
        return "it does not overlap"
    return "it touches, which counts as contact" if scene.just_touch(hits[0]) else "it overlaps"


def _covers(sides: Sequence[float], cell: tuple[int, int], c: float) -> bool:
    (i, j), (left, bottom, right, top) = cell, (math.floor(side / c) for side in sides)
    return left <= i <= right and bottom <= j <= top


def _so_far(moment: Moment[Gridded]) -> str:
    """What is known at this step."""
    scene, step = moment.scene, moment.step
    if isinstance(step, CellsEntered):
        done = step.id + 1
        entries = sum(map(cell_count, scene.spans[:done]))
        return f"{done} of {scene.count} boxes {'is' if done == 1 else 'are'} inserted: {_entries(entries)}."
    hits, tested = len(moment.trace.result.pairs), step.tested
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


def _entries(count: int) -> str:
    return f"{count:,} {'entry' if count == 1 else 'entries'}"


def _of_them(hits: int) -> str:
    return f"{tint(f'{hits:,}', Ink.OVERLAP)} of them {'overlaps' if hits == 1 else 'overlap'}"


def _differs(moment: Moment[Gridded]) -> bool:
    found = moment.faulty
    return isinstance(found, FaultyPairs) and (
        bool(found.missed) or found.surplus > 0 or found.tested != moment.trace.result.tested
    )


def _told(moment: Moment[Gridded], found: FaultyPairs) -> str:
    """What a faulty rule does on this scene."""
    right = moment.trace.result
    name = moment.compare[0].upper() + moment.compare[1:]
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


class Grid(Lesson[Gridded]):
    id = "grid"
    title = "Uniform grid"
    source = "SAT explained"
    summary = "Note every box in the cells that it covers, and compare only boxes of the same cell."
    terms = ("uniform grid", "cell", "spatial hash", "duplicate pair")
    builds_on = ("all-pairs",)
    presents = 0
    most_steps = 12
    story = GridStory()
    compare = tuple(
        Comparison(name, partial(lambda rule, scene: rule(scene.aabbs, scene.c), rule), _differs)
        for name, rule in ((CENTRE, cell_of_the_centre), (TWICE, not_made_unique), (TRUNCATED, truncated))
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "Boxes in the cells of a grid", self.story.draw, is_world=True, share=0.64),
            Pane("cost", "Cost against cell size", draw_cost, axes=cost_axes, take=take_size, share=0.36),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Gridded | Preset[Gridded]]:
        node = things(
            ((0.9, 0.7), (2.3, 2.3)), ((1.8, 1.0), (3.4, 2.2)), ((1.7, 1.7), (3.1, 3.3)), ((0.7, 1.8), (2.1, 3.0))
        )
        planks = things(((0.3, 0.5), (5.6, 1.7)), ((0.8, 1.4), (6.4, 2.8)), ((1.4, 4.2), (2.5, 6.7)))
        return {
            # B's middle stands clear of the line at x = 1.8: of what lies on a line rounding decides.
            "Eight boxes": Gridded(eight_boxes(), c=1.8).with_box(1, (1.3, 1.2, 2.5, 2.2)),
            "Even crowd of 300": Gridded(n=300, c=0.7),
            "Around a corner": Preset(Gridded(node, c=2.0), CENTRE, at_last),
            "Long boxes": Preset(Gridded(planks, c=1.4), TWICE, at_last),
            "Touching on a line": Gridded(things(((1.0, 1.0), (2.0, 2.0)), ((2.0, 1.0), (3.0, 2.0))), c=1.0),
            "One huge box": Gridded(kind=Crowd.ONE_HUGE, n=300, c=0.5),
            "Heap": Gridded(kind=Crowd.HEAP, n=300, c=0.5),
            "Around the origin": Preset(Gridded(n=120, shift=(-3.2, -3.2), c=0.8), TRUNCATED, at_last),
        }

    def run(self, scene: Gridded) -> Trace[Any, CandidatePairs]:
        """Some of the boxes, some of the cells (all of few), and the answer."""
        whole, n = uniform_grid.trace(scene.aabbs, scene.c), scene.count
        if whole.refusal is not None:  # a box of more cells than any grid notes
            raise whole.refusal
        asked = asked_box(scene)
        inserts = {0, asked - 1, asked, n - 1} if not scene.is_crowd else {0, n // 2, n - 1}
        cells = range(n, len(whole) - 1)
        return picked(whole, [*sorted(inserts & {*range(n)}), *_chosen(whole, cells, scene), len(whole) - 1])

    def table(self, moment: Moment[Gridded], pages: Sequence[Page] | None = None) -> Table | None:
        """At the end the sizes beside c and the best one, each with what it costs."""
        if not moment.is_last or moment.compare:
            return super().table(moment, pages)
        costs, c = moment.scene.beside, moment.scene.c
        told = zip(costs.sizes, costs.entries, costs.pairs, costs.total, strict=True)
        rows = [TableRow((fixed(size), *(f"{each:,}" for each in counts))) for size, *counts in told]
        newest = frozenset(i for i, size in enumerate(costs.sizes) if size == c)
        return Table(SIZES, tuple((moment.index, row) for row in rows), newest)

    def situation(self, moment: Moment[Gridded]) -> str:
        if moment.compare and moment.faulty is not None and moment.is_last:
            return _told(moment, moment.faulty)
        return _so_far(moment)

    def challenge(self, moment: Moment[Gridded]) -> Challenge | None:
        """Of scenes with letters."""
        scene = moment.scene
        if scene.is_crowd:
            return None
        count, apart = shared(*scene.spans[:2]), (0, 1) not in scene.overlapping
        cells = counted(count, "shared cell")
        return Challenge(
            "Drag A and B so that they share two cells and do not overlap.",
            count == 2 and apart,
            f"{cells}, {'apart' if apart else 'touching' if scene.just_touch((0, 1)) else 'overlapping'}",
            "Let both reach across the same line of the grid, one above the other.",
        )


def _chosen(whole: Trace[Any, Any], cells: range, scene: Gridded) -> list[int]:
    """Which cells are steps: the first ones of few boxes; of a crowd the fullest, and a later one in which most pairs
    were compared elsewhere."""
    if not scene.is_crowd:
        later = [i for i in cells if whole[i].elsewhere]
        chosen = [*cells[:CELLS]]
        return chosen if not later or later[0] in chosen else [*chosen[:-1], later[0]]
    count: Callable[[int], int] = lambda i: len(whole[i].compared)  # noqa: E731
    own = [i for i in cells if not whole[i].elsewhere] or list(cells)
    if not own:
        return []
    full = max(own, key=count)
    after = [i for i in cells if i > full and whole[i].elsewhere]
    return [full, *([max(after, key=lambda i: len(whole[i].elsewhere))] if after else [])]
