"""What is right, as a formula, and each formula held by another routine than the one that gave the right answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from geometry.minkowski.gjk import gjk
from geometry.outline import signed_area
from geometry.shape import Convex, convex
from lessons.labs.your_code_reading import CASTS
from lessons.labs.your_code_scene import Asked, movers
from lessons.labs.your_code_steps import Compared
from viz.lesson.page import Claim

D, V, P = (rf"\examined{{\boldsymbol {letter}}}" for letter in "dvp")
MOVED = r"\mathrm{dist}(\examined{\boldsymbol c}+\answer{t}\,"
FORMULAS: Mapping[str, str] = {
    "overlap": r"\answer{\mathrm{overlap}}\iff s(\A{A},\B{B})\le 0",
    "mtv": r"s(\A{A},\,\B{B}+\answer{\boldsymbol d})=0,\quad \lVert\answer{\boldsymbol d}\rVert=-s(\A{A},\B{B})",
    "distance": r"\answer{d}=\max(0,\ s(\A{A},\B{B}))",
    "closest_points": r"\lVert\answer{\boldsymbol q}-\answer{\boldsymbol p}\rVert=s(\A{A},\B{B})",
    "support": rf"\answer{{\boldsymbol v}}\cdot{D}=\max_i\A{{\boldsymbol v_i}}\cdot{D}",
    "minkowski_difference": r"h_{A-B}(\boldsymbol d)=h_{\A{A}}(\boldsymbol d)+h_{\B{B}}(-\boldsymbol d)",
    "manifold": r"s(\A{A},\,\B{B}+\answer{s_0\hat n})=0,\quad \answer{s_0}=-s(\A{A},\B{B})",
    "ray_cast": r"\mathrm{dist}(\examined{\boldsymbol o}+\answer{t}\,\examined{\boldsymbol d},\ \A{A})=0",
    "circle_cast": rf"{MOVED}{D},\ \A{{A}})=\examined{{r}}",
    "swept_circle": rf"{MOVED}{V},\ \A{{pq}})=\examined{{r}}",
    "time_of_impact": rf"s(\A{{A}}+\answer{{t}}\,{V}_A,\ \B{{B}}+\answer{{t}}\,{V}_B)=0",
    "time_of_impact_turning": r"s(\A{A}(\answer{t}),\ \B{B}(\answer{t}))=0",
    "triangulate": r"\textstyle\sum_k \mathrm{area}(\answer{T_k})=\mathrm{area}(\A{A})",
    "point_in_polygon": rf"\answer{{\mathrm{{inside}}}}\iff \text{{turns of }}\A{{A}}\text{{ around }}{P}\ne 0",
}


def formula_of(scene: Asked, right: Any) -> str:
    """The property, where the scene has an answer that it speaks of: no miss, no start in contact."""
    if right is None or (scene.question in CASTS and right == 0.0):
        return ""
    return FORMULAS.get(scene.problem) or FORMULAS[scene.question]


Sides = Callable[[Asked, Any], tuple[Sequence[float], Sequence[float]]]  # left and right, term by term


def claims_of(scene: Asked, compared: Compared) -> tuple[Claim, ...]:
    """That the white answer is right; that the pink one is called wrong only if the judge of the search says so."""
    sides = cache(lambda: _SIDES[scene.question](scene, compared.right))  # dear: only where somebody asks
    size = float(np.abs(scene.places).max())
    return (Claim("property", lambda: sides()[0], lambda: sides()[1], tolerance=1e-6 * max(size, 1.0)),)


def shape_of(held: Any) -> Convex:
    return convex(np.array(held.value))


def gap(a: Convex, b: Convex) -> float:
    """Distance by GJK, which knows nothing of separating axes; 0 for contact."""
    return gjk(a, b).distance


def _overlap(scene: Asked, right: Any) -> tuple[Any, Any]:
    far = gap(*scene.shapes)
    return ([float(not right)], [float(far > 0.0)]) if far > 1e-6 else ([], [])


def _mtv(scene: Asked, right: Any) -> tuple[Any, Any]:
    """Moved by it B just touches; moved by nearly as much in any of many directions it does not come free."""
    a, b = scene.shapes
    if right is None:
        return [], []
    d = np.array(right)
    size = float(math.hypot(*d))
    ways = [0.999 * size * np.array((math.cos(t), math.sin(t))) for t in np.linspace(0.0, math.tau, 24)]
    freed = max((gap(a, b.moved(way)) for way in ways), default=0.0) if size > 1e-6 else 0.0
    return [gap(a, b.moved(d)), freed], [0.0, 0.0]


def _distance(scene: Asked, right: Any) -> tuple[Any, Any]:
    return [max(right, 0.0)], [gap(*scene.shapes)]


def _closest(scene: Asked, right: Any) -> tuple[Any, Any]:
    return ([], []) if right is None else ([math.dist(*right)], [gap(*scene.shapes)])


def _support(scene: Asked, right: Any) -> tuple[Any, Any]:
    d = np.array(scene.of_kind("direction")[0].value)
    return [float(np.dot(right, d))], [max(x * d[0] + y * d[1] for x, y in scene.outlines[0].value)]


def _difference(scene: Asked, right: Any) -> tuple[Any, Any]:
    a, b = (np.array(each.value) for each in scene.outlines)
    ways = [np.array((math.cos(t), math.sin(t))) for t in np.linspace(0.0, math.tau, 12)]
    return [(np.array(right) @ d).max() for d in ways], [(a @ d).max() + (b @ -d).max() for d in ways]


def _manifold(scene: Asked, right: Any) -> tuple[Any, Any]:
    normal, depth, points = right
    a, b = scene.shapes
    return ([gap(a, b.moved(depth * np.array(normal)))], [0.0]) if points else ([], [])


def _cast(scene: Asked, right: Any) -> tuple[Any, Any]:
    """The gap at the answered time, by GJK; halfway to it there is still one."""
    if right is None or right == 0.0:
        return [], []
    radius = next((each.value for each in scene.of_kind("radius")), 0.0)
    now, before = (_gap_at(scene, t) for t in (right, 0.5 * right))
    return [now, float(before > 0.9 * radius)], [radius, 1.0]


def _gap_at(scene: Asked, t: float) -> float:
    moved = [(convex if len(each.points) > 2 else Convex)(each.at(t)) for each in movers(scene)]
    if len(moved) == 2:
        return gap(*moved)
    wall = [each.value for each in scene.of_kind("point") if each.name in ("start", "end")]
    return gap(moved[0], Convex(np.array(wall)) if wall else shape_of(scene.outlines[0]))


def _areas(scene: Asked, right: Any) -> tuple[Any, Any]:
    return [sum(abs(signed_area(np.array(each))) for each in right)], [
        abs(signed_area(np.array(scene.outlines[0].value)))
    ]


def _turns(scene: Asked, right: Any) -> tuple[Any, Any]:
    """Once around a point inside, by the angles under which it sees the edges; on the boundary either is right."""
    ring = np.array(scene.outlines[0].value) - scene.of_kind("point")[0].value
    after = np.roll(ring, -1, axis=0)
    angles = np.arctan2(ring[:, 0] * after[:, 1] - ring[:, 1] * after[:, 0], (ring * after).sum(axis=1))
    if np.abs(np.abs(angles) - math.pi).min() < 1e-6 or np.hypot(*ring.T).min() < 1e-9:
        return [], []
    return [float(right)], [float(abs(angles.sum()) > math.pi)]


_SIDES: Mapping[str, Sides] = {
    "manifold": _manifold,
    "ray_cast": _cast,
    "circle_cast": _cast,
    "swept_circle": _cast,
    "time_of_impact": _cast,
    "triangulate": _areas,
    "point_in_polygon": _turns,
    "overlap": _overlap,
    "mtv": _mtv,
    "distance": _distance,
    "closest_points": _closest,
    "support": _support,
    "minkowski_difference": _difference,
}
