"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry.projection import ShadowCast
from lessons.polygon_shadow.scene import ShapeAndAxis
from viz.ink import Ink
from viz.lesson import Moment
from viz.table import Table, step_row
from viz.text import amount, signed, tint


def caption(moment: Moment[ShapeAndAxis]) -> str:
    match moment.step:
        case ShadowCast(far, near, cast):
            low, high = tint(signed(near.along), Ink.RESULT), tint(signed(far.along), Ink.RESULT)
            return f"The shadow runs from {low} to {high}: {tint(amount(cast.length), Ink.SHADOW_A)} long."
        case end:
            way = "the way the axis points" if end is moment.trace.steps[0] else "the other way"
            place = tint(signed(end.along), Ink.RESULT)
            return f"Furthest {way}: vertex {end.end.index}, which casts its shadow at {place}."


def situation(moment: Moment[ShapeAndAxis]) -> str:
    if isinstance(moment.step, ShadowCast):
        return f"A casts a shadow {tint(amount(moment.step.shadow.length), Ink.SHADOW_A)} long on the axis."
    return "Light falls square onto the axis. Which points of A cast the ends of its shadow?"


def table(moment: Moment[ShapeAndAxis]) -> Table:
    rows = []
    for at_, name in enumerate(("far end", "near end")):
        end = moment.trace.steps[at_]
        cells = f"vertex {end.end.index}", signed(end.along)
        rows.append(step_row(at_, moment.index, name, *cells, ink=Ink.SHAPE_A, feature=name))
    return Table(("end", "cast by", "at"), tuple(rows))
