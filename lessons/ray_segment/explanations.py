"""The idea and the formula of each stage."""

from __future__ import annotations

from viz.text import explained

MOTION = explained(
    """A point has no radius, and nothing needs to be squared. Its path is one line, the wall another: look for the
    place that lies on **both**.""",
    r"\vec p + t\,\vec r = \vec c + u\,\vec e",
)
START = explained(
    """On the wall at the start is a hit at t = 0, whichever way the point moves off.""",
    r"\mathrm{dist}(\vec p,\ \overline{cd}) = 0 \ \Rightarrow\ t = 0",
)
PRODUCTS = explained(
    """Cross both sides with e, and u is gone. What is left are two **areas** over the same base e: one reaches from
    p to the wall, the other from p to the end of the path. How much of the way it is to the wall is their
    **ratio**.""",
    r"t = \frac{(\vec c - \vec p\,) \times \vec e}{\vec r \times \vec e}",
)
PARALLEL = explained(
    """The path keeps its height over the wall's line: the cross product is 0, and must not be divided by. Off the
    line they never meet; **on** it the point runs into the nearer end.""",
    r"\vec r \times \vec e = 0",
)
MEETING = explained(
    """Crossed with r instead, t is gone and u is left. The lines always meet; the path meets the **wall** only if t
    and u are **both** between 0 and 1. No root anywhere.""",
    r"u = \frac{(\vec c - \vec p\,) \times \vec r}{\vec r \times \vec e} \qquad 0 \le t, u \le 1",
)
END = explained(
    """The path runs along the wall's line. What it meets there is an end, the nearer one: a point against a
    point.""",
    r"|\vec p + t\,\vec r - \vec c\,| = 0",
)
IMPACT = explained(
    """One division for t, one for u. This is the ray cast of the chapter before, for a single edge, and the
    cheapest answer to tunnelling, for things that are small enough to be points.""",
    r"\vec p\,' = \vec p + t\,\vec r",
)
LINE = explained(
    """Here only **t** is asked. That tests the wall's endless line: the same height over the same base says nothing
    of where along the wall it is. The point flies past, and is stopped in the air.""",
    r"0 \le t \le 1 \quad \mathrm{and}\ u = \,?",
)
ENDLESS = explained(
    """Here t may be anything from 0 up: an **endless** ray. The wall lies ahead, but not within this interval; the
    point is stopped too early, on a wall that it does not reach.""",
    r"0 \le t \quad \mathrm{and}\ t > 1",
)
