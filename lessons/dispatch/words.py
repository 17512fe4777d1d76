"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import separation
from geometry.faulty.circle_circle import circles_touch_strictly
from geometry.primitives.contact import PairResult
from geometry.primitives.dispatch import (
    PAIR_ROUTINES,
    KindsFound,
    RoutineChosen,
    TurnedRound,
    body_pairs,
    pair_functions_needed,
)
from geometry.primitives.kinds import ShapeKind
from lessons.dispatch.explanations import EXPLAINED, ROUTINE
from lessons.dispatch.scene import AnyTwo
from viz.lesson.first_edition import Question, Row, RowState, Table
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, spelled, tint

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
            return _turned(moment)
        case PairResult(_, contact):
            value = tint(amount(contact.separation), separation_ink(contact.separation))
            text = f"A separation of {value}, from A to B."
            return f"{text}{_touching(moment.scene)}" if moment.step.is_touching else text
        case step:
            return f"Inside the routine: {spelled(type(step).__name__)}. Its own lesson takes it apart."


def _turned(moment: Moment[AnyTwo]) -> str:
    step, a, b = moment.step, moment.scene.a.world, moment.scene.b.world
    before, after = tint(pair(step.answered.normal), Ink.FAULTY), tint(pair(step.turned.normal), Ink.REFERENCE)
    text = f"Asked with B first, it answers {before}: turned round, {after}, from A to B."
    if step.turned.separation >= 0.0:
        return text
    left = separation(a, b.moved(-step.turned.separation * step.answered.normal))
    deeper = tint(amount(-left), Ink.FAULTY)
    return f"{text} Unturned it would push {amount(-step.turned.separation)} of overlap to {deeper}."


def _touching(scene: AnyTwo) -> str:
    """What a strict comparison of squares, for circles alone, would say."""
    a, b = scene.a.world, scene.b.world
    if len(a.points) > 1 or len(b.points) > 1 or circles_touch_strictly(a, b):
        return " Touching is contact, for every pair alike."
    none = tint("no contact", Ink.FAULTY)
    return f" Touching is contact, for every pair alike; d² < r² says {none}, for circles alone."


def question(moment: Moment[AnyTwo]) -> Question | None:
    """Which routine: asked when the kinds are known."""
    if not isinstance(moment.step, KindsFound):
        return None
    chosen = next(s for s in moment.trace if isinstance(s, RoutineChosen))
    options = tuple(dict.fromkeys(routine.steps.__name__ for routine in PAIR_ROUTINES.values()))
    because = f"The table's entry is {tint(chosen.routine, Ink.RESULT)}."
    return Question("Which routine will be called?", frozenset((chosen.routine,)), because, options)


def situation(moment: Moment[AnyTwo]) -> str:
    if moment.is_last and round(moment.scene.count) > 1:
        return _growth(round(moment.scene.count))
    kinds, bodies = round(moment.scene.kinds), round(moment.scene.count)
    routines, pairs = pair_functions_needed(kinds), body_pairs(bodies)
    kind = "kind needs" if kinds == 1 else "kinds need"
    return f"{kinds} {kind} {tint(str(routines), Ink.RESULT)} routines; {bodies} bodies make {pairs} pairs to test."


def _growth(bodies: int) -> str:
    """Twice the bodies: what their pairs grow to, and what they would grow to if they grew exponentially."""
    pairs, twice = body_pairs(bodies), body_pairs(2 * bodies)
    text = f"{bodies} bodies: {tint(str(pairs), Ink.RESULT)} pairs; {2 * bodies}: {twice}"
    squared = tint(str(pairs**2), Ink.FAULTY)
    return f"{text}, {twice / pairs:.1f} times as many. Exponential growth would give {squared}."


def table(moment: Moment[AnyTwo]) -> Table:
    """The dispatch table itself, the entry in use marked."""
    chosen = next(s for s in moment.trace if isinstance(s, RoutineChosen))
    entry = (chosen.kind_b, chosen.kind_a) if chosen.swapped else (chosen.kind_a, chosen.kind_b)
    rows = []
    for (kind_a, kind_b), routine in PAIR_ROUTINES.items():
        is_chosen = (kind_a, kind_b) == entry and moment.index == 1
        ink = Ink.RESULT if (kind_a, kind_b) == entry and moment.index >= 1 else Ink.TEXT
        name = tint(routine.steps.__name__, ink)
        state = RowState.CURRENT if is_chosen else RowState.DONE
        rows.append(Row((kind_a.value, kind_b.value, name), state, Ink.A, 1 if is_chosen else None))
    return Table(("A", "B", "routine"), tuple(rows))
