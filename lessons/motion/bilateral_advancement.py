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
from geometry.vector import dot
from lessons.motion import bilateral_figure as figure
from lessons.motion.bilateral_asked import question
from lessons.motion.bilateral_faulty import by_rule, fault_told, ruled_table
from lessons.motion.bilateral_floor import bend_told, floor_points, halved, is_too_low, least_at
from lessons.motion.bilateral_panes import Arranged, operands
from lessons.motion.bilateral_scene import NO_FLOOR, Rooted, presets
from lessons.motion.bilateral_words import (
    ANEW,
    ARRIVED,
    AT_ROOT,
    BACK,
    BENDS,
    BISECTION,
    BOUND,
    CAPPED,
    FIX,
    FLOOR,
    GAP,
    HALVED,
    KEPT,
    LATER,
    NO_MEETING,
    NO_MEETING_ALONE,
    OPEN,
    PROVED,
    ROOT,
    SEARCHED,
    SECANT,
    SECANT_FORMULA,
    SHALLOWER,
    STAYS,
    TOO_SLOW,
    TURNS,
)
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
from viz.lesson.times import fraction

CHECKED = np.linspace(0.0, 1.0, 33)


class BilateralStory(Story):
    """An axis, then all that moves t2 along its curve."""

    columns = ("query", "$t_1$", "$s(t_1)$", "$t_2$")

    def stage(self, moment: Moment[Any]) -> str:
        match moment.step:
            case AxisChosen(iteration=k):
                return f"Query {k}"
            case RootTried(trial=k):
                return f"Trial {k}"
            case DeepestFound() if moment.parent is not None:
                return f"Check {moment.step.push_back}"
            case DeepestFound(iteration=k):
                return f"{'Halved' if _is_halved(moment) else 'Bracket'} {k}"
            case Grouped() as part if isinstance(part.first, AxisChosen):
                return "More queries"
            case Grouped() as part:
                return f"{'Halved' if _is_halved(moment) else 'Bracket'} {part.first.iteration}"
            case InTouch():
                return "Contact"
            case Advanced(hit=True):
                return "Hit"
        return "Cap" if moment.trace.result.outcome is Outcome.FAILED else "Miss"

    def page(self, moment: Moment[Rooted]) -> Page:
        return by_rule(self._page(moment), moment)

    def _page(self, moment: Moment[Rooted]) -> Page:
        match moment.step:
            case AxisChosen() as axis:
                return self._axis(moment, axis)
            case RootTried() as tried:
                return self._trial(moment, tried)
            case DeepestFound() as found:
                return self._bracket(moment, [found])
            case Grouped() as part if isinstance(part.first, AxisChosen):
                return self._later(moment, part)
            case Grouped() as part:
                return self._bracket(moment, [s for s in part.part if isinstance(s, DeepestFound)])
        return self._answer(moment)

    def _axis(self, moment: Moment[Rooted], axis: AxisChosen) -> Page:
        scene, k, t = moment.scene, axis.iteration, axis.state.fraction
        s = tint(f"**{fixed(axis.state.separation, 3)}**", Ink.GAP)
        idea = FIX if k == 1 else KEPT if scene.numbered(k)[1] else ANEW
        page = Page(self.stage(moment), idea, GAP, nested="GJK")
        page = page.says(f"$s(t_1)$ = {s} at $t_1$ = {fixed(t, 3)}. {TURNS[axis.frame]}")
        function = scene.functions[k - 1]
        page = page.claiming(
            Claim("g(t1) = s(t1)", lambda: function.deepest(t).separation, lambda: separation(*scene.at(t)), 1e-6),
            Claim(
                "g", lambda: _checked(function), lambda: [_along(scene, function.direction(u), u) for u in CHECKED]
            ),
            Claim("g ≤ s", lambda: _above(scene, _checked(function)), lambda: True),
        )
        asked = None if moment.compare or moment.parent or k > 1 else question(scene)
        return _row(page, scene, k, None).asks(asked, SEARCHED if asked is not None else "")

    def _bracket(self, moment: Moment[Rooted], checks: list[DeepestFound]) -> Page:
        scene, end, k = moment.scene, checks[-1], checks[0].iteration
        t2, g, floor = (fixed(x, 3) for x in (end.last.fraction, end.last.separation, end.floor))
        before = [c.decision for c in checks[:-1]]
        function = scene.functions[k - 1]
        idea, formula = (ROOT, AT_ROOT) if before else (OPEN, FLOOR)
        within = rf"within $\varepsilon$ = {fixed(scene.tolerance)} of $s_0$ = {fixed(scene.target)}"
        tried = counted(_trials(moment, k), "trial")
        says = f"In {tried} $t_2$ moves from 1 back to **{t2}**: there $g$ = {tint(g, Ink.GAP)}, {within}."
        at_root = bool(before) and before[-1] is PushBack.ROOT
        if halved(moment) is not None:
            idea, formula = (HALVED, FLOOR) if is_too_low(moment) else (SHALLOWER, PROVED)
            least = tint(floor, Ink.OVERLAP if is_too_low(moment) else Ink.EXAMINED)
            told = "below $s_0-\\varepsilon$: $t_2$ moves back to the middle."
            if not is_too_low(moment):
                told = "above $s_0-\\varepsilon$: $t_1$ jumps to $t_2$."
            says = f"Up to $t_2$ = **{t2}** the bound's least is {least}, {told}"
        elif not at_root:
            formula, least, bend = FLOOR, tint(floor, Ink.EXAMINED), f"K = {fixed(function.curvature, 1)}"
            says = (
                rf"{bend}: up to $t_2$ = **{t2}** the bound's least is {least}, above $s_0-\varepsilon$: no contact."
            )
        if end.decision is PushBack.ROOT and moment.parent is not None:
            idea, formula = BACK, AT_ROOT
            says = f"$g(t_2)$ = {tint(g, Ink.OVERLAP)} is below $s_0$: $t_2$ moves back to the root."
        elif moment.parent is not None:
            idea, formula, says = BENDS, BOUND[function.frame], _bends(scene, k, floor, end.decision)
        page = Page(self.stage(moment), idea, formula, nested="trials").says(says)
        curve = floor_points(function, end)
        limit = scene.tolerance * (1.0 + 1e-6) + 1e-9

        def at_t2() -> float:
            return _along(scene, function.direction(end.last.fraction), end.last.fraction)

        decided = {
            PushBack.ROOT: lambda: at_t2() < scene.target,
            PushBack.HALVE: lambda: curve[:, 1].min() < scene.target,
            PushBack.ADVANCE: lambda: end.floor >= scene.target - limit,
            PushBack.OPEN_TO_THE_END: lambda: end.floor >= scene.target - limit,
        }[end.decision]
        page = page.claiming(
            Claim("floor ≤ g", lambda: _is_floor(scene, k, curve), lambda: True),
            Claim("floor", lambda: end.floor <= curve[:, 1].min() + 1e-9, lambda: True),
            Claim("decided", decided, lambda: True),
        )
        if at_root and end.decision is PushBack.ADVANCE:
            page = page.claiming(Claim("g(t2) = s0", lambda: abs(at_t2() - scene.target) <= limit, lambda: True))
        return page if moment.parent else _row(page, scene, k, end.last.fraction)

    def _later(self, moment: Moment[Rooted], part: Grouped[Any]) -> Page:
        scene = moment.scene
        chosen = [step for step in part.part if isinstance(step, AxisChosen)]
        start, end = fixed(chosen[0].state.fraction, 3), fixed(scene.jumps[chosen[-1].iteration - 1][1], 3)
        page = Page(self.stage(moment), LATER, nested="these axes").says(
            f"{counted(len(chosen), 'more bracket')} bring{'s' * (len(chosen) == 1)} $t_1$ from {start} to **{end}**."
        )
        for axis in chosen:
            page = _row(page, scene, axis.iteration, scene.jumps[axis.iteration - 1][1])
        gaps = [axis.state.separation for axis in chosen]
        right = Claim("s", lambda: gaps, lambda: [separation(*scene.at(a.state.fraction)) for a in chosen], 1e-6)
        return page.claiming(right)

    def _trial(self, moment: Moment[Rooted], tried: RootTried) -> Page:
        scene, function = moment.scene, moment.scene.functions[tried.iteration - 1]
        is_secant = tried.method.value == "secant"
        ink = Ink.GAP if tried.separation >= scene.target else Ink.OVERLAP
        found = "near enough to" if tried.found else "above" if ink is Ink.GAP else "below"
        page = Page(self.stage(moment), SECANT if is_secant else BISECTION, SECANT_FORMULA if is_secant else "")
        page = page.says(
            f"t = **{fixed(tried.fraction, 4)}**: $g$ = {tint(fixed(tried.separation, 4), ink)}, {found} $s_0$."
        )
        low, high = (function.between(t, tried.index_a, tried.index_b) for t in (tried.low, tried.high))
        guess = tried.low + (scene.target - low) / (high - low) * (tried.high - tried.low)
        return page.claiming(
            Claim("t", lambda: tried.fraction, lambda: guess if is_secant else (tried.low + tried.high) / 2.0, 1e-7)
        )

    def _answer(self, moment: Moment[Rooted]) -> Page:
        scene, stage, step = moment.scene, self.stage(moment), moment.step
        mine = counted(scene.queries, "query")
        count = f"{mine} (conservative advancement: {len(scene.creeping)}), {scene.evaluations} values of $g$."
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
                limit = f"{fixed(scene.target)} + {fixed(scene.tolerance)}"
                return page.says(f"Impact at t = **{fixed(step.fraction, 3)}**: $s$ = {s} ≤ {limit}. {count}")
        if scene.trace.result.outcome is Outcome.FAILED:
            return Page(stage, CAPPED).says(f"{mine}.")
        apart = NO_MEETING if len(scene.axes) > 1 else NO_MEETING_ALONE
        free = Claim("no contact", lambda: bool((scene.gaps > -1e-9).all()), lambda: True)
        return (
            (Page(stage, TOO_SLOW) if isinstance(step, Advanced) else Page(stage, apart, STAYS))
            .says(f"No impact: {count}")
            .claiming(free)
        )

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        figure.draw_world(canvas, moment)


