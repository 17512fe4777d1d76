"""The corner at the seam, enlarged: what each step measures there, and the contacts that are kept or dropped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lessons.bodies.inner_edges_chain import draw_cone, draw_limit
from lessons.bodies.inner_edges_now import COMPARED, HIT, LEAST, OFTEN, SEAM, leaning, own_side, push
from lessons.bodies.inner_edges_scene import RADIUS, Slide, place_of
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
HIGH, LOW = 1.12, 0.56  # of its width: a lens; one over a chart
SHORT = 14.0  # pixels: so much before the lens's frame an edge in use ends, for its glow
SPEED = 44.0  # pixels of the arrow of 1 m/s, where there is room
BAR = 16.0  # pixels beside what is measured
IMPULSE = 90.0  # pixels of the arrow of 1 N·s, where there is room
MUCH = 2.2  # times so wide a lens has one frame's way too
ASIDE = 14.0  # pixels: a part of a velocity that is nearer to it stands beside it


class Lens(NamedTuple):
    """The part of the floor that is enlarged, and where the front of the body is in it."""

    x: Pair
    y: Pair
    front: float


def lens_of(moment: Moment[Any]) -> Lens:
    """At the first and the last step, whose views are others, as at the next and the one before. On a flat floor one
    frame's way fits in it, so that the zoom stays where that way is asked about."""
    scene: Slide = moment.scene
    front = scene.past
    if scene.is_round:
        left = (-0.95 if moment.index >= COMPARED else -1.25) * scene.reach
        form, low = (LOW, -0.3) if moment.index == OFTEN else (HIGH, -0.5)
        return _lens(left, 2.1 * scene.reach, low, front, form=form)
    if moment.index == OFTEN:
        wide = max(1.56 * scene.way, 3.12 * scene.depth)
        return _lens(-0.27 * wide, wide, -0.42, front, form=LOW)
    wide = 3.08 * max(scene.top, scene.past)
    left = -0.41 if scene.spot.is_side else -0.24  # the words of an overlap stand right of the body
    if not scene.raised:
        way = 1.56 * scene.way
        wide = max(wide, way if moment.index == HIT else min(way, MUCH * wide))
        left = max(left, -0.32)
    return _lens(left * wide, wide, -0.6, front, 0.6 * scene.raised)


def _lens(left: float, wide: float, low: float, front: float, middle: float = 0.0, form: float = HIGH) -> Lens:
    """`low`: its lower end under `middle`, in widths; `form`: how high it is, in widths."""
    bottom = middle + low * wide
    return Lens((left, left + wide), (bottom, bottom + form * wide), front)


def rect(x: Pair, y: Pair) -> list[Pair]:
    return [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]


def draw_corner(canvas: Canvas, moment: Moment[Any]) -> None:
    """The seam and the front corner of the body past it, with what the step measures."""
    scene: Slide = moment.scene
    lens = lens_of(moment)
    draw_place(canvas, moment, lens)
    if moment.index <= LEAST:
        _measured(canvas, scene, lens, is_asked=moment.is_open)
        if moment.index <= SEAM:  # of a round body at its lowest point
            x = lens.front - scene.reach if scene.is_round else 0.4 * lens.x[0]
            name = "$h$" if moment.is_open else f"$h$ = {fixed(scene.depth, 3)}"
            measure(canvas, (x, -scene.depth), (x, 0.0), Ink.OVERLAP, name)
    elif moment.index == OFTEN or (moment.index == HIT and not scene.raised):
        _places(canvas, moment, lens)
    if moment.index in (LEAST, HIT):
        _winner(canvas, moment, lens)
    if moment.index == HIT and not leaning(moment):  # else only the angle of the normal counts
        _approach(canvas, moment, lens)
        _impulse(canvas, moment, lens)
    if moment.index >= COMPARED:
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
        is_skipped = own_side(moment) and moment.index in (LEAST, HIT)
        ink, line = (Ink.CONSTRUCTION, Line.DASHED) if is_skipped else (Ink.A, Line.OUTLINE)
        is_linked = moment.index >= COMPARED  # what tile 1 covers
        canvas.stroke(((0.0, low), (0.0, 0.0)), ink, line=Line.DASHED if is_linked else line)
        if scene.raised:
            canvas.stroke(((0.0, 0.0), (0.0, min(scene.raised, high))), ink, line=line)
        if is_skipped:
            canvas.label("skipped", (0.0, 0.55 * low), Ink.QUIET, toward=(-1.0, 0.0))
    shown = _enlarged_body(canvas, scene, lens)
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


def _measured(canvas: Canvas, scene: Slide, lens: Lens, *, is_asked: bool) -> None:
    """Past the seam, the overlaps along the side and along the top, or that of a round body's corner."""
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


def ink_of_normal(scene: Slide) -> Ink:
    """A normal that no contact with this floor can have is pink wherever it stands."""
    return Ink.FAULTY if scene.is_dropped else Ink.EXAMINED


