"""A point c that moves straight against a fixed circle around p: the quadratic that the lessons on moving circles
come to, told once."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry.faulty.swept_circle import both_roots
from geometry.outcome import Miss, Outcome
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.steps import Approached, StartMeasured, SweptImpact
from geometry.vector import Vector, cross, dot, length
from lessons.motion.quadratic_figure import draw_point
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, tint

C, V, N = r"\A{\boldsymbol{c}}", r"\examined{\boldsymbol{v}}", r"\hat n"
STAGES: Mapping[type, str] = {
    StartMeasured: "Gap",
    Approached: "Closing",
    QuadraticFormed: "Quadratic",
    RootsFound: "Two roots",
}
GAP = (
    "If @ is inside the circle at the start, the impact is at $t$ = 0, whatever the motion. So this question comes "
    "first."
)
CLOSING = (
    rf"The gap gets smaller at first only if ${V}$ ends on @'s side of the dashed line through ${C}$: there the dot "
    r"product $\beta$ is negative."
)
TOO_SHORT = (
    rf"In the whole motion ${C}$ comes no farther than the dotted arc, by $\Vert{{}}{V}\Vert{{}}$. That is less than "
    "the gap $s$, so nothing is left to solve."
)
QUADRATIC = (
    rf"Square $\Vert{{}}{C}+t{V}-$@$\Vert{{}}=R$: a **quadratic** in t. Its curve is below 0 while @ is inside. With "
    r"a negative **discriminant** $\beta^2-\alpha\gamma$ it stays above 0."
)
GRAZING = (
    "The path only grazes the circle around @: both roots are one. Touching counts as contact, so this is the "
    "impact, if it comes before t = 1."
)
ROOTS = (
    "At two times @ is on the circle. The smaller, the **first root**, is the impact, if it comes before $t$ = 1. "
    "The larger, the **last root**, is the exit."
)
OVERLAP = "They are in contact at the start, so the **time of impact** is 0, whatever the motion."


class Ideas(NamedTuple):
    """Of the last stage: at an impact, and without one."""

    touches: str
    missed: str


@dataclass(frozen=True, eq=False)
class Against:
    """The centre c, its displacement v while t runs from 0 to 1, and the circle of radius R around p."""

    c: Vector
    v: Vector
    p: Vector
    radius: float
    letter: str = "p"
    radius_name: str = "R"
    is_ring: bool = False  # the circle stands still around p, and c comes as a point

    @cached_property
    def offset(self) -> Vector:
        return self.c - self.p

    @cached_property
    def alpha(self) -> float:
        return dot(self.v, self.v)

    @cached_property
    def beta(self) -> float:
        return dot(self.v, self.offset)

    @cached_property
    def gamma(self) -> float:
        return dot(self.offset, self.offset) - self.radius**2

    @cached_property
    def passing(self) -> float:
        """m: how near the path, extended without end, comes to p; for no motion how near c is."""
        speed = length(self.v)
        return length(self.offset) if speed == 0.0 else abs(cross(self.offset, self.v)) / speed

    @cached_property
    def roots(self) -> tuple[float, float] | None:
        return both_roots(self.c, self.radius, self.v, self.p)

    def at(self, t: float) -> Vector:
        return self.c + t * self.v

    def gaps(self, times: NDArray[np.float64]) -> NDArray[np.float64]:
        """At many times."""
        (x, y), (u, v) = self.offset.tolist(), self.v.tolist()
        found: NDArray[np.float64] = np.hypot(x + times * u, y + times * v) - self.radius
        return found

    def gap(self, t: float) -> float:
        return length(self.at(t) - self.p) - self.radius

    def nearest(self) -> float:
        """The time in [0, 1] at which c is nearest to p."""
        return min(max(-self.beta / self.alpha, 0.0), 1.0) if self.alpha > 0.0 else 0.0

    def symbol(self) -> str:
        return rf"\B{{\boldsymbol{{{self.letter}}}}}"


class QuadraticStory(Story):
    """The gap at the start, whether it closes, the quadratic and its roots; stepped into, or with more around it."""

    columns = ("symbol", "definition", "value")
    stages: ClassVar[Mapping[type, str]] = STAGES

    def __init__(self, against: Callable[[Moment[Any]], Against]) -> None:
        self.against = against

    def stage(self, moment: Moment[Any]) -> str:
        return answer_stage(moment.step) if isinstance(moment.step, SweptImpact) else super().stage(moment)

    def page(self, moment: Moment[Any]) -> Page:
        at = self.against(moment)
        page: Page = TOLD[type(moment.step)](at, moment.step)
        return page

    def draw(self, canvas: Canvas, moment: Moment[Any]) -> None:
        draw_point(canvas, self.against(moment), moment)


def idea(at: Against, text: str) -> str:
    text = text.replace("@ is", f"${C}$ is") if at.is_ring else text
    return text.replace("$@$", at.symbol()).replace("@", f"${at.symbol()}$").replace("=R$", f"={at.radius_name}$")


def gap_page(at: Against, step: StartMeasured) -> Page:
    d = length(at.offset)
    told = equation("{d} − {r} = **{result}**", lambda d, r: d - r, d=d, r=at.radius)
    where = "apart" if not step.overlapped else "just touching" if step.separation > -1e-9 else "overlap"
    formula = rf"s=\Vert {C}-{at.symbol()}\Vert-{at.radius_name}"
    return (
        Page("Gap", idea(at, GAP), formula, (Claim("s", lambda: step.separation, lambda: at.gap(0.0)),))
        .says(f"$s$ = {told}: {where} at the start.")
        .row("$s$", rf"$\Vert{{}}{C}-{at.symbol()}\Vert{{}}-{at.radius_name}$", fixed(step.separation),
             ink=separation_ink(step.separation))
    )  # fmt: skip


def closing_page(at: Against, step: Approached) -> Page:
    told = equation(
        "{a} · ({b}) + {c} · ({d}) = **{result}**",
        lambda a, b, c, d: a * b + c * d,
        **dict(zip("abcd", (at.v[0], at.offset[0], at.v[1], at.offset[1]), strict=True)),
    ).replace("+ −", "− ")
    beta = rf"\beta={V}\cdot({C}-{at.symbol()})"
    claims = (
        Claim("β", lambda: -step.closing * length(at.offset), lambda: at.beta),
        Claim("‖v‖", lambda: step.distance, lambda: math.hypot(*at.v)),
    )
    text, formula = CLOSING, rf"{beta}<0"
    says = rf"$\beta$ = {told}: the gap gets smaller at first."
    if step.miss is Miss.TOO_FAR:
        text, formula = TOO_SHORT, rf"\Vert {V}\Vert<s"
        says = rf"$\Vert{{}}{V}\Vert{{}}$ = {fixed(step.distance)} is less than $s$ = {fixed(step.separation)}."
    elif step.miss is not None:
        formula = rf"{beta}\ge 0"
        says = rf"$\beta$ = {told}: the gap does not close."
    row = (r"$\beta$", rf"${V}\cdot({C}-{at.symbol()})$", fixed(at.beta))
    return Page("Closing", idea(at, text), formula, claims).says(says).row(*row, ink=Ink.EXAMINED)


def quadratic_page(at: Against, step: QuadraticFormed) -> Page:
    told = equation("({b})² − {a} · {g} = **{result}**", lambda b, a, g: b * b - a * g, b=step.b, a=step.a, g=step.c)
    against = "more than" if step.passes else "less than" if step.passing < at.radius - 1e-9 else "exactly"
    says = (
        rf"$\beta^2-\alpha\gamma$ = {told}. From ${at.symbol()}$ to the path’s line it is $m$ = "
        f"{fixed(step.passing)}, {against} ${at.radius_name}$."
    )
    size = rf"\Vert{{}}{C}-{at.symbol()}\Vert{{}}^2-{at.radius_name}^2"
    return (
        Page("Quadratic", idea(at, QUADRATIC), r"\alpha\,t^2+2\beta\,t+\gamma=0")
        .claiming(
            Claim("α, β, γ", lambda: (step.a, step.b, step.c), lambda: (at.alpha, at.beta, at.gamma)),
            Claim("m", lambda: step.passing, lambda: at.passing),
            Claim(
                "α (R² − m²)",
                lambda: step.discriminant / max(at.alpha, 1.0),
                lambda: (at.beta**2 - at.alpha * at.gamma) / max(at.alpha, 1.0),
            ),
        )
        .says(says)
        .row(r"$\alpha$", rf"${V}\cdot{V}$", fixed(step.a), ink=Ink.EXAMINED)
        .row(r"$\gamma$", f"${size}$", fixed(step.c))
        .row("discriminant", r"$\beta^2-\alpha\gamma$", fixed(step.discriminant))
    )


def roots_page(at: Against, step: RootsFound) -> Page:
    root = math.sqrt(max(at.beta**2 - at.alpha * at.gamma, 0.0))
    first = equation(
        "({b} − {root}) / {a} = **{result}**",
        lambda b, root, a: (b - root) / a,
        b=-at.beta,
        root=root,
        a=at.alpha,
    )
    is_one = step.last - step.first < 1e-6
    return (
        Page(
            "Two roots",
            idea(at, GRAZING if is_one else ROOTS),
            r"t_{1,2}=\frac{-\beta\mp\sqrt{\beta^2-\alpha\gamma}}{\alpha}",
        )
        .claiming(
            Claim("on the circle", lambda: (at.gap(step.first), at.gap(step.last)), lambda: (0.0, 0.0), 1e-6),
            Claim("middle", lambda: (step.first + step.last) / 2.0, lambda: -at.beta / at.alpha, 1e-6),
        )
        .says(rf"$t_1$ = {first}; with + instead of −, $t_2$ = **{fixed(step.last)}**.")
        .row("$t_1$", "first root", fixed(step.first), ink=Ink.ANSWER)
        .row("$t_2$", "last root", fixed(step.last), ink=Ink.GHOST)
    )


TOLD: dict[type, Callable[[Against, Any], Page]] = {
    StartMeasured: gap_page,
    Approached: closing_page,
    QuadraticFormed: quadratic_page,
    RootsFound: roots_page,
}


def least_gap(at: Against) -> float:
    """The least in the whole motion."""
    return at.gap(at.nearest())


def answer_stage(found: SweptImpact) -> str:
    return "No impact" if found.outcome is Outcome.SEPARATED else "Impact"


class Reason(NamedTuple):
    """Why there is no impact: the question that ended the search, with its numbers."""

    formula: str
    words: str


def reason(at: Against, found: SweptImpact) -> Reason:
    """Of a point against a circle."""
    speed, s = length(at.v), at.gap(0.0)
    if speed == 0.0 or found.miss is Miss.NO_MOTION:
        return Reason(rf"{V}=0", rf"${V}$ = 0: the gap does not close.")
    if found.miss is Miss.RECEDING:
        return Reason(r"\beta\ge 0", rf"$\beta$ = {fixed(at.beta)} is not negative: the gap does not close.")
    if speed < s:
        return Reason(
            rf"\Vert {V}\Vert<s", rf"$\Vert{{}}{V}\Vert{{}}$ = {fixed(speed)} is less than $s$ = {fixed(s)}."
        )
    if at.roots is None:
        told = fixed(at.beta**2 - at.alpha * at.gamma)
        far = rf"$m$ = {fixed(at.passing)} > ${at.radius_name}$ = {fixed(at.radius)}"
        return Reason(r"\beta^2-\alpha\gamma<0", rf"Discriminant {told} < 0: {far}.")
    return Reason(r"t_1>1", f"$t_1$ = {fixed(at.roots[0])} is after $t$ = 1.")


def answer_page(
    at: Against,
    found: SweptImpact,
    gap: Callable[[float], float],
    least: float,
    ideas: Ideas,
    why: Reason | None = None,
) -> Page:
    """The time of impact with its normal, an overlap at the start, or none. `gap`: at a time; `least`: of all."""
    stage, normal = answer_stage(found), found.normal
    if normal is None:
        apart = Claim("apart throughout", lambda: least > -1e-9, lambda: True)
        formula, words = reason(at, found) if why is None else why
        return Page(stage, ideas.missed, formula, (apart,)).says(
            f"{words} The least gap in the whole motion is **{fixed(least)}**."
        )
    touching = Claim("s ≤ 0", lambda: gap(found.fraction) <= 1e-9, lambda: True)
    if found.outcome is Outcome.OVERLAPPED:
        page = Page(stage, OVERLAP, r"s\le 0\ \Rightarrow\ t=0", (touching,))
        return page.says(f"$s$ = {fixed(gap(0.0))}, so t = **0.00**: no root is needed.")
    told = f"({fixed(normal[0])}, {fixed(normal[1])})"
    formula = rf"\examined{{{N}}}=\frac{{{at.symbol()}-({C}+t_1{V})}}{{{at.radius_name}}}"
    return (
        Page(stage, ideas.touches, formula)
        .claiming(touching, Claim("R n", lambda: at.radius * normal, lambda: at.p - at.at(found.fraction), 1e-6))
        .says(rf"Impact at $t_1$ = **{fixed(found.fraction)}**, with $\examined{{{N}}}$ = {told}.")
    )


def state(both: str, gap: float, t: float) -> str:
    """How two things stand to each other at a time."""
    number, when = tint(f"**{fixed(abs(gap))}**", separation_ink(gap)), f"At t = {fixed(t)} {both}"
    if fixed(abs(gap)) == "0.00":
        return f"{when} just touch."
    return f"{when} are {number} apart." if gap > 0.0 else f"{when} overlap by {number}."
