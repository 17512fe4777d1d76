"""Reference and incident edge drawn: depths behind edges, the lit floor, normals on one circle, shaken frames."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from lessons.contact.reference_and_incident_asked import TALL, WIDE, bar_of, draw_line_to, every_edge, feet
from lessons.contact.reference_and_incident_scene import Posed
from lessons.stories.clip_state import SHAPES, ink_of, outer_edge, shape_of, steps_of
from lessons.stories.reference import edge_ref, other_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.text import counted, fixed

SHAKEN = 100.0  # times: how much further B is drawn to shake
N = r"\hat n"


class Facing(NamedTuple):
    """The incident edge of a shaken frame."""

    owner: Owner
    edge: int
    start: Any
    end: Any
    normal: Any


def seen(moment: Moment[Any]) -> list[Any]:
    return [each for step in moment.seen for each in steps_of(step)]


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    a, b = (shape_of(moment, owner) for owner in SHAPES)
    last = steps_of(moment.step)[-1]
    reference = moment.latest(ReferenceEdge)
    incident = moment.first(IncidentEdge)
    taken: list[tuple[float, float]] = []
    if type(last).__name__ == "NextFrame":
        _shaken(canvas, moment)
        return
    if reference is not None:
        _floor(canvas, reference)
    marks.shape(canvas, a, Ink.A, "A")
    marks.shape(canvas, b, Ink.B, "B")
    for each in (a, b):
        if each.radius:
            canvas.stroke(each.points, Ink.QUIET, closed=True, line=Line.DASHED)
    if isinstance(last, EdgeMeasured):
        _depths(canvas, moment, [s for s in steps_of(moment.step) if isinstance(s, EdgeMeasured)])
    if reference is not None:
        name = "" if isinstance(last, NormalCompared) else "reference edge"
        shapes = (a, b) if reference.owner is Owner.A else (b, a)
        ends = (reference.start, reference.end, reference.normal)
        way = _way(canvas, incident) if isinstance(last, IncidentEdge) else []
        taken = _draw_reference(canvas, shapes, ends, name, edge_ref(reference), way)
    if isinstance(last, NormalCompared | IncidentEdge) and incident is not None:
        _normals(canvas, moment, incident, is_found=isinstance(last, IncidentEdge), taken=taken)
        _wrong_edge(canvas, moment, shape_of(moment, incident.owner))


def _wrong_edge(canvas: Canvas, moment: Moment[Any], shape: Convex) -> None:
    """The edge that the faulty rule takes, and how far its normal is off that of the incident edge."""
    incident = moment.first(IncidentEdge)
    if isinstance(moment.faulty, int) and incident is not None and moment.faulty != incident.edge:
        start, end, normal = outer_edge(shape, moment.faulty)
        marks.highlight_edge(canvas, (start, end), Ink.FAULTY, line=Line.DOTTED, glow=False)
        unit_arrow(canvas, (start + end) / 2.0, normal, "", Ink.FAULTY)
        tip = (start + end) / 2.0 + 50.0 * canvas.pixel * normal
        words = f"wrong: {fixed(normal_angle(moment), 0)}° off"
        canvas.label(words, tip, Ink.FAULTY, toward=normal, style=TextStyle.BOLD)


# Where there is room.


def _over(shape: Convex, points: Any) -> Any:
    """Of points: how far each lies in front of a shape's edges; negative inside."""
    heights = points @ shape.normals.T - (shape.points * shape.normals).sum(axis=1)
    return heights.max(axis=1) - shape.radius


