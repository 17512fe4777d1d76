"""The corner at the seam, enlarged: what each step measures there, and the contacts that are kept or dropped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lessons.bodies.inner_edges_chain import draw_cone, draw_limit
from lessons.bodies.inner_edges_now import (
    COMPARED,
    DEPTH,
    HIT,
    LEAST,
    OFTEN,
    RUNS,
    SEAM,
    acting,
    frames_at,
    is_false,
    leaning,
    let_through,
    own_side,
    wrong_run,
)
from lessons.bodies.inner_edges_scene import RADIUS, RATE, Slide, place_of
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.measures import UNIT_ARROW, angle_arc, bracket, measure, unit_arrow
from viz.lesson.text import fixed

FAN = 40.0  # pixels
ARC = 22.0  # pixels: the radius of an angle that is wider than WIDE degrees; a narrow one is drawn outside
WIDE = 45.0
HIGH = 0.93  # of its width: a lens
SHORT = 14.0  # pixels: so much before the lens's frame an edge in use ends, for its glow
SPEED = 28.0  # pixels of the arrow of 1 m/s, where there is room
BAR = 16.0  # pixels beside what is measured
ASIDE = 14.0  # pixels: a part of a velocity that is nearer to it stands beside it


class Lens(NamedTuple):
    """The part of the floor that is enlarged, and where the front of the body is in it."""

    x: Pair
    y: Pair
    front: float


def lens_of(moment: Moment[Any]) -> Lens:
    scene: Slide = moment.scene
    front = scene.past
    if moment.index == DEPTH:
        front = float(scene.motion.start[0]) + scene.reach
        wide = 5.4 * scene.depth
        if scene.is_round:  # its lowest point is under the middle
            return _lens(front - scene.reach - 0.5 * wide, wide, -0.55, front)
        return _lens(front - 0.65 * wide, wide, -0.55, front)
    if scene.is_round:
        return _lens((-0.95 if moment.index >= COMPARED else -1.25) * scene.reach, 2.1 * scene.reach, -0.44, front)
    if moment.index == OFTEN or (moment.index == HIT and not scene.raised):
        wide = max(1.56 * scene.way, 3.12 * scene.depth)
        return _lens(-0.27 * wide, wide, -0.576, front)
    wide = 3.08 * max(scene.top, scene.past)
    left = -0.41 if scene.spot.is_side else -0.24  # the words of an overlap stand right of the body
    if moment.index >= COMPARED and not scene.raised:  # those of the cone need more room
        left = -0.33 if scene.spot.is_side else -0.16
    return _lens(left * wide, wide, -0.545, front, 0.6 * scene.raised)


def _lens(left: float, wide: float, low: float, front: float, middle: float = 0.0) -> Lens:
    """All of one form. `low`: its lower end under `middle`, in widths."""
    bottom = middle + low * wide
    return Lens((left, left + wide), (bottom, bottom + HIGH * wide), front)


def follows(moment: Moment[Any]) -> bool:
    """Whether the enlarged seam plays with the runs: where the box turns about it."""
    scene: Slide = moment.scene
    if moment.index != RUNS or scene.is_round or not scene.is_dropped or leaning(moment):
        return False
    (left, right), body = lens_of(moment).x, wrong_run(moment).bodies(scene.count)[1].placed[0]
    return left < min(body.points_xy, key=_height)[0] < right


def _height(point: Pair) -> float:
    return point[1]


def rect(x: Pair, y: Pair) -> list[Pair]:
    return [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]


def draw_corner(canvas: Canvas, moment: Moment[Any]) -> None:
    """The seam and the front corner of the body past it, with what the step measures."""
    scene: Slide = moment.scene
    lens = lens_of(moment)
    draw_place(canvas, moment, lens)
    if moment.index == DEPTH:
        _measured(canvas, scene, lens, is_side=False)
    elif moment.index in (SEAM, LEAST):
        _measured(canvas, scene, lens, is_side=True, is_asked=moment.is_open)
    elif moment.index == OFTEN or (moment.index == HIT and not scene.raised):
        _places(canvas, moment, lens)
    if moment.index in (LEAST, HIT):
        _winner(canvas, moment, lens)
    if moment.index == HIT:
        _approach(canvas, moment, lens)
    if moment.index == RUNS and leaning(moment):
        draw_limit(canvas, scene, (0.0, min(scene.raised, lens.y[1]) if scene.is_round else _middle(scene, lens)))
    elif moment.index == RUNS and own_side(moment) and not follows(moment):
        _winner(canvas, moment, lens)
    elif moment.index >= COMPARED and not follows(moment):
        _cone(canvas, scene, lens)


def draw_place(canvas: Canvas, moment: Moment[Any], lens: Lens) -> None:
    """The tiles and the body."""
    scene: Slide = moment.scene
    (left, right), (low, high) = lens.x, lens.y
    canvas.stroke(rect(lens.x, lens.y), Ink.CONSTRUCTION, closed=True, line=Line.THIN)
    seam = min(max(0.0, left), right)
    for ends, top in (((left, seam), 0.0), ((seam, right), min(scene.raised, high))):
        if ends[1] > ends[0]:
            canvas.area(rect(ends, (low, top)), Ink.A)
            if top < high:  # else its top lies above
                canvas.stroke(((ends[0], top), (ends[1], top)), Ink.A, line=Line.OUTLINE)
    if seam == 0.0:
        is_skipped = own_side(moment) and moment.index in (LEAST, HIT, RUNS) and not follows(moment)
        ink, line = (Ink.CONSTRUCTION, Line.DASHED) if is_skipped else (Ink.A, Line.OUTLINE)
        canvas.stroke(((0.0, low), (0.0, min(scene.raised, high))), ink, line=line)
        if is_skipped:
            canvas.label("skipped", (0.0, 0.55 * low), Ink.QUIET, toward=(-1.0, 0.0))
    shown = _turning_body(canvas, moment, lens) if follows(moment) else _enlarged_body(canvas, scene, lens)
    aside, up = 26.0 * canvas.pixel, low + 13.0 * canvas.pixel
    if seam - left > 2.0 * aside:
        canvas.label("tile 1", (left + aside, up), Ink.A, fixed=True)
    if seam < right:
        canvas.label("tile 2", (right - aside, up), Ink.A, fixed=True)
    if _has_room(shown, at := (left + aside, high - aside), 12.0 * canvas.pixel):
        canvas.label("B", at, Ink.B, style=TextStyle.LETTER, fixed=True)


def _has_room(outline: Sequence[Pair], at: Pair, half: float) -> bool:
    """Whether the square about a letter lies in a convex outline: on one side of all its edges."""
    (x, y), ends = at, zip(outline, (*outline[1:], *outline[:1]), strict=True)
    square = rect((x - half, x + half), (y - half, y + half))
    sides = [(u - p) * (t - q) - (v - q) * (s - p) for (p, q), (u, v) in ends for s, t in square]
    return bool(sides) and (min(sides) >= 0.0 or max(sides) <= 0.0)


def _enlarged_body(canvas: Canvas, scene: Slide, lens: Lens) -> Sequence[Pair]:
    """Cut to the lens. Returns its outline there."""
    (left, _), (_, high) = lens.x, lens.y
    if not scene.is_round:
        outline = rect((left, lens.front), (-scene.depth, high))
        canvas.area(outline, Ink.B)
        canvas.stroke((outline[0], outline[1], outline[2]), Ink.B, line=Line.OUTLINE)
        return outline
    radius, x, y = RADIUS, lens.front - scene.reach, RADIUS - scene.depth
    half = math.acos(min(max((y - high) / radius, -1.0), 1.0))
    arc = [(x + radius * math.sin(t), y - radius * math.cos(t)) for t in np.linspace(-half, half, 257).tolist()]
    arc = [(min(max(u, lens.x[0]), lens.x[1]), v) for u, v in arc]
    canvas.area(arc, Ink.B)
    canvas.stroke([p for p in arc if lens.x[0] < p[0] < lens.x[1]], Ink.B, line=Line.OUTLINE)
    return arc


def _turning_body(canvas: Canvas, moment: Moment[Any], lens: Lens) -> Sequence[Pair]:
    """Where the first run has it now, cut to the lens, with the contacts that hold it. Returns its outline there."""
    run, now = wrong_run(moment), frames_at(moment)
    (left, right), (low, high) = lens.x, lens.y
    cut = _cut(run.placed(1, now / RATE)[0].points_xy, lens)
    if not cut:
        return cut
    canvas.area(cut, Ink.B)
    for start, end in zip(cut, (*cut[1:], cut[0]), strict=True):
        if not any(start[i] == end[i] == limit for i, limit in ((0, left), (0, right), (1, low), (1, high))):
            canvas.stroke((start, end), Ink.B, line=Line.OUTLINE)
    named: set[int] = set()  # tiles
    for contact in run.frame(acting(run, int(now + 1e-6))).contacts:
        (x, y), normal, tile = contact.point.tolist(), contact.normal.direction_xy, contact.id.pair.piece_a + 1
        if left < x < right and low < y < high:
            ink = Ink.FAULTY if is_false(moment, normal) else Ink.ANSWER
            unit_arrow(canvas, (x, y), normal, "", ink)
            canvas.dot((x, y), ink, Point.FILLED)
            if tile not in named:
                canvas.label(f"by tile {tile}", (x, y), ink, toward=(1.0, -0.4))
            named.add(tile)
    return cut


def _cut(outline: Sequence[Pair], lens: Lens) -> Sequence[Pair]:
    """A convex outline cut to the lens, side by side."""
    points: list[Pair] = list(outline)
    for axis, sign, limit in ((0, 1, lens.x[0]), (0, -1, lens.x[1]), (1, 1, lens.y[0]), (1, -1, lens.y[1])):
        kept: list[Pair] = []
        for i, here in enumerate(points):
            last = points[i - 1]
            inside, was_inside = (sign * (each[axis] - limit) >= 0.0 for each in (here, last))
            if inside != was_inside:
                other = last[1 - axis] + (limit - last[axis]) / (here[axis] - last[axis]) * (
                    here[1 - axis] - last[1 - axis]
                )
                kept.append((limit, other) if axis == 0 else (other, limit))
            if inside:
                kept.append(here)
        points = kept
    return points


def _measured(canvas: Canvas, scene: Slide, lens: Lens, *, is_side: bool, is_asked: bool = False) -> None:
    """The depth under the floor; past the seam the overlap along the side too, or that of a round body's corner."""
    if not is_side:
        if scene.is_round:
            x = lens.front - scene.reach
            measure(canvas, (x, -scene.depth), (x, 0.0), Ink.OVERLAP, r"$o_\mathrm{top} = h$")
        else:
            x = lens.front
            measure(canvas, (x, 0.0), (x, -scene.depth), Ink.OVERLAP, r"$o_\mathrm{top} = h$", off=16.0)
        return
    if scene.is_round:
        nx, ny = scene.spot.normal
        canvas.dot((0.0, scene.raised), Ink.EXAMINED)
        canvas.label("corner", (0.0, scene.raised), Ink.EXAMINED, toward=(1.0, -0.6))
        tip = (-scene.spot.overlap * nx, scene.raised - scene.spot.overlap * ny)
        measure(canvas, (0.0, scene.raised), tip, Ink.OVERLAP, "$o$")
        return
    c, h, top = scene.past, scene.depth, min(scene.raised, lens.y[1])
    canvas.area(rect((0.0, c), (-h, top)), Ink.OVERLAP, opacity=0.3)
    if is_asked:  # which of both is less
        return
    side, over = (rf"$o_\mathrm{{{name}}}$ = {fixed(o, 3)}" for name, o in (("side", c), ("top", scene.top)))
    measure(canvas, (c, top), (c, -h), Ink.OVERLAP, over, off=BAR)
    measure(canvas, (0.0, -h), (c, -h), Ink.OVERLAP, off=-BAR)
    canvas.label(side, (c, -h - BAR * canvas.pixel), Ink.OVERLAP, toward=(1.0, 0.0), fixed=True)


