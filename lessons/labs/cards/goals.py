"""The goal of each card: a scene in which its wrong line has one effect and not another."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from geometry import Convex, Polygon, gjk, separation
from geometry.faulty.spot_contact import RADIUS, reference_and_incident
from geometry.faulty.spot_motion import distance_to
from geometry.faulty.spot_plain import contains, cross, dot, edges, minus, nearest_on_edge, nearest_on_ring, runs_left
from geometry.faulty.spot_plain import middle as vertex_mean
from lessons.labs.cards.answers import HUGE
from lessons.labs.cards.card import AGREE, Asked, Trouble
from lessons.labs.cards.parts import XY, Arguments, Kind, Ring, convex_of, middle, moved

CLEAR = 0.01  # by so much one number is greater than another
Met = Callable[[Arguments, Asked], bool]


class Goal(NamedTuple):
    """What is asked for, and whether a scene with both its answers is that."""

    text: str
    is_met: Met
    has_answers: bool = True  # else the faulty routine has to give none
    hint: str = ""  # the property that decides, unless given


def goal_met(goal: Goal, arguments: Arguments, asked: Asked) -> bool:
    """A routine that gives no answer meets no goal but those that ask for that."""
    is_answered = not isinstance(asked.right, Trouble) and not isinstance(asked.faulty, Trouble)
    return is_answered is goal.has_answers and goal.is_met(arguments, asked)


def _agree(asked: Asked) -> bool:
    return asked.error <= AGREE


def _gap(a: Any, b: Any) -> float:
    return gjk(convex_of(Kind.POLYGON, a), convex_of(Kind.POLYGON, b)).distance


# Separating axes.


def _pushed_away(arguments: Arguments, asked: Asked) -> bool:
    a, b = arguments
    if asked.right is not None or asked.faulty is None:
        return False
    return _gap(a, moved(Kind.POLYGON, b, asked.faulty)) > _gap(a, b) + CLEAR


def _parted_but_long(arguments: Arguments, asked: Asked) -> bool:
    a, b = arguments
    if asked.right is None or asked.faulty is None or not any(asked.faulty):
        return False
    size = math.hypot(*asked.faulty)
    x, y = ((1.0 + CLEAR / size) * each for each in asked.faulty)
    return size > math.hypot(*asked.right) + CLEAR and _gap(a, moved(Kind.POLYGON, b, (x, y))) > 0.0


def _floor_moved_far(arguments: Arguments, asked: Asked) -> bool:
    (low, _), (high, _) = arguments[1]
    return bool(-asked.faulty[0] > high - low + CLEAR)


def _left_and_agree(arguments: Arguments, asked: Asked) -> bool:
    (x, _), (u, _) = (middle(Kind.POLYGON, each) for each in arguments)
    return u < x - CLEAR and asked.right is not None and any(asked.right) and _agree(asked)


def _towards_a(arguments: Arguments, asked: Asked) -> bool:
    a, b = (vertex_mean(each) for each in arguments)
    return asked.right is not None and dot(asked.right, minus(b, a)) < -CLEAR and not _agree(asked)


def _wider_and_agree(arguments: Arguments, asked: Asked) -> bool:
    a, b = ([x for x, _ in each] for each in arguments)
    wider = min(a) < min(b) - CLEAR and max(a) > max(b) + CLEAR
    return wider and asked.right is not None and any(asked.right) and _agree(asked)


def _smaller_gap(_: Arguments, asked: Asked) -> bool:
    return bool(CLEAR < asked.faulty[0] < asked.right[0] - CLEAR)


def _at_a_corner(arguments: Arguments, _: Asked) -> bool:
    polygon, (centre, _) = arguments
    return min(math.dist(centre, p) for p in polygon) < AGREE


def _large_and_missed(arguments: Arguments, asked: Asked) -> bool:
    polygon, (_, radius) = arguments
    return bool(asked.right) and not asked.faulty and math.pi * radius**2 > _area(polygon) / 4.0


def _area(ring: Ring) -> float:
    return abs(sum(cross(p, q) for p, q in edges(ring))) / 2.0


def _in_the_box_but_apart(arguments: Arguments, asked: Asked) -> bool:
    outline, b = arguments
    inside = all(min(p[i] for p in outline) <= q[i] <= max(p[i] for p in outline) for q in b for i in (0, 1))
    return inside and not asked.right and not asked.faulty


def _downward(arguments: Arguments, asked: Asked) -> bool:
    return runs_left(arguments[0]) and math.dist(asked.faulty[0], (0.0, -1.0)) < CLEAR


# Pairs by hand.


def _past_b(arguments: Arguments, asked: Asked) -> bool:
    (a, _), (b, _) = arguments
    return dot(minus(asked.faulty[0], b), minus(a, b)) < -CLEAR


def _at_one_point(arguments: Arguments, asked: Asked) -> bool:
    """The parts of both boundaries that lie on the line between them have one point in common."""
    a, b = (convex_of(Kind.POLYGON, each) for each in arguments)
    if asked.faulty < HUGE:
        return False
    n = max((*a.normals.tolist(), *(-b.normals).tolist()), key=lambda n: _low(b, n) + _low(a, (-n[0], -n[1])))
    along = (-n[1], n[0])
    spans = []
    for shape, way in ((a, (-n[0], -n[1])), (b, n)):
        low = _low(shape, way)
        places = [dot(along, (x, y)) for x, y in shape.points.tolist() if dot(way, (x, y)) <= low + AGREE]
        spans.append((min(places), max(places)))
    return min(high for _, high in spans) - max(low for low, _ in spans) < AGREE


def _low(shape: Convex, n: XY) -> float:
    return min(dot(n, (x, y)) for x, y in shape.points.tolist())


def _out_on_all_sides(arguments: Arguments, _: Asked) -> bool:
    (low, high), ((x, y), r) = arguments
    return bool(x - r < low[0] and y - r < low[1] and x + r > high[0] and y + r > high[1])


def _all_touch(_: Arguments, asked: Asked) -> bool:
    return not asked.faulty[2] and all(asked.right)


def _one_in_the_other(arguments: Arguments, _: Asked) -> bool:
    (p, r), (q, s) = arguments
    return math.dist(p, q) < AGREE and abs(r - s) > CLEAR


def _same_contact(_: Arguments, asked: Asked) -> bool:
    return asked.right is not None and _agree(asked)


def _right_hand(_: Arguments, asked: Asked) -> bool:
    return asked.right is not None and len(asked.right) == 2 and asked.faulty[0][0] > min(asked.right)[0] + CLEAR


def _onto_a(arguments: Arguments, asked: Asked) -> bool:
    (centre, _), (low, high) = arguments
    x, y = (0.0, 0.0) if asked.faulty is None else asked.faulty
    return asked.right is not None and low[0] + x < centre[0] < high[0] + x and low[1] + y < centre[1] < high[1] + y


# Minkowski.


def _same_ring(_: Arguments, asked: Asked) -> bool:
    one, other = (sorted((round(x, 6), round(y, 6)) for x, y in each[1]) for each in (asked.right, asked.faulty))
    return one == other


def _off_a_slant(arguments: Arguments, asked: Asked) -> bool:
    polygon, (centre, _) = arguments
    x, y = minus(centre, nearest_on_ring(centre, polygon))
    return _agree(asked) and min(abs(x), abs(y)) > CLEAR and not _nearest_a_corner(polygon, centre)


def _nearest_a_corner(polygon: Ring, p: XY) -> bool:
    nearest = nearest_on_ring(p, polygon)
    return min(math.dist(nearest, corner) for corner in polygon) < AGREE


def _off_a_corner(arguments: Arguments, asked: Asked) -> bool:
    polygon, (centre, _) = arguments
    return _agree(asked) and not contains(polygon, centre) and _nearest_a_corner(polygon, centre)


def _slanted(arguments: Arguments, asked: Asked) -> bool:
    return _agree(asked) and all(min(map(abs, minus(q, p))) > CLEAR for p, q in edges(arguments[1]))


def _too_far_below(arguments: Arguments, asked: Asked) -> bool:
    a, b = ([y for _, y in each] for each in arguments)
    return max(b) < min(a) and math.dist(*asked.faulty) > math.dist(*asked.right) + CLEAR


# Contact.


def _facing_left(_: Arguments, asked: Asked) -> bool:
    return math.dist(asked.right[1], (-1.0, 0.0)) < CLEAR


def _deep_cores(arguments: Arguments, asked: Asked) -> bool:
    a, b = (Convex(each) for each in arguments)
    return bool(asked.right) and _agree(asked) and separation(a, b) < -RADIUS


def _half_as_deep(arguments: Arguments, asked: Asked) -> bool:
    found = reference_and_incident(*arguments)
    if found is None:
        return False
    right, faulty = (found[0].height_xy(each[0]) for each in (asked.right, asked.faulty))
    return right / 2.0 < faulty < -CLEAR


def _out_at_both_ends(arguments: Arguments, asked: Asked) -> bool:
    found = reference_and_incident(*arguments)
    if found is None or len(asked.faulty) < 2:
        return False
    places = [found[0].along_xy(p) for p in asked.faulty]
    return min(places) < -CLEAR and max(places) > found[0].length + CLEAR


# Queries.


def _away(arguments: Arguments, asked: Asked) -> bool:
    a, ((x, y), (u, v)) = arguments
    cx, cy = middle(Kind.POLYGON, a)
    return not asked.right and not asked.faulty and (cx - x) * u + (cy - y) * v < 0.0


def _same_hit(_: Arguments, asked: Asked) -> bool:
    return asked.right is not None and _agree(asked)


def _at_a_vertex(arguments: Arguments, asked: Asked) -> bool:
    outline, (_, y) = arguments
    return any(abs(y - v) < AGREE for _, v in outline) and _agree(asked)


def _on_an_edge(arguments: Arguments, asked: Asked) -> bool:
    ring, p = arguments
    near = min(math.dist(p, nearest_on_edge(p, *edge)) for edge in edges(ring))
    return near < AGREE and asked.right is True and _agree(asked)


def _clockwise_and_right(arguments: Arguments, asked: Asked) -> bool:
    return not runs_left(arguments[0]) and not asked.differs


# Moving things.


def _missed(_: Arguments, asked: Asked) -> bool:
    return asked.right is not None and asked.faulty is None


def _late(_: Arguments, asked: Asked) -> bool:
    return asked.right is not None and (asked.faulty is None or asked.faulty > asked.right + AGREE)


def _early(_: Arguments, asked: Asked) -> bool:
    return asked.faulty is not None and (asked.right is None or asked.faulty < asked.right - CLEAR)


def _at_once_but_apart(arguments: Arguments, asked: Asked) -> bool:
    (centre, r), _, wall = arguments
    return bool(asked.faulty == 0.0) and distance_to(wall, centre) > r + CLEAR


def _overtaken(arguments: Arguments, asked: Asked) -> bool:
    _, v, _, w = arguments
    return dot(v, w) > CLEAR and math.hypot(*v) > math.hypot(*w) + CLEAR and _missed(arguments, asked)


def _downhill(arguments: Arguments, _: Asked) -> bool:
    x, y = arguments[1]
    return bool(y < -abs(x))


def _head_on(arguments: Arguments, asked: Asked) -> bool:
    _, v, _, w = arguments
    return dot(v, w) < -CLEAR and _missed(arguments, asked)


# Concave, many, bodies.


def _notched_and_agree(arguments: Arguments, asked: Asked) -> bool:
    return len(Polygon(arguments[0]).reflex) > 0 and _agree(asked)


def _two_reflex(_: Arguments, asked: Asked) -> bool:
    return len(asked.right) == 2 and not asked.faulty


def _gap_in_y(arguments: Arguments, asked: Asked) -> bool:
    beside = any(
        p[0][0] <= q[1][0] and q[0][0] <= p[1][0] and (p[0][1] > q[1][1] or q[0][1] > p[1][1])
        for i, p in enumerate(arguments)
        for q in arguments[i + 1 :]
    )
    return beside and bool(asked.right) and _agree(asked)


def _some(_: Arguments, asked: Asked) -> bool:
    return 0 < len(asked.faulty) < len(asked.right)


def _sinks(_: Arguments, asked: Asked) -> bool:
    return bool(asked.right[0][1] < -CLEAR and asked.faulty[0][1] > CLEAR)


GOALS = {
    1: Goal(
        "Rotate or reshape B and place it apart from A so that the pink push makes their distance larger.",
        _pushed_away,
        hint="The least size must belong to an axis on which the projections overlap.",
    ),
    2: Goal("Show a pink push that parts A and B, but is longer than the right one.", _parted_but_long),
    3: Goal("Let pink push the static floor A down farther than B is wide.", _floor_moved_far),
    4: Goal("Overlap A and B, B's centre left of A's, so that both pushes are the same.", _left_and_agree),
    5: Goal("Let the right push, but not the pink one, move B towards the mean of A's vertices.", _towards_a),
    6: Goal("Let A extend beyond B at the left and right, and both pushes be the same.", _wider_and_agree),
    7: Goal("Both say apart, but the greatest gap is on a normal of B.", _smaller_gap),
    8: Goal("Both say apart, but the greatest gap is on the axis through a vertex of A.", _smaller_gap),
    9: Goal("Put B's centre where two edges of A meet, so that pink gives no number.", _at_a_corner, False),
    10: Goal("Let pink say apart although B covers more than a quarter of A.", _large_and_missed),
    11: Goal("Let B lie in the AABB of the L, and both answers be apart.", _in_the_box_but_apart),
    12: Goal("Let pink's normal of edge 0 point straight down, into the outline.", _downward),
    13: Goal("Overlap the circles so that pink pushes A's centre past B's.", _past_b),
    14: Goal("Let A and B touch in one point alone, so that pink gives the largest number.", _at_one_point),
    15: Goal("Let B reach out of A on all four sides, with no number from pink.", _out_on_all_sides, False),
    16: Goal("Let all three pairs be in contact, and pink miss one.", _all_touch),
    17: Goal("Put the smaller circle into the larger one so that pink gives no number.", _one_in_the_other, False),
    18: Goal("Let both answers be the same contact point.", _same_contact),
    19: Goal("Rest B on an edge so that pink's only point is the right-hand one.", _right_hand),
    20: Goal("Let the pink push move B over the centre of A.", _onto_a),
    21: Goal("Reshape B so that pink is right wherever B is.", _same_ring),
    22: Goal("Let a slanted edge of A be nearest to B, and both distances be the same.", _off_a_slant),
    23: Goal("Let a vertex of A be nearest to B's centre outside, and both depths be the same.", _off_a_corner),
    24: Goal("Turn B: no level or upright edge, and the depth the same in both answers.", _slanted),
    25: Goal("Place B below A so that the pink closest points are too far apart.", _too_far_below),
    26: Goal("Put p where the right normal points straight left, and pink gives no number.", _facing_left, False),
    27: Goal("Overlap A with B's core by more than 0.50 so that both answers are contact.", _deep_cores),
    28: Goal("Let pink choose an end behind the edge, less than half as deep as the right one.", _half_as_deep),
    29: Goal("Let both pink points lie beside the reference edge, one at each end.", _out_at_both_ends),
    30: Goal("Let the ray point away from A's centre, with no hit in both answers.", _away),
    31: Goal("Let the ray hit A at the same distance in both answers.", _same_hit),
    32: Goal("Put p at the height of a vertex so that both answers are the same.", _at_a_vertex),
    33: Goal("Show an impact that pink finds too early, or where there is none.", _early),
    34: Goal("Show an impact that pink does not find at all.", _missed),
    35: Goal("Start the circle apart from the wall, and let pink find an impact at 0.000.", _at_once_but_apart),
    36: Goal("Let A and B move in similar directions, A faster, and pink miss their impact.", _overtaken),
    37: Goal("Let A move past B, more down than sideways, so that pink gives no answer.", _downhill, False),
    38: Goal("Give the outline a reflex vertex so that both areas are the same.", _notched_and_agree),
    39: Goal("Let two boxes overlap in x with a gap in y, and both name the same pairs.", _gap_in_y),
    40: Goal("Let A's centre sink after the right bounce, and rise after the pink one.", _sinks),
    41: Goal("Put p on an edge of A so that both answers are the same.", _on_an_edge),
    42: Goal("Let the outline run clockwise, and both answers still be the same.", _clockwise_and_right),
    43: Goal("Shorten the wall until pink finds an impact on it too late, or never.", _late),
    44: Goal("Let A and B move against each other, and pink miss their impact.", _head_on),
    45: Goal("Let the outline have two reflex vertices, and pink find none.", _two_reflex),
    46: Goal("Let pink find one pair, but not all.", _some),
}
