"""Outlines of sums and differences: whose edge is which, laid end to end, with the layer that the radii add."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, Sum, Trace, Vector, hull, overlaps, point
from geometry.minkowski.sum import EdgeLaid, SumEdge
from geometry.outline import on_one_line
from geometry.vector import Points, length, right_of, unit
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Follow
from viz.lesson.text import tint

DASH, GAP = 9.0, 5.0  # pixels: of B's edges
MOST_DASHES = 200  # of an edge; near enough to count them all one sees none whole


class Part(NamedTuple):
    """An edge of a sum or difference, or of a merged one the part that one of the shapes gave."""

    ink: Ink
    number: int  # of the edge of that shape
    start: Vector
    end: Vector

    @property
    def name(self) -> str:
        return f"{self.ink.name}{self.number}"


def parts(edge: SumEdge, a: Points) -> Iterator[Part]:
    """Of a merged edge A's part first, as long as A's edge, whose vertices are given: the two are laid end to end."""
    middle = edge.end if edge.of_a is not None else edge.start
    if edge.of_a is not None:
        if edge.of_b is not None:
            middle = edge.start + a[(edge.of_a + 1) % len(a)] - a[edge.of_a]
        yield Part(Ink.A, edge.of_a, edge.start, middle)
    if edge.of_b is not None:
        yield Part(Ink.B, edge.of_b, middle, edge.end)


def draw_edges(
    canvas: Canvas, edges: Sequence[SumEdge], a: Points, radius: float = 0.0, *, bold: bool = False
) -> None:
    """Edges in the inks of their shapes, B's dashed, moved out by the radius; bold: B's as loud as A's. The dashes of
    all edges are one mark: that is painted in the time that those of one edge would take."""
    dashes = []
    for edge in edges:
        out = radius * outward(edge)
        for part in parts(edge, a):
            ends = part.start + out, part.end + out
            if part.ink is Ink.A:
                canvas.stroke(ends, part.ink, line=Line.OUTLINE)
                continue
            canvas.stroke(ends, part.ink, line=Line.DASHED, opacity=0.5 if bold else 1.0)
            if bold:
                dashes.append(dashes_of(canvas, *ends))
            else:  # dashes alone are thin
                canvas.stroke(ends, part.ink, line=Line.OUTLINE, opacity=0.3)
    if dashes:
        canvas.crowd(Ink.B, segments=np.vstack(dashes), line=Line.OUTLINE)


def dashes_of(canvas: Canvas, start: Vector, end: Vector, gap: float = GAP) -> NDArray[np.float64]:
    """The broad dashes of an edge, whole ones at both ends and about `gap` pixels between two: a row each, its ends'
    coordinates."""
    along = end - start
    count = min(max(round((length(along) / canvas.pixel + gap) / (DASH + gap)), 1), MOST_DASHES)
    whole = count * DASH + (count - 1) * gap
    firsts = np.arange(count)[:, None] * (DASH + gap) / whole
    return np.hstack((start + firsts * along, start + (firsts + DASH / whole) * along))


def laid_before(trace: Trace[Any, Any], step: EdgeLaid) -> int:
    """How many edges of a sum the step before has laid."""
    earlier = [len(each.laid) for each in trace if isinstance(each, EdgeLaid)]
    return max((n for n in earlier if n < len(step.laid)), default=0)


def draw_laid(
    canvas: Canvas, laid: Sequence[SumEdge], before: int, a: Points, home: Callable[[Part], Vector], time: float
) -> None:
    """Edges laid end to end; those that come after the first `before` fly, one after another as time goes from 0 to
    1, each from where it starts at home to its place."""
    draw_edges(canvas, laid[:before], a, bold=True)
    flying = [part for edge in laid[before:] for part in parts(edge, a)]
    for i, part in enumerate(flying):
        t = min(max(time * len(flying) - i, 0.0), 1.0)
        shift = (1.0 - t) * (home(part) - part.start)
        ends = part.start + shift, part.end + shift
        if len(flying) <= 2:
            canvas.glow(ends, Ink.EXAMINED)
        canvas.arrow(*ends, part.ink, line=Line.FEATURE if len(flying) <= 2 else Line.MEASURE)
    for edge in laid if time == 1.0 else laid[:before]:
        for part in parts(edge, a):
            middle = (part.start + part.end) / 2.0
            canvas.label(part.name, middle, part.ink, toward=outward(edge), style=TextStyle.BOLD)


def draw_arcs(canvas: Canvas, figure: Sum, ink: Ink, radius: float) -> None:
    """The arcs between the edges, around the vertices."""
    if radius <= 0.0 or not figure.edges:
        marks.circle(canvas, figure.points[0], radius, ink, Line.OUTLINE)
        return
    for i, edge in enumerate(figure.edges):
        first, turn = turning(figure, i)
        points = marks.circle_points(canvas, edge.start, radius, first, turn)
        canvas.stroke(points, ink, line=Line.OUTLINE)


def turning(figure: Sum, i: int) -> tuple[float, float]:
    """The direction of the outward normal before the start of an edge, and by how much it turns there."""
    before, after = (np.arctan2(*outward(figure.edges[k])[::-1]) for k in (i - 1, i))
    return float(before), float((after - before) % (2.0 * np.pi))


def outward(edge: SumEdge) -> Vector:
    return right_of(unit(edge.end - edge.start))


def solid(figure: Sum) -> Convex:
    """A sum or difference as a shape; one without area as a segment or a point."""
    points = figure.points
    if len(points) > 2 and not on_one_line(points):
        return hull(points, figure.radius)
    along = points @ (points[len(points) // 2] - points[0])
    ends = points[[int(along.argmin()), int(along.argmax())]]
    return Convex(ends if len(points) > 1 else points, figure.radius)


def take_difference(moment: Any, at: Vector) -> Follow | None:
    """Hold the difference where it is pressed: B moves so that the difference follows the pointer."""
    return _follow if overlaps(solid(moment.scene.figure), point(at)) else None


def _follow(scene: Any, start: Vector, now: Vector) -> Any:
    return scene.with_field("b", scene.b.moved(start - now))


def direction(part: Any) -> float:
    """Of an edge: degrees from 0 to 360."""
    x, y = (part.end - part.start).tolist()
    degrees = float(np.degrees(np.arctan2(y, x)) % 360.0)
    return degrees if degrees < 360.0 - 1e-6 else 0.0


def ascend(thetas: Sequence[float]) -> bool:
    """Whether directions are in order; one of 0 may come last, as 360 degrees."""
    last = thetas[-1] if thetas[-1] > 0.0 or len(thetas) == 1 else 360.0
    return all(p <= q + 1e-6 for p, q in itertools.pairwise((*thetas[:-1], last)))


def size(part: Any) -> float:
    return length(part.end - part.start)


def named(part: Part, noun: str = "edge") -> str:
    """ "edge 1 of A", in A's ink."""
    return tint(f"{noun} {part.number} of {part.ink.name}", part.ink)
