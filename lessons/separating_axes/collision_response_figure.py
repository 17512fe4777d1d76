"""The figure of pushing apart: the bodies with what overlaps; beside them the pile of a faulty rule or of more
iterations."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Vector, separation, support
from geometry.contact.relaxation import OverlapFound, PairPushed, PileSettled, RoundDone, SlopLeft
from geometry.shape import boundary
from lessons.separating_axes.collision_response_gap import OUT, draw_gap, draw_half, draw_moves, draw_room
from lessons.separating_axes.collision_response_room import draw_depth, draw_pair, faces, is_clear
from lessons.separating_axes.collision_response_scene import HALVES, OVER
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

PAIRWISE = (OverlapFound, SlopLeft, PairPushed)  # steps on one pair
RED, PALE_RED = 0.75, 0.3  # opacity of an overlap: in a pile, and of the one pair that a step is about
MOST_SUNK = 0.3  # that a letter makes room for
MOST_DECIMALS = 3  # of a depth
SEEN = 6.0  # pixels: a slop that is shorter in the figure is not measured there
CLEAR = 20.0  # pixels from a body to the middle of the words beside it, and from there to other bodies
SIDES = (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0)  # for words about a body, the best first
NUMBERED = 1.1  # to the right of a pile, for the depths of its pairs
LEAST_BAR = 30.0  # pixels: a push that is shorter is not shown as a divided bar


def moves_of(moment: Moment[Any]) -> tuple[Vector, ...]:
    """How far each body has been moved, as this step shows it."""
    step = moment.step
    found: tuple[Vector, ...] = step.overlap.moved if isinstance(step, SlopLeft) else step.moved
    return found


def decimals_of(moment: Moment[Any]) -> int:
    """Of every depth after an iteration: as many as tell the deepest ones from the slop. A frame changes little."""
    scene, step = moment.scene, moment.step
    if isinstance(step, PAIRWISE) or not scene.slop:
        return 2
    deepest = [step.deepest for step in moment.trace if isinstance(step, RoundDone | PileSettled)]
    near = [depth for depth in deepest if depth > scene.slop + 1e-9 and fixed(depth) == fixed(scene.slop)]
    told = any(fixed(depth, MOST_DECIMALS) != fixed(scene.slop, MOST_DECIMALS) for depth in near)
    return MOST_DECIMALS if scene.fall or told else 2


def decimals_of_shares(step: PairPushed) -> int:
    """Of a push and the two moves that it is divided into: as many as let the moves add up to it."""
    moves = [float(np.hypot(*move)) for move in (step.move_first, step.move_second)]
    hundredths = [round(100.0 * length) for length in (*moves, sum(moves))]
    return 2 if sum(hundredths[:2]) == hundredths[2] else MOST_DECIMALS


def round_of(moment: Moment[Any]) -> int:
    """How many iterations are over."""
    step = moment.step
    return step.round if isinstance(step, RoundDone) else step.rounds if isinstance(step, PileSettled) else 0


def rounds_told(moment: Moment[Any]) -> tuple[str, int]:
    """The iterations that a row of the table is about, and how many pairs they push: no iteration is left out, but
    of a pile that falls, whose frames are many."""
    count, word = round_of(moment), moment.scene.word
    before = max((s.round for s in moment.trace.steps[: moment.index] if isinstance(s, RoundDone)), default=0)
    is_one = bool(moment.scene.fall) or count - before <= 1
    first = count if is_one else before + 1
    pushed = sum(s.pushed for s in moment.scene.full if isinstance(s, RoundDone) and first <= s.round <= count)
    return f"{word} {count}" if is_one else f"{word}s {first} to {count}", pushed


def faulty_state(moment: Moment[Any]) -> tuple[float, tuple[Vector, ...]]:
    """The greatest overlap and the moves that the faulty rule has come to."""
    found: tuple[float, tuple[Vector, ...]] = moment.faulty[min(round_of(moment), len(moment.faulty) - 1)]
    return found


def others_state(moment: Moment[Any]) -> tuple[float, tuple[Vector, ...]]:
    """The same of the pile with more iterations a frame."""
    found: tuple[float, tuple[Vector, ...]] = moment.scene.others[round_of(moment)]
    return found


def wrongly_moved(moment: Moment[Any]) -> tuple[Vector, Vector] | None:
    """How the faulty rule moves the pair of the first push; None where it moves them as the right one does, and at
    later steps, before which both have come apart."""
    step, items = moment.step, moment.scene.items
    if not moment.compare or not isinstance(step, PairPushed) or moment.first(PairPushed) is not step:
        return None
    one, other = items[step.first].weight, items[step.second].weight
    if moment.compare == OVER:
        return (1.02 * step.move_first, 1.02 * step.move_second) if one == other > 0.0 else None
    push = step.move_second - step.move_first
    if (one and other) or not push.any():
        return None
    return (-0.5 * push if one else step.move_first, 0.5 * push if other else step.move_second)


def _wrongly_placed(moment: Moment[Any], moves: tuple[Vector, Vector]) -> list[Convex]:
    """The pair of the first push where the faulty rule has moved it."""
    step, placed = moment.step, moment.scene.placed(moves_of(moment))
    before = (placed[step.first].moved(-step.move_first), placed[step.second].moved(-step.move_second))
    return [shape.moved(by) for shape, by in zip(before, moves, strict=True)]


def left_by(moment: Moment[Any], moves: tuple[Vector, Vector]) -> str:
    """What the faulty rule leaves of the pair of the first push."""
    gap = separation(*_wrongly_placed(moment, moves))
    return f"{fixed(gap)} apart" if gap > 1e-9 else f"still {fixed(-gap, MOST_DECIMALS)} deep"


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    scene, step = moment.scene, moment.step
    is_pair = isinstance(step, PAIRWISE)
    shown = moves_of(moment)
    placed = scene.placed(shown)
    _draw_pile(canvas, moment, placed, shown, weighed=is_pair)
    if scene.fall and not moment.compare:  # where the bodies were at the start: how far the pile has sunk
        for item, shape in zip(scene.items, scene.shapes, strict=True):
            if item.weight:
                marks.ghost(canvas, shape, item.ink, Line.START)
    if isinstance(step, PairPushed):
        _draw_shares(canvas, moment, placed, step)
        if (moves := wrongly_moved(moment)) is not None:
            ghosts = _wrongly_placed(moment, moves)
            for ghost, move in zip(ghosts, moves, strict=True):
                if move.any():
                    marks.ghost(canvas, ghost, Ink.FAULTY, Line.DOTTED)
            if moment.compare == OVER:
                both = zip(ghosts, moves, strict=True)
                draw_moves(canvas, [ghost.centroid - move for ghost, move in both], moves)
            corner = support(ghosts[1], np.array((-1.0, 0.1))).point
            pair = "" if moment.compare == OVER else f"{scene.pair(step.first, step.second)}: "
            words = pair + left_by(moment, moves)
            canvas.label(words, corner, Ink.FAULTY, toward=(-1.0, 0.4), style=TextStyle.BOLD, leader=True)
    elif is_pair:
        if isinstance(step, SlopLeft):  # room for the bodies where the push may put them, which is asked
            for i, way in ((step.overlap.first, -step.push), (step.overlap.second, step.push)):
                canvas.area(
                    boundary(placed[i].moved(way * step.overlap.normal), canvas.pixel),
                    scene.items[i].ink,
                    opacity=0.0,
                )
        _draw_push(canvas, placed, step)
    if is_pair:
        here = pair_of(moment)
        found = next((each for each in scene.overlaps(shown) if each[:2] == here), None)
        if len(scene.order) > 1 and found is not None:
            draw_pair(canvas, placed[found.first], placed[found.second], found, scene.order[here])
    elif moment.compare and not has_own_view(moment):
        _draw_in_world(canvas, moment, placed)
    if moment.compare == HALVES and not is_pair:
        draw_half(canvas, moment, placed, 1.0, Ink.ANSWER)
    if isinstance(step, PileSettled) and not moment.compare:
        draw_room(canvas, scene, shown)


def has_own_view(moment: Moment[Any]) -> bool:
    """Whether a second pile has a view of its own: of a pile that falls, which is told in whole frames."""
    scene = moment.scene
    return bool(scene.fall and (moment.compare or scene.others) and not isinstance(moment.step, PAIRWISE))


def draw_beside(canvas: Canvas, moment: Moment[Any]) -> None:
    """The second pile in a view of its own; where there is none, that view is not shown."""
    if has_own_view(moment):
        _draw_other(canvas, moment, np.zeros(2))
    else:
        draw_world(canvas, moment)


def _draw_in_world(canvas: Canvas, moment: Moment[Any], placed: list[Convex]) -> None:
    """The bodies of a faulty rule beside those of the right one, with words below each."""
    low, high = _box([*placed, *moment.scene.shapes])
    aside = np.array((1.6 * (high[0] - low[0]), 0.0))
    _draw_other(canvas, moment, aside)
    for words, ink, by in (("by inverse mass", Ink.TEXT, 0.0 * aside), (moment.compare, Ink.FAULTY, aside)):
        at = (0.5 * (low[0] + high[0]), low[1] - 26.0 * canvas.pixel) + by
        canvas.label(words, at, ink, style=TextStyle.BOLD, fixed=True)


def _draw_other(canvas: Canvas, moment: Moment[Any], aside: Vector) -> None:
    """The pile of a faulty rule, which is known after whole iterations, or of more iterations a frame."""
    scene = moment.scene
    moved = faulty_state(moment)[1] if moment.compare else others_state(moment)[1]
    others = [shape.moved(aside) for shape in scene.placed(moved)]
    ink = Ink.FAULTY if moment.compare else Ink.OVERLAP
    _draw_pile(canvas, moment, others, moved, ink=ink, numbered=not has_own_view(moment))
    right = scene.placed(moves_of(moment))
    there = right if moment.compare else scene.shapes  # where the right rule puts it; where it fell from
    for item, shape in zip(scene.items, there, strict=True):
        if item.weight:
            marks.ghost(canvas, shape.moved(aside), Ink.TEXT if moment.compare else item.ink, Line.START)
    if moment.compare == OVER and round_of(moment) and scene.first is not None:
        draw_gap(canvas, others, scene.first.normal)
    if moment.compare == HALVES:
        draw_half(canvas, moment, others, 0.5, Ink.FAULTY)


def _box(shapes: list[Convex]) -> tuple[Vector, Vector]:
    boxes = [shape.bounds() for shape in shapes]
    return np.min([each.low for each in boxes], axis=0), np.max([each.high for each in boxes], axis=0)


def _draw_pile(
    canvas: Canvas,
    moment: Moment[Any],
    placed: list[Convex],
    moved: tuple[Vector, ...],
    *,
    weighed: bool = False,
    ink: Ink = Ink.OVERLAP,
    numbered: bool = True,
) -> None:
    """The bodies, what overlaps in red, and how deep, in the ink of the rule that is shown."""
    scene = moment.scene
    if has_own_view(moment):  # both views hold as much: the start of the pile, too
        low, high = _box(list(scene.shapes))
        high = high + (NUMBERED, 0.0)
        canvas.area((low, (high[0], low[1]), high, (low[0], high[1])), ink, opacity=0.0)
    stays = bool(scene.fall) and bool(moment.compare or scene.others)  # alike in both piles
    for i, (item, shape) in enumerate(zip(scene.items, placed, strict=True)):
        letter = "" if item.field == "ground" else item.name
        pair = pair_of(moment) if weighed else ()
        own = Ink.FAULTY if ink is Ink.FAULTY and item.weight else item.ink
        at = _letter(moment, item, shape)
        if stays and item.weight:  # in the middle of what neither the body below nor the one above covers
            hidden = sum(each.depth * ((each.second == i) - (each.first == i)) for each in scene.overlaps(moved))
            at = shape.centroid + (0.0, 0.5 * min(max(hidden, -MOST_SUNK), MOST_SUNK))
        marks.shape(canvas, shape, own, letter, numbered=False, letter_at=at, letter_stays=stays)
        is_weighed = i in pair and not isinstance(moment.step, OverlapFound)  # before it nothing asks for a mass
        if is_weighed and item.weight:
            words = item.mass
            if isinstance(moment.step, PairPushed):
                words = f"${item.symbol}$ = {fixed(item.weight)}"
            at, way = _beside(canvas, shape, placed)
            canvas.label(words, at, item.ink, toward=way)
        elif not item.weight:
            box = shape.bounds()
            at = np.array((shape.centroid[0], box.low[1]))
            if not letter:  # at the right end, where no pile sinks, and below the line of a depth
                at = np.array((box.high[0], shape.centroid[1] - 0.25 * (box.high[1] - box.low[1])))
            words = "static" if letter or has_own_view(moment) else "ground, static"
            words = f"{words}: ${item.symbol}$ = 0" if isinstance(moment.step, PairPushed) else words
            side = (0.0, -1.0) if letter else (-1.0, 0.0)
            inside = has_own_view(moment) and not letter
            canvas.label(words, at, Ink.QUIET, toward=side, style=TextStyle.CAPTION, fixed=inside)
    found = scene.overlaps(moved)
    for each in found:
        a, b = placed[each.first], placed[each.second]
        if not weighed:
            _draw_overlap(canvas, a, b, RED)
            if float(told := fixed(each.depth, decimals_of(moment))):
                style = TextStyle.BOLD if each is found[0] else TextStyle.LABEL
                draw_depth(canvas, a, b, each, _numbered(scene, each, told) if numbered else told, ink, style)
        elif each[:2] == pair_of(moment) or isinstance(moment.step, PairPushed):  # what a push has caused, too
            _draw_overlap(canvas, a, b, PALE_RED)
            if isinstance(moment.step, PairPushed) and each is found[0]:  # the one that the words tell
                told = fixed(each.depth, decimals_of_shares(moment.step))
                words = told if each[:2] == pair_of(moment) else _numbered(scene, each, told)
                draw_depth(canvas, a, b, each, words, ink, TextStyle.BOLD)


def _numbered(scene: Any, each: Any, told: str) -> str:
    """A depth after the place of its pair in the order of the pushes, if that has several."""
    number = scene.order.get(each[:2])
    return f"pair {number}: {told}" if number and len(scene.order) > 1 else told


def _letter(moment: Moment[Any], item: Any, shape: Convex) -> Vector | None:
    """Where a body's letter stands: beside the arrow of its move, on the side where its name does not stand."""
    step = moment.step
    if not isinstance(step, PairPushed):
        return None
    items, pair = moment.scene.items, ((step.first, step.move_first), (step.second, step.move_second))
    move = next((move for i, move in pair if items[i] is item), None)
    if move is None or not move.any():
        return None
    side = _upper(move)
    reach = float((support(shape, -side).point - shape.centroid) @ -side)
    at: Vector = shape.centroid - 0.5 * move - 0.5 * reach * side
    return at


