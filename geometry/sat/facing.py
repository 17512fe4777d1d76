"""The facing edge of a contact normal: the edge that is named, and that a contact rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geometry.feature import FeatureKind, FeatureRef
from geometry.record import MadeField
from geometry.shape import Convex
from geometry.tolerance import PARALLEL


def facing_edge(a: Convex, b: Convex, x: float, y: float) -> FeatureRef | None:
    """The edge whose outward normal is the contact normal (x, y) (unit, from A to B; an edge of A) or its opposite
    (an edge of B); None where no edge faces. Of several A's before B's, then the lower number."""
    for owner, shape, nx, ny in (("A", a, x, y), ("B", b, -x, -y)):
        for i, (ex, ey) in enumerate(shape.normals_xy):
            if -PARALLEL <= ex * ny - ey * nx <= PARALLEL and ex * nx + ey * ny > 0.0:
                return FeatureRef(owner, FeatureKind.EDGE, i)
    return None


def place(edge: FeatureRef | None) -> tuple[int, int]:
    """The place of an edge in the order that decides between equals: A's, then B's, and last what is no edge."""
    return (2, 0) if edge is None else ("AB".index(edge.owner), edge.index)


class FacingField(MadeField):
    """A record's field given as the shapes and the contact normal, and read as the edge that faces along it."""

    make = staticmethod(facing_edge)

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> FeatureRef | None: ...
        def __set__(self, owner: object, value: tuple[Convex, Convex, float, float]) -> None: ...
