"""Pictures of a clip, step by step. The lessons on manifolds share them; their scenes have two shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Vector
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
from geometry.contact.reference import IncidentEdge
from geometry.vector import length, readonly
from lessons.first_edition import clip_captions, contact_captions, contact_picture
from lessons.first_edition.contact_picture import shape_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

PLANED = SidePlane | PointKept | PointCut | FaceCompared | PointsMerged | Clipped


def edges(canvas: Canvas, moment: Moment[Any], *, arrow: bool = True) -> None:
    """Both edges; the incident one faint once a clip has begun to cut it."""
    a, b = moment.scene.a.world, moment.scene.b.world
    incident, reference = clip_captions.incident_of(moment), clip_captions.reference_of(moment)
    contact_picture.reference_edge(canvas, reference, shape_of(incident.owner, a, b).centroid, arrow=arrow)
    gone = isinstance(moment.step, PLANED)  # of the edge only a part is left
    contact_picture.incident_edge(
        canvas, incident, shape_of(incident.owner, b, a).centroid, Ink.GHOST if gone else None
    )


def clip(canvas: Canvas, moment: Moment[Any]) -> None:
    """The step's own marks over the edges and the planes passed so far."""
    step = moment.step
    edges(canvas, moment, arrow=isinstance(step, IncidentEdge | ClipStarted))
    seen = moment.trace.steps[: moment.index + 1]
    reference = clip_captions.reference_of(moment)
    current = clip_captions.plane_of(step)
    _left(canvas, moment)
    for plane in (s for s in seen if isinstance(s, SidePlane)):
        contact_picture.side_plane(canvas, reference, plane, current=plane is current)
    match step:
        case ClipStarted() | SidePlane():
            for p in step.points:
                _point(canvas, moment, p, Ink.INCIDENT, clip_captions.name(moment, p))
        case PointKept(_, kept, inside):
            _others(canvas, moment, kept)
            _point(canvas, moment, kept, Ink.RESULT, f"kept: {amount(abs(inside))} inside")
        case PointCut(_, lost, inside, cut):
            _others(canvas, moment, lost)
            _point(canvas, moment, lost, Ink.GHOST, f"cut off: {amount(-inside)} beyond")
            if cut is not None:
                canvas.arrow(lost.point, cut.point, Ink.GHOST)
                _point(canvas, moment, cut, Ink.RESULT, f"new point: {clip_captions.name(moment, cut)}")
        case FaceCompared(point, _, is_kept):
            contact_picture.face(canvas, reference)
            _others(canvas, moment, point)
            foot = reference.at(point.along, 0.0)
            verdict = ": kept" if is_kept else ": discarded"
            tolerance = moment.trace.result.tolerance
            contact_picture.height(canvas, point.point, foot, point.height, tolerance, verdict)
        case PointsMerged(kept, dropped):
            _point(canvas, moment, dropped, Ink.GHOST, "the same place")
            _point(canvas, moment, kept, Ink.RESULT, "kept: the deeper one")
        case Clipped(points):
            contact_picture.face(canvas, reference)
            if len(points) == 2:
                canvas.stroke((points[0].point, points[1].point), Ink.RESULT)
            for p in points:
                _, deep = contact_captions.deep(p.height, moment.trace.result.tolerance)
                _point(canvas, moment, p, Ink.RESULT, f"left: {deep}")


def _left(canvas: Canvas, moment: Moment[Any]) -> None:
    """What is left of the incident edge so far; of a rounded shape's with the end of its straight part."""
    ends = [p.point for p in clip_captions.alive(moment)]
    incident = clip_captions.incident_of(moment)
    if len(ends) == 2 and isinstance(moment.step, PLANED):
        low, high = sorted(
            float((p - incident.deep_inner) @ (incident.far_inner - incident.deep_inner)) for p in ends
        )
        bend = float((incident.deep_outer - incident.deep_inner) @ (incident.far_inner - incident.deep_inner))
        middle = (incident.deep_outer,) if incident.radius > 0.0 and low < bend < high else ()
        canvas.stroke((ends[0], *middle, ends[1]), Ink.INCIDENT)


def _others(canvas: Canvas, moment: Moment[Any], but: ClipPoint) -> None:
    for p in clip_captions.alive(moment):
        if p is not but and not np.array_equal(p.point, but.point):
            canvas.dot(p.point, Ink.INCIDENT)


def _point(canvas: Canvas, moment: Moment[Any], p: ClipPoint, ink: Ink, text: str) -> None:
    """Its words stand away from the middle of the incident edge, and on the reference shape's side."""
    incident, reference = clip_captions.incident_of(moment), clip_captions.reference_of(moment)
    middle = (incident.start + incident.end) / 2.0
    away: Vector = p.point - middle
    side = away / length(away) if length(away) > 0.0 else away
    contact_picture.clip_point(canvas, p, ink, text, readonly(0.6 * side - reference.normal))
