"""The ideas of ear clipping."""

from __future__ import annotations

from geometry.faulty.ear_clipping import Slip

WINDING = (
    "SAT needs convex shapes, so we cut triangles (a **triangulation**). An **ear** is **convex** (a circle), with "
    "no other vertex in its triangle. Diamonds are **reflex**: above 180°."
)
STRAIGHT = WINDING.replace("**reflex**: above 180°", "**reflex** or straight")
HOLES = (
    "A **bridge** joins a hole's rightmost vertex to the outline: two equal edges, there and back. It ends at a "
    "vertex that the first one **sees**: no edge lies between."
)
BRIDGE = (
    "A ray to the right finds where the bridge ends. Each bridge repeats two vertices: $n + 2h$ places in the "
    "list, so $n + 2h - 2$ triangles."
)
EAR = (
    "Vertex $v_i$ is an **ear** if it is convex (cross > 0) and no other vertex $v_k$ lies in its triangle or on "
    "a side of it."
)
INSIDE = (
    "The outline can enter the triangle only over its dashed side, and turns back at a diamond. If any vertex "
    "lies inside, a diamond does: so we test only diamonds."
)
BACK = (
    "A clip changes only its two neighbours' angles: one that was not an ear may now be one. So the search goes "
    "back one place, but not past the start of the list."
)
CHECK = (
    "Every **simple polygon** (no edges cross) with $n > 3$ has a **diagonal**: so it splits into triangles. "
    "Their tree has two leaves or more, whose tips are ears."
)
CHECK_ONE = "A triangle is its own triangulation: there is nothing to clip."
FAULTS = {
    Slip.NO_INSIDE_TEST: "**No inside test**: every convex vertex is clipped, also where another vertex lies in its "
    "triangle. Then triangles overlap, and their areas add up to too much.",
    Slip.WRONG_SIGN: "**Wrong cross sign**: right turns count as left turns, so reflex vertices are taken for "
    "convex ones.",
    Slip.WINDING: "**Winding not checked**: in a clockwise list every cross product changes its sign, so reflex "
    "vertices are taken for convex ones.",
    Slip.HALF_OPEN: "**Half-open triangle**: its diagonal does not belong to it, so a vertex on the diagonal does "
    "not count as inside.",
}
CHECK_HOLES = (
    "The tree joins triangles that share a **diagonal**, but not across a bridge. So it has no loop around a hole."
)


def each_clip(count: int) -> str:
    """Of a list of so many vertices: why so many triangles."""
    return (
        "Each clip removes one vertex and gives one triangle, and the last three vertices form one more. So the "
        f"list of {count} vertices gives {count - 2} triangles."
    )
