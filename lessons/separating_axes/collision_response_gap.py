"""What the faulty rules leave: of a push too far two moves and a gap, enlarged; of a half for the ground the half
that is lost. And where no rule helps: a body that is wider than the room between two static ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Convex, Vector, separation, support
from geometry.shape import boundary
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.text import fixed, tint
from viz.picture.clipping import clip_outline

LENS = (170.0, 120.0)  # pixels
WIDE = 84.0  # pixels: the gap in the lens
ASIDE = np.array((0.0, 30.0))  # pixels from the right end of B and the top of the gap to the lens
WHOLE = 60.0  # pixels: a push of which the shares are told
OUT = 16.0  # pixels from the bodies out to the number of their overlap, and to the share of a push
BELOW = 20.0  # pixels from the right rule's arrow to the faulty rule's
LEAST_GAP = 0.005
LEAST_MORE = 6.0  # pixels
BELOW_GROUND = 20.0  # pixels: the words below a half that is lost
SAME_WAY = 1e-6  # of two unit normals, and of lengths
OVER_ROOM, ROW = 16.0, 36.0  # pixels from B down to the line of its width, and from there to that of the room
ON_FACE = 1e-6  # of a support value: points so near to it lie on one face


def draw_gap(canvas: Canvas, others: list[Convex], n: Vector) -> None:
    """How far A and B are apart along the normal of their push, where the faulty rule has put them."""
    a, b = others[:2]
    gap = separation(a, b)
    if gap <= LEAST_GAP:
        return
    small, middle = Canvas(gap / WIDE), _between(a, b, n)
    half = 0.4 * np.array(LENS) * small.pixel
    low, high = middle - half, middle + half
    for shape in (a, b):
        outline = [(float(x), float(y)) for x, y in boundary(shape, small.pixel)]
        if part := clip_outline(outline, (float(low[0]), float(low[1])), (float(high[0]), float(high[1]))):
            small.area(part, Ink.FAULTY, opacity=0.35)
    measures.measure(small, middle - 0.5 * gap * n, middle + 0.5 * gap * n, Ink.FAULTY)
    small.label(f"{fixed(gap)} apart", middle, Ink.FAULTY, toward=(-n[1], n[0]), style=TextStyle.BOLD, fixed=True)
    corner = support(b, np.array((-1.0, 0.1))).point
    at = np.array((b.bounds().high[0], corner[1])) + ASIDE * canvas.pixel
    canvas.stroke((corner, at - np.array((LENS[0] * canvas.pixel, 0.0))), Ink.FAULTY, line=Line.THIN)
    canvas.inset("bottom right", LENS, "The gap, enlarged", small.marks, at=at)


def _between(a: Convex, b: Convex, n: Vector) -> Vector:
    """The middle of the gap: between the faces or vertices that are nearest along the normal."""
    t = np.array((-n[1], n[0]))
    ends = []
    for shape, way in ((a, n), (b, -n)):
        points = boundary(shape, ON_FACE)
        heights = points @ way
        along = points[heights >= heights.max() - ON_FACE] @ t
        ends.append((float(along.min()), float(along.max())))
    x = 0.5 * (support(a, n).point + support(b, -n).point) @ n
    y = 0.5 * (max(low for low, _ in ends) + min(high for _, high in ends))
    return np.array(float(x) * n + y * t)


def draw_moves(canvas: Canvas, centres: list[Vector], moves: tuple[Vector, Vector]) -> None:
    """Both moves of the faulty rule, below those of the right one."""
    for centre, move in zip(centres, moves, strict=True):
        start = centre + np.array((0.0, -BELOW * canvas.pixel))
        canvas.arrow(start, start + move, Ink.FAULTY, line=Line.FEATURE)
        words = f"**{fixed(float(np.hypot(*move)))}**"
        canvas.label(words, start + 0.5 * move, Ink.FAULTY, toward=(0.0, -1.0))


def draw_taken(canvas: Canvas, pile: list[Convex], share: float, slop: float, ink: Ink) -> None:
    """Beside A, on the ground: which part of their push A takes, upwards; which part is lost in the ground. The whole
    push has one length in the figure, as the shares are what is told."""
    ground, a = pile[:2]
    if separation(ground, a) > -slop - 1e-6:
        return
    foot = np.array((a.bounds().low[0] - OUT * canvas.pixel, ground.bounds().high[1]))
    up = np.array((0.0, WHOLE * canvas.pixel))
    canvas.arrow(foot, foot + share * up, ink, line=Line.FEATURE)
    words = f"A takes **{fixed(share)}**"
    canvas.label(words, foot + 0.5 * share * up, ink, toward=(-1.0, 0.3))
    if share < 1.0:
        end = foot - (1.0 - share) * up
        canvas.arrow(foot, end, ink, line=Line.DOTTED)
        canvas.dot(end, ink, Point.CROSS)
        canvas.label(f"**{fixed(1.0 - share)}** lost", end, ink, toward=(0.0, -1.0), fixed=True)


def draw_more(canvas: Canvas, pile: list[Convex], right: list[Convex], more: float, digits: int) -> None:
    """Beside A, in the ground: how much deeper it ends by the faulty rule."""
    a, low, high = pile[1].bounds(), pile[1].bounds().low[1], right[1].bounds().low[1]
    if high - low < LEAST_MORE * canvas.pixel or abs(high - low - more) > 2.0 * 10.0**-digits:  # not on the ground
        return
    x = a.high[0] + 0.5 * OUT * canvas.pixel
    measures.measure(canvas, (x, low), (x, high), Ink.FAULTY)
    low = max(low, pile[0].bounds().low[1] + 0.6 * OUT * canvas.pixel)  # above the words below the ground
    canvas.label(f"+**{fixed(more, digits)}**", (x, low), Ink.FAULTY, toward=(1.0, 0.0), fixed=True)


def draw_half(canvas: Canvas, moment: Any, pile: list[Convex], share: float, ink: Ink) -> None:
    """Which part of their push the ground leaves to A."""
    items = moment.scene.items
    if items[0].field == "ground" and items[1].weight:
        draw_taken(canvas, pile, share, moment.scene.slop, ink)


def squeezed(scene: Any, moved: tuple[Vector, ...]) -> tuple[float, float, Vector] | None:
    """Where B is wider than the room between two static bodies: its width, the room, and the normal of both pairs."""
    found = {each[:2]: each for each in scene.overlaps(moved)}
    if set(found) != {(0, 1), (1, 2)} or scene.fixed != (True, False, True):
        return None
    n = found[0, 1].normal
    if float(n @ found[1, 2].normal) < 1.0 - SAME_WAY:
        return None
    a, b, c = scene.placed(moved)
    width = float((support(b, n).point - support(b, -n).point) @ n)
    room = float((support(c, -n).point - support(a, n).point) @ n)
    return (width, room, n) if width > room + 2.0 * scene.slop + SAME_WAY else None


def no_room(scene: Any, moved: tuple[Vector, ...]) -> str:
    """Why no iteration helps there, in the numbers of the figure; else empty."""
    found = squeezed(scene, moved)
    if found is None:
        return ""
    width, room = (fixed(each) for each in found[:2])
    return (
        f"B is {tint(f'**{width}**', Ink.B)} wide, the room between A and C {room}: **no** number of iterations "
        "helps. A push only moves overlap to the other side. Engines stop after a fixed number."
    )


def draw_room(canvas: Canvas, scene: Any, moved: tuple[Vector, ...]) -> None:
    """Below B how wide it is, and below that the room between the static bodies."""
    found = squeezed(scene, moved)
    if found is None:
        return
    width, room, n = found
    a, b, _ = scene.placed(moved)
    t = np.array((-n[1], n[0]))
    t = -t if t[1] > 0.0 else t
    low = float(support(b, t).point @ t) + OVER_ROOM * canvas.pixel
    left, edge = float(support(b, -n).point @ n), float(support(a, n).point @ n)
    rows = (left, width, low, Ink.B, "B"), (edge, room, low + ROW * canvas.pixel, Ink.ANSWER, "room")
    for start, length, down, ink, name in rows:
        p, q = start * n + down * t, (start + length) * n + down * t
        measures.measure(canvas, p, q, ink)
        canvas.label(f"{name} **{fixed(length)}**", 0.5 * (p + q), ink, toward=t)


def draw_moved(canvas: Canvas, scene: Any, step: Any, digits: int) -> None:
    """Left of each body that the push moves how far it goes, and which way."""
    placed = scene.placed(step.moved)
    for i, move in ((step.first, step.move_first), (step.second, step.move_second)):
        if move.any():
            way = "↑" if move[1] > abs(move[0]) else "↓" if -move[1] > abs(move[0]) else ""
            at = (placed[i].bounds().low[0], placed[i].centroid[1])
            words = f"{way} **{fixed(float(np.hypot(*move)), digits)}**"
            canvas.label(words, at, Ink.ANSWER, toward=(-1.0, 0.0))
