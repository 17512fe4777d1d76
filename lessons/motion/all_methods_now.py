"""One method at a time, large: the motion, what the method sees of it, and where it stops B."""

from __future__ import annotations

import math

import numpy as np

from geometry import Convex, Outcome
from geometry.time_of_impact.comparison import MethodAsked, MotionMethod, Verdict
from geometry.vector import Vector, following, length
from lessons.motion import all_methods_figure as figure
from lessons.motion import all_methods_letters as letters
from lessons.motion.all_methods_figure import Cell
from lessons.motion.all_methods_scene import ADVANCEMENTS, CASTS, FROM_A, NAMES, Compared, way_of
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.scene import Body
from viz.lesson.text import fixed

ORIGIN = np.zeros(2)  # this pane is the world's
CLEAR = 0.3  # of B's size: where both bodies move by as much, the ends of B as A and as the world see it differ
DIM = 0.45  # opacity of the outline of a body that stands back
ARC = 54.0  # pixels: radius of the arc of a turn in place
OFF = (
    19.0,
    -19.0,
    26.0,
    -26.0,
    34.0,
    -34.0,
    44.0,
    -44.0,
    56.0,
    -56.0,
)  # pixels from B's arrow to the middle of its name
ALONG = np.linspace(0.2, 0.9, 8)  # of that arrow: where its name may stand
HALVES = (38.0, 19.0), (30.0, 16.0)  # pixels: half of the box of the name, with room around it, and with little
BEYOND = 40.0  # pixels that an axis goes on beyond the gap along it
LETTER = (10.0, 14.0)  # pixels: half of the box of B's letter
TIED = 1e-9  # world length: as near as this to each other points are equally far along a normal


def asked_in(moment: Moment[Compared]) -> MethodAsked:
    """The method of this step."""
    step = moment.step
    return step if isinstance(step, MethodAsked) else moment.scene.asked[-1]


def head(moment: Moment[Compared]) -> tuple[str, str]:
    """Which method is shown, and in which frame."""
    method = asked_in(moment).method
    name = NAMES[method] + (" advancement" if method in ADVANCEMENTS else "")
    return name, "in A’s frame" if moment.scene.moves_a and method in FROM_A else ""


def is_held(moment: Moment[Compared]) -> bool:
    """Whether bodies can be dragged: where the world is shown as it is."""
    return not (moment.scene.moves_a and asked_in(moment).method in FROM_A)


def draw_now(canvas: Canvas, moment: Moment[Compared]) -> None:
    scene, asked = moment.scene, asked_in(moment)
    cell = figure.cell_at(scene, asked, moment.time, ORIGIN)
    poses = _motion(canvas, scene, cell)
    line = _first_line(scene, asked)
    taken = letters.NOTHING if line is None else _taken(line, scene.b.shape.size)
    letter = letters.letter_b(canvas, scene, taken)
    if moment.is_open and asks_place(scene, asked):  # the motion alone, as a point is to be placed on it
        marks.shape(canvas, scene.a.world, Ink.A)
        ways = [way_of(body, end) for body, end in _moving(scene)]
        letters.letter_a(canvas, scene, scene.a.world, (*poses, *ways))
        _arrows(canvas, scene)
        return
    figure.looks(canvas, scene, cell)
    if asked.method is MotionMethod.BILATERAL and line is not None:
        _draw_axis(canvas, *line)
    if asked.method is MotionMethod.RAY:
        figure.ray(canvas, scene, cell)
    if asked.method is MotionMethod.RAY and asks_place(scene, asked):
        _dim_bodies(canvas, scene, cell)
    else:
        figure.bodies(canvas, scene, cell, is_named=True)
    _told(canvas, scene, cell)
    _seen(canvas, scene, cell, line, letter)
    letters.letter_a(canvas, scene, cell.a, poses)


def _dim_bodies(canvas: Canvas, scene: Compared, cell: Cell) -> None:
    """Both bodies, B hardly there where its method has stopped it: what the next method does is asked, and seen."""
    if not cell.is_done:
        figure.bodies(canvas, scene, cell, is_named=True)
        return
    marks.shape(canvas, cell.a, Ink.A)
    marks.ghost(canvas, cell.b, figure.shade_of(scene, cell.asked), Line.DOTTED, opacity=DIM)


