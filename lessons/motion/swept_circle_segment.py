"""A moving circle and a wall: the radius goes to the wall, and its centre enters a slab, or a round end."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np

from geometry import Trace, swept_circle_segment
from geometry.faulty.swept_circle import (
    FaultyImpact,
    centre_for_foot,
    exit_as_impact,
    faces_only,
    radius_not_squared,
    unit_against_square,
)
from geometry.outcome import Outcome
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.circle_segment import CapChosen, FootPlaced, SlabCrossed, WallMeasured
from geometry.swept_circle.steps import Approached, RelativeMotion, SegmentFeature, StartMeasured, SweptImpact
from geometry.trace import Grouped, grouped
from geometry.vector import cross, dot, length
from lessons.motion import swept_circle_segment_figure as figure
from lessons.motion.moving_circle import differs, fault, now
from lessons.motion.quadratic import TOLD, Ideas, QuadraticStory, Reason, answer_page, state
from lessons.motion.swept_circle_segment_asked import where_entering, which_part
from lessons.motion.swept_circle_segment_faulty import DOES, by_rule, fails
from lessons.motion.swept_circle_segment_goals import (
    CLOSELY,
    GRAZE,
    LATE,
    LIGHTLY,
    MIDDLE,
    OTHER,
    RISING,
    SHORT,
    goal,
)
from lessons.motion.swept_circle_segment_scene import (
    CENTRE,
    EXIT,
    FACES_ONLY,
    UNIT,
    UNSQUARED,
    CircleAndWall,
    against,
    scene,
)
from lessons.stories.grouping import whole
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, at_last
from viz.lesson.page import Claim, Page, TableRow
from viz.lesson.prediction import Challenge, Prediction
from viz.lesson.text import equation, fixed, tint
from viz.lesson.times import fraction

C, P, Q = r"\A{\boldsymbol{c}}", r"\B{\boldsymbol{p}}", r"\B{\boldsymbol{q}}"
V, N = r"\examined{\boldsymbol{v}}", r"\examined{\hat n}"
N_W = r"\examined{\hat n_w}"  # of the wall's line; the contact normal is another vector at an end
CLOSING = rf"{V}\cdot{N_W}"
NEVER = rf"h>r\ \ \mathrm{{and}}\ \ {CLOSING}\le 0\ \ \Rightarrow\ \ \mathrm{{no\ impact}}"

CAPSULE = (
    "We want the time at which the circle touches the wall. Then its centre is $r$ from the wall. All such centres "
    "outline a **capsule**: two flat faces, two round **end caps**."
)
GAP = (
    rf"If ${C}$ starts inside the capsule, the circle and the wall overlap: the impact is at $t$ = 0. Without this "
    "test, the exit from the capsule could be taken for the impact."
)
HEIGHT = (
    rf"We want the **height** $h$ of ${C}$ over the wall's line. The parallelogram of ${Q}-{P}$ and ${C}-{P}$ has "
    rf"the area $|({Q}-{P})\times({C}-{P})|$: the wall's length times $h$."
)
INSIDE = (
    r"The height $h$ is less than $r$, and yet there is a gap: the centre is beyond an end of the wall. It can meet "
    "no face, only an end cap."
)
FALLS = (
    rf"The wall's normal ${N_W}$ points from ${C}$ to the wall's line. From $t$ = 0 to 1 the height falls by "
    rf"${CLOSING}$. Beyond the line, $h(t)$ is negative."
)
LEVEL = (
    rf"${V}$ is parallel to the wall, so the height stays. It is more than $r$: ${C}$ never enters the slab. Without "
    rf"this test the next step would divide by ${CLOSING}$ = 0."
)
RISES = (
    rf"${V}$ points away from the wall's line, so the height grows. ${C}$ never enters the slab. Without this test "
    "the next step would find a time before the start."
)
TOO_SHORT = "The motion ends before the circle can reach the wall: it does not come near enough in the whole motion."
SLAB = (
    rf"The lines of both faces bound a **slab**. The centre ${C}+t\,{V}$ enters it when $h(t)=r$: then the circle "
    "touches the wall's line, on the wall or beyond an end."
)
FOOT = (
    rf"The **foot** of the centre is the nearest point of the wall's line: $f$ = 0 at ${P}$, 1 at ${Q}$. If $f$ lies "
    "in 0 … 1, the circle hits the face. If not, it can hit only an end cap."
)
CAP = (
    "Beyond an end only the cap around that end is left. To reach the other cap, the centre would have to pass "
    "through the capsule first."
)
POINT = "The cap belongs to a circle around the end: a moving circle and a point, the lesson with the two roots."
FACE = rf"The circle touches the face. The contact normal ${N}$ is perpendicular to the wall, from the circle to it."
IDEAS = Ideas(
    rf"The circle touches the wall's end. The contact normal ${N}$ points from the centre to that end.",
    rf"The path of ${C}$ meets no part of the capsule between $t$ = 0 and $t$ = 1. So the circle does not touch the "
    "wall in that time.",
)


class CircleSegmentStory(QuadraticStory):
    """The slab first, then the foot, then an end."""

    columns = ("symbol", "definition", "value")
    stages: ClassVar[Mapping[type, str]] = {
        RelativeMotion: "Capsule",
        StartMeasured: "Gap",
        WallMeasured: "Height",
        Approached: "Closing",
        SlabCrossed: "Slab",
        FootPlaced: "Foot",
        CapChosen: "End cap",
        Grouped: "Quadratic",
    }

    def page(self, moment: Moment[CircleAndWall]) -> Page:
        return by_rule(self.right(moment), moment)

    def right(self, moment: Moment[CircleAndWall]) -> Page:
        """What the right rule tells."""
        step = moment.step
        match step:
            case Grouped() | StartMeasured(cap=SegmentFeature()):
                return self.quadratic(moment)
            case SweptImpact():
                return self.impact(moment, step)
        page: Page = PAGES[type(step)](moment.scene, step, Page(self.stage(moment)))
        asked: Prediction | None = None
        if not moment.compare:
            match step:
                case Approached():
                    asked = where_entering(moment)
                case SlabCrossed(within=True) | WallMeasured(inside=True):
                    asked = which_part(moment)
        return page.asks(asked, standing(moment.scene, 0.0))

    def quadratic(self, moment: Moment[CircleAndWall]) -> Page:
        """What its last step tells."""
        step = moment.step
        last = step.last if isinstance(step, Grouped) else step
        page = replace(TOLD[type(last)](against(moment), last), stage=self.stage(moment))
        if isinstance(step, Grouped):  # told as one: with every number that it takes
            before = [TOLD[type(each)](against(moment), each) for each in step.part.steps[1:-1]]
            rows = (*(row for each in before for row in each.rows), *page.rows)
            page = replace(page, rows=tuple(sorted(filter(_is_used, rows), key=_place)))
        if isinstance(last, RootsFound | QuadraticFormed):
            page = replace(page, idea=POINT)
        return replace(page, nested="the quadratic" if isinstance(step, Grouped) else "")

    def impact(self, moment: Moment[CircleAndWall], found: SweptImpact) -> Page:
        scene, normal = moment.scene, found.normal
        page = answer_page(against(moment), found, scene.gap, scene.least_gap, IDEAS, _reason(moment))
        if normal is None or found.outcome is Outcome.OVERLAPPED or found.feature is not SegmentFeature.FACE:
            return page
        perpendicular = Claim("perpendicular", lambda: normal @ (scene.q - scene.p), lambda: 0.0)
        foot = scene.p + scene.foot(found.fraction) * (scene.q - scene.p)
        towards = Claim("r n", lambda: scene.r_a * normal, lambda: foot - scene.centre(found.fraction), 1e-6)
        formula = rf"{N}=\frac{{\B{{\mathrm{{foot}}}}-({C}+t_\mathrm{{face}}{V})}}{{r}}"
        says = page.sentence.replace("$t_1$", r"$t_\mathrm{face}$")
        return replace(
            page, idea=FACE, formula=formula, claims=(page.claims[0], perpendicular, towards), sentence=says
        )

    def draw(self, canvas: Canvas, moment: Moment[CircleAndWall]) -> None:
        figure.draw(canvas, moment)


ORDER = (r"$\alpha$", r"$\beta$", r"$\gamma$")


def _place(row: TableRow) -> int:
    """α before β before γ, and then what is made of them."""
    return ORDER.index(row.cells[0]) if row.cells[0] in ORDER else len(ORDER)


def _is_used(row: TableRow) -> bool:
    """The exit is told in its step, and not used after it."""
    return row.cells[0] != "$t_2$"


def _reason(moment: Moment[CircleAndWall]) -> Reason | None:
    """Why the wall's line is not met, or the path passes an end; None for another reason of that end."""
    scene = moment.scene
    formed = moment.latest(Grouped)
    if formed is not None or scene.length == 0.0:
        if formed is None or not isinstance(formed.last, QuadraticFormed):
            return None
        at, told = against(moment), fixed(formed.last.discriminant)
        passes = f"the path passes ${at.symbol()}$ at $m$ = {fixed(at.passing)}, more than $r$."
        return Reason(r"\beta^2-\alpha\gamma<0", f"Discriminant {told} < 0: {passes}")
    if scene.closing <= 0.0 and scene.height > scene.r_a:
        does = "stays" if scene.closing == 0.0 else "grows from"
        told = rf"${CLOSING}$ = {fixed(scene.closing)}: the height {does} {fixed(scene.height)}, more than $r$."
        return Reason(NEVER, told)
    left = fixed(scene.height - scene.closing)
    if scene.height - scene.closing > scene.r_a:
        return Reason(rf"h-{CLOSING}>r", f"At $t$ = 1 the height is {left}, more than $r$ = {fixed(scene.r_a)}.")
    far, gap = fixed(length(scene.v)), fixed(scene.gap(0.0))
    return Reason(rf"\Vert {V}\Vert<s", rf"$\Vert{{}}{V}\Vert{{}}$ = {far} is less than the gap {gap}.")


