"""The kinds of scenes of the precision lab: two polygons, an area, a ray and a circle, incident edges, a turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from geometry import Vector
from geometry.precision import measures
from geometry.precision.measures import Reals
from geometry.precision.shoelace import Area, shoelace
from geometry.sat.closest_points import closest_points
from geometry.sat.separating_axis import SeparatingAxis, separating_axis
from geometry.vector import readonly
from lessons.labs.precision_scene import OFFSETS, STAY, Far, Numbers, Stage, Words
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, Body, body, handle


def _sharp(*bodies: Body) -> None:
    for each in bodies:
        if each.shape.radius or len(each.shape.points) < 3:
            raise ValueError("this lab takes sharp polygons")


@dataclass(frozen=True, eq=False, kw_only=True)
class Boxes(Far):
    """Two polygons, and their greatest separation over all edge normals."""

    a: Body = body(Ink.A, "A")
    b: Body = body(Ink.B, "B")
    stages: ClassVar[tuple[Stage, ...]] = tuple(Stage)

    def __post_init__(self) -> None:
        _sharp(self.a, self.b)

    @property
    def words(self) -> Words:
        large = "x" if self.is_aligned else r"\hat n\cdot a"
        return Words("separation", "s", "touching or overlapping", "apart", *self.ends, large)

    @property
    def parts(self) -> Sequence[Numbers]:
        return self.a.world.points, self.b.world.points

    def measure(self, parts: Sequence[Reals]) -> Reals:
        return measures.separations(parts[0], parts[1])

    @cached_property
    def axis(self) -> int:
        """The edge normal of greatest separation: its number among A's, then B's."""
        gaps = measures.projections(*(part[None] for part in self.parts)).gaps[:, 0]
        return int((gaps >= gaps.max() - 1e-12 * (1.0 + abs(gaps.max()))).argmax())

    @property
    def ends(self) -> tuple[str, str]:
        """What the two numbers are that are subtracted: the first projection of one, the last of the other."""
        (first, i), (last, j) = self.projected
        return rf"min $\hat n\cdot {first}_{i}$", rf"max $\hat n\cdot {last}_{j}$"

    @property
    def projected(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Whose first and whose last projection are subtracted, each with the index of its vertices."""
        a, b = ("a", "i"), ("b", "j")
        return (b, a) if self.axis < len(self.a.shape.points) else (a, b)

    def terms(self, parts: Sequence[Reals]) -> tuple[Reals, Reals]:
        found = measures.projections(parts[0], parts[1])
        return found.first[self.axis], found.last[self.axis]

    @property
    def is_aligned(self) -> bool:
        """Whether the axis of greatest separation is x or y: then projections are stored coordinates."""
        return float(np.abs(self.tested.normal).min()) <= 1e-12

    @cached_property
    def tested(self) -> SeparatingAxis:
        return separating_axis(self.a.world, self.b.world, early_out=False)

    @cached_property
    def focus(self) -> Numbers:
        """The vertex of A that is nearest to B, or furthest inside."""
        points = self.a.world.points
        if self.true > 0.0:
            pair = closest_points(self.a.world, self.b.world)
            return np.asarray(points[np.hypot(*(points - pair.on_a).T).argmin()])
        return np.asarray(points[(points @ self.tested.normal).argmax()])

    @property
    def outlines(self) -> Sequence[tuple[Ink, Numbers]]:
        return (Ink.A, self.a.world.points), (Ink.B, self.b.world.points)

    @cached_property
    def twin(self) -> Boxes:
        """The same shapes, B translated along the normal until they just touch."""
        return replace(self, b=self.b.moved(-self.tested.separation * self.tested.normal))

    @cached_property
    def contacts(self) -> Contacts:
        """Copies of the twin that all touch or overlap in truth."""
        return Contacts(**{field.name: getattr(self.twin, field.name) for field in fields(self.twin)})


@dataclass(frozen=True, eq=False, kw_only=True)
class Contacts(Boxes):
    """Two polygons that just touch. Where a copy's own offsets part A and B, its B is moved back until they touch:
    half of the copies touch, the others overlap, so that whatever is told apart of them is told so by rounding."""

    @cached_property
    def offsets(self) -> Numbers:
        offsets = self.moved * OFFSETS
        for _ in range(4):  # once, but where another normal takes over
            gaps = self.values(0.0, np.float64, offsets=offsets)
            if gaps.max() <= 1e-9 * self.moved:
                break
            offsets[:, 1] -= np.maximum(gaps, 0.0)[:, None] * self.tested.normal
        return np.asarray(offsets)


