"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import (
    AxisSkipped,
    Convex,
    Decided,
    LeastOverlap,
    MinimumTranslation,
    Outcome,
    separating_axis,
    translation_by_centres,
)
from lessons.minimum_translation.explanations import APART, AXES, BY_CENTRES, LEAST, OVERLAPPED, TRANSLATION
from lessons.minimum_translation.scene import SHARES_OF_A, Overlapping
from viz import axis_words
from viz.ink import Ink
from viz.lesson import Moment
from viz.question import Question
from viz.text import amount, listed, tint


def left_over(a: Convex, moved: Convex) -> str:
    """What a translation leaves between the shapes, in words."""
    left = separating_axis(a, moved, early_out=False).best
    if left.is_touching:
        return "just touching"
    return f"gap {amount(left.separation)}" if left.is_gap else f"still overlaps by {amount(-left.separation)}"


def _move_caption(scene: Overlapping, answer: MinimumTranslation) -> str:
    assert answer.translation is not None
    best = answer.found.best
    if best.is_touching:
        return "They only touch: the translation is zero, and nothing moves."
    who = {0.0: "B moves", 0.5: "A and B each move half of", 1.0: "A moves"}[SHARES_OF_A[scene.moves]]
    text = f"{who} {axis_words.size(best)} {axis_words.along(best.axis)}: then they just touch."
    if scene.by_centres and (wrong := translation_by_centres(scene.a.world, scene.b.world)) is not None:
        left = tint(left_over(scene.a.world, scene.b.world.moved(wrong)), Ink.FAULTY)
        text += f" Turned by the centres: {left}."
    return text


def explain(moment: Moment[Overlapping]) -> str:
    match moment.step:
        case Decided(found):
            return APART if found.outcome is Outcome.SEPARATED else OVERLAPPED
        case LeastOverlap():
            return LEAST
        case MinimumTranslation():
            return BY_CENTRES if moment.scene.by_centres else TRANSLATION
        case _:
            return AXES


def verdict(moment: Moment[Overlapping]) -> str:
    match moment.step:
        case Decided(found) if found.outcome is Outcome.SEPARATED:
            return f"{tint('Apart', Ink.SEPARATION)}: there is nothing to undo, so no translation is given."
        case Decided(found):
            count = len(found.tests)
            return f"{'The one axis shows' if count == 1 else f'All {count} axes show'} no gap: A and B touch."
        case LeastOverlap(found, ties):
            text = f"The least overlap is {axis_words.size(found.best)}, {axis_words.along(found.best.axis)}."
            equals = listed([axis_words.feature(tie.axis) for tie in ties]) if ties else ""
            return f"{text} Just as short: {equals}; the first tested is taken." if ties else text
        case answer:
            return _move_caption(moment.scene, answer)


def question(moment: Moment[Overlapping]) -> Question | None:
    answer = moment.trace.result
    if moment.index or answer.outcome is Outcome.SEPARATED:
        return None
    best = answer.found.best
    least = best.separation - best.tolerance
    equal = [t.axis for t in answer.found.tests if t.separation >= least and t.axis.edge is not None]
    twins = [s.axis for s in moment.trace if isinstance(s, AxisSkipped) and s.same_as in equal]
    answers = frozenset(axis_words.feature(axis) for axis in (*equal, *twins))
    because = f"The least overlap is {axis_words.size(best)}, {axis_words.along(best.axis)}."
    text = "Along the normal of which edge is the way out shortest?"
    return Question(text, answers, because) if answers else None