def _upper(move: Vector) -> Vector:
    """The side of an arrow on which its name stands: above it; right of a vertical one."""
    side = np.array((-move[1], move[0])) / math.hypot(*move)
    return side if side[1] + 0.01 * side[0] > 0.0 or abs(side[1]) < 0.1 < side[0] else -side


def pair_of(moment: Moment[Any]) -> tuple[int, int]:
    """The bodies that this step is about."""
    step = moment.step.overlap if isinstance(moment.step, SlopLeft) else moment.step
    return step.first, step.second


def _beside(canvas: Canvas, shape: Convex, placed: list[Convex]) -> tuple[Vector, Vector]:
    """Where the words about a body stand, and on which side: the first that no other body takes."""
    others = [other for other in placed if other is not shape]
    for x, y in SIDES:
        way = np.array((x, y))
        at = shape.centroid + float((support(shape, way).point - shape.centroid) @ way) * way
        if is_clear(others, at + CLEAR * canvas.pixel * way, CLEAR * canvas.pixel):
            return at, way
    return support(shape, np.array((0.0, -1.0))).point, np.array((0.0, -1.0))


def _draw_overlap(canvas: Canvas, a: Convex, b: Convex, opacity: float) -> None:
    """Where both shapes are: behind every edge of both outlines."""
    points, normals = zip(*(faces(shape, canvas.pixel) for shape in (a, b)), strict=True)
    canvas.region(np.concatenate(points), np.concatenate(normals), Ink.OVERLAP, opacity)


