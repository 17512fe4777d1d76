"""The picture of a clip: the reference edge with its frame, the side planes, what is left of the incident edge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from geometry.contact.clipping import (
    Clipped,
    ClipPoint,
    ClipStarted,
    FaceCompared,
    PointCut,
    PointsMerged,
    SidePlane,
)
from geometry.contact.manifold_points import Manifold
from geometry.feature import FeatureKind, FeatureRef
from geometry.vector import XY, Vector
from geometry.vector import length as length_of
from lessons.stories.clip_places import (
    SHORT,
    free_length,
    free_place,
    is_inside,
    is_split,
    length,
    letter_at,
    places,
    places_at_edge,
)
from lessons.stories.clip_state import (
    SHAPES,
    Clip,
    beyond,
    clip_of,
    height_at,
    height_ink,
    ink_of,
    ref,
    shape_of,
    steps_of,
    whole_run,
)
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import UNIT_ARROW, measure, unit_arrow
from viz.lesson.text import fixed

LIT = 0.07  # opacity of the side of a plane that stays
FRAME_BESIDE = 44.0  # and their place before u, where the edge has no room
FRAME_ROOM = 130.0  # pixels that it needs on the edge
FRAME_OFF = 14.0  # pixels between the reference edge and the arrows of its frame
FRAME_ABOVE = 34.0  # where places are measured between them
OUTSIDE = 85.0  # pixels: room for the name of the incident edge beyond an end of the reference edge
_ARC_POINTS = 24


def draw(canvas: Canvas, moment: Moment[Any], *, is_small: bool = False) -> None:
    """The moment of a clip, or of the manifold that it ends in; `is_small`: that one without its measures."""
    clip, last = clip_of(moment), steps_of(moment.step)[-1]
    is_answer = isinstance(last, Manifold)
    if clip is not None and not is_answer:
        _side_planes(canvas, moment, clip)
    for owner in SHAPES:
        marks.shape(
            canvas,
            shape_of(moment, owner),
            ink_of(owner),
            owner.value,
            letter_at=letter_at(canvas, moment, clip, owner, is_small=is_small),
            numbered=not is_small,
        )
    if clip is None:
        for contact in last.points if isinstance(last, Manifold) else ():
            marks.answer(canvas, contact.point)
        return
    is_height = isinstance(last, FaceCompared | PointsMerged | Clipped)
    if is_height:
        normals = (clip.reference.normal, -clip.reference.tangent, clip.reference.tangent)
        canvas.region((clip.reference.start, clip.reference.start, clip.reference.end), normals, Ink.OVERLAP, 0.08)
    if is_height or (
        is_answer and not is_small and any(p.height > SHORT * canvas.pixel for p in contacts_of(moment))
    ):
        _limit(canvas, clip, float(moment.scene.margin))
    is_named = is_height or isinstance(last, ClipStarted | Manifold)  # elsewhere places are measured there
    _edges(canvas, clip, is_named=is_named and not is_small, frame=not is_height and not is_answer)
    is_told = not is_answer and not isinstance(last, SidePlane)
    _incident(canvas, moment, clip, is_named=is_told, is_small=is_small)
    for end in (clip.reference.start, clip.reference.end):
        canvas.dot(end, Ink.EXAMINED)
    match last:
        case ClipStarted():
            (places_at_edge if is_split(clip) else places)(canvas, clip, clip.ends)
            _cores(canvas, moment, clip)
            for p, q in zip(clip.ends, clip.ends[::-1], strict=True):
                _height(canvas, clip, p, q.along)
                canvas.dot(p.point, ink_of(clip.incident.owner))
                way = (1.0 if p.along > q.along else -1.0) * clip.reference.tangent
                if not moment.compare or moment.is_open:
                    canvas.label(
                        _end_words(clip, p),
                        p.point,
                        ink_of(clip.incident.owner),
                        toward=way - 0.4 * clip.reference.normal,
                        feature=ref(clip.incident.owner, p.of_incident),
                    )
        case SidePlane():
            _at_plane(canvas, moment, clip, last)
        case PointCut():
            _cut(canvas, clip, last)
        case Manifold():
            if not is_small:
                _planes_ends(canvas, moment, clip)
            _contacts(canvas, moment, clip, is_small=is_small)
        case _:
            _judged(canvas, clip)


def _end_words(clip: Clip, p: ClipPoint) -> str:
    """The vertex of an end, of a rounded shape outside of it; the deeper one is the formula's p."""
    vertex, is_at = f"**v{p.of_incident.index}**", clip.incident.radius > 0.0
    if p is clip.ends[0]:
        return f"$p$ {'at' if is_at else '='} {vertex}"
    return f"{'at ' * is_at}{vertex}"


