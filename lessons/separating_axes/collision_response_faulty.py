"""What the faulty rules of pushing apart say after each iteration, always beside what the right rule has come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Vector, separation
from lessons.separating_axes.collision_response_figure import (
    decimals_of,
    faulty_state,
    left_by,
    moves_of,
    round_of,
    rounds_told,
    wrongly_moved,
)
from lessons.separating_axes.collision_response_scene import HALVES, OVER
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import counted, fixed, tint

FAULTS = {
    HALVES: "**Halves for static bodies too**: the half that a static body should move is lost. ",
    OVER: "**0.51 each**: the two moves add up to 1.02 times the push. ",
}
D = r"\lVert\boldsymbol d\rVert"  # lengths: as vectors both moves are opposite
FORMULAS = {
    HALVES: rf"\faulty{{\tfrac12\,{D}}}+\faulty{{0}}=\tfrac12\,\answer{{{D}}}",
    OVER: rf"\faulty{{0.51\,{D}}}+\faulty{{0.51\,{D}}}=1.02\,\answer{{{D}}}",
}
COLUMNS = {
    HALVES: ("iteration", "by inverse mass", "with halves"),
    OVER: ("iteration", "by inverse mass", "with 0.51 each"),
}


def differs(moment: Moment[Any]) -> bool:
    deepest, moved = moment.faulty[-1]
    end = moment.trace.result
    if moment.compare == OVER:
        gap = _gap(moment.scene, moved)
        return gap > 0.005 and gap > _gap(moment.scene, end.moved) + 1e-6
    return bool(deepest > end.deepest + 0.005)


def first_push(page: Page, moment: Moment[Any]) -> Page:
    """The page of the first push: what the faulty rule does with it, where that is another move."""
    step, scene = moment.step, moment.scene
    moves = wrongly_moved(moment)
    if moves is None:
        return page
    lengths = [float(np.hypot(*move)) for move in moves]
    left = tint(f"**{left_by(moment, moves)}**", Ink.FAULTY)
    if moment.compare == OVER:
        says = f"They move by {fixed(lengths[0])} and {fixed(lengths[1])}, {fixed(sum(lengths))} in all: {left}."
    else:
        k = step.first if scene.items[step.first].weight else step.second
        says = f"{scene.items[k].name} moves by its half, {fixed(max(lengths), 3)}, and nothing else moves: {left}."
    return replace(page, idea=FAULTS[moment.compare].strip(), formula=FORMULAS[moment.compare]).says(says)


def compared(page: Page, moment: Moment[Any]) -> Page:
    """The page after an iteration: what both rules have come to, in the sentence and in the table."""
    exact, wrong = _both(moment)
    when = counted(round_of(moment), moment.scene.word)
    of = f"separation of {_first_pair(moment)}" if moment.compare == OVER else "deepest overlap"
    rule = moment.compare if moment.compare == OVER else "halves"
    told = tint(f"**{wrong}**", Ink.FAULTY)
    says = f"After {when} the {of} is {tint(exact, Ink.ANSWER)} by inverse mass and {told} with {rule}."
    page = replace(page, idea=FAULTS[moment.compare] + _cost(moment), rows=())
    name, _ = rounds_told(moment)
    return page.says(says).row(name, exact, tint(wrong, Ink.FAULTY), key=name)


def situation(moment: Moment[Any]) -> str:
    """What both figures show."""
    if moment.compare == OVER:
        exact, wrong = _both(moment)
        told = f"{exact} by inverse mass and {tint(wrong, Ink.FAULTY)} with {OVER}"
        return f"The separation of {_first_pair(moment)} is {told}."
    names = []
    for moved, ink in ((moves_of(moment), Ink.OVERLAP), (faulty_state(moment)[1], Ink.FAULTY)):
        found = moment.scene.overlaps(moved)
        deepest = f"{tint(fixed(found[0].depth, decimals_of(moment)), ink)}" if found else "0"
        names.append(f"{deepest}, of {moment.scene.pair(*found[0][:2])}" if found else deepest)
    return f"Deepest overlap: by inverse mass {names[0]}; with halves {names[1]}."


def _both(moment: Moment[Any]) -> tuple[str, str]:
    """The number that tells the rules apart: of the right one, and of the faulty one."""
    deepest, moved = faulty_state(moment)
    if moment.compare == OVER:
        gaps = (_gap(moment.scene, moves) for moves in (moves_of(moment), moved))
        exact, wrong = (fixed(gap if abs(gap) > 1e-9 else 0.0) for gap in gaps)
        return exact, wrong
    exact, wrong = (fixed(each, decimals_of(moment)) for each in (moment.step.deepest, deepest))
    return exact, wrong


def _first_pair(moment: Moment[Any]) -> str:
    scene = moment.scene
    return str(scene.pair(scene.first.first, scene.first.second)) if scene.first is not None else "the first pair"


def _gap(scene: Any, moved: tuple[Vector, ...]) -> float:
    """By how much the first pair, which overlapped, is apart after the moves."""
    if scene.first is None:
        return 0.0
    placed = scene.placed(moved)
    return separation(placed[scene.first.first], placed[scene.first.second])


def _cost(moment: Moment[Any]) -> str:
    """What the faulty rule does by this step, against the right one."""
    moved = faulty_state(moment)[1]
    if moment.compare == OVER:
        gap, right = _gap(moment.scene, moved), _gap(moment.scene, moves_of(moment))
        told = f"{tint(fixed(gap), Ink.FAULTY)} apart: the contact is lost, and the next frame does not find it."
        return (
            f"{_first_pair(moment)} end {told}" if gap > right + 1e-6 and gap > 0.005 else "Here this has no effect."
        )
    exact, wrong = _both(moment)
    if wrong == exact:
        same = np.allclose(moved, moves_of(moment), rtol=0.0, atol=1e-6)
        return "Here this has no effect yet." if same else "The deepest overlap is the same so far."
    return f"So each push against it is too short: {tint('more', Ink.FAULTY)} overlap is left."
