"""Reference and incident edge: what the faulty rules take, and what becomes of the contact points."""

from __future__ import annotations

import math
from typing import Any

from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import Convex
from geometry.transform import Pose
from lessons.contact.reference_and_incident_scene import Edge, Hysteresis, changes, pair_at
from lessons.stories.clip_state import SHAPES, outer_edge, shape_of
from lessons.stories.reference import other_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import counted, fixed, tint

TIPPED = 9.0  # degrees that a body held at one point is drawn to turn


def wrong_edge(moment: Moment[Any]) -> int | None:
    """The incident edge of the rule that takes the one after the deepest vertex, where it is another edge."""
    incident, faulty = moment.first(IncidentEdge), moment.faulty
    if incident is None or not isinstance(faulty, Manifold) or faulty.incident is None:
        return None
    return faulty.incident.edge if faulty.incident.edge != incident.edge else None


def is_wrong(moment: Moment[Any]) -> bool:
    return wrong_edge(moment) is not None


def goes_without(moment: Moment[Any]) -> bool:
    """Whether the rule without hysteresis stands beside, and changes the reference edge more often."""
    step, free = moment.step, moment.faulty
    kept = step.frames if isinstance(step, Hysteresis) else ()
    return isinstance(free, tuple) and bool(kept) and changes(free) > changes([frame.kept for frame in kept])


def lost(moment: Moment[Any]) -> tuple[ManifoldPoint, ...]:
    """The contact points that clipping the wrong edge does not give."""
    right = manifold(moment.scene.a.world, moment.scene.b.world)
    return tuple(
        p for p in right.points if all(math.dist(p.point, q.point) > right.tolerance for q in moment.faulty.points)
    )


def told_of_wrong(moment: Moment[Any]) -> str:
    """What follows from the wrong edge: a contact point less, or a normal further from the reference normal's."""
    incident, edge = moment.first(IncidentEdge), wrong_edge(moment)
    assert incident is not None
    assert edge is not None
    name, have = incident.owner.value, len(moment.faulty.points)
    wanted = len(manifold(moment.scene.a.world, moment.scene.b.world).points)
    if have < wanted:
        told = f"Edge {edge} of {name} gives {counted(have, 'contact point')}, edge {incident.edge} gives {wanted}."
        return tint(f"{told} With one contact point only, {name} turns.", Ink.FAULTY)
    wrong, right = (f"{fixed(_from_opposite(incident.dots[k]), 0)}°" for k in (edge, incident.edge))
    told = f"its normal is {wrong} from −n̂, that of edge {incident.edge} is {right}."
    return tint(f"Edge {edge} of {name} is wrong: {told}", Ink.FAULTY)


def told_of_dots(moment: Moment[Any]) -> str:
    """The dot product of the edge that the rule takes, and the least one."""
    incident, edge = moment.first(IncidentEdge), wrong_edge(moment)
    assert incident is not None
    assert edge is not None
    name, least = incident.owner.value, incident.dots[incident.edge]
    taken = tint(f"Edge {edge} of {name}", Ink.FAULTY), tint(f"**{fixed(incident.dots[edge])}**", Ink.FAULTY)
    return f"{taken[0]} has $d$ = {taken[1]}, not the least: edge {incident.edge} has {fixed(least)}."


def _from_opposite(dot: float) -> float:
    """Degrees between a normal and the reference normal turned round."""
    return math.degrees(math.acos(min(max(-dot, -1.0), 1.0)))


def draw_wrong_edge(canvas: Canvas, moment: Moment[Any], shape: Convex) -> None:
    """The edge that the faulty rule takes, as broad as the one that it should be."""
    edge, incident = wrong_edge(moment), moment.first(IncidentEdge)
    if edge is None or incident is None:
        return
    start, end, normal = outer_edge(shape, edge)
    name, feature = incident.owner.value, FeatureRef(incident.owner.value, FeatureKind.EDGE, edge)
    marks.highlight_edge(canvas, (start, end), Ink.FAULTY, feature=feature)
    at = (start + end) / 2.0
    canvas.label(f"edge {edge} of {name}", at, Ink.FAULTY, toward=normal, style=TextStyle.BOLD, feature=feature)


def draw_lost(canvas: Canvas, moment: Moment[Any], reference: ReferenceEdge) -> None:
    """The contact points of the wrong edge, a cross at each that it loses, and how the body turns about one alone."""
    kept, gone, tip = moment.faulty.points, lost(moment), tipped(moment, reference)
    if tip is not None:
        marks.ghost(canvas, tip, Ink.FAULTY, Line.DOTTED)
        _name_turn(canvas, tip, reference)
    for p in (*kept, *gone):
        canvas.stroke((p.on_a, p.on_b), Ink.FAULTY, line=Line.THIN)
    away = -reference.tangent if gone and kept and _is_left(kept[0], gone[0], reference) else reference.tangent
    for p in kept:
        canvas.dot(p.point, Ink.FAULTY, Point.FILLED)
        if gone:
            canvas.label("kept", p.point, Ink.FAULTY, toward=away, style=TextStyle.BOLD, leader=True)
    for p in gone:
        marks.cross(canvas, p.point, ink=Ink.FAULTY)
        canvas.label("lost", p.point, Ink.FAULTY, toward=-away, style=TextStyle.BOLD, leader=True)


def _name_turn(canvas: Canvas, tip: Convex, reference: ReferenceEdge) -> None:
    """At the ghost's vertex that is farthest in front of the reference edge, beside the body."""
    top = tip.points[max(range(len(tip.points)), key=lambda i: round(reference.height(tip.points[i]), 9))]
    name = other_of(reference.owner).value
    canvas.label(f"{name} turns", top, Ink.FAULTY, toward=top - tip.centroid, style=TextStyle.BOLD, leader=True)


def tipped(moment: Moment[Any], reference: ReferenceEdge) -> Convex | None:
    """The body of the wrong edge as it turns about the one contact point that is left; None where none is lost."""
    kept, shape = moment.faulty.points, shape_of(moment, other_of(reference.owner))
    if len(kept) != 1 or not lost(moment):
        return None
    arm, n = kept[0].point - shape.centroid, reference.normal
    turn = math.copysign(math.radians(TIPPED), arm[0] * n[1] - arm[1] * n[0])
    return _turned(shape, kept[0].point, turn)


def _is_left(kept: ManifoldPoint, gone: ManifoldPoint, reference: ReferenceEdge) -> bool:
    return reference.along(kept.point) < reference.along(gone.point)


def _turned(shape: Convex, about: Any, turn: float) -> Convex:
    return Convex(Pose(about, turn).place(shape.points - about), shape.radius)


def draw_without_hysteresis(canvas: Canvas, bodies: tuple[Convex, Convex], edge: Edge) -> None:
    """The reference edge of the greatest separation alone, and its contact points."""
    start, end, normal = outer_edge(bodies[SHAPES.index(edge[0])], edge[1])
    ends, feature = (start, end), FeatureRef(edge[0].value, FeatureKind.EDGE, edge[1])
    name = f"edge {edge[1]} without hysteresis"
    marks.highlight_edge(canvas, ends, Ink.FAULTY, name, feature=feature, outward=normal, glow=False)
    pair = pair_at(*bodies, edge)
    for p in pair.points if pair is not None else ():
        canvas.stroke((p.on_a, p.on_b), Ink.FAULTY, line=Line.THIN)
        canvas.dot(p.point, Ink.FAULTY, Point.FILLED)
