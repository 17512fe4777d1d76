"""What conservative advancement asks: how far time may go, what gap a step ends with, what a negative bound means,
and which of its terms can be too large."""

from __future__ import annotations

from functools import partial
from typing import Any

from geometry import separation
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.trace import Grouped
from lessons.stories import advancement_curve
from lessons.stories.advancement_figure import rotates
from lessons.stories.advancement_triangle import places
from lessons.stories.grouping import apart, is_long, whole
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict
from viz.lesson.text import equation, fixed, tint

NEAR = 0.01  # of the whole time: a placed point as near as this to the right one is right
STOP, BACK, ON = "stop: no impact", "go back in time", "take a small step"
CENTRES, TURNS, BOTH = "v · n̂", "r |ω|", "both"
EXACT, MORE, LESS = "exactly s₀", "more", "less"


def step_numbers(moment: Moment[Any], state: Advanced) -> str:
    return equation(
        f"({tint('{s}', Ink.GAP)} − {{s0}}) / {tint('{mu}', Ink.EXAMINED)} = {{dt}}",
        lambda s, s0, mu: (s - s0) / mu,
        decimals=places(state.step),
        result="dt", s=state.separation, s0=moment.scene.target, mu=state.bound,
    )  # fmt: skip


def how_far(moment: Moment[Any], first: Advanced) -> Place | None:
    """Before the first step, of bodies of which one rotates: how far may time go?"""
    following = next(apart(moment.trace.steps[2:]), None)
    if is_long(moment) or not rotates(moment.scene):
        return None  # a longer search asks why it is long, one without rotation what gap the step ends with
    if whole(moment).trace.result.miss is Miss.RECEDING:
        return None  # and bodies that come apart ask what a negative bound means
    if moment.parent is not None or first.step <= 2.0 * NEAR or not isinstance(following, Advanced) or following.hit:
        return None
    s, s0, mu, right = first.separation, moment.scene.target, first.bound, first.fraction + first.step
    end = advancement_curve.axes_of(moment).x[1]

    def judge(points: Points) -> Verdict:
        t = points[0][0]
        if abs(t - right) <= NEAR:
            return Verdict(True, rf"{step_numbers(moment, first)}: there the line of slope $-\mu$ meets $s_0$.")
        closed = equation(
            "{mu} · {t} = {by}", lambda mu, t: mu * t, decimals=3, result="by", mu=round(mu, 3), t=round(t, 3)
        )
        above = fixed(round(s, 3) - round(s0, 3), 3)
        ends = (0.0, s), (t, s0)
        draw = partial(draw_line, ends)
        yours = f"Your line falls at {fall_of(ends)}" if t > NEAR else "Your line falls faster"
        if t > right:
            why = rf"{yours}, but $s$ may shrink at $\mu$: by {closed} until then, and $s-s_0$ is only {above}."
            return Verdict(False, why, "Too far", (Remark((t, s0), "may be lower already"),), draw=draw)
        why = rf"{yours}, but $s$ shrinks at $\mu$ at most: by {closed} until then, and $s-s_0$ is {above}."
        return Verdict(False, why, "Too careful", (Remark((t, s0), "surely still higher"),), draw=draw)

    start = 0.5 * end if abs(0.5 * end - right) > 0.1 * end else 0.8 * end
    return Place(
        rf"How long is $s$ certainly above the **target gap** $s_0$ = {fixed(s0)}? "
        "Drag the ring to the latest such time.",
        judge,
        start=((start, s0),),
        right=((right, s0),),
        pane="curve",
        along=(((0.0, s0), (end, s0)),),
        names=(lambda at: f"$t$ = {fixed(at[0], 3)}",),
    )


def fall_of(ends: Points) -> str:
    """How fast a line comes down."""
    (start, s), (end, low) = ends
    return fixed((s - low) / (end - start))


