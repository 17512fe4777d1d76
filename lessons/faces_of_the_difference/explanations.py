"""The idea and the formula of each kind of step."""

from __future__ import annotations

from viz.lesson.text import explained

FIRST = explained(
    """Every edge of A makes a face of A − B: the edge itself, moved by minus the **supporting vertex** of B, the one
    furthest **against** its normal. No need to build the whole difference.""",
    r"\mathrm{face}_i = \mathrm{edge}_i - \vec s_B(-\hat n_i)",
)
SECOND = explained(
    """Then the same **the other way round**: every edge of the second shape, its normal turned, with the supporting
    vertex of the first. The difference has no other faces than these.""",
    r"\mathrm{face}_j = \vec s_A(-\hat n_j) - \mathrm{edge}_j",
)
PARALLEL = explained(
    """A parallel edge supports with **both its ends**: the face is as long as both edges together. A routine that
    keeps one of the two vertices gets a face that is too short.""",
    r"\vec s_1 \cdot \hat n = \vec s_2 \cdot \hat n",
)
SAME = explained(
    """This edge and one of the first shape are parallel: they make **one** face of the difference, which has been met
    already.""",
    r"\mathrm{face}_j = \mathrm{face}_i",
)
INSIDE = explained(
    """No face has the origin beyond it, so the shapes touch or overlap. The face with the **greatest separation** is
    the nearest way out: its normal and its distance are the shortest move. 0 counts as contact.""",
    r"s = \max_i\ (-\vec f_i \cdot \hat n_i)",
)
OUTSIDE = explained(
    """The origin lies outside. The distance is that of the **nearest point** of all faces; where that is a corner, no
    face's normal shows it.""",
    r"s = \min_i\ |\vec v_i|",
)
