"""The figure of pushing apart: the bodies with what overlaps; beside them the pile of a faulty rule or of more
iterations."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Convex, Vector, separation, support
from geometry.contact.relaxation import OverlapFound, PairPushed, PileSettled, RoundDone, SlopLeft
from geometry.shape import boundary
from lessons.separating_axes.collision_response_gap import (
    BELOW_GROUND,
    draw_gap,
    draw_half,
    draw_more,
    draw_moved,
    draw_moves,
    draw_room,
)
from lessons.separating_axes.collision_response_room import CLEAR, draw_depth, draw_pair, faces, is_clear
from lessons.separating_axes.collision_response_scene import HALVES, OVER
from lessons.separating_axes.collision_response_shares import MOST_DECIMALS, decimals_of_shares, draw_shares, upper
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

PAIRWISE = (OverlapFound, SlopLeft, PairPushed)  # steps on one pair
RED, PALE_RED = 0.75, 0.3  # opacity of an overlap: in a pile, and of the one pair that a step is about
MOST_SUNK = 0.3  # that a letter makes room for
SEEN = 6.0  # pixels: a slop that is shorter in the figure is not measured there
SIDES = (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0)  # for words about a body, the best first
NUMBERED = 1.1  # to the right of a pile, for the depths of its pairs
HALF_STATIC = 18.0  # pixels: half of the word's width


def moves_of(moment: Moment[Any]) -> tuple[Vector, ...]:
    """How far each body has been moved, as this step shows it."""
    step = moment.step
    found: tuple[Vector, ...] = step.overlap.moved if isinstance(step, SlopLeft) else step.moved
    return found


def decimals_of(moment: Moment[Any]) -> int:
    """Of every depth after an iteration: as many as tell the deepest ones from the slop. A frame changes little."""
    scene, step = moment.scene, moment.step
    if scene.fall:
        return MOST_DECIMALS
    if isinstance(step, PAIRWISE) or not scene.slop:
        return 2
    deepest = [step.deepest for step in moment.trace if isinstance(step, RoundDone | PileSettled)]
    near = [depth for depth in deepest if depth > scene.slop + 1e-9 and fixed(depth) == fixed(scene.slop)]
    told = any(fixed(depth, MOST_DECIMALS) != fixed(scene.slop, MOST_DECIMALS) for depth in near)
    return MOST_DECIMALS if told else 2


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
    is_pair = isinstance(step, PAIRWISE) and not scene.fall
    shown = moves_of(moment)
    placed = scene.placed(shown)
    _draw_pile(canvas, moment, placed, shown, weighed=is_pair)
    if isinstance(step, PairPushed) and scene.fall:
        draw_moved(canvas, scene, step, MOST_DECIMALS)
    elif scene.fall and not moment.compare:  # where the bodies were at the start: how far the pile has sunk
        for item, shape in zip(scene.items, scene.shapes, strict=True):
            if item.weight:
                marks.ghost(canvas, shape, item.ink, Line.START)
    if isinstance(step, PairPushed) and is_pair:
        draw_shares(canvas, moment, placed, step)
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
    if moment.compare == HALVES and not is_pair:
        draw_half(canvas, moment, placed, 1.0, Ink.ANSWER)
    if isinstance(step, PileSettled) and not moment.compare:
        draw_room(canvas, scene, shown)


def has_own_view(moment: Moment[Any]) -> bool:
    """Whether a second pile has a view of its own: of a faulty rule, known after whole iterations; of a pile that
    falls, told in whole frames."""
    scene = moment.scene
    return bool(moment.compare or (scene.fall and scene.others)) and not isinstance(moment.step, PAIRWISE)


def in_a_frame(moment: Moment[Any]) -> bool:
    """Whether the chart is about the pushes of the first frame: as long as they are told, and at its end."""
    step = moment.step
    if moment.scene.frame is None or isinstance(step, PAIRWISE):
        return moment.scene.frame is not None
    return not moment.compare and isinstance(step, RoundDone) and step.round == 1


def draw_beside(canvas: Canvas, moment: Moment[Any]) -> None:
    """The second pile in a view of its own; where there is none, that view is not shown."""
    if has_own_view(moment):
        _draw_other(canvas, moment)
    else:
        draw_world(canvas, moment)


def _draw_other(canvas: Canvas, moment: Moment[Any]) -> None:
    """The pile of a faulty rule, which is known after whole iterations, or of more iterations a frame."""
    scene = moment.scene
    moved = faulty_state(moment)[1] if moment.compare else others_state(moment)[1]
    others = scene.placed(moved)
    ink = Ink.FAULTY if moment.compare else Ink.OVERLAP
    _draw_pile(canvas, moment, others, moved, ink=ink, numbered=False)
    right = scene.placed(moves_of(moment))
    there = right if moment.compare else scene.shapes  # where the right rule puts it; where it fell from
    for item, shape in zip(scene.items, there, strict=True):
        if item.weight:
            marks.ghost(canvas, shape, Ink.TEXT if moment.compare else item.ink, Line.START)
    if moment.compare == OVER and round_of(moment) and scene.first is not None:
        draw_gap(canvas, others, scene.first.normal)
    if moment.compare == HALVES:
        draw_half(canvas, moment, others, 0.5, Ink.FAULTY)
        if scene.items[0].field == "ground":
            draw_more(canvas, others, right, _more(moment), decimals_of(moment))


def _more(moment: Moment[Any]) -> float:
    """How much deeper A is in the ground by the faulty rule, from the depths as they are told."""
    scene, digits = moment.scene, decimals_of(moment)
    right, wrong = (
        float(fixed(scene.depth_of((0, 1), moved), digits)) for moved in (moves_of(moment), faulty_state(moment)[1])
    )
    return wrong - right


def _box(shapes: list[Convex]) -> tuple[Vector, Vector]:
    boxes = [shape.bounds() for shape in shapes]
    return np.min([each.low for each in boxes], axis=0), np.max([each.high for each in boxes], axis=0)


def _hold_room(canvas: Canvas, moment: Moment[Any], placed: list[Convex], ink: Ink) -> None:
    """Both views hold as much: the start of the pile, too."""
    if not has_own_view(moment):
        return
    scene = moment.scene
    low, high = _box([*scene.shapes, *placed])
    if scene.fall:
        high = high + (NUMBERED, 0.0)
    if moment.compare == HALVES:
        low = low - (0.0, BELOW_GROUND * canvas.pixel)
    canvas.area((low, (high[0], low[1]), high, (low[0], high[1])), ink, opacity=0.0)


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
    _hold_room(canvas, moment, placed, ink)
    stays = bool(scene.fall) and bool(moment.compare or scene.others)  # alike in both piles
    is_beside = has_own_view(moment)
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
            words = "static" if letter or is_beside else "ground, static"
            words = (
                f"{words}: ${item.symbol}$ = 0" if isinstance(moment.step, PairPushed) and not scene.fall else words
            )
            side = (0.0, -1.0) if letter else (-1.0, 0.0)
            inside = is_beside and not letter
            if inside and moment.compare == HALVES:  # clear of how much deeper A is
                at, side = np.array((box.high[0] - HALF_STATIC * canvas.pixel, box.low[1])), (0.0, -1.0)
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
    side = upper(move)
    reach = float((support(shape, -side).point - shape.centroid) @ -side)
    at: Vector = shape.centroid - 0.5 * move - 0.5 * reach * side
    return at


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
