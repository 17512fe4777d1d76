"""The values that an example has at its faulty line on a scene, and what they come to: rows below its source."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry.outline import signed_area
from lessons.labs.your_code_arguments import centres
from lessons.labs.your_code_cause import Fault, gap_at, roots, side_by_centres
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import Compared, is_endless, shown
from viz.lesson.text import coords, fixed

MOST_ROWS = 6


class Live(NamedTuple):
    """Rows as a name and its value, and what they come to."""

    rows: tuple[tuple[str, str], ...]
    so: str = ""


Values = Sequence[tuple[int, Mapping[str, Any]]]  # the steps of the call: the next line, and what the names stand for


def live_of(scene: Asked, found: Compared, fault: Fault | None, call: Values) -> Live:
    """Of an example at its faulty line; of any other routine what it holds at the end of its call."""
    if fault is not None:
        make = _LIVE.get(scene.routine)
        return Live(()) if make is None else make(scene, found, [held for at, held in call if at == fault.line])
    return Live(()) if not call else last_values(scene, call[-1][1])


def last_values(scene: Asked, held: Mapping[str, Any]) -> Live:
    """The newest names of a call, without those that it is asked with."""
    asked = {each.name for each in scene.held}
    rows = [(name, _short(value)) for name, value in held.items() if name not in asked]
    return Live(tuple(rows[-MOST_ROWS:]))


def _short(value: Any) -> str:
    if isinstance(value, float):
        return fixed(value)
    return coords(value) if getattr(value, "shape", ()) == (2,) else shown(value)


def _by_centres(scene: Asked, found: Compared, at: Sequence[Mapping[str, Any]]) -> Live:
    of_a, of_b = centres(scene)
    product = side_by_centres(scene, found)
    if math.dist(of_a, of_b) < 1e-9:
        product = 0.0
    n = np.array(at[-1]["n"]) if at else np.array(found.yours) / math.hypot(*found.yours)
    rows = (("(ax, ay)", coords(of_a)), ("(bx, by)", coords(of_b)), ("n", coords(n)), ("product", fixed(product)))
    return Live(rows, f"{fixed(product)} < 0 is false: n keeps its way")


def _one_set(scene: Asked, found: Compared, at: Sequence[Mapping[str, Any]]) -> Live:
    a, b = (np.array(each.value) for each in scene.outlines)
    rows = []
    for i in range(min(len(a), MOST_ROWS)):
        (x, y), (u, v) = a[i - 1], a[i]
        n = np.array((v - y, x - u))
        rows.append((f"i = {i}", "   ".join(f"{name} {_range(p @ n)}" for name, p in (("A", a), ("B", b)))))
    return Live(tuple(rows), "No i finds a gap: touching is none")


def _range(values: Any) -> str:
    return f"{fixed(float(values.min()))} to {fixed(float(values.max()))}"


def _index(scene: Asked, found: Compared, at: Sequence[Mapping[str, Any]]) -> Live:
    d = np.array(scene.of_kind("direction")[0].value)
    dots = [float(np.dot(each, d)) for each in scene.outlines[0].value]
    best = max(dots)
    rows = [(f"dots[{i}]", fixed(dot)) for i, dot in enumerate(dots[:4])]
    rows += [("max(dots)", fixed(best)), (f"dots.index({fixed(best)})", str(dots.index(best)))]
    return Live(tuple(rows), f"{dots.index(best)} is a place in the list, no vertex")


def _vertices(scene: Asked, found: Compared, at: Sequence[Mapping[str, Any]]) -> Live:
    p, q = found.yours
    rows = (("p", coords(p)), ("q", coords(q)), ("math.dist(p, q)", fixed(math.dist(p, q))))
    return Live(rows, f"Inside an edge a point is only {fixed(math.dist(*found.right))} away")


def bad_ear(scene: Asked, found: Compared) -> tuple[Any, Any] | None:
    """The first triangle of the answer with another vertex inside, and that vertex."""
    for corners in found.yours or ():
        ear = np.array(corners, dtype=float)
        turn = math.copysign(1.0, signed_area(ear))
        for vertex in scene.outlines[0].value:
            v = np.array(vertex)
            sides = [
                turn * ((q[0] - p[0]) * (v[1] - p[1]) - (q[1] - p[1]) * (v[0] - p[0]))
                for p, q in zip(ear, np.roll(ear, -1, axis=0), strict=True)
            ]
            if min(sides) > -1e-9 and min(map(float, np.hypot(*(ear - v).T))) > 1e-9:
                return ear, v
    return None


def _ears(scene: Asked, found: Compared, at: Sequence[Mapping[str, Any]]) -> Live:
    bad = bad_ear(scene, found)
    if bad is None:
        return Live(())
    ear, vertex = bad
    rows = [(f"ear[{i}]", coords(corner)) for i, corner in enumerate(ear)]
    rows.append(("area(ear)", fixed(abs(signed_area(ear)))))
    return Live(tuple(rows), f"{coords(vertex)} is inside, but only the area is tested")


def _last_root(scene: Asked, found: Compared, at: Sequence[Mapping[str, Any]]) -> Live:
    every = roots(scene)
    late = next((t for t in every if t > (found.right or 0.0) + 1e-9), None)
    if late is None or found.right is None:
        return Live(())
    rows = (("(-b + sqrt(root)) / a", fixed(late)), ("(-b - sqrt(root)) / a", fixed(found.right)))
    so = f"{fixed(late)} > 1: line 12 drops it, no hit is left" if late > 1.0 else "The earlier root is the contact"
    return Live(rows, so)


def _endless(scene: Asked, found: Compared, at: Sequence[Mapping[str, Any]]) -> Live:
    if not is_endless(found):
        return Live(())
    (_, va), (_, vb) = ((each.name, np.array(each.value)) for each in scene.of_kind("velocity"))
    far, speed = gap_at(scene, 1.0), math.hypot(*(va - vb))
    rows = (
        ("t", "1.00"),
        ("apart", fixed(far)),
        ("t + apart / speed", fixed(1.0 + far / speed)),
        ("min(…, 1.0)", "1.00"),
    )
    return Live(rows, "t > 1.0 is never true: the loop never ends")


_LIVE: Mapping[str, Callable[[Asked, Compared, Sequence[Mapping[str, Any]]], Live]] = {
    "mtv_by_centres": _by_centres,
    "overlap_one_set_of_normals": _one_set,
    "support_index": _index,
    "closest_points_vertices": _vertices,
    "triangulate_no_inside_test": _ears,
    "swept_circle_last_root": _last_root,
    "time_of_impact_endless": _endless,
}
