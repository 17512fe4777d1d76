"""The picture of a clip: the reference edge with its frame, the side planes, what is left of the incident edge."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.contact.clipping import (
    Clipped,
    ClipPoint,
    ClipStarted,
    FaceCompared,
    PointCut,
    PointKept,
    PointsMerged,
    SidePlane,
)
from geometry.contact.manifold_points import Manifold
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.vector import Vector
from lessons.stories.clip_state import (
    Clip,
    answer_of,
    clip_of,
    height_at,
    ink_of,
    on_arc,
    ref,
    shape_of,
    steps_of,
    straight_ends,
)
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.regions import half_plane
from viz.lesson.text import fixed

SHADED = 0.13  # opacity of what a side plane cuts off
X_OFF = 52.0  # pixels between the reference edge and a place measured along it
X_ROW = 34.0  # and to a second one
SHORT = 7.0  # pixels: a height less than this has a number but no measure
_ARC_POINTS = 24


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    """The moment of a clip, or of the manifold that it ends in."""
    clip, steps = clip_of(moment), steps_of(moment.step)
    last = steps[-1]
    if clip is not None:
        _side_planes(canvas, moment, clip)
    for owner in (Owner.A, Owner.B):
        marks.shape(canvas, shape_of(moment, owner), ink_of(owner), owner.value)
    if clip is None:
        if isinstance(last, Manifold):
            for contact in last.points:
                marks.answer(canvas, contact.point)
        return
    if isinstance(last, FaceCompared | PointsMerged | Clipped):
        _behind_face(canvas, clip)
    is_done = isinstance(last, Manifold)
    edges(canvas, moment, clip, frame=not is_done)
    _incident(canvas, moment, clip)
    match last:
        case ClipStarted():
            for p in clip.ends:
                _x(canvas, clip, p, list(clip.ends))
                _h(canvas, clip, p, clip.ends)
                canvas.dot(p.point, ink_of(clip.incident.owner))
        case PointKept() | PointCut() if any(isinstance(step, PointCut) for step in steps):
            _cut(canvas, moment, clip, [step for step in steps if isinstance(step, PointCut)][-1])
        case SidePlane() | PointKept():
            _at_plane(canvas, clip, steps)
        case FaceCompared() | PointsMerged() | Clipped():
            _judged(canvas, clip)
        case Manifold():
            contacts(canvas, moment, clip)


def edges(canvas: Canvas, moment: Moment[Any], clip: Clip, *, frame: bool = True) -> None:
    """The reference edge, a broad line with its ends u and v, and its two unit vectors if `frame`."""
    reference = clip.reference
    feature = FeatureRef(reference.owner.value, FeatureKind.EDGE, reference.edge)
    marks.highlight_edge(canvas, (reference.start, reference.end))
    at = _free_place(clip)
    name = f"reference edge {reference.edge}"
    canvas.label(name, reference.at(at, 0.0), Ink.EXAMINED, toward=-reference.normal, feature=feature)
    for end, symbol, away in (
        (reference.start, r"\mathbf{u}", -reference.tangent),
        (reference.end, r"\mathbf{v}", reference.tangent),
    ):
        canvas.dot(end, Ink.EXAMINED)
        canvas.symbol(symbol, end, Ink.EXAMINED, toward=away + reference.normal)
    if frame:
        unit_arrow(canvas, reference.at(at, 0.0), reference.tangent, r"\hat t")
        unit_arrow(canvas, reference.at(at, 0.0), reference.normal, r"\hat n")


def _free_place(clip: Clip) -> float:
    """Where along the reference edge its frame is drawn: in the middle of the longer part that is left free."""
    length = clip.reference.length
    low, high = sorted(min(max(p.along, 0.0), length) for p in clip.ends)
    if max(low, length - high) < 0.2 * length:
        return 0.5 * length
    return 0.5 * low if low > length - high else 0.5 * (high + length)


def path(moment: Moment[Any], clip: Clip, p: ClipPoint, q: ClipPoint) -> list[Vector]:
    """The incident edge from one of its points to another: a line, or an arc and a line."""
    middle = [] if clip.incident.radius == 0.0 else np.linspace(p.along, q.along, _ARC_POINTS)[1:-1].tolist()
    between = [clip.reference.at(x, height_at(moment, clip, x)) for x in middle]
    return [p.point, *between, q.point]


def _incident(canvas: Canvas, moment: Moment[Any], clip: Clip) -> None:
    """What is left of the incident edge, doubled; what was cut off, dotted."""
    ink, incident = ink_of(clip.incident.owner), clip.incident
    feature = FeatureRef(incident.owner.value, FeatureKind.EDGE, incident.edge)
    for cut in clip.cuts:
        end = clip.ends[1] if cut.cut is None else cut.cut
        canvas.stroke(path(moment, clip, cut.lost, end), Ink.GHOST, line=Line.DOTTED)
    if len(clip.left) == 2:
        p, q = clip.left
        canvas.stroke(path(moment, clip, p, q), ink, line=Line.DOUBLE)
        middle = (0.5 * p.point[0] + 0.5 * q.point[0], 0.5 * p.point[1] + 0.5 * q.point[1])
        name = f"{'' if clip.is_whole else 'clipped '}incident edge {incident.edge}"
        canvas.label(name, middle, ink, toward=incident.normal, feature=feature)


def _side_planes(canvas: Canvas, moment: Moment[Any], clip: Clip) -> None:
    """The planes that were looked at, and what lies beyond them, shaded."""
    if clip.plane is None:
        return
    reference = clip.reference
    owner = shape_of(moment, reference.owner)
    depth = min(reference.height(p) for p in owner.points) - owner.radius
    seen = [("u", 0.0, reference.tangent)]
    if clip.plane.along != 0.0:
        seen.append(("v", reference.length, -reference.tangent))
    for name, along, inward in seen:
        half_plane(canvas, reference.at(along, 0.0), inward, Ink.CONSTRUCTION, opacity=SHADED)
        at = reference.at(along, depth - 16.0 * canvas.pixel)
        canvas.label(f"side plane of ${name}$", at, Ink.TEXT, toward=inward, style=TextStyle.CAPTION)


def _behind_face(canvas: Canvas, clip: Clip) -> None:
    """The strip behind the face and between the side planes."""
    reference = clip.reference
    canvas.region(
        (reference.start, reference.start, reference.end),
        (reference.normal, -reference.tangent, reference.tangent),
        Ink.OVERLAP,
        0.08,
    )
    margin = next((step.margin for step in clip.judged), 0.0)
    low, high = reference.at(0.0, margin), reference.at(reference.length, margin)
    canvas.stroke((low, high), Ink.INTERFACE, line=Line.DASHED)
    canvas.symbol(r"h_{\max}", high, Ink.INTERFACE, toward=reference.tangent)


def _x(canvas: Canvas, clip: Clip, p: ClipPoint, among: list[ClipPoint], symbol: str = "") -> None:
    """The place of a point, measured along the reference edge from u; below a nearer one on the same side."""
    reference = clip.reference
    if abs(p.along) < SHORT * canvas.pixel:
        return
    nearer = [q for q in among if q is not p and p.along * q.along > 0.0 and abs(q.along) < abs(p.along)]
    nearer = [q for q in nearer if abs(q.along) >= SHORT * canvas.pixel]
    off = X_OFF + X_ROW * len(nearer)
    deeper = max(0.0, -min(q.height for q in among)) / canvas.pixel
    off = math.copysign(off + deeper, p.along)
    foot = reference.at(p.along, 0.0)
    measure(canvas, reference.start, foot, Ink.TEXT, "" if symbol else f"$x$ = **{fixed(p.along)}**", off=off)
    if symbol:
        middle = reference.at(p.along / 2.0, -abs(off) * canvas.pixel)
        canvas.symbol(symbol, middle, Ink.TEXT, toward=-reference.normal)


def _h(
    canvas: Canvas,
    clip: Clip,
    p: ClipPoint,
    among: tuple[ClipPoint, ...] = (),
    symbol: str = "",
    ink: Ink | None = None,
) -> None:
    """The height of a point over the reference edge, its number beside it on the side of the other points."""
    reference, ink = clip.reference, separation_ink(p.height)
    sign = fixed(p.height, sign=p.height > 0.0)
    text = "" if symbol else f"$h$ = **{sign}**"
    others = [q.along for q in among if q is not p]
    side = math.copysign(1.0, (others[0] if others else reference.length / 2.0) - p.along)
    foot = reference.at(p.along, 0.0)
    if symbol:
        middle = reference.at(p.along, p.height / 2.0)
        canvas.symbol(symbol, middle, ink, toward=side * reference.tangent)
    if abs(p.height) >= SHORT * canvas.pixel:
        measure(canvas, foot, p.point, ink, text, side=-side if p.height < 0.0 else side)
    elif text:
        canvas.label(text, p.point, ink, toward=side * reference.tangent - reference.normal)


def _at_plane(canvas: Canvas, clip: Clip, steps: tuple[Any, ...]) -> None:
    """Which points lie beyond the plane, each with its place."""
    plane = steps[0].plane if isinstance(steps[0], PointKept) else steps[0]
    points = plane.points if not isinstance(steps[0], PointKept) else (steps[0].kept,)
    for p in points:
        inside = p.along if plane.along == 0.0 else plane.along - p.along
        _x(canvas, clip, p, list(points))
        if inside < 0.0:
            marks.cross(canvas, p.point, "beyond", toward=clip.incident.normal)
        else:
            canvas.dot(p.point, ink_of(clip.incident.owner))
    if plane.along != 0.0:
        mid = clip.reference.at(clip.reference.length, 0.0)
        measure(canvas, clip.reference.start, mid, Ink.EXAMINED, f"$L$ = {fixed(clip.reference.length)}", off=-30.0)


def _cut(canvas: Canvas, moment: Moment[Any], clip: Clip, cut: PointCut) -> None:
    """The crossing point, between the two ends that its height follows from."""
    marks.cross(canvas, cut.lost.point, "cut off", toward=clip.incident.normal)
    if cut.cut is None:
        return
    if on_arc(moment, clip, cut.plane.along):
        _on_arc(canvas, moment, clip, cut.cut)
    else:
        reference = clip.reference
        for number, p in enumerate(straight_ends(moment, clip), 1):
            x, h = reference.along(p), reference.height(p)
            end = ClipPoint(p, x, h, cut.cut.of_reference, cut.cut.of_incident)
            _h(canvas, clip, end, (cut.cut,), f"h_{number}")
            others = [ClipPoint(q, reference.along(q), h, end.of_reference, end.of_incident) for q in
                      straight_ends(moment, clip)]  # fmt: skip
            _x(canvas, clip, end, [q for q in others if q.along != x] + [end], f"x_{number}")
    _h(canvas, clip, cut.cut, (clip.left[0],) if clip.left[0] is not cut.cut else clip.left[1:])
    canvas.dot(cut.cut.point, Ink.EXAMINED, Point.FILLED)


def _on_arc(canvas: Canvas, moment: Moment[Any], clip: Clip, cut: ClipPoint) -> None:
    """The corner's centre with its place and height, and the radius to the crossing point."""
    reference = clip.reference
    corner = clip.incident.deep_inner
    center = ClipPoint(corner, reference.along(corner), reference.height(corner), cut.of_reference, cut.of_incident)
    marks.circle(canvas, corner, clip.incident.radius, Ink.CONSTRUCTION, Line.DASHED)
    _h(canvas, clip, center, (cut,), "h_c")
    _x(canvas, clip, center, [center], "x_c")
    measure(canvas, corner, cut.point, Ink.CONSTRUCTION, "$r$", line=Line.THIN)
    canvas.dot(corner, ink_of(clip.incident.owner))


