"""The story of a point query: project, clamp, keep the nearest; inside or outside; push out."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Convex, PointQuery, Trace, Vector, point_query
from geometry.query.point_query import InsideTested, PushedOut
from geometry.trace import Grouped, picked
from lessons.queries.point_query_asked import question
from lessons.queries.point_query_faulty import by_rule
from lessons.queries.point_query_figure import (
    STAGES,
    along,
    draw,
    edge_in_view,
    edges_of,
    feet_on,
    is_inner,
    shows_ridge,
    stage_of,
)
from lessons.queries.scenes import P, Q, U, V, named, named_on
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, inked, tint

_U, _V = rf"\examined{{{U}}}", rf"\examined{{{V}}}"
F_FRACTION = rf"\examined{{f}}=\frac{{(\examined{{{P}}}-{_U})\cdot({_V}-{_U})}}{{\lVert{_V}-{_U}\rVert^2}}"
PAGES = {
    "Project": (
        rf"We want $\answer{{{Q}}}$, the point of A nearest to the **query point** $\examined{{{P}}}$. "
        rf"**Project** $\examined{{{P}}}$ on each edge's line. The foot point is at the fraction $f$: 0 at ${U}$, 1 "
        rf"at ${V}$.",
        F_FRACTION,
    ),
    "Clamp": (
        rf"The edge ends at ${U}$ and ${V}$, its line does not. **Clamp** $f$ to the range from 0 to 1: this gives "
        rf"${Q}_i$, the point of edge $i$ nearest to $\examined{{{P}}}$.",
        rf"\examined{{{Q}_i}}={_U}+\mathrm{{clamp}}(\examined{{f}},\,0,\,1)\,({_V}-{_U})",
    ),
    "Nearest": (
        rf"The smallest distance from $\examined{{{P}}}$ to a ${Q}_i$ is $d$. Places with the same **nearest "
        "feature**, an edge or a vertex, form its **Voronoi region**.",
        rf"d=\min_i\,\lVert\examined{{{P}}}-{Q}_i\rVert",
    ),
    "Inside?": (
        rf"$d$ is never negative: it cannot tell inside from outside. A is convex: $\examined{{{P}}}$ is inside "
        "if it is behind **every** edge, with no height $h_i$ positive.",
        r"\max_i\,h_i\le 0\ \Rightarrow\ \text{inside}",
    ),
    "Radius": (
        rf"A rounded shape is its **core** plus a layer $r$. So $\answer{{{Q}}}$ lies $r$ further out than the "
        rf"nearest ${Q}_i$ of the core. Subtract $r$ from the distance.",
        r"s=\pm\,d-\A{r}",
    ),
    "Answer": (
        rf"The **signed distance** $s$ is negative inside. $\hat n$ is the outward normal. To reach $\answer{{{Q}}}$ "
        rf"from $\examined{{{P}}}$, go against $\hat n$ if $s>0$, along $\hat n$ if $s<0$.",
        rf"\answer{{{Q}}}=\examined{{{P}}}-s\,\hat n",
    ),
}
SEGMENT = "core segment"
AT_VERTEX = (
    rf"The **signed distance** $s$ is negative inside. A vertex has no normal of its own: here $\hat n$ points from "
    rf"it to $\examined{{{P}}}$. So $\answer{{{Q}}}$ is the vertex."
)
ROUNDED = (
    rf"A rounded shape is its **core**, drawn dashed, plus a layer $r$. First the core: **project** "
    rf"$\examined{{{P}}}$ on each edge's line. $f$ is 0 at ${U}$, 1 at ${V}$."
)
CAPSULE = (
    rf"A capsule is its **core**, a segment, plus a layer $r$. First the core: **project** "
    rf"$\examined{{{P}}}$ on the line of the segment. $f$ is 0 at ${U}$, 1 at ${V}$."
)
CORE_INSIDE = (
    rf"$d$ is never negative: it cannot tell inside from outside. $\examined{{{P}}}$ is inside the core if it is "
    "behind **every** edge of it, with no height $h_i$ positive."
)
ONE_EDGE = (
    "Places with the same **nearest feature** form the **Voronoi region** of that feature: here of the core segment, "
    "and of either end. The smallest distance is $d$."
)
RIDGE = (
    "The smallest distance is $d$. Places with the same **nearest feature** form its **Voronoi region**. On the "
    "**medial axis** two edges are equally near."
)
NO_INSIDE = (
    rf"The core of a capsule is a segment: nothing lies inside of it, so $\examined{{{P}}}$ is outside the core. "
    r"Only the radius makes an inside."
)


def told(shape: Convex, p: Vector) -> Trace[Any, PointQuery]:
    return told_of(shape, point_query.trace(shape, p))


def told_of(shape: Convex, whole: Trace[Any, PointQuery]) -> Trace[Any, PointQuery]:
    """All projections as one step, all clamped feet as one, and the last of these again: it knows the nearest."""
    count = next(i for i, step in enumerate(whole) if isinstance(step, InsideTested))
    both = [picked(whole, range(start, count, 2)) for start in (0, 1)]
    rest = picked(whole, [i for i in range(count - 1, len(whole)) if shape.radius or i != count + 1])
    groups = [Grouped(Trace(each.function, each.steps, each.lines, None, each[-1])) for each in both]
    lines = [each.lines[-1] for each in both]
    return Trace(whole.function, (*groups, *rest.steps), (*lines, *rest.lines), None, whole.answer)


class PointQueryStory(Story):
    """Project, clamp, keep the nearest; inside or outside; push out."""

    columns = ("edge", "$f$", "nearest", "$d$", "$h$")

    stage = staticmethod(stage_of)

    def page(self, moment: Moment[Any]) -> Page:
        stage, scene = self.stage(moment), moment.scene
        page = rows(Page(stage, *PAGES[stage]), moment, STAGES.index(stage))
        page = replace(page, idea=_variant(scene, stage) or page.idea)
        match moment.step:
            case InsideTested() as tested:
                page = _inside(page, scene, tested)
            case PushedOut() as pushed:
                page = _pushed(page, scene, pushed)
            case PointQuery() as found:
                side = "outside" if found.separation > 0.0 else "inside"
                side = "on the boundary" if fixed(found.separation) == "0.00" else side
                told = f"$\\examined{{{P}}}$ is {side}. The nearest feature is {_of(scene, found)}."
                less_r = f" {_less(scene, found)} =" if scene.r else ""
                page = page.says(f"$s$ ={less_r} {inked(found.separation, sign=True)}: {told}")
                page = page.claiming(
                    Claim("q", lambda: found.closest, lambda: scene.p - found.separation * found.normal),
                    Claim("on the boundary", lambda: distance(scene.a.world, found.closest), lambda: 0.0),
                )
            case step:
                page = _edges(page, moment, stage, step)
        page = by_rule(page, moment, STAGES.index(stage))
        return page.asks(question(moment, stage), situation(moment, "Project" if stage == "Clamp" else stage))

    draw = staticmethod(draw)


def _variant(scene: Any, stage: str) -> str:
    """What is said in place of a stage's idea where A is round, or a vertex is nearest."""
    if stage == "Answer" and scene.found.feature.is_vertex and scene.found.separation > 0.0 and not scene.r:
        return AT_VERTEX
    if stage == "Nearest" and len(scene.core.points) == 2:
        return ONE_EDGE
    if stage == "Nearest" and shows_ridge(scene, stage):
        return RIDGE
    if stage == "Project" and len(scene.core.points) == 2:
        return CAPSULE
    return {"Project": ROUNDED, "Inside?": CORE_INSIDE}.get(stage, "") if scene.r else ""