def _winner(canvas: Canvas, moment: Moment[Any], lens: Lens) -> None:
    """The edge of least overlap, and its normal."""
    scene, spot, ink = moment.scene, moment.scene.spot, ink_of_normal(moment.scene)
    top, is_corner = min(scene.raised, lens.y[1]), scene.is_round and spot.is_side
    at = (0.0, top if is_corner else _middle(scene, lens)) if spot.is_side else (0.93 * lens.x[1], top)
    if own_side(moment):
        at = scene.past, at[1]
        marks.highlight_edge(canvas, ((at[0], -scene.depth), (at[0], lens.y[1] - SHORT * canvas.pixel)), Ink.EXAMINED)
        name = (at[0], 0.88 * lens.y[1])
        canvas.label("B’s own side", name, Ink.EXAMINED, toward=(1.0, 0.0), style=TextStyle.BOLD)
    elif not is_corner:
        marks.highlight_edge(canvas, edge_in(lens, top, canvas.pixel, is_side=spot.is_side), Ink.EXAMINED)
    if leaning(moment) and moment.index == HIT:
        draw_limit(canvas, scene, at)
    else:
        _named_normal(canvas, lens, at, spot.normal, ink)


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
    lie on one line, and then it goes on from where the normal stands."""
    scene: Slide = moment.scene
    v, n, unit = scene.pulled, scene.spot.normal, SPEED * canvas.pixel
    if scene.is_round:
        start = (0.06 * scene.reach, 0.62 * lens.y[1])
    else:  # at the corner, unless a line is asked about there
        start = (scene.past, scene.raised - 0.4 * scene.top if moment.is_open else -scene.depth)
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


def _impulse(canvas: Canvas, moment: Moment[Any], lens: Lens) -> None:
    """Of the contact that stops a box, at its point."""
    found = push(moment)
    if found is None:
        return
    at, j = found
    long = min(IMPULSE * canvas.pixel * j, 0.85 * (at[0] - lens.x[0]))
    ink = Ink.FAULTY if moment.scene.is_dropped else Ink.ANSWER
    canvas.arrow(at, (at[0] - long, at[1]), ink, line=Line.MEASURE)
    canvas.dot(at, ink, Point.FILLED)
    canvas.label(f"$j$ = {fixed(j)}", (at[0] - 0.5 * long, at[1]), ink, toward=(0.0, 1.0))


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
    bracket(canvas, (0.0, y), (w, y), Ink.EXAMINED, rf"one frame: $v\,Δt$ = {fixed(w, 3)} m", off=-34.0)
    if moment.index == HIT:
        canvas.stroke(((0.0, y), (w, y)), Ink.EXAMINED, line=Line.MEASURE)
        return
    end = min(scene.top, w)
    canvas.stroke(((0.0, y), (end, y)), Ink.FAULTY, line=Line.BAR)
    if end < w:
        canvas.stroke(((end, y), (w, y)), Ink.GAP, line=Line.BAR)
    for i, trips in enumerate(scene.tripped):
        canvas.dot((place_of(i, w), y - 16.0 * canvas.pixel), Ink.FAULTY if trips else Ink.GAP, Point.SMALL)
    bracket(
        canvas,
        (0.0, y),
        (end, y),
        Ink.OVERLAP,
        rf"side least: $o_\mathrm{{side}}$ < {fixed(scene.top, 3)} m",
        off=18.0,
    )


def _cone(canvas: Canvas, scene: Slide, lens: Lens) -> None:
    """The normals that a contact at the corner of tile 2 may have, and the one that it has there."""
    corner = (0.0, min(scene.raised, lens.y[1]))
    if scene.raised:
        _step_cone(canvas, scene, corner)
    else:
        unit_arrow(canvas, corner, (0.0, 1.0), "", Ink.GAP)
        tip = (0.0, UNIT_ARROW * canvas.pixel)
        canvas.symbol(r"\hat n_\mathrm{left}=\hat n_\mathrm{right}", tip, Ink.GAP, toward=(0.0, 1.0))
    if scene.is_dropped:
        _outside(canvas, scene, corner)
    elif scene.spot.is_side:
        _kept(canvas, scene, lens)


def _step_cone(canvas: Canvas, scene: Slide, corner: Pair) -> None:
    draw_cone(canvas, scene, corner, FAN)
    unit_arrow(canvas, corner, scene.cone.first, r"\hat n_\mathrm{right}", Ink.GAP)
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
    for point in scene.dropped:
        marks.cross(canvas, point, ink=Ink.FAULTY)
        side = 1.0 if scene.is_round else -1.0
        at = point[0] + side * ASIDE * canvas.pixel, point[1] - 0.5 * ASIDE * canvas.pixel
        canvas.label("dropped", at, Ink.FAULTY, toward=(side, -1.0), fixed=True)


def _kept(canvas: Canvas, scene: Slide, lens: Lens) -> None:
    """Of the contacts with the side of a step, those that neighbours keep, and those that they drop: those below the
    top of tile 1."""
    x = lens.x[0] + 0.5 * (0.0 - lens.x[0])
    measure(canvas, (x, -scene.depth), (x, 0.0), Ink.OVERLAP, "$h$")
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
