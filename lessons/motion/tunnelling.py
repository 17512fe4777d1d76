"""Tunnelling: a body that is tested only at samples passes through another one between two of them."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from geometry import Outcome, separation
from geometry.faulty.swept_box import swept_boxes
from geometry.time_of_impact.discrete import (
    ContinuousAsked,
    CurveSearched,
    MomentTested,
    StepsNeeded,
    Tunnelling,
    WidthsMeasured,
)
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.trace import Trace, grouped
from lessons.motion import tunnelling_figure as figure
from lessons.motion.tunnelling_predictions import first_sample, least_width
from lessons.motion.tunnelling_scene import TIMES, Stepped, presets
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, listed, tint

BOX = "swept box"
SAMPLES = (
    "A moving body is usually tested only at **samples**, $Δt$ apart. Press Space: A moves from $t = 0$ to $t = 1$."
)
SEEN = (
    "The **separation** $s$ is the gap; in overlap it is minus the depth. A loop that finds no overlap reports no "
    "collision."
)
MISSED = "Between two samples $s(t)$ falls below 0 and comes back: A passes through B. This is **tunnelling**."
FOUND = "Had $s(t)$ been below 0 only between two samples, A would have passed through B: **tunnelling**."
WHY = (
    "A and B can overlap only while A moves a length of $w_A + w_B$. $w$ is a body's extent along $v$. A longer "
    "step can jump over that."
)
NOTHING = "A step can jump over B only if A meets B after a sample and leaves it before the next one."
TURNS = "A body that turns has another extent at every time, so no two lengths tell whether a step jumps over it."
SUBSTEPS = (
    "**Substeps** divide a step into shorter ones. They cost more and only move the limit: a faster A tunnels again."
)
CONTINUOUS = "**Continuous** detection looks for the time at which $s(t)$ becomes 0: the **time of impact** (TOI)."
ANSWER = (
    "Continuous collision detection (**CCD**) costs more. Many engines use it only for fast bodies or thin walls."
)
CAN_TUNNEL = r"\A{w_A} + \B{w_B} < \examined{\|v\|\,\Delta t} \ \Rightarrow\ \text{can tunnel}"
AVOIDED = r"n \ge \frac{\examined{\|v\|}}{\A{w_A}+\B{w_B}} \ \Rightarrow\ \text{cannot tunnel here}"
MISSES = "A's path misses B: $s(t)$ stays above 0, and no number of samples changes the answer."
STAGES: dict[type, str] = {
    TimeOfImpact: "Seen",
    CurveSearched: "Between",
    WidthsMeasured: "Why",
    StepsNeeded: "Substeps",
    ContinuousAsked: "Continuous",
    Tunnelling: "Answer",
}


class TunnellingStory(Story):
    columns = ("sample", "time $t$", "separation $s$", "result")

    def stage(self, moment: Moment[Any]) -> str:
        return STAGES.get(type(moment.step), "Samples")

    def page(self, moment: Moment[Any]) -> Page:
        scene: Stepped = moment.scene
        match moment.step:
            case MomentTested() as step:
                return _rows(_samples(scene), [step]).says(_one_sample(step))
            case TimeOfImpact():
                return _rows(Page("Seen", SEEN), scene.tested).says(_seen(scene))
            case CurveSearched():
                return _between(scene).asks(None if moment.compare else least_width(scene))
            case WidthsMeasured():
                return _why(scene)
            case StepsNeeded() as steps:
                return _substeps(scene, steps.needed)
            case ContinuousAsked() as asked:
                return _continuous(scene, asked.impact)
            case Tunnelling():
                return _answer(moment)
            case _:
                return _samples(scene).asks(None if moment.compare else first_sample(scene))

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        figure.sampled(canvas, moment)


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
            lambda moment: moment.faulty.is_hit and moment.scene.impact is None,
            "A broadphase answer taken for the result: *Collision detection for dummies*",
        ),
    )

    @property
    def scenes(self) -> dict[str, Stepped | Preset[Stepped]]:
        named = presets()
        past = "Past each other"
        return {**named, past: Preset(named[past], BOX, lambda trace: len(trace) - 1)}

    def run(self, scene: Stepped) -> Trace[Any, Tunnelling]:
        """All samples told as one step, and six more."""
        return grouped(scene.trace, (range(len(scene.tested)),))

    @property
    def layout(self) -> Layout:
        return above(
            beside(
                Pane("Sampled", "Sampled", figure.sampled, is_world=True, note="tested at samples only"),
                Pane("Continuous", "Continuous", figure.continuous, is_world=True, note="tested throughout"),
                share=3.0,
            ),
            Pane("Curve", "Separation s over time t", figure.chart, axes=figure.axes, share=2.2, follows_time=True),
        )

    def clock(self, moment: Moment[Stepped]) -> Clock | None:
        """Time runs to the end; the last step stands where the sampled body has stopped, if it has."""
        scene = moment.scene
        seen = 1.0 if scene.found is None else scene.found
        deepest = scene.dips.fraction if scene.found is None else scene.found
        impact = 1.0 if scene.impact is None else scene.impact
        return Clock(3.0, ticks=(0.0, seen, deepest, deepest, deepest, impact, seen))

    def situation(self, moment: Moment[Stepped]) -> str:
        """How things stand in both views."""
        scene, t = moment.scene, figure.now(moment)
        at, continuous = (figure.stopped(moment, stop) for stop in (scene.found, scene.impact))
        at, continuous = (t if at is None else at), (t if continuous is None else continuous)
        if at == continuous:
            return f"A and B {_state(scene, at)}."
        sampled = f"A and B {_state(scene, at)}"
        if scene.passed is not None and scene.passed < at:
            sampled = f"A has passed through B: they {_state(scene, at)}"
        elif at != figure.held(moment):
            sampled = f"between two samples {sampled}"
        return f"Sampled: {sampled}. Continuous: they {_state(scene, continuous)}."

    def challenge(self, moment: Moment[Stepped]) -> Challenge:
        scene = moment.scene
        passed, both = scene.verdict.tunnelled, scene.widths.width_a + scene.widths.width_b
        if scene.turns:
            text = "Use **4** time steps or more, and still make A tunnel by turning."
            hint = "Let only the tip of A reach B: then the overlap is short."
            return Challenge(text, passed and scene.count >= 4, f"n = {scene.count}", hint)
        return Challenge(
            r"Make A tunnel although $w_A + w_B$ is **more** than one step, $\|v\|\,Δt$.",
            passed and both > scene.widths.step,
            f"{fixed(both)} against {fixed(scene.widths.step)}" if scene.dips.overlaps else "A misses B",
            "Let A pass over a corner of B: the overlap there is shorter than $w_A + w_B$.",
        )


def _state(scene: Stepped, t: float) -> str:
    """How A and B stand to each other at a time: what they do."""
    s = scene.s(t)
    number, at = tint(f"**{fixed(abs(s))}**", separation_ink(s)), f"at $t$ = {fixed(t)}"
    if fixed(abs(s)) == "0.00":
        return f"just touch {at}"
    return f"overlap by {number} {at}" if s < 0.0 else f"are {number} apart {at}"


def _apart(scene: Stepped, t: float) -> float:
    """The separation at a time, by another routine than the steps': for claims."""
    return float(separation(*scene.at(t)))


