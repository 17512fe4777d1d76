"""The idea and the formula of each step."""

from __future__ import annotations

from viz.lesson.text import explained

AXES = explained(
    """**1.** A rounded polygon is an inner polygon with a disc of radius r around every point. Ask each **inner
    edge's** normal how deep the other shape lies behind it; both radii count. A gap ends it.""",
    r"s_i = \min_{\vec q}\ \hat n_i \cdot (\vec q - \vec p_i) - (r_A + r_B)",
)
EDGES = explained(
    """**2.** The reference edge has the least overlap, the incident edge faces it most. Both are **outer edges**:
    inner edges, moved out by the radius.""",
    r"\vec u_{outer} = \vec u + r\,\hat n",
)
CORNERS = explained(
    """**3.** Inner polygons that are apart may be nearest **corner to corner**; no edge normal sees that. If the
    deepest inner vertex lies beyond the end of the reference edge, the line between the two corners is the last
    axis.""",
    r"s = |\vec q - \vec u\,| - (r_A + r_B)",
)
CLIP = explained(
    """**4.** Cut the incident edge at the two side planes. At its deeper end a rounded shape's boundary is an
    **arc**: the lowest point is straight below the inner vertex.""",
    r"\vec p_{low} = \vec q - r\,\hat n",
)
FACE = explained(
    """**5.** Discard what is above the reference face. This is what the printed third step forgets: outer edges may
    overlap **sideways** with nothing of the one behind the other.""",
    r"h(\vec p) \le \mathrm{margin}",
)
ANSWER = explained(
    """Two points where edges meet, one where a corner meets an edge or another corner. The five steps hold for
    **any** two shapes: a sharp polygon has radius 0, a capsule two edges.""",
    r"\{\,\hat n,\ (\vec p_k,\ s_k,\ \mathrm{id}_k)\,\}",
)
GAP_AS_LINE = explained(
    """As printed, outer edges that overlap sideways make a **line of contact**, without asking how high the one
    lies over the other. Here corners face each other across a gap, and it is reported as contact.""",
    r"\mathrm{overlap\ sideways} \ \not\Rightarrow\ h \le 0",
)
DEEP_AS_NOTHING = explained(
    """As printed, step five asks whether the end of the inner incident edge is **nearer than both radii**. An end
    that lies deep inside the other polygon is further away than that, and the deepest contact of all is missed.""",
    r"|\vec q - \vec p\,| < r_A + r_B",
)
WRONG_END = explained(
    """As printed, step five takes **the endpoint** of the inner incident edge. An edge has two. It must be the
    deeper one, and of two that are equally deep the nearer.""",
    r"\vec q = \arg\min_{\vec q_0, \vec q_1}\ \hat n \cdot \vec q",
)
CENTER = explained(
    """A **circle** has no edges: it is a point with a disc. The other shape's nearest boundary point, seen from the
    centre, is the one contact point, and the five steps are not needed.""",
    r"s = \mathrm{distance}(\vec c) - r",
)
