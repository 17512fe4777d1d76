"""Tunnelling: a body that is tested only at samples passes through another one between two of them."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from geometry import Outcome
from geometry.faulty.swept_box import swept_boxes
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.discrete import (
    ContinuousAsked,
    CurveSearched,
    MomentTested,
    StepsNeeded,
    Tunnelling,
    WidthsMeasured,
)
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.trace import Trace, grouped
from lessons.motion import tunnelling_figure as figure
from lessons.motion.tunnelling_predictions import first_sample, least_width
from lessons.motion.tunnelling_scene import Stepped, presets
from viz.lesson.canvas import Canvas, Feature
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Axes, Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, listed, tint

BOX = "swept box"
SAMPLES = "A moving body is usually tested only at **samples**, $Δt$ apart. Press Space: A moves at its real speed."
SEEN = "At each sample the shapes are apart or overlap. A loop that finds no overlap reports no collision."
MISSED = "Now fill in the curve. Between two samples the gap goes below 0 and comes back. The hit is **missed**."
FILLED = "Now fill in the curve. Had it gone below 0 between two samples only, the hit would be **missed**."
WHY = "Along the motion, A and B can overlap only while A passes both widths. A longer step can jump over that."
TURNS = "A body that turns shows another width at every time. No two lengths tell whether a step jumps over it."
SUBSTEPS = "More samples cost more and only move the limit. A faster ball or a thinner wall gets through again."
CONTINUOUS = "**Continuous** detection looks for the time at which $s(t)$ becomes 0: the **time of impact** (TOI)."
ANSWER = "Continuous collision detection (**CCD**) costs more. Engines use it for what is fast and thin."
CAN_TUNNEL = r"\A{w_A} + \B{w_B} < \examined{\|v\|\,\Delta t} \ \Rightarrow\ \text{can tunnel}"


class TunnellingStory(Story):
    columns = ("sample", "$t$", "$s$", "result")

    def page(self, moment: Moment[Any]) -> Page:
        scene: Stepped = moment.scene
        match moment.step:
            case MomentTested() as step:
                return _tested(moment, [step]).says(_one_sample(step))
            case TimeOfImpact() as seen:
                return _seen(moment, seen)
            case CurveSearched() as curve:
                return _between(scene, curve)
            case WidthsMeasured() as widths:
                page = _why(scene, widths)
                return page if moment.compare else page.asks(least_width(scene, widths))
            case StepsNeeded() as steps:
                return _substeps(scene, steps)
            case ContinuousAsked() as asked:
                return _continuous(scene, asked.impact)
            case Tunnelling() as verdict:
                return _answer(verdict)
            case _:
                page = _tested(moment, []).says(_all_samples(scene))
                return page if moment.compare else page.asks(first_sample(scene))

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        figure.world(canvas, moment, is_sampled=True)


class TunnellingLesson(Lesson[Stepped]):
    id = "tunnelling"
    title = "Tunnelling"
    source = "SAT explained"
    summary = "A body that is tested only at samples can pass through another one between two of them."
    terms: ClassVar[tuple[str, ...]] = (
        *("sample", "substep", "tunnelling", "time of impact (TOI)", "continuous collision detection (CCD)"),
        "missed hit",
    )
    builds_on: ClassVar[tuple[str, ...]] = ("two-shadows",)
    story = TunnellingStory()
    compare = (
        Comparison(
            BOX,
            lambda scene: swept_boxes(*scene.sweeps),
            lambda moment: moment.faulty.is_hit and moment.scene.trace.result.continuous.outcome is Outcome.SEPARATED,
            "A broadphase answer taken for the result: *Collision detection for dummies*",
        ),
    )

    @property
    def scenes(self) -> dict[str, Stepped | Preset[Stepped]]:
        named: dict[str, Stepped | Preset[Stepped]] = {**presets()}
        past = named["Past each other"]
        assert isinstance(past, Stepped)
        named["Past each other"] = Preset(past, BOX, lambda trace: len(trace) - 1)
        return named

    def run(self, scene: Stepped) -> Trace[Any, Tunnelling]:
        """All samples told as one step, and six more."""
        trace = scene.trace
        tested = sum(isinstance(step, MomentTested) for step in trace)
        return grouped(trace, (range(tested),))

    @property
    def layout(self) -> Layout:
        return above(
            beside(
                Pane("Sampled", "Sampled", _sampled, is_world=True, note="tested at samples only"),
                Pane("Continuous", "Continuous", _continuous_world, is_world=True, note="tested throughout"),
                share=3.0,
            ),
            Pane("Curve", "Separation over time", figure.chart, axes=_axes, share=2.0, follows_time=True),
        )

    def clock(self, moment: Moment[Stepped]) -> Clock | None:
        """Time runs to the end: the sampled body flies on, the continuous one stays at its impact."""
        result: Tunnelling = moment.scene.trace.result
        found, hit = result.discrete, result.continuous
        curve = next(step for step in moment.scene.trace if isinstance(step, CurveSearched))
        seen = found.fraction if found.outcome is not Outcome.SEPARATED else 1.0
        impact = hit.fraction if hit.outcome is not Outcome.SEPARATED else 1.0
        ticks = (0.0, seen, curve.fraction, curve.fraction, curve.fraction, impact, 1.0)
        return Clock(3.0, ticks=ticks)

    def situation(self, moment: Moment[Stepped]) -> str:
        curve = moment.latest(CurveSearched)
        now = figure.now(moment)
        passed = curve is not None and any(end < now for _, end in curve.unseen)
        return _apart(moment) + (" They have passed through each other." if passed else "")

    def challenge(self, moment: Moment[Stepped]) -> Challenge:
        widths = next(step for step in moment.scene.trace if isinstance(step, WidthsMeasured))
        both, passed = widths.width_a + widths.width_b, moment.scene.trace.result.tunnelled
        wider = not widths.turns and both > widths.step
        now = "A turns" if widths.turns else f"{fixed(both)} against {fixed(widths.step)}"
        return Challenge(
            r"Make A tunnel although $w_A + w_B$ is **more** than $\|v\|\,Δt$.",
            passed and wider,
            now,
            "Where is the wall thinner than its width?",
        )

    def feature_in(self, moment: Moment[Stepped], field: str, value: Any) -> Feature | None:
        if isinstance(moment.step, MomentTested) and field == "step":
            return FeatureRef("", FeatureKind.SAMPLE, value)
        return super().feature_in(moment, field, value)


def _sampled(canvas: Canvas, moment: Moment[Stepped]) -> None:
    figure.world(canvas, moment, is_sampled=True)


def _continuous_world(canvas: Canvas, moment: Moment[Stepped]) -> None:
    figure.world(canvas, moment, is_sampled=False)


def _axes(moment: Moment[Stepped]) -> Axes:
    return moment.scene.axes


def _apart(moment: Moment[Any]) -> str:
    """How things stand at the time on the clock."""
    t = figure.now(moment)
    s = moment.scene.s(t)
    number, at = tint(f"**{fixed(abs(s))}**", separation_ink(s)), f"at $t$ = {fixed(t)}"
    if fixed(abs(s)) == "0.00":
        return f"A and B just touch {at}."
    return f"A and B overlap by {number} {at}." if s < 0.0 else f"A and B are {number} apart {at}."


# The pages.


def _tested(moment: Moment[Any], rows: list[MomentTested]) -> Page:
    scene: Stepped = moment.scene
    tested = [step for step in scene.trace if isinstance(step, MomentTested)]
    page = Page("Samples", SAMPLES, r"\Delta t = \frac{1}{n}").claiming(
        Claim(
            "samples are 1 / n apart",
            lambda: [step.fraction for step in tested],
            lambda: [k * (1.0 / scene.count) for k in range(len(tested))],
        ),
        Claim(
            "s at each sample",
            lambda: [step.separation for step in tested],
            lambda: separation_over_time(*scene.sweeps, [step.fraction for step in tested]),
            1e-6,
        ),
    )
    return _rows(page, rows)


def _rows(page: Page, tested: list[MomentTested]) -> Page:
    for step in tested:
        s = step.separation
        page = page.row(
            str(step.step),
            fixed(step.fraction),
            tint(fixed(s, sign=s > 0.0), separation_ink(s)),
            "overlap" if step.overlapped else "apart",
            ink=separation_ink(s),
            feature=FeatureRef("", FeatureKind.SAMPLE, step.step),
            key=str(step.step),
        )
    return page


def _all_samples(scene: Stepped) -> str:
    n = scene.count
    steps = "One step" if n == 1 else f"**{n}** steps"
    return f"{steps}, so a test every **{fixed(1.0 / n)}**."


def _one_sample(step: MomentTested) -> str:
    s = tint(f"**{fixed(abs(step.separation))}**", separation_ink(step.separation))
    found = f"an overlap of {s}" if step.overlapped else f"a gap of {s}"
    return f"Sample {step.step} at $t$ = {fixed(step.fraction)} shows {found}."


def _seen(moment: Moment[Any], seen: TimeOfImpact) -> Page:
    tested = [step for step in moment.scene.trace if isinstance(step, MomentTested)]
    page = _rows(Page("Seen", SEEN), tested)
    last = tested[-1]
    if seen.outcome is not Outcome.SEPARATED:
        return page.says(f"{_one_sample(last)[:-1]}: found.")
    if len(tested) > 4:
        return page.says(f"Not one of the {len(tested)} samples shows an overlap: no collision is reported.")
    times = listed([fixed(step.fraction) for step in tested])
    gaps = listed([tint(fixed(step.separation), Ink.GAP) for step in tested])
    return page.says(f"Samples at $t$ = {times} show gaps of {gaps}.")


def _between(scene: Stepped, curve: CurveSearched) -> Page:
    spans = curve.overlaps
    page = Page("Between", MISSED if curve.unseen else FILLED, r"\overlap{s(t)} < 0").claiming(
        Claim(
            "below 0 in the middle of what is marked",
            lambda: [scene.s((start + end) / 2.0) <= 1e-9 for start, end in spans],
            lambda: [True] * len(spans),
        ),
        Claim(
            "0 at its ends",
            lambda: [scene.s(t) for span in spans for t in span if 0.0 < t < 1.0],
            lambda: [0.0 for span in spans for t in span if 0.0 < t < 1.0],
            1e-6,
        ),
        Claim("the least is no more than any", lambda: curve.least <= float(scene.curve.min()) + 1e-9, lambda: True),
        Claim("and is reached", lambda: curve.least, lambda: scene.s(curve.fraction)),
    )
    if not spans:
        gap = tint(f"**{fixed(curve.least)}**", Ink.GAP)
        return page.says(f"The gap stays above 0. It is least at $t$ = {fixed(curve.fraction)}: {gap}.")
    start, end = next(iter(curve.unseen), spans[0])
    depth = tint(f"**{fixed(-curve.least)}**", Ink.OVERLAP)
    falls = "No sample falls in it." if curve.unseen else "A sample falls in it."
    return page.says(f"Overlap from $t$ = {fixed(start)} to {fixed(end)}, {depth} deep. {falls}")


def _extents(scene: Stepped) -> tuple[float, float, float]:
    """Both widths along the motion and the length of a step, from the vertices at the start."""
    vx, vy = scene.velocity.tolist()
    speed = math.hypot(vx, vy)
    along = [
        [(x * vx + y * vy) / speed for x, y in body.world.points.tolist()] if speed else [0.0]
        for body in (scene.a, scene.b)
    ]
    widths = [max(each) - min(each) for each in along]
    radii = (scene.a.shape.radius, scene.b.shape.radius) if speed else (0.0, 0.0)
    return widths[0] + 2.0 * radii[0], widths[1] + 2.0 * radii[1], speed / scene.count


def _why(scene: Stepped, widths: WidthsMeasured) -> Page:
    if widths.turns:
        turn = max(abs(scene.sweep_a.turn), abs(scene.sweep_b.turn))
        who = "A" if abs(scene.sweep_a.turn) == turn else "B"
        return Page("Why", TURNS).says(f"{who} turns by {math.degrees(turn):.0f}°: its width changes on the way.")
    if widths.travel == 0.0:
        return Page("Why", WHY).says("Nothing moves, so nothing can be jumped over.")
    page = Page("Why", WHY, CAN_TUNNEL).claiming(
        Claim(
            "both widths and the step", lambda: (widths.width_a, widths.width_b, widths.step), lambda: _extents(scene)
        ),
        Claim("can tunnel", lambda: widths.can_tunnel, lambda: sum(_extents(scene)[:2]) < _extents(scene)[2]),
    )
    total = equation("{a} + {b} = **{result}**", lambda a, b: a + b, a=widths.width_a, b=widths.width_b)
    step = tint(f"**{fixed(widths.step)}**", Ink.EXAMINED)
    if widths.can_tunnel:
        return page.says(f"{total} is less than {step}: A can jump over B.")
    return page.says(f"{total} is not less than {step}: head-on A cannot jump over B.")


def _substeps(scene: Stepped, steps: StepsNeeded) -> Page:
    if steps.needed is None:
        return Page("Substeps", SUBSTEPS).says("No number of steps is known in advance to be enough here.")
    needed = steps.needed

    def enough(n: int) -> bool:
        a, b, step = _extents(scene)
        return step * scene.count / n <= (a + b) * (1.0 + 1e-9) if n else False

    return (
        Page("Substeps", SUBSTEPS, r"n \ge \frac{\examined{\|v\|}}{\A{w_A}+\B{w_B}}")
        .claiming(Claim("the least n", lambda: (enough(needed), enough(needed - 1)), lambda: (True, False)))
        .says(f"Head-on, **{needed}** {'step is' if needed == 1 else 'steps are'} enough for this motion.")
    )


def _continuous(scene: Stepped, impact: TimeOfImpact) -> Page:
    page = Page("Continuous", CONTINUOUS, r"\gap{s(\answer{t})} = 0")
    if impact.outcome is Outcome.OVERLAPPED:
        page = page.claiming(Claim("s at the start", lambda: scene.s(0.0) <= 1e-9, lambda: True))
        return page.says("Shapes that already overlap at the start have their time of impact at $t$ = 0.")
    if impact.outcome is not Outcome.HIT:
        page = page.claiming(Claim("no root", lambda: float(scene.curve.min()) > -0.005, lambda: True))
        return page.says("The gap never becomes 0: there is no impact.")
    t = impact.fraction
    page = page.claiming(Claim("s at the TOI, as shown", lambda: scene.s(t), lambda: 0.0, 0.005))
    gap, answer = scene.s(0.0), tint(f"**{fixed(t)}**", Ink.ANSWER)
    closing = float(np.dot(impact.normal, scene.velocity)) if impact.normal is not None else 0.0
    if not scene.turns and abs(gap - closing * t) < 0.005:
        page = page.claiming(Claim("time = gap / closing speed", lambda: gap / closing, lambda: t, 0.005))
        speed = tint(fixed(closing), Ink.EXAMINED)
        return page.says(f"The gap {tint(fixed(gap), Ink.GAP)} closes at speed {speed}: impact at $t$ = {answer}.")
    return page.says(f"The gap {tint(fixed(gap), Ink.GAP)} becomes 0 for the first time at $t$ = {answer}.")


def _answer(verdict: Tunnelling) -> Page:
    seen, hit = verdict.discrete, verdict.continuous
    t = tint(f"**{fixed(hit.fraction)}**", Ink.ANSWER)
    continuous = f"Continuous: $t$ = {t}." if hit.outcome is not Outcome.SEPARATED else "Continuous: no impact."
    sampled = "no overlap seen"
    if verdict.tunnelled:
        sampled = tint("**missed**", Ink.FAULTY)
    elif seen.outcome is not Outcome.SEPARATED:
        late = "" if not verdict.late else f", late by {tint(fixed(verdict.late), Ink.FAULTY)}"
        sampled = f"found at $t$ = {fixed(seen.fraction)}{late}"
    page = Page("Answer", ANSWER).says(f"Sampled: {sampled}. {continuous}")
    if hit.outcome is Outcome.SEPARATED:
        return page.row("TOI", "none", "", "no impact", key="TOI")
    touch = "overlap" if hit.outcome is Outcome.OVERLAPPED else "first touch"
    return page.row("TOI", t, fixed(hit.separation or 0.0), touch, ink=Ink.ANSWER, key="TOI")
