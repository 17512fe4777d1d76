"""Conservative advancement, one iteration a step: how far time may go before the gap could be down to the target."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Outcome, separation
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, SweepsMeasured
from geometry.trace import Grouped
from geometry.vector import Vector
from lessons.stories import advancement_curve, advancement_figure
from lessons.stories.advancement_asks import after_step, how_far, step_numbers, what_next
from lessons.stories.advancement_gaps import kink_before
from lessons.stories.advancement_triangle import DECIMALS, places
from lessons.stories.grouping import apart, is_long, whole
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, tint

START, HIT, MISS, CONTACT, CAP = "Start", "Hit", "Miss", "Contact", "Cap"

MU = r"\examined{\mu}=\examined{\boldsymbol{v}\cdot{\hat n}+r_A|\omega_A|+r_B|\omega_B|}"  # the bound
STEP = r"\Delta t=\dfrac{\gap{s}-s_0}{\examined{\mu}}"
AT_TARGET = r"\gap{s}\le s_0+\varepsilon"
LEFT_OVER = r"\gap{s}-(1-t)\,\examined{\mu}>0"
NO_BOUND = r"\examined{\mu}\le 0"

CLOSES = (
    r"We want a time until which contact is impossible. The separation along $\examined{\hat n}$, from A to B, "
    r"shrinks at $\examined{\mu}$ at most: the centres close it at $\examined{\boldsymbol{v}\cdot{\hat n}}$, "
    r"each rotation at $\examined{r|\omega|}$ at most."
)
SAFE = (
    r"The gap is never less than the separation along $\examined{\hat n}$, and this separation shrinks at "
    r"$\examined{\mu}$ at most. **Conservative advancement** steps to where the line meets $s_0$."
)
AGAIN = (
    r"Measure again: the gap has changed, and $\examined{\hat n}$ and $\examined{\mu}$ may have changed too. So a "
    r"new line of slope $-\examined{\mu}$ begins at the curve."
)
BELOW = (
    r"The curve is never below the separation along $\examined{\hat n}$, and this separation is never below the "
    r"line of slope $-\examined{\mu}$. So no contact is stepped over."
)
TARGET = (
    r"The target gap $s_0$ is not 0: at a gap of 0 GJK finds no normal $\examined{\hat n}$, and without "
    r"$\examined{\hat n}$ there is no bound $\examined{\mu}$."
)
KINK = (
    "At the kink an edge of A and one of B are parallel: the nearest points jump, and the curve bends down. Still, "
    "the curve stays above the line of iteration {}."
)
SHORTER = (
    r"The steps get shorter near $s_0$ and may never reach it exactly. So the search stops within a **tolerance** "
    r"$\varepsilon$ of $s_0$."
)
LONG = (
    r"$\Delta t$ could be longer where $\examined{\mu}$ is far above the speed at which the gap closes: there the "
    r"curve falls less steeply than the line of slope $-\examined{\mu}$, or even rises."
)
SLOW = (
    r"$\examined{\mu}$ counts every rotation at its full speed, even while it hardly closes the gap. The larger "
    r"$\examined{\mu}$ is compared with the true speed, the shorter the steps."
)
ARRIVED = (
    r"A gap within $\varepsilon$ of $s_0$ is a hit. The **time of impact** $t$ that is reported is never after the "
    "first contact. A close pass may be reported too: a **false positive**."
)
TOO_FAR = (
    r"Before each step the search tests for a miss: even if the separation along $\examined{\hat n}$ always shrank "
    r"at $\examined{\mu}$, the gap could not close before $t$ = 1."
)
RECEDING = (
    r"$\examined{\mu}$ is not positive: the separation along $\examined{\hat n}$ never shrinks again, and the gap is "
    "never less than that separation."
)
STILL = r"Neither shape moves or rotates. $\examined{\mu}$ is 0, and computing $\Delta t$ would divide by 0."
IN_CONTACT = "Shapes in contact at the start have their **time of impact** at $t$ = 0."
CAPPED = "The cap on the iterations ended the search. Up to this time nothing has touched."


class AdvancementStory(Story):
    """The gap, the bound of how fast it can close, and the step that both allow."""

    columns = ("iteration", "$t$", r"$\gap{s}$", r"$\examined{\mu}$", r"$\Delta{t}$")

    def stage(self, moment: Moment[Any]) -> str:
        match moment.step:
            case SweepsMeasured():
                return START
            case InTouch():
                return CONTACT
            case Grouped() as later:
                return f"{later.first.iteration} to {later.last.iteration}"
            case state:
                if state.hit:
                    return HIT
                return (
                    MISS if state.miss is not None else CAP if is_capped(moment) else f"Iteration {state.iteration}"
                )

    def page(self, moment: Moment[Any]) -> Page:
        stage = self.stage(moment)
        match moment.step:
            case SweepsMeasured():
                return self._start(moment)
            case InTouch() as touching:
                return self._contact(moment, touching)
            case Grouped() as later:
                return self._later(moment, later, stage)
            case Advanced(hit=True) as state:
                return row(self._hit(moment, state), moment, state)
            case Advanced(miss=None) as state:
                return row(self._iteration(moment, state, stage), moment, state)
            case state:
                return row(self._miss(moment, state), moment, state)

    def _start(self, moment: Moment[Any]) -> Page:
        first = next(apart(moment.trace.steps[1:]))
        if not isinstance(first, Advanced):
            page = Page(
                START, "Time can be advanced only while there is a gap. So GJK measures it first, at $t$ = 0."
            )
            page = page.says(
                r"Without a gap there is no normal $\examined{\hat n}$, and so no bound $\examined{\mu}$."
            )
            return page.claiming(Claim("contact", lambda: separation(*moment.scene.at(0.0)) <= 1e-9, lambda: True))
        v, a, b = parts(moment.scene, first.normal)
        numbers = equation(
            "{v} + {a} + {b} = {mu}", lambda v, a, b: v + a + b, decimals=3, result="mu", v=v, a=a, b=b
        )
        rest = r"$\examined{r}$: from the centre to the farthest vertex" if a + b else "nothing rotates"
        bound = rf"$\examined{{\mu}}$ = {tint(numbers, Ink.EXAMINED)}"
        says = f"{bound} is the **bound of the closing speed**; {rest}."
        if not (a or b or moment.scene.velocity.any()):
            says = f"{tint(f'μ = {fixed(v + a + b, 3)}', Ink.EXAMINED)}. Neither shape moves or rotates."
        page = Page(START, CLOSES, MU).says(says).claiming(bound_claim(moment, first))
        return page.asks(how_far(moment, first))

    def _hit(self, moment: Moment[Any], state: Advanced) -> Page:
        limits = whole(moment).trace.steps[0].lengths
        enough, s = limits.target + limits.tolerance, tint(fixed(state.separation, 3), Ink.GAP)
        says = (
            f"{s} ≤ {fixed(limits.target, 3)} + {fixed(limits.tolerance, 3)}: "
            f"time of impact $t$ = **{fixed(state.fraction, 3)}**.{closed(moment, state)}"
        )
        arrived = Claim("s ≤ s₀ + ε", lambda: gap_then(moment, state) <= enough + 1e-9, lambda: True)
        return Page(HIT, ARRIVED, AT_TARGET, (gap_claim(moment, state), arrived), nested="GJK").says(says)

    def _miss(self, moment: Moment[Any], state: Advanced) -> Page:
        s, mu, t = state.separation, state.bound, state.fraction
        claims = gap_claim(moment, state), bound_claim(moment, state)
        if state.miss is Miss.TOO_FAR:
            green, yellow, left = tint("{s}", Ink.GAP), tint("{mu}", Ink.EXAMINED), tint("**{left}**", Ink.GAP)
            numbers = equation(
                f"{green} − (1 − {{t}}) · {yellow} = {left}",
                lambda s, t, mu: s - (1.0 - t) * mu, decimals=3, result="left", s=s, t=t, mu=mu,
            )  # fmt: skip
            says = f"{numbers}: at least this gap is left at $t$ = 1."
            least = Claim(
                "s − (1 − t) μ",
                lambda: state.least_at_end,
                lambda: gap_then(moment, state) - (1.0 - t) * sum(parts(moment.scene, state.normal)),
            )
            return Page(MISS, TOO_FAR, LEFT_OVER, (*claims, least), nested="GJK").says(says)
        is_still = state.miss is Miss.NO_MOTION
        value, wide = tint(f"**{fixed(mu, 3)}**", Ink.EXAMINED), tint(fixed(s, 3), Ink.GAP)
        then = f"the gap stays {wide}." if is_still else f"from now on the gap is at least {wide}."
        says = rf"$\examined{{\mu}}$ = {value} at $t$ = {fixed(t, 3)}: {then} No impact."
        sign = Claim("μ ≤ 0", lambda: sum(parts(moment.scene, state.normal)) <= 1e-9, lambda: True)
        return Page(MISS, STILL if is_still else RECEDING, NO_BOUND, (*claims, sign), nested="GJK").says(says)

    def _iteration(self, moment: Moment[Any], state: Advanced, stage: str) -> Page:
        t, claims = state.fraction, (gap_claim(moment, state), bound_claim(moment, state))
        if stage == CAP:
            page = Page(CAP, CAPPED, claims=claims, nested="GJK")
            return page.says(f"Nothing has touched up to $t$ = {fixed(t, 3)}.")
        until = fixed(t + state.step, places(state.step))
        says = f"{step_numbers(moment, state)}: safe until $t$ = **{until}**.{closed(moment, state)}"
        step = Claim(
            "Δt",
            lambda: state.step,
            lambda: (gap_then(moment, state) - moment.scene.target) / sum(parts(moment.scene, state.normal)),
            tolerance=1e-7,
        )
        later = LONG if is_long(moment) else {3: BELOW, 6: TARGET}.get(state.iteration, SHORTER)
        if kink_before(moment, state) is not None:
            later = KINK.format(state.iteration - 1)
        idea = {1: SAFE, 2: AGAIN}.get(state.iteration, later)
        return (
            Page(stage, idea, STEP, (*claims, step), nested="GJK")
            .says(says)
            .asks(what_next(moment) or after_step(moment))
        )

    def _later(self, moment: Moment[Any], later: Grouped[Any], stage: str) -> Page:
        first, last = later.first, later.last
        end = last.fraction + last.step
        speed = (first.separation - separation(*moment.scene.at(min(end, 1.0)))) / (end - first.fraction)
        way = "closes" if speed >= 0.0 else "opens"
        turning = tint(fixed(sum(parts(moment.scene, last.normal)[1:])), Ink.EXAMINED)
        says = (
            f"Safe until $t$ = **{fixed(end, 3)}**. The gap {way} at {tint(fixed(abs(speed)), Ink.GAP)} on average; "
            rf"the last $\examined{{\mu}}$ is {tint(fixed(last.bound), Ink.EXAMINED)}, to which rotation adds "
            f"{turning}."
        )
        claims = gap_claim(moment, last), bound_claim(moment, last)
        page = Page(stage, SLOW, STEP, claims, nested="the iterations told as one").says(says)
        for state in later.part:
            page = row(page, moment, state)
        return page.asks(what_next(moment))

    def _contact(self, moment: Moment[Any], touching: InTouch) -> Page:
        t = touching.fraction
        a, b = moment.scene.at(t)
        gap = separation(a, b)
        contact = Claim("contact", lambda: separation(*moment.scene.at(t)) <= 1e-9, lambda: True)
        page = Page(CONTACT, IN_CONTACT if t == 0.0 else ARRIVED, claims=(contact,), nested="GJK")
        page = page.says(f"GJK finds no gap at $t$ = {fixed(t, 3)}.")
        wide = "" if gap < -1e-9 else tint(fixed(0.0, DECIMALS), Ink.GAP)  # GJK measures no depth
        return page.row(str(touching.iteration), fixed(t, DECIMALS), wide, "", "", mark="contact")

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        """The world: where the bodies are and were, the gap, and what can close it."""
        advancement_figure.draw_world(canvas, moment)

    def draw_curve(self, canvas: Canvas, moment: Moment[Any], *, no_turns: bool = False) -> None:
        """The gap over time, and below it the lines that it cannot fall below."""
        advancement_curve.draw_curve(canvas, moment, no_turns=no_turns)


def row(page: Page, moment: Moment[Any], state: Advanced) -> Page:
    """Its numbers, with as many decimals as the shortest step of the search needs."""
    decimals = places(*(each.step for each in apart(whole(moment).trace.steps) if isinstance(each, Advanced)))
    return page.row(
        str(state.iteration),
        fixed(state.fraction, decimals),
        tint(fixed(state.separation, decimals), Ink.GAP),
        tint(fixed(state.bound, decimals), Ink.EXAMINED),
        fixed(state.step, decimals) if state.step > 0.0 else "",
        key=str(state.iteration),
        mark="hit" if state.hit else "miss" if state.miss is not None else "",
    )


def is_capped(moment: Moment[Any]) -> bool:
    """Whether the search ends here without having decided anything."""
    above = whole(moment)
    return moment.is_last and above.is_last and above.trace.result.outcome is Outcome.FAILED


def parts(scene: Any, normal: Vector) -> tuple[float, float, float]:
    """The three terms of the bound, from the scene: the centres' approach along a normal, and both turns."""
    v = (scene.a_end.pose.position - scene.a.pose.position) - (scene.b_end.pose.position - scene.b.pose.position)
    turns = [
        float(np.hypot(*start.shape.points.T).max()) * abs(end.pose.angle - start.pose.angle)
        for start, end in ((scene.a, scene.a_end), (scene.b, scene.b_end))
    ]
    return float(v @ normal), turns[0], turns[1]


