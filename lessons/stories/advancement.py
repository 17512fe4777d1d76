"""Conservative advancement, one iteration a step: how far time may go without a risk."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Outcome, separation
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, SweepsMeasured
from geometry.trace import Grouped
from geometry.vector import Vector
from lessons.stories import advancement_figure
from lessons.stories.grouping import apart, whole
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, tint

START, LATER, HIT, MISS, CONTACT, CAP = "Start", "Later", "Hit", "Miss", "Contact", "Cap"
DECIMALS = 4  # of the table, in which neighbours differ by little
NEAR = 0.01  # of the whole time: a placed point as near as this to the right one is right
STOP, BACK, ON = "stop: no impact", "go back in time", "take a small step"

MU = r"\examined{\mu}=\examined{\boldsymbol{v}\cdot{\hat n}+r_A|\omega_A|+r_B|\omega_B|}"  # the bound
STEP = r"\Delta t=\dfrac{\gap{s}-s_0}{\examined{\mu}}"
AT_TARGET = r"\gap{s}\le s_0+\varepsilon"
LEFT_OVER = r"\gap{s}-(1-t)\,\examined{\mu}>0"
NO_BOUND = r"\examined{\mu}\le 0"

CLOSES = r"What can close the gap? The centres come closer along $\examined{\hat n}$, and both bodies turn."
SAFE = (
    r"The gap cannot close faster than $\examined{\mu}$. So it is safe to advance until it could be down to the "
    "**target gap** $s_0$."
)
ARRIVED = "The gap is down to the target: this is the **time of impact**. It is never late, for every step was safe."
TOO_FAR = "Even at the greatest speed the gap cannot close before t = 1."
RECEDING = r"$\examined{\mu}$ is not positive: along $\examined{\hat n}$ the gap can never close again."
STILL = "Nothing moves and nothing turns. No gap closes, and there is no bound to divide by."
IN_CONTACT = "Shapes that already overlap at the start have their **time of impact** at t = 0."
CAPPED = "The cap on the iterations ended the search. Up to this time nothing has touched."


class AdvancementStory(Story):
    """The gap, the bound of how fast it can close, and the step that both allow."""

    columns = ("iteration", "$t$", r"$\gap{s}$", r"$\examined{\mu}$", r"$\Delta{t}$")

    def page(self, moment: Moment[Any]) -> Page:
        match moment.step:
            case SweepsMeasured():
                return self._start(moment)
            case InTouch() as touching:
                return self._contact(moment, touching)
            case Grouped() as later:
                return self._later(moment, later)
            case Advanced() as state:
                return self._row(self._iteration(moment, state), state)
        raise TypeError(moment.step)

    def _start(self, moment: Moment[Any]) -> Page:
        first = next(apart(moment.trace.steps[1:]))
        if not isinstance(first, Advanced):
            page = Page(START, "First of all: are A and B apart at t = 0? Only a gap can be advanced through.")
            page = page.says("Before anything moves, GJK measures the gap.")
            return page.claiming(Claim("contact", lambda: separation(*moment.scene.at(0.0)) <= 1e-9, lambda: True))
        v, a, b = parts(moment.scene, first.normal)
        numbers = equation(
            "{v} + {a} + {b} = {mu}", lambda v, a, b: v + a + b, decimals=3, result="mu", v=v, a=a, b=b
        )
        says = rf"$\examined{{\mu}}$: {tint(numbers, Ink.EXAMINED)}. No motion closes the gap faster."
        page = Page(START, CLOSES, MU).says(says).claiming(bound_claim(moment, first))
        return page.asks(how_far(moment, first))

    def _iteration(self, moment: Moment[Any], state: Advanced) -> Page:
        """What an iteration finds, and what it decides if anything."""
        limits = limits_of(moment)
        gap = gap_claim(moment, state)
        bound = bound_claim(moment, state)
        s, mu, t = state.separation, state.bound, state.fraction
        if state.hit:
            enough = limits.target + limits.tolerance
            says = (
                f"{tint(fixed(s, 3), Ink.GAP)} ≤ {fixed(limits.target, 3)} + {fixed(limits.tolerance, 3)}: "
                f"the time of impact is t = **{fixed(t, 3)}**."
            )
            at_target = Claim("s ≤ s₀ + ε", lambda: separation(*moment.scene.at(t)) <= enough + 1e-9, lambda: True)
            return Page(HIT, ARRIVED, AT_TARGET, (gap, at_target), nested="GJK").says(says)
        if state.miss is Miss.TOO_FAR:
            numbers = equation(
                "{s} − (1 − {t}) · {mu} = {left}",
                lambda s, t, mu: s - (1.0 - t) * mu, decimals=3, result="left", s=s, t=t, mu=mu,
            )  # fmt: skip
            says = f"{tint(numbers, Ink.GAP)}: so much of the gap is left at t = 1, at least."
            least = Claim("s − (1 − t) μ", lambda: state.least_at_end, lambda: least_at_end(moment, state))
            return Page(MISS, TOO_FAR, LEFT_OVER, (gap, bound, least), nested="GJK").says(says)
        if state.miss is not None:
            idea = STILL if state.miss is Miss.NO_MOTION else RECEDING
            value = tint(f"**{fixed(mu, 3)}**", Ink.EXAMINED)
            apart_by = tint(fixed(s, 3), Ink.GAP)
            says = rf"$\examined{{\mu}}$ = {value} at t = {fixed(t, 3)}: the gap of {apart_by} stays. No impact."
            sign = Claim("μ ≤ 0", lambda: sum(parts(moment.scene, state.normal)) <= 1e-9, lambda: True)
            return Page(MISS, idea, NO_BOUND, (gap, bound, sign), nested="GJK").says(says)
        if moment.is_last and whole(moment).is_last and state.step > 0.0 and moment.trace.answer is not None:
            return Page(CAP, CAPPED, claims=(gap, bound), nested="GJK").says(
                f"Nothing has touched up to t = {fixed(t, 3)}."
            )
        numbers = equation(
            "({s} − {s0}) / {mu} = {dt}",
            lambda s, s0, mu: (s - s0) / mu, decimals=3, result="dt", s=s, s0=limits.target, mu=mu,
        )  # fmt: skip
        says = f"{numbers}: safe until t = **{fixed(t + state.step, 3)}**."
        step = Claim(
            "Δt",
            lambda: state.step,
            lambda: (separation(*moment.scene.at(t)) - moment.scene.target) / sum(parts(moment.scene, state.normal)),
            tolerance=1e-7,
        )
        page = Page(f"Iteration {state.iteration}", SAFE, STEP, (gap, bound, step), nested="GJK").says(says)
        return page.asks(what_next(moment))

    def _later(self, moment: Moment[Any], later: Grouped[Any]) -> Page:
        first, last = later.first, later.last
        says = (
            f"Iterations {first.iteration} to {last.iteration}: each step is safe, and t goes from "
            f"{fixed(first.fraction, 3)} to **{fixed(last.fraction + last.step, 3)}**."
        )
        claims = (gap_claim(moment, last), bound_claim(moment, last))
        page = Page(LATER, SAFE, STEP, claims, nested="the iterations told as one").says(says)
        for state in later.part:
            page = self._row(page, state)
        return page.asks(what_next(moment))

    def _contact(self, moment: Moment[Any], touching: InTouch) -> Page:
        t = touching.fraction
        a, b = moment.scene.at(t)
        says = f"At t = {fixed(t, 3)} GJK finds no gap: {standing(a, b)}"
        contact = Claim("contact", lambda: separation(a, b) <= 1e-9, lambda: True)
        page = Page(CONTACT, IN_CONTACT if t == 0.0 else ARRIVED, claims=(contact,), nested="GJK").says(says)
        return page.row(str(touching.iteration), fixed(t, DECIMALS), tint("contact", Ink.OVERLAP), "", "")

    def _row(self, page: Page, state: Advanced) -> Page:
        decided = "hit" if state.hit else "miss" if state.miss is not None else fixed(state.step, DECIMALS)
        return page.row(
            str(state.iteration),
            fixed(state.fraction, DECIMALS),
            tint(fixed(state.separation, DECIMALS), Ink.GAP),
            tint(fixed(state.bound, 3), Ink.EXAMINED),
            decided,
            key=str(state.iteration),
        )

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """The world: where the bodies are and were, the gap, and what can close it."""
        advancement_figure.draw_world(canvas, moment)

    def draw_curve(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """The gap over time, and below it the lines that it cannot fall below."""
        advancement_figure.draw_curve(canvas, moment)


def limits_of(moment: Moment[Any]) -> Any:
    """Target, tolerance and rounding of the whole search."""
    measured = whole(moment).trace.steps[0]
    return measured.lengths


def parts(scene: Any, normal: Vector) -> tuple[float, float, float]:
    """The three terms of the bound, from the scene: the centres' approach along a normal, and both turns."""
    v = (scene.a_end.pose.position - scene.a.pose.position) - (scene.b_end.pose.position - scene.b.pose.position)
    turns = [
        float(np.hypot(*start.shape.points.T).max()) * abs(end.pose.angle - start.pose.angle)
        for start, end in ((scene.a, scene.a_end), (scene.b, scene.b_end))
    ]
    return float(v @ normal), turns[0], turns[1]


