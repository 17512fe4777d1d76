"""The figure of circles and SAT: what the circle adds to the picture of the search, and all axes as bars."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.faulty.sat import BoundaryMeasured, FaultyAxis
from geometry.sat.separating_axis import AxisTested, Owner
from lessons.separating_axes.axis_bars import draw_bar
from lessons.stories import sat_figure
from lessons.stories.sat_figure import joined, laid, named_edge
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

TILT = math.sqrt(0.75)
HIGH = 1.5  # of the longest bar: how high all bars are together


def nearest(moment: Moment[Any]) -> tuple[int, float]:
    """The vertex of A that is nearest to B's centre, and how far it is."""
    a, (c,) = moment.scene.a.world, moment.scene.b.world.points
    far = [math.dist(vertex, c) for vertex in a.points]
    return far.index(min(far)), min(far)


def cost_of(moment: Moment[Any]) -> str:
    """What the faulty rule answers, in a few words."""
    found = moment.faulty
    if isinstance(found, BoundaryMeasured):
        r, d = fixed(moment.scene.b.world.radius), fixed(found.distance)
        return f"{d} ≤ {r}, a hit" if found.is_hit else f"{d} > {r}, no hit"
    return f"{'gap' if found.separation > 0.0 else 'overlap'} {fixed(abs(found.separation))}"


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """On top of the picture of the search: the centre and radius of the circle; at the extra axis the circle around
    the nearest vertex on which the centre lies."""
    a, b, step = moment.scene.a.world, moment.scene.b.world, moment.step
    if len(b.points) == 1 and len(a.points) > 2:
        c = b.points[0]
        x, y = sat_figure.shown(moment).normal_xy
        rim = c + b.radius * _turned(x, y)
        canvas.stroke((c, rim), Ink.B, line=Line.THIN)
        canvas.symbol("r", (c + rim) / 2.0, Ink.B, toward=(x, y))
        canvas.dot(c, Ink.B)
        canvas.symbol(r"\boldsymbol c", c, Ink.B, toward=(x, y))
        if isinstance(step, AxisTested) and step.axis.owner is Owner.CLOSEST:
            k, far = nearest(moment)
            marks.circle(canvas, a.points[k], far, Ink.CONSTRUCTION, Line.DOTTED)
            canvas.symbol(r"\boldsymbol a_k", a.points[k], Ink.A, toward=a.centroid - a.points[k])
    if isinstance(moment.faulty, FaultyAxis):
        _draw_axis(canvas, moment)
    elif isinstance(moment.faulty, BoundaryMeasured):
        at = moment.faulty.point
        canvas.stroke((b.points[0], at), Ink.FAULTY, line=Line.DOTTED)
        marks.cross(canvas, at, cost_of(moment), Ink.FAULTY, toward=at - b.points[0])


def _turned(x: float, y: float) -> Any:
    """The direction of a radius that keeps clear of the axis."""
    return np.array((0.5 * x - TILT * y, TILT * x + 0.5 * y))


def _draw_axis(canvas: Canvas, moment: Moment[Any]) -> None:
    """The axis on which a faulty rule settles, as a dotted slab with what it says there."""
    a, b, found = moment.scene.a.world, moment.scene.b.world, moment.faulty
    axis = laid(a, b, (float(found.normal[0]), float(found.normal[1])))
    sat_figure.draw_wrong(canvas, "", axis=axis)
    end = axis.at((axis.a.high + axis.b.low) / 2.0, -axis.behind - sat_figure.OVER * canvas.pixel)
    canvas.label(cost_of(moment), end, Ink.FAULTY, toward=(-axis.aside[0], -axis.aside[1]), style=TextStyle.BOLD)
    if found.axis.edge is None:
        canvas.stroke((a.centroid, b.centroid), Ink.FAULTY, line=Line.DOTTED)


def draw_bars(canvas: Canvas, moment: Moment[Any]) -> None:
    """One bar an axis that has been tested, red for an overlap and green for a gap; the greatest s stands out."""
    tests = [step for step in moment.seen if isinstance(step, AxisTested)]
    everything = [step for step in moment.trace if isinstance(step, AxisTested)]
    longest = max(max(abs(test.separation) for test in everything), 1e-6)
    pitch = HIGH * longest / max(len(everything) + bool(moment.compare), 4)
    best = max(tests, key=lambda test: test.separation)
    for i, test in enumerate(tests):
        edge = named_edge(test)
        name = (
            str(edge) if edge is not None else joined(moment, test) if test.axis.closest is not None else "any axis"
        )
        ink = Ink.B if edge is not None and edge.owner == "B" else Ink.A if edge is not None else Ink.TEXT
        draw_bar(canvas, -i * pitch, test, name, ink, counts=test is best, signed=True)
    canvas.stroke(((0.0, 0.5 * pitch), (0.0, -(len(everything) - 0.5) * pitch)), Ink.CONSTRUCTION, line=Line.DASHED)
