"""One axis laid level: both shadows as pieces of a number line, with the numbers that are compared.

The line is drawn about the middle of the gap or overlap, so that it is there wherever the shapes are; the numbers
are those of the axis, measured from the world's origin.
"""

from __future__ import annotations

from geometry import Interval
from geometry.sat.separating_axis import AxisTested
from lessons.first_edition.axis_captions import feature, gap_or_overlap
from lessons.first_edition.marks import RIGHT, UP
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.text import signed

_LANE = 15.0  # pixels from the line to the middle of a shadow


def level_axis(canvas: Canvas, tested: AxisTested) -> None:
    """The numbers of one test, against each other. The origin of the axis is marked where it is near."""
    canvas.unbounded((0.0, 0.0), RIGHT, Ink.AXIS)
    between = tested.between
    middle = (between.low + between.high) / 2.0
    a, b = tested.projection_a, tested.projection_b
    for shadow, lane, ink, name, side in (
        (a, _LANE, Ink.SHADOW_A, "A", UP),
        (b, -_LANE, Ink.SHADOW_B, "B", -UP),
    ):
        up = lane * canvas.pixel * UP
        ends = ((shadow.low - middle) * RIGHT, (shadow.high - middle) * RIGHT)
        canvas.stroke((ends[0] + up, ends[1] + up), ink)
        for value, end, word, way in (
            (shadow.low, ends[0], "min", -RIGHT),
            (shadow.high, ends[1], "max", RIGHT),
        ):
            canvas.stroke((end + up, end), Ink.CONSTRUCTION)
            canvas.label(f"{word} {name} {signed(value)}", end + up, ink, toward=side + 0.35 * way)
    ink, _ = gap_or_overlap(tested)
    reach = 24.0 * canvas.pixel * UP
    for value in (between.low, between.high):
        end = (value - middle) * RIGHT
        canvas.stroke((end - reach, end + reach), ink)
    whole = Interval(min(a.low, b.low), max(a.high, b.high))
    if whole.low - whole.length <= 0.0 <= whole.high + whole.length:
        tick, origin = 6.0 * canvas.pixel * UP, -middle * RIGHT
        canvas.stroke((origin - tick, origin + tick), Ink.CONSTRUCTION)
        canvas.label("0", origin, Ink.QUIET, toward=-UP)
    if tested.axis.edge is not None:
        start, end = (whole.low - middle) * RIGHT, (whole.high - middle) * RIGHT
        canvas.feature((start, end), feature(tested.axis), Ink.REFERENCE)
