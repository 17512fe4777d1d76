"""How two shapes, an axis turned by hand, and the curve of their separation over its direction are drawn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Interval, Vector
from geometry.faulty.sat import FaultyAxis
from geometry.feature import FeatureRef
from geometry.sat.separation_curve import AtEdge, BestAxis, BetweenKinks, ByHand, EveryDirection, angle_of, by_hand
from geometry.sat.support import support
from geometry.vector import length
from lessons.shadows.scene import ShapesAndAxis, apart, degrees
from viz.lesson import charts, marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Follow, Moment
from viz.lesson.mark import Pair
from viz.lesson.screen import point_at, xy
from viz.lesson.text import fixed

TROUGH_ROOM = math.radians(8.0)  # nearer to the place of the axis the trough has no words: they would hide that place
ZERO_ROOM = 50.0  # pixels along the axis from its origin to a pill on the same side
GLIMPSE = math.radians(20.01)  # so far on both sides of the axis that is turned by hand the curve is shown
SAME = math.radians(0.5)  # axes that differ by less are one in what is shown
HAND = ByHand | EveryDirection | BetweenKinks  # steps that look along the axis that the learner turns
INKS = {"A": Ink.A, "B": Ink.B}


class CurvePicture:
    """The world with the axis of a step, and the curve over all directions."""

    def draw(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        """The world: both shapes, the axis of this step with both projections, and what lies between them."""
        scene, step = moment.scene, moment.step
        marks.shape(canvas, scene.a.world, Ink.A, "A")
        marks.shape(canvas, scene.b.world, Ink.B, "B")
        by_own_hand = isinstance(step, HAND)
        angle = scene.angle if by_own_hand else step.angle
        axis = scene.laid(angle)
        found = moment.faulty if isinstance(step, BestAxis) else None
        if isinstance(found, FaultyAxis) and not is_looked_along(found, angle):
            draw_mistake(canvas, scene, found)
        draw_projections(canvas, scene, angle, step)
        canvas.arrow(axis.start, axis.end, Ink.EXAMINED, line=Line.THIN)
        canvas.stroke((axis.start, axis.start + (44.0 * canvas.pixel, 0.0)), Ink.CONSTRUCTION, line=Line.DASHED)
        measures.angle_arc(canvas, axis.start, 0.0, angle, Ink.EXAMINED, radius=28.0)
        below = axis.start + (22.0 * canvas.pixel, 0.0)
        canvas.label(rf"$\theta$ = {degrees(angle)}", below, Ink.EXAMINED, toward=(0.1, -1.0))
        if by_own_hand:
            canvas.label("turn me", axis.end, Ink.EXAMINED, toward=(-math.sin(angle), math.cos(angle)))
        else:
            toward = (-math.cos(scene.angle), -math.sin(scene.angle))
            foot = point_at(scene.axis.end, toward, 40.0 * canvas.pixel)
            canvas.stroke((foot, xy(scene.axis.end)), Ink.GHOST, line=Line.DASHED, opacity=0.6)
            canvas.label("by hand", scene.axis.end, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION)
        if isinstance(step, BetweenKinks):
            draw_difference(canvas, scene, step)
        elif not by_own_hand and step.edge is not None:
            self.draw_edge(canvas, moment, step.edge)

    def draw_edge(self, canvas: Canvas, moment: Moment[ShapesAndAxis], edge: FeatureRef) -> None:
        """The edge that the axis is perpendicular to, with its outward normal; both ends ringed where it faces."""
        shape, other = moment.scene.shape_of(edge), (moment.scene.b if edge.owner == "A" else moment.scene.a).world
        ends, n = shape.edges[edge.index], shape.normals[edge.index]
        loud = isinstance(moment.step, BestAxis) or moment.step.faces
        line = Line.FEATURE if loud else Line.OUTLINE
        marks.highlight_edge(canvas, ends, feature=edge, line=line, glow=loud)
        # Its name stands near the end that lies further from the axis.
        aside = (math.sin(moment.step.angle), -math.cos(moment.step.angle))
        far, close = sorted(ends, key=lambda end: float(end @ aside))
        at = 0.82 * far + 0.18 * close
        outward = 0.6
        if moment.step.separation > 0.0:  # the slab lies outside: the name stands beyond the end, on the other side
            at, outward = far, -0.6
        toward = outward * n + (far - close) / length(far - close)
        canvas.label(str(edge), at, Ink.EXAMINED, toward=toward, style=TextStyle.BOLD, feature=edge, leader=True)
        for end in ends if loud else ():
            canvas.dot(end, INKS[edge.owner])
        foot = clear_foot(ends, n * (measures.UNIT_ARROW + 16.0) * canvas.pixel, other)
        measures.unit_arrow(canvas, foot, n, r"\hat{n}")
        measures.right_angle(canvas, foot, ends[1] - ends[0], n)

    def draw_curve(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        """s over the angle: hidden while it is turned by hand, then green above zero and red below."""
        scene, step = moment.scene, moment.step
        axes = axes_of(moment)
        ticks = (0.0, 45.0, 90.0, 135.0, 180.0)
        charts.chart_axes(canvas, axes, x_ticks=ticks, x_text=tuple(f"{tick:.0f}°" for tick in ticks))
        angle = scene.angle if isinstance(step, HAND) else step.angle
        here = (math.degrees(angle), scene.separation_at(angle))
        if isinstance(step, ByHand):
            charts.drop_line(canvas, here, 0.0)
            draw_near(canvas, scene)
            free = (90.0, free_row(canvas, axes))
            canvas.label("turn the axis: the point moves", free, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
            self.draw_here(canvas, here, scene.ink_of(here[1]), math.degrees(GLIMPSE))
            return
        angles, values = scene.curve
        charts.curve(canvas, np.degrees(angles), values)
        if isinstance(step, BetweenKinks | BestAxis) and apart(scene.trough[0], angle) > TROUGH_ROOM:
            draw_trough(canvas, scene, free_row(canvas, axes))
        if isinstance(step, EveryDirection | BestAxis):
            draw_green(canvas, moment)
        if isinstance(step, BetweenKinks):
            draw_cosine(canvas, scene, step, axes)
        self.draw_icons(canvas, axes, moment)
        tick = 7.0 * canvas.pixel_y
        for low, high in ((min(here[1], 0.0), axes.y[1]), (axes.y[0] - tick, axes.y[0] + tick)):
            canvas.stroke(((here[0], low), (here[0], high)), Ink.EXAMINED, line=Line.THIN)
        if isinstance(step, BestAxis):
            toward = (-1.0 if here[0] > 95.0 else 1.0, 0.5)
            marks.answer(canvas, here, f"{fixed(step.separation)} at {degrees(step.angle)}", toward=toward)
        elif not (isinstance(moment.faulty, FaultyAxis) and is_looked_along(moment.faulty, angle)):
            self.draw_here(canvas, here, scene.ink_of(here[1]))
        if isinstance(moment.faulty, FaultyAxis):
            draw_error(canvas, moment, moment.faulty)

    def draw_here(self, canvas: Canvas, here: Pair, ink: Ink, aside: float = 0.0) -> None:
        """The place of this step's axis on the curve; its number stands where the plot has room, so many degrees
        aside."""
        canvas.dot(here, Ink.EXAMINED, Point.FILLED)
        toward = (-1.0 if here[0] > 110.0 else 1.0, 0.6 if here[0] < 30.0 else -0.3)
        place = (here[0] + toward[0] * aside, here[1])
        canvas.label(f"$s$ = {fixed(here[1])}", place, ink, toward=toward, style=TextStyle.BOLD)

    def draw_icons(self, canvas: Canvas, axes: Axes, moment: Moment[ShapesAndAxis]) -> None:
        """Edges that face the other shape over their kinks; a grey point on the curve for those that face away."""
        icons = []
        for step in moment.seen:
            if not isinstance(step, AtEdge):
                continue
            (x1, y1), (x2, y2) = moment.scene.shape_of(step.edge).edges[step.edge.index].tolist()
            x, ink = math.degrees(step.angle), INKS[step.edge.owner]
            if step.faces:
                name, tilt = f"{step.edge.owner}{step.edge.index}", math.atan2(y2 - y1, x2 - x1)
                in_use = step.edge == getattr(moment.step, "edge", None)
                icons.append(charts.EdgeIcon(x, step.separation, tilt, name, ink, in_use))
            else:
                canvas.dot((x, step.separation), Ink.QUIET, Point.SMALL)
            canvas.feature(((x, axes.y[0]), (x, step.separation)), step.edge, ink)
        charts.edge_icons(canvas, axes, icons, above=19.0)


def clear_foot(ends: np.ndarray, arrow: np.ndarray, other: Convex) -> np.ndarray:
    """Where on an edge an arrow stands: in its middle, or where its tip is clear of the other shape."""

    def outside(foot: np.ndarray) -> float:
        tip = foot + arrow
        if len(other.points) > 2:
            return float(((tip - other.points) * other.normals).sum(axis=1).max())
        return min(math.dist(tip, point) for point in other.points) - other.radius

    room = 0.2 * length(arrow)
    feet = [(1.0 - t) * ends[0] + t * ends[1] for t in (0.5, 0.25, 0.75, 0.12, 0.88)]
    return next((foot for foot in feet if outside(foot) > room), max(feet, key=outside))


def draw_projections(canvas: Canvas, scene: ShapesAndAxis, angle: float, step: Any) -> None:
    """Both projections beside the axis at an angle, and the slab between the two ends that decide; with the names
    that the ends have in the formula."""
    n, off, _ = scene.beside(angle)
    aside = (n[1], -n[0])
    base = (off * aside[0], off * aside[1])
    a, b = scene.a.world, scene.b.world
    found = by_hand(a, b, np.array(n))
    between = projections.facing_ends(found.projection_a, found.projection_b)
    ink = scene.ink_of(found.separation)
    highest = max(support(shape, (-aside[0], -aside[1])).value for shape in (a, b)) + 0.15
    projections.slab(canvas, n, between, ink, along=Interval(-off, highest))
    # The bar of the shape nearer the axis lies on the side of the shapes: the other one stands back from its end.
    inner = 1.0 if support(a, aside).value >= support(b, aside).value else -1.0
    for shape, span, owner, lane in ((a, found.projection_a, "A", inner), (b, found.projection_b, "B", -inner)):
        projections.projection(canvas, base, n, span, INKS[owner], lane=lane * projections.LANE)
        for value, sign, word in ((span.low, -1.0, "min"), (span.high, 1.0, "max")):
            vertex = support(shape, (sign * n[0], sign * n[1])).point
            end = point_at(base, n, value)
            decides = value in (between.low, between.high)
            if decides:
                canvas.dot(vertex, INKS[owner])
            else:
                canvas.stroke((xy(vertex), end), INKS[owner], line=Line.DASHED)
            if isinstance(step, ByHand) or (decides and not isinstance(step, BetweenKinks)):
                # Beyond the end of the bar, on the side without shapes; beside the bar where a gap begins.
                sign *= -0.4 if decides and found.separation >= -scene.near else 1.0
                toward = (sign * n[0] + 0.5 * aside[0], sign * n[1] + 0.5 * aside[1])
                name = rf"\{word}_{owner}"
                canvas.label(f"${name}$ = {fixed(value)}", end, INKS[owner], toward=toward)
    if isinstance(step, ByHand):
        draw_zero(canvas, base, n, (between.low + between.high) / 2.0)
    middle = point_at(base, n, (between.low + between.high) / 2.0)
    measures.measure(canvas, point_at(base, n, between.low), point_at(base, n, between.high), ink)
    marks.pill(canvas, middle, scene.measured(angle), ink, toward=aside)


def free_row(canvas: Canvas, axes: Axes) -> float:
    """Where words stand at the foot of the chart, clear of its lines."""
    lines = charts.round_ticks(*axes.y)
    rows = [axes.y[0] + off * canvas.pixel_y for off in (17.0, 27.0)]
    return max(rows, key=lambda row: min(min(abs(row - line) for line in lines), 10.0 * canvas.pixel_y))


def draw_trough(canvas: Canvas, scene: ShapesAndAxis, row: float) -> None:
    """What happens at the lowest place of the curve, told below it."""
    words = f"both terms equal{': never a maximum' if scene.has_trough else ''}"
    x, low = math.degrees(scene.trough[0]), scene.trough[1]
    half = 3.1 * len(words) * canvas.pixel
    middle = min(max(x, half), 180.0 - half)
    canvas.stroke(((x, low), (x, row + 9.0 * canvas.pixel_y)), Ink.QUIET, line=Line.THIN)
    canvas.label(words, (middle, row), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def draw_near(canvas: Canvas, scene: ShapesAndAxis) -> None:
    """The piece of the curve about the learner's axis: which way to turn for a greater s."""
    angles, values = scene.curve
    near = np.abs(angles - scene.angle) <= GLIMPSE
    if near.sum() > 1:
        charts.curve(canvas, np.degrees(angles[near]), values[near])


