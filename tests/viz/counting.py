"""The stand-in as a lesson of the second edition: predictions of every kind, a clock, a comparison, presets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from geometry.feature import FeatureKind, FeatureRef
from geometry.trace import Trace
from geometry.vector import Vector
from tests.viz.stand_in import Counted, Everything, count_down, count_down_twice, everything
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Axes, Clock, Comparison, Follow, Layout, Lesson, Moment, Pane, Preset, above
from viz.lesson.page import Page
from viz.lesson.prediction import Adjust, Challenge, Choose, Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.story import Story
from viz.lesson.times import fraction

EDGES = [FeatureRef("the box", FeatureKind.EDGE, i) for i in range(4)]
VERTEX = FeatureRef("the box", FeatureKind.VERTEX, 0)
PATH = ((-1.0, 1.0), (3.0, 1.0))  # the way that a bound point can take


def stage_of(left: int) -> str:
    return "Ending" if left == 0 else "Many" if left > 2 else "Few"


class Telling(Story):
    """Counts down, and asks what the lesson wants asked at each number."""

    columns = ("left", "gone")

    def __init__(self, asked: dict[int, Callable[[Moment[Any]], Prediction]] | None = None) -> None:
        self.asked = asked or {}

    def page(self, moment: Moment[Any]) -> Page:
        left = moment.step.left
        page = Page(stage_of(left), "Count.", "n").says(f"{left} left.").row(str(left), str(moment.index))
        return page.asks(self.asked[left](moment), "Nobody knows.") if left in self.asked else page

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        outline = moment.scene.box.world.points
        canvas.stroke(outline, Ink.A, closed=True)
        for i in range(len(outline)):
            canvas.feature(outline[[i, (i + 1) % len(outline)]], FeatureRef("the box", FeatureKind.EDGE, i), Ink.A)
            canvas.feature(outline[[i]], FeatureRef("the box", FeatureKind.VERTEX, i), Ink.A)
        if stage_of(moment.step.left) == "Ending":
            canvas.stroke(((-20.0, -20.0), (20.0, 20.0)), Ink.GHOST)  # a stage that draws more


class Counting(Lesson[Everything]):
    id, title, source, summary = "counting", "Counting", "tests", "Counts down to nothing."
    compare = (Comparison("counts up", lambda scene: round(scene.count) + 1, lambda moment: True),)
    twice = False

    def __init__(
        self,
        asked: dict[int, Callable[[Moment[Any]], Prediction]] | None = None,
        clock: Callable[[Moment[Any]], Clock | None] | None = None,
    ) -> None:
        self.story = Telling(asked)
        self._scenes: dict[str, Everything | Preset[Everything]] = {
            "Four": everything(),
            "Two": Preset(everything(count=2.0), compare="counts up", opens_at=lambda trace: len(trace) - 1),
            "Nine": everything(count=9.0),
        }
        self._clock = clock

    def run(self, scene: Everything) -> Trace[Any, int]:
        return (count_down_twice if self.twice else count_down).trace(round(scene.count))

    @property
    def scenes(self) -> Mapping[str, Everything | Preset[Everything]]:
        return self._scenes

    @property
    def layout(self) -> Layout:
        return above(
            Pane("world", "", self.story.draw, is_world=True),
            Pane("curve", "left", self.draw_curve, axes=lambda m: Axes((0.0, 1.0), (0.0, 9.0)), follows_time=True),
            Pane("other", "other", self.story.draw, take=self.take),
        )

    def draw_curve(self, canvas: Canvas, moment: Moment[Any]) -> None:
        canvas.stroke(((0.0, 9.0), (1.0, 0.0)), Ink.GAP)

    def take(self, moment: Moment[Any], at: Vector) -> Follow | None:
        def follow(scene: Everything, start: Vector, now: Vector) -> Everything:
            return scene.with_field("box", scene.box.moved(now - start))

        return follow if np.hypot(*at) < 1.0 else None

    def situation(self, moment: Moment[Any]) -> str:
        return f"{moment.step.left} are left at {moment.time:.2f}."

    def challenge(self, moment: Moment[Any]) -> Challenge:
        return Challenge("Count from seven.", moment.scene.count == 7.0, f"now {moment.scene.count:g}")

    def clock(self, moment: Moment[Any]) -> Clock | None:
        return None if self._clock is None else self._clock(moment)


class CountingTwice(Counting):
    """With a countdown inside each step."""

    id, title, twice = "counting-twice", "Counting, twice", True


def click(moment: Moment[Any]) -> Click:
    right = frozenset({EDGES[2]})

    def judge(chosen: FeatureRef | str) -> Verdict:
        is_right = chosen in right
        return Verdict(is_right, f"You said {chosen}.", "", (Remark((0.0, 0.5), "the upper edge", is_right),))

    return Click("Click an edge.", judge, right, ("none",))


def choose(moment: Moment[Any]) -> Choose:
    return Choose("Choose.", lambda chosen: Verdict(chosen == "yes", "So it is."), ("no", "yes"), frozenset({"yes"}))


def place(moment: Moment[Any]) -> Place:
    """Two points, the second bound to a path; right within 0.1 of (0, 1) and of (2, 1)."""
    goals = ((0.0, 1.0), (2.0, 1.0))

    def judge(points: Points) -> Verdict:
        remarks = tuple(
            Remark(p, f"point {i}", float(np.hypot(p[0] - g[0], p[1] - g[1])) <= 0.1)
            for i, (p, g) in enumerate(zip(points, goals, strict=True))
        )
        found = sum(remark.right for remark in remarks)
        return Verdict(found == 2, "Both count.", f"Place the points: {found} of 2", remarks)

    free = ((-9.0, -9.0), (-9.0, 1.0), (9.0, 1.0))
    return Place("Place both.", judge, ((0.5, 0.5), (0.0, 1.0)), goals, "world", (free, PATH), ("first", "second"))


def adjust(moment: Moment[Any]) -> Adjust:
    def right(scene: Everything) -> Everything:
        return scene.with_field("way", "down")

    return Adjust("Turn it down.", lambda scene: Verdict(scene.way == "down", f"It is {scene.way}."), right, "way")


def started(moment: Moment[Counted]) -> Clock:
    """A clock with an impact at half time and a tick for every step."""
    count = len(moment.trace)
    return Clock(2.0, 0.5, tuple(i / (2.0 * max(count - 1, 1)) for i in range(count)), told=fraction())


def entering(moment: Moment[Counted]) -> Clock | None:
    """A clock that only the stage "Few" has, and that runs when it is entered."""
    return replace(started(moment), ticks=(), impact=None, plays_on_entry=True) if 0 < moment.step.left < 3 else None
