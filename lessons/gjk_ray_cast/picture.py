"""The world at the estimate's time: the shapes, and the two lines that are the plane there."""

from __future__ import annotations

from typing import Any

from geometry import Outcome, Vector
from geometry.minkowski.simplex import Simplex, witness_points
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.vector import left_of
from lessons.first_edition import advancement_picture, marks
from lessons.first_edition.sweep_captions import clock, gap
from lessons.gjk_ray_cast import naive_picture
from lessons.gjk_ray_cast.scene import RayCast
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def fraction_of(step: Any) -> float:
    """Where the estimate is."""
    if isinstance(step, RayCastStarted) or (isinstance(step, TimeOfImpact) and step.outcome is Outcome.SEPARATED):
        return 0.0
    return float(step.fraction)


def standing_at(moment: Moment[RayCast]) -> float:
    """The time that the figure shows: of the estimate, and after a miss of the last one."""
    answer = moment.step
    if isinstance(answer, TimeOfImpact) and answer.outcome is Outcome.SEPARATED and moment.index > 0:
        return fraction_of(moment.trace.steps[moment.index - 1])
    return fraction_of(answer)


def earlier(moment: Moment[RayCast]) -> list[PlaneFound]:
    """The iterations before the present time, one for each time at which the estimate stood."""
    now = standing_at(moment)
    seen: dict[float, PlaneFound] = {}
    for step in moment.trace.steps[: moment.index]:
        if isinstance(step, PlaneFound) and step.fraction < now:
            seen.setdefault(step.fraction, step)
    return list(seen.values())


def feature(step: PlaneFound) -> str:
    """The name of an iteration, in the figures and the table."""
    return f"iteration {step.iteration}"


def draw(canvas: Canvas, moment: Moment[RayCast]) -> None:
    scene, t = moment.scene, standing_at(moment)
    for before in earlier(moment):
        for outline, ink in zip(scene.at(before.fraction), (Ink.PROJECTOR_A, Ink.PROJECTOR_B), strict=True):
            if before.fraction > 0.0:  # the start is there anyway
                marks.ghost(canvas, outline, ink)
            points = outline.points.tolist()
            canvas.feature([*points, points[0]], feature(before), Ink.REFERENCE)
    advancement_picture.standing(canvas, scene, *scene.at(t), t)
    naive_picture.draw(canvas, scene)
    match moment.step:
        case PlaneFound() as found:
            _supports(canvas, scene, found)
        case SimplexKept(simplex=simplex, arrived=False):
            _witnesses(canvas, scene, simplex, t)
        case TimeOfImpact(outcome, _, separation, normal, on_a, on_b) if separation is not None:
            assert normal is not None
            assert on_a is not None
            assert on_b is not None
            words = f"contact at t = {clock(t)}" if outcome is Outcome.HIT else gap(separation, rounding(moment))
            canvas.stroke((on_a, on_b), separation_ink(separation))
            marks.normal_arrow(canvas, on_a, normal, "normal", 44.0)
            canvas.dot(on_a, Ink.OVERLAP)
            canvas.label(words, on_a, Ink.OVERLAP, toward=left_of(normal))


def rounding(moment: Moment[RayCast]) -> float:
    """What cannot be told from touching."""
    started: RayCastStarted = moment.trace.steps[0]
    return started.tolerance


def at_most(scene: RayCast, distance: float) -> str:
    """The distance of the simplex: for rounded shapes it is measured between the cores."""
    is_round = scene.a.shape.radius + scene.b.shape.radius > 0.0
    return f"{amount(distance)} to the cores" if is_round else f"at most {amount(distance)}"


def _moved(scene: RayCast, t: float) -> tuple[Vector, Vector]:
    return t * scene.sweep_a.motion, t * scene.sweep_b.motion


def _supports(canvas: Canvas, scene: RayCast, found: PlaneFound) -> None:
    """The plane in the world: the lines across the normal that A ends and B begins at, and the gap between them."""
    move_a, move_b = _moved(scene, found.fraction)
    on_a = found.support.on_a + move_a + scene.a.shape.radius * found.normal
    on_b = found.support.on_b + move_b - scene.b.shape.radius * found.normal
    for at in (on_a, on_b):
        canvas.unbounded(at, left_of(found.normal), Ink.AXIS)
        canvas.dot(at, Ink.INCIDENT)
    for letter, shape, index, at, way in (
        ("A", scene.a.shape, found.support.index_a, on_a, left_of(found.normal)),
        ("B", scene.b.shape, found.support.index_b, on_b, -left_of(found.normal)),
    ):
        if len(shape.points) > 1:
            canvas.label(f"vertex {index} of {letter}", at, Ink.INCIDENT, toward=way)
    ink = separation_ink(found.gap)
    across = (on_b - found.gap * found.normal, on_b)
    canvas.stroke(across, ink)
    canvas.feature(across, "gap", ink)
    if found.gap > 0.0:
        canvas.label(f"gap {amount(found.gap)}", sum(across) / 2.0, ink, toward=-left_of(found.normal))
    marks.normal_arrow(canvas, on_a, found.normal, "normal", 36.0)


def _witnesses(canvas: Canvas, scene: RayCast, simplex: Simplex, t: float) -> None:
    """The points of the cores that the simplex's closest point is the difference of."""
    moves = _moved(scene, t)
    on_a, on_b = (point + move for point, move in zip(witness_points(simplex), moves, strict=True))
    canvas.stroke((on_a, on_b), Ink.GAP)
    for at in (on_a, on_b):
        canvas.dot(at, Ink.RESULT)
    middle = (on_a + on_b) / 2.0
    canvas.label(at_most(scene, simplex.distance), middle, Ink.GAP, toward=left_of(on_b - on_a))
