"""The lower figure of a ray cast: the ray as an axis, and on which part of it the ray is behind each edge's line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from geometry import Outcome, RayCast, RayKind
from geometry.query.ray_steps import FaceConsidered, SpanTested
from geometry.trace import Grouped
from lessons.queries.ray_cast_figure import (
    LOWEST,
    crossing,
    entry_of,
    exit_of,
    faces_of,
    in_edges,
    inside_of,
    is_passing,
    names_of,
    range_of,
)
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

FAR_WORDS, FAR_TAIL = 0.145, 0.035  # of the axis: room for words of a crossing beyond its end, and the arrow to it
EMPTY, PAST = 0.45, 0.4  # opacity of a row before it is known, of the bars that do not decide


def draw_axis(canvas: Canvas, moment: Moment[Any]) -> None:
    """t, how far the ray goes, and from the first step on a row for each edge: once the edges are known, a bar where
    the ray is behind its line. The lowest row is A's: first its projection, then where the ray is behind all."""
    while moment.parent is not None and not in_edges(moment):
        moment = moment.parent
    axes, ray, step = range_of(moment), moment.scene.ray, moment.step
    (low, high), names = axes.x, names_of(moment)
    rows = [LOWEST + k for k in range(len(names))]
    chart_axes(canvas, axes, y_ticks=rows, y_text=names, grid=False, zero=False)
    first = low if ray.kind is RayKind.LINE else 0.0
    last = ray.length if ray.kind is RayKind.SEGMENT else high
    canvas.stroke(((first, 0.0), (last, 0.0)), Ink.EXAMINED, line=Line.FEATURE)
    canvas.dot((0.0, 0.0), Ink.EXAMINED, Point.FILLED)
    canvas.symbol("t", (high, 0.0), Ink.QUIET, toward=(0.0, -1.0))
    is_past = is_passing(moment) and isinstance(step, RayCast)
    is_told = moment.has_seen(Grouped) or in_edges(moment) or is_past
    known = {rows[-1 - face.edge]: face for face in (faces_of(moment) if is_told else ())}
    span = moment.latest(SpanTested)
    for y in rows:
        if y not in known and (y > LOWEST or (span is None and not is_past)):
            canvas.stroke(((low, y), (high, y)), Ink.CONSTRUCTION, line=Line.DASHED, opacity=EMPTY)
    is_over = is_past or (not in_edges(moment) and moment.has_seen(FaceConsidered))
    entry, back = (entry_of(moment), exit_of(moment)) if is_over else (None, None)
    _a(canvas, moment, span, entry, back)
    for y, face in known.items():
        is_entry, is_exit = (
            each is not None and face.edge == each.edge for each in (entry, None if back is None else back[1])
        )
        ink = Ink.EXAMINED if is_entry else Ink.OVERLAP if is_exit else Ink.QUIET
        _row(canvas, face, y, ink, (low, high))
    if isinstance(step, RayCast) and step.outcome is Outcome.HIT and step.distance is not None:
        at, told = (step.distance, 0.0), f"$t$ = {fixed(step.distance)}"
        canvas.dot(at, Ink.ANSWER, Point.ANSWER)
        canvas.label(told, at, Ink.ANSWER, toward=(1.0, 1.0), style=TextStyle.BOLD)


def _a(
    canvas: Canvas,
    moment: Moment[Any],
    span: SpanTested | None,
    entry: FaceConsidered | None,
    back: tuple[float, FaceConsidered] | None,
) -> None:
    """A's row: its projection on the ray, until the last entry and the first exit are known."""
    t_in = None if entry is None else entry.distance
    if t_in is None or back is None:
        if span is not None:
            is_new = not moment.has_seen(Grouped) and not in_edges(moment)
            ends = span.projection.low, span.projection.high
            canvas.stroke([(end, LOWEST) for end in ends], Ink.A, line=Line.BAR, opacity=1.0 if is_new else PAST)
            _told(canvas, ("low", "high"), ends, (Ink.A, Ink.A))
        return
    t_out, top = back[0], range_of(moment).y[1]
    if t_out < t_in:
        canvas.area(_band(t_out, t_in, top), Ink.GAP, opacity=0.2)
    low_in, high_in = inside_of(moment, t_in, t_out) or (t_out, t_out)
    parts = (t_in, low_in, Ink.QUIET), (low_in, high_in, Ink.OVERLAP), (high_in, t_out, Ink.QUIET)
    for start, end, ink in parts:
        if end - start > 1e-6:
            canvas.area(_band(start, end, top), ink, opacity=0.2)
            canvas.stroke(((start, LOWEST), (end, LOWEST)), ink, line=Line.BAR)
    for t, ink in ((t_in, Ink.EXAMINED), (t_out, Ink.OVERLAP)):
        canvas.stroke(((t, 0.0), (t, top)), ink, line=Line.THIN)
    names = ("last entry", "first exit") if t_in <= t_out else ("first exit", "last entry")
    inks = (Ink.EXAMINED, Ink.OVERLAP) if t_in <= t_out else (Ink.OVERLAP, Ink.EXAMINED)
    _told(canvas, names, sorted((t_in, t_out)), inks)


def _told(canvas: Canvas, names: Sequence[str], ends: Sequence[float], inks: Sequence[Ink]) -> None:
    """Both ends of A's bar by name, outside of it."""
    for name, t, ink, side in zip(names, ends, inks, (-1.0, 1.0), strict=True):
        canvas.label(f"{name} {fixed(t)}", (t, LOWEST), ink, toward=(side, 0.0))


def _band(low: float, high: float, top: float) -> tuple[tuple[float, float], ...]:
    return ((low, 0.0), (high, 0.0), (high, top), (low, top))


def _row(canvas: Canvas, face: FaceConsidered, y: float, ink: Ink, ends: tuple[float, float]) -> None:
    """Where the ray is behind an edge's line: from its entry on, or up to its exit."""
    (low, high), is_front = ends, face.distance is not None
    t = crossing(face)
    opacity, words = PAST if ink is Ink.QUIET else 1.0, ""
    if t is None:
        start, end = (low, high) if face.height <= 0.0 else (low, low)
        canvas.label("parallel", ((low + high) / 2.0, y), Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    else:
        words = f"{'entry' if is_front else 'exit'} {fixed(t)}"
        start, end = (t, high) if is_front else (low, t)
        if not low < t < high:
            far, side = (low, 1.0) if t <= low else (high, -1.0)
            if is_front is (t <= low):  # behind the line all along: past its words the bar goes on over the border
                room, tail = FAR_WORDS * (high - low), far + side * FAR_TAIL * (high - low)
                canvas.arrow((tail, y), (far, y), Ink.QUIET)
                far, start, end = tail, max(start, low + room * (side > 0.0)), min(end, high - room * (side < 0.0))
            canvas.label(words, (far, y), Ink.QUIET, toward=(side, 0.0), style=TextStyle.CAPTION)
        else:
            canvas.label(words, (t, y), ink, toward=(-1.0 if is_front else 1.0, 0.0))
            tick = 7.0 * canvas.pixel_y
            canvas.stroke(((t, y - tick), (t, y + tick)), ink, line=Line.MEASURE)
    if end > start:
        canvas.stroke(((start, y), (end, y)), ink, line=Line.FEATURE, opacity=opacity)
