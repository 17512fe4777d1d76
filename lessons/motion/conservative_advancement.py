"""Conservative advancement: steps in time that pass over no impact."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from geometry import Outcome, Trace, box, conservative_advancement, hull, regular_polygon
from geometry.faulty.conservative_advancement import no_sign_test, without_turning
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced, ConservativeStep, InTouch
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.trace import Grouped, grouped
from lessons.motion.advancing import INSET, TOLERANCE, Advancing, scene
from lessons.motion.conservative_faulty import (
    NO_SIGN,
    NO_TURN,
    ComparedStory,
    differs,
    draw_faulty_lines,
    draw_faulty_poses,
    fault_of,
    outer,
    shown_of,
)
from lessons.motion.sweeps import still, to
from lessons.stories import advancement, advancement_curve, advancement_figure
from lessons.stories.gjk import GjkStory, is_gjk
from lessons.stories.gjk_known import Operands
from lessons.stories.grouping import apart, whole
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Axes, Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, at
from viz.lesson.story import Story
from viz.lesson.text import fixed
from viz.lesson.times import fraction

TOLD_APART = 7  # iterations with a step each; of more the sixth to the last but one are told as one
FIRST_GROUPED = 6
NEAREST = 3.0  # the goal's first gap is smaller: from far off a miss needs no thought


def presets() -> dict[str, Advancing | Preset[Advancing]]:
    five, bar, slab = regular_polygon(5, 1.0), box(2.0, 0.45), box(1.2, 1.0)
    stone = hull(((-1.25, -0.75), (0.7, -1.15), (1.2, 0.35), (0.2, 1.2), (-1.1, 0.75)))
    turning = Body(stone.moved(-stone.points.mean(axis=0)))  # turns about the mean of its vertices
    long_bar = at(box(0.74, 2.5), 3.68597, 2.23312, 107.84854)
    a = at(five, -1.2, -0.4, 9)
    head, slant = at(slab, 2.0, -0.4), at(slab, 2.2, 1.35)
    past, slow = at(bar, 2.1, 1.15, 10), at(bar, 1.9, 1.9, 100)
    upright, leaves = at(five, 0.763, 0.104, 2.1), at(bar, -1.073, -2.685, 11.1)
    block, touching, deep = at(slab, -0.6, 0.0), at(slab, 0.6, 0.3), at(bar, 0.4, 0.3, 30)
    spun = at(bar, 1.7, 1.5, 20)
    moved = to(turning, 0.35, 0.1, -26.92042), to(long_bar, 0.78554, -0.19132, -68.83683)
    return {
        "Turning bar": scene(turning, moved[0], long_bar, moved[1], 27),
        "Head-on": scene(a, still(a), head, to(head, -0.6, -0.4), 60),
        "Glancing": scene(a, still(a), slant, to(slant, -2.6, 0.9), 62),
        "Sweeping past": scene(a, still(a), past, to(past, -2.6, 1.9, 370), 65),
        "Past, then apart": scene(upright, still(upright), leaves, to(leaves, -1.47, 2.652, 44.3)),
        "Slow convergence": scene(a, still(a), slow, to(slow, -0.2, 0.9, 460), 35),
        "Touching at the start": scene(block, still(block), touching, to(touching, 2.0, 1.0, 60), 90),
        "Overlap at the start": scene(block, still(block), deep, to(deep, 2.0, 1.0, 90), 45),
        "No motion": scene(a, still(a), spun, still(spun), 30),
    }


class ConservativeAdvancement(Lesson[Advancing]):
    id = "conservative-advancement"
    title = "Conservative advancement"
    source = "Collision detection for dummies"
    summary = "Step by the gap over a bound of its closing speed, then measure again: no impact is stepped over."
    terms = ("conservative advancement", "target gap", "bound of the closing speed", "time of impact")
    builds_on = ("gjk", "angular-bound")
    story = ComparedStory()
    gjk = GjkStory(lambda moment: bodies_at(moment))
    scenes = presets()

    compare = (
        Comparison(
            NO_SIGN,
            lambda each: no_sign_test(*each.sweeps, each.target, TOLERANCE * each.target),
            lambda moment: differs(moment),
            "`AngularCast` of *Collision detection for dummies*",
        ),
        Comparison(
            NO_TURN,
            lambda each: without_turning(*each.sweeps, each.target, TOLERANCE * each.target),
            lambda moment: differs(moment),
        ),
    )

    def run(self, scene: Advancing) -> Trace[ConservativeStep, TimeOfImpact]:
        """The last iteration is the answer: the routine's own last step only repeats it."""
        trace = conservative_advancement.trace(*scene.sweeps, target=scene.target, tolerance=TOLERANCE * scene.target)
        steps: Trace[Any, TimeOfImpact] = Trace(
            trace.function, trace.steps[:-1], trace.lines[:-1], trace.refusal, trace.answer
        )
        count = len(steps) - 1
        return grouped(steps, [range(FIRST_GROUPED, count)] if count > TOLD_APART else [])

    def story_of(self, moment: Moment[Advancing]) -> Story:
        return self.gjk if is_gjk(moment) else self.story

    @property
    def layout(self) -> Layout:
        world = Pane("world", "World", self.draw_world, is_world=True, share=0.48)
        curve = Pane("curve", "Gap over time", self.draw_right, share=0.52, axes=self.axes, follows_time=True)
        return beside(world, curve)

    def clock(self, moment: Moment[Advancing]) -> Clock:
        """Ticks only where the search has been: the times of later iterations are its answer."""
        above = outer(moment)
        found = whole(above).trace.result
        ticks = tuple(above.time if is_gjk(moment) else time_of(step) for step in moment.seen)
        impact = found.fraction if found.outcome is Outcome.HIT else None
        return Clock(impact=impact, ticks=ticks, told=fraction())

    def situation(self, moment: Moment[Advancing]) -> str:
        above = outer(moment)
        faulty = "" if above.faulty is None else fault_of(above)
        return f"{advancement.situation(above)} {faulty}".strip()

    def challenge(self, moment: Moment[Advancing]) -> Challenge:
        first, *later = itertools.islice(apart(outer(moment).trace.steps[1:]), 2)
        if not isinstance(first, Advanced) or first.separation < moment.scene.target:
            return small_gap(first, whole(outer(moment)).trace.result)
        if not advancement_figure.rotates(moment.scene):
            return changed_normal(later, is_known=outer(moment).index > 1)
        turn = abs(moment.scene.sweep_b.turn)
        now = f"s = {fixed(first.separation)}, μ = {fixed(first.bound)}, B rotates by {np.degrees(turn):.0f}°"
        misses = first.miss is Miss.TOO_FAR and first.closing > 0.0 and first.separation < NEAREST
        text = (
            f"From a gap below {NEAREST:.0f}, let B approach A and rotate by more than 90°. Iteration 1 must still "
            "prove a miss."
        )
        hint = r"The line of iteration 1 is above 0 at $t$ = 1 if $\gap{s}$ is larger than $\examined{\mu}$."
        return Challenge(text, misses and turn > np.pi / 2.0, now, hint)

    def axes(self, moment: Moment[Advancing]) -> Axes:
        return self.gjk.bounds_axes(moment) if is_gjk(moment) else advancement_curve.axes_of(moment)

    def draw_world(self, canvas: Canvas, moment: Moment[Advancing]) -> None:
        if is_gjk(moment):
            self.gjk.draw(canvas, moment)
            return
        self.story.draw(canvas, moment)
        draw_faulty_poses(canvas, moment)

    def draw_right(self, canvas: Canvas, moment: Moment[Advancing]) -> None:
        if is_gjk(moment):
            self.gjk.draw_bounds(canvas, moment)
            first, second = bodies_at(moment)
            space = Canvas((first.size + second.size) / INSET[0])
            self.gjk.draw_space(space, moment)
            canvas.inset("bottom right", INSET, "Difference space: every a − b", space.marks)
            return
        self.story.draw_curve(canvas, moment, no_turns=moment.compare == NO_TURN and bool(shown_of(moment)))
        if moment.faulty is not None:
            draw_faulty_lines(canvas, moment)