def _winner(canvas: Canvas, moment: Moment[Any], lens: Lens) -> None:
    """The edge of least overlap, and its normal."""
    scene, spot = moment.scene, moment.scene.spot
    top = min(scene.raised, lens.y[1])
    if own_side(moment):
        x = scene.past
        marks.highlight_edge(canvas, ((x, -scene.depth), (x, lens.y[1] - SHORT * canvas.pixel)), Ink.EXAMINED)
        unit_arrow(canvas, (x, 0.4 * lens.y[1]), spot.normal, r"\hat n")
        canvas.label("B’s own side", (x, 0.88 * lens.y[1]), Ink.EXAMINED, toward=(1.0, 0.0), style=TextStyle.BOLD)
        return
    if scene.is_round and spot.is_side:
        unit_arrow(canvas, (0.0, top), spot.normal, r"\hat n")
        return
    marks.highlight_edge(canvas, edge_in(lens, top, canvas.pixel, is_side=spot.is_side), Ink.EXAMINED)
    at = (0.0, _middle(scene, lens)) if spot.is_side else (0.93 * lens.x[1], top)
    if let_through(moment) and moment.index == HIT:
        _named_normal(canvas, lens, at, spot.normal, Ink.FAULTY)
        marks.cross(canvas, at, "dropped", Ink.FAULTY, toward=(1.0, 0.0))
        return
    _named_normal(canvas, lens, at, spot.normal, Ink.EXAMINED)


