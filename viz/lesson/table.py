"""Tables: what an algorithm has compared so far, as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from viz.lesson.ink import Ink


class RowState(Enum):
    DONE = "done"
    CURRENT = "current"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: a bullet in the ink of its owner, then the cells (tinted text allowed)."""

    cells: tuple[str, ...]
    state: RowState
    ink: Ink | None = None
    step: int | None = None  # the step that this row is about: a click goes there
    feature: str | None = None  # what it is about in the figure: pointing at either lights both


@dataclass(frozen=True, slots=True)
class Table:
    """What the algorithm has compared so far, as numbers."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def step_row(
    step: int | None,
    index: int,
    name: str,
    *cells: str,
    ink: Ink,
    feature: str | None = None,
    unknown: str = "not yet",
) -> Row:
    """The row about `step`, seen from step `index`: its name alone, and `unknown`, until it has been reached; for
    ever, where there is no such step."""
    if step is None or step > index:
        return Row((name, unknown), RowState.PENDING, ink, step, feature)
    return Row((name, *cells), RowState.CURRENT if step == index else RowState.DONE, ink, step, feature)
