"""GJK drawn: the Voronoi regions of the simplex, their names, and where there is room beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from geometry.minkowski.gjk import SimplexReduced
from geometry.minkowski.simplex import SimplexRegion
from geometry.vector import Vector, unit
from lessons.stories.gjk_known import Known, Operands
from viz.lesson import regions
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.regions import NearestRegion

TAKEN = 0.16  # opacity
REGION_NAME = 30.0  # pixels: half the room that the name of a region takes
LEVEL = 1e-3  # slope of a line that reaches no height


def around_simplex(canvas: Canvas, step: SimplexReduced, known: Known, *, named: bool) -> None:
    """The Voronoi regions of the simplex; that of the origin lit and named, as are its neighbours, where they are
    to be `named` and there is room."""
    corners = [vertex.w for vertex in step.candidates]
    nearest = {i for i, vertex in enumerate(step.candidates) if vertex in step.simplex.vertices}
    others = shaded(canvas, corners, nearest)
    if step.simplex.region is SimplexRegion.INSIDE or len(corners) < 2:
        return
    if (place := beside_ring(known, canvas.pixel)) is not None:
        names = "".join(known.symbol(vertex) for vertex in step.simplex.vertices)
        canvas.label(f"region of {step.simplex.region.value} ${names}$", place, Ink.EXAMINED)
    middle = np.mean(corners, axis=0)
    half = 1.2 * REGION_NAME * canvas.pixel, 17.0 * canvas.pixel
    for found, region in others if named and len(corners) > 2 else ():
        if nearest < found or found < nearest:
            room = regions.room_in(region, middle, half)
            if room is not None and math.hypot(*room) > known.upper + REGION_NAME * canvas.pixel:
                names = "".join(known.symbol(step.candidates[i]) for i in sorted(found))
                canvas.label(f"region ${names}$", room, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def shaded(canvas: Canvas, corners: Sequence[Vector], nearest: set[int]) -> list[tuple[set[int], NearestRegion]]:
    """The region of the vertices `nearest` lit, with its borders; those of the other edges tinted, and those of the
    other vertices are what is left between them. Returns the other regions, with the vertices of each."""
    others = []
    for found, region in regions.simplex_regions(corners):
        if found != nearest:
            others.append((found, region))
            if len(found) > 1:
                canvas.region(region.through, region.normals, Ink.CONSTRUCTION, regions.OF_EDGE)
            continue
        canvas.region(region.through, region.normals, Ink.EXAMINED, regions.IN_USE)
        (start, end), (first, second) = region.through[-2:], region.normals[-2:]
        one_sided = len(corners) > 2
        canvas.unbounded(start, (-first[1], first[0]), Ink.EXAMINED, line=Line.THIN, one_sided=one_sided)
        canvas.unbounded(end, (second[1], -second[0]), Ink.EXAMINED, line=Line.THIN, one_sided=one_sided)
    return others


def draw_region(corners: Sequence[Vector], part: Sequence[int], canvas: Canvas, pane: str) -> None:
    """Of a triangle the region of a vertex or an edge that was taken for that of the origin."""
    if pane == "space":
        region = next(region for found, region in regions.simplex_regions(corners) if found == set(part))
        canvas.region(region.through, region.normals, Ink.FAULTY, TAKEN)


def highest(known: Known, shapes: Operands) -> float:
    """The top of A − B and the ring: the view has its title above it, and a line that ends there is clear of it."""
    return max(float(shapes.outline.points[:, 1].max()), known.upper)


def line_up_to(canvas: Canvas, at: Vector, along: Vector, top: float, ink: Ink, line: Line) -> None:
    """A line through a point, as far as a height above it."""
    down = -along if along[1] > 0.0 else along
    if down[1] < -LEVEL:
        canvas.unbounded(at + (top - at[1]) / down[1] * down, down, ink, line=line, one_sided=True)
    else:
        canvas.unbounded(at, along, ink, line=line)


def long_side(known: Known) -> Vector:
    """Along the nearest edge, from v to its farther end: where there is room beside the rings. Without an edge up or
    down, where v is."""
    if known.simplex.region is not SimplexRegion.EDGE:
        return np.array((0.0, 1.0 if known.simplex.closest[1] >= 0.0 else -1.0))
    p, q = (vertex.w - known.simplex.closest for vertex in known.simplex.vertices)
    return unit(p if p @ p > q @ q else q)


def beside_ring(known: Known, pixel: float) -> Vector | None:
    """In the region where the origin lies: of a vertex before the ring, of the nearest edge between the rings and the
    region's border, if that is wide enough."""
    if known.simplex.region is SimplexRegion.VERTEX:
        return -(known.upper + 2.0 * REGION_NAME * pixel) * unit(known.simplex.closest)
    far = max(float(np.hypot(*(vertex.w - known.simplex.closest))) for vertex in known.simplex.vertices)
    if far < known.upper + 2.0 * REGION_NAME * pixel:
        return None
    return 0.5 * (far + known.upper) * long_side(known) - 0.2 * known.simplex.closest
