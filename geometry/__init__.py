"""2-D collision detection whose every algorithm can be stepped.

Conventions, the same everywhere:

- y points up; polygons run counter-clockwise; normals point outward; angles are radians, counter-clockwise.
- A contact normal points from A to B. The Minkowski difference is A - B, that is A + (-B).
- `separation` is signed: positive apart, negative overlapping. Touching (0, up to rounding) is contact.
- The relative velocity of two bodies is v = v_A - v_B: how A moves as seen from B.
- `fraction` is the place along a ray, sweep or segment: 0 at its start, 1 at its end.
- Outcomes are named (`Outcome`); invalid input is a ValueError that says what is wrong, and where.
- Arrays are float64 and read-only: vectors `(2,)`, rows of points `(n, 2)`.

Here are the makers of shapes, the algorithms and their answers. The steps of an algorithm, and what only its steps
speak of, are imported from its own module: `geometry.gjk` is the function, `geometry.minkowski.gjk` its module.
"""

from geometry.batch.box_pairs import BoxPairs, all_box_pairs, grid_pairs, sweep_pairs
from geometry.batch.gjk_distance import Distances, gjk_distances
from geometry.batch.manifold import Manifolds, manifolds
from geometry.batch.separation import Separations, Translations, minimum_translations, overlapping, separations
from geometry.batch.shapes import Shapes
from geometry.batch.tree_pairs import tree_pairs
from geometry.broadphase.aabb_tree import AabbTree, aabb_tree
from geometry.broadphase.all_pairs import AllPairs, all_pairs
from geometry.broadphase.quadtree import Quadtree, quadtree
from geometry.broadphase.quadtree_cell import Keep
from geometry.broadphase.structure import Broadphase, CandidatePairs, Candidates, FirstHit
from geometry.broadphase.sweep_and_prune import SweepAndPrune, sweep_and_prune
from geometry.broadphase.uniform_grid import UniformGrid, uniform_grid
from geometry.concave.contacts import PolygonManifold, PolygonPoint, polygon_manifold
from geometry.concave.convex_decomposition import Decomposition, convex_decomposition
from geometry.concave.ear_clipping import Triangulation, ear_clipping
from geometry.concave.pairs import PairsTested, polygon_pairs
from geometry.concave.point_in_triangle import PointInTriangle, point_in_triangle
from geometry.concave.translation import PolygonTranslation, polygon_separation, polygon_translation
from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold, ManifoldPoint
from geometry.contact.neighbours import Neighbours, NormalCone, neighbours
from geometry.contact.relaxation import resolve_overlaps
from geometry.contact.response import Push, push_apart
from geometry.contact.rounded_parts import RoundedParts, rounded_parts
from geometry.dynamics.body import (
    RigidBody,
    angular_momentum,
    kinetic_energy,
    momentum,
    rigid_body,
    static_body,
)
from geometry.dynamics.mass import MassProperties, mass_properties
from geometry.dynamics.rules import StepRules
from geometry.dynamics.step import StepMemory, Stepped, rigid_step, simulate
from geometry.feature import Feature, FeatureKind, FeatureRef
from geometry.interval import Interval
from geometry.minkowski.cross_check import CrossCheck, cross_check
from geometry.minkowski.difference import Difference, minkowski_difference
from geometry.minkowski.epa import Penetration, epa
from geometry.minkowski.faces import DifferenceFaces, minkowski_faces
from geometry.minkowski.gjk import GjkDistance, gjk
from geometry.minkowski.sum import Sum, minkowski_sum
from geometry.outcome import Miss, Outcome
from geometry.polygon import Polygon
from geometry.primitives.aabb import AabbOverlap, aabb_around, aabb_overlap
from geometry.primitives.box_box import box_box
from geometry.primitives.circle_aabb import circle_aabb
from geometry.primitives.circle_circle import circle_circle
from geometry.primitives.circle_obb import circle_obb
from geometry.primitives.contact import Contact
from geometry.primitives.dispatch import collide
from geometry.query.circle_cast import CircleCast, circle_cast
from geometry.query.containment import contains
from geometry.query.point_query import PointQuery, point_query
from geometry.query.ray_cast import ray_cast
from geometry.query.ray_steps import RayCast
from geometry.ray import Ray, RayKind
from geometry.sat.closest_points import ClosestPoints, closest_points
from geometry.sat.minimum_translation import MinimumTranslation, minimum_translation
from geometry.sat.projection import PointOnLine, project_on_axis, project_on_line, project_on_vector
from geometry.sat.separating_axis import Owner, SeparatingAxis, overlaps, separating_axis, separation
from geometry.sat.support import SupportPoint, support, support_ties
from geometry.sat.winding import Winding, winding
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
from geometry.swept_circle.steps import SweptImpact
from geometry.time_of_impact.angular_bound import AngularBound, angular_bound
from geometry.time_of_impact.bilateral_advancement import bilateral_advancement
from geometry.time_of_impact.conservative_advancement import conservative_advancement
from geometry.time_of_impact.discrete import Tunnelling, tunnelling
from geometry.time_of_impact.gjk_ray_cast import gjk_ray_cast
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.trace import Steppable, Steps, Trace, steppable
from geometry.transform import Pose, Sweep
from geometry.vector import Points, Vector

