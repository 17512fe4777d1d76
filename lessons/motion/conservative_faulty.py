"""The faulty searches beside conservative advancement: what they do wrong, in words, in the world and over time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geometry import Outcome, separation
from geometry.faulty.conservative_advancement import FaultyAdvance
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.time_of_impact.impact import TimeOfImpact, overlapped
from lessons.motion.advancing import Advancing
from lessons.stories import advancement_figure
from lessons.stories.advancement import AdvancementStory
from lessons.stories.advancement_asks import step_numbers
from lessons.stories.advancement_gaps import gaps_of
from lessons.stories.gjk import is_gjk
from lessons.stories.grouping import apart, whole
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import equation, fixed, tint

NO_SIGN, NO_TURN = "no sign test", "no rotation term"
NO_BOUND = r"\faulty{\mu=\boldsymbol{v}\cdot{\hat n}}"
BACK = r"\faulty{\Delta t=\dfrac{s-s_0}{\mu}<0}"
TOO_SLOW = (
    r"Without the rotation terms the line falls at $\faulty{\boldsymbol{v}\cdot{\hat n}}$ only. Rotation closes the "
    "gap faster: the curve falls below that line, and the contact is stepped over."
)
BACKWARD = (
    r"Without the test of its sign, $\examined{\mu}$ below 0 makes the step negative: the search goes back to where "
    r"$\examined{\mu}$ is above 0, and steps forward again."
)


class ComparedStory(AdvancementStory):
    """At the step where a faulty search goes wrong, what it does is told in place of the right one's reason."""

    def page(self, moment: Moment[Advancing]) -> Page:
        page = super().page(moment)
        if moment.faulty is None or moment.parent is not None or not shown_of(moment):
            return page
        times, first = moment.faulty.times, next(apart(whole(moment).trace.steps[1:]))
        if moment.compare == NO_SIGN and goes_back(moment):
            state = moment.step
            numbers = equation(
                "({s} − {s0}) / {mu} = {dt}", lambda s, s0, mu: (s - s0) / mu,
                decimals=3, result="dt", s=state.separation, s0=moment.scene.target, mu=state.bound,
            )  # fmt: skip
            (end,) = shown_of(moment)
            says = f"{numbers}: from $t$ = {fixed(state.fraction, 3)} back to $t$ = {fixed(end, 3)}."
            return replace(page, idea=BACKWARD, formula=BACK, sentence=tint(says, Ink.FAULTY))
        if moment.compare != NO_TURN or not moment.is_last or not isinstance(first, Advanced) or len(times) < 2:
            return page
        numbers = equation(
            "({s} − {s0}) / {v} = {dt}", lambda s, s0, v: (s - s0) / v,
            decimals=3, result="dt", s=first.separation, s0=moment.scene.target, v=first.closing,
        )  # fmt: skip
        says = f"{tint(f'Its first step is {numbers}', Ink.FAULTY)}. With rotation: {step_numbers(moment, first)}."
        return replace(page, idea=TOO_SLOW, formula=NO_BOUND, sentence=says)


def outer(moment: Moment[Advancing]) -> Moment[Advancing]:
    """The iteration that a step of GJK belongs to."""
    return moment.parent if is_gjk(moment) and moment.parent is not None else moment


def differs(moment: Moment[Advancing]) -> bool:
    """Whether a faulty search has no end, misses an impact, invents one, or is late: there was contact before."""
    faulty: FaultyAdvance = moment.faulty
    truth: TimeOfImpact = whole(outer(moment)).trace.result
    if faulty.outcome is Outcome.FAILED or truth.outcome is Outcome.OVERLAPPED:
        return faulty.outcome is Outcome.FAILED
    if faulty.outcome is not truth.outcome:
        return True
    if faulty.fraction is None:
        return False
    times, gaps = gaps_of(moment.scene)
    return bool((gaps[times <= faulty.fraction] < -1e-9).any())


def fault_of(moment: Moment[Advancing]) -> str:
    """What a faulty search does wrong, in a sentence; "" where it is right."""
    faulty: FaultyAdvance = moment.faulty
    if not differs(moment):
        return ""
    if faulty.outcome is Outcome.FAILED:
        low, high = sorted(fixed(t, 3) for t in faulty.times[-2:])
        words = f"the search has no end, $t$ oscillates between {low} and {high}."
        if goes_back(moment):
            (end,) = shown_of(moment)
            words = f"$t$ goes back to {fixed(end, 3)}. The search never ends."
    elif faulty.fraction is None:
        words = "its steps pass over the impact."
    elif whole(moment).trace.result.outcome is not Outcome.HIT:
        words = "it reports an impact that is none."
    else:
        depth = -separation(*moment.scene.at(faulty.fraction))
        where = f"overlap {fixed(depth, 3)}" if depth > 0.0 else "A and B touched before"
        words = f"$t$ = {fixed(faulty.fraction, 3)} is too late: {where}."
    return tint(f"{moment.compare.capitalize()}: {words}", Ink.FAULTY)


