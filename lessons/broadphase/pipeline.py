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
    MOVE,
    NARROW,
    ROWS,
    SOLVER,
    counts_of,
    draw_funnel,
    draw_world,
    frames_of,
    passed,
    wrong_counts,
)
from lessons.broadphase.pipeline_scene import RATE, Framed
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
    "Put an **AABB** around every shape: two AABBs need at most four comparisons of numbers. Concave shapes have "
    "been cut into pieces before.",
    "The **broadphase** lists the pairs that may overlap, here those that share a cell of a grid. It may list too "
    "many, and must not miss one.",
    "Of these **candidates** keep the pairs whose boxes overlap. This test is cheap, so it comes before the exact "
    "one.",
    "The **narrowphase** tests the shapes, by SAT or GJK: overlap is a separation s of 0 or less. Boxes have "
    "corners that shapes do not fill.",
    "The **manifold** of a pair: one or two contact points, each with a normal, a depth and a **feature id**, by "
    "which the next frame knows it.",
    "The **solver** stops bodies that approach, by one impulse j at each contact point. It pushes and never pulls. "
    "**Warm start**: known contacts begin with their last impulse.",
    "**Integration** moves and turns every body by its new velocities v and ω. The **position correction** p takes "
    "deep overlaps out. Then the next frame begins.",
)
FORMULAS = (
    r"N=\frac{n\,(n-1)}{2}",
    r"\examined{P}\le N",
    r"\A{K}\le\examined{P}",
    r"\overlap{s\le 0}",
    r"\overlap{S}\le\answer{C}\le 2\,\overlap{S}",
    r"j\ge 0",
    r"x\leftarrow x+v\,\Delta t+p_x\qquad\theta\leftarrow\theta+\omega\,\Delta t+p_\theta",
)


class PipelineStory(Story):
    """Seven stages, one step each."""

    columns = ("stage", "leaves", "of before", "count")

    def stage(self, moment: Moment[Framed]) -> str:
        return ROWS[moment.index].stage

    def page(self, moment: Moment[Framed]) -> Page:
        i, counts, row = moment.index, counts_of(moment), ROWS[moment.index]
        idea, formula = IDEAS[i], FORMULAS[i]
        if _differs(moment) and i >= NARROW:
            idea = FAULTS[moment.compare]
        share = f"{100.0 * counts[i] / counts[i - 1]:.1f} %" if 0 < i <= NARROW and counts[i - 1] else ""
        page = Page(row.stage, idea, formula, _claims(moment)).says(_says(moment, counts))
        wrong = wrong_counts(moment).get(i)
        count = tint(f"{counts[i]:,}", row.ink) if wrong is None else tint(f"{wrong:,}", Ink.FAULTY)
        page = page.row(row.stage, row.leaves, share, count)
        return page.asks(question(moment), _known(moment))

    def draw(self, canvas: Canvas, moment: Moment[Framed]) -> None:
        draw_world(canvas, moment)


