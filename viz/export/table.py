"""The numbers of a step's table, as CSV."""

from __future__ import annotations

import csv
import io
from typing import Any

from viz.lesson.lesson import Lesson, Moment
from viz.lesson.text import plain


def table_csv(lesson: Lesson[Any], moment: Moment[Any]) -> str:
    """What has been computed up to the moment's step, as it is printed. Raises ValueError where there is no table."""
    table = lesson.table(moment)
    if table is None:
        raise ValueError(f"step {moment.index + 1} of {lesson.id} has no table")
    told = io.StringIO()
    writer = csv.writer(told, lineterminator="\n")
    writer.writerow(["step", *map(plain, table.columns)])
    for step, row in table.rows:
        cells = [plain(cell).replace("\N{MINUS SIGN}", "-") for cell in row.cells]
        cells += [""] * (len(table.columns) - len(cells))  # a row may have nothing to say of the last columns
        writer.writerow([step + 1, *cells])
    return told.getvalue()
