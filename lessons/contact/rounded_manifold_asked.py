"""What the contacts of rounded polygons ask: where an end of an edge is nearest, and the contact of two corners."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Vector
from geometry.contact.manifold_points import CornersMeasured
from geometry.query.point_query import point_query
from lessons.contact.rounded_manifold_state import C, Q, edges_of, found_of
from lessons.stories.clip_state import ink_of, on_clipped
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.05  # world length that a point may be off
SHORT, STRAIGHT = 0.1, math.cos(math.radians(5.0))  # the least of a normal; how straight it is to be


def where_it_changes(moment: Moment[Any], corners: CornersMeasured) -> Place | None:
    """A point slides along the reference edge: where does an end of the inner edge become its nearest point? There
    is such a place at either end."""
    reference, _ = edges_of(moment)
    t, length, q = reference.tangent, reference.length, corners.on_incident
    x, h = reference.along(q), float((q - reference.inner_start) @ reference.normal)
    if corners.corner is None:
        return None
    end = length if 2.0 * x > length else 0.0
    if abs(x - end) <= 2.0 * NEAR or h <= NEAR or length <= 4.0 * NEAR:
        return None
    ends = np.array((reference.inner_start, reference.inner_end))
    low, high = min(x, 0.0) - 0.25 * length, max(x, length) + 0.25 * length
    path = tuple(xy(q + (place - x) * t) for place in (low, high))
    right = q + (end - x) * t
    start = q + (0.5 * length - x) * t  # not at q, of which it is told next

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        near, place = _closest(ends, at), reference.along(at)
        is_right = min(abs(place), abs(place - length)) <= NEAR
        name = f"v{reference.next_vertex if 2.0 * place > length else reference.edge}"
        remark = Remark(points[0], f"{fixed(place)} along the edge, of {fixed(length)}", right=is_right)
        draw = partial(_draw_way, near, at, is_right)
        if is_right:
            because = (
                f"The perpendicular from here ends at {name}. Further along the line {name} stays the nearest point."
            )
            return Verdict(True, because, remarks=(remark,), draw=draw)
        if 0.0 < place < length:
            because = "From here the perpendicular meets the edge: a point between its ends is nearest."
            return Verdict(False, because, "The edge is nearest", (remark,), draw=draw)
        because = (
            f"The perpendicular from here misses the edge: {name} is nearest. The border is nearer to the middle."
        )
        return Verdict(False, because, "Past the border", (remark,), draw=draw)

    text = f"Slide the ring to where an **end** becomes the nearest point of inner edge {reference.edge}."
    draw = partial(
        _draw_rail, ends, path, (f"v{reference.edge}", f"v{reference.next_vertex}"), ink_of(reference.owner)
    )
    return Place(text, judge, (xy(start),), (xy(right),), "world", (path,), draw=draw)


def _draw_rail(edge: Any, path: Any, names: tuple[str, str], ink: Ink, canvas: Canvas, pane: str) -> None:
    """The rail, and the inner edge with both ends; no line to its nearest point: this is what is asked."""
    canvas.stroke(path, Ink.TEXT, line=Line.DASHED)
    canvas.stroke(edge, Ink.EXAMINED, line=Line.FEATURE)
    for name, end, other in zip(names, edge, edge[::-1], strict=True):
        marks.highlight_vertex(canvas, end, ink, name, toward=end - other)


def _closest(ends: Any, q: Vector) -> Vector:
    """The point of a segment that is nearest to another one."""
    return np.array(point_query(Convex(ends), q).closest_xy)


def _draw_way(near: Vector, q: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    canvas.stroke((near, q), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE if is_right else Line.DOTTED)


def normal_place(moment: Moment[Any], corners: CornersMeasured) -> Place | None:
    """The contact normal between two corner circles: the edge's normal, turned to the line through both centres."""
    reference, _ = edges_of(moment)
    c, n = corners.on_reference, reference.normal
    d = (corners.on_incident - c) / corners.distance
    if float(n @ d) > STRAIGHT:
        return None
    start, right, name = c + corners.distance * n, c + corners.distance * d, f"v{corners.corner}"

    def judge(points: Points) -> Verdict:
        way = np.array(points[0]) - c
        size = math.hypot(*way)
        if size < SHORT:
            return Verdict(False, "So short a normal shows no direction.", "Too short", (Remark(xy(c + way), ""),))
        along = float(way @ d) / size
        if along > STRAIGHT:
            because = (
                f"In a corner region the end ${C}$ is nearest: a push apart runs along the line from ${C}$ to ${Q}$."
            )
            return Verdict(True, because, remarks=(Remark(xy(right), "", right=True),))
        angle = fixed(math.degrees(math.acos(max(-1.0, along))), 0)
        head = "Still the edge's normal" if float(way @ n) > STRAIGHT * size else "Not from centre to centre"
        because = f"It is {angle}° off. Circles part fastest along the line through both centres."
        if head.startswith("Still"):
            because = f"It is {angle}° off: the edge's normal counts where a point between the ends is nearest."
        return Verdict(False, because, head, (Remark(xy(c + way), f"{angle}° off"),))

    def follow(canvas: Canvas, points: Points) -> None:
        canvas.arrow(c, points[0], Ink.EXAMINED)

    text = f"The arrow at {name} is the edge's normal. Turn it to the **contact normal** of the two corner circles."
    return Place(text, judge, (xy(start),), (xy(right),), "world", names=("contact normal",), follow=follow)


