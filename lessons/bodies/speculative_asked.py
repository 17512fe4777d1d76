"""What is asked: places of a ball, one idea a scene, and the least margin that stops two balls."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from geometry import Vector
from geometry.dynamics.rules import BOUNCE_SPEED
from geometry.faulty.speculative import gap_ignored
from geometry.query.point_query import point_query
from lessons.bodies.speculative_scene import OFF, Met, TwoFlights
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.prediction import Adjust, Draw, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed, tint

NEAR = 0.06  # metres from the right place
SPARE = 0.02  # of a margin that is still the least
PANES = ("first", "second")
END_OF_FRAME = (
    r"Drag the ring to where the **centre of ball 2** ends, pushed along $\examined{\hat n}$ just enough not to "
    "cross the plane."
)
LATER = "Drag the ring to where the **centre of ball 1** is one frame later."
IMPACT = "Drag the ring to where the **centre of ball 2** is at its time of impact: its first touch."
SHORTER = "Drag the ring to where the **centre of ball 2** is after 1/60 s: four of its frames."
HELD_OFF = (
    "**Gap ignored** takes back all of $v_n$. Drag the ring to where the **centre of ball 2** then ends this frame."
)
LEAST = "Set the slider **margin** to the least value at which both balls are stopped."


class Told(NamedTuple):
    """What is said of an answer: beside it in the figure, as a title, and why."""

    head: str
    words: str
    said: str = ""
    touch: Vector | None = None  # where the ball then touches


@dataclass(frozen=True)
class Likely:
    """A wrong place that follows from one wrong thought."""

    at: Vector
    told: Told


def _place(
    text: str,
    which: int,
    met: Met,
    ends: tuple[Vector, Vector],
    right: Told,
    likely: Sequence[Likely],
    elsewhere: Callable[[Vector], Told],
) -> Place:
    """A place for the centre of a ball: where the ring lies at first, and where it belongs (`ends`)."""
    start, end = ends

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        is_right = math.dist(at, end) <= NEAR
        thought = next((each.told for each in likely if math.dist(at, each.at) <= 2.0 * NEAR), None)
        told = right if is_right else thought or elsewhere(at)
        remark = Remark(xy(at), told.said, is_right)
        return Verdict(
            is_right,
            told.words,
            told.head,
            (remark,),
            draw=_ball(met, which, at, told, is_right),
        )

    return Place(text, judge, (xy(start),), (xy(end),), PANES[which])


def _ball(met: Met, which: int, at: Vector, told: Told, is_right: bool) -> Draw:
    def draw(canvas: Canvas, pane: str) -> None:
        if pane == PANES[which]:
            ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
            marks.circle(canvas, at, met.flight.ball.radius, ink, line)
            if told.touch is not None:
                canvas.dot(told.touch, ink, Point.FILLED)

    return draw


def place(scene: TwoFlights) -> Place | None:
    """What is asked of a scene while its balls stand at the start of the frame."""
    asks = {"both": end, "landing": impact, "shorter": shorter, "ignored": held_off}
    return asks[scene.about](scene) if scene.about in asks else None


def _begin(met: Met) -> tuple[Vector, Likely]:
    start = met.centre(met.k)
    words = "There the frame begins. In the frame the ball moves along its velocity, as far as the contact lets it."
    return start, Likely(start, Told("That is the start of the frame", words, "start of the frame"))


def end(scene: TwoFlights) -> Place | None:
    """Where ball 2 is after the frame: asked where the plane sends it off its path."""
    met = scene.both[1]
    if not met.is_ahead or met.error(met.k + 1) < 2.0 * NEAR:
        return None
    (start, _), right = _begin(met), met.centre(met.k + 1)
    x = tint(f"$x$ = {fixed(met.excess)}", Ink.OVERLAP)
    known = "the contact knows only the plane through $p_A$"
    moves = r"Ball 2 does move in this frame: of $v\,\Delta t$ only the excess, along $\hat n$, is removed."
    acts = f"An impulse acts along $\\hat n$, not along the path: it takes {x} back along $\\hat n$."
    likely = (
        Likely(
            start + met.flight.by, Told("That is the free path", f"The path is free, but {known}: {x} is too much.")
        ),
        Likely(
            start + met.flight.by * met.gap / met.closing,
            Told("That only slows it on its path", acts, "slowed along the plane"),
        ),
        Likely(start, Told("That is the start of the frame", moves, "start of the frame")),
    )

    def elsewhere(at: Vector) -> Told:
        closed = -float((at - start) @ met.normal)
        if abs(closed - met.gap) <= NEAR:
            words = (
                "It touches the plane, but along the plane no velocity is lost: there it moves as without a contact."
            )
            return Told("Right along n̂, not along the plane", words, "wrong along the plane")
        words = f"There ball 2 has closed {fixed(closed)} along $\\hat n$; the contact lets it close $s$ = "
        words += f"{fixed(met.gap)}. The velocity along the plane does not change."
        return Told("Wrong distance along n̂", words, f"closed {fixed(closed)}, not {fixed(met.gap)}")

    because = f"The excess, {x}, is taken back along $\\hat n$: the ball ends touching the plane."
    told = Told("", because, "", right - met.flight.ball.radius * met.normal)
    return _place(END_OF_FRAME, 1, met, (start, right), told, likely, elsewhere)


def later(scene: TwoFlights) -> Place | None:
    """Where a ball is one frame after it has arrived: asked where only the speed that is left is turned around."""
    met = scene.both[0]
    if scene.about != "bounce" or not met.is_cut or met.speeds[1] >= -BOUNCE_SPEED or met.speeds[2] <= 0.0:
        return None
    start, right, exact = met.centre(met.k + 1), met.centre(met.k + 2), met.centre(met.k + 2, met.truth)
    up = met.speeds[2] * met.flight.dt
    if math.dist(right, exact) < 2.0 * NEAR:
        return None
    slowed = f"Frame 1 slowed it: it arrives with {fixed(-met.speeds[1])} m/s, and only that is reversed."
    likely = (
        Likely(exact, Told("That is the exact place", f"There it would have turned around at its hit. {slowed}")),
        Likely(
            start, Told("It does not stay", "It touches its plate now, so restitution reverses the speed it has.")
        ),
        Likely(
            start + met.closing * met.normal,
            Told("Not with the speed of the start", slowed, f"{fixed(met.closing)} is too far"),
        ),
    )

    def elsewhere(at: Vector) -> Told:
        moved = fixed(float((at - start) @ met.normal))
        return Told("Wrong distance", f"{slowed} In one frame it moves that far up, not {moved}.", f"up by {moved}")

    because = (
        f"Only the speed that was left, {fixed(-met.speeds[1])} m/s, is reversed: **{fixed(up)}** m up in one frame."
    )
    right_told = Told("", because, f"{fixed(up)} up")
    return _place(LATER, 0, met, (start, right), right_told, likely, elsewhere)


def impact(scene: TwoFlights) -> Place | None:
    """Where a ball first touches its obstacle, on its free path."""
    met = scene.both[1]
    if not met.is_cut or met.error(met.k + 1) > OFF:
        return None
    start, begin = _begin(met)
    share = met.gap / met.closing
    right = start + share * met.flight.by
    if abs(_gap_at(met, right)) > OFF:
        return None
    plane = "A speculative contact brings it there. At its first touch it is still on its free path."
    name = met.flight.name
    likely = (
        Likely(met.centre(met.k + 1), Told("That is the end of the frame", plane, "end of the frame")),
        Likely(
            start + met.flight.by, Told("That is beyond the first touch", f"There it is past the face of the {name}.")
        ),
        begin,
    )

    def elsewhere(at: Vector) -> Told:
        words = f"The centre is on the path of $v$, and the rim just touches the {name}. There its gap is "
        return Told("Not the first touch", f"{words}{fixed(_gap_at(met, at))}.", f"gap {fixed(_gap_at(met, at))}")

    because = f"After {fixed(met.gap)} / {fixed(met.closing)} = **{fixed(share)}** of the frame the gap is closed."
    return _place(IMPACT, 1, met, (start, right), Told("", because, "first touch"), likely, elsewhere)


def _gap_at(met: Met, at: Vector) -> float:
    """Between the obstacle and the ball, were its centre there."""
    return float(point_query(met.flight.obstacle, at).separation) - met.flight.ball.radius


def shorter(scene: TwoFlights) -> Place | None:
    """Where a ball is after frames in which none has an excess."""
    first, met = scene.both
    if not met.is_untouched or met.contact is None:
        return None
    (start, begin), right = _begin(met), met.centre(met.frame_end)
    none = "In each of its frames ball 2 closes less than its gap then: no excess, so no impulse."
    likely = (
        Likely(first.centre(first.k + 1), Told("That is where ball 1 ends", none, "as in 1/60 s")),
        Likely(
            start + met.flight.by, Told("That is one frame", "Its frames are 1/240 s long: in 1/60 s there are four.")
        ),
        begin,
    )
    because = "In none of its four frames is there an excess: no impulse, so no ghost collision."
    return _place(
        SHORTER,
        1,
        met,
        (start, right),
        Told("", because, "no impulse"),
        likely,
        lambda at: Told("Not on its free path", f"{none} It keeps its velocity."),
    )


def held_off(scene: TwoFlights) -> Place | None:
    """Where the impulse leaves a ball that does not know the gap."""
    met = scene.both[1]
    if not met.is_cut:
        return None
    (start, _), right = _begin(met), met.centre(met.k + 1, met.by(gap_ignored))
    if math.dist(start, right) < 2.0 * NEAR:
        return None
    leaves = f"It takes back all of the approach, {fixed(met.closing)}"
    likely = (
        Likely(
            met.centre(met.k + 1), Told("That is with the gap", f"{leaves}, not only the excess.", "with the gap")
        ),
        Likely(
            start, Told("It does not stop", "The impulse acts along $\\hat n$: the velocity along the surface stays.")
        ),
        Likely(
            start + met.flight.by, Told("That is the free path", f"{leaves}, along $\\hat n$.", "without a contact")
        ),
    )

    def elsewhere(at: Vector) -> Told:
        return Told("Not there", f"{leaves}, along $\\hat n$. Along the surface the velocity stays.")

    because = f"{leaves}: ball 2 moves on at **{fixed(met.gap)}** m from its {met.flight.name}."
    told = Told("", because, f"{fixed(met.gap)} above")
    return _place(HELD_OFF, 1, met, (start, right), told, likely, elsewhere)


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
            head, words = "", f"Ball {which} begins the frame {gap} from the wall: the margin must be at least that."
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
