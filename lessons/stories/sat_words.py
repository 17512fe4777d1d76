"""What the separating axis test says that is the same in every scene."""

from __future__ import annotations

from geometry.sat.separating_axis import Owner
from viz.lesson.ink import Ink
from viz.lesson.text import tint

N, N_FOUND = r"$\examined{\hat n}$", r"$\answer{\hat n}$"
SAT = "**Separating axis theorem (SAT)**: if two convex polygons are apart, one of their edge normals shows a gap."
RUNS = (
    r"The **separation** $s$ runs from $\A{\max_A}$, where A’s projection ends, to $\B{\min_B}$, "
    "where B’s starts."
)
FIRST = (
    f"Project A and B onto a **candidate axis**, the normal {N} of an edge. {RUNS} "
    f"$s > 0$ is a {tint('gap', Ink.GAP)}."
)
PAIRED = f"Parallel edges share an axis. Its **facing edge** is A’s with outward normal {N}. {RUNS}"
SECOND_ALONE = "The gap may lie along a normal of B alone, so B’s edges offer axes too."
FACING = f"An edge of B is a **facing edge** if its outward normal is −{N}, one of A if it is {N}."
SECOND = (
    "B’s edges offer axes too. Parallel edges share an axis. It is named after B’s **facing edge**, the one with "
    f"outward normal −{N}."
)
LAST_OF_A = (
    "A’s edges alone do not suffice: the line that separates A and B may be parallel only to an edge of **B**. "
    "So the search goes on to B."
)
LATER = {
    Owner.A: (
        "**Separating axis theorem (SAT)**: a line between two convex polygons can be turned to lie along an edge. "
        "So only overlaps on **all** axes prove that A and B overlap."
    ),
    Owner.B: (
        "To prove A and B apart, one gap is enough. To prove that they overlap, **every** candidate axis must be "
        "tested: the last one may show the gap."
    ),
}
NEXT = (
    "If the projections overlap, the **separation** $s$ is negative. So the least overlap is the greatest $s$. An "
    "overlap proves nothing yet: another axis may show a gap."
)
GREATEST = (
    "One gap proves A and B apart. The search goes on: every gap is a lower bound of the distance, and the "
    "greatest is the best."
)
ENOUGH = f"Along {N} all of A lies before all of B, so they share no point. **One gap is enough**, on any axis."
PARALLELS = "Parallel edges offer the same axis, with the same projections. Each axis is tested **once**."
ROUND = (
    "Edge normals are not enough for a circle: also test the axis from the **nearest vertex** to the circle’s centre."
)
CLOSEST = (
    "Round corners can face each other across a gap that no edge normal sees. "
    f"The line through the **closest points** is one more axis {N}."
)
CORNERS = (
    "Where two corners are closest, no edge normal gives the distance. "
    f"The line through the **closest points** is one more axis {N}."
)
NO_GAP = f"No axis shows a gap. {SAT} So A and B **overlap**."
NO_GAP_ROUND = "No axis shows a gap, not even that of the closest points. So A and B **overlap**."
TOUCHING = "No axis shows a gap. On one axis the projections **just touch** ($s = 0$), which counts as contact."
ONE_GAP = f"One gap is enough: a line perpendicular to {N_FOUND} fits between A and B."
ONE_GAP_LAST = "Only this axis shows a gap: one is enough."
