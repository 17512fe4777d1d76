"""Ear clipping: a polygon cut into triangles, one tip after the other.

    the ring runs counter-clockwise, its holes joined to it by bridges
    while more than three vertices are left
        b is an ear: the way over its neighbours a, b, c turns left, and no other vertex lies in the triangle a, b, c
        clip it: a, b, c is a triangle, b leaves the ring; go on one vertex before
        otherwise: go on one vertex after
    the last three are the last triangle

A ring of more than three vertices has at least two ears: every triangulation is a tree of triangles, joined along
diagonals, and its leaves are ears. So n vertices and h holes, whose bridges visit two vertices a second time each,
give n + 2 h - 2 triangles. A straight vertex has no area to give and is no ear, but it blocks like a reflex one: the
triangle is closed. All signs are exact (see `geometry.exact`), so a whole turn without an ear cannot happen.

Sources: Meisters (1975), "Polygons have ears"; SAT explained, whose listing has the faults that
`geometry.faulty.ear_clipping` keeps.
"""

from __future__ import annotations

from enum import Enum

from geometry.concave.blockers import Blockers, Candidates
from geometry.concave.bridges import BridgeBuilt, bridged
from geometry.guards import require_polygon
from geometry.polygon import Polygon
from geometry.record import record
from geometry.summary import summary
from geometry.trace import Steps, steppable


class Ear(Enum):
    """What a vertex is, when it is looked at."""

    EAR = "ear"  # convex, and its triangle is empty
    BLOCKED = "blocked"  # convex, but another vertex lies in its triangle
    REFLEX = "reflex"  # the inner angle is above 180 degrees
    STRAIGHT = "straight"  # it is 180 degrees


@record
class WindingFound:
    """The first step: which way round the outline was given."""

    signed_area: float  # of the outline as given
    is_reversed: bool  # whether it was clockwise, and is walked the other way round
    ring: tuple[int, ...]  # the outline's vertices, counter-clockwise from `first`


@record
class TipTested:
    """One vertex with its neighbours in the ring: an ear or not, and why. Vertices are numbered as in
    `Polygon.points`."""

    before: int
    tip: int
    after: int
    cross: float  # of the edges that meet at the tip: positive where the way turns left
    inside: tuple[int, ...]  # all reflex and straight vertices in the closed triangle; none unless the tip is convex
    result: Ear
    place: int  # of the tip in the ring
    left: int  # vertices in the ring before this step

    @property
    def is_ear(self) -> bool:
        return self.result is Ear.EAR


@record
class Triangulation:
    """The answer: triangles of vertex numbers (in `Polygon.points`), each counter-clockwise."""

    triangles: tuple[tuple[int, int, int], ...]  # in the order of clipping; the last one is what was left
    diagonals: tuple[tuple[int, int], ...]  # (lower, higher) number, in the order in which clips made them
    ring: tuple[int, ...]  # the whole ring before the first clip: a bridge's ends come twice
    tests: int  # vertices looked at

    __repr__ = summary


EarStep = WindingFound | BridgeBuilt | TipTested | Triangulation


@steppable
def ear_clipping(
    polygon: Polygon, *, first: int = 0, candidates: Candidates = Candidates.STRIP
) -> Steps[EarStep, Triangulation]:
    """Cut a polygon's core into triangles, holes joined by bridges; its radius does not count.

    `first`: the vertex of the outline that is looked at first; it decides which of many triangulations is found.
    `candidates`: how the vertices in a triangle are looked for; the answer does not depend on it. Raises ValueError
    for anything but a Polygon, or a `first` that is no vertex of its outline.
    """
    require_polygon("ear_clipping", "a Polygon", polygon)
    exact, outline = polygon.exact, _from_first(polygon, first)
    yield WindingFound(polygon.signed_area, not polygon.is_counter_clockwise, outline)
    vertex = yield from bridged.steps(
        exact, outline, polygon.ordered[1:]
    )  # of every node: a bridge's ends are visited twice
    whole, nodes, square = tuple(vertex), range(len(vertex)), exact.unit * exact.unit
    before, after = [*nodes[-1:], *nodes[:-1]], [*nodes[1:], 0]
    turns = [exact.turn(vertex[before[node]], vertex[node], vertex[after[node]]) for node in nodes]
    blockers = Blockers(exact, vertex, [node for node in nodes if turns[node] <= 0], candidates)
    triangles: list[tuple[int, int, int]] = []
    diagonals: list[tuple[int, int]] = []
    left, tip = len(whole), 0
    place = tests = since_ear = 0
    while left > 3:
        last, next_, turn = before[tip], after[tip], turns[tip]
        a, b, c = vertex[last], vertex[tip], vertex[next_]
        is_ear = turn > 0 and not blockers.is_blocked(last, tip, next_)
        tests += 1
        # The first that lies inside decides; all of them are looked for where somebody looks on.
        is_held = turn > 0 and not is_ear
        yield _tested(turn, turn / square, a, b, c, blockers.inside(last, tip, next_) if is_held else (), place, left)
        if not is_ear:
            tip, place = next_, (place + 1) % left
            since_ear += 1
            assert since_ear <= left, "there is always an ear"
            continue
        triangles.append((a, b, c))
        diagonals.append((a, c) if a < c else (c, a))
        after[last], before[next_] = next_, last
        left -= 1
        since_ear = 0
        tip, place = (last, place - 1) if place else (next_, 0)
        # The two neighbours have other neighbours now. None turns right that did not: the angles only get smaller.
        for node in (last, next_):
            turn = exact.turn(vertex[before[node]], vertex[node], vertex[after[node]])
            if turns[node] <= 0 < turn:
                blockers.drop(node)
            turns[node] = turn
    rest = tip, after[tip], before[tip]
    a, b, c = (vertex[node] for node in rest[-place:] + rest[:-place])  # in the order of the list
    triangles.append((a, b, c))
    answer = Triangulation(tuple(triangles), tuple(diagonals), whole, tests)
    yield answer
    return answer


def _from_first(polygon: Polygon, first: int) -> tuple[int, ...]:
    """The outline counter-clockwise, from one of its vertices on."""
    n = len(polygon.outline)
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < n:
        raise ValueError(f"first must be a vertex of the outline, 0 to {n - 1}, not {first!r}")
    ordered = polygon.ordered[0]
    at = ordered.index(first)
    return ordered[at:] + ordered[:at]


def _tested(
    turn: int, cross: float, a: int, b: int, c: int, inside: tuple[int, ...], place: int, left: int
) -> TipTested:
    """The step of one tip: what lies in the triangle matters where the way turns left."""
    if turn > 0:
        return TipTested(a, b, c, cross, inside, Ear.BLOCKED if inside else Ear.EAR, place, left)
    return TipTested(a, b, c, cross, (), Ear.REFLEX if turn < 0 else Ear.STRAIGHT, place, left)