def asks_place(scene: Compared, asked: MethodAsked) -> bool:
    """Whether a point is to be placed at a method's step: B's end as A sees it, where a cast stops B, or where the
    first step of conservative advancement ends."""
    if asked.method is MotionMethod.CONSERVATIVE:
        return asks_step(scene)
    if asked.method is MotionMethod.RAY:
        early_or_late = scene.of(MotionMethod.LINEAR_CAST).verdict in (Verdict.EARLY, Verdict.LATE)
        return scene.turns and not scene.moves_a and early_or_late and not asks_step(scene)
    moves = min(length(scene.sweep_a.motion), length(scene.sweep_b.motion))
    return asked.method is MotionMethod.SUB_STEPS and not scene.turns and moves > CLEAR * scene.b.shape.size


def asks_step(scene: Compared) -> bool:
    """Whether A rests, and both advancements find the impact, the bilateral one for less."""
    safe, roots = (scene.of(method) for method in ADVANCEMENTS)
    is_still = not scene.moves_a and not scene.sweep_a.turn
    is_found = safe.verdict is roots.verdict is Verdict.RIGHT and safe.outcome is Outcome.HIT
    return is_still and is_found and roots.cost < safe.cost


def _motion(canvas: Canvas, scene: Compared, cell: Cell) -> tuple[Convex, ...]:
    """B's way, where it starts and, dashed, where it ends; of A the same where it moves. Returns poses of B on which
    A's letter should not lie."""
    if cell.asked.method is MotionMethod.END_ONLY:  # later steps show what their method looks at
        figure.way_of_b(canvas, scene.trail[1])
    if scene.sweep_a.motion.any() or scene.sweep_a.turn:
        marks.ghost(canvas, scene.a.world, Ink.A, Line.START)
        marks.ghost(canvas, scene.a_end.world.moved(-cell.drift), Ink.A)
    end = scene.b_end.world.moved(-cell.drift)
    if scene.sweep_b.motion.any() or scene.sweep_b.turn or cell.drift.any():
        marks.ghost(canvas, end, Ink.B)
    marks.shape(canvas, scene.b.world, Ink.B)
    for body, ink in ((scene.a, Ink.A), (scene.b, Ink.B)) if canvas.is_pointed_at else ():
        marks.features(canvas, body.world, ink, ink.name, numbered=False)
    if scene.sweep_b.turn and not scene.sweep_b.motion.any():  # its end may look as its start does
        _turn_in_place(canvas, scene)
    return cell.b, end, cell.unturned


def _turn_in_place(canvas: Canvas, scene: Compared) -> None:
    """How far B turns, and which way."""
    centre, turn = scene.b.pose.position, scene.sweep_b.turn
    x, y = scene.b.world.points[0] - centre
    start = math.atan2(y, x)
    measures.angle_arc(canvas, centre, start, start + turn, Ink.B, radius=ARC, arrow=True, line=Line.MEASURE)
    out = np.array((math.cos(start + turn / 2.0), math.sin(start + turn / 2.0)))
    words = f"{fixed(abs(math.degrees(turn)), 0)}°"
    canvas.label(words, centre + ARC * canvas.pixel * out, Ink.B, toward=out, style=TextStyle.CAPTION)


def _arrows(canvas: Canvas, scene: Compared) -> None:
    """How the bodies move: an arrow for each centre."""
    for body, end in _moving(scene):
        canvas.arrow(body.pose.position, end.pose.position, Ink.EXAMINED, line=Line.MEASURE)


def _moving(scene: Compared) -> list[tuple[Body, Body]]:
    """The bodies whose centres move, where they start and where they end."""
    pairs = (scene.a, scene.a_end, scene.sweep_a), (scene.b, scene.b_end, scene.sweep_b)
    return [(body, end) for body, end, sweep in pairs if sweep.motion.any()]


