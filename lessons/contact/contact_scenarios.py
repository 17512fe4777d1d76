"""Where bodies touch: one contact point or two, and why the list of them decides whether a body stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np

from geometry import Convex, StepRules, Trace, box, convex
from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold
from geometry.contact.reference import ReferenceEdge
from geometry.faulty.clipping import manifold_deepest_only
from geometry.trace import Grouped, grouped
from lessons.contact import contact_scenarios_asked as asked
from lessons.contact import contact_scenarios_rows as rows
from lessons.contact.contact_scenarios_figure import (
    EXAGGERATED,
    draw_pose,
    drops,
    head,
    lasts,
    on_the_right,
    title_ink,
)
from lessons.contact.released import TIME_STEPS, SetDown
from lessons.stories.clip_state import SHAPES, ink_of
from lessons.stories.reference import ReferenceStory, lowest
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, Scene, at, body
from viz.lesson.story import Story
from viz.lesson.text import fixed, sentence, tint
from viz.lesson.times import seconds

DEEPEST = "deepest point only"
GRAVITY = float(np.linalg.norm(StepRules().gravity))  # of the release


@dataclass(frozen=True, eq=False)
class OnFloor(Scene):
    """B on a floor, A, which is fixed."""

    b: Body = body(Ink.B, "B")
    a: Body = at(box(2.3, 0.65), 0.0, -0.325)  # noqa: RUF009  # frozen

    def sketched(self) -> Sequence[tuple[Ink, Any]]:
        return (Ink.A, self.a.world.points), (Ink.B, self.b.world.points)

    @cached_property
    def pose(self) -> SetDown:
        return SetDown(self.a.world, self.b.world)

    @cached_property
    def other(self) -> SetDown:
        return self.pose.counterpart


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """The bodies, before anything is computed."""

    a: Convex
    b: Convex


@dataclass(frozen=True, slots=True, eq=False)
class Balanced:
    """The centre of mass is compared with the contact points, along the reference edge."""

    places: tuple[float, ...]
    centre: float


@dataclass(frozen=True, slots=True, eq=False)
class LetGo:
    """Both bodies are let go."""

    becomes: str  # of B


IDEAS = {
    Posed: "We want to know whether B stands on A, which is fixed: left on {left}, right on {right}. It depends on "
    "the **contact points**, where A pushes on B.",
    Grouped: r"Without friction A pushes B along the **contact normal** $\examined{\hat n}$, from A to B. The edge "
    "with the least overlap gives it: {how}.",
    Manifold: "A corner gives one contact point; an edge two, the ends of its part on A. These points, each with "
    r"its separation $\overlap{s}$, and $\examined{\hat n}$ are the **contact manifold**.",
    Balanced: "The weight acts at the **centre of mass** $c$. A pushes up at the contact points. This can balance "
    "the weight if $c$ lies between two points, or over the only one.",
    LetGo: "B is moved out of the overlap and let go, without friction. It stands if $c$ lies between its contact "
    "points. Else B turns until $c$ lies between two points, or falls.",
}
SLIDES = (
    "At the start the contact force is tilted, as $\\examined{\\hat n}$ is. Without friction nothing "
    f"balances its {tint('sideways part', Ink.OVERLAP)}: B cannot stand, wherever $c$ lies."
)
APART = "Bodies that are apart do not push on each other: there is no contact point, and B falls. Drag it onto A."
ROCKS = (
    "This rule keeps one point, the deepest. B stops at that corner and falls at the other, until that "
    "is deeper. So B oscillates and sinks. Two points hold it still."
)
BOTH = (
    "We want to know whether B stands on A, which is fixed. It depends on the **contact points**, where A pushes on "
    "B. On the right a rule keeps only the deepest of them."
)
KEEPS_ONE = (
    "This rule keeps one contact point, the deepest; of two that are equally deep, one. At the other end of the "
    "shared part nothing pushes on B."
)
ON_ONE = (
    "The only contact force acts at the point that is kept. $c$ does not lie over it, so nothing balances the "
    "weight: this rule turns a box that should stand."
)
HOLDS = r"\text{B stands:}\quad\answer{x_1}\le x_c\le\answer{x_2}"
ONE = r"\{\,\examined{\hat n},\ (\answer{p_1},\overlap{s_1})\,\}"
MANIFOLD = r"\{\,\examined{\hat n},\ (\answer{p_1},\overlap{s_1}),\ (\answer{p_2},\overlap{s_2})\,\}"


class ContactScenariosStory(Story):
    columns = rows.COLUMNS
    stages: ClassVar[Mapping[type, str]] = {
        Posed: "Contact",
        Grouped: "Normal",
        Manifold: "Points",
        Balanced: "Balance",
        LetGo: "Release",
    }

    def page(self, moment: Moment[OnFloor]) -> Page:
        step, pose = moment.step, moment.scene.pose
        idea = IDEAS[type(step)]
        if isinstance(step, Posed):
            lies = BOTH if drops(moment) else idea
            idea = lies.format(**{side: each.lies_on.replace("a c", "its c") for side, each in rows.both(moment)})
        if isinstance(step, Grouped) and pose.found.points:
            is_a = pose.reference.owner.value == "A"
            idea = idea.replace("{how}", "its outward normal" + ", reversed, as it is B's" * (not is_a))
        page = Page(self.stage(moment), idea)
        if not pose.found.points:
            return _apart(page, pose.found.separation)
        match step:
            case Posed():
                other = _depth(on_the_right(moment))
                told = f"These overlap by {_depth(pose)} on the left, by {other} on the right."
                if _depth(pose) == other:
                    told = f"Both pairs overlap by {other}."
                page = page.says(f"Bodies that overlap are in contact. {told}")
                return page.claiming(Claim("overlap", lambda: pose.found.separation, lambda: _greatest(moment)))
            case Grouped():
                return _normal(page, moment)
            case Manifold():
                return _points(page, moment)
            case Balanced():
                return _balance(page, moment)
        return _let_go(page, moment)

    def draw(self, canvas: Canvas, moment: Moment[OnFloor]) -> None:
        draw_pose(canvas, moment, is_other=False)


def _ruled(moment: Moment[OnFloor]) -> SetDown:
    """B on the contact points of the rule that is told of: a faulty one only where it loses points."""
    return moment.faulty if drops(moment) else moment.scene.pose


def _greatest(moment: Moment[OnFloor]) -> float:
    return max(s for owner in SHAPES for s in lowest(moment, owner))


def _lies(pose: SetDown) -> str:
    s = pose.found.separation
    return "just touch" if fixed(s) == "0.00" else f"overlap by {tint(fixed(-s), Ink.OVERLAP)}"


def _depth(pose: SetDown) -> str:
    return tint(f"**{fixed(-pose.found.separation)}**", Ink.OVERLAP)


def _apart(page: Page, gap: float) -> Page:
    page = Page(page.stage, APART).claiming(Claim("apart", lambda: gap > 0.0, lambda: True))
    return page.says(f"A gap of {tint(fixed(gap), Ink.GAP)}: no contact.")


def _normal(page: Page, moment: Moment[OnFloor]) -> Page:
    pose = moment.scene.pose
    reference = pose.reference
    name = tint(f"edge {reference.edge} of {reference.owner.value}", ink_of(reference.owner))
    which = (
        "Its normal points from A to B."
        if reference.owner.value == "A"
        else "Its normal, reversed, points from A to B."
    )
    page = page.says(f"Along the normal of {name} the overlap is least, {_depth(pose)}. {which}")
    page = page.claiming(Claim("least overlap", lambda: reference.separation, lambda: _greatest(moment)))
    return page.asks(asked.places(moment), f"A and B overlap by {fixed(-reference.separation)}.")


def _points(page: Page, moment: Moment[OnFloor]) -> Page:
    pose, is_faulty = _ruled(moment), drops(moment)
    points = sorted(pose.found.points, key=lambda p: pose.along(p.point))
    n = pose.found.normal
    edge = f"edge {pose.reference.edge} of {pose.reference.owner.value}"
    many = "One contact point" if len(points) == 1 else "Two contact points"
    names = [moment.scene.pose.name_of(p) for p in points]
    formula = MANIFOLD if len(points) == 2 else ONE.replace("1", str(names[0]))
    page = Page(page.stage, KEEPS_ONE if is_faulty else page.idea, formula)
    page = rows.of_points(page, moment)
    at_places = " and ".join(f"**{fixed(x)}**" for x in pose.places)
    many += ", in the middle of the overlap" * (fixed(pose.found.separation) != "0.00")
    told = f"{many}: $x$ = {at_places} from v{pose.left_end} along {edge}."
    if not pose.is_upright:
        told = f"{many}: {rows.named('A', points[0].id[0])} on {rows.named('B', points[0].id[1])}."
    if is_faulty:
        told = f"Of two contact points only $p_{names[0]}$ is kept, at $x$ = {at_places} from v{pose.left_end}."
    page = page.says(told)
    page = page.claiming(
        Claim(
            "p_B - p_A = s n", lambda: [p.on_b - p.on_a for p in points], lambda: [p.separation * n for p in points]
        ),
        Claim(
            "p in the middle", lambda: [p.point for p in points], lambda: [0.5 * (p.on_a + p.on_b) for p in points]
        ),
    )
    return page.asks(
        asked.tips_from(moment) or asked.becomes(moment), f"A and B overlap by {fixed(-pose.found.separation)}."
    )


def _balance(page: Page, moment: Moment[OnFloor]) -> Page:
    pose, is_faulty, page = _ruled(moment), drops(moment), rows.of_centres(page, moment)
    if not pose.is_upright:
        x, y = pose.found.normal
        page = Page(page.stage, SLIDES, rows=page.rows).says(
            f"$\\examined{{\\hat n}}$ = ({fixed(x)}, {fixed(y)}): B {pose.becomes}."
        )
        return page.claiming(Claim("not straight up", lambda: y < 1.0, lambda: True))
    first, last, x = pose.places[0], pose.places[-1], pose.centre
    ink = Ink.GAP if pose.stands else Ink.OVERLAP
    told = f"$x_c$ = **{fixed(x)}** {_where(pose, ink)}: {'by this rule ' * is_faulty}B {pose.becomes}."
    inside = first <= pose.along(pose.b.centroid) <= last
    idea = ON_ONE if is_faulty and not pose.stands else page.idea
    names = sorted(moment.scene.pose.name_of(p) for p in pose.found.points)
    formula, other = rows.order(pose, names), on_the_right(moment)
    if not is_faulty and other.is_upright:
        formula = (
            rf"\text{{left: }}{formula}\qquad\text{{right: }}{rows.order(other, range(1, 1 + len(other.places)))}"
        )
    page = Page(page.stage, idea, formula, rows=page.rows).says(told)
    return page.claiming(Claim("stands", lambda: pose.stands, lambda: inside))


def _where(pose: SetDown, ink: Ink) -> str:
    """How the centre of mass lies to the contact points."""
    first = fixed(pose.places[0])
    if not pose.stands:
        outer = f"the only point, {first}" if len(pose.places) == 1 else "the outer point"
        return f"lies {tint(f'**{fixed(pose.beside)}**', ink)} to the {pose.side} of {outer}"
    if len(pose.places) == 1:
        return f"lies over the only point, {first}"
    return f"lies between {first} and {fixed(pose.places[-1])}"


def _let_go(page: Page, moment: Moment[OnFloor]) -> Page:
    pose = moment.scene.pose
    if not pose.is_upright:
        page = Page(page.stage, SLIDES)
        if lasts(moment) < 1.0:
            first, last = (pose.released.poses[k].position[0] for k in (0, -1))
            way, span = last - first, fixed(lasts(moment))
            told = f"In {span} s the left B has slid **{fixed(abs(way))}** to the {'right' if way > 0.0 else 'left'}."
            return page.says(told).claiming(Claim("slides", lambda: way != 0.0, lambda: True))
    elif _rocks(moment):
        tilt = tint(f"**{fixed(moment.faulty.released.tilt)}°**", Ink.FAULTY)
        told = f"With one point B tilts by up to {tilt} (dotted: × {EXAGGERATED:.0f}) and sinks "
        told += f"{fixed(_deep(moment.faulty))} deep. With two points it tilts by {fixed(pose.released.tilt)}°."
        return (
            Page(page.stage, ROCKS)
            .says(told)
            .claiming(Claim("tilts", lambda: moment.faulty.released.tilt > pose.released.tilt, lambda: True))
        )
    if pose.is_upright:
        page = Page(page.stage, page.idea, HOLDS)
    return page.says(_turned(moment)).claiming(
        Claim("one second", lambda: len(pose.released.poses) <= TIME_STEPS + 1, lambda: True)
    )


def _turned(moment: Moment[OnFloor]) -> str:
    span = lasts(moment)
    left, right = (each.released.told_turn(span) for each in (moment.scene.pose, on_the_right(moment)))
    left, right = ("does not turn" if by == "0°" else f"turns by **{by}**" for by in (left, right))
    told = "one second" if span == 1.0 else f"{fixed(span)} s"
    return f"In {told} ($g$ = {fixed(GRAVITY, 0)}) the left B {left}, the right one {right}."


def _deep(pose: SetDown) -> float:
    """How deep B is in the floor at last."""
    return float(pose.a.points[:, 1].max() - pose.released.at(1.0).points[:, 1].min())


def _rocks(moment: Moment[OnFloor]) -> bool:
    faulty, pose = moment.faulty, moment.scene.pose
    has_lost = isinstance(faulty, SetDown) and len(pose.found.points) == 2 and pose.is_upright
    return has_lost and bool(faulty.released.tilt > pose.released.tilt + 0.05)


class ContactScenarios(Lesson[OnFloor]):
    id = "contact-scenarios"
    title = "Contact scenarios"
    source = "Rounding collider corners"
    summary = "One contact point or two: a body stands only if its centre of mass lies between them."
    terms = ("contact point", "contact normal", "contact manifold", "centre of mass")
    builds_on = ("minimum-translation", "collision-response")
    story = ContactScenariosStory()
    nested = ReferenceStory()
    compare = (
        Comparison(
            DEEPEST,
            lambda s: SetDown(s.a.world, s.b.world, lambda a, b, previous: manifold_deepest_only(a, b)),
            _rocks,
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        told = partial(Pane, title="", is_note_below=True)
        return beside(
            told("world", draw=self.story.draw, is_world=True, headed=partial(head, is_other=False)),
            told("other", draw=partial(draw_pose, is_other=True), headed=partial(head, is_other=True), ink=title_ink),
        )

    @cached_property
    def scenes(self) -> Mapping[str, OnFloor | Preset[OnFloor]]:
        foot = convex(((-0.2, -0.5), (0.2, -0.5), (0.9, 0.5), (-0.9, 0.5)))
        return {
            "Corner on an edge": OnFloor(at(box(1.5, 0.9), 0.05, 0.72, 35.0)),
            "Tower": OnFloor(at(box(0.7, 1.5), -0.1, 0.73)),
            "Overhang": OnFloor(at(box(1.7, 0.6), 0.85, 0.28)),
            "Narrow foot": OnFloor(at(foot, 0.1, 0.59)),
            "Deepest point only": Preset(OnFloor(at(box(1.6, 0.9), 0.1, 0.43)), DEEPEST, at_first(Balanced)),
            "On A's corner": OnFloor(at(box(1.1, 1.1), 1.0, 0.45, 50.0), at(box(1.6, 0.9), 0.0, -0.45)),
        }

    def run(self, scene: OnFloor) -> Trace[Any, Manifold]:
        """The search as one step, the points, the balance; of bodies that are apart nothing."""
        if len(scene.b.world.points) == 1:
            raise ValueError("a circle has no edges here: choose a polygon")
        a, b = scene.a.world, scene.b.world
        posed, whole = Posed(a, b), manifold.trace(a, b)
        if not whole.result.points:
            return Trace(whole.function, (posed,), whole.lines[:1], None, whole.answer)
        count = 1 + next(i for i, step in enumerate(whole) if isinstance(step, ReferenceEdge))
        pose = scene.pose
        balanced = Balanced(pose.places, pose.centre)
        steps = (posed, *whole.steps[:count], whole.steps[-1], balanced, LetGo(pose.becomes))
        lines = (whole.lines[0], *whole.lines[:count], *(whole.lines[-1:] * 3))
        return grouped(Trace(whole.function, steps, lines, None, whole.answer), [range(1, 1 + count)])

    def clock(self, moment: Moment[OnFloor]) -> Clock | None:
        return (
            Clock(3.0, plays_on_entry=True, told=seconds(lasts(moment))) if isinstance(moment.step, LetGo) else None
        )

    def situation(self, moment: Moment[OnFloor]) -> str:
        pose, other, s = moment.scene.pose, moment.scene.other, moment.scene.pose.found.separation
        if not pose.found.points:
            return f"A and B are {tint(fixed(s), Ink.GAP)} apart: no contact."
        if isinstance(moment.step, LetGo) and _rocks(moment):
            return tint(f"Deepest point only: after {fixed(lasts(moment))} s B still rocks.", Ink.FAULTY)
        if isinstance(moment.step, LetGo) and moment.time:
            t = moment.time * lasts(moment)
            return f"Left: B {_fate(pose, t)}. Right: B {_fate(other, t)}."
        if isinstance(moment.step, Balanced) and drops(moment):
            return tint(f"{sentence(DEEPEST)}: B {moment.faulty.becomes}.", Ink.FAULTY)
        if moment.latest(Balanced) is not None:
            return f"Left: B {pose.becomes}. Right: B {other.becomes}."
        left, right = _lies(pose), _lies(on_the_right(moment))
        if left == right:
            return f"Left and right, A and B {left}."
        return f"Left: A and B {left}. Right: they {right}."

    def challenge(self, moment: Moment[OnFloor]) -> Challenge | None:
        return None if moment.compare else asked.goal(moment)


def _fate(pose: SetDown, t: float) -> str:
    """What becomes of B, and at the end of its fall what has."""
    landing = pose.released.told_landing(t)
    return f"has {landing}" if landing else pose.becomes
