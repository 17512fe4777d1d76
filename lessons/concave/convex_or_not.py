"""Convex or not: which vertices of an outline are reflex, and which of SAT's two answers is then still proved."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry import Trace, Vector, box
from geometry.concave.convexity import (
    AxesProjected,
    Convexity,
    ConvexityStep,
    DistanceFound,
    HullFound,
    StripsFound,
    Turn,
    Turned,
    outward,
)
from geometry.concave.pairs import polygon_pairs
from geometry.faulty.convexity import (
    FaultyPush,
    FaultyTurns,
    angles_by_arccos,
    push_of_the_outline,
    winding_not_checked,
)
from geometry.outline import signed_area
from geometry.trace import picked
from geometry.vector import Points, following
from lessons.concave.convex_or_not_chart import chart_axes, draw_chart
from lessons.concave.convex_or_not_figure import SINGLY, draw_world, is_rest
from lessons.concave.convex_or_not_predictions import drag_beside, vertex, which_axis, which_vertex
from lessons.concave.convex_or_not_scene import Notched
from lessons.concave.convex_or_not_table import decisive, distances, of_pieces
from lessons.concave.convex_or_not_words import counted, fault_told, turn_told
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Follow, Layout, Lesson, Moment, Pane, beside
from viz.lesson.outline import Outline
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at, polar
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, listed, tint

DEEP = 1.2  # the challenge: the hull's area over A's
NEAR = 1.01  # the challenge: the strips' area over the hull's

STAGES = {
    DistanceFound: "Distance",
    AxesProjected: "SAT",
    Turned: "Turns",
    HullFound: "String",
    StripsFound: "Strips",
    Convexity: "Answer",
}
DISTANCE = (
    "If convex shapes are apart, an edge normal (dashed) shows a gap, and the separating axis test (SAT) finds it. "
    "We try it on this A. First the true **distance** $d$."
)
SAT = (
    "On each edge normal the projections have a **separation** $s_i$, negative where they overlap. SAT says “apart” "
    "if the greatest is positive."
)
TURNS = (
    "A **convex** shape contains every chord between its points, a **concave** one does not. At a **reflex "
    "vertex** you turn right: cross < 0 (only its sign counts)."
)
BACKWARDS = (
    "This list runs clockwise: walk it backwards, inside on the left. At a **reflex vertex** you turn right: "
    "cross < 0 (only its sign counts)."
)
STRING = (
    "Stretch a string around A: the **convex hull** $H$. A **bridge** is its edge across a **notch**. On every axis "
    "A and $H$ have the same projection, so no axis shows a notch."
)
OWN_HULL = (
    "Stretch a string around A: the **convex hull** $H$. A is **convex**, so it is its own hull, and there is no "
    "notch that a projection could hide."
)
STRIPS = (
    "On each of its edge normals A fills one **strip**. $S$ is the part that all strips share. No edge normal of A "
    "shows a gap between A and a point of $S$."
)
ANSWER = (
    "A gap proves that A and B are apart. Without one, convex shapes overlap, but concave ones may not. So cut A "
    "(dashed) into convex pieces $A_k$ and test each."
)
DISTANCE_FORMULA = r"\answer{d}=\min\,\lVert \B{q}-\A{p}\rVert\quad \A{p\in A},\ \B{q\in B}"
SAT_FORMULA = r"s_{\mathrm{SAT}}=\max_i\,s_i"
CROSS = (
    r"\mathrm{cross}(\examined{e_{\mathrm{in}}},\examined{e_{\mathrm{out}}})="
    r"x_{\mathrm{in}}\,y_{\mathrm{out}}-y_{\mathrm{in}}\,x_{\mathrm{out}}"
)
SAME = r"[\A{\min_A},\A{\max_A}](\examined{\hat n})=[\min_H,\max_H](\examined{\hat n})"
AREAS = r"\mathrm{area}(\A{A})\le\mathrm{area}(H)\le\mathrm{area}(\examined{S})"
PIECES = r"d(\A{A},\B{B})=\min_k\,d(\A{A_k},\B{B})"


class ConvexOrNotStory(Story):
    """The truth, SAT's answer, and what makes the difference."""

    columns = ("vertex", "cross product", "turn")
    stages = STAGES

    def page(self, moment: Moment[Notched]) -> Page:
        match moment.step:
            case DistanceFound() as found:
                return self.distance(moment, found)
            case AxesProjected() as tested:
                return self.sat(moment, tested)
            case Turned() as turned:
                return self.turned(moment, turned)
            case HullFound() as around:
                return self.string(moment, around)
            case StripsFound() as common:
                return self.strips(moment, common)
            case Convexity() as answer:
                return self.answer(moment, answer)
        raise TypeError(moment.step)

    def distance(self, moment: Moment[Notched], found: DistanceFound) -> Page:
        scene, d = moment.scene, found.pairs.distance
        says = f"The shortest segment from A to B has length $d$ = **{fixed(d)}**. They are apart."
        if found.is_overlap:
            says = "A and B have points in common: $d$ = **0.00**, they overlap."
        claim = Claim("d", lambda: d, lambda: min(distances(scene)))
        page = Page(self.stage(moment), DISTANCE, DISTANCE_FORMULA, (claim,)).says(says)
        return page.asks(which_axis(moment), situation(moment, told=False))

    def sat(self, moment: Moment[Notched], tested: AxesProjected) -> Page:
        scene, best, truth = moment.scene, tested.best, moment.trace.result.pairs
        number = tint(f"**{fixed(best.separation)}**", separation_ink(best.separation))
        says = f"The greatest of {len(tested.tests)} separations is {number}: SAT reports "
        if tested.is_gap:
            says = f"{says}a gap, on the normal of edge {best.edge} of {best.owner}. A gap is proof."
        elif truth.overlapping:
            says = f"{says}an overlap, and here A and B do overlap."
        else:
            says = f"{says}an overlap. But $d$ = {fixed(truth.distance)}: a **false positive**."
        return (
            Page(self.stage(moment), SAT, SAT_FORMULA)
            .says(says)
            .claiming(Claim("greatest", lambda: best.separation, lambda: max(_separations(scene))))
            .asks(which_vertex(moment), situation(moment))
        )

    def turned(self, moment: Moment[Notched], turned: Turned) -> Page:
        scene, (x, y), (u, v) = moment.scene, turned.before.tolist(), turned.after.tolist()
        if is_rest(moment):
            return self.others(moment)
        word = turn_told(turned)
        sums = equation("{x} · {v} − {y} · {u} = **{result}**", lambda x, y, u, v: x * v - y * u, x=x, y=y, u=u, v=v)
        page = Page(self.stage(moment), TURNS if scene.polygon.is_counter_clockwise else BACKWARDS, CROSS)
        sums = re.sub(r"([·−]) (−[\d.]+)", r"\1 (\2)", sums)  # a negative number after a sign stands in brackets
        chord = " The chord leaves A." if turned.turn is Turn.REFLEX else ""
        page = page.says(f"Vertex {turned.vertex}: {sums}. You {word}: **{turned.turn.value}**.{chord}").claiming(
            Claim("cross", lambda: turned.cross, lambda: _cross_at(scene, turned.vertex)),
            Claim("right", lambda: turned.turn is Turn.REFLEX, lambda: _cross_at(scene, turned.vertex) < 0.0),
        )
        return _row(page, turned)

    def others(self, moment: Moment[Notched]) -> Page:
        """The vertices after the first few, all at once."""
        scene, walk = moment.scene, moment.scene.walk
        count = sum(s.turn is Turn.REFLEX for s in walk)
        shape = "**concave**: each dashed chord leaves it" if count else "**convex**"
        page = Page(self.stage(moment), TURNS if scene.polygon.is_counter_clockwise else BACKWARDS, CROSS).says(
            f"The other {len(walk) - SINGLY} in the same way. You turn right at **{count}** of {len(walk)} vertices. "
            f"A is {shape}."
        )
        every = range(len(walk))
        page = page.claiming(Claim("reflex", lambda: count, lambda: sum(_cross_at(scene, i) < 0.0 for i in every)))
        for step in walk[SINGLY:]:
            page = _row(page, step)
        return page

    def string(self, moment: Moment[Notched], around: HullFound) -> Page:
        scene = moment.scene
        own = scene.on_axis(scene.a.points)
        ends = [tint(fixed(value), Ink.A) for value in (own.low, own.high)]
        says = f"At {fixed(scene.axis, 0)}° A and its hull both reach from {ends[0]} to {ends[1]}."
        whole = scene.on_axis(around.outline)
        return (
            Page(self.stage(moment), STRING if around.bridges else OWN_HULL, SAME)
            .says(f"{says} Drag the line in the chart: they stay equal.")
            .claiming(Claim("projections", lambda: (own.low, own.high), lambda: (whole.low, whole.high)))
            .asks(drag_beside(moment, around), situation(moment))
        )

    def strips(self, moment: Moment[Notched], common: StripsFound) -> Page:
        scene, (own, whole, strips) = moment.scene, moment.trace.result.areas
        numbers = f"{tint(fixed(own), Ink.A)} ≤ {fixed(whole)} ≤ {tint(fixed(strips), Ink.EXAMINED)}"
        says = f"{numbers}: $S$ is {fixed(strips / own)} times as large as A."
        if moment.trace.result.is_convex:
            says = f"{numbers.replace('≤', '=')}: for a convex shape all three are the same polygon."
        return (
            Page(self.stage(moment), STRIPS, AREAS)
            .says(says)
            .claiming(
                Claim("area of A", lambda: own, lambda: abs(signed_area(scene.a.points))),
                Claim("same strips", lambda: _ends(scene, common.outline), lambda: _ends(scene, scene.a.points)),
                Claim("order", lambda: own <= whole * (1 + 1e-9) and whole <= strips * (1 + 1e-9), lambda: True),
            )
        )

    def answer(self, moment: Moment[Notched], answer: Convexity) -> Page:
        scene, pairs = moment.scene, answer.pairs
        count, met, names = len(scene.polygon.pieces), len(pairs.overlapping), listed(decisive(scene))
        reflex = counted(len(answer.reflex), "reflex vertex", "reflex vertices")
        if answer.is_convex:
            says = "No reflex vertex: A is one convex piece, and SAT’s “gap” and “overlap” can both be trusted."
        elif met:
            says = f"{reflex}: SAT proved nothing. But B meets {names}: $d$ = **0.00**, so A and B overlap."
        else:
            verb = "are" if " and " in names else "is"
            gap = f"{verb} **{fixed(pairs.distance)}** away"
            says = f"{reflex}. B meets none of the {count} pieces: the nearest, {names}, {gap}."
        return (
            Page(self.stage(moment), ANSWER, PIECES)
            .says(says)
            .claiming(
                Claim("pieces", lambda: pairs.distance, lambda: min(distances(scene))),
                Claim("a gap is proof", lambda: answer.tested.is_gap and met > 0, lambda: False),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Notched]) -> None:
        draw_world(canvas, moment)


