"""Circle cast: the radius flows from the circle to A, and what is left of the circle is a ray."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

import numpy as np

from geometry import (
    CircleCast,
    Convex,
    Outcome,
    Ray,
    Trace,
    Vector,
    box,
    circle_cast,
    convex,
    regular_polygon,
    separation,
)
from geometry.faulty.circle_cast import centre_only, square_corners
from geometry.query.circle_cast import ShapeGrown
from lessons.queries.circle_cast_asked import question
from lessons.queries.circle_cast_faulty import fault_told, faulty_page
from lessons.queries.circle_cast_figure import CENTRE, SQUARE, draw, gap_along, is_wrong, ray_is_cast
from lessons.queries.point_query_story import PointQueryStory, distance
from lessons.queries.ray_cast_state import in_edges, in_tests
from lessons.queries.ray_cast_story import RayCastStory, cast
from lessons.queries.scenes import OneShape, P, Q, RayAsked, ShapeAndRay, Started, Stopped, named
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_last
from viz.lesson.mark import Pair
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, Body, at, handle, slider
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, tint
from viz.lesson.times import Told

D, N = r"\hat d", r"\hat n"
PAGES: dict[type, tuple[str, str, str]] = {
    Started: (
        "Moving",
        rf"A circle B moves along $\examined{{{D}}}$: a **circle cast**. We want the first place where its "
        "separation $s$ from A is 0. So far we can cast only a point: this is a ray cast.",
        rf"s=\mathrm{{dist}}(\A{{\mathrm{{A}}}},\,\examined{{{P}}})-\B{{r}}",
    ),
    ShapeGrown: (
        "Grow A",
        r"Contact begins when the centre is at distance $\B{r}$ from A. So give $\B{r}$ to A: B becomes a **point**, "
        "and A becomes the **grown shape**, its Minkowski sum with B.",
        r"\A{r'}=\A{r_A}+\B{r}",
    ),
    RayAsked: (
        "Cast a ray",
        r"A point that moves is a ray. Cast it against the grown shape: at the hit the centre is at distance "
        r"$\B{r}$ from A for the first time.",
        rf"\mathrm{{dist}}(\A{{\mathrm{{A}}}},\,\examined{{{P}}}+t\,\examined{{{D}}})=\B{{r}}",
    ),
    Stopped: (
        "Restore B",
        "Give the radius back: the point becomes the circle again. Its centre stands on the outline of the grown "
        "shape, and B touches A.",
        rf"\examined{{{P}(t)}}=\examined{{{P}}}+t\,\examined{{{D}}}",
    ),
    CircleCast: (
        "Contact",
        rf"${N}$ is the normal of the grown shape at the hit. Go from the centre by $\B{{r}}$ against ${N}$: there B "
        "touches A. This is the contact point.",
        rf"\answer{{{Q}}}=\examined{{{P}(t)}}-\B{{r}}\,{N}",
    ),
}


ENDS = {Outcome.OVERLAPPED: "Overlap", Outcome.SEPARATED: "No hit"}  # the last stage, where there is no contact
NO_HIT = {
    Outcome.OVERLAPPED: r"At the start the centre is less than $\B{r}$ from A: inside the grown shape. So the cast "
    "ends at once, at $t$ = 0.",
    Outcome.SEPARATED: r"The ray misses the grown shape: the centre never comes within $\B{r}$ of A, and the circle "
    "passes by.",
}


@dataclass(frozen=True, eq=False, kw_only=True)
class MovingCircle(OneShape):
    """The path of the centre, and both radii, which have sliders."""

    path: Arrow = handle(Ink.EXAMINED, "path of B")
    r: float = slider("Radius of B", 0.1, 1.0, 0.45)
    r_a: float = slider("Radius of A", 0.0, 0.8, 0.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.ray  # raises ValueError for a path of no length
        if self.a.shape.radius != self.r_a:
            object.__setattr__(self, "a", self.a.shaped(self.a.shape.with_radius(self.r_a)))

    def with_field(self, name: str, value: Any) -> Self:
        return replace(self, **{name: value}, **({"r_a": value.shape.radius} if name == "a" else {}))

    @cached_property
    def ray(self) -> Ray:
        return Ray(self.path.start, self.path.vector)

    @cached_property
    def grown(self) -> Convex:
        return self.a.world.with_radius(self.r_a + self.r)

    @cached_property
    def as_ray(self) -> ShapeAndRay:
        """The cast of the centre against the grown shape, as a scene of its own."""
        a = Body(self.a.shape.with_radius(self.r_a + self.r), self.a.pose)
        return ShapeAndRay(a, arrow=self.path, kind="segment")


def _row(page: Page, name: str, v: Vector, ink: Ink) -> Page:
    return page.row(name, "", coords(v), ink=ink, key=name)


def _radii(page: Page, scene: MovingCircle, grown: float) -> Page:
    """Both radii as they are given, and in the cast: the right one keeps their sum."""
    for name, given, cast_with, ink in (("B", scene.r, 0.0, Ink.B), ("A", scene.r_a, grown, Ink.A)):
        page = page.row(f"radius of {name}", fixed(given), fixed(cast_with), ink=ink, key=name)
    return page


@lru_cache(64)  # two clocks that tell the same are equal
def _length(whole: float) -> Told:
    """How far the centre has come: the $t$ of the formula."""
    return lambda time: f"t = {fixed(time * whole)}"


class CircleCastStory(Story):
    """Grow A, cast the centre, give the radius back."""

    columns = ("quantity", "given", "in the cast")
    stages = {kind: name for kind, (name, _, _) in PAGES.items()}  # noqa: RUF012

    def stage(self, moment: Moment[Any]) -> str:
        step = moment.step
        return (ENDS.get(step.outcome) if isinstance(step, CircleCast) else None) or super().stage(moment)

    def page(self, moment: Moment[Any]) -> Page:
        scene, step = moment.scene, moment.step
        a, ray, r = scene.a.world, scene.ray, scene.r
        page, found = replace(Page(*PAGES[type(step)]), stage=self.stage(moment)), moment.trace.result
        faulty = faulty_page(page.stage, moment) if is_wrong(moment) else None
        if faulty is not None:
            grown = scene.r_a if moment.compare == CENTRE else scene.r_a + r
            return replace(_radii(faulty, scene, grown), nested="the ray cast" if isinstance(step, RayAsked) else "")
        t = found.cast.distance
        match step:
            case Started(gap):
                size = tint(f"**{fixed(abs(gap))}**", separation_ink(gap))
                starts = f"starts {size} from A" if gap > 0.0 else f"overlaps A by {size}"
                page = page.says(f"B {starts} and moves by {fixed(ray.length)}.")
                page = page.claiming(Claim("s", lambda: gap, lambda: distance(a, ray.origin) - r, 1e-7))
            case ShapeGrown():
                value = equation("{a} + {b} = **{result}**", lambda a, b: a + b, a=a.radius, b=r)
                page = page.says(f"$\\A{{r'}}$ = {value}. B becomes the point $\\examined{{{P}}}$.")
                page = _radii(page, scene, a.radius + r).claiming(
                    Claim("r'", lambda: step.grown.radius, lambda: scene.r_a + r),
                    Claim("s", lambda: distance(step.grown, ray.origin), lambda: distance(a, ray.origin) - r, 1e-7),
                )
            case RayAsked():
                page = _asked(page, scene, found)
            case Stopped(center):
                page = page.says(f"The centre stops at $\\examined{{{P}(t)}}$ = {_stop(ray, t)}.")
                page = _row(page, f"${P}(t)$", center, Ink.EXAMINED)
                page = page.claiming(Claim("p(t)", lambda: center, lambda: ray.origin + t * ray.direction, 1e-7))
            case CircleCast():
                page = _contact(page, scene, step)
        return page.asks(question(moment), _known(moment))

    draw = staticmethod(draw)


def _stop(ray: Ray, t: float) -> str:
    """p + t d, with as many decimals as it takes for a reader to come to the same place."""
    p, d, end = ray.origin, ray.direction, ray.origin + t * ray.direction
    fits = (
        k for k in (2, 3, 4) if np.abs(p.round(k) + round(t, k) * d.round(k) - end.round(k)).max() < 1.01 * 0.1**k
    )
    k = next(fits, 4)
    return f"{coords(p, k)} + {fixed(t, k)} · {coords(d, k)} = **{coords(end, k)}**"


def _asked(page: Page, scene: MovingCircle, found: CircleCast) -> Page:
    page, t = replace(page, nested="the ray cast"), found.cast.distance
    if found.outcome is not Outcome.HIT or t is None or found.cast.feature is None:
        starts = found.outcome is Outcome.OVERLAPPED
        told = f"The ray {'starts inside' if starts else 'misses'} the grown shape."
        page = replace(page, formula="").says(told)
        return page.claiming(
            Claim("hit", lambda: gap_along(scene.a.world, scene.ray, scene.r) > 0.0, lambda: t is None)
        )
    p, d = scene.ray.origin, scene.ray.direction
    told = f"The ray hits the grown shape at $t$ = **{fixed(t)}**."
    return page.says(told).claiming(Claim("r", lambda: distance(scene.a.world, p + t * d), lambda: scene.r, 1e-6))


def _contact(page: Page, scene: MovingCircle, step: CircleCast) -> Page:
    if step.outcome is not Outcome.HIT:
        page = replace(page, formula="", idea=NO_HIT[step.outcome]).says(_no_hit(scene, step))
        return page.claiming(Claim("no point", lambda: step.point is None, lambda: True))
    center, q, n = step.center, step.point, step.normal
    assert center is not None
    assert q is not None
    assert n is not None
    assert step.cast.feature is not None
    on = tint(named(step.cast.feature), Ink.A)
    page = page.says(f"$\\answer{{{Q}}}$ = **{coords(q)}**, on {on} of A.")
    page = _row(_row(page, f"${N}$", n, Ink.ANSWER), f"${Q}$", q, Ink.ANSWER)
    return page.claiming(
        Claim("q", lambda: q, lambda: center - scene.r * n),
        Claim("on A", lambda: distance(scene.a.world, q), lambda: 0.0, 1e-6),
    )


def _ending(scene: MovingCircle, found: CircleCast) -> str:
    if found.outcome is Outcome.OVERLAPPED:
        return "B overlaps A at the start: the answer is overlap, at $t$ = 0."
    if found.outcome is Outcome.HIT:
        t = tint(f"$t$ = **{fixed(found.cast.distance or 0.0)}**", Ink.ANSWER)
        return f"The first contact of B and A is at {t}."
    gap = tint(fixed(gap_along(scene.a.world, scene.ray, scene.r)), Ink.GAP)
    return f"No hit: on this path B comes no nearer to A than {gap}."


def _no_hit(scene: MovingCircle, found: CircleCast) -> str:
    """The gap that decides: the least on the path, or that at the start."""
    if found.outcome is Outcome.OVERLAPPED:
        s = separation(scene.a.world, Convex([scene.ray.origin], scene.r))
        return f"At the start $s$ = {tint(f'**{fixed(s)}**', Ink.OVERLAP)}: the answer is overlap."
    s = gap_along(scene.a.world, scene.ray, scene.r)
    return f"Where B is nearest to A, $s$ = {tint(f'**{fixed(s)}**', Ink.GAP)} is left: no hit."


def _known(moment: Moment[Any]) -> str:
    gap = separation(moment.scene.a.world, Convex([moment.scene.ray.origin], moment.scene.r))
    return f"B starts {tint(fixed(gap), Ink.GAP)} from A." if gap > 0.0 else "B overlaps A at the start."


class Inner(Story):
    """The cast of the centre, told by the story of the ray cast or of the point query in it."""

    def __init__(self, story: Story) -> None:
        self.story, self.columns = story, story.columns  # type: ignore[misc]

    def page(self, moment: Moment[Any]) -> Page:
        return self.story.page(replace(moment, scene=moment.scene.as_ray))

    def stage(self, moment: Moment[Any]) -> str:
        return self.story.stage(moment)

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        self.story.draw(canvas, replace(moment, scene=moment.scene.as_ray, faulty=None))


class CircleCastLesson(Lesson[MovingCircle]):
    id = "circle-cast"
    title = "Circle cast"
    source = "Rounding collider corners"
    summary = "Give the circle's radius to the shape: the moving circle becomes a ray against the grown shape."
    terms: ClassVar = ("circle cast", "shape cast", "grown shape")
    builds_on: ClassVar = ("ray-cast", "minkowski-sum")
    story = CircleCastStory()
    in_ray, in_query = Inner(RayCastStory()), Inner(PointQueryStory())
    compare = (
        Comparison(CENTRE, lambda scene: centre_only(scene.a.world, scene.ray, scene.r), is_wrong),
        Comparison(SQUARE, lambda scene: square_corners(scene.a.world, scene.ray, scene.r), is_wrong),
    )

    def story_of(self, moment: Moment[MovingCircle]) -> Story:
        if moment.parent is None:
            return self.story
        is_cast = moment.parent.parent is None or in_edges(moment) or in_tests(moment)
        return self.in_ray if is_cast else self.in_query

    @cached_property
    def layout(self) -> Layout:
        return Pane("world", "World", self.draw_told, is_world=True)

    @cached_property
    def scenes(self) -> Mapping[str, MovingCircle | Preset[MovingCircle]]:
        def scene(shape: Convex, place: tuple[float, ...], r: float, *ends: Pair, **more: float) -> MovingCircle:
            return MovingCircle(at(shape, *place), path=Arrow(*ends), r=r, **more)

        wedge = convex(((-0.9, -0.8), (0.9, -0.6), (0.3, 0.8)))
        slab, spear = box(1.8, 1.2), convex(((-1.4, 0.0), (1.1, -0.7), (1.1, 0.7)))
        centre = scene(slab, (0.6, -0.35, 0.0), 0.6, (-1.9, 0.65), (2.2, 0.55))
        square = scene(spear, (0.9, -0.1, 0.0), 0.5, (-2.0, 1.0), (-0.5, -1.3))
        return {
            "Around a corner": scene(wedge, (0.8, 0.0, 12.0), 0.45, (-1.9, 1.45), (1.5, 1.35)),
            "Rounded shape": scene(regular_polygon(5, 0.8), (0.9, 0.0, 9.0), 0.5, (-1.9, 0.5), (1.5, -0.9), r_a=0.3),
            "Centre passes by": Preset(centre, CENTRE, at_last),
            "In front of a sharp tip": Preset(square, SQUARE, at_last),
            "Close to a corner": scene(slab, (0.5, -0.5, 15.0), 0.4, (-1.9, 0.85), (2.2, 0.85)),
            "Overlap at the start": scene(slab, (0.3, 0.0, 20.0), 0.5, (-0.8, 0.35), (1.9, 1.2)),
        }

    def run(self, scene: MovingCircle) -> Trace[Any, CircleCast]:
        """The start, the growth, the whole ray cast as one step, the way back, the contact."""
        whole = circle_cast.trace(scene.a.world, scene.ray, scene.r)
        first, last, answer = whole.lines[0], whole.lines[-1], whole.result
        gap = separation(scene.a.world, Convex([scene.ray.origin], scene.r))
        told: list[tuple[Any, Any]] = [(Started(gap), first), (whole[0], first)]
        told.append((RayAsked(cast(scene.grown, scene.ray)), whole.lines[-2]))
        if answer.outcome is Outcome.HIT and answer.center is not None:
            told.append((Stopped(answer.center), last))
        told.append((answer, last))
        return Trace(whole.function, tuple(s for s, _ in told), tuple(n for _, n in told), None, answer)

    def clock(self, moment: Moment[MovingCircle]) -> Clock | None:
        """The radius flows, there and back; at last the circle moves, and stops at the contact."""
        match moment.step:
            case ShapeGrown() | Stopped():
                return Clock(1.2, plays_on_entry=True)
            case CircleCast() as found if found.outcome is not Outcome.OVERLAPPED:
                return Clock(3.0, impact=found.fraction, plays_on_entry=True, told=_length(moment.scene.ray.length))
        return None

    def situation(self, moment: Moment[MovingCircle]) -> str:
        inner = moment.parent is not None
        while moment.parent is not None:
            moment = moment.parent
        found: CircleCast = moment.trace.result
        if is_wrong(moment) and ray_is_cast(moment):
            return fault_told(moment, found.cast)
        match moment.step:
            case ShapeGrown() if found.outcome is not Outcome.OVERLAPPED:
                gap = tint(fixed(moment.trace.steps[0].gap), Ink.GAP)
                return f"While the radius flows from B to A, the gap stays the same: {gap}."
            case Started() | ShapeGrown():
                return _known(moment)
        return _known(moment) if inner else _ending(moment.scene, found)

    def challenge(self, moment: Moment[MovingCircle]) -> Challenge | None:
        scene = moment.scene
        round_hit = gap_along(scene.a.world, scene.ray, scene.r) <= 0.0
        square_hit = square_corners(scene.a.world, scene.ray, scene.r).distance is not None
        return Challenge(
            "Find a path on which B misses A, but would hit if the grown shape had **square corners**.",
            square_hit and not round_hit,
            f"round: {'hit' if round_hit else 'no hit'}, square: {'hit' if square_hit else 'no hit'}",
            "Compare with square corners. Pass diagonally in front of a corner.",
        )
