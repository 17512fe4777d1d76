"""Inner edges: why a box trips on the seam of a flat floor, how often, and what a neighbour's normal changes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar

from geometry import Trace
from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold
from geometry.contact.reference import ReferenceEdge
from geometry.sat.separating_axis import separating_axis
from geometry.trace import Grouped, grouped
from lessons.bodies import inner_edges_figure as figure
from lessons.bodies.inner_edges_asked import last_place, which_edge
from lessons.bodies.inner_edges_scene import RADIUS, SKIPPED, STARTS, UPWARD, Slide, faulty_run, slide
from lessons.bodies.runs import Run
from lessons.stories.reference import ReferenceStory
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, tint


@dataclass(frozen=True, slots=True, eq=False)
class Stands:
    """The body at its start, a little in the floor."""

    depth: float


@dataclass(frozen=True, slots=True, eq=False)
class PastSeam:
    """The first frame that ends past the seam."""

    past: float


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """What the contact with tile 2 does to the speed."""

    speed: float


@dataclass(frozen=True, slots=True, eq=False)
class Starts:
    """All starts along the way of one frame."""

    share: float


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The normal and the cone of the outer edges' normals."""

    is_dropped: bool


@dataclass(frozen=True, slots=True, eq=False)
class Slid:
    """Both runs to their ends."""

    frames: int


IDEAS: Mapping[type, str] = {
    Stands: "Engines let a resting body stand in the floor by a small depth $h$, the **slop**, so that its contacts "
    "last. B slides without friction over two tiles.",
    PastSeam: "In one frame B moves by $v\\,Δt$. This frame ends with B’s front corner a little past the **seam**, "
    "where tile 2 begins: B now overlaps tile 2 too.",
    Grouped: "SAT tests each tile alone and takes the **least** overlap. For tile 2 alone its side is the shortest "
    "way out. But it is an **inner edge**: tile 1 covers it.",
    Hit: "Against this $\\hat n$ B approaches. So the contact stops B’s corner, and B turns about it: a **ghost "
    "collision** with an edge inside a flat floor.",
    Starts: "The side wins wherever a frame ends less than $o_\\mathrm{top}$ past the seam. Fast bodies step over "
    "that place more often than slow ones.",
    Compared: "Let tiles know their **neighbours**: at a corner, a normal must lie in the **cone** from one outer "
    "edge’s normal to the other’s. If not, the contact is dropped.",
    Slid: "Tile 1 carries B until tile 2 does: no frame feels the seam. Engines store such a row of edges as a "
    "**chain**; the neighbours’ far ends are its **ghost vertices**.",
}
LUCK: Mapping[type, str] = {
    Grouped: "SAT takes the **least** overlap. This frame ends so far past the seam that the top of tile 2 wins: the "
    "right edge, by luck.",
    Hit: "The normal points up, so nothing acts against the motion. The floor and the speed are those of a box that "
    "trips: only the start is another.",
    Compared: "Between flat tiles the **cone** is one direction: the normals of both outer edges are equal. This "
    "contact’s normal is that one, so **neighbours** change nothing.",
}
STEP: Mapping[type, str] = {
    Grouped: "SAT takes the **least** overlap: the side of tile 2. Its upper part stands free over tile 1: there it "
    "is an **outer edge**, and B really hits it.",
    Hit: "Against this $\\hat n$ B approaches, and the contact stops it. This is no ghost: tile 2 stands higher than "
    "tile 1.",
    Starts: "The side wins wherever a frame ends less than $o_\\mathrm{top}$ past it. A raised tile makes that place "
    "longer: a real step is met from more starts.",
    Compared: "At the raised corner the outer edges point up and to the left. The **cone** between them holds "
    "$\\hat n$, so **neighbours** keep this contact.",
    Slid: "The contact of a real step counts in both runs. Neighbours drop nothing but what lies inside the floor.",
}
ROUND: Mapping[type, str] = {
    PastSeam: "A round body meets the corner of tile 2 before its middle is over the seam. The overlap $o$ is its "
    "radius less the distance of that corner.",
    Manifold: "On a corner the normal points from the corner to the middle $m$. It leans against the motion: a "
    "rounded body is not stopped, but thrown up.",
    Hit: "Only the part of the velocity along $\\hat n$ is taken away. So a round body loses less than a box, but at "
    "every seam.",
    Starts: "The corner lies in the body while the middle moves by $w$, half a chord. If that is longer than one "
    "frame’s way, no start gets past it.",
}
KEPT_WRONG = (
    "**Inner edges skipped** as axes: then B’s own side has the least overlap. It is parallel to the inner edge, and "
    "B trips. The axis must be tried, its contact dropped."
)
NO_WALL = (
    "**Upward normals only**: the contact at the wall is dropped as well. B enters the wall until its top is the "
    "nearest way out, and is lifted through it."
)
SIDE_FIRST = r"\overlap{o_\mathrm{side}}<\overlap{o_\mathrm{top}}\;\Rightarrow\;\examined{\hat n}=(-1,\,0)"
TOP_FIRST = r"\overlap{o_\mathrm{top}}<\overlap{o_\mathrm{side}}\;\Rightarrow\;\examined{\hat n}=(0,\,1)"
IN_CONE = r"\faulty{\hat n}\in\mathrm{cone}(\gap{\hat n_\mathrm{left}},\,\gap{\hat n_\mathrm{right}})\ ?"


