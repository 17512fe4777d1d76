"""Ray cast: a ray enters at the last line of a front edge, and beyond that edge's end a corner circle decides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any, ClassVar

from geometry import (
    Convex,
    RayCast,
    RayKind,
    Trace,
    box,
    convex,
    regular_polygon,
    rounded,
)
from geometry.faulty.ray_cast import FaultyCast, entries_ahead, mitred, perpendicular_alone
from geometry.query.ray_steps import FaceConsidered, OvershootTested
from lessons.queries.point_query_story import PointQueryStory
from lessons.queries.ray_cast_axis import draw_axis
from lessons.queries.ray_cast_faulty import fault_told, is_wrong
from lessons.queries.ray_cast_figure import range_of
from lessons.queries.ray_cast_goals import AT_ARC, CUT, LONG, OTHER_SIDE, PAST, POCKET, SPANNED, goal
from lessons.queries.ray_cast_state import (
    ACROSS_ONLY,
    AHEAD,
    MITRED,
    has_axis,
    in_edges,
    in_tests,
    knows_crossings,
)
from lessons.queries.ray_cast_story import RayCastStory, behind_told, cast, hit_told, line_met
from lessons.queries.scenes import ShapeAndRay
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_first
from viz.lesson.mark import Pair
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, at
from viz.lesson.story import Story


def _run(rule: Any, scene: ShapeAndRay) -> FaultyCast:
    found: FaultyCast = rule(scene.a.world, scene.ray)
    return found


class RayCastLesson(Lesson[ShapeAndRay]):
    id = "ray-cast"
    title = "Ray cast"
    source = "Rounding collider corners"
    summary = "A ray enters A at the last line of a front edge; beyond that edge's end a corner circle decides."
    terms: ClassVar = ("ray", "half-line", "front edge", "back edge", "entry", "exit", "corner circle")
    builds_on: ClassVar = ("polygon-shadow", "point-query")
    presents = 0
    story = RayCastStory()
    query = PointQueryStory()
    compare = tuple(
        Comparison(name, partial(_run, rule), is_wrong, credit)
        for name, rule, credit in (
            (ACROSS_ONLY, perpendicular_alone, "Error 3 of *Rounding collider corners*"),
            (AHEAD, entries_ahead, "Error 8 of *Rounding collider corners*"),
            (MITRED, mitred, ""),
        )
    )

    @cached_property
    def layout(self) -> Layout:
        axis = Pane(
            "axis",
            "The line of the ray as an axis. Bar of an edge: where the line is behind it.",
            draw_axis,
            share=0.43,
            axes=range_of,
        )
        return above(Pane("world", "World", self.draw_told, is_world=True, share=0.57), axis)

    def layout_at(self, moment: Moment[ShapeAndRay]) -> Layout:
        """The axis comes with what stands on it: the crossings of the edges."""
        return self.layout if has_axis(moment) else self.panes[0]

    def story_of(self, moment: Moment[ShapeAndRay]) -> Story:
        return self.story if moment.parent is None or in_edges(moment) or in_tests(moment) else self.query

    @cached_property
    def scenes(self) -> Mapping[str, ShapeAndRay | Preset[ShapeAndRay]]:
        def scene(shape: Convex, place: tuple[float, float, float], *ends: Pair, **more: Any) -> ShapeAndRay:
            return ShapeAndRay(at(shape, *place), arrow=Arrow(*ends), **more)

        five = convex(((0.15, -0.95), (1.55, -0.62), (1.95, 0.35), (0.95, 1.12), (-0.25, 0.55)))
        soft = convex(((-1.4, -0.5), (1.2, -0.6), (1.3, 0.3), (-0.9, 0.6)), 0.6)
        tip = convex(((-0.6, 0.0), (1.0, -0.45), (1.0, 0.45)), 0.6)
        wedge = convex(((-1.3, 0.0), (1.2, -0.55), (1.2, 0.55)), 0.35)
        tilted = convex(((-0.9, -0.8), (1.1, -0.6), (0.7, 0.9), (-0.5, 0.5)))
        beside = scene(tilted, (0.9, -0.2, 0.0), (-2.6, -1.045), (-2.05, -0.595), goal=OTHER_SIDE)
        behind = scene(box(2.2, 1.5), (-1.4, 0.0, 8.0), (0.8, 0.2), (1.3, 0.25), goal=SPANNED)
        pocket = scene(tip, (0.4, 0.0, 0.0), (-2.2, -0.09), (-1.7, -0.005), goal=POCKET)
        mitre = scene(wedge, (0.8, 0.0, 0.0), (-2.9, -0.35), (-2.45, -0.285), goal=CUT)
        short = scene(
            box(2.0, 1.4), (1.3, 0.0, 20.0), (-2.2, 0.3), (-0.2, 0.15), kind=RayKind.SEGMENT.value, goal=LONG
        )
        return {
            "Through two lines": scene(five, (0.9, 0.1, 0.0), (-2.9, -0.2), (-2.4, -0.15), fan=True),
            "Past the edge": scene(soft, (1.0, 0.0, 0.0), (-2.4, 1.75), (-1.9, 1.62), goal=PAST),
            "Passing beside": beside,
            "Box behind": Preset(behind, ACROSS_ONLY),
            "Start in a pocket": Preset(pocket, AHEAD, at_first(FaceConsidered)),
            "Sharp corner, rounded": Preset(mitre, MITRED, at_first(OvershootTested)),
            "Segment too short": short,
            "Start inside": scene(
                rounded(regular_polygon(5, 1.1), 0.3), (0.0, 0.0, 9.0), (0.35, 0.2), (1.9, 0.75), goal=AT_ARC
            ),
        }

    def run(self, scene: ShapeAndRay) -> Trace[Any, RayCast]:
        return cast(scene.a.world, scene.ray)

    def situation(self, moment: Moment[ShapeAndRay]) -> str:
        while moment.parent is not None:
            moment = moment.parent
        found: RayCast = moment.trace.result
        if isinstance(moment.faulty, FaultyCast) and is_wrong(moment):
            return fault_told(moment, found)
        if not isinstance(moment.step, RayCast):
            return behind_told(moment) or line_met(moment)
        return hit_told(moment.scene.a.world, found)

    def challenge(self, moment: Moment[ShapeAndRay]) -> Challenge | None:
        """Each scene has its own; once entries are known, or the answer is."""
        while moment.parent is not None:
            moment = moment.parent
        if not (knows_crossings(moment) or isinstance(moment.step, RayCast)):
            return None
        return goal(moment)
