"""The ideas of ear clipping."""

from __future__ import annotations

from geometry.faulty.ear_clipping import Slip

WINDING = (
    "SAT needs convex shapes: we cut A into triangles. An **ear** is a convex vertex; no other vertex lies in or on "
    "its triangle with its neighbours."
)
HOLES = (
    "A **bridge** joins a hole's rightmost vertex to a vertex of the outline that it **sees**: no edge lies between. "
    "It has two equal edges, there and back."
)
BRIDGE = (
    "A ray to the right finds where the bridge ends. Each bridge repeats two vertices: $n + 2h$ places in the "
    "list, so $n + 2h - 2$ triangles."
)
EAR = (
    "$v_i$ is an **ear** if it is convex (cross > 0) and no other vertex lies in its triangle or on a side. "
    "$v_{i-1}$ and $v_{i+1}$ are its neighbours in the list that is left."
)
INSIDE = (
    "The outline can enter the triangle only over its dashed side, and turns back at a diamond. If any vertex "
    "lies inside, a diamond does: so we test only diamonds."
)
BACK = (
    "A clip changes the angles of its two neighbours only, and each of them may become an ear. So the search goes "
    "back one place, but not past the start of the list."
)
CHECK = (
    "Every **simple polygon** (no edges cross) with $n > 3$ has a **diagonal**: so it splits into triangles. "
    "Those that share one form a tree: its bright leaves end in ears."
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
    Slip.STRAIGHT_EARS: "**Straight vertex clipped**: at 180° the cross product is 0, and a test for “not negative” "
    "lets it pass. Its triangle is flat.",
    Slip.TRIANGLE_REFUSED: "**Triangle refused**: the rule wants more than three vertices. But three are an outline "
    "too, and give one triangle.",
    Slip.OWN_VERTICES: "**Own vertices tested**: the corners of the triangle always lie in it, so no vertex is "
    "an ear. Without a cap the loop never ends.",
    Slip.CAP: "**Cap of 1000 passes**: the cap ends a loop that finds no ear. But it also ends this one, with no "
    "word, and the rest has no triangles.",
}
CHECK_HOLES = (
    "The tree joins triangles that share a **diagonal**, but not across a bridge. So it has no loop around a hole."
)


def few_shown(tests: int, shown: int) -> str:
    """Of a crowd: what is left out, and what a test costs."""
    return (
        f"Of the {tests} tests only {shown} are shown. At worst each one looks at all diamonds that are left: the "
        "time grows as $n$ times their number."
    )


def each_clip(count: int) -> str:
    """Of a list of so many vertices: why so many triangles."""
    return (
        "Each clip removes one vertex and gives one triangle, and the last three vertices form one more. So the "
        f"list of {count} vertices gives {count - 2} triangles."
    )
