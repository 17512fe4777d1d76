"""Over time: the height over the wall's line, which is straight, or the gap to an end, which is not."""

from __future__ import annotations

from geometry import SweptImpact
from geometry.swept_circle.circle_point import RootsFound
from geometry.swept_circle.circle_segment import CapChosen, SlabCrossed
from lessons.first_edition import moving_picture
from lessons.first_edition.moving import heights_over
from lessons.swept_circle_segment.faulty import NONE
from lessons.swept_circle_segment.scene import MOMENTS, CircleAndWall
from lessons.swept_circle_segment.words import faulty
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

EARLIEST, LATEST = -1.0, 2.5  # fractions that the timeline goes out to
MARGIN = 0.12
HIGH, WIDE = 0.8, moving_picture.WIDE  # of the height's line, above and below the wall's


def span(moment: Moment[CircleAndWall]) -> tuple[float, float]:
    """The fractions that are shown: the way, and what was found or is wrongly said, where that is near."""
    found = [0.0, 1.0]
    for step in moment.trace:
        match step:
            case SlabCrossed():
                found += [step.enter, step.leave]
            case RootsFound(first, last):
                found += [first, last]
            case _:
                pass
    said = None if moment.scene.rule == NONE else faulty(moment.scene)
    near = [t for t in (*found, 0.0 if said is None else said) if EARLIEST <= t <= LATEST]
    return min(near) - MARGIN, max(near) + MARGIN


def unit_of_time(moment: Moment[CircleAndWall]) -> float:
    """How wide the whole way is drawn."""
    low, high = span(moment)
    return WIDE / (high - low)


def draw(canvas: Canvas, moment: Moment[CircleAndWall]) -> None:
    scene, wide = moment.scene, unit_of_time(moment)
    over = heights_over(scene.c, scene.d, scene.center, scene.a_to)
    caps = [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, CapChosen)]
    if caps or over is None:
        end = caps[-1].end if caps else scene.c
        moving_picture.timeline(canvas, scene.center, scene.motion, end, scene.radius, span(moment))
        _roots(canvas, moment, wide)
    else:
        _line(canvas, moment, wide, *over)
    if 0.0 < scene.time < 1.0:
        canvas.stroke(((scene.time * wide, -HIGH), (scene.time * wide, HIGH)), Ink.REFERENCE)


def _roots(canvas: Canvas, moment: Moment[CircleAndWall], wide: float) -> None:
    """Of the gap to an end: a quadratic's two, and the answer."""
    step = moment.step
    if isinstance(step, RootsFound):
        for name in ("first", "last"):
            t = getattr(step, name)
            words = f"{name}: {amount(t)}"
            moving_picture.root(canvas, wide, _near(moment, t), words, Ink.RESULT, MOMENTS[name])
    if isinstance(step, SweptImpact):
        if step.point is not None:
            moving_picture.root(canvas, wide, step.fraction, f"t = {amount(step.fraction)}", Ink.RESULT)
        if (said := _said(moment, step)) is not None:
            words = f"{moment.scene.rule}: {amount(said)}"
            moving_picture.root(canvas, wide, _near(moment, said), words, Ink.FAULTY, side=-1.0)


def _line(canvas: Canvas, moment: Moment[CircleAndWall], wide: float, first: float, last: float) -> None:
    """The height over time, and the slab between R and -R: where the line enters it and leaves it."""
    radius, (low, high) = moment.scene.radius, span(moment)

    def height(t: float) -> float:
        return first + t * (last - first)

    largest = max(abs(height(low)), abs(height(high)), radius)

    def up(value: float) -> float:
        return HIGH * value / largest if largest > 0.0 else 0.0

    for level, words, ink, end, way in (
        (radius, f"R = {amount(radius)}", Ink.CONSTRUCTION, high, 1.0),
        (0.0, "0: the wall's line", Ink.GHOST, low, -1.0),
        (-radius, "−R", Ink.CONSTRUCTION, high, 1.0),
    ):
        canvas.stroke(((low * wide, up(level)), (high * wide, up(level))), ink)
        canvas.label(words, (end * wide, up(level)), Ink.QUIET, toward=(way, 0.0))
    canvas.stroke(((low * wide, up(height(low))), (high * wide, up(height(high)))), Ink.VECTOR_P)
    canvas.label("height", (low * wide, up(height(low))), Ink.VECTOR_P, toward=(-1.0, 0.2))
    for t in (0.0, 1.0):
        canvas.stroke(((t * wide, -HIGH), (t * wide, HIGH)), Ink.GHOST)
        canvas.label(f"t = {t:.0f}", (t * wide, -HIGH), Ink.QUIET, toward=(0.0, -1.0))

    def mark(t: float, words: str, ink: Ink, feature: str | None = None) -> None:
        shown = _near(moment, t)
        at = (shown * wide, up(height(shown)))
        canvas.dot(at, ink)
        if feature is not None:
            canvas.feature((at,), feature, ink)
        canvas.label(words if shown == t else f"{words}, beyond", at, ink, toward=(1.0, 1.0))

    match moment.step:
        case SlabCrossed(enter, leave):
            mark(enter, f"enters: {amount(enter)}", Ink.RESULT, MOMENTS["enter"])
            mark(leave, f"would leave: {amount(leave)}", Ink.RESULT, MOMENTS["leave"])
        case SweptImpact() as found:
            if found.point is not None:
                mark(found.fraction, f"t = {amount(found.fraction)}", Ink.RESULT)
            if (said := _said(moment, found)) is not None:
                mark(said, f"{moment.scene.rule}: {amount(said)}", Ink.FAULTY)
        case _:
            pass


def _said(moment: Moment[CircleAndWall], found: SweptImpact) -> float | None:
    """What the rule beside it says, where that is something else."""
    said = None if moment.scene.rule == NONE else faulty(moment.scene)
    return None if said is None or (found.point is not None and abs(said - found.fraction) <= 1e-9) else said


def _near(moment: Moment[CircleAndWall], t: float) -> float:
    """A fraction, or the timeline's end where it lies far beyond."""
    low, high = span(moment)
    return min(max(t, low), high)
