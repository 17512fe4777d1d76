"""What the contacts of rounded polygons ask: the nearest part of a core, and the contact between two corners."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Vector
from geometry.contact.manifold_points import CornersMeasured
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.point_query import point_query
from lessons.contact.rounded_manifold_figure import C, Q, edges_of
from lessons.stories.clip_state import shape_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.05  # world length that the contact point may be off


def nearest_part(moment: Moment[Any], corners: CornersMeasured) -> Click:
    """Which edge or vertex of the inner polygon is nearest to the other's deepest inner vertex."""
    reference, incident = edges_of(moment)
    owner, q = reference.owner.value, corners.on_incident
    core, x = shape_of(moment, reference.owner).points, reference.along(corners.on_incident)
    deep, is_edge = f"v{incident.deep} of {incident.owner.value}", corners.corner is None
    right = FeatureRef(owner, FeatureKind.EDGE, reference.edge)
    if corners.corner is not None:
        right = FeatureRef(owner, FeatureKind.VERTEX, corners.corner)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer.owner != owner:
            return Verdict(False, f"Click an inner edge or an inner vertex of {owner}.", f"Not of {owner}")
        i, j = answer.index, (answer.index + 1) % len(core)
        ends = core[[i]] if answer.kind is FeatureKind.VERTEX else core[[i, j]]
        near = _closest(ends, q)
        told = f"{fixed(math.dist(near, q))} away"
        draw = partial(_draw_way, near, q, answer == right)
        remarks = (Remark(xy(near), told, right=answer == right),)
        if answer == right:
            place = f"between 0 and {fixed(reference.length)}" if is_edge else "beyond the end of the inner edge"
            because = f"At $x$ = {fixed(x)} {deep} lies {place}. "
            because += (
                "So the edge is nearer than its ends." if is_edge else f"v{answer.index} of {owner} is nearest."
            )
            return Verdict(True, because, remarks=remarks, draw=draw)
        if not is_edge and answer == FeatureRef(owner, FeatureKind.EDGE, reference.edge):
            because = f"The perpendicular from {deep} misses the edge: only an end of it can be nearest."
        else:
            because = f"It is {told}, and another part is nearer. Look where the perpendicular from "
            because += f"{deep} meets the line of edge {reference.edge}."
        return Verdict(False, because, "Not the nearest part", remarks, draw=draw)

    text = f"Click the inner edge or inner vertex of {owner} that is nearest to {deep}."
    kinds = frozenset((FeatureKind.EDGE, FeatureKind.VERTEX))
    return Click(text, judge, frozenset((right,)), kinds=kinds)


def _closest(ends: Any, q: Vector) -> Vector:
    """The point of a segment, or the one point, that is nearest to another one."""
    if len(ends) == 1:
        return np.array(ends[0])
    return np.array(point_query(Convex(ends), q).closest_xy)


def _draw_way(near: Vector, q: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    canvas.stroke((near, q), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE if is_right else Line.DOTTED)


def contact_place(moment: Moment[Any], corners: CornersMeasured) -> Place:
    """The contact point between two corner circles."""
    reference, incident = edges_of(moment)
    c, q, n = corners.on_reference, corners.on_incident, reference.normal
    d = (q - c) / corners.distance
    own, other = (shape_of(moment, owner).radius for owner in (reference.owner, incident.owner))
    right = 0.5 * (c + own * d + q - other * d)
    by_edge = q + (-other + 0.5 * abs(reference.height(q) - other)) * n

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        off = abs(float((at - c) @ np.array((-d[1], d[0]))))
        is_right = math.dist(at, right) <= NEAR
        draw = partial(_draw_circles, (c, own), (q, other), is_right)
        if is_right:
            because = f"On the last axis, in the middle of the overlap, {fixed(-corners.separation)}."
            return Verdict(True, because, remarks=(Remark(xy(right), "contact", right=True),), draw=draw)
        head, because = (
            "Not in the middle",
            f"The circles overlap on the line from ${C}$ to ${Q}$: there is its middle.",
        )
        if math.dist(at, by_edge) <= NEAR:
            head, because = "By the edge", f"That is below ${Q}$, along the edge's normal. But a corner is nearest."
        elif off > NEAR:
            head = "Beside the last axis"
            because = f"It is {fixed(off)} beside the line through both centres, on which the circles are nearest."
        return Verdict(False, because, head, (Remark(xy(at), "not here"),), draw=draw)

    text = "The corner circles decide. Drag the ring to the middle of the contact."
    return Place(text, judge, (xy(q + 0.4 * (c - q) + 0.5 * own * np.array((-d[1], d[0]))),), (xy(right),), "world")


def _draw_circles(
    first: tuple[Vector, float], second: tuple[Vector, float], is_right: bool, canvas: Canvas, pane: str
) -> None:
    """Both corner circles, and the line through their centres."""
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    for center, radius in (first, second):
        marks.circle(canvas, center, radius, ink, line)
    if is_right:
        canvas.stroke((first[0], second[0]), ink, line=line)
