"""Point query: the closest point of a shape and its signed distance, from outside and from inside."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from geometry import Convex, PointQuery, Trace, Vector, box, capsule, convex, point_query, regular_polygon
from geometry.faulty.point_query import FaultyQuery, pushed_along, unclamped, unsigned
from geometry.query.point_query import FootClamped, InsideTested, PushedOut
from geometry.trace import Grouped, picked
from geometry.vector import vector
from lessons.queries.point_query_asked import question
from lessons.queries.point_query_figure import (
    ALONG,
    NO_CLAMP,
    STAGES,
    UNSIGNED,
    along,
    draw,
    edge_in_view,
    edges_of,
    stage_of,
    tells,
)
from lessons.queries.scenes import P, Q, RoundedShape, U, V, inked, named
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Lesson, Moment, Preset, at_first
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at, handle
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, tint

EQUAL = 0.02  # the challenge: so nearly are edges as near
F_FRACTION = rf"f=\frac{{(\examined{{{P}}}-{U})\cdot({V}-{U})}}{{\lVert{V}-{U}\rVert^2}}"
PAGES = {
    "Project": (
        rf"**Project** $\examined{{{P}}}$ on the line of every edge. The fraction $f$ tells where the foot is: 0 at "
        rf"${U}$, 1 at ${V}$, the edge's two ends.",
        F_FRACTION,
    ),
    "Clamp": (
        rf"The edge ends at ${U}$ and ${V}$, its line does not. **Clamp** $f$ to 0 … 1: the foot stays on the edge, "
        "and is its nearest point.",
        rf"\answer{{{Q}_i}}={U}+\mathrm{{clamp}}(f,\,0,\,1)\,({V}-{U})",
    ),
    "Nearest": (
        "The smallest distance wins. All places with the same **nearest feature**, an edge or a vertex, form its "
        "**Voronoi region**.",
        rf"d=\min_i\,\lVert\examined{{{P}}}-{Q}_i\rVert",
    ),
    "Inside?": (
        rf"$d$ is never negative: it cannot tell inside from outside. $\examined{{{P}}}$ is inside if it is behind "
        "**every** edge: no height $h_i$ is positive.",
        r"\max_i\,h_i\le 0\ \Rightarrow\ \text{inside}",
    ),
    "Radius": (
        rf"A rounded shape is its **core** plus a layer $r$. So push $\answer{{{Q}}}$ out by $r$, and subtract $r$ "
        "from the distance.",
        r"s=\pm\,d-\A{r}",
    ),
    "Answer": (
        rf"The **signed distance** $s$ is negative inside. It leads from $\examined{{{P}}}$ to the closest point: "
        r"go $s$ against the normal $\hat n$.",
        rf"\answer{{{Q}}}=\examined{{{P}}}-s\,\hat n",
    ),
}
NO_INSIDE = (
    rf"The core of a capsule is a segment: nothing lies inside of it, so $\examined{{{P}}}$ is outside the core. "
    r"Only the radius makes an inside."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class ShapeAndPoint(RoundedShape):
    p: Vector = handle(Ink.EXAMINED, "p")

    @cached_property
    def found(self) -> PointQuery:
        return point_query(self.a.world, self.p)

    @cached_property
    def depths(self) -> list[float]:
        """Of a p inside the core: how far it is behind each edge, the least first."""
        return sorted(-float((self.p - u) @ n) for u, n in zip(self.core.points, self.core.normals, strict=True))


class PointQueryStory(Story):
    """Project, clamp, keep the nearest; inside or outside; push out."""

    columns = ("edge", "$f$", "nearest", "$d$", "$h$")

    stage = staticmethod(stage_of)

    def page(self, moment: Moment[ShapeAndPoint]) -> Page:
        stage, scene = self.stage(moment), moment.scene
        page = rows(Page(stage, *PAGES[stage]), moment, STAGES.index(stage))
        match moment.step:
            case InsideTested() as tested:
                page = _inside(page, scene, tested)
            case PushedOut() as pushed:
                page = _pushed(page, scene, pushed)
            case PointQuery() as found:
                told = "p is on the boundary" if fixed(found.separation) == "0.00" else _side(found.separation)
                page = page.says(f"$s$ = {inked(found.separation)}: {told}. The closest feature is {_of(found)}.")
                page = page.claiming(
                    Claim("q", lambda: found.closest, lambda: scene.p - found.separation * found.normal),
                    Claim("on the boundary", lambda: distance(scene.a.world, found.closest), lambda: 0.0),
                )
            case step:
                page = _edges(page, moment, stage, step)
        return page.asks(question(moment, stage), situation(moment, "Project"))

    draw = staticmethod(draw)


def distance(shape: Convex, p: Vector) -> float:
    """Signed, by the definition: from the sampled feet of every edge, no step asked."""
    u, v = shape.points, np.roll(shape.points, -1, axis=0)
    f = np.clip(((p - u) * (v - u)).sum(axis=1) / ((v - u) ** 2).sum(axis=1), 0.0, 1.0)
    d = float(np.hypot(*(p - u - f[:, None] * (v - u)).T).min())
    return (-d if len(u) > 2 and Convex(u).contains(p) else d) - shape.radius


def _of(found: PointQuery) -> str:
    return tint(named(found.feature), Ink.A)


def _side(s: float) -> str:
    return "$\\examined{\\boldsymbol{p}}$ is outside" if s > 0.0 else "$\\examined{\\boldsymbol{p}}$ is inside"


def rows(page: Page, moment: Moment[ShapeAndPoint], reached: int) -> Page:
    """One row an edge, with as many of its numbers as this stage has reached."""
    for clamped in edges_of(moment):
        edge = clamped.projected
        feature, i = clamped.feature, edge.edge
        cells = (
            fixed(along(edge)),
            named(feature),
            fixed(clamped.distance),
            fixed(edge.height, sign=True),
        )
        if moment.parent is None or edge.edge <= moment.index:
            known = min(reached + 1, 4)
            page = page.row(f"edge {i}", *cells[:known], *[""] * (4 - known), ink=Ink.A, key=str(i))
    return page


def _edges(page: Page, moment: Moment[ShapeAndPoint], stage: str, step: Any) -> Page:
    """The steps on the edges: all of them, or one that was stepped into."""
    scene, whole = moment.scene, edges_of(moment)
    chosen = edge_in_view(moment)
    i, f, core = chosen.projected.edge, along(chosen.projected), scene.core.points
    u, v = core[i], core[(i + 1) % len(core)]
    if stage == "Nearest":
        nearest = whole[-1].nearest_so_far
        d = tint(f"**{fixed(nearest.distance)}**", Ink.GAP)
        says = f"The smallest is $d$ = {d}, to {tint(named(nearest.feature), Ink.A)}."
        return page.says(says).claiming(
            Claim("d", lambda: nearest.distance, lambda: abs(distance(scene.core, scene.p)), 1e-7)
        )
    where = "before $\\boldsymbol{u}$" if f < 0.0 else "beyond $\\boldsymbol{v}$" if f > 1.0 else "between its ends"
    if stage == "Project":
        page = page.says(f"Edge {i}: $f$ = **{fixed(f)}**, {where}.")
        return replace(page, nested="every edge").claiming(
            Claim("f", lambda: f, lambda: (scene.p - u) @ (v - u) / ((v - u) @ (v - u)))
        )
    clamped = min(max(f, 0.0), 1.0)
    kept = f"becomes {fixed(clamped, 0)}: its nearest point is {named(chosen.feature)}" if clamped != f else "stays"
    page = page.says(f"Edge {i}: $f$ = **{fixed(f)}** {kept}.")
    return replace(page, nested="every edge").claiming(Claim("q", lambda: chosen.foot, lambda: u + clamped * (v - u)))


def _inside(page: Page, scene: ShapeAndPoint, tested: InsideTested) -> Page:
    if not tested.heights:
        return replace(page, idea=NO_INSIDE, formula="").says(
            "There is no edge to be behind. $\\examined{\\boldsymbol{p}}$ is outside the core."
        )
    h = max(tested.heights)
    number = tint(f"**{fixed(h, sign=True)}**", Ink.GAP if h > 0.0 else Ink.OVERLAP)
    core = " the core" if scene.r else ""
    where = f"in front of edge {tested.heights.index(h)}, so outside" if h > 0.0 else "behind every edge, so inside"
    heights = (scene.p - scene.core.points) * scene.core.normals
    return page.says(f"The greatest height is {number}: $\\examined{{{P}}}$ is {where}{core}.").claiming(
        Claim("inside", lambda: tested.is_inside, lambda: scene.core.contains(scene.p)),
        Claim("h", lambda: h, lambda: heights.sum(axis=1).max()),
    )


def _pushed(page: Page, scene: ShapeAndPoint, pushed: PushedOut) -> Page:
    found = scene.found
    d = math.dist(scene.p, found.foot)
    sign = "−" if found.in_core and fixed(d) != "0.00" else ""
    value = equation(
        f"{sign}{{d}} − {{r}} = {{result}}", lambda d, r: (-d if found.in_core else d) - r, d=d, r=pushed.radius
    )
    shown, _, result = value.rpartition(" ")
    ink = Ink.GAP if found.separation > 0.0 else Ink.OVERLAP
    core = "inside" if found.in_core else "outside"
    told = f"$\\examined{{{P}}}$ is {core} the core: $s$ = {shown} {tint(f'**{result}**', ink)}."
    return page.says(told).claiming(
        Claim("s", lambda: found.separation, lambda: distance(scene.a.world, scene.p), 1e-7),
        Claim("d", lambda: d, lambda: abs(distance(scene.core, scene.p)), 1e-7),
        Claim("r", lambda: math.dist(pushed.foot, pushed.closest), lambda: scene.r),
    )


def situation(moment: Moment[ShapeAndPoint], stage: str) -> str:
    """Where p is, as far as this stage knows."""
    scene, found, reached = moment.scene, moment.scene.found, STAGES.index(stage)
    p, core = f"$\\examined{{{P}}}$", " the core of A" if scene.r else " A"
    if reached < 2:
        on = sum(0.0 <= along(each.projected) <= 1.0 for each in edges_of(moment))
        return f"Of the feet of {p} on the lines of{core}, {on or 'none'} {'is' if on < 2 else 'are'} on its edge."
    d = math.dist(scene.p, found.foot)
    if reached == 2:
        return f"{p} is in the Voronoi region of {_of(found)}, {fixed(d)} away."
    s = found.separation if reached > 3 else -d if found.in_core else d
    size, core = tint(f"**{fixed(abs(s))}**", Ink.GAP if s > 0.0 else Ink.OVERLAP), core if reached == 3 else " A"
    if fixed(s) == "0.00":
        return f"{p} is on the boundary of{core}."
    return f"{p} is outside{core}, {size} from {_of(found)}." if s > 0.0 else f"{p} is inside{core}, {size} deep."


def _wrong(moment: Moment[ShapeAndPoint]) -> bool:
    faulty, found = moment.faulty, moment.scene.found
    if faulty.closest is None:
        return True
    return bool(abs(faulty.separation - found.separation) > 1e-9 or math.dist(faulty.closest, found.closest) > 1e-6)


class PointQueryLesson(Lesson[ShapeAndPoint]):
    id = "point-query"
    title = "Point query"
    source = "Rounding collider corners"
    summary = "The closest point of a shape, from outside or inside: project, clamp, keep the nearest, push out."
    terms: ClassVar = ("query point", "clamp", "nearest feature", "Voronoi region", "medial axis", "signed distance")
    builds_on: ClassVar = ("point-on-line", "rounded-anatomy")
    story = PointQueryStory()
    compare = tuple(
        Comparison(name, lambda scene, rule=rule: rule(scene.a.world, scene.p), _wrong, credit)
        for name, rule, credit in (
            (NO_CLAMP, unclamped, ""),
            (UNSIGNED, unsigned, "Error 6 of *Rounding collider corners*"),
            (ALONG, pushed_along, "Error 7 of *Rounding collider corners*"),
        )
    )

    @cached_property
    def scenes(self) -> Mapping[str, ShapeAndPoint | Preset[ShapeAndPoint]]:
        def scene(shape: Convex, p: ArrayLike, r: float = 0.0, degrees: float = 0.0) -> ShapeAndPoint:
            return ShapeAndPoint(at(shape, 0.0, 0.0, degrees), r, p=vector(np.array(p)))

        five = convex(((-2.05, -1.15), (1.35, -1.55), (2.15, 0.15), (0.75, 1.6), (-1.55, 1.15)))
        six = convex(((-2.4, -0.6), (-1.1, -1.5), (1.5, -1.4), (2.3, 0.2), (1.2, 1.4), (-1.5, 1.3)))
        three = convex(((-2.4, -1.2), (1.7, -1.1), (-1.0, 1.6)))
        four = convex(((-1.7, -0.9), (1.6, -1.1), (1.2, 0.8), (-0.8, 1.0)))
        regular = regular_polygon(5, 1.1)
        middle = at(regular, 0.0, 0.0, 9.0).world.points[:2].mean(axis=0)
        return {
            "In front of an edge": scene(five, (2.62, 1.62)),
            "Beyond a vertex": Preset(scene(three, (3.02, -0.52)), NO_CLAMP, at_first(FootClamped)),
            "Inside": scene(six, (0.3, 0.12)),
            "Deep inside a box": Preset(scene(box(4.2, 2.6), (1.2, 0.1)), UNSIGNED, at_first(InsideTested)),
            "Inside the rounding": scene(four, (1.5, 0.25), 0.5),
            "On the core's edge": Preset(scene(regular, middle, 0.5, 9.0), ALONG, at_first(PushedOut)),
            "Capsule": scene(capsule((-1.4, 0.0), (1.4, 0.0), 0.7), (0.5, 0.55), 0.7, 20.0),
        }

    def run(self, scene: ShapeAndPoint) -> Trace[Any, PointQuery]:
        """All projections as one step, all clamped feet as one, and the last of these again: it knows the nearest."""
        whole = point_query.trace(scene.a.world, scene.p)
        count = next(i for i, step in enumerate(whole) if isinstance(step, InsideTested))
        both = [picked(whole, range(start, count, 2)) for start in (0, 1)]
        rest = picked(whole, [i for i in range(count - 1, len(whole)) if scene.r or i != count + 1])
        groups = [Grouped(Trace(each.function, each.steps, each.lines, None, each[-1])) for each in both]
        lines = [each.lines[-1] for each in both]
        return Trace(whole.function, (*groups, *rest.steps), (*lines, *rest.lines), None, whole.answer)

    def clock(self, moment: Moment[ShapeAndPoint]) -> Clock | None:
        """The feet slide to the edges; the closest point is pushed out."""
        slides = isinstance(moment.step, Grouped) and isinstance(moment.step.first, FootClamped)
        return Clock(1.2, plays_on_entry=True) if slides or isinstance(moment.step, PushedOut) else None

    def situation(self, moment: Moment[ShapeAndPoint]) -> str:
        """What is known of p; of a faulty rule what it answers instead."""
        faulty, stage = moment.faulty, self.story.stage(moment)
        if isinstance(faulty, FaultyQuery) and _wrong(moment) and tells(moment):
            return _fault(moment.compare, moment.scene, faulty)
        return situation(moment, stage)

    def challenge(self, moment: Moment[ShapeAndPoint]) -> Challenge | None:
        """Once the ridge is drawn."""
        scene = moment.scene
        if isinstance(moment.step, Grouped) or len(scene.core.points) < 3:
            return None
        near = sum(depth <= scene.depths[0] + EQUAL for depth in scene.depths) if scene.found.in_core else 0
        return Challenge(
            "Find a place inside A where **three** edges are equally near. Follow the dotted **medial axis**.",
            near >= 3,
            f"{near} nearest edge{'s' if near != 1 else ''}" if near else "p is outside the core",
            "On the medial axis two edges are equally near. Where three parts of it meet, three are.",
        )

    def table(self, moment: Moment[ShapeAndPoint], pages: Sequence[Page] | None = None) -> Table | None:
        """Without the columns that nothing is known of yet."""
        found = super().table(moment, pages)
        if found is None:
            return None
        known = 2 + min(STAGES.index(self.story.stage(moment)), 3)
        rows = tuple((step, replace(row, cells=row.cells[:known])) for step, row in found.rows)
        return Table(found.columns[:known], rows, found.current)


def _fault(name: str, scene: ShapeAndPoint, faulty: FaultyQuery) -> str:
    """What the rule that is compared does wrong here."""
    true = f"The true $s$ is {fixed(scene.found.separation, sign=True)}."
    told = tint(fixed(faulty.separation, sign=True), Ink.FAULTY)
    if name == NO_CLAMP:
        return f"Without clamp: $s$ = {told}, to the line of edge {faulty.edge}, beyond its end. {true}"
    if name == UNSIGNED:
        r = fixed(0.5 * faulty.separation)
        return (
            f"Without the inside test: $s$ = {told}. A circle around p with radius {r} would count as apart from A."
        )
    if faulty.closest is None:
        return "p is its own foot: their difference is 0, and has no direction to push along."
    off = tint(fixed(math.dist(faulty.closest, scene.found.closest)), Ink.FAULTY)
    return f"The difference of p and its foot is rounding alone: pushed along it, the point is {off} off."
