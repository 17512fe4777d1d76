"""Cards 1 to 12: separating axes."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np

from geometry.faulty import spot_axes as spot
from geometry.outline import signed_area
from lessons.labs.cards import families, rights
from lessons.labs.cards.answers import AXIS, AXIS_VERDICT, PUSH, VERDICT, line_of, verdict
from lessons.labs.cards.card import Answers, Card, digits
from lessons.labs.cards.families import bar, diamond, pair, rectangle
from lessons.labs.cards.parts import (
    A_BOX,
    A_POLYGON,
    B_BOX,
    B_CIRCLE,
    B_POLYGON,
    DIRECTED,
    OUTLINE,
    XY,
    Arguments,
    Kind,
    Part,
    Ring,
    convex_of,
)
from lessons.labs.cards.why import by_centres, cut_up
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.marks import ghost
from viz.lesson.screen import scaled
from viz.lesson.text import coords, fixed

CHAPTER = "Separating axes"
PARTED = "B moved by the push no longer overlaps A, and no shorter push parts them; shapes apart get none."
GAP = "A gap on one axis, of A's normals or of B's, proves that the shapes are apart."
NEAREST = "The separation is the distance of the circle's centre, negative inside the polygon, less the radius."
PAIR, WITH_CIRCLE = (A_POLYGON, B_POLYGON), (A_POLYGON, B_CIRCLE)
PUSHED = "Which push of B parts A and B?"

# Normals of an outline, one an edge: drawn 48 pixels long at the middle of the edge.

NORMAL = 48.0


def _normals_error(_: Arguments, right: tuple[XY, ...], faulty: tuple[XY, ...]) -> float:
    return max(math.dist(p, q) for p, q in zip(right, faulty, strict=True))


def _normals_draw(
    canvas: Canvas, _: tuple[Part, ...], arguments: Arguments, answer: tuple[XY, ...], ink: Ink
) -> None:
    ring = arguments[0]
    for i, n in enumerate(answer):
        (x, y), (u, v) = ring[i], ring[(i + 1) % len(ring)]
        mx, my = (x + u) / 2.0, (y + v) / 2.0
        if ink is Ink.ANSWER:
            canvas.label(f"edge {i}", (0.7 * x + 0.3 * u, 0.7 * y + 0.3 * v), Ink.A, toward=n, style=TextStyle.NUMBER)
        dx, dy = scaled(canvas, n, NORMAL)
        canvas.arrow((mx, my), (mx + dx, my + dy), ink, line=None if ink is Ink.ANSWER else line_of(ink))


CUT_VERDICT = verdict(why=cut_up)
NORMALS = Answers(
    _normals_error, lambda answer: f"edge 0 {coords(answer[0], digits())}", _normals_draw, is_length=False
)


# How far up a floor A and a box B are pushed.


def _moves_error(_: Arguments, right: XY, faulty: XY) -> float:
    return max(abs(p - q) for p, q in zip(right, faulty, strict=True))


def _moves_said(answer: XY) -> str:
    return "no push" if not any(answer) else f"A by {fixed(answer[0], digits())}, B by {fixed(answer[1], digits())}"


def _moves_draw(canvas: Canvas, parts: tuple[Part, ...], arguments: Arguments, answer: XY, ink: Ink) -> None:
    for value, by in zip(arguments, answer, strict=True):
        if by:
            (x, y), (u, v) = value
            ghost(canvas, convex_of(Kind.BOX, value).moved((0.0, by)), ink, line_of(ink))
            share = 0.25 if ink is Ink.ANSWER else 0.75  # beside each other: both push the same way
            start = x + share * (u - x), (y + v) / 2.0
            canvas.arrow(start, (start[0], start[1] + by), ink, line=line_of(ink) if ink is Ink.FAULTY else None)
            at, way = (start[0], start[1] + by / 2.0), (share - 0.5, 0.0)
            canvas.label(fixed(by), at, ink, toward=way, style=TextStyle.BOLD, leader=True)


MOVES = Answers(_moves_error, _moves_said, _moves_draw)


def on_the_floor(random: Random) -> Arguments:
    """A floor, and a box over it, on it or a little in it."""
    w, h = random.uniform(0.5, 2.0), random.uniform(0.5, 2.0)
    x, y = random.uniform(-2.0, 2.0), random.choice((0.0, random.uniform(-0.3, 2.0)))
    return ((-4.0, -1.0), (4.0, 0.0)), ((x - w, y), (x + w, y + 2.0 * h))


def stands_on(floor: tuple[XY, XY], box: tuple[XY, XY]) -> None:
    """Raises ValueError where the box is not above the floor's middle, or does not stick out of it."""
    if box[0][1] < (floor[0][1] + floor[1][1]) / 2.0 or box[1][1] < floor[1][1]:
        raise ValueError("on this card B stands above the middle of the floor A")


