"""What two shadows says of each stage, and its formulas."""

from __future__ import annotations

CURVE = r"s(\examined{\theta})=\max(\B{\min_B}-\A{\max_A},\ \A{\min_A}-\B{\max_B})"
COSINE = r"s(\examined{\theta})=\|\answer{\mathbf{d}}\|\,\cos\alpha"
ENOUGH = r"\max_{\examined{\theta}} s(\examined{\theta})=\max_i s(\examined{\theta_i})"
FINDS_GAP = ENOUGH.replace("=", r">0\ \Leftrightarrow\ ") + ">0"
DECIDING = (
    CURVE.replace(r"\A{\min_A}-\B{\max_B}", r"\quiet{\min_A-\max_B}"),
    CURVE.replace(r"\B{\min_B}-\A{\max_A}", r"\quiet{\min_B-\max_A}"),
)  # which of the two terms is the greater
BY_HAND = (
    "Project both shapes onto one axis. The **separation** $s$ is the gap between the **projections**, the shadows. "
    "If they overlap, a move of $-s$ along the axis separates them."
)
EVERY = (
    "Where $s > 0$ the axis is a **separating axis**: a line perpendicular to it fits between A and B. One such axis "
    "is enough. One axis with $s < 0$ proves nothing."
)
KINKS = (
    r"Along an **edge normal** $\hat n$ both ends of the edge project to one value. If $s$ uses it, the edge "
    "**decides** $s$: before it one end, after it the other. So the slope changes: a **kink**."
)
FACING = "The edges of B make kinks as well: those that decide $s$."
FACING_NEEDED = (
    "No edge of A shows a gap, so the edges of B have to be tested too. Those that decide $s$ make kinks as well."
)
PIECE = (
    r"On a smooth piece of the curve $\answer{\mathbf{d}}$ joins the same two vertices: the piece is a **cosine**. "
)
HALF = PIECE + "A cosine stays above 0 for 180°, the curve only for {width}."
SAGS = PIECE + "Below 0 a cosine curves upwards: it has no maximum inside."
SAGS_ROUND = (
    r"On a smooth piece $\answer{\mathbf{d}}$ joins the same two points: a **cosine**, lowered by both radii. So "
    "even below 0 it can have its maximum inside, not at a kink."
)
NO_MAXIMUM = (
    "Below 0 a **cosine** curves upwards: no piece has a maximum inside. A sharp **valley** is no maximum either. "
)
TOP_OVERLAP = NO_MAXIMUM + r"So every maximum is at a **kink**, an edge normal $\examined{\theta_i}$."
TOP_APART = (
    "The green part is too narrow for one cosine, so two meet in it. A **valley** lies below 0, so they meet at a "
    r"**kink**: an edge normal $\examined{\theta_i}$ shows a gap."
)
TOP_TOUCH = NO_MAXIMUM + r"So the greatest $s$, 0.00, is at a **kink**, an edge normal $\examined{\theta_i}$."
TOP_BETWEEN = TOP_APART.replace("shows a gap", "shows a gap too")
CORES = "Chapter 2 adds the axis through the nearest points of the **cores**: centre and segment."
TOP_ROUND = f"Of round shapes the maximum can lie between the edge normals. {CORES}"
TOP_CIRCLES = (
    "Circles have no edge normal. The greatest $s$ lies on the axis through both centres. Chapter 2 adds this axis."
)
TOP_MISSED = f"Here no edge normal shows a gap, although A and B are apart. {CORES}"
