"""Why edge normals are enough: the origin against the edges of A − B."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

import numpy as np

from geometry import Convex, Trace, Vector, box, convex, regular_polygon, separation
from geometry.faulty.sat import FaultyAxis, edges_of_a_only
from geometry.minkowski.origin_test import (
    DifferenceFound,
    MeasuredTwice,
    NormalsTraced,
    OriginStep,
    OriginTested,
    PointsSubtracted,
    Wall,
    WallsMeasured,
    origin_test,
)
from geometry.query.crossings import crossing_edges
from geometry.tolerance import rounding
from lessons.separating_axes.why_it_works_asked import difference_placed, moved_vertex, wall_in_front
from lessons.separating_axes.why_it_works_chain import CHAIN, draw_chain
from lessons.separating_axes.why_it_works_figure import (
    deciding_of,
    draw_difference,
    draw_world,
    is_early,
    name_of,
    ref_of,
    short_name,
    walls_of,
)
from lessons.separating_axes.why_it_works_turn import draw_farthest, farthest_at
from lessons.stories.sat import faulty_search
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, at_last, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import TwoShapes, at
from viz.lesson.story import Story
from viz.lesson.text import fixed, tint

CROSSINGS, ONLY_A = "edges cross", "A’s edges only"
ROWS = 6  # of the table
STAGES = {
    PointsSubtracted: "Differences",
    DifferenceFound: "One question",
    WallsMeasured: "In front",
    NormalsTraced: "Normals",
    MeasuredTwice: "Same number",
    OriginTested: "Proof",
}
POINT_A, POINT_B = "$\\A{\\boldsymbol{a}}$", "$\\B{\\boldsymbol{b}}$"
DIFFERENCES = (
    f"SAT tests edge normals alone: here is why. Take a point {POINT_A} of A and a point {POINT_B} of B. Their "
    f"difference is the vector from {POINT_B} to {POINT_A}, drawn from the **origin**."
)
QUESTION = (
    "All differences fill one shape, **A − B**. If A and B share a point, then $\\A{\\boldsymbol{a}}="
    "\\B{\\boldsymbol{b}}$ there, so $\\A{\\boldsymbol{a}}-\\B{\\boldsymbol{b}}=0$: A − B contains the "
    "origin. If they share none, no difference is 0."
)
WALLS = (
    "A − B is convex. The dashed lines divide all that is outside into sectors, each **in front of** its own edge. "
    "A point inside lies **behind** every edge."
)
NORMALS = (
    f"Turn $\\examined{{\\hat n}}$. The **support point** $\\boldsymbol{{a}}-\\boldsymbol{{b}}$ moves only while "
    f"{POINT_A} moves along an edge of A, or {POINT_B} along one of B. So each edge of A − B comes from one of "
    "theirs."
)
TWICE = (
    "On $\\examined{\\hat n}$ the **projection** of A ends at $\\max_A$, that of B begins at $\\min_B$. So that of "
    "A − B ends at $\\max_A-\\min_B$, at $\\boldsymbol{w}$. The negative of this is the **separation** $s$."
)
PROOF = (
    "The origin is outside A − B, so some edge has it in front. That edge comes from an edge of A or of B, whose "
    "normal shows the gap. **No other axis** is needed."
)
PROOF_IN = (
    "No edge of A − B has the origin in front, so A − B contains it: A and B share a point. On every axis both "
    "projections contain that point: no axis **can** show a gap."
)
FAULTS = {
    CROSSINGS: "**Edges cross**: A and B count as overlapping only if two of their edges cross. ",
    ONLY_A: "**A’s edges only**: the edges from B are left out, so the shape gets larger than A − B. ",
}
SET = r"A-B=\{\,\A{\boldsymbol a}-\B{\boldsymbol b}\;:\;\A{\boldsymbol a}\in\A{A},\ \B{\boldsymbol b}\in\B{B}\,\}"
MEMBER = r"A\cap B\ne\varnothing\iff \boldsymbol 0\in A-B"


class WhyItWorksStory(Story):
    """From one question about two shapes to the edges that answer it."""

    columns = ("edge of A − B", "separation $s$")
    stages = STAGES

    def page(self, moment: Moment[TwoShapes]) -> Page:
        match moment.step:
            case PointsSubtracted() as one:
                page = self.difference(moment, one)
            case DifferenceFound():
                page = self.question(moment)
            case WallsMeasured() as walls:
                page = self.walls(moment, walls)
            case NormalsTraced() as traced:
                page = self.normals(moment, traced)
            case MeasuredTwice() as twice:
                page = self.twice(moment, twice)
            case tested:
                page = self.proof(moment, tested)
        if moment.compare:
            return replace(page, idea=_fault(moment)) if moment.is_last and moment.faulty is not None else page
        if isinstance(moment.step, PointsSubtracted):
            return page.asks(difference_placed(moment))
        if isinstance(moment.step, DifferenceFound):
            return page.asks(wall_in_front(moment), f"A − B has {len(walls_of(moment))} edges.")
        if isinstance(moment.step, MeasuredTwice):
            return page.asks(moved_vertex(moment), "B is about to move.")
        return page

    def difference(self, moment: Moment[TwoShapes], one: PointsSubtracted) -> Page:
        i, j = (_vertex(shape, p) for shape, p in zip(_shapes(moment), (one.a, one.b), strict=True))
        walls = walls_of(moment)
        says = (
            f"Here {POINT_A} is vertex {i} of A, and {POINT_B} is vertex {j} of B. The dots are the differences of "
        )
        says += "all other pairs of vertices."
        corner = Claim("corner", lambda: 0.0, lambda: min(np.hypot(*(w.edge.start - (one.a - one.b))) for w in walls))
        return Page(self.stage(moment), DIFFERENCES, SET, (corner,)).says(says)

    def question(self, moment: Moment[TwoShapes]) -> Page:
        (a, b), apart = _shapes(moment), _s(moment) > 0.0
        says = f"The origin lies {'outside' if apart else 'in'} A − B: A and B share {'no' if apart else 'a'} point."
        if not moment.compare:  # it is asked
            says = f"The dots are the {len(a.points) * len(b.points)} differences of a vertex of A and one of B. "
            says += "A − B is the convex shape around them."
        tested = Claim("outside", lambda: moment.trace.result.apart, lambda: separation(a, b) > rounding(a, b))
        return Page(self.stage(moment), QUESTION, MEMBER, (tested,)).says(says)

    def walls(self, moment: Moment[TwoShapes], walls: WallsMeasured) -> Page:
        s, count = _s(moment), len(walls.walls)
        in_front = moment.trace.result.in_front
        wall = name_of(walls.walls[walls.deciding].edge)
        number = tint(f"**{fixed(abs(s))}**", separation_ink(s))
        if in_front:
            edges = "1 edge" if in_front == 1 else f"{in_front} edges"
            which = "the one from" if in_front == 1 else "and farthest of"
            says = f"The origin is in front of {edges}, {which} {wall}, by $s$ = {number}. It is behind the other "
            says += f"{count - in_front}."
        elif s == 0.0:
            says = f"The origin lies on an edge, {wall}, and is behind the others: A and B just touch."
        else:
            says = f"The origin is behind all {count} edges. The nearest is {wall}, {number} away."
        formula = r"\boldsymbol 0\notin A-B\iff s>0\ \text{for some edge}"
        page = Page(self.stage(moment), WALLS, formula).says(says)
        points = _differences(moment)
        ranked = sorted(walls.walls, key=lambda each: -each.separation)
        shown = ranked if len(ranked) <= ROWS else ranked[: ROWS - 1]
        for each in shown:
            page = _row(page, moment, each)
        if len(shown) < len(ranked):
            page = page.row(
                f"{len(ranked) - len(shown)} more", f"< {fixed(shown[-1].separation)}", ink=Ink.CONSTRUCTION
            )
        return page.claiming(
            Claim(
                "s",
                lambda: [w.separation for w in walls.walls],
                lambda: [-(points @ w.normal).max() for w in walls.walls],
            ),
            Claim(
                "some in front",
                lambda: in_front > 0,
                lambda: separation(*_shapes(moment)) > rounding(*_shapes(moment)),
            ),
        )

    def normals(self, moment: Moment[TwoShapes], traced: NormalsTraced) -> Page:
        count = traced.from_a + traced.from_b + traced.merged
        from_a, from_b = traced.from_a + traced.merged, traced.from_b + traced.merged
        says = f"The {count} edges come from {from_a} edges of A and {from_b} of B, whose normals are reversed."
        if traced.merged:
            says += f" Parallel ones join: {traced.merged} pair{'s' if traced.merged > 1 else ''}."
        a, b = _shapes(moment)
        owned = [
            a.normals[w.edge.of_a] if w.edge.of_a is not None else -b.normals[w.edge.of_b or 0]
            for w in walls_of(moment)
        ]
        formula = r"\hat n_{A-B}=\A{\hat n_A}\quad\text{or}\quad-\B{\hat n_B}"
        return (
            _row(Page(self.stage(moment), NORMALS, formula), moment, deciding_of(moment))
            .says(says)
            .claiming(Claim("normals", lambda: [w.normal for w in walls_of(moment)], lambda: owned, 1e-6))
        )

    def twice(self, moment: Moment[TwoShapes], twice: MeasuredTwice) -> Page:
        s, n, (a, b) = _s(moment), twice.wall.normal, _shapes(moment)
        number = tint(f"**{fixed(s)}**", separation_ink(s))
        says = f"On its normal: {fixed(twice.min_b)} − {_signed(twice.max_a)} = {number}. "
        says += f"The origin lies {fixed(abs(s))} {'in front of' if s > 0.0 else 'behind'} the edge's line."
        if s == 0.0:
            says = f"On its normal: {fixed(twice.min_b)} − {_signed(twice.max_a)} = {number}. The origin lies on it."
        formula = (
            rf"\{separation_ink(s).value}{{s}}=\B{{\min_B}}-\A{{\max_A}}=-\max\nolimits_{{\boldsymbol w\in A-B}}"
        )
        formula += r"\,\boldsymbol w\cdot\examined{\hat n}"
        return (
            _row(Page(self.stage(moment), TWICE, formula), moment, twice.wall)
            .says(says)
            .claiming(
                Claim("gap", lambda: twice.min_b - twice.max_a, lambda: (b.points @ n).min() - (a.points @ n).max()),
                Claim("end", lambda: twice.max_a - twice.min_b, lambda: (_differences(moment) @ n).max()),
                Claim("both", lambda: twice.min_b - twice.max_a, lambda: -(_differences(moment) @ n).max()),
            )
        )

    def proof(self, moment: Moment[TwoShapes], tested: OriginTested) -> Page:
        name, s = name_of(tested.wall.edge), tint(f"**{fixed(abs(_s(moment)))}**", separation_ink(_s(moment)))
        says = f"A and B are apart, and {name} proves it: its normal shows a gap of {s}."
        if tested.wall.edge.owner is None:
            says = f"A and B are apart, and {name} prove it: their common normal shows a gap of {s}."
        if not tested.apart:
            says = f"All {len(walls_of(moment))} edges have the origin behind them: A and B overlap by {s}."
            says = "The origin lies on an edge of A − B: A and B just touch." if _s(moment) == 0.0 else says
        a, b = _shapes(moment)
        claim = Claim("apart", lambda: tested.apart, lambda: separation(a, b) > rounding(a, b))
        page = Page(self.stage(moment), PROOF if tested.apart else PROOF_IN, _sum_formula(moment))
        return _row(page, moment, tested.wall).says(says).claiming(claim)

    def draw(self, canvas: Canvas, moment: Moment[TwoShapes]) -> None:
        farthest = farthest_at(moment) if _turns(moment) else None
        draw_world(canvas, moment, farthest.wall if farthest else _deciding(moment))
        if farthest:
            draw_farthest(canvas, farthest, is_world=True)

    def draw_space(self, canvas: Canvas, moment: Moment[TwoShapes]) -> None:
        farthest = farthest_at(moment) if _turns(moment) else None
        draw_difference(canvas, moment, farthest.wall if farthest else _deciding(moment))
        if farthest:
            draw_farthest(canvas, farthest, is_world=False)


def _row(page: Page, moment: Moment[TwoShapes], wall: Wall) -> Page:
    """An edge of A − B in the table, by its name in the figure."""
    index = walls_of(moment).index(wall)
    ink = {"A": Ink.A, "B": Ink.B}.get(wall.edge.owner.value) if wall.edge.owner is not None else None
    s = 0.0 if abs(wall.separation) <= rounding(*_shapes(moment)) else wall.separation
    cells = short_name(wall.edge), tint(fixed(s), separation_ink(s))
    return page.row(*cells, ink=ink, feature=ref_of(index), key=str(index))


def _sum_formula(moment: Moment[TwoShapes]) -> str:
    """s on the normal of the deciding edge, with its numbers."""
    twice, s = moment.first(MeasuredTwice), _s(moment)
    assert twice is not None
    ink, b, a = separation_ink(s).value, fixed(twice.min_b), _signed(twice.max_a)
    text = rf"\{ink}{{s}}=\B{{\min_B}}-\A{{\max_A}}=\B{{{b}}}-\A{{{a}}}=\{ink}{{{fixed(s)}}}"
    return text.replace("−", "-")


def _shapes(moment: Moment[TwoShapes]) -> tuple[Convex, Convex]:
    return moment.scene.a.world, moment.scene.b.world


def _vertex(shape: Convex, point: Vector) -> int:
    return int(np.hypot(*(shape.points - point).T).argmin())


def _s(moment: Moment[TwoShapes]) -> float:
    """Of the deciding edge: 0 where rounding cannot tell it from touching."""
    s: float = moment.trace.result.wall.separation
    return 0.0 if abs(s) <= rounding(*_shapes(moment)) else s


def _signed(value: float) -> str:
    return f"({fixed(value)})" if fixed(value).startswith("−") else fixed(value)


def _differences(moment: Moment[TwoShapes]) -> np.ndarray:
    """Every vertex of A minus every vertex of B."""
    a, b = _shapes(moment)
    found: np.ndarray = (a.points[:, None, :] - b.points[None, :, :]).reshape(-1, 2)
    return found


def _differs(moment: Moment[TwoShapes]) -> bool:
    if isinstance(moment.faulty, FaultyAxis):
        return bool(moment.faulty.separation <= 0.0 < _s(moment))
    return moment.compare == CROSSINGS and bool(moment.faulty) == moment.trace.result.apart


def _turns(moment: Moment[TwoShapes]) -> bool:
    return isinstance(moment.step, NormalsTraced)


def _deciding(moment: Moment[TwoShapes]) -> Wall | None:
    """The edge that decides, once they are measured."""
    return None if is_early(moment) else deciding_of(moment)


def _fault(moment: Moment[TwoShapes]) -> str:
    """What the faulty rule does, and what it says here."""
    if isinstance(moment.faulty, FaultyAxis):
        s = moment.faulty.separation
        told = f"{'apart' if s > 0.0 else 'overlap'}, s = {fixed(s)}"
    else:
        count = len(moment.faulty)
        told = f"{count} crossings: {'overlap' if count else 'apart'}"
    if not _differs(moment):
        return f"{FAULTS[moment.compare]}Here it answers right: {tint(told, Ink.FAULTY)}."
    truth = f"they are {fixed(_s(moment))} apart" if _s(moment) > 0.0 else f"they overlap by {fixed(-_s(moment))}"
    truth = "they just touch" if _s(moment) == 0.0 else truth
    return f"{FAULTS[moment.compare]}It says {tint(told, Ink.FAULTY)}, but {truth}."


class WhyItWorks(Lesson[TwoShapes]):
    id = "why-it-works"
    title = "Why edge normals are enough"
    source = "Rounding collider corners"
    summary = (
        "Two shapes become one, A − B, and one point, the origin; the edges around it are the edges that we know."
    )
    terms = ("difference A − B", "origin", "in front of an edge", "behind an edge")
    builds_on = ("axis-by-axis",)
    presents = 2
    story = WhyItWorksStory()
    compare = (
        Comparison(
            CROSSINGS,
            lambda scene: crossing_edges(scene.a.world, scene.b.world),
            _differs,
            "Error 1 of *Rounding collider corners*",
        ),
        Comparison(ONLY_A, lambda scene: faulty_search(edges_of_a_only, scene), _differs),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            above(
                Pane("world", "World", self.story.draw, is_world=True, share=0.66),
                Pane("chain", "The proof", draw_chain, share=0.34, axes=lambda _: CHAIN),
                share=0.44,
            ),
            Pane("difference", "Difference space: every a − b", self.story.draw_space, share=0.56),
        )

    @cached_property
    def scenes(self) -> Mapping[str, TwoShapes | Preset[TwoShapes]]:
        five, slab = regular_polygon(5, 0.9), box(1.3, 0.9)
        left = convex(((-0.9, -0.7), (0.8, -0.5), (0.0, 0.9)))
        right, six = convex(((-0.9, -0.35), (0.9, -0.65), (0.1, 0.9))), regular_polygon(6, 1.2)

        def failing(scene: TwoShapes, compare: str) -> Preset[TwoShapes]:
            return Preset(scene, compare, at_last)

        return {
            "Apart": TwoShapes(at(five, -0.01, -0.11, -66), at(slab, 1.56, -0.9, 10)),
            "Overlap": TwoShapes(at(five, -0.3, -0.4, 9), at(slab, 0.4, 0.45, 24)),
            "Two triangles": failing(TwoShapes(at(left, -0.46, 0.5, -120), at(right, 0.58, -0.8, -120)), ONLY_A),
            "Just touching": TwoShapes(at(box(1.6, 1.2), -0.2, -0.6), at(box(1.2, 0.9), 0.3, 0.45)),
            "Parallel edges": TwoShapes(at(slab, -0.3, -0.55, 10), at(box(1.0, 1.0), 0.35, 0.75, 10)),
            "Contained": failing(TwoShapes(at(six, 0.0, 0.0, 5), at(box(1.0, 0.75), 0.2, 0.1, 20)), CROSSINGS),
        }

    def run(self, scene: TwoShapes) -> Trace[OriginStep, OriginTested]:
        return origin_test.trace(scene.a.world, scene.b.world)

    def clock(self, moment: Moment[TwoShapes]) -> Clock | None:
        """A direction turns once around A − B, from edge to edge."""
        return Clock(2.0 + 0.8 * len(walls_of(moment)), plays_on_entry=True) if _turns(moment) else None

    def situation(self, moment: Moment[TwoShapes]) -> str:
        return standing(*_shapes(moment))

    def challenge(self, moment: Moment[TwoShapes]) -> Challenge:
        found = moment.trace.result.in_front
        return Challenge(
            "Place B so that the origin is in front of exactly two edges of A − B.",
            found == 2,
            f"in front of {found} edge{'' if found == 1 else 's'}",
            "Move B, and with it A − B, until the origin is beside a corner of A − B.",
        )
