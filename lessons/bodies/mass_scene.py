"""The scene of mass: a shape of even density, and the pieces that it is taken apart into."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import Any, Self

import numpy as np

from geometry import Convex, Polygon, Trace, Vector, mass_properties
from geometry.dynamics.mass import DotSum, MassProperties, MassTerm, TermKind, mass_by_dots
from geometry.faulty.mass import FaultyMass
from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import centroid, signed_area
from geometry.shape import boundary
from geometry.vector import Points, following
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.outline import Outline
from viz.lesson.scene import Scene, handle, slider


class Stage(Enum):
    """What the main track tells, in order."""

    POLYGON = "Polygon"
    HOLE = "Hole"
    STRIPS = "Strips"
    SECTORS = "Sectors"
    AREA = "Area"
    CENTROID = "Centroid"
    OWN = "Own moment"
    MOMENT = "Moment"
    DOTS = "Dots"


ORDER = list(Stage)
KINDS = dict(zip(ORDER, (TermKind.CORE, TermKind.HOLE, TermKind.STRIP, TermKind.SECTOR), strict=False))
NAMES = {TermKind.CORE: "polygon", TermKind.HOLE: "hole", TermKind.STRIP: "strip", TermKind.SECTOR: "sector"}
FEW, MANY = 12, 40  # rows of dots
SHARES = 0.55, 0.45  # of the figure's width: taken apart, put together
LEAST_RADIUS = 0.005  # below it corners count as sharp
MEAN = "mean of the vertices"  # the comparison whose centre is wrong, not its moment
FLAT, SPLIT, ORIGIN = "radius left out", "no parallel axis term", "about the origin"


@dataclass(frozen=True, slots=True, eq=False)
class Aspect:
    """A step of the main track: what of the pieces is told, and the pieces one by one."""

    stage: Stage
    found: Any
    part: Trace[Any, Any] | None = None


@dataclass(frozen=True, eq=False)
class Piece:
    """A term as it is drawn."""

    term: MassTerm
    outline: Points  # of a sector the corner, then the arc
    out: Vector  # the way that it is moved when the shape is taken apart
    length: float = 0.0  # of a strip's edge
    angle: float = 0.0  # of a sector

    @property
    def kind(self) -> TermKind:
        return self.term.kind

    @property
    def name(self) -> str:
        return (
            f"{NAMES[self.kind]} {self.term.index}"
            if self.kind in (TermKind.STRIP, TermKind.SECTOR)
            else NAMES[self.kind]
        )

    @property
    def along(self) -> Vector:
        """Along a strip's edge."""
        return np.array((-self.out[1], self.out[0]))

    @property
    def radius(self) -> float:
        """Of a strip or a sector: how wide it is."""
        return math.dist(self.outline[0], self.outline[1])

    @property
    def feature(self) -> FeatureRef:
        return FeatureRef(self.name, FeatureKind.PART, self.term.index)

    @property
    def away(self) -> float:
        """Of a sector: the distance of its centroid from the corner."""
        return math.dist(self.term.center, self.outline[0])