def draw_line(ends: Points, canvas: Canvas, pane: str) -> None:
    """The line that a wrong answer takes for the safe one, with its slope."""
    if pane != "curve":
        return
    canvas.stroke(ends, Ink.FAULTY, line=Line.DOTTED)
    (start, s), (end, low) = ends
    if end - start > NEAR:
        words, middle = f"slope −{fall_of(ends)}", (0.5 * (start + end), 0.5 * (s + low))
        canvas.label(words, middle, Ink.FAULTY, toward=(1.0, 0.3), style=TextStyle.CAPTION)


def after_step(moment: Moment[Any]) -> Choose | None:
    """After the first bound of bodies that only translate: what gap does the step end with? μ is exact along its own
    normal, so the target's, unless the normal changes on the way."""
    state, s0 = moment.step, moment.scene.target
    if moment.parent is not None or rotates(moment.scene) or state.iteration != 1 or state.step <= 0.0:
        return None
    t = state.fraction + state.step
    gap, least = (fixed(length, 3) for length in (separation(*moment.scene.at(t)), s0))
    right = EXACT if gap == least else MORE
    n, mu, seen = r"$\examined{\hat n}$", r"$\examined{\mu}$", tint(gap, Ink.GAP)
    reasons = {
        EXACT: f"{mu} holds along this {n}. Watch the nearest points: as B moves, {n} changes.",
        MORE: f"Neither shape rotates, and {n} does not change: nothing makes {mu} too large.",
        LESS: rf"{mu} is an upper bound: after $\Delta{{t}}$ the gap cannot be less than $s_0$.",
    }
    reasons[right] = (
        f"Neither shape rotates, and {n} does not change: the gap closes exactly at {mu}, to {seen}."
        if right == EXACT
        else f"{n} changes on the way, so the gap closes more slowly than {mu}: {seen} is left."
    )
    text = rf"Which gap does the step to $t$ = {fixed(t, 3)} end with, compared with $s_0$ = {fixed(s0)}?"
    options = EXACT, LESS, MORE
    return Choose(text, lambda given: Verdict(given == right, reasons[given]), options, frozenset((right,)))


def what_next(moment: Moment[Any]) -> Choose | None:
    """Before the last iteration of bodies that come apart: what does a negative bound mean? Before many iterations:
    why are there so many?"""
    following = moment.next
    if moment.parent is None and isinstance(following, Grouped):
        return too_large(following.first)
    if moment.parent is not None or not isinstance(following, Advanced) or following.miss is not Miss.RECEDING:
        return None
    mu = tint(fixed(following.bound), Ink.EXAMINED)
    reasons = {
        STOP: "A closing speed that is never above 0 closes no gap.",
        BACK: "Up to now every step was safe: an earlier time cannot be the impact.",
        ON: "A step of any length is safe: the gap cannot close at all.",
    }
    text = rf"At the next iteration $\examined{{\mu}}$ is {mu}. What does the search do?"
    return Choose(text, lambda given: Verdict(given == STOP, reasons[given]), (BACK, STOP, ON), frozenset((STOP,)))


def too_large(first: Advanced) -> Choose | None:
    """Which terms of the bound can exceed what they stand for; none do where nothing turns."""
    if first.bound - first.closing <= 1e-9:
        return None
    exact = (
        r"At one instant the centres close at exactly $\examined{\boldsymbol{v}\cdot{\hat n}}$. It is too large only "
        r"later, where $\hat n$ has changed"
    )
    turns = (
        r"$\examined{r|\omega|}$ is reached only if the farthest vertex is the nearest point and moves along $\hat n$"
    )
    reasons = {CENTRES: f"{exact}.", TURNS: f"{turns}.", BOTH: f"{exact}."}
    mu = tint(fixed(first.bound), Ink.EXAMINED)
    text = (
        rf"At iteration {first.iteration} $\examined{{\mu}}$ is {mu}, above the true closing speed. "
        "Which terms can be too large at one instant?"
    )
    return Choose(
        text, lambda given: Verdict(given == TURNS, reasons[given]), (CENTRES, TURNS, BOTH), frozenset((TURNS,))
    )
