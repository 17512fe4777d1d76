"""Pairs by hand: a routine for each pair of simple shapes, and the table that picks one.

A file a routine, named for the pair. All answer with one contact, the nearest or the deepest, and touching counts as
contact in every one of them.
"""

from geometry.primitives.aabb import AabbOverlap, AabbPair, aabb_around, aabb_joined, aabb_overlap, aabb_pair
from geometry.primitives.box_box import box_box
from geometry.primitives.circle_aabb import BoxFace, Region, circle_aabb
from geometry.primitives.circle_circle import circle_circle
from geometry.primitives.circle_obb import BoxSpace, circle_obb
from geometry.primitives.contact import Contact, PairResult
from geometry.primitives.convex_convex import convex_convex
from geometry.primitives.dispatch import PAIR_ROUTINES, body_pairs, collide, pair_functions_needed
from geometry.primitives.kinds import ShapeKind, shape_kind

__all__ = [
    "PAIR_ROUTINES",
    "AabbOverlap",
    "AabbPair",
    "BoxFace",
    "BoxSpace",
    "Contact",
    "PairResult",
    "Region",
    "ShapeKind",
    "aabb_around",
    "aabb_joined",
    "aabb_overlap",
    "aabb_pair",
    "body_pairs",
    "box_box",
    "circle_aabb",
    "circle_circle",
    "circle_obb",
    "collide",
    "convex_convex",
    "pair_functions_needed",
    "shape_kind",
]
