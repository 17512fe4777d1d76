"""The table at the end of ear clipping: the areas that add up, beside those of a faulty rule."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from geometry.faulty.ear_clipping import FaultyTriangulation
from geometry.outline import signed_area
from lessons.concave.ear_clipping_state import faulty_clips
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Table, TableRow
from viz.lesson.text import fixed, tint

MOST = 6  # triangles that have a row each; of more the first ones have one together


def areas(moment: Moment[Any]) -> Table:
    """Each triangle with its area, and the sum; of a faulty rule the number and the sum of its triangles."""
    points, answer, found = moment.scene.polygon.points, moment.step, moment.faulty
    sizes = [abs(signed_area(points[list(triangle)])) for triangle in answer.triangles]
    total = fixed(math.fsum(sizes))
    if isinstance(found, FaultyTriangulation):
        own = [abs(signed_area(points[list(clip.triangle)])) for clip in faulty_clips(moment)]
        pairs = [("triangles", str(len(sizes)), str(len(own))), ("sum of areas", total, fixed(math.fsum(own)))]
        if found.empty and not found.left:
            pairs.append(("flat triangles", "0", str(found.empty)))
        told = [(name, right, wrong if right == wrong else tint(wrong, Ink.FAULTY)) for name, right, wrong in pairs]
        return _table(("", "correct", found.slip.value), told, moment.index)
    first = max(len(sizes) - MOST, 0) if len(sizes) > MOST + 1 else 0
    rows = [(f"first {first} triangles", fixed(math.fsum(sizes[:first])))] if first else []
    for triangle, size in list(zip(answer.triangles, sizes, strict=True))[first:]:
        rows.append((" ".join(map(str, triangle)), fixed(size)))
    return _table(("triangle", "area"), [*rows, ("**sum**", f"**{total}**")], moment.index)


def _table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], index: int) -> Table:
    return Table(columns, tuple((index, TableRow(cells)) for cells in rows), frozenset())
