"""The lower figure of a ray cast: the line of the ray as an axis, and which part of it is behind each edge's line."""

from __future__ import annotations

from typing import Any

from geometry import Outcome, RayCast, RayKind
from geometry.query.ray_steps import FaceConsidered
from lessons.queries.ray_cast_figure import LOWEST, inside_of, names_of, range_of
from lessons.queries.ray_cast_state import (
    crossing,
    entry_of,
    exit_of,
    faces_of,
    has_axis,
    in_edges,
    is_fronts,
    is_passing,
    side_of,
)
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

FAR_TAIL = 0.035  # of the axis: the arrow to a crossing beyond its end
CUT = 0.1  # of the part inside A: a shorter part that a corner cuts off has no words
PAST = 0.4  # opacity of the bars that do not decide


def draw_axis(canvas: Canvas, moment: Moment[Any]) -> None:
    """t, how far the ray goes, and a row for each edge: a bar where the ray is behind its line. The lowest row shows
    where it is behind all, once that is known."""
    while moment.parent is not None and not in_edges(moment):
        moment = moment.parent
    axes, ray, step = range_of(moment), moment.scene.ray, moment.step
    (low, high), names = axes.x, names_of(moment)
    rows = [LOWEST + k for k in range(len(names))]
    known = {rows[-1 - face.edge]: face for face in faces_of(moment)} if has_axis(moment) else {}
    is_past = is_passing(moment) and isinstance(step, RayCast)
    is_over = is_past or (not in_edges(moment) and moment.has_seen(FaceConsidered))
    is_asked = moment.is_open and is_fronts(step)  # where the ray is behind all
    named = [(y, name) for y, name in zip(rows, names, strict=True) if y in known or is_over or is_asked]
    chart_axes(
        canvas, axes, y_ticks=[y for y, _ in named], y_text=[name for _, name in named], grid=False, zero=False
    )
    canvas.stroke(((0.0, 0.0), (0.0, axes.y[1])), Ink.QUIET, line=Line.DASHED)  # the frame on the left is not t = 0
    first = low if ray.kind is RayKind.LINE else 0.0
    last = ray.length if ray.kind is RayKind.SEGMENT else high
    canvas.stroke(((first, 0.0), (last, 0.0)), Ink.EXAMINED, line=Line.FEATURE)
    canvas.dot((0.0, 0.0), Ink.EXAMINED, Point.FILLED)
    canvas.symbol("t", (high, 0.0), Ink.QUIET, toward=(0.0, -1.0))
    entry, back = (entry_of(moment), exit_of(moment)) if is_over else (None, None)
    if entry is not None and entry.distance is not None and back is not None:
        _all(canvas, moment, (entry.distance, back[0]), axes.y[1])
    for y, face in known.items():
        is_entry, is_exit = (
            each is not None and face.edge == each.edge for each in (entry, None if back is None else back[1])
        )
        is_lit = is_entry or (not is_over and side_of(face) == "front")  # as in the world
        ink = Ink.EXAMINED if is_lit else Ink.OVERLAP if is_exit else Ink.QUIET
        name = "entry" if side_of(face) == "front" else "exit"
        name = "last entry" if is_entry else "first exit" if is_exit else name
        _row(canvas, face, y, (name, ink), (low, high), is_open=is_asked)
    if isinstance(step, RayCast) and step.outcome is Outcome.HIT and step.distance is not None:
        at, told = (step.distance, 0.0), f"$t$ = {fixed(step.distance)}"
        canvas.dot(at, Ink.ANSWER, Point.ANSWER)
        canvas.label(told, at, Ink.ANSWER, toward=(1.0, 1.0), style=TextStyle.BOLD)


def _all(canvas: Canvas, moment: Moment[Any], ends: tuple[float, float], top: float) -> None:
    """The lowest row: where the ray is behind every line, from its last entry to its first exit."""
    t_in, t_out = ends
    if t_out < t_in:
        canvas.area(_band(t_out, t_in, top), Ink.GAP, opacity=0.2)
    low_in, high_in = inside_of(moment, t_in, t_out) or (t_out, t_out)
    parts = (t_in, low_in, Ink.QUIET), (low_in, high_in, Ink.OVERLAP), (high_in, t_out, Ink.QUIET)
    for start, end, ink in parts:
        if end - start > 1e-6:
            canvas.area(_band(start, end, top), ink, opacity=0.2)
            canvas.stroke(((start, LOWEST), (end, LOWEST)), ink, line=Line.BAR)
        if ink is Ink.OVERLAP and isinstance(moment.step, RayCast) and end > start:
            canvas.label(f"inside A for {fixed(end - start)}", (end, LOWEST), ink, toward=(1.0, 0.0))
        if ink is Ink.QUIET and high_in > low_in and end - start > CUT * (high_in - low_in):
            at = ((start + end) / 2.0, LOWEST)
            canvas.label("outside the arc", at, Ink.QUIET, toward=(0.0, -1.0), style=TextStyle.CAPTION)
    for t, ink in ((t_in, Ink.EXAMINED), (t_out, Ink.OVERLAP)):
        canvas.stroke(((t, 0.0), (t, top)), ink, line=Line.THIN)


def _band(low: float, high: float, top: float) -> tuple[tuple[float, float], ...]:
    return ((low, 0.0), (high, 0.0), (high, top), (low, top))


def _row(
    canvas: Canvas,
    face: FaceConsidered,
    y: float,
    look: tuple[str, Ink],
    ends: tuple[float, float],
    *,
    is_open: bool,
) -> None:
    """Where the ray is behind an edge's line: from its entry on, or up to its exit; no bars of back edges and no
    numbers while ends are asked for."""
    (low, high), (name, ink), is_front = ends, look, face.distance is not None
    t = crossing(face)
    opacity = PAST if ink is Ink.QUIET else 1.0
    if t is None:
        start, end = (low, high) if face.height <= 0.0 else (low, low)
        canvas.label("parallel", ((low + high) / 2.0, y), Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    else:
        words = name if is_open else f"{name} {fixed(t)}"
        start, end = (t, high) if is_front else (low, t)
        if not low < t < high:
            far, side = (low, 1.0) if t <= low else (high, -1.0)
            goes_on = is_front is (t <= low)  # behind the line all along: the bar goes on over the border
            if goes_on:
                canvas.arrow((far + side * FAR_TAIL * (high - low), y), (far, y), ink)
                start, end = max(start, low), min(end, high)
            toward = (side, 1.0 if goes_on else 0.0)
            canvas.label(words, (far, y), ink, toward=toward, style=TextStyle.CAPTION)
        else:
            canvas.label(words, (t, y), ink, toward=(-1.0 if is_front else 1.0, 0.0))
            tick = 7.0 * canvas.pixel_y
            canvas.stroke(((t, y - tick), (t, y + tick)), ink, line=Line.MEASURE)
    if end > start and (is_front or not is_open):
        canvas.stroke(((start, y), (end, y)), ink, line=Line.BAR, opacity=opacity)