@dataclass(frozen=True, eq=False, kw_only=True)
class Weighed(Scene):
    """A shape of even density. `needle`: where it is held up; at its centroid unless it is moved."""

    radius: float = slider("Radius r", 0.0, 1.0, 0.5)
    density: float = slider("Density ρ", 0.5, 3.0, 1.0)
    needle: tuple[float, float] | None = None
    on_stack: bool = False  # not edited: the first picture of the chapter

    def __post_init__(self) -> None:
        _ = self.full  # refuses what has no area

    @cached_property
    def shape(self) -> Convex | Polygon:
        raise NotImplementedError

    def with_field(self, name: str, value: Any) -> Self:
        return replace(super().with_field(name, value), on_stack=False)

    @property
    def rings(self) -> Sequence[Points]:
        """As they are listed, with the numbers of the vertices that can be held."""
        return ()

    @cached_property
    def full(self) -> Trace[Any, MassProperties]:
        return mass_properties.trace(self.shape, self.density)

    @property
    def found(self) -> MassProperties:
        return self.full.result

    @property
    def ring(self) -> float:
        """Radius of gyration."""
        return math.sqrt(self.found.inertia / self.found.mass)

    @cached_property
    def outline(self) -> Points:
        """Of the whole, holes left out."""
        shape = self.shape
        return (
            boundary(shape, 5e-4 * self.size) if isinstance(shape, Convex) else shape.points[list(shape.ordered[0])]
        )

    def sketched(self) -> list[tuple[Ink, Points]]:
        """The whole shape, with its radius."""
        return [(Ink.A, ring) for ring in (self.outline, *getattr(self.shape, "holes", ()))]

    @cached_property
    def is_hollow(self) -> bool:
        """Whether the centroid lies in no material: in a hole or beside a bow."""
        return not self.shape.contains(self.found.center)

    @cached_property
    def box(self) -> tuple[Vector, Vector]:
        points, r = self.shape.points, self.shape.radius
        return points.min(axis=0) - r, points.max(axis=0) + r

    @property
    def middle(self) -> Vector:
        """Of the box."""
        low, high = self.box
        found: Vector = (low + high) / 2.0
        return found

    @cached_property
    def size(self) -> float:
        low, high = self.box
        return float((high - low).max())

    @cached_property
    def dots(self) -> tuple[DotSum, DotSum]:
        return mass_by_dots(self.shape, FEW, self.density), mass_by_dots(self.shape, MANY, self.density)

    @cached_property
    def pieces(self) -> list[Piece]:
        return [_piece(self.shape, term) for term in self.found.terms]

    def of_kind(self, kind: TermKind) -> list[Piece]:
        return [piece for piece in self.pieces if piece.kind is kind]

    def featured(self, stage: Stage) -> Piece | None:
        """Whose numbers a step on all pieces tells: the largest of its kind."""
        found = self.of_kind(TermKind.STRIP if stage is Stage.OWN else KINDS.get(stage, TermKind.CORE))
        if stage not in (Stage.STRIPS, Stage.SECTORS, Stage.OWN):
            return None
        return max(found or self.pieces, key=lambda piece: piece.term.area)


@dataclass(frozen=True, eq=False, kw_only=True)
class Plate(Weighed):
    """An outline, rounded where it is convex and has no hole."""

    a: Outline = handle(Ink.A, "A")

    @cached_property
    def shape(self) -> Convex | Polygon:
        ring = self.a.points
        if signed_area(ring) < 0.0:
            ring = np.roll(ring[::-1], 1, axis=0)  # from the same vertex
        with suppress(ValueError):  # concave
            if len(self.a.rings) == 1:
                return Convex(ring, self.radius if self.radius >= LEAST_RADIUS else 0.0)
        return Polygon(ring, self.a.rings[1:])

    @property
    def rings(self) -> Sequence[Points]:
        return self.a.rings


@dataclass(frozen=True, eq=False, kw_only=True)
class Pill(Weighed):
    """A rounded segment."""

    p: Vector = handle(Ink.A, "p")
    q: Vector = handle(Ink.A, "q")

    @cached_property
    def shape(self) -> Convex:
        return Convex((self.p, self.q), max(self.radius, 10.0 * LEAST_RADIUS))


def _piece(shape: Convex | Polygon, term: MassTerm) -> Piece:
    i, r, points = term.index, shape.radius, shape.points
    if term.kind in (TermKind.CORE, TermKind.HOLE):
        place = i + 1 if term.kind is TermKind.HOLE else 0
        return Piece(term, points[list(shape.ordered[place])] if isinstance(shape, Polygon) else points, np.zeros(2))
    assert isinstance(shape, Convex)
    n, p, q = shape.normals, points[i], following(points)[i]
    if term.kind is TermKind.STRIP:
        return Piece(term, np.array((p, p + r * n[i], q + r * n[i], q)), n[i], length=math.dist(p, q))
    start = math.atan2(n[i - 1][1], n[i - 1][0])
    angle = (math.atan2(n[i][1], n[i][0]) - start) % math.tau
    turn = start + angle * np.linspace(0.0, 1.0, 2 + math.ceil(angle / 0.12))
    arc = p + r * np.stack((np.cos(turn), np.sin(turn)), axis=1)
    half = start + angle / 2.0
    return Piece(term, np.vstack((p, arc)), np.array((math.cos(half), math.sin(half))), angle=angle)


