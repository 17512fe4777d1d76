"""All that a lesson says of a step, as plain lines of one fact each. What the golden record holds of a lesson's words
is decided here, and here alone: a lesson of another kind needs another `asides` and `told`, and no other record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from viz.lesson.first_edition import Goal, Lesson, Moment, Question, RowState, Table
from viz.lesson.text import Run, runs

_STATE = {RowState.DONE: "", RowState.CURRENT: "current; ", RowState.PENDING: "pending; "}


def asides(lesson: Lesson[Any], moment: Moment[Any]) -> list[str]:
    """What is said once a stage: the idea and its formulas."""
    parts = lesson.explain(moment).split("$$")
    return [f"{('idea', 'formula')[i % 2]}: {visible(part.strip())}" for i, part in enumerate(parts) if part.strip()]


def told(lesson: Lesson[Any], moment: Moment[Any]) -> list[str]:
    """What is said of this step."""
    lines = [f"says: {visible(lesson.caption(moment))}", f"situation: {visible(lesson.situation(moment))}"]
    if (table := lesson.table(moment)) is not None:
        lines += _rows(table)
    if (question := lesson.question(moment)) is not None:
        lines += _prediction(question)
    if (goal := lesson.goal(moment)) is not None:
        lines += _challenge(goal)
    return lines


def visible(text: str) -> str:
    """The text on one line, its tints written out: `[0.35|penetration]`."""
    return re.sub(r"\s*\n\s*", " ¶ ", "".join(_written(run) for run in runs(text)))


def _written(run: Run) -> str:
    text = f"${run.text}$" if run.is_formula else run.text
    text = f"**{text}**" if run.bold else text
    return text if run.ink is None else f"[{text}|{run.ink.value}]"


def _rows(table: Table) -> Iterator[str]:
    yield f"columns: {_cells(table.columns)}"
    for row in table.rows:
        about = [] if row.ink is None else [row.ink.value]
        about += [] if row.step is None else [f"step {row.step + 1}"]
        about += [] if row.feature is None else [row.feature]
        yield f"row: {_cells(row.cells)}  ({_STATE[row.state]}{', '.join(about)})"


def _cells(cells: tuple[str, ...]) -> str:
    return " | ".join(map(visible, cells))


def _prediction(question: Question) -> Iterator[str]:
    yield f"predict: {visible(question.text)}"
    for option in question.options:
        yield f"  {'right' if question.is_right(option) else 'wrong'}: {visible(option)}"
    for answer in sorted(question.answers - set(question.options)):
        yield f"  right: {visible(answer)}"
    yield f"  because: {visible(question.because)}"


def _challenge(goal: Goal) -> Iterator[str]:
    yield f"challenge: {visible(goal.text)}"
    yield f"  {'reached' if goal.is_reached else 'not reached'}: {visible(goal.now)}"
