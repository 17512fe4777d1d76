"""What is asked about reference and incident edge, and what an answer is worth in the figure."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.tolerance import rounding
from geometry.vector import dot
from lessons.stories.clip_state import outer_edge, shape_of, steps_of
from lessons.stories.reference import edge_ref, other_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure, unit_arrow
from viz.lesson.prediction import Click, Verdict
from viz.lesson.text import fixed

CLEAR = 0.02  # of the numbers that are compared: less cannot be told by eye


def tolerance(moment: Moment[Any]) -> float:
    return rounding(moment.scene.a.world, moment.scene.b.world)


def every_edge(moment: Moment[Any]) -> dict[FeatureRef, EdgeMeasured]:
    steps = (s for step in moment.trace for s in steps_of(step))
    return {edge_ref(s): s for s in steps if isinstance(s, EdgeMeasured)}


def best_of_each(moment: Moment[Any]) -> list[EdgeMeasured]:
    """The edge of the greatest separation of A, and of B."""
    every = every_edge(moment).values()
    return [max((m for m in every if m.owner is owner), key=lambda m: m.separation) for owner in (Owner.A, Owner.B)]


def least_deep(moment: Moment[Any]) -> Click | None:
    """Behind which edge does the other body lie least deep?"""
    best = moment.first(ReferenceEdge)
    if best is None or moment.compare:
        return None
    edges = every_edge(moment)
    most = max(m.separation for m in edges.values())
    right = frozenset(name for name, m in edges.items() if m.separation >= most - CLEAR)
    rest = [m.separation for name, m in edges.items() if name not in right]

    def judge(answer: FeatureRef | str) -> Verdict:
        m = edges.get(answer) if isinstance(answer, FeatureRef) else None
        if m is None:
            return Verdict(False, "Click an edge, not a vertex.", "Not an edge")
        other, deep = other_of(m.owner), fixed(-m.separation)
        if answer in right:
            tied = [str(name) for name in sorted(right - {answer}, key=str)]
            because = f"{other.value} is {deep} deep behind this edge"
            because += f". Tied with it: {', '.join(tied)}" if tied else ", the least"
            because += f"; behind the others {fixed(-max(rest))} or more." if rest else "."
            return Verdict(True, because, draw=partial(draw_depth, moment, m, Ink.ANSWER))
        because = (
            f"To push {other.value} out of this edge, move it by {deep}: so deep is its vertex {m.deepest}. "
            "Look for an edge with a shorter push."
        )
        return Verdict(False, because, "Not the least", draw=partial(draw_depth, moment, m, Ink.FAULTY))

    return Click("Behind which edge does the other body lie least deep? Click it.", judge, right)


def draw_depth(moment: Moment[Any], m: EdgeMeasured, ink: Ink, canvas: Canvas, pane: str) -> None:
    """The depth of the deepest vertex behind an edge."""
    if pane == "world":
        foot, low = feet(moment, m)
        canvas.stroke((m.start, m.end), ink, line=Line.FEATURE)
        measure(canvas, foot, low, ink, f"**{fixed(-m.separation)} deep**")


def feet(moment: Moment[Any], m: EdgeMeasured) -> tuple[Any, Any]:
    """The lowest point of the other body, and its foot on the edge's line: the foot first."""
    other = shape_of(moment, other_of(m.owner))
    low = other.points[m.deepest] - other.radius * m.normal
    return low - dot(low - m.start, m.normal) * m.normal, low


def most_opposed(moment: Moment[Any]) -> Click | None:
    """Which edge lies on the reference edge?"""
    reference, incident = moment.first(ReferenceEdge), moment.first(IncidentEdge)
    if reference is None or incident is None or moment.compare:
        return None
    least, second = sorted(incident.dots)[:2]
    if second - least < CLEAR:
        return None
    text = f"Which edge of {incident.owner.value} points most directly against the reference edge? Click it."
    return Click(text, _judge_incident(moment, reference, incident), frozenset((edge_ref(incident),)))


def _judge_incident(
    moment: Moment[Any], reference: ReferenceEdge, incident: IncidentEdge
) -> Callable[[FeatureRef | str], Verdict]:
    owner, deepest = incident.owner.value, incident.deep

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer.kind is not FeatureKind.EDGE or answer.owner != owner:
            return Verdict(
                False, f"Click an edge of {owner}: the reference edge is the other body's.", f"An edge of {owner}"
            )
        d, k = incident.dots[answer.index], answer.index
        off = f"{fixed(math.degrees(math.acos(min(max(-d, -1.0), 1.0))), 0)}°"
        ink = Ink.ANSWER if k == incident.edge else Ink.FAULTY
        draw = partial(_draw_normal, moment, answer.index, reference, f"{off} off −n̂", ink)
        if k == incident.edge:
            because = f"Its outward normal is only {off} off $-\\hat n$, which is opposite to the reference normal."
            return Verdict(True, because, draw=draw)
        if d > 1e-9:
            because = (
                f"Its outward normal is {off} off $-\\hat n$. The dot product {fixed(d, sign=True)} is positive: "
                "this edge faces away from the reference edge."
            )
            return Verdict(False, because, "The far side", draw=draw)
        both = "It has the deepest vertex, too, but its" if deepest in (k, (k + 1) % len(incident.dots)) else "Its"
        because = f"{both} outward normal is {off} off $-\\hat n$. Another edge's normal is nearer to $-\\hat n$."
        return Verdict(False, because, "Not most directly", draw=draw)

    return judge


def _draw_normal(
    moment: Moment[Any], edge: int, reference: ReferenceEdge, words: str, ink: Ink, canvas: Canvas, pane: str
) -> None:
    """An edge's normal beside the direction straight against the reference normal."""
    if pane != "world":
        return
    start, end, normal = outer_edge(shape_of(moment, other_of(reference.owner)), edge)
    middle = (start + end) / 2.0
    canvas.stroke((start, end), ink, line=Line.FEATURE)
    unit_arrow(canvas, middle, -reference.normal, "", Ink.EXAMINED)
    unit_arrow(canvas, middle, normal, "", ink)
    canvas.label(words, middle + 50.0 * canvas.pixel * normal, ink, toward=normal, style=TextStyle.BOLD)
