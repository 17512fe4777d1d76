"""The story of a ray cast: two axes, the start, the front edges, the last entry, and the corner circle if need be."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from geometry import (
    Convex,
    Outcome,
    Ray,
    RayCast,
    RayKind,
    Trace,
    ray_cast,
)
from geometry.outcome import Miss
from geometry.query.ray_steps import (
    ArcTested,
    EndTested,
    FaceConsidered,
    LineTested,
    OriginTested,
    OvershootTested,
    SpanTested,
)
from geometry.trace import Grouped, grouped, picked
from geometry.vector import left_of
from lessons.queries.point_query_story import distance, told_of
from lessons.queries.ray_cast_asked import question
from lessons.queries.ray_cast_faulty import by_rule
from lessons.queries.ray_cast_figure import draw
from lessons.queries.ray_cast_state import (
    crossing,
    entry_of,
    exit_of,
    faces_of,
    fronts_of,
    in_edges,
    in_tests,
    is_fronts,
    is_quick,
    latest,
    passed_of,
    side_of,
    span_missed,
)
from lessons.queries.ray_cast_tests import ACROSS, ALONG, START, TOGETHER, across, along, start, together
from lessons.queries.scenes import C, P, Q, U, V, named
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.story import Story
from viz.lesson.text import coords, equation, fixed, tint

TOLD = 0.0075  # of t: so near is what a reader finds with the numbers of the table
D, A = r"\hat d", r"\boldsymbol{a}"
FRONT = "Front edges"
PAGES: dict[type, tuple[str, str, str]] = {
    LineTested: ACROSS,
    SpanTested: ALONG,
    OriginTested: START,
    Grouped: (
        FRONT,
        rf"A ray enters through a **front edge**, whose normal points against it: $\hat n\cdot {D}<0$. At $t_i$, "
        rf"its **entry**, the edge's line is crossed. $h_i$ is the height of $\examined{{{P}}}$ over that line.",
        rf"t_i\ =\ h_i\,/\,(-\hat n_i\cdot\examined{{{D}}})",
    ),
    FaceConsidered: (
        "Last entry",
        "A point inside A is behind **every** edge. So the ray is inside A from its **last** entry, at a front edge, "
        "to its first exit, at a back edge.",
        r"t_{\mathrm{in}}=\max_{\mathrm{front}} t_i\ \le\ t_{\mathrm{out}}=\min_{\mathrm{back}} t_i",
    ),
    OvershootTested: (
        "On the edge?",
        rf"The edge was extended to a line. The fraction $f$ tells whether the last entry is on the edge: $f$ is 0 "
        rf"at its end ${U}$, 1 at ${V}$.",
        rf"f=\frac{{(\examined{{{P}}}+t\,\examined{{{D}}}-{U})\cdot({V}-{U})}}{{\lVert{V}-{U}\rVert^2}}",
    ),
    ArcTested: (
        "Corner",
        rf"Beyond an end only the **corner circle** there can be hit. $\A{{{A}}}$ is $b$ along the ray, $m$ beside "
        "it. Pythagoras gives the length back to the hit.",
        r"t=b-\sqrt{\A{r}^2-m^2}",
    ),
    RayCast: (
        "Answer",
        "The hit is the last entry, if that point is on the edge. If not, only the corner circle beyond its end can "
        "be hit. This is cheap, even for 200 rays a frame.",
        rf"\answer{{{Q}}}=\examined{{{P}}}+t\,\examined{{{D}}}",
    ),
}
NO_HIT = (
    "Here one of the two projections already shows that the ray misses A. So no edge is looked at, and nothing is "
    "divided."
)
PASSED = (
    "The projection has ruled out a hit: no edge is needed. The edges show the reason: the first exit comes before "
    "the last entry.",
    r"t_{\mathrm{in}}=\max_{\mathrm{front}} t_i\ >\ t_{\mathrm{out}}=\min_{\mathrm{back}} t_i",
)
SHARP = "The hit is the last entry. Each edge takes one division. This is cheap, even for 200 rays a frame."
ROUNDED = (
    "A point inside A is behind **every** edge. The ray is behind all of them from its **last** entry, at a front "
    "edge, to its first exit, at a back edge."
)
OVERLAP = (
    rf"The ray starts inside: an overlap at $t$ = 0. Inside A the **signed distance** $s$ of $\examined{{{P}}}$ is "
    rf"negative. The closest point ${C}$ of the border gives the shortest translation out."
)
MISSES = {
    Miss.PASSING: "the line misses A",
    Miss.RECEDING: "the ray leads away from A",
    Miss.TOO_FAR: "the segment ends before A",
}


def cast(shape: Convex, ray: Ray) -> Trace[Any, RayCast]:
    """The quick tests as one step, all edges as one, and the last of these again: it knows the last entry. With sharp
    corners that is on its edge: nothing to test."""
    whole = ray_cast.trace(shape, ray)
    told_steps = tuple(
        replace(step, query=told_of(shape, step.query)) if isinstance(step, OriginTested) else step for step in whole
    )
    whole = Trace(whole.function, told_steps, whole.lines, whole.refusal, whole.answer)
    steps = [i for i, step in enumerate(whole) if not (isinstance(step, EndTested) or _is_certain(step, shape))]
    tests = sum(isinstance(step, LineTested | SpanTested | OriginTested) for step in whole)
    groups, faces = [range(tests)], [k for k, i in enumerate(steps) if isinstance(whole[i], FaceConsidered)]
    if faces:
        groups.append(range(faces[0], faces[-1] + 1))
        last = whole[steps[faces[-1]]]
        if isinstance(last, FaceConsidered) and last.entry_so_far is not None:
            steps.insert(faces[-1] + 1, steps[faces[-1]])
    return grouped(picked(whole, steps), groups)


def _is_certain(step: Any, shape: Convex) -> bool:
    return isinstance(step, OvershootTested) and not shape.radius and step.corner is None


class RayCastStory(Story):
    """Quick tests, the front edges, the last entry, and the corner circle if need be."""

    columns = ("edge", "$h$", r"$\hat n\cdot \hat d$", "side", "$t$")
    stages = {kind: name for kind, (name, _, _) in PAGES.items()}  # noqa: RUF012

    def page(self, moment: Moment[Any]) -> Page:
        scene, step = moment.scene, moment.step
        shape, ray = scene.a.world, scene.ray
        page = Page(*_text(moment))
        match step:
            case Grouped() | LineTested() if is_quick(step) and not in_tests(moment):
                page = together(page, moment)
            case LineTested():
                page = across(page, shape, ray, step)
            case SpanTested():
                page = along(page, shape, ray, step)
            case OriginTested():
                page = start(page, shape, ray, step)
            case Grouped() | FaceConsidered() if is_fronts(step) or in_edges(moment):
                page = _fronts(page, moment, shape, ray)
            case FaceConsidered():
                page = _last(page, moment, shape, ray)
            case OvershootTested():
                page = _overshoot(page, ray, step)
            case ArcTested():
                page = _corner(page, shape, ray, step)
            case RayCast():
                page = _answer(page, moment, step)
                if passed_of(moment) is not None:
                    page = _passed(page, moment)
        return by_rule(page, moment).asks(question(moment), behind_told(moment) or line_met(moment))

    def stage(self, moment: Moment[Any]) -> str:
        return _text(moment)[0]

    draw = staticmethod(draw)


def _text(moment: Moment[Any]) -> tuple[str, str, str]:
    """Stage, idea and formula."""
    step = moment.step
    if is_quick(step) and not in_tests(moment):
        return TOGETHER
    name, idea, formula = PAGES[Grouped if in_edges(moment) else type(step)]
    if isinstance(step, FaceConsidered) and not in_edges(moment) and moment.scene.r:
        idea = ROUNDED
    if isinstance(step, RayCast) and moment.first(OvershootTested) is None:
        idea = SHARP
    return name, idea, formula


def _fronts(page: Page, moment: Moment[Any], shape: Convex, ray: Ray) -> Page:
    faces, fronts = faces_of(moment), fronts_of(moment)
    for face in faces if in_edges(moment) else [face for _, face in fronts]:
        page = page.row(*_cells(face, _places(faces)), ink=Ink.A, key=str(face.edge))
    each = ", ".join(f"edge {face.edge} at $t$ = **{fixed(t)}**" for t, face in fronts[:2])
    more = f" and {len(fronts) - 2} more" if len(fronts) > 2 else ""
    name = "Entries" if len(fronts) > 1 else "Entry"
    page = page.says(f"{name}: {each}{more}." if fronts else "No edge faces the ray.")
    n, u = shape.normals, shape.edges[:, 0] - ray.origin
    met = [u[face.edge] @ n[face.edge] / (n[face.edge] @ ray.direction) for _, face in fronts]
    return replace(page, nested="every edge").claiming(Claim("t", lambda: [t for t, _ in fronts], lambda: met, 1e-6))


def _places(faces: list[FaceConsidered]) -> int:
    """Decimals of what is divided: three, or four where t could not be recomputed from three."""

    def is_told(face: FaceConsidered) -> bool:
        t, speed = crossing(face), round(face.approach, 3)
        return t is None or (speed != 0.0 and abs(round(face.height, 3) / -speed - t) < TOLD)

    return 3 if all(is_told(face) for face in faces) else 4


def _cells(face: FaceConsidered, places: int) -> tuple[str, ...]:
    t = crossing(face)
    numbers = fixed(face.height, places), fixed(face.approach, places)
    return f"edge {face.edge}", *numbers, side_of(face), "" if t is None else fixed(t)


def _last(page: Page, moment: Moment[Any], shape: Convex, ray: Ray) -> Page:
    entry, back = entry_of(moment), exit_of(moment)
    assert entry is not None
    t, out = entry.distance or 0.0, math.inf if back is None else back[0]
    told = f"$t$ = {fixed(out)}"
    first = "" if back is None else f" First exit: edge {back[1].edge}, at {tint(told, Ink.OVERLAP)}."
    faces = faces_of(moment)
    places = _places(faces)
    for face in (entry, *(each for each in faces if each.distance is None)):
        is_first = back is not None and face.edge == back[1].edge
        ink = Ink.EXAMINED if face is entry else Ink.OVERLAP if is_first else Ink.A
        page = page.row(*_cells(face, places), ink=ink, key=str(face.edge))
    return page.says(f"Last entry: edge {entry.edge}, at $t$ = **{fixed(t)}**.{first}").claiming(
        Claim("last", lambda: t, lambda: _greatest_entry(shape, ray), 1e-6),
        Claim("order", lambda: t <= out + 1e-6 * (1.0 + abs(t)), lambda: True),
    )


def _greatest_entry(shape: Convex, ray: Ray) -> float:
    h = ((ray.origin - shape.edges[:, 0]) * shape.normals).sum(axis=1)
    speed = shape.normals @ ray.direction
    return float((h[speed < -1e-9] / -speed[speed < -1e-9]).max())


def _overshoot(page: Page, ray: Ray, step: OvershootTested) -> Page:
    entry, f = step.entry, step.along / step.edge_length
    u, v, t = entry.start, entry.end, entry.distance or 0.0
    end = tint(f"v{step.corner}", Ink.A)
    where = f"{'below 0' if f < 0.0 else 'above 1'}: beyond the end at {end} of edge {entry.edge}"
    where = f"between 0 and 1: on edge {entry.edge} itself" if step.corner is None else where
    return page.says(f"$f$ = **{fixed(f)}** is {where}.").claiming(
        Claim("f", lambda: f, lambda: (ray.origin + t * ray.direction - u) @ (v - u) / ((v - u) @ (v - u)), 1e-6)
    )


def _corner(page: Page, shape: Convex, ray: Ray, step: ArcTested) -> Page:
    template, m = "$b$ = {b}, $m$ = {m}, $\\A{r}$ = {size}: $t$ = **{result}**.", abs(step.beside)
    value = equation(
        template, lambda b, m, size: b - math.sqrt(max(0.0, size**2 - m * m)), b=step.forward, m=m, size=step.radius
    )
    a, half = shape.points[step.vertex], math.sqrt(max(0.0, shape.radius**2 - step.beside**2))
    return page.says(value).claiming(
        Claim("b", lambda: step.forward, lambda: (a - ray.origin) @ ray.direction),
        Claim("m", lambda: m, lambda: math.dist(a, ray.origin + step.forward * ray.direction), 1e-7),
        Claim("t", lambda: step.distance, lambda: step.forward - half, 1e-6),
    )


def _answer(page: Page, moment: Moment[Any], step: RayCast) -> Page:
    shape, ray, ruled_out = moment.scene.a.world, moment.scene.ray, span_missed(moment)
    if step.outcome is Outcome.HIT:
        t, q = step.distance, step.point
        assert t is not None
        assert q is not None
        return page.says(
            f"Hit at $t$ = **{fixed(t)}**, on {_part(shape, step)}: $\\answer{{{Q}}}$ = {coords(q)}."
        ).claiming(
            Claim("q", lambda: q, lambda: ray.origin + t * ray.direction, 1e-7),
            Claim("on A", lambda: distance(shape, q), lambda: 0.0, 1e-6),
        )
    page = replace(page, formula="", idea=OVERLAP if step.miss is None else NO_HIT)
    if step.miss is None:
        page = _inside(page, moment)
    elif ruled_out is None:
        page = page.says(f"No hit: {MISSES[step.miss]}.")
    else:
        low, high = tint(fixed(ruled_out.projection.low), Ink.A), tint(fixed(ruled_out.projection.high), Ink.A)
        is_behind = step.miss is Miss.RECEDING
        numbers = f"ends at $t$ = {high}" if is_behind else f"begins at $t$ = {low}"
        formula = r"\A{\mathrm{high}}\ <\ 0" if is_behind else r"\A{\mathrm{low}}\ >\ \examined{L}"
        page = replace(page, formula=formula).says(f"No hit: {MISSES[step.miss]}, whose projection {numbers}.")
    return page.claiming(Claim("no place", lambda: step.miss is not None, lambda: step.point is None))


def _inside(page: Page, moment: Moment[Any]) -> Page:
    """The point query has told how deep."""
    tested, p = latest(moment, OriginTested), moment.scene.ray.origin
    if tested is None:
        return page.says("The ray starts inside A: overlap, at $t$ = 0.")
    s, c = tested.found.separation, tested.found.closest
    page = replace(page, formula=rf"\overlap{{s}}\ =\ -\lVert\examined{{{P}}}-\answer{{{C}}}\rVert")
    told = tint(f"$s$ = **{fixed(s)}**", Ink.OVERLAP)
    page = page.says(f"Overlap at $t$ = 0: the closest point of the border gives {told}.")
    return page.claiming(Claim("s", lambda: s, lambda: -math.dist(p, c), 1e-6))


def _passed(page: Page, moment: Moment[Any]) -> Page:
    """Of a line that passes A by: every edge's line is crossed all the same, but in the wrong order."""
    passed, ray, edges = passed_of(moment), moment.scene.ray, moment.scene.a.world.edges
    assert passed is not None
    (t_out, behind, t_in, front), faces = passed, faces_of(moment)
    for face in faces:
        ink = Ink.EXAMINED if face.edge == front.edge else Ink.OVERLAP if face.edge == behind.edge else Ink.A
        page = page.row(*_cells(face, _places(faces)), ink=ink, key=str(face.edge))

    def met(face: FaceConsidered) -> float:
        (u, v), d = edges[face.edge], ray.direction
        return float((u - ray.origin) @ left_of(v - u) / (d @ left_of(v - u)))

    page = replace(page, idea=PASSED[0], formula=PASSED[1])
    first = f"first exit at {tint(f'$t$ = **{fixed(t_out)}**', Ink.OVERLAP)}, edge {behind.edge}"
    last = f"last entry only at $t$ = {fixed(t_in)}, edge {front.edge}"
    return page.says(f"No hit: {first}; {last}.").claiming(
        Claim("entry", lambda: t_in, lambda: met(front), 1e-6),
        Claim("exit", lambda: t_out, lambda: met(behind), 1e-6),
    )


