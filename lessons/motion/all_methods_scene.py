"""One motion of two bodies, and what seven methods say of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from geometry import Convex, Sweep, Trace, box, circle, conservative_advancement, gjk_ray_cast, regular_polygon
from geometry.shape import boundary
from geometry.time_of_impact.comparison import (
    ComparisonStep,
    MethodAsked,
    MethodsCompared,
    MotionMethod,
    Verdict,
    methods_compared,
)
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.time_of_impact.gjk_ray_cast import PlaneFound
from geometry.time_of_impact.impact import Lengths, lengths
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.vector import Vector
from lessons.motion.advancing import turned
from lessons.motion.sweeps import TwoSweeps, still, to
from lessons.stories.advancement_gaps import gaps_of
from viz.lesson.scene import Body, at, slider

NAMES = {
    MotionMethod.END_ONLY: "End only",
    MotionMethod.SUB_STEPS: "Substeps",
    MotionMethod.RAY: "Ray",
    MotionMethod.LINEAR_CAST: "Linear cast",
    MotionMethod.GJK_RAY_CAST: "GJK ray cast",
    MotionMethod.CONSERVATIVE: "Conservative",
    MotionMethod.BILATERAL: "Bilateral",
}
CASTS = (MotionMethod.LINEAR_CAST, MotionMethod.GJK_RAY_CAST)
ADVANCEMENTS = (MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL)
FROM_A = (MotionMethod.RAY, *CASTS)  # they hold A still: their cells are drawn in its frame
COLUMNS, ROWS = 4, 2  # of the board
MOST = 40.0  # sizes of the larger body that a cell is wide at most: the body would be too small to be seen
MOST_STEPS = 40  # substeps
COPIES = 15  # of B on its way
HELD_AT = np.linspace(0.0, 1.0, 5)  # times at which a cell holds all of A
SHALLOW = 0.15  # of all that the gap changes by: a least gap as near to 0 as this has its number at the curve
CLOSER = 65  # times that it is looked for at, between two samples
SMOOTH = 0.01  # of B's size: so far its outline may stray from an arc
ASPECT = 1.21  # of a cell
SIDE, HEAD, FOOT = 0.035, 0.14, 0.15  # of a cell: free at each side, above and below its bodies, for words
SECOND = 0.08  # of a cell: a second line of words above


@dataclass(frozen=True, eq=False)
class Compared(TwoSweeps):
    sub_steps: float = slider("Substeps n", 1.0, float(MOST_STEPS), 8.0, "", 0)
    marked: tuple[str, ...] = ()  # the methods, by their names, that the learner says will report the truth
    aim: Verdict | None = Verdict.LATE  # what the learner is to make of the linear cast's answer; None: of the tests'

    def __post_init__(self) -> None:
        """On the board a body is at least some pixels large."""
        if self.cell[1][0] > MOST * max(self.a.shape.size, self.b.shape.size):
            raise ValueError(
                f"so far apart the bodies are too small to be seen: a cell is at most {MOST:.0f} times the larger one"
            )

    @cached_property
    def trace(self) -> Trace[ComparisonStep, MethodsCompared]:
        return methods_compared.trace(*self.sweeps, self.count)

    @property
    def count(self) -> int:
        return max(1, round(self.sub_steps))

    @property
    def asked(self) -> tuple[MethodAsked, ...]:
        return self.trace.result.asked

    def with_mark(self, name: str) -> Compared:
        """With a method marked, or no longer."""
        kept = tuple(each for each in self.marked if each != name)
        return replace(self, marked=kept if name in self.marked else (*self.marked, name))

    def finds(self, count: int) -> int | None:
        """The first of so many substeps at whose end A and B overlap; None where none does, 0 at the start."""
        a, sweep_a, b, sweep_b = self.sweeps
        gaps = separation_over_time(a, sweep_a, b, sweep_b, np.arange(count + 1) / count)
        return int((gaps <= 0.0).argmax()) if bool((gaps <= 0.0).any()) else None

    def of(self, method: MotionMethod) -> MethodAsked:
        return next(each for each in self.asked if each.method is method)

    @property
    def right(self) -> list[MethodAsked]:
        return [each for each in self.asked if each.verdict is Verdict.RIGHT]

    @property
    def gaps(self) -> tuple[np.ndarray, np.ndarray]:
        """Times, and the signed gap at each."""
        return gaps_of(self)

    @cached_property
    def least(self) -> tuple[float, float] | None:
        """When the gap is least, and that gap, where it is so near to 0 that the curve alone does not tell it; None
        also for a gap that is least at the start or the end."""
        times, gaps = self.gaps
        i = int(gaps.argmin())
        if not 0 < i < len(gaps) - 1 or abs(gaps[i]) > SHALLOW * float(np.ptp(gaps)):
            return None
        near = np.linspace(times[i - 1], times[i + 1], CLOSER)
        finer = separation_over_time(*self.sweeps, near)
        k = int(finer.argmin())
        return float(near[k]), float(finer[k])

    def slid(self, t: float) -> tuple[Convex, Convex]:
        """Both shapes as the casts move them: without their turns."""
        return self.a.world.moved(t * self.sweep_a.motion), self.b.world.moved(t * self.sweep_b.motion)

    def placed(self, t: float) -> tuple[Convex, Convex]:
        """Both shapes at a time; A as it lies there where it does not move, as seven cells show it."""
        a, b = self.at(t)
        return (a if self.sweep_a.turn or self.sweep_a.motion.any() else self.a.world), b

    def is_safe(self, method: MotionMethod) -> bool:
        """Whether the method sees all of this motion: what it says is then right, and not by luck."""
        match method:
            case MotionMethod.CONSERVATIVE | MotionMethod.BILATERAL:
                return True
            case MotionMethod.LINEAR_CAST | MotionMethod.GJK_RAY_CAST:
                return not self.turns
            case MotionMethod.RAY:
                return len(self.b.shape.points) == 1 and self.b.shape.radius == 0.0 and self.sweep_a.turn == 0.0
        return not self.turns and not self.velocity.any()

    @cached_property
    def lengths(self) -> Lengths:
        """The gap that both advancements steer for, and how near to it is near enough."""
        return lengths(*self.sweeps, None, None)

    @cached_property
    def first_step(self) -> Advanced:
        """Of conservative advancement."""
        steps = conservative_advancement.steps(*self.sweeps)
        return next(step for step in steps if isinstance(step, Advanced))

    @cached_property
    def first_axis(self) -> tuple[Vector, Vector, Vector] | None:
        """Of bilateral advancement: the nearest points of A and B at the start, and the axis through both; None where
        they are in contact then."""
        if self.gaps[1][0] <= self.lengths.target:
            return None
        first = self.first_step
        return first.on_a, first.on_b, first.normal

    def cast_lines(self) -> Iterator[PlaneFound]:
        """The lines by which the GJK ray cast steps, each when it is asked for."""
        a, b = self.slid(0.0)
        cast = gjk_ray_cast.steps(a, self.sweep_a.motion, b, self.sweep_b.motion)
        return (step for step in cast if isinstance(step, PlaneFound))

    @property
    def cast_steps(self) -> list[float]:
        """Where each step of the GJK ray cast leads: by the gap along its normal, measured from all vertices; a line
        that does not stand between A and B leads nowhere."""
        (a, b), leads = self.slid(0.0), []
        for step in self.cast_lines():
            n = step.normal
            gap = float((b.points @ n).min() - (a.points @ n).max()) - a.radius - b.radius  # before the motion
            closing = float(self.velocity @ n)
            left = gap - step.fraction * closing
            leads.append(step.fraction + (left / closing if left > 0.0 and closing > 0.0 else 0.0))
        return leads

    def copies(self, times: np.ndarray) -> np.ndarray:
        """B's outline at each of these times: (time, point, xy)."""
        return _copies(boundary(self.b.shape, SMOOTH * self.b.shape.size), self.b, self.sweep_b, times)

    @cached_property
    def trail(self) -> tuple[np.ndarray, np.ndarray]:
        """Times, and B's outline at each of them."""
        times = np.linspace(0.0, 1.0, COPIES)
        return times, self.copies(times)

    @property
    def moves_a(self) -> bool:
        """Whether A translates: its frame is then another one than the world's."""
        return bool(self.sweep_a.motion.any())

    @cached_property
    def cell(self) -> tuple[Vector, Vector]:
        """Of the first cell of the board: its lower left corner, and its size."""
        _, copies = self.trail
        radius = self.a.shape.radius
        held = _copies(self.a.shape.points, self.a, self.sweep_a, HELD_AT)
        from_a = copies - self.trail[0][:, None, None] * self.sweep_a.motion
        points = np.vstack((copies.reshape(-1, 2), from_a.reshape(-1, 2), held.reshape(-1, 2)))
        low, high = points.min(axis=0) - radius, points.max(axis=0) + radius
        free = 1.0 - HEAD - (SECOND if self.moves_a else 0.0) - FOOT
        wide = max(float(high[0] - low[0]) / (1.0 - 2.0 * SIDE), ASPECT * float(high[1] - low[1]) / free)
        size = np.array((wide, wide / ASPECT))
        middle = np.array((0.5, FOOT + 0.5 * free))
        return (low + high) / 2.0 - middle * size, size

    def shift(self, index: int) -> Vector:
        """From the first cell to another one."""
        x, y = self.cell[1]
        return np.array((x * (index % COLUMNS), -y * (index // COLUMNS)))


def presets() -> dict[str, Compared]:
    five, bar, slab = regular_polygon(5, 1.0), box(2.0, 0.45), box(1.2, 1.0)
    a, spun = at(five, -1.2, -0.4, 9), at(bar, 1.7, 1.5, 20)
    wall, bullet = at(box(0.28, 2.2), 0.5, 0.0), at(circle(0.3), -1.4, 0.4)
    block, slides = at(slab, -1.4, 0.0), at(slab, 1.6, 0.5)
    corner, needle = at(box(1.2, 1.2), -1.68, 0.3, 34), at(box(2.0, 0.14), 0.1, 0.0, 90)
    past, over = at(bar, 1.9, 1.3, 90), at(five, -0.6, -0.5, 9)
    skims = at(box(1.6, 0.4), 1.4, 0.8, 65)
    return {
        "Turning bar": Compared(*turned(-45, a, still(a), spun, to(spun, -0.6, -0.9, 130))),
        "Bullet and thin wall": Compared(wall, still(wall), bullet, to(bullet, 2.4, -0.5)),
        "Sliding boxes": Compared(block, to(block, -0.4, 0.2), slides, to(slides, -0.2, 0.1), aim=Verdict.EARLY),
        "Turning needle": Compared(corner, still(corner), needle, to(needle, 0.1, 0.0, 270), aim=None),
        "Turns out of the way": Compared(a, still(a), past, to(past, -2.4, 1.3, -35), aim=Verdict.MISSED),
        "Skimming bar": Compared(over, still(over), skims, to(skims, -1.4, 1.2, 150), aim=Verdict.IMAGINED),
    }


def _copies(outline: np.ndarray, body: Body, sweep: Sweep, times: np.ndarray) -> np.ndarray:
    """A local outline as its body has it at each of these times: (time, point, xy)."""
    angle = body.pose.angle + sweep.turn * times
    cosine, sine = np.cos(angle), np.sin(angle)
    turns = np.stack((cosine, sine, -sine, cosine), axis=1).reshape(-1, 2, 2)
    placed: np.ndarray = outline @ turns + (body.pose.position + times[:, None] * sweep.motion)[:, None]
    return placed


def way_of(body: Body, end: Body) -> Convex:
    """The straight way of a body's centre; a point, where it hardly moves."""
    start, stop = body.pose.position, end.pose.position
    moves = math.dist(start, stop) > 1e-6 * max(1.0, *np.abs((start, stop)).ravel().tolist())
    return Convex((start, stop) if moves else (start,))
