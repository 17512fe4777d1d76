"""How two shapes, an axis turned by hand, and the curve of their separation over its direction are drawn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Vector
from geometry.faulty.sat import FaultyAxis
from geometry.feature import FeatureRef
from geometry.sat.separation_curve import (
    AtEdge,
    BestAxis,
    BetweenKinks,
    ByHand,
    EveryDirection,
    angle_of,
    between_kinks,
)
from geometry.vector import length
from lessons.shadows.scene import ShapesAndAxis, apart, degrees
from lessons.shadows.tasks import asked_kink, is_round
from lessons.shadows.world_picture import (
    HAND,
    INKS,
    clear_foot,
    draw_cores,
    draw_difference,
    draw_mistake,
    draw_numbers,
    draw_projections,
)
from viz.lesson import charts, marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Follow, Moment
from viz.lesson.mark import Pair
from viz.lesson.text import fixed, tint

TROUGH_ROOM = math.radians(8.0)  # nearer to the place of the axis the trough has no words: they would hide that place
GLIMPSE = math.radians(20.01)  # so far on both sides of the axis that is turned by hand the curve is shown
SAME = math.radians(0.5)  # axes that differ by less are one in what is shown


class CurvePicture:
    """The world with the axis of a step, and the curve over all directions."""

    def draw(self, canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
        """The world: both shapes, the axis of this step with both projections, and what lies between them."""
        scene, step = moment.scene, moment.step
        by_own_hand = isinstance(step, HAND)
        angle = scene.angle if by_own_hand else step.angle
        for owner, shape in (("A", scene.a.world), ("B", scene.b.world)):
            marks.shape(canvas, shape, INKS[owner], owner, numbered=False)
            if not isinstance(step, BetweenKinks):
                draw_numbers(canvas, scene, shape, owner, angle)
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
            out = scene.out(angle)
            canvas.label("turn me", axis.end, Ink.EXAMINED, toward=(-out[0], -out[1]))
        if isinstance(step, BetweenKinks):
            draw_difference(canvas, scene, step)
        elif isinstance(step, BestAxis) and step.edge is None:
            draw_cores(canvas, scene, angle)
        elif not by_own_hand:
            self.draw_edge(canvas, moment, step.edge)

    def draw_edge(self, canvas: Canvas, moment: Moment[ShapesAndAxis], edge: FeatureRef) -> None:
        """The edge that the axis is perpendicular to, with its outward normal; both ends ringed where it faces."""
        shape, other = moment.scene.shape_of(edge), (moment.scene.b if edge.owner == "A" else moment.scene.a).world
        ends, n = shape.edges[edge.index], shape.normals[edge.index]
        loud = isinstance(moment.step, BestAxis) or moment.step.faces
        line = Line.FEATURE if loud else Line.OUTLINE
        marks.highlight_edge(canvas, ends, feature=edge, line=line, glow=loud)
        # Its name stands near the end that lies further from the axis.
        aside = moment.scene.out(moment.step.angle)
        far, close = sorted(ends, key=lambda end: float(end @ aside))
        at = 0.82 * far + 0.18 * close
        outward = 0.6
        if moment.step.separation > 0.0:  # the slab lies outside: the name stands beyond the end, on the other side
            at, outward = far, -0.6
        toward = outward * n + (far - close) / length(far - close)
        canvas.label(str(edge), at, Ink.EXAMINED, toward=toward, style=TextStyle.BOLD, feature=edge, leader=True)
        for end in ends if loud else ():
            canvas.dot(end, INKS[edge.owner])
        # In a gap that is long enough for it the arrow is half as long as the gap: it is no distance.
        gap, long = moment.step.separation, measures.UNIT_ARROW * canvas.pixel
        at_most = gap if gap > long else math.inf
        arrow = n * (min(long + 16.0 * canvas.pixel, at_most / 2.0 + 36.0 * canvas.pixel))
        foot = clear_foot(ends, arrow, other, room=0.6 if gap > 0.0 else 0.2)
        measures.unit_arrow(canvas, foot, n, r"\hat{n}", at_most=at_most)
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
        if not isinstance(step, EveryDirection) and apart(scene.trough[0], angle) > TROUGH_ROOM:
            draw_trough(canvas, scene, free_row(canvas, axes), is_counted=not isinstance(step, AtEdge))
        counts = isinstance(step, BetweenKinks) and shows_cosines(moment)  # on the width of the green part
        if counts or isinstance(step, EveryDirection | BestAxis):
            draw_green(canvas, moment)
        if isinstance(step, BetweenKinks):
            draw_cosine(canvas, scene, step, axes, tells=shows_cosines(moment))
        elif isinstance(step, BestAxis) and shows_cosines(moment) and not costs(moment):  # else of the mistake
            draw_continued(canvas, scene, step, axes)
        self.draw_icons(canvas, axes, moment)
        tick = 7.0 * canvas.pixel_y
        for low, high in ((min(here[1], 0.0), axes.y[1]), (axes.y[0] - tick, axes.y[0] + tick)):
            canvas.stroke(((here[0], low), (here[0], high)), Ink.EXAMINED, line=Line.THIN)
        if isinstance(step, BestAxis):
            marks.answer(canvas, here)
            side = -1.0 if here[0] > 95.0 else 1.0
            beside, up = here, 0.5
            if shows_cosines(moment) and step.edge is not None:
                # Between the two pieces of the curve and what continues them.
                beside, up = (here[0] + 5.0 * side, here[1]), 0.0
            words = f"{fixed(step.separation)} at {degrees(step.angle)}"
            canvas.label(words, beside, Ink.ANSWER, toward=(side, up), style=TextStyle.BOLD)
        elif not (isinstance(moment.faulty, FaultyAxis) and is_looked_along(moment.faulty, angle)):
            self.draw_here(canvas, here, scene.ink_of(here[1]))
        if isinstance(moment.faulty, FaultyAxis):
            draw_error(canvas, moment, moment.faulty)
        if moment.is_open and (kink := asked_kink(moment)) is not None:
            place = (math.degrees(kink.angle), kink.separation)
            canvas.glow((place,), Ink.EXAMINED)
            side = -1.0 if place[0] > 110.0 else 1.0
            canvas.label("which edge?", place, Ink.EXAMINED, toward=(side, 0.6), style=TextStyle.BOLD)

    def draw_here(self, canvas: Canvas, here: Pair, ink: Ink, aside: float = 0.0) -> None:
        """The place of this step's axis on the curve; its number stands where the plot has room, so many degrees
        aside."""
        canvas.dot(here, Ink.EXAMINED, Point.FILLED)
        toward = (-1.0 if here[0] > 110.0 else 1.0, 0.6 if here[0] < 30.0 else -0.3)
        place = (here[0] + toward[0] * aside, here[1])
        canvas.label(f"$s$ = {fixed(here[1])}", place, ink, toward=toward, style=TextStyle.BOLD)

    def draw_icons(self, canvas: Canvas, axes: Axes, moment: Moment[ShapesAndAxis]) -> None:
        """Edges that face the other shape over their kinks; a grey point on the curve for those that face away."""
        icons: dict[float, charts.EdgeIcon] = {}
        for step in moment.seen:
            if not isinstance(step, AtEdge):
                continue
            (x1, y1), (x2, y2) = moment.scene.shape_of(step.edge).edges[step.edge.index].tolist()
            x, ink = math.degrees(step.angle), INKS[step.edge.owner]
            name = f"{step.edge.owner}{step.edge.index}"
            if step.faces:
                tilt = math.atan2(y2 - y1, x2 - x1)
                in_use = step.edge == getattr(moment.step, "edge", None)
                if (icon := icons.get(round(x, 6))) is not None:  # two edges, one axis
                    name, in_use, ink = f"{icon.name} {tint(name, ink)}", in_use or icon.in_use, icon.ink
                icons[round(x, 6)] = charts.EdgeIcon(x, step.separation, tilt, name, ink, in_use)
            else:
                if not moment.compare:
                    aside = 1.0 if moment.scene.separation_at(step.angle + 0.01) > step.separation else -1.0
                    at, style = (x, step.separation), TextStyle.CAPTION
                    canvas.dot(at, Ink.QUIET, Point.SMALL)
                    canvas.label(name, at, Ink.QUIET, toward=(aside, -0.5), style=style)
            canvas.feature(((x, axes.y[0]), (x, step.separation)), step.edge, INKS[step.edge.owner])
        charts.edge_icons(canvas, axes, list(icons.values()), above=19.0)


def free_row(canvas: Canvas, axes: Axes) -> float:
    """Where words stand at the foot of the chart, clear of its lines."""
    lines = charts.round_ticks(*axes.y)
    rows = [axes.y[0] + off * canvas.pixel_y for off in (17.0, 27.0)]
    return max(rows, key=lambda row: min(min(abs(row - line) for line in lines), 10.0 * canvas.pixel_y))


def draw_trough(canvas: Canvas, scene: ShapesAndAxis, row: float, *, is_counted: bool) -> None:
    """What happens at the lowest place of the curve, told below it: why it is no kink of an edge, and, where it
    counts, how low it is."""
    words = "both terms are −(width A + width B) / 2" if is_counted else "the two terms change places"
    words = f"{'sharp valley: ' if scene.has_trough else ''}{words}"
    if not (is_counted or scene.has_trough):
        return
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


def draw_cosine(canvas: Canvas, scene: ShapesAndAxis, step: BetweenKinks, axes: Axes, *, tells: bool) -> None:
    """The cosine of the two vertices that decide: dotted where other vertices decide. `tells`: over how much of a
    turn it is above 0, as the last step counts on it."""
    angles, values = scene.curve
    dx, dy = step.difference
    cosine = dx * np.cos(angles) + dy * np.sin(angles) - scene.a.world.radius - scene.b.world.radius
    same = np.abs(cosine - values) <= 1e-9 + scene.near
    shown = np.where((cosine >= axes.y[0]) & (cosine <= axes.y[1]), cosine, np.nan)
    for run in charts.signed_runs(np.degrees(angles), shown, -math.inf):
        canvas.stroke(run.points, Ink.ANSWER, line=Line.DOTTED)
    for run in charts.signed_runs(np.degrees(angles), np.where(same, values, np.nan), -math.inf):
        canvas.stroke(run.points, Ink.ANSWER, line=Line.CURVE)
    above = np.flatnonzero((shown > 0.0) & (shown > values + 1e-9))
    if tells and len(above):
        at = int(above[len(above) // 2])
        place = (math.degrees(angles[at]), float(shown[at]))
        canvas.label("above 0 over 180°", place, Ink.ANSWER, toward=(0.0, 1.0), style=TextStyle.CAPTION)


def shows_cosines(moment: Moment[ShapesAndAxis]) -> bool:
    """Whether the last step argues with cosines that stay above 0 for longer than the curve does."""
    return moment.trace.result.separation > moment.scene.near and not is_round(moment.scene)


def continued(scene: ShapesAndAxis, best: BestAxis) -> list[np.ndarray]:
    """The cosines of both pieces of the curve that meet at its top, each on from there as long as it is above 0; of
    one piece, if the top lies within it, beyond both of its ends."""
    angles, values = scene.curve
    found = []
    for side in (-1.0, 1.0):
        dx, dy = between_kinks(scene.a.world, scene.b.world, best.angle + side * 1e-6).difference
        cosine = dx * np.cos(angles) + dy * np.sin(angles)
        beyond = side * (angles - best.angle) <= 1e-9 if best.edge is not None else cosine > values + 1e-9
        found.append(np.where(beyond & (cosine > 0.0), cosine, np.nan))
    return found if best.edge is not None else found[:1]


def tallest(scene: ShapesAndAxis, best: BestAxis) -> float:
    """The greatest value of what `continued` draws."""
    if best.edge is None:
        return float(np.nanmax([0.0, *np.concatenate(continued(scene, best))]))
    most = best.separation
    for side in (-1.0, 1.0):
        dx, dy = between_kinks(scene.a.world, scene.b.world, best.angle + side * 1e-6).difference.tolist()
        peak = math.atan2(dy, dx)  # on the same side of the top as the piece goes on, or else the chart's border
        is_there = 0.0 <= peak <= math.pi and side * (peak - best.angle) <= 0.0
        most = max(most, math.hypot(dx, dy) if is_there else side * dx)
    return most


def draw_continued(canvas: Canvas, scene: ShapesAndAxis, best: BestAxis, axes: Axes) -> None:
    """In the chart: what the pieces at the top would go on to be, if no other vertices took over."""
    for cosine in continued(scene, best):
        shown = np.where(cosine <= axes.y[1], cosine, np.nan)
        runs = charts.signed_runs(np.degrees(scene.curve[0]), shown, -math.inf)
        if best.edge is not None:  # of one that leaves the chart and comes back only what begins at the top
            runs = [run for run in runs if any(abs(x - math.degrees(best.angle)) <= 1e-6 for x, _ in run.points)]
        for run in runs:
            canvas.stroke(run.points, Ink.QUIET, line=Line.DASHED)
        if runs:
            points = max(runs, key=lambda run: len(run.points)).points
            middle = points[len(points) // 2]
            canvas.label("cosine", middle, Ink.QUIET, toward=(0.0, -1.0), style=TextStyle.CAPTION)


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
    known = moment.scene.known
    if "axes" not in known:  # the same at every step, and asked for twice a frame
        known["axes"] = _axes_of(moment)
    axes: Axes = known["axes"]
    return axes


def _axes_of(moment: Moment[ShapesAndAxis]) -> Axes:
    scene = moment.scene
    values = scene.curve[1]
    low, high = min(float(values.min()), 0.0), float(values.max())
    tall = max(high, 0.0) - low
    top = max(high + 0.08 * tall, 0.14 * tall)
    if shows_cosines(moment):  # one scale for all steps
        top = max(top, min(tallest(scene, moment.trace.result) + 0.03 * tall, high + 0.45 * tall))
    return Axes(
        (0.0, 180.0),
        (low - 0.17 * tall, top),
        r"direction $\theta$ of the axis; 180° is the same axis as 0°",
    )


def take_angle(moment: Moment[ShapesAndAxis], place: Vector) -> Follow | None:
    """A press on the curve turns the axis to that angle, and goes on turning it."""

    def follow(scene: Any, start: Vector, now: Vector) -> ShapesAndAxis:
        turned: ShapesAndAxis = scene.turned_to(math.radians(min(max(float(now[0]), 0.0), 179.9)))
        return turned

    return follow if -5.0 <= float(place[0]) <= 185.0 else None
