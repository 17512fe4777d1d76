"""Minkowski sum: a shape carried along the outline of another, the edges of both by direction, support values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Sum, Trace, overlaps, point, support
from geometry.faulty.minkowski_sum import FaultySum, outline_only, scaled
from geometry.feature import FeatureKind, FeatureRef
from geometry.minkowski.sum import EdgeLaid, StartFound, SumStep
from geometry.vector import Points, following
from lessons.minkowski.minkowski_sum_asked import count_of_edges, farthest_end, moved_corner, next_edge
from lessons.minkowski.minkowski_sum_figure import (
    SUM,
    D,
    differs,
    draw_fan,
    draw_world,
    is_on_the_way,
    uses_direction,
)
from lessons.minkowski.minkowski_sum_goals import own_goal
from lessons.minkowski.minkowski_sum_scene import OUTLINE_ONLY, SCALED, Swept, presets
from lessons.stories.outlines import Part, ascend, direction, laid_before, outward, parts, size, turning
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import counted, equation, fixed, tint

CARRIED = "A copy of B moves along the outline of A. Its reference point stays on the outline."
AT_FIRST = 0.5  # of the way around A: where the copy of B stands when the lesson opens
ON = r"\A{A}\oplus\B{B}"
IN_BOTH = r"\A{\boldsymbol a}\in\A{A},\ \B{\boldsymbol b}\in\B{B}"
POINTS = rf"{ON}=\{{\,\A{{\boldsymbol a}}+\B{{\boldsymbol b}}\ :\ {IN_BOTH}\,\}}"
LAYER = rf"\mathrm{{perimeter}}({ON})=\mathrm{{perimeter}}(\A{{A}})+2\pi\,\B{{r}}"
ADDED = rf"h_{{{ON}}}(\hat d)=\A{{h_A}}(\hat d)+\B{{h_B}}(\hat d)"
SWEEP_DISC = (
    "Where may the centre of a disc B be, free of A? Carry B over all of A by its centre, its **reference point**: "
    f"what it covers, every a + b, is the **Minkowski sum** {SUM}."
)
SWEEP = (
    "Carry B over all of A by its **reference point**, from which each b is measured. Everything that B covers, "
    f"every a + b, is the **Minkowski sum** {SUM}."
)
GROWN = (
    "Each edge has moved out by $r$, each corner has become an arc. So a disc adds a **layer** of equal thickness: "
    f"{SUM} is a rounded polygon."
)
GROWN_MOVED = (
    "Each edge has moved out by $r$, each corner has become an arc. All is moved as well, because the reference "
    "point is not B’s centre."
)
SORTED = (
    f"Each edge of {SUM} is an edge of one shape, moved by the other’s vertex farthest along that edge’s normal "
    f"${D}$. The order is that of their **direction** θ."
)
MERGED = (
    f"Two parallel edges that face the same way ${D}$ make one edge of {SUM}: it is as long as both. The edges "
    "are laid in the order of their **direction** θ."
)
ADD = (
    f"The **support value** $h(\\hat d)$ tells how far a shape reaches along ${D}$: A from the origin, B from its "
    "reference point. The farthest a plus the farthest b is the farthest a + b."
)


class MinkowskiSumStory(Story):
    columns = ("edge", "direction θ", "length")

    def stage(self, moment: Moment[Swept]) -> str:
        match moment.step:
            case StartFound():
                return "Sweep"
            case EdgeLaid():
                return "The layer" if moment.scene.is_disc else "Edges"
        return "Support"

    def page(self, moment: Moment[Swept]) -> Page:
        match moment.step:
            case StartFound():
                return self.sweep(moment)
            case EdgeLaid() as step:
                return self.layer(moment) if moment.scene.is_disc else self.edges(moment, step)
        return self.added(moment)

    def sweep(self, moment: Moment[Swept]) -> Page:
        scene, figure = moment.scene, moment.trace.result
        a, b = scene.a.world.points, scene.b.world.points - scene.reference
        sums = (a[:, None] + b).reshape(-1, 2)
        asked = None if moment.compare else farthest_end(moment) or moved_corner(moment)
        who = "disc" if scene.is_disc else "copy of B"
        says = "B carried along the outline of A draws the outline of the sum: the thick line shows it so far."
        if scene.is_disc:
            says = f"The disc B is in contact with A exactly when its centre lies in {SUM}."
        if asked is None:  # which else holds the copy back before it has come there
            covered = tint(f"**{fixed(100.0 * scene.way(moment), 0)} %**", Ink.B)
            says = f"The {who} has moved along {covered} of the outline of A. "
            says += "The thick line is the outline that it leaves."
        if scene.is_moved:
            x, y = (-scene.shift).tolist()
            says = f"The reference point lies ({fixed(x)}, {fixed(y)}) from B’s centre"
            says += "." if asked else ": the sum is moved by the opposite."
        reach = max(float((sums @ outward(edge)).max() - edge.start @ outward(edge)) for edge in figure.edges)
        page = Page(self.stage(moment), SWEEP_DISC if scene.is_disc and not scene.is_moved else SWEEP, POINTS).says(
            says
        )
        page = page.claiming(
            Claim("no a + b outside", lambda: reach, lambda: 0.0),
            Claim("vertices", lambda: figure.points, lambda: [a[v.of_a] + b[v.of_b] for v in figure.vertices]),
        )
        known = f"B is a disc of radius {fixed(figure.radius)}." if scene.is_disc else CARRIED
        known = "B is carried by a point that is not its centre." if scene.is_moved else known
        return page.asks(asked, known)

    def layer(self, moment: Moment[Swept]) -> Page:
        scene, figure = moment.scene, moment.trace.result
        r, around = figure.radius, sum(map(size, figure.edges))
        numbers = equation("{a} + {b} = {h}", lambda a, b: a + b, result="h", a=around, b=math.tau * r)
        says = f"The edges keep their lengths, the arcs make one whole circle: {numbers} around the sum."
        page = Page(self.stage(moment), GROWN_MOVED if scene.is_moved else GROWN, LAYER).says(says)
        for part in _parts(moment, figure.edges):
            page = page.row(_named(part), fixed(size(part)), ink=Ink.A, feature=_feature(part), key=part.name)
        page = page.row("arcs, together", fixed(math.tau * r), ink=Ink.B, key="arcs")
        return page.claiming(
            Claim("length", lambda: _length(scene.left_behind(1.0)), lambda: around + math.tau * r, 2e-3),
            Claim("turns", lambda: sum(turning(figure, i)[1] for i in range(len(figure.edges))), lambda: math.tau),
        )

    def edges(self, moment: Moment[Swept], step: EdgeLaid) -> Page:
        scene, laid = moment.scene, step.laid
        thetas = [direction(edge) for edge in laid]
        newest = list(parts(step.edge, scene.a.world.points))
        if len(laid) == len(moment.trace.result.edges):
            given = len(scene.a.world.edges) + len(scene.b.world.edges)
            says = f"{given} edges of A and B"
            says += (
                f" make {counted(len(laid), 'edge')}: parallel ones merge." if given > len(laid) else ", each once: "
            )
            says += " The outline closes." if given > len(laid) else "the directions ascend and the outline closes."
        elif len(newest) == 2:
            says = f"Edges {_named(newest[0])} and {_named(newest[1])} are parallel: they **merge** into one."
        else:
            theta = fixed(direction(newest[0]), 0)
            of, other = ("b", Ink.B) if newest[0].ink is Ink.A else ("a", Ink.A)
            says = (
                f"The {'least' if len(laid) == 1 else 'next'} direction is **{theta}°**: edge {_named(newest[0])}, "
            )
            says += f"moved by the vertex {tint(f'**{of}**', other)} of {other.name}."
        page = Page(self.stage(moment), MERGED if len(newest) == 2 else SORTED, least(thetas)).says(says)
        for part in _parts(moment, laid[laid_before(scene.trace, step) :]):
            cells = _named(part), f"{fixed(direction(part), 0)}°", fixed(size(part))
            page = page.row(*cells, ink=part.ink, feature=_feature(part), key=part.name)
        page = page.claiming(
            Claim("ascending", lambda: ascend(thetas), lambda: True),
            Claim("lengths", lambda: sum(map(size, laid)), lambda: sum(map(size, _parts(moment, laid)))),
        )
        known = f"The edges of A and B are laid in the order of their directions, {len(laid)} so far."
        return page if moment.compare else page.asks(next_edge(moment) or count_of_edges(moment), known)

    def added(self, moment: Moment[Swept]) -> Page:
        scene, figure = moment.scene.turned(moment.time), moment.trace.result
        (h_a, h_b), d = scene.support_values, scene.direction
        numbers = equation("{a} + {b} = {h}", lambda a, b: a + b, result="h", a=h_a, b=h_b)
        says = f"{numbers}: no a + b lies farther along ${D}$."
        return (
            Page(self.stage(moment), ADD, ADDED)
            .says(says)
            .claiming(
                Claim("h", lambda: (figure.points @ d).max() + figure.radius, lambda: h_a + h_b),
                Claim("h_A", lambda: h_a, lambda: (scene.a.world.points @ d).max()),
            )
        )

    def draw(self, canvas: Canvas, moment: Moment[Swept]) -> None:
        draw_world(canvas, moment)


def _parts(moment: Moment[Swept], edges: Any) -> list[Part]:
    return [part for edge in edges for part in parts(edge, moment.scene.a.world.points)]


def _named(part: Part) -> str:
    """As in the figure."""
    return tint(part.name, part.ink)


def _length(outline: Points) -> float:
    """Of a closed outline."""
    return float(np.hypot(*(following(outline) - outline).T).sum())


def _feature(part: Part) -> FeatureRef:
    return FeatureRef(part.ink.name, FeatureKind.EDGE, part.number)


def fault_told(moment: Moment[Swept]) -> str:
    """What a faulty idea does, and what is wrong with it."""
    faulty: FaultySum = moment.faulty
    wrong = tint(fixed(faulty.error), Ink.FAULTY)
    if moment.compare == OUTLINE_ONLY:
        return f"−B fits inside A: the sweep along the outline leaves an area of {wrong} that belongs to the sum."
    return f"A scaled by {fixed(faulty.factor)}: {_right_edges(moment)}, but a vertex {wrong} too far out."


def _right_edges(moment: Moment[Swept]) -> str:
    count = on_right_lines(moment)
    return "1 edge lies on the right line" if count == 1 else f"{count} edges lie on the right lines"


def on_right_lines(moment: Moment[Swept]) -> int:
    """How many edges of A, scaled, lie on lines of edges of the sum. Each is as many times longer as A is scaled."""
    a, b, k = moment.scene.a.world, moment.scene.moving, moment.faulty.factor - 1.0
    off = [
        k * float((p - a.centroid) @ n) - support(b, n).value for (p, _), n in zip(a.edges, a.normals, strict=True)
    ]
    return sum(abs(each) < 1e-9 for each in off)


def told(page: Page, moment: Moment[Swept]) -> Page:
    """The last page with a faulty idea beside it: what is said is said of that idea."""
    faulty: FaultySum = moment.faulty
    wrong = tint(fixed(faulty.error), Ink.FAULTY)
    if moment.compare == OUTLINE_ONLY:
        idea = (
            "**Outline only**: B is carried along the outline of A. Where −B, B reflected through its reference "
            "point, fits inside A, a part of the sum is never covered."
        )
        formula = rf"\faulty{{\mathrm{{outline}}(A)}}\oplus\B{{B}}\ \ne\ {ON}"
        says = f"No copy of B on the outline covers the pink area, {wrong}. Each of its points is a sum a + b."
        return replace(page, idea=idea, formula=formula).says(says)
    idea = (
        "**Scaled A**: A is enlarged about its centre until its nearest edge has moved out far enough. A point that "
        "is twice as far from the centre moves twice as far."
    )
    k = fixed(faulty.factor)
    formula = rf"\faulty{{k\,A}}\ \ne\ {ON},\quad k=\faulty{{{k}}}"
    says = f"Only {_right_edges(moment)}, but {k} times as long as in A. A vertex lies {wrong} too far out."
    return replace(page, idea=idea, formula=formula).says(says)


def least(thetas: Sequence[float]) -> str:
    """The rule of the order, with the direction that it has given last."""
    last = len(thetas) - 1
    rest = rf"\min\,\{{\,\theta:\theta>\theta_{{{last - 1}}}\,\}}" if last else r"\min\,\theta"
    return rf"\theta_{{{last}}}={rest}={fixed(thetas[-1], 0)}^\circ"


def _idle(moment: Moment[Swept]) -> tuple[str, ...]:
    """The tip that the direction has left: it turns, or is not spoken of."""
    turns = isinstance(moment.step, Sum) and moment.time < 1.0
    return ("tip",) if turns or not uses_direction(moment) else ()


def _run(rule: Any, scene: Swept) -> FaultySum:
    found: FaultySum = rule(scene.a.world, scene.moving)
    return found


class MinkowskiSum(Lesson[Swept]):
    id = "minkowski-sum"
    title = "Minkowski sum"
    source = "Rounding collider corners"
    summary = "Carry one shape along the outline of another: edges sorted by direction, support values that add."
    terms = ("Minkowski sum", "sweep", "reference point", "layer", "support value")
    builds_on = ("support-point",)
    presents = 0
    tells_time = True
    story = MinkowskiSumStory()
    compare = (
        Comparison(SCALED, partial(_run, scaled), differs, "A common way to inflate a shape"),
        Comparison(OUTLINE_ONLY, partial(_run, outline_only), differs, "Error 9 of *Rounding collider corners*"),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.64, idle=_idle),
            Pane("fan", "Edges by direction", draw_fan, share=0.36),
        )

    def layout_at(self, moment: Moment[Swept]) -> Layout:
        """The directions stand beside the world while edges are sorted by them."""
        is_sorted = isinstance(moment.step, EdgeLaid) and not moment.scene.is_disc
        return self.layout if is_sorted else self.panes[0]

    @cached_property
    def scenes(self) -> Mapping[str, Swept | Preset[Swept]]:
        return presets()

    def run(self, scene: Swept) -> Trace[SumStep, Sum]:
        return scene.trace

    def table(self, moment: Moment[Swept], pages: Sequence[Page] | None = None) -> Table | None:
        """Of a disc the edges are not sorted: they have no column for their directions."""
        found = super().table(moment, pages)
        return replace(found, columns=("edge", "length")) if found is not None and moment.scene.is_disc else found

    def page(self, moment: Moment[Swept]) -> Page:
        page = super().page(moment)
        return told(page, moment) if moment.is_last and differs(moment) else page

    def clock(self, moment: Moment[Swept]) -> Clock:
        """B is carried around A; edges fly to their places, or the layer grows, when their stage is entered; at the
        end the direction turns once around."""
        if isinstance(moment.step, Sum):
            return Clock(8.0, ticks=(1.0,) * len(moment.trace))
        if isinstance(moment.step, EdgeLaid):
            return Clock(1.6, ticks=(1.0,) * len(moment.trace), plays_on_entry=True)
        first = min(AT_FIRST, moment.scene.before_support) if farthest_end(moment) else AT_FIRST
        if moment.compare == OUTLINE_ONLY and differs(moment):
            first = 1.0  # what the whole tour has left uncovered
        return Clock(4.0, ticks=(first, *(1.0,) * (len(moment.trace) - 1)))

    def situation(self, moment: Moment[Swept]) -> str:
        scene, figure = moment.scene, moment.trace.result
        if isinstance(moment.faulty, FaultySum) and moment.faulty.error > 1e-9 and not is_on_the_way(moment):
            return fault_told(moment)
        if isinstance(moment.step, StartFound):
            if not scene.is_disc:
                return CARRIED
            radius = tint(fixed(figure.radius), Ink.B)
            return f"B is a disc of radius {radius}. Carried along the outline of A, it draws the outline of {SUM}."
        if scene.is_disc:
            thick = tint(fixed(figure.radius), Ink.B)
            moved = ", and moved" if scene.is_moved else ""
            n = len(figure.edges)
            return f"{SUM} is A with a layer of {thick} all around{moved}: {n} edges and {n} arcs."
        if isinstance(moment.step, EdgeLaid) and len(moment.step.laid) < len(figure.edges):
            laid = len(moment.step.laid)
            return f"{laid} of the {len(figure.edges)} edges of {SUM} {'is' if laid == 1 else 'are'} laid."
        given = f"{len(scene.a.world.edges)} of A and {len(scene.b.world.edges)} of B"
        merged = (
            ": parallel ones merged"
            if len(figure.edges) < len(scene.a.world.edges) + len(scene.b.world.edges)
            else ""
        )
        return f"{SUM} has {len(figure.edges)} edges, made of {given}{merged}."

    def challenge(self, moment: Moment[Swept]) -> Challenge:
        """The scene's own; of two triangles the sum of which has fewest edges; else B's reference point out of B."""
        if (own := own_goal(moment)) is not None:
            return own
        scene, count = moment.scene, len(moment.trace.result.edges)
        if len(scene.a.shape.points) == len(scene.b.shape.points) == 3 and not scene.is_moved:
            text = f"Turn B until {SUM}, a sum of two triangles, is again a triangle."
            hint = "Parallel edges that face the same way merge. Each of B’s needs one of A’s."
            return Challenge(text, count == 3, f"now {counted(count, 'edge')}", hint)
        inside = overlaps(scene.b.world, point(scene.reference))
        now = "A lies in the sum" if inside else "a part of A is outside"
        text = f"Place the reference point of B so that {SUM} does not contain all of A."
        return Challenge(text, not inside, now, "While 0 is one of the points b, each a = a + 0 lies in the sum.")
