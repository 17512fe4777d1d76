"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

EDGES = explained(
    """The **reference edge** has the least overlap, the **incident edge** faces it. Only the part of the incident
    edge that lies in front of the reference edge, and not above it, touches. Three lines cut it out.""",
    r"x(\vec p) = (\vec p - \vec u) \cdot \hat t \qquad h(\vec p) = (\vec p - \vec u) \cdot \hat n",
)
PLANE = explained(
    """A **side plane** stands on an end of the reference edge. What lies on its inner side is kept. An end of the
    incident edge beyond it is cut off, and the point where the edge crosses the plane takes its place.""",
    r"0 \le x \le |\vec v - \vec u\,|",
)
CUT = explained(
    """Both ends' places along the reference edge say where the incident edge **crosses** the plane. The new point
    is named by what made it: the corner with the side plane, and the incident edge.""",
    r"h = h_0 + \frac{x - x_0}{x_1 - x_0}\,(h_1 - h_0)",
)
FACE = explained(
    """The height over the **reference face** is the separation at that point: negative behind it. What lies above
    is discarded, up to a small margin: a point that all but touches will be needed in the next frame.""",
    r"h(\vec p) \le \mathrm{margin}",
)
MANIFOLD = explained(
    """The **manifold**: the normal from A to B, and one or two points, each with a separation and an id. The id is
    the pair of features that made the point; the next frame knows it again by that.""",
    r"\{\,\hat n,\ (\vec p_k,\ s_k,\ \mathrm{id}_k)\,\}",
)
CROSSING = explained(
    """The article's rule: edges that **cross** make one point. A box on the floor is never exactly parallel to it,
    so it gets one point, turns over it to the other corner, and so on. Keep both clipped points, and it rests.""",
    r"h_0 < 0 < h_1 \ \Rightarrow\ \mathrm{one\ point}",
)
CORNERS = explained(
    """Cores that do not overlap may be nearest **corner to corner**. Then the two corner circles decide, and
    nothing is clipped. Otherwise the edges do.""",
    r"s = |\vec q - \vec p\,| - (r_A + r_B)",
)
OTHER = explained(
    """Here there is **nothing to clip**: the shapes are apart, or one of them is a circle and has no edge. A circle
    has one contact point, the one nearest to its centre.""",
    r"s = \mathrm{distance}(\vec c) - r",
)
