"""Other rules beside the right one, reckoned on the same push: 0.51 each, work for displacement, piece by piece."""

from __future__ import annotations

import math

import numpy as np

from geometry import Convex, hull, minimum_translation, separation
from geometry.contact.relaxation import PairPushed, PileSettled
from geometry.outline import on_one_line, signed_area
from geometry.vector import length, unit
from lessons.collision_response.scene import LETTERS, Pile
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, tint


def overshoot(moment: Moment[Pile]) -> str:
    """What this push leaves between the two shapes, and what half for each would leave."""
    step: PairPushed = moment.step
    first, second = (moment.scene.shapes()[i].moved(step.moved[i]) for i in (step.first, step.second))
    left = separation(first, second)
    too_far = length(step.move_first) + length(step.move_second) - step.depth
    back = 0.5 * too_far * unit(step.move_second - step.move_first)
    exact = separation(first.moved(back), second.moved(-back))
    return f" That leaves a gap of {tint(amount(left), Ink.FAULTY)}; half each leaves {amount(abs(exact))}."


def work(scene: Pile, step: PairPushed) -> str | None:
    """The work of a push against friction, the area taken for the mass, shared by halves and left to the lighter;
    None where nothing is pushed, or one of the two is fixed."""
    fixed = scene.fixed()
    if step.depth == 0.0 or fixed[step.first] or fixed[step.second]:
        return None
    masses = {i: area(scene.shapes()[i]) for i in (step.first, step.second)}
    lighter = min(masses, key=lambda i: masses[i])
    halves, alone = 0.5 * step.depth * sum(masses.values()), step.depth * masses[lighter]
    apart = tint(amount(step.depth), Ink.RESULT)
    return (
        f"{apart} apart either way; the work, area for mass: half each {tint(amount(halves), Ink.FAULTY)}, "
        f"{LETTERS[lighter]} alone {amount(alone)}."
    )


def area(shape: Convex) -> float:
    """Of the rounded shape: the core's, a band along its edges, and a whole disc at the corners."""
    core = signed_area(shape.points) if len(shape.points) > 2 else 0.0
    around = sum(length(end - start) for start, end in shape.edges)
    return core + around * shape.radius + math.pi * shape.radius**2


def whole_or_pieces(scene: Pile, end: PileSettled) -> str:
    """How far B was pushed out of the pieces in turn, and how far out of the hull of both it need be."""
    a, b, c = scene.shapes()
    cloud = np.concatenate((a.points, c.points))
    if on_one_line(cloud):
        return ""
    translation = minimum_translation(hull(cloud, max(a.radius, c.radius)), b).translation
    if translation is None:
        return ""
    moved = tint(amount(length(end.moved[1])), Ink.FAULTY)
    return f" Out of each piece in turn B went {moved}; out of the whole {amount(length(translation))} is enough."
