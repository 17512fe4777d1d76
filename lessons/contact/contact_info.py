"""Contact info: normal, separation and points of every pair of kinds, on a board of 25 live pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from geometry import (
    Convex,
    Trace,
    collide,
    manifold,
    separation,
)
from geometry.contact.manifold_points import Manifold
from geometry.faulty.kind_table import NotReversed, not_flipped
from geometry.feature import Feature
from geometry.primitives.dispatch import RoutineChosen
from geometry.tolerance import rounding
from geometry.vector import Vector
from lessons.contact import contact_info_asked as asked
from lessons.contact import contact_info_figure as figure
from lessons.contact.contact_info_scene import Board
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import coords, counted, fixed, sentence, tint

NOT_FLIPPED = "normal not flipped"
WORST = 0.9  # the depth that the goal asks for
ROUTINES = {
    "circle_circle": "circle against circle",
    "circle_obb": "box against circle",
    "box_box": "box against box",
    "convex_convex": "any two shapes",
}


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """All pairs, before one of them is looked at."""

    pairs: int


@dataclass(frozen=True, slots=True, eq=False)
class Directed:
    """The normal is known."""

    normal: Vector  # unit, from A to B


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The separation is known."""

    separation: float  # along the normal; negative when the two overlap


@dataclass(frozen=True, slots=True, eq=False)
class Exchanged:
    """A and B are exchanged."""

    normal: Vector  # of B and A: the other way round


IDEAS: Mapping[type, str] = {
    Seen: "**Contact info** tells how two shapes meet: normal, separation, points. Here for 25 **pairs** of kinds, "
    "A's at the left, B's above. Drag in any cell: B moves in all of them.",
    RoutineChosen: "A table picks the **pair function** by the two kinds. Each is written for one order only. In 7 "
    "of the 25 cells A and B must be **swapped** first.",
    Directed: r"Whatever the kinds, the **contact normal** $\examined{\hat n}$ points from A to B. Moving B along "
    "it is the shortest way to separate shapes that overlap.",
    Measured: r"The **separation** $s$ is measured along $\examined{\hat n}$: from $p_A$ on the surface of A to "
    "$p_B$ on that of B. It is negative for an overlap.",
    Manifold: "A circle makes one contact point, and so does a corner. Two straight edges that face each other make "
    "two contact points: the ends of the part they share.",
    Exchanged: "Call the pair function with B first: points and separation stay, the normal reverses. So where the "
    "arguments were **swapped**, its answer must be flipped back.",
}
FLIPPED = (
    "This pair was swapped, and its answer still points from B to A. A solver that trusts it pushes B into A instead "
    "of out of it."
)
TIE = (
    r"Two opposite ways out of this overlap are equally short, so it has no single normal. The pair function picks "
    r"one of them as $\examined{\hat n}$: either separates the shapes."
)
TIE_EXCHANGED = (
    "The normal reverses, but in a tie either of two opposite ways out is right: the calls with A first and with B "
    "first may pick the same one."
)
FORMULAS: Mapping[type, str] = {
    Measured: r"\B{p_B}-\A{p_A}=s\,\examined{\hat n_{AB}}",
    Exchanged: r"\answer{\hat n_{BA}}=-\,\examined{\hat n_{AB}}",
}


