"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Convex, MinimumTranslation, Outcome, separating_axis
from geometry.sat.minimum_translation import LeastOverlap, TranslationStep
from geometry.sat.separating_axis import Decided
from geometry.vector import length
from lessons.first_edition import axis_captions
from lessons.minimum_translation.explanations import APART, AXES, BESIDE, BY_CENTRES, LEAST, OVERLAPPED, TRANSLATION
from lessons.minimum_translation.scene import SHARES_OF_A, Overlapping
from viz.lesson.first_edition import Question
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, listed, tint


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
    text = f"{who} {axis_captions.size(best)} {axis_captions.along(best.axis)}: then they just touch."
    return f"{text}{_fault(scene)}"


def _fault(scene: Overlapping) -> str:
    """A sentence on what a faulty routine leaves, if one is shown."""
    if (fault := scene.fault()) is None:
        return ""
    words, move = fault
    left = left_over(scene.a.world, scene.b.world.moved(move))
    return f" {words}, B moves {tint(amount(length(move)), Ink.FAULTY)}: {tint(left, Ink.FAULTY)}."


def is_apart(step: TranslationStep) -> bool:
    """Whether this is the verdict that there is nothing to undo."""
    return isinstance(step, Decided) and step.found.outcome is Outcome.SEPARATED


def explain(moment: Moment[Overlapping]) -> str:
    match moment.step:
        case Decided(found):
            return APART if found.outcome is Outcome.SEPARATED else OVERLAPPED
        case LeastOverlap():
            return LEAST
        case MinimumTranslation():
            return BY_CENTRES if moment.scene.by_centres else BESIDE.get(moment.scene.beside, TRANSLATION)
        case _:
            return AXES


def verdict(moment: Moment[Overlapping]) -> str:
    match moment.step:
        case step if is_apart(step):
            text = f"{tint('Apart', Ink.GAP)}: there is nothing to undo, so no translation is given."
            return f"{text}{_fault(moment.scene)}"
        case Decided(found):
            count = len(found.tests)
            return f"{'The one axis shows' if count == 1 else f'All {count} axes show'} no gap: A and B touch."
        case LeastOverlap(found, ties):
            text = f"The least overlap is {axis_captions.size(found.best)}, {axis_captions.along(found.best.axis)}."
            equals = listed([str(tie.facing or tie.axis) for tie in ties]) if ties else ""
            return f"{text} Just as short: {equals}; the edge that comes first is taken." if ties else text
        case answer:
            return _move_caption(moment.scene, answer)


def question(moment: Moment[Overlapping]) -> Question | None:
    if moment.index or moment.trace.result.outcome is Outcome.SEPARATED:
        return None
    text = "Along the normal of which edge is the way out shortest?"
    return axis_captions.best_axis_question(moment.trace, moment.trace.result.found, text)
