"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

ACROSS = explained(
    """Seen along the ray, the ray is one **point**. The axis across it is the only one that can part a **line** from
    a shape: a gap there and even the endless line misses. No gap, and the line hits; a ray that starts beyond the
    shape does not.""",
    r"s = \max(low,\ -high)",
)
ONE_AXIS = explained(
    """One axis alone is the test of a **line**. It knows neither where the ray starts nor which way it runs: it
    reports shapes behind the start and beyond the end. The axis along the ray settles that.""",
    r"low \le 0 \le high",
)
ALONG = explained(
    """A **half-line** starts at 0; a **segment** ends as well; a line does neither. What each covers has to meet the
    shape's shadow along the ray.""",
    r"[low,\ high] \cap [0,\ \ell\,] \neq \emptyset",
)
START = explained(
    """A ray that starts inside enters nothing. Somebody has to decide what that means, and say so: here it is an
    outcome of its own, at **fraction 0**, with the shortest way out as its normal. Step into the point query to see
    how it is found.""",
    r"\mathrm{inside} \ \Rightarrow\ t = 0",
)
EDGES = explained(
    """Extend every edge of the boundary without end. Those that face **away** can only be left. The others are
    entered one after another, and in a convex shape **the last of them** is the way in.""",
    r"t = \frac{-\,h}{\hat n \cdot \hat d} \qquad \hat n \cdot \hat d < 0",
)
PARALLEL = explained(
    """An edge along the ray is never crossed: the height over it does not change, and there would be a division by
    0. It is skipped, like those that face away.""",
    r"\hat n \cdot \hat d = 0",
)
OVERSHOOT = explained(
    """On the edge: done, and no circle is ever looked at. On its **extension** the corner was overshot, and only that
    corner's circle is left. Extensions of sharp corners meet far out, so nothing asks where.""",
    r"0 \le (\vec p - \vec a) \cdot \hat t \le |\vec b - \vec a\,|",
)
ARC = explained(
    """The first test has shown that the line does hit, so it hits this **circle**: go along to the centre's foot, and
    **half a chord** back.""",
    r"t = f - \sqrt{r^2 - b^2}",
)
AHEAD = explained(
    """Between an arc and the extended edges lies a **pocket**. A ray that starts in there has both edges **behind**
    it: who asks only edges ahead finds none, and never looks at the arc. The crossing is kept even where t is
    negative.""",
    r"t_{edge} < 0 \le t_{arc}",
)
END = explained(
    """The line meets the shape, but further on than the segment is long. Touching counts: its end is asked too.""",
    r"t \le \ell",
)
ANSWER = explained(
    """The **fraction** is measured in the ray's own length: 1 is the tip of the arrow. The normal is the edge's, or
    points from the corner's centre to the hit.""",
    r"\vec p = \vec o + t\, \hat d",
)
