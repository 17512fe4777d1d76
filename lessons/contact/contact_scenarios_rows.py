"""The table of contact points and centres of mass, in both views, before anything moves; and their order on x."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from geometry.feature import Feature
from lessons.contact.contact_scenarios_figure import on_the_right
from lessons.contact.released import SetDown
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import fixed, tint

COLUMNS = ("$t$ = 0", "features", "$x$", "$s$")


def both(moment: Moment[Any]) -> tuple[tuple[str, SetDown], ...]:
    """What the two views show."""
    return ("left", moment.scene.pose), ("right", on_the_right(moment))


def of_points(page: Page, moment: Moment[Any]) -> Page:
    """A row for every contact point; those that a faulty rule keeps have the numbers that they have without it."""
    for side, pose in both(moment):
        is_faulty = pose is moment.faulty
        for p in sorted(pose.found.points, key=lambda p: pose.along(p.point)):
            k = (moment.scene.pose if is_faulty else pose).name_of(p)
            page = page.row(
                f"{side} $p_{k}$",
                " on ".join(sorted((named("A", p.id[0]), named("B", p.id[1])), key=lambda name: "edge" in name)),
                fixed(pose.along(p.point)) if pose.is_upright else "–",
                tint(fixed(p.separation), separation_ink(p.separation)),
                ink=Ink.FAULTY if is_faulty else Ink.ANSWER,
                key=f"{side} p{k}",
                faulty=is_faulty,
            )
    return page


def of_centres(page: Page, moment: Moment[Any]) -> Page:
    """Where the centres of mass lie, in the views that have a ruler."""
    for side, pose in both(moment):
        if pose.is_upright:
            page = page.row(f"{side} $c$", "centre of mass", fixed(pose.centre), key=f"{side} c", ink=Ink.B)
    return page


def named(owner: str, feature: Feature) -> str:
    return f"{feature.kind.value} {feature.index} of {owner}"


def order(pose: SetDown, names: Sequence[int]) -> str:
    """How the centre of mass lies to the contact points: a body whose does not lie between them tips over."""
    points = [rf"\answer{{x_{k}}}" for k in names]
    if pose.stands and len(points) == 1:
        return rf"x_c={points[0]}"
    if pose.stands:
        return rf"{points[0]}\le x_c\le{points[-1]}"
    return rf"x_c<{'<'.join(points)}" if pose.centre < pose.places[0] else rf"{'<'.join(points)}<x_c"
