"""The floor as a chain of edges: the corner at the seam, its neighbours' far ends and normals, the cone between."""

from __future__ import annotations

import math

from lessons.bodies.inner_edges_scene import Slide
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.mark import Pair
from viz.lesson.measures import unit_arrow

LINE, FAN = 56.0, 44.0  # pixels of a cone: one direction is longer than the normal of a contact, which may lie in it
NAME = 8.0  # pixels from a ghost vertex to its name
NAMED = 0.1  # past the seam the body may be so far, and the name stands beside it
ALONG = 0.82  # of a neighbour's edge: where its normal stands, off the ways of both bodies


def draw_chain(canvas: Canvas, scene: Slide, over: Pair) -> None:
    """The side of a step is too short for an arrow of its own; the enlarged corner has it. `over`: from
    where to where the body stands on the floor, and, as a box, hides the name of a cone that is one direction."""
    corner, (right, left) = (0.0, scene.raised), scene.ghosts
    size = FAN if scene.raised else LINE
    draw_cone(canvas, scene, corner, size)
    if scene.raised or scene.is_round or not over[0] < 0.0 < over[1] - NAMED:
        away = -1.0 if over[0] >= 0.0 else 1.0
        canvas.label("cone", (0.0, scene.raised + size * canvas.pixel), Ink.GAP, toward=(away, 0.2))
    for (x, y), normal, name in ((left, scene.cone.second, "left"), (right, scene.cone.first, "right")):
        if normal[1] > 0.5:
            unit_arrow(canvas, (ALONG * x, y), normal, rf"\hat n_\mathrm{{{name}}}", Ink.GAP)
        canvas.dot((x, y), Ink.A, Point.RING)
        inward = -1.0 if x > 0.0 else 1.0
        at = x + inward * NAME * canvas.pixel, y - 2.0 * NAME * canvas.pixel
        canvas.label("ghost vertex", at, Ink.A, toward=(inward, 0.0), fixed=True)
    canvas.dot(corner, Ink.GAP, Point.RING)


def draw_cone(canvas: Canvas, scene: Slide, corner: Pair, size: float) -> None:
    """The normals that a contact at the corner of tile 2 may have: a fan, or one direction."""
    cone, radius = scene.cone, size * canvas.pixel
    if cone.turn > 1e-9:
        base = math.atan2(cone.first[1], cone.first[0])
        canvas.area((corner, *marks.circle_points(canvas, corner, radius, base, cone.turn)), Ink.GAP, opacity=0.25)
        return
    end = corner[0] + radius * cone.first[0], corner[1] + radius * cone.first[1]
    canvas.stroke((corner, end), Ink.GAP, line=Line.MEASURE)
