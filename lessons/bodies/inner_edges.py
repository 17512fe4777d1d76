"""Inner edges: why a box trips on the seam of a flat floor, how often, and what a neighbour's normal changes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from geometry import Convex, Trace
from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold
from geometry.contact.reference import ReferenceEdge
from geometry.dynamics.step import ImpulseApplied, WarmStarted
from geometry.sat.separating_axis import separating_axis
from geometry.trace import grouped
from lessons.bodies import inner_edges_figure as figure
from lessons.bodies import inner_edges_heads as heads
from lessons.bodies import inner_edges_lens as enlarged
from lessons.bodies import inner_edges_now as state
from lessons.bodies import inner_edges_solved as solved
from lessons.bodies.inner_edges_asked import farthest_lean, last_place, pushed_to
from lessons.bodies.inner_edges_ideas import differs, idea
from lessons.bodies.inner_edges_now import HIT, LEAST, OFTEN, RUNS
from lessons.bodies.inner_edges_scene import GRAVITY, RADIUS, RATE, SKIPPED, STARTS, UPWARD, Slide, faulty_run, slide
from lessons.stories.reference import ReferenceStory
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, tint


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A step around the search among the edges."""

    stage: str
    value: float  # what it is about


STAGES = ("Trip", "Seam", "Least", "Hit", "Chance", "Neighbours", "Runs")
SIDE_FIRST = r"\overlap{o_\mathrm{side}}<\overlap{o_\mathrm{top}}\;\Rightarrow\;NORMAL=(-1,\,0)"
NORMAL = {Ink.FAULTY: r"\faulty{\hat n}", Ink.EXAMINED: r"\examined{\hat n}"}
TOP_FIRST = r"\overlap{o_\mathrm{top}}<\overlap{o_\mathrm{side}}\;\Rightarrow\;\examined{\hat n}=(0,\,1)"
FROM_CORNER = r"NORMAL=(c-\mathrm{corner})/\lVert c-\mathrm{corner}\rVert"
CONE = r"\mathrm{cone}(\gap{\hat n_\mathrm{left}},\,\gap{\hat n_\mathrm{right}})"
KEPT = rf"\answer{{\hat n}}\in{CONE}"
LIMIT_OVER = r"\mathrm{lean}(NORMAL)>45°\;\Rightarrow\;\mathrm{drop}"
LIMIT_UNDER = r"\mathrm{lean}(NORMAL)<45°\;\Rightarrow\;\mathrm{keep}"
DROPPED = rf"\faulty{{\hat n}}\notin{CONE}\;\Rightarrow\;\mathrm{{drop}}"


class InnerEdgesStory(Story):
    columns = ("contact or run", "overlap, m", "normal $\\hat n$", "$v_x$ after")

    def stage(self, moment: Moment[Slide]) -> str:
        return STAGES[moment.index]

    def page(self, moment: Moment[Slide]) -> Page:
        page = (_begins, _past, _least, _hit, _often, _compared, _slid)[moment.index](moment)
        return replace(page, stage=STAGES[moment.index], idea=idea(moment))

    def draw(self, canvas: Canvas, moment: Moment[Slide]) -> None:
        figure.draw_wrong(canvas, moment)


def _begins(moment: Moment[Slide]) -> Page:
    scene = moment.scene
    told = f"Both runs begin alike. The outlines are of later frames, the last ones of frame {scene.count}."
    return Page("").says(told)


def _overlap(tile: Convex, body: Convex) -> float:
    return -separating_axis(tile, body, early_out=False).separation


