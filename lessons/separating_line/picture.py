"""The line, the axis across it, and how far the shapes reach to either side."""

from __future__ import annotations

from geometry import Owner, support
from geometry.sat.separating_axis import projections_along
from geometry.sat.separating_line import LineVerdict, SideMeasured
from geometry.vector import left_of, unit
from lessons.first_edition import axis_picture, marks
from lessons.first_edition.axis_captions import gap_or_overlap
from lessons.separating_line.scene import ShapesAndLine
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import signed


def draw(canvas: Canvas, moment: Moment[ShapesAndLine]) -> None:
    scene, step = moment.scene, moment.step
    a, b, line = scene.a.world, scene.b.world, scene.line
    axis_picture.two_shapes(canvas, a, b)
    good = isinstance(step, LineVerdict) and step.separates
    canvas.unbounded(line.start, line.vector, Ink.GAP if good else Ink.REFERENCE)
    canvas.dot(line.start, Ink.REFERENCE)
    canvas.dot(line.end, Ink.REFERENCE)
    canvas.label("line", line.end, Ink.GAP if good else Ink.REFERENCE, toward=left_of(line.vector))
    n = left_of(unit(line.vector))
    if scene.axis:
        middle = (line.start + line.end) / 2.0
        canvas.unbounded(middle, n, Ink.AXIS)
        canvas.label("axis, across the line", middle + 1.4 * n, Ink.QUIET, toward=line.vector)
    if scene.mixed_up and isinstance(step, LineVerdict):
        base, along = line.start - float(line.start @ unit(line.vector)) * unit(line.vector), unit(line.vector)
        wrong = projections_along(a, b, line.vector)
        for shape, whose, shadow in ((a, Owner.A, wrong.projection_a), (b, Owner.B, wrong.projection_b)):
            axis_picture.cast(canvas, shape, whose, shadow, base, along)
        _, words = gap_or_overlap(wrong)
        marks.dimension(canvas, base, along, wrong.between, Ink.FAULTY, words)
        return
    for each in moment.trace.steps[: moment.index + 1]:
        if isinstance(each, SideMeasured):
            shape, ink = (a, Ink.PROJECTOR_A) if each.owner is Owner.A else (b, Ink.PROJECTOR_B)
            for side, way, said in ((each.left, n, Ink.GAP), (each.right, -n, Ink.OVERLAP)):
                # The furthest point to either side, with its distance from the line.
                point = support(shape, way).point
                foot = point - side * n
                canvas.stroke((point, foot), ink)
                if each is step:
                    canvas.label(signed(side), (point + foot) / 2.0, said, toward=line.vector)
