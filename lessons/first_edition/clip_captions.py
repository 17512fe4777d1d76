"""Words about the steps of a clip, and what is known of it at a moment. The lessons on manifolds share them; their
scenes have two shapes."""

from __future__ import annotations

from typing import Any

from geometry import Manifold
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
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import IncidentEdge, ReferenceEdge, find_reference
from lessons.first_edition import contact_captions
from lessons.first_edition.contact_captions import COUNTS, clip_name, tinted_depth
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, listed, sentence, tint


def reference_of(moment: Moment[Any]) -> ReferenceEdge:
    """The reference edge of a run that has an incident edge; the run may begin after the search for it."""
    for step in moment.trace:
        if isinstance(step, ReferenceEdge):
            return step
        if isinstance(step, ClipStarted):
            return step.reference
    found = find_reference(moment.scene.a.world, moment.scene.b.world)
    assert isinstance(found, ReferenceEdge)
    return found


def incident_of(moment: Moment[Any]) -> IncidentEdge:
    return next(s for s in moment.trace if isinstance(s, IncidentEdge))


def name(moment: Moment[Any], point: ClipPoint) -> str:
    return clip_name(reference_of(moment), incident_of(moment), point)


def plane_of(step: Any) -> SidePlane | None:
    """The side plane that a step belongs to."""
    return step if isinstance(step, SidePlane) else getattr(step, "plane", None)


def alive(moment: Moment[Any]) -> list[ClipPoint]:
    """The points that are neither cut off nor discarded, this step included."""
    left: list[ClipPoint] = []
    for step in moment.trace.steps[: moment.index + 1]:
        match step:
            case ClipStarted(points=points):
                left = list(points)
            case PointCut(_, lost, _, cut):
                left = [p for p in left if p is not lost] + ([cut] if cut is not None else [])
            case FaceCompared(point, _, False):
                left = [p for p in left if p is not point]
    return left


def caption(moment: Moment[Any]) -> str:
    """One sentence on a step of the clip, or on the corners."""
    tolerance = moment.trace.result.tolerance
    match moment.step:
        case ClipStarted(_, _, points):
            ends = listed([f"{name(moment, p)}, {tinted_depth(p.height, tolerance)}" for p in points])
            return f"The ends of the incident edge: {ends}."
        case SidePlane(vertex=vertex) as plane:
            where = f"vertex {vertex} of {reference_of(moment).owner.value}"
            return f"The side plane at {where}: {COUNTS[len(plane.points)]} to look at."
        case PointKept(_, kept, inside):
            where = f"{sentence(name(moment, kept))} is {amount(abs(inside))} inside this side plane"
            return f"{where}: {tint('kept', Ink.RESULT)}."
        case PointCut(_, lost, inside, cut):
            text = f"{sentence(name(moment, lost))} lies {amount(-inside)} beyond the side plane: cut off"
            if cut is None:
                return f"{text}, and the edge does not reach the plane."
            return f"{text}. The edge crosses the plane {tinted_depth(cut.height, tolerance)}."
        case FaceCompared(point, margin, is_kept):
            verdict = tint("kept", Ink.RESULT) if is_kept else "discarded"
            where = tinted_depth(point.height, tolerance)
            return (
                f"{sentence(name(moment, point))}: {where}, with {amount(margin)} allowed above the face: {verdict}."
            )
        case PointsMerged():
            return "Both points lie at one place along the edge: one of them is enough."
        case Clipped(points):
            return f"{sentence(COUNTS[len(points)])} of the incident edge {'is' if len(points) == 1 else 'are'} left."
        case CornersMeasured() as corners:
            verdict = "the corners decide" if corners.are_nearest else "the edges decide"
            return (
                f"The inner corners are {amount(corners.distance)} apart, radii {amount(corners.radii)}: {verdict}."
            )
    raise TypeError(moment.step)


def found(answer: Manifold) -> str:
    """The points of a manifold, without a full stop."""
    if not answer.points:
        return f"No contact: a gap of {tint(amount(answer.separation), Ink.GAP)}"
    depths = [(tinted_depth(p.separation, answer.tolerance), contact_captions.id_name(p)) for p in answer.points]
    return f"{sentence(contact_captions.count(answer))}: {listed([f'{deep} ({name})' for deep, name in depths])}"
