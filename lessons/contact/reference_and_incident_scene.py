"""Reference and incident edge: the scene, its shaken frames, and the two steps that no algorithm has."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from geometry import Convex
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge, find_reference
from geometry.sat.separating_axis import Owner
from geometry.tolerance import REFERENCE_HYSTERESIS, smaller_size
from lessons.stories.clip_state import steps_of
from viz.lesson.scene import TwoShapes, slider

FRAMES = 9
Edge = tuple[Owner, int]


class Frame(NamedTuple):
    """One frame of the shaken pair: which edge is the reference by either rule."""

    degrees: float  # by which B is turned
    greatest: Edge | None  # the greatest separation alone; None across a gap
    kept: Edge | None  # with hysteresis


@dataclass(frozen=True, eq=False)
class Chosen(TwoShapes):
    shake: float = slider("Shake B by", 0.0, 0.2, 0.02, "°")
    margin: float = slider("Hysteresis ε", 0.0, 0.2, 100.0 * REFERENCE_HYSTERESIS, "%")

    @property
    def epsilon(self) -> float:
        return 0.01 * self.margin * smaller_size(self.a.world, self.b.world)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """B turned to and fro by at most `shake`."""
        found: list[Frame] = []
        for k in range(FRAMES):
            degrees = self.shake * math.cos(2.2 * k)
            a, b = self.a.world, self.b.turned(math.radians(degrees)).world
            before = found[-1].kept if found else None
            kept = edge_of(find_reference(a, b, before, 0.01 * self.margin))
            found.append(Frame(degrees, edge_of(find_reference(a, b)), kept))
        return tuple(found)

    def separations(self, degrees: float = 0.0) -> dict[Edge, float]:
        """Of every edge of both bodies, B turned by so much."""
        a, b = self.a.world, self.b.turned(math.radians(degrees)).world
        found: dict[Edge, float] = {}
        for owner, one, other in ((Owner.A, a, b), (Owner.B, b, a)):
            heights = (other.points @ one.normals.T).min(axis=0) - (one.points * one.normals).sum(axis=1)
            found |= {(owner, i): s - a.radius - b.radius for i, s in enumerate(heights.tolist())}
        return found

    @cached_property
    def rival(self) -> Edge:
        """The next best edge after the first frame's reference edge."""
        every = self.separations()
        return max((edge for edge in every if edge != self.frames[0].kept), key=every.__getitem__)

    @cached_property
    def ahead(self) -> tuple[float, ...]:
        """Of each frame: the rival's separation less that of the first frame's reference edge."""
        every, old = [self.separations(f.degrees) for f in self.frames], self.frames[0].kept
        return tuple(s[self.rival] - s[old] for s in every) if old is not None else ()

    @property
    def is_clear(self) -> bool:
        """Whether the rival never comes near: then no rule changes the reference edge."""
        return bool(self.ahead) and max(self.ahead) < -3.0 * max(self.epsilon, 1e-3)


def edge_of(found: ReferenceEdge | EdgeMeasured) -> Edge | None:
    return (found.owner, found.edge) if isinstance(found, ReferenceEdge) else None


def changes(edges: Sequence[Edge | None]) -> int:
    """How often an edge is not that of the frame before."""
    return sum(old != new for old, new in itertools.pairwise(edges))


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """The first step: the bodies, before anything is computed."""

    a: Convex
    b: Convex


@dataclass(frozen=True, slots=True, eq=False)
class NextFrame:
    """The last one: the frames that follow."""

    frames: tuple[Frame, ...]


def stage_of(step: Any) -> str:
    match steps_of(step)[-1]:
        case Posed():
            return "Contact"
        case EdgeMeasured() as edge:
            return "Gap" if edge.is_gap else f"Edges of {edge.owner.value}"
        case ReferenceEdge():
            return "Reference"
        case NormalCompared():
            return "Normals"
        case IncidentEdge():
            return "Incident"
    return "Next frame"
