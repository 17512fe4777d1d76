"""Minimum translation: the shortest move that parts two overlapping shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geometry import (
    AxisSkipped,
    AxisTested,
    Convex,
    Decided,
    LeastOverlap,
    MinimumTranslation,
    Outcome,
    Trace,
    box,
    circle,
    convex,
    minimum_translation,
    regular_polygon,
    rounded,
    separating_axis,
    support,
    translation_by_centres,
)
from geometry.containment import holds
from geometry.minimum_translation import TranslationStep
from geometry.vector import length
from lessons.minimum_translation.words import APART, AXES, BY_CENTRES, LEAST, OVERLAPPED, TRANSLATION
from viz import axis_picture, axis_words, marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Lesson, Moment
from viz.question import Goal, Question
from viz.scene import Body, Scene, at, body, choice, toggle
from viz.table import Table
from viz.text import amount, listed, tint

SHARES_OF_A = {"B alone": 0.0, "each half": 0.5, "A alone": 1.0}


@dataclass(frozen=True, eq=False)
class Overlapping(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    b: Body = body(Ink.SHAPE_B, "B")
    moves: str = choice("Moves", tuple(SHARES_OF_A), "B alone")
    by_centres: bool = toggle("Show the flip by centres", False)


class MinimumTranslationLesson(Lesson[Overlapping]):
    id = "minimum-translation"
    title = "Minimum translation"
    source = "SAT explained"
    summary = "The least overlap is the shortest way out; the centres do not say which way it points."

    def presets(self) -> Mapping[str, Overlapping]:
        pentagon, slab, square = regular_polygon(5, 1.15), box(1.7, 1.2), box(1.6, 1.6)
        wedge = convex(((-1.5, -0.8), (1.5, -0.8), (0.0, 1.6)))
        soft = rounded(box(1.2, 0.9), 0.3)
        return {
            "Overlapping": Overlapping(at(pentagon, -0.75, 0.0, 9), at(slab, 0.8, 0.35, 18)),
            "Flip by centres fails": Overlapping(at(box(5.0, 1.0), 0.0, 0.0), at(wedge, 0.0, -0.2), by_centres=True),
            "Contained": Overlapping(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(0.9, 0.6), 0.35, 0.2, 20)),
            "Tie": Overlapping(at(square, -0.5, -0.5), at(square, 0.5, 0.5)),
            "One centre": Overlapping(at(square, 0.0, 0.0), at(square, 0.0, 0.0)),
            "Round corners": Overlapping(at(soft, -0.7, -0.3, 20), at(circle(0.8), 0.45, 0.5), "each half"),
            "Touching": Overlapping(at(square, -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.35)),
            "Apart": Overlapping(at(pentagon, -1.2, 0.0, 9), at(slab, 1.2, 0.35, 18)),
            "Far from the origin": Overlapping(at(pentagon, 1e6 - 0.75, 1e6, 9), at(slab, 1e6 + 0.8, 1e6 + 0.35, 18)),
        }

    def run(self, scene: Overlapping) -> Trace[TranslationStep, MinimumTranslation]:
        return minimum_translation.trace(scene.a.world, scene.b.world)

    def stage(self, step: TranslationStep) -> str:
        match step:
            case Decided():
                return "Verdict"
            case LeastOverlap():
                return "Least overlap"
            case MinimumTranslation():
                return "Translation"
            case _:
                return "Axes"

    def draw(self, canvas: Canvas, moment: Moment[Overlapping]) -> None:
        a, b = moment.scene.a.world, moment.scene.b.world
        axis_picture.two_shapes(canvas, a, b)
        match moment.step:
            case LeastOverlap(found, ties):
                axis_picture.axis_test(canvas, a, b, found.best, decided=True)
                for tie in ties:
                    axis_picture.also(canvas, a, b, tie.axis, "as good")
            case MinimumTranslation() as answer:
                axis_picture.axis_test(canvas, a, b, answer.found.best, decided=True)
                _draw_moves(canvas, moment.scene, answer)
            case step:
                axis_picture.search_step(canvas, a, b, step)

    def explain(self, moment: Moment[Overlapping]) -> str:
        match moment.step:
            case Decided(found):
                return APART if found.outcome is Outcome.SEPARATED else OVERLAPPED
            case LeastOverlap():
                return LEAST
            case MinimumTranslation():
                return BY_CENTRES if moment.scene.by_centres else TRANSLATION
            case _:
                return AXES

    def caption(self, moment: Moment[Overlapping]) -> str:
        match moment.step:
            case AxisSkipped() as skipped:
                return axis_words.skipped_caption(skipped)
            case AxisTested() as tested:
                return axis_words.tested_caption(tested, ends=tested.is_gap)
            case Decided(found) if found.outcome is Outcome.SEPARATED:
                return f"{tint('Apart', Ink.SEPARATION)}: there is nothing to undo, so no translation is given."
            case Decided(found):
                count = len(found.tests)
                return f"{'The one axis shows' if count == 1 else f'All {count} axes show'} no gap: A and B touch."
            case LeastOverlap(found, ties):
                text = f"The least overlap is {axis_words.size(found.best)}, {axis_words.along(found.best.axis)}."
                equals = listed([axis_words.feature(tie.axis) for tie in ties]) if ties else ""
                return f"{text} Just as short: {equals}; the first tested is taken." if ties else text
            case answer:
                return _move_caption(moment.scene, answer)

    def situation(self, moment: Moment[Overlapping]) -> str:
        if isinstance(moment.step, AxisTested | AxisSkipped):
            return axis_words.standing_so_far(moment.step.best_so_far)
        return axis_words.standing(moment.step.best_so_far)

    def question(self, moment: Moment[Overlapping]) -> Question | None:
        answer = moment.trace.result
        if moment.index or answer.outcome is Outcome.SEPARATED:
            return None
        best = answer.found.best
        least = best.separation - best.tolerance
        equal = [t.axis for t in answer.found.tests if t.separation >= least and t.axis.edge is not None]
        twins = [s.axis for s in moment.trace if isinstance(s, AxisSkipped) and s.same_as in equal]
        answers = frozenset(axis_words.feature(axis) for axis in (*equal, *twins))
        because = f"The least overlap is {axis_words.size(best)}, {axis_words.along(best.axis)}."
        text = "Along the normal of which edge is the way out shortest?"
        return Question(text, answers, because) if answers else None

    def feature_of(self, field: str, value: Any) -> str | None:
        return axis_words.feature_of(value)

    def goal(self, moment: Moment[Overlapping]) -> Goal:
        """One inside the other."""
        a, b = moment.scene.a.world, moment.scene.b.world
        inside = holds(a, b)
        return Goal("Put B wholly inside A.", inside, "B is inside." if inside else "Part of B is outside.")

    def table(self, moment: Moment[Overlapping]) -> Table:
        return axis_words.axes_table(moment.trace, moment.index, moment.scene.a.world, moment.scene.b.world)


def _draw_moves(canvas: Canvas, scene: Overlapping, answer: MinimumTranslation) -> None:
    """Where the shapes land, and the arrows that take them there: from the deepest point of each."""
    assert answer.translation is not None
    if answer.found.best.is_touching:
        return
    a, b, share = scene.a.world, scene.b.world, SHARES_OF_A[scene.moves]
    for shape, move, ink, landed, name in (
        (a, -share * answer.translation, Ink.SHAPE_A, Ink.LANDED_A, "A"),
        (b, (1.0 - share) * answer.translation, Ink.SHAPE_B, Ink.LANDED_B, "B"),
    ):
        if (distance := length(move)) > 0.0:
            moved = shape.moved(move)
            marks.ghost(canvas, moved, landed)
            canvas.label(f"{name} lands here", support(moved, move).point, ink, toward=move)
            deepest = support(shape, -move).point
            marks.move_arrow(canvas, deepest, move, Ink.RESULT, f"{name} moves {amount(distance)}")
    if scene.by_centres and (wrong := translation_by_centres(a, b)) is not None and length(wrong) > 0.0:
        moved = b.moved(wrong)
        marks.ghost(canvas, moved, Ink.FAULTY)
        canvas.arrow(b.centroid, moved.centroid, Ink.FAULTY)
        for shape, name in ((a, "centre of A"), (b, "centre of B")):
            canvas.dot(shape.centroid, Ink.FAULTY)
            canvas.label(name, shape.centroid, Ink.FAULTY, toward=(1.0, 0.0))
        canvas.label(f"by centres: {_left_over(a, moved)}", support(moved, wrong).point, Ink.FAULTY, toward=wrong)


def _left_over(a: Convex, moved: Convex) -> str:
    """What a translation leaves between the shapes, in words."""
    left = separating_axis(a, moved, early_out=False).best
    if left.is_touching:
        return "just touching"
    return f"gap {amount(left.separation)}" if left.is_gap else f"still overlaps by {amount(-left.separation)}"


def _move_caption(scene: Overlapping, answer: MinimumTranslation) -> str:
    assert answer.translation is not None
    best = answer.found.best
    if best.is_touching:
        return "They only touch: the translation is zero, and nothing moves."
    who = {0.0: "B moves", 0.5: "A and B each move half of", 1.0: "A moves"}[SHARES_OF_A[scene.moves]]
    text = f"{who} {axis_words.size(best)} {axis_words.along(best.axis)}: then they just touch."
    if scene.by_centres and (wrong := translation_by_centres(scene.a.world, scene.b.world)) is not None:
        left = tint(_left_over(scene.a.world, scene.b.world.moved(wrong)), Ink.FAULTY)
        text += f" Turned by the centres: {left}."
    return text