# The pages.


def _samples(scene: Stepped) -> Page:
    n, tested = scene.count, scene.tested
    page = Page("Samples", SAMPLES, r"\Delta t = \frac{1}{n}").claiming(
        Claim(
            "samples are 1 / n apart",
            lambda: [step.fraction for step in tested],
            lambda: [k * (1.0 / n) for k in range(len(tested))],
        ),
        Claim(
            "s at each sample",
            lambda: [step.separation for step in tested],
            lambda: [_apart(scene, k / n) for k in range(len(tested))],
            1e-6,
        ),
    )
    if scene.sweep_b.motion.any():
        moves = " B moves too: $v = v_A - v_B$ is A's velocity as seen from B."
    else:
        moves = " A moves with the velocity $v$." if scene.widths.travel else ""
    steps = f"**{n}** time step{'s' if n > 1 else ''} of $Δt$ = {fixed(1.0 / n)}: **{n + 1}** samples."
    return page.says(steps + moves)


def _rows(page: Page, tested: list[MomentTested]) -> Page:
    for step in tested:
        s, ink = step.separation, separation_ink(step.separation)
        cells = str(step.step), fixed(step.fraction), tint(fixed(s, sign=s > 0.0), ink)
        result = "overlap" if step.overlapped else "apart"
        page = page.row(*cells, result, ink=ink, feature=figure.sample(step.step), key=cells[0])
    return page


def _one_sample(step: MomentTested) -> str:
    s = tint(f"**{fixed(abs(step.separation))}**", separation_ink(step.separation))
    found = f"an overlap of {s}" if step.overlapped else f"a gap of {s}"
    return f"Sample {step.step} at $t$ = {fixed(step.fraction)} shows {found}."


