"""Pushing apart: a push shared by inverse mass, a slop that is left, and iterations for a pile."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import combinations
from typing import Any

import numpy as np

from geometry import Trace, Vector, box, circle, regular_polygon, separation
from geometry.contact.relaxation import OverlapFound, PairPushed, PileSettled, PileStep, RoundDone, SlopLeft
from geometry.trace import picked
from lessons.separating_axes.collision_response_asked import asked, end_of_frames, goal
from lessons.separating_axes.collision_response_chart import axes_of, draw_chart
from lessons.separating_axes.collision_response_faulty import COLUMNS, compared, differs, first_push, situation
from lessons.separating_axes.collision_response_figure import (
    PAIRWISE,
    decimals_of,
    draw_beside,
    draw_world,
    has_own_view,
    moves_of,
    others_state,
    round_of,
    rounds_told,
)
from lessons.separating_axes.collision_response_frame import (
    head_of_chart,
    is_first_of_chart,
    name_of,
    page_of_frame,
    steps_of_frame,
)
from lessons.separating_axes.collision_response_piles import (
    head,
    head_beside,
    idea_of_end,
    idea_of_frames,
    ink_beside,
)
from lessons.separating_axes.collision_response_scene import HALVES, ONE, OVER, RULES, TWO, Bodies, stack
from lessons.separating_axes.collision_response_shares import decimals_of_shares
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, sentence, tint

GROWN = 0.01  # an overlap that is deeper by this has got deeper
LEAST_SEEN = 0.05  # that a push moves a body by, to be a step of its own
FRAMES, FEWER_FRAMES = 50, 40  # of two piles, until one no longer sinks; of one alone
SHOWN_FRAMES, FEWER_SHOWN = (1, 2, 5, 10, 20, 30), (1, 2, 10, 20)
N = r"\examined{\hat n}"
STAGES = {
    OverlapFound: "One pair",
    SlopLeft: "Slop",
    PairPushed: "Shares",
    RoundDone: "Iterations",
    PileSettled: "Result",
}
PAIR = (
    "Solid bodies must not overlap. **Positional correction** pushes a pair apart along its contact normal "
    "$\\examined{\\hat n}$. First we need their penetration **depth**."
)
SLOP = (
    "A small overlap, the **slop**, is left: the next frame finds this contact again. The rest is the push "
    "$\\answer{\\boldsymbol{d}}$. A body of half the mass moves twice as far."
)
SHARES = (
    "Each body takes a share of the push in proportion to its **inverse mass** $w$, one over its mass. A **static "
    "body** never moves: $w$ = 0."
)
ITERATIONS = (
    "One **iteration** visits each pair once, in order. A later push can undo an earlier one: so all pairs are "
    "visited again, iteration after iteration."
)
NEXT = (
    "Pairs are pushed one by one, in order. A push can move a body deeper into its other neighbour: then that pair "
    "is pushed, too."
)


class ResponseStory(Story):
    """From one push to a pile that rests."""

    columns = ("iteration", "pushes", "deepest overlap")

    def stage(self, moment: Moment[Bodies]) -> str:
        name, step = STAGES[type(moment.step)], moment.step
        if moment.scene.fall and isinstance(step, PAIRWISE):
            pair = (step.first, step.second) if isinstance(step, PairPushed) else None
            return sentence(name_of(moment, pair)) if pair else "Fall"
        if name == "Shares" and not _is_first(moment):
            return "Next pair"
        return f"Frame {round_of(moment)}" if moment.scene.fall and name == "Iterations" else name

    def page(self, moment: Moment[Bodies]) -> Page:
        if moment.scene.fall and isinstance(moment.step, PAIRWISE):
            return page_of_frame(moment, self.stage(moment))
        match moment.step:
            case OverlapFound() as found:
                return self.pair(moment, found)
            case SlopLeft() as left:
                return self.slop(moment, left)
            case PairPushed() as pushed:
                return self.shares(moment, pushed)
            case done:
                return self.rounds(moment, done)

    def pair(self, moment: Moment[Bodies], found: OverlapFound) -> Page:
        scene = moment.scene
        a, b = (scene.placed(found.moved)[i] for i in (found.first, found.second))
        depth = tint(f"**{fixed(found.depth)}**", Ink.OVERLAP)
        count = len(scene.overlaps(found.moved))
        these = f", the first of {count} overlapping pairs in order," if count > 1 else ""
        says = f"{_pair(scene, found)}{these} overlap by {depth}. Moved apart by this length, they just touch."
        one, other = (scene.items[i].latex for i in (found.first, found.second))
        formula = rf"\mathrm{{separation}}({one},\;{other}+\overlap{{{fixed(found.depth)}}}\,{N})=0"
        return (
            Page(self.stage(moment), PAIR, formula)
            .says(says)
            .claiming(
                Claim("depth", lambda: found.depth, lambda: -separation(a, b), 1e-6),
                Claim("frees", lambda: separation(a, b.moved(found.depth * found.normal)), lambda: 0.0, 1e-6),
            )
        )

    def slop(self, moment: Moment[Bodies], left: SlopLeft) -> Page:
        scene, found = moment.scene, left.overlap
        a, b = (scene.placed(found.moved)[i] for i in (found.first, found.second))
        push = tint(f"**{fixed(left.push)}**", Ink.ANSWER)
        depth = tint(fixed(found.depth), Ink.OVERLAP)
        says = f"The push is {push} long: the depth {depth} less the slop {fixed(left.slop)}."
        page = (
            Page(
                self.stage(moment),
                SLOP,
                rf"\answer{{\boldsymbol d}}=({fixed(found.depth)}-{fixed(left.slop)})\,{N}={fixed(left.push)}\,{N}",
            )
            .says(says)
            .claiming(
                Claim("d", lambda: left.push, lambda: max(0.0, -separation(a, b) - scene.slop), 1e-6),
                Claim("left", lambda: -separation(a, b.moved(left.push * found.normal)), lambda: scene.slop, 1e-6),
            )
        )
        known = f"{_pair(scene, found)} overlap by {fixed(found.depth)}."
        return page if moment.compare else page.asks(asked(moment), known)

    def shares(self, moment: Moment[Bodies], pushed: PairPushed) -> Page:
        scene = moment.scene
        one, other = (scene.items[i] for i in (pushed.first, pushed.second))
        total = one.weight + other.weight
        push = max(0.0, pushed.depth - scene.slop)
        says = f"{sentence(one.name)} and {other.name} are static: $w$ is 0 for both, so neither moves."
        expected = np.zeros(2)
        if total:
            expected = np.array((one.weight, other.weight)) / total * push
            digits = decimals_of_shares(pushed)
            says = " ".join(
                f"{sentence(item.name)} takes {fixed(item.weight / total)} of {fixed(push, digits)}: "
                f"{tint(f'**{fixed(float(np.hypot(*move)), digits)}**', Ink.ANSWER)}."
                for item, move in ((one, pushed.move_first), (other, pushed.move_second))
            )
        formula = (
            r"\boldsymbol d_1=-\dfrac{w_1}{w_1+w_2}\,\answer{\boldsymbol d}\qquad"
            r"\boldsymbol d_2=\dfrac{w_2}{w_1+w_2}\,\answer{\boldsymbol d}"
        )
        for place, item in (("1", one), ("2", other)):
            name = r"\mathrm{g}" if item.field == "ground" else item.name
            formula = formula.replace(f"_{place}", f"_{{{name}}}")
        page = (
            Page(self.stage(moment), SHARES if _is_first(moment) else NEXT, formula)
            .says(says)
            .claiming(
                Claim(
                    "moves",
                    lambda: [np.hypot(*m) for m in (pushed.move_first, pushed.move_second)],
                    lambda: expected,
                    1e-6,
                )
            )
        )
        return first_push(page, moment)

    def rounds(self, moment: Moment[Bodies], done: RoundDone | PileSettled) -> Page:
        """After an iteration, or at the end."""
        scene, count, told = moment.scene, round_of(moment), fixed(done.deepest, decimals_of(moment))
        deepest, name = tint(f"**{told}**", Ink.OVERLAP), f"{scene.word} {count}"
        rounds = (step for step in scene.full if isinstance(step, RoundDone) and step.round == count)
        pushed = next((step.pushed for step in rounds), 0)
        row, in_all = rounds_told(moment)
        idea, says = (
            ITERATIONS,
            f"{sentence(name)}: {_pushed(pushed)}. The deepest overlap is {deepest}.",
        )
        if scene.fall:
            says = f"{sentence(name)}: all fall by {fixed(scene.fall)}, then {_pushed(pushed)}. "
            says += f"The deepest overlap is {deepest}."
        if isinstance(done, PileSettled):
            idea = idea_of_end(moment, done)
            each = f", each a fall by {fixed(scene.fall)} and one iteration," if scene.fall else ""
            says = f"After {counted(done.rounds, scene.word)}{each} the deepest overlap is {deepest}."
            if done.settled and count > 1:
                says = f"{sentence(name)} finds no pair to push: the deepest overlap is {deepest}."
        cells, idea = (str(in_all), told), idea_of_frames(moment) if scene.fall else idea
        if scene.others and not moment.compare:
            n, other = scene.iterations, fixed(others_state(moment)[0], decimals_of(moment))
            cells = (told, other)
            says = (
                f"After {counted(count, scene.word)} the deepest overlap is {deepest} with 1 iteration a frame and "
            )
            says += f"{tint(f'**{other}**', Ink.OVERLAP)} with {n}."
        page = Page(self.stage(moment)).says(says).row(row, *cells, key=row)
        page = compared(page, moment) if moment.compare else replace(page, idea=idea)
        if scene.fall and not moment.compare and is_first_of_chart(moment):
            page = page.asks(end_of_frames(moment), f"After frame {count} the deepest overlap is {told}.")
        if scene.others:
            more = others_state(moment)
            page = page.claiming(Claim("other", lambda: more[0], lambda: _deepest(scene, more[1]), 1e-6))
        return page.claiming(Claim("deepest", lambda: done.deepest, lambda: _deepest(scene, done.moved), 1e-6))

    def draw(self, canvas: Canvas, moment: Moment[Bodies]) -> None:
        draw_world(canvas, moment)


def _pushed(count: int) -> str:
    return f"{counted(count, 'pair')} {'is' if count == 1 else 'are'} pushed"


def _is_first(moment: Moment[Bodies]) -> bool:
    return moment.first(PairPushed) is moment.step


def _pair(scene: Bodies, found: Any) -> str:
    return sentence(scene.pair(found.first, found.second))


def _deepest(scene: Bodies, moved: tuple[Vector, ...]) -> float:
    return max(0.0, *(-separation(p, q) for p, q in combinations(scene.placed(moved), 2)))


def _counts(step: PairPushed) -> bool:
    """Whether it is a push of the first iteration that is worth a step: its arrows can be seen."""
    return step.round == 1 and max(np.hypot(*step.move_first), np.hypot(*step.move_second)) >= LEAST_SEEN


class CollisionResponse(Lesson[Bodies]):
    id = "collision-response"
    title = "Pushing apart"
    source = "SAT explained"
    summary = "Bodies share a push by inverse mass, a static one takes nothing; a pile needs several iterations."
    terms = ("static body", "inverse mass", "slop", "iteration")
    builds_on = ("minimum-translation",)
    one_scale = True  # two piles are compared
    story = ResponseStory()
    compare = tuple(
        Comparison(name, RULES[name], differs, credit)
        for name, credit in ((HALVES, ""), (OVER, "Error 5 of *SAT explained*"))
    )

    @cached_property
    def _piles(self) -> Layout:
        world = Pane("world", "World", self.story.draw, is_world=True, headed=head, is_note_below=True)
        other = Pane("other", "", draw_beside, is_world=True, headed=head_beside, ink=ink_beside, is_note_below=True)
        return beside(world, other, share=0.66)

    @cached_property
    def layout(self) -> Layout:
        title = "Deepest overlap of all pairs"
        chart = Pane("chart", title, draw_chart, share=0.34, axes=axes_of, headed=head_of_chart)
        return above(self._piles, chart)

    @cached_property
    def _one_pile(self) -> Layout:
        return above(replace(self.panes[0], share=0.6), replace(self.panes[2], share=0.4))

    @cached_property
    def _falling(self) -> Layout:  # its chart stays where it is once there are two piles
        return above(replace(self.panes[0], share=0.66), self.panes[2])

    def layout_at(self, moment: Moment[Bodies]) -> Layout:
        """The bodies alone, as long as one push is told, and of a gap that no chart shows; a second pile beside."""
        if has_own_view(moment):
            return self._piles if moment.compare == OVER else self.layout
        if isinstance(moment.step, PAIRWISE) and moment.scene.fall:
            return self._falling
        alone = isinstance(moment.step, PAIRWISE)
        return self.panes[0] if alone else self._one_pile

    @cached_property
    def scenes(self) -> Mapping[str, Bodies | Preset[Bodies]]:
        disc, slab, five = circle(0.6), box(1.5, 1.0), regular_polygon(5, 0.8)

        def after(count: int, trace: Trace[Any, Any]) -> int:
            return next(i for i, step in enumerate(trace) if isinstance(step, RoundDone) and step.round == count)

        return {
            "A quarter of the mass": Bodies(  # B is pushed into C, which it did not overlap, and back
                at(slab, -0.6, 0.0, 8),
                at(five, 0.15, 0.15, 20),
                at(circle(0.5), 1.38, 0.1),
                mass=0.25,
                slop=0.07,
                rounds=5,
            ),
            "One push causes another": Bodies(at(disc, -0.49, 0.0), at(disc, 0.1, 0.0), at(disc, 1.35, 0.0)),
            "Static wall": Bodies(
                at(box(0.9, 1.9), -1.2, 0.0), at(slab, -0.25, 0.1, 6), at(five, 1.35, 0.0, 20), static=ONE, slop=0.1
            ),
            "Falling stack": stack(fall=0.08, slop=0.02, rounds=FRAMES, beside=10.0),
            "A half lost in the ground": Preset(
                stack(fall=0.04, slop=0.02, rounds=FEWER_FRAMES), HALVES, partial(after, 1)
            ),
            "Pushed too far": Preset(
                Bodies(at(box(1.6, 1.6), -0.5, 0.0), at(box(1.6, 1.6), 0.1, 0.1), at(disc, -0.9, 1.6), slop=0.0),
                OVER,
                partial(after, 1),
            ),
            "Too little room": Bodies(  # B is pushed from one into the other for ever
                at(box(1.0, 2.4), -1.2, 0.0), at(five, -0.42, 0.0, 20), at(box(1.0, 2.4), 1.1, 0.0), static=TWO
            ),
        }

    def run(self, scene: Bodies) -> Trace[PileStep, PileSettled]:
        """The first push, what it does to the next pairs, the first iterations, and the end; of a stack that falls,
        frames."""
        full = scene.full
        keep: list[int] = []
        told = steps_of_frame(full, scene)
        shown: tuple[int, ...] = FEWER_SHOWN if told else SHOWN_FRAMES
        if not scene.fall:
            first = next((i for i, step in enumerate(full) if step is scene.first), None)
            keep = [] if first is None else [first, first + 1, first + 2]
            more = [i for i, step in enumerate(full) if isinstance(step, PairPushed) and _counts(step)]
            keep += [i for i in more if i not in keep]
            shown = (1,)  # the chart tells each of them
        rounds = ((i, step) for i, step in enumerate(full) if isinstance(step, RoundDone) and step.round in shown)
        keep += [i for i, step in rounds if step.pushed or step.round == 1]  # one without a push is the result
        return picked(full, [*told, *keep, len(full) - 1])

    def situation(self, moment: Moment[Bodies]) -> str:
        scene, step = moment.scene, moment.step
        found = scene.overlaps(moves_of(moment))
        if moment.compare and not isinstance(step, PAIRWISE):
            return situation(moment)
        if not found:
            return "No two bodies overlap."
        asked = step.overlap if isinstance(step, SlopLeft) else step
        pair = getattr(asked, "first", None), getattr(asked, "second", None)
        deepest = max(found, key=lambda each: (round(each.depth, 6), each[:2] == pair))
        digits = decimals_of_shares(step) if isinstance(step, PairPushed) and not scene.fall else decimals_of(moment)
        told = tint(fixed(deepest.depth, digits), Ink.OVERLAP)
        if scene.others and (others := scene.overlaps(others_state(moment)[1])):
            right = tint(fixed(others[0].depth, digits), Ink.OVERLAP)
            pairs = [scene.pair(*each[:2]) for each in (deepest, others[0])]
            if pairs[0] == pairs[1]:
                return f"Deepest overlap, of {pairs[0]}: {told} on the left, {right} on the right."
            return f"Deepest overlap: left {told}, of {pairs[0]}; right {right}, of {pairs[1]}."
        return f"The deepest overlap is {told}, of {scene.pair(*deepest[:2])}."

    def table(self, moment: Moment[Bodies], pages: Sequence[Page] | None = None) -> Table | None:
        found = super().table(moment, pages)
        if found is None:
            return None
        columns = COLUMNS[moment.compare] if moment.compare else found.columns
        if moment.scene.others and not moment.compare:
            columns = ("frame", "1 iteration", f"{moment.scene.iterations} iterations")
        return replace(found, columns=(moment.scene.word, *columns[1:]))

    def shows_controls(self, moment: Moment[Bodies]) -> bool | Collection[str]:
        """Of a pile that falls the iterations instead of the push while dragging, which would take the fall back."""
        if not moment.scene.fall:
            return "mass", "static", "slop", "push"
        return ("mass", "static", "slop") if moment.compare else ("mass", "static", "slop", "beside")

    def challenge(self, moment: Moment[Bodies]) -> Challenge | None:
        """From the first iteration on; before it the words of the goal have not been said."""
        if isinstance(moment.step, PAIRWISE):
            return None
        if (own := goal(moment)) is not None:
            return own
        (before, after), digits = moment.trace.result.left[:2], decimals_of(moment)
        return Challenge(
            "Build a scene in which the first iteration makes the deepest overlap deeper.",
            after > before + GROWN,
            f"iteration 1: {fixed(before, digits)} to {fixed(after, digits)}",
            "A light body that overlaps both its neighbours is pushed from one into the other.",
        )
