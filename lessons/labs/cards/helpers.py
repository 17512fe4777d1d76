"""What the routines' helpers do, a line each: what a learner needs to read a source that calls them."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from functools import lru_cache

from lessons.labs.cards.card import Card

TOLD = {
    "along_xy": "along_xy(p): place along the edge, from its start",
    "axes": "axes(a, b): unit normals of A, and of B reversed",
    "box_and_circle": "box_and_circle: the right answer, centre inside too",
    "CELL": "CELL: the side of a cell, 4",
    "clamped": "clamped(p, box): point of the box nearest to p",
    "clip": "clip: what is left of the incident edge, clipped",
    "combinations": "combinations(x, 2): each pair of x once",
    "contains": "contains(ring, p): is p inside or on the boundary?",
    "convex_pieces": "convex_pieces(ring): cut into convex polygons",
    "cross": "cross(p, q): px qy − py qx",
    "cut": "cut: point of the edge there, or its nearer end",
    "disc_support": "disc_support(…, d): point of A − B farthest along d",
    "distance_to": "distance_to(wall, p): of p from the wall",
    "dot": "dot(p, q): px qx + py qy",
    "deep_inner_xy": "deep_inner_xy: deepest vertex of the core",
    "earliest": "earliest(times): the least one in [0, 1]",
    "edges": "edges(ring): start and end of each edge",
    "ends_of": "ends_of(edge): its two ends",
    "first_polytope": "first_polytope: points of A − B to start with",
    "gap_between": "gap_between: distance, and unit normal A to B",
    "height_xy": "height_xy(p): h, negative behind the edge",
    "highest": "highest(ring, n): greatest dot(p, n), p in ring",
    "hull": "hull(points): their convex hull",
    "inner_start_xy": "inner_start_xy, inner_end_xy: the core edge's ends",
    "interval": "interval(ring, n): least and greatest dot(p, n)",
    "is_beside": "is_beside(wall, p): is p's foot on the wall?",
    "lowest": "lowest(ring, n): least dot(p, n), p in ring",
    "mass_properties": "mass_properties: mass, centre, moment of inertia",
    "meets_point": "meets_point(a, v, p): time at which a touches p",
    "middle": "middle(ring): mean of the vertices",
    "minus": "minus(p, q): p − q",
    "moved": "moved(p, d, t): p + t d; t is 1 if left out",
    "nearest_face": "nearest_face: number, normal, distance from origin",
    "nearest_on_edge": "nearest_on_edge(c, p, q): point of p q nearest to c",
    "nearest_on_ring": "nearest_on_ring(c, ring): boundary point nearest",
    "nearest_to_origin": "nearest_to_origin: simplex point, its vertices",
    "normal_at": "normal_at(ring, c): normal of the edge nearest to c",
    "normals": "normals(ring): outward unit normals, one an edge",
    "outward": "outward(ring, p, q): unit normal of the edge p q",
    "RADIUS": "RADIUS: width of the layer around B, 0.5",
    "reach": "reach(ring): farthest vertex from the mean",
    "reference_and_incident": "reference_and_incident(a, b): both edges, or None",
    "RESTITUTION": "RESTITUTION: the coefficient e, 0.5",
    "runs_left": "runs_left(ring): is it counter-clockwise?",
    "separation_from": "separation_from(ring, p): distance, below 0 inside",
    "size": "size(p): length of the vector p",
    "SLOP": "SLOP: the overlap that is left, 0.01",
    "support": "support(a, b, d): point of A − B farthest along d",
    "swept": "swept(ring, …, t): where the ring is at time t",
    "TARGET": "TARGET: the gap that is small enough, 0.01",
    "times": "times(t, p): the vector t p",
    "times_at_line": "times_at_line: centre r away from the wall's line",
    "TOLERANCE": "TOLERANCE: of the gap, 0.00001",
    "TURN_A": "TURN_A, TURN_B: turning angles of A and B, ±45°",
    "unit": "unit(p): p divided by its length",
    "xy_of": "xy_of(p): p as two numbers",
}


BASIC = ("dot", "cross", "minus", "times", "size", "unit", "moved")  # told last: most readers know them


@lru_cache(maxsize=128)
def helpers_of(card: Card, *, is_mended: bool = False) -> tuple[str, ...]:
    """Of each helper that the routine calls; `is_mended`: and of the lines that mend it, which tell what is wrong."""
    texts = [textwrap.dedent("\n".join(line.text for line in card.source))]
    texts += card.mended.split("\n") if is_mended else []
    own = card.faulty.__code__.co_varnames
    names = dict.fromkeys(name for text in texts for name in _names(text) if name in TOLD and name not in own)
    return tuple(TOLD[name] for name in sorted(names, key=lambda name: name in BASIC))


def _names(text: str) -> Iterator[str]:
    """The names that a text reads and those behind a dot, also in the head of a block."""
    text = text.strip()
    tries = (text, f"{text}\n    pass", f"if True:\n    {text}")
    for each in tries:
        try:
            nodes = [n for n in ast.walk(ast.parse(each)) if isinstance(n, ast.Name | ast.Attribute)]
        except SyntaxError:
            continue
        nodes.sort(key=lambda n: (n.lineno, n.col_offset))
        yield from (node.id if isinstance(node, ast.Name) else node.attr for node in nodes)
        return
