"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

import math

from geometry import PointQuery, Vector
from geometry.query.point_query import CenterMeasured, EdgeProjected, FootClamped, InsideTested, PushedOut
from geometry.vector import length
from lessons.first_edition.query_captions import feature_name, gap_words, query_caption
from lessons.point_query import explanations
from lessons.point_query.faulty import pushed_along
from lessons.point_query.scene import ShapeAndPoint
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, signed, tint


def wrong_by(answer: PointQuery, radius: float) -> tuple[Vector | None, float]:
    """Where the push along p and its foot ends, and how far that is from the closest point."""
    wrong = pushed_along(answer, radius)
    return wrong, math.inf if wrong is None else length(wrong - answer.closest)


def explain(moment: Moment[ShapeAndPoint]) -> str:
    match moment.step:
        case EdgeProjected():
            return explanations.PROJECTED
        case FootClamped():
            return explanations.CLAMPED
        case CenterMeasured():
            return explanations.CENTRE
        case InsideTested():
            return explanations.INSIDE
        case PushedOut() as pushed:
            return explanations.ON_THE_FOOT if moment.scene.naive or pushed.is_degenerate else explanations.PUSHED
        case _:
            return explanations.ANSWER


def caption(moment: Moment[ShapeAndPoint]) -> str:
    text = query_caption(moment.step)
    if not moment.scene.naive or not isinstance(moment.step, PushedOut | PointQuery):
        return text
    wrong, off = wrong_by(moment.trace.result, moment.scene.a.world.radius)
    if wrong is None:
        return f"{text} Along p and its foot it would be {tint('0 / 0', Ink.FAULTY)}."
    if off > moment.trace.result.tolerance:
        return f"{text} Along p and its foot it would be off by {tint(amount(off), Ink.FAULTY)}."
    return f"{text} Along p and its foot it would be the same."


def situation(moment: Moment[ShapeAndPoint]) -> str:
    answer: PointQuery = moment.trace.result
    if not moment.is_last:
        return _so_far(moment)
    words = tint(gap_words(answer), separation_ink(answer.separation))
    if len(moment.scene.a.shape.points) == 1:
        return f"p is {words}; the closest point lies on A's one arc."
    return f"p is {words}; the closest point belongs to {feature_name(answer.feature)}."


def _so_far(moment: Moment[ShapeAndPoint]) -> str:
    """What is known before the answer."""
    seen = moment.trace.steps[: moment.index + 1]
    foot = next((s for s in reversed(seen) if isinstance(s, FootClamped | CenterMeasured)), None)
    if foot is None:
        return "Which point of A's boundary is nearest to p, and is p inside?"
    if isinstance(foot, CenterMeasured):
        return f"A's centre is {tint(amount(foot.distance), Ink.RESULT)} from p."
    best = foot.nearest_so_far
    where = f"{'at' if best.feature.is_vertex else 'on'} {feature_name(best.feature)}"
    done = not isinstance(moment.step, FootClamped | EdgeProjected)
    which = "The nearest foot" if done else "The nearest foot so far"
    return f"{which} is {where}, {tint(amount(best.distance), Ink.RESULT)} from p."


def question(answer: PointQuery, pushed: PushedOut) -> Question | None:
    """What the signed distance is, of all sums of the two numbers; None where they are too small to tell apart."""
    far, radius = length(answer.point - answer.foot), pushed.radius
    sums = (far - radius, far + radius, radius - far, -far - radius)
    options = tuple(dict.fromkeys(signed(value) for value in sums))
    right = signed(answer.separation)
    if len(options) < 2 or right not in options:
        return None
    text = f"The foot is {amount(far)} from p, the radius is {amount(radius)}: what is the signed distance?"
    side = "inside" if answer.in_core else "outside"
    because = f"p is {side} the inner polygon, and the radius is taken off: {right}."
    return Question(text, frozenset((right,)), because, options)


def table(moment: Moment[ShapeAndPoint]) -> Table:
    rows = []
    cells: tuple[str, ...]
    clamped = [step for step in moment.trace.steps[: moment.index + 1] if isinstance(step, FootClamped)]
    nearest = clamped[-1].nearest_so_far if clamped else None
    for i, step in enumerate(moment.trace):
        match step:
            case FootClamped() as now:
                cells = feature_name(now.feature), amount(now.distance), "nearest" if now is nearest else ""
                name = f"edge {now.projected.edge}"
                rows.append(step_row(i, moment.index, name, *cells, ink=Ink.REFERENCE, feature=f"{name} of A"))
            case CenterMeasured(_, distance):
                rows.append(step_row(i, moment.index, "centre", "centre", amount(distance), ink=Ink.REFERENCE))
            case InsideTested(heights, is_inside):
                cells = (("yes" if is_inside else "no") if heights else "no area",)
                rows.append(step_row(i, moment.index, "behind all?", *cells, ink=Ink.A))
            case PointQuery() as answer:
                value = tint(signed(answer.separation), separation_ink(answer.separation))
                cells = feature_name(answer.feature), value
                feature = f"{feature_name(answer.feature)} of A"
                rows.append(step_row(i, moment.index, "answer", *cells, ink=Ink.RESULT, feature=feature))
            case _:
                pass
    return Table(("edge", "foot on", "distance", ""), tuple(rows))
