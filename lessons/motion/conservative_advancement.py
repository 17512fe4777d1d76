"""Conservative advancement: steps in time that pass over no impact."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from geometry import Outcome, Trace, box, conservative_advancement, hull, regular_polygon, separation
from geometry.faulty.conservative_advancement import FaultyAdvance, no_sign_test, without_turning
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced, ConservativeStep, InTouch
from geometry.time_of_impact.impact import TimeOfImpact, overlapped
from geometry.trace import Grouped, grouped
from lessons.motion.advancing import INSET, TOLERANCE, Advancing, scene
from lessons.motion.sweeps import still, to
from lessons.stories import advancement, advancement_curve, advancement_figure
from lessons.stories.advancement import AdvancementStory
from lessons.stories.advancement_gaps import gaps_of
from lessons.stories.gjk import GjkStory, is_gjk
from lessons.stories.gjk_known import Operands
from lessons.stories.grouping import apart, whole
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, at
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint
from viz.lesson.times import fraction

TOLD_APART = 7  # iterations with a step each; of more the sixth to the last but one are told as one
FIRST_GROUPED = 6
NO_SIGN, NO_TURN = "no sign test", "no rotation term"
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
    story = AdvancementStory()
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
        hint = r"Its line is above 0 at $t$ = 1 if $\gap{s}$ is larger than $\examined{\mu}$."
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
    text = "Start with a gap smaller than $s_0$, but not 0. Still, the search must find no impact."
    hint = r"The tests for a miss come first: if $\examined{\mu}$ is not above 0, no gap closes, however small."
    return Challenge(text, is_apart and result.outcome is Outcome.SEPARATED, now, hint)


def changed_normal(later: list[Any], *, is_known: bool) -> Challenge:
    """Of bodies that only translate: a step after which much is left of the gap, as the normal has changed. Before
    that step its end is asked for."""
    second = next((each for each in later if isinstance(each, Advanced)), None)
    text = "Rotate neither shape. Let iteration 2 find a gap of more than 1.00."
    now = f"gap {fixed(second.separation)}" if is_known and second is not None else ""
    reached = second is not None and second.separation > 1.0
    return Challenge(text, reached, now, r"Let B pass A: then $\examined{\hat n}$ changes on the way.")


def outer(moment: Moment[Advancing]) -> Moment[Advancing]:
    """The iteration that a step of GJK belongs to."""
    return moment.parent if is_gjk(moment) and moment.parent is not None else moment


def bodies_at(moment: Moment[Advancing]) -> Operands:
    """A and B where the iteration has them."""
    state = outer(moment).step
    return Operands(moment.scene.a.shape.at(state.pose_a), moment.scene.b.shape.at(state.pose_b))


def time_of(step: Any) -> float:
    """Of an iteration; of several told as one the last; 0 before the first."""
    last = step.last if isinstance(step, Grouped) else step
    return last.fraction if isinstance(last, Advanced | InTouch) else 0.0


def differs(moment: Moment[Advancing]) -> bool:
    """Whether a faulty search has no end, misses an impact, invents one, or is late: there was contact before."""
    faulty: FaultyAdvance = moment.faulty
    truth: TimeOfImpact = whole(outer(moment)).trace.result
    if faulty.outcome is Outcome.FAILED or truth.outcome is Outcome.OVERLAPPED:
        return faulty.outcome is Outcome.FAILED
    if faulty.outcome is not truth.outcome:
        return True
    if faulty.fraction is None:
        return False
    times, gaps = gaps_of(moment.scene)
    return bool((gaps[times <= faulty.fraction] < -1e-9).any())


def fault_of(moment: Moment[Advancing]) -> str:
    """What a faulty search does wrong, in a sentence; "" where it is right."""
    faulty: FaultyAdvance = moment.faulty
    if not differs(moment):
        return ""
    if faulty.outcome is Outcome.FAILED:
        low, high = sorted(fixed(t, 3) for t in faulty.times[-2:])
        words = f"the search has no end, $t$ oscillates between {low} and {high}."
        if goes_back(moment):
            (end,) = shown_of(moment)
            words = f"$t$ goes back to {fixed(end, 3)}. The search never ends."
    elif faulty.fraction is None:
        words = "its steps pass over the impact."
    elif whole(moment).trace.result.outcome is not Outcome.HIT:
        words = "it reports an impact that is none."
    else:
        depth = -separation(*moment.scene.at(faulty.fraction))
        where = f"overlap {fixed(depth, 3)}" if depth > 0.0 else "A and B touched before"
        words = f"$t$ = {fixed(faulty.fraction, 3)} is too late: {where}."
    return tint(f"{moment.compare.capitalize()}: {words}", Ink.FAULTY)


def draw_faulty_poses(canvas: Canvas, moment: Moment[Advancing]) -> None:
    """Where a faulty search has its bodies at the end, with their overlap; without an end, where it goes back to, or
    at both places between which it goes."""
    times, scene = shown_of(moment), moment.scene
    for t in times:
        advancement_figure.ghost_at(canvas, scene, t, ink=Ink.FAULTY)
    if len(times) == 1:
        found = overlapped(*scene.at(times[0]))
        if found.on_a is not None and found.on_b is not None and separation(*scene.at(times[0])) < -1e-9:
            if advancement_figure.moves(scene.a, scene.a_end) and advancement_figure.moves(scene.b, scene.b_end):
                marks.ghost(canvas, scene.at(times[0])[0], Ink.FAULTY, Line.DOTTED)
            measures.measure(canvas, found.on_a, found.on_b, Ink.FAULTY)


def draw_faulty_lines(canvas: Canvas, moment: Moment[Advancing]) -> None:
    """Below each time that a faulty search visits the line of its bound, down to the target gap, and from there to
    the gap at the next one: a line above the curve is not safe. Of a search without an end the last loop, or the
    step back while it is made."""
    ends = shown_of(moment)
    if not ends:
        return
    is_back, is_loop = goes_back(moment), len(ends) == 2
    times = moment.faulty.times
    if is_back:
        times = moment.step.fraction, *ends
    elif is_loop:
        times = *ends, ends[0]
    target, places = moment.scene.target, [(t, separation(*moment.scene.at(t))) for t in times]
    path = [corner for t, s in places for corner in ((t, target), (t, s))][1:]
    canvas.stroke(path, Ink.FAULTY, line=Line.DOTTED)
    if is_back:  # the leg of its triangle, as of every step
        canvas.arrow((times[0], target), (times[1], target), Ink.FAULTY, line=Line.MEASURE)
        words = rf"step $\Delta{{t}}$ = **{fixed(times[1] - times[0], 3)}**"
        at = times[0] - 62.0 * canvas.pixel, -17.0 * canvas.pixel_y  # not across the play head
        canvas.label(words, at, Ink.FAULTY, fixed=True)
    for t, s in dict.fromkeys(places[-2:] if is_loop else places[-1:]):
        canvas.dot((t, s), Ink.FAULTY, Point.RING)
        way = (-1.0, 0.6) if is_back or (is_loop and t == min(ends)) else (1.0, 0.6)
        canvas.label(f"$t$ = {fixed(t, 3)}", (t, s), Ink.FAULTY, toward=way, style=TextStyle.BOLD)
        if moment.faulty.outcome is not Outcome.FAILED and s < -1e-9:
            below = (t + 56.0 * canvas.pixel, s - 12.0 * canvas.pixel_y)
            canvas.label(f"overlap {fixed(-s, 3)}", below, Ink.FAULTY, style=TextStyle.BOLD, fixed=True)


def first_back(faulty: FaultyAdvance) -> int | None:
    """The first time from which a faulty search goes back."""
    return next((i for i, step in enumerate(np.diff(faulty.times)) if step < 0.0), None)


def goes_back(moment: Moment[Advancing]) -> bool:
    """Whether a search without an end takes its first step back from this iteration."""
    faulty: FaultyAdvance = moment.faulty
    back = first_back(faulty) if faulty.outcome is Outcome.FAILED else None
    if back is None or not isinstance(moment.step, Advanced):
        return False
    return abs(moment.step.fraction - faulty.times[back]) <= 1e-6


def shown_of(moment: Moment[Advancing]) -> tuple[float, ...]:
    """The time at which a faulty search ends; of one without an end the one it first goes back to, at that step, else
    the last two; none where it is right."""
    faulty: FaultyAdvance | None = moment.faulty
    if faulty is None or not differs(moment):
        return ()
    back = first_back(faulty)
    if back is not None and goes_back(moment):
        return faulty.times[back + 1 : back + 2]
    return faulty.times[-2:] if faulty.outcome is Outcome.FAILED else faulty.times[-1:]
