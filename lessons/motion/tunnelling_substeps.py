"""What the lesson on tunnelling says of substeps: how many are enough for this motion."""

from __future__ import annotations

from lessons.motion.tunnelling_pages import apart, extents, nothing
from lessons.motion.tunnelling_scene import Stepped
from viz.lesson.ink import Ink
from viz.lesson.page import Claim, Page
from viz.lesson.text import equation, fixed, tint

SUBSTEPS = (
    "**Substeps** divide a time step into shorter ones. They cost more and only move the limit: a faster A tunnels "
    "again."
)
AVOIDED = r"n \ge \frac{\examined{\|\boldsymbol{v}\|}}{\A{w_A}+\B{w_B}} \ \Rightarrow\ \text{cannot tunnel here}"
SHORTER = r"n \ge \frac{\examined{\|\boldsymbol{v}\|}}{\overlap{L}} \ \Rightarrow\ \text{cannot tunnel here}"


def substeps(scene: Stepped) -> Page:
    page, n = Page("Substeps", SUBSTEPS), scene.enough
    if scene.turns:
        return page.says("The overlap can be arbitrarily short, so no number of steps is always enough.")
    if scene.lengths is None or scene.found == 0.0:
        return page.says(nothing(scene))
    if scene.overlap_length is None:
        return page.says("The motion ends in the overlap: its last sample finds it.")
    if n is None:
        return page.says("On this path A only touches B: no number of samples is sure to see it.")
    return _broad(scene, n) if scene.is_broad else _at_a_corner(scene, n)


def _broad(scene: Stepped, needed: int) -> Page:
    """Where A overlaps B over the whole of both extents."""

    def can_jump(n: int) -> bool:
        a, b, step = extents(scene)
        return step * scene.count / n > (a + b) * (1.0 + 1e-9) if n else True

    page = Page("Substeps", SUBSTEPS, AVOIDED).claiming(
        Claim("the least n", lambda: (can_jump(needed), can_jump(needed - 1)), lambda: (False, True))
    )
    total = scene.widths.width_a + scene.widths.width_b
    ratio = equation("{a} / {b} = {result}", lambda a, b: a / b, a=scene.widths.travel, b=total)
    enough = f"**{needed}** steps are" if needed > 1 else "**1** step is"
    corner = " Over a corner of B more are needed." if len(scene.b.shape.points) > 2 else ""
    return page.says(f"{ratio}: {enough} enough on this line.{corner}")


def _at_a_corner(scene: Stepped, needed: int) -> Page:
    """Where the overlap is shorter than both extents."""
    way, travel = scene.overlap_length or 0.0, scene.widths.travel
    first = next(t for t, _ in scene.dips.overlaps)
    page = Page("Substeps", SUBSTEPS, SHORTER).claiming(
        Claim(
            "the overlap begins and ends",
            lambda: apart(scene, first),
            lambda: apart(scene, first + way / travel),
            1e-6,
        )
    )
    length = f"Here A overlaps B over a length of $L$ = {tint(fixed(way), Ink.OVERLAP)}."
    each = equation("{a} / {n} = **{result}**", lambda a, b: a / b, a=travel, b=float(needed)).replace(
        "{n}", str(needed)
    )
    return page.says(f"{length} In each of **{needed}** steps it moves {each}: a sample falls in it.")
