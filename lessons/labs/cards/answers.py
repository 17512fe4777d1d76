"""Kinds of answers that cards compare: a push, an axis with its separation, yes or no, points, a time."""

from __future__ import annotations

import math
from typing import Any

from geometry.sat.separating_axis import separating_axis
from lessons.labs.cards.card import Answers, digits
from lessons.labs.cards.parts import BODIES, XY, Arguments, Kind, Part, convex_of, middle
from lessons.labs.cards.why import along_best, along_push
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.marks import ghost
from viz.lesson.text import coords, fixed

WRONG, RIGHT = Ink.FAULTY, Ink.ANSWER
ROUNDING = 1e-9


def line_of(ink: Ink) -> Line:
    """Faulty answers are dotted."""
    return Line.DOTTED if ink is Ink.FAULTY else Line.THIN


def _bodies(parts: tuple[Part, ...], arguments: Arguments) -> list[Any]:
    return [convex_of(p.kind, value) for p, value in zip(parts, arguments, strict=True) if p.kind in BODIES]


# A push of B, the second part, out of A, the first: the vector, None where there is nothing to do.


def _push_said(answer: XY | None) -> str:
    return "no push" if answer is None else f"push {coords(answer, digits())}"


def _push_draw(canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, answer: XY | None, ink: Ink) -> None:
    """B where the push puts it, and the push."""
    if answer is None or not any(answer):
        return
    b, (x, y) = convex_of(parts[1].kind, arguments[1]), middle(parts[1].kind, arguments[1])
    ghost(canvas, b.moved(answer), ink, line_of(ink))
    canvas.arrow((x, y), (x + answer[0], y + answer[1]), ink)
    side = (answer[1], -answer[0]) if ink is Ink.FAULTY else (-answer[1], answer[0])
    at = x + 0.5 * answer[0], y + 0.5 * answer[1]
    canvas.label(fixed(math.hypot(*answer)), at, ink, toward=side, style=TextStyle.BOLD)


def push(first: Kind, second: Kind) -> Answers:
    """A push of a second body out of a first one, judged by what it does."""

    def error(arguments: Arguments, right: XY | None, faulty: XY | None) -> float:
        """How much of an overlap is left, or how much shorter the way could be."""
        depth, size = math.hypot(*(right or (0.0, 0.0))), math.hypot(*(faulty or (0.0, 0.0)))
        if right is None or faulty is None:
            return depth + size
        a, b = convex_of(first, arguments[0]), convex_of(second, arguments[1])
        left = -separating_axis(a, b.moved(faulty)).separation  # at the first gap it ends, and is no overlap
        return left if left > ROUNDING else max(size - depth, 0.0)

    return Answers(error, _push_said, _push_draw, along_push)


PUSH = push(Kind.POLYGON, Kind.POLYGON)


# A separation and the unit normal from A to B that it is measured along (bodies A and B).

Axis = tuple[float, XY]


def _gap_said(s: float) -> str:
    return f"apart by {fixed(s, digits())}" if s > 0.0 else f"overlap by {fixed(-s, digits())}"


def _axis_said(answer: Axis) -> str:
    s = answer[0]
    return "touching" if abs(s) <= ROUNDING else _gap_said(s)


def _axis_error(_: Arguments, right: Axis, faulty: Axis) -> float:
    return abs(right[0] - faulty[0])


def _axis_verdict_error(_: Arguments, right: Axis, faulty: Axis) -> float:
    apart = right[0] > ROUNDING, faulty[0] > ROUNDING
    return abs(right[0] - faulty[0]) if apart[0] is not apart[1] else 0.0


def _axis_draw(
    canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, answer: Axis, ink: Ink, said: str = ""
) -> None:
    """The strip between the support lines of A and B: as wide as the separation."""
    s, (nx, ny) = answer
    a, b = _bodies(parts, arguments)[:2]
    if ink is Ink.ANSWER:
        ink = Ink.GAP if s > ROUNDING else Ink.OVERLAP
    on_a = max(x * nx + y * ny for x, y in a.points.tolist()) + a.radius
    places = [y * nx - x * ny for each in (a, b) for x, y in each.points.tolist()]
    low, high = min(places), max(places)
    margin = 24.0 * canvas.pixel
    for at in (on_a, on_a + s):
        ends = [(at * nx - t * ny, at * ny + t * nx) for t in (low - margin, high + margin)]
        canvas.stroke(ends, ink, line=Line.DOTTED if ink is Ink.FAULTY else Line.DASHED)
    off = (low if ink is Ink.FAULTY else high) + (-1.0 if ink is Ink.FAULTY else 1.0) * 0.6 * margin
    start, end = (
        (on_a * nx - off * ny, on_a * ny + off * nx),
        ((on_a + s) * nx - off * ny, (on_a + s) * ny + off * nx),
    )
    canvas.stroke((start, end), ink, line=Line.MEASURE)
    at = (start[0] + end[0]) / 2.0, (start[1] + end[1]) / 2.0
    way = (-1.0 if ink is Ink.FAULTY else 1.0) * -ny, (-1.0 if ink is Ink.FAULTY else 1.0) * nx
    canvas.label(said or _axis_said(answer), at, ink, toward=way, style=TextStyle.BOLD, leader=True)


