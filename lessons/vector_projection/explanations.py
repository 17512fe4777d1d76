"""What is said in this lesson, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping

from geometry.sat.projection import ScalarFound, UnitTaken, VectorProjected, VectorsDotted
from viz.lesson.ink import Ink
from viz.lesson.text import explained

STAGES: Mapping[type, str] = {
    VectorsDotted: "a · b", UnitTaken: "Unit vector", ScalarFound: "Scalar", VectorProjected: "Projection",
}  # fmt: skip
NAMES: Mapping[type, str] = {
    VectorsDotted: "a · b", UnitTaken: "unit of b", ScalarFound: "scalar", VectorProjected: "projection",
}  # fmt: skip
INKS: Mapping[type, Ink] = {
    VectorsDotted: Ink.VECTOR_P, UnitTaken: Ink.REFERENCE, ScalarFound: Ink.RESULT, VectorProjected: Ink.RESULT,
}  # fmt: skip
EXPLAINED: Mapping[type, str] = {
    VectorsDotted: explained(
        """The dot product mixes two things: how long the shadow of a on b is, and **how long b is**. To get the
        shadow alone, b has to be brought to length 1.""",
        r"\vec a \cdot \vec b = |\vec a\,|\,|\vec b\,|\,\cos\theta",
    ),
    UnitTaken: explained(
        """Divided by its own length, b becomes a **unit vector**: the same direction, length 1. A vector of no
        length has no direction, and dividing by it would give NaN.""",
        r"\hat b = \frac{\vec b}{|\vec b\,|}",
    ),
    ScalarFound: explained(
        """Now the dot product is the shadow's **signed length**: positive while a leans the way b points, zero
        at a right angle, negative beyond. It is not just a length.""",
        r"s = \vec a \cdot \hat b",
    ),
    VectorProjected: explained(
        """Walk that far along the unit vector: the **projection** of a on b. What is left of a stands at a
        right angle to b.""",
        r"\vec p = s\,\hat b",
    ),
}
RAW = explained(
    """Without the unit vector the number grows with the length of b. In the separating axis test, raw edge
    normals make long edges look deep, and **the wrong axis wins**.""",
    r"\vec a \cdot \vec b = |\vec b\,|\, s",
)
REFUSED = explained(
    """b has **no length**, so it points nowhere, and there is nothing to cast a shadow on. Dividing by
    that length would give NaN; the algorithm refuses, and says why.""",
    r"|\vec b\,| = 0",
)
