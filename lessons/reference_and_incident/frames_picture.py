"""What two rules choose, frame by frame, while the shapes are shaken a little."""

from __future__ import annotations

import itertools

import numpy as np

from geometry import Owner, Vector
from geometry.vector import sealed
from lessons.reference_and_incident.scene import Chosen, Edge
from viz.canvas import Canvas
from viz.ink import Ink, TextStyle
from viz.lesson import Moment
from viz.marks import RIGHT

ROW = 0.62  # of a frame's width, between the two rows of frames


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
            _cell(canvas, sealed(np.array((float(x), y))), edge)
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
    ink = Ink.SHAPE_A if owner is Owner.A else Ink.SHAPE_B
    canvas.label(f"{owner.value}{index}", at, ink, style=TextStyle.PILL)
