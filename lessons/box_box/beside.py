"""Faulty answers beside the right one, as sentences and as points."""

from __future__ import annotations

from geometry import Vector
from geometry.faulty.box_box import best_of_two_directions, corner_contact, strict_reference
from geometry.primitives.box_box import FaceTested, ReferenceFound, box_box
from geometry.primitives.contact import PairResult
from geometry.vector import length, readonly
from lessons.box_box.scene import MISPLACED, ONE_CORNER, STRICT, TWO_FACES, TwoBoxes
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, listed, pair, signed, tint

TILT = 1e-9  # radians: nothing that an eye could see


def name_of(face: FaceTested) -> str:
    return f"edge {face.face} of {face.owner.value}"


def faces(moment: Moment[TwoBoxes]) -> tuple[FaceTested, ...]:
    return tuple(step for step in moment.trace if isinstance(step, FaceTested))


def misplaced(result: PairResult) -> Vector:
    """B's end of the contact, carried the wrong way instead of to A's surface."""
    return readonly(result.contact.on_b + result.separation * result.normal)


def corners(scene: TwoBoxes, normal: Vector) -> tuple[Vector, Vector]:
    """The one corner that is taken, with B tilted a hair either way."""
    a = scene.a.world
    return (
        corner_contact(a, scene.b.turned(TILT).world, normal),
        corner_contact(a, scene.b.turned(-TILT).world, normal),
    )


def sentence(moment: Moment[TwoBoxes]) -> str:
    """What a faulty routine answers at this step, with a space before it; empty where nothing is to be said."""
    step, scene = moment.step, moment.scene
    match step, scene.beside:
        case PairResult(), beside if beside == MISPLACED and step.separation < -step.tolerance:
            wrong = misplaced(step)
            off = amount(length(wrong - step.contact.on_a))
            return f" Carried the wrong way: {tint(pair(wrong), Ink.FAULTY)}, off A's surface by {off}."
        case PairResult(), beside if beside == ONE_CORNER:
            first, second = (tint(pair(corner), Ink.FAULTY) for corner in corners(scene, step.normal))
            return f" One corner alone: {first}" + (f" or {second}, by a hair of tilt." if first != second else ".")
        case ReferenceFound(), beside if beside == TWO_FACES:
            best = best_of_two_directions(faces(moment)).separation
            says = "an overlap" if best <= 0.0 else "a gap"
            return f" Two faces a box, one-sided, find {tint(f'{signed(best)}: {says}', Ink.FAULTY)}."
        case ReferenceFound(), beside if beside == STRICT:
            return _strict(scene, step)
    return ""


def _strict(scene: TwoBoxes, step: ReferenceFound) -> str:
    """Which faces a bare comparison takes when B is nudged by less than rounding, and which ours takes."""
    a, b = scene.a.world, scene.b.world
    tolerance: float = box_box(a, b).tolerance
    wrong, right = [], []
    for nudge in (-0.25 * tolerance, 0.25 * tolerance):
        trace = box_box.trace(a, b.moved((nudge, 0.0)))
        wrong.append(name_of(strict_reference(tuple(s for s in trace if isinstance(s, FaceTested)))))
        right += [name_of(s.reference) for s in trace if isinstance(s, ReferenceFound)]
    taken = tint(listed(sorted(set(wrong))).replace(" and ", " or "), Ink.FAULTY)
    same = "keeps" if set(right) == {name_of(step.reference)} else "takes"
    return f" A bare comparison takes {taken} as B is nudged by less than rounding; the tie rule {same} this one."
