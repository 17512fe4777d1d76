"""The circle and the wall as they are: the gap at the start, the circle where it enters and where it touches."""

from __future__ import annotations

from geometry import Outcome, SweptImpact
from geometry.swept_circle.circle_point import RootsFound
from geometry.swept_circle.circle_segment import CapChosen, SlabCrossed
from geometry.swept_circle.steps import SegmentFeature, StartMeasured
from geometry.vector import length
from lessons.first_edition import marks, moving_picture
from lessons.swept_circle_segment.faulty import NONE
from lessons.swept_circle_segment.scene import MOMENTS, PARTS, CircleAndWall
from lessons.swept_circle_segment.words import faulty
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

FAR = 5.0  # moments later than this are said, not drawn: the figure would shrink to a dot


def draw(canvas: Canvas, moment: Moment[CircleAndWall]) -> None:
    scene, step = moment.scene, moment.step
    moving_picture.on_its_way(canvas, scene.a.world, scene.a_to, Ink.A, Ink.LANDED_A, "A")
    if 0.0 < scene.time < 1.0:
        marks.ghost(canvas, scene.a_at(scene.time), Ink.A)
    match step:
        case StartMeasured():
            moving_picture.start_gap(canvas, scene.center, step)
        case SlabCrossed():
            _at(canvas, scene, step.enter, "touches the line", MOMENTS["enter"])
        case CapChosen():
            canvas.dot(step.end, Ink.REFERENCE)
        case RootsFound(first, last):
            _at(canvas, scene, first, MOMENTS["first"], MOMENTS["first"])
            _at(canvas, scene, last, MOMENTS["last"], MOMENTS["last"])
        case SweptImpact():
            _impact(canvas, scene, step)
        case _:
            pass
    wall(canvas, scene)
    if isinstance(step, SlabCrossed):
        canvas.unbounded(scene.c, scene.d - scene.c, Ink.GHOST)


def wall(canvas: Canvas, scene: CircleAndWall) -> None:
    """The wall from c to d; its face and its ends light up when they are spoken of."""
    out = scene.d - scene.c if length(scene.d - scene.c) > 0.0 else marks.RIGHT
    canvas.stroke((scene.c, scene.d), Ink.B)
    canvas.feature((scene.c, scene.d), PARTS[SegmentFeature.FACE], Ink.B)
    for place, letter, way, part in (
        (scene.c, "c", -out, SegmentFeature.START),
        (scene.d, "d", out, SegmentFeature.END),
    ):
        canvas.dot(place, Ink.B)
        canvas.label(letter, place, Ink.B, toward=way)
        canvas.feature((place,), PARTS[part], Ink.B)


def _at(canvas: Canvas, scene: CircleAndWall, fraction: float, words: str, feature: str) -> None:
    """The circle at a moment, and what happens then."""
    there = scene.a_at(fraction)
    marks.ghost(canvas, there, Ink.LANDED_A)
    canvas.feature((there.centroid,), feature, Ink.RESULT)
    canvas.label(words, there.centroid + there.radius * marks.UP, Ink.A, toward=marks.UP)


def _impact(canvas: Canvas, scene: CircleAndWall, found: SweptImpact) -> None:
    if found.outcome is Outcome.HIT:
        marks.ghost(canvas, scene.a_at(found.fraction), Ink.A)
    moving_picture.impact(canvas, scene.center, scene.motion, found)
    if scene.rule == NONE:
        return
    said = faulty(scene)
    if said is None and found.point is not None:
        canvas.label(f"{scene.rule}: no contact", scene.a_to, Ink.FAULTY, toward=marks.UP)
    elif said is not None and (found.point is None or abs(said - found.fraction) > 1e-9):
        wrong = scene.a_at(said if said <= FAR else 1.0)
        if said <= FAR:
            marks.ghost(canvas, wrong, Ink.FAULTY)
        words = f"{scene.rule}: t = {amount(said)}"
        canvas.label(words, wrong.centroid + wrong.radius * marks.UP, Ink.FAULTY, toward=marks.UP)
