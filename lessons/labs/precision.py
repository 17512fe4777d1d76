"""Precision lab: the same tests in single and in double precision, far from the origin, a thousand times over."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from geometry import box, circle, convex, regular_polygon
from geometry.record import record
from geometry.trace import Steps, Trace, steppable
from lessons.labs.precision_asked import construct, what_area
from lessons.labs.precision_charts import axes_of, draw_chart, take_distance
from lessons.labs.precision_figure import answer_ink, draw_world
from lessons.labs.precision_kinds import Boxes, Corner, Glancing, Searched, Small, Square, Tilted, Turn, Widened
from lessons.labs.precision_lens import HALF, draw_lens, is_hidden
from lessons.labs.precision_pages import COLUMNS, PAGES
from lessons.labs.precision_rules import (
    EQUAL,
    FORMULAS,
    RULES,
    SINGLE,
    TOLERANT,
    counted_by,
    how_many,
    is_like_0,
    missed_by,
    rule,
    taken_by,
    wrong_by,
)
from lessons.labs.precision_scene import Far, Stage, percent, step_text
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Clock, Layout, Lesson, Moment, Pane, Preset, above, beside
from viz.lesson.page import Claim, Page, Table
from viz.lesson.prediction import Challenge
from viz.lesson.scene import Arrow, at
from viz.lesson.story import Story
from viz.lesson.text import sentence, tint, two_digits


@record
class Looked:
    """One way to look at the same numbers."""

    stage: Stage


@steppable
def look_at(scene: Far) -> Steps[Looked, float]:
    """The stages that the scene has, in order; answers the share of copies that go wrong at its distance."""
    for stage in scene.stages:
        yield Looked(stage)
    return scene.wrong(scene.far)


class PrecisionStory(Story):
    def stage(self, moment: Moment[Far]) -> str:
        return str(moment.step.stage.value)

    def page(self, moment: Moment[Far]) -> Page:
        page = PAGES[moment.step.stage](moment)
        if moment.compare:
            claim = Claim("contacts", lambda: int(moment.faulty.sum()), lambda: counted_by(moment))
            page = Page(page.stage, page.idea, page.formula, (*page.claims, claim), "", page.rows)
            return page.says(self.told(moment))
        return page

    def told(self, moment: Moment[Far]) -> str:
        """What the rule says, and what is true."""
        scene, words = moment.scene, moment.scene.words
        rule = rf"The rule $\faulty{{\tilde {words.symbol}{FORMULAS[moment.compare]}}}$"
        match moment.step.stage:
            case Stage.SPACING | Stage.FAR:
                kind = np.float32 if moment.compare == SINGLE else scene.dtype
                said = RULES[moment.compare](np.array((scene.alone(scene.distance, kind),)))[0]
                is_wrong = said != (scene.true <= 0.0)
                verdict = tint(f"**{words.low if said else words.high}**", Ink.FAULTY if is_wrong else Ink.TEXT)
                true = words.low if scene.true <= 0.0 else words.high
                return f"{rule} says {verdict}. In truth: {true}, {words.quantity} {scene.told(scene.true)}."
            case Stage.TOLERANCE if isinstance(scene, Boxes):
                gaps, contacts = (_faulty(rate(moment.compare, scene)) for rate in (taken_by, missed_by))
                more = (
                    rf" So does $\tilde {words.symbol}{FORMULAS[SINGLE]}$."
                    if is_like_0(moment.compare, scene)
                    else ""
                )
                return f"{rule} calls {gaps} of the gaps touching and {contacts} of the contacts apart.{more}"
            case _:
                says, truly = (float(np.mean(x)) for x in (moment.faulty, scene.truth <= 0.0))
                many = _faulty(says) if wrong_by(moment) else how_many(says)
                return f"{rule} says “{words.low}” for {many} of the copies; in truth it is so for {how_many(truly)}."

    def draw(self, canvas: Canvas, moment: Moment[Far]) -> None:
        draw_world(canvas, moment)


def _faulty(share: float) -> str:
    """A share of wrong verdicts."""
    return tint(f"**{how_many(share)}**", Ink.FAULTY) if share else how_many(share)


HEADS = {
    Stage.SPACING: ("From one number to the next", "click or drag to set d"),
    Stage.COPIES: ("A thousand copies", "pink: wrong verdict"),
    Stage.CANCELLATION: ("What is subtracted", "ticks: numbers of {}"),
    Stage.LOCAL: ("Ways to keep coordinates", "pink: wrong verdict"),
    Stage.TOLERANCE: ("Two clouds", "pink: wrong side of τ"),
}


def tilted(
    degrees: float, x: float, y: float, gap: float, size: float = 1.0, kind: type[Boxes] = Boxes, **more: Any
) -> Boxes:
    """Two square boxes side by side, the middle of the gap at (x, y)."""
    way = np.array((math.cos(math.radians(degrees)), math.sin(math.radians(degrees))))
    away = 0.5 * (size + gap) * way
    a, b = (at(box(size, size), x + sign * away[0], y + sign * away[1], degrees) for sign in (-1.0, 1.0))
    return kind(a=a, b=b, **more)


def _tiny(gap: float) -> Boxes:
    """A pentagon and a triangle of a thousandth, so far apart."""
    a, b = regular_polygon(5, 6e-4), convex(((0.0, -7e-4), (9e-4, 0.0), (0.0, 6e-4)))
    scene = Small(a=at(a, -6e-4, 0.0, 36.0), b=at(b, 6e-4, 0.0, 8.0), distance=1.5, moved=2e-5, tolerance=1e-4).twin
    return replace(scene, b=scene.b.moved(gap * scene.tested.normal))


class Precision(Lesson[Far]):
    id = "precision"
    title = "How much can you trust the last digit?"
    source = "SAT explained"
    summary = "Single precision far from the origin: where verdicts flip, why, and what helps."
    terms: ClassVar[tuple[str, ...]] = (
        "float32", "float64", "spacing of the numbers (ulp)", "cancellation", "tolerance", "local coordinates",
    )  # fmt: skip
    builds_on: ClassVar[tuple[str, ...]] = ("axis-by-axis", "swept-circle-point")
    presents = 2
    story = PrecisionStory()
    compare = (
        rule(SINGLE, "World coordinates in single precision"),
        rule(TOLERANT, "One epsilon for everything"),
        rule(EQUAL, "Floating-point numbers compared with =="),
    )

    @cached_property
    def layout(self) -> Layout:
        return beside(
            above(
                Pane("world", "The scene", self.story.draw, is_world=True, headed=_scene_head),
                Pane("lens", "Lens", draw_lens, headed=_lens_head),
                share=0.3,
            ),
            Pane("chart", "", draw_chart, axes=axes_of, take=take_distance, share=0.7, headed=_chart_head),
        )

    @cached_property
    def scenes(self) -> Mapping[str, Far | Preset[Far]]:
        blunt = convex(((-1.0, 0.012), (0.1, 0.0), (1.1, 0.016), (1.1, 0.9), (-1.0, 0.9)))
        return {
            "Two boxes 0.02 apart": tilted(0.0, 0.0262, 0.503, 0.02, kind=Widened, distance=300_000.0, moved=0.0025),
            "Tilted by 35°": tilted(35.0, -0.4, -0.1, 0.02, kind=Tilted),
            "Nearer to the origin": tilted(
                0.0, 0.0, 0.0, 0.005, kind=Searched, distance=25_000.0, moved=0.00045, tolerance=0.0025
            ),
            "Area of a square": Square(a=at(box(1, 1), 0.5, 0.5), distance=100_000.0, moved=0.02),
            "A ray from far away": Glancing(
                a=at(circle(0.5), 0.0, 0.0), ray=Arrow((-1.0, 0.3), (1.0, 0.3)), distance=2000.0, moved=0.05
            ),
            "Nearly parallel edges": Corner(
                a=at(box(2.4, 0.8), 0.0, -0.5), b=at(blunt, 0.0, 0.5), distance=300_000.0, moved=0.005
            ),
            "Nearly on a line": Turn(
                p=np.array((-1.0, -0.3)),
                q=np.array((0.2, 0.24)),
                r=np.array((1.0, 0.603)),
                distance=50_000.0,  # at ten times that it is wrong too, not right by luck
                moved=0.0005,
            ),
            "Tiny shapes": Preset(_tiny(2e-4), TOLERANT),
        }

    def run(self, scene: Far) -> Trace[Looked, float]:
        trace = look_at.trace(scene)
        if trace.refusal is not None:  # numbers that overflow
            raise trace.refusal
        return trace

    def clock(self, moment: Moment[Far]) -> Clock | None:
        return Clock(1.0, plays_on_entry=True) if moment.step.stage is Stage.COPIES else None

    def table(self, moment: Moment[Far], pages: Sequence[Page] | None = None) -> Table | None:
        """Each stage has a table of its own."""
        rows = (self.page(moment) if pages is None else pages[moment.index]).rows
        if not rows:
            return None
        columns = COLUMNS[moment.step.stage]
        if moment.step.stage is Stage.COPIES and len(moment.scene.different.answers) > len(rows):
            columns = ("frequent answers", *columns[1:])
        if moment.compare and moment.step.stage is Stage.TOLERANCE:
            columns = ("rule", "gap called touching", "contact called apart")
        return Table(columns, tuple((moment.index, row) for row in rows), frozenset())

    def situation(self, moment: Moment[Far]) -> str:
        scene, words = moment.scene, moment.scene.words
        true = f"The {words.quantity} is **{scene.told(scene.true)}**"
        if moment.step.stage is Stage.SPACING or (moment.step.stage is Stage.FAR and what_area(scene) is not None):
            return f"{true}; at {two_digits(scene.distance)} the grid has steps of {step_text(scene.unit)}."
        if moment.step.stage is Stage.FAR:
            single = scene.alone(scene.distance, scene.dtype)
            answer = tint(f"**{scene.told(single)}**", answer_ink(scene, single))
            return f"{true}; {scene.precision} at {two_digits(scene.distance)} says {answer}."
        who = moment.compare if moment.compare in (TOLERANT, EQUAL) else scene.precision
        says = float(np.mean(moment.faulty if moment.compare else scene.far <= 0.0))
        share = f"**{percent(says)}**"
        share = tint(share, Ink.OVERLAP) if says else share
        if not moment.compare and moment.step.stage is Stage.LOCAL:
            far, kept = (percent(scene.wrong(x)) for x in (scene.far, scene.kept))
            return f"{true}; wrong verdicts: {far} far away, **{kept}** with {scene.kept_words[0]} coordinates."
        if not moment.compare and moment.step.stage is Stage.TOLERANCE:
            rate = percent(float(np.mean(scene.far <= scene.tolerance)))
            return rf"{true}; $\tilde s$ ≤ {two_digits(scene.tolerance)} holds for **{rate}** of the copies."
        return f"{true}; {who} at {two_digits(scene.distance)} says “{words.low}” for {share} of the copies."

    def shows_controls(self, moment: Moment[Far]) -> Collection[str]:
        """Three at a time: the tolerance takes the place of the copies' hair where it counts."""
        return ("distance", "tolerance" if moment.step.stage is Stage.TOLERANCE else "moved", "precision")

    def challenge(self, moment: Moment[Far]) -> Challenge | None:
        try:
            return construct(moment.scene, moment.compare)
        except ValueError:  # numbers that no float32 holds
            return None


