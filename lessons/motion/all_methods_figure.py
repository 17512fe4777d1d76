"""Seven bodies in step, each stopped where its method believes that the impact is, and what each is drawn of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import methodcaller
from typing import NamedTuple

import numpy as np

from geometry import Convex, Outcome, gjk
from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import boundary
from geometry.time_of_impact.comparison import MethodAsked, MethodsCompared, MotionMethod, Verdict
from geometry.vector import Vector, following
from lessons.motion import all_methods_costs as costs
from lessons.motion import all_methods_letters as letters
from lessons.motion.all_methods_scene import (
    ADVANCEMENTS,
    CASTS,
    COLUMNS,
    FOOT,
    FROM_A,
    HEAD,
    NAMES,
    ROWS,
    Compared,
    way_of,
)
from lessons.stories.common import lines_outside
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Follow, Moment
from viz.lesson.mark import Pair
from viz.lesson.scene import Switch
from viz.lesson.text import counted, fixed

GROUND = 0.045  # opacity of the ground of a cell that is right
FAINT = 0.025  # opacity of each copy of a swept body
INSET = 3.0  # pixels between the lines of the board and the ground of a cell
ASIDE = 4.0  # pixels between a cell's side and its words
SMALL, LARGE = 0.6, 0.4  # opacity of an overlap in a cell and where a method stands alone
COARSE = 1.0  # pixels that the outline of an overlap may be off
TRUE = 0.14  # opacity of B as it is, where a cast has left out its turn
SAMPLE, ESTIMATE = 0.35, 0.6  # opacity of an outline at an instant at which a method looks
UNDER = 17.0  # pixels from the first line of words in a cell to the second
NARROW = 200.0  # and in a cell of less than so many a method's name and its time are short
CAPTION = 18.0  # and from a cell's lower side to the middle of its last line, at least
ABOVE = 13.0  # and from outlines to the name of what they moved by
WORTH = {
    Verdict.RIGHT: "right",
    Verdict.LATE: "late",
    Verdict.EARLY: "early",
    Verdict.MISSED: "missed hit",
    Verdict.IMAGINED: "false positive",
    Verdict.UNKNOWN: "not known",
}
BY_LUCK = "right, by luck"
LEAST = 0.005  # of the time: less has two digits more


class Cell(NamedTuple):
    """A method's place on the board, and its body at this time."""

    asked: MethodAsked
    shift: Vector  # from the first cell
    now: float
    is_done: bool
    drift: Vector  # of the frame that the cell is drawn in, over the whole motion: A's, or none
    a: Convex  # both bodies in the cell at this time
    b: Convex
    unturned: Convex  # B as a cast moves it, seen from A


def cell_at(scene: Compared, asked: MethodAsked, time: float, shift: Vector) -> Cell:
    """A method's body at a time: it stops where its method reports a hit, else at the end."""
    stop = 1.0 if asked.fraction is None else asked.fraction
    drift = scene.sweep_a.motion if asked.method in FROM_A else np.zeros(2)
    now = min(time, stop)
    (a, b), by = scene.placed(now), shift - now * drift
    if by.any():
        a, b = a.moved(by), b.moved(by)
    return Cell(asked, shift, now, time >= stop, drift, a, b, scene.b.world.moved(shift - now * scene.velocity))


def ink_of(asked: MethodAsked) -> Ink:
    return Ink.ANSWER if asked.verdict is Verdict.RIGHT else Ink.FAULTY


def reached(moment: Moment[Compared]) -> list[MethodAsked]:
    return [step for step in moment.seen if isinstance(step, MethodAsked)]


def worth(scene: Compared, asked: MethodAsked) -> str:
    """What an answer is worth, and the time by which it is late or early."""
    if asked.verdict is Verdict.RIGHT and not scene.is_safe(asked.method):
        return BY_LUCK
    told = WORTH[asked.verdict]
    if asked.fraction is None or asked.verdict in (Verdict.RIGHT, Verdict.UNKNOWN, Verdict.IMAGINED):
        return told
    truth = scene.trace.result.truth.fraction or 0.0
    off, shown = abs(asked.fraction - truth), abs(float(fixed(asked.fraction)) - float(fixed(truth)))
    return f"{told} by {fixed(shown) if min(off, shown) >= LEAST else fixed(off, 4)}"  # of both as they are shown