def bound_claim(moment: Moment[Any], state: Advanced) -> Claim:
    return Claim("μ", lambda: state.bound, lambda: sum(parts(moment.scene, state.normal)))


def gap_claim(moment: Moment[Any], state: Advanced) -> Claim:
    return Claim("s", lambda: state.separation, lambda: separation(*moment.scene.at(state.fraction)))


def least_at_end(moment: Moment[Any], state: Advanced) -> float:
    bound = sum(parts(moment.scene, state.normal))
    return separation(*moment.scene.at(state.fraction)) - (1.0 - state.fraction) * bound


def how_far(moment: Moment[Any], first: Advanced) -> Place | None:
    """Before the first step: how far may time go?"""
    if moment.parent is not None or first.step <= 2.0 * NEAR:
        return None
    s, s0, mu, right = first.separation, moment.scene.target, first.bound, first.fraction + first.step
    end = advancement_figure.axes_of(moment).x[1]

    def judge(points: Points) -> Verdict:
        t = points[0][0]
        if abs(t - right) <= NEAR:
            numbers = equation(
                "({s} − {s0}) / {mu} = {dt}",
                lambda s, s0, mu: (s - s0) / mu, decimals=3, result="dt", s=s, s0=s0, mu=mu,
            )  # fmt: skip
            return Verdict(True, f"{numbers}: no motion can close the gap sooner.")
        at = (t, s0)
        if t > right:
            why = rf"At t = {fixed(t)} a corner could already be in A: $\examined{{\mu}}$ allows it."
            return Verdict(False, why, "Too far", (Remark(at, "not safe"),))
        why = f"Safe, but {fixed(right - t)} more is safe too."
        return Verdict(False, why, "Too careful", (Remark(at, "safe, more is possible"),))

    start = 0.5 * end if abs(0.5 * end - right) > 0.1 * end else 0.8 * end
    return Place(
        "How far may time go without a risk? Drag the ring along the target gap.",
        judge,
        start=((start, s0),),
        right=((right, s0),),
        pane="curve",
        along=(((0.0, s0), (end, s0)),),
        names=("t",),
    )