def _less(scene: Any, found: PointQuery) -> str:
    """d − r, with d's sign, as it is told at the radius."""
    d = fixed(math.dist(scene.p, found.foot))
    return f"{'−' if found.in_core and d != '0.00' else ''}{d} − {fixed(scene.r)}"


def distance(shape: Convex, p: Vector) -> float:
    """Signed, by the definition: from the sampled feet of every edge, no step asked."""
    u, v = shape.points, np.roll(shape.points, -1, axis=0)
    f = np.clip(((p - u) * (v - u)).sum(axis=1) / ((v - u) ** 2).sum(axis=1), 0.0, 1.0)
    d = float(np.hypot(*(p - u - f[:, None] * (v - u)).T).min())
    return (-d if len(u) > 2 and Convex(u).contains(p) else d) - shape.radius


def _of(scene: Any, found: PointQuery) -> str:
    name = named_on(scene.core, found.feature)
    return f"the {tint(name, Ink.A)}" if name == SEGMENT else tint(name, Ink.A)


def rows(page: Page, moment: Moment[Any], reached: int) -> Page:
    """One row an edge, with as many of its numbers as this stage has reached."""
    for each in edges_of(moment):
        edge, known = each.projected, min(reached + 1, 4)
        near = named_on(moment.scene.core, each.feature)
        cells = fixed(along(edge)), near, fixed(each.distance), fixed(edge.height, sign=True)
        if not is_inner(moment) or edge.edge <= moment.index:
            key = f"edge {edge.edge}"
            name = SEGMENT if len(moment.scene.core.points) == 2 else key
            page = page.row(name, *cells[:known], *[""] * (4 - known), ink=Ink.A, key=key)
    return page


