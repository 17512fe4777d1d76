"""One frame of an engine: every stage leaves fewer pairs to the next, and every chapter has its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Trace, box, circle, separating_axis
from geometry.faulty.pipeline import FaultyFrame, boxes_as_the_answer, cell_of_the_centre
from geometry.shape import capsule, regular_polygon
from lessons.broadphase.pipeline_asked import question
from lessons.broadphase.pipeline_figure import (
    BOX_TEST,
    BOXES,
    BROAD,
    MANIFOLD,
    MOVE,
    NARROW,
    ROWS,
    SOLVER,
    counts_of,
    draw_world,
    elsewhere,
    frames_of,
    furthest,
    goes_wrong,
    passed,
    pushing,
    wrong_counts,
)
from lessons.broadphase.pipeline_funnel import draw_funnel
from lessons.broadphase.pipeline_scene import RATE, Framed, moved_by
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, at
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint

ANSWER, CENTRE = "boxes as the answer", "cell of the centre"
FAULTS = {
    ANSWER: "**Boxes as the answer**: without the narrowphase, the contacts are those of the boxes. Shapes are "
    "pushed apart that do not even touch.",
    CENTRE: "**Cell of the centre**: each box is only in the cell of its centre. A pair across a border is lost, and "
    "no later stage can find it.",
}
IDEAS = (
    "Each **frame** an engine finds all contacts and moves all bodies. First it puts an **AABB** around every shape, "
    "or around each convex piece of it.",
    "The **broadphase** lists the pairs that may overlap, here those that share a cell of a grid. It may list too "
    "many, and must not miss one.",
    "Of these **candidates** keep the pairs whose boxes overlap. Two boxes need at most four comparisons, so this "
    "comes before the exact test.",
    "The **narrowphase** tests the shapes, by SAT or GJK: overlap is a separation s of 0 or less. Boxes have "
    "corners that shapes do not fill.",
    "The **manifold** of a pair: one or two contact points, each with a normal, a depth and a **feature id**, by "
    "which the next frame knows it.",
    "The **solver** stops bodies that approach, by an impulse j at each contact point. It pushes and never pulls. "
    "**Warm start**: it begins with the last frame's impulses.",
    "**Integration** moves and turns every body by its new velocities v and ω. The **position correction** p takes "
    "deep overlaps out. Then the next frame begins.",
)
FORMULAS = (
    r"N=\frac{n\,(n-1)}{2}",
    r"\examined{P}\le N",
    r"\A{K}\le\examined{P}\le N",
    r"\overlap{s\le 0}",
    r"\overlap{S}\le\answer{C}\le 2\,\overlap{S}",
    r"\answer{j}\ge 0",
    r"x\leftarrow x+\examined{v}\,\Delta t+p_x\qquad\theta\leftarrow\theta+\omega\,\Delta t+p_\theta",
)


class PipelineStory(Story):
    """Seven stages, one step each."""

    columns = ("stage", "leaves", "kept", "count")

    def stage(self, moment: Moment[Framed]) -> str:
        return ROWS[moment.index].stage

    def page(self, moment: Moment[Framed]) -> Page:
        i, counts, row = moment.index, counts_of(moment), ROWS[moment.index]
        idea, formula = IDEAS[i], FORMULAS[i]
        if goes_wrong(moment):
            idea = FAULTS[moment.compare]
        shown = [wrong_counts(moment).get(k, count) for k, count in enumerate(counts)]
        share = f"{100.0 * shown[i] / shown[i - 1]:.1f} %" if 0 < i <= NARROW and shown[i - 1] else ""
        page = Page(row.stage, idea, formula, _claims(moment)).says(_says(moment, counts))
        count = tint(f"{shown[i]:,}", row.ink if shown[i] == counts[i] else Ink.FAULTY)
        page = page.row(row.stage, row.leaves, share, count)
        return page.asks(question(moment), _known(moment))

    def draw(self, canvas: Canvas, moment: Moment[Framed]) -> None:
        draw_world(canvas, moment)


def _says(moment: Moment[Framed], counts: tuple[int, ...]) -> str:
    scene, i, n = moment.scene, moment.index, moment.scene.count
    count, before, less = tint(f"**{counts[i]:,}**", ROWS[i].ink), counts[i - 1], counts[i - 1] - counts[i]
    met = passed(moment) if i == MOVE else None
    if met is not None:
        who = f"{scene.names[met.i]} and {scene.names[met.j]}"
        return f"Δt = 1/{RATE} s. {who} met at t = {fixed(met.t)} of the frame, and **no stage saw it**."
    if 1 < i < MOVE and not before:
        return f"Nothing comes from the stage before: {count} {ROWS[i].leaves if i >= NARROW + 1 else 'pairs'}."
    pairs, two = "pair" if counts[0] == 1 else "pairs", counts[4] - counts[3]
    return (
        f"{n} boxes: N = {n} · {n - 1} / 2 = {count} {pairs}.",
        f"Cells of size {fixed(scene.c)}: P = {count} of {counted(before, 'pair')}. {less:,} need no further look.",
        f"K = {count} of {counted(before, 'candidate')} overlap as boxes. {less:,} dropped.",
        f"S = {count} of {counted(before, 'pair')} overlap as shapes. "
        + (f"{less:,} dropped: only the boxes overlap." if less else "Nothing is dropped."),
        f"C = {count}: two points for {two} of {counted(before, 'pair')}"
        + (f", one for the other {before - two}." if two < before else "."),
        _solved(moment),
        _moved(moment),
    )[i]


def _solved(moment: Moment[Framed]) -> str:
    """Where the solver pushes, and what is left to it after a warm start."""
    solved, push, points = moment.trace.steps[SOLVER], pushing(moment), counts_of(moment)[SOLVER]
    if moment.scene.gravity:
        before, warm = (fixed(solved.approach(each)) for each in (solved.before, solved.warm))
        return (
            f"{push} of {points} points push. Warm start alone slows the fastest approach of two boxes from {before} "
            f"to {warm}."
        )
    rounds = counted(moment.scene.rules.iterations, "iteration")
    rest = f" At the other {points - push:,} the bodies separate: j = 0." if push < points else ""
    return f"After {rounds} **{push:,}** of {counted(points, 'contact point')} push.{rest}"


def _moved(moment: Moment[Framed]) -> str:
    far = furthest(moment.scene.rigid, moment.trace.result.bodies)
    if goes_wrong(moment):
        wrong = moved_by(moment.scene, moment.faulty.reported)
        other = tint(fixed(furthest(moment.scene.rigid, wrong), 3), Ink.FAULTY)
        many = tint(f"{len(elsewhere(moment))}", Ink.FAULTY)
        return f"This rule moves {many} bodies elsewhere; the furthest move is {other} instead of {fixed(far, 3)}."
    drawn = f" The figure draws it {frames_of(moment)} times as far." if frames_of(moment) > 1 else ""
    if far <= 5e-4:
        return f"Δt = 1/{RATE} s. The bodies rest: none moves by even 0.001."
    return f"Δt = 1/{RATE} s. The furthest move of a body is {fixed(far, 3)}.{drawn}"


def _claims(moment: Moment[Framed]) -> tuple[Claim, ...]:
    """Each count another way: from the corners of the boxes, by separating axes, from the bodies."""
    scene, step, counts, n = moment.scene, moment.step, counts_of(moment), moment.scene.count
    solved, result = moment.trace.steps[SOLVER], moment.trace.result

    def gaps(pairs: Any) -> list[float]:
        return [separating_axis(scene.shapes[i], scene.shapes[j], early_out=False).separation for i, j in pairs]

    def meeting() -> int:
        low, high = np.hsplit(np.array(scene.boxes), 2)
        meet: Any = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
        return int(np.triu(meet, 1).sum()) - int(np.triu(meet[: scene.still, : scene.still], 1).sum())

    def ends() -> Any:
        moves = zip(scene.rigid, solved.after, solved.moves, strict=True)
        return [b.pose.position + (not b.is_static) * (v.velocity / RATE + p.velocity) for b, v, p in moves]

    claims = (
        Claim("all", lambda: counts[0], lambda: sum(range(n))),
        Claim("P", lambda: counts[2] <= counts[1] <= counts[0], lambda: True),
        Claim("K", lambda: counts[2], meeting),
        Claim("s", lambda: [max(gaps(step.pairs), default=0) <= 1e-9, min(gaps(step.rejected), default=0) >= -1e-9],
              lambda: [True, True]),
        Claim("C", lambda: counts[3] <= counts[4] <= 2 * counts[3], lambda: True),
        Claim("j", lambda: min((j.normal for j in result.impulses), default=0.0) >= 0.0, lambda: True),
        Claim("x", lambda: [b.pose.position for b in result.bodies], ends),
    )  # fmt: skip
    return (claims[moment.index],)


def _known(moment: Moment[Framed]) -> str:
    """What is known after this stage: how many of all pairs are left."""
    i, counts = moment.index, counts_of(moment)
    every, left = counted(counts[0], "pair"), counts[min(i, NARROW)]
    if i == BOXES:
        return f"{moment.scene.count} shapes: {every}."
    one, number = left == 1, tint(f"{left:,}", ROWS[min(i, NARROW)].ink)
    how = f"{'shares' if one else 'share'} a cell" if i == BROAD else "overlaps" if one else "overlap"
    what = " as boxes" if i == BOX_TEST else ""
    points = f", in {tint(f'{counts[MANIFOLD]:,}', Ink.ANSWER)} contact points" if i >= MANIFOLD and left else ""
    if i == MOVE:  # whose figure shows the end
        return f"At the start of the frame {number} of {every} {how}{points}."
    return f"Of {every} {number} {how}{what}: {100.0 * left / max(counts[0], 1):.1f} %{points}."


def _differs(moment: Moment[Framed]) -> bool:
    return isinstance(moment.faulty, FaultyFrame) and bool(moment.faulty.missed or moment.faulty.false)


class Pipeline(Lesson[Framed]):
    id = "pipeline"
    title = "One frame of an engine"
    source = "SAT explained"
    summary = "From all pairs to contact points and on: the stages of a frame, and the chapter behind each."
    terms = ("solver", "integration", "frame")
    builds_on = ("broadphase-bench", "gjk", "contact-info", "collision-response")
    presents = 0
    story = PipelineStory()
    compare = (
        Comparison(ANSWER, lambda scene: boxes_as_the_answer(scene.shapes), _differs),
        Comparison(CENTRE, lambda scene: cell_of_the_centre(scene.shapes, scene.c), _differs),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "What the stage works on", self.story.draw, is_world=True, share=0.52),
            Pane(
                "funnel",
                "What each stage leaves",
                draw_funnel,
                share=0.48,
                note="width: log(1 + count)",
                is_to_scale=False,
            ),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Framed | Preset[Framed]]:
        stack = [at(box(1.9 - 0.06 * i, 0.6), 0.0, 0.299 + 0.598 * i) for i in range(10)]
        ball = at(box(0.3, 5.2), 3.4, 2.9), at(circle(0.5), 1.3, 1.6), at(regular_polygon(5, 0.8), 4.05, 4.9, 12.0)
        aside = at(circle(0.5), 4.95, 0.95), at(circle(0.5), 5.7, 1.62), at(box(0.5, 0.5), 4.16, 1.15)
        return {
            "Crowd of polygons": Framed(n=120),
            "Seven shapes": Framed(_seven(), velocities=((2.0, 0.0), (-2.0, 1.0), (0.0, 2.0), (0.5, 0.5)), c=1.5),
            "Stack of ten": Framed((at(box(5.4, 0.5), 0.0, -0.25), *stack), still=1, gravity=10.0, c=1.0),
            "Slanted splinters": Preset(Framed(n=40, slender=6.0, slant=40.0), ANSWER, lambda trace: NARROW),
            "Across the cells": Preset(Framed(n=60), CENTRE, lambda trace: BROAD),
            "A ball too fast": Framed((*ball, *aside), velocities=((0.0, 0.0), (230.0, 90.0)), still=1, c=1.0),
        }

    def run(self, scene: Framed) -> Trace[Any, Any]:
        if scene.frame.refusal is not None:  # every picture needs the whole frame
            raise scene.frame.refusal
        return scene.frame

    def clock(self, moment: Moment[Framed]) -> Clock | None:
        """Integration moves the bodies while it is looked at."""
        return Clock(2.0, plays_on_entry=True) if moment.index == MOVE else None

    def situation(self, moment: Moment[Framed]) -> str:
        met = passed(moment) if moment.index == MOVE else None
        if met is not None:
            a, b = (moment.scene.names[k] for k in (met.i, met.j))
            how = "Continuous detection (chapter 7) tests whole moves."
            return f"{a} and {b} met within the frame: a false negative. {how}"
        if not goes_wrong(moment):
            return _known(moment)
        faulty, name = moment.faulty, moment.compare[0].upper() + moment.compare[1:]
        much = tint(f"{len(faulty.missed or faulty.false)}", Ink.FAULTY)
        if faulty.missed:
            true = counted(counts_of(moment)[NARROW], "pair")
            return f"{name}: of {true} whose shapes overlap it loses {much}: false negatives."
        taken = f"{counted(len(faulty.reported), 'pair')} of shapes as contacts"
        return f"{name}: {taken}, {much} of them apart: false positives."

    def challenge(self, moment: Moment[Framed]) -> Challenge | None:
        """Each scene without a prediction has one of its own."""
        scene, counts = moment.scene, counts_of(moment)
        if moment.compare:
            return _harmless(moment) if scene.is_crowd else None
        if not scene.is_crowd:
            return None if scene.still else Challenge(
                "Drag the shapes until at least three pairs overlap and no stage drops a candidate.",
                counts[NARROW] >= 3 and counts[NARROW] == counts[BROAD],
                f"{counts[NARROW]} of {counted(counts[BROAD], 'candidate')} overlap",
                "Two shapes that share a cell of the grid are a candidate. Let only those share one that overlap.",
            )  # fmt: skip
        boxes, shapes = counts[BOX_TEST : NARROW + 1]
        return Challenge(
            "Make the narrowphase drop more than nine of ten pairs whose boxes overlap.",
            boxes >= 10 and 10 * shapes < boxes,
            f"{100.0 * (boxes - shapes) / max(boxes, 1):.0f} % dropped",
            "Long, thin and slanted: a box around such a shape is nearly empty.",
        )


def _harmless(moment: Moment[Framed]) -> Challenge:
    """A crowd in which a wrong rule does little or no harm."""
    faulty, enough = moment.faulty, moment.scene.n >= 40
    if moment.compare == CENTRE:
        return Challenge(
            "Keep 40 shapes or more. Change the cell size until this rule loses no pair.",
            enough and not faulty.missed,
            f"{len(faulty.missed)} lost, {faulty.kept[0]:,} candidates",
            "In one huge cell nothing is lost. What becomes of the candidates?",
        )
    false, told = len(faulty.false), len(faulty.reported)
    return Challenge(
        "Keep 40 shapes, slenderness 6 or more. Make fewer than one in four of this rule's contacts false.",
        enough and moment.scene.slender >= 6.0 and told >= 10 and 4 * false < told,
        f"{false} of {told} false",
        "A box fits a long shape well when the shape lies along the sides of the box.",
    )


def _seven() -> tuple[Body, ...]:
    return (
        at(regular_polygon(5, 0.95), 1.1, 5.9, 10.0),
        at(box(1.9, 1.0), 2.3, 5.1, 25.0),
        at(capsule((0, 0), (1.8, 0), 0.3), 4.9, 5.8, 40.0),
        at(capsule((0, 0), (1.8, 0), 0.3), 5.5, 4.8, 40.0),
        at(regular_polygon(3, 1.1), 1.2, 1.6, 20.0),
        at(circle(0.8), 2.7, 2.7),
        at(regular_polygon(6, 1.0), 5.2, 1.4, 5.0),
    )
