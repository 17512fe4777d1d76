"""Where ear clipping stands at a step: the ring that is left, what each of its vertices is, and what a faulty rule
does differently."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from geometry import Trace
from geometry.concave.blockers import Blockers, Candidates
from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import Ear, TipTested, Triangulation, WindingFound
from geometry.faulty.ear_clipping import FaultyTriangulation
from geometry.feature import FeatureKind, FeatureRef
from geometry.polygon import Polygon
from geometry.vector import Points
from viz.lesson.lesson import Moment

Triangle = tuple[int, int, int]

CROWD = 60  # vertices: above, only those in use have marks and numbers of their own, and nothing is asked


def exact_cross(points: Points, a: int, b: int, c: int) -> Fraction:
    """The cross product of the edges a to b and b to c, without rounding."""
    (ax, ay), (bx, by), (cx, cy) = (map(Fraction, points[k].tolist()) for k in (a, b, c))
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx)


def vertex(index: int) -> FeatureRef:
    """What is clicked."""
    return FeatureRef("A", FeatureKind.VERTEX, index)


NAMED = 5  # blockers of one triangle: more are counted


def is_crowd(moment: Moment[Any]) -> bool:
    return len(moment.scene.polygon.points) > CROWD


def ring_before(moment: Moment[Any]) -> list[int]:
    """The vertices left when this step looks at them, counter-clockwise; a bridge's ends come twice."""
    step = moment.step
    if isinstance(step, WindingFound | BridgeBuilt):
        return list(step.ring)
    return list(_ring_after(moment.trace, len(clipped(moment))))


@lru_cache(maxsize=64)  # a step's words and its picture ask several times
def _ring_after(trace: Trace[Any, Triangulation], clips: int) -> tuple[int, ...]:
    """What is left of the whole ring after so many clips; each goes back to the place of its tip."""
    answer = trace.result
    gone = [triangle[1] for triangle in answer.triangles[:clips]]
    if len(set(answer.ring)) == len(answer.ring):
        without = set(gone)
        return tuple(v for v in answer.ring if v not in without)
    ring = list(answer.ring)
    ears = [step for step in trace.steps if isinstance(step, TipTested) and step.is_ear]
    for step in ears[:clips]:
        del ring[step.place]
    return tuple(ring)


def clipped(moment: Moment[Any]) -> tuple[Triangle, ...]:
    """The ears that have been cut off before this step."""
    step, answer = moment.step, moment.trace.result
    if isinstance(step, TipTested):
        return tuple(answer.triangles[: len(answer.ring) - step.left])
    return tuple(answer.triangles[:-1]) if isinstance(step, Triangulation) else ()


def corners(ring: Sequence[int], place: int) -> Triangle:
    """The vertex at a place of a ring between its neighbours."""
    return ring[place - 1], ring[place], ring[(place + 1) % len(ring)]


def judged(polygon: Polygon, ring: Sequence[int], place: int) -> tuple[Ear, tuple[int, ...]]:
    """What the vertex at a place of a ring is now, and the reflex and straight vertices that block it."""
    turn = polygon.exact.turn
    a, b, c = corners(ring, place)
    at_tip = turn(a, b, c)
    if at_tip <= 0:
        return (Ear.REFLEX if at_tip < 0 else Ear.STRAIGHT), ()
    held = {
        (k, other)
        for k, other in enumerate(ring)
        if other not in (a, b, c) and turn(a, b, other) >= 0 and turn(b, c, other) >= 0 and turn(c, a, other) >= 0
    }
    inside = tuple(sorted({other for k, other in held if turn(*corners(ring, k)) <= 0}))
    return (Ear.BLOCKED if inside else Ear.EAR), inside


def kinds(polygon: Polygon, ring: Sequence[int]) -> list[Ear]:
    """What each vertex of a ring is now. Only vertices that are not convex are looked for in the triangles."""
    turn, places = polygon.exact.turn, range(len(ring))
    turns = [turn(*corners(ring, place)) for place in places]
    blockers = Blockers(polygon.exact, list(ring), [k for k in places if turns[k] <= 0], Candidates.STRIP)

    def kind(k: int) -> Ear:
        if turns[k] <= 0:
            return Ear.REFLEX if turns[k] < 0 else Ear.STRAIGHT
        return Ear.BLOCKED if blockers.is_blocked(places[k - 1], k, (k + 1) % len(ring)) else Ear.EAR

    return [kind(k) for k in places]


def having(polygon: Polygon, ring: Sequence[int], *wanted: Ear) -> frozenset[int]:
    """The vertices of a ring that are ears, or blocked, ..."""
    return frozenset(v for v, kind in zip(ring, kinds(polygon, ring), strict=True) if kind in wanted)


def on_side(polygon: Polygon, triangle: Triangle, k: int) -> bool:
    """Whether a vertex of a closed triangle lies on one of its sides."""
    a, b, c = triangle
    turn = polygon.exact.turn
    return not (turn(a, b, k) and turn(b, c, k) and turn(c, a, k))


def leaves(moment: Moment[Any]) -> list[Triangle]:
    """The triangles with one diagonal, around their tips; none where a hole or a single triangle leaves no tree to
    speak of."""
    polygon, answer = moment.scene.polygon, moment.trace.result
    order = polygon.ordered[0]
    around = [corners(order, place) for place in range(len(order))] if len(polygon.ordered) == 1 else []
    wanted = {frozenset(triangle) for triangle in answer.triangles if len(answer.triangles) > 1}
    return [each for each in around if frozenset(each) in wanted]


class Faulty(NamedTuple):
    """A clip of a faulty rule; `result` and `inside` as they are in truth."""

    triangle: Triangle
    result: Ear
    inside: tuple[int, ...]

    @property
    def is_wrong(self) -> bool:
        return self.result is not Ear.EAR


def faulty_clips(moment: Moment[Any]) -> list[Faulty]:
    """What the faulty rule has clipped up to this step: as many as the right one, and the one that is tested now.
    Where it stalls, what it takes for the last triangle is left out; of a crowd all are."""
    found, polygon = moment.faulty, moment.scene.polygon
    if not isinstance(found, FaultyTriangulation) or not isinstance(moment.step, TipTested | Triangulation):
        return []
    if is_crowd(moment):
        return []
    ring, clips = list(polygon.ordered[0]), []
    for triangle in found.triangles[:-1]:
        place = ring.index(triangle[1])
        clips.append(Faulty(triangle, *judged(polygon, ring, place)))
        del ring[place]
    if not found.left and found.triangles:
        clips.append(Faulty(found.triangles[-1], *judged(polygon, ring, 1)))
    return clips if isinstance(moment.step, Triangulation) else clips[: len(clipped(moment)) + 1]