def _of_incident(clip: Clip, p: ClipPoint) -> str:
    """A vertex of the incident shape; of a rounded one the point lies on the arc around it."""
    if clip.incident.radius > 0.0 and p.of_incident.is_vertex:
        return f"on the arc of v{p.of_incident.index} of {clip.incident.owner.value}"
    return str(ref(clip.incident.owner, p.of_incident))


def contacts_of(moment: Moment[Any]) -> tuple[ClipPoint, ...]:
    """What the whole clip leaves."""
    return next((step.points for step in whole_run(moment, Clipped)), ())


def is_straight(clip: Clip, p: ClipPoint) -> bool:
    """Whether a place lies on the straight part of the incident edge, not on the arc before it."""
    x1, x2 = (clip.reference.along_xy(end) for end in (clip.incident.deep_outer_xy, clip.incident.far_outer_xy))
    return (p.along - x1) * (x2 - x1) >= 0.0 != x1 - x2


def kept_and_off(clip: Clip, plane: SidePlane) -> tuple[Vector, Vector]:
    """The ends of the straight incident edge: p on the inner side of a plane that cuts it, a new end where the other
    plane has cut already, and q beyond it."""
    first, second = clip.incident.deep_outer, clip.incident.far_outer
    x1, x2 = clip.reference.along(first), clip.reference.along(second)
    kept, off = (first, second) if (x1 > x2) == (plane.along == 0.0) else (second, first)
    new = (cut.cut for cut in clip.cuts if cut.plane is not plane and cut.cut is not None)
    return next((p.point for p in new if is_straight(clip, p)), kept), off


def path(moment: Moment[Any], clip: Clip, p: ClipPoint, q: ClipPoint) -> list[XY]:
    """The incident edge from one of its points to another: a line, or an arc and a line."""
    middle = [] if clip.incident.radius == 0.0 else np.linspace(p.along, q.along, _ARC_POINTS)[1:-1].tolist()
    return [p.point_xy, *(clip.reference.at_xy(x, height_at(moment, clip, x)) for x in middle), q.point_xy]


def _edges(canvas: Canvas, clip: Clip, *, is_named: bool, frame: bool) -> None:
    """The reference edge, a broad line with its ends u and v, its name and its two unit vectors."""
    reference, tangent, normal = clip.reference, clip.reference.tangent, clip.reference.normal
    feature = FeatureRef(reference.owner.value, FeatureKind.EDGE, reference.edge)
    marks.highlight_edge(canvas, (reference.start, reference.end))
    free = free_place(clip)
    if is_named:
        name = f"reference edge {reference.edge}"
        canvas.label(name, reference.at(free, 0.0), Ink.EXAMINED, toward=-normal, feature=feature)
    below = frame and is_named and is_split(clip)  # places are measured above u
    away = -tangent - 0.4 * normal if below else normal - tangent
    canvas.symbol(r"\mathbf{u}", reference.start, Ink.EXAMINED, toward=away)
    canvas.symbol(r"\mathbf{v}", reference.end, Ink.EXAMINED, toward=tangent + normal)
    if frame:
        start, before_u = free - 0.5 * UNIT_ARROW * canvas.pixel, -(UNIT_ARROW + FRAME_BESIDE) * canvas.pixel
        if is_inside(clip) and free == 0.5 * reference.length:
            start = before_u  # the edge is covered
        elif 0.0 < free < reference.length and free_length(clip) < FRAME_ROOM * canvas.pixel and not is_inside(clip):
            beyond_v = reference.length + FRAME_BESIDE * canvas.pixel
            start = beyond_v if free >= 0.5 * reference.length else before_u  # too little is free: on that side
        is_above = below and start < max(p.along for p in clip.ends)  # of the places
        corner = reference.at(start, (FRAME_ABOVE if is_above else FRAME_OFF) * canvas.pixel)
        unit_arrow(canvas, corner, tangent, r"\hat t")
        unit_arrow(canvas, corner, normal, r"\hat n")


