"""A body that slides over two tiles of a floor: where its frames end at the seam, and what each rule makes of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Self

import numpy as np

from geometry import (
    Convex,
    Polygon,
    RigidBody,
    StepRules,
    box,
    circle,
    rectangle,
    rigid_body,
    rigid_step,
    static_body,
)
from geometry.contact.manifold_points import Manifold
from geometry.contact.neighbours import NormalCone
from geometry.dynamics.step import Stepped
from geometry.faulty.inner_edges_skipped import skipping_inner_edges
from geometry.faulty.upward_only import upward_only
from geometry.shape import boundary
from geometry.tolerance import CONE_SLACK
from lessons.bodies.runs import Run
from viz.lesson.ink import Ink
from viz.lesson.mark import Pair
from viz.lesson.scene import Arrow, Body, Control, Scene, handle, slider

SKIPPED, UPWARD = "inner edges skipped", "upward normals only"
RATE = 60  # frames a second
GRAVITY = -float(np.array(StepRules().gravity, dtype=np.float64)[1])  # downward
SIDE, RADIUS = 0.6, 0.3  # of the box; of the round body, and half of that side
DEEP, LEFT, RIGHT = 0.4, -1.2, 1.2  # the tiles; their seam is at x = 0, and no body gets to their ends
SLOWEST, FASTEST = 0.5, 8.0
ARROW = 0.15  # metres in the figure for a speed of 1
LIFT = 0.1  # metres above the body: its velocity
NEAREST, FARTHEST = 0.02, 0.5  # the front of the body before the seam
WAY = 1.0  # a run shows about so much of it
STARTS = 20  # of which it is counted how many trip
ARCH, HIGH, FEET = (
    0.3,
    0.24,
    0.6,
)  # of the arch below a concave floor: half its width; its top, its feet below the seam


class Spot(NamedTuple):
    """How the body meets tile 2 in the first frame that ends past the seam."""

    normal: Pair  # of least overlap, from tile 2 to the body
    overlap: float
    is_side: bool  # whether it pushes against the motion


@dataclass(frozen=True, eq=False)
class Slide(Scene):
    """Tile 1 ends at the seam, tile 2 begins there, and may be raised. The arrow is the body's velocity."""

    motion: Arrow = handle(Ink.EXAMINED, "velocity of B", has_tail=False)
    speed: float = slider("Speed v", SLOWEST, FASTEST, 3.0, "m/s")  # follows the arrow
    depth: float = slider("Depth h (slop)", 0.004, 0.04, 0.02, "m", 3)
    raised: float = slider("Tile 2 raised by", 0.0, 0.25, 0.0, "m")
    is_round: bool = False
    is_outline: bool = False  # whether both tiles are the pieces of one concave outline, which has no step

    def __post_init__(self) -> None:
        """The body stands on tile 1, before the seam. No frame ends so near to it, or so near to where both overlaps
        are equal, that rounding would decide; and one of a round body always ends on the corner of tile 2."""
        speed = min(max(float(self.motion.vector[0]) / ARROW, SLOWEST), FASTEST)
        object.__setattr__(self, "raised", round(self.raised, 2))
        way = speed / RATE
        front = min(max(float(self.motion.start[0]) + self.reach, -FARTHEST), -NEAREST)
        count = math.floor(-front / way) + 1
        past = min(max(front + count * way, 0.001 * way), 0.999 * way)
        if self.is_round:
            past = min(past, 0.7 * self.limit)
        if abs(past - self.limit) < 1e-5:
            past = self.limit - 1e-5
        x, y = past - count * way - self.reach, 2.0 * RADIUS - self.depth + LIFT
        object.__setattr__(self, "motion", Arrow((x, y), (x + speed * ARROW, y)))
        object.__setattr__(self, "speed", speed)

    def with_field(self, name: str, value: Any) -> Self:
        """A speed moves the arrow's tip."""
        if name == "speed":
            x, y = self.motion.start.tolist()
            return super().with_field("motion", Arrow((x, y), (x + value * ARROW, y)))
        return super().with_field(name, value)

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        return (each for each in super().controls() if not (self.is_outline and each[0] == "raised"))

    def sketched(self) -> Sequence[tuple[Ink, Any]]:
        """What comes of the start, tile by tile."""
        body = self.alone.bodies(self.count)[1].placed[0]
        return (*((Ink.A, tile.points) for tile in self.tiles), (Ink.B, boundary(body, 0.01)))

    @property
    def start(self) -> Pair:
        """The body's middle."""
        return float(self.motion.start[0]), RADIUS - self.depth

    @property
    def way(self) -> float:
        """Of one frame."""
        return self.speed / RATE

    @property
    def reach(self) -> float:
        """From the body's middle to its front corner; of a round body half of its chord at the seam's height."""
        half = RADIUS
        return math.sqrt(half**2 - (half - self.top) ** 2) if self.is_round else half

    @property
    def top(self) -> float:
        """How far the body reaches below the top of tile 2."""
        return self.depth + self.raised

    @property
    def limit(self) -> float:
        """So far past the seam a frame may end, and the body still meets the side (a round body the corner)."""
        return self.reach if self.is_round else self.top

    @property
    def share(self) -> float:
        """Of all starts, those that trip."""
        return min(1.0, self.limit / self.way)

    @cached_property
    def frames(self) -> int:
        """After so many the front of the body is past the seam."""
        return math.floor(-(float(self.motion.start[0]) + self.reach) / self.way) + 1

    @property
    def past(self) -> float:
        """How far, then."""
        return float(self.motion.start[0]) + self.reach + self.frames * self.way

    @cached_property
    def spot(self) -> Spot:
        if self.past >= self.limit:
            return Spot((0.0, 1.0), self.top, False)
        if not self.is_round:
            return Spot((-1.0, 0.0), self.past, True)
        x, y = self.past - self.reach, RADIUS - self.top
        size = math.hypot(x, y)
        return Spot((x / size, y / size), RADIUS - size, True)

    @property
    def pulled(self) -> Pair:
        """The velocity in the frame at the seam before its impulses, with what gravity adds in it."""
        return self.speed, -GRAVITY / RATE

    @property
    def lean(self) -> float:
        """Degrees from straight up to the normal."""
        return math.degrees(math.atan2(-self.spot.normal[0], self.spot.normal[1]))

    @property
    def is_dropped(self) -> bool:
        """Whether the contact with tile 2 lies outside the cone."""
        return self.spot.is_side and not self.cone.holds(self.spot.normal, CONE_SLACK)

    @property
    def cone(self) -> NormalCone:
        """At the corner of tile 2, its last vertex."""
        assert self.floor.neighbours is not None
        return self.floor.neighbours.cones(self.tiles, 1, len(self.tiles[1].points) - 1)[0]

    @property
    def ghosts(self) -> tuple[Pair, Pair]:
        """There: the far ends of the floor's outer edges, of that at the right and of that at the left."""
        assert self.floor.neighbours is not None
        return self.floor.neighbours.ghosts(self.tiles, 1, len(self.tiles[1].points) - 1)[0]

    @property
    def count(self) -> int:
        """Frames that are shown."""
        return max(self.frames + 8, min(max(round(WAY / self.way), 12), 40))

    @property
    def tiles(self) -> tuple[Convex, ...]:
        return self.floor.placed

    @property
    def floor(self) -> RigidBody:
        return ARCHED if self.is_outline else _floor(self.raised)

    def shape_at(self, x: float, y: float) -> Convex:
        return circle(RADIUS, (x, y)) if self.is_round else box(SIDE, SIDE, (x, y))

    @property
    def a(self) -> Body:
        """For the search among the edges: tile 2, and the body past the seam."""
        return Body(self.tiles[1])

    @cached_property
    def b(self) -> Body:
        x, y = self.start
        return Body(self.shape_at(x + self.frames * self.way, y))

    @cached_property
    def rigid(self) -> tuple[RigidBody, RigidBody]:
        return self.floor, rigid_body(self.shape_at(*self.start), velocity=(self.speed, 0.0))

    @cached_property
    def right(self) -> Run:
        """With neighbours: the same until the body meets tile 2."""
        return self.alone.branched(self.frames, StepRules(slop=self.depth))

    @cached_property
    def alone(self) -> Run:
        """Each tile for itself."""
        return Run(self.rigid, StepRules(slop=self.depth, drop_inner=False))

    @cached_property
    def dropped(self) -> tuple[Pair, ...]:
        """Where the neighbours drop the contacts of the frame at the seam, on the surface of tile 2."""
        kept = [contact.point for contact in self.right.frame(self.frames).contacts]
        found = (contact for contact in self.alone.frame(self.frames).contacts)
        return tuple(
            (float(each.contact.on_a[0]), float(each.contact.on_a[1]))
            for each in found
            if not any(math.dist(each.point, point) < 1e-6 for point in kept)
        )

    @property
    def tripped(self) -> tuple[bool, ...]:
        return _tripped(self.speed, self.depth, self.raised, self.is_round)

    def is_pushed(self, stepped: Stepped) -> bool:
        """Whether a frame has a contact against the motion."""
        return any(-float(c.normal.direction[0]) > 1e-3 for c in stepped.contacts)


