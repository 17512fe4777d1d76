"""What is known of a clip at a moment: what is left of the incident edge, what was cut off, what was judged.

A clip is met on its own, as a part of a manifold's trace (with its steps grouped), and inside a group that was
stepped into; here all three look the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from geometry.contact.clipping import Clipped, ClipPoint, ClipStarted, FaceCompared, PointCut, PointKept, SidePlane
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


@dataclass(frozen=True, slots=True)
class Clip:
    """How far a clip has come."""

    reference: ReferenceEdge
    incident: IncidentEdge
    ends: tuple[ClipPoint, ClipPoint]  # of the whole incident edge: the deeper, the far one
    left: tuple[ClipPoint, ...]  # ends of what is left of it
    plane: SidePlane | None  # the last that was looked at
    cuts: tuple[PointCut, ...]
    judged: tuple[FaceCompared, ...]

    @property
    def is_whole(self) -> bool:
        """Whether no side plane has cut anything yet."""
        return not self.cuts

    @property
    def kept(self) -> tuple[ClipPoint, ...]:
        return tuple(each.point for each in self.judged if each.is_kept)


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


def whole_run(moment: Moment[Any]) -> Iterator[Any]:
    """Every record of the moment's trace and of those around it."""
    for step in moment.trace:
        yield from steps_of(step)
    if moment.parent is not None:
        yield from whole_run(moment.parent)


def clip_of(moment: Moment[Any]) -> Clip | None:
    """The clip so far; None before it has begun, and where nothing is clipped."""
    started: ClipStarted | None = None
    plane: SidePlane | None = None
    left: list[ClipPoint] = []
    done = 0  # of the plane's points
    cuts: list[PointCut] = []
    judged: list[FaceCompared] = []
    for step in records(moment):
        match step:
            case ClipStarted():
                started, plane, left, cuts, judged = step, None, list(step.points), [], []
            case SidePlane():
                plane, left, done = step, list(step.points), 0
            case PointKept():
                done += 1
            case PointCut():
                cuts.append(step)
                left[done : done + 1] = [] if step.cut is None else [step.cut]
                done += step.cut is not None
            case FaceCompared():
                judged.append(step)
    if started is None:
        return None
    return Clip(started.reference, started.incident, started.points, tuple(left), plane, tuple(cuts), tuple(judged))


def verdicts(moment: Moment[Any], plane: SidePlane) -> list[PointKept | PointCut]:
    """What a side plane does with its points, in their order, even before it is told."""
    found: list[PointKept | PointCut] = []
    for step in whole_run(moment):
        if isinstance(step, PointKept | PointCut) and step.plane is plane and step not in found:
            found.append(step)
    return found


def judgements(moment: Moment[Any]) -> list[FaceCompared]:
    """What the face test will say of each point, in their order; of the whole run."""
    found: list[FaceCompared] = []
    for step in whole_run(moment):
        if isinstance(step, FaceCompared) and step not in found:
            found.append(step)
    return found


def answer_of(moment: Moment[Any]) -> Clipped | None:
    """What the whole clip leaves."""
    return next((step for step in whole_run(moment) if isinstance(step, Clipped)), None)


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
    body = moment.scene.a if owner is Owner.A else moment.scene.b
    found: Convex = body.world
    return found


def tolerance_of(moment: Moment[Any]) -> float:
    """A height this near to 0 cannot be told from touching."""
    return rounding(moment.scene.a.world, moment.scene.b.world)


def frame_of(moment: Moment[Any], reference: ReferenceEdge) -> Frame:
    """From the vertices: ends moved out by the radius, the normal to the right of the way from one to the other."""
    shape = shape_of(moment, reference.owner)
    first, second = shape.points[reference.edge], shape.points[(reference.edge + 1) % len(shape.points)]
    tangent = (second - first) / length(second - first)
    normal = -left_of(tangent)
    return Frame(readonly(first + shape.radius * normal), readonly(tangent), readonly(normal), length(second - first))