class InnerEdgesStory(Story):
    columns = ("edge", "overlap", "normal $\\hat n$", "speed after")
    stages: ClassVar[Mapping[type, str]] = {
        Stands: "Depth", PastSeam: "Seam", Grouped: "Least", Manifold: "Least", Hit: "Hit",
        Starts: "How often", Compared: "Neighbours", Slid: "Both runs",
    }  # fmt: skip

    def page(self, moment: Moment[Slide]) -> Page:
        page = Page(self.stage(moment), _idea(moment))
        tell = {
            Stands: _stands, PastSeam: _past, Grouped: _least, Manifold: _least, Hit: _hit,
            Starts: _often, Compared: _compared, Slid: _slid,
        }[type(moment.step)]  # fmt: skip
        return tell(page, moment)

    def draw(self, canvas: Canvas, moment: Moment[Slide]) -> None:
        figure.draw_wrong(canvas, moment)


def _idea(moment: Moment[Slide]) -> str:
    scene, kind = moment.scene, type(moment.step)
    if moment.compare == SKIPPED and moment.index in (figure.LEAST, figure.HIT, figure.RUNS) and _trips(moment):
        return KEPT_WRONG
    if moment.compare == UPWARD and moment.index >= figure.HIT and kind is not Starts and _trips(moment):
        return NO_WALL
    special: Mapping[type, str] = {}
    if not scene.spot.is_side:
        special = LUCK
    elif scene.is_round:
        special = ROUND
    elif scene.raised:
        special = STEP
    return special.get(kind, IDEAS.get(kind, LUCK[Grouped]))


def _trips(moment: Moment[Slide]) -> bool:
    """Whether a faulty rule leads elsewhere than the contacts of the floor."""
    run, scene = moment.faulty, moment.scene
    if not isinstance(run, Run):
        return False
    ends = (each.bodies(scene.count)[1].pose.position for each in (run, scene.right))
    return math.dist(*ends) > 0.02


def _stands(page: Page, moment: Moment[Slide]) -> Page:
    scene = moment.scene
    start = scene.shape_at(*scene.motion.start)
    deep = tint(f"**{fixed(scene.depth, 3)}**", Ink.OVERLAP)
    page = Page(page.stage, page.idea, r"\overlap{o_\mathrm{top}}=h")
    page = page.row("top of tile 1", fixed(scene.depth, 3), "(0, 1)", fixed(scene.speed), key="top")
    return page.says(
        f"B overlaps tile 1 by {deep} along the normal of its top: that is how deep it stands."
    ).claiming(
        Claim(
            "o_top", lambda: -separating_axis(scene.tiles[0], start, early_out=False).separation, lambda: scene.depth
        )
    )


