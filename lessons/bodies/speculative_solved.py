"""The impulses of both balls, stepped into at the step that tells them as one formula."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geometry import Trace
from geometry.dynamics.step import WarmStarted
from geometry.trace import Grouped
from lessons.bodies.impulse_told import impulse_page, start_page
from lessons.bodies.speculative_figure import draw_flight
from lessons.bodies.speculative_now import IMPULSE, touched
from lessons.bodies.speculative_scene import TwoFlights
from viz.lesson.canvas import Canvas
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.story import Story
from viz.lesson.text import fixed


def whole_trace(scene: TwoFlights) -> Trace[Any, Any]:
    """The frame of ball 1, the impulses of both one step of it; without any the frame alone."""
    found = scene.both[0].trace
    parts = [scene.both[i].solved for i in touched(scene)]
    if not parts:
        return found
    steps, lines = (tuple(each for part in parts for each in getattr(part, name)) for name in ("steps", "lines"))
    solved = Grouped(Trace(found.function, steps, lines, None, steps[-1]))
    return replace(found, steps=(*found.steps[:IMPULSE], solved, *found.steps[IMPULSE + 1 :]))


class SolvedStory(Story):
    """Tells of each ball with a contact how its impulse begins, and what it becomes."""

    def stage(self, moment: Moment[TwoFlights]) -> str:
        return f"Ball {self._ball(moment) + 1}"

    def page(self, moment: Moment[TwoFlights]) -> Page:
        stage, step = self.stage(moment), moment.step
        if isinstance(step, WarmStarted):
            return start_page(stage, step).says(f"{stage} begins with $j$ = {fixed(step.impulses[0].normal)}.")
        started = moment.trace.steps[moment.index - 1]
        return impulse_page(stage, started, step, where=stage)

    def draw(self, canvas: Canvas, moment: Moment[TwoFlights]) -> None:
        draw_flight(canvas, moment, 0)

    @staticmethod
    def _ball(moment: Moment[TwoFlights]) -> int:
        return touched(moment.scene)[moment.index // 2]
