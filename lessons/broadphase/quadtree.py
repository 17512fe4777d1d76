"""Quadtree: a cell with too many boxes splits in four, and boxes are compared along the branches only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from geometry import Trace
from geometry.broadphase.quadtree_cell import CellCompared, CellSplit, Kept, TakenOut
from geometry.broadphase.structure import CandidatePairs
from geometry.faulty.broadphase import (
    closed_on_both_sides,
    leaf_of_the_centre,
    no_depth_limit,
    not_reinserted,
)
from geometry.trace import picked
from lessons.broadphase.boxes import Crowd, contacts, eight_boxes, sides_of, things
from lessons.broadphase.quadtree_asked import costs, question
from lessons.broadphase.quadtree_faulty import compared_with, told_wrong
from lessons.broadphase.quadtree_figure import draw_side, draw_world, index_of
from lessons.broadphase.quadtree_state import FRAMES, QUARTERS, Parted, straddling
from lessons.broadphase.quadtree_words import (
    BORDER,
    BORDER_COPIED,
    COPIED,
    COUNT,
    DESCEND,
    DESCEND_COPIED,
    FAULTS,
    FITS,
    FULL,
    INSERT,
    LIMIT,
    MOVING,
    PAIRS,
    PAIRS_COPIED,
    by_rule,
    counted,
    differs,
    faulty_told,
    is_overfull,
    leaves_of,
    meets,
    named,
    quarters_of_box,
    so_far,
    why_there,
)
from lessons.broadphase.quadtree_wrong import CENTRE, CLOSED, ENDLESS, STALE, frame_of, tells, wrong_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_last, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import listed, tint
from viz.lesson.times import frames


class QuadtreeStory(Story):
    """Insert, split, descend, pairs, border."""

    columns: ClassVar[tuple[str, ...]] = ("cell", "boxes", "kept above", "compared")

    def stage(self, moment: Moment[Parted]) -> str:
        match moment.step:
            case Kept() as kept:
                if moment.scene.trees[moment.index].split:
                    return "Descend"
                return "Insert" if kept.id < moment.scene.capacity else "Split"
            case CellSplit():
                return "Split"
            case CellCompared():
                return "Pairs"
        if moment.scene.moving and frame_of(moment):
            return "Moving"
        return "Limit" if is_overfull(moment.scene, moment.scene.trees[moment.index]) else "Border"

    def page(self, moment: Moment[Parted]) -> Page:
        tell: dict[type, Callable[[Moment[Parted], Any], Page]] = {
            Kept: self.kept,
            CellSplit: self.split,
            CellCompared: self.compared,
            CandidatePairs: self.answer,
        }
        page = tell[type(moment.step)](moment, moment.step)
        if tells(moment):
            return told_wrong(moment, page, page.stage)
        return page.asks(question(moment), so_far(moment))

    def kept(self, moment: Moment[Parted], kept: Kept) -> Page:
        scene, tree = moment.scene, moment.scene.trees[moment.index]
        name, stage, count = tint(f"**{scene.names[kept.id]}**", Ink.EXAMINED), self.stage(moment), kept.id + 1
        if scene.is_crowd:
            name = f"Box {name}"
        if stage != "Descend":
            says = f"{name} goes into the root: {count} of at most {scene.capacity}."
            if count > scene.capacity:
                says = (
                    f"{name} goes into the root: {count} boxes, more than {scene.capacity}, so the root must split."
                )
            return (
                Page(stage, INSERT if stage == "Insert" else by_rule(scene, FULL, COPIED), COUNT)
                .says(says)
                .claiming(
                    Claim("count", lambda: len(tree.nodes[tree.root].ids), lambda: count),
                    Claim("stage", lambda: stage == "Insert", lambda: count <= scene.capacity),
                )
            )
        box, cells = scene.boxes[kept.id], tree.cells_of(kept.id)
        page = Page(stage, by_rule(scene, DESCEND, DESCEND_COPIED), by_rule(scene, FITS, "")).claiming(
            Claim("inside", lambda: all(meets(box, cell) for cell in cells), lambda: True),
        )
        if scene.leaves_only:
            return page.says(
                f"{name} overlaps {counted(len(cells), 'leaf')}{' and has a copy in each' if cells[1:] else ''}."
            )
        if scene.is_crowd:
            where = f"{name}, the last of {scene.count}, is kept on level {tree.nodes[cells[0]].level}."
            return page.says(f"{where} The tree has {leaves_of(tree)}, the deepest on level {tree.levels - 1}.")
        return page.says(f"{name} {why_there(scene, tree, kept.id)}")

    def split(self, moment: Moment[Parted], split: CellSplit) -> Page:
        scene, (x, y) = moment.scene, split.lines.tolist()
        if scene.is_crowd:
            says = f"The quarters get {listed([str(len(ids)) for ids in split.quarters])} boxes"
            says += f", {len(split.stayed)} stay." if split.stayed else "."
        else:
            into: dict[tuple[int, ...], list[str]] = {}
            for word, ids in zip(QUARTERS, split.quarters, strict=True):
                into.setdefault(ids, []).append(word)
            gone = [
                f"{named(scene, i)} {'go' if i[1:] else 'goes'} {listed(words)}." for i, words in into.items() if i
            ]
            if split.stayed:
                who = tint(f"**{named(scene, split.stayed)}**", Ink.EXAMINED)
                gone.append(
                    f"{who} {'straddle a line and stay' if split.stayed[1:] else 'straddles a line and stays'}."
                )
            says = " ".join(gone)
        moved = {*split.stayed, *(i for quarter in split.quarters for i in quarter)}
        page = Page(self.stage(moment), by_rule(scene, FULL, COPIED), by_rule(scene, FITS, "")).says(says)
        if scene.leaves_only:
            copies = sum(map(len, split.quarters))
            return page.claiming(
                Claim("copies", lambda: copies, lambda: sum(quarters_of_box(scene.boxes[i], x, y) for i in moved))
            )
        on = lambda: sum(quarters_of_box(scene.boxes[i], x, y) > 1 for i in moved)  # noqa: E731
        return page.claiming(Claim("stay", lambda: len(split.stayed), on))

    def compared(self, moment: Moment[Parted], cell: CellCompared) -> Page:
        scene, tree, k, a = moment.scene, moment.scene.trees[moment.index], len(cell.ids), len(cell.above)
        where, count = tree.name(sides_of(cell.cell)), len(cell.compared)
        own = f"{counted(k, 'box')}" if scene.is_crowd else named(scene, cell.ids)
        head = tint(where.capitalize(), Ink.EXAMINED)
        if scene.leaves_only:
            hits = contacts(scene.boxes, cell.hits)
            says = f"{head}: {own}. {counted(k * (k - 1) // 2, 'pair')}, {count:,} compared here, {hits}."
            formula, claim = (
                r"P_{\mathrm{leaf}}\le\frac{k\,(k-1)}{2}",
                Claim("P", lambda: count <= k * (k - 1) / 2, lambda: True),
            )
        else:
            inner = "" if scene.is_crowd else f" ({own})"
            above = "" if scene.is_crowd or not a else f" ({named(scene, cell.above)})"
            sum_ = f"{k * (k - 1) // 2:,} + {k} · {a} = **{count:,}**"
            says = (
                f"{head}: $k$ = {k}{inner}, $a$ = {a} above{above}. {sum_} "
                f"{'comparison' if count == 1 else 'comparisons'}, {contacts(scene.boxes, cell.hits)}."
            )
            formula = r"P_{\mathrm{cell}}=\frac{k\,(k-1)}{2}+k\,a"
            claim = Claim("P", lambda: count, lambda: k * (k - 1) / 2 + k * a)
        page = Page(self.stage(moment), by_rule(scene, PAIRS, PAIRS_COPIED), formula).says(says)
        page = page.claiming(claim, Claim("own", lambda: k, lambda: len(tree.nodes[sides_of(cell.cell)].ids)))
        if scene.moving or (scene.is_crowd and not scene.leaves_only):
            return page  # its table has frames, or levels
        return page.row(where, own if not scene.is_crowd else f"{k}", f"{a}", f"{count:,}")

    def answer(self, moment: Moment[Parted], answer: CandidatePairs) -> Page:
        scene, tree = moment.scene, moment.scene.trees[moment.index]
        if scene.moving and frame_of(moment):
            return self.moved(moment, answer)
        n, s, other = scene.count, len(straddling(tree)), scene.other_count
        idea = FAULTS.get(moment.compare, by_rule(scene, BORDER, BORDER_COPIED))
        if self.stage(moment) == "Limit" and not moment.compare:
            idea = LIMIT
        same = Claim("none missed", lambda: len(answer.pairs), lambda: len(scene.overlapping))
        if (wrong := wrong_of(moment)) is not None:
            page = Page(self.stage(moment), idea).says(compared_with(moment, wrong, answer)).claiming(same)
            return self.told(moment, answer, page)
        if differs(moment):
            hits = contacts(scene.boxes, answer.pairs)
            says = f"The right rule: {counted(answer.tested, 'comparison')}, {hits}, none missed."
            return self.told(moment, answer, Page(self.stage(moment), idea).says(says).claiming(same))
        if scene.leaves_only:
            entries, full = (
                sum(len(node.ids) for node in tree.nodes.values()),
                sum(bool(node.ids) for node in tree.nodes.values()),
            )
            says = (
                f"{n} boxes have {entries:,} entries in {full} of {leaves_of(tree)}: "
                f"**{counted(answer.tested, 'comparison')}**. With smallest cells: {other:,}."
            )
            copies = Claim("entries", lambda: entries, lambda: sum(len(tree.cells_of(i)) for i in range(n)))
            return self.told(moment, answer, Page(self.stage(moment), idea).says(says).claiming(same, copies))
        formula = r"P_{\mathrm{lines}}=\frac{s\,(s-1)}{2}+s\,(n-s)"
        top = s * (s - 1) // 2 + s * (n - s)
        says = (
            f"s = {tint(f'{s}', Ink.EXAMINED)} {'box is' if s == 1 else 'boxes are'} on the root's lines; "
            f"{'it costs' if s == 1 else 'they cost'} **{top:,}** of {counted(answer.tested, 'comparison')}. "
            f"With copies in leaves: {other:,} in all."
        )
        straddle = set(straddling(tree))
        cells = [step for step in scene.whole if isinstance(step, CellCompared)]
        part = Claim(
            "root", lambda: top, lambda: sum(bool(straddle & {*pair}) for step in cells for pair in step.compared)
        )
        page = Page(self.stage(moment), idea, formula).says(says).claiming(same, part)
        if scene.is_crowd:
            on = costs(scene)[tree.nodes[tree.root].level]
            page = page.row("root", f"{s}", "0", f"{on:,}").row("below", f"{n - s}", "–", f"{answer.tested - on:,}")
        return self.told(moment, answer, page)

    def moved(self, moment: Moment[Parted], answer: CandidatePairs) -> Page:
        scene, k = moment.scene, frame_of(moment)
        first, last = (scene.kept[index_of(moment, each)] for each in (k - 1, k))
        moved = sum(isinstance(step, TakenOut) for step in scene.whole.steps[first:last])
        now, before = (scene.trees[index_of(moment, each)].split for each in (k, k - 1))
        says = (
            f"Frame {k + 1}: {moved} of {scene.count} boxes left their cells and were inserted again. "
            f"{tint(f'**{len({*now} - {*before})}**', Ink.EXAMINED)} cells are newly split, "
            f"{len({*before} - {*now})} are joined."
        )
        if (wrong := wrong_of(moment)) is not None:
            page = Page(self.stage(moment), FAULTS[moment.compare]).says(compared_with(moment, wrong, answer))
            return self.told(moment, answer, page)
        frame, tree = scene.frames[k], scene.trees[moment.index]
        full = [len(node.ids) for node in tree.nodes.values() if node.lines is None and node.level < scene.depth]
        idea = FAULTS.get(moment.compare, MOVING)
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

    columns = ("frame", "leaves", "deepest", "compared", "overlap")

    def told(self, moment: Moment[Parted], answer: CandidatePairs, page: Page) -> Page:
        tree, tested, found = moment.scene.trees[moment.index], answer.tested, len(answer.pairs)
        if (wrong := wrong_of(moment)) is not None:
            tree, tested, found = wrong.tree, len(wrong.compared), len(wrong.hits)
        hits, leaves = tint(f"{found}", Ink.OVERLAP), tint(f"{len(tree.leaves)}", Ink.EXAMINED)
        cells = f"{frame_of(moment) + 1}", leaves, f"{tree.levels - 1}", f"{tested:,}", hits
        return page.row(*cells, faulty=wrong is not None)


def _limits(scene: Parted) -> dict[str, int]:
    return {"capacity": scene.capacity, "depth": scene.depth}


class QuadtreeLesson(Lesson[Parted]):
    id = "quadtree"
    title = "Quadtree"
    source = "SAT explained"
    summary = "A cell with too many boxes splits into four: small cells where boxes crowd, large ones elsewhere."
    terms = ("quadtree", "root", "leaf", "capacity", "split", "depth limit", "straddling box")
    builds_on = ("all-pairs", "grid")
    presents = 0
    most_steps = 13
    frames_stages = False
    story = QuadtreeStory()
    moving = MovingStory()
    compare = (
        Comparison(CENTRE, lambda s: leaf_of_the_centre(s.frames[-1].aabbs, s.root, **_limits(s)), differs),
        Comparison(CLOSED, lambda s: closed_on_both_sides(s.frames[-1].aabbs, s.root, **_limits(s)), differs),
        Comparison(STALE, lambda s: not_reinserted(s.aabbs, s.frames[-1].aabbs, s.root, **s.rule), differs),
        Comparison(ENDLESS, lambda s: no_depth_limit(s.frames[-1].aabbs, s.root, **_limits(s)), differs),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "Boxes and the cells that keep them", self.story.draw, is_world=True, share=0.66),
            Pane("tree", "The tree", draw_side, share=0.34, is_to_scale=False),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Parted | Preset[Parted]]:
        leaves = "all leaves"
        border = things(
            ((1.6, 0.6), (4.5, 3.0)), ((3.6, 1.6), (6.9, 3.6)), ((0.8, 4.7), (3.0, 6.6)), ((1.6, 5.7), (3.7, 7.5))
        )
        line = things(((1.0, 0.9), (4.0, 3.2)), ((4.0, 1.3), (7.2, 3.5)), ((0.9, 4.8), (3.3, 7.1)))
        twice = things(((2.7, 3.1), (4.4, 4.8)), ((2.7, 3.1), (4.4, 4.8)))
        return {
            "Eight boxes": Parted(eight_boxes()),
            "A moving crowd": Preset(Parted(n=84, moving=True, capacity=4, keep=leaves), opens_at=lambda trace: 2),
            "Even crowd of 300": Parted(n=300, capacity=4),
            "Column on the line": Parted(n=30, kind=Crowd.COLUMN, capacity=4),
            "Across a border": Preset(Parted(border, capacity=2), CENTRE, at_last),
            "Touching on a line": Preset(Parted(line, capacity=1), CLOSED, at_last),
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
        ticks = tuple(sum(end < i for end in ends[:FRAMES]) / (FRAMES - 1) for i in range(len(moment.trace)))
        return Clock(6.0, ticks=ticks, told=frames(FRAMES - 1, first=1))

    def situation(self, moment: Moment[Parted]) -> str:
        is_frame = moment.scene.moving and frame_of(moment) > 0 and wrong_of(moment) is not None
        return faulty_told(moment) if (moment.is_last and differs(moment)) or is_frame else so_far(moment)

    def challenge(self, moment: Moment[Parted]) -> Challenge | None:
        """Of scenes with letters and boxes enough."""
        scene, answer = moment.scene, moment.trace.result
        if scene.is_crowd or scene.count < 6:
            return None
        hits = len(answer.pairs)
        return Challenge(
            "Capacity 2, smallest cells: drag the boxes so that no two meet and 20 pairs or more are compared.",
            not hits and answer.tested >= 20 and scene.capacity <= 2 and not scene.leaves_only,
            f"{answer.tested} compared, {hits} in contact",
            "A box on a line of the root is compared with all seven others.",
        )
