"""The circle on its way, the ring around the point, and both roots on a timeline."""

from __future__ import annotations

from geometry import Miss, Outcome, SweptImpact
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from lessons.first_edition import marks, moving_picture
from lessons.first_edition.moving_picture import ROOTS
from lessons.swept_circle_point.faulty import NONE, both_roots
from lessons.swept_circle_point.scene import CircleAndPoint
from lessons.swept_circle_point.words import faulty
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

EARLIEST, LATEST = -1.5, 2.5  # fractions that the timeline goes out to for a root
APART = 1e-3  # fraction from which on the eye sees two roots


def draw(canvas: Canvas, moment: Moment[CircleAndPoint]) -> None:
    scene, step = moment.scene, moment.step
    moving_picture.on_its_way(canvas, scene.a.world, scene.a_to, Ink.A, Ink.LANDED_A, "A")
    moving_picture.ring(canvas, scene.p, scene.radius, "centre here: touching")
    if 0.0 < scene.time < 1.0:
        marks.ghost(canvas, scene.a_at(scene.time), Ink.A)
    moving_picture.step_against_point(canvas, scene.center, scene.motion, scene.p, scene.radius, step)
    if isinstance(step, RootsFound):
        for fraction in (step.first, step.last):
            marks.ghost(canvas, scene.a_at(fraction))
    if isinstance(step, SweptImpact):
        if step.outcome is Outcome.HIT:
            marks.ghost(canvas, scene.a_at(step.fraction), Ink.LANDED_A)
        moving_picture.impact(canvas, scene.center, scene.motion, step)
        _faulty(canvas, scene, step)
    canvas.dot(scene.p, Ink.B)
    canvas.label("p", scene.p, Ink.B, toward=marks.UP + marks.RIGHT)


def _faulty(canvas: Canvas, scene: CircleAndPoint, found: SweptImpact) -> None:
    """Where the rule beside it puts A."""
    if scene.rule == NONE:
        return
    said = faulty(scene)
    if said is None and found.point is not None:
        canvas.label(f"{scene.rule}: no contact", scene.a_to, Ink.FAULTY, toward=-marks.UP)
    if said is not None and (found.point is None or abs(said - found.fraction) > 1e-9):
        marks.ghost(canvas, scene.a_at(said), Ink.FAULTY)
        words = f"{scene.rule}: t = {amount(said)}"
        canvas.label(words, scene.a_at(said).centroid + scene.radius * marks.UP, Ink.FAULTY, toward=marks.UP)


def span(scene: CircleAndPoint) -> tuple[float, float]:
    """The fractions that the timeline shows: the way, and both roots where they are near it."""
    roots = both_roots(scene.center, scene.radius, scene.motion, scene.p) or ()
    near = [t for t in roots if EARLIEST <= t <= LATEST]
    return min(0.0, *near, 0.0) - 0.12, max(1.0, *near, 1.0) + 0.12


def draw_time(canvas: Canvas, moment: Moment[CircleAndPoint]) -> None:
    scene = moment.scene
    _, wide = moving_picture.timeline(canvas, scene.center, scene.motion, scene.p, scene.radius, span(scene))
    if 0.0 < scene.time < 1.0:
        canvas.stroke(((scene.time * wide, -0.25), (scene.time * wide, 1.0)), Ink.REFERENCE)
    match moment.step:
        case QuadraticFormed() as formed:
            nearest = -formed.b / formed.a
            low, high = span(scene)
            if low < nearest < high:
                canvas.label(f"nearest at t = {amount(nearest)}", (nearest * wide, 0.0), Ink.QUIET, toward=(0.0, 1.0))
        case RootsFound(first, last):
            _root(canvas, scene, wide, first, "first")
            _root(canvas, scene, wide, last, "last")
        case SweptImpact() as found:
            if found.miss is Miss.RECEDING and (
                roots := both_roots(scene.center, scene.radius, scene.motion, scene.p)
            ):
                _root(canvas, scene, wide, roots[0], "first", Ink.QUIET)
                _root(canvas, scene, wide, roots[1], "last, in the past", Ink.QUIET)
            _last(canvas, scene, wide, found)
            if found.point is not None:
                moving_picture.root(canvas, wide, found.fraction, f"t = {amount(found.fraction)}", Ink.RESULT)
            said = None if scene.rule == NONE else faulty(scene)
            if said is not None and (found.point is None or abs(said - found.fraction) > 1e-9):
                _root(canvas, scene, wide, said, scene.rule, Ink.FAULTY)
        case _:
            pass


def _last(canvas: Canvas, scene: CircleAndPoint, wide: float, found: SweptImpact) -> None:
    """The other root of a first touch, which does not count; none where both are one."""
    roots = both_roots(scene.center, scene.radius, scene.motion, scene.p)
    if found.outcome is Outcome.HIT and roots is not None and roots[1] - found.fraction > APART:
        _root(canvas, scene, wide, roots[1], "last", Ink.QUIET)


def _root(canvas: Canvas, scene: CircleAndPoint, wide: float, t: float, name: str, ink: Ink = Ink.RESULT) -> None:
    """A root on the line of touching, or at the line's end where it lies far beyond."""
    low, high = span(scene)
    shown, words = min(max(t, low), high), f"{name}: {amount(t)}"
    moving_picture.root(canvas, wide, shown, words if shown == t else f"{words}, beyond", ink, ROOTS.get(name))
