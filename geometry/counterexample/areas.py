"""Judges of the routines about one outline that may be concave: triangulation, and a point inside or outside.

Of a point the signs are exact (`geometry.exact`); of a triangulation they are those that rounding cannot turn.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

from geometry.concave.ear_clipping import ear_clipping
from geometry.counterexample import scenes
from geometry.counterexample.reading import Unreadable, point, reads, row, truth
from geometry.counterexample.rings import clearance, letter, ring, to_boundary
from geometry.counterexample.statement import Arguments, Conventions, Parameter, Problem, area_of, settings_of
from geometry.counterexample.truth import BAND, extent_of, require_outline, require_place
from geometry.counterexample.vertices import far_out
from geometry.counterexample.words import apart, place, told
from geometry.exact import Lattice
from geometry.polygon import Polygon
from geometry.tolerance import EPSILON
from geometry.vector import XY, points

Maker = Callable[[random.Random], Arguments]
NEAREST = 1e-3  # of the extent: outlines whose vertices come nearer to other edges are not asked


def accepts_outline(arguments: Arguments) -> None:
    """Raises ValueError unless the outline is simple, and keeps clear of itself."""
    (outline,) = arguments
    require_outline(outline, "the outline")
    Polygon(outline)
    if len(outline) > 3 and clearance(outline) <= NEAREST * extent_of(outline):
        raise ValueError("a vertex lies too near to an edge of the outline")


def close_of(outline: list[XY]) -> float:
    """What rounding can do to a coordinate of the outline, and 1e-9 of its size."""
    return BAND * extent_of(outline) + 16.0 * EPSILON * max(abs(value) for each in outline for value in each)


@reads("a list of triangles, each of three vertices (x, y) or of three indices")
def judge_triangulate(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    (outline,) = arguments
    close = close_of(outline)
    triangles = [_corners(each, outline, close) for each in row(answer)]
    for corners in triangles:
        if isinstance(corners, str):
            return corners
    found: list[tuple[int, int, int]] = [each for each in triangles if not isinstance(each, str)]
    turn, count = _turns(outline, close), len(outline)
    flat = sum(not turn((i - 1) % count, i, (i + 1) % count) for i in range(count))
    if not count - 2 - flat <= len(found) <= count - 2:
        return f"Returned {_counted(len(found))}; {count} vertices make {count - 2}."
    total, area = sum(abs(_area(outline, each)) for each in found), abs(area_of(outline))
    for corners in found:
        wrong = _sticks_out(outline, turn, corners)
        if wrong is not None:
            return (
                f"Triangle {corners} {wrong}. The triangles have an area of {told(total)}, the outline {told(area)}."
            )
    for first, second in combinations(found, 2):
        if _overlap(turn, first, second):
            return f"Triangles {first} and {second} overlap."
    if abs(total - area) > 1e-6 * area + 8.0 * close * extent_of(outline):
        mine, due = apart(total, area)
        return f"The triangles have an area of {mine}, the outline {due}."
    return None


def _counted(count: int) -> str:
    return f"{count} triangle{'' if count == 1 else 's'}"


def _corners(value: Any, outline: list[XY], close: float) -> tuple[int, int, int] | str:
    """The numbers of a triangle's vertices, or what is wrong with it."""
    found = []
    for item in row(value, 3):
        if isinstance(item, int) and not isinstance(item, bool):
            if not 0 <= item < len(outline):
                return f"Index {item} is no vertex of the outline, which has {len(outline)}."
            found.append(item)
            continue
        corner = point(item)
        nearest = min(range(len(outline)), key=lambda i, c=corner: math.dist(outline[i], c))  # type: ignore[misc]
        if math.dist(outline[nearest], corner) > close:
            return f"{place(corner)} is no vertex of the outline."
        found.append(nearest)
    first, second, third = found
    return first, second, third


def _area(outline: list[XY], corners: tuple[int, int, int]) -> float:
    return area_of([outline[i] for i in corners])


Turn = Callable[[int, int, int], int]  # of three vertices by number: 1 left, −1 right, 0 where rounding hides it


