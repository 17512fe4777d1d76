"""Inner edges: why a box trips on the seam of a flat floor, how often, and what a neighbour's normal changes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from geometry import Convex, Trace
from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold
from geometry.contact.reference import ReferenceEdge
from geometry.sat.separating_axis import separating_axis
from geometry.trace import grouped
from lessons.bodies import inner_edges_figure as figure
from lessons.bodies.inner_edges_asked import last_place, which_edge
from lessons.bodies.inner_edges_figure import COMPARED, DEPTH, HIT, LEAST, OFTEN, RUNS, SEAM
from lessons.bodies.inner_edges_scene import RADIUS, SKIPPED, STARTS, UPWARD, Slide, faulty_run, slide
from lessons.bodies.runs import Run
from lessons.stories.reference import ReferenceStory
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, sentence, tint


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A step around the search among the edges."""

    stage: str
    value: float  # what it is about


STAGES = ("Depth", "Seam", "Least", "Hit", "How often", "Neighbours", "Both runs")
IDEAS: Mapping[int, str] = {
    DEPTH: "Engines let a resting body stand in the floor by a small depth $h$, the **slop**, so that its contacts "
    "last. B slides without friction over two tiles.",
    SEAM: "A frame lasts $Δt$ = 1/60 s and moves B by $v\\,Δt$. This one ends with B’s front corner a little past "
    "the **seam**: B now overlaps tile 2 too.",
    LEAST: "SAT tests each tile alone and takes the **least** overlap. For tile 2 alone its side is the shortest "
    "way out. But it is an **inner edge**: tile 1 covers it.",
    HIT: "Against this $\\hat n$ B approaches. So the contact stops B’s corner, and B turns about it: a **ghost "
    "collision** with an edge inside a flat floor.",
    OFTEN: "The side wins wherever a frame ends less than $o_\\mathrm{top}$ past the seam. Fast bodies step over "
    "that place more often than slow ones.",
    COMPARED: "Let tiles know their **neighbours**: at a corner, a normal must lie in the **cone** from one outer "
    "edge’s normal to the other’s. If not, the contact is dropped.",
    RUNS: "Tile 1 carries B until tile 2 does: no frame feels the seam. Engines store such a row of edges as a "
    "**chain**; the neighbours’ far ends are its **ghost vertices**.",
}
LUCK: Mapping[int, str] = {
    LEAST: "SAT takes the **least** overlap. This frame ends so far past the seam that the top of tile 2 wins: B is "
    "pushed up, not back.",
    HIT: "The normal points up, so nothing acts against the motion. Other starts on the same floor, with the same "
    "speed, trip.",
    COMPARED: "At the corner of tile 2 the **cone** reaches from one outer edge’s normal to the other’s. This "
    "contact’s normal is one of them: **neighbours** keep it.",
}
STEP: Mapping[int, str] = {
    LEAST: "SAT takes the **least** overlap: the side of tile 2. Its upper part stands free over tile 1: there it "
    "is an **outer edge**, and B really hits it.",
    HIT: "Against this $\\hat n$ B approaches, and the contact stops it. This is no ghost: tile 2 stands higher than "
    "tile 1.",
    OFTEN: "The side wins wherever a frame ends less than $o_\\mathrm{top}$ past it. A raised tile makes that place "
    "longer: a real step is met from more starts.",
    COMPARED: "At the raised corner the outer edges point up and to the left. The **cone** between them holds "
    "$\\hat n$, so **neighbours** keep this contact.",
    RUNS: "The contact of a real step counts in both runs. Neighbours drop nothing but what lies inside the floor.",
}
ROUND: Mapping[int, str] = {
    SEAM: "A round body meets the corner of tile 2 before its middle is over the seam. The overlap $o$ is its "
    "radius less the distance of that corner.",
    LEAST: "On a corner the normal points from the corner to the middle $m$. It leans against the motion: a "
    "rounded body is not stopped, but thrown up.",
    HIT: "Only the part of the velocity along $\\hat n$ is taken away. So a round body loses less than a "
    "box, but it trips from more starts.",
    OFTEN: "The corner lies in the body while the middle moves by $w$, half a chord. If that is longer than one "
    "frame’s way, no start gets past it.",
}
OWN_SIDE = (
    "**Inner edges skipped** as axes: then B’s own side has the least overlap. It is parallel to the inner edge, and "
    "B trips. The axis must be tried, its contact dropped."
)
NO_WALL = (
    "**Upward normals only**: the contact with the raised tile is dropped too. B enters the tile until its top is "
    "the nearest way out, and is lifted through it."
)
SIDE_FIRST = r"\overlap{o_\mathrm{side}}<\overlap{o_\mathrm{top}}\;\Rightarrow\;\examined{\hat n}=(-1,\,0)"
TOP_FIRST = r"\overlap{o_\mathrm{top}}<\overlap{o_\mathrm{side}}\;\Rightarrow\;\examined{\hat n}=(0,\,1)"
FROM_CORNER = r"\examined{\hat n}=(m-\mathrm{corner})/\lVert m-\mathrm{corner}\rVert"
IN_CONE = r"\INK{\hat n}\in\mathrm{cone}(\gap{\hat n_\mathrm{left}},\,\gap{\hat n_\mathrm{right}})\ ?"


