"""From how many starts a body is stopped by a wall that is thinner than its steps are long.

A body of width w flies straight at a wall of thickness T, by a step d a frame. With x the place of its centre from
the middle of the wall it overlaps the wall where |x| < (w + T) / 2. The first sample that notices the wall lies
within one step behind the near end of that range, everywhere alike often, as the starts do:

    least push     noticed in the wall alone, and pushed back before its middle x = 0 only
    substeps       the step is d / n
    margin         noticed by a speculative contact already, a margin before the wall
    last normal    pushed back out of the whole wall, along the normal of the last sample apart
    sweep          noticed on the way: every start

Here the samples of `count` starts are taken one by one. A test holds them against `rigid_step`.
"""

from __future__ import annotations

from enum import Enum

from geometry.guards import require_cap
from geometry.record import record
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import number


class Remedy(Enum):
    """What decides which starts are stopped."""

    LEAST_PUSH = "least push"
    SUBSTEPS = "substeps"
    MARGIN = "margin"
    LAST_NORMAL = "last normal"
    SWEEP = "sweep"


@record
class StartsRun:
    """What became of all starts. Of the first samples that may notice the wall, which lie from `low` to `high`, those
    below `stops` are stopped, from there to `leaves` pushed out on the far side, and beyond never in the wall."""

    remedy: Remedy
    low: float
    stops: float
    leaves: float
    high: float
    stopped: int
    wrong_side: int
    unseen: int

    __repr__ = summary

    @property
    def count(self) -> int:
        return self.stopped + self.wrong_side + self.unseen


@steppable
def run_starts(
    width: float, thickness: float, step: float, *, substeps: int = 2, margin: float = 0.0, count: int = 1000
) -> Steps[StartsRun, tuple[StartsRun, ...]]:
    """Every remedy with `count` starts, evenly spread over one step. A sample at the very middle counts as pushed out
    on the far side. Raises ValueError for a length that is not positive, a negative margin, and no starts."""
    for name, value in (("width", width), ("thickness", thickness), ("step", step)):
        if number(value, name) <= 0.0:
            raise ValueError(f"{name} must be > 0, not {value:g}")
    if number(margin, "margin") < 0.0:
        raise ValueError(f"margin must be >= 0, not {margin:g}")
    require_cap(count, "number of starts")
    require_cap(substeps, "number of substeps")
    half, found = (width + thickness) / 2.0, []
    for remedy in Remedy:
        low = -half - (margin if remedy is Remedy.MARGIN else 0.0)
        high = low + (step / substeps if remedy is Remedy.SUBSTEPS else step)
        back = {Remedy.LAST_NORMAL: half, Remedy.SWEEP: high}.get(remedy, 0.0)
        fates = [0, 0, 0]
        for i in range(count):
            x = low + (i + 0.5) / count * (high - low)  # the first sample beyond low
            fates[0 if x < back else 1 if x < half else 2] += 1
        answer = StartsRun(remedy, low, min(back, high), min(max(back, half), high), high, *fates)
        found.append(answer)
        yield answer
    return tuple(found)
