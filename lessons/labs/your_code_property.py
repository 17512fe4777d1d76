"""What is right, as a formula, and each formula held by another routine than the one that gave the right answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from geometry.minkowski.gjk import gjk
from geometry.shape import Convex, convex
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import Compared
from viz.lesson.page import Claim

FORMULAS: Mapping[str, str] = {
    "overlap": r"\answer{\mathrm{overlap}}\iff s(\A{A},\B{B})\le 0",
    "mtv": r"s(\A{A},\,\B{B}+\answer{\boldsymbol d})=0,\quad \lVert\answer{\boldsymbol d}\rVert=-s(\A{A},\B{B})",
    "distance": r"\answer{d}=\max(0,\ s(\A{A},\B{B}))",
    "closest_points": r"\lVert\answer{\boldsymbol q}-\answer{\boldsymbol p}\rVert=s(\A{A},\B{B})",
    "support": r"\answer{\boldsymbol v}\cdot\examined{\boldsymbol d}=\max_i\ \A{\boldsymbol v_i}\cdot\examined{\boldsymbol d}",
    "minkowski_difference": r"h_{A-B}(\boldsymbol d)=h_{\A{A}}(\boldsymbol d)+h_{\B{B}}(-\boldsymbol d)",
    "manifold": r"",
    "ray_cast": r"",
    "circle_cast": r"",
    "swept_circle": r"",
    "time_of_impact": r"",
    "triangulate": r"\textstyle\sum_k \answer{A_k}=\A{A}",
    "point_in_polygon": r"",
}

Sides = Callable[[Asked, Any], tuple[Sequence[float], Sequence[float]]]  # left and right, term by term


def claims_of(scene: Asked, compared: Compared) -> tuple[Claim, ...]:
    """That the white answer is right; that the pink one is called wrong only if the judge of the search says so."""
    sides = cache(lambda: _SIDES[scene.problem](scene, compared.right))  # dear: only where somebody asks
    size = max((abs(x) for each in scene.outlines for point in each.value for x in point), default=1.0)
    return (Claim("property", lambda: sides()[0], lambda: sides()[1], tolerance=1e-6 * max(size, 1.0)),)


def shape_of(held: Any) -> Convex:
    return convex(np.array(held.value))


def gap(a: Convex, b: Convex) -> float:
    """Distance by GJK, which knows nothing of separating axes; 0 for contact."""
    return gjk(a, b).distance


def _overlap(scene: Asked, right: Any) -> tuple[Any, Any]:
    far = gap(*map(shape_of, scene.outlines))
    return ([float(not right)], [float(far > 0.0)]) if far > 1e-6 else ([], [])


def _mtv(scene: Asked, right: Any) -> tuple[Any, Any]:
    """Moved by it B just touches; moved by nearly as much in any of many directions it does not come free."""
    a, b = map(shape_of, scene.outlines)
    if right is None:
        return [], []
    d = np.array(right)
    size = float(math.hypot(*d))
    ways = [0.999 * size * np.array((math.cos(t), math.sin(t))) for t in np.linspace(0.0, math.tau, 24)]
    freed = max((gap(a, b.moved(way)) for way in ways), default=0.0) if size > 1e-6 else 0.0
    return [gap(a, b.moved(d)), freed], [0.0, 0.0]


def _distance(scene: Asked, right: Any) -> tuple[Any, Any]:
    return [max(right, 0.0)], [gap(*map(shape_of, scene.outlines))]


def _closest(scene: Asked, right: Any) -> tuple[Any, Any]:
    return ([], []) if right is None else ([math.dist(*right)], [gap(*map(shape_of, scene.outlines))])


def _support(scene: Asked, right: Any) -> tuple[Any, Any]:
    d = np.array(scene.of_kind("direction")[0].value)
    return [float(np.dot(right, d))], [max(x * d[0] + y * d[1] for x, y in scene.outlines[0].value)]


def _difference(scene: Asked, right: Any) -> tuple[Any, Any]:
    a, b = (np.array(each.value) for each in scene.outlines)
    ways = [np.array((math.cos(t), math.sin(t))) for t in np.linspace(0.0, math.tau, 12)]
    return [(np.array(right) @ d).max() for d in ways], [(a @ d).max() + (b @ -d).max() for d in ways]


_SIDES: Mapping[str, Sides] = {
    "overlap": _overlap,
    "mtv": _mtv,
    "distance": _distance,
    "closest_points": _closest,
    "support": _support,
    "minkowski_difference": _difference,
}
