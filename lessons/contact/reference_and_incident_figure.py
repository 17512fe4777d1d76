"""Reference and incident edge in the world: depths behind edges, the lit strip, contact points, shaken frames."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import ManifoldPoint
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex, boundary
from geometry.vector import dot
from lessons.contact.reference_and_incident_asked import CLEAR, draw_line_to, every_edge, feet
from lessons.contact.reference_and_incident_beside import N, compared, frame_at, pair_of
from lessons.contact.reference_and_incident_scene import Hysteresis, Jitter, Posed, pair_at
from lessons.contact.reference_and_incident_wrong import (
    draw_lost,
    draw_without_hysteresis,
    draw_wrong_edge,
    is_wrong,
    tipped,
)
from lessons.stories.clip_state import SHAPES, ink_of, outer_edge, outermost, shape_of, steps_of
from lessons.stories.common import common, draw_common
from lessons.stories.reference import edge_ref, other_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas, Label
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, right_angle, unit_arrow
from viz.lesson.text import fixed

DRAWN = 2.0  # degrees that B is drawn to shake by
_PLACES = np.array(  # along an edge, on which side, and how many pixels farther off
    list(itertools.product((0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9), (-1.0, 1.0), (0.0, 22.0)))
)
_FEET = np.array((0.05, 0.14, 0.3, 0.5, 0.7, 0.86, 0.95))  # along an edge, of a normal
LIT = 185.0  # pixels over the reference edge, to where the light has nearly faded


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    a, b = (shape_of(moment, owner) for owner in SHAPES)
    last = steps_of(moment.step)[-1]
    reference, (incident, _) = outermost(moment).latest(ReferenceEdge), pair_of(moment)
    taken: list[tuple[float, float]] = []
    if isinstance(last, Jitter | Hysteresis):
        _shaken(canvas, moment)
        return
    if reference is not None:
        _light(canvas, reference)
    if isinstance(last, Posed):
        draw_common(canvas, common(a, b, 4.0 * canvas.pixel))
    marks.shape(canvas, a, Ink.A, "A", names_outside=True)
    marks.shape(canvas, b, Ink.B, "B", names_outside=True)
    for each in (a, b):
        if each.radius:
            canvas.stroke(each.points, Ink.QUIET, closed=True, line=Line.DASHED)
    if isinstance(last, Posed) and moment.is_open:
        _example(canvas, moment)
    if isinstance(last, EdgeMeasured):
        _depths(canvas, moment, [s for s in steps_of(moment.step) if isinstance(s, EdgeMeasured)])
    if reference is not None:
        named = not isinstance(last, NormalCompared)
        both = incident if isinstance(last, IncidentEdge) else None
        way = _way(canvas, moment, both) if both is not None else []
        taken = _draw_reference(canvas, (a, b), reference, way, named=named, rival=both)
    if isinstance(last, NormalCompared | IncidentEdge) and incident is not None:
        _normals(canvas, moment, incident, is_found=isinstance(last, IncidentEdge), taken=taken)
        draw_wrong_edge(canvas, moment, shape_of(moment, incident.owner))
    if isinstance(last, IncidentEdge) and reference is not None:
        if is_wrong(moment):
            draw_lost(canvas, moment, reference)
        else:
            _foretold(canvas, manifold(a, b).points, last, -0.6 * reference.normal)


def _contacts(canvas: Canvas, points: Sequence[ManifoldPoint], ink: Ink) -> None:
    """Contact points, half way between both surfaces."""
    for p in points:
        canvas.stroke((p.on_a, p.on_b), ink, line=Line.THIN)
        if ink is Ink.ANSWER:
            marks.answer(canvas, p.point)
        else:
            canvas.dot(p.point, ink, Point.RING)


def _foretold(canvas: Canvas, points: Sequence[ManifoldPoint], incident: IncidentEdge, away: Any) -> None:
    """The contact points that the next lesson finds, named at the deepest one: away from the reference edge."""
    for p in points:
        canvas.stroke((p.on_a, p.on_b), Ink.TEXT, line=Line.THIN)
        canvas.dot(p.point, Ink.TEXT, Point.FILLED)
    if points:
        words, way = (
            "contact points" if len(points) > 1 else "contact point",
            incident.deep_outer - incident.far_outer,
        )
        deepest = min(points, key=lambda p: p.separation)
        canvas.label(words, deepest.point, Ink.TEXT, toward=way / np.hypot(*way) + away, leader=True)


# Where there is room.


def _over(shape: Convex, points: Any) -> Any:
    """Of points: how far each lies in front of a shape's edges; negative inside."""
    heights = points @ shape.normals.T - (shape.points * shape.normals).sum(axis=1)
    return heights.max(axis=-1) - shape.radius