def capsule_page(scene: CircleAndWall, step: RelativeMotion, page: Page) -> Page:
    size = Claim("length", lambda: scene.length, lambda: np.hypot(*(scene.q - scene.p)))
    moved = Claim("v", lambda: step.motion, lambda: scene.end - scene.c)
    told = f"Each thin circle just touches the wall: its centre is $r$ = {fixed(scene.r_a)} away from it."
    return replace(page, idea=CAPSULE, claims=(size, moved)).says(told)


def gap_page(scene: CircleAndWall, step: StartMeasured, page: Page) -> Page:
    d = length(scene.c - scene.nearest(0.0))
    told = equation("{d} − {r} = **{result}**", lambda d, r: d - r, d=d, r=scene.r_a)
    where = "apart" if not step.overlapped else "just touching" if step.separation > -1e-9 else "overlap"
    formula = rf"s=\Vert {C}-\B{{\mathrm{{nearest}}}}\Vert-r"
    page = replace(page, idea=GAP, formula=formula)
    page = page.claiming(Claim("s", lambda: step.separation, lambda: scene.gap(0.0)))
    ink = separation_ink(step.separation)
    return page.says(f"$s$ = {told}: {where} at the start.").row(
        "$s$", "gap at the start", fixed(step.separation), ink=ink
    )


