"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Owner
from geometry.minkowski.difference import Difference, DifferenceEdge
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.query.crossings import crossing_edges
from geometry.vector import dot
from lessons.first_edition.difference import operands_of
from lessons.first_edition.difference_picture import outward, sources
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import TwoShapes
from viz.lesson.text import NOISE, amount, tint


def decisive(answer: Difference) -> tuple[DifferenceEdge, float]:
    """The edge that the origin lies furthest beyond, or is least within, and that separation."""
    beyond = [(-dot(edge.start, outward(edge)) - answer.radius, i) for i, edge in enumerate(answer.edges)]
    separation, i = max(beyond, key=lambda pair: (pair[0], -pair[1]))
    return answer.edges[i], separation


def caption(moment: Moment[TwoShapes]) -> str:
    operands = operands_of(moment.scene.a.world, moment.scene.b.world)
    match moment.step:
        case StartFound():
            return "The lowest point of the difference: the lowest of A minus the highest of B."
        case EdgeLaid(edge, laid):
            return f"Edge {len(laid)} comes from {sources(operands, edge)}: the next by direction."
        case Difference() as answer if answer.edges:
            edge, separation = decisive(answer)
            name = sources(operands, edge)
            if separation > 0.0:
                return f"The origin lies beyond the edge from {name}: its normal is a separating axis."
            text = f"No edge has the origin beyond it; the nearest comes from {name}."
            if crossing_edges(moment.scene.a.world, moment.scene.b.world) or answer.radius > 0.0 or separation == 0.0:
                return text
            return f"{text} Yet {tint('0 edges', Ink.FAULTY)} of A cross those of B: crossings are no test."
        case _:
            return "Two points differ in one point: no edges at all, only the radius."


def situation(moment: Moment[TwoShapes]) -> str:
    answer = moment.trace.result
    if not isinstance(moment.step, Difference) or not answer.edges:
        return "A and B have a point in common exactly when A + (−B) holds the origin."
    separation = decisive(answer)[1]
    if separation > 0.0:
        gap = tint(amount(separation), Ink.GAP)
        return f"The origin is outside, {gap} beyond an edge: A and B are apart."
    touch = "just touch" if -separation < NOISE else "touch"
    return f"The origin is {tint(amount(-separation), Ink.OVERLAP)} within every edge: A and B {touch}."


def question(moment: Moment[TwoShapes]) -> Question | None:
    """Which edge is laid first: asked at the lowest point. Of two that join, either will do."""
    laid = moment.trace.result.edges
    if moment.index or not laid:
        return None
    names = [
        f"edge {index} of {name}" for index, name in ((laid[0].of_a, "A"), (laid[0].of_b, "B")) if index is not None
    ]
    first = tint(sources(operands_of(moment.scene.a.world, moment.scene.b.world), laid[0]), Ink.RESULT)
    because = f"From the lowest point on, {first} turns least from level."
    return Question("Which edge will be laid first, going round from the lowest point?", frozenset(names), because)


def table(moment: Moment[TwoShapes]) -> Table:
    rows, operands = [], operands_of(moment.scene.a.world, moment.scene.b.world)
    for i, edge in enumerate(moment.trace.result.edges, start=1):
        ink = Ink.B if edge.owner is Owner.B else Ink.A
        name = f"edge {edge.of_a} of A" if edge.of_a is not None else f"edge {edge.of_b} of B"
        rows.append(step_row(i, moment.index, str(i), sources(operands, edge), ink=ink, feature=name))
    return Table(("edge", "from"), tuple(rows))
