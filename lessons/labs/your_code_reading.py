"""Answers as the project speaks, whatever convention a routine has: y up, from A to B, A - B, times as parts of the
motion. So yours and the right one can stand in one figure, and be subtracted."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from geometry.counterexample.pairs import facing, flipped, translation_of
from geometry.counterexample.reading import number, point, points, row, truth
from geometry.counterexample.statement import Conventions
from geometry.outline import signed_area
from lessons.labs.your_code_check import EXAMPLES
from lessons.labs.your_code_scene import Asked
from viz.lesson.text import coords, counted, fixed

CASTS = ("ray_cast", "circle_cast", "swept_circle", "time_of_impact")
NOTHING = ("mtv", "manifold", *CASTS)  # whose answer may be None
SEVERAL = ("support", "closest_points")  # whose right answer need not be the only one
Read = Callable[[Asked, Any, Conventions], Any]
_EXAMPLES = frozenset(each.stem for each in EXAMPLES)


def owner(scene: Asked) -> str:
    """Whose the wrong answer is: an example's, or the learner's."""
    return "example" if scene.routine in _EXAMPLES else "yours"


def doer(scene: Asked) -> str:
    """Who answers, as a sentence begins."""
    return "The example" if scene.routine in _EXAMPLES else "Your routine"


def read(scene: Asked, value: Any, spoken: Conventions) -> Any:
    """The answer in the project's convention. Raises ValueError for one that cannot be read."""
    return _READ[scene.question](scene, value, spoken)


def read_or_none(scene: Asked, value: Any, spoken: Conventions) -> Any:
    """The same, None for one that cannot be read."""
    try:
        return read(scene, value, spoken)
    except (ValueError, TypeError, KeyError, IndexError):
        return None


def right_of(scene: Asked) -> Any:
    """The right answer, as the project speaks."""
    return read(scene, scene.asks.right(scene.given, Conventions()), Conventions())


def apart(scene: Asked, yours: Any, right: Any) -> float | None:
    """How far two answers differ: the length of what is between them; None where that is no length."""
    if isinstance(yours, bool) or yours is None or right is None:
        return None
    if scene.question in ("minkowski_difference", "manifold", "triangulate"):
        return None
    return (
        float(np.abs(np.linalg.norm(np.subtract(yours, right), axis=-1)).max())
        if np.ndim(yours)
        else abs(yours - right)
    )


def told(scene: Asked, value: Any) -> str:
    """An answer as a cell of a table has it."""
    return _TOLD.get(scene.question, _told)(value)


def area_of(triangles: Any) -> float:
    """Of all triangles together, wherever they lie."""
    return float(sum(abs(signed_area(np.array(each))) for each in triangles))


def covers_twice(outline: Sequence[Any], triangles: Any) -> bool:
    """Whether what lies outside is all that the areas have too much, twice."""
    total, part = (
        sum(abs(signed_area(np.array(t))) for t in some) for some in (triangles, outside(outline, triangles))
    )
    return part > 0.0 and abs(total - abs(signed_area(np.array(outline))) - 2.0 * part) < 5e-3


def outside(outline: Sequence[Any], triangles: Any) -> list[Any]:
    """The triangles that are turned against the outline: they lie outside, in a notch of it."""
    turn = math.copysign(1.0, signed_area(np.array(outline)))
    return [each for each in triangles if _turn(outline, each) * turn < 0.0]


def _turn(outline: Sequence[Any], corners: Any) -> float:
    """The area of three vertices in the order in which the outline has them; negative clockwise."""
    places = sorted(min(range(len(outline)), key=lambda i: math.dist(outline[i], each)) for each in corners)
    return float(signed_area(np.array([outline[i] for i in places])))


def vertices(count: int) -> str:
    return f"{count} {'vertex' if count == 1 else 'vertices'}"


def decimals_told(count: int) -> str:
    return "many decimals" if count > 6 else counted(count, "decimal") if count else "whole numbers"


def _told(value: Any) -> str:
    match value:
        case None:
            return "none"
        case float():
            return fixed(value)
        case _ if np.shape(value) == (2,):
            return coords(value)
    return " and ".join(coords(each) for each in value)


def _translation(scene: Asked, value: Any, spoken: Conventions) -> Any:
    return None if value is None else translation_of(value, spoken, needs_sign=False)[0]


def _pair(scene: Asked, value: Any, spoken: Conventions) -> Any:
    if value is None:
        return None
    first, second = (flipped(point(each), spoken) for each in row(value, 2))
    return (second, first) if spoken.normal_b_to_a else (first, second)


def _vertex(scene: Asked, value: Any, spoken: Conventions) -> Any:
    return flipped(point(value), spoken)


def _ring(scene: Asked, value: Any, spoken: Conventions) -> Any:
    return [facing(flipped(each, spoken), spoken) for each in points(value)]


def _time(scene: Asked, value: Any, spoken: Conventions) -> float | None:
    """A part of the motion."""
    first = value[0] if isinstance(value, list | tuple) and value else value
    if first is None or first is False:
        return None
    t = number(first)
    if not spoken.in_lengths:
        return t
    return t / math.hypot(*scene.of_kind("direction", "velocity")[0].value)


def _number(scene: Asked, value: Any, spoken: Conventions) -> float:
    return number(value)


def _truth(scene: Asked, value: Any, spoken: Conventions) -> bool:
    return truth(value)


def _contacts(scene: Asked, value: Any, spoken: Conventions) -> Any:
    """Normal, depth and points."""
    if value is None:
        return (1.0, 0.0), 0.0, []
    normal, depth, held = (
        (value["normal"], value["depth"], value["points"]) if isinstance(value, dict) else row(value, 3)
    )
    return (
        facing(flipped(point(normal), spoken), spoken),
        abs(number(depth)),
        [flipped(p, spoken) for p in points(held)],
    )


def _triangles(scene: Asked, value: Any, spoken: Conventions) -> Any:
    """Of corners: where they are numbers, those of vertices."""
    outline = scene.outlines[0].value
    return [
        [outline[each] if isinstance(each, int) else point(each) for each in row(corners, 3)]
        for corners in row(value)
    ]


_READ: Mapping[str, Read] = {
    "overlap": _truth,
    "mtv": _translation,
    "distance": _number,
    "closest_points": _pair,
    "support": _vertex,
    "minkowski_difference": _ring,
    "manifold": _contacts,
    "ray_cast": _time,
    "circle_cast": _time,
    "swept_circle": _time,
    "time_of_impact": _time,
    "triangulate": _triangles,
    "point_in_polygon": _truth,
}
_TOLD: Mapping[str, Callable[[Any], str]] = {
    **dict.fromkeys(CASTS, lambda value: "no hit" if value is None else f"t = {fixed(value)}"),
    "overlap": lambda value: "overlap" if value else "no overlap",
    "point_in_polygon": lambda value: "inside" if value else "outside",
    "mtv": lambda value: "no move" if value is None else coords(value),
    "minkowski_difference": lambda value: vertices(len(value)),
    "triangulate": lambda value: f"{counted(len(value), 'triangle')}, area {fixed(area_of(value))}",
    "manifold": lambda value: counted(len(value[2]), "point") + (f", {fixed(value[1])} deep" if value[2] else ""),
}