def _seen(
    canvas: Canvas, scene: Compared, cell: Cell, line: tuple[Vector, Vector, Vector] | None, letter: Vector
) -> None:
    """The symbols of what the method moves: B's centre, or B without its turn; and the first line between A and B."""
    method, start = cell.asked.method, scene.b.pose.position
    by = -cell.now * scene.velocity
    if method is not MotionMethod.RAY and method not in CASTS:
        return
    if length(by) > 0.0:
        canvas.arrow(start, start + by, Ink.EXAMINED, line=Line.MEASURE)
        is_crossed = method in CASTS  # by outlines of B; ahead of its tip there is room in them
        half = np.array(LETTER) * canvas.pixel  # B's letter, of which the name is clear as well, as its diagonal
        kept = [(start, by), (letter - half, 2.0 * half), *([] if line is None else [(line[0], line[1] - line[0])])]
        at = _clear_of_outlines(canvas, scene, cell, by, np.array(kept)) if is_crossed else None
        if at is None:
            place, side = (start + by, by) if is_crossed else (start + 0.6 * by, _up(by))
            canvas.symbol(r"-t\,\boldsymbol{v}", place, Ink.EXAMINED, toward=side)
        else:
            canvas.symbol(r"-t\,\boldsymbol{v}", at, Ink.EXAMINED, fixed=True)
    canvas.dot(start, Ink.EXAMINED, Point.SMALL)
    if method is MotionMethod.RAY:
        canvas.symbol(r"\boldsymbol{c}_B", start, Ink.EXAMINED, toward=-by if by.any() else _up(by))
        canvas.symbol(r"\boldsymbol{x}", start + by, Ink.EXAMINED, toward=-_up(by))
    if line is not None:
        _draw_line(canvas, *line)
    for t in cell.asked.instants if method is MotionMethod.GJK_RAY_CAST else ():
        if 0.0 < t < cell.now:
            canvas.dot(start - t * scene.velocity, Ink.EXAMINED)


def _clear_of_outlines(canvas: Canvas, scene: Compared, cell: Cell, by: Vector, kept: np.ndarray) -> Vector | None:
    """Near the arrow of B's centre, and clear of every outline of B, some of which cross it, and of `kept` lines: of
    each where it starts, and how it goes on. None for no such place."""
    end = scene.b_end.world.moved(-cell.drift)
    estimates = [scene.b.world.moved(-t * scene.velocity) for t in cell.asked.instants if 0.0 < t < cell.now]
    shapes = scene.a.world, scene.b.world, end, cell.unturned, cell.b, *estimates
    outlines = [figure.outline_of(canvas, each) for each in shapes]
    starts = np.vstack((kept[:, 0], *outlines))
    ways = np.vstack((kept[:, 1], *(following(each) - each for each in outlines)))
    out, on_arrow = canvas.pixel * _up(by) / length(by), scene.b.pose.position + np.multiply.outer(ALONG, by)
    places = (on_arrow + np.multiply.outer(OFF, out)[:, None]).reshape(-1, 2)  # the nearest first
    for half in np.array(HALVES) * canvas.pixel:
        free = ~_crossed(places, half, starts, ways)
        if free.any():
            found: Vector = places[int(free.argmax())]
            return found
    return None


def _crossed(places: np.ndarray, half: np.ndarray, starts: np.ndarray, ways: np.ndarray) -> np.ndarray:
    """Whether a box of these half extents at each place holds a part of any of these edges: no axis of the box, nor
    the normal of the edge, has a gap between them."""
    off, reach = np.abs(places[:, None] - starts - 0.5 * ways), half + 0.5 * np.abs(ways)
    x, y = (places[:, None] - starts).transpose(2, 0, 1)
    across = np.abs(x * ways[:, 1] - y * ways[:, 0]) <= half[0] * np.abs(ways[:, 1]) + half[1] * np.abs(ways[:, 0])
    found: np.ndarray = ((off <= reach).all(axis=2) & across).any(axis=1)
    return found


def _first_line(scene: Compared, asked: MethodAsked) -> tuple[Vector, Vector, Vector] | None:
    """The first line between A and B of a GJK ray cast, or the first axis of bilateral advancement: where its gap
    begins at A, where that ends at B, and its direction."""
    if asked.method is MotionMethod.BILATERAL:
        return scene.first_axis
    if asked.method is not MotionMethod.GJK_RAY_CAST:
        return None
    line = next((each for each in scene.cast_lines() if each.gap > TIED), None)
    if line is None:
        return None
    n, points = line.normal, scene.b.world.points
    heights = points @ n
    tip = points[heights <= heights.min() + TIED].mean(axis=0) - scene.b.shape.radius * n
    tip = tip - line.fraction * scene.velocity
    return tip - line.gap * n, tip, n


def _draw_axis(canvas: Canvas, foot: Vector, tip: Vector, n: Vector) -> None:
    """An axis at the start, and the gap along it."""
    past = BEYOND * canvas.pixel * n
    canvas.stroke((foot - past, tip + past), Ink.EXAMINED, line=Line.DASHED)
    canvas.label("axis", tip + past, Ink.EXAMINED, toward=n, style=TextStyle.CAPTION, leader=True)
    measures.measure(canvas, foot, tip, Ink.GAP, "$g$")


def _draw_line(canvas: Canvas, foot: Vector, tip: Vector, n: Vector) -> None:
    """A line in front of A, its normal, and the gap along that."""
    measures.measure(canvas, foot, tip, Ink.GAP, "$g$")
    canvas.unbounded(foot, (-n[1], n[0]), Ink.GAP, line=Line.DASHED)
    measures.unit_arrow(canvas, foot, n, r"\hat n")


