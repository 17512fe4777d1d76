"""More kinds of answers that cards compare: distances, closest points, contacts, hits, triangles, pairs, a bounce."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from geometry import Convex, Pose, epa, gjk, mass_properties
from geometry.faulty.spot_bodies import RESTITUTION
from geometry.faulty.spot_motion import TURN_A, TURN_B, swept
from geometry.faulty.spot_plain import edges, nearest_on_edge
from geometry.faulty.spot_plain import middle as vertex_mean
from lessons.labs.cards.answers import TIME, line_of
from lessons.labs.cards.card import Answers, digits
from lessons.labs.cards.parts import BOX_NAMES, XY, Arguments, Part, convex_of, middle
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.marks import circle, ghost
from viz.lesson.measures import measure
from viz.lesson.text import coords, counted, fixed, listed

Parts = tuple[Part, ...]
NORMAL_PIXELS = 70.0


def gap_said(separation: float) -> str:
    """A signed distance in words."""
    if abs(separation) < 5e-3:
        return "touching"
    many = digits()
    return f"apart by {fixed(separation, many)}" if separation > 0.0 else f"overlap by {fixed(-separation, many)}"


def told(canvas: Canvas, text: str, at: Any, ink: Ink) -> None:
    """An answer in words beside its mark: the right one above, the faulty one below."""
    side = (-0.4, -1.0) if ink is Ink.FAULTY else (0.4, 1.0)
    canvas.label(text, at, ink, toward=side, style=TextStyle.BOLD, leader=True)


def _bodies(parts: Parts, arguments: Arguments) -> tuple[Convex, Convex]:
    a, b = (convex_of(part.kind, value) for part, value in zip(parts[:2], arguments[:2], strict=True))
    return a, b


BESIDE = 16.0  # pixels from the right measure to the pink one, which may lie along it


def _grown_draw(canvas: Canvas, _: Parts, arguments: Arguments, answer: tuple[float, Any], ink: Ink) -> None:
    """A grown by B, and B's centre as the routines have it, with the way between them."""
    s, ring = answer
    canvas.stroke(ring, ink, closed=True, line=line_of(ink))
    at = vertex_mean(arguments[1])
    canvas.dot(at, Ink.B, Point.FILLED)
    if ink is Ink.ANSWER:
        canvas.label("B's centre", at, Ink.B, toward=(1.0, 0.0), leader=True)
    foot = min((nearest_on_edge(at, *edge) for edge in edges(ring)), key=lambda p: math.dist(p, at))
    if math.dist(foot, at) < 5e-3:
        told(canvas, gap_said(s), foot, ink)
        return
    off, line = (BESIDE, Line.DOTTED) if ink is Ink.FAULTY else (0.0, Line.MEASURE)
    measure(canvas, at, foot, ink, gap_said(s), off=off, side=-1.0, line=line, style=TextStyle.BOLD)


GROWN = Answers(
    lambda _, right, faulty: float(abs(right[0] - faulty[0])), lambda answer: gap_said(answer[0]), _grown_draw
)


# A distance of A and B, or their depth.


NEARLY = 2e-4  # of a search that ends within a tolerance


def _difference(_: Arguments, right: float, faulty: float) -> float:
    return max(abs(right - faulty) - NEARLY, 0.0)


def _distance_draw(canvas: Canvas, parts: Parts, arguments: Arguments, answer: float, ink: Ink) -> None:
    """A circle about B's centre that reaches A, if the distance is right; the shortest segment with the right one."""
    b = arguments[1]
    if ink is Ink.FAULTY:
        circle(canvas, b[0], b[1] + answer, ink, Line.DOTTED)
    found = gjk(*_bodies(parts, arguments))
    if ink is Ink.ANSWER and found.on_a is not None and found.on_b is not None and answer > 0.0:
        canvas.stroke((found.on_a, found.on_b), ink, line=Line.MEASURE)
        told(canvas, fixed(answer), (found.on_a + found.on_b) / 2.0, ink)


def _depth_draw(canvas: Canvas, parts: Parts, arguments: Arguments, answer: float, ink: Ink) -> None:
    """B pushed out along the right normal, as far as the answer says."""
    a, b = _bodies(parts, arguments)
    normal = epa(a, b).normal
    if normal is not None and answer > 0.0:
        ghost(canvas, b.moved(answer * normal), ink, line_of(ink))
        x, y = middle(parts[1].kind, arguments[1])
        dx, dy = answer * float(normal[0]), answer * float(normal[1])
        canvas.arrow((x, y), (x + dx, y + dy), ink)
        at = x + dx / 2.0, y + dy / 2.0
        canvas.label(fixed(answer), at, ink, toward=(dy, -dx), style=TextStyle.BOLD, leader=True)


