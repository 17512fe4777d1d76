"""The lessons, in teaching order. Each is a module of its own; this table is all that joins them."""

from lessons.axis_by_axis import AxisByAxis
from lessons.box_box import BoxBox
from lessons.circle_aabb import CircleAabb
from lessons.circle_cast import CircleCastLesson
from lessons.circle_circle import CircleCircle
from lessons.circle_obb import CircleObb
from lessons.circles_and_sat import CirclesAndSat
from lessons.collision_response import CollisionResponse
from lessons.dispatch import Dispatch
from lessons.epa import EpaLesson
from lessons.gjk import GjkLesson
from lessons.minimum_translation import MinimumTranslationLesson
from lessons.point_on_line import PointOnLineLesson
from lessons.point_query import PointQueryLesson
from lessons.polygon_shadow import PolygonShadow
from lessons.ray_cast import RayCastLesson
from lessons.ray_segment import RaySegment
from lessons.separating_line import SeparatingLine
from lessons.support_point import SupportPointLesson
from lessons.swept_circle_point import SweptCirclePoint
from lessons.swept_circle_segment import SweptCircleSegment
from lessons.swept_circles import SweptCircles
from lessons.two_polygons import TwoPolygons
from lessons.two_shadows import TwoShadows
from lessons.vector_projection import VectorProjection
from lessons.why_it_works import WhyItWorks
from viz.lesson import Chapter

CURRICULUM: tuple[Chapter, ...] = (
    Chapter(
        1,
        "Shadows",
        (
            TwoPolygons(),
            PointOnLineLesson(),
            VectorProjection(),
            SupportPointLesson(),
            PolygonShadow(),
            TwoShadows(),
        ),
    ),
    Chapter(
        2,
        "Separating axes",
        (
            SeparatingLine(),
            AxisByAxis(),
            CirclesAndSat(),
            MinimumTranslationLesson(),
            CollisionResponse(),
            WhyItWorks(),
        ),
    ),
    Chapter(3, "Pairs by hand", (CircleCircle(), CircleAabb(), CircleObb(), BoxBox(), Dispatch())),
    Chapter(4, "Minkowski", (GjkLesson(), EpaLesson())),
    Chapter(6, "Queries", (PointQueryLesson(), RayCastLesson(), CircleCastLesson())),
    Chapter(7, "Moving things", (SweptCirclePoint(), SweptCircles(), SweptCircleSegment(), RaySegment())),
)
