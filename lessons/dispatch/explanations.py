"""The idea and the formula of each stage."""

from __future__ import annotations

from collections.abc import Mapping

from geometry.primitives.contact import PairResult
from geometry.primitives.dispatch import KindsFound, RoutineChosen, TurnedRound
from viz.lesson.text import explained

ROUTINE = explained(
    """The routine runs, and knows nothing of the table. What it answers is the same for every pair: a **point,
    a normal and a separation**, by one rule for touching.""",
    r"(\vec p,\ \hat n,\ s)",
)


EXPLAINED: Mapping[type, str] = {
    KindsFound: explained(
        """Each kind of shape is stored in its own way, so each **pair of kinds** can have a routine of its own:
        shorter and faster than a general one.""",
        r"n\ \text{kinds}",
    ),
    RoutineChosen: explained(
        """With n kinds the table needs a routine for every pair, each kind against itself included. Adding one
        kind adds **n + 1** routines. That is why most engines keep few kinds, or one general routine.""",
        r"\frac{n\,(n+1)}{2}",
    ),
    TurnedRound: explained(
        """A routine takes its kinds in one order. Asked in the other, A and B are swapped, and the answer's
        **normal must be turned round**: forgetting it sends bodies into each other.""",
        r"\hat n_{AB} = -\hat n_{BA}",
    ),
    PairResult: explained(
        """How many pairs of bodies there are is another matter: m bodies make a number of pairs that grows with
        the **square** of m, not exponentially. Later lessons avoid most of them.""",
        r"\frac{m\,(m-1)}{2}",
    ),
}
