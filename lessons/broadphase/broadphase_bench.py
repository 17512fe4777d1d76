"""Broadphase bench: one crowd of moving shapes under all five structures, and how their cost grows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from geometry.record import record
from geometry.trace import Steps, Trace, steppable
from lessons.broadphase.bench_asked import axis_question, doubled_question, grid_question
from lessons.broadphase.bench_chart import draw_growth, growth_axes
from lessons.broadphase.bench_figure import (
    HOME,
    asked,
    compares,
    draw_world,
)
from lessons.broadphase.bench_growth import last_two, slope_of
from lessons.broadphase.bench_scene import (
    CENTER,
    FIRST_GAP,
    MOST_QUADTREE,
    SECONDS,
    TWO_SIZES,
    Bench,
    Structure,
    scene,
)
from lessons.broadphase.boxes import Crowd
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import fixed, sentence, tint
from viz.lesson.times import seconds

SWEEP_AT = list(Structure).index(Structure.SWEEP)  # the step before which nothing of it is told
STAGES = {
    Structure.ALL_PAIRS: "All pairs",
    Structure.GRID: "Grid",
    Structure.QUADTREE: "Quadtree",
    Structure.SWEEP: "Sweep",
    Structure.TREE: "Tree",
}
IDEAS = {
    Structure.ALL_PAIRS: "A **broadphase** lists the pairs that may collide. All pairs compares every "
    "shape with every other: A with all of them.",
    Structure.GRID: "Only boxes that share a cell of the **grid** are compared. The brighter a cell is, the more "
    "pairs it holds.",
    Structure.QUADTREE: "A crowded cell splits into four. A box that straddles a split line stays in the parent "
    "cell, and is compared with **all** boxes in it.",
    Structure.SWEEP: "Sorted along x, only boxes whose places on that axis overlap are compared: for A those in the "
    "**strip**, however far above or below.",
    Structure.TREE: "Boxes within boxes, down to one shape each: a query goes down only where boxes overlap. The "
    "**nodes** on its path are compared too, and they are counted.",
}
GROWTH = (
    "On log axes $n^k$ is a line of **slope** $k$. The area grows with $n$, so a cell holds as many as "
    "before: slope 1. A strip gets longer like √n, so it holds more: slope 1.5."
)
COLUMN = (
    "The whole column shares one strip across x, so the sweep compares all pairs: **slope** 2. The column's height "
    "grows like √n, and so does what a cell holds: slope 1.5."
)
FAULTS = {
    CENTER: "**Cell of the centre**: each box is entered only in the cell of its centre. Two boxes that overlap "
    "across a border of cells are never compared.",
    FIRST_GAP: "**Stop at the first gap**: a box leaves its loop over the strip at the first one that is apart in "
    "y. But the next one in the strip may well overlap.",
}


@record
class Chosen:
    """A structure goes to work on the crowd; None: all of them are compared."""

    structure: Structure | None


@steppable
def one_after_another() -> Steps[Chosen, Chosen]:
    """All structures on the same crowd. What each of them finds is worked out for the time on the clock."""
    for structure in Structure:
        yield Chosen(structure)
    answer = Chosen(None)
    yield answer
    return answer


class BenchStory(Story):
    columns = ("structure", "done before", "comparisons", "missed")

    def stage(self, moment: Moment[Bench]) -> str:
        return "Growth" if moment.step.structure is None else STAGES[moment.step.structure]

    def page(self, moment: Moment[Bench]) -> Page:
        structure = moment.step.structure
        return self.growth(moment) if structure is None else self.one(moment, structure)

    def one(self, moment: Moment[Bench], structure: Structure) -> Page:
        bench, time = moment.scene, moment.time
        every = bench.n * (bench.n - 1) // 2
        page = Page(self.stage(moment), FAULTS[moment.compare] if compares(moment) else IDEAS[structure])
        if (ran := bench.ran(structure, time)) is None:
            says = f"Not run above {MOST_QUADTREE} shapes: it is filled box by box, too slowly for a crowd in motion."
            return page.says(says).row(structure.value, "–", "–", "–", key=structure.value)
        tested, pairs = ran.pairs.tested, len(ran.pairs.first)
        others = asked(bench, structure, time)
        mine = len(others.others)
        alone = f"A is compared with {tint(f'**{mine:,}**', Ink.EXAMINED)} {'box' if mine == 1 else 'boxes'}"
        if others.nodes:
            alone += f" and {others.nodes} nodes"
        elif others.straddles:
            alone = alone.replace("is compared", "straddles a split line, and is compared", 1)
        elif others.above:
            alone += f", {'all' if others.above == mine else f'{others.above} of them'} in larger cells"
        else:
            alone += f", on average a shape with {fixed(2.0 * tested / bench.n, 1)}"
        took = f"{tested:,} comparisons" + (", with nodes," if others.nodes else "")
        found_all = f"find all {tint(f'**{pairs:,}**', Ink.A)} pairs"
        if tested > every:
            found_all = f"exceed all {every:,} pairs: too few boxes"
        says = f"{took} {found_all}. {alone}."
        if structure is Structure.ALL_PAIRS:
            each = f"Like each shape, A is compared with {tint(f'**{mine:,}**', Ink.EXAMINED)} boxes"
            says = f"{each}. A pair counts once: {bench.n:,} · {mine:,} / 2 = {tested:,}."
        share = rf"\frac{{P}}{{\frac12\,n(n-1)}}=\frac{{\examined{{{_big(tested)}}}}}{{{_big(every)}}}"
        page = (
            Page(page.stage, page.idea, f"{share}={_percent(tested / every)}")
            .says(says)
            .claiming(
                Claim("K", lambda: pairs, lambda: _truth(bench.bounds(time))),
                Claim("missed", lambda: _by_grid(bench, time), lambda: ran.pairs.first.tolist()),
            )
            .row(structure.value, _prepared(bench, structure, time), f"{tested:,}", "0", key=structure.value)
        )
        if compares(moment):
            wrong, lost = bench.faulty(moment.compare, time), len(bench.missed(moment.compare, time))
            page = _of_rule(page, bench, moment)
            return page.row(moment.compare, "", f"{wrong.tested:,}", f"{lost:,}", key="faulty", faulty=True)
        return page.asks(_question(moment, structure), f"{bench.n:,} shapes: {every:,} pairs.")

    def growth(self, moment: Moment[Bench]) -> Page:
        bench = moment.scene
        idea = COLUMN if bench.kind == Crowd.COLUMN.value else GROWTH
        (n1, p1), (n2, p2) = last_two(bench, Structure.SWEEP)
        slope = slope_of(bench, Structure.SWEEP)
        log = f" ($n\\log n$: {_of_logs(n1, n2):.2f})" if bench.kind != Crowd.COLUMN.value else ""
        says = (
            f"Twice as many shapes cost the sweep {fixed(p2 / p1)} times as much: slope **{slope:.2f}**. "
            f"Grid **{slope_of(bench, Structure.GRID):.2f}**, tree **{slope_of(bench, Structure.TREE):.2f}**{log}."
        )
        formula = (
            r"\mathrm{slope}=\frac{\log P_2-\log P_1}{\log n_2-\log n_1}="
            rf"\frac{{\log{_big(p2)}-\log{_big(p1)}}}{{\log{_big(n2)}-\log{_big(n1)}}}={slope:.2f}"
        )
        page = Page(self.stage(moment), FAULTS[moment.compare] if compares(moment) else idea, formula).says(says)
        page = _of_rule(page, bench, moment) if compares(moment) else page
        return page.claiming(
            Claim("slope", lambda: slope, lambda: float(np.log2(p2 / p1))),
            Claim("all", lambda: slope_of(bench, Structure.ALL_PAIRS) > 1.99, lambda: True),
        )

    def draw(self, canvas: Canvas, moment: Moment[Bench]) -> None:
        draw_world(canvas, moment)


def _question(moment: Moment[Bench], structure: Structure) -> Any:
    match structure:
        case Structure.ALL_PAIRS:
            return grid_question(moment.scene)
        case Structure.QUADTREE:
            return axis_question(moment.scene)
        case Structure.TREE:
            return doubled_question(moment.scene)
        case _:
            return None


def _prepared(bench: Bench, structure: Structure, time: float) -> str:
    """What is done before boxes are compared."""
    match structure:
        case Structure.GRID:
            return f"{bench.entries(time):,} entries"
        case Structure.QUADTREE:
            return f"{sum(1 for _ in bench.quadtree(time).cells()):,} cells"
        case Structure.SWEEP:
            return f"{bench.n:,} sorted"
        case Structure.TREE:
            return f"{bench.nodes(time):,} nodes"
        case _:
            return "nothing"


def _of_logs(n1: int, n2: int) -> float:
    """The slope of n log n from n1 to n2."""
    return 1.0 + math.log(math.log(n2) / math.log(n1)) / math.log(n2 / n1)


def _of_rule(page: Page, bench: Bench, moment: Moment[Bench]) -> Page:
    """What a faulty rule saves, and what it misses of all pairs."""
    wrong, right = bench.faulty(moment.compare, moment.time), bench.ran(HOME[moment.compare], moment.time)
    assert right is not None
    lost, pairs = len(bench.missed(moment.compare, moment.time)), len(right.pairs.first)
    share = f"={_percent(lost / pairs)}" if pairs else ""
    parts = rf"\frac{{\mathrm{{missed}}}}{{\mathrm{{pairs}}}}=\frac{{\faulty{{{_big(lost)}}}}}{{{_big(pairs)}}}"
    found = tint(f"**{len(wrong.first):,}**", Ink.FAULTY)
    saved = f"By this rule {wrong.tested:,} comparisons instead of {right.pairs.tested:,}"
    return replace(page, formula=parts + share).says(f"{saved} find {found} of {pairs:,} pairs.")


def _big(count: int) -> str:
    """With commas that a formula sets without a space."""
    return f"{count:,}".replace(",", "{,}")


def _percent(share: float) -> str:
    return rf"{fixed(100.0 * share, 1 if share > 0.001 else 2)}\,\%"


def _by_grid(bench: Bench, time: float) -> list[int]:
    """The lower of each two boxes that touch or overlap, by a structure of its own."""
    found = bench.ran(Structure.GRID, time)
    assert found is not None
    return [int(i) for i in found.pairs.first]


def _truth(bounds: Any) -> int:
    """How many pairs of boxes touch or overlap, each compared with each."""
    low, high = bounds[:2], bounds[2:]
    meets = ((low[:, :, None] <= high[:, None]) & (low[:, None] <= high[:, :, None])).all(axis=0)
    return int(np.triu(meets, 1).sum())


class BroadphaseBench(Lesson[Bench]):
    id = "broadphase-bench"
    title = "Broadphase bench"
    source = "SAT explained"
    summary = "Which structure suits a crowd, and how the cost of each grows with the number of shapes."
    terms: ClassVar[tuple[str, ...]] = ("slope on log axes", "straddling box", "growth")
    builds_on: ClassVar[tuple[str, ...]] = ("all-pairs",)
    tells_time = True
    story = BenchStory()
    compare = (
        Comparison(
            CENTER,
            lambda bench: bench.faulty(CENTER, 0.0),
            lambda moment: len(moment.scene.missed(CENTER, 0.0)) > 0,
            "A body is sorted in by its position alone: *SAT explained*",
        ),
        Comparison(
            FIRST_GAP,
            lambda bench: bench.faulty(FIRST_GAP, 0.0),
            lambda moment: len(moment.scene.missed(FIRST_GAP, 0.0)) > 0,
            "A loop that is left where it should go on",
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "The crowd", self.story.draw, is_world=True, share=0.58),
            Pane(
                "growth",
                "Comparisons against n",
                draw_growth,
                axes=growth_axes,
                share=0.42,
                note="log axes",
            ),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Bench | Preset[Bench]]:
        return {
            "Even crowd": scene(),
            "Sixty shapes": Preset(scene(n=60), CENTER, lambda trace: 1),
            "Heap": scene(Crowd.HEAP.value),
            "Column": scene(Crowd.COLUMN.value),
            "One huge": scene(Crowd.ONE_HUGE.value),
            "Two sizes": Preset(scene(TWO_SIZES, n=60), FIRST_GAP, lambda trace: 3),
            "Ten shapes": scene(n=10),
            "Two thousand": scene(n=2000),
        }

    def run(self, scene: Bench) -> Trace[Any, Chosen]:
        return one_after_another.trace()

    def clock(self, moment: Moment[Bench]) -> Clock | None:
        return None if moment.is_last and not moment.compare else Clock(SECONDS, told=seconds(SECONDS))

    def situation(self, moment: Moment[Bench]) -> str:
        bench, time, structure = moment.scene, moment.time, moment.step.structure
        ran = None if structure is None else bench.ran(structure, time)
        hits = tint(f"**{len(bench.touching(time).first):,}**", Ink.OVERLAP)
        boxes = len(bench.overlapping(time).first)
        both = tint(f"**{boxes:,}**", Ink.A)
        if compares(moment):
            lost = tint(f"**{len(bench.missed(moment.compare, time)):,}**", Ink.FAULTY)
            return f"{sentence(moment.compare)} misses {lost} of the {boxes:,} pairs of boxes that overlap."
        if structure is None:
            (strip, longer), (cells, fuller) = (
                [f"{2.0 * p / n:,.1f}" for n, p in last_two(bench, each)]
                for each in (Structure.SWEEP, Structure.GRID)
            )
            others = f"the strip holds {longer} instead of {strip} others, the cells {fuller} instead of {cells}"
            return f"Twice as many shapes: {others}."
        if ran is None:
            return f"{bench.n:,} shapes: the boxes of {both} pairs overlap, the shapes of {hits}."
        spent = f", in {fixed(ran.milliseconds, 1)} ms" if time > 0.0 and ran.milliseconds is not None else ""
        tested = tint(f"{ran.pairs.tested:,}", Ink.EXAMINED)
        told = f"{STAGES[structure]}: {tested} comparisons{spent}"
        return f"{told}; the boxes of {both} pairs overlap, the shapes of {hits}."

    def challenge(self, moment: Moment[Bench]) -> Challenge | None:
        if moment.compare:
            return None
        bench = moment.scene
        grid, sweep = (bench.ran(each, 0.0) for each in (Structure.GRID, Structure.SWEEP))
        assert grid is not None
        assert sweep is not None
        return Challenge(
            "Leave c at 0.50. Choose a scene and n ≥ 20 so that the sweep makes fewer comparisons than the grid.",
            sweep.pairs.tested < grid.pairs.tested and bench.n >= 20 and round(bench.c, 2) == 0.5,
            f"at t = 0: grid {grid.pairs.tested:,}"
            + (f", sweep {sweep.pairs.tested:,}" if moment.index >= SWEEP_AT else ""),
            "A grid rounds each box up to whole cells. A sweep does not. Which crowd lies in few cells?",
        )