def _turns(outline: list[XY], close: float) -> Turn:
    nothing = 4.0 * close * extent_of(outline)

    def turn(i: int, j: int, k: int) -> int:
        (ax, ay), (bx, by), (cx, cy) = outline[i], outline[j], outline[k]
        twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        return 0 if -nothing <= twice <= nothing else (1 if twice > 0.0 else -1)

    return turn


def _sticks_out(outline: list[XY], turn: Turn, corners: tuple[int, int, int]) -> str | None:
    """Whether a triangle leaves the outline: an edge of one crosses an edge of the other, or a vertex lies inside it,
    or it lies outside as a whole. One without area covers nothing."""
    i, j, k = corners
    side = turn(i, j, k)
    if side == 0:
        return None if len({i, j, k}) == 3 else "has the same vertex twice"
    if side < 0:
        i, j, k = i, k, j
    count = len(outline)
    for v in range(count):
        if v not in corners and min(turn(i, j, v), turn(j, k, v), turn(k, i, v)) > 0:
            return f"has vertex {v} inside"
    for p, q in ((i, j), (j, k), (k, i)):
        for u in range(count):
            w = (u + 1) % count
            if {u, w} & {p, q}:
                continue
            if turn(p, q, u) * turn(p, q, w) < 0 and turn(u, w, p) * turn(u, w, q) < 0:
                return f"crosses edge {u} of the outline"
    middle = (sum(outline[v][0] for v in corners) / 3.0, sum(outline[v][1] for v in corners) / 3.0)
    return None if contains(outline, middle) else "lies outside the outline"


def _overlap(turn: Turn, first: tuple[int, int, int], second: tuple[int, int, int]) -> bool:
    """Whether two triangles of vertices share an area: no edge of either has the other on its outer side."""
    for (i, j, k), others in ((first, second), (second, first)):
        side = turn(i, j, k)
        if side == 0:
            return False
        for p, q in ((i, j), (j, k), (k, i)):
            if all(side * turn(p, q, other) <= 0 for other in others):
                return False
    return True


def right_triangulate(arguments: Arguments, conventions: Conventions) -> list[tuple[XY, XY, XY]]:
    (outline,) = arguments
    found = ear_clipping(Polygon(outline)).triangles
    return [(outline[i], outline[j], outline[k]) for i, j, k in found]


def contains(outline: list[XY], p: XY) -> bool:
    """Whether a point lies inside, by its winding number: how often the outline runs round it (Sunday 2001)."""
    return winding_number(outline, p) != 0


def winding_number(outline: list[XY], p: XY) -> int:
    """How often the outline runs round a point, counter-clockwise; every sign is exact."""
    count = len(outline)
    exact = Lattice(points([*outline, p]))
    around = 0
    for i in range(count):
        j = (i + 1) % count
        if outline[i][1] <= p[1]:
            around += outline[j][1] > p[1] and exact.turn(i, j, count) > 0
        else:
            around -= outline[j][1] <= p[1] and exact.turn(i, j, count) < 0
    return int(around)


def accepts_point(arguments: Arguments) -> None:
    """Raises ValueError unless there is a point and a simple outline."""
    spot, outline = arguments
    require_place(spot, "the point")
    accepts_outline((outline,))


