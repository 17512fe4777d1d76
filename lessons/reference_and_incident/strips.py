"""What is compared, on a number line; and the frames of a pair that is shaken."""

from __future__ import annotations

import itertools

import numpy as np

from geometry import Owner, Vector
from geometry.contact.reference import EdgeMeasured, NormalCompared
from geometry.vector import readonly
from lessons.first_edition.marks import RIGHT, UP
from lessons.reference_and_incident.scene import Chosen, Edge
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import signed

ROW = 0.62  # of a frame's width, between the two rows of frames


def draw_line(canvas: Canvas, moment: Moment[Chosen]) -> None:
    """The numbers that are compared, on a line: separations first, dot products once the reference edge is known."""
    canvas.stroke(((-1.0, 0.0), (1.0, 0.0)), Ink.CONSTRUCTION)
    seen = moment.trace.steps[: moment.index + 1]
    dots = [s for s in seen if isinstance(s, NormalCompared)]
    names: list[tuple[float, EdgeMeasured | NormalCompared, bool]]
    if dots:
        for value, words in ((-1.0, "−1 opposed"), (0.0, "0"), (1.0, "+1 the same way")):
            _tick(canvas, value, words)
        names = [(s.dot, s, s.edge == dots[-1].most_opposed) for s in dots]
    else:
        edges = [s for s in seen if isinstance(s, EdgeMeasured)]
        if not edges:
            canvas.label("no edges to compare", (0.0, 0.0), Ink.QUIET, toward=UP)
            return
        values = [s.separation for s in moment.trace if isinstance(s, EdgeMeasured)]
        low, high = min(0.0, *values), max(0.0, *values)
        wide = high - low if high > low else 1.0
        at_zero = -1.0 + 2.0 * (0.0 - low) / wide
        _tick(canvas, at_zero, "0: touching")
        best = edges[-1].best_so_far
        names = [(-1.0 + 2.0 * (s.separation - low) / wide, s, s is best) for s in edges]
    for x, step, chosen in names:
        inward = 0.8 * RIGHT if x < -0.6 else 0.0 * RIGHT  # the pane's title stands in the corner
        ink = Ink.A if step.owner is Owner.A else Ink.B
        side = UP if step.owner is Owner.A else -UP
        if dots:
            ink = Ink.INCIDENT if chosen else ink
            side = UP
        elif chosen:
            ink = Ink.REFERENCE
        canvas.dot((x, 0.0), ink)
        number = step.dot if isinstance(step, NormalCompared) else step.separation
        if chosen or step is names[-1][1]:
            words = f"{step.owner.value} edge {step.edge}: {signed(number)}"
        else:
            words = f"{step.owner.value} {step.edge}"
        canvas.label(words, (x, 0.0), ink, toward=side + inward)
        canvas.feature(((x, 0.0),), f"edge {step.edge} of {step.owner.value}", ink)


def _tick(canvas: Canvas, x: float, words: str) -> None:
    tick = 7.0 * canvas.pixel * UP
    canvas.stroke(((x, 0.0) - tick, (x, 0.0) + tick), Ink.CONSTRUCTION)
    canvas.label(words, (x, 0.0) - tick, Ink.QUIET, toward=-UP)


def draw_frames(canvas: Canvas, moment: Moment[Chosen]) -> None:
    """What either rule chooses in each frame, A's edges and B's told apart."""
    frames = moment.scene.frames
    rows = (
        (0.0, "least overlap alone", Ink.FAULTY, [f.greatest for f in frames]),
        (-ROW, "kept while nearly best", Ink.RESULT, [f.kept for f in frames]),
    )
    for y, words, ink, chosen in rows:
        canvas.label(words, (-0.4, y), ink, toward=-RIGHT)
        for x, edge in enumerate(chosen):
            _cell(canvas, readonly(np.array((float(x), y))), edge)
        many = changes(chosen)
        canvas.label(f"{many} {'change' if many == 1 else 'changes'}", (len(frames) - 0.6, y), ink, toward=RIGHT)


def changes(chosen: list[Edge | None]) -> int:
    """How often a choice is not that of the frame before."""
    return sum(first != second for first, second in itertools.pairwise(chosen))


def _cell(canvas: Canvas, at: Vector, edge: Edge | None) -> None:
    if edge is None:
        canvas.label("–", at, Ink.QUIET)
        return
    owner, index = edge
    ink = Ink.A if owner is Owner.A else Ink.B
    canvas.label(f"{owner.value}{index}", at, ink, style=TextStyle.PILL)
