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
from lessons.labs.your_code_scene import VECTORS, Asked
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle

LETTER_ROOM = 13.0, 26.0  # pixels around the middle of a small letter, and of a usual one
MOST_NAMED = 12  # vertices of all outlines: more have no coordinates beside them


class Whose(NamedTuple):
    """Whose answer is drawn."""

    word: str
    ink: Ink
    line: Line
    point: Point
    side: float  # of what both speak of: the right answer's number stands on the other side


YOURS = Whose("yours", Ink.FAULTY, Line.DOTTED, Point.HOLLOW, -1.0)
RIGHT = Whose("right", Ink.ANSWER, Line.MEASURE, Point.ANSWER, 1.0)
BOTH = RIGHT._replace(word="yours, right")


def short(value: float, decimals: int = 2) -> str:
    """As few decimals as tell the number, at most so many."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return ("0" if text in ("-0", "") else text).replace("-", "−")


# Arguments


def draw_arguments(canvas: Canvas, scene: Asked, *, small: bool = False, numbered: bool = True) -> None:
    """The outlines, points, vectors and radii that the routine is asked about. `small`: without names;
    `numbered`: with the coordinates of its vertices."""
    count = sum(len(each.value) for each in scene.outlines)
    wall = [each.value for each in scene.held if each.name in ("start", "end")]
    if wall:
        canvas.stroke(wall, Ink.A, line=Line.FEATURE)
    for each in scene.held:
        if each.kind == "outline":
            numbered = numbered and not small and count <= MOST_NAMED
            tight = each.ink is Ink.A and not scene.of_kind(*VECTORS)  # a vector begins where its letter would stand
            _outline(canvas, each.value, each.ink, named=not small, numbered=numbered, tight=tight)
        elif each.kind == "point":
            _point(canvas, scene, each.name, each.value, small=small)
        elif each.kind in VECTORS:
            start = scene.anchor(each.name)
            canvas.arrow(start, start + each.value, each.ink)
            if not small:
                letter = "d" if each.kind == "direction" else "v"
                _, _, of = each.name.partition("_")
                symbol = rf"\boldsymbol{{{letter}}}" + (f"_{{{of.upper()}}}" if of else "")
                canvas.symbol(symbol, start + 0.85 * np.array(each.value), each.ink, toward=_left(each.value))


def _left(v: ArrayLike) -> Any:
    x, y = np.asarray(v, dtype=np.float64)
    return np.array((-y, x))


def _outline(canvas: Canvas, points: Sequence[Any], ink: Ink, *, named: bool, numbered: bool, tight: bool) -> None:
    canvas.area(points, ink, hatched=ink is Ink.B)
    canvas.stroke(points, ink, closed=True, line=Line.OUTLINE)
    owner = "A" if ink is Ink.A else "B"
    middle = _inside(points)
    if named:
        inner, radius = _incircle(points)
        if tight and LETTER_ROOM[0] <= radius / canvas.pixel < LETTER_ROOM[1]:
            away = np.subtract(inner, middle)  # clear of the centre, which may be marked
            at = inner + 0.35 * radius * away / max(math.hypot(*away), 1e-12)
            canvas.label(owner, at, ink, style=TextStyle.BOLD, fixed=True)
        else:
            canvas.label(owner, middle, ink, style=TextStyle.LETTER)
    for i, (x, y) in enumerate(points):
        feature = FeatureRef(owner, FeatureKind.VERTEX, i)
        canvas.feature(((x, y),), feature, ink)
        if numbered:
            away = (x - middle[0], y - middle[1])
            canvas.label(f"({short(x)}, {short(y)})", (x, y), ink, toward=away, style=TextStyle.CAPTION)
    for i, ends in enumerate(zip(points, (*points[1:], points[0]), strict=True)):
        canvas.feature(ends, FeatureRef(owner, FeatureKind.EDGE, i), ink)


def _incircle(points: Sequence[Any]) -> tuple[tuple[float, float], float]:
    """Middle and radius of a triangle's; of another outline nothing."""
    if len(points) != 3:
        return (0.0, 0.0), 0.0
    p, q, r = points
    a, b, c = math.dist(q, r), math.dist(r, p), math.dist(p, q)
    around = a + b + c
    x, y = ((a * p[i] + b * q[i] + c * r[i]) / around for i in (0, 1))
    return (x, y), abs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / around


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


