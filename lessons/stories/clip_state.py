"""What is known of a clip at a moment: what is left of the incident edge, what was cut off, what was judged.

A clip is met as a part of a manifold's trace (with its steps grouped), and inside a group that was stepped into; here
both look the same. What checks the steps is computed anew from the scene's vertices.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from geometry.contact.clipping import ClipPoint, ClipStarted, FaceCompared, PointCut, SidePlane
from geometry.contact.manifold_points import ManifoldPoint
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.feature import FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Grouped
from geometry.vector import Vector, dot, left_of, length
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed, sentence, tint

K = TypeVar("K")
SHAPES = Owner.A, Owner.B


@dataclass(frozen=True, slots=True)
class Clip:
    """How far a clip has come."""

    reference: ReferenceEdge
    incident: IncidentEdge
    ends: tuple[ClipPoint, ClipPoint]  # of the whole incident edge: the deeper, the far one
    left: tuple[ClipPoint, ...]  # ends of what is left of it
    planes: tuple[SidePlane, ...]  # that were looked at
    cuts: tuple[PointCut, ...]
    judged: tuple[FaceCompared, ...]

    def key(self, p: ClipPoint) -> str:
        """Which end of the incident edge a point is, or stands for since a cut."""
        lost = next((cut.lost for cut in self.cuts if cut.cut is p), None)
        return self.key(lost) if lost is not None else "deeper" if p is self.ends[0] else "far"


def inside(plane: SidePlane, p: ClipPoint) -> float:
    """How far a point lies inside a side plane; negative beyond it."""
    return p.along if plane.along == 0.0 else plane.along - p.along


def steps_of(step: Any) -> tuple[Any, ...]:
    """The records of a step: its own, or all that are told as one."""
    return step.part.steps if isinstance(step, Grouped) else (step,)


def outermost(moment: Moment[Any]) -> Moment[Any]:
    """The moment of the main track."""
    return moment if moment.parent is None else outermost(moment.parent)


def only(kind: type[K], records: Iterable[Any]) -> tuple[K, ...]:
    return tuple(each for each in records if isinstance(each, kind))


def whole_run(moment: Moment[Any], kind: type[K]) -> tuple[K, ...]:
    """Every record of a kind, those to come included."""
    return only(kind, (each for step in outermost(moment).trace for each in steps_of(step)))


def beyond(moment: Moment[Any], plane: SidePlane) -> list[ClipPoint]:
    """The points that a side plane cuts off, told or not."""
    return [cut.lost for cut in whole_run(moment, PointCut) if cut.plane is plane]


def clip_of(moment: Moment[Any]) -> Clip | None:
    """The clip so far; None before it has begun, and where nothing is clipped."""
    above = moment.parent
    seen = [each for step in moment.seen for each in steps_of(step)]
    if above is not None:  # inside a group: what came before it, and its own steps
        seen = [each for step in above.seen[:-1] for each in steps_of(step)] + seen
    started = next((step for step in seen if isinstance(step, ClipStarted)), None)
    if started is None:
        return None
    planes, cuts, judged = only(SidePlane, seen), only(PointCut, seen), only(FaceCompared, seen)
    left: list[ClipPoint | None] = list(started.points)
    for cut in cuts:
        left = [p if p is not cut.lost else cut.cut for p in left]
    return Clip(started.reference, started.incident, started.points, tuple(filter(None, left)), planes, cuts, judged)


# Computed anew from the scene's vertices, to check what the steps say.


def shape_of(moment: Moment[Any], owner: Owner) -> Convex:
    found: Convex = (moment.scene.a if owner is Owner.A else moment.scene.b).world
    return found


def on_clipped(reference: ReferenceEdge, p: ManifoldPoint) -> Vector:
    """A contact's point on the shape whose edge is clipped, where it is drawn."""
    return p.on_b if reference.owner is Owner.A else p.on_a


def tolerance_of(moment: Moment[Any]) -> float:
    """A height this near to 0 cannot be told from touching."""
    return rounding(moment.scene.a.world, moment.scene.b.world)


