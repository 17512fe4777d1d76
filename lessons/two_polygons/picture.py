"""Every shadow of both shapes at once, the current pair in full."""

from __future__ import annotations

from geometry import Convex, Outcome, Owner, support
from geometry.sat.separating_axis import AxisSkipped, AxisTested, Decided
from geometry.vector import left_of, readonly
from lessons.first_edition import axis_picture, marks
from lessons.first_edition.axis_captions import gap_or_overlap
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import TwoShapes

_AWAY = 34.0  # pixels between the shapes and a shadow


def _shadows(canvas: Canvas, a: Convex, b: Convex, tested: AxisTested, *, current: bool) -> None:
    """Both shadows of one axis, beside the shapes, with what is between them; more of it for the current one."""
    n = tested.axis.direction
    out = left_of(n) if tested.axis.owner is Owner.A else readonly(-left_of(n))
    base = readonly((max(support(shape, out).value for shape in (a, b)) + _AWAY * canvas.pixel) * out)
    if current:
        canvas.unbounded(base, n, Ink.AXIS)
        axis_picture.cast(canvas, a, Owner.A, tested.projection_a, base, n)
        axis_picture.cast(canvas, b, Owner.B, tested.projection_b, base, n)
        ink, words = gap_or_overlap(tested)
        lane = 22.0 if float(out @ left_of(n)) > 0.0 else -22.0
        marks.dimension(canvas, base, n, tested.between, ink, words, lane)
        return
    for shadow, ink, lane in (
        (tested.projection_a, Ink.PROJECTOR_A, 3.0),
        (tested.projection_b, Ink.PROJECTOR_B, -3.0),
    ):
        shift = base + lane * canvas.pixel * left_of(n)
        canvas.stroke((shift + shadow.low * n, shift + shadow.high * n), ink)
    ink, _ = gap_or_overlap(tested)
    canvas.stroke((base + tested.between.low * n, base + tested.between.high * n), ink)


def draw(canvas: Canvas, moment: Moment[TwoShapes]) -> None:
    a, b = moment.scene.a.world, moment.scene.b.world
    axis_picture.two_shapes(canvas, a, b)
    step = moment.step
    for tested in (t for t in moment.trace if isinstance(t, AxisTested)):
        current = tested is step or (isinstance(step, Decided) and tested is step.found.best)
        _shadows(canvas, a, b, tested, current=current)
    if isinstance(step, AxisTested):
        axis_picture.owner(canvas, a, b, step.axis, left_of(step.axis.direction))
    elif isinstance(step, AxisSkipped):
        axis_picture.also(canvas, a, b, step.axis, "same axis")
    elif step.found.outcome is Outcome.SEPARATED:
        axis_picture.separating_line(canvas, a, b, step.found.best)