def _verdict_said(answer: Axis) -> str:
    """Where there is no gap the verdict alone: how deep the overlap is does not count."""
    return _axis_said(answer) if answer[0] > ROUNDING else "not apart"


def _verdict_draw(canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, answer: Axis, ink: Ink) -> None:
    """The same strip under the verdict's words: the depths need not agree where the verdicts do."""
    _axis_draw(canvas, parts, arguments, answer, ink, _verdict_said(answer))


AXIS = Answers(_axis_error, _axis_said, _axis_draw)  # the separation counts
AXIS_VERDICT = Answers(_axis_verdict_error, _verdict_said, _verdict_draw)  # only whether there is a gap


# A signed distance alone, negative for an overlap; more than HUGE is a value that was never set.

HUGE = 1e12


def _distance_said(answer: float) -> str:
    return "the largest number" if answer > HUGE else _axis_said((answer, (0.0, 0.0)))


def _distance_error(_: Arguments, right: float, faulty: float) -> float:
    return math.inf if faulty > HUGE else abs(right - faulty)


def _distance_draw(canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, answer: float, ink: Ink) -> None:
    """The number beside the second body."""
    way = (-1.0, 1.0) if ink is Ink.FAULTY else (1.0, 1.0)
    at = middle(parts[1].kind, arguments[1])
    canvas.label(_distance_said(answer), at, ink, toward=way, style=TextStyle.BOLD, leader=True)


DISTANCE = Answers(_distance_error, _distance_said, _distance_draw, along_best)


# Yes or no.


def verdict(yes: str = "overlap", no: str = "apart", why: Any = None) -> Answers:
    """Two words for true and false, told at the last part of the scene."""

    def said(answer: bool) -> str:
        return yes if answer else no

    def draw(canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, answer: bool, ink: Ink) -> None:
        at = middle(parts[-1].kind, arguments[-1])
        side = (-1.0, 1.0) if ink is Ink.FAULTY else (1.0, 1.0)
        canvas.label(said(answer), at, ink, toward=side, style=TextStyle.BOLD, leader=True)

    return Answers(lambda _, right, faulty: float(right is not faulty), said, draw, why, is_length=False)


VERDICT = verdict()


# Points in order; None for none.


def _points_error(_: Arguments, right: Any, faulty: Any) -> float:
    if (right is None) is not (faulty is None) or (right is not None and len(right) != len(faulty)):
        return 1.0
    return 0.0 if right is None else max(math.dist(p, q) for p, q in zip(right, faulty, strict=True))


def _points_said(answer: Any) -> str:
    return "no point" if not answer else " and ".join(map(coords, answer))


def _points_draw(canvas: Canvas, _: tuple[Part, ...], arguments: Arguments, answer: Any, ink: Ink) -> None:
    for at in answer or ():
        canvas.dot(at, ink, Point.CROSS if ink is Ink.FAULTY else Point.ANSWER)


POINTS = Answers(_points_error, _points_said, _points_draw)


# A time of impact in [0, 1] of the first body, moved by the first velocity; None for no impact.


def _time_error(_: Arguments, right: float | None, faulty: float | None) -> float:
    if right is None or faulty is None:
        return float(right is not faulty)
    return abs(right - faulty)


def _time_said(answer: float | None) -> str:
    return "no impact" if answer is None else f"an impact at t = {fixed(answer, digits())}"


def _time_draw(canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, answer: float | None, ink: Ink) -> None:
    """The bodies where they are at that time; at the end of the motion for no impact."""
    t = 1.0 if answer is None else answer
    for part, v in zip(parts, arguments, strict=True):
        if part.kind is Kind.VELOCITY:
            body, value = next((p, x) for p, x in zip(parts, arguments, strict=True) if p.name == part.of)
            ghost(canvas, convex_of(body.kind, value).moved((t * v[0], t * v[1])), ink, line_of(ink))


TIME = Answers(_time_error, _time_said, _time_draw)