class InnerEdgesStory(Story):
    columns = ("edge", "overlap", "normal $\\hat n$", "speed after")

    def stage(self, moment: Moment[Slide]) -> str:
        return STAGES[moment.index]

    def page(self, moment: Moment[Slide]) -> Page:
        page = (_stands, _past, _least, _hit, _often, _compared, _slid)[moment.index](moment)
        return replace(page, stage=STAGES[moment.index], idea=_idea(moment))

    def draw(self, canvas: Canvas, moment: Moment[Slide]) -> None:
        figure.draw_wrong(canvas, moment)


def _idea(moment: Moment[Slide]) -> str:
    scene, step = moment.scene, moment.index
    if figure.own_side(moment) and step in (LEAST, HIT, RUNS):
        return OWN_SIDE
    if moment.compare == UPWARD and scene.raised and step in (HIT, COMPARED, RUNS) and _differs(moment):
        return NO_WALL
    kinds = (LUCK, not scene.spot.is_side), (ROUND, scene.is_round), (STEP, scene.raised), (IDEAS, True)
    return next(ideas[step] for ideas, holds in kinds if holds and step in ideas)


def _differs(moment: Moment[Slide]) -> bool:
    """Whether a faulty rule leads elsewhere than the contacts of the floor."""
    run, scene = moment.faulty, moment.scene
    if not isinstance(run, Run):
        return False
    return math.dist(*(each.bodies(scene.count)[1].pose.position for each in (run, scene.right))) > 0.02


def _deep(value: float) -> str:
    return tint(f"**{fixed(value, 3)}**", Ink.OVERLAP)


def _stands(moment: Moment[Slide]) -> Page:
    scene = moment.scene
    start = scene.shape_at(*scene.motion.start)
    page = Page("", "", r"\overlap{o_\mathrm{top}}=h")
    page = page.row("top of tile 1", fixed(scene.depth, 3), "(0, 1)", fixed(scene.speed), key="top")
    told = f"B overlaps tile 1 by {_deep(scene.depth)} along the normal of its top: that is how deep it stands."
    return page.says(told).claiming(Claim("o_top", lambda: _overlap(scene.tiles[0], start), lambda: scene.depth))


def _overlap(tile: Convex, body: Convex) -> float:
    return -separating_axis(tile, body, early_out=False).separation


def _past(moment: Moment[Slide]) -> Page:
    scene, n = moment.scene, moment.scene.frames
    if scene.is_round:
        page = Page("", "", r"\overlap{o}=r-\lVert m-\mathrm{corner}\rVert")
        page = page.row("corner of tile 2", fixed(scene.spot.overlap, 3), "", "", key="side")
        d, told = RADIUS - scene.spot.overlap, "{r} − {d} = **{o}**"
        told = equation(told, lambda r, d: r - d, decimals=3, result="o", r=RADIUS, d=d)
        page = page.says(f"After frame {n}: $o$ = {tint(told, Ink.OVERLAP)}. B is {fixed(scene.depth, 3)} in tile 1.")
    else:
        page = Page("", "", r"\overlap{o_\mathrm{side}}=x_\mathrm{corner}-x_\mathrm{seam}")
        page = page.row("side of tile 2", fixed(scene.past, 3), "", "", key="side")
        page = page.row("top of tile 2", fixed(scene.top, 3), "", "", key="top 2") if scene.raised else page
        told = f"Frame {n} ends with the corner {_deep(scene.past)} past the seam: the overlap along tile 2’s side."
        page = page.says(told).asks(which_edge(moment), f"B moves at {fixed(scene.speed)} in both runs.")

    def simulated() -> float:
        body = scene.alone.bodies(n)[1].placed[0]
        return _overlap(scene.tiles[1], body) if scene.is_round else max(x for x, _ in body.points_xy)

    return page.claiming(Claim("o", lambda: scene.spot.overlap if scene.is_round else scene.past, simulated, 1e-6))


