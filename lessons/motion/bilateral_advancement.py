"""Bilateral advancement: root finding on the gap along one axis, from both ends of what is left of the time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Outcome, Trace, separation
from geometry.faulty.bilateral_advancement import no_floor
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, PushBack, RootTried
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.separation_function import SeparationFunction
from geometry.trace import Grouped
from lessons.motion import bilateral_figure as figure
from lessons.motion.bilateral_asked import bound_question, question
from lessons.motion.bilateral_brackets import (
    axis_told,
    bound_page,
    check_page,
    other_root,
    root_page,
    trial_page,
    with_root,
)
from lessons.motion.bilateral_faulty import by_rule, fault_told, ruled_table
from lessons.motion.bilateral_floor import begins, bend_told, is_shorter, last_of_later, least_at
from lessons.motion.bilateral_panes import Arranged, operands
from lessons.motion.bilateral_scene import NO_FLOOR, SAG, Rooted, along, first_of, is_query, is_root, presets
from lessons.motion.bilateral_words import (
    ANEW,
    ARRIVED,
    CAPPED,
    FIX,
    GAP,
    KEPT,
    KEPT_ALONE,
    LATER,
    NO_MEETING,
    NO_MEETING_ALONE,
    PROVED,
    STAYS,
    TOO_SLOW,
    searched,
)
from lessons.motion.bilateral_world import draw_world
from lessons.stories.advancement import IN_CONTACT
from lessons.stories.gjk import GjkStory, is_gjk
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint

CHECKED = np.linspace(0.0, 1.0, 33)


class BilateralStory(Story):
    """An axis, then all that moves t2 along its curve."""

    columns = ("query", "$t_1$", "true gap", "$t_2$")

    def stage(self, moment: Moment[Any]) -> str:
        match moment.step:
            case step if is_query(step):
                return f"Query {first_of(step).iteration}"
            case RootTried(trial=k):
                return f"Trial {k}"
            case DeepestFound() if moment.parent is not None:
                return f"Check {moment.step.push_back}"
            case Grouped() as part if isinstance(part.first, AxisChosen):
                return "More" if part.first.iteration < len(moment.scene.axes) else f"Query {part.first.iteration}"
            case Grouped(last=RootTried(iteration=k)):
                return f"Root {k}"
            case DeepestFound(iteration=k) | Grouped(last=DeepestFound(iteration=k)):
                name = "Bound" if begins(moment) else "Shorter" if is_shorter(moment) else "Halved"
                return f"{name} {k}"
            case InTouch():
                return "Contact"
            case Advanced(hit=True):
                return "Hit"
        return "Cap" if moment.trace.result.outcome is Outcome.FAILED else "Miss"

    def page(self, moment: Moment[Rooted]) -> Page:
        return by_rule(self._page(moment), moment)

    def _page(self, moment: Moment[Rooted]) -> Page:
        match moment.step:
            case step if is_query(step):
                return self._axis(moment, first_of(step))
            case RootTried() as tried:
                return trial_page(moment, tried, self.stage(moment))
            case Grouped() as part if isinstance(part.first, AxisChosen):
                return self._later(moment, part)
            case DeepestFound() | Grouped():
                return self._bracket(moment, moment.step)
        return self._answer(moment)

    def _axis(self, moment: Moment[Rooted], axis: AxisChosen) -> Page:
        scene, k, t = moment.scene, axis.iteration, axis.state.fraction
        idea = FIX if k == 1 else KEPT if scene.numbered(k)[1] else ANEW
        page = Page(self.stage(moment), idea, GAP, nested="GJK")
        t2 = None
        if isinstance(moment.step, Grouped):
            t2, page = moment.step.last.fraction, with_root(page, moment, moment.step)
        else:
            s = tint(f"**{fixed(axis.state.separation, 3)}**", Ink.GAP)
            where = "t = 0" if k == 1 else f"$t_1$ = {fixed(t, 3)}"
            page = page.says(f"At {where} the true gap is {s}. {axis_told(scene, axis)}")
        function = scene.functions[k - 1]
        page = page.claiming(
            Claim("g(t1) = s(t1)", lambda: function.deepest(t).separation, lambda: separation(*scene.at(t)), 1e-6),
            Claim("g", lambda: _checked(function), lambda: [along(scene, function.direction(u), u) for u in CHECKED]),
            Claim("g ≤ s", lambda: _above(scene, _checked(function)), lambda: True),
        )
        asked = None if moment.compare or moment.parent or k > 1 else question(scene)
        return _row(page, scene, k, t2).asks(asked, searched(scene.target) if asked is not None else "")

    def _bracket(self, moment: Moment[Rooted], step: Any) -> Page:
        """A root, or a floor; on the main track with the row of its query."""
        scene, stage = moment.scene, self.stage(moment)
        if is_root(step):
            return _row(root_page(moment, step, stage), scene, step.last.iteration, step.last.fraction)
        found = step.last if isinstance(step, Grouped) else step
        if moment.parent is not None:
            return check_page(moment, found, stage)
        asked = bound_question(moment)
        is_hidden = asked is not None and scene.asks == SAG
        page = bound_page(moment, found, stage, is_asked=is_hidden).asks(asked, bend_told(moment))
        return _row(page, scene, found.iteration, found.last.fraction)

    def _later(self, moment: Moment[Rooted], part: Grouped[Any]) -> Page:
        scene = moment.scene
        chosen = [step for step in part.part if isinstance(step, AxisChosen)]
        start, end = fixed(chosen[0].state.fraction, 3), fixed(scene.jumps[chosen[-1].iteration - 1][1], 3)
        is_kept = len(chosen) == 1 and scene.numbered(chosen[0].iteration)[1]
        is_root = scene.decisions(chosen[0].iteration) == [PushBack.ROOT, PushBack.ADVANCE]
        idea = LATER if len(chosen) > 1 else ANEW if not is_kept else KEPT_ALONE if is_root else KEPT
        numbers = chosen[0].iteration, chosen[-1].iteration
        named = f"Bracket {numbers[0]} takes" if len(chosen) == 1 else f"Brackets {numbers[0]} to {numbers[1]} take"
        page = Page(self.stage(moment), idea, PROVED * (last_of_later(moment) is not None), nested="these axes")
        page = page.says(f"{named} $t_1$ from {start} to **{end}**{other_root(scene, chosen[0], is_root=is_root)}.")
        for axis in chosen:
            page = _row(page, scene, axis.iteration, scene.jumps[axis.iteration - 1][1])
        gaps = [axis.state.separation for axis in chosen]
        right = Claim("s", lambda: gaps, lambda: [separation(*scene.at(a.state.fraction)) for a in chosen], 1e-6)
        return page.claiming(right)

    def _answer(self, moment: Moment[Rooted]) -> Page:
        scene, stage, step = moment.scene, self.stage(moment), moment.step
        mine = counted(scene.queries, "query")
        count = f"It took {scene.evaluations} values of $g$ and {mine}; conservative advancement takes "
        count += f"{len(scene.creeping)}."
        match step:
            case InTouch():
                contact = Claim("contact", lambda: separation(*scene.at(step.fraction)) <= 1e-6, lambda: True)
                return Page(stage, IN_CONTACT).says(f"t = **{fixed(step.fraction, 3)}**.").claiming(contact)
            case Advanced(hit=True):
                enough = scene.target + scene.tolerance
                hit = Claim("s ≤ s0 + ε", lambda: separation(*scene.at(step.fraction)) <= enough + 1e-9, lambda: True)
                page = Page(stage, ARRIVED, r"s(t_1)\ \le\ s_0+\varepsilon", (hit,), nested="GJK")
                s = tint(fixed(step.separation, 3), Ink.GAP)
                page = page.row(str(len(scene.axes) + 1), fixed(step.fraction, 3), s, "—", key="hit")
                return page.says(f"Impact at t = **{fixed(step.fraction, 3)}**, $s$ = {s}. {count}")
        if scene.trace.result.outcome is Outcome.FAILED:
            return Page(stage, CAPPED).says(f"{mine}.")
        apart = NO_MEETING if len(scene.axes) > 1 else NO_MEETING_ALONE
        free = Claim("no contact", lambda: bool((scene.gaps > -1e-9).all()), lambda: True)
        return (
            (Page(stage, TOO_SLOW) if isinstance(step, Advanced) else Page(stage, apart, STAYS))
            .says(f"No impact. {count}")
            .claiming(free)
        )

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        draw_world(canvas, moment)


def _checked(function: SeparationFunction) -> Any:
    return function.over(CHECKED)


def _above(scene: Rooted, along: Any) -> bool:
    true = np.array([separation(*scene.at(t)) for t in CHECKED])
    return bool((along <= np.where(true > 0.0, true, np.inf) + 1e-6).all())


def _row(page: Page, scene: Rooted, k: int, t2: float | None) -> Page:
    axis, t1 = scene.axes[k - 1], scene.jumps[k - 1][0]
    cells = fixed(t1, 3), tint(fixed(axis.state.separation, 3), Ink.GAP), "" if t2 is None else fixed(t2, 3)
    return page.row(str(k), *cells, key=f"axis {k}")


class BilateralAdvancement(Lesson[Rooted]):
    id = "bilateral-advancement"
    title = "Bilateral advancement"
    source = "Collision detection for dummies"
    summary = (
        "Root finding on the gap along one axis, from both ends: mostly less than half of the distance queries that "
        "conservative advancement needs."
    )
    terms = ("separation function g(t)", "bracket", "root finding", "secant", "bisection", "lower bound")
    builds_on = ("conservative-advancement",)
    story = BilateralStory()
    gjk = GjkStory(lambda moment: operands(moment))
    scenes = presets()
    compare = (
        Comparison(
            NO_FLOOR,
            lambda scene: no_floor(*scene.sweeps, scene.target, scene.tolerance),
            lambda moment: figure.differs(moment),
            "`b2TimeOfImpact` of Box2D takes an open gap at t2 for an open gap before it",
        ),
    )

    def run(self, scene: Rooted) -> Trace[Any, TimeOfImpact]:
        return scene.trace

    def story_of(self, moment: Moment[Rooted]) -> Story:
        return self.gjk if is_gjk(moment) else self.story

    @cached_property
    def arranged(self) -> Arranged:
        return Arranged(self)

    @property
    def layout(self) -> Layout:
        return self.arranged.both

    def layout_at(self, moment: Moment[Rooted]) -> Layout:
        return self.arranged.at(moment)

    def clock(self, moment: Moment[Rooted]) -> Clock:
        found = moment.scene.trace.result
        ticks = tuple(time_of(moment.scene, step) for step in moment.seen) if not is_gjk(moment) else (moment.time,)
        impact = found.fraction if found.outcome is Outcome.HIT else None
        return Clock(impact=impact, ticks=ticks, told=time_told)

    def situation(self, moment: Moment[Rooted]) -> str:
        t = moment.time
        there = f"At t = {fixed(t, 3)}: {standing(*moment.scene.at(t), decimals=3)}"
        fault = fault_told(moment)
        if fault:
            return fault if moment.is_last else f"{there} {fault}"
        return (moment.parent is None and bend_told(moment)) or there

    def table(self, moment: Moment[Rooted], pages: Sequence[Page] | None = None) -> Table | None:
        return ruled_table(super().table(moment, pages), moment)

    def challenge(self, moment: Moment[Rooted]) -> Challenge:
        scene, count, turn = moment.scene, len(moment.scene.axes), abs(moment.scene.sweep_b.turn)
        outcome, wanted = scene.trace.result.outcome, Outcome.HIT
        text = "Find an impact with a **single** bracket although B turns by more than 90°."
        hint = "Let a corner of B fall on the middle of an edge of A."
        if scene.passes:
            wanted = Outcome.SEPARATED
            text = "Let a **single** bracket prove that B misses A, although B turns by more than 90°."
            hint = "A faster turn makes K larger: B must stay farther away, yet not so far that no bracket is needed."
        return Challenge(
            text,
            outcome is wanted and count == 1 and turn > math.pi / 2.0,
            f"{'' if outcome is Outcome.HIT else 'no '}impact, {counted(count, 'bracket')}, "
            f"B turns by {math.degrees(turn):.0f}°",
            hint,
        )


def time_told(time: float) -> str:
    """As many digits as the situation has."""
    return f"t = {fixed(time, 3)}"


def time_of(scene: Rooted, step: Any) -> float:
    """Of an axis t1, of a bracket what t2 has become; of one that is not proved, where its lower bound is least."""
    match step:
        case AxisChosen():
            return step.state.fraction
        case RootTried() | Advanced() | InTouch():
            return step.fraction
        case DeepestFound(decision=PushBack.HALVE):
            return least_at(scene.functions[step.iteration - 1], step)  # in between, where nothing is proved
        case DeepestFound():
            return step.last.fraction
        case Grouped():
            return time_of(scene, step.first if is_query(step) else step.last)
    return 1.0 if step.outcome is Outcome.SEPARATED else step.fraction
