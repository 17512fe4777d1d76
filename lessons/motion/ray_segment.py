"""A moving point and a wall: two ratios of areas on one base tell when and where they meet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Outcome, SweptImpact, Trace, Vector, swept_point_segment
from geometry.faulty.point_segment import no_end_of_motion, parallel_misses, sides_only
from geometry.outline import signed_area
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, FractionFound, HeightMeasured, LinesMet
from geometry.swept_circle.steps import RelativeMotion, SegmentFeature, StartMeasured
from geometry.trace import picked
from geometry.vector import readonly
from lessons.motion.casts import quotient
from lessons.motion.ray_segment_asked import height_left, motion_changed, solutions, wall_turned
from lessons.motion.ray_segment_faulty import (
    ENDLESS,
    PARALLEL,
    SIDES,
    beyond,
    fault_told,
    faulty_page,
    has_verdict,
    is_wrong,
)
from lessons.motion.ray_segment_figure import differs, draw_world, is_flat, off, off_wall
from lessons.motion.ray_segment_goals import BACK, IN_MIDDLE, JUST, LONGER, NEARER, OFF_LINE, SLOWLY, goal
from lessons.motion.ray_segment_scales import areas_headed, draw_ratios, headed
from lessons.motion.ray_segment_words import (
    AT_START,
    BOTH_FLAT,
    C_P,
    FLAT,
    FORMULAS,
    IDEAS,
    MOVES,
    NO_BASE,
    NO_T,
    P_C_E,
    P_C_V,
    STAGES,
    V_E,
    V_V,
    WHY,
    C,
    E,
    P,
    Q,
    along,
    through,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, beside
from viz.lesson.mark import Pair
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, Scene, handle
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, tint
from viz.lesson.times import fraction

NEVER = "The motion does not reach the wall: **no hit**."


@dataclass(frozen=True, eq=False)
class PointAndWall(Scene):
    """The motion of a point from c, and a wall from p to q that stands still."""

    path: Arrow = handle(Ink.A, "c and v")
    p: Vector = handle(Ink.B, "p")
    q: Vector = handle(Ink.B, "q")
    goal: str = ""  # which challenge is about it

    @property
    def c(self) -> Vector:
        return self.path.start

    @property
    def v(self) -> Vector:
        return self.path.vector

    @cached_property
    def e(self) -> Vector:
        """The wall as a vector."""
        return readonly(self.q - self.p)

    def at(self, t: float) -> Vector:
        """The point at a time, before 0 and after 1 too."""
        return readonly(self.c + t * self.v)


class RaySegmentStory(Story):
    columns = ("product or ratio", "value")
    stages = STAGES

    def page(self, moment: Moment[PointAndWall]) -> Page:
        scene, step = moment.scene, moment.step
        faulty = faulty_page(self.stage(moment), moment)
        if faulty is not None:
            return faulty
        page = Page(self.stage(moment), IDEAS[type(step)], FORMULAS.get(type(step), ""))
        match step:
            case RelativeMotion():
                told = rf"$\examined{{\boldsymbol{{v}}}}$ = {coords(scene.v)}, ${E}$ = {coords(scene.e)}."
                told = f"The path and the wall in parametric form, where {told}"
                ends, t = np.array((scene.c, scene.path.end)), moment.time
                return page.says(told).claiming(Claim("c + tv", lambda: scene.at(t), lambda: (1.0 - t, t) @ ends))
            case StartMeasured():
                return _on_wall(page, scene)
            case HeightMeasured(area, height):
                over = abs(height), off(scene.p, scene.e, scene.c)
                names, told = ("A_t", "h", P_C_E), r": the **signed distance** of $\A{\boldsymbol{c}}$ from the line"
                return _height(page, scene, names, area, scene.p - scene.c, over, told)
            case CrossProducts(across, of_wall):
                way = "leads away from" if across * of_wall < 0.0 else "leads towards"
                over = abs(step.change), off(scene.p, scene.e, scene.p + scene.v)
                if step.parallel:
                    way = "runs along" if abs(step.height) < 1e-6 else "runs parallel to"
                told = f": the motion {way} the line"
                flat = BOTH_FLAT if is_flat(moment) else FLAT
                page = replace(page, idea=flat) if step.parallel else page
                names = "A_v", "h_v", V_E
                page = _height(page, scene, names, across, scene.v, over, told)
                return page.asks(height_left(moment) or solutions(moment), _known(moment, 0.0))
            case FractionFound():
                return _ratio_t(page, moment, step).asks(motion_changed(moment), situation(moment))
            case LinesMet():
                return _ratio_f(page, moment, step).asks(wall_turned(moment), situation(moment))
            case CapChosen():
                return _end(page, moment, step)
        return _impact(page, moment)

    def draw(self, canvas: Canvas, moment: Moment[PointAndWall]) -> None:
        draw_world(canvas, moment)


def _height(
    page: Page, scene: PointAndWall, names: Any, area: float, side: Vector, over: tuple[float, float], more: str
) -> Page:
    """A parallelogram on the wall as its base, and its height, which is claimed to be `over`."""
    ink = Ink.GAP if names[0] == "A_t" else Ink.EXAMINED
    rule = rf"$\gap{{A_t}}\,/\,\lVert{E}\rVert$ = " if names[0] == "A_t" else ""  # of v it is the step's formula
    rule = rule.replace("{", "{{").replace("}", "}}")
    template = f"${names[1]}$ = {rule}{tint('{a}', ink)} / {{b}} = {tint('**{result}**', ink)}{more}."
    told = equation(template, quotient, a=area, b=math.hypot(*scene.e))
    corners = np.array((scene.c, scene.c + side, scene.c + side + scene.e, scene.c + scene.e))
    return (
        page.says(told)
        .row(f"${names[0]}={names[2]}$", fixed(area), ink=ink)
        .claiming(
            Claim("area", lambda: area, lambda: signed_area(corners)), Claim("h", lambda: over[0], lambda: over[1])
        )
    )


def _divided(name: str, a: float, b: float) -> str:
    template = f"${name}$ = {tint('{a}', Ink.GAP)} / {tint('{b}', Ink.EXAMINED)} = **{{result}}**"
    return equation(template, quotient, a=a, b=b)


def _ratio_t(page: Page, moment: Moment[PointAndWall], step: FractionFound) -> Page:
    scene, found = moment.scene, moment.first(CrossProducts)
    assert found is not None
    told = "the wall’s line is reached before the motion ends."
    if not step.within:
        told = f"that is {'before the start' if step.fraction < 0.0 else 'after the end'} of the motion."
    claim = Claim("on the line", lambda: off(scene.p, scene.e, scene.at(step.fraction)), lambda: 0.0, 1e-7)
    page = page.says(f"{_divided('t', found.of_wall, found.across)}: {told}").claiming(claim)
    return page.row("$t=A_t/A_v$", fixed(step.fraction), ink=Ink.ANSWER)


def _ratio_f(page: Page, moment: Moment[PointAndWall], step: LinesMet) -> Page:
    scene, found = moment.scene, moment.first(CrossProducts)
    assert found is not None
    where = f"between {P} and {Q}" if step.between else f"beyond {beyond(step)}"
    corners = np.array((scene.p, scene.p + scene.v, scene.path.end, scene.c))
    path = "path" if step.within else "path’s line"
    return (
        page.says(f"{_divided('f', found.of_path, found.across)}: the {path} meets the wall’s line {where}.")
        .row(f"$A_f={P_C_V}$", fixed(found.of_path), ink=Ink.GAP)
        .row("$f=A_f/A_v$", fixed(step.place), ink=Ink.ANSWER)
        .claiming(
            Claim("area", lambda: found.of_path, lambda: signed_area(corners)),
            Claim("on the path", lambda: off(scene.c, scene.v, scene.p + step.place * scene.e), lambda: 0.0, 1e-7),
        )
    )


def _end(page: Page, moment: Moment[PointAndWall], step: CapChosen) -> Page:
    scene, name = moment.scene, "p" if step.feature is SegmentFeature.START else "q"
    end = scene.p if name == "p" else scene.q
    ahead, whole = float((end - scene.c) @ scene.v), float(scene.v @ scene.v)
    told = equation("$t$ = {a} / {b} = **{result}**.", quotient, a=ahead, b=whole)
    of_end = f"$\\B{{\\boldsymbol{{{name}}}}}$"
    what = f"The end to meet is {of_end}:" if ahead > 0.0 else f"The motion leads away from the wall. For {of_end},"
    reached = math.copysign(math.dist(end, scene.c) / math.hypot(*scene.v), ahead)  # as all lie on one line
    page = Page(page.stage, page.idea, along(name)).says(f"{what} {told}")
    page = page.row(
        rf"$(\boldsymbol{{{name}}}-\boldsymbol{{c}})\cdot \boldsymbol{{v}}$", fixed(ahead), ink=Ink.EXAMINED
    )
    page = page.row(f"${V_V}$", fixed(whole), ink=Ink.EXAMINED)
    return page.row("$t$", fixed(ahead / whole), ink=Ink.ANSWER).claiming(
        Claim("t", lambda: ahead / whole, lambda: reached, 1e-6)
    )


def _on_wall(page: Page, scene: PointAndWall) -> Page:
    """A start on the wall, told by an area and a place."""
    area, place = _cross(scene.p - scene.c, scene.e), float((scene.c - scene.p) @ scene.e / (scene.e @ scene.e))
    rule = rf"$f=({C_P})\cdot({E})\,/\,\lVert{E}\rVert^2$ = "
    return (
        page.says(f"$\\gap{{A_t}}$ = {fixed(area)} and {rule}{fixed(place)}: {C} lies **on the wall**.")
        .row(f"$A_t={P_C_E}$", fixed(area), ink=Ink.GAP)
        .row("$f$", fixed(place), ink=Ink.ANSWER)
        .claiming(Claim("f", lambda: scene.p + place * scene.e, lambda: scene.c, 1e-6))
    )


def _impact(page: Page, moment: Moment[PointAndWall]) -> Page:
    scene, found, met = moment.scene, moment.step, moment.latest(LinesMet)
    is_hit, chosen = found.outcome is not Outcome.SEPARATED, moment.latest(CapChosen)
    touches = Claim("on the wall", lambda: off_wall(scene, scene.at(found.fraction)) <= 1e-7, lambda: True)
    if chosen is not None:
        told = f"Contact at $t$ = **{fixed(found.fraction)}**." if is_hit else NEVER
        formula = along("p" if chosen.feature is SegmentFeature.START else "q")
        page = Page(page.stage, IDEAS[CapChosen], formula).says(told)
    elif met is not None:
        t_told, f_told = f"$t$ = **{fixed(met.fraction)}**", f"$f$ = **{fixed(met.place)}**"
        told = f"{t_told} and {f_told} both lie between 0 and 1: a **hit**."
        if found.miss is not None:
            told = WHY[found.miss].format(t=t_told, f=f_told, end=beyond(met))
        page = page.says(told).claiming(
            Claim("both between 0 and 1", lambda: met.between and met.within, lambda: is_hit)
        )
    elif moment.latest(CrossProducts) is not None:
        page = _parallel(page, moment)
    elif not scene.e.any() and found.outcome is not Outcome.OVERLAPPED and scene.v.any():
        page = _at_point(page, scene, is_hit)
    else:
        told = f"Contact at $t$ = **{fixed(found.fraction)}**." if is_hit else NEVER
        is_on_wall = is_hit and scene.e.any()
        page = Page(page.stage, AT_START if is_hit else "", FORMULAS[StartMeasured] if is_on_wall else "").says(told)
    return page.claiming(touches) if is_hit else page


def _parallel(page: Page, moment: Moment[PointAndWall]) -> Page:
    """No t, as the height stays."""
    scene, products = moment.scene, moment.latest(CrossProducts)
    assert products is not None
    formula = r"t\,\examined{A_v}=\gap{A_t},\qquad\examined{A_v}=0,\quad\gap{A_t}\ne 0"
    told = f"$t$ · 0 = {fixed(products.of_wall)} has no solution. "
    told += f"$h$ = {fixed(products.height)} at every time: **no hit**."
    beside = Claim("parallel", lambda: off(scene.p, scene.e, scene.p + scene.v), lambda: 0.0, 1e-6)
    return Page(page.stage, NO_T, formula).says(told).claiming(beside)


def _at_point(page: Page, scene: PointAndWall, is_hit: bool) -> Page:
    """A wall without length: whether it is on the path's line, then where along the motion."""
    way = scene.p - scene.c
    area, ahead, whole = _cross(way, scene.v), float(way @ scene.v), float(scene.v @ scene.v)
    aside = off(scene.c, scene.v, scene.p)
    told = f"The area is {fixed(area)}: {P} is {fixed(aside)} beside the path’s line. **No hit**."
    if is_hit or aside < 1e-6:
        end = f"the path goes through {P}." if is_hit else f"the motion does not get to {P}."
        told = equation(f"$t$ = {{a}} / {{b}} = **{{result}}**: {end}", quotient, a=ahead, b=whole)
    return (
        Page(page.stage, NO_BASE, through("p"))
        .says(told)
        .row(f"${P_C_V}$", fixed(area), ink=Ink.GAP)
        .row(r"$(\boldsymbol{p}-\boldsymbol{c})\cdot \boldsymbol{v}$", fixed(ahead), ink=Ink.EXAMINED)
        .row(f"${V_V}$", fixed(whole), ink=Ink.EXAMINED)
        .row("$t$", fixed(ahead / whole), ink=Ink.ANSWER)
    )


