"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

WHOLE = explained(
    """Light falls on both shapes along every edge, and each casts a **shadow**. Drag the shapes, turn them with
    A and D, and watch the marked pieces: where two shadows leave a gap, a line fits between the shapes.""",
    r"\text{gap on one axis} \Rightarrow \text{apart}",
)


APART = explained(
    """At least one pair of shadows leaves **a gap**, and one is enough: the line across it, through the gap,
    has A on one side and B on the other.""",
    r"\text{gap on one axis} \Rightarrow \text{apart}",
)


TOUCHING = explained(
    """**Every** pair of shadows touches. Looking along edges is enough to be sure; why, the next lessons show.
    The least overlap is how deep one is in the other.""",
    r"\text{no gap on any axis} \Rightarrow \text{touching}",
)