@reads("True or False")
def judge_point(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
    spot, outline = arguments
    said, beside = truth(answer), to_boundary(spot, outline)
    if beside <= close_of([*outline, spot]) or said == contains(outline, spot):
        return None
    where = "outside" if said else "inside"
    return f"Returned {said}, but {place(spot)} lies {where}, {told(beside)} from the boundary."


def right_point(arguments: Arguments, conventions: Conventions) -> bool:
    spot, outline = arguments
    if to_boundary(spot, outline) <= close_of([*outline, spot]):
        return conventions.touching_counts is not False
    return contains(outline, spot)


def _grid_ring(rng: random.Random) -> list[XY]:
    outline = ring(rng, scenes.grid_of(rng))
    return scenes.moved(outline, *scenes.away(rng, 0.0, 5.0, 0.25))


def outline_of(change: Callable[[random.Random, list[XY]], list[XY]]) -> Maker:
    """Scenes of one outline, changed."""
    return lambda rng: (change(rng, _grid_ring(rng)),)


def _unchanged(rng: random.Random, outline: list[XY]) -> list[XY]:
    return outline


RINGS: dict[str, Callable[[random.Random, list[XY]], list[XY]]] = {
    "random": _unchanged,
    "right-angled": lambda rng, outline: letter(rng),
    "convex": lambda rng, outline: scenes.polygon(rng, 3.0, scenes.grid_of(rng), 9),
    "collinear": scenes.with_middles,
    "clockwise": lambda rng, outline: outline[::-1],
    "thin": lambda rng, outline: scenes.turned([(x, y / 16.0) for x, y in outline], *rng.choice(scenes.TURNS[:2])),
    "far away": far_out,
}


def clear_outline(rng: random.Random) -> Arguments:
    return (ring(rng, scenes.grid_of(rng)),)


TRIANGULATE = Problem(
    "triangulate",
    (Parameter("outline", "outline", "a simple outline, maybe concave, a list of (x, y)"),),
    "A list of n − 2 triangles, each of three vertices (x, y) of the outline, or of their indices.",
    "The triangles must have the outline's vertices, lie inside it, and cover it without overlapping.",
    {name: outline_of(change) for name, change in RINGS.items()},
    accepts_outline,
    judge_triangulate,
    right_triangulate,
    settings_of(),
    clear_outline,
)


def with_point(change: Callable[[random.Random, list[XY]], list[XY]]) -> Maker:
    """A changed outline, and a point in or near its bounding box."""

    def make(rng: random.Random) -> Arguments:
        outline = change(rng, _grid_ring(rng))
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        spot = (rng.uniform(min(xs) - 0.5, max(xs) + 0.5), rng.uniform(min(ys) - 0.5, max(ys) + 0.5))
        return (round(spot[0], 1), round(spot[1], 1)) if rng.random() < 0.5 else spot, outline

    return make


def level(rng: random.Random) -> Arguments:
    """A point at the height of a vertex, or in line with an edge: where crossings are counted twice, or never."""
    (x, y), outline = with_point(rng.choice((_unchanged, RINGS["right-angled"])))(rng)
    vertex_x, vertex_y = rng.choice(outline)
    return ((x, vertex_y) if rng.random() < 0.7 else (vertex_x, y)), outline


def on_boundary(rng: random.Random) -> Arguments:
    """A point on an edge or a vertex, or clearly beside it."""
    outline = rng.choice((_grid_ring, letter))(rng)
    i = rng.randrange(len(outline))
    (px, py), (qx, qy) = outline[i], outline[(i + 1) % len(outline)]
    along, off = rng.choice((0.0, 0.5, 0.25)), rng.choice((0.0, 0.02, -0.02))
    return (px + along * (qx - px) - off * (qy - py), py + along * (qy - py) + off * (qx - px)), outline


def clear_point(rng: random.Random) -> Arguments:
    while True:
        spot, outline = with_point(_unchanged)(rng)
        if to_boundary(spot, outline) > 0.1 and all(abs(y - spot[1]) > 0.02 for _, y in outline):
            return spot, outline


def touching_point(rng: random.Random) -> Arguments:
    """A point in the middle of an edge, or on a vertex, of a box in whole numbers."""
    w, h = (2.0 * rng.randint(1, 3) for _ in range(2))
    spot = rng.choice(((0.0, 0.0), (w, 0.0), (w, h), (0.0, h), (w / 2, 0.0), (w, h / 2), (w / 2, h), (0.0, h / 2)))
    return spot, [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]


def contact_of_point(answer: Any) -> bool | None:
    try:
        return truth(answer)
    except Unreadable:
        return None


POINT_IN_POLYGON = Problem(
    "point_in_polygon",
    (
        Parameter("point", "point", "the point (x, y)"),
        Parameter("outline", "outline", "a simple outline, maybe concave, a list of (x, y)"),
    ),
    "True for a point inside, False for a point outside; on the boundary either will do.",
    "The answer is True inside the outline and False outside.",
    {**{name: with_point(change) for name, change in RINGS.items()}, "level": level, "on the boundary": on_boundary},
    accepts_point,
    judge_point,
    right_point,
    settings_of(),
    clear_point,
    touching_point,
    contact_of_point,
    touches=lambda arguments: to_boundary(*arguments) <= 1e-6 * extent_of(arguments[1]),
)
