"""What edge normals says of each step, and its formulas."""

from __future__ import annotations

E = r"\boldsymbol{e}"
EDGE_FORMULA = r"\examined{\boldsymbol{e}_i}=\A{\boldsymbol{a}_{i+1}}-\A{\boldsymbol{a}_i}"
EDGE = (
    "Every edge has a direction that points **out** of the shape. A body that overlaps A may be pushed out along one "
    "of them. Start with the **edge vector** $\\boldsymbol{e}$."
)
TURN = (
    "Turn $\\boldsymbol{e}$ by 90°, to the left or to the right: x and y change places, one changes its sign. "
    "That is perpendicular: $\\boldsymbol{e}$ · left($\\boldsymbol{e}$) = $-xy+yx$ = 0."
)
OUT = (
    "Both left(e) and right(e) are **normals**. A is convex: all its vertices are on one side of the edge's line. "
    "The normal that points away from them is **outward**."
)
WINDING = (
    "Step 3 needs every vertex for every edge. The **signed area** $S$ needs one sum: its sign tells the "
    "**winding**, for all edges at once. With y up, $S$ > 0 is counter-clockwise."
)
TURN_DOWN = (
    "Turn $\\boldsymbol{e}$ by 90°: x and y change places, one changes its sign. With y down "
    "right($\\boldsymbol{e}$) looks like a turn to the left. The formula stays."
)
CONCAVE = (
    "Both turns are **normals**. A is concave: it has vertices on both sides of the line of this edge. So neither "
    "normal has all vertices behind it."
)
WINDING_CONCAVE = (
    "The **winding** decides where the vertices do not: one sign for all edges, that of the **signed area** $S$. "
    "$S$ > 0 is counter-clockwise."
)
MIRRORED = (
    "With y down the picture is mirrored: $S$ > 0 now looks clockwise. The numbers are the same, so for $S$ > 0 "
    "right($\\boldsymbol{e}$) still points out."
)
UNIT = (
    "Divide by the length: the **unit normal** $\\hat n$ has length 1. A dot product with it is a length: how far a "
    "point is in front of the edge, or behind it."
)
UNIT_CONCAVE = (
    "Divide by the length: the **unit normal** $\\hat n$ has length 1. A is concave: a push along the normal of one "
    "edge may move B into another part of A."
)
PUSH_OUT = (
    "The **depth** of B is the distance from the edge's line to B's deepest vertex behind it. A push by the depth "
    "along $\\hat n$ frees B. A push along $-\\hat n$ moves B into A."
)
PRODUCTS = ("vertex", "dot product, left(e)", "dot product, right(e)")
HEIGHTS = ("vertex", "in front of the edge")
DEPTH = r"\text{depth}(\examined{\hat n})=-\min_j\,(\B{\boldsymbol b_j}-\A{\boldsymbol a_i})\cdot\examined{\hat n}"
