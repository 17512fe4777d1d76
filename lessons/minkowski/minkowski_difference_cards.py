"""Cards beside the Minkowski difference: first all differences of vertices, then the edges by direction."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Convex, Vector, boundary
from geometry.minkowski.sum import EdgeLaid
from geometry.query.nearest import NearestBoundary
from geometry.query.origin import Reflected, VerticesSubtracted
from lessons.minkowski.minkowski_difference_scene import BETWEEN, SQUARE, cell_corners, cell_feature, pair_at
from lessons.minkowski.minkowski_difference_sort import is_closed, laying
from lessons.stories.outlines import Part, direction, parts
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.difference import is_reflected
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

ORIGIN = (0.0, 0.0)
CARD = (1.16, 1.5)  # of which the columns and rows are so far apart:
PITCH = (1.28, 1.62)
ROUND = 0.1  # the corners of a card
BELOW = 26.0  # pixels from the radii to their sum
LEAST = (2.0, 1.6)  # half the room that a board takes


def draw_cards(canvas: Canvas, moment: Moment[Any]) -> None:
    """The differences of vertices as a board; then the edges of A and of −B in the order in which they are laid."""
    if isinstance(moment.step, VerticesSubtracted) and moment.scene.figure.edges:
        _board(canvas, moment, moment.step)
    else:
        _edges(canvas, moment)


def _board(canvas: Canvas, moment: Moment[Any], step: VerticesSubtracted) -> None:
    """A row for each vertex of A, a column for each of B, and in the cells their differences so far."""
    n, m = (len(shape.world.points) for shape in (moment.scene.a, moment.scene.b))
    i, j = pair_at(moment)
    taken = n * m if moment.time == 1.0 else i * m + j + 1
    least = np.array(((m, -n), (m, -n))) / 2.0 + ((-LEAST[0], LEAST[1]), (LEAST[0], -LEAST[1]))
    low = (0.0, -BETWEEN * n - 0.1)
    canvas.stroke((*least, low), Ink.QUIET, line=Line.THIN, opacity=0.0)  # a board of one cell does not fill the pane
    longest = max(float(np.hypot(*step.points.T).max()), 1e-9)
    for row in range(n):
        at = (0.0, -BETWEEN * row - 0.5 * SQUARE)
        canvas.label(rf"$\A{{\boldsymbol a_{{{row}}}}}$", at, Ink.A, toward=(-1.0, 0.0), fixed=True)
    for column in range(m):
        canvas.label(
            rf"$\B{{\boldsymbol b_{{{column}}}}}$",
            (BETWEEN * column + 0.5 * SQUARE, 0.0),
            Ink.B,
            toward=(0.0, 1.0),
            fixed=True,
        )
    for k, w in enumerate(-step.points if is_reflected(moment.scene) else step.points):
        x, y = BETWEEN * (k % m), -BETWEEN * (k // m)
        corners = cell_corners(k // m, k % m)
        canvas.area(corners, Ink.CONSTRUCTION, opacity=0.14)
        canvas.feature((*corners, corners[0]), cell_feature(k // m, k % m), Ink.EXAMINED)
        if k >= taken:
            continue
        is_newest = k == i * m + j
        middle, half = np.array((x, y)) + (0.5 * SQUARE, -0.5 * SQUARE), 0.42 * SQUARE * w / longest
        ink = Ink.EXAMINED if is_newest else Ink.QUIET
        if np.hypot(*half) > 0.04:
            canvas.arrow(middle - half, middle + half, ink, line=Line.MEASURE if is_newest else Line.THIN)
        else:
            canvas.dot(middle, ink, Point.SMALL)
        if is_newest:
            canvas.stroke(corners, Ink.EXAMINED, closed=True, line=Line.OUTLINE)


def _edges(canvas: Canvas, moment: Moment[Any]) -> None:
    """Cards with their directions, all to one scale: until they are sorted, as they stand on their shapes."""
    scene, step = moment.scene, moment.step
    a = scene.a.world.points
    cards: list[tuple[int, Part]] = [
        (k, part) for k, edge in enumerate(scene.figure.edges) for part in parts(edge, a)
    ]
    is_early = isinstance(step, Reflected)
    if is_early:
        cards.sort(key=lambda card: (card[1].ink is Ink.B, card[1].number))
    if not cards:
        draw_radii(canvas, scene, np.array(ORIGIN), np.array((1.0, 0.0)))
        whole = (0.0, 0.0), (scene.figure.radius, 0.0)
        measures.measure(canvas, *whole, Ink.TEXT, f"$r_A$ + $r_B$ = {fixed(scene.figure.radius)}", off=-BELOW)
        for sign in (-1.0, 1.0):  # room above and below
            canvas.stroke(((0.0, sign), (scene.figure.radius, sign)), Ink.QUIET, line=Line.THIN, opacity=0.0)
        return
    laid = len(scene.figure.edges)
    newest: set[str] = set()  # names of the edges that are laid now
    if isinstance(step, EdgeLaid):
        laid, now = len(step.laid), laying(moment)
        told = now.newest if len(now.newest) <= 2 else now.newest[now.place : now.place + 1]
        newest = {part.name for part in told} if not (is_closed(moment) and moment.time == 1.0) else set()
    columns = max(4, math.ceil(len(cards) / 2))
    longest = max(math.hypot(*(part.end - part.start)) for _, part in cards)
    card = _card(canvas.pixel)
    for place, (k, part) in enumerate(cards):
        x, y = PITCH[0] * (place % columns), -PITCH[1] * (place // columns)
        box = card + (x, y)
        canvas.area(box, Ink.CONSTRUCTION, opacity=0.14)
        if part.name in newest:
            canvas.stroke(box, Ink.EXAMINED, closed=True, line=Line.OUTLINE)
        elif isinstance(step, NearestBoundary) and k == step.edge and not scene.is_touching:
            canvas.stroke(box, Ink.ANSWER, closed=True, line=Line.OUTLINE)
        bright = k < laid or is_early
        middle = np.array((x + 0.5 * CARD[0], y - 0.5 * CARD[1]))
        half = 0.29 * (part.end - part.start) / longest
        canvas.arrow(middle - half, middle + half, part.ink, line=Line.MEASURE if bright else Line.THIN)
        canvas.label(part.name, (x + 0.26, y - 0.19), part.ink, style=TextStyle.CAPTION, fixed=True)
        if is_early:
            continue
        at = (x + 0.5 * CARD[0], y - CARD[1] + 0.19)
        theta = f"{fixed(direction(part), 0)}°"
        theta = f"θ = {theta}" if part.name in newest else theta
        canvas.label(theta, at, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def draw_radii(canvas: Canvas, scene: Any, center: Any, way: Any) -> None:
    """Of two discs from the centre of their difference: r_A and r_B end to end, as far as its outline."""
    start = center
    for shape, ink in ((scene.a.world, Ink.A), (scene.b.world, Ink.B)):
        end = start + shape.radius * way
        canvas.stroke((start, end), ink, line=Line.FEATURE)
        aside = abs(way[::-1])  # right of an upright radius, above a level one
        canvas.label(f"$r_{ink.name}$ = {fixed(shape.radius)}", (start + end) / 2.0, ink, toward=aside)
        start = end
    canvas.dot(center, Ink.QUIET)


@lru_cache(maxsize=4)  # the same in every frame
def _card(pixel: float) -> Vector:
    """The outline of the first card."""
    left, right, top, bottom = ROUND, CARD[0] - ROUND, -ROUND, ROUND - CARD[1]
    whole = Convex(((left, bottom), (right, bottom), (right, top), (left, top)), ROUND)
    return boundary(whole, marks.SMOOTH * pixel)
