"""GJK: the distance of two shapes from support points of their difference alone."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import (
    Convex,
    GjkDistance,
    Pose,
    Trace,
    Vector,
    box,
    capsule,
    circle,
    convex,
    gjk,
    overlaps,
    point,
    regular_polygon,
    rounded,
)
from geometry.faulty.gjk import FaultySearch, drops_the_oldest, latest_lower_bound, strict_stop
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.gjk import GjkStep, SimplexReduced, SimplexStarted
from geometry.trace import grouped
from lessons.minkowski.gjk_faulty import (
    LATEST,
    OLDEST,
    SHOWN,
    STRICT,
    draw_fallen,
    draw_faulty_bounds,
    draw_forgetful,
    draw_ghost,
    is_wrong,
    told,
)
from lessons.minkowski.gjk_goals import AT_ONCE, CLOSE, HALF, LATER, SIDES, WARM, goal
from lessons.stories.gjk import GjkStory
from lessons.stories.gjk_known import Operands, known_at
from viz.lesson.canvas import Canvas
from viz.lesson.difference import difference_pane, order
from viz.lesson.lesson import Comparison, Follow, Layout, Lesson, Moment, Pane, above, beside
from viz.lesson.page import Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, TwoShapes, at, toggle

A_FRAME_AGO = np.array((-0.1, 0.05))  # where B stood then, from where it stands now
TOLD_APART = 5  # iterations with two steps each; those after them are told as one


@dataclass(frozen=True, eq=False)
class Searched(TwoShapes):
    """Two shapes, the order of their difference, and where the search starts."""

    angle: float = 0.0  # degrees, of the first direction: its arrow can be turned at the start
    warm: bool = toggle("warm start: from the last frame’s simplex", False)
    order: str = order("difference (B − A: mirrored)")
    goal: str = ""  # which challenge is about it

    @cached_property
    def operands(self) -> Operands:
        return Operands(self.a.world, self.b.world)

    @property
    def direction(self) -> Vector:
        """Unit, in difference space."""
        turn = math.radians(self.angle)
        return np.array((math.cos(turn), math.sin(turn)))

    def pairs_before(self) -> tuple[tuple[int, int], ...]:
        """The last simplex of a frame ago, when B was a little further on."""
        before = self.with_field("b", self.b.moved(A_FRAME_AGO)).operands
        return gjk(before.first, before.second).simplex.pairs


def searched(a: Body, b: Body, goal: str = "") -> Searched:
    """A scene whose first direction leads from A's first vertex to B's, as the routine's own does."""
    x, y = b.world.points[0] - a.world.points[0]
    return Searched(a, b, angle=math.degrees(math.atan2(y, x)), goal=goal)


def about_origin(shape: Convex, x: float, y: float, degrees: float) -> Body:
    """A body turned about its own coordinate origin, and that put at (x, y)."""
    return Body(shape, Pose((x, y), math.radians(degrees))).centred()


FIVE, SLAB = regular_polygon(5, 1.0), box(1.5, 1.1)
WEDGE = convex(((-1.1, -0.7), (1.2, -0.5), (-0.3, 1.0)))
MANY = regular_polygon(40, 1.0)
HULL = Convex(((-0.79, 0.03), (-0.64, -0.78), (-0.01, -1.49), (0.59, -0.99), (0.8, 0.84), (0.2, 1.0), (-0.52, 0.96)))
KITE = Convex(((2.16, 1.08), (1.31, -0.06), (2.09, -0.79), (2.29, -0.2)))


def presets() -> dict[str, Searched]:
    return {
        "Four iterations": Searched(Body(HULL).centred(), Body(KITE).centred(), angle=60.0),
        "Pentagon and triangle": searched(at(FIVE, -1.3, 0.0, 9), about_origin(WEDGE, 1.3, 0.5, 24), CLOSE),
        "Overlap": searched(at(FIVE, -0.5, 0.0, 9), about_origin(WEDGE, 0.7, 0.2, 24), LATER),
        "Parallel edges": searched(at(SLAB, -1.1, 0.2), at(box(1.2, 1.7), 1.0, 0.0), HALF),
        "Just touching": searched(at(SLAB, -0.75, 0.0), at(SLAB, 0.75, 0.3), SIDES),
        "Bounds apart by rounding": searched(
            at(regular_polygon(6, 1.0), -0.99, -0.08, 19), at(box(2.4, 0.7), 1.14, 0.32, 105), AT_ONCE
        ),
        "Round, cores apart": Searched(
            at(rounded(box(0.9, 1.0), 0.5), -0.95, -0.2, 15),
            at(capsule((0.0, -0.7), (0.0, 0.7), 0.5), 0.75, 0.1, -20),
            angle=75.0,
        ),
        "Forty vertices": Searched(at(MANY, -1.3, -0.3), at(MANY, 1.4, 0.9, 20), angle=60.0, goal=WARM),
        "Two circles": searched(at(circle(0.8), -1.1, 0.0), at(circle(0.6), 1.0, 0.4)),
    }


