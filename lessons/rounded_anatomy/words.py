"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

import math

import numpy as np

from geometry import Anatomy, CornerArc, InnerPolygon, OuterEdge
from lessons.rounded_anatomy import explanations
from lessons.rounded_anatomy.scene import Layered
from viz.ink import Ink
from viz.lesson import Moment
from viz.table import Table, step_row
from viz.text import amount, tint

KINDS = {1: "a point", 2: "a segment"}


def degrees(angle: float) -> str:
    return f"{math.degrees(angle):.1f}°"


def furthest_tip(answer: Anatomy) -> tuple[int, float]:
    """The tip that lies furthest from its inner vertex, and how far."""
    assert answer.tips is not None
    reach = np.hypot(*(answer.tips - answer.inner.points).T)
    return int(reach.argmax()), float(reach.max())


def explain(moment: Moment[Layered]) -> str:
    match moment.step:
        case InnerPolygon() as inner:
            return explanations.SHARP if inner.radius == 0.0 else explanations.INNER
        case OuterEdge():
            return explanations.EDGE
        case CornerArc():
            return explanations.POINT if len(moment.trace.result.arcs) == 1 else explanations.ARC
        case answer:
            return explanations.TIPS if moment.scene.tips and answer.tips is not None else explanations.WHOLE


def caption(moment: Moment[Layered]) -> str:
    match moment.step:
        case InnerPolygon(points, perimeter, area, _):
            kind = KINDS.get(len(points), f"a polygon of {len(points)} vertices")
            return f"The inner polygon is {kind}: {amount(perimeter)} around, area {amount(area)}."
        case OuterEdge() as edge:
            strip = tint(amount(edge.area), Ink.RESULT)
            long = amount(edge.length)
            return f"Outer edge {edge.edge} is {long} long, as is the inner one; the strip's area: {strip}."
        case CornerArc() as arc:
            length = tint(amount(arc.length), Ink.RESULT)
            return f"At vertex {arc.vertex} the boundary turns by {degrees(arc.turn)}: an arc {length} long."
        case answer:
            return _whole(moment.scene, answer)


def _whole(scene: Layered, answer: Anatomy) -> str:
    text = f"Perimeter {tint(amount(answer.perimeter), Ink.RESULT)}, area {tint(amount(answer.area), Ink.RESULT)}."
    if not scene.tips or answer.area_to_tips is None or answer.inner.radius == 0.0:
        return text
    _, reach = furthest_tip(answer)
    wrong, out = tint(amount(answer.area_to_tips), Ink.FAULTY), tint(amount(reach), Ink.FAULTY)
    return (
        f"{text} With tips for arcs: area {wrong}, and a tip {out} from its vertex instead of {amount(scene.radius)}."
    )


def situation(moment: Moment[Layered]) -> str:
    answer: Anatomy = moment.trace.result
    if not moment.is_last:
        return f"A layer {amount(moment.scene.radius)} thick lies all around A. What is its boundary made of?"
    edges, arcs = len(answer.edges), len(answer.arcs)
    parts = f"{edges} outer edges and {arcs} arcs" if edges else "one arc, a whole circle"
    return (
        f"The boundary is {parts}; the arcs turn by {degrees(math.fsum(arc.turn for arc in answer.arcs))} together."
    )


def table(moment: Moment[Layered]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        match step:
            case InnerPolygon():
                cells = ("core", "", amount(step.perimeter), amount(step.area))
                rows.append(step_row(i, moment.index, *cells, ink=Ink.SHAPE_A))
            case OuterEdge():
                cells = (f"edge {step.edge}", "", amount(step.length), amount(step.area))
                rows.append(step_row(i, moment.index, *cells, ink=Ink.REFERENCE, feature=f"edge {step.edge} of A"))
            case CornerArc():
                cells = (f"arc {step.vertex}", degrees(step.turn), amount(step.length), amount(step.area))
                rows.append(step_row(i, moment.index, *cells, ink=Ink.INCIDENT, feature=f"vertex {step.vertex} of A"))
            case Anatomy():
                cells = ("all", "", amount(step.perimeter), amount(step.area))
                rows.append(step_row(i, moment.index, *cells, ink=Ink.RESULT))
    return Table(("part", "turn", "length", "area"), tuple(rows))
