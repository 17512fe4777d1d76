"""Motion: both ends of each body's way, where they are in between, and the curve of their separation over time."""

from __future__ import annotations

import numpy as np

from geometry import Convex
from geometry.vector import length
from viz import marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.sweeps import SAMPLES, TwoSweeps, curve
from viz.text import amount


def ways(canvas: Canvas, scene: TwoSweeps) -> None:
    """The shapes at the start, their outlines at the end, and the ways of their centres."""
    for start, end, ink, landed, letter in (
        (scene.a, scene.a_to, Ink.SHAPE_A, Ink.LANDED_A, "A"),
        (scene.b, scene.b_to, Ink.SHAPE_B, Ink.LANDED_B, "B"),
    ):
        marks.shape(canvas, start.world, ink, letter)
        way = end.pose.position - start.pose.position
        if length(way) > 0.0 or start.pose.angle != end.pose.angle:
            marks.ghost(canvas, end.world, landed)
            canvas.label(f"{letter}′", end.world.centroid, landed)
        if length(way) > 0.0:
            canvas.arrow(start.pose.position, end.pose.position, Ink.CONSTRUCTION)


def between(canvas: Canvas, scene: TwoSweeps, fraction: float, ink: Ink = Ink.GHOST) -> tuple[Convex, Convex]:
    """Both outlines at a fraction of the way; returns the shapes there."""
    a, b = scene.at(fraction)
    marks.ghost(canvas, a, ink)
    marks.ghost(canvas, b, ink)
    return a, b


def at_time(canvas: Canvas, scene: TwoSweeps) -> None:
    """The shapes where the slider of time puts them, unless that is an end."""
    if 0.0 < scene.time < 1.0:
        a, b = scene.at(scene.time)
        marks.ghost(canvas, a, Ink.SHAPE_A)
        marks.ghost(canvas, b, Ink.SHAPE_B)


def separation_curve(canvas: Canvas, scene: TwoSweeps) -> float:
    """s(t): time to the right, separation upwards, 0 marked, and the slider's time; returns the width of a unit of
    time, with which a lesson can add its own marks."""
    values, wide = curve(scene)
    low, high = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
    canvas.stroke(((0.0, 0.0), (wide, 0.0)), Ink.CONSTRUCTION)
    canvas.label("0: touching", (wide, 0.0), Ink.QUIET, toward=(-1.0, 0.5))
    canvas.stroke(np.stack((SAMPLES * wide, values), axis=1), Ink.VECTOR_P)
    canvas.label("s(t)", (0.0, float(values[0])), Ink.VECTOR_P, toward=(-1.0, 0.3))
    for t, words in ((0.0, "t = 0"), (1.0, "t = 1")):
        canvas.stroke(((t * wide, low), (t * wide, high)), Ink.GHOST)
        canvas.label(words, (t * wide, low), Ink.QUIET, toward=(0.0, -1.0))
    if 0.0 < scene.time < 1.0:
        now = float(np.interp(scene.time, SAMPLES, values))
        canvas.stroke(((scene.time * wide, low), (scene.time * wide, high)), Ink.REFERENCE)
        canvas.dot((scene.time * wide, now), Ink.REFERENCE)
        canvas.label(
            f"t = {amount(scene.time)}, s = {amount(now)}", (scene.time * wide, now), Ink.REFERENCE, toward=(1.0, 1.0)
        )
    return wide