def _foot(canvas: Canvas, other: Convex, edge: tuple[Any, Any, Any]) -> Any:
    """Of a normal on an edge: where it meets the other body least."""
    start, end, normal = edge
    up = canvas.pixel * np.array((0.0, 24.0, 48.0, 72.0))[:, None] * normal
    feet_at = start + _FEET[:, None] * (end - start)
    far = np.minimum(_over(other, feet_at[:, None] + up).min(axis=1), 26.0 * canvas.pixel)
    return feet_at[int((far - 0.01 * np.abs(_FEET - 0.5) * canvas.pixel).argmax())]


def _draw_reference(
    canvas: Canvas,
    bodies: tuple[Convex, Convex],
    edge: ReferenceEdge,
    avoid: Sequence[tuple[float, float]] = (),
    *,
    named: bool = True,
    rival: IncidentEdge | None = None,
) -> list[tuple[float, float]]:
    """The reference edge, its normal where it meets the other body least, and its name. Returns points that both
    cover."""
    own, other = bodies if edge.owner is Owner.A else bodies[::-1]
    line, feature = (edge.start, edge.end, edge.normal), edge_ref(edge)
    foot = _foot(canvas, other, line)
    marks.highlight_edge(canvas, (edge.start, edge.end), feature=feature)
    unit_arrow(canvas, foot, edge.normal, N)
    up = foot + canvas.pixel * np.array((0.0, 24.0, 48.0, 72.0))[:, None] * edge.normal
    taken = [(float(x), float(y)) for x, y in up]
    name = "reference edge"
    ends = (rival.start, rival.end) if rival is not None else None
    if named:
        taken += _name(canvas, (own, other), line, name, Ink.EXAMINED, [*taken, *avoid], ends)
    return taken


def _name(
    canvas: Canvas,
    shapes: Sequence[Convex],
    edge: tuple[Any, Any, Any],
    name: str,
    ink: Ink,
    avoid: Sequence[tuple[float, float]] = (),
    rival: tuple[Any, Any] | None = None,
) -> list[tuple[float, float]]:
    """The name of an edge beside it, where it stays clear of both outlines and of the points to avoid, and nearer to
    its own edge than to the rival edge, which has a name, too. Returns points that the name covers."""
    (start, end, normal), pixel = edge, canvas.pixel
    wide, high = 3.4 * len(name) * pixel, 9.0 * pixel  # of bold words
    grid = np.array([(x * wide, y * high) for x in (-1.0, -0.5, 0.0, 0.5, 1.0) for y in (-1.0, 0.0, 1.0)])
    off = 10.0 * pixel + wide * abs(normal[0]) + high * abs(normal[1])

    along, side, more = _PLACES.T
    middles = start + along[:, None] * (end - start) + (side * (off + more * pixel))[:, None] * normal
    words = middles[:, None] + grid
    room = np.full(len(middles), 9.0 * pixel)
    for shape in shapes:
        over = _over(shape, words)
        room = np.minimum(room, np.maximum(over.min(axis=1), -over.max(axis=1) - 4.0 * pixel))
        if shape.radius:
            core = over + shape.radius
            room = np.minimum(room, np.maximum(core.min(axis=1), -core.max(axis=1)))
    if rival is not None:
        for points in (words, middles[:, None]):
            room = np.minimum(room, _apart(points, rival) - _apart(points, (start, end)))
    for taken, clear in ((avoid, 6.0), ([shape.centroid for shape in shapes], 16.0)):
        if len(taken):
            away = np.abs(middles[:, None] - np.array(taken)) - (wide, high)
            room = np.minimum(room, away.max(axis=-1).min(axis=1) - clear * pixel)
    at = middles[int((room - (0.01 * np.abs(along - 0.5) + 0.15 * more) * pixel).argmax())]
    canvas.label(name, at, ink, style=TextStyle.BOLD, fixed=True)
    return [(float(x), float(y)) for x, y in at + grid]


