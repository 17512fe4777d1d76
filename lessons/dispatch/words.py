"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import body_pairs, pair_functions_needed
from geometry.primitives.contact import PairResult
from geometry.primitives.dispatch import PAIR_ROUTINES, KindsFound, RoutineChosen, TurnedRound
from geometry.primitives.kinds import ShapeKind
from lessons.dispatch.explanations import EXPLAINED, ROUTINE
from lessons.dispatch.scene import AnyTwo
from viz.ink import Ink, separation_ink
from viz.lesson import Moment
from viz.table import Row, RowState, Table
from viz.text import amount, tint

WORDS = {
    ShapeKind.CIRCLE: "a circle",
    ShapeKind.BOX: "a sharp box",
    ShapeKind.GENERAL: "neither a circle nor a box",
}


def explain(moment: Moment[AnyTwo]) -> str:
    return EXPLAINED.get(type(moment.step), ROUTINE)


def caption(moment: Moment[AnyTwo]) -> str:
    match moment.step:
        case KindsFound(kind_a, kind_b):
            return f"A is {WORDS[kind_a]}, B is {WORDS[kind_b]}."
        case RoutineChosen():
            chosen = moment.step
            how = ", asked with B first" if chosen.swapped else ""
            return f"The table's entry for this pair is {tint(chosen.routine, Ink.RESULT)}{how}."
        case TurnedRound():
            return "It was asked with B first, so its normal is turned round to point from A to B."
        case PairResult(_, contact):
            value = tint(amount(contact.separation), separation_ink(contact.separation))
            return f"A separation of {value}, from A to B."
        case step:
            return f"One step of the routine: {type(step).__name__}. Its own lesson takes it apart."


def situation(moment: Moment[AnyTwo]) -> str:
    kinds, bodies = round(moment.scene.kinds), round(moment.scene.count)
    routines, pairs = pair_functions_needed(kinds), body_pairs(bodies)
    kind = "kind needs" if kinds == 1 else "kinds need"
    return f"{kinds} {kind} {tint(str(routines), Ink.RESULT)} routines; {bodies} bodies make {pairs} pairs to test."


def table(moment: Moment[AnyTwo]) -> Table:
    """The dispatch table itself, the entry in use marked."""
    chosen = next(s for s in moment.trace if isinstance(s, RoutineChosen))
    pair = (chosen.kind_b, chosen.kind_a) if chosen.swapped else (chosen.kind_a, chosen.kind_b)
    rows = []
    for (kind_a, kind_b), routine in PAIR_ROUTINES.items():
        is_chosen = (kind_a, kind_b) == pair and moment.index == 1
        ink = Ink.RESULT if (kind_a, kind_b) == pair and moment.index >= 1 else Ink.TEXT
        name = tint(routine.steps.__name__, ink)
        state = RowState.CURRENT if is_chosen else RowState.DONE
        rows.append(Row((kind_a.value, kind_b.value, name), state, Ink.SHAPE_A, 1 if is_chosen else None))
    return Table(("A", "B", "routine"), tuple(rows))
