"""A circle and a box in the box's own axes: the nine regions, the clamped point, what is measured from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Vector
from geometry.primitives.circle_aabb import Clamped, FaceMeasured, OutsideMeasured, RadiusCompared, RegionFound
from geometry.vector import left_of, length
from lessons.first_edition.marks import RIGHT, UP
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.text import amount


def regions(canvas: Canvas, low: Vector, high: Vector) -> None:
    """The four lines along the sides: they divide the plane into nine regions."""
    for corner in (low, high):
        canvas.unbounded(corner, RIGHT, Ink.GHOST)
        canvas.unbounded(corner, UP, Ink.GHOST)


def in_box_axes(
    canvas: Canvas, steps: Sequence[Any], low: Vector, high: Vector, center: Vector, radius: float
) -> None:
    """What the steps so far have found; the last of them is the current one."""
    step = steps[-1]
    regions(canvas, low, high)
    region = next((s.region for s in reversed(steps) if isinstance(s, RegionFound)), None)
    canvas.dot(center, Ink.B)
    if region is not None:
        canvas.label(f"region: {region.value}", center, Ink.QUIET, toward=(0.4, 1.0))
    measured = [s for s in steps if isinstance(s, Clamped | OutsideMeasured | RadiusCompared)]
    closest = measured[-1].closest if measured else None
    if closest is not None:
        if isinstance(step, Clamped) and length(center - closest) > 0.0:
            corner = np.array((closest[0], center[1]))
            canvas.stroke((center, corner, closest), Ink.PROJECTOR_B)
        canvas.dot(closest, Ink.RESULT)
        way = closest - center
        canvas.label("closest", closest, Ink.RESULT, toward=way if length(way) > 0.0 else UP)
    if isinstance(step, OutsideMeasured):
        canvas.arrow(step.closest, center, Ink.VECTOR_P)
        middle = (step.closest + center) / 2.0
        canvas.label(f"distance {amount(step.distance)}", middle, Ink.VECTOR_P, toward=left_of(step.offset))
    if isinstance(step, FaceMeasured):
        _face(canvas, step, low, high, center)
    if isinstance(step, RadiusCompared):
        end = center - radius * step.normal
        canvas.stroke((center, end), Ink.SHADOW_B)
        canvas.label(f"r = {amount(radius)}", (center + end) / 2.0, Ink.SHADOW_B, toward=left_of(step.normal))
        canvas.arrow(step.closest, step.closest + 54.0 * canvas.pixel * step.normal, Ink.REFERENCE)
        canvas.symbol(r"\hat n", step.closest + 54.0 * canvas.pixel * step.normal, Ink.REFERENCE, toward=step.normal)


def _face(canvas: Canvas, step: FaceMeasured, low: Vector, high: Vector, center: Vector) -> None:
    """How deep the centre lies behind one face."""
    n = step.face.normal
    foot = center + step.depth * n
    side = left_of(n)
    along = (high - low) @ np.abs(side) / 2.0
    middle = (low + high) / 2.0 + n * float((high - low) @ np.abs(n)) / 2.0
    canvas.stroke((middle - along * side, middle + along * side), Ink.REFERENCE)
    canvas.arrow(center, foot, Ink.RESULT if step.is_best else Ink.CONSTRUCTION)
    canvas.label(f"{step.face.value}: {amount(step.depth)}", foot, Ink.REFERENCE, toward=n)
