"""All pairs: every box compared with every later one, a table that fills row by row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace
from geometry.broadphase.all_pairs import CountDoubled, RowCompared, TableHalved, all_pairs
from geometry.broadphase.structure import CandidatePairs
from geometry.faulty.broadphase import FaultyPairs, called_exponential, ordered_pairs, with_itself
from geometry.trace import picked
from lessons.broadphase.all_pairs_asked import doubled_question, last_cell_question, left_out_question
from lessons.broadphase.all_pairs_figure import draw_growth, draw_table, draw_world, growth_axes
from lessons.broadphase.boxes import Boxes, Crowd, ring_of_boxes, things
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_first, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint

ROWS = 7  # of a crowd's table that are steps; of few boxes with letters, up to MOST_ROWS, all are
MOST_ROWS = 11
LIMIT = 10_000  # pairs that a crowd's challenge allows
ORDERED, ITSELF, EXPONENTIAL = "ordered pairs", "with itself", "called exponential"

ROW = (
    "Shapes can collide only where their boxes (AABBs) overlap. Compare each box with every **later** one: a cell "
    "for each pair, each row one cell shorter."
)
LEFT_OUT = (
    "More than half of the table is not needed. The diagonal pairs a box with itself, and the lower half repeats the "
    "upper: B with A is A with B."
)
DOUBLED = (
    "Twice the boxes: the old pairs, as many new ones, and n · n between new and old. The count is **quadratic**: "
    "about four times as many when n is large."
)
FEW = (
    "Only boxes that overlap matter. A **broadphase** finds a short list, the **candidate pairs**, that "
    "contains them "
    "all. The **narrowphase** tests their shapes."
)
FAULTS = {
    ORDERED: "**Ordered pairs**: the inner loop runs over all j ≠ i. It compares A with B and again B with "
    "A, so each "
    "overlap is reported, and pushed apart, twice.",
    ITSELF: "**With itself**: the inner loop starts at j = i. Each box overlaps itself completely, and is pushed "
    "out along its smaller side.",
    EXPONENTIAL: "**Called exponential**: if the cost were exponential, each new box would double it. In fact a new "
    "box adds one comparison for each old box.",
}


FAULTY_COUNTS = {  # what a faulty rule takes
    ORDERED: r"\faulty{n\,(n-1)}=2\cdot\frac{n\,(n-1)}{2}",
    ITSELF: r"\faulty{\frac{n\,(n+1)}{2}}=\frac{n\,(n-1)}{2}+n",
    EXPONENTIAL: r"\faulty{2^n}\ne\frac{n\,(n-1)}{2}",
}


class AllPairsStory(Story):
    """Row by row, what is left out, twice as many, how few are needed."""

    columns = ("box", "pairs", "overlapping")

    def stage(self, moment: Moment[Boxes]) -> str:
        kinds = {RowCompared: "Row by row", TableHalved: "Left out", CountDoubled: "Doubling"}
        return kinds.get(type(moment.step), "How few")

    def page(self, moment: Moment[Boxes]) -> Page:
        match moment.step:
            case RowCompared() as row:
                return self.row(moment, row)
            case TableHalved() as halved:
                return self.halved(moment, halved)
            case CountDoubled() as doubled:
                return self.doubled(moment, doubled)
            case CandidatePairs() as answer:
                return self.few(moment, answer)
        raise TypeError(moment.step)

    def row(self, moment: Moment[Boxes], row: RowCompared) -> Page:
        scene, others = moment.scene, len(row.others)
        name, n = _number(scene, row.id), scene.count
        first, pairs, hits = _since(moment, row)
        says = (
            f"Box {tint(f'**{name}**', Ink.EXAMINED)} is compared with {counted(others, 'other')}: "
            f"**{row.tested:,}** so far."
        )
        if first < row.id:
            block = f"Boxes {_number(scene, first)} to {tint(f'**{name}**', Ink.EXAMINED)}"
            says = f"{block} are compared with all later ones: {pairs:,} pairs, **{row.tested:,}** so far."
        page = (
            Page(self.stage(moment), _idea(moment, ROW), r"P=(n-1)+(n-2)+\dots+1")
            .says(says)
            .claiming(
                Claim("tested", lambda: row.tested, lambda: sum(n - 1 - i for i in range(row.id + 1))),
                Claim("hits", lambda: len(row.hits), lambda: int(_truth(scene)[row.id].sum())),
            )
            .row(
                name if first == row.id else f"{_number(scene, first)} to {name}",
                f"{pairs:,}",
                tint(f"{hits:,}", Ink.OVERLAP) if hits else "0",
            )
        )
        return page.asks(last_cell_question(moment, row), _so_far(moment))

    def halved(self, moment: Moment[Boxes], halved: TableHalved) -> Page:
        n = halved.n
        says = (
            f"{n} · {n} = {halved.cells:,} cells, {n} on the diagonal. Half of the other {halved.cells - n:,}: "
            f"**{halved.tested:,}** {'pair' if halved.tested == 1 else 'pairs'}."
        )
        page = (
            Page(self.stage(moment), _idea(moment, LEFT_OUT), r"P=\frac{n^2-n}{2}=\frac{n\,(n-1)}{2}")
            .says(says)
            .claiming(
                Claim("P", lambda: halved.tested, lambda: len(np.triu_indices(moment.scene.count, 1)[0])),
                Claim("halved", lambda: halved.tested, lambda: (halved.cells - halved.diagonal) / 2.0),
            )
        )
        return page.asks(doubled_question(moment, halved), _so_far(moment))

    def doubled(self, moment: Moment[Boxes], doubled: CountDoubled) -> Page:
        n, twice = moment.scene.count, doubled.n
        own = moment.trace.result.tested
        says = (
            f"{n} boxes: {own:,} {'pair' if own == 1 else 'pairs'}. {twice} boxes: {own:,} + {own:,} + "
            f"{tint(f'{n * n:,}', Ink.EXAMINED)} = **{doubled.tested:,}**, {fixed(doubled.tested / own)} times as "
            f"many."
        )
        page = (
            Page(self.stage(moment), _idea(moment, DOUBLED), r"P(2n)=P(n)+P(n)+\examined{n^2}")
            .says(says)
            .claiming(
                Claim("P(2n)", lambda: doubled.tested, lambda: twice * (twice - 1) / 2),
                Claim("sum", lambda: doubled.tested, lambda: 2 * len(np.triu_indices(n, 1)[0]) + n * n),
            )
        )
        return page.asks(left_out_question(moment), _so_far(moment))

    def few(self, moment: Moment[Boxes], answer: CandidatePairs) -> Page:
        hits, tested = len(answer.pairs), answer.tested
        few = tint(f"**{hits:,}**", Ink.OVERLAP)
        says = (
            f"The shortest list has $\\overlap{{K}}$ = {few} pairs instead of {tested:,}: "
            f"{_ratio(tested, hits)} times fewer."
            if hits
            else ""
        )
        if hits == tested:
            says = f"All {few} pairs of boxes overlap: no broadphase can leave one out."
        if hits == tested == 1:
            says = "The only pair overlaps: no broadphase can leave it out."
        formula = r"\overlap{K}\le P_{\mathrm{tested}}\le\frac{n\,(n-1)}{2}"
        return (
            Page(self.stage(moment), _idea(moment, FEW), FAULTY_COUNTS.get(moment.compare, formula))
            .says(says or f"No two boxes overlap: nothing came of {counted(tested, 'comparison')}.")
            .claiming(
                Claim("K", lambda: hits, lambda: int(_truth(moment.scene).sum())),
                Claim("K <= P <= all", lambda: hits <= tested <= moment.scene.count**2 / 2, lambda: True),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Boxes]) -> None:
        draw_world(canvas, moment)


def _ratio(many: int, few: int) -> str:
    return f"about {many / few:,.0f}" if many > 5 * few else fixed(many / few, 1)


def _number(scene: Boxes, i: int) -> str:
    return f"{i + 1:,}" if scene.is_crowd else scene.names[i]


def _since(moment: Moment[Boxes], row: RowCompared) -> tuple[int, int, int]:
    """The first of the rows that this step fills, and their pairs and overlaps: a crowd's steps pass rows over."""
    before = [step for step in moment.seen if isinstance(step, RowCompared) and step.id < row.id]
    first, tested = (before[-1].id + 1, before[-1].tested) if before else (0, 0)
    return first, row.tested - tested, sum(first <= i <= row.id for i, _ in moment.trace.result.pairs)


