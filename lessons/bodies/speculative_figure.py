"""A ball beside its obstacle, with the speculative contact, its plane, and where the ball ends."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.shape import Convex, boundary
from geometry.vector import Vector, left_of
from lessons.bodies.speculative_ends import draw_contact, draw_errors, draw_faulty, draw_found
from lessons.bodies.speculative_now import CLOSING, END, GAP, IMPULSE, frames_of, hides_gap, is_next, shown
from lessons.bodies.speculative_scene import OFF, Met
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

COPIES = 14  # of the trail
ASIDE = 30.0  # pixels from the gap to its normal, or from the ball, where the gap has no room for it
ROOM = 80.0  # pixels: a shorter gap
OVER = 46.0  # and above what stands beside it
BELOW = 22.0  # and to the length that is closed, on the other side of the gap
BESIDE = 12.0  # pixels from a ball to a length beside it
LANE = 62.0, 40.0  # pixels between two arrows side by side, with a symbol between them: upright, level
NARROW = 80.0  # pixels: the symbol of a shorter arrow does not fit beside it
ZONED = "both", "margin", "shorter"  # what scenes are about in which the margin matters
FITTED = 0.4  # metres: a wider zone runs out of the view
THIN = 0.3  # an obstacle thinner than this has its name beside it


def draw_flight(canvas: Canvas, moment: Moment[Any], which: int) -> None:
    moment = shown(moment, which)
    met: Met = moment.scene.both[which]
    frames, is_later = frames_of(moment, met), moment.index >= END
    seen = _seen(moment, which)
    canvas.stroke(seen, Ink.CONSTRUCTION, line=Line.THIN, opacity=0.0)  # both views have one scale
    if _has_zone(moment):
        _zone(canvas, met)
    marks.shape(canvas, met.flight.obstacle, Ink.A)
    _name(canvas, met)
    if frames > met.k + 1e-9 and met.error(frames) > OFF:
        marks.ghost(canvas, met.ball_at(frames, met.truth), Ink.TEXT, Line.END)
    _balls(canvas, met, frames)
    if moment.index >= CLOSING and met.is_cut:
        is_over = is_next(moment, met)
        _plane(canvas, met, seen, is_old=is_over and met.has_turned)
        if is_later:
            draw_contact(canvas, met, is_next=is_over)
    if is_later:
        draw_found(canvas, met)
        draw_errors(canvas, moment, met, which, frames)
        _without(canvas, met)
    else:
        _contact(canvas, moment, met)
        _arrows(canvas, moment, met)
    if which == 1 and not (is_later and met.free[0] > OFF):  # what can be held
        canvas.dot(met.centre(0) + met.flight.by, Ink.EXAMINED)
    if moment.index == GAP:
        _margin(canvas, met)
    if moment.faulty is not None and moment.index >= IMPULSE:  # before, the balls stand at the start of the frame
        draw_faulty(canvas, moment, met, which, frames)


def _without(canvas: Canvas, met: Met) -> None:
    """Where the ball would go in this frame; of one whose path is free that is its exact path."""
    if met.free[0] > OFF:
        return
    start, way = met.centre(met.k), met.velocity(met.k) * met.flight.dt
    canvas.arrow(start, start + way, Ink.CONSTRUCTION, line=Line.THIN)
    if not met.is_untouched:
        canvas.label("without a contact", start + way, Ink.QUIET, toward=(0.6, -1.0), style=TextStyle.CAPTION)


def _has_zone(moment: Moment[Any]) -> bool:
    about: str = moment.scene.about
    return about in ZONED and (moment.index < END or about == "margin")


def _seen(moment: Moment[Any], which: int) -> tuple[Vector, Vector]:
    """The corners of what a view shows: as large as the other view, so that both have one scale. From the end of the
    frame on, where they show different things, a view that need not show more stays as large as it was."""
    boxes = [_needs(moment, each) for each in moment.scene.both]
    if moment.scene.about == "shorter":  # the same places
        (low, high), (left, right) = boxes
        boxes = [(np.minimum(low, left), np.maximum(high, right))] * 2
    is_apart = moment.index >= END and moment.scene.about == "both"
    others = boxes if not is_apart else [_needs(moment.at(GAP), each) for each in moment.scene.both]
    half = np.max([high - low for low, high in (*others, boxes[which])], axis=0) / 2.0
    middle = np.add(*boxes[which]) / 2.0
    return middle - half, middle + half


def _needs(moment: Moment[Any], met: Met) -> tuple[Vector, Vector]:
    """The corners of an obstacle with its zone, a ball, and where it goes."""
    flight, r = met.flight, met.flight.ball.radius
    places, tip = [met.centre(0), met.centre(met.k), met.centre(met.k + 1)], met.centre(met.k) + flight.by
    if moment.index >= END:
        last = 2.0 * met.frame_end - met.k
        places += [met.centre(last), met.centre(last, met.truth)]
    else:  # a ball is drawn there
        places.append(tip)
    balls, outline = np.array(places), np.vstack((boundary(flight.obstacle, 0.01), tip))
    zone = min(met.margin, FITTED) if _has_zone(moment) else 0.0
    low = np.minimum(balls.min(axis=0) - r, outline.min(axis=0) - zone)
    return low, np.maximum(balls.max(axis=0) + r, outline.max(axis=0) + zone)


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


def _margin(canvas: Canvas, met: Met) -> None:
    """Its length, at the edge that faces the ball most, at the end that is farther away."""
    shape, at = met.flight.obstacle, met.centre(met.k)
    if met.margin == 0.0 or len(shape.points) < 3 or not met.normal.any():
        return
    edge = int(np.argmax(shape.normals @ met.normal))
    ends = sorted(shape.edges[edge], key=lambda end: float(np.hypot(*(end - at))))
    out = shape.normals[edge]
    start = 0.12 * ends[0] + 0.88 * ends[1] + shape.radius * out
    measures.measure(
        canvas, start, start + met.margin * out, Ink.INTERFACE, f"margin {fixed(met.margin)}", line=Line.THIN
    )


def _name(canvas: Canvas, met: Met) -> None:
    corners = met.flight.obstacle.points
    if min(np.ptp(corners, axis=0)) > THIN:
        x, y = met.flight.obstacle.centroid  # below the middle: at the top are contacts and their words
        x += 0.2 * float(np.ptp(corners[:, 0]))  # left of it are lengths
        canvas.label(met.flight.name, (x, 0.4 * y + 0.6 * corners[:, 1].min()), Ink.A, style=TextStyle.BOLD)
        return
    x, y = max(corners.tolist(), key=lambda p: (p[0], -p[1]))
    canvas.label(met.flight.name, (x, y), Ink.A, toward=(1.0, -0.4), style=TextStyle.BOLD)


def _balls(canvas: Canvas, met: Met, frames: float) -> None:
    """The ball, its trail, and where it began each frame."""
    if frames > 1e-9:
        outlines = [
            boundary(met.ball_at(frames * i / COPIES), 2.0 * marks.SMOOTH * canvas.pixel) for i in range(COPIES)
        ]
        marks.sweep(canvas, outlines, Ink.B)
        for start in range(math.ceil(frames - 1e-9)):
            marks.ghost(canvas, met.ball_at(start), Ink.B, Line.START)
    marks.shape(canvas, met.ball_at(frames), Ink.B)
    if frames > met.k + 1e-9 and met.error(frames) > OFF:
        marks.circle(canvas, met.centre(frames), met.flight.ball.radius, Ink.FAULTY, Line.OUTLINE)
    canvas.dot(met.centre(frames), Ink.B, Point.SMALL)


def _contact(canvas: Canvas, moment: Moment[Any], met: Met) -> None:
    """The closest points, the gap and the normal; then what the ball would close beyond the gap."""
    on_a, on_b = met.ends
    n = met.normal
    if hides_gap(moment) or not n.any():
        return
    if met.contact is None:
        measures.measure(canvas, on_b, on_a, Ink.CONSTRUCTION, f"**{fixed(met.gap)}**: no contact")
        return
    off = _aside(canvas, met)
    if met.gap > 0.0:
        _length(canvas, on_b, on_a, Ink.GAP, "s", off)
    if moment.index >= CLOSING and met.is_outside and met.excess > 0.0:
        _length(canvas, on_a, on_a - met.excess * n, Ink.OVERLAP, "x", off)
    if moment.index == CLOSING and met.is_outside and met.closing > 0.0:
        _closing(canvas, met, off)
    for point, name, way in ((on_a, "p_A", -n), (on_b, "p_B", n)):
        canvas.dot(point, Ink.ANSWER, Point.FILLED)
        if met.is_ahead and (moment.index == GAP or (moment.index == CLOSING and name == "p_A")):
            canvas.symbol(name, point, Ink.ANSWER, toward=(0.8 if name == "p_A" else 0.3) * way - _up(n))
    is_short = met.gap < ROOM * canvas.pixel  # then it stands higher, beside the ball
    aside = -(ASIDE * canvas.pixel + (met.flight.ball.radius if is_short else 0.0)) * _past(met)
    if off.any():
        aside = off + OVER * canvas.pixel * _up(n)
    start = (on_a + on_b) / 2.0 + aside - (8.0 if is_short else 24.0) * canvas.pixel * n
    measures.unit_arrow(canvas, start, n, r"\hat n")


def _past(met: Met) -> Vector:
    """Along the plane, to the side that the ball moves to."""
    along = left_of(met.normal)
    side: Vector = -along if float(met.velocity(met.k) @ along) < 0.0 else along
    return side


def _closing(canvas: Canvas, met: Met, off: Vector) -> None:
    """The displacement of the closest point of the ball, and its part along the normal: s and x together."""
    start, n = met.ends[1], met.normal
    tip, foot = start + met.velocity(met.k) * met.flight.dt, start - met.closing * n
    if not off.any() and float(np.hypot(*(tip - foot))) > OFF:
        canvas.stroke((start, tip), Ink.EXAMINED, line=Line.DASHED)
        canvas.stroke((tip, foot), Ink.CONSTRUCTION, line=Line.DASHED)
        canvas.dot(tip, Ink.EXAMINED, Point.SMALL)
    beside = -off if off.any() else -BELOW * canvas.pixel * _past(met)
    for end in (start, foot):
        canvas.stroke((end, end + beside), Ink.CONSTRUCTION, line=Line.DASHED)
    measures.measure(canvas, start + beside, foot + beside, Ink.EXAMINED)
    canvas.symbol(r"-v_n\,\Delta t", 0.1 * start + 0.9 * foot + beside, Ink.EXAMINED, toward=beside)


def _aside(canvas: Canvas, met: Met) -> Vector:
    """From the gap to where its length stands: beside the way of the ball, if that runs along the normal."""
    way = met.velocity(met.k)
    is_along = abs(float(way @ left_of(met.normal))) < 0.2 * float(np.hypot(*way))
    return _up(met.normal) * (met.flight.ball.radius + BESIDE * canvas.pixel if is_along else 0.0)


def _length(canvas: Canvas, start: Vector, end: Vector, ink: Ink, symbol: str, off: Vector) -> None:
    """A length with its symbol, `off` from where it lies."""
    if off.any():
        for at in (start, end):
            canvas.stroke((at, at + off), Ink.CONSTRUCTION, line=Line.DASHED)
    if float(np.abs(end - start).max()) > 0.0:
        measures.measure(canvas, start + off, end + off, ink)
        canvas.symbol(symbol, (start + end) / 2.0 + off, ink, toward=off if off.any() else _up(end - start))


def _arrows(canvas: Canvas, moment: Moment[Any], met: Met) -> None:
    """Where the ball would go in this frame; and how the impulse changes that."""
    start, way = met.centre(met.k), met.velocity(met.k) * met.flight.dt
    if met.k:
        canvas.arrow(met.centre(0), met.centre(0) + met.flight.by, Ink.EXAMINED, line=Line.THIN)
    if not way.any():
        return
    tip, has_answer = start + way, moment.index == IMPULSE and met.impulse > 0.0 and not moment.is_open
    ahead = way / float(np.hypot(*way))
    if not has_answer:  # beside the impulse only its own ball
        marks.ghost(canvas, met.ball_at(met.k).moved(way), Ink.QUIET, Line.DASHED)
    if moment.index == GAP and float(np.hypot(*way)) > 2.0 * met.flight.ball.radius:  # nearer it stands in the way
        across = _up(ahead)
        is_over = float(across @ met.normal) > 0.1  # the obstacle is below
        across = -across if across[1] > 0.0 and not is_over else across  # below, or right of it
        rim = tip + met.flight.ball.radius * across
        canvas.label("without a contact", rim, Ink.QUIET, toward=across, style=TextStyle.CAPTION)
    canvas.arrow(start, tip, Ink.EXAMINED, line=Line.MEASURE)
    canvas.symbol(r"v\,\Delta t", tip, Ink.EXAMINED, toward=ahead)
    if has_answer:
        (_lanes if _aside(canvas, met).any() else _triangle)(canvas, moment, met, tip)


def _triangle(canvas: Canvas, moment: Moment[Any], met: Met, tip: Vector) -> None:
    """What the impulse adds to the displacement, and the sum of both."""
    start, after, r = met.centre(met.k), met.centre(met.k + 1), met.flight.ball.radius
    marks.ghost(canvas, met.ball_at(met.k + 1), Ink.B, Line.DASHED)
    canvas.arrow(tip, after, Ink.ANSWER)
    if abs(met.normal[0]) > abs(met.normal[1]):  # right of the plane
        beside = tip + 0.3 * (after - tip) + np.array((9.0, 7.0)) * canvas.pixel
    else:  # above it, beside the ball
        beside = after + r * np.array((0.94, -0.34))
    canvas.symbol(r"j\,\Delta t/m", beside, Ink.ANSWER, toward=(1.0, 0.0), fixed=True)
    canvas.arrow(start, after, Ink.B)
    side, place = _up(tip - start), (start + after) / 2.0
    if moment.faulty is not None:  # above are the ball and the words of the rule that is compared
        side = np.array((math.copysign(0.8, after[0] - start[0]), 0.6))
        place = after + r * side
    canvas.symbol(r"v'\Delta t", place, Ink.B, toward=side)


def _lanes(canvas: Canvas, moment: Moment[Any], met: Met, tip: Vector) -> None:
    """The same along one line, beside the ball: each arrow in a lane of its own, where one hides the other's part or
    has no room for its symbol."""
    start, after, off = met.centre(met.k), met.centre(met.k + 1), -_aside(canvas, met)
    side = off / float(np.hypot(*off))
    is_level = bool(abs(side[0]) < 0.5)  # then the symbol stands behind the arrow
    is_narrow = not is_level and met.excess < NARROW * canvas.pixel
    is_narrow = is_narrow or float((after - start) @ (tip - start)) < 0.0
    lane = off + (LANE[is_level] * canvas.pixel if is_narrow else 0.0) * side
    marks.ghost(canvas, met.ball_at(met.k + 1), Ink.B, Line.DASHED)
    canvas.arrow(tip + lane, after + lane, Ink.ANSWER)
    place, toward = (tip, tip - after) if is_level else ((tip + after) / 2.0, side)
    canvas.symbol(r"j\,\Delta t/m", place + lane, Ink.ANSWER, toward=toward)
    if float(np.abs(after - start).max()) > 1e-9:
        canvas.arrow(start + off, after + off, Ink.B)
        canvas.symbol(r"v'\Delta t", (start + after) / 2.0 + off, Ink.B, toward=side)


def _up(way: Vector) -> Vector:
    """Across a direction, upwards."""
    across = left_of(way)
    return across if across[1] >= 0.0 else -across


def _plane(canvas: Canvas, met: Met, seen: tuple[Vector, Vector], *, is_old: bool) -> None:
    """The plane that stands for the obstacle, as far as the view reaches; `is_old`: the ball has another now."""
    at, along = met.ends[0], left_of(met.normal)
    ends = [at + _reach(at, sign * along, seen) * sign * along for sign in (-1.0, 1.0)]
    ink = Ink.CONSTRUCTION if is_old else Ink.ANSWER
    canvas.stroke(ends, ink, line=Line.DASHED)
    aside = _aside(canvas, met)
    word = min(ends, key=lambda end: (round(float(end[1]), 9), -float(end[0])))
    if aside.any():  # on the other side are the arrows of the impulse
        word = max(ends, key=lambda end: float(end @ aside))
    place, room = 0.88 * word + 0.12 * at, 2.0 * met.flight.ball.radius
    is_free = all(math.dist(place, met.centre(met.k + i)) > room for i in (1, 2))  # no ball comes there
    toward = met.normal if is_free else -met.normal
    canvas.label("plane", place, Ink.QUIET if is_old else Ink.ANSWER, toward=toward)


def _reach(at: Vector, way: Vector, seen: tuple[Vector, Vector]) -> float:
    """How far a half-line stays inside a box."""
    sides = [(side[i] - at[i]) / way[i] for side in seen for i in (0, 1) if abs(way[i]) > 1e-9]
    return float(min((t for t in sides if t > 0.0), default=0.0))