def place_of(i: int, way: float) -> float:
    """How far past the seam the frame of one of STARTS even starts ends."""
    return (i + 0.5) / STARTS * way


# Cut into its pieces by `Polygon`: at the vertex on the top, from the top of the arch.
_UNDER = ((LEFT, -FEET), (-ARCH, -FEET), (0.0, -HIGH), (ARCH, -FEET), (RIGHT, -FEET))
ARCHED = static_body(Polygon((*_UNDER, (RIGHT, 0.0), (0.0, 0.0), (LEFT, 0.0))))


@lru_cache(maxsize=64)
def _floor(raised: float) -> RigidBody:
    return static_body([rectangle((LEFT, -DEEP), (0.0, 0.0)), rectangle((0.0, -DEEP), (RIGHT, raised))])


@lru_cache(maxsize=64)
def _tripped(speed: float, depth: float, raised: float, is_round: bool) -> tuple[bool, ...]:
    """Of STARTS even starts: whether the frame at the seam slows the body. Until then every body only glides."""
    scene = slide(0.5, speed, depth, raised, is_round=is_round)
    rules = StepRules(slop=depth, drop_inner=False)
    found = []
    for i in range(STARTS):
        x = place_of(i, scene.way) - scene.reach
        body = rigid_body(scene.shape_at(x, RADIUS - depth), velocity=(speed, 0.0))
        moved = rigid_step((scene.floor, body), rules=rules).bodies[1]
        found.append(float(moved.velocity[0]) < speed - 1e-3)
    return tuple(found)


