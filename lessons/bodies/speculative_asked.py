"""What is asked: where a ball ends its frame, and the least margin that stops two balls."""

from __future__ import annotations

import math

import numpy as np

from geometry import Vector
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


def end(scene: TwoFlights) -> Place | None:
    """Where ball 2 is after the frame: asked where the plane sends it off its path."""
    met = scene.both[1]
    if scene.about != "both" or not met.is_ahead or met.error(met.k + 1) < 2.0 * NEAR:
        return None
    start, right = met.centre(met.k), met.centre(met.k + 1)
    free = start + met.flight.by
    slowed = start + met.flight.by * met.gap / met.closing
    x = tint(f"$x$ = {fixed(met.excess)}", Ink.OVERLAP)

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        if is_right := math.dist(at, right) <= NEAR:
            head, words = (
                "",
                f"The excess, {x}, is taken back along $\\hat n$: the ball ends on the plane.",
            )
        elif math.dist(at, free) <= 2.0 * NEAR:
            head = "That is the free path"
            words = f"The path is free, but the contact knows only the plane through $p_A$: {x} is too much."
        elif math.dist(at, slowed) <= 2.0 * NEAR:
            head = "That only slows it on its path"
            words = f"An impulse acts along $\\hat n$, not along the path: it takes {x} back along $\\hat n$."
        else:
            head, closed = "Not there", -float((at - start) @ met.normal)
            go = f"Go from the tip of $v\\,\\Delta t$ back along $\\hat n$, by {x}."
            words = f"There it has closed {fixed(closed)} along $\\hat n$. {go}"
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        place = Remark((float(at[0]), float(at[1])), "on the plane" if is_right else "not here", is_right)
        return Verdict(is_right, words, head, (place,), draw=_ball(met, at, ink))

    return Place(PLACE, judge, (_pair(start),), (_pair(right),), "second")


def _pair(at: Vector) -> tuple[float, float]:
    x, y = at.tolist()
    return x, y


def _ball(met: Met, at: Vector, ink: Ink) -> Draw:
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

        is_right = wanted - 1e-9 <= now.margin <= wanted + SPARE
        if is_right:
            return Verdict(
                True,
                f"Ball {which} begins the frame {gap} from the wall: so far the margin must reach.",
                draw=draw,
            )
        if now.margin < wanted:
            words = f"Ball {which} begins {gap} from the wall: no contact. One frame on it is past the wall."
            return Verdict(False, words, "Too small", draw=draw)
        words = f"A smaller one is enough: it need only reach ball {which} at the start of the frame."
        return Verdict(False, words, "Too large", draw=draw)

    wanted = math.ceil(100.0 * max(gaps) - 1e-6) / 100.0
    return Adjust(LEAST, judge, lambda now: now.with_field("margin", wanted), "margin")
