"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry.pile import PairPushed, PileSettled
from geometry.vector import length
from lessons.collision_response.explanations import FIXED, OVERSHOOT, PUSH, SETTLED, SLOP
from lessons.collision_response.scene import INKS, LETTERS, UNSEEN, Pile
from viz.ink import Ink
from viz.lesson import Moment
from viz.table import Table, step_row
from viz.text import amount, tint


def explain(moment: Moment[Pile]) -> str:
    if moment.scene.share == "0.51 each":
        return OVERSHOOT
    if isinstance(moment.step, PileSettled):
        return SLOP if moment.scene.slop else SETTLED
    return FIXED if moment.scene.floor and moment.step.first == 0 else PUSH


def caption(moment: Moment[Pile]) -> str:
    step = moment.step
    if isinstance(step, PileSettled):
        left = tint(amount(step.deepest), Ink.PENETRATION)
        count = f"{step.rounds} round{'s' if step.rounds > 1 else ''}"
        ending = "nothing is left to push" if step.settled else "the rounds ran out"
        return f"After {count}: {ending}; deepest {left}."
    names = f"{LETTERS[step.first]} and {LETTERS[step.second]}"
    if step.depth <= UNSEEN * moment.scene.a.world.reach:
        return f"{names} do not overlap: nothing moves."
    moves = [
        f"{LETTERS[i]} by {amount(length(move))}"
        for i, move in ((step.first, step.move_first), (step.second, step.move_second))
        if length(move) > 0.0
    ]
    depth = tint(amount(step.depth), Ink.PENETRATION)
    return f"{names} overlap by {depth}: {' and '.join(moves) + ' move apart' if moves else 'left as it is'}."


def situation(moment: Moment[Pile]) -> str:
    end: PileSettled = moment.trace.result
    if not isinstance(moment.step, PileSettled):
        return f"Round {moment.step.round}: each pair that overlaps is pushed apart, in turn."
    if end.deepest <= UNSEEN * moment.scene.a.world.reach:
        return "No two shapes overlap any more."
    return f"The deepest overlap left is {tint(amount(end.deepest), Ink.PENETRATION)}."


def table(moment: Moment[Pile]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, PairPushed):
            name = f"{step.round}: {LETTERS[step.first]}, {LETTERS[step.second]}"
            ink = INKS[step.first]
            pushed = length(step.move_first) + length(step.move_second)
            rows.append(step_row(i, moment.index, name, amount(step.depth), amount(pushed), ink=ink))
    return Table(("round: pair", "overlap", "pushed"), tuple(rows))
