"""Reference and incident edge: the scene, its shaken frames, and the three steps that no algorithm has."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from geometry import Convex
from geometry.contact.clipping import clip
from geometry.contact.manifold_points import ManifoldPoint, edge_points
from geometry.contact.reference import (
    EdgeMeasured,
    IncidentEdge,
    NormalCompared,
    ReferenceEdge,
    find_incident,
    find_reference,
)
from geometry.sat.separating_axis import Owner
from geometry.tolerance import CONTACT_MARGIN, REFERENCE_HYSTERESIS, rounding, smaller_size
from lessons.stories.clip_state import steps_of
from viz.lesson.scene import TwoShapes, slider
from viz.lesson.text import fixed

FRAMES = 9
TURN = 1.9  # radians of the shaking from frame to frame
WIDEST = 0.2  # degrees
Edge = tuple[Owner, int]


class Frame(NamedTuple):
    """One frame of the shaken pair: which edge is the reference by either rule."""

    degrees: float  # by which B is turned
    greatest: Edge | None  # the greatest separation alone; None across a gap
    kept: Edge | None  # with hysteresis


@dataclass(frozen=True, eq=False)
class Chosen(TwoShapes):
    shake: float = slider("Shake B by", 0.0, WIDEST, 0.02, "°")
    margin: float = slider("ε, of the size", 0.0, 0.2, 100.0 * REFERENCE_HYSTERESIS, "%")
    goal: str = ""  # which challenge is about it

    @property
    def epsilon(self) -> float:
        return 0.01 * self.margin * smaller_size(self.a.world, self.b.world)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """B oscillates by at most `shake`."""
        found: list[Frame] = []
        for k in range(FRAMES):
            degrees = self.shake * math.cos(TURN * k)
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
    def decimals(self) -> int:
        """That tell the two greatest separations apart; two where they are equal."""
        first, second = sorted(self.separations().values())[:-3:-1]
        return telling(first, second, 2)

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

    @cached_property
    def may_change(self) -> bool:
        """Whether another edge is the best when B is turned as far as the slider allows."""
        turned = [self.separations(degrees) for degrees in (-WIDEST, WIDEST)]
        return len({max(every, key=every.__getitem__) for every in turned}) > 1


def edge_of(found: ReferenceEdge | EdgeMeasured) -> Edge | None:
    return (found.owner, found.edge) if isinstance(found, ReferenceEdge) else None


def changes(edges: Sequence[Edge | None]) -> int:
    """How often an edge is not that of the frame before."""
    return sum(old != new for old, new in itertools.pairwise(edges))


def telling(one: float, other: float, least: int) -> int:
    """How many decimals two numbers need not to read alike; the `least` where they are equal."""
    return next((n for n in range(least, 9) if fixed(one, n) != fixed(other, n)), least)


class Tried(NamedTuple):
    """What hysteresis compares in one frame: how far the best other edge is ahead of the old one."""

    old: Edge  # of the frame before
    other: Edge
    lead: float
    is_more: bool  # than epsilon
    kept: Edge


def tried_in(scene: Chosen, k: int) -> Tried | None:
    """None where there is no old edge, or A and B are apart."""
    old, kept = scene.frames[k - 1].kept if k else None, scene.frames[k].kept
    if old is None or kept is None:
        return None
    every = scene.separations(scene.frames[k].degrees)
    other = max((edge for edge in every if edge != old), key=every.__getitem__)
    lead, slack = every[other] - every[old], rounding(scene.a.world, scene.b.world)
    return Tried(old, other, lead, lead > scene.epsilon + (slack if kept == old else -slack), kept)


class Pair(NamedTuple):
    """Both edges, and the contact points that clipping one to the other gives."""

    reference: ReferenceEdge
    incident: IncidentEdge
    points: tuple[ManifoldPoint, ...]


def pair_at(a: Convex, b: Convex, edge: Edge) -> Pair | None:
    """With this edge as the reference; None where the other body's deepest vertex is not over it."""
    reference = find_reference(a, b, edge, math.inf)
    if edge_of(reference) != edge or not isinstance(reference, ReferenceEdge):
        return None
    tolerance, margin = rounding(a, b), CONTACT_MARGIN * smaller_size(a, b)
    incident = find_incident(b if reference.owner is Owner.A else a, reference, tolerance)
    clipped = clip(reference, incident, margin, tolerance)
    return Pair(reference, incident, edge_points(a, b, reference, incident, clipped.points).points)


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """The first step: the bodies, before anything is computed."""

    a: Convex
    b: Convex


@dataclass(frozen=True, slots=True, eq=False)
class Jitter:
    """The frames that follow, the greatest separation taken anew in each."""

    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Hysteresis:
    """The last step: the same frames, the old edge kept while it is nearly the best."""

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
        case Jitter():
            return "Jitter"
    return "Hysteresis"
