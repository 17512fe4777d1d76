"""Reference and incident edge: the floor of a contact, the edge that lies on it, and who keeps the office."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace, box, convex, regular_polygon, rounded
from geometry.contact.manifold import find_features
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.faulty.clipping import edge_after_deepest
from geometry.trace import grouped
from lessons.contact import reference_and_incident_asked as asked
from lessons.contact import reference_and_incident_figure as figure
from lessons.contact.reference_and_incident_scene import FRAMES, Chosen, NextFrame, Posed, changes, stage_of
from lessons.stories.clip_state import SHAPES, ink_of, steps_of
from lessons.stories.reference import ReferenceStory, dots, edge_ref, lowest
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at
from viz.lesson.story import Story
from viz.lesson.text import fixed, inked, plain, tint
from viz.lesson.times import frames

TIE = "Nearly a tie"
AFTER_DEEPEST, NO_HYSTERESIS = "edge after the deepest", "no hysteresis"
IDEAS = {
    "Contact": "A contact lies on two **edges**, one of each body. The first is the edge behind which the other body "
    "lies least deep: the shortest push goes out of it.",
    "Edges of A": "For each edge of A, find the vertex of B that lies deepest behind it. Its signed height is the "
    "edge's **separation** $s$: negative is depth.",
    "Edges of B": "Now the edges of B, against the vertices of A: either body may own the edge of least depth.",
    "Reference": "The greatest separation is the least depth: a push out of this edge is the shortest. It is the "
    r"**reference edge**, the floor of the contact.",
    "Normals": r"Now the edge of the other body that faces the floor: its outward normal $\hat m_j$ points most "
    r"directly against $\examined{\hat n}$. The dot product measures that.",
    "Incident": "The least dot product is that of the **incident edge**. It is −1 where the edge is parallel to the "
    "reference edge and faces it.",
    "Next frame": "Bodies at rest jitter. If the reference edge changes, so do the contacts. **Hysteresis**: keep "
    "the old edge unless another is better by more than $ε$.",
}
WRONG_EDGE = (
    "This rule takes the edge that starts at the deepest vertex, v{}. Two edges meet there: the one that ends at it "
    "points more directly against $\\examined{{\\hat n}}$."
)
GAP = (
    "A positive separation is a gap: behind this edge lies nothing of the other body. No contact, so there are no "
    "edges to name."
)
FORMULAS = {
    "Edges of A": r"\overlap{s_i}=\min_j\,(\B{\boldsymbol b_j}-\A{\boldsymbol a_i})\cdot\hat n_i",
    "Edges of B": r"\overlap{s_i}=\min_j\,(\A{\boldsymbol a_j}-\B{\boldsymbol b_i})\cdot\hat n_i",
    "Reference": r"\overlap{s}=\max_i\,\overlap{s_i}",
    "Normals": r"d_j=\hat m_j\cdot\examined{\hat n}",
    "Incident": r"d=\min_j\,\hat m_j\cdot\examined{\hat n}",
    "Next frame": r"s_\mathrm{new}>s_\mathrm{old}+\interface{\varepsilon}",
}
RADII = "-r_A-r_B"
COLUMNS = {
    "s": ("edge", "deepest vertex", "separation $s$"),
    "r": ("best of each body", "deepest vertex", "separation $s$"),
    "d": ("edge", r"angle from $-\hat n$", "dot product $d$"),
    "f": ("rule", "", "changes"),
}
TABLES = {"Reference": "r", "Normals": "d", "Incident": "d", "Next frame": "f"}


class ReferenceAndIncidentStory(Story):
    columns = COLUMNS["s"]

    def stage(self, moment: Moment[Any]) -> str:
        return stage_of(moment.step)

    def page(self, moment: Moment[Chosen]) -> Page:
        stage, scene = self.stage(moment), moment.scene
        formula = FORMULAS.get(stage, "")
        if stage.startswith("Edges") and scene.a.world.radius + scene.b.world.radius:
            formula += RADII
        page, last = Page(stage, IDEAS.get(stage, GAP), formula), steps_of(moment.step)[-1]
        match last:
            case Posed():
                a, b = (len(body.world.points) for body in (scene.a, scene.b))
                told = f"A has {a} edges and B has {b}: {a + b} depths are to be compared."
                page = page.says(told).claiming(_no_gap(moment))
            case EdgeMeasured():
                page = _measured(page, moment, last)
            case ReferenceEdge():
                page = page.claiming(Claim("s is the greatest", lambda: last.separation, lambda: _greatest(moment)))
                for best in asked.best_of_each(moment):
                    page = _row(page, best, f"v{best.deepest}", tint(fixed(best.separation), _ink(best)), "r")
                tie = f" {_name(last.ties[0])} ties: the first one is taken." if last.ties else ""
                page = page.says(f"{_name(last)} has the greatest separation, {inked(last.separation)}.{tie}")
            case NormalCompared():
                return _compared(page, moment, last)
            case IncidentEdge():
                if _wrong_edge(moment):
                    page = replace(page, idea=WRONG_EDGE.format(moment.faulty))
                page = page.claiming(
                    Claim("d is the least", lambda: last.dot, lambda: min(dots(moment, last.owner)), 1e-9)
                )
                page = page.says(f"{_name(last)} is the incident edge: $d$ = **{fixed(last.dot)}**, the least.")
            case _:
                return _next_frame(page, scene)
        return page.asks(asked.question(moment), situation(moment))

    def draw(self, canvas: Canvas, moment: Moment[Chosen]) -> None:
        figure.draw_world(canvas, moment)


def _name(step: Any) -> str:
    return tint(f"Edge {step.edge} of {step.owner.value}", ink_of(step.owner))


def _ink(step: Any) -> Ink:
    return separation_ink(step.separation)


def _no_gap(moment: Moment[Chosen]) -> Claim:
    has_reference = moment.first(ReferenceEdge) is not None
    return Claim("no edge shows a gap", lambda: has_reference, lambda: _greatest(moment) <= asked.tolerance(moment))


def _greatest(moment: Moment[Chosen]) -> float:
    return max(h for owner in SHAPES for h in lowest(moment, owner))


def _row(page: Page, step: Any, middle: str, number: str, kind: str) -> Page:
    """Of an edge; `kind`: s or d, what the number is."""
    name, key = f"{step.edge} of {step.owner.value}", f"{kind} {step.owner} {step.edge}"
    return page.row(name, middle, number, ink=ink_of(step.owner), feature=edge_ref(step), key=key)


def _measured(page: Page, moment: Moment[Chosen], last: EdgeMeasured) -> Page:
    measured = list(steps_of(moment.step))
    edges = [m.edge for m in measured]
    page = page.claiming(
        Claim(
            "s_i", lambda: [m.separation for m in measured], lambda: np.take(lowest(moment, last.owner), edges), 1e-9
        )
    )
    for m in measured:
        page = _row(page, m, f"v{m.deepest}", tint(fixed(m.separation), _ink(m)), "s")
    if last.is_gap:
        return page.says(f"{_name(last)} has the separation {inked(last.separation)}: a gap. The search ends.")
    best = last.best_so_far
    if best.owner is not last.owner:
        own = max(measured, key=lambda m: m.separation)
        told = f"Best of B: edge {own.edge}, {inked(own.separation)}."
        return page.says(f"{told} {_name(best)} is better, {inked(best.separation)}.")
    return page.says(f"{_name(best)} has the greatest separation so far, {inked(best.separation)}.")


def _compared(page: Page, moment: Moment[Chosen], last: NormalCompared) -> Page:
    compared = list(steps_of(moment.step))
    page = page.claiming(Claim("d_j", lambda: [c.dot for c in compared], lambda: dots(moment, last.owner)))
    for c in compared:
        angle = f"{fixed(math.degrees(math.acos(min(max(-c.dot, -1.0), 1.0))), 0)}°"
        page = _row(page, c, angle, fixed(c.dot, sign=True), "d")
    best = f"Edge {last.most_opposed} of {last.owner.value} points most against $\\examined{{\\hat n}}$"
    return page.says(f"{best}: $d_{last.most_opposed}$ = **{fixed(last.least_dot)}**.")


def _next_frame(page: Page, scene: Chosen) -> Page:
    with_it, without = changes([f.kept for f in scene.frames]), changes([f.greatest for f in scene.frames])
    largest = max(abs(f.degrees) for f in scene.frames)
    page = page.row("greatest separation alone", "", str(without), key="f without")
    page = page.row("with hysteresis", "", str(with_it), key="f with")
    told = (
        f"Nine frames, B shaken by {fixed(scene.shake)}°, $\\interface{{ε}}$ = {fixed(scene.epsilon, 4)}: "
        f"**{with_it}** changes with hysteresis, {without} without."
    )
    return page.says(told).claiming(
        Claim("shaken by", lambda: largest, lambda: scene.shake),
        Claim("hysteresis never changes more often", lambda: with_it <= without, lambda: True),
    )


def situation(moment: Moment[Chosen]) -> str:
    """How the bodies stand, and which edges are known."""
    reference, incident, best = moment.latest(ReferenceEdge), moment.latest(IncidentEdge), moment.first(ReferenceEdge)
    if best is None:
        return "A and B are apart."
    if reference is None:
        a, b = moment.scene.a.world, moment.scene.b.world
        return standing(a, b, numbers=False, found=None if a.radius + b.radius else best.separation)
    name = tint(f"{reference.edge} of {reference.owner.value}", Ink.EXAMINED)
    told = f"Reference edge: {name}, {inked(reference.separation)}."
    if incident is None:
        return told
    return f"{told} Incident edge: {tint(f'{incident.edge} of {incident.owner.value}', ink_of(incident.owner))}."


def _wrong_edge(moment: Moment[Chosen]) -> bool:
    incident = moment.first(IncidentEdge)
    return moment.compare == AFTER_DEEPEST and incident is not None and moment.faulty != incident.edge


def _changes_more(moment: Moment[Chosen]) -> bool:
    frames = moment.scene.frames
    return changes([f.greatest for f in frames]) > changes([f.kept for f in frames])


class ReferenceAndIncident(Lesson[Chosen]):
    id = "reference-and-incident"
    title = "Reference and incident"
    source = "Rounding collider corners"
    summary = "The edge of least depth is the floor of a contact; the other body's edge that faces it lies on it."
    terms = ("reference edge", "incident edge", "hysteresis")
    builds_on = ("axis-by-axis", "minimum-translation")
    presents = 0
    story = ReferenceAndIncidentStory()
    nested = ReferenceStory()
    compare = (
        Comparison(AFTER_DEEPEST, lambda s: edge_after_deepest(s.a.world, s.b.world), _wrong_edge),
        Comparison(NO_HYSTERESIS, lambda s: tuple(f.greatest for f in s.frames), _changes_more),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.62),
            Pane("compared", "", figure.draw_compared, share=0.38),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Chosen]:
        pentagon = convex(((-1.02, 0.02), (0.82, -0.04), (1.18, 0.88), (0.1, 1.62), (-1.15, 1.0)))
        tip, five = convex(((0.0, 0.0), (1.9, 0.9), (0.9, 1.9))), regular_polygon(5, 1.5)
        wedge, soft = convex(((-1.0, -0.7), (1.1, -0.7), (0.1, 1.2))), rounded(box(1.9, 0.8), 0.3)
        return {
            "Pentagon on a box": Chosen(at(box(2.9, 1.5), 0.0, -0.75, 5.0), at(pentagon, -0.1, 0.45, -20.0)),
            "Box on a pentagon": Chosen(at(five, -0.1, -1.0, 20.0), at(box(2.8, 1.4), 0.2, 0.85, 14.0)),
            TIE: Chosen(at(box(1.8, 1.8), -0.5, -0.5), at(tip, 1.0, 1.0)),
            "The other neighbour": Chosen(at(box(2.8, 1.4), 0.0, -0.8, -4.0), at(wedge, 0.1, 0.6, -17.0)),
            "Parallel edges": Chosen(at(box(2.6, 1.4), -0.1, -0.8, 8.0), at(box(1.7, 1.4), 0.05, 0.48, 8.0)),
            "Rounded": Chosen(at(soft, -0.1, -0.8, 8.0), at(wedge, 0.2, 0.5, -24.0)),
        }  # fmt: skip

    def run(self, scene: Chosen) -> Trace[Any, Any]:
        """The search, an edge loop a step, after the bodies as they stand; before the frames that follow, where two
        edges compete."""
        if min(len(scene.a.world.points), len(scene.b.world.points)) == 1:
            raise ValueError("a circle has no edges")
        a, b = scene.a.world, scene.b.world
        whole = find_features.trace(a, b)
        kept = [i for i, step in enumerate(whole) if not isinstance(step, CornersMeasured)]
        found = [whole.steps[i] for i in kept]
        is_over = isinstance(found[-1], EdgeMeasured) or scene.is_clear
        steps = (Posed(a, b), *found, *(() if is_over else (NextFrame(scene.frames),)))
        lines = tuple(whole.lines[i] for i in kept)
        lines = (lines[0], *lines, *(() if is_over else lines[-1:]))
        groups, start = [], 0
        for _, run in itertools.groupby(map(stage_of, steps)):
            size = len(list(run))
            groups.append(range(start, start + size))
            start += size
        return grouped(Trace(whole.function, steps, lines, whole.refusal, whole.answer), groups)

    def clock(self, moment: Moment[Chosen]) -> Clock | None:
        if not isinstance(moment.step, NextFrame):
            return None
        return Clock(4.5, plays_on_entry=True, told=frames(FRAMES, first=1, last=FRAMES))

    def table(self, moment: Moment[Chosen], pages: Sequence[Page] | None = None) -> Table | None:
        """The separations, then the dot products, then the changes: each in the place of what was before."""
        found = super().table(moment, pages)
        if found is None or moment.parent is not None:
            return found
        kind = TABLES.get(self.story.stage(moment), "s")
        kept = [i for i, (_, row) in enumerate(found.rows) if row.key[0] == kind]
        current = frozenset(new for new, old in enumerate(kept) if old in found.current)
        best = moment.latest(ReferenceEdge)
        if kind == "r" and best is not None:
            name = f"{best.edge} of {best.owner.value}"
            current = frozenset(new for new, old in enumerate(kept) if plain(found.rows[old][1].cells[0]) == name)
        return Table(COLUMNS[kind], tuple(found.rows[i] for i in kept), current)

    def situation(self, moment: Moment[Chosen]) -> str:
        while moment.parent is not None:
            moment = moment.parent
        incident = moment.latest(IncidentEdge)
        if incident is not None and _wrong_edge(moment):
            off = f"Its normal is {fixed(figure.normal_angle(moment), 0)}° off that of edge {incident.edge}."
            return tint(f"Edge after the deepest: edge {moment.faulty} of {incident.owner.value}. {off}", Ink.FAULTY)
        if moment.compare == NO_HYSTERESIS and isinstance(moment.step, NextFrame) and _changes_more(moment):
            many = changes(moment.faulty)
            return tint(f"No hysteresis: the reference edge changes {many} times in {FRAMES} frames.", Ink.FAULTY)
        return situation(moment)

    def challenge(self, moment: Moment[Chosen]) -> Challenge | None:
        incident = moment.first(IncidentEdge)
        if incident is None or moment.compare:
            return None
        least, second = sorted(incident.dots)[:2]
        return Challenge(
            "Turn B until the two least dot products are equal.",
            second - least <= 0.01 and len(incident.dots) > 2,
            f"dot products {fixed(second - least)} apart",
            "Let a corner, not an edge, point straight at the reference edge.",
        )
