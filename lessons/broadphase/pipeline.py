"""One frame of an engine: every stage leaves fewer pairs to the next, and every chapter has its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Pose, Trace, box, circle, separating_axis
from geometry.faulty.pipeline import FaultyFrame, boxes_as_the_answer, cell_of_the_centre, no_broadphase
from geometry.shape import capsule, regular_polygon
from lessons.broadphase.pipeline_asked import passed, question
from lessons.broadphase.pipeline_figure import (
    BOX_TEST,
    MOVE,
    NARROW,
    ROWS,
    counts_of,
    draw_funnel,
    draw_world,
)
from lessons.broadphase.pipeline_scene import ITERATIONS, RATE, Framed
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Comparison, Layout, Lesson, Moment, Pane, Preset, beside
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Body, at
from viz.lesson.story import Story
from viz.lesson.text import counted, fixed, tint

NOTHING, ANSWER, CENTRE = "no broadphase", "boxes as the answer", "cell of the centre"
IDEAS = (
    "Put an **AABB** around every shape: two boxes are compared by four numbers at most. Concave shapes have been "
    "cut into pieces before.",
    "The **broadphase** lists the pairs that may overlap, here by a grid: pairs that share a cell. It may list too "
    "many, and must not miss one.",
    "Of these **candidates** keep the pairs whose boxes overlap. This test is cheap, so it comes before the exact one.",
    "The **narrowphase** tests the shapes themselves, by SAT or GJK. Boxes have corners that shapes do not fill.",
    "The **manifold** of a pair: one or two contact points, each with a normal, a depth and a name by which the next "
    "frame knows it.",
    "The **solver** stops bodies that approach: impulses at the contact points, which push and never pull. It begins "
    "with those of the last frame.",
    "**Integration** moves every body by its new velocity v, and by the push p that takes deep overlaps out. Then "
    "the next frame begins.",
)
FORMULAS = (
    r"\frac{n\,(n-1)}{2}",
    r"\examined{P}\le\frac{n\,(n-1)}{2}",
    r"\A{K}\le\examined{P}",
    r"\overlap{s\le 0}",
    r"\overlap{S}\le\answer{C}\le 2\,\overlap{S}",
    r"j\ge 0",
    r"x\leftarrow x+v\,\Delta t+p",
)
FAULTS = {
    NOTHING: "**No broadphase**: every pair gets the exact test. The answer is the same, the work is quadratic.",
    ANSWER: "**Boxes as the answer**: without the narrowphase, shapes are pushed apart that do not even touch.",
    CENTRE: "**Cell of the centre**: each box is only in the cell of its centre. A pair across a border is lost, and "
    "no later stage can find it.",
}


class PipelineStory(Story):
    """Seven stages, one step each."""

    columns = ("stage", "leaves", "count", "of before")

    def stage(self, moment: Moment[Framed]) -> str:
        return ROWS[moment.index].stage

    def page(self, moment: Moment[Framed]) -> Page:
        i, counts, row = moment.index, counts_of(moment), ROWS[moment.index]
        idea = FAULTS[moment.compare] if moment.compare and i in (NARROW, MOVE) else IDEAS[i]
        share = f"{100.0 * counts[i] / counts[i - 1]:.1f} %" if 0 < i <= NARROW and counts[i - 1] else ""
        count = tint(f"{counts[i]:,}", row.ink)
        page = Page(row.stage, idea, FORMULAS[i], _claims(moment)).says(_says(moment, counts))
        return page.row(row.stage, row.leaves, count, share).asks(question(moment), situation(moment))

    def draw(self, canvas: Canvas, moment: Moment[Framed]) -> None:
        draw_world(canvas, moment)


def _says(moment: Moment[Framed], counts: tuple[int, ...]) -> str:
    scene, i, n = moment.scene, moment.index, moment.scene.count
    count = tint(f"**{counts[i]:,}**", ROWS[i].ink)
    before = counts[i - 1]
    match i:
        case 0:
            return f"{n} boxes: {n} · {n - 1} / 2 = {count} {'pair' if counts[0] == 1 else 'pairs'}."
        case 1:
            return f"Cells of size {fixed(scene.c)}: P = {count} of {counted(before, 'pair')} share a cell."
        case 2:
            return f"K = {count} of {counted(before, 'candidate')} overlap as boxes. {before - counts[2]:,} are dropped."
        case 3:
            only = before - counts[3]
            return f"S = {count} of {before:,} pairs overlap as shapes. Of the other {only:,} only the boxes do."
        case 4:
            two = counts[4] - before
            return f"C = {count} contact points: {before - two} pairs have one, {two} have two."
        case 5:
            if not before:
                return "No contact points: no impulses, and every body keeps its velocity."
            slow = [_approach(moment, kind) for kind in ("before", "after")]
            return (
                f"{ITERATIONS} iterations over {before} points = {count} impulses. The fastest approach falls from "
                f"{fixed(slow[0])} to {fixed(slow[1])}."
            )
    met = passed(moment)
    if met is not None:
        who = f"{scene.names[met.i]} and {scene.names[met.j]}"
        return f"Δt = 1/{RATE} s. {who} met at t = {fixed(met.t)} of the frame, and **no stage saw it**."
    far = max(np.hypot(*(b.pose.position - a.pose.position)) for a, b in _moved(moment))
    return f"Δt = 1/{RATE} s: {count} {'body' if counts[i] == 1 else 'bodies'} moved, the furthest by {fixed(far, 3)}."


def _moved(moment: Moment[Framed]) -> list[tuple[Any, Any]]:
    return list(zip(moment.scene.rigid, moment.trace.result.bodies, strict=True))


def _approach(moment: Moment[Framed], kind: str) -> float:
    """The fastest speed at which two bodies approach at a contact point."""
    solved = moment.trace.steps[-2]
    motions = getattr(solved, kind)
    speeds = [c.normal.speed(motions[c.id.pair.body_a], motions[c.id.pair.body_b]) for c in solved.contacts]
    return max(0.0, -min(speeds))


def _claims(moment: Moment[Framed]) -> tuple[Claim, ...]:
    """Each count another way: from the corners of the boxes, by separating axes."""
    scene, step, counts, n = moment.scene, moment.step, counts_of(moment), moment.scene.count
    steps = moment.trace.steps

    def gaps(pairs: Any) -> list[float]:
        return [separating_axis(scene.shapes[i], scene.shapes[j], early_out=False).separation for i, j in pairs]

    def meeting() -> int:
        low, high = np.hsplit(np.array(scene.boxes), 2)
        meet = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
        meet[: scene.still, : scene.still] = False
        return int(np.triu(meet, 1).sum())

    def ends() -> Any:
        moves = zip(scene.rigid, steps[-2].after, steps[-2].moves, strict=True)
        return [b.pose.position + (not b.is_static) * (v.velocity / RATE + p.velocity) for b, v, p in moves]

    return (
        (Claim("all", lambda: counts[0], lambda: sum(range(n))),),
        (Claim("P", lambda: set(steps[2].pairs) <= set(step.pairs) and counts[1] <= counts[0], lambda: True),),
        (Claim("K", lambda: counts[2], meeting),),
        (
            Claim("S", lambda: max(gaps(step.pairs), default=0.0) <= 1e-9, lambda: True),
            Claim("apart", lambda: min(gaps(step.rejected), default=0.0) >= -1e-9, lambda: True),
        ),
        (Claim("C", lambda: counts[3] <= counts[4] <= 2 * counts[3], lambda: True),),
        (Claim("j", lambda: min((j.normal for j in moment.trace.result.impulses), default=0.0) >= 0.0, lambda: True),),
        (Claim("x", lambda: [b.pose.position for b in moment.trace.result.bodies], ends),),
    )[moment.index]


def situation(moment: Moment[Framed]) -> str:
    """What is known after this stage."""
    counts, i = counts_of(moment), moment.index
    found = [f"{moment.scene.count} shapes: {counted(counts[0], 'pair')}"]
    names = {1: "candidate", 2: "of boxes", 3: "of shapes", 4: "contact point"}
    for k in range(1, min(i, 4) + 1):
        count = tint(f"{counts[k]:,}", ROWS[k].ink)
        found.append(f"{count} {names[k]}{'' if k in (2, 3) or counts[k] == 1 else 's'}")
    return ", ".join(found) + "."


def _differs(moment: Moment[Framed]) -> bool:
    faulty = moment.faulty
    if not isinstance(faulty, FaultyFrame):
        return False
    return bool(faulty.missed or faulty.false or faulty.tested > len(moment.trace.steps[BOX_TEST].pairs))


class Pipeline(Lesson[Framed]):
    id = "pipeline"
    title = "One frame of an engine"
    source = "SAT explained"
    summary = "From all pairs to contact points and on: the stages of a frame, and the chapter behind each."
    terms = ("broadphase", "narrowphase", "manifold", "solver", "integration")
    builds_on = ("broadphase-bench", "gjk", "contact-info", "collision-response")
    presents = "first"
    story = PipelineStory()
    compare = (
        Comparison(ANSWER, lambda scene: boxes_as_the_answer(scene.shapes), _differs),
        Comparison(CENTRE, lambda scene: cell_of_the_centre(scene.shapes, scene.c), _differs),
        Comparison(NOTHING, lambda scene: no_broadphase(scene.shapes), _differs),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            Pane("world", "What the stage works on", self.story.draw, is_world=True, share=0.58),
            Pane("funnel", "What each stage leaves", draw_funnel, share=0.42, note="Width: logarithm of the count"),
        )

    @property
    def presented(self) -> Layout:
        return self.layout

    @cached_property
    def scenes(self) -> Mapping[str, Framed | Preset[Framed]]:
        pair = (at(regular_polygon(5, 1.0), 0.0, 0.0, 20.0), at(regular_polygon(3, 1.0), 2.4, 1.9, 10.0))
        return {
            "Crowd of polygons": Framed(),
            "Seven shapes": Framed(_seven(), velocities=((1.0, 0.0), (-1.0, 0.5), (0.0, 2.0), (0.5, 0.5)), c=1.5),
            "Stack of ten": Framed(_stack(), still=1, gravity=10.0, c=1.0),
            "Slanted splinters": Preset(Framed(n=100, slender=6.0, slant=40.0), ANSWER, lambda trace: NARROW),
            "Across the cells": Preset(Framed(_across(), c=1.5), CENTRE, lambda trace: NARROW),
            "All apart": Preset(Framed(n=144, lattice=True), NOTHING, lambda trace: NARROW),
            "A ball too fast": Framed(_fast(), velocities=((0.0, 0.0), (160.0, 20.0)), still=1, c=1.0),
            "One pair": Framed(pair, velocities=((0.5, 0.5), (-0.5, -0.5)), c=1.0),
        }

    def run(self, scene: Framed) -> Trace[Any, Any]:
        return scene.frame

    def clock(self, moment: Moment[Framed]) -> Clock | None:
        """Integration moves the bodies while it is looked at."""
        return Clock(2.0, plays_on_entry=True) if moment.index == MOVE else None

    def situation(self, moment: Moment[Framed]) -> str:
        if moment.index < NARROW or not _differs(moment):
            return situation(moment)
        faulty, name = moment.faulty, moment.compare[0].upper() + moment.compare[1:]
        if faulty.missed:
            much = tint(f"{len(faulty.missed)}", Ink.FAULTY)
            return f"{name}: {much} of {counts_of(moment)[NARROW]} pairs of shapes that overlap are lost."
        if faulty.false:
            much = tint(f"{len(faulty.false)}", Ink.FAULTY)
            return f"{name}: {counted(len(faulty.reported), 'contact')}, {much} of them between shapes that are apart."
        much = tint(f"{faulty.tested:,}", Ink.FAULTY)
        return f"{name}: {much} exact tests instead of {counts_of(moment)[BOX_TEST]:,}, for the same answer."

    def challenge(self, moment: Moment[Framed]) -> Challenge | None:
        """Of crowds."""
        if not moment.scene.is_crowd or moment.scene.lattice:
            return None
        boxes, shapes = counts_of(moment)[BOX_TEST : NARROW + 1]
        return Challenge(
            "Make the narrowphase reject more than nine of ten pairs whose boxes overlap.",
            boxes >= 10 and 10 * shapes < boxes,
            f"{100.0 * (boxes - shapes) / max(boxes, 1):.0f} % rejected",
            "Long, thin and slanted: a box around such a shape is nearly empty.",
        )


def _seven() -> tuple[Body, ...]:
    return (
        at(regular_polygon(5, 0.9), 1.3, 5.3, 10.0),
        at(box(1.9, 1.0), 2.5, 4.5, 25.0),
        at(capsule((0, 0), (1.8, 0), 0.3), 4.9, 5.0, 40.0),
        at(capsule((0, 0), (1.8, 0), 0.3), 5.7, 4.1, 40.0),
        at(regular_polygon(3, 1.0), 1.4, 1.7, 20.0),
        at(circle(0.7), 2.8, 2.6),
        at(regular_polygon(6, 0.9), 5.0, 1.4, 5.0),
    )


def _stack() -> tuple[Body, ...]:
    return (at(box(6.0, 0.5), 0.0, -0.25), *(at(box(1.5 - 0.06 * i, 0.6), 0.0, 0.299 + 0.598 * i) for i in range(10)))


def _across() -> tuple[Body, ...]:
    return (
        at(box(1.1, 1.0), 1.0, 4.9, 8.0),
        at(regular_polygon(6, 0.6), 1.95, 5.1),
        at(regular_polygon(5, 0.7), 3.9, 4.9, 30.0),
        at(circle(0.55), 4.0, 3.9),
        at(regular_polygon(3, 0.8), 0.8, 1.2, 15.0),
        at(circle(0.5), 1.2, 0.7),
        at(capsule((0, 0), (1.3, 0), 0.3), 4.0, 1.3, 60.0),
        at(box(1.0, 0.8), 5.0, 1.2, 70.0),
    )


def _fast() -> tuple[Body, ...]:
    return (
        Body(box(0.3, 4.4), Pose(np.array((3.2, 2.6)))),
        at(circle(0.45), 1.4, 2.2),
        at(regular_polygon(5, 0.7), 3.85, 4.4, 12.0),
        at(box(1.2, 0.9), 5.0, 1.0, 20.0),
    )