def _along(ring: Any, step: float) -> list[tuple[float, float]]:
    """Points on an outline, one a step."""
    found = []
    for p, q in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        parts = np.linspace(0.0, 1.0, max(2, math.ceil(math.dist(p, q) / step)), endpoint=False)[:, None]
        found += [(float(x), float(y)) for x, y in p + parts * (q - p)]
    return found


def _apart(points: Any, edge: tuple[Any, Any]) -> Any:
    """How far the nearest of the points is from an edge; of many sets of points, shape (n, m, 2), of each."""
    start, along = edge[0], edge[1] - edge[0]
    part = np.clip((points - start) @ along / (along @ along), 0.0, 1.0)
    away = points - start - part[..., None] * along
    return np.hypot(away[..., 0], away[..., 1]).min(axis=-1)


def _light(canvas: Canvas, reference: ReferenceEdge) -> None:
    """What lies in front of the reference edge, between the planes at its ends."""
    start, end, up = reference.start, reference.end, LIT * canvas.pixel * reference.normal
    canvas.light((start, end, end + up, start + up), start, up, Ink.EXAMINED, 0.3)


def _depths(canvas: Canvas, moment: Moment[Any], measured: list[EdgeMeasured]) -> None:
    """The depth behind the best one of this body's edges, and behind the best edge so far."""
    best = measured[-1].best_so_far
    own = max(measured, key=lambda m: m.separation)
    if best is not own:
        foot, low = feet(moment, best)
        draw_line_to(canvas, best, foot)
        measure(canvas, foot, low, separation_ink(best.separation), f"**{_told(moment, best)}**", line=Line.DASHED)
        ends = best.start, best.end
        marks.highlight_edge(canvas, ends, ink_of(best.owner), feature=edge_ref(best), glow=False)
    _height(canvas, moment, own)


def _example(canvas: Canvas, moment: Moment[Any]) -> None:
    """What the question is about, at an edge of B that is not nearly the best: how deep A lies behind it."""
    every = every_edge(moment).values()
    clearly_less = max(m.separation for m in every) - CLEAR
    for m in (m for m in every if m.owner is Owner.B and m.separation < clearly_less):
        foot, low = feet(moment, m)
        edge = m.end - m.start
        if 0.0 < dot(foot - m.start, edge) < dot(edge, edge):
            marks.highlight_edge(canvas, (m.start, m.end), Ink.B, feature=edge_ref(m), glow=False)
            measure(canvas, foot, low, Ink.OVERLAP, line=Line.DASHED)
            right_angle(canvas, foot, edge, low - foot, Ink.OVERLAP)
            canvas.dot(low, ink_of(Owner.A))
            told = f"**{fixed(-m.separation)}** deep\nbehind edge {m.edge} of B"
            canvas.label(told, foot, Ink.OVERLAP, toward=m.normal)
            return


def _told(moment: Moment[Any], m: EdgeMeasured) -> str:
    return fixed(m.separation, moment.scene.decimals)


