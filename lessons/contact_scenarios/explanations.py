"""The idea of each kind of contact."""

from __future__ import annotations

from geometry.contact.manifold_points import ManifoldKind
from viz.lesson.text import explained

CORNER = explained(
    """A **corner on an edge** touches at one place. One contact point says all: the normal is the edge's, the
    separation how deep the corner lies behind it.""",
    r"s = \hat n \cdot (\vec q - \vec p\,)",
)
EDGES = explained(
    """**Edges that all but lie on each other** touch along a line, and only along the part that both have. Its two
    ends are enough: what holds both ends holds everything between them.""",
    r"\vec p(\lambda) = (1 - \lambda)\,\vec p_1 + \lambda\,\vec p_2",
)
CORNERS = explained(
    """**Round corners** that face each other touch in one point, on the line between the two inner corners.""",
    r"\hat n = \frac{\vec q - \vec p}{|\,\vec q - \vec p\,|}",
)
CIRCLE = explained(
    """A **circle** touches anything in one point: the boundary point of the other shape that is nearest to its
    centre.""",
    r"s = \mathrm{distance}(\vec c) - r",
)
APART = explained(
    """The shapes are **apart**: a line fits between them, and no point holds them.""",
    r"s > 0",
)
RULES = explained(
    """A box on the floor is the commonest contact of all, and always a little tilted. **One point where edges
    cross** lets it turn over its corner; two points hold it. So a point that all but touches is kept.""",
    r"h_0 < 0 < h_1 \le \mathrm{margin}",
)

OF_KIND = {
    ManifoldKind.EDGE_CORNER: CORNER,
    ManifoldKind.EDGE_EDGE: EDGES,
    ManifoldKind.CORNER_CORNER: CORNERS,
    ManifoldKind.CIRCLE: CIRCLE,
}
