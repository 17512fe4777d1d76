"""The figure of circles and SAT: what the circle adds to the picture of the search, and all axes as bars."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

from geometry import Convex
from geometry.faulty.sat import BoundaryMeasured, FaultyAxis
from geometry.feature import FeatureRef
from geometry.sat.separating_axis import AxisTested, Decided, Owner
from lessons.separating_axes.circles_and_sat_lens import draw_lens
from lessons.stories import sat_answers, sat_figure
from lessons.stories.sat import is_inside
from lessons.stories.sat_figure import joined, laid, measured, named_edge, shown
from viz.lesson import marks, projections, regions
from viz.lesson.canvas import Canvas, Label, Mark, Stroke
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.screen import midway
from viz.lesson.text import fixed

FEW = 4  # axes: for so many no world has room
EXTRA = "extra axis"  # of the closest points, beside those of the edges
CENTRE = "centre axis"  # that of two circles, which have no edges
FAINT = 0.05  # opacity of the region of the nearest vertex, once it has been told of
UPRIGHT = 0.2  # width over height of an edge that is as good as upright
VERTEX = re.compile(r"v\d+")
LOW = 0.12  # of an upright edge, from its lower end: where its name keeps off the normal
HIGH = 1.9  # of the chart's width: how high all bars are together
NAME = 21.0  # pixels from the middle of a bar up to its name
HEAD, FOOT = 80.0, 24.0  # pixels from the first bar up to the chart's heads, from the last one down to its 0
SIDE = 0.4  # of the longest bar: the least room to each side of 0
PALE = 0.4  # opacity of a bar that is not the best
SMALL = 30.0  # pixels: a narrower gap is enlarged
OUTER = r"$\min_A$", r"$\max_B$"  # of both bars together: s lies between the other two
BAND = 0.17  # opacity of the overlap on an edge's axis, where the extra axis is looked at


def meets_circle(moment: Moment[Any]) -> bool:
    """Whether A is a polygon and B a circle."""
    a, b = sat_figure.shapes_of(moment)
    return len(a.points) > 2 and a.radius == 0.0 and len(b.points) == 1


def stands_alone(moment: Moment[Any]) -> bool:
    """Whether the world shows the separations of all axes itself, without the bars."""
    tests = sum(isinstance(step, AxisTested) for step in moment.trace)
    return tests < 2 or (tests < FEW and not moment.compare)


def axis_name(moment: Moment[Any]) -> str:
    """Of the axis of the closest points: one word in rows, sentences and stages."""
    return CENTRE if all(len(each.points) == 1 for each in sat_figure.shapes_of(moment)) else EXTRA


def nearest(moment: Moment[Any]) -> tuple[int, float]:
    """The vertex of A that is nearest to B's centre, and how far it is."""
    a, (c,) = moment.scene.a.world, moment.scene.b.world.points
    far = [math.dist(vertex, c) for vertex in a.points]
    return far.index(min(far)), min(far)


def vertex_symbol(k: int) -> str:
    return rf"\boldsymbol{{a}}_{{{k}}}"


def edges_of(a: Convex, c: Any, r: float) -> float:
    """The greatest separation that an edge normal of A shows from a circle."""
    along, at = a.points @ a.normals.T, a.normals @ np.asarray(c)
    return float(np.maximum(at - r - along.max(axis=0), along.min(axis=0) - at - r).max())


