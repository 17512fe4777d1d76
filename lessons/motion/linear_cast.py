"""Linear cast: two bodies that translate, as one ray from the origin against A − B."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from geometry import Miss, Outcome, Trace, box, convex, linear_cast, overlaps, regular_polygon, rounded, separation
from geometry.faulty.linear_cast import first_face, no_start_test, reversed_ray
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast_steps import (
    CornerTested,
    DifferenceFormed,
    FaceTested,
    FeatureHit,
    OriginMeasured,
    RayFormed,
)
from geometry.trace import Grouped, grouped
from geometry.vector import length
from lessons.motion.casts import Translating, differs, moving, quotient, told
from lessons.motion.linear_cast_asked import origins_way, vertex_met
from lessons.motion.linear_cast_figure import draw_space, draw_world, take_in_space
from lessons.stories.grouping import apart, whole
from lessons.stories.outlines import named, parts
from viz.lesson.canvas import Canvas
from viz.lesson.difference import difference_pane, is_reflected
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at
from viz.lesson.story import Story
from viz.lesson.text import coords, counted, equation, fixed, tint
from viz.lesson.times import fraction

REVERSED, FIRST, NO_START = "reversed ray", "first face crossed", "no start test"
V, N = r"\examined{\boldsymbol{v}}", r"\examined{\hat n}"

IDEAS = {
    "Difference": (
        "A and B overlap when **A − B** contains the origin. While both only translate, A − B keeps its shape and "
        "moves with the velocity of A seen from B."
    ),
    "Origin moves": (
        "Hold A − B still instead. Then the **origin** moves, the opposite way. Two moving bodies have become one "
        "moving point: a **linear cast**."
    ),
    "Start": (
        "If the origin is inside A − B at the start, A and B overlap: $t$ = 0. Outside, its distance from A − B is "
        "the gap between A and B."
    ),
    "Front faces": (
        "The origin can enter only through a **front face**: one whose normal it moves against. It crosses the line "
        "of that face after the time height / closing speed."
    ),
    "Entry face": (
        "Inside means behind every face. So the origin enters where it crosses the **last** of the front faces’ "
        "lines, if that is between the ends of that face and 0 ≤ $t$ ≤ 1."
    ),
    "Corners": (
        "The radii grow A − B by R: its corners become arcs. Where no face is entered between its ends, the circles "
        "around the corners decide: the first is met."
    ),
    "Round": (
        "The origin entered an arc of A − B: a round corner of A meets one of B. The contact normal "
        rf"${N}$ points from the arc's centre to where it entered."
    ),
    "Impact": (
        "The entry face says what meets: an edge of one shape, a vertex of the other. Its normal is the contact "
        rf"normal ${N}$, from A to B."
    ),
}
FORMULAS = {
    "Difference": r"\A{A}\cap\B{B}\ne\emptyset\iff \boldsymbol 0\in \A{A}-\B{B}",
    "Origin moves": rf"\answer{{x}}(t)=-t\,{V},\qquad {V}=\A{{\boldsymbol{{v}}_A}}-\B{{\boldsymbol{{v}}_B}}",
    "Start": r"\gap{s}=\mathrm{dist}(\boldsymbol 0,\ \A{A}-\B{B})",
    "Front faces": rf"t_i=\frac{{\gap{{h_i}}}}{{{V}\cdot{N}_i}}\qquad\text{{where }}{V}\cdot{N}_i>0",
    "Entry face": r"t=\max_i\, t_i,\qquad 0\le t\le 1",
    "Corners": r"\lVert \answer{x}(t)-\boldsymbol w\rVert=R",
}
WHY = {
    Miss.NO_MOTION: "Seen from B, A does not move: no impact.",
    Miss.RECEDING: "A − B has a line in front of which the origin stays: no impact.",
    Miss.TOO_FAR: "The origin has not reached A − B at $t$ = 1: no impact before the motion ends.",
    Miss.PASSING: "The origin passes A − B: no impact.",
}


class LinearCastStory(Story):
    columns = ("face", "height $h$", r"$v\cdot\hat n$", "$t$")
    stages: ClassVar[Mapping[type, str]] = {
        DifferenceFormed: "Difference",
        RayFormed: "Origin moves",
        OriginMeasured: "Start",
        FaceTested: "Front faces",
        CornerTested: "Corners",
        FeatureHit: "Entry face",
        TimeOfImpact: "Impact",
    }

    def stage(self, moment: Moment[Translating]) -> str:
        step = moment.step
        return self.stages[type(step.first if isinstance(step, Grouped) else step)]

    def page(self, moment: Moment[Translating]) -> Page:
        scene, step, stage = moment.scene, moment.step, self.stage(moment)
        page = Page(stage, IDEAS[stage], FORMULAS.get(stage, ""))
        match step:
            case DifferenceFormed():
                return _difference(page, moment)
            case RayFormed():
                v = scene.velocity
                told = f"${V}$ = {coords(v)}: the origin moves to {coords(-v)}."
                page = page.says(f"{told} Drag it to set $t$, the rail’s end to set ${V}$.")
                by = scene.sweep_b.motion - scene.sweep_a.motion
                return page.claiming(Claim("x(t)", lambda: moment.time * step.ray, lambda: moment.time * by))
            case OriginMeasured():
                return _start(page, scene, step)
            case FaceTested():
                return _face(page, moment, step)
            case CornerTested():
                return _corners(page, moment, [step])
            case Grouped() if isinstance(step.first, CornerTested):
                return replace(_corners(page, moment, step.part.steps), nested="each corner")
            case Grouped():
                last = last_crossed(moment)
                for each in step.part:
                    page = _row(page, scene, each, is_last=each is last)
                return replace(_faces(page, scene, step.part.steps), nested="each face")
            case FeatureHit():
                return _entry(page, moment, step)
        return _impact(page, moment)

    def draw(self, canvas: Canvas, moment: Moment[Translating]) -> None:
        draw_world(canvas, moment)


def _difference(page: Page, moment: Moment[Translating]) -> Page:
    scene, figure = moment.scene, moment.step.difference
    owners = [part.ink for edge in figure.edges for part in parts(edge, scene.a.world.points)]
    of = [tint(f"{owners.count(ink)} of {ink.name}", ink) for ink in (Ink.A, Ink.B)]
    words = f"A − B has the edges of both: {of[0]} and {of[1]}." if owners else "A − B is a disc."
    known = "A and B translate, by the vectors $v_A$ and $v_B$, from $t$ = 0 to $t$ = 1."
    inside = Claim(
        "contains the origin",
        lambda: bool(moment.first(OriginMeasured) is not None and moment.trace.result.outcome is Outcome.OVERLAPPED),
        lambda: overlaps(scene.a.world, scene.b.world),
    )
    page = page.says(words).claiming(inside)
    return page if is_reflected(scene) else page.asks(origins_way(moment), known)


def _start(page: Page, scene: Translating, step: OriginMeasured) -> Page:
    s = step.separation
    told = f"The origin is {tint(f'**{fixed(s)}**', Ink.GAP)} from A − B: A and B are apart."
    if step.overlapped:
        told = f"The origin is {tint(f'**{fixed(-s)}**', Ink.OVERLAP)} deep in A − B: no ray is needed."
        page = replace(page, formula="")
    else:
        page = page.claiming(Claim("s", lambda: s, lambda: separation(scene.a.world, scene.b.world), 1e-6))
    truth = Claim("s(0)", lambda: s > 1e-9, lambda: separation(scene.a.world, scene.b.world) > 1e-9)
    return page.says(told).claiming(truth)


def face_name(scene: Translating, face: int) -> str:
    return " + ".join(part.name for part in parts(scene.figure.edges[face], scene.a.world.points))


def _ink(scene: Translating, face: int) -> Ink:
    return Ink.A if scene.figure.edges[face].of_a is not None else Ink.B


def _row(page: Page, scene: Translating, step: FaceTested, *, is_last: bool = False) -> Page:
    t = "—" if step.fraction is None else f"**{fixed(step.fraction)}**" if is_last else fixed(step.fraction)
    cells = face_name(scene, step.face), fixed(step.separation), fixed(-step.approach), t
    return page.row(*cells, ink=_ink(scene, step.face), key=f"face {step.face}")


def _height(scene: Translating, step: FaceTested) -> Claim:
    """Heights are gaps between the projections on the face's normal, as all vertices tell them."""
    n, a, b = step.normal, scene.a.world, scene.b.world
    return Claim(
        "h and v·n",
        lambda: (step.separation, -step.approach),
        lambda: ((b.points @ n).min() - (a.points @ n).max() - a.radius - b.radius, scene.velocity @ n),
        1e-8,
    )