def _named_normal(canvas: Canvas, lens: Lens, at: Pair, normal: Pair, ink: Ink) -> None:
    """Within the lens: its name over the arrow where it lies along the floor."""
    if normal[0] > -0.9:
        unit_arrow(canvas, at, normal, r"\hat n", ink)
        return
    long = min(UNIT_ARROW * canvas.pixel, 0.8 * (at[0] - lens.x[0]))
    unit_arrow(canvas, at, normal, "", ink, at_most=2.0 * long)
    canvas.symbol(r"\hat n", (at[0] - 0.7 * long, at[1]), ink, toward=(0.0, 1.0), fixed=True)


def edge_in(lens: Lens, top: float, pixel: float, *, is_side: bool) -> tuple[Pair, Pair]:
    """The side or the top of tile 2, as far as it is enlarged; its glow stays within the lens."""
    if is_side:
        return (0.0, lens.y[0] + SHORT * pixel), (0.0, top)
    return (0.0, top), (lens.x[1] - SHORT * pixel, top)


def _approach(canvas: Canvas, moment: Moment[Any], lens: Lens) -> None:
    """The velocity of the body at the start of the frame, and its part along the normal: beside it where both nearly
    lie on one line."""
    scene: Slide = moment.scene
    v, n, unit = scene.pulled, scene.spot.normal, SPEED * canvas.pixel
    if scene.is_round:
        start = (-0.1 * scene.reach, 0.7 * lens.y[1])
    else:
        top = min(scene.raised, lens.y[1])
        start = (min(scene.past, 0.25 * lens.x[1]), top + (0.6 if own_side(moment) else 0.72) * (lens.y[1] - top))
    unit = min(unit, 0.72 * (lens.x[1] - start[0]) / math.hypot(*v))
    speed = v[0] * n[0] + v[1] * n[1]
    tip = start[0] + unit * v[0], start[1] + unit * v[1]
    foot = start[0] + unit * speed * n[0], start[1] + unit * speed * n[1]
    canvas.arrow(start, tip, Ink.EXAMINED, line=Line.MEASURE)
    canvas.symbol(r"\boldsymbol v", tip, Ink.EXAMINED, toward=(1.0, 0.3))
    name = f"$v_n$ = {fixed(speed)}"
    if math.dist(tip, foot) < ASIDE * canvas.pixel:
        measure(canvas, start, foot, Ink.EXAMINED, name, off=-ASIDE)
        return
    canvas.stroke((tip, foot), Ink.CONSTRUCTION, line=Line.DASHED)
    if math.dist(start, foot) > ASIDE * canvas.pixel:
        canvas.arrow(start, foot, Ink.EXAMINED, line=Line.MEASURE)
    canvas.label(name, foot, Ink.EXAMINED, toward=(0.2, -1.0))