def _height(canvas: Canvas, moment: Moment[Any], m: EdgeMeasured) -> None:
    """The separation of an edge as its formula has it: from the edge's first end to the deepest vertex, along the
    normal."""
    shape, other = shape_of(moment, m.owner), shape_of(moment, other_of(m.owner))
    ink, ink_of_other = ink_of(m.owner), ink_of(other_of(m.owner))
    letter, letter_of_other = m.owner.value.lower(), other_of(m.owner).value.lower()
    foot, low = feet(moment, m)
    first, deepest = shape.points[m.edge], other.points[m.deepest]
    if not shape.radius + other.radius:
        _unname(canvas, (m.owner, m.edge), (other_of(m.owner), m.deepest))
    marks.highlight_edge(canvas, (m.start, m.end), feature=edge_ref(m))
    normal_at = _foot(canvas, other, (m.start, m.end, m.normal))
    unit_arrow(canvas, normal_at, m.normal, rf"\hat n_{{{m.edge}}}")
    draw_line_to(canvas, m, foot)
    canvas.arrow(first, deepest, Ink.QUIET, line=Line.THIN)
    for inner, outer, owner, own in ((first, m.start, m.owner, ink), (deepest, low, other_of(m.owner), ink_of_other)):
        if shape_of(moment, owner).radius:
            canvas.stroke((inner, outer), own, line=Line.DASHED)
            canvas.symbol(f"r_{owner.value}", (inner + outer) / 2.0, own, toward=(1.0, 0.0))
    canvas.symbol(rf"\boldsymbol {letter}_{{{m.edge}}}", first, ink, toward=first - shape.centroid)
    toward = deepest - other.centroid
    canvas.symbol(rf"\boldsymbol {letter_of_other}_{{{m.deepest}}}", deepest, ink_of_other, toward=toward)
    measure(canvas, foot, low, separation_ink(m.separation))
    canvas.dot(low, ink_of_other)
    marks.pill(canvas, (foot + low) / 2.0, _told(moment, m), separation_ink(m.separation), toward=(1.0, 0.0))


def _unname(canvas: Canvas, *vertices: tuple[Owner, int]) -> None:
    """Take the faint names off vertices that have a symbol of the formula."""
    off = {FeatureRef(owner.value, FeatureKind.VERTEX, i) for owner, i in vertices}
    canvas.marks[:] = [
        m for m in canvas.marks if not (isinstance(m, Label) and m.style is TextStyle.VERTEX and m.feature in off)
    ]


def _normals(
    canvas: Canvas, moment: Moment[Any], incident: IncidentEdge, *, is_found: bool, taken: list[tuple[float, float]]
) -> None:
    shape, ink, known = shape_of(moment, incident.owner), ink_of(incident.owner), compared(moment)
    if is_found:
        _, reference = pair_of(moment)
        assert reference is not None
        way = _way(canvas, moment, incident)
        if is_wrong(moment):
            body = tipped(moment, reference)
            way = [] if body is None else _along(boundary(body, 4.0 * canvas.pixel), 8.0 * canvas.pixel)
        bodies = shape_of(moment, Owner.A), shape_of(moment, Owner.B)
        _draw_incident(canvas, bodies, incident, reference, taken + way)
        if is_wrong(moment):  # what is told is which contact points the other edge loses
            return
    for i, d in enumerate(incident.dots):
        start, end, normal = outer_edge(shape, i)
        if i != incident.edge if is_found else i not in known:
            continue
        middle = _clear(canvas, moment, incident) if is_found else (start + end) / 2.0
        unit_arrow(canvas, middle, normal, "", ink)
        tip = middle + 50.0 * canvas.pixel * normal
        if is_found:
            beside = middle + 30.0 * canvas.pixel * normal
            canvas.symbol(rf"\hat m_{{{i}}}", beside, ink, toward=(-normal[1], normal[0]))
            marks.pill(canvas, tip, fixed(d, sign=True), ink, toward=normal)
        else:
            style = TextStyle.BOLD if i == incident.edge else TextStyle.LABEL
            canvas.label(fixed(d, sign=True), tip, ink, toward=normal, style=style)


