"""The idea and the formula of each kind of step."""

from __future__ import annotations

from viz.lesson.text import explained

STARTED = explained(
    """GJK ended with a simplex that holds the origin. As a **polytope** it lies inside the difference, so each of its
    faces can only be moved out. How far out is the nearest face of the difference itself?""",
    r"\vec 0 \in P \subseteq A - B",
)
TESTED = explained(
    """Take the face **nearest to the origin** and look along its normal for a support point. No further out than the
    face: it lies on the boundary, and its distance is the depth. Further out: the depth lies in between.""",
    r"\vec f \cdot \hat n \ \le\ \mathrm{depth}\ \le\ \vec w \cdot \hat n",
)
SPLIT = explained(
    """The new point is a vertex of the difference. The face gives way to **two that meet in it**, and the search
    goes on with whatever face is nearest now.""",
    r"\mathrm{face}(\vec p,\ \vec q)\ \to\ \mathrm{face}(\vec p,\ \vec w),\ \mathrm{face}(\vec w,\ \vec q)",
)
DEPTH = explained(
    """The nearest face **is the contact**: its normal points from A to B, its distance is the depth, and the weights
    of its nearest point give the deepest points of both shapes.""",
    r"\mathrm{depth} = \min_{\mathrm{faces}}\ \vec f \cdot \hat n \qquad \vec t = \mathrm{depth} \cdot \hat n",
)
ROUNDED = explained(
    """The cores overlap, and the radii come on top: the boundary of the difference lies **one sum of radii** further
    out, so that much is added to the depth.""",
    r"\mathrm{depth} = \mathrm{depth}_{\mathrm{cores}} + r_A + r_B",
)
APART = explained(
    """The cores do **not** overlap, so the origin lies outside the difference of the cores and there is no face to
    look for: GJK's distance, less the radii, is the answer already.""",
    r"s = |\vec v\,| - (r_A + r_B)",
)
NAIVE = explained(
    """The nearest face of **GJK's own triangle** is no answer: it lies somewhere inside the difference, and moving B
    by its distance leaves the shapes overlapping. Where the triangle ends up depends on the way GJK came.""",
    r"\vec f \cdot \hat n \ \le\ \mathrm{depth}",
)