def _inside(points: Sequence[Any]) -> tuple[float, float]:
    """A place for the letter: the middle of the widest triangle of neighbours, so inside a concave outline too."""
    ring = np.array(points)
    before, after = np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0)
    e, f = ring - before, after - ring
    turns = e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]
    total = float((ring[:, 0] * after[:, 1] - ring[:, 1] * after[:, 0]).sum())
    if (turns * math.copysign(1.0, total) >= -1e-12).all():
        x, y = ring.mean(axis=0).tolist()
        return x, y
    i = int(np.argmax(turns * math.copysign(1.0, total)))
    x, y = ((before[i] + ring[i] + after[i]) / 3.0).tolist()
    return x, y


def _point(canvas: Canvas, scene: Asked, name: str, at: Any, *, small: bool) -> None:
    """A point that is asked about; the middle of a circle with its circle."""
    radius = next((each.value for each in scene.of_kind("radius")), 0.0) if name == "center" else 0.0
    marks.circle(canvas, at, radius, Ink.EXAMINED, Line.OUTLINE)
    is_wall = name in ("start", "end")
    ink = Ink.A if is_wall else Ink.EXAMINED
    canvas.dot(at, ink, Point.RING if is_wall else Point.FILLED)
    if not small:
        symbol = {"center": "c", "origin": "o", "point": "p", "start": "p", "end": "q"}.get(name, name)
        canvas.symbol(rf"\boldsymbol{{{symbol}}}", at, ink, toward=(-0.6, 1.0))


# Answers. Values are as the project speaks: y up, from A to B, A - B.

Draw = Callable[[Canvas, Asked, Any, Whose], None]