def draw_faulty_poses(canvas: Canvas, moment: Moment[Advancing]) -> None:
    """Where a faulty search has its bodies at the end, with their overlap; without an end, where it goes back to, or
    at both places between which it goes."""
    times, scene = shown_of(moment), moment.scene
    for t in times:
        advancement_figure.ghost_at(canvas, scene, t, ink=Ink.FAULTY)
    if len(times) == 1:
        found = overlapped(*scene.at(times[0]))
        if found.on_a is not None and found.on_b is not None and separation(*scene.at(times[0])) < -1e-9:
            if advancement_figure.moves(scene.a, scene.a_end) and advancement_figure.moves(scene.b, scene.b_end):
                marks.ghost(canvas, scene.at(times[0])[0], Ink.FAULTY, Line.DOTTED)
            measures.measure(canvas, found.on_a, found.on_b, Ink.FAULTY)


def draw_faulty_lines(canvas: Canvas, moment: Moment[Advancing]) -> None:
    """Below each time that a faulty search visits the line of its bound, down to the target gap, and from there to
    the gap at the next one: a line above the curve is not safe. Of a search without an end the last loop, or the
    step back while it is made."""
    ends = shown_of(moment)
    if not ends:
        return
    is_back, is_loop = goes_back(moment), len(ends) == 2
    times = moment.faulty.times
    if is_back:
        times = moment.step.fraction, *ends
    elif is_loop:
        times = *ends, ends[0]
    target, places = moment.scene.target, [(t, separation(*moment.scene.at(t))) for t in times]
    path = [corner for t, s in places for corner in ((t, target), (t, s))][1:]
    canvas.stroke(path, Ink.FAULTY, line=Line.DOTTED)
    if is_back:  # the leg of its triangle, as of every step
        canvas.arrow((times[0], target), (times[1], target), Ink.FAULTY, line=Line.MEASURE)
        words = rf"step $\Delta{{t}}$ = **{fixed(times[1] - times[0], 3)}**"
        at = times[0] - 62.0 * canvas.pixel, -17.0 * canvas.pixel_y  # not across the play head
        canvas.label(words, at, Ink.FAULTY, fixed=True)
    for t, s in dict.fromkeys(places[-2:] if is_loop else places[-1:]):
        canvas.dot((t, s), Ink.FAULTY, Point.RING)
        way = (-1.0, 0.6) if is_back or (is_loop and t == min(ends)) else (1.0, 0.6)
        canvas.label(f"$t$ = {fixed(t, 3)}", (t, s), Ink.FAULTY, toward=way, style=TextStyle.BOLD)
        if moment.faulty.outcome is not Outcome.FAILED and s < -1e-9:
            below = (t + 56.0 * canvas.pixel, s - 12.0 * canvas.pixel_y)
            canvas.label(f"overlap {fixed(-s, 3)}", below, Ink.FAULTY, style=TextStyle.BOLD, fixed=True)


def first_back(faulty: FaultyAdvance) -> int | None:
    """The first time from which a faulty search goes back."""
    return next((i for i, step in enumerate(np.diff(faulty.times)) if step < 0.0), None)


def goes_back(moment: Moment[Advancing]) -> bool:
    """Whether a search without an end takes its first step back from this iteration."""
    faulty: FaultyAdvance = moment.faulty
    back = first_back(faulty) if faulty.outcome is Outcome.FAILED else None
    if back is None or not isinstance(moment.step, Advanced):
        return False
    return abs(moment.step.fraction - faulty.times[back]) <= 1e-6


def shown_of(moment: Moment[Advancing]) -> tuple[float, ...]:
    """The time at which a faulty search ends; of one without an end the one it first goes back to, at that step, else
    the last two; none where it is right."""
    faulty: FaultyAdvance | None = moment.faulty
    if faulty is None or not differs(moment):
        return ()
    back = first_back(faulty)
    if back is not None and goes_back(moment):
        return faulty.times[back + 1 : back + 2]
    return faulty.times[-2:] if faulty.outcome is Outcome.FAILED else faulty.times[-1:]