def gap_then(moment: Moment[Any], state: Advanced) -> float:
    return separation(*moment.scene.at(state.fraction))


def gap_claim(moment: Moment[Any], state: Advanced) -> Claim:
    return Claim("s", lambda: state.separation, lambda: gap_then(moment, state))


def bound_claim(moment: Moment[Any], state: Advanced) -> Claim:
    return Claim("μ", lambda: state.bound, lambda: sum(parts(moment.scene, state.normal)))


def closed(moment: Moment[Any], state: Advanced) -> str:
    """Of a long search: how fast the gap has closed in the last step, beside the bound of that step."""
    steps = (each for each in apart(whole(moment).trace.steps) if isinstance(each, Advanced))
    before = next((each for each in steps if each.iteration == state.iteration - 1), None)
    if before is None or not is_long(moment):
        return ""
    speed = (gap_then(moment, before) - gap_then(moment, state)) / (state.fraction - before.fraction)
    way, mu = "closed" if speed >= 0.0 else "opened", tint(fixed(before.bound), Ink.EXAMINED)
    return rf" In the last step the gap {way} at {tint(fixed(abs(speed)), Ink.GAP)}; $\examined{{\mu}}$ was {mu}."


def situation(moment: Moment[Any]) -> str:
    """Where the bodies are at the time that is drawn, and until when they cannot meet."""
    state, t = advancement_figure.states_of(moment)[-1], moment.time
    measured = state.separation if isinstance(state, Advanced) and state.fraction == t else None
    gap = separation(*moment.scene.at(t)) if measured is None else measured
    if gap <= 1e-9:
        there = f"At $t$ = {fixed(t, 3)} {standing(*moment.scene.at(t), decimals=3)}"
        is_contact = isinstance(moment.step, InTouch) and t == state.fraction
        return f"{there} The time of impact is $t$ = {fixed(t, 3)}." if is_contact else there
    at = f"At $t$ = {fixed(t, 3)} A and B are {tint(fixed(gap, 3), Ink.GAP)} apart."
    if not isinstance(state, Advanced) or isinstance(moment.step, SweepsMeasured) or moment.faulty is not None:
        return at
    if state.miss is not None:
        return f"{at} They do not meet before $t$ = 1."
    if state.hit:
        if t == state.fraction:
            wide = tint(fixed(gap, 3), Ink.GAP)
            return f"At $t$ = {fixed(t, 3)}, the reported time of impact, A and B are {wide} apart."
        found = f"$t$ = {fixed(state.fraction, 3)}, at a gap of {tint(fixed(state.separation, 3), Ink.GAP)}"
        return f"{at} The time of impact is reported as {found}."
    return f"{at} They cannot meet before $t$ = {fixed(state.fraction + state.step, 3)}."