def _row(page: Page, turned: Turned) -> Page:
    side = turn_told(turned).split(" ")[1]
    result = tint(f"{side}, {turned.turn.value}", Ink.OVERLAP if turned.turn is Turn.REFLEX else Ink.TEXT)
    return page.row(str(turned.vertex), fixed(turned.cross), result, feature=vertex(turned.vertex))


def _cross_at(scene: Notched, index: int) -> float:
    """From the list: of its two edges there, with the sign of its winding."""
    p = scene.a.points
    e, f = p[index] - p[index - 1], p[(index + 1) % len(p)] - p[index]
    return math.copysign(1.0, signed_area(p)) * float(e[0] * f[1] - e[1] * f[0])


def _separations(scene: Notched) -> list[float]:
    own, other = scene.a.points, scene.b.world.points
    e = np.concatenate([following(ring) - ring for ring in (own, other)])
    n = np.stack((-e[:, 1], e[:, 0])) / np.hypot(e[:, 0], e[:, 1])
    a, b = own @ n, other @ n
    found: list[float] = np.maximum(b.min(axis=0) - a.max(axis=0), a.min(axis=0) - b.max(axis=0)).tolist()
    return found


def _ends(scene: Notched, ring: Points) -> NDArray[np.float64]:
    """Both ends of a ring's projection on every edge normal of A."""
    along = ring @ outward(scene.polygon).T
    return np.stack((along.min(axis=0), along.max(axis=0)))


