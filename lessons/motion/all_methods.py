"""All methods on one motion: what each sees of it, when it stops, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from geometry import Outcome, Trace, point, separation
from geometry.time_of_impact.comparison import ComparisonStep, MethodAsked, MethodsCompared, MotionMethod, Verdict
from geometry.vector import SMALLEST_LENGTH, length
from lessons.motion import all_methods_curve as curve
from lessons.motion import all_methods_figure as figure
from lessons.motion import all_methods_now as now
from lessons.motion import all_methods_words as words
from lessons.motion.all_methods_asked import goal, question
from lessons.motion.all_methods_costs import cheapest, factors
from lessons.motion.all_methods_scene import NAMES, Compared, presets
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Layout, Lesson, Moment, Pane, above, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint
from viz.lesson.times import fraction

OVER, ALONE = 0.63, 0.52  # of the figure's height: what stands above the curve, the board or one method alone
CAST = list(MotionMethod).index(MotionMethod.LINEAR_CAST)  # its step


class AllMethodsStory(Story):
    """One method a step, and all of them at the end."""

    columns = ("method", "$t$", "$s(t)$", "cost (dot products)")

    def stage(self, moment: Moment[Any]) -> str:
        return NAMES[moment.step.method] if isinstance(moment.step, MethodAsked) else "All"

    def page(self, moment: Moment[Compared]) -> Page:
        scene, step = moment.scene, moment.step
        if isinstance(step, MethodsCompared):
            return self._compared(scene)
        page = Page(NAMES[step.method], words.IDEAS[step.method], words.FORMULAS[step.method])
        page = page.says(words.said(scene, step)).claiming(*claims(scene, step))
        t, s = ("—", "—") if step.fraction is None else (fixed(step.fraction), fixed(step.gap, sign=step.gap > 0.005))
        cells: tuple[str, ...] = (NAMES[step.method], t, s, str(step.cost))
        is_wrong = step.verdict is not Verdict.RIGHT
        if figure.worth(scene, step) == figure.BY_LUCK:
            cells = cells[0], *(tint(cell, Ink.QUIET) for cell in cells[1:])
        remark = tint(factors(scene, step), Ink.QUIET)
        page = page.row(*cells, feature=figure.feature(step.method), faulty=is_wrong, mark=remark)
        return page.asks(question(scene, step))

    def _compared(self, scene: Compared) -> Page:
        page = Page("All", words.COMPARED).says(words.compared_told(scene))
        return page.claiming(Claim("right", lambda: all(is_right(scene, each) for each in scene.right), lambda: True))

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        now.draw_now(canvas, moment)


def is_right(scene: Compared, asked: MethodAsked) -> bool:
    """By the gap over the whole motion alone: 0 at the answer's time, and never less before it."""
    size, (times, gaps) = scene.a.shape.size + scene.b.shape.size, scene.gaps
    if gaps[0] < 0.02 * size:  # in contact at the start, or nearly
        return bool(gaps[0] > -1e-9) or asked.fraction is not None
    before = gaps if asked.fraction is None else gaps[times < asked.fraction]
    return bool(before.min() > -0.02 * size) and (asked.fraction is None or abs(asked.gap) < 0.02 * size)


def claims(scene: Compared, step: MethodAsked) -> tuple[Claim, ...]:
    """That the formula gives this time, and that the gap then is as said."""
    t = step.fraction
    gap = Claim("s(t)", lambda: step.gap, lambda: separation(*scene.at(1.0 if t is None else t)), 1e-6)
    if t is None:
        return gap, Claim(
            "no t", lambda: step.verdict is Verdict.UNKNOWN or none_meets(scene, step.method), lambda: True
        )
    match step.method:
        case MotionMethod.END_ONLY:
            formula = Claim("t in {0, 1}", lambda: t in (0.0, 1.0), lambda: True)
        case MotionMethod.SUB_STEPS:
            formula = Claim("t n", lambda: t * scene.count, lambda: round(t * scene.count))
        case MotionMethod.RAY:
            at = scene.b.pose.position - t * scene.velocity
            formula = Claim("x(t) on A", lambda: separation(scene.a.world, point(at)) <= 1e-6, lambda: True)
        case MotionMethod.LINEAR_CAST:
            formula = Claim("dist, without turns", lambda: separation(*scene.slid(t)) <= 1e-6, lambda: True)
        case MotionMethod.GJK_RAY_CAST:
            leads = [*step.instants[1:], t][: len(step.instants)]
            formula = Claim("t + g / v·n", lambda: scene.cast_steps, lambda: leads, 1e-6)
        case _:
            limit = (1.0 + 1e-6) * scene.lengths.tolerance + 1e-9
            formula = Claim(
                "s at the target", lambda: separation(*scene.at(t)) <= scene.lengths.target + limit, lambda: True
            )
    return gap, formula