def right_moves(floor: tuple[XY, XY], box: tuple[XY, XY]) -> XY:
    """All of the depth but the slop for the box, nothing for the floor."""
    overlap = -rights.axis_of(convex_of(Kind.BOX, floor), convex_of(Kind.BOX, box))[0]
    depth = floor[1][1] - box[0][1] if overlap > 0.0 else 0.0
    return 0.0, max(depth - spot.SLOP, 0.0)


def in_a_notch(random: Random) -> Arguments:
    """An L, and a small box or diamond in it, in its notch or beside it."""
    w, h, s, t = (random.uniform(low, low + 1.5) for low in (2.0, 2.0, 0.5, 0.5))
    outline = ((0.0, 0.0), (w, 0.0), (w, s), (t, s), (t, h), (0.0, h))
    made = diamond(random) if random.random() < 0.3 else rectangle(random, 0.4, 1.2)
    return outline, families.shifted(made, (random.uniform(-1.0, w + 1.0), random.uniform(-1.0, h + 1.0)))


def runs_left(outline: Ring, _: Ring) -> None:
    """Raises ValueError for a clockwise outline."""
    if signed_area(np.array(outline)) <= 0.0:
        raise ValueError("on this card the outline runs counter-clockwise")


def either_way_round(random: Random) -> Arguments:
    """A polygon, listed clockwise four times out of five."""
    ring = families.shifted(families.polygon(random), families.place(random, 1.0))
    return (ring if random.random() < 0.2 else ring[::-1],)


def with_disc(random: Random) -> Arguments:
    """A shape, and a circle about it."""
    return families.any_shape(random), families.disc(random)


def small_disc(random: Random) -> Arguments:
    """A large shape, and a small circle about it or in it."""
    return rectangle(random, 2.0, 5.0), families.disc(random, 3.0, 0.3, 1.0)


def on_the_grid(random: Random) -> Arguments:
    """A box of whole sides, and a circle whose centre lies on a grid half of the time."""
    w, h = random.randint(1, 3), random.randint(1, 3)
    return ((-w, -h), (w, -h), (w, h), (-w, h)), families.disc(random, 3.0)


def different(a: Ring, b: Ring) -> None:
    """Raises ValueError for shapes in one place: one could not be seen."""
    if set(a) == set(b):
        raise ValueError("on this card A and B do not coincide")


BOX4 = ((0, 0), (4, 0), (4, 3), (0, 3))

