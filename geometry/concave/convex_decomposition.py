"""Convex pieces: diagonals of a triangulation are removed, one after the other, where the joined piece stays convex.

Removing the diagonal a-b changes the corners at a and at b alone: the joined piece is convex when its way turns left
or goes straight on at both. A corner never gets smaller while pieces grow, so a diagonal that was kept stays needed:
one pass is enough. At most two diagonals stay for the sake of one reflex vertex; so r of them, and h holes, leave at
most 2 r + 1 - h pieces, and never more than four times the fewest.

Source: Hertel, Mehlhorn (1983), "Fast triangulation of simple polygons".
"""

from __future__ import annotations

from collections.abc import Sequence

from geometry.concave.ear_clipping import Triangulation, ear_clipping
from geometry.guards import require_polygon
from geometry.polygon import Polygon
from geometry.record import record
from geometry.summary import summary
from geometry.trace import Steps, steppable

Edge = tuple[int, int]  # from one vertex to the next of a piece: the piece lies on its left


@record
class TrianglesTaken:
    """The first step: the pieces are triangles."""

    triangulation: Triangulation
    pieces: int  # triangles
    diagonals: tuple[Edge, ...]  # in the order in which they will be tried


@record
class DiagonalTried:
    """One diagonal between two pieces, and the corners that removing it would leave at its ends."""

    diagonal: Edge  # (lower, higher) vertex number
    cross_first: float  # of the edges that would meet at the lower one: negative where it would be reflex
    cross_second: float  # at the higher one
    corner_first: tuple[int, int, int]  # the vertices before, at and after the lower one in the joined piece
    corner_second: tuple[int, int, int]
    removed: bool
    joined: tuple[int, ...]  # the joined piece, counter-clockwise, whether it stays joined or not
    pieces: int  # after this step


