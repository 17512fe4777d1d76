"""A circle and an oriented box: the world is turned until the box is axis-aligned, solved there, and turned back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace, Vector, box, circle, point, separation
from geometry.faulty.circle_obb import WrongLocal, one_sign_wrong, rotated_first, turned_the_wrong_way
from geometry.primitives.circle_aabb import Clamped, RadiusCompared
from geometry.primitives.circle_obb import BackInWorld, CircleObbStep, Translated, Unturned, circle_obb
from geometry.primitives.contact import PairResult
from geometry.trace import picked
from lessons.pairs.box_figure import C, Q
from lessons.pairs.circle_obb_asked import question
from lessons.pairs.circle_obb_figure import C_A, draw_local, draw_world, outer_point
from lessons.pairs.scenes import BoxAndDisc, way_out
from lessons.pairs.telling import D, N
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, beside
from viz.lesson.mark import Pair
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, inked, tint

WRONG_WAY, ROTATED_FIRST, ONE_SIGN = "turned the wrong way", "rotated, then translated", "one sign wrong"
DOES = {
    WRONG_WAY: "turns the circle by the angle of the box, not back by it",
    ROTATED_FIRST: rf"rotates $\B{{{C}}}$ about the origin of the world, then subtracts $\A{{{C_A}}}$",
    ONE_SIGN: r"subtracts the second product of $c'_y$ in the place of adding it",
}
STAGES = {
    Translated: "Translate",
    Unturned: "Rotate",
    Clamped: "Clamp",
    RadiusCompared: "Separation",
    BackInWorld: "To the world",
}
IDEAS = {
    Translated: (
        "Clamping needs an axis-aligned box; this one is an **oriented box** (OBB). First move: subtract its centre "
        rf"$\A{{{C_A}}}$, so that it is the origin."
    ),
    Unturned: (
        r"Second move: dot products with the box's axes $\A{\hat x}$, $\A{\hat y}$ turn the **world frame** into "
        "the **local frame**. There the box is axis-aligned."
    ),
    Clamped: (
        rf"In the local frame the box extends from $-\A{{h}}$ to $\A{{h}}$ on each axis. Clamp as before, with the "
        rf"local centre $\examined{{{C}'}}$."
    ),
    RadiusCompared: (
        "A rotation keeps every length. So the separation that is computed in the local frame is the separation in "
        "the world."
    ),
    BackInWorld: (
        rf"Points and directions are turned back by $\A{{\hat x}}$ and $\A{{\hat y}}$. Only points are also moved by "
        rf"$\A{{{C_A}}}$: a direction has no position."
    ),
}
FORMULAS = {
    Translated: rf"\examined{{{D}}}=\B{{{C}}}-\A{{{C_A}}}",
    Unturned: rf"\examined{{{C}'}}=(\examined{{{D}}}\cdot\A{{\hat x}},\ \examined{{{D}}}\cdot\A{{\hat y}})",
    Clamped: r"\answer{q'_x}=\min(\max(\examined{c'_x},\,-\A{h_x}),\,\A{h_x})",
    RadiusCompared: rf"s=\lVert\examined{{{C}'}}-\answer{{{Q}'}}\rVert-\B{{r}}",
    BackInWorld: (
        rf"\answer{{{Q}}}=\A{{{C_A}}}+\answer{{q'_x}}\,\A{{\hat x}}+\answer{{q'_y}}\,\A{{\hat y}}\qquad"
        rf"\examined{{{N}}}=\examined{{{N}'_x}}\,\A{{\hat x}}+\examined{{{N}'_y}}\,\A{{\hat y}}"
    ),
}
INSIDE_CLAMPED = (
    rf"In the local frame the box extends from $-\A{{h}}$ to $\A{{h}}$. The centre $\examined{{{C}'}}$ is inside, so "
    "clamping changes nothing: the nearest face decides."
)
INSIDE = r"s=-(\examined{\text{depth}}+\B{r})"


class CircleObbStory(Story):
    """Into the local frame, solved there, and back."""

    columns = ("symbol", "value")
    stages = STAGES

    def page(self, moment: Moment[BoxAndDisc]) -> Page:
        step = moment.step
        page = Page(self.stage(moment), IDEAS[type(step)], FORMULAS[type(step)])
        match step:
            case Translated():
                page = _translated(page, moment, step)
            case Unturned():
                page = _unturned(page, moment, step)
            case Clamped():
                page = _clamped(page, moment, step)
            case RadiusCompared():
                page = _compared(page, moment, step)
            case BackInWorld():
                page = _back(page, moment, step)
        asked = question(moment)
        a, b, result = moment.scene.a.world, moment.scene.b.world, moment.trace.result
        return page if asked is None else page.asks(asked, standing(a, b, numbers=False, found=result.separation))

    def draw(self, canvas: Canvas, moment: Moment[BoxAndDisc]) -> None:
        draw_world(canvas, moment)


def _row(page: Page, name: str, v: Any, ink: Ink) -> Page:
    return page.row(name, coords(v), ink=ink)


def _translated(page: Page, moment: Moment[BoxAndDisc], step: Translated) -> Page:
    a, b = moment.scene.a.pose.position, moment.scene.b.pose.position
    d = f"**{coords(step.offset)}**"
    told = f"$\\examined{{{D}}}$ = {tint(coords(b), Ink.B)} − {tint(coords(a), Ink.A)} = {d}, in world directions."
    return (
        _row(page, f"${D}$", step.offset, Ink.EXAMINED)
        .says(told)
        .claiming(Claim("d", lambda: step.offset, lambda: b - moment.scene.a.world.centroid))
    )


def _unturned(page: Page, moment: Moment[BoxAndDisc], step: Unturned) -> Page:
    parts = []
    for name, axis in (("x", step.space.axis_x), ("y", step.space.axis_y)):
        (u, v), (x, y) = axis.tolist(), step.offset.tolist()
        template = "{a} · {u} + {b} · {v} = **{result}**"
        for key, value in (("a", x), ("u", u), ("b", y), ("v", v)):
            template = template.replace(f"{{{key}}}", f"({{{key}}})") if value < -0.005 else template
        dot = equation(template, lambda a, u, b, v: a * u + b * v, a=x, u=u, b=y, v=v)
        parts.append(rf"$\examined{{c'_{name}}}$ = {dot}")
    turn = complex(*step.offset) / complex(*step.space.axis_x)
    axes = ", ".join(coords(axis) for axis in (step.space.axis_x, step.space.axis_y))
    return (
        _row(page, f"${C}'$, local", step.local, Ink.EXAMINED)
        .row(r"$\hat x$, $\hat y$", axes, ink=Ink.A)
        .says(", ".join(parts) + ".")
        .claiming(
            Claim("turned", lambda: step.local, lambda: (turn.real, turn.imag)),
            Claim("same length", lambda: math.hypot(*step.local), lambda: math.hypot(*step.offset)),
        )
    )


def _clamped(page: Page, moment: Moment[BoxAndDisc], step: Clamped) -> Page:
    h = step.high
    sizes = sorted(np.hypot(*(moment.scene.a.world.edges[:2, 1] - moment.scene.a.world.edges[:2, 0]).T) / 2.0)
    q = f"**{coords(step.closest)}**"
    told = rf"$\A{{h}}$ = {coords(h)}, so $\examined{{{C}'}}$ is clamped to $\answer{{{Q}'}}$ = {q}."
    if (step.closest == step.center).all():
        page = replace(page, idea=INSIDE_CLAMPED)
    middle = [sorted(each)[1] for each in zip(step.low, step.center, step.high, strict=True)]
    return (
        page.row(f"${Q}'$, local", coords(step.closest), ink=Ink.ANSWER, key="q")
        .says(told)
        .claiming(
            Claim("half extents", lambda: sorted(h), lambda: sizes), Claim("q", lambda: step.closest, lambda: middle)
        )
    )


def _compared(page: Page, moment: Moment[BoxAndDisc], step: RadiusCompared) -> Page:
    a, b, is_out = moment.scene.a.world, moment.scene.b.world, step.distance > 0.0
    value = equation(
        "{d} − {r} = {result}" if is_out else "−({d} + {r}) = {result}",
        lambda d, r: d - r if is_out else -(d + r),
        d=abs(step.distance),
        r=step.radius,
    )
    shown, _, result = value.rpartition(" ")
    if not is_out:
        page = replace(page, formula=INSIDE)
        page = page.row(f"${Q}'$, on the nearest face", coords(step.closest), ink=Ink.ANSWER, key="q")
    page = page.row("$s$", inked(step.separation), ink=Ink.GAP if step.separation > 0.0 else Ink.OVERLAP)
    if isinstance(moment.faulty, WrongLocal):
        page = page.row(f"$s$, {moment.compare}", fixed(moment.faulty.separation), faulty=True)
    ink = Ink.GAP if step.separation > 0.0 else Ink.OVERLAP
    page = page.row(f"${N}'$, local", coords(step.normal), ink=Ink.EXAMINED)
    near = "" if is_out else f"The nearest face is **{fixed(-step.distance)}** from $\\examined{{{C}'}}$. "
    return page.says(f"{near}$s$ = {shown} {tint(f'**{result}**', ink)} in both frames.").claiming(
        Claim("s in the world", lambda: step.separation, lambda: separation(a, b) if is_out else -way_out(a, b))
    )


def _back(page: Page, moment: Moment[BoxAndDisc], step: BackInWorld) -> Page:
    a, b, s, n = moment.scene.a.world, moment.scene.b.world, step.local.separation, step.normal
    q = outer_point(step)
    told = rf"$\answer{{{Q}}}$ = **{coords(q)}** and $\examined{{{N}}}$ = **{coords(n)}** in the world."
    page = _row(_row(page, f"${Q}$, world", q, Ink.ANSWER), rf"${N}$, world", n, Ink.EXAMINED)
    return page.says(told).claiming(
        Claim("q is on the box", lambda: separation(a, point(q)), lambda: 0.0),
        Claim("q and c", lambda: b.points[0] - q, lambda: (s + b.radius) * n),
        Claim("just touching", lambda: separation(a, b.moved(-s * n)), lambda: 0.0),
    )


def spread(off: float, half: Vector) -> float:
    """By how much the separation changes while the box turns once, its centre so far from that of the circle."""
    angles = np.linspace(0.0, 2.0 * math.pi, 721)
    beyond = np.abs(off * np.column_stack((np.cos(angles), np.sin(angles)))) - half
    out = np.hypot(*np.maximum(beyond, 0.0).T) + np.minimum(beyond.max(axis=1), 0.0)
    return float(np.ptp(out))


def _differs(moment: Moment[BoxAndDisc]) -> bool:
    return bool(abs(moment.faulty.separation - moment.trace.result.separation) > 1e-9)


class CircleObb(Lesson[BoxAndDisc]):
    id = "circle-obb"
    title = "Circle and OBB"
    source = "Collision detection for dummies"
    summary = (
        "Carry the circle into the local frame of the box, where the box is axis-aligned; carry the answer back."
    )
    terms = ("oriented box (OBB)", "local frame", "world frame")
    builds_on = ("circle-aabb",)
    presents = 1
    story = CircleObbStory()
    compare = (
        Comparison(WRONG_WAY, lambda s: turned_the_wrong_way(s.a.world, s.b.world), _differs),
        Comparison(ROTATED_FIRST, lambda s: rotated_first(s.a.world, s.b.world), _differs),
        Comparison(ONE_SIGN, lambda s: one_sign_wrong(s.a.world, s.b.world), _differs, "Error 23 of *SAT explained*"),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.46),
            Pane("local", "Origin at the centre of A", draw_local, share=0.54),
        )

    @cached_property
    def scenes(self) -> Mapping[str, BoxAndDisc | Preset[BoxAndDisc]]:
        def scene(size: Pair, x: float, y: float, degrees: float, r: float, c: Pair) -> BoxAndDisc:
            return BoxAndDisc(at(box(*size), x, y, degrees), at(circle(r), *c), r)

        rotated = at_first(Unturned)
        return {
            "At a corner": scene((2.2, 1.3), -0.5, 0.0, 25.0, 0.6, (0.4, 1.5)),
            "At a face": scene((1.2, 2.2), 0.4, 0.3, 35.0, 0.6, (-0.85, 0.15)),
            "Centre inside": scene((2.2, 1.5), 0.2, 0.1, -30.0, 0.6, (0.7, 0.1)),
            "Turned the wrong way": Preset(
                scene((2.2, 1.2), 0.4, -0.2, 60.0, 0.6, (-0.75, 0.55)), WRONG_WAY, rotated
            ),
            "Rotated, then translated": Preset(
                scene((1.8, 1.2), 1.0, 0.6, 40.0, 0.5, (2.0, 0.2)), ROTATED_FIRST, rotated
            ),
            "One sign wrong": Preset(scene((2.2, 1.3), -0.4, 0.0, 200.0, 0.6, (0.9, 0.8)), ONE_SIGN, rotated),
        }

    def run(self, scene: BoxAndDisc) -> Trace[CircleObbStep, PairResult]:
        """The steps that have a stage; the tests of the four faces are told in the lesson before."""
        whole = circle_obb.trace(scene.a.world, scene.b.world)
        return picked(whole, [i for i, step in enumerate(whole) if type(step) in STAGES])

    def clock(self, moment: Moment[BoxAndDisc]) -> Clock | None:
        """The frame turns when its stage is entered; then the centre is carried to the box."""
        step = moment.step
        moves = isinstance(step, Clamped) and bool((step.closest != step.center).any())
        moves = moves or (isinstance(step, Unturned) and not moment.compare)
        return Clock(1.2, plays_on_entry=True) if moves else None

    def situation(self, moment: Moment[BoxAndDisc]) -> str:
        a, b, s = moment.scene.a.world, moment.scene.b.world, moment.trace.result.separation
        if isinstance(moment.faulty, WrongLocal) and _differs(moment):
            wrong = tint(f"{coords(moment.faulty.center)}, $s$ = {fixed(moment.faulty.separation)}", Ink.FAULTY)
            return f"This rule {DOES[moment.compare]}: {wrong}. The true $s$ is {fixed(s)}."
        return standing(a, b, numbers=moment.latest(RadiusCompared) is not None, found=s)

    def challenge(self, moment: Moment[BoxAndDisc]) -> Challenge | None:
        if moment.latest(RadiusCompared) is None:
            return None
        off = math.dist(moment.scene.b.pose.position, moment.scene.space.middle)
        changes = spread(off, moment.scene.space.half)
        return Challenge(
            "Place the circle so that turning the box never changes the separation.",
            off <= 0.02,
            f"s changes by up to {fixed(changes)} as the box turns",
            "The local coordinates of the circle's centre must stay the same when the axes of the box turn.",
        )