def _past(moment: Moment[Slide]) -> Page:
    scene, n = moment.scene, moment.scene.frames
    if scene.is_round:
        page = Page("", "", r"\overlap{o}=r-\lVert c-\mathrm{corner}\rVert")
        page = page.row("corner of tile 2", fixed(scene.spot.overlap, 3), "", "", key="side")
        d, told = RADIUS - scene.spot.overlap, "{r} − {d} = **{o}**"
        told = equation(told, lambda r, d: r - d, decimals=3, result="o", r=RADIUS, d=d)
        page = page.says(f"After frame {n}: $o$ = {tint(told, Ink.OVERLAP)}. B is {fixed(scene.depth, 3)} in tile 1.")
    else:
        told = f"Frame {n} ends a little past the seam: the red area is B’s overlap with tile 2. "
        told += f"A frame lasts $Δt$ = 1/{RATE} s."
        page = Page("").says(told)  # both numbers would answer what is asked
        page = page.asks(pushed_to(moment), f"B moves at {fixed(scene.speed)} m/s in both runs.")
    start = scene.shape_at(*scene.start)

    def simulated() -> float:
        body = scene.alone.bodies(n)[1].placed[0]
        return _overlap(scene.tiles[1], body) if scene.is_round else max(x for x, _ in body.points_xy)

    return page.claiming(
        Claim("o", lambda: scene.spot.overlap if scene.is_round else scene.past, simulated, 1e-6),
        Claim("h", lambda: _overlap(scene.tiles[0], start), lambda: scene.depth),
    )


def _least(moment: Moment[Slide]) -> Page:
    scene, spot, ink = moment.scene, moment.scene.spot, enlarged.ink_of_normal(moment.scene)
    normal, name = tint(coords(spot.normal, _digits(scene)), ink), _edge(moment)
    if scene.is_round:
        formula = FROM_CORNER
        told = f"$\\hat n$ = {normal}: it leans by **{fixed(scene.lean, 0)}°** against the motion."
    else:
        formula = SIDE_FIRST if spot.is_side else TOP_FIRST
        side, top = (tint(fixed(each, 3), Ink.OVERLAP) for each in (scene.past, scene.top))
        told = f"Along the side’s normal B overlaps by $\\overlap{{o_\\mathrm{{side}}}}$ = {side} m, "
        depth = "" if scene.raised else "$\\overlap{h}$ = "
        told += f"along the top’s by $\\overlap{{o_\\mathrm{{top}}}}$ = {depth}{top} m."
    if state.own_side(moment):
        own = tint(fixed(scene.past, 3), Ink.FAULTY)
        told = f"B’s own side shows {own} m too, and from tile 2 to B its normal is {normal} as well."
    found = manifold(scene.a.world, scene.b.world)
    page = Page("", "", formula.replace("NORMAL", NORMAL[ink]))
    for key, other, overlap, way in (
        ("side", "side of tile 2", scene.past, (-1, 0)),
        ("top 2", "top of tile 2", scene.top, (0, 1)),
    ):
        if key == _key(scene):
            cells = fixed(spot.overlap, 3), coords(spot.normal, _digits(scene))
            page = page.row(f"**{name}**", *(f"**{each}**" for each in cells), "", key=key)
        elif not scene.is_round:
            page = page.row(other, fixed(overlap, 3), coords(way, 0), "", key=key)
    return page.says(told).claiming(
        Claim("n", lambda: found.normal, lambda: spot.normal, 1e-6),
        Claim("o", lambda: -found.separation, lambda: spot.overlap, 1e-6),
    )


def _edge(moment: Moment[Slide]) -> str:
    """What the least overlap belongs to."""
    scene = moment.scene
    if state.own_side(moment):
        return "B’s own side"
    return f"{'corner' if scene.is_round else 'side' if scene.spot.is_side else 'top'} of tile 2"


def _key(scene: Slide) -> str:
    """Of its row."""
    return "side" if scene.spot.is_side or scene.is_round else "top 2"


def _digits(scene: Slide) -> int:
    return 2 if scene.is_round else 0


