"""Judges of the routines that answer about two convex shapes: overlap, translation, distance, closest points."""

from __future__ import annotations

import math
from typing import Any

from geometry.counterexample.reading import is_row, number, point, reads, row, truth
from geometry.counterexample.scenes import PAIRS, clear_pair, touching_boxes
from geometry.counterexample.statement import Arguments, Conventions, Parameter, Problem, settings_of
from geometry.counterexample.truth import Circle, Pair, pair_of, require_convex_outline, solids_of
from geometry.counterexample.words import apart, place, told
from geometry.query.point_query import point_query
from geometry.vector import XY

A_AND_B = (
    Parameter("a", "outline", "the first shape: a convex outline, a list of (x, y)"),
    Parameter("b", "outline", "the second shape"),
)
BOTH = (False, True)


def accepts_pair(arguments: Arguments) -> None:
    """Raises ValueError unless both outlines are convex and have an area."""
    a, b = arguments
    require_convex_outline(a, "A")
    require_convex_outline(b, "B")


def state(pair: Pair) -> str:
    """What is true of the shapes: "the shapes overlap by 0.40"."""
    if pair.are_apart:
        return f"the shapes are apart by {told(pair.separation)}"
    return f"the shapes overlap by {told(-pair.separation)}" if pair.overlap else "the shapes just touch"


def facing(vector: XY, conventions: Conventions) -> XY:
    """A vector as a routine says it, from A to B; the same way back."""
    return (-vector[0], -vector[1]) if conventions.normal_b_to_a else vector


def flipped(vector: XY, conventions: Conventions) -> XY:
    """A point or a vector as a routine says it, y upward; the same way back."""
    return (vector[0], -vector[1] + 0.0) if conventions.y_down else vector


