"""What the rules say that a moving circle and a wall are compared with: in words, with numbers, and in the figure."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from geometry.outcome import Outcome
from geometry.swept_circle.circle_segment import CapChosen, FootPlaced, SlabCrossed
from geometry.swept_circle.steps import SweptImpact
from geometry.trace import Grouped
from geometry.vector import cross, dot, length
from lessons.motion.moving_circle import differs
from lessons.motion.swept_circle_segment_scene import CENTRE, EXIT, FACES_ONLY, UNIT, UNSQUARED, CircleAndWall
from lessons.stories.grouping import whole
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import equation, fixed, tint

C, P, Q = r"\boldsymbol{c}", r"\boldsymbol{p}", r"\boldsymbol{q}"
RULES: Mapping[str, tuple[str, str]] = {  # idea, formula
    FACES_ONLY: (
        "This rule tests the two faces only. Where the foot is beyond an end of the wall, it reports no impact. But "
        "the end cap is there.",
        r"\faulty{f<0\ \ \mathrm{or}\ \ f>1\ \Rightarrow\ \mathrm{no\ impact}}",
    ),
    UNSQUARED: (
        r"This rule compares the squared height $h(t)^2$ with $r$ in place of $r^2$. So its slab ends $\sqrt{r}$ "
        "from the wall's line.",
        r"\faulty{h(t)^2=r}",
    ),
    CENTRE: (
        r"This rule asks whether the centre $c(t)$, not its foot, sees the wall under an angle of at least 90°. At "
        "$h(t)=r$, a wall shorter than $2r$ never gives so large an angle.",
        rf"\faulty{{({P}-{C}(t))\cdot({Q}-{C}(t))\le 0}}",
    ),
    UNIT: (
        rf"This rule measures the foot along the wall as a length. But it compares it with the squared length "
        rf"$\Vert{{}}{Q}-{P}\Vert{{}}^2$.",
        rf"\faulty{{0\le\mathrm{{foot}}\le\Vert {Q}-{P}\Vert^2}}",
    ),
    EXIT: (
        "This rule does not test the start. It takes the first time at which the height is $r$, on either side of "
        "the wall. A centre that starts inside then leaves the capsule.",
        r"\faulty{|h(t)|=r}",
    ),
}


def seen(scene: CircleAndWall) -> float:
    """The angle in degrees under which the centre sees the wall where its height is r."""
    to_p, to_q = (end - scene.centre(scene.entry) for end in (scene.p, scene.q))
    return math.degrees(math.atan2(abs(cross(to_p, to_q)), dot(to_p, to_q)))


DOES: Mapping[str, Callable[[CircleAndWall], str]] = {
    FACES_ONLY: lambda scene: "The rule tests no end cap.",
    UNSQUARED: lambda scene: "The rule compares h² with r, not with r².",
    CENTRE: lambda scene: f"The rule asks for 90°: here {seen(scene):.0f}°.",
    UNIT: lambda scene: f"The rule takes ‖q − p‖² = {fixed(scene.length**2)} for the length.",
    EXIT: lambda scene: "The rule does not test the start.",
}


def fails(moment: Moment[Any]) -> bool:
    """Whether a faulty time of impact is told: from the slab on, or from where the search ends; before it there is
    none."""
    told: Any = SlabCrossed | Grouped | SweptImpact
    return differs(moment) and whole(moment).latest(told) is not None


def by_rule(page: Page, moment: Moment[CircleAndWall]) -> Page:
    """While a rule is compared that is wrong here, its own test is told where it is made, and again at its answer."""
    compare, step = moment.compare, moment.step
    if moment.parent is not None or not fails(moment):
        return page
    idea, formula = RULES[compare]
    if compare in (FACES_ONLY, UNIT) and isinstance(step, CapChosen | Grouped):  # steps that it does not come to
        told = "This rule does not come to this step: its answer stands at the foot."
        return replace(page, idea=idea, formula=formula, rows=(), nested="").says(tint(told, Ink.FAULTY))
    made = {UNSQUARED: SlabCrossed | FootPlaced, CENTRE: FootPlaced, UNIT: FootPlaced, FACES_ONLY: FootPlaced}
    if not isinstance(step, SweptImpact | made.get(compare, SweptImpact)):
        return page
    told, t = TOLD[compare](moment), moment.faulty.fraction
    page = replace(page, idea=idea, formula=formula, rows=() if compare == UNSQUARED else page.rows)
    page = page.says(tint(told, Ink.FAULTY))
    if isinstance(step, SlabCrossed if compare == UNSQUARED else SweptImpact):
        page = page.row("$t$", "time of this rule", "none" if t is None else fixed(t), ink=Ink.FAULTY)
    return page


def _no_cap(moment: Moment[CircleAndWall]) -> str:
    scene = moment.scene
    if scene.length == 0.0:
        return "A wall of no length has no face: no impact."
    return f"$f$ = {fixed(scene.foot(scene.entry))}: the foot is not on the wall, so no impact is reported."


def _unsquared(moment: Moment[CircleAndWall]) -> str:
    scene, t, root = moment.scene, moment.faulty.fraction, math.sqrt(moment.scene.r_a)
    if t is None or scene.closing <= 0.0 or abs(scene.height - t * scene.closing - root) > 1e-6:
        return rf"Its slab ends $\sqrt{{r}}$ = {fixed(root)} from the wall's line, not $r$ = {fixed(scene.r_a)}."
    numbers = equation(
        "({h} − {root}) / {v} = **{t}**", lambda h, root, v: (h - root) / v if v else math.inf, result="t",
        h=scene.height, root=root, v=scene.closing,
    )  # fmt: skip
    return rf"$h(t)$ = $\sqrt{{r}}$ at $t$ = {numbers}."


def _centre(moment: Moment[CircleAndWall]) -> str:
    scene = moment.scene
    (a, c), (b, d) = (end - scene.centre(scene.entry) for end in (scene.p, scene.q))
    product = equation(
        "({a}) · ({b}) + ({c}) · ({d}) = **{result}**", lambda a, b, c, d: a * b + c * d, a=a, b=b, c=c, d=d
    )
    return f"{product}, more than 0: the angle is {seen(scene):.0f}°, and the face is not hit."


def _unit(moment: Moment[CircleAndWall]) -> str:
    scene = moment.scene
    foot, square = scene.foot(scene.entry) * scene.length, scene.length**2
    if foot <= square:
        return f"The foot is {fixed(foot)} from p, less than the squared length {fixed(square)}: a hit for this rule."
    return f"The foot is {fixed(foot)} from p, more than the squared length {fixed(square)}: no face for this rule."


def _exit(moment: Moment[CircleAndWall]) -> str:
    t = moment.faulty.fraction
    if t is None:
        return "From t = 0 to t = 1 this rule finds no such time: no impact is reported."
    inside = whole(moment).trace.result.outcome is Outcome.OVERLAPPED
    return f"$t$ = {fixed(t)}: then {'the circle leaves the wall' if inside else 'the centre leaves the slab'}."


TOLD: Mapping[str, Callable[[Moment[CircleAndWall]], str]] = {
    FACES_ONLY: _no_cap,
    UNSQUARED: _unsquared,
    CENTRE: _centre,
    UNIT: _unit,
    EXIT: _exit,
}


def draw_faulty(canvas: Canvas, moment: Moment[Any]) -> None:
    """What a faulty rule takes for the slab or the wall; the circle at the time of impact that it reports, where it
    reports none at the end."""
    if not differs(moment):
        return
    scene, is_told = moment.scene, fails(moment)
    draw = {UNSQUARED: _draw_slab, CENTRE: _draw_angle, UNIT: _draw_wall}.get(moment.compare)
    if draw is not None:
        draw(canvas, scene, is_told)
    if not is_told:
        return
    t = moment.faulty.fraction
    shown = 1.0 if t is None else t  # no impact: it goes on to the end
    marks.ghost(canvas, scene.a_at(shown), Ink.FAULTY, Line.DOTTED)
    gap, side = scene.gap(shown), scene.up
    words = "no impact reported"
    if t is None and length(scene.v) > 0.0:
        side = scene.v / length(scene.v)
    if t is not None:
        far = f"{fixed(abs(gap))} {'from the wall' if gap > 0.0 else 'deep'}"
        words = f"$t$ = {fixed(t)}: {far if abs(gap) > 0.005 else 'the exit'}"
    canvas.label(words, scene.centre(shown) + scene.r_a * side, Ink.FAULTY, toward=side, style=TextStyle.BOLD)


def _draw_slab(canvas: Canvas, scene: CircleAndWall, is_told: bool) -> None:
    """Of the radius not squared."""
    base, root = scene.p + 0.97 * (scene.q - scene.p), math.sqrt(scene.r_a)
    name = f"√$r$ = {fixed(root)}"
    measures.measure(canvas, base, base + root * scene.up, Ink.FAULTY, name, side=-scene.aside)
    for sign in (1.0, -1.0):
        border = scene.p + sign * math.sqrt(scene.r_a) * scene.up
        canvas.unbounded(border, scene.along, Ink.FAULTY, line=Line.DOTTED)


def _draw_angle(canvas: Canvas, scene: CircleAndWall, is_told: bool) -> None:
    """Where c would have to be, and under what angle it sees the wall."""
    middle, radius = (scene.p + scene.q) / 2.0, max(scene.length / 2.0, 1e-9)
    if not is_told:
        canvas.stroke(marks.circle_points(canvas, middle, radius), Ink.FAULTY, closed=True, line=Line.THIN)
        rim = middle - radius * (0.6 * scene.up + 0.8 * scene.onward * scene.along)
        canvas.label("diameter pq", rim, Ink.FAULTY, toward=rim - middle)
    else:
        at = scene.centre(scene.entry)
        canvas.stroke((scene.p, at, scene.q), Ink.FAULTY, line=Line.DASHED)
        to_p, to_q = scene.p - at, scene.q - at
        start, turn = math.atan2(to_p[1], to_p[0]), math.atan2(cross(to_p, to_q), dot(to_p, to_q))
        measures.angle_arc(canvas, at, start, start + turn, Ink.FAULTY, f"{seen(scene):.0f}°")


def _draw_wall(canvas: Canvas, scene: CircleAndWall, is_told: bool) -> None:
    """As long as its square."""
    end = scene.p + scene.length**2 * scene.along
    squared = rf"$\Vert{{}}q-p\Vert{{}}^2$ = {fixed(scene.length**2)}"
    below = (scene.r_a / canvas.pixel + 22.0) * (-1.0 if cross(scene.along, scene.up) > 0.0 else 1.0)  # the capsule
    measures.measure(canvas, scene.p, end, Ink.FAULTY, squared, off=below)
    canvas.dot(end, Ink.FAULTY)
    canvas.label("rule’s end", end, Ink.FAULTY, toward=scene.up)
    if is_told:
        at, place = scene.centre(scene.entry), scene.foot(scene.entry) * scene.length
        foot = scene.p + place * scene.along
        canvas.stroke((at, foot), Ink.FAULTY, line=Line.DASHED)
        canvas.dot(foot, Ink.FAULTY, Point.SMALL)
        canvas.label(
            f"foot, {fixed(place)} from $\\boldsymbol{{p}}$", foot, Ink.FAULTY, toward=scene.along - 0.6 * scene.up
        )