def _incident(canvas: Canvas, moment: Moment[Any], clip: Clip, *, is_named: bool, is_small: bool) -> None:
    """What is left of the incident edge, doubled; what was cut off, dotted up to a crossed end."""
    ink, incident = ink_of(clip.incident.owner), clip.incident
    for cut in clip.cuts:
        end = clip.ends[1] if cut.cut is None else cut.cut
        canvas.stroke(path(moment, clip, cut.lost, end), Ink.GHOST, line=Line.DOTTED)
        _crossed(canvas, cut.lost, "" if moment.compare or is_small else "cut off", incident.normal)
    if len(clip.left) == 2:
        p, q = clip.left
        canvas.stroke(path(moment, clip, p, q), ink, line=Line.DOUBLE)
        if not is_named:  # the contact points speak
            return
        name = f"{'clipped ' if clip.cuts else ''}incident edge {incident.edge}"
        feature = FeatureRef(incident.owner.value, FeatureKind.EDGE, incident.edge)
        at, way = 0.5 * (p.point + q.point), incident.normal
        if not clip.planes:
            at = _outside(moment, clip, at, OUTSIDE * canvas.pixel)
        if p.height * q.height < 0.0:  # it crosses the reference edge: at the part in front, on the inner side
            high, low = (p, q) if p.height > q.height else (q, p)
            at, way = 0.58 * high.point + 0.42 * low.point, -way
        canvas.label(name, at, ink, toward=way, feature=feature)


def _outside(moment: Moment[Any], clip: Clip, otherwise: Vector, least: float) -> Vector:
    """The middle of the part of the incident edge beyond an end of the reference edge, where it is long enough."""
    low, high = sorted(p.along for p in clip.ends)
    start, end = max(
        (low, min(high, 0.0)), (max(low, clip.reference.length), high), key=lambda part: part[1] - part[0]
    )
    if end - start < least:
        return otherwise
    x = 0.5 * (start + end)
    return clip.reference.at(x, height_at(moment, clip, x))


def _side_planes(canvas: Canvas, moment: Moment[Any], clip: Clip) -> None:
    """The planes that were looked at. While one is tested it is yellow, and the side that stays is lit."""
    reference = clip.reference
    owner = shape_of(moment, reference.owner)
    depth = min(reference.height(p) for p in owner.points) - owner.radius
    last = steps_of(moment.step)[-1]
    tested = last if isinstance(last, SidePlane) else last.plane if isinstance(last, PointCut) else None
    if tested is not None:
        through = [reference.at(plane.along, 0.0) for plane in clip.planes]
        out = [-reference.tangent if plane.along == 0.0 else reference.tangent for plane in clip.planes]
        canvas.region(through, out, Ink.EXAMINED, LIT)
    for plane in clip.planes:
        inward = reference.tangent if plane.along == 0.0 else -reference.tangent
        ink, line = (Ink.EXAMINED, Line.MEASURE) if plane is tested else (Ink.CONSTRUCTION, Line.DASHED)
        canvas.unbounded(reference.at(plane.along, 0.0), reference.normal, ink, line=line)
        at = reference.at(plane.along, depth - 16.0 * canvas.pixel)
        name = f"side plane of {'$u$: $x$ = 0' if plane.along == 0.0 else '$v$: $x$ = $L$'}"
        ink = Ink.EXAMINED if plane is tested else Ink.TEXT
        canvas.label(name, at, ink, toward=-inward, style=TextStyle.CAPTION)


def _planes_ends(canvas: Canvas, moment: Moment[Any], clip: Clip) -> None:
    """The side planes that have cut something, as far as the shapes reach: another view stands beyond."""
    reference = clip.reference
    heights = [reference.height(p) for owner in SHAPES for p in shape_of(moment, owner).points]
    for cut in clip.cuts:
        x = cut.plane.along
        ends = reference.at(x, min(heights)), reference.at(x, max(heights))
        canvas.stroke(ends, Ink.CONSTRUCTION, line=Line.DASHED)


def _limit(canvas: Canvas, clip: Clip, margin: float) -> None:
    """How far in front of the reference edge points are kept."""
    reference = clip.reference
    low, high = reference.at(0.0, margin), reference.at(reference.length, margin)
    canvas.stroke((low, high), Ink.INTERFACE, line=Line.DASHED)
    text, away = f"$h_{{\\max}}$ = {fixed(margin)}", reference.tangent - 0.5 * reference.normal
    canvas.label(text, high, Ink.INTERFACE, toward=away)


def _cores(canvas: Canvas, moment: Moment[Any], clip: Clip) -> None:
    """The vertices of a rounded incident edge; the radius where there is room, at the vertex farthest from the
    reference edge: at the ends their heights are measured."""
    incident = clip.incident
    if incident.radius == 0.0:
        return
    for inner in (incident.deep_inner, incident.far_inner):
        canvas.dot(inner, Ink.TEXT, Point.SMALL)
    shape = shape_of(moment, incident.owner)
    core = max(shape.points, key=clip.reference.height)
    out = (core - shape.centroid) / length_of(core - shape.centroid)
    rim = core + incident.radius * out
    canvas.stroke((core, rim), Ink.TEXT, line=Line.THIN)
    canvas.dot(core, Ink.TEXT, Point.SMALL)
    canvas.label(f"$r$ = {fixed(incident.radius)}", rim, Ink.TEXT, toward=out)