def what_next(moment: Moment[Any]) -> Choose | None:
    """Before the last iteration of bodies that come apart: what does a negative bound mean?"""
    following = moment.next
    if moment.parent is not None or not isinstance(following, Advanced) or following.miss is not Miss.RECEDING:
        return None
    mu = tint(fixed(following.bound), Ink.EXAMINED)

    def judge(answer: str) -> Verdict:
        if answer == STOP:
            return Verdict(True, f"No motion that is left closes the gap: it can only grow from {mu} on.")
        if answer == BACK:
            return Verdict(False, "Up to now every step was safe: an earlier time cannot be the impact.")
        return Verdict(False, "A step of any length is safe: the gap cannot close at all.")

    text = rf"At the next iteration $\examined{{\mu}}$ is {mu}. What does the search do?"
    return Choose(text, judge, (BACK, STOP, ON), frozenset((STOP,)))


def situation(moment: Moment[Any]) -> str:
    """Where the bodies are at the time that is drawn, and until when they cannot meet."""
    states = advancement_figure.states_of(moment)
    t = moment.time
    a, b = moment.scene.at(t)
    gap = separation(a, b)
    if gap <= 1e-9:
        return f"At t = {fixed(t, 3)}: {standing(a, b)}"
    at = f"At t = {fixed(t, 3)} A and B are {tint(fixed(gap), Ink.GAP)} apart."
    state = states[-1] if states else None
    if not isinstance(state, Advanced) or isinstance(moment.step, SweepsMeasured):
        return at
    if state.miss is not None:
        return f"{at} They do not meet before t = 1."
    if state.hit:
        return f"{at} The time of impact is t = {fixed(state.fraction, 3)}."
    return f"{at} They cannot meet before t = {fixed(state.fraction + state.step, 3)}."


def outcome_of(moment: Moment[Any]) -> Outcome:
    outcome: Outcome = whole(moment).trace.result.outcome
    return outcome
