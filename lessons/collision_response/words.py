"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from itertools import combinations

from geometry.contact.relaxation import PairPushed, PileSettled
from geometry.vector import length
from lessons.collision_response import beside
from lessons.collision_response.explanations import FIXED, OVERSHOOT, PIECES, PUSH, SETTLED, SLOP
from lessons.collision_response.scene import INKS, LETTERS, UNSEEN, Pile
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, tint

NONE = "none any more"


def explain(moment: Moment[Pile]) -> str:
    if moment.scene.share == "0.51 each":
        return OVERSHOOT
    if moment.scene.pieces:
        return PIECES
    if isinstance(moment.step, PileSettled):
        return SLOP if moment.scene.slop else SETTLED
    return FIXED if moment.scene.fixed()[0] and moment.step.first == 0 else PUSH


def caption(moment: Moment[Pile]) -> str:
    step = moment.step
    if isinstance(step, PileSettled):
        left = tint(amount(step.deepest), Ink.OVERLAP)
        count = f"{step.rounds} round{'s' if step.rounds > 1 else ''}"
        ending = "nothing is left to push" if step.settled else "the rounds ran out"
        text = f"After {count}: {ending}; deepest {left}."
        return f"{text}{beside.whole_or_pieces(moment.scene, step)}" if moment.scene.pieces else text
    names = f"{LETTERS[step.first]} and {LETTERS[step.second]}"
    if step.depth <= UNSEEN * moment.scene.a.world.max_coordinate:
        return f"{names} do not overlap: nothing moves."
    moves = [
        f"{LETTERS[i]} moves {amount(length(move))}"
        for i, move in ((step.first, step.move_first), (step.second, step.move_second))
        if length(move) > UNSEEN * moment.scene.a.world.max_coordinate
    ]
    depth = tint(amount(step.depth), Ink.OVERLAP)
    text = f"{names} overlap by {depth}: {' and '.join(moves) if moves else 'left as it is'}."
    return f"{text}{beside.overshoot(moment)}" if moment.scene.share == "0.51 each" and moves else text


def situation(moment: Moment[Pile]) -> str:
    end: PileSettled = moment.trace.result
    if isinstance(moment.step, PairPushed):
        if moment.scene.work and (work := beside.work(moment.scene, moment.step)) is not None:
            return work
        return f"Round {moment.step.round}: each pair that overlaps is pushed apart, in turn."
    if end.deepest <= UNSEEN * moment.scene.a.world.max_coordinate:
        return "No two shapes overlap any more."
    return f"The deepest overlap left is {tint(amount(end.deepest), Ink.OVERLAP)}."


def question(moment: Moment[Pile]) -> Question | None:
    """What the second round has to do: asked at the end of the first."""
    second = [(i, s) for i, s in enumerate(moment.trace) if isinstance(s, PairPushed) and s.round == 2]
    if not second or moment.index != second[0][0] - 1:
        return None
    again = next((s for _, s in second if length(s.move_first) + length(s.move_second) > 0.0), None)
    names = {(i, j): f"{LETTERS[i]} and {LETTERS[j]}" for i, j in combinations(range(len(LETTERS)), 2)}
    if again is None:
        answer, because = NONE, "After one round no two of them overlap."
    else:
        answer = names[again.first, again.second]
        because = f"{answer} overlap by {tint(amount(again.depth), Ink.OVERLAP)} then."
    options = (*names.values(), NONE)
    return Question("Which two are pushed first in the second round?", frozenset((answer,)), because, options)


def table(moment: Moment[Pile]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, PairPushed):
            name = f"{step.round}: {LETTERS[step.first]}, {LETTERS[step.second]}"
            ink = INKS[step.first]
            pushed = length(step.move_first) + length(step.move_second)
            rows.append(step_row(i, moment.index, name, amount(step.depth), amount(pushed), ink=ink))
    return Table(("round: pair", "overlap", "pushed"), tuple(rows))
