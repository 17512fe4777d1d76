"""Quadtree: a cell with too many boxes splits in four, and boxes are compared along the branches only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from geometry import Trace
from geometry.broadphase.quadtree_cell import CellCompared, CellSplit, Kept, TakenOut
from geometry.broadphase.structure import CandidatePairs
from geometry.faulty.broadphase import (
    FaultyPairs,
    SplitOn,
    closed_on_both_sides,
    leaf_of_the_centre,
    no_depth_limit,
    not_reinserted,
)
from geometry.trace import picked
from lessons.broadphase.boxes import Crowd, eight_boxes, things
from lessons.broadphase.quadtree_asked import question
from lessons.broadphase.quadtree_figure import draw_side, draw_world, found, frame_of, index_of, straddling
from lessons.broadphase.quadtree_state import FRAMES, QUARTERS, Parted, Tree, sides
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import fixed, listed, tint

CENTRE, CLOSED, STALE, ENDLESS = "leaf of the centre", "closed on both sides", "not reinserted", "no depth limit"
COUNT = r"\mathrm{count}\le\mathrm{capacity}\quad\mathrm{else\ split}"
INSERT = (
    "A **quadtree** begins with one cell, the **root**. A cell keeps its boxes until there are more than its "
    "**capacity**."
)
FULL = (
    "Too many boxes: **split** the cell into four quarters. A box moves down if one quarter contains all of it. Else "
    "it **straddles** a line and stays."
)
COPIED = (
    "Too many boxes: **split** the cell into four quarters. Each box goes into every quarter that it overlaps, as a "
    "**copy** where there are several."
)
DESCEND = (
    "The next boxes begin at the root and go down for as long as one quarter contains all of the box. A **leaf** is "
    "a cell that is not split."
)
DESCEND_COPIED = (
    "The next boxes begin at the root and go down into every quarter that they overlap, until they reach **leaves**: "
    "cells that are not split."
)
PAIRS = (
    "Boxes kept in two different quarters have no point in common. So compare a box with those of its own cell and "
    "of the cells above it."
)
PAIRS_COPIED = (
    "Boxes that overlap share a point, and it lies in one leaf. So compare within each leaf only. A pair in several "
    "leaves is compared in one of them."
)
BORDER = (
    "Even a small box on a line of the root stays at the top, and is compared with all others. The switch below "
    "keeps copies in **all leaves** instead."
)
BORDER_COPIED = (
    "A box on a line has a copy in every leaf that it overlaps, a dot each. Copies need memory, but no box is "
    "compared with all others."
)
MOVING = (
    "A box that has left its cells is taken out and inserted again. Full cells split, and quarters that have emptied "
    "are joined: the cells follow the crowd."
)
FAULTS = {
    CENTRE: "**Leaf of the centre**: each box is kept in the one leaf that contains its centre. Boxes that overlap "
    "across a line are never compared.",
    CLOSED: "**Closed on both sides**: with ≤ and ≥, A ends on the line and goes left, B begins there and goes "
    "right. They touch, and are never compared.",
    STALE: "**Not reinserted**: the boxes move on, and their cells are still those of frame 1. Boxes that have come "
    "together since are never compared.",
    ENDLESS: "**No depth limit**: a leaf with too many boxes is split, however small it is. Boxes at the same place "
    "are never parted, so splits never end.",
}


class QuadtreeStory(Story):
    """Insert, split, descend, pairs, border."""

    columns = ("cell", "boxes", "kept above", "compared")

    def stage(self, moment: Moment[Parted]) -> str:
        match moment.step:
            case Kept() as kept:
                if moment.scene.trees[moment.index].nodes[_root(moment)].lines is not None:
                    return "Descend"
                return "Insert" if kept.id < moment.scene.capacity else "Split"
            case CellSplit():
                return "Split"
            case CellCompared():
                return "Pairs"
        return "Moving" if moment.scene.moving and frame_of(moment) else "Border"

    def page(self, moment: Moment[Parted]) -> Page:
        tell: dict[type, Callable[[Moment[Parted], Any], Page]] = {
            Kept: self.kept,
            CellSplit: self.split,
            CellCompared: self.compared,
            CandidatePairs: self.answer,
        }
        page = tell[type(moment.step)](moment, moment.step)
        return page.asks(question(moment), so_far(moment))

    def kept(self, moment: Moment[Parted], kept: Kept) -> Page:
        scene, tree = moment.scene, moment.scene.trees[moment.index]
        name, stage, count = tint(f"**{scene.names[kept.id]}**", Ink.EXAMINED), self.stage(moment), kept.id + 1
        if scene.is_crowd:
            name = f"Box {name}"
        if stage != "Descend":
            says = f"{name} goes into the root: {count} of at most {scene.capacity}."
            if count > scene.capacity:
                says = f"{name} goes into the root: {count} boxes, more than {scene.capacity}. The root is split."
            return (
                Page(stage, INSERT if stage == "Insert" else _by(scene, FULL, COPIED), COUNT)
                .says(says)
                .claiming(
                    Claim("count", lambda: len(tree.nodes[tree.root].ids), lambda: count),
                    Claim("stage", lambda: stage == "Insert", lambda: count <= scene.capacity),
                )
            )
        box, cells = scene.boxes[kept.id], tree.cells_of(kept.id)
        page = Page(stage, _by(scene, DESCEND, DESCEND_COPIED)).claiming(
            Claim("inside", lambda: all(_meets(box, cell) for cell in cells), lambda: True),
        )
        if scene.leaves_only:
            return page.says(
                f"{name} overlaps {_count(len(cells), 'leaf')}{' and has a copy in each' if cells[1:] else ''}."
            )
        if scene.is_crowd:
            where = f"{name} of {scene.count} is kept on level {tree.nodes[cells[0]].level}."
            return page.says(f"{where} The tree has {_leaves(tree)} on {tree.levels} levels.")
        return page.says(f"{name} {_why(scene, tree, kept.id)}")

    def split(self, moment: Moment[Parted], split: CellSplit) -> Page:
        scene, (x, y) = moment.scene, split.lines.tolist()
        groups = zip(QUARTERS, split.quarters, strict=True)
        if scene.is_crowd:
            counts = listed([f"{len(ids)}" for ids in split.quarters])
            says = f"The quarters get {counts} boxes; {len(split.stayed)} straddle a line and stay."
        else:
            says = " ".join(f"{_named(scene, ids)}: {word}." for word, ids in groups if ids)
            says = f"{says[:1].upper()}{says[1:]}"
            if split.stayed:
                who, verb = _named(scene, split.stayed), "stay" if split.stayed[1:] else "stays"
                says += f" {tint(f'**{who}**', Ink.EXAMINED)} {verb}, on a line."
        ids = {*split.stayed, *(i for quarter in split.quarters for i in quarter)}
        formula = r"x_{\max}<x_c\ \mathrm{or}\ x_{\min}\ge x_c\,,\ \mathrm{and\ so\ in}\ y"
        page = Page(self.stage(moment), _by(scene, FULL, COPIED), "" if scene.leaves_only else formula).says(says)
        if scene.leaves_only:
            copies = sum(map(len, split.quarters))
            return page.claiming(
                Claim("copies", lambda: copies, lambda: sum(_quarters(scene.boxes[i], x, y) for i in ids))
            )
        on = lambda box: not ((box[2] < x or box[0] >= x) and (box[3] < y or box[1] >= y))  # noqa: E731
        return page.claiming(Claim("stay", lambda: len(split.stayed), lambda: sum(on(scene.boxes[i]) for i in ids)))

    def compared(self, moment: Moment[Parted], cell: CellCompared) -> Page:
        scene, tree, k, a = moment.scene, moment.scene.trees[moment.index], len(cell.ids), len(cell.above)
        where, count, hits = tree.name(sides(cell.cell)), len(cell.compared), len(cell.hits)
        own = f"{_count(k, 'box')}" if scene.is_crowd else _named(scene, cell.ids)
        head = f"{tint(where.capitalize(), Ink.EXAMINED)}: {own}"
        if scene.leaves_only:
            says = f"{head}. {_count(k * (k - 1) // 2, 'pair')}, {count:,} compared here, {hits:,} overlap."
            formula, claim = (
                r"P_{\mathrm{leaf}}\le\frac{k\,(k-1)}{2}",
                Claim("P", lambda: count <= k * (k - 1) / 2, lambda: True),
            )
        else:
            above = f"{a} above" if scene.is_crowd or not a else f"{_named(scene, cell.above)} above"
            sum_ = f"{k * (k - 1) // 2:,} + {k} · {a} = **{count:,}**"
            says = f"{head}, {above}. {sum_} {'comparison' if count == 1 else 'comparisons'}, {_hits(hits)}."
            formula = r"P_{\mathrm{cell}}=\frac{k\,(k-1)}{2}+k\,a"
            claim = Claim("P", lambda: count, lambda: k * (k - 1) / 2 + k * a)
        page = Page(self.stage(moment), _by(scene, PAIRS, PAIRS_COPIED), formula).says(says)
        page = page.claiming(claim, Claim("own", lambda: k, lambda: len(tree.nodes[sides(cell.cell)].ids)))
        if scene.moving:
            return page
        return page.row(where, own if not scene.is_crowd else f"{k}", f"{a}", f"{count:,}")

    def answer(self, moment: Moment[Parted], answer: CandidatePairs) -> Page:
        scene, tree = moment.scene, moment.scene.trees[moment.index]
        if scene.moving and frame_of(moment):
            return self.moved(moment, answer)
        n, s, other = scene.count, len(straddling(tree)), scene.other_count
        idea = FAULTS.get(moment.compare, _by(scene, BORDER, BORDER_COPIED))
        same = Claim("none missed", lambda: len(answer.pairs), lambda: len(scene.overlapping))
        if scene.leaves_only:
            entries = sum(len(node.ids) for node in tree.nodes.values())
            says = (
                f"{n} boxes have {entries:,} entries in {_leaves(tree)}: **{_count(answer.tested, 'comparison')}**. "
                f"In the smallest cells: {other:,}."
            )
            copies = Claim("entries", lambda: entries, lambda: sum(len(tree.cells_of(i)) for i in range(n)))
            return self.told(moment, answer, Page(self.stage(moment), idea).says(says).claiming(same, copies))
        formula = r"P_{\mathrm{root}}=\frac{s\,(s-1)}{2}+s\,(n-s)"
        top = s * (s - 1) // 2 + s * (n - s)
        says = (
            f"s = {tint(f'{s}', Ink.EXAMINED)} on the root's lines: **{top:,}** of {answer.tested:,} comparisons. "
            f"With copies in all leaves: {other:,}."
        )
        straddle = set(straddling(tree))
        cells = [step for step in scene.whole if isinstance(step, CellCompared)]
        part = Claim(
            "root", lambda: top, lambda: sum(bool(straddle & {*pair}) for step in cells for pair in step.compared)
        )
        return self.told(moment, answer, Page(self.stage(moment), idea, formula).says(says).claiming(same, part))

    def moved(self, moment: Moment[Parted], answer: CandidatePairs) -> Page:
        scene, k = moment.scene, frame_of(moment)
        first, last = (scene.kept[index_of(moment, each)] for each in (k - 1, k))
        moved = sum(isinstance(step, TakenOut) for step in scene.whole.steps[first:last])
        now, before = (scene.trees[index_of(moment, each)].split for each in (k, k - 1))
        says = (
            f"{moved} of {scene.count} boxes left their cells and were inserted again. "
            f"{tint(f'**{len({*now} - {*before})}**', Ink.EXAMINED)} cells are newly split, "
            f"{len({*before} - {*now})} joined."
        )
        frame, tree = scene.frames[k], scene.trees[moment.index]
        full = [len(node.ids) for node in tree.nodes.values() if node.lines is None and node.level < scene.depth]
        idea = FAULTS[STALE] if moment.compare == STALE else MOVING
        page = Page(self.stage(moment), idea, COUNT).says(says)
        return self.told(
            moment,
            answer,
            page.claiming(
                Claim("none missed", lambda: len(answer.pairs), lambda: len(frame.overlapping)),
                Claim("count", lambda: max(full, default=0) <= scene.capacity, lambda: True),
            ),
        )

    def told(self, moment: Moment[Parted], answer: CandidatePairs, page: Page) -> Page:
        """With its row of the table, where a table of frames is shown."""
        return page

    def draw(self, canvas: Canvas, moment: Moment[Parted]) -> None:
        draw_world(canvas, moment)


class MovingStory(QuadtreeStory):
    """The same, with a row for each frame."""

    columns = ("frame", "leaves", "levels", "compared", "overlap")

    def told(self, moment: Moment[Parted], answer: CandidatePairs, page: Page) -> Page:
        tree, hits = moment.scene.trees[moment.index], tint(f"{len(answer.pairs)}", Ink.OVERLAP)
        leaves = tint(f"{len(tree.leaves)}", Ink.EXAMINED)
        return page.row(f"{frame_of(moment) + 1}", leaves, f"{tree.levels}", f"{answer.tested:,}", hits)


def _root(moment: Moment[Parted]) -> Any:
    return moment.scene.trees[moment.index].root


def _by(scene: Parted, cell: str, leaves: str) -> str:
    return leaves if scene.leaves_only else cell


def _named(scene: Parted, ids: Any) -> str:
    return listed([scene.names[i] for i in ids])


def _count(count: int, word: str) -> str:
    many = {"box": "boxes", "leaf": "leaves"}.get(word, f"{word}s")
    return f"{count:,} {word if count == 1 else many}"


def _leaves(tree: Tree) -> str:
    return _count(len(tree.leaves), "leaf")


def _hits(hits: int) -> str:
    how = "1 overlaps" if hits == 1 else f"{hits:,} overlap"
    return tint(how, Ink.OVERLAP) if hits else how


def _meets(box: Any, cell: Any) -> bool:
    return bool(box[0] < cell[2] and box[2] >= cell[0] and box[1] < cell[3] and box[3] >= cell[1])


def _quarters(box: Any, x: float, y: float) -> int:
    """How many quarters a box overlaps."""
    return ((box[0] < x) + (box[2] >= x)) * ((box[1] < y) + (box[3] >= y))


def _why(scene: Parted, tree: Tree, body: int) -> str:
    """Where a box is kept, by the last lines that it was held against."""
    box, cell = scene.boxes[body], tree.cells_of(body)[0]
    lines = tree.nodes[cell].lines
    if lines is not None:
        line = f"x = {fixed(lines[0])}" if box[0] < lines[0] <= box[2] else f"y = {fixed(lines[1])}"
        return f"straddles {line}: it stays in the {tree.name(cell)}{'' if cell == tree.root else ' cell'}."
    x, y = next(lines for around, lines in tree.split.items() if cell in tree.quarters(around))
    across = f"{fixed(box[2])} < {fixed(x)}" if box[2] < x else f"{fixed(box[0])} ≥ {fixed(x)}"
    up = f"{fixed(box[3])} < {fixed(y)}" if box[3] < y else f"{fixed(box[1])} ≥ {fixed(y)}"
    where = "quarter" if tree.name(cell) in QUARTERS else "cell"
    return f"fits into a {where}, **{tree.name(cell)}**: {across} in x, and {up} in y."


def so_far(moment: Moment[Parted]) -> str:
    """What is known at this step."""
    scene, tree, step = moment.scene, moment.scene.trees[moment.index], moment.step
    if isinstance(step, Kept | CellSplit):
        done = len({i for node in tree.nodes.values() for i in node.ids})
        many = f"{done:,} of {scene.count:,} boxes {'is' if done == 1 else 'are'} inserted"
        return f"{many}: {_count(len(tree.nodes), 'cell')}, {_count(tree.levels, 'level')}."
    hits = len(found(moment))
    if isinstance(step, CellCompared):
        return f"{_count(step.tested, 'pair')} {'is' if step.tested == 1 else 'are'} compared so far: {_hits(hits)}."
    every = scene.count * (scene.count - 1) // 2
    return (
        f"{tint(f'{len(tree.leaves)}', Ink.EXAMINED)} leaves, {_count(tree.levels, 'level')}: {step.tested:,} of "
        f"{_count(every, 'pair')} compared, {_hits(hits)}."
    )


def _told(moment: Moment[Parted]) -> str:
    """What a faulty rule does on this scene."""
    name, wrong, scene = moment.compare[0].upper() + moment.compare[1:], moment.faulty, moment.scene
    if isinstance(wrong, SplitOn):
        leaves, full = tint(f"**{wrong.leaves:,}**", Ink.FAULTY), _count(wrong.full, "leaf")
        return f"{name}: two levels deeper there are {leaves} leaves, and {full} of them still hold too many boxes."
    missed, every = len(wrong.missed), len(moment.trace.result.pairs)
    much = tint(f"**{missed:,}**", Ink.FAULTY)
    of = f"{every:,} overlapping {'pair' if every == 1 else 'pairs'}"
    when = " in the last frame" if scene.moving else ""
    return f"{name}: {much} of {of} {'is' if missed == 1 else 'are'} missed{when}."


def _differs(moment: Moment[Parted]) -> bool:
    wrong = moment.faulty
    return bool(
        wrong.missed if isinstance(wrong, FaultyPairs) else wrong.split if isinstance(wrong, SplitOn) else False
    )


def _limits(scene: Parted) -> dict[str, int]:
    return {"capacity": scene.capacity, "depth": scene.depth}


class QuadtreeLesson(Lesson[Parted]):
    id = "quadtree"
    title = "Quadtree"
    source = "SAT explained"
    summary = "A cell with too many boxes splits into four: small cells where boxes crowd, large ones elsewhere."
    terms = ("quadtree", "root", "leaf", "capacity", "split", "depth limit", "straddling box")
    builds_on = ("all-pairs", "grid")
    presents = "first"
    most_steps = 13
    frames_stages = False
    story = QuadtreeStory()
    moving = MovingStory()
    compare = (
        Comparison(CENTRE, lambda s: leaf_of_the_centre(s.frames[-1].aabbs, s.root, **_limits(s)), _differs),
        Comparison(CLOSED, lambda s: closed_on_both_sides(s.frames[-1].aabbs, s.root, **_limits(s)), _differs),
        Comparison(STALE, lambda s: not_reinserted(s.aabbs, s.frames[-1].aabbs, s.root, **s.rule), _differs),
        Comparison(ENDLESS, lambda s: no_depth_limit(s.frames[-1].aabbs, s.root, **_limits(s)), _differs),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "Boxes and the cells that keep them", self.story.draw, is_world=True, share=0.64),
            Pane("tree", "The tree of these cells", draw_side, share=0.36),
        )

    @property
    def presented(self) -> Layout:
        return self.panes[0]

    @cached_property
    def scenes(self) -> Mapping[str, Parted | Preset[Parted]]:
        leaves = "all leaves"
        border = things(
            ((1.6, 0.6), (4.5, 3.0)), ((3.6, 1.6), (6.9, 3.6)), ((0.8, 4.7), (3.0, 6.6)), ((1.6, 5.7), (3.7, 7.5))
        )
        line = things(((1.0, 0.9), (4.0, 3.2)), ((4.0, 1.3), (7.2, 3.5)), ((2.6, 5.0), (5.6, 7.2)))
        twice = things(((2.7, 3.1), (4.4, 4.8)), ((2.7, 3.1), (4.4, 4.8)))
        return {
            "Eight boxes": Parted(eight_boxes()),
            "A moving crowd": Preset(Parted(n=84, moving=True, capacity=4, keep=leaves), opens_at=lambda trace: 2),
            "Even crowd of 300": Parted(n=300, capacity=4),
            "Column on the line": Parted(n=90, kind=Crowd.COLUMN, capacity=4),
            "Across a border": Preset(Parted(border, capacity=1), CENTRE, _last),
            "Touching on a line": Preset(Parted(line, capacity=1), CLOSED, _last),
            "Two boxes at one place": Parted(twice, capacity=1, depth=5, keep=leaves),
        }

    def run(self, scene: Parted) -> Trace[Any, CandidatePairs]:
        return picked(scene.whole, scene.kept)

    def story_of(self, moment: Moment[Parted]) -> Story:
        return self.moving if moment.scene.moving else self.story

    def clock(self, moment: Moment[Parted]) -> Clock | None:
        """The crowd moves from frame to frame; it stands at the frame of the step."""
        if not moment.scene.moving or not isinstance(moment.step, CandidatePairs) or not frame_of(moment):
            return None
        ends = [i for i, step in enumerate(moment.trace) if isinstance(step, CandidatePairs)]
        return Clock(
            6.0, ticks=tuple(sum(end < i for end in ends[:FRAMES]) / (FRAMES - 1) for i in range(len(moment.trace)))
        )

    def situation(self, moment: Moment[Parted]) -> str:
        return _told(moment) if moment.is_last and moment.faulty is not None and _differs(moment) else so_far(moment)

    def challenge(self, moment: Moment[Parted]) -> Challenge | None:
        """Of scenes with letters and boxes enough."""
        scene, answer = moment.scene, moment.trace.result
        if scene.is_crowd or scene.count < 6:
            return None
        hits = len(answer.pairs)
        return Challenge(
            "Capacity 2, smallest cells: drag the boxes so that none overlap and 20 pairs or more are compared.",
            not hits and answer.tested >= 20 and scene.capacity <= 2 and not scene.leaves_only,
            f"{answer.tested} compared, {hits} overlap",
            "A box on a line of the root is compared with all seven others.",
        )


def _last(trace: Trace[Any, Any]) -> int:
    return len(trace) - 1