def _hit(moment: Moment[Slide]) -> Page:
    scene, n, run, spot = moment.scene, moment.scene.frames, state.wrong_run(moment), moment.scene.spot
    v = scene.pulled
    v_n, after = v[0] * spot.normal[0] + v[1] * spot.normal[1], run.frame(n).bodies[1].velocity
    slow, right = f"**{fixed(after[0])}**", scene.right.frame(n).bodies[1].velocity
    is_wrong = state.is_faulty(moment) and fixed(after[0]) != fixed(right[0])
    slow = tint(slow, Ink.FAULTY) if is_wrong else slow
    told = f"$v_n$ = {coords(v)} · {coords(spot.normal, _digits(scene))} = {fixed(v_n)} m/s. "
    pushed, normal_tex = state.push(moment), NORMAL[enlarged.ink_of_normal(scene)]
    formula = r"\examined{v_n}=\examined{\boldsymbol v}\cdot" + normal_tex
    if state.leaning(moment):
        formula = (LIMIT_OVER if scene.lean > 45.0 else LIMIT_UNDER).replace("NORMAL", normal_tex)
        told = f"{_limited(moment)}Then $v_x$ = {slow} m/s."
    elif pushed is not None:
        told += f"In frame {n + 1} the impulse $j$ = {fixed(pushed[1])} N·s leaves $v_x$ = {slow} m/s."
    else:
        told += f"Frame {n + 1} leaves $v_x$ = {slow} m/s."
    page = Page("", "", formula).says(told)
    page = page.row(
        state.rule_of(moment).replace(" normals", ""), "", "", fixed(after[0]), key="first run", faulty=is_wrong
    )
    found = manifold(scene.a.world, scene.b.world).normal
    pulled = run.bodies(n)[1].velocity + np.array((0.0, -GRAVITY / RATE))
    page = page.claiming(Claim("v_n", lambda: v_n, lambda: float(pulled @ found), 1e-6))
    page = replace(page, nested="the impulses")
    return page.asks(last_place(moment), _situation(replace(moment, time=(n + 1) / scene.count)))


def _limited(moment: Moment[Slide]) -> str:
    """What "upward normals only" makes of the normal."""
    scene, lean = moment.scene, fixed(moment.scene.lean, 0)
    if not state.let_through(moment):
        return f"$\\hat n$ leans by {lean}° < 45°: {tint('kept', Ink.FAULTY)}. "
    dropped = tint("dropped", Ink.FAULTY) if scene.raised else "dropped"
    return f"$\\hat n$ leans by {lean}° > 45°: {dropped}. "


def _often(moment: Moment[Slide]) -> Page:
    scene, count = moment.scene, sum(moment.scene.tripped)
    name = "w" if scene.is_round else r"o_\mathrm{top}"
    limit, way = fixed(scene.limit, 3), fixed(scene.way, 3)
    told = f"$p$ = {limit} m / {way} m = **{fixed(scene.share)}** = {fixed(100.0 * scene.share, 0)} %. "
    if scene.share >= 1.0:
        told = f"$v\\,Δt$ = {way} m is less than ${name}$ = {limit} m: $p$ = **1**. "
    told += f"Of {STARTS} runs from different places {count} {'are slowed' if scene.is_round else 'trip'}."
    formula = r"p=\min\left(1,\ \frac{\overlap{NAME}}{v\,\Delta t}\right)".replace("NAME", name)
    near = Claim("p", lambda: abs(count / STARTS - scene.share) <= 1.0 / STARTS, lambda: True)
    known = _situation(replace(moment, time=(scene.frames + 1) / scene.count))
    return Page("", "", formula, (near,)).says(told).asks(farthest_lean(moment), known)


