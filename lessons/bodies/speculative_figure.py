"""A ball beside its obstacle, with the contact at a distance; and gap against closing distance as bars below it."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry.shape import Convex, boundary
from geometry.vector import Vector, left_of
from lessons.bodies.speculative_scene import OFF, Met
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed, tint

GAP, CLOSING, IMPULSE, END, NEXT = range(5)
COPIES = 14  # of the trail
ASIDE = 46.0  # pixels from the gap to its normal
THIN = 0.3  # an obstacle thinner than this has its name beside it
ROWS = (2.0, 1.0, 0.0)  # heights of the bars


def hides_gap(moment: Moment[Any]) -> bool:
    """While the margin is asked for, nothing may tell it."""
    return moment.is_open and moment.index == GAP


def frames_of(moment: Moment[Any], met: Met) -> float:
    """How far the ball has come; no farther than the frame that is asked about."""
    frames: float = moment.scene.frames(met, moment.time)
    return min(frames, met.k) if moment.is_open else frames


def draw_flight(canvas: Canvas, moment: Moment[Any], which: int) -> None:
    met: Met = moment.scene.both[which]
    frames, is_later = frames_of(moment, met), moment.index >= END and not moment.is_open
    _zone(canvas, met)
    marks.shape(canvas, met.flight.obstacle, Ink.A)
    _name(canvas, met)
    if frames > met.k + 1e-9 and met.error(frames) > OFF:
        marks.ghost(canvas, met.ball_at(frames, met.truth), Ink.TEXT, Line.END)
    _balls(canvas, met, frames)
    if is_later:
        _plane(canvas, met)
        _errors(canvas, met, frames)
    else:
        _contact(canvas, moment, met)
        _arrows(canvas, moment, met)
    if moment.faulty is not None and not moment.is_open:
        _faulty(canvas, moment, met, which, max(frames, met.frame_end))


def _zone(canvas: Canvas, met: Met) -> None:
    """Where a ball's surface has a contact with the obstacle: grown by the margin."""
    if met.margin > 0.0:
        grown = Convex(met.flight.obstacle.points, met.flight.obstacle.radius + met.margin)
        outline = boundary(grown, marks.SMOOTH * canvas.pixel)
        middle = np.broadcast_to(outline.mean(axis=0), outline.shape)
        fan = np.stack((middle, outline, np.roll(outline, -1, axis=0)), axis=1)
        canvas.crowd(Ink.INTERFACE, triangles=fan, fill=0.1, framed=False)
        ring = np.stack((outline, np.roll(outline, -1, axis=0)), axis=1)
        canvas.crowd(Ink.INTERFACE, segments=ring, opacity=0.35, framed=False)


def _name(canvas: Canvas, met: Met) -> None:
    corners = met.flight.obstacle.points
    if min(np.ptp(corners, axis=0)) > THIN:
        canvas.label(met.flight.name, met.flight.obstacle.centroid, Ink.A, style=TextStyle.BOLD)
        return
    x, y = max(corners.tolist(), key=lambda p: (p[0], -p[1]))
    canvas.label(met.flight.name, (x, y), Ink.A, toward=(1.0, -0.4), style=TextStyle.BOLD)


def _balls(canvas: Canvas, met: Met, frames: float) -> None:
    """The ball, its trail, and where it began the frame."""
    if frames > 1e-9:
        outlines = [
            boundary(met.ball_at(frames * i / COPIES), 2.0 * marks.SMOOTH * canvas.pixel) for i in range(COPIES)
        ]
        marks.sweep(canvas, outlines, Ink.B)
        for start in {0.0, float(met.k)}:
            if frames > start + 1e-9:
                marks.ghost(canvas, met.ball_at(start), Ink.B, Line.START)
    marks.shape(canvas, met.ball_at(frames), Ink.B)
    canvas.dot(met.centre(frames), Ink.B, Point.SMALL)


