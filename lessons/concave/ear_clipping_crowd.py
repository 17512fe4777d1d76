"""The figure of ear clipping on outlines of hundreds of vertices: all that is quiet in a few marks."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry.concave.bridges import BridgeBuilt
from geometry.concave.ear_clipping import TipTested, Triangulation
from geometry.vector import Points
from lessons.concave.ear_clipping_state import clipped
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment

DIAMOND = 3.0  # pixels, half of the small diamond of a vertex that is not convex
MOST_DIAMONDS = 800  # left in the list: more would hide the outline


def draw_quiet(canvas: Canvas, moment: Moment[Any], ring: list[int]) -> None:
    """What is left and what has been clipped; at the end all triangles; their tree would hide them."""
    points, answer = moment.scene.polygon.points, moment.trace.result
    triangles = points[np.array(answer.triangles)]
    if isinstance(moment.step, Triangulation):
        canvas.crowd(Ink.A, segments=_sides(triangles), triangles=triangles, opacity=0.1, fill=0.26)
        outlined(canvas, points[list(answer.ring)])
        return
    done = len(clipped(moment))
    canvas.crowd(Ink.A, triangles=triangles[done:], fill=0.26)
    if done:
        canvas.crowd(Ink.GHOST, segments=_sides(triangles[:done]), triangles=triangles[:done], opacity=0.5, fill=0.26)
    outlined(canvas, points[ring])
    if not isinstance(moment.step, TipTested):
        for hole in moment.scene.polygon.ordered[1:]:
            if hole[0] not in ring:
                outlined(canvas, points[list(hole)])
    rings = [ring] if isinstance(moment.step, TipTested | BridgeBuilt) else moment.scene.polygon.ordered
    places = np.concatenate([_not_convex(points, np.array(each)) for each in rings])
    if len(places) <= MOST_DIAMONDS:
        diamonds(canvas, places)


def outlined(canvas: Canvas, ring: Points) -> None:
    """A ring of hundreds."""
    canvas.crowd(Ink.A, segments=np.stack((ring, np.roll(ring, -1, axis=0)), axis=1), line=Line.OUTLINE)


def _sides(triangles: Points) -> Points:
    """Of triangles (n, 3, 2): their sides, (3 n, 2, 2)."""
    sides: Points = np.stack((triangles, np.roll(triangles, -1, axis=1)), axis=2).reshape(-1, 2, 2)
    return sides


def _not_convex(points: Points, ring: Points) -> Points:
    """The places of a ring's vertices at which it does not turn left."""
    at = points[ring]
    edge = at - np.roll(at, 1, axis=0)
    following = np.roll(edge, -1, axis=0)
    places: Points = at[edge[:, 0] * following[:, 1] <= edge[:, 1] * following[:, 0]]
    return places


def diamonds(canvas: Canvas, places: Points, ink: Ink = Ink.TEXT) -> None:
    """Small ones."""
    x, y = DIAMOND * canvas.pixel, DIAMOND * canvas.pixel_y
    east, north, west, south = (places + way for way in ((x, 0.0), (0.0, y), (-x, 0.0), (0.0, -y)))
    halves = np.concatenate((np.stack((east, north, west), axis=1), np.stack((west, south, east), axis=1)))
    canvas.crowd(ink, triangles=halves, fill=0.8)
