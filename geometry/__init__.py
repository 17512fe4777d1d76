"""2-D collision detection whose every algorithm can be stepped.

Conventions, the same everywhere:

- y points up; polygons run counter-clockwise; normals point outward; angles are radians, counter-clockwise.
- A contact normal points from A to B. The Minkowski difference is A - B, that is A + (-B).
- `separation` is signed: positive apart, negative overlapping. Touching (0, up to rounding) is contact.
- The relative velocity of two bodies is v = v_A - v_B: how A moves as seen from B.
- `fraction` is the place along a ray, sweep or segment: 0 at its start, 1 at its end.
- Outcomes are named (`Outcome`); invalid input is a ValueError that says what is wrong, and where.
- Arrays are float64 and read-only: vectors `(2,)`, rows of points `(n, 2)`.
"""

from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold, ManifoldKind, ManifoldPoint
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.contact.response import Push, push_apart
from geometry.contact.rounded_parts import RoundedParts, rounded_parts
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.faulty.resting import PointRule, Resting, rest
from geometry.faulty.translation import translation_by_centres
from geometry.feature import Feature, FeatureKind
from geometry.interval import Interval
from geometry.minkowski.cross_check import CrossCheck, Method, MethodAnswer, cross_check
from geometry.minkowski.difference import Difference, minkowski_difference
from geometry.minkowski.epa import Face, FaceSplit, FaceTested, Penetration, PolytopeStarted, epa
from geometry.minkowski.faces import DifferenceFace, DifferenceFaces, minkowski_faces
from geometry.minkowski.gjk import (
    GJK_ITERATIONS,
    GjkDistance,
    SimplexReduced,
    SimplexStarted,
    SupportTaken,
    Termination,
    gjk,
)
from geometry.minkowski.simplex import Simplex, SimplexRegion, SimplexVertex
from geometry.minkowski.sum import Sum, SumEdge, SumVertex, minkowski_sum
from geometry.outcome import Miss, Outcome
from geometry.primitives.aabb import AabbOverlap, AabbPair, aabb_around, aabb_joined, aabb_overlap, aabb_pair
from geometry.primitives.box_box import box_box
from geometry.primitives.circle_aabb import BoxFace, Region, circle_aabb
from geometry.primitives.circle_circle import circle_circle
from geometry.primitives.circle_obb import BoxSpace, circle_obb
from geometry.primitives.contact import Contact, PairResult
from geometry.primitives.convex_convex import convex_convex
from geometry.primitives.dispatch import PAIR_ROUTINES, body_pairs, collide, pair_functions_needed
from geometry.primitives.kinds import ShapeKind, shape_kind
from geometry.query.circle_cast import CircleCast, circle_cast
from geometry.query.point_query import PointQuery, point_query
from geometry.query.ray_cast import extended_outline, ray_cast
from geometry.query.ray_steps import Facing, RayCast
from geometry.ray import Ray, RayKind
from geometry.sat.closest_points import ClosestPoints, closest_points
from geometry.sat.minimum_translation import LeastOverlap, MinimumTranslation, minimum_translation
from geometry.sat.projection import (
    PointOnLine,
    project_on_axis,
    project_on_line,
    project_on_vector,
    scalar_projection,
)
from geometry.sat.separating_axis import (
    Axis,
    AxisSkipped,
    AxisTested,
    Decided,
    Owner,
    SeparatingAxis,
    edge_axes,
    overlaps,
    separating_axis,
    separation,
)
from geometry.sat.support import SupportPoint, support, support_ties
from geometry.shape import (
    Aabb,
    Convex,
    boundary,
    box,
    capsule,
    circle,
    convex,
    hull,
    point,
    rectangle,
    regular_polygon,
    rounded,
    segment,
)
from geometry.swept_circle.circle_point import swept_circle_circle, swept_circle_point
from geometry.swept_circle.circle_segment import swept_circle_segment
from geometry.swept_circle.point_segment import swept_point_segment
from geometry.swept_circle.steps import SegmentFeature, SweptImpact
from geometry.time_of_impact.angular_bound import AngularBound, angular_bound
from geometry.time_of_impact.bilateral_advancement import BILATERAL_ITERATIONS, bilateral_advancement
from geometry.time_of_impact.conservative_advancement import CONSERVATIVE_ITERATIONS, conservative_advancement
from geometry.time_of_impact.discrete import Tunnelling, discrete_steps, tunnelling
from geometry.time_of_impact.gjk_ray_cast import RAY_CAST_ITERATIONS, gjk_ray_cast
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.trace import SourceLine, Steppable, Steps, Trace, steppable
from geometry.transform import Pose, Sweep
from geometry.vector import Points, Vector

