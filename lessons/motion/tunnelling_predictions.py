"""What is asked about samples: which of them finds an overlap, and how wide B has to be."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from geometry import Outcome
from geometry.feature import FeatureKind, FeatureRef
from geometry.time_of_impact.discrete import MomentTested, Tunnelling, WidthsMeasured
from lessons.motion.tunnelling_scene import GREATEST_WIDTH, LEAST_WIDTH, Stepped
from viz.lesson.ink import Ink
from viz.lesson.prediction import Adjust, Click, Verdict
from viz.lesson.text import fixed, tint

NEAR = 0.05  # of the right width: good enough
WHICH = "Which sample is the first to find an overlap? Click its tick, or 'none'."
WIDTH = "Set B's width to the least that A cannot jump over from any start."
NONE = "none"


def first_sample(scene: Stepped) -> Click | None:
    """The first sample that finds an overlap; not where the bodies overlap at the start."""
    verdict = scene.trace.result
    if verdict.discrete.outcome is Outcome.OVERLAPPED:
        return None
    tested = [step for step in scene.trace if isinstance(step, MomentTested)]
    found = verdict.discrete.outcome is Outcome.HIT
    right: frozenset[FeatureRef | str] = frozenset((sample(tested[-1].step) if found else NONE,))
    return Click(WHICH, _judge_sample(scene, verdict, tested), right, (NONE,))


def sample(index: int) -> FeatureRef:
    return FeatureRef("", FeatureKind.SAMPLE, index)


def _judge_sample(
    scene: Stepped, verdict: Tunnelling, tested: list[MomentTested]
) -> Callable[[FeatureRef | str], Verdict]:
    found = verdict.discrete.outcome is Outcome.HIT

    def judge(answer: FeatureRef | str) -> Verdict:
        if answer == NONE:
            if found:
                return Verdict(False, "One of them does. Look where A is at each tick.", "Not this one")
            if verdict.tunnelled:
                return Verdict(True, "**None**: A is in front of B or behind it at each of them.")
            return Verdict(True, "**None**: at every sample there is a gap.")
        if not isinstance(answer, FeatureRef) or answer.kind is not FeatureKind.SAMPLE:
            return Verdict(False, "Click one of the ticks on the time axis.", "Not a sample")
        t = answer.index / scene.count
        s = scene.s(t)
        at = f"At $t$ = {fixed(t)}"
        if found and answer == sample(tested[-1].step):
            return Verdict(True, f"{at} A and B overlap by {tint(f'**{fixed(-s)}**', Ink.OVERLAP)}.")
        if s > 0.0:
            return Verdict(False, f"{at} they are still {tint(fixed(s), Ink.GAP)} apart.", "Not this one")
        return Verdict(False, f"{at} they overlap, but an earlier sample has found it.", "Not the first")

    return judge


def least_width(scene: Stepped, widths: WidthsMeasured) -> Adjust | None:
    """The width of B at which both widths are one step long; where B is a polygon whose own x is along the motion."""
    wanted = scene.width + widths.step - widths.width_a - widths.width_b
    if widths.turns or widths.travel == 0.0 or not LEAST_WIDTH <= wanted <= GREATEST_WIDTH:
        return None
    if len(scene.b.shape.points) < 3 or abs(scene.width - widths.width_b) > 1e-9:
        return None

    def right(now: Stepped) -> Any:
        return now.with_field("width", wanted)

    return Adjust(WIDTH, _judge_width, right, "width")


def _judge_width(scene: Stepped) -> Verdict:
    """How far both widths are from one step; a start that passes, where they are too thin."""
    widths = next(step for step in scene.trace if isinstance(step, WidthsMeasured))
    spare = widths.width_a + widths.width_b - widths.step
    if abs(spare) <= NEAR:
        return Verdict(True, r"$w_A + w_B = \|v\|\,Δt$. Any thinner, and some start passes.")
    if spare > 0.0:
        return Verdict(False, f"Here even **{fixed(spare)}** less would do.", "Too wide")
    hit = scene.trace.result.continuous
    if scene.trace.result.discrete.outcome is Outcome.SEPARATED or hit.outcome is not Outcome.HIT:
        return Verdict(False, "At this width A still passes: no sample falls in the overlap.", "Too thin")
    before = hit.fraction * widths.travel
    back = math.ceil(before / widths.step) * widths.step - before
    return Verdict(False, f"Started **{fixed(back)}** further back, A passes.", "Too thin")
