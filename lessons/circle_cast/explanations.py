"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

GROWN = explained(
    """B touches A when its **centre** is as far from A as B's radius. So let A have the radius: grow it by that much,
    and what is left of B is a point on a **ray**.""",
    r"|\vec c - A| = r \ \Leftrightarrow\ \vec c \in \partial(A \oplus disc_r)",
)
RAY = explained(
    """From here on it is a **ray cast**, step by step the one before, against the grown shape: the same edges, moved
    out, and the same corners with larger circles.""",
    r"r' = r_A + r_B",
)
NO_MOTION = explained(
    """B goes nowhere, and a motion of no length has no direction: no ray. What is left to ask is whether the centre
    lies in the grown shape: a **point query**.""",
    r"s = |\vec c - A| - r_B",
)
MET = explained(
    """The ray's hit is the place of B's **centre**. B itself touches A one radius back along the normal. A shape that
    is no circle would have to be turned half round before it is added; a circle is its own reflection.""",
    r"\vec p = \vec c - r\, \hat n \qquad A \oplus (-B)",
)
CENTRE = explained(
    """Casting the **centre alone** forgets the radius. The hit comes late, with B already deep in A, and where the
    centre passes beside A there is none, though B does not fit past.""",
    r"\mathrm{ray\ against}\ A \ \neq\ \mathrm{ray\ against}\ A \oplus disc_r",
)
