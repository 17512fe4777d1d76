"""Two shapes, and a few frames in which B is shaken by next to nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from geometry import Convex, Owner, box, capsule, circle, convex, regular_polygon, rounded
from geometry.contact.reference import EdgeMeasured, ReferenceEdge, find_reference
from viz.lesson.scene import TwoShapes, at, slider

FRAMES = 9
Edge = tuple[Owner, int]


class Frame(NamedTuple):
    """What is chosen in one frame; None where there is no contact between edges."""

    degrees: float  # by which B is turned
    greatest: Edge | None  # the least overlap, whatever was chosen before and however close the next one is
    kept: Edge | None  # by our rule: the edge of the frame before stays while it is nearly the best


@dataclass(frozen=True, eq=False)
class Chosen(TwoShapes):
    shake: float = slider("Shake B by", 0.0, 0.2, 0.02, "°", 3)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """B turned to and fro by at most `shake`."""
        shown: list[Frame] = []
        for k in range(FRAMES):
            degrees = self.shake * math.cos(2.2 * k)
            b = self.b.turned(math.radians(degrees)).world
            previous = shown[-1].kept if shown else None
            shown.append(Frame(degrees, *_choose(self, b, previous)))
        return tuple(shown)


def _choose(scene: Chosen, b: Convex, previous: Edge | None) -> tuple[Edge | None, Edge | None]:
    a = scene.a.world
    if len(a.points) == 1 or len(b.points) == 1:
        return None, None
    trace = find_reference.trace(a, b, previous)
    if not isinstance(trace.result, ReferenceEdge):
        return None, None
    measured = [step for step in trace if isinstance(step, EdgeMeasured)]
    greatest = max(measured, key=lambda m: m.separation)
    return (greatest.owner, greatest.edge), (trace.result.owner, trace.result.edge)


def presets() -> Mapping[str, Chosen]:
    five, slab = regular_polygon(5, 1.15), box(1.7, 1.2)
    wedge = convex(((-0.9, -0.6), (1.0, -0.6), (0.1, 1.1)))
    tip = convex(((0.0, 0.0), (1.9, 0.9), (0.9, 1.9)))
    soft = rounded(box(1.4, 0.7), 0.25)
    return {
        "Overlapping": Chosen(at(box(2.2, 1.5), -0.75, -0.1, 12), at(five, 0.95, 0.3, 40)),
        "All but a tie": Chosen(at(box(1.8, 1.8), -0.5, -0.5), at(tip, 1.0, 1.0)),
        "A corner on an edge": Chosen(at(box(3.4, 1.0), 0.0, -0.5), at(wedge, 0.5, 0.35, 155)),
        "Parallel edges": Chosen(at(box(2.6, 1.0), -0.2, -0.5, 8), at(box(1.2, 0.8), 0.1, 0.35, 8)),
        "Rounded": Chosen(at(soft, -0.5, -0.35, 8), at(wedge, 0.55, 0.55, 24)),
        "Touching": Chosen(at(box(1.6, 1.6), -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.1)),
        "A capsule has two edges": Chosen(at(capsule((-0.9, 0), (0.9, 0), 0.4), -0.2, -0.3), at(slab, 0.3, 0.5, 14)),
        "A circle has none": Chosen(at(circle(0.8), -0.5, 0.0), at(slab, 0.7, 0.2, 12)),
        "Far from the origin": Chosen(at(five, 1e6 - 0.75, 1e6, 9), at(slab, 1e6 + 0.8, 1e6 + 0.35, 18)),
    }