def stage_of(moment: Moment[Any]) -> Stage:
    """What of the pieces is told: at a piece that was stepped into, that of its stage."""
    found: Stage = (moment.step if moment.parent is None else moment.parent.step).stage
    return found


def is_past(moment: Moment[Any], stage: Stage) -> bool:
    """Whether a stage has been reached."""
    return ORDER.index(stage_of(moment)) >= ORDER.index(stage)


def told(moment: Moment[Any]) -> Piece | None:
    """The piece whose numbers are told."""
    scene: Weighed = moment.scene
    if moment.parent is None:
        return None if moment.is_open else scene.featured(stage_of(moment))
    step = moment.step
    return next(each for each in scene.pieces if (each.kind, each.term.index) == (step.kind, step.index))


def is_off(moment: Moment[Any]) -> bool:
    """Whether the error of a comparison can be seen: a moment's is a part of the right one, a centre's a length."""
    least = 0.02 * moment.scene.size if moment.compare == MEAN else 0.005
    return isinstance(moment.faulty, FaultyMass) and moment.faulty.error > least


def is_elsewhere(moment: Moment[Any]) -> bool:
    """Whether a wrong centre is compared."""
    return moment.compare == MEAN and is_off(moment)


def is_turned(moment: Moment[Any]) -> bool:
    """Whether a wrong moment of inertia is compared, and shown by what it does."""
    shown = stage_of(moment) in (Stage.MOMENT, Stage.DOTS) and moment.parent is None
    return shown and is_off(moment) and not is_elsewhere(moment)


def triangles(core: Piece) -> list[tuple[float, Vector, Points]]:
    """Signed areas, centroids and corners of the triangles from the first vertex."""
    ring = core.outline
    cut = [np.array((ring[0], p, q)) for p, q in pairwise(ring[1:])]
    return [(signed_area(each), each.mean(axis=0), each) for each in cut]


def is_on_stack(moment: Moment[Any]) -> bool:
    """Whether this is the first picture: the shape among others at rest."""
    return bool(moment.scene.on_stack) and stage_of(moment) is Stage.POLYGON and moment.parent is None


def apart_head(moment: Moment[Any]) -> tuple[str, str]:
    """What the left view is."""
    stage = stage_of(moment)
    if stage is Stage.POLYGON:
        scene = moment.scene
        if scene.of_kind(TermKind.HOLE):
            return "Outline, hole filled", ""
        return ("Inner polygon" if scene.shape.radius else "Polygon"), ""
    return ("Coarse grid" if stage is Stage.DOTS else "Taken apart"), ""


def whole_head(moment: Moment[Any]) -> tuple[str, str]:
    """What the right view is."""
    stage = stage_of(moment)
    if stage is Stage.POLYGON:
        return ("A on a stack", "rounded shapes at rest") if is_on_stack(moment) else ("The whole shape A", "")
    if is_turned(moment):
        return "The same push turns both bodies", ""
    return ("Fine grid" if stage is Stage.DOTS else "Put together"), ""


# The same numbers another way, from the outlines as they are drawn; of sectors, whose arcs are drawn as polygons, by
# their angles.


def area_of(piece: Piece) -> float:
    if piece.kind is TermKind.SECTOR:
        return piece.angle * piece.radius**2 / 2.0
    return math.copysign(signed_area(piece.outline), piece.term.area)


def center_of(piece: Piece) -> Vector:
    if piece.kind is not TermKind.SECTOR:
        return centroid(piece.outline)
    away = 4.0 * piece.radius * math.sin(piece.angle / 2.0) / (3.0 * piece.angle) if piece.angle else 0.0
    found: Vector = piece.outline[0] + away * piece.out
    return found


def own_of(piece: Piece) -> float:
    if piece.kind is TermKind.SECTOR:
        return area_of(piece) * (piece.radius**2 / 2.0 - math.dist(center_of(piece), piece.outline[0]) ** 2)
    p = piece.outline - center_of(piece)
    q = following(p)
    twice = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    size = float((twice * ((p * p).sum(axis=1) + (p * q).sum(axis=1) + (q * q).sum(axis=1))).sum()) / 12.0
    return math.copysign(size, piece.term.area)
