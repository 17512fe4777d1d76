"""A page: all that is said of one step of an algorithm, in the order in which a reader meets it.

    Page("Edges of A", IDEA, GAP, claims=(Claim("s", lambda: t.separation, lambda: gap_of(m.scene, t.normal)),))
        .says("Edge 3 of A: the projections overlap by 0.35, the least so far.")
        .row("edge 3", "−2.13 … 0.57", "0.23 … 2.95", "0.35", ink=Ink.A, feature=t.facing)
        .asks(Click("Click an edge whose axis shows a gap.", ...))

A page is a value: its verbs return another page. Rows of the pages up to the present one make up the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from geometry.feature import FeatureRef
from viz.lesson.ink import Ink
from viz.lesson.mark import Feature
from viz.lesson.prediction import Prediction


@dataclass(frozen=True, slots=True)
class Claim:
    """A formula together with both its sides, as functions: the contract test compares them, unrounded, everywhere.

    The right side is computed from the scene's vertices or by another routine, never from the field of the step that
    it is to check. Sides are numbers, arrays or booleans.
    """

    what: str
    left: Callable[[], ArrayLike]
    right: Callable[[], ArrayLike]
    tolerance: float = 1e-9  # of the larger side, and of 1

    def error(self) -> float:
        """How far the sides are apart, as a part of their size (at least 1); 0 where they agree exactly."""
        left, right = np.asarray(self.left(), dtype=np.float64), np.asarray(self.right(), dtype=np.float64)
        if left.shape != right.shape:
            return float("inf")
        if not left.size:
            return 0.0
        size = max(1.0, float(np.abs(left).max()), float(np.abs(right).max()))
        apart = float(np.abs(left - right).max()) / size
        return apart if np.isfinite(apart) else float("inf")

    @property
    def holds(self) -> bool:
        return self.error() <= self.tolerance


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of a table. A row with the `key` of an earlier one takes its place, as a later step revised it."""

    cells: tuple[str, ...]
    ink: Ink | None = None  # a bullet of this ink stands before the first cell
    feature: Feature | None = None  # what it is about in the figure: pointing at either highlights both
    mark: str = ""  # a remark in the ink of the last cell, below the row while it is the present one
    key: str = ""
    faulty: bool = False  # of a wrong answer: shown in its ink


MOST_TOLD = 40  # steps whose rows a table has


@dataclass(frozen=True, slots=True)
class Page:
    """What is said of one step. Slots that have nothing to say stay empty."""

    stage: str  # at most 12 letters; stages are runs of consecutive steps
    idea: str = ""  # two or three sentences a stage, three lines of 48 letters
    formula: str = ""  # LaTeX, its symbols tinted by ink macros (see text.formula_tex); no changing number
    claims: tuple[Claim, ...] = ()
    sentence: str = ""  # what this step computed, two lines
    rows: tuple[TableRow, ...] = ()
    prediction: Prediction | None = None
    known: str = ""  # the situation while this page's prediction is open: what is known so far
    nested: str = ""  # what stepping into this step shows, as a noun ("GJK of this iteration")

    # While something is dragged many pages are made a frame: `dataclasses.replace` would be a third of their cost.

    def _with(self, sentence: str, claims: tuple[Claim, ...], rows: tuple[TableRow, ...]) -> Page:
        more = self.prediction, self.known, self.nested
        return Page(self.stage, self.idea, self.formula, claims, sentence, rows, *more)

    def says(self, sentence: str) -> Page:
        """The sentence on this step, with its numbers."""
        return self._with(sentence, self.claims, self.rows)

    def claiming(self, *claims: Claim) -> Page:
        """Further claims, besides those of the formula."""
        return self._with(self.sentence, (*self.claims, *claims), self.rows)

    def row(
        self,
        *cells: str,
        ink: Ink | None = None,
        feature: FeatureRef | None = None,
        mark: str = "",
        key: str = "",
        faulty: bool = False,
    ) -> Page:
        """One more row of the table, reached with this step."""
        newest = TableRow(cells, ink, feature, mark, key, faulty)
        return self._with(self.sentence, self.claims, (*self.rows, newest))

    def asks(self, prediction: Prediction | None, known: str = "") -> Page:
        """A prediction about what comes next, asked at this step; None leaves the page as it is. `known`: the
        situation line while it is open."""
        return self if prediction is None else replace(self, prediction=prediction, known=known)


@dataclass(frozen=True, slots=True)
class Table:
    """What has been computed up to the present step."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, TableRow], ...]  # each with the step that reached it
    current: frozenset[int]  # places of the rows of the present step


def table_of(columns: tuple[str, ...], pages: Sequence[Page], index: int) -> Table | None:
    """The rows of the pages up to `index`, a later row of the same key in the place of an earlier; None for no rows
    at all and for a story without columns. Of a long trace the last steps alone: more rows than theirs are not seen,
    and each page has to be made."""
    first = max(index + 1 - MOST_TOLD, 0)
    rows: list[tuple[int, TableRow]] = []
    place: dict[str, int] = {}
    for step in range(first, index + 1):
        page = pages[step]
        for row in page.rows:
            if row.key and row.key in place:
                rows[place[row.key]] = (step, row)
            else:
                place[row.key] = len(rows)
                rows.append((step, row))
    if not columns or not rows:
        return None
    return Table(columns, tuple(rows), frozenset(i for i, (step, _) in enumerate(rows) if step == index))


def stages(names: Sequence[str]) -> list[tuple[str, range]]:
    """Runs of consecutive steps with the same stage: `names` are the stages of the steps (`Lesson.stage_names`)."""
    runs: list[tuple[str, range]] = []
    for index, name in enumerate(names):
        if runs and runs[-1][0] == name:
            runs[-1] = (name, range(runs[-1][1].start, index + 1))
        else:
            runs.append((name, range(index, index + 1)))
    return runs