def draw_answer(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """An answer in the figure, with its number at it."""
    if value is None and ANSWERS[scene.problem] not in (_moved, _at_time):
        pill(canvas, middle_of(scene), "none", whose)
    else:
        ANSWERS[scene.problem](canvas, scene, value, whose)


def pill(canvas: Canvas, at: Any, text: str, whose: Whose, toward: Any = None) -> None:
    canvas.label(
        f"{whose.word}: {text}", at, whose.ink,
        toward=(0.3, whose.side) if toward is None else toward, style=TextStyle.PILL, leader=True,
    )  # fmt: skip


def middle_of(scene: Asked) -> tuple[float, float]:
    """Of everything that is asked about."""
    x, y = np.concatenate([np.reshape(each.value, (-1, 2)) for each in scene.of_kind("outline", "point")]).mean(
        axis=0
    )
    return float(x), float(y)


def _verdict(words: tuple[str, str]) -> Draw:
    def draw(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
        is_pair = len(scene.outlines) > 1
        at = middle_of(scene) if is_pair else scene.of_kind("point")[0].value
        if whose is not YOURS and not is_pair:
            canvas.dot(at, Ink.ANSWER, Point.ANSWER)
        if whose is not YOURS and is_pair and (pair := pair_of(*scene.given)).are_apart:
            p, q = pair.closest.on_a, pair.closest.on_b
            measures.measure(canvas, p, q, Ink.GAP, short(pair.separation))
        pill(canvas, at, words[0] if value else words[1], whose)

    return draw


def _moved(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """B where the vector puts it, and the vector at B's middle."""
    b = np.array(scene.outlines[1].value)
    by = np.zeros(2) if value is None else np.array(value)
    start = np.array(_inside(scene.outlines[1].value))
    if not by.any():
        pill(canvas, start, "no move", whose)
        return
    canvas.stroke(b + by, whose.ink, closed=True, line=Line.DOTTED if whose is YOURS else Line.END)
    canvas.arrow(start, start + by, whose.ink)
    pill(canvas, start + by, f"{short(math.hypot(*by))}", whose, by + 0.4 * whose.side * _left(by))


def _length(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """A number alone: the right one is measured between the closest points."""
    at = middle_of(scene)
    if whose is not YOURS and value > 0.0:
        found = pair_of(*scene.given).closest
        p, q = found.on_a, found.on_b
        measures.measure(canvas, p, q, whose.ink)
        at = ((p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0)
    pill(canvas, at, short(value), whose)


def _two_points(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    (px, py), (qx, qy) = value
    canvas.stroke(value, whose.ink, line=whose.line)
    for at in value:
        canvas.dot(at, whose.ink, whose.point)
    away = (-(qy - py) * whose.side, (qx - px) * whose.side)
    pill(canvas, ((px + qx) / 2.0, (py + qy) / 2.0), short(math.dist(*value)), whose, away if any(away) else None)


def _vertex(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """A vertex, and the line through it across the direction: how far the shape reaches."""
    d = np.array(scene.of_kind("direction")[0].value)
    canvas.dot(value, whose.ink, whose.point)
    size = float(np.ptp(np.array(scene.outlines[0].value), axis=0).max())
    across = 0.5 * size * _left(d) / math.hypot(*d)
    canvas.stroke((value - across, value + across), whose.ink, line=Line.DASHED)
    reach = float(np.dot(value, d))
    pill(canvas, value, short(reach), whose, d + whose.side * _left(d))


def _ring(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """An outline in difference space, which shares the figure with the world; the origin is marked."""
    ring = np.array(value).reshape(-1, 2)
    if whose is not YOURS:
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
    pill(canvas, at, f"{short(depth)} deep" if points else "no contact", whose)


def _at_time(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    """What moves where it would be at the answered time: a point on a ray, a circle, or both shapes."""
    moving = list(movers(scene))
    if value is None:
        pill(canvas, moving[0][0][0] + 0.5 * moving[0][1], "no hit", whose, _left(moving[0][1]))
        return
    t = float(value)
    for points, vector, radius in moving:
        at = points + t * vector
        if len(points) > 1:
            canvas.stroke(at, whose.ink, closed=True, line=Line.DOTTED if whose is YOURS else Line.END)
        else:
            marks.circle(canvas, at[0], radius, whose.ink, whose.line)
            canvas.dot(at[0], whose.ink, whose.point)
    points, vector, _ = moving[0]
    pill(canvas, points[0] + t * vector, f"t = {short(t, 3)}", whose, whose.side * _left(vector))


def movers(scene: Asked) -> Iterator[tuple[Any, Any, float]]:
    """Points that move, their displacement in one unit of t, and their radius."""
    carried: Any = None
    for each in scene.held:
        if each.kind in ("outline", "point"):
            carried = np.reshape(each.value, (-1, 2))
        elif each.kind in VECTORS and carried is not None:
            yield carried, np.array(each.value), next((r.value for r in scene.of_kind("radius")), 0.0)


def _triangles(canvas: Canvas, scene: Asked, value: Any, whose: Whose) -> None:
    ring = np.array(scene.outlines[0].value)
    for corners in value:
        triangle = ring[list(corners)] if np.ndim(corners) == 1 else np.array(corners)
        if whose is YOURS:
            canvas.area(triangle, whose.ink, opacity=0.14)
        canvas.stroke(triangle, whose.ink, closed=True, line=whose.line if whose is YOURS else Line.DASHED)
    at = ring[int(np.argmax(whose.side * ring[:, 1]))]
    pill(canvas, at, f"{len(value)} triangles", whose, (0.0, whose.side))


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
