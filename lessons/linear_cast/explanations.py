"""The idea and the formula of each kind of step."""

from __future__ import annotations

from viz.lesson.text import explained

FORMED = explained(
    """Neither body turns, so A − B keeps its shape while both move. Seen from A only B moves, by **v_B − v_A**. In
    Minkowski space that is the **origin** on its way along a ray, the difference held still. They touch when it gets
    there.""",
    r"\vec r = \vec v_B - \vec v_A",
)
REVERSED = explained(
    """Which way does the ray go? With A − B and normals from A to B it is v_B − v_A. The article takes B − A and
    speaks of **the relative velocity**: in the wrong pairing the origin runs **away** from the difference, and a
    sure hit is never found.""",
    r"A - B:\ \vec v_B - \vec v_A \qquad B - A:\ \vec v_A - \vec v_B",
)
ORIGIN = explained(
    """Where does the origin start? **Outside** the difference the shapes are apart, and the ray may lead to it or
    away from it. The gap closes by no more than what the ray goes against the normal, so a short ray may be settled
    here.""",
    r"c = -\hat n \cdot \vec r",
)
OVERLAPPED = explained(
    """The origin lies **in** the difference, or on it: the shapes are in contact before they move. A ray that starts
    inside has no way in, so the cast says so, and leaves the depth to the routines for contacts. The article does
    not mention this case.""",
    r"\vec 0 \in A - B",
)
FRONT = explained(
    """This face **looks at** the ray, so the ray may enter here. It crosses the face's line at a fraction t of its
    length. Of a convex outline all front faces' lines have to be crossed: it enters at the **last** of them, if that
    is on the face.""",
    r"t = \frac{s}{-\hat n \cdot \vec r} \qquad \hat n \cdot \vec r < 0",
)
BACK = explained(
    """A **back face**: the ray leaves through it, or runs along it. It is skipped. But if the origin lies beyond its
    line already, the ray will never come nearer to it, and they pass each other.""",
    r"\hat n \cdot \vec r \ge 0",
)
CORNER = explained(
    """The difference of rounded shapes has **round corners**: discs about the corners of the cores' difference. A ray
    against a disc is the circle swept against a point: a quadratic, of which the first root counts.""",
    r"|t\, \vec r - \vec c\,| = r_A + r_B",
)
HIT = explained(
    """Every front face's line has been crossed: here the ray **enters**. The fraction is the time of impact, exact up
    to rounding, and the face's normal is the normal of the contact.""",
    r"t = \max_k t_k",
)
MISSED = explained(
    """There is **no contact**: the ray passes the difference by, leads away from it, or ends before it gets there.
    All that was worked out from one outline and one ray, without a look at any time in between.""",
    r"t > 1 \quad \mathrm{or} \quad \mathrm{no\ entry}",
)
LAID = explained(
    """How the difference itself is built: the edges of A, and those of B turned half round, laid end to end in the
    order of their directions.""",
    r"A - B = A + (-B)",
)
