"""What the scenes of the ray cast ask to construct, each its own."""

from __future__ import annotations

import math
from typing import Any

from geometry import Outcome, RayCast
from geometry.outcome import Miss
from geometry.query.ray_steps import LineTested, SpanTested
from geometry.vector import left_of
from lessons.queries.ray_cast_state import entry_of, fronts_of, latest
from lessons.queries.scenes import P, named
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

SAME = 0.01  # so nearly equal are two entries
PAST, OTHER_SIDE, SPANNED, POCKET, CUT, LONG, AT_ARC = (
    "beyond the other edge",
    "on its other side",
    "partly behind",
    "another pocket",
    "circle cut, edge hit",
    "long enough, yet a miss",
    "closest to an arc",
)
ENDS = {None: "overlap", Miss.PASSING: "the line misses", Miss.RECEDING: "A is behind", Miss.TOO_FAR: "too short"}


def goal(moment: Moment[Any]) -> Challenge:
    """The challenge of a scene, by its `goal`."""
    found: RayCast = moment.trace.result
    return _GOALS.get(moment.scene.goal, _same)(moment, found)


def is_hit(found: RayCast) -> bool:
    return found.outcome is Outcome.HIT


def _end(found: RayCast) -> str:
    if is_hit(found) and found.feature is not None:
        return f"hit on {named(found.feature)}"
    return ENDS[found.miss]


def _same(moment: Moment[Any], found: RayCast) -> Challenge:
    entries = sorted(t for t, _ in fronts_of(moment))
    off = entries[-1] - entries[-2] if len(entries) > 1 else math.inf
    apart = f"entries {fixed(off)} apart" if math.isfinite(off) else "only 1 entry"
    return Challenge(
        "Aim the ray so that it hits A and its last **two** entries have the same $t$.",
        off <= SAME and is_hit(found),
        apart if is_hit(found) else _end(found),
        "Where do the lines of two front edges meet?",
    )


def _past(moment: Moment[Any], found: RayCast) -> Challenge:
    entry, k = entry_of(moment), len(moment.scene.core.points) - 1
    arc = found.feature.index if is_hit(found) and found.feature is not None and found.feature.is_vertex else None
    edge = None if entry is None else entry.edge
    return Challenge(
        f"Hit the arc of v{k}, but let the last entry be on the line of edge **{k - 1}**, beyond its end.",
        arc == k and edge == k - 1,
        _end(found) if arc is None else f"v{arc}, beyond edge {edge}",
        f"The line of edge {k} must be crossed first, and that of edge {k - 1} after it. Is a steeper ray needed?",
    )


def _other_side(moment: Moment[Any], found: RayCast) -> Challenge:
    line = latest(moment, LineTested)
    is_left = line is not None and line.is_gap and line.projection.low > 0.0
    higher = "" if line is None else f"lowest {fixed(line.projection.low)}"
    return Challenge(
        r"Aim the ray so that it passes A on the other side: the whole projection on $\hat d_\perp$ is positive.",
        is_left,
        higher if found.miss is Miss.PASSING else _end(found),
        r"$\hat d_\perp$ points to the left of the ray. So A must lie to its left.",
    )


def _spanned(moment: Moment[Any], found: RayCast) -> Challenge:
    span = latest(moment, SpanTested)
    low = math.inf if span is None else span.projection.low
    return Challenge(
        rf"Let the ray hit A, although a part of A lies **behind** $\examined{{{P}}}$: low < 0.",
        is_hit(found) and low < 0.0,
        f"low = {fixed(low)}" if is_hit(found) else _end(found),
        rf"Place $\examined{{{P}}}$ close to a side of A that leans. A part of this side may lie behind it.",
    )


def _pocket(moment: Moment[Any], found: RayCast) -> Challenge:
    entry = entry_of(moment)
    t = math.inf if entry is None or entry.distance is None else entry.distance
    on_arc = is_hit(found) and found.feature is not None and found.feature.is_vertex
    is_elsewhere = on_arc and found.feature is not None and found.feature.index > 0
    return Challenge(
        r"Start so close to the arc of **v1** or **v2** that its last entry lies behind the start, too.",
        is_elsewhere and t < 0.0,
        _end(found) if t < 0.0 or not is_hit(found) else f"last entry {fixed(t)}",
        "Extend the two edges at v1. Between their lines and the arc there is a small pocket.",
    )


def _cut(moment: Moment[Any], found: RayCast) -> Challenge:
    ray, a = moment.scene.ray, moment.scene.core.points[0]
    beside = abs(float((a - ray.origin) @ left_of(ray.direction)))
    on_edge = is_hit(found) and found.feature is not None and not found.feature.is_vertex
    return Challenge(
        "Let the ray cut the circle of v0 and yet hit an **edge** of A, so that both rules agree.",
        on_edge and beside < moment.scene.r,
        f"v0 is {fixed(beside)} beside" if on_edge else _end(found),
        "The circle ends inside A. Where does its arc end, and the edge begin?",
    )


def _long(moment: Moment[Any], found: RayCast) -> Challenge:
    span = latest(moment, SpanTested)
    reaches = span is not None and span.miss is None
    return Challenge(
        "Find a segment that passes both tests, low ≤ $L$ as well, and yet ends **before** A.",
        reaches and found.miss is Miss.TOO_FAR,
        "low > L" if found.miss is Miss.TOO_FAR and not reaches else _end(found),
        "low belongs to the nearest vertex of A. Which part of the outline does the segment's line meet?",
    )


def _at_arc(moment: Moment[Any], found: RayCast) -> Challenge:
    is_inside = found.outcome is Outcome.OVERLAPPED and found.feature is not None
    on = "" if found.feature is None else f"the arc of {named(found.feature)}"
    if found.feature is not None and not found.feature.is_vertex:
        on = named(found.feature)
    return Challenge(
        r"Start inside A at a place whose closest point of the border is on an **arc**.",
        is_inside and found.feature is not None and found.feature.is_vertex,
        f"closest: {on}" if is_inside else _end(found),
        "From the core, the dashed outline, the nearest point must be a vertex.",
    )


_GOALS = {
    PAST: _past,
    OTHER_SIDE: _other_side,
    SPANNED: _spanned,
    POCKET: _pocket,
    CUT: _cut,
    LONG: _long,
    AT_ARC: _at_arc,
}