def draw_zero(canvas: Canvas, base: Pair, n: Pair, pill: float) -> None:
    """Where an axis counts from: the foot of the world's origin; its name on the side of the shapes only where the
    pill is near on the other."""
    tick = 2.0 * projections.LANE * canvas.pixel
    aside = (n[1], -n[0])
    canvas.stroke([point_at(base, aside, end) for end in (-tick, tick)], Ink.TEXT, line=Line.THIN)
    side = 1.0 if abs(pill) > ZERO_ROOM * canvas.pixel else -1.0
    toward = (side * aside[0], side * aside[1])
    canvas.label("origin", point_at(base, toward, tick), Ink.QUIET, toward=toward, style=TextStyle.CAPTION)


def draw_difference(canvas: Canvas, scene: ShapesAndAxis, step: BetweenKinks) -> None:
    """The two vertices that decide, the difference between them, and its angle with the axis."""
    a, b = scene.a.world.points[step.vertex_a], scene.b.world.points[step.vertex_b]
    start, end = (a, b) if float((b - a) @ step.difference) >= 0.0 else (b, a)
    for at, ink in ((a, Ink.A), (b, Ink.B)):
        canvas.dot(at, ink)
    if length(step.difference) > 24.0 * canvas.pixel:
        tilt = math.atan2(step.difference[1], step.difference[0])
        measures.vector_arrow(canvas, start, end - start, Ink.ANSWER, r"\mathbf{d}")
        way = np.array((math.cos(step.angle), math.sin(step.angle)))
        canvas.stroke((start, start + 60.0 * canvas.pixel * way), Ink.CONSTRUCTION, line=Line.DASHED)
        turn = math.remainder(tilt - step.angle, math.tau)
        measures.angle_arc(canvas, start, step.angle, step.angle + turn, Ink.TEXT, r"$\alpha$", radius=24.0)


