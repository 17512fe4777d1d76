"""GJK ray cast: the linear cast from support points alone. Supporting lines shave off the ray, piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Miss, Outcome, Trace, box, circle, convex, gjk_ray_cast, linear_cast, regular_polygon, separation
from geometry.faulty.gjk_ray_cast import distance_as_time, no_miss_test
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.trace import Grouped, grouped
from lessons.motion import gjk_ray_cast_words as ideas
from lessons.motion.casts import Translating, differs, moving, quotient, told
from lessons.motion.gjk_ray_cast_asked import (
    distance_taken,
    first_advance,
    is_too_slow,
    meet_later,
    next_line,
    which_proof,
)
from lessons.motion.gjk_ray_cast_figure import draw_space
from lessons.motion.gjk_ray_cast_goals import NEARLY, ONE, TURNED, TWO, goal
from lessons.motion.gjk_ray_cast_steps import digits_of, shows_fault, support_points
from lessons.motion.gjk_ray_cast_words import BARE_SPEED, SPEED, V_A, V_B, V, W, X, Y
from lessons.motion.gjk_ray_cast_world import draw_world
from lessons.motion.gjk_ray_cast_wrong import DISTANCE, NO_MISS, told_wrong
from lessons.stories.grouping import apart, steps_so_far, whole
from viz.lesson.canvas import Canvas
from viz.lesson.difference import difference_pane
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, at
from viz.lesson.story import Story
from viz.lesson.text import counted, equation, fixed, tint
from viz.lesson.times import fraction

SOURCE = "*Collision detection for dummies*"
WEDGE = (-0.8, -0.6), (0.9, -0.5), (-0.2, 0.8)
APART = 4  # iterations that are told one by one; of more all from the fifth on are told as one
ORIGIN_MOVES = "Difference space: the origin moves, A − B stands still"


class GjkRayCastStory(Story):
    columns = ("iteration", "$t$", "distance $g$", r"speed $\boldsymbol v\cdot\hat n$", "new $t$")

    def stage(self, moment: Moment[Translating]) -> str:
        """Inside an iteration, its two steps."""
        step = moment.step
        if moment.parent is not None:
            return f"{'Line' if isinstance(step, PlaneFound) else 'Simplex'} {step.iteration}"
        match step:
            case RayCastStarted():
                return "Start"
            case Grouped(part):
                first, last = part.steps[0].iteration, part.steps[-1].iteration
                return f"Iteration {first}" if first == last else f"{first} to {last}"
            case PlaneFound():
                return f"Iteration {step.iteration}"
        return "Miss" if moment.trace.result.outcome is Outcome.SEPARATED else "Impact"

    def page(self, moment: Moment[Translating]) -> Page:
        return told_wrong(self.right(moment), moment)

    def right(self, moment: Moment[Translating]) -> Page:
        step, stage = moment.step, self.stage(moment)
        match step:
            case RayCastStarted():
                return _start(Page(stage, ideas.START, rf"{X}(t)=-t\,{V},\qquad {ideas.NORMAL}"), moment)
            case Grouped():
                planes = [each for each in step.part if isinstance(each, PlaneFound)]
                page = _advance(Page(stage), moment, planes, step.last)
                asked = distance_taken(moment) if moment.compare == DISTANCE else next_line(moment)
                nested = page if len(planes) > 1 else page.asks(asked, situation(_true(moment)))
                return replace(nested, nested="the line and the simplex")
            case PlaneFound():
                page = _advance(Page(stage), moment, [step], moment.next)
                if is_too_slow(moment):
                    return page.asks(meet_later(moment), situation(_true(moment)))
                until = fixed(step.fraction)
                return page.asks(which_proof(moment), f"Up to $t$ = {until}, earlier lines rule out contact.")
            case SimplexKept():
                kept = f"The simplex has {counted(len(step.simplex.vertices), 'point')}, "
                left = tint(f"**{fixed(max(step.separation, 0.0))}**", Ink.GAP)
                page = Page(stage, ideas.SIMPLEX, ideas.NORMAL).says(f"{kept}{left} from ${X}$.")
                return page.claiming(Claim("nearest", lambda: step.simplex.distance, lambda: _from_x(step), 1e-6))
        return _end(Page(stage, ideas.ANSWER), moment)

    def draw(self, canvas: Canvas, moment: Moment[Translating]) -> None:
        draw_world(canvas, moment)


def _from_x(step: SimplexKept) -> float:
    """The distance of the new estimate from the points that are kept, found by trying places between them."""
    points = np.array([vertex.on_a - vertex.on_b for vertex in step.simplex.vertices]) - step.estimate
    best = [float(np.hypot(*p)) for p in points]
    if len(points) == 2:
        p, e = points[0], points[1] - points[0]
        best.append(float(np.hypot(*(p + np.clip(-(p @ e) / (e @ e), 0.0, 1.0) * e))))
    return 0.0 if len(points) == 3 else min(best)


def _start(page: Page, moment: Moment[Translating]) -> Page:
    v, t = moment.scene.velocity, moment.time
    by = moment.scene.sweep_b.motion - moment.scene.sweep_a.motion
    of = "A − B" if moment.scene.figure.radius == 0.0 else "the core of A − B"
    page = page.says(
        f"${V}={V_A}-{V_B}$ = ({fixed(v[0])}, {fixed(v[1])}). ${Y}$ is any support point of {of}. With "
        f"${ideas.N}$ from ${Y}$ to ${X}$, ${X}$ is in front of ${Y}$."
    )
    page = page.claiming(Claim("x", lambda: -t * v, lambda: t * by))
    return page.asks(first_advance(moment), f"No line has been found yet: of A − B only ${Y}$ is known.")


def _advance(page: Page, moment: Moment[Translating], planes: list[PlaneFound], after: Any) -> Page:
    """One iteration, or several told as one; `after`: what follows them."""
    scene, digits = moment.scene, digits_of(moment)
    last, first = planes[-1], planes[0]
    page = _rows(page, planes, digits).claiming(*(claim for p in planes for claim in _claims(scene, p)))
    arc = "-R" if scene.figure.radius > 0.0 else ""
    if last.miss is not None:
        text = f"$g$ = {fixed(last.gap, digits)} and ${SPEED}$ = {fixed(last.closing, digits)}."
        if last.miss is Miss.PASSING:
            text = (
                f"At $t$ = {fixed(last.fraction, digits)}, ${X}$ is $g$ = {fixed(last.gap, digits)} in front of it."
            )
        return replace(
            page, idea=ideas.COMPARING if last.closing > 0.0 else ideas.FACING, formula=ideas.GAP + arc
        ).says(text)
    if len(planes) > 1:
        text = f"{len(planes)} lines: $t$ goes from {fixed(first.fraction, digits)} "
        text += f"to **{fixed(last.next_fraction, digits)}**."
        return replace(page, idea=ideas.SEVERAL, formula=ideas.ADVANCE + arc).says(text)
    if last.next_fraction <= last.fraction:
        return replace(page, idea=ideas.STAYS, formula=rf"{ideas.GAP}{arc}\le 0").says(
            f"$g$ = {fixed(last.gap, digits)}: $t$ stays {fixed(last.fraction, digits)}."
        )
    text = "$t$ = {t} + {g} / {c} = **{result}**."
    text = equation(text, _later, decimals=digits, t=last.fraction, g=last.gap, c=last.closing)
    is_first, is_one_core = last.iteration == 1, bool(arc) and len(scene.figure.points) == 1
    if isinstance(after, SimplexKept) and not after.arrived and len(after.candidates) > 1:
        where = f"between the old ${Y}$ and ${W}$" if is_first else "of the simplex"
        text += f" The new ${Y}$: the point {where} that is nearest to ${X}$." * (not (is_first and arc))
    kept = after if isinstance(after, SimplexKept) else None
    idea = (ideas.ROUND if arc else ideas.LINE) if is_first else ideas.again(kept, is_one_core=is_one_core)
    return replace(page, idea=idea, formula=ideas.ADVANCE + arc).says(text)


def _rows(page: Page, planes: list[PlaneFound], digits: int) -> Page:
    """A row for each line; one for the last ones together, if their gaps are too small to be told apart."""
    told = len(planes)
    while told and planes[told - 1].gap > 0.0 and float(fixed(planes[told - 1].gap, digits)) == 0.0:
        told -= 1
    told = told if len(planes) - told > 1 else len(planes)
    for p in planes[:told]:
        is_later, gap = p.next_fraction > p.fraction, fixed(p.gap, digits)
        closing = "" if p.miss is Miss.PASSING else fixed(p.closing, digits)  # it is asked about; the end says it
        gain = fixed(p.next_fraction, digits) if is_later and not p.miss else "—"
        cells = str(p.iteration), fixed(p.fraction, digits), gap, closing, gain
        page = page.row(*cells, ink=Ink.GAP if is_later else Ink.QUIET, key=cells[0])
    if told < len(planes):
        first, last = planes[told], planes[-1]
        name, gap = f"{first.iteration} to {last.iteration}", f"< {fixed(10.0**-digits, digits)}"
        cells = name, fixed(first.fraction, digits), gap, "…", fixed(last.next_fraction, digits)
        page = page.row(*cells, ink=Ink.GAP, key=name)
    return page


def _later(t: float, g: float, c: float) -> float:
    return t + quotient(g, c)


def _closed(t: float, c: float) -> float:
    return (1.0 - t) * c


def _claims(scene: Translating, p: PlaneFound) -> tuple[Claim, ...]:
    """The gap from all vertices; the step; and that no line lies beyond the exact time of impact."""
    n, (a, b) = p.normal, (scene.a.world, scene.b.world)

    def gap() -> float:
        reach = float((a.points @ n).max() - (b.points @ n).min()) + a.radius + b.radius
        return float(n @ p.estimate) - reach

    def bound() -> float:
        exact = linear_cast(*scene.cast)
        return exact.fraction if exact.outcome is not Outcome.SEPARATED else 1.0

    return (
        Claim("g", lambda: p.gap, gap, 1e-8),
        Claim("v·n", lambda: p.closing, lambda: scene.velocity @ n),
        Claim(
            "step",
            lambda: (p.next_fraction - p.fraction) * p.closing,
            lambda: p.gap if p.next_fraction > p.fraction else 0.0,
            1e-7,
        ),
        Claim("never too far", lambda: p.next_fraction <= bound() + 1e-6, lambda: True),
    )


def _end(page: Page, moment: Moment[Translating]) -> Page:
    scene, found = moment.scene, moment.step
    planes = [step for step in apart(moment.trace) if isinstance(step, PlaneFound)]
    if found.outcome is Outcome.SEPARATED:
        never = Claim("never", lambda: linear_cast(*scene.cast).outcome is Outcome.SEPARATED, lambda: True)
        if found.miss is Miss.NO_MOTION:
            return replace(page, idea=ideas.NEVER).says("Seen from B, A does not move: no impact.").claiming(never)
        last, number, digits = planes[-1], len(planes), digits_of(moment)
        gap, closing = fixed(last.gap, digits), fixed(last.closing, digits)
        if last.closing <= 0.0:
            is_first = last.miss is Miss.RECEDING
            text = f"$g$ = {gap} > 0 and ${SPEED}$ = {closing} ≤ 0: line {number} proves that A and B never meet"
            text += "." if is_first else f" after $t$ = {fixed(last.fraction, digits)}."
            if not is_first:
                cells = str(number), fixed(last.fraction, digits), gap, closing, "—"
                page = page.row(*cells, ink=Ink.QUIET, key=str(number))
            idea = ideas.NEVER if is_first else ideas.PASSED
            return replace(page, idea=idea, formula=ideas.LEADS_AWAY).says(text).claiming(never)
        text = f"Line {number} is the proof: $g$ = {gap}, and ${X}$ closes only "
        text += equation("(1 − {t}) · {c} = **{result}**.", _closed, decimals=digits, t=last.fraction, c=last.closing)
        return replace(page, idea=ideas.TOO_FAR, formula=ideas.ENDS_BEFORE).says(text).claiming(never)
    if found.outcome is Outcome.OVERLAPPED:
        return replace(page, idea=ideas.OVERLAP).says("$t$ = **0**: no line is needed.")
    t = fixed(found.fraction, digits_of(moment))
    useful = sum(plane.next_fraction > plane.fraction for plane in planes)
    led = f"{counted(len(planes), 'line')} led" if useful == len(planes) else f"{useful} of {len(planes)} lines led"
    text = f"{led} to $t$ = **{t}**. {len(planes) + 1} support queries found "
    text += f"{support_points(moment)}."
    formula = rf"\lVert {X}-{Y}\rVert\le R" if scene.figure.radius > 0.0 else rf"{X}={Y}"
    return (
        replace(page, formula=formula, idea=ideas.ANSWER_ROUND if scene.figure.radius > 0.0 else ideas.ANSWER)
        .says(text)
        .claiming(
            Claim("in contact", lambda: separation(*scene.at(found.fraction)), lambda: 0.0, 1e-5),
            Claim("the exact time", lambda: found.fraction, lambda: linear_cast(*scene.cast).fraction, 1e-3),
        )
    )


def situation(moment: Moment[Translating]) -> str:
    """What the lines so far prove; at the end how things are."""
    above = whole(moment)
    lines = [step for step in steps_so_far(moment) if isinstance(step, PlaneFound)]
    if shows_fault(moment):
        return _fault(above)
    if not lines or above.is_last:
        if above.trace.result.miss is Miss.TOO_FAR and above.is_last:
            return "A and B do not meet up to $t$ = 1."
        return told(_true(moment))
    if lines[-1].miss is not None:
        number, t = len(lines), fixed(lines[-1].fraction)
        if lines[-1].miss is Miss.PASSING:
            return f"Up to $t$ = **{t}** earlier lines rule out contact, after that line {number} does."
        until = "do not meet up to $t$ = 1" if lines[-1].miss is Miss.TOO_FAR else "never meet"
        return f"Line {number} proves that A and B {until}."
    useful = sum(line.next_fraction > line.fraction for line in lines)
    if not useful:
        return told(moment)
    more = f"; line {len(lines)} adds nothing" if lines[-1].next_fraction <= lines[-1].fraction else ""
    proofs = f"{counted(useful, 'line')} prove{'s' if useful == 1 else ''}"
    return f"{proofs} that A and B do not meet before $t$ = **{fixed(lines[-1].next_fraction)}**{more}."


def _true(moment: Moment[Translating]) -> Moment[Translating]:
    """Without the faulty cast."""
    return replace(moment, compare="", faulty=None)


def _fault(moment: Moment[Translating]) -> str:
    """What a faulty cast does wrong, what it says, and what is true."""
    scene, found, wrong = moment.scene, moment.trace.result, moment.faulty.fraction
    if moment.compare == DISTANCE:
        s = scene.separation_at_start
        if wrong is None:
            adds = f"it adds the distance {fixed(s)}, so" if s > 1.0 else "it adds distances until"
            words = f"{adds} $t$ passes 1: no hit. A and B meet at $t$ = {fixed(found.fraction)}."
        else:
            there = separation(*scene.at(wrong))
            how = f"are {fixed(there)} apart" if there > 0.0 else f"overlap by {fixed(-there)}"
            taken = f"it takes the distance {fixed(s)} for the time"
            if abs(wrong - s) > 1e-6:
                taken = "it adds distances as times, up to $t$ ="
            words = f"{taken} {fixed(wrong)}, where A and B {how}."
    elif wrong is not None and wrong < 0.0 and found.outcome is Outcome.SEPARATED:
        words = f"with ${BARE_SPEED}$ < 0 it goes back to $t$ = {fixed(wrong)}."
        words += " A and B move apart and never meet."
    else:
        return told(moment)
    return f"{tint(moment.compare.capitalize(), Ink.FAULTY)}: {words}"


class GjkRayCast(Lesson[Translating]):
    id = "gjk-ray-cast"
    title = "GJK ray cast"
    source = "Collision detection for dummies"
    summary = "Supporting lines shave off the ray, piece by piece: the time of impact from support points alone."
    terms = ("ray", "supporting line (plane in 3-D)", "lower bound of the time of impact")
    builds_on = ("gjk", "linear-cast")
    presents = 1
    story = GjkRayCastStory()
    compare = (
        Comparison(
            DISTANCE, lambda s: distance_as_time(*s.cast), differs, "Error 9 of *Collision detection for dummies*"
        ),
        Comparison(
            NO_MISS, lambda s: no_miss_test(*s.cast), differs, "Error 11 of *Collision detection for dummies*"
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.335),
            difference_pane("space", ORIGIN_MOVES, draw_space, share=0.665),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Translating | Preset[Translating]]:
        def five(x: float, y: float, degrees: float, radius: float) -> Body:
            return at(regular_polygon(5, radius), x, y, degrees)

        def slab(x: float, y: float, degrees: float, long: float, high: float) -> Body:
            return at(box(long, high), x, y, degrees)

        def wedge(x: float, y: float, degrees: float, size: float) -> Body:
            return at(convex([(size * p, size * q) for p, q in WEDGE]), x, y, degrees)

        disc = circle(0.5)
        fast = moving(
            slab(-0.6, -1.1, 50, 1.18, 0.67), (0.4, 1.7), wedge(-0.1, 0.6, 0, 0.8), (-0.6, -0.9), goal=NEARLY
        )
        leaving = moving(
            slab(-0.4, -0.6, 5, 0.9, 0.5), (-0.5, -0.5), wedge(0.2, 0.8, 50, 0.65), (0.3, 0.5), goal=TURNED
        )
        return {
            "Both move": moving(five(-0.4, -1.1, 25, 0.67), (-0.2, 2.0), wedge(-0.4, 1.2, 30, 0.93), (-1.2, -1.0)),
            "A line without progress": moving(
                slab(-0.4, -1.1, 20, 1.15, 0.65), (0.9, 1.0), wedge(0.0, 1.1, 75, 0.82), (-0.7, -1.0)
            ),
            "Fast start, small gap": Preset(fast, DISTANCE),
            "Moving apart": Preset(leaving, NO_MISS, at_first(PlaneFound)),
            "Passing by": moving(
                five(0.4, -0.7, 60, 0.58), (0.9, 1.5), wedge(-0.2, 1.3, 25, 0.65), (-0.8, -1.4), goal=TWO
            ),
            "Too slow": moving(
                slab(-0.1, -0.8, 0, 0.9, 0.51), (-0.6, 0.4), wedge(0.2, 1.0, 85, 0.72), (-0.4, -0.4), goal=ONE
            ),
            "Grazing circles": moving(at(disc, -0.5, -1.4), (0.0, 3.0), at(disc, 0.48, 1.2), (0.0, 0.0)),
        }

    def run(self, scene: Translating) -> Trace[Any, TimeOfImpact]:
        """Each iteration told as one step; of many all from the fifth on as one."""
        trace = gjk_ray_cast.trace(*scene.cast)
        kept = [i for i, step in enumerate(trace) if isinstance(step, SimplexKept)]
        ranges = [range(i - 1, i + 1) for i in kept]
        if len(ranges) > APART + 2:
            ranges = [*ranges[:APART], range(ranges[APART].start, ranges[-1].stop)]
        return grouped(trace, ranges)

    def clock(self, moment: Moment[Translating]) -> Clock:
        """The ball on the rail is the estimate: each iteration stands at the time that it has proved free."""
        steps, found = whole(moment).trace.steps, whole(moment).trace.result
        hit = None if found.outcome is Outcome.SEPARATED else found.fraction
        times = [0.0]
        for step in steps[1:]:
            planes = [each.next_fraction for each in apart((step,)) if isinstance(each, PlaneFound)]
            times.append(planes[-1] if planes else times[-1] if hit is None else hit)
        return Clock(impact=hit, ticks=tuple(times), told=fraction())

    def situation(self, moment: Moment[Translating]) -> str:
        return situation(moment)

    def challenge(self, moment: Moment[Translating]) -> Challenge:
        return goal(moment)