def _least(moment: Moment[Slide]) -> Page:
    scene, spot = moment.scene, moment.scene.spot
    normal, name = tint(coords(spot.normal), Ink.EXAMINED), _edge(moment)
    if scene.is_round:
        formula = FROM_CORNER
        told = f"$\\hat n$ = {normal}: it leans by **{fixed(scene.lean, 0)}°** against the motion."
    else:
        formula, least = (SIDE_FIRST, "side") if spot.is_side else (TOP_FIRST, "top")
        side, top = (tint(fixed(each, 3), Ink.OVERLAP) for each in (scene.past, scene.top))
        told = f"Overlaps with tile 2: side {side}, top {top}. The **{least}** is less: $\\hat n$ = {normal}."
    if figure.own_side(moment):
        own = tint(fixed(scene.past, 3), Ink.FAULTY)
        told = f"B’s own front side shows {own} too, and from tile 2 to B its normal is {normal} as well."
    found = manifold(scene.a.world, scene.b.world)
    return (
        Page("", "", formula)
        .row(name, fixed(spot.overlap, 3), coords(spot.normal, _digits(scene)), "", key=_key(scene))
        .says(told)
        .claiming(
            Claim("n", lambda: found.normal, lambda: spot.normal, 1e-6),
            Claim("o", lambda: -found.separation, lambda: spot.overlap, 1e-6),
        )
    )


def _edge(moment: Moment[Slide]) -> str:
    """What the least overlap belongs to."""
    scene = moment.scene
    if figure.own_side(moment):
        return "B’s front side"
    return f"{'corner' if scene.is_round else 'side' if scene.spot.is_side else 'top'} of tile 2"


def _key(scene: Slide) -> str:
    """Of its row."""
    return "side" if scene.spot.is_side or scene.is_round else "top 2" if scene.raised else "top"


def _digits(scene: Slide) -> int:
    return 2 if scene.is_round else 0


def _hit(moment: Moment[Slide]) -> Page:
    scene, n, run, spot = moment.scene, moment.scene.frames, figure.wrong_run(moment), moment.scene.spot
    v_n, after = scene.speed * spot.normal[0], run.frame(n).bodies[1].velocity
    slow = f"**{fixed(after[0])}**"
    slow = tint(slow, Ink.FAULTY) if scene.is_dropped else slow
    told = f"$v_n$ = ({fixed(scene.speed)}, 0) · {coords(spot.normal, _digits(scene))} = {fixed(v_n)}. Frame {n + 1} "
    if abs(after[0] - scene.speed) < 5e-3:
        told += f"leaves the speed at **{fixed(after[0])}**."
    else:
        told += f"slows B to {slow}" + (f" and lifts it at {fixed(after[1])}." if after[1] >= 5e-3 else ".")
    cells = fixed(spot.overlap, 3), coords(spot.normal, _digits(scene)), fixed(after[0])
    page = Page("", "", r"v_n=\boldsymbol v\cdot\examined{\hat n}")
    page = page.row(_edge(moment), *cells, key=_key(scene), faulty=scene.is_dropped).says(told)
    found = manifold(scene.a.world, scene.b.world).normal
    page = page.claiming(Claim("v_n", lambda: v_n, lambda: float(run.bodies(n)[1].velocity @ found), 1e-6))
    return page.asks(last_place(moment), _situation(moment))


def _often(moment: Moment[Slide]) -> Page:
    scene, count = moment.scene, sum(moment.scene.tripped)
    name = "w" if scene.is_round else r"o_\mathrm{top}"
    limit, way = fixed(scene.limit, 3), fixed(scene.way, 3)
    told = (
        f"$p$ = {limit} / {way} = **{fixed(scene.share)}**: so many of all starts trip. Counted: {count} of {STARTS}."
    )
    if scene.share >= 1.0:
        told = f"$v\\,Δt$ = {way} is less than ${name}$ = {limit}: $p$ = **1**, every start trips. "
        told += f"Counted: {count} of {STARTS}."
    formula = r"p=\min\left(1,\ \frac{\overlap{NAME}}{v\,\Delta t}\right)".replace("NAME", name)
    near = Claim("p", lambda: abs(count / STARTS - scene.share) <= 1.0 / STARTS, lambda: True)
    return Page("", "", formula, (near,)).says(told)


def _compared(moment: Moment[Slide]) -> Page:
    scene, cone = moment.scene, moment.scene.cone
    frame = scene.right.frame(scene.frames)
    told = (
        f"The cone is {f'{fixed(math.degrees(cone.turn), 0)}° wide' if scene.raised else 'one direction, (0, 1)'}. "
    )
    told += "$\\hat n$ lies in it: the contact is **kept**."
    if scene.is_dropped:
        told = "The cone is one direction, (0, 1). "
        told += f"$\\hat n$ lies {fixed(scene.lean, 0)}° beside it: **dropped**. Tile 1 carries B."
    page = Page("", "", IN_CONE.replace("INK", "faulty" if scene.is_dropped else "answer"))
    page = page.row("with neighbours", "", "", fixed(frame.bodies[1].velocity[0]), key="floor")
    left = (-1.0, 0.0) if scene.raised else (0.0, 1.0)
    is_pushed = scene.spot.is_side and not scene.is_dropped and scene.lean > 0.1
    return page.says(told).claiming(
        Claim("cone", lambda: (cone.first, cone.second), lambda: ((0.0, 1.0), left)),
        Claim("kept", lambda: scene.is_pushed(frame), lambda: is_pushed),
    )


