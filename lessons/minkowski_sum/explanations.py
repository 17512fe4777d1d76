"""What is said in this lesson, stage by stage."""

from __future__ import annotations

from viz.lesson.text import explained

SWEPT = explained(
    """Carry B round A by its **reference point** (drag Sweep, or the point itself). All that the copies cover,
    and all that they enclose, is the **Minkowski sum**: every point of A plus every point of B.""",
    r"A \oplus B = \{\,\vec a + \vec b\,\}",
)
LAID = explained(
    """No sweep is needed to find the outline. It has **the edges of A and the edges of B**, each once, sorted by
    direction and laid end to end. Where two point the same way they join.""",
    r"\theta_0 \le \theta_1 \le \theta_2 \le \ldots",
)
LAYER = explained(
    """A disc has no edges: it adds **one layer all around**, as thick as its radius, and a rounded shape is just
    that. To round a collider without making it grow, shrink the polygon first.""",
    r"r_{A \oplus B} = r_A + r_B",
)
ADDED = explained(
    """Turn the axis by its arrow: the furthest point of the sum is the furthest of A **plus** the furthest of B.
    So shadows add, and no test along an axis needs the sum itself.""",
    r"h_{A \oplus B}(\hat n) = h_A(\hat n) + h_B(\hat n)",
)
REFERENCE = explained(
    """The same two shapes, the same sum, but **elsewhere**: B is measured from its reference point. It need not
    be the centre, nor even lie in B; sums of positions depend on where positions are counted from.""",
    r"A \oplus (B - \vec r\,) = (A \oplus B) - \vec r",
)
HOLE = explained(
    """The sweep covers only the boundary of A, thickened by B. Where B fits inside A without reaching its
    boundary, **nothing passes**: that hole belongs to the sum too and has to be filled. (In morphology
    it is an erosion, called Minkowski difference; in games that name means another thing.)""",
    r"\partial A \oplus B \subset A \oplus B",
)
