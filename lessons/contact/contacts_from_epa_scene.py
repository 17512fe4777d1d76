"""Two overlapping polygons in this frame, and in the next one, in which B has turned."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import Convex, Manifold, Penetration, Trace, Vector, box, convex, epa, regular_polygon
from geometry.contact.along_normal import AlongStep, ReferenceChosen, manifold_along
from geometry.contact.reference import ReferenceEdge
from geometry.faulty.witness import witness_contact
from geometry.minkowski.epa import Face, FaceSplit, FaceTested, PolytopeStarted
from geometry.tolerance import CONTACT_MARGIN, smaller_size
from geometry.vector import cross
from lessons.stories.clip_state import on_clipped
from viz.lesson.lesson import Preset, at_first
from viz.lesson.scene import TwoShapes, at, slider
from viz.lesson.text import fixed

WITNESS = "witness point only"
WITH_FACES = PolytopeStarted | FaceTested | FaceSplit  # steps of EPA
ON_THE_WAY = (0.0, 0.25, 0.5, 0.75, 1.0)  # from this frame to the next


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What EPA and the clip find in one frame."""

    b: Convex  # B as it stands then
    found: Penetration
    trace: Trace[AlongStep, Manifold] | None  # None where the shapes are apart
    polytope: tuple[Face, ...]  # EPA's last one

    def turns_by(self, at: Vector) -> float:
        """Which way a push at a place, along the contact normal, turns B about its centre: > 0 counter-clockwise."""
        return cross(at - self.b.centroid, self.found.normal)

    @property
    def points(self) -> tuple[Vector, ...]:
        """The clipped contact points."""
        return () if self.trace is None else tuple(p.on_b for p in self.trace.result.points)

    @property
    def drawn(self) -> tuple[Vector, ...]:
        """The contact points where they are drawn: on the incident edge."""
        if self.trace is None or self.chosen is None:
            return ()
        return tuple(on_clipped(self.chosen.reference, p) for p in self.trace.result.points)

    @property
    def chosen(self) -> ReferenceChosen | None:
        """Both support edges, the reference and the incident edge."""
        steps = () if self.trace is None else self.trace.steps
        return next((step for step in steps if isinstance(step, ReferenceChosen)), None)


@dataclass(frozen=True, slots=True, eq=False)
class EpaAnswered:
    """EPA's answer in this frame: a step of this lesson."""

    frame: Frame


@dataclass(frozen=True, slots=True, eq=False)
class NextFrame:
    """EPA's answer in the next one."""

    frame: Frame
    jump: float  # of B's witness point, along the reference edge


@dataclass(frozen=True, eq=False)
class Turned(TwoShapes):
    turn: float = slider("B turns by", -15.0, 15.0, 6.0, "°", decimals=1)

    def __post_init__(self) -> None:
        for name, body in (("A", self.a), ("B", self.b)):
            if len(body.shape.points) < 3 or body.shape.radius > 0.0:
                raise ValueError(f"{name} is a sharp polygon here")

    @property
    def margin(self) -> float:
        """Points at most so far in front of the reference edge are kept."""
        return CONTACT_MARGIN * smaller_size(self.a.world, self.b.world)

    @cached_property
    def now(self) -> Frame:
        return self._frame(self.b.world)

    @cached_property
    def then(self) -> Frame:
        """B has turned about its centre."""
        return self._frame(self.b.turned(math.radians(self.turn)).world)

    @cached_property
    def jump(self) -> float:
        """How far B's witness point moves along the reference edge."""
        return self.moved(self.now.found.on_b, self.then.found.on_b)

    def moved(self, p: Vector, q: Vector) -> float:
        """Along the reference edge, from p in this frame to q in the next one."""
        now, then = self.ruler(self.now), self.ruler(self.then)
        return math.dist(p, q) if now is None or then is None else abs(then.along(q) - now.along(p))

    def told(self, p: Vector, q: Vector) -> str:
        """The same in words: between the places as they are shown, so that a row of the table adds up."""
        now, then = self.ruler(self.now), self.ruler(self.then)
        if now is None or then is None:
            return fixed(math.dist(p, q))
        return fixed(abs(round(then.along(q), 2) - round(now.along(p), 2)))

    def frame_at(self, time: float) -> Frame:
        """On the way from this frame (0) to the next one (1)."""
        ends = {0.0: self.now, 1.0: self.then}
        return ends.get(time) or self._frame(self.b.turned(math.radians(time * self.turn)).world)

    @cached_property
    def room(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Low and high corner of all that either frame shows: both are drawn to one scale."""
        turns = (self.b.turned(math.radians(time * self.turn)).world.points for time in ON_THE_WAY)
        points = np.concatenate((self.a.world.points, *turns))
        (left, low), (right, high) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        return (left, low), (right, high)

    @property
    def keeps_edges(self) -> bool:
        """Whether the next frame has the same reference and incident edge."""
        both = [
            (e.reference.owner, e.reference.edge, e.incident.owner, e.incident.edge)
            for e in (self.now.chosen, self.then.chosen)
            if e is not None
        ]
        return len(both) == 2 and both[0] == both[1]

    def ruler(self, frame: Frame) -> ReferenceEdge | None:
        """What places are measured along: the frame's reference edge; where it is another one, this frame's."""
        now, chosen = self.now.chosen, frame.chosen
        if now is None or chosen is None:
            return None
        same = (now.reference.owner, now.reference.edge) == (chosen.reference.owner, chosen.reference.edge)
        return chosen.reference if same else now.reference

    def _frame(self, b: Convex) -> Frame:
        a = self.a.world
        search = epa.trace(a, b)
        found: Penetration = search.result
        polytope = next((step.faces for step in reversed(search.steps) if isinstance(step, WITH_FACES)), ())
        overlap = found.separation <= found.tolerance
        along = manifold_along.trace(a, b, found.normal, margin=self.margin) if overlap else None
        return Frame(b, found, along, polytope)

    def witnesses(self) -> tuple[Vector, Vector]:
        """The one contact of the faulty rule, in both frames."""
        return witness_contact(self.a.world, self.now.b), witness_contact(self.a.world, self.then.b)


def presets() -> Mapping[str, Turned | Preset[Turned]]:
    five = at(regular_polygon(5, 0.75), 0.75, -0.06, 38.0)
    floor, crate = at(box(3.0, 0.74), 0.0, -0.37), box(2.0, 0.45)
    trapezium = convex(((-1.1, -0.3), (1.1, -0.3), (0.8, 0.3), (-0.8, 0.3)))
    under = convex(((-1.1, -0.4), (1.1, -0.4), (0.8, 0.4), (-0.8, 0.4)))
    return {
        "Tilted box": Turned(floor, at(crate, 0.05, 0.03, -6.0), 12.0),
        "Corner on an edge": Turned(floor, at(box(1.6, 0.55), 0.2, 0.37, 17.0)),
        "Parallel edges": Turned(floor, at(crate, 0.05, 0.075), 5.0),
        "B owns the face": Turned(at(under, -0.1, -0.34, 184.0), at(box(2.8, 0.6), 0.1, 0.2, 1.0), 6.0),
        "Box and pentagon": Turned(at(box(2.4, 1.1), -0.9, 0.0, 4.0), five),
        "A point that jumps": Preset(
            Turned(at(box(3.0, 0.74), 0.0, -0.37, 2.0), at(trapezium, 0.1, 0.13, -3.0), 10.0),
            WITNESS,
            at_first(NextFrame),
        ),
    }
