"""Out of the wrong side: the least push knows where a body is, not where it came from."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace, minimum_translation, separation
from geometry.dynamics.contacts import ContactsFound
from geometry.dynamics.starts import Remedy, StartsRun
from geometry.dynamics.step import GravityApplied, ImpulseApplied, Pushed, WarmStarted
from geometry.faulty.chosen_normals import ChosenPush
from geometry.trace import Grouped
from lessons.bodies.impulse_told import impulse_page, start_page
from lessons.bodies.wrong_side_asked import PUSH, SPEED, TURN, TWICE, goal, known, question
from lessons.bodies.wrong_side_figure import draw_world, pushes, side_of, speed_of, way_of
from lessons.bodies.wrong_side_scene import (
    LAST_NORMAL,
    MARGIN,
    ONE_SIDED,
    RATE,
    SUBSTEPS,
    Fate,
    Kind,
    Thrown,
)
from lessons.bodies.wrong_side_words import (
    CHOSEN,
    FRAMES,
    IN_PLANE,
    LEAST,
    LEAVES,
    NAMED,
    PRESSED,
    REMEDIES,
    RULES,
    STOPS,
    UNSEEN,
)
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset
from viz.lesson.page import Claim, Page, Table, table_of
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import coords, fixed, tint
from viz.lesson.times import frames

STAGES = {GravityApplied: "Samples", ContactsFound: "Least push", Grouped: "Response"}
INNER = {WarmStarted: "Start", ImpulseApplied: "Impulses", Pushed: "Push"}
PUSHES, STARTS = ("push", "centre at", "goes to", "length"), ("rule", "missed", "wrong side", "stopped", "safe speed")


class WrongSideStory(Story):
    """One frame of the engine; of a straight flight then all starts, under five rules."""

    columns = PUSHES

    def stage(self, moment: Moment[Thrown]) -> str:
        step = moment.step
        return REMEDIES[step.remedy][0] if isinstance(step, StartsRun) else {**STAGES, **INNER}[type(step)]

    def page(self, moment: Moment[Thrown]) -> Page:
        match moment.step:
            case GravityApplied():
                page = _two_samples(moment)
            case ContactsFound():
                page = _least_push(moment)
            case Grouped():
                page = _response(moment)
            case StartsRun() as starts:
                page = _starts(moment, starts)
            case _:
                return _inner(moment)
        asked = None if moment.compare else question(moment.scene, moment.index)
        return page.asks(asked, known(moment.scene, moment.index))

    def draw(self, canvas: Canvas, moment: Moment[Thrown]) -> None:
        draw_world(canvas, moment)


def _two_samples(moment: Moment[Thrown]) -> Page:
    scene, k = moment.scene, moment.scene.sample
    (_, x0, y0), (_, x1, y1) = scene.knots[-2:]
    idea = PRESSED if scene.kind is Kind.PRESSED else FRAMES
    if scene.kind is Kind.OVER_THE_TOP:
        idea = IN_PLANE
    moved, formula = math.hypot(x1 - x0, y1 - y0), r"\examined{d}=\examined{v}\,\Delta t"
    told, right = f"$d$ = {speed_of(scene.speed)} / {RATE} = {fixed(moved)}", lambda: scene.speed / RATE
    if scene.kind is Kind.PRESSED:
        told, right = f"$d$ = {fixed(moved)}", lambda: abs(x1 - x0)
        formula = rf"\examined{{d}}=\B{{x_{{{k}}}}}-\B{{x_{{{k - 1}}}}}"
    places = [f"$x$ = {fixed(x)}" for x in (x0, x1)]
    if scene.kind is Kind.PRESSED:
        places = [f"$x_{{{k - 1}}}$ = {fixed(x0)}", f"$x_{{{k}}}$ = {fixed(x1)}"]
    if scene.kind is Kind.OVER_THE_TOP:
        places = [coords(knot[1:]) for knot in scene.knots[-2:]]
    return (
        Page("Samples", idea, formula)
        .says(f"{told}: from sample {k - 1} at {places[0]} to sample {k} at {places[1]}.")
        .claiming(Claim("d", lambda: moved, right, 1e-6))
    )


def _least_push(moment: Moment[Thrown]) -> Page:
    scene, contact = moment.scene, moment.scene.contact
    (x, y), found = scene.knots[-1][1:], pushes(scene)
    if contact is None:
        return _nothing(moment)
    side = side_of(contact.normal.direction)
    idea = CHOSEN.get(moment.compare, LEAST)
    told = ", ".join(f"{name} {fixed(size)}" for name, size in found.items())
    leads = "would lead" if moment.compare else "leads"
    goes = f"$y$ = {fixed(scene.pushed[1])}" if side == "up" else f"$x$ = {fixed(scene.pushed[0])}"
    formula = r"\text{left}=\frac{\B{w}+\A{T}}{2}+\B{x}\qquad\text{right}=\frac{\B{w}+\A{T}}{2}-\B{x}"
    if moment.compare:
        formula = RULES[moment.compare]
    elif "up" in found:
        formula = r"\overlap{\text{push}}=\min(\text{left},\ \text{right},\ \text{up})"
    page = Page("Least push", idea, formula).says(
        f"{told[0].upper()}{told[1:]}: the least push {leads} **{side}**, to {goes}."
    )
    for name, size in found.items():
        way = {"left": (-size, 0.0), "right": (size, 0.0), "up": (0.0, size)}[name]
        cells = (f"({fixed(x)}, {fixed(y)})", f"({fixed(x + way[0])}, {fixed(y + way[1])})")
        if scene.kind is not Kind.OVER_THE_TOP:
            cells = fixed(x), fixed(x + way[0])
        page = page.row(name, *cells, fixed(size), ink=Ink.OVERLAP if name == side else None, key=name)
    wall, box = scene.wall, scene.box_at((x, y))
    moved = minimum_translation(wall, box)
    assert moved.translation is not None
    push = moved.translation
    if isinstance(moment.faulty, ChosenPush):
        n, depth = moment.faulty.normal, moment.faulty.depth
        page = page.claiming(Claim("h", lambda: max(wall.points @ n) + max(box.points @ -n), lambda: depth, 1e-6))
    return page.claiming(
        Claim("least", lambda: min(found.values()), lambda: np.hypot(*push), 1e-6),
        Claim("left", lambda: found["left"], lambda: box.points[:, 0].max() - wall.points[:, 0].min(), 1e-6),
        Claim("right", lambda: found["right"], lambda: wall.points[:, 0].max() - box.points[:, 0].min(), 1e-6),
        Claim("side", lambda: side_of(push) == side, lambda: True),
        Claim("to", lambda: scene.pushed, lambda: np.array((x, y)) + push, 1e-6),
    )


def _nothing(moment: Moment[Thrown]) -> Page:
    """No sample lies in the wall."""
    scene, k = moment.scene, moment.scene.sample
    gaps = [float(separation(scene.wall, scene.box_at(knot[1:]))) for knot in scene.knots[-2:]]
    told = [tint(fixed(gap), Ink.GAP) for gap in gaps]
    idea = "The path of the box misses the wall. No sample can find it." if scene.fate is Fate.MISSED else UNSEEN
    return (
        Page("Least push", idea, r"\gap{s_k} \ge 0\quad\text{at every sample } k")
        .says(f"The gap is {told[0]} at sample {k - 1} and {told[1]} at sample {k}: no contact, no push.")
        .claiming(Claim("s", lambda: min(gaps) >= -1e-9, lambda: True))
    )


def _response(moment: Moment[Thrown]) -> Page:
    scene, contact = moment.scene, moment.scene.contact
    v, after = scene.before, scene.after.velocity
    if contact is None:
        return (
            Page("Response", "Without a contact there is no impulse. The box flies on as if there were no wall.")
            .says(f"Its speed stays **{speed_of(float(np.hypot(*after)))}**.")
            .claiming(Claim("v", lambda: after, lambda: scene.velocity))
        )
    n = contact.normal.direction
    speed, left = float(v @ n), float(after @ n)
    idea, formula = STOPS, r"\examined{v_n}=\examined{v}\cdot\hat n<0\ \Rightarrow\ v_n'=0"
    says = rf"$v_n$ goes from **{speed_of(speed)}** to {speed_of(left)}: the box no longer moves into the wall."
    if speed >= 0.0:
        idea, formula = LEAVES, r"\examined{v_n}=\examined{v}\cdot\hat n\ge 0\ \Rightarrow\ j=0"
        says = rf"$v_n$ = **{speed_of(speed)}**, not negative: no impulse. The box leaves on the **{side_of(n)}**."
    return (
        Page("Response", idea, formula, nested="the impulses")
        .says(says)
        .claiming(
            Claim("v_n", lambda: speed >= 0.0, lambda: left > 1e-6 or abs(left - speed) < 1e-6),
            Claim("v_n'", lambda: left, lambda: max(speed, 0.0), 1e-5),
        )
    )


def _starts(moment: Moment[Thrown], starts: StartsRun) -> Page:
    scene, (stage, idea, formula) = moment.scene, REMEDIES[starts.remedy]
    shares = [f"{100.0 * count / starts.count:.0f} %" for count in (starts.stopped, starts.wrong_side, starts.unseen)]
    stopped = tint(f"**{shares[0]}**", Ink.GAP)
    says = f"Of {starts.count:,} starts {starts.stopped:,} are stopped, {stopped}; {starts.wrong_side} leave on the "
    says += f"wrong side, {starts.unseen} are missed."
    d, both, half = scene.speed / RATE, scene.width + scene.thickness, scene.half
    part = {
        Remedy.LEAST_PUSH: both / (2.0 * d),
        Remedy.SUBSTEPS: both * SUBSTEPS / (2.0 * d),
        Remedy.MARGIN: (half + MARGIN) / d,
        Remedy.LAST_NORMAL: both / d,
        Remedy.SWEEP: 1.0,
    }[starts.remedy]
    safe = "any" if starts.remedy is Remedy.SWEEP else f"$v$ = {fixed(part * scene.speed, 0)}"
    page = Page(stage, idea, formula).row(starts.remedy.value, *shares[::-1], safe, key=starts.remedy.value)
    if starts.remedy is Remedy.SWEEP:
        assert scene.impact is not None
        at, place = scene.impact[0], float(scene.at(Remedy.SWEEP, 1e9)[0])
        says = (
            f"First touch at $x$ = **{fixed(place)}**, after {fixed(at)} frames. {stopped} of the starts are stopped."
        )
        page = page.claiming(Claim("touch", lambda: place, lambda: -both / 2.0, 1e-6))
    return page.says(says).claiming(
        Claim("p", lambda: min(1.0, part), lambda: starts.stopped / starts.count, 0.5001 / starts.count)
    )


def _inner(moment: Moment[Thrown]) -> Page:
    """One impulse of the frame, or the push."""
    scene, step, stage = moment.scene, moment.step, INNER[type(moment.step)]
    if isinstance(step, WarmStarted):
        return start_page(stage, step)
    if isinstance(step, ImpulseApplied):
        return impulse_page(stage, scene.first(WarmStarted), step)
    move, wanted = step.moves[1].velocity, scene.pushed - np.array(scene.knots[-1][1:])
    idea = "The push is added to the position alone. It leaves no velocity behind."
    return (
        Page(stage, idea)
        .says(f"The box is pushed by **{fixed(float(np.hypot(*move)))}**.")
        .claiming(Claim("push", lambda: float(move @ wanted) >= float(wanted @ wanted) - 1e-6, lambda: True))
    )


def _differs(moment: Moment[Thrown]) -> bool:
    """Whether the rule is used, and pushes the box to a wrong place."""
    push = moment.faulty
    return isinstance(push, ChosenPush) and push.depth > 0.0 and moment.scene.error(push) > 1e-6


def _headed(moment: Moment[Thrown]) -> tuple[str, str]:
    has_mark = isinstance(moment.step, StartsRun) and moment.step.remedy is not Remedy.SWEEP
    return "A box and a wall", "Drag sample 0: the mark moves along the bar" if has_mark else ""


class WrongSide(Lesson[Thrown]):
    id = "wrong-side"
    title = "Out of the wrong side"
    source = "SAT explained"
    summary = (
        "The least push knows where a body is, not where it came from: past the middle it leads out at the back."
    )
    terms = ("deep penetration", "history", "one-sided edge")
    builds_on = ("minimum-translation", "tunnelling", "speculative")
    story = WrongSideStory()
    compare = (
        Comparison(LAST_NORMAL, lambda scene: scene.chosen(LAST_NORMAL), _differs),
        Comparison(ONE_SIDED, lambda scene: scene.chosen(ONE_SIDED), _differs),
    )

    @property
    def layout(self) -> Layout:
        return Pane("world", "A box and a wall", self.story.draw, is_world=True, headed=_headed)

    @cached_property
    def scenes(self) -> Mapping[str, Thrown | Preset[Thrown]]:
        def thrown(x: float, y: float = 0.0, **more: Any) -> Thrown:
            return Thrown(np.array((x, y)), **more)

        return {
            "Past the middle": thrown(-0.95, thickness=0.25, width=0.45, asks=PUSH),
            "Before the middle": thrown(-0.88, speed=36.0, thickness=0.4, width=0.4, asks=SPEED),
            "Missed by all samples": thrown(-0.45, speed=60.0, asks=TWICE),
            "Pressed into the wall": thrown(-0.37, speed=3.0, kind=Kind.PRESSED, asks=TURN),
            "Over the corner": Preset(
                thrown(-1.45, 0.733, speed=46.0, kind=Kind.OVER_THE_TOP), LAST_NORMAL, lambda trace: 1
            ),
            "From the other side": Preset(thrown(1.0, speed=24.0, kind=Kind.BACK), ONE_SIDED, lambda trace: 1),
        }

    def run(self, scene: Thrown) -> Trace[Any, Any]:
        return scene.trace

    def clock(self, moment: Moment[Thrown]) -> Clock:
        """From the start to the end of the told frame, which first pushes and then moves."""
        k = moment.scene.sample
        at = {GravityApplied: float(k), ContactsFound: float(k), Grouped: k + 0.5}
        ticks = []
        for step in (moment.parent or moment).trace:
            is_plain = isinstance(step, StartsRun) and step.remedy is Remedy.LEAST_PUSH
            ticks.append((k if is_plain else at.get(type(step), k + 1.0)) / (k + 1.0))
        return Clock(3.0, ticks=tuple(ticks), told=frames(k + 1))

    def table(self, moment: Moment[Thrown], pages: Sequence[Page] | None = None) -> Table | None:
        """Of the pushes, or of the rules."""
        if moment.parent is not None:
            return None
        pages = self.pages(moment) if pages is None else pages
        is_rules = isinstance(moment.step, StartsRun)
        shown = [
            pages[i] if isinstance(moment.trace[i], StartsRun) is is_rules else Page(pages[i].stage)
            for i in range(moment.index + 1)
        ]
        return table_of(STARTS if is_rules else PUSHES, shown, moment.index)

    def shows_controls(self, moment: Moment[Thrown]) -> bool | Collection[str]:
        """The table of the rules needs the room of one: of w and T the sum counts alone."""
        return ("speed", "thickness") if isinstance(moment.step, StartsRun) else True

    def situation(self, moment: Moment[Thrown]) -> str:
        scene, contact = moment.scene, moment.scene.contact
        if isinstance(moment.faulty, ChosenPush) and moment.index:
            push = moment.faulty
            if contact is None:
                return f"No sample lies in the wall, so the {moment.compare} is not used: the box passes."
            words = f"{moment.compare.capitalize()}: pushed {way_of(push.normal)} by {fixed(push.depth)}"
            if not _differs(moment):
                return f"{words}, back to the side where it came from."
            wrong = tint(f"**{fixed(scene.error(push))}**", Ink.FAULTY)
            if not scene.is_right:
                return f"{words}. That is {wrong} from the right place."
            why = "came in at the top" if side_of(contact.normal.direction) == "up" else "is before the middle"
            return f"{moment.compare.capitalize()}: {wrong} off. The least push is correct here: the box {why}."
        if isinstance(moment.step, StartsRun) and moment.step.remedy is Remedy.LEAST_PUSH and contact is not None:
            x, side = float(scene.pushed[0]), side_of(contact.normal.direction)
            end = tint("**stopped**", Ink.GAP) if scene.fate is Fate.STOPPED else tint("**wrong side**", Ink.FAULTY)
            return f"From this start the least push goes {side}, to $x$ = {fixed(x)}: {end}."
        if isinstance(moment.step, StartsRun) and moment.step.remedy is not Remedy.LEAST_PUSH:
            x = scene.at(moment.step.remedy, scene.sample + 1.0)[0]
            rule = tint(f"**{NAMED[moment.step.remedy]}**", Ink.GAP if x < 0.0 else Ink.FAULTY)
            if x > 0.0:
                return f"With {rule} the box passes: at sample {scene.sample + 1} it is at $x$ = {fixed(x)}."
            is_there = abs(scene.at(moment.step.remedy, scene.sample)[0] - x) < 1e-6
            first = scene.sample if is_there else scene.sample + 1
            return f"With {rule} the box stops at $x$ = {fixed(x)}. It is there at sample {first}."
        if contact is None:
            where = "misses the wall" if scene.fate is Fate.MISSED else "is already behind the wall"
            return f"At sample {scene.sample} the box {where}."
        deep, side = tint(f"**{fixed(-contact.separation)}**", Ink.OVERLAP), side_of(contact.normal.direction)
        nearer = "the top" if side == "up" else side
        if isinstance((moment.parent or moment).step, Grouped):
            outside = f"The push leaves the box outside of the wall, on its {'upper' if side == 'up' else side} side"
            return outside + (
                ": not where it came from." if scene.fate is Fate.WRONG_SIDE else ", where it came from."
            )
        return f"At sample {scene.sample} the box is {deep} deep; the nearer side is {nearer}."

    def challenge(self, moment: Moment[Thrown]) -> Challenge | None:
        return goal(moment.scene)