@reads("True or False")
def judge_overlap(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    pair, said = pair_of(*arguments), truth(answer)
    if pair.are_apart or pair.overlap:
        if said == pair.overlap or not pair.agrees:
            return None
    elif conventions.touching_counts in (said, None) or not is_exact(arguments):
        return None
    if pair.are_apart or pair.overlap:
        return f"Returned {said}, but {state(pair)}."
    counts = "counts" if conventions.touching_counts else "does not count"
    return f"Returned {said} for shapes that just touch; elsewhere touching {counts}."


def touches(arguments: Arguments) -> bool:
    """Whether the shapes touch, up to what counts as nothing."""
    pair = pair_of(*arguments)
    return abs(pair.separation) <= pair.close


def is_exact(arguments: Arguments) -> bool:
    """Whether no routine has a rounding error to excuse it: axis-aligned boxes, and circles that face them or each
    other along an axis, in small whole numbers."""
    for solid in solids_of(arguments):
        if isinstance(solid, Circle):
            values: tuple[float, ...] = (*solid.center, solid.radius)
            if all(pair_of(*arguments).axes.normal):
                return False
        else:
            values = tuple(value for point in solid for value in point)
            if any(px != x and py != y for (px, py), (x, y) in zip((solid[-1], *solid), solid, strict=False)):
                return False
        if not all(value.is_integer() and abs(value) <= 1000.0 for value in values):
            return False
    return True


def right_overlap(arguments: Arguments, conventions: Conventions) -> bool:
    pair = pair_of(*arguments)
    return pair.overlap or (not pair.are_apart and conventions.touching_counts is not False)


def contact_of_overlap(answer: Any) -> bool | None:
    return truth(answer)


@reads("(x, y), or ((x, y) of the unit normal, depth), or None")
def judge_mtv(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    pair = pair_of(*arguments)
    depth = max(0.0, -pair.separation)
    if answer is None:
        return None if depth <= pair.close or not pair.agrees else f"Returned None, but {state(pair)}."
    if depth <= pair.close and _says_apart(answer, conventions):
        return None
    move, wrong = translation_of(answer, conventions, needs_sign=depth > pair.close)
    if wrong is not None:
        return wrong
    x, y = move
    length = math.hypot(x, y)
    if not pair.agrees or length <= pair.close >= depth:
        return None
    if not pair.overlap:
        return f"Moved by {place(move)}, but {state(pair)}: no move is needed."
    left = -pair.after(x, y)
    if left > pair.close:
        return f"Moved by {place(move)}, B still overlaps A by {told(left)}."
    if length > depth + pair.close:
        more, enough = apart(length, depth)
        return f"Moved by {more}; {enough} would have been enough."
    return None


def _says_apart(answer: Any, conventions: Conventions) -> bool:
    """Whether an answer is a normal and a depth of the sign that overlap has not: a signed gap needs no move."""
    items = row(answer, 2)
    if not is_row(items[0]):
        return False
    depth = number(items[1], "the depth")
    return depth > 0.0 if conventions.depth_negative else depth < 0.0


def translation_of(answer: Any, conventions: Conventions, needs_sign: bool) -> tuple[XY, str | None]:
    """The move of B that an answer stands for, and what is wrong with it as it stands."""
    items = row(answer, 2)
    if not is_row(items[0]):
        return facing(flipped(point(answer), conventions), conventions), None
    normal, depth = facing(flipped(point(items[0]), conventions), conventions), number(items[1], "the depth")
    wrong = wrong_depth(normal, depth, conventions, needs_sign)
    return (abs(depth) * normal[0], abs(depth) * normal[1]), wrong


def wrong_depth(normal: XY, depth: float, conventions: Conventions, needs_sign: bool) -> str | None:
    """What is wrong with a normal that is no unit vector, or a depth of the other sign."""
    length = math.hypot(*normal)
    if needs_sign and abs(length - 1.0) > 1e-6:
        return f"The normal has length {apart(length, 1.0)[0]}; a unit normal has length 1."
    if needs_sign and (depth < 0.0) != conventions.depth_negative:
        return (
            f"The depth is {told(depth)}, elsewhere it is {'negative' if conventions.depth_negative else 'positive'}."
        )
    return None


def right_mtv(arguments: Arguments, conventions: Conventions) -> XY | None:
    pair = pair_of(*arguments)
    if pair.are_apart or (not pair.overlap and conventions.touching_counts is False):
        return None
    depth = max(0.0, -pair.separation)
    x, y = pair.axes.normal.tolist()
    return flipped(facing((depth * x + 0.0, depth * y + 0.0), conventions), conventions)


def contact_of_answer(answer: Any) -> bool | None:
    return answer is not None


@reads("a number")
def judge_distance(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    pair, said = pair_of(*arguments), number(answer)
    true = right_distance(arguments, conventions)
    if abs(said - true) <= pair.close or not pair.agrees:
        return None
    shown, due = apart(said, true)
    if not pair.are_apart and not (pair.overlap and conventions.depth_negative):
        return f"Returned {shown}, but {state(pair)}: their distance is 0."
    if pair.overlap:
        return f"Returned {shown}, but {state(pair)}: expected {due}."
    return f"Returned {shown}, but the closest points are {due} apart."


def right_distance(arguments: Arguments, conventions: Conventions) -> float:
    pair = pair_of(*arguments)
    return pair.separation if pair.separation > 0.0 or conventions.depth_negative else 0.0


@reads("two points ((x, y), (x, y)), or None for shapes that overlap")
def judge_closest_points(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    pair = pair_of(*arguments)
    if answer is None:
        return None if pair.separation <= pair.close else f"Returned None, but {state(pair)}."
    first, second = (flipped(point(each), conventions) for each in row(answer, 2))
    on_a, on_b = (second, first) if conventions.normal_b_to_a else (first, second)
    for place_said, solid, name in ((on_a, pair.a, "A"), (on_b, pair.b, "B")):
        beyond = point_query(solid, place_said).separation
        inside_too = not pair.are_apart
        if beyond > pair.close or (beyond < -pair.close and not inside_too):
            where = "outside" if beyond > 0.0 else "inside"
            return f"{place(place_said)} is no point of {name}'s boundary: it lies {told(abs(beyond))} {where}."
    length = math.dist(on_a, on_b)
    true = max(0.0, pair.separation)
    if abs(length - true) <= pair.close or not pair.agrees:
        return None
    if pair.overlap and abs(length + pair.separation) <= pair.close:
        return None  # the two ends of the penetration depth
    shown, due = apart(length, true)
    return f"The points {place(on_a)} and {place(on_b)} are {shown} apart; the closest are {due} apart."


def right_closest_points(arguments: Arguments, conventions: Conventions) -> tuple[XY, XY] | None:
    pair = pair_of(*arguments)
    if pair.overlap:
        return None
    ends = [flipped(each, conventions) for each in pair.closest]
    return (ends[1], ends[0]) if conventions.normal_b_to_a else (ends[0], ends[1])


OVERLAP = Problem(
    "overlap",
    A_AND_B,
    "True or False: whether the shapes overlap.",
    "The answer is True for shapes that overlap and False for shapes that are apart.",
    PAIRS,
    accepts_pair,
    judge_overlap,
    right_overlap,
    settings_of(),
    clear_pair,
    touching_boxes,
    contact_of_overlap,
    one_way=True,
    touches=touches,
)
MTV = Problem(
    "mtv",
    A_AND_B,
    "The vector (x, y) that B is moved by, or ((x, y), depth) with a unit normal; for shapes that are apart None, or"
    " the gap as a depth of the other sign.",
    "After the move the shapes must just touch, and no shorter vector may do this.",
    PAIRS,
    accepts_pair,
    judge_mtv,
    right_mtv,
    settings_of(normal_b_to_a=BOTH, y_down=BOTH, depth_negative=BOTH),
    clear_pair,
    touching_boxes,
    contact_of_answer,
    touches=touches,
)
DISTANCE = Problem(
    "distance",
    A_AND_B,
    "The distance between the shapes as a number; 0, or minus the depth, for shapes that overlap.",
    "The answer must be the length of the shortest line between the shapes.",
    PAIRS,
    accepts_pair,
    judge_distance,
    right_distance,
    settings_of(depth_negative=BOTH),
    clear_pair,
    touches=touches,
)
CLOSEST_POINTS = Problem(
    "closest_points",
    A_AND_B,
    "Two points ((x, y), (x, y)), the first on A, the second on B; None or a common point for shapes that overlap.",
    "The points must lie on the two boundaries, and their distance must be the shortest.",
    PAIRS,
    accepts_pair,
    judge_closest_points,
    right_closest_points,
    settings_of(normal_b_to_a=BOTH, y_down=BOTH),
    clear_pair,
    touches=touches,
)
