"""The table of what was kept and cut, the questions and the goal."""

from __future__ import annotations

from geometry import IncidentEdge
from geometry.contact.clipping import ClipPoint, FaceCompared, PointCut, PointKept
from lessons.edge_clipping.scene import Clipped
from lessons.first_edition import clip_captions
from lessons.first_edition.contact_captions import COUNTS, feature_name
from viz.lesson.first_edition import Goal, Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import listed, sentence, signed, tint


def question(moment: Moment[Clipped]) -> Question | None:
    """Which corners of the incident edge survive, and how many points there will be."""
    if isinstance(moment.step, IncidentEdge):
        incident = moment.step
        kept = [s.point for s in moment.trace if isinstance(s, FaceCompared) and s.is_kept]
        names = [feature_name(incident.owner, p.of_incident) for p in kept if p.of_incident.is_vertex]
        if names:
            lie = "lies" if len(names) == 1 else "lie"
            because = f"{sentence(listed(names))} {lie} between the side planes and low enough."
            return Question("Which corner of the incident edge becomes a contact point?", frozenset(names), because)
    if isinstance(moment.step, PointKept | PointCut):
        following = moment.trace.steps[moment.index + 1]
        if isinstance(following, FaceCompared):
            many = COUNTS[len(moment.trace.result.points)]
            because = f"Of the points that are left, {many} lie low enough."
            return Question("How many points will be left in the end?", frozenset((many,)), because, COUNTS[1:])
    return None


def goal(moment: Moment[Clipped]) -> Goal:
    two, one = len(moment.trace.result.points), len(moment.scene.by_crossing().points)
    now = f"Both give {COUNTS[two]}." if one == two else f"{sentence(COUNTS[two])} against {COUNTS[one]}."
    return Goal("Make the two rules disagree.", two != one, now)


def table(moment: Moment[Clipped]) -> Table | None:
    rows = []
    tolerance = moment.trace.result.tolerance
    for i, step in enumerate(moment.trace):
        match step:
            case PointKept(plane, p, inside):
                cells = (f"plane at {plane.vertex}", signed(inside), tint("kept", Ink.RESULT))
            case PointCut(plane, p, inside, cut):
                cells = (f"plane at {plane.vertex}", signed(inside), "cut off" if cut is not None else "all cut off")
            case FaceCompared(p, _, is_kept):
                value = 0.0 if abs(p.height) <= tolerance else p.height
                cells = ("face", signed(value), tint("kept", Ink.RESULT) if is_kept else "discarded")
            case _:
                continue
        feature = feature_name(clip_captions.incident_of(moment).owner, p.of_incident)
        rows.append(step_row(i, moment.index, _short(moment, p), *cells, ink=Ink.INCIDENT, feature=feature))
    return Table(("point", "against", "by", ""), tuple(rows)) if rows else None


def _short(moment: Moment[Clipped], p: ClipPoint) -> str:
    owner = clip_captions.incident_of(moment).owner.value
    if p.of_incident.is_vertex:
        return f"{owner} vertex {p.of_incident.index}"
    return f"{owner} edge {p.of_incident.index}, cut"
