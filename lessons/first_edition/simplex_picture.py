"""Simplexes and polytopes: in Minkowski space, and their witness points in the world. Shared by GJK and EPA."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from geometry import Vector
from geometry.minkowski.difference import minkowski_difference
from geometry.minkowski.simplex import Simplex, SimplexRegion, SimplexVertex, witness_points
from geometry.vector import left_of, length, unit
from lessons.first_edition import difference_picture, marks
from lessons.first_edition.difference import Subtracted, solid
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink


def name(scene: Subtracted, vertex: SimplexVertex) -> str:
    """A point of the difference by the vertices that it is made of: "A2 − B0"."""
    first, second = scene.letters
    return f"{first}{vertex.index_a} − {second}{vertex.index_b}"


def space(canvas: Canvas, scene: Subtracted) -> None:
    """The whole difference, which the algorithm never builds, as a ghost; its layer of the radii; the origin."""
    figure = minkowski_difference(*scene.shapes)
    canvas.stroke(figure.points, Ink.GHOST, closed=len(figure.points) > 2)
    if figure.radius > 0.0:
        marks.ghost(canvas, solid(figure))
    difference_picture.origin(canvas)


def vertices(canvas: Canvas, scene: Subtracted, shown: Iterable[SimplexVertex], ink: Ink, remark: str = "") -> None:
    """Points of the difference with their names, away from the middle of the difference; each name once."""
    first, second = scene.shapes
    middle = first.centroid - second.centroid
    for vertex in {name(scene, vertex): vertex for vertex in shown}.values():
        canvas.dot(vertex.w, ink)
        away = vertex.w - middle
        words = f"{name(scene, vertex)}{remark}"
        canvas.label(words, vertex.w, ink, toward=away if length(away) > 0.0 else marks.UP)
        canvas.feature((vertex.w,), name(scene, vertex), ink)


def simplex(canvas: Canvas, found: Simplex, ink: Ink = Ink.RESULT) -> None:
    """A point, a segment or a triangle."""
    corners = np.array([vertex.w for vertex in found.vertices])
    if len(corners) > 2:
        canvas.area(corners, Ink.VECTOR_P)
    if len(corners) > 1:
        canvas.stroke(corners, ink, closed=len(corners) > 2)


def region(canvas: Canvas, found: Simplex, candidates: tuple[SimplexVertex, ...]) -> None:
    """The borders of the region that the origin lies in: what is nearer to this vertex or edge than to the others."""
    if found.region is SimplexRegion.EDGE:
        p, q = (vertex.w for vertex in found.vertices)
        for corner in (p, q):
            canvas.unbounded(corner, left_of(q - p), Ink.GHOST)
    elif found.region is SimplexRegion.VERTEX:
        (only,) = found.vertices
        for other in candidates:
            if length(other.w - only.w) > 0.0:
                canvas.unbounded(only.w, left_of(other.w - only.w), Ink.GHOST)


def way_to_origin(canvas: Canvas, found: Simplex, words: str) -> None:
    """From the origin to the simplex: what is to be made short."""
    if found.distance > 0.0:
        canvas.stroke((difference_picture.ORIGIN, found.closest), Ink.GAP)
        canvas.label(words, found.closest / 2.0, Ink.GAP, toward=left_of(found.closest))


def support(canvas: Canvas, scene: Subtracted, vertex: SimplexVertex, direction: Vector, start: Vector) -> None:
    """The search: the direction from `start`, the support point and the line that nothing lies beyond."""
    marks.direction_arrow(canvas, start, direction)
    canvas.unbounded(vertex.w, left_of(direction), Ink.AXIS)
    vertices(canvas, scene, (vertex,), Ink.INCIDENT)


def supporting(canvas: Canvas, scene: Subtracted, vertex: SimplexVertex, direction: Vector) -> None:
    """The search in the world: the furthest vertex of the one along the direction, of the other against it."""
    for operand, index, at, way, word in (
        (scene.operands[0], vertex.index_a, vertex.on_a, direction, r"\hat d"),
        (scene.operands[1], vertex.index_b, vertex.on_b, -direction, r"-\hat d"),
    ):
        canvas.unbounded(at, left_of(way), Ink.AXIS)
        marks.direction_arrow(canvas, at, way, word)
        canvas.dot(at, Ink.INCIDENT)
        canvas.label(f"vertex {index} of {operand.letter}", at, Ink.INCIDENT, toward=left_of(way))


def witnesses(canvas: Canvas, found: Simplex) -> None:
    """The points of both cores that the simplex's nearest point is the difference of."""
    on_first, on_second = witness_points(found)
    if length(on_second - on_first) > 0.0:
        canvas.stroke((on_first, on_second), Ink.GAP)
    canvas.dot(on_first, Ink.RESULT)
    canvas.dot(on_second, Ink.RESULT)


def answer(canvas: Canvas, on_first: Vector, on_second: Vector, words: str, ink: Ink) -> None:
    """The witness points on both boundaries, with what lies between them."""
    between = on_second - on_first
    side = left_of(unit(between)) if length(between) > 0.0 else marks.UP
    canvas.stroke((on_first, on_second), ink)
    canvas.dot(on_first, Ink.RESULT)
    canvas.dot(on_second, Ink.RESULT)
    canvas.label(words, (on_first + on_second) / 2.0, ink, toward=side)
