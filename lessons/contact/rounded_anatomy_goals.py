"""The goals of rounded polygons: each scene asks for another construction."""

from __future__ import annotations

import math

from geometry.contact.rounded_parts import RoundedParts
from geometry.faulty.minkowski_sum import FaultySum
from lessons.contact.rounded_anatomy_faulty import SCALED, moves_of
from lessons.contact.rounded_anatomy_figure import Rounding
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

EVEN = 4.0  # degrees that equally long arcs may be apart
ALIKE = 0.05  # world length that moves alike may be apart
NEARLY, TIMES = 0.9, 3.0


def goal(moment: Moment[Rounding]) -> Challenge | None:
    """What is to be built: it goes by the number of corners, by the rule beside it, and by shrinking."""
    scene, whole, corners = moment.scene, moment.scene.parts.result, len(moment.scene.rounded.points)
    if corners < 3:
        return _caps(whole)
    if moment.compare == SCALED and isinstance(moment.faulty, FaultySum) and len(moment.faulty.outline) == corners:
        return _scaled(scene, moment.faulty)
    share = math.tau * scene.radius / whole.perimeter
    now = f"arcs: {fixed(100.0 * share, 0)} % of the outline"
    if scene.keep_size:
        return Challenge(
            "Keep “Shrink first” on and make nearly a disc: arcs are at least 90 % of its outline.",
            scene.smaller is not None and share >= NEARLY,
            now,
            "Only the core adds straight edges: drag the vertices until shrinking leaves little of it.",
        )
    if corners == 4:
        return Challenge(
            "Make the arcs of a polygon more than half of its outline.",
            share > 0.5,
            now,
            "Together the arcs are always $2\\pi r$ long. Make the outer edges shorter: drag the vertices.",
        )
    return _arcs([math.degrees(arc.sweep) for arc in scene.arcs])


def _arcs(turns: list[float]) -> Challenge:
    """How 360° are shared: among three equally, among more unequally."""
    least, most = min(turns), max(turns)
    if len(turns) == 3:
        return Challenge(
            "Drag the vertices until all three arcs are equally long.",
            most - least <= EVEN,
            f"turning angles {fixed(least, 0)}° to {fixed(most, 0)}°",
            "Together they turn by 360°. A vertex that is less sharp has a shorter arc.",
        )
    return Challenge(
        "Drag a vertex until one arc is three times as long as another.",
        most >= TIMES * least,
        f"longest arc: {fixed(most / least, 1)} times the shortest",
        "The sum stays 360°: what one vertex turns more, its neighbours turn less.",
    )


def _scaled(scene: Rounding, faulty: FaultySum) -> Challenge:
    moves = moves_of(scene, faulty)
    return Challenge(
        "Drag the vertices until the scaled copy moves every edge out by the same $\\A{r}$.",
        max(moves) - min(moves) <= ALIKE,
        f"edges move by {fixed(min(moves))} to {fixed(max(moves))}",
        "An edge twice as far from the centre moves twice as far: make all edges equally far from it.",
    )


def _caps(whole: RoundedParts) -> Challenge | None:
    """Of a capsule: its caps as large as what lies between them."""
    if whole.area == 0.0:
        return None
    share = whole.sectors / whole.area
    return Challenge(
        "Make a capsule with more than half of its area in its two caps.",
        share > 0.5 and whole.bands > 0.0,
        f"caps: {fixed(100.0 * share, 0)} % of the area",
        "The caps have $\\pi r^2$, the bands $P\\,r$: make the segment shorter and the radius larger.",
    )
