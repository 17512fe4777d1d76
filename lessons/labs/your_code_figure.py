"""How arguments and answers are drawn: one function for each kind of answer, for the routine's own (pink, dotted) and
the right one (white)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from geometry.counterexample.truth import pair_of
from geometry.feature import FeatureKind, FeatureRef
from geometry.outline import signed_area
from lessons.labs.your_code_letters import Outlined, Pair, inside, letter_place
from lessons.labs.your_code_reading import covers_twice, outside, owner
from lessons.labs.your_code_scene import VECTORS, Asked, Held
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.text import coords, fixed

LETTER_ROOM = 10.0, 20.0  # pixels around the middle of a small letter, and of a usual one
MOST_NAMED = 12  # vertices of all outlines: more have no coordinates beside them


class Whose(NamedTuple):
    """Whose answer is drawn."""

    word: str
    ink: Ink
    line: Line
    point: Point
    side: float  # of what both speak of: the right answer's number stands on the other side

    @property
    def is_wrong(self) -> bool:
        return self.ink is Ink.FAULTY


YOURS = Whose("yours", Ink.FAULTY, Line.DOTTED, Point.HOLLOW, -1.0)
RIGHT = Whose("right", Ink.ANSWER, Line.MEASURE, Point.ANSWER, 1.0)
BOTH = RIGHT._replace(word="yours, right")


# Arguments


def draw_arguments(
    canvas: Canvas, scene: Asked, *, small: bool = False, numbered: bool = True, clear_of: Sequence[Outlined] = ()
) -> None:
    """The outlines, points, vectors and radii that the routine is asked about. `small`: without names;
    `numbered`: with the coordinates of its vertices; `clear_of`: lines and places that letters keep away from."""
    count = sum(len(each.value) for each in scene.outlines)
    numbered = numbered and not small and count <= MOST_NAMED
    wall = [each.value for each in scene.held if each.name in ("start", "end")]
    if wall:
        canvas.stroke(wall, Ink.A, line=Line.FEATURE)
    for each in scene.held:
        if each.kind == "outline":
            _outline(canvas, each.value, each.ink)
            _features(canvas, each.value, each.ink, numbered=numbered, counted=scene.problem == "support")
        elif each.kind == "point":
            _point(canvas, scene, each.name, each.value, small=small, numbered=numbered)
        elif each.kind in VECTORS:
            _vector(canvas, scene, each, small=small)
    if not small:
        _letters(canvas, scene, clear_of)


def _vector(canvas: Canvas, scene: Asked, held: Held, *, small: bool) -> None:
    start = scene.anchor(held.name)
    canvas.arrow(start, start + held.value, held.ink)
    if small:
        return
    letter = "d" if held.kind == "direction" else "v"
    _, _, of = held.name.partition("_")
    symbol = rf"\boldsymbol{{{letter}}}" + (f"_{{{of.upper()}}}" if of else "")
    if not any(held.value):
        canvas.symbol(f"{symbol}=0", start, held.ink, toward=(1.0, 0.0))
        return
    canvas.symbol(symbol, start + 0.85 * np.array(held.value), held.ink, toward=_left(held.value))


def _left(v: ArrayLike) -> Any:
    x, y = np.asarray(v, dtype=np.float64)
    return np.array((-y, x))


def _outline(canvas: Canvas, points: Sequence[Any], ink: Ink) -> None:
    canvas.area(points, ink, hatched=ink is Ink.B)
    canvas.stroke(points, ink, closed=True, line=Line.OUTLINE)


def place_told(at: Any) -> str:
    """Coordinates: of whole numbers without decimals, else with two."""
    x, y = at
    decimals = 0 if float(x).is_integer() and float(y).is_integer() else 2
    return coords((x, y), decimals)


def _features(canvas: Canvas, points: Sequence[Any], ink: Ink, *, numbered: bool, counted: bool) -> None:
    """What can be clicked, and where the vertices are. `counted`: with their numbers."""
    owner = "A" if ink is Ink.A else "B"
    middle = inside(points)
    for i, (x, y) in enumerate(points):
        canvas.feature(((x, y),), FeatureRef(owner, FeatureKind.VERTEX, i), ink)
        if numbered:
            name = f"v{i} " if counted else ""
            away = (x - middle[0], y - middle[1])
            canvas.label(f"{name}{place_told((x, y))}", (x, y), ink, toward=away, style=TextStyle.CAPTION)
    for i, ends in enumerate(zip(points, (*points[1:], points[0]), strict=True)):
        canvas.feature(ends, FeatureRef(owner, FeatureKind.EDGE, i), ink)


def pair(at: Any) -> Pair:
    x, y = at
    return float(x), float(y)


def _letters(canvas: Canvas, scene: Asked, clear_of: Sequence[Outlined]) -> None:
    """A and B, each in its own part of a shape, as large as there is room."""
    starts = ((scene.anchor(each.name), np.array(each.value)) for each in scene.of_kind(*VECTORS))
    shafts = [(pair(start), pair(start + vector)) for start, vector in starts]
    for each in scene.outlines:
        others = [other.value for other in scene.outlines if other is not each]
        at, room = letter_place(each.value, others[0] if others else (), (*clear_of, *shafts))
        owner = "A" if each.ink is Ink.A else "B"
        if room >= LETTER_ROOM[0] * canvas.pixel:
            is_large = room >= LETTER_ROOM[1] * canvas.pixel
            canvas.label(owner, at, each.ink, style=TextStyle.LETTER if is_large else TextStyle.BOLD, fixed=True)
        else:
            corner = max(each.value, key=lambda p: p[1])
            canvas.label(owner, corner, each.ink, toward=(-0.6, 1.0), style=TextStyle.BOLD, leader=True)


def centres(scene: Asked) -> tuple[tuple[float, float], tuple[float, float]]:
    """The means of the vertices of A and of B."""
    (ax, ay), (bx, by) = (np.array(each.value).mean(axis=0).tolist() for each in scene.outlines)
    return (ax, ay), (bx, by)


def draw_centres(canvas: Canvas, scene: Asked) -> None:
    """Under one name where they coincide."""
    of_a, of_b = centres(scene)
    canvas.dot(of_a, Ink.EXAMINED, Point.FILLED)
    canvas.dot(of_b, Ink.EXAMINED, Point.FILLED)
    named = [("both centres", of_a)]
    if math.dist(of_a, of_b) > 1e-9:
        named = [("A's centre", of_a), ("B's centre", of_b)]
    for words, at in named:
        canvas.label(words, at, Ink.EXAMINED, toward=(-1.0, -0.6), style=TextStyle.BOLD, leader=True)


def _point(canvas: Canvas, scene: Asked, name: str, at: Any, *, small: bool, numbered: bool) -> None:
    """A point that is asked about; the middle of a circle with its circle."""
    radius = next((each.value for each in scene.of_kind("radius")), 0.0) if name == "center" else 0.0
    marks.circle(canvas, at, radius, Ink.EXAMINED, Line.OUTLINE)
    is_wall = name in ("start", "end")
    ink = Ink.A if is_wall else Ink.EXAMINED
    canvas.dot(at, ink, Point.RING if is_wall else Point.FILLED)
    if not small:
        symbol = {"center": "c", "origin": "o", "point": "p", "start": "p", "end": "q"}.get(name, name)
        canvas.symbol(rf"\boldsymbol{{{symbol}}}", at, ink, toward=(-0.6, 1.0))
    if numbered:
        canvas.label(place_told(at), at, ink, toward=(-1.0, -0.6), style=TextStyle.CAPTION)


# Answers. Values are as the project speaks: y up, from A to B, A - B.

Draw = Callable[[Canvas, Asked, Any, Whose], None]


def draw_answer(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """An answer in the figure, with its number at it."""
    whose = named(scene, whose)
    if value is None and ANSWERS[scene.problem] not in (_moved, _at_time):
        pill(canvas, middle_of(scene), "none", whose)
    else:
        ANSWERS[scene.problem](canvas, scene, value, whose)


def named(scene: Asked, whose: Whose) -> Whose:
    """The same with the word for the routine that is asked: no example is called yours."""
    return whose._replace(word=whose.word.replace(YOURS.word, owner(scene)))


def pill(canvas: Canvas, at: Any, text: str, whose: Whose, toward: Any = None) -> None:
    canvas.label(
        f"{whose.word}: {text}", at, whose.ink,
        toward=(0.3, whose.side) if toward is None else toward, style=TextStyle.PILL, leader=True,
    )  # fmt: skip


def corner_pill(canvas: Canvas, scene: Asked, text: str, whose: Whose) -> None:
    """An answer that has no place of its own: above the scene, yours at the left and the right one at the right."""
    whose = named(scene, whose)
    points = np.concatenate([np.reshape(each.value, (-1, 2)) for each in scene.of_kind("outline", "point")])
    x = points[:, 0].min() if whose.is_wrong else points[:, 0].max()
    toward = (-0.2 * whose.side, 1.0)
    canvas.label(f"{whose.word}: {text}", (x, points[:, 1].max()), whose.ink, toward=toward, style=TextStyle.PILL)


def middle_of(scene: Asked) -> tuple[float, float]:
    """Of everything that is asked about."""
    x, y = np.concatenate([np.reshape(each.value, (-1, 2)) for each in scene.of_kind("outline", "point")]).mean(
        axis=0
    )
    return float(x), float(y)


def _verdict(words: tuple[str, str]) -> Draw:
    def draw(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
        is_pair = len(scene.outlines) > 1
        if is_pair:
            corner_pill(canvas, scene, words[0] if value else words[1], whose)
        else:
            pill(canvas, scene.of_kind("point")[0].value, words[0] if value else words[1], whose)
        if not whose.is_wrong and not is_pair:
            canvas.dot(scene.of_kind("point")[0].value, Ink.ANSWER, Point.ANSWER)
        if not whose.is_wrong and is_pair and (pair := pair_of(*scene.given)).are_apart:
            p, q = pair.closest.on_a, pair.closest.on_b
            measures.measure(canvas, p, q, Ink.GAP, fixed(pair.separation))

    return draw


def _moved(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """B where the vector puts it, and the vector at B's middle."""
    b = np.array(scene.outlines[1].value)
    by = np.zeros(2) if value is None else np.array(value)
    start = b.mean(axis=0)
    if not by.any():
        pill(canvas, start, "no move", whose)
        return
    canvas.stroke(b + by, whose.ink, closed=True, line=Line.DOTTED if whose.is_wrong else Line.END)
    canvas.arrow(start, start + by, whose.ink)
    way = whose.side * _left(by)
    canvas.symbol(
        r"\boldsymbol d" if not whose.is_wrong else r"\boldsymbol d'", start + 0.6 * by, whose.ink, toward=way
    )
    out = np.array((0.35 * np.sign(by[0]), -1.0 if by[1] < -0.3 * abs(by[0]) else 1.0))
    corner = max(b + by, key=lambda each: float(np.dot(each, out)))  # outside both pictures of B
    pill(canvas, corner, move_told(scene, by, whose), whose, out)