def _faces(page: Page, scene: Translating, steps: Any) -> Page:
    front = [step for step in steps if step.fraction is not None]
    words = f"{counted(len(front), 'front face')}; {counted(len(steps) - len(front), 'back face')}, without a time"
    if front:
        last = max(front, key=crossed_at)
        name = tint(face_name(scene, last.face), _ink(scene, last.face))
        words += f". {name}: " + equation(
            "$t$ = {a} / {b} = **{result}**", quotient, a=last.separation, b=-last.approach
        )
    return page.says(f"{words}.").claiming(*(_height(scene, step) for step in steps))


def _face(page: Page, moment: Moment[Translating], step: FaceTested) -> Page:
    scene = moment.scene
    name = tint(f"Face {face_name(scene, step.face)}", _ink(scene, step.face))
    told = f"{name}: $v\\cdot\\hat n$ = {fixed(-step.approach)} is not above 0. It is a **back face**: skipped."
    if step.fraction is not None:
        told = f"{name}: " + equation(
            "$t$ = {a} / {b} = **{result}**.", quotient, a=step.separation, b=-step.approach
        )
    return _row(page, scene, step).says(told).claiming(_height(scene, step))


def _corners(page: Page, moment: Moment[Translating], steps: Any) -> Page:
    found = [step for step in steps if step.first is not None]
    radius = moment.scene.figure.radius
    told = "The origin passes all corners at more than R."
    if found:
        first = min(found, key=lambda step: step.first)
        told = f"R = {fixed(radius)}. The circle around corner $w_{{{first.corner}}}$ is met first, "
        told += f"at $t$ = **{fixed(first.first)}**."
        page = _corner_row(page, moment.scene, first.corner, first.first)
    v = moment.scene.velocity
    off = [length(step.point + step.first * v) for step in found]
    on_circles = Claim("on the circle", lambda: off, lambda: [radius] * len(off), 1e-6)
    return page.says(told).claiming(on_circles) if found else Page(page.stage, page.idea).says(told)


