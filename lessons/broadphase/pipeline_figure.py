"""The figure of a frame: a funnel with the count after each stage and the chapters behind it, and the world with what
the stage works on."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from geometry.broadphase.boxes import Box
from geometry.broadphase.structure import Pair
from geometry.contact.manifold import manifold
from geometry.dynamics.body import RigidBody
from geometry.faulty.pipeline import FaultyFrame
from geometry.feature import FeatureKind, FeatureRef
from geometry.outcome import Outcome
from geometry.shape import Convex, boundary, box
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.vector import Points
from lessons import CURRICULUM
from lessons.broadphase.boxes import center
from lessons.broadphase.boxes_figure import draw_outlines, overlaps
from lessons.broadphase.pipeline_scene import RATE, Framed
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair as XY

BOXES, BROAD, BOX_TEST, NARROW, MANIFOLD, SOLVER, MOVE = range(7)
WIDE, HIGH, SLIM, GAP = 220.0, 82.0, 48.0, 7.0  # of the funnel, its rows, and those that no longer narrow
LEAST = 0.46  # of the width, of no pair at all: what it is named has to fit
PLAIN = 0.6 * WIDE  # of the rows below the pairs, whose counts have no width
SYMBOLS = "NPKSC"  # of the counts, as in the formulas
_LINES, _DOTS = 60, 60  # of a grid along an axis, and contact points, up to which each is drawn large


class Row(NamedTuple):
    """A stage, what it leaves, and the chapters (numbers) and lessons (ids) behind it."""

    stage: str
    leaves: str
    ink: Ink
    taught: tuple[int | str, ...]
    drawn: tuple[tuple[str, Ink], ...]  # what the world shows


ROWS = (
    Row("Boxes", "all pairs", Ink.TEXT, (8, "aabb"), (("a box around each shape", Ink.A),)),
    Row("Broadphase", "candidates", Ink.EXAMINED, (9, 6), (("share a cell of the grid", Ink.EXAMINED),)),
    Row("Box test", "boxes overlap", Ink.A, ("aabb",), (("boxes overlap", Ink.A), ("dropped", Ink.EXAMINED))),
    Row(
        "Narrowphase", "shapes overlap", Ink.OVERLAP, (1, 2, 3, 4),
        (("shapes overlap: s ≤ 0", Ink.OVERLAP), ("only boxes: s > 0", Ink.GAP)),
    ),
    Row("Manifold", "contact points", Ink.ANSWER, (5,), (("contact points and normals", Ink.ANSWER),)),
    Row(
        "Solver", "impulses", Ink.TEXT, (10, "collision-response"),
        (("velocity before", Ink.QUIET), ("velocity v after", Ink.EXAMINED)),
    ),
    Row("Integration", "dynamic bodies", Ink.TEXT, (7,), (("before", Ink.QUIET), ("velocity v", Ink.EXAMINED))),
)  # fmt: skip


def taught_by(row: Row) -> list[str]:
    """The chapters and lessons of a stage by their names in the curriculum."""
    found = []
    for chapter in CURRICULUM:
        found += [f"{chapter.number} {chapter.title}"] if chapter.number in row.taught else []
        found += [f"{number} {each.title}" for number, each in chapter.numbered() if each.id in row.taught]
    return found


def counts_of(moment: Moment[Framed]) -> tuple[int, ...]:
    """What each stage leaves."""
    boxes, *pairs, found, solved, _ = moment.trace.steps
    n = len(boxes.boxes)
    left = (len(each.pairs) for each in pairs)
    return n * (n - 1) // 2, *left, len(found.contacts), len(solved.contacts), n - moment.scene.still


class Passed(NamedTuple):
    """Two bodies that meet during the frame, and that no stage has seen."""

    i: int
    j: int
    t: float


def passed(moment: Moment[Framed]) -> Passed | None:
    """The first such pair of few bodies, by a linear cast along their moves."""
    scene, seen = moment.scene, moment.trace.steps[BROAD].pairs
    moves = [each.velocity / RATE for each in moment.trace.steps[SOLVER].after]
    for i, j in combinations(range(0 if scene.is_crowd else scene.count), 2):
        if (i, j) not in seen and np.hypot(*(moves[i] - moves[j])) > 0.5:
            hit = linear_cast(scene.shapes[i], moves[i], scene.shapes[j], moves[j])
            if hit.outcome is Outcome.HIT:
                return Passed(i, j, hit.fraction)
    return None


def band(row: int) -> FeatureRef:
    """A row of the funnel as something to click."""
    return FeatureRef(ROWS[row].leaves, FeatureKind.PART)


def top_of(row: int) -> float:
    return -min(row, SOLVER) * (HIGH + GAP) - max(row - SOLVER, 0) * (SLIM + GAP)


def width_of(count: int, most: int) -> float:
    return WIDE * (LEAST + (1.0 - LEAST) * math.log1p(count) / math.log1p(most))


def outline_of(row: int, counts: Sequence[int], count: int | None = None) -> tuple[XY, ...]:
    """Of a row, also if another count stood there. Only pairs are drawn as wide as they are many."""
    if row > NARROW:
        return _trapezoid(top_of(row), HIGH if row < SOLVER else SLIM, PLAIN, PLAIN)
    here = width_of(counts[row] if count is None else count, counts[0])
    return _trapezoid(top_of(row), HIGH, here, width_of(counts[row + 1], counts[0]) if row < NARROW else here)


def wrong_counts(moment: Moment[Framed]) -> dict[int, int]:
    """What a faulty frame leaves, where that differs: by its contacts, which are those of the boxes for a pair whose
    shapes are apart."""
    faulty, counts = moment.faulty, counts_of(moment)
    if not isinstance(faulty, FaultyFrame) or not (faulty.missed or faulty.false):
        return {}
    lost = {frozenset(pair) for pair in faulty.missed}
    points = sum(frozenset(c.id.pair[:2]) not in lost for c in moment.trace.steps[MANIFOLD].contacts)
    for pair in faulty.false:
        a, b = (box_shape(moment.scene.boxes[k]) for k in pair)
        points += len(manifold(a, b).points)
    found = {NARROW: len(faulty.reported), MANIFOLD: points, SOLVER: points}
    return {i: much for i, much in found.items() if much != counts[i]}


def box_shape(bounds: Box) -> Convex:
    left, low, right, high = bounds
    return box(right - left, high - low, ((left + right) / 2.0, (low + high) / 2.0))


def draw_funnel(canvas: Canvas, moment: Moment[Framed]) -> None:
    """Four rows of pairs, as wide as the logarithm of their counts says; below them plain boxes of one width."""
    counts, wrong = counts_of(moment), wrong_counts(moment)
    for i, row in enumerate(ROWS):
        reached, now, high = i <= moment.index, i == moment.index, HIGH if i < SOLVER else SLIM
        middle, outline = top_of(i) - high / 2.0, outline_of(i, counts)
        canvas.area(outline, row.ink, opacity=0.0 if not reached or not counts[i] else 0.34 if now else 0.14)
        if reached:
            canvas.stroke(outline, row.ink, closed=True, line=Line.MEASURE if now else Line.THIN)
            if i in wrong:
                canvas.stroke(outline_of(i, counts, wrong[i]), Ink.FAULTY, closed=True, line=Line.DOTTED)
            canvas.feature(((-0.2 * WIDE, middle), (0.2 * WIDE, middle)), band(i), row.ink)
            up, symbol = (12.0 if i < SOLVER else 10.0) * canvas.pixel, f"{SYMBOLS[i]} = " if i < SOLVER else ""
            words, ink = (f"{wrong[i]:,} by this rule", Ink.FAULTY) if i in wrong else (row.leaves, row.ink)
            canvas.label(f"{symbol}{counts[i]:,}", (0.0, middle + up), row.ink, style=TextStyle.TITLE, fixed=True)
            canvas.label(words, (0.0, middle - up), ink, fixed=True)
        names, style = taught_by(row), TextStyle.BOLD if now else TextStyle.LABEL
        x, y = 0.54 * WIDE, middle + 8.0 * canvas.pixel * len(names)
        ink = row.ink if now else Ink.TEXT if reached else Ink.QUIET
        canvas.label(row.stage, (x, y), ink, toward=(1.0, 0.0), style=style, fixed=True)
        for k, name in enumerate(names, 1):
            at = (x, y - 16.0 * canvas.pixel * k)
            canvas.label(name, at, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)


def _trapezoid(top: float, high: float, above: float, below: float) -> tuple[XY, ...]:
    return (-above / 2, top), (-below / 2, top - high), (below / 2, top - high), (above / 2, top)


# --- the world


def draw_world(canvas: Canvas, moment: Moment[Framed]) -> None:
    scene, stage = moment.scene, moment.index
    candidates, tested, shapes, found, solved = moment.trace.steps[BROAD:MOVE]
    everyone, rings = range(scene.count), _rings(scene.rigid)
    if stage == BROAD:
        draw_grid(canvas, scene, scene.c)
    frames = frames_of(moment) if stage >= SOLVER else 1
    if stage == MOVE:
        _outlines(canvas, rings, everyone, Ink.GHOST, 0.0)
        poses = zip(rings, scene.rigid, moment.trace.result.bodies, strict=True)
        _outlines(canvas, [_moved(ring, a, b, frames * moment.time) for ring, a, b in poses], everyone, Ink.A, 0.2)
    else:
        red = _members(shapes.pairs) if stage >= NARROW else []
        _outlines(canvas, rings, sorted({*everyone} - {*red}), Ink.A, 0.2 if stage == BOXES else 0.08)
        _outlines(canvas, rings, red, Ink.OVERLAP, 0.4 if stage == NARROW else 0.12)
    if stage in (BOXES, BROAD):
        _boxes(canvas, scene, everyone, Ink.A, 0.8 if stage == BOXES else 0.3)
    if stage == BROAD:
        _threads(canvas, scene, candidates.pairs, Ink.EXAMINED)
    elif stage == BOX_TEST:
        _threads(canvas, scene, {*candidates.pairs} - {*tested.pairs}, Ink.EXAMINED, opacity=0.4)
        _boxes(canvas, scene, _members(tested.pairs), Ink.A)
        overlaps(canvas, scene, tested.pairs, Ink.A)
    elif stage == NARROW:
        _boxes(canvas, scene, _members(shapes.rejected), Ink.A, 0.6)
        _threads(canvas, scene, shapes.rejected, Ink.GAP, Line.MEASURE)
    elif stage == MANIFOLD:
        at = np.array([each.point for each in found.contacts]).reshape(-1, 2)
        ways = np.array([each.normal.direction for each in found.contacts]).reshape(-1, 2)
        ways = (16.0 if len(at) <= _DOTS else 10.0) * canvas.pixel * ways
        canvas.crowd(Ink.ANSWER, segments=np.concatenate((at, at + ways), axis=1))
    for each in found.contacts if stage in (MANIFOLD, SOLVER) else ():
        canvas.dot(each.point, Ink.ANSWER, Point.ANSWER if len(found.contacts) <= _DOTS else Point.SMALL)
    if stage >= SOLVER:
        starts = np.array([body.pose.position for body in scene.rigid])
        for motions, ink in ((solved.before, Ink.QUIET), (solved.after, Ink.EXAMINED))[stage - SOLVER :]:
            ways = frames / RATE * np.array([each.velocity_xy for each in motions])
            canvas.crowd(ink, segments=np.concatenate((starts, starts + ways), axis=1), line=Line.MEASURE)
    for i, name in enumerate(() if scene.is_crowd else scene.names):
        canvas.label(name, center(scene.boxes[i]), Ink.A, style=TextStyle.BOLD)
    _faulty(canvas, moment)
    _legend(canvas, moment)


def frames_of(moment: Moment[Framed]) -> int:
    """Of how many frames a line of velocity shows the way: ten, unless that would leave the figure."""
    fastest = max(float(np.hypot(*each.velocity_xy)) for each in moment.trace.steps[SOLVER].after)
    return 10 if 10.0 * fastest / RATE < 4.0 else 1


def _rings(bodies: Sequence[RigidBody]) -> list[Points]:
    return [boundary(body.placed[0], 0.004) for body in bodies]


def _moved(ring: Points, a: RigidBody, b: RigidBody, t: float) -> Points:
    """An outline of a on its way to where it is as b at time 1, and straight on after it."""
    turn, place = t * (b.pose.angle - a.pose.angle), (1.0 - t) * a.pose.position + t * b.pose.position
    x, y = (ring - a.pose.position).T
    return (
        np.stack((x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)), axis=1) + place
    )


def _members(pairs: Iterable[Pair]) -> list[int]:
    return sorted({i for pair in pairs for i in pair})


def _outlines(canvas: Canvas, rings: Sequence[Points], ids: Iterable[int], ink: Ink, fill: float) -> None:
    """Some of the bodies as one mark."""
    chosen = [(ring, np.roll(ring, -1, axis=0)) for ring in (rings[i] for i in ids)]
    if chosen:
        fans = [np.concatenate((np.broadcast_to(a.mean(axis=0), a.shape), a, b), axis=1) for a, b in chosen]
        sides = np.concatenate([np.concatenate(each, axis=1) for each in chosen])
        line = Line.OUTLINE if len(rings) <= _DOTS else Line.THIN
        canvas.crowd(ink, segments=sides, triangles=np.concatenate(fans) if fill else (), line=line, fill=fill)


def _boxes(canvas: Canvas, scene: Framed, ids: Collection[int], ink: Ink, opacity: float = 1.0) -> None:
    draw_outlines(canvas, [scene.boxes[i] for i in ids], ink, opacity=opacity)


def _threads(
    canvas: Canvas, scene: Framed, pairs: Collection[Pair], ink: Ink, line: Line = Line.THIN, opacity: float = 1.0
) -> None:
    if pairs:
        ends = [(*center(scene.boxes[i]), *center(scene.boxes[j])) for i, j in sorted(pairs)]
        canvas.crowd(ink, segments=ends, line=line, opacity=opacity)


def draw_grid(canvas: Canvas, scene: Framed, c: float, ink: Ink = Ink.CONSTRUCTION) -> None:
    left, low, right, high = scene.around
    i, j, k, m = math.floor(left / c), math.floor(low / c), math.ceil(right / c), math.ceil(high / c)
    if max(k - i, m - j) <= _LINES:
        lines = [(x * c, j * c, x * c, m * c) for x in range(i, k + 1)]
        lines += [(i * c, y * c, k * c, y * c) for y in range(j, m + 1)]
        canvas.crowd(ink, segments=lines, opacity=0.35)


def _faulty(canvas: Canvas, moment: Moment[Framed]) -> None:
    """Pairs that are lost, contacts that are none, and where bodies met that no stage has seen."""
    scene, faulty = moment.scene, moment.faulty
    if isinstance(faulty, FaultyFrame) and moment.index >= NARROW:
        _threads(canvas, scene, faulty.missed, Ink.FAULTY, Line.MEASURE)
        overlaps(canvas, scene, faulty.false, Ink.FAULTY)
        _boxes(canvas, scene, _members((*faulty.missed, *faulty.false)), Ink.FAULTY)
    met = passed(moment) if moment.index == MOVE else None
    if met is not None:
        for i in (met.i, met.j):
            way = met.t / RATE * moment.trace.steps[SOLVER].after[i].velocity
            if way.any():
                canvas.stroke(_rings((scene.rigid[i],))[0] + way, Ink.ANSWER, closed=True, line=Line.DASHED)
                at = scene.rigid[i].pose.position + way
                canvas.label(
                    f"t = {met.t:.2f}", at, Ink.ANSWER, toward=(-1.0, -1.0), style=TextStyle.BOLD, leader=True
                )


def _legend(canvas: Canvas, moment: Moment[Framed]) -> None:
    """What is drawn, above it."""
    drawn, (left, _, right, top) = list(ROWS[moment.index].drawn), moment.scene.around
    if isinstance(moment.faulty, FaultyFrame) and moment.index >= NARROW:
        words = "false negative" if moment.faulty.missed else "false positive" if moment.faulty.false else ""
        drawn[1:] = [(words, Ink.FAULTY)] if words else drawn[1:]
    elif moment.index == NARROW and not moment.step.rejected:
        del drawn[1:]
    if moment.index == BROAD:  # above the grid
        top = moment.scene.c * math.ceil(top / moment.scene.c)
    frames, y = frames_of(moment), top + 22.0 * canvas.pixel
    for (words, ink), x, side in zip(drawn, (left, right), (1.0, -1.0), strict=False):
        drawn_as = ink is Ink.EXAMINED and moment.index >= SOLVER
        more = f": {'moves drawn' if moment.index == MOVE else 'drawn'} × {frames}" if drawn_as and frames > 1 else ""
        canvas.label(words + more, (x, y), ink, toward=(side, 0.0), fixed=True)