class Gjk(Lesson[Searched]):
    id = "gjk"
    title = "GJK"
    source = "Rounding collider corners"
    summary = (
        "Gilbert, Johnson and Keerthi: the distance from support points alone, between two bounds that close in."
    )
    terms = (
        "simplex",
        "search direction",
        "lower bound",
        "upper bound",
        "iteration",
        "Voronoi region",
        "witness points",
    )
    builds_on = ("minkowski-difference", "support-point")
    most_steps = 2 * TOLD_APART + 3
    one_scale = True  # v is the same arrow in both views
    story = GjkStory(lambda moment: moment.scene.operands)

    scenes = presets()

    compare = (
        Comparison(
            LATEST, lambda scene: _faulty(latest_lower_bound, scene), lambda moment: moment.faulty.fallen >= SHOWN
        ),
        Comparison(OLDEST, lambda scene: _faulty(drops_the_oldest, scene), lambda moment: is_wrong(moment)),
        Comparison(STRICT, lambda scene: _faulty(strict_stop, scene), lambda moment: not moment.faulty.has_ended),
    )

    def run(self, scene: Searched) -> Trace[GjkStep, GjkDistance]:
        start = scene.pairs_before() if scene.warm else None
        direction = None if scene.warm else scene.direction
        first, second = scene.operands
        trace = gjk.trace(first, second, start=start, direction=direction)
        later = [i for i, step in enumerate(trace) if getattr(step, "iteration", 0) > TOLD_APART]
        return grouped(trace, [range(later[0], later[-1] + 1)] if later else [])

    @cached_property
    def layout(self) -> Layout:
        bounds = Pane("bounds", "Lower and upper bound", self.draw_bounds, axes=self.story.bounds_axes, share=0.7)
        world, space = self._spaces
        return beside(above(replace(world, share=1.0), bounds, share=world.share), space)

    def layout_at(self, moment: Moment[Searched]) -> Layout:
        """The chart once there are two bounds: until a line proves more than 0 it would show what the ring does."""
        has_two = known_at(moment).lower > 0.0 or moment.faulty is not None
        return self.layout if has_two else self._early

    @cached_property
    def _early(self) -> Layout:
        return beside(*self._spaces)

    @cached_property
    def _spaces(self) -> tuple[Pane, Pane]:
        title = "Difference space: every a − b"
        return (
            Pane("world", "World", self.story.draw, is_world=True, share=0.44),
            difference_pane(
                "space",
                title,
                self.draw_space,
                take=take_in_space,
                share=0.56,
                titled=lambda moment: f"{title}{of_cores(moment.scene.operands)}",
            ),
        )

    def page(self, moment: Moment[Searched]) -> Page:
        page = super().page(moment)
        return told(page, moment) if moment.is_last and moment.faulty is not None else page

    def situation(self, moment: Moment[Searched]) -> str:
        return self.story.situation(moment)

    def challenge(self, moment: Moment[Searched]) -> Challenge | None:
        """Not before the simplex has been explained."""
        if not (moment.has_seen(SimplexReduced) or moment.is_last):
            return None
        return goal(moment)

    def feature_in(self, moment: Moment[Searched], field: str, value: Any) -> FeatureRef | str | None:
        place = {"index_a": 0, "index_b": 1}.get(field.split(".")[-1])
        if place is None:
            return super().feature_in(moment, field, value)
        return FeatureRef("AB"[place], FeatureKind.VERTEX, value)

    def draw_space(self, canvas: Canvas, moment: Moment[Searched]) -> None:
        self.story.draw_space(canvas, moment)
        if moment.faulty is not None and moment.compare == LATEST:
            draw_fallen(canvas, moment.faulty)
            draw_forgetful(canvas, moment)
        elif moment.faulty is not None:
            draw_ghost(canvas, moment)

    def draw_bounds(self, canvas: Canvas, moment: Moment[Searched]) -> None:
        self.story.draw_bounds(canvas, moment)
        if moment.faulty is not None:
            draw_faulty_bounds(canvas, moment, self.story.bounds_axes(moment))


def of_cores(shapes: Operands) -> str:
    return " of the cores" if shapes.radius > 0.0 else ""


def take_in_space(moment: Moment[Searched], at: Vector) -> Follow | None:
    """At the start the first direction is held at its vertex' side; the difference itself anywhere inside of it."""
    if isinstance(moment.step, SimplexStarted) and moment.step.direction is not None:
        tip = moment.step.simplex.vertices[0].w
        if float(np.hypot(*(at - tip))) < 0.6 and float((at - tip) @ moment.step.direction) > 0.0:
            return partial(_turned, tip)
    figure = moment.scene.operands.outline.points
    return _moved if len(figure) > 2 and overlaps(Convex(figure), point(at)) else None


def _turned(tip: Vector, scene: Searched, start: Vector, now: Vector) -> Searched:
    x, y = now - tip
    return scene.with_field("angle", math.degrees(math.atan2(y, x))) if (x, y) != (0.0, 0.0) else scene


def _moved(scene: Searched, start: Vector, now: Vector) -> Searched:
    """B moves so that the difference follows the pointer."""
    return scene.with_field("b", scene.b.moved(start - now))


def _faulty(routine: Any, scene: Searched) -> FaultySearch:
    found: FaultySearch = routine(scene.operands.first, scene.operands.second, scene.direction)
    return found
