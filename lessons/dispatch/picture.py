"""Both shapes with their kinds, and the contact."""

from __future__ import annotations

from geometry.primitives.contact import PairResult
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kinds import shape_kind
from lessons.dispatch.scene import AnyTwo
from lessons.first_edition import marks
from lessons.first_edition.contact_mark import draw_contact
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment


def draw(canvas: Canvas, moment: Moment[AnyTwo]) -> None:
    scene, step = moment.scene, moment.step
    marks.shape(canvas, scene.a.world, Ink.A, "A")
    marks.shape(canvas, scene.b.world, Ink.B, "B")
    for each, ink in ((scene.a, Ink.A), (scene.b, Ink.B)):
        canvas.label(shape_kind(each.shape).value, each.world.centroid, ink, toward=(0.0, -1.0))
    if isinstance(step, PairResult | TurnedRound):
        draw_contact(canvas, step.contact if isinstance(step, PairResult) else step.turned)
