"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import support
from geometry.sat.support import VertexMeasured
from lessons.support_point.explanations import FOUND, MEASURED, ROUND, TIES
from lessons.support_point.scene import ShapeAndDirection
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import listed, pair, sentence, signed, tint


def explain(moment: Moment[ShapeAndDirection]) -> str:
    if isinstance(moment.step, VertexMeasured):
        return MEASURED
    if moment.scene.a.shape.radius > 0.0:
        return ROUND
    return TIES if len(moment.step.ties) > 1 else FOUND


def caption(moment: Moment[ShapeAndDirection]) -> str:
    step = moment.step
    if isinstance(step, VertexMeasured):
        value = tint(signed(step.value), Ink.RESULT if step.best == step.index else Ink.TEXT)
        ends = "the furthest so far" if step.best == step.index else f"vertex {step.best} stays ahead"
        return f"Vertex {step.index} lies {value} along the direction: {ends}."
    if len(step.ties) == 1:
        return f"The support point is {tint(pair(step.ties[0].point), Ink.RESULT)}, at vertex {step.ties[0].index}."
    names = listed([f"vertex {tie.index}" for tie in step.ties])
    first = support(moment.scene.a.world, moment.scene.direction.vector).index
    only = tint(f"vertex {first}", Ink.FAULTY)
    return f"{sentence(names)} are equally far: the whole edge supports. A plain maximum names {only} alone."


def situation(moment: Moment[ShapeAndDirection]) -> str:
    step = moment.step
    value = step.best_value if isinstance(step, VertexMeasured) else step.ties[0].value
    so_far = " so far" if isinstance(step, VertexMeasured) else ""
    return f"Furthest along the direction{so_far}: {tint(signed(value), Ink.RESULT)} from the origin."


def question(moment: Moment[ShapeAndDirection]) -> Question | None:
    """Which vertex wins: asked when the first has been measured. A tie has two right answers."""
    vertices = len(moment.scene.a.shape.points)
    if moment.index or vertices == 1:
        return None
    ties = moment.trace.result
    answers = frozenset(f"vertex {tie.index} of A" for tie in ties)
    if len(answers) == vertices:
        return None
    names = listed([f"vertex {tie.index}" for tie in ties])
    verb = "lies" if len(ties) == 1 else "lie"
    because = f"{sentence(names)} {verb} {tint(signed(ties[0].value), Ink.RESULT)} along the direction."
    return Question("Which vertex of A is furthest along the direction?", answers, because)


def table(moment: Moment[ShapeAndDirection]) -> Table:
    rows = []
    for at_, step in enumerate(moment.trace):
        if not isinstance(step, VertexMeasured):
            continue
        name, feature = f"vertex {step.index}", f"vertex {step.index} of A"
        now = moment.step
        winners = {now.best} if isinstance(now, VertexMeasured) else {tie.index for tie in now.ties}
        mark = tint("furthest", Ink.RESULT) if step.index in winners else ""
        cells = signed(step.value), mark
        rows.append(step_row(at_, moment.index, name, *cells, ink=Ink.A, feature=feature))
    return Table(("vertex", "v · d̂", ""), tuple(rows))