class ContactInfoStory(Story):
    columns = ("point", "of A", "of B", "separation")
    stages: ClassVar[Mapping[type, str]] = {
        Seen: "Board",
        RoutineChosen: "Function",
        Directed: "Normal",
        Measured: "Separation",
        Manifold: "Points",
        Exchanged: "Swapped",
    }

    def page(self, moment: Moment[Board]) -> Page:
        step, scene = moment.step, moment.scene
        idea = IDEAS[type(step)]
        if _is_wrong(moment) and isinstance(step, Directed | Exchanged):
            idea = FLIPPED
        elif scene.is_tie and isinstance(step, Directed | Exchanged):
            idea = TIE if isinstance(step, Directed) else TIE_EXCHANGED
        page, known = Page(self.stage(moment), idea, FORMULAS.get(type(step), "")), scene.known
        match step:
            case Seen():
                return _counted(page, scene)
            case RoutineChosen(routine=routine, swapped=swapped):
                order = "A and B are **swapped** first" if swapped else "in this order"
                page = page.says(f"{scene.name}: the function for {ROUTINES[routine]}, {order}.")
                page = page.claiming(Claim("swapped", lambda: swapped, lambda: scene.cell.swapped))
                return page.asks(asked.direction(moment), known="The two shapes overlap.")
            case Directed():
                page = page.says(rf"{scene.name}: $\examined{{\hat n}}$ = **{coords(known.normal)}**.")
                return page.claiming(_touches(scene))
            case Measured():
                s = known.separation
                kind = f"a gap of {fixed(s)}" if s > 0.0 else f"an overlap of {fixed(-s)}"
                page = page.says(f"{scene.name}: $s$ = {_s(s)}, {kind}.").claiming(
                    Claim("p_B - p_A", lambda: known.on_b - known.on_a, lambda: s * known.normal, 1e-7)
                )
                return page.asks(asked.round_row(moment), situation(scene))
            case Manifold():
                return _points(page, scene).asks(asked.exchanged(moment), situation(scene))
        a, b = scene.cell.a, scene.cell.b
        told = (
            f"A first: {tint(coords(known.normal), Ink.EXAMINED)}. B first: **{coords(-known.normal)}**. "
            f"$s$ = {_s(known.separation)} stays."
        )
        if _is_wrong(moment):
            kept = tint(f"**{coords(moment.faulty.normal)}**", Ink.FAULTY)
            told = f"From A to B: {tint(coords(known.normal), Ink.EXAMINED)}. Answered, not flipped: {kept}."
        exchanged = manifold(b, a) if known.points else None
        return page.says(told).claiming(
            Claim(
                "the same depth",
                lambda: known.separation if exchanged is None else exchanged.separation,
                lambda: known.separation,
                1e-6,
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Board]) -> None:
        figure.draw_pair(canvas, moment)


def _s(s: float) -> str:
    return tint(f"**{fixed(s)}**", separation_ink(s))


def _counted(page: Page, scene: Board) -> Page:
    overlaps = sum(bool(cell.found.points) for cell in scene.cells.values())
    told = f"{_overlapping(scene)}: marked red."
    if overlaps < 25:
        told = f"{told} The other {25 - overlaps} are apart: green." if overlaps else "All 25 pairs are apart: green."
    page = page.says(told)

    def true_count() -> int:
        return sum(separation(c.a, c.b) <= rounding(c.a, c.b) for c in scene.cells.values())

    return page.claiming(Claim("overlaps", lambda: overlaps, true_count))


def _overlapping(scene: Board) -> str:
    overlaps = sum(bool(cell.found.points) for cell in scene.cells.values())
    return f"{overlaps} of 25 pairs {'touch or overlap'}"


def _touches(scene: Board) -> Claim:
    """B moved by −s along the normal just touches A: not for one inside the other, or two ways that tie."""
    known, (a, b, _, _) = scene.known, scene.cell
    moved = b.moved(-known.separation * known.normal)
    return Claim("just touching", lambda: separation(a, moved), lambda: 0.0, 1e-6)


def _points(page: Page, scene: Board) -> Page:
    points = scene.known.points
    two = sum(len(cell.found.points) == 2 for cell in scene.cells.values())
    for k, p in enumerate(points, start=1):
        number = tint(fixed(p.separation), separation_ink(p.separation))
        page = page.row(
            f"$p_{k}$", *map(_named, (scene.cell.a, scene.cell.b), p.id), number, ink=Ink.ANSWER, key=f"p{k}"
        )
    here = sentence(counted(len(points), "contact point")) if points else "No contact point"
    n = scene.known.normal
    return page.says(f"{scene.name}: **{here.lower()}**. {two} of the 25 pairs have two.").claiming(
        Claim(
            "p_B - p_A = s n", lambda: [p.on_b - p.on_a for p in points], lambda: [p.separation * n for p in points]
        )
    )


def _named(shape: Convex, feature: Feature) -> str:
    """A vertex of a rounded shape is the centre of an arc."""
    if len(shape.points) == 1:
        return "circle"
    return f"{'arc' if shape.radius and feature.is_vertex else feature.kind.value} {feature.index}"


