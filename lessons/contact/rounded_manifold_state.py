"""Two rounded shapes, and what the steps of their contact have found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from geometry import Convex, Manifold
from geometry.contact.clipping import Clipped, PointKept
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge
from geometry.sat.separating_axis import Owner
from geometry.tolerance import CONTACT_MARGIN, smaller_size
from lessons.stories.clip_state import outermost, steps_of, whole_run
from viz.lesson.lesson import Moment
from viz.lesson.scene import TwoShapes, slider

Q, C = r"\boldsymbol{q}", r"\boldsymbol{c}"


@dataclass(frozen=True, slots=True, eq=False)
class VertexAxis:
    """Between two corner circles, where they are nearest: a step of this lesson."""

    corners: CornersMeasured


@dataclass(frozen=True, eq=False)
class Rounded(TwoShapes):
    """Two shapes with the radii that they are rounded by."""

    radius_a: float = slider("Radius of A", 0.0, 1.0, 0.3)
    radius_b: float = slider("Radius of B", 0.0, 1.0, 0.3)
    goal: str = ""  # which challenge is about it

    def with_field(self, name: str, value: Any) -> Self:
        body = {"radius_a": "a", "radius_b": "b"}.get(name)
        if body is None:
            return replace(self, **{name: value})
        held = getattr(self, body)
        return replace(self, **{name: value, body: held.shaped(Convex(held.shape.points, value))})

    @property
    def radii(self) -> float:
        """Both together."""
        return self.a.shape.radius + self.b.shape.radius

    @property
    def margin(self) -> float:
        """Points at most so far in front of the reference edge are kept."""
        return CONTACT_MARGIN * smaller_size(self.a.world, self.b.world)


def last_of(moment: Moment[Any]) -> Any:
    return steps_of(moment.step)[-1]


def edges_of(moment: Moment[Any]) -> tuple[ReferenceEdge, IncidentEdge]:
    """The two edges that the search has found."""
    return whole_run(moment, ReferenceEdge)[0], whole_run(moment, IncidentEdge)[0]


def best_of(moment: Moment[Any], owner: Owner) -> EdgeMeasured:
    """The edge of one shape whose axis shows the greatest separation."""
    mine = [step for step in whole_run(moment, EdgeMeasured) if step.owner is owner]
    return max(mine, key=lambda step: step.separation)


def found_of(moment: Moment[Any]) -> Manifold:
    """The whole answer, also inside a search or a clip that was stepped into."""
    found: Manifold = outermost(moment).trace.result
    return found


def has_vertex_axis(moment: Moment[Any]) -> bool:
    """Whether the vertex-vertex axis has been measured, or the answer is known without it."""
    return isinstance(last_of(outermost(moment)), VertexAxis | Clipped | PointKept | Manifold)