@dataclass(frozen=True, eq=False, kw_only=True)
class Widened(Boxes):
    """Two polygons whose gap storing closes: where it widens one is a goal."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Tilted(Boxes):
    """Two polygons whose normal is no axis: where rounding its products does no harm is a goal."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Searched(Boxes):
    """Two polygons near enough to be told apart: from which distance on they are not, is asked."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Small(Boxes):
    """Two polygons smaller than a tolerance that is often met."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Square(Far):
    """One polygon and its area."""

    a: Body = body(Ink.A, "A")

    def __post_init__(self) -> None:
        _sharp(self.a)

    @property
    def words(self) -> Words:
        return Words("area", "A", "clockwise or empty", "counter-clockwise", large=r"x\,y")

    @property
    def parts(self) -> Sequence[Numbers]:
        return (self.a.world.points,)

    def measure(self, parts: Sequence[Reals]) -> Reals:
        return measures.areas(parts[0])

    @property
    def size(self) -> float:
        return self.distance**2

    @property
    def focus(self) -> Numbers:
        return np.asarray(self.a.world.points[0])

    @property
    def outlines(self) -> Sequence[tuple[Ink, Numbers]]:
        return ((Ink.A, self.a.world.points),)

    @cached_property
    def summed(self) -> Area:
        """The area at the distance, edge by edge."""
        return shoelace(self.a.world.points + self.distance, self.dtype)


@dataclass(frozen=True, eq=False, kw_only=True)
class Corner(Far):
    """A reference edge of A and the two edges of B that are nearly parallel to it: which one is incident?"""

    a: Body = body(Ink.A, "A")
    b: Body = body(Ink.B, "B")
    stages: ClassVar[tuple[Stage, ...]] = (Stage.SPACING, Stage.FAR, Stage.COPIES, Stage.LOCAL)

    def __post_init__(self) -> None:
        _sharp(self.a, self.b)

    @cached_property
    def reference(self) -> int:
        """The edge of A behind which B lies least deep."""
        found = measures.projections(self.a.world.points[None], self.b.world.points[None]).gaps[:, 0]
        return int(found[: len(self.a.shape.points)].argmax())

    @cached_property
    def candidates(self) -> tuple[int, int]:
        """The edge of B most opposed to the reference edge, and the next one."""
        normals = self.b.world.normals @ self.a.world.normals[self.reference]
        first, second = normals.argsort(kind="stable")[:2].tolist()
        return first, second

    @property
    def words(self) -> Words:
        first, second = self.candidates
        return Words("alignment difference", r"\ell", f"edge {second} or a tie", f"edge {first} is incident")

    @property
    def idea(self) -> str:
        first, second = self.candidates
        return (
            f"**Incident** is the edge of B most opposed to A’s: edge {first}. The alignment difference "
            rf"$\ell$ compares it with edge {second}. Stored edges have other directions."
        )

    @property
    def moves(self) -> str:
        first, second = self.candidates
        return rf"\ell=\examined{{\hat n}}\cdot\B{{\hat n_{second}}}-\examined{{\hat n}}\cdot\B{{\hat n_{first}}}"

    @property
    def parts(self) -> Sequence[Numbers]:
        return self.b.world.points, np.array(self.a.world.edge(self.reference))

    def measure(self, parts: Sequence[Reals]) -> Reals:
        return measures.leads(parts[0], parts[1], *self.candidates)

    @property
    def inks(self) -> Sequence[Ink]:
        return Ink.B, Ink.A

    @property
    def focus(self) -> Numbers:  # the vertex between the two edges
        low, high = sorted(self.candidates)
        return np.asarray(self.b.world.points[high if high == low + 1 else low])

    @property
    def outlines(self) -> Sequence[tuple[Ink, Numbers]]:
        return (Ink.A, self.a.world.points), (Ink.B, self.b.world.points)


