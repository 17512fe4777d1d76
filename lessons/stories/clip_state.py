"""What is known of a clip at a moment: what is left of the incident edge, what was cut off, what was judged.

A clip is met as a part of a manifold's trace (with its steps grouped), and inside a group that was stepped into; here
both look the same. What checks the steps is computed anew from the scene's vertices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from geometry.contact.clipping import ClipPoint, ClipStarted, FaceCompared, PointCut, PointKept, SidePlane
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.feature import FeatureRef
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Grouped
from geometry.vector import Vector, dot, left_of, length, readonly
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import sentence, tint

K = TypeVar("K")


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


def beyond(moment: Moment[Any], plane: SidePlane) -> list[ClipPoint]:
    """The points that a side plane cuts off, told or not."""
    return [p for p in plane.points if inside(plane, p) < -tolerance_of(moment)]


def steps_of(step: Any) -> tuple[Any, ...]:
    """The records of a step: its own, or all that are told as one."""
    return step.part.steps if isinstance(step, Grouped) else (step,)


def records(moment: Moment[Any]) -> list[Any]:
    """Every record up to this moment, groups taken apart, those before a trace that was stepped into included."""
    above = moment.parent
    found = [] if above is None or above.index == 0 else records(above.at(above.index - 1))
    for step in moment.seen:
        found += steps_of(step)
    return found


def outermost(moment: Moment[Any]) -> Moment[Any]:
    """The moment of the main track."""
    return moment if moment.parent is None else outermost(moment.parent)


def whole_run(moment: Moment[Any], kind: type[K]) -> list[K]:
    """Every record of a kind, those to come included."""
    return [each for step in outermost(moment).trace for each in steps_of(step) if isinstance(each, kind)]


def clip_of(moment: Moment[Any]) -> Clip | None:
    """The clip so far; None before it has begun, and where nothing is clipped."""
    seen = records(moment)
    started = next((step for step in seen if isinstance(step, ClipStarted)), None)
    if started is None:
        return None
    left, done = list(started.points), 0
    for step in seen:
        match step:
            case SidePlane():
                left, done = list(step.points), 0
            case PointKept():
                done += 1
            case PointCut():
                left[done : done + 1] = [] if step.cut is None else [step.cut]
                done += step.cut is not None
    planes, cuts, judged = (
        tuple(each for each in seen if isinstance(each, kind)) for kind in (SidePlane, PointCut, FaceCompared)
    )
    return Clip(started.reference, started.incident, started.points, tuple(left), planes, cuts, judged)


# Computed anew from the scene's vertices, to check what the steps say.


class Frame(NamedTuple):
    """The reference edge's own frame, from its owner's vertices."""

    u: Vector
    tangent: Vector
    normal: Vector
    length: float

    def x(self, p: Vector) -> float:
        return dot(p - self.u, self.tangent)

    def h(self, p: Vector) -> float:
        return dot(p - self.u, self.normal)


def shape_of(moment: Moment[Any], owner: Owner) -> Convex:
    found: Convex = (moment.scene.a if owner is Owner.A else moment.scene.b).world
    return found


def tolerance_of(moment: Moment[Any]) -> float:
    """A height this near to 0 cannot be told from touching."""
    return rounding(moment.scene.a.world, moment.scene.b.world)


def _outer(shape: Convex, edge: int) -> tuple[Vector, Vector, Vector]:
    """Both ends of an edge, moved out by the radius, and its outward normal, to the right of the way between them."""
    first, second = shape.points[edge], shape.points[(edge + 1) % len(shape.points)]
    normal = -left_of((second - first) / length(second - first))
    return first + shape.radius * normal, second + shape.radius * normal, normal


def frame_of(moment: Moment[Any], reference: ReferenceEdge) -> Frame:
    u, v, normal = _outer(shape_of(moment, reference.owner), reference.edge)
    return Frame(readonly(u), readonly(left_of(normal)), readonly(normal), length(v - u))


def straight_ends(moment: Moment[Any], clip: Clip) -> tuple[Vector, Vector]:
    """Both ends of the incident outer edge, the deeper first."""
    first, second, _ = _outer(shape_of(moment, clip.incident.owner), clip.incident.edge)
    return (first, second) if clip.incident.deep == clip.incident.edge else (second, first)


def lowest_and_far(moment: Moment[Any], clip: Clip) -> tuple[Vector, Vector]:
    """The two ends that are clipped: the lowest point of the deeper corner, and the far end."""
    shape, frame = shape_of(moment, clip.incident.owner), frame_of(moment, clip.reference)
    return shape.points[clip.incident.deep] - shape.radius * frame.normal, straight_ends(moment, clip)[1]


def height_at(moment: Moment[Any], clip: Clip, x: float) -> float:
    """Of the incident edge over the reference edge at a place along it: a line, before it the corner's arc."""
    frame = frame_of(moment, clip.reference)
    (x1, h1), (x2, h2) = ((frame.x(p), frame.h(p)) for p in straight_ends(moment, clip))
    if x1 == x2 or (x - x1) * (x2 - x1) < 0.0:
        shape = shape_of(moment, clip.incident.owner)
        corner = shape.points[clip.incident.deep]
        across = x - frame.x(corner)
        return float(frame.h(corner) - np.sqrt(max(shape.radius**2 - across * across, 0.0)))
    return h1 + (x - x1) / (x2 - x1) * (h2 - h1)


# Names.


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