def situation(moment: Moment[Notched], *, told: bool = True) -> str:
    """What is true of the shapes, then what SAT says."""
    truth = moment.trace.result
    apart = not truth.pairs.overlapping
    says = f"A and B are **{fixed(truth.pairs.distance)}** apart" if apart else "A and B overlap"
    if not told or moment.latest(AxesProjected) is None:
        return f"{says}."
    if truth.tested.is_gap:
        return f"{says}, and SAT finds a gap."
    return f"{says}, {'but' if apart else 'and'} SAT reports an overlap."


def turn_situation(moment: Moment[Notched]) -> str:
    """What the walker does at this vertex; at the last step, how often he turns right."""
    walk, step = moment.scene.walk, moment.step
    if not is_rest(moment):
        return f"At vertex {step.vertex} you {turn_told(step)}: **{step.turn.value}**."
    count = sum(s.turn is Turn.REFLEX for s in walk)
    return f"You turn right at {count} of {len(walk)} vertices: A is **{'concave' if count else 'convex'}**."


def _push(scene: Notched) -> FaultyPush:
    return push_of_the_outline(scene.polygon, scene.b.world, polygon_pairs(scene.polygon, scene.b.world).distance)


def _as_listed(scene: Notched) -> FaultyTurns:
    return winding_not_checked(scene.polygon)


