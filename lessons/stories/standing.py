"""The four sentences that state how two shapes stand, the same in every lesson."""

from __future__ import annotations

from geometry import Convex, separation
from geometry.query.containment import contains
from geometry.tolerance import rounding
from viz.lesson.ink import Ink
from viz.lesson.text import fixed, tint


def standing(a: Convex, b: Convex, *, numbers: bool = True, found: float | None = None, decimals: int = 2) -> str:
    """How A and B stand: apart, touching, overlapping, or one inside the other. Without `numbers` the length is held
    back, as long as a prediction asks for it. `found`: their separation, where it is known."""
    found = separation(a, b) if found is None else found
    if abs(found) <= rounding(a, b):
        return "A and B just touch."
    if found > 0.0:
        return f"A and B are {tint(fixed(found, decimals), Ink.GAP)} apart." if numbers else "A and B are apart."
    depth = f" by {tint(fixed(-found, decimals), Ink.OVERLAP)}" if numbers else ""
    inside = "A contains B. " if contains(a, b) else "B contains A. " if contains(b, a) else ""
    return f"{inside}They overlap{depth}." if inside else f"A and B overlap{depth}."
