"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from typing import Any

from geometry import IncidentEdge, Manifold, PointRule, ReferenceEdge
from geometry.clipping import Clipped as ClipEnded
from geometry.clipping import ClipPoint, ClipStarted, FaceCompared, PointCut, PointKept, PointsMerged, SidePlane
from geometry.manifold_points import CornersMeasured
from lessons.edge_clipping import explanations
from lessons.edge_clipping.scene import Clipped
from viz import contact_words
from viz.contact_words import COUNTS, clip_name, edge_name, tinted_depth
from viz.ink import Ink
from viz.lesson import Moment
from viz.text import amount, listed, sentence, signed, tint


def reference_of(moment: Moment[Clipped]) -> ReferenceEdge | None:
    """The reference edge, where a clip or a contact has one."""
    started = next((s for s in moment.trace if isinstance(s, ClipStarted)), None)
    return started.reference if started is not None else moment.trace.result.reference


def incident_of(moment: Moment[Clipped]) -> IncidentEdge:
    return next(s for s in moment.trace if isinstance(s, IncidentEdge))


def name(moment: Moment[Clipped], point: ClipPoint) -> str:
    reference = reference_of(moment)
    assert reference is not None
    return clip_name(reference, incident_of(moment), point)


def plane_of(step: Any) -> SidePlane | None:
    """The side plane that a step belongs to."""
    return step if isinstance(step, SidePlane) else getattr(step, "plane", None)


def alive(moment: Moment[Clipped]) -> list[ClipPoint]:
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


def disagree(moment: Moment[Clipped]) -> bool:
    """Whether the crossing rule, if it is shown, has fewer points."""
    scene = moment.scene
    return scene.crossing and len(scene.by_crossing().points) != len(moment.trace.result.points)


def explain(moment: Moment[Clipped]) -> str:
    match moment.step:
        case IncidentEdge() | ClipStarted():
            return explanations.EDGES
        case SidePlane() | PointKept():
            return explanations.PLANE
        case PointCut():
            return explanations.CUT
        case FaceCompared() | PointsMerged() | ClipEnded():
            return explanations.FACE
        case CornersMeasured():
            return explanations.CORNERS
        case Manifold(reference=reference) if reference is not None:
            return explanations.CROSSING if disagree(moment) else explanations.MANIFOLD
        case _:
            return explanations.OTHER


def caption(moment: Moment[Clipped]) -> str:
    tolerance = moment.trace.result.tolerance
    match moment.step:
        case IncidentEdge() as incident:
            named = tint(sentence(edge_name(incident)), Ink.INCIDENT)
            return f"{named} is to be clipped: dot product {signed(incident.dot)}."
        case ClipStarted(_, _, points):
            ends = listed([f"{name(moment, p)}, {tinted_depth(p.height, tolerance)}" for p in points])
            return f"The ends of the incident edge: {ends}."
        case SidePlane(vertex=vertex) as plane:
            where = f"vertex {vertex} of {reference_of(moment).owner.value}"  # type: ignore[union-attr]
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
        case ClipEnded(points):
            return f"{sentence(COUNTS[len(points)])} of the incident edge {'is' if len(points) == 1 else 'are'} left."
        case CornersMeasured() as corners:
            verdict = "the corners decide" if corners.are_nearest else "the edges decide"
            return (
                f"The inner corners are {amount(corners.distance)} apart, radii {amount(corners.radii)}: {verdict}."
            )
        case Manifold() as found:
            return _found(moment, found)
        case _:
            return "No edges are to be clipped here."


def _found(moment: Moment[Clipped], found: Manifold) -> str:
    if not found.points:
        return f"No contact: a gap of {tint(amount(found.separation), Ink.SEPARATION)}."
    each = listed(
        [f"{tinted_depth(p.separation, found.tolerance)} ({contact_words.id_name(p)})" for p in found.points]
    )
    text = f"{sentence(contact_words.count(found))}: {each}"
    if disagree(moment):
        other = contact_words.count(moment.scene.by_crossing())
        return f"{text}. By the crossing rule {tint(other, Ink.FAULTY)}."
    return f"{text}."


def situation(moment: Moment[Clipped]) -> str:
    found: Manifold = moment.trace.result
    if moment.is_last:
        return contact_words.standing(found)
    one, two = moment.scene.set_down(PointRule.CROSSING), moment.scene.set_down(PointRule.TWO_POINTS)
    if moment.index == 0 and two.rests and not one.rests:
        return (
            f"Below: {tint('one point', Ink.FAULTY)} lets a box rock for ever, {tint('two', Ink.RESULT)} let it rest."
        )
    return "Which points of the incident edge lie in front of the reference edge, and not above it?"
