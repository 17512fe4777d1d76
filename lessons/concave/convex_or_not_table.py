"""The table at the end of convex or not: how far B is from each convex piece."""

from __future__ import annotations

from typing import Any

from geometry.minkowski.gjk import gjk
from lessons.concave.convex_or_not_scene import Notched
from viz.lesson.lesson import Moment
from viz.lesson.page import Table, TableRow
from viz.lesson.text import fixed


def distances(scene: Notched) -> list[float]:
    """Of B from each piece; 0 where they overlap."""
    return [max(0.0, gjk(piece, scene.b.world).separation or 0.0) for piece in scene.polygon.pieces]


def decisive(scene: Notched) -> list[str]:
    """The names of the nearest pieces, more than one where they are equally near."""
    found = distances(scene)
    return [f"$A_{{{k + 1}}}$" for k, d in enumerate(found) if d <= min(found) + 1e-9]


def of_pieces(moment: Moment[Any]) -> Table:
    """Each piece with its distance, the least bold."""
    found, nearest, rows = distances(moment.scene), decisive(moment.scene), []
    for k, d in enumerate(found):
        name = f"$A_{{{k + 1}}}$"
        is_least = name in nearest
        cells = (name, f"**{fixed(d)}**" if is_least else fixed(d), "**least**" if is_least else "")
        rows.append((moment.index, TableRow(cells)))
    return Table(("piece", "distance from B", ""), tuple(rows), frozenset())