def small_gap(first: Any, result: TimeOfImpact) -> Challenge:
    """Of bodies in contact or nearly so at the start: the sign of the bound is tested before the gap."""
    is_apart = isinstance(first, Advanced)
    now = f"s = {fixed(first.separation, 3)}, μ = {fixed(first.bound)}" if is_apart else "no gap"
    text = "Start with a gap below $s_0$, but not 0. The search tests for a miss before a hit: let it find a miss."
    hint = r"If $\examined{\mu}$ is not above 0, no gap closes, however small."
    return Challenge(text, is_apart and result.outcome is Outcome.SEPARATED, now, hint)


def changed_normal(later: list[Any], *, is_known: bool) -> Challenge:
    """Of bodies that only translate: a step after which much is left of the gap, as the normal has changed. Before
    that step its end is asked for."""
    second = next((each for each in later if isinstance(each, Advanced)), None)
    text = "Rotate neither shape. Let iteration 2 find a gap of more than 1.00."
    now = f"gap {fixed(second.separation)}" if is_known and second is not None else ""
    reached = second is not None and second.separation > 1.0
    return Challenge(text, reached, now, r"Let B pass A: then $\examined{\hat n}$ changes on the way.")


def bodies_at(moment: Moment[Advancing]) -> Operands:
    """A and B where the iteration has them."""
    state = outer(moment).step
    return Operands(moment.scene.a.shape.at(state.pose_a), moment.scene.b.shape.at(state.pose_b))


def time_of(step: Any) -> float:
    """Of an iteration; of several told as one the last; 0 before the first."""
    last = step.last if isinstance(step, Grouped) else step
    return last.fraction if isinstance(last, Advanced | InTouch) else 0.0
