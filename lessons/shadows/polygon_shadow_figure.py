"""The figure of a shape's shadow: the shape between two parallel lines, and its projections on every axis."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Interval
from geometry.sat.projection import EndFound, ShapeProjected
from geometry.sat.support import DirectionTaken, ends_along
from geometry.vector import Vector, left_of
from lessons.shadows.ruler import Ruler, draw_ruler, draw_shape, edge_name
from viz.lesson import charts, marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.screen import point_at
from viz.lesson.text import fixed

BEYOND = 0.22  # world length from the shape to the measured width
QUARTERS = (0.0, 45.0, 90.0, 135.0, 180.0)
RAYS = 5
ROOM = 1.1  # of the greatest width: how high the chart of the widths is
SLIDES = 0.6  # of the time: until the projections stand on the zero line
LANE = 9.0  # pixels between the axis and a bar
BELOW = 76.0  # pixels between the axis and the bar of a faulty rule, with the numbers of the right ends between them


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """A, the axis, and of what has been found the lines through the ends and the bar between them."""
    scene, step, ruler, a = moment.scene, moment.step, moment.scene.ruler, moment.scene.a.world
    ends = [each for each in moment.seen if isinstance(each, EndFound)]
    signs = (1.0, -1.0)[: len(ends)]
    side, foot = left_of(scene.n), float(left_of(scene.n) @ ruler.zero)
    top = ends_along(a, *side.tolist())[1] + BEYOND - foot
    places = [end.along for end in ends]
    if len(places) == 2:
        strip = [
            point_at(ruler.at(t), side, far) for t, far in zip(places[::-1] + places, (0, 0, top, top), strict=True)
        ]
        canvas.area(strip, Ink.A, opacity=0.14)
    for t in places:
        canvas.stroke((ruler.at(t), point_at(ruler.at(t), side, top)), Ink.EXAMINED, line=Line.DASHED)
    casters = [i for sign in signs for i in scene.casters(sign)]
    draw_shape(canvas, a, bright=casters, has_edges=isinstance(step, ShapeProjected))  # there they are asked for
    is_inside = ends_along(a, *scene.n.tolist())[0] < 0.0 < float(a.centroid @ scene.n)  # left of it ends a shadow
    draw_ruler(canvas, ruler, "", origin_side=1.0 if is_inside else -1.0)
    start, end = ruler.path
    canvas.arrow(start, end, Ink.EXAMINED, line=Line.THIN)
    canvas.arrow(ruler.zero, ruler.at(1.0), Ink.EXAMINED, line=Line.MEASURE)
    canvas.symbol(r"\hat n", ruler.at(0.75), Ink.EXAMINED, toward=side)
    if not places:
        draw_rays(canvas, ruler, side, top)
        level = 64.0 * canvas.pixel, 0.0
        x, y = ruler.zero
        canvas.stroke(((x, y), (x + level[0], y)), Ink.CONSTRUCTION, line=Line.DASHED)
        words = rf"$\examined{{\theta}}$ = {math.degrees(scene.angle):.0f}°"
        measures.angle_arc(canvas, ruler.zero, 0.0, scene.angle, Ink.EXAMINED, radius=52.0)
        canvas.label(words, (x + 0.6 * level[0], y), Ink.EXAMINED, toward=(0.2, -1.0))
    if len(places) == 2:
        projections.projection(canvas, ruler.zero, scene.n, moment.trace.result, Ink.A, lane=-LANE)
    inward = 0.6 if abs(scene.n[0]) > abs(scene.n[1]) else 0.0  # the pane is narrow; beside a steep axis is room
    for end, sign, word in zip(ends, signs, ("max", "min"), strict=False):
        for i in scene.casters(sign):
            point = a.points[i] + sign * a.radius * scene.n
            if a.radius > 0.0:
                canvas.arrow(a.points[i], point, Ink.A, line=Line.MEASURE)
                beside = (a.points[i] + point) / 2.0
                canvas.label(rf"$\A{{r}}$ = {fixed(a.radius)}", beside, Ink.A, toward=-side)
            canvas.dot(point, Ink.EXAMINED, Point.FILLED)
        canvas.dot(ruler.at(end.along), Ink.A, Point.FILLED)
        told = rf"$\A{{\{word}_A}}$ = **{fixed(end.along)}**"
        canvas.label(
            told, ruler.at(end.along, 2.0 * LANE * canvas.pixel), Ink.A, toward=-side - inward * sign * scene.n
        )
    if isinstance(step, ShapeProjected):
        low, high = (point_at(ruler.at(t), side, top) for t in (places[1], places[0]))
        measures.measure(canvas, low, high, Ink.ANSWER, rf"$\answer{{w}}$ = **{fixed(places[0] - places[1])}**")
    if ends and isinstance(moment.faulty, Interval):
        draw_faulty(canvas, moment, moment.faulty)


def draw_rays(canvas: Canvas, ruler: Ruler, side: Vector, top: float) -> None:
    """The light, above A: perpendicular to the axis."""
    for part in np.linspace(0.1, 0.9, RAYS):
        start = point_at(ruler.at(ruler.span.low + float(part) * ruler.span.length), side, top + 0.3)
        canvas.arrow(start, point_at(start, side, -0.3), Ink.EXAMINED)
    middle = ruler.span.low + 0.5 * ruler.span.length
    canvas.label("light", point_at(ruler.at(middle), side, top + 0.3), Ink.EXAMINED, toward=side)


def draw_faulty(canvas: Canvas, moment: Moment[Any], found: Interval) -> None:
    """The bar of a faulty rule, below the right one, and once an end is known how far its own is off."""
    ruler, off = moment.scene.ruler, BELOW * canvas.pixel
    ends = [ruler.at(t, off) for t in (found.low, found.high)]
    canvas.stroke(ends, Ink.FAULTY, line=Line.DOTTED)
    for t, end in zip((found.low, found.high), ends, strict=True):
        canvas.stroke((ruler.at(t), end), Ink.FAULTY, line=Line.DOTTED)
    for step, t, word, way in zip(
        moment.seen[1:], (found.high, found.low), ("max", "min"), (1.0, -1.0), strict=False
    ):
        if isinstance(step, EndFound):
            told = rf"$\faulty{{\{word}'_A}}$ = {fixed(t)}"
            canvas.label(told, ruler.at(t, off), Ink.FAULTY, toward=-left_of(ruler.along) - 0.6 * way * ruler.along)
    c = moment.scene.a.world.centroid
    if moment.compare.startswith("position"):
        place = ruler.place(c)
        canvas.stroke((c, ruler.at(place)), Ink.FAULTY, line=Line.DOTTED)
        canvas.dot(c, Ink.FAULTY, Point.FILLED)
        name = "centre" if len(moment.scene.a.world.points) == 1 else r"centre $\faulty{\boldsymbol{c}}$"
        beside = 0.3 * c + 0.7 * np.array(ruler.at(place))
        canvas.label(f"{name} at {fixed(place)}", beside, Ink.FAULTY, toward=ruler.along)
    error = abs(found.high - moment.trace.result.high)
    if error > 1e-9:
        low, high = sorted((found.high, moment.trace.result.high))
        start, end = (ruler.at(t, off + 26.0 * canvas.pixel) for t in (low, high))
        measures.measure(canvas, start, end, Ink.FAULTY, f"error {fixed(error)}", side=-1.0)


def axes_of(moment: Moment[Any]) -> Axes:
    """Half a turn, and at every step all places that the ends and the widths have."""
    upward = "" if settled_part(moment) > 0.0 else "place on the axis"  # a width is none; then the icons are there
    return Axes((0.0, 180.0), moment.scene.reach, r"direction $\examined{\theta}$ of the axis", upward)


def shows_widths(moment: Moment[Any]) -> bool:
    """Whether the chart comes to the widths; of a rule that is wrong about the place alone it shows the places."""
    is_misplaced = isinstance(moment.faulty, Interval) and moment.compare.startswith("position")
    return isinstance(moment.step, ShapeProjected) and not is_misplaced


def settled_part(moment: Moment[Any]) -> float:
    """How far the projections have slid on to the zero line; nowhere while a rule is wrong about their places."""
    return min(1.0, moment.time / SLIDES) if shows_widths(moment) else 0.0


def grown_part(moment: Moment[Any]) -> float:
    """How far, after that, the widths have grown to the whole height of the chart."""
    return max(0.0, (moment.time - SLIDES) / (1.0 - SLIDES)) if shows_widths(moment) else 0.0


def height_of(scene: Any, y: Any, grown: float = 1.0) -> Any:
    """Where a place or a width stands in the chart: at last the widths alone fill its height, 0 at its foot."""
    low, high = scene.reach
    scale = 1.0 + grown * ((high - low) / (ROOM * scene.widest) - 1.0)
    return grown * low + scale * y


def _draw_axes(canvas: Canvas, moment: Moment[Any]) -> None:
    """Ticks of places, then of widths; no numbers while the sheet slides."""
    grown, degrees = grown_part(moment), tuple(f"{tick:.0f}°" for tick in QUARTERS)
    has_own = settled_part(moment) > 0.0
    rows = charts.round_ticks(0.0, ROOM * moment.scene.widest) if settled_part(moment) == 1.0 else []
    charts.chart_axes(
        canvas,
        axes_of(moment),
        x_ticks=QUARTERS,
        x_text=degrees,
        y_ticks=[float(height_of(moment.scene, row, grown)) for row in rows] if has_own else None,
        y_text=charts.tick_text(rows) if has_own else None,
        zero=grown == 0.0,
    )


def draw_curve(canvas: Canvas, moment: Moment[Any]) -> None:
    """The ends of the projection over the angle of the axis; last all projections slide on to the zero line, each
    as long as it was, and grow together to the height of the chart."""
    scene, step, axes = moment.scene, moment.step, axes_of(moment)
    _draw_axes(canvas, moment)
    here = math.degrees(scene.angle)
    canvas.stroke(((here, axes.y[0]), (here, axes.y[1])), Ink.EXAMINED, line=Line.THIN)
    if isinstance(step, DirectionTaken):
        return
    if isinstance(step, EndFound):
        _name_axis(canvas, here, axes)
    angles, low, high = scene.curves
    ends = [each.along for each in moment.seen if isinstance(each, EndFound)]
    settled, grown = settled_part(moment), grown_part(moment)

    def band(low: np.ndarray, high: np.ndarray, ink: Ink, line: Line) -> None:
        low, high = (height_of(scene, each - settled * low, grown) for each in (low, high))
        draw_band(canvas, np.degrees(angles), low, high, ink, line, both=len(ends) > 1)

    band(low, high, Ink.A, Line.CURVE)
    if isinstance(moment.faulty, Interval):
        out, off = scene.a.world.radius, scene.a.world.centroid @ np.stack((np.cos(angles), np.sin(angles)))
        wrong = (low + out, high - out) if moment.compare.startswith("radius") else (low - off, high - off)
        band(*wrong, Ink.FAULTY, Line.DOTTED)
    if len(ends) > 1:
        bar = [(here, height_of(scene, end - settled * ends[1], grown)) for end in ends]
        canvas.stroke(bar, Ink.A, line=Line.BAR)
    if not shows_widths(moment):
        for t, word, sign in zip(ends, ("max", "min"), (1.0, -1.0), strict=False):
            canvas.dot((here, t), Ink.A, Point.FILLED)
            toward = (1.0 if here < 110.0 else -1.0, 0.8 * sign)
            canvas.label(rf"$\A{{\{word}_A}}$ = **{fixed(t)}**", (here, t), Ink.A, toward=toward)
    elif grown == 1.0:
        draw_corners(canvas, moment, axes)
        w = ends[0] - ends[1]
        words, at = (
            r"height: width $\answer{w}$ of A",
            (125.0 if here < 90.0 else 55.0, axes.y[0] + 16.0 * canvas.pixel_y),
        )
        canvas.label(words, at, Ink.QUIET, style=TextStyle.CAPTION)
        toward = (1.0 if here < 110.0 else -1.0, 0.5)
        marks.answer(canvas, (here, height_of(scene, w)), rf"$\answer{{w}}$ = {fixed(w)}", toward=toward)


def _name_axis(canvas: Canvas, here: float, axes: Axes) -> None:
    """Over the angle of the world's axis, what the line there stands for."""
    aside = (1.0 if here < 90.0 else -1.0, 0.0)
    words = rf"this axis: $\examined{{\theta}}$ = {here:.0f}°"
    foot = (here, axes.y[0] + 14.0 * canvas.pixel_y)
    canvas.label(words, foot, Ink.QUIET, toward=aside, style=TextStyle.CAPTION)


