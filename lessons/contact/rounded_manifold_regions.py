"""The two regions of the inner reference edge: what is nearest in each, and how q comes from one to the other."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Vector
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured
from lessons.contact.rounded_manifold_names import RULER, name_regions
from lessons.contact.rounded_manifold_state import C, Q, Rounded, edges_of, last_of
from lessons.stories.clip_state import ink_of, shape_of, whole_run
from viz.lesson import marks, regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

QUIET, SEEN, OTHER = 0.07, 0.06, 0.03  # opacity of the edge region, the corner region that counts, the other one
FADES, FAR_LIT = 1.6, 4.0  # world lengths: the regions' light fades, and ends
LIT, LIT_EDGE = 0.28, 0.26  # its amount at c, and at the edge
PARTS = np.linspace(0.0, 1.0, 9)  # of a corner region's angle


def draw_regions(canvas: Canvas, moment: Moment[Rounded]) -> None:
    """Of the inner reference edge: what is nearest to it, and what to either of its ends."""
    reference, _ = edges_of(moment)
    u, v, n, t = reference.inner_start, reference.inner_end, reference.normal, reference.tangent
    corner = whole_run(moment, CornersMeasured)[0].corner
    own = shape_of(moment, reference.owner)
    through, normals = [u, v], [-t, t]
    if len(own.points) > 2:  # a segment has it on both sides
        through, normals = [u, *through], [-n, *normals]
    canvas.region(through, normals, Ink.EXAMINED, QUIET)
    low, far = -FAR_LIT * n if len(own.points) < 3 else 0.0 * n, FAR_LIT * n
    canvas.light((u + low, v + low, v + far, u + far), u, FADES * n, Ink.EXAMINED, LIT_EDGE)
    for vertex, at in ((reference.edge, u), (reference.next_vertex, v)):
        before, after = own.normals[vertex - 1], own.normals[vertex]
        is_here = vertex == corner
        regions.wedge(canvas, at, before, after, Ink.ANSWER, opacity=SEEN if is_here else OTHER)
        if is_here:  # it is light at the corner, and fades
            ways = _ways(before, after)
            canvas.light((at, *(at + FAR_LIT * ways)), at, FADES * ways[4], Ink.ANSWER, LIT)


def draw_places(canvas: Canvas, moment: Moment[Rounded], corners: CornersMeasured) -> None:
    """Where q lies along the inner edge, and the point of that edge that is nearest to it."""
    reference = edges_of(moment)[0]
    u, v, t, n = reference.inner_start, reference.inner_end, reference.tangent, reference.normal
    q = corners.on_incident
    marks.highlight_edge(canvas, (u, v))
    x, off = reference.along(q), -RULER * canvas.pixel * n
    if is_moving(moment):
        _on_its_way(canvas, moment, corners)
        return
    low, high = min(0.0, x), max(reference.length, x)
    canvas.stroke((u + low * t + off, u + high * t + off), Ink.CONSTRUCTION, line=Line.THIN)
    for far, name in ((0.0, "$x$ = 0"), (reference.length, f"$L$ = {fixed(reference.length)}")):
        at, tick = u + far * t + off, 7.0 * canvas.pixel * n
        canvas.stroke((at - tick, at + tick), Ink.EXAMINED, line=Line.MEASURE)
        canvas.label(name, at - tick, Ink.EXAMINED, toward=(-1.0 if far == 0.0 else 1.0) * 0.4 * t - n)
    canvas.stroke((q, u + x * t + off), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.arrow(u + off, u + x * t + off, Ink.TEXT, line=Line.MEASURE)
    canvas.label(f"$x_q$ = **{fixed(x)}**", u + x * t + off, Ink.TEXT, toward=math.copysign(1.0, x) * t - n)
    if not moment.is_open:
        canvas.stroke((corners.on_reference, q), Ink.ANSWER, line=Line.MEASURE)
    draw_centres(canvas, moment, corners)
    draw_names(canvas, moment, corners)


def draw_names(canvas: Canvas, moment: Moment[Rounded], corners: CornersMeasured) -> None:
    own, other = (shape_of(moment, edge.owner) for edge in edges_of(moment))
    name_regions(canvas, edges_of(moment)[0], corners, own, other)


def is_moving(moment: Moment[Rounded]) -> bool:
    """Whether q is still on its way over the border of the edge region."""
    return moment.time < 1.0 and moves(moment)


def moves(moment: Moment[Rounded]) -> bool:
    """Whether the step shows how the nearest point follows q, and stays at the end of the edge."""
    last = last_of(moment)
    is_corner = isinstance(last, CornersMeasured) and last.are_nearest and last.corner is not None
    return is_corner and moment.parent is None and not moment.compare


def _on_its_way(canvas: Canvas, moment: Moment[Rounded], corners: CornersMeasured) -> None:
    """From the middle of the edge region to q; the line to it would give away what is asked."""
    reference, incident = edges_of(moment)
    t, q, x = reference.tangent, corners.on_incident, reference.along(corners.on_incident)
    start = q + (0.5 * reference.length - x) * t
    now = start + moment.time * (q - start)
    place = min(max(reference.along(now), 0.0), reference.length)
    near = reference.inner_start + place * t
    canvas.stroke((start, q), Ink.CONSTRUCTION, line=Line.DASHED)
    if not moment.is_open:
        canvas.stroke((near, now), Ink.ANSWER, line=Line.MEASURE)
    canvas.dot(now, ink_of(incident.owner), Point.FILLED)
    canvas.dot(q, ink_of(incident.owner))  # the words tell of this place, not of a point on the way
    canvas.symbol(Q, q, ink_of(incident.owner), toward=q - near)
    marks.answer(canvas, near)
    draw_names(canvas, moment, corners)


def _ways(before: Vector, after: Vector) -> Vector:
    """Directions from one normal, counter-clockwise, to the next."""
    start, end = (math.atan2(way[1], way[0]) for way in (before, after))
    turns = start + PARTS * ((end - start) % math.tau)
    return np.stack((np.cos(turns), np.sin(turns)), axis=1)


def has_sharp_corner(moment: Moment[Any], corners: CornersMeasured) -> bool:
    """Whether the outer edges' lines meet at the corner that is nearest, beyond its arc."""
    own = shape_of(moment, edges_of(moment)[0].owner)
    return corners.are_nearest and len(own.points) > 2 and own.radius > 0.0


