"""The formulas of GJK's story, with a step's own symbols and weights."""

from __future__ import annotations

from collections.abc import Sequence

from geometry.minkowski.simplex import SimplexVertex
from lessons.stories.gjk_figure import DECIMALS
from lessons.stories.gjk_known import Known, Operands, summing_to_one
from viz.lesson.text import fixed

V, D, N = r"\gap{\boldsymbol{v}}", r"\examined{\hat d}", r"\examined{\hat n}"
NORM = r"\gap{\Vert\boldsymbol{v}\Vert}"
ON_EDGE = rf"{V}=\boldsymbol{{0}}"
ROUND = rf"{{s}}={NORM}-(\A{{r_A}}+\B{{r_B}})"


def first_bound(known: Known, shapes: Operands, *, of: SimplexVertex | None) -> str:
    """Why v bounds the distance; v itself `of` the first support point, from the vertices that make it."""
    bound = rf"\mathrm{{{what(shapes)}}}\ \le\ {NORM}=\gap{{{fixed(known.upper, DECIMALS)}}}"
    if of is None:
        return bound
    a, b = rf"\A{{\mathrm{{a{of.index_a}}}}}", rf"\B{{\mathrm{{b{of.index_b}}}}}"
    return rf"{V}={examined(known, of)}={a}-{b},\quad {bound}"


def examined(known: Known, vertex: SimplexVertex) -> str:
    """A support point by its name in a formula."""
    return rf"\examined{{{known.symbol(vertex)}}}"


def between(known: Known, shapes: Operands) -> str:
    """The distance between both bounds: what the line through the newest support point proves, and v's length."""
    w = examined(known, known.newest)
    proved = rf"\dfrac{{{w}\cdot{V}}}{{\Vert\boldsymbol{{v}}\Vert}}"
    return rf"\gap{{{proved}}}\ \le\ \mathrm{{{what(shapes)}}}\ \le\ {NORM}"


def what(shapes: Operands) -> str:
    """Of which the bounds are, in a formula."""
    return "distance" if shapes.radius == 0.0 else r"core\ distance"


def nearest_formula(known: Known) -> str:
    """Where v is on the part of the simplex that is kept: on an edge at the foot of the perpendicular from the
    origin."""
    kept, shares = known.simplex.vertices, summing_to_one(known.simplex.weights)
    names = [examined(known, vertex) for vertex in kept]
    if len(kept) == 1:
        return f"{V}={names[0]}"
    if len(kept) == 3:
        return rf"\boldsymbol{{0}}={weighted(shares, names)}"
    edge = f"({names[1]}-{names[0]})"
    return rf"{V}={names[0]}+{fixed(shares[1])}\,{edge},\quad {V}\cdot{edge}=0"


def witness_formula(known: Known) -> str:
    """The points of A and of B that v is the difference of, from their vertices and the weights of v."""
    kept, shares = known.simplex.vertices, summing_to_one(known.simplex.weights)
    sums = [f"{V}={weighted(shares, [examined(known, vertex) for vertex in kept])}"]
    for letter, ink, place in (("a", "A", 0), ("b", "B", 1)):
        parts: dict[int, float] = {}
        for vertex, share in zip(kept, shares, strict=True):
            parts[vertex.pair[place]] = parts.get(vertex.pair[place], 0.0) + share
        names = [rf"\{ink}{{\mathrm{{{letter}{i}}}}}" for i in parts]
        sums.append(rf"\{ink}{{\boldsymbol{{{letter}}}^*}}={weighted(list(parts.values()), names)}")
    return r",\quad ".join(sums)


def weighted(shares: Sequence[float], names: Sequence[str]) -> str:
    """A weighted mean; of one point that point."""
    if len(names) == 1:
        return names[0]
    return "+".join(rf"{fixed(share)}\,{name}" for share, name in zip(shares, names, strict=True))
