"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Manifold
from geometry.contact.clipping import Clipped, FaceCompared, PointsMerged
from geometry.contact.manifold_points import CenterQueried, CornersMeasured, ManifoldKind
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.faulty.printed_manifold import PrintedContact, Verdict
from lessons.first_edition import clip_captions, contact_captions
from lessons.first_edition.contact_captions import edge_name, tinted_depth
from lessons.rounded_manifold import explanations
from lessons.rounded_manifold.scene import OTHER, Rounded
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, sentence, signed, tint


def explain(moment: Moment[Rounded]) -> str:
    match moment.step:
        case EdgeMeasured():
            return explanations.AXES
        case ReferenceEdge() | NormalCompared() | IncidentEdge():
            return explanations.EDGES
        case CornersMeasured():
            return explanations.CORNERS
        case FaceCompared() | PointsMerged() | Clipped():
            return explanations.FACE
        case CenterQueried():
            return explanations.CENTER
        case Manifold() as found:
            return _explain_answer(moment, found)
        case _:
            return explanations.CLIP


def _explain_answer(moment: Moment[Rounded], found: Manifold) -> str:
    if found.kind is ManifoldKind.CIRCLE:
        return explanations.CENTER
    fault = moment.scene.fault(found)
    if fault is None:
        return explanations.ANSWER
    if not found.points or fault.verdict is Verdict.LINE:
        return explanations.GAP_AS_LINE
    return explanations.WRONG_END if moment.scene.beside == OTHER else explanations.DEEP_AS_NOTHING


def caption(moment: Moment[Rounded]) -> str:
    match moment.step:
        case EdgeMeasured() as edge:
            other = "B" if edge.owner.value == "A" else "A"
            if edge.is_gap:
                gap = tint(amount(edge.separation), Ink.GAP)
                return f"{sentence(edge_name(edge))}: a gap of {gap} to {other}, radii counted."
            depth = tinted_depth(edge.separation, edge.tolerance)
            return f"Behind {edge_name(edge)}, {other} is {depth}, both radii counted."
        case ReferenceEdge() as reference:
            return f"{tint(sentence(edge_name(reference)), Ink.REFERENCE)} is the reference edge: least overlap."
        case NormalCompared() as compared:
            named = f"edge {compared.edge} of {compared.owner.value}"
            return f"The normal of {named} against the reference normal: {tint(signed(compared.dot), Ink.INCIDENT)}."
        case IncidentEdge() as incident:
            return f"{tint(sentence(edge_name(incident)), Ink.INCIDENT)} faces it most: the incident edge."
        case CenterQueried() as queried:
            value = tint(signed(queried.separation), separation_ink(queried.separation))
            return f"The centre of {queried.circle.value}, less its radius: separation {value}."
        case Manifold() as found:
            text = f"{clip_captions.found(found)}."
            fault = moment.scene.fault(found)
            return text if fault is None else f"{text} {_printed(moment, fault)}"
        case _:
            return clip_captions.caption(moment)


def _printed(moment: Moment[Rounded], fault: PrintedContact) -> str:
    text = f"As printed: {tint(fault.verdict.value, Ink.FAULTY)}"
    if fault.distance is None or fault.verdict is not Verdict.NONE:
        return f"{text}."
    radii = moment.scene.a.world.radius + moment.scene.b.world.radius
    return f"{text}, since {tint(amount(fault.distance), Ink.FAULTY)} is not less than the radii, {amount(radii)}."


def situation(moment: Moment[Rounded]) -> str:
    found: Manifold = moment.trace.result
    if moment.is_last:
        fault = moment.scene.fault(found)
        if fault is not None:
            right, wrong = tint(contact_captions.count(found), Ink.RESULT), tint(fault.verdict.value, Ink.FAULTY)
            return f"Right: {right}. By the steps as they are printed: {wrong}."
        return contact_captions.standing(found)
    radii = amount(moment.scene.a.world.radius), amount(moment.scene.b.world.radius)
    return f"Two inner shapes, with discs of radius {radii[0]} and {radii[1]} around them: where do they touch?"