def _seen(scene: Stepped) -> str:
    tested = scene.tested
    if scene.found is not None:
        return f"{_one_sample(tested[-1])[:-1]}: found. The loop stops A there."
    if len(tested) > 5:
        return f"Not one of the {len(tested)} samples shows an overlap: no collision is reported."
    gaps = listed([tint(fixed(step.separation), Ink.GAP) for step in tested])
    return f"The samples show gaps of {gaps}: no collision is reported."


def _between(scene: Stepped) -> Page:
    curve, spans = scene.dips, scene.dips.overlaps
    ends = [t for span in spans for t in span if 0.0 < t < 1.0]
    page = Page("Between", MISSED if curve.unseen else FOUND, r"\overlap{s(t)} < 0").claiming(
        Claim(
            "below 0 in the middle of what is marked",
            lambda: [_apart(scene, (start + end) / 2.0) <= 1e-6 for start, end in spans],
            lambda: [True] * len(spans),
        ),
        Claim("0 at its ends", lambda: [_apart(scene, t) for t in ends], lambda: [0.0] * len(ends), 1e-6),
        Claim(
            "the least is no more than any",
            lambda: [curve.least <= _apart(scene, t) + 1e-6 for t in TIMES[::12].tolist()],
            lambda: [True] * 9,
        ),
        Claim("and is reached", lambda: curve.least, lambda: _apart(scene, curve.fraction), 1e-6),
    )
    if not spans:
        gap = tint(f"**{fixed(curve.least)}**", Ink.GAP)
        return page.says(f"The gap stays above 0. It is least at $t$ = {fixed(curve.fraction)}: {gap}.")
    if curve.unseen:
        start, end = curve.unseen[0]
        depth = tint(f"**{fixed(-curve.least)}**", Ink.OVERLAP)
        return page.says(f"Overlap from $t$ = {fixed(start)} to {fixed(end)}, {depth} deep. No sample falls in it.")
    if not scene.found:
        return page.says("A and B overlap already at the start, where sample 0 finds it.")
    late = equation(
        "The overlap begins at $t = {b}$. Sample {k} finds it at $t = {a}$, **{result}** later.",
        lambda a, b: a - b,
        a=scene.found,
        b=spans[0][0],
    )
    return page.says(late.replace("{k}", str(scene.tested[-1].step)))


def _extents(scene: Stepped) -> tuple[float, float, float]:
    """Both extents along the motion and the length of a step, from the vertices at the start."""
    vx, vy = scene.velocity.tolist()
    speed = math.hypot(vx, vy)
    found = []
    for body in (scene.a, scene.b):
        along = [(x * vx + y * vy) / speed for x, y in body.world.points.tolist()]
        found.append(max(along) - min(along) + 2.0 * body.shape.radius)
    return found[0], found[1], speed / scene.count


def _nothing(scene: Stepped) -> str:
    """Why there is nothing to jump over."""
    if not scene.widths.travel:
        return "Nothing moves, so nothing can be jumped over."
    return MISSES if scene.found is None else "A and B overlap already at the start: sample 0 is enough."


def _why(scene: Stepped) -> Page:
    widths, way = scene.widths, scene.overlap_length
    if widths.turns:
        turn = max((scene.sweep_a.turn, "A"), (scene.sweep_b.turn, "B"), key=lambda each: abs(each[0]))
        return Page("Why", TURNS).says(f"{turn[1]} turns by {abs(math.degrees(turn[0])):.0f}°: its extent changes.")
    if scene.lengths is None:
        return Page("Why", NOTHING).says(_nothing(scene))
    page = Page("Why", WHY, CAN_TUNNEL).claiming(
        Claim("extents and step", lambda: (widths.width_a, widths.width_b, widths.step), lambda: _extents(scene)),
        Claim("can tunnel", lambda: widths.can_tunnel, lambda: sum(_extents(scene)[:2]) < _extents(scene)[2]),
        Claim("no overlap is longer", lambda: (way or 0.0) <= sum(_extents(scene)[:2]) + 1e-6, lambda: True),
    )
    total = equation("{a} + {b} = **{result}**", lambda a, b: a + b, a=widths.width_a, b=widths.width_b)
    step = tint(f"**{fixed(widths.step)}**", Ink.EXAMINED)
    if widths.can_tunnel:
        return page.says(f"{total} is less than {step}: A can jump over B.")
    if way is None:
        return page.says(f"{total} is not less than {step}, and the motion ends in the overlap: it is found.")
    if way < widths.step:
        return page.says(f"{total} is not less than {step}. But here they overlap for {fixed(way)} only: A can jump.")
    return page.says(f"{total} is not less than {step}: on this path no step can jump over B.")


