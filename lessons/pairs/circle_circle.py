"""Two circles: the distance of the centres laid on a number line against the sum of the radii."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from geometry import Trace, circle, separation
from geometry.faulty.circle_circle import AddedToA, circles_touch_strictly, vector_added_to_a
from geometry.primitives.circle_circle import (
    CircleCircleStep,
    DistanceFound,
    NormalFound,
    OffsetFound,
    RadiiSummed,
    SeparationFound,
    circle_circle,
)
from geometry.primitives.contact import PairResult
from lessons.pairs.circle_circle_asked import question
from lessons.pairs.circle_circle_faulty import ADDED, STRICT, answer_of, differs, goal_of, shows_fault, told
from lessons.pairs.circle_circle_figure import draw_lengths, draw_world, half_way, ink_of, lengths
from lessons.pairs.telling import SIZE, D, N, P
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_first
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import TwoShapes, at, slider
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, tint

NEAR = 0.02  # of the centre of B: where the challenge wants the contact point
STAGES = {
    OffsetFound: "Offset",
    DistanceFound: "Lengths",
    RadiiSummed: "Lengths",
    SeparationFound: "Separation",
    NormalFound: "Normal",
    PairResult: "Contact",
}
OFFSET = (
    "We want to compute whether A and B overlap, and how far. Only the line through both centres matters. The "
    rf"**offset** $\examined{{{D}}}$ leads from A's centre to B's."
)
LENGTHS = (
    rf"Lay the distance of the centres, $\examined{{{SIZE}}}$, and the sum of the radii on one number line. "
    "If the sum is longer, the circles overlap."
)
SEPARATION = (
    "The **separation** $s$ is the distance minus the sum of the radii. A and B touch or overlap if $s\\leq0$. The "
    rf"same test without a root: $\examined{{{D}}}\cdot\examined{{{D}}}\leq(\A{{r_A}}+\B{{r_B}})^2$."
)
NORMAL = (
    rf"Divide $\examined{{{D}}}$ by its length. This **contact normal** $\examined{{{N}}}$ points from A to B, so "
    "moving B along it increases $s$."
)
NO_NORMAL = (
    rf"Both centres are at one point: $\examined{{{D}}}$ = 0 has no direction. Every direction separates the circles "
    rf"equally well; the rule takes $\examined{{{N}}}$ = (1, 0)."
)
PUSH = (
    rf"Move B by $-s$ along $\examined{{{N}}}$, and the circles just touch. The **contact point** "
    rf"$\answer{{{P}}}$ is half way between the two surfaces on this line."
)
CHOSEN_PUSH = (
    rf"Move B by $-s$ along $\examined{{{N}}}$, and the circles just touch. $\examined{{{D}}}$ = 0 has no direction: "
    rf"$\examined{{{N}}}$ = (1, 0) is a choice, and so is $\answer{{{P}}}$."
)
NO_PUSH = (
    rf"No push is needed. The **contact point** $\answer{{{P}}}$ is defined all the same: half way between the two "
    rf"surfaces along $\examined{{{N}}}$."
)
FORMULAS = {
    OffsetFound: rf"\examined{{{D}}}=\B{{\boldsymbol c_B}}-\A{{\boldsymbol c_A}}",
    DistanceFound: rf"\examined{{\lVert{D}\rVert}}=\sqrt{{d_x^2+d_y^2}}",
    RadiiSummed: rf"\examined{{\lVert{D}\rVert}}%s\A{{r_A}}+\B{{r_B}}",
    SeparationFound: rf"s=\examined{{\lVert{D}\rVert}}-(\A{{r_A}}+\B{{r_B}})",
    NormalFound: rf"\examined{{{N}}}=\examined{{{D}}}\,/\,\examined{{\lVert{D}\rVert}}",
    PairResult: rf"\answer{{{P}}}=\A{{\boldsymbol c_A}}+\left(\A{{r_A}}+\tfrac12 s\right)\examined{{{N}}}",
}


@dataclass(frozen=True, eq=False)
class TwoCircles(TwoShapes):
    """Two circles; a radius belongs to its circle and to its slider, and each sets the other."""

    r_a: float = slider("Radius of A", 0.2, 1.5, 1.0)
    r_b: float = slider("Radius of B", 0.2, 1.5, 1.0)

    def __post_init__(self) -> None:
        for name in ("a", "b"):
            body = getattr(self, name)
            if body.shows_turns:
                raise ValueError("this lesson is about circles: other kinds have lessons of their own")
            object.__setattr__(self, name, body.shaped(circle(getattr(self, f"r_{name}"))))

    def with_field(self, name: str, value: Any) -> Self:
        radius = {f"r_{name}": value.shape.radius} if name in ("a", "b") else {}
        return replace(self, **{name: value}, **radius)


def circles(a: tuple[float, float, float], b: tuple[float, float, float]) -> TwoCircles:
    """Two circles by their radius and centre."""
    (r_a, *at_a), (r_b, *at_b) = a, b
    return TwoCircles(at(circle(r_a), *at_a), at(circle(r_b), *at_b), r_a, r_b)


class CircleCircleStory(Story):
    """One subtraction decides, one division gives the normal."""

    columns = ("symbol", "value")
    stages = STAGES

    def page(self, moment: Moment[TwoCircles]) -> Page:
        return told(self.right(moment), moment)

    def right(self, moment: Moment[TwoCircles]) -> Page:
        """What the right rule does."""
        step = moment.step
        page = Page(self.stage(moment), formula=FORMULAS[type(step)])
        match step:
            case OffsetFound():
                return _offset(replace(page, idea=OFFSET), moment, step)
            case DistanceFound():
                return _distance(replace(page, idea=LENGTHS), moment, step)
            case RadiiSummed():
                return _radii(replace(page, idea=LENGTHS), moment, step)
            case SeparationFound():
                return _separation(replace(page, idea=SEPARATION), moment, step)
            case NormalFound():
                return _normal(page, moment, step)
            case PairResult():
                return _contact(page, moment, step)
        raise TypeError(step)

    def draw(self, canvas: Canvas, moment: Moment[TwoCircles]) -> None:
        draw_world(canvas, moment)


def _offset(page: Page, moment: Moment[TwoCircles], step: OffsetFound) -> Page:
    start, end = (each.pose.position for each in (moment.scene.a, moment.scene.b))
    d = tint(f"**{coords(step.offset)}**", Ink.EXAMINED)
    says = f"$\\examined{{{D}}}$ = {tint(coords(end), Ink.B)} − {tint(coords(start), Ink.A)} = {d}."
    return (
        page.claiming(Claim("d", lambda: step.offset, lambda: end - start))
        .says(says)
        .row(f"${D}$", coords(step.offset), ink=Ink.EXAMINED)
    )


def _distance(page: Page, moment: Moment[TwoCircles], step: DistanceFound) -> Page:
    x, y = step.offset.tolist()
    squares = equation("√({x}² + {y}²) = **{result}**", lambda x, y: math.hypot(x, y), x=abs(x), y=abs(y))
    return (
        page.claiming(Claim("distance", lambda: step.distance, lambda: math.dist(*_centres(moment))))
        .says(f"$\\examined{{{SIZE}}}$ = {squares}: the distance of the centres.")
        .row(f"${SIZE}$", fixed(step.distance), ink=Ink.EXAMINED)
    )


def _radii(page: Page, moment: Moment[TwoCircles], step: RadiiSummed) -> Page:
    a, b = moment.scene.r_a, moment.scene.r_b
    total = equation("{a} + {b} = **{result}**", lambda a, b: a + b, a=a, b=b)
    asked = question(moment)
    known = standing(moment.scene.a.world, moment.scene.b.world, numbers=False) if asked else ""
    result: PairResult = moment.trace.result
    sign = "=" if result.is_touching else ">" if result.separation > 0.0 else "<"
    page = replace(page, formula=page.formula % sign)
    return (
        page.claiming(Claim("radii", lambda: step.radii, lambda: a + b))
        .says(rf"$\A{{r_A}}+\B{{r_B}}$ = {total}. At this distance of the centres the circles just touch.")
        .row("$r_A+r_B$", fixed(step.radii))
        .asks(asked, known)
    )


def _separation(page: Page, moment: Moment[TwoCircles], step: SeparationFound) -> Page:
    a, b = moment.scene.a.world, moment.scene.b.world
    value = equation(
        "{d} − ({a} + {b}) = {result}", lambda d, a, b: d - (a + b), d=step.distance, a=a.radius, b=b.radius
    )
    shown, _, result = value.rpartition(" ")
    ink = ink_of(step.separation, step.tolerance)
    page = page.claiming(
        Claim("s", lambda: step.separation, lambda: separation(a, b)),
        Claim("d·d", lambda: step.distance**2, lambda: float(step.offset @ step.offset)),
    )
    page = page.says(f"$s$ = {shown} {tint(f'**{result}**', ink)}. {_squares(step)}")
    page = page.row("$s$", tint(f"**{fixed(step.separation)}**", ink), ink=ink)
    if moment.compare == STRICT:
        words = "hit" if moment.faulty else "no hit"
        page = page.row(rf"${D}\cdot {D}$: {words}", fixed(step.distance**2), faulty=True)
    return page


def _normal(page: Page, moment: Moment[TwoCircles], step: NormalFound) -> Page:
    a, b = moment.scene.a.world, moment.scene.b.world
    n = tint(f"**{coords(step.normal)}**", Ink.EXAMINED)
    if step.distance == 0.0:
        page = replace(page, idea=NO_NORMAL, formula=rf"\examined{{{N}}}=(1,\,0)")
        page = page.says(rf"$\examined{{{N}}}$ = {n}, by the rule: $\examined{{{D}}}$ / 0 is no vector.")
    else:
        page = replace(page, idea=NORMAL)
        page = page.says(rf"$\examined{{{N}}}$ = {coords(step.offset)} / {fixed(step.distance)} = {n}.")
    page = page.claiming(
        Claim("n", lambda: step.distance * step.normal, lambda: np.subtract(*reversed(_centres(moment)))),
        Claim("B moved by n", lambda: separation(a, b.moved(step.normal)), lambda: step.separation + 1.0),
    ).row(f"${N}$, chosen" if step.distance == 0.0 else f"${N}$", coords(step.normal), ink=Ink.EXAMINED)
    page = page.asks(question(moment), standing(a, b, found=step.separation))
    if isinstance(moment.faulty, AddedToA):
        page = page.row("$N$, added to A", coords(moment.faulty.normal), faulty=True)
    return page


def _contact(page: Page, moment: Moment[TwoCircles], step: PairResult) -> Page:
    a, b = moment.scene.a.world, moment.scene.b.world
    s, n = step.separation, step.normal
    at = rf"$\answer{{{P}}}$ = {tint(f'**{coords(step.point)}**', Ink.ANSWER)}"
    half, way = half_way(a.radius, s)
    along = "along" if a.radius + s / 2.0 >= 0.0 else "against"
    says = f"½ $s$ = {half}. {at} is {way} from $\\A{{\\boldsymbol{{c}}_A}}$, {along} $\\examined{{{N}}}$."
    if s < -step.tolerance:
        chosen = math.dist(*_centres(moment)) == 0.0
        page = replace(page, idea=CHOSEN_PUSH if chosen else PUSH).claiming(
            Claim("just touching after the push", lambda: separation(a, b.moved(-s * n)), lambda: 0.0)
        )
    else:
        page = replace(page, idea=NO_PUSH)
    page = page.claiming(
        Claim("from A", lambda: (step.point - _centres(moment)[0]) @ n - a.radius, lambda: s / 2.0),
        Claim("from B", lambda: (_centres(moment)[1] - step.point) @ n - b.radius, lambda: s / 2.0),
    )
    page = page.says(says).row(f"${P}$", coords(step.point), ink=Ink.ANSWER)
    if isinstance(moment.faulty, AddedToA):
        page = page.row("$s$ after the push", fixed(moment.faulty.separation), faulty=True)
    return page


def _centres(moment: Moment[TwoCircles]) -> tuple[Any, Any]:
    return moment.scene.a.pose.position, moment.scene.b.pose.position


def _squares(step: SeparationFound) -> str:
    """The test without a root, with its numbers: as many digits as tell both squares apart."""
    sign = "=" if abs(step.separation) <= step.tolerance else ">" if step.separation > 0.0 else "<"
    d, r = (equation("{x}² = {result}", lambda x: x * x, x=x) for x in (step.distance, step.radii))
    return rf"Squared: $\examined{{{D}}}\cdot\examined{{{D}}}$ = {d} {sign} {r}."


class CircleCircle(Lesson[TwoCircles]):
    id = "circle-circle"
    title = "Two circles"
    source = "Collision detection for dummies"
    summary = "The distance of the centres, laid on a number line against the sum of the radii."
    terms = ("offset", "separation", "contact normal", "contact point")
    builds_on = ("vector-projection",)
    story = CircleCircleStory()
    compare = (
        Comparison(
            ADDED,
            lambda s: vector_added_to_a(s.a.world, s.b.world),
            differs,
            "Error 3 of *Collision detection for dummies*",
        ),
        Comparison(
            STRICT,
            lambda s: circles_touch_strictly(s.a.world, s.b.world),
            differs,
            "Error 3 of *Shapes and collision*",
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return above(
            Pane("world", "World", self.story.draw, is_world=True, share=0.66),
            Pane("lengths", "Lengths on one number line", draw_lengths, share=0.34, axes=lengths),
        )

    @property
    def presented(self) -> Layout:
        """The number line is larger on a wall, as its words are."""
        world, line = self.panes
        return above(replace(world, share=0.57), replace(line, share=0.43))

    @cached_property
    def scenes(self) -> Mapping[str, TwoCircles | Preset[TwoCircles]]:
        return {
            "Overlap": circles((1.0, -0.6, 0.0), (0.6, 0.6, 0.5)),
            "Apart": circles((1.0, -0.9, 0.2), (0.5, 1.0, -0.2)),
            "A inside B": circles((0.5, 0.3, 0.1), (1.1, 0.0, 0.0)),
            "Equal centres": circles((1.0, 0.0, 0.0), (0.6, 0.0, 0.0)),
            "Vector added to A": Preset(circles((0.9, -0.6, -0.25), (0.85, 0.6, 0.1)), ADDED, at_first(NormalFound)),
            "Just touching": Preset(circles((0.75, -0.5, -0.25), (0.5, 0.5, 0.5)), STRICT, at_first(SeparationFound)),
        }

    def run(self, scene: TwoCircles) -> Trace[CircleCircleStep, PairResult]:
        return circle_circle.trace(scene.a.world, scene.b.world)

    def clock(self, moment: Moment[TwoCircles]) -> Clock | None:
        """The push, when its stage is entered."""
        step = moment.step
        is_pushed = isinstance(step, PairResult) and step.separation < -step.tolerance
        return Clock(1.2, plays_on_entry=True) if is_pushed else None

    def situation(self, moment: Moment[TwoCircles]) -> str:
        a, b = moment.scene.a.world, moment.scene.b.world
        result: PairResult = moment.trace.result
        if shows_fault(moment) and (moment.compare == STRICT or result.separation < -result.tolerance):
            return answer_of(moment)
        return standing(a, b, numbers=moment.latest(SeparationFound) is not None, found=result.separation)

    def challenge(self, moment: Moment[TwoCircles]) -> Challenge | None:
        if not isinstance(moment.step, PairResult):
            return None
        if moment.compare:
            return goal_of(moment)
        c_a, c_b = _centres(moment)
        off = math.dist(moment.step.point, c_b)
        return Challenge(
            rf"Bring the contact point ${P}$ onto the centre of B. The two centres must be at least 0.10 apart.",
            off <= NEAR and math.dist(c_a, c_b) >= 0.1,
            f"P is {fixed(off)} from the centre of B",
            "Move the smaller circle, B, into A until it touches A from inside.",
        )
