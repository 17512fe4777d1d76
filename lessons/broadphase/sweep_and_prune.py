"""Sweep and prune: a line along one axis, and each new box compared with those that it has not left yet."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace
from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.sweep_and_prune import Began, Sorted, SweepAndPrune
from geometry.faulty.broadphase import FaultyPairs, last_frames_order, stopped_at_gap, touching_dropped
from lessons.broadphase.boxes import things
from lessons.broadphase.sweep_asked import asked
from lessons.broadphase.sweep_figure import draw_world, seen_of
from lessons.broadphase.sweep_state import (
    GAP,
    STALE,
    TOUCHING,
    Begun,
    Swept,
    begun_wrong,
    changed,
    compared,
    order_of,
    turned,
)
from lessons.broadphase.sweep_words import (
    FAR,
    INTERVALS,
    NEXT,
    OTHER,
    SWAPS,
    SWEEP,
    comparisons,
    condition,
    differs,
    few_pairs,
    idea_of,
    so_far,
    told_wrong,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, at_last
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import fixed, listed, tint


class SweepStory(Story):
    """Sort the intervals, sweep, try the other axis, move to the next frame."""

    columns = ("box", "begins", "active", "in contact")

    def stage(self, moment: Moment[Swept]) -> str:
        if isinstance(moment.step, Sorted):
            return "Next frame" if moment.index else "Intervals"
        return "Sweep" if isinstance(moment.step, Began) else "Other axis"

    def page(self, moment: Moment[Swept]) -> Page:
        match moment.step:
            case Began() as began:
                page = self.began(moment, began)
            case CandidatePairs() as answer:
                page = self.both(moment, answer)
            case Sorted() as ends if moment.index:
                page = self.next_frame(moment, ends)
            case Sorted() as ends:
                page = self.intervals(moment, ends)
            case _:
                raise TypeError(moment.step)
        return page.asks(asked(moment), so_far(moment))

    def intervals(self, moment: Moment[Swept], ends: Sorted) -> Page:
        scene, k, axis = moment.scene, moment.scene.k, moment.scene.axis
        order = order_of(ends.ends)
        first, last = (scene.names[i] for i in (order[0], order[-1]))
        told = f"Order along {axis}: **{' '.join(scene.names[i] for i in order)}**." if not scene.is_crowd else ""
        begins = [scene.boxes[i][k] for i in order]
        says = f"Box {first} begins first, at {fixed(begins[0])}, box {last} last, at {fixed(begins[-1])}. {told}"
        formula = rf"{axis}_{{\min}}(1)\le {axis}_{{\min}}(2)\le\dots\le {axis}_{{\min}}({scene.count})"
        return (
            Page("Intervals", INTERVALS, formula)
            .says(says.rstrip())
            .claiming(Claim("sorted", lambda: begins, lambda: sorted(each[k] for each in scene.boxes)))
        )

    def began(self, moment: Moment[Swept], began: Began) -> Page:
        scene, k = moment.scene, moment.scene.k
        name, count, seen = scene.names[began.id], len(began.active), seen_of(moment)
        new = tint(f"**{name}**", Ink.EXAMINED)
        names = [scene.names[i] for i in began.active]
        active, box, ends = f"{count} {'box' if count == 1 else 'boxes'}", "Box ", ""
        if (wrong := begun_wrong(moment)) is not None:
            return self.began_wrong(moment, began, wrong)
        if not scene.is_crowd:
            active, box = listed(names) if names else "none", ""
        if 0 < count <= 3 and not scene.is_crowd:
            ends = f", which {'ends' if count == 1 else 'end'} at "
            ends += listed([fixed(scene.boxes[i][k + 2]) for i in began.active])
        says = (
            f"{box}{new} begins at {fixed(began.at)}. Active: {tint(active, Ink.A)}{ends}. "
            f"**{began.tested:,}** {comparisons(began.tested)} so far."
        )
        hits = [scene.names[i] for i in began.hits]
        cell = (f"{len(hits)}" if scene.is_crowd else " ".join(hits)) if hits else "–" if not count else "none"
        sides = np.array(scene.boxes)
        low, high = sides[:, k], sides[:, k + 2]
        return (
            Page("Sweep", idea_of(moment, SWEEP), condition(moment))
            .says(says)
            .claiming(
                Claim(
                    "active",
                    lambda: sorted(began.active),
                    lambda: [i for i in sorted(seen[:-1]) if high[i] >= low[began.id]],
                ),
                Claim("tested", lambda: began.tested, lambda: len(compared([scene.boxes[i] for i in seen], k))),
            )
            .row(
                name,
                fixed(began.at),
                (f"{count}" if scene.is_crowd else " ".join(names)) if count else "–",
                tint(cell, Ink.OVERLAP) if hits else cell,
                feature=None if scene.is_crowd else scene.feature(began.id),
            )
        )

    def began_wrong(self, moment: Moment[Swept], began: Began, wrong: Begun) -> Page:
        """What a faulty rule does at this beginning."""
        scene, (active, tested, hits) = moment.scene, wrong[began.id]
        count = sum(len(wrong[i][1]) for i in seen_of(moment))
        lost = [i for i in began.hits if i not in hits]
        skipped = [i for i in began.active if i not in tested]

        def told(ids: Sequence[int]) -> str:
            return f"{len(ids)}" if scene.is_crowd else " ".join(scene.names[i] for i in ids)

        what = f" {'Dropped' if moment.compare == TOUCHING else 'Not tested'}: {tint(told(skipped), Ink.FAULTY)}."
        says = (
            f"{tint(f'**{scene.names[began.id]}**', Ink.EXAMINED)} begins at {fixed(began.at)}. Compared with "
            f"{tint(told(tested), Ink.A) if tested else 'none'}.{what if skipped else ''} **{count:,}** "
            f"{comparisons(count)} so far."
        )
        found = tint(told(hits), Ink.OVERLAP) if hits else ""
        missed = tint(f"{told(lost)} missed", Ink.FAULTY) if lost else ""
        return (
            Page("Sweep", idea_of(moment, SWEEP), condition(moment))
            .says(says)
            .claiming(Claim("none lost", lambda: sorted([*hits, *lost]), lambda: sorted(began.hits)))
            .row(
                scene.names[began.id],
                fixed(began.at),
                told(active) or "–",
                f"{found} {missed}".strip() or ("none" if tested else "–"),
                feature=None if scene.is_crowd else scene.feature(began.id),
            )
        )

    def swept_wrong(self, moment: Moment[Swept], found: FaultyPairs) -> Page:
        """Where a faulty sweep ends, and what the right one finds."""
        every, scene = moment.trace.result, moment.scene
        due = len(every.pairs)
        says = (
            f"The faulty sweep: **{found.tested:,}** {comparisons(found.tested)}, {due - len(found.missed):,} of "
            f"{due:,} pairs found. The right one: {every.tested:,} {comparisons(every.tested)}, "
            "none missed."
        )
        true = Claim("none missed", lambda: len(every.pairs), lambda: len(scene.overlapping))
        return Page(self.stage(moment), idea_of(moment, "")).says(says).claiming(true)

    def both(self, moment: Moment[Swept], answer: CandidatePairs) -> Page:
        scene, spread = moment.scene, moment.scene.spread
        if begun_wrong(moment) is not None:
            return self.swept_wrong(moment, moment.faulty)
        counts = [len(step.active) for step in moment.trace if isinstance(step, Began)]
        tally = "" if scene.is_crowd else f"{' + '.join(map(str, counts))} = "
        says = (
            f"Along {scene.axis} {tally}**{answer.tested:,}** {comparisons(answer.tested)}, along {scene.other} "
            f"{tint(f'**{scene.elsewhere:,}**', Ink.EXAMINED)}. Spread: {fixed(spread[0])} in x, "
            f"{fixed(spread[1])} in y."
        )
        return (
            Page(
                "Other axis",
                idea_of(moment, OTHER),
                r"P=\sum_{\mathrm{new}}\ \mathrm{number\ of\ }\A{\mathrm{active}}",
            )
            .says(says)
            .claiming(
                Claim("P", lambda: answer.tested, lambda: len(compared(scene.boxes, scene.k))),
                Claim("P'", lambda: scene.elsewhere, lambda: len(compared(scene.boxes, 1 - scene.k))),
                Claim("none missed", lambda: len(answer.pairs), lambda: len(scene.overlapping)),
                Claim(
                    "spread",
                    lambda: spread,
                    lambda: np.std((np.array(scene.boxes)[:, :2] + np.array(scene.boxes)[:, 2:]) / 2.0, axis=0),
                ),
            )
        )

    def next_frame(self, moment: Moment[Swept], ends: Sorted) -> Page:
        scene, count, size = moment.scene, ends.swaps, len(ends.ends)
        if begun_wrong(moment) is not None:
            return self.swept_wrong(moment, moment.faulty)
        per = f"{tint(f'**{count:,}**', Ink.EXAMINED)} {'swap' if count == 1 else 'swaps'} for {size} ends"
        per += f": {fixed(count / size)} per end"
        anew = size * math.log2(size) if size > 1 else 0.0
        if scene.is_crowd:
            says = f"{per}, after moves of {fixed(scene.step)}. A new sort: about {round(anew, -1):,.0f} comparisons."
        else:
            starts, stops = turned(scene)
            says = (
                f"{per}. Intervals that come apart: {few_pairs(scene, stops)}. That meet: {few_pairs(scene, starts)}."
            )
        if moment.compare == STALE and differs(moment):
            missed = len(moment.faulty.missed)
            true = len(moment.faulty.reported) - moment.faulty.surplus + missed
            says = (
                f"Swept in the old order: {moment.faulty.tested:,} comparisons, {true - missed} of {true} pairs "
                f"found. Sorting takes {count:,} swaps, and none is missed."
            )
        return (
            Page("Next frame", idea_of(moment, NEXT if count + size <= anew or count <= size else FAR), SWAPS)
            .says(says)
            .claiming(Claim("swaps", lambda: count, lambda: len(changed(moment.trace[0].ends, ends.ends))))
        )

    def draw(self, canvas: Canvas, moment: Moment[Swept]) -> None:
        draw_world(canvas, moment)


class SweepAndPruneLesson(Lesson[Swept]):
    id = "sweep-and-prune"
    title = "Sweep and prune"
    source = "SAT explained"
    summary = "A line sweeps along one axis, and each new box is compared with the active ones only."
    terms = ("sweep", "active list", "insertion sort", "temporal coherence")
    builds_on = ("all-pairs", "polygon-shadow")
    most_steps = 13
    story = SweepStory()
    compare = (
        Comparison(GAP, lambda scene: stopped_at_gap(scene.aabbs, scene.k), differs),
        Comparison(TOUCHING, lambda scene: touching_dropped(scene.aabbs, scene.k), differs),
        Comparison(STALE, lambda scene: last_frames_order(scene.aabbs, scene.later_aabbs, scene.k), differs),
    )

    @cached_property
    def layout(self) -> Layout:
        return Pane("world", "Boxes, and their intervals on the axis", self.story.draw, is_world=True)

    @cached_property
    def scenes(self) -> Mapping[str, Swept | Preset[Swept]]:
        return {
            "Eight boxes": Swept(EIGHT, seed=10, step=0.4),
            "Shelves": Swept(SHELVES, step=0.1),
            "Brick wall": Preset(Swept(WALL, step=0.2), TOUCHING, _swept_out),
            "Long roof": Preset(Swept(ROOF, step=0.2), GAP, _swept_out),
            "Even crowd of 300": Swept(n=300, wide=WIDE, step=0.02),
            "Order of last frame": Preset(Swept(n=90, wide=WIDE, step=0.5), STALE, at_last),
            "Everything moves far": Preset(Swept(n=90, wide=WIDE, step=2.0, seed=2), "", at_last),
        }

    def run(self, scene: Swept) -> Trace[Any, Any]:
        """The sweep of this frame, of a crowd some beginnings, and the sort of the next."""
        structure = SweepAndPrune(scene.k)
        for i, each in enumerate(scene.aabbs):
            structure.insert(i, each)
        first: Trace[Any, Any] = structure.pairs.trace()
        for i, each in enumerate(scene.later_aabbs):
            structure.move(i, each)
        then = structure.pairs.trace()
        begun = [i for i, step in enumerate(first) if isinstance(step, Began)]
        if scene.is_crowd:
            full = max(begun, key=lambda i: len(first[i].active))
            begun = sorted({begun[len(begun) // 6], begun[len(begun) // 2], begun[5 * len(begun) // 6], full})
        kept = [0, *begun, len(first) - 1]
        end = next(i for i, step in enumerate(then) if isinstance(step, Sorted))
        steps = (*(first[i] for i in kept), then[end])
        return Trace(first.function, steps, (*(first.lines[i] for i in kept), then.lines[end]), None, first.answer)

    def situation(self, moment: Moment[Swept]) -> str:
        found = moment.faulty
        swept_out = moment.compare != STALE and len(seen_of(moment)) == moment.scene.count
        if isinstance(found, FaultyPairs) and (moment.is_last or swept_out):
            return told_wrong(moment, found)
        wrong = begun_wrong(moment)
        if wrong is None or not isinstance(moment.step, Began) or not isinstance(found, FaultyPairs):
            return so_far(moment)
        seen = seen_of(moment)
        hits, lost = sum(len(wrong[i][2]) for i in seen), sum({*pair} <= {*seen} for pair in found.missed)
        missed = tint(f"{lost:,} missed", Ink.FAULTY) if lost else "none missed so far"
        return f"{moment.compare[0].upper()}{moment.compare[1:]}: {hits:,} in contact found, {missed}."

    def challenge(self, moment: Moment[Swept]) -> Challenge | None:
        """Of eight boxes with letters."""
        scene, every = moment.scene, moment.trace.result
        if scene.count != 8 or scene.is_crowd:
            return None
        counts = every.tested, scene.elsewhere
        x, y = counts if scene.k == 0 else counts[::-1]
        return Challenge(
            "Arrange the boxes so that no two meet and both sweeps make at least five comparisons.",
            not every.pairs and min(counts) >= 5,
            f"x: {x}, y: {y}, {len(every.pairs)} in contact",
            "A column is bad along x, a row is bad along y.",
        )


def _swept_out(trace: Trace[Any, Any]) -> int:
    return len(trace) - 3


WIDE = 1.55
EIGHT = things(
    ((0.5, 0.2), (1.5, 0.6)),
    ((1.2, 0.48), (2.4, 0.9)),
    ((3.6, 0.24), (4.6, 0.6)),
    ((4.4, 0.44), (5.2, 0.8)),
    ((6.2, 2.3), (7.2, 2.7)),
    ((6.8, 2.56), (7.8, 2.96)),
    ((2.0, 2.0), (3.0, 2.4)),
    ((5.0, 1.2), (6.0, 1.6)),
)
SHELVES = things(
    *(
        ((low, 0.42 * i), (high, 0.42 * i + 0.36))
        for i, (low, high) in enumerate(
            ((0.5, 6.5), (1.8, 6.4), (0.9, 6.2), (2.1, 7.4), (0.2, 6.9), (1.2, 7.8), (1.5, 5.0), (3.6, 4.4))
        )
    )
)
WALL = things(*(((i + 2.0 * j, i * 0.9), (i + 2.0 * j + 2.0, i * 0.9 + 0.9)) for i in range(3) for j in range(4 - i)))
ROOF = things(
    ((0.3, 2.5), (7.7, 2.9)),
    ((0.8, 0.4), (1.9, 1.1)),
    ((1.5, 0.8), (2.7, 1.5)),
    ((3.2, 1.1), (4.4, 1.7)),
    ((4.0, 0.6), (5.0, 1.3)),
    ((5.5, 0.3), (6.6, 1.0)),
    ((6.2, 0.7), (7.0, 1.6)),
    ((7.1, 2.1), (7.5, 2.65)),
)
