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
    "If they overlap, $-s$ is the move that separates them."
)
EVERY = (
    "Where $s > 0$ the axis is a **separating axis**. A line perpendicular to it then fits between A and B. One is "
    "enough; $s < 0$ on one axis proves nothing."
)
KINKS = (
    r"Along an **edge normal** $\hat n$ both ends of the edge project to one value. If the larger term uses that "
    "value, it **decides** $s$, and the curve has a corner, a **kink**."
)
FACING = "The edges of B make kinks as well. An edge that does not decide $s$ makes no kink."
FACING_NEEDED = (
    "No edge of A shows a gap, so the edges of B have to be tested too. An edge that does not decide $s$ makes no "
    "kink."
)
SAGS = (
    "Between two corners the same two vertices decide $s$. The vector "
    r"$\answer{\mathbf{d}}$ joins them, at the angle $\alpha$ to the axis. So $s$ is a **cosine**: below 0 convex, "
    "with no maximum."
)
SAGS_ROUND = (
    r"Between two corners $\answer{\mathbf{d}}$ joins the same two points, at the angle $\alpha$ to the axis. The "
    r"radii lower this **cosine**: even below 0 its maximum need not be a kink."
)
TOP_OVERLAP = (
    "Pieces below 0 are convex, and a **valley**, where the terms swap, is no maximum. So maxima lie at kinks: the "
    r"**edge normals**, at the angles $\examined{\theta_i}$, are enough."
)
TOP_APART = (
    "A cosine is above 0 for 180°. The green part is only {width} wide, so it has a corner. Valleys lie below 0, so "
    r"this corner is a kink, at an **edge normal** $\examined{{\theta_i}}$."
)
TOP_TOUCH = (
    "Pieces below 0 are convex, and a **valley**, where the terms swap, is no maximum. So the greatest $s$, 0.00, "
    r"lies at an **edge normal** $\examined{\theta_i}$: no axis has a gap."
)
TOP_BETWEEN = (
    "A cosine is above 0 for 180°. The green part is only {width} wide, so it has a corner: a kink, as valleys lie "
    r"below 0. So an **edge normal** $\examined{{\theta_i}}$ shows a gap too."
)
CORES = "Chapter 2 adds the axis through the nearest points of the **cores**: centre and segment."
TOP_ROUND = f"Of round shapes the maximum can lie between the edge normals. {CORES}"
TOP_CIRCLES = (
    "Circles have no edge normal. The greatest $s$ lies on the axis through both centres. Chapter 2 adds this axis."
)
TOP_MISSED = f"Here no edge normal shows a gap, although A and B are apart. {CORES}"