def cost_of(moment: Moment[Any]) -> str:
    """What the faulty rule answers, in a few words."""
    found = moment.faulty
    if isinstance(found, BoundaryMeasured):
        r, d = fixed(moment.scene.b.world.radius), fixed(found.distance)
        return f"{d} ≤ {r}, a hit" if found.is_hit else f"{d} > {r}, no hit"
    return f"{'gap' if found.separation > 0.0 else 'overlap'} {fixed(abs(found.separation))}"


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """On top of the picture of the search: the centre and radius of the circle; at the extra axis the region of
    its vertex, and the overlap that each edge before it showed."""
    a, b, step = moment.scene.a.world, moment.scene.b.world, moment.step
    _take_out(canvas, moment)
    if len(b.points) == 1 and len(a.points) > 2:
        x, y = sat_figure.shown(moment).normal_xy
        _draw_radius(canvas, a, b, (x, y), is_projected=moment.index == 0)
        if not moment.compare:
            _draw_bands(canvas, moment)
        if shown(moment).axis.owner is Owner.CLOSEST:
            name = joined(moment, shown(moment))  # which stands at its bar
            canvas.marks[:] = [mark for mark in canvas.marks if not isinstance(mark, Label) or mark.text != name]
            k = nearest(moment)[0]
            canvas.marks[:] = [mark for mark in canvas.marks if not isinstance(mark, Label) or mark.text != f"v{k}"]
            canvas.symbol(vertex_symbol(k), a.points[k], Ink.A, toward=a.centroid - a.points[k])
            if isinstance(step, AxisTested):
                regions.wedge(canvas, a.points[k], a.normals[k - 1], a.normals[k], Ink.CONSTRUCTION)
            elif a.radius == 0.0:
                _soften(canvas)
                regions.wedge(
                    canvas, a.points[k], a.normals[k - 1], a.normals[k], Ink.CONSTRUCTION, opacity=FAINT, border=None
                )
                _draw_lens(canvas, moment)
        elif a.radius == 0.0 and _shows_corner(moment):
            _draw_lens(canvas, moment)
    if len(a.points) == len(b.points) == 1:
        _draw_centres(canvas, a, b)
    if not moment.is_last:
        return  # a faulty rule answers at the end
    if isinstance(moment.faulty, FaultyAxis):
        _draw_axis(canvas, moment)
    elif isinstance(moment.faulty, BoundaryMeasured):
        at = moment.faulty.point
        canvas.symbol(r"\boldsymbol q", at, Ink.FAULTY, toward=(at[1] - b.points[0][1], b.points[0][0] - at[0]))
        canvas.stroke((b.points[0], at), Ink.FAULTY, line=Line.DOTTED)
        marks.cross(canvas, at, cost_of(moment), Ink.FAULTY, toward=at - b.points[0])


def _take_out(canvas: Canvas, moment: Moment[Any]) -> None:
    """What no formula here names: the faint vertices, beside a circle all, the outer ends of both bars, and 0 with
    its line, so the ticks, too. The name of an upright edge goes to its lower end, below the normal."""
    kept: list[Mark] = []
    is_circle = meets_circle(moment)
    for mark in canvas.marks:
        is_tick = isinstance(mark, Stroke) and (mark.ink, mark.line) == (Ink.CONSTRUCTION, Line.THIN)
        if is_tick or (isinstance(mark, Label) and mark.text == "0.00"):
            continue
        if not isinstance(mark, Label):
            kept.append(mark)
        elif not (mark.style is TextStyle.VERTEX or mark.text.startswith(OUTER)) and not (
            is_circle and VERTEX.fullmatch(mark.text)
        ):
            kept.append(_lowered(mark, moment, canvas.pixel) if is_circle else mark)
    canvas.marks[:] = kept


def _lowered(name: Label, moment: Moment[Any], px: float) -> Label:
    """The name of an edge of A that is looked at, where that is upright and its lower end clear of the circle."""
    edge, (a, b) = name.feature, sat_figure.shapes_of(moment)
    if name.ink is not Ink.EXAMINED or not isinstance(edge, FeatureRef) or edge.owner != "A":
        return name
    (x, y), (u, v) = sorted(a.edges_xy[edge.index], key=lambda end: end[1])
    n = a.normals_xy[edge.index]
    at = (1.0 - LOW) * x + LOW * u, (1.0 - LOW) * y + LOW * v
    beside = at[0] + sat_figure.NAME * px * n[0], at[1] + sat_figure.NAME * px * n[1]
    if abs(u - x) > UPRIGHT * (v - y) or math.dist(beside, b.points_xy[0]) < b.radius + sat_figure.NAME * px:
        return name
    return name._replace(at=at, toward=n)


def _soften(canvas: Canvas) -> None:
    """At the corner only what answers: the slab as a beam without sides, and the gap's own segment, as the radius is
    drawn besides."""
    canvas.marks[:] = [
        mark
        for mark in canvas.marks
        if not isinstance(mark, Stroke)
        or (mark.ink, mark.line) not in ((Ink.GAP, Line.DASHED), (Ink.ANSWER, Line.MEASURE))
    ]