def _height(canvas: Canvas, clip: Clip, p: ClipPoint, other: float, symbol: str = "$h$") -> None:
    """The height of a point over the reference edge, its number on the side of the `other` place."""
    reference, ink = clip.reference, height_ink(p.height)
    text = f"{symbol} = **{fixed(p.height, sign=p.height > 0.0)}**"
    side = 1.0 if other > p.along else -1.0
    if abs(p.height) >= SHORT * canvas.pixel:
        foot = reference.at(p.along, 0.0)
        if not 0.0 <= p.along <= reference.length:  # the line of the reference edge, from which h is measured
            canvas.stroke((reference.start if p.along < 0.0 else reference.end, foot), Ink.EXAMINED, line=Line.DASHED)
        measure(canvas, foot, p.point, ink, text, side=-side if p.height < 0.0 else side)
    else:
        way = side if 0.0 <= p.along <= reference.length else -side  # there the edge has its name
        canvas.label(text, p.point, ink, toward=way * reference.tangent - reference.normal)


def _at_plane(canvas: Canvas, moment: Moment[Any], clip: Clip, plane: SidePlane) -> None:
    """Which points lie beyond the plane, each with its place."""
    lost = beyond(moment, plane)
    if plane.points:
        places(canvas, clip, plane.points)
    for p in plane.points:
        if any(p is q for q in lost):
            _crossed(canvas, p, "beyond", clip.incident.normal)
        else:
            canvas.dot(p.point, ink_of(clip.incident.owner))
    if plane.along > 0.0:
        length(canvas, clip, plane.points)


def _cut(canvas: Canvas, clip: Clip, cut: PointCut) -> None:
    """The crossing point, between the two ends that its height follows from."""
    if cut.cut is None:
        return
    if is_straight(clip, cut.cut):
        reference = clip.reference
        ends = [
            replace(cut.cut, point=p, along=reference.along(p), height=reference.height(p))
            for p in kept_and_off(clip, cut.plane)
        ]
        places(canvas, clip, ends, ("$x_p$", "$x_q$"))
        if cut.cut.along > 0.0:
            length(canvas, clip, ends)
        for end, symbol in zip(ends, ("$h_p$", "$h_q$"), strict=True):
            _height(canvas, clip, end, cut.cut.along, symbol)
    _height(canvas, clip, cut.cut, cut.lost.along)
    canvas.dot(cut.cut.point, Ink.EXAMINED, Point.FILLED)


def _judged(canvas: Canvas, clip: Clip) -> None:
    """Heights of the points that were compared: white where kept, crossed where discarded."""
    for step in clip.judged:
        p, other = step.point, _middle(clip)
        _height(canvas, clip, p, other)
        if step.is_kept:
            side = 1.0 if p.along > other else -1.0
            marks.answer(canvas, p.point, "kept", toward=side * clip.reference.tangent - clip.reference.normal)
        else:
            _crossed(canvas, p, "too far in front", clip.reference.normal)


def _contacts(canvas: Canvas, moment: Moment[Any], clip: Clip, *, is_small: bool) -> None:
    """The contact points, each with its name and its height; what was discarded, crossed."""
    for p in contacts_of(moment):
        if not is_small:
            _height(canvas, clip, p, 2.0 * p.along - _middle(clip) if p.of_reference.is_vertex else _middle(clip))
        name = f"cut at ${'u' if p.along == 0.0 else 'v'}$"
        text = name if p.of_reference.is_vertex else _of_incident(clip, p)
        side = 1.0 if p.along > _middle(clip) else -1.0
        aside = (0.0 if p.of_reference.is_vertex else side) * clip.reference.tangent
        marks.answer(canvas, p.point, "" if is_small else text, toward=aside - clip.reference.normal)
    for step in clip.judged:
        if not step.is_kept:
            _crossed(
                canvas, step.point, "" if moment.compare or is_small else "too far in front", clip.reference.normal
            )


def _crossed(canvas: Canvas, p: ClipPoint, words: str, toward: Vector) -> None:
    """A point that is no contact, and why; beside a faulty answer only that one speaks."""
    marks.cross(canvas, p.point)
    if words:
        canvas.label(words, p.point, Ink.QUIET, toward=toward)


def _middle(clip: Clip) -> float:
    """Between the two ends that are left, along the reference edge."""
    return sum(p.along for p in clip.left) / max(len(clip.left), 1)
