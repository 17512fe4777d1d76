"""The figure of a frame: the world with what the stage works on. The funnel beside it is `pipeline_funnel`."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from geometry.broadphase.structure import Pair
from geometry.contact.manifold import manifold
from geometry.dynamics.body import RigidBody
from geometry.dynamics.contacts import BodyContact
from geometry.faulty.pipeline import FaultyFrame
from geometry.feature import FeatureKind, FeatureRef
from geometry.outcome import Outcome
from geometry.shape import boundary
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.vector import Points
from lessons.broadphase.boxes import center
from lessons.broadphase.boxes_figure import draw_outlines, overlaps
from lessons.broadphase.pipeline_scene import RATE, Framed, box_shape, moved_by
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment

BOXES, BROAD, BOX_TEST, NARROW, MANIFOLD, SOLVER, MOVE = range(7)
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
    Row("Integration", "new poses", Ink.TEXT, (7,), (("before", Ink.QUIET), ("velocity v", Ink.EXAMINED))),
)  # fmt: skip


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


def contact_mark(i: int) -> FeatureRef:
    """A contact point as something to click."""
    return FeatureRef(f"contact point {i + 1}", FeatureKind.PART)


def wrong_counts(moment: Moment[Framed]) -> dict[int, int]:
    """What a faulty frame leaves, where that differs: by its contacts, which are those of the boxes for a pair whose
    shapes are apart."""
    faulty, counts = moment.faulty, counts_of(moment)
    if not isinstance(faulty, FaultyFrame) or not (faulty.missed or faulty.false):
        return {}
    lost = {frozenset(pair) for pair in faulty.missed}
    points = sum(frozenset(c.id.pair[:2]) not in lost for c in moment.trace.steps[MANIFOLD].contacts)
    for pair in faulty.false:
        a, b = (box_shape(moment.scene.shapes[k].bounds()) for k in pair)
        points += len(manifold(a, b).points)
    found = {NARROW: len(faulty.reported), MANIFOLD: points, SOLVER: points, **dict(enumerate(faulty.kept, BROAD))}
    return {i: much for i, much in sorted(found.items()) if much != counts[i]}


def goes_wrong(moment: Moment[Framed]) -> bool:
    """Whether a faulty frame has left the right one at this stage or before."""
    return moment.index >= min(wrong_counts(moment), default=MOVE + 1)


def pushing(moment: Moment[Framed]) -> int:
    """The contact points with an impulse."""
    return sum(each.normal > 0.0 for each in moment.trace.result.impulses)


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
        way, at = np.zeros(2), center(scene.boxes[i])
        if stage == MOVE:  # with its body
            way = frames_of(moment) / RATE * moment.trace.steps[SOLVER].after[i].velocity
            gone = moment.trace.result.bodies[i].pose.position - scene.rigid[i].pose.position
            at = at + frames_of(moment) * moment.time * gone
        beside = (-way[1], way[0]) if np.hypot(*way) > 0.2 else None
        canvas.label(name, at, Ink.A, toward=beside, style=TextStyle.BOLD)
    _faulty(canvas, moment)
    _legend(canvas, moment)


def _moves(canvas: Canvas, moment: Moment[Framed], rings: Sequence[Points]) -> None:
    """The bodies on their way from the start of the frame to its end, and their new velocities and corrections; in
    pink those that a faulty frame moves elsewhere."""
    scene, frames, solved = moment.scene, frames_of(moment), moment.trace.steps[SOLVER]
    _outlines(canvas, rings, range(scene.count), Ink.GHOST, 0.0)

    def moved(bodies: Sequence[RigidBody]) -> list[Points]:
        return [_moved(*each, frames * moment.time) for each in zip(rings, scene.rigid, bodies, strict=True)]

    ends = moved(moment.trace.result.bodies)
    meeting = _members(moment.trace.steps[NARROW].pairs) if scene.is_crowd else range(scene.count)
    _outlines(canvas, ends, meeting, Ink.A, 0.2)
    _outlines(canvas, ends, sorted({*range(scene.count)} - {*meeting}), Ink.A, 0.04)
    if goes_wrong(moment):
        _outlines(canvas, moved(moved_by(scene, moment.faulty.reported)), elsewhere(moment), Ink.FAULTY, 0.0)
        return
    starts = np.array([body.pose.position for body in scene.rigid])
    ways = frames / RATE * np.array([each.velocity_xy for each in solved.after])
    canvas.crowd(Ink.EXAMINED, segments=np.concatenate((starts, starts + ways), axis=1), line=Line.MEASURE)
    steps = frames * np.array([each.velocity_xy for each in solved.moves])
    pushed = np.hypot(*steps.T) > 0.02 if not scene.is_crowd else np.zeros(scene.count, dtype=bool)
    for start, step in zip((starts + ways)[pushed], steps[pushed], strict=True):
        canvas.stroke((start, start + step), Ink.ANSWER, line=Line.MEASURE)
        canvas.label("p", start + step, Ink.ANSWER, toward=step, style=TextStyle.BOLD)


def elsewhere(moment: Moment[Framed]) -> list[int]:
    """The bodies that a faulty frame moves by more than a thousandth more, or less, or elsewhere."""
    wrong = moved_by(moment.scene, moment.faulty.reported)
    pairs = enumerate(zip(moment.trace.result.bodies, wrong, strict=True))
    return [i for i, (a, b) in pairs if np.hypot(*(a.pose.position - b.pose.position)) > 1e-3]


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
    """Of how many frames a line of velocity shows the way: ten, in a crowd four, unless that leaves the figure."""
    fastest = max(float(np.hypot(*each.velocity_xy)) for each in moment.trace.steps[SOLVER].after)
    return (4 if moment.scene.is_crowd else 10) if 10.0 * fastest / RATE < 4.0 else 1


def furthest(before: Sequence[RigidBody], after: Sequence[RigidBody]) -> float:
    """How far a body goes at most."""
    return max(float(np.hypot(*(b.pose.position - a.pose.position))) for a, b in zip(before, after, strict=True))


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


def borders(scene: Framed, pairs: Collection[Pair]) -> list[tuple[float, float, float, float]]:
    """The borders of cells between the centres of two boxes each, as long as a cell's side."""
    found, c = set(), scene.c
    for pair in pairs:
        (i, j), (k, m) = (np.floor(np.array(center(scene.boxes[body])) / c).astype(int).tolist() for body in pair)
        found |= {(x, y, x, y + 1) for x in range(min(i, k) + 1, max(i, k) + 1) for y in {j, m}}
        found |= {(x, y, x + 1, y) for y in range(min(j, m) + 1, max(j, m) + 1) for x in {i, k}}
    return [(c * left, c * low, c * right, c * high) for left, low, right, high in sorted(found)]


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
    if goes_wrong(moment) and moment.index < MOVE:  # which shows where it moves the bodies
        if faulty.missed:
            draw_grid(canvas, scene, scene.c)
            canvas.crowd(Ink.FAULTY, segments=borders(scene, faulty.missed), line=Line.FEATURE)
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
        if moment.index == MOVE:
            words = f"moved by this rule: × {frames_of(moment)}"
        drawn[1 if moment.index > BROAD else 0 :] = [(words, Ink.FAULTY)]
    elif moment.index == NARROW and not moment.step.rejected:
        del drawn[1:]
    elif moment.index == MOVE and furthest(moment.scene.rigid, moment.trace.result.bodies) < 1e-3:
        return
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
