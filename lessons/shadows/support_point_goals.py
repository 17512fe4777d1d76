"""The goals of support point: each scene has another construction."""

from __future__ import annotations

import math
from typing import Any

from geometry.faulty.support import nearest_vertex
from geometry.sat.support import SupportFound
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

TIE = 0.02  # two vertices are nearly equally far where an edge is met
AT = 0.03  # world length by which a value may be off what it is to be
TURNED = 3.0  # degrees that an arrow may turn which is only to be moved
ARROW, ORIGIN, SIDE, ALONE, GREATEST = "arrow", "origin", "side", "alone", "greatest"  # tasks; else: a whole edge
D, H = r"$\examined{\hat d}$", r"$\answer{h(\hat d)}$"


def goal(moment: Moment[Any]) -> Challenge | None:
    """Not before it is said what a support vertex is."""
    if moment.latest(SupportFound) is None:
        return None
    scene = moment.scene
    build = {ARROW: _arrow, ORIGIN: _origin, ALONE: _alone, GREATEST: _greatest}.get(scene.task, _edge)
    found: Challenge | None = build(scene)
    return found


def _edge(scene: Any) -> Challenge | None:
    values = scene.values
    if len(values) == 1:
        return None
    i, j = sorted(range(len(values)), key=values.__getitem__)[:-3:-1]
    off = values[i] - values[j]
    is_round = scene.a.shape.radius > 0.0
    what = (
        "the support point can lie anywhere on a straight side" if is_round else "the line meets a whole edge at once"
    )
    return Challenge(
        f"Turn {D} until {what}.",
        off <= TIE,
        f"vertices {min(i, j)}, {max(i, j)}: {fixed(off)} apart, {fixed(TIE)} will do",
        f"An edge has to be perpendicular to {D}, on the side that {D} points to.",
    )


def _arrow(scene: Any) -> Challenge:
    """The rule of the nearest vertex, right by the arrow's place alone."""
    d = scene.direction.vector
    turned = math.degrees(math.atan2(d[1], d[0])) - scene.kept
    found = nearest_vertex(scene.a.world, d, scene.direction.end)
    farthest = scene.values.index(max(scene.values))
    return Challenge(
        f"Drag the arrow and do not turn it: the vertex nearest to its tip is to be the farthest along {D}.",
        found.index is not None and abs(found.error) <= 1e-9 and abs(turned) <= TURNED,
        f"nearest: vertex {found.index}, farthest: vertex {farthest}",
        f"{D} has no place: the farthest vertex stays the same wherever the arrow stands.",
    )


def _origin(scene: Any) -> Challenge:
    h = max(scene.values) + scene.a.world.radius
    return Challenge(
        "Move A until the line stops at the origin.",
        abs(h) <= AT,
        f"now h = {fixed(h)}",
        f"On the ruler the origin is at 0, so {H} has to be 0.",
    )


def _alone(scene: Any) -> Challenge:
    core = max(scene.values)
    return Challenge(
        f"Turn {D} until {H} is the radius $\\A{{r}}$ alone.",
        abs(core) <= AT,
        f"now {fixed(core)} + {fixed(scene.a.world.radius)}",
        "The support vertex of the core must have the dot product 0, as the origin has.",
    )


def _greatest(scene: Any) -> Challenge:
    """Of a circle: along the way from the origin to its centre."""
    (center,) = scene.a.world.points
    most, value = math.hypot(*center), max(scene.values)
    return Challenge(
        f"Turn {D} until {H} is as great as it can be.",
        most > 2.0 * AT and value >= most * math.cos(math.radians(TURNED)),
        f"now h = {fixed(value + scene.a.world.radius)}",
        f"$r$ adds the same for every {D}. The centre's dot product is greatest along the way to it from the origin.",
    )
