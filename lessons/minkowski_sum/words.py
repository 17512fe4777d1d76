"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Vector
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.outline import signed_area
from geometry.vector import length
from lessons.first_edition import laying_captions
from lessons.minkowski_sum import explanations
from lessons.minkowski_sum.scene import Swept
from lessons.minkowski_sum.sweep import hole_of
from viz.lesson.first_edition import Table
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, signed, tint


def is_moved(scene: Swept) -> bool:
    """Whether the reference point of B is another than its centre."""
    return length(scene.reference - scene.b.world.centroid) > 1e-9 * max(1.0, scene.b.world.max_coordinate)


def explain(moment: Moment[Swept]) -> str:
    scene = moment.scene
    match moment.step:
        case StartFound():
            return explanations.SWEPT
        case EdgeLaid():
            return explanations.LAID
        case _ if scene.hole:
            return explanations.HOLE
        case _ if is_moved(scene):
            return explanations.REFERENCE
        case answer:
            return explanations.LAYER if answer.radius > 0.0 else explanations.ADDED


def caption(moment: Moment[Swept]) -> str:
    step, scene = moment.step, moment.scene
    match step:
        case StartFound():
            return "The sum's lowest point is the lowest of A plus the lowest of B: there the outline starts."
        case EdgeLaid():
            return laying_captions.laid_caption(scene.operands, moment.trace.result, step, turned=False)
    a, b = scene.a.world, scene.b.world
    given, count = len(a.edges) + len(b.edges), len(step.edges)
    text = f"{count} edges from {len(a.edges)} of A and {len(b.edges)} of B" if count else "No edges at all"
    if count < given:
        text = f"{text}, {given - count} joined to another"
    if step.radius > 0.0:
        layer = tint(amount(step.radius), Ink.RESULT)
        text = f"{text}, and one layer of {amount(a.radius)} + {amount(b.radius)} = {layer}"
    return f"{text}."


def situation(moment: Moment[Swept]) -> str:
    scene = moment.scene
    if isinstance(moment.step, EdgeLaid):
        return "The next edge of A or the next of B, whichever points along the smaller angle, is laid on."
    if not moment.is_last:
        return "A copy of B stands with its reference point on the boundary of A. What do all copies cover?"
    if scene.hole:
        hole = hole_of(scene)
        if len(hole) < 3:
            return "The copies of B leave no hole: the sweep covers the whole sum."
        return (
            f"The sweep misses an area of {tint(amount(signed_area(hole)), Ink.FAULTY)} inside: it has to be filled."
        )
    a, b, whole = scene.reaches(moment.trace.result, scene.direction)
    reach_a, reach_b = tint(signed(a), Ink.A), tint(signed(b), Ink.B)
    return f"Along the axis A reaches {reach_a}, B {reach_b}, and the sum {tint(signed(whole), Ink.RESULT)}."


def table(moment: Moment[Swept]) -> Table:
    return laying_captions.table(moment, moment.scene.operands, moment.trace.result, "B")


def shift_of(scene: Swept) -> Vector:
    """How far the sum lies from where the centre of B as its reference would put it."""
    return scene.b.world.centroid - scene.reference
