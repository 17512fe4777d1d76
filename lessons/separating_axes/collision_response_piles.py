"""Two piles beside each other, each in a view of its own: their titles, and why one of them stays up. And what the
iterations come to."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from geometry.contact.relaxation import PileSettled
from lessons.separating_axes.collision_response_figure import PAIRWISE, decimals_of, has_own_view, others_state
from lessons.separating_axes.collision_response_gap import no_room
from lessons.separating_axes.collision_response_scene import HALVES
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed, sentence

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
    "Here each iteration brings the deepest overlap nearer to the slop. After {count} both are {slop}, rounded. "
    + STOP
)
FRAME = (
    "Each frame every free body falls by {fall}, then **one** iteration pushes. The bottom body is pushed first, and "
    "the bodies above push it back."
)
MORE = (
    "Free bodies fall by {fall} a frame. A push of two of them moves the lower one down: the pair below gets deeper. "
)
AGAIN = "More iterations push it again: the right pile sinks less."
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
    return MORE.format(fall=fall) + (AGAIN if less else ALIKE)


def head(moment: Moment[Any]) -> tuple[str, str]:
    """Of the view of the scene."""
    if not has_own_view(moment):
        falls = moment.scene.fall and not isinstance(moment.step, PAIRWISE)
        return ("1 iteration a frame" if falls else "World"), ""
    if moment.compare:
        return "By inverse mass", "A static body has inverse mass 0: its share is 0."
    return "1 iteration a frame", "Every pair is pushed once, in the order of the numbers."


def head_beside(moment: Moment[Any]) -> tuple[str, str]:
    """Of the view of the other pile."""
    if moment.compare:
        half = moment.compare == HALVES
        return ("With halves", "The half of a static body is lost.") if half else (sentence(moment.compare), "")
    count = moment.scene.iterations
    return f"{count} iterations a frame", f"Every pair is pushed up to {count} times, in the same order."


def ink_beside(moment: Moment[Any]) -> Ink | None:
    return Ink.FAULTY if moment.compare else None