def _draw_push(canvas: Canvas, placed: list[Convex], step: OverlapFound | SlopLeft) -> None:
    """The whole push, from where the second body is deepest; of the slop, what is left of the depth."""
    found = step.overlap if isinstance(step, SlopLeft) else step
    push = step.push if isinstance(step, SlopLeft) else found.depth
    start, n = support(placed[found.second], -found.normal).point, found.normal
    tip = start + push * n
    if isinstance(step, SlopLeft):
        if step.slop > SEEN * canvas.pixel and found.depth > step.slop:
            end, below = tip + step.slop * n, 15.0 * canvas.pixel * np.array((n[1], -n[0]))
            measures.measure(canvas, tip + below, end + below, Ink.TEXT)
            canvas.label(f"slop **{fixed(step.slop)}**", 0.5 * (tip + end) + 1.3 * below, Ink.TEXT, toward=below)
        canvas.glow((start, tip), Ink.ANSWER)
        measures.vector_arrow(canvas, start, push * n, Ink.ANSWER, r"\boldsymbol d")
    else:
        canvas.glow((start, tip), Ink.OVERLAP)
        measures.vector_arrow(canvas, start, push * n, Ink.OVERLAP)
        pair = placed[found.first], placed[found.second]
        draw_depth(canvas, *pair, found, f"depth {fixed(push)}", Ink.OVERLAP, TextStyle.BOLD, measured=False)
    measures.unit_arrow(canvas, tip, n, r"\hat n")