def _draw_radius(canvas: Canvas, a: Convex, b: Convex, n: tuple[float, float], *, is_projected: bool) -> None:
    """From the circle's centre to the end of its projection; and the centre itself, projected, on its bar, where that
    is told."""
    (c,), axis = b.points, laid(a, b, n)
    canvas.stroke((c, c + b.radius * np.array(n)), Ink.B, line=Line.MEASURE)
    canvas.symbol("r", c + 0.5 * b.radius * np.array(n), Ink.B, toward=(-axis.aside[0], -axis.aside[1]))
    canvas.dot(c, Ink.B)
    canvas.symbol(r"\boldsymbol c", c, Ink.B, toward=(-axis.aside[0], -axis.aside[1]))
    if not is_projected:
        return
    off, tick = axis.reach + sat_figure.CLEARANCE * canvas.pixel, sat_figure.ZERO * canvas.pixel
    middle = (axis.b.low + axis.b.high) / 2.0
    canvas.stroke((axis.at(middle, off - tick), axis.at(middle, off + 2.0 * tick)), Ink.B, line=Line.MEASURE)
    at = axis.at(middle, off + 2.0 * tick)
    canvas.symbol(r"\boldsymbol c\cdot\hat n", at, Ink.B, toward=axis.aside)


def _draw_lens(canvas: Canvas, moment: Moment[Any]) -> None:
    """The narrow gap between the nearest vertex and the circle, enlarged, where no axis is: at the first step to be
    seen, at the last with its length."""
    a, b, (k, far) = moment.scene.a.world, moment.scene.b.world, nearest(moment)
    gap, along = far - b.radius, abs(float(b.points[0][0] - a.points[k][0])) / far
    most = SMALL if moment.is_last else 2.0 * SMALL  # at first everything is larger
    if not 0.0 < gap < most * canvas.pixel or (moment.is_last and along < sat_figure.STEEP):
        return
    draw_lens(canvas, a, b, k, is_told=moment.is_last)


def _shows_corner(moment: Moment[Any]) -> bool:
    """Whether the first step shows the gap at a corner, enlarged: its axis stands at the left, and no other rule
    runs."""
    tests, steep = [step for step in moment.trace if isinstance(step, AxisTested)], sat_figure.STEEP
    is_corner = tests[-1].axis.owner is Owner.CLOSEST and tests[-1].is_gap and not any(t.is_gap for t in tests[:-1])
    return moment.index == 0 and not moment.compare and is_corner and abs(tests[0].normal_xy[0]) < steep


def _draw_centres(canvas: Canvas, a: Convex, b: Convex) -> None:
    """Of two circles: the line through both centres, which is the only axis needed."""
    (p,), (q,) = a.points, b.points
    canvas.stroke((p, q), Ink.CONSTRUCTION, line=Line.DASHED)
    for at, name, ink in ((p, "A", Ink.A), (q, "B", Ink.B)):
        canvas.dot(at, ink)
        canvas.symbol(rf"\boldsymbol c_{name}", at, ink, toward=((q - p) if name == "B" else (p - q)))


def _draw_axis(canvas: Canvas, moment: Moment[Any]) -> None:
    """The axis on which a faulty rule settles, as a dotted slab with what it says there."""
    a, b, found = moment.scene.a.world, moment.scene.b.world, moment.faulty
    axis = laid(a, b, (float(found.normal[0]), float(found.normal[1])))
    sat_answers.draw_wrong(canvas, "", axis=axis)
    end = axis.at((axis.a.high + axis.b.low) / 2.0, -axis.behind - sat_figure.OVER * canvas.pixel)
    canvas.label(cost_of(moment), end, Ink.FAULTY, toward=(-axis.aside[0], -axis.aside[1]), style=TextStyle.BOLD)
    if found.axis.edge is None:
        canvas.stroke((a.centroid, b.centroid), Ink.FAULTY, line=Line.DOTTED)
        canvas.dot(a.centroid, Ink.A)
        canvas.symbol(r"\boldsymbol c_A", a.centroid, Ink.A, toward=a.centroid - b.centroid)


