"""Where the shapes were, where they are, and the push between."""

from __future__ import annotations

from geometry.contact.relaxation import PairPushed
from geometry.vector import left_of, length, unit
from lessons.collision_response.scene import INKS, LETTERS, UNSEEN, Pile
from lessons.first_edition import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[Pile]) -> None:
    step, scene = moment.step, moment.scene
    before = moment.trace.steps[moment.index - 1].moved if moment.index else None
    for i, (shape, ink, letter) in enumerate(zip(scene.shapes(), INKS, LETTERS, strict=True)):
        was = shape if before is None else shape.moved(before[i])
        now = shape.moved(step.moved[i])
        seen = UNSEEN * shape.max_coordinate
        if length(step.moved[i]) > seen:
            marks.ghost(canvas, shape)
        marks.shape(canvas, now, ink, letter)
        if i == 0 and scene.floor:
            canvas.label("fixed", now.centroid, Ink.QUIET, toward=(0.0, -1.0))
        move = now.points[0] - was.points[0]
        if length(move) > seen:
            start = was.centroid + 20.0 * canvas.pixel * left_of(unit(move))  # clear of the letter
            marks.move_arrow(canvas, start, move, Ink.RESULT, f"{letter} moves {amount(length(move))}")
    if isinstance(step, PairPushed) and step.depth > UNSEEN * scene.a.world.max_coordinate:
        first, second = (scene.shapes()[i].moved(step.moved[i]) for i in (step.first, step.second))
        middle = (first.centroid + second.centroid) / 2.0
        canvas.label(f"overlapped by {amount(step.depth)}", middle, Ink.OVERLAP, toward=(0.0, 1.0))
