"""Clipping the incident edge to the strip in front of the reference edge.

Two side planes stand on the reference edge's ends. Each keeps what of the incident edge lies on its inner side and
cuts off the rest; what is left and lies above the reference face is discarded.

The incident edge of a rounded shape is not straight at its deeper end. Its lowest point is not the end of the outer
edge but the lowest point of the corner circle, straight below the core's vertex:

      far                      heights over the reference edge, n upward:
        \\  outer edge            lowest = deep_inner - r n       at the corner circle's bottom
         \\                       outer edge from deep_inner + r m to far_inner + r m, m the edge's normal
    arc   )                      between the two the arc: deep height - sqrt(r^2 - (along - deep along)^2)
       `-' lowest

so the edge is clipped as this curve: every point, cut ones too, lies on the shape's boundary. Sharp or parallel, it
is the plain edge. Source: Rounding collider corners (clipping edges), whose outer edges alone can lose a corner that
lies deep inside.
"""

from __future__ import annotations

import math

from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.feature import Feature, edge, vertex
from geometry.record import VectorField, XYField, record
from geometry.trace import Steps, steppable


@record
class ClipPoint:
    """A point of the incident shape's boundary, measured from the reference edge."""

    point: VectorField  # world
    along: float  # from the reference edge's start
    height: float  # over the reference face: the separation there; negative behind it
    of_reference: Feature  # the edge; the vertex on whose side plane it was cut
    of_incident: Feature  # the vertex at that end; the edge where it was cut

    point_xy = XYField("point")


@record
class ClipStarted:
    """The incident edge as it will be clipped: its lowest point, and its far end."""

    reference: ReferenceEdge
    incident: IncidentEdge
    points: tuple[ClipPoint, ClipPoint]  # lowest, far


@record
class SidePlane:
    """One of the planes on the reference edge's ends."""

    origin: VectorField  # the end of the reference edge that it stands on
    inward: VectorField  # unit; what lies that way is kept
    vertex: int  # index of the reference shape's vertex there
    along: float  # 0 or the reference edge's length
    points: tuple[ClipPoint, ...]  # before this plane


@record
class PointKept:
    """On the inner side of the plane, or on it."""

    plane: SidePlane
    kept: ClipPoint
    inside: float  # how far it lies inside the plane; 0 on it


@record
class PointCut:
    """Beyond the plane: its place is taken by the point where the edge crosses the plane, if it does."""

    plane: SidePlane
    lost: ClipPoint
    inside: float  # negative: how far it lies beyond the plane
    cut: ClipPoint | None  # None when the whole edge lies beyond


@record
class FaceCompared:
    """One of the points that are left, against the reference face."""

    point: ClipPoint
    margin: float  # heights up to this are kept
    is_kept: bool


@record
class PointsMerged:
    """Two points at one place count as one, the deeper."""

    kept: ClipPoint
    dropped: ClipPoint


@record
class Clipped:
    """What is left, in order along the reference edge: none, one or two points."""

    points: tuple[ClipPoint, ...]


ClipStep = ClipStarted | SidePlane | PointKept | PointCut | FaceCompared | PointsMerged | Clipped


@steppable
def clip(
    reference: ReferenceEdge, incident: IncidentEdge, margin: float, tolerance: float
) -> Steps[ClipStep, Clipped]:
    """The points of the incident edge that lie in front of the reference edge, and at most `margin` above it."""
    curve = _Curve(reference, incident)
    lowest, far = curve.ends()
    yield ClipStarted(reference, incident, (lowest, far))
    left: tuple[ClipPoint, ...] = (lowest, far)
    tx, ty = reference.tangent_xy
    for origin, inward, corner, along in (
        (reference.start_xy, (tx, ty), reference.edge, 0.0),
        (reference.end_xy, (-tx, -ty), reference.next_vertex, reference.length),
    ):
        plane = SidePlane(origin, inward, corner, along, left)
        yield plane
        insides = [p.along if along == 0.0 else along - p.along for p in left]
        kept: list[ClipPoint] = []
        for p, inside in zip(left, insides, strict=True):
            if inside >= -tolerance:
                kept.append(p)
                yield PointKept(plane, p, inside)
            else:
                cut = curve.cut(plane) if max(insides) >= -tolerance else None  # else the whole edge lies beyond
                kept += [cut] if cut is not None else []
                yield PointCut(plane, p, inside, cut)
        left = tuple(kept)
    final = []
    for p in left:
        is_kept = p.height <= margin + tolerance
        yield FaceCompared(p, margin, is_kept)
        if is_kept:
            final.append(p)
    if len(final) == 2:
        first, second = final
        if abs(first.along - second.along) <= tolerance:
            kept_one, dropped = (first, second) if first.height <= second.height else (second, first)
            yield PointsMerged(kept_one, dropped)
            final = [kept_one]
        elif second.along < first.along:
            final = [second, first]
    clipped = Clipped(tuple(final))
    yield clipped
    return clipped


class _Curve:
    """The incident edge with its deeper corner's arc, as height over the reference edge."""

    def __init__(self, reference: ReferenceEdge, incident: IncidentEdge) -> None:
        self.reference, self.incident = reference, incident
        deep, far = incident.deep_inner_xy, incident.far_outer_xy
        self.deep_along, self.deep_height = reference.along_xy(deep), reference.height_xy(deep)
        self.far = reference.along_xy(far), reference.height_xy(far)

    def ends(self) -> tuple[ClipPoint, ClipPoint]:
        of_reference = edge(self.reference.edge)
        low_height = self.deep_height - self.incident.radius
        point = self.reference.at_xy(self.deep_along, low_height)
        lowest = ClipPoint(point, self.deep_along, low_height, of_reference, vertex(self.incident.deep))
        far_point, (along, height) = self.incident.far_outer_xy, self.far
        return lowest, ClipPoint(far_point, along, height, of_reference, vertex(self.incident.far))

    def cut(self, plane: SidePlane) -> ClipPoint:
        height = self.height_at(plane.along)
        point = self.reference.at_xy(plane.along, height)
        return ClipPoint(point, plane.along, height, vertex(plane.vertex), edge(self.incident.edge))

    def height_at(self, along: float) -> float:
        near = self.incident.deep_outer_xy
        x0, h0, (x1, h1) = self.reference.along_xy(near), self.reference.height_xy(near), self.far
        if x0 == x1 or (along - x0) * (along - x1) > 0.0:  # beside the straight part: on the arc
            across = along - self.deep_along
            return self.deep_height - math.sqrt(max(0.0, self.incident.radius**2 - across * across))
        return h0 + (along - x0) / (x1 - x0) * (h1 - h0)