def _entry(page: Page, moment: Moment[Translating], step: FeatureHit) -> Page:
    scene, t = moment.scene, f"$t$ = **{fixed(step.fraction)}**"
    at_t = [
        body.moved(step.fraction * v)
        for body, v in ((scene.a.world, scene.sweep_a.motion), (scene.b.world, scene.sweep_b.motion))
    ]
    meets = Claim("just touching", lambda: separation(*at_t), lambda: 0.0, 1e-6)
    if step.face is None:
        told = f"No face is entered between its ends. The origin enters by the arc at $w_{{{step.corner}}}$: {t}."
        page = _corner_row(Page(page.stage, page.idea), scene, step.corner or 0, step.fraction)
        return page.says(told).claiming(meets)
    page = _last_row(page, moment)
    name = tint(f"face {face_name(scene, step.face)}", _ink(scene, step.face))
    times = [crossed_at(each) for each in front_faces(moment)]
    last = Claim("the last", lambda: step.fraction, lambda: max(times), 1e-6)
    told = f"The origin enters through {name}, at {t} and between the face’s ends."
    return page.says(told).claiming(last, meets).asks(vertex_met(moment), told_start(moment))


def front_faces(moment: Moment[Translating]) -> list[FaceTested]:
    """Those tested up to this step that can be entered."""
    return [step for step in apart(moment.seen) if isinstance(step, FaceTested) and step.fraction is not None]


def last_crossed(moment: Moment[Translating]) -> FaceTested | None:
    """The front face whose line is crossed last."""
    return max(front_faces(moment), key=crossed_at, default=None)


def _last_row(page: Page, moment: Moment[Translating]) -> Page:
    """The row of that face again, so that it is the one marked."""
    last = last_crossed(moment)
    return page if last is None else _row(page, moment.scene, last, is_last=True)


def _corner_row(page: Page, scene: Translating, corner: int, t: float) -> Page:
    beside = (face_name(scene, (corner + k) % len(scene.figure.edges)) for k in (-1, 0))
    name = f"arc {'–'.join(beside)}" if scene.figure.edges else "arc"
    return page.row(name, "", "", f"**{fixed(t)}**", key="arc")


def crossed_at(step: FaceTested) -> float:
    """When the origin crosses the line of a front face."""
    assert step.fraction is not None
    return step.fraction


def told_start(moment: Moment[Translating]) -> str:
    return f"At the start A and B are {fixed(moment.scene.separation_at_start)} apart."


def _impact(page: Page, moment: Moment[Translating]) -> Page:
    scene, found, hit = moment.scene, moment.step, moment.first(FeatureHit)
    if found.miss is not None:
        last, words = last_crossed(moment), WHY[found.miss]
        if found.miss is Miss.PASSING and last is not None and not last.on_face:
            words = f"The last line, of {face_name(scene, last.face)}, is crossed beyond the face’s ends: no impact."
        return _last_row(Page(page.stage, IDEAS["Entry face"]), moment).says(words)
    if hit is None:
        return Page(page.stage, IDEAS["Start"]).says("A and B overlap at the start: $t$ = **0**.")
    told = "Two round corners meet" if hit.face is None else ""
    edge = None if hit.face is None else scene.figure.edges[hit.face]
    if edge is None:
        page = _corner_row(Page(page.stage, IDEAS["Round"]), scene, hit.corner or 0, hit.fraction)
    else:
        page = _last_row(page, moment)
        (part, *more) = parts(edge, scene.a.world.points)
        other, letter = (scene.b, "B") if part.ink is Ink.A else (scene.a, "A")
        k = int((other.world.points @ (-hit.normal if letter == "B" else hit.normal)).argmax())
        met = named(more[0]) if more else tint(f"vertex {k} of {letter}", Ink[letter])
        told = f"{tint(f'Edge {part.number} of {part.ink.name}', part.ink)} meets {met}"
    n = hit.normal
    page = page.says(f"{told} at $t$ = **{fixed(found.fraction)}**, with ${N}$ = {coords(n)}.")
    bodies = scene.at(found.fraction)
    return page.claiming(
        Claim("touch", lambda: separation(*bodies), lambda: 0.0, 1e-6), Claim("unit", lambda: length(n), lambda: 1.0)
    )


