"""Sums and differences while their edges are laid end to end: the boundary so far, and the two edges next in turn."""

from __future__ import annotations

import itertools
import math

import numpy as np

from geometry import Sum, Vector
from geometry.minkowski.sum import EdgeLaid
from geometry.vector import readonly
from lessons.first_edition.difference import Operand
from lessons.first_edition.difference_picture import edge, ends, outward
from lessons.first_edition.laying_captions import degrees, upcoming
from lessons.first_edition.marks import RIGHT, SMOOTH, upright
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink

RAY = 46.0  # pixels: directions, which have no length
FULL = math.tau - 1e-6  # no corner turns so far: two edges that rounding has turned back by a hair

Operands = tuple[Operand, Operand]


def boundary(canvas: Canvas, operands: Operands, figure: Sum, count: int) -> None:
    """The first `count` edges of the boundary, and the arcs between them where a radius adds a layer; closed when
    all are laid. An arc is drawn as the shape that the radius comes from."""
    edges, radius = figure.edges[:count], figure.radius
    for each in edges:
        edge(canvas, operands, each, radius)
    ink, is_closed = corner_ink(operands), count == len(figure.edges)
    if radius > 0.0:
        for before, after in itertools.pairwise((*edges, *edges[:1]) if is_closed else edges):
            first, last = (math.atan2(n[1], n[0]) for n in (outward(before), outward(after)))
            turn = (last - first) % math.tau
            _arc(canvas, ink, after.start, radius, first, turn if turn < FULL else 0.0)
    if not figure.edges and radius > 0.0:
        _arc(canvas, ink, figure.points[0], radius, 0.0, math.tau)


def corner_ink(operands: Operands) -> Ink:
    """Of the round corners: of the shape that is round, or of a result where both are."""
    round_ones = [operand for operand in operands if operand.world.radius > 0.0]
    return round_ones[0].edge_ink if len(round_ones) == 1 else Ink.RESULT


def _arc(canvas: Canvas, ink: Ink, middle: Vector, radius: float, first: float, turn: float) -> None:
    """Counter-clockwise from the angle `first`."""
    ratio = min(SMOOTH * canvas.pixel / radius, 1.0)
    count = 2 + math.ceil(turn / max(2.0 * math.acos(1.0 - ratio), 1e-3))
    angles = np.linspace(first, first + turn, count)
    canvas.stroke(middle + radius * np.stack((np.cos(angles), np.sin(angles)), axis=1), ink)


def newest(canvas: Canvas, operands: Operands, figure: Sum, step: EdgeLaid) -> None:
    """The edge just laid, as an arrow with its direction, and the direction that was next in turn but is larger."""
    laid = step.edge
    start, end = ends(laid, figure.radius)
    ink = Ink.INCIDENT if laid.of_a is None else Ink.REFERENCE
    canvas.arrow(start, end, ink)
    angle = step.angle_a if laid.of_a is not None else step.angle_b
    assert angle is not None
    name = "both" if laid.owner is None else operands[0 if laid.of_a is not None else 1].letter
    canvas.label(f"{name} {degrees(angle)}", (start + end) / 2.0, Ink.TEXT, toward=upright(outward(laid)))
    canvas.stroke((start, start + RAY * canvas.pixel * RIGHT), Ink.CONSTRUCTION)
    waiting = upcoming(operands, figure, step)
    if waiting is not None:
        way = readonly(np.array((math.cos(waiting.angle), math.sin(waiting.angle))))
        tip = start + RAY * canvas.pixel * way
        faint, ink = (Ink.PROJECTOR_A, Ink.A) if waiting.letter == "A" else (Ink.PROJECTOR_B, Ink.B)
        canvas.arrow(start, tip, faint)
        canvas.label(f"{waiting.letter} {degrees(waiting.angle)}", tip, ink, toward=upright(way))
