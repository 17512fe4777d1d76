"""Uniform grid: every box noted in the cells that it covers, and compared within its cells only."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from geometry import Trace
from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.uniform_grid import CellCompared, CellsEntered, cell_count, uniform_grid
from geometry.faulty.broadphase import FaultyPairs, cell_of_the_centre, not_made_unique, truncated
from geometry.trace import picked
from lessons.broadphase import grid_words as words
from lessons.broadphase.boxes import Crowd, eight_boxes, things
from lessons.broadphase.grid_asked import asked_box, goal, insert_question
from lessons.broadphase.grid_crowd import cost_head, crowd_question
from lessons.broadphase.grid_figure import cost_axes, draw_cost, draw_world, take_size
from lessons.broadphase.grid_map import draw_map, is_table_shown, map_axes, map_head, map_ink
from lessons.broadphase.grid_state import CENTRE, TRUNCATED, TWICE, Gridded, cell_name, shared
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, at_last, beside
from viz.lesson.page import Claim, Page, Table, TableRow
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, listed, tint

CELLS = 6  # that are steps in a scene of few boxes; of a crowd one
SIZES = ("$c$", "entries", "pairs", "cost")  # columns of the last table


class GridStory(Story):
    """Insert the boxes, compare within cells, skip what is shared, choose the size."""

    columns = ("cell", "boxes", "compared", "skipped", "in contact")

    def stage(self, moment: Moment[Gridded]) -> str:
        match moment.step:
            case CellsEntered():
                return "Insert"
            case CellCompared() as compared:
                return "Shared cells" if compared.elsewhere and not moment.scene.is_crowd else "Cells"
        return "Cell size" if moment.scene.weighs_size else "Result"

    def page(self, moment: Moment[Gridded]) -> Page:
        match moment.step:
            case CellsEntered() as entered:
                return self.entered(moment, entered)
            case CellCompared() as compared:
                return self.compared(moment, compared)
            case CandidatePairs() as answer:
                return self.found(moment, answer) if is_table_shown(moment) else self.size(moment, answer)
        raise TypeError(moment.step)

    def entered(self, moment: Moment[Gridded], entered: CellsEntered) -> Page:
        scene, (left, _, right, _) = moment.scene, entered.span
        sides, c = scene.boxes[entered.id], scene.c
        x, y = "", ""
        if not scene.is_crowd:
            parts = [fixed(side / c).replace("-", "−") for side in sides]
            x, y = f" (x/c {parts[0]} to {parts[2]})", f" (y/c {parts[1]} to {parts[3]})"
        says = words.by_rule(moment, entered.id) or words.covers(scene.names[entered.id], entered.span, x, y)
        idea = words.HASHED if min(scene.around[:2]) < -scene.c else words.INSERT
        idea = words.FAULTS.get(moment.compare, idea)
        page = (
            Page(self.stage(moment), idea, r"i=\lfloor x/c\rfloor\qquad j=\lfloor y/c\rfloor")
            .says(says)
            .claiming(
                Claim("span", lambda: entered.span, lambda: [math.floor(side / c) for side in sides]),
                Claim("covers", lambda: left * c <= sides[0] + 1e-9 and sides[2] <= (right + 1) * c, lambda: True),
            )
        )
        return page.asks(insert_question(moment, entered) or crowd_question(moment), words.so_far(moment))

    def compared(self, moment: Moment[Gridded], cell: CellCompared) -> Page:
        scene, k = moment.scene, len(cell.ids)
        names = listed([scene.names[i] for i in cell.ids]) if not scene.is_crowd else f"{k} boxes"
        pairs, tested = len(cell.compared) + len(cell.elsewhere), len(cell.compared)
        where = tint(f"{cell_name(cell.cell)}", Ink.EXAMINED)
        says = f"Cell {where} holds {names}, $k$ = {k}: {counted(pairs, 'pair')}. {words.hits_of(scene, cell)}"
        is_repeated = bool(cell.elsewhere) and not scene.is_crowd
        idea, formula = words.CELL, r"P_{\mathrm{cell}}=\frac{k\,(k-1)}{2}"
        if is_repeated:
            idea = words.SHARED
            formula = r"(i,j)=(\lfloor\max x_{\min}/c\rfloor,\ \lfloor\max y_{\min}/c\rfloor)"
        if cell.elsewhere:
            says = (
                f"Cell {where} holds {names}, {counted(pairs, 'pair')}: {len(cell.elsewhere):,} compared in other "
                f"cells, {tested:,} here. {words.hits_of(scene, cell) if tested else ''}"
            ).rstrip()
            if pairs == 1:
                ((i, j),) = cell.elsewhere
                first = cell_name(scene.first_shared((i, j)))
                says = (
                    f"Cell {where} holds {names}. They share {shared(scene.spans[i], scene.spans[j])} cells and were "
                    f"compared in the first, {first}: skip them here."
                )
        says, idea = words.cell_by_rule(moment, cell) or says, words.FAULTS.get(moment.compare, idea)
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
            .asks(crowd_question(moment), words.so_far(moment))
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
                words.FAULTS.get(moment.compare, words.of_size(scene)),
                r"\mathrm{cost}=\A{\mathrm{entries}}+\examined{\mathrm{pairs}}",
            )
            .says(says)
            .claiming(
                Claim("cost", lambda: total, lambda: scene.cost),
                Claim("none missed", lambda: len(answer.pairs), lambda: len(scene.overlapping)),
            )
        )
        return _with_rule(page, moment)

    def found(self, moment: Moment[Gridded], answer: CandidatePairs) -> Page:
        """Of few boxes: what the table gave."""
        scene = moment.scene
        page = (
            Page(self.stage(moment), words.FAULTS.get(moment.compare, words.of_found(scene)))
            .says(words.found_by_rule(moment) or words.found_in(scene, answer.tested))
            .claiming(Claim("none missed", lambda: len(answer.pairs), lambda: len(scene.overlapping)))
        )
        return _with_rule(page, moment)

    def draw(self, canvas: Canvas, moment: Moment[Gridded]) -> None:
        draw_world(canvas, moment)


def _with_rule(page: Page, moment: Moment[Gridded]) -> Page:
    """With what a faulty rule compares and reports."""
    if not isinstance(found := moment.faulty, FaultyPairs):
        return page
    told = f"{found.tested:,}", "", f"{len(found.reported):,}"
    return page.row(moment.compare, "", *told, key="faulty", faulty=True)


def _covers(sides: Sequence[float], cell: tuple[int, int], c: float) -> bool:
    (i, j), (left, bottom, right, top) = cell, (math.floor(side / c) for side in sides)
    return left <= i <= right and bottom <= j <= top


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
        Comparison(name, partial(lambda rule, scene: rule(scene.aabbs, scene.c), rule), words.differs)
        for name, rule in ((CENTRE, cell_of_the_centre), (TWICE, not_made_unique), (TRUNCATED, truncated))
    )

    @cached_property
    def layout(self) -> Layout:
        world = Pane("world", "Boxes in the cells of a grid", self.story.draw, is_world=True, share=0.64)
        cost = Pane("cost", "", draw_cost, axes=cost_axes, take=take_size, headed=cost_head, share=0.36)
        table = Pane("table", "", draw_map, axes=map_axes, headed=map_head, ink=map_ink, share=0.36)
        return beside(world, table, cost)

    def layout_at(self, moment: Moment[Gridded]) -> Layout:
        """Beside the boxes the grid's table, and where its size is asked for or told the chart of the cost."""
        world, table, cost = self.panes
        return beside(world, table if is_table_shown(moment) else cost)

    @cached_property
    def scenes(self) -> Mapping[str, Gridded | Preset[Gridded]]:
        node = things(
            ((0.9, 0.7), (2.3, 2.3)), ((1.8, 1.0), (3.4, 2.2)), ((1.7, 1.7), (3.1, 3.3)), ((0.7, 1.8), (2.1, 3.0))
        )
        planks = things(((0.3, 0.5), (5.6, 1.7)), ((0.8, 1.4), (6.4, 2.8)), ((1.4, 4.2), (2.5, 6.7)))
        origin = things(
            ((0.2, 0.25), (0.65, 0.75)),
            ((-0.8, 0.3), (-0.3, 0.85)),
            ((-0.75, -0.8), (-0.2, -0.3)),
            ((0.2, -0.75), (0.7, -0.25)),
            ((-2.3, -1.75), (-1.45, -1.2)),
            ((-1.7, -1.5), (-1.2, -0.65)),
        )
        return {
            # B's middle stands clear of the line at x = 1.8: of what lies on a line rounding decides.
            "Eight boxes": Gridded(eight_boxes(), c=1.8).with_box(1, (1.3, 1.2, 2.5, 2.2)),
            "Even crowd of 300": Preset(Gridded(n=300, c=0.7), opens_at=_asked),
            "Around a corner": Preset(Gridded(node, c=2.0), CENTRE, at_last),
            "Long boxes": Preset(Gridded(planks, c=1.4), TWICE, at_last),
            "Touching on a line": Gridded(things(((1.0, 1.0), (2.0, 2.0)), ((2.0, 1.0), (3.0, 2.0))), c=1.0),
            "One huge box": Preset(Gridded(kind=Crowd.ONE_HUGE, n=300, c=0.5), opens_at=_last_inserted),
            "Heap": Preset(Gridded(kind=Crowd.HEAP, n=300, c=0.5), opens_at=_asked),
            "Around the origin": Preset(Gridded(origin, c=1.0), TRUNCATED, at_last),
        }

    def run(self, scene: Gridded) -> Trace[Any, CandidatePairs]:
        """Some of the boxes, some of the cells (all of few), and the answer."""
        whole, n = uniform_grid.trace(scene.aabbs, scene.c), scene.count
        if whole.refusal is not None:  # a box of more cells than any grid notes
            raise whole.refusal
        asked = asked_box(scene)
        # The first box alone shares no cell: a scene of many starts with the second one.
        inserts = {int(n >= 8), asked - 1, asked, n - 1} if not scene.is_crowd else {0, n // 2, n - 1}
        cells = range(n, len(whole) - 1)
        return picked(whole, [*sorted(inserts & {*range(n)}), *_chosen(whole, cells, scene), len(whole) - 1])

    def table(self, moment: Moment[Gridded], pages: Sequence[Page] | None = None) -> Table | None:
        """At the end the sizes beside c and the best one, each with what it costs."""
        if not moment.is_last or moment.compare or not moment.scene.weighs_size:
            return super().table(moment, pages)
        costs, c = moment.scene.beside, moment.scene.c
        told = zip(costs.sizes, costs.entries, costs.pairs, costs.total, strict=True)
        rows = [TableRow((fixed(size), *(f"{each:,}" for each in counts))) for size, *counts in told]
        newest = frozenset(i for i, size in enumerate(costs.sizes) if size == c)
        return Table(SIZES, tuple((moment.index, row) for row in rows), newest)

    def situation(self, moment: Moment[Gridded]) -> str:
        if moment.compare and moment.faulty is not None and moment.is_last:
            return words.told(moment, moment.faulty)
        return words.so_far(moment)

    def challenge(self, moment: Moment[Gridded]) -> Challenge | None:
        return goal(moment)


def _asked(trace: Trace[Any, Any]) -> int:
    """A crowd opens where the chart is asked about: before its end."""
    return max(len(trace) - 2, 0)


def _last_inserted(trace: Trace[Any, Any]) -> int:
    """One with a huge box opens where that is inserted, and asked about."""
    return max(i for i, step in enumerate(trace) if isinstance(step, CellsEntered))


def _chosen(whole: Trace[Any, Any], cells: range, scene: Gridded) -> list[int]:
    """Which cells are steps: the first ones of few boxes, of a crowd the fullest."""
    if not scene.is_crowd:
        later = [i for i in cells if whole[i].elsewhere]
        chosen = [*cells[:CELLS]]
        return chosen if not later or later[0] in chosen else [*chosen[:-1], later[0]]
    return [max(cells, key=lambda i: len(whole[i].ids))] if cells else []