def _scene_head(moment: Moment[Far]) -> tuple[str, str]:
    scene, d = moment.scene, two_digits(moment.scene.distance)
    return "The scene", f"its ray starts {d} away" if isinstance(scene, Glancing) else f"at ({d}, {d})"


def _lens_head(moment: Moment[Far]) -> tuple[str, str]:
    name = moment.scene.precision
    if isinstance(moment.scene, Glancing) and moment.step.stage is not Stage.SPACING:
        return "Lens", f"rings: exact, dots: {name}"
    is_early = moment.step.stage in (Stage.SPACING, Stage.FAR)
    has_cells = isinstance(moment.scene, Turn) if is_early else moment.scene.moved < HALF[0] * moment.scene.unit
    if has_cells and moment.step.stage is not Stage.SPACING and not is_hidden(moment):
        return "Lens", "each square: stored at its dot"
    return "Lens", f"the grid of {name} there"


def _chart_head(moment: Moment[Far]) -> tuple[str, str]:
    if moment.step.stage is Stage.CANCELLATION and isinstance(moment.scene, Square):
        return "What the formula loses", "true area, stored vertices, then edge by edge"
    if moment.step.stage is Stage.FAR:
        band = ", band: true range" if np.ptp(moment.scene.truth) > 1e-9 else ""
        return f"{sentence(moment.scene.words.quantity)} as d grows", f"dots: {moment.scene.precision}{band}"
    title, note = HEADS[moment.step.stage]
    if moment.step.stage is Stage.CANCELLATION and (both := moment.scene.subtracted) and not both.is_unstored:
        note = "exact: of the stored points"
    if moment.compare and moment.step.stage is Stage.SPACING:
        note = ""  # the name of the rule leaves one line
    if moment.compare and moment.step.stage is Stage.TOLERANCE:
        note = "pink: wrong verdict"
    return title, note.format(moment.scene.precision)
