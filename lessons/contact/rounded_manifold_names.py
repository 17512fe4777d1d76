"""The names of edge and corner regions, where there is room beside both shapes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from geometry import Convex, Vector
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import ReferenceEdge
from lessons.stories.room import distances
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink

CLEAR = 50.0  # pixels between the middle of a region's name and what is drawn
WIDE, HIGH = 52.0, 20.0  # half of the size of the edge region's name, in pixels
RULER = 30.0  # pixels between the inner edge and the places that are measured along it
OVER = 4.0  # pixels that a name may stand above both shapes: what covers the pane's top is higher
ASIDE = 36.0  # pixels between a number that stands aside of both shapes and their outlines

TRIES = np.array(  # pixels away, and which part of an edge or of an angle; the nearest places first
    list(itertools.product(range(80, 400, 20), (0.5, 0.35, 0.65, 0.2, 0.8, 0.16, 0.84, 0.12, 0.88)))
)


def name_regions(
    canvas: Canvas, reference: ReferenceEdge, corners: CornersMeasured, own: Convex, other: Convex
) -> None:
    """Each region's name where it is free, and below it what is nearest there."""
    shapes: tuple[Convex, ...] = own, other
    u, t, n = reference.inner_start, reference.tangent, reference.normal
    pixels, part = TRIES.T
    half = WIDE * abs(t[0]) + HIGH * abs(t[1])  # of a name that lies across the region
    is_wide = reference.length * np.minimum(part, 1.0 - part) > half * canvas.pixel
    over = u + (part * reference.length)[:, None] * t + (pixels * canvas.pixel)[:, None] * n
    x = reference.along(corners.on_incident)  # q may come over the border, along this way: no words on it
    way = Convex(np.array((corners.on_incident, corners.on_incident + (0.5 * reference.length - x) * t)))
    at = _free_line(canvas, over[is_wide | (part == 0.5)], (*shapes, way) if corners.corner is not None else shapes)
    canvas.label(f"**edge region**\nedge {reference.edge} is nearest", at, Ink.EXAMINED, fixed=True)
    if corners.corner is None:
        return
    before, after = own.normals[[corners.corner - 1, corners.corner]]
    places = _in_wedge(canvas, corners.on_reference, before, after)
    if len(places):  # a narrow one has no room for words
        back = -RULER * canvas.pixel * n  # the place of q is measured there, up to where it lies
        ruler = Convex(np.array((u + min(0.0, x) * t + back, u + max(reference.length, x) * t + back)))
        shapes = own, other, ruler
        top = max(float(each.points[:, 1].max()) + each.radius for each in (own, other))
        is_low = places[:, 1] < top + OVER * canvas.pixel
        places = np.concatenate((places[is_low], places[~is_low]))
        words = f"**corner region**\nv{corners.corner} is nearest"
        canvas.label(words, _free_line(canvas, places, shapes), Ink.TEXT, fixed=True)


def _in_wedge(canvas: Canvas, corner: Vector, before: Vector, after: Vector) -> Vector:
    """Places in the wedge between two directions, clear of its borders, the nearest to its corner first."""
    start, end = (math.atan2(normal[1], normal[0]) for normal in (before, after))
    wide, (pixels, part) = (end - start) % math.tau, TRIES.T
    angle, far = start + part * wide, pixels * canvas.pixel
    ways = np.stack((far * np.cos(angle), far * np.sin(angle)), axis=1)
    places: Vector = (corner + ways)[pixels * wide * np.minimum(part, 1.0 - part) >= CLEAR]
    return places


def aside(canvas: Canvas, start: Vector, way: Vector, shapes: Sequence[Convex]) -> Vector:
    """The first place on a way that is clear of both shapes."""
    return _free(canvas, start + (np.arange(40.0, 240.0, 20.0) * canvas.pixel)[:, None] * way, shapes, ASIDE)


def _free_line(canvas: Canvas, places: Vector, shapes: Sequence[Convex]) -> Vector:
    """The first place at which a name, longer than it is high, is clear of both shapes; else the first of all."""
    offs = np.array((-0.75, -0.25, 0.25, 0.75)) * WIDE * canvas.pixel
    points = (places[:, None] + offs[:, None] * (1.0, 0.0)).reshape(-1, 2)
    away = distances(points, shapes).reshape(-1, len(offs)).min(axis=1)
    first: Vector = places[int((away > HIGH * canvas.pixel).argmax())]
    return first


def _free(canvas: Canvas, places: Vector, shapes: Sequence[Convex], clear: float = CLEAR) -> Vector:
    """The first place that is clear of both shapes; where there is none, the first of all."""
    first: Vector = places[int((distances(places, shapes) > clear * canvas.pixel).argmax())]
    return first
