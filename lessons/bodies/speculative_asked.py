"""What is asked: where a ball ends its frame, and the least margin that stops two balls."""

from __future__ import annotations

import math

import numpy as np

from geometry import Vector
from lessons.bodies.speculative_scene import Met, TwoFlights
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.prediction import Adjust, Draw, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
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
        closed = -float((at - start) @ met.normal)
        said = f"closed {fixed(closed)}, not {fixed(met.gap)}"
        if is_right := math.dist(at, right) <= NEAR:
            said = "its rim touches the plane"
            head, words = "", f"The excess, {x}, is taken back along $\\hat n$: the ball ends touching the plane."
        elif math.dist(at, free) <= 2.0 * NEAR:
            head = "That is the free path"
            words = f"The path is free, but the contact knows only the plane through $p_A$: {x} is too much."
        elif math.dist(at, slowed) <= 2.0 * NEAR:
            head, said = "That only slows it on its path", "slowed along the plane"
            words = f"An impulse acts along $\\hat n$, not along the path: it takes {x} back along $\\hat n$."
        elif abs(closed - met.gap) <= NEAR:
            head, said = "Right along n̂, not along the plane", "wrong along the plane"
            words = (
                "It touches the plane, but along the plane no velocity is lost: there it moves as without a contact."
            )
        elif math.dist(at, start) <= NEAR:
            head, said = "That is the start of the frame", ""
            words = f"The contact lets ball 2 close $s$ = {fixed(met.gap)} along $\\hat n$. It flies on."
        else:
            head = "Wrong distance along n̂"
            words = f"There ball 2 has closed {fixed(closed)} along $\\hat n$; the contact lets it close $s$ = "
            words += f"{fixed(met.gap)}. The velocity along the plane does not change."
        place = Remark(xy(at), said, is_right)
        return Verdict(is_right, words, head, (place,), draw=_ball(met, at, Ink.ANSWER if is_right else Ink.FAULTY))

    return Place(PLACE, judge, (xy(start),), (xy(right),), "second")


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
        far = max(now.both, key=lambda each: each.gap)
        which, gap = 1 + now.both.index(far), tint(f"**{fixed(far.gap)}**", Ink.GAP)
        is_right = far.gap - 1e-9 <= now.margin <= far.gap + SPARE
        if is_right:
            head, words = "", f"Ball {which} begins the frame {gap} from the wall: so far the margin must reach."
        elif now.margin < far.gap:
            head = "Too small"
            words = f"At the start of the frame the zone does not reach ball {which}: no contact. "
            words += "One frame later it is past the wall."
        else:
            head = "Too large"
            words = f"A smaller one is enough: it need only reach ball {which} at the start of the frame."

        def draw(canvas: Canvas, name: str) -> None:
            if name == ("first", "second")[which - 1]:
                ink = Ink.ANSWER if is_right else Ink.FAULTY
                measures.measure(canvas, far.ends[1], far.ends[0], ink, fixed(far.gap) if is_right else "")
                canvas.dot(far.ends[1], ink, Point.ANSWER if is_right else Point.CROSS)

        return Verdict(is_right, words, head, draw=draw)

    wanted = math.ceil(100.0 * max(gaps) - 1e-6) / 100.0
    return Adjust(LEAST, judge, lambda now: now.with_field("margin", wanted), "margin")