def straight_ends(moment: Moment[Any], clip: Clip) -> tuple[Vector, Vector]:
    """Both ends of the incident outer edge, the deeper first, from the shape's vertices."""
    shape = shape_of(moment, clip.incident.owner)
    i = clip.incident.edge
    first, second = shape.points[i], shape.points[(i + 1) % len(shape.points)]
    out = -left_of((second - first) / length(second - first)) * shape.radius
    if clip.incident.deep != i:
        first, second = second, first
    return readonly(first + out), readonly(second + out)


def lowest_and_far(moment: Moment[Any], clip: Clip) -> tuple[Vector, Vector]:
    """The two ends that are clipped: the lowest point of the deeper corner, and the far end."""
    shape, frame = shape_of(moment, clip.incident.owner), frame_of(moment, clip.reference)
    low = shape.points[clip.incident.deep] - shape.radius * frame.normal
    return readonly(low), straight_ends(moment, clip)[1]


def height_at(moment: Moment[Any], clip: Clip, x: float) -> float:
    """Of the incident edge over the face at a place along it: a straight line, or before it the corner's arc."""
    frame = frame_of(moment, clip.reference)
    (x1, h1), (x2, h2) = ((frame.x(p), frame.h(p)) for p in straight_ends(moment, clip))
    if on_arc(moment, clip, x):
        shape = shape_of(moment, clip.incident.owner)
        corner = shape.points[clip.incident.deep]
        across = x - frame.x(corner)
        return float(frame.h(corner) - np.sqrt(max(shape.radius**2 - across * across, 0.0)))
    return h1 + (x - x1) / (x2 - x1) * (h2 - h1)


def on_arc(moment: Moment[Any], clip: Clip, x: float) -> bool:
    """Whether that place lies before the straight part."""
    frame = frame_of(moment, clip.reference)
    x1, x2 = (frame.x(p) for p in straight_ends(moment, clip))
    return x1 == x2 or (x - x1) * (x2 - x1) < 0.0


# Names.


def ink_of(owner: Owner) -> Ink:
    return Ink.A if owner is Owner.A else Ink.B


def ref(owner: Owner, feature: Any) -> FeatureRef:
    """A feature with its owner."""
    return FeatureRef(owner.value, feature.kind, feature.index)


def end_name(symbol: str) -> str:
    """An end of the reference edge, u or v, in a sentence."""
    return tint(f"${symbol}$", Ink.EXAMINED)


def name(clip: Clip, p: ClipPoint) -> str:
    """A point at the start of a sentence: "Vertex 0 of B", or "The cut at u"."""
    if p.of_reference.is_vertex:
        return f"The cut at {end_name('u' if p.along == 0.0 else 'v')}"
    named = str(ref(clip.incident.owner, p.of_incident))
    return tint(sentence(named), ink_of(clip.incident.owner))


def made_by(clip: Clip, p: ClipPoint) -> str:
    """The two features that make a point, as a table has room for them."""
    mine, other = ink_of(clip.reference.owner), ink_of(clip.incident.owner)
    if p.of_reference.is_vertex:
        corner = tint(str(ref(clip.reference.owner, p.of_reference)), mine)
        return f"{corner} and {tint(f'edge {p.of_incident.index}', other)}"
    return tint(str(ref(clip.incident.owner, p.of_incident)), other)


def contact_name(clip: Clip, p: ClipPoint) -> str:
    """A contact by its feature id: "vertex 0 of B on edge 2 of A", "edge 0 of B cut by vertex 2 of A"."""
    mine = tint(str(ref(clip.reference.owner, p.of_reference)), ink_of(clip.reference.owner))
    other = tint(str(ref(clip.incident.owner, p.of_incident)), ink_of(clip.incident.owner))
    return f"{other} {'cut by' if p.of_reference.is_vertex else 'on'} {mine}"
