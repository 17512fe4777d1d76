"""The floor as a chain of edges: the ghost vertices at its seam, the normals there, the cone between them."""

from __future__ import annotations

import math

from lessons.bodies.inner_edges_scene import Slide
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Point
from viz.lesson.mark import Pair
from viz.lesson.measures import unit_arrow

NAME = 8.0  # pixels from a ghost vertex to its name
ALONG = 0.82  # of a neighbour's edge: where its normal stands, off the ways of both bodies


def draw_normals(canvas: Canvas, scene: Slide) -> None:
    """Of the two tops that meet at a flat seam."""
    for (x, y), name in zip(scene.ghosts, ("right", "left"), strict=True):
        unit_arrow(canvas, (ALONG * x, y), (0.0, 1.0), rf"\hat n_\mathrm{{{name}}}", Ink.GAP)


def draw_chain(canvas: Canvas, scene: Slide) -> None:
    """The ghost vertices at a flat seam, each with the tile whose top it is known to."""
    for (x, y), tile in zip(scene.ghosts, (1, 2), strict=True):
        canvas.dot((x, y), Ink.A, Point.RING)
        inward = math.copysign(1.0, -x)
        at = x + inward * NAME * canvas.pixel, y - 2.0 * NAME * canvas.pixel
        canvas.label(f"ghost vertex for tile {tile}", at, Ink.A, toward=(inward, 0.0), fixed=True)


def draw_cone(canvas: Canvas, scene: Slide, corner: Pair, size: float) -> None:
    """The normals that a contact at the corner of a raised tile 2 may have."""
    cone, radius = scene.cone, size * canvas.pixel
    base = math.atan2(cone.first[1], cone.first[0])
    canvas.area((corner, *marks.circle_points(canvas, corner, radius, base, cone.turn)), Ink.GAP, opacity=0.25)
    middle = base + 0.5 * cone.turn
    at = corner[0] + radius * math.cos(middle), corner[1] + radius * math.sin(middle)
    canvas.label("cone", at, Ink.GAP, toward=(math.cos(middle), math.sin(middle)), fixed=True)
