"""Two shadows: the separation of two projections, and its curve over every direction of the axis."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Convex, Trace, box, capsule, circle, convex, regular_polygon
from geometry.faulty import sat as faulty
from geometry.feature import FeatureRef
from geometry.sat.separating_axis import separation_along
from geometry.sat.separation_curve import (
    AtEdge,
    BestAxis,
    ByHand,
    CurveStep,
    EveryDirection,
    by_hand,
    separation_curve,
)
from lessons.shadows.separation_picture import (
    CurvePicture,
    ShapesAndAxis,
    axes_of,
    costs,
    degrees,
    greatest_separation,
    separation_at,
    take_angle,
    tops,
    unit,
)
from lessons.stories.sat import faulty_search
from lessons.stories.standing import standing
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Adjust, Challenge, Verdict
from viz.lesson.scene import Arrow, at
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

GOOD = 0.05  # a separation this near to the greatest is found

CURVE = r"\gap{s}(\examined{\theta})=\max(\B{\min_B}-\A{\max_A},\ \A{\min_A}-\B{\max_B})"
BY_HAND = (
    r"Project both shapes on one axis. The **separation** $\gap{s}$ is positive for a gap "
    r"and negative for an overlap."
)  # fmt: skip
EVERY = r"The curve shows $\gap{s}$ for every direction of the axis. Where it is green, a line fits between A and B."
KINKS = (
    "Where an edge faces the other shape, the support vertex changes and the curve has a **kink**. Look at the icons."
)
TOP_OVERLAP = "The top of a red curve always lies at a kink. So the **edge normals** alone find the least overlap."
TOP_APART = (
    "If any axis shows a gap, an edge normal does too. Only the widest gap may lie between: corner against corner."
)
TOP_ROUND = "Round shapes: the widest gap may lie where no edge normal looks. Chapter 2 adds one axis for them."


class TwoShadowsStory(CurvePicture, Story):
    """From one axis to the curve over all of them, and to its kinks."""

    columns = ("axis", r"$\examined{\theta}$", r"$\gap{s}$")

    def page(self, moment: Moment[ShapesAndAxis]) -> Page:
        a, b = moment.scene.a.world, moment.scene.b.world
        match moment.step:
            case ByHand() as hand:
                page = Page("By hand", BY_HAND, CURVE, (_claim(a, b, hand.angle, hand.separation),))
                page = page.says(
                    f"At {degrees(hand.angle)} {_standing_of(hand.separation)}: $\\gap{{s}}$ = {_s(hand)}."
                )
                page = page.row(tint("by hand", Ink.EXAMINED), degrees(hand.angle), _s(hand))
                known = f"At {degrees(hand.angle)} {_standing_of(hand.separation)}"
                return page.asks(None if moment.compare else self.prediction(moment), f"{known}.")
            case EveryDirection() as every:
                return self.curve_page(a, b, every)
            case AtEdge() as edge:
                page = Page(f"Edges of {edge.edge.owner}", KINKS, CURVE, (_claim(a, b, edge.angle, edge.separation),))
                name = tint(
                    str(edge.edge).capitalize().replace(" of a", " of A").replace(" of b", " of B"), Ink.EXAMINED
                )
                away = "" if edge.faces else f" faces away from {_other(edge.edge)}"
                kink = "a kink" if edge.faces else "no kink"
                page = page.says(f"{name}{away}: at {degrees(edge.angle)} $\\gap{{s}}$ = {_s(edge)}, {kink}.")
                ink = Ink.A if edge.edge.owner == "A" else Ink.B
                return page.row(f"edge {edge.edge.index}", degrees(edge.angle), _s(edge), ink=ink, feature=edge.edge)
            case BestAxis() as best:
                return self.best_page(moment, best)
        raise TypeError(moment.step)

    def curve_page(self, a: Convex, b: Convex, every: EveryDirection) -> Page:
        top = degrees(every.angle)
        if every.gaps:
            says = f"The curve is {tint('green', Ink.GAP)} over {degrees(every.width)}, with its top at {top}."
        else:
            says = f"The whole curve is {tint('red', Ink.OVERLAP)}: every axis shows an overlap."
        fine = np.linspace(0.0, math.pi, 20001)

        def green() -> float:
            return float((separation_along(a, b, fine) > 0.0).mean()) * math.pi

        claims = (
            Claim("width of the green part", lambda: every.width, green, 1e-3),
            Claim("top", lambda: every.greatest, lambda: separation_at(a, b, every.angle)),
        )
        return Page("All axes", EVERY, CURVE, claims).says(says)

    def best_page(self, moment: Moment[ShapesAndAxis], best: BestAxis) -> Page:
        a, b = moment.scene.a.world, moment.scene.b.world
        is_round = len(a.points) < 3 or len(b.points) < 3 or a.radius + b.radius > 0.0
        idea = TOP_ROUND if is_round else TOP_APART if best.separation > 0.0 else TOP_OVERLAP
        where = f", {best.edge}" if best.edge is not None else ", between two edge normals"
        greatest = f"The greatest separation is {_s(best)}, at {degrees(best.angle)}"
        claims = (
            _claim(a, b, best.angle, best.separation),
            Claim("greatest", lambda: best.separation, lambda: greatest_separation(a, b), 1e-4),
        )
        page = Page("Best axis", idea, CURVE, claims).says(f"{greatest}{where}.")
        return page.row(tint("best", Ink.ANSWER), degrees(best.angle), _s(best), feature=best.edge)

    def prediction(self, moment: Moment[ShapesAndAxis]) -> Adjust:
        """Turn the axis to the top of the curve, which is not drawn yet."""
        best: BestAxis = moment.trace.result

        def judge(scene: ShapesAndAxis) -> Verdict:
            found = by_hand(scene.a.world, scene.b.world, unit(scene))
            top = f"{_s(best)}, at {degrees(best.angle)}"
            if best.separation - found.separation <= GOOD:
                return Verdict(True, f"$\\gap{{s}}$ = {_s(found)}; the greatest is {top}.")
            if best.separation <= 0.0:
                here = f"At {degrees(found.angle)} the overlap is {tint(fixed(-found.separation), Ink.OVERLAP)}."
                return Verdict(False, f"{here} All axes overlap; look for the least overlap.")
            look = "Look for a line that fits between them: the axis is perpendicular to it."
            return Verdict(False, f"At {degrees(found.angle)} $\\gap{{s}}$ = {_s(found)}. {look}")

        text = r"Turn the axis to the greatest $\gap{s}$ that you can find, then check."
        return Adjust(text, judge, lambda scene: scene.turned_to(best.angle), "axis")


def _claim(a: Convex, b: Convex, angle: float, s: float) -> Claim:
    return Claim("s(θ)", lambda: s, lambda: separation_at(a, b, angle))


def _s(step: Any) -> str:
    """The separation of a step, in its ink."""
    return tint(f"**{fixed(step.separation)}**", separation_ink(step.separation))


def _standing_of(s: float) -> str:
    """What two projections do."""
    ink = separation_ink(s)
    return f"the projections {'leave a gap of' if s > 0.0 else 'overlap by'} {tint(fixed(abs(s)), ink)}"


def _other(edge: FeatureRef) -> str:
    return "B" if edge.owner == "A" else "A"


def _after_curve(trace: Trace[Any, Any]) -> int:
    """The step at which the last edge of A has been tested: all that the faulty search looks at."""
    return max(i for i, step in enumerate(trace) if isinstance(step, AtEdge) and step.edge.owner == "A")


class TwoShadows(Lesson[ShapesAndAxis]):
    id = "two-shadows"
    title = "Two shadows"
    source = "SAT explained"
    summary = "Turn an axis by hand, watch gap and overlap, and see why edge normals are enough."
    terms = ("separation", "kink", "edge normal")
    builds_on = ("polygon-shadow",)
    most_steps = 24
    story = TwoShadowsStory()

    @cached_property
    def layout(self) -> Layout:
        curve = Pane(
            "curve",
            "Separation",
            self.story.draw_curve,
            axes=axes_of,
            take=take_angle,
        )
        return beside(Pane("world", "World", self.story.draw, is_world=True), curve)

    @cached_property
    def scenes(self) -> Mapping[str, ShapesAndAxis | Preset[ShapesAndAxis]]:
        axis = Arrow((0.0, 0.0), (math.cos(math.radians(60.0)), math.sin(math.radians(60.0))))
        five, slab = regular_polygon(5, 1.0), box(1.5, 1.1)
        wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
        return {
            "Narrow gap": ShapesAndAxis(at(wedge, -0.7, 0.1), at(wedge, 1.15, -0.19, 30), axis),
            "Wide gap": ShapesAndAxis(at(five, -1.1, 0.2, 9), at(slab, 1.0, 0.5, 24), axis),
            "Corner to corner": Preset(
                ShapesAndAxis(at(box(1.4, 1.0), -0.9, -0.4), at(box(1.2, 0.9), 0.75, 0.85), axis)
            ),
            "Overlap": ShapesAndAxis(at(five, -0.6, 0.2, 9), at(slab, 0.6, 0.5, 24), axis),
            "Just touching": ShapesAndAxis(at(box(1.4, 1.2), -0.7, 0.0), at(box(1.2, 1.0), 0.6, 0.2), axis),
            "Contained": ShapesAndAxis(at(regular_polygon(6, 1.3), 0, 0.4, 5), at(box(0.9, 0.5), 0.3, 0.5, 20), axis),
            "Two circles": ShapesAndAxis(at(circle(0.8), -1.0, 0.1), at(circle(0.6), 0.9, 0.1), axis),
            "Capsule and circle": ShapesAndAxis(
                at(capsule((-0.6, -0.2), (0.4, 0.3), 0.35), -0.9, 0.0), at(circle(0.6), 0.8, 0.9), axis
            ),
            "A’s edges miss it": Preset(
                ShapesAndAxis(at(wedge, -0.7, 0.1), at(wedge, 1.15, -0.19, 30), axis), "edges of A only", _after_curve
            ),
        }

    compare = (
        Comparison("edges of A only", partial(faulty_search, faulty.edges_of_a_only), costs),
        Comparison("x and y only", partial(faulty_search, faulty.x_and_y_only), costs),
    )

    def run(self, scene: ShapesAndAxis) -> Trace[CurveStep, BestAxis]:
        return separation_curve.trace(scene.a.world, scene.b.world, scene.axis.vector)

    def situation(self, moment: Moment[ShapesAndAxis]) -> str:
        return standing(moment.scene.a.world, moment.scene.b.world)

    def challenge(self, moment: Moment[ShapesAndAxis]) -> Challenge:
        found = tops(moment.scene.a.world, moment.scene.b.world)
        close = len(found) > 1 and found[0] - found[1] <= 0.02 and found[0] < 0.0
        now = f"tops {fixed(found[0])} and {fixed(found[1])}" if len(found) > 1 else "one top"
        return Challenge(
            "Make A and B overlap so that two tops of the curve are equally high.",
            close,
            now,
            "Move B so that two ways out of A are equally long.",
        )