CARDS: tuple[Card, ...] = (
    Card(
        1, "push out: two boxes", CHAPTER, "minimum-translation", 1, PAIR, PUSHED,
        faulty=spot.push_out, right=rights.push, answers=PUSH, decides=PARTED,
        line="if abs(overlap) < least:",
        mended="if overlap < 0.0:\n    return None\nif overlap < least:",
        reason="a negative overlap is a gap: it ends the search with no push. Pink takes its size for an overlap.",
        generate=pair(reach=2.0),
        opening=(BOX4, ((3, 1), (6, 1), (6, 5), (3, 5))),
        by_hand=True, credit="Error 2 of *SAT explained*",
    ),
    Card(
        2, "push out: long and short", CHAPTER, "minimum-translation", 2, PAIR, PUSHED,
        faulty=spot.push_by_edges, right=rights.push, answers=PUSH, decides=PARTED, accepts=different,
        line="n = (q[1] - p[1], p[0] - q[0])",
        mended="n = unit((q[1] - p[1], p[0] - q[0]))",
        reason="the normal is as long as its edge. Overlaps on long edges count too much.",
        generate=pair(bar, families.any_shape, 2.5),
        opening=(((0, 0), (8, 0), (8, 2), (0, 2)), ((5, 1), (7, 1), (7, 5), (5, 5))),
        by_hand=True, credit="Error 4 of *SAT explained*",
    ),
    Card(
        3, "push apart: static floor", CHAPTER, "collision-response", 1, (A_BOX, B_BOX),
        "How far up are the static A and the box B pushed?",
        faulty=spot.push_off_the_floor, right=right_moves, answers=MOVES,
        decides="A static body does not move; the other one takes the whole depth but for the slop of 0.01.",
        line="floor_up, box_up = -0.51 * depth, 0.51 * depth",
        mended="floor_up, box_up = 0.0, depth - SLOP",
        reason="the static floor gets half of the push, and 2 % too much replace the slop.",
        generate=on_the_floor, accepts=stands_on,
        opening=(((-4, -1), (4, 0)), ((-1, 1), (1, 3))),
        credit="Error 5 of *SAT explained*",
    ),
    Card(
        4, "push out: either side", CHAPTER, "minimum-translation", 2, PAIR, PUSHED,
        faulty=spot.push_along_axis, right=rights.push, answers=PUSH, decides=PARTED,
        line="overlap = -overlap",
        also="n = times(-1.0, n)",
        mended="# no line here",
        reason="the line above reverses the axis. With the overlap reversed too, the push goes deeper.",
        generate=pair(reach=2.5),
        opening=(BOX4, ((3, -2), (6, -2), (6, 5), (3, 5))),
        by_hand=True, credit="Error 3 of *SAT explained*, put into effect",
    ),
    Card(
        5, "push out: bar, triangle", CHAPTER, "minimum-translation", 2, PAIR, PUSHED,
        faulty=spot.push_from_centre, right=rights.push, answers=replace(PUSH, why=by_centres), decides=PARTED,
        line="if dot(best, minus(middle(b), middle(a))) < 0.0:",
        mended="if sum(interval(b, best)) < sum(interval(a, best)):",
        reason="the centres do not tell which way is shorter. The middles of the projections do.",
        generate=pair(families.any_shape, families.triangle, 1.5),
        opening=(((0, 0), (8, 0), (8, 4), (0, 4)), ((4, 3), (9, 6), (1, 6))),
        by_hand=True,
    ),
    Card(
        6, "push out: large, small", CHAPTER, "minimum-translation", 1, PAIR, PUSHED,
        faulty=spot.push_by_shared_part, right=rights.push, answers=PUSH, decides=PARTED,
        line="overlap = min(a_high, b_high) - max(a_low, b_low)",
        mended="overlap = min(a_high - b_low, b_high - a_low)",
        reason="of contained intervals the shared part is shorter than the way out.",
        generate=pair(reach=2.5),
        opening=(((0, 0), (10, 0), (10, 8), (0, 8)), ((8, 2), (12, 2), (12, 12), (8, 12))),
        by_hand=True,
    ),
    Card(
        7, "overlaps: box, diamond", CHAPTER, "axis-by-axis", 1, PAIR, "Are A and B apart?",
        faulty=spot.greatest_gap, right=rights.axis, answers=AXIS_VERDICT, decides=GAP,
        line="for n in normals(a):",
        mended="for n in axes(a, b):",
        reason="only A's normals are tested. The gap is on a normal of B.",
        generate=pair(),
        opening=(((0, 0), (2, 0), (2, 2), (0, 2)), ((3, 0), (6, 3), (3, 6), (0, 3))),
        by_hand=True,
    ),
    Card(
        8, "circle and polygon", CHAPTER, "circles-and-sat", 1, WITH_CIRCLE, "Are A and B apart?",
        faulty=spot.polygon_circle, right=rights.polygon_circle, answers=AXIS_VERDICT, decides=NEAREST,
        line="candidates = normals(polygon)",
        mended=(
            "corners = [p for p in polygon if p != centre]\n"
            "candidates = normals(polygon) + [unit(minus(centre, p)) for p in corners]"
        ),
        reason="the axis from the nearest vertex to the centre is missing.",
        generate=with_disc,
        opening=(((-6, -5), (0, -5), (0, 0), (-6, 0)), ((4, -2), 5)),
        by_hand=True, credit="Error 20 of *SAT explained*",
    ),
    Card(
        9, "circle near an edge", CHAPTER, "circles-and-sat", 2, WITH_CIRCLE, "How far apart are A and B?",
        faulty=spot.polygon_circle_nearest, right=rights.polygon_circle, answers=AXIS, decides=NEAREST,
        line="n = unit(minus(centre, nearest))",
        mended="n = unit(minus(centre, nearest)) if distance > 0.0 else normal_at(polygon, centre)",
        reason="a centre on an edge is its own nearest point: 0 / 0 is no direction.",
        generate=on_the_grid,
        opening=(((-3, -2), (3, -2), (3, 2), (-3, 2)), ((2, 3), 2)),
        credit="Error 2 of *Rounding collider corners*",
    ),
    Card(
        10, "circle in a polygon", CHAPTER, "circles-and-sat", 1, WITH_CIRCLE, "Do A and B overlap?",
        faulty=spot.circle_hits, right=rights.circle_hits, answers=VERDICT,
        decides="A circle whose centre lies in the polygon overlaps it, however far the boundary is.",
        line="return distance <= radius",
        mended="return distance <= radius or contains(polygon, centre)",
        reason="a centre inside overlaps too, however far away the boundary is.",
        generate=small_disc,
        opening=(((-4, -3), (4, -3), (4, 3), (-4, 3)), ((3, 0), 2)),
        by_hand=True, credit="Error 2 of *Rounding collider corners*",
    ),
    Card(
        11, "overlaps: L and box", CHAPTER, "concave-collision", 2, (OUTLINE, B_POLYGON),
        "Do the outline and B overlap?",
        faulty=spot.overlaps_outline, right=rights.overlaps_outline, answers=CUT_VERDICT,
        decides="They overlap if one convex piece of the outline overlaps B.",
        line="pieces = [outline]",
        mended="pieces = convex_pieces(outline)",
        reason="the outline is not convex. It has to be cut into convex pieces first.",
        generate=in_a_notch, accepts=runs_left,
        opening=(((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)), ((4, 1), (5, 1), (5, 3), (4, 3))),
        by_hand=True, credit="*SAT explained*, the problem of concavity",
    ),
    Card(
        12, "outward normals", CHAPTER, "edge-normals", 1, (DIRECTED,), "Which way is outward at each edge?",
        faulty=spot.outward_normals, right=rights.outward_normals, answers=NORMALS,
        decides="From the middle of an edge a short way along its outward normal there is no inside.",
        line="n = (-y, x)",
        mended="n = (y, -x) if runs_left(outline) else (-y, x)",
        reason="the left of an edge is outside only if the list runs clockwise.",
        generate=either_way_round,
        opening=(((0, 0), (1, 4), (5, 1)),),
        credit="Error 8 of *SAT explained*",
    ),
)  # fmt: skip
