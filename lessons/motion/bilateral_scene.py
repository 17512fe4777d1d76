"""Two bodies on their way, the search between both ends of what is left of the time, and its axes as curves."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace, bilateral_advancement, box, conservative_advancement, convex, regular_polygon
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, PushBack, RootTried
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.moving import turning_radius
from geometry.time_of_impact.separation_function import AxisFrame, SeparationFunction, separation_function
from geometry.trace import Grouped, grouped
from geometry.vector import dot
from lessons.motion.advancing import TOLERANCE, Advancing, turned
from lessons.motion.sweeps import still, to
from lessons.stories.advancement_gaps import SAMPLES, gaps_of
from viz.lesson.lesson import Preset
from viz.lesson.scene import Body, at

NO_FLOOR = "no lower bound"
REACH, SAG = "reach", "sag"  # what is asked about a floor: how long a bracket it proves, how low it lies
TOLD_APART = 2  # axes with steps of their own; later ones are told as one
HELD_AT = (0.0, 0.25, 0.5, 0.75, 1.0)  # times at which the bodies are held in view
KEPT = 1e-6  # of the gap: so near are two that are the same
TIMES = np.linspace(0.0, 1.0, SAMPLES)


@dataclass(frozen=True, eq=False)
class Rooted(Advancing):
    """What bilateral and conservative advancement do with the same motion."""

    passes: bool = False  # a miss is to be constructed from it
    asks: str = ""  # what is asked about its first floor that is too low

    @cached_property
    def steps(self) -> Trace[Any, TimeOfImpact]:
        """Every step but the first, and the last one where it only repeats the answer."""
        trace = bilateral_advancement.trace(*self.sweeps, target=self.target, tolerance=self.tolerance)
        end = -1 if isinstance(trace.steps[-2], Advanced | InTouch) else None
        return Trace(trace.function, trace.steps[1:end], trace.lines[1:end], trace.refusal, trace.answer)

    @cached_property
    def trace(self) -> Trace[Any, TimeOfImpact]:
        """Of each of the first axes a step for its choice, and one for its floor. The first root and the first floor
        that is too low have a step of their own, later ones are told with the choice and with the floor: so there are
        never more than 2 + 2 steps, these two, one for all later axes, and the end."""
        starts = [i for i, step in enumerate(self.steps) if isinstance(step, AxisChosen)]
        ends = [*starts[1:], len(self.steps) - 1][: len(starts)]
        groups, told = [], {"root": False, "too low": False}
        for start, end in list(zip(starts, ends, strict=True))[:TOLD_APART]:
            floor = next((i for i in range(start, end) if is_floor(self.steps[i])), end)
            root, low = start + 1 if not told["root"] else floor, floor + 1 if not told["too low"] else end
            groups += [range(start, root), range(root, floor), range(floor, low), range(low, end)]
            told = {"root": told["root"] or floor > start + 1, "too low": told["too low"] or end > floor + 1}
        if len(starts) > TOLD_APART:
            groups.append(range(starts[TOLD_APART], ends[-1]))
        told_as_one = grouped(self.steps, groups)
        return replace(told_as_one, steps=tuple(_opened(told_as_one, i) for i in range(len(told_as_one))))

    @property
    def tolerance(self) -> float:
        return TOLERANCE * self.target

    @cached_property
    def axes(self) -> tuple[AxisChosen, ...]:
        return tuple(step for step in self.steps if isinstance(step, AxisChosen))

    @cached_property
    def functions(self) -> tuple[SeparationFunction, ...]:
        """The gap along each axis."""
        return tuple(separation_function(*self.sweeps, each.state.fraction, each.query.result) for each in self.axes)

    @cached_property
    def jumps(self) -> tuple[tuple[float, float], ...]:
        """Of each axis t1, and what t2 has become."""
        ends = {step.iteration: step.last.fraction for step in self.steps if isinstance(step, DeepestFound)}
        return tuple((each.state.fraction, ends[each.iteration]) for each in self.axes)

    def numbered(self, bracket: int) -> tuple[int, bool]:
        """Which axis a bracket has, and whether it is that of the bracket before: then the gap along that one is the
        true gap where the bracket begins."""
        kept = [False]
        for function, axis in zip(self.functions, self.axes[1:bracket], strict=False):
            s = axis.state.separation
            kept.append(abs(function.deepest(axis.state.fraction).separation - s) <= KEPT * max(s, self.target))
        return kept.count(False), kept[-1]

    def bends(self, axis: int) -> tuple[float, float, float]:
        """What adds up to the bound of the bend of the gap along an axis: turning vertices, turning axis, both."""
        frame, (a, b) = self.functions[axis - 1].frame, (self.sweep_a, self.sweep_b)
        radii = turning_radius(self.a.shape), turning_radius(self.b.shape)
        if frame is AxisFrame.WORLD:
            return radii[0] * a.turn**2, radii[1] * b.turn**2, 0.0
        spin, reach = (a.turn, radii[1]) if frame is AxisFrame.A else (b.turn, radii[0])
        apart, speed = self._centres
        return reach * (b.turn - a.turn) ** 2, apart * spin**2, 2.0 * speed * abs(spin)

    @property
    def _centres(self) -> tuple[float, float]:
        """The most that they are apart, and how fast one moves as seen from the other."""
        (a, b) = self.sweep_a, self.sweep_b
        t = self.farthest
        return math.dist(b.at(t).position, a.at(t).position), math.hypot(*(b.motion - a.motion))

    @property
    def farthest(self) -> float:
        """When the centres are most apart: at one of both ends, as they move on lines."""
        first, last = (math.dist(self.sweep_b.at(t).position, self.sweep_a.at(t).position) for t in (0.0, 1.0))
        return 1.0 if last > first + 1e-9 else 0.0

    def bent_by(self, axis: int) -> dict[str, float]:
        """The lengths that the bound of the bend is made of, where they add to it."""
        frame, radii = self.functions[axis - 1].frame, (turning_radius(self.a.shape), turning_radius(self.b.shape))
        if frame is AxisFrame.WORLD:
            known = {"r_A": radii[0], "r_B": radii[1]}
        else:
            other = "B" if frame is AxisFrame.A else "A"
            known = {f"r_{other}": radii["AB".index(other)], **dict(zip("dv", self._centres, strict=True))}
        return {name: x for (name, x), bend in zip(known.items(), self.bends(axis), strict=False) if bend > 1e-9}

    def decisions(self, axis: int) -> list[PushBack]:
        return [s.decision for s in self.steps if isinstance(s, DeepestFound) and s.iteration == axis]

    @cached_property
    def queries(self) -> int:
        """Distances that bilateral advancement asks for."""
        return sum(isinstance(step, AxisChosen | Advanced | InTouch) for step in self.steps)

    @cached_property
    def evaluations(self) -> int:
        """Values of the gap along an axis: at t1, at every t2, at both ends of a root's bracket and at its trials."""
        roots = sum(isinstance(step, DeepestFound) and step.decision is PushBack.ROOT for step in self.steps)
        return roots + sum(isinstance(step, AxisChosen | DeepestFound | RootTried) for step in self.steps)

    @cached_property
    def creeping(self) -> tuple[Advanced, ...]:
        """The iterations of conservative advancement on the same motion."""
        steps = conservative_advancement.steps(*self.sweeps, target=self.target, tolerance=self.tolerance)
        return tuple(step for step in steps if isinstance(step, Advanced))

    @cached_property
    def held(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the greatest x and y of what the world shows: the bodies at all times, and how far B moves as
        seen from A."""
        tip = self.sweep_b.at(0.0).position + self.sweep_b.motion - self.sweep_a.motion
        places = np.vstack((*(shape.points for t in HELD_AT for shape in self.at(t)), tip))
        return places.min(axis=0), places.max(axis=0)

    @cached_property
    def curves(self) -> dict[int, np.ndarray]:
        """The gap along an axis at TIMES, of those that have been looked at."""
        return {}

    def along(self, axis: int) -> np.ndarray:
        if axis not in self.curves:
            self.curves[axis] = self.functions[axis - 1].over(TIMES)
        return self.curves[axis]

    @property
    def opens_again(self) -> bool:
        """Whether the bodies are apart at the end: then the curve of s goes on after the impact."""
        return bool(self.gaps[-1] > 0.0)

    @property
    def gaps(self) -> np.ndarray:
        """The true gap at TIMES."""
        return gaps_of(self)[1]


def along(scene: Rooted, n: Any, t: float) -> float:
    """The gap along an axis, from all vertices in the world."""
    a, b = scene.at(t)
    return min(dot(n, q) for q in b.points) - max(dot(n, p) for p in a.points) - a.radius - b.radius


def _opened(trace: Trace[Any, Any], index: int) -> Any:
    """A floor that is a step of its own, as one that can be stepped into: there K is taken apart."""
    step = trace.steps[index]
    return Grouped(Trace(trace.function, (step,), (trace.lines[index],), None, step)) if is_floor(step) else step


def is_floor(step: Any) -> bool:
    """Whether it is decided by a floor, proved or too low."""
    return isinstance(step, DeepestFound) and step.decision is not PushBack.ROOT


def is_root(step: Any) -> bool:
    """Whether t2 has moved back to a root, and nothing is proved yet."""
    return isinstance(step, Grouped) and isinstance(step.last, RootTried)


def first_of(step: Any) -> Any:
    """What a step begins with, where several are told as one."""
    return step.first if isinstance(step, Grouped) else step


def last_of(step: Any) -> Any:
    """What a step ends with, where several are told as one."""
    return step.last if isinstance(step, Grouped) else step


def is_query(step: Any) -> bool:
    """Whether an axis is chosen, alone or with the root that t2 moves back to along it."""
    first = first_of(step)
    return isinstance(first, AxisChosen) and (step is first or first.iteration <= TOLD_APART)


def is_several(step: Any) -> bool:
    """Whether several brackets are told as one."""
    return isinstance(step, Grouped) and sum(isinstance(part, AxisChosen) for part in step.part) > 1


def presets() -> dict[str, Rooted | Preset[Rooted]]:
    five, bar = regular_polygon(5, 1.0), box(2.0, 0.45)
    wedge = convex(((-0.8, -0.6), (0.9, -0.5), (-0.2, 0.8)))
    a, spun = at(five, -1.2, -0.4, 9), at(bar, 1.7, 1.5, 20)
    slow, past = at(bar, 1.9, 1.9, 100), at(bar, 2.1, 1.15, 10)
    ping, pong = at(wedge, -1.2, -0.4, 59), at(bar, 1.4, -0.4, 70)
    block, needle = at(box(1.2, 2.2), -0.9, 0.0), at(box(2.0, 0.16), 0.4, 0.0, 60)
    floor, skims = at(box(3.2, 0.6), 0.0, -0.8), at(box(1.2, 0.5), -1.0, 0.2, -20)
    late = Preset(_rooted(a, still(a), slow, to(slow, -0.5, 0.5, 500), 35), NO_FLOOR, lambda trace: 2)
    return {
        "Turning bar": _rooted(a, still(a), spun, to(spun, -0.6, -0.9, 130), 30, asks=REACH),
        "Apart at both ends": _rooted(block, still(block), needle, to(needle, 0.4, 0.0, 260)),
        "Jumps over the impact": late,
        "Features alternate": _rooted(ping, to(ping, -1.2, -0.4, 73), pong, to(pong, -0.2, 0.6, -145), 60, asks=SAG),
        "Sweeping past": _rooted(a, still(a), past, to(past, -2.6, 1.9, 370), 65, passes=True),
        "One axis proves a miss": _rooted(floor, still(floor), skims, to(skims, 1.0, 0.1, 25), 75, passes=True),
    }


def _rooted(a: Body, a_end: Body, b: Body, b_end: Body, degrees: float = 0.0, **asked: Any) -> Rooted:
    return Rooted(*turned(degrees, a, a_end, b, b_end), **asked)