def _middle(scene: Slide, lens: Lens) -> float:
    """Of the height over which the body overlaps tile 2: a little lower, as a name stands above."""
    top = min(scene.raised, lens.y[1])
    return top - 0.68 * (top + scene.depth)


def _places(canvas: Canvas, moment: Moment[Any], lens: Lens) -> None:
    """Where the corner of B may be after the frame at the seam: all along one frame's way. At the hit only while it
    is asked about."""
    scene: Slide = moment.scene
    if moment.index == HIT and not moment.is_open:
        return
    w, y = scene.way, -scene.depth
    if scene.is_round:
        measure(canvas, (scene.past - scene.reach, 0.0), (scene.past, 0.0), Ink.OVERLAP, "$w$")
        bracket(canvas, (scene.past - w, 0.0), (scene.past, 0.0), Ink.EXAMINED, r"$v\,Δt$", off=-30.0)
        return
    bracket(canvas, (0.0, y), (w, y), Ink.EXAMINED, r"one frame: $v\,Δt$", off=-34.0)
    if moment.index == HIT:
        canvas.stroke(((0.0, y), (w, y)), Ink.EXAMINED, line=Line.MEASURE)
        return
    end = min(scene.top, w)
    canvas.stroke(((0.0, y), (end, y)), Ink.FAULTY, line=Line.BAR)
    if end < w:
        canvas.stroke(((end, y), (w, y)), Ink.GAP, line=Line.BAR)
    for i, trips in enumerate(scene.tripped):
        canvas.dot((place_of(i, w), y - 16.0 * canvas.pixel), Ink.FAULTY if trips else Ink.GAP, Point.SMALL)
    bracket(canvas, (0.0, y), (end, y), Ink.FAULTY, r"side wins: $o_\mathrm{top}$", off=18.0)


