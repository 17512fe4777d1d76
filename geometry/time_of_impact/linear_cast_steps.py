"""What a linear cast yields: its tests in order."""

from __future__ import annotations

from geometry.minkowski.difference import Difference
from geometry.outcome import Miss
from geometry.record import VectorField, XYField, record
from geometry.time_of_impact.impact import TimeOfImpact


@record
class DifferenceFormed:
    """A - B at the start. It keeps its shape, as neither of them turns."""

    difference: Difference


@record
class RayFormed:
    """The difference at the start, and the ray that the origin takes through it."""

    difference: Difference
    ray: VectorField  # -v = v_B - v_A: displacement of the origin over the interval, the difference held still
    distance: float  # |ray|
    tolerance: float  # a gap this near to 0 cannot be told from touching

    ray_xy = XYField("ray")


@record
class OriginMeasured:
    """Where the origin is at the start, and whether the ray takes it nearer."""

    nearest: VectorField  # the point of the difference's core outline nearest to the origin
    normal: VectorField  # unit, from the difference to the origin: from A to B
    separation: float  # of the shapes at the start; negative when they overlap
    closing: float  # -normal . ray: how much of the gap the ray closes; 0 or less: receding
    overlapped: bool  # touching, up to rounding, or deeper
    miss: Miss | None  # what this decides, if anything


@record
class FaceTested:
    """One face of the difference against the ray."""

    face: int  # index of the edge of the difference
    start: VectorField  # its ends, moved out by the radius
    end: VectorField
    normal: VectorField  # unit, outward
    approach: float  # normal . ray; 0 or more: a back face, or one that the ray runs along
    separation: float  # of the origin from the face's line at the start, signed
    fraction: float | None  # at which the ray crosses the face's line; None for a back face
    place: float | None  # of the crossing along the face, from its start, as a length
    on_face: bool  # whether the crossing lies between the face's ends
    is_last: bool  # whether no other face so far is crossed later

    start_xy = XYField("start")
    end_xy = XYField("end")

    @property
    def is_back(self) -> bool:
        """Skipped: the ray does not enter here."""
        return self.fraction is None


@record
class CornerTested:
    """One corner's disc against the ray: the quadratic of `swept_circle_point`."""

    corner: int  # index of the difference's vertex
    point: VectorField
    passing: float  # least distance of the ray's line from the corner
    first: float | None  # fraction at which the ray enters the disc; None where it passes by or recedes
    last: float | None  # fraction at which it leaves it
    is_first: bool  # whether no other corner so far is met sooner

    point_xy = XYField("point")


@record
class FeatureHit:
    """What the ray enters by: a face, or the disc of a corner."""

    face: int | None  # index of the difference's edge, which knows the edges of A and B that it is made of
    corner: int | None  # index of the difference's vertex
    fraction: float
    place: VectorField  # where on the ray: -place is how far A, seen from B, has moved
    normal: VectorField  # unit, from A to B

    normal_xy = XYField("normal")


LinearCastStep = DifferenceFormed | RayFormed | OriginMeasured | FaceTested | CornerTested | FeatureHit | TimeOfImpact
