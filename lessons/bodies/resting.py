"""Resting: what warm starting, feature ids, two contact points and slop do for bodies that lie on one another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Stepped, Trace
from geometry.dynamics.contacts import ContactsFound
from geometry.dynamics.step import ImpulseApplied
from geometry.trace import Grouped, grouped
from lessons.bodies.resting_asked import CURVES, restacked
from lessons.bodies.resting_chart import UNIT, curves_head, draw_curves
from lessons.bodies.resting_figure import draw_stack, stack_head
from lessons.bodies.resting_scene import (
    BIAS,
    EACH,
    FRAMES,
    ONE,
    ORDER,
    OTHERS,
    SECONDS,
    SLOP,
    Stack,
    column,
    deep,
    rounded_stack,
)
from lessons.bodies.resting_story import RestingStory, situation
from lessons.bodies.resting_words import Played
from lessons.bodies.runs import Run
from viz.lesson.ink import Ink
from viz.lesson.lesson import (
    Clock,
    Comparison,
    Layout,
    Lesson,
    Moment,
    Pane,
    Preset,
    above,
    at_first,
    at_last,
    beside,
)
from viz.lesson.prediction import Challenge
from viz.lesson.times import seconds


def _differs(moment: Moment[Stack]) -> bool:
    """Whether the first frame or the end is another one."""
    right, other = moment.scene.right, moment.scene.other(moment.compare)
    mine, its = right.frame(0), other.frame(0)
    if len(mine.contacts) != len(its.contacts) or abs(mine.kinetic - its.kinetic) > 1e-3:
        return True
    mine_end, its_end = (np.array([b.pose.position for b in run.bodies(FRAMES)[1:]]) for run in (right, other))
    return bool(np.abs(mine_end - its_end).max() > 0.01)


def _other(name: str, scene: Stack) -> Run:
    return scene.other(name)


def _at_iterations(trace: Trace[Any, Any]) -> int:
    """Opens at the end of the iterations."""
    return max(i for i, step in enumerate(trace) if isinstance(step, Grouped))


CREDITS = {ONE: "Error 2 of *Shapes and collision*, error 11 of *Rounding collider corners*"}


class Resting(Lesson[Stack]):
    id = "resting"
    title = "Resting"
    source = "Rounding collider corners"
    summary = "What keeps a stack up: impulses that are iterated, known again by their ids, and begun warm."
    terms = ("sequential impulses", "iteration", "accumulated impulse", "warm start", "feature id", "slop")
    builds_on = ("edge-clipping", "rounded-manifold")
    tells_time = True
    story = RestingStory()

    compare = tuple(
        Comparison(name, partial(_other, name), _differs, CREDITS.get(name, "")) for name in OTHERS if name
    )

    @cached_property
    def layout(self) -> Layout:
        curves = Pane(
            CURVES, "", draw_curves, axes=lambda moment: UNIT, share=0.4, follows_time=True, headed=curves_head
        )
        return above(beside(*self._views(), share=0.6), curves)

    @cached_property
    def presented(self) -> Layout:
        """Side by side on a wall, where there is more room across."""
        return beside(*self._views(), replace(self.panes[2], share=0.9))

    def _views(self) -> tuple[Pane, Pane]:
        return (
            Pane("right", "", self.story.draw, is_world=True, margin=0.0, headed=stack_head),
            Pane(
                *("other", "", partial(draw_stack, is_other=True)),
                is_world=True,
                margin=0.0,
                headed=partial(stack_head, is_other=True),
                ink=Ink.FAULTY,
            ),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Stack | Preset[Stack]]:
        boxes = column(
            ((1.25, 0.8),) * 5, (-0.02, 0.02, -0.02, 0.02, -0.02), high=4.75, middle=0.7, is_goal=True, is_given=True
        )
        books = column(((2.0, 0.5),) * 4, (-0.575, -0.075, 0.325, 0.575), high=3.1, middle=0.3)
        two = column(((1.8, 1.0),) * 2, (0.1, -0.1), iterations=10, high=2.5)
        wide = column(
            ((2.6, 0.5), (2.2, 0.5), (1.8, 0.5), (1.4, 0.5)),
            (0.0, 0.1, -0.1, 0.05),
            iterations=10,
            high=3.1,
            taken=1.0,
        )
        four = column(((2.0, 0.7),) * 4, (0.0, -0.06, 0.08, 0.0), iterations=8, high=3.7)
        three = column(((1.6, 0.8), (1.3, 0.8), (1.6, 0.8)), (0.03, -0.03, 0.1), high=2.9)
        return {
            "Five boxes": boxes,
            "Overhang": books,
            "Rounded shapes": rounded_stack(),
            "One contact point": Preset(two, ONE, at_first(ContactsFound)),
            "Deep in the floor": Preset(deep(), BIAS, _at_iterations),
            "Box taken off": Preset(wide, EACH, at_last),
            "No slop": Preset(three, SLOP, at_last),
            "Order of the points": Preset(four, ORDER, at_first(Grouped)),
        }

    def run(self, scene: Stack) -> Trace[Any, Stepped]:
        """The first frame (the impulses of its first iteration one step, all others one), and the time after it."""
        trace = scene.first(scene.right)
        at = [i for i, step in enumerate(trace) if isinstance(step, ImpulseApplied)]
        if at:
            first = sum(trace.steps[i].iteration == 0 for i in at)
            groups = range(at[0], at[0] + first), range(at[0] + first, at[-1] + 1)
            trace = grouped(trace, [group for group in groups if group])
        return replace(trace, steps=(*trace.steps, Played(SECONDS)), lines=(*trace.lines, trace.lines[-1]))

    def clock(self, moment: Moment[Stack]) -> Clock | None:
        if not isinstance(moment.step, Played):
            return None
        ticks = (*(0.0,) * (len(moment.trace) - 1), 1.0 / SECONDS)  # later a stack that falls is chaotic
        return Clock(2.0 * SECONDS, ticks=ticks, plays_on_entry=True, starts_over=True, told=seconds(SECONDS))

    def situation(self, moment: Moment[Stack]) -> str:
        return situation(moment)

    def challenge(self, moment: Moment[Stack]) -> Challenge | None:
        return restacked(moment)