__all__ = [
    "Aabb",
    "AabbOverlap",
    "AabbTree",
    "AllPairs",
    "AngularBound",
    "BoxPairs",
    "Broadphase",
    "CandidatePairs",
    "Candidates",
    "CircleCast",
    "ClosestPoints",
    "Contact",
    "Convex",
    "CrossCheck",
    "Decomposition",
    "Difference",
    "DifferenceFaces",
    "Distances",
    "Feature",
    "FeatureKind",
    "FeatureRef",
    "FirstHit",
    "GjkDistance",
    "Interval",
    "Keep",
    "Manifold",
    "ManifoldPoint",
    "Manifolds",
    "MassProperties",
    "MinimumTranslation",
    "Miss",
    "Neighbours",
    "NormalCone",
    "Outcome",
    "Owner",
    "PairsTested",
    "Penetration",
    "PointInTriangle",
    "PointOnLine",
    "PointQuery",
    "Points",
    "Polygon",
    "PolygonManifold",
    "PolygonPoint",
    "PolygonTranslation",
    "Pose",
    "Push",
    "Quadtree",
    "Ray",
    "RayCast",
    "RayKind",
    "RigidBody",
    "RoundedParts",
    "SeparatingAxis",
    "Separations",
    "Shapes",
    "StepMemory",
    "StepRules",
    "Steppable",
    "Stepped",
    "Steps",
    "Sum",
    "SupportPoint",
    "Sweep",
    "SweepAndPrune",
    "SweptImpact",
    "TimeOfImpact",
    "Trace",
    "Translations",
    "Triangulation",
    "Tunnelling",
    "UniformGrid",
    "Vector",
    "Winding",
    "aabb_around",
    "aabb_overlap",
    "aabb_tree",
    "all_box_pairs",
    "all_pairs",
    "angular_bound",
    "angular_momentum",
    "bilateral_advancement",
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
    "contains",
    "convex",
    "convex_decomposition",
    "cross_check",
    "ear_clipping",
    "epa",
    "gjk",
    "gjk_distances",
    "gjk_ray_cast",
    "grid_pairs",
    "hull",
    "kinetic_energy",
    "linear_cast",
    "manifold",
    "manifolds",
    "mass_properties",
    "minimum_translation",
    "minimum_translations",
    "minkowski_difference",
    "minkowski_faces",
    "minkowski_sum",
    "momentum",
    "neighbours",
    "overlapping",
    "overlaps",
    "point",
    "point_in_triangle",
    "point_query",
    "polygon_manifold",
    "polygon_pairs",
    "polygon_separation",
    "polygon_translation",
    "project_on_axis",
    "project_on_line",
    "project_on_vector",
    "push_apart",
    "quadtree",
    "ray_cast",
    "rectangle",
    "regular_polygon",
    "resolve_overlaps",
    "rigid_body",
    "rigid_step",
    "rounded",
    "rounded_parts",
    "segment",
    "separating_axis",
    "separation",
    "separations",
    "simulate",
    "static_body",
    "steppable",
    "support",
    "support_ties",
    "sweep_and_prune",
    "sweep_pairs",
    "swept_circle_circle",
    "swept_circle_point",
    "swept_circle_segment",
    "swept_point_segment",
    "tree_pairs",
    "tunnelling",
    "uniform_grid",
    "winding",
]
