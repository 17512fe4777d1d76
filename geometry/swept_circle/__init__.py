"""Moving circles and points, solved exactly: against a point, a circle, a segment.

All of them work in relative motion: only how A moves as seen from B matters, so B is held still. A motion is the
displacement over the whole interval, and a fraction of 1 is its end.
"""

from geometry.swept_circle.circle_point import swept_circle_circle, swept_circle_point
from geometry.swept_circle.circle_segment import swept_circle_segment
from geometry.swept_circle.point_segment import swept_point_segment
from geometry.swept_circle.steps import SegmentFeature, SweptImpact

__all__ = [
    "SegmentFeature",
    "SweptImpact",
    "swept_circle_circle",
    "swept_circle_point",
    "swept_circle_segment",
    "swept_point_segment",
]
