"""The names of the edges of A and B beside them, as the faces of the Minkowski difference have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, Vector
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.sum import SumEdge
from geometry.query.nearest import NearestBoundary
from lessons.stories.outlines import parts
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment

BETWEEN = 32.0  # pixels that a name takes between a face and the same face after the move
MOST_EDGES = 8  # of both shapes: their names at the last step
NAME = 14.0  # pixels from an edge to the middle of its name
PLACES = (0.65, 0.35, 0.8, 0.2, 0.9, 0.1, 0.98, 0.02)  # on an edge, where its name may stand


def names_edges(moment: Moment[Any]) -> bool:
    """Whether the last step names the edges of both shapes, as the faces are named: while there are few."""
    scene = moment.scene
    count = len(scene.a.world.points) + len(scene.b.world.points)
    return isinstance(moment.step, NearestBoundary) and moment.faulty is None and count <= MOST_EDGES


def lit(moment: Moment[Any]) -> set[str]:
    """The edges that have louder names already: those of the nearest face."""
    scene, found = moment.scene, moment.step
    if not isinstance(found, NearestBoundary) or found.edge is None or scene.is_touching:
        return set()
    return {part.name for part in parts(scene.figure.edges[found.edge], scene.a.world.points)}


def edge_names(
    canvas: Canvas, shape: Convex, other: Convex, ink: Ink, lit: set[str], move: Vector | None = None
) -> None:
    """The edges by the names that cards, outline and table give them, clear of the other shape; of one that moves
    beyond the edge after the move, where there is no room between the two."""
    if len(shape.points) > 2:
        for i, ends in enumerate(shape.edges):
            if f"{ink.name}{i}" in lit:
                continue
            feature, out = FeatureRef(ink.name, FeatureKind.EDGE, i), shape.normals[i]
            at = _clear_of_other(canvas, ends, out, other, (0.5, *PLACES))
            apart = 0.0 if move is None else float(move @ out)
            at = at + apart * out if 0.0 < apart < BETWEEN * canvas.pixel else at
            canvas.label(f"{ink.name}{i}", at, ink, toward=out, style=TextStyle.NUMBER, feature=feature)


def _clear_of_other(canvas: Canvas, ends: Any, out: Vector, other: Convex, places: Sequence[float]) -> Any:
    """The first of some places on an edge whose name, beside it, is clear of the other shape, or the clearest."""
    start, end = ends
    points = start + np.array(places)[:, None] * (end - start)
    if len(other.points) < 3:
        return points[0]
    names = points + NAME * canvas.pixel * out
    far = (names @ other.normals.T - (other.points * other.normals).sum(axis=1)).max(axis=1) - other.radius
    return points[int(np.minimum(far, NAME * canvas.pixel).argmax())]


def light_edges(canvas: Canvas, a: Convex, b: Convex, edge: SumEdge) -> None:
    """The edges that give the nearest face, and their names: near the upper end, or clear of the other shape."""
    for part in parts(edge, a.points):
        shape, other = (a, b) if part.ink is Ink.A else (b, a)
        start, end = np.array(shape.edge(part.number))
        feature = FeatureRef(part.ink.name, FeatureKind.EDGE, part.number)
        marks.highlight_edge(canvas, (start, end), part.ink, glow=False)
        high = (start, end) if start[1] < end[1] else (end, start)
        out = shape.normals[part.number]
        at = _clear_of_other(canvas, high, out, other, (0.82, *PLACES))
        canvas.label(part.name, at, part.ink, toward=out, style=TextStyle.BOLD, feature=feature, leader=True)