def left_over(scene: Asked, by: Any) -> float:
    """The overlap that stays when B is moved; 0 where it just touches, below it where it has come too far."""
    b = np.array(scene.outlines[1].value) + by
    rest = -pair_of(scene.given[0], [(x, y) for x, y in b.tolist()]).separation
    return 0.0 if abs(rest) < 5e-3 else rest


def move_told(scene: Asked, by: Any, whose: Whose) -> str:
    """What becomes of a move: that is what tells a wrong one from the right one, as both may be as long."""
    rest = left_over(scene, by)
    if whose.ink is BOTH.ink and "," in whose.word:
        return fixed(math.hypot(*by))
    return "just touching" if not rest else f"overlap {fixed(rest)}" if rest > 0.0 else f"gap {fixed(-rest)}"


def _length(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """A number alone: the right one is measured between the closest points."""
    at = middle_of(scene)
    if not whose.is_wrong and value > 0.0:
        found = pair_of(*scene.given).closest
        p, q = found.on_a, found.on_b
        measures.measure(canvas, p, q, whose.ink)
        at = ((p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0)
    pill(canvas, at, fixed(value), whose)


def _two_points(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    (px, py), (qx, qy) = value
    canvas.stroke(value, whose.ink, line=whose.line)
    for at in value:
        canvas.dot(at, whose.ink, whose.point)
    away = (-(qy - py) * whose.side, (qx - px) * whose.side)
    pill(canvas, ((px + qx) / 2.0, (py + qy) / 2.0), fixed(math.dist(*value)), whose, away if any(away) else None)


def _vertex(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """A vertex, and the line through it across the direction: how far the shape reaches."""
    d = np.array(scene.of_kind("direction")[0].value)
    canvas.dot(value, whose.ink, whose.point)
    size = float(np.ptp(np.array(scene.outlines[0].value), axis=0).max())
    across = 0.5 * size * _left(d) / math.hypot(*d)
    canvas.stroke((value - across, value + across), whose.ink, line=Line.DASHED)
    pill(canvas, value, f"point {place_told(value)}", whose, d + whose.side * _left(d))


def _ring(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """An outline in difference space, which shares the figure with the world; the origin is marked."""
    ring = np.array(value).reshape(-1, 2)
    if not whose.is_wrong:
        canvas.area(ring, whose.ink, opacity=0.07)
        canvas.dot((0.0, 0.0), Ink.ANSWER, Point.CROSS)
    if len(ring):
        canvas.stroke(ring, whose.ink, closed=True, line=whose.line)
        i = int(np.argmax(whose.side * ring[:, 1]))
        pill(canvas, ring[i], f"{len(ring)} vertices", whose, (0.0, whose.side))


def _contacts(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """Contact points, with the normal at the first."""
    normal, depth, points = value
    for i, at in enumerate(points):
        canvas.dot(at, whose.ink, whose.point)
        if i == 0:
            measures.unit_arrow(canvas, at, normal, "", whose.ink)
    at = points[-1] if points else middle_of(scene)
    pill(canvas, at, f"{fixed(depth)} deep" if points else "no contact", whose)


def _at_time(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """What moves where it would be at the answered time, at the end where there is no hit: a point on a ray, a
    circle, or both shapes."""
    moving = list(movers(scene))
    t = 1.0 if value is None else float(value)
    for points, vector, radius in moving:
        at = points + t * vector
        if len(points) > 1:
            canvas.stroke(at, whose.ink, closed=True, line=Line.DOTTED if whose.is_wrong else Line.END)
        else:
            marks.circle(canvas, at[0], radius, whose.ink, whose.line)
            canvas.dot(at[0], whose.ink, whose.point)
    points, vector, radius = max(moving, key=lambda each: float(np.hypot(*each[1])))
    way = whose.side * _left(vector)
    at = max(points + t * vector, key=lambda p: float(p @ way))
    at = at + radius * way / max(math.hypot(*way), 1e-12)
    pill(canvas, at, "no hit" if value is None else f"t = {fixed(t)}", whose, way)


def movers(scene: Asked) -> Iterator[tuple[Any, Any, float]]:
    """Points that move, their displacement in one unit of t, and their radius."""
    carried: Any = None
    for each in scene.held:
        if each.kind in ("outline", "point"):
            carried = np.reshape(each.value, (-1, 2))
        elif each.kind in VECTORS and carried is not None:
            yield carried, np.array(each.value), next((r.value for r in scene.of_kind("radius")), 0.0)


def _edges(ring: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _triangles(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """The edges that are none of the outline's; of a wrong answer what lies outside, with its area."""
    outline = scene.outlines[0].value
    ring = np.array(outline)
    edges = {frozenset(ends) for ends in _edges(outline)}
    triangles = [[tuple(map(float, corner)) for corner in corners] for corners in value]
    for corners in triangles:
        for ends in _edges(corners):
            if frozenset(ends) not in edges:
                canvas.stroke(ends, whose.ink, line=Line.DOTTED if whose.is_wrong else Line.DASHED)
    for corners in outside(outline, triangles) if whose.is_wrong else ():
        canvas.area(corners, whose.ink, opacity=0.3)
        area = fixed(abs(signed_area(np.array(corners))))
        twice = ", covered twice" if covers_twice(outline, triangles) else ""
        p, q = max(_edges(corners), key=lambda ends: (frozenset(ends) not in edges, math.dist(*ends)))
        at, middle = (np.array(p) + q) / 2.0, np.array(corners).mean(axis=0)
        canvas.label(f"{area} outside A{twice}", at, whose.ink, toward=at - middle)
    area = fixed(sum(abs(signed_area(np.array(each))) for each in triangles))
    at = ring[int(np.argmax(whose.side * ring[:, 1]))]
    pill(canvas, at, f"area {area}", whose, (0.6, whose.side))


ANSWERS: Mapping[str, Draw] = {
    "overlap": _verdict(("overlap", "no overlap")),
    "mtv": _moved,
    "distance": _length,
    "closest_points": _two_points,
    "support": _vertex,
    "minkowski_difference": _ring,
    "manifold": _contacts,
    "ray_cast": _at_time,
    "circle_cast": _at_time,
    "swept_circle": _at_time,
    "time_of_impact": _at_time,
    "triangulate": _triangles,
    "point_in_polygon": _verdict(("inside", "outside")),
}