def _draw_reference(
    canvas: Canvas,
    shapes: tuple[Convex, Convex],
    edge: tuple[Any, Any, Any],
    name: str,
    feature: Any = None,
    avoid: Sequence[tuple[float, float]] = (),
) -> list[tuple[float, float]]:
    """The reference edge, its normal where it meets the other body (the second of `shapes`) least, and its name.
    Returns points that both cover."""
    start, end, normal = edge
    up = canvas.pixel * np.array((0.0, 24.0, 48.0, 72.0))[:, None] * normal

    def room(along: float) -> float:
        far = float(_over(shapes[1], start + along * (end - start) + up).min())
        return min(far, 26.0 * canvas.pixel) - 0.01 * abs(along - 0.5) * canvas.pixel

    foot = start + max((0.05, 0.14, 0.3, 0.5, 0.7, 0.86, 0.95), key=room) * (end - start)
    marks.highlight_edge(canvas, (start, end), feature=feature)
    unit_arrow(canvas, foot, normal, N)
    taken = [(float(x), float(y)) for x, y in foot + up]
    return taken + (_name(canvas, shapes, edge, name, Ink.EXAMINED, [*taken, *avoid], feature) if name else [])


def _name(
    canvas: Canvas,
    shapes: Sequence[Convex],
    edge: tuple[Any, Any, Any],
    name: str,
    ink: Ink,
    avoid: Sequence[tuple[float, float]] = (),
    feature: Any = None,
) -> list[tuple[float, float]]:
    """The name of an edge beside it, where it stays clear of both outlines and of the points to avoid. Returns points
    that the name covers."""
    (start, end, normal), pixel = edge, canvas.pixel
    wide, high = 3.7 * len(name) * pixel, 9.0 * pixel
    grid = np.array([(x * wide, y * high) for x in (-1.0, -0.5, 0.0, 0.5, 1.0) for y in (-1.0, 0.0, 1.0)])
    off = 7.0 * pixel + wide * abs(normal[0]) + high * abs(normal[1])

    def centre(along: float, side: float, more: float) -> Any:
        return start + along * (end - start) + side * (off + more * pixel) * normal

    def room(place: tuple[float, float, float]) -> float:
        at = centre(*place)
        far = [9.0 * pixel]
        for shape in shapes:
            over = _over(shape, at + grid)
            far.append(max(float(over.min()), float(-over.max()) - 4.0 * pixel))
        far += [max(abs(at[0] - x) - wide, abs(at[1] - y) - high) for x, y in avoid]
        return min(far) - (0.01 * abs(place[0] - 0.5) + 0.15 * place[2]) * pixel

    at = centre(*max(itertools.product((0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9), (-1.0, 1.0), (0.0, 22.0)), key=room))
    canvas.label(name, at, ink, style=TextStyle.BOLD, feature=feature, fixed=True)
    return [(float(x), float(y)) for x, y in at + grid]


def _floor(canvas: Canvas, reference: ReferenceEdge) -> None:
    """Light over the reference edge."""
    up = 0.4 * reference.length * reference.normal
    corners = (reference.start, reference.end, reference.end + up, reference.start + up)
    canvas.light(corners, reference.start, up, Ink.EXAMINED, 0.35)


def _depths(canvas: Canvas, moment: Moment[Any], measured: list[EdgeMeasured]) -> None:
    """The depth behind the best edge so far, and behind the best one of this body."""
    best = measured[-1].best_so_far
    own = max(measured, key=lambda m: m.separation)
    for m in {own.owner: own, best.owner: best}.values():
        foot, low = feet(moment, m)
        ink = separation_ink(m.separation)
        line = Line.MEASURE if m is best else Line.DASHED
        draw_line_to(canvas, m, foot)
        measure(canvas, foot, low, ink, "" if m is best else fixed(m.separation), line=line)
        canvas.dot(low, ink_of(Owner.B if m.owner is Owner.A else Owner.A))
        if m is best:
            marks.highlight_edge(canvas, (m.start, m.end), feature=edge_ref(m))
            marks.pill(canvas, (foot + low) / 2.0, fixed(m.separation), ink, toward=(1.0, 0.0))
        else:
            marks.highlight_edge(canvas, (m.start, m.end), ink_of(m.owner), feature=edge_ref(m), glow=False)


