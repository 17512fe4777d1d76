"""Bodies from a start, frame by frame: a run that is simulated only as far as somebody looks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from geometry import RigidBody, StepMemory, Stepped, StepRules, Trace, rigid_step
from geometry.shape import Convex
from geometry.transform import Pose

# What one frame does: `rigid_step`, or a faulty twin of it.
FrameRule = Callable[[Sequence[RigidBody], StepMemory, StepRules], Stepped]


class Run:
    """Frame k leads from the bodies after k frames to those after k + 1. Times are seconds from the start."""

    def __init__(
        self,
        bodies: Sequence[RigidBody],
        rules: StepRules | None = None,
        frame: FrameRule = rigid_step,
        memory: StepMemory | None = None,
    ) -> None:
        """`memory`: what the first frame begins with; nothing by default."""
        self.rules = StepRules() if rules is None else rules
        self._frame = frame
        self._memory = StepMemory() if memory is None else memory
        self._bodies = [tuple(bodies)]
        self._frames: list[Stepped] = []

    def frame(self, k: int) -> Stepped:
        """The answer of frame k >= 0."""
        while len(self._frames) <= k:
            self._take(self._frame(self._bodies[-1], self.memory(len(self._frames)), self.rules))
        return self._frames[k]

    def _take(self, stepped: Stepped) -> None:
        self._frames.append(stepped)
        self._bodies.append(stepped.bodies)

    def frames(self, count: int) -> Sequence[Stepped]:
        """The first `count` of them."""
        if count > 0:
            self.frame(count - 1)
        return self._frames[:count]

    def bodies(self, k: int) -> tuple[RigidBody, ...]:
        """After k frames; at the start for 0."""
        return self.frame(k - 1).bodies if k > 0 else self._bodies[0]

    def memory(self, k: int) -> StepMemory:
        """What frame k begins with."""
        return self.frame(k - 1).memory if k > 0 else self._memory

    def trace(self, k: int) -> Trace[Any, Stepped]:
        """Frame k, stepped: of a run by `rigid_step`. It is not computed again for its answer."""
        found = rigid_step.trace(self.bodies(k), self.memory(k), self.rules)
        if k == len(self._frames) and self._frame is rigid_step:
            self._take(found.result)
        return found

    def branched(self, k: int, rules: StepRules) -> Run:
        """Another run by `rules`, of which it is known that its first k frames are these."""
        self.frames(k)
        other = Run(self._bodies[0], rules, self._frame, self._memory)
        other._frames, other._bodies = self._frames[:k], self._bodies[: k + 1]
        return other

    def pose(self, body: int, time: float) -> Pose:
        """Of a body at a time: between two frames, on the line between their poses."""
        k, part = self._between(time)
        start = self.bodies(k)[body].pose
        if part == 0.0:
            return start
        end = self.bodies(k + 1)[body].pose
        turn = start.angle + part * (end.angle - start.angle)
        return Pose(start.position + part * (end.position - start.position), turn)

    def placed(self, body: int, time: float) -> tuple[Convex, ...]:
        """The pieces of a body at a time."""
        pose = self.pose(body, time)
        return tuple(piece.at(pose) for piece in self._bodies[0][body].pieces)

    def first(self, holds: Callable[[Stepped], bool], most: int) -> int | None:
        """The first frame below `most` of which something holds; None where it holds of none."""
        return next((k for k in range(most) if holds(self.frame(k))), None)

    def _between(self, time: float) -> tuple[int, float]:
        frames = max(0.0, time) / self.rules.dt
        nearest = round(frames)
        if math.isclose(frames, nearest, rel_tol=1e-9, abs_tol=1e-9):
            return nearest, 0.0
        return int(frames), frames - int(frames)


def deepest(stepped: Stepped) -> float:
    """How deep the deepest contact of a frame lies; 0 where nothing touches."""
    return max((-c.separation for c in stepped.contacts if c.separation < 0.0), default=0.0)


def new_ids(frames: Sequence[Stepped]) -> int:
    """How often the contacts of a frame have other ids than those of the frame before."""
    named = [{c.id for c in each.contacts} for each in frames]
    return sum(before != after for before, after in pairwise(named))
