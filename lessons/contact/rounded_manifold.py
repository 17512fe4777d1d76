"""Contacts of rounded polygons: the best edge axis, and where corners are nearest the vertex-vertex axis."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Convex, Manifold, Trace, manifold, separation
from geometry.contact.clipping import Clipped, FaceCompared, PointKept
from geometry.contact.manifold_points import CornersMeasured, ManifoldKind
from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge
from geometry.sat.separating_axis import Owner
from geometry.trace import grouped
from lessons.contact.rounded_manifold_asked import contact_places, normal_place, where_it_changes
from lessons.contact.rounded_manifold_figure import draw_world
from lessons.contact.rounded_manifold_goals import goal
from lessons.contact.rounded_manifold_regions import moves
from lessons.contact.rounded_manifold_rules import COMPARE, EDGES, FAR, RADII, RULES, draw_faulty, fault, is_wrong
from lessons.contact.rounded_manifold_scenes import presets
from lessons.contact.rounded_manifold_state import C, Q, Rounded, VertexAxis, best_of, edges_of, found_of, last_of
from lessons.contact.rounded_manifold_words import (
    APART,
    DEEPEST,
    EQUALLY_DEEP,
    FORMULAS,
    GAP,
    HALFWAY,
    IDEAS,
    LASTS,
    MIDDLE,
    MIDDLES,
    NO_CONTACT,
    OVERLAPPING,
    STAGES,
    N,
)
from lessons.stories.clip import ClipStory
from lessons.stories.clip_state import clip_of as clip_at
from lessons.stories.clip_state import (
    ink_of,
    lowest_and_far,
    outer_edge,
    place_of,
    shape_of,
    steps_of,
    whole_run,
)
from lessons.stories.reference import ReferenceStory, other_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Lesson, Moment, Preset
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.story import Story
from viz.lesson.text import equation, fixed, sentence, tint

SAME = 1e-9  # two heights that differ by less are equal
SECONDS = 2.4  # of the way of q over a border


class RoundedManifoldStory(Story):
    """The five steps, each told as one; the searches and the clip can be stepped into."""

    columns = ("axis or point", "separation")

    def stage(self, moment: Moment[Rounded]) -> str:
        return STAGES[_kind(moment)]

    def page(self, moment: Moment[Rounded]) -> Page:
        kind = _kind(moment)
        page = Page(self.stage(moment), IDEAS[kind], FORMULAS[kind])
        tell = {
            EdgeMeasured: _axes,
            IncidentEdge: _both,
            CornersMeasured: _case,
            VertexAxis: _last,
            PointKept: _clip,
            Clipped: _height,
            Manifold: _contacts,
        }
        page = tell[kind](page, moment)
        if isinstance(last_of(moment), Manifold) and is_wrong(moment):  # its words, and no formula of the right rule
            return replace(page, idea=RULES[moment.compare], formula="")
        return page

    def draw(self, canvas: Canvas, moment: Moment[Rounded]) -> None:
        draw_world(canvas, moment)
        if is_wrong(moment):
            draw_faulty(canvas, moment)


def _kind(moment: Moment[Rounded]) -> type:
    last = last_of(moment)
    return type(last) if type(last) in STAGES else PointKept


def _number(s: float, decimals: int = 2) -> str:
    return tint(f"**{fixed(s, decimals)}**", separation_ink(s))


def _less(d: float, radii: float) -> str:
    return equation("{d} − {r} = ", lambda d, r: d - r, d=d, r=radii)


def _row(page: Page, moment: Moment[Rounded], name: str, s: float, owner: Owner | None = None) -> Page:
    """A row of the table, with a third decimal where two would not tell the best axes of A and of B apart."""
    best = [best_of(moment, each).separation for each in _owners(moment)]
    decimals = 3 if len({fixed(each) for each in best}) < len({fixed(each, 3) for each in best}) else 2
    number = tint(fixed(s, decimals), separation_ink(s))
    return page.row(name, number, ink=Ink.ANSWER if owner is None else ink_of(owner))


def _owners(moment: Moment[Rounded]) -> tuple[Owner, ...]:
    return tuple(dict.fromkeys(step.owner for step in whole_run(moment, EdgeMeasured)))


def _along(moment: Moment[Rounded], step: EdgeMeasured) -> float:
    """From an inner edge to the other shape's deepest inner vertex, along the edge's normal."""
    own, other = (moment.scene.a.world, moment.scene.b.world)[:: 1 if step.owner is Owner.A else -1]
    normal = outer_edge(own, step.edge)[2]
    return float(((other.points - own.points[step.edge]) @ normal).min())


def _axes(page: Page, moment: Moment[Rounded]) -> Page:
    steps = [step for step in steps_of(moment.step) if isinstance(step, EdgeMeasured)]
    last, radii = steps[-1], moment.scene.radii
    best = last if last.is_gap else last.best_so_far
    numbers = _less(_along(moment, best), radii)
    page = replace(page, formula=page.formula.replace("%s", other_of(best.owner).value))
    page = page.claiming(
        Claim(
            "separations", lambda: [s.separation for s in steps], lambda: [_along(moment, s) - radii for s in steps]
        )
    )
    for owner in _owners(moment):
        one = best_of(moment, owner)
        page = _row(page, moment, f"edge {one.edge} of {owner.value}", one.separation, owner)
    who = f"edge {best.edge} of {best.owner.value}"
    if last.is_gap:
        page = replace(page, idea=GAP)
        return page.says(f"{sentence(who)}: {numbers}{_number(best.separation)}: apart.")
    equal = sum(step.separation > best.separation - SAME for step in steps)
    which = f"The greatest of {len(steps)} separations is that of {who}"
    if equal == len(steps):
        which = f"All {equal} separations are equal"
    elif equal > 1:
        which = f"{equal} of {len(steps)} edges have the greatest separation, {who} is the first"
    return page.says(f"{which}: {numbers}{_number(best.separation)}. No edge axis shows a gap.")


def _both(page: Page, moment: Moment[Rounded]) -> Page:
    reference, incident = edges_of(moment)
    n = outer_edge(shape_of(moment, reference.owner), reference.edge)[2]
    other = shape_of(moment, incident.owner)
    dots = [float(outer_edge(other, i)[2] @ n) for i in range(len(other.points))]
    best = max(s.separation for s in whole_run(moment, EdgeMeasured))
    says = f"Reference edge: {reference.edge} of {reference.owner.value}. Incident edge: {incident.edge} of "
    says += f"{incident.owner.value}, its normal has the least dot product with {N}, {_dot(incident.dot)}."
    page = page.says(says).claiming(
        Claim("the least", lambda: incident.dot, lambda: min(dots), 1e-11),
        Claim("the greatest", lambda: reference.separation, lambda: best),
    )
    if moment.compare or not isinstance(moment.next, CornersMeasured):
        return page
    return page.asks(where_it_changes(moment, moment.next), _situation(moment))


def _dot(dot: float) -> str:
    """With a third decimal, where two would call normals opposite that are not."""
    return fixed(dot, 3 if fixed(dot) == fixed(-1.0) != fixed(dot, 3)[:-1] else 2)


def _case(page: Page, moment: Moment[Rounded]) -> Page:
    corners, reference = last_of(moment), edges_of(moment)[0]
    core = Convex(shape_of(moment, reference.owner).points[[reference.edge, reference.next_vertex]])
    q = corners.on_incident
    x = reference.along(q)
    if corners.corner is None:
        between = f"between 0 and $L$ = {fixed(reference.length)}"
        says = f"${Q}$ lies at $x_q$ = {fixed(x)} along the edge, {between}: the edge is nearest."
    elif corners.are_nearest:
        beyond = f"beyond its length $L$ = {fixed(reference.length)}" if x > 0.0 else "before its start"
        vertex = f"v{corners.corner} of {reference.owner.value}"
        says = f"${Q}$ lies at $x_q$ = {fixed(x)} along the edge, {beyond}: in the Voronoi region of ${C}$, {vertex}."
    else:
        says = f"$x_q$ = {fixed(x)}, but the incident edge leads back over the reference edge: the edges decide."
    end = "" if corners.corner is None else f", ${C}$"
    idea = IDEAS[CornersMeasured] % (edges_of(moment)[1].owner.value, end)
    page = replace(page, idea=EQUALLY_DEEP if corners.are_nearest and _is_level(moment) else idea)
    page = page.says(says).claiming(
        Claim("distance to the inner edge", lambda: corners.distance, lambda: separation(core, Convex([q])), 1e-7)
    )
    asked = None
    if corners.are_nearest and corners.separation < 0.0:
        asked = normal_place(moment, corners)
    elif not corners.are_nearest and found_of(moment).points:
        asked = contact_places(moment)
    return page.asks(None if moment.compare else asked, _situation(moment))


def _is_level(moment: Moment[Rounded]) -> bool:
    """Whether both ends of the incident edge are equally deep, so that the nearer one counts."""
    reference, incident = edges_of(moment)
    low, high = sorted(float((end - reference.start) @ reference.normal) for end in (incident.start, incident.end))
    return high - low < SAME


def _last(page: Page, moment: Moment[Rounded]) -> Page:
    corners = last_of(moment).corners
    numbers = _less(math.dist(corners.on_incident, corners.on_reference), moment.scene.radii)
    edges = whole_run(moment, EdgeMeasured)
    least = max(_along(moment, s) for s in edges) - moment.scene.radii
    best = fixed(max(s.separation for s in edges))
    found = "the corners are apart" if corners.separation > 0.0 else "one contact point"
    a, b = moment.scene.a.world, moment.scene.b.world
    cores = separation(Convex(a.points), Convex(b.points))
    page = _row(page, moment, "vertex-vertex axis", corners.separation)
    page = replace(page, formula=LASTS[edges_of(moment)[0].owner])
    return page.says(f"{numbers}{_number(corners.separation)}: {found}. The edge axes gave {best}.").claiming(
        Claim("distance of the cores", lambda: corners.distance, lambda: cores, 1e-7),
        Claim("less on edge axes", lambda: max(s.separation for s in edges), lambda: min(least, corners.separation)),
    )


def _clip(page: Page, moment: Moment[Rounded]) -> Page:
    clip = clip_at(moment)
    assert clip is not None
    page = replace(page, formula=DEEPEST[clip.incident.owner])
    if not whole_run(moment, CornersMeasured):
        page = replace(page, idea=OVERLAPPING)
    low, far = lowest_and_far(moment, clip)
    page = page.claiming(
        Claim("ends", lambda: [p.point for p in clip.ends], lambda: [low, far]),
        Claim("x and h", lambda: [(p.along, p.height) for p in clip.ends],
              lambda: [place_of(moment, clip.reference, p) for p in (low, far)]),
    )  # fmt: skip
    if len(clip.left) < 2:
        return page.says("Nothing of the incident edge is left between the side planes.")
    lower, upper = sorted(p.along for p in clip.left)
    cut = f"{('no', 'one', 'both')[len(clip.cuts)]} {'ends' if len(clip.cuts) != 1 else 'end'} cut off"
    return page.says(f"The part that is kept goes from $x$ = {fixed(lower)} to $x$ = {fixed(upper)}: {cut}.")


def _height(page: Page, moment: Moment[Rounded]) -> Page:
    judged = [step for step in steps_of(moment.step) if isinstance(step, FaceCompared)]
    reference = edges_of(moment)[0]
    heights = [step.point.height for step in judged]
    page = page.claiming(
        Claim("h", lambda: heights, lambda: [place_of(moment, reference, s.point.point)[1] for s in judged])
    )
    told = " and ".join(f"$h$ = {_number(h)}" for h in heights)
    kept = sum(step.is_kept for step in judged)
    end = ("no point stays", "one point stays", "both points stay")[kept]
    return page.says(f"{told}: {end}." if judged else "No point is left to be judged.")


def _contacts(page: Page, moment: Moment[Rounded]) -> Page:
    found, name = last_of(moment), ""
    for i, p in enumerate(found.points):
        first, second = sorted(zip("AB", p.id, strict=True), key=lambda f: not f[1].is_vertex)
        name = " and ".join(f"{f.kind.value[0]}{f.index} of {who}" for who, f in (first, second))
        page = _row(page, moment, f"point {i + 1}: {name}", p.separation)
    if found.kind is ManifoldKind.CORNER_CORNER and found.points:
        page = _middle(page, moment)
    elif found.points:
        page = replace(page, formula=HALFWAY[edges_of(moment)[1].owner])
    deepest = min((p.separation for p in found.points), default=found.separation)
    n = np.asarray(found.normal)
    page = page.claiming(
        Claim("on_b - on_a = s n", lambda: [p.on_b - p.on_a for p in found.points],
              lambda: [p.separation * n for p in found.points]),
    )  # fmt: skip
    if not found.points:
        page = _none(page, moment)
        return page.says(f"Apart by {_number(found.separation)}: no contact point.")
    if len(found.points) == 2:
        told = f"The clip keeps two contact points. The deeper one has $s$ = {_number(deepest)}."
        return page.says(told)
    kind = found.kind.value if found.kind is not None else ""
    return page.says(
        f"One contact point, {kind}. Stored: {_stored(moment)}, $s$ = {_number(deepest)}, and the ids {name}."
    )


def _stored(moment: Moment[Rounded]) -> str:
    """Point and normal as they are stored: midway between both outlines, and from A to B."""
    n = r"\hat n" if edges_of(moment)[0].owner is Owner.A else r"-\hat n"
    return rf"$\boldsymbol{{p}}$, ${n}$"


def _none(page: Page, moment: Moment[Rounded]) -> Page:
    """Why there is no contact point: an axis shows a gap."""
    corners = whole_run(moment, CornersMeasured)
    if corners and corners[0].are_nearest:
        return replace(page, idea=NO_CONTACT, formula=APART[edges_of(moment)[0].owner])
    return page if whole_run(moment, Clipped) else replace(page, idea=GAP, formula="")


def _middle(page: Page, moment: Moment[Rounded]) -> Page:
    """Where the one contact point of two corners lies."""
    reference, incident = edges_of(moment)
    corners = whole_run(moment, CornersMeasured)[0]
    c, q = corners.on_reference, corners.on_incident
    n = (q - c) / math.dist(c, q)
    first, second = (shape_of(moment, e.owner).radius for e in (reference, incident))
    formula = MIDDLES[reference.owner]
    claim = Claim(
        "the middle",
        lambda: [0.5 * (p.on_a + p.on_b) for p in last_of(moment).points],
        lambda: [0.5 * (c + first * n + q - second * n)],
    )
    return replace(page, idea=MIDDLE, formula=formula).claiming(claim)


def _situation(moment: Moment[Rounded]) -> str:
    found = found_of(moment)
    last, s = last_of(moment), tint(f"**{fixed(abs(found.separation))}**", separation_ink(found.separation))
    if is_wrong(moment):
        return fault(moment)
    if isinstance(last, EdgeMeasured) and last.is_gap:
        return f"A and B are at least {s} apart."
    if not isinstance(last, VertexAxis | Manifold):
        return "Every edge axis shows an overlap."
    if found.separation > 0.0:
        return f"A and B are {s} apart, although every edge axis shows an overlap."
    corners = ", corner to corner" if found.kind is ManifoldKind.CORNER_CORNER else ""
    return f"A and B overlap by {s}{corners}."


class RoundedManifold(Lesson[Rounded]):
    id = "rounded-manifold"
    title = "Contacts of rounded polygons"
    source = "Rounding collider corners"
    summary = "Rounded shapes meet at edges or at corner circles. Corner circles add one axis, from centre to centre."
    terms = ("edge region", "corner region", "vertex-vertex axis")
    builds_on = ("edge-clipping", "rounded-anatomy")
    story = RoundedManifoldStory()
    search, clipping = ReferenceStory(), ClipStory()
    compare = COMPARE

    @property
    def scenes(self) -> Mapping[str, Rounded | Preset[Rounded]]:
        return presets(EDGES, RADII, FAR)

    def run(self, scene: Rounded) -> Trace[Any, Manifold]:
        """The five steps, and the vertex-vertex axis as a step of its own."""
        trace = manifold.trace(scene.a.world, scene.b.world)
        kinds = [type(step) for step in trace]
        stops = [kinds.count(EdgeMeasured)]
        stops += [kinds.index(IncidentEdge) + 1] if IncidentEdge in kinds else []
        stops += [stops[-1] + 1] if CornersMeasured in kinds else []
        if Clipped in kinds:
            stops += [kinds.index(FaceCompared if FaceCompared in kinds else Clipped), kinds.index(Clipped) + 1]
        told = grouped(trace, [range(i, j) for i, j in zip([0, *stops], stops, strict=False)])
        steps, lines = list(told.steps), list(told.lines)
        for i, step in enumerate(told.steps):
            if isinstance(step, CornersMeasured) and step.are_nearest:
                steps.insert(i + 1, VertexAxis(step))
                lines.insert(i + 1, told.lines[i])
        return Trace(told.function, tuple(steps), tuple(lines), told.refusal, told.answer)

    def story_of(self, moment: Moment[Rounded]) -> Story:
        if moment.parent is None:
            return self.story
        in_search = isinstance(moment.trace.steps[0], EdgeMeasured | ReferenceEdge)
        return self.search if in_search else self.clipping

    def situation(self, moment: Moment[Rounded]) -> str:
        return _situation(moment)

    def clock(self, moment: Moment[Rounded]) -> Clock | None:
        """Where a corner is nearest, q comes to its place over the border of the edge region."""
        return Clock(SECONDS, ticks=(1.0,) * len(moment.trace), plays_on_entry=True) if moves(moment) else None

    def challenge(self, moment: Moment[Rounded]) -> Challenge:
        return goal(moment)