def _idea(moment: Moment[Boxes], idea: str) -> str:
    return FAULTS.get(moment.compare, idea)


def _truth(scene: Boxes) -> Any:
    """Which boxes overlap, by arrays: shape (n, n), above the diagonal only."""
    sides = np.array(scene.boxes)
    low, high = sides[:, :2], sides[:, 2:]
    return np.triu((low[:, None] <= high[None]).all(axis=2) & (low[None] <= high[:, None]).all(axis=2), 1)


def _so_far(moment: Moment[Boxes]) -> str:
    """What is compared at this step."""
    step, every = moment.step, moment.trace.result
    hits = len(every.pairs) if not isinstance(step, RowCompared) else sum(i <= step.id for i, _ in every.pairs)
    red = tint(f"{hits:,}", Ink.OVERLAP)
    if every.tested == 1:
        return f"The only pair of boxes {'overlaps' if hits else 'does not overlap'}."
    if not isinstance(step, RowCompared):
        return f"{red} of {every.tested:,} pairs of boxes {'overlaps' if hits == 1 else 'overlap'}."
    them = f"{red} of them {'overlaps' if hits == 1 else 'overlap'}"
    return f"{step.tested:,} of {every.tested:,} pairs are compared, {them}."


def _differs(moment: Moment[Boxes]) -> bool:
    found = moment.faulty
    return found != moment.trace.result.tested if isinstance(found, int) else found is not None and found.surplus > 0