def none_meets(scene: Compared, method: MotionMethod) -> bool:
    """Whether at no time that the method looks at what it moves is in A."""
    times, gaps = scene.gaps
    match method:
        case MotionMethod.END_ONLY | MotionMethod.SUB_STEPS:
            count = 1 if method is MotionMethod.END_ONLY else scene.count
            return min(separation(*scene.at(k / count)) for k in range(count + 1)) > -1e-9
        case MotionMethod.RAY if length(scene.velocity) <= SMALLEST_LENGTH:
            return True  # a ray needs a direction
        case MotionMethod.RAY:
            path = (scene.b.pose.position - t * scene.velocity for t in times)
            return min(separation(scene.a.world, point(at)) for at in path) > -1e-6
        case MotionMethod.LINEAR_CAST | MotionMethod.GJK_RAY_CAST:
            return min(separation(*scene.slid(t)) for t in times[::4]) > -1e-6
    return bool(gaps.min() > -1e-9)


def has(count: int) -> str:
    return "has" if count == 1 else "have"


def _is_board_held(moment: Moment[Compared]) -> bool:
    return not figure.asks_marks(moment)


class AllMethods(Lesson[Compared]):
    id = "all-methods"
    title = "All methods on one motion"
    source = "Collision detection for dummies"
    summary = "Discrete steps, a ray, casts and advancements on one motion: what each sees, and what it costs."
    terms = ("false positive", "missed hit", "cost")
    builds_on = ("tunnelling", "linear-cast", "gjk-ray-cast", "conservative-advancement", "bilateral-advancement")
    story = AllMethodsStory()
    scenes = presets()

    def run(self, scene: Compared) -> Trace[ComparisonStep, MethodsCompared]:
        return scene.trace

    @cached_property
    def layout(self) -> Layout:
        board = Pane(
            "board",
            "",
            figure.draw_board,
            True,
            margin=0.006,
            take=figure.take,
            held=_is_board_held,
            is_to_scale=False,
        )
        chart = Pane(
            "curve",
            "True gap s(t) over the time t, and where each method stops",
            curve.draw_curve,
            axes=curve.axes_of,
            share=1.0 - OVER,
            follows_time=True,
        )
        large = Pane("now", "", now.draw_now, True, headed=now.head, held=now.is_held)
        return above(beside(large, board, share=OVER), chart)

    def layout_at(self, moment: Moment[Compared]) -> Layout:
        """One method at a time; the board of all where they are compared, and where cells are to be marked; the curve
        below."""
        large, board, chart = self.panes
        is_board = figure.asks_marks(moment) or isinstance(moment.step, MethodsCompared)
        over = OVER if is_board else ALONE
        return above(replace(board if is_board else large, share=over), replace(chart, share=1.0 - over))

    def shows_controls(self, moment: Moment[Compared]) -> bool:
        """From the step of the substeps on."""
        return moment.index > 0

    def clock(self, moment: Moment[Compared]) -> Clock:
        """Each body stops by itself."""
        return Clock(3.0, ticks=(1.0,) * len(moment.trace), told=fraction())

    def table(self, moment: Moment[Compared], pages: Sequence[Page] | None = None) -> Table | None:
        """Where all are compared the cheapest of those that are always right stand out; no row has its factors."""
        found = super().table(moment, pages)
        if found is None or not isinstance(moment.step, MethodsCompared):
            return found
        best = {NAMES[each.method] for each in cheapest(moment.scene)}
        rows = tuple((step, replace(row, mark="")) for step, row in found.rows)
        return replace(
            found, rows=rows, current=frozenset(i for i, (_, row) in enumerate(found.rows) if row.cells[0] in best)
        )

    def situation(self, moment: Moment[Compared]) -> str:
        scene, truth = moment.scene, moment.scene.trace.result.truth
        match truth.outcome:
            case Outcome.HIT:
                stand = f"A and B meet at t = **{fixed(truth.fraction)}**."
            case Outcome.OVERLAPPED:
                stand = "A and B are in contact at the start."
            case Outcome.FAILED:
                return "The search for the impact was ended by its cap."
            case _:
                least = scene.least
                stand = (
                    f"A and B do not meet: the least gap is **{fixed(least[1])}**."
                    if least
                    else "A and B do not meet."
                )
        if not isinstance(moment.step, MethodsCompared):
            return stand
        if moment.time < 1.0:
            stopped = sum(each.fraction is not None and each.fraction <= moment.time for each in scene.asked)
            many = "no method has" if not stopped else f"{words.count_told(stopped).lower()} methods {has(stopped)}"
            return f"At t = {fixed(moment.time)} {many} stopped."
        right = len(scene.right)
        return f"{stand} {words.count_told(right)} methods {'reports' if right == 1 else 'report'} this."

    def challenge(self, moment: Moment[Compared]) -> Challenge | None:
        """From the step of the linear cast on: before that its answer is not known."""
        return goal(moment.scene) if moment.index >= CAST else None
