"""What shows the mistake itself on a scene: both projections on an axis, and the gap or the overlap between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from geometry import Convex
from geometry.faulty.spot_plain import cross, dot, edges, interval, middle, minus, normals, unit
from geometry.interval import Interval
from geometry.sat.separating_axis import separating_axis
from lessons.labs.cards.parts import BODIES, XY, Arguments, Kind, Part, convex_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.measures import measure
from viz.lesson.projections import facing_ends, projection
from viz.lesson.screen import across, midway, point_at
from viz.lesson.text import fixed

OFF, LANE, NUMBER = 46.0, 8.0, 22.0  # pixels: bars beside the shapes, from bar to bar, and their number's line
NOTHING = 1e-9  # a length that is no length


def along_push(
    canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, right: XY | None, faulty: XY | None
) -> None:
    """The projections on the axis along which the wrong push goes; along the right one where that is none."""
    way = faulty if faulty is not None and any(faulty) else right
    if way is not None and any(way):
        a, b = bodies(parts, arguments)
        pushed = [b.moved(each) for each in (right, faulty) if each is not None and any(each)]
        axis_bars(canvas, a, b, unit(way), pushed)


def by_centres(canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, right: XY, faulty: XY) -> None:
    """With them what each routine compares to know which way is shorter: pink the means of the vertices, and how much
    farther along the axis B's is; white the middles of the bars, each half the sum of its ends."""
    a, b = bodies(parts, arguments)
    n = unit(faulty)
    bars = axis_bars(canvas, a, b, n, [b.moved(right), b.moved(faulty)])
    means = middle(arguments[0]), middle(arguments[1])
    canvas.arrow(means[0], means[1], Ink.FAULTY)
    for i, (mean, shape) in enumerate(zip(means, (a, b), strict=True)):
        span, at = _of(shape, n), bars.at(i, dot(mean, n))
        canvas.stroke((mean, at), Ink.FAULTY, line=Line.DASHED)
        for each in (mean, at):
            canvas.dot(each, Ink.FAULTY, Point.SMALL)
        half = bars.at(i, (span.low + span.high) / 2.0)
        canvas.dot(half, Ink.ANSWER, Point.FILLED)
        words = f"½ · {fixed(span.low + span.high)}"
        canvas.label(words, half, Ink.ANSWER, toward=bars.inward, style=TextStyle.BOLD, leader=True)
    apart = dot(minus(means[1], means[0]), n)
    canvas.label(fixed(apart), bars.at(0, dot(means[1], n)), Ink.FAULTY, toward=bars.inward, style=TextStyle.BOLD)


def along_best(canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, _: Any, __: Any) -> None:
    """The projections on the axis of the greatest separation."""
    a, b = bodies(parts, arguments)
    x, y = separating_axis(a, b, early_out=False).best.normal.tolist()
    axis_bars(canvas, a, b, (x, y))


def bodies(parts: tuple[Part, ...], arguments: Arguments) -> tuple[Convex, Convex]:
    """A and B."""
    a, b = [convex_of(p.kind, value) for p, value in zip(parts, arguments, strict=True) if p.kind in BODIES][:2]
    return a, b


class Bars(NamedTuple):
    """Where the bars of two projections stand."""

    base: XY  # of the axis, its 0
    n: XY
    across: XY  # from the axis to B's bar; A's stands on the other side
    inward: XY  # towards the shapes

    def at(self, bar: int, place: float) -> XY:
        """On A's bar (0) or B's (1)."""
        x, y = point_at(self.base, self.n, place)
        side = 1.0 if bar else -1.0
        return x + side * self.across[0], y + side * self.across[1]


