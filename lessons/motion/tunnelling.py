"""Tunnelling: a body that is tested only at samples passes through another one between two of them."""

from __future__ import annotations

from typing import Any, ClassVar

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
from lessons.motion import tunnelling_pages as pages
from lessons.motion.tunnelling_chart import axes, chart
from lessons.motion.tunnelling_predictions import at_start, least_steps, least_width
from lessons.motion.tunnelling_scene import TOUCH, Stepped, presets
from lessons.motion.tunnelling_substeps import substeps
from viz.lesson.canvas import Canvas
from viz.lesson.ink import separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_last, beside
from viz.lesson.page import Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint
from viz.lesson.times import fraction

BOX = "swept box"
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
                return pages.rows(pages.samples(scene), [step]).says(pages.one_sample(step))
            case TimeOfImpact():
                return pages.seen_page(scene)
            case CurveSearched():
                return pages.between(scene).asks(None if moment.compare else least_width(scene) or least_steps(scene))
            case WidthsMeasured():
                return pages.why(scene)
            case StepsNeeded():
                return substeps(scene)
            case ContinuousAsked() as asked:
                return pages.continuous(scene, asked.impact)
            case Tunnelling():
                return pages.answer(moment)
            case _:
                return pages.samples(scene).asks(at_start(scene))

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
    presents = 0
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
        return {**named, past: Preset(named[past], BOX, at_last)}

    def run(self, scene: Stepped) -> Trace[Any, Tunnelling]:
        """All samples told as one step, and six more."""
        return grouped(scene.trace, (range(len(scene.tested)),))

    @property
    def layout(self) -> Layout:
        return above(
            beside(
                Pane("Sampled", "Sampled", figure.sampled, is_world=True, headed=figure.sampled_head),
                Pane("Continuous", "Continuous", figure.continuous, is_world=True, note="tested throughout"),
                share=2.8,
            ),
            Pane("Curve", "Separation s (signed gap) over time t", chart, axes=axes, share=2.2, follows_time=True),
        )

    def clock(self, moment: Moment[Stepped]) -> Clock | None:
        """Time runs to the end; the last step stands where the sampled body has stopped, if it has."""
        scene = moment.scene
        seen = 1.0 if scene.found is None else scene.found
        deepest = scene.dips.fraction if scene.found is None else scene.found
        impact = 1.0 if scene.impact is None else scene.impact
        touch = impact if scene.found is None and scene.lengths is not None else deepest
        return Clock(3.0, ticks=(0.0, seen, deepest, touch, touch, impact, seen), told=fraction())

    def situation(self, moment: Moment[Stepped]) -> str:
        """How things stand in both views."""
        scene, t = moment.scene, figure.now(moment)
        at, continuous = (figure.stopped(moment, stop) for stop in (scene.found, scene.impact))
        at, continuous = (t if at is None else at), (t if continuous is None else continuous)
        if at == continuous:
            unseen = ", between two samples" if at != figure.held(moment) and scene.s(at) < TOUCH else ""
            return f"A and B {_state(scene, at)}{unseen}."
        sampled = f"A and B {_state(scene, at)}"
        if scene.passed is not None and scene.passed < at:
            sampled = f"A has passed through B; they {_state(scene, at)}"
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
            "Make A tunnel although $w_A + w_B$ is **more** than A moves in one time step, "
            r"$\|\boldsymbol{v}\|\,Δt$.",
            passed and both > scene.widths.step,
            _standing(scene, both),
            "Let A pass over a corner of B: the overlap there is shorter than $w_A + w_B$.",
        )


def _standing(scene: Stepped, both: float) -> str:
    """How far the goal is."""
    if not scene.dips.overlaps:
        return "A misses B"
    if scene.found == 0.0:
        return "overlap at the start"
    return f"extents {fixed(both)}, step {fixed(scene.widths.step)}"


def _state(scene: Stepped, t: float) -> str:
    """How A and B stand to each other at a time: what they do."""
    s = scene.s(t)
    number, at = tint(f"**{fixed(abs(s))}**", separation_ink(s)), f"at $t$ = {fixed(t)}"
    if fixed(abs(s)) == "0.00":
        return f"just touch {at}"
    return f"overlap by {number} {at}" if s < 0.0 else f"are {number} apart {at}"
