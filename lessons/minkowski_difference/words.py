"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Difference
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.query.nearest import NearestBoundary, nearest_to_origin
from lessons.first_edition import laying_captions
from lessons.first_edition.difference import B_MINUS_A
from lessons.first_edition.difference_picture import sources
from lessons.minkowski_difference import explanations
from lessons.minkowski_difference.scene import Compared
from viz.lesson.first_edition import Goal, Question, Table
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, tint


def explain(moment: Moment[Compared]) -> str:
    scene, step = moment.scene, moment.step
    match step:
        case StartFound():
            return explanations.TURNED if scene.order == B_MINUS_A else explanations.STARTED
        case EdgeLaid(edge):
            return explanations.JOINED if edge.owner is None else explanations.LAID
    if scene.unturned:
        return explanations.UNTURNED
    separation = scene.nearest(step).separation
    if abs(separation) <= scene.slack:
        return explanations.TOUCHING
    return explanations.OUTSIDE if separation > 0.0 else explanations.INSIDE


def parents(scene: Compared, figure: Difference, nearest: NearestBoundary) -> str:
    """What the nearest point of the boundary is made of."""
    first, second = scene.letters
    if nearest.edge is not None:
        edge, corner = figure.edges[nearest.edge], figure.vertices[nearest.edge]
        if edge.owner is None:
            return sources(scene.operands, edge)
        met = f"vertex {corner.of_a} of {first}" if edge.of_a is None else f"vertex {corner.of_b} of {second}"
        return f"{sources(scene.operands, edge)} against {met}"
    corner = figure.vertices[nearest.vertex or 0]
    if len(figure.vertices) == 1:
        return "the two centres"
    return f"vertex {corner.of_a} of {first} against vertex {corner.of_b} of {second}"


def caption(moment: Moment[Compared]) -> str:
    scene, step = moment.scene, moment.step
    first, second = scene.letters
    match step:
        case StartFound():
            return f"The lowest point of {scene.name}: the lowest of {first} minus the highest of {second}."
        case EdgeLaid():
            return laying_captions.laid_caption(scene.operands, moment.trace.result, step, turned=True)
    nearest = scene.nearest(step)
    made = parents(scene, step, nearest)
    if abs(nearest.separation) <= scene.slack:
        return f"The origin lies on the boundary, at {made}: {tint('touching', Ink.OVERLAP)}."
    at = tint(pair(nearest.point), separation_ink(nearest.separation))
    if nearest.separation > 0.0:
        return f"Nearest to the origin is {at}, from {made}."
    move = tint(pair(scene.move_of_b(nearest)), Ink.RESULT)
    return f"Nearest to the origin is {at}, from {made}. So B has to move by {move}."


def verdict(separation: float, slack: float) -> str:
    """Overlap, gap or touching, with the number."""
    if abs(separation) <= slack:
        return tint("touching", Ink.OVERLAP)
    word = "apart by" if separation > 0.0 else "overlap of"
    return f"{word} {tint(amount(abs(separation)), separation_ink(separation))}"


def situation(moment: Moment[Compared]) -> str:
    scene = moment.scene
    if not moment.is_last:
        return f"{scene.name} holds the origin exactly when A and B have a point in common."
    separation = scene.nearest(moment.trace.result).separation
    if scene.unturned:
        wrong = nearest_to_origin(scene.without_turning(), scene.slack).separation
        return f"Right: {verdict(separation, scene.slack)}. Not turned round: {verdict(wrong, scene.slack)}."
    if abs(separation) <= scene.slack:
        return "The origin is on the boundary: A and B just touch, and touching counts as contact."
    size = tint(amount(abs(separation)), separation_ink(separation))
    if separation > 0.0:
        return f"The origin is outside, {size} from the boundary: A and B are that far apart."
    return f"The origin is inside, {size} deep: moving B by that much leaves them just touching."


def table(moment: Moment[Compared]) -> Table:
    return laying_captions.table(moment, moment.scene.operands, moment.trace.result, f"−{moment.scene.letters[1]}")


def question(moment: Moment[Compared]) -> Question | None:
    """Which edge is laid first, which are joined, and which the origin is nearest to."""
    scene, figure = moment.scene, moment.trace.result
    if moment.index != len(moment.trace) - 2:
        return laying_captions.next_question(moment, scene.operands, turned=True)
    nearest = scene.nearest(figure)
    if nearest.edge is None or scene.unturned:
        return None
    edge = figure.edges[nearest.edge]
    because = f"The nearest point of the boundary is from {parents(scene, figure, nearest)}."
    names = frozenset(sources(scene.operands, edge).split(" and "))
    return Question(f"Which edge of {scene.name} (click it) is the origin nearest to?", names, because)


def goal(moment: Moment[Compared]) -> Goal | None:
    """Edges that join."""
    a, b = moment.scene.a.world, moment.scene.b.world
    if not len(a.edges) or not len(b.edges):
        return None
    given, left = len(a.edges) + len(b.edges), len(moment.trace.result.edges)
    text = f"Turn B until edges join and fewer than {given} are left (Shift snaps)."
    return Goal(text, left < given, f"Now {left}.")
