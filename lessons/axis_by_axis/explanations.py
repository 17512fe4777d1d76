"""The idea and the formula of each stage."""

from __future__ import annotations

from geometry import (
    Owner,
)
from viz.lesson.text import explained

EDGE = explained(
    """Every edge of either shape offers one axis: its **normal**. Cast both shadows on it. A gap on any axis
    proves the shapes apart; no gap on any of them proves that they touch.""",
    r"\mathrm{separation} = \max(\min B - \max A,\ \min A - \max B)",
)


EXPLAINED = {
    Owner.A: EDGE,
    Owner.B: EDGE,
    Owner.CLOSEST: explained(
        """Round corners can face each other across a gap that no edge normal sees. One more axis settles it:
        the line through the **closest points** of the two cores.""",
        r"\hat n = \frac{\vec b - \vec a}{|\,\vec b - \vec a\,|}",
    ),
    Owner.ANY: explained(
        """Two circles with one centre have no edge, and no line between closest points. Their shadows are the
        same in every direction, so **any axis** will do.""",
        r"\mathrm{separation} = -(r_A + r_B)",
    ),
}


VERDICT_APART = explained(
    """**One gap is a proof**: the line across that axis, through the gap, has all of A on one side and all of B
    on the other. No further axis can change that.""",
    r"\max A < c < \min B",
)


VERDICT_OVERLAP = explained(
    """If any line fits between two shapes, so does one across the axis of some candidate. All were tested and
    **none shows a gap**: the shapes touch. The least overlap tells how deep.""",
    r"\mathrm{depth} = -\max_i\ \mathrm{separation}_i",
)
