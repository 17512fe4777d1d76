"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import IncidentEdge, Manifold, PointRule
from geometry.contact.clipping import Clipped as ClipEnded
from geometry.contact.clipping import ClipStarted, FaceCompared, PointCut, PointKept, PointsMerged, SidePlane
from geometry.contact.manifold_points import CenterQueried, CornersMeasured
from geometry.contact.reference import EdgeMeasured
from lessons.edge_clipping import explanations
from lessons.edge_clipping.scene import Clipped
from lessons.first_edition import clip_captions, contact_captions
from lessons.first_edition.contact_captions import edge_name
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import sentence, signed, tint


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
    match moment.step:
        case IncidentEdge() as incident:
            named = tint(sentence(edge_name(incident)), Ink.INCIDENT)
            return f"{named} is to be clipped: dot product {signed(incident.dot)}."
        case Manifold() as found if disagree(moment):
            other = contact_captions.count(moment.scene.by_crossing())
            return f"{clip_captions.found(found)}. By the crossing rule {tint(other, Ink.FAULTY)}."
        case Manifold() as found:
            return f"{clip_captions.found(found)}."
        case EdgeMeasured() | CenterQueried():
            return "No edges are to be clipped here."
        case _:
            return clip_captions.caption(moment)


def situation(moment: Moment[Clipped]) -> str:
    found: Manifold = moment.trace.result
    if moment.is_last:
        return contact_captions.standing(found)
    one, two = moment.scene.set_down(PointRule.CROSSING), moment.scene.set_down(PointRule.TWO_POINTS)
    if moment.index == 0 and two.rests and not one.rests:
        return (
            f"Below: {tint('one point', Ink.FAULTY)} lets a box rock for ever, {tint('two', Ink.RESULT)} let it rest."
        )
    return "Which points of the incident edge lie in front of the reference edge, and not above it?"
