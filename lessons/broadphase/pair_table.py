"""The table of all pairs: a row and a column for each box, a cell for each pair, the row's box first.

    table = PairTable(scene)
    table.draw(canvas, tested, hits, newest=...)     # pairs compared so far, overlapping ones, those of this step
    table.cell(0, 2)                                 # the square of the cell, in the pane's own coordinates
    table.feature(0, 2), table.pair(feature)         # cell A C as something to click, and back

Row i is the strip from y = -i down to -i - 1, column j that from x = j to j + 1. Few boxes have cells with a border
and their letters at the rows and columns, each cell can be clicked; of a crowd the cells are dots in a field.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.broadphase.structure import Pair
from geometry.feature import FeatureKind, FeatureRef
from lessons.broadphase.boxes import Boxes, corners
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.mark import Coordinates

MOST_CELLS = 16  # rows with cells of their own
_FINEST = 150  # cells of a field along each axis: of a larger crowd each stands for several pairs
_PLAIN = 40  # rows, up to which squares are sharper than a field
_AIR = 0.05  # between cells


@dataclass(frozen=True, eq=False)
class PairTable:
    """The table of a scene's boxes."""

    scene: Boxes

    @property
    def has_cells(self) -> bool:
        """Whether each pair has a cell that can be seen."""
        return self.scene.count <= MOST_CELLS

    def cell(self, i: int, j: int, air: float = 0.0) -> Coordinates:
        """The square in row i, column j."""
        return corners((j + air, -i - 1.0 + air, j + 1.0 - air, -i - air))

    def feature(self, i: int, j: int) -> FeatureRef:
        return FeatureRef(f"{self.scene.names[i]}–{self.scene.names[j]}", FeatureKind.PART)

    def pair(self, feature: object) -> tuple[int, int] | None:
        """Row and column of a clicked cell; None for anything else."""
        if not isinstance(feature, FeatureRef) or feature.kind is not FeatureKind.PART:
            return None
        names, ends = self.scene.names, feature.owner.split("–")
        return (names.index(ends[0]), names.index(ends[1])) if len(ends) == 2 and set(ends) <= {*names} else None

    def draw(
        self,
        canvas: Canvas,
        tested: ArrayLike,
        hits: Collection[Pair],
        *,
        newest: Collection[Pair] = (),
        whole: bool = False,
    ) -> None:
        """Pairs that are tested in grey, `newest` ones in the ink of what is examined, overlapping ones in theirs.
        `whole`: with frames in the diagonal and the lower half too, which are no pairs of their own."""
        done = np.asarray(tested, dtype=np.intp).reshape(-1, 2)
        if self.has_cells:
            self._cells(canvas, {(i, j) for i, j in done.tolist()}, set(hits), set(newest), whole=whole)
            return
        n = float(self.scene.count)
        self.dots(canvas, done, Ink.TEXT, 0.45)
        self.dots(canvas, newest, Ink.EXAMINED, 1.0)
        self.dots(canvas, hits, Ink.OVERLAP, 1.0)
        canvas.stroke(corners((0.0, -n, n, 0.0)), Ink.CONSTRUCTION, closed=True, line=Line.THIN)
        for at, text in ((0.0, "1"), (n, f"{self.scene.count:,}")):
            canvas.label(
                text, (at, 8.0 * canvas.pixel), Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.CAPTION, fixed=True
            )

    def dots(self, canvas: Canvas, pairs: ArrayLike | Collection[Pair], ink: Ink, amount: float) -> None:
        """Pairs of a crowd: squares of a small one, else one field."""
        places: NDArray[np.intp] = np.array(list(pairs) if isinstance(pairs, set) else pairs, dtype=np.intp)
        n = self.scene.count
        if n <= _PLAIN:
            for i, j in places.reshape(-1, 2).tolist():
                canvas.area(self.cell(i, j), ink, opacity=amount)
            return
        size = min(n, _FINEST)
        amounts = np.zeros((size, size))
        if places.size:
            at = places.reshape(-1, 2) * size // n
            amounts[size - 1 - at[:, 0], at[:, 1]] = amount
            canvas.field((0.0, -float(n)), (float(n), 0.0), amounts, ink)

    def _cells(self, canvas: Canvas, tested: set[Pair], hits: set[Pair], newest: set[Pair], *, whole: bool) -> None:
        n, names = self.scene.count, self.scene.names
        for i in range(n):
            for j in range(n):
                square, pair = self.cell(i, j, _AIR), (i, j)
                if pair in tested or pair in newest:
                    ink = Ink.OVERLAP if pair in hits else Ink.EXAMINED if pair in newest else Ink.QUIET
                    canvas.area(square, ink, opacity=0.75 if pair in hits else 0.6 if pair in newest else 0.45)
                if whole or i < j:
                    canvas.stroke(square, Ink.CONSTRUCTION, closed=True, line=Line.THIN, opacity=0.45)
                else:
                    canvas.dot((j + 0.5, -i - 0.5), Ink.CONSTRUCTION, Point.SMALL)
                canvas.feature((*square, square[0]), self.feature(i, j), Ink.EXAMINED)
        for i, name in enumerate(names):
            bold = any(row == i for row, _ in newest)
            style, ink = (TextStyle.BOLD, Ink.EXAMINED) if bold else (TextStyle.CAPTION, Ink.A)
            canvas.label(name, (-0.4, -i - 0.5), ink, style=style, fixed=True)
            canvas.label(name, (i + 0.5, 0.4), Ink.A, style=TextStyle.CAPTION, fixed=True)
