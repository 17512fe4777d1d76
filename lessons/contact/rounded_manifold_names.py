"""The names of edge and corner regions, where there is room beside both shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from geometry import Convex, Vector, point_query
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import ReferenceEdge
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink

CLEAR = 50.0  # pixels between the middle of a region's name and what is drawn
ASIDE = 36.0  # pixels between a number that stands aside of both shapes and their outlines


def name_regions(
    canvas: Canvas, reference: ReferenceEdge, corners: CornersMeasured, own: Convex, other: Convex
) -> None:
    """Each region's name where it is free, and below it what is nearest there."""
    shapes = own, other
    u, t, n = reference.inner_start, reference.tangent, reference.normal
    over = (
        u + part * reference.length * t + pixels * canvas.pixel * n
        for pixels in range(80, 400, 20)
        for part in (0.5, 0.35, 0.65, 0.2, 0.8, 0.12, 0.88)
        if reference.length * min(part, 1.0 - part) > CLEAR * canvas.pixel or part == 0.5
    )
    words = f"**edge region**\nedge {reference.edge} is nearest"
    canvas.label(words, _free(canvas, over, shapes), Ink.EXAMINED)
    if corners.corner is not None:
        before, after = own.normals[[corners.corner - 1, corners.corner]]
        at = _free(canvas, _in_wedge(canvas, corners.on_reference, before, after), shapes)
        canvas.label(f"**corner region**\nv{corners.corner} is nearest", at, Ink.TEXT)


def _in_wedge(canvas: Canvas, corner: Vector, before: Vector, after: Vector) -> Iterator[Vector]:
    """Places in the wedge between two directions, clear of its borders, the nearest to its corner first."""
    start, end = (math.atan2(normal[1], normal[0]) for normal in (before, after))
    wide = (end - start) % math.tau
    for pixels in range(80, 400, 20):
        for part in (0.5, 0.35, 0.65, 0.2, 0.8, 0.12, 0.88):
            if pixels * wide * min(part, 1.0 - part) >= CLEAR:
                angle = start + part * wide
                yield corner + pixels * canvas.pixel * np.array((math.cos(angle), math.sin(angle)))


def aside(canvas: Canvas, start: Vector, way: Vector, shapes: Sequence[Convex]) -> Vector:
    """The first place on a way that is clear of both shapes."""
    return _free(canvas, (start + pixels * canvas.pixel * way for pixels in range(40, 240, 20)), shapes, ASIDE)


def _free(canvas: Canvas, places: Iterable[Vector], shapes: Sequence[Convex], clear: float = CLEAR) -> Vector:
    """The first place that is clear of both shapes; where there is none, the first of all."""
    every = list(places)
    room = clear * canvas.pixel
    return next((at for at in every if all(point_query(s, at).separation > room for s in shapes)), every[0])
