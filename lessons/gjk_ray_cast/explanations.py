"""The idea and the formula of each kind of step."""

from __future__ import annotations

from viz.text import explained

STARTED = explained(
    """The linear cast without the difference: only its **support points**, as in GJK. The estimate x starts at the
    origin and moves along the ray. A simplex of the difference is kept, and every round looks from its nearest point
    towards x.""",
    r"\vec x = t\, \vec r \qquad \vec r = \vec v_B - \vec v_A",
)
PLANE = explained(
    """Nothing of the difference lies beyond the **plane** through its support point, across the direction from the
    simplex to x. So nothing is met before the ray reaches that plane: x may jump there. The plane is a lower bound of
    the time, and x never goes too far.""",
    r"\Delta t = \frac{\mathrm{gap}}{-\hat n \cdot \vec r}",
)
HELD = explained(
    """x is **not beyond** this plane: the support point has come past it. Nothing is gained in time, but the simplex
    gets a better point, and the next direction is a truer one.""",
    r"\hat n \cdot (\vec x - \vec p) \le 0",
)
BY_DISTANCE = explained(
    """The article: the distance between the closest points **is** the first possible time. It is a length. Divided by
    the speed of closing it is a time; taken alone it is **too late** where they close quickly, and then they are
    through.""",
    r"t = \frac{s}{-\hat n \cdot \vec r} \ \ne\ s",
)
KEPT = explained(
    """The support point joins the simplex, x is where the ray meets the plane, and of the simplex only what holds the
    **point nearest to x** is kept. It is a part of the difference wherever x stands, so nothing has to be thrown
    away.""",
    r"\vec v = \mathrm{nearest\ of\ simplex\ to}\ \vec x",
)
ARRIVED = explained(
    """The simplex **touches** x: as a part of the difference it proves the contact. The last plane gives the normal,
    and x on the ray the time. No outline was built, and no face was looked at that was not needed.""",
    r"|\vec x - \vec v\,| \le r_A + r_B",
)
MISSED = explained(
    """The ray **leads away** from a plane that x lies beyond, or ends before it gets there: no contact. One plane is
    proof enough.""",
    r"-\hat n \cdot \vec r \le 0 \quad \mathrm{or} \quad t > 1",
)
OVERLAPPED = explained(
    """The simplex comes to hold the **start** of the ray before any plane has been crossed: the shapes are in contact
    before they move.""",
    r"t = 0",
)