def _normals(
    canvas: Canvas, moment: Moment[Any], incident: IncidentEdge, *, is_found: bool, taken: list[tuple[float, float]]
) -> None:
    shape, ink = shape_of(moment, incident.owner), ink_of(incident.owner)
    if is_found:
        way = _way(canvas, incident)
        _draw_incident(canvas, (shape, shape_of(moment, other_of(incident.owner))), incident, ink, taken + way)
    for i, d in enumerate(incident.dots):
        start, end, normal = outer_edge(shape, i)
        middle = (start + end) / 2.0
        if (is_found and i != incident.edge) or (i == moment.faulty and isinstance(moment.faulty, int)):
            continue
        unit_arrow(canvas, middle, normal, "", ink)
        tip = middle + 50.0 * canvas.pixel * normal
        if is_found:
            marks.pill(canvas, tip, fixed(d, sign=True), ink, toward=normal)
        else:
            style = TextStyle.BOLD if i == incident.edge else TextStyle.LABEL
            canvas.label(fixed(d, sign=True), tip, ink, toward=normal, style=style)


def _way(canvas: Canvas, incident: Any) -> list[tuple[float, float]]:
    """Points that the normal at the incident edge covers, with its number."""
    middle = (incident.start + incident.end) / 2.0
    found = [middle + k * canvas.pixel * incident.normal for k in (0.0, 12.0, 24.0, 36.0, 48.0, 62.0, 74.0)]
    return [(float(x), float(y)) for x, y in found]


def _draw_incident(
    canvas: Canvas, shapes: tuple[Convex, Convex], edge: Any, ink: Ink, avoid: Sequence[tuple[float, float]] = ()
) -> None:
    """The incident edge of the first shape, doubled, with its name."""
    ends = (edge.start, edge.end)
    marks.highlight_edge(canvas, ends, ink, line=Line.DOUBLE, feature=edge_ref(edge), glow=False)
    _name(canvas, shapes, (*ends, edge.normal), "incident edge", ink, avoid, edge_ref(edge))


def normal_angle(moment: Moment[Any]) -> float:
    """Degrees between the normals of the edge that a faulty rule takes and of the incident edge."""
    incident = moment.first(IncidentEdge)
    assert incident is not None
    normals = shape_of(moment, incident.owner).normals
    return math.degrees(math.acos(min(max(float(normals[moment.faulty] @ normals[incident.edge]), -1.0), 1.0)))


def frame_at(moment: Moment[Any]) -> int:
    return min(int(moment.time * len(moment.scene.frames)), len(moment.scene.frames) - 1)


def _shaken(canvas: Canvas, moment: Moment[Any]) -> None:
    """The frame on the clock: B turned a hundred times as far as it is, and the reference edge of that frame."""
    scene, k = moment.scene, frame_at(moment)
    frame = scene.frames[k]
    b = scene.b.turned(math.radians(SHAKEN * frame.degrees)).world
    marks.shape(canvas, scene.a.world, Ink.A, "A")
    marks.ghost(canvas, scene.b.world)
    marks.shape(canvas, b, Ink.B, "B")
    shapes = {Owner.A: scene.a.world, Owner.B: b}
    if frame.kept is not None:
        owner, edge = frame.kept
        other = other_of(owner)
        pair, floor = (shapes[owner], shapes[other]), outer_edge(shapes[owner], edge)
        taken = _draw_reference(canvas, pair, floor, "reference edge")
        k_in = int((shapes[other].normals @ floor[2]).argmin())
        facing = Facing(other, k_in, *outer_edge(shapes[other], k_in))
        _draw_incident(canvas, pair[::-1], facing, ink_of(other), taken)
        _wrong_edge(canvas, moment, shapes[other])
    if moment.compare and frame.greatest != frame.kept and isinstance(moment.faulty, tuple) and frame.greatest:
        owner, edge = frame.greatest
        start, end, normal = outer_edge(shapes[owner], edge)
        marks.highlight_edge(canvas, (start, end), Ink.FAULTY, "no hysteresis", line=Line.DOTTED, outward=normal)
    low = scene.a.world.bounds().joined(b.bounds()).low
    words = f"frame {k + 1} of {len(scene.frames)}; B's shaking drawn × {SHAKEN:.0f}"
    canvas.label(words, (scene.a.world.centroid[0], low[1] - 34.0 * canvas.pixel), Ink.QUIET, fixed=True)