def situation(scene: Board) -> str:
    s = scene.known.separation
    told = f"{_overlapping(scene)}. {scene.name} "
    if abs(s) <= rounding(scene.cell.a, scene.cell.b):
        return f"{told}just touch."
    return told + (
        f"are {tint(fixed(s), Ink.GAP)} apart." if s > 0.0 else f"overlap by {tint(fixed(-s), Ink.OVERLAP)}."
    )


def _is_wrong(moment: Moment[Board]) -> bool:
    return isinstance(moment.faulty, NotReversed) and moment.scene.cell.swapped and bool(moment.scene.known.points)


class ContactInfo(Lesson[Board]):
    id = "contact-info"
    title = "Contact info"
    source = "Shapes and collision detection"
    summary = "Normal, separation and points of every pair of kinds; a swapped pair must flip its normal."
    terms = ("contact info", "pair function", "swapped pair")
    builds_on = ("dispatch", "edge-clipping")
    story = ContactInfoStory()
    compare = (
        Comparison(
            NOT_FLIPPED,
            lambda s: not_flipped(s.cell.a, s.cell.b),
            _is_wrong,
            "Error 8 of *Shapes and collision*, which does not mention the normal",
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("board", "", figure.draw_board, share=0.64, take=figure.take),
            Pane("world", "The chosen pair", self.story.draw, is_world=True, share=0.36),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Board | Preset[Board]]:
        def scene(x: float, y: float, turn: float, row: str, column: str) -> Board:
            return Board(np.array((x, y)), row, column, turn)

        return {
            "Mixed": scene(0.95, 0.8, 20.0, "circle", "box"),
            "All overlap": scene(0.85, 0.45, 25.0, "polygon", "box"),
            "Normal not flipped": Preset(scene(0.9, 0.6, 10.0, "box", "rounded"), NOT_FLIPPED, at_first(Directed)),
            "Stacked": scene(0.0, 0.98, 0.0, "box", "polygon"),
            "All apart": scene(2.2, 1.2, 20.0, "capsule", "rounded"),
            "One centre": scene(0.0, 0.0, 0.0, "box", "box"),
        }

    def run(self, scene: Board) -> Trace[Any, Manifold]:
        """The chosen pair: which function, then what its contact knows."""
        a, b = scene.cell.a, scene.cell.b
        dispatched, whole = collide.trace(a, b), manifold.trace(a, b)
        chosen = next(i for i, step in enumerate(dispatched) if isinstance(step, RoutineChosen))
        found = whole.result
        steps = (
            Seen(len(scene.cells)), dispatched.steps[chosen], Directed(found.normal), Measured(found.separation),
            whole.steps[-1], Exchanged(-found.normal),
        )  # fmt: skip
        lines = (dispatched.lines[0], dispatched.lines[chosen], *(whole.lines[-1:] * 4))
        return Trace(whole.function, steps, lines, None, whole.answer)

    def situation(self, moment: Moment[Board]) -> str:
        if _is_wrong(moment):
            left = moment.faulty.separation
            ends = f"is {fixed(-left)} deep" if left < 0.0 else "comes out at the far side"
            told = f"Normal not flipped: pushed along it by {fixed(-moment.scene.known.separation)}, B {ends}."
            return tint(told, Ink.FAULTY)
        return situation(moment.scene)

    def challenge(self, moment: Moment[Board]) -> Challenge | None:
        if moment.compare:
            return None
        cell = moment.scene.cell
        pushed = not_flipped(cell.a, cell.b).separation
        now = f"{fixed(-pushed)} deep" if pushed < 0.0 else "not deeper"
        if not cell.swapped or not cell.found.points:
            now = "apart" if cell.swapped else "not a swapped pair"
        return Challenge(
            f"Choose a **swapped** pair and place B so that its normal, not flipped, pushes B {fixed(WORST)} deep or "
            "deeper.",
            cell.swapped and bool(cell.found.points) and pushed <= -WORST,
            now,
            "The push is as long as the overlap is deep. From which depth does it take B to the middle of A?",
        )
