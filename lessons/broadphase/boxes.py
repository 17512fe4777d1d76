"""The scene of chapter 9: a few boxes with letters that can be dragged, or a generated crowd of many.

    Boxes(eight_boxes())                        # A to H: bodies, `scene.box_a` the first one
    Boxes(things(((0, 0), (1, 1)), ...))        # others, each by its low and high corner
    Boxes(kind=Crowd.EVEN, n=300)               # a crowd, with a slider for n instead of handles
    scene.boxes, scene.aabbs                    # four numbers each; for `geometry.broadphase`
    scene.names[3], scene.overlapping           # "D"; all pairs that touch or overlap

A lesson adds its own controls in a subclass:

    class Gridded(Boxes):
        c: float = slider("Cell size c", 0.2, 4.0, 2.0)

A body may be turned or reshaped: its box is the AABB around it, as everywhere in a broadphase.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from geometry import Aabb, Pose, box
from geometry.broadphase.all_pairs import all_pairs
from geometry.broadphase.boxes import Box, aabb_of
from geometry.broadphase.structure import Pair
from geometry.feature import FeatureKind, FeatureRef
from viz.lesson.ink import Ink
from viz.lesson.mark import Pair as XY
from viz.lesson.scene import Body, Control, Handle, Scene, slider
from viz.lesson.text import tint

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST = 1000  # boxes of a crowd
_SKETCHED = 48  # of them in a small picture
_FIELD = "box_"
_DECIMALS = 9  # that a side of a draggable box is rounded to: 3.6, not 3.5999999999999996


class Crowd(Enum):
    """How a generated crowd lies in its square of side 10 sqrt(n / 300): the density is always the same."""

    EVEN = "even"  # centres uniform
    HEAP = "heap"  # centres normal about the middle, deviation a twentieth of the side
    COLUMN = "column"  # x in the middle, y uniform
    ONE_HUGE = "one huge"  # even, and one box more that fills most of the square


@dataclass(frozen=True, eq=False)
class Boxes(Scene):
    """Either `things` (at most 26, each with a handle and a letter) or, without any, a crowd of a kind."""

    things: tuple[Body, ...] = ()
    kind: Crowd = Crowd.EVEN
    seed: int = 1
    shift: XY = (0.0, 0.0)  # of the crowd's low corner from the origin
    n: int = slider("Boxes n", 2, MOST, 300, decimals=0)

    def __post_init__(self) -> None:
        """Raises ValueError for more things than letters, and for a crowd that is too small or too large."""
        if len(self.things) > len(LETTERS):
            raise ValueError(f"at most {len(LETTERS)} boxes have a letter, not {len(self.things)}")
        if not 2 <= self.n <= MOST:
            raise ValueError(f"a crowd has 2 to {MOST} boxes, not {self.n:g}")
        object.__setattr__(self, "n", round(self.n))

    @property
    def is_crowd(self) -> bool:
        """Whether the boxes are generated: no letters, no handles."""
        return not self.things

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """Low x, low y, high x, high y of each."""
        if self.is_crowd:
            return tuple(crowd(self.kind, self.n, self.seed, self.shift))
        return tuple(_bounds(each) for each in self.things)

    @cached_property
    def aabbs(self) -> tuple[Aabb, ...]:
        """The boxes as the structures of `geometry.broadphase` take them; the id of a box is its place."""
        return tuple(aabb_of(*each) for each in self.boxes)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Letters, or numbers from 1 in a crowd."""
        return tuple(str(i + 1) for i in range(len(self.boxes))) if self.is_crowd else tuple(LETTERS)[: self.count]

    @property
    def count(self) -> int:
        """How many boxes there are: n, and one more in a crowd with a huge one."""
        return len(self.boxes)

    @cached_property
    def overlapping(self) -> tuple[Pair, ...]:
        """All pairs that touch or overlap."""
        return all_pairs(self.aabbs).pairs

    @cached_property
    def around(self) -> Box:
        """The box around all boxes."""
        sides = np.array(self.boxes)
        (left, bottom), (right, top) = sides[:, :2].min(axis=0).tolist(), sides[:, 2:].max(axis=0).tolist()
        return left, bottom, right, top

    def feature(self, i: int) -> FeatureRef:
        """Box i as something that can be pointed at and clicked (`boxes_figure.draw_boxes` marks them)."""
        return FeatureRef(self.names[i], FeatureKind.PART)

    def index(self, feature: object) -> int | None:
        """Which box a clicked feature is; None for anything else."""
        if not isinstance(feature, FeatureRef) or feature.kind is not FeatureKind.PART:
            return None
        return self.names.index(feature.owner) if feature.owner in self.names else None

    def with_box(self, i: int, sides: Box) -> Self:
        """Draggable box i somewhere else, or of another size."""
        return self.with_field(_FIELD + LETTERS[i].lower(), body_of(sides))

    # Few boxes are fields of their own, so that the window's handles, keys and Edit panel take hold of each.

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        for i, each in enumerate(self.things):
            yield _FIELD + LETTERS[i].lower(), Handle(Ink.A, LETTERS[i]), each
        for name, control, value in super().controls():
            if name != "n" or self.is_crowd:
                yield name, control, value

    def sketched(self) -> list[tuple[Ink, NDArray[np.float64]]]:
        """Of a crowd some of the boxes: nothing of it can be held."""
        some = self.boxes[:: max(self.count // _SKETCHED, 1)] if self.is_crowd else ()
        return [(Ink.A, np.array(corners(each))) for each in some]

    def with_field(self, name: str, value: Any) -> Self:
        i = _place(name)
        if i is None or i >= len(self.things):
            return super().with_field(name, value)
        return replace(self, things=(*self.things[:i], value, *self.things[i + 1 :]))

    def __getattr__(self, name: str) -> Any:
        i = _place(name)
        if i is None or i >= len(self.things):
            raise AttributeError(name)
        return self.things[i]


def _place(name: str) -> int | None:
    letter = name.removeprefix(_FIELD).upper()
    return LETTERS.index(letter) if name.startswith(_FIELD) and len(letter) == 1 and letter in LETTERS else None


def _bounds(body: Body) -> Box:
    around = body.world.bounds()
    left, bottom, right, top = (round(each, _DECIMALS) for each in (*around.low.tolist(), *around.high.tolist()))
    return left, bottom, right, top


def center(sides: Box) -> XY:
    """The middle of a box."""
    return (sides[0] + sides[2]) / 2.0, (sides[1] + sides[3]) / 2.0


def corners(sides: Box) -> tuple[XY, XY, XY, XY]:
    """The outline of a box, counter-clockwise."""
    left, bottom, right, top = sides
    return (left, bottom), (right, bottom), (right, top), (left, top)


def body_of(sides: Box) -> Body:
    """A draggable body that is this box."""
    left, bottom, right, top = sides
    return Body(box(right - left, top - bottom), Pose(np.array(center(sides))))


def things(*placed: tuple[XY, XY]) -> tuple[Body, ...]:
    """Draggable boxes, each from its low to its high corner."""
    return tuple(body_of((*low, *high)) for low, high in placed)


def eight_boxes() -> tuple[Body, ...]:
    """The opening scene of the chapter, in an area of 8 by 8: of 28 pairs A B, C D and E F overlap."""
    return things(
        ((0.5, 0.5), (1.5, 1.5)),
        ((1.2, 1.2), (2.4, 2.2)),
        ((3.6, 0.6), (4.6, 1.4)),
        ((4.4, 1.0), (5.2, 1.8)),
        ((6.2, 5.8), (7.2, 6.8)),
        ((6.8, 6.4), (7.8, 7.4)),
        ((2.0, 5.0), (3.0, 6.0)),
        ((5.0, 3.0), (6.0, 3.8)),
    )


def touching(boxes: Sequence[Box], pairs: Iterable[Pair]) -> int:
    """How many of some pairs in contact only touch."""
    both = ((boxes[i], boxes[j]) for i, j in pairs)
    return sum(min(a[2], b[2]) == max(a[0], b[0]) or min(a[3], b[3]) == max(a[1], b[1]) for a, b in both)


def contacts(boxes: Sequence[Box], pairs: Collection[Pair]) -> str:
    """How many pairs overlap, touch, or, where there are some of either, are in contact."""
    hits, only = len(pairs), touching(boxes, pairs)
    if only:
        how = f"{hits:,} {'in contact' if only < hits else 'touches' if hits == 1 else 'touch'}"
    else:
        how = "1 overlaps" if hits == 1 else f"{hits:,} overlap"
    return tint(how, Ink.OVERLAP) if hits else how


def ring_of_boxes(count: int = 12, radius: float = 1.9, size: float = 1.0) -> tuple[Body, ...]:
    """Boxes evenly around the origin, the first at the right."""
    half, turns = size / 2.0, (math.tau * i / count for i in range(count))
    middles = [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]
    return things(*(((x - half, y - half), (x + half, y + half)) for x, y in middles))


def side_of(n: int) -> float:
    """Of the square of a crowd of n."""
    return 10.0 * math.sqrt(n / 300.0)


def crowd(kind: Crowd, n: int, seed: int = 1, shift: XY = (0.0, 0.0)) -> Sequence[Box]:
    """n boxes of half size 0.125 to 0.25; with a huge one, one more."""
    draw, side = random.Random(seed), side_of(n)
    u, v = shift
    found: list[Box] = []
    for _ in range(n):
        if kind is Crowd.HEAP:
            x, y = draw.gauss(side / 2.0, side / 20.0), draw.gauss(side / 2.0, side / 20.0)
        elif kind is Crowd.COLUMN:
            x, y = side / 2.0, draw.uniform(0.0, side)
        else:
            x, y = draw.uniform(0.0, side), draw.uniform(0.0, side)
        half = draw.uniform(0.125, 0.25)
        found.append((u + x - half, v + y - half, u + x + half, v + y + half))
    if kind is Crowd.ONE_HUGE:
        found.append((u + 0.05 * side, v + 0.05 * side, u + 0.95 * side, v + 0.95 * side))
    return found


def sides_of(box: Aabb) -> Box:
    (left, bottom), (right, top) = box.low.tolist(), box.high.tolist()
    return left, bottom, right, top
