"""The core inside, the strips and sectors of the layer, and the boundary part by part."""

from __future__ import annotations

import math

import numpy as np

from geometry import Anatomy, Convex, CornerArc, InnerPolygon, OuterEdge, Points, circle
from geometry.vector import length, unit
from lessons.rounded_anatomy.scene import Layered
from lessons.rounded_anatomy.words import degrees, furthest_tip
from viz import marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Moment
from viz.text import amount


def draw(canvas: Canvas, moment: Moment[Layered]) -> None:
    scene, step = moment.scene, moment.step
    shape = scene.shape
    marks.shape(canvas, shape, Ink.SHAPE_A, "A")
    if shape.radius > 0.0:
        canvas.stroke(shape.points, Ink.GHOST, closed=len(shape.points) > 2)
    shown = moment.trace.steps[: moment.index + 1]
    for part in shown:
        if isinstance(part, OuterEdge):
            canvas.stroke((part.start, part.end), Ink.REFERENCE if part is step else Ink.RESULT)
        elif isinstance(part, CornerArc) and part.radius > 0.0:
            canvas.stroke(_arc(canvas, part), Ink.INCIDENT if part is step else Ink.RESULT)
    match step:
        case InnerPolygon(points):
            canvas.stroke(points, Ink.REFERENCE, closed=len(points) > 2)
            for point in points:
                canvas.dot(point, Ink.REFERENCE)
            away = points[0] - shape.centroid
            canvas.label("inner polygon", points[0], Ink.REFERENCE, toward=away if length(away) > 0.0 else marks.UP)
        case OuterEdge() as edge:
            _edge(canvas, edge)
        case CornerArc() as arc:
            _corner(canvas, shape, arc)
        case Anatomy() as answer if scene.tips and answer.tips is not None and shape.radius > 0.0:
            _tips(canvas, answer)


def _edge(canvas: Canvas, edge: OuterEdge) -> None:
    """An outer edge with its inner one, the strip between them, and the radius as an arrow."""
    canvas.stroke((edge.inner_start, edge.start), Ink.CONSTRUCTION)
    canvas.stroke((edge.inner_end, edge.end), Ink.CONSTRUCTION)
    canvas.stroke((edge.inner_start, edge.inner_end), Ink.INCIDENT)
    inner, outer = (edge.inner_start + edge.inner_end) / 2.0, (edge.start + edge.end) / 2.0
    canvas.label(f"outer edge {edge.edge}", outer, Ink.REFERENCE, toward=edge.normal)
    canvas.label(f"inner edge {edge.edge}", inner, Ink.INCIDENT, toward=-edge.normal)
    if length(outer - inner) > 0.0:
        canvas.arrow(inner, outer, Ink.CONSTRUCTION)
        canvas.label("r", (inner + outer) / 2.0, Ink.TEXT, toward=edge.end - edge.start)


def _corner(canvas: Canvas, shape: Convex, arc: CornerArc) -> None:
    """The corner circle, the two normals and the arc between them."""
    if arc.radius > 0.0:
        marks.ghost(canvas, circle(arc.radius, arc.center))
        points = _arc(canvas, arc)
        for end in (points[0], points[-1]) if len(shape.points) > 1 else (points[0],):
            canvas.stroke((arc.center, end), Ink.CONSTRUCTION)
    canvas.dot(arc.center, Ink.INCIDENT)
    middle = arc.start_angle + arc.turn / 2.0
    out = np.array((math.cos(middle), math.sin(middle)))
    words = f"arc {arc.vertex}: {degrees(arc.turn)}"
    canvas.label(words, arc.center + arc.radius * out, Ink.INCIDENT, toward=out)


def _tips(canvas: Canvas, answer: Anatomy) -> None:
    """Where the boundary would be without the arcs."""
    assert answer.tips is not None
    canvas.stroke(answer.tips, Ink.FAULTY, closed=True)
    worst, reach = furthest_tip(answer)
    vertex, tip = answer.inner.points[worst], answer.tips[worst]
    canvas.stroke((vertex, tip), Ink.FAULTY)
    canvas.dot(tip, Ink.FAULTY)
    canvas.label(f"tip: {amount(reach)} out", tip, Ink.FAULTY, toward=unit(tip - vertex))


def _arc(canvas: Canvas, arc: CornerArc) -> Points:
    count = max(2, math.ceil(arc.turn / math.acos(1.0 - min(1.0, marks.SMOOTH * canvas.pixel / arc.radius))))
    angles = arc.start_angle + np.linspace(0.0, arc.turn, min(count, 256))
    return np.asarray(arc.center + arc.radius * np.stack((np.cos(angles), np.sin(angles)), axis=1))


def draw_sums(canvas: Canvas, moment: Moment[Layered]) -> None:
    """The boundary laid straight: outer edges and arcs one after the other, and the whole below."""
    answer: Anatomy = moment.trace.result
    at, shown = 0.0, moment.trace.steps[: moment.index + 1]
    high = answer.perimeter / 24.0
    for i in range(max(len(answer.edges), len(answer.arcs))):
        for parts, ink in ((answer.edges, Ink.SHADOW_A), (answer.arcs, Ink.SHADOW_B)):
            if i >= len(parts):
                continue
            part = parts[i]
            if any(part is each for each in shown) or moment.is_last:
                canvas.stroke(((at, 0.0), (at + part.length, 0.0)), ink)
            at += part.length
    canvas.stroke(((0.0, -0.4 * high), (at, -0.4 * high)), Ink.CONSTRUCTION)
    canvas.label("0", (0.0, -0.4 * high), Ink.QUIET, toward=(0.0, -1.0))
    canvas.label(f"perimeter {amount(answer.perimeter)}", (at, -0.4 * high), Ink.RESULT, toward=(-1.0, -1.0))
    canvas.label("outer edges", (0.0, 0.0), Ink.SHADOW_A, toward=(1.0, 2.0))
    canvas.label("arcs", (at, 0.0), Ink.SHADOW_B, toward=(-1.0, 2.0))
