"""What is said in this lesson, stage by stage."""

from __future__ import annotations

from viz.lesson.text import explained

STARTED = explained(
    """Take **every point** of A minus every point of B, insides too. If they share a point, one difference is
    zero: two shapes become **one shape and the origin**. (The hull of all corners' differences is the same, as
    both are convex.) Drag the difference: B moves the other way.""",
    r"A \oplus (-B) = \{\,\vec a - \vec b\,\}",
)
TURNED = explained(
    """The article takes B − A, but draws A grown by B. It is our figure **turned half round**: normals point from
    B to A, dragging it moves B along, and a ray cast in it runs along A's velocity minus B's.""",
    r"B \oplus (-A) = -\,(A \oplus (-B))",
)
LAID = explained(
    """The outline needs no trying of all points: the edges of one shape and those of the other **turned round**,
    sorted by direction and laid end to end. Point at one: its edge lights up, and the corner that it meets.""",
    r"\theta_0 \le \theta_1 \le \theta_2 \le \ldots",
)
JOINED = explained(
    """An edge here is not always one edge minus one vertex. Where edges of both point **the same way** they join
    into one, as long as both together: edge against edge, not edge against corner.""",
    r"\vec e = \vec e_A + \vec e_{-B}",
)
INSIDE = explained(
    """The origin is inside, so the shapes overlap. Each point of the boundary is a way out, and the **nearest** is
    the shortest: moved by that vector, B just touches. It is the minimum translation.""",
    r"\vec t = \mathrm{argmin}_{\,\vec p \,\in\, \partial}\ |\vec p\,|",
)
OUTSIDE = explained(
    """The origin is outside, so the shapes are apart, and its distance is **their distance**. No way out is
    needed. How soon they could meet is another question: distance divided by closing speed.""",
    r"d = \min_{\vec a,\, \vec b}\ |\vec a - \vec b\,|",
)
TOUCHING = explained(
    """The origin is **on the boundary**: the distance is 0. A routine that asks only whether it is below 0 or above
    has no answer here; the article's reports an enormous gap. We count touching as contact.""",
    r"s = 0 \;\Rightarrow\; \mathrm{contact}",
)
UNTURNED = explained(
    """Growing one shape by the other **as it stands** gives a sum. The other has to be turned half round first.
    Boxes and circles look the same either way, so the mistake hides until triangles meet.""",
    r"A \oplus B \ne A \oplus (-B)",
)
