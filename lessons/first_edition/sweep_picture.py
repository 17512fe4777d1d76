"""Motion: both ends of each body's way, where they are in between, and the curve of their separation over time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from geometry import Convex, Vector
from geometry.vector import left_of, length
from lessons.first_edition import marks
from lessons.first_edition.sweeps import SAMPLES, TwoSweeps
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.scene import Body
from viz.lesson.text import amount

CLEAR = 0.2  # of the curve's height: an end above it leaves no room for words between the curve and the axis


class Way(NamedTuple):
    """One body: its letter, both ends, and the inks of its shape, of where it lands, and of its fine lines."""

    letter: str
    start: Body
    end: Body
    ink: Ink
    landed: Ink
    fine: Ink

    @property
    def moves(self) -> bool:
        """Whether it is anywhere else at the end, or has turned."""
        p, q = self.start.pose, self.end.pose
        return p.angle != q.angle or bool((p.position != q.position).any())


def ways_of(scene: TwoSweeps) -> tuple[Way, Way]:
    return (
        Way("A", scene.a, scene.a_to, Ink.A, Ink.LANDED_A, Ink.PROJECTOR_A),
        Way("B", scene.b, scene.b_to, Ink.B, Ink.LANDED_B, Ink.PROJECTOR_B),
    )


def ways(canvas: Canvas, scene: TwoSweeps) -> None:
    """The shapes at the start, their outlines at the end, and the ways of their centres."""
    for way in ways_of(scene):
        marks.shape(canvas, way.start.world, way.ink, way.letter)
        if way.moves:
            marks.ghost(canvas, way.end.world, way.landed)
            canvas.label(f"{way.letter}′", way.end.world.centroid, way.landed, toward=_path(canvas, way))


def ends(canvas: Canvas, scene: TwoSweeps, fraction: float) -> None:
    """Outlines of both ends of each way, named, but for an end where the bodies stand at `fraction`."""
    for way in ways_of(scene):
        if not way.moves:
            continue
        aside = _path(canvas, way)
        for body, at, word, ink in ((way.start, 0.0, "start", way.fine), (way.end, 1.0, "end", Ink.GHOST)):
            if fraction != at:
                marks.ghost(canvas, body.world, ink)
                canvas.label(f"{way.letter}, {word}", body.world.centroid, way.landed, toward=aside)


def _path(canvas: Canvas, way: Way) -> Vector:
    """The way of the centre; returns a direction to the side of it."""
    path = way.end.pose.position - way.start.pose.position
    if length(path) == 0.0:
        return marks.UP
    canvas.arrow(way.start.pose.position, way.end.pose.position, Ink.CONSTRUCTION)
    return left_of(path)


def between(
    canvas: Canvas, scene: TwoSweeps, fraction: float, ink: Ink | None = None, name: str = ""
) -> tuple[Convex, Convex]:
    """The outlines of what moves at a fraction of the way, dashed in its own colour unless there is an ink, with a
    name inside if any; returns both shapes there."""
    shapes = scene.at(fraction)
    for way, shape in zip(ways_of(scene), shapes, strict=True):
        if way.moves:
            marks.ghost(canvas, shape, way.fine if ink is None else ink)
            if name:
                canvas.label(name, shape.centroid, Ink.QUIET)
    return shapes


def at_time(canvas: Canvas, scene: TwoSweeps) -> None:
    """The shapes where the slider of time puts them, unless that is an end."""
    if 0.0 < scene.time < 1.0:
        a, b = scene.at(scene.time)
        marks.ghost(canvas, a, Ink.A)
        marks.ghost(canvas, b, Ink.B)


def separation_curve(canvas: Canvas, scene: TwoSweeps, *, is_known: bool = True) -> float:
    """s(t): time to the right, separation upwards, 0 marked, and the slider's time; returns the width of a unit of
    time, with which a lesson can add its own marks. Deep overlaps are left out: the gap is what matters. The curve
    itself is left out where it is not known yet."""
    graph = scene.graph
    low, high, wide = graph.low, graph.high, graph.wide
    canvas.stroke(((0.0, 0.0), (wide, 0.0)), Ink.CONSTRUCTION)
    ends_open = float(graph.values[-1]) > CLEAR * high
    canvas.label("0: touching", (wide, 0.0), Ink.QUIET, toward=(-1.0, -0.4 if ends_open else 0.5))
    for run in graph.shown if is_known else ():
        canvas.stroke(np.stack((SAMPLES[run] * wide, graph.values[run]), axis=1), Ink.GAP)
    canvas.label("s(t)", (0.0, float(graph.values[0])), Ink.GAP, toward=(-1.0, 0.3))
    for t, words, side in ((0.0, "t = 0", -1.0), (1.0, "t = 1", 1.0)):
        canvas.stroke(((t * wide, low), (t * wide, high)), Ink.GHOST)
        canvas.label(words, (t * wide, 0.0), Ink.QUIET, toward=(side, 0.0))
    if 0.0 < scene.time < 1.0:
        now = float(np.interp(scene.time, SAMPLES, graph.values))
        canvas.stroke(((scene.time * wide, low), (scene.time * wide, high)), Ink.AXIS)
        canvas.dot((scene.time * wide, max(now, low)), Ink.REFERENCE)
        words = f"t = {amount(scene.time)}, s = {amount(now)}"
        canvas.label(words, (scene.time * wide, high), Ink.TEXT, toward=(1.0, 0.3))
    return wide
