"""How the arguments are drawn: outlines, circles, points, vectors, spins, with letters and coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from geometry.feature import FeatureKind, FeatureRef
from lessons.labs.your_code_letters import Outlined, Pair, inside, letter_place
from lessons.labs.your_code_scene import VECTORS, Asked, Held
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.text import coords, fixed

LETTER_ROOM = 10.0, 20.0  # pixels around the middle of a small letter, and of a usual one
ACROSS = math.sqrt(0.5), math.sqrt(0.5)  # the direction of a drawn radius
SPIN_HEAD = 16.0  # pixels of its arrow
SPIN_ARC, MOST_TURN = 0.35, 5.5  # of a turn: its arc's part of the shape's greatest radius; radians that are drawn
MOST_NAMED = 12  # vertices of all outlines: more have no coordinates beside them


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
            _solid(canvas, each.value, each.ink)
            _features(canvas, each.value, each.ink, numbered=numbered, counted=scene.question == "support")
        elif each.kind == "point":
            _point(canvas, scene, each, small=small, numbered=numbered)
        elif each.kind in VECTORS:
            _vector(canvas, scene, each, small=small)
        elif each.kind == "spin" and not small:
            _spin(canvas, scene, each)
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
    canvas.symbol(symbol, start + 0.85 * np.array(held.value), held.ink, toward=left_of(held.value))


def _spin(canvas: Canvas, scene: Asked, held: Held) -> None:
    """An arc about the centroid, as long as the turn, up to most of a circle; its head where the turn ends."""
    _, _, of = held.name.partition("_")
    middle, turn = scene.anchor(held.name), max(-MOST_TURN, min(MOST_TURN, held.value))
    ring = np.array(next(each.ring for each in scene.solids if each.letter.lower() == of))
    radius = SPIN_ARC * float(np.hypot(*(ring - middle).T).max())
    canvas.dot(middle, held.ink, Point.CROSS)
    if abs(turn) < 1e-3:
        return
    arc = marks.circle_points(canvas, middle, radius, 0.0, turn)
    canvas.stroke(arc, held.ink, line=Line.MEASURE)
    x, y = np.array(arc[-1]) - middle
    along = math.copysign(SPIN_HEAD * canvas.pixel / radius, turn) * np.array((-y, x))
    canvas.arrow(np.array(arc[-1]) - along, arc[-1], held.ink, line=Line.MEASURE)
    at = np.array(arc[len(arc) // 2])
    canvas.symbol(rf"\omega_{{{of.upper()}}}", at, held.ink, toward=at - middle)


def left_of(v: ArrayLike) -> Any:
    """A vector turned by a quarter, counter-clockwise."""
    x, y = np.asarray(v, dtype=np.float64)
    return np.array((-y, x))


def _solid(canvas: Canvas, points: Sequence[Any], ink: Ink) -> None:
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
    for each in scene.solids:
        others = [other.ring for other in scene.solids if other is not each]
        centre = [(each.middle,)] if each.radius else []
        at, room = letter_place(each.ring, others[0] if others else (), (*clear_of, *shafts, *centre))
        owner = each.letter
        if room >= LETTER_ROOM[0] * canvas.pixel:
            is_large = room >= LETTER_ROOM[1] * canvas.pixel
            canvas.label(owner, at, each.ink, style=TextStyle.LETTER if is_large else TextStyle.BOLD, fixed=True)
        else:
            corner = max(each.ring, key=lambda p: p[1])
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


def _point(canvas: Canvas, scene: Asked, held: Held, *, small: bool, numbered: bool) -> None:
    """A point that is asked about; the middle of a circle with its circle."""
    name, at = held.name, held.value
    radius, is_wall = scene.radius_of(name), name in ("start", "end")
    solid = next((each for each in scene.solids if each.radius and each.ink is held.ink), None)
    ink = Ink.A if is_wall else Ink.EXAMINED if solid is None else solid.ink
    if solid is None:
        marks.circle(canvas, at, radius, ink, Line.OUTLINE)
    else:
        _solid(canvas, marks.circle_points(canvas, at, radius), ink)
    canvas.dot(at, ink, Point.RING if is_wall else Point.FILLED)
    if not small and solid is None:
        symbol = {"center": "c", "origin": "o", "point": "p", "start": "p", "end": "q"}.get(name, name)
        canvas.symbol(rf"\boldsymbol{{{symbol}}}", at, ink, toward=(-0.6, 1.0))
    if numbered:
        canvas.label(place_told(at), at, ink, toward=(-1.0, -0.6), style=TextStyle.CAPTION)
    if numbered and solid is not None:
        rim = (at[0] + radius * ACROSS[0], at[1] + radius * ACROSS[1])
        canvas.stroke((at, rim), ink, line=Line.THIN)
        words = f"r = {fixed(radius, 0 if float(radius).is_integer() else 2)}"
        canvas.label(
            words, ((at[0] + rim[0]) / 2.0, (at[1] + rim[1]) / 2.0), ink, toward=(1.0, -1.0), style=TextStyle.CAPTION
        )
