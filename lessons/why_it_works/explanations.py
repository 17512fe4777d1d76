"""What is said in this lesson, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping

from geometry.minkowski.difference import Difference
from geometry.minkowski.sum import EdgeLaid, StartFound
from viz.lesson.text import explained

EXPLAINED: Mapping[type, str] = {
    StartFound: explained(
        """Take every point of A minus every point of B. If they share a point, **one of the differences is
        zero**. So two shapes against each other become one shape against the origin.""",
        r"A \cap B \ne \emptyset \iff 0 \in A \oplus (-B)",
    ),
    EdgeLaid: explained(
        """The outline is found without trying all points: take the edges of A and those of B **turned round**,
        sort them by direction, and lay them end to end. Parallel ones join.""",
        r"A \oplus (-B) = \{\vec a - \vec b\}",
    ),
    Difference: explained(
        """A point is outside a convex polygon exactly when it lies **beyond one of its edges**. All edges here
        come from A or B, so their normals are all the axes there are to test. That is the proof.""",
        r"0 \notin A \oplus (-B) \iff \exists\, i:\ \vec p_i \cdot \hat n_i < 0",
    ),
}