def _cross(a: Vector, b: Vector) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _known(moment: Moment[PointAndWall], t: float) -> str:
    scene = moment.scene
    when = f"At $t$ = {fixed(t)}" if t > 0.0 else "At the start"
    return f"{when} the point is {fixed(off(scene.p, scene.e, scene.at(t)))} from the wall’s line."


def situation(moment: Moment[PointAndWall]) -> str:
    """What the point does; with a faulty test what that says."""
    found, place = moment.trace.result, moment.latest(LinesMet)
    met = moment.latest(FractionFound)
    if is_wrong(moment) and has_verdict(moment):
        return fault_told(moment)
    if found.outcome is Outcome.OVERLAPPED:
        return "The point is in contact with the wall at the start."
    if isinstance(moment.step, SweptImpact):
        if found.outcome is Outcome.HIT and moment.time < found.fraction - 1e-9 and not is_flat(moment):
            return f"{_known(moment, moment.time)} Impact at $t$ = {fixed(found.fraction)}."
        where = "" if place is None else f", {fixed(place.place)} of the way from {P} to {Q}"
        at = f"The point meets the wall at $t$ = **{fixed(found.fraction)}**{where}."
        return at if found.outcome is Outcome.HIT else "The point does not meet the wall."
    if isinstance(moment.step, RelativeMotion):
        return MOVES
    if met is not None:
        if met.within:
            return f"The path meets the wall’s line at $t$ = {fixed(met.fraction)}."
        when = "before the start" if met.fraction < 0.0 else "after the end"
        return (
            f"The path’s line, extended, meets the wall’s line at $t$ = {fixed(met.fraction)}, {when} of the motion."
        )
    if isinstance(moment.step, CrossProducts) and moment.time == 0.0:
        return f"The whole motion covers {fixed(abs(moment.step.change))} perpendicular to the wall."
    return _known(moment, moment.time)