def _past(page: Page, moment: Moment[Slide]) -> Page:
    scene, n = moment.scene, moment.scene.frames
    body = scene.alone.bodies(n)[1].placed[0]
    if scene.is_round:
        overlap = -separating_axis(scene.tiles[1], body, early_out=False).separation
        page = Page(page.stage, page.idea, r"\overlap{o}=r-\lVert m-\mathrm{corner}\rVert")
        page = page.row("corner of tile 2", fixed(scene.spot.overlap, 3), "", "", key="side")
        r, d = RADIUS, RADIUS - scene.spot.overlap
        told = equation("{r} − {d} = **{o}**", lambda r, d: r - d, decimals=3, result="o", r=r, d=d)
        told = (
            f"After frame {n}: $o$ = {tint(told, Ink.OVERLAP)}. B also stands {fixed(scene.depth, 3)} deep in tile 1."
        )
        return page.says(told).claiming(Claim("o", lambda: scene.spot.overlap, lambda: overlap, 1e-6))
    past = tint(f"**{fixed(scene.past, 3)}**", Ink.OVERLAP)
    page = Page(page.stage, page.idea, r"\overlap{o_\mathrm{side}}=x_\mathrm{corner}-x_\mathrm{seam}")
    page = page.row("side of tile 2", fixed(scene.past, 3), "", "", key="side")
    if scene.raised:
        page = page.row("top of tile 2", fixed(scene.top, 3), "", "", key="top 2")
    claim = Claim("o_side", lambda: scene.past, lambda: max(x for x, _ in body.points_xy), 1e-6)
    page = page.says(f"Frame {n} ends with the corner {past} past the seam: the overlap along tile 2’s side.")
    return page.claiming(claim).asks(which_edge(moment), f"B moves at {fixed(scene.speed)}.")


def _least(page: Page, moment: Moment[Slide]) -> Page:
    scene, spot = moment.scene, moment.scene.spot
    found = manifold(scene.a.world, scene.b.world)
    normal = tint(coords(spot.normal), Ink.EXAMINED)
    if scene.is_round:
        formula = r"\examined{\hat n}=(m-\mathrm{corner})/\lVert m-\mathrm{corner}\rVert"
        told = f"$\\hat n$ = {normal}: it leans by **{fixed(scene.lean, 0)}°** against the motion."
        if not spot.is_side:
            formula, told = "", f"The middle is past the seam: $\\hat n$ = {normal}."
        page = page.row("corner of tile 2", fixed(spot.overlap, 3), coords(spot.normal), "", key="side")
    else:
        formula = SIDE_FIRST if spot.is_side else TOP_FIRST
        side, top = (tint(fixed(each, 3), Ink.OVERLAP) for each in (scene.past, scene.top))
        least = "side" if spot.is_side else "top"
        told = f"Overlaps with tile 2: side {side}, top {top}. The **{least}** is less: $\\hat n$ = {normal}."
        name = "side" if spot.is_side else "top 2" if scene.raised else "top"
        edge = "side of tile 2" if spot.is_side else "top of tile 2"
        if figure.own_side(moment):
            own = tint(fixed(scene.past, 3), Ink.FAULTY)
            told = f"B’s own front side shows {own} too, and from tile 2 to B its normal is {normal} as well."
            edge = "B’s front side"
        page = page.row(edge, fixed(spot.overlap, 3), coords(spot.normal, 0), "", key=name)
    page = Page(page.stage, page.idea, formula, rows=page.rows)
    return page.says(told).claiming(
        Claim("n", lambda: found.normal, lambda: spot.normal, 1e-6),
        Claim("o", lambda: -found.separation, lambda: spot.overlap, 1e-6),
    )


def _hit(page: Page, moment: Moment[Slide]) -> Page:
    scene, n, run = moment.scene, moment.scene.frames, figure.wrong_run(moment)
    before, after = run.bodies(n)[1].velocity, run.frame(n).bodies[1]
    v_n = scene.speed * scene.spot.normal[0]
    found = manifold(scene.a.world, scene.b.world).normal
    slow, up = tint(f"**{fixed(after.velocity[0])}**", Ink.FAULTY), fixed(after.velocity[1])
    told = f"$v_n$ = {fixed(v_n)}. Frame {n + 1} slows B from {fixed(before[0])} to {slow} and lifts it at {up}."
    if abs(after.velocity[0] - before[0]) < 5e-3:
        told = f"$v_n$ = {fixed(v_n)}. Frame {n + 1} leaves the speed at **{fixed(after.velocity[0])}**."
    page = Page(page.stage, page.idea, r"v_n=\boldsymbol v\cdot\examined{\hat n}")
    name = "side" if scene.spot.is_side else "top"
    kind = "corner" if scene.is_round else name
    page = page.row(
        f"{kind} of tile 2", fixed(scene.spot.overlap, 3), coords(scene.spot.normal, 2 if scene.is_round else 0),
        fixed(after.velocity[0]), key=name, faulty=scene.spot.is_side and not scene.raised,
    )  # fmt: skip
    page = page.says(told).claiming(Claim("v_n", lambda: v_n, lambda: float(before @ found), 1e-6))
    return page.asks(last_place(moment), f"B moves at {fixed(scene.speed)}.")