# What is compared, beside the world.


def draw_compared(canvas: Canvas, moment: Moment[Any]) -> None:
    last = steps_of(moment.step)[-1]
    if isinstance(last, NormalCompared | IncidentEdge):
        _circle(canvas, moment)
    elif type(last).__name__ == "NextFrame":
        _frames(canvas, moment)
    else:
        _bars(canvas, moment)


def _title(canvas: Canvas, words: str, x: float, y: float) -> None:
    canvas.label(words, (x, y), Ink.QUIET, fixed=True)


def _bars(canvas: Canvas, moment: Moment[Any]) -> None:
    """A row for every edge: how deep the other body lies behind it."""
    every = list(every_edge(moment).values())
    known = {id(s) for s in seen(moment)}
    best = moment.latest(ReferenceEdge) or next(
        (s.best_so_far for s in reversed(seen(moment)) if isinstance(s, EdgeMeasured)), None
    )
    is_tried = isinstance(moment.step, Posed) and moment.is_open
    _title(canvas, f"separation s of each edge{' that you click' * is_tried}", 0.4 * WIDE, 0.12)
    canvas.stroke(((0.0, 0.0), (0.0, -TALL)), Ink.QUIET, line=Line.THIN)
    canvas.stroke(((0.0, -TALL), (WIDE, -TALL)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.01)
    for m in every:
        start, end = bar_of(every, m)
        is_best = best is not None and (m.owner, m.edge) == (best.owner, best.edge)
        ink = Ink.EXAMINED if is_best else ink_of(m.owner)
        style = TextStyle.BOLD if is_best else TextStyle.LABEL
        canvas.label(f"{m.edge} of {m.owner.value}", start, ink, toward=(-1.0, 0.0), style=style, feature=edge_ref(m))
        if id(m) in known:
            shade = separation_ink(m.separation)
            canvas.stroke((start, end), shade, line=Line.BAR, opacity=1.0 if is_best else 0.4)
            canvas.label(fixed(m.separation), end, shade, toward=(1.0, 0.0), style=style)


def _circle(canvas: Canvas, moment: Moment[Any]) -> None:
    """All normals at one centre, the reference normal upright: the dot product is the height."""
    incident, reference = moment.first(IncidentEdge), moment.first(ReferenceEdge)
    assert incident is not None
    assert reference is not None
    ink, (x, y) = ink_of(incident.owner), reference.normal_xy
    turn = math.pi / 2.0 - math.atan2(y, x)
    _title(canvas, f"normals of {incident.owner.value}, turned so that {'n̂'} points up", 0.3, 1.35)
    marks.circle(canvas, (0.0, 0.0), 1.0, Ink.CONSTRUCTION)
    scale = 1.45
    canvas.stroke(((scale, -1.0), (scale, 1.0)), Ink.QUIET, line=Line.THIN)
    for d in (-1.0, 0.0, 1.0):
        canvas.label(fixed(d, 0, sign=True), (scale, d), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION)
    for i, normal in enumerate(shape_of(moment, incident.owner).normals):
        angle = math.atan2(normal[1], normal[0]) + turn
        tip = (math.cos(angle), math.sin(angle))
        is_least = i == incident.edge
        faded = 1.0 if is_least else 0.45
        canvas.stroke((tip, (scale, tip[1])), ink, line=Line.DASHED, opacity=faded)
        canvas.arrow((0.0, 0.0), tip, ink, line=Line.FEATURE if is_least else Line.MEASURE)
        canvas.label(str(i), tip, ink, toward=tip, style=TextStyle.BOLD if is_least else TextStyle.NUMBER)
        canvas.dot((scale, tip[1]), ink, Point.FILLED if is_least else Point.SMALL)
    canvas.arrow((0.0, 0.0), (0.0, 1.0), Ink.EXAMINED, line=Line.FEATURE)
    canvas.symbol(N, (0.0, 1.0), Ink.EXAMINED, toward=(0.4, 1.0))


def _frames(canvas: Canvas, moment: Moment[Any]) -> None:
    """How far the rival edge is ahead in each frame, within the band of hysteresis or not; who is the reference."""
    scene, frames = moment.scene, moment.scene.frames
    old, new = frames[0].kept, scene.rival
    if old is None:
        return
    ahead = scene.ahead
    top = max(1.4 * scene.epsilon, 1.1 * max(map(abs, ahead)), 1e-12)
    height, count = 0.4, len(frames)
    place = [(WIDE * k / (count - 1), height * s / top) for k, s in enumerate(ahead)]
    band = height * scene.epsilon / top
    words = f"s of edge {new[1]} of {new[0].value} minus s of edge {old[1]} of {old[0].value}"
    _title(canvas, words, 0.5 * WIDE, height + 0.13)
    canvas.area(((0.0, -band), (WIDE, -band), (WIDE, band), (0.0, band)), Ink.INTERFACE, opacity=0.14)
    canvas.stroke(((0.0, 0.0), (WIDE, 0.0)), Ink.QUIET, line=Line.THIN)
    for sign in (1.0, -1.0):
        canvas.stroke(((0.0, sign * band), (WIDE, sign * band)), Ink.INTERFACE, line=Line.DASHED)
    if band > 0.1:
        canvas.symbol(r"\varepsilon", (0.0, band), Ink.INTERFACE, toward=(-1.0, 0.0))
        canvas.label(fixed(scene.epsilon, 4), (WIDE, band), Ink.INTERFACE, toward=(1.0, 0.0), style=TextStyle.CAPTION)
    canvas.label("0", (0.0, 0.0), Ink.QUIET, toward=(-1.0, 0.0), style=TextStyle.CAPTION)
    canvas.stroke(place, Ink.TEXT, line=Line.MEASURE)
    for at in place:
        canvas.dot(at, Ink.TEXT, Point.SMALL)
    k = frame_at(moment)
    words = f"difference in this frame: {fixed(ahead[k], 4)}"
    canvas.label(words, (0.5 * WIDE, -height - 0.09), Ink.TEXT, fixed=True)
    x = place[k][0]
    canvas.stroke(((x, -height), (x, height)), Ink.INTERFACE, line=Line.THIN)
    ink = Ink.FAULTY if isinstance(moment.faulty, tuple) else Ink.TEXT
    _strip(canvas, -0.75, "without hysteresis", [f.greatest for f in frames], ink)
    _strip(canvas, -1.05, "with hysteresis", [f.kept for f in frames], Ink.TEXT)


def _strip(canvas: Canvas, y: float, words: str, edges: list[Any], ink: Ink) -> None:
    """The reference edge of every frame: other ones than the first stand out."""
    for i, edge in enumerate(edges):
        x, is_first = WIDE * i / (len(edges) - 1), edge == edges[0]
        name = f"{edge[0].value}{edge[1]}" if edge is not None else "–"
        corners = [(x + dx, y + dy) for dx, dy in ((-0.055, -0.05), (0.055, -0.05), (0.055, 0.05), (-0.055, 0.05))]
        shade = Ink.INTERFACE if is_first else Ink.FAULTY if ink is Ink.FAULTY else Ink.QUIET
        canvas.area(corners, shade, opacity=0.25 if is_first else 0.5)
        canvas.label(name, (x, y), ink, style=TextStyle.CAPTION, fixed=True)
    many = sum(p != q for p, q in itertools.pairwise(edges))
    canvas.label(f"{words}: {counted(many, 'change')}", (0.5 * WIDE, y - 0.11), ink, fixed=True)