def line_met(moment: Moment[Any]) -> str:
    """What is known before the entry is: both axes."""
    tested = latest(moment, LineTested)
    return "The line of the ray misses A." if tested is not None and tested.is_gap else "The line of the ray meets A."


def behind_told(moment: Moment[Any]) -> str:
    """From the last entry on: which part of the ray is inside A. With round corners only that it is behind every
    edge is known; there, and where no hit is found, it may begin before p: a part of the ray's line."""
    faces, ray = moment.latest(FaceConsidered), moment.scene.ray
    if faces is None or in_edges(moment):
        return ""
    entry, back = entry_of(moment), exit_of(moment)
    if entry is None or entry.distance is None or back is None or entry.distance > back[0]:
        return ""
    is_hit, is_segment = moment.trace.result.outcome is Outcome.HIT, ray.kind is RayKind.SEGMENT
    begins, ends = entry.distance, min(back[0], ray.length) if is_hit and is_segment else back[0]
    part = f"from $t$ = {fixed(begins)} to {fixed(ends)}"
    whole = ray.kind is RayKind.LINE or begins < 0.0 or (is_segment and ends > ray.length)
    name = "line of the ray" if whole else "ray"
    if moment.scene.r or not is_hit:
        return f"The part of the {name} {part} is behind every edge of A."
    return f"The part of the {name} {part} is inside A."


def hit_told(shape: Convex, found: RayCast) -> str:
    """The last situation."""
    if found.outcome is Outcome.HIT:
        assert found.distance is not None
        t = tint(f"$t$ = **{fixed(found.distance)}**", Ink.ANSWER)
        return f"The ray hits A at {t}, on {_part(shape, found)}."
    if found.miss is None:
        return "The ray starts inside A."
    return f"No hit: {MISSES[found.miss]}."


def _part(shape: Convex, found: RayCast) -> str:
    assert found.feature is not None
    return ("the arc of " if found.feature.is_vertex and shape.radius else "") + tint(named(found.feature), Ink.A)