def _taken(line: tuple[Vector, Vector, Vector], size: float) -> np.ndarray:
    """Points of a line and of the gap to it, of which B's letter is clear."""
    (foot, tip, n), parts = line, np.linspace(0.0, 1.0, 9)[:, None]
    along = np.array((-n[1], n[0]))
    return np.vstack((foot + parts * (tip - foot), foot + size * (2.0 * parts - 1.0) * along))


def _up(way: Vector) -> Vector:
    """Across a direction, on its upper side."""
    across = np.array((-way[1], way[0]))
    found: Vector = across if across[1] > 0.0 or (across[1] == 0.0 and across[0] > 0.0) else -across
    return found if found.any() else np.array((0.0, 1.0))


def _told(canvas: Canvas, scene: Compared, cell: Cell) -> None:
    """Beside B where the method stops it, what the answer is worth; where a cast has left out its turn, the time
    beside B as it is."""
    asked = cell.asked
    a, b, slid = cell.a, cell.b, cell.unturned
    is_cast = asked.method in CASTS and scene.turns
    if not cell.is_done:
        if is_cast and cell.now > 0.0:
            _name(canvas, slid, (a, b, scene.b.world), "not turned", Ink.EXAMINED)
        return
    words = figure.worth(scene, asked)
    if asked.fraction is not None:
        deep = asked.gap < 0.0 and asked.verdict is not Verdict.RIGHT
        words = f"t = {fixed(asked.fraction)}, {words}" + (f": depth {fixed(-asked.gap)}" if deep else "")
    elif asked.verdict is Verdict.RIGHT:
        words = f"no hit, {words}"
    if is_cast:
        words = f"not turned: {words}"
        time = "as it is at the end" if asked.outcome is Outcome.SEPARATED else f"at t = {fixed(cell.now)}"
        _name(canvas, b, (a, slid, scene.b.world), f"B {time}", Ink.B, TextStyle.LABEL)
    is_dim = asked.method is MotionMethod.RAY and asks_place(scene, asked)
    _name(canvas, slid if is_cast else b, (a, b, scene.b.world) if is_cast else (a, scene.b.world), words,
          figure.shade_of(scene, asked), TextStyle.LABEL if is_dim else TextStyle.BOLD)  # fmt: skip


def _name(
    canvas: Canvas, shape: Convex, others: tuple[Convex, ...], words: str, ink: Ink, style: TextStyle = TextStyle.BOLD
) -> None:
    """Words beside a pose, at its corner that is farthest from the others."""
    around = figure.outline_of(canvas, shape)
    free = np.min([np.hypot(*(around[:, None] - each.points[None]).transpose(2, 0, 1)).min(axis=1)
                   for each in others if each is not shape], axis=0)  # fmt: skip
    at = around[int(free.argmax())]
    canvas.label(words, at, ink, toward=at - shape.centroid, style=style, leader=True)


def slid_ghost(canvas: Canvas, scene: Compared, t: float, *, is_right: bool) -> None:
    """B as a cast moves it, a wrong stop in the ink of one: at the right time B as it really is besides, and how far
    that is from A or how deep in it."""
    a, slid = scene.slid(t)
    if not is_right:
        figure.between(canvas, a, slid)
        marks.ghost(canvas, slid, Ink.FAULTY, Line.DOTTED)
        return
    b = scene.placed(t)[1]
    figure.between(canvas, a, b, is_named=True, beside=slid)
    marks.ghost(canvas, b, Ink.B, Line.THIN)
    canvas.area(figure.outline_of(canvas, slid), Ink.FAULTY)
    marks.ghost(canvas, slid, Ink.FAULTY, Line.DOTTED)


def draw_step(scene: Compared, t: float, right: bool, canvas: Canvas, pane: str) -> None:
    """B at the end of a step of an advancement, and how far it then is from A."""
    if pane == "now":
        a, b = scene.placed(t)
        figure.between(canvas, a, b, is_named=True)
        marks.ghost(canvas, b, Ink.ANSWER if right else Ink.FAULTY, Line.OUTLINE if right else Line.DOTTED)


def draw_impact(scene: Compared, canvas: Canvas, pane: str) -> None:
    """B where it meets A."""
    t = scene.trace.result.truth.fraction
    if pane == "now":
        marks.ghost(canvas, scene.placed(t)[1], Ink.ANSWER, Line.OUTLINE)