def draw_band(
    canvas: Canvas, xs: np.ndarray, low: np.ndarray, high: np.ndarray, ink: Ink, line: Line, *, both: bool
) -> None:
    """The curve of the upper ends; with the lower ends', what lies between them."""
    top = list(zip(xs.tolist(), high.tolist(), strict=True))
    if both:
        under = list(zip(xs.tolist(), low.tolist(), strict=True))
        if ink is Ink.A:
            canvas.area((*top, *under[::-1]), ink, opacity=charts.FILL)
        canvas.stroke(under, ink, line=line)
    canvas.stroke(top, ink, line=line)


def draw_corners(canvas: Canvas, moment: Moment[Any], axes: Axes) -> None:
    """Over each corner of the curve the edges that cause it; while one of them is asked for, that corner alone."""
    scene, edges = moment.scene, moment.scene.a.world.edges
    if moment.is_open:
        angle = scene.asked_corner
        at = (math.degrees(angle), height_of(scene, scene.width(angle)))
        canvas.dot(at, Ink.INTERFACE)
        canvas.label(
            f"corner at {at[0]:.0f}°",
            at,
            Ink.INTERFACE,
            toward=(-1.0 if at[0] > 100.0 else 0.4, -1.0),
            style=TextStyle.BOLD,
        )
        return
    icons = []
    for angle, found in scene.corners.items():
        way = edges[found[0]][1] - edges[found[0]][0]
        tilt, name = math.atan2(way[1], way[0]), ", ".join(map(edge_name, found))
        icons.append(charts.EdgeIcon(math.degrees(angle), height_of(scene, scene.width(angle)), tilt, name, Ink.A))
    charts.edge_icons(canvas, axes, icons, above=19.0)
