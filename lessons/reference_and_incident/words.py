"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Manifold, Owner
from geometry.contact.manifold_points import CenterQueried, CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from lessons.first_edition import contact_captions
from lessons.first_edition.contact_captions import edge_name, tinted_depth
from lessons.reference_and_incident import explanations
from lessons.reference_and_incident.scene import Chosen
from viz.lesson.first_edition import Goal, Question, Row, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, listed, sentence, signed, tint

OWNERS = {Owner.A: Ink.A, Owner.B: Ink.B}


def explain(moment: Moment[Chosen]) -> str:
    match moment.step:
        case EdgeMeasured() as edge:
            return explanations.GAP if edge.is_gap else explanations.MEASURED
        case ReferenceEdge():
            return explanations.REFERENCE
        case NormalCompared():
            return explanations.COMPARED
        case IncidentEdge():
            return explanations.INCIDENT
        case CornersMeasured():
            return explanations.CORNERS
        case _:
            return explanations.CENTER


def caption(moment: Moment[Chosen]) -> str:
    match moment.step:
        case EdgeMeasured() as edge:
            return _measured(edge)
        case ReferenceEdge() as reference:
            text = f"{tint(sentence(edge_name(reference)), Ink.REFERENCE)} is the reference edge: least overlap"
            if not reference.ties:
                return f"{text}, {tint(amount(-reference.separation), Ink.OVERLAP)}."
            return f"{text}. Just as good: {listed([edge_name(t) for t in reference.ties])}; the first tested stays."
        case NormalCompared() as compared:
            name = f"edge {compared.edge} of {compared.owner.value}"
            text = f"The normal of {name} against the reference normal: {tint(signed(compared.dot), Ink.INCIDENT)}"
            return f"{text}, the most opposed so far." if compared.is_most_opposed else f"{text}."
        case IncidentEdge() as incident:
            name = tint(sentence(edge_name(incident)), Ink.INCIDENT)
            return f"{name} is the incident edge: its normal is most opposed, {signed(incident.dot)}."
        case CornersMeasured() as corners:
            verdict = "the corners decide" if corners.are_nearest else "the edges decide, not the corners"
            return f"The inner corners are {amount(corners.distance)} apart: {verdict}."
        case CenterQueried() as queried:
            value = tint(signed(queried.separation), separation_ink(queried.separation))
            return f"{queried.circle.value} is a circle: one contact point at most, separation {value}."
    raise TypeError(moment.step)


def _measured(edge: EdgeMeasured) -> str:
    other = "B" if edge.owner is Owner.A else "A"
    if edge.is_gap:
        gap = tint(amount(edge.separation), Ink.GAP)
        return f"{sentence(edge_name(edge))}: all of {other} lies {gap} in front of it."
    text = f"Behind {edge_name(edge)}, {other} is {tinted_depth(edge.separation, edge.tolerance)}"
    if edge.best is None:
        return f"{text}."
    if edge.is_best:
        return f"{text}, the least so far."
    best = tinted_depth(edge.best.separation, edge.tolerance)
    return f"{text}. Still the least: {edge_name(edge.best)}, {best}."


def situation(moment: Moment[Chosen]) -> str:
    reference = next((s for s in moment.trace if isinstance(s, ReferenceEdge)), None)
    incident = next((s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, IncidentEdge)), None)
    if incident is not None and reference is not None:
        first, second = tint(edge_name(reference), Ink.REFERENCE), tint(edge_name(incident), Ink.INCIDENT)
        return f"A contact between {first}, the reference, and {second}, the incident edge."
    if isinstance(found := moment.trace.result, Manifold) and moment.is_last:
        return contact_captions.standing(found)
    if reference is not None and moment.index >= moment.trace.steps.index(reference):
        return f"The reference edge is {tint(edge_name(reference), Ink.REFERENCE)}; which edge faces it most?"
    return "Which edge is the other shape least deep behind?"


def question(moment: Moment[Chosen]) -> Question | None:
    step = moment.step
    if moment.index == 0:
        reference = next((s for s in moment.trace if isinstance(s, ReferenceEdge)), None)
        if reference is None:
            return None
        depth = tinted_depth(reference.separation, 0.0)
        because = f"Behind {edge_name(reference)} the other shape is only {depth}."
        return Question("Which edge will be the reference edge?", frozenset((edge_name(reference),)), because)
    if isinstance(step, ReferenceEdge):
        incident = next(s for s in moment.trace if isinstance(s, IncidentEdge))
        because = f"The normal of {edge_name(incident)} has the least dot product, {signed(incident.dot)}."
        text = f"Which edge of {incident.owner.value} will be the incident edge?"
        return Question(text, frozenset((edge_name(incident),)), because)
    return None


def goal(moment: Moment[Chosen]) -> Goal:
    reference = next((s for s in moment.trace if isinstance(s, ReferenceEdge)), None)
    now = "Now there is none." if reference is None else f"Now it is {edge_name(reference)}."
    is_b = reference is not None and reference.owner is Owner.B
    return Goal("Make an edge of B the reference edge.", is_b, now)


def table(moment: Moment[Chosen]) -> Table | None:
    """The overlaps behind all edges; once the reference edge is known, all dot products."""
    steps = list(moment.trace)
    if isinstance(moment.step, EdgeMeasured | ReferenceEdge):
        best = moment.step if isinstance(moment.step, ReferenceEdge) else moment.step.best_so_far
        rows = []
        for i, step in enumerate(steps):
            if isinstance(step, EdgeMeasured):
                value = 0.0 if abs(step.separation) <= step.tolerance else step.separation
                is_best = (step.owner, step.edge) == (best.owner, best.edge)
                cells = (
                    tint(signed(value), separation_ink(value)),
                    tint("least overlap" if is_best else "", Ink.REFERENCE),
                )
                rows.append(_row(i, moment.index, step, cells))
        return Table(("edge", "separation", ""), tuple(rows))
    if isinstance(moment.step, NormalCompared | IncidentEdge | CornersMeasured):
        seen = moment.trace.steps[: moment.index + 1]
        last = [s for s in seen if isinstance(s, NormalCompared)][-1].most_opposed
        rows = [
            _row(i, moment.index, s, (tint(signed(s.dot), Ink.INCIDENT), "most opposed" if s.edge == last else ""))
            for i, s in enumerate(steps)
            if isinstance(s, NormalCompared)
        ]
        return Table(("edge", "normal · n", ""), tuple(rows))
    return None


def _row(i: int, index: int, step: EdgeMeasured | NormalCompared, cells: tuple[str, ...]) -> Row:
    name = f"{step.owner.value} edge {step.edge}"
    return step_row(i, index, name, *cells, ink=OWNERS[step.owner], feature=f"edge {step.edge} of {step.owner.value}")
