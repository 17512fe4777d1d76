"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, PushBack, RootTried
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, SweepsMeasured
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.bilateral_advancement import explanations
from lessons.bilateral_advancement.others import conservative, unproved
from lessons.bilateral_advancement.picture import FRAMES
from lessons.bilateral_advancement.scene import Rooted
from lessons.first_edition.advancement_picture import State, feature
from lessons.first_edition.sweep_captions import MISSES, clock, ending
from viz.lesson.first_edition import Row, RowState, Table
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, tint

MOST_ROWS = 24  # of the table: the slow search may take a hundred
_DECIDED = {
    PushBack.OPEN_TO_THE_END: explanations.OPEN,
    PushBack.ADVANCE: explanations.ADVANCE,
    PushBack.ROOT: explanations.DEEPER,
    PushBack.HALVE: explanations.HALVE,
}


def explain(moment: Moment[Rooted]) -> str:
    match moment.step:
        case SweepsMeasured():
            return explanations.MEASURED
        case AxisChosen():
            return explanations.AXIS
        case DeepestFound(decision=decision):
            return _DECIDED[decision]
        case RootTried():
            return explanations.ROOT
        case InTouch():
            return explanations.IN_TOUCH
        case Advanced(hit=hit):
            return explanations.HIT if hit else explanations.MISSED
        case TimeOfImpact(outcome=outcome):
            ends = {Outcome.SEPARATED: explanations.MISSED, Outcome.OVERLAPPED: explanations.IN_TOUCH}
            return ends.get(outcome, explanations.HIT)
    raise AssertionError


def caption(moment: Moment[Rooted]) -> str:
    match moment.step:
        case SweepsMeasured(lengths=limits):
            return f"The target is a gap of {amount(limits.target)}, give or take {amount(limits.tolerance)}."
        case AxisChosen(state=state, frame=frame):
            at = f"At t1 = {clock(state.fraction)} the gap is {tint(amount(state.separation), Ink.GAP)}"
            return f"{at}; the {FRAMES[frame]}."
        case DeepestFound() as found:
            return _deepest(found)
        case RootTried() as tried:
            end = ": near enough to the target" if tried.found else ""
            place = f"between {clock(tried.low)} and {clock(tried.high)}"
            guess = f"t = {tint(clock(tried.fraction), Ink.RESULT)}, gap {amount(tried.separation)}"
            return f"By {tried.method.value} {place}: {guess}{end}."
        case InTouch(fraction=fraction):
            return f"At t = {clock(fraction)} GJK finds {tint('no gap', Ink.OVERLAP)}: in contact already."
        case Advanced() as state:
            at = f"At t = {clock(state.fraction)} the gap is {tint(amount(state.separation), separation_ink(1.0))}"
            return f"{at}: a hit." if state.miss is None else f"{at}: {MISSES[state.miss]}."
        case answer:
            return f"{ending(answer, moment.trace.steps[0].lengths.rounding)}{_compared(moment, answer)}"


def _deepest(found: DeepestFound) -> str:
    deep = tint(amount(found.last.separation), separation_ink(found.last.separation))
    at = f"At t2 = {clock(found.last.fraction)} the gap along the axis is {deep}"
    floor = tint(amount(found.floor), Ink.REFERENCE)
    match found.decision:
        case PushBack.ROOT:
            return f"{at}: past the target. Next, where these two vertices reach it."
        case PushBack.HALVE:
            return f"{at}, but in between it may be {floor}: not proved, so t2 goes halfway back."
        case PushBack.ADVANCE:
            return f"{at}, and on the way never below {floor}: t1 moves up."
        case _:
            return f"{at}, and on the way never below {floor}: no contact."


def _compared(moment: Moment[Rooted], answer: TimeOfImpact) -> str:
    other, text = conservative(moment.scene).answer, ""
    if answer.iterations and other.iterations:
        text = f" Distance queries: {answer.iterations}, against {other.iterations} of conservative advancement."
    if not moment.scene.unproved:
        return text
    found = unproved(moment.scene)
    said = f"contact at t = {clock(found.fraction)}" if found.hit else "no contact"
    return f"{text} Without the proof: {tint(said, Ink.FAULTY)}."


def situation(moment: Moment[Rooted]) -> str:
    if moment.is_last:
        return ending(moment.trace.result, moment.trace.steps[0].lengths.rounding)
    step = moment.step.state if isinstance(moment.step, AxisChosen) else moment.step
    match step:
        case Advanced(fraction=t, separation=separation):
            apart = tint(amount(separation), separation_ink(separation))
            return f"At t1 = {clock(t)} they are {apart} apart."
        case DeepestFound(last=last):
            return f"Is the way from t1 to t2 = {clock(last.fraction)} clear?"
        case RootTried():
            return "When does the gap of these two vertices come down to the target?"
        case InTouch():
            return f"A and B are {tint('in contact', Ink.OVERLAP)} before they move."
        case _:
            return "When do they first touch? Go straight to where the gap along one axis closes."


def table(moment: Moment[Rooted]) -> Table:
    """The iterations of both searches side by side; the other's remain hidden until ours gets there, or ends."""
    mine: list[tuple[int, State]] = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, AxisChosen):
            mine.append((i, step.state))
        elif isinstance(step, Advanced | InTouch):
            mine.append((i, step))
    theirs = conservative(moment.scene).states
    count = min(max(len(mine), len(theirs)), MOST_ROWS)
    rows = [_row(moment, k, mine, theirs) for k in range(count)]
    return Table(("#", "bilateral t", "gap", "conservative t", "gap"), tuple(rows))


def _row(moment: Moment[Rooted], k: int, mine: list[tuple[int, State]], theirs: tuple[State, ...]) -> Row:
    step, own = mine[k] if k < len(mine) else (None, None)
    is_seen = moment.is_last if step is None else step <= moment.index
    if not is_seen:
        name = feature(own) if own is not None else None
        return Row((str(k + 1), "not yet"), RowState.PENDING, Ink.GAP, step, name)
    cells = [str(k + 1), *_cells(own), *_cells(theirs[k] if k < len(theirs) else None)]
    state = RowState.CURRENT if step == moment.index else RowState.DONE
    return Row(tuple(cells), state, Ink.GAP, step, f"iteration {k + 1}")


def _cells(state: State | None) -> tuple[str, str]:
    if state is None:
        return "done", ""
    if isinstance(state, InTouch):
        return clock(state.fraction), tint("in contact", Ink.OVERLAP)
    return clock(state.fraction), tint(amount(state.separation), Ink.GAP)
