"""The judge of contact manifolds.

With the shapes overlapping by the depth along a normal n, the contact is what touches once B is moved out: of A the
points farthest along n, of B the points least far, and of both the part that lies side by side. A routine may put its
points on either boundary or between them; what it may not do is leave out the deepest place, or one end of an edge
that lies flat on another.
"""

from __future__ import annotations

from typing import Any

from geometry.contact.manifold import manifold
from geometry.counterexample.pairs import (
    A_AND_B,
    BOTH,
    accepts_pair,
    contact_of_answer,
    facing,
    flipped,
    state,
    touches,
    wrong_depth,
)
from geometry.counterexample.reading import number, point, reads, row
from geometry.counterexample.scenes import PAIRS, clear_pair, touching_boxes
from geometry.counterexample.statement import Arguments, Conventions, Problem, settings_of
from geometry.counterexample.truth import Pair, frozen, pair_of, shape
from geometry.counterexample.words import apart, place, told
from geometry.query.point_query import point_query
from geometry.vector import XY


@reads("(normal (x, y), depth, list of one or two points), or None")
def judge_manifold(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    pair = pair_of(*arguments)
    if answer is None:
        return f"Returned None, but {state(pair)}." if -pair.separation > pair.close and pair.agrees else None
    said, deep, contacts = row(answer, 3)
    normal = facing(flipped(point(said), conventions), conventions)
    depth = number(deep, "the depth")
    found = [flipped(point(each), conventions) for each in row(contacts)]
    if not pair.agrees or (not found and pair.separation >= -pair.close):
        return None
    if pair.are_apart:
        return f"Returned a contact, but {state(pair)}." if pair.separation > pair.close else None
    wrong = wrong_depth(normal, depth, conventions, needs_sign=-pair.separation > pair.close)
    if wrong is not None:
        return wrong
    if pair.separation >= -pair.close:
        return None  # they only touch: the normal of a corner on a corner is free
    return _wrong_normal(pair, normal, depth) or _wrong_points(arguments, pair, normal, found)


def accepts_corners(arguments: Arguments) -> None:
    """Raises ValueError unless both outlines are convex, and every vertex is a corner: clipping at half an edge is
    not asked for."""
    accepts_pair(arguments)
    for outline, name in zip(arguments, "AB", strict=True):
        if len(shape(frozen(outline)).points) < len(outline):
            raise ValueError(f"{name} has a vertex in the middle of an edge")


def _along(pair: Pair, normal: XY) -> float:
    """How far B has to go along the normal to leave A."""
    (x, y), (a, b) = normal, (pair.a.points_xy, pair.b.points_xy)
    return max(px * x + py * y for px, py in a) - min(px * x + py * y for px, py in b)


def _wrong_normal(pair: Pair, normal: XY, depth: float) -> str | None:
    true, needed = -pair.separation, _along(pair, normal)
    if needed > true + pair.close:
        far, least = apart(needed, true)
        return f"Along the normal {place(normal)} B has to move {far} to leave A; the least way out is {least}."
    if abs(abs(depth) - true) > pair.close:
        said, due = apart(abs(depth), true)
        return f"The depth is {said}; the shapes overlap by {due}."
    return None


def _wrong_points(arguments: Arguments, pair: Pair, normal: XY, found: list[XY]) -> str | None:
    if not 1 <= len(found) <= 2:
        return f"Returned {len(found)} contact points; one or two are needed."
    (x, y), close = normal, pair.close
    depth = -pair.separation
    top = max(px * x + py * y for px, py in pair.a.points_xy)
    for each in found:
        height = each[0] * x + each[1] * y - top
        if height > close or height < -depth - close:
            by = max(height, -depth - height)
            return f"{place(each)} lies {told(by)} outside the layer in which the shapes overlap."
        for outline, name in zip(arguments, "AB", strict=True):
            out = point_query(shape(frozen(outline)), each).separation
            if out > depth + close:
                return f"{place(each)} lies {told(out)} outside {name}, farther than the depth."
    low, high = _shared(pair, normal)
    places = [-y * px + x * py for px, py in found]
    if not any(low - close <= along <= high + close for along in places):
        near = min(max(low - along, along - high) for along in places)
        return f"The deepest place is left out: the nearest point lies {told(near)} beside it."
    if high - low > 10.0 * close:
        for end in (low, high):
            if min(abs(along - end) for along in places) > close:
                missing = (end * -y + top * x, end * x + top * y)
                return f"Edges lie flat on each other, but no point is at their common end near {place(missing)}."
    return None


def _shared(pair: Pair, normal: XY) -> tuple[float, float]:
    """Where the two farthest features lie side by side, along the tangent (−y, x)."""
    x, y = normal
    spans = []
    for points, sign in ((pair.a.points_xy, 1.0), (pair.b.points_xy, -1.0)):
        most = max(sign * (px * x + py * y) for px, py in points)
        # An edge that is tilted by less than `close` counts as flat.
        flat = [-y * px + x * py for px, py in points if sign * (px * x + py * y) >= most - pair.close]
        spans.append((min(flat), max(flat)))
    (a_low, a_high), (b_low, b_high) = spans
    low, high = max(a_low, b_low), min(a_high, b_high)
    return (low, high) if low <= high else (high, low)


def right_manifold(arguments: Arguments, conventions: Conventions) -> tuple[XY, float, list[XY]] | None:
    pair = pair_of(*arguments)
    if pair.are_apart or (not pair.overlap and conventions.touching_counts is False):
        return None
    found = manifold(pair.a, pair.b, margin=0.0)
    x, y = found.normal.tolist()
    depth = max(0.0, -pair.separation)
    contacts = [(float(px), float(py)) for px, py in (each.point for each in found.points)]
    return (
        flipped(facing((x + 0.0, y + 0.0), conventions), conventions),
        -depth if conventions.depth_negative else depth,
        [flipped(each, conventions) for each in contacts],
    )


MANIFOLD = Problem(
    "manifold",
    A_AND_B,
    "(normal, depth, points): a unit normal (x, y) from A to B, a depth of at least 0, and one or two contact points;"
    " None for shapes that are apart.",
    "Moving B by the depth along the normal must just part the shapes, and the points must hold the deepest place.",
    {name: make for name, make in PAIRS.items() if name != "collinear"},
    accepts_corners,
    judge_manifold,
    right_manifold,
    settings_of(normal_b_to_a=BOTH, y_down=BOTH, depth_negative=BOTH),
    clear_pair,
    touching_boxes,
    contact_of_answer,
    touches=touches,
)