def _substeps(scene: Stepped, needed: int | None) -> Page:
    page = Page("Substeps", SUBSTEPS)
    if scene.turns:
        return page.says("No number of steps is known in advance to be enough here.")
    if needed is None or scene.lengths is None:
        return page.says(_nothing(scene))

    def can_jump(n: int) -> bool:
        a, b, step = _extents(scene)
        return step * scene.count / n > (a + b) * (1.0 + 1e-9) if n else True

    page = Page("Substeps", SUBSTEPS, AVOIDED).claiming(
        Claim("the least n", lambda: (can_jump(needed), can_jump(needed - 1)), lambda: (False, True))
    )
    total = scene.widths.width_a + scene.widths.width_b
    ratio = equation("{a} / {b} = {result}", lambda a, b: a / b, a=scene.widths.travel, b=total)
    if needed == 1:
        return page.says(f"{ratio}: already one step is no longer than both extents.")
    fewer = "with one step" if needed == 2 else f"with fewer than **{needed}** steps"
    return page.says(f"{ratio}: {fewer} A can jump over B. At a corner of B it takes more.")


def _continuous(scene: Stepped, impact: TimeOfImpact) -> Page:
    page = Page("Continuous", CONTINUOUS, r"\gap{s(\answer{t})} = 0")
    if impact.outcome is Outcome.OVERLAPPED:
        page = Page("Continuous", CONTINUOUS).claiming(
            Claim("s at the start", lambda: _apart(scene, 0.0) <= 1e-6, lambda: True)
        )
        return page.says("A and B overlap already at the start, so their time of impact is $t$ = 0.")
    if impact.outcome is not Outcome.HIT:
        page = page.claiming(Claim("no root", lambda: scene.dips.least > -0.005, lambda: True))
        return page.says("The gap never becomes 0: there is no impact.")
    t, gap = impact.fraction, scene.s(0.0)
    page = page.claiming(Claim("s at the TOI, as shown", lambda: _apart(scene, t), lambda: 0.0, 0.005))
    answer = tint(f"$t = {fixed(t)}$", Ink.ANSWER)
    if not scene.is_head_on:
        return page.says(f"The gap {tint(fixed(gap), Ink.GAP)} becomes 0 for the first time at {answer}.")
    speed = scene.widths.travel
    page = Page("Continuous", CONTINUOUS, r"\answer{t} = \frac{\gap{s(0)}}{\examined{\|v\|}}", page.claims)
    page = page.claiming(Claim("time = gap / speed", lambda: gap / math.hypot(*scene.velocity), lambda: t, 0.005))
    whole = equation("{a} / {b} = **{result}**", lambda a, b: a / b, a=gap, b=speed)
    return page.says(f"A moves straight at B, so the gap shrinks at the speed $\\|v\\|$: $t$ = {whole}.")


def _answer(moment: Moment[Any]) -> Page:
    scene: Stepped = moment.scene
    found, impact, touch = scene.found, scene.impact, scene.verdict.continuous
    page = Page("Answer", ANSWER)
    if impact is None:
        page = page.row("TOI", "–", "", "no touch", key="TOI")
        if moment.faulty is not None and moment.faulty.is_hit:
            return page.says("Swept boxes that overlap are a reason to look closer, not a hit: a **false positive**.")
        return page.says("Sampled: no overlap seen. Continuous: no impact. Both are right.")
    toi = tint(f"$t = {fixed(impact)}$", Ink.ANSWER)
    result = "overlap" if touch.outcome is Outcome.OVERLAPPED else "touch"
    page = page.row(
        "TOI", tint(fixed(impact), Ink.ANSWER), fixed(touch.separation or 0.0), result, ink=Ink.ANSWER, key="TOI"
    )
    if found is None:
        on = "flies" if scene.widths.travel else "turns"
        return page.says(f"Sampled: {tint('**missed**', Ink.FAULTY)}, A {on} on. Continuous: A stops at {toi}.")
    if not found:
        return page.says("Sampled and continuous: $t$ = 0.00. Samples are enough here, and cheaper.")
    words = "Sampled: A stops at $t = {a}$, **{result}** late. Continuous: A stops at $t = {b}$."
    return page.says(equation(words, lambda a, b: a - b, a=found, b=impact))
