"""Where a ball is when the frame is over: its contact, how far it is from its exact place, and a rule beside it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.sat.closest_points import closest_points
from geometry.shape import Convex
from geometry.vector import left_of, length
from lessons.bodies.speculative_now import END, IMPULSE, faulty_way
from lessons.bodies.speculative_scene import FRAME, OFF, STILL, Met
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

ASIDE = 12.0  # pixels from a ball to a length beside it
BESIDE, HALF_ARROW = 52.0, 20.0  # pixels from a gap to its normal, whose middle is beside that of the gap


def draw_contact(canvas: Canvas, met: Met, *, is_next: bool) -> None:
    """The contact of the frame in which the ball is, with a halo where its impulse acts; in the next frame that of
    the frame before is hollow."""
    if not is_next:
        marks.answer(canvas, met.ends[0])
        return
    n = met.later[0]
    on_a, on_b = met.ends_at(met.k + 1)
    if (moved := math.dist(on_a, met.ends[0])) > OFF:
        canvas.dot(met.ends[0], Ink.ANSWER, Point.RING)
        away = (met.ends[0] - on_a) / moved + 0.5 * n
        canvas.label("contact of frame 1", met.ends[0], Ink.ANSWER, toward=away, style=TextStyle.CAPTION, leader=True)
    if met.has_turned:
        measures.measure(canvas, on_b, on_a, Ink.GAP)
        side = np.array((math.copysign(1.0, on_a[0] - met.ends[0][0]), 0.0))  # on the other is the contact before
        canvas.symbol("s", (on_a + on_b) / 2.0, Ink.GAP, toward=side)
        canvas.dot(on_b, Ink.ANSWER, Point.FILLED)
        for point, name in ((on_a, "p_A"), (on_b, "p_B")):
            canvas.symbol(name, point, Ink.ANSWER, toward=side)
        start = (on_a + on_b) / 2.0 - (BESIDE * side + HALF_ARROW * n) * canvas.pixel
        measures.unit_arrow(canvas, start, n, r"\hat n")
    canvas.dot(on_a, Ink.ANSWER, Point.ANSWER if met.next_impulse > STILL else Point.FILLED)


def draw_found(canvas: Canvas, met: Met) -> None:
    """Of frames shorter than 1/60 s the gap at the start of each: the contact is found anew."""
    if met.flight.dt < FRAME:
        for k in range(met.k, round(met.frame_end)):
            if met.run.frame(k).contacts:
                on_a, on_b = met.ends_at(k)
                canvas.stroke((on_a, on_b), Ink.GAP, line=Line.CURVE)
                canvas.dot(on_b, Ink.GAP, Point.SMALL)
                canvas.dot(on_a, Ink.GAP, Point.SMALL)


def draw_errors(canvas: Canvas, moment: Moment[Any], met: Met, which: int, frames: float) -> None:
    """How far the ball is from its exact place, and by how much its path was free."""
    if frames <= met.k + 1e-9 or (error := met.error(frames)) <= OFF:
        return
    here, there, r = met.centre(frames), met.centre(frames, met.truth), met.flight.ball.radius
    (gap, part), name = met.free, "exact place"
    words = f"{'ghost collision: ' if gap > OFF else ''}off by **{fixed(error)}**"
    measures.measure(canvas, here, there, Ink.FAULTY, words, off=_beside(canvas, moment, met, which, frames))
    if moment.faulty is not None and _is_right(moment, met, which, frames):
        name = f"{moment.compare}: right"
    toward = np.array((0.0, 1.0 if there[1] > here[1] + OFF else -1.0))  # above what is level are the other words
    if gap > OFF:
        end = met.centre(met.k + part * (met.frame_end - met.k), met.truth)
        core = closest_points(met.flight.obstacle, Convex((end,), r))
        n = (core.on_b - core.on_a) / float(np.hypot(*(core.on_b - core.on_a)))
        low, high = core.on_a + met.flight.obstacle.radius * n, core.on_b - r * n
        measures.measure(canvas, high, low, Ink.GAP)
        canvas.label(
            f"path free by {fixed(gap)}", (high + low) / 2.0, Ink.GAP, toward=left_of(low - high), fixed=True
        )
        if math.dist(end, there) < 2.0 * r:  # the ball is above that
            toward = np.array((math.copysign(1.0, there[0] - here[0]), 0.0))
    canvas.label(name, there + r * toward, Ink.TEXT, toward=toward, style=TextStyle.CAPTION)


def _is_right(moment: Moment[Any], met: Met, which: int, now: float) -> bool:
    """Whether the rule that is compared is right where the speculative contact is not, at the time shown."""
    return moment.index >= END and now >= met.frame_end - 1e-9 and met.error(now, moment.faulty[which]) <= OFF


def _beside(canvas: Canvas, moment: Moment[Any], met: Met, which: int, frames: float) -> float:
    """How many pixels to the left the error is measured: where the compared ball lies on the same line."""
    if moment.faulty is None or frames < met.frame_end - 1e-9 or met.error(frames) <= OFF:
        return 0.0
    here, there = met.centre(frames), met.centre(frames, met.truth)
    other = met.centre(frames, moment.faulty[which])
    share = float((other - here) @ (there - here)) / float((there - here) @ (there - here))
    is_between = OFF < share < 1.0 - OFF and float(length(here + share * (there - here) - other)) <= OFF
    return met.flight.ball.radius / canvas.pixel + ASIDE if is_between else 0.0


def draw_faulty(canvas: Canvas, moment: Moment[Any], met: Met, which: int, now: float) -> None:
    """Where the rule that is compared has the ball, at the end of the frame at the earliest, and how far that is off;
    or that it is right, where the speculative contact is not."""
    frames, run, r = max(now, met.frame_end), moment.faulty[which], met.flight.ball.radius
    error, when = met.error(frames, run), ", frame end" if moment.index >= END and now < met.frame_end - 1e-9 else ""
    here = met.centre(frames, run)
    if error > OFF:
        marks.ghost(canvas, met.ball_at(frames, run), Ink.FAULTY, Line.DOTTED)
        canvas.dot(here, Ink.FAULTY, Point.SMALL)
        if moment.index == IMPULSE and (way := faulty_way(moment, which)).any():
            canvas.arrow(met.centre(met.k), met.centre(met.k) + way, Ink.FAULTY, line=Line.DOTTED)
        elif when:  # what it is measured to
            marks.ghost(canvas, met.ball_at(frames, met.truth), Ink.TEXT, Line.END)
        words = f"{moment.compare}{when}: off by **{fixed(error)}**"
        if moment.index >= END and (off := _beside(canvas, moment, met, which, now)):
            there, aside = met.centre(frames, met.truth), (off + ASIDE) * canvas.pixel
            measures.measure(canvas, here, there, Ink.FAULTY, off=-off)
            side = -left_of(there - here) / float(length(there - here))
            short = f"{moment.compare}: **{fixed(error)}**"  # beside it is "off by" already
            canvas.label(short, (here + there) / 2.0 + aside * side, Ink.FAULTY, toward=side, fixed=True)
        elif moment.index >= END and met.error(frames) > OFF:  # above it may be the exact place
            canvas.label(words, here + (r, 0.0), Ink.FAULTY, toward=(1.0, 0.0))
        else:
            canvas.label(words, here + (0.0, r), Ink.FAULTY, toward=(0.0, 1.0))
    elif met.error(frames) > OFF and not _is_right(moment, met, which, now):
        canvas.label(f"{moment.compare}: right", here + (0.0, r), Ink.TEXT, toward=(0.0, 1.0))