def _cone(canvas: Canvas, scene: Slide, lens: Lens) -> None:
    """The normals that a contact at the corner of tile 2 may have, and the one that it has there."""
    corner = (0.0, min(scene.raised, lens.y[1]))
    if scene.raised:
        _step_cone(canvas, scene, corner, lens)
    else:
        unit_arrow(canvas, corner, (0.0, 1.0), "", Ink.GAP)
        at = (0.0 if scene.is_round else max(0.0, lens.front) + 6.0 * canvas.pixel, 42.0 * canvas.pixel)
        canvas.symbol(r"\hat n_\mathrm{left}=\hat n_\mathrm{right}", at, Ink.GAP, toward=(1.0, 0.1))
    if scene.is_dropped:
        _outside(canvas, scene, corner)
    elif scene.spot.is_side:
        _kept(canvas, scene, lens)


def _step_cone(canvas: Canvas, scene: Slide, corner: Pair, lens: Lens) -> None:
    draw_cone(canvas, scene, corner, FAN)
    unit_arrow(canvas, corner, scene.cone.first, "", Ink.GAP)
    at = max(0.0, lens.front) + 6.0 * canvas.pixel, corner[1] + 42.0 * canvas.pixel
    canvas.symbol(r"\hat n_\mathrm{right}", at, Ink.GAP, toward=(1.0, 0.1))
    if scene.is_round or not scene.spot.is_side:
        unit_arrow(canvas, corner, scene.cone.second, r"\hat n_\mathrm{left}", Ink.GAP)


def _outside(canvas: Canvas, scene: Slide, corner: Pair) -> None:
    """The normal of a contact that is dropped, and by how much it leaves the one direction of the cone."""
    nx, ny = scene.spot.normal
    unit_arrow(canvas, corner, (nx, ny), "", Ink.FAULTY)
    tip = corner[0] + UNIT_ARROW * canvas.pixel * nx, corner[1] + UNIT_ARROW * canvas.pixel * ny
    canvas.symbol(r"\hat n", tip, Ink.FAULTY, toward=(-0.5, 1.0))
    up, radius = 0.5 * math.pi, ARC if scene.lean > WIDE else UNIT_ARROW - 8.0
    name = f"{fixed(scene.lean, 0)}°" if scene.lean > WIDE else ""
    angle_arc(canvas, corner, up, up + math.radians(scene.lean), Ink.FAULTY, name, radius=radius)
    marks.cross(canvas, corner, "dropped", Ink.FAULTY, toward=(-0.4, -1.0))


def _kept(canvas: Canvas, scene: Slide, lens: Lens) -> None:
    """Of the contacts with the side of a step, those that neighbours keep, and those that they drop: those below the
    top of tile 1."""
    x = lens.x[0] + 0.5 * (0.0 - lens.x[0])
    measure(canvas, (x, -scene.depth), (x, 0.0), Ink.OVERLAP, f"**{fixed(scene.depth, 3)}**")
    kept = [contact.point.tolist() for contact in scene.right.frame(scene.frames).contacts]
    for contact in scene.alone.frame(scene.frames).contacts:
        nx, ny = contact.normal.direction.tolist()
        if nx > -0.5:
            continue
        at = 0.0, float(contact.point[1])
        if any(math.dist(contact.point, each) < 1e-6 for each in kept):
            unit_arrow(canvas, at, (nx, ny), "", Ink.ANSWER)
            tip = -UNIT_ARROW * canvas.pixel, at[1]
            canvas.symbol(r"\hat n=\gap{\hat n_\mathrm{left}}", tip, Ink.ANSWER, toward=(0.0, -1.0))
            marks.answer(canvas, at, "kept", toward=(1.0, -0.6))
        else:
            marks.cross(canvas, at, "dropped", Ink.FAULTY, toward=(1.0, 0.0))
