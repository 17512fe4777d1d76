"""The idea and the formula of each kind of step."""

from __future__ import annotations

from viz.lesson.text import explained

MEASURED = explained(
    """A body turns about its **centre of rotation**. A point of it at the distance d from there moves along an arc of
    length d times the angle in radians. The straight chord is shorter, but a search needs every part of the way, so
    the arc counts.""",
    r"L = d\,|\theta|",
)
ROUNDED = explained(
    """A rounded shape is a **core** with a layer of one width around it. Its gap is the gap of the core less that
    width, wherever it has turned to. So only the core's points count: one at the distance d from the **centre of
    rotation** moves along an arc of length d times the angle.""",
    r"L = d\,|\theta|",
)
BOUND = explained(
    """Every point of a convex body lies **between its vertices**, so none is further from the centre of rotation than
    the furthest vertex, and none moves further than its arc. This one number bounds the motion of the whole body,
    however it is turned.""",
    r"|\mathrm{motion}| \ \le\ r\,|\theta| \qquad r = \max_i d_i",
)
WRONG = explained(
    """The article measures r from the **origin of the shape**, its centroid for most. Where the body turns about
    another point that is **too small**: a vertex moves further than the number that should bound it, and a search in
    time would step through.""",
    r"r_\mathrm{centroid}\,|\theta| \ <\ r\,|\theta|",
)
STILL = explained(
    """Nothing moves: the angle is zero, or the core is one point **at the centre of rotation**. A disc that turns
    about its own centre looks the same at every angle, so its radius does not count.""",
    r"r\,|\theta| = 0",
)
