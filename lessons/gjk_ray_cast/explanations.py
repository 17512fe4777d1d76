"""The idea and the formula of each kind of step."""

from __future__ import annotations

from viz.lesson.text import explained

STARTED = explained(
    """Neither shape turns, so the origin travels along a **ray** while A − B stands still. But A − B is never built:
    all that is asked of it are **support points**. One of them is the first simplex, and the **estimate** x starts
    where the origin is.""",
    r"\vec x = t\, \vec r \qquad \vec r = \vec v_B - \vec v_A",
)
CLIPPED = explained(
    """From the simplex's **closest point** the **normal** leads to x. The support point along it bears a **plane**:
    nothing of A − B lies beyond. While x is on its far side there is no contact. So the ray is clipped: x moves to
    where it meets the plane.""",
    r"\Delta t = \frac{g}{-\hat n \cdot \vec r} \qquad g = \hat n \cdot (\vec x - \vec p\,)",
)
STAYS = explained(
    """x is **not beyond** this plane, so it proves nothing and the time stays. But the support point was not in the
    simplex: A − B reaches further towards x than the simplex knew. With it the simplex comes nearer.""",
    r"g \le 0 \ \Rightarrow\ \Delta t = 0",
)
KEPT = explained(
    """The support point joins the simplex, and what holds the point **closest to the new x** is kept: a vertex, an
    edge, or all three. The simplex is part of A − B wherever x stands, so nothing has to be asked anew.""",
    r"\vec c = \arg\min_{\vec w \in \mathrm{simplex}} |\vec x - \vec w|",
)
ARRIVED = explained(
    """The simplex, a part of A − B, **touches x**. Each plane was a lower bound of the time, so x never went too far:
    this is the first contact, and the last plane's normal is its normal.""",
    r"|\vec x - \vec c\,| \le r_A + r_B",
)
OVERLAPPED = explained(
    """The simplex reaches x before any plane was crossed: the origin lies **in A − B**, or on it. The shapes are in
    contact before they move. That is an outcome of its own, and the routines for contacts take over.""",
    r"t = 0",
)
MISSED = explained(
    """x is beyond the plane, and the ray leads **away** from it, or ends before it gets there. One plane proves that
    there is no contact. The article's scheme has no such test: it would divide by a closing speed below zero, and go
    back in time.""",
    r"-\hat n \cdot \vec r \le 0 \quad \mathrm{or} \quad \Delta t > 1 - t",
)
DISTANCE = explained(
    """Does the distance of the closest points give the first possible time, as the article puts it? A distance is
    no time. **Distance over closing speed** is: taken for a time itself, it steps through the shape, or ends the
    search before a sure hit.""",
    r"\Delta t = \frac{d}{-\hat n \cdot \vec r} \ne d",
)
FAILED = explained(
    """Where the ray only grazes a rounded corner x comes nearer by ever less, so there is a cap. Until this time
    nothing touches; about the rest nothing is known.""",
    r"k = k_\mathrm{max}",
)