DISTANCE = Answers(
    _difference,
    lambda d: "overlap" if d <= 0.0 else f"a distance of {fixed(d, digits())}",
    _distance_draw,
    is_length=True,
)
DEPTH = Answers(_difference, lambda d: "no overlap" if d <= 0.0 else f"a depth of {fixed(d, digits())}", _depth_draw)


# Closest points: of A and of B.


def _closest_error(_: Arguments, right: tuple[XY, XY], faulty: tuple[XY, XY]) -> float:
    return abs(math.dist(*right) - math.dist(*faulty))


def _closest_draw(canvas: Canvas, _: Parts, arguments: Arguments, answer: tuple[XY, XY], ink: Ink) -> None:
    canvas.stroke(answer, ink, line=line_of(ink) if ink is Ink.FAULTY else Line.MEASURE)
    for at in answer:
        canvas.dot(at, ink, Point.CROSS if ink is Ink.FAULTY else Point.ANSWER)
    (x, y), (u, v) = answer
    told(canvas, fixed(math.dist(*answer)), ((x + u) / 2.0, (y + v) / 2.0), ink)


CLOSEST = Answers(_closest_error, lambda pair: f"a distance of {fixed(math.dist(*pair), digits())}", _closest_draw)


# The closest point of the boundary and the normal there. Of points that are equally near any will do.


def _foot_error(arguments: Arguments, right: tuple[XY, XY], faulty: tuple[XY, XY]) -> float:
    p = arguments[1]
    off = abs(math.dist(p, right[0]) - math.dist(p, faulty[0]))
    return off + (math.dist(right[1], faulty[1]) if math.dist(right[0], faulty[0]) < 1e-6 else 0.0)


def _foot_draw(canvas: Canvas, _: Parts, arguments: Arguments, answer: tuple[XY, XY], ink: Ink) -> None:
    (x, y), (u, v) = answer
    canvas.dot((x, y), ink, Point.CROSS if ink is Ink.FAULTY else Point.ANSWER)
    size = NORMAL_PIXELS * canvas.pixel
    canvas.arrow((x, y), (x + size * u, y + size * v), ink, line=line_of(ink))


FOOT = Answers(_foot_error, lambda answer: f"a normal of {coords(answer[1], digits())}", _foot_draw)


# A distance along a ray; None for no hit.


def _hit_error(_: Arguments, right: float | None, faulty: float | None) -> float:
    if right is None or faulty is None:
        return float(right is not faulty)
    return abs(right - faulty)


def _hit_draw(canvas: Canvas, parts: Parts, arguments: Arguments, answer: float | None, ink: Ink) -> None:
    (x, y), (u, v) = arguments[-1]
    if answer is not None:
        size = math.hypot(u, v)
        at = x + answer / size * u, y + answer / size * v
        canvas.dot(at, ink, Point.CROSS if ink is Ink.FAULTY else Point.ANSWER)
        told(canvas, fixed(answer), at, ink)


HIT = Answers(_hit_error, lambda d: "no hit" if d is None else f"a hit at {fixed(d, digits())}", _hit_draw)


# When moving shapes meet. Three decimals: some slips come a hundredth of a step too late.


def _impact_said(answer: float | None) -> str:
    return "no impact" if answer is None else f"impact at {fixed(answer, digits(3))}"


def _impact_error(_: Arguments, right: float | None, faulty: float | None) -> float:
    """No impact is as good as one after the end: an impact just before that is a small error."""
    if right is None or faulty is None:
        t = right if faulty is None else faulty
        return 0.0 if t is None else max(1.0 - t, 0.001)
    return abs(right - faulty)


IMPACT = Answers(_impact_error, _impact_said, TIME.draw)


# When two bodies that turn meet.

SAME_TIME = 0.001


def _turning_draw(canvas: Canvas, parts: Parts, arguments: Arguments, answer: float | None, ink: Ink) -> None:
    """Both bodies where they are then; at the end of the step where they never meet."""
    a, motion, b = arguments
    t = 1.0 if answer is None else answer
    for ring, way, turn in ((a, motion, TURN_A), (b, (0.0, 0.0), TURN_B)):
        ghost(canvas, swept(ring, way, turn, t), ink, line_of(ink))


def _turning_error(arguments: Arguments, right: float | None, faulty: float | None) -> float:
    """Both end a little before the target is met: times that are nearly the same are."""
    return max(TIME.error(arguments, right, faulty) - SAME_TIME, 0.0)


TURNING_TIME = Answers(_turning_error, _impact_said, _turning_draw)


# Triangles of an outline.


def _area(triangle: Any) -> float:
    (ax, ay), (bx, by), (cx, cy) = triangle
    return float(abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2.0)


def _triangles_error(_: Arguments, right: Any, faulty: Any) -> float:
    """By how much the areas differ: triangles that overlap or leave the outline cover more than it has."""
    return abs(sum(map(_area, right)) - sum(map(_area, faulty)))


def _triangles_said(answer: Any) -> str:
    return f"{counted(len(answer), 'triangle')}: {fixed(sum(map(_area, answer)), digits())}"


