"""Both fractions between the same two marks 0 and 1: t with the height over the wall's line, and u."""

from __future__ import annotations

from geometry import SweptImpact
from geometry.swept_circle.circle_point import RootsFound
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from lessons.first_edition.moving import heights_over
from lessons.ray_segment.faulty import NONE, fractions
from lessons.ray_segment.scene import PointAndWall
from lessons.ray_segment.words import faulty
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

LOWEST, HIGHEST = -1.0, 2.0  # fractions that the timeline goes out to
HIGH, LOW = 0.5, -0.55  # of the height's line, and of u's bar under it
MARGIN = 0.12
WIDE = 13.0  # of the whole drawing, in its own units


Way = tuple[float, float]


def span(scene: PointAndWall) -> tuple[float, float]:
    """The fractions that are shown: both intervals, and t and u where they are near."""
    found = fractions(scene.start, scene.motion, scene.c, scene.d) or ()
    near = [f for f in found if LOWEST <= f <= HIGHEST]
    return min(0.0, 0.0, *near) - MARGIN, max(1.0, 1.0, *near) + MARGIN


def unit_of_time(scene: PointAndWall) -> float:
    """How wide a whole interval is drawn."""
    low, high = span(scene)
    return WIDE / (high - low)


def draw(canvas: Canvas, moment: Moment[PointAndWall]) -> None:
    scene, wide = moment.scene, unit_of_time(moment.scene)
    low, high = span(scene)
    for f in (0.0, 1.0):
        canvas.stroke(((f * wide, LOW - 0.12), (f * wide, HIGH)), Ink.GHOST)
        canvas.label(f"{f:.0f}", (f * wide, LOW - 0.12), Ink.QUIET, toward=(0.0, -1.0))
    canvas.stroke(((low * wide, 0.0), (high * wide, 0.0)), Ink.CONSTRUCTION)
    canvas.label("t, of the path", (low * wide, 0.0), Ink.A, toward=(-1.0, 0.0))
    canvas.stroke(((0.0, LOW), (wide, LOW)), Ink.B)
    canvas.label("u, of the wall", (low * wide, LOW), Ink.B, toward=(-1.0, 0.0))
    _height(canvas, scene, wide)
    if 0.0 < scene.time < 1.0:
        canvas.stroke(((scene.time * wide, -0.12), (scene.time * wide, HIGH)), Ink.REFERENCE)
    seen = moment.trace.steps[: moment.index + 1]
    for step in seen:
        match step:
            case LinesMet():
                ink = Ink.RESULT if step.miss is None else Ink.GAP
                _at(canvas, scene, step.fraction, 0.0, f"t = {amount(step.fraction)}", ink, feature="t")
                _at(canvas, scene, step.place, LOW, f"u = {amount(step.place)}", ink, feature="u")
            case CrossProducts() if step.parallel:
                canvas.label("parallel: no t, no u", (0.5 * wide, LOW), Ink.QUIET, toward=(0.0, -1.0))
            case RootsFound():
                _at(canvas, scene, step.first, 0.0, f"t = {amount(step.first)}", Ink.RESULT)
            case _:
                pass
    if isinstance(moment.step, SweptImpact):
        _impact(canvas, scene, moment.step)


def _height(canvas: Canvas, scene: PointAndWall, wide: float) -> None:
    """The height over the wall's line: straight, so that it is 0 at one t at most."""
    found = heights_over(scene.c, scene.d, scene.start, scene.path.end)
    if found is None:
        return
    first, last = found
    largest = max(abs(first), abs(last))
    from_y, to_y = (HIGH * height / largest if largest > 0.0 else 0.0 for height in (first, last))
    canvas.stroke(((0.0, from_y), (wide, to_y)), Ink.VECTOR_P)
    canvas.label("height over the wall's line", (0.0, from_y), Ink.VECTOR_P, toward=(1.0, 0.3))


def _impact(canvas: Canvas, scene: PointAndWall, found: SweptImpact) -> None:
    if found.point is not None and found.fraction == 0.0:
        _at(canvas, scene, 0.0, 0.0, "t = 0.00", Ink.RESULT)
    said = None if scene.rule == NONE else faulty(scene)
    if said is not None and (found.point is None or abs(said - found.fraction) > 1e-9):
        _at(canvas, scene, said, 0.0, f"{scene.rule}: {amount(said)}", Ink.FAULTY, (0.0, -1.0))


def _at(
    canvas: Canvas,
    scene: PointAndWall,
    f: float,
    level: float,
    words: str,
    ink: Ink,
    way: Way = (0.3, 1.0),
    feature: str | None = None,
) -> None:
    """A fraction on its line, or at the line's end where it lies far beyond; pointing at it lights `feature`."""
    low, high = span(scene)
    at = (min(max(f, low), high) * unit_of_time(scene), level)
    canvas.dot(at, ink)
    if feature is not None:
        canvas.feature((at,), feature, ink)
    canvas.label(words if low <= f <= high else f"{words}, beyond", at, ink, toward=way)