@record
class Decomposition:
    """The answer: convex pieces of vertex numbers (in `Polygon.points`), counter-clockwise, straight ones
    included."""

    pieces: tuple[tuple[int, ...], ...]
    kept: tuple[Edge, ...]  # the diagonals that are left: the pieces' inner edges
    reflex: int  # vertices of the polygon whose inner angle is above 180 degrees
    holes: int

    __repr__ = summary

    @property
    def least(self) -> int:
        """No decomposition has fewer pieces: every reflex vertex needs a cut, which serves two at most."""
        return max(1, (self.reflex + 1) // 2 + 1 - self.holes)

    @property
    def most(self) -> int:
        """This method never leaves more."""
        return 2 * self.reflex + 1 - self.holes


@record
class Join:
    """Two of some pieces that lie beside a diagonal, and what they would be without it."""

    sides: tuple[tuple[int, ...], tuple[int, ...]]  # on the left of the way from a to b, on its right
    corner_first: tuple[int, int, int]  # as in `DiagonalTried`
    corner_second: tuple[int, int, int]
    joined: tuple[int, ...]


def join(pieces: Sequence[tuple[int, ...]], diagonal: Edge) -> Join:
    """Of counter-clockwise pieces, those beside a diagonal. Raises ValueError where a side of it has no piece."""
    a, b = diagonal
    left, p = _beside(pieces, a, b)
    right, q = _beside(pieces, b, a)
    return Join((left, right), (p[-2], a, q[1]), (q[-2], b, p[1]), (*p[:-1], *q[:-1]))


def _beside(pieces: Sequence[tuple[int, ...]], a: int, b: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The piece on the left of the edge from a to b: as it is, and from b round to a."""
    for piece in pieces:
        for i, vertex in enumerate(piece):
            if piece[i - 1] == a and vertex == b:
                return piece, (*piece[i:], *piece[:i])
    raise ValueError(f"no piece lies on the left of the edge from vertex {a} to vertex {b}")


DecompositionStep = TrianglesTaken | DiagonalTried | Decomposition


@steppable
def convex_decomposition(
    polygon: Polygon, triangulation: Triangulation | None = None
) -> Steps[DecompositionStep, Decomposition]:
    """The convex pieces of a polygon's core. A convex polygon is one piece.

    `triangulation`: of this polygon, where another than ear clipping's from vertex 0 is wanted. Diagonals are tried
    in the order of its clips, bridges of holes first. Raises ValueError for anything but a Polygon, or triangles that
    are not its own.
    """
    require_polygon("convex_decomposition", "a Polygon", polygon)
    if triangulation is None:
        triangulation = ear_clipping(polygon)
    elif not isinstance(triangulation, Triangulation):
        kind = type(triangulation).__name__
        raise ValueError(f"convex_decomposition takes ear clipping's answer as triangulation, not of type {kind}")
    exact, after, before = polygon.exact, *_linked(triangulation.triangles)
    square = exact.unit * exact.unit
    diagonals = _diagonals(polygon, triangulation, after)
    count = len(triangulation.triangles)
    yield TrianglesTaken(triangulation, count, diagonals)
    kept = []
    for a, b in diagonals:
        # Round a from the piece on one side to that on the other; and round b.
        there, back = (a, b), (b, a)
        at_a = (before[there][0], a, after[back][1])
        at_b = (before[back][0], b, after[there][1])
        of_a, of_b = exact.turn(*at_a), exact.turn(*at_b)
        removed = of_a >= 0 and of_b >= 0
        count -= removed
        yield DiagonalTried((a, b), of_a / square, of_b / square, at_a, at_b, removed, _joined(after, a, b), count)
        if not removed:
            kept.append((a, b))
            continue
        for one, other in ((there, back), (back, there)):
            last, next_ = before.pop(one), after[other]
            after[last], before[next_] = next_, last
        del after[there], after[back]
    answer = Decomposition(_rings(after), tuple(kept), len(polygon.reflex), len(polygon.holes))
    yield answer
    return answer


def _linked(triangles: tuple[tuple[int, int, int], ...]) -> tuple[dict[Edge, Edge], dict[Edge, Edge]]:
    """The edge that follows each edge round its piece, and the one before it."""
    after: dict[Edge, Edge] = {}
    for a, b, c in triangles:
        after[a, b], after[b, c], after[c, a] = (b, c), (c, a), (a, b)
    return after, {edge: last for last, edge in after.items()}


def _diagonals(polygon: Polygon, triangulation: Triangulation, after: dict[Edge, Edge]) -> tuple[Edge, ...]:
    """The edges between two triangles, (lower, higher) number: bridges first, then as the clips made them."""
    n = len(polygon.points)
    outer = {(i, j) for ring in polygon.ordered for i, j in zip(ring, (*ring[1:], ring[0]), strict=True)}
    if not outer <= after.keys() or len(triangulation.triangles) != n + 2 * len(polygon.holes) - 2:
        raise ValueError("the triangulation is not one of this polygon: it lacks some of its edges")
    ring = triangulation.ring
    around = zip(ring, (*ring[1:], ring[0]), strict=True)
    bridges = [(i, j) for i, j in around if i < j and (i, j) not in outer]
    return tuple(dict.fromkeys((*bridges, *triangulation.diagonals)))


def _joined(after: dict[Edge, Edge], a: int, b: int) -> tuple[int, ...]:
    """The vertices of the two pieces beside a diagonal, as one ring from b on."""
    vertices = []
    for last in ((a, b), (b, a)):
        edge = after[last]
        while edge != last:
            vertices.append(edge[0])
            edge = after[edge]
    return tuple(vertices)


def _rings(after: dict[Edge, Edge]) -> tuple[tuple[int, ...], ...]:
    """Every piece by its vertices, from its lowest number on, in the order of these."""
    rings = []
    met: set[Edge] = set()
    for first in sorted(after):
        if first not in met:
            ring = []
            edge = first
            while edge not in met:
                met.add(edge)
                ring.append(edge[0])
                edge = after[edge]
            rings.append(tuple(ring))
    return tuple(rings)