def slide(part: float, speed: float, depth: float, raised: float = 0.0, *, frames: int = 6, **kinds: bool) -> Slide:
    """The frame at the seam ends past it by a part of one frame's way."""
    start = Arrow((-1.0, 0.0), (-1.0 + speed * ARROW, 0.0))
    first = Slide(start, depth=depth, raised=raised, **kinds)
    x = (part - frames) * speed / RATE - first.reach
    return first.with_field("motion", Arrow((x, 0.0), (x + speed * ARROW, 0.0)))


def faulty_run(rule: str, scene: Slide) -> Run | None:
    """By a faulty rule; None for a round body where the rule knows sharp shapes alone."""
    if rule == UPWARD:
        rules = StepRules(slop=scene.depth, drop_inner=False, rule=upward_only)
        return scene.alone.branched(scene.frames, rules)
    if scene.is_round:
        return None
    skipping = skipping_inner_edges(scene.tiles)

    def upper_first(a: Convex, b: Convex, previous: Manifold | None) -> Manifold:
        """Its points in the order of those of a tile's own side: the solver then ends at the same impulses."""
        found = skipping(a, b, previous)
        return replace(found, points=tuple(sorted(found.points, key=lambda p: -float(p.point[1]))))

    return Run(scene.rigid, StepRules(slop=scene.depth, drop_inner=False, rule=upper_first))
