"""Both ways out along one axis: the axis below the shapes, both projections, and B past either end of A."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Convex, Interval, Vector, support
from geometry.sat.minimum_translation import WaysOut
from geometry.sat.support import ends_along
from viz.lesson import marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

APART = 27.0  # pixels between the shapes and the axis below them
NEAR, FAR = 44.0, 52.0  # pixels between the axis and the brackets of the longer and the shorter way


def _outward(n: Vector) -> Vector:
    """Across n, down the screen (to the left along a level line of sight): the axis lies on that side."""
    out = np.array((n[1], -n[0]))
    return out if out[1] < 0.0 or (out[1] == 0.0 and out[0] > 0.0) else -out


def _base(canvas: Canvas, shapes: tuple[Convex, Convex], out: Vector) -> float:
    """How far out the axis lies."""
    return max(float(support(shape, out).point @ out) for shape in shapes) + APART * canvas.pixel


def draw_band(canvas: Canvas, moment: Moment[Any], ways: WaysOut) -> None:
    """The overlap as an area: from the vertices that bound it to its bracket below the axis."""
    (a, b), best = moment.scene.shapes, ways.found.best
    n = best.normal
    out = _outward(n)
    inner = [support(a, n).point, support(b, -n).point]
    if best.facing is not None:
        inner += list(moment.scene.shapes["AB".index(best.facing.owner)].edges[best.facing.index])
    span = (min(float(p @ out) for p in inner), _base(canvas, (a, b), out) + FAR * canvas.pixel)
    (dx, dy) = best.axis.direction
    along = [t if float(out @ (-dy, dx)) > 0.0 else -t for t in span]
    projections.slab(canvas, best.axis.direction, best.between, Ink.OVERLAP, along=Interval(min(along), max(along)))


def _draw_axis(
    canvas: Canvas, shapes: tuple[Convex, Convex], n: Vector
) -> tuple[Vector, Vector, float, list[Interval]]:
    """The axis below the shapes. Returns its foot, the way out to it, on which side of n that is (left: positive),
    and both projections."""
    out, room = _outward(n), 16.0 * canvas.pixel
    base = _base(canvas, shapes, out) * out
    a, b = ends = [Interval(*ends_along(shape, *n)) for shape in shapes]
    projections.axis(canvas, base, n, Interval(min(a.low, b.low) - room, max(a.high, b.high) + room))
    return base, out, -1.0 if float(out @ (-n[1], n[0])) < 0.0 else 1.0, ends


def draw_ways(canvas: Canvas, moment: Moment[Any], ways: WaysOut) -> None:
    """Both projections on the axis below the shapes: each way out is from an end of B's to the other one of A's."""
    shapes, n = moment.scene.shapes, ways.found.best.normal
    base, out, side, (on_a, on_b) = _draw_axis(canvas, shapes, n)
    middle = (on_b.low + on_a.high) / 2.0
    for each, ink, name, lane in ((on_a, Ink.A, "A", -side), (on_b, Ink.B, "B", side)):
        shape, far = shapes["AB".index(name)], name == "B"
        ends = (None, support(shape, n).point) if far else (support(shape, -n).point, None)  # the band has the others
        projections.projection(canvas, base, n, each, ink, lane=lane * projections.LANE, supports=ends)
        for word, place, way in (("min", each.low, -n), ("max", each.high, n)):
            toward = way + ((0.8 if word == "max" else 0.5) if far else -0.8) * out  # min of B: off the band's edge
            canvas.label(rf"$\{word}_{name}$", base + place * n, ink, toward=toward)
    # The shorter way is measured farther out: nothing stands between its bracket and its number.
    for start, end, words, ink, off, at, toward in (
        (on_b.high, on_a.low, f"$s_-$ = {fixed(-ways.back)}", Ink.QUIET, NEAR, on_b.high, n),
        (on_b.low, on_a.high, f"$s_+$ = **{fixed(-ways.onward)}**", Ink.OVERLAP, FAR, middle, out),
    ):
        turned = -side if ink is Ink.QUIET else side  # it is measured against n
        line = Line.THIN if ink is Ink.QUIET else Line.MEASURE  # it is not taken
        measures.measure(canvas, base + start * n, base + end * n, ink, off=turned * off, line=line)
        canvas.label(words, base + at * n + off * canvas.pixel * out, ink, toward=toward, style=TextStyle.BOLD)
    marks.ghost(canvas, shapes[1].moved(-ways.back * n), Ink.QUIET)
    marks.ghost(canvas, shapes[1].moved(ways.onward * n), Ink.OVERLAP)
    canvas.arrow(*taken_way(moment, ways), Ink.OVERLAP, line=Line.FEATURE)


def same_height(canvas: Canvas, moment: Moment[Any]) -> None:
    """Unseen, in every other step: as high as both ways out, about the middle of the shapes and the shorter move: so
    they are as large in each step."""
    ways = next((step for step in moment.trace if isinstance(step, WaysOut)), None)
    if ways is None or isinstance(moment.step, WaysOut):
        return
    (a, b), n = moment.scene.shapes, ways.found.best.normal
    out = _outward(n)
    base = (_base(canvas, (a, b), out) + FAR * canvas.pixel) * out
    ends = [base + t * n for shape in (a, b) for t in ends_along(shape, *n)]
    own = np.vstack((a.points, b.points, b.points + ways.onward * n))
    heights = np.concatenate((own[:, 1], (b.points - ways.back * n)[:, 1], [y for _, y in ends]))
    low, high = own.min(axis=0), own.max(axis=0)
    x, middle = 0.5 * (low + high)
    half = 0.5 * float(np.ptp(heights)) + max(a.radius, b.radius)
    canvas.area(((x, middle - half), (x, middle + half), (x, middle + half)), Ink.CONSTRUCTION, opacity=0.0)


def draw_shared_part(canvas: Canvas, shapes: tuple[Convex, Convex], wrong: Vector | None) -> None:
    """Both projections on the axis of a faulty move, and the piece that both share: taken for the overlap."""
    if wrong is None or not wrong.any():
        return
    n = wrong / np.hypot(*wrong)
    base, out, side, (on_a, on_b) = _draw_axis(canvas, shapes, n)
    for each, ink, lane in ((on_a, Ink.A, -side), (on_b, Ink.B, side)):
        projections.projection(canvas, base, n, each, ink, lane=lane * projections.LANE)
    low, high = max(on_a.low, on_b.low), min(on_a.high, on_b.high)
    measures.measure(canvas, base + low * n, base + high * n, Ink.FAULTY, off=side * NEAR)
    words, at = (
        f"shared part **{fixed(high - low)}**",
        base + 0.5 * (low + high) * n + (NEAR + 8.0) * canvas.pixel * out,
    )
    canvas.label(words, at, Ink.FAULTY, toward=out, style=TextStyle.BOLD)


def taken_way(moment: Moment[Any], ways: WaysOut) -> tuple[Vector, Vector]:
    """From where and to where B's deepest point moves, past the nearer end of A."""
    n = ways.found.best.normal
    near = support(moment.scene.shapes[1], -n).point
    return near, near + ways.onward * n
