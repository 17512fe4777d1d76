"""Two shadows on one axis, and the curve of separation against its angle."""

from __future__ import annotations

import math

import numpy as np

from geometry import AxisTested, Owner, Vector, edge_axes
from geometry.sat.separating_axis import ProjectionOf, separation_along
from geometry.vector import length, readonly, unit
from lessons.first_edition import axis_captions, axis_picture, marks
from lessons.first_edition.axis_captions import gap_or_overlap
from lessons.two_shadows.scene import TURNS, ShapesAndAxis
from viz.lesson.canvas import Canvas
from viz.lesson.first_edition import Follow, Moment
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow
from viz.lesson.text import signed

DEGREE = math.pi / 180.0


def draw(canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    axis_picture.two_shapes(canvas, a, b)
    canvas.arrow(scene.axis.start, scene.axis.end, Ink.REFERENCE)
    n = unit(scene.axis.vector)
    base = readonly(scene.axis.start - float(scene.axis.start @ n) * n)
    canvas.unbounded(base, n, Ink.AXIS)
    shown = moment.trace.steps[: moment.index + 1]
    for each in shown:
        if isinstance(each, ProjectionOf):
            axis_picture.cast(canvas, a if each.owner is Owner.A else b, each.owner, each.projection, base, n)
    if isinstance(step, AxisTested):
        ink, words = gap_or_overlap(step)
        marks.dimension(canvas, base, n, step.between, ink, words, -22.0)
        if step.is_gap:
            axis_picture.separating_line(canvas, a, b, step)


def width_of_a_radian(scene: ShapesAndAxis) -> float:
    """How long a unit of angle is drawn: half a turn is some four times as long as the curve is high."""
    values = separation_along(scene.a.world, scene.b.world, TURNS)
    high = max(float(values.max()), 0.0) - min(float(values.min()), 0.0)
    return 4.5 * high / math.pi if high > 0.0 else 1.0


def take_angle(moment: Moment[ShapesAndAxis], at: Vector) -> Follow | None:
    """A press on the curve turns the axis to that angle, and goes on turning it."""
    wide = width_of_a_radian(moment.scene)

    def follow(scene: ShapesAndAxis, start: Vector, now: Vector) -> ShapesAndAxis:
        turn = min(max(float(now[0]) / wide, 0.0), math.pi)
        tail, reach = scene.axis.start, length(scene.axis.vector)
        tip = tail + reach * np.array((math.cos(turn), math.sin(turn)))
        return scene.with_field("axis", Arrow(tail, tip))

    return follow if -0.1 * wide <= float(at[0]) <= (math.pi + 0.1) * wide else None


def draw_curve(canvas: Canvas, moment: Moment[ShapesAndAxis]) -> None:
    """Angle to the right, a unit of it as long as the scene; separation upwards; edge normals marked."""
    a, b = moment.scene.a.world, moment.scene.b.world
    values = separation_along(a, b, TURNS)
    low, high = float(values.min()), float(values.max())
    wide = width_of_a_radian(moment.scene)
    canvas.stroke(np.stack((TURNS * wide, values), axis=1), Ink.VECTOR_P)
    canvas.stroke(((0.0, 0.0), (math.pi * wide, 0.0)), Ink.CONSTRUCTION)
    canvas.label("0: touching", (math.pi * wide, 0.0), Ink.QUIET, toward=(-1.0, 0.4))
    for axis in edge_axes(a, b):
        turn = math.atan2(axis.direction[1], axis.direction[0]) % math.pi
        value = float(separation_along(a, b, np.array((turn,)))[0])
        canvas.stroke(((turn * wide, low), (turn * wide, value)), Ink.GHOST)
        canvas.dot((turn * wide, value), Ink.A if axis.owner is Owner.A else Ink.B)
        canvas.hot(((turn * wide, low), (turn * wide, value)), axis_captions.feature(axis), Ink.REFERENCE)
    best = float(TURNS[int(values.argmax())]) * wide
    canvas.label(f"greatest: {signed(high)}", (best, high), Ink.RESULT, toward=(0.0, 1.0))
    now = moment.scene.axis.vector
    turn = math.atan2(now[1], now[0]) % math.pi
    here = float(separation_along(a, b, np.array((turn,)))[0])
    canvas.stroke(((turn * wide, low), (turn * wide, high)), Ink.RESULT)
    canvas.dot((turn * wide, here), Ink.RESULT)
    canvas.label(f"{turn / DEGREE:.0f}°", (turn * wide, low), Ink.RESULT, toward=(1.0, 0.5))