def _often(page: Page, moment: Moment[Slide]) -> Page:
    scene = moment.scene
    formula = r"p=\min\left(1,\ \frac{\overlap{o_\mathrm{top}}}{v\,Δt}\right)"
    name = "w" if scene.is_round else r"o_\mathrm{top}"
    if scene.is_round:
        formula = formula.replace(r"\overlap{o_\mathrm{top}}", r"\overlap{w}")
    count = sum(scene.tripped)
    told = (
        f"${name}$ / ($v\\,Δt$) = {fixed(scene.limit, 3)} / {fixed(scene.way, 3)} = **{fixed(scene.share)}** = $p$: "
    )
    if scene.share >= 1.0:
        told = f"${name}$ = {fixed(scene.limit, 3)} is more than $v\\,Δt$ = {fixed(scene.way, 3)}: $p$ = **1**, "
    told += f"the share of all starts that trip. Counted: {count} of {STARTS}."
    page = Page(page.stage, page.idea, formula.replace("Δ", r"\Delta "))
    return page.says(told).claiming(
        Claim("p", lambda: abs(count / STARTS - scene.share) <= 1.0 / STARTS, lambda: True)
    )


def _compared(page: Page, moment: Moment[Slide]) -> Page:
    scene, cone = moment.scene, moment.scene.cone
    frame = scene.right.frame(scene.frames)
    pushed = scene.is_pushed(frame)
    turn = math.degrees(cone.turn)
    wide = "one direction, (0, 1)" if turn < 1e-6 else f"{fixed(turn, 0)}° wide"
    told = f"The cone is {wide}. $\\hat n$ lies in it: the contact is **kept**."
    if scene.is_dropped:
        told = f"The cone is {wide}. $\\hat n$ lies {fixed(scene.lean, 0)}° beside it: **dropped**. Tile 1 carries B."
    page = Page(page.stage, page.idea, IN_CONE)
    left = (-1.0, 0.0) if scene.raised else (0.0, 1.0)
    page = page.row("with neighbours", "", "", fixed(frame.bodies[1].velocity[0]), key="floor")
    return page.says(told).claiming(
        Claim("cone", lambda: (cone.first, cone.second), lambda: ((0.0, 1.0), left)),
        Claim("kept", lambda: pushed, lambda: scene.spot.is_side and not scene.is_dropped and scene.lean > 0.1),
    )


def _slid(page: Page, moment: Moment[Slide]) -> Page:
    scene, wrong = moment.scene, figure.wrong_run(moment)
    ends = [float(run.bodies(scene.count)[1].velocity[0]) for run in (wrong, scene.right)]
    rule = moment.compare if isinstance(moment.faulty, Run) else "tile by tile"
    told = f"Speed after {scene.count} frames: {tint(f'**{fixed(ends[0])}**', Ink.FAULTY)} {rule}, "
    return page.says(f"{told}**{fixed(ends[1])}** with neighbours.")


