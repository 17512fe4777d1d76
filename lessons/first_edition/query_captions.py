"""Words and numbers about a point query."""

from __future__ import annotations

from typing import Any

from geometry import Feature, PointQuery
from geometry.query.point_query import CenterMeasured, EdgeProjected, FootClamped, InsideTested, PushedOut
from geometry.vector import length
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.text import amount, pair, signed, tint


def feature_name(feature: Feature) -> str:
    """ "edge 2" or "vertex 2"."""
    return f"{feature.kind.value} {feature.index}"


def gap_words(answer: PointQuery) -> str:
    """The signed distance as words."""
    if abs(answer.separation) <= answer.tolerance:
        return "on the boundary"
    return f"{'outside' if answer.separation > 0.0 else 'inside'} by {amount(abs(answer.separation))}"


def query_caption(step: Any) -> str:
    """One sentence on a step of a point query."""
    match step:
        case EdgeProjected() as projected:
            size = length(projected.end - projected.start)
            along = tint(amount(projected.along), Ink.RESULT)
            return f"On the line of edge {projected.edge} the foot is {along} along; the edge is {amount(size)} long."
        case FootClamped() as now:
            where = tint(feature_name(now.feature), Ink.RESULT)
            held = f"held at {where}" if now.feature.is_vertex else f"within {where}"
            if now.is_nearest:
                return f"The foot is {held}, {tint(amount(now.distance), Ink.RESULT)} away: the nearest so far."
            here, best = amount(now.distance), amount(now.nearest_so_far.distance)
            if here == best:
                return f"The foot is {held}, {here} away as well: the first one found keeps its place."
            return f"The foot is {held}, {here} away; {best} stays ahead."
        case CenterMeasured(_, distance):
            return f"A circle has no edges: its centre is the foot, {tint(amount(distance), Ink.RESULT)} away."
        case InsideTested(heights, is_inside):
            return _inside(heights, is_inside)
        case PushedOut() as pushed:
            return _pushed(pushed)
        case PointQuery() as answer:
            if abs(answer.separation) <= answer.tolerance:
                return f"p lies {tint('on the boundary', Ink.OVERLAP)}: that counts as inside."
            value = tint(signed(answer.separation), separation_ink(answer.separation))
            closest = tint(pair(answer.closest), Ink.RESULT)
            return f"The closest point of the boundary is {closest}; the signed distance is {value}."
        case _:
            return f"{type(step).__name__}."


def _inside(heights: tuple[float, ...], is_inside: bool) -> str:
    if not heights:
        return "A point or a segment has no area: nothing lies inside it before it is rounded."
    highest = max(heights)
    value = tint(signed(highest), separation_ink(highest))
    if is_inside:
        return f"p lies behind every edge, {value} at the most: it is inside the inner polygon."
    return f"p lies in front of edge {heights.index(highest)} by {value}: it is outside the inner polygon."


def _pushed(pushed: PushedOut) -> str:
    if pushed.radius == 0.0:
        return "The radius is 0: the foot is on the boundary already."
    way = tint(pair(pushed.direction), Ink.REFERENCE)
    if pushed.is_degenerate:
        return f"p lies on the foot: there is no direction between them, and {way} is taken by rule."
    return f"Pushed out by the radius of {amount(pushed.radius)} along {way}, the foot comes to the boundary."
