"""A moving circle and a point: give the radius to the point, and its two roots tell first and last contact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from geometry import Trace, circle, swept_circle_point
from geometry.faulty.swept_circle import FaultyImpact, closing_first, lowest_positive_root, no_end_of_time
from geometry.outcome import Miss, Outcome
from geometry.swept_circle.circle_point import CirclePointStep, QuadraticFormed, RootsFound
from geometry.swept_circle.steps import Approached, RelativeMotion, SweptImpact
from geometry.vector import Vector, cross, length, unit
from lessons.motion import quadratic_figure as figure
from lessons.motion import swept_circle_point_chord as chord
from lessons.motion.moving_circle import MovingCircle, differs, fault, now, point
from lessons.motion.quadratic import STAGES, Against, C, Ideas, N, QuadraticStory, V, answer_page, least_gap, state
from lessons.motion.swept_circle_point_asked import how_many_roots, where_first, where_lowest, where_roots
from lessons.motion.swept_circle_point_faulty import (
    CLOSING_FIRST,
    DOES,
    LOWEST,
    NO_END,
    P,
    by_rule,
    draw_faulty,
)
from lessons.motion.swept_circle_point_goals import ACROSS, CLOSE, GRAZE, goal
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes, Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_last
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at, handle
from viz.lesson.text import fixed, tint
from viz.lesson.times import fraction

WORLD = 0.62  # of the figure's height, once there is a chart below it
SIDE = 0.1  # opacity of both sides of 0 on the chart
SAME_SIGN = "has the same sign as the gap"  # said of the name of the axis: the chart shows no longer s itself
NAMED, RAISED = 38.0, 19.0  # pixels from the top of the axis to the end of that name
GAP_OFF = 9.0  # pixels, of the least gap from the length m

RADIUS = (
    rf"We want the time at which the circle touches ${P}$: its centre is then $R$ away from ${P}$. So draw the "
    rf"circle around ${P}$ instead: only the **point** ${C}$ moves."
)
BORDER = rf"the line through ${C}$ perpendicular to ${C}-{P}$"
REACHES = (
    rf"Test 1: ${V}$ ends on ${P}$'s side of {BORDER}, so $\beta$ < 0. "
    rf"Test 2: ${C}$ moves by $\Vert{{}}{V}\Vert{{}}$ in all, which must be at least $s$."
)
RECEDES = (
    rf"The gap gets smaller at first only if ${V}$ ends on ${P}$'s side of {BORDER}: there the dot product $\beta$ "
    "is negative."
)
SQUARED = (
    rf"Square $\Vert{{}}{C}+t{V}-{P}\Vert{{}}=R$. The result is a **quadratic** in $t$, below 0 while ${P}$ is "
    r"inside. If its **discriminant** $\beta^2-\alpha\gamma$ is negative, it is never 0: no contact."
)
TOUCHES = (
    rf"At $t_1$ the circle just touches ${P}$: its centre is $R$ from ${P}$. The **contact normal** ${N}$ points "
    rf"from the centre to ${P}$."
)
MISSED: Mapping[Miss | None, str] = {
    Miss.NO_MOTION: rf"The circle does not move. It is apart from ${P}$ at the start, so it stays apart.",
    Miss.RECEDING: rf"${V}$ does not end on ${P}$'s side of {BORDER}, so the gap only grows.",
    Miss.PASSING: r"The line of the path stays outside the dashed circle, as $m$ is more than $R$. So the curve "
    "never comes down to 0: there is no root.",
    Miss.TOO_FAR: "The path leads into the dashed circle, but only after t = 1. That contact belongs to the next "
    "step of the simulation.",
}
BEFORE = "Both roots lie before $t$ = 0, on the path drawn on behind $@$.".replace("@", C)
TOO_SHORT = (
    rf"Whatever its direction, a ${V}$ of this length ends on the dotted arc, which does not reach the dashed "
    "circle. This test needs no quadratic, so it comes before it."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class CircleAndPoint(MovingCircle):
    p: Vector = handle(Ink.B, "p")
    goal: str = ""  # which challenge is about it

    def sketched(self) -> list[tuple[Ink, NDArray[np.float64]]]:
        """With the point."""
        return [*super().sketched(), (Ink.B, self.p[None])]

    @cached_property
    def against(self) -> Against:
        return Against(self.c, self.v, self.p, self.r_a)


def against(moment: Moment[CircleAndPoint]) -> Against:
    return moment.scene.against


def missed(at: Against, found: SweptImpact) -> str:
    """Why there is no impact, in words; "" where there is one."""
    if found.miss is Miss.TOO_FAR and length(at.v) < at.gap(0.0):
        return TOO_SHORT
    if found.miss is Miss.RECEDING and at.roots:
        return f"{MISSED[found.miss]} {BEFORE}"
    return MISSED.get(found.miss, "")


def standing(scene: CircleAndPoint, t: float) -> str:
    gap = scene.against.gap(t)
    if gap < 0.0 and fixed(-gap) != "0.00":
        return f"At t = {fixed(t)} p is {tint(f'**{fixed(-gap)}**', Ink.OVERLAP)} inside the circle."
    return state("the circle and p", gap, t)


def is_contact(moment: Moment[CircleAndPoint]) -> bool:
    """Whether the answer is a contact: the circle stands there as it is."""
    return isinstance(moment.step, SweptImpact) and moment.step.outcome is not Outcome.SEPARATED


def is_passing(moment: Moment[CircleAndPoint]) -> bool:
    """Whether the answer is that the path passes p: the circle stands where it is nearest."""
    return isinstance(moment.step, SweptImpact) and moment.step.miss is Miss.PASSING and not moment.compare


def _reaches(page: Page, at: Against) -> Page:
    """The third question, where its answer is that the motion is long enough."""
    s, far = fixed(at.gap(0.0)), fixed(length(at.v))
    page = replace(page, idea=REACHES, formula=rf"{page.formula}\qquad \Vert{{}}{V}\Vert\ge s")
    return page.says(rf"{page.sentence} $\Vert{{}}{V}\Vert{{}}$ = {far} ≥ $s$ = {s}.")


def _signed(at: Against) -> Claim:
    """The quadratic at the start, in the middle of the motion and at its end."""
    times, r = (0.0, 0.5, 1.0), at.radius
    return Claim(
        "s (s + 2R)",
        lambda: [at.alpha * t * t + 2.0 * at.beta * t + at.gamma for t in times],
        lambda: [at.gap(t) * (at.gap(t) + 2.0 * r) for t in times],
        1e-6,
    )


class CirclePointStory(QuadraticStory):
    """The quadratic, with what comes before and after it."""

    stages: ClassVar[Mapping[type, str]] = {RelativeMotion: "Radius", **STAGES}

    def page(self, moment: Moment[CircleAndPoint]) -> Page:
        return by_rule(self.right(moment), moment)

    def right(self, moment: Moment[CircleAndPoint]) -> Page:
        """What the right rule tells."""
        match moment.step:
            case RelativeMotion():
                return self.radius(moment)
            case SweptImpact() as found:
                at = against(moment)
                return answer_page(at, found, at.gap, least_gap(at), Ideas(TOUCHES, missed(at, found)))
            case QuadraticFormed():
                page = super().page(moment)
                told = page.sentence.replace(
                    f"From ${P}$ to the path’s line it is $m$", r"It is $\alpha(R^2-m^2)$: $m$"
                )
                page = replace(page, idea=SQUARED, sentence=told)
                ask = None if moment.compare else where_lowest(against(moment))
                return page.claiming(_signed(against(moment))).asks(ask, standing(moment.scene, 0.0))
            case Approached(miss=None) if not moment.compare:
                at = moment.scene.against
                return _reaches(super().page(moment), at).asks(how_many_roots(at), standing(moment.scene, 0.0))
            case Approached(miss=None):
                return _reaches(super().page(moment), moment.scene.against)
            case Approached(miss=Miss.RECEDING) if not moment.compare:
                at = moment.scene.against
                page = replace(super().page(moment), idea=RECEDES)
                return page.asks(where_roots(at), standing(moment.scene, 0.0))
            case RootsFound() if moment.scene.against.roots:
                return chord.told(super().page(moment), moment.scene.against)
        return super().page(moment)

    def radius(self, moment: Moment[CircleAndPoint]) -> Page:
        at = moment.scene.against
        v = f"({fixed(at.v[0])}, {fixed(at.v[1])})"
        meets = moment.trace.result.outcome is not Outcome.SEPARATED
        page = Page("Radius", RADIUS, rf"\Vert {C}+t\,{V}-{P}\Vert=R").claiming(
            Claim("met in time", lambda: meets, lambda: least_gap(at) <= 1e-9),
            Claim("v", lambda: moment.step.motion, lambda: moment.scene.end - moment.scene.c),
        )
        page = page.says(
            rf"${V}$ = {v}: the centre moves by this while $t$ runs from 0 to 1. $R$ = {fixed(at.radius)}."
        )
        return page.asks(None if moment.compare else where_first(at), standing(moment.scene, 0.0))

    def draw(self, canvas: Canvas, moment: Moment[CircleAndPoint]) -> None:
        at, t = moment.scene.against, now(moment)
        figure.trail(canvas, at.c, at.at(t), at.radius, Ink.A)
        if t > 0.0:
            marks.circle(canvas, at.c, at.radius, Ink.A, Line.START)
        is_ringed = not moment.is_open or moment.index > 0
        if is_ringed and t == 0.0 and not is_contact(moment):  # its radius is at p now: only c is left
            marks.circle(canvas, at.c, at.radius, Ink.A, Line.START if moment.index else Line.OUTLINE)
        else:
            figure.draw_disc(canvas, at.at(t), at.radius, Ink.A)
        if is_ringed:
            # over the circle: where its centre comes is seen; at an impact R goes from that centre to p
            figure.draw_ring(canvas, at, named=not figure.is_impact(moment))
        if moment.index == 0:  # later only the point c moves
            marks.circle(canvas, at.at(1.0), at.radius, Ink.A, opacity=0.3)
        if figure.reached(moment, RootsFound) and at.roots and at.roots[1] < 1.0:
            marks.circle(canvas, at.at(at.roots[1]), at.radius, Ink.A, Line.DOTTED)  # the exit
        figure.draw_path(canvas, at, moment, keeps_roots=True)
        canvas.dot(at.at(1.0), Ink.A)
        if t > 0.0:
            canvas.dot(at.at(t), Ink.A)
        if not differs(moment) or not isinstance(moment.step, SweptImpact):
            figure.draw_gap(canvas, at, moment)
        figure.draw_roots(canvas, at, moment, keeps_roots=True)
        if isinstance(moment.step, Approached) and moment.step.miss is None and chord.is_near(at):
            figure.draw_reach(canvas, at, 0.0)
        if figure.reached(moment, RootsFound) and at.roots and moment.trace.result.outcome is Outcome.HIT:
            chord.draw(canvas, at, isinstance(moment.step, RootsFound))
        if isinstance(moment.step, SweptImpact) and moment.step.normal is not None:
            centre = at.at(moment.step.fraction)
            figure.draw_normal(canvas, centre, moment.step.normal, at.p)
            if moment.step.outcome is Outcome.HIT and abs(t - moment.step.fraction) > 1e-6:  # where R is seen
                marks.circle(canvas, centre, at.radius, Ink.A, Line.DOTTED, opacity=0.6)
            if moment.step.outcome is Outcome.HIT:
                x, y = moment.step.normal
                canvas.symbol("R", (centre + at.p) / 2.0, Ink.A, toward=(-y, x))
        elif t == 0.0 and moment.index == 0:
            rim = at.at(t) + at.radius * np.array((-0.6, 0.8))
            canvas.stroke((at.at(t), rim), Ink.A, line=Line.THIN)
            canvas.symbol("R", (at.at(t) + rim) / 2.0, Ink.A, toward=(-0.8, -0.6))
        figure.draw_p(canvas, at, ringed=is_ringed)
        if is_passing(moment) and 0.0 < t < 1.0 and abs(t - at.nearest()) < 1e-6:
            foot = at.at(t)
            rim = at.p + at.radius * unit(foot - at.p)
            measures.measure(canvas, rim, foot, Ink.GAP, fixed(at.gap(t)), off=-GAP_OFF)  # m has the other side
        if isinstance(moment.step, SweptImpact) and moment.step.miss is Miss.TOO_FAR:
            _draw_least(canvas, at)
        if isinstance(moment.step, SweptImpact) and moment.step.miss is Miss.RECEDING:
            _draw_before(canvas, at)
        draw_faulty(canvas, moment)


def rule(faulty: Callable[..., FaultyImpact], scene: CircleAndPoint) -> FaultyImpact:
    return faulty(scene.c, scene.r_a, scene.v, scene.p)


class SweptCirclePoint(Lesson[CircleAndPoint]):
    id = "swept-circle-point"
    title = "A moving circle and a point"
    source = "2D continuous collision"
    summary = "When a moving circle touches a point: a quadratic, two roots, and three questions to ask before it."
    terms = ("quadratic of the impact", "discriminant", "first root", "last root")
    builds_on = ("tunnelling", "circle-circle")
    story = CirclePointStory(against)
    presents = 0
    compare = (
        Comparison(LOWEST, partial(rule, lowest_positive_root), differs, "S1.11 of *2D continuous collision*"),
        Comparison(
            CLOSING_FIRST, partial(rule, closing_first), differs, "Circle and point, *2D continuous collision*"
        ),
        Comparison(NO_END, partial(rule, no_end_of_time), differs),
    )

    @cached_property
    def scenes(self) -> dict[str, CircleAndPoint | Preset[CircleAndPoint]]:
        return {
            "Two roots": scene(0.8, (-1.5, -0.35), (1.9, 0.45), (0.1, 0.35)),
            "Grazing": scene(0.8, (-2.0, -0.6), (1.6, -0.6), (0.4, 0.2), GRAZE),
            "Passing by": scene(0.7, (-2.0, 0.6), (1.8, -0.5), (0.6, 1.1), CLOSE),
            "Overlap at the start": Preset(scene(1.0, (-1.1, 0.0), (2.1, 0.3), (-0.6, 0.5)), LOWEST, at_last),
            "Overlap, moving apart": Preset(scene(1.0, (-0.1, 0.0), (2.6, 0.4), (-0.7, 0.4)), CLOSING_FIRST, at_last),
            "Path too short": Preset(scene(0.7, (-2.0, -0.5), (-0.2, 0.4), (0.9, 0.3)), NO_END, at_last),
            "Moving away": scene(0.9, (0.1, 0.0), (2.4, 0.5), (-1.3, 0.4), ACROSS),
        }

    def run(self, scene: CircleAndPoint) -> Trace[CirclePointStep, SweptImpact]:
        return swept_circle_point.trace(scene.c, scene.r_a, scene.v, scene.p)

    @cached_property
    def layout(self) -> Layout:
        return above(
            Pane(
                "world",
                "A circle that meets a point, or a point that meets a circle",
                self.story.draw,
                is_world=True,
                share=WORLD,
            ),
            Pane("time", "Over time t", self.draw_time, share=1.0 - WORLD, axes=self.axes, follows_time=True),
        )

    def layout_at(self, moment: Moment[CircleAndPoint]) -> Layout:
        """The world alone, until there is something to be shown over time."""
        world, _ = self.panes
        is_charted = figure.reached(moment, Approached, QuadraticFormed, SweptImpact) or differs(moment)
        return self.layout if is_charted else replace(world, share=1.0)

    def axes(self, moment: Moment[CircleAndPoint]) -> Axes:
        return figure.axes(moment.scene.against, moment)

    def draw_time(self, canvas: Canvas, moment: Moment[CircleAndPoint]) -> None:
        if not figure.reached(moment, QuadraticFormed, SweptImpact) and not differs(moment):
            _draw_sides(canvas, self.axes(moment))
        figure.draw_chart(canvas, moment.scene.against, moment, now(moment))
        if figure.is_squared(moment):
            (begin, _), (_, high) = self.axes(moment)[:2]
            place = (begin + NAMED * canvas.pixel, high + RAISED * canvas.pixel_y)
            canvas.label(SAME_SIGN, place, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
        if differs(moment) and (t := moment.faulty.fraction) is not None:
            canvas.dot((t, 0.0), Ink.FAULTY)
            first, last = moment.scene.against.roots or (t, t)
            root = 1 if abs(t - first) <= abs(t - last) else 2
            canvas.label(f"$t_{root}$ = {fixed(t)}", (t, 0.0), Ink.FAULTY, toward=(1.0, 1.0), style=TextStyle.BOLD)

    def clock(self, moment: Moment[CircleAndPoint]) -> Clock:
        """Stops at the impact, once it is no longer asked for."""
        found = figure.hit(moment)
        knows = figure.reached(moment, SweptImpact) or figure.is_squared(moment) or moment.compare
        stop = found.fraction if found and knows else None
        told = (SweptImpact, RootsFound)
        nearest = moment.scene.against.nearest() if is_passing(moment) else 0.0
        ticks = tuple(stop or nearest if isinstance(step, told) else 0.0 for step in moment.seen)
        return Clock(impact=stop, ticks=ticks, told=fraction())

    def situation(self, moment: Moment[CircleAndPoint]) -> str:
        if moment.compare and differs(moment):
            return fault(moment, DOES[moment.compare])
        return standing(moment.scene, now(moment))

    def challenge(self, moment: Moment[CircleAndPoint]) -> Challenge:
        return goal(moment.scene.against, moment.scene.goal, moment.compare)


def _draw_least(canvas: Canvas, at: Against) -> None:
    """Where the motion ends before it meets p: the gap that is left, beside the way on along v."""
    if at.nearest() == 1.0:
        end, to_p = at.at(1.0), unit(at.p - at.at(1.0))
        side = 1.0 if cross(at.v, to_p) >= 0.0 else -1.0
        rim = end + at.gap(1.0) * to_p
        measures.measure(canvas, end, rim, Ink.GAP)
        across = side * np.array((-to_p[1], to_p[0]))
        place = end + 0.7 * (rim - end)  # clear of the arc
        canvas.label(fixed(at.gap(1.0)), place, Ink.GAP, toward=across, style=TextStyle.LABEL, fixed=True)


def _draw_before(canvas: Canvas, at: Against) -> None:
    """The roots of a motion away from p: where the path, drawn on behind c, meets the dashed circle."""
    if at.roots is None:
        return
    canvas.stroke((at.c, at.at(at.roots[0])), Ink.CONSTRUCTION, line=Line.DASHED)
    below = np.array((at.v[1], -at.v[0])) * (1.0 if at.v[0] >= 0.0 else -1.0)
    for i, t in enumerate(at.roots, 1):
        canvas.dot(at.at(t), Ink.GHOST)
        canvas.label(f"$t_{i}$ = {fixed(t)}", at.at(t), Ink.QUIET, toward=below, style=TextStyle.LABEL)


def _draw_sides(canvas: Canvas, axes: Axes) -> None:
    """What a gap above 0 and one below 0 mean, before there is a curve."""
    (begin, end), (low, high) = axes.x, axes.y
    for y, ink, words in ((high, Ink.GAP, "apart"), (low, Ink.OVERLAP, "p is inside")):
        canvas.area(((begin, 0.0), (end, 0.0), (end, y), (begin, y)), ink, opacity=SIDE)
        canvas.label(words, ((begin + 2.0 * end) / 3.0, 0.5 * y), ink, style=TextStyle.LABEL)


def scene(
    radius: float, start: tuple[float, float], end: tuple[float, float], p: tuple[float, float], goal: str = ""
) -> CircleAndPoint:
    return CircleAndPoint(a=at(circle(radius), *start), end=point(*end), r_a=radius, p=point(*p), goal=goal)