def _says(moment: Moment[Framed], counts: tuple[int, ...]) -> str:
    scene, i, n = moment.scene, moment.index, moment.scene.count
    count, before, less = tint(f"**{counts[i]:,}**", ROWS[i].ink), counts[i - 1], counts[i - 1] - counts[i]
    solved, met = moment.trace.steps[SOLVER], passed(moment) if i == MOVE else None
    if met is not None:
        who = f"{scene.names[met.i]} and {scene.names[met.j]}"
        return f"Δt = 1/{RATE} s. {who} met at t = {fixed(met.t)} of the frame, and **no stage saw it**."
    if 1 < i < MOVE and not before:
        return f"Nothing comes from the stage before: {count} {ROWS[i].leaves if i >= NARROW + 1 else 'pairs'}."
    slower = [f"{fixed(solved.approach(solved.before))} before", fixed(solved.approach(solved.after))]
    if scene.gravity:
        slower.insert(1, f"{fixed(solved.approach(solved.warm))} by the last frame's impulses")
    moved = zip(scene.rigid, moment.trace.result.bodies, strict=True)
    far = max(np.hypot(*(after.pose.position - body.pose.position)) for body, after in moved)
    drawn = ", drawn ten times as far" if frames_of(moment) > 1 else ""
    rounds = counted(scene.rules.iterations, "iteration")
    pairs, two = "pair" if counts[0] == 1 else "pairs", counts[4] - counts[3]
    return (
        f"{n} boxes: N = {n} · {n - 1} / 2 = {count} {pairs}.",
        f"Cells of size {fixed(scene.c)}: P = {count} of {counted(before, 'pair')}. {less:,} need no further look.",
        f"K = {count} of {counted(before, 'candidate')} overlap as boxes. {less:,} dropped.",
        f"S = {count} of {counted(before, 'pair')} overlap as shapes. "
        + (f"{less:,} rejected: only the boxes overlap." if less else "Nothing is rejected."),
        f"C = {count}: {before - two} of {before} pairs with one contact point, {two} with two.",
        f"Fastest approach: {', '.join(slower)} after {rounds} × {before:,} = {solved.applied:,} updates.",
        f"Δt = 1/{RATE} s: {count} of {n} bodies are dynamic. "
        + (
            f"The furthest moves by {fixed(far, 3)}{drawn}." if far > 5e-4 else "They rest: none moves by even 0.001."
        ),
    )[i]


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
    """What is known after this stage."""
    counts = counts_of(moment)
    found = [f"{moment.scene.count} shapes: {counted(counts[0], 'pair')}"]
    for k, words in enumerate(("candidate", "pair", "pair", "contact point")[: moment.index], 1):
        whose = {BOX_TEST: " of boxes", NARROW: " of shapes"}.get(k, "")
        found.append(f"{tint(f'{counts[k]:,}', ROWS[k].ink)} {words}{'s' * (counts[k] != 1)}{whose}")
    return ", ".join(found) + "."


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
            Pane("world", "What the stage works on", self.story.draw, is_world=True, share=0.56),
            Pane("funnel", "What each stage leaves", draw_funnel, share=0.44, note="Pairs: width on a log scale"),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Framed | Preset[Framed]]:
        stack = [at(box(1.9 - 0.06 * i, 0.6), 0.0, 0.299 + 0.598 * i) for i in range(10)]
        ball = at(box(0.3, 5.2), 3.4, 2.9), at(circle(0.5), 1.3, 1.6), at(regular_polygon(5, 0.8), 4.05, 4.9, 12.0)
        return {
            "Crowd of polygons": Framed(),
            "Seven shapes": Framed(_seven(), velocities=((2.0, 0.0), (-2.0, 1.0), (0.0, 2.0), (0.5, 0.5)), c=1.5),
            "Stack of ten": Framed((at(box(5.4, 0.5), 0.0, -0.25), *stack), still=1, gravity=10.0, c=1.0),
            "Slanted splinters": Preset(Framed(n=40, slender=6.0, slant=40.0), ANSWER, lambda trace: NARROW),
            "Across the cells": Preset(Framed(n=60), CENTRE, lambda trace: NARROW),
            "A ball too fast": Framed(ball, velocities=((0.0, 0.0), (230.0, 90.0)), still=1, c=1.0),
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
            how = "Continuous detection (chapter 7) tests the whole move."
            return f"{a} and {b} meet within this frame, and no count above shows it. {how}"
        if moment.index < NARROW or not _differs(moment):
            return _known(moment)
        faulty, name = moment.faulty, moment.compare[0].upper() + moment.compare[1:]
        much = tint(f"{len(faulty.missed or faulty.false)}", Ink.FAULTY)
        if faulty.missed:
            return (
                f"{name}: of {counts_of(moment)[NARROW]} pairs whose shapes overlap {much} are lost: false negatives."
            )
        taken = f"{counted(len(faulty.reported), 'pair')} of shapes as contacts"
        return f"{name}: {taken}, {much} of them apart: false positives."

    def challenge(self, moment: Moment[Framed]) -> Challenge | None:
        """Of crowds."""
        boxes, shapes = counts_of(moment)[BOX_TEST : NARROW + 1]
        return None if not moment.scene.is_crowd else Challenge(
            "Make the narrowphase reject more than nine of ten pairs whose boxes overlap.",
            boxes >= 10 and 10 * shapes < boxes,
            f"{100.0 * (boxes - shapes) / max(boxes, 1):.0f} % rejected",
            "Long, thin and slanted: a box around such a shape is nearly empty.",
        )  # fmt: skip


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