def _differs(moment: Moment[Notched]) -> bool:
    found = moment.faulty
    return found.error > 0.0 if isinstance(found, FaultyPush) else bool(found.wrong)


def _turn_axis(moment: Moment[Notched], pressed: Vector) -> Follow | None:
    """A press on the chart turns the axis."""
    if not isinstance(moment.step, HullFound):
        return None
    return lambda scene, start, now: scene.with_field("axis", min(max(float(now[0]), 0.0), 180.0))


class ConvexOrNot(Lesson[Notched]):
    id = "convex-or-not"
    title = "Convex or not"
    source = "SAT explained"
    summary = "The sign of one product finds reflex vertices; with one of them SAT's “overlap” is no proof."
    terms = ("convex", "concave", "reflex vertex", "convex hull", "notch", "false positive")
    builds_on = ("edge-normals", "axis-by-axis", "two-shadows")
    presents = 0
    most_steps = 10
    story = ConvexOrNotStory()
    compare = (
        Comparison("SAT on the outline", _push, _differs, "*SAT explained*, the problem of concavity"),
        Comparison("angle by arccos", lambda scene: angles_by_arccos(scene.polygon), _differs),
        Comparison("winding not checked", _as_listed, _differs, "Errors 8 and 9 of *SAT explained*"),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "", self.story.draw, is_world=True, share=0.66),
            Pane("chart", "", draw_chart, share=0.34, axes=chart_axes, take=_turn_axis),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Notched]:
        half = ((-0.6, 0.8), (-1.9, 0.6), (-0.9, -0.3), (-1.2, -1.6))
        star = ((0.0, 2.0), *half, (0.0, -0.8), *((-x, y) for x, y in half[::-1]))
        ell = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0))
        arrow = ((0.0, 0.0), (4.0, -2.0), (3.0, 0.0), (4.0, 2.0))
        plus = (
            (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (3.0, 1.0), (3.0, 2.0), (2.0, 2.0), (2.0, 3.0), (1.0, 3.0),
            (1.0, 2.0), (0.0, 2.0), (0.0, 1.0), (1.0, 1.0),
        )  # fmt: skip
        bolt = ((0.0, 0.0), (3.2, 0.4), (3.4, 1.6), (1.6, 1.3), (2.2, 3.0), (0.4, 2.8))
        dent = ((0.0, 0.0), (3.2, 0.0), (3.6, 2.3), (1.7, 1.6), (-0.3, 2.5))
        tee = ((1.2, 0.0), (2.2, 0.0), (2.2, 1.8), (3.4, 1.8), (3.4, 2.8), (0.0, 2.8), (0.0, 1.8), (1.2, 1.8))
        whole = ((0.0, 0.6), (1.6, 0.0), (3.2, 0.8), (2.6, 2.4), (0.6, 2.6))
        return {
            "Box in the notch of a star": Notched(Outline(star), at(box(0.34, 0.34), *polar(1.55, 126.0), 10.0)),
            "Notch of an L": Notched(Outline(ell), at(box(0.6, 0.6), 2.0, 2.0)),
            "Arrowhead": Notched(Outline(arrow), at(box(0.4, 0.4), 3.7, 0.0)),
            "Real overlap": Notched(Outline(plus), at(box(1.3, 0.7), 2.6, 2.25, 30.0)),
            "Gap on one axis": Notched(Outline(bolt), at(box(0.9, 0.9), 3.42, 2.83, 41.0)),
            "Flat notch": Notched(Outline(dent), at(box(1.2, 0.2), 1.75, 2.12)),
            "No reflex vertex": Notched(Outline(whole), at(box(0.8, 0.8), 3.55, 2.3, 25.0)),
            "Clockwise list": Notched(Outline(tee[::-1]), at(box(0.6, 0.6), 2.85, 1.1, 20.0)),
        }

    def run(self, scene: Notched) -> Trace[ConvexityStep, Convexity]:
        """The first turns, and the last one, which is told with those between."""
        turns = [i for i, step in enumerate(scene.full) if isinstance(step, Turned)]
        apart = set(turns[SINGLY:-1]) if len(turns) > SINGLY + 1 else set()
        return picked(scene.full, [i for i in range(len(scene.full)) if i not in apart])

    def table(self, moment: Moment[Notched], pages: Sequence[Page] | None = None) -> Table | None:
        """Of the turns; at the end of the pieces, unless turns are what is compared."""
        of_turns = isinstance(moment.faulty, FaultyTurns) or not isinstance(moment.step, Convexity)
        return super().table(moment, pages) if of_turns else of_pieces(moment)

    def clock(self, moment: Moment[Notched]) -> Clock | None:
        """The string tightens, the strips come one by one."""
        return Clock(1.2, plays_on_entry=True) if isinstance(moment.step, HullFound | StripsFound) else None

    def situation(self, moment: Moment[Notched]) -> str:
        if moment.faulty is not None:
            return fault_told(moment)
        if isinstance(moment.step, Turned):
            return turn_situation(moment)
        return situation(moment)

    def challenge(self, moment: Moment[Notched]) -> Challenge | None:
        """From the strips on, which it speaks of."""
        if moment.latest(StripsFound) is None:
            return None
        own, whole, strips = moment.trace.result.areas
        return Challenge(
            "Reshape A until hull and strips have the same area, and the hull is at least 20 % larger than A.",
            whole >= DEEP * own and strips <= NEAR * whole,
            f"hull / A = {fixed(whole / own)}, strips / hull = {fixed(strips / whole)}",
            "Each bridge of the string needs an edge of A parallel to it.",
        )
