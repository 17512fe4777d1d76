"""Concave shapes in contact: pieces answer whether two shapes overlap; which push parts them only the whole knows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from geometry import Trace
from geometry.concave.translation import (
    PolygonTranslation,
)
from geometry.dynamics.step import Stepped
from geometry.faulty.concave_pushes import deepest_pair_only
from lessons.concave.concave_collision_difference import draw_difference
from lessons.concave.concave_collision_scene import TIME_STEPS, Compound, skipped, told
from lessons.concave.concave_collision_story import PER_PIECE, STAGES, TABLES, CollisionStory, situation
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.outline import Outline
from viz.lesson.page import Page, Table, table_of
from viz.lesson.prediction import Challenge
from viz.lesson.scene import polar
from viz.lesson.text import fixed
from viz.lesson.times import frames

FAR = 4.0  # the challenge: how many times as far as needed


def _trips(moment: Moment[Compound]) -> bool:
    """Whether the slide by the faulty rule is slower at the end."""
    if not isinstance(moment.faulty, tuple):
        return False
    right, wrong = (float(run[-1].bodies[1].velocity[0]) for run in (moment.scene.runs[0], moment.faulty))
    return wrong < right - 1e-3


class ConcaveCollision(Lesson[Compound]):
    id = "concave-collision"
    title = "Concave shapes in contact"
    source = "SAT explained"
    summary = "Pieces answer whether two shapes overlap; the push that parts them is found for the whole."
    terms = ("compound shape", "inner edge", "ghost collision")
    builds_on = ("convex-pieces", "minimum-translation", "minkowski-difference", "edge-clipping")
    presents = 0
    most_steps = 18
    story = CollisionStory()
    compare = (
        Comparison(
            "deepest pair only",
            lambda scene: deepest_pair_only(*(scene.polygons[owner].pieces for owner in "AB")),
            lambda moment: bool(moment.faulty.pushes) and moment.scene.left_after(moment.faulty.moved) > 1e-7,
        ),
        Comparison("inner edges skipped", skipped, _trips),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True),
            Pane(
                "difference", "Difference space", draw_difference, note="every a − b: the origin inside means overlap"
            ),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Compound | Preset[Compound]]:
        star = Outline([polar(2.0 if i % 2 == 0 else 0.9, 90.0 + 36.0 * i) for i in range(10)])
        ell = Outline([(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)])
        plus = [
            (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (3.0, 1.0), (3.0, 2.0), (2.0, 2.0), (2.0, 3.0), (1.0, 3.0),
            (1.0, 2.0), (0.0, 2.0), (0.0, 1.0), (1.0, 1.0),
        ]  # fmt: skip
        you = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (3.0, 3.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)]
        room = Outline(_box(6.0, 6.0, 0.0, 0.0), _box(4.0, 4.0, 0.0, 0.0)[::-1])
        floor = Outline([
            (-2.2, -1.6), (-1.2, -1.6), (0.0, -0.6), (1.2, -1.6), (2.2, -1.6), (2.2, 0.0), (0.0, 0.0), (-2.2, 0.0),
        ])  # fmt: skip
        return {
            "Box on a star": Compound(star, Outline(_box(0.8, 0.8, -0.4, 0.5))),
            "Inner corner": Compound(ell, Outline(_box(1.2, 1.2, 1.4, 1.4))),
            "Too wide for the slot": Compound(Outline(you), Outline(_box(2.2, 1.0, 2.0, 2.6))),
            "Linked, apart": Compound(Outline(you), Outline(_placed(you, 5.4, 4.4, 176.0))),
            "Wall of a room": Compound(room, Outline(_box(1.4, 1.4, 1.6, 0.0))),
            "Deepest pair only": Preset(
                Compound(Outline(plus), Outline(_placed(_box(1.5, 1.2, 0.0, 0.0), 2.5, 2.4, 30.0))),
                "deepest pair only",
                lambda trace: next(i for i, step in enumerate(trace) if isinstance(step, PolygonTranslation)),
            ),
            "Over a seam": Compound(floor, Outline(_box(0.6, 0.6, -0.298, 0.295)), 3.0),
        }

    def run(self, scene: Compound) -> Trace[Any, Any]:
        return told(scene)

    def table(self, moment: Moment[Compound], pages: Sequence[Page] | None = None) -> Table | None:
        """Of the pairs, of the pushes, or of the contacts."""
        pages = self.pages(moment) if pages is None else pages
        at = [STAGES[type(step)] for step in moment.trace]
        group = next(name for name in reversed(at[: moment.index + 1]) if name in TABLES or name == "Pieces")
        group = PER_PIECE if at[moment.index] == "Whole" else group
        of = (group, "Whole") if group == PER_PIECE else (group,)
        of = ("Whole",) if moment.compare and at[moment.index] == "Whole" else of
        shown = [pages[i] if at[i] in of else Page(at[i]) for i in range(moment.index + 1)]
        return table_of(TABLES.get(group, ()), shown, moment.index)

    def clock(self, moment: Moment[Compound]) -> Clock | None:
        return Clock(3.0, plays_on_entry=True, told=frames(TIME_STEPS)) if isinstance(moment.step, Stepped) else None

    def situation(self, moment: Moment[Compound]) -> str:
        return situation(moment)

    def challenge(self, moment: Moment[Compound]) -> Challenge | None:
        scene = moment.scene
        if scene.speed or scene.push is None or not math.hypot(*scene.push):
            return None
        found = scene.pushes.result
        ratio = math.hypot(*found.moved) / math.hypot(*scene.push)
        now = f"now {fixed(ratio, 1)} times" if found.has_ended else "the pushes never end"
        return Challenge(
            "Change A and place B so that one push per piece ends, but moves B **four times** as far as needed.",
            found.has_ended and ratio >= FAR,
            now,
            "On the star: drag A1’s tip half way down and raise B, as long as A1 still pushes B down, not up.",
        )


def _box(wide: float, high: float, x: float, y: float) -> list[tuple[float, float]]:
    return [(x + u * wide / 2.0, y + v * high / 2.0) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _placed(points: Sequence[tuple[float, float]], x: float, y: float, degrees: float) -> list[tuple[float, float]]:
    """Turned about the origin, then moved."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x + c * u - s * v, y + s * u + c * v) for u, v in points]