def _contact(canvas: Canvas, moment: Moment[Any], met: Met) -> None:
    """The closest points, the gap and the normal; then what the ball would close beyond the gap."""
    on_a, on_b = met.ends
    n = met.normal
    if hides_gap(moment) or not n.any():
        return
    if met.gap > 0.0:
        ink = Ink.GAP if met.contact else Ink.CONSTRUCTION
        measures.measure(canvas, on_b, on_a, ink, "$s$" if met.contact else f"{fixed(met.gap)}: no contact")
    if met.contact is None:
        return
    for point, name, way in ((on_a, "p_A", -n), (on_b, "p_B", n)):
        canvas.dot(point, Ink.ANSWER, Point.FILLED)
        if moment.index == GAP:
            canvas.symbol(name, point, Ink.ANSWER, toward=way + 0.8 * left_of(n))
    side = left_of(n) * ASIDE * canvas.pixel
    if side[1] > 0.0:
        side = -side
    measures.unit_arrow(canvas, (on_a + on_b) / 2.0 + side - 24.0 * canvas.pixel * n, n, r"\hat n")
    if moment.index == CLOSING and met.gap > 0.0 and met.excess > 0.0:
        measures.measure(canvas, on_a, on_a - met.excess * n, Ink.OVERLAP, "$x$")


def _arrows(canvas: Canvas, moment: Moment[Any], met: Met) -> None:
    """Where the ball would go in this frame; and how the impulse changes that."""
    start, way = met.centre(met.k), met.velocity(met.k) * met.flight.dt
    if met.k:
        canvas.arrow(met.centre(0), met.centre(0) + met.flight.by, Ink.EXAMINED, line=Line.THIN)
    if not way.any():
        return
    tip = start + way
    canvas.arrow(start, tip, Ink.EXAMINED, line=Line.MEASURE)
    canvas.symbol(r"v\,\Delta t", tip, Ink.EXAMINED, toward=way + _up(way))
    marks.ghost(canvas, met.ball_at(met.k).moved(way), Ink.QUIET, Line.DASHED)
    if moment.index == IMPULSE and met.impulse > 0.0 and not moment.is_open:
        after = start + met.velocity(met.k + 1) * met.flight.dt
        canvas.arrow(tip, after, Ink.ANSWER)
        canvas.symbol("j", (tip + after) / 2.0, Ink.ANSWER, toward=_up(after - tip))
        if float(np.abs(after - start).max()) > 1e-9:
            canvas.arrow(start, after, Ink.B)
            canvas.symbol(r"v'\Delta t", after, Ink.B, toward=-_up(way))


def _up(way: Vector) -> Vector:
    """Across a direction, upwards."""
    across = left_of(way)
    return across if across[1] >= 0.0 else -across


def _plane(canvas: Canvas, met: Met) -> None:
    """The plane that stands for the obstacle."""
    if met.is_ahead and met.impulse > 0.0:
        at, along = met.ends[0], left_of(met.normal)
        canvas.unbounded(at, along, Ink.ANSWER, line=Line.DASHED)
        marks.answer(canvas, at)
        word = at + (1.6 * met.flight.ball.radius + 0.08) * -_up(along if abs(along[1]) > 1e-9 else met.normal)
        if abs(along[1]) > 0.5:
            word = at + 0.42 * (along if along[1] < 0.0 else -along)
        canvas.label("plane", word, Ink.ANSWER, toward=met.normal)


def _errors(canvas: Canvas, met: Met, frames: float) -> None:
    """How far the ball is from where it would really be."""
    if frames > met.k + 1e-9 and (error := met.error(frames)) > OFF:
        here, there = met.centre(frames), met.centre(frames, met.truth)
        measures.measure(canvas, here, there, Ink.FAULTY, f"off by **{fixed(error)}**")
        r = met.flight.ball.radius
        canvas.label("real path", there + (0.0, -r), Ink.TEXT, toward=(0.0, -1.0), style=TextStyle.CAPTION)


