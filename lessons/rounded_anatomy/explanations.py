"""The idea and the formula of each part."""

from __future__ import annotations

from viz.lesson.text import explained

CORE = explained(
    """A rounded polygon is every point that is within the **radius** of an **inner polygon**: the polygon, swept by
    a disc. Nothing else is stored, only corners and a radius. A circle is one point, a capsule two.""",
    r"A = \{\ \vec p + \vec d \ :\ \vec p \in P,\ |\vec d\,| \le r\ \}",
)
SHRUNK = explained(
    """Rounding **adds a layer**, so the shape gets larger. To keep its size, first move every edge in by the
    radius; the layer then takes it back to where it was, and only the corners are cut off.""",
    r"(P \ominus D_r) \oplus D_r \subseteq P",
)
EDGE = explained(
    """Each **inner edge**, moved out by the radius along its normal, is an **outer edge**: the straight parts of
    the boundary. It has the same normal, so it offers the same separating axis.""",
    r"\vec u_{outer} = \vec u + r\,\hat n",
)
CORNER = explained(
    """Between two outer edges the boundary is an arc of the **corner circle** around the inner vertex. It turns by
    as much as the normals do there; all arcs together make one whole circle.""",
    r"\sum_i \theta_i = 2\pi",
)
WHOLE = explained(
    """The core, a **band** along every edge, a **sector** at every vertex: that is all. So area and perimeter
    follow without an integral.""",
    r"\mathrm{area} = |P| + \mathrm{perimeter}(P)\, r + \pi r^2",
)
TIPS = explained(
    """Outer edges **extended until they meet** are not the boundary: at a corner with the inner angle θ the tip
    lies this far from the vertex. The sharper the corner, the further out. Good for a first test, wrong as an
    answer.""",
    r"\frac{r}{\sin(\theta / 2)} > r",
)
