"""What is asked, and what is to be brought about."""

from __future__ import annotations

import numpy as np

from geometry import Outcome, Owner, separation
from geometry.primitives.aabb import AabbPair, Enclosed, VertexTaken
from geometry.tolerance import rounding
from lessons.aabb.scene import Enclosing
from lessons.aabb.words import AXES, do, only_boxes_meet
from viz.lesson.first_edition import Goal, Question
from viz.lesson.lesson import Moment
from viz.lesson.text import listed, sentence, signed


def question(moment: Moment[Enclosing]) -> Question | None:
    match moment.step:
        case VertexTaken(0, owner=Owner.A):
            return _resting(moment)
        case Enclosed(Owner.B):
            found: AabbPair = moment.trace.result
            apart = found.overlap.outcome is Outcome.SEPARATED
            because = f"On {AXES[found.overlap.axis]} they {do(found.overlap.separation, found.overlap.tolerance)}."
            return Question("Do the two boxes meet?", frozenset(("no" if apart else "yes",)), because, ("yes", "no"))
    return None


def _resting(moment: Moment[Enclosing]) -> Question | None:
    """Which vertices hold the sides; nothing to ask where there is one vertex, or where all of them do."""
    a = moment.scene.a.world
    tie = rounding(a)
    at_side = np.minimum(a.points - a.points.min(axis=0), a.points.max(axis=0) - a.points).min(axis=1) <= tie
    if at_side.all():
        return None
    numbers = np.flatnonzero(at_side)
    because = f"{sentence(listed([f'vertex {i}' for i in numbers]))} lie furthest left, right, down or up."
    answers = frozenset(f"vertex {i} of A" for i in numbers)
    return Question("Which vertex of A will lie on a side of its box?", answers, because)


def goal(moment: Moment[Enclosing]) -> Goal | None:
    """The false alarm of boxes; its numbers would answer the question."""
    if question(moment) is not None:
        return None
    boxes = moment.trace.result.overlap.separation
    now = f"Boxes {signed(boxes)}, shapes {signed(separation(moment.scene.a.world, moment.scene.b.world))}."
    return Goal("Let the boxes overlap while A and B are apart.", only_boxes_meet(moment), now)
