"""One part at a time, over the whole shape."""

from __future__ import annotations

import math

import numpy as np

from geometry import Convex, circle
from geometry.contact.rounded_parts import Core, CornerTurned, EdgeMovedOut, RoundedParts
from geometry.vector import length, readonly
from lessons.first_edition import marks
from lessons.rounded_anatomy.scene import Rounding
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[Rounding]) -> None:
    scene = moment.scene
    shape = scene.rounded
    marks.shape(canvas, shape, Ink.A, "A")
    if scene.smaller is not None:
        canvas.stroke(scene.polygon.points, Ink.GHOST, closed=True)
        corner = max(scene.polygon.points, key=lambda p: float(p[1]))
        canvas.label("before it was shrunk", corner, Ink.QUIET, toward=corner - shape.centroid)
    _core(canvas, shape)
    for step in moment.trace.steps[: moment.index]:
        if isinstance(step, EdgeMovedOut) and scene.radius > 0.0:
            canvas.stroke((step.start, step.end), Ink.CONSTRUCTION)
        elif isinstance(step, CornerTurned) and scene.radius > 0.0:
            marks.ghost(canvas, circle(scene.radius, step.center))
    match moment.step:
        case Core():
            middle = (shape.points[0] + shape.points[-1]) / 2.0
            canvas.label(f"inner {kind(shape)}", middle, Ink.TEXT, toward=shape.centroid - middle + (0.0, 1e-9))
        case EdgeMovedOut() as edge:
            _edge(canvas, scene, edge)
        case CornerTurned() as corner_step:
            _corner(canvas, scene, corner_step)
        case RoundedParts():
            _names(canvas, moment)
    if isinstance(moment.step, RoundedParts):
        _tips(canvas, scene)


def kind(shape: Convex) -> str:
    return ("point", "segment", "polygon")[min(len(shape.points), 3) - 1]


def _core(canvas: Canvas, shape: Convex) -> None:
    if len(shape.points) > 1:
        canvas.stroke(shape.points, Ink.AXIS, closed=len(shape.points) > 2)
    for p in shape.points:
        canvas.dot(p, Ink.AXIS)


def _edge(canvas: Canvas, scene: Rounding, edge: EdgeMovedOut) -> None:
    """Inner and outer edge, the band between them, and the radius."""
    middle = readonly((edge.inner_start + edge.inner_end) / 2.0)
    outer = readonly((edge.start + edge.end) / 2.0)
    canvas.area((edge.inner_start, edge.inner_end, edge.end, edge.start), Ink.VECTOR_P)
    canvas.stroke((edge.inner_start, edge.inner_end), Ink.INCIDENT)
    canvas.stroke((edge.start, edge.end), Ink.REFERENCE)
    canvas.label(f"inner edge {edge.edge}", middle, Ink.INCIDENT, toward=-edge.normal)
    canvas.label(f"outer edge {edge.edge}", outer, Ink.REFERENCE, toward=edge.normal)
    if scene.radius > 0.0:
        for inner, end in ((edge.inner_start, edge.start), (edge.inner_end, edge.end)):
            canvas.stroke((inner, end), Ink.GHOST)
        canvas.arrow(middle, outer, Ink.RESULT)
        along = edge.inner_end - edge.inner_start
        canvas.label(f"r = {amount(scene.radius)}", (middle + outer) / 2.0, Ink.RESULT, toward=along)


def arc(corner: CornerTurned, radius: float) -> np.ndarray:
    turn = np.linspace(corner.start_angle, corner.start_angle + corner.sweep, 2 + int(corner.sweep * 24.0))
    return corner.center + radius * np.stack((np.cos(turn), np.sin(turn)), axis=1)


def _corner(canvas: Canvas, scene: Rounding, corner: CornerTurned) -> None:
    """The corner circle, its sector and the arc that belongs to the boundary."""
    half = corner.start_angle + 0.5 * corner.sweep
    out = readonly(np.array((math.cos(half), math.sin(half))))
    words = f"vertex {corner.vertex}: {math.degrees(corner.sweep):.0f}°"
    if scene.radius > 0.0:
        boundary = arc(corner, scene.radius)
        marks.ghost(canvas, circle(scene.radius, corner.center))
        canvas.area(np.vstack((corner.center[None], boundary)), Ink.VECTOR_P)
        canvas.stroke(boundary, Ink.REFERENCE)
        for end in (boundary[0], boundary[-1]):
            canvas.stroke((corner.center, end), Ink.CONSTRUCTION)
        canvas.label("corner circle", corner.center - scene.radius * out, Ink.QUIET, toward=-out)
    canvas.dot(corner.center, Ink.RESULT)
    canvas.label(words, corner.center + scene.radius * out, Ink.REFERENCE, toward=out)


def _names(canvas: Canvas, moment: Moment[Rounding]) -> None:
    """Every part named once."""
    edges = [s for s in moment.trace if isinstance(s, EdgeMovedOut)]
    corners = [s for s in moment.trace if isinstance(s, CornerTurned)]
    radius = moment.scene.radius
    if edges:
        edge = edges[0]
        canvas.stroke((edge.inner_start, edge.inner_end), Ink.INCIDENT)
        canvas.stroke((edge.start, edge.end), Ink.REFERENCE)
        middle = (edge.inner_start + edge.inner_end) / 2.0
        canvas.label("inner edge", middle, Ink.INCIDENT, toward=-edge.normal)
        canvas.label("outer edge", (edge.start + edge.end) / 2.0, Ink.REFERENCE, toward=edge.normal)
    if radius > 0.0:
        last = corners[-1]
        boundary = arc(last, radius)
        canvas.stroke(boundary, Ink.RESULT)
        middle = boundary[len(boundary) // 2]
        canvas.label("arc of a corner circle", middle, Ink.RESULT, toward=middle - last.center)


def _tips(canvas: Canvas, scene: Rounding) -> None:
    """The outer edges extended until they meet, and how far the sharpest tip is from its vertex."""
    outline = scene.extended
    if outline is None:
        return
    canvas.stroke(outline, Ink.FAULTY, closed=True)
    tip, vertex = farthest_tip(scene)
    words = f"tip: {amount(length(tip - vertex))} from the vertex"
    canvas.label(words, tip, Ink.FAULTY, toward=tip - vertex)


def farthest_tip(scene: Rounding) -> tuple[np.ndarray, np.ndarray]:
    """The tip that lies furthest out, and its vertex. The scene shows tips."""
    outline = scene.extended
    assert outline is not None
    return max(zip(outline, scene.rounded.points, strict=True), key=lambda pair: length(pair[0] - pair[1]))