def _part(whole: float, of: float) -> float:
    """A quotient of rounded numbers: of 0 none, so more digits are shown."""
    return whole / of if of else math.inf


def height_page(scene: CircleAndWall, step: WallMeasured, page: Page) -> Page:
    area = abs(cross(scene.q - scene.p, scene.c - scene.p))
    told = equation("{whole} / {of} = **{h}**", _part, result="h", whole=area, of=scene.length)
    formula = rf"h=\frac{{|({Q}-{P})\times({C}-{P})|}}{{\Vert {Q}-{P}\Vert}}"
    page = replace(page, idea=HEIGHT, formula=formula)
    page = page.claiming(Claim("h", lambda: step.height, lambda: area / scene.length))
    below = " < $r$: in the slab already" if step.inside else ""
    return page.says(f"$h$ = {told}{below}.").row("$h$", "height of c", fixed(step.height))


def closing_page(scene: CircleAndWall, step: Approached, page: Page) -> Page:
    page = page.claiming(Claim("v · n", lambda: step.closing, lambda: -float(scene.up @ (scene.end - scene.c))))
    falls = f"the height falls from {fixed(scene.height)} to {fixed(scene.height - step.closing)}"
    page = page.row(f"${CLOSING}$", "closing speed", fixed(step.closing), ink=Ink.EXAMINED)
    if step.miss is None and scene.height <= scene.r_a + 1e-9:
        told = (
            f"The gap $s$ = {fixed(step.separation)} is less than the path, {fixed(step.distance)}: it can be closed."
        )
        return replace(page, idea=INSIDE).says(told)
    if step.miss is None:
        page = replace(page, idea=FALLS, formula=rf"h(t)=h-t\,{CLOSING}")
        return page.says(rf"${CLOSING}$ = **{fixed(step.closing)}**: {falls}.")
    if step.closing <= 0.0 and scene.height > scene.r_a:
        if step.closing == 0.0:
            page = replace(page, idea=LEVEL, formula=NEVER)
            return page.says(rf"${CLOSING}$ = **{fixed(step.closing)}**: the height stays {fixed(scene.height)}.")
        page = replace(page, idea=RISES, formula=NEVER)
        rises = falls.replace("falls", "grows")
        return page.says(rf"${CLOSING}$ = **{fixed(step.closing)}**: {rises}.")
    told = f"The gap is {fixed(step.separation)}, the motion {fixed(step.distance)} long: {falls}."
    return replace(page, idea=TOO_SHORT).says(told)


