"""Statements about a scene and about what came of asking, for the line under the figure."""

from __future__ import annotations

import math

import numpy as np

from geometry.counterexample.pairs import state
from geometry.counterexample.truth import pair_of
from geometry.outline import signed_area
from lessons.labs.checking.sentences import lowered
from lessons.labs.your_code_cause import areas, gap_at, start_gap
from lessons.labs.your_code_figure import left_over
from lessons.labs.your_code_reading import NOTHING, SEVERAL, apart, doer, told, vertices
from lessons.labs.your_code_scene import Asked
from lessons.labs.your_code_steps import Compared, is_endless
from viz.lesson.ink import Ink
from viz.lesson.text import coords, counted, fixed, tint

PAIRS = ("mtv", "overlap", "distance", "closest_points", "manifold", "minkowski_difference")


def shapes_told(scene: Asked) -> str:
    """A statement about the scene that gives no answer of the routine away."""
    if scene.question in PAIRS:
        known = state(pair_of(*scene.given))
        return f"{known[0].upper()}{known[1:]}."
    count = sum(len(each.value) for each in scene.outlines)
    match scene.question:
        case "swept_circle":
            gap = start_gap(scene)
            return (
                f"At t = 0 the circle is {fixed(gap)} away from the wall."
                if gap > 0.0
                else "The circle starts in contact."
            )
        case "time_of_impact":
            gap = gap_at(scene, 0.0)
            return f"At t = 0 the shapes are {fixed(gap)} apart." if gap > 0.0 else "The shapes start in contact."
        case "triangulate":
            return f"A has {vertices(count)} and an area of {fixed(abs(signed_area(np.array(scene.given[0]))))}."
        case "support":
            return f"A has {vertices(count)}; d is {coords(scene.of_kind('direction')[0].value)}."
    return f"A has {vertices(count)}."


def fixed_or_whole(value: float) -> str:
    return fixed(value, 0 if float(value).is_integer() else 2)


def mine_told(scene: Asked, found: Compared) -> str:
    """The routine's answer as a table has it; of one that cannot be read what came; empty for none."""
    is_read = found.yours is not None or (found.said == "nothing" and scene.question in NOTHING)
    return told(scene, found.yours) if is_read else found.said


def wrong_told(scene: Asked, found: Compared) -> str:
    """What was answered and what is right, or how far they are apart."""
    if scene.question == "mtv" and found.yours is not None:
        rest = left_over(scene, found.yours)
        if rest > 0.0:
            by = tint(f"**{fixed(rest)}**", Ink.FAULTY)
            return f"Moved as {lowered(doer(scene))} says, B still overlaps A by {by}."
        if found.right is not None:
            mine = tint(f"**{fixed(math.hypot(*found.yours))}**", Ink.FAULTY)
            return f"{doer(scene)} moves B by {mine}; {fixed(math.hypot(*found.right))} is enough."
    if scene.question == "triangulate" and found.yours is not None:
        area, whole = areas(scene, found)
        if abs(area - whole) > 5e-3:
            sum_told = tint(f"**{fixed(area)}**", Ink.FAULTY)
            return (
                f"{doer(scene)} gives {counted(len(found.yours), 'triangle')} with an area of {sum_told}; A has "
                f"**{fixed(whole)}**."
            )
    if scene.question == "closest_points" and found.yours is not None and found.right is not None:
        near, right = (fixed(math.dist(*pair)) for pair in (found.yours, found.right))
        mine = tint(f"**{near}**", Ink.FAULTY)
        return f"The points of {lowered(doer(scene))} are {mine} apart; the distance is **{right}**."
    far = apart(scene, found.yours, found.right)
    if far is None:
        return _other(scene, found)
    right = "a right one" if scene.question in SEVERAL else "the right one"
    return f"The answer of {lowered(doer(scene))} and {right} differ by {tint(f'**{fixed(far)}**', Ink.FAULTY)}."


def _other(scene: Asked, found: Compared) -> str:
    mine, right = mine_told(scene, found), told(scene, found.right)
    if mine == right:
        return f"The answer of {lowered(doer(scene))} is {tint('**wrong**', Ink.FAULTY)} here."
    what = f"answers {mine}" if mine else "does not return" if is_endless(found) else "gives no answer"
    if scene.question == "support":
        what = f"answers the number {mine}" if mine.isdigit() else what
        return f"{doer(scene)} {tint(what, Ink.FAULTY)}; a right answer is the point {right}."
    if scene.question == "overlap":
        pair = pair_of(*scene.given)
        known = f"the shapes are {fixed(pair.separation)} apart" if pair.are_apart else state(pair)
        return f"{doer(scene)} {tint(what, Ink.FAULTY)}, but {known}."
    if mine == "no hit" and found.right is not None:
        return f"{doer(scene)} {tint(what, Ink.FAULTY)}, but the first contact is at {right}."
    return f"{doer(scene)} {tint(what, Ink.FAULTY)}; the right answer is: {right}."
