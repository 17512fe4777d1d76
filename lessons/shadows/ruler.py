"""A number line beside a shape, its zero the foot of the world's origin; and the shape with the names of its
vertices, of a round one with its core."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import Convex, Interval, Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.support import ends_along
from geometry.vector import right_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.mark import Pair
from viz.lesson.screen import pitch, point_at
from viz.lesson.text import equation

CLEAR = 0.3  # world length between a shape and its ruler
STICKS_OUT = 0.25  # world length that a ruler goes on beyond what it measures
TICK = 6.0  # pixels to each side


@dataclass(frozen=True, eq=False)
class Ruler:
    """Beside a shape, on its right looking along the direction: its own place t there is `at(t)`."""

    shape: Convex
    along: Vector  # unit
    clear: float = CLEAR

    @cached_property
    def span(self) -> Interval:
        """What is measured, with the zero."""
        low, high = ends_along(self.shape, *self.along.tolist())
        return Interval(min(low, 0.0), max(high, 0.0))

    @cached_property
    def zero(self) -> Pair:
        """The foot of the origin."""
        aside = right_of(self.along)
        off = max(ends_along(self.shape, *aside.tolist())[1], 0.0) + self.clear
        return point_at((0.0, 0.0), aside, off)

    @cached_property
    def path(self) -> tuple[Pair, Pair]:
        """Its whole line."""
        return self.at(self.span.low - STICKS_OUT), self.at(self.span.high + STICKS_OUT)

    def at(self, t: float, aside: float = 0.0) -> Pair:
        """The place t on it, or so much farther from the shape."""
        x, y = self.along.tolist()
        return point_at(point_at(self.zero, (x, y), t), (y, -x), aside)

    def place(self, point: Pair) -> float:
        """Where a point's foot lies on it."""
        return float(self.along @ point)


def draw_ruler(canvas: Canvas, ruler: Ruler, name: str, lanes: float = TICK, *, origin_side: float = -1.0) -> None:
    """The line with a tick at every whole number (a long one at every second, fifth, tenth, …), and the way from the
    origin to its zero, which goes on so many pixels beside what is measured. `origin_side`: whether the origin's name
    stands behind it along the direction (-1) or ahead of it."""
    tick, (low, high) = TICK * canvas.pixel, ruler.path
    toward = -right_of(ruler.along)
    canvas.stroke((low, high), Ink.CONSTRUCTION, line=Line.THIN)
    if name:
        canvas.label(name, low, Ink.QUIET, toward=-ruler.along, style=TextStyle.CAPTION)
    first, last = ruler.span.low - STICKS_OUT, ruler.span.high + STICKS_OUT
    step = pitch(last - first)
    for t in range(math.ceil(first / step) * step, math.floor(last) + 1, step):
        end = ruler.at(t, -tick)
        far = lanes * canvas.pixel if t == 0 else tick
        canvas.stroke((end, ruler.at(t, far)), Ink.TEXT if t == 0 else Ink.CONSTRUCTION, line=Line.THIN)
        # The zero's number stands aside, as the line from the origin comes in there.
        side = toward - 0.9 * ruler.along if t == 0 else toward
        style = TextStyle.BOLD if t == 0 else TextStyle.CAPTION
        canvas.label(f"{t}".replace("-", "−"), end, Ink.TEXT if t == 0 else Ink.QUIET, toward=side, style=style)
    canvas.stroke(((0.0, 0.0), ruler.at(0.0, -tick)), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.dot((0.0, 0.0), Ink.TEXT, Point.SMALL)
    canvas.label("origin", (0.0, 0.0), Ink.QUIET, toward=origin_side * ruler.along, style=TextStyle.CAPTION)


def draw_shape(
    canvas: Canvas,
    shape: Convex,
    notes: Mapping[int, str] | None = None,
    bright: Sequence[int] = (),
    *,
    has_edges: bool = False,
) -> None:
    """A with its vertices by name, and what is noted at them; of a round shape the core's, the core
    dashed. The edges too, if wanted."""
    core, middle = shape.points, shape.centroid
    is_thin = len(core) < 3
    letter = middle - 0.55 * shape.radius * np.array((0.0, 1.0)) if is_thin else middle
    marks.shape(canvas, shape, Ink.A, "A", numbered=False, letter_at=letter, letter_stays=is_thin)
    if shape.radius > 0.0 and len(core) > 1:
        canvas.stroke(core, Ink.A, closed=not is_thin, line=Line.DASHED)
    for i, vertex in enumerate(core):
        feature = FeatureRef("A", FeatureKind.VERTEX, i)
        name = vertex_name(i)
        words = f"{name} {notes[i]}" if notes and i in notes else name
        away = vertex - middle if len(core) > 1 else np.array((-0.6, 1.0))
        style = TextStyle.BOLD if i in bright else TextStyle.LABEL
        canvas.dot(vertex, Ink.A)
        canvas.feature((vertex,), feature, Ink.A)
        canvas.label(words, vertex, Ink.A, toward=away, style=style, feature=feature)

    for i, ((p, q), n) in enumerate(zip(shape.edges, shape.normals, strict=True) if has_edges else ()):
        canvas.label(edge_name(i), (p + q) / 2.0, Ink.A, toward=n)


def vertex_name(index: int) -> str:
    """As a formula in A's ink."""
    return rf"$\A{{\boldsymbol{{a}}_{index}}}$"


def edge_name(index: int) -> str:
    """As a formula in A's ink."""
    return rf"$\A{{e_{index}}}$"


def product(x: float, y: float, d: Vector) -> str:
    """The sum of products of (x, y) and a direction with its numbers; negative ones in brackets."""
    values = (x, float(d[0]), y, float(d[1]))
    x_, u, y_, v = (
        f"({{{name}}})" if value < 0.0 else f"{{{name}}}" for name, value in zip("xuyv", values, strict=True)
    )
    template = f"{x_} · {u} + {y_} · {v} = **{{result}}**"
    return equation(template, lambda x, u, y, v: x * u + y * v, x=x, u=values[1], y=y, v=values[3])