def _draw_shares(canvas: Canvas, moment: Moment[Any], placed: list[Convex], step: PairPushed) -> None:
    """Where both were, and how far each has gone: from its old centre to its new one."""
    for i, move in ((step.first, step.move_first), (step.second, step.move_second)):
        item, length = moment.scene.items[i], float(np.hypot(*move))
        if length > 0.0:
            marks.ghost(canvas, placed[i].moved(-move), item.ink, Line.START)
            centre = placed[i].centroid
            canvas.dot(centre - move, item.ink, Point.SMALL)
            canvas.arrow(centre - move, centre, Ink.ANSWER, line=Line.FEATURE)
            words = rf"$\lVert\boldsymbol d_{item.name}\rVert$ = **{fixed(length, decimals_of_shares(step))}**"
            canvas.label(words, centre - 0.5 * move, Ink.ANSWER, toward=_upper(move))
    _draw_split(canvas, moment, placed, step)


def _draw_split(canvas: Canvas, moment: Moment[Any], placed: list[Convex], step: PairPushed) -> None:
    """The push as one length, divided at the shares: the first body's part and the second's, each with its fraction,
    on the side of the pair where no other body is."""
    items = [moment.scene.items[i] for i in (step.first, step.second)]
    lengths = [float(np.hypot(*move)) for move in (step.move_first, step.move_second)]
    push = sum(lengths)
    if push < LEAST_BAR * canvas.pixel:
        return
    n = (step.move_second - step.move_first) / push
    pair = [placed[i] for i in (step.first, step.second)]
    steep = abs(n[1]) > abs(n[0])
    side = _left(n) if steep else _upper(n)  # where no weight of a body is written
    middle = 0.5 * (support(pair[0], n).point + support(pair[1], -n).point)
    middle = middle + (max(float(support(shape, side).point @ side) for shape in pair) - float(middle @ side)) * side
    start = middle + (2.0 if steep else 1.0) * OUT * canvas.pixel * side - 0.5 * push * n
    others = [shape for shape in placed if shape is not pair[0] and shape is not pair[1]]
    ends = (
        start - 3.0 * CLEAR * canvas.pixel * n,
        start + 0.5 * push * n,
        start + (push + 3.0 * CLEAR * canvas.pixel) * n,
    )
    if not all(is_clear(others, end, CLEAR * canvas.pixel) for end in ends):
        return  # no room
    split, end = start + lengths[0] * n, start + push * n
    for item, p, q, length, way in zip(items, (start, split), (split, end), lengths, (-n, n), strict=True):
        if length > 0.0:
            canvas.stroke((p, q), item.ink, line=Line.BAR)
        canvas.label(
            f"{item.name} **{fixed(length / push)}**", p if way is not n else q, item.ink, toward=way, fixed=True
        )
    measures.measure(canvas, start, end, Ink.ANSWER, off=math.copysign(12.0, float(n[0] * side[1] - n[1] * side[0])))
    canvas.label(
        rf"$\lVert\boldsymbol d\rVert$ = **{fixed(push, decimals_of_shares(step))}**",
        0.5 * (start + end) + 22.0 * canvas.pixel * side,
        Ink.ANSWER,
        toward=side,
        fixed=True,  # beyond the bracket, also where a title is near: a leader would cross the bar
    )


def _left(n: Vector) -> Vector:
    """The side of an upright push on the left."""
    side = np.array((-n[1], n[0]))
    return side if side[0] < 0.0 else -side