__all__ = [
    "BILATERAL_ITERATIONS",
    "CONSERVATIVE_ITERATIONS",
    "GJK_ITERATIONS",
    "PAIR_ROUTINES",
    "RAY_CAST_ITERATIONS",
    "Aabb",
    "AabbOverlap",
    "AabbPair",
    "AngularBound",
    "Axis",
    "AxisSkipped",
    "AxisTested",
    "BoxFace",
    "BoxSpace",
    "CircleCast",
    "ClosestPoints",
    "Contact",
    "Convex",
    "CrossCheck",
    "Decided",
    "Difference",
    "DifferenceFace",
    "DifferenceFaces",
    "Face",
    "FaceSplit",
    "FaceTested",
    "Facing",
    "Feature",
    "FeatureKind",
    "GjkDistance",
    "IncidentEdge",
    "Interval",
    "LeastOverlap",
    "Manifold",
    "ManifoldKind",
    "ManifoldPoint",
    "Method",
    "MethodAnswer",
    "MinimumTranslation",
    "Miss",
    "Outcome",
    "Owner",
    "PairResult",
    "Penetration",
    "PointOnLine",
    "PointQuery",
    "PointRule",
    "Points",
    "PolytopeStarted",
    "Pose",
    "Push",
    "Ray",
    "RayCast",
    "RayKind",
    "ReferenceEdge",
    "Region",
    "Resting",
    "RoundedParts",
    "SegmentFeature",
    "SeparatingAxis",
    "ShapeKind",
    "Simplex",
    "SimplexReduced",
    "SimplexRegion",
    "SimplexStarted",
    "SimplexVertex",
    "SourceLine",
    "Steppable",
    "Steps",
    "Sum",
    "SumEdge",
    "SumVertex",
    "SupportPoint",
    "SupportTaken",
    "Sweep",
    "SweptImpact",
    "Termination",
    "TimeOfImpact",
    "Trace",
    "Tunnelling",
    "Vector",
    "aabb_around",
    "aabb_joined",
    "aabb_overlap",
    "aabb_pair",
    "angular_bound",
    "bilateral_advancement",
    "body_pairs",
    "boundary",
    "box",
    "box_box",
    "capsule",
    "circle",
    "circle_aabb",
    "circle_cast",
    "circle_circle",
    "circle_obb",
    "closest_points",
    "collide",
    "conservative_advancement",
    "convex",
    "convex_convex",
    "cross_check",
    "discrete_steps",
    "edge_axes",
    "epa",
    "extended_outline",
    "gjk",
    "gjk_ray_cast",
    "hull",
    "linear_cast",
    "manifold",
    "manifold_by_crossing",
    "minimum_translation",
    "minkowski_difference",
    "minkowski_faces",
    "minkowski_sum",
    "overlaps",
    "pair_functions_needed",
    "point",
    "point_query",
    "project_on_axis",
    "project_on_line",
    "project_on_vector",
    "push_apart",
    "ray_cast",
    "rectangle",
    "regular_polygon",
    "rest",
    "rounded",
    "rounded_parts",
    "scalar_projection",
    "segment",
    "separating_axis",
    "separation",
    "separation_over_time",
    "shape_kind",
    "steppable",
    "support",
    "support_ties",
    "swept_circle_circle",
    "swept_circle_point",
    "swept_circle_segment",
    "swept_point_segment",
    "translation_by_centres",
    "tunnelling",
]
