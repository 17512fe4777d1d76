"""The floor as a chain of edges: a ghost vertex, the normals that meet at the seam, the cone between them; and the
limit of a rule that asks only how far a normal leans."""

from __future__ import annotations

import math

from lessons.bodies.inner_edges_scene import Slide
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.mark import Pair
from viz.lesson.measures import unit_arrow
from viz.lesson.text import fixed

NAME = 18.0  # pixels under the floor: the names of its parts
ALONG = 0.82  # of a neighbour's edge: where its normal stands, off the ways of both bodies
LIMIT = 45.0  # degrees
FAN = 62.0  # pixels


def draw_chain(canvas: Canvas, scene: Slide) -> None:
    """What the top of tile 1 knows of its neighbour: the far end of the top of tile 2, so its normal too."""
    right, left = scene.ghosts
    canvas.stroke(((0.0, 0.0), right), Ink.GAP, line=Line.MEASURE)
    canvas.dot(right, Ink.GAP, Point.RING)
    under = right[0], right[1] - NAME * canvas.pixel
    canvas.label("ghost vertex of tile 1’s top", under, Ink.GAP, toward=(-1.0, 0.0), fixed=True)
    for (x, y), name in ((right, "right"), (left, "left")):
        unit_arrow(canvas, (ALONG * x, y), (0.0, 1.0), rf"\hat n_\mathrm{{{name}}}", Ink.GAP)


def draw_cone(canvas: Canvas, scene: Slide, corner: Pair, size: float) -> None:
    """The normals that a contact at the corner of a raised tile 2 may have."""
    cone, radius = scene.cone, size * canvas.pixel
    base = math.atan2(cone.first[1], cone.first[0])
    canvas.area((corner, *marks.circle_points(canvas, corner, radius, base, cone.turn)), Ink.GAP, opacity=0.25)
    middle = base + 0.5 * cone.turn
    at = corner[0] + radius * math.cos(middle), corner[1] + radius * math.sin(middle)
    canvas.label("cone", at, Ink.GAP, toward=(math.cos(middle), math.sin(middle)), fixed=True)


def draw_limit(canvas: Canvas, scene: Slide, at: Pair) -> None:
    """The normals that "upward normals only" keeps, and what it makes, wrongly, of the one at the seam."""
    radius, half = FAN * canvas.pixel, math.radians(LIMIT)
    fan = marks.circle_points(canvas, at, radius, 0.5 * math.pi - half, 2.0 * half)
    canvas.area((at, *fan), Ink.QUIET, opacity=0.2)
    ink = Ink.FAULTY if scene.is_dropped else Ink.EXAMINED
    canvas.label("45°", fan[-1], Ink.QUIET, toward=(-1.0, 0.4), fixed=True)
    unit_arrow(canvas, at, scene.spot.normal, "" if scene.lean < LIMIT else r"\hat n", ink)
    word = f"{fixed(scene.lean, 0)}°: {'kept' if scene.lean <= LIMIT else 'dropped'}"
    if scene.lean <= LIMIT:
        canvas.dot(at, Ink.FAULTY, Point.FILLED)
        canvas.label(rf"$\hat n$, {word}", at, Ink.FAULTY, toward=(-0.4, -1.0))
    else:
        marks.cross(canvas, at, word, Ink.FAULTY, toward=(1.0, 0.0))
