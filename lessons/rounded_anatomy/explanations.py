"""The idea and the formula of each kind of step."""

from __future__ import annotations

from viz.text import explained

INNER = explained(
    """A rounded shape is a sharp one with a layer all around. The sharp one is its **inner polygon**, or core; every
    algorithm works on that, and adds the radius at the end.""",
    r"A = \mathrm{core} \oplus \mathrm{disc}(r)",
)
EDGE = explained(
    """Each **inner edge**, moved out along its normal by the radius, is an **outer edge**: as long, parallel, with
    the same normal. Between the two lies a strip.""",
    r"\vec p\,' = \vec p + r\,\hat n \qquad \mathrm{strip} = \ell\, r",
)
ARC = explained(
    """Around each inner vertex lies a **corner circle** of the same radius. Only the arc between the two normals is
    boundary: the corner's exterior angle.""",
    r"\mathrm{arc} = r\,\theta \qquad \mathrm{sector} = \tfrac{1}{2} r^2\, \theta",
)
POINT = explained(
    """One point has no edges, so all of its corner circle is boundary: **a circle is a rounded point**, and a capsule
    a rounded segment. No case of its own is needed for either.""",
    r"\theta = 2\pi",
)
WHOLE = explained(
    """Once around, the arcs turn by one full turn, however many corners there are. So the layer adds a circle's
    length to the perimeter, and a strip and a circle to the area.""",
    r"L = L_0 + 2\pi r \qquad F = F_0 + L_0\, r + \pi r^2",
)
TIPS = explained(
    """Without the arcs the outer edges run on until they meet in **tips**. A tip lies further out than the radius,
    and far out at a sharp corner: a contact found there is none.""",
    r"\mathrm{tip} = \frac{r}{\cos(\theta / 2)}",
)
SHARP = explained(
    """With a radius of 0 nothing is added: outer edges lie on inner ones and the arcs are points. A sharp polygon
    is a rounded one **without a layer**, so one routine does for both.""",
    r"r = 0",
)