def _slid(moment: Moment[Slide]) -> Page:
    scene = moment.scene
    runs = figure.wrong_run(moment), scene.right
    wrong, right = (fixed(run.bodies(scene.count)[1].velocity[0]) for run in runs)
    first = f"**{wrong}**" if wrong == right else tint(f"**{wrong}**", Ink.FAULTY)
    told = f"Speed after {scene.count} frames: {first} {figure.rule_of(moment)}, "
    return Page("").says(f"{told}**{right}** with neighbours.")


def _situation(moment: Moment[Slide]) -> str:
    frames, rule = figure.frames_at(moment), figure.rule_of(moment)
    runs = figure.wrong_run(moment), moment.scene.right
    wrong, right = (fixed(run.bodies(int(frames + 1e-6))[1].velocity[0]) for run in runs)
    if wrong == right:
        return f"B moves at {right} in both runs."
    return f"B moves at {tint(wrong, Ink.FAULTY)} ({rule}) and at {right} (with neighbours)."


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
        Comparison(SKIPPED, partial(faulty_run, SKIPPED), _differs, "Issue threads of 2-D engines"),
        Comparison(UPWARD, partial(faulty_run, UPWARD), _differs, "Issue threads of 2-D engines"),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            above(
                Pane("wrong", "Contacts tile by tile", self._draw_first, is_world=True, headed=_rule, ink=Ink.FAULTY),
                Pane("right", "Contacts of the floor", _outer(figure.draw_right), is_world=True),
                share=1.5,
            ),
            above(
                Pane("corner", "The corner, enlarged", _outer(figure.draw_corner), share=1.25),
                Pane(
                    "chart",
                    "Speed along the floor",
                    _outer(figure.draw_chart),
                    headed=_chart,
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
            "Inner edges skipped": Preset(slide(0.2, 4.0, 0.03), SKIPPED, lambda trace: LEAST),
            "A wall that vanishes": Preset(slide(0.6, 3.0, 0.02, 0.25), UPWARD, lambda trace: HIT),
        }

    def run(self, scene: Slide) -> Trace[Any, Manifold]:
        """The search among the edges of tile 2 and the body is one step, which can be stepped into."""
        found = manifold.trace(scene.a.world, scene.b.world)
        count = next((i + 1 for i, step in enumerate(found) if isinstance(step, ReferenceEdge)), 0)
        search = found.steps[:count] or (found.result,)
        values: Sequence[float] = (
            scene.depth,
            scene.past,
            0.0,
            scene.speed,
            scene.share,
            scene.lean,
            float(scene.count),
        )
        told = [Told(stage, value) for stage, value in zip(STAGES, values, strict=True)]
        steps = (*told[:LEAST], *search, *told[HIT:])
        lines = (*found.lines[:1] * LEAST, *found.lines[: len(search)], *found.lines[-1:] * (RUNS - LEAST))
        trace = Trace(found.function, steps, lines, None, found.answer)
        return grouped(trace, [range(2, 2 + len(search))])

    def story_of(self, moment: Moment[Slide]) -> Story:
        return self.story if moment.parent is None else self.nested

    def _draw_first(self, canvas: Canvas, moment: Moment[Slide]) -> None:
        self.story_of(moment).draw(canvas, moment)

    def clock(self, moment: Moment[Slide]) -> Clock:
        scene = (moment.parent or moment).scene
        seam, hit = scene.frames / scene.count, (scene.frames + 1) / scene.count
        ticks: tuple[float, ...] = (0.0, seam, seam, hit, hit, seam, 1.0)
        if moment.parent is not None:
            ticks = (seam,) * len(moment.trace)
        return Clock(4.0, ticks=ticks, plays_on_entry=moment.parent is None and moment.index == RUNS)

    def situation(self, moment: Moment[Slide]) -> str:
        return _situation(moment.parent or moment)

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


def _rule(moment: Moment[Slide]) -> tuple[str, str]:
    """Whose contacts the first view has."""
    return sentence(moment.compare) or "Contacts tile by tile", ""


def _chart(moment: Moment[Slide]) -> tuple[str, str]:
    return ("Starts that trip" if (moment.parent or moment).index == OFTEN else "Speed along the floor"), ""


def _outer(draw: Any) -> Any:
    """Of a search that was stepped into the picture of its step."""
    return lambda canvas, moment: draw(canvas, moment.parent or moment)