def _draw_bands(canvas: Canvas, moment: Moment[Any]) -> None:
    """The overlaps on the axes of the edges that face B: it lies in all of them, and yet apart from A."""
    for test in moment.seen:
        if not isinstance(test, AxisTested) or test is shown(moment) or is_inside(test):
            continue
        if test.facing is not None and not test.is_gap:
            axis = laid(moment.scene.a.world, moment.scene.b.world, test.normal_xy)
            low, high, over = axis.b.low, axis.a.high, sat_figure.OVER * canvas.pixel
            ends = (low, -axis.behind - over), (high, -axis.behind - over), (high, axis.reach), (low, axis.reach)
            corners = [axis.at(*end) for end in ends]
            canvas.area(corners, Ink.OVERLAP, opacity=BAND)
            if moment.is_last or stands_alone(moment):
                outer = midway(corners[0], corners[1])
                toward = (-axis.aside[0], -axis.aside[1])
                canvas.label(f"$s$ = {fixed(measured(test))}", outer, Ink.OVERLAP, toward=toward)


def draw_bars(canvas: Canvas, moment: Moment[Any]) -> None:
    """One bar an axis that has been tested: its overlap to the left of 0, its gap to the right; the greatest s stands
    out. Below them what a faulty rule settles on."""
    tests = [step for step in moment.seen if isinstance(step, AxisTested)]
    count = sum(isinstance(step, AxisTested) for step in moment.trace)
    every = [measured(step) for step in moment.trace if isinstance(step, AxisTested)]
    every += [moment.faulty.separation] if isinstance(moment.faulty, FaultyAxis) else []
    low, high, most = min(*every, 0.0), max(*every, 0.0), max(map(abs, every)) or 1.0
    low, high = min(low, -SIDE * most), max(high, SIDE * most)
    pitch, px = HIGH * (high - low) / max(len(every), 4), canvas.pixel
    best = max(tests, key=lambda test: test.separation)
    for i, test in enumerate(tests):
        name, ink = _name_of(moment, test)
        bar = Ink.GAP if test.is_gap else Ink.OVERLAP
        _draw_bar(canvas, -i * pitch, measured(test), name, ink, bar, is_loud=test is best)
    if moment.is_last and len(every) > count:
        _draw_bar(canvas, -count * pitch, every[-1], moment.compare, Ink.FAULTY, Ink.FAULTY, is_loud=True)
    top, bottom = (HEAD - NAME) * px, -(len(every) - 1) * pitch - FOOT * px
    canvas.stroke(((0.0, top), (0.0, bottom)), Ink.CONSTRUCTION, line=Line.DASHED)
    canvas.stroke(((low, top), (high, top)), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.label("0", (0.0, bottom - 12.0 * px), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    for name, ink, way in (("overlap", Ink.OVERLAP, -1.0), ("gap", Ink.GAP, 1.0)):
        at = (way * 6.0 * px, top + NAME * px)
        canvas.label(name, at, ink, toward=(way, 0.0), style=TextStyle.CAPTION, fixed=True)


def _name_of(moment: Moment[Any], test: AxisTested) -> tuple[str, Ink]:
    """An axis in its row: what offers it, in the ink of its shape or of the step that looks at it."""
    edge, ink = named_edge(test), Ink.TEXT
    name = "any axis" if test.axis.closest is None else axis_name(moment)
    if edge is not None:
        name, ink = str(edge), Ink.A if edge.owner == "A" else Ink.B
    if test is shown(moment):
        ink = Ink.ANSWER if isinstance(moment.step, Decided) else Ink.EXAMINED
    return name, ink


def _draw_bar(canvas: Canvas, y: float, s: float, name: str, ink: Ink, bar: Ink, *, is_loud: bool) -> None:
    """The bar of an axis, its name above and its number on the other side of 0."""
    way, off, style = 1.0 if s > 0.0 else -1.0, 6.0 * canvas.pixel, TextStyle.BOLD if is_loud else TextStyle.LABEL
    projections.length_bar(canvas, (0.0, y), s, bar, opacity=1.0 if is_loud else PALE)
    above = (way * off, y + NAME * canvas.pixel)
    canvas.label(name, above, ink, toward=(way, 0.0), style=style, fixed=True)
    canvas.label(f"$s$ = {fixed(s)}", (-way * off, y), bar, toward=(-way, 0.0), style=style, fixed=True)