def _compared(moment: Moment[Slide]) -> Page:
    scene, cone = moment.scene, moment.scene.cone
    frame = scene.right.frame(scene.frames)
    back = f"Back to frame {scene.frames}: "
    wide = f"{fixed(math.degrees(cone.turn), 0)}° wide" if scene.raised else "one direction, (0, 1)"
    told = f"{back}the cone is {wide}. $\\hat n$ lies in it, so the contact is **kept**."
    if scene.raised and scene.spot.is_side and not scene.is_round:
        told = f"{back}the upper contact is **kept**. The lower one, under tile 1’s top, is dropped."
    if scene.is_dropped:
        what = "Both contacts are" if scene.dropped[1:] else "The contact is"
        told = f"{back}$\\hat n$ lies {fixed(scene.lean, 0)}° outside the cone, which holds (0, 1) alone. "
        told += f"{what} **dropped**."
    page = Page("", "", DROPPED if scene.is_dropped else KEPT)
    page = page.row("with neighbours", "", "", fixed(frame.bodies[1].velocity[0]), key="second run")
    left = (-1.0, 0.0) if scene.raised else (0.0, 1.0)
    is_pushed = scene.spot.is_side and not scene.is_dropped and scene.lean > 0.1
    return page.says(told).claiming(
        Claim("cone", lambda: (cone.first, cone.second), lambda: ((0.0, 1.0), left)),
        Claim("kept", lambda: scene.is_pushed(frame), lambda: is_pushed),
    )


def _slid(moment: Moment[Slide]) -> Page:
    scene = moment.scene
    runs = state.wrong_run(moment), scene.right
    wrong, right = (fixed(run.bodies(scene.count)[1].velocity[0]) for run in runs)
    first = tint(f"**{wrong}**", Ink.FAULTY) if wrong != right and state.is_faulty(moment) else f"**{wrong}**"
    told = f"$v_x$ after {scene.count} frames: {first} m/s {state.rule_of(moment)}, "
    return Page("").says(f"{told}**{right}** m/s with neighbours.")


def _situation(moment: Moment[Slide]) -> str:
    frames, count, rule = state.frames_at(moment), state.reached(moment), state.rule_of(moment)
    runs = state.wrong_run(moment), moment.scene.right
    wrong, right = (fixed(run.bodies(count)[1].velocity[0]) for run in runs)
    told = f"{'After' if count - frames < 1e-6 else 'In'} frame {count}" if count else "At the start"
    if wrong == right:
        return f"{told} $v_x$ is {right} m/s in both runs."
    wrong = tint(wrong, Ink.FAULTY) if state.is_faulty(moment) else wrong
    return f"{told} $v_x$ is {wrong} m/s ({rule}) and {right} m/s (with neighbours)."


