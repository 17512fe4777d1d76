"""Marks that several lessons share, built from the canvas's verbs."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from geometry import Convex, Interval, Vector, boundary
from geometry.vector import left_of, length, readonly, unit
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle

SMOOTH = 0.2  # pixels that a drawn arc may stray from the true one
RIGHT, UP = readonly(np.array((1.0, 0.0))), readonly(np.array((0.0, 1.0)))


def shape(canvas: Canvas, convex: Convex, ink: Ink, letter: str = "", letter_at: Vector | None = None) -> None:
    """A solid shape, with its letter inside: at its centre unless said otherwise."""
    outline = boundary(convex, SMOOTH * canvas.pixel)
    if len(outline) > 2:
        canvas.area(outline, ink)
    canvas.stroke(outline, ink, closed=len(outline) > 2)
    if letter:
        canvas.label(letter, convex.centroid if letter_at is None else letter_at, ink, style=TextStyle.LETTER)
        for vertex, name in zip(convex.points.tolist(), _names("vertex", letter, len(convex.points)), strict=True):
            canvas.feature((vertex,), name, ink)
        for edge, name in zip(convex.edges.tolist(), _names("edge", letter, len(convex.edges)), strict=True):
            canvas.feature(edge, name, ink)


@lru_cache(maxsize=256)
def _names(kind: str, letter: str, count: int) -> tuple[str, ...]:
    """Of all a shape's vertices or edges: "edge 0 of A", "edge 1 of A" ..."""
    return tuple(f"{kind} {i} of {letter}" for i in range(count))


def ghost(canvas: Canvas, convex: Convex, ink: Ink = Ink.GHOST) -> None:
    """Where a shape was, will be, or would wrongly be: its outline alone."""
    canvas.stroke(boundary(convex, SMOOTH * canvas.pixel), ink, closed=True)


def right_angle(canvas: Canvas, corner: Vector, along: Vector, up: Vector, size: float = 11.0) -> None:
    """The little square that says: perpendicular. `along` and `up` are its two sides; `size` in pixels."""
    u, v = unit(along) * size * canvas.pixel, unit(up) * size * canvas.pixel
    canvas.stroke((corner + u, corner + u + v, corner + v), Ink.CONSTRUCTION)


def shadow_bar(canvas: Canvas, base: Vector, direction: Vector, shadow: Interval, ink: Ink, lane: float) -> None:
    """A shadow on the axis `base + t direction`, as a bar; `lane` pixels to the left of the axis."""
    shift = base + lane * canvas.pixel * left_of(direction)
    canvas.stroke((shift + shadow.low * direction, shift + shadow.high * direction), ink)


def dimension(
    canvas: Canvas, base: Vector, direction: Vector, span: Interval, ink: Ink, words: str, lane: float = 22.0
) -> None:
    """A measured length along an axis: two end ticks, a line, and the number in a pill.

    `lane` pixels to the left of the axis (negative: to the right).
    """
    across = canvas.pixel * left_of(direction)
    low, high = base + span.low * direction, base + span.high * direction
    for end in (low, high):
        canvas.stroke((end - 10.0 * across, end + 10.0 * across), ink)
    canvas.stroke((low + 10.0 * across, high + 10.0 * across), ink)
    canvas.stroke((low - 10.0 * across, high - 10.0 * across), ink)
    side = 1.0 if lane > 0.0 else -1.0
    middle = (low + high) / 2.0 + side * 10.0 * across
    canvas.label(words, middle, ink, toward=side * across / canvas.pixel, style=TextStyle.PILL)


def measured(canvas: Canvas, start: Vector, end: Vector, side: Vector, ink: Ink, words: str) -> None:
    """A length beside a line: a thin parallel with end ticks, some pixels off to `side` (unit), and the number."""
    off, tick = 20.0 * canvas.pixel * side, 5.0 * canvas.pixel * side
    low, high = start + off, end + off
    canvas.stroke((low, high), Ink.CONSTRUCTION)
    for at in (low, high):
        canvas.stroke((at - tick, at + tick), Ink.CONSTRUCTION)
    canvas.label(words, (low + high) / 2.0, ink, toward=side, style=TextStyle.PILL)


def upright(way: Vector) -> Vector:
    """Up or down, whichever `way` leans to: a label there needs less width, where a pane has little."""
    return UP if float(way[1]) >= -1e-9 else readonly(-UP)  # rounding must not choose


def normal_arrow(canvas: Canvas, start: Vector, normal: Vector, feature: str, pixels: float = 62.0) -> None:
    """A unit normal, drawn at a fixed length and named; pointing at it lights `feature`, which it belongs to."""
    tip = start + pixels * canvas.pixel * normal
    canvas.arrow(start, tip, Ink.REFERENCE)
    canvas.feature((start, tip), feature, Ink.REFERENCE)
    canvas.symbol(r"\hat n", tip, Ink.REFERENCE, toward=normal, feature=feature)


def direction_arrow(
    canvas: Canvas, start: Vector, direction: Vector, symbol: str = r"\hat d", pixels: float = 62.0
) -> None:
    """A unit direction that is searched along, at a fixed length."""
    tip = start + pixels * canvas.pixel * direction
    canvas.arrow(start, tip, Ink.REFERENCE)
    canvas.symbol(symbol, tip, Ink.REFERENCE, toward=direction)


def move_arrow(canvas: Canvas, start: Vector, move: Vector, ink: Ink, words: str) -> None:
    """A displacement at its true length; nothing for none."""
    if length(move) > 0.0:
        canvas.arrow(start, start + move, ink)
        canvas.label(words, start + move / 2.0, ink, toward=left_of(move))
