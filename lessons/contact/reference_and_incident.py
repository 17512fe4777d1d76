"""Reference and incident edge: the edge of least depth, the edge that faces it, and which edge is kept."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace, box, convex, regular_polygon, rounded
from geometry.contact.manifold import find_features, manifold
from geometry.contact.manifold_points import CornersMeasured
from geometry.contact.reference import EdgeMeasured, IncidentEdge, NormalCompared, ReferenceEdge
from geometry.faulty.clipping import manifold_edge_after_deepest
from geometry.trace import grouped
from lessons.contact import reference_and_incident_asked as asked
from lessons.contact import reference_and_incident_beside as right_view
from lessons.contact import reference_and_incident_figure as figure
from lessons.contact import reference_and_incident_goals as goals
from lessons.contact import reference_and_incident_wrong as wrong
from lessons.contact.reference_and_incident_scene import (
    FRAMES,
    Chosen,
    Hysteresis,
    Jitter,
    Posed,
    changes,
    stage_of,
)
from lessons.contact.reference_and_incident_words import idea
from lessons.stories.clip_state import SHAPES, ink_of, steps_of, tolerance_of
from lessons.stories.reference import ReferenceStory, dots, edge_ref, lowest, other_of
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, beside
from viz.lesson.page import Claim, Page, Table, TableRow
from viz.lesson.prediction import Challenge
from viz.lesson.scene import at
from viz.lesson.story import Story
from viz.lesson.text import fixed, inked, sentence, tint
from viz.lesson.times import frames

TIE = "Nearly a tie"
AFTER_DEEPEST, NO_HYSTERESIS = "edge after the deepest", "no hysteresis"
FORMULAS = {
    "Edges of A": r"\overlap{s_{\mathrm{A}i}}"
    r"=\min_j\,(\B{\boldsymbol b_j}-\A{\boldsymbol a_i})\cdot\examined{\hat n_i}",
    "Edges of B": r"\overlap{s_{\mathrm{B}i}}"
    r"=\min_j\,(\A{\boldsymbol a_j}-\B{\boldsymbol b_i})\cdot\examined{\hat n_i}",
    "Reference": r"\examined{\mathrm{reference}}"
    r"=\mathrm{argmax}_e\;\overlap{s_e}\qquad e\text{ of A or B}",
    "Normals": r"d_j=\%s{\hat m_j}\cdot\examined{\hat n}",
    "Incident": r"\%s{\mathrm{incident}}=\mathrm{argmin}_j\;\%s{\hat m_j}\cdot\examined{\hat n}",
}
WRONG = r"\faulty{\mathrm{edge}=\mathrm{argmin}_j\;\boldsymbol %s_j\cdot\hat n}"
R_A, R_B = r"\A{r_A}", r"\B{r_B}"
BEST = ("best edge", "deepest vertex", "separation $s$")
NORMALS = ("edge", r"angle from $-\hat n$", "dot product $d$")


class ReferenceAndIncidentStory(Story):
    columns = BEST

    def stage(self, moment: Moment[Any]) -> str:
        return stage_of(moment.step)

    def page(self, moment: Moment[Chosen]) -> Page:
        stage, scene = self.stage(moment), moment.scene
        page, last = Page(stage, idea(moment, stage), _formula(moment, stage)), steps_of(moment.step)[-1]
        match last:
            case Posed():
                a, b = (len(body.world.points) for body in (scene.a, scene.b))
                told = f"A has {a} edges and B has {b}: {a + b} depths to compare."
                page = page.says(told).claiming(_no_gap(moment))
            case EdgeMeasured():
                page = _measured(page, moment, last)
            case ReferenceEdge():
                page = page.claiming(Claim("s is the greatest", lambda: last.separation, lambda: _greatest(moment)))
                tie = f" {_name(last.ties[0])} ties: the first one is taken." if last.ties else _nearly(moment)
                page = page.says(f"{_name(last)} has the greatest separation, {_number(moment, last)}.{tie}")
            case NormalCompared():
                return _compared(page, moment, last)
            case IncidentEdge():
                page = page.claiming(
                    Claim("d is the least", lambda: last.dot, lambda: min(dots(moment, last.owner)), 1e-9)
                )
                page = page.says(wrong.told_of_dots(moment) if wrong.is_wrong(moment) else _found(moment, last))
            case Jitter():
                return _jitter(page, moment).asks(asked.question(moment))
            case _:
                return _hysteresis(page, moment)
        return page.asks(asked.question(moment), situation(moment))

    def draw(self, canvas: Canvas, moment: Moment[Chosen]) -> None:
        figure.draw_world(canvas, moment)


def _name(step: Any, word: str = "Edge") -> str:
    return tint(f"{word} {step.edge} of {step.owner.value}", ink_of(step.owner))


def _ink(step: Any) -> Ink:
    return separation_ink(step.separation)


def _number(moment: Moment[Chosen], step: Any) -> str:
    return tint(f"**{fixed(step.separation, moment.scene.decimals)}**", _ink(step))


def _nearly(moment: Moment[Chosen]) -> str:
    """The next best edge, where two decimals do not tell it from the best one."""
    places = moment.scene.decimals
    if places == 2:
        return ""
    (owner, edge), second = sorted(moment.scene.separations().items(), key=lambda each: -each[1])[1]
    return f" Edge {edge} of {owner.value} follows with {fixed(second, places)}."


def _found(moment: Moment[Chosen], last: IncidentEdge) -> str:
    """The incident edge; and where the rule that is wrong elsewhere happens to be right."""
    told = f"{_name(last)} is the incident edge: $d$ = **{fixed(last.dot)}**, the least."
    reference, a, b = moment.first(ReferenceEdge), moment.scene.a.world, moment.scene.b.world
    if moment.compare == AFTER_DEEPEST and last.edge == last.deep:
        return f"{told} Here the {AFTER_DEEPEST} vertex, v{last.deep}, is right."
    if len(manifold(a, b).points) == 1 and reference is not None and reference.height(last.far_outer) > 0.0:
        name = f"edge {reference.edge} of {reference.owner.value}"
        return f"{told} Its other end is in front of {name}: no contact."
    return told


def _no_gap(moment: Moment[Chosen]) -> Claim:
    has_reference = moment.first(ReferenceEdge) is not None
    return Claim("no edge shows a gap", lambda: has_reference, lambda: _greatest(moment) <= tolerance_of(moment))


def _greatest(moment: Moment[Chosen]) -> float:
    return max(h for owner in SHAPES for h in lowest(moment, owner))


def _formula(moment: Moment[Chosen], stage: str) -> str:
    formula, scene = FORMULAS.get(stage, ""), moment.scene
    if stage.startswith("Edges"):
        return formula + _radii(scene)
    if stage in ("Jitter", "Hysteresis"):
        return right_view.frame_formula(moment)
    if stage in ("Normals", "Incident"):
        incident = moment.first(IncidentEdge)
        assert incident is not None
        if stage == "Incident" and wrong.is_wrong(moment):
            return WRONG % incident.owner.value.lower()
        return formula.replace("%s", incident.owner.value)
    return formula


def _measured(page: Page, moment: Moment[Chosen], last: EdgeMeasured) -> Page:
    page, measured = replace(page, nested=f"each edge of {last.owner.value}"), list(steps_of(moment.step))
    edges = [m.edge for m in measured]
    page = page.claiming(
        Claim(
            "s_i", lambda: [m.separation for m in measured], lambda: np.take(lowest(moment, last.owner), edges), 1e-9
        )
    )
    own, best = max(measured, key=lambda m: m.separation), last.best_so_far
    number, key = tint(fixed(own.separation, moment.scene.decimals), _ink(own)), f"s {own.owner}"
    name, other = f"{own.edge} of {own.owner.value}", other_of(own.owner)
    vertex = tint(f"v{own.deepest} of {other.value}", ink_of(other))
    page = page.row(name, vertex, number, ink=ink_of(own.owner), feature=edge_ref(own), key=key)
    if last.is_gap:
        return page.says(f"{_name(last)} has the separation {inked(last.separation)}: a gap. The search ends.")
    told = f"{_name(own)}: {_product(moment, own)} = {_number(moment, own)}"
    if best.owner is not last.owner:
        return page.says(f"{told}{_beats(moment, own, best)}.")
    return page.says(f"{told}, the least depth so far.")


def _beats(moment: Moment[Chosen], own: EdgeMeasured, best: EdgeMeasured) -> str:
    if best.separation - own.separation <= own.tolerance:
        return f". {_name(best)} has the same depth and comes first"
    ours, theirs = (fixed(-m.separation, moment.scene.decimals) for m in (own, best))
    less = f"only {theirs}" if ours != theirs else "less, by less than 0.01"
    return f", the least depth of B's edges. {_name(best)} has {less}"


def _product(moment: Moment[Chosen], m: EdgeMeasured) -> str:
    """The separation of an edge, with its own vertices: $s_A2 = (b_1 - a_2) n_2$."""
    own, other = m.owner.value, other_of(m.owner).value
    from_edge = rf"\{own}{{\boldsymbol {own.lower()}_{m.edge}}}"
    to_vertex = rf"\{other}{{\boldsymbol {other.lower()}_{m.deepest}}}"
    product = rf"({to_vertex}-{from_edge})\cdot\examined{{\hat n_{m.edge}}}{_radii(moment.scene)}"
    return rf"$\overlap{{s_\mathrm{{{own}{m.edge}}}}}={product}$"


def _radii(scene: Chosen) -> str:
    """What the formula of a separation takes off for rounded bodies."""
    return "".join(f"-{r}" for r, body in ((R_A, scene.a), (R_B, scene.b)) if body.world.radius)


def _compared(page: Page, moment: Moment[Chosen], last: NormalCompared) -> Page:
    compared = list(steps_of(moment.step))
    page = replace(page, nested=f"each normal of {last.owner.value}")
    page = page.claiming(Claim("d_j", lambda: [c.dot for c in compared], lambda: dots(moment, last.owner)))
    for c in compared:
        angle = f"{fixed(math.degrees(math.acos(min(max(-c.dot, -1.0), 1.0))), 0)}°"
        name, key = f"{c.edge} of {c.owner.value}", f"d {c.owner} {c.edge}"
        cells, is_faulty = (name, angle, fixed(c.dot, sign=True)), c.edge == wrong.wrong_edge(moment)
        page = page.row(*cells, ink=ink_of(c.owner), feature=edge_ref(c), key=key, faulty=is_faulty)
    best = f"The normal of edge {last.most_opposed} of {last.owner.value} points most directly against"
    return page.says(f"{best} $\\examined{{\\hat n}}$: $d_{last.most_opposed}$ = **{fixed(last.least_dot)}**.")


def _jitter(page: Page, moment: Moment[Chosen]) -> Page:
    scene, k = moment.scene, right_view.frame_at(moment)
    many, largest = changes([f.greatest for f in scene.frames[: k + 1]]), max(abs(f.degrees) for f in scene.frames)
    told = f"B's angle varies by ±{fixed(scene.shake)}°. So far the edge of greatest separation has changed"
    return page.says(f"{told} {_times(many)}.").claiming(Claim("shaken by", lambda: largest, lambda: scene.shake))


def _hysteresis(page: Page, moment: Moment[Chosen]) -> Page:
    scene, k = moment.scene, right_view.frame_at(moment)
    so_far = scene.frames[: k + 1]
    with_it, without = changes([f.kept for f in so_far]), changes([f.greatest for f in so_far])
    best = scene.frames[k].greatest
    if wrong.goes_without(moment) and best is not None:
        name = tint(f"Edge {best[1]} of {best[0].value}", Ink.FAULTY)
        many = tint(str(without), Ink.FAULTY)
        return page.says(f"{name} has the greatest separation. Changes so far: {many}, with hysteresis {with_it}.")
    told = f"{right_view.told_of_test(moment)} Changes so far: {with_it}, without hysteresis {without}."
    return page.says(told).claiming(
        Claim("hysteresis never changes more often", lambda: with_it <= without, lambda: True)
    )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _in_frame(moment: Moment[Chosen]) -> str:
    """Which edges the frame on the clock has."""
    k, is_kept = right_view.frame_at(moment), isinstance(moment.step, Hysteresis)
    frame = moment.scene.frames[k]
    chosen = frame.kept if is_kept else frame.greatest
    if chosen is None:
        return f"Frame {k + 1}: A and B are apart."
    return f"Frame {k + 1}: edge {chosen[1]} of {chosen[0].value} is the reference edge."


def situation(moment: Moment[Chosen]) -> str:
    """How the bodies stand, and which edges are known."""
    reference, incident, best = moment.latest(ReferenceEdge), moment.latest(IncidentEdge), moment.first(ReferenceEdge)
    if best is None:
        return "A and B are apart."
    if isinstance(moment.step, Jitter | Hysteresis):
        return _in_frame(moment)
    if reference is None:
        a, b = moment.scene.a.world, moment.scene.b.world
        told = standing(a, b, numbers=False, found=None if a.radius + b.radius else best.separation)
        last = steps_of(moment.step)[-1]
        if not isinstance(last, EdgeMeasured) or last.is_gap or last.best_so_far.separation > 0.0:
            return told
        least = fixed(-last.best_so_far.separation, moment.scene.decimals)
        return f"{told} Least depth so far: {tint(least, Ink.OVERLAP)}, behind {_name(last.best_so_far, 'edge')}."
    name = f"edge {reference.edge} of {reference.owner.value}"
    if incident is None:
        number = fixed(abs(reference.separation), moment.scene.decimals)
        depth = tint(f"**{number}**", separation_ink(reference.separation))
        behind = f"behind {tint(name, Ink.EXAMINED)}, the reference edge"
        return f"{other_of(reference.owner).value} lies {depth} deep {behind}."
    other = tint(f"edge {incident.edge} of {incident.owner.value}", ink_of(incident.owner))
    return f"{tint(sentence(name), Ink.EXAMINED)} is the reference edge, {other} is the incident edge."


def _is_lit(row: TableRow, winner: ReferenceEdge | IncidentEdge | EdgeMeasured | None, *, is_new: bool) -> bool:
    """The row of the best edge so far; without one the newest."""
    return is_new if winner is None else row.feature == edge_ref(winner)


def _changes_more(moment: Moment[Chosen]) -> bool:
    frames = moment.scene.frames
    return changes([f.greatest for f in frames]) > changes([f.kept for f in frames])


class ReferenceAndIncident(Lesson[Chosen]):
    id = "reference-and-incident"
    title = "Reference and incident"
    source = "Rounding collider corners"
    summary = (
        "The edge of least depth is the reference edge; the other body's edge that faces it is the incident edge."
    )
    terms = ("reference edge", "incident edge", "hysteresis")
    builds_on = ("axis-by-axis", "minimum-translation")
    tells_time = True
    story = ReferenceAndIncidentStory()
    nested = ReferenceStory()
    compare = (
        Comparison(AFTER_DEEPEST, lambda s: manifold_edge_after_deepest(s.a.world, s.b.world), wrong.is_wrong),
        Comparison(NO_HYSTERESIS, lambda s: tuple(f.greatest for f in s.frames), _changes_more),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "World", self.story.draw, is_world=True, share=0.62),
            Pane("compared", "", right_view.draw_compared, share=0.38, headed=right_view.head),
        )

    def layout_at(self, moment: Moment[Chosen]) -> Layout:
        """Nothing is to be compared before an edge is measured."""
        return self.panes[0] if isinstance(moment.step, Posed) else self.layout

    @cached_property
    def scenes(self) -> Mapping[str, Chosen]:
        pentagon = convex(((-1.02, 0.02), (0.82, -0.04), (1.35, 0.8), (-0.1, 1.65), (-1.2, 0.85)))
        tip, five = convex(((0.0, 0.0), (1.9, 0.9), (0.9, 1.9))), regular_polygon(5, 1.5)
        wedge, soft = convex(((-1.0, -0.7), (1.1, -0.7), (0.1, 1.2))), rounded(box(1.9, 0.8), 0.3)
        flat = convex(((0.0, -0.8), (1.5, -0.1), (-1.3, 0.4)))
        return {
            "Pentagon on a box": Chosen(at(box(2.9, 1.5), 0.0, -0.75, 5.0),
                at(pentagon, -0.2, 0.25, -5.0), goal=goals.OTHER_EDGE),
            "Box on a pentagon": Chosen(at(five, -0.1, -1.0, 20.0),
                at(box(2.8, 1.4), 0.2, 0.85, 14.0), goal=goals.OTHER_OWNER),
            TIE: Chosen(at(box(1.8, 1.8), -0.5, -0.5), at(tip, 1.0, 0.99985), goal=goals.TOO_MUCH),
            "Two edges at the vertex": Chosen(at(box(2.8, 1.4), 0.0, -0.8, 4.0),
                at(flat, 0.1, 0.12, 4.0), goal=goals.BOTH_ENDS),
            "Parallel edges": Chosen(at(box(2.6, 1.4), -0.1, -0.8, 8.0),
                at(box(1.7, 1.4), 0.05, 0.48, 8.0), goal=goals.EQUALLY_FACING),
            "Rounded": Chosen(at(soft, -0.1, -0.8, 8.0), at(wedge, 0.2, 0.5, -24.0)),
            "Box on a corner": Chosen(at(box(2.2, 1.5), -0.6, -0.7),
                at(box(1.9, 1.5), 0.75, 0.6397, 24.0), 0.08, goal=goals.JUST_ENOUGH),
        }  # fmt: skip

    def run(self, scene: Chosen) -> Trace[Any, Any]:
        """The search, an edge loop a step, after the bodies as they stand; before the frames that follow, where two
        edges compete: without hysteresis and with it."""
        if min(len(scene.a.world.points), len(scene.b.world.points)) == 1:
            raise ValueError("a circle has no edges")
        a, b = scene.a.world, scene.b.world
        whole = find_features.trace(a, b)
        kept = [i for i, step in enumerate(whole) if not isinstance(step, CornersMeasured)]
        found = [whole.steps[i] for i in kept]
        is_over = isinstance(found[-1], EdgeMeasured) or not scene.may_change
        shaken = () if is_over else (Jitter(scene.frames), Hysteresis(scene.frames))
        steps = (Posed(a, b), *found, *shaken)
        lines = tuple(whole.lines[i] for i in kept)
        lines = (lines[0], *lines, *lines[-1:] * len(shaken))
        groups, start = [], 0
        for _, run in itertools.groupby(map(stage_of, steps)):
            size = len(list(run))
            groups.append(range(start, start + size))
            start += size
        return grouped(Trace(whole.function, steps, lines, whole.refusal, whole.answer), groups)

    def clock(self, moment: Moment[Chosen]) -> Clock | None:
        if not isinstance(moment.step, Jitter | Hysteresis):
            return None
        return Clock(4.5, plays_on_entry=True, told=frames(FRAMES, first=1, last=FRAMES))

    def shows_controls(self, moment: Moment[Chosen]) -> bool | Collection[str]:
        """Where they change what is seen."""
        return True if isinstance(moment.step, Hysteresis) else ("shake",) if isinstance(moment.step, Jitter) else ()

    def table(self, moment: Moment[Chosen], pages: Sequence[Page] | None = None) -> Table | None:
        """The best separations, then the dot products in their place; none beside the frames, which tell all."""
        found = super().table(moment, pages)
        if found is None or moment.parent is not None:
            return found
        stage, best = self.story.stage(moment), moment.latest(ReferenceEdge)
        if stage in ("Jitter", "Hysteresis"):
            return None
        is_dots = stage in ("Normals", "Incident")
        rows = tuple(each for each in found.rows if each[1].key[0] == ("d" if is_dots else "s"))
        last = steps_of(moment.step)[-1]
        so_far = last.best_so_far if isinstance(last, EdgeMeasured) else None
        lit = moment.latest(IncidentEdge) if is_dots else best or so_far
        current = [i for i, (step, row) in enumerate(rows) if _is_lit(row, lit, is_new=step == moment.index)]
        return Table(NORMALS if is_dots else BEST, rows, frozenset(current))

    def situation(self, moment: Moment[Chosen]) -> str:
        while moment.parent is not None:
            moment = moment.parent
        incident = moment.latest(IncidentEdge)
        if incident is not None and wrong.is_wrong(moment) and isinstance(steps_of(moment.step)[-1], IncidentEdge):
            return wrong.told_of_wrong(moment)
        if wrong.goes_without(moment):
            k = right_view.frame_at(moment)
            many = _times(changes(moment.faulty[: k + 1]))
            return tint(f"No hysteresis: the reference edge has changed {many} up to frame {k + 1}.", Ink.FAULTY)
        return situation(moment)

    def challenge(self, moment: Moment[Chosen]) -> Challenge | None:
        """None beside another rule."""
        return None if moment.compare else goals.goal(moment)