def draw_board(canvas: Canvas, moment: Moment[Compared]) -> None:
    """The motion in the first cell, and one cell for each method."""
    scene = moment.scene
    cells = [cell_at(scene, each, moment.time, cell_of(scene, each.method)) for each in reached(moment)]
    _grid(canvas, moment, cells)
    _motion(canvas, scene, moment.time)
    _trails(canvas, scene, cells)
    for cell in cells:
        _cell(canvas, scene, cell)
        if isinstance(moment.step, MethodsCompared) and cell.is_done:
            costs.draw_cost(canvas, scene, cell.asked, cell.shift, shade_of(scene, cell.asked))
    for method in list(MotionMethod)[len(cells) :]:
        _waiting(canvas, scene, method)
    if asks_marks(moment):
        for method in MotionMethod:
            if NAMES[method] in scene.marked:
                canvas.stroke(_corners(canvas, scene, method), Ink.INTERFACE, closed=True, line=Line.OUTLINE)


def _waiting(canvas: Canvas, scene: Compared, method: MotionMethod) -> None:
    """Both bodies where they start, in the cell of a method that comes later."""
    for body, ink in ((scene.a, Ink.A), (scene.b, Ink.B)):
        marks.ghost(canvas, body.world.moved(cell_of(scene, method)), ink, Line.START)


def is_marked(scene: Compared) -> bool:
    """Whether the methods that report the truth are to be marked: nothing meets, and B turns out of A's way so that
    the casts report a hit."""
    is_apart = scene.trace.result.truth.outcome is Outcome.SEPARATED
    return is_apart and scene.of(MotionMethod.LINEAR_CAST).verdict is Verdict.IMAGINED


def asks_marks(moment: Moment[Compared]) -> bool:
    """Whether a press on a cell marks it at this moment."""
    return moment.index == 0 and is_marked(moment.scene)


def take(moment: Moment[Compared], at: Vector) -> Follow | None:
    """A press on the cell of a method that is asked about marks it, or no longer."""
    if not (asks_marks(moment) and moment.is_open):
        return None
    (x, y), (w, h) = moment.scene.cell
    column, row = math.floor((at[0] - x) / w), math.floor((y + h - at[1]) / h)
    index = row * COLUMNS + column - 1  # of the method
    if not (0 <= column < COLUMNS and 0 <= row < ROWS and index > 0):
        return None
    return Switch(methodcaller("with_mark", NAMES[list(MotionMethod)[index]]))


def judged_cells(
    canvas: Canvas, scene: Compared, right: Sequence[MotionMethod], wrong: Sequence[MotionMethod]
) -> None:
    """The cells of an answer: white frames for right ones, a pink one with a cross for a wrong one."""
    for ink, methods in ((Ink.ANSWER, right), (Ink.FAULTY, wrong)):
        for method in methods:
            canvas.stroke(_corners(canvas, scene, method), ink, closed=True, line=Line.OUTLINE)
    for method in wrong:
        marks.cross(canvas, scene.cell[0] + cell_of(scene, method) + 0.5 * scene.cell[1], "", Ink.FAULTY)


def named(method: MotionMethod) -> str:
    """A cast within a sentence."""
    return NAMES[method].replace("Linear", "linear")