class LinearCast(Lesson[Translating]):
    id = "linear-cast"
    title = "Linear cast"
    source = "Collision detection for dummies"
    summary = "Two translating bodies are one ray from the origin against A − B: the time of impact, exactly."
    terms = ("linear cast", "front face", "entry face", "time of impact (TOI)")
    builds_on = ("minkowski-difference", "ray-cast")
    presents = 1
    story = LinearCastStory()
    compare = (
        Comparison(
            REVERSED, lambda s: reversed_ray(*s.cast), differs, "Error 7 of *Collision detection for dummies*"
        ),
        Comparison(FIRST, lambda s: first_face(*s.cast), differs),
        Comparison(NO_START, lambda s: no_start_test(*s.cast), differs, "*Collision detection for dummies*"),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.4),
            difference_pane("space", "Difference space: every a − b", draw_space, share=0.6, take=take_in_space),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Translating | Preset[Translating]]:
        five, slab, soft = regular_polygon(5, 0.9), box(1.4, 0.8), rounded(box(0.8, 0.5), 0.3)
        wedge = convex(((-0.8, -0.6), (0.9, -0.5), (-0.2, 0.8)))
        block = at(slab, -0.3, -1.6, 60)
        return {
            "Both move": moving(at(five, -0.3, -1.5, 15), (1.5, 1.2), at(wedge, 0.7, 1.4, 110), (-0.7, -1.5)),
            "Only A moves": Preset(
                moving(block, (0.3, 2.9), at(slab, 0.3, 1.0), (0.0, 0.0)), REVERSED, at_first(RayFormed)
            ),
            "First face": Preset(
                moving(at(wedge, -0.7, -1.7, 60), (1.3, 1.7), at(slab, 0.3, 1.4, 35), (-0.4, -1.9)),
                FIRST,
                at_first(FeatureHit),
            ),
            "Passing by": moving(at(slab, -0.9, -1.5, 80), (-0.3, 2.9), at(five, 0.8, 1.3, 9), (-0.8, -2.4)),
            "Round corners": moving(at(soft, -0.8, -1.6, 25), (0.8, 1.8), at(soft, 0.6, 1.6, 30), (-0.5, -1.4)),
            "Overlap at the start": Preset(
                moving(at(five, -0.3, -0.5, 9), (0.7, 1.9), at(wedge, 0.2, 0.4, 20), (0.3, -1.0)),
                NO_START,
                at_first(OriginMeasured),
            ),
        }

    def run(self, scene: Translating) -> Trace[Any, TimeOfImpact]:
        """All faces told as one step, and all corners."""
        whole = linear_cast.trace(*scene.cast)
        groups = [
            [i for i, step in enumerate(whole) if isinstance(step, kind)] for kind in (FaceTested, CornerTested)
        ]
        return grouped(whole, [range(group[0], group[-1] + 1) for group in groups if group])

    def clock(self, moment: Moment[Translating]) -> Clock:
        """Both worlds move in step; the last step stands at the impact."""
        found = whole(moment).trace.result
        hit = None if found.outcome is Outcome.SEPARATED else found.fraction
        ticks = (*(0.0 for _ in whole(moment).trace.steps[1:]), 1.0 if hit is None else hit)
        return Clock(impact=hit, ticks=ticks, told=fraction())

    def situation(self, moment: Moment[Translating]) -> str:
        return told(moment)

    def challenge(self, moment: Moment[Translating]) -> Challenge | None:
        meet = whole(moment).trace.result.outcome is not Outcome.SEPARATED
        is_fooled = not meet and reversed_ray(*moment.scene.cast).fraction is not None
        now = "A and B meet" if meet else "it reports a hit" if is_fooled else "it reports no hit either"
        return Challenge(
            "Find a motion for which the **reversed ray** (along v, not −v) reports a hit, and A and B never meet.",
            is_fooled,
            now,
            "On which side of the origin would A − B have to lie for that?",
        )