def axis_bars(canvas: Canvas, a: Convex, b: Convex, n: XY, others: Sequence[Convex] = ()) -> Bars:
    """Both projections as bars beside the shapes, and what lies between their facing ends: below or at the right,
    or on the other side where these and the `others` leave more room."""
    t = (n[1], -n[0]) if n[1] + n[0] > NOTHING else (-n[1], n[0])  # to the right, or down
    away = -t[0], -t[1]
    room, back = (max(_of(each, way).high - _of(a, way).high for each in (a, b, *others)) for way in (t, away))
    t = away if back < room - NOTHING else t
    off = max(_of(each, t).high for each in (a, b, *others)) + OFF * canvas.pixel
    base = off * t[0], off * t[1]
    one, other = _of(a, n), _of(b, n)
    between = facing_ends(one, other)
    lane = LANE if (n[0] * t[1] - n[1] * t[0]) > 0.0 else -LANE  # B's bar is the outer one
    for shape, span, ink, side in ((a, one, Ink.A, -lane), (b, other, Ink.B, lane)):
        projection(canvas, base, n, span, ink, lane=side, supports=())
        for place in (span.low, span.high):
            if place in (between.low, between.high):
                out = shape.radius if place == span.high else -shape.radius
                x, y = min(shape.points.tolist(), key=lambda p: abs(dot((p[0], p[1]), n) + out - place))
                corner = x + out * n[0], y + out * n[1]
                canvas.stroke((corner, point_at(base, n, place)), ink, line=Line.DASHED)
    x, y = across(canvas, base, point_at(base, n, 1.0))
    bars = Bars(base, n, (lane * x, lane * y), (-t[0], -t[1]))
    start, end = point_at(base, n, between.low), point_at(base, n, between.high)
    apart = max(other.low - one.high, one.low - other.high)
    ink = Ink.GAP if apart > NOTHING else Ink.OVERLAP
    if abs(apart) <= NOTHING:
        canvas.label("touching: 0.00", start, ink, toward=t, style=TextStyle.BOLD)
        return bars
    words = f"{'gap' if apart > 0.0 else 'overlap'} {fixed(abs(apart))}"
    measure(canvas, start, end, ink, words, off=math.copysign(NUMBER, lane), style=TextStyle.BOLD)
    return bars


def _of(shape: Convex, n: XY) -> Interval:
    low, high = interval(tuple((x, y) for x, y in shape.points.tolist()), n)
    return Interval(low - shape.radius, high + shape.radius)


def before_ray(canvas: Canvas, _: tuple[Part, ...], arguments: Arguments, __: Any, ___: Any) -> None:
    """The gap between an edge of the polygon and a ray that starts in front of it and does not come nearer."""
    ring, (origin, direction) = arguments
    for n in normals(ring):
        gap = dot(origin, n) - interval(ring, n)[1]
        if gap > NOTHING and dot(direction, n) >= 0.0:
            foot = origin[0] - gap * n[0], origin[1] - gap * n[1]
            canvas.unbounded(foot, (-n[1], n[0]), Ink.GAP, line=Line.DASHED)
            measure(canvas, foot, origin, Ink.GAP, f"gap {fixed(gap)}", style=TextStyle.BOLD)
            return


def turns_told(canvas: Canvas, _: tuple[Part, ...], arguments: Arguments, __: Any, ___: Any) -> None:
    """At each edge of an outline the cross product of the edge and the way to p: its sign tells p's side."""
    from lessons.labs.cards.running import told

    outline, p = arguments
    x, y = middle(outline)
    turns = [cross(minus(end, start), minus(p, start)) for start, end in edges(outline)]
    words = told(turns).split(", ") if told(turns) else map(fixed, turns)
    for (start, end), text in zip(edges(outline), words, strict=True):
        canvas.stroke((p, start), Ink.EXAMINED, line=Line.DASHED)
        at = midway(start, end)
        canvas.label(f"turn {text}", at, Ink.EXAMINED, toward=(at[0] - x, at[1] - y), style=TextStyle.BOLD)


def cut_up(canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, _: Any, __: Any) -> None:
    """The convex pieces of an outline."""
    from lessons.labs.cards.running import pieces_of

    for part, value in zip(parts, arguments, strict=True):
        if part.kind is Kind.OUTLINE:
            for piece in pieces_of(value):
                canvas.stroke(piece, Ink.ANSWER, closed=True, line=Line.DASHED)
