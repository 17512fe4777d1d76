"""The scenes of edge clipping. B (or A) is placed by where it meets the other's reference edge, in that edge's own
coordinates: its lowest vertex at x along the edge and h over it, turned against the edge by some degrees."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import box, convex, rounded
from geometry.contact.manifold import find_features, manifold
from geometry.contact.manifold_points import Manifold
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.transform import Pose
from geometry.vector import left_of
from lessons.contact.dropped import PointRule, Run, Start, dropped
from viz.lesson.lesson import Preset, at_last
from viz.lesson.scene import Body, TwoShapes, at, slider

ONE, HEIGHT, PLANES = "one point at a crossing", "no test of height", "no side planes"


@dataclass(frozen=True, eq=False)
class Clipping(TwoShapes):
    margin: float = slider("Margin hₘₐₓ", 0.0, 0.2, 0.01)

    @cached_property
    def _edges(self) -> tuple[ReferenceEdge, IncidentEdge] | None:
        """The two edges that are clipped; None where there are none."""
        found = find_features(self.a.world, self.b.world)
        return None if isinstance(found, Manifold) else found

    @cached_property
    def tilt(self) -> float:
        """Degrees between the two edges, to a tenth; 0 where there are none."""
        if self._edges is None:
            return 0.0
        return round(math.degrees(math.acos(min(max(-self._edges[1].dot, -1.0), 1.0))), 1)

    @property
    def upper(self) -> Owner:
        """Whose edge is the incident one: what is let go."""
        return Owner.B if self._edges is None else self._edges[1].owner

    @cached_property
    def start(self) -> Start | None:
        """How it is let go; None where it has no contact of edges."""
        points = manifold(self.a.world, self.b.world, margin=self.margin).points
        if self._edges is None or not points:
            return None
        reference, incident = self._edges
        shape = (self.a if incident.owner is Owner.A else self.b).world
        return Start.of(shape, reference, incident, -min(p.separation for p in points))

    def drop(self, rule: PointRule) -> Run:
        assert self.start is not None, "nothing is let go"
        return dropped(self.start, rule)


def on_edge(owner: Body, edge: int, shape: Convex, x: float, h: float, degrees: float) -> Body:
    """A shape at an edge of another one: upright where the edge is level and faces up, then turned by `degrees`."""
    start, end = owner.world.edge(edge)
    tangent = (end - start) / float(np.hypot(*(end - start)))
    normal = -left_of(tangent)
    turn = math.radians(degrees) + math.atan2(-tangent[1], -tangent[0])
    body = Body(shape.moved(-shape.centroid), Pose(np.zeros(2), turn))
    # Of two that are equally low the one that lies farther along the edge, whatever rounding says.
    lowest = min(body.world.points, key=lambda p: (round(float(p @ normal), 9), -float(p @ tangent)))
    lowest = lowest - shape.radius * normal
    return body.moved(start + x * tangent + h * normal - lowest)


def presets() -> dict[str, Clipping | Preset[Clipping]]:
    wide_base = at(convex(((-2.1, -0.8), (2.1, -0.8), (1.2, 0.8), (-1.2, 0.8))), 0.0, 0.0, -5.0)
    slab, crate = at(box(3.2, 1.1), 0.0, 0.0, 4.0), box(2.1, 1.1)
    flat, ceiling = at(box(3.2, 0.9), 0.0, 0.0, -3.0), at(box(2.6, 1.2), 0.0, 0.0, 174.0)
    pillar, wall = at(box(1.7, 1.4), 0.0, 0.0, 4.0), at(box(1.4, 3.4), 0.0, 0.0, -4.0)
    soft, hexagon = rounded(box(1.9, 0.9), 0.25), convex([_corner(k, 6, 1.2) for k in range(6)])
    return {
        "Overhang": Clipping(wide_base, on_edge(wide_base, 2, box(2.3, 1.5), 1.7, -0.5, 6.0)),
        "Crossing edges": Clipping(slab, on_edge(slab, 2, crate, 2.6, -0.25, 16.0)),
        "Nearly flat": Clipping(flat, on_edge(flat, 2, box(2.2, 0.9), 2.6, -0.04, 2.8), margin=0.1),
        "B owns the edge": Clipping(on_edge(ceiling, 2, box(2.5, 1.1), 0.9, -0.4, -9.0), ceiling),
        "Wide on narrow": Clipping(pillar, on_edge(pillar, 2, box(3.4, 1.0), 2.5, -0.3, 0.0)),
        "Corner at a wall": Clipping(
            wall, on_edge(wall, 1, convex(((-0.9, -0.9), (1.3, -0.7), (0.0, 1.2))), 2.0, -0.3, 25.0)
        ),
        "Rounded": Clipping(at(soft, -0.5, -0.6, 8.0), on_edge(at(soft, -0.5, -0.6, 8.0), 2, soft, 1.2, -0.45, 8.0)),
        # Its centre of mass is beyond the end of the ground: here a contact that should have been cut off holds it.
        "Just touching": Preset(
            Clipping(
                at(hexagon, 0.0, 0.0, 10.0), on_edge(at(hexagon, 0.0, 0.0, 10.0), 1, box(1.7, 0.9), 0.8, 0.0, 0.0)
            ),
            PLANES,
            at_last,
        ),
    }


def _corner(k: int, count: int, radius: float) -> tuple[float, float]:
    return radius * math.cos(math.tau * k / count), radius * math.sin(math.tau * k / count)