class InnerEdges(Lesson[Slide]):
    id = "inner-edges"
    title = "Inner edges"
    source = "SAT explained"
    summary = "A box trips on the seam of a flat floor whose tiles are tested alone; neighbours’ normals forbid it."
    terms = ("inner edge", "ghost collision", "ghost vertex", "chain", "slop")
    builds_on = ("minimum-translation", "reference-and-incident", "concave-collision")
    story = InnerEdgesStory()
    nested = ReferenceStory()
    impulses = solved.SolvedStory()
    compare = (
        Comparison(SKIPPED, partial(faulty_run, SKIPPED), differs, "Issue threads of 2-D engines"),
        Comparison(UPWARD, partial(faulty_run, UPWARD), differs, "Issue threads of 2-D engines"),
    )

    @cached_property
    def layout(self) -> Layout:
        start = heads.is_start
        return beside(
            above(
                Pane("wrong", "Tile by tile", self.draw_told, True, headed=heads.rule, ink=heads.ink, held=start),
                Pane("right", "With neighbours", _draw_right, True, headed=heads.neighbours, held=start),
            ),
            above(
                Pane("corner", "The corner, enlarged", _draw_lens, share=1.25, headed=heads.enlarged),
                Pane(
                    "chart",
                    "Velocity along the floor, m/s",
                    _draw_chart,
                    headed=heads.chart,
                    axes=lambda m: figure.chart_axes(state.outer(m)),
                    take=figure.take_speed,
                ),
            ),
        )

    def layout_at(self, moment: Moment[Slide]) -> Layout:
        return heads.layout_of(self.panes, moment)

    @cached_property
    def scenes(self) -> Mapping[str, Slide | Preset[Slide]]:
        return {
            "Trips on a seam": slide(0.16, 3.0, 0.02),
            "Glides by luck": slide(0.7, 3.0, 0.02),
            "Slow, with a small slop": slide(0.12, 1.0, 0.005),
            "A round body": slide(0.5, 3.0, 0.02, is_round=True),
            "A low step": slide(0.4, 3.0, 0.02, 0.05),
            "Pieces of an outline": slide(0.2, 4.0, 0.025, is_outline=True),
            "Inner edges skipped": Preset(slide(0.2, 5.0, 0.03), SKIPPED, lambda trace: LEAST),
            "A wall that vanishes": Preset(slide(0.6, 3.0, 0.02, 0.25), UPWARD, lambda trace: HIT),
        }

    def table(self, moment: Moment[Slide], pages: Sequence[Page] | None = None) -> Table | None:
        """Its last column is of the frame that begins at the seam."""
        found = super().table(moment, pages)
        if found is None or state.is_solving(moment) or moment.parent is not None:
            return found
        return replace(found, columns=(*found.columns[:-1], f"$v_x$, m/s, frame {moment.scene.frames + 1}"))

    def story_of(self, moment: Moment[Slide]) -> Story:
        return self.impulses if state.is_solving(moment) else super().story_of(moment)

    def run(self, scene: Slide) -> Trace[Any, Manifold]:
        """The search among the edges of tile 2 and the body is one step, and so are the impulses of the frame at the
        seam: both can be stepped into."""
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
        frame = scene.alone.trace(scene.frames)
        solved = [i for i, step in enumerate(frame) if isinstance(step, WarmStarted | ImpulseApplied)]
        first, last = solved[0], solved[-1] + 1
        steps = (*told[:LEAST], *search, *frame.steps[first:last], *told[OFTEN:])
        before, after = found.lines[:1] * LEAST, found.lines[-1:] * (RUNS - HIT)
        lines = (*before, *found.lines[: len(search)], *frame.lines[first:last], *after)
        trace = Trace(found.function, steps, lines, None, found.answer)
        hit = LEAST + len(search)
        return grouped(trace, [range(LEAST, hit), range(hit, hit + last - first)])

    def clock(self, moment: Moment[Slide]) -> Clock:
        scene = moment.scene
        seam, hit = scene.frames / scene.count, (scene.frames + 1) / scene.count
        ticks: tuple[float, ...] = (0.0, seam, seam, hit, hit, seam, 1.0)
        if moment.parent is not None:
            ticks = (seam,) * len(moment.trace)
        plays = moment.parent is None and moment.index == RUNS
        return Clock(
            4.0, ticks=ticks, plays_on_entry=plays, told=lambda t: f"frame {math.ceil(t * scene.count - 1e-6)}"
        )

    def situation(self, moment: Moment[Slide]) -> str:
        return solved.situation(moment) if state.is_solving(moment) else _situation(state.outer(moment))

    def challenge(self, moment: Moment[Slide]) -> Challenge | None:
        scene = moment.scene
        if scene.is_round or moment.compare:
            return None
        return Challenge(
            "On a **flat** floor, make the box trip wherever it starts.",
            not scene.raised and scene.share >= 1.0,
            "tile 2 is raised" if scene.raised else f"now from {fixed(100.0 * scene.share, 0)} % of all places",
            "In one frame B must move by at most $o_\\mathrm{top}$.",
        )


def _draw_right(canvas: Canvas, moment: Moment[Slide]) -> None:
    figure.draw_right(canvas, state.outer(moment))


def _draw_lens(canvas: Canvas, moment: Moment[Slide]) -> None:
    if state.is_solving(moment):
        solved.draw_lens(canvas, moment)
    else:
        enlarged.draw_corner(canvas, state.outer(moment))


def _draw_chart(canvas: Canvas, moment: Moment[Slide]) -> None:
    if state.is_solving(moment):
        solved.draw_chart(canvas, moment)
    else:
        figure.draw_chart(canvas, state.outer(moment))
