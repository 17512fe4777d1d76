"""Two piles beside each other, each in a view of its own: their titles, and why one of them stays up. And what the
iterations come to."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from geometry.contact.relaxation import PileSettled
from lessons.separating_axes.collision_response_figure import (
    PAIRWISE,
    decimals_of,
    has_own_view,
    in_a_frame,
    others_state,
)
from lessons.separating_axes.collision_response_gap import no_room
from lessons.separating_axes.collision_response_scene import HALVES, OVER
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import counted, fixed, sentence

AT_ALL = 1e-9  # by which one overlap is less than another
SETTLED = "No pair is deeper than the slop: nothing is left to push."
STOP = "Engines stop after a fixed number and go on in the next frame."
CAPPED = (
    "Each push moves some of the overlap on to the next pair. Engines stop after a fixed number of iterations and go "
    "on in the next frame."
)
NEARLY = (
    "Here each iteration brings the deepest overlap nearer to the slop, {slop}. After {count} it is {deepest}. "
    + STOP
)
REACHED = (
    "Here each iteration brings the deepest overlap nearer to the slop. After {count} it is the slop, rounded. "
    + STOP
)
FRAME = (
    "Each frame every free body falls by {fall}, then **one** iteration pushes. A push of two free bodies moves the "
    "lower one down again."
)
HERE = (
    "On the left the frame ends here: the next fall comes on top of {left}. On the right {more} push again: "
    "only {right} is left."
)
MORE = "Each frame adds a fall of {fall} to what the last one left. Each pile sinks until a frame can undo its fall. "
LESS = "With {count} iterations that takes less depth."
ALIKE = "Here both piles are equally deep."


def idea_of_end(moment: Moment[Any], done: PileSettled) -> str:
    """What the iterations have come to, with the numbers shown."""
    scene, digits = moment.scene, decimals_of(moment)
    if done.settled:
        return SETTLED
    if not all(after < before - AT_ALL for before, after in pairwise(done.left)):
        return no_room(scene, done.moved) or CAPPED
    deepest, slop = fixed(done.deepest, digits), fixed(scene.slop, digits)
    words = REACHED if deepest == slop else NEARLY
    return words.format(slop=slop, count=done.rounds, deepest=deepest)


def idea_of_frames(moment: Moment[Any]) -> str:
    """What happens in a frame; of two piles, why more iterations keep one of them up."""
    fall = fixed(moment.scene.fall)
    if not moment.scene.others:
        return FRAME.format(fall=fall)
    digits = decimals_of(moment)
    less = float(fixed(others_state(moment)[0], digits)) < float(fixed(moment.step.deepest, digits))
    if less and in_a_frame(moment):
        left, right = (fixed(each, digits) for each in (moment.step.deepest, others_state(moment)[0]))
        more = counted(moment.scene.iterations - 1, "more iteration")
        return HERE.format(left=left, right=right, more=more + ("s" if more.startswith("1 ") else ""))
    return MORE.format(fall=fall) + (LESS.format(count=moment.scene.iterations) if less else ALIKE)


def head(moment: Moment[Any]) -> tuple[str, str]:
    """Of the view of the scene."""
    if not has_own_view(moment):
        if not moment.scene.fall:
            return "World", ""
        both = "Frame 1, first iteration: the same in both piles."
        return "1 iteration a frame", both if isinstance(moment.step, PAIRWISE) else ""
    if moment.compare == OVER:
        return "By inverse mass", "The two moves add up to the push."
    if moment.compare:
        return "By inverse mass", "A static body has inverse mass 0: its share is 0."
    return "1 iteration a frame", "Every pair is pushed once, in the order of the numbers."


def head_beside(moment: Moment[Any]) -> tuple[str, str]:
    """Of the view of the other pile."""
    if moment.compare:
        if moment.compare == HALVES:
            return "With halves", "The half of a static body is lost."
        return sentence(moment.compare), "The two moves add up to 1.02 times the push."
    count = moment.scene.iterations
    return f"{count} iterations a frame", f"Every pair is pushed up to {count} times, in the same order."


def ink_beside(moment: Moment[Any]) -> Ink | None:
    return Ink.FAULTY if moment.compare else None
