"""2-D collision detection whose every algorithm can be stepped.

Conventions, the same everywhere:

- y points up; polygons run counter-clockwise; normals point outward; angles are radians, counter-clockwise.
- A contact normal points from A to B. The Minkowski difference is A - B, that is A + (-B).
- `separation` is signed: positive apart, negative overlapping. Touching (0, up to rounding) is contact.
- `fraction` is the place along a ray, sweep or segment: 0 at its start, 1 at its end.
- Outcomes are named (`Outcome`); invalid input is a ValueError that says what is wrong, and where.
- Arrays are float64 and sealed: vectors `(2,)`, rows of points `(n, 2)`.
"""

from geometry.agreement import Agreement, Method, MethodAnswer, agreement
from geometry.anatomy import Anatomy, anatomy
from geometry.circle_cast import CircleCast, circle_cast
from geometry.closest_points import ClosestPoints, closest_points
from geometry.epa import Face, FaceSplit, FaceTested, Penetration, PolytopeStarted, epa
from geometry.faces_of_the_difference import DifferenceFace, DifferenceFaces, faces_of_the_difference
from geometry.feature import Feature, FeatureKind
from geometry.gjk import GJK_ITERATIONS, GjkDistance, SimplexReduced, SimplexStarted, SupportTaken, Termination, gjk
from geometry.manifold import manifold
from geometry.manifold_by_crossing import manifold_by_crossing
from geometry.manifold_points import Manifold, ManifoldKind, ManifoldPoint
from geometry.minimum_translation import LeastOverlap, MinimumTranslation, minimum_translation, translation_by_centres
from geometry.minkowski import Difference, Sum, SumEdge, SumVertex, minkowski_difference, minkowski_sum
from geometry.miss import Miss
from geometry.outcome import Outcome
from geometry.point_query import PointQuery, point_query
from geometry.primitives import (
    PAIR_ROUTINES,
    AabbOverlap,
    AabbPair,
    BoxFace,
    BoxSpace,
    Contact,
    PairResult,
    Region,
    ShapeKind,
    aabb_around,
    aabb_joined,
    aabb_overlap,
    aabb_pair,
    body_pairs,
    box_box,
    circle_aabb,
    circle_circle,
    circle_obb,
    collide,
    convex_convex,
    pair_functions_needed,
    shape_kind,
)
from geometry.projection import Interval, PointOnLine, project_on_line, project_on_vector, scalar_projection, shadow
from geometry.ray import Ray, Reach
from geometry.ray_cast import extended_outline, ray_cast
from geometry.ray_steps import Facing, Missed, RayCast
from geometry.reference import IncidentEdge, ReferenceEdge
from geometry.response import Push, push_apart
from geometry.resting import PointRule, Resting, rest
from geometry.separating_axis import (
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
from geometry.simplex import Simplex, SimplexRegion, SimplexVertex
from geometry.support import SupportPoint, support, support_ties
from geometry.swept_circle import (
    SegmentFeature,
    SweptImpact,
    swept_circle_circle,
    swept_circle_point,
    swept_circle_segment,
    swept_point_segment,
)
from geometry.time_of_impact import (
    BILATERAL_ITERATIONS,
    CONSERVATIVE_ITERATIONS,
    RAY_CAST_ITERATIONS,
    AngularBound,
    TimeOfImpact,
    Tunnelling,
    angular_bound,
    bilateral_advancement,
    conservative_advancement,
    discrete_steps,
    gjk_ray_cast,
    linear_cast,
    separation_over_time,
    tunnelling,
)
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
    "Agreement",
    "Anatomy",
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
    "Missed",
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
    "Reach",
    "ReferenceEdge",
    "Region",
    "Resting",
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
    "agreement",
    "anatomy",
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
    "discrete_steps",
    "edge_axes",
    "epa",
    "extended_outline",
    "faces_of_the_difference",
    "gjk",
    "gjk_ray_cast",
    "hull",
    "linear_cast",
    "manifold",
    "manifold_by_crossing",
    "minimum_translation",
    "minkowski_difference",
    "minkowski_sum",
    "overlaps",
    "pair_functions_needed",
    "point",
    "point_query",
    "project_on_line",
    "project_on_vector",
    "push_apart",
    "ray_cast",
    "rectangle",
    "regular_polygon",
    "rest",
    "rounded",
    "scalar_projection",
    "segment",
    "separating_axis",
    "separation",
    "separation_over_time",
    "shadow",
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
