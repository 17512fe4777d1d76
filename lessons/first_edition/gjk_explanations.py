"""The idea and the formula of each kind of step of GJK."""

from __future__ import annotations

from viz.lesson.text import explained

STARTED = explained(
    """The distance of A and B is the distance of the **origin** from their difference. GJK never builds the
    difference: it asks for one **support point** of it at a time. Any will do to begin with.""",
    r"\vec w = \vec s_A(\hat d) - \vec s_B(-\hat d)",
)
WARM = explained(
    """Between two frames little moves, so the vertices that were right a moment ago are nearly right now. Starting
    from **their pairs** often leaves nothing but a check.""",
    r"\vec w_k = \vec a_{i_k} - \vec b_{j_k}",
)
TAKEN = explained(
    """Look from the simplex **towards the origin**. Nothing of the difference lies beyond the line through the new
    point, so its distance is a **lower bound**; the simplex itself gives an upper one.""",
    r"-\vec w \cdot \hat d \ \le\ \mathrm{distance}\ \le\ |\vec v\,|",
)
ACROSS = explained(
    """The origin lies **on** the simplex. Look to either side of it: where the difference ends there, the shapes just
    touch; where it goes on both ways, they overlap.""",
    r"\vec v = \vec 0",
)
REDUCED = explained(
    """Which part of the new simplex is **nearest to the origin**: a vertex, an edge, or its inside? Keep only the
    vertices of that part; the others will not be needed again.""",
    r"\vec v = \sum_k \lambda_k \vec w_k \qquad \lambda_k \ge 0,\ \sum_k \lambda_k = 1",
)
APART = explained(
    """The bounds have met. The weights of the nearest point, put on the vertices of A and of B, give the **witness
    points**: the nearest points of the shapes themselves.""",
    r"\vec p_A = \sum_k \lambda_k \vec a_k \qquad \vec p_B = \sum_k \lambda_k \vec b_k",
)
ROUNDED = explained(
    """GJK works on the **cores**: points, segments, polygons. Radii come last: move each witness point out by its
    own radius, and take both off the distance. Discs that overlap while cores are apart cost nothing more.""",
    r"s = |\vec v\,| - (r_A + r_B)",
)
CONTAINED = explained(
    """The simplex **holds the origin**, so the shapes overlap. How deep, and which way out, GJK alone cannot say:
    every distance is 0 from here on. EPA can.""",
    r"\vec 0 \in A - B",
)
TURNED = explained(
    """Here **B − A** is taken: the same figure turned half round. Everything works alike, but the normal points from
    B to A. Mixing the two up is the commonest cause of a normal that points the wrong way.""",
    r"\vec w = \vec s_B(\hat d) - \vec s_A(-\hat d)",
)