def contact_places(moment: Moment[Any]) -> Place:
    """The ends of the incident edge that the clip keeps: one or two. Each gives a contact point, half way to the
    reference edge: a later step."""
    reference, incident = edges_of(moment)
    found = [on_clipped(reference, p) for p in found_of(moment).points]
    right = tuple(xy(p) for p in found)

    def judge(points: Points) -> Verdict:
        rings = [np.array(p) for p in points]
        hits = [any(math.dist(at, p) <= NEAR for p in found) for at in rings]
        missed = [p for p in found if all(math.dist(at, p) > NEAR for at in rings)]
        is_right = all(hits) and not missed
        is_same = all(hits) and math.dist(*rings) <= 2.0 * NEAR  # then one name is enough
        names = ("kept", "" if is_same else "kept")
        remarks = tuple(
            Remark(xy(at), name if is_hit else "not here", right=is_hit)
            for at, name, is_hit in zip(rings, names, hits, strict=True)
        )
        feet = [reference.at(reference.along(at), 0.0) for at in rings]
        draw = partial(_draw_ways, list(zip(feet, rings, hits, strict=True)))
        if is_right:
            many = "Both ends that the clip leaves lie" if len(found) > 1 else "Only this end lies"
            return Verdict(True, f"{many} behind the reference edge.", remarks=remarks, draw=draw)
        head, because = (
            "Not an end",
            "The clip can keep only an end of the clipped line: a cut, or the deepest point of an arc.",
        )
        wrong = [at for at, is_hit in zip(rings, hits, strict=True) if not is_hit]
        if not wrong:
            head, because = "One is missing", "The other end of the clipped edge lies behind the reference edge, too."
        elif max(reference.height(at) for at in wrong) > NEAR:
            head, because = "In front of the edge", "Not kept: the ring lies in front of the reference edge."
        return Verdict(False, because, head, remarks, draw=draw)

    text = "Drag a ring to **each** end that the clip keeps. If it keeps only one end, put both rings there."
    starts = tuple(xy(incident.start + part * (incident.end - incident.start)) for part in (0.4, 0.6))
    return Place(text, judge, starts, (right * 2)[:2], "world")


def _draw_ways(ways: Sequence[tuple[Vector, Vector, bool]], canvas: Canvas, pane: str) -> None:
    for foot, at, is_right in ways:
        _draw_way(foot, at, is_right, canvas, pane)
