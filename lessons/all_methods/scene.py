"""Two bodies that move and turn, and how many sub-steps are looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Sweep, box, circle, regular_polygon
from lessons.first_edition.sweeps import TwoSweeps, still, to
from viz.lesson.scene import Body, at, slider


@dataclass(frozen=True, eq=False)
class Compared(TwoSweeps):
    sub_steps: float = slider("Sub-steps", 1.0, 40.0, 8.0, "", 0)

    @property
    def steps(self) -> int:
        return max(1, round(self.sub_steps))

    @property
    def slid(self) -> Sweep:
        """B's motion as the casts see it: without its turn."""
        return Sweep(self.b.pose, self.b.pose.moved(self.sweep_b.motion))


def _by(start: Body, x: float, y: float) -> Body:
    """The end of the way of a body that moves by (x, y)."""
    return Body(start.shape, start.pose.moved((x, y)), counts_turns=True)


def presets() -> Mapping[str, Compared]:
    five, bar, slab = regular_polygon(5, 1.0), box(2.0, 0.45), box(1.2, 1.0)
    a, spun = at(five, -1.2, -0.4, 9), at(bar, 1.7, 1.5, 20)
    wall, bullet = at(box(0.16, 2.0), 0.5, 0.0), at(circle(0.15), -2.6, 0.2)
    block, slider_ = at(slab, -1.4, 0.0), at(slab, 1.6, 0.5)
    needle = at(box(2.0, 0.14), 0.1, 0.0, 90)
    past, deep = at(bar, 1.9, 1.3, 90), at(bar, -0.6, 0.1, 30)
    far, away = a.moved((1e6, 1e6)), spun.moved((1e6, 1e6))
    return {
        "A bar that turns": Compared(a, still(a), spun, to(spun, -0.6, -0.9, 130)),
        "A bullet and a thin wall": Compared(wall, still(wall), bullet, _by(bullet, 5.2, -0.3)),
        "Sliding boxes": Compared(block, _by(block, 1.0, 0.2), slider_, _by(slider_, -1.8, -0.4)),
        "A needle that turns": Compared(block, still(block), needle, to(needle, 0.1, 0.0, 270), sub_steps=1.0),
        "A turn out of the way": Compared(a, still(a), past, to(past, -2.4, 1.3, -35)),
        "Receding": Compared(a, still(a), spun, _by(spun, 0.8, 0.8)),
        "Starts overlapping": Compared(a, still(a), deep, to(deep, 1.6, 1.0, 90)),
        "No motion at all": Compared(a, still(a), spun, still(spun)),
        "Far from the origin": Compared(far, still(far), away, to(away, 1e6 - 0.6, 1e6 - 0.9, 130)),
    }