def _clear(canvas: Canvas, moment: Moment[Any], incident: IncidentEdge) -> Any:
    """Where the normal of the incident edge stands outside of the other body, off the reference edge and its normal;
    else off both inside it, else at the middle."""
    other, up = shape_of(moment, other_of(incident.owner)), 48.0 * canvas.pixel * incident.normal
    foot = _foot(canvas, other, (incident.start, incident.end, incident.normal))
    _, reference = pair_of(moment)
    assert reference is not None
    own = shape_of(moment, incident.owner)
    rival = _foot(canvas, own, (reference.start, reference.end, reference.normal))
    taken = rival, rival + 72.0 * canvas.pixel * reference.normal
    line = reference.start, reference.end

    def is_free(at: Any) -> bool:
        arrow = np.array((at, at + 0.5 * up, at + up, at + 1.5 * up))
        return bool(_apart(arrow, taken) > 40.0 * canvas.pixel and _apart(arrow, line) > 24.0 * canvas.pixel)

    middle, way = (incident.start + incident.end) / 2.0, incident.end - incident.start
    if is_free(foot) and float(_over(other, np.array((foot, foot + up))).min()) > 0.0:
        return foot
    return next((at for part in (0.0, 0.2, -0.2, 0.35, -0.35) if is_free(at := middle + part * way)), middle)


def _way(canvas: Canvas, moment: Moment[Any], incident: IncidentEdge) -> list[tuple[float, float]]:
    """Points that the normal at the incident edge covers, with its number."""
    middle = _clear(canvas, moment, incident)
    found = [middle + k * canvas.pixel * incident.normal for k in (0.0, 12.0, 24.0, 36.0, 48.0, 62.0, 74.0)]
    return [(float(x), float(y)) for x, y in found]


def _draw_incident(
    canvas: Canvas,
    bodies: tuple[Convex, Convex],
    edge: IncidentEdge,
    reference: ReferenceEdge,
    avoid: Sequence[tuple[float, float]] = (),
) -> None:
    """The incident edge, doubled, with its name."""
    shapes = bodies if edge.owner is Owner.A else bodies[::-1]
    ends, ink, feature = (edge.start, edge.end), ink_of(edge.owner), edge_ref(edge)
    marks.highlight_edge(canvas, ends, ink, line=Line.DOUBLE, feature=feature, glow=False)
    name = "incident edge"
    rival = reference.start, reference.end
    _name(canvas, shapes, (*ends, edge.normal), name, ink, avoid, rival)


def _shaken(canvas: Canvas, moment: Moment[Any]) -> None:
    """The frame on the clock: B turned many times as far as it is, the reference edge of that frame, and the contact
    points; hollow ones where they are with the other edge."""
    scene, k, is_kept = moment.scene, frame_at(moment), isinstance(moment.step, Hysteresis)
    frame, times = scene.frames[k], round(DRAWN / scene.shake) if scene.shake > 0.0 else 1
    a, b = scene.a.world, scene.b.turned(math.radians(times * frame.degrees)).world
    marks.shape(canvas, a, Ink.A, "A")
    marks.ghost(canvas, scene.b.world)
    marks.shape(canvas, b, Ink.B, "B")
    chosen = frame.kept if is_kept else frame.greatest
    is_without = is_kept and isinstance(moment.faulty, tuple) and frame.greatest not in (None, chosen)
    pair = pair_at(a, b, chosen) if chosen is not None else None
    if pair is not None:
        taken = _draw_reference(canvas, (a, b), pair.reference, rival=pair.incident)
        _draw_incident(canvas, (a, b), pair.incident, pair.reference, taken)
        if is_without and frame.greatest is not None:
            draw_without_hysteresis(canvas, (a, b), frame.greatest)
        _contacts(canvas, pair.points, Ink.ANSWER)
        reference = moment.first(ReferenceEdge)
        if reference is not None and (reference.owner, reference.edge) == chosen:
            draw_wrong_edge(canvas, moment, a if pair.incident.owner is Owner.A else b)
    for other in {scene.frames[0].kept, scene.rival} - {chosen, None}:  # over both edges, not under them
        pair = pair_at(a, b, other)
        _contacts(canvas, pair.points if pair is not None and not is_without else (), Ink.QUIET)
    low = a.bounds().joined(b.bounds()).low
    words = f"frame {k + 1} of {len(scene.frames)}; B's shaking drawn × {times}"
    canvas.label(words, (a.centroid[0], low[1] - 34.0 * canvas.pixel), Ink.QUIET, fixed=True)