@dataclass(frozen=True, eq=False, kw_only=True)
class Glancing(Far):
    """A ray that starts far from a circle, and the discriminant that says whether it meets it."""

    a: Body = body(Ink.A, "A")
    ray: Arrow = handle(Ink.EXAMINED, "the ray")
    stages: ClassVar[tuple[Stage, ...]] = tuple(Stage)[:-1]

    def __post_init__(self) -> None:
        if len(self.a.shape.points) != 1:
            raise ValueError("A must be a circle")
        if math.hypot(*self.ray.vector) < 1e-6:
            raise ValueError("the ray needs a direction")

    @property
    def words(self) -> Words:
        return Words("discriminant", "D", "miss or graze", "hit", r"$\beta^2$", r"$\alpha\gamma$", r"\beta^2")

    @property
    def idea(self) -> str:
        return (
            "The ray starts further back on the **same line**. In geometry nothing changes. But the terms of the "
            "formula grow with the square of the distance."
        )

    @property
    def shift_words(self) -> str:
        return "distance $d$ of the ray’s start"

    @property
    def moves(self) -> str:
        return r"D=\beta^2-\alpha\gamma=\alpha\,(r^2-h^2)"

    @property
    def kept_words(self) -> tuple[str, str]:
        return "local", "from the nearest point of the line"

    @property
    def direction(self) -> Vector:
        return readonly(self.ray.vector / math.hypot(*self.ray.vector))

    @property
    def center(self) -> Numbers:
        return np.asarray(self.a.world.points[0])

    @property
    def foot(self) -> Numbers:
        """The point of the ray's line that is nearest to the centre."""
        return np.asarray(self.ray.start + float((self.center - self.ray.start) @ self.direction) * self.direction)

    @property
    def parts(self) -> Sequence[Numbers]:
        return self.foot[None], self.center[None]

    @property
    def away(self) -> Numbers:
        return np.array((-self.direction, (0.0, 0.0)))

    def measure(self, parts: Sequence[Reals]) -> Reals:
        first, second = self.terms(parts)
        return np.asarray(first - second)

    def terms(self, parts: Sequence[Reals]) -> tuple[Reals, Reals]:
        start, center = parts[0][:, 0], parts[1][:, 0]
        way = np.broadcast_to(self.direction.astype(start.dtype), start.shape)
        return measures.discriminant_parts(start, way, center, self.a.shape.radius)

    @cached_property
    def wrong_terms(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """The two numbers of a copy with a wrong verdict, exactly and as computed: of the one whose stored points
        rounding moves least. None where no verdict is wrong."""
        wrong = (self.far > 0.0) != (self.truth > 0.0)
        if not wrong.any():
            return None
        offsets = self.offsets[wrong]
        stored = self.stored(offsets, self.distance, self.dtype)
        exact, found = (np.array(self.terms(x), dtype=float) for x in ([x.astype(float) for x in stored], stored))
        least = int(np.abs(exact - found).max(axis=0).argmin())
        first, second = ((float(each[0, least]), float(each[1, least])) for each in (exact, found))
        return first, second

    @property
    def focus(self) -> Numbers:
        return self.foot


class StoredLine(NamedTuple):
    """A line through two stored points, and the copies that have it."""

    p: Numbers
    q: Numbers
    copies: int
    left: int  # of these, those told to turn left


@dataclass(frozen=True, eq=False, kw_only=True)
class Turn(Far):
    """Three points nearly on a line: do they turn left?"""

    p: Vector = handle(Ink.A, "p")
    q: Vector = handle(Ink.A, "q")
    r: Vector = handle(Ink.B, "r")
    stages: ClassVar[tuple[Stage, ...]] = (Stage.SPACING, Stage.FAR, Stage.COPIES, Stage.LOCAL)

    @property
    def words(self) -> Words:
        return Words("cross product", "c", "right turn or straight", "left turn")

    @property
    def idea(self) -> str:
        return (
            "The **cross product** is positive where $p$, $q$, $r$ turn left: where $r$ lies left of the line "
            f"through $p$ and $q$. {self.precision} uses the line through the **stored** $p$ and $q$."
        )

    @property
    def moves(self) -> str:
        return "c(p+(d,d),q+(d,d),r+(d,d))=c(p,q,r)"

    @property
    def parts(self) -> Sequence[Numbers]:
        return self.p[None], self.q[None], self.r[None]

    def measure(self, parts: Sequence[Reals]) -> Reals:
        return measures.turns(*(part[:, 0] for part in parts))

    @property
    def inks(self) -> Sequence[Ink]:
        return Ink.A, Ink.A, Ink.B

    @property
    def focus(self) -> Numbers:
        return self.r

    @cached_property
    def stored_alone(self) -> tuple[Numbers, Numbers]:  # p and q of the scene itself
        p, q, _ = self.stored(STAY, self.distance, self.dtype)
        return p[0, 0].astype(np.float64), q[0, 0].astype(np.float64)

    @cached_property
    def stored_lines(self) -> tuple[StoredLine, ...]:
        """The different lines through the stored p and q of all copies, the most frequent one first."""
        p, q, _ = self.stored(self.offsets, self.distance, self.dtype)
        ends = np.concatenate((p[:, 0], q[:, 0]), axis=1).astype(np.float64)
        lines, index, copies = np.unique(ends, axis=0, return_inverse=True, return_counts=True)
        left = np.bincount(index.ravel(), weights=self.far > 0.0).astype(int)
        found = [StoredLine(line[:2], line[2:], int(copies[i]), int(left[i])) for i, line in enumerate(lines)]
        return tuple(sorted(found, key=lambda line: -line.copies))

    def turn_words(self, is_left: bool) -> str:
        """What the copies on one side of the verdict are told to do."""
        low = self.far[self.far <= 0.0]
        if is_left or not len(low):
            return self.words.high
        return "right turn" if low.max() < 0.0 else "straight" if not low.any() else self.words.low
