"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

MEASURED = explained(
    """How deep does the other shape lie **behind this edge**? Its deepest point decides. Every edge of both shapes
    is asked; one that the other shape is wholly in front of is a gap, and ends the search.""",
    r"s_i = \min_{x \in other}\ \hat n_i \cdot (\vec x - \vec p_i)",
)
REFERENCE = explained(
    """The **reference edge** is the one with the least overlap. Ties are common: two boxes side by side always have
    one. So there is a rule: the first tested stays, and the edge of the frame before stays while it is nearly the
    best and the deepest point lies over it.""",
    r"\hat n = \hat n_r, \qquad r = \arg\max_i s_i",
)
COMPARED = explained(
    """Which edge of the other shape **faces** the reference edge? Take the dot product of each normal with the
    reference normal: −1 for an edge that is parallel and faces it, 0 at right angles, +1 for one that looks the
    same way.""",
    r"\hat m_j \cdot \hat n = \cos\theta_j",
)
INCIDENT = explained(
    """The **incident edge** has the least dot product: its normal is most opposed to the reference normal. These
    two edges are all that the contact is made of; the next lesson clips one against the other.""",
    r"\hat m = \arg\min_j\ \hat m_j \cdot \hat n",
)
CORNERS = explained(
    """Two **round corners** may face each other where no edge does. The line between the two inner corners is then
    one more axis, the last one.""",
    r"s = |\vec q - \vec p\,| - (r_A + r_B)",
)
CENTER = explained(
    """A **circle has no edges**, so nothing is to be clipped. The nearest boundary point of the other shape, seen
    from the circle's centre, is the one contact point.""",
    r"s = \mathrm{distance}(\vec c) - r",
)
GAP = explained(
    """The other shape lies wholly **in front of** this edge. One gap is proof enough: there is no contact, and no
    reference edge.""",
    r"s_i > 0",
)
