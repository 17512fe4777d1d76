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
from geometry.dynamics.contacts import BodyContact
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
WIDE, HIGH, SLIM, GAP = 200.0, 78.0, 54.0, 7.0  # of the funnel, its rows, and those that no longer narrow
SYMBOLS = "NPKSC"  # of the counts, as in the formulas
_LETTERS = 31  # of a line of chapters
_LINES, _DOTS = 60, 60  # of a grid along an axis, and contact points, up to which each is drawn large
_LONGEST = 0.28  # of the bars of impulses, to each side


class Row(NamedTuple):
    """A stage, what it leaves, and the chapters (numbers) and lessons (ids) behind it."""

    stage: str
    leaves: str
    ink: Ink
    taught: tuple[int | str, ...]
    drawn: tuple[tuple[str, Ink], ...]  # what the world shows


ROWS = (
    Row("Boxes", "all pairs", Ink.TEXT, (8, "aabb"), (("a box around each shape", Ink.A),)),
    Row("Broadphase", "candidates", Ink.EXAMINED, (9, 6), (("candidates: both boxes in one cell", Ink.EXAMINED),)),
    Row("Box test", "boxes overlap", Ink.A, ("aabb",), (("boxes overlap", Ink.A), ("dropped", Ink.EXAMINED))),
    Row(
        "Narrowphase", "shapes overlap", Ink.OVERLAP, (1, 2, 3, 4),
        (("shapes overlap: s ≤ 0", Ink.OVERLAP), ("only boxes: s > 0", Ink.GAP)),
    ),
    Row("Manifold", "contact points", Ink.ANSWER, (5,), (("contact points and normals", Ink.ANSWER),)),
    Row(
        "Solver", "impulses", Ink.TEXT, (10, "collision-response"),
        (("impulses j, to scale", Ink.ANSWER),),
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


def contact_mark(i: int) -> FeatureRef:
    """A contact point as something to click."""
    return FeatureRef(f"contact point {i + 1}", FeatureKind.PART)


def top_of(row: int) -> float:
    return -min(row, SOLVER) * (HIGH + GAP) - max(row - SOLVER, 0) * (SLIM + GAP)


def outline_of(row: int, counts: Sequence[int]) -> tuple[XY, ...]:
    """Of a row: above as wide as what comes in, below as what it leaves, on one scale of logarithms."""
    above, below = (
        WIDE / 2.0 * math.log1p(counts[k]) / math.log1p(max(counts))
        for k in (row - (0 < row < SOLVER), row)
    )  # fmt: skip
    top, low = top_of(row), top_of(row) - (HIGH if row < SOLVER else SLIM)
    return (-above, top), (-below, low), (below, low), (above, top)


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
    found = {NARROW: len(faulty.reported), MANIFOLD: points, SOLVER: points, **dict(enumerate(faulty.kept, BROAD))}
    return {i: much for i, much in sorted(found.items()) if much != counts[i]}


def goes_wrong(moment: Moment[Framed]) -> bool:
    """Whether a faulty frame has left the right one at this stage or before."""
    return moment.index >= min(wrong_counts(moment), default=MOVE + 1)


def box_shape(bounds: Box) -> Convex:
    left, low, right, high = bounds
    return box(right - left, high - low, ((left + right) / 2.0, (low + high) / 2.0))


def draw_funnel(canvas: Canvas, moment: Moment[Framed]) -> None:
    """Each stage as wide as the logarithm of what comes in and of what it leaves; what it leaves and who teaches it
    stand beside it."""
    counts, wrong = counts_of(moment), wrong_counts(moment)
    by_rule = [wrong.get(i, count) for i, count in enumerate(counts)]
    for i, row in enumerate(ROWS):
        reached, now, high = i <= moment.index, i == moment.index, HIGH if i < SOLVER else SLIM
        middle, outline = top_of(i) - high / 2.0, outline_of(i, counts)
        if reached:
            canvas.area(outline, row.ink, opacity=0.34 if now else 0.14)
            canvas.stroke(outline, row.ink, closed=True, line=Line.MEASURE if now else Line.THIN)
            canvas.feature((*outline, outline[0]), band(i), row.ink)
            if i in wrong:
                canvas.stroke(outline_of(i, by_rule), Ink.FAULTY, closed=True, line=Line.DOTTED)
            up = 10.0 * canvas.pixel if i in wrong else 0.0
            words = f"{SYMBOLS[i]} = {counts[i]:,}" if i < SOLVER else f"{counts[i]:,}"
            canvas.label(words, (0.0, middle + up), row.ink, style=TextStyle.TITLE, feature=band(i), fixed=True)
            if i in wrong:
                canvas.label(f"rule: {wrong[i]:,}", (0.0, middle - up), Ink.FAULTY, style=TextStyle.BOLD, fixed=True)
        lines = [(row.stage, row.ink if now else Ink.TEXT, TextStyle.BOLD if now else TextStyle.LABEL)]
        lines.append((row.leaves + (_more(moment, i) if reached else ""), row.ink, TextStyle.CAPTION))
        lines += [(each, Ink.QUIET, TextStyle.CAPTION) for each in _packed(taught_by(row))]
        for k, (words, ink, style) in enumerate(lines):
            at = (0.54 * WIDE, middle + (8.0 * (len(lines) - 1) - 16.0 * k) * canvas.pixel)
            ink = ink if reached else Ink.QUIET
            canvas.label(words, at, ink, toward=(1.0, 0.0), style=style, feature=band(i), fixed=True)


def _more(moment: Moment[Framed], row: int) -> str:
    """What a stage has done besides: how many pairs it has dropped, how many contact points push."""
    counts = counts_of(moment)
    if row in (BROAD, BOX_TEST, NARROW):
        return f" · {counts[row - 1] - counts[row]:,} dropped"
    return f" · {pushing(moment):,} push" if row == SOLVER else ""


def pushing(moment: Moment[Framed]) -> int:
    """The contact points with an impulse."""
    return sum(each.normal > 0.0 for each in moment.trace.result.impulses)


def _packed(names: Sequence[str]) -> list[str]:
    """Names on as few lines as they need."""
    lines: list[str] = []
    for name in names:
        joined = f"{lines[-1]} · {name}" if lines else name
        lines[-1:] = [joined] if len(joined) <= _LETTERS else [*lines[-1:], name]
    return lines


# --- the world


def draw_world(canvas: Canvas, moment: Moment[Framed]) -> None:
    scene, stage = moment.scene, moment.index
    candidates, tested, shapes, found, _ = moment.trace.steps[BROAD:MOVE]
    everyone, rings, wrong = range(scene.count), _rings(scene.rigid), goes_wrong(moment)
    if stage == BROAD:
        if not wrong:
            _shared_cells(canvas, scene)
        draw_grid(canvas, scene, scene.c)
    if stage == MOVE:
        _moves(canvas, moment, rings)
    else:
        red = _members(shapes.pairs) if stage >= NARROW else []
        _outlines(canvas, rings, sorted({*everyone} - {*red}), Ink.A, 0.2 if stage == BOXES else 0.08)
        _outlines(canvas, rings, red, Ink.OVERLAP, 0.4 if stage == NARROW else 0.12)
    if stage in (BOXES, BROAD):
        _boxes(canvas, scene, everyone, Ink.A, 0.8 if stage == BOXES else 0.3)
    if stage == BROAD and not wrong:
        _threads(canvas, scene, candidates.pairs, Ink.EXAMINED)
    elif stage == BOX_TEST:
        _threads(canvas, scene, {*candidates.pairs} - {*tested.pairs}, Ink.EXAMINED, opacity=0.4)
        _boxes(canvas, scene, _members(tested.pairs), Ink.A)
        overlaps(canvas, scene, tested.pairs, Ink.A)
    elif stage == NARROW:
        _boxes(canvas, scene, _members(shapes.rejected), Ink.A, 0.6)
        _threads(canvas, scene, () if wrong else shapes.rejected, Ink.GAP, Line.MEASURE)
    elif stage in (MANIFOLD, SOLVER):
        _contacts(canvas, moment, found.contacts)
    for i, name in enumerate(() if scene.is_crowd else scene.names):
        way = moment.trace.steps[SOLVER].after[i].velocity * (frames_of(moment) / RATE if stage == MOVE else 0.0)
        behind = -way if np.hypot(*way) > 0.2 else None
        canvas.label(name, center(scene.boxes[i]), Ink.A, toward=behind, style=TextStyle.BOLD)
    _faulty(canvas, moment)
    _legend(canvas, moment)


def _moves(canvas: Canvas, moment: Moment[Framed], rings: Sequence[Points]) -> None:
    """The bodies on their way from the start of the frame to its end, and their new velocities."""
    scene, frames = moment.scene, frames_of(moment)
    _outlines(canvas, rings, range(scene.count), Ink.GHOST, 0.0)
    poses = zip(rings, scene.rigid, moment.trace.result.bodies, strict=True)
    moved = [_moved(ring, a, b, frames * moment.time) for ring, a, b in poses]
    _outlines(canvas, moved, range(scene.count), Ink.A, 0.2)
    starts = np.array([body.pose.position for body in scene.rigid])
    ways = frames / RATE * np.array([each.velocity_xy for each in moment.trace.steps[SOLVER].after])
    canvas.crowd(Ink.EXAMINED, segments=np.concatenate((starts, starts + ways), axis=1), line=Line.MEASURE)


def _contacts(canvas: Canvas, moment: Moment[Framed], contacts: Sequence[BodyContact]) -> None:
    """Contact points with their normals, or with their impulses: as long as they push, on both bodies alike."""
    few = len(contacts) <= _DOTS
    at = np.array([each.point for each in contacts]).reshape(-1, 2)
    ways = np.array([each.normal.direction for each in contacts]).reshape(-1, 2)
    if moment.index == MANIFOLD:
        ways = (16.0 if few else 10.0) * canvas.pixel * ways
        canvas.crowd(Ink.ANSWER, segments=np.concatenate((at, at + ways), axis=1))
    else:
        pushes = np.array([each.normal for each in moment.trace.result.impulses])
        ways = _LONGEST * pushes[:, None] / max(pushes.max(initial=0.0), 1e-12) * ways
        canvas.crowd(Ink.ANSWER, segments=np.concatenate((at - ways, at + ways), axis=1), line=Line.FEATURE)
        for point, way, push in zip(at, ways, pushes, strict=True) if few else ():
            side = 1.0 if point[0] >= at[:, 0].mean() else -1.0
            if push > 0.0:
                canvas.label(f"{push:.2f}", point + way, Ink.ANSWER, toward=(side, 0.3))
    for i, point in enumerate(at):
        if few:
            canvas.feature((point,), contact_mark(i), Ink.ANSWER)
        canvas.dot(point, Ink.ANSWER, Point.ANSWER if few and moment.index == MANIFOLD else Point.SMALL)


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


def _shared_cells(canvas: Canvas, scene: Framed) -> None:
    """The cells that two boxes or more cover."""
    left, low, right, high = (math.floor(each / scene.c) for each in scene.around)
    if max(right - left, high - low) < _LINES:
        held = np.zeros((right - left + 1, high - low + 1), dtype=np.intp)
        for box in scene.boxes:
            i, j, k, m = (math.floor(each / scene.c) for each in box)
            held[i - left : k - left + 1, j - low : m - low + 1] += 1
        x, y = np.nonzero(held >= 2)
        a, b, c, d = scene.c * np.array((left + x, low + y, left + x + 1, low + y + 1))
        halves = np.concatenate((np.stack((a, b, c, b, c, d), axis=1), np.stack((a, b, c, d, a, d), axis=1)))
        canvas.crowd(Ink.EXAMINED, triangles=halves, fill=0.13)


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
    if goes_wrong(moment):
        _boxes(canvas, scene, _members((*faulty.missed, *faulty.false)), Ink.FAULTY)
        overlaps(canvas, scene, faulty.false, Ink.FAULTY)
        _threads(canvas, scene, faulty.missed, Ink.FAULTY, Line.MEASURE)
        for i in _members(faulty.missed):
            canvas.dot(center(scene.boxes[i]), Ink.FAULTY, Point.SMALL)
    met = passed(moment) if moment.index == MOVE else None
    if met is not None:
        for i in (met.i, met.j):
            way = met.t / RATE * moment.trace.steps[SOLVER].after[i].velocity
            if way.any():
                canvas.stroke(_rings((scene.rigid[i],))[0] + way, Ink.ANSWER, closed=True, line=Line.DASHED)
                ring = _rings((scene.rigid[i],))[0] + way
                at = ring[ring[:, 1].argmin()]
                canvas.label(f"t = {met.t:.2f}", at, Ink.ANSWER, toward=(0.0, -1.0), style=TextStyle.BOLD)


def _legend(canvas: Canvas, moment: Moment[Framed]) -> None:
    """What is drawn, below it, also of bodies that move down."""
    drawn, (left, low, right, _) = list(ROWS[moment.index].drawn), moment.scene.around
    if goes_wrong(moment):
        words = "missed: centres in two cells" if moment.faulty.missed else "false contact: only boxes overlap"
        drawn[1 if moment.index > BROAD else 0 :] = [(words, Ink.FAULTY)]
    elif moment.index == NARROW and not moment.step.rejected:
        del drawn[1:]
    frames = frames_of(moment)
    if moment.index == BROAD:  # below the grid
        low = moment.scene.c * math.floor(low / moment.scene.c)
    elif moment.index == MOVE:
        moves = zip(moment.scene.boxes, moment.trace.steps[SOLVER].after, strict=True)
        low = min(low, *(box[1] + frames / RATE * each.velocity_xy[1] for box, each in moves))
    y = low - 22.0 * canvas.pixel
    for (words, ink), x, side in zip(drawn, (left, right), (1.0, -1.0), strict=False):
        more = f": moves drawn × {frames}" if ink is Ink.EXAMINED and moment.index == MOVE and frames > 1 else ""
        canvas.label(words + more, (x, y), ink, toward=(side, 0.0), fixed=True)
