"""Where ear clipping stands at a step: the ring that is left, what each of its vertices is, and what a faulty rule
does differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import Ear, TipTested, Triangulation, WindingFound
from geometry.faulty.ear_clipping import FaultyTriangulation
from geometry.feature import FeatureKind, FeatureRef
from geometry.polygon import Polygon
from viz.lesson.lesson import Moment

Triangle = tuple[int, int, int]


def vertex(index: int) -> FeatureRef:
    """What is clicked."""
    return FeatureRef("A", FeatureKind.VERTEX, index)


def ring_before(moment: Moment[Any]) -> list[int]:
    """The vertices left when this step looks at them, counter-clockwise; a bridge's ends come twice."""
    ring: list[int] = []
    for step in moment.seen:
        if isinstance(step, WindingFound | BridgeBuilt):
            ring = list(step.ring)
        elif isinstance(step, TipTested) and step.is_ear and step is not moment.step:
            del ring[step.place]
    return ring


def clipped(moment: Moment[Any]) -> list[Triangle]:
    """The ears that have been cut off before this step."""
    seen = moment.seen[:-1]
    return [(s.before, s.tip, s.after) for s in seen if isinstance(s, TipTested) and s.is_ear]


def corners(ring: Sequence[int], place: int) -> Triangle:
    """The vertex at a place of a ring between its neighbours."""
    return ring[place - 1], ring[place], ring[(place + 1) % len(ring)]


def judged(polygon: Polygon, ring: Sequence[int], place: int) -> tuple[Ear, tuple[int, ...]]:
    """What the vertex at a place of a ring is now, and what blocks it: every vertex of the ring is looked at."""
    turn = polygon.exact.turn
    a, b, c = corners(ring, place)
    at_tip = turn(a, b, c)
    if at_tip <= 0:
        return (Ear.REFLEX if at_tip < 0 else Ear.STRAIGHT), ()
    others = sorted(set(ring) - {a, b, c})
    inside = tuple(k for k in others if turn(a, b, k) >= 0 and turn(b, c, k) >= 0 and turn(c, a, k) >= 0)
    return (Ear.BLOCKED if inside else Ear.EAR), inside


def having(polygon: Polygon, ring: Sequence[int], wanted: Ear) -> frozenset[int]:
    """The vertices of a ring that are ears, or blocked, ..."""
    return frozenset(v for i, v in enumerate(ring) if judged(polygon, ring, i)[0] is wanted)


def on_side(polygon: Polygon, triangle: Triangle, k: int) -> bool:
    """Whether a vertex of a closed triangle lies on one of its sides."""
    a, b, c = triangle
    turn = polygon.exact.turn
    return not (turn(a, b, k) and turn(b, c, k) and turn(c, a, k))


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
    Where it stalls, what it takes for the last triangle is left out."""
    found, polygon = moment.faulty, moment.scene.polygon
    if not isinstance(found, FaultyTriangulation) or not isinstance(moment.step, TipTested | Triangulation):
        return []
    ring, clips = list(polygon.ordered[0]), []
    for triangle in found.triangles[:-1]:
        place = ring.index(triangle[1])
        clips.append(Faulty(triangle, *judged(polygon, ring, place)))
        del ring[place]
    if not found.left and found.triangles:
        clips.append(Faulty(found.triangles[-1], *judged(polygon, ring, 1)))
    return clips if isinstance(moment.step, Triangulation) else clips[: len(clipped(moment)) + 1]