def _trials(moment: Moment[Rooted], axis: int) -> int:
    """Values of g that the search of roots along an axis has tried, those of a bracket that was too long too."""
    return sum(isinstance(step, RootTried) and step.iteration == axis for step in moment.scene.steps)


def _is_halved(moment: Moment[Rooted]) -> bool:
    """Whether a bracket has become shorter, as its first floor was too low."""
    return halved(moment) is not None and not is_too_low(moment)


def _along(scene: Rooted, n: Any, t: float) -> float:
    """The gap along an axis, from all vertices in the world."""
    a, b = scene.at(t)
    return min(dot(n, q) for q in b.points) - max(dot(n, p) for p in a.points) - a.radius - b.radius


def _checked(function: SeparationFunction) -> Any:
    return function.over(CHECKED)


def _above(scene: Rooted, along: Any) -> bool:
    true = np.array([separation(*scene.at(t)) for t in CHECKED])
    return bool((along <= np.where(true > 0.0, true, np.inf) + 1e-6).all())


def _is_floor(scene: Rooted, k: int, curve: Any) -> bool:
    function = scene.functions[k - 1]
    return bool((curve[:, 1] <= function.over(curve[:, 0]) + 1e-7).all())


def _bends(scene: Rooted, k: int, floor: str, decision: PushBack) -> str:
    """The bound of the bend in numbers, and what the floor follows from it."""
    function, (t1, _) = scene.functions[k - 1], scene.jumps[k - 1]
    terms = " + ".join(fixed(x, 2) for x in scene.bends(k) if x > 0.0)
    halved = decision is PushBack.HALVE
    least = tint(floor, Ink.OVERLAP if halved else Ink.EXAMINED)
    told = r"below $s_0-\varepsilon$: $t_2$ moves back to the middle" if halved else r"above $s_0-\varepsilon$"
    bend = fixed(function.curvature, 2)
    return f"K = {terms} = **{bend}**. From $t_1$ = {fixed(t1, 3)} on the lower bound is {least}, {told}."


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
        return Clock(impact=impact, ticks=ticks, told=fraction())

    def situation(self, moment: Moment[Rooted]) -> str:
        t = moment.time
        there = f"At t = {fixed(t, 3)}: {standing(*moment.scene.at(t))}"
        fault = fault_told(moment)
        return f"{there} {fault}" if fault else bend_told(moment) or there

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
            return time_of(scene, step.last)
    return 1.0 if step.outcome is Outcome.SEPARATED else step.fraction
