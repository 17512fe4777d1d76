"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

import math

from geometry.contact.rounded_parts import Core, CornerTurned, EdgeMovedOut, RoundedParts
from geometry.vector import length
from lessons.rounded_anatomy import explanations
from lessons.rounded_anatomy.picture import farthest_tip, kind
from lessons.rounded_anatomy.scene import Rounding
from viz.lesson.first_edition import Goal, Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, listed, tint

HALF = 0.5  # of the area, in the goal


def explain(moment: Moment[Rounding]) -> str:
    match moment.step:
        case Core():
            return explanations.CORE if moment.scene.smaller is None else explanations.SHRUNK
        case EdgeMovedOut():
            return explanations.EDGE
        case CornerTurned():
            return explanations.CORNER
        case _:
            return explanations.WHOLE if moment.scene.extended is None else explanations.TIPS


def caption(moment: Moment[Rounding]) -> str:
    radius = moment.scene.radius
    match moment.step:
        case Core() as core:
            name = kind(moment.scene.rounded)
            text = f"The inner {name}: area {amount(core.area)}, perimeter {amount(core.perimeter)}"
            if moment.scene.keep_size and moment.scene.smaller is None and radius > 0.0:
                return f"{text}. It is too small to be shrunk by {amount(radius)}."
            return f"{text}."
        case EdgeMovedOut() as edge:
            outer = tint(f"outer edge {edge.edge}", Ink.REFERENCE)
            text = f"{tint(f'Inner edge {edge.edge}', Ink.INCIDENT)}, moved out by {amount(radius)}, is {outer}"
            return f"{text}; the band between has the area {amount(edge.band)}."
        case CornerTurned() as corner:
            sweep = tint(f"{math.degrees(corner.sweep):.0f}°", Ink.REFERENCE)
            total = f"{math.degrees(corner.turned):.0f}° of 360° so far"
            return f"At vertex {corner.vertex} the boundary turns by {sweep}: {total}."
        case RoundedParts() as whole:
            parts = f"{amount(whole.core.area)} + {amount(whole.bands)} + {amount(whole.sectors)}"
            text = f"Area {parts} = {tint(amount(whole.area), Ink.RESULT)}, perimeter {amount(whole.perimeter)}."
            return f"{text}{_tip(moment.scene)}"
    raise TypeError(moment.step)


def _tip(scene: Rounding) -> str:
    if scene.extended is None:
        return ""
    tip, vertex = farthest_tip(scene)
    far = tint(amount(length(tip - vertex)), Ink.FAULTY)
    return f" Extended edges reach out {far} from a vertex, not {amount(scene.radius)}."


def situation(moment: Moment[Rounding]) -> str:
    shape, radius = moment.scene.rounded, moment.scene.radius
    name = kind(shape)
    if radius == 0.0:
        return f"With radius 0 the {name} is itself: outer edges and inner edges are the same."
    shrunk = ", shrunk first," if moment.scene.smaller is not None else ""
    return f"A {name}{shrunk} rounded by {tint(amount(radius), Ink.RESULT)}."


def question(moment: Moment[Rounding]) -> Question | None:
    corners = [s for s in moment.trace if isinstance(s, CornerTurned)]
    if isinstance(moment.step, Core):
        answer, options = "one circle", ("half a circle", "one circle", "a circle for each vertex")
        if len(corners) == 1:
            return None
        because = f"The arcs turn by {math.degrees(corners[-1].turned):.0f}° in all, whatever the polygon."
        return Question("What do all the arcs together make?", frozenset((answer,)), because, options)
    following = moment.trace.steps[moment.index + 1] if isinstance(moment.step, EdgeMovedOut) else None
    if isinstance(following, CornerTurned):
        most = max(c.sweep for c in corners)
        best = [f"vertex {c.vertex} of A" for c in corners if c.sweep > most - 1e-9]
        because = f"The boundary turns most at the sharpest corner: {math.degrees(most):.0f}° at {listed(best)}."
        return Question("At which vertex is the arc longest?", frozenset(best), because)
    return None


def goal(moment: Moment[Rounding]) -> Goal:
    whole: RoundedParts = moment.trace.result
    share = whole.sectors / whole.area if whole.area > 0.0 else 0.0
    return Goal("Make the corners half of the area.", share >= HALF, f"Now {100.0 * share:.0f} %.")


def table(moment: Moment[Rounding]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        match step:
            case Core() as core:
                name, cells, feature = f"inner {kind(moment.scene.rounded)}", ("", amount(core.area)), None
            case EdgeMovedOut() as edge:
                name, cells = f"edge {edge.edge}", (amount(edge.length), amount(edge.band))
                feature = f"edge {edge.edge} of A"
            case CornerTurned() as corner:
                name, cells = f"vertex {corner.vertex}", (f"{math.degrees(corner.sweep):.0f}°", amount(corner.sector))
                feature = f"vertex {corner.vertex} of A"
            case whole:
                name, cells, feature = "whole", (amount(whole.perimeter), tint(amount(whole.area), Ink.RESULT)), None
        rows.append(step_row(i, moment.index, name, *cells, ink=Ink.A, feature=feature))
    return Table(("part", "length or turn", "area"), tuple(rows))
