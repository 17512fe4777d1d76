"""The idea and the formula of each stage."""

from __future__ import annotations

from collections.abc import Mapping

from geometry.primitives.box_box import CornersTested, FaceTested, ReferenceFound
from geometry.primitives.contact import PairResult
from lessons.box_box.scene import MISPLACED, ONE_CORNER, STRICT, TWO_FACES
from viz.lesson.text import explained

EXPLAINED: Mapping[type, str] = {
    FaceTested: explained(
        """A face has all of its box behind it. How far the **other** box keeps in front is told by one point,
        its support point against the face's normal.""",
        r"s = \hat n \cdot (\vec v - \vec f)",
    ),
    ReferenceFound: explained(
        """The face of **greatest separation** wins: the first tested of equal ones. What is nearest to it may
        be a corner or a whole edge; then the middle of what they share is taken.""",
        r"s = \max_i s_i",
    ),
    CornersTested: explained(
        """Apart, and beyond the end of the face: no face sees the true distance. There two **corners** are
        nearest, and the line between them is the normal.""",
        r"s = |\vec b - \vec a\,|",
    ),
    PairResult: explained(
        """Point, normal from A to B, separation: with these B can be moved out, or pushed at the right place.
        The point lies **halfway** between the surfaces.""",
        r"\vec p = \vec f_s + \tfrac12 s\,\hat n",
    ),
}


MISPLACED_CONTACT = explained(
    """A sign slips, and the point is carried from the surface **the wrong way**: it lies off by twice the
    depth, on neither surface, and a push there turns the box the wrong way.""",
    r"|\vec p_{wrong} - \vec p_A| = 2\,|s|",
)
FLAT = explained(
    """A box that lies flat touches with a **whole edge**. One corner alone flips from end to end with the sign of
    a tilt that nobody sees, and the box rocks. The middle of what they share does not; two points are better.""",
    r"\varphi = \pm 10^{-9}",
)
TWO_DIRECTIONS = explained(
    """A box has two directions, but **four faces**: a one-sided test in front of one face says nothing of the face
    behind. Both boxes together have eight, and a gap before any one of them is enough.""",
    r"s = \max_{i = 1 \ldots 8} s_i",
)
TIES = explained(
    """Among equal faces a bare comparison lets **rounding** choose, anew in every frame: the reference jumps, and the
    contact with it. A later face must be better by more than rounding.""",
    r"s_i > s_{best} + \varepsilon",
)
BESIDE = {
    (PairResult, MISPLACED): MISPLACED_CONTACT, (PairResult, ONE_CORNER): FLAT,
    (ReferenceFound, TWO_FACES): TWO_DIRECTIONS, (ReferenceFound, STRICT): TIES,
}  # fmt: skip
