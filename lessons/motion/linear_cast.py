"""Linear cast: two bodies that translate, as one ray from the origin against A − B."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from lessons.motion.linear_cast_asked import first_line, origins_way, vertex_met
from lessons.motion.linear_cast_faces import crossed_at, front_faces, last_crossed
from lessons.motion.linear_cast_faulty import FIRST, NO_START, REVERSED, as_shown, by_rule, fault_told, ruled_table
from lessons.motion.linear_cast_figure import draw_space, draw_world, take_in_space
from lessons.motion.linear_cast_goals import AGREES, B_ALONE, LATER, PASS, PATH, SET_BACK, goal, nearest
from lessons.motion.linear_cast_words import FORMULAS, IDEAS, WHY, N, V, face_name
from lessons.stories.grouping import whole
from lessons.stories.outlines import named, parts
from viz.lesson.canvas import Canvas
from viz.lesson.difference import difference_pane, is_reflected
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, at_first, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at
from viz.lesson.story import Story
from viz.lesson.text import coords, counted, equation, fixed, tint
from viz.lesson.times import fraction


class LinearCastStory(Story):
    columns = ("front face", f"height {tint('$h$', Ink.GAP)}", r"closing speed $v\cdot\hat n$", "crossed at $t$")
    stages: ClassVar[Mapping[type, str]] = {
        DifferenceFormed: "Difference",
        RayFormed: "Origin moves",
        OriginMeasured: "Start",
        FaceTested: "Front faces",
        CornerTested: "Corners",
        FeatureHit: "Entry face",
        TimeOfImpact: "Result",
    }

    def stage(self, moment: Moment[Translating]) -> str:
        step = moment.step
        return self.stages[type(step.first if isinstance(step, Grouped) else step)]

    def page(self, moment: Moment[Translating]) -> Page:
        return by_rule(self._page(moment), moment)

    def _page(self, moment: Moment[Translating]) -> Page:
        scene, step, stage = moment.scene, moment.step, self.stage(moment)
        page = Page(stage, IDEAS[stage], FORMULAS.get(stage, ""))
        match step:
            case DifferenceFormed():
                return _difference(page, moment)
            case RayFormed():
                v = scene.velocity
                told = f"${V}$ = {coords(v)}: the origin moves to {coords(-v)}."
                page = page.says(f"{told} Drag the origin to set $t$, the end of its path to set ${V}$.")
                by = scene.sweep_b.motion - scene.sweep_a.motion
                return page.claiming(Claim("x(t)", lambda: moment.time * step.ray, lambda: moment.time * by))
            case OriginMeasured():
                return _start(page, moment, step)
            case FaceTested():
                return _face(page, moment, step)
            case CornerTested():
                return _corners(page, moment, [step])
            case Grouped() if isinstance(step.first, CornerTested):
                return replace(_corners(page, moment, step.part.steps), nested="each corner")
            case Grouped():
                last = last_crossed(moment)
                for each in sorted(step.part, key=lambda face: face.fraction or 0.0):  # so the last one decides
                    page = _row(page, scene, each, is_last=each is last)
                return replace(_faces(page, scene, step.part.steps), nested="each face")
            case FeatureHit():
                return _entry(page, moment, step)
        return _result(page, moment)

    def draw(self, canvas: Canvas, moment: Moment[Translating]) -> None:
        draw_world(canvas, moment)


def _difference(page: Page, moment: Moment[Translating]) -> Page:
    scene, figure = moment.scene, moment.step.difference
    owners = [part.ink for edge in figure.edges for part in parts(edge, scene.a.world.points)]
    of = [tint(f"{owners.count(ink)} of {ink.name}", ink) for ink in (Ink.A, Ink.B)]
    arcs = ", and arcs between them" if figure.radius > 0.0 else ""
    words = f"A − B has the edges of both: {of[0]} and {of[1]}{arcs}." if owners else "A − B is a disc."
    moving = [name for name, way in (("A", scene.sweep_a), ("B", scene.sweep_b)) if way.motion.any()]
    known = "A and B translate, by the vectors $v_A$ and $v_B$, from $t$ = 0 to $t$ = 1."
    if len(moving) == 1:
        known = f"{moving[0]} alone translates, by the vector $v_{moving[0]}$, from $t$ = 0 to $t$ = 1."
    inside = Claim(
        "contains the origin",
        lambda: bool(moment.first(OriginMeasured) is not None and moment.trace.result.outcome is Outcome.OVERLAPPED),
        lambda: overlaps(scene.a.world, scene.b.world),
    )
    page = page.says(words).claiming(inside)
    return page if is_reflected(scene) else page.asks(origins_way(moment), known)


def _start(page: Page, moment: Moment[Translating], step: OriginMeasured) -> Page:
    scene, s = moment.scene, step.separation
    told = f"The origin is {tint(f'**{fixed(s)}**', Ink.GAP)} from A − B: A and B are apart."
    if step.overlapped:
        told = f"The origin is {tint(f'**{fixed(-s)}**', Ink.OVERLAP)} deep in A − B: no ray is needed."
        page = replace(page, formula=FORMULAS["Contact"])
    else:
        page = page.claiming(Claim("s", lambda: s, lambda: separation(scene.a.world, scene.b.world), 1e-6))
    truth = Claim("s(0)", lambda: s > 1e-9, lambda: separation(scene.a.world, scene.b.world) > 1e-9)
    return page.says(told).claiming(truth).asks(first_line(moment), told_start(moment))


def _ink(scene: Translating, face: int) -> Ink:
    return Ink.A if scene.figure.edges[face].of_a is not None else Ink.B


def _row(page: Page, scene: Translating, step: FaceTested, *, is_last: bool = False) -> Page:
    """Of a front face: a back face has no time, and a line that is crossed before the start decides nothing."""
    if step.fraction is None:
        return page
    t = f"**{fixed(step.fraction)}**" if is_last else fixed(step.fraction)
    if step.fraction < 0.0 and not is_last:
        t = tint("< 0", Ink.QUIET)  # before the start: when is of no use
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
    passed = sum(crossed_at(step) < 0.0 for step in front)
    rest = f" and {counted(len(steps) - len(front), 'back face')}"
    rest = f", {passed} of them passed ($h$ < 0)" if passed else rest
    words = f"A − B has {counted(len(front), 'front face')}{rest}."
    if front:
        last = max(front, key=crossed_at)
        name = tint(face_name(scene, last.face), _ink(scene, last.face))
        words += f"\n{name}: " + equation(
            "$t$ = {a} / {b} = **{result}**.", quotient, a=last.separation, b=-last.approach
        )
    return page.says(words).claiming(*(_height(scene, step) for step in steps))


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
        page = _corner_row(_last_row(page, moment, decides=False), moment.scene, first.corner, first.first)
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
        page = _corner_row(_by_corner(page, moment, step), scene, step.corner or 0, step.fraction)
        return page.says(told).claiming(meets)
    page = _last_row(page, moment)
    name = tint(f"face {face_name(scene, step.face)}", _ink(scene, step.face))
    times = [crossed_at(each) for each in front_faces(moment)]
    last = Claim("the last", lambda: step.fraction, lambda: max(times), 1e-6)
    which = "The only time" if len(times) == 1 else f"The last of the {len(times)} times"
    told = f"{which}: the origin enters through {name}, at {t}, between its ends."
    return page.says(told).claiming(last, meets).asks(vertex_met(moment), told_start(moment))


def _last_row(page: Page, moment: Moment[Translating], *, decides: bool = True) -> Page:
    """The row of that face again, so that it is the one marked; its time in bold if it `decides`."""
    last = last_crossed(moment)
    return page if last is None else _row(page, moment.scene, last, is_last=decides)


def _by_corner(page: Page, moment: Moment[Translating], hit: FeatureHit) -> Page:
    """A page on an arc of A − B: its formula, and both sides of that."""
    radius = moment.scene.figure.radius
    off = length(-hit.fraction * moment.scene.velocity - moment.scene.figure.points[hit.corner or 0])
    page = replace(page, formula=FORMULAS["Corners"] if radius > 0.0 else "")
    return page.claiming(Claim("on the circle", lambda: off, lambda: radius, 1e-6))


def marked_row(moment: Moment[Translating]) -> str:
    """The key of the one row that a step speaks of."""
    step, hit = moment.step, moment.latest(FeatureHit)
    is_corner = isinstance(step.first if isinstance(step, Grouped) else step, CornerTested)
    if is_corner or (hit is not None and hit.face is None):
        return "arc"
    tested = step if isinstance(step, FaceTested) else last_crossed(moment)
    return "" if tested is None else f"face {tested.face}"


def _corner_row(page: Page, scene: Translating, corner: int, t: float) -> Page:
    name = f"arc at $w_{{{corner}}}$" if scene.figure.edges else "arc"
    return page.row(name, "", "", f"**{fixed(t)}**", key="arc")


def told_start(moment: Moment[Translating]) -> str:
    return f"At the start A and B are {fixed(moment.scene.separation_at_start)} apart."


def _result(page: Page, moment: Moment[Translating]) -> Page:
    scene, found, hit = moment.scene, moment.step, moment.first(FeatureHit)
    if found.miss is not None:
        return _missed(page, moment)
    if hit is None:
        page = Page(page.stage, IDEAS["Start"], FORMULAS["Contact"])
        meet = Claim("contact", lambda: found.fraction == 0.0, lambda: overlaps(scene.a.world, scene.b.world))
        return page.says("A and B are in contact at the start: $t$ = **0**.").claiming(meet)
    if hit.face is None:
        told = "Two round corners meet"
        page = _by_corner(replace(page, idea=IDEAS["Round"]), moment, hit)
        page = _corner_row(page, scene, hit.corner or 0, hit.fraction)
    else:
        told = _what_meets(scene, hit)
        times = [crossed_at(each) for each in front_faces(moment)]
        page = _last_row(page, moment).claiming(Claim("the last", lambda: hit.fraction, lambda: max(times), 1e-6))
    n = hit.normal
    page = page.says(f"{told} at $t$ = **{fixed(found.fraction)}**,\nwith ${N}$ = {coords(n, 3)}.")
    bodies = scene.at(found.fraction)
    return page.claiming(
        Claim("touch", lambda: separation(*bodies), lambda: 0.0, 1e-6), Claim("unit", lambda: length(n), lambda: 1.0)
    )


def _missed(page: Page, moment: Moment[Translating]) -> Page:
    """Why the origin never comes into A − B."""
    scene, miss, last = moment.scene, moment.step.miss, last_crossed(moment)
    page, words = Page(page.stage, IDEAS["Entry face"]), WHY[miss]
    if last is None:
        return page.says(words)
    is_beyond = miss is Miss.PASSING and not last.on_face
    if is_beyond:
        words = f"The last line, of {face_name(scene, last.face)}, is crossed beyond the face’s ends: no impact."
        page = replace(page, idea=IDEAS["Passing"])
    page = replace(page, formula=FORMULAS["Passing" if is_beyond else "Missed"])
    page = _last_row(page, moment).claiming(_height(scene, last))
    return page.says(words)


def _what_meets(scene: Translating, hit: FeatureHit) -> str:
    (part, *more) = parts(scene.figure.edges[hit.face or 0], scene.a.world.points)
    other, letter = (scene.b, "B") if part.ink is Ink.A else (scene.a, "A")
    k = int((other.world.points @ (-hit.normal if letter == "B" else hit.normal)).argmax())
    met = named(more[0]) if more else tint(f"vertex {k} of {letter}", Ink[letter])
    return f"{tint(f'Edge {part.number} of {part.ink.name}', part.ink)} meets {met}"


class LinearCast(Lesson[Translating]):
    id = "linear-cast"
    title = "Linear cast"
    source = "Collision detection for dummies"
    summary = "Two translating bodies are one ray from the origin against A − B: the time of impact, exactly."
    terms = ("linear cast", "front face", "entry face", "time of impact (TOI)")
    builds_on = ("minkowski-difference", "ray-cast")
    story = LinearCastStory()
    one_scale = True  # an edge is as long as the face that it makes
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
            "Both move": moving(at(five, -0.6, -1.5, 15), (1.9, 0.4), at(wedge, 0.7, 1.4, 110), (-0.2, -1.9)),
            "Only A moves": Preset(
                moving(block, PATH, at(slab, 0.3, 1.0), (0.0, 0.0), goal=B_ALONE),
                REVERSED,
                at_first(RayFormed),
            ),
            "First face": Preset(
                moving(at(wedge, -0.7, -1.7, 60), (1.3, 1.7), at(slab, 0.3, 1.4, 35), (-0.4, -1.9), goal=AGREES),
                FIRST,
                at_first(FeatureHit),
            ),
            "Passing by": moving(
                at(slab, 0.0, -1.8, 110), (-1.6, 2.4), at(five, 0.1, 1.5, 39), (0.5, -2.5), goal=PASS
            ),
            "Round corners": moving(
                at(soft, -0.2, -1.6, 25), (-0.2, 1.8), at(soft, 0.1, 1.6, 30), (0.5, -1.4), goal=LATER
            ),
            "Overlap at the start": Preset(
                moving(at(five, -0.3, -0.5, 9), (0.7, 1.9), at(wedge, 0.2, 0.4, 20), (0.3, -1.0), goal=SET_BACK),
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
        shown = as_shown(moment)
        if shown.faulty is not None:
            return fault_told(shown)
        words = told(shown)
        if not words.endswith("never meet.") or float(gap := fixed(nearest(moment.scene))) == 0.0:
            return words
        return words.replace("never meet.", f"never meet: the least gap is {gap}.")

    def table(self, moment: Moment[Translating], pages: Sequence[Page] | None = None) -> Table | None:
        """All faces are told as one step, of which one row is marked: the one that the sentence speaks of."""
        table, key = super().table(moment, pages), marked_row(moment)
        if table is None:
            return None
        table = replace(table, current=frozenset(i for i in table.current if table.rows[i][1].key == key))
        return ruled_table(table, moment)

    def challenge(self, moment: Moment[Translating]) -> Challenge:
        return goal(moment.scene, whole(moment).trace)