def draw_cosine(canvas: Canvas, scene: ShapesAndAxis, step: BetweenKinks, axes: Axes) -> None:
    """The cosine of the two vertices that decide: dotted where other vertices decide."""
    angles, values = scene.curve
    dx, dy = step.difference
    cosine = dx * np.cos(angles) + dy * np.sin(angles) - scene.a.world.radius - scene.b.world.radius
    same = np.abs(cosine - values) <= 1e-9 + scene.near
    shown = np.where((cosine >= axes.y[0]) & (cosine <= axes.y[1]), cosine, np.nan)
    for run in charts.signed_runs(np.degrees(angles), shown, -math.inf):
        canvas.stroke(run.points, Ink.ANSWER, line=Line.DOTTED)
    for run in charts.signed_runs(np.degrees(angles), np.where(same, values, np.nan), -math.inf):
        canvas.stroke(run.points, Ink.ANSWER, line=Line.CURVE)


def draw_mistake(canvas: Canvas, scene: ShapesAndAxis, found: FaultyAxis) -> None:
    """In the world: the axis that a faulty search settles on, with thin bars and the gap or overlap that it reports
    there, on the far side of the shapes from where an axis is drawn in full."""
    n, off, span = scene.beside(angle_of(found.axis.direction) + math.pi)
    told = by_hand(scene.a.world, scene.b.world, np.array(n))
    between = projections.facing_ends(told.projection_a, told.projection_b)
    foot = ((off + 0.3) * n[1], -(off + 0.3) * n[0])
    canvas.stroke([point_at(foot, n, value) for value in (span.low, span.high)], Ink.FAULTY, line=Line.THIN)
    for owner, bar, lane in (("A", told.projection_a, 1.0), ("B", told.projection_b, -1.0)):
        out = -lane * projections.LANE * canvas.pixel
        beside = (foot[0] + out * n[1], foot[1] - out * n[0])
        ends = [point_at(beside, n, value) for value in (bar.low, bar.high)]
        canvas.stroke(ends, INKS[owner], line=Line.DOTTED)
        outer = 1 if bar.high == span.high else 0
        toward = n if outer else (-n[0], -n[1])
        canvas.label(owner, ends[outer], INKS[owner], toward=toward, style=TextStyle.CAPTION)
    low, high = (point_at(foot, n, value) for value in (between.low, between.high))
    words = scene.measured(angle_of(found.axis.direction))
    measures.measure(canvas, low, high, Ink.FAULTY, words, side=-1.0)


