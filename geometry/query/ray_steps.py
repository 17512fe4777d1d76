"""What a ray cast yields: its tests in order, and the answer."""

from __future__ import annotations

from enum import Enum

from geometry.feature import Feature
from geometry.interval import IntervalField
from geometry.outcome import Miss, Outcome
from geometry.query.point_query import PointQuery, PointQueryStep
from geometry.record import OptionalVectorField, OptionalXYField, VectorField, XYField, record
from geometry.summary import summary
from geometry.trace import Trace


class Facing(Enum):
    """How an edge stands to a ray."""

    TOWARDS = "towards"  # its outward normal meets the ray
    ALONG = "along"  # parallel: never crossed
    AWAY = "away"  # a back face: only ever left


@record
class LineTested:
    """Across the ray: the shape's projection, measured from the ray's line. A gap here rules the whole line out,
    and without one the line hits."""

    axis: VectorField  # unit; the ray's direction turned a quarter counter-clockwise
    projection: IntervalField  # of the shape; the ray's own is the single point 0
    separation: float  # of the line from the shape; negative when it crosses
    tolerance: float
    is_gap: bool


@record
class SpanTested:
    """Along the ray: the shape's projection, and the stretch that the ray covers."""

    axis: VectorField  # the ray's unit direction
    projection: IntervalField  # of the shape, measured from the ray's origin
    covered: IntervalField  # of the ray; ends may be infinite
    miss: Miss | None  # RECEDING (behind the origin) or TOO_FAR (beyond the end), None when the two meet
    tolerance: float


@record
class OriginTested:
    """Whether the ray starts inside, its boundary included."""

    query: Trace[PointQueryStep, PointQuery]
    found: PointQuery
    is_inside: bool


@record
class FaceConsidered:
    """One edge of the boundary, extended without end, against the ray."""

    edge: int
    start: VectorField  # first end of the boundary's edge
    end: VectorField  # its second end
    normal: VectorField  # unit, outward
    height: float  # of the ray's origin over the edge's line; negative behind it
    approach: float  # normal . direction: negative towards the edge
    facing: Facing
    distance: float | None  # along the ray to the line, negative before the origin; None when culled
    point: OptionalVectorField  # where the ray's line meets it; None when culled
    is_entry: bool  # whether it is the last line crossed so far
    entry: FaceConsidered | None  # the last line crossed before this one

    start_xy = XYField("start")
    end_xy = XYField("end")
    normal_xy = XYField("normal")
    point_xy = OptionalXYField("point")

    @property
    def leaves_at(self) -> float | None:
        """Along the ray to the line of a back face, where the ray leaves its inner side; None for other edges."""
        return self.height / -self.approach if self.facing is Facing.AWAY else None

    @property
    def entry_so_far(self) -> FaceConsidered | None:
        return self if self.is_entry else self.entry


@record
class OvershootTested:
    """Whether the way in lies within its edge, or beyond one of its ends, on the extension."""

    entry: FaceConsidered
    along: float  # of the entry point from the edge's start, world units
    edge_length: float
    corner: int | None  # index of the vertex that was overshot; None within the edge


@record
class ArcTested:
    """The corner circle that is left to ask: distance = forward - half_chord."""

    vertex: int
    center: VectorField
    radius: float
    forward: float  # of the centre along the ray, from the origin
    beside: float  # of the centre left of the ray's line
    half_chord: float  # of the line in the circle; 0 when it only touches
    distance: float  # along the ray to the circle


@record
class EndTested:
    """The first meeting lies past the segment's end: whether that end touches the shape all the same."""

    distance: float  # along the ray to the meeting
    length: float  # of the segment
    found: PointQuery  # of the segment's end
    touches: bool


@record
class RayCast:
    """The answer, and the last step. Without a hit only `outcome` and `miss` hold anything."""

    outcome: Outcome  # HIT, OVERLAPPED for an origin inside or touching, SEPARATED for a miss
    miss: Miss | None  # why, for a miss
    fraction: float | None  # of the translation; 0 for an origin inside, outside [0, 1] only for longer reaches
    distance: float | None  # along the ray, world units
    point: OptionalVectorField  # on the boundary; for an origin inside, the origin
    normal: OptionalVectorField  # unit, outward at the hit; for an origin inside, the shortest way out
    feature: Feature | None  # the edge or corner that was hit, or that is nearest to an origin inside

    point_xy = OptionalXYField("point")
    normal_xy = OptionalXYField("normal")

    __repr__ = summary


RayCastStep = (
    LineTested | SpanTested | OriginTested | FaceConsidered | OvershootTested | ArcTested | EndTested | RayCast
)