def _faulty(canvas: Canvas, moment: Moment[Any], met: Met, which: int, frames: float) -> None:
    """Where the rule that is compared has the ball, and how far that is off."""
    run, error = moment.faulty[which], met.error(frames, moment.faulty[which])
    if error > OFF:
        ball, r = met.ball_at(frames, run), met.flight.ball.radius
        marks.ghost(canvas, ball, Ink.FAULTY, Line.DOTTED)
        words = f"{moment.compare}: off by **{fixed(error)}**"
        canvas.label(words, met.centre(frames, run) + (0.0, r), Ink.FAULTY, toward=(0.0, 1.0))


# The bars.


def bar_axes(moment: Moment[Any], which: int) -> Axes:
    met: Met = moment.scene.both[which]
    after = -met.speeds[1] * met.flight.dt
    lengths = (abs(met.gap), met.closing, after, 0.1)
    return Axes((1.1 * min(0.0, after, met.closing), 1.3 * max(lengths)), (-0.7, 2.5))


def draw_bars(canvas: Canvas, moment: Moment[Any], which: int) -> None:
    """s, what the ball would close along the normal in one frame, and what it closes after the impulse."""
    met: Met = moment.scene.both[which]
    left = bar_axes(moment, which).x[0] - 14.0 * canvas.pixel
    known = 0 if hides_gap(moment) else 1 + min(moment.index, 2)
    names = (r"s", r"-v_n\,\Delta t", r"-v_n'\,\Delta t")
    inks = (Ink.GAP, Ink.EXAMINED, Ink.ANSWER)
    canvas.stroke(((0.0, -0.4), (0.0, 2.4)), Ink.CONSTRUCTION, line=Line.THIN)
    if met.contact is None:
        told = (
            f"gap {fixed(met.gap)} > margin {fixed(met.margin)}: no contact" if known else "gap and margin: $s$ = ?"
        )
        middle = sum(bar_axes(moment, which).x) / 2.0
        canvas.label(told, (middle, 1.0), Ink.QUIET, fixed=True)
        return
    for row, name, ink in list(zip(ROWS, names, inks, strict=True))[:known]:
        canvas.label(f"${name}$", (left, row), ink, toward=(-1.0, 0.0), fixed=True)
    if known > 0:
        _bar(canvas, 0.0, met.gap, ROWS[0], Ink.GAP if met.gap > 0.0 else Ink.OVERLAP, fixed(met.gap))
    if known > 1:
        cut = min(met.closing, max(met.gap, 0.0))
        words = fixed(met.closing)
        if met.is_ahead and met.excess > 0.0:
            canvas.stroke(((cut, ROWS[1]), (met.closing, ROWS[1])), Ink.OVERLAP, line=Line.BAR)
            words += tint(f"  $x$ = **{fixed(met.excess)}**", Ink.OVERLAP)
            canvas.stroke(((cut, -0.4), (cut, 2.4)), Ink.GAP, line=Line.DASHED)
            _bar(canvas, 0.0, cut, ROWS[1], Ink.EXAMINED, "")
            canvas.label(words, (met.closing, ROWS[1]), Ink.EXAMINED, toward=(1.0, 0.0))
        else:
            _bar(canvas, 0.0, met.closing, ROWS[1], Ink.EXAMINED, words)
    if known > 2 and not moment.is_open:
        after = -met.speeds[1] * met.flight.dt
        _bar(canvas, 0.0, after, ROWS[2], Ink.ANSWER, fixed(after))


def _bar(canvas: Canvas, start: float, end: float, row: float, ink: Ink, text: str) -> None:
    canvas.stroke(((start, row), (end, row)), ink, line=Line.BAR)
    if text:
        canvas.label(text, (max(start, end), row), ink, toward=(1.0, 0.0), style=TextStyle.BOLD)
