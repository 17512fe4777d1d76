"""What two shadows says of each stage, and its formulas."""

from __future__ import annotations

CURVE = r"s(\examined{\theta})=\max(\B{\min_B}-\A{\max_A},\ \A{\min_A}-\B{\max_B})"
COSINE = r"s(\examined{\theta})=|\answer{\mathbf{d}}|\,\cos\alpha"
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
    r"Along an **edge normal** $\hat n$ both ends of the edge project to one value. If $s$ uses this value, the edge "
    "**decides** $s$, and the curve changes its slope there: a **kink**."
)
FACING = "The edges of B make kinks as well: those that decide $s$."
FACING_NEEDED = (
    "No edge of A shows a gap, so the edges of B have to be tested too. Those that decide $s$ make kinks as well."
)
PIECE = (
    "On a smooth piece of the curve the same two vertices decide $s$. The vector "
    r"$\answer{\mathbf{d}}$ joins them, at the angle $\alpha$ to the axis: a **cosine**. "
)
HALF = (
    r"On each smooth piece $\answer{\mathbf{d}}$ joins the same two vertices, and $s$ is a **cosine**: above 0 over "
    "180°. The green part is {width} wide, so at least two cosines meet in it."
)
SAGS = PIECE + "Below 0 it has no maximum."
SAGS_ROUND = (
    r"Along a smooth piece $\answer{\mathbf{d}}$ joins the same two points, at the angle $\alpha$ to the axis. The "
    r"radii lower this **cosine**: even below 0 its maximum need not be a kink."
)
NO_MAXIMUM = "Below 0 a cosine has no maximum. A sharp **valley**, where the terms change places, is none. So "
TOP_OVERLAP = NO_MAXIMUM + r"every maximum is a kink: the **edge normals** $\examined{\theta_i}$ are enough."
TOP_APART = (
    "The cosines do not meet in a sharp **valley**, as $s$ = −(width A + width B) / 2 is below 0 there: "
    r"they meet at a kink. So an **edge normal** $\examined{\theta_i}$ shows a gap."
)
TOP_TOUCH = NO_MAXIMUM + r"the greatest $s$, 0.00, is at an **edge normal** $\examined{\theta_i}$."
TOP_BETWEEN = TOP_APART.replace("shows a gap", "shows a gap too")
CORES = "Chapter 2 adds the axis through the nearest points of the **cores**: centre and segment."
TOP_ROUND = f"Of round shapes the maximum can lie between the edge normals. {CORES}"
TOP_CIRCLES = (
    "Circles have no edge normal. The greatest $s$ lies on the axis through both centres. Chapter 2 adds this axis."
)
TOP_MISSED = f"Here no edge normal shows a gap, although A and B are apart. {CORES}"
