"""The idea and the formula of each method."""

from __future__ import annotations

from geometry.time_of_impact.comparison import MotionMethod
from viz.lesson.text import explained

EXPLAINED = {
    MotionMethod.END_ONLY: explained(
        """**Move, then look.** The cheapest way, and good enough for slow things. Whatever happens between the start
        and the end of the step is not seen, and what is seen comes late.""",
        r"t \in \{0, 1\}",
    ),
    MotionMethod.SUB_STEPS: explained(
        """**Look more often.** Every sub-step costs a whole test, and only moves the limit: what is thinner than a
        sub-step is long still gets through, and a contact found is late by up to one of them.""",
        r"t \in \{0, \tfrac{1}{n}, \tfrac{2}{n}, \dots, 1\}",
    ),
    MotionMethod.RAY: explained(
        """**B as a point.** A ray along the motion, seen from A, against A. Nothing on its way is missed, but B has
        no size: it comes late by as much as B reaches, and what B's edge would hit it passes by.""",
        r"\vec p(t) = \vec c_B + t\,(\vec v_B - \vec v_A)",
    ),
    MotionMethod.LINEAR_CAST: explained(
        """**The whole shape, without turning.** A ray against the Minkowski difference: exact, in one pass over its
        faces. A body that turns is cast as it stood at the start, and that may be late, early or wrong.""",
        r"\vec 0 + t\,(\vec v_B - \vec v_A) \ \in\ A - B",
    ),
    MotionMethod.GJK_RAY_CAST: explained(
        """**The same from support points.** No difference is built, so shapes of many vertices, or without any, are
        cast just as well. It does not see turning either.""",
        r"t \leftarrow t + \frac{\mathrm{gap}}{-\hat n \cdot \vec r}",
    ),
    MotionMethod.CONSERVATIVE: explained(
        """**Turning too.** Distance queries, and steps that no motion can outrun. Never late, never through; but
        where the bound is far above the speed it takes many.""",
        r"t \leftarrow t + \frac{s}{b}",
    ),
    MotionMethod.BILATERAL: explained(
        """**Straight to the root.** A few distance queries, each with a search along its axis, which is cheaper. The
        same answer; and, with the floor under the curve, as sure.""",
        r"s(t) = s_\mathrm{target}",
    ),
}
COMPARED = explained(
    """No method is best. Things at rest and slow things need no more than the ends; bullets need a ray; what
    slides, a cast; what turns fast and must not get through, an advancement. Continuous collision is **not** always
    the better choice: it costs more, and resting contact needs the discrete test.""",
    r"\mathrm{cost} \ \longleftrightarrow\ \mathrm{what\ may\ be\ missed}",
)
