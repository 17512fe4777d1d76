"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Aabb, AabbOverlap, Outcome, Owner, aabb_overlap, separation
from geometry.primitives.aabb import (
    AabbPair,
    Enclosed,
    HighJoined,
    LowJoined,
    RadiusAdded,
    SidesCompared,
    VertexTaken,
)
from geometry.tolerance import rounding
from lessons.aabb.explanations import EXPLAINED, KEPT, NO_TEST
from lessons.aabb.scene import Enclosing
from viz.lesson.first_edition import Row, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, signed, tint

AXES = ("x", "y")
OF = {Owner.A: Ink.A, Owner.B: Ink.B}


def explain(moment: Moment[Enclosing]) -> str:
    match moment.step:
        case Enclosed(Owner.A) if moment.scene.kept and outside(moment.scene) > 0.0:
            return KEPT
        case AabbOverlap() if only_boxes_meet(moment):
            return NO_TEST
        case step:
            return EXPLAINED[type(step)]


def outside(scene: Enclosing) -> float:
    """How far A reaches out of the box that it kept; 0 or less when it fits."""
    kept, now = scene.kept_box(), scene.a.world.bounds()
    reach = float(max((kept.low - now.low).max(), (now.high - kept.high).max()))
    return reach if reach > rounding(scene.a.world) else 0.0


def only_boxes_meet(moment: Moment[Enclosing]) -> bool:
    """Whether the boxes overlap although the shapes are apart."""
    found: AabbPair = moment.trace.result
    return found.overlap.outcome is Outcome.OVERLAPPED and _gap(moment.scene) > 0.0


def _gap(scene: Enclosing) -> float:
    """Of the shapes; 0 when they touch or overlap."""
    a, b = scene.a.world, scene.b.world
    gap = separation(a, b)
    return gap if gap > rounding(a, b) else 0.0


def caption(moment: Moment[Enclosing]) -> str:
    match moment.step:
        case VertexTaken(index, vertex, _, _, grew, owner):
            ends = "the first of them" if index == 0 else "the box grows" if grew else "it lies within the box"
            return f"Vertex {index} of {owner.value} at {tint(pair(vertex), OF[owner])}: {ends}."
        case RadiusAdded(radius, _, _, owner) if radius > 0.0:
            return f"{owner.value} is rounded: every side moves out by its radius {tint(amount(radius), OF[owner])}."
        case RadiusAdded():
            return f"{moment.step.owner.value} is sharp: its radius is 0, and the sides stay."
        case Enclosed(owner, box):
            return f"The box around {owner.value} is {tint(pair(box.extent), OF[owner])} large.{_kept(moment, owner)}"
        case LowJoined(low):
            return f"The lower of both lows, axis by axis: {tint(pair(low), Ink.RESULT)}."
        case HighJoined(_, high):
            return f"The higher of both highs, axis by axis: {tint(pair(high), Ink.RESULT)}."
        case Aabb():
            return f"The box around both is {tint(pair(moment.step.extent), Ink.RESULT)} large."
        case SidesCompared() as compared:
            return f"On {AXES[compared.axis]} the sides {do(compared.separation, compared.tolerance)}."
        case verdict:
            return _verdict(moment, verdict)


def _kept(moment: Moment[Enclosing], owner: Owner) -> str:
    if owner is not Owner.A or not moment.scene.kept:
        return ""
    reach = outside(moment.scene)
    if reach <= 0.0:
        return " The kept one still holds A."
    return f" The kept one does not hold A: {tint(amount(reach), Ink.FAULTY)} sticks out."


def do(value: float, tolerance: float) -> str:
    if abs(value) <= tolerance:
        return tint("just touch", Ink.OVERLAP)
    verb = "leave a gap of" if value > 0.0 else "overlap by"
    return f"{verb} {tint(amount(abs(value)), separation_ink(value))}"


def _verdict(moment: Moment[Enclosing], found: AabbOverlap) -> str:
    text = f"The boxes {do(found.separation, found.tolerance)} on {AXES[found.axis]}"
    if found.outcome is Outcome.SEPARATED:
        return f"{text}: A and B are apart, and need no closer look."
    gap = _gap(moment.scene)
    kept = aabb_overlap(moment.scene.kept_box(), moment.trace.result.box_b)
    if moment.scene.kept and kept.outcome is Outcome.SEPARATED and gap == 0.0:
        wrong = tint(f"{amount(kept.separation)} apart", Ink.FAULTY)
        return f"{text}, and A and B touch. By A's kept box they would be {wrong}, and the contact missed."
    if gap > 0.0:
        boxes = tint(f"overlap by {amount(abs(found.separation))}", Ink.FAULTY)
        return f"The boxes {boxes}, but A and B are {tint(amount(gap), Ink.GAP)} apart."
    return f"{text}: A and B may touch, and need a closer look. They do."


def situation(moment: Moment[Enclosing]) -> str:
    match moment.step:
        case AabbOverlap(Outcome.SEPARATED):
            return "The boxes are apart, so A and B are."
        case AabbOverlap():
            return "The boxes meet. Whether A and B do, their boxes cannot tell."
        case VertexTaken(_, _, low, high, _, owner) | RadiusAdded(_, low, high, owner):
            width, height = amount(high[0] - low[0]), amount(high[1] - low[1])
            return f"The box of {owner.value} so far is {width} wide and {height} high."
        case Enclosed(owner):
            return f"{owner.value} lies within its box, whatever its form: four numbers stand for it."
        case SidesCompared():
            return "The sides of both boxes lie on one axis: a gap on either axis would part them."
        case _:
            return "A box around both boxes holds A and B."


def table(moment: Moment[Enclosing]) -> Table:
    rows: list[Row] = []
    for i, step in enumerate(moment.trace):
        match step:
            case Enclosed(owner, box):
                cells = pair(box.low), pair(box.high)
                rows.append(step_row(i, moment.index, f"box of {owner.value}", *cells, ink=OF[owner]))
            case Aabb():
                rows.append(step_row(i, moment.index, "both", pair(step.low), pair(step.high), ink=Ink.RESULT))
            case SidesCompared():
                value = tint(signed(step.separation), separation_ink(step.separation))
                name = f"separation on {AXES[step.axis]}"
                rows.append(step_row(i, moment.index, name, value, ink=Ink.REFERENCE))
    return Table(("", "low", "high"), tuple(rows))
