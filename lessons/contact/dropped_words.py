"""What is said of the shape that is let go on its reference edge."""

from __future__ import annotations

from typing import Any

from geometry import Manifold
from geometry.sat.separating_axis import Owner
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES
from lessons.contact.dropped import Run, is_apart
from lessons.contact.dropped_figure import LESSONS, end_in_front, name_of, runs_of, upper_of
from lessons.stories.clip import H_MAX
from lessons.stories.clip_state import clip_of, outermost
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import fixed, sentence, tint

LET_GO = "Let go"  # the stage
NOTHING = "Without contacts of two edges nothing is let go."
ROCKS = (
    "A single push beside the centre of mass turns {0} until its other end is deepest, and so on: {0} rocks "
    "(jitter). Nearly level, clipping keeps both ends, and {0} rests."
)
ROCKS_LEVEL = (
    "A single push beside the centre of mass turns {0} until its other end is deepest, and so on: {0} rocks "
    "(jitter). Clipping keeps both ends: two pushes hold {0}."
)
CROSSING = (
    "While the edges cross, this rule keeps one point, the deepest: its push rotates {} on to its other end, and so "
    "on. Nearly level, clipping keeps both."
)
ONE_IS_RIGHT = (
    "At {} one contact is right: once {} touches, its other end is {} in front, more than {}. Nearly level, {} rests "
    "on two contacts; on one it rocks."
)
TIPS = (
    "Contacts only push. They can hold {} only while its centre of mass is between them. Here it is beyond the end "
    "of the ground: {} tips."
)
LANDS_LEVEL = (
    "This rule keeps one point while the edges cross. By chance {} lands level: then they do not cross, so it keeps "
    "two contacts, too."
)
AS_WELL = "Here {} does the same under both rules."
IN_THE_AIR = (
    "Contacts are where A and B push each other. Without the test of height, one contact is in the air and holds "
    "{}. With it, {} has one contact until nearly level."
)
HELD = (
    "The centre of mass of {} is beyond the end of the ground, so {} must tip. Without side planes a contact beyond "
    "that end holds it."
)
NO_MATTER = (
    "Without side planes a contact lies beyond the end of the ground. {} rests all the same: its centre of mass is "
    "over the ground. See scene 8."
)


def let_go_page(moment: Moment[Any]) -> Page:
    """Of the last step."""
    runs, scene = runs_of(moment), moment.scene
    if runs is None:
        return Page(LET_GO, NOTHING).claiming(
            Claim("no contacts of edges", lambda: clip_of(moment) is None or not _found(moment).points, lambda: True)
        )
    faulty, right = runs
    page = Page(LET_GO, _becomes(moment, faulty, right)).claiming(
        Claim("one push at a time", lambda: faulty.rocks <= (len(faulty.contacts_at(1.0)) <= 1), lambda: True)
    )
    upper, ground = upper_of(moment).value, "B" if upper_of(moment) is Owner.A else "A"
    lift = fixed(abs(scene.start.lifted))
    way = "lifted" if scene.start.lifted > 0.0 else "lowered"
    lifted = "" if lift == "0.00" else f"{way} by {lift} to just touch, and "
    return page.says(f"{upper} is {lifted}let go. The ground is the reference edge of {ground}, turned level.")


def _becomes(moment: Moment[Any], faulty: Run, right: Run) -> str:
    """What is to be seen, and why."""
    upper, compare = upper_of(moment).value, moment.compare
    if compare == PLANES and faulty.is_held:
        return (NO_MATTER if right.rests else HELD).format(upper, upper)
    if compare == HEIGHT and faulty.is_held:
        return IN_THE_AIR.format(upper, upper)
    if faulty.rocks and right.rests:
        if compare == ONE:
            return CROSSING.format(upper)
        high = end_in_front(moment)
        if high is not None:
            tilt, limit = f"{fixed(moment.scene.tilt, 1)}°", f"{H_MAX} = {fixed(float(moment.scene.margin))}"
            return ONE_IS_RIGHT.format(tilt, upper, tint(f"**{fixed(high[1])}**", Ink.GAP), limit, upper)
        return (ROCKS_LEVEL if right.start.tilt == 0.0 else ROCKS).format(upper)
    if not faulty.rests and not right.rests:
        return TIPS.format(upper, upper) if not right.start.stands else AS_WELL.format(upper)
    if compare == ONE and right.rests and faulty.rests and right.start.tilt != 0.0:
        return LANDS_LEVEL.format(upper)
    return AS_WELL.format(upper)


def so_far(moment: Moment[Any]) -> str:
    """What has become of both until now; "" where nothing is let go."""
    runs = runs_of(moment)
    if runs is None:
        return ""
    if moment.time == 0.0:
        return f"{upper_of(moment).value} touches the ground{', level' if runs[0].start.tilt == 0.0 else ''}."
    first, second = (run.told_at(moment.time) for run in runs)
    if first == second:
        return f"Under both rules: {first}."
    name = sentence(name_of(moment))
    name = tint(name, Ink.FAULTY) if is_apart(runs) else name
    return f"{name}: {first}. **{LESSONS[moment.compare]}**: {second}."


def _found(moment: Moment[Any]) -> Manifold:
    found: Manifold = outermost(moment).trace.result
    return found
