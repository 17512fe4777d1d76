"""Point query: the closest point of a shape and its signed distance, from outside and from inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from geometry import Convex, PointQuery, Trace, Vector, box, capsule, convex, point_query, regular_polygon
from geometry.faulty.point_query import FaultyQuery, pushed_along, unclamped, unsigned
from geometry.query.point_query import FootClamped, InsideTested, PushedOut
from geometry.trace import Grouped
from geometry.vector import vector
from lessons.queries.point_query_faulty import fault_told, is_wrong
from lessons.queries.point_query_figure import (
    ALONG,
    NO_CLAMP,
    STAGES,
    UNSIGNED,
    edge_in_view,
    edges_of,
    feet_on,
    tells,
)
from lessons.queries.point_query_story import PointQueryStory, situation, told
from lessons.queries.scenes import OneShape, P, Q
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment, Preset, at_first
from viz.lesson.page import Page, Table, TableRow
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at, handle, slider

_P, _Q = rf"$\examined{{{P}}}$", rf"$\answer{{{Q}}}$"


@dataclass(frozen=True, eq=False, kw_only=True)
class ShapeAndPoint(OneShape):
    """The radius belongs to A and to its slider: each sets the other."""

    p: Vector = handle(Ink.EXAMINED, "p")
    r: float = slider("Radius of A", 0.0, 1.2, 0.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.a.shape.radius != self.r:
            object.__setattr__(self, "a", self.a.shaped(Convex(self.a.shape.points, self.r)))

    def with_field(self, name: str, value: Any) -> Self:
        return replace(self, **{name: value}, **({"r": value.shape.radius} if name == "a" else {}))

    @cached_property
    def found(self) -> PointQuery:
        return point_query(self.a.world, self.p)


def _run(rule: Any, scene: ShapeAndPoint) -> FaultyQuery:
    found: FaultyQuery = rule(scene.a.world, scene.p)
    return found


class PointQueryLesson(Lesson[ShapeAndPoint]):
    id = "point-query"
    title = "Point query"
    source = "Rounding collider corners"
    summary = "The nearest point of a shape, from outside or inside: project, clamp, keep the nearest, push out."
    terms: ClassVar = ("query point", "clamp", "nearest feature", "Voronoi region", "medial axis", "signed distance")
    builds_on: ClassVar = ("point-on-line", "rounded-anatomy")
    story = PointQueryStory()
    compare = tuple(
        Comparison(name, partial(_run, rule), is_wrong, credit)
        for name, rule, credit in (
            (NO_CLAMP, unclamped, ""),
            (UNSIGNED, unsigned, "Error 6 of *Rounding collider corners*"),
            (ALONG, pushed_along, "Error 7 of *Rounding collider corners*"),
        )
    )

    @cached_property
    def scenes(self) -> Mapping[str, ShapeAndPoint | Preset[ShapeAndPoint]]:
        def scene(shape: Convex, p: ArrayLike, r: float = 0.0, degrees: float = 0.0) -> ShapeAndPoint:
            return ShapeAndPoint(at(shape, 0.0, 0.0, degrees), r=r, p=vector(np.array(p)))

        five = convex(((-2.05, -1.15), (1.35, -1.55), (2.15, 0.15), (0.75, 1.6), (-1.55, 1.15)))
        six = convex(((-2.4, -0.6), (-1.1, -1.5), (1.5, -1.4), (2.3, 0.2), (1.2, 1.4), (-1.5, 1.3)))
        three = convex(((-2.4, -1.2), (1.7, -1.1), (-1.0, 1.6)))
        four = convex(((-1.7, -0.9), (1.6, -1.1), (1.2, 0.8), (-0.8, 1.0)))
        regular = regular_polygon(5, 1.1)
        middle = at(regular, 0.0, 0.0, 9.0).world.points[:2].mean(axis=0)
        return {
            "In front of an edge": scene(five, (2.4, 1.55)),
            "Beyond a vertex": Preset(scene(three, (3.02, -0.52)), NO_CLAMP, at_first(FootClamped)),
            "Inside": scene(six, (0.3, 0.12)),
            "Deep inside a box": Preset(scene(box(4.2, 2.6), (1.2, 0.1)), UNSIGNED, at_first(InsideTested)),
            "Inside the rounding": scene(four, (1.5, 0.25), 0.5),
            "On the core's edge": Preset(scene(regular, middle, 0.5, 9.0), ALONG, at_first(PushedOut)),
            "Capsule": scene(capsule((-1.4, 0.0), (1.4, 0.0), 0.7), (0.35, 0.35), 0.7, 20.0),
        }

    def run(self, scene: ShapeAndPoint) -> Trace[Any, PointQuery]:
        return told(scene.a.world, scene.p)

    def clock(self, moment: Moment[ShapeAndPoint]) -> Clock | None:
        """The feet slide to the edges; the closest point is pushed out."""
        slides = isinstance(moment.step, Grouped) and isinstance(moment.step.first, FootClamped)
        return Clock(1.2, plays_on_entry=True) if slides or isinstance(moment.step, PushedOut) else None

    def situation(self, moment: Moment[ShapeAndPoint]) -> str:
        """What is known of p; of a faulty rule what it answers instead."""
        faulty, stage = moment.faulty, self.story.stage(moment)
        if isinstance(faulty, FaultyQuery) and is_wrong(moment) and tells(moment):
            return fault_told(moment)
        return situation(moment, stage)

    def challenge(self, moment: Moment[ShapeAndPoint]) -> Challenge | None:
        """A vertex that is nearest is not enough: p may still stand before an edge on the far side of A."""
        if len(moment.scene.core.points) < 3 or self.story.stage(moment) == "Project":  # the clamp is not known yet
            return None
        on = feet_on(moment)
        return Challenge(
            f"Find a place for {_P} where **no** foot point lies on its edge: the clamp moves them all.",
            not on,
            f"{on} foot point on its edge" if on == 1 else f"{on} foot points on their edges",
            "Go beyond a vertex. Then look at the edges on the far side of A: where are their foot points?",
        )

    def table(self, moment: Moment[ShapeAndPoint], pages: Sequence[Page] | None = None) -> Table | None:
        """Without the columns that nothing is known of yet."""
        found = super().table(moment, pages)
        if found is None:
            return None
        known = 2 + min(STAGES.index(self.story.stage(moment)), 3)
        rows = tuple((step, replace(row, cells=row.cells[:known])) for step, row in found.rows)
        return Table(found.columns[:known], rows, _in_view(moment, self.story.stage(moment), rows))


def _in_view(moment: Moment[ShapeAndPoint], stage: str, rows: tuple[tuple[int, TableRow], ...]) -> frozenset[int]:
    """The rows that this step is about: the edge that is drawn, later the nearest or the greatest height."""
    names = [row.key for _, row in rows]
    whole = edges_of(moment)
    if stage in STAGES[:2]:
        keys = {edge_in_view(moment).projected.edge}
    elif stage == "Inside?":
        keys = {max(whole, key=lambda each: each.projected.height).projected.edge}
    else:
        least = min(each.distance for each in whole)
        keys = {each.projected.edge for each in whole if each.distance <= least + 1e-9}
    return frozenset(i for i, name in enumerate(names) if name in {f"edge {k}" for k in keys})