def _edges(page: Page, moment: Moment[Any], stage: str, step: Any) -> Page:
    """The steps on the edges: all of them, or one that was stepped into."""
    scene, whole = moment.scene, edges_of(moment)
    chosen = edge_in_view(moment)
    i, f, core = chosen.projected.edge, along(chosen.projected), scene.core.points
    u, v = core[i], core[(i + 1) % len(core)]
    if stage == "Nearest":
        nearest = whole[-1].nearest_so_far
        d = f"**{fixed(nearest.distance)}**"
        says = f"The smallest is $d$ = {d}, to {_of(scene, scene.found)}."
        return page.says(says).claiming(
            Claim("d", lambda: nearest.distance, lambda: abs(distance(scene.core, scene.p)), 1e-7)
        )
    who = SEGMENT.capitalize() if len(core) == 2 else f"Edge {i}"
    if stage == "Project":
        where = rf"before ${U}$" if f < 0.0 else rf"beyond ${V}$" if f > 1.0 else rf"between ${U}$ and ${V}$"
        first = "" if is_inner(moment) or len(whole) == 1 else ": no other $f$ is farther from 0.5"  # why it is shown
        page = page.says(f"{who}: $f$ = **{fixed(f)}**{first}. The foot point is {where}.")
        return replace(page, nested="every edge").claiming(
            Claim("f", lambda: f, lambda: (scene.p - u) @ (v - u) / ((v - u) @ (v - u)))
        )
    clamped = min(max(f, 0.0), 1.0)
    kept = (
        f"becomes {fixed(clamped, 0)}: the point nearest to $\\examined{{{P}}}$ is {named(chosen.feature)}"
        if clamped != f
        else "stays"
    )
    page = page.says(f"{who}: $f$ = **{fixed(f)}** {kept}.")
    return replace(page, nested="every edge").claiming(Claim("q", lambda: chosen.foot, lambda: u + clamped * (v - u)))


def _inside(page: Page, scene: Any, tested: InsideTested) -> Page:
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


def _pushed(page: Page, scene: Any, pushed: PushedOut) -> Page:
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


def situation(moment: Moment[Any], stage: str) -> str:
    """Where p is, as far as this stage knows."""
    scene, found, reached = moment.scene, moment.scene.found, STAGES.index(stage)
    p, core = f"$\\examined{{{P}}}$", " the core of A" if scene.r else " A"
    if reached < 2:
        on = feet_on(moment)
        edges = len(edges_of(moment))
        if edges == 1:
            return f"The foot point of {p} lies {'on' if on else 'beyond an end of'} the core segment."
        if on == edges:
            return f"All {edges} foot points of {p} lie on the edges themselves."
        where = "lie on the edges themselves" if on > 1 else "lies on the edge itself"
        return f"Of the {edges} foot points of {p}, {on or 'none'} {where}."
    d = math.dist(scene.p, found.foot)
    if reached == 2:
        whose, far = (
            (" of the core" if len(scene.core.points) > 2 else "", f"{fixed(d)} from the core")
            if scene.r
            else ("", f"{fixed(d)} away")
        )
        return f"{p} is in the Voronoi region of {_of(scene, found)}{whose}, {far}."
    s = found.separation if reached > 3 else -d if found.in_core else d
    size, core = tint(f"**{fixed(abs(s))}**", Ink.GAP if s > 0.0 else Ink.OVERLAP), core if reached == 3 else " A"
    if fixed(s) == "0.00":
        return f"{p} is on the boundary of{core}."
    return (
        f"{p} is outside{core}, {size} from {_of(scene, found)}." if s > 0.0 else f"{p} is inside{core}, {size} deep."
    )