def slab_page(scene: CircleAndWall, step: SlabCrossed, page: Page) -> Page:
    told = equation(
        "({h} − {r}) / {v} = **{t}**", lambda h, r, v: _part(h - r, v), result="t",
        h=scene.height, r=scene.r_a, v=scene.closing,
    )  # fmt: skip
    page = replace(page, idea=SLAB, formula=rf"t_\mathrm{{face}}=\frac{{\gap{{h-r}}}}{{{CLOSING}}}").claiming(
        Claim("t", lambda: step.enter, lambda: (scene.height - scene.r_a) / scene.closing),
        Claim("h(t) = r", lambda: float(scene.up @ (scene.centre(step.enter) - scene.p)), lambda: scene.r_a, 1e-6),
    )
    page = page.says(rf"$t_\mathrm{{face}}$ = {told}.")
    return page.row(r"$t_\mathrm{face}$", "time at $h(t)=r$", fixed(step.enter), ink=Ink.ANSWER)


def foot_page(scene: CircleAndWall, step: FootPlaced, page: Page) -> Page:
    wall = scene.q - scene.p
    told = equation(
        "{whole} / {of} = **{f}**", _part, result="f",
        whole=dot(scene.centre(step.fraction) - scene.p, wall), of=dot(wall, wall),
    )  # fmt: skip
    f = step.foot / scene.length
    where = "on the wall" if 0.0 <= f <= 1.0 else "beyond " + ("p" if f < 0.0 else "q")
    formula = rf"f=\frac{{({C}+t_\mathrm{{face}}{V}-{P})\cdot({Q}-{P})}}{{\Vert {Q}-{P}\Vert^2}}"
    page = replace(page, idea=FOOT, formula=formula).claiming(
        Claim("f", lambda: f, lambda: scene.foot(step.fraction), 1e-6)
    )
    return page.says(f"$f$ = {told}: the foot is {where}.").row("$f$", "foot along the wall", fixed(f), ink=Ink.B)


def cap_page(scene: CircleAndWall, step: CapChosen, page: Page) -> Page:
    name, end = ("q", scene.q) if step.feature is SegmentFeature.END else ("p", scene.p)
    page = replace(page, idea=CAP).claiming(Claim("end", lambda: step.end, lambda: end))
    return page.says(f"The centre is beyond {name}: only the circle of radius $r$ around {name} can be met.")


PAGES: dict[type, Callable[[CircleAndWall, Any, Page], Page]] = {
    RelativeMotion: capsule_page,
    StartMeasured: gap_page,
    WallMeasured: height_page,
    Approached: closing_page,
    SlabCrossed: slab_page,
    FootPlaced: foot_page,
    CapChosen: cap_page,
}


def standing(scene: CircleAndWall, t: float) -> str:
    return state("the circle and the wall", scene.gap(t), t)


def rule(faulty: Callable[..., FaultyImpact], scene: CircleAndWall) -> FaultyImpact:
    return faulty(scene.c, scene.r_a, scene.v, scene.p, scene.q)