def _judged(canvas: Canvas, clip: Clip) -> None:
    """Heights of the points that were compared with the face: white where kept, crossed where discarded."""
    for step in clip.judged:
        p = step.point
        _h(canvas, clip, p, clip.left)
        if step.is_kept:
            middle = 0.5 * sum(q.along for q in clip.left) if len(clip.left) == 2 else p.along
            side = 1.0 if p.along > middle else -1.0
            marks.answer(canvas, p.point, "kept", toward=side * clip.reference.tangent - clip.reference.normal)
        else:
            marks.cross(canvas, p.point, "discarded", toward=clip.reference.normal)


def _short(clip: Clip, p: ClipPoint) -> str:
    if p.of_reference.is_vertex:
        return f"cut at ${'u' if p.along == 0.0 else 'v'}$"
    return str(ref(clip.incident.owner, p.of_incident))


def contacts(canvas: Canvas, moment: Moment[Any], clip: Clip) -> None:
    """The contact points, each with its feature id and its height."""
    answer = answer_of(moment)
    if answer is None:
        return
    for p in answer.points:
        _h(canvas, clip, p, clip.left)
        side = 1.0 if 2.0 * p.along > sum(q.along for q in answer.points) else -1.0
        marks.answer(canvas, p.point, _short(clip, p), toward=side * clip.reference.tangent)
    for step in clip.judged:
        if not step.is_kept:
            marks.cross(canvas, step.point.point)
