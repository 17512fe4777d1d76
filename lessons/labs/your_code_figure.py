"""How answers are drawn: one function for each kind of answer, for the routine's own (pink, dotted) and
the right one (white)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from geometry.counterexample.truth import pair_of
from geometry.outline import signed_area
from lessons.labs.your_code_arguments import left_of, place_told
from lessons.labs.your_code_reading import covers_twice, outside, owner
from lessons.labs.your_code_scene import Asked, movers
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.text import fixed


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


# Answers. Values are as the project speaks: y up, from A to B, A - B.

Draw = Callable[[Canvas, Asked, Any, Whose], None]


def draw_answer(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """An answer in the figure, with its number at it."""
    whose = named(scene, whose)
    if value is None and ANSWERS[scene.question] not in (_moved, _at_time):
        pill(canvas, middle_of(scene), "none", whose)
    else:
        ANSWERS[scene.question](canvas, scene, value, whose)


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
    points = scene.places
    x = points[:, 0].min() if whose.is_wrong else points[:, 0].max()
    toward = (-0.2 * whose.side, 1.0)
    at = x, points[:, 1].max()  # no point of the scene: no line may lead to it
    canvas.label(f"{whose.word}: {text}", at, whose.ink, toward=toward, style=TextStyle.PILL, fixed=True)


def middle_of(scene: Asked) -> tuple[float, float]:
    """Of everything that is asked about."""
    x, y = scene.places.mean(axis=0).tolist()
    return x, y


def _verdict(words: tuple[str, str]) -> Draw:
    def draw(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
        is_pair = len(scene.solids) > 1
        if is_pair:
            corner_pill(canvas, scene, words[0] if value else words[1], whose)
        else:
            pill(canvas, scene.of_kind("point")[0].value, words[0] if value else words[1], whose)
        if not whose.is_wrong and not is_pair:
            canvas.dot(scene.of_kind("point")[0].value, Ink.ANSWER, Point.ANSWER)
        if not whose.is_wrong and is_pair and (pair := pair_of(*scene.given)).are_apart:
            p, q = pair.closest
            measures.measure(canvas, p, q, Ink.GAP, fixed(pair.separation))

    return draw


def _moved(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """B where the vector puts it, and the vector at B's middle."""
    b, start = np.array(scene.solids[1].ring), np.array(scene.solids[1].middle)
    by = np.zeros(2) if value is None else np.array(value)
    if not by.any():
        pill(canvas, start, "no move", whose)
        return
    canvas.stroke(b + by, whose.ink, closed=True, line=Line.DOTTED if whose.is_wrong else Line.END)
    canvas.arrow(start, start + by, whose.ink)
    way = whose.side * left_of(by)
    canvas.symbol(
        r"\boldsymbol d" if not whose.is_wrong else r"\boldsymbol d'", start + 0.6 * by, whose.ink, toward=way
    )
    out = np.array((0.35 * np.sign(by[0]), -1.0 if by[1] < -0.3 * abs(by[0]) else 1.0))
    corner = max(b + by, key=lambda each: float(np.dot(each, out)))  # outside both pictures of B
    pill(canvas, corner, move_told(scene, by, whose), whose, out)


def left_over(scene: Asked, by: Any) -> float:
    """The overlap that stays when B is moved; 0 where it just touches, below it where it has come too far."""
    rest = -pair_of(*scene.given).after(*map(float, by))
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
        p, q = pair_of(*scene.given).closest
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
    across = 0.5 * size * left_of(d) / math.hypot(*d)
    canvas.stroke((value - across, value + across), whose.ink, line=Line.DASHED)
    pill(canvas, value, f"point {place_told(value)}", whose, d + whose.side * left_of(d))


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
    for each in moving:
        at = each.at(t)
        if len(at) > 1:
            canvas.stroke(at, whose.ink, closed=True, line=Line.DOTTED if whose.is_wrong else Line.END)
        else:
            marks.circle(canvas, at[0], each.radius, whose.ink, whose.line)
            canvas.dot(at[0], whose.ink, whose.point)
    fastest = max(moving, key=lambda each: float(np.hypot(*each.vector)))
    way = whose.side * (left_of(fastest.vector) if fastest.vector.any() else np.array((0.0, 1.0)))
    at = max(fastest.at(t), key=lambda p: float(p @ way))
    at = at + fastest.radius * way / max(math.hypot(*way), 1e-12)
    pill(canvas, at, "no hit" if value is None else f"t = {fixed(t)}", whose, way)


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