class SweptCircleSegment(Lesson[CircleAndWall]):
    id = "swept-circle-segment"
    title = "A moving circle and a wall"
    source = "2D continuous collision"
    summary = "A wall fattened to a capsule: first the slab, then whether the foot is on the wall, then the ends."
    terms = ("capsule", "slab", "foot", "end cap")
    builds_on = ("swept-circle-point",)
    story = CircleSegmentStory(against)
    nested = QuadraticStory(against)
    most_steps = 9
    compare = (
        Comparison(FACES_ONLY, partial(rule, faces_only), differs, "S1.11 of *2D continuous collision*"),
        Comparison(UNSQUARED, partial(rule, radius_not_squared), differs, "S1.1 of *2D continuous collision*"),
        Comparison(CENTRE, partial(rule, centre_for_foot), differs, "S1.4 of *2D continuous collision*"),
        Comparison(UNIT, partial(rule, unit_against_square), differs, "S1.6 of *2D continuous collision*"),
        Comparison(EXIT, partial(rule, exit_as_impact), differs, "S1.5 of *2D continuous collision*"),
    )

    @cached_property
    def scenes(self) -> dict[str, CircleAndWall | Preset[CircleAndWall]]:
        slab, foot = at_first(SlabCrossed), at_first(FootPlaced)
        large = scene(2.0, (-1.6, 3.4), (1.2, 0.7), (-3.4, 0.0), (3.4, 0.0), SHORT)
        short = scene(0.6, (-1.0, 1.1), (0.4, -0.6), (-0.5, -0.3), (0.5, -0.3), MIDDLE)
        beyond = scene(0.4, (1.0, 1.0), (1.4, -1.0), (-2.0, -0.5), (0.0, -0.5), CLOSELY)
        deep = scene(0.6, (1.3, 0.2), (-1.1, -1.3), (1.9, -0.2), (-1.9, -0.2), LIGHTLY)
        return {
            "On the face": scene(0.5, (-1.9, 1.32), (0.98, -1.1), (-1.0, -0.6), (1.8, -0.3)),
            "Around an end": scene(0.5, (-1.2, 1.2), (-0.35, -1.1), (-0.2, -0.3), (1.8, -0.1), GRAZE),
            "Large circle": Preset(large, UNSQUARED, slab),
            "Short wall": Preset(short, CENTRE, foot),
            "Past the end": Preset(beyond, UNIT, foot),
            "Overlap at the start": Preset(deep, EXIT, at_last),
            "In line with the wall": scene(0.5, (-2.2, -0.7), (0.4, -0.4), (-0.6, -0.2), (1.6, 0.1), OTHER),
            "Parallel to the wall": scene(0.5, (-1.9, 0.6), (1.7, 0.6), (-1.2, -0.5), (1.4, -0.5), LATE),
            "Moving away": scene(0.5, (-0.9, 0.5), (1.2, 1.4), (-1.2, -0.6), (1.6, -0.3), RISING),
        }

    def run(self, scene: CircleAndWall) -> Trace[Any, SweptImpact]:
        """The quadratic of an end is one step."""
        trace = swept_circle_segment.trace(scene.c, scene.r_a, scene.v, scene.p, scene.q)
        caps = [i for i, step in enumerate(trace) if isinstance(step, StartMeasured) and step.cap is not None]
        return grouped(trace, [range(caps[0], len(trace) - 1)] if caps else [])

    @cached_property
    def layout(self) -> Layout:
        return Pane("world", "The wall as a capsule", figure.draw, is_world=True, headed=figure.headed)

    def clock(self, moment: Moment[CircleAndWall]) -> Clock:
        """Stops at the impact, once the foot is known."""
        moment = whole(moment)
        found = moment.trace.result
        knows = moment.latest(FootPlaced | Grouped | SweptImpact) is not None  # type: ignore[arg-type]
        stop = found.fraction if knows and found.outcome is Outcome.HIT else None
        return Clock(impact=stop, ticks=figure.ticks(moment.seen), told=fraction())

    def situation(self, moment: Moment[CircleAndWall]) -> str:
        if fails(moment):
            return fault(moment, DOES[moment.compare](moment.scene))
        found = moment.step
        is_miss = isinstance(found, SweptImpact) and found.outcome is Outcome.SEPARATED
        if is_miss and moment.time == 0.0:  # while it moves, the gap of the time is told
            least = tint(fixed(moment.scene.least_gap), Ink.GAP)
            return f"The circle and the wall do not touch up to t = 1: the least gap is {least}."
        return standing(moment.scene, now(moment))

    def challenge(self, moment: Moment[CircleAndWall]) -> Challenge | None:
        return goal(moment)
