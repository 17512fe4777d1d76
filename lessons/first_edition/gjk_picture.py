"""The steps of GJK: the search in Minkowski space, and the witness points in the world. For every lesson that runs it
or steps into it."""

from __future__ import annotations

from typing import Any

from geometry import GjkDistance
from geometry.minkowski.gjk import SimplexReduced, SimplexStarted, SupportTaken
from geometry.minkowski.simplex import witness_points
from lessons.first_edition import axis_picture, marks, simplex_picture
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    scene = moment.scene
    axis_picture.two_shapes(canvas, scene.a.world, scene.b.world)
    match moment.step:
        case SimplexStarted(simplex, direction, _):
            if direction is None:
                simplex_picture.witnesses(canvas, simplex)
            else:
                simplex_picture.supporting(canvas, scene, simplex.vertices[0], direction)
        case SupportTaken() as taken:
            simplex_picture.witnesses(canvas, taken.simplex)
            simplex_picture.supporting(canvas, scene, taken.vertex, taken.direction)
        case SimplexReduced() as reduced:
            simplex_picture.witnesses(canvas, reduced.simplex)
            for point, operand in zip(witness_points(reduced.simplex), scene.operands, strict=True):
                canvas.label(f"nearest of {operand.letter} yet", point, Ink.RESULT, toward=marks.UP)
        case GjkDistance() as answer:
            _answer(canvas, answer)


def _answer(canvas: Canvas, answer: GjkDistance) -> None:
    if answer.separation is None:
        canvas.dot(answer.on_a, Ink.RESULT)
        canvas.label("in both shapes", answer.on_a, Ink.RESULT, toward=marks.UP)
        return
    gap = "gap" if answer.separation > 0.0 else "overlap"
    words = "touching" if abs(answer.separation) <= answer.tolerance else f"{gap} {amount(abs(answer.separation))}"
    ink = separation_ink(answer.separation)
    simplex_picture.answer(canvas, answer.on_a, answer.on_b, words, ink)
    if answer.normal is not None:
        marks.normal_arrow(canvas, answer.on_a, answer.normal, "normal")


def draw_space(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, step = moment.scene, moment.step
    simplex_picture.space(canvas, scene)
    match step:
        case SimplexStarted(simplex, direction, _):
            simplex_picture.simplex(canvas, simplex)
            simplex_picture.vertices(canvas, scene, simplex.vertices, Ink.RESULT)
            if direction is not None:
                marks.direction_arrow(canvas, simplex.vertices[0].w, direction)
        case SupportTaken() as taken:
            simplex_picture.simplex(canvas, taken.simplex)
            simplex_picture.vertices(canvas, scene, taken.simplex.vertices, Ink.RESULT)
            simplex_picture.way_to_origin(canvas, taken.simplex, f"at most {amount(taken.upper)}")
            simplex_picture.support(canvas, scene, taken.vertex, taken.direction, taken.simplex.closest)
        case SimplexReduced() as reduced:
            simplex_picture.region(canvas, reduced.simplex, reduced.candidates)
            simplex_picture.vertices(canvas, scene, reduced.dropped, Ink.GHOST, ": dropped")
            simplex_picture.simplex(canvas, reduced.simplex)
            simplex_picture.vertices(canvas, scene, reduced.simplex.vertices, Ink.RESULT)
            simplex_picture.way_to_origin(canvas, reduced.simplex, f"|v| = {amount(reduced.simplex.distance)}")
            if reduced.simplex.distance > 0.0:
                canvas.dot(reduced.simplex.closest, Ink.GAP)
        case answer:
            simplex_picture.simplex(canvas, answer.simplex)
            simplex_picture.vertices(canvas, scene, answer.simplex.vertices, Ink.RESULT)
            words = f"{amount(answer.core_distance)} to the cores" if answer.radius else amount(answer.core_distance)
            simplex_picture.way_to_origin(canvas, answer.simplex, words)
