"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import support_ties
from geometry.sat.projection import ShapeProjected
from geometry.vector import dot
from lessons.polygon_shadow.scene import ShapeAndAxis
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, listed, sentence, signed, tint


def caption(moment: Moment[ShapeAndAxis]) -> str:
    match moment.step:
        case ShapeProjected(far, near, cast):
            low, high = tint(signed(near.along), Ink.RESULT), tint(signed(far.along), Ink.RESULT)
            text = f"The shadow runs from {low} to {high}: {tint(amount(cast.length), Ink.SHADOW_A)} long"
            if len(moment.scene.a.shape.points) > 1:
                return f"{text}."
            middle = tint(signed(dot(moment.scene.a.world.centroid, far.unit)), Ink.RESULT)
            return (
                f"{text}, as on every axis. Its place is not the same: here about {middle}, where the centre falls."
            )
        case end:
            way = "the way the axis points" if end is moment.trace.steps[0] else "the other way"
            place = tint(signed(end.along), Ink.RESULT)
            return f"Furthest {way}: vertex {end.end.index}, which casts its shadow at {place}."


def situation(moment: Moment[ShapeAndAxis]) -> str:
    if isinstance(moment.step, ShapeProjected):
        return f"A casts a shadow {tint(amount(moment.step.projection.length), Ink.SHADOW_A)} long on the axis."
    return "Light falls square onto the axis. Which points of A cast the ends of its shadow?"


def question(moment: Moment[ShapeAndAxis]) -> Question | None:
    """Which vertex casts the other end: asked when one end has been found."""
    a, step = moment.scene.a.world, moment.step
    if moment.index or len(a.points) == 1:
        return None
    ties = support_ties(a, -step.unit)
    answers = frozenset(f"vertex {tie.index} of A" for tie in ties)
    if len(answers) == len(a.points):
        return None
    names = listed([f"vertex {tie.index}" for tie in ties])
    because = f"{sentence(names)}: the shadow ends at {tint(signed(-ties[0].value), Ink.RESULT)}."
    return Question("Which vertex of A casts the other end of the shadow?", answers, because)


def table(moment: Moment[ShapeAndAxis]) -> Table:
    rows = []
    for at_, name in enumerate(("far end", "near end")):
        end = moment.trace.steps[at_]
        cells = f"vertex {end.end.index}", signed(end.along)
        rows.append(step_row(at_, moment.index, name, *cells, ink=Ink.A, feature=name))
    return Table(("end", "cast by", "at"), tuple(rows))