def _grid(canvas: Canvas, moment: Moment[Compared], cells: Sequence[Cell]) -> None:
    """Lines between the cells, a ground for those that are right, and what stands in each."""
    scene = moment.scene
    (x, y), (w, h) = scene.cell
    right, top, bottom = x + COLUMNS * w, y + h, y - (ROWS - 1) * h
    rows = [(x, top - i * h, right, top - i * h) for i in range(1, ROWS)]
    columns = [(x + i * w, bottom, x + i * w, top) for i in range(1, COLUMNS)]
    canvas.crowd(Ink.CONSTRUCTION, segments=(*rows, *columns), opacity=0.35)
    is_narrow = w < NARROW * canvas.pixel
    canvas.label("The motion", _corner(canvas, scene, 0, -1.0, 1.0), Ink.TEXT, toward=(1.0, 0.0),
                 style=TextStyle.BOLD, fixed=True)  # fmt: skip
    for index, method in enumerate(MotionMethod, start=1):
        is_reached = index <= len(cells)
        style = TextStyle.BOLD if is_reached and not is_narrow else TextStyle.CAPTION
        at = _corner(canvas, scene, index, -1.0, 1.0)
        ink = Ink.TEXT if is_reached else Ink.QUIET
        canvas.label(NAMES[method], at, ink, toward=(1.0, 0.0), style=style, fixed=True)
        if not is_reached:
            continue
        each, is_told = cells[index - 1].asked, cells[index - 1].is_done
        time = "no hit" if each.fraction is None else f"{'' if is_narrow else 't = '}{fixed(each.fraction)}"
        if is_told:
            at = _corner(canvas, scene, index, 1.0, 1.0)
            shade = shade_of(scene, each)
            canvas.label(time, at, shade, toward=(-1.0, 0.0), style=TextStyle.BOLD, fixed=True)
        if scene.moves_a and method in FROM_A:
            at = _corner(canvas, scene, index, -1.0, 1.0)
            at = at[0], at[1] - UNDER * canvas.pixel
            canvas.label("in A’s frame", at, Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
        corners = _corners(canvas, scene, method)
        is_compared = isinstance(moment.step, MethodsCompared)
        if is_compared and is_told and each.verdict is Verdict.RIGHT and scene.is_safe(method):
            canvas.area(corners, Ink.ANSWER, opacity=GROUND)


def _corners(canvas: Canvas, scene: Compared, method: MotionMethod) -> tuple[Pair, ...]:
    """Of a method's cell, just inside of its lines."""
    (x, y), (w, h) = scene.cell[0] + cell_of(scene, method), scene.cell[1]
    inset = INSET * canvas.pixel
    left, under, far, over = x + inset, y + inset, x + w - inset, y + h - inset
    return (left, under), (far, under), (far, over), (left, over)


def _corner(canvas: Canvas, scene: Compared, index: int, side: float, up: float) -> tuple[float, float]:
    """Where words begin (side −1), stand (0) or end (1), in a cell's first line (up 1) or last."""
    (x, y), (w, h) = scene.cell[0] + scene.shift(index), scene.cell[1]
    at = y + h * (1.0 - 0.55 * HEAD) if up > 0.0 else y + max(0.5 * FOOT * h, CAPTION * canvas.pixel)
    return x + w * (0.5 + 0.5 * side) - side * ASIDE * canvas.pixel, at


def _motion(canvas: Canvas, scene: Compared, t: float) -> None:
    """Both bodies where they start, the end of each dashed, and how they get there; thin where they are now."""
    way_of_b(canvas, scene.trail[1])
    pairs = (scene.a, scene.a_end, scene.sweep_a, Ink.A), (scene.b, scene.b_end, scene.sweep_b, Ink.B)
    for body, end, sweep, ink in pairs:
        if sweep.motion.any() or sweep.turn:
            marks.ghost(canvas, end.world, ink)
            if 0.0 < t < 1.0:
                canvas.stroke(outline_of(canvas, body.shape.at(sweep.at(t))), ink, closed=True, line=Line.THIN)
        marks.shape(canvas, body.world, ink)
        if sweep.motion.any():
            canvas.arrow(body.pose.position, end.pose.position, Ink.EXAMINED, line=Line.MEASURE)
    for body, ink in ((scene.a, Ink.A), (scene.b, Ink.B)) if canvas.is_pointed_at else ():
        marks.features(canvas, body.world, ink, ink.name, numbered=False)
    taken = (way_of(scene.a, scene.a_end),) if scene.moves_a else ()
    letters.letter_a(canvas, scene, scene.a.world, (scene.b_end.world, *taken))
    letters.letter_b(canvas, scene)
    words = turn_told(scene) or "no turn"
    canvas.label(words, _corner(canvas, scene, 0, -1.0, -1.0), Ink.B, toward=(1.0, 0.0), fixed=True)


def turn_told(scene: Compared) -> str:
    """How far B turns; nothing where it does not."""
    turn = math.degrees(scene.sweep_b.turn)
    return f"B turns by {fixed(abs(turn), 0)}°" if turn else ""


def way_of_b(canvas: Canvas, outlines: np.ndarray) -> None:
    """The whole way of B, each copy hardly there."""
    canvas.crowd(Ink.B, triangles=_fans(outlines), fill=FAINT)


def _trails(canvas: Canvas, scene: Compared, cells: Sequence[Cell]) -> None:
    """The ways of all bodies so far, each ink at once, and their outlines at the instants at which a method looks."""
    times, outlines = scene.trail
    for ink in (Ink.B, Ink.FAULTY):
        mine = [c for c in cells if (ink is Ink.FAULTY) == (c.is_done and ink_of(c.asked) is Ink.FAULTY)]
        ways = [_fans((outlines - times[:, None, None] * c.drift)[times < c.now] + c.shift) for c in mine]
        if ways:
            canvas.crowd(ink, triangles=np.vstack([way.reshape(-1, 6) for way in ways]), fill=FAINT)
    for cell in cells:
        if cell.asked.method is not MotionMethod.GJK_RAY_CAST:  # its steps are seen where it stands alone
            looks(canvas, scene, cell)


def looks(canvas: Canvas, scene: Compared, cell: Cell) -> None:
    """B's outline at the instants up to now at which a method looks at it, as far as B now does not hide it; as a GJK
    ray cast takes it, not turned."""
    times = np.array([t for t in cell.asked.instants if 0.0 < t < cell.now])
    if not len(times):
        return
    if cell.asked.method is MotionMethod.GJK_RAY_CAST:
        still = boundary(scene.b.world, marks.SMOOTH * canvas.pixel) + cell.shift
        shown, ink, opacity, over = (
            still - times[:, None, None] * scene.velocity,
            Ink.EXAMINED,
            ESTIMATE,
            cell.unturned,
        )
    else:
        shown, ink, opacity, over = scene.copies(times) + cell.shift, Ink.B, SAMPLE, cell.b
    sides = np.concatenate((shown, np.roll(shown, -1, axis=1)), axis=2).reshape(-1, 4)
    canvas.crowd(ink, segments=lines_outside(sides, outline_of(canvas, over)), opacity=opacity)


def _cell(canvas: Canvas, scene: Compared, cell: Cell) -> None:
    """The bodies at this time, or where the method stops them; then what its answer is worth."""
    marks.ghost(canvas, scene.b.world.moved(cell.shift), Ink.B, Line.START)
    if cell.asked.method is MotionMethod.RAY:
        ray(canvas, scene, cell)
    bodies(canvas, scene, cell)
    if cell.is_done:
        words = worth(scene, cell.asked)
        if cell.asked.method in ADVANCEMENTS:
            words += f": {counted(cell.asked.count, 'query')}"
        at = _corner(canvas, scene, list(MotionMethod).index(cell.asked.method) + 1, 1.0, -1.0)
        canvas.label(words, at, shade_of(scene, cell.asked), toward=(-1.0, 0.0), fixed=True)


def shade_of(scene: Compared, asked: MethodAsked) -> Ink:
    """Of the words for an answer: quiet where it is right by luck."""
    return Ink.QUIET if worth(scene, asked) == BY_LUCK else ink_of(asked)


def bodies(canvas: Canvas, scene: Compared, cell: Cell, *, is_named: bool = False) -> None:
    """Both bodies now, and once the method has stopped, B as the method believes it is: not turned, for a cast. Then
    what A and B have in common, or the gap between them, with its number if `is_named`."""
    asked = cell.asked
    a, b = cell.a, cell.b
    marks.shape(canvas, a, Ink.A)
    believed = cell.unturned if asked.method in CASTS and scene.turns else b
    if not cell.is_done:
        marks.shape(canvas, b, Ink.B)
        if believed is not b:
            marks.ghost(canvas, believed, Ink.EXAMINED, Line.DASHED)
        return
    is_right, ink = asked.verdict is Verdict.RIGHT, ink_of(asked)
    if believed is not b:
        canvas.area(outline_of(canvas, b), Ink.B, opacity=TRUE)
        canvas.stroke(outline_of(canvas, b), Ink.B, closed=True, line=Line.THIN)
    outline = outline_of(canvas, believed)
    canvas.area(outline, Ink.B if is_right else Ink.FAULTY, hatched=is_right and believed is b)
    if not is_right and asked.fraction is not None and asked.gap < 0.0:
        overlap(canvas, a, b, LARGE if is_named else SMALL)
    edge = shade_of(scene, asked)
    canvas.stroke(outline, edge, closed=True, line=Line.OUTLINE if is_right else Line.DOTTED)
    canvas.feature((b.centroid,), feature(asked.method), ink)
    is_apart = asked.fraction is not None and asked.gap > 0.0 and not is_right
    if is_apart:
        between(canvas, a, b, is_named=is_named, beside=believed)
    elif is_right and asked.outcome is Outcome.HIT:
        found = gjk(a, b)
        if found.on_a is not None and found.on_b is not None:
            canvas.dot((found.on_a + found.on_b) / 2.0, Ink.ANSWER, Point.ANSWER)


def ray(canvas: Canvas, scene: Compared, cell: Cell) -> None:
    """The path of B's centre, seen from A, and where the centre is now."""
    start = scene.b.pose.position + cell.shift
    canvas.stroke((start, start - scene.velocity), Ink.EXAMINED, line=Line.DASHED)
    canvas.dot(start - cell.now * scene.velocity, Ink.EXAMINED)


def overlap(canvas: Canvas, a: Convex, b: Convex, opacity: float = SMALL) -> None:
    """What A and B have in common."""
    outlines = [boundary(shape, COARSE * canvas.pixel) for shape in (a, b)]
    if min(map(len, outlines)) < 3:
        return
    ways = np.vstack([following(points) - points for points in outlines])
    canvas.region(np.vstack(outlines), np.stack((ways[:, 1], -ways[:, 0]), axis=1), Ink.OVERLAP, opacity)


def between(canvas: Canvas, a: Convex, b: Convex, *, is_named: bool = False, beside: Convex | None = None) -> None:
    """The gap of two bodies, or what they have in common; its number on the side away from what lies `beside`."""
    found = gjk(a, b)
    if found.distance <= 0.0 or found.on_a is None or found.on_b is None:
        overlap(canvas, a, b)
        return
    words = fixed(math.dist(found.on_a, found.on_b)) if is_named else ""
    (x, y), (u, v) = found.on_b - found.on_a, (beside or b).centroid - found.on_a
    side = -1.0 if beside is not None and x * v - y * u > 0.0 else 1.0
    measures.measure(canvas, found.on_a, found.on_b, Ink.GAP, words, side=side)


def outline_of(canvas: Canvas, shape: Convex) -> np.ndarray:
    return boundary(shape, marks.SMOOTH * canvas.pixel)


def _fans(outlines: np.ndarray) -> np.ndarray:
    """Convex outlines as triangles around their first point."""
    first = np.broadcast_to(outlines[:, :1], outlines[:, 2:].shape)
    return np.stack((first, outlines[:, 1:-1], outlines[:, 2:]), axis=2)


def feature(method: MotionMethod) -> FeatureRef:
    return FeatureRef(NAMES[method], FeatureKind.PART)


def cell_of(scene: Compared, method: MotionMethod) -> Vector:
    """From the cell of the motion to that of a method."""
    return scene.shift(list(MotionMethod).index(method) + 1)
