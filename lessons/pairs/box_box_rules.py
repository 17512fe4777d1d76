"""The faulty rules that two boxes compares with: their names, what they answer, and where that is another answer."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from geometry import Vector
from geometry.primitives.box_box import FaceTested, ReferenceFound
from geometry.primitives.contact import PairResult
from viz.lesson.lesson import Moment

MISPLACED, ONE_CORNER = "sign of s reversed", "one corner only"
TWO_FACES, STRICT = "two faces a box", "ties left to rounding"


class Wrong(NamedTuple):
    """What a faulty rule answers: contact points, or faces that win."""

    points: tuple[Vector, ...] = ()
    faces: tuple[FaceTested, ...] = ()


def differs(moment: Moment[Any]) -> bool:
    wrong, scene = moment.faulty, moment.scene
    if moment.compare == MISPLACED:
        return bool(abs(scene.reference.separation) > 1e-6)
    if moment.compare == TWO_FACES:
        return bool(abs(wrong.faces[0].separation - scene.reference.separation) > 1e-6)
    if moment.compare == ONE_CORNER:
        return math.dist(*wrong.points) > 1e-6
    first, second = wrong.faces
    return (first.owner, first.face) != (second.owner, second.face)


def shows_fault(moment: Moment[Any]) -> bool:
    """Whether this step is one at which the rule that is compared does something else: the contact, or the winner."""
    if not isinstance(moment.faulty, Wrong) or not differs(moment):
        return False
    return moment.latest(PairResult if moment.faulty.points else ReferenceFound) is not None


def shows_contact(moment: Moment[Any]) -> bool:
    """Whether the contact point's construction is what the step is about: of most faulty rules it is not."""
    return isinstance(moment.step, PairResult) and (moment.compare == MISPLACED or not shows_fault(moment))


def rocks(moment: Moment[Any]) -> bool:
    """Whether the box is seen to tilt about one corner and about the other."""
    return moment.compare == ONE_CORNER and shows_fault(moment)