def _told(moment: Moment[Boxes], found: FaultyPairs | int) -> str:
    """What a faulty rule does on this scene."""
    tested = moment.trace.result.tested
    if isinstance(found, int):
        much = f"{found:,}" if found < 10**9 else f"a number of {len(str(found))} digits"
        n = moment.scene.count
        return f"Called exponential: $2^{{{n}}}$ is {much}. The table has {tested:,} pairs, one box more adds {n:,}."
    name = moment.compare[0].upper() + moment.compare[1:]
    much = f"{tint(f'{found.surplus:,}', Ink.FAULTY)} {'report' if found.surplus == 1 else 'reports'}"
    return f"{name}: {found.tested:,} comparisons for {counted(tested, 'pair')}, and {much} too many."


class AllPairsLesson(Lesson[Boxes]):
    id = "all-pairs"
    title = "All pairs"
    source = "SAT explained"
    summary = "Every box with every later one: n(n − 1)/2 comparisons, a count that is quadratic."
    terms = ("broadphase", "narrowphase", "candidate pair", "quadratic")
    builds_on = ("dispatch", "aabb")
    presents = 0
    most_steps = MOST_ROWS + 3
    story = AllPairsStory()
    compare = (
        Comparison(ORDERED, lambda scene: ordered_pairs(scene.aabbs), _differs),
        Comparison(ITSELF, lambda scene: with_itself(scene.aabbs), _differs),
        Comparison(
            EXPONENTIAL, lambda scene: called_exponential(scene.aabbs), _differs, "Error 18 of *SAT explained*"
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "Boxes of the scene", self.story.draw, is_world=True, share=0.62),
            above(
                Pane("table", "One cell for each pair", draw_table, share=0.6, is_to_scale=False),
                Pane("growth", "Pairs against boxes", draw_growth, axes=growth_axes, share=0.4),
                share=0.38,
            ),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Boxes | Preset[Boxes]]:
        corners = ((0.0, 0.0), (0.2, 0.15), (0.05, 0.3), (0.3, 0.35), (-0.1, 0.2), (0.15, -0.1))
        heap = (*corners, *((x + 0.38, y - 0.22) for x, y in corners))
        size = ((1.4, 1.1), (1.0, 1.5), (1.2, 1.2))
        placed = [((x, y), (x + size[i % 3][0], y + size[i % 3][1])) for i, (x, y) in enumerate(heap)]
        last = at_first(TableHalved)
        return {
            "Eight boxes": Boxes(spread_boxes()),
            "Even crowd of 300": Boxes(kind=Crowd.EVEN, n=300),
            "Twelve in a ring": Preset(Boxes(ring_of_boxes()), ORDERED, last),
            "One heap": Boxes(things(*placed)),
            "Two boxes": Preset(Boxes(things(((0, 0), (2, 1.4)), ((1.5, 1.0), (3.2, 2.6)))), ITSELF, last),
            "Twenty boxes": Preset(Boxes(n=20), EXPONENTIAL, at_first(CountDoubled)),
            "One thousand": Boxes(n=1000),
        }

    def run(self, scene: Boxes) -> Trace[Any, CandidatePairs]:
        """All pairs, without the last row, which is empty; of a crowd's rows some are passed over."""
        whole, rows = all_pairs.trace(scene.aabbs), scene.count - 1
        kept = sorted({round(i * (rows - 1) / (ROWS - 1)) for i in range(ROWS)}) if rows > MOST_ROWS else range(rows)
        return picked(whole, [*kept, *range(scene.count, len(whole))])

    def clock(self, moment: Moment[Boxes]) -> Clock | None:
        """The lower half folds over the upper when its stage is entered."""
        return Clock(1.2, plays_on_entry=True) if isinstance(moment.step, TableHalved) else None

    def situation(self, moment: Moment[Boxes]) -> str:
        if moment.faulty is not None and not isinstance(moment.step, RowCompared):
            return _told(moment, moment.faulty)
        return _so_far(moment)

    def challenge(self, moment: Moment[Boxes]) -> Challenge | None:
        """Of a crowd its number; else of scenes with boxes enough to make a heap and something beside it."""
        scene, every = moment.scene, moment.trace.result
        if scene.is_crowd:
            n = scene.count
            return Challenge(
                f"Find the greatest number of boxes n with fewer than {LIMIT:,} pairs.",
                n * (n - 1) // 2 < LIMIT <= n * (n + 1) // 2,
                f"n = {n:,}: {every.tested:,} pairs",
                f"n (n − 1) has to stay below {2 * LIMIT:,}, and n is near its square root.",
            )
        if scene.count < 6:
            return None
        hits = len(every.pairs)
        return Challenge(
            "Arrange the boxes so that at least half of all pairs overlap, but not all.",
            every.tested <= 2 * hits and hits < every.tested,
            f"{hits} of {every.tested}",
            "A heap of k boxes has k (k − 1)/2 overlapping pairs: six boxes make 15.",
        )


def spread_boxes() -> tuple[Body, ...]:
    """A to H: of 28 pairs A B, C D and E F overlap, and no thread between two of them crosses a third."""
    return things(
        ((2.5, 0.4), (3.7, 1.6)),
        ((3.4, 1.2), (4.5, 2.1)),
        ((6.4, 0.3), (7.6, 1.3)),
        ((7.2, 1.0), (8.2, 2.0)),
        ((0.4, 6.8), (1.6, 8.0)),
        ((1.3, 7.6), (2.5, 8.8)),
        ((0.5, 3.5), (1.7, 4.7)),
        ((3.4, 6.7), (4.6, 7.7)),
    )