def _compare(name: str, rule: Any, credit: str = "") -> Comparison[PointAndWall]:
    return Comparison(name, lambda s: rule(s.c, s.v, s.p, s.q), differs, credit)


class RaySegment(Lesson[PointAndWall]):
    id = "ray-segment"
    title = "Moving point and wall"
    source = "2D continuous collision"
    summary = "Two ratios of areas on one base say when and where a moving point meets a wall: no square root."
    terms = ("cross product as an area", "ratio t along the motion", "ratio f along the wall")
    builds_on = ("point-on-line", "swept-circle-segment")
    story = RaySegmentStory()
    compare = (
        _compare(SIDES, sides_only),
        _compare(ENDLESS, no_end_of_motion),
        _compare(PARALLEL, parallel_misses, "*2D continuous collision*"),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.65, headed=areas_headed),
            Pane("ratios", "Heights and ratios", draw_ratios, share=0.35, headed=headed, is_to_scale=False),
        )

    @cached_property
    def scenes(self) -> Mapping[str, PointAndWall | Preset[PointAndWall]]:
        def scene(c: Pair, end: Pair, p: Pair, q: Pair, goal: str = "") -> PointAndWall:
            return PointAndWall(Arrow(c, end), np.array(p), np.array(q), goal)

        along = scene((-1.7, -0.45), (0.7, 0.15), (-0.26, -0.09), (1.34, 0.31), OFF_LINE)
        return {
            "Hit": scene((-1.7, -0.1), (1.5, 0.4), (0.2, -1.1), (0.6, 0.7)),
            "Past the end": Preset(
                scene((-1.6, 0.3), (1.4, 1.0), (0.0, -1.0), (0.5, 0.5), LONGER), SIDES, at_first(LinesMet)
            ),
            "Motion too short": Preset(
                scene((-1.6, -0.4), (0.0, 0.0), (0.9, -0.9), (0.7, 1.0), NEARER), ENDLESS, at_first(FractionFound)
            ),
            "Moving away": scene((0.3, 0.0), (1.7, 0.4), (-0.9, -0.8), (-0.5, 0.9), SLOWLY),
            "Along the wall’s line": Preset(along, PARALLEL, at_first(CapChosen)),
            "Parallel to the wall": scene((-1.7, 0.2), (1.3, 0.8), (-0.9, -0.7), (1.1, -0.3), JUST),
            "Wall without length": scene((-1.6, -0.4), (1.6, 0.4), (0.48, 0.12), (0.48, 0.12), IN_MIDDLE),
            "Start on the wall": scene((-0.25, 0.125), (1.1, -0.9), (-1.5, -0.5), (1.0, 0.75), BACK),
        }

    def run(self, scene: PointAndWall) -> Trace[Any, SweptImpact]:
        """The steps that have a stage; the test of the start only where it decides."""
        whole = swept_point_segment.trace(scene.c, scene.v, scene.p, scene.q)
        return picked(whole, [i for i, step in enumerate(whole) if _is_told(step)])

    def clock(self, moment: Moment[PointAndWall]) -> Clock:
        """The point moves; the ratios stand at the time that they tell, as far as there is one."""
        found = moment.trace.result
        impact = found.fraction if found.outcome is not Outcome.SEPARATED else None
        times = [
            min(max(step.fraction, 0.0), 1.0) if isinstance(step, FractionFound | LinesMet | SweptImpact) else 0.0
            for step in moment.trace
        ]
        return Clock(impact=impact, ticks=tuple(times), told=fraction())

    def situation(self, moment: Moment[PointAndWall]) -> str:
        return situation(moment)

    def challenge(self, moment: Moment[PointAndWall]) -> Challenge | None:
        return goal(moment) if moment.latest(LinesMet) or isinstance(moment.step, SweptImpact) else None


def _is_told(step: Any) -> bool:
    return step.overlapped and step.cap is None if isinstance(step, StartMeasured) else type(step) in STAGES
