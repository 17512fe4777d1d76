"""The figure of a frame: a funnel with the count after each stage and the chapters behind it, and the world with what
the stage works on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from geometry.broadphase.structure import Pair
from geometry.dynamics.contacts import BodyContact, Motion
from geometry.faulty.pipeline import FaultyFrame
from geometry.feature import FeatureKind, FeatureRef
from geometry.vector import Points
from lessons import CURRICULUM
from lessons.broadphase.boxes import center
from lessons.broadphase.boxes_figure import draw_outlines, overlaps
from lessons.broadphase.pipeline_scene import Framed
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair as XY

BOXES, BROAD, BOX_TEST, NARROW, MANIFOLD, SOLVER, MOVE = range(7)
WIDE, HIGH, GAP, SLIM = 200.0, 82.0, 7.0, 46.0  # of the funnel, its rows, and those that no longer narrow
_FRAMES = 10  # of which a line of velocity shows the way
_LINES = 60  # of a grid along an axis, up to which they are drawn
_DOTS = 60  # contact points up to which each is a mark of its own


class Row(NamedTuple):
    """A stage, what it leaves, and the chapters (numbers) and lessons (ids) behind it."""

    stage: str
    leaves: str
    ink: Ink
    taught: tuple[int | str, ...]


ROWS = (
    Row("Boxes", "all pairs", Ink.TEXT, (8, "aabb")),
    Row("Broadphase", "candidates", Ink.EXAMINED, (9, 6)),
    Row("Box test", "boxes overlap", Ink.A, ("aabb",)),
    Row("Narrowphase", "shapes overlap", Ink.OVERLAP, (1, 2, 3, 4)),
    Row("Manifold", "contact points", Ink.ANSWER, (5,)),
    Row("Solver", "impulses", Ink.TEXT, ("collision-response",)),
    Row("Integration", "bodies moved", Ink.TEXT, (7,)),
)


def taught_by(row: Row) -> list[str]:
    """The chapters and lessons of a stage by their names in the curriculum."""
    found = []
    for chapter in CURRICULUM:
        if chapter.number in row.taught:
            found.append(f"{chapter.number} {chapter.title}")
        for i, entry in enumerate(chapter.lessons, 1):
            if entry.id in row.taught:
                found.append(f"{chapter.number}.{i} {entry.title}")
    return found


def counts_of(moment: Moment[Framed]) -> tuple[int, ...]:
    """What each stage leaves."""
    boxes, candidates, tested, shapes, found, solved, _ = moment.trace.steps
    n = len(boxes.boxes)
    pairs = (len(each.pairs) for each in (candidates, tested, shapes))
    return n * (n - 1) // 2, *pairs, len(found.contacts), solved.applied, n - moment.scene.still


def faulty_counts(moment: Moment[Framed]) -> Mapping[int, int]:
    """Those that differ under the faulty rule that is shown: pairs that the exact test gets, and that it leaves."""
    right, faulty = counts_of(moment), moment.faulty
    if not isinstance(faulty, FaultyFrame):
        return {}
    found = {NARROW: len(faulty.reported)}
    if faulty.tested:
        found |= {BROAD: faulty.tested, BOX_TEST: faulty.tested} if faulty.tested >= right[BROAD] else {BOX_TEST: faulty.tested}
    return {row: count for row, count in found.items() if count != right[row]}


def band(row: int) -> FeatureRef:
    """A row of the funnel as something to click."""
    return FeatureRef(ROWS[row].leaves, FeatureKind.PART)


def top_of(row: int) -> float:
    return -row * (HIGH + GAP) if row <= SOLVER else -SOLVER * (HIGH + GAP) - (row - SOLVER) * (SLIM + GAP)


def draw_funnel(canvas: Canvas, moment: Moment[Framed]) -> None:
    counts, wrong = counts_of(moment), faulty_counts(moment)
    most = math.log1p(max(counts[0], counts[MANIFOLD]))
    for i, row in enumerate(ROWS):
        reached, now = i <= moment.index, i == moment.index
        top, high = top_of(i), HIGH if i < SOLVER else SLIM
        above, below = _width(counts[i], most), _width(counts[min(i + 1, NARROW)], most)
        if i >= MANIFOLD:
            above = below = _width(counts[i], most) if i == MANIFOLD else 0.8 * WIDE
        outline = _trapezoid(top, high, above, below) if reached else _trapezoid(top, high, 0.5 * WIDE, 0.5 * WIDE)
        if reached:
            canvas.area(outline, row.ink, opacity=0.34 if now else 0.14)
        line = Line.MEASURE if now else Line.THIN if reached else Line.DASHED
        canvas.stroke(outline, row.ink if reached else Ink.GHOST, closed=True, line=line, opacity=1.0 if reached else 0.5)
        if i in wrong and reached:
            wide = _width(wrong[i], most)
            canvas.stroke(_trapezoid(top, high, wide, wide), Ink.FAULTY, closed=True, line=Line.DOTTED)
        middle, pixel = top - high / 2.0, canvas.pixel
        canvas.feature(((-0.2 * WIDE, middle), (0.2 * WIDE, middle)), band(i), row.ink)
        shift = 12.0 * pixel if i < SOLVER else 9.0 * pixel
        if reached:
            canvas.label(f"{counts[i]:,}", (0.0, middle + shift), row.ink, style=TextStyle.TITLE, fixed=True)
            words, ink = (row.leaves, row.ink) if i not in wrong else (f"{wrong[i]:,} by this rule", Ink.FAULTY)
            canvas.label(words, (0.0, middle - shift), ink, style=TextStyle.LABEL, fixed=True)
        names = taught_by(row)
        y = middle + 8.0 * pixel * len(names)
        x = 0.56 * WIDE
        style, ink = (TextStyle.BOLD, row.ink) if now else (TextStyle.LABEL, Ink.TEXT if reached else Ink.QUIET)
        canvas.label(row.stage, (x, y), ink, toward=(1.0, 0.0), style=style, fixed=True)
        for k, name in enumerate(names, 1):
            at = (x, y - 16.0 * pixel * k)
            canvas.label(name, at, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)


def _width(count: int, most: float) -> float:
    return WIDE * max(math.log1p(count) / most, 0.02)


def _trapezoid(top: float, high: float, above: float, below: float) -> tuple[XY, ...]:
    return (-above / 2, top), (-below / 2, top - high), (below / 2, top - high), (above / 2, top)


# --- the world


def draw_world(canvas: Canvas, moment: Moment[Framed]) -> None:
    scene, stage = moment.scene, moment.index
    candidates, tested, shapes = (moment.trace.steps[i] for i in (BROAD, BOX_TEST, NARROW))
    red = {i for pair in shapes.pairs for i in pair} if stage >= NARROW else set()
    if stage == BROAD:
        _grid(canvas, scene)
    plain = [i for i in range(scene.count) if i not in red]
    if stage == MOVE:
        _outlines(canvas, scene.outlines, range(scene.count), Ink.GHOST, 0.0)
        share = moment.time
        at = [(1.0 - share) * a + share * b for a, b in zip(scene.outlines, scene.moved, strict=True)]
        _outlines(canvas, at, range(scene.count), Ink.A, 0.2)
    else:
        _outlines(canvas, scene.outlines, plain, Ink.A, 0.2 if stage == BOXES else 0.08)
        _outlines(canvas, scene.outlines, sorted(red), Ink.OVERLAP, 0.4 if stage == NARROW else 0.12)
    match stage:
        case 0:
            _boxes(canvas, scene, range(scene.count), 0.8)
        case 1:
            _boxes(canvas, scene, range(scene.count), 0.3)
            _threads(canvas, scene, candidates.pairs, Ink.EXAMINED, 1.0)
        case 2:
            kept = {i for pair in tested.pairs for i in pair}
            _threads(canvas, scene, set(candidates.pairs) - {*tested.pairs}, Ink.EXAMINED, 0.25)
            _boxes(canvas, scene, sorted(kept), 1.0)
            overlaps(canvas, scene, tested.pairs, Ink.A)
        case 3:
            _boxes(canvas, scene, sorted({i for pair in shapes.rejected for i in pair}), 0.6)
            _threads(canvas, scene, shapes.rejected, Ink.GAP, 1.0, Line.MEASURE)
        case 4:
            _points(canvas, moment.step.contacts)
        case 5:
            _points(canvas, moment.step.contacts)
            _ways(canvas, scene, moment.step.before, Ink.GHOST)
            _ways(canvas, scene, moment.step.after, Ink.EXAMINED)
        case 6:
            _ways(canvas, scene, moment.trace.steps[SOLVER].after, Ink.EXAMINED)
    _letters(canvas, scene)
    _faulty(canvas, moment)


def _outlines(canvas: Canvas, outlines: Sequence[Points], ids: Iterable[int], ink: Ink, fill: float) -> None:
    """Some of the bodies as one mark."""
    sides, fans = [], []
    for i in ids:
        ring = outlines[i]
        after = np.roll(ring, -1, axis=0)
        sides.append(np.concatenate((ring, after), axis=1))
        if fill:
            fans.append(np.concatenate((np.broadcast_to(ring.mean(axis=0), ring.shape), ring, after), axis=1))
    if sides:
        line = Line.OUTLINE if len(outlines) <= 60 else Line.THIN
        triangles = np.concatenate(fans) if fans else ()
        canvas.crowd(ink, segments=np.concatenate(sides), triangles=triangles, line=line, fill=fill)


def _boxes(canvas: Canvas, scene: Framed, ids: Sequence[int], opacity: float) -> None:
    draw_outlines(canvas, [scene.boxes[i] for i in ids], Ink.A, opacity=opacity)


def _threads(
    canvas: Canvas, scene: Framed, pairs: Iterable[Pair], ink: Ink, opacity: float, line: Line = Line.THIN
) -> None:
    ends = [(*center(scene.boxes[i]), *center(scene.boxes[j])) for i, j in sorted(pairs)]
    if ends:
        canvas.crowd(ink, segments=ends, line=line, opacity=opacity)


def _points(canvas: Canvas, contacts: Sequence[BodyContact]) -> None:
    """Contact points with their normals."""
    if contacts:
        at = np.array([each.point for each in contacts])
        to = at + 16.0 * canvas.pixel * np.array([each.normal.direction for each in contacts])
        canvas.crowd(Ink.ANSWER, segments=np.concatenate((at, to), axis=1), line=Line.THIN)
    for each in contacts:
        canvas.dot(each.point, Ink.ANSWER, Point.ANSWER if len(contacts) <= _DOTS else Point.SMALL)


def _ways(canvas: Canvas, scene: Framed, motions: Sequence[Motion], ink: Ink) -> None:
    """Where each body would be some frames later."""
    dt = _FRAMES * scene.rules.dt
    starts = np.array([body.pose.position for body in scene.rigid])
    ends = starts + dt * np.array([each.velocity_xy for each in motions])
    canvas.crowd(ink, segments=np.concatenate((starts, ends), axis=1), line=Line.MEASURE)


def _grid(canvas: Canvas, scene: Framed) -> None:
    c = scene.c
    left, low, right, high = (round(f(x / c)) for f, x in zip((math.floor,) * 2 + (math.ceil,) * 2, scene.around, strict=True))
    if max(right - left, high - low) > _LINES:
        return
    lines = [(i * c, low * c, i * c, high * c) for i in range(left, right + 1)]
    lines += [(left * c, j * c, right * c, j * c) for j in range(low, high + 1)]
    canvas.crowd(Ink.CONSTRUCTION, segments=lines, opacity=0.45)


def _letters(canvas: Canvas, scene: Framed) -> None:
    for i, name in enumerate(() if scene.is_crowd else scene.names):
        canvas.label(name, center(scene.boxes[i]), Ink.A, style=TextStyle.BOLD)


def _faulty(canvas: Canvas, moment: Moment[Framed]) -> None:
    """Pairs that are lost, and contacts that are none."""
    if not isinstance(moment.faulty, FaultyFrame) or moment.index < NARROW:
        return
    scene = moment.scene
    _threads(canvas, scene, moment.faulty.missed, Ink.FAULTY, 1.0, Line.MEASURE)
    overlaps(canvas, scene, moment.faulty.false, Ink.FAULTY)
    chosen = sorted({i for pair in (*moment.faulty.missed, *moment.faulty.false) for i in pair})
    draw_outlines(canvas, [scene.boxes[i] for i in chosen], Ink.FAULTY)
