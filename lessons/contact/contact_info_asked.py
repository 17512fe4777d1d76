"""What is asked about a contact: its normal, also of a swapped call, and where its push takes B."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from geometry import linear_cast
from geometry.shape import Convex
from geometry.vector import Vector
from lessons.contact.contact_info_scene import SHAPES, SPOTS, SQUARES, whole
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Challenge, Place, Points, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import coords, counted, fixed

ARROW = 0.8  # world length of the normal that is placed
NEAR = math.radians(12.0)
DEEP = 0.05  # an overlap less deep than this is not asked about
MEET = 20  # the overlaps that a goal asks for
UPRIGHT = math.cos(math.radians(10.0))  # the height of a unit vector that points up
CENTRED = 0.3  # world length: of centres that are nearer several directions may be as short
RING = np.array((0.2, -0.36))  # of a cell: where a ring does not lie on the shapes
CLOSE = 0.08  # of the right place: good enough


def direction(moment: Moment[Any]) -> Place | None:
    """Where does the normal point?"""
    scene, known = moment.scene, moment.scene.known
    is_apart = known.separation > 0.0
    centred = math.hypot(*scene.place) < CENTRED and not scene.is_tie  # then several ways may be as short
    if moment.compare or (known.separation > -DEEP and not is_apart) or centred:
        return None
    judge = partial(_judge_apart if is_apart else _judge_push, scene)
    text = "In which direction must B move to leave A by the shortest push? Drag the arrow's tip."
    if is_apart:
        text = "A and B are apart. In which direction is the shortest line from A to B? Drag the arrow's tip."
    return _arrow(scene, known.normal, text, judge)


def _arrow(scene: Any, right: Vector, text: str, judge: Any) -> Place:
    """An arrow that turns about the middle between both centres, which is on no line of the answer; its judge gets
    it as a unit vector, and its error."""
    middle, angle = between(scene), math.atan2(right[1], right[0])
    ring: Points = tuple(_at(middle, math.tau * k / 72) for k in range(73))

    def judged(points: Points) -> Verdict:
        way = np.subtract(points[0], middle)
        off = abs(math.remainder(math.atan2(way[1], way[0]) - angle, math.tau))
        found: Verdict = judge(middle, way / math.hypot(*way), off)
        return found

    start, draw, follow = (_at(middle, angle + 1.2),), partial(_draw_start, middle), partial(_draw_shaft, middle)
    return Place(text, judged, start, (_at(middle, angle),), "world", (ring,), ("tip",), draw=draw, follow=follow)


def between(scene: Any) -> Vector:
    """The middle of both centres: the contact's own would lie on the line through a circle's centre that is asked."""
    middle: Vector = (scene.cell.a.centroid + scene.cell.b.centroid) / 2.0
    return middle


def _judge_push(scene: Any, middle: Vector, way: Vector, off: float) -> Verdict:
    known = scene.known
    if (scene.is_tie and off >= math.pi - NEAR) or off <= NEAR:
        way = known.normal if off <= NEAR else -known.normal
        because = (
            f"Moved along it by {fixed(-known.separation)}, B just touches A. No translation out of A is shorter."
        )
        if scene.is_tie:
            because = f"B leaves A after {fixed(-known.separation)}. The opposite direction is as short: a tie."
        return Verdict(True, because, draw=partial(_draw_push, scene, middle, way, -known.separation, Ink.ANSWER))
    push = exit_along(scene.cell.a, scene.cell.b, way)
    draw = partial(_draw_push, scene, middle, way, push, Ink.FAULTY)
    if off > math.pi - NEAR:
        because = f"That is from B to A: B would have to pass through A, {fixed(push)} far."
        return Verdict(False, because, "The opposite direction", draw=draw)
    because = (
        f"In this direction B leaves A only after {fixed(push)}. {shortest(scene.cell.a, scene.cell.b, known.normal)}"
    )
    return Verdict(False, because, "A shorter push exists", draw=draw)


def shortest(a: Convex, b: Convex, normal: Vector) -> str:
    """What is true of the shortest push of this pair; which line it is, is left to find."""
    for shape, name in ((a, "A"), (b, "B")):
        if len(shape.points) == 1:
            return f"The shortest push of a circle runs along a line through its centre, here that of {name}."
    if max(float((each @ normal).max()) for each in (a.normals, -b.normals)) > 1.0 - 1e-6:
        return "Here the shortest push runs along the normal of an edge of A or of B."
    return "Here two corners are nearest: the shortest push runs along the line through both."


def _judge_apart(scene: Any, middle: Vector, way: Vector, off: float) -> Verdict:
    gap = fixed(scene.known.separation)
    draw = partial(_draw_arrow, middle, way, Ink.ANSWER if off <= NEAR else Ink.FAULTY)
    if off <= NEAR:
        return Verdict(True, f"It runs from A's closest point to B's, over the gap of {gap}.", draw=draw)
    if off > math.pi - NEAR:
        because = "That is from B to A. A contact normal points from A to B, apart or not."
        return Verdict(False, because, "The opposite direction", draw=draw)
    because = "That is not the line of the two closest points."
    return Verdict(False, because, "Another direction", draw=draw)


def _at(middle: Vector, angle: float) -> Pair:
    return float(middle[0] + ARROW * math.cos(angle)), float(middle[1] + ARROW * math.sin(angle))


def exit_along(a: Convex, b: Convex, way: Vector) -> float:
    """How far B is to be moved along a unit vector until it only touches A: the place where a ray from the origin
    leaves A - B. Cast backwards, from where the projections on that vector are apart; they part later than B does."""
    far = 1.0 + float((a.points @ way).max() - (b.points @ way).min()) + a.radius + b.radius
    return far * (1.0 - linear_cast(a, (0.0, 0.0), b.moved(far * way), -far * way).fraction)


def _draw_start(middle: Vector, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        canvas.dot(middle, Ink.INTERFACE)


def _draw_shaft(middle: Vector, canvas: Canvas, points: Points) -> None:
    """The arrow whose tip is dragged."""
    canvas.arrow(middle, points[0], Ink.INTERFACE, line=Line.MEASURE)


def _draw_arrow(middle: Vector, way: Vector, ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        canvas.arrow(middle, middle + ARROW * way, ink, line=Line.MEASURE)


def _draw_push(scene: Any, middle: Vector, way: Vector, push: float, ink: Ink, canvas: Canvas, pane: str) -> None:
    """The arrow that was placed, and B pushed along it."""
    _draw_arrow(middle, way, ink, canvas, pane)
    _draw_moved(scene, push * way, ink, canvas, pane)


def _draw_moved(scene: Any, move: Vector, ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        marks.ghost(canvas, scene.cell.b.moved(move), ink, Line.DOTTED if ink is Ink.FAULTY else Line.END)


def answered(moment: Moment[Any]) -> Place | None:
    """Where does the normal point that a routine returns when it is called with B first?"""
    scene, known = moment.scene, moment.scene.known
    if moment.compare or not scene.cell.swapped or known.separation > -DEEP or scene.is_tie:
        return None

    def judge(middle: Vector, way: Vector, off: float) -> Verdict:
        draw = partial(_draw_arrow, middle, way, Ink.ANSWER if off <= NEAR else Ink.FAULTY)
        if off <= NEAR:
            because = "The shortest push lies on the same line. The normal points from the first shape, our B, to A."
            return Verdict(True, because, draw=draw)
        if off > math.pi - NEAR:
            because = "The routine does not know our names. It points from its first shape to its second."
            return Verdict(False, because, "That is from A to B", draw=draw)
        because = "The bodies have not moved, so the shortest push lies on the same line as before."
        return Verdict(False, because, "Another line", draw=draw)

    first = f"The call is swapped: B, the {whole(scene.column)}, goes in first."
    return _arrow(scene, -known.normal, f"{first} Drag the arrow's tip to where the routine's normal points.", judge)


def broken(moment: Moment[Any]) -> Place | None:
    """Which other cell needs its normal reversed? All arrows of the board are as they come from the routines."""
    scene = moment.scene
    chosen = scene.row, scene.column
    right = [name for name in scene.unflipped if name != chosen]
    if moment.compare or not right or math.hypot(*scene.place) < CENTRED:
        return None

    def judge(points: Points) -> Verdict:
        name = cell_at(points[0])
        if name in right:
            left = scene.pushed_wrong(name, 1.0)
            ends = f"would overlap A by {fixed(-left)}" if left < 0.0 else f"would be {fixed(left)} away"
            because = f"The arrow points from B to A. Pushed along it, B {ends} instead of just touching A."
            return Verdict(True, because, draw=partial(_draw_cells, right, Ink.ANSWER))
        head, because = "Not a cell", "Each cell of the board is a pair. Drag the ring into one."
        if name == chosen:
            head, because = "The chosen pair", "Its normal points from A to B already. Find another cell."
        elif name is not None:
            head, because = "From A to B already", "Reversed, this normal would push B into A."
            if not scene.cells[name].found.points:
                head, because = "No push", "These two shapes are apart: a solver does not push them."
        return Verdict(False, because, head, draw=partial(_draw_cells, [name] if name else [], Ink.FAULTY))

    text = "All arrows are as returned. Drag the ring to another cell whose normal must be reversed."
    start, end = (xy(SPOTS[name] + RING) for name in (chosen, right[0]))
    return Place(text, judge, (start,), (end,), "board")


def cell_at(at: Pair) -> tuple[str, str] | None:
    """Which cell of the board a place lies in."""
    kinds, column, row = list(SHAPES), math.floor(at[0]), math.floor(-at[1])
    is_in = 0 <= column < len(kinds) and 0 <= row < len(kinds)
    return (kinds[row], kinds[column]) if is_in else None


def _draw_cells(names: Sequence[tuple[str, str]], ink: Ink, canvas: Canvas, pane: str) -> None:
    if pane == "board":
        for name in names:
            canvas.stroke(SQUARES[name], ink, closed=True, line=Line.MEASURE)


def pushed(moment: Moment[Any]) -> Place | None:
    """Where does the push take B along a normal that was not reversed?"""
    scene, known, b = moment.scene, moment.scene.known, moment.scene.cell.b
    kept = scene.unflipped.get((scene.row, scene.column)) if moment.compare else None
    if kept is None or known.separation > -DEEP or scene.is_tie:
        return None
    centre, move = b.centroid, -known.separation * kept.normal
    right = xy(centre + move)

    def judge(points: Points) -> Verdict:
        placed = np.subtract(points[0], centre)
        if math.dist(points[0], right) <= CLOSE:
            because = f"By $-s$ along this normal B goes deeper: {fixed(-kept.separation)} instead of out."
            draw = partial(_draw_moved, scene, move, Ink.FAULTY)
            return Verdict(True, because, draw=draw, foretells_wrong=True)
        head = "Another direction" if _is_aside(placed, move) else "Another place"
        because = "The solver does not look at the shapes. It moves B by $-s$ along the normal that it was given."
        return Verdict(False, because, head, draw=partial(_draw_moved, scene, placed, Ink.FAULTY))

    text = "A solver moves B by $-s$ along this normal. Drag the ring to where the centre of B goes."
    start = xy(centre + 0.3 * np.array((known.normal[1], -known.normal[0])))
    return Place(text, judge, (start,), (right,), "world", names=("centre of B",))


def _is_aside(placed: Vector, move: Vector) -> bool:
    """Whether a push goes another way, not only another length."""
    return float(placed @ move) < math.cos(NEAR) * math.hypot(*placed) * math.hypot(*move) - 1e-9


def points_goal(scene: Any) -> Challenge:
    """A pose of B in which corners meet edges, in every pair."""
    counts = [len(cell.found.points) for cell in scene.cells.values()]
    meet, two = 25 - counts.count(0), counts.count(2)
    return Challenge(
        f"Place and rotate B so that {MEET} pairs or more overlap, and none has **two** contact points.",
        meet >= MEET and two == 0,
        f"{meet} overlap, {two or 'none'} with two",
        "An end of the clipped edge in front of the reference edge makes no contact point. Rotate B by about 45°.",
    )


def mirrored_goal(scene: Any) -> Challenge:
    """With the normals not reversed: which of both calls of two kinds is answered right."""
    text = "Choose a cell where this push is right, but whose mirrored cell gets it wrong."
    reached = bool(scene.known.points) and not scene.cell.swapped and scene.cells[scene.column, scene.row].swapped
    hint = "Both cells share one routine. In one of them A goes in first."
    return Challenge(text, reached, f"now {scene.row} and {scene.column}", hint)


def swapped_goal(scene: Any) -> Challenge:
    """A call after which the normal has to be reversed, and which way it points before and after."""
    kept, points = scene.unflipped.get((scene.row, scene.column)), counted(len(scene.known.points), "point")
    now = f"{'swapped' if scene.cell.swapped else 'not swapped'}: returned {points}"
    return Challenge(
        "Find a **swapped** call with two contact points whose routine returns a normal that points up.",
        kept is not None and len(scene.known.points) == 2 and float(kept.normal[1]) >= UPRIGHT,
        now if kept is None else f"{now}, normal {coords(kept.normal)}",
        "Two edges make two points: A is the box. Reversed, that normal points down, so B lies below A.",
    )