def draw_green(canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
    """In the chart: how wide the green part is; one across 180° is told once, at its wider piece."""
    every = next(step for step in moment.trace if isinstance(step, EveryDirection))
    for gap in every.gaps:
        text = degrees(every.width) if gap.length == max(each.length for each in every.gaps) else ""
        low, high = math.degrees(gap.low), math.degrees(gap.high)
        measures.bracket(canvas, (low, 0.0), (high, 0.0), Ink.GAP, text, off=-9.0)


def draw_error(canvas: Canvas, moment: Moment[ShapesAndAxis], found: FaultyAxis) -> None:
    """In the chart: the place that a faulty search takes for the top, and how much it misses."""
    best: BestAxis = moment.trace.result
    x = math.degrees(angle_of(found.axis.direction))
    error = round(best.separation, 2) - round(found.separation, 2)  # of the numbers that are shown: it can be checked
    canvas.dot((x, found.separation), Ink.FAULTY, Point.CROSS)
    told = f"{moment.scene.measured(angle_of(found.axis.direction))}, error {fixed(error)}"
    words = f"{moment.compare}:\n{told if costs(moment) else 'no error here'}"
    end, below = (found.separation - far * canvas.pixel_y for far in (46.0, 38.0))
    canvas.stroke(((x, found.separation), (x, end)), Ink.FAULTY, line=Line.THIN)
    canvas.label(words, (x, below), Ink.FAULTY, toward=(-0.4 if x > 89.0 else 0.4, -1.0))


def is_looked_along(found: FaultyAxis, angle: float) -> bool:
    """Whether a faulty search settles on the axis that is drawn anyway."""
    return apart(angle_of(found.axis.direction), angle) <= SAME


def costs(moment: Moment[ShapesAndAxis]) -> bool:
    """Whether the faulty search calls a pair in contact that is apart, or finds too great a depth."""
    best: BestAxis = moment.trace.result
    found = moment.faulty
    if not isinstance(found, FaultyAxis):
        return False
    return found.separation <= 0.0 < best.separation or found.separation < min(best.separation, 0.0) - 1e-9


def axes_of(moment: Moment[ShapesAndAxis]) -> Axes:
    """The curve's ranges: half a turn, and all values with zero, with room for a gap even where there is none and
    for words below the trough."""
    values = moment.scene.curve[1]
    low, high = min(float(values.min()), 0.0), float(values.max())
    tall = max(high, 0.0) - low
    return Axes(
        (0.0, 180.0),
        (low - 0.17 * tall, max(high + 0.08 * tall, 0.14 * tall)),
        r"direction $\theta$ of the axis; 180° is 0°, reversed",
    )


def take_angle(moment: Moment[ShapesAndAxis], place: Vector) -> Follow | None:
    """A press on the curve turns the axis to that angle, and goes on turning it."""

    def follow(scene: Any, start: Vector, now: Vector) -> ShapesAndAxis:
        turned: ShapesAndAxis = scene.turned_to(math.radians(min(max(float(now[0]), 0.0), 179.9)))
        return turned

    return follow if -5.0 <= float(place[0]) <= 185.0 else None
