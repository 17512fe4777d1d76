"""What the learner has done about one prediction."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from viz.lesson.canvas import Feature
from viz.lesson.prediction import Points, Remark, Verdict
from viz.lesson.scene import Scene


@dataclass
class Answer:
    """Tries at one prediction, on one scene."""

    scene: Scene
    points: Points = ()  # of a Place: where the learner's points are
    chosen: Feature | None = None  # clicked or pressed last
    tries: int = 0
    verdict: Verdict | None = None  # of the last try; None while the next is being made
    kept: dict[int, Remark] = field(default_factory=dict)  # points of a Place that a try has found right
    missed: Points = ()  # points of the first try that were wrong
    is_shown: bool = False  # the window has shown the answer
    is_skipped: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the answer is still to be found, and nothing may give it away."""
        return not (self.is_skipped or (self.verdict is not None and self.verdict.right))


def nearest_on(path: Points, to: tuple[float, float]) -> tuple[float, float]:
    """The point of an open polyline that is nearest to a point."""
    if len(path) == 1:
        return path[0]
    points, target = np.array(path), np.array(to)
    starts, ways = points[:-1], points[1:] - points[:-1]
    squared = np.maximum((ways * ways).sum(axis=1), 1e-300)
    fractions = np.clip(((target - starts) * ways).sum(axis=1) / squared, 0.0, 1.0)
    feet = starts + fractions[:, None] * ways
    x, y = feet[int(np.argmin(((feet - target) ** 2).sum(axis=1)))].tolist()
    return x, y
