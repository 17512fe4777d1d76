"""The least overlap, and where the shapes land."""

from __future__ import annotations

from geometry import Convex, MinimumTranslation, support
from geometry.sat.minimum_translation import LeastOverlap
from geometry.sat.separating_axis import Axis, AxisTested, edge_axes
from geometry.vector import length
from lessons.first_edition import axis_picture, marks
from lessons.minimum_translation.scene import SHARES_OF_A, Overlapping
from lessons.minimum_translation.words import is_apart, left_over
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def _draw_moves(canvas: Canvas, scene: Overlapping, answer: MinimumTranslation) -> None:
    """Where the shapes land, and the arrows that take them there: from the deepest point of each."""
    assert answer.translation is not None
    if answer.found.best.is_touching:
        return
    a, b, share = scene.a.world, scene.b.world, SHARES_OF_A[scene.moves]
    for shape, move, ink, landed, name in (
        (a, -share * answer.translation, Ink.A, Ink.LANDED_A, "A"),
        (b, (1.0 - share) * answer.translation, Ink.B, Ink.LANDED_B, "B"),
    ):
        if (distance := length(move)) > 0.0:
            moved = shape.moved(move)
            marks.ghost(canvas, moved, landed)
            canvas.label(f"{name} lands here", support(moved, move).point, ink, toward=move)
            deepest = support(shape, -move).point
            marks.move_arrow(canvas, deepest, move, Ink.RESULT, f"{name} moves {amount(distance)}")


def _facing_axis(a: Convex, b: Convex, tie: AxisTested) -> Axis:
    """The axis as its facing edge offers it: the edge that the words name."""
    facing = tie.facing
    named = (
        axis for axis in edge_axes(a, b) if facing and (axis.owner.value, axis.edge) == (facing.owner, facing.index)
    )
    return next(named, tie.axis)


def _draw_fault(canvas: Canvas, scene: Overlapping) -> None:
    """Where a faulty routine puts B."""
    if (fault := scene.fault()) is None or length(fault[1]) == 0.0:
        return
    a, b, wrong = scene.a.world, scene.b.world, fault[1]
    moved = b.moved(wrong)
    marks.ghost(canvas, moved, Ink.FAULTY)
    canvas.arrow(b.centroid, moved.centroid, Ink.FAULTY)
    if scene.by_centres:
        for shape, name in ((a, "centre of A"), (b, "centre of B")):
            canvas.dot(shape.centroid, Ink.FAULTY)
            canvas.label(name, shape.centroid, Ink.FAULTY, toward=(1.0, 0.0))
    name = "by centres" if scene.by_centres else scene.beside
    canvas.label(f"{name}: {left_over(a, moved)}", support(moved, wrong).point, Ink.FAULTY, toward=wrong)


def draw(canvas: Canvas, moment: Moment[Overlapping]) -> None:
    a, b = moment.scene.a.world, moment.scene.b.world
    axis_picture.two_shapes(canvas, a, b)
    match moment.step:
        case LeastOverlap(found, ties):
            axis_picture.axis_test(canvas, a, b, found.best, decided=True)
            for tie in ties:
                axis_picture.also(canvas, a, b, _facing_axis(a, b, tie), "as good")
        case MinimumTranslation() as answer:
            axis_picture.axis_test(canvas, a, b, answer.found.best, decided=True)
            _draw_moves(canvas, moment.scene, answer)
            if not answer.found.best.is_touching:
                _draw_fault(canvas, moment.scene)
        case step:
            axis_picture.search_step(canvas, a, b, step)
            if is_apart(step):
                _draw_fault(canvas, moment.scene)
