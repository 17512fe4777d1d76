"""A circle and an oriented box: the world is turned until the box is axis-aligned, solved there, and turned back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace, box, circle, point, separation
from geometry.faulty.circle_obb import WrongLocal, one_sign_wrong, rotated_first, turned_the_wrong_way
from geometry.primitives.circle_aabb import Clamped, RadiusCompared
from geometry.primitives.circle_obb import BackInWorld, CircleObbStep, Translated, Unturned, circle_obb
from geometry.primitives.contact import PairResult
from geometry.trace import picked
from lessons.pairs.box_figure import C, Q
from lessons.pairs.circle_obb_asked import ONE_SIGN, ROTATED_FIRST, WRONG_WAY, goal, question
from lessons.pairs.circle_obb_faulty import carries, differs, told
from lessons.pairs.circle_obb_figure import draw_local, draw_world, outer_point
from lessons.pairs.scenes import BoxAndDisc, way_out
from lessons.pairs.telling import C_A, D, N
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

EXACT = math.degrees(math.atan2(0.8, 0.6))  # axes whose digits are all shown: each product can be checked by hand
STAGES = {
    Translated: "Translate",
    Unturned: "Rotate",
    Clamped: "Clamp",
    RadiusCompared: "Separation",
    BackInWorld: "To the world",
}
IDEAS = {
    Translated: (
        "An **oriented box** (OBB) is rotated in the **world frame**, but clamping needs an axis-aligned box. So we "
        rf"take A's own frame: its origin is the centre $\A{{{C_A}}}$ of A."
    ),
    Unturned: (
        rf"Two dot products tell how far $\examined{{{D}}}$ extends along the box's own axes $\A{{\hat x}}$, "
        r"$\A{\hat y}$: its coordinates in the **local frame**, where the box is axis-aligned."
    ),
    Clamped: (
        r"In the local frame the box extends from $-\A{h_x}$ to $\A{h_x}$ along $\A{\hat x}$ and from $-\A{h_y}$ to "
        rf"$\A{{h_y}}$ along $\A{{\hat y}}$. Clamp each coordinate of $\examined{{{C}'}}$, as for an AABB."
    ),
    RadiusCompared: (
        "Measure as for an AABB. Then the contact is known in the local frame: closest point "
        rf"$\answer{{{Q}'}}$, normal $\examined{{{N}'}}$ and separation $s$."
    ),
    BackInWorld: (
        rf"$\A{{\hat x}}$ and $\A{{\hat y}}$ are the local axes, seen in the world. So multiply each local "
        rf"coordinate by its axis and add. A point also needs $\A{{{C_A}}}$; a direction does not."
    ),
}
FORMULAS = {
    Translated: rf"\examined{{{D}}}=\B{{{C}}}-\A{{{C_A}}}",
    Unturned: rf"\examined{{{C}'}}=(\examined{{{D}}}\cdot\A{{\hat x}},\ \examined{{{D}}}\cdot\A{{\hat y}})",
    Clamped: r"\answer{q'_x}=\min(\max(\examined{c'_x},\,-\A{h_x}),\,\A{h_x})",  # of y where only y is clamped
    RadiusCompared: rf"s=\lVert\examined{{{C}'}}-\answer{{{Q}'}}\rVert-\B{{r}}",
    BackInWorld: (
        rf"\answer{{{Q}}}=\A{{{C_A}}}+\answer{{q'_x}}\,\A{{\hat x}}+\answer{{q'_y}}\,\A{{\hat y}}\qquad"
        rf"\answer{{{N}}}=\examined{{{N}'_x}}\,\A{{\hat x}}+\examined{{{N}'_y}}\,\A{{\hat y}}"
    ),
}
INSIDE_CLAMPED = (
    rf"In the local frame both coordinates of $\examined{{{C}'}}$ lie between the faces: it is inside, so clamping "
    "changes nothing. The nearest face decides."
)
UNCHANGED = r"\min(\max(\examined{c'_x},\,-\A{h_x}),\,\A{h_x})=\examined{c'_x}"
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
        page, asked = told(page, moment), question(moment)
        a, b, result = moment.scene.a.world, moment.scene.b.world, moment.trace.result
        return page if asked is None else page.asks(asked, standing(a, b, numbers=False, found=result.separation))

    def draw(self, canvas: Canvas, moment: Moment[BoxAndDisc]) -> None:
        draw_world(canvas, moment)


def _row(page: Page, name: str, v: Any, ink: Ink) -> Page:
    return page.row(name, coords(v), ink=ink)


def _translated(page: Page, moment: Moment[BoxAndDisc], step: Translated) -> Page:
    a, b = moment.scene.a.pose.position, moment.scene.b.pose.position
    d = f"**{coords(step.offset)}**"
    says = f"$\\examined{{{D}}}$ = {tint(coords(b), Ink.B)} − {tint(coords(a), Ink.A)} = {d}, in world directions."
    return (
        _row(page, f"${D}$", step.offset, Ink.EXAMINED)
        .says(says)
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
        .row(r"$\hat x$, $\hat y$, world", axes, ink=Ink.A)  # last: still shown where the way back needs it
        .says(", ".join(parts) + ".")
        .claiming(
            Claim("turned", lambda: step.local, lambda: (turn.real, turn.imag)),
            Claim("same length", lambda: math.hypot(*step.local), lambda: math.hypot(*step.offset)),
        )
    )


def _clamped(page: Page, moment: Moment[BoxAndDisc], step: Clamped) -> Page:
    h = step.high
    sizes = sorted(np.hypot(*(moment.scene.a.world.edges[:2, 1] - moment.scene.a.world.edges[:2, 0]).T) / 2.0)
    told = rf"$\A{{h}}$ = {coords(h)}"
    if (step.closest == step.center).all():
        page = replace(page, idea=INSIDE_CLAMPED, formula=UNCHANGED)
        page = page.says(rf"{told}: clamping leaves $\examined{{{C}'}}$ = **{coords(step.center)}** unchanged.")
    else:
        if step.closest[0] == step.center[0]:  # the coordinate that changes
            page = replace(page, formula=page.formula.replace("_x", "_y"))
        page = page.row(f"${Q}'$, local", coords(step.closest), ink=Ink.ANSWER)
        q = f"**{coords(step.closest)}**"
        page = page.says(rf"{told}, so $\examined{{{C}'}}$ is clamped to $\answer{{{Q}'}}$ = {q}.")
    middle = [sorted(each)[1] for each in zip(step.low, step.center, step.high, strict=True)]
    return page.claiming(
        Claim("half extents", lambda: sorted(h), lambda: sizes), Claim("q", lambda: step.closest, lambda: middle)
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
        page = page.row(f"${Q}'$, on the nearest face", coords(step.closest), ink=Ink.ANSWER)
    page = page.row("$s$", inked(step.separation), ink=Ink.GAP if step.separation > 0.0 else Ink.OVERLAP)
    if isinstance(moment.faulty, WrongLocal):
        page = page.row(f"$s$, {moment.compare}", fixed(moment.faulty.separation), faulty=True)
    ink = Ink.GAP if step.separation > 0.0 else Ink.OVERLAP
    page = page.row(f"${N}'$, local", coords(step.normal), ink=Ink.EXAMINED)
    near = "" if is_out else f"The nearest face is **{fixed(-step.distance)}** from $\\examined{{{C}'}}$. "
    return page.says(f"{near}$s$ = {shown} {tint(f'**{result}**', ink)}.").claiming(
        Claim("s in the world", lambda: step.separation, lambda: separation(a, b) if is_out else -way_out(a, b))
    )


def _back(page: Page, moment: Moment[BoxAndDisc], step: BackInWorld) -> Page:
    a, b, s, n = moment.scene.a.world, moment.scene.b.world, step.local.separation, step.normal
    q = outer_point(step)
    space = moment.scene.space
    x, y = float(space.axis_x @ (q - space.middle)), float(space.axis_y @ (q - space.middle))
    told = (
        rf"$\answer{{{Q}}}$ = {tint(coords(space.middle), Ink.A)} {_times(x, 'x')} {_times(y, 'y')} = **{coords(q)}**"
    )
    told = rf"{told}, $\answer{{{N}}}$ = **{coords(n)}**."
    page = _row(_row(page, f"${Q}$, world", q, Ink.ANSWER), rf"${N}$, world", n, Ink.ANSWER)
    return page.says(told).claiming(
        Claim("q is on the box", lambda: separation(a, point(q)), lambda: 0.0),
        Claim("q and c", lambda: b.points[0] - q, lambda: (s + b.radius) * n),
        Claim("just touching", lambda: separation(a, b.moved(-s * n)), lambda: 0.0),
    )


def _times(value: float, axis: str) -> str:
    """A local coordinate along its axis, as what is added."""
    sign = "−" if fixed(value).startswith("−") else "+"
    return rf"{sign} {fixed(abs(value))} $\A{{\hat {axis}}}$"


def _local_head(moment: Moment[BoxAndDisc]) -> tuple[str, str]:
    return ("Origin at the centre of A" if isinstance(moment.step, Translated) else "Local frame of A"), ""


class CircleObb(Lesson[BoxAndDisc]):
    id = "circle-obb"
    title = "Circle and OBB"
    source = "Collision detection for dummies"
    summary = (
        "Carry the circle into the local frame of the box, where the box is axis-aligned; carry the answer back."
    )
    terms = ("oriented box (OBB)", "local frame", "world frame")
    builds_on = ("circle-aabb",)
    story = CircleObbStory()
    compare = (
        Comparison(WRONG_WAY, lambda s: turned_the_wrong_way(s.a.world, s.b.world), differs),
        Comparison(ROTATED_FIRST, lambda s: rotated_first(s.a.world, s.b.world), differs),
        Comparison(ONE_SIGN, lambda s: one_sign_wrong(s.a.world, s.b.world), differs, "Error 23 of *SAT explained*"),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World frame", self.story.draw, is_world=True),
            Pane("local", "Local frame of A", draw_local, headed=_local_head),
        )

    @cached_property
    def scenes(self) -> Mapping[str, BoxAndDisc | Preset[BoxAndDisc]]:
        def scene(size: Pair, x: float, y: float, degrees: float, r: float, c: Pair) -> BoxAndDisc:
            return BoxAndDisc(at(box(*size), x, y, degrees), at(circle(r), *c), r)

        rotated = at_first(Unturned)
        return {
            "At a corner": scene((1.3, 2.2), 1.35, 0.8, EXACT, 0.65, (0.90, 2.50)),
            "At a face": scene((1.2, 2.2), 0.3, 1.6, 35.0, 0.6, (-0.95, 1.45)),
            "Centre inside": scene((1.6, 2.2), 0.2, 1.7, -30.0, 0.4, (0.8, 2.0)),
            "Turned the wrong way": Preset(scene((1.2, 2.2), 1.2, 0.6, 50.0, 0.6, (1.7, 1.95)), WRONG_WAY, rotated),
            "Rotated, then translated": Preset(
                scene((1.2, 2.0), 0.8, 0.6, 40.0, 0.55, (1.99, -0.14)), ROTATED_FIRST, rotated
            ),
            "One sign wrong": Preset(scene((1.6, 2.0), 1.2, 1.0, -20.0, 0.6, (2.0, -0.4)), ONE_SIGN, rotated),
        }

    def run(self, scene: BoxAndDisc) -> Trace[CircleObbStep, PairResult]:
        """The steps that have a stage; the tests of the four faces are told in the lesson before."""
        whole = circle_obb.trace(scene.a.world, scene.b.world)
        return picked(whole, [i for i, step in enumerate(whole) if type(step) in STAGES])

    def clock(self, moment: Moment[BoxAndDisc]) -> Clock | None:
        """Box and circle turn when their stage is entered; then the centre is carried to the box."""
        step = moment.step
        moves = isinstance(step, Clamped) and bool((step.closest != step.center).any())
        moves = moves or (isinstance(step, Unturned) and not moment.compare)
        return Clock(1.2, plays_on_entry=True) if moves else None

    def situation(self, moment: Moment[BoxAndDisc]) -> str:
        a, b, s = moment.scene.a.world, moment.scene.b.world, moment.trace.result.separation
        if isinstance(moment.faulty, WrongLocal) and moment.has_seen(Unturned) and differs(moment):
            if moment.latest(RadiusCompared) is None:
                return f"This rule {carries(moment)}."
            wrong = tint(fixed(moment.faulty.separation), Ink.FAULTY)
            true = (
                "the true one to two decimals" if fixed(moment.faulty.separation) == fixed(s) else f"not {fixed(s)}"
            )
            return f"This rule {carries(moment)}: $s$ = {wrong}, {true}."
        return standing(a, b, numbers=moment.latest(RadiusCompared) is not None, found=s)

    def challenge(self, moment: Moment[BoxAndDisc]) -> Challenge | None:
        return goal(moment)
