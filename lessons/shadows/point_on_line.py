"""Point on a line: two areas with one side in common, and the foot of the perpendicular."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from geometry import PointOnLine, Trace, Vector, project_on_line
from geometry.faulty.foot import FaultyFoot, clamped, product_as_length
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.projection import AlongLine, Divided, Dotted, FootFound, PointOnLineStep, Squared
from geometry.trace import picked
from geometry.vector import length, vector
from lessons.shadows.point_on_line_arc import has_arc, is_moving, shown
from lessons.shadows.point_on_line_asked import nearing, place_foot, where_b_must_lie
from lessons.shadows.point_on_line_faulty import AS_LENGTH, CLAMPED, begun, differs, mistaken
from lessons.shadows.point_on_line_figure import draw_world
from lessons.shadows.point_on_line_goals import BEHIND, EQUAL, KEPT, LARGE, OPPOSITE, goal
from lessons.shadows.ruler import product
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment, Preset, at_last
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Scene, handle
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, tint

AT = 1e-9  # a fraction that is so near to 0 or 1 differs from it by rounding
STAGES = {
    AlongLine: "Two vectors",
    Dotted: "Dot product",
    Squared: "Square of q",
    Divided: "Fraction",
    FootFound: "Foot",
}
A, B, C = r"\boldsymbol{a}", r"\boldsymbol{b}", r"\examined{\boldsymbol{c}}"
P, Q, F = r"\examined{\boldsymbol{p}}", r"\boldsymbol{q}", r"\answer{\boldsymbol{f}}"
VECTORS = (
    f"We want to project ${C}$ onto the line: to find its shadow, where light falls at a right angle to the line. "
    f"${P}$ leads from ${A}$ to ${C}$, and ${Q}$ from ${A}$ to ${B}$."
)
DOT = (
    f"Rotate both until ${Q}$ lies along x: their **dot product** stays. Now $q_y$ = 0, and ${P}\\cdot{{{Q}}}$ is "
    f"one product, a **signed area**: the shadow of ${P}$ times the length of ${Q}$."
)
SQUARE = (
    f"${P}\\cdot{{{Q}}}$ is an area, not a length: if ${Q}$ were twice as long, the rectangle would be twice as "
    f"large. Compare it with the square on ${Q}$, whose area is ${Q}\\cdot{{{Q}}}$."
)
FRACTION = (
    f"Both rectangles are $\\lVert{Q}\\rVert$ high, so their areas have the ratio of their bases. This is the "
    f"**fraction** $t$, the parameter of the shadow: 0 at ${A}$, 1 at ${B}$."
)
FOOT = (
    f"Go $t$ times ${Q}$ from ${A}$: to the **foot** ${F}$ of the perpendicular, the point of the line nearest to "
    f"${C}$. While ${C}$ moves along an arc, ${F}$ slides along the line."
)
ONE_POINT = (
    f"A line needs two points. Here ${A}$ and ${B}$ are one point, so ${Q}$ has no length and no direction. Both "
    "areas vanish."
)
NO_LINE = (
    f"Where ${A}$ and ${B}$ are one point there is no line, and ${C}$ has no shadow: $t$ = 0 / 0 has no value. Test "
    f"$\\lVert{Q}\\rVert^2$ before you divide."
)


@dataclass(frozen=True, eq=False)
class PointAndLine(Scene):
    """A line through a and b, and a point c."""

    a: Vector = handle(Ink.TEXT)
    b: Vector = handle(Ink.TEXT)
    c: Vector = handle(Ink.EXAMINED)
    task: str = ""  # what is to be constructed of it
    kept: float = 0.0  # p · q as it is to stay, where that is the task

    @cached_property
    def p(self) -> Vector:
        return self.c - self.a

    @cached_property
    def q(self) -> Vector:
        return self.b - self.a

    @cached_property
    def found(self) -> PointOnLine | None:
        """The foot; None where a and b are one point."""
        return project_on_line(self.a, self.b, self.c) if float(self.q @ self.q) > 0.0 else None

    @property
    def height(self) -> float:
        """How far c lies from the line, where there is one."""
        return 0.0 if self.found is None else math.dist(self.c, self.found.foot)


class PointOnLineStory(Story):
    """From two vectors over two areas to the foot."""

    columns = ("quantity", "value")
    stages = STAGES

    def page(self, moment: Moment[PointAndLine]) -> Page:
        page: Page = {
            AlongLine: self.vectors,
            Dotted: self.dotted,
            Squared: self.squared,
            Divided: self.divided,
            FootFound: self.foot,
        }[type(moment.step)](moment)
        if moment.scene.found is None:
            return replace(page, idea=NO_LINE if isinstance(moment.step, Squared) else ONE_POINT)
        return mistaken(page, moment) if moment.compare else page

    def vectors(self, moment: Moment[PointAndLine]) -> Page:
        scene, step = moment.scene, moment.step
        claims = (
            Claim("p", lambda: step.p, lambda: scene.c - scene.a),
            Claim("q", lambda: step.q, lambda: scene.b - scene.a),
        )
        formula = rf"{P}={C}-{A}\qquad {Q}={B}-{A}"
        page = Page("Two vectors", VECTORS, formula, claims).says(
            f"${P}$ = {coords(step.p)} and ${Q}$ = {coords(step.q)}."
        )
        page = row(row(page, P, coords(step.p), "p", Ink.EXAMINED), Q, coords(step.q), "q", Ink.TEXT)
        asked = None if moment.compare or scene.found is None else place_foot(scene)
        return page.asks(asked, known(scene))

    def dotted(self, moment: Moment[PointAndLine]) -> Page:
        scene, value = moment.scene, moment.step.p_dot_q
        (px, py), (qx, qy) = moment.step.p, moment.step.q
        formula = rf"{P}\cdot {Q}=\examined{{p_x}}q_x+\examined{{p_y}}q_y"
        says = f"${P}\\cdot{{{Q}}}$ = {product(px, py, scene.q)}: {side(moment)}."
        page = Page("Dot product", DOT, formula, (Claim("p·q", lambda: value, lambda: px * qx + py * qy),)).says(says)
        if scene.found is not None:
            turn = math.atan2(px * qy - py * qx, px * qx + py * qy)
            size = math.hypot(px, py) * math.hypot(qx, qy)
            page = page.claiming(Claim("area", lambda: value, lambda: size * math.cos(turn)))
        return row(page, rf"{P}\cdot{{{Q}}}", fixed(value), "p · q", Ink.EXAMINED)

    def squared(self, moment: Moment[PointAndLine]) -> Page:
        scene, step = moment.scene, moment.step
        claim = Claim("square", lambda: step.q_squared, lambda: math.dist(scene.a, scene.b) ** 2)
        says = f"The square on ${Q}$ has the area **{fixed(step.q_squared)}**, "
        says += f"the rectangle the signed area {fixed(step.p_dot_q)}."
        if scene.found is None:
            says = f"$\\lVert{Q}\\rVert^2$ = 0, so $t$ = 0 / 0 has no value."
        formula = rf"\lVert{Q}\rVert^2={Q}\cdot {Q}"
        page = Page("Square of q", SQUARE, formula, (claim,)).says(says)
        page = page if moment.compare else page.asks(nearing(scene))
        return row(page, rf"\lVert{Q}\rVert^2", fixed(step.q_squared), "square", Ink.TEXT)

    def divided(self, moment: Moment[PointAndLine]) -> Page:
        scene, step = moment.scene, moment.step
        claim = Claim("t", lambda: step.fraction * float(scene.q @ scene.q), lambda: float(scene.p @ scene.q))
        terms = {"dot": step.p_dot_q, "square": step.q_squared}
        sum_ = equation(
            "{dot} / {square} = **{result}**", lambda dot, square: dot / square if square else math.inf, **terms
        )
        says = f"$t$ = {sum_}: the shadow lies {where(step.fraction)}."
        formula = rf"t=\frac{{{P}\cdot {Q}}}{{\lVert{Q}\rVert^2}}"
        page = Page("Fraction", FRACTION, formula, (claim,)).says(says)
        page = row(page, "t", fixed(step.fraction), "t", Ink.TEXT)
        return page if moment.compare else page.asks(where_b_must_lie(scene), about(scene))

    def foot(self, moment: Moment[PointAndLine]) -> Page:
        scene, step = moment.scene, moment.step
        assert scene.found is not None
        along = scene.found.signed_length
        unit = scene.q / length(scene.q)
        claims = (
            Claim("f", lambda: step.foot, lambda: scene.a + float(scene.p @ unit) * unit, 1e-8),
            Claim("length", lambda: along, lambda: step.fraction * length(scene.q), 1e-8),
            Claim("right angle", lambda: (scene.c - step.foot) @ unit, lambda: 0.0, 1e-8),
        )
        formula = rf"{F}={A}+t\,{Q}\qquad \answer{{\ell}}=t\,\lVert{Q}\rVert"
        far = fixed(scene.height)
        says = f"${F}$ = {coords(step.foot)}, {far} from ${C}$. The **signed length** from ${A}$ is {fixed(along)}."
        foot, reach = step.foot, along
        if is_moving(moment):
            now = shown(moment).found
            foot, reach = now.foot, now.signed_length
            says = (
                f"Now $t$ = {fixed(now.fraction)}: ${F}$ = {coords(foot)} and $\\answer{{\\ell}}$ = {fixed(reach)}."
            )
        page = Page("Foot", FOOT, formula, claims).says(says)
        if is_moving(moment):
            page = moved_rows(page, shown(moment))
        page = row(page, F, coords(foot), "f", Ink.ANSWER)
        return row(page, r"\answer{\ell}", fixed(reach), "ℓ", Ink.ANSWER)

    def draw(self, canvas: Canvas, moment: Moment[PointAndLine]) -> None:
        draw_world(canvas, moment)


def known(scene: PointAndLine) -> str:
    """What is known before the shadow of c is."""
    return f"${C}$ lies on the line." if scene.height < 0.005 else f"${C}$ does not lie on the line."


def about(scene: PointAndLine) -> str:
    """What is known while b is moved along the line."""
    return known(scene) if scene.height < 0.005 else f"${C}$ lies {fixed(scene.height)} from the line."


def row(page: Page, name: str, value: str, feature: str, ink: Ink) -> Page:
    """A quantity with its value; pointing at it highlights its mark."""
    return page.row(f"${name}$", tint(value, ink), feature=FeatureRef(feature, FeatureKind.PART), key=feature)


def moved_rows(page: Page, now: PointAndLine) -> Page:
    """What stands above the foot in the table, with c on its way."""
    assert now.found is not None
    page = row(page, P, coords(now.p), "p", Ink.EXAMINED)
    page = row(page, rf"{P}\cdot{{{Q}}}", fixed(float(now.p @ now.q)), "p · q", Ink.EXAMINED)
    return row(page, "t", fixed(now.found.fraction), "t", Ink.TEXT)


def side(moment: Moment[PointAndLine]) -> str:
    """What the sign of the dot product says of the angle."""
    scene, value = moment.scene, moment.step.p_dot_q
    if min(length(scene.p), length(scene.q)) == 0.0:
        return "one of the two has length 0"
    size = length(scene.p) * length(scene.q)
    way = "a right angle" if abs(value) <= AT * size else f"{'less' if value > 0.0 else 'more'} than 90°"
    return f"the angle is {way}"


def where(t: float) -> str:
    """On the line, of a fraction."""
    if min(abs(t), abs(t - 1.0)) <= AT:
        return f"at ${A if t < 0.5 else B}$"
    return f"beyond ${B}$" if t > 1.0 else f"behind ${A}$" if t < 0.0 else f"between ${A}$ and ${B}$"


def faulty(rule: Any, scene: PointAndLine) -> FaultyFoot | None:
    found: FaultyFoot | None = None if scene.found is None else rule(scene.a, scene.b, scene.c)
    return found


class PointOnALine(Lesson[PointAndLine]):
    id = "point-on-line"
    title = "Point on a line"
    source = "SAT explained"
    summary = "The shadow of a point on a line, from two areas with one side in common."
    terms = ("dot product", "fraction", "foot of the perpendicular", "signed length")
    builds_on = ("two-polygons",)
    tells_time = True
    story = PointOnLineStory()
    compare = (
        Comparison(AS_LENGTH, partial(faulty, product_as_length), differs, "Errors 4 and 21 of *SAT explained*"),
        Comparison(CLAMPED, partial(faulty, clamped), differs),
    )

    @cached_property
    def scenes(self) -> Mapping[str, PointAndLine | Preset[PointAndLine]]:
        made = {
            "Between a and b": ((-1.2, -0.3), (1.1, 0.3), (0.3, 1.9)),
            "Beyond b": ((-1.6, -0.4), (0.0, 0.2), (1.0, 1.9)),
            "Behind a": ((-0.3, -0.5), (1.5, 0.1), (-1.5, 1.2)),
            "Long q": ((-1.6, -0.3), (1.6, 0.7), (-0.6, 1.4)),
            "Point on the line": ((-1.4, -0.5), (1.2, 0.5), (0.42, 0.2)),
            "No line": ((-0.6, -0.2), (-0.6, -0.2), (0.9, 0.9)),
        }
        tasks = "", BEHIND, EQUAL, KEPT, OPPOSITE, LARGE
        scenes = {
            name: PointAndLine(vector(a), vector(b), vector(c), task)
            for (name, (a, b, c)), task in zip(made.items(), tasks, strict=True)
        }
        long = scenes["Long q"]
        scenes["Long q"] = replace(long, kept=float(long.p @ long.q))
        return {
            **scenes,
            "Beyond b": Preset(scenes["Beyond b"], CLAMPED, at_last),
            "Long q": Preset(scenes["Long q"], AS_LENGTH, at_last),
        }

    def run(self, scene: PointAndLine) -> Trace[PointOnLineStep, PointOnLine]:
        trace = project_on_line.trace(scene.a, scene.b, scene.c)
        return picked(trace, range(1, len(trace)))  # both vectors at once

    def clock(self, moment: Moment[PointAndLine]) -> Clock | None:
        """p and q turn until q lies along x, and back; at last c moves along an arc, and f below it."""
        turns = isinstance(moment.step, Dotted) and moment.scene.found is not None
        slides = isinstance(moment.step, FootFound) and has_arc(moment.scene)
        if moment.compare or not (turns or slides):
            return None
        return Clock(4.0 if turns else 3.0, plays_on_entry=True)

    def situation(self, moment: Moment[PointAndLine]) -> str:
        scene, found = moment.scene, moment.scene.found
        if found is None:
            return f"${A}$ and ${B}$ are one point: there is no line."
        if moment.compare and isinstance(moment.faulty, FaultyFoot) and begun(moment):
            error = f": {fixed(moment.faulty.error)} from the foot" if isinstance(moment.step, FootFound) else ""
            if moment.compare == CLAMPED:
                return f"This rule keeps $t$ between 0 and 1, right for a segment, wrong for a line{error}."
            return (
                f"This rule goes ${P}\\cdot{{{Q}}}$ = {fixed(float(scene.p @ scene.q))} along the line, as if ${Q}$ "
                f"had length 1{error}."
            )
        if is_moving(moment):
            return f"${F}$ slides along the line while ${C}$ moves along the arc."
        if isinstance(moment.step, AlongLine):
            return known(scene)
        if scene.height < 0.005:
            return known(scene)
        return f"The shadow of ${C}$ lies {where(found.fraction)}, {fixed(scene.height)} from ${C}$."

    def challenge(self, moment: Moment[PointAndLine]) -> Challenge | None:
        return goal(moment)
