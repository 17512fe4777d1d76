"""The names of the edges, vertices and arcs between which a contact was found, outside of both shapes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from geometry import circle, separation
from geometry.feature import Feature
from geometry.shape import Convex, boundary
from geometry.vector import Vector
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle

NAME = 30.0  # pixels from an edge to the middle of its name
NAMED = circle(0.12)  # world: about what a name takes
PARTS = (0.2, 0.35, 0.5, 0.65, 0.8, 0.1, 0.9)  # of an edge: where its name may stand
OUT = 10.0  # pixels that a name of something buried stands outside of both shapes
LEVEL = 0.4  # so much longer counts a level way: names are broad, and the pane is not
ROUGH = 0.03  # world: so far an arc may stray where a way out is sought
TURNS = np.radians(np.arange(0.0, 360.0, 15.0))


def name_features(canvas: Canvas, scene: Any) -> None:
    """The edges, vertices and arcs that the table lists, outside of both shapes."""
    for i, (shape, ink) in enumerate(((scene.cell.a, Ink.A), (scene.cell.b, Ink.B))):
        other = (scene.cell.b, scene.cell.a)[i]
        for feature in dict.fromkeys(p.id[i] for p in scene.known.points):
            if len(shape.points) == 1:
                continue
            at, toward = shape.points[feature.index], shape.centroid - shape.points[feature.index]
            if feature.is_vertex and shape.radius:  # its leader ends at the arc, of which it is the centre
                at = at - shape.radius * toward / np.hypot(*toward)
            if not feature.is_vertex:
                start, end = shape.edges[feature.index]
                toward = np.array((end[1] - start[1], start[0] - end[0]))
                beyond = NAME * canvas.pixel * toward / np.hypot(*toward)
                places = [start + part * (end - start) for part in PARTS]
                at = _clearest(sorted(places, key=_away_from(scene.known.middle)), beyond, other)
            told, is_led = named(shape, feature), True
            if other.contains(at):
                way, far = _way_out(at, (shape, other))
                spot = at + (far + OUT * canvas.pixel) * way
                canvas.stroke((at, spot), ink, line=Line.THIN)
                at, toward, is_led = spot, way, False
            canvas.label(told, at, ink, toward=toward, style=TextStyle.LABEL, leader=is_led)


def _away_from(middle: Vector) -> Callable[[Vector], float]:
    """What sorts places by how far they are from that one, the farthest first."""
    return lambda place: -math.dist(place, middle)


def _way_out(at: Vector, shapes: Sequence[Convex]) -> tuple[Vector, float]:
    """The shortest of some ways from a place out of both shapes, a unit vector, and its length."""
    ways, far = np.stack((np.cos(TURNS), np.sin(TURNS)), axis=1), np.zeros(len(TURNS))
    for shape in shapes:
        outline = boundary(shape, ROUGH)
        along = np.roll(outline, -1, axis=0) - outline
        outward = np.stack((along[:, 1], -along[:, 0]), axis=1)
        speed, left = ways @ outward.T, ((outline - at) * outward).sum(axis=1).clip(0.0)
        far = np.maximum(far, np.where(speed > 1e-9, left / np.where(speed > 1e-9, speed, 1.0), np.inf).min(axis=1))
    away = ways @ (at - shapes[0].centroid)  # of ways that are as short, the one that leads away from its shape
    best = int((far * (1.0 + LEVEL * np.abs(ways[:, 0])) - 0.02 * away).argmin())
    return ways[best], float(far[best])


def _clearest(places: Sequence[Vector], beyond: Vector, other: Convex) -> Vector:
    """The first of some places on an edge where its name, which stands beyond it, lies outside of the other shape;
    else the one where it lies nearest to its outside."""
    best, most = places[0], -math.inf
    for at in places:
        gap = separation(NAMED.moved(at + beyond), other)
        if gap > most:
            best, most = at, gap
        if gap > 0.0:
            break
    return best


def named(shape: Convex, feature: Feature) -> str:
    """A vertex of a rounded shape is the centre of an arc."""
    if len(shape.points) == 1:
        return "circle"
    return f"{'arc' if shape.radius and feature.is_vertex else feature.kind.value} {feature.index}"
