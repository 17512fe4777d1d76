"""Why the support vertex: in the world the vertices of B projected on the normal of A's edge, in A − B the copies of
A that they make."""

from __future__ import annotations

import numpy as np

from geometry import Convex, Vector
from geometry.minkowski.faces import DifferenceFace
from geometry.vector import left_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle

CLEAR = 30.0  # pixels from the shapes to the line of the projections
TICK = 5.0  # pixels that the tick of a vertex reaches to each side of that line
TIP = 26.0  # pixels that the line goes on after the last vertex


def draw_projections(canvas: Canvas, shapes: tuple[Convex, Convex], face: DifferenceFace, symbol: str) -> None:
    """Every vertex of B on a line along the normal, which is its arrow; the least is marked. Beside both shapes, on
    the side where B is nearer."""
    a, b = shapes[0].points, shapes[1].points
    normal, across = face.normal, left_of(face.normal)
    if (b @ across).max() - (a @ across).max() < (b @ -across).max() - (a @ -across).max():
        across = -across
    aside = max((a @ across).max(), (b @ across).max()) + CLEAR * canvas.pixel
    along = b @ normal
    places = aside * across + along[:, None] * normal
    tick: Vector = TICK * canvas.pixel * across
    last = aside * across + (along.max() + TIP * canvas.pixel) * normal
    for k, place in enumerate(places):
        is_least = k in face.supports
        canvas.stroke((b[k], place), Ink.B, line=Line.DASHED, opacity=0.8 if is_least else 0.3)
        canvas.stroke((place - tick, place + tick), Ink.B, line=Line.MEASURE, opacity=1.0 if is_least else 0.6)
    least = places[face.supports[0]]
    canvas.arrow(least, last, Ink.EXAMINED, line=Line.THIN)
    canvas.dot(least, Ink.B, Point.SMALL)
    words = rf"least $\B{{\boldsymbol b}} \cdot \examined{{{symbol}}}$"
    canvas.label(words, least, Ink.B, toward=-normal, style=TextStyle.LABEL)


def draw_copies(canvas: Canvas, shapes: tuple[Convex, Convex], face: DifferenceFace, opacity: float = 0.06) -> None:
    """A less every vertex of B, each behind its own copy of the edge; the farthest of these is the face."""
    a, b = shapes[0].points, shapes[1].points
    assert face.edge is not None
    i, j = face.edge, (face.edge + 1) % len(a)
    for k, vertex in enumerate(b):
        copy = a - vertex
        canvas.area(copy, Ink.A, opacity=opacity)
        if k not in face.supports:
            canvas.stroke((copy[i], copy[j]), Ink.EXAMINED, line=Line.THIN, opacity=0.6)
    k = face.supports[0]
    end = (a - b[k])[int(np.round(a @ face.normal, 9).argmin())]  # away from the face, where most is told
    canvas.stroke(a - b[k], Ink.A, closed=True, line=Line.DASHED, opacity=0.6)
    canvas.label(rf"$\A{{A}} - \B{{\boldsymbol b_{k}}}$", end, Ink.A, toward=-face.normal)
