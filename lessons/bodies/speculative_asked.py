"""What is asked: where a ball ends its frame, and the least margin that stops two balls."""

from __future__ import annotations

import math

import numpy as np

from geometry.query.point_query import point_query
from lessons.bodies.speculative_scene import Met, TwoFlights
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Adjust, Draw, Place, Points, Remark, Verdict
from viz.lesson.text import fixed, tint

NEAR = 0.06  # metres from the right place
SPARE = 0.02  # of a margin that is still the least
PLACE = "Drag the ring to where the **centre of ball 2** is at the end of this frame."
LEAST = "Set the slider **margin** to the least value at which both balls are stopped."


def passes_near(met: Met) -> bool:
    """Whether the ball really flies past its obstacle, no farther away than its own radius."""
    ways = [met.centre(met.k + i / 16.0, met.truth) for i in range(17)]
    nearest = min(point_query(met.flight.obstacle, at).separation for at in ways) - met.flight.ball.radius
    return bool(0.0 < nearest < met.flight.ball.radius)


def end(scene: TwoFlights) -> Place | None:
    """Where ball 2 is after the frame: asked where the plane sends it off its path."""
    met = scene.both[1]
    if scene.about != "both" or not met.is_ahead or met.error(met.k + 1) < 2.0 * NEAR:
        return None
    start, right = met.centre(met.k), met.centre(met.k + 1)
    free = start + met.flight.by
    slowed = start + met.flight.by * met.gap / met.closing

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        if math.dist(at, right) <= NEAR:
            words = f"The excess {fixed(met.excess)} is taken back along $\\hat n$, from the free end: nothing else changes."
            return Verdict(
                True,
                words,
                remarks=(Remark(tuple(right.tolist()), "on the plane", True),),
                draw=_ball(met, right, Ink.ANSWER),
            )
        head, x = "Not there", tint(fixed(met.excess), Ink.OVERLAP)
        if math.dist(at, free) <= 2.0 * NEAR:
            head = "That is the free path"
            words = f"The path is free, but the contact knows only the plane through $p_A$: x = {x} is too much along $\\hat n$."
        elif math.dist(at, slowed) <= 2.0 * NEAR:
            head = "That slows it along its path"
            words = (
                f"An impulse acts along $\\hat n$ only: it takes x = {x} back along $\\hat n$, and turns the path."
            )
        else:
            closed = -float((at - start) @ met.normal)
            words = f"There it has closed {fixed(closed)} along $\\hat n$. Start at the tip of $v\\,\\Delta t$, and go back x = {x} along $\\hat n$."
        return Verdict(
            False, words, head, (Remark((float(at[0]), float(at[1])), "not here"),), draw=_ball(met, at, Ink.FAULTY)
        )

    x, y = start.tolist()
    u, v = right.tolist()
    return Place(PLACE, judge, ((x, y),), ((u, v),), "second")


def _ball(met: Met, at: np.ndarray, ink: Ink) -> Draw:
    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "second":
            line = Line.DOTTED if ink is Ink.FAULTY else Line.END
            marks.circle(canvas, at, met.flight.ball.radius, ink, line)

    return draw


def margin(scene: TwoFlights) -> Adjust | None:
    """The least margin: the larger of both gaps at the start of the frame."""
    gaps = [each.gap for each in scene.both]
    if not all(0.0 < gap < 0.9 and each.closing > gap for gap, each in zip(gaps, scene.both, strict=True)):
        return None

    def judge(now: TwoFlights) -> Verdict:
        wanted = max(each.gap for each in now.both)
        far = max(now.both, key=lambda each: each.gap)
        which, pane = (1, "first") if far is now.both[0] else (2, "second")
        gap = tint(f"**{fixed(wanted)}**", Ink.GAP)

        def draw(canvas: Canvas, name: str) -> None:
            if name == pane:
                ink = Ink.ANSWER if is_right else Ink.FAULTY
                measures.measure(canvas, far.ends[1], far.ends[0], ink, fixed(wanted))

        is_right = wanted <= now.margin <= wanted + SPARE
        if is_right:
            return Verdict(
                True,
                f"The frame begins with ball {which} at a gap of {gap}: that far the margin must reach.",
                draw=draw,
            )
        if now.margin < wanted:
            words = f"The frame begins with ball {which} at {gap}: no contact, and at the next frame it is beyond the wall."
            return Verdict(False, words, "Too small", draw=draw)
        words = f"A smaller one is enough: it need only reach ball {which} at the start of the frame."
        return Verdict(False, words, "Too large", draw=draw)

    wanted = math.ceil(100.0 * max(gaps)) / 100.0
    return Adjust(LEAST, judge, lambda now: now.with_field("margin", wanted), "margin")