def _triangles_draw(canvas: Canvas, _: Parts, arguments: Arguments, answer: Any, ink: Ink) -> None:
    for triangle in answer:
        if ink is Ink.FAULTY:
            canvas.area(triangle, ink, opacity=0.18)
        canvas.stroke(triangle, ink, closed=True, line=line_of(ink))


TRIANGLES = Answers(_triangles_error, _triangles_said, _triangles_draw)


# Pairs of boxes by their numbers.


def _pairs_said(answer: Sequence[tuple[int, int]]) -> str:
    pairs = [f"{BOX_NAMES[int(i)]}–{BOX_NAMES[int(j)]}" for i, j in answer]
    return "no pair" if not pairs else f"the pair{'s' if len(pairs) > 1 else ''} {listed(pairs)}"


def _pairs_draw(canvas: Canvas, parts: Parts, arguments: Arguments, answer: Sequence[Any], ink: Ink) -> None:
    middles = [middle(part.kind, value) for part, value in zip(parts, arguments, strict=True)]
    for i, j in answer:
        canvas.stroke((middles[int(i)], middles[int(j)]), ink, line=line_of(ink))
        for at in (middles[int(i)], middles[int(j)]):
            canvas.dot(at, ink, Point.CROSS if ink is Ink.FAULTY else Point.FILLED)


PAIRS = Answers(
    lambda _, right, faulty: float(len(set(right) ^ set(faulty))), _pairs_said, _pairs_draw, is_length=False
)


# Vertices by their numbers.


def _vertices_said(answer: Sequence[int]) -> str:
    return f"vertex {listed([str(int(i)) for i in answer])}" if answer else "no vertex"


def _vertices_draw(canvas: Canvas, _: Parts, arguments: Arguments, answer: Sequence[int], ink: Ink) -> None:
    for i in answer:
        canvas.dot(arguments[0][int(i)], ink, Point.DIAMOND)


VERTICES = Answers(
    lambda _, right, faulty: float(len(set(right) ^ set(faulty))), _vertices_said, _vertices_draw, is_length=False
)


# Velocity and spin after a bounce.

Bounced = tuple[XY, float]


def lowest_of(ring: Any) -> XY:
    """The vertex that hits the floor."""
    x, y = min(ring, key=lambda p: p[1])
    return x, y


def rising(ring: Any, answer: Bounced) -> float:
    """The speed of the lowest vertex upward."""
    arm = lowest_of(ring)[0] - float(mass_properties(Convex(ring)).center[0])
    return float(answer[0][1] + answer[1] * arm)


def _bounce_error(arguments: Arguments, right: Bounced, faulty: Bounced) -> float:
    """How far the contact point's speed is off: after the hit it is −e times that before."""
    ring, (_, down) = arguments
    wanted = -RESTITUTION * down if down < 0.0 else down
    return float(abs(rising(ring, faulty) - wanted))


def _bounce_said(answer: Bounced) -> str:
    return f"rising {fixed(answer[0][1], digits())}, spin {fixed(answer[1], digits())}"


def _bounce_draw(canvas: Canvas, parts: Parts, arguments: Arguments, answer: Bounced, ink: Ink) -> None:
    """The floor, the velocity of the lowest vertex afterwards, and the body a little later."""
    ring, _ = arguments
    x, y = lowest_of(ring)
    if ink is Ink.ANSWER:
        canvas.unbounded((x, y), (1.0, 0.0), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.arrow((x, y), (x, y + rising(ring, answer)), ink, line=line_of(ink))
    told(canvas, f"contact speed {fixed(rising(ring, answer))}", (x, y + rising(ring, answer)), ink)
    center = mass_properties(Convex(ring)).center
    local = Convex([p - center for p in Convex(ring).points])
    later = Pose((center[0] + LATER * answer[0][0], center[1] + LATER * answer[0][1]), LATER * answer[1])
    ghost(canvas, local.at(later), ink, line_of(ink))


LATER = 0.25  # of a second: when the body is drawn again after a bounce


def _bounce_why(canvas: Canvas, _: Parts, arguments: Arguments, __: Any, ___: Any) -> None:
    """The lever arm, from the centre to the vertex that hits the floor."""
    (x, y), center = lowest_of(arguments[0]), mass_properties(Convex(arguments[0])).center
    cx, cy = float(center[0]), float(center[1])
    canvas.dot((cx, cy), Ink.EXAMINED, Point.FILLED)
    canvas.stroke(((cx, cy), (cx, y)), Ink.EXAMINED, line=Line.DASHED)
    if abs(x - cx) > 1e-9:
        measure(canvas, (cx, y), (x, y), Ink.EXAMINED, f"arm {fixed(abs(x - cx))}", side=-1.0)


BOUNCE = Answers(_bounce_error, _bounce_said, _bounce_draw, _bounce_why)
