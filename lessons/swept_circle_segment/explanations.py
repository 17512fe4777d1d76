"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.lesson.text import explained

MOTION = explained(
    """A touches the wall when its **centre** is R away from it. All such places make the wall's outline fattened by
    R: a capsule. The question is when a point enters it.""",
    r"\mathrm{dist}(\vec p + t\,\vec v,\ \overline{cd}) = R",
)
START = explained(
    """Where is the circle **now**? Clamp its centre onto the wall and measure. If it overlaps, the answer is 0,
    before any root is looked at.""",
    r"|\vec p - \mathrm{clamp}(\vec p)| \le R \ \Rightarrow\ t = 0",
)
WALL = explained(
    """The centre and the wall span a **parallelogram**. Sheared, it is a rectangle of the same area: the wall's
    length times the height. That is the height over the wall's endless **line**, not yet over the wall.""",
    r"h = \frac{|\vec e \times (\vec p - \vec c\,)|}{|\vec e\,|} \qquad \vec e = \vec d - \vec c",
)
APPROACH = explained(
    """Only the part of the motion **towards** the line lowers the height. None of it, and the circle stays clear of
    the slab. A centre beside the wall's end, in the slab already, can meet no face but still the end.""",
    r"s = -\,\vec v \cdot \hat n",
)
SLAB = explained(
    """The height falls evenly, so t comes from one **division**. Squaring hides that: the discriminant of the
    quadratic is a **perfect square**, and the root in it is only the wall's own length.""",
    r"t = \frac{h - R}{s} \qquad D = (2\,(\vec v \times \vec e\,)\,R\,|\vec e\,|)^2",
)
CAP = explained(
    """The foot lies past an end, so the capsule's round **cap** there is left: the moving circle against a point,
    with its quadratic. The other end needs no question: to reach it the centre would have to pass between both.""",
    r"|\vec p + t\,\vec v - \vec c\,| = R",
)
IMPACT = explained(
    """On the face the normal is the wall's own; on a cap it points from the centre to the end.""",
    r"\mathrm{dist}(\vec p + t\,\vec v,\ \overline{cd}) = R",
)
UNSQUARED = explained(
    """Both sides are squared, and the **radius** is forgotten: R stands where its square belongs. The circle is
    then stopped at the root of R: too late for a large one, too early for a small one.""",
    r"(\vec e \times (\vec p + t \vec v - \vec c\,))^2 = R^2\,|\vec e\,|^2",
)
CENTRE = explained(
    """Seen from a point **on the line**, c and d lie on opposite sides exactly if it is between them. The centre is
    not on the line but R beside it, which adds the square of R: walls shorter than 2R can never be hit.""",
    r"(\vec c - \vec p\,) \cdot (\vec d - \vec p\,) = (\ldots)_{foot} + R^2",
)
UNIT = explained(
    """Measured along a **unit** vector the foot is a length; it is compared with the wall's length **squared**. A
    wall of length 2 then reaches to 4, one of length 10 to 100.""",
    r"0 \le (\vec p\,' - \vec c\,) \cdot \hat e \le |\vec e\,| \qquad |\vec e\,| \neq |\vec e\,|^2",
)
LISTING = explained(
    """The listing asks for overlap where the **first root** touches, not where the circle is. It has no side for a
    centre on the line, drops a motion along the wall, and the two ends are missing.""",
    r"t_1 \le 0 \le t_2 \ \not\Rightarrow\ \mathrm{on\ the\ wall\ now}",
)