def draw_sharp(canvas: Canvas, moment: Moment[Rounded], corners: CornersMeasured) -> None:
    """The sharp corner that edge axes take the arc for."""
    if not has_sharp_corner(moment, corners) or corners.corner is None:
        return
    reference, _ = edges_of(moment)
    own = shape_of(moment, reference.owner)
    before, after = own.normals[[corners.corner - 1, corners.corner]]
    apex = own.radius * (before + after) / (1.0 + float(before @ after))
    ends = [corners.on_reference + way for way in (own.radius * before, apex, own.radius * after)]
    canvas.stroke(ends, ink_of(reference.owner), line=Line.DOTTED)
    if isinstance(last_of(moment), EdgeMeasured):
        is_end = corners.corner == reference.next_vertex
        free = after - before if is_end else before - after
        side = 0.5 * (ends[2 if is_end else 0] + ends[1])  # on the side that the other shape leaves free
        words = "edge axes measure to\nthis sharp corner"
        canvas.label(words, side, ink_of(reference.owner), toward=free, leader=True)


def draw_centres(canvas: Canvas, moment: Moment[Rounded], corners: CornersMeasured) -> None:
    reference, incident = edges_of(moment)
    way = corners.on_incident - corners.on_reference
    for at, name, owner, toward in (
        (corners.on_reference, C, reference.owner, -way),
        (corners.on_incident, Q, incident.owner, way),
    ):
        if name == Q or corners.corner is not None:
            canvas.dot(at, ink_of(owner))
            canvas.symbol(name, at, ink_of(owner), toward=toward)
