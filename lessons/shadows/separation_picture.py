"""Two shapes and an axis turned by hand, the curve of their separation over its direction, and how both are drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from geometry import Convex, Interval, Vector
from geometry.faulty import sat as faulty
from geometry.sat.separating_axis import separation_along
from geometry.sat.separation_curve import (
    AtEdge,
    BestAxis,
    ByHand,
    EveryDirection,
    angle_of,
    by_hand,
)
from geometry.sat.support import support
from geometry.vector import length
from viz.lesson import charts, marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Follow, Moment
from viz.lesson.scene import Arrow, TwoShapes, handle
from viz.lesson.text import fixed

TURNS = np.linspace(0.0, math.pi, 361)  # an axis and its opposite are one: half a turn shows all of them
CLEAR = 0.3  # world length between the shapes and the axis
STICKS_OUT = 0.45  # world length that the axis goes on beyond both projections


@dataclass(frozen=True, eq=False)
class ShapesAndAxis(TwoShapes):
    """Two shapes, and an axis that keeps clear of them: only its direction is free."""

    axis: Arrow = handle(Ink.EXAMINED, "axis")

    def __post_init__(self) -> None:
        if length(self.axis.vector) == 0.0:
            raise ValueError("an axis needs a direction: its tip and its tail lie on one point")
        object.__setattr__(self, "axis", laid(self.a.world, self.b.world, angle_of(self.axis.vector)))

    def turned_to(self, angle: float) -> ShapesAndAxis:
        """With the axis at an angle in radians."""
        way = np.array((math.cos(angle), math.sin(angle)))
        return self.with_field("axis", Arrow(self.axis.start, self.axis.start + way))


def laid(a: Convex, b: Convex, angle: float) -> Arrow:
    """The axis at an angle in [0, pi), below or right of both shapes, a little longer than both projections."""
    along = np.array((math.cos(angle), math.sin(angle)))
    aside = np.array((along[1], -along[0]))
    off = max(support(shape, aside).value for shape in (a, b)) + CLEAR
    low = min(-support(shape, -along).value for shape in (a, b)) - STICKS_OUT
    high = max(support(shape, along).value for shape in (a, b)) + STICKS_OUT
    return Arrow(off * aside + low * along, off * aside + high * along)


class CurvePicture:
    """The world with the axis of a step, and the curve over all directions."""

    def draw(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        """The world: both shapes, the axis of this step with both projections, and what lies between them."""
        scene = moment.scene
        a, b = scene.a.world, scene.b.world
        marks.shape(canvas, a, Ink.A, "A")
        marks.shape(canvas, b, Ink.B, "B")
        angle = moment.step.angle
        by_own_hand = isinstance(moment.step, ByHand | EveryDirection)
        axis = scene.axis if by_own_hand else laid(a, b, angle)
        n = axis.vector / length(axis.vector)
        found = by_hand(a, b, n)
        aside = np.array((n[1], -n[0]))
        base = float(axis.start @ aside) * aside
        between = projections.facing_ends(found.projection_a, found.projection_b)
        ink = separation_ink(found.separation)
        highest = max(support(shape, -aside).value for shape in (a, b)) + 0.15
        projections.slab(canvas, n, between, ink, along=_along(float(-axis.start @ aside), highest))
        canvas.stroke((axis.start, axis.end), Ink.EXAMINED, line=Line.THIN)
        for shape, span, shape_ink, lane in (
            (a, found.projection_a, Ink.A, 1.0),
            (b, found.projection_b, Ink.B, -1.0),
        ):
            ends = [support(shape, -n).point, support(shape, n).point]
            borders = (between.low, between.high)
            shown = [None if end in borders else at for end, at in zip((span.low, span.high), ends, strict=True)]
            projections.projection(canvas, base, n, span, shape_ink, lane=lane * projections.LANE, supports=shown)
            for point in ends:
                canvas.dot(point, shape_ink)
        words = f"{'gap' if found.separation > 0.0 else 'overlap'} {fixed(abs(found.separation))}"
        marks.pill(canvas, base + (between.low + between.high) / 2.0 * n, words, ink, toward=aside)
        self.draw_direction(canvas, moment, axis, angle_of(n), by_own_hand=by_own_hand)

    def draw_direction(
        self, canvas: Canvas, moment: Moment[ShapesAndAxis], axis: Arrow, angle: float, *, by_own_hand: bool
    ) -> None:
        """The axis' angle at its tail, its knob where the hand may take it, or the edge whose normal it is."""
        canvas.stroke((axis.start, axis.start + (40.0 * canvas.pixel, 0.0)), Ink.CONSTRUCTION, line=Line.DASHED)
        measures.angle_arc(canvas, axis.start, 0.0, angle, Ink.EXAMINED, r"$\examined{\theta}$")
        if not by_own_hand:
            hand = moment.scene.axis
            canvas.stroke((hand.start, hand.end), Ink.GHOST, line=Line.DASHED)
        if by_own_hand:
            canvas.label("turn me", axis.end, Ink.EXAMINED, toward=(0.0, 1.0))
            return
        edge = moment.step.edge
        if edge is None:
            return
        shape: Convex = getattr(moment.scene, edge.owner.lower()).world
        loud = not isinstance(moment.step, AtEdge) or moment.step.faces
        marks.highlight_edge(
            canvas,
            shape.edges[edge.index],
            name=str(edge) if loud else f"{edge} faces away",
            feature=edge,
            outward=shape.normals[edge.index],
            line=Line.FEATURE if loud else Line.OUTLINE,
            glow=loud,
        )

    def draw_curve(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        """s over the angle: hidden while it is turned by hand, then green above zero and red below."""
        a, b, step = moment.scene.a.world, moment.scene.b.world, moment.step
        axes = axes_of(moment)
        charts.chart_axes(canvas, axes, x_ticks=(0.0, 45.0, 90.0, 135.0, 180.0), x_text=_degree_text())
        if isinstance(step, ByHand):
            here = (math.degrees(step.angle), step.separation)
            charts.drop_line(canvas, here, 0.0)
            self.draw_here(canvas, here, step.separation)
            return
        values = separation_along(a, b, TURNS)
        charts.curve(canvas, np.degrees(TURNS), values)
        here = (math.degrees(step.angle), separation_at(a, b, step.angle))
        if isinstance(step, EveryDirection):
            hand = angle_of(moment.scene.axis.vector)
            here = (math.degrees(hand), separation_at(a, b, hand))
        self.draw_icons(canvas, axes, moment)
        top, bottom = axes.y[1], axes.y[0]
        canvas.stroke(((here[0], bottom), (here[0], top)), Ink.EXAMINED, line=Line.THIN)
        if isinstance(step, BestAxis):
            marks.answer(canvas, here, f"{fixed(step.separation)} at {degrees(step.angle)}", toward=(1.0, 0.5))
        else:
            self.draw_here(canvas, here, here[1])
        if isinstance(moment.faulty, faulty.FaultyAxis):
            draw_faulty(canvas, moment, moment.faulty)

    def draw_here(self, canvas: Canvas, here: tuple[float, float], s: float) -> None:
        canvas.dot(here, Ink.EXAMINED, Point.FILLED)
        canvas.label(f"$s$ = {fixed(s)}", here, separation_ink(s), toward=(1.0, -0.4), style=TextStyle.BOLD)

    def draw_icons(self, canvas: Canvas, axes: Axes, moment: Moment[ShapesAndAxis]) -> None:
        """Edges that face the other shape over their kinks; those that face away small and grey at the scale."""
        seen = [step for step in moment.seen if isinstance(step, AtEdge)]
        icons = []
        for step in seen:
            shape: Convex = getattr(moment.scene, step.edge.owner.lower()).world
            start, end = shape.edges[step.edge.index]
            name = f"{step.edge.owner}{step.edge.index}"
            x, ink = math.degrees(step.angle), Ink.A if step.edge.owner == "A" else Ink.B
            tilt = math.atan2(end[1] - start[1], end[0] - start[0])
            if step.faces:
                icons.append(charts.EdgeIcon(x, step.separation, tilt, name, ink, step is moment.step))
            else:
                y = axes.y[0] + 12.0 * canvas.pixel_y
                canvas.label(name, (x, y), Ink.QUIET, style=TextStyle.CAPTION)
            canvas.feature(((x, axes.y[0]), (x, step.separation)), step.edge, ink)
        charts.edge_icons(canvas, axes, icons)


def axes_of(moment: Moment[ShapesAndAxis]) -> Axes:
    """The curve's ranges: half a turn, and all values with zero."""
    values = separation_along(moment.scene.a.world, moment.scene.b.world, TURNS)
    low, high = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
    pad = 0.08 * max(high - low, 1e-9)
    return Axes((0.0, 180.0), (low - pad, high + pad), r"direction $\examined{\theta}$ of the axis", "")


def separation_at(a: Convex, b: Convex, angle: float) -> float:
    """s at an angle, from the dot products of all vertices."""
    n = np.array((math.cos(angle), math.sin(angle)))
    on_a, on_b = a.points @ n, b.points @ n
    return max(float(on_b.min() - on_a.max()), float(on_a.min() - on_b.max())) - a.radius - b.radius


def greatest_separation(a: Convex, b: Convex) -> float:
    """The top of the curve: the best of many directions, made better by ever smaller steps."""
    angles = np.linspace(0.0, math.pi, 3601)
    for _ in range(4):
        best = float(angles[int(separation_along(a, b, angles).argmax())])
        wide = float(angles[1] - angles[0])
        angles = np.linspace(best - wide, best + wide, 201)
    return float(separation_along(a, b, angles).max())


def tops(a: Convex, b: Convex) -> list[float]:
    """The local maxima of the curve that lie at edge normals, the highest first."""
    found = {}
    for n in (*a.normals, *b.normals):
        angle = angle_of(n)
        here = separation_at(a, b, angle)
        if all(separation_at(a, b, angle + turn) <= here for turn in (-0.01, 0.01)):
            found[round(angle, 6)] = here
    return sorted(found.values(), reverse=True)


def take_angle(moment: Moment[ShapesAndAxis], place: Vector) -> Follow | None:
    """A press on the curve turns the axis to that angle, and goes on turning it."""

    def follow(scene: Any, start: Vector, now: Vector) -> ShapesAndAxis:
        turned: ShapesAndAxis = scene.turned_to(math.radians(min(max(float(now[0]), 0.0), 179.9)))
        return turned

    return follow if -5.0 <= float(place[0]) <= 185.0 else None


def degrees(angle: float) -> str:
    return f"{math.degrees(angle):.0f}°"


def _degree_text() -> tuple[str, ...]:
    return tuple(f"{tick}°" for tick in (0, 45, 90, 135, 180))


def unit(scene: ShapesAndAxis) -> Vector:
    found: Vector = scene.axis.vector / length(scene.axis.vector)
    return found


def _along(low: float, high: float) -> Interval:
    return Interval(min(low, high), max(low, high))


def costs(moment: Moment[ShapesAndAxis]) -> bool:
    """Whether the faulty search calls a pair in contact that is apart, or finds too great a depth."""
    best: BestAxis = moment.trace.result
    found = moment.faulty
    if not isinstance(found, faulty.FaultyAxis):
        return False
    return found.separation <= 0.0 < best.separation or found.separation < min(best.separation, 0.0) - 1e-9


def draw_faulty(canvas: Canvas, moment: Moment[ShapesAndAxis], found: faulty.FaultyAxis) -> None:
    """In the chart: the place that a faulty search takes for the top, and how much it misses."""
    best: BestAxis = moment.trace.result
    x = math.degrees(angle_of(found.axis.direction))
    canvas.stroke(((x, found.separation), (x, best.separation)), Ink.FAULTY, line=Line.DOTTED)
    canvas.dot((x, found.separation), Ink.FAULTY, Point.CROSS)
    error = best.separation - found.separation
    words = f"{moment.compare}: error {fixed(error)}" if costs(moment) else f"{moment.compare}: no error here"
    canvas.label(words, (x, found.separation), Ink.FAULTY, toward=(0.4, -1.0))