def outer_edge(shape: Convex, edge: int) -> tuple[Vector, Vector, Vector]:
    """Both ends of an edge, moved out by the radius, and its outward normal, to the right of the way between them."""
    first, second = shape.points[edge], shape.points[(edge + 1) % len(shape.points)]
    normal = -left_of((second - first) / length(second - first))
    return first + shape.radius * normal, second + shape.radius * normal, normal


def place_of(moment: Moment[Any], reference: ReferenceEdge, p: Vector) -> tuple[float, float]:
    """The reference edge's own coordinates (x, h) of a point."""
    u, _, normal = outer_edge(shape_of(moment, reference.owner), reference.edge)
    return dot(p - u, left_of(normal)), dot(p - u, normal)


def length_of(moment: Moment[Any], reference: ReferenceEdge) -> float:
    u, v, _ = outer_edge(shape_of(moment, reference.owner), reference.edge)
    return length(v - u)


def straight_ends(moment: Moment[Any], clip: Clip) -> tuple[Vector, Vector]:
    """Both ends of the incident outer edge, the deeper first."""
    first, second, _ = outer_edge(shape_of(moment, clip.incident.owner), clip.incident.edge)
    return (first, second) if clip.incident.deep == clip.incident.edge else (second, first)


def lowest_and_far(moment: Moment[Any], clip: Clip) -> tuple[Vector, Vector]:
    """The two ends that are clipped: the lowest point of the deeper corner, and the far end."""
    shape = shape_of(moment, clip.incident.owner)
    normal = outer_edge(shape_of(moment, clip.reference.owner), clip.reference.edge)[2]
    return shape.points[clip.incident.deep] - shape.radius * normal, straight_ends(moment, clip)[1]


def height_at(moment: Moment[Any], clip: Clip, x: float) -> float:
    """Of the incident edge over the reference edge at a place along it: a line, before it the corner's arc."""
    (x1, h1), (x2, h2) = (place_of(moment, clip.reference, p) for p in straight_ends(moment, clip))
    if x1 == x2 or (x - x1) * (x2 - x1) < 0.0:
        shape = shape_of(moment, clip.incident.owner)
        across, corner = place_of(moment, clip.reference, shape.points[clip.incident.deep])
        return corner - math.sqrt(max(shape.radius**2 - (x - across) ** 2, 0.0))
    return h1 + (x - x1) / (x2 - x1) * (h2 - h1)


# Names and inks.


def height_ink(h: float) -> Ink:
    """Of a height: an overlap behind the edge, a gap in front of it; on the edge it is neither."""
    return Ink.TEXT if fixed(abs(h)) == "0.00" else separation_ink(h)


def ink_of(owner: Owner) -> Ink:
    return Ink.A if owner is Owner.A else Ink.B


def ref(owner: Owner, feature: Any) -> FeatureRef:
    """A feature with its owner."""
    return FeatureRef(owner.value, feature.kind, feature.index)


def named(owner: Owner, feature: Any) -> str:
    """ "vertex 0 of B", tinted."""
    return tint(str(ref(owner, feature)), ink_of(owner))


def end_name(along: float) -> str:
    """The end of the reference edge at a place along it, u or v, in a sentence."""
    return tint(f"${'u' if along == 0.0 else 'v'}$", Ink.EXAMINED)


def name(clip: Clip, p: ClipPoint) -> str:
    """A point at the start of a sentence: "Vertex 0 of B", or "The cut at u"."""
    if p.of_reference.is_vertex:
        return f"The cut at {end_name(p.along)}"
    if clip.incident.radius > 0.0:  # outside its vertex
        return f"The end at {named(clip.incident.owner, p.of_incident)}"
    return tint(sentence(str(ref(clip.incident.owner, p.of_incident))), ink_of(clip.incident.owner))


def made_by(clip: Clip, p: ClipPoint, *, both: bool) -> str:
    """The two features that make a point; of an end that is no contact yet, its vertex alone."""
    first, second = (clip.incident.owner, p.of_incident), (clip.reference.owner, p.of_reference)
    if p.of_reference.is_vertex:
        first, second = second, first
    elif not both:
        return named(*first)
    owner, feature = second
    return f"{named(*first)} and {tint(f'{feature.kind.value} {feature.index}', ink_of(owner))}"