class InnerEdges(Lesson[Slide]):
    id = "inner-edges"
    title = "Inner edges"
    source = "SAT explained"
    summary = (
        "A box trips on the seam of a flat floor, as each tile answers for itself; neighbours' normals forbid it."
    )
    terms = ("inner edge", "ghost collision", "ghost vertex", "chain", "slop")
    builds_on = ("minimum-translation", "reference-and-incident", "concave-collision")
    story = InnerEdgesStory()
    nested = ReferenceStory()
    compare = (
        Comparison(SKIPPED, partial(faulty_run, SKIPPED), _trips, "Issue threads of 2-D engines"),
        Comparison(UPWARD, partial(faulty_run, UPWARD), _trips, "Issue threads of 2-D engines"),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            above(
                Pane("wrong", "Contacts tile by tile", self._draw_first, is_world=True, ink=Ink.FAULTY),
                Pane("right", "Contacts of the floor", _outer(figure.draw_right), is_world=True),
                share=1.5,
            ),
            above(
                Pane("corner", "The corner, enlarged", _outer(figure.draw_corner), share=1.25),
                Pane(
                    "chart",
                    "",
                    _outer(figure.draw_chart),
                    axes=lambda m: figure.chart_axes(m.parent or m),
                    take=figure.take_speed,
                ),
            ),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Slide | Preset[Slide]]:
        return {
            "Trips on a seam": slide(0.16, 3.0, 0.02),
            "Glides by luck": slide(0.7, 3.0, 0.02),
            "Slow, with a small slop": slide(0.12, 1.0, 0.005),
            "A round body": slide(0.5, 3.0, 0.02, is_round=True),
            "A low step": slide(0.4, 3.0, 0.02, 0.05),
            "Inner edges skipped": Preset(slide(0.2, 4.0, 0.03), SKIPPED, lambda trace: figure.LEAST),
            "A wall that vanishes": Preset(slide(0.6, 3.0, 0.02, 0.25), UPWARD, lambda trace: figure.HIT),
        }

    def run(self, scene: Slide) -> Trace[Any, Manifold]:
        """The search among the edges of tile 2 and the body is one step, which can be stepped into."""
        found = manifold.trace(scene.a.world, scene.b.world)
        count = next((i + 1 for i, step in enumerate(found) if isinstance(step, ReferenceEdge)), 0)
        search = found.steps[:count] or (found.result,)
        lines = found.lines[: len(search)]
        before = (Stands(scene.depth), PastSeam(scene.past))
        after = Hit(scene.speed), Starts(scene.share), Compared(scene.is_dropped), Slid(scene.count)
        steps = (*before, *search, *after)
        lines = (*lines[:1] * 2, *lines, *found.lines[-1:] * 4)
        trace = Trace(found.function, steps, lines, None, found.answer)
        return grouped(trace, [range(2, 2 + len(search))])

    def story_of(self, moment: Moment[Slide]) -> Story:
        return self.story if moment.parent is None else self.nested

    def _draw_first(self, canvas: Canvas, moment: Moment[Slide]) -> None:
        self.story_of(moment).draw(canvas, moment)

    def clock(self, moment: Moment[Slide]) -> Clock:
        scene = (moment.parent or moment).scene
        seam, hit = scene.frames / scene.count, (scene.frames + 1) / scene.count
        ticks = (0.0, seam, seam, hit, hit, seam, 1.0)
        if moment.parent is not None:
            ticks = (seam,) * len(moment.trace)
        return Clock(4.0, ticks=ticks, plays_on_entry=isinstance(moment.step, Slid))

    def situation(self, moment: Moment[Slide]) -> str:
        above_it = moment.parent or moment
        frames = figure.frames_at(above_it)
        wrong, right = (figure.speed_after(run, frames) for run in (figure.wrong_run(above_it), above_it.scene.right))
        rule = above_it.compare if isinstance(above_it.faulty, Run) else "tile by tile"
        if abs(wrong - right) < 5e-3:
            return f"B moves at {fixed(right)}: {rule}, and with neighbours."
        return f"B moves at {tint(fixed(wrong), Ink.FAULTY)} ({rule}) and at {fixed(right)} (with neighbours)."

    def challenge(self, moment: Moment[Slide]) -> Challenge | None:
        scene = moment.scene
        if scene.is_round or moment.compare:
            return None
        return Challenge(
            "On a floor that is **flat**, make the box trip from every start.",
            not scene.raised and scene.share >= 1.0,
            "tile 2 is raised" if scene.raised else f"now {fixed(100.0 * scene.share, 0)} % of all starts",
            "Every frame’s way must be shorter than the place in which the side wins.",
        )


def _outer(draw: Any) -> Any:
    """Of a search that was stepped into the picture of its step."""
    return lambda canvas, moment: draw(canvas, moment.parent or moment)
